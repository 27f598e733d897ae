/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * postern demo: whole games between built-in players, by real mails with
 * real signatures. Each player has a key and an address, reads the reports
 * that come, signs the example in the order form, and mails it back.
 */

#include "config.h"

#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/fault.h"
#include "base/file.h"
#include "cli/host.h"
#include "cli/play.h"
#include "data/digest.h"
#include "engines/engines.h"
#include "host/close.h"
#include "host/home.h"
#include "host/pass.h"
#include "host/player.h"
#include "host/verify.h"
#include "mail/box.h"
#include "mail/maildir.h"
#include "mail/message.h"
#include "sign/key.h"
#include "sign/sshsig.h"
#include "table/engine.h"

enum { OPT_ENGINE, OPT_SEATS, OPT_SEED, OPT_SET };

static const struct cli_option options[] = {
	[OPT_ENGINE] = { "engine", 'e', "ENGINE",
	    "play this game only, not one of each" },
	[OPT_SEATS] = { "seats", 0, "N", "with N seats (the fewest)" },
	[OPT_SEED] = { "seed", 's', "TEXT",
	    "draw all keys and seeds from TEXT: the same games again" },
	[OPT_SET] = { "set", 0, "KEY=VALUE", "set an option of the game" },
	{ 0 }
};

enum {
	HOUR = 3600,
	FIXED_START = 1767261600,	/* with --seed: a morning in 2026 */
	PASSES_MAX = 20000,
	MAILS_MAX = 64
};

#define HOST_ADDRESS	"postern@example.org"

static const char *const names[SEATS_MAX] = {
	"alice", "bob", "carol", "dave", "erin", "frank"
};

struct demo {
	struct cli	*cli;
	struct arena	*arena;		/* of one pass, or one game */
	const char	*path;		/* the host's folder */
	struct digest	 root;		/* all keys and seeds come from it */
	struct seckey	*key[SEATS_MAX];
	const struct node *set;		/* options of the game */
	int64_t		 now;
	int		 passes;
	int		 orders;	/* mails to the host */
	int		 letters;	/* and from it */
};

/* HMAC(root, what, name) */
static struct digest
derive(const struct demo *demo, const char *what, const char *name)
{
	struct digest_part	part[2] = {
		{ what, strlen(what) }, { name, strlen(name) }
	};
	struct digest		out;

	digest_hmac(&demo->root, sizeof(demo->root), part, 2, &out);
	return out;
}

static int
open_home(struct demo *demo, struct home *home, struct fault *fault)
{
	if (home_open(home, demo->arena, demo->path, demo->cli->data,
	    fault) != 0)
		return -1;
	if (home_lock(home, fault) == 0)
		return 0;
	home_close(home);
	return -1;
}

/* ---- the players ----------------------------------------------------- */

static const char *
address_of(struct arena *arena, int player)
{
	return arena_printf(arena, "%s@example.org", names[player]);
}

static int
enrol(struct demo *demo, struct home *home, int player, struct fault *fault)
{
	struct digest	seed = derive(demo, "key", names[player]);
	struct player	p = { .name = "" };

	if (seckey_from_seed(demo->cli->arena, seed.byte, names[player],
	    &demo->key[player], fault) != 0)
		return -1;
	strcpy(p.name, names[player]);
	p.address = address_of(home->arena, player);
	p.keys[p.n_keys++] = pubkey_line(seckey_pubkey(demo->key[player]));
	return player_save(home, &p, 1, fault);
}

static void
attach(struct buf *out, const char *name, const char *bytes, size_t len)
{
	buf_printf(out, "--postern-demo\r\n"
	    "Content-Type: application/octet-stream; name=\"%s\"\r\n"
	    "Content-Disposition: attachment; filename=\"%s\"\r\n"
	    "Content-Transfer-Encoding: base64\r\n\r\n", name, name);
	base64_write(out, bytes, len, 76);
	buf_puts(out, "\r\n");
}

/* Write the mail as a player's mail program would. */
static void
write_mail(const struct demo *demo, int player, const char *id,
    const struct message_part *form, const struct buf *sig, struct buf *out)
{
	buf_printf(out, "From: %s\r\nTo: " HOST_ADDRESS "\r\n"
	    "Subject: my orders\r\nMessage-ID: <%s@example.org>\r\nDate: ",
	    address_of(demo->arena, player), id);
	clock_mail(out, demo->now);
	buf_puts(out, "\r\nMIME-Version: 1.0\r\n"
	    "Content-Type: multipart/mixed; boundary=\"postern-demo\"\r\n"
	    "\r\n");
	attach(out, "orders.yaml", form->bytes, form->len);
	attach(out, "orders.yaml.sig", sig->data, sig->len);
	buf_puts(out, "--postern-demo--\r\n");
}

/* Sign the form as it came, and mail it to the host. */
static int
answer(struct demo *demo, struct home *home, int player,
    const struct message_part *form, struct fault *fault)
{
	struct digest	digest;
	struct buf	sig, mail;
	char		id[HEX_SIZE];

	buf_init(&sig, demo->arena);
	buf_init(&mail, demo->arena);
	digest_of(form->bytes, form->len, &digest);
	digest_hex(&digest, id);
	if (sshsig_sign(demo->key[player], SSHSIG_NAMESPACE, form->bytes,
	    form->len, &sig, fault) != 0)
		return -1;
	write_mail(demo, player, id, form, &sig, &mail);
	demo->orders++;
	return maildir_deliver(home->fd, home->config.in.folder, id,
	    mail.data, mail.len, fault);
}

/* Read one mail of the host: a form in it wants an answer. */
static int
read_letter(struct demo *demo, struct home *home, const struct buf *bytes,
    struct fault *fault)
{
	struct message	message;
	char		*to;
	int		 i, player;

	demo->letters++;
	if (message_read(demo->arena, bytes->data, bytes->len, &message,
	    fault) != 0 ||
	    message_address(demo->arena, &message, "To", &to, fault) != 0)
		return -1;
	for (player = 0; player < SEATS_MAX; player++)
		if (strcmp(to, address_of(demo->arena, player)) == 0)
			break;
	for (i = 0; i < message.n_parts && player < SEATS_MAX; i++)
		if (strcmp(message.part[i].name, "orders.yaml") == 0)
			return answer(demo, home, player, &message.part[i],
			    fault);
	return 0;
}

/* Read all that the host has sent; mails that were read are put away. */
static int
read_letters(struct demo *demo, struct home *home, struct fault *fault)
{
	struct inbox_item	*items;
	struct inbox		*box;
	struct buf		 bytes;
	size_t			 i, n;
	int			 r = -1;

	if (maildir_inbox(demo->arena, home->fd, home->config.out.folder,
	    &box, fault) != 0)
		return -1;
	if (box->list(box, demo->arena, MAILS_MAX, &items, &n, fault) != 0)
		goto out;
	for (i = 0; i < n; i++) {
		buf_init(&bytes, demo->arena);
		if (box->fetch(box, &items[i], MESSAGE_BYTES, &bytes,
		    fault) != 0 ||
		    read_letter(demo, home, &bytes, fault) != 0 ||
		    box->move(box, &items[i], INBOX_PROCESSED, fault) != 0)
			goto out;
	}
	r = 0;
out:
	box->close(box);
	return r;
}

/* ---- a game ---------------------------------------------------------- */

static int
start(struct demo *demo, const struct engine *engine, int n_seats,
    const char *id, struct fault *fault)
{
	struct digest		seed = derive(demo, "game", id);
	struct agreement	a = { .id = id, .engine = engine,
				    .n_seats = n_seats, .ready = true,
				    .options = demo->set, .seed = &seed };
	struct home		home;
	int			i, r;

	for (i = 0; i < n_seats; i++) {
		a.player[i] = names[i];
		a.seat[i] = engine->seating == SEATS_DEALT ? NULL :
		    engine->seats[i];
	}
	if (open_home(demo, &home, fault) != 0)
		return -1;
	r = host_new(&home, &a, fault);
	home_close(&home);
	return r;
}

/* An hour goes by: the host makes a pass, and the players read their mail. */
static int
pass(struct demo *demo, const char *id, bool *over, struct fault *fault)
{
	struct pass	did;
	struct home	home;
	int		r = -1;

	arena_reset(demo->arena);
	demo->now += HOUR;
	demo->passes++;
	clock_set(demo->now);
	if (open_home(demo, &home, fault) != 0)
		return -1;
	if (pass_run(&home, &did, fault) != 0 ||
	    read_letters(demo, &home, fault) != 0)
		goto out;
	*over = file_exists(home.fd, arena_printf(demo->arena, "archive/%s",
	    id));
	if (did.stopped > 0 || demo->passes > PASSES_MAX) {
		fault_set(fault, FAULT_OPERATOR, "%s does not go on; see "
		    "postern -C %s status", id, demo->path);
		goto out;
	}
	r = 0;
out:
	home_close(&home);
	return r;
}

static void
print_places(const struct game *game)
{
	struct ranking	ranking = { .how = "" };
	struct table	table;
	int		i;

	match_know(&game->match, EVERYTHING, &table);
	game->engine->over(&table, &ranking);
	for (i = 0; i < game->n_seats; i++)
		printf("  %d. %s (%s)\n", ranking.place[i],
		    game->seat[i].name, game->seat[i].player);
}

/* Verify the game from its folder alone, and tell how it went. */
static int
account(struct demo *demo, const char *id, struct fault *fault)
{
	struct verified	*v = arena_alloc(demo->arena, sizeof(*v));
	struct home	 home;
	struct game	 game;
	int		 r = -1;

	if (open_home(demo, &home, fault) != 0)
		return -1;
	if (game_find(&home, demo->arena, id, &game, fault) != 0)
		goto out;
	printf("%s: %s, over after %d turns, %d passes, %d mails to the host, "
	    "%d from it\n", id, game.engine->title, game.turn, demo->passes,
	    demo->orders, demo->letters);
	r = game_load(&game, fault);
	if (r == 0)
		print_places(&game);
	game_close(&game);
	if (r == 0 && (r = verify_folder(NULL, demo->arena, home.fd,
	    arena_printf(demo->arena, "archive/%s", id), v, fault)) == 0 &&
	    v->proof.n_differences > 0)
		r = fault_set(fault, FAULT_OPERATOR, "%s: %d differences; the "
		    "first: %s", id, v->proof.n_differences,
		    v->proof.difference[0]);
	if (r == 0)
		printf("  verified: %d turns, %d order files and %d letters "
		    "prove themselves\n", v->turns, v->files, v->letters);
out:
	home_close(&home);
	return r;
}

static int
play(struct demo *demo, const struct engine *engine, int n_seats,
    struct fault *fault)
{
	const char	*id = arena_printf(demo->cli->arena, "%s-1",
			    engine->id);
	bool		 over = false;

	demo->passes = demo->orders = demo->letters = 0;
	arena_reset(demo->arena);
	if (start(demo, engine, n_seats, id, fault) != 0)
		return -1;
	while (!over)
		if (pass(demo, id, &over, fault) != 0)
			return -1;
	return account(demo, id, fault);
}

/* ---- the whole ------------------------------------------------------- */

/* Let the host's key and secret come from the root like all others. */
static int
draw_keys(struct demo *demo, struct home *home, struct fault *fault)
{
	struct digest	 seed = derive(demo, "key", "host");
	struct digest	 secret = derive(demo, "secret", "host");
	struct seckey	*key;
	struct buf	 text, line, hex;
	int		 r;

	buf_init(&text, demo->arena);
	buf_init(&line, demo->arena);
	buf_init(&hex, demo->arena);
	if (seckey_from_seed(demo->arena, seed.byte, "Postern", &key,
	    fault) != 0)
		return -1;
	buf_printf(&line, "%s Postern\n", pubkey_line(seckey_pubkey(key)));
	hex_write(&hex, &secret, sizeof(secret));
	r = seckey_write(key, &text, fault) != 0 ||
	    file_replace(home->fd, "keys/host", text.data, text.len, 0600,
	    fault) != 0 ||
	    file_replace(home->fd, "keys/host.pub", line.data, line.len, 0644,
	    fault) != 0 ||
	    file_replace(home->fd, "keys/secret", hex.data, hex.len, 0600,
	    fault) != 0 ? -1 : 0;
	seckey_free(key);
	return r;
}

static int
make_home(struct demo *demo, struct fault *fault)
{
	struct home	home;
	int		i, r;

	if (home_init(demo->arena, demo->path, "Postern", HOST_ADDRESS,
	    fault) != 0 || open_home(demo, &home, fault) != 0)
		return -1;
	r = draw_keys(demo, &home, fault);
	for (i = 0; i < SEATS_MAX && r == 0; i++)
		r = enrol(demo, &home, i, fault);
	home_close(&home);
	return r;
}

static int
set_up(struct demo *demo, const char *seed, struct fault *fault)
{
	const char	*base = getenv("TMPDIR");
	char		*path;

	demo->now = seed != NULL ? FIXED_START : clock_now();
	clock_set(demo->now);
	if (seed != NULL)
		digest_of(seed, strlen(seed), &demo->root);
	else if (file_random(&demo->root, sizeof(demo->root), fault) != 0)
		return -1;
	if (demo->cli->n_words == 1)
		demo->path = demo->cli->word[0];
	else {
		path = arena_printf(demo->cli->arena, "%s/postern-demo.XXXXXX",
		    base != NULL ? base : "/tmp");
		if (mkdtemp(path) == NULL)
			return fault_errno(fault, FAULT_RETRY, "%s", path);
		demo->path = path;
	}
	return make_home(demo, fault);
}

/* With that many seats, or as near to it as the game allows. */
static int
seats_of(const struct engine *engine, int64_t wanted)
{
	if (wanted < engine->min_seats)
		return engine->min_seats;
	return wanted > engine->max_seats ? engine->max_seats : (int)wanted;
}

static int
play_all(struct demo *demo, const struct engine *only, int64_t seats,
    struct fault *fault)
{
	const struct engine *const	*engine;

	if (only != NULL)
		return play(demo, only, seats_of(only, seats), fault);
	for (engine = engines; *engine != NULL; engine++)
		if (play(demo, *engine, seats_of(*engine, seats), fault) != 0)
			return -1;
	return 0;
}

int
cmd_demo(struct cli *cli, int argc, char **argv)
{
	const struct engine	*only = NULL;
	struct demo		 demo = { .cli = cli };
	struct fault		 fault;
	int64_t			 seats = 0;
	int			 i, r;

	if (cli_parse(cli, options, 0, 1, argc, argv) == -1 ||
	    (cli_value(cli, OPT_ENGINE) != NULL && play_engine(cli,
	    cli_value(cli, OPT_ENGINE), &only) != 0) ||
	    cli_number(cli, OPT_SEATS, only != NULL ? only->min_seats : 1,
	    only != NULL ? only->max_seats : SEATS_MAX, &seats) == -1)
		return cli->status;
	if (cli_value(cli, OPT_SET) != NULL && only == NULL)
		return cli_usage(cli, "--set needs --engine");
	if (play_settings(cli, cli_values(cli, OPT_SET), &demo.set,
	    &fault) != 0)
		return cli_fault(&fault);
	demo.arena = arena_new();
	r = set_up(&demo, cli_value(cli, OPT_SEED), &fault) != 0 ||
	    play_all(&demo, only, seats, &fault) != 0;
	if (r == 0)
		printf("The host's folder is %s: the games are in archive/, "
		    "the mails in\nmail/in/.Processed/cur and "
		    "mail/out/.Processed/cur.\n", demo.path);
	for (i = 0; i < SEATS_MAX; i++)
		if (demo.key[i] != NULL)
			seckey_free(demo.key[i]);
	arena_free(demo.arena);
	return r == 0 ? CLI_DONE : cli_fault(&fault);
}
