/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What commands share that work on a host's folder. */

#include "config.h"

#include "cli/host.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/fault.h"
#include "cli/cli.h"
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
