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
#include "sign/smime.h"

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

/* Certificates may be written as PEM; we know them by their lines. */
static int
read_cert(struct home *home, const struct node *item, const char **out,
    struct fault *fault)
{
	struct cert	*cert;

	if (item->kind != NODE_SCALAR)
		return fault_set(fault, FAULT_OPERATOR,
		    "certs: a list of certificates in PEM");
	if (cert_read(home->arena, item->text, strlen(item->text), &cert,
	    fault) != 0)
		return -1;
	*out = cert_line(cert);
	cert_free(cert);
	return 0;
}

static int
read_certs(struct home *home, const struct node *tree, struct player *out,
    struct fault *fault)
{
	const struct node	*certs = node_get(tree, "certs"), *item;

	NODE_EACH(item, certs) {
		if (out->n_certs == KEYS_MAX)
			return fault_set(fault, FAULT_OPERATOR,
			    "certs: at most %d", KEYS_MAX);
		if (read_cert(home, item, &out->certs[out->n_certs++],
		    fault) != 0)
			return -1;
	}
	return 0;
}

static int
read_player(struct home *home, const struct node *tree, struct player *out,
    struct fault *fault)
{
	const struct node	*keys = node_get(tree, "keys"), *key;

	out->command = node_text(tree, "command", "");
	if (!text_number(node_text(tree, "number", "0"), 0, INT32_MAX,
	    &out->number))
		return fault_set(fault, FAULT_OPERATOR,
		    "number: the number of the last command");
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
	return read_certs(home, tree, out, fault);
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
	    fault) != 0 || read_player(home, tree, out, fault) != 0) {
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
	for (i = 0; i < kept->n_certs; i++)
		if (kept->x509s[i] == NULL &&
		    cert_read(home->arena, kept->certs[i],
		    strlen(kept->certs[i]), &kept->x509s[i], fault) != 0)
			return fault_within(fault, "players/%s.yaml",
			    player->name);
	memcpy(player->pubkeys, kept->pubkeys, sizeof(player->pubkeys));
	memcpy(player->x509s, kept->x509s, sizeof(player->x509s));
	return 0;
}

int
player_lines(const struct player *player, const char *lines[LINES_MAX])
{
	int	i, n = 0;

	for (i = 0; i < player->n_keys; i++)
		lines[n++] = player->keys[i];
	for (i = 0; i < player->n_certs; i++)
		lines[n++] = player->certs[i];
	return n;
}

void
player_forget(struct home *home)
{
	struct player	*player;
	int		 i;

	for (player = home->players; player != NULL; player = player->next) {
		for (i = 0; i < player->n_keys; i++)
			if (player->pubkeys[i] != NULL)
				pubkey_free(player->pubkeys[i]);
		for (i = 0; i < player->n_certs; i++)
			if (player->x509s[i] != NULL)
				cert_free(player->x509s[i]);
	}
	home->players = NULL;
	home->index = NULL;
	home->unindexed = NULL;
}

static struct node *
list_of(struct arena *arena, const char *const *lines, int n)
{
	struct node	*list = node_list(arena);
	int		 i;

	for (i = 0; i < n; i++)
		node_add(list, node_scalar(arena, lines[i]));
	return list;
}

static int
write_player(struct home *home, const struct player *player,
    struct fault *fault)
{
	struct arena	*arena = home->arena;
	struct node	*tree = node_map(arena);
	struct buf	 text;

	node_set(tree, "address", node_scalar(arena, player->address));
	node_set(tree, "mail", node_scalar(arena,
	    mailing_names[player->mail]));
	node_set(tree, "keys", list_of(arena, player->keys, player->n_keys));
	if (player->n_certs > 0)
		node_set(tree, "certs", list_of(arena, player->certs,
		    player->n_certs));
	if (player->number > 0) {
		node_set(tree, "number", node_number(arena, player->number));
		node_set(tree, "command", node_scalar(arena,
		    player->command));
	}
	buf_init(&text, arena);
	yaml_write(&text, tree);
	if (file_replace(home->fd, player_path(home, player->name), text.data,
	    text.len, 0600, fault) != 0)
		return -1;
	return file_sync(home->fd, fault);
}

int
player_save(struct home *home, const struct player *player, int fresh,
    struct fault *fault)
{
	if (fresh && file_exists(home->fd, player_path(home, player->name)))
		return fault_set(fault, FAULT_PLAYER,
		    "there is a player '%s' already", player->name);
	player_forget(home);
	if (file_remove(home->fd, INDEX, fault) != 0)
		return -1;
	return write_player(home, player, fault);
}

int
player_note(struct home *home, const struct player *player,
    struct fault *fault)
{
	struct player	*kept = loaded(home, player->name);

	if (kept != NULL) {
		kept->number = player->number;
		kept->command = player->command;
	}
	return write_player(home, player, fault);
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
	for (i = 0; r == 0 && i < player.n_certs; i++)
		buf_printf(out, "%s %s\n",
		    cert_fingerprint(player.x509s[i]), name);
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

/* ---- enrolling ------------------------------------------------------- */

/* Refuse a key that is enrolled already, whoever has it; that is not for a
 * stranger to know. */
static int
refuse_known(struct home *home, const struct player *player,
    const char *line, const char *fingerprint, struct fault *fault)
{
	const char	*lines[LINES_MAX], *owner;
	int		 i, n = player_lines(player, lines);

	for (i = 0; i < n; i++)
		if (strcmp(lines[i], line) == 0)
			return fault_set(fault, FAULT_PLAYER,
			    "%s has that key already", player->name);
	if (player_by_key(home, fingerprint, &owner, fault) != 0)
		return -1;
	if (owner != NULL && player->name[0] == '\0')
		return fault_set(fault, FAULT_PLAYER,
		    "that key is enrolled already");
	if (owner != NULL && strcmp(owner, player->name) != 0)
		return fault_set(fault, FAULT_PLAYER, "that is a key of %s, "
		    "and a key belongs to one player", owner);
	return 0;
}

static int
enrol_cert(struct home *home, struct player *player, const char *text,
    struct fault *fault)
{
	struct cert	*cert;
	int		 r;

	if (cert_read(home->arena, text, strlen(text), &cert, fault) != 0)
		return -1;
	r = refuse_known(home, player, cert_line(cert),
	    cert_fingerprint(cert), fault);
	if (r == 0)
		player->certs[player->n_certs++] = cert_line(cert);
	cert_free(cert);
	return r;
}

static int
enrol_key(struct home *home, struct player *player, const char *text,
    struct fault *fault)
{
	struct pubkey	*key;
	int		 r;

	if (pubkey_read(home->arena, text, strcspn(text, "\r\n"), &key,
	    fault) != 0)
		return -1;
	r = refuse_known(home, player, pubkey_line(key),
	    pubkey_fingerprint(key), fault);
	if (r == 0)
		player->keys[player->n_keys++] = arena_strdup(home->arena,
		    pubkey_line(key));
	pubkey_free(key);
	return r;
}

int
player_enrol(struct home *home, struct player *player, const char *text,
    struct fault *fault)
{
	if (player->n_keys == KEYS_MAX || player->n_certs == KEYS_MAX)
		return fault_set(fault, FAULT_PLAYER,
		    "%s has %d keys, and that is as many as there can be; "
		    "retire one first", player->name, KEYS_MAX);
	return cert_is(text) ? enrol_cert(home, player, text, fault) :
	    enrol_key(home, player, text, fault);
}

/* Take the ith out of n lines. */
static void
drop_line(const char **lines, int *n, int i)
{
	--*n;
	memmove(&lines[i], &lines[i + 1], (size_t)(*n - i) * sizeof(*lines));
}

int
player_fingerprint(struct home *home, const char *line, const char **out,
    struct fault *fault)
{
	struct pubkey	*key;
	struct cert	*cert;

	if (cert_is(line)) {
		if (cert_read(home->arena, line, strlen(line), &cert,
		    fault) != 0)
			return -1;
		*out = cert_fingerprint(cert);
		cert_free(cert);
		return 0;
	}
	if (pubkey_read(home->arena, line, strlen(line), &key, fault) != 0)
		return -1;
	*out = arena_strdup(home->arena, pubkey_fingerprint(key));
	pubkey_free(key);
	return 0;
}

int
player_retire(struct home *home, struct player *player,
    const char *fingerprint, struct fault *fault)
{
	const char	*lines[LINES_MAX], *one = "";
	int		 i, n = player_lines(player, lines);

	for (i = 0; i < n; i++) {
		if (player_fingerprint(home, lines[i], &one, fault) != 0)
			return -1;
		if (strcmp(one, fingerprint) == 0)
			break;
	}
	if (i == n)
		return fault_set(fault, FAULT_PLAYER, "%s has no key %.100s",
		    player->name, fingerprint);
	if (n == 1)
		return fault_set(fault, FAULT_PLAYER, "that is the only key of "
		    "%s; add another one first", player->name);
	if (i < player->n_keys)
		drop_line(player->keys, &player->n_keys, i);
	else
		drop_line(player->certs, &player->n_certs,
		    i - player->n_keys);
	return 0;
}
