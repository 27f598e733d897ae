/* SPDX-License-Identifier: GPL-3.0-or-later */

/* postern sim: games between built-in players, and how they went. */

#include "config.h"

#include "cli/cli.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/fault.h"
#include "base/file.h"
#include "cli/play.h"
#include "data/node.h"
#include "engines/engines.h"
#include "host/pack.h"
#include "table/chance.h"
#include "table/match.h"

enum { OPT_GAMES, OPT_SEED, OPT_SEATS, OPT_SET };

static const struct cli_option options[] = {
	[OPT_GAMES] = { "games", 'n', "N", "play N games (100)" },
	[OPT_SEED] = { "seed", 's', "TEXT", "draw all chance from TEXT (1)" },
	[OPT_SEATS] = { "seats", 0, "N", "with N seats (the fewest)" },
	[OPT_SET] = { "set", 0, "KEY=VALUE", "set an option of the game" },
	{ 0 }
};

enum { ENDINGS_MAX = 16, TURNS_LIMIT = 20000 };

struct tally {
	int		 n_games;
	int		*turns;			/* of each game */
	int		 won[SEATS_MAX];
	int		 n_endings;
	const char	*ending[ENDINGS_MAX];
	int		 ended[ENDINGS_MAX];
	char		 name[SEATS_MAX][NAME_SIZE];
};

static void
count_ending(struct tally *tally, const char *how)
{
	int	i;

	for (i = 0; i < tally->n_endings; i++)
		if (strcmp(tally->ending[i], how) == 0)
			break;
	if (i == ENDINGS_MAX)
		return;
	if (i == tally->n_endings) {
		tally->ending[i] = how;
		tally->n_endings++;
	}
	tally->ended[i]++;
}

static int
play_game(struct match *match, struct dice *dice, struct tally *tally,
    struct fault *fault)
{
	struct ranking	ranking = { .how = "" };
	struct turn_in	in;
	struct table	table;
	int		i, turns = 0;

	if (match_start(match, fault) != 0)
		return -1;
	while (!match->over) {
		if (++turns > TURNS_LIMIT)
			return fault_set(fault, FAULT_OPERATOR,
			    "a game did not end in %d turns", TURNS_LIMIT);
		play_answers(match, dice, &in);
		if (match_close(match, &in, fault) != 0)
			return -1;
	}
	match_know(match, EVERYTHING, &table);
	match->engine->over(&table, &ranking);
	count_ending(tally, ranking.how);
	for (i = 0; i < table_seats(&table); i++) {
		tally->won[i] += ranking.place[i] == 1;
		strcpy(tally->name[i], table_seat_name(&table, i));
	}
	tally->turns[tally->n_games++] = turns;
	return 0;
}

static int
by_number(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

static void
print_tally(const struct engine *engine, struct tally *tally, int seats)
{
	int		n = tally->n_games, i;
	long long	sum = 0;

	qsort(tally->turns, (size_t)n, sizeof(int), by_number);
	for (i = 0; i < n; i++)
		sum += tally->turns[i];
	printf("%s, %d seats, %d games\n", engine->id, seats, n);
	printf("turns: mean %lld.%lld, median %d, 90 %% within %d, "
	    "longest %d\n", sum / n, sum * 10 / n % 10, tally->turns[n / 2],
	    tally->turns[n * 9 / 10], tally->turns[n - 1]);
	for (i = 0; i < tally->n_endings; i++)
		printf("ended by %s: %d.%d %%\n", tally->ending[i],
		    tally->ended[i] * 100 / n,
		    tally->ended[i] * 1000 / n % 10);
	for (i = 0; i < seats; i++)
		printf("%s %s: %d.%d %%\n",
		    engine->seating == SEATS_DEALT ? "place" : "won by",
		    engine->seating == SEATS_DEALT ?
		    (const char *[]){ "1", "2", "3", "4", "5", "6", "7", "8" }
		    [i] : tally->name[i], tally->won[i] * 100 / n,
		    tally->won[i] * 1000 / n % 10);
}

static int
play_all(struct cli *cli, const struct pack *pack, const void *set,
    int64_t seats, int64_t games, const char *seed, struct tally *tally,
    struct fault *fault)
{
	struct arena	*arena = arena_new();
	struct match	 match;
	struct dice	 dice;
	int64_t		 i;
	int		 r = -1;

	tally->turns = arena_alloc(cli->arena, (size_t)games * sizeof(int));
	for (i = 0; i < games; i++) {
		arena_reset(arena);
		dice_seed(&dice, seed, (uint64_t)i);
		if (match_init(&match, arena, pack->engine, pack->components,
		    set, NULL, (int)seats, &dice.key, fault) != 0)
			goto out;
		dice_seed(&dice, "players", (uint64_t)i);
		if (play_game(&match, &dice, tally, fault) != 0) {
			fault_within(fault, "game %lld", (long long)i);
			goto out;
		}
	}
	r = 0;
out:
	arena_free(arena);
	return r;
}

int
cmd_sim(struct cli *cli, int argc, char **argv)
{
	const struct engine	*engine;
	const char		*seed;
	const void		*set;
	struct tally		 tally = { 0 };
	struct fault		 fault;
	struct pack		 pack;
	int64_t			 games = 100, seats;
	int			 data, r;

	if (cli_parse(cli, options, 1, 1, argc, argv) == -1)
		return cli->status;
	if (play_engine(cli, cli->word[0], &engine) != 0)
		return cli->status;
	seats = engine->min_seats;
	if (cli_number(cli, OPT_GAMES, 1, 10000000, &games) == -1 ||
	    cli_number(cli, OPT_SEATS, engine->min_seats, engine->max_seats,
	    &seats) == -1)
		return cli->status;
	seed = cli_value(cli, OPT_SEED);
	data = file_open_dir(AT_FDCWD, cli->data, &fault);
	if (data < 0)
		return cli_fault(&fault);
	r = pack_load(cli->arena, data, engine, &pack, &fault) != 0 ||
	    play_options(cli, engine, cli_values(cli, OPT_SET), &set,
	    &fault) != 0 ||
	    play_all(cli, &pack, set, seats, games, seed != NULL ? seed : "1",
	    &tally, &fault) != 0 ? cli_fault(&fault) : CLI_DONE;
	close(data);
	if (r == CLI_DONE)
		print_tally(engine, &tally, (int)seats);
	return r;
}
