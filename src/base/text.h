/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Text helpers: UTF-8, names, numbers, "did you mean", wrapping. No locale. */

#ifndef POSTERN_BASE_TEXT_H
#define POSTERN_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf;

enum { NAME_SIZE = 36 };	/* room for a name, its NUL, in whole words */

/* Is it a name fit for a path: [a-z][a-z0-9-]{0,31}? */
bool		 text_is_name(const char *text);

/*
 * Read the character at text (len bytes left) into *rune. Return its length
 * in bytes, or 0 where the bytes are not strict UTF-8.
 */
int		 text_rune(const char *text, size_t len, uint32_t *rune);
bool		 text_is_utf8(const char *text, size_t len);

/* Is rune a control character (C0 but for tab and newline, DEL, C1), a line
 * or paragraph separator, or a bidirectional override or isolate? */
bool		 text_is_unsafe_rune(uint32_t rune);

/* Count columns: one a character, none for combining marks, two for wide. */
int		 text_width(const char *text);

/* Read a whole decimal number (a minus sign allowed) within min..max. */
bool		 text_number(const char *text, int64_t min, int64_t max,
		    int64_t *out);

/*
 * Find the word nearest to what was written, for "did you mean"; NULL when
 * none is near. names ends in NULL.
 */
const char	*text_nearest(const char *written, const char *const *names);

/* The place of word in names (which ends in NULL), or -1. */
int		 text_index(const char *const *names, const char *word);

/* Append names as "a, b or c" (conj is "or" or "and"). names ends in NULL. */
void		 text_join(struct buf *out, const char *const *names,
		    const char *conj);

/*
 * Append text wrapped at width columns, first line after first, the others
 * after rest. Newlines in text are kept; a word longer than a line stands
 * alone. Ends in a newline.
 */
void		 text_wrap(struct buf *out, const char *text, int width,
		    const char *first, const char *rest);

#endif
