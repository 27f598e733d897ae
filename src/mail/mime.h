/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The codings of MIME, each way: quoted-printable, charsets, encoded-words,
 * and header values with parameters. base64 is in data/digest.h.
 */

#ifndef POSTERN_MAIL_MIME_H
#define POSTERN_MAIL_MIME_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct buf;
struct fault;

enum { MIME_PARAMS = 24 };

/* A value such as: text/plain; charset="utf-8"; format=flowed */
struct mime_field {
	const char	*value;		/* lower case */
	int		 n_params;
	struct mime_param {
		const char	*name;	/* lower case */
		const char	*value;
	} param[MIME_PARAMS];
};

/*
 * Read a header's value with its parameters. Comments are passed over; a
 * parameter given twice, an open quote or an open comment is a fault.
 */
int	 mime_field_read(struct arena *arena, const char *header,
	    struct mime_field *out, struct fault *fault);

/* The value of a parameter, or NULL. */
const char	*mime_param(const struct mime_field *field, const char *name);

/*
 * Put together the value of a parameter that may be written the ways of RFC
 * 2231 (name*=utf-8''x%20y, name*0=…, name*0*=…) or with encoded-words. The
 * result is UTF-8 fit to be shown; NULL when the parameter is absent.
 */
const char	*mime_param_text(struct arena *arena,
		    const struct mime_field *field, const char *name);

/* Append quoted-printable text decoded; false where it is ill-formed. */
bool	 mime_qp_read(struct buf *out, const char *text, size_t len);

/*
 * Append bytes as quoted-printable in CRLF lines of at most 76 characters.
 * A newline becomes a line end; everything that is changed on the way by
 * some relay (blanks at the end of a line, "From ", a dot alone, a carriage
 * return, a missing last newline) is encoded. Ends in a line end.
 */
void	 mime_qp_write(struct buf *out, const char *bytes, size_t len);

/*
 * Append bytes of that charset as UTF-8: utf-8, us-ascii, iso-8859-1,
 * windows-1252, in any case. "" is taken as utf-8. False for another
 * charset, or for bytes that it does not have; out is then unchanged.
 */
bool	 mime_to_utf8(struct buf *out, const char *charset, const char *bytes,
	    size_t len);

/*
 * Append a header's value with its encoded-words decoded. What is appended
 * is strict UTF-8 on one line: a control or bidirectional character becomes
 * a blank, a byte that is no UTF-8 a question mark. Words of a charset that
 * is not known stay as they are.
 */
void	 mime_words_read(struct buf *out, const char *value);

/* Append UTF-8 text as encoded-words with a blank between them. */
void	 mime_words_write(struct buf *out, const char *text);

#endif
