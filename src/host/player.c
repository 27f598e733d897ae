/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Players, in files a person can edit; an index is derived from them. */

#include "config.h"

#include "host/player.h"

#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/file.h"
#include "data/node.h"
#include "data/yaml.h"
#include "host/home.h"
#include "mail/address.h"
#include "sign/key.h"

enum { PLAYER_BYTES = 1 << 16, INDEX_BYTES = 1 << 28 };

#define INDEX "players/.index"
#define INDEX_END ". .\n"

const char *const mailing_names[] = { "asked", "turn", "day", NULL };

static const char *
player_path(struct home *home, const char *name)
{
	return arena_printf(home->arena, "players/%s.yaml", name);
}

int
player_names(struct home *home, char ***names, size_t *n_names,
    struct fault *fault)
{
	char	*dot;
	size_t	 i;

	if (file_list(home->fd, "players", home->arena, names, n_names,
	    fault) != 0)
		return -1;
	for (i = 0; i < *n_names; i++)
		if ((dot = strstr((*names)[i], ".yaml")) != NULL)
			*dot = '\0';
	return 0;
}

/* ---- loading and saving ---------------------------------------------- */

static int
read_player(const struct node *tree, struct player *out, struct fault *fault)
{
	const struct node	*keys = node_get(tree, "keys"), *key;

	out->address = node_text(tree, "address", "");
	out->mail = text_index(mailing_names, node_text(tree, "mail",
	    "asked"));
	if (!address_is_valid(out->address))
		return fault_set(fault, FAULT_OPERATOR,
		    "address: '%s' is not a mail address", out->address);
	if (out->mail < 0)
		return fault_set(fault, FAULT_OPERATOR,
		    "mail: it can be asked, turn or day");
	NODE_EACH(key, keys) {
		if (key->kind != NODE_SCALAR || out->n_keys == KEYS_MAX)
			return fault_at(fault, FAULT_OPERATOR, key->line,
			    key->column, "keys: a list of at most %d public "
			    "key lines", KEYS_MAX);
		out->keys[out->n_keys++] = key->text;
	}
	return 0;
}

static int
no_player(struct home *home, const char *name, struct fault *fault)
{
	struct fault	 other;
	const char	*near = NULL;
	char		**names;
	size_t		 n;

	if (player_names(home, &names, &n, &other) == 0)
		near = text_nearest(name, (const char *const *)names);
	if (near != NULL)
		return fault_set(fault, FAULT_PLAYER,
		    "there is no player '%s'; did you mean '%s'?", name, near);
	return fault_set(fault, FAULT_PLAYER, "there is no player '%s'; add "
	    "one with postern player add", name);
}

static int
read_from_file(struct home *home, const char *name, struct player *out,
    struct fault *fault)
{
	struct node	*tree;
	struct buf	 text;

	if (!text_is_name(name) ||
	    !file_exists(home->fd, player_path(home, name)))
		return no_player(home, name, fault);
	strcpy(out->name, name);
	buf_init(&text, home->arena);
	if (file_read(home->fd, player_path(home, name), PLAYER_BYTES, &text,
	    fault) != 0)
		return -1;
	if (yaml_read(home->arena, text.data, text.len, &yaml_caps_own, &tree,
	    fault) != 0 || read_player(tree, out, fault) != 0) {
		fault->kind = FAULT_OPERATOR;
		return fault_within(fault, "players/%s.yaml", name);
	}
	return 0;
}

static struct player *
loaded(const struct home *home, const char *name)
{
	struct player	*player;

	for (player = home->players; player != NULL; player = player->next)
		if (strcmp(player->name, name) == 0)
			return player;
	return NULL;
}

int
player_load(struct home *home, const char *name, struct player *out,
    struct fault *fault)
{
	struct player	*player = loaded(home, name);

	if (player == NULL) {
		player = arena_alloc(home->arena, sizeof(*player));
		if (read_from_file(home, name, player, fault) != 0)
			return -1;
		player->next = home->players;
		home->players = player;
	}
	*out = *player;
	return 0;
}

int
player_keys(struct home *home, struct player *player, struct fault *fault)
{
	struct player	*kept = loaded(home, player->name);
	int		 i;

	for (i = 0; i < kept->n_keys; i++)
		if (kept->pubkeys[i] == NULL &&
		    pubkey_read(home->arena, kept->keys[i],
		    strlen(kept->keys[i]), &kept->pubkeys[i], fault) != 0)
			return fault_within(fault, "players/%s.yaml",
			    player->name);
	memcpy(player->pubkeys, kept->pubkeys, sizeof(player->pubkeys));
	return 0;
}

void
player_forget(struct home *home)
{
	struct player	*player;
	int		 i;

	for (player = home->players; player != NULL; player = player->next)
		for (i = 0; i < player->n_keys; i++)
			if (player->pubkeys[i] != NULL)
				pubkey_free(player->pubkeys[i]);
	home->players = NULL;
	home->index = NULL;
	home->unindexed = NULL;
}

int
player_save(struct home *home, const struct player *player, int fresh,
    struct fault *fault)
{
	struct node	*tree = node_map(home->arena);
	struct node	*keys = node_list(home->arena);
	const char	*path = player_path(home, player->name);
	struct buf	 text;
	int		 i;

	if (fresh && file_exists(home->fd, path))
		return fault_set(fault, FAULT_PLAYER,
		    "there is a player '%s' already", player->name);
	for (i = 0; i < player->n_keys; i++)
		node_add(keys, node_scalar(home->arena, player->keys[i]));
	node_set(tree, "address", node_scalar(home->arena, player->address));
	node_set(tree, "mail", node_scalar(home->arena,
	    mailing_names[player->mail]));
	node_set(tree, "keys", keys);
	player_forget(home);
	buf_init(&text, home->arena);
	yaml_write(&text, tree);
	if (file_remove(home->fd, INDEX, fault) != 0 ||
	    file_replace(home->fd, path, text.data, text.len, 0600,
	    fault) != 0)
		return -1;
	return file_sync(home->fd, fault);
}

int
player_remove(struct home *home, const char *name, struct fault *fault)
{
	struct player	player;

	if (player_load(home, name, &player, fault) != 0 ||
	    file_remove(home->fd, INDEX, fault) != 0 ||
	    file_remove(home->fd, player_path(home, name), fault) != 0)
		return -1;
	player_forget(home);
	return file_sync(home->fd, fault);
}

/* ---- the index ------------------------------------------------------- */

static int
index_player(struct home *home, const char *name, struct buf *out,
    struct fault *fault)
{
	struct player	player;
	int		i, r;

	if (player_load(home, name, &player, fault) != 0)
		return -1;
	r = player_keys(home, &player, fault);
	for (i = 0; r == 0 && i < player.n_keys; i++)
		buf_printf(out, "%s %s\n",
		    pubkey_fingerprint(player.pubkeys[i]), name);
	buf_printf(out, "%s %s\n", player.address, name);
	return r;
}

/* An index that a crash cut short would make strangers of players. */
static bool
is_whole(const struct buf *index)
{
	size_t	end = strlen(INDEX_END);

	return index->len > end && index->data[0] == '\n' &&
	    strcmp(index->data + index->len - end, INDEX_END) == 0;
}

/*
 * Make the index from the players. One whose file is damaged is left out,
 * and then the index is not kept: it is made again until that is mended.
 */
static int
make_index(struct home *home, struct buf *out, struct fault *fault)
{
	char	**names;
	size_t	 i, n, before;

	if (player_names(home, &names, &n, fault) != 0)
		return -1;
	buf_cut(out, 0);
	buf_putc(out, '\n');
	for (i = 0; i < n; i++) {
		before = out->len;
		if (index_player(home, names[i], out, fault) == 0)
			continue;
		if (fault->kind == FAULT_RETRY)
			return -1;
		buf_cut(out, before);
		home->unindexed = names[i];
	}
	buf_puts(out, INDEX_END);
	if (home->unindexed != NULL)
		return 0;
	return file_replace(home->fd, INDEX, out->data, out->len, 0600,
	    fault);
}

static int
read_index(struct home *home, struct buf *out, struct fault *fault)
{
	if (file_exists(home->fd, INDEX)) {
		if (file_read(home->fd, INDEX, INDEX_BYTES, out, fault) == 0) {
			if (is_whole(out))
				return 0;
		} else if (fault->kind == FAULT_RETRY)
			return -1;
	}
	return make_index(home, out, fault);
}

/* Find "\nword " in the index; what follows is the name. */
static int
find_in_index(struct home *home, const char *word, const char **name,
    struct fault *fault)
{
	struct buf	 text;
	const char	*at, *wanted;
	size_t		 len;

	*name = NULL;
	if (strpbrk(word, " \n") != NULL)
		return 0;
	if (home->index == NULL) {
		buf_init(&text, home->arena);
		if (read_index(home, &text, fault) != 0)
			return -1;
		home->index = text.data;
	}
	wanted = arena_printf(home->arena, "\n%s ", word);
	at = strstr(home->index, wanted);
	if (at == NULL)
		return 0;
	at += strlen(wanted);
	len = strcspn(at, "\n");
	*name = arena_strndup(home->arena, at, len);
	if (!file_exists(home->fd, player_path(home, *name)))
		*name = NULL;
	return 0;
}

int
player_by_key(struct home *home, const char *fingerprint, const char **name,
    struct fault *fault)
{
	if (find_in_index(home, fingerprint, name, fault) != 0)
		return -1;
	if (*name == NULL && home->unindexed != NULL)
		return fault_set(fault, FAULT_OPERATOR, "players/%s.yaml is "
		    "damaged, and the key %s may be in it", home->unindexed,
		    fingerprint);
	return 0;
}

int
player_by_address(struct home *home, const char *address, const char **name,
    struct fault *fault)
{
	return find_in_index(home, address, name, fault);
}
