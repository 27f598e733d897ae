/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Revolver Noir (Button Shy): two private eyes hunt each other through a
 * dark mansion. The rulebook, with the numbers N1 to N27, is
 * games/noir/rules.md. Departures: none; rulings are marked there.
 * COMPONENTS, STATE and VOCABULARY come before this, in noir.h; who sees
 * what is in state.c.
 *
 * A check walks these same rules on a copy in which the other seat's room
 * is UNKNOWN: such a room equals no room, so nobody is ever hit there.
 */

#include "config.h"

#include "engines/noir/noir.h"

#include <string.h>

#include "base/text.h"
#include "table/engine.h"

/* ==== SETUP ============================================================= */

static void
setup(struct table *t)
{
	struct noir	*g = game(t);
	int		 i;

	for (i = 0; i < 2; i++)
		g->seat[i].room = g->seat[i].shown = g->seat[i].named = NONE;
	g->coin = g->first = g->active = g->winner = NONE;
	g->round = 1;
}

/* ==== SEQUENCE OF PLAY ================================================== */

static const struct decision decisions[] = {
	{ .name = "start", .asks = "In which room do you begin?" },
	{ .name = "act", .asks = "What do you do with your action points?" },
	{ .name = NULL }
};

static void	choose_first_rooms(struct table *t);
static void	decide_who_begins(struct table *t);
static void	drain(struct table *t, int seat);
static void	set_off_panel_traps(struct table *t, int seat);
static void	end_game(struct table *t, enum ending ending, int winner,
		    const char *rule);

static void
begin_turn(struct table *t, int seat)
{
	struct noir	*g = game(t);

	g->points = 2;					/* N2 */
	g->acted = g->echoed = g->passed = 0;
	drain(t, seat);					/* N23 */
	set_off_panel_traps(t, seat);			/* N23 */
}

static void
end_turn(struct table *t, int seat)
{
	struct noir		*g = game(t);
	const struct options	*options = t->options;
	int			 john = g->seat[0].hits, jane = g->seat[1].hits;

	g->points = 0;					/* N2 */
	g->active = other(seat);
	if (g->active != g->first || g->round++ < options->max_rounds)
		return;
	g->round = options->max_rounds;
	if (john == jane)				/* N25 */
		end_game(t, DRAW, NONE, "N25");
	else
		end_game(t, FEWER_HITS, john < jane ? 0 : 1, "N25");
}

static void
take_turn(struct table *t, int seat)
{
	begin_turn(t, seat);
	if (is_over(t))
		return;
	do
		table_ask(t, seat, ACT);
	while (table_walk(t, seat) == WALKED_WAIT);
	if (!is_over(t))
		end_turn(t, seat);
}

static void
play(struct table *t)
{
	struct noir	*g = game(t);

	if (g->seat[0].room == NONE || g->seat[1].room == NONE)
		choose_first_rooms(t);			/* N1 */
	if (g->first == NONE)
		decide_who_begins(t);			/* N1 */
	while (!is_over(t)) {
		table_checkpoint(t);
		take_turn(t, g->active);		/* N2 */
	}
}

/* ==== SETTING UP: THE FIRST ROOM AND THE COIN =========================== */

static enum verdict
may_start(struct table *t, int seat, const struct order *o, struct why *why)
{
	(void)o;
	if (eye(t, seat)->room == NONE)
		return OK;
	return not_now(why, "N1", "you begin in one room, and have chosen "
	    "the %s", room_name(eye(t, seat)->room));
}

static void
start_in(struct table *t, int seat, int room)
{
	enter(t, seat, room);
	table_tell(t, ONLY(seat), "started", "room=%s", room_name(room));
}

static void
start(struct table *t, int seat, const struct order *o)
{
	start_in(t, seat, order_arg(o, 0, NONE));
}

static bool
everybody(const struct table *known, int seat)
{
	(void)known;
	(void)seat;
	return true;
}

static void
choose_first_rooms(struct table *t)
{
	int	seat;

	table_ask_each(t, START, everybody);
	for (seat = 0; seat < 2; seat++)
		table_walk(t, seat);
}

static void
decide_who_begins(struct table *t)
{
	struct noir		*g = game(t);
	const struct options	*options = t->options;

	if (options->first != FIRST_BY_COIN) {
		g->first = g->active = options->first - FIRST_JOHN;
		table_tell(t, EVERYONE, "begins", "seat=%s",
		    name(t, g->first));
		return;
	}
	g->coin = table_roll(t, "coin", noir_coin_names, 2);
	g->first = g->active = g->coin;
	table_tell(t, EVERYONE, "coin", "side=%s seat=%s",
	    noir_coin_names[g->coin], name(t, g->first));
}

/* ==== ACTION POINTS ===================================================== */

static enum verdict
may_spend(const struct table *t, const struct order *o, int cost,
    struct why *why)
{
	const struct noir	*g = game(t);
	const char		*verb = order_verb(o)->name;
	int			 before = orders_before(o);

	if (g->passed)
		return not_now(why, "N24",
		    "'%s' comes after 'pass', which ends the turn", verb);
	if (g->points >= cost)
		return OK;
	if (before == 0)
		return not_now(why, "N2", "%s needs %d AP; %d %s left", verb,
		    cost, g->points, g->points == 1 ? "is" : "are");
	return not_now(why, "N2", "%s needs %d AP; %d %s left after order %d",
	    verb, cost, g->points, g->points == 1 ? "is" : "are", before);
}

/* A shot may have left open where the sender will be. */
static enum verdict
not_sure_where(struct why *why, const char *rule)
{
	return not_now(why, rule,
	    "where you will be depends on whether the shot hits");
}

static enum verdict
may_pass(struct table *t, int seat, const struct order *o, struct why *why)
{
	(void)seat;
	return may_spend(t, o, 0, why);
}

static void
pass(struct table *t, int seat, const struct order *o)
{
	(void)o;
	game(t)->passed = 1;				/* N24 */
	game(t)->points = 0;
	table_tell(t, EVERYONE, "passed", "by=%s", name(t, seat));
}

/* Waiting is for those who have something left that they can do. */
static enum verdict
may_wait(struct table *t, int seat, const struct order *o, struct why *why)
{
	const struct noir	*g = game(t);
	int			 room = eye(t, seat)->room;
	enum verdict		 verdict = may_spend(t, o, 0, why);

	if (verdict != OK || g->points > 0)
		return verdict;
	if (is_unknown(room))
		return not_sure_where(why, "N2");
	if (card(t, room)->effect == JUMP ||
	    (card(t, room)->effect == ECHOES && !g->echoed))
		return OK;
	return not_now(why, "N2", "no points are left to wait with; leave "
	    "'wait' away");
}

/* ==== MOVE ============================================================== */

/* Is there a way from room to room now? */
static enum verdict
may_go(const struct table *t, int from, int to, struct why *why)
{
	int32_t	ways[N_ROOMS];
	int	n;

	if (is_unknown(from))
		return not_sure_where(why, "N4");
	n = ways_out(t, from, ways);
	if (has_room(ways, n, to))
		return OK;
	if (is_flooded(game(t), to))
		return not_now(why, "N16", "the basement is flooded; from the "
		    "%s you can move to %s", room_name(from),
		    noir_rooms(t, ways, n, "or"));
	return not_now(why, "N4", "from the %s you can move to %s",
	    room_name(from), noir_rooms(t, ways, n, "or"));
}

static enum verdict
may_move(struct table *t, int seat, const struct order *o, struct why *why)
{
	enum verdict	verdict = may_spend(t, o, 1, why);

	return verdict != OK ? verdict :
	    may_go(t, eye(t, seat)->room, order_arg(o, 0, NONE), why);
}

/* Move in secret (N3): all hear of it, the owner reads where it is now. */
static void
go(struct table *t, int seat, int room, const char *heard, const char *did)
{
	enter(t, seat, room);
	table_tell(t, ALL_BUT(seat), heard, "by=%s", name(t, seat));
	table_tell(t, ONLY(seat), did, "to=%s", room_name(room));
}

static void
move(struct table *t, int seat, const struct order *o)
{
	spend(t, 1);					/* N4 */
	go(t, seat, order_arg(o, 0, NONE), "moved", "moved-to");
}

/* ==== HITS ============================================================== */

static void
take_hit(struct table *t, int seat)
{
	struct eye	*who = eye(t, seat);

	who->hits++;
	show(t, seat);
	table_tell(t, EVERYONE, "hit", "seat=%s hits=%d", name(t, seat),
	    who->hits);
	if (who->hits == HITS_MAX)			/* N22 */
		end_game(t, TWO_HITS, other(seat), "N22");
}

/* ==== SHOOT ============================================================= */

enum { SHOOT_AT, SHOOT_SLIP };		/* arguments */
enum { IF_HIT, IF_MISSED };

static const char *const slip_keys[] = { "hit", "miss", NULL };

/* Where the order slips to when the shot hits, or misses; or NONE. */
static int
slip_to(const struct order *o, int how)
{
	const struct item	*item;
	int			 i, n;

	item = order_list(o, SHOOT_SLIP, &n);
	for (i = 0; i < n; i++) {
		if (item[i].of == ABSENT)
			return item[i].is;
		if (item[i].is == how)
			return item[i].of;
	}
	return NONE;
}

static enum verdict
may_slip(const struct table *t, int from, const struct order *o,
    struct why *why)
{
	int		hit = slip_to(o, IF_HIT), miss = slip_to(o, IF_MISSED);
	enum verdict	verdict;

	if (hit == NONE || miss == NONE)
		return never(why, "N5", "slip needs both 'hit:' and 'miss:', "
		    "or one room for either");
	verdict = may_go(t, from, hit, why);		/* N26 */
	return verdict != OK ? verdict : may_go(t, from, miss, why);
}

static enum verdict
may_shoot(struct table *t, int seat, const struct order *o, struct why *why)
{
	int			 from = eye(t, seat)->room;
	enum verdict		 verdict = may_spend(t, o, 2, why);
	const struct room	*here;

	if (verdict != OK)
		return verdict;
	if (is_unknown(from))
		return not_sure_where(why, "N5");
	here = card(t, from);
	if (!has_room(here->shoot, here->n_shoot, order_arg(o, SHOOT_AT, NONE)))
		return not_now(why, "N5", "from the %s you can shoot at %s",
		    room_name(from),
		    noir_rooms(t, here->shoot, here->n_shoot, "or"));
	return may_slip(t, from, o, why);
}

/* The hit is settled before one moves; the sender of a file cannot know. */
static void
slip_away(struct table *t, int seat, const struct order *o, bool hit)
{
	if (is_unknown(eye(t, other(seat))->room) &&
	    slip_to(o, IF_HIT) != slip_to(o, IF_MISSED)) {
		eye(t, seat)->room = UNKNOWN;
		table_unsure(t);
		return;
	}
	go(t, seat, slip_to(o, hit ? IF_HIT : IF_MISSED), "slipped",
	    "slipped-to");
}

static void
shoot(struct table *t, int seat, const struct order *o)
{
	int	at = order_arg(o, SHOOT_AT, NONE);
	bool	hit = eye(t, other(seat))->room == at;

	spend(t, 2);
	show(t, seat);					/* N5 */
	table_reveal(t, "N5", EVERYONE, "shot", "by=%s from=%s at=%s hit=%s",
	    name(t, seat), room_name(eye(t, seat)->room), room_name(at),
	    yes(hit));
	if (hit)
		take_hit(t, other(seat));		/* N5 */
	if (!is_over(t))				/* N6 */
		slip_away(t, seat, o, hit);
}

/* ==== LISTEN ============================================================ */

/* The seat names a room that it could move to, by its card (N7, N8). */
static int
name_neighbour(struct table *t, int seat)
{
	struct eye		*who = eye(t, seat);
	const struct room	*here = card(t, who->room);
	int			 room = preferred(t, seat, LISTENED,
				    here->move, here->n_move);

	if (room == NONE && has_room(here->move, here->n_move, who->named))
		room = who->named;
	if (room == NONE)
		room = table_choose(t, "listened", noir_room_names, here->move,
		    here->n_move);
	who->named = room;
	who->named_turn = this_turn(t);
	return room;
}

static enum verdict
may_listen(struct table *t, int seat, const struct order *o, struct why *why)
{
	(void)seat;
	return may_spend(t, o, 1, why);
}

static void
listen(struct table *t, int seat, const struct order *o)
{
	(void)o;
	spend(t, 1);
	if (is_unknown(eye(t, other(seat))->room))
		return;
	table_reveal(t, "N7", EVERYONE, "listened", "by=%s seat=%s room=%s",
	    name(t, seat), name(t, other(seat)),
	    room_name(name_neighbour(t, other(seat))));
}

/* ==== TRAP ============================================================== */

/* May a trap be put there, after taking up the one in that other room? */
static enum verdict
may_put_trap(const struct table *t, int seat, int room, int take_up,
    struct why *why)
{
	const struct eye	*who = eye(t, seat);

	if (is_unknown(room))
		return not_sure_where(why, "N9");
	if (take_up == room)				/* N9 */
		return not_now(why, "N9", "a trap cannot be taken up and set "
		    "in the same room, the %s", room_name(room));
	if (trap_in(who, room) != NONE)			/* N10, N15 */
		return not_now(why, "N10", "your trap in the %s is set "
		    "already; one trap a room", room_name(room));
	if (who->n_trap < TRAPS_MAX)
		return take_up == NONE ? OK : not_now(why, "N9", "you have "
		    "fewer than two traps out; take none up");
	if (take_up == NONE)
		return not_now(why, "N9", "you have two traps out; name the "
		    "one to take up: %s", noir_traps(t, seat, "or"));
	return trap_in(who, take_up) != NONE ? OK : not_now(why, "N9",
	    "you have no trap in the %s to take up, only in %s",
	    room_name(take_up), noir_traps(t, seat, "and"));
}

/* The other one, if there is one, closes up. */
static void
remove_trap(struct eye *who, int i)
{
	who->traps[i] = who->traps[who->n_trap - 1];
	memset(&who->traps[--who->n_trap], 0, sizeof(struct trap));
}

static void
put_trap(struct table *t, int seat, int room, int take_up, bool panel)
{
	struct eye	*who = eye(t, seat);

	if (take_up != NONE)				/* N9, N15 */
		remove_trap(who, trap_in(who, take_up));
	who->traps[who->n_trap].room = room;
	who->traps[who->n_trap++].panel = panel;
	table_tell(t, ALL_BUT(seat), panel ? "wired" : "trapped",
	    "by=%s taken=%s", name(t, seat), yes(take_up != NONE));
	table_reveal(t, panel ? "N14" : "N9", ONLY(seat),
	    panel ? "wired-in" : "trapped-in", "room=%s taken=%s", /* N3 */
	    room_name(room), take_up == NONE ? "no" : room_name(take_up));
}

static enum verdict
may_trap(struct table *t, int seat, const struct order *o, struct why *why)
{
	enum verdict	verdict = may_spend(t, o, 1, why);

	return verdict != OK ? verdict : may_put_trap(t, seat,
	    eye(t, seat)->room, order_arg(o, 0, NONE), why);
}

static void
trap(struct table *t, int seat, const struct order *o)
{
	spend(t, 1);					/* N9 */
	put_trap(t, seat, eye(t, seat)->room, order_arg(o, 0, NONE), false);
}

/* A trap of the seat goes off: it is named, and is gone (N11). */
static void
go_off(struct table *t, int seat, int i, const char *rule)
{
	int	room = eye(t, seat)->traps[i].room;
	bool	hit = eye(t, other(seat))->room == room;

	remove_trap(eye(t, seat), i);
	table_reveal(t, rule, EVERYONE, "went-off",
	    "by=%s room=%s seat=%s hit=%s", name(t, seat), room_name(room),
	    name(t, other(seat)), yes(hit));
	if (hit)
		take_hit(t, other(seat));
}

static enum verdict
may_detonate(struct table *t, int seat, const struct order *o,
    struct why *why)
{
	const struct eye	*who = eye(t, seat);
	int			 room = order_arg(o, 0, NONE);
	int			 i = trap_in(who, room);
	enum verdict		 verdict = may_spend(t, o, 1, why);

	if (verdict != OK)
		return verdict;
	if (i == NONE)
		return not_now(why, "N11", "you have no trap in the %s",
		    room_name(room));
	if (who->traps[i].panel)
		return not_now(why, "N14", "the panel's trap in the %s goes "
		    "off by itself when your next turn begins",
		    room_name(room));
	return OK;
}

static void
detonate(struct table *t, int seat, const struct order *o)
{
	spend(t, 1);					/* N11 */
	go_off(t, seat, trap_in(eye(t, seat), order_arg(o, 0, NONE)), "N11");
}

/* ==== ROOM EFFECTS ====================================================== */

static enum verdict
may_use(struct table *t, int seat, const struct order *o, struct why *why)
{
	const char	*effect = order_verb(o)->name;
	int		 here = eye(t, seat)->room, home = 0;

	while (card(t, home)->effect != text_index(noir_effect_names, effect))
		home++;
	if (is_unknown(here))
		return not_sure_where(why, "N12");
	if (here != home)				/* N12 */
		return not_now(why, "N12", "%s is an effect of the %s; you "
		    "are in the %s", effect, room_name(home),
		    room_name(here));
	return may_spend(t, o, card(t, home)->cost, why);
}

/* Show the room, pay, and say which effect it is (N12). */
static void
use(struct table *t, int seat, const struct order *o)
{
	int	here = eye(t, seat)->room;

	spend(t, card(t, here)->cost);
	show(t, seat);
	table_reveal(t, "N12", EVERYONE, order_verb(o)->name, "by=%s room=%s",
	    name(t, seat), room_name(here));
}

/* ---- the balcony: jump ----------------------------------------------- */

static void
jump(struct table *t, int seat, const struct order *o)
{
	use(t, seat, o);
	enter(t, seat, KITCHEN);			/* N13 */
	show(t, seat);
}

/* ---- the basement: panel --------------------------------------------- */

enum { PANEL_IN, PANEL_TAKE_UP };	/* arguments */

static enum verdict
may_panel(struct table *t, int seat, const struct order *o, struct why *why)
{
	int		room = order_arg(o, PANEL_IN, NONE);
	enum verdict	verdict;

	if (card(t, room)->effect == PANEL)
		return never(why, "N14", "the panel puts a trap in any other "
		    "room than its own, the %s", room_name(room));
	verdict = may_use(t, seat, o, why);
	return verdict != OK ? verdict : may_put_trap(t, seat, room,
	    order_arg(o, PANEL_TAKE_UP, NONE), why);	/* N15 */
}

static void
panel(struct table *t, int seat, const struct order *o)
{
	use(t, seat, o);
	put_trap(t, seat, order_arg(o, PANEL_IN, NONE),
	    order_arg(o, PANEL_TAKE_UP, NONE), true);	/* N14 */
}

static void
set_off_panel_traps(struct table *t, int seat)
{
	struct eye	*who = eye(t, seat);
	int		 i = 0;

	while (i < who->n_trap && !is_over(t))
		if (who->traps[i].panel)
			go_off(t, seat, i, "N14");
		else
			i++;
}

/* ---- the bedroom: flood ---------------------------------------------- */

/* A seat in the water is hit and moves out at once (N16, N26). */
static void
flee(struct table *t, int seat)
{
	int32_t	ways[N_ROOMS];
	int	n, to;
	bool	wished;

	take_hit(t, seat);
	if (is_over(t))
		return;
	n = ways_out(t, eye(t, seat)->room, ways);
	to = preferred(t, seat, FLEE, ways, n);
	wished = to != NONE;
	if (!wished)
		to = table_choose(t, "flee", noir_room_names, ways, n);
	enter(t, seat, to);
	table_tell(t, ALL_BUT(seat), "fled", "seat=%s", name(t, seat));
	table_tell(t, ONLY(seat), "fled-to", "to=%s wished=%s",
	    room_name(to), yes(wished));
}

static enum verdict
may_flood(struct table *t, int seat, const struct order *o, struct why *why)
{
	enum verdict	verdict = may_use(t, seat, o, why);

	if (verdict != OK || !eye(t, seat)->flood)
		return verdict;
	return not_now(why, "N17", "the lever may be pulled once a turn");
}

static void
flood(struct table *t, int seat, const struct order *o)
{
	use(t, seat, o);
	eye(t, seat)->flood = 1;			/* N16 */
	if (eye(t, other(seat))->room == BASEMENT)
		flee(t, other(seat));
}

/* The seat's own flood ends; the other's may last (N17). */
static void
drain(struct table *t, int seat)
{
	if (!eye(t, seat)->flood)
		return;
	eye(t, seat)->flood = 0;
	table_tell(t, EVERYONE, "drained", "by=%s dry=%s", name(t, seat),
	    yes(!is_flooded(game(t), BASEMENT)));
}

/* ---- the foyer: echoes ----------------------------------------------- */

static enum verdict
may_hear_echoes(struct table *t, int seat, const struct order *o,
    struct why *why)
{
	enum verdict	verdict = may_use(t, seat, o, why);

	if (verdict != OK || !game(t)->echoed)
		return verdict;
	return not_now(why, "N19", "echoes can be used once a turn");
}

static void
hear_echoes(struct table *t, int seat, const struct order *o)
{
	struct eye	*them = eye(t, other(seat));

	use(t, seat, o);
	game(t)->echoed = 1;				/* N19 */
	if (is_unknown(them->room))
		return;
	if (card(t, them->room)->floor < 2) {
		table_reveal(t, "N7", EVERYONE, "answered", "seat=%s room=%s",
		    name(t, other(seat)),
		    room_name(name_neighbour(t, other(seat))));
		return;
	}
	show(t, other(seat));				/* N18 */
	table_reveal(t, "N18", EVERYONE, "gave-away", "seat=%s room=%s",
	    name(t, other(seat)), room_name(them->room));
}

/* ---- the kitchen: energized ------------------------------------------ */

static enum verdict
may_energize(struct table *t, int seat, const struct order *o,
    struct why *why)
{
	if (game(t)->acted)				/* N20 */
		return not_now(why, "N20", "energized is for a turn begun in "
		    "the kitchen, as its first action");
	return may_use(t, seat, o, why);
}

static void
energize(struct table *t, int seat, const struct order *o)
{
	use(t, seat, o);
	game(t)->points = 3;				/* N20 */
}

/* ---- the library: switch --------------------------------------------- */

static void
throw_switch(struct table *t, int seat, const struct order *o)
{
	int	them = other(seat);

	use(t, seat, o);
	if (eye(t, them)->room != KITCHEN) {		/* N21 */
		table_tell(t, EVERYONE, "nobody-fell", "seat=%s",
		    name(t, them));
		return;
	}
	enter(t, them, BASEMENT);
	show(t, them);
	table_reveal(t, "N21", EVERYONE, "fell", "seat=%s room=%s",
	    name(t, them), room_name(BASEMENT));
	if (is_flooded(game(t), BASEMENT))
		flee(t, them);
}

/* ==== ORDERS ============================================================ */

#define A_ROOM	.kind = ARG_NAME, .what = "a room", .names = noir_room_names
#define ROOMS	A_ROOM, .most = N_ROOMS

static const struct verb verbs[] = {
	[DO_START] = { "start", 1 << START, { { A_ROOM } },
	    .may = may_start, .carry = start, .words = "begin in the {}" },
	[DO_MOVE] = { "move", 1 << ACT, { { A_ROOM } },
	    .may = may_move, .carry = move, .words = "move to the {}" },
	[DO_SHOOT] = { "shoot", 1 << ACT,
	    { [SHOOT_AT] = { A_ROOM },
	      [SHOOT_SLIP] = { "slip", A_ROOM, .most = 1, .keys = slip_keys,
		.to = noir_room_names } },
	    .may = may_shoot, .carry = shoot,
	    .words = "shoot at the {}, then slip away: {slip}" },
	[DO_LISTEN] = { "listen", 1 << ACT, .may = may_listen,
	    .carry = listen, .words = "listen" },
	[DO_TRAP] = { "trap", 1 << ACT, { { A_ROOM, .optional = true } },
	    .may = may_trap, .carry = trap,
	    .words = "set a trap here[, after taking up the one in the {}]" },
	[DO_DETONATE] = { "detonate", 1 << ACT, { { A_ROOM } },
	    .may = may_detonate, .carry = detonate,
	    .words = "detonate the trap in the {}" },
	[DO_JUMP] = { "jump", 1 << ACT, .may = may_use, .carry = jump,
	    .words = "jump the railing, into the kitchen" },
	[DO_PANEL] = { "panel", 1 << ACT,
	    { [PANEL_IN] = { A_ROOM },
	      [PANEL_TAKE_UP] = { "take_up", A_ROOM, .optional = true } },
	    .may = may_panel, .carry = panel,
	    .words = "put a trap in the {} by the panel"
		"[, after taking up the one in the {take_up}]" },
	[DO_FLOOD] = { "flood", 1 << ACT, .may = may_flood, .carry = flood,
	    .words = "flood the basement" },
	[DO_ECHOES] = { "echoes", 1 << ACT, .may = may_hear_echoes,
	    .carry = hear_echoes, .words = "hear the echoes" },
	[DO_ENERGIZED] = { "energized", 1 << ACT, .may = may_energize,
	    .carry = energize, .words = "be energized: 3 AP" },
	[DO_SWITCH] = { "switch", 1 << ACT, .may = may_use,
	    .carry = throw_switch, .words = "throw the trap door switch" },
	[DO_PASS] = { "pass", 1 << ACT, .may = may_pass, .carry = pass,
	    .words = "pass" },
	[DO_WAIT] = { "wait", 1 << ACT, .wait = true, .may = may_wait,
	    .words = "wait for what you have learned, then go on" },
	{ .name = NULL }
};

static const struct verb standing[] = {
	[LISTENED] = { "listened",
	    .args = { { ROOMS, .keys = noir_room_names,
		.to = noir_room_names } },
	    .words = "when listened to, name the first that is true: {}" },
	[FLEE] = { "flee", .args = { { ROOMS } },
	    .words = "when forced to flee, to the first that is open: {}" },
	{ .name = NULL }
};

static void
fallback(struct table *t, int seat, int decision)
{
	if (decision == START)
		start_in(t, seat, table_roll(t, "room", noir_room_names,
		    N_ROOMS));
	else
		pass(t, seat, NULL);
}

/* ==== THE END =========================================================== */

/* When it is over, all is told (N22, N25, N27). */
static void
end_game(struct table *t, enum ending ending, int winner, const char *rule)
{
	int	seat;

	game(t)->ending = ending;
	game(t)->winner = winner;
	table_tell(t, EVERYONE, noir_ending_names[ending], "winner=%s",
	    name(t, winner));
	for (seat = 0; seat < 2; seat++)
		table_reveal(t, rule, EVERYONE, "bared",
		    "seat=%s hits=%d path=%s traps=%s", name(t, seat),
		    eye(t, seat)->hits, noir_path(t, seat),
		    noir_traps(t, seat, "and"));
}

static void
retire(struct table *t, int seat)
{
	if (!is_over(t))
		end_game(t, LEFT, other(seat), "N27");	/* N27 */
}

static bool
over(const struct table *t, struct ranking *ranking)
{
	int	seat;

	if (!is_over(t) || ranking == NULL)
		return is_over(t);
	ranking->how = noir_ending_names[game(t)->ending];
	for (seat = 0; seat < 2; seat++)
		ranking->place[seat] = game(t)->winner == other(seat) ? 2 : 1;
	return true;
}

static const char *const seats[] = { "john", "jane", NULL };

const struct engine noir_engine = {
	.id = "noir",
	.title = "Revolver Noir",
	.rules = 1,
	.min_seats = 2,
	.max_seats = 2,
	.seating = SEATS_FIXED,
	.seats = seats,
	.options = &noir_options,
	.components = &noir_components,
	.state = &noir_state,
	.decisions = decisions,
	.verbs = verbs,
	.standing = standing,
	.setup = setup,
	.play = play,
	.fallback = fallback,
	.retire = retire,
	.suggest = noir_suggest,
	.brief = noir_brief,
	.picture = noir_picture,
	.over = over
};
