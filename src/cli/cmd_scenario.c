/* SPDX-License-Identifier: GPL-3.0-or-later */

/* postern scenario: run rule scenarios, and print what differs. */

#include "config.h"

#include "cli/cli.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/file.h"
#include "data/node.h"
#include "data/yaml.h"
#include "engines/engines.h"
#include "host/pack.h"
#include "host/scenario.h"
#include "table/engine.h"

static const struct cli_option options[] = { { 0 } };

enum { BYTES_MAX = 1 << 20 };

static int
read_scenario(struct arena *arena, const char *path, struct node **out,
    struct fault *fault)
{
	struct buf	text;

	buf_init(&text, arena);
	if (file_read(AT_FDCWD, path, BYTES_MAX, &text, fault) != 0)
		return -1;
	return yaml_read(arena, text.data, text.len, &yaml_caps_own, out,
	    fault);
}

/* Load the pack that the scenario needs, unless it is the one at hand. */
static int
need_pack(struct cli *cli, int data, const struct node *tree,
    struct pack *pack, struct fault *fault)
{
	const char		*id = node_text(tree, "engine", "");
	const struct engine	*engine = engine_find(id);

	if (engine == NULL)
		return fault_set(fault, FAULT_PLAYER,
		    "there is no engine '%.60s'", id);
	if (pack->engine == engine)
		return 0;
	return pack_load(cli->arena, data, engine, pack, fault);
}

/* Print every line with the file's name before it; those set in belong to
 * the one above. */
static void
print_lines(const char *path, char *lines)
{
	char	*line;

	while ((line = strsep(&lines, "\n")) != NULL && *line != '\0') {
		if (*line != ' ')
			printf("%s: ", path);
		puts(line);
	}
}

static int
run_file(struct cli *cli, struct arena *arena, int data, const char *path,
    struct pack *pack)
{
	struct node	*tree;
	struct fault	 fault;
	struct buf	 out;
	char		 line[sizeof(fault.text) + 64];
	int		 n = 1;

	buf_init(&out, arena);
	if (read_scenario(arena, path, &tree, &fault) != 0 ||
	    need_pack(cli, data, tree, pack, &fault) != 0)
		buf_printf(&out, "%s\n", fault_line(&fault, line,
		    sizeof(line)));
	else
		n = scenario_run(arena, pack, tree, &out);
	print_lines(path, out.data);
	return n;
}

int
cmd_scenario(struct cli *cli, int argc, char **argv)
{
	struct arena	*arena;
	struct fault	 fault;
	struct pack	 pack = { 0 };
	int		 data, i, failed = 0;

	if (cli_parse(cli, options, 1, -1, argc, argv) == -1)
		return cli->status;
	data = file_open_dir(AT_FDCWD, cli->data, &fault);
	if (data < 0)
		return cli_fault(&fault);
	arena = arena_new();
	for (i = 0; i < cli->n_words; i++) {
		arena_reset(arena);
		failed += run_file(cli, arena, data, cli->word[i], &pack) > 0;
	}
	arena_free(arena);
	close(data);
	printf("%d passed, %d failed\n", cli->n_words - failed, failed);
	return failed > 0 ? CLI_REFUSED : CLI_DONE;
}
