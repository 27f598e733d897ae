/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * A mail, read strictly.
 *
 * The reader takes RFC 5322 messages with MIME parts from bytes, with LF or
 * CRLF line ends. What it cannot read for certain it refuses, with a fault
 * of kind FAULT_PLAYER that says what is wrong: more than its caps allow, a
 * header without a colon, control characters in a header, a Content- header
 * or a parameter given twice, a multipart that is encoded, is not ended, or
 * takes the boundary of one around it.
 *
 * Nothing is copied that need not be: the bytes read from must live as long
 * as the message.
 */

#ifndef POSTERN_MAIL_MESSAGE_H
#define POSTERN_MAIL_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct fault;

enum {
	MESSAGE_BYTES = 1 << 20,	/* in all */
	MESSAGE_HEADERS = 200,		/* in all, those of parts too */
	MESSAGE_DEPTH = 4,		/* multiparts in multiparts */
	MESSAGE_PARTS = 32,
	MESSAGE_NAME = 100		/* bytes of a file name */
};

struct message_header {
	const char	*name;		/* as written */
	const char	*value;		/* unfolded, trimmed; not decoded */
};

/*
 * A part that is not a multipart. bytes is what the sender's program put
 * in, decoded, and is what a signature covers; text is the same as UTF-8.
 */
struct message_part {
	const char	*type;		/* "text/plain", lower case */
	const char	*name;		/* the file's, fit to be shown, never
					   for a path; "" for none */
	const char	*charset;	/* lower case; "" for none */
	const char	*bytes;		/* NULL for a type that is passed over:
					   neither text nor application, HTML */
	size_t		 len;
	const char	*text;		/* NULL when not text, or not to be
					   had from its charset */
	size_t		 text_len;
	bool		 attached;	/* Content-Disposition: attachment */
	bool		 flowed;	/* format=flowed */
	bool		 delsp;		/* delsp=yes */
	int		 seal;		/* the seal it lies under, or -1 */
};

/* A multipart/signed: the bytes that its signature covers, as they stand in
 * the mail (for S/MIME their line ends are made CRLF first). */
struct message_seal {
	const char	*protocol;	/* lower case; "" for none */
	const char	*bytes;
	size_t		 len;
	int		 signature;	/* which part holds it */
};

struct message {
	struct message_header	*header;
	int			 n_headers;	/* those of the mail itself */
	struct message_part	*part;
	int			 n_parts;
	struct message_seal	*seal;
	int			 n_seals;
};

int	 message_read(struct arena *arena, const char *bytes, size_t len,
	    struct message *out, struct fault *fault);

/* How many headers of that name (in any case) there are. */
int	 message_count(const struct message *message, const char *name);

/* The value of the first header of that name, or NULL. */
const char	*message_header(const struct message *message,
		    const char *name);

/* The same with its encoded-words decoded, fit to be shown; "" for none. */
const char	*message_header_text(struct arena *arena,
		    const struct message *message, const char *name);

/*
 * Take the one address out of the only header of that name. None, two
 * headers, or another number of addresses is a fault.
 */
int	 message_address(struct arena *arena, const struct message *message,
	    const char *name, char **out, struct fault *fault);

#endif
