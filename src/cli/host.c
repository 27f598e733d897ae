/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What commands share that work on a host's folder. */

#include "config.h"

#include "cli/host.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/fault.h"
#include "cli/cli.h"
#include "host/close.h"
#include "host/due.h"
#include "host/home.h"

int
host_open(struct cli *cli, struct home *home)
{
	struct fault	fault;

	if (cli->home == NULL) {
		cli_usage(cli, "which folder? (postern -C DIR, or set "
		    "POSTERN_HOME)");
		return -1;
	}
	if (home_open(home, cli->arena, cli->home, cli->data, &fault) == 0)
		return 0;
	cli->status = cli_fault(&fault);
	return -1;
}

int
host_open_locked(struct cli *cli, struct home *home)
{
	struct fault	fault;
	int		r;

	if (host_open(cli, home) != 0)
		return -1;
	r = home_lock(home, &fault);
	if (r == 0)
		return 0;
	if (r == 1)
		fault_set(&fault, FAULT_RETRY, "another postern is at work in "
		    "%s; try again in a moment", home->path);
	cli->status = host_leave(home, &fault);
	return -1;
}

int
host_leave(struct home *home, const struct fault *fault)
{
	home_close(home);
	return cli_fault(fault);
}

const char *
host_time(struct arena *arena, int64_t when)
{
	struct buf	text;

	buf_init(&text, arena);
	clock_iso(&text, when);
	return arena_printf(arena, "%.10s %.5s UTC", text.data,
	    text.data + 11);
}

/* The first pass after this looks at the game. */
static int
make_due(struct home *home, const char *id, struct fault *fault)
{
	struct due	due;

	if (due_read(home, &due, fault) != 0)
		return -1;
	due_set(home, &due, id, 0);
	return due_write(home, &due, fault);
}

/* Close turn 0 without anybody's answer. */
static int
start_now(struct home *home, const char *id, struct fault *fault)
{
	struct game	game;
	struct made	made;
	int		r = -1;

	if (game_open(home, home->arena, home->fd, arena_printf(home->arena,
	    "games/%s", id), &game, fault) != 0)
		return -1;
	if (close_turn(home, &game, NULL, 0, &made, fault) == 0 &&
	    home_commit(home, fault) == 0 &&
	    close_tidy(home, home->arena, id, 0, made.over,
	    fault) == 0)
		r = 0;
	game_close(&game);
	return r;
}

int
host_new(struct home *home, const struct agreement *a, struct fault *fault)
{
	if (make_due(home, a->id, fault) != 0 ||
	    close_new(home, a, fault) != 0)
		return -1;
	return a->ready ? 0 : start_now(home, a->id, fault);
}
