/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Answering a mail: what is queued because of it. The ids come from the
 * mail's own bytes, so a mail that is read twice is answered the same.
 */

#ifndef POSTERN_HOST_RESPONSE_H
#define POSTERN_HOST_RESPONSE_H

#include <stdbool.h>
#include <stddef.h>

#include "data/digest.h"

struct arena;
struct compose_mail;
struct fault;
struct home;
struct message;
struct node;

struct response {
	struct home		*home;
	struct arena		*arena;
	const struct message	*message;
	struct digest		 mail;		/* of its bytes */
	int			 n_mails;	/* queued so far */
	bool			 is_quiet;	/* queue nothing */
	bool			 is_signed;	/* by a player, and well */
};

void	 response_init(struct response *response, struct home *home,
	    struct arena *arena, const struct message *message,
	    const char *bytes, size_t len);

/*
 * Queue a mail to an enrolled address, unless that has had its share of
 * today. needs is as for the queue.
 */
int	 response_put(struct response *response, const char *needs,
	    const char *to, struct compose_mail *mail, struct fault *fault);

/* Queue a mail with a token to an address that is not enrolled: one a day. */
int	 response_token(struct response *response, const char *to,
	    struct compose_mail *mail, struct fault *fault);

/*
 * Fill one of the host's templates with data and queue it. A file, if it is
 * not NULL, is attached as command.yaml. A stranger's address is one that is
 * not enrolled.
 */
struct tell {
	const char		*to;
	bool			 is_stranger;
	const char		*subject;
	const char		*template;	/* templates/NAME.txt */
	const struct node	*data;
	const char		*file;
};
int	 response_tell(struct response *response, const struct tell *tell,
	    struct fault *fault);

/* The enrolled player that the mail says it is from: *name is NULL when
 * there is none. */
int	 response_from(struct response *response, const char **name,
	    struct fault *fault);

#endif
