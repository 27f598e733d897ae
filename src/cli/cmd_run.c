/* SPDX-License-Identifier: GPL-3.0-or-later */

/* postern run: one pass; what cron calls. */

#include "config.h"

#include "cli/cli.h"

#include <stdbool.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/fault.h"
#include "cli/host.h"
#include "host/home.h"
#include "host/pass.h"

enum { OPT_JOBS, OPT_NOW, OPT_VERBOSE };

static const struct cli_option options[] = {
	[OPT_JOBS] = { "jobs", 'j', "N",
	    "send over N connections, where mail goes to a server" },
	[OPT_NOW] = { "now", 0, "TIME",
	    "take TIME (2026-11-20T18:00:00Z) for the time" },
	[OPT_VERBOSE] = { "verbose", 'v', NULL,
	    "say what was done even if that is nothing" },
	{ 0 }
};

static bool
is_idle(const struct pass *pass)
{
	return pass->mails == 0 && pass->turns == 0 && pass->ended == 0 &&
	    pass->stopped == 0 && pass->sent == 0 && pass->failed == 0;
}

static void
print_pass(const struct pass *pass, int64_t now, struct cli *cli)
{
	printf("%s: %d mails in (%d files accepted, %d refused), %d turns "
	    "closed, %d games ended, %d set aside, %d mails out, %d waiting",
	    host_time(cli->arena, now), pass->mails, pass->accepted,
	    pass->refused, pass->turns, pass->ended, pass->stopped,
	    pass->sent, pass->waiting);
	if (pass->failed > 0)
		printf(", %d refused for good (see queue/failed)",
		    pass->failed);
	putchar('\n');
}

/* A second pass leaves quietly: the first does its work. */
static int
open_home(struct cli *cli, struct home *home, bool *busy)
{
	struct fault	fault;
	int		r;

	if (host_open(cli, home) != 0)
		return -1;
	r = home_lock(home, &fault);
	*busy = r == 1;
	if (r == 0)
		return 0;
	cli->status = CLI_DONE;
	if (*busy)
		home_close(home);
	else
		cli->status = host_leave(home, &fault);
	return -1;
}

int
cmd_run(struct cli *cli, int argc, char **argv)
{
	const char	*now;
	struct pass	 pass = { 0 };
	struct fault	 fault;
	struct home	 home;
	int64_t		 when, jobs = 0;
	bool		 busy = false, verbose;
	int		 r;

	if (cli_parse(cli, options, 0, 0, argc, argv) == -1 ||
	    cli_number(cli, OPT_JOBS, 1, 64, &jobs) == -1)
		return cli->status;
	now = cli_value(cli, OPT_NOW);
	verbose = cli_value(cli, OPT_VERBOSE) != NULL;
	if (now != NULL) {
		if (clock_parse(now, &when, &fault) != 0)
			return cli_usage(cli, "--now: %s", fault.text);
		clock_set(when);
	}
	if (open_home(cli, &home, &busy) != 0) {
		if (busy && verbose)
			puts("another pass is at work");
		return cli->status;
	}
	if (jobs != 0)
		home.config.out.connections = (int32_t)jobs;
	r = pass_run(&home, &pass, &fault);
	if (verbose || !is_idle(&pass))
		print_pass(&pass, home.now, cli);
	if (r != 0)
		return host_leave(&home, &fault);
	home_close(&home);
	return CLI_DONE;
}
