/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The mails of the last 30 days that were dealt with, by the digests of
 * their bytes, in the files of handled/. A mail that could not be moved out
 * of the mailbox is known by it, and not answered again. What is lost here
 * costs no more than that.
 */

#ifndef POSTERN_HOST_HANDLED_H
#define POSTERN_HOST_HANDLED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "data/digest.h"
#include "mail/box.h"

struct home;

struct handled_mail {
	struct digest		digest;
	int64_t			when;
	enum inbox_folder	folder;		/* where it belongs */
};

struct handled {
	struct home		 *home;
	struct handled_mail	 *mail;		/* by digest */
	size_t			  n_mails;
	struct handled_mail	 *added;
	size_t			  n_added;
	size_t			  size;
	char			**files;	/* that all of it came from */
	size_t			  n_files;
	bool			  whole;	/* they are written anew */
};

/* Read what is there; what is damaged in it is passed over. */
int	 handled_read(struct handled *handled, struct home *home,
	    struct fault *fault);

/* Was that mail dealt with? Then *folder is where it belongs. */
bool	 handled_find(const struct handled *handled,
	    const struct digest *digest, enum inbox_folder *folder);

void	 handled_add(struct handled *handled, const struct digest *digest,
	    enum inbox_folder folder);

/* Write what was added, to be there with the commit that comes next. */
int	 handled_write(struct handled *handled, struct fault *fault);

/* After the commit: remove the files that are not needed any more. */
int	 handled_tidy(struct handled *handled, struct fault *fault);

#endif
