/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The Jigsaw Trials: the built-in player. It plays its orders out on a copy
 * of what its seat knows, by the rules themselves, so all of them are legal.
 */

#include "config.h"

#include <string.h>

#include "engines/trials/trials.h"

struct mind {
	struct table	 table;		/* its copy of the game */
	struct chance	*chance;
	struct script	*out;
	int		 seat;
	struct script	 one;		/* the order being made */
	struct step	*step;
};

static bool
happens(struct mind *m, uint32_t once_in)
{
	return m->chance->below(m->chance, once_in) == 0;
}

static struct captive *
self(const struct mind *m)
{
	return captive(&m->table, m->seat);
}

/* ==== MAKING ORDERS ===================================================== */

static void
begin(struct mind *m, int verb, int arg)
{
	script_clear(&m->one);
	m->step = script_add(&m->one, verb);
	if (arg != NONE)
		m->step->arg[0] = (int16_t)arg;
}

static void
put(struct mind *m, int arg, int term)
{
	script_put(&m->one, m->step, arg, term, ABSENT);
}

/* Append the order if it can be carried out now. */
static bool
give(struct mind *m)
{
	const struct verb	*verbs = m->table.engine->verbs;
	int			 verb = m->step->verb;
	struct order		 o;
	struct why		 why;
	enum verdict		 verdict;

	script_first(&m->one, verbs, &o);
	verdict = verbs[verb].may(&m->table, m->seat, &o, &why);
	if (verdict != OK && verdict != NOTED)
		return false;
	if (!verbs[verb].wait)
		verbs[verb].carry(&m->table, m->seat, &o);
	script_append(m->out, &o);
	return true;
}

/* wait is judged by what stands before it, so it is given at its place. */
static void
wait_here(struct mind *m)
{
	script_add(m->out, DO_WAIT);
}

static bool
simple(struct mind *m, int verb)
{
	begin(m, verb, NONE);
	return give(m);
}

/* ==== THE BEST TRAP ===================================================== */

/* Parts that would make a trap; NONE where one is missing. */
struct plan {
	int	part[3];
	int	on;
	int	missing;
	int	score;
};

static const int first_of[] = { MECHANISMS, OBJECTS, ESCAPES };

static bool
holds(const struct mind *m, int face)
{
	return pile_find(&self(m)->hand, face) != NONE ||
	    pile_find(&self(m)->bench, face) != NONE;
}

/* How much does a mechanism or object ask of a victim at the worst? */
static int
asks_of(const struct mind *m, const int32_t *traits, int n, int value, int on)
{
	int	i, low = 4;

	for (i = 0; i < n; i++)
		if (trait_of(&m->table, on, traits[i]) < low)
			low = trait_of(&m->table, on, traits[i]);
	return value - low;
}

static int
worth_of_part(const struct mind *m, int kind, int face, int on)
{
	const struct workshop	*all = workshop(&m->table);
	const struct mechanism	*mechanism;
	const struct object	*object;
	const struct escape	*escape;

	if (face == NONE)
		return 0;
	switch (kind) {
	case 0:
		mechanism = &all->mechanisms[face - MECHANISMS];
		return 4 * asks_of(m, mechanism->traits, mechanism->n_trait,
		    mechanism->value, on) - 2 * mechanism->draw;
	case 1:
		object = &all->objects[face - OBJECTS];
		return 4 * asks_of(m, object->traits, object->n_trait,
		    object->value, on) + (object->types[0] == BLOOD ? 8 : 0);
	}
	escape = &all->escapes[face - ESCAPES];
	return 8 * escape->value - (escape->then == THEN_PLUS ||
	    escape->then == THEN_STEAL ? 4 * escape->number : 0);
}

/* The best part of a kind that is held, for a victim. */
static int
best_part(const struct mind *m, int kind, int on)
{
	int	face, best = NONE;

	for (face = first_of[kind]; face < first_of[kind] + N_PARTS; face++)
		if (holds(m, face) && (best == NONE ||
		    worth_of_part(m, kind, face, on) >
		    worth_of_part(m, kind, best, on)))
			best = face;
	return best;
}

static bool
is_target(const struct mind *m, int on)
{
	return on != m->seat && is_alive(&m->table, on) &&
	    game(&m->table)->token != on;
}

static void
consider(const struct mind *m, int on, struct plan *best)
{
	const struct captive	*who = captive(&m->table, on);
	struct plan		 plan = { .on = on };
	int			 kind;

	for (kind = 0; kind < 3; kind++) {
		plan.part[kind] = best_part(m, kind, on);
		plan.missing += plan.part[kind] == NONE;
		plan.score += worth_of_part(m, kind, plan.part[kind], on);
	}
	plan.score += 2 * (10 - who->blood) + who->limb[0] + who->limb[1] +
	    who->limb[2] + who->limb[3];
	if (best->on == NONE || plan.score > best->score)
		*best = plan;
}

static struct plan
make_plan(const struct mind *m)
{
	struct plan	best = { .on = NONE };
	int		i, seats = table_seats(&m->table);

	for (i = 1; i < seats; i++)
		if (is_target(m, (m->seat + i) % seats))
			consider(m, (m->seat + i) % seats, &best);
	for (i = 0; i < seats && best.on == NONE; i++)
		if (i != m->seat && is_alive(&m->table, i))
			consider(m, i, &best);
	return best;
}

/* ==== WHAT CARDS ARE WORTH ============================================== */

static int
n_lost(const struct captive *who)
{
	int	i, n = 0;

	for (i = 0; i < N_LIMBS; i++)
		n += who->limb[i] == LOST && !who->tied[i];
	return n;
}

/* How gladly is a card of the hand kept, beside the plan? */
static int
worth(const struct mind *m, const struct plan *plan, int face)
{
	if (is_tool(face))
		return 40 + 8 * tool(&m->table, face)->value -
		    2 * trait_of(&m->table, m->seat,
		    tool(&m->table, face)->traits[0]);
	switch (face) {
	case BILLY:
		return 100;
	case STRONG_TORCH:
		return 75;
	case FLASHLIGHT:
	case CANDLE:
		return 55;
	case METAL_DETECTOR:
		return plan->missing > 0 ? 48 : 20;
	case VIDEO:
		return holds(m, BILLY) ? 10 : 40;
	case TOURNIQUET:
		return n_lost(self(m)) > 0 ? 80 : 12;
	case ANESTHETIC:
		return 30;
	case BIN:
		return 35;
	}
	return face >= MECHANISMS ? 8 : 18;
}

/* The place of the card of the hand that is worth least; NONE: empty. */
static int
least_worth(const struct mind *m, const struct plan *plan,
    const bool spared[PILE_MAX])
{
	const struct pile	*hand = &self(m)->hand;
	int			 i, best = NONE;

	for (i = 0; i < hand->n_card; i++)
		if (!spared[i] && hand->card[i].face >= 0 &&
		    (best == NONE || worth(m, plan, hand->card[i].face) <
		    worth(m, plan, hand->card[best].face)))
			best = i;
	return best;
}

/* Add what pays a price of two: cards of the hand worth little. */
static bool
pay_two(struct mind *m, const struct plan *plan, int arg, int most,
    int spare_a, int spare_b)
{
	const struct pile	*hand = &self(m)->hand;
	bool			 spared[PILE_MAX] = { false };
	int			 i, n;

	for (i = hand->n_card - 1; i >= 0; i--)
		if (hand->card[i].face == spare_a ||
		    hand->card[i].face == spare_b) {
			spared[i] = true;
			if (hand->card[i].face == spare_a)
				spare_a = NONE;
			else
				spare_b = NONE;
		}
	for (n = 0; n < 2; n++) {
		i = least_worth(m, plan, spared);
		if (i == NONE || worth(m, plan, hand->card[i].face) > most)
			return false;
		spared[i] = true;
		put(m, arg, hand->card[i].face);
	}
	return true;
}

/* ==== THE OWN TURN ====================================================== */

/* What is wanted of cards drawn: what the trap lacks, then the rest. */
static void
put_wants(struct mind *m, const struct plan *plan, int arg)
{
	int	kind;

	if (!holds(m, BILLY))
		put(m, arg, BILLY);
	for (kind = 0; kind < 3; kind++)
		if (plan->part[kind] == NONE)
			put(m, arg, TERM_MECHANISM + kind);
	put(m, arg, BILLY);
	put(m, arg, STRONG_TORCH);
	put(m, arg, TERM_TOOL);
	put(m, arg, TERM_SEARCH);
}

static bool
answer_choice(struct mind *m, const struct plan *plan)
{
	int	choice = game(&m->table)->choice;

	if (choice == NO_CHOICE)
		return false;
	begin(m, choice == CHOOSE_STACK ? DO_STACK : DO_KEEP, NONE);
	put_wants(m, plan, 0);
	return give(m);
}

/* Play a light, now and then with the choice left open. */
static bool
light(struct mind *m, const struct plan *plan, int face)
{
	begin(m, DO_PLAY, face);
	if (!happens(m, 3))
		put_wants(m, plan, PLAY_KEEP);
	return give(m);
}

static bool
detect(struct mind *m, const struct plan *plan)
{
	int	kind;

	for (kind = 2; kind >= 0; kind--) {
		if (plan->part[kind] != NONE)
			continue;
		begin(m, DO_PLAY, METAL_DETECTOR);
		m->step->arg[PLAY_FIND] = (int16_t)kind;
		return give(m);
	}
	return false;
}

static bool
use_bin(struct mind *m, const struct plan *plan)
{
	const struct pile	*pile = &game(&m->table)->discard;
	int			 i, kind, take = NONE;

	for (i = 0; i < pile->n_card && take == NONE; i++)
		for (kind = 0; kind < 3; kind++)
			if (plan->part[kind] == NONE &&
			    is_part(pile->card[i].face, first_of[kind]))
				take = pile->card[i].face;
	if (!holds(m, BILLY) && pile_find(pile, BILLY) != NONE)
		take = BILLY;
	if (take == NONE)
		return false;
	begin(m, DO_PLAY, BIN);
	m->step->arg[PLAY_TAKE] = (int16_t)take;
	return give(m);
}

static bool
use_map(struct mind *m, const struct plan *plan)
{
	if (!holds(m, CANDLE) && !holds(m, FLASHLIGHT))
		return false;
	begin(m, DO_PLAY, ROOM_MAP);
	if (!happens(m, 3))
		put_wants(m, plan, PLAY_STACK);
	return give(m);
}

static bool
tie(struct mind *m, const struct plan *plan)
{
	int	limb;

	for (limb = 0; limb < N_LIMBS; limb++) {
		if (self(m)->limb[limb] != LOST || self(m)->tied[limb])
			continue;
		begin(m, DO_PLAY, TOURNIQUET);
		m->step->arg[PLAY_ON] = (int16_t)limb;
		return holds(m, TOURNIQUET) &&
		    pay_two(m, plan, PLAY_PAY, 90, TOURNIQUET, NONE) &&
		    give(m);
	}
	return false;
}

static bool
watch(struct mind *m, const struct plan *plan)
{
	begin(m, DO_PLAY, VIDEO);
	return holds(m, VIDEO) && !holds(m, BILLY) && plan->missing <= 1 &&
	    pay_two(m, plan, PLAY_PAY, 45, VIDEO, NONE) && give(m);
}

/* Spend a light now if two others are left for trials, seldom else. */
static bool
use_light(struct mind *m, const struct plan *plan)
{
	const struct pile	*hand = &self(m)->hand;
	int			 face, n = pile_count(hand, CANDLE) +
				    pile_count(hand, FLASHLIGHT) +
				    pile_count(hand, STRONG_TORCH);

	if (n == 0 || (plan->missing == 0 && holds(m, BILLY)) ||
	    (n <= 2 && !happens(m, 6)))
		return false;
	for (face = CANDLE; face <= STRONG_TORCH; face++)
		if (pile_find(hand, face) != NONE)
			return light(m, plan, face);
	return false;
}

static bool
use_toolbox(struct mind *m)
{
	if (self(m)->hand.n_card + self(m)->bench.n_card > 4)
		return false;
	begin(m, DO_PLAY, TOOLBOX);
	return give(m);
}

/* Play one card, if there is any that helps; what it brings is unseen. */
static bool
search(struct mind *m, const struct plan *plan)
{
	return watch(m, plan) || detect(m, plan) || use_light(m, plan) ||
	    use_toolbox(m) || (happens(m, 3) && use_map(m, plan));
}

/* Lay the plan's parts on the bench, in order. */
static void
arrange(struct mind *m, const struct plan *plan)
{
	const struct pile	*bench = &self(m)->bench;
	int			 kind, n = 0;
	bool			 same = true;

	begin(m, DO_BENCH, NONE);
	for (kind = 0; kind < 3; kind++) {
		if (plan->part[kind] == NONE)
			continue;
		same &= n < bench->n_card &&
		    bench->card[n].face == plan->part[kind];
		n++;
		put(m, 0, plan->part[kind]);
	}
	if (n > 0 && (!same || n != bench->n_card))
		give(m);
}

/* Set the trap, with a special card if one can be paid for. */
static bool
set_trap(struct mind *m, const struct plan *plan)
{
	int	with = pile_find(&self(m)->hand, THE_PIG) != NONE ? THE_PIG :
		    REVERSE_BEAR_TRAP;

	if (plan->missing > 0 || plan->on == NONE)
		return false;
	begin(m, DO_SET, plan->on);
	m->step->arg[SET_WITH] = (int16_t)(with == THE_PIG ? WITH_PIG :
	    WITH_BEAR_TRAP);
	if (pile_find(&self(m)->hand, with) != NONE &&
	    pay_two(m, plan, SET_PAY, 60, with, BILLY) && give(m))
		return true;
	begin(m, DO_SET, plan->on);
	return give(m);
}

/* Throw away what is worth least, down to the limit. */
static void
discard(struct mind *m, const struct plan *plan)
{
	const struct pile	*hand = &self(m)->hand;
	bool			 spared[PILE_MAX] = { false };
	int			 i, n = hand->n_card - hand_limit(self(m));

	if (n <= 0)
		return;
	begin(m, DO_DISCARD, NONE);
	for (; n > 0 && (i = least_worth(m, plan, spared)) != NONE; n--) {
		spared[i] = true;
		put(m, 0, hand->card[i].face);
	}
	if (m->one.n_item > 0)
		give(m);
}

static void
suggest_act(struct mind *m)
{
	struct plan	plan = make_plan(m);

	if (answer_choice(m, &plan))
		plan = make_plan(m);
	while (tie(m, &plan) || use_bin(m, &plan))
		plan = make_plan(m);
	if (search(m, &plan)) {
		if (!happens(m, 8)) {
			wait_here(m);
			return;
		}
		plan = make_plan(m);
	}
	arrange(m, &plan);
	discard(m, &plan);
	if (!set_trap(m, &plan) && m->out->n_step == 0)
		simple(m, DO_PASS);
}

/* ==== IN A TRIAL ======================================================== */

/* Points that the top row may bring, roughly. */
static int
row_brings(const struct mind *m)
{
	const struct pile	*trap = &game(&m->table)->trap;
	const struct escape	*escape = escape_of(&m->table, trap);
	int			 n = mechanism_of(&m->table, trap)->draw;

	switch (escape->then) {
	case THEN_KEEP:
		return escape->number;
	case THEN_PLUS:
	case THEN_STEAL:
		return n + escape->number;
	}
	return n > escape->number ? n - escape->number : 0;
}

static int
n_lights(const struct mind *m)
{
	const struct pile	*hand = &self(m)->hand;
	int			 n = pile_count(hand, CANDLE) +
				    pile_count(hand, FLASHLIGHT) +
				    2 * pile_count(hand, STRONG_TORCH);

	return n < 3 ? n : 3;
}

static bool
would_try(struct mind *m)
{
	const struct table	*t = &m->table;
	int			 value = sacrifice_value(t);
	int			 left = trials_short_of(t, m->seat) -
				    row_brings(m) - n_lights(m);

	if (trap_special(t) == THE_PIG ||
	    trials_kills(t, m->seat, game(t)->type, value))
		return true;
	return left < value;
}

static void
sacrifice(struct mind *m)
{
	struct plan	plan = make_plan(m);

	begin(m, DO_SACRIFICE, NONE);
	if (pile_find(&self(m)->hand, ANESTHETIC) != NONE) {
		put(m, SACRIFICE_WITH, 0);
		if (pay_two(m, &plan, SACRIFICE_PAY, 45, ANESTHETIC, NONE) &&
		    give(m))
			return;
	}
	simple(m, DO_SACRIFICE);
}

/* Play a search card for the challenge; it is spared when not needed. */
static bool
help(struct mind *m)
{
	static const int	 best[] = { STRONG_TORCH, FLASHLIGHT, CANDLE,
				    BIN };
	int			 i;

	for (i = 0; i < 4; i++) {
		if (pile_find(&self(m)->hand, best[i]) == NONE)
			continue;
		begin(m, DO_PLAY, best[i]);
		if (best[i] == BIN)
			m->step->arg[PLAY_TAKE] = TAKE_BEST;
		else if (!happens(m, 3))
			put(m, PLAY_KEEP, TERM_BEST);
		m->step->arg[PLAY_WHEN] = 0;
		if (give(m))
			return true;
	}
	return false;
}

/* Billys are spent where they save much. */
static void
solve(struct mind *m)
{
	int	gap = trials_gap(&m->table, m->seat);
	int	least = trials_short_of(&m->table, m->seat);

	begin(m, DO_SOLVE, NONE);
	put(m, SOLVE_WITH, SOLVE_BEST);
	if (gap - least < 3 && !trials_kills(&m->table, m->seat,
	    game(&m->table)->type, gap))
		put(m, SOLVE_HOLD, BILLY);
	give(m);
}

/* Is there a question left to wait for? */
static bool
wait_perhaps(struct mind *m)
{
	if (game(&m->table)->asks >= ASKS_MAX || !happens(m, 2))
		return false;
	wait_here(m);
	return true;
}

static void
keep_best(struct mind *m)
{
	begin(m, DO_KEEP, NONE);
	put(m, 0, TERM_BEST);
	give(m);
}

static void
take_challenge(struct mind *m)
{
	struct trials	*g = game(&m->table);

	if (g->choice != NO_CHOICE && !happens(m, 3)) {
		if (g->choice == CHOOSE_STACK)
			answer_choice(m, &(struct plan){ .on = NONE });
		else
			keep_best(m);
	}
	while (trials_gap(&m->table, m->seat) > 0 && help(m))
		if (wait_perhaps(m))
			return;
	solve(m);
	if (happens(m, 3)) {
		begin(m, DO_DAMAGE, NONE);
		put(m, 0, SPLIT_SPREAD);
		give(m);
	}
}

static void
suggest_trial(struct mind *m)
{
	struct trials	*g = game(&m->table);

	if (happens(m, 12) && simple(m, DO_POLICY))
		return;
	if (g->trial == CHOOSING && !would_try(m)) {
		sacrifice(m);
		return;
	}
	if (g->trial == CHOOSING) {
		simple(m, DO_TRY);
		if (wait_perhaps(m))
			return;
	}
	take_challenge(m);
}

void
trials_suggest(const struct table *known, int seat, int decision,
    struct chance *chance, struct script *out)
{
	struct trials	copy = *game(known);
	struct mind	m = { .table = *known, .chance = chance, .out = out,
			    .seat = seat };

	m.table.state = &copy;
	m.table.mode = TABLE_CHECKS;
	if (decision == ACT)
		suggest_act(&m);
	else
		suggest_trial(&m);
}
