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

const char *
reply_receipt(const struct reply *a)
{
	char		hex[HEX_SIZE];
	struct buf	out, notes;

	digest_hex(&a->digest, hex);
	buf_init(&out, a->arena);
	buf_init(&notes, a->arena);
	buf_printf(&out, "Accepted: your file for %s, turn %d, seat %s, "
	    "seq %d.\n\n", a->game->id, a->file->turn, a->file->seat,
	    a->file->seq);
	say_words(a, &out);
	say_remarks(a, false, &notes);
	if (notes.len > 0)
		buf_printf(&out, "\nNote:\n\n%s", notes.data);
	buf_puts(&out, "\nTo replace it before the turn closes, send another "
	    "with a higher seq.\n\ntaken in  ");
	clock_iso(&out, a->home->now);
	buf_printf(&out, "\nsha256    %s\n", hex);
	return out.data;
}

/* What of the seat's stands in the open turn. */
static void
say_standing(const struct reply *a, struct buf *out)
{
	struct game	*game = a->game;
	struct filed	*files;
	struct fault	 fault;
	int		 i, n, last = NONE;

	if (game == NULL || a->seat == NONE || game->over ||
	    game_files(game, arena_printf(a->arena, "inbox/%s",
	    game_turn_name(a->arena, game->turn)), &files, &n, &fault) != 0)
		return;
	for (i = 0; i < n; i++)
		if (files[i].seat == a->seat && files[i].file.orders != NULL)
			last = i;
	if (last == NONE)
		buf_printf(out, "\nNo orders of yours are in for turn %d of "
		    "%s.\n", game->turn, game->id);
	else
		buf_printf(out, "\nYour orders of seq %d stand for turn %d of "
		    "%s.\n", files[last].seq, game->turn, game->id);
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
