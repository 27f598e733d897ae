/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Packs for the tests: the project's own, and that of the toy engine. */

#include "config.h"

#include "pack_toy.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/file.h"
#include "host/pack.h"
#include "table/engine.h"

static const char *
source_tree(void)
{
	const char	*path = getenv("POSTERN_DATA");

	return path != NULL ? path : ".";
}

static int
copy_folder(struct arena *arena, const char *from, int to, const char *name,
    struct fault *fault)
{
	struct buf	data;
	char		**names;
	size_t		 i, n;

	if (file_mkdir(to, name, fault) != 0 ||
	    file_list(AT_FDCWD, from, arena, &names, &n, fault) != 0)
		return -1;
	for (i = 0; i < n; i++) {
		buf_init(&data, arena);
		if (file_read(AT_FDCWD, arena_printf(arena, "%s/%s", from,
		    names[i]), 1 << 20, &data, fault) != 0 ||
		    file_create(to, arena_printf(arena, "%s/%s", name,
		    names[i]), data.data, data.len, 0600, fault) != 0)
			return -1;
	}
	return 0;
}

/* Lay a root out in a temporary folder: a pack has one root. */
static int
load_toy(struct arena *arena, int root, const struct engine *engine,
    struct pack *out, struct fault *fault)
{
	const char	*tree = source_tree();

	if (file_mkdir(root, "games", fault) != 0 ||
	    copy_folder(arena, arena_printf(arena, "%s/templates", tree),
	    root, "templates", fault) != 0 ||
	    copy_folder(arena, arena_printf(arena,
	    "%s/tests/data/toy/games/toy", tree), root, "games/toy",
	    fault) != 0)
		return -1;
	return pack_load(arena, root, engine, out, fault);
}

int
pack_of(struct arena *arena, const struct engine *engine, struct pack *out,
    struct fault *fault)
{
	char		 path[] = "/tmp/postern-toy-XXXXXX";
	struct fault	 later;
	bool		 toy = strcmp(engine->id, "toy") == 0;
	int		 root, r = -1;

	if (toy && mkdtemp(path) == NULL)
		return fault_errno(fault, FAULT_RETRY, "%s", path);
	root = file_open_dir(AT_FDCWD, toy ? path : source_tree(), fault);
	if (root < 0)
		goto out;
	r = toy ? load_toy(arena, root, engine, out, fault) :
	    pack_load(arena, root, engine, out, fault);
	close(root);
out:
	if (toy)
		file_remove(AT_FDCWD, path, &later);
	return r;
}
