/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Chance outside a game's own stream: for built-in players and tests. */

#ifndef POSTERN_TABLE_CHANCE_H
#define POSTERN_TABLE_CHANCE_H

#include "data/digest.h"
#include "data/schema.h"

struct dice {
	struct chance	chance;
	int64_t		position;
	struct digest	key;
};

/* Begin a stream of its own under that key. */
void	 dice_init(struct dice *dice, const struct digest *key);

/* The same, with a key made from a text and a number. */
void	 dice_seed(struct dice *dice, const char *text, uint64_t number);

#endif
