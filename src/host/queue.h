/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The queue of mails to send: one file each, under the id of the mail. It is
 * written before what it tells of is committed, and names that: a mail whose
 * need is not there is dropped, one that is there is sent at least once,
 * always with the same bytes and Message-ID.
 */

#ifndef POSTERN_HOST_QUEUE_H
#define POSTERN_HOST_QUEUE_H

#include <stddef.h>
#include <stdint.h>

struct compose_mail;
struct digest_part;
struct fault;
struct home;

/*
 * Make the id of a mail: hex of HMAC(secret, parts), which nobody can guess
 * and which is the same each time. secret is 32 bytes.
 */
const char	*queue_id(struct home *home, const void *secret,
		    const struct digest_part *parts, int n_parts);

/*
 * Put a mail in the queue under its id. It is for one recipient; from, to,
 * date, Message-ID and our own header are filled in here. needs is the path
 * below the home of what must be committed, or NULL.
 */
int	 queue_put(struct home *home, const char *id, const char *needs,
	    const char *to, struct compose_mail *mail, struct fault *fault);

/*
 * Drop the mails that need something below path, where nothing is: they are
 * left over from what never came to be.
 */
int	 queue_drop(struct home *home, const char *path, struct fault *fault);

struct queue_result {
	int	sent;
	int	waiting;		/* to be tried again */
	int	failed;			/* refused for good, set aside */
	int	dropped;
};

/* Send what is due. */
int	 queue_send(struct home *home, struct queue_result *result,
	    struct fault *fault);

#endif
