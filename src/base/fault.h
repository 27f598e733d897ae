/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * What went wrong, where, and what happens next.
 *
 * A function that can fail takes a struct fault last and returns 0, or -1
 * with the fault filled in and its outputs untouched. Library code neither
 * logs nor exits. A broken invariant is no fault but an assert.
 */

#ifndef POSTERN_BASE_FAULT_H
#define POSTERN_BASE_FAULT_H

#include <stdarg.h>

enum fault_kind {
	FAULT_NONE,
	FAULT_PLAYER,		/* refuse it to its sender */
	FAULT_RETRY,		/* leave it as it is, try again later */
	FAULT_OPERATOR		/* this game or command stops; tell the host */
};

struct fault {
	enum fault_kind	kind;
	int		line;		/* from 1; 0: no place in a file */
	int		column;
	char		text[480];
};

/* Fill in the fault and return -1: "return fault_set(...)" says it all. */
int	 fault_set(struct fault *fault, enum fault_kind kind, const char *fmt,
	    ...)
	    __attribute__((format(printf, 3, 4)));
int	 fault_at(struct fault *fault, enum fault_kind kind, int line,
	    int column, const char *fmt, ...)
	    __attribute__((format(printf, 5, 6)));

/* The same, with ": " and the words for errno behind the text. */
int	 fault_errno(struct fault *fault, enum fault_kind kind, const char *fmt,
	    ...)
	    __attribute__((format(printf, 3, 4)));

/* Put "context: " before the text of a fault that is set; return -1. */
int	 fault_within(struct fault *fault, const char *fmt, ...)
	    __attribute__((format(printf, 2, 3)));

/*
 * Write the fault as one line to out (size bytes): "line 3, column 5: text",
 * or only the text when there is no place.
 */
const char	*fault_line(const struct fault *fault, char *out, int size);

#endif
