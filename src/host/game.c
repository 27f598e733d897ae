/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A game's folder, read. */

#include "config.h"

#include "host/game.h"

#include <openssl/crypto.h>

#include <stdio.h>
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
#include "engines/engines.h"
#include "host/home.h"
#include "host/pack.h"
#include "host/shelf.h"
#include "sign/smime.h"

const char *
game_turn_name(struct arena *arena, int turn)
{
	return arena_printf(arena, "%04d", turn);
}

/*
 * A file of the game does not hold what it should. What it holds may be
 * hidden from a host who plays, so the fault says only where.
 */
static int
damaged(struct fault *fault, const char *path)
{
	return fault_at(fault, FAULT_OPERATOR, fault->line, fault->column,
	    "%s is damaged", path);
}

int
game_read(struct game *game, const char *path, struct node **out,
    struct fault *fault)
{
	struct buf	text;

	buf_init(&text, game->arena);
	if (file_read(game->fd, path, GAME_BYTES, &text, fault) != 0)
		return fault_within(fault, "%s", game->id);
	if (yaml_read(game->arena, text.data, text.len, &yaml_caps_own, out,
	    fault) != 0) {
		damaged(fault, path);
		return fault_within(fault, "%s", game->id);
	}
	return 0;
}

/* ---- game.yaml ------------------------------------------------------- */

static int
read_seats(struct game *game, struct fault *fault)
{
	const struct node	*list = node_get(game->tree, "seats"), *item;
	struct game_seat	*seat;
	const char		*name;

	NODE_EACH(item, list) {
		if (game->n_seats == SEATS_MAX)
			break;
		seat = &game->seat[game->n_seats++];
		seat->player = node_text(item, "player", "");
		name = node_text(item, "seat", "");
		if (!text_is_name(name) || !text_is_name(seat->player))
			return fault_at(fault, FAULT_OPERATOR, item->line,
			    item->column, "seats: each has seat and player");
		strcpy(seat->name, name);
	}
	return 0;
}

static int
read_terms(struct game *game, struct fault *fault)
{
	game->engine = engine_find(node_text(game->tree, "engine", ""));
	if (game->engine == NULL)
		return fault_set(fault, FAULT_OPERATOR,
		    "there is no engine '%s'",
		    node_text(game->tree, "engine", ""));
	if (atoi(node_text(game->tree, "rules", "0")) != game->engine->rules)
		return fault_set(fault, FAULT_OPERATOR,
		    "it is played by rules %s of %s; this program has %d",
		    node_text(game->tree, "rules", "?"), game->engine->id,
		    game->engine->rules);
	if (clock_span(node_text(game->tree, "deadline", ""), &game->span,
	    fault) != 0)
		return -1;
	return pack_options(game->arena, game->engine,
	    node_get(game->tree, "options"), &game->options, fault);
}

/* Read a file that is read more than once a pass, and digest its bytes. */
static int
read_tree(struct game *game, const char *path, const struct node **out,
    struct digest *digest, struct fault *fault)
{
	struct node	*tree;
	struct buf	 text;
	int		 r;

	buf_init(&text, game->arena);
	if (file_read(game->fd, path, GAME_BYTES, &text, fault) != 0)
		return -1;
	digest_of(text.data, text.len, digest);
	if (game->home != NULL)
		r = shelf_read(game->home->shelf, text.data, text.len, digest,
		    out, fault);
	else if ((r = yaml_read(game->arena, text.data, text.len,
	    &yaml_caps_own, &tree, fault)) == 0)
		*out = tree;
	return r == 0 ? 0 : damaged(fault, path);
}

static int
read_agreement(struct game *game, struct fault *fault)
{
	char	hex[HEX_SIZE];

	if (read_tree(game, "game.yaml", &game->tree, &game->digest,
	    fault) != 0)
		return -1;
	digest_hex(&game->digest, hex);
	memcpy(game->of, hex, 8);
	game->id = node_text(game->tree, "game", "");
	if (read_terms(game, fault) != 0)
		return fault_within(fault, "game.yaml");
	return 0;
}

static int
read_seed(struct game *game, struct fault *fault)
{
	struct digest	digest;
	char		hex[HEX_SIZE];
	struct buf	text;
	int		r = -1;

	buf_init(&text, game->arena);
	if ((!game->over && file_private(game->fd, "seed", fault) != 0) ||
	    file_read(game->fd, "seed", 256, &text, fault) != 0)
		return -1;
	if (text.len > 0 && text.data[text.len - 1] == '\n')
		buf_cut(&text, text.len - 1);
	if (hex_read(text.data, &game->seed, sizeof(game->seed))) {
		digest_of(&game->seed, sizeof(game->seed), &digest);
		digest_hex(&digest, hex);
		if (strcmp(hex, node_text(game->tree, "seed_sha256",
		    "")) == 0)
			r = 0;
	}
	OPENSSL_cleanse(text.data, text.size);
	if (r != 0)
		return fault_set(fault, FAULT_OPERATOR,
		    "the seed is not the one that game.yaml promised");
	return 0;
}

/* ---- the last closed turn -------------------------------------------- */

/* Find the open turn: the one after the last that is closed. */
static int
find_turn(struct game *game, int *out, struct fault *fault)
{
	char	**names;
	size_t	 i, n;
	int64_t	 turn;

	if (file_list(game->fd, "turns", game->arena, &names, &n, fault) != 0)
		return -1;
	*out = 0;
	for (i = 0; i < n; i++)
		if (text_number(names[i], 0, INT32_MAX - 1, &turn) &&
		    turn >= *out)
			*out = (int)turn + 1;
	return 0;
}

static int
read_record(struct game *game, struct fault *fault)
{
	const char	*path = arena_printf(game->arena, "turns/%s/turn.yaml",
			    game_turn_name(game->arena, game->turn - 1));
	const struct node *tree, *seats, *item;
	int		 i = 0;

	if (read_tree(game, path, &tree, &game->head, fault) != 0)
		return -1;
	if (clock_parse(node_text(tree, "deadline", ""), &game->deadline,
	    fault) != 0)
		return fault_within(fault, "%s", path);
	game->record = tree;
	game->over = strcmp(node_text(tree, "over", "no"), "yes") == 0;
	seats = node_get(tree, "seats");
	NODE_EACH(item, seats) {
		if (i < game->n_seats && item->kind == NODE_SCALAR &&
		    text_is_name(item->text))
			strcpy(game->seat[i].name, item->text);
		i++;
	}
	return 0;
}

int
game_at(struct game *game, int turn, struct fault *fault)
{
	game->turn = turn;
	game->record = NULL;
	game->over = false;
	game->n_seats = 0;
	if (read_seats(game, fault) != 0)
		return fault_within(fault, "game.yaml");
	if (turn > 0)
		return read_record(game, fault);
	game->head = game->digest;
	if (clock_parse(node_text(game->tree, "ready_by", ""),
	    &game->deadline, fault) != 0)
		return fault_within(fault, "game.yaml: ready_by");
	return 0;
}

/* ---- opening --------------------------------------------------------- */

static int
find_pack(struct home *home, struct game *game, struct fault *fault)
{
	const char	*wanted = node_text(game->tree, "data", "");
	struct pack	*pack;
	char		 hex[HEX_SIZE];
	int		 at, r;

	if (!file_exists(game->fd, "data")) {
		if (home == NULL)
			return fault_set(fault, FAULT_OPERATOR, "it has no "
			    "data/ inside; only its host can open it");
		return home_pack(home, game->engine, wanted, &game->pack,
		    fault);
	}
	pack = arena_alloc(game->arena, sizeof(*pack));
	at = file_open_dir(game->fd, "data", fault);
	if (at < 0)
		return -1;
	r = pack_load(game->arena, at, game->engine, pack, fault);
	close(at);
	if (r != 0)
		return -1;
	digest_hex(&pack->digest, hex);
	if (strcmp(hex, wanted) != 0)
		return fault_set(fault, FAULT_OPERATOR,
		    "data: the files were changed");
	game->pack = pack;
	return 0;
}

int
game_open(struct home *home, struct arena *arena, int at, const char *path,
    struct game *game, struct fault *fault)
{
	int	turn;

	memset(game, 0, sizeof(*game));
	game->home = home;
	game->arena = arena;
	game->path = path;
	game->id = path;
	game->fd = file_open_dir(at, path, fault);
	if (game->fd < 0)
		return -1;
	if (read_agreement(game, fault) != 0 ||
	    find_turn(game, &turn, fault) != 0 ||
	    game_at(game, turn, fault) != 0 || read_seed(game, fault) != 0 ||
	    find_pack(home, game, fault) != 0) {
		game_close(game);
		return fault_within(fault, "%s", path);
	}
	game->stopped = file_exists(game->fd, "stopped");
	return 0;
}

void
game_close(struct game *game)
{
	OPENSSL_cleanse(&game->seed, sizeof(game->seed));
	if (game->fd >= 0)
		close(game->fd);
	game->fd = -1;
}

int
game_find(struct home *home, struct arena *arena, const char *id,
    struct game *game, struct fault *fault)
{
	const char	*path;

	if (text_is_name(id)) {
		path = arena_printf(arena, "games/%s", id);
		if (file_exists(home->fd, path))
			return game_open(home, arena, home->fd, path, game,
			    fault);
		path = arena_printf(arena, "archive/%s", id);
		if (file_exists(home->fd, path))
			return game_open(home, arena, home->fd, path, game,
			    fault);
	}
	return fault_set(fault, FAULT_PLAYER, "there is no game '%.40s' here",
	    id);
}

/* ---- the match ------------------------------------------------------- */

/* The key of the stream was written down when the game began. */
static int
read_stream_key(struct game *game, struct digest *out, struct fault *fault)
{
	struct buf	text;

	buf_init(&text, game->arena);
	if (file_read(game->fd, "turns/0000/stream", 256, &text, fault) != 0)
		return -1;
	if (text.len > 0)
		buf_cut(&text, text.len - 1);
	if (!hex_read(text.data, out, sizeof(*out)))
		return fault_set(fault, FAULT_OPERATOR,
		    "turns/0000/stream is damaged");
	return 0;
}

static int
init_match(struct game *game, struct fault *fault)
{
	const char	*names[SEATS_MAX];
	struct digest	 key;
	int		 i;

	for (i = 0; i < game->n_seats; i++)
		names[i] = game->seat[i].name;
	if (read_stream_key(game, &key, fault) != 0)
		return -1;
	return match_init(&game->match, game->arena, game->engine,
	    game->pack->components, game->options, names, game->n_seats, &key,
	    fault);
}

static int
base_of(const struct game *game)
{
	return atoi(node_text(game->record, "base", "0"));
}

/* Does the state come out as the record of the last turn has it? */
static bool
is_as_recorded(const struct table *t, const void *arg)
{
	const struct game	*game = arg;
	struct digest		 digest;
	char			 hex[HEX_SIZE];
	struct buf		 text;

	buf_init(&text, game->arena);
	yaml_write(&text, schema_view(game->arena, game->engine->state,
	    t->state, EVERYTHING, &t->env));
	digest_of(text.data, text.len, &digest);
	digest_hex(&digest, hex);
	return strcmp(hex, node_text(node_get(game->record, "files"),
	    "state.yaml", "")) == 0;
}

int
game_rewind(struct game *game, struct fault *fault)
{
	int		 base = base_of(game), turn, n;
	const char	*name = game_turn_name(game->arena, base);
	const char	*path = arena_printf(game->arena,
			    "turns/%s/base.yaml", name);
	struct filed	*files;
	const struct node *tree;
	struct digest	 digest;
	struct turn_in	 in;

	if (init_match(game, fault) != 0 ||
	    read_tree(game, path, &tree, &digest, fault) != 0)
		return -1;
	if (match_load(&game->match, tree, base + 1, NULL, fault) != 0)
		return damaged(fault, path);
	game->match.is_as_before = is_as_recorded;
	game->match.before = game;
	for (turn = base + 1; turn < game->turn; turn++) {
		name = game_turn_name(game->arena, turn);
		if (game_files(game, arena_printf(game->arena,
		    "turns/%s/orders", name), &files, &n, fault) != 0 ||
		    game_turn_in(game, files, n, &in, fault) != 0 ||
		    match_recall(&game->match, &in, fault) != 0)
			return -1;
	}
	return 0;
}

int
game_load(struct game *game, struct fault *fault)
{
	if (game_rewind(game, fault) != 0)
		return -1;
	return match_open(&game->match, fault);
}

/* ---- files that came in ---------------------------------------------- */

int
game_seat(const struct game *game, const char *name)
{
	int	i;

	for (i = 0; i < game->n_seats; i++)
		if (strcmp(game->seat[i].name, name) == 0)
			return i;
	return NONE;
}

/* A mail program's signature has bytes that sign nothing: note them all. */
static int
read_seal(struct game *game, struct filed *filed, struct fault *fault)
{
	struct digest	digest;
	struct buf	seal;
	char		hex[HEX_SIZE];

	filed->seal = NULL;
	if (!cert_is(filed->key))
		return 0;
	buf_init(&seal, game->arena);
	if (file_read(game->fd, arena_printf(game->arena, "%s/orders.p7s",
	    filed->path), SMIME_BYTES, &seal, fault) != 0)
		return -1;
	digest_of(seal.data, seal.len, &digest);
	digest_hex(&digest, hex);
	filed->seal = arena_strdup(game->arena, hex);
	return 0;
}

int
game_filed(struct game *game, struct filed *filed, struct fault *fault)
{
	struct remarks	 remarks;
	struct node	*tree;
	struct buf	 text, key;

	buf_init(&text, game->arena);
	buf_init(&key, game->arena);
	if (file_read(game->fd, arena_printf(game->arena, "%s/orders.yaml",
	    filed->path), GAME_BYTES, &text, fault) != 0 ||
	    file_read(game->fd, arena_printf(game->arena, "%s/key",
	    filed->path), 1 << 14, &key, fault) != 0)
		return -1;
	if (key.len > 0 && key.data[key.len - 1] == '\n')
		buf_cut(&key, key.len - 1);
	filed->text = text.data;
	filed->len = text.len;
	filed->key = key.data;
	if (read_seal(game, filed, fault) != 0)
		return -1;
	digest_of(text.data, text.len, &filed->digest);
	remarks_init(&remarks, game->arena);
	if (yaml_read(game->arena, text.data, text.len, &yaml_caps_order,
	    &tree, fault) != 0 ||
	    orderfile_read(tree, &filed->file, &remarks) != 0)
		return fault_set(fault, FAULT_OPERATOR,
		    "%s/orders.yaml was accepted and cannot be read",
		    filed->path);
	filed->seat = game_seat(game, filed->file.seat);
	filed->seq = filed->file.seq;
	if (filed->seat == NONE && strncmp(filed->file.seat, "seat-", 5) == 0)
		filed->seat = filed->file.seat[5] - '1';
	if (filed->seat < 0 || filed->seat >= game->n_seats)
		return fault_set(fault, FAULT_OPERATOR,
		    "%s/orders.yaml is of no seat of this game", filed->path);
	return 0;
}

static int
by_seat_and_seq(const void *a, const void *b)
{
	const struct filed	*x = a, *y = b;

	if (x->seat != y->seat)
		return x->seat - y->seat;
	return x->seq < y->seq ? -1 : x->seq > y->seq;
}

int
game_files(struct game *game, const char *folder, struct filed **out,
    int *n_out, struct fault *fault)
{
	struct filed	*files;
	char		**names;
	size_t		 i, n;

	*out = NULL;
	*n_out = 0;
	if (!file_exists(game->fd, folder))
		return 0;
	if (file_list(game->fd, folder, game->arena, &names, &n, fault) != 0)
		return -1;
	files = arena_alloc(game->arena, (n + 1) * sizeof(*files));
	for (i = 0; i < n; i++) {
		files[i].name = names[i];
		files[i].path = arena_printf(game->arena, "%s/%s", folder,
		    names[i]);
		if (game_filed(game, &files[i], fault) != 0)
			return -1;
	}
	qsort(files, n, sizeof(*files), by_seat_and_seq);
	*out = files;
	*n_out = (int)n;
	return 0;
}

int
game_turn_in(const struct game *game, const struct filed *files, int n_files,
    struct turn_in *out, struct fault *fault)
{
	int	i;

	memset(out->retired, 0, sizeof(out->retired));
	memset(out->answer, 0, (size_t)game->n_seats * sizeof(*out->answer));
	for (i = 0; i < n_files; i++)
		if (match_read(&game->match, files[i].seat,
		    files[i].file.orders, files[i].file.standing,
		    &out->answer[files[i].seat], fault) != 0)
			return fault_within(fault, "%s", files[i].path);
	return 0;
}

bool
game_withdraws(const struct filed *filed)
{
	const struct node	*orders = filed->file.orders;

	return orders != NULL && orders->kind == NODE_SCALAR &&
	    strcmp(orders->text, "none") == 0;
}

/* Did one of the files leave the seat with an answer? */
static bool
has_answered(const struct filed *files, int n_files, int seat)
{
	bool	answered = false;
	int	i;

	for (i = 0; i < n_files; i++)
		if (files[i].seat == seat && files[i].file.orders != NULL)
			answered = !game_withdraws(&files[i]);
	return answered;
}

const char *
game_awaits(const struct game *game, int seat)
{
	if (game->turn == 0)
		return "ready";
	return node_text(node_get(game->record, "awaits"),
	    game->seat[seat].name, NULL);
}

bool
game_is_answered(const struct game *game, const struct filed *files,
    int n_files)
{
	int	i;

	for (i = 0; i < game->n_seats; i++)
		if (game_awaits(game, i) != NULL &&
		    !has_answered(files, n_files, i))
			return false;
	return true;
}

/* ---- secrets --------------------------------------------------------- */

void
game_stream_key(const struct game *game, const struct filed *files,
    int n_files, struct digest *out)
{
	struct digest_part	part[SEATS_MAX + 2] = { { "stream", 6 } };
	struct digest		ready[SEATS_MAX] = { { { 0 } } };
	int			i;

	for (i = 0; i < n_files; i++)
		ready[files[i].seat] = files[i].digest;
	for (i = 0; i < game->n_seats; i++) {
		part[i + 1].data = &ready[i];
		part[i + 1].len = sizeof(ready[i]);
	}
	part[game->n_seats + 1].data = "0";	/* undos so far */
	part[game->n_seats + 1].len = 1;
	digest_hmac(&game->seed, sizeof(game->seed), part, game->n_seats + 2,
	    out);
}

void
game_secret(const struct game *game, const char *what, int turn,
    const char *more, struct digest *out)
{
	char			number[16];
	struct digest_part	part[3] = {
		{ what, strlen(what) }, { number, 0 }, { more, strlen(more) }
	};

	part[1].len = (size_t)snprintf(number, sizeof(number), "%d", turn);
	digest_hmac(&game->seed, sizeof(game->seed), part, 3, out);
}
