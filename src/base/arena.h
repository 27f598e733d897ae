/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Memory for one job (a command, a letter, a turn), freed whole.
 *
 * Nothing taken from an arena is freed by itself. An arena never answers
 * with NULL: when memory runs out the program aborts, and the attempt file
 * turns that into a strike against what was being worked on.
 */

#ifndef POSTERN_BASE_ARENA_H
#define POSTERN_BASE_ARENA_H

#include <stddef.h>

struct arena;

struct arena	*arena_new(void);
void		 arena_free(struct arena *arena);

/* Give size zeroed bytes, aligned for any type. */
void		*arena_alloc(struct arena *arena, size_t size);

/* The same, but what the bytes hold is left as it is. */
void		*arena_room(struct arena *arena, size_t size);

/* Copy size bytes, aligned for any type. */
void		*arena_copy(struct arena *arena, const void *bytes,
		    size_t size);

/* Copy text; the copy ends in a NUL. */
char		*arena_strdup(struct arena *arena, const char *text);
char		*arena_strndup(struct arena *arena, const char *text,
		    size_t len);
char		*arena_printf(struct arena *arena, const char *fmt, ...)
		    __attribute__((format(printf, 2, 3)));

/* Say how many bytes the arena has handed out. */
size_t		 arena_used(const struct arena *arena);

/*
 * Forget everything handed out, but keep the memory for the next job of the
 * same loop.
 */
void		 arena_reset(struct arena *arena);

#endif
