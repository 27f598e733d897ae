/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The words of receipts and refusals. */

#include "config.h"

#include "host/reply.h"

#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/fault.h"
#include "base/text.h"
#include "data/node.h"
#include "host/game.h"
#include "host/home.h"
#include "table/remarks.h"

enum { COLUMNS = 72 };

static void
say_remarks(const struct reply *a, bool problems, struct buf *out)
{
	const struct remark	*remark;
	struct buf		 line;
	int			 i;

	for (i = 0; a->remarks != NULL && i < a->remarks->n_remarks; i++) {
		remark = &a->remarks->remark[i];
		if (remark->problem != problems)
			continue;
		buf_init(&line, a->arena);
		if (remark->line > 0)
			buf_printf(&line, "line %d, column %d: ",
			    remark->line, remark->column);
		buf_puts(&line, remark->text);
		text_wrap(out, line.data, COLUMNS, "  - ", "    ");
	}
}

static void
say_words(const struct reply *a, struct buf *out)
{
	const struct node	*word;
	int			 number = 0;

	if (a->withdrawn)
		buf_puts(out, "  Your orders for this turn are withdrawn.\n");
	NODE_EACH(word, a->words)
		text_wrap(out, word->text, COLUMNS, arena_printf(a->arena,
		    " %2d. ", ++number), "     ");
	if (number == 0 && !a->withdrawn)
		buf_puts(out, "  It has no orders; those you gave before "
		    "stand.\n");
}

/* The first line of a receipt, and the last. */
static const char *
first_line(struct arena *arena, const char *game,
    const struct orderfile *file)
{
	return arena_printf(arena, "Accepted: your file for %s, turn %d, "
	    "seat %s, seq %d.\n", game, file->turn, file->seat, file->seq);
}

static const char *
last_line(struct arena *arena, const struct digest *digest)
{
	char	hex[HEX_SIZE];

	digest_hex(digest, hex);
	return arena_printf(arena, "\nsha256    %s\n", hex);
}

const char *
reply_receipt(const struct reply *a)
{
	struct buf	out, notes;

	buf_init(&out, a->arena);
	buf_init(&notes, a->arena);
	buf_printf(&out, "%s\n", first_line(a->arena, a->game->id, a->file));
	say_words(a, &out);
	say_remarks(a, false, &notes);
	if (notes.len > 0)
		buf_printf(&out, "\nNote:\n\n%s", notes.data);
	buf_puts(&out, "\nTo replace it before the turn closes, send another "
	    "with a higher seq.\n\ntaken in  ");
	clock_iso(&out, a->home->now);
	buf_puts(&out, last_line(a->arena, &a->digest));
	return out.data;
}

bool
reply_is_receipt(struct arena *arena, const char *text, const char *game,
    const struct orderfile *file, const struct digest *digest)
{
	const char	*first = first_line(arena, game, file);
	const char	*last = last_line(arena, digest);
	size_t		 len = strlen(text);

	return strncmp(text, first, strlen(first)) == 0 &&
	    len > strlen(last) &&
	    strcmp(text + len - strlen(last), last) == 0;
}

static void
note_filed(const struct filed *filed, int seat, int *seq)
{
	if (filed->seat == seat && filed->file.orders != NULL)
		*seq = game_withdraws(filed) ? NONE : filed->seq;
}

/* Files that this very pass has accepted are still to be renamed. */
static int
note_pending(const struct reply *a, const char *inbox, int *seq,
    struct fault *fault)
{
	const struct commit	*commit = &a->home->commit;
	const char		*prefix = arena_printf(a->arena, "%s/%s/",
				    a->game->path, inbox);
	struct filed		 filed;
	int			 i;

	for (i = 0; i < commit->n_renames; i++) {
		if (strncmp(commit->to[i], prefix, strlen(prefix)) != 0)
			continue;
		memset(&filed, 0, sizeof(filed));
		filed.path = commit->from[i] + strlen(a->game->path) + 1;
		if (game_filed(a->game, &filed, fault) != 0)
			return -1;
		note_filed(&filed, a->seat, seq);
	}
	return 0;
}

/* What of the seat's stands in the open turn. */
static void
say_standing(const struct reply *a, struct buf *out)
{
	struct game	*game = a->game;
	const char	*inbox;
	struct filed	*files;
	struct fault	 fault;
	int		 i, n, seq = NONE;

	if (game == NULL || a->seat == NONE || game->over)
		return;
	inbox = arena_printf(a->arena, "inbox/%s",
	    game_turn_name(a->arena, game->turn));
	if (game_files(game, inbox, &files, &n, &fault) != 0)
		return;
	for (i = 0; i < n; i++)
		note_filed(&files[i], a->seat, &seq);
	if (note_pending(a, inbox, &seq, &fault) != 0)
		return;
	if (seq == NONE)
		buf_printf(out, "\nNo orders of yours are in for turn %d of "
		    "%s.\n", game->turn, game->id);
	else
		buf_printf(out, "\nYour orders of seq %d stand for turn %d of "
		    "%s.\n", seq, game->turn, game->id);
}

const char *
reply_refusal(const struct reply *a)
{
	struct buf	out, line;

	buf_init(&out, a->arena);
	buf_puts(&out, "Your order file was refused, and nothing has "
	    "changed.\n\n");
	if (a->fault != NULL) {
		buf_init(&line, a->arena);
		if (a->fault->line > 0)
			buf_printf(&line, "line %d, column %d: ",
			    a->fault->line, a->fault->column);
		buf_puts(&line, a->fault->text);
		text_wrap(&out, line.data, COLUMNS, "  - ", "    ");
	}
	say_remarks(a, true, &out);
	if (a->remarks != NULL && a->remarks->n_problems > REMARKS_MAX)
		buf_printf(&out, "  - and %d more\n",
		    a->remarks->n_problems - REMARKS_MAX);
	say_standing(a, &out);
	return out.data;
}
