/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Revolver Noir: the built-in player. It plays its orders out on a copy of
 * what its seat knows, by the rules themselves, so all of them are legal.
 */

#include "config.h"

#include <string.h>

#include "engines/noir/noir.h"
#include "table/engine.h"

struct mind {
	struct table	 table;		/* its copy of the game */
	struct chance	*chance;
	struct script	*out;
	int		 seat;
	int		 weight[N_ROOMS];	/* the other may be there */
};

static bool
happens(struct mind *m, uint32_t once_in)
{
	return m->chance->below(m->chance, once_in) == 0;
}

static int
any(struct mind *m, int n)
{
	return (int)m->chance->below(m->chance, (uint32_t)n);
}

/*
 * Weigh the rooms: near to where the other was shown lately; and if this
 * turn has brought an answer already, only those that fit it.
 */
static void
weigh(struct mind *m)
{
	const struct table	*t = &m->table;
	const struct eye	*them = eye(t, other(m->seat));
	int			 now = this_turn(t), room;
	bool			 lately = them->shown != NONE &&
				    them->shown_turn >= now - 1;
	bool			 fresh = game(t)->acted;

	for (room = 0; room < N_ROOMS; room++) {
		m->weight[room] = 2;
		if (lately && (room == them->shown ||
		    leads_to(t, them->shown, room)))
			m->weight[room] = 5;
		if ((fresh && lately && them->shown_turn == now &&
		    room != them->shown) ||
		    (fresh && them->named != NONE && them->named_turn == now &&
		    !leads_to(t, room, them->named)) ||
		    is_flooded(game(t), room))
			m->weight[room] = 0;
	}
}

/* Append an order if it can be carried out now. */
static bool
order(struct mind *m, int verb, int main_arg, int detail)
{
	const struct verb	*verbs = m->table.engine->verbs;
	struct script		 one;
	struct step		*step;
	struct order		 o;
	struct why		 why;

	script_clear(&one);
	step = script_add(&one, verb);
	if (main_arg != NONE)
		step->arg[0] = (int16_t)main_arg;
	if (detail != NONE && verbs[verb].args[1].most > 0)
		script_put(&one, step, 1, detail, ABSENT);
	else if (detail != NONE)
		step->arg[1] = (int16_t)detail;
	script_first(&one, verbs, &o);
	if (verbs[verb].may(&m->table, m->seat, &o, &why) != OK)
		return false;
	if (!verbs[verb].wait)
		verbs[verb].carry(&m->table, m->seat, &o);
	script_append(m->out, &o);
	return true;
}

static int
any_way_out(struct mind *m)
{
	int32_t	ways[N_ROOMS];
	int	n = ways_out(&m->table, eye(&m->table, m->seat)->room, ways);

	return ways[any(m, n)];
}

static bool
shoot(struct mind *m)
{
	const struct room	*here = card(&m->table,
				    eye(&m->table, m->seat)->room);
	int			 i, at = here->shoot[any(m, here->n_shoot)];

	for (i = 0; i < here->n_shoot; i++)
		if (m->weight[here->shoot[i]] > m->weight[at])
			at = here->shoot[i];
	if (m->weight[at] == 0 || (m->weight[at] < 5 && happens(m, 3)))
		return false;
	return order(m, DO_SHOOT, at, any_way_out(m));
}

static bool
detonate(struct mind *m)
{
	const struct eye	*me = eye(&m->table, m->seat);
	int			 i;

	for (i = 0; i < me->n_trap; i++)
		if (m->weight[me->traps[i].room] >= 5 || happens(m, 8))
			return order(m, DO_DETONATE, me->traps[i].room, NONE);
	return false;
}

/* Put a trap here, or by the panel anywhere; take one up if need be. */
static bool
set_trap(struct mind *m, int verb)
{
	const struct eye	*me = eye(&m->table, m->seat);
	int			 old = me->n_trap < TRAPS_MAX ? NONE :
				    me->traps[any(m, TRAPS_MAX)].room;

	return verb == DO_TRAP ? order(m, DO_TRAP, old, NONE) :
	    order(m, DO_PANEL, any(m, N_ROOMS), old);
}

static bool
use_effect(struct mind *m)
{
	return order(m, DO_JUMP, NONE, NONE) ||
	    order(m, DO_FLOOD, NONE, NONE) ||
	    order(m, DO_SWITCH, NONE, NONE) || set_trap(m, DO_PANEL);
}

/* Do one thing; say whether to wait for what comes of it. */
static bool
act(struct mind *m)
{
	struct noir	*g = game(&m->table);

	if (happens(m, 2) && order(m, DO_ENERGIZED, NONE, NONE))
		return false;
	if (happens(m, 2) && order(m, DO_ECHOES, NONE, NONE))
		return true;
	if (g->points >= 3 && order(m, DO_LISTEN, NONE, NONE))
		return true;
	if (detonate(m) || shoot(m))
		return false;
	if (happens(m, 3) && use_effect(m))
		return false;
	if (happens(m, 4) && order(m, DO_LISTEN, NONE, NONE))
		return true;
	if (happens(m, 4) && set_trap(m, DO_TRAP))
		return false;
	order(m, DO_MOVE, any_way_out(m), NONE);
	return false;
}

void
noir_suggest(const struct table *known, int seat, int decision,
    struct chance *chance, struct script *out)
{
	struct noir	copy = *game(known);
	struct mind	m = { .table = *known, .chance = chance, .out = out,
			    .seat = seat };

	m.table.state = &copy;
	if (decision == START) {
		order(&m, DO_START, any(&m, N_ROOMS), NONE);
		return;
	}
	weigh(&m);
	if (copy.points == 0)
		use_effect(&m);
	while (copy.points > 0)
		if (act(&m) && order(&m, DO_WAIT, NONE, NONE))
			return;
	if (out->n_step == 0)
		order(&m, DO_PASS, NONE, NONE);
}
