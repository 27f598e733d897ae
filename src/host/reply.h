/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The words of receipts and refusals. */

#ifndef POSTERN_HOST_REPLY_H
#define POSTERN_HOST_REPLY_H

#include <stdbool.h>

#include "data/digest.h"

struct arena;
struct fault;
struct game;
struct home;
struct node;
struct orderfile;
struct remarks;

struct reply {
	struct home		*home;
	struct arena		*arena;
	const struct orderfile	*file;
	struct game		*game;		/* NULL: not known */
	int			 seat;		/* NONE: not known */
	const struct remarks	*remarks;	/* or NULL */
	const struct fault	*fault;		/* or NULL */
	const struct node	*words;		/* of a receipt */
	struct digest		 digest;	/* of the file accepted */
	bool			 withdrawn;
};

/* Write the receipt: what was accepted, when, and each order read back. */
const char	*reply_receipt(const struct reply *reply);

/* Is the text a receipt for that file of the game, with that digest? */
bool		 reply_is_receipt(struct arena *arena, const char *text,
		    const char *game, const struct orderfile *file,
		    const struct digest *digest);

/*
 * Write the refusal: every problem at its place, and, when the seat is
 * known, which orders stand now.
 */
const char	*reply_refusal(const struct reply *reply);

#endif
