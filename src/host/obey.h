/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Commands that come by mail: carrying them out.
 *
 * What shows or changes something of a player's is done only when it is
 * signed, for this host, and under a number higher than the last one. The
 * same file again is answered again, and changes nothing.
 */

#ifndef POSTERN_HOST_OBEY_H
#define POSTERN_HOST_OBEY_H

struct response;
struct command;
struct fault;
struct signer;

/*
 * Carry out what a player signed, and queue the answer: 0. 1 when it was
 * refused, and the answer says why; -1 for trouble of our own.
 */
int	 obey_signed(struct response *response, const struct command *command,
	    const struct signer *signer, struct fault *fault);

/*
 * The same for what nobody signed: only what everybody may know, and only to
 * the enrolled address that the mail says it is from. One that has to be
 * signed is answered with the file to sign.
 */
int	 obey_unsigned(struct response *response, const struct command *command,
	    struct fault *fault);

/* Answer a command that cannot be read, or is not to be done. */
int	 obey_not(struct response *response, const char *to,
	    const struct fault *why, struct fault *fault);

#endif
