/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Last Island: the blank deck, bombs and explosions, and who is out. */

#include "config.h"

#include "engines/island/island.h"

/* ==== BOMBS AND LIMITS ================================================== */

int
island_bombs(const struct table *t, int seat)
{
	return pile_count(&man(t, seat)->bombs, BOMB);
}

/* L27: 3, and one more for each vest and for bunker. */
int
island_limit(const struct table *t, int seat)
{
	const struct pile	*front = &man(t, seat)->front;

	return 3 + pile_count(front, VEST) + pile_count(front, BUNKER);
}

int
island_in_deck(const struct table *t, int face)
{
	const struct island	*g = game(t);
	int			 n = face == BOMB ? supply(t)->all_bombs :
				    supply(t)->all_explosions;
	int			 seat;

	n -= pile_count(&g->box, face) + pile_count(&g->turned, face);
	for (seat = 0; seat < table_seats(t); seat++)
		n -= pile_count(&man(t, seat)->bombs, face);
	return n;
}

/* L28, L53, L55: does an explosion knock that seat out? */
static bool
is_sheltered(const struct table *t, int seat)
{
	const struct island	*g = game(t);

	return has_front(t, seat, BUNKER) || (g->sheltered &&
	    g->active == seat && has_front(t, seat, SAPPER));
}

/* ==== OUT =============================================================== */

/* L29: everything is laid down openly. */
void
island_out(struct table *t, int seat, const char *why)
{
	struct island	*g = game(t);
	struct castaway	*who = man(t, seat);

	if (who->out)
		return;
	who->out = 1;
	table_reveal(t, "L29", EVERYONE, "out", "seat=%s why=%s hand=%s "
	    "front=%s", name(t, seat), why, pile_names(t, island_kind_names,
	    &who->hand, 0, who->hand.n_card), pile_names(t,
	    island_kind_names, &who->front, 0, who->front.n_card));
	pile_move_all(t, &who->hand, &g->discard, EVERYONE);
	pile_move_all(t, &who->front, &g->discard, EVERYONE);
	pile_move_all(t, &who->bombs, &g->box, EVERYONE);
	if (seat != g->active)
		return;
	pile_move_all(t, &g->played, &g->discard, EVERYONE);
	g->ended = 1;
}

/* L28: whoever's limit has fallen to its bombs. */
void
island_limits(struct table *t)
{
	int	seat;

	for (seat = 0; seat < table_seats(t) && is_knockout(t); seat++)
		if (is_live(t, seat) &&
		    island_bombs(t, seat) >= island_limit(t, seat))
			island_out(t, seat, "bombs");
}

/* ==== THE DECK ========================================================== */

/* L32: while the deck lies face up, all see the card on top. */
void
island_show_top(struct table *t)
{
	struct island	*g = game(t);
	struct card	*top = &g->deck.card[0];

	if (!g->face_up || g->deck.n_card == 0 || is_unknown(top->face) ||
	    top->seen == SEEN_ALL)
		return;
	top->seen = SEEN_ALL;
	table_reveal(t, "L32", EVERYONE, "uncovered", "card=%s",
	    card_name(t, island_blank_names, top));
}

/* What lies under another card, or face down, is seen by nobody. */
static void
cover_deck(struct island *g)
{
	int	i;

	for (i = 0; i < g->deck.n_card; i++)
		g->deck.card[i].seen = 0;
}

/* L30: everything is mixed but explosions, which are last. */
void
island_shuffle(struct table *t)
{
	struct island	*g = game(t);
	struct pile	*deck = &g->deck;
	struct pile	 last = { .n_card = 0 };
	int		 i = 0;

	while (i < deck->n_card)
		if (deck->card[i].face == EXPLOSION)
			pile_add(&last, pile_take(deck, i));
		else
			i++;
	pile_shuffle(t, "deck", deck);
	pile_move_all(t, &last, deck, 0);
	cover_deck(g);
	table_tell(t, EVERYONE, "shuffled", "cards=%d", deck->n_card);
	island_show_top(t);
}

/* L31: below everything except explosions in one run at the end. */
static int
bottom(const struct pile *deck)
{
	int	i = deck->n_card;

	while (i > 0 && deck->card[i - 1].face == EXPLOSION)
		i--;
	return i;
}

void
island_return_bomb(struct table *t, int seat, int to)
{
	struct island	*g = game(t);
	struct pile	*bombs = &man(t, seat)->bombs;
	struct card	 card = pile_take(bombs, pile_find(bombs, BOMB));

	card.seen = 0;
	if (to == TO_TOP) {
		pile_insert(&g->deck, 0, card);
		cover_deck(g);
	} else
		pile_insert(&g->deck, bottom(&g->deck), card);
	table_tell(t, EVERYONE, to == TO_TOP ? "bomb-on-top" :
	    to == TO_BOTTOM ? "bomb-below" : "bomb-back", "seat=%s",
	    name(t, seat));
	if (to != TO_SHUFFLE)
		island_show_top(t);
}

void
island_flip(struct table *t)
{
	struct island	*g = game(t);
	struct card	*cards = g->deck.card, card;
	int		 i, n = g->deck.n_card;

	for (i = 0; i < n / 2; i++) {
		card = cards[i];
		cards[i] = cards[n - 1 - i];
		cards[n - 1 - i] = card;
	}
	if (opts(t)->flip == FACE_UP)
		g->face_up = !g->face_up;
	cover_deck(g);
	table_tell(t, EVERYONE, "flipped", "up=%s", yes(g->face_up));
	island_show_top(t);
}

/* ==== DRAWING =========================================================== */

/* A draw under way, of one seat. */
struct drawing {
	int		 seat;
	const char	*fate;		/* why it is out, or NULL */
	struct pile	 told;		/* what came, in order */
	struct pile	 extra;		/* bombs set aside (L15) */
};

/* L21: blanks to their discard pile, everything else before the seat. */
static void
lay_down(struct table *t, struct drawing *d, struct card card)
{
	struct island	*g = game(t);
	struct castaway	*who = man(t, d->seat);

	pile_add(&d->told, card);
	if (table_checks(t) && is_unknown(card.face))
		table_unsure(t);
	card.seen = SEEN_ALL;
	if (card.face == BOMB && is_lap(t) && island_bombs(t, d->seat) > 0)
		pile_add(&d->extra, card);		/* L15 */
	else if (card.face == BOMB || card.face == EXPLOSION)
		pile_add(&who->bombs, card);
	else
		pile_add(&g->spent, card);
	if (!is_knockout(t))
		return;
	if (card.face == EXPLOSION && !is_sheltered(t, d->seat))
		d->fate = "explosion";			/* L28 */
	else if (island_bombs(t, d->seat) >= island_limit(t, d->seat))
		d->fate = "bombs";
}

/* L15: when the draw is complete, what was set aside goes back. */
static void
complete(struct table *t, struct drawing *d)
{
	struct island	*g = game(t);

	if (d->extra.n_card > 0) {
		table_tell(t, EVERYONE, "too-many", "seat=%s n=%d",
		    name(t, d->seat), d->extra.n_card);
		pile_move_all(t, &d->extra, &g->deck, 0);
		island_shuffle(t);
	} else
		island_show_top(t);
	if (d->fate != NULL)
		island_out(t, d->seat, d->fate);
}

static const char *
kind_name(int kind)
{
	return kind == NONE ? "none" : island_kind_names[kind];
}

int
island_draw(struct table *t, int seat, int n, const char *event, int kind)
{
	struct island	*g = game(t);
	struct pile	*from;
	struct drawing	 d = { .seat = seat };

	while (d.told.n_card < n && d.fate == NULL) {
		from = kind == GUESS && g->turned.n_card > 0 ? &g->turned :
		    &g->deck;				/* L42 */
		if (from->n_card == 0)			/* L33 */
			break;
		lay_down(t, &d, pile_take(from, 0));
	}
	if (n > 0)
		table_reveal(t, "L21", EVERYONE, event, "seat=%s card=%s "
		    "n=%d cards=%s", name(t, seat), kind_name(kind),
		    d.told.n_card, pile_names(t, island_blank_names, &d.told,
		    0, d.told.n_card));
	complete(t, &d);
	return d.told.n_card;
}

void
island_give_blank(struct table *t, struct pile *from, int i, int seat)
{
	struct drawing	d = { .seat = seat };

	lay_down(t, &d, pile_take(from, i));
	table_reveal(t, "L28", EVERYONE, "given", "seat=%s card=%s",
	    name(t, seat), card_name(t, island_blank_names,
	    &d.told.card[0]));
	complete(t, &d);
}
