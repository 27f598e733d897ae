/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What commands share that play games. */

#include "config.h"

#include "cli/play.h"

#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/text.h"
#include "cli/cli.h"
#include "data/node.h"
#include "data/yaml.h"
#include "engines/engines.h"
#include "host/pack.h"
#include "table/chance.h"
#include "table/match.h"

int
play_engine(struct cli *cli, const char *id, const struct engine **out)
{
	const char	*names[16];
	struct buf	 all;
	int		 n = 0;

	*out = engine_find(id);
	if (*out != NULL)
		return 0;
	for (; engines[n] != NULL && n < 15; n++)
		names[n] = engines[n]->id;
	names[n] = NULL;
	buf_init(&all, cli->arena);
	text_join(&all, names, "and");
	cli->status = cli_usage(cli, "there is no engine '%s'; there are %s",
	    id, all.data);
	return -1;
}

int
play_settings(struct cli *cli, const char **settings,
    const struct node **out, struct fault *fault)
{
	struct node	*map = node_map(cli->arena), *value;
	const char	*equals, *key;

	for (; *settings != NULL; settings++) {
		equals = strchr(*settings, '=');
		if (equals == NULL)
			return fault_set(fault, FAULT_PLAYER,
			    "--set %s: write KEY=VALUE", *settings);
		if (yaml_read(cli->arena, equals + 1, strlen(equals + 1),
		    &yaml_caps_order, &value, fault) != 0)
			return fault_within(fault, "--set %s", *settings);
		key = arena_strndup(cli->arena, *settings,
		    (size_t)(equals - *settings));
		if (node_get(map, key) != NULL)
			return fault_set(fault, FAULT_PLAYER,
			    "--set %s: it is set twice", key);
		node_set(map, key, value);
	}
	*out = map;
	return 0;
}

int
play_options(struct cli *cli, const struct engine *engine,
    const char **settings, const void **out, struct fault *fault)
{
	const struct node	*map;

	if (play_settings(cli, settings, &map, fault) != 0)
		return -1;
	return pack_options(cli->arena, engine, map, out, fault);
}

void
play_answers(const struct match *match, struct dice *dice,
    struct turn_in *out)
{
	const struct commons	*commons = match->state;
	int			 i;

	memset(out, 0, sizeof(*out));
	for (i = 0; i < commons->seats.n_name; i++) {
		if (match_asked(match, i) == NONE)
			continue;
		match_suggest(match, i, &dice->chance, &out->answer[i].orders);
		out->answer[i].given = out->answer[i].orders.n_step > 0;
	}
}
