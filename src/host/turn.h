/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Closing a turn: from the files that came in to a new state, events,
 * letters and a record. Everything is made in memory first; the pass then
 * writes it, and verify compares it with what lies there.
 */

#ifndef POSTERN_HOST_TURN_H
#define POSTERN_HOST_TURN_H

#include "host/game.h"
#include "host/letter.h"

enum { MADE_MAX = 8 + 4 * SEATS_MAX };

/* What is decided outside the rules; the record keeps it. */
struct turn_terms {
	int64_t			 closed;
	bool			 told[SEATS_MAX];	/* though not asked */
	const struct node	*keys;		/* if changed: a list a seat */
	const struct node	*actions;	/* of the host, or NULL */
};

struct made_file {
	const char	*path;		/* in the turn's folder */
	const char	*data;
	size_t		 len;
};

struct made {
	struct made_file	 file[MADE_MAX];
	int			 n_files;
	struct letter		 letter[SEATS_MAX];
	bool			 told[SEATS_MAX];	/* has a letter */
	int64_t			 deadline;	/* of the turn that opens */
	bool			 over;
};

/*
 * Make everything that closing the open turn brings forth, with the files
 * that came in for it. The game's match is at the new question then.
 */
int	 turn_make(struct game *game, const struct filed *files, int n_files,
	    const struct turn_terms *terms, struct made *out,
	    struct fault *fault);

/*
 * Make the letter of the start for a seat: what is agreed, and the form to
 * say "ready" with.
 */
int	 turn_welcome(struct game *game, int seat, struct letter *out,
	    struct fault *fault);

/* The keys that the chain has for the open turn: a list for each seat. */
int	 turn_keys(struct game *game, const struct node **out,
	    struct fault *fault);

#endif
