/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The Jigsaw Trials: the deck, the discard pile, and cards between them. */

#include "config.h"

#include "engines/trials/trials.h"

const char *
trials_cards(const struct table *t, const struct pile *pile)
{
	return pile_names(t, trials_face_names, pile, 0, pile->n_card);
}

/* In a check, what is not known makes all that follows unsure. */
static void
mind_unknown(struct table *t, const struct card *card)
{
	if (table_checks(t) && is_unknown(card->face))
		table_unsure(t);
}

void
trials_discard(struct table *t, struct card card)
{
	mind_unknown(t, &card);
	card.seen = SEEN_ALL;
	pile_insert(&game(t)->discard, 0, card);
}

void
trials_discard_from(struct table *t, struct pile *from, int i)
{
	trials_discard(t, pile_take(from, i));
}

void
trials_discard_all(struct table *t, struct pile *from)
{
	while (from->n_card > 0)
		trials_discard_from(t, from, 0);
}

void
trials_to_hand(struct table *t, struct card card, int seat)
{
	mind_unknown(t, &card);
	card.seen = ONLY(seat);
	pile_add(&captive(t, seat)->hand, card);
}

bool
trials_deck_ready(struct table *t)
{
	struct trials	*g = game(t);

	if (g->deck.n_card > 0)
		return true;
	if (g->discard.n_card == 0)
		return false;
	pile_move_all(t, &g->discard, &g->deck, 0);
	pile_shuffle(t, "deck", &g->deck);
	table_tell(t, EVERYONE, "shuffled", "n=%d", g->deck.n_card);
	return true;
}

int
trials_draw(struct table *t, int seat, int n, struct pile *to)
{
	struct pile	drawn = { 0 };
	struct card	card;

	while (drawn.n_card < n && trials_deck_ready(t)) {
		card = pile_take(&game(t)->deck, 0);
		mind_unknown(t, &card);
		card.seen = ONLY(seat);
		pile_add(&drawn, card);
		pile_add(to, card);
	}
	if (table_checks(t))
		return drawn.n_card;
	table_tell(t, ALL_BUT(seat), "draws", "seat=%s n=%d", name(t, seat),
	    drawn.n_card);
	table_reveal(t, "T6", ONLY(seat), "drew", "n=%d cards=%s",
	    drawn.n_card, trials_cards(t, &drawn));
	return drawn.n_card;
}
