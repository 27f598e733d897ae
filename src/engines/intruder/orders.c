/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Intruder Escape: the orders and how a file of them is checked.
 *
 * Only the first go order of an answer to play or drawn meets the table that
 * its seat sees. Of all others just what cannot change any more is held
 * against them: NEVER; the rest is NOT_NOW, and comes out as a note.
 */

#include "config.h"

#include "base/buf.h"
#include "engines/intruder/intruder.h"

/* ==== WHERE AN ORDER STANDS ============================================= */

/* Its list is the file's, or a plan's. */
struct spot {
	int	top;		/* the order of the list that it belongs to */
	int	holder;		/* the order whose then it stands in */
	bool	otherwise;	/* it is an else */
	int	before;		/* go orders before it in the list */
	bool	first;		/* nothing stands before it */
	bool	planned;	/* the list is a standing plan */
};

static bool
is_in_then(const struct script *script, int of, int i)
{
	for (of = script->step[of].then; of != NONE;
	    of = script->step[of].next)
		if (of == i)
			return true;
	return false;
}

/* The order that i is the else of, or stands in the then of; or NONE. */
static int
above(const struct script *script, int i, bool *then)
{
	int	of;

	for (of = 0; of < script->n_step; of++) {
		*then = is_in_then(script, of, i);
		if (*then || script->step[of].otherwise == i)
			return of;
	}
	return NONE;
}

static int
previous(const struct script *script, int i)
{
	int	of;

	for (of = 0; of < script->n_step; of++)
		if (script->step[of].next == i)
			return of;
	return NONE;
}

static struct spot
find_spot(const struct order *o, bool planned)
{
	const struct script	*script = o->script;
	struct spot		 at = { .holder = NONE, .planned = planned };
	bool			 then;
	int			 i = (int)(o->step - script->step), up;

	for (at.top = i; (up = above(script, at.top, &then)) != NONE;
	    at.top = up)
		if (then && at.holder == NONE)
			at.holder = up;
		else if (at.holder == NONE)
			at.otherwise = true;
	at.first = previous(script, at.top) == NONE;
	for (i = previous(script, at.top); i != NONE;
	    i = previous(script, i))
		at.before += script->step[i].verb == DO_PLAY ||
		    script->step[i].verb == DO_SKIP ||
		    (script->step[i].verb == DO_KEEP &&
		    script->step[i].arg[KEEP_CARDS] == ABSENT);
	return at;
}

/* What the seat is asked while its file is checked. */
static int
asked(const struct table *t, int seat)
{
	const struct place	*place = &table_commons(t)->place[seat];

	return place->asked != NONE ? place->asked : place->offered;
}

static bool
is_first_of_drawn(const struct table *t, int seat, const struct spot *at)
{
	return asked(t, seat) == ASK_DRAWN && at->first &&
	    at->holder == NONE && !at->planned;
}

/* ==== GO ORDERS ========================================================= */

/* May a go order stand here at all: kept before, and a go for it? */
static enum verdict
has_go(struct table *t, int seat, const struct spot *at, struct why *why)
{
	int		left = goes_left(t, seat);
	struct order	plan;

	if (at->planned)
		return at->before < left ? OK : never(why, "M5", "you have %d "
		    "goes left this round, the plan has more", left);
	if (table_standing(t, seat, STAND_PLAN, &plan))
		return never(why, "M5", "a file holds go orders or a standing "
		    "plan, not both");
	if (asked(t, seat) == ASK_KEEP &&
	    (at->first || is_immune(t, seat)))
		return never(why, "I11", at->first ? "first say which cards "
		    "you keep: 'keep: [a, b, c]'" : "'home' stands alone; you "
		    "have no goes this round");
	if (at->before >= left)
		return never(why, "M5", "you have %d %s left this round, this "
		    "is order %d", left, left == 1 ? "go" : "goes",
		    at->before + 1);
	return OK;
}

/* Could the order at step i bring that card into the hand? */
static bool
may_bring(const struct script *script, int i, int face)
{
	const struct step	*step = &script->step[i];
	int			 take = step->arg[PLAY_TAKE], inner;

	if (step->verb == DO_PLAY && step->arg[PLAY_CARD] == HOSTAGE)
		return true;
	if (step->verb == DO_PLAY && step->arg[PLAY_CARD] == SNATCH &&
	    (take == face || (take == LATEST && is_wound(face))))
		return true;
	for (inner = step->then; inner != NONE;
	    inner = script->step[inner].next)
		if (may_bring(script, inner, face))
			return true;
	return step->otherwise != NONE &&
	    may_bring(script, step->otherwise, face);
}

static const char *
hand_in_words(const struct table *t, int seat)
{
	const struct pile	*hand = &guest(t, seat)->hand;

	return hand->n_card == 0 ? "nothing" :
	    pile_names(t, intruder_faces, hand, 0, hand->n_card);
}

/* Is the card in the hand, or may it be by then? */
static enum verdict
is_held(struct table *t, int seat, const struct order *o,
    const struct spot *at, int face, struct why *why)
{
	const struct script	*script = o->script;
	int			 copies, named = 0, i;
	bool			 comes = false;

	copies = pile_count(&guest(t, seat)->hand, face);
	for (i = previous(script, at->top); i != NONE;
	    i = previous(script, i)) {
		named += script->step[i].verb == DO_PLAY &&
		    script->step[i].arg[PLAY_CARD] == face;
		comes |= may_bring(script, i, face);
	}
	if (copies > named)
		return OK;
	if (copies > 0 || comes)
		return not_now(why, "I22", "you may hold no %s by then",
		    intruder_faces[face]);
	return never(why, "I22", "you hold no %s (you hold: %s)",
	    intruder_faces[face], hand_in_words(t, seat));
}

/* What then follows must be able to use what it got. */
static enum verdict
may_have_then(const struct order *o, const struct move *m, struct why *why)
{
	struct order	inner;

	if (!order_then(o, &inner) || m->face == HOSTAGE ||
	    m->face == SNATCH || m->face == IT)
		return OK;
	return never(why, "I36", "%s takes no 'then'; only hostage and snatch "
	    "bring a card", intruder_plays[m->face]);
}

/* ---- under then ------------------------------------------------------- */

/* Could a Snatch that takes that get a card that the word means? */
static bool
may_mean(const struct table *t, int word, int take)
{
	if (word == IT || word == take)
		return true;
	if (take == LATEST)
		return word == ANY_DAMAGE || word == ANY_HEALING ||
		    is_wound(word);
	return (word == ANY_ITEM && is_item(take)) ||
	    (word == ANY_DAMAGE && kind_of(t, take) == KIND_DAMAGE) ||
	    (word == ANY_HEALING && kind_of(t, take) == KIND_HEALING);
}

/* An entry under then, for a card that is not known yet. */
static enum verdict
may_follow(struct table *t, int seat, const struct order *o,
    const struct spot *at, struct why *why)
{
	const struct step	*holder = &o->script->step[at->holder];
	struct move		 m = intruder_move(o);
	int			 take = holder->arg[PLAY_TAKE];

	if (holder->arg[PLAY_CARD] == SNATCH && take != ABSENT &&
	    !may_mean(t, m.face, take))
		return never(why, "I38", "that snatch cannot bring %s",
		    intruder_plays[m.face]);
	if (m.face == IT) {
		if (m.on != NONE && !is_alive(t, m.on))
			return never(why, "I48", "%s is dead", name(t, m.on));
		return OK;
	}
	if (m.face == ANY_ITEM)
		m.face = KEYS;
	else if (m.face == ANY_DAMAGE)
		m.face = BAT;
	else if (m.face == ANY_HEALING)
		m.face = BANDAGE;
	return intruder_may(t, seat, &m, why);
}

static enum verdict
has_no_else(const struct order *o, const struct spot *at, struct why *why)
{
	struct order	inner;

	if (at->holder != NONE && (at->otherwise || order_else(o, &inner)))
		return never(why, "I36", "there is no 'else' under 'then'; "
		    "the next entry is tried");
	return OK;
}

/* ---- play --------------------------------------------------------------- */

/* The first order of an answer to drawn is for the card drawn. */
static enum verdict
is_drawn(struct table *t, int seat, struct move *m, struct why *why)
{
	const struct pile	*hand = &guest(t, seat)->hand;
	int			 face = hand->card[hand->n_card - 1].face;

	if (m->face != IT && m->face != face)
		return never(why, "I36", "the card drawn is %s; play that, or "
		    "'keep' it", intruder_faces[face]);
	m->face = face;
	return OK;
}

static enum verdict
check_play(struct table *t, int seat, const struct order *o, bool planned,
    struct why *why)
{
	struct spot	at = find_spot(o, planned);
	struct move	m = intruder_move(o);
	enum verdict	held = OK, verdict = has_no_else(o, &at, why);

	if (verdict == OK)
		verdict = may_have_then(o, &m, why);
	if (verdict == OK && at.holder != NONE)
		return may_follow(t, seat, o, &at, why);
	if (verdict == OK)
		verdict = has_go(t, seat, &at, why);
	if (verdict != OK)
		return verdict;
	if (is_first_of_drawn(t, seat, &at)) {
		if (is_drawn(t, seat, &m, why) != OK)
			return NEVER;
	} else if (m.face >= N_FACES)
		return never(why, "I36", "'%s' stands for a card not known "
		    "yet, under 'then'; name a card that you hold (%s)",
		    intruder_plays[m.face], hand_in_words(t, seat));
	else
		held = is_held(t, seat, o, &at, m.face, why);
	if (held == NEVER)
		return NEVER;
	verdict = intruder_may(t, seat, &m, why);
	if (verdict == OK && held == NOT_NOW)
		return is_held(t, seat, o, &at, m.face, why);
	return verdict;
}

static enum verdict
may_play(struct table *t, int seat, const struct order *o, struct why *why)
{
	struct move	m = intruder_move(o);

	if (table_checks(t))
		return check_play(t, seat, o, false, why);
	if (pile_find(&guest(t, seat)->hand, m.face) == NONE)
		return not_now(why, "I22", "you hold no %s",
		    intruder_plays[m.face]);
	return intruder_may(t, seat, &m, why);
}

/* In a check the hand stays whole: what is held is counted by the file. */
static void
play(struct table *t, int seat, const struct order *o)
{
	struct pile	hand = guest(t, seat)->hand;
	struct move	m = intruder_move(o);
	int		i;

	if (m.face == IT)
		m.face = hand.card[hand.n_card - 1].face;
	i = pile_find(&hand, m.face);
	if (i != NONE)
		intruder_play(t, seat, i, &m);
	if (!table_checks(t))
		return;
	guest(t, seat)->hand = hand;
	table_unsure(t);
}

/* ---- skip, wait, keep ---------------------------------------------------- */

static enum verdict
check_skip(struct table *t, int seat, const struct order *o, bool planned,
    struct why *why)
{
	struct spot	at = find_spot(o, planned);

	if (at.holder != NONE)
		return never(why, "I36", "under 'then' stand play, keep and "
		    "wait");
	if (is_first_of_drawn(t, seat, &at))
		return never(why, "I36", "first say what you do with the card "
		    "drawn: play it or keep it");
	return has_go(t, seat, &at, why);
}

static enum verdict
may_skip(struct table *t, int seat, const struct order *o, struct why *why)
{
	return table_checks(t) ? check_skip(t, seat, o, false, why) : OK;
}

static void
skip(struct table *t, int seat, const struct order *o)
{
	(void)o;
	table_tell(t, EVERYONE, "skips", "by=%s", name(t, seat));
	if (table_checks(t))
		table_unsure(t);
}

static enum verdict
check_wait(struct table *t, int seat, const struct order *o, bool planned,
    struct why *why)
{
	struct spot	at = find_spot(o, planned);

	if (at.holder != NONE) {
		if (o->script->step[at.holder].arg[PLAY_CARD] != HOSTAGE &&
		    o->script->step[at.holder].arg[PLAY_CARD] != IT)
			return never(why, "I36", "'wait' stands under the "
			    "'then' of a hostage only");
		if (o->step->next != NONE)
			return never(why, "I36", "'wait' stands last under "
			    "'then'");
		return has_no_else(o, &at, why);
	}
	if (at.otherwise)
		return OK;
	if (!planned && asked(t, seat) == ASK_KEEP && is_immune(t, seat))
		return never(why, "I15", "'home' stands alone");
	if (o->step->next != NONE)
		return never(why, "M5", "nothing can follow 'wait'");
	if (planned && at.first)
		return never(why, "M5", "'wait' needs an order before it; to "
		    "be asked write 'plan: ask'");
	if (at.before >= goes_left(t, seat))
		return never(why, "M5", "no go is left after these orders to "
		    "be asked for");
	return OK;
}

static enum verdict
may_wait(struct table *t, int seat, const struct order *o, struct why *why)
{
	return table_checks(t) ? check_wait(t, seat, o, false, why) : OK;
}

/* Take one card with each face out of pile; the first that is not there. */
static int
take_listed(struct pile *pile, const struct item *list, int n)
{
	int	i, at;

	for (i = 0; i < n; i++) {
		at = pile_find(pile, list[i].is);
		if (at == NONE)
			return list[i].is;
		pile_take(pile, at);
	}
	return NONE;
}

/* I11, I12, I14 */
static enum verdict
may_keep_these(struct table *t, int seat, const struct order *o,
    struct why *why)
{
	const struct item	*kept, *under;
	struct pile		 dealt = guest(t, seat)->hand;
	int			 n_kept, n_under, face;

	kept = order_list(o, KEEP_CARDS, &n_kept);
	under = order_list(o, KEEP_UNDER, &n_under);
	if (n_kept != book(t)->keep)
		return never(why, "I11", "%d cards are kept; you name %d",
		    book(t)->keep, n_kept);
	for (face = 0; face < n_kept; face++)
		if (kept[face].is == HOME)
			return never(why, "I14", "home is never kept; order "
			    "'home' to use it, or leave it out to let it go");
	face = take_listed(&dealt, kept, n_kept);
	if (face != NONE)
		return never(why, "I11", "you were not dealt %s, or not so "
		    "often (you hold: %s)", intruder_faces[face],
		    hand_in_words(t, seat));
	if (!order_has(o, KEEP_UNDER))
		return OK;
	if (pile_find(&dealt, HOME) != NONE)
		pile_take(&dealt, pile_find(&dealt, HOME));
	face = take_listed(&dealt, under, n_under);
	if (face != NONE || dealt.n_card > 0)
		return never(why, "I12", "'under' lists exactly the cards laid "
		    "off, in the order they go under");
	return OK;
}

static enum verdict
may_keep(struct table *t, int seat, const struct order *o, struct why *why)
{
	struct spot	at = find_spot(o, false);
	bool		bare = !order_has(o, KEEP_CARDS) &&
			    !order_has(o, KEEP_UNDER);

	if (at.holder != NONE) {
		if (!bare)
			return never(why, "I36", "under 'then' write 'keep' "
			    "alone");
		return has_no_else(o, &at, why);
	}
	if (table_checks(t) && is_first_of_drawn(t, seat, &at))
		return bare ? OK : never(why, "I36", "write 'keep' alone: it "
		    "is the card drawn that you keep");
	if (house(t)->phase != KEEP)
		return never(why, "I11", "'keep' answers no question now; you "
		    "are asked: %s", asked(t, seat) == ASK_DRAWN ? "drawn" :
		    "play");
	if (bare || !at.first || at.otherwise)
		return never(why, "I11", bare ? "'keep' needs the three cards: "
		    "'keep: [a, b, c]'" : "cards are kept once, by the first "
		    "order");
	return may_keep_these(t, seat, o, why);
}

static enum verdict
may_use_home(struct table *t, int seat, const struct order *o,
    struct why *why)
{
	if (script_length(o->script) != 1 || find_spot(o, false).otherwise)
		return never(why, "I15", "'home' stands alone");
	if (pile_find(&guest(t, seat)->hand, HOME) == NONE)
		return never(why, "I14", "you were not dealt home (you hold: "
		    "%s)", hand_in_words(t, seat));
	if (guest(t, seat)->used_home)
		return never(why, "I15", "you have used home before; each "
		    "seat may once a game");
	return OK;
}

/* ==== STANDING PLAN ===================================================== */

static enum verdict
check_planned(struct table *t, int seat, const struct order *o,
    struct why *why)
{
	switch (o->step->verb) {
	case DO_PLAY:
		return check_play(t, seat, o, true, why);
	case DO_SKIP:
		return check_skip(t, seat, o, true, why);
	case DO_WAIT:
		return check_wait(t, seat, o, true, why);
	case DO_ASK:
		if (find_spot(o, true).first && o->step->next == NONE)
			return OK;
		return never(why, "M5", "'ask' stands alone");
	case DO_KEEP:
		if (find_spot(o, true).holder != NONE)
			return may_keep(t, seat, o, why);
		break;
	}
	return never(why, "M5", "a plan holds play and skip, and may end in "
	    "wait");
}

/* Only what can never be is wrong in a plan. */
static enum verdict
check_list(struct table *t, int seat, const struct order *first,
    struct why *why)
{
	struct order	o = *first, inner;

	do {
		if (check_planned(t, seat, &o, why) == NEVER)
			return NEVER;
		if (order_then(&o, &inner) &&
		    check_list(t, seat, &inner, why) != OK)
			return NEVER;
		if (order_else(&o, &inner) &&
		    check_list(t, seat, &inner, why) != OK)
			return NEVER;
	} while (order_next(&o, &o));
	return OK;
}

static enum verdict
may_plan(struct table *t, int seat, const struct order *o, struct why *why)
{
	struct order	inner;

	if (!is_alive(t, seat))
		return never(why, "I48", "you are dead and have no goes");
	if (house(t)->phase != KEEP && house(t)->phase != GOES)
		return never(why, "M5", "no round is on; a plan is for the "
		    "goes of a round");
	if (is_immune(t, seat))
		return never(why, "I15", "you have no goes this round");
	if (!order_orders(o, 0, &inner))
		return never(why, "M5", "a plan holds go orders, or is 'ask'");
	return check_list(t, seat, &inner, why);
}

/* ==== LAST WORDS, TALK ================================================== */

static enum verdict
stands_alone(struct table *t, int seat, const struct order *o,
    struct why *why)
{
	(void)t;
	(void)seat;
	if (script_length(o->script) == 1)
		return OK;
	return never(why, "I49", "'%s' stands alone", order_verb(o)->name);
}

static void
reveal(struct table *t, int seat, const struct order *o)
{
	(void)o;
	intruder_show(t, seat);
}

static void
nothing(struct table *t, int seat, const struct order *o)
{
	(void)t;
	(void)seat;
	(void)o;
}

/* ==== IN WORDS ========================================================== */

/* M5: behind the last order, the goes that will be skipped. */
static void
add_skipped(const struct table *t, int seat, const struct order *o,
    struct buf *out)
{
	struct spot	at;
	int		left;

	if (!table_checks(t) || o->step->next != NONE)
		return;
	at = find_spot(o, false);
	left = goes_left(t, seat) - at.before - 1;
	if (at.holder == NONE && !at.otherwise && left > 0)
		buf_printf(out, "; the %s after that %s skipped", left == 1 ?
		    "go" : "2 goes", left == 1 ? "is" : "are");
}

/* ==== THE TABLES ======================================================== */

#define A_CARD	.kind = ARG_NAME, .what = "a card", .names = intruder_faces
#define GO	(1u << ASK_KEEP | 1u << ASK_PLAY | 1u << ASK_DRAWN)

const struct verb intruder_verbs[] = {
	[DO_KEEP] = { "keep", GO,
	    { [KEEP_CARDS] = { A_CARD, .most = 5, .optional = true },
	      [KEEP_UNDER] = { "under", A_CARD, .most = 5,
		.optional = true } },
	    .may = may_keep, .carry = intruder_keep,
	    .words = "keep( {}| it)[, and lay {under} under the deck]" },
	[DO_HOME] = { "home", 1u << ASK_KEEP, .may = may_use_home,
	    .carry = intruder_use_home,
	    .words = "use Nobody's Home: immune, and no goes this round" },
	[DO_PLAY] = { "play", GO,
	    { [PLAY_CARD] = { .kind = ARG_NAME, .what = "a card",
		.names = intruder_plays },
	      [PLAY_ON] = { "on", .kind = ARG_SEAT, .optional = true },
	      [PLAY_TAKE] = { "take", .kind = ARG_NAME, .what = "a card",
		.names = intruder_takes, .optional = true },
	      [PLAY_FROM] = { "from", .kind = ARG_SEAT, .optional = true } },
	    .then = true, .may = may_play, .carry = play,
	    .words = "play {}[ on {on}][ to take {take}][ from {from}]",
	    .add_words = add_skipped },
	[DO_SKIP] = { "skip", GO, .may = may_skip, .carry = skip,
	    .words = "skip a go", .add_words = add_skipped },
	[DO_WAIT] = { "wait", GO, .wait = true, .may = may_wait,
	    .words = "be asked" },
	[DO_REVEAL] = { "reveal", 1u << ASK_WORDS, .may = stands_alone,
	    .carry = reveal, .words = "show your identity to all" },
	[DO_SILENT] = { "silent", 1u << ASK_WORDS, .may = stands_alone,
	    .carry = nothing, .words = "keep your identity secret" },
	[DO_DONE] = { "done", 1u << ASK_TALK, .may = stands_alone,
	    .carry = nothing, .words = "go on to the next round" },
	[DO_ASK] = { "ask", 1u << 30, .words = "be asked for each go" },
	{ .name = NULL }
};

static const char *const use_names[] = { "use", "leave", NULL };

const struct verb intruder_standing[] = {
	[STAND_PLAN] = { "plan",
	    .args = { { .kind = ARG_ORDERS, .verbs = intruder_verbs } },
	    .may = may_plan, .words = "for the rest of this round: {}" },
	[STAND_KEEP] = { "keep", .args = { { A_CARD, .most = 40 } },
	    .words = "when late to keep, keep the first of: {}" },
	[STAND_HOME] = { "home",
	    .args = { { .kind = ARG_NAME, .names = use_names,
		.what = "use or leave" } },
	    .words = "when late to keep, and dealt home: {} it" },
	[STAND_REVEAL] = { "reveal",
	    .args = { { .kind = ARG_NAME, .names = flag_names,
		.what = "yes or no" } },
	    .words = "when you die, show your identity: {}" },
	{ .name = NULL }
};
