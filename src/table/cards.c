/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Cards and piles. */

#include "config.h"

#include "table/cards.h"

#include <assert.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"

void
pile_fill(struct table *t, struct pile *pile, int face, int back, int n)
{
	struct card	card = { .face = face, .back = (int16_t)back };

	while (n-- > 0) {
		if (t->numbered)
			card.id = (int16_t)++t->n_cards;
		pile_add(pile, card);
	}
}

void
pile_insert(struct pile *pile, int i, struct card card)
{
	assert(pile->n_card < PILE_MAX && i >= 0 && i <= pile->n_card);
	memmove(&pile->card[i + 1], &pile->card[i],
	    (size_t)(pile->n_card - i) * sizeof(card));
	pile->card[i] = card;
	pile->n_card++;
}

void
pile_add(struct pile *pile, struct card card)
{
	pile_insert(pile, pile->n_card, card);
}

struct card
pile_take(struct pile *pile, int i)
{
	struct card	card = pile->card[i];

	assert(i >= 0 && i < pile->n_card);
	pile->n_card--;
	memmove(&pile->card[i], &pile->card[i + 1],
	    (size_t)(pile->n_card - i) * sizeof(card));
	memset(&pile->card[pile->n_card], 0, sizeof(card));
	return card;
}

struct card
pile_move(struct table *t, struct pile *from, int i, struct pile *to,
    int32_t seen)
{
	struct card	card = pile_take(from, i);

	if (table_checks(t) && is_unknown(card.face))
		table_unsure(t);
	card.seen |= seen;
	pile_add(to, card);
	return card;
}

void
pile_move_all(struct table *t, struct pile *from, struct pile *to,
    int32_t seen)
{
	while (from->n_card > 0)
		pile_move(t, from, 0, to, seen);
}

void
pile_show(struct pile *pile, int i, int32_t seen)
{
	pile->card[i].seen |= seen;
}

void
pile_show_all(struct pile *pile, int32_t seen)
{
	int	i;

	for (i = 0; i < pile->n_card; i++)
		pile_show(pile, i, seen);
}

int
pile_find(const struct pile *pile, int face)
{
	int	i;

	for (i = 0; i < pile->n_card; i++)
		if (pile->card[i].face == face)
			return i;
	return NONE;
}

int
pile_count(const struct pile *pile, int face)
{
	int	i, n = 0;

	for (i = 0; i < pile->n_card; i++)
		n += pile->card[i].face == face;
	return n;
}

void
pile_shuffle(struct table *t, const char *label, struct pile *pile)
{
	pile_shuffle_part(t, label, pile, 0, pile->n_card);
}

void
pile_shuffle_part(struct table *t, const char *label, struct pile *pile,
    int first, int n)
{
	struct card	*cards = pile->card + first, card;
	int		 i, j;

	for (i = 0; i < n; i++) {
		if (t->shown != NULL)
			t->shown[cards[i].id] |= cards[i].seen;
		cards[i].seen = 0;
	}
	if (table_checks(t)) {
		for (i = 0; i < n; i++)
			cards[i].face = UNKNOWN;
		table_unsure(t);
		return;
	}
	for (i = n - 1; i > 0; i--) {
		j = table_random(t, label, i + 1);
		card = cards[i];
		cards[i] = cards[j];
		cards[j] = card;
	}
}

static void
write_card(struct buf *out, const char *const *names, const struct card *card)
{
	buf_puts(out, is_unknown(card->face) ? "?" : names[card->face]);
	if (card->id != 0)
		buf_printf(out, "#%d", card->id);
}

const char *
card_name(const struct table *t, const char *const *names,
    const struct card *card)
{
	struct buf	text;

	buf_init(&text, t->events->arena);
	write_card(&text, names, card);
	return text.data;
}

const char *
pile_names(const struct table *t, const char *const *names,
    const struct pile *pile, int first, int n)
{
	struct buf	text;
	int		i;

	buf_init(&text, t->events->arena);
	for (i = first; i < first + n; i++) {
		if (i > first)
			buf_puts(&text, ", ");
		write_card(&text, names, &pile->card[i]);
	}
	return text.data;
}
