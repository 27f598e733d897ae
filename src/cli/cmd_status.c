/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * postern status: how the games stand, in public facts only. Who has
 * answered already is none; nor is what a damaged file holds.
 */

#include "config.h"

#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/file.h"
#include "base/text.h"
#include "cli/host.h"
#include "data/node.h"
#include "host/game.h"
#include "host/home.h"
#include "host/manners.h"
#include "host/player.h"
#include "table/engine.h"

enum { OPT_ALL };

static const struct cli_option options[] = {
	[OPT_ALL] = { "all", 'a', NULL, "list the games that are over too" },
	{ 0 }
};

enum { REASON_BYTES = 4096 };

/* ---- facts ----------------------------------------------------------- */

static const char *
awaited(const struct game *game)
{
	const char	*names[SEATS_MAX + 1];
	struct buf	 out;
	int		 i, n = 0;

	for (i = 0; i < game->n_seats; i++)
		if (!game->over && game_awaits(game, i) != NULL)
			names[n++] = game->seat[i].name;
	names[n] = NULL;
	buf_init(&out, game->arena);
	if (n > 0)
		text_join(&out, names, "and");
	else
		buf_puts(&out, "nobody");
	return out.data;
}

/* Why it was stopped: the first line of the file that says so. */
static const char *
reason(struct game *game)
{
	struct fault	fault;
	struct buf	text;

	buf_init(&text, game->arena);
	if (file_read(game->fd, "stopped", REASON_BYTES, &text, &fault) != 0)
		return "its reason cannot be read";
	return arena_strndup(game->arena, text.data,
	    strcspn(text.data, "\n"));
}

/* ---- one game -------------------------------------------------------- */

static void
print_seats(const struct game *game)
{
	const char	*asked;
	int		 i;

	for (i = 0; i < game->n_seats; i++) {
		asked = game->over ? NULL : game_awaits(game, i);
		printf("  %-12s %s%s%s\n", game->seat[i].name,
		    game->seat[i].player, asked != NULL ? ", asked: " : "",
		    asked != NULL ? asked : "");
	}
}

static void
print_game(struct game *game)
{
	char	head[HEX_SIZE];

	digest_hex(&game->head, head);
	printf("%s: %s\n", game->id, game->engine->title);
	print_seats(game);
	if (game->over)
		printf("over, after turn %d\n", game->turn - 1);
	else
		printf("turn %d, open until %s\n", game->turn,
		    host_time(game->arena, game->deadline));
	if (game->stopped)
		printf("stopped: %s\n", reason(game));
	printf("created   %s\n", node_text(game->tree, "created", "?"));
	if (game->record != NULL)
		printf("closed    %s (turn %d)\n", node_text(game->record,
		    "closed", "?"), game->turn - 1);
	printf("rules     %s %d\n", game->engine->id, game->engine->rules);
	printf("of        %s\n", game->of);
	printf("chain     %s\n", head);
	printf("data      %s\n", node_text(game->tree, "data", "?"));
	printf("seed      SHA-256 %s\n", node_text(game->tree, "seed_sha256",
	    "?"));
	printf("folder    %s\n", game->path);
}

static int
show_game(struct cli *cli, struct home *home, const char *id,
    struct fault *fault)
{
	struct game	game;

	if (game_find(home, cli->arena, id, &game, fault) != 0)
		return -1;
	print_game(&game);
	game_close(&game);
	return 0;
}

/* ---- all of them ----------------------------------------------------- */

static void
print_line(struct game *game)
{
	printf("%-16s %-8s ", game->id, game->engine->id);
	if (game->over)
		printf("over after turn %d", game->turn - 1);
	else
		printf("turn %d, waits for %s until %s", game->turn,
		    awaited(game), host_time(game->arena, game->deadline));
	if (game->stopped)
		printf("; stopped: %s", reason(game));
	putchar('\n');
}

/* A game that cannot be opened does not hide the others. */
static int
list_folder(struct home *home, const char *folder, int *n_bad,
    struct fault *fault)
{
	struct arena	*arena = arena_new();
	struct game	 game;
	struct fault	 trouble;
	char		**ids;
	size_t		 i, n;
	int		 r = -1;

	if (file_list(home->fd, folder, home->arena, &ids, &n, fault) != 0)
		goto out;
	for (i = 0; i < n; i++) {
		arena_reset(arena);
		if (game_find(home, arena, ids[i], &game, &trouble) == 0) {
			print_line(&game);
			game_close(&game);
		} else {
			printf("%-16s cannot be opened: %s\n", ids[i],
			    trouble.text);
			++*n_bad;
		}
	}
	r = 0;
out:
	arena_free(arena);
	return r;
}

/* Say whose mail comes back. */
static int
list_paused(struct home *home, struct fault *fault)
{
	struct player	 player;
	struct fault	 trouble;
	char		**names;
	size_t		 i, n;
	int		 n_bounces;

	if (!file_exists(home->fd, "bounces"))
		return 0;
	if (player_names(home, &names, &n, fault) != 0)
		return -1;
	for (i = 0; i < n; i++) {
		if (player_load(home, names[i], &player, &trouble) != 0)
			continue;
		if (manners_bounces(home, names[i], player.address,
		    &n_bounces, fault) != 0)
			return -1;
		if (n_bounces > 0)
			printf("mail to %s came back: %d%s\n", names[i],
			    n_bounces, n_bounces >= MANNERS_BOUNCES ?
			    ", and is paused" : "");
	}
	return 0;
}

int
cmd_status(struct cli *cli, int argc, char **argv)
{
	struct fault	fault;
	struct home	home;
	int		n_bad = 0, r;

	if (cli_parse(cli, options, 0, 1, argc, argv) == -1 ||
	    host_open(cli, &home) != 0)
		return cli->status;
	if (cli->n_words == 1)
		r = show_game(cli, &home, cli->word[0], &fault);
	else
		r = list_folder(&home, "games", &n_bad, &fault);
	if (r == 0 && cli->n_words == 0)
		r = list_paused(&home, &fault);
	if (r == 0 && cli->n_words == 0 && cli_value(cli, OPT_ALL) != NULL)
		r = list_folder(&home, "archive", &n_bad, &fault);
	if (r != 0)
		return host_leave(&home, &fault);
	home_close(&home);
	return n_bad > 0 ? CLI_REFUSED : CLI_DONE;
}
