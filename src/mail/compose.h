/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Writing a mail: to one recipient, in CRLF lines, the same bytes every time.
 *
 * Nothing that is given can add a header or a line: a name, a subject or an
 * extra header with a control character or a line separator in it, and an
 * address or an id that is not valid, is refused; and the writer of header
 * lines refuses everything but printable ASCII once more.
 */

#ifndef POSTERN_MAIL_COMPOSE_H
#define POSTERN_MAIL_COMPOSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf;
struct fault;

enum { COMPOSE_TEXT = 900 };	/* bytes of a subject or a name */

/* An attachment. It is sent in base64, so its bytes arrive as they are. */
struct compose_file {
	const char	*name;	/* of letters, digits, dots, hyphens, _ */
	const char	*type;	/* "application/yaml" */
	const void	*bytes;
	size_t		 len;
};

/* A header of our own: the name is X-Postern, or begins with X-Postern-. */
struct compose_extra {
	const char	*name;
	const char	*value;
};

struct compose_mail {
	const char	*from;		/* an address */
	const char	*from_name;	/* UTF-8; NULL for none */
	const char	*reply_to;	/* an address; NULL for none */
	const char	*to;
	const char	*to_name;	/* NULL for none */
	const char	*subject;	/* UTF-8 */
	int64_t		 date;
	const char	*id;		/* Message-ID, without its brackets */
	const char	*in_reply_to;	/* likewise; NULL for none */
	const char *const *references;	/* likewise, NULL at the end; NULL */
	bool		 is_reply;	/* Auto-Submitted: auto-replied, else
					   auto-generated */
	const struct compose_extra *extra;
	int		 n_extras;
	const char	*text;		/* UTF-8 in LF lines */
	size_t		 text_len;
	/*
	 * The text is signed: send it in base64, so that its bytes arrive as
	 * they are. Else it is sent as 7bit or quoted-printable, decodes to
	 * the same lines, and their ends are those that mail has there (CRLF
	 * on the way, LF in a Maildir).
	 */
	bool		 is_exact;
	const struct compose_file *file;
	int		 n_files;
};

/* Append the mail to out; out is unchanged on a fault. */
int	 compose_mail(struct buf *out, const struct compose_mail *mail,
	    struct fault *fault);

/* May text stand in a header: strict UTF-8 on one line, not too long? */
bool	 compose_is_header_text(const char *text);

#endif
