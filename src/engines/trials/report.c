/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The Jigsaw Trials: what a report says of the position, and the bodies. */

#include "config.h"

#include "base/buf.h"
#include "engines/trials/trials.h"

void
trials_brief(const struct table *known, int seat, struct node *facts)
{
	(void)known;
	(void)seat;
	(void)facts;
}

void
trials_picture(const struct table *known, int seat, struct buf *out)
{
	(void)known;
	(void)seat;
	buf_puts(out, "");
}
