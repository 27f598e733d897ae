/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Files read in this pass, as trees. */

#include "config.h"

#include "host/shelf.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "data/digest.h"
#include "data/node.h"
#include "data/yaml.h"

enum { SLOTS = 4096, TREES_MAX = 2048 };

struct slot {
	struct digest		 digest;
	const struct node	*tree;		/* NULL: empty */
};

struct shelf {
	struct arena	*arena;
	int		 n_trees;
	struct slot	 slot[SLOTS];
};

struct shelf *
shelf_new(void)
{
	struct shelf	*shelf = calloc(1, sizeof(*shelf));

	if (shelf == NULL)
		abort();
	shelf->arena = arena_new();
	return shelf;
}

void
shelf_free(struct shelf *shelf)
{
	arena_free(shelf->arena);
	free(shelf);
}

/* The slot of a digest, or the empty one where it belongs. */
static struct slot *
find(struct shelf *shelf, const struct digest *digest)
{
	size_t	i = (size_t)(digest->byte[0] << 8 | digest->byte[1]) % SLOTS;

	while (shelf->slot[i].tree != NULL && memcmp(&shelf->slot[i].digest,
	    digest, sizeof(*digest)) != 0)
		i = (i + 1) % SLOTS;
	return &shelf->slot[i];
}

int
shelf_read(struct shelf *shelf, const char *text, size_t len,
    const struct digest *digest, const struct node **out,
    struct fault *fault)
{
	struct slot	*slot = find(shelf, digest);
	struct node	*tree;

	if (slot->tree == NULL) {
		if (yaml_read(shelf->arena, text, len, &yaml_caps_own, &tree,
		    fault) != 0)
			return -1;
		if (shelf->n_trees == SLOTS - 1) {
			*out = tree;
			return 0;
		}
		slot->tree = tree;
		slot->digest = *digest;
		shelf->n_trees++;
	}
	*out = slot->tree;
	return 0;
}

void
shelf_trim(struct shelf *shelf)
{
	if (shelf->n_trees < TREES_MAX)
		return;
	arena_reset(shelf->arena);
	memset(shelf->slot, 0, sizeof(shelf->slot));
	shelf->n_trees = 0;
}
