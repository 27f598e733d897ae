/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Whatever bytes come in: they are refused with a place and safe words, or
 * what is read from them is written and read back equal, and written again
 * the same.
 */

#include "config.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/text.h"
#include "data/node.h"
#include "data/yaml.h"

int	 LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
want(bool holds)
{
	if (!holds)
		abort();
}

static void
check_refusal(const struct fault *fault)
{
	uint32_t rune;
	size_t i, len;
	int n;

	want(fault->kind == FAULT_PLAYER);
	want(fault->line > 0 && fault->column > 0);
	len = strlen(fault->text);
	want(len > 0);
	for (i = 0; i < len; i += (size_t)n) {
		n = text_rune(fault->text + i, len - i, &rune);
		want(n > 0 && rune != '\n' && !text_is_unsafe_rune(rune));
	}
}

static void
check_round_trip(struct arena *arena, const struct node *tree)
{
	struct buf once, twice;
	struct fault fault;
	struct node *again;

	buf_init(&once, arena);
	yaml_write(&once, tree);
	want(yaml_read(arena, once.data, once.len, &yaml_caps_own, &again,
	    &fault) == 0);
	want(node_equal(tree, again));
	buf_init(&twice, arena);
	yaml_write(&twice, again);
	want(strcmp(once.data, twice.data) == 0);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *arena;
	struct fault fault;
	struct node *tree;

	arena = arena_new();
	if (yaml_read(arena, (const char *)data, size, &yaml_caps_order, &tree,
	    &fault) < 0)
		check_refusal(&fault);
	else
		check_round_trip(arena, tree);
	arena_free(arena);
	return 0;
}
