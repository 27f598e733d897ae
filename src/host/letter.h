/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * A letter: what one seat is told, made from its view and its events and
 * from nothing else. It holds no names or addresses of players; the
 * envelope is added when it is queued.
 */

#ifndef POSTERN_HOST_LETTER_H
#define POSTERN_HOST_LETTER_H

#include "table/match.h"

struct pack;

/* The events of one turn. */
struct told {
	int			 turn;		/* the turn that was closed */
	const struct events	*events;
};

/* What a letter says of the game it belongs to; all of it public. */
struct letter_frame {
	const char	*game;		/* noir-7 */
	const char	*of;		/* 8 digits of the game's digest */
	const char	*deadline;	/* in words, or NULL */
	const char	*head;		/* of the chain, one turn back */
	const char	*seed;		/* at the end, else NULL */
};

struct letter {
	const char	*text;		/* the report */
	const char	*orders;	/* the form; NULL: not asked */
	const char	*view;		/* view.yaml */
	const char	*subject;
};

/*
 * Write the letter for seat (PUBLIC for observers) of a match at its
 * question or its end, telling the n_told turns since its last letter.
 */
int	 letter_write(struct arena *arena, const struct match *match,
	    const struct pack *pack, const struct letter_frame *frame,
	    int seat, const struct told *told, int n_told,
	    struct letter *out, struct fault *fault);

#endif
