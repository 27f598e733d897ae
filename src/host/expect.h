/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a scenario expects, held against what came. */

#ifndef POSTERN_HOST_EXPECT_H
#define POSTERN_HOST_EXPECT_H

#include <stdbool.h>

#include "table/match.h"

struct arena;
struct buf;
struct node;
struct pack;

/* A scenario that is being played. */
struct play {
	struct arena		*arena;
	const struct pack	*pack;
	struct match		 match;
	struct turn_in		 in;		/* accepted for this turn */
	const struct events	*events;	/* of this entry */
	int			 entry;		/* of turns; 0: before them */
	int			 n_wrong;
	struct buf		*out;
};

/* Add a line to what is wrong; at (may be NULL) is what it is about. Lines
 * below it that begin with a blank belong to it. */
void	 play_wrong(struct play *play, const struct node *at,
	    const char *fmt, ...) __attribute__((format(printf, 3, 4)));
void	 play_fault(struct play *play, const struct fault *fault);

/* Every key of the map must be one of keys, which ends in NULL. */
void	 play_keys(struct play *play, const struct node *map,
	    const char *const *keys);

/* The entry under key when it is a map; else NULL, said unless absent. */
const struct node	*play_map(struct play *play,
			    const struct node *entry, const char *key);

/* Find a seat by name (public too, if asked for); SEATS_MAX: said. */
int	 play_seat(struct play *play, const struct node *at, const char *name,
	    bool public);

/*
 * Every text of parts (one, or a list) must occur in one of found (a list);
 * or, unless wanted, none in any. what says what they are: "what jane was
 * told".
 */
void	 expect_parts(struct play *play, const struct node *parts,
	    const struct node *found, bool wanted, const char *what);

/* Check the keys of entry that say what must hold at the question. */
void	 expect_told(struct play *play, const struct node *entry);
void	 expect_asked(struct play *play, const struct node *entry);
void	 expect_over(struct play *play, const struct node *entry);

/* Hold a part of the state against the state. */
void	 expect_state(struct play *play, const struct node *part);

#endif
