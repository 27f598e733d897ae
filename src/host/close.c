/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Closing turns and starting games, on disk. */

#include "config.h"

#include "host/close.h"

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
#include "base/text.h"
#include "data/node.h"
#include "data/yaml.h"
#include "host/home.h"
#include "host/pack.h"
#include "host/player.h"
#include "host/queue.h"
#include "host/signer.h"
#include "mail/compose.h"
#include "sign/key.h"

enum { DAY = 24 * 60 * 60 };

/* ---- letters into the queue ------------------------------------------ */

static int
attach(struct compose_file *file, const char *name, const char *type,
    const char *text)
{
	if (text == NULL)
		return 0;
	file->name = name;
	file->type = type;
	file->bytes = text;
	file->len = strlen(text);
	return 1;
}

static int
queue_letter(struct home *home, struct game *game, int seat,
    const struct letter *letter, const char *signature, const char *needs,
    struct fault *fault)
{
	struct compose_file	file[3];
	struct compose_mail	mail = { .file = file, .is_exact = true };
	struct digest_part	part[3];
	struct player		player;

	if (player_load(home, game->seat[seat].player, &player, fault) != 0)
		return -1;
	part[0] = (struct digest_part){ "letter", 6 };
	part[1] = (struct digest_part){ needs, strlen(needs) };
	part[2] = (struct digest_part){ game->seat[seat].player,
	    strlen(game->seat[seat].player) };
	mail.subject = letter->subject;
	mail.text = letter->text;
	mail.text_len = strlen(letter->text);
	mail.n_files += attach(&file[mail.n_files], "report.txt.sig",
	    "application/octet-stream", signature);
	mail.n_files += attach(&file[mail.n_files], "orders.yaml",
	    "application/yaml", letter->orders);
	mail.n_files += attach(&file[mail.n_files], "view.yaml",
	    "application/yaml", letter->view);
	return queue_put(home, queue_id(home, &game->seed, part, 3), needs,
	    player.address, &mail, fault);
}

/* Write a letter's folder with the host's signature over the report. */
static int
sign_text(struct home *home, const char *text, const char **out,
    struct fault *fault)
{
	struct buf	signature;

	buf_init(&signature, home->arena);
	if (home_sign(home, text, strlen(text), &signature, fault) != 0)
		return -1;
	*out = signature.data;
	return 0;
}

/* ---- terms ----------------------------------------------------------- */

static bool
has_line(const struct node *list, const char *line)
{
	const struct node	*item;

	NODE_EACH(item, list)
		if (item->kind == NODE_SCALAR && strcmp(item->text, line) == 0)
			return true;
	return false;
}

static void
add_line(struct game *game, struct node *list, const char *line)
{
	if (!has_line(list, line))
		node_add(list, node_scalar(game->arena, line));
}

/*
 * The keys that count from this turn on: those enrolled now, and those that
 * its files were accepted by. NULL when the chain has the same.
 */
static int
changed_keys(struct home *home, struct game *game, const struct filed *files,
    int n_files, const struct node **out, struct fault *fault)
{
	struct node		*all = node_list(game->arena), *list;
	const struct node	*before;
	const char		*lines[LINES_MAX];
	struct player		 player;
	int			 i, j, n;

	if (turn_keys(game, &before, fault) != 0)
		return -1;
	for (i = 0; i < game->n_seats; i++) {
		list = node_list(game->arena);
		if (player_load(home, game->seat[i].player, &player,
		    fault) != 0)
			return -1;
		n = player_lines(&player, lines);
		for (j = 0; j < n; j++)
			add_line(game, list, lines[j]);
		for (j = 0; j < n_files; j++)
			if (files[j].seat == i)
				add_line(game, list, files[j].key);
		node_add(all, list);
	}
	*out = node_equal(all, before) ? NULL : all;
	return 0;
}

/* When was the letter of that turn sent? */
static int64_t
told_at(struct game *game, int turn)
{
	struct node	*record;
	struct fault	 fault;
	int64_t		 when = 0;

	if (turn >= 0 && game_read(game, arena_printf(game->arena,
	    "turns/%s/turn.yaml", game_turn_name(game->arena, turn)), &record,
	    &fault) == 0)
		clock_parse(node_text(record, "closed", ""), &when, &fault);
	return when;
}

/*
 * When the turn is closed: now, but never before the one before it, whatever
 * the clock says; or the next deadline might have passed before it was set.
 */
static int64_t
closing_time(const struct home *home, const struct game *game)
{
	struct fault	fault;
	int64_t		last = 0;

	clock_parse(node_text(game->record != NULL ? game->record :
	    game->tree, game->record != NULL ? "closed" : "created", ""),
	    &last, &fault);
	return home->now > last ? home->now : last;
}

/* Whom to tell though not asked, by their players' preferences. */
static int
whom_to_tell(struct home *home, struct game *game, bool told[SEATS_MAX],
    struct fault *fault)
{
	const struct node	*last = game->record != NULL ?
				    node_get(game->record, "told") : NULL;
	struct player		 player;
	int			 i, turn;

	for (i = 0; i < game->n_seats; i++) {
		if (player_load(home, game->seat[i].player, &player,
		    fault) != 0)
			return -1;
		turn = last == NULL ? -1 :
		    atoi(node_text(last, game->seat[i].name, "-1"));
		told[i] = player.mail == MAIL_TURN ||
		    (player.mail == MAIL_DAY &&
		    told_at(game, turn) + DAY <= home->now);
	}
	return 0;
}

/* What the host did since the last turn, from actions/. */
static int
read_actions(struct game *game, const struct node **out, struct fault *fault)
{
	struct node	*list = node_list(game->arena), *tree;
	char		**names;
	size_t		 i, n;

	*out = NULL;
	if (!file_exists(game->fd, "actions"))
		return 0;
	if (file_list(game->fd, "actions", game->arena, &names, &n,
	    fault) != 0)
		return -1;
	for (i = 0; i < n; i++) {
		if (game_read(game, arena_printf(game->arena, "actions/%s",
		    names[i]), &tree, fault) != 0)
			return -1;
		if (atoi(node_text(tree, "in", "0")) == game->turn)
			node_add(list, tree);
	}
	if (list->n_children > 0)
		*out = list;
	return 0;
}

/* ---- the folder of a turn -------------------------------------------- */

static int
copy_part(struct game *game, const char *from, const char *to,
    const char *part, struct fault *fault)
{
	return file_link(game->fd, arena_printf(game->arena, "%s/%s", from,
	    part), game->fd, arena_printf(game->arena, "%s/%s", to, part),
	    fault);
}

/* Copy an accepted file from the inbox, with what proves its signature. */
static int
copy_filed(struct game *game, const struct filed *filed, const char *to,
    struct fault *fault)
{
	static const char *const parts[] = { "orders.yaml", "key",
	    "receipt.txt", "receipt.txt.sig", NULL };
	const char *const	*part;
	const char		*folder = arena_printf(game->arena, "%s/%s",
				    to, filed->name);

	if (file_mkdir(game->fd, folder, fault) != 0)
		return -1;
	for (part = parts; *part != NULL; part++)
		if (copy_part(game, filed->path, folder, *part, fault) != 0)
			return -1;
	for (part = signer_parts(filed->key); *part != NULL; part++)
		if (copy_part(game, filed->path, folder, *part, fault) != 0)
			return -1;
	return 0;
}

static int
make_folders(struct game *game, const char *folder, const struct made *made,
    const struct commons *commons, struct fault *fault)
{
	int	i;

	if (file_remove(game->fd, folder, fault) != 0 ||
	    file_mkdir(game->fd, folder, fault) != 0 ||
	    file_mkdir(game->fd, arena_printf(game->arena, "%s/orders",
	    folder), fault) != 0 ||
	    file_mkdir(game->fd, arena_printf(game->arena, "%s/letters",
	    folder), fault) != 0)
		return -1;
	for (i = 0; i < game->n_seats; i++)
		if (made->told[i] && file_mkdir(game->fd, arena_printf(
		    game->arena, "%s/letters/%s", folder,
		    commons->seats.name[i]), fault) != 0)
			return -1;
	return 0;
}

static int
write_signed(struct home *home, struct game *game, const char *path,
    const char *text, const char **signature, struct fault *fault)
{
	if (sign_text(home, text, signature, fault) != 0)
		return -1;
	return file_create(game->fd, arena_printf(game->arena, "%s.sig", path),
	    *signature, strlen(*signature), 0600, fault);
}

static int
write_letters(struct home *home, struct game *game, const char *folder,
    const char *needs, const struct made *made, struct fault *fault)
{
	const struct commons	*commons = game->match.state;
	const char		*signature, *letter;
	int			 i;

	for (i = 0; i < game->n_seats; i++) {
		if (!made->told[i])
			continue;
		letter = arena_printf(game->arena, "letters/%s",
		    commons->seats.name[i]);
		if (write_signed(home, game, arena_printf(game->arena,
		    "%s/%s/report.txt", folder, letter), made->letter[i].text,
		    &signature, fault) != 0 ||
		    queue_letter(home, game, i, &made->letter[i], signature,
		    arena_printf(game->arena, "%s/%s", needs, letter),
		    fault) != 0)
			return -1;
	}
	return 0;
}

static int
write_files(struct home *home, struct game *game, const char *folder,
    const struct made *made, struct fault *fault)
{
	const struct made_file	*file;
	const char		*path, *signature;

	for (file = made->file; file < made->file + made->n_files; file++) {
		path = arena_printf(game->arena, "%s/%s", folder, file->path);
		if (file_create(game->fd, path, file->data, file->len, 0600,
		    fault) != 0)
			return -1;
		if (strcmp(file->path, "turn.yaml") == 0 && write_signed(home,
		    game, path, file->data, &signature, fault) != 0)
			return -1;
	}
	return 0;
}

int
close_turn(struct home *home, struct game *game, const struct filed *files,
    int n_files, struct made *out, struct fault *fault)
{
	struct turn_terms	terms = { .closed = closing_time(home, game) };
	const char		*name = game_turn_name(game->arena, game->turn);
	const char		*folder = arena_printf(game->arena,
				    "turns/.tmp-%s", name);
	const char		*needs = arena_printf(game->arena,
				    "%s/turns/%s", game->path, name);
	int			i;

	if (changed_keys(home, game, files, n_files, &terms.keys,
	    fault) != 0 || whom_to_tell(home, game, terms.told, fault) != 0 ||
	    read_actions(game, &terms.actions, fault) != 0 ||
	    turn_make(game, files, n_files, &terms, out, fault) != 0 ||
	    make_folders(game, folder, out, game->match.state, fault) != 0)
		return -1;
	for (i = 0; i < n_files; i++)
		if (copy_filed(game, &files[i], arena_printf(game->arena,
		    "%s/orders", folder), fault) != 0)
			return -1;
	if (write_files(home, game, folder, out, fault) != 0 ||
	    write_letters(home, game, folder, needs, out, fault) != 0)
		return -1;
	home_will_rename(home, arena_printf(game->arena, "%s/%s", game->path,
	    folder), needs);
	return 0;
}

/* ---- after the commit ------------------------------------------------ */

/* A finished game takes its data along, so that it proves itself alone. */
static int
archive(struct home *home, struct game *game, struct fault *fault)
{
	bool	taken = false;

	if (!file_exists(game->fd, "data") &&
	    (file_remove(game->fd, ".tmp-data", fault) != 0 ||
	    pack_write(game->arena, game->fd, ".tmp-data", game->pack,
	    fault) != 0 ||
	    file_rename_new(game->fd, ".tmp-data", game->fd, "data", NULL,
	    fault) != 0))
		return -1;
	if (file_remove(game->fd, "inbox", fault) != 0)
		return -1;
	return file_rename_new(home->fd, game->path, home->fd, arena_printf(
	    game->arena, "archive/%s", game->id), &taken, fault);
}

int
close_tidy(struct home *home, struct arena *arena, const char *id, int turn,
    bool over, struct fault *fault)
{
	struct game	game;
	int		r;

	if (!over)
		return file_remove(home->fd, arena_printf(arena,
		    "games/%s/inbox/%s", id, game_turn_name(arena, turn)),
		    fault);
	if (game_open(home, arena, home->fd, arena_printf(arena, "games/%s",
	    id), &game, fault) != 0)
		return -1;
	r = archive(home, &game, fault);
	game_close(&game);
	return r;
}

/* ---- starting a game ------------------------------------------------- */

static struct node *
seat_terms(struct home *home, const struct agreement *a, const char *seat,
    int i, struct fault *fault)
{
	struct node	*item = node_map(home->arena);
	struct node	*keys = node_list(home->arena);
	const char	*lines[LINES_MAX];
	struct player	 player;
	int		 j, n;

	if (player_load(home, a->player[i], &player, fault) != 0)
		return NULL;
	n = player_lines(&player, lines);
	for (j = 0; j < n; j++)
		node_add(keys, node_scalar(home->arena, lines[j]));
	node_set(item, "seat", node_scalar(home->arena, seat));
	node_set(item, "player", node_scalar(home->arena, a->player[i]));
	node_set(item, "keys", keys);
	return item;
}

/* Have the engine say whether seats and options fit, and name the seats. */
static int
seat_names(struct home *home, const struct agreement *a,
    const struct pack *pack, const void *options, struct match *match,
    struct fault *fault)
{
	struct digest	key = { { 0 } };

	return match_init(match, home->arena, a->engine, pack->components,
	    options, a->seat[0] != NULL ? a->seat : NULL, a->n_seats, &key,
	    fault);
}

static struct node *
terms_of(struct home *home, const struct agreement *a,
    const struct pack *pack, const struct digest *seed, struct fault *fault)
{
	struct roster	 nobody = { 0 };
	struct env	 env = { .roster = &nobody };
	const char	*deadline = a->deadline != NULL ? a->deadline :
			    home->config.deadline;
	struct node	*map = node_map(home->arena);
	struct node	*seats = node_list(home->arena), *item;
	struct match	 match;
	struct digest	 commitment;
	const void	*options;
	char		 data[HEX_SIZE], hex[HEX_SIZE];
	struct buf	 when, by;
	int64_t		 span;
	int		 i;

	if (clock_span(deadline, &span, fault) != 0 ||
	    pack_options(home->arena, a->engine, a->options, &options,
	    fault) != 0 ||
	    seat_names(home, a, pack, options, &match, fault) != 0)
		return NULL;
	for (i = 0; i < a->n_seats; i++) {
		item = seat_terms(home, a, ((struct commons *)match.state)->
		    seats.name[i], i, fault);
		if (item == NULL)
			return NULL;
		node_add(seats, item);
	}
	buf_init(&when, home->arena);
	clock_iso(&when, home->now);
	buf_init(&by, home->arena);
	clock_iso(&by, home->now + span);
	digest_of(seed, sizeof(*seed), &commitment);
	digest_hex(&commitment, hex);
	digest_hex(&pack->digest, data);
	node_set(map, "game", node_scalar(home->arena, a->id));
	node_set(map, "engine", node_scalar(home->arena, a->engine->id));
	node_set(map, "rules", node_number(home->arena, a->engine->rules));
	node_set(map, "host", node_scalar(home->arena, home->config.name));
	node_set(map, "key", node_scalar(home->arena,
	    pubkey_line(seckey_pubkey(home->key))));
	node_set(map, "created", node_scalar(home->arena, when.data));
	node_set(map, "seats", seats);
	node_set(map, "options", schema_view(home->arena, a->engine->options,
	    options, EVERYTHING, &env));
	node_set(map, "deadline", node_scalar(home->arena, deadline));
	node_set(map, "ready", node_scalar(home->arena, a->ready ? "yes" :
	    "no"));
	node_set(map, "ready_by", node_scalar(home->arena, a->ready ?
	    by.data : when.data));
	node_set(map, "data", node_scalar(home->arena,
	    arena_strdup(home->arena, data)));
	node_set(map, "seed_sha256", node_scalar(home->arena,
	    arena_strdup(home->arena, hex)));
	return map;
}

static int
write_start(struct home *home, const char *folder, const struct node *terms,
    const struct digest *seed, struct fault *fault)
{
	static const char *const parts[] = { "", "/turns", "/inbox",
	    "/welcome", NULL };
	const char *const	*part;
	const char		*signature;
	struct buf		 text, hex;
	int			 r = -1;

	for (part = parts; *part != NULL; part++)
		if (file_mkdir(home->fd, arena_printf(home->arena, "%s%s",
		    folder, *part), fault) != 0)
			return -1;
	buf_init(&text, home->arena);
	buf_init(&hex, home->arena);
	yaml_write(&text, terms);
	hex_write(&hex, seed, sizeof(*seed));
	buf_putc(&hex, '\n');
	if (sign_text(home, text.data, &signature, fault) != 0 ||
	    file_create(home->fd, arena_printf(home->arena, "%s/game.yaml",
	    folder), text.data, text.len, 0600, fault) != 0 ||
	    file_create(home->fd, arena_printf(home->arena,
	    "%s/game.yaml.sig", folder), signature, strlen(signature), 0600,
	    fault) != 0 ||
	    file_create(home->fd, arena_printf(home->arena, "%s/seed",
	    folder), hex.data, hex.len, 0600, fault) != 0)
		goto out;
	r = 0;
out:
	OPENSSL_cleanse(hex.data, hex.size);
	return r;
}

static int
write_welcome(struct home *home, const char *folder, const char *path,
    struct fault *fault)
{
	struct letter	 letter;
	struct game	 game;
	const char	*signature, *to;
	int		 i, r = -1;

	if (game_open(home, home->arena, home->fd, folder, &game, fault) != 0)
		return -1;
	for (i = 0; i < game.n_seats; i++) {
		to = arena_printf(home->arena, "welcome/%s",
		    game.seat[i].name);
		if (turn_welcome(&game, i, &letter, fault) != 0 ||
		    sign_text(home, letter.text, &signature, fault) != 0 ||
		    file_mkdir(game.fd, to, fault) != 0 ||
		    file_create(game.fd, arena_printf(home->arena,
		    "%s/report.txt", to), letter.text, strlen(letter.text),
		    0600, fault) != 0 ||
		    file_create(game.fd, arena_printf(home->arena,
		    "%s/report.txt.sig", to), signature, strlen(signature),
		    0600, fault) != 0 ||
		    queue_letter(home, &game, i, &letter, signature,
		    arena_printf(home->arena, "%s/welcome/%s", path,
		    game.seat[i].name), fault) != 0)
			goto out;
	}
	r = 0;
out:
	game_close(&game);
	return r;
}

/* A start that broke off has left its letters in the queue, too. */
static int
sweep_start(struct home *home, const char *folder, const char *path,
    struct fault *fault)
{
	if (!file_exists(home->fd, folder))
		return 0;
	if (queue_drop(home, path, fault) != 0)
		return -1;
	return file_remove(home->fd, folder, fault);
}

int
close_new(struct home *home, const struct agreement *a, struct fault *fault)
{
	const char		*path = arena_printf(home->arena, "games/%s",
				    a->id);
	const char		*folder = arena_printf(home->arena,
				    "games/.tmp-%s", a->id);
	const struct pack	*pack;
	struct node		*terms;
	struct digest		 seed;
	int			 r = -1;

	if (!text_is_name(a->id))
		return fault_set(fault, FAULT_PLAYER, "'%s' is not a name for "
		    "a game: small letters, digits and hyphens", a->id);
	if (file_exists(home->fd, path) || file_exists(home->fd,
	    arena_printf(home->arena, "archive/%s", a->id)))
		return fault_set(fault, FAULT_PLAYER,
		    "there is a game '%s' already", a->id);
	if (a->seed != NULL)
		seed = *a->seed;
	else if (file_random(&seed, sizeof(seed), fault) != 0)
		return -1;
	if (home_pack(home, a->engine, NULL, &pack, fault) != 0)
		return -1;
	terms = terms_of(home, a, pack, &seed, fault);
	if (terms == NULL ||
	    sweep_start(home, folder, path, fault) != 0 ||
	    write_start(home, folder, terms, &seed, fault) != 0 ||
	    write_welcome(home, folder, path, fault) != 0)
		goto out;
	home_will_rename(home, folder, path);
	r = home_commit(home, fault);
out:
	OPENSSL_cleanse(&seed, sizeof(seed));
	return r;
}
