/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Last Island: cards and what they cost; paying and playing. */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "engines/island/island.h"

/* ==== CARDS ============================================================= */

int
island_find(const struct pile *pile, int kind, int back)
{
	int	i, found = NONE;

	for (i = 0; i < pile->n_card; i++) {
		if (pile->card[i].face != kind ||
		    (back != NONE && pile->card[i].back != back))
			continue;
		if (found == NONE ||
		    pile->card[i].back < pile->card[found].back)
			found = i;
	}
	return found;
}

int
island_home(const struct table *t, int kind, int back)
{
	return kind_of(t, kind)->number < 7 ? back : N_BACKS + back;
}

int
island_pile_cards(const struct table *t)
{
	int	i, n = 0;

	for (i = 0; i < N_PILES; i++)
		n += heap(t, i)->n_card;
	return n;
}

/* Cards that come to a hand are seen by its owner alone. */
void
island_put_in_hand(const struct table *t, int seat, struct card card)
{
	card.seen = ONLY(seat);
	pile_add(&man(t, seat)->hand, card);
}

/* The fullest pile; of several the first in pile order. */
static int
fullest(const struct table *t)
{
	int	i, most = 0;

	for (i = 1; i < N_PILES; i++)
		if (heap(t, i)->n_card > heap(t, most)->n_card)
			most = i;
	return most;
}

int
island_take_unseen(struct table *t, int seat, int pile)
{
	struct card	card;

	if (pile == NONE || heap(t, pile)->n_card == 0)
		pile = fullest(t);			/* L4 */
	if (heap(t, pile)->n_card == 0)
		return NONE;
	card = pile_take(heap(t, pile), 0);
	if (is_unknown(card.face)) {
		game(t)->fresh = 1;
		table_unsure(t);
	}
	island_put_in_hand(t, seat, card);
	return pile;
}

void
island_take(struct table *t, int seat, int pile)
{
	const struct pile	*hand = &man(t, seat)->hand;

	pile = island_take_unseen(t, seat, pile);
	if (pile == NONE)
		return;
	table_reveal(t, "L10", ALL_BUT(seat), "took", "by=%s pile=%s",
	    name(t, seat), island_pile_names[pile]);
	table_reveal(t, "L4", ONLY(seat), "took-card", "pile=%s card=%s",
	    island_pile_names[pile], card_name(t, island_kind_names,
	    &hand->card[hand->n_card - 1]));
}

void
island_discard(struct table *t, int seat, int i, const char *event)
{
	struct card	card = pile_move(t, &man(t, seat)->hand, i,
			    &game(t)->discard, EVERYONE);

	table_reveal(t, "L11", EVERYONE, event, "seat=%s card=%s",
	    name(t, seat), card_name(t, island_kind_names, &card));
}

/* L57: its effect ends at once; L28: the limit may fall. */
void
island_discard_front(struct table *t, int seat, int i, const char *event)
{
	struct card	card = pile_move(t, &man(t, seat)->front, i,
			    &game(t)->discard, EVERYONE);

	table_reveal(t, "L11", EVERYONE, event, "seat=%s card=%s",
	    name(t, seat), card_name(t, island_kind_names, &card));
}

/* Both seats see the face, the others the back. */
void
island_hand_over(struct table *t, int from, int i, int to, const char *event)
{
	struct card	card = pile_take(&man(t, from)->hand, i);
	const char	*face = card_name(t, island_kind_names, &card);

	island_put_in_hand(t, to, card);
	table_reveal(t, "L36", ONLY(from) | ONLY(to), event,
	    "from=%s to=%s card=%s", name(t, from), name(t, to), face);
	table_reveal(t, "L36", EVERYONE & ~(ONLY(from) | ONLY(to)), event,
	    "from=%s to=%s card=%s", name(t, from), name(t, to),
	    arena_printf(t->events->arena, "a%s %s card",
	    card.back == AXE ? "n" : "", island_back_names[card.back]));
}

/* ==== COSTS ============================================================= */

int
island_worth(const struct table *t, int kind)
{
	const struct kind	*card = kind_of(t, kind);

	return opts(t)->costs == COSTS_STEPPED ? (card->number + 1) / 2 :
	    card->cost;
}

/* L56: another seat that is in takes toll. */
static bool
pays_toll(const struct table *t, int seat)
{
	int	other;

	for (other = 0; other < table_seats(t); other++)
		if (other != seat && has_front(t, other, TOLL))
			return true;
	return false;
}

static int
lower(int a, int b)
{
	return a < b ? a : b;
}

/* L22: a reduction never raises a cost. */
int
island_cost(const struct table *t, int seat, int kind, bool thrift)
{
	int	number = kind_of(t, kind)->number;
	int	cost = island_worth(t, kind);

	if (number == 0 && pays_toll(t, seat))
		cost = 2;
	if (number <= 9 && has_front(t, seat, MASTERY))
		cost = lower(cost, 1);			/* L54 */
	if (number <= 9 && thrift)
		cost = lower(cost, 2);			/* L49 */
	return cost;
}

/* Is card a cheaper than b: by cost now, number, id, back? */
static bool
is_cheaper(const struct table *t, int seat, const struct card *a,
    const struct card *b)
{
	int	x = island_cost(t, seat, a->face, false);
	int	y = island_cost(t, seat, b->face, false);
	int	word;

	if (x != y)
		return x < y;
	x = kind_of(t, a->face)->number;
	y = kind_of(t, b->face)->number;
	if (x != y)
		return x < y;
	word = strcmp(island_kind_names[a->face], island_kind_names[b->face]);
	return word != 0 ? word < 0 : a->back < b->back;
}

int
island_cheapest(const struct table *t, int seat, int but)
{
	const struct pile	*hand = &man(t, seat)->hand;
	int			 i, best = NONE;

	for (i = 0; i < hand->n_card; i++)
		if (i != but && !is_unknown(hand->card[i].face) &&
		    (best == NONE || is_cheaper(t, seat, &hand->card[i],
		    &hand->card[best])))
			best = i;
	return best;
}

/* ==== WHAT IS TO BE DONE ================================================ */

static void
read_play(const struct order *o, struct deed *d)
{
	const struct item	*from = order_list(o, PLAY_FROM, &d->n_from);
	int			 i, n;

	d->kind = order_arg(o, PLAY_KIND, NONE);
	d->back = order_arg(o, PLAY_BACK, NONE);
	d->on = order_arg(o, PLAY_ON, NONE);
	d->take = order_arg(o, PLAY_TAKE, NONE);
	d->hand = order_arg(o, PLAY_HAND, NONE);
	d->front = order_arg(o, PLAY_FRONT, NONE);
	d->mode = order_arg(o, PLAY_MODE, NONE);
	d->guess = order_arg(o, PLAY_GUESS, NONE);
	d->number = order_arg(o, PLAY_NUMBER, NONE);
	d->deck = order_arg(o, PLAY_DECK, NONE);
	d->show = order_arg(o, PLAY_SHOW, 0) == 1;
	d->thrift = order_arg(o, PLAY_THRIFT, 0) == 1;
	d->pay_first = order_arg(o, PLAY_PAY, 0) == 1;
	for (i = 0; i < d->n_from && i < 2; i++)
		d->from[i] = from[i].is;
	from = order_list(o, PLAY_ARRANGE, &n);
	d->arrange = n > 0 ? from[0].is : NONE;
}

void
island_deed(const struct order *o, bool ability, struct deed *out)
{
	struct deed	d = { .ability = ability, .order = o };

	if (!ability)
		read_play(o, &d);
	else {
		d.kind = order_arg(o, USE_KIND, NONE);
		d.mode = order_arg(o, USE_MODE, NONE);
		d.on = order_arg(o, USE_ON, NONE);
		d.take = order_arg(o, USE_TAKE, NONE);
		d.hand = order_arg(o, USE_HAND, NONE);
		d.back = order_arg(o, USE_BACK, NONE);
		d.front = d.arrange = d.guess = d.number = d.deck = NONE;
	}
	*out = d;
}

static void
say(struct buf *out, const char *what, const char *value)
{
	buf_printf(out, "%s%s%s", out->len > 0 ? ", " : "", what, value);
}

/* Targets and details, as all are told them (section "card shown"). */
static const char *
details(const struct table *t, const struct deed *d)
{
	char		number[32];
	struct buf	out;
	int		i;

	buf_init(&out, t->events->arena);
	if (d->mode != NONE)
		say(&out, "mode ", island_mode_names[d->mode]);
	if (d->guess != NONE)
		say(&out, "guess ", island_blank_names[d->guess]);
	if (d->on != NONE)
		say(&out, "on ", name(t, d->on));
	if (d->hand != NONE)
		say(&out, "card ", island_kind_names[d->hand]);
	if (d->front != NONE)
		say(&out, "front ", island_kind_names[d->front]);
	if (d->take != NONE)
		say(&out, "take ", island_back_names[d->take]);
	if (d->deck != NONE)
		say(&out, "deck ", island_back_names[d->deck]);
	if (d->number != NONE) {
		snprintf(number, sizeof(number), "%d", d->number);
		say(&out, "number ", number);
	}
	for (i = 0; i < d->n_from; i++)
		say(&out, "from ", name(t, d->from[i]));
	return out.data;
}

/* ==== PAYING AND PLAYING ================================================ */

void
island_use_up(struct table *t, int kind)
{
	struct island	*g = game(t);

	if (!is_used(t, kind) && g->n_used < ABILITIES)
		g->used[g->n_used++] = kind;
}

/* L26: all is drawn, and the card is laid aside. */
static void
underpay(struct table *t, int seat, int kind)
{
	struct island	*g = game(t);
	int		 paid = island_draw(t, seat, g->deck.n_card, "paid",
			    kind);

	if (!is_in(t, seat))
		return;
	pile_move_all(t, &g->played, &man(t, seat)->aside, EVERYONE);
	man(t, seat)->paid += paid;
	table_reveal(t, "L26", EVERYONE, "aside", "by=%s card=%s n=%d",
	    name(t, seat), island_kind_names[kind], paid);
}

/* L23: its requirement is looked at again when it acts. A coin has none. */
static void
act_if_it_can(struct table *t, int seat, const struct deed *d)
{
	struct why	why;

	if (d->kind == COIN || island_requires(t, seat, d, &why) == OK)
		island_act(t, seat, d);
	else
		table_reveal(t, "L23", EVERYONE, "nothing", "by=%s card=%s",
		    name(t, seat), island_kind_names[d->kind]);
}

static void
answer_and_act(struct table *t, int seat, const struct deed *d)
{
	if (island_stands(t, seat, d->kind, island_aims(t, seat, d)))
		act_if_it_can(t, seat, d);
}

/* L42: a guess that was negated or dodged goes back to the hand. */
static void
play_guess(struct table *t, int seat, const struct deed *d, int cost)
{
	struct island	*g = game(t);
	bool		 back = true;

	if (island_stands(t, seat, GUESS, 0))
		back = island_guess(t, seat, d, cost);
	if (!back || !is_live(t, seat) || g->played.n_card == 0)
		return;
	island_put_in_hand(t, seat, pile_take(&g->played, 0));
	table_reveal(t, "L42", EVERYONE, "returned", "by=%s card=%s",
	    name(t, seat), island_kind_names[GUESS]);
}

void
island_activate(struct table *t, int seat, const struct deed *d)
{
	struct island	*g = game(t);
	struct pile	*hand = &man(t, seat)->hand;
	bool		 own = d->kind == SMASH || d->kind == BARTER;
	int		 cost = island_cost(t, seat, d->kind, d->thrift);

	pile_move(t, hand, island_find(hand, d->kind, own ? NONE : d->back),
	    &g->played, EVERYONE);
	g->done = 1;
	table_reveal(t, "L23", EVERYONE, "plays", "by=%s card=%s how=%s "
	    "thrift=%s", name(t, seat), island_kind_names[d->kind],
	    details(t, d), yes(d->thrift));
	if (d->thrift)
		island_use_up(t, THRIFT);
	if (d->kind == GUESS)
		play_guess(t, seat, d, cost);
	else if (g->deck.n_card < cost)
		underpay(t, seat, d->kind);
	else if (kind_of(t, d->kind)->first && !d->pay_first) {
		answer_and_act(t, seat, d);		/* L24 */
		if (is_live(t, seat))
			island_draw(t, seat, cost, "paid", d->kind);
	} else {
		island_draw(t, seat, cost, "paid", d->kind);
		if (is_live(t, seat))
			answer_and_act(t, seat, d);
	}
	pile_move_all(t, &g->played, &g->discard, EVERYONE);
}

/* L25, and a card given up at a deadline. */
void
island_dump(struct table *t, int seat, int i, bool thrift, const char *event)
{
	struct island	*g = game(t);
	struct card	 card = pile_move(t, &man(t, seat)->hand, i,
			    &g->played, EVERYONE);
	int		 cost = island_cost(t, seat, card.face, thrift);

	g->done = 1;
	table_reveal(t, "L25", EVERYONE, event, "by=%s card=%s",
	    name(t, seat), card_name(t, island_kind_names, &card));
	if (thrift)
		island_use_up(t, THRIFT);
	if (g->deck.n_card < cost)
		underpay(t, seat, card.face);
	else
		island_draw(t, seat, cost, "paid", card.face);
	pile_move_all(t, &g->played, &g->discard, EVERYONE);
}

void
island_use(struct table *t, int seat, const struct deed *d)
{
	island_use_up(t, d->kind);				/* L9 */
	table_reveal(t, "L9", EVERYONE, "uses", "by=%s card=%s how=%s",
	    name(t, seat), island_kind_names[d->kind], details(t, d));
	if (d->kind == THIEF && opts(t)->thief_draw > 0)
		island_draw(t, seat, opts(t)->thief_draw, "drew", THIEF);
	if (is_live(t, seat))
		answer_and_act(t, seat, d);
}
