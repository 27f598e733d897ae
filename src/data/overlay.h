/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Laying a part over a struct that is whole, without making or losing a
 * card: cards that are named move from where they lie.
 */

#ifndef POSTERN_DATA_OVERLAY_H
#define POSTERN_DATA_OVERLAY_H

struct env;
struct fault;
struct node;
struct schema;

/*
 * Lay the map node over rec. Members other than piles are loaded; those not
 * named stay. A list of cards pulls them, in that order, to the front of
 * its pile, from any pile of the same names: one that node does not name
 * (a deck before others), else this pile, else another. If the list ends in
 * "..." the other cards of the pile stay behind them; else they go to the
 * end of the largest pile of the same names that node does not name, a deck
 * before others. A card that moves by name has been seen by those behind
 * its "/", or, where there is none, by those that its row says (.cards).
 *
 * No check runs. When it fails, rec is as it was.
 */
int	 schema_overlay(const struct schema *schema, const struct node *node,
	    void *rec, const struct env *env, struct fault *fault);

#endif
