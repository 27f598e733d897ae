/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the files of this folder share and engines do not need. */

#ifndef POSTERN_TABLE_RUN_H
#define POSTERN_TABLE_RUN_H

#include "table/table.h"

struct node;

/* How an engine was left. */
enum left { LEFT_NOT, LEFT_ASKING, LEFT_OVER };

extern const struct codec standing_codec;

/* Results of chance laid down by label, as a scenario file has them. */
struct scripted {
	const char		*label[16];
	const struct node	*next[16];	/* the next one of each label */
	const struct node	*base[16];	/* the same at the checkpoint */
	int			 n_labels;
	char			 wrong[160];	/* one that could not be */
};

/* Fill known with copy, the state masked for seat. */
void	 table_know(const struct table *t, int seat, void *copy,
	    struct table *known);

/* Replace the standing orders of seat by those in with, key by key. */
void	 table_stand(struct table *t, int seat, const struct script *with);

/* Was any argument given? A standing order without them is cleared. */
bool	 order_has_args(const struct order *o);

/*
 * Replace the steps of kept by those of with, verb by verb, in the order of
 * the table; a step without arguments clears. What finds no room is left
 * out, and the answer is false.
 */
bool	 script_replace(struct script *kept, const struct script *with,
	    const struct verb *standing);

#endif
