/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Last Island: the built-in player. It weighs the cards of its hand by what
 * they are worth to it and what it risks to pay, and keeps what answers.
 */

#include "config.h"

#include <string.h>

#include "engines/island/island.h"
#include "table/engine.h"

struct mind {
	struct table	 table;
	struct chance	*chance;
	struct script	*out;
	int		 seat;
	int		 danger;	/* of one card drawn, in tenths */
};

static int
any(struct mind *m, int n)
{
	return (int)m->chance->below(m->chance, (uint32_t)n);
}

static bool
happens(struct mind *m, int once_in)
{
	return any(m, once_in) == 0;
}

static const struct castaway *
me(const struct mind *m)
{
	return man(&m->table, m->seat);
}

/* Another seat that is in and has what is asked for; NONE: nobody. */
static int
other(struct mind *m, bool hand, bool front)
{
	int	seat, n = 0, found = NONE;

	for (seat = 0; seat < table_seats(&m->table); seat++)
		if (seat != m->seat && is_in(&m->table, seat) &&
		    (!hand || man(&m->table, seat)->hand.n_card > 0) &&
		    (!front || man(&m->table, seat)->front.n_card > 0) &&
		    any(m, ++n) == 0)
			found = seat;
	return found;
}

/* A card in front of that seat, or NONE. */
static int
front_card(struct mind *m, int seat)
{
	const struct pile	*front;

	if (seat == NONE)
		return NONE;
	front = &man(&m->table, seat)->front;
	return front->n_card == 0 ? NONE :
	    front->card[any(m, front->n_card)].face;
}

/* A seat with a bomb, the own one first; but not more than it has. */
static int
bomber(struct mind *m, int but)
{
	int	seat, found = NONE;

	for (seat = 0; seat < table_seats(&m->table); seat++)
		if (island_bombs(&m->table, seat) > (seat == but) &&
		    (found == NONE || seat == m->seat))
			found = seat;
	return found;
}

/* A pile with so many cards at least, or NONE. */
static int
a_pile(struct mind *m, int least)
{
	int	i, n = 0, found = NONE;

	for (i = 0; i < N_PILES; i++)
		if (heap(&m->table, i)->n_card >= least && any(m, ++n) == 0)
			found = i;
	return found;
}

/* ==== WEIGHING ========================================================== */

/*
 * What it costs to draw one blank card, in tenths of a point. Short of the
 * limit in a knockout game a bomb is worth the whole round.
 */
static int
danger(const struct mind *m)
{
	const struct table	*t = &m->table;
	const struct island	*g = game(t);
	int			 n = g->deck.n_card, bombs, harm;

	if (n == 0)
		return 0;
	bombs = opts(t)->secret_bombs ? n / 8 : island_in_deck(t, BOMB);
	harm = is_knockout(t) ? (island_limit(t, m->seat) -
	    island_bombs(t, m->seat) <= 1 ? 200 : 60) : 30;
	if (g->face_up && g->deck.card[0].face == BLANK)
		harm /= 2;
	return bombs * harm / n;
}

static int
risk(const struct mind *m, int kind)
{
	return island_cost(&m->table, m->seat, kind, false) * m->danger;
}

/* What the hand gains by losing a card, in tenths of a point. */
static int
relief(const struct mind *m, int i)
{
	struct pile	hand = me(m)->hand;
	int		before = island_hand_points(&m->table, &hand);

	if (is_knockout(&m->table))
		return 0;
	pile_take(&hand, i);
	return 10 * (before - island_hand_points(&m->table, &hand));
}

static int
worth(const struct mind *m, int kind)
{
	static const int	base[N_KINDS] = {
		[DEFLECT] = -20, [DODGE] = -25, [REFUSE] = -10, [BARTER] = 6,
		[SMASH] = 12, [SURVEY] = 8, [GUESS] = 8, [ACCUSE] = 10,
		[FLIP] = -8, [FORAGE] = 8, [TOPPLE] = 12, [THRIFT] = 35,
		[THIEF] = 45, [SCOUT] = 32, [RAID] = 45, [SAPPER] = 45,
		[WARD] = 35, [MASTERY] = 50, [BUNKER] = 40, [TOLL] = 30
	};
	int			 bombs = island_bombs(&m->table, m->seat);
	bool			 knockout = is_knockout(&m->table);

	switch (kind) {
	case BURY:
		return bombs > 0 ? (knockout ? 50 * bombs : 30) : -10;
	case DEFUSE:
		return bombs > 1 ? (knockout ? 120 : 60) : bombs * 25;
	case PLANT:
		return bombs > 0 ? 30 : 0;
	case VEST:
		return knockout ? 30 + 20 * bombs : bombs > 3 ? 15 : -5;
	}
	return base[kind];
}

/* ==== CARDS ============================================================= */

/* Name a seat that a bomb comes from, if there is one. */
static int
put_bomber(struct mind *m, struct script *one, struct step *step, int but)
{
	int	seat = bomber(m, but);

	if (seat != NONE)
		script_put(one, step, PLAY_FROM, seat, ABSENT);
	return seat;
}

/* Smash a front, else a hand; one's own when nobody else has any card. */
static int
smash(struct mind *m, struct step *step, int front)
{
	int	on = front != NONE && !happens(m, 3) ? front :
		    other(m, true, false);

	if (on == NONE && front_card(m, m->seat) == NONE) {
		step->arg[PLAY_HAND] = me(m)->hand.card[
		    me(m)->hand.card[0].face == SMASH &&
		    me(m)->hand.n_card > 1].face;
		return m->seat;
	}
	if (on == NONE || on == front) {
		on = on == NONE ? m->seat : on;
		step->arg[PLAY_FRONT] = (int16_t)front_card(m, on);
	} else
		step->arg[PLAY_TAKE] = (int16_t)any(m, N_BACKS + 1);
	return on;
}

/* Fill in the details of a play, as a player would think of them. */
static void
aim(struct mind *m, struct script *one, struct step *step, int kind)
{
	int	on = other(m, kind == BARTER || kind == ACCUSE, false);
	int	front = other(m, false, true);

	switch (kind) {
	case STIR:
		step->arg[PLAY_MODE] = game(&m->table)->deck.n_card == 0 ||
		    (happens(m, 3) && !is_limited(&m->table) &&
		    me(m)->hand.n_card > 1) ? MODE_HAND : MODE_DECK;
		return;
	case SURVEY:
		if (happens(m, 3))
			return;
		script_put(one, step, PLAY_ARRANGE, happens(m, 4) ? KEEP :
		    SAFE, ABSENT);
		return;
	case FORAGE:
		on = a_pile(m, 1);
		step->arg[PLAY_DECK] = (int16_t)((on + N_BACKS) % N_BACKS);
		step->arg[PLAY_NUMBER] = (int16_t)(on < N_BACKS ? any(m, 7) :
		    7 + any(m, 6));
		return;
	case PLANT:
		put_bomber(m, one, step, NONE);
		return;
	case DEFUSE:
		put_bomber(m, one, step, put_bomber(m, one, step, NONE));
		return;
	case TOPPLE:
		on = front != NONE ? front : m->seat;
		if (me(m)->front.n_card > 0)
			step->arg[PLAY_FRONT] = (int16_t)front_card(m, on);
		break;
	case SMASH:
		on = smash(m, step, front);
		break;
	case GUESS:
		step->arg[PLAY_GUESS] = (int16_t)(game(&m->table)->face_up &&
		    game(&m->table)->deck.n_card > 0 ?
		    game(&m->table)->deck.card[0].face : happens(m, 5));
		break;
	case ACCUSE:
		step->arg[PLAY_NUMBER] = (int16_t)(happens(m, 2) ? 4 :
		    any(m, NUMBERS));
		break;
	case BARTER:
		if (!happens(m, 3) && island_cheapest(&m->table, m->seat,
		    NONE) != NONE)
			script_put(one, step, PLAY_GIVE, me(m)->hand.card[any(
			    m, me(m)->hand.n_card)].face, ABSENT);
		break;
	case COIN:
		break;
	default:
		return;
	}
	step->arg[PLAY_ON] = (int16_t)(on == NONE ? m->seat : on);
}

/* Is the one order in that script allowed here? Then take it over. */
static bool
may(struct mind *m, const struct script *one)
{
	struct order	o;
	struct why	why;

	script_first(one, island_verbs, &o);
	if (order_verb(&o)->may(&m->table, m->seat, &o, &why) != OK)
		return false;
	script_append(m->out, &o);
	return true;
}

static bool
try_card(struct mind *m, int i)
{
	int		 kind = me(m)->hand.card[i].face;
	struct script	 one;
	struct step	*step;

	script_clear(&one);
	step = script_add(&one, DO_PLAY);
	step->arg[PLAY_KIND] = (int16_t)kind;
	if (kind_of(&m->table, kind)->first && kind != GUESS && happens(m, 8))
		step->arg[PLAY_PAY] = 1;
	if (has_front(&m->table, m->seat, THRIFT) &&
	    !is_used(&m->table, THRIFT) &&
	    kind_of(&m->table, kind)->number < 10 &&
	    island_cost(&m->table, m->seat, kind, false) > 2)
		step->arg[PLAY_THRIFT] = 1;
	aim(m, &one, step, kind);
	if (may(m, &one))
		return true;
	script_clear(&one);
	step = script_add(&one, DO_DUMP);
	step->arg[DUMP_KIND] = (int16_t)kind;
	return may(m, &one);
}

/* Play the card that promises most; if it cannot be, the next one. */
static bool
play_best(struct mind *m)
{
	const struct pile	*hand = &me(m)->hand;
	int			 value[PILE_MAX], i, best, tries;

	for (i = 0; i < hand->n_card; i++)
		value[i] = worth(m, hand->card[i].face) + relief(m, i) -
		    risk(m, hand->card[i].face) + any(m, 25);
	for (tries = 0; tries < hand->n_card; tries++) {
		for (best = i = 0; i < hand->n_card; i++)
			if (value[i] > value[best])
				best = i;
		if (try_card(m, best))
			return true;
		value[best] = -10000;
	}
	return false;
}

/* ==== THE REST OF A GO ================================================== */

static void
aim_use(struct mind *m, struct step *step, int kind)
{
	int	on = other(m, true, false);

	if (kind == SCOUT)
		step->arg[USE_MODE] = (int16_t)(happens(m, 2) ? MODE_LOOK :
		    MODE_ASK);
	if (kind == SAPPER)
		step->arg[USE_MODE] = (int16_t)(island_bombs(&m->table,
		    m->seat) > 0 ? MODE_BOMB : MODE_SHELTER);
	if (kind == SAPPER || (kind == SCOUT &&
	    step->arg[USE_MODE] == MODE_LOOK) || on == NONE)
		return;
	step->arg[USE_ON] = (int16_t)on;
	if (kind != SCOUT)
		step->arg[USE_TAKE] = (int16_t)any(m, N_BACKS + 1);
}

static bool
use_ability(struct mind *m)
{
	static const int	kinds[] = { THIEF, SCOUT, RAID, SAPPER };
	struct script		one;
	struct step		*step;
	int			i;

	for (i = 0; i < 4; i++) {
		if (!has_front(&m->table, m->seat, kinds[i]) ||
		    happens(m, 4))
			continue;
		script_clear(&one);
		step = script_add(&one, DO_USE);
		step->arg[USE_KIND] = (int16_t)i;
		aim_use(m, step, kinds[i]);
		if (may(m, &one))
			return true;
	}
	return false;
}

static void
end_go(struct mind *m)
{
	int	pile = a_pile(m, 2);

	if (!is_limited(&m->table) && pile != NONE && !happens(m, 4))
		script_put(m->out, script_add(m->out, DO_DRAW), 0, pile,
		    ABSENT);
	else if (m->out->n_step == 0 || happens(m, 2))
		script_add(m->out, DO_END);
}

static void
suggest_go(struct mind *m)
{
	const struct island	*g = game(&m->table);
	struct step		*step;

	if (g->refill > 0) {
		step = script_add(m->out, DO_REFILL);
		script_put(m->out, step, 0, any(m, N_PILES), ABSENT);
		script_put(m->out, step, 0, any(m, N_PILES), ABSENT);
		script_add(m->out, DO_WAIT);
		return;
	}
	if (use_ability(m)) {
		script_add(m->out, DO_WAIT);
		return;
	}
	if (island_owes_play(&m->table, m->seat) && play_best(m) &&
	    happens(m, 6)) {
		script_add(m->out, DO_WAIT);
		return;
	}
	end_go(m);
}

/* ==== THE OTHER QUESTIONS =============================================== */

static void
suggest_opening(struct mind *m)
{
	struct step	*step;
	int		 i;

	if (opts(&m->table)->deal == DEAL_CHOSEN &&
	    !opts(&m->table)->all_cards) {
		step = script_add(m->out, DO_PICKS);
		if (happens(m, 2))
			script_put(m->out, step, 0, EVEN, ABSENT);
		else
			for (i = 0; i < island_hand_size(&m->table); i++)
				script_put(m->out, step, 0, any(m, N_PILES),
				    ABSENT);
	}
	if (opts(&m->table)->secret_bombs)
		script_add(m->out, DO_ADD)->arg[0] = (int16_t)any(m, 2);
}

/* Put the cards so that the next to draw, which is oneself, is safe. */
static void
suggest_arrange(struct mind *m)
{
	struct step	*step = script_add(m->out, DO_ARRANGE);
	int		 order[5], i, n = game(&m->table)->looked;

	if (happens(m, 2))
		script_put(m->out, step, 0, SAFE, ABSENT);
	else {
		island_order_cards(&m->table, SAFE, n, order);
		for (i = 0; i < n; i++)
			script_put(m->out, step, 0, order[i], ABSENT);
	}
	end_go(m);
}

/* Give away what would count most. */
static void
suggest_give(struct mind *m)
{
	const struct pile	*hand = &me(m)->hand;
	int			 i, best = 0;

	for (i = 1; i < hand->n_card - 1; i++)
		if (island_worth(&m->table, hand->card[i].face) >
		    island_worth(&m->table, hand->card[best].face))
			best = i;
	script_add(m->out, DO_GIVE)->arg[GIVE_KIND] =
	    (int16_t)hand->card[best].face;
	end_go(m);
}

static bool
answer_with(struct mind *m, int word)
{
	struct script	one;

	script_clear(&one);
	script_add(&one, DO_REACT)->arg[REACT_KIND] = (int16_t)word;
	return may(m, &one);
}

/* Answer what is aimed at oneself; refuse what is dear to others, at times. */
static void
suggest_react(struct mind *m)
{
	const struct moment	*now = &game(&m->table)->moment;
	bool			 mine = (now->aims & ONLY(m->seat)) != 0 ||
				    now->answers == m->seat;

	if (now->what == AT_HIT && answer_with(m, 1))
		return;
	if (mine && !happens(m, 4) && (answer_with(m, 0) ||
	    answer_with(m, 3)))
		return;
	if ((mine || kind_of(&m->table, now->kind)->stays) &&
	    !happens(m, 3) && answer_with(m, 2))
		return;
	script_add(m->out, DO_NONE);
}

void
island_suggest(const struct table *known, int seat, int decision,
    struct chance *chance, struct script *out)
{
	struct mind	m = { .table = *known, .chance = chance, .out = out,
			    .seat = seat };

	m.danger = danger(&m);
	switch (decision) {
	case ASK_OPENING:
		suggest_opening(&m);
		break;
	case ASK_GO:
		suggest_go(&m);
		break;
	case ASK_ARRANGE:
		suggest_arrange(&m);
		break;
	case ASK_GIVE:
		suggest_give(&m);
		break;
	case ASK_REACT:
		suggest_react(&m);
		break;
	}
}
