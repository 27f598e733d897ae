/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Taking in order files. */

#include "config.h"

#include "host/intake.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/file.h"
#include "data/node.h"
#include "data/yaml.h"
#include "host/attempt.h"
#include "host/command.h"
#include "host/due.h"
#include "host/game.h"
#include "host/home.h"
#include "host/manners.h"
#include "host/obey.h"
#include "host/player.h"
#include "host/reply.h"
#include "host/response.h"
#include "host/signer.h"
#include "host/signup.h"
#include "mail/compose.h"
#include "mail/message.h"
#include "mail/orders.h"

/* One file on its way in. */
struct taking {
	struct home		*home;
	struct due		*due;
	struct arena		*arena;
	struct signer		 signer;	/* and what was signed */
	struct orderfile	 file;
	struct game		 game;
	int			 seat;
	const char		*name;		/* jane-0003 */
	struct checked		 checked;
	struct intake		*out;
};

/* ---- refusing -------------------------------------------------------- */

/* Refuse the file: what is wrong is in the fault or the remarks. */
static int
refuse(struct taking *t, const struct fault *why)
{
	struct reply	reply = { .home = t->home, .arena = t->arena,
			    .remarks = why == NULL ? &t->checked.remarks :
			    NULL, .fault = why, .file = &t->file,
			    .game = t->game.arena != NULL ? &t->game : NULL,
			    .seat = t->seat };

	t->out->answer = reply_refusal(&reply);
	return 1;
}

static int
refuse_with(struct taking *t, const char *fmt, ...)
{
	struct fault	fault = { .kind = FAULT_PLAYER };
	va_list		ap;

	va_start(ap, fmt);
	vsnprintf(fault.text, sizeof(fault.text), fmt, ap);
	va_end(ap);
	return refuse(t, &fault);
}

/* ---- which game, seat and turn? -------------------------------------- */

/*
 * Trouble of one game must not keep the others' mails waiting. What the
 * fault says may be hidden from a host who plays.
 */
static int
refuse_for(struct taking *t, struct fault *fault)
{
	if (fault->kind == FAULT_RETRY || attempt_tell(t->home,
	    arena_printf(t->arena, "The game %s is in trouble", t->file.game),
	    arena_printf(t->arena, "A file for it could not be checked. See: "
	    "postern verify %s", t->file.game), fault) != 0)
		return -1;
	due_set(t->home, t->due, t->file.game, 0);
	return refuse_with(t, "the game %s is in trouble, and its host is "
	    "told; send the file again in a day or two", t->file.game);
}

static int
find_game(struct taking *t, struct fault *fault)
{
	const char	*path = arena_printf(t->arena, "games/%s",
			    t->file.game);

	if (!file_exists(t->home->fd, path))
		path = arena_printf(t->arena, "archive/%s", t->file.game);
	if (!file_exists(t->home->fd, path))
		return refuse_with(t, "there is no game '%s' here",
		    t->file.game);
	if (game_open(t->home, t->arena, t->home->fd, path, &t->game,
	    fault) != 0) {
		memset(&t->game, 0, sizeof(t->game));
		t->game.fd = -1;
		return refuse_for(t, fault);
	}
	return 0;
}

static int
fits_game(struct taking *t)
{
	const struct game	*game = &t->game;
	int			 seat;

	if (strcmp(t->file.of, game->of) != 0)
		return t->file.of[0] == '\0' ? refuse_with(t, "'of:' is "
		    "missing; write 'of: %s' as on your order form",
		    game->of) : refuse_with(t, "this file is for another "
		    "game called %s ('of: %s'); the one here has 'of: %s'",
		    game->id, t->file.of, game->of);
	seat = game_seat(game, t->file.seat);
	if (seat == NONE)
		return refuse_with(t, "there is no seat '%s' in %s",
		    t->file.seat, game->id);
	if (strcmp(game->seat[seat].player, t->signer.player.name) != 0)
		return refuse_with(t, "the seat %s of %s is not yours",
		    t->file.seat, game->id);
	t->seat = seat;
	return 0;
}

/* The folder of an accepted file, below the home. */
static const char *
filed_path(struct taking *t, const char *folder, const char *name)
{
	return arena_printf(t->arena, "%s/%s/%s", t->game.path, folder, name);
}

/* Was this very file accepted before? Then its receipt is given again. */
static int
same_again(struct taking *t, const char *path, struct fault *fault)
{
	struct buf	text, receipt, signature;

	buf_init(&text, t->arena);
	buf_init(&receipt, t->arena);
	buf_init(&signature, t->arena);
	if (!file_exists(t->home->fd, path))
		return 0;
	if (file_read(t->home->fd, arena_printf(t->arena, "%s/orders.yaml",
	    path), GAME_BYTES, &text, fault) != 0)
		return -1;
	if (text.len != t->signer.len ||
	    memcmp(text.data, t->signer.text, text.len) != 0)
		return 0;
	if (file_read(t->home->fd, arena_printf(t->arena, "%s/receipt.txt",
	    path), GAME_BYTES, &receipt, fault) != 0 ||
	    file_read(t->home->fd, arena_printf(t->arena,
	    "%s/receipt.txt.sig", path), GAME_BYTES, &signature, fault) != 0)
		return -1;
	t->out->accepted = t->out->again = true;
	t->out->answer = receipt.data;
	t->out->signature = signature.data;
	strcpy(t->out->game, t->game.id);
	return 1;
}

/* Has it come before: in a closed turn, in this one, in this very pass? */
static int
seen_before(struct taking *t, struct fault *fault)
{
	const char	*turn = game_turn_name(t->arena, t->file.turn);
	int		 r;

	r = same_again(t, filed_path(t, arena_printf(t->arena,
	    "turns/%s/orders", turn), t->name), fault);
	if (r == 0)
		r = same_again(t, filed_path(t, arena_printf(t->arena,
		    "inbox/%s", turn), t->name), fault);
	if (r == 0 && home_will_have(t->home, filed_path(t, arena_printf(
	    t->arena, "inbox/%s", turn), t->name)))
		r = same_again(t, filed_path(t, "inbox", arena_printf(
		    t->arena, ".tmp-%s-%s", turn, t->name)), fault);
	return r;
}

/* What this seat has in for the open turn: how many files, the highest seq. */
static int
count_filed(struct taking *t, int *n_filed, int64_t *out, struct fault *fault)
{
	const char	*folder = filed_path(t, "inbox",
			    game_turn_name(t->arena, t->game.turn));
	const char	*prefix = arena_printf(t->arena, "%s/%s-", folder,
			    t->file.seat);
	size_t		 len = strlen(prefix), i, n = 0;
	char		**names = NULL;
	int64_t		 seq;
	int		 j;

	*out = -1;
	*n_filed = 0;
	if (file_exists(t->home->fd, folder) && file_list(t->home->fd, folder,
	    t->arena, &names, &n, fault) != 0)
		return -1;
	for (i = 0; i < n; i++)
		if (strncmp(names[i], t->file.seat, strlen(t->file.seat)) ==
		    0 && names[i][strlen(t->file.seat)] == '-' &&
		    text_number(names[i] + strlen(t->file.seat) + 1, 0,
		    SEQ_MAX, &seq)) {
			*out = seq > *out ? seq : *out;
			++*n_filed;
		}
	for (j = 0; j < t->home->commit.n_renames; j++)
		if (strncmp(t->home->commit.to[j], prefix, len) == 0 &&
		    text_number(t->home->commit.to[j] + len, 0, SEQ_MAX,
		    &seq)) {
			*out = seq > *out ? seq : *out;
			++*n_filed;
		}
	return 0;
}

static int
fits_turn(struct taking *t, struct fault *fault)
{
	int64_t	highest;
	int	n_filed, r;

	t->name = arena_printf(t->arena, "%s-%04d", t->file.seat,
	    t->file.seq);
	r = seen_before(t, fault);
	if (r != 0)
		return r < 0 ? refuse_for(t, fault) : r;
	if (t->game.over)
		return refuse_with(t, "the game %s is over", t->game.id);
	if (t->file.turn < t->game.turn)
		return refuse_with(t, "turn %d of %s is closed; the open turn "
		    "is %d", t->file.turn, t->game.id, t->game.turn);
	if (t->file.turn > t->game.turn)
		return refuse_with(t, "turn %d of %s is still to come; the "
		    "open turn is %d", t->file.turn, t->game.id,
		    t->game.turn);
	if (count_filed(t, &n_filed, &highest, fault) != 0)
		return refuse_for(t, fault);
	if (n_filed >= FILED_MAX)
		return refuse_with(t, "%d files of yours were accepted for "
		    "this turn, and no more are taken", n_filed);
	if (t->file.seq <= highest)
		return refuse_with(t, "a file with 'seq: %lld' of yours was "
		    "accepted for this turn; to replace it write 'seq: %lld'",
		    (long long)highest, (long long)highest + 1);
	return 0;
}

/* ---- is it right? ---------------------------------------------------- */

/* Turn 0 asks for "ready" and nothing else. */
static void
check_ready(struct taking *t)
{
	const struct node	*orders = t->file.orders;
	struct remarks		*remarks = &t->checked.remarks;

	if (t->file.standing != NULL)
		remarks_problem(remarks, t->file.standing->line,
		    t->file.standing->column,
		    "standing orders are taken from turn 1 on");
	if (orders == NULL)
		return;
	if (orders->kind == NODE_LIST && orders->n_children == 1)
		orders = orders->child;
	if (orders->kind != NODE_SCALAR || strcmp(orders->text, "ready") != 0)
		remarks_problem(remarks, orders->line, orders->column,
		    "turn 0 asks whether you are ready: write "
		    "'orders: [ready]'");
	else
		node_add(t->checked.words, node_scalar(t->arena,
		    "you are ready to play"));
}

/* The seats that a letter is for, as seen bits. */
static int32_t
check_address(struct taking *t, const struct node *to)
{
	const struct node	*item;
	int32_t			 seats = 0;
	int			 seat;

	if (to == NULL || (to->kind == NODE_SCALAR &&
	    strcmp(to->text, "all") == 0))
		return SEEN_ALL;
	for (item = to->kind == NODE_LIST ? to->child : to; item != NULL;
	    item = to->kind == NODE_LIST ? item->next : NULL) {
		seat = item->kind != NODE_SCALAR ? NONE :
		    strcmp(item->text, "me") == 0 ? t->seat :
		    game_seat(&t->game, item->text);
		if (seat == NONE)
			remarks_problem(&t->checked.remarks, item->line,
			    item->column, "'%.60s' is not a seat of this "
			    "game; leave 'to' out to write to all",
			    item->kind == NODE_SCALAR ? item->text : "this");
		else
			seats |= 1 << seat;
	}
	if (to->kind == NODE_LIST && to->n_children == 0)
		remarks_problem(&t->checked.remarks, to->line, to->column,
		    "this letter is to nobody; leave 'to' out to write to "
		    "all");
	return seats;
}

static void
check_press(struct taking *t)
{
	const struct node	*letter;
	const struct match	*match = &t->game.match;
	struct table		 known;
	struct why		 why;
	int32_t			 to;

	NODE_EACH(letter, t->file.press) {
		to = check_address(t, node_get(letter, "to"));
		if (t->game.turn == 0 || match->engine->may_press == NULL)
			continue;
		match_know(match, t->seat, &known);
		if (match->engine->may_press(&known, t->seat, to, &why) != OK)
			remarks_problem(&t->checked.remarks, letter->line,
			    letter->column, "%s (%s)", why.text, why.rule);
	}
}

static int
check(struct taking *t, struct fault *fault)
{
	if (t->game.turn == 0) {
		remarks_init(&t->checked.remarks, t->arena);
		t->checked.words = node_list(t->arena);
		check_ready(t);
	} else {
		if (game_load(&t->game, fault) != 0)
			return refuse_for(t, fault);
		match_check(&t->game.match, t->arena, t->seat, t->file.orders,
		    t->file.standing, &t->checked);
	}
	check_press(t);
	return t->checked.remarks.n_problems > 0 ? refuse(t, NULL) : 0;
}

/* ---- keeping it ------------------------------------------------------ */

static int
write_part(struct taking *t, const char *folder, const char *part,
    const char *data, size_t len, struct fault *fault)
{
	return file_create(t->home->fd, arena_printf(t->arena, "%s/%s",
	    folder, part), data, len, 0600, fault);
}

static int
keep(struct taking *t, struct fault *fault)
{
	struct reply	 reply = { .home = t->home, .arena = t->arena,
			    .remarks = &t->checked.remarks,
			    .words = t->checked.words, .file = &t->file,
			    .game = &t->game, .seat = t->seat,
			    .withdrawn = t->checked.withdrawn };
	const char	*turn = game_turn_name(t->arena, t->file.turn);
	const char	*folder = filed_path(t, "inbox", arena_printf(
			    t->arena, ".tmp-%s-%s", turn, t->name));
	const char	*key = arena_printf(t->arena, "%s\n", t->signer.key);
	struct buf	 signature;
	int		 i;

	digest_of(t->signer.text, t->signer.len, &reply.digest);
	buf_init(&signature, t->arena);
	t->out->answer = reply_receipt(&reply);
	if (home_sign(t->home, t->out->answer, strlen(t->out->answer),
	    &signature, fault) != 0)
		return -1;
	t->out->signature = signature.data;
	due_set(t->home, t->due, t->game.id, 0);
	if (file_remove(t->home->fd, folder, fault) != 0 ||
	    file_mkdir(t->home->fd, filed_path(t, "inbox", turn),
	    fault) != 0 ||
	    file_mkdir(t->home->fd, folder, fault) != 0 ||
	    write_part(t, folder, "orders.yaml", t->signer.text,
	    t->signer.len, fault) != 0 ||
	    write_part(t, folder, "key", key, strlen(key), fault) != 0 ||
	    write_part(t, folder, "receipt.txt", t->out->answer,
	    strlen(t->out->answer), fault) != 0 ||
	    write_part(t, folder, "receipt.txt.sig", signature.data,
	    signature.len, fault) != 0)
		return -1;
	for (i = 0; i < t->signer.n_parts; i++)
		if (write_part(t, folder, t->signer.part[i].name,
		    t->signer.part[i].bytes, t->signer.part[i].len,
		    fault) != 0)
			return -1;
	home_will_rename(t->home, folder, filed_path(t,
	    arena_printf(t->arena, "inbox/%s", turn), t->name));
	t->out->accepted = true;
	strcpy(t->out->game, t->game.id);
	return 0;
}

/* ---- one after the other --------------------------------------------- */

static int
read_file(struct taking *t)
{
	struct fault	why;
	struct node	*tree;

	remarks_init(&t->checked.remarks, t->arena);
	if (yaml_read(t->arena, t->signer.text, t->signer.len,
	    &yaml_caps_order, &tree, &why) != 0)
		return refuse(t, &why);
	if (orderfile_read(tree, &t->file, &t->checked.remarks) != 0)
		return refuse(t, NULL);
	return 0;
}

/* A file that verified: 0 accepted, 1 refused, -1 trouble of our own. */
static int
take_verified(struct taking *t, struct fault *fault)
{
	int	r;

	if ((r = read_file(t)) != 0 || (r = find_game(t, fault)) != 0 ||
	    (r = fits_game(t)) != 0 || (r = fits_turn(t, fault)) != 0 ||
	    (r = check(t, fault)) != 0)
		return r;
	return keep(t, fault) != 0 ? refuse_for(t, fault) : 0;
}

static void
begin(struct taking *t, struct home *home, struct due *due,
    struct arena *arena, struct intake *out)
{
	memset(t, 0, sizeof(*t));
	memset(out, 0, sizeof(*out));
	t->home = home;
	t->due = due;
	t->arena = arena;
	t->out = out;
	t->game.fd = -1;
	t->seat = NONE;
}

static int
end(struct taking *t, int r)
{
	if (t->game.fd >= 0)
		game_close(&t->game);
	return r < 0 ? -1 : 0;
}

int
intake_file(struct home *home, struct due *due, struct arena *arena,
    const char *text, size_t len, const char *signature,
    size_t signature_len, struct intake *out, struct fault *fault)
{
	struct taking	t;
	struct fault	why;
	int		r;

	begin(&t, home, due, arena, out);
	r = signer_of_file(home, arena, text, len, signature, signature_len,
	    &t.signer, &why, fault);
	strcpy(out->player, t.signer.player.name);
	if (r >= 0)
		r = r == SIGNED_WELL ? take_verified(&t, fault) :
		    refuse(&t, &why);
	return end(&t, r);
}

/* ---- mails ----------------------------------------------------------- */

/* Who gets the answer: the owner of the key, or an enrolled sender. */
static int
answer_to(struct taking *t, struct response *response, const char **to,
    struct fault *fault)
{
	struct player	 player;
	const char	*name = t->out->player;

	*to = NULL;
	if (*name == '\0') {
		if (response_from(response, &name, fault) != 0)
			return -1;
		if (name == NULL)
			return 0;
	}
	if (player_load(t->home, name, &player, fault) != 0)
		return -1;
	*to = player.address;
	return 0;
}

/* Answer an order file with its receipt, or with what is wrong with it. */
static int
queue_answer(struct taking *t, struct response *response, struct fault *fault)
{
	struct compose_file	 file = { .name = "receipt.txt.sig",
				    .type = "application/octet-stream" };
	struct compose_mail	 mail = { .is_exact = true, .file = &file };
	const char		*to, *needs = NULL;

	if (answer_to(t, response, &to, fault) != 0)
		return -1;
	if (to == NULL)
		return 0;
	mail.subject = t->out->accepted ? arena_printf(t->arena,
	    "%s turn %d: accepted", t->game.id, t->file.turn) :
	    "your orders were refused";
	mail.text = t->out->answer;
	mail.text_len = strlen(t->out->answer);
	if (t->out->accepted) {
		file.bytes = t->out->signature;
		file.len = strlen(t->out->signature);
		mail.n_files = 1;
		needs = arena_printf(t->arena, "games/%s/inbox/%s/%s",
		    t->game.id, game_turn_name(t->arena, t->file.turn),
		    t->name);
	}
	return response_put(response, needs, to, &mail, fault);
}

/* An order file, or no file at all: r says how it went. */
static int
answer(struct taking *t, struct response *response, int r,
    struct fault *fault)
{
	if (r >= 0 && queue_answer(t, response, fault) != 0)
		return -1;
	return r;
}

/* A command was carried out (0), or not (1); it has been answered. */
static int
obeyed(struct taking *t, int r)
{
	t->out->accepted = r == 0;
	t->out->answer = r == 0 ? "done" : "refused";
	return r;
}

/* A command that cannot be read is told to an enrolled address only. */
static int
wrong_command(struct taking *t, struct response *response,
    const struct fault *why, struct fault *fault)
{
	const char	*to;

	if (answer_to(t, response, &to, fault) != 0)
		return -1;
	return to == NULL ? 1 : obey_not(response, to, why, fault);
}

static int
take_signed(struct taking *t, struct response *response, struct fault *fault)
{
	struct command	command;
	struct fault	why;

	switch (command_read(t->arena, t->signer.text, t->signer.len,
	    &command, &why)) {
	case COMMAND_FOUND:
		return obeyed(t, response->is_quiet ? 1 :
		    obey_signed(response, &command, &t->signer, fault));
	case COMMAND_WRONG:
		return obeyed(t, wrong_command(t, response, &why, fault));
	default:
		return answer(t, response, take_verified(t, fault), fault);
	}
}

/* Commands need not be signed: a file, or else the first line. */
static int
take_unsigned(struct taking *t, struct response *response,
    const struct orders *orders, const struct fault *reason,
    struct fault *fault)
{
	enum command_found	found = COMMAND_NONE;
	struct command		command;
	struct fault		why;

	if (response->is_quiet)
		return refuse_with(t, "a machine sent this");
	if (orders->kind == ORDERS_UNSIGNED)
		found = command_read(t->arena, orders->variant[0].bytes,
		    orders->variant[0].len, &command, &why);
	else if (orders->kind == ORDERS_NOTHING)
		found = command_words(t->arena, response->message, &command,
		    &why);
	if (found == COMMAND_WRONG)
		return obeyed(t, wrong_command(t, response, &why, fault));
	if (found == COMMAND_NONE)
		return answer(t, response, refuse(t, reason), fault);
	return obeyed(t, command.verb == VERB_REGISTER ?
	    signup_request(response, &command, fault) :
	    obey_unsigned(response, &command, fault));
}

/* Nobody has enrolled the key: does its owner want to? */
static int
take_stranger(struct taking *t, struct response *response,
    const struct orders *orders, const struct fault *reason,
    struct fault *fault)
{
	int	r = response->is_quiet ? 2 :
		    signup_mail(response, orders, fault);

	return r == 2 ? answer(t, response, refuse(t, reason), fault) :
	    obeyed(t, r);
}

static int
take_mail(struct taking *t, struct response *response, struct fault *fault)
{
	struct orders	orders;
	struct fault	why;
	int		by;

	orders_find(t->arena, response->message, &orders);
	by = signer_of_mail(t->home, t->arena, response->message, &orders,
	    &t->signer, &why, fault);
	strcpy(t->out->player, t->signer.player.name);
	switch (by) {
	case SIGNED_WELL:
		response->is_signed = true;
		return take_signed(t, response, fault);
	case SIGNED_NOT:
		return take_unsigned(t, response, &orders, &why, fault);
	case SIGNED_STRANGER:
		return take_stranger(t, response, &orders, &why, fault);
	case SIGNED_WRONG:
		return answer(t, response, refuse(t, &why), fault);
	default:
		return -1;
	}
}

/*
 * Nothing answers a machine (RFC 3834), though what a player signed counts
 * however it was sent.
 */
int
intake_mail(struct home *home, struct due *due, struct arena *arena,
    const char *bytes, size_t len, struct intake *out, struct fault *fault)
{
	struct taking	t;
	struct message	message;
	struct response	response;
	struct fault	why;
	enum manner	manner;

	begin(&t, home, due, arena, out);
	if (message_read(arena, bytes, len, &message, &why) != 0)
		return end(&t, refuse(&t, &why));
	response_init(&response, home, arena, &message, bytes, len);
	manner = manners_of(home, &message);
	response.is_quiet = manner != MANNER_PERSON;
	if (manner == MANNER_OWN)
		return end(&t, refuse_with(&t, "a host of games sent this"));
	if (manner == MANNER_BOUNCE &&
	    manners_bounce(home, arena, bytes, len, fault) != 0)
		return end(&t, -1);
	return end(&t, take_mail(&t, &response, fault));
}
