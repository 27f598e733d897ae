/* SPDX-License-Identifier: GPL-3.0-or-later */

/* postern engines: the games that can be played. */

#include "config.h"

#include "cli/cli.h"

#include <stdio.h>

#include "engines/engines.h"
#include "table/engine.h"

static const struct cli_option options[] = { { 0 } };

int
cmd_engines(struct cli *cli, int argc, char **argv)
{
	const struct engine *const	*engine;

	if (cli_parse(cli, options, 0, 0, argc, argv) == -1)
		return cli->status;
	for (engine = engines; *engine != NULL; engine++)
		printf("%-10s %d to %d seats, rules %d: %s\n", (*engine)->id,
		    (*engine)->min_seats, (*engine)->max_seats,
		    (*engine)->rules, (*engine)->title);
	return CLI_DONE;
}
