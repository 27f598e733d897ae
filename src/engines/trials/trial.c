/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The Jigsaw Trials: the trial of the victim. The choice, the challenge
 * (T35 to T47), the sacrifice (T48), and the end of a trap (T49 to T51).
 */

#include "config.h"

#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "engines/trials/trials.h"

/* ==== THE CHOICE ======================================================== */

/* After the solution or the sacrifice comes the damage, then nothing. */
static enum verdict
is_in_sequence(const struct order *o, struct why *why)
{
	struct order	after;

	if (!order_next(o, &after) || (o->step->verb != DO_DAMAGE &&
	    after.step->verb == DO_DAMAGE))
		return OK;
	return never(why, "T34", "%s can follow '%s' (here: '%s')",
	    o->step->verb == DO_DAMAGE ? "nothing" : "only 'damage'",
	    order_verb(o)->name, order_verb(&after)->name);
}

static enum verdict
may_choose(const struct table *t, const struct order *o, struct why *why)
{
	if (game(t)->trial == CHOOSING && !game(t)->done)
		return OK;
	return not_now(why, "T34", "'%s' comes after the choice is made",
	    order_verb(o)->name);
}

enum verdict
trials_may_try(struct table *t, int seat, const struct order *o,
    struct why *why)
{
	(void)seat;
	return may_choose(t, o, why);
}

/* Lay anesthetics and their cost on the pile (T25). */
static void
pay_anesthetics(struct table *t, int seat, struct pile *cost,
    struct pile *cards)
{
	if (cards->n_card > 0 && !table_checks(t))
		table_reveal(t, "T25", EVERYONE, "numbs",
		    "seat=%s n=%d many=%s cost=%s", name(t, seat),
		    cards->n_card, yes(cards->n_card > 1),
		    trials_cards(t, cost));
	trials_discard_all(t, cost);
	trials_discard_all(t, cards);
}

static void
sacrifice(struct table *t, int seat, struct pile *cost, struct pile *cards)
{
	struct trials	*g = game(t);
	int		 value = sacrifice_value(t) - cards->n_card;

	table_reveal(t, "T48", EVERYONE, "sacrifices",
	    "seat=%s type=%s value=%d", name(t, seat),
	    trials_type_names[g->type], value);
	pay_anesthetics(t, seat, cost, cards);
	g->due = value;
	g->trial = HURTING;
}

/* The anesthetics that an order names, then what pays for them. */
static enum verdict
find_anesthetics(struct table *t, int seat, const struct order *o,
    struct chosen *cards, struct chosen *cost, struct why *why)
{
	struct item	one = { ANESTHETIC, ABSENT };
	struct terms	single = { &one, 1 };
	struct chosen	next;
	int		i, n, bad = ANESTHETIC;

	order_list(o, SACRIFICE_WITH, &n);
	cards->n = 0;
	for (i = 0; i < n; i++) {
		if (!trials_choose(t, seat, single, true, false, cards, &next,
		    &bad))
			return trials_not_held(t, seat, ANESTHETIC, why);
		cards->at[cards->n++] = next.at[0];
	}
	if (!trials_choose(t, seat, trials_terms(o, SACRIFICE_PAY), false,
	    true, cards, cost, &bad))
		return trials_not_held(t, seat, bad, why);
	return OK;
}

enum verdict
trials_may_sacrifice(struct table *t, int seat, const struct order *o,
    struct why *why)
{
	int		value = sacrifice_value(t), n, paid;
	int		cost = workshop(t)->specials[ANESTHETIC -
			    TOURNIQUET].cost;
	enum verdict	verdict;
	struct chosen	cards, pay;

	if (trap_special(t) == THE_PIG)
		return never(why, "T26", "The Pig: you must try");
	order_list(o, SACRIFICE_WITH, &n);
	order_list(o, SACRIFICE_PAY, &paid);
	if ((verdict = is_in_sequence(o, why)) != OK)
		return verdict;
	if (n > value - 1)
		return never(why, "T25", "the sacrifice value is %d: at most "
		    "%d Anesthetics", value, value - 1);
	if (paid != cost * n)
		return never(why, "T23", "%d Anesthetics cost exactly %d "
		    "other cards; %d given", n, cost * n, paid);
	if ((verdict = may_choose(t, o, why)) != OK)
		return verdict;
	return find_anesthetics(t, seat, o, &cards, &pay, why);
}

void
trials_sacrifice(struct table *t, int seat, const struct order *o)
{
	struct pile	cost = { 0 }, cards = { 0 };
	struct chosen	with, pay, all;
	struct why	why;

	find_anesthetics(t, seat, o, &with, &pay, &why);
	all = pay;
	memcpy(all.at + all.n, with.at, (size_t)with.n * sizeof(*with.at));
	all.n += with.n;
	trials_take_chosen(t, seat, &all, &cost);
	while (cards.n_card < with.n)
		pile_insert(&cards, 0, pile_take(&cost, cost.n_card - 1));
	sacrifice(t, seat, &cost, &cards);
}

/* ==== THE TOP ROW ======================================================= */

/* Draw n cards for the row from its source (T36), and count by source. */
static void
draw_row(struct table *t, int seat, int n, struct pile *piled,
    struct pile *drawn)
{
	struct trials	*g = game(t);
	bool		 from_pile = object_of(t, &g->trap)->from ==
			    FROM_DISCARD;
	struct card	 card;

	while (n-- > 0) {
		if (from_pile && g->discard.n_card > 0) {
			card = pile_take(&g->discard, 0);
			pile_add(piled, card);
		} else if (trials_deck_ready(t)) {
			card = pile_take(&g->deck, 0);
			card.seen = ONLY(seat);
			pile_add(drawn, card);
		} else
			return;
		pile_add(&g->looking, card);
	}
}

static void
tell_row(struct table *t, int seat, const struct pile *piled,
    const struct pile *drawn)
{
	if (table_checks(t))
		return;
	table_reveal(t, "T36", EVERYONE, "row",
	    "seat=%s pile=%d deck=%d cards=%s", name(t, seat), piled->n_card,
	    drawn->n_card, piled->n_card > 0 ? trials_cards(t, piled) :
	    "no");
	if (drawn->n_card > 0)
		table_reveal(t, "T35", ONLY(seat), "row-drew", "cards=%s",
		    trials_cards(t, drawn));
}

static void
take_row(struct table *t, int seat)
{
	struct pile	*looking = &game(t)->looking;

	while (looking->n_card > 0)
		trials_to_hand(t, pile_take(looking, 0), seat);
}

/* T40 */
static void
steal(struct table *t, int seat, int n)
{
	int		 setter = game(t)->active, i;
	struct pile	*from = &captive(t, setter)->hand;
	int32_t		 two = ONLY(seat) | ONLY(setter);
	struct pile	 stolen = { 0 };

	if (table_checks(t)) {
		table_unsure(t);
		return;
	}
	while (stolen.n_card < n && from->n_card > 0) {
		i = table_random(t, "steal", from->n_card);
		pile_add(&stolen, pile_take(from, i));
	}
	n -= stolen.n_card;
	if (stolen.n_card > 0) {
		table_tell(t, EVERYONE & ~two, "steals",
		    "seat=%s from=%s n=%d", name(t, seat), name(t, setter),
		    stolen.n_card);
		table_reveal(t, "T40", two, "stole", "seat=%s from=%s "
		    "cards=%s", name(t, seat), name(t, setter),
		    trials_cards(t, &stolen));
	}
	while (stolen.n_card > 0)
		trials_to_hand(t, pile_take(&stolen, 0), seat);
	if (n > 0)
		trials_draw(t, seat, n, &captive(t, seat)->hand);
}

/* What of the cards drawn is kept; all but for discard, keep and give. */
static void
open_row(struct table *t, int seat, const struct escape *escape)
{
	struct trials	*g = game(t);
	int		 drawn = g->looking.n_card, n = escape->number;

	if (n > drawn)
		n = drawn;
	g->choice = CHOOSE_ROW;
	g->keep = escape->then == THEN_KEEP ? n : drawn - n;
	if (g->keep == 0 || g->keep == drawn)
		trials_settle(t, seat);
}

static void
try(struct table *t, int seat)
{
	struct trials		*g = game(t);
	const struct escape	*escape = escape_of(t, &g->trap);
	struct pile		 piled = { 0 }, drawn = { 0 };
	int			 n = mechanism_of(t, &g->trap)->draw;

	g->trial = TRYING;
	table_tell(t, EVERYONE, "tries", "seat=%s", name(t, seat));
	if (escape->then == THEN_PLUS)
		n += escape->number;			/* T39 */
	draw_row(t, seat, n, &piled, &drawn);
	tell_row(t, seat, &piled, &drawn);
	if (table_checks(t))
		table_unsure(t);
	if (escape->then == THEN_PLUS || escape->then == THEN_STEAL)
		take_row(t, seat);
	else
		open_row(t, seat, escape);
	if (escape->then == THEN_STEAL)
		steal(t, seat, escape->number);
}

void
trials_try(struct table *t, int seat, const struct order *o)
{
	(void)o;
	try(t, seat);
}

/* ==== THE SOLUTION ====================================================== */

/* Before the solution, what was left open is decided. */
static enum verdict
may_solve_now(struct table *t, int seat, const struct order *o,
    struct why *why)
{
	struct trials	*g = game(t);

	if (g->trial == TRYING && g->choice != NO_CHOICE && trials_is_main(o))
		trials_settle(t, seat);
	if (g->trial == CHOOSING)
		return not_now(why, "T34", "'%s' is no order of a trial "
		    "choice; expected try, sacrifice or policy",
		    order_verb(o)->name);
	if (g->done)
		return not_now(why, "T34", "'%s' comes after the end; "
		    "'damage' and 'policy' stand last",
		    order_verb(o)->name);
	return OK;
}

/* Which of the traits needed does an entry serve; NONE: neither. */
static enum verdict
entry_serves(const struct table *t, const struct need *need,
    const struct item *item, struct why *why)
{
	int	i, face = item->is, trait = item->of;

	for (i = 0; i < need->n; i++)
		if ((face == BILLY || shows(t, face, need->trait[i])) &&
		    (trait == ABSENT || trait == need->trait[i]))
			return OK;
	if (trait == ABSENT)
		return never(why, "T45", "'%s' shows %s", face_name(face),
		    need->n == 2 ? "neither required trait" :
		    "not the required trait");
	return never(why, "T44", "'%s' cannot be spent on %s here",
	    face_name(face), trials_trait_names[trait]);
}

static enum verdict
may_spend(struct table *t, int seat, struct terms list, struct why *why)
{
	struct need	need = trials_need(t);
	int		counts[N_FACES], i;
	enum verdict	verdict;

	trials_count(&captive(t, seat)->hand, NULL, counts);
	for (i = 0; i < list.n; i++)
		if ((verdict = entry_serves(t, &need, &list.item[i],
		    why)) != OK)
			return verdict;
	for (i = 0; i < list.n; i++)
		if (--counts[list.item[i].is] < 0)
			return trials_not_held(t, seat, list.item[i].is, why);
	return OK;
}

static bool
is_word(struct terms list)
{
	return list.n == 1 && list.item[0].is >= N_FACES;
}

enum verdict
trials_may_solve(struct table *t, int seat, const struct order *o,
    struct why *why)
{
	struct terms	list = trials_terms(o, SOLVE_WITH);
	enum verdict	verdict;
	int		i;

	for (i = 0; i < list.n; i++)
		if (list.item[i].is >= N_FACES && list.n > 1)
			return never(why, "T63", "'%s' stands alone",
			    trials_solve_names[list.item[i].is]);
	if (order_has(o, SOLVE_HOLD) && (!is_word(list) ||
	    list.item[0].is != SOLVE_BEST))
		return never(why, "T63", "'hold' goes with 'solve: best'");
	if ((verdict = is_in_sequence(o, why)) != OK ||
	    (verdict = may_solve_now(t, seat, o, why)) != OK)
		return verdict;
	if (game(t)->trial != TRYING)
		return not_now(why, "T43", "'solve' comes after the solution "
		    "or the sacrifice");
	return is_word(list) ? OK : may_spend(t, seat, list, why);
}

/* What was spent, card by card with its trait, in words. */
static const char *
spent_words(const struct table *t, const struct need *need,
    const struct solution *s)
{
	struct buf	out;
	int		i;

	buf_init(&out, t->events->arena);
	for (i = 0; i < s->n; i++)
		buf_printf(&out, "%s%s for %s", i > 0 ? ", " : "",
		    card_name(t, trials_face_names,
		    &game(t)->spent.card[i]),
		    trials_trait_names[need->trait[s->to[i]]]);
	return out.data;
}

/* Spend the cards of a solution; what is missing is due as damage. */
static void
spend(struct table *t, int seat, const struct need *need,
    const struct solution *s)
{
	struct trials	*g = game(t);
	struct pile	*hand = &captive(t, seat)->hand;
	int		 i, j;

	for (i = 0; i < s->n; i++) {
		for (j = hand->n_card - 1; hand->card[j].face != s->face[i];)
			j--;
		pile_move(t, hand, j, &g->spent, SEEN_ALL);
	}
	g->due = s->missing[0] + s->missing[1];			/* T47 */
	g->clean = g->due == 0;
	g->trial = HURTING;
	if (table_checks(t))
		return;
	table_reveal(t, "T47", EVERYONE, "solves",
	    "seat=%s short=%d cards=%s missing=%d trait=%s other_missing=%d "
	    "other=%s", name(t, seat), g->due,
	    s->n > 0 ? spent_words(t, need, s) : "no", s->missing[0],
	    trials_trait_names[need->trait[0]], s->missing[1],
	    need->n == 2 ? trials_trait_names[need->trait[1]] : "no");
}

static void
find_best(const struct table *t, int seat, const struct need *need,
    const struct held *held, struct solution *out)
{
	int	counts[N_FACES];

	trials_count(&captive(t, seat)->hand, held, counts);
	trials_solve(t, need, counts, out);
}

/* As the engine solves by itself: nothing is held when it would kill. */
static void
solve_unasked(struct table *t, int seat)
{
	struct held	held = trials_hold_standing(t, seat);
	struct need	need = trials_need(t);
	struct solution	s;

	find_best(t, seat, &need, &held, &s);
	if (trials_kills(t, seat, game(t)->type, s.missing[0] +
	    s.missing[1]))
		find_best(t, seat, &need, NULL, &s);
	spend(t, seat, &need, &s);
}

void
trials_solve_by(struct table *t, int seat, const struct order *o)
{
	struct terms	list = trials_terms(o, SOLVE_WITH);
	struct need	need = trials_need(t);
	struct held	held = trials_hold(t, trials_terms(o, SOLVE_HOLD));
	struct solution	s = { .n = 0 };
	int		i;

	if (is_word(list) && list.item[0].is == SOLVE_BEST) {
		find_best(t, seat, &need, &held, &s);
		spend(t, seat, &need, &s);
		return;
	}
	for (i = 0; i < list.n && !is_word(list); i++) {
		s.face[s.n] = list.item[i].is;
		s.to[s.n++] = list.item[i].of == ABSENT ? NONE :
		    need.n == 2 && list.item[i].of == need.trait[1];
	}
	trials_assign(t, &need, &s);
	spend(t, seat, &need, &s);
}

/* ==== THE DAMAGE ======================================================== */

/* The points that an order gives to the left and right; false: a word. */
static bool
numbers_of(struct terms list, int points[2])
{
	int	i;

	points[0] = points[1] = 0;
	for (i = 0; i < list.n; i++) {
		if (list.item[i].of == ABSENT)
			return false;
		points[list.item[i].is] += list.item[i].of;
	}
	return list.n > 0;
}

static enum verdict
may_split(const struct table *t, int seat, const int points[2],
    struct why *why)
{
	const struct trials	*g = game(t);
	int			 type = g->type, limbs = g->due -
				    trials_blood_loss(t, seat, type, g->due);
	int			 i;

	if (points[0] + points[1] != limbs)
		return not_now(why, "T53", "%d+%d is not %d: the %s take %d "
		    "points", points[0], points[1], limbs,
		    trials_type_names[type], limbs);
	for (i = 0; i < 2; i++)
		if (points[i] > trials_room(captive(t, seat), 2 * type + i))
			return not_now(why, "T53", "the %s can take %d points, "
			    "not %d", trials_limb_names[2 * type + i],
			    trials_room(captive(t, seat), 2 * type + i),
			    points[i]);
	return OK;
}

enum verdict
trials_may_damage(struct table *t, int seat, const struct order *o,
    struct why *why)
{
	struct trials	*g = game(t);
	struct terms	 list = trials_terms(o, 0);
	enum verdict	 verdict;
	int		 points[2];
	bool		 numbers = numbers_of(list, points);

	if (!numbers && list.n != 1)
		return never(why, "T53", "'damage' is spread, left, right, or "
		    "{left: n, right: n}");
	if ((verdict = is_in_sequence(o, why)) != OK ||
	    (verdict = may_solve_now(t, seat, o, why)) != OK)
		return verdict;
	if (g->trial == TRYING && trials_is_main(o))
		solve_unasked(t, seat);
	if (g->trial != HURTING)
		return not_now(why, "T53", "'damage' comes after 'solve' or "
		    "'sacrifice'");
	return !numbers || g->type == BLOOD ? OK :
	    may_split(t, seat, points, why);
}

/* Deal what is due and not to be chosen any more. */
static void
deal(struct table *t, int seat, int left)
{
	if (game(t)->due > 0 && !table_checks(t))
		trials_hurt(t, seat, left);
	game(t)->done = 1;
}

void
trials_damage_by(struct table *t, int seat, const struct order *o)
{
	struct trials	*g = game(t);
	struct terms	 list = trials_terms(o, 0);
	int		 points[2];

	if (numbers_of(list, points) && g->type != BLOOD)
		deal(t, seat, points[0]);
	else
		deal(t, seat, trials_split(t, seat, g->type, g->due,
		    list.item[0].of == ABSENT ? list.item[0].is :
		    SPLIT_SPREAD));
}

static int
standing_split(const struct table *t, int seat)
{
	struct order	o;

	return table_standing(t, seat, SPLIT, &o) ?
	    order_arg(&o, 0, SPLIT_SPREAD) : SPLIT_SPREAD;
}

/* ==== STANDING ORDERS =================================================== */

/* How many anesthetics would the standing orders use? */
static int
anesthetics_of(const struct table *t, int seat, const struct order *o)
{
	const struct pile	*hand = &captive(t, seat)->hand;
	int			 cost = workshop(t)->specials[ANESTHETIC -
				    TOURNIQUET].cost;
	int			 n = o == NULL ? 0 :
				    order_arg(o, POLICY_ANESTHETIC, 0);
	int			 most[3] = { pile_count(hand, ANESTHETIC),
				    sacrifice_value(t) - 1,
				    hand->n_card / (1 + cost) };
	int			 i;

	for (i = 0; i < 3; i++)
		if (n > most[i])
			n = most[i];
	return n;
}

static bool
would_try(const struct table *t, int seat, const struct order *o)
{
	int	how = o == NULL ? TRY_NEVER :
		    order_arg(o, POLICY_TRY, TRY_NEVER);

	if (trap_special(t) == THE_PIG || trials_kills(t, seat, game(t)->type,
	    sacrifice_value(t) - anesthetics_of(t, seat, o)))
		return true;
	return how == TRY_ALWAYS || (how >= TRY_GAP &&
	    trials_gap(t, seat) <= how - TRY_GAP);
}

/* Sacrifice with n anesthetics, paid out of the hand by junk. */
static void
sacrifice_unasked(struct table *t, int seat, int n)
{
	struct pile	*hand = &captive(t, seat)->hand;
	struct pile	 cost = { 0 }, cards = { 0 };
	int		 order[PILE_MAX], i, j;
	bool		 pays[PILE_MAX] = { false };

	while (cards.n_card < n)
		pile_move(t, hand, pile_find(hand, ANESTHETIC), &cards, 0);
	trials_rank_junk(t, hand, trials_standing_terms(t, seat, JUNK),
	    order);
	for (i = 0; i < n * workshop(t)->specials[ANESTHETIC -
	    TOURNIQUET].cost; i++)
		pays[order[i]] = true;
	for (i = j = 0; i < hand->n_card; j++)
		if (pays[j])
			pile_move(t, hand, i, &cost, 0);
		else
			i++;
	sacrifice(t, seat, &cost, &cards);
}

/* The first search card of the list that is held and can be played. */
static int
next_search(struct table *t, int seat, const struct order *o)
{
	static const int	 face[] = { CANDLE, FLASHLIGHT, STRONG_TORCH,
				    BIN };
	const struct item	*item;
	struct why		 why;
	int			 i, n;

	item = order_list(o, POLICY_SEARCH, &n);
	for (i = 0; i < n; i++)
		if (pile_find(&captive(t, seat)->hand,
		    face[item[i].is]) != NONE &&
		    trials_may_search(t, seat, face[item[i].is], &why) == OK)
			return face[item[i].is];
	return NONE;
}

void
trials_run_standing(struct table *t, int seat)
{
	struct trials	*g = game(t);
	struct order	 o;
	bool		 has = table_standing(t, seat, POLICY, &o);
	int		 face;

	if (g->trial == CHOOSING) {
		if (would_try(t, seat, has ? &o : NULL))
			try(t, seat);
		else
			sacrifice_unasked(t, seat, anesthetics_of(t, seat,
			    has ? &o : NULL));
	}
	if (g->trial != TRYING)
		return;
	trials_settle(t, seat);
	while (has && g->searches < SEARCH_MAX && trials_gap(t, seat) > 0 &&
	    (face = next_search(t, seat, &o)) != NONE)
		trials_search_best(t, seat, face);
	solve_unasked(t, seat);
}

enum verdict
trials_may_policy(struct table *t, int seat, const struct order *o,
    struct why *why)
{
	struct order	standing, after;
	struct trials	*g = game(t);

	if (!table_standing(t, seat, POLICY, &standing))
		return never(why, "T34", "'policy' needs a standing 'trial'; "
		    "you have none");
	if (order_next(o, &after))
		return never(why, "T34", "nothing can follow 'policy'");
	if (g->trial == HURTING)
		return not_now(why, "T34", "'policy' comes after the "
		    "solution");
	return OK;
}

void
trials_policy(struct table *t, int seat, const struct order *o)
{
	(void)o;
	if (table_checks(t))
		game(t)->done = 1;
	else
		trials_run_standing(t, seat);
}

/* ==== THE END OF A TRAP ================================================= */

/* T27: a try without damage turns the trap on its setter. */
static void
backfire(struct table *t)
{
	int	setter = game(t)->active;

	if (!game(t)->clean || trap_special(t) != REVERSE_BEAR_TRAP ||
	    !is_alive(t, setter))
		return;
	trials_lose_blood(t, setter, BACKFIRE);
	table_tell(t, EVERYONE, "backfires", "seat=%s n=%d blood=%d",
	    name(t, setter), BACKFIRE, captive(t, setter)->blood);
	if (captive(t, setter)->blood == 0)
		trials_die(t, setter);
}

void
trials_finish_trial(struct table *t, int seat)
{
	struct trials	*g = game(t);

	if (g->trial == CHOOSING)
		trials_run_standing(t, seat);
	if (g->trial == TRYING) {
		trials_settle(t, seat);
		solve_unasked(t, seat);
	}
	deal(t, seat, trials_split(t, seat, g->type, g->due,
	    standing_split(t, seat)));
	backfire(t);
	trials_end_trap(t);
	trials_check_end(t);				/* T49 */
}

void
trials_end_trap(struct table *t)
{
	struct trials	*g = game(t);
	int		 victim = g->victim;

	trials_discard_all(t, &g->looking);
	trials_discard_all(t, &g->spent);		/* T50 */
	trials_discard_all(t, &g->played);
	trials_discard_all(t, &g->trap);
	g->trial = NO_TRIAL;
	g->choice = NO_CHOICE;
	g->victim = g->box[0] = g->box[1] = g->type = NONE;
	g->keep = g->searches = g->asks = g->due = g->clean = 0;
	trials_pass_token(t, victim);			/* T51 */
}
