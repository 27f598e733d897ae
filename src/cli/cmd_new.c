/* SPDX-License-Identifier: GPL-3.0-or-later */

/* postern new ENGINE: start a game. */

#include "config.h"

#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/fault.h"
#include "base/text.h"
#include "cli/host.h"
#include "cli/play.h"
#include "host/close.h"
#include "host/home.h"
#include "table/engine.h"

enum { OPT_ID, OPT_SEAT, OPT_SET, OPT_DEADLINE, OPT_NOW };

static const struct cli_option options[] = {
	[OPT_ID] = { "id", 0, "ID", "the name of the game: noir-1" },
	[OPT_SEAT] = { "seat", 0, "SEAT=PLAYER",
	    "who sits where; only PLAYER where the game deals the seats" },
	[OPT_SET] = { "set", 0, "KEY=VALUE", "set an option of the game" },
	[OPT_DEADLINE] = { "deadline", 0, "SPAN",
	    "how long a turn stays open: 48h, 7d (as postern.yaml says)" },
	[OPT_NOW] = { "now", 0, NULL,
	    "start at once, without asking who is ready" },
	{ 0 }
};

/* Take "seat=player", or "player" where the game deals the seats. */
static int
read_seat(struct cli *cli, struct agreement *a, const char *given)
{
	const char	*equals = strchr(given, '=');
	int		 i = a->n_seats;

	if (i == SEATS_MAX) {
		cli_usage(cli, "--seat: there are at most %d", SEATS_MAX);
		return -1;
	}
	if (a->engine->seating == SEATS_DEALT ? equals != NULL :
	    equals == NULL) {
		cli_usage(cli, a->engine->seating == SEATS_DEALT ?
		    "--seat %s: this game deals the seats; write --seat "
		    "PLAYER" : "--seat %s: write --seat SEAT=PLAYER", given);
		return -1;
	}
	a->player[i] = equals != NULL ? equals + 1 : given;
	a->seat[i] = equals != NULL ? arena_strndup(cli->arena, given,
	    (size_t)(equals - given)) : NULL;
	a->n_seats++;
	return 0;
}

/* The fixed seats of a game stand in its own order, whatever was written. */
static int
order_seats(struct cli *cli, struct agreement *a)
{
	const char	*player[SEATS_MAX] = { NULL };
	int		 i, at;

	for (i = 0; i < a->n_seats; i++) {
		at = text_index(a->engine->seats, a->seat[i]);
		if (at < 0 || at >= a->n_seats || player[at] != NULL) {
			cli_usage(cli, "--seat %s=%s: %s", a->seat[i],
			    a->player[i], at < 0 ? "the game has no such "
			    "seat" : at >= a->n_seats ? "the seats before it "
			    "must be taken first" : "it is taken twice");
			return -1;
		}
		player[at] = a->player[i];
	}
	for (i = 0; i < a->n_seats; i++) {
		a->seat[i] = a->engine->seats[i];
		a->player[i] = player[i];
	}
	return 0;
}

static int
read_seats(struct cli *cli, struct agreement *a)
{
	const char	**given = cli_values(cli, OPT_SEAT);

	for (; *given != NULL; given++)
		if (read_seat(cli, a, *given) != 0)
			return -1;
	if (a->n_seats < a->engine->min_seats ||
	    a->n_seats > a->engine->max_seats) {
		cli_usage(cli, "%s has %d to %d seats, not %d (--seat)",
		    a->engine->id, a->engine->min_seats, a->engine->max_seats,
		    a->n_seats);
		return -1;
	}
	return a->engine->seating == SEATS_FIXED ? order_seats(cli, a) : 0;
}

int
cmd_new(struct cli *cli, int argc, char **argv)
{
	struct agreement	a = { 0 };
	struct fault		fault;
	struct home		home;
	int64_t			span;

	if (cli_parse(cli, options, 1, 1, argc, argv) == -1 ||
	    play_engine(cli, cli->word[0], &a.engine) != 0 ||
	    read_seats(cli, &a) != 0)
		return cli->status;
	a.id = cli_value(cli, OPT_ID);
	a.deadline = cli_value(cli, OPT_DEADLINE);
	a.ready = cli_value(cli, OPT_NOW) == NULL;
	if (a.id == NULL || !text_is_name(a.id))
		return cli_usage(cli, "--id wants a name for the game: small "
		    "letters, digits and hyphens, a letter first");
	if (a.deadline != NULL && clock_span(a.deadline, &span, &fault) != 0)
		return cli_usage(cli, "--deadline: %s", fault.text);
	if (play_settings(cli, cli_values(cli, OPT_SET), &a.options,
	    &fault) != 0)
		return cli_fault(&fault);
	if (host_open_locked(cli, &home) != 0)
		return cli->status;
	if (host_new(&home, &a, &fault) != 0)
		return host_leave(&home, &fault);
	home_close(&home);
	printf("%s is set up in games/%s. The next pass mails the players%s.\n",
	    a.id, a.id, a.ready ? " and asks whether they are ready" : "");
	return CLI_DONE;
}
