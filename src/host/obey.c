/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Commands that come by mail: carrying them out. */

#include "config.h"

#include "host/obey.h"

#include <fcntl.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/fault.h"
#include "base/file.h"
#include "base/text.h"
#include "data/node.h"
#include "engines/engines.h"
#include "host/response.h"
#include "host/command.h"
#include "host/game.h"
#include "host/home.h"
#include "host/letters.h"
#include "host/manners.h"
#include "host/player.h"
#include "host/signer.h"
#include "host/signup.h"
#include "host/turn.h"
#include "mail/address.h"
#include "mail/compose.h"
#include "sign/key.h"
#include "sign/smime.h"
#include "table/engine.h"

enum {
	COLUMNS = 72,
	RULES_BYTES = 1 << 20,
	GAME_FILE_BYTES = 1 << 20,
	LISTED_MAX = 200		/* games in one answer */
};

/* One command on its way. */
struct obeying {
	struct response		*response;
	struct home		*home;
	struct arena		*arena;
	const struct command	*command;
	struct player		 player;
	const char		*before;	/* the address till now */
	bool			 again;		/* it was carried out before */
	bool			 changed;	/* keys or address */
};

/* ---- answering ------------------------------------------------------- */

static int
say(struct obeying *o, const char *to, const char *subject, const char *text,
    struct fault *fault)
{
	struct compose_mail	mail = { .subject = subject, .text = text,
				    .text_len = strlen(text) };

	return response_put(o->response, NULL, to, &mail, fault);
}

int
obey_not(struct response *response, const char *to, const struct fault *why,
    struct fault *fault)
{
	struct compose_mail	mail = { .subject =
				    "your command was refused" };
	char			line[sizeof(why->text) + 64];
	struct buf		text;

	buf_init(&text, response->arena);
	buf_puts(&text, "Your command was refused, and nothing has "
	    "changed.\n\n");
	text_wrap(&text, fault_line(why, line, sizeof(line)), COLUMNS, "  - ",
	    "    ");
	buf_puts(&text, "\nMail the word \"help\" to learn what there is.\n");
	mail.text = text.data;
	mail.text_len = text.len;
	return response_put(response, NULL, to, &mail, fault) != 0 ? -1 : 1;
}

/* ---- help, games, rules, status -------------------------------------- */

static const char *
engine_names(struct obeying *o)
{
	const struct engine *const	*engine;
	const char			*names[32];
	struct buf			 out;
	int				 n = 0;

	for (engine = engines; *engine != NULL && n < 31; engine++)
		names[n++] = (*engine)->id;
	names[n] = NULL;
	buf_init(&out, o->arena);
	text_join(&out, names, "or");
	return out.data;
}

static int
do_help(struct obeying *o, struct fault *fault)
{
	struct node	*map = node_map(o->arena);
	struct tell	 tell = { .to = o->player.address,
			    .subject = "what you can ask for",
			    .template = "help", .data = map };

	node_set(map, "host", node_scalar(o->arena, o->home->config.name));
	node_set(map, "engines", node_scalar(o->arena, engine_names(o)));
	node_set(map, "number", node_number(o->arena, o->player.number + 1));
	return response_tell(o->response, &tell, fault);
}

static const char *
open_until(struct obeying *o, const struct game *game)
{
	struct buf	when;

	buf_init(&when, o->arena);
	clock_iso(&when, game->deadline);
	return when.data;
}

/* One line of what everybody may know. */
static void
say_game(struct obeying *o, const struct game *game, struct buf *out)
{
	const char	*names[SEATS_MAX + 1];
	struct buf	 awaited;
	int		 i, n = 0;

	for (i = 0; i < game->n_seats; i++)
		if (game_awaits(game, i) != NULL)
			names[n++] = game->seat[i].name;
	names[n] = NULL;
	buf_init(&awaited, o->arena);
	if (n > 0)
		text_join(&awaited, names, "and");
	else
		buf_puts(&awaited, "nobody");
	text_wrap(out, arena_printf(o->arena, "%s (%s): turn %d, waits for %s "
	    "until %s%s", game->id, game->engine->title, game->turn,
	    awaited.data, open_until(o, game), game->stopped ?
	    "; it is stopped" : ""), COLUMNS, "  ", "      ");
}

/* Does the player sit in that game, as far as its text tells? */
static bool
is_seated(struct obeying *o, const char *id)
{
	const char	*line = arena_printf(o->arena, "player: %s\n",
			    o->player.name);
	struct fault	 fault;
	struct buf	 text;

	buf_init(&text, o->arena);
	return file_read(o->home->fd, arena_printf(o->arena,
	    "games/%s/game.yaml", id), GAME_FILE_BYTES, &text, &fault) == 0 &&
	    strstr(text.data, line) != NULL;
}

/* The running games, all or the player's own; one that is damaged is not
 * shown. */
static int
say_games(struct obeying *o, bool own, struct buf *out, struct fault *fault)
{
	struct fault	 why;
	struct game	 game;
	char		**ids;
	size_t		 i, n;
	int		 listed = 0;

	if (file_list(o->home->fd, "games", o->arena, &ids, &n, fault) != 0)
		return -1;
	for (i = 0; i < n && listed < LISTED_MAX; i++) {
		if (own && !is_seated(o, ids[i]))
			continue;
		if (game_find(o->home, o->arena, ids[i], &game, &why) != 0)
			continue;
		say_game(o, &game, out);
		game_close(&game);
		listed++;
	}
	if (listed == 0)
		buf_puts(out, "  none\n");
	if (i < n)
		buf_puts(out, "  and more\n");
	return 0;
}

static int
do_games(struct obeying *o, struct fault *fault)
{
	const struct engine *const	*engine;
	struct buf			 text;

	buf_init(&text, o->arena);
	buf_puts(&text, "What can be played here:\n\n");
	for (engine = engines; *engine != NULL; engine++)
		buf_printf(&text, "  %-10s %s, %d to %d seats\n",
		    (*engine)->id, (*engine)->title, (*engine)->min_seats,
		    (*engine)->max_seats);
	buf_puts(&text, "\nWhat is being played:\n\n");
	if (say_games(o, false, &text, fault) != 0)
		return -1;
	return say(o, o->player.address, "the games", text.data, fault);
}

static int
do_status(struct obeying *o, struct fault *fault)
{
	struct buf	text;

	buf_init(&text, o->arena);
	buf_puts(&text, "Your games:\n\n");
	if (say_games(o, true, &text, fault) != 0)
		return -1;
	return say(o, o->player.address, "your games", text.data, fault);
}

static int
do_rules(struct obeying *o, struct fault *fault)
{
	const struct engine	*engine = engine_find(o->command->engine);
	struct compose_file	 file = { .name = "rules.md",
				    .type = "text/markdown" };
	struct compose_mail	 mail = { .file = &file, .n_files = 1,
				    .text = "The rulebook is attached.\n" };
	struct fault		 why;
	struct buf		 text;

	buf_init(&text, o->arena);
	if (engine == NULL)
		return fault_set(fault, FAULT_PLAYER, "there is no game "
		    "'%.40s'; it can be %s", o->command->engine,
		    engine_names(o));
	if (file_read(AT_FDCWD, arena_printf(o->arena, "%s/games/%s/rules.md",
	    o->home->data, engine->id), RULES_BYTES, &text, &why) != 0)
		return fault_set(fault, FAULT_PLAYER, "the rulebook of %s is "
		    "not here; ask the host for it", engine->id);
	file.bytes = text.data;
	file.len = text.len;
	mail.text_len = strlen(mail.text);
	mail.subject = arena_printf(o->arena, "the rules of %s",
	    engine->title);
	return response_put(o->response, NULL, o->player.address, &mail, fault);
}

/* ---- report, orders -------------------------------------------------- */

/* Run a step for each seat of the player's in the game of the command. */
static int
each_seat(struct obeying *o, int (*step)(struct obeying *o,
    struct game *game, int seat, struct fault *fault), struct fault *fault)
{
	struct game	game;
	int		i, n = 0, r = 0;

	if (game_find(o->home, o->arena, o->command->game, &game, fault) != 0)
		return -1;
	for (i = 0; i < game.n_seats && r == 0; i++)
		if (strcmp(game.seat[i].player, o->player.name) == 0) {
			r = step(o, &game, i, fault);
			n++;
		}
	if (n == 0)
		r = fault_set(fault, FAULT_PLAYER, "you do not play in %s",
		    game.id);
	game_close(&game);
	return r;
}

/* Attach a file of the letter, if it has that. */
static int
attach(struct obeying *o, struct game *game, const char *folder,
    const char *name, const char *type, struct compose_mail *mail,
    struct compose_file *file, struct fault *fault)
{
	const char	*path = arena_printf(o->arena, "%s/%s", folder, name);
	struct buf	 text;

	if (!file_exists(game->fd, path))
		return 0;
	buf_init(&text, o->arena);
	if (file_read(game->fd, path, GAME_BYTES, &text, fault) != 0)
		return -1;
	file[mail->n_files++] = (struct compose_file){ .name = name,
	    .type = type, .bytes = text.data, .len = text.len };
	return 0;
}

/* The form of the first letter is not kept beside it; it is made again. */
static int
attach_first(struct obeying *o, const struct game *game, int seat,
    struct compose_mail *mail, struct compose_file *file, struct fault *fault)
{
	struct game	first = *game;
	struct letter	letter;

	first.arena = o->arena;
	if (game_at(&first, 0, fault) != 0 ||
	    turn_welcome(&first, seat, &letter, fault) != 0)
		return -1;
	if (letter.orders != NULL)
		file[mail->n_files++] = (struct compose_file){
		    .name = "orders.yaml", .type = "application/yaml",
		    .bytes = letter.orders, .len = strlen(letter.orders) };
	return 0;
}

static int
send_report(struct obeying *o, struct game *game, int seat,
    struct fault *fault)
{
	struct compose_file	 file[3];
	struct compose_mail	 mail = { .file = file, .is_exact = true };
	const char		*folder;
	struct buf		 text;
	int			 turn;

	if (letters_turn(game, seat, o->command->turn, &turn, fault) != 0)
		return -1;
	folder = letters_path(game, seat, turn);
	buf_init(&text, o->arena);
	if (file_read(game->fd, arena_printf(o->arena, "%s/report.txt",
	    folder), GAME_BYTES, &text, fault) != 0 ||
	    attach(o, game, folder, "report.txt.sig",
	    "application/octet-stream", &mail, file, fault) != 0 ||
	    attach(o, game, folder, "orders.yaml", "application/yaml", &mail,
	    file, fault) != 0 ||
	    attach(o, game, folder, "view.yaml", "application/yaml", &mail,
	    file, fault) != 0 || (turn == 0 &&
	    attach_first(o, game, seat, &mail, file, fault) != 0))
		return -1;
	mail.text = text.data;
	mail.text_len = text.len;
	mail.subject = arena_printf(o->arena, "%s turn %d, once more",
	    game->id, turn);
	return response_put(o->response, NULL, o->player.address, &mail, fault);
}

static int
do_report(struct obeying *o, struct fault *fault)
{
	return each_seat(o, send_report, fault);
}

static int
send_orders(struct obeying *o, struct game *game, int seat,
    struct fault *fault)
{
	struct filed	*files;
	struct buf	 text;
	int		 i, n, n_own = 0;

	if (game_files(game, arena_printf(o->arena, "inbox/%s",
	    game_turn_name(o->arena, game->turn)), &files, &n, fault) != 0)
		return -1;
	buf_init(&text, o->arena);
	for (i = 0; i < n; i++) {
		if (files[i].seat != seat)
			continue;
		buf_printf(&text, "%sYour file with seq %d:\n\n",
		    n_own++ > 0 ? "\n" : "", files[i].seq);
		buf_add(&text, files[i].text, files[i].len);
	}
	if (n_own == 0)
		buf_printf(&text, "No file of yours is in for turn %d of "
		    "%s.\n", game->turn, game->id);
	return say(o, o->player.address, arena_printf(o->arena,
	    "%s turn %d: your orders", game->id, game->turn), text.data,
	    fault);
}

static int
do_orders(struct obeying *o, struct fault *fault)
{
	return each_seat(o, send_orders, fault);
}

/* ---- key, address ---------------------------------------------------- */

static int
say_keys(struct obeying *o, struct buf *out, struct fault *fault)
{
	const char	*lines[LINES_MAX], *fingerprint;
	int		 i, n = player_lines(&o->player, lines);

	for (i = 0; i < n; i++) {
		if (player_fingerprint(o->home, lines[i], &fingerprint,
		    fault) != 0)
			return -1;
		buf_printf(out, "  %s\n", fingerprint);
	}
	return 0;
}

/* Add before retiring, so that one key can take the place of another. */
static int
do_key(struct obeying *o, struct fault *fault)
{
	const struct command	*c = o->command;
	struct buf		 text;

	if (c->add[0] == '\0' && c->retire[0] == '\0')
		return fault_set(fault, FAULT_PLAYER, "which key? (add: or "
		    "retire:)");
	if (!o->again && ((c->add[0] != '\0' && player_enrol(o->home,
	    &o->player, c->add, fault) != 0) || (c->retire[0] != '\0' &&
	    player_retire(o->home, &o->player, c->retire, fault) != 0)))
		return -1;
	buf_init(&text, o->arena);
	buf_puts(&text, "These keys count for you from now on:\n\n");
	if (say_keys(o, &text, fault) != 0)
		return -1;
	buf_puts(&text, "\nIf you did not ask for this, tell the host at "
	    "once.\n");
	o->changed = !o->again;
	return say(o, o->player.address, "your keys", text.data, fault);
}

/* The new address is not enrolled yet: one mail a day, with a token. */
static int
ask_address(struct obeying *o, struct fault *fault)
{
	struct command	 file = *o->command;
	struct vouched	 v = { .what = "address", .name = o->player.name,
			    .address = file.address, .key = "" };
	struct node	*map = node_map(o->arena);
	struct tell	 tell = { .to = file.address, .is_stranger = true,
			    .subject = "Your new address",
			    .template = "address", .data = map };
	struct buf	 text;

	v.until = file.until = signup_until(o->response);
	file.token = signup_token(o->response, &v);
	buf_init(&text, o->arena);
	command_write(&text, &file, o->home->config.name,
	    o->player.number + 1);
	node_set(map, "host", node_scalar(o->arena, o->home->config.name));
	node_set(map, "name", node_scalar(o->arena, o->player.name));
	node_set(map, "file", node_scalar(o->arena, text.data));
	tell.file = text.data;
	if (response_tell(o->response, &tell, fault) != 0)
		return -1;
	return say(o, o->player.address, "your new address", arena_printf(
	    o->arena, "Your mail will go to\n\n  %s\n\nonce what was mailed "
	    "there is sent back, signed. Until then\nnothing has changed. If "
	    "you did not ask for this, tell the host at once.\n",
	    file.address), fault);
}

static int
change_address(struct obeying *o, struct fault *fault)
{
	const struct command	*c = o->command;
	struct vouched		 v = { .what = "address",
				    .name = o->player.name,
				    .address = c->address, .key = "",
				    .until = c->until };
	const char		*text;

	if (!o->again && signup_check(o->response, &v, c->token, fault) != 0)
		return -1;
	text = arena_printf(o->arena, "From now on your mail goes to\n\n  "
	    "%s\n\nIf you did not ask for this, tell the host at once.\n",
	    c->address);
	if (!o->again)
		o->player.address = arena_strdup(o->home->arena, c->address);
	o->changed = !o->again;
	if (strcmp(o->before, o->player.address) != 0 && say(o, o->before,
	    "your address was changed", text, fault) != 0)
		return -1;
	return say(o, o->player.address, "your address was changed", text,
	    fault);
}

static int
do_address(struct obeying *o, struct fault *fault)
{
	const char	*address = o->command->address, *owner;

	if (!address_is_valid(address))
		return fault_set(fault, FAULT_PLAYER,
		    "'%.100s' is not a mail address", address);
	if (player_by_address(o->home, address, &owner, fault) != 0)
		return -1;
	if (owner != NULL && strcmp(owner, o->player.name) != 0)
		return fault_set(fault, FAULT_PLAYER,
		    "that address is taken by another player");
	return o->command->token[0] != '\0' ? change_address(o, fault) :
	    ask_address(o, fault);
}

/* Only who is a player already can come here. */
static int
do_register(struct obeying *o, struct fault *fault)
{
	return say(o, o->player.address, "you are a player here",
	    arena_printf(o->arena, "You are a player here already, by the "
	    "name of %s.\n", o->player.name), fault);
}

/* ---- one after the other --------------------------------------------- */

static int
carry_out(struct obeying *o, struct fault *fault)
{
	static int (*const	verbs[N_VERBS])(struct obeying *o,
				    struct fault *fault) = {
		[VERB_HELP] = do_help,
		[VERB_GAMES] = do_games,
		[VERB_RULES] = do_rules,
		[VERB_STATUS] = do_status,
		[VERB_REPORT] = do_report,
		[VERB_ORDERS] = do_orders,
		[VERB_KEY] = do_key,
		[VERB_ADDRESS] = do_address,
		[VERB_REGISTER] = do_register,
	};

	return verbs[o->command->verb](o, fault);
}

/* Carry out, and say no where that is the player's own fault. */
static int
run(struct obeying *o, struct fault *fault)
{
	struct fault	why;

	if (carry_out(o, &why) == 0)
		return 0;
	if (why.kind != FAULT_PLAYER) {
		*fault = why;
		return -1;
	}
	return obey_not(o->response, o->before, &why, fault);
}

static void
begin(struct obeying *o, struct response *response,
    const struct command *command)
{
	memset(o, 0, sizeof(*o));
	o->response = response;
	o->home = response->home;
	o->arena = response->arena;
	o->command = command;
}

/* Is it for this host, and newer than the last one? */
static int
check_number(struct obeying *o, const char *digest, struct fault *fault)
{
	const struct command	*c = o->command;

	if (strcmp(c->host, o->home->config.name) != 0)
		return fault_set(fault, FAULT_PLAYER, "a signed command names "
		    "its host: write 'host: %s'", o->home->config.name);
	if (c->number < 0)
		return fault_set(fault, FAULT_PLAYER, "a signed command has a "
		    "number: write 'number: %lld'",
		    (long long)o->player.number + 1);
	o->again = c->number == o->player.number &&
	    strcmp(digest, o->player.command) == 0;
	if (!o->again && c->number <= o->player.number)
		return fault_set(fault, FAULT_PLAYER, "number %lld was used "
		    "before; write 'number: %lld' and sign it again",
		    (long long)c->number, (long long)o->player.number + 1);
	return 0;
}

/* The number is used up even where the command was refused. */
static int
keep(struct obeying *o, int done, struct fault *fault)
{
	if (o->again)
		return 0;
	if (done != 0 || !o->changed)
		return player_note(o->home, &o->player, fault);
	if (strcmp(o->before, o->player.address) != 0 &&
	    manners_resume(o->home, o->player.name, fault) != 0)
		return -1;
	return player_save(o->home, &o->player, 0, fault);
}

int
obey_signed(struct response *response, const struct command *command,
    const struct signer *signer, struct fault *fault)
{
	struct obeying	o;
	struct player	as_it_was;
	struct digest	digest;
	struct fault	why;
	char		hex[HEX_SIZE];
	int		r;

	begin(&o, response, command);
	o.player = signer->player;
	o.before = o.player.address;
	if (command->verb == VERB_REGISTER)
		return run(&o, fault);
	digest_of(signer->text, signer->len, &digest);
	digest_hex(&digest, hex);
	if (check_number(&o, hex, &why) != 0)
		return obey_not(response, o.before, &why, fault);
	if (!o.again) {
		o.player.number = command->number;
		o.player.command = arena_strdup(o.home->arena, hex);
	}
	as_it_was = o.player;
	r = run(&o, fault);
	if (r < 0)
		return -1;
	if (r > 0)
		o.player = as_it_was;
	return keep(&o, r, fault) != 0 ? -1 : r;
}

/* What must be signed comes back as a file to sign. */
static int
ask_to_sign(struct obeying *o, struct fault *fault)
{
	struct node	*map = node_map(o->arena);
	struct tell	 tell = { .to = o->player.address,
			    .subject = "your command has to be signed",
			    .template = "unsigned", .data = map };
	struct buf	 text;

	buf_init(&text, o->arena);
	command_write(&text, o->command, o->home->config.name,
	    o->player.number + 1);
	node_set(map, "host", node_scalar(o->arena, o->home->config.name));
	node_set(map, "file", node_scalar(o->arena, text.data));
	tell.file = text.data;
	return response_tell(o->response, &tell, fault) != 0 ? -1 : 1;
}

int
obey_unsigned(struct response *response, const struct command *command,
    struct fault *fault)
{
	struct obeying	 o;
	const char	*name;

	begin(&o, response, command);
	if (response_from(response, &name, fault) != 0)
		return -1;
	if (name == NULL)
		return 1;
	if (player_load(o.home, name, &o.player, fault) != 0)
		return -1;
	o.before = o.player.address;
	return command_is_secret(command) ? ask_to_sign(&o, fault) :
	    run(&o, fault);
}
