/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Where mails come from and where they go to: two small structs of
 * functions, behind which stand Maildirs, servers, commands and folders.
 *
 * Mail in. Ask for the list, fetch one mail after the other, put each safely
 * on disk, and only then move it: a mail is in the box until it has been
 * taken over. A mail may therefore be seen again after a crash, or when the
 * move failed; know it by the digest of its bytes.
 *
 * Mail out. Hand over mails that are on disk and stay there until their
 * outcome is known. A mail may go out twice when the machine dies in
 * between; it is the same mail then, with the same id.
 */

#ifndef POSTERN_MAIL_BOX_H
#define POSTERN_MAIL_BOX_H

#include <stddef.h>

struct arena;
struct buf;
struct fault;

enum inbox_kind {
	INBOX_MAIL,
	INBOX_LINK,		/* the others stand in a Maildir where a mail */
	INBOX_FIFO,		/* should: never opened, to be moved away */
	INBOX_FOLDER,
	INBOX_DEVICE,		/* or a socket */
	N_INBOX_KINDS
};

extern const char *const inbox_kind_names[];	/* "a link"; NULL at the end */

struct inbox_item {
	const char	*name;		/* which it is, to the box (a file's
					   name, a UID); fit for a log */
	size_t		 size;		/* known before its bytes are */
	enum inbox_kind	 kind;
};

enum inbox_folder { INBOX_PROCESSED, INBOX_REJECTED };

struct inbox {
	/*
	 * List at most max of the mails that are there, the oldest first. A
	 * fault means that the box could not be read: close nothing by
	 * deadline in this pass.
	 */
	int	(*list)(struct inbox *inbox, struct arena *arena, size_t max,
		    struct inbox_item **items, size_t *n_items,
		    struct fault *fault);

	/*
	 * Append a mail's bytes to out. A fault of kind FAULT_PLAYER is this
	 * mail's own (it is longer than max, or no mail): move it to
	 * INBOX_REJECTED and go on. FAULT_RETRY: leave this mail where it is,
	 * and take the box as not read to its end. FAULT_OPERATOR: stop
	 * reading the box.
	 */
	int	(*fetch)(struct inbox *inbox, const struct inbox_item *item,
		    size_t max, struct buf *out, struct fault *fault);

	/* Move an item, of whatever kind, out of the way. One that is gone
	 * meanwhile has been moved. */
	int	(*move)(struct inbox *inbox, const struct inbox_item *item,
		    enum inbox_folder folder, struct fault *fault);

	/* Let go of what the box holds open. */
	void	(*close)(struct inbox *inbox);
};

enum outbox_outcome {
	OUTBOX_UNTRIED,		/* as if it had not been handed over */
	OUTBOX_SENT,		/* the other side has taken it */
	OUTBOX_LATER,		/* it may go through at another time */
	OUTBOX_NEVER		/* refused for good */
};

struct outbox_mail {
	const char	*id;		/* stable: [A-Za-z0-9._-], not first a
					   dot; the same mail has the same */
	const char	*from;		/* envelope sender; "" for none */
	const char	*to;		/* one recipient */
	const char	*bytes;		/* in CRLF lines */
	size_t		 len;
	enum outbox_outcome outcome;	/* written by send */
	char		 answer[240];	/* why not, in words; one line */
};

struct outbox {
	/*
	 * Try to send each mail, and set its outcome and answer. Call
	 * done(arg, mail) for each as soon as its outcome is certain, never
	 * twice at once, though perhaps from another thread; done may be
	 * NULL. -1 means that the outbox itself failed (no connection, no
	 * login, no disk); mails not tried by then stay OUTBOX_UNTRIED, and
	 * a fault of FAULT_RETRY passes while FAULT_OPERATOR needs the host.
	 */
	int	(*send)(struct outbox *outbox, struct outbox_mail *mails,
		    size_t n_mails, void (*done)(void *arg,
		    struct outbox_mail *mail), void *arg,
		    struct fault *fault);

	/* Let go of what the outbox holds open. */
	void	(*close)(struct outbox *outbox);
};

#endif
