/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Logic-less templates: {{name}}, {{#name}}…{{/name}}, {{^name}}…{{/name}}.
 *
 * A name is a path in the data (a.b.c), or "." for the present item; its
 * first word is sought in the innermost open section, then outwards. A
 * section over a list is repeated for each item; over a map it opens the
 * map; over a scalar it is shown unless that is empty, "no" or "0"; an
 * absent name closes it. ^ is shown just where # is not. A variable that
 * is absent is a fault, as is a section left open: nothing goes unnoticed.
 * A line that holds only section tags leaves no empty line behind. What
 * data says is never read as a template.
 */

#ifndef POSTERN_DATA_TEMPLATE_H
#define POSTERN_DATA_TEMPLATE_H

struct buf;
struct fault;
struct node;

/* Append text filled from data. At most a megabyte. */
int	 template_fill(struct buf *out, const char *text,
	    const struct node *data, struct fault *fault);

#endif
