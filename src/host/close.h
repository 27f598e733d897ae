/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Closing turns and starting games, on disk. */

#ifndef POSTERN_HOST_CLOSE_H
#define POSTERN_HOST_CLOSE_H

#include "host/turn.h"

struct home;

/* What a new game is made from. */
struct agreement {
	const char		*id;
	const struct engine	*engine;
	const char		*seat[SEATS_MAX];	/* names, or NULL */
	const char		*player[SEATS_MAX];
	int			 n_seats;
	const struct node	*options;	/* those set, or NULL */
	const char		*deadline;	/* a span; NULL: the host's */
	bool			 ready;		/* turn 0 asks for "ready" */
	const struct digest	*seed;		/* NULL: it is drawn */
};

/* Make a game's folder, queue its first letters, and commit it. */
int	 close_new(struct home *home, const struct agreement *agreement,
	    struct fault *fault);

/*
 * Close the open turn of a game: write its folder under a temporary name,
 * queue its mails, and leave the rename to the commit.
 */
int	 close_turn(struct home *home, struct game *game,
	    const struct filed *files, int n_files, struct made *out,
	    struct fault *fault);

/*
 * Tidy up after the commit: remove the inbox of the turn that was closed, or
 * bring a game that is over to the archive. All of it may be done again.
 */
int	 close_tidy(struct home *home, struct arena *arena, const char *id,
	    int turn, bool over, struct fault *fault);

#endif
