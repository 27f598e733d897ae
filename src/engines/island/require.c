/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Last Island: what each effect requires, and whom it is aimed at. All of it
 * rests on public facts and the own hand.
 */

#include "config.h"

#include "engines/island/island.h"

const char *const island_rules[] = {
	"L61", "L62", "L35", "L36", "L37", "L63", "L38", "L39", "L40", "L41",
	"L42", "L43", "L44", "L32", "L45", "L46", "L47", "L48", "L49", "L50",
	"L51", "L52", "L53", "L64", "L54", "L55", "L56"
};

static const char *
rule(const struct deed *d)
{
	return island_rules[d->kind];
}

static const char *
kind(const struct deed *d)
{
	return island_kind_names[d->kind];
}

/* ==== FACTS ============================================================= */

/* Cards of the own hand beside the one that is played, shown or not yet. */
static int
spare(const struct table *t, int seat)
{
	return man(t, seat)->hand.n_card - (game(t)->played.n_card == 0);
}

static int
all_bombs(const struct table *t)
{
	int	seat, n = 0;

	for (seat = 0; seat < table_seats(t); seat++)
		n += island_bombs(t, seat);
	return n;
}

static bool
another_has(const struct table *t, int seat, bool front)
{
	int	other;

	for (other = 0; other < table_seats(t); other++)
		if (other != seat && (front ? man(t, other)->front.n_card :
		    man(t, other)->hand.n_card) > 0)
			return true;
	return false;
}

/* L47: is there a bomb to take, and may the seat take one (L15)? */
static bool
may_take_bomb(const struct table *t, int seat)
{
	if (is_lap(t) && island_bombs(t, seat) > 0)
		return false;
	return opts(t)->secret_bombs ||
	    pile_find(&game(t)->box, BOMB) != NONE;
}

static bool
may_flip(const struct table *t, int seat, bool thrift)
{
	const struct island	*g = game(t);

	return g->deck.n_card > (g->played.n_card > 0 ? 0 :
	    island_cost(t, seat, FLIP, thrift));
}

/* L25: could any choice of targets fulfil it? */
bool
island_fulfils(const struct table *t, int seat, int kind)
{
	const struct castaway	*me = man(t, seat);
	const struct island	*g = game(t);

	if (is_limited(t) && kind_of(t, kind)->number >= 10)
		return false;				/* L13 */
	switch (kind) {
	case DEFLECT: case DODGE: case REFUSE:
		return false;
	case BARTER:
		return another_has(t, seat, false) && spare(t, seat) > 0;
	case STIR:
		return g->deck.n_card > 0 ||
		    (spare(t, seat) > 0 && !is_limited(t));
	case BURY:
		return island_bombs(t, seat) > 0;
	case SMASH:
		return spare(t, seat) > 0 || me->front.n_card > 0 ||
		    another_has(t, seat, false) || another_has(t, seat, true);
	case SURVEY: case GUESS:
		return g->deck.n_card > 0;
	case ACCUSE:
		return another_has(t, seat, false);
	case FLIP:
		return may_flip(t, seat, false);
	case FORAGE:
		return island_pile_cards(t) > 0 && !is_limited(t);
	case PLANT:
		return all_bombs(t) > 0;
	case TOPPLE:
		return me->front.n_card == 0 ? another_has(t, seat, true) :
		    may_take_bomb(t, seat);
	case DEFUSE:
		return all_bombs(t) > 1;
	}
	return true;
}

/* ==== TARGETS =========================================================== */

/* A seat that is in; another one, unless self may be chosen (L34). */
static enum verdict
needs_seat(const struct table *t, int seat, const struct deed *d, bool self,
    struct why *why)
{
	if (d->on == NONE)
		return never(why, rule(d), "'%s' needs 'on:', %s that is in",
		    kind(d), self ? "a seat" : "another seat");
	if (d->on == seat && !self)
		return never(why, rule(d), "'%s' cannot be used on yourself",
		    kind(d));
	if (!is_in(t, d->on))
		return never(why, rule(d), "%s is out of this round",
		    name(t, d->on));
	return OK;
}

/* A hand of another seat to take a card from. */
static enum verdict
needs_hand(const struct table *t, int seat, const struct deed *d,
    struct why *why)
{
	enum verdict	verdict = needs_seat(t, seat, d, false, why);

	if (verdict != OK || man(t, d->on)->hand.n_card > 0)
		return verdict;
	return not_now(why, rule(d), "%s has no card in hand",
	    name(t, d->on));
}

/* One's own card is named; another's is chosen by its back (L34). */
static enum verdict
needs_hand_card(const struct table *t, int seat, const struct deed *d,
    struct why *why)
{
	const struct pile	*hand = &man(t, seat)->hand;
	int			 least = 1 + (d->kind == d->hand &&
				    game(t)->played.n_card == 0);

	if (d->on != seat) {
		if (d->hand != NONE)
			return never(why, "L34", "'hand:' names a card of "
			    "your own; of %s's hand write 'take:' and a back",
			    name(t, d->on));
		return needs_hand(t, seat, d, why);
	}
	if (d->hand == NONE)
		return never(why, "L34", "your own card is named: 'hand:' and "
		    "its kind");
	if (island_find(hand, d->hand, d->back) == NONE ||
	    pile_count(hand, d->hand) < least)
		return not_now(why, "L34", "you hold no other '%s'",
		    island_kind_names[d->hand]);
	return OK;
}

static enum verdict
needs_front_card(const struct table *t, const struct deed *d,
    struct why *why)
{
	if (d->front == NONE)
		return never(why, rule(d), "'%s' needs 'front:', a card in "
		    "front of that seat", kind(d));
	if (!has_front(t, d->on, d->front))
		return not_now(why, rule(d), "'%s' is not in front of %s",
		    island_kind_names[d->front], name(t, d->on));
	return OK;
}

static enum verdict
needs_own_bomb(const struct table *t, int seat, const struct deed *d,
    struct why *why)
{
	if (island_bombs(t, seat) > 0)
		return OK;
	return not_now(why, rule(d), "'%s' needs a bomb of yours; you have "
	    "none%s", kind(d), d->ability ? "" : "; you may 'dump' it");
}

static enum verdict
needs_deck(const struct table *t, const struct deed *d, struct why *why)
{
	if (game(t)->deck.n_card > 0)
		return OK;
	return not_now(why, rule(d), "'%s' needs a card in the blank deck; "
	    "it is empty", kind(d));
}

/* ==== CARD BY CARD ====================================================== */

static enum verdict
requires_stir(const struct table *t, int seat, const struct deed *d,
    struct why *why)
{
	if (d->mode == MODE_DECK)
		return needs_deck(t, d, why);
	if (d->mode != MODE_HAND)
		return never(why, "L37", "'stir' needs 'mode:', deck or hand");
	if (is_limited(t))
		return not_now(why, "L13", "go %d of %d of the lap: no attack "
		    "card can be taken; 'mode: deck' is left", game(t)->go,
		    game(t)->lap);
	return spare(t, seat) > 0 ? OK : not_now(why, "L37", "you hold no "
	    "other card to put back");
}

static enum verdict
requires_smash(const struct table *t, int seat, const struct deed *d,
    struct why *why)
{
	enum verdict	verdict = needs_seat(t, seat, d, true, why);

	if (verdict != OK)
		return verdict;
	if (d->front != NONE && (d->hand != NONE || d->take != NONE))
		return never(why, "L39", "one card: 'front:', or one of a "
		    "hand");
	return d->front != NONE ? needs_front_card(t, d, why) :
	    needs_hand_card(t, seat, d, why);
}

static enum verdict
requires_forage(const struct table *t, const struct deed *d,
    struct why *why)
{
	int	pile;

	if (d->deck == NONE || d->number == NONE)
		return never(why, "L45", "'forage' needs 'deck:', a back, and "
		    "'number:', 0 to 12");
	if (is_limited(t))
		return not_now(why, "L13", "go %d of %d of the lap: no attack "
		    "card can be taken; you may 'dump: forage'", game(t)->go,
		    game(t)->lap);
	pile = d->number < 7 ? d->deck : N_BACKS + d->deck;
	return heap(t, pile)->n_card > 0 ? OK : not_now(why, "L45",
	    "%s, where number %d would be, is empty",
	    island_pile_names[pile], d->number);
}

static enum verdict
requires_topple(const struct table *t, int seat, const struct deed *d,
    struct why *why)
{
	bool		bare = man(t, seat)->front.n_card == 0;
	enum verdict	verdict = needs_seat(t, seat, d, !bare, why);

	if (verdict != OK)
		return verdict;
	if (bare && d->front != NONE)
		return not_now(why, "L47", "with no card in your own front "
		    "all of %s's go; leave 'front' out", name(t, d->on));
	if (bare)
		return man(t, d->on)->front.n_card > 0 ? OK : not_now(why,
		    "L47", "%s has no front card", name(t, d->on));
	if (is_lap(t) && island_bombs(t, seat) > 0)
		return not_now(why, "L15", "in the lap you may hold one bomb, "
		    "and have one, so you can take none");
	if (!may_take_bomb(t, seat))
		return not_now(why, "L47", "no bomb is left in the box");
	return needs_front_card(t, d, why);
}

/* Bombs to be put back, one of each seat named. */
static enum verdict
requires_bombs(const struct table *t, const struct deed *d, int n,
    struct why *why)
{
	int	i;

	if (d->n_from != n)
		return never(why, rule(d), "'%s' needs 'from:', %s", kind(d),
		    n == 1 ? "the seat that has the bomb" :
		    "two seats with bombs, or one that has two twice");
	for (i = 0; i < n; i++)
		if (island_bombs(t, d->from[i]) < 1 +
		    (n == 2 && d->from[0] == d->from[1]))
			return not_now(why, rule(d), "%s has %s bomb",
			    name(t, d->from[i]), island_bombs(t, d->from[i])
			    == 0 ? "no" : "only one");
	return OK;
}

static enum verdict
requires_guess(const struct table *t, int seat, const struct deed *d,
    struct why *why)
{
	enum verdict	verdict = needs_seat(t, seat, d, false, why);

	if (verdict != OK)
		return verdict;
	if (d->guess == NONE)
		return never(why, "L42", "'guess' needs 'guess:', blank, bomb "
		    "or explosion");
	return needs_deck(t, d, why);
}

static enum verdict
requires_flip(const struct table *t, int seat, const struct deed *d,
    struct why *why)
{
	return may_flip(t, seat, d->thrift) ? OK : not_now(why, "L32",
	    "'flip' needs more cards in the blank deck than it costs; you may "
	    "'dump' it");
}

static enum verdict
requires_play(const struct table *t, int seat, const struct deed *d,
    struct why *why)
{
	enum verdict	verdict;

	switch (d->kind) {
	case BARTER:
		verdict = needs_hand(t, seat, d, why);
		return verdict != OK || spare(t, seat) > 0 ? verdict :
		    not_now(why, "L36", "you have no other card to give");
	case STIR:
		return requires_stir(t, seat, d, why);
	case BURY:
		return needs_own_bomb(t, seat, d, why);
	case SMASH:
		return requires_smash(t, seat, d, why);
	case SURVEY:
		return needs_deck(t, d, why);
	case COIN:
		return needs_seat(t, seat, d, false, why);
	case GUESS:
		return requires_guess(t, seat, d, why);
	case ACCUSE:
		if (d->number == NONE)
			return never(why, "L44", "'accuse' needs 'number:', 0 "
			    "to 12");
		return needs_hand(t, seat, d, why);
	case FLIP:
		return requires_flip(t, seat, d, why);
	case FORAGE:
		return requires_forage(t, d, why);
	case PLANT:
		return requires_bombs(t, d, 1, why);
	case TOPPLE:
		return requires_topple(t, seat, d, why);
	case DEFUSE:
		return requires_bombs(t, d, 2, why);
	}
	return OK;
}

static enum verdict
requires_use(const struct table *t, int seat, const struct deed *d,
    struct why *why)
{
	enum verdict	verdict;

	switch (d->kind) {
	case THIEF:
		return needs_hand(t, seat, d, why);
	case RAID:
		verdict = needs_seat(t, seat, d, true, why);
		return verdict != OK ? verdict :
		    needs_hand_card(t, seat, d, why);
	case SCOUT:
		if (d->mode == MODE_LOOK)
			return needs_deck(t, d, why);
		return d->mode == MODE_ASK ? needs_hand(t, seat, d, why) :
		    never(why, "L51", "'scout' needs 'mode:', look or ask");
	case SAPPER:
		if (d->mode == MODE_SHELTER)
			return OK;
		return d->mode == MODE_BOMB ?
		    needs_own_bomb(t, seat, d, why) : never(why, "L53",
		    "'sapper' needs 'mode:', bomb or shelter");
	}
	return OK;
}

enum verdict
island_requires(const struct table *t, int seat, const struct deed *d,
    struct why *why)
{
	return d->ability ? requires_use(t, seat, d, why) :
	    requires_play(t, seat, d, why);
}

/* ==== AIMS ============================================================== */

int32_t
island_aims(const struct table *t, int seat, const struct deed *d)
{
	int32_t	aims = 0;
	int	i;

	(void)t;
	if (d->on != NONE && d->kind != COIN && d->kind != GUESS)
		aims |= ONLY(d->on);
	for (i = 0; i < d->n_from; i++)
		aims |= ONLY(d->from[i]);
	return aims & ~ONLY(seat);
}
