/* SPDX-License-Identifier: GPL-3.0-or-later */

/* SHA-256, HMAC, the keystream of ChaCha20; hex and base64. */

#ifndef POSTERN_DATA_DIGEST_H
#define POSTERN_DATA_DIGEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf;

enum { DIGEST_SIZE = 32, HEX_SIZE = 2 * DIGEST_SIZE + 1 };

struct digest {
	uint8_t	byte[DIGEST_SIZE];
};

void	 digest_of(const void *data, size_t len, struct digest *out);

/* A digest over several parts. Each is preceded by its length, so that no
 * two lists of parts run together alike. */
struct digest_part {
	const void	*data;
	size_t		 len;
};
void	 digest_of_parts(const struct digest_part *parts, int n_parts,
	    struct digest *out);

/* HMAC-SHA-256 over parts, each preceded by its length. */
void	 digest_hmac(const void *key, size_t key_len,
	    const struct digest_part *parts, int n_parts, struct digest *out);

/* Write 64 hex digits and a NUL. */
void	 digest_hex(const struct digest *digest, char out[HEX_SIZE]);

/* Read hex digits: exactly size bytes, lower case. */
bool	 hex_read(const char *text, void *out, size_t size);
void	 hex_write(struct buf *out, const void *data, size_t len);

/* The 64 bytes of the ChaCha20 keystream (RFC 8439, zero nonce) at block. */
void	 digest_stream(const struct digest *key, uint64_t block,
	    uint8_t out[64]);

/* base64, in lines of width characters (0: one line, no newline). */
void	 base64_write(struct buf *out, const void *data, size_t len, int width);

/*
 * Read strict base64: padding right, no bits left over; blanks and line
 * ends are passed over. Return whether it was well-formed.
 */
bool	 base64_read(const char *text, size_t len, struct buf *out);

#endif
