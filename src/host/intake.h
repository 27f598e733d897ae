/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Taking in order files: whose signature, which game, is it right; then it
 * is kept and answered with a receipt, or refused and nothing changes.
 */

#ifndef POSTERN_HOST_INTAKE_H
#define POSTERN_HOST_INTAKE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

struct arena;
struct due;
struct fault;
struct home;

struct intake {
	bool		 accepted;
	bool		 again;			/* the same file came before */
	char		 player[NAME_SIZE];	/* whose key; "" nobody */
	char		 game[NAME_SIZE];	/* that it was accepted for */
	const char	*answer;		/* the receipt or the refusal */
	const char	*signature;		/* the host's over a receipt */
};

/*
 * Take in one signed file. A file accepted is written under a temporary
 * name, to be committed; the game is brought forward in due. The answer is
 * made either way. -1 only for trouble of our own.
 */
int	 intake_file(struct home *home, struct due *due, struct arena *arena,
	    const char *text, size_t len, const char *signature,
	    size_t signature_len, struct intake *out, struct fault *fault);

/*
 * Take in one mail: an order file, a command, somebody who signs up. The
 * answer is queued to the enrolled address of whoever is behind it, or to
 * nobody; a mail that comes back is counted.
 */
int	 intake_mail(struct home *home, struct due *due, struct arena *arena,
	    const char *bytes, size_t len, struct intake *out,
	    struct fault *fault);

#endif
