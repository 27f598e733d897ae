/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Who signed, and what: by ssh-keygen over a file, or by a mail program over
 * its mail. What was verified is all that counts; the rest of the mail is
 * not looked at any more.
 */

#ifndef POSTERN_HOST_SIGNER_H
#define POSTERN_HOST_SIGNER_H

#include <stddef.h>

#include "host/player.h"

struct arena;
struct fault;
struct home;
struct message;
struct orders;

enum signed_by {
	SIGNED_NOT,		/* or not so that a file is signed */
	SIGNED_WELL,
	SIGNED_STRANGER,	/* with a key that nobody has enrolled */
	SIGNED_WRONG
};

/* A file that proves the signature, beside the file that was signed. */
struct signer_part {
	const char	*name;
	const char	*bytes;
	size_t		 len;
};

enum { SIGNER_PARTS = 2 };

/* The names of the files for a key of that line; ends in NULL. */
const char *const	*signer_parts(const char *key);

struct signer {
	struct player		 player;	/* no name: nobody's */
	const char		*key;		/* its line */
	const char		*text;		/* the file, as verified */
	size_t			 len;
	struct signer_part	 part[SIGNER_PARTS];
	int			 n_parts;
};

/*
 * Find whose signature it is, and check it. why says what is wrong with one
 * that is not good. An enum signed_by; or -1 for trouble of our own.
 */
int	 signer_of_file(struct home *home, struct arena *arena,
	    const char *text, size_t len, const char *signature,
	    size_t signature_len, struct signer *out, struct fault *why,
	    struct fault *fault);

/* The same for what was found in a mail. */
int	 signer_of_mail(struct home *home, struct arena *arena,
	    const struct message *message, const struct orders *orders,
	    struct signer *out, struct fault *why, struct fault *fault);

/*
 * The file in the bytes that an S/MIME signature covers, in LF lines where
 * that can be; or a fault that says why there is none.
 */
int	 signer_extract(struct arena *arena, const char *bytes, size_t len,
	    const char **text, size_t *text_len, struct fault *fault);

/*
 * Check a mail that a stranger's mail program signed, with the certificate
 * that it brings along: 1 and *key is its line, *inner the mail inside; 0
 * when the mail is not signed so, or not well.
 */
int	 signer_stranger(struct arena *arena, const struct message *message,
	    const char **key, struct message *inner);

#endif
