/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What there is to say about an order file: problems and notes, each at its
 * place. */

#ifndef POSTERN_TABLE_REMARKS_H
#define POSTERN_TABLE_REMARKS_H

#include <stdbool.h>

struct arena;
struct fault;

enum { REMARKS_MAX = 40 };

struct remark {
	bool		 problem;	/* else a note */
	int		 line;
	int		 column;
	const char	*text;
};

struct remarks {
	struct arena	*arena;
	int		 n_remarks;
	int		 n_problems;
	struct remark	 remark[REMARKS_MAX];
};

void	 remarks_init(struct remarks *remarks, struct arena *arena);

/* Add one; past REMARKS_MAX problems are only counted. Problem returns -1. */
int	 remarks_problem(struct remarks *remarks, int line, int column,
	    const char *fmt, ...) __attribute__((format(printf, 4, 5)));
void	 remarks_note(struct remarks *remarks, int line, int column,
	    const char *fmt, ...) __attribute__((format(printf, 4, 5)));

#endif
