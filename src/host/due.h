/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Which game is due when: one file of lines "time game", derived from the
 * games and made anew when it is missing or cut short. A time that is too
 * early only makes a pass look in vain, so a game is brought forward before
 * what makes it due is committed, and put off after that.
 */

#ifndef POSTERN_HOST_DUE_H
#define POSTERN_HOST_DUE_H

#include <stddef.h>
#include <stdint.h>

struct fault;
struct home;

#define DUE_NEVER	INT64_MAX

struct due_line {
	int64_t		 when;
	const char	*game;
};

struct due {
	struct due_line	*line;		/* sorted by game */
	size_t		 n_lines;
	size_t		 size;
	int		 changed;
};

/* Read the list; when there is none, every game is due at once. */
int	 due_read(struct home *home, struct due *due, struct fault *fault);

/* Say when a game is due; DUE_NEVER takes it off the list. */
void	 due_set(struct home *home, struct due *due, const char *game,
	    int64_t when);

/* Write it, if anything was changed. */
int	 due_write(struct home *home, struct due *due, struct fault *fault);

#endif
