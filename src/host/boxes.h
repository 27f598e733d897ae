/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The ways that mail takes, opened as the configuration says. */

#ifndef POSTERN_HOST_BOXES_H
#define POSTERN_HOST_BOXES_H

struct fault;
struct home;
struct inbox;
struct outbox;

/*
 * Open them. What is wrong with the configuration is a fault; servers are
 * not spoken to yet. A password file that others can read is refused.
 */
int	 boxes_in(struct home *home, struct inbox **out, struct fault *fault);
int	 boxes_out(struct home *home, struct outbox **out,
	    struct fault *fault);

/* The Maildir that mail comes in by; NULL when it comes another way. */
const char	*boxes_maildir(const struct home *home);

#endif
