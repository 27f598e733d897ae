/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The order file around its orders: which game, which turn, whose, and
 * what goes along.
 */

#ifndef POSTERN_TABLE_ORDERFILE_H
#define POSTERN_TABLE_ORDERFILE_H

#include <stdint.h>

struct node;
struct remarks;

enum {
	PRESS_MAX = 8,		/* letters a file */
	PRESS_BYTES = 4096,	/* of one letter */
	SEQ_MAX = 1000000
};

struct orderfile {
	const char		*game;
	const char		*of;		/* "" when absent */
	const char		*seat;
	int32_t			 turn;
	int32_t			 seq;
	const struct node	*orders;	/* NULL when absent */
	const struct node	*standing;
	const struct node	*press;		/* a list of {to, text} */
};

/*
 * Take the file's tree apart. Every problem goes to remarks with its place.
 * Return 0 when there was none.
 */
int	 orderfile_read(const struct node *tree, struct orderfile *out,
	    struct remarks *remarks);

#endif
