/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Intruder Escape: goes, and the plans that carry them out unasked. */

#include "config.h"

#include "engines/intruder/intruder.h"

/* ==== PLANS ============================================================= */

static void
note_settled(struct table *t, int seat)
{
	struct guest	*me = guest(t, seat);

	me->settled = is_alive(t, seat) &&
	    (me->plan.n_step > 0 || me->after == THEN_SKIP);	/* M6 */
}

void
intruder_clear_plan(struct table *t, int seat, int after)
{
	struct guest	*me = guest(t, seat);

	script_clear(&me->plan);
	me->after = after;
	me->served = 0;
	note_settled(t, seat);
}

/* M5: the orders from that one on, for all goes left; then skip, or ask if
 * they end in wait. None: skip. */
void
intruder_set_plan(struct table *t, int seat, const struct order *from,
    int served)
{
	struct guest	*me = guest(t, seat);
	struct order	 o;
	bool		 more = from != NULL;

	intruder_clear_plan(t, seat, THEN_SKIP);
	me->served = served;
	if (more)
		o = *from;
	for (; more; more = order_next(&o, &o)) {
		if (o.step->verb == DO_WAIT || o.step->verb == DO_ASK) {
			me->after = THEN_ASK;
			break;
		}
		script_append(&me->plan, &o);
	}
	note_settled(t, seat);
}

/*
 * A standing plan replaces the seat's plan at once, and stands no longer:
 * it is gone with the round.
 */
void
intruder_stood(struct table *t, int seat)
{
	struct script	*kept = &table_commons(t)->place[seat].standing;
	struct script	 old = *kept;
	struct order	 o, inner;
	bool		 more;

	if (!table_standing(t, seat, STAND_PLAN, &o))
		return;
	if (order_orders(&o, 0, &inner) && is_alive(t, seat) &&
	    !is_immune(t, seat))
		intruder_set_plan(t, seat, &inner, 0);
	script_clear(kept);
	for (more = script_first(&old, t->engine->standing, &o); more;
	    more = order_next(&o, &o))
		if (o.step->verb != STAND_PLAN)
			script_append(kept, &o);
}

/* ==== A GO ============================================================== */

static void
tell_skip(struct table *t, int seat)
{
	table_tell(t, EVERYONE, "skips", "by=%s", name(t, seat));
}

/* M3, M4: carry out what is settled; false when the seat is to be asked. */
static bool
follow_plan(struct table *t, int seat)
{
	struct guest	*me = guest(t, seat);
	struct script	 now = me->plan;
	struct order	 o;

	if (!script_first(&now, t->engine->verbs, &o)) {
		if (me->after == THEN_ASK)
			return false;
		table_tell(t, ONLY(seat), "plan-over", "by=%s",
		    name(t, seat));
		tell_skip(t, seat);
		return true;
	}
	script_drop(&me->plan, t->engine->verbs);
	me->served++;
	note_settled(t, seat);
	table_tell(t, ONLY(seat), "serves", "by=%s number=%d", name(t, seat),
	    me->served);
	switch (table_try(t, seat, &o)) {
	case TRIED_WAIT:
		intruder_clear_plan(t, seat, THEN_ASK);
		return false;
	case TRIED_SKIPPED:
		tell_skip(t, seat);
		break;
	case TRIED_DONE:
		break;
	}
	return true;
}

/* The first order is for this go, the others are the plan for the rest. */
static bool
take_answer(struct table *t, int seat, const struct script *said)
{
	struct order	o, next;

	script_first(said, t->engine->verbs, &o);
	intruder_set_plan(t, seat, order_next(&o, &next) ? &next : NULL, 1);
	switch (table_try(t, seat, &o)) {
	case TRIED_WAIT:
		intruder_clear_plan(t, seat, THEN_ASK);
		return false;
	case TRIED_SKIPPED:
		tell_skip(t, seat);
		break;
	case TRIED_DONE:
		break;
	}
	return true;
}

static void
ask_go(struct table *t, int seat)
{
	const struct script	*said;

	do {
		table_ask(t, seat, ASK_PLAY);
		intruder_hear_words(t);
		said = table_orders(t, seat);
		if (said == NULL) {
			table_late(t, seat, ASK_PLAY);
			return;
		}
	} while (!take_answer(t, seat, said));
}

void
intruder_play_by_default(struct table *t, int seat)
{
	if (follow_plan(t, seat))
		return;
	tell_skip(t, seat);
	if (options(t)->absent == ABSENT_ROUND)
		intruder_clear_plan(t, seat, THEN_SKIP);
}

static void
take_go(struct table *t, int seat)
{
	struct guest	*me = guest(t, seat);

	if (me->mirror) {					/* M1 */
		me->mirror = 0;
		table_tell(t, EVERYONE, "go-lost", "by=%s", name(t, seat));
		return;
	}
	if (me->hand.n_card == 0) {				/* M2 */
		table_tell(t, EVERYONE, "empty-handed", "by=%s",
		    name(t, seat));
		return;
	}
	if (!follow_plan(t, seat))
		ask_go(t, seat);
}

/* I21: the dead and the immune are passed over. */
void
intruder_go(struct table *t)
{
	struct house	*h = house(t);
	int		 last = book(t)->goes * n_seats(t);

	while (h->step < last && !is_eligible(t, whose_go(t)))
		h->step++;
	if (h->step == last) {
		intruder_end_round(t);
		return;
	}
	take_go(t, whose_go(t));
	if (!is_over(t))
		h->step++;
}

/* ==== A CARD DRAWN ====================================================== */

static void
use_drawn(struct table *t, int seat, const struct order *o)
{
	struct pile	*hand = &guest(t, seat)->hand;
	int		 last = hand->n_card - 1;
	struct move	 m = intruder_move(o);
	struct why	 why;

	m.face = hand->card[last].face;
	if (o->step->verb == DO_PLAY && intruder_may(t, seat, &m, &why) == OK)
		intruder_play(t, seat, last, &m);
	else
		table_tell(t, ONLY(seat), "kept-drawn", "by=%s",
		    name(t, seat));
}

/*
 * Ask what to do with the card just drawn, which lies last in the hand. Go
 * orders behind the first replace the plan.
 */
void
intruder_ask_drawn(struct table *t, int seat)
{
	const struct script	*said;
	struct order		 o, next;

	table_ask(t, seat, ASK_DRAWN);
	intruder_hear_words(t);
	said = table_orders(t, seat);
	if (said == NULL) {
		table_late(t, seat, ASK_DRAWN);
		return;
	}
	script_first(said, t->engine->verbs, &o);
	if (order_next(&o, &next))
		intruder_set_plan(t, seat, &next, 0);
	use_drawn(t, seat, &o);
}

/* ==== LAST WORDS ======================================================== */

void
intruder_hear_words(struct table *t)
{
	struct place	*place = table_commons(t)->place;
	int		 seat;

	for (seat = 0; seat < n_seats(t); seat++) {
		if (!guest(t, seat)->words || place[seat].offered != NONE)
			continue;
		guest(t, seat)->words = 0;
		table_tell(t, EVERYONE, "silent", "by=%s", name(t, seat));
	}
}
