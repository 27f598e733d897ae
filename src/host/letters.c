/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Letters that were sent. */

#include "config.h"

#include "host/letters.h"

#include "base/arena.h"
#include "base/fault.h"
#include "base/file.h"
#include "data/node.h"
#include "host/game.h"

/* Seats that are dealt had another name before the game began. */
static const char *
first_name(const struct game *game, int seat)
{
	const struct node	*item = node_get(game->tree, "seats")->child;

	while (seat-- > 0)
		item = item->next;
	return node_text(item, "seat", "");
}

/* The letter that opened a turn was made when the one before was closed. */
const char *
letters_path(const struct game *game, int seat, int turn)
{
	if (turn == 0)
		return arena_printf(game->arena, "welcome/%s",
		    first_name(game, seat));
	return arena_printf(game->arena, "turns/%s/letters/%s",
	    game_turn_name(game->arena, turn - 1), game->seat[seat].name);
}

int
letters_turn(struct game *game, int seat, int64_t turn, int *out,
    struct fault *fault)
{
	int64_t	at = turn < 0 ? game->turn : turn;

	if (at > game->turn)
		return fault_set(fault, FAULT_PLAYER, "the reports of %s are "
		    "of turns 0 to %d", game->id, game->turn);
	while (turn < 0 && at > 0 && !file_exists(game->fd,
	    letters_path(game, seat, (int)at)))
		at--;
	if (!file_exists(game->fd, letters_path(game, seat, (int)at)))
		return fault_set(fault, FAULT_PLAYER, "%s got no report of "
		    "turn %d", game->seat[seat].name, (int)at);
	*out = (int)at;
	return 0;
}
