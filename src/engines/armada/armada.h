/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Jigsaw Armada inside: its components, its state, and the vocabulary that
 * its rules, its report and its built-in player speak. Sides, facings and
 * directions are one thing, a number from NORTH to WEST; a set of sides is
 * a mask with a bit for each.
 */

#ifndef POSTERN_ENGINES_ARMADA_ARMADA_H
#define POSTERN_ENGINES_ARMADA_ARMADA_H

#include "table/table.h"

/* ==== COMPONENTS ======================================================== */

enum { NORTH, EAST, SOUTH, WEST, N_SIDES };
enum { HUB, GUN, SHIELD };
enum {
	N_PIECES = 15,		/* of a colour */
	COLUMNS_MAX = 11,
	ROWS_MAX = 15,
	SQUARES = COLUMNS_MAX * ROWS_MAX,
	SHIPS_MAX = 5,		/* of a seat (A18) */
	LETTERS = 2 * SHIPS_MAX,
	ACTIONS = 2		/* of a go (A10) */
};
extern const char *const	armada_piece_names[];
extern const char *const	armada_square_names[];	/* a1, b1, … k15 */
extern const char *const	armada_ship_names[];	/* B…F, R…V */
extern const char *const	armada_side_names[];	/* n…w, north…west */
extern const char *const	armada_turn_names[];	/* cw, ccw */

/* A piece as printed, that is facing north. */
struct piece {
	int32_t	kind;
	char	sides[8];	/* n e s w: o open, c closed */
	int32_t	n_barrel;
	int32_t	barrels[2];	/* the sides that they are on */
	int32_t	slots;		/* print only (A17) */
	int32_t	logo;		/* it is laid out at the start */
};

struct parts {
	int32_t		base_rows;
	int32_t		hub_energy;
	int32_t		shield_hits;
	struct piece	pieces[N_PIECES];
};

enum { FIRST_BY_LOT, FIRST_BLUE, FIRST_RED };

struct options {
	int32_t	first;
	int32_t	columns;	/* 0, 1, 2: 7, 9, 11 */
	int32_t	rows;
	int32_t	opening_actions;
	int32_t	starter_energy;
	int32_t	energy_cubes;
	int32_t	shield_tokens;
	int32_t	stall_goes;
	int32_t	max_goes;
	int32_t	resigned;
};

/* ==== STATE ============================================================= */

enum { BLUE, RED };

/* A piece that lies on the board. */
struct spot {
	int32_t	piece;
	int32_t	at;
	int32_t	facing;		/* where its printed n side points */
	int32_t	hits;		/* a shield's: left of its token */
};

/* A ship that was destroyed has no pieces any more. */
struct ship {
	int32_t		letter;
	int32_t		energy;
	int32_t		n_spot;
	struct spot	spot[N_PIECES];		/* in order of building */
};

struct navy {
	int32_t		n_ship;			/* founded so far */
	struct ship	ship[SHIPS_MAX];	/* by letter */
};

/* What belongs to a seat. What is in none of these is in the box. */
struct fleet {
	struct navy	ships;
	int32_t		n_play;
	int32_t		play[N_PIECES];		/* face up */
	int32_t		n_down;
	int32_t		face_down[N_PIECES];	/* by id: all know them */
	int32_t		n_draw;
	int32_t		draw[N_PIECES];		/* the same; top first */
};

enum ending {
	RUNNING, BREAKTHROUGH, ANNIHILATION, STALL, LIMIT, RESIGNED
};
extern const char *const	armada_ending_names[];

struct armada {
	struct commons	table;
	struct fleet	seat[2];
	int32_t		first;		/* NONE until known */
	int32_t		active;		/* whose go it is */
	int32_t		go;		/* its number, over both seats */
	int32_t		begun;		/* the free draw is done (A9) */
	int32_t		actions;	/* left in this go */
	int32_t		waited;		/* it was waited in this go */
	int32_t		stirred;	/* this go is not quiet (A54) */
	int32_t		quiet;		/* quiet goes in a row */
	int32_t		ending;
	int32_t		winner;		/* NONE: drawn, or running */
};

extern const struct schema	armada_components;
extern const struct schema	armada_options;
extern const struct schema	armada_state;

enum { ACT };
enum {
	DO_BUILD, DO_MOVE, DO_ROTATE, DO_SHOOT, DO_BASH, DO_DRAW, DO_PASS,
	DO_WAIT
};
/* Arguments. */
enum { BUILD_PIECE, BUILD_AT, BUILD_FACING };
enum { MOVE_SHIP, MOVE_DIR };
enum { ROTATE_HUB, ROTATE_DIR };
enum { SHOOT_GUN, SHOOT_DIR, SHOOT_FRIENDLY };
enum { BASH_SECTION, BASH_AGAINST };

/* ==== VOCABULARY ======================================================== */

static inline struct armada *
game(const struct table *t)
{
	return t->state;
}

static inline struct fleet *
fleet(const struct table *t, int seat)
{
	return &game(t)->seat[seat];
}

static inline const struct parts *
parts(const struct table *t)
{
	return t->components;
}

static inline const struct options *
options(const struct table *t)
{
	return t->options;
}

static inline int
other(int seat)
{
	return 1 - seat;
}

static inline const char *
name(const struct table *t, int seat)
{
	return table_seat_name(t, seat);
}

static inline const char *
yes(bool is_so)
{
	return flag_names[is_so];
}

static inline bool
is_over(const struct table *t)
{
	return game(t)->ending != RUNNING;
}

/* ---- pieces and their sides ------------------------------------------ */

static inline const char *
piece_name(int piece)
{
	return is_unknown(piece) ? "?" : armada_piece_names[piece];
}

static inline bool
is_kind(const struct table *t, int piece, int kind)
{
	return !is_unknown(piece) && parts(t)->pieces[piece].kind == kind;
}

static inline int
opposite(int side)
{
	return (side + 2) % N_SIDES;
}

static inline bool
has_side(unsigned mask, int side)
{
	return (mask >> side & 1) != 0;
}

/* Turn a mask of sides by so many quarters, clockwise. */
static inline unsigned
turn_sides(unsigned mask, int quarters)
{
	return (mask << quarters | mask >> (N_SIDES - quarters)) & 15;
}

/* "north": the second half of the names are words. */
static inline const char *
side_word(int side)
{
	return armada_side_names[N_SIDES + side];
}

static inline unsigned
printed_open(const struct piece *piece)
{
	unsigned	mask = 0;
	int		side;

	for (side = NORTH; side < N_SIDES; side++)
		mask |= (unsigned)(piece->sides[side] == 'o') << side;
	return mask;
}

static inline unsigned
printed_barrels(const struct piece *piece)
{
	unsigned	mask = 0;
	int		i;

	for (i = 0; i < piece->n_barrel; i++)
		mask |= 1u << piece->barrels[i];
	return mask;
}

static inline unsigned
open_sides(const struct parts *parts, const struct spot *spot)
{
	return turn_sides(printed_open(&parts->pieces[spot->piece]),
	    spot->facing);
}

static inline unsigned
barrels(const struct parts *parts, const struct spot *spot)
{
	return turn_sides(printed_barrels(&parts->pieces[spot->piece]),
	    spot->facing);
}

/* ---- squares --------------------------------------------------------- */

static inline int
columns(const struct table *t)
{
	return 7 + 2 * options(t)->columns;
}

static inline int
rows(const struct table *t)
{
	return options(t)->rows;
}

static inline int
column_of(int at)
{
	return at % COLUMNS_MAX;
}

static inline int
row_of(int at)
{
	return at / COLUMNS_MAX;
}

static inline const char *
square_name(int at)
{
	return at < 0 ? "none" : armada_square_names[at];
}

/* Is the row one of the seat's base (A2)? */
static inline bool
is_base_row(const struct table *t, int seat, int row)
{
	return seat == BLUE ? row < parts(t)->base_rows :
	    row >= rows(t) - parts(t)->base_rows;
}

/* ---- ships, known by their letters ----------------------------------- */

static inline int
owner_of(int letter)
{
	return letter / SHIPS_MAX;
}

static inline struct ship *
ship_of(const struct table *t, int letter)
{
	return &fleet(t, owner_of(letter))->ships.ship[letter % SHIPS_MAX];
}

static inline const char *
ship_name(int letter)
{
	return letter < 0 ? "none" : armada_ship_names[letter];
}

static inline bool
is_afloat(const struct table *t, int letter)
{
	return ship_of(t, letter)->n_spot > 0;
}

/* Letters of a seat are those from first to last. */
static inline int
first_letter(int seat)
{
	return seat * SHIPS_MAX;
}

static inline int
last_letter(const struct table *t, int seat)
{
	return first_letter(seat) + fleet(t, seat)->ships.n_ship - 1;
}

/* ==== GEOMETRY ========================================================== */

/* Who lies on a square: a ship's letter, or NONE, and which of its spots. */
struct tenant {
	int8_t	letter;
	int8_t	n;
};

struct board {
	struct tenant	on[SQUARES];
};

/* The square in that column and row, or next to that one; NONE: off the
 * board. */
int	 armada_square(const struct table *t, int column, int row);
int	 armada_step(const struct table *t, int at, int dir);

/* Lay out who lies where. */
void	 armada_lay(const struct table *t, struct board *out);

/* The piece on a square, or NULL. */
const struct spot	*armada_spot(const struct table *t,
			    const struct board *board, int at);

/* Find a piece of seat on the board: its ship's letter and its spot. */
struct tenant	 armada_find(const struct table *t, int seat, int piece);

/* Is every open side of every piece of the ship a joint (A30)? */
bool	 armada_is_closed(const struct parts *parts, const struct ship *ship);

/* Do the pieces hang together by joints (A14), open against open and closed
 * against closed (A24)? */
bool	 armada_hangs(const struct parts *parts, const struct ship *ship);

/* The square that a shot from there hits, or NONE. */
int	 armada_ray(const struct table *t, const struct board *board, int at,
	    int dir);

/*
 * The ship moved by a square, or turned by a quarter around that square.
 * Return the first of its spots that would leave the board, or NONE.
 */
int	 armada_move(const struct table *t, const struct ship *ship, int dir,
	    struct ship *out);
int	 armada_turn(const struct table *t, const struct ship *ship,
	    int pivot, bool clockwise, struct ship *out);

/* The first spot of a ship that lands on a piece of another, or NONE. */
int	 armada_bumps(const struct board *board, const struct ship *ship);

/* ==== CHAPTERS OF THE RULES ============================================= */

/* ---- in armada.c ----------------------------------------------------- */

int	 armada_energy(const struct table *t, int seat);
int	 armada_cubes_left(const struct table *t);
int	 armada_tokens_left(const struct table *t);

/* Take a piece out of a list that holds it; those behind it close up. */
void	 armada_take(int32_t *list, int32_t *n, int32_t piece);

/* Where is a piece of that seat? */
bool	 armada_in_play(const struct table *t, int seat, int piece);
bool	 armada_is_down(const struct table *t, int seat, int piece);

/* Rows that the seat's furthest piece still needs (A55). */
int	 armada_way(const struct table *t, int seat);

/* How many actions a file of the seat asked can have. */
int	 armada_asked_for(const struct table *t);

/* May one more action be ordered (A10)? */
enum verdict	 armada_may_act(const struct table *t, const struct order *o,
		    struct why *why);

/* Find a piece of the seat on the board for an order, or say why not. */
enum verdict	 armada_may_use(const struct table *t, int seat, int piece,
		    struct tenant *out, struct why *why);

/* The action is done; see whether the game is (A13). */
void	 armada_acted(struct table *t, int seat);

/* ---- in build.c ------------------------------------------------------ */

enum fit {
	JOINS, FOUNDS, OFF_BOARD, TAKEN, JOINS_NOTHING, NOT_IN_BASE,
	TWO_SHIPS, CLASHES, NO_CUBE
};

struct joining {
	enum fit	fit;
	int		letter;		/* the ship joined */
	int		side;		/* CLASHES: its own */
	int		second;		/* TWO_SHIPS: the other one */
};

/* How a piece of the seat would fit there (A19 to A27). */
struct joining	 armada_fit(const struct table *t, const struct board *board,
		    int seat, const struct spot *spot);

/* Would that build close the ship off (A30)? */
bool	 armada_closes(const struct table *t, int letter,
	    const struct spot *spot);

enum verdict	 armada_may_build(struct table *t, int seat,
		    const struct order *o, struct why *why);
void		 armada_build(struct table *t, int seat,
		    const struct order *o);
void		 armada_say_build(const struct table *t, int seat,
		    const struct order *o, struct buf *out);

/* Lay out the starter's ship of a seat (A4). */
void		 armada_launch(struct table *t, int seat, int hub);

/* ---- in sail.c ------------------------------------------------------- */

enum verdict	 armada_may_move(struct table *t, int seat,
		    const struct order *o, struct why *why);
void		 armada_move_ship(struct table *t, int seat,
		    const struct order *o);
enum verdict	 armada_may_rotate(struct table *t, int seat,
		    const struct order *o, struct why *why);
void		 armada_rotate_ship(struct table *t, int seat,
		    const struct order *o);
void		 armada_say_rotate(const struct table *t, int seat,
		    const struct order *o, struct buf *out);

/* ---- in fight.c ------------------------------------------------------ */

/* The squares around a piece that hold pieces of the other seat. */
int		 armada_contacts(const struct table *t,
		    const struct board *board, int at, int seat,
		    int out[N_SIDES]);

enum verdict	 armada_may_shoot(struct table *t, int seat,
		    const struct order *o, struct why *why);
void		 armada_shoot(struct table *t, int seat,
		    const struct order *o);
void		 armada_say_shot(const struct table *t, int seat,
		    const struct order *o, struct buf *out);
enum verdict	 armada_may_bash(struct table *t, int seat,
		    const struct order *o, struct why *why);
void		 armada_bash(struct table *t, int seat,
		    const struct order *o);
void		 armada_say_bash(const struct table *t, int seat,
		    const struct order *o, struct buf *out);

/* ==== THE REPORT AND THE BUILT-IN PLAYER ================================ */

/* Write a ship's pieces as "hub1@e2/n shield1@e1/s/2". */
void		 armada_spell(struct buf *out, const struct parts *parts,
		    const struct ship *ship);

/* As the engine contract has them. */
void		 armada_brief(const struct table *known, int seat,
		    struct node *facts);
void		 armada_picture(const struct table *known, int seat,
		    struct buf *out);
void		 armada_suggest(const struct table *known, int seat,
		    int decision, struct chance *chance, struct script *out);

#endif
