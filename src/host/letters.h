/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Letters that were sent, found again in the folder of their game. */

#ifndef POSTERN_HOST_LETTERS_H
#define POSTERN_HOST_LETTERS_H

#include <stdint.h>

struct fault;
struct game;

/* The folder of the letter that opened that turn for a seat. */
const char	*letters_path(const struct game *game, int seat, int turn);

/*
 * Which letter is meant? With turn -1, the last one that the seat got. One
 * that it did not get is a fault.
 */
int	 letters_turn(struct game *game, int seat, int64_t turn, int *out,
	    struct fault *fault);

#endif
