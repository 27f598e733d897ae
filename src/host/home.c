/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A host's folder: opened, locked, committed to. */

#include "config.h"

#include "host/home.h"

#include <openssl/crypto.h>

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/fault.h"
#include "base/file.h"
#include "data/node.h"
#include "data/yaml.h"
#include "host/pack.h"
#include "host/player.h"
#include "host/shelf.h"
#include "mail/address.h"
#include "mail/maildir.h"
#include "mail/server.h"
#include "sign/key.h"
#include "sign/sshsig.h"
#include "table/engine.h"

static const char *const in_names[] = {
	[IN_MAILDIR] = "maildir", [IN_IMAP] = "imap", [IN_POP3] = "pop3",
	[IN_DROP] = "drop", NULL
};
static const char *const out_names[] = {
	[OUT_MAILDIR] = "maildir", [OUT_SMTP] = "smtp",
	[OUT_SENDMAIL] = "sendmail", NULL
};
static const char *const tls_names[] = {
	[SERVER_TLS] = "yes", [SERVER_STARTTLS] = "starttls",
	[SERVER_PLAIN] = "plain", NULL
};

static const struct field in_fields[] = {
	FIELD_NAMED(struct config_box, kind, in_names),
	FIELD(struct config_box, folder),
	FIELD(struct config_box, host),
	FIELD(struct config_box, port, .max = 65535),
	FIELD_NAMED(struct config_box, tls, tls_names),
	FIELD(struct config_box, user),
	FIELD(struct config_box, password_file),
	FIELD(struct config_box, ca_file),
	{ 0 }
};
static const struct schema in_schema = SCHEMA(struct config_box, in_fields);

static const struct field out_fields[] = {
	FIELD_NAMED(struct config_box, kind, out_names),
	FIELD(struct config_box, folder),
	FIELD(struct config_box, host),
	FIELD(struct config_box, port, .max = 65535),
	FIELD_NAMED(struct config_box, tls, tls_names),
	FIELD(struct config_box, user),
	FIELD(struct config_box, password_file),
	FIELD(struct config_box, ca_file),
	FIELD(struct config_box, connections, .max = SERVER_CONNECTIONS),
	FIELD(struct config_box, command),
	{ 0 }
};
static const struct schema out_schema = SCHEMA(struct config_box, out_fields);

static const struct field config_fields[] = {
	FIELD(struct config, name),
	FIELD(struct config, address),
	FIELD(struct config, operator),
	FIELD(struct config, deadline),
	FIELD(struct config, plays),
	FIELD_FLAG(struct config, signup),
	FIELD(struct config, answers, .max = 100000),
	FIELD_STRUCT(struct config, in, &in_schema),
	FIELD_STRUCT(struct config, out, &out_schema),
	{ 0 }
};
const struct schema config_schema = SCHEMA(struct config, config_fields);

/* ---- making one ------------------------------------------------------ */

static const char *const folders[] = {
	"keys", "players", "data", "queue", "mail", "games", "archive", NULL
};

/* A Maildir, as a way that mail takes. */
static struct node *
maildir_node(struct arena *arena, const char *folder)
{
	struct node	*box = node_map(arena);

	node_set(box, "kind", node_scalar(arena, in_names[IN_MAILDIR]));
	node_set(box, "folder", node_scalar(arena, folder));
	return box;
}

/* Write what a host begins with; what is left out is empty. */
static int
write_config(struct arena *arena, int at, const char *name,
    const char *address, struct fault *fault)
{
	struct node	*map = node_map(arena);
	struct buf	 text;

	if (strlen(name) >= MEMBER_SIZE(struct config, name))
		return fault_set(fault, FAULT_PLAYER,
		    "the host's name is too long");
	if (!address_is_valid(address))
		return fault_set(fault, FAULT_PLAYER,
		    "'%s' is not a mail address", address);
	node_set(map, "name", node_scalar(arena, name));
	node_set(map, "address", node_scalar(arena, address));
	node_set(map, "operator", node_scalar(arena, address));
	node_set(map, "deadline", node_scalar(arena, "48h"));
	node_set(map, "plays", node_scalar(arena, ""));
	node_set(map, "signup", node_scalar(arena, "no"));
	node_set(map, "answers", node_number(arena, 50));
	node_set(map, "in", maildir_node(arena, "mail/in"));
	node_set(map, "out", maildir_node(arena, "mail/out"));
	buf_init(&text, arena);
	buf_puts(&text, "# The configuration of this host: see "
	    "postern.yaml(5).\n");
	yaml_write(&text, map);
	return file_create(at, "postern.yaml", text.data, text.len, 0600,
	    fault);
}

static int
write_keys(struct arena *arena, int at, const char *name, struct fault *fault)
{
	struct seckey	*key = NULL;
	struct digest	 secret;
	struct buf	 text, line, hex;
	int		 r = -1;

	buf_init(&text, arena);
	buf_init(&line, arena);
	buf_init(&hex, arena);
	if (seckey_generate(arena, name, &key, fault) != 0 ||
	    seckey_write(key, &text, fault) != 0 ||
	    file_random(&secret, sizeof(secret), fault) != 0)
		goto out;
	buf_printf(&line, "%s %s\n", pubkey_line(seckey_pubkey(key)), name);
	hex_write(&hex, &secret, sizeof(secret));
	buf_putc(&hex, '\n');
	if (file_create(at, "keys/host", text.data, text.len, 0600,
	    fault) != 0 ||
	    file_create(at, "keys/host.pub", line.data, line.len, 0644,
	    fault) != 0 ||
	    file_create(at, "keys/secret", hex.data, hex.len, 0600,
	    fault) != 0)
		goto out;
	r = 0;
out:
	OPENSSL_cleanse(text.data, text.size);
	OPENSSL_cleanse(hex.data, hex.size);
	OPENSSL_cleanse(&secret, sizeof(secret));
	if (key != NULL)
		seckey_free(key);
	return r;
}

int
home_init(struct arena *arena, const char *path, const char *name,
    const char *address, struct fault *fault)
{
	const char *const	*folder;
	int			 at, r = -1;

	if (file_mkdir(AT_FDCWD, path, fault) != 0 ||
	    (at = file_open_dir(AT_FDCWD, path, fault)) < 0)
		return -1;
	if (file_exists(at, "postern.yaml")) {
		fault_set(fault, FAULT_PLAYER, "%s is a host's folder already",
		    path);
		goto out;
	}
	for (folder = folders; *folder != NULL; folder++)
		if (file_mkdir(at, *folder, fault) != 0)
			goto out;
	if (maildir_make(at, "mail/in", fault) != 0 ||
	    maildir_make(at, "mail/out", fault) != 0 ||
	    write_keys(arena, at, name, fault) != 0 ||
	    write_config(arena, at, name, address, fault) != 0 ||
	    file_sync(at, fault) != 0)
		goto out;
	r = 0;
out:
	close(at);
	return r;
}

/* ---- opening it ------------------------------------------------------ */

static int
read_config(struct home *home, struct fault *fault)
{
	struct roster	nobody = { 0 };
	struct env	env = { .roster = &nobody };
	struct node	*tree;
	struct buf	 text;

	buf_init(&text, home->arena);
	if (file_read(home->fd, "postern.yaml", 1 << 20, &text, fault) != 0)
		return fault_within(fault, "%s is not a host's folder "
		    "(make one with postern init)", home->path);
	if (yaml_read(home->arena, text.data, text.len, &yaml_caps_own, &tree,
	    fault) != 0 ||
	    schema_load(&config_schema, tree, &home->config, true, &env,
	    fault) != 0)
		return fault_within(fault, "postern.yaml");
	if (!address_is_valid(home->config.address) ||
	    !address_is_valid(home->config.operator))
		return fault_set(fault, FAULT_OPERATOR,
		    "postern.yaml: address and operator must be mail "
		    "addresses");
	return 0;
}

static int
read_keys(struct home *home, struct fault *fault)
{
	struct buf	text, hex;
	int		r = -1;

	buf_init(&text, home->arena);
	buf_init(&hex, home->arena);
	if (file_private(home->fd, "keys/host", fault) != 0 ||
	    file_private(home->fd, "keys/secret", fault) != 0 ||
	    file_read(home->fd, "keys/host", 1 << 16, &text, fault) != 0 ||
	    file_read(home->fd, "keys/secret", 256, &hex, fault) != 0)
		goto out;
	if (hex.len > 0 && hex.data[hex.len - 1] == '\n')
		buf_cut(&hex, hex.len - 1);
	if (!hex_read(hex.data, &home->secret, sizeof(home->secret))) {
		fault_set(fault, FAULT_OPERATOR,
		    "keys/secret must hold 64 hex digits");
		goto out;
	}
	if (seckey_read(home->arena, text.data, text.len, &home->key,
	    fault) != 0) {
		fault_within(fault, "keys/host");
		goto out;
	}
	r = 0;
out:
	OPENSSL_cleanse(text.data, text.size);
	OPENSSL_cleanse(hex.data, hex.size);
	return r;
}

int
home_open(struct home *home, struct arena *arena, const char *path,
    const char *data, struct fault *fault)
{
	memset(home, 0, sizeof(*home));
	home->arena = arena;
	home->path = path;
	home->data = data;
	home->lock = -1;
	home->now = clock_now();
	home->shelf = shelf_new();
	home->fd = file_open_dir(AT_FDCWD, path, fault);
	if (home->fd < 0) {
		home_close(home);
		return -1;
	}
	if (read_config(home, fault) != 0 || read_keys(home, fault) != 0) {
		home_close(home);
		return -1;
	}
	return 0;
}

void
home_close(struct home *home)
{
	player_forget(home);
	if (home->shelf != NULL)
		shelf_free(home->shelf);
	home->shelf = NULL;
	if (home->key != NULL)
		seckey_free(home->key);
	home->key = NULL;
	OPENSSL_cleanse(&home->secret, sizeof(home->secret));
	OPENSSL_cleanse(home->password_in, sizeof(home->password_in));
	OPENSSL_cleanse(home->password_out, sizeof(home->password_out));
	if (home->lock >= 0)
		file_unlock(home->lock);
	home->lock = -1;
	if (home->fd >= 0)
		close(home->fd);
	home->fd = -1;
}

int
home_lock(struct home *home, struct fault *fault)
{
	return file_lock(home->fd, "lock", &home->lock, fault);
}

int
home_sign(const struct home *home, const void *text, size_t len,
    struct buf *out, struct fault *fault)
{
	return sshsig_sign(home->key, SSHSIG_NAMESPACE, text, len, out, fault);
}

/* ---- committing ------------------------------------------------------ */

void
home_will_rename(struct home *home, const char *from, const char *to)
{
	struct commit	*c = &home->commit;
	const char	**more_from, **more_to;
	size_t		 old = (size_t)c->size * sizeof(*c->from);

	if (c->n_renames == c->size) {
		c->size = 2 * c->size + 64;
		more_from = arena_alloc(home->arena,
		    (size_t)c->size * sizeof(*more_from));
		more_to = arena_alloc(home->arena,
		    (size_t)c->size * sizeof(*more_to));
		if (old > 0) {
			memcpy(more_from, c->from, old);
			memcpy(more_to, c->to, old);
		}
		c->from = more_from;
		c->to = more_to;
	}
	c->from[c->n_renames] = arena_strdup(home->arena, from);
	c->to[c->n_renames] = arena_strdup(home->arena, to);
	c->n_renames++;
}

bool
home_will_have(const struct home *home, const char *to)
{
	int	i;

	for (i = 0; i < home->commit.n_renames; i++)
		if (strcmp(home->commit.to[i], to) == 0)
			return true;
	return false;
}

int
home_rename(struct home *home, struct fault *fault)
{
	struct commit	*c = &home->commit;
	bool		 taken;
	int		 i;

	if (c->n_renames == 0)
		return 0;
	if (file_sync(home->fd, fault) != 0)
		return -1;
	for (i = 0; i < c->n_renames; i++) {
		taken = false;
		if (file_rename_new(home->fd, c->from[i], home->fd, c->to[i],
		    &taken, fault) != 0 && !taken)
			return -1;
		if (taken &&
		    file_remove(home->fd, c->from[i], fault) != 0)
			return -1;
	}
	c->n_renames = 0;
	home->unsynced = true;
	return 0;
}

int
home_commit(struct home *home, struct fault *fault)
{
	if (home_rename(home, fault) != 0)
		return -1;
	if (!home->unsynced)
		return 0;
	if (file_sync(home->fd, fault) != 0)
		return -1;
	home->unsynced = false;
	return 0;
}

/* ---- packs ----------------------------------------------------------- */

static int
keep_pack(struct home *home, const struct pack *pack, const char *folder,
    struct fault *fault)
{
	const char	*temporary;
	bool		 taken = false;

	if (file_exists(home->fd, folder))
		return 0;
	temporary = arena_printf(home->arena, "data/.tmp-%s", folder + 5);
	if (file_remove(home->fd, temporary, fault) != 0 ||
	    pack_write(home->arena, home->fd, temporary, pack, fault) != 0)
		return -1;
	if (file_sync(home->fd, fault) != 0)
		return -1;
	if (file_rename_new(home->fd, temporary, home->fd, folder, &taken,
	    fault) != 0 && !taken)
		return -1;
	return 0;
}

static const struct pack *
known_pack(const struct home *home, const struct engine *engine,
    const char *digest)
{
	char	hex[HEX_SIZE];
	int	i;

	for (i = 0; i < home->n_packs; i++) {
		digest_hex(&home->packs[i]->digest, hex);
		if (home->packs[i]->engine == engine &&
		    strcmp(hex, digest) == 0)
			return home->packs[i];
	}
	return NULL;
}

static int
load_pack(struct home *home, const struct engine *engine, const char *root,
    struct pack *pack, struct fault *fault)
{
	int	at = file_open_dir(AT_FDCWD, root, fault);
	int	r;

	if (at < 0)
		return -1;
	r = pack_load(home->arena, at, engine, pack, fault);
	close(at);
	return r;
}

int
home_pack(struct home *home, const struct engine *engine, const char *digest,
    const struct pack **out, struct fault *fault)
{
	struct pack	*pack;
	char		 hex[HEX_SIZE];

	*out = digest != NULL ? known_pack(home, engine, digest) : NULL;
	if (*out != NULL)
		return 0;
	pack = arena_alloc(home->arena, sizeof(*pack));
	if (load_pack(home, engine, digest == NULL ? home->data :
	    arena_printf(home->arena, "%s/data/%s", home->path, digest), pack,
	    fault) != 0)
		return -1;
	digest_hex(&pack->digest, hex);
	if (digest != NULL && strcmp(hex, digest) != 0)
		return fault_set(fault, FAULT_OPERATOR,
		    "data/%s: the files were changed", digest);
	if (digest == NULL && keep_pack(home, pack,
	    arena_printf(home->arena, "data/%s", hex), fault) != 0)
		return -1;
	if (home->n_packs < PACKS_MAX)
		home->packs[home->n_packs++] = pack;
	*out = pack;
	return 0;
}
