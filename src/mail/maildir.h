/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Maildirs, to deliver to and to read from.
 *
 * A mail is written to tmp/ and renamed into new/, never over another, under
 * a name made from a stable id: the same mail delivered again after a crash
 * has the same name, and is not doubled even if its reader has moved it to
 * cur/ since. No two processes may deliver the same id at the same time.
 */

#ifndef POSTERN_MAIL_MAILDIR_H
#define POSTERN_MAIL_MAILDIR_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct fault;
struct inbox;
struct outbox;

enum { MAILDIR_ID = 100 };	/* characters of an id */

/* Is it fit for a name: [A-Za-z0-9._-], at most MAILDIR_ID, no dot first? */
bool	 maildir_is_id(const char *id);

/* Make the folder path and tmp, new and cur in it; what exists is fine. */
int	 maildir_make(int at, const char *path, struct fault *fault);

/*
 * Deliver one mail durably, its bytes as they are. A mail of that id that is
 * there already is left alone.
 */
int	 maildir_deliver(int at, const char *path, const char *id,
	    const char *bytes, size_t len, struct fault *fault);

/*
 * Open a Maildir as an inbox. Handled mails go to .Processed and .Rejected
 * in it, which are made. Mails in new/ and cur/ are listed by name.
 */
int	 maildir_inbox(struct arena *arena, int at, const char *path,
	    struct inbox **out, struct fault *fault);

/*
 * Open a Maildir as an outbox. All mails of one send are made durable
 * together, with two syncs. They are written with LF line ends, as is the
 * custom of Maildirs.
 */
int	 maildir_outbox(struct arena *arena, int at, const char *path,
	    struct outbox **out, struct fault *fault);

#endif
