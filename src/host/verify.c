/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Proving a game. */

#include "config.h"

#include "host/verify.h"

#include <openssl/crypto.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/fault.h"
#include "base/file.h"
#include "data/node.h"
#include "data/yaml.h"
#include "host/home.h"
#include "host/pack.h"
#include "host/player.h"
#include "host/reply.h"
#include "host/signer.h"
#include "host/turn.h"
#include "mail/message.h"
#include "sign/key.h"
#include "sign/smime.h"

struct verifying {
	struct home		*home;		/* or NULL */
	struct arena		*arena;		/* of the whole */
	struct game		*game;		/* at its open turn */
	struct pubkey		*host;
	struct proof		*proof;
	struct verified		*out;
};

/* One turn as it is proven. */
struct proving {
	struct verifying	*v;
	struct game		 game;		/* where that turn was open */
	const char		*folder;	/* turns/0012 */
	const struct node	*record;
	const struct node	*keys;		/* in force, a list a seat */
	struct filed		*files;
	int			 n_files;
};

static const char *
join(struct proving *p, const char *folder, const char *name)
{
	return arena_printf(p->v->arena, "%s/%s", folder, name);
}

/* A mapping in the record; NULL when it is something else. */
static const struct node *
mapping(struct proving *p, const char *key)
{
	const struct node	*map = node_get(p->record, key);

	return map != NULL && map->kind == NODE_MAP ? map : NULL;
}

/* ---- keys ------------------------------------------------------------ */

static bool
has_key(const struct node *lists, int seat, const char *line)
{
	const struct node	*list, *key;
	int			 i = 0;

	NODE_EACH(list, lists) {
		if (i++ != seat)
			continue;
		NODE_EACH(key, list)
			if (key->kind == NODE_SCALAR &&
			    strcmp(key->text, line) == 0)
				return true;
	}
	return false;
}

/* Enrolled since the last turn was closed? Only the host knows. */
static bool
is_enrolled(struct verifying *v, int seat, const char *line)
{
	const char	*lines[LINES_MAX];
	struct player	 player;
	struct fault	 fault;
	int		 i, n;

	if (v->home == NULL)
		return true;
	if (player_load(v->home, v->game->seat[seat].player, &player,
	    &fault) != 0)
		return false;
	n = player_lines(&player, lines);
	for (i = 0; i < n; i++)
		if (strcmp(lines[i], line) == 0)
			return true;
	return false;
}

static bool
is_in_force(struct proving *p, const struct filed *filed)
{
	if (has_key(p->keys, filed->seat, filed->key))
		return true;
	if (p->record == NULL)
		return is_enrolled(p->v, filed->seat, filed->key);
	return has_key(node_get(p->record, "keys"), filed->seat, filed->key);
}

/* ---- order files ----------------------------------------------------- */

static bool
is_at_its_place(struct proving *p, const struct filed *filed)
{
	const struct orderfile	*file = &filed->file;

	return strcmp(file->game, p->game.id) == 0 &&
	    strcmp(file->of, p->game.of) == 0 &&
	    file->turn == p->game.turn && strcmp(filed->name,
	    arena_printf(p->v->arena, "%s-%04d", file->seat,
	    file->seq)) == 0;
}

/* ssh-keygen signed the file. */
static bool
prove_key(struct proving *p, const struct filed *filed)
{
	const char	*line;
	struct pubkey	*key;
	struct fault	 fault;

	if (pubkey_read(p->v->arena, filed->key, strlen(filed->key), &key,
	    &fault) != 0)
		return false;
	line = arena_printf(p->v->arena, "%s\n", pubkey_line(key));
	proof_equals(p->v->proof, join(p, filed->path, "key"), line,
	    strlen(line));
	proof_signed(p->v->proof, join(p, filed->path, "orders.yaml"),
	    filed->text, filed->len, key, false);
	pubkey_free(key);
	return true;
}

/* Is the file the one in the mail that the certificate signed? */
static bool
is_in_mail(struct proving *p, const struct filed *filed,
    const struct cert *cert, const struct buf *signature,
    const struct buf *mail)
{
	struct fault	 fault;
	struct buf	 verified;
	const char	*text;
	size_t		 len;

	buf_init(&verified, p->v->arena);
	return mail->len <= MESSAGE_BYTES + MESSAGE_BYTES &&
	    smime_verify(cert, signature->data, signature->len, mail->data,
	    mail->len, &verified, &fault) == 0 &&
	    signer_extract(p->v->arena, verified.data, verified.len, &text,
	    &len, &fault) == 0 && len == filed->len &&
	    memcmp(text, filed->text, len) == 0;
}

/* A mail program signed the mail that the file was in. */
static bool
prove_cert(struct proving *p, const struct filed *filed)
{
	struct proof	*proof = p->v->proof;
	const char	*line;
	struct cert	*cert;
	struct fault	 fault;
	struct buf	 signature, mail;

	if (cert_read(p->v->arena, filed->key, strlen(filed->key), &cert,
	    &fault) != 0)
		return false;
	line = arena_printf(p->v->arena, "%s\n", cert_line(cert));
	proof_equals(proof, join(p, filed->path, "key"), line, strlen(line));
	buf_init(&signature, p->v->arena);
	buf_init(&mail, p->v->arena);
	if (proof_read(proof, join(p, filed->path, "orders.p7s"),
	    &signature) && proof_read(proof, join(p, filed->path,
	    "orders.eml"), &mail) &&
	    !is_in_mail(p, filed, cert, &signature, &mail))
		proof_differs(proof, "%s is not the signature over a mail with "
		    "that file", join(p, filed->path, "orders.p7s"));
	cert_free(cert);
	return true;
}

static void
prove_signature(struct proving *p, const struct filed *filed)
{
	struct proof		*proof = p->v->proof;
	const char		*path = join(p, filed->path, "key");
	const char *const	*part;

	proof_know(proof, join(p, filed->path, "orders.yaml"));
	if (!(cert_is(filed->key) ? prove_cert(p, filed) :
	    prove_key(p, filed))) {
		proof_know_all(proof, path);
		for (part = signer_parts(filed->key); *part != NULL; part++)
			proof_know(proof, join(p, filed->path, *part));
		proof_differs(proof, "%s is no key", path);
		return;
	}
	if (!is_in_force(p, filed))
		proof_differs(proof, "%s is not a key of that seat", path);
}

static void
prove_filed(struct proving *p, const struct filed *filed)
{
	struct proof	*proof = p->v->proof;
	const char	*path = join(p, filed->path, "receipt.txt");
	struct buf	 receipt;

	p->v->out->files++;
	prove_signature(p, filed);
	if (!is_at_its_place(p, filed))
		proof_differs(proof, "%s is not for this game, turn or seq",
		    join(p, filed->path, "orders.yaml"));
	buf_init(&receipt, p->v->arena);
	if (!proof_read(proof, path, &receipt))
		return;
	if (proof_signed(proof, path, receipt.data, receipt.len, p->v->host,
	    true) && !reply_is_receipt(p->v->arena, receipt.data, p->game.id,
	    &filed->file, &filed->digest))
		proof_differs(proof, "%s is for another file", path);
}

static bool
prove_files(struct proving *p, const char *folder)
{
	struct fault	fault;
	int		i;

	if (game_files(&p->game, folder, &p->files, &p->n_files,
	    &fault) != 0) {
		proof_know_all(p->v->proof, join(p, folder, ""));
		proof_differs(p->v->proof, "%s: a file there cannot be read "
		    "as orders", folder);
		return false;
	}
	for (i = 0; i < p->n_files; i++)
		prove_filed(p, &p->files[i]);
	return true;
}

/* ---- what was made --------------------------------------------------- */

/* Take from the record what no rule decides. */
static bool
read_terms(struct proving *p, struct turn_terms *terms)
{
	const struct node	*seats = node_get(p->record, "seats"), *seat;
	const struct node	*told = mapping(p, "told");
	const struct node	*late = node_get(p->record, "late");
	struct fault		 fault;
	int			 i = 0;

	memset(terms, 0, sizeof(*terms));
	if (clock_parse(node_text(p->record, "closed", ""), &terms->closed,
	    &fault) != 0)
		return false;
	if (late != NULL && late->n_children > 0 &&
	    terms->closed < p->game.deadline)
		proof_differs(p->v->proof, "%s was closed before its deadline, "
		    "though not all had answered", p->folder);
	NODE_EACH(seat, seats) {
		if (i == SEATS_MAX || seat->kind != NODE_SCALAR)
			return false;
		terms->told[i++] = atoi(node_text(told, seat->text, "-1")) ==
		    p->game.turn;
	}
	terms->keys = node_get(p->record, "keys");
	terms->actions = node_get(p->record, "actions");
	return true;
}

static void
replay(struct proving *p)
{
	struct proof	*proof = p->v->proof;
	struct turn_terms terms;
	struct fault	 fault;
	struct made	*made = arena_alloc(p->game.arena, sizeof(*made));
	const struct made_file *file;

	if (!read_terms(p, &terms) ||
	    turn_make(&p->game, p->files, p->n_files, &terms, made,
	    &fault) != 0) {
		proof_know_all(proof, join(p, p->folder, ""));
		proof_differs(proof, "%s cannot be played again from what is "
		    "there", p->folder);
		return;
	}
	for (file = made->file; file < made->file + made->n_files; file++)
		proof_equals(proof, join(p, p->folder, file->path),
		    file->data, file->len);
}

/* Where the turns before differ, hold the files against the record. */
static void
compare_digests(struct proving *p)
{
	const struct node	*files = mapping(p, "files"), *file;
	struct proof		*proof = p->v->proof;
	const char		*path;
	char			 hex[HEX_SIZE];
	struct digest		 digest;
	struct buf		 text;

	NODE_EACH(file, files) {
		path = join(p, p->folder, file->key);
		buf_init(&text, p->game.arena);
		if (!proof_read(proof, path, &text))
			continue;
		digest_of(text.data, text.len, &digest);
		digest_hex(&digest, hex);
		if (file->kind != NODE_SCALAR || strcmp(hex, file->text) != 0)
			proof_differs(proof, "%s is not the file of turn.yaml",
			    path);
	}
}

static void
prove_letter(struct proving *p, const char *folder)
{
	const char	*path = join(p, folder, "report.txt");
	struct buf	 text;

	p->v->out->letters++;
	buf_init(&text, p->game.arena);
	if (proof_read(p->v->proof, path, &text))
		proof_signed(p->v->proof, path, text.data, text.len,
		    p->v->host, true);
}

static void
prove_letters(struct proving *p)
{
	const struct node	*told = mapping(p, "told"), *seat;

	NODE_EACH(seat, told)
		if (seat->kind == NODE_SCALAR &&
		    atoi(seat->text) == p->game.turn)
			prove_letter(p, join(p, p->folder, arena_printf(
			    p->v->arena, "letters/%s", seat->key)));
}

/* ---- turns ----------------------------------------------------------- */

/* The record: the host's, and linked to the one before. */
static bool
prove_record(struct proving *p)
{
	struct proof	*proof = p->v->proof;
	const char	*path = join(p, p->folder, "turn.yaml");
	struct node	*tree;
	struct fault	 fault;
	char		 hex[HEX_SIZE];
	struct buf	 text;

	buf_init(&text, p->game.arena);
	if (!proof_read(proof, path, &text))
		return false;
	proof_signed(proof, path, text.data, text.len, p->v->host, true);
	if (yaml_read(p->game.arena, text.data, text.len, &yaml_caps_own,
	    &tree, &fault) != 0) {
		proof_differs(proof, "%s cannot be read", path);
		return false;
	}
	digest_hex(&p->game.head, hex);
	if (strcmp(node_text(tree, "previous", ""), hex) != 0)
		proof_differs(proof, "%s does not follow on what is before it",
		    path);
	p->record = tree;
	if (node_get(tree, "keys") != NULL)
		p->v->out->keys++;
	return true;
}

static void
prove_turn(struct proving *p)
{
	struct proof	*proof = p->v->proof;
	bool		 sound = proof->n_differences == 0;
	struct fault	 fault;

	if (!prove_record(p) || turn_keys(&p->game, &p->keys, &fault) != 0) {
		proof_know_all(proof, join(p, p->folder, ""));
		proof_differs(proof, "%s cannot be proven", p->folder);
		return;
	}
	if (!prove_files(p, join(p, p->folder, "orders")))
		sound = false;
	if (sound && proof->n_differences == 0)
		replay(p);
	else
		compare_digests(p);
	prove_letters(p);
}

/* Run a step on the game as it was when that turn was open. */
static void
at_turn(struct verifying *v, int turn, void (*step)(struct proving *p))
{
	struct proving	p = { .v = v, .game = *v->game };
	struct fault	fault;

	p.game.arena = arena_new();
	p.folder = arena_printf(v->arena, "turns/%s",
	    game_turn_name(v->arena, turn));
	if (game_at(&p.game, turn, &fault) == 0)
		step(&p);
	else {
		proof_know_all(v->proof, join(&p, p.folder, ""));
		proof_differs(v->proof, "%s: what is before it cannot be read",
		    p.folder);
	}
	OPENSSL_cleanse(&p.game.seed, sizeof(p.game.seed));
	arena_free(p.game.arena);
}

/* ---- before the first, and after the last ---------------------------- */

static void
prove_welcome(struct proving *p)
{
	const char	*folder;
	struct letter	 letter;
	struct fault	 fault;
	int		 i;

	for (i = 0; i < p->game.n_seats; i++) {
		folder = arena_printf(p->v->arena, "welcome/%s",
		    p->game.seat[i].name);
		if (turn_welcome(&p->game, i, &letter, &fault) == 0)
			proof_equals(p->v->proof, join(p, folder,
			    "report.txt"), letter.text, strlen(letter.text));
		else
			proof_differs(p->v->proof, "%s cannot be written "
			    "again", folder);
		prove_letter(p, folder);
	}
}

static void
prove_inbox(struct proving *p)
{
	struct fault	fault;
	const char	*folder = arena_printf(p->v->arena, "inbox/%s",
			    game_turn_name(p->v->arena, p->game.turn));

	if (turn_keys(&p->game, &p->keys, &fault) == 0)
		prove_files(p, folder);
	else {
		proof_know_all(p->v->proof, join(p, folder, ""));
		proof_differs(p->v->proof, "%s: the keys for it cannot be "
		    "read", folder);
	}
}

/* Files of closed turns may still be in the inbox: the same as there. */
static void
prove_old_inbox(struct verifying *v)
{
	const char	*path, *name;
	struct buf	 text;
	struct fault	 fault;
	size_t		 i;

	for (i = 0; i < v->proof->n_paths; i++) {
		path = v->proof->path[i];
		if (strncmp(path, "inbox/", 6) != 0 || path[6] == '.' ||
		    v->proof->known[i] || (name = strchr(path + 6, '/')) ==
		    NULL || atoi(path + 6) >= v->game->turn)
			continue;
		buf_init(&text, v->arena);
		if (file_read(v->game->fd, path, GAME_BYTES, &text,
		    &fault) == 0 && proof_equals(v->proof, arena_printf(
		    v->arena, "turns/%.*s/orders%s", (int)(name - path - 6),
		    path + 6, name), text.data, text.len))
			proof_know(v->proof, path);
	}
}

/* What the host did: as written, and in the record of its turn. */
static void
prove_action(struct verifying *v, const char *path)
{
	const struct node	*list, *item;
	struct node		*tree, *record;
	struct buf		 text;
	struct fault		 fault;
	int			 turn;

	buf_init(&text, v->arena);
	if (game_read(v->game, path, &tree, &fault) != 0) {
		proof_differs(v->proof, "%s cannot be read", path);
		return;
	}
	yaml_write(&text, tree);
	proof_equals(v->proof, path, text.data, text.len);
	turn = atoi(node_text(tree, "in", "0"));
	if (turn >= v->game->turn)
		return;
	if (game_read(v->game, arena_printf(v->arena, "turns/%s/turn.yaml",
	    game_turn_name(v->arena, turn)), &record, &fault) == 0) {
		list = node_get(record, "actions");
		NODE_EACH(item, list)
			if (node_equal(item, tree))
				return;
	}
	proof_differs(v->proof, "%s is not in the record of turn %d", path,
	    turn);
}

static void
prove_actions(struct verifying *v)
{
	size_t	i;

	for (i = 0; i < v->proof->n_paths; i++)
		if (strncmp(v->proof->path[i], "actions/", 8) == 0 &&
		    v->proof->path[i][8] != '.') {
			v->proof->known[i] = true;
			prove_action(v, v->proof->path[i]);
		}
}

/* ---- the whole ------------------------------------------------------- */

static void
prove_agreement(struct verifying *v)
{
	struct buf	text, hex;
	int		i;

	buf_init(&text, v->arena);
	buf_init(&hex, v->arena);
	if (proof_read(v->proof, "game.yaml", &text))
		proof_signed(v->proof, "game.yaml", text.data, text.len,
		    v->host, true);
	hex_write(&hex, &v->game->seed, sizeof(v->game->seed));
	buf_putc(&hex, '\n');
	proof_equals(v->proof, "seed", hex.data, hex.len);
	OPENSSL_cleanse(hex.data, hex.size);
	for (i = 0; i < v->game->pack->n_files; i++)
		proof_know(v->proof, arena_printf(v->arena, "data/%s",
		    v->game->pack->files[i].path));
	proof_know(v->proof, "stopped");
}

/* What is not agreed cannot be played again. */
static void
prove_all(struct verifying *v)
{
	int	turn;

	prove_agreement(v);
	if (v->proof->n_differences > 0)
		return;
	at_turn(v, 0, prove_welcome);
	for (turn = 0; turn < v->game->turn; turn++)
		at_turn(v, turn, prove_turn);
	if (!v->game->over)
		at_turn(v, v->game->turn, prove_inbox);
	prove_old_inbox(v);
	prove_actions(v);
	proof_rest(v->proof, !v->game->over);
	v->out->turns = v->game->turn;
}

static void
verify_open(struct verifying *v)
{
	const char	*line = node_text(v->game->tree, "key", "");
	struct fault	 fault;

	v->out->id = arena_strdup(v->arena, v->game->id);
	if (pubkey_read(v->arena, line, strlen(line), &v->host, &fault) != 0) {
		proof_differs(v->proof, "game.yaml has no key of its host");
		return;
	}
	v->out->host = arena_strdup(v->arena, pubkey_fingerprint(v->host));
	prove_all(v);
	pubkey_free(v->host);
}

/* The text of a fault without the path that it begins with. */
static const char *
without(const char *text, const char *path)
{
	size_t	len = strlen(path);

	return strncmp(text, path, len) == 0 &&
	    strncmp(text + len, ": ", 2) == 0 ? text + len + 2 : text;
}

int
verify_folder(struct home *home, struct arena *arena, int at,
    const char *path, struct verified *out, struct fault *fault)
{
	struct game		 game;
	struct verifying	 v = { .home = home, .arena = arena,
				    .game = &game, .proof = &out->proof,
				    .out = out };
	int			 folder, r = -1;

	memset(out, 0, sizeof(*out));
	out->id = path;
	folder = file_open_dir(at, path, fault);
	if (folder < 0)
		return -1;
	if (proof_init(&out->proof, arena, folder, fault) != 0)
		goto out;
	if (game_open(home, arena, at, path, &game, fault) == 0) {
		verify_open(&v);
		game_close(&game);
	} else if (fault->kind == FAULT_RETRY)
		goto out;
	else
		proof_differs(&out->proof, "%s", without(fault->text, path));
	r = 0;
out:
	out->proof.fd = -1;
	close(folder);
	return r;
}
