/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The bazaar: its built-in player, the facts and the picture of a report. */

#include "config.h"

#include "base/arena.h"
#include "base/buf.h"
#include "data/node.h"
#include "table/cards.h"
#include "toy.h"

/* A card of the hand at random, of those that fit; NONE: there is none. */
static int
pick(const struct pile *hand, unsigned kinds, struct chance *chance)
{
	int	i, n = 0, found = NONE;

	for (i = 0; i < hand->n_card; i++)
		if ((kinds & 1u << hand->card[i].face) != 0 &&
		    chance->below(chance, (uint32_t)++n) == 0)
			found = hand->card[i].face;
	return found;
}

static int
pick_other(const struct table *t, int seat, struct chance *chance)
{
	int	i, n = 0, found = NONE;

	for (i = 0; i < table_seats(t); i++)
		if (i != seat && toy_is_in(t, i) &&
		    chance->below(chance, (uint32_t)++n) == 0)
			found = i;
	return found;
}

/* Fill a step that plays that kind. */
static void
aim(struct script *out, int step, int kind, int on)
{
	out->step[step].arg[0] = (int16_t)kind;
	if (kind == STRIKE || kind == BARTER)
		out->step[step].arg[1] = (int16_t)on;
}

static void
suggest_plan(const struct table *t, int seat, struct chance *chance,
    struct script *out)
{
	struct step	*top = script_add(out, DO_PLAN);
	int		 first, last;

	first = script_step(out, DO_PLAY);
	top->arg[0] = (int16_t)first;
	aim(out, first, (int)chance->below(chance, 2) ? GOLD : STRIKE,
	    pick_other(t, seat, chance));
	out->step[first].otherwise = (int16_t)script_step(out,
	    chance->below(chance, 2) ? DO_WAIT : DO_DRAW);
	last = script_step(out, DO_DRAW);
	out->step[first].next = (int16_t)last;
}

static void
suggest_act(const struct table *t, int seat, struct chance *chance,
    struct script *out)
{
	const struct toy	*s = t->state;
	const struct pile	*hand = &s->stall[seat].hand;
	int			 kind = pick(hand, ~(1u << BLOCK), chance);
	int			 on = pick_other(t, seat, chance);
	struct step		*step;
	int			 then;

	if (kind != NONE && chance->below(chance, 4) > 0) {
		step = script_add(out, DO_PLAY);
		aim(out, (int)(step - out->step), kind, on);
	} else if (s->deck.n_card + s->spent.n_card > 0) {
		step = script_add(out, DO_DRAW);
		if (s->acts > 1 && chance->below(chance, 2) == 0) {
			then = script_step(out, DO_PLAY);
			step->then = (int16_t)then;
			aim(out, then, chance->below(chance, 2) ? STRIKE :
			    GOLD, on);
		} else if (s->acts > 1 && chance->below(chance, 2) == 0) {
			script_add(out, DO_WAIT);
			return;
		}
	} else
		script_add(out, DO_SKIP);
	if (chance->below(chance, 3) == 0)
		suggest_plan(t, seat, chance, out);
}

static void
suggest_give(const struct table *t, int seat, struct chance *chance,
    struct script *out)
{
	const struct toy	*s = t->state;

	if (s->stall[seat].coins > 1 && s->stall[s->go].hand.n_card > 0 &&
	    chance->below(chance, 3) == 0) {
		script_add(out, DO_PEEK);
		if (toy_flaw != FLAW_HALF)
			script_add(out, DO_WAIT);
		return;
	}
	script_add(out, DO_GIVE)->arg[0] =
	    (int16_t)pick(&s->stall[seat].hand, ~0u, chance);
}

void
toy_suggest(const struct table *known, int seat, int decision,
    struct chance *chance, struct script *out)
{
	const struct toy	*s = known->state;
	const struct stall	*mine = &s->stall[seat];

	if (toy_flaw == FLAW_SUGGEST && decision == REACT)
		chance->below(chance,
		    1u + (uint32_t)toy_real->stall[toy_real->user].role);
	switch (decision) {
	case BID:
		script_add(out, DO_BID)->arg[0] = (int16_t)chance->below(
		    chance, toy_flaw == FLAW_ILLEGAL ? 9 :
		    (uint32_t)mine->coins);
		break;
	case ACT:
		suggest_act(known, seat, chance, out);
		break;
	case REACT:
		script_add(out, toy_flaw == FLAW_SUGGEST &&
		    toy_real->stall[toy_real->user].role == CROOK ? DO_PASS :
		    pile_find(&mine->hand, BLOCK) != NONE &&
		    chance->below(chance, 4) > 0 ? DO_BLOCK : DO_PASS);
		break;
	case GIVE:
		suggest_give(known, seat, chance, out);
		break;
	case WORDS:
		script_add(out, DO_SAY)->arg[0] = (int16_t)mine->role;
		break;
	}
}

void
toy_brief(const struct table *known, int seat, struct node *facts)
{
	const struct toy	*s = toy_flaw == FLAW_BRIEF ? toy_real :
				    known->state;
	struct arena		*arena = known->events->arena;

	node_set(facts, "round", node_number(arena, s->round));
	node_set(facts, "strikes", node_number(arena, seat < 0 ? 0 :
	    pile_count(&s->stall[(seat + (toy_flaw == FLAW_BRIEF)) %
	    table_seats(known)].hand, STRIKE)));
}

void
toy_picture(const struct table *known, int seat, struct buf *out)
{
	const struct toy	*s = known->state;
	int			 i;

	(void)seat;
	for (i = 0; i < table_seats(known); i++)
		buf_printf(out, "%-8s %d coins, %d cards\n",
		    table_seat_name(known, i), s->stall[i].coins,
		    s->stall[i].hand.n_card);
	if (toy_flaw == FLAW_PICTURE && toy_real->deck.n_card > 0)
		buf_puts(out, kind_names[toy_real->deck.card[0].face]);
}
