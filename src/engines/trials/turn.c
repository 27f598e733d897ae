/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The Jigsaw Trials: the own turn. Cards named in orders (T23), the bench,
 * the discards and limits of step 3, and setting a trap (T30 to T33).
 */

#include "config.h"

#include <string.h>

#include "base/buf.h"
#include "engines/trials/trials.h"

/* ==== CARDS NAMED IN ORDERS ============================================= */

bool
trials_before(const struct order *o, struct order *out)
{
	struct order	at, next;
	bool		more;

	for (more = script_first(o->script, o->verbs, &at); more;
	    more = order_next(&at, &at))
		if (order_next(&at, &next) && next.step == o->step) {
			*out = at;
			return true;
		}
	return false;
}

bool
trials_is_main(const struct order *o)
{
	struct order	at;
	bool		more;

	for (more = script_first(o->script, o->verbs, &at); more;
	    more = order_next(&at, &at))
		if (at.step == o->step)
			return true;
	return false;
}

static int
face_at(const struct captive *who, int at)
{
	return at < PILE_MAX ? who->hand.card[at].face :
	    who->bench.card[at - PILE_MAX].face;
}

static bool
is_among(const struct chosen *chosen, int at)
{
	int	i;

	for (i = 0; chosen != NULL && i < chosen->n; i++)
		if (chosen->at[i] == at)
			return true;
	return false;
}

/* Is place a a better pick than b? Hand before bench, then as the rule. */
static bool
is_better(const struct table *t, const struct captive *who, int a, int b,
    bool newest)
{
	int	x = trials_value(t, face_at(who, a));
	int	y = trials_value(t, face_at(who, b));

	if ((a < PILE_MAX) != (b < PILE_MAX))
		return a < PILE_MAX;
	if (!newest && x != y)
		return x < y;
	return a > b;
}

/* The card for one entry, or NONE. */
static int
card_for(const struct table *t, int seat, int term, bool newest,
    bool bench_too, const struct chosen *taken, const struct chosen *out)
{
	const struct captive	*who = captive(t, seat);
	int			 i, at, best = NONE;
	int			 n = who->hand.n_card +
				    (bench_too ? who->bench.n_card : 0);

	for (i = 0; i < n; i++) {
		at = i < who->hand.n_card ? i :
		    PILE_MAX + i - who->hand.n_card;
		if (!trials_matches(t, term, face_at(who, at)) ||
		    is_among(taken, at) || is_among(out, at))
			continue;
		if (best == NONE || is_better(t, who, at, best, newest))
			best = at;
	}
	return best;
}

bool
trials_choose(const struct table *t, int seat, struct terms list, bool newest,
    bool bench_too, const struct chosen *taken, struct chosen *out, int *bad)
{
	int	i, pass, term;

	out->n = list.n;
	for (i = 0; i < list.n; i++)
		out->at[i] = NONE;
	for (pass = 0; pass < 2; pass++)
		for (i = 0; i < list.n; i++) {
			term = list.item[i].is;
			if ((term < N_FACES) != (pass == 0))
				continue;
			out->at[i] = card_for(t, seat, term, newest,
			    bench_too, taken, out);
			if (out->at[i] != NONE)
				continue;
			*bad = term;
			return false;
		}
	return true;
}

void
trials_take_chosen(struct table *t, int seat, const struct chosen *chosen,
    struct pile *to)
{
	struct captive	*who = captive(t, seat);
	int		 i;

	for (i = 0; i < chosen->n; i++)
		pile_add(to, chosen->at[i] < PILE_MAX ?
		    who->hand.card[chosen->at[i]] :
		    who->bench.card[chosen->at[i] - PILE_MAX]);
	for (i = who->hand.n_card - 1; i >= 0; i--)
		if (is_among(chosen, i))
			pile_take(&who->hand, i);
	for (i = who->bench.n_card - 1; i >= 0; i--)
		if (is_among(chosen, PILE_MAX + i))
			pile_take(&who->bench, i);
}

enum verdict
trials_not_held(struct table *t, int seat, int term, struct why *why)
{
	const struct captive	*who = captive(t, seat);

	return not_now(why, "T7",
	    "you do not hold %s%s%s at this point (hand: %s; bench: %s)",
	    term < N_FACES ? "'" : "a card that is ",
	    trials_term_names[term], term < N_FACES ? "'" : "",
	    who->hand.n_card > 0 ? trials_cards(t, &who->hand) : "empty",
	    who->bench.n_card > 0 ? trials_cards(t, &who->bench) : "empty");
}

/* ==== WHAT MAY BE DONE IN WHICH STEP ==================================== */

/* Begin an order of the own turn: what was left open is decided first. */
static enum verdict
may_go_on(struct table *t, int seat, const struct order *o, int last_step,
    struct why *why)
{
	struct trials	*g = game(t);
	struct order	 after;

	if ((o->step->verb == DO_PASS || o->step->verb == DO_SET) &&
	    order_next(o, &after))
		return never(why, "T5", "nothing can follow '%s'; it ends the "
		    "turn", order_verb(o)->name);
	if (g->choice != NO_CHOICE && trials_is_main(o))
		trials_settle(t, seat);
	if (g->done)
		return not_now(why, "T5", "'%s' comes after the end of the "
		    "turn; 'set' and 'pass' stand last", order_verb(o)->name);
	if (g->step > last_step)
		return not_now(why, "T5", "'%s' after 'discard': step 3 has "
		    "begun", order_verb(o)->name);
	return OK;
}

enum verdict
trials_may_pass(struct table *t, int seat, const struct order *o,
    struct why *why)
{
	return may_go_on(t, seat, o, STEP_DISCARD, why);
}

void
trials_pass(struct table *t, int seat, const struct order *o)
{
	(void)seat;
	(void)o;
	game(t)->done = 1;
}

/* ==== THE BENCH ========================================================= */

enum verdict
trials_may_bench(struct table *t, int seat, const struct order *o,
    struct why *why)
{
	enum verdict	verdict = may_go_on(t, seat, o, STEP_USE, why);
	struct terms	list = trials_terms(o, 0);
	struct chosen	chosen;
	int		bad;

	if (verdict != OK)
		return verdict;
	if (list.n > BENCH_MAX)
		return never(why, "T8", "the bench takes %d cards; %d are "
		    "named", BENCH_MAX, list.n);
	if (!trials_choose(t, seat, list, true, true, NULL, &chosen, &bad))
		return trials_not_held(t, seat, bad, why);
	return OK;
}

/* In a check, a term may be filled by a card that has not come yet. */
static void
blur(struct table *t, int seat, struct terms list)
{
	struct captive	*who = captive(t, seat);
	bool		 unseen = false;
	int		 i;

	for (i = 0; i < who->hand.n_card; i++)
		unseen |= is_unknown(who->hand.card[i].face);
	for (i = 0; i < list.n && unseen; i++)
		if (list.item[i].is >= N_FACES)
			who->bench.card[i].face = UNKNOWN;
}

void
trials_bench(struct table *t, int seat, const struct order *o)
{
	struct captive	*who = captive(t, seat);
	struct pile	 fresh = { 0 };
	struct chosen	 chosen;
	struct terms	 list = trials_terms(o, 0);
	int		 bad;

	game(t)->fresh = 0;
	trials_choose(t, seat, list, true, true, NULL, &chosen, &bad);
	trials_take_chosen(t, seat, &chosen, &fresh);
	pile_move_all(t, &who->bench, &who->hand, 0);
	who->bench = fresh;
	if (table_checks(t)) {
		blur(t, seat, list);
		return;
	}
	table_tell(t, ALL_BUT(seat), "benched", "seat=%s n=%d",
	    name(t, seat), fresh.n_card);
	table_reveal(t, "T8", ONLY(seat), "bench", "n=%d cards=%s",
	    fresh.n_card, trials_cards(t, &fresh));
}

/* ==== STEP 3 ============================================================ */

enum verdict
trials_may_discard(struct table *t, int seat, const struct order *o,
    struct why *why)
{
	enum verdict	verdict = may_go_on(t, seat, o, STEP_DISCARD, why);
	struct chosen	chosen;
	int		bad;

	if (verdict != OK)
		return verdict;
	if (!trials_choose(t, seat, trials_terms(o, 0), false, true, NULL,
	    &chosen, &bad))
		return trials_not_held(t, seat, bad, why);
	return OK;
}

static void
tell_discards(struct table *t, int seat, const struct pile *cards)
{
	if (cards->n_card > 0 && !table_checks(t))
		table_reveal(t, "T14", EVERYONE, "discards",
		    "seat=%s cards=%s", name(t, seat), trials_cards(t, cards));
}

void
trials_discard_named(struct table *t, int seat, const struct order *o)
{
	struct pile	cards = { 0 };
	struct chosen	chosen;
	int		bad;

	game(t)->fresh = 0;
	game(t)->step = STEP_DISCARD;
	trials_choose(t, seat, trials_terms(o, 0), false, true, NULL, &chosen,
	    &bad);
	trials_take_chosen(t, seat, &chosen, &cards);
	tell_discards(t, seat, &cards);
	trials_discard_all(t, &cards);
}

/* Take the first n of an order of picks out of the hand, in hand order. */
static void
take_picked(struct captive *who, const int *order, int n, struct pile *to)
{
	struct chosen	chosen = { .n = n };
	int		i;

	memcpy(chosen.at, order, (size_t)n * sizeof(*order));
	for (i = 0; i < who->hand.n_card; i++)
		if (is_among(&chosen, i))
			pile_add(to, who->hand.card[i]);
	for (i = who->hand.n_card - 1; i >= 0; i--)
		if (is_among(&chosen, i))
			pile_take(&who->hand, i);
}

/* Move n cards by junk to the free slots of the bench. */
static void
shelve(struct table *t, int seat, int n)
{
	struct captive	*who = captive(t, seat);
	struct pile	 moved = { 0 };
	struct chosen	 chosen = { .n = n };
	int		 order[PILE_MAX];

	trials_rank_junk(t, &who->hand, trials_standing_terms(t, seat, JUNK),
	    order);
	memcpy(chosen.at, order, (size_t)n * sizeof(*order));
	trials_take_chosen(t, seat, &chosen, &moved);
	table_tell(t, ALL_BUT(seat), "shelves", "seat=%s n=%d",
	    name(t, seat), n);
	table_reveal(t, "T10", ONLY(seat), "shelved", "n=%d cards=%s", n,
	    trials_cards(t, &moved));
	pile_move_all(t, &moved, &who->bench, 0);
}

void
trials_tidy(struct table *t, int seat, int limit)
{
	struct captive	*who = captive(t, seat);
	struct pile	 cards = { 0 };
	int		 order[PILE_MAX];
	int		 over = who->hand.n_card - limit;
	int		 room = BENCH_MAX - who->bench.n_card;

	if (over <= 0)
		return;
	trials_rank_junk(t, &who->hand, trials_standing_terms(t, seat, JUNK),
	    order);
	if (over > room) {
		take_picked(who, order, over - room, &cards);
		tell_discards(t, seat, &cards);
		trials_discard_all(t, &cards);
		over = room;
	}
	if (over > 0)
		shelve(t, seat, over);
}

enum verdict
trials_is_whole(struct table *t, int seat, struct why *why)
{
	const struct captive	*who = captive(t, seat);
	int			 limit = hand_limit(who);

	if (game(t)->choice != NO_CHOICE)
		trials_settle(t, seat);
	if (who->hand.n_card <= limit)
		return OK;
	return noted(why, "T10", "%d cards in the hand, %d allowed: %s",
	    who->hand.n_card, limit, who->bench.n_card < BENCH_MAX ?
	    "the rest goes to the bench, or away, by your junk list" :
	    "the rest is discarded by your junk list");
}

/* ==== SETTING A TRAP ==================================================== */

static const int with_face[] = { THE_PIG, REVERSE_BEAR_TRAP };

/* What the order names, of the setter's hand. */
struct setting {
	struct chosen	cards;		/* Billy, special, costs */
	int		with;		/* a face, or NONE */
	int32_t		box[2];
	int32_t		type;
};

/* Can that seat be a target at all? */
static enum verdict
may_target(const struct table *t, int seat, int on, struct why *why)
{
	if (game(t)->round == 1)
		return never(why, "T11", "no traps in round 1");
	if (on == seat)
		return never(why, "T31", "you cannot target yourself");
	if (!is_alive(t, on))
		return never(why, "T31", "%s is out", name(t, on));
	if (game(t)->token == on)
		return never(why, "T31", "%s holds the Saw token",
		    name(t, on));
	return OK;
}

/* The price of the special card, as far as its form goes. */
static enum verdict
may_pay_for(const struct table *t, int seat, const struct order *o, int with,
    struct why *why)
{
	int	limit = hand_limit(captive(t, seat)), n, cost;

	order_list(o, SET_PAY, &n);
	if (with == NONE)
		return n == 0 ? OK : never(why, "T23", "'pay' is for 'with'; "
		    "a trap alone costs nothing");
	cost = workshop(t)->specials[with - TOURNIQUET].cost;
	if (n != cost)
		return never(why, "T23", "'%s' costs exactly %d other cards; "
		    "%d given", face_name(with), cost, n);
	if (limit < 2 + cost)
		return never(why, "T29", "hand limit %d: Billy, special and "
		    "cost need %d", limit, 2 + cost);
	if (with == REVERSE_BEAR_TRAP && order_has(o, SET_LIMB))
		return never(why, "T32", "with the reverse-bear-trap the "
		    "sacrifice is blood; no limb to choose");
	return OK;
}

/* Find the Billy, the special card and the cost in the hand. */
static enum verdict
find_cards(struct table *t, int seat, const struct order *o,
    struct setting *s, struct why *why)
{
	const struct captive	*who = captive(t, seat);
	struct item		 needs[2] = { { BILLY, ABSENT },
				    { (int16_t)s->with, ABSENT } };
	struct terms		 list = { needs, s->with == NONE ? 1 : 2 };
	struct chosen		 cost;
	int			 bad, i;

	if (!trials_choose(t, seat, list, true, false, NULL, &s->cards, &bad))
		return bad != BILLY ? trials_not_held(t, seat, bad, why) :
		    not_now(why, "T31", "no Billy in your hand after step 3");
	if (!trials_choose(t, seat, trials_terms(o, SET_PAY), false, false,
	    &s->cards, &cost, &bad)) {
		if (bad < N_FACES && pile_find(&who->bench, bad) != NONE)
			return not_now(why, "T29", "'%s' is part of the trap "
			    "you set", face_name(bad));
		return trials_not_held(t, seat, bad, why);
	}
	for (i = 0; i < cost.n; i++)
		s->cards.at[s->cards.n++] = cost.at[i];
	return OK;
}

static enum verdict
may_be_a_trap(const struct captive *who, struct why *why)
{
	static const int		 first[] = { MECHANISMS, OBJECTS,
					    ESCAPES };
	static const char *const	 kind[] = { "a mechanism", "an object",
					    "an escape" };
	int				 i;

	for (i = 0; i < 3; i++) {
		if (i >= who->bench.n_card)
			return not_now(why, "T30", "the bench is not a trap: "
			    "slot %d must be %s, it is empty", i + 1, kind[i]);
		if (!is_part(who->bench.card[i].face, first[i]))
			return not_now(why, "T30", "the bench is not a trap: "
			    "slot %d must be %s, it is '%s'", i + 1, kind[i],
			    face_name(who->bench.card[i].face));
	}
	return OK;
}

/* The trait of a box: as ordered, or where the victim is lower (T32). */
static int
pick_trait(const struct table *t, int on, const int32_t *traits, int n,
    int wish)
{
	int	i;

	for (i = 0; i < n; i++)
		if (traits[i] == wish)
			return wish;
	if (wish != NONE)
		return NONE;
	return n == 2 && trait_of(t, on, traits[1]) <
	    trait_of(t, on, traits[0]) ? traits[1] : traits[0];
}

static enum verdict
not_offered(struct why *why, int box, const int32_t *traits, int n, int wish)
{
	return not_now(why, "T32", "box %d offers %s%s%s, not %s", box,
	    trials_trait_names[traits[0]], n == 2 ? " or " : "",
	    n == 2 ? trials_trait_names[traits[1]] : "",
	    trials_trait_names[wish]);
}

static int
damage_of(const struct captive *who, int pair)
{
	return who->limb[2 * pair] + who->limb[2 * pair + 1];
}

/* The sacrifice type: as ordered, or the more damaged pair (T32). */
static enum verdict
pick_type(const struct table *t, int on, const struct object *object,
    const struct order *o, struct setting *s, struct why *why)
{
	const struct captive	*who = captive(t, on);

	if (s->with == REVERSE_BEAR_TRAP)
		s->type = BLOOD;			/* T27 */
	else if (object->n_type == 1 && order_has(o, SET_LIMB))
		return not_now(why, "T32", "the sacrifice type is %s; no limb "
		    "to choose", trials_type_names[object->types[0]]);
	else if (object->n_type == 1)
		s->type = object->types[0];
	else
		s->type = order_arg(o, SET_LIMB, damage_of(who, LEGS) >
		    damage_of(who, ARMS) ? LEGS : ARMS);
	return OK;
}

static enum verdict
pick_boxes(struct table *t, int seat, const struct order *o,
    struct setting *s, struct why *why)
{
	const struct pile	*bench = &captive(t, seat)->bench;
	const struct mechanism	*mechanism = mechanism_of(t, bench);
	const struct object	*object = object_of(t, bench);
	int			 on = order_arg(o, SET_ON, NONE);
	int			 one = order_arg(o, SET_BOX1, NONE);
	int			 two = order_arg(o, SET_BOX2, NONE);

	s->box[0] = pick_trait(t, on, mechanism->traits, mechanism->n_trait,
	    one);
	s->box[1] = pick_trait(t, on, object->traits, object->n_trait, two);
	if (s->box[0] == NONE)
		return not_offered(why, 1, mechanism->traits,
		    mechanism->n_trait, one);
	if (s->box[1] == NONE)
		return not_offered(why, 2, object->traits, object->n_trait,
		    two);
	return pick_type(t, on, object, o, s, why);
}

static enum verdict
prepare(struct table *t, int seat, const struct order *o, struct setting *s,
    struct why *why)
{
	enum verdict	verdict;

	s->with = order_has(o, SET_WITH) ?
	    with_face[order_arg(o, SET_WITH, 0)] : NONE;
	if ((verdict = may_target(t, seat, order_arg(o, SET_ON, NONE),
	    why)) != OK ||
	    (verdict = may_pay_for(t, seat, o, s->with, why)) != OK ||
	    (verdict = may_be_a_trap(captive(t, seat), why)) != OK ||
	    (verdict = find_cards(t, seat, o, s, why)) != OK)
		return verdict;
	return pick_boxes(t, seat, o, s, why);
}

enum verdict
trials_may_set(struct table *t, int seat, const struct order *o,
    struct why *why)
{
	enum verdict	verdict = may_go_on(t, seat, o, STEP_DISCARD, why);
	struct setting	s;

	return verdict != OK ? verdict : prepare(t, seat, o, &s, why);
}

static void
tell_set(struct table *t, int seat, const struct pile *cost)
{
	const struct trials	*g = game(t);
	const struct mechanism	*mechanism = mechanism_of(t, &g->trap);
	const struct object	*object = object_of(t, &g->trap);
	const struct escape	*escape = escape_of(t, &g->trap);
	struct need		 need = trials_need(t);
	int			 special = trap_special(t);

	table_reveal(t, "T33", EVERYONE, "set",
	    "seat=%s victim=%s parts=%s special=%s cost=%s",
	    name(t, seat), name(t, g->victim),
	    pile_names(t, trials_face_names, &g->trap, 0, 3),
	    special == NONE ? "no" : face_name(special),
	    cost->n_card > 0 ? trials_cards(t, cost) : "no");
	table_reveal(t, "T33", EVERYONE, "story",
	    "victim=%s mechanism=%s object=%s escape=%s", name(t, g->victim),
	    mechanism->story, object->story, escape->story);
	table_reveal(t, "T33", EVERYONE, "asks",
	    "victim=%s trait=%s need=%d other=%s other_need=%d draw=%d "
	    "from=%s then=%s number=%d type=%s value=%d", name(t, g->victim),
	    trials_trait_names[g->box[0]], need.points[0],
	    need.n == 2 ? trials_trait_names[g->box[1]] : "no",
	    need.n == 2 ? need.points[1] : 0, mechanism->draw,
	    object->from == FROM_DECK ? "deck" : "discard pile",
	    trials_then_names[escape->then], escape->number,
	    trials_type_names[g->type], sacrifice_value(t));
}

void
trials_set(struct table *t, int seat, const struct order *o)
{
	struct trials	*g = game(t);
	struct captive	*who = captive(t, seat);
	struct pile	 cards = { 0 };
	struct setting	 s;
	struct why	 why;
	int		 n;

	g->done = 1;
	if (table_checks(t))
		return;
	prepare(t, seat, o, &s, &why);
	trials_take_chosen(t, seat, &s.cards, &cards);
	trials_tidy(t, seat, hand_limit(who) - cards.n_card);	/* T10 */
	pile_move_all(t, &who->bench, &g->trap, SEEN_ALL);	/* T33 */
	for (n = s.with == NONE ? 1 : 2; n > 0; n--)
		pile_move(t, &cards, 0, &g->trap, SEEN_ALL);
	g->step = STEP_TRAP;
	g->done = 0;
	g->traps++;
	g->trial = CHOOSING;
	g->victim = order_arg(o, SET_ON, NONE);
	memcpy(g->box, s.box, sizeof(g->box));
	g->type = s.type;
	tell_set(t, seat, &cards);
	trials_discard_all(t, &cards);
}
