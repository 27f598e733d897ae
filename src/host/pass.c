/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A pass: take in, resolve what is due, send. */

#include "config.h"

#include "host/pass.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/file.h"
#include "host/attempt.h"
#include "host/boxes.h"
#include "host/close.h"
#include "host/due.h"
#include "host/game.h"
#include "host/handled.h"
#include "host/home.h"
#include "host/intake.h"
#include "host/manners.h"
#include "host/queue.h"
#include "host/shelf.h"
#include "mail/box.h"
#include "mail/message.h"

enum {
	MAILS_MAX = 1000,		/* a pass; others wait */
	GAMES_MAX = 256			/* closed in one commit */
};

/* A mail that was dealt with, and where it goes. */
struct moving {
	struct inbox_item	*item;
	enum inbox_folder	 folder;
};

struct passing {
	struct home	*home;
	struct pass	*out;
	struct due	 due;
	struct attempt	 attempt;
	struct arena	*arena;		/* of one mail or one game */
	struct inbox	*inbox;
	struct handled	 handled;
	bool		 mail_read;	/* the inbox was read to its end */
	struct moving	*moving;
	size_t		 n_moving;
	struct fault	 trouble;	/* with mails that stay there */
};

/* ---- taking in ------------------------------------------------------- */

/* The inbox could not be read to its end, or moved mails from. */
static void
note(struct passing *p, const struct fault *why)
{
	p->mail_read = false;
	if (p->trouble.kind == FAULT_NONE)
		p->trouble = *why;
}

/* A dropped file may come twice; a mail does only when it was not moved. */
static bool
was_handled(struct passing *p, const struct digest *digest,
    enum inbox_folder *folder)
{
	return p->home->config.in.kind != IN_DROP &&
	    handled_find(&p->handled, digest, folder);
}

/*
 * Take in one mail. What is wrong with the mail itself sends it to the
 * rejected ones; 1 means that it stays where it is, 2 that all others do
 * as well.
 */
static int
take_item(struct passing *p, struct moving *moving, struct fault *fault)
{
	struct inbox	*inbox = p->inbox;
	struct digest	digest;
	struct intake	intake;
	struct fault	why;
	struct buf	bytes;

	moving->folder = INBOX_REJECTED;
	if (moving->item->kind != INBOX_MAIL)
		return 0;
	arena_reset(p->arena);
	shelf_trim(p->home->shelf);
	buf_init(&bytes, p->arena);
	if (inbox->fetch(inbox, moving->item, MESSAGE_BYTES, &bytes,
	    &why) != 0) {
		if (why.kind == FAULT_PLAYER) {
			p->out->refused++;
			return 0;
		}
		note(p, &why);
		return why.kind == FAULT_OPERATOR ? 2 : 1;
	}
	digest_of(bytes.data, bytes.len, &digest);
	if (was_handled(p, &digest, &moving->folder))
		return 0;
	if (intake_mail(p->home, &p->due, p->arena, bytes.data, bytes.len,
	    &intake, fault) != 0) {
		if (fault->kind == FAULT_RETRY)
			return -1;
		p->trouble = *fault;
		return 1;
	}
	p->out->accepted += intake.accepted;
	p->out->refused += !intake.accepted;
	if (intake.accepted)
		moving->folder = INBOX_PROCESSED;
	handled_add(&p->handled, &digest, moving->folder);
	return 0;
}

static int
take_items(struct passing *p, struct inbox_item *items, size_t n,
    struct fault *fault)
{
	struct moving	*moving;
	const char	*what;
	size_t		 i;
	int		 r = 0;

	for (i = 0; i < n && r != 2; i++) {
		what = arena_printf(p->home->arena, "mail %s", items[i].name);
		moving = &p->moving[p->n_moving];
		moving->item = &items[i];
		if (attempt_is_struck(&p->attempt, what)) {
			moving->folder = INBOX_REJECTED;
			p->n_moving++;
			p->out->stopped++;
			continue;
		}
		if (attempt_begin(&p->attempt, what, fault) != 0)
			return -1;
		p->out->mails++;
		r = take_item(p, moving, fault);
		if (r < 0)
			return -1;
		p->n_moving += r == 0;
	}
	return 0;
}

/*
 * Read the inbox and keep what is right. The mails stay where they are until
 * all that came of them is durable: a mail seen again is answered the same.
 */
static int
take_in(struct passing *p, struct fault *fault)
{
	struct inbox_item	*items = NULL;
	struct fault		 why;
	size_t			 n = 0;

	p->mail_read = true;
	if (boxes_in(p->home, &p->inbox, &why) != 0 ||
	    p->inbox->list(p->inbox, p->home->arena, MAILS_MAX, &items, &n,
	    &why) != 0) {
		note(p, &why);
		n = 0;
	}
	if (n == MAILS_MAX)
		p->mail_read = false;
	p->moving = arena_alloc(p->home->arena, (n + 1) * sizeof(*p->moving));
	if ((n > 0 && handled_read(&p->handled, p->home, fault) != 0) ||
	    take_items(p, items, n, fault) != 0 ||
	    attempt_end(&p->attempt, fault) != 0 ||
	    due_write(p->home, &p->due, fault) != 0 ||
	    manners_write(p->home, fault) != 0 ||
	    handled_write(&p->handled, fault) != 0 ||
	    home_rename(p->home, fault) != 0)
		return -1;
	return handled_tidy(&p->handled, fault);
}

/* A mail that cannot be moved is known again, and moved in a later pass. */
static void
move_mails(struct passing *p)
{
	struct fault	why;
	size_t		i;

	for (i = 0; i < p->n_moving; i++)
		if (p->inbox->move(p->inbox, p->moving[i].item,
		    p->moving[i].folder, &why) != 0) {
			note(p, &why);
			if (why.kind == FAULT_OPERATOR)
				break;
		}
}

/* ---- resolving ------------------------------------------------------- */

struct closed {
	const char	*id;
	int		 turn;
	int64_t		 next;
	bool		 over;
};

/*
 * Set a game aside, and tell the host once: by mail at least, where there is
 * no folder that the reason could be written to.
 */
static int
stop_game(struct passing *p, const char *id, const char *why,
    struct fault *fault)
{
	const char	*path = arena_printf(p->home->arena,
			    "games/%s/stopped", id);
	const char	*text = arena_printf(p->home->arena, "%s\n", why);

	due_set(p->home, &p->due, id, DUE_NEVER);
	if (file_exists(p->home->fd, path))
		return 0;
	p->out->stopped++;
	if (attempt_tell(p->home, arena_printf(p->home->arena,
	    "The game %s is stopped", id), why, fault) != 0)
		return -1;
	if (file_replace(p->home->fd, path, text, strlen(text), 0600,
	    fault) != 0 && fault->kind == FAULT_RETRY)
		return -1;
	return 0;
}

/* A game is in trouble: it is stopped, unless the trouble may pass. */
static int
blame(struct passing *p, const char *id, const struct fault *why,
    struct fault *fault)
{
	char	line[sizeof(why->text) + 64];

	if (why->kind == FAULT_RETRY) {
		*fault = *why;
		return -1;
	}
	return stop_game(p, id, fault_line(why, line, sizeof(line)), fault);
}

/* Remove the inbox of the last turn, had a crash left it behind. */
static int
sweep(struct passing *p, struct game *game, struct fault *fault)
{
	const char	*inbox = arena_printf(p->arena, "inbox/%s",
			    game_turn_name(p->arena, game->turn - 1));

	if (game->turn == 0 || !file_exists(game->fd, inbox))
		return 0;
	return file_remove(game->fd, inbox, fault);
}

/* Look at a game: 1 when its turn was closed, 0 when it goes on waiting. */
static int
look(struct passing *p, const char *id, struct closed *closed,
    struct fault *fault)
{
	const char	*path = arena_printf(p->arena, "games/%s", id);
	struct filed	*files;
	struct made	 made;
	struct game	 game;
	int		 n, r = -1;

	p->out->looked++;
	if (game_open(p->home, p->arena, p->home->fd, path, &game, fault) != 0)
		return -1;
	if (strcmp(game.id, id) != 0) {
		fault_set(fault, FAULT_OPERATOR, "games/%s holds the game "
		    "%.40s", id, game.id);
		goto out;
	}
	closed->id = arena_strdup(p->home->arena, id);
	closed->turn = game.turn;
	closed->over = game.over;
	closed->next = game.over || game.stopped ? DUE_NEVER : game.deadline;
	if (game.over || game.stopped) {
		r = 0;
		goto out;
	}
	if (sweep(p, &game, fault) != 0 ||
	    game_files(&game, arena_printf(p->arena, "inbox/%s",
	    game_turn_name(p->arena, game.turn)), &files, &n, fault) != 0)
		goto out;
	if (!game_is_answered(&game, files, n) &&
	    (!p->mail_read || p->home->now < game.deadline)) {
		r = 0;
		goto out;
	}
	if (close_turn(p->home, &game, files, n, &made, fault) != 0)
		goto out;
	closed->next = made.over ? DUE_NEVER : made.deadline;
	closed->over = made.over;
	r = 1;
out:
	game_close(&game);
	return r;
}

/* After the commit: tidy up, and say when each is due next. */
static int
settle(struct passing *p, struct closed *closed, int n, struct fault *fault)
{
	struct fault	why;
	int		i;

	if (home_commit(p->home, fault) != 0)
		return -1;
	for (i = 0; i < n; i++) {
		arena_reset(p->arena);
		if (close_tidy(p->home, p->arena, closed[i].id,
		    closed[i].turn, closed[i].over, &why) != 0) {
			if (blame(p, closed[i].id, &why, fault) != 0)
				return -1;
			continue;
		}
		due_set(p->home, &p->due, closed[i].id, closed[i].next);
		p->out->ended += closed[i].over;
	}
	return due_write(p->home, &p->due, fault);
}

static int
resolve_one(struct passing *p, const char *id, struct closed *closed,
    int *n_closed, struct fault *fault)
{
	const char	*what = arena_printf(p->home->arena, "game %s", id);
	struct fault	 why;
	int		 r, before = p->home->commit.n_renames;

	if (!file_exists(p->home->fd, arena_printf(p->home->arena,
	    "games/%s", id))) {
		due_set(p->home, &p->due, id, DUE_NEVER);
		return 0;
	}
	if (attempt_is_struck(&p->attempt, what)) {
		attempt_forget(&p->attempt, what);
		return stop_game(p, id, "the program broke down over it twice",
		    fault);
	}
	if (attempt_begin(&p->attempt, what, fault) != 0)
		return -1;
	arena_reset(p->arena);
	shelf_trim(p->home->shelf);
	r = look(p, id, &closed[*n_closed], &why);
	if (r < 0) {
		p->home->commit.n_renames = before;
		return blame(p, id, &why, fault);
	}
	p->out->turns += r;
	if (r == 0 && !closed[*n_closed].over)
		due_set(p->home, &p->due, id, closed[*n_closed].next);
	else
		(*n_closed)++;
	return 0;
}

static int
resolve(struct passing *p, struct fault *fault)
{
	struct closed	*closed = arena_alloc(p->home->arena,
			    GAMES_MAX * sizeof(*closed));
	const char	**ids = arena_alloc(p->home->arena,
			    (p->due.n_lines + 1) * sizeof(*ids));
	size_t		 i, n = 0;
	int		 n_closed = 0;

	for (i = 0; i < p->due.n_lines; i++)
		if (p->due.line[i].when <= p->home->now)
			ids[n++] = p->due.line[i].game;
	for (i = 0; i < n; i++) {
		if (resolve_one(p, ids[i], closed, &n_closed, fault) != 0)
			return -1;
		if (n_closed < GAMES_MAX)
			continue;
		if (settle(p, closed, n_closed, fault) != 0)
			return -1;
		n_closed = 0;
	}
	if (attempt_end(&p->attempt, fault) != 0)
		return -1;
	return settle(p, closed, n_closed, fault);
}

/* ---- the whole ------------------------------------------------------- */

static int
send_mail(struct passing *p, struct fault *fault)
{
	struct queue_result	result;
	int			r = queue_send(p->home, &result, fault);

	p->out->sent = result.sent;
	p->out->waiting = result.waiting;
	p->out->failed = result.failed;
	return r;
}

int
pass_run(struct home *home, struct pass *out, struct fault *fault)
{
	struct passing	p = { .home = home, .out = out };
	int		r = -1;

	memset(out, 0, sizeof(*out));
	p.arena = arena_new();
	if (file_sync(home->fd, fault) != 0 ||
	    attempt_open(&p.attempt, home, fault) != 0 ||
	    due_read(home, &p.due, fault) != 0 ||
	    take_in(&p, fault) != 0 || resolve(&p, fault) != 0)
		goto out;
	move_mails(&p);
	if (send_mail(&p, fault) != 0)
		goto out;
	if (p.trouble.kind == FAULT_NONE)
		r = 0;
	else
		*fault = p.trouble;
out:
	if (p.inbox != NULL)
		p.inbox->close(p.inbox);
	attempt_leave(&p.attempt);
	arena_free(p.arena);
	return r;
}

int
pass_submit(struct home *home, const char *text, unsigned long len,
    const char *signature, unsigned long signature_len, struct intake *out,
    struct fault *fault)
{
	struct due	due;

	if (due_read(home, &due, fault) != 0 ||
	    intake_file(home, &due, home->arena, text, len, signature,
	    signature_len, out, fault) != 0 ||
	    due_write(home, &due, fault) != 0)
		return -1;
	return home_commit(home, fault);
}
