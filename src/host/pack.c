/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A pack: what is data of a game, loaded and digested. */

#include "config.h"

#include "host/pack.h"

#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/file.h"
#include "data/node.h"
#include "data/schema.h"
#include "data/yaml.h"
#include "table/engine.h"

enum { FILES_MAX = 64, BYTES_MAX = 4 << 20 };

static int
add_folder(struct arena *arena, int at, const char *folder, struct pack *pack,
    struct fault *fault)
{
	struct pack_file	*file;
	struct buf		 data;
	char			**names;
	size_t			 i, n;

	if (file_list(at, folder, arena, &names, &n, fault) != 0)
		return -1;
	for (i = 0; i < n; i++) {
		if (pack->n_files == FILES_MAX)
			return fault_set(fault, FAULT_OPERATOR,
			    "%s: more than %d files", folder, FILES_MAX);
		file = &pack->files[pack->n_files];
		file->path = arena_printf(arena, "%s/%s", folder, names[i]);
		buf_init(&data, arena);
		if (file_read(at, file->path, BYTES_MAX, &data, fault) != 0)
			return -1;
		file->data = data.data;
		file->len = data.len;
		pack->n_files++;
	}
	return 0;
}

static void
digest_files(struct pack *pack)
{
	struct digest_part	part[2 * FILES_MAX];
	int			i;

	for (i = 0; i < pack->n_files; i++) {
		part[2 * i].data = pack->files[i].path;
		part[2 * i].len = strlen(pack->files[i].path);
		part[2 * i + 1].data = pack->files[i].data;
		part[2 * i + 1].len = pack->files[i].len;
	}
	digest_of_parts(part, 2 * pack->n_files, &pack->digest);
}

static bool
ends_in(const char *text, const char *end)
{
	size_t	n = strlen(text), m = strlen(end);

	return n >= m && strcmp(text + n - m, end) == 0;
}

static int
read_yaml(struct arena *arena, const struct pack_file *file,
    struct node **out, struct fault *fault)
{
	if (yaml_read(arena, file->data, file->len, &yaml_caps_own, out,
	    fault) != 0)
		return fault_within(fault, "%s", file->path);
	if ((*out)->kind != NODE_MAP)
		return fault_set(fault, FAULT_OPERATOR,
		    "%s: a mapping is expected", file->path);
	return 0;
}

static void
merge(struct node *into, struct node *from)
{
	struct node	*item, *next;

	for (item = from->child; item != NULL; item = next) {
		next = item->next;
		item->next = NULL;
		if (node_get(into, item->key) == NULL)
			node_set(into, item->key, item);
	}
}

/* The components of all YAML files but the phrases, as one mapping. */
static int
load_components(struct arena *arena, struct pack *pack, struct fault *fault)
{
	const struct schema	*schema = pack->engine->components;
	struct roster		 nobody = { 0 };
	struct env		 env = { .roster = &nobody };
	struct node		*all = node_map(arena), *tree;
	void			*components = arena_alloc(arena, schema->size);
	int			 i;

	for (i = 0; i < pack->n_files; i++) {
		if (!ends_in(pack->files[i].path, ".yaml") ||
		    ends_in(pack->files[i].path, "/phrases.yaml"))
			continue;
		if (read_yaml(arena, &pack->files[i], &tree, fault) != 0)
			return -1;
		merge(all, tree);
	}
	if (schema_load(schema, all, components, false, &env, fault) != 0)
		return fault_within(fault, "games/%s", pack->engine->id);
	pack->components = components;
	return 0;
}

/* The engine's phrases come before the common ones. */
static int
load_phrases(struct arena *arena, struct pack *pack, struct fault *fault)
{
	struct node	*all = node_map(arena), *tree;
	int		 i;

	for (i = 0; i < pack->n_files; i++) {
		if (!ends_in(pack->files[i].path, "/phrases.yaml"))
			continue;
		if (read_yaml(arena, &pack->files[i], &tree, fault) != 0)
			return -1;
		merge(all, tree);
	}
	pack->phrases = all;
	return 0;
}

int
pack_options(struct arena *arena, const struct engine *engine,
    const struct node *set, const void **out, struct fault *fault)
{
	const struct schema	*schema = engine->options;
	struct roster		 nobody = { 0 };
	struct env		 env = { .roster = &nobody };
	void			*options = arena_alloc(arena, schema->size);

	schema_preset(schema, options);
	if (set != NULL &&
	    schema_load(schema, set, options, true, &env, fault) != 0)
		return fault_within(fault, "options");
	*out = options;
	return 0;
}

const char *
pack_text(const struct pack *pack, const char *path)
{
	int	i;

	for (i = 0; i < pack->n_files; i++)
		if (strcmp(pack->files[i].path, path) == 0)
			return pack->files[i].data;
	return NULL;
}

int
pack_load(struct arena *arena, int at, const struct engine *engine,
    struct pack *out, struct fault *fault)
{
	struct pack	pack = { .engine = engine };
	const char	*folder = arena_printf(arena, "games/%s", engine->id);

	pack.files = arena_alloc(arena, FILES_MAX * sizeof(*pack.files));
	if (add_folder(arena, at, folder, &pack, fault) != 0 ||
	    add_folder(arena, at, "templates", &pack, fault) != 0 ||
	    load_components(arena, &pack, fault) != 0 ||
	    load_phrases(arena, &pack, fault) != 0)
		return -1;
	pack.position = pack_text(&pack,
	    arena_printf(arena, "%s/report.txt", folder));
	if (pack.position == NULL)
		return fault_set(fault, FAULT_OPERATOR,
		    "%s/report.txt is missing", folder);
	digest_files(&pack);
	*out = pack;
	return 0;
}

int
pack_write(struct arena *arena, int at, const char *path,
    const struct pack *pack, struct fault *fault)
{
	int	i;

	if (file_mkdir(at, path, fault) != 0 ||
	    file_mkdir(at, arena_printf(arena, "%s/games", path),
	    fault) != 0 ||
	    file_mkdir(at, arena_printf(arena, "%s/games/%s", path,
	    pack->engine->id), fault) != 0 ||
	    file_mkdir(at, arena_printf(arena, "%s/templates", path),
	    fault) != 0)
		return -1;
	for (i = 0; i < pack->n_files; i++)
		if (file_create(at, arena_printf(arena, "%s/%s", path,
		    pack->files[i].path), pack->files[i].data,
		    pack->files[i].len, 0600, fault) != 0)
			return -1;
	return 0;
}
