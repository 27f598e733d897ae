/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * What is being worked on. Found at the start of a pass, it is a strike
 * against that mail or game: the program broke down over it. Two strikes
 * set it aside, so that one broken thing never stops the others.
 */

#ifndef POSTERN_HOST_ATTEMPT_H
#define POSTERN_HOST_ATTEMPT_H

#include <stdbool.h>

struct fault;
struct home;
struct node;

struct attempt {
	struct home	*home;
	struct node	*strikes;	/* what: number */
	const char	*current;	/* what was begun last, or NULL */
	bool		 changed;	/* strikes are to be written */
};

/* Look for what the last pass broke down over, and count it. */
int	 attempt_open(struct attempt *attempt, struct home *home,
	    struct fault *fault);

/*
 * Say what is worked on now: "mail NAME" or "game ID". What was begun before
 * has ended well, and its strikes are forgotten.
 */
int	 attempt_begin(struct attempt *attempt, const char *what,
	    struct fault *fault);

/* All that was begun has ended well. */
int	 attempt_end(struct attempt *attempt, struct fault *fault);

/* Leave off in good order, though not at the end: that is no strike. */
void	 attempt_leave(struct attempt *attempt);

/* Take no further note of the strikes: it is set aside. */
void	 attempt_forget(struct attempt *attempt, const char *what);

/* Has the program broken down over it twice? */
bool	 attempt_is_struck(const struct attempt *attempt, const char *what);

/* Queue a mail of trouble to the operator. */
int	 attempt_tell(struct home *home, const char *subject,
	    const char *text, struct fault *fault);

#endif
