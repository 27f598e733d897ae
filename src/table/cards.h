/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Cards and piles. A card keeps who has seen it wherever it goes, until it
 * is shuffled. Place 0 is the top of a stack, the left of a row, the oldest
 * of a hand.
 */

#ifndef POSTERN_TABLE_CARDS_H
#define POSTERN_TABLE_CARDS_H

#include "table/table.h"

/* Add n new cards at the end of a pile: at setup. */
void		 pile_fill(struct table *t, struct pile *pile, int face,
		    int back, int n);

/* Put a card at place i, or at the end. */
void		 pile_insert(struct pile *pile, int i, struct card card);
void		 pile_add(struct pile *pile, struct card card);

/* Take the card at place i out; those behind it close up. */
struct card	 pile_take(struct pile *pile, int i);

/*
 * Move the card at place i of from to the end of to, seen from now on by
 * those in seen besides (seen bits; 0: nobody new). Return it. In a check,
 * a card that is not known makes what follows unsure.
 */
struct card	 pile_move(struct table *t, struct pile *from, int i,
		    struct pile *to, int32_t seen);

/* Move all, in order. */
void		 pile_move_all(struct table *t, struct pile *from,
		    struct pile *to, int32_t seen);

/* Show one card, or all of them, to seats. */
void		 pile_show(struct pile *pile, int i, int32_t seen);
void		 pile_show_all(struct pile *pile, int32_t seen);

/* The place of the first card with that face, or NONE. */
int		 pile_find(const struct pile *pile, int face);

/* Count the cards with that face that are known here. */
int		 pile_count(const struct pile *pile, int face);

/* Shuffle cards first..first+n-1: nobody has seen them any more. */
void		 pile_shuffle(struct table *t, const char *label,
		    struct pile *pile);
void		 pile_shuffle_part(struct table *t, const char *label,
		    struct pile *pile, int first, int n);

/*
 * A card's name for an event, and a list of them ("a, b"). Tests number the
 * cards, so that a letter naming one that its seat never saw is found.
 * The text lasts until the table's events do.
 */
const char	*card_name(const struct table *t, const char *const *names,
		    const struct card *card);
const char	*pile_names(const struct table *t, const char *const *names,
		    const struct pile *pile, int first, int n);

#endif
