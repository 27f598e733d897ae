/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * A folder that files are dropped into, as an inbox: order files without
 * mail, NAME.yaml with its signature NAME.yaml.sig beside it, and whole
 * mails, NAME.eml. An order file without its signature is not there yet;
 * other names are left alone. Links and what is no file are never opened.
 */

#ifndef POSTERN_MAIL_DROP_H
#define POSTERN_MAIL_DROP_H

struct arena;
struct fault;
struct inbox;

/*
 * Open one; path is taken from the folder at. What was handled goes to the
 * folders processed and rejected in it, which are made.
 */
int	 drop_inbox(struct arena *arena, int at, const char *path,
	    struct inbox **out, struct fault *fault);

#endif
