/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * postern report GAME SEAT: a report as it was sent. Of a running game the
 * host sees without further ado only the seat that is its own.
 */

#include "config.h"

#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/fault.h"
#include "base/file.h"
#include "base/text.h"
#include "cli/host.h"
#include "data/node.h"
#include "data/yaml.h"
#include "host/game.h"
#include "host/home.h"
#include "host/letters.h"

enum { OPT_REVEAL };

static const struct cli_option options[] = {
	[OPT_REVEAL] = { "reveal", 0, NULL,
	    "show another's seat; the next reports tell all players so" },
	{ 0 }
};

enum { REPORT_BYTES = 1 << 20, ACTIONS_MAX = 9999 };

/* ---- finding it ------------------------------------------------------ */

/* Which report is meant? Without a number, the last one. */
static int
find_turn(struct game *game, int seat, const char *given, int *out,
    struct fault *fault)
{
	int64_t	turn = -1;

	if (given != NULL && !text_number(given, 0, game->turn, &turn))
		return fault_set(fault, FAULT_PLAYER, "the reports of %s are "
		    "of turns 0 to %d, not %s", game->id, game->turn, given);
	return letters_turn(game, seat, turn, out, fault);
}

static int
find_seat(const struct game *game, const char *name, int *out,
    struct fault *fault)
{
	const char	*names[SEATS_MAX + 1] = { NULL };
	struct buf	 all;
	int		 i;

	for (i = 0; i < game->n_seats; i++)
		names[i] = game->seat[i].name;
	*out = text_index(names, name);
	if (*out >= 0)
		return 0;
	buf_init(&all, game->arena);
	text_join(&all, names, "and");
	return fault_set(fault, FAULT_PLAYER, "%s has no seat '%s'; it has "
	    "%s", game->id, name, all.data);
}

/* ---- may it be seen? ------------------------------------------------- */

static bool
is_open(const struct home *home, const struct game *game, int seat)
{
	return game->over || (home->config.plays[0] != '\0' &&
	    strcmp(home->config.plays, game->seat[seat].player) == 0);
}

static const char *
action_text(struct home *home, struct game *game, int seat, int turn)
{
	struct node	*map = node_map(game->arena);
	struct buf	 at, text;

	buf_init(&at, game->arena);
	buf_init(&text, game->arena);
	clock_iso(&at, home->now);
	node_set(map, "what", node_scalar(game->arena, "reveal"));
	node_set(map, "seat", node_scalar(game->arena, game->seat[seat].name));
	node_set(map, "turn", node_number(game->arena, turn));
	node_set(map, "at", node_scalar(game->arena, at.data));
	node_set(map, "in", node_number(game->arena, game->turn));
	yaml_write(&text, map);
	return text.data;
}

/* Put the look on record, durably, before anything is seen. */
static int
record_look(struct home *home, struct game *game, int seat, int turn,
    struct fault *fault)
{
	const char	*text = action_text(home, game, seat, turn);
	const char	*path;
	int		 i = 1;

	if (file_mkdir(game->fd, "actions", fault) != 0)
		return -1;
	do
		path = arena_printf(game->arena, "actions/%04d.yaml", i);
	while (file_exists(game->fd, path) && ++i <= ACTIONS_MAX);
	if (file_create(game->fd, path, text, strlen(text), 0600, fault) != 0)
		return -1;
	return file_sync(game->fd, fault);
}

static int
print_report(struct cli *cli, struct home *home, struct game *game,
    struct fault *fault)
{
	struct buf	text;
	int		seat, turn = 0;

	if (find_seat(game, cli->word[1], &seat, fault) != 0 ||
	    find_turn(game, seat, cli->n_words == 3 ? cli->word[2] : NULL,
	    &turn, fault) != 0)
		return -1;
	if (!is_open(home, game, seat)) {
		if (cli_value(cli, OPT_REVEAL) == NULL)
			return fault_set(fault, FAULT_PLAYER, "%s is the seat "
			    "of %s; --reveal shows its report, and tells all "
			    "players that you looked", game->seat[seat].name,
			    game->seat[seat].player);
		if (record_look(home, game, seat, turn, fault) != 0)
			return -1;
	}
	buf_init(&text, game->arena);
	if (file_read(game->fd, arena_printf(game->arena, "%s/report.txt",
	    letters_path(game, seat, turn)), REPORT_BYTES, &text,
	    fault) != 0)
		return -1;
	fputs(text.data, stdout);
	return 0;
}

/* The lock keeps the turn open until the look is on record. */
int
cmd_report(struct cli *cli, int argc, char **argv)
{
	struct fault	fault;
	struct home	home;
	struct game	game;
	int		r;

	if (cli_parse(cli, options, 2, 3, argc, argv) == -1 ||
	    (cli_value(cli, OPT_REVEAL) != NULL ?
	    host_open_locked(cli, &home) : host_open(cli, &home)) != 0)
		return cli->status;
	if (game_find(&home, cli->arena, cli->word[0], &game, &fault) != 0)
		return host_leave(&home, &fault);
	r = print_report(cli, &home, &game, &fault);
	game_close(&game);
	if (r != 0)
		return host_leave(&home, &fault);
	home_close(&home);
	return CLI_DONE;
}
