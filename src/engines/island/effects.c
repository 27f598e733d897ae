/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Last Island: the effects, in the order of the rulebook. In a check what is
 * not known does not happen; it only makes what follows unsure.
 */

#include "config.h"

#include <stdio.h>

#include "engines/island/island.h"

/* ==== CHOOSING CARDS ==================================================== */

/* One of the places in a hand at random; NONE when there is none. */
static int
any_of(struct table *t, const char *label, const int *places, int n)
{
	int32_t	i;

	if (n == 0)
		return NONE;
	i = table_random(t, label, n);
	return is_unknown(i) ? UNKNOWN : places[i];
}

/* L34: a card of another hand is chosen blind, by its back. */
static int
choose_blind(struct table *t, int seat, int back)
{
	const struct pile	*hand = &man(t, seat)->hand;
	int			 places[PILE_MAX], i, n = 0;

	for (i = 0; i < hand->n_card; i++)
		if (hand->card[i].back == back)
			places[n++] = i;
	for (i = 0; i < hand->n_card && n == 0; i++)
		places[i] = i;
	return any_of(t, "take", places, n > 0 ? n : hand->n_card);
}

int
island_wished(const struct pile *hand, const struct item *wishes, int n,
    int back, int but)
{
	struct pile	others = *hand;
	int		i, found;

	if (but != NONE)
		others.card[but].face = NONE;
	for (i = 0; i < n; i++) {
		found = island_find(&others, wishes[i].is, back);
		if (found == NONE)
			found = island_find(&others, wishes[i].is, NONE);
		if (found != NONE)
			return found;
	}
	return NONE;
}

/* A card of that number: the first kind preferred, of copies any one. */
static int
choose_number(struct table *t, const char *label, const struct pile *pile,
    const struct deed *d)
{
	const struct item	*prefer;
	int			 places[PILE_MAX], i, j, n = 0, n_prefer;

	prefer = order_list(d->order, PLAY_PREFER, &n_prefer);
	for (j = 0; j < n_prefer && n == 0; j++)
		for (i = 0; i < pile->n_card; i++)
			if (pile->card[i].face == prefer[j].is &&
			    kind_of(t, prefer[j].is)->number == d->number)
				places[n++] = i;
	if (n > 0)
		return any_of(t, label, places, n);
	for (i = 0; i < pile->n_card; i++)
		if (kind_of(t, pile->card[i].face)->number == d->number)
			places[n++] = i;
	return any_of(t, label, places, n);
}

/* ==== HANDS ============================================================= */

static void
turn_about(struct table *t, int seat)
{
	game(t)->reversed = !game(t)->reversed;		/* L35 */
	table_tell(t, EVERYONE, "reversed", "by=%s clockwise=%s",
	    name(t, seat), yes(!game(t)->reversed));
}

/* Ask in the middle of a play; the rest of the file falls away. */
static void
ask_midway(struct table *t, int seat, int decision)
{
	const struct script	*said;
	struct order		 o;

	game(t)->asked_midway = decision;
	table_ask(t, seat, decision);
	if (!is_live(t, seat))
		return;
	said = table_orders(t, seat);
	if (said == NULL)
		table_late(t, seat, decision);
	else if (script_first(said, t->engine->verbs, &o))
		table_try(t, seat, &o);
}

/* L36: take one, then give another than the one just taken. */
static void
barter(struct table *t, int seat, const struct deed *d)
{
	struct island		*g = game(t);
	struct pile		*hand = &man(t, seat)->hand;
	const struct item	*give;
	int			 i = choose_blind(t, d->on, d->take), n;

	give = order_list(d->order, PLAY_GIVE, &n);
	if (is_unknown(i)) {
		g->fresh = 1;
		if (n == 0)
			table_ask(t, seat, ASK_GIVE);
		return;
	}
	island_hand_over(t, d->on, i, seat, "taken");
	i = island_wished(hand, give, n, d->back, hand->n_card - 1);
	if (i != NONE) {
		island_hand_over(t, seat, i, d->on, "gave");
		return;
	}
	g->giving = d->on;
	ask_midway(t, seat, ASK_GIVE);
	if (g->giving != NONE && is_live(t, seat))
		t->engine->fallback(t, seat, ASK_GIVE);
	g->giving = NONE;
}

/* Where the cards of a hand go back to, in pile order. */
static int
put_back_hand(struct table *t, int seat, int *homes)
{
	struct pile	*hand = &man(t, seat)->hand;
	int		 count[N_PILES] = { 0 }, n = 0, pile;
	struct card	 card;

	while (hand->n_card > 0) {
		card = pile_take(hand, 0);
		pile = island_home(t, card.face, card.back);
		count[pile]++;
		pile_add(heap(t, pile), card);
	}
	for (pile = 0; pile < N_PILES; pile++) {
		if (count[pile] == 0)
			continue;
		table_reveal(t, "L37", EVERYONE, "put-back",
		    "by=%s pile=%s n=%d", name(t, seat),
		    island_pile_names[pile], count[pile]);
		pile_shuffle(t, "pile", heap(t, pile));
		while (count[pile]-- > 0)
			homes[n++] = pile;
	}
	return n;
}

/* L37: the deck is shuffled, or the hand changed. */
static void
stir(struct table *t, int seat, const struct deed *d)
{
	const struct item	*wish;
	int			 homes[PILE_MAX], n, n_wish, i;

	if (d->mode == MODE_DECK) {
		island_shuffle(t);
		return;
	}
	if (table_checks(t)) {
		game(t)->fresh = 1;
		table_unsure(t);
		return;
	}
	n = put_back_hand(t, seat, homes);
	wish = order_list(d->order, PLAY_PILES, &n_wish);
	for (i = 0; i < n; i++)
		island_take(t, seat, i < n_wish ? wish[i].is :
		    homes[i - (n_wish < n ? n_wish : n)]);
}

/* L39, L52: a card of a hand, one's own by name. */
static void
discard_from_hand(struct table *t, int seat, const struct deed *d)
{
	int	i = d->on == seat ? island_find(&man(t, seat)->hand, d->hand,
		    d->back) : choose_blind(t, d->on, d->take);

	if (!is_unknown(i))
		island_discard(t, d->on, i, "lost");
}

static void
lose_front(struct table *t, int seat, int kind)
{
	island_discard_front(t, seat, island_find(&man(t, seat)->front, kind,
	    NONE), "lost-front");
	island_limits(t);
}

/* L44 */
static void
accuse(struct table *t, const struct deed *d)
{
	const struct pile	*hand = &man(t, d->on)->hand;
	int			 i;

	if (table_checks(t)) {
		table_unsure(t);
		return;
	}
	i = choose_number(t, "accuse", hand, d);
	if (i != NONE)
		island_discard(t, d->on, i, "lost");
	else
		table_reveal(t, "L44", EVERYONE, "not-there",
		    "seat=%s number=%d", name(t, d->on), d->number);
}

/* ==== LOOKING AND SEARCHING ============================================= */

static void
look(struct table *t, int seat, int n, bool show, const char *rule)
{
	struct island	*g = game(t);
	const char	*cards = pile_names(t, island_blank_names, &g->deck, 0,
			    n);

	table_tell(t, EVERYONE, "looks", "by=%s n=%d", name(t, seat), n);
	table_reveal(t, rule, show ? EVERYONE : ONLY(seat), "saw",
	    "by=%s cards=%s", name(t, seat), cards);
}

void
island_order_cards(const struct table *t, int how, int n, int *order)
{
	const struct pile	*deck = &game(t)->deck;
	int			 face, i, k = 0;

	for (i = 0; i < n; i++)
		order[i] = deck->card[i].face;
	for (face = 0; face < N_BLANKS && how != KEEP; face++)
		for (i = 0; i < n; i++)
			if (deck->card[i].face == face)
				order[how == SAFE ? k++ : n - 1 - k++] = face;
}

/* L40: lay the top cards as order has their faces. */
void
island_arrange(struct table *t, int seat, const int *order, int n)
{
	struct island	*g = game(t);
	struct pile	 top = { .n_card = 0 };
	int		 i;

	for (i = 0; i < n; i++)
		pile_add(&top, pile_take(&g->deck, 0));
	for (i = 0; i < n; i++)
		pile_insert(&g->deck, i, pile_take(&top,
		    pile_find(&top, order[i])));
	g->looked = 0;
	table_tell(t, EVERYONE, "arranged", "by=%s n=%d", name(t, seat), n);
	table_reveal(t, "L40", g->openly ? EVERYONE : ONLY(seat), "left-so",
	    "by=%s cards=%s", name(t, seat), pile_names(t,
	    island_blank_names, &g->deck, 0, n));
}

/* L40: look at the top 5, or what there is, and arrange them. */
static void
survey(struct table *t, int seat, const struct deed *d)
{
	struct island	*g = game(t);
	int		 n = g->deck.n_card < 5 ? g->deck.n_card : 5;
	int		 order[5], i;

	table_unsure(t);
	if (table_checks(t) && d->arrange != NONE)
		return;
	g->openly = d->show || opts(t)->looks == 1;
	look(t, seat, n, g->openly, "L40");
	for (i = 0; i < n; i++)
		g->deck.card[i].seen |= ONLY(seat);
	g->looked = n;
	if (d->arrange == NONE)
		ask_midway(t, seat, ASK_ARRANGE);
	else
		island_order_cards(t, d->arrange, n, order);
	if (d->arrange != NONE && is_live(t, seat))
		island_arrange(t, seat, order, n);
	g->looked = g->openly = 0;
	for (i = 0; i < n; i++)
		g->deck.card[i].seen = 0;
	island_show_top(t);
}

/* L45: the pile of that back and the number's group is searched. */
static void
forage(struct table *t, int seat, const struct deed *d)
{
	int		 pile = d->number < 7 ? d->deck : N_BACKS + d->deck;
	struct pile	*cards = heap(t, pile), sorted = { .n_card = 0 };
	int		 i, kind;
	struct card	 card;

	game(t)->fresh = 1;
	table_unsure(t);
	if (table_checks(t))
		return;
	for (kind = 0; kind < N_KINDS; kind++)
		for (i = 0; i < cards->n_card; i++)
			if (cards->card[i].face == kind)
				pile_add(&sorted, cards->card[i]);
	table_reveal(t, "L45", ONLY(seat), "searched", "pile=%s cards=%s",
	    island_pile_names[pile], pile_names(t, island_kind_names, &sorted,
	    0, sorted.n_card));
	i = choose_number(t, "forage", cards, d);
	if (i != NONE) {
		card = pile_take(cards, i);
		island_put_in_hand(t, seat, card);
		table_reveal(t, "L45", EVERYONE, "foraged",
		    "by=%s pile=%s card=%s", name(t, seat),
		    island_pile_names[pile], card_name(t, island_kind_names,
		    &card));
	} else
		table_reveal(t, "L45", EVERYONE, "found-nothing",
		    "by=%s pile=%s number=%d", name(t, seat),
		    island_pile_names[pile], d->number);
	pile_shuffle(t, "pile", cards);
}

/* L51: only the user is told, unless looks are public. */
static void
scout(struct table *t, int seat, const struct deed *d)
{
	const struct pile	*hand = &man(t, d->on == NONE ? seat :
				    d->on)->hand;
	int			 deck = game(t)->deck.n_card;
	int			 seen[NUMBERS] = { 0 }, number, i;
	bool			 show = opts(t)->looks == 1;
	char			 text[160] = "";
	size_t			 len = 0;

	if (table_checks(t))
		return;
	if (d->mode == MODE_LOOK) {
		look(t, seat, deck < 3 ? deck : 3, show, "L51");
		return;
	}
	for (i = 0; i < hand->n_card; i++)
		seen[kind_of(t, hand->card[i].face)->number]++;
	for (number = 0; number < NUMBERS; number++)
		for (i = 0; i < seen[number] && len < sizeof(text) - 8; i++)
			len += (size_t)snprintf(text + len, sizeof(text) - len,
			    "%s%d", len > 0 ? ", " : "", number);
	table_reveal(t, "L51", show ? EVERYONE : ONLY(seat) | ONLY(d->on),
	    "numbers", "by=%s seat=%s numbers=%s", name(t, seat),
	    name(t, d->on), text);
}

/* ==== CHANCE ============================================================ */

static const char *const sides[] = { "heads", "tails", NULL };

/* L41 */
static void
toss(struct table *t, int seat, const struct deed *d)
{
	int32_t	side = table_roll(t, "coin", sides, 2);

	if (is_unknown(side))
		return;
	table_reveal(t, "L41", EVERYONE, "tossed", "by=%s side=%s",
	    name(t, seat), sides[side]);
	if (side == 0)
		island_suffer(t, seat, 5, COIN);
	else
		island_hit(t, seat, COIN, d->on, 5);
}

/* L42: a bomb or an explosion that was guessed goes to the victim. */
static bool
give_turned(struct table *t, int seat, int on)
{
	struct island	*g = game(t);
	enum blow	 blow = island_hit(t, seat, GUESS, on, 0);

	if (blow == TAKEN && is_live(t, on))
		island_give_blank(t, &g->turned, 0, on);
	else if (is_live(t, seat))
		island_draw(t, seat, 1, "kept", GUESS);
	if (g->turned.n_card > 0)
		pile_insert(&g->deck, 0, pile_take(&g->turned, 0));
	return blow == DODGED;
}

bool
island_guess(struct table *t, int seat, const struct deed *d, int cost)
{
	struct island	*g = game(t);
	struct card	 card;

	if (g->deck.n_card == 0) {
		table_reveal(t, "L42", EVERYONE, "nothing", "by=%s card=%s",
		    name(t, seat), island_kind_names[GUESS]);
		return false;
	}
	card = pile_move(t, &g->deck, 0, &g->turned, EVERYONE);
	table_reveal(t, "L42", EVERYONE, "turned-up", "by=%s guess=%s "
	    "card=%s right=%s", name(t, seat), island_blank_names[d->guess],
	    card_name(t, island_blank_names, &card),
	    yes(card.face == d->guess));
	if (card.face != d->guess) {
		island_draw(t, seat, cost, "paid", GUESS);
		return false;
	}
	if (card.face != BLANK)
		return give_turned(t, seat, d->on);
	island_draw(t, seat, 1, "paid", GUESS);
	return cost > 1 && is_live(t, d->on) &&
	    island_hit(t, seat, GUESS, d->on, cost - 1) == DODGED;
}

/* ==== BOMBS ============================================================= */

/* L47: with a front of one's own, a bomb is the price of one card. */
static void
topple(struct table *t, int seat, const struct deed *d)
{
	struct island	*g = game(t);
	struct pile	*front = &man(t, d->on)->front, *from = &g->box;

	if (man(t, seat)->front.n_card == 0) {
		while (front->n_card > 0)
			island_discard_front(t, d->on, 0, "lost-front");
		island_limits(t);
		return;
	}
	if (pile_find(from, BOMB) == NONE)
		from = &g->rest;
	if (pile_find(from, BOMB) == NONE)
		table_unsure(t);
	else
		island_give_blank(t, from, pile_find(from, BOMB), seat);
	if (is_live(t, seat) && has_front(t, d->on, d->front))
		lose_front(t, d->on, d->front);
}

/* L48 */
static void
defuse(struct table *t, const struct deed *d)
{
	island_return_bomb(t, d->from[0], TO_SHUFFLE);
	island_return_bomb(t, d->from[1], TO_SHUFFLE);
	island_shuffle(t);
}

/* L53 */
static void
sap(struct table *t, int seat, const struct deed *d)
{
	if (d->mode == MODE_BOMB) {
		island_return_bomb(t, seat, TO_BOTTOM);
		return;
	}
	game(t)->sheltered = 1;
	table_tell(t, EVERYONE, "sheltered", "by=%s", name(t, seat));
}

/* ==== ACTING ============================================================ */

/* L43, L49 to L56: a P card acts by going to the front. */
static void
stay(struct table *t, int seat, int kind)
{
	pile_move_all(t, &game(t)->played, &man(t, seat)->front, EVERYONE);
	table_reveal(t, island_rules[kind], EVERYONE, "in-front",
	    "by=%s card=%s", name(t, seat), island_kind_names[kind]);
}

static void
act_ability(struct table *t, int seat, const struct deed *d)
{
	int	i;

	switch (d->kind) {
	case THIEF:					/* L50 */
		i = choose_blind(t, d->on, d->take);
		if (is_unknown(i))
			game(t)->fresh = 1;
		else
			island_hand_over(t, d->on, i, seat, "taken");
		break;
	case SCOUT:
		scout(t, seat, d);
		break;
	case RAID:					/* L52 */
		discard_from_hand(t, seat, d);
		break;
	case SAPPER:
		sap(t, seat, d);
		break;
	}
}

static void
act_card(struct table *t, int seat, const struct deed *d)
{
	switch (d->kind) {
	case TURNABOUT:
		turn_about(t, seat);
		break;
	case BARTER:
		barter(t, seat, d);
		break;
	case STIR:
		stir(t, seat, d);
		break;
	case BURY:					/* L38 */
		island_return_bomb(t, seat, TO_BOTTOM);
		break;
	case SMASH:					/* L39 */
		if (d->front != NONE)
			lose_front(t, d->on, d->front);
		else
			discard_from_hand(t, seat, d);
		break;
	case SURVEY:
		survey(t, seat, d);
		break;
	case COIN:
		toss(t, seat, d);
		break;
	case ACCUSE:
		accuse(t, d);
		break;
	case FLIP:					/* L32 */
		island_flip(t);
		break;
	case FORAGE:
		forage(t, seat, d);
		break;
	case PLANT:					/* L46 */
		island_return_bomb(t, d->from[0], TO_TOP);
		break;
	case TOPPLE:
		topple(t, seat, d);
		break;
	case DEFUSE:
		defuse(t, d);
		break;
	}
}

void
island_act(struct table *t, int seat, const struct deed *d)
{
	if (d->ability)
		act_ability(t, seat, d);
	else if (kind_of(t, d->kind)->stays)
		stay(t, seat, d->kind);
	else
		act_card(t, seat, d);
}
