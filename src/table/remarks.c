/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Problems and notes about an order file. */

#include "config.h"

#include "table/remarks.h"

#include <stdarg.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"

void
remarks_init(struct remarks *remarks, struct arena *arena)
{
	memset(remarks, 0, sizeof(*remarks));
	remarks->arena = arena;
}

static void
add(struct remarks *remarks, bool problem, int line, int column,
    const char *fmt, va_list ap)
{
	struct remark	*remark;
	struct buf	 text;

	remarks->n_problems += problem;
	if (remarks->n_remarks == REMARKS_MAX)
		return;
	buf_init(&text, remarks->arena);
	buf_vprintf(&text, fmt, ap);
	remark = &remarks->remark[remarks->n_remarks++];
	remark->problem = problem;
	remark->line = line;
	remark->column = column;
	remark->text = text.data;
}

int
remarks_problem(struct remarks *remarks, int line, int column,
    const char *fmt, ...)
{
	va_list	ap;

	va_start(ap, fmt);
	add(remarks, true, line, column, fmt, ap);
	va_end(ap);
	return -1;
}

void
remarks_note(struct remarks *remarks, int line, int column,
    const char *fmt, ...)
{
	va_list	ap;

	va_start(ap, fmt);
	add(remarks, false, line, column, fmt, ap);
	va_end(ap);
}
