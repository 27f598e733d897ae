/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Intruder Escape inside: its components, its state, and the vocabulary that
 * its rules, its report and its built-in player speak. Set-up, deal and keep
 * are in round.c, goes and plans in goes.c, the cards in cards.c, the end of
 * a round and of the game in end.c, the orders and their checks in orders.c;
 * the field tables, with who sees what, are in state.c.
 */

#ifndef POSTERN_ENGINES_INTRUDER_INTRUDER_H
#define POSTERN_ENGINES_INTRUDER_INTRUDER_H

#include "table/cards.h"
#include "table/table.h"

/* ==== COMPONENTS ======================================================== */

/* The faces of the action cards. */
enum {
	KEYS, CAR, GASOLINE, LICENSE, BAT, KNIFE, BANDAGE, SYRINGE, MEDKIT,
	BED, BARRICADE, SCRATCH, FLASHLIGHT, CAMERA, ROULETTE, MIRROR,
	HOSTAGE, SNATCH, HOME, N_FACES
};
extern const char *const	intruder_faces[];

/* What an order may say for a card besides: any, or one of a kind. */
enum { IT = N_FACES, ANY_DAMAGE, ANY_HEALING, ANY_ITEM };
extern const char *const	intruder_plays[];

/* What a Snatch may name: a card, or the latest. */
enum { LATEST = N_FACES };
extern const char *const	intruder_takes[];

enum kind {
	KIND_ITEM, KIND_DAMAGE, KIND_HEALING, KIND_MEDKIT, KIND_SPECIAL,
	KIND_TABLE, KIND_HOME
};

enum {
	PEOPLE = 6,		/* characters, and faces of the die */
	N_ITEMS = 4,
	N_ONCE = 3,		/* camera, roulette, mirror: once a game */
	ROW_MAX = 4,
	LIVES_MAX = 3
};

/* An action card. */
struct action {
	int32_t	count;
	int32_t	kind;
	int32_t	amount;		/* of damage or healing */
	char	name[24];
	char	does[64];	/* its power, for the report */
};

struct character {
	char	name[NAME_SIZE];
};

struct side {
	int32_t	intruders;
	int32_t	innocents;
};

struct rulebook {
	struct action		cards[N_FACES];
	struct character	characters[PEOPLE];
	char			limbs[LIVES_MAX][NAME_SIZE];
	struct side		identities;	/* the cards there are */
	struct side		sides[3];	/* of 3, 4, 5 seats */
	int32_t			deal;
	int32_t			keep;
	int32_t			goes;
	int32_t			row_limit;
};

extern const char *const	intruder_people[];

enum { INTRUDERS_DRAWN, INTRUDERS_1, INTRUDERS_2, INTRUDERS_3 };
enum { PRESS_ALL, PRESS_PRIVATE, PRESS_NONE };
enum { GHOSTS_SILENT, GHOSTS_TALK };
enum { REVEAL_CHOICE, REVEAL_ALWAYS, REVEAL_NEVER };
enum { ABSENT_GO, ABSENT_ROUND };

struct options {
	int32_t	intruders;
	int32_t	lives;
	int32_t	deliberation;
	int32_t	press;
	int32_t	ghosts;
	int32_t	reveal;
	int32_t	absent;
	int32_t	resigned;
};

/* ==== STATE ============================================================= */

enum identity { INNOCENT, INTRUDER };
extern const char *const	intruder_identities[];

/* What comes after the orders of a plan. */
enum { THEN_ASK, THEN_SKIP };

enum phase { DEAL, KEEP, GOES, TALK };

/* A seat: what lies before it, what it holds, what it means to do. */
struct guest {
	struct pile	hand;		/* at keep: as dealt */
	struct pile	row;
	struct pile	front;		/* items, and home */
	struct script	plan;
	int32_t		after;		/* the plan's end */
	int32_t		served;		/* orders of the list carried out */
	int32_t		settled;	/* its next go is not asked for (M6) */
	int32_t		by[ROW_MAX];	/* who played each card of the row */
	int32_t		identity;
	int32_t		shown;		/* it has shown it (I49) */
	int32_t		words;		/* its last words are awaited */
	int32_t		lives;
	int32_t		began;		/* lives when the round began (I45) */
	int32_t		used_home;
	int32_t		used_medkit;
	int32_t		mirror;		/* it loses its next go (I35) */
};

enum ending {
	RUNNING, INNOCENTS_DEAD, INTRUDERS_DEAD, INNOCENTS_ESCAPE,
	INTRUDERS_ESCAPE
};
extern const char *const	intruder_endings[];

struct house {
	struct commons	table;
	struct pile	deck;
	struct pile	discard;
	struct guest	seat[PEOPLE];
	int32_t		seventh;	/* the identity not dealt, or NONE */
	int32_t		round;
	int32_t		phase;
	int32_t		first;		/* who began this round, or the last */
	int32_t		step;		/* go in the round, counting the dead */
	int32_t		talks;		/* held since the round */
	int32_t		spent[N_ONCE];	/* camera, roulette, mirror */
	int32_t		loot[N_ITEMS];	/* in whose hand it is since stolen */
	int32_t		ending;
};

extern const struct schema	intruder_components;
extern const struct schema	intruder_options;
extern const struct schema	intruder_state;

/* What a seat is asked, how it answers, and what it leaves standing. */
enum { ASK_KEEP, ASK_PLAY, ASK_DRAWN, ASK_WORDS, ASK_TALK };
enum {
	DO_KEEP, DO_HOME, DO_PLAY, DO_SKIP, DO_WAIT, DO_REVEAL, DO_SILENT,
	DO_DONE, DO_ASK
};
enum { KEEP_CARDS, KEEP_UNDER };		/* arguments of keep */
enum { PLAY_CARD, PLAY_ON, PLAY_TAKE, PLAY_FROM };	/* of play */
enum { STAND_PLAN, STAND_KEEP, STAND_HOME, STAND_REVEAL };
enum { HOME_USE, HOME_LEAVE };

extern const struct verb	intruder_verbs[];
extern const struct verb	intruder_standing[];

/* ==== VOCABULARY ======================================================== */

static inline struct house *
house(const struct table *t)
{
	return t->state;
}

static inline struct guest *
guest(const struct table *t, int seat)
{
	return &house(t)->seat[seat];
}

static inline const struct rulebook *
book(const struct table *t)
{
	return t->components;
}

static inline const struct options *
options(const struct table *t)
{
	return t->options;
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
	return house(t)->ending != RUNNING;
}

static inline bool
is_alive(const struct table *t, int seat)
{
	return guest(t, seat)->lives > 0;
}

/* I19: until clean-up, whoever lies behind Nobody's Home. */
static inline bool
is_immune(const struct table *t, int seat)
{
	return pile_find(&guest(t, seat)->front, HOME) != NONE;
}

/* I7: may the die pick it, and a row card go on it? */
static inline bool
is_eligible(const struct table *t, int seat)
{
	return is_alive(t, seat) && !is_immune(t, seat);
}

static inline bool
is_item(int face)
{
	return face >= KEYS && face <= LICENSE;
}

/* May Snatch take it out of a row (I37)? */
static inline bool
is_wound(int face)
{
	return face >= BAT && face <= SYRINGE;
}

static inline enum kind
kind_of(const struct table *t, int face)
{
	return (enum kind)book(t)->cards[face].kind;
}

static inline bool
goes_in_a_row(const struct table *t, int face)
{
	return kind_of(t, face) >= KIND_DAMAGE &&
	    kind_of(t, face) <= KIND_SPECIAL;
}

/* Does the card lie before a seat when it is played? */
static inline bool
needs_on(const struct table *t, int face)
{
	return is_item(face) || goes_in_a_row(t, face);
}

static inline bool
is_spent(const struct table *t, int face)
{
	return face >= CAMERA && face <= MIRROR &&
	    house(t)->spent[face - CAMERA];
}

static inline int
n_seats(const struct table *t)
{
	return table_seats(t);
}

/* Whose go it is; the goes a seat has had, and has to come (I21). */
static inline int
whose_go(const struct table *t)
{
	return (house(t)->first + house(t)->step) % n_seats(t);
}

static inline int
goes_used(const struct table *t, int seat)
{
	int	n = n_seats(t), place;

	if (house(t)->phase != GOES)
		return 0;
	place = (seat - house(t)->first + n) % n;
	return house(t)->step / n + (place < house(t)->step % n);
}

static inline int
goes_left(const struct table *t, int seat)
{
	return book(t)->goes - goes_used(t, seat) - guest(t, seat)->mirror;
}

/* ---- cards.c --------------------------------------------------------- */

/* A play of one card: its details, and the order that has its then. */
struct move {
	int			 face;
	int			 on;
	int			 take;
	int			 from;
	const struct order	*order;
};

/* What a row comes to (I40 to I45). */
struct toll {
	int	damage;
	int	healed;			/* lives */
	bool	nullified[ROW_MAX];
};

void		 intruder_assess(const struct table *t, const struct pile *row,
		    struct toll *out);
int		 intruder_damage(const struct table *t, int seat);

/* The place of the card that Snatch would take from a row, or NONE. */
int		 intruder_latest(const struct pile *row);

struct move	 intruder_move(const struct order *o);

/* May the seat play that card so? Where it comes from is not asked. */
enum verdict	 intruder_may(const struct table *t, int seat,
		    const struct move *m, struct why *why);

/* Play the card at place i of the seat's hand. */
void		 intruder_play(struct table *t, int seat, int i,
		    const struct move *m);

/* Put the card at place i of the seat's hand down on a pile. */
struct card	 intruder_put_down(struct table *t, int seat, int i,
		    struct pile *on, int32_t seen);

/* I7: throw the die among seats, or among all that are eligible. */
int		 intruder_throw(struct table *t, const bool among[PEOPLE]);
int		 intruder_throw_for_all(struct table *t);

/* ---- round.c --------------------------------------------------------- */

void		 intruder_setup(struct table *t);
void		 intruder_deal(struct table *t);
void		 intruder_keep_step(struct table *t);
void		 intruder_keep_by_default(struct table *t, int seat);
void		 intruder_keep(struct table *t, int seat,
		    const struct order *o);
void		 intruder_use_home(struct table *t, int seat,
		    const struct order *o);

/* ---- goes.c ---------------------------------------------------------- */

void		 intruder_go(struct table *t);
void		 intruder_ask_drawn(struct table *t, int seat);
void		 intruder_set_plan(struct table *t, int seat,
		    const struct order *from, int served);
void		 intruder_clear_plan(struct table *t, int seat, int after);
void		 intruder_stood(struct table *t, int seat);
void		 intruder_play_by_default(struct table *t, int seat);

/* After a question: who was offered last words and said none is silent. */
void		 intruder_hear_words(struct table *t);

/* ---- end.c ----------------------------------------------------------- */

void		 intruder_lose_life(struct table *t, int seat);
void		 intruder_end_round(struct table *t);
void		 intruder_show(struct table *t, int seat);
bool		 intruder_over(const struct table *t,
		    struct ranking *ranking);

/* ---- player.c, report.c: as the engine contract has them ------------- */

void		 intruder_brief(const struct table *known, int seat,
		    struct node *facts);
void		 intruder_picture(const struct table *known, int seat,
		    struct buf *out);
void		 intruder_suggest(const struct table *known, int seat,
		    int decision, struct chance *chance, struct script *out);

#endif
