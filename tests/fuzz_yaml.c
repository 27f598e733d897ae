/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Read anything as YAML. What is read must be written so that it is read
 * back equal, and written again the same.
 */

#include "config.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "data/node.h"
#include "data/yaml.h"

int	 LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *arena;
	struct buf once, twice;
	struct fault fault;
	struct node *tree, *again;

	arena = arena_new();
	buf_init(&once, arena);
	buf_init(&twice, arena);
	if (yaml_read(arena, (const char *)data, size, &yaml_caps_order,
	    &tree, &fault) == 0) {
		yaml_write(&once, tree);
		if (yaml_read(arena, once.data, once.len, &yaml_caps_own,
		    &again, &fault) == -1 || !node_equal(tree, again))
			abort();
		yaml_write(&twice, again);
		if (strcmp(once.data, twice.data) != 0)
			abort();
	}
	arena_free(arena);
	return 0;
}
