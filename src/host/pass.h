/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * A pass: what cron starts. One lock, one reading of the clock; take in,
 * resolve what is due, send. Whatever it does is done whole or not at all,
 * and the next pass carries on.
 */

#ifndef POSTERN_HOST_PASS_H
#define POSTERN_HOST_PASS_H

#include <stdbool.h>

struct fault;
struct home;

struct pass {
	int	mails;		/* read from the inbox */
	int	accepted;
	int	refused;
	int	turns;		/* closed */
	int	ended;		/* games */
	int	stopped;	/* games set aside, mails too */
	int	sent;
	int	waiting;	/* mails to be sent later */
	int	failed;		/* mails refused for good */
	int	looked;		/* games opened */
};

/*
 * Make one pass over a home whose lock is held. Return -1 when the pass
 * could not go on; what was done before is committed and counted.
 */
int	 pass_run(struct home *home, struct pass *out, struct fault *fault);

/* Take in one file outside a pass (submit), and commit it. */
struct intake;
int	 pass_submit(struct home *home, const char *text, unsigned long len,
	    const char *signature, unsigned long signature_len,
	    struct intake *out, struct fault *fault);

#endif
