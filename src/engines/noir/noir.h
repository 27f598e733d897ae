/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Revolver Noir inside: its components, its state, and the vocabulary that
 * its rules, its report and its built-in player speak. The rules are in
 * noir.c; the field tables, with who sees what, are in state.c.
 */

#ifndef POSTERN_ENGINES_NOIR_NOIR_H
#define POSTERN_ENGINES_NOIR_NOIR_H

#include <assert.h>

#include "table/table.h"

/* ==== COMPONENTS ======================================================== */

enum {
	BALCONY, BASEMENT, BEDROOM, DINING_ROOM, FOYER, HALL, KITCHEN, LIBRARY,
	N_ROOMS
};
extern const char *const	noir_room_names[];

/* A room effect is ordered by its name. */
enum { NO_EFFECT, JUMP, PANEL, FLOOD, ECHOES, ENERGIZED, SWITCH };
extern const char *const	noir_effect_names[];

/* A room card. */
struct room {
	int32_t	floor;
	int32_t	n_move;
	int32_t	move[5];
	int32_t	n_shoot;
	int32_t	shoot[5];
	int32_t	effect;
	int32_t	cost;		/* of the effect, in AP */
	char	does[64];	/* what the effect does, for the report */
};

struct mansion {
	struct room	rooms[N_ROOMS];
};

enum { FIRST_BY_COIN, FIRST_JOHN, FIRST_JANE };

struct options {
	int32_t	max_rounds;
	int32_t	first;
	int32_t	resigned;
};

/* ==== STATE ============================================================= */

enum {
	TRAPS_MAX = 2,		/* N9 */
	HITS_MAX = 2,		/* N22 */
	PATH_MAX = 1024		/* 200 rounds of five rooms, and a few */
};

struct trap {
	int32_t	room;
	int32_t	panel;		/* it goes off by itself (N14) */
};

/* A room entered, and in which turn. */
struct stay {
	int32_t	turn;
	int32_t	room;
};

/* A private eye: what belongs to one seat. */
struct eye {
	int32_t		room;		/* NONE until chosen */
	int32_t		hits;		/* taken */
	int32_t		flood;		/* it has pulled the lever (N16) */
	int32_t		shown;		/* where all knew it to be last */
	int32_t		shown_turn;
	int32_t		named;		/* its last answer to a listen */
	int32_t		named_turn;
	int32_t		n_trap;
	struct trap	traps[TRAPS_MAX];	/* in the order set */
	int32_t		n_stay;
	struct stay	path[PATH_MAX];
};

/* How it ended; each is the name of the event that tells it, too. */
enum ending { RUNNING, TWO_HITS, FEWER_HITS, LEFT, DRAW };
extern const char *const	noir_ending_names[];

extern const char *const	noir_coin_names[];

struct noir {
	struct commons	table;
	struct eye	seat[2];
	int32_t		coin;		/* NONE: none was tossed */
	int32_t		first;		/* who began; NONE until known */
	int32_t		round;
	int32_t		active;		/* whose turn it is */
	int32_t		points;		/* it has left */
	int32_t		acted;		/* it has done something this turn */
	int32_t		echoed;		/* it has used echoes this turn */
	int32_t		passed;		/* it has given up its points */
	int32_t		ending;
	int32_t		winner;
};

extern const struct schema	noir_components;
extern const struct schema	noir_options;
extern const struct schema	noir_state;

/* What a seat is asked, how it answers, and what it leaves standing. */
enum { START, ACT };
enum {
	DO_START, DO_MOVE, DO_SHOOT, DO_LISTEN, DO_TRAP, DO_DETONATE, DO_JUMP,
	DO_PANEL, DO_FLOOD, DO_ECHOES, DO_ENERGIZED, DO_SWITCH, DO_PASS,
	DO_WAIT
};
enum { LISTENED, FLEE };

/* ==== VOCABULARY ======================================================== */

static inline struct noir *
game(const struct table *t)
{
	return t->state;
}

static inline struct eye *
eye(const struct table *t, int seat)
{
	return &game(t)->seat[seat];
}

static inline int
other(int seat)
{
	return 1 - seat;
}

static inline const struct room *
card(const struct table *t, int room)
{
	return &((const struct mansion *)t->components)->rooms[room];
}

static inline const char *
room_name(int room)
{
	return noir_room_names[room];
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

/* The turn whose orders are carried out: the one open is the next. */
static inline int
this_turn(const struct table *t)
{
	return table_commons(t)->turn - 1;
}

static inline bool
is_over(const struct table *t)
{
	return game(t)->ending != RUNNING;
}

static inline bool
has_room(const int32_t *rooms, int n, int room)
{
	while (n-- > 0)
		if (rooms[n] == room)
			return true;
	return false;
}

static inline bool
leads_to(const struct table *t, int from, int to)
{
	return has_room(card(t, from)->move, card(t, from)->n_move, to);
}

static inline bool
is_flooded(const struct noir *g, int room)
{
	return room == BASEMENT && (g->seat[0].flood || g->seat[1].flood);
}

/* The ways out of a room that are not under water (N16, N26). */
static inline int
ways_out(const struct table *t, int room, int32_t out[N_ROOMS])
{
	const struct room	*from = card(t, room);
	int			 i, n = 0;

	for (i = 0; i < from->n_move; i++)
		if (!is_flooded(game(t), from->move[i]))
			out[n++] = from->move[i];
	return n;
}

/* The place of the seat's own trap in a room, or NONE. */
static inline int
trap_in(const struct eye *who, int room)
{
	int	i;

	for (i = 0; i < who->n_trap; i++)
		if (who->traps[i].room == room)
			return i;
	return NONE;
}

/* Make known to both where the seat is. */
static inline void
show(struct table *t, int seat)
{
	eye(t, seat)->shown = eye(t, seat)->room;
	eye(t, seat)->shown_turn = this_turn(t);
}

static inline void
enter(struct table *t, int seat, int room)
{
	struct eye	*who = eye(t, seat);

	assert(who->n_stay < PATH_MAX);
	who->room = room;
	who->path[who->n_stay].turn = this_turn(t);
	who->path[who->n_stay++].room = room;
}

static inline void
spend(struct table *t, int points)
{
	game(t)->points -= points;
	game(t)->acted = 1;
}

/* The first room of a standing order that is among rooms, or NONE. */
static inline int
preferred(const struct table *t, int seat, int standing,
    const int32_t *rooms, int n)
{
	const struct item	*item;
	struct order		 o;
	int			 i, wish, n_items;

	if (!table_standing(t, seat, standing, &o))
		return NONE;
	item = order_list(&o, 0, &n_items);
	for (i = 0; i < n_items; i++) {
		wish = item[i].of == ABSENT ? item[i].is :
		    item[i].is == eye(t, seat)->room ? item[i].of : NONE;
		if (has_room(rooms, n, wish))
			return wish;
	}
	return NONE;
}

/* How many orders stand before this one in its file? An else has no place. */
static inline int
orders_before(const struct order *o)
{
	struct order	at;
	int		n = 0;
	bool		more;

	for (more = script_first(o->script, o->verbs, &at); more;
	    more = order_next(&at, &at), n++)
		if (at.step == o->step)
			return n;
	return 0;
}

/* ==== THE REPORT AND THE BUILT-IN PLAYER ================================ */

/* Rooms in words, "balcony, bedroom or library"; a path, turn by turn; the
 * rooms of traps. They last as long as the table's events. */
const char	*noir_rooms(const struct table *t, const int32_t *rooms, int n,
		    const char *conj);
const char	*noir_path(const struct table *t, int seat);
const char	*noir_traps(const struct table *t, int seat, const char *conj);

/* As the engine contract has them. */
void		 noir_brief(const struct table *known, int seat,
		    struct node *facts);
void		 noir_picture(const struct table *known, int seat,
		    struct buf *out);
void		 noir_suggest(const struct table *known, int seat,
		    int decision, struct chance *chance, struct script *out);

#endif
