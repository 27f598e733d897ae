/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Keys in the formats of OpenSSH.
 *
 * A key is read once, when it is enrolled or loaded, and used many times.
 * Its memory belongs to the arena; the handle of libcrypto inside does not,
 * so every key that was given out is let go of with _free, before the arena.
 *
 * A fault about a public key is of kind FAULT_PLAYER: the key came from a
 * player. One about a private key is of kind FAULT_OPERATOR: it is the own
 * file of whoever runs the program. Where libcrypto itself fails, it is
 * FAULT_RETRY.
 */

#ifndef POSTERN_SIGN_KEY_H
#define POSTERN_SIGN_KEY_H

#include <stddef.h>
#include <stdint.h>

struct arena;
struct buf;
struct fault;
struct wire;
struct pubkey;
struct seckey;

enum { SEED_SIZE = 32 };

/*
 * Read a line as it stands in a .pub file: type, base64, and a comment that
 * is passed over. Types: ssh-ed25519, sk-ssh-ed25519@openssh.com,
 * ecdsa-sha2-nistp256, -384 and -521, and ssh-rsa of 2048 to 16384 bits.
 */
int		 pubkey_read(struct arena *arena, const char *line, size_t len,
		    struct pubkey **out, struct fault *fault);
void		 pubkey_free(struct pubkey *key);

/* "ssh-ed25519 AAAA...", without comment or newline: one key, one line. */
const char	*pubkey_line(const struct pubkey *key);

/* "SHA256:..." as ssh-keygen -l shows it. */
const char	*pubkey_fingerprint(const struct pubkey *key);

/* The fingerprint of a key known only by its bytes. */
void		 pubkey_fingerprint_of(struct buf *out,
		    const struct wire *blob);

/* The key in the encoding of SSH. */
struct wire	 pubkey_blob(const struct pubkey *key);

/*
 * Check that sig, an SSH signature (RFC 4253, section 6.6, without its outer
 * length), was made by key over data. Refuse SHA-1, a method that is not the
 * key's, bytes left over, and a security key that nobody touched.
 */
int		 pubkey_verify(const struct pubkey *key, const void *data,
		    size_t len, struct wire sig, struct fault *fault);

/*
 * Read the text of an ed25519 private key in OpenSSH's own format, without
 * passphrase. Of any other key, say what to do with it. text is secret; to
 * wipe it is for the caller.
 */
int		 seckey_read(struct arena *arena, const char *text, size_t len,
		    struct seckey **out, struct fault *fault);

/* Make a new ed25519 key. */
int		 seckey_generate(struct arena *arena, const char *comment,
		    struct seckey **out, struct fault *fault);

/* Make the ed25519 key that belongs to seed. */
int		 seckey_from_seed(struct arena *arena,
		    const uint8_t seed[SEED_SIZE], const char *comment,
		    struct seckey **out, struct fault *fault);
void		 seckey_free(struct seckey *key);

/* The public half; it lives as long as key. */
const struct pubkey	*seckey_pubkey(const struct seckey *key);
const char		*seckey_comment(const struct seckey *key);

/*
 * Append the text of a private key file. It is secret: the caller wipes
 * out->data once it is written. out does not move if it was empty.
 */
int		 seckey_write(const struct seckey *key, struct buf *out,
		    struct fault *fault);

/* Append an SSH signature over data, as pubkey_verify() reads it. */
int		 seckey_sign(const struct seckey *key, const void *data,
		    size_t len, struct buf *out, struct fault *fault);

#endif
