/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which game is due when. */

#include "config.h"

#include "host/due.h"

#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/file.h"
#include "base/text.h"
#include "host/home.h"

enum { DUE_BYTES = 1 << 28 };

static void
make_room(struct home *home, struct due *due)
{
	struct due_line	*more;

	if (due->n_lines < due->size)
		return;
	due->size = 2 * due->size + 64;
	more = arena_alloc(home->arena, due->size * sizeof(*more));
	if (due->n_lines > 0)
		memcpy(more, due->line, due->n_lines * sizeof(*more));
	due->line = more;
}

static int
list_all(struct home *home, struct due *due, struct fault *fault)
{
	char	**names;
	size_t	 i, n;

	if (file_list(home->fd, "games", home->arena, &names, &n, fault) != 0)
		return -1;
	for (i = 0; i < n; i++)
		if (text_is_name(names[i]))
			due_set(home, due, names[i], 0);
	return 0;
}

/*
 * "time game\n", games in ascending order, then "end\n"; else the file is
 * not trusted: a game that is missing in it would be forgotten.
 */
static bool
read_lines(struct home *home, struct due *due, char *text)
{
	char	*line, *blank;
	int64_t	 when;

	while ((line = strsep(&text, "\n")) != NULL) {
		if (strcmp(line, "end") == 0)
			return true;
		blank = strchr(line, ' ');
		if (blank == NULL)
			return false;
		*blank++ = '\0';
		if (!text_number(line, 0, INT64_MAX, &when) ||
		    !text_is_name(blank) || (due->n_lines > 0 &&
		    strcmp(due->line[due->n_lines - 1].game, blank) >= 0))
			return false;
		make_room(home, due);
		due->line[due->n_lines].when = when;
		due->line[due->n_lines].game = blank;
		due->n_lines++;
	}
	return false;
}

int
due_read(struct home *home, struct due *due, struct fault *fault)
{
	struct buf	text;

	memset(due, 0, sizeof(*due));
	if (!file_exists(home->fd, "due"))
		return list_all(home, due, fault);
	buf_init(&text, home->arena);
	if (file_read(home->fd, "due", DUE_BYTES, &text, fault) != 0) {
		if (fault->kind == FAULT_RETRY)
			return -1;
	} else if (read_lines(home, due, text.data))
		return 0;
	memset(due, 0, sizeof(*due));
	return list_all(home, due, fault);
}

/* The place of game, or where it would have to stand. */
static size_t
find(const struct due *due, const char *game)
{
	size_t	low = 0, high = due->n_lines, middle;

	while (low < high) {
		middle = (low + high) / 2;
		if (strcmp(due->line[middle].game, game) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

void
due_set(struct home *home, struct due *due, const char *game, int64_t when)
{
	size_t	i = find(due, game);
	bool	there = i < due->n_lines &&
		    strcmp(due->line[i].game, game) == 0;

	if (there && due->line[i].when == when)
		return;
	if (!there && when == DUE_NEVER)
		return;
	due->changed = 1;
	if (there && when == DUE_NEVER) {
		due->n_lines--;
		memmove(&due->line[i], &due->line[i + 1],
		    (due->n_lines - i) * sizeof(*due->line));
		return;
	}
	if (!there) {
		make_room(home, due);
		memmove(&due->line[i + 1], &due->line[i],
		    (due->n_lines - i) * sizeof(*due->line));
		due->n_lines++;
		due->line[i].game = arena_strdup(home->arena, game);
	}
	due->line[i].when = when;
}

int
due_write(struct home *home, struct due *due, struct fault *fault)
{
	struct buf	text;
	size_t		i;

	if (!due->changed)
		return 0;
	buf_init(&text, home->arena);
	for (i = 0; i < due->n_lines; i++)
		buf_printf(&text, "%lld %s\n", (long long)due->line[i].when,
		    due->line[i].game);
	buf_puts(&text, "end\n");
	if (file_replace(home->fd, "due", text.data, text.len, 0600,
	    fault) != 0)
		return -1;
	due->changed = 0;
	return 0;
}
