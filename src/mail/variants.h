/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * What a player may have signed, guessed from what arrived: the variants of
 * an order file that undo what mail programs do to text.
 */

#ifndef POSTERN_MAIL_VARIANTS_H
#define POSTERN_MAIL_VARIANTS_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct buf;
struct orders;

enum { CUT_STARTS = 3 };

struct quote {
	int	depth;		/* how many > stand before each line */
	bool	blank;		/* a blank follows the last of them */
};

/* Lines of a text, from one of several places where the file may begin. */
struct cut {
	const char	*start[CUT_STARTS];	/* the longest first */
	int		 n_starts;
	const char	*end;
	struct quote	 quote;
	bool		 flowed;
	bool		 delsp;
};

/*
 * Take the quote off the line from p to end: where its text begins. NULL
 * for a line that is not quoted so; an empty line passes as quoted.
 */
const char	*quote_strip(const struct quote *quote, const char *p,
		    const char *end);

/* Add the variants of a cut to out: as it is, with LF, with CRLF, with one
 * last newline and without; then the same with flowed lines undone, and
 * with no-break spaces, blanks at line ends and double spacing undone. */
void	 variants_of_cut(struct arena *arena, const struct cut *cut,
	    struct orders *out);

/* Add those of an attached file; text is the same as UTF-8, or NULL. */
void	 variants_of_file(struct arena *arena, const char *bytes, size_t len,
	    const char *text, size_t text_len, struct orders *out);

#endif
