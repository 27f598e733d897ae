/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Sending by a command, as sendmail is one: started once a mail, without a
 * shell, with the mail on its standard input in LF lines.
 */

#ifndef POSTERN_MAIL_SENDMAIL_H
#define POSTERN_MAIL_SENDMAIL_H

struct arena;
struct fault;
struct outbox;

/*
 * The command is a program by its whole path, and words behind it; "-f
 * SENDER -- RECIPIENT" is added to them. By its exit code (sysexits.h) a
 * mail is sent, refused for good, or to be tried again.
 */
int	 sendmail_outbox(struct arena *arena, const char *command,
	    struct outbox **out, struct fault *fault);

#endif
