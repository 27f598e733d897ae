/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The encoding of SSH (RFC 4251, section 5): numbers, strings, mpints.
 *
 * A struct wire is a view of bytes that belong to somebody else. A reader
 * takes from its front and says whether what it wanted was there; where it
 * was not, neither the view nor the output has changed.
 */

#ifndef POSTERN_SIGN_WIRE_H
#define POSTERN_SIGN_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf;

struct wire {
	const uint8_t	*at;
	size_t		 left;
};

bool	 wire_u8(struct wire *wire, uint8_t *out);
bool	 wire_u32(struct wire *wire, uint32_t *out);

/* Take a string; out is a view of its bytes. */
bool	 wire_string(struct wire *wire, struct wire *out);

/*
 * Take a number above zero in its shortest form; out is a view of its
 * magnitude, the first byte of which is not 0.
 */
bool	 wire_mpint(struct wire *wire, struct wire *out);

/* Take exactly these bytes. */
bool	 wire_bytes(struct wire *wire, const void *bytes, size_t len);

/* Is what is left exactly this text, or the same bytes as other? */
bool	 wire_is(const struct wire *wire, const char *text);
bool	 wire_equal(const struct wire *wire, const struct wire *other);

/*
 * Write what is left as text that may be shown to anybody: printable ASCII,
 * all else as '?', and "..." where it was too long for out.
 */
void	 wire_show(const struct wire *wire, char *out, size_t size);

void	 wire_put_u32(struct buf *out, uint32_t number);
void	 wire_put_string(struct buf *out, const void *bytes, size_t len);
void	 wire_put_text(struct buf *out, const char *text);

#endif
