/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Signatures of mail programs: S/MIME, against certificates that players
 * have enrolled.
 *
 * A certificate counts because it was enrolled, and for no other reason: who
 * issued it and when it expires is not looked at. It has an RSA key of 2048
 * to 8192 bits, or one on P-256. Faults are of kind FAULT_PLAYER, except
 * where libcrypto itself fails.
 */

#ifndef POSTERN_SIGN_SMIME_H
#define POSTERN_SIGN_SMIME_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct buf;
struct cert;
struct fault;

enum { CERT_BYTES = 1 << 12, SMIME_BYTES = 1 << 16 };

/* Does the text begin as a certificate does? */
bool		 cert_is(const char *text);

/* Read a certificate, in PEM, or as cert_line() writes it. */
int		 cert_read(struct arena *arena, const char *text, size_t len,
		    struct cert **out, struct fault *fault);
void		 cert_free(struct cert *cert);

/* "x509 MIIB...": the DER in base64; one certificate, one line. */
const char	*cert_line(const struct cert *cert);

/* "x509:" and the SHA-256 of the DER in hex. */
const char	*cert_fingerprint(const struct cert *cert);

/*
 * The certificate that a signature brings along for its one signer, or NULL
 * when it brings none. That proves nothing: it only tells whose it may be.
 */
int		 smime_claims(struct arena *arena, const void *signature,
		    size_t len, struct cert **out, struct fault *fault);

/* Append bytes with every line end made CRLF: what S/MIME signs. */
void		 smime_lines(struct buf *out, const char *bytes, size_t len);

/*
 * Check that signature (CMS, detached, by one signer, with SHA-2) was made
 * by cert over bytes, which are in CRLF lines. Append the bytes as they were
 * verified: read those, and nothing else of the mail.
 */
int		 smime_verify(const struct cert *cert, const void *signature,
		    size_t signature_len, const char *bytes, size_t len,
		    struct buf *out, struct fault *fault);

#endif
