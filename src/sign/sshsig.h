/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Signatures over files, in the format of "ssh-keygen -Y sign" (SSHSIG).
 *
 * The armour holds, in base64: the bytes "SSHSIG", version 1, the signer's
 * public key, the namespace, an empty reserved string, the name of the hash,
 * and the signature; that is made over "SSHSIG", the namespace, the reserved
 * string, the name of the hash and the hash of the message. The key in the
 * armour is whatever the sender put there: it only says which of the
 * enrolled keys to try.
 */

#ifndef POSTERN_SIGN_SSHSIG_H
#define POSTERN_SIGN_SSHSIG_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct buf;
struct fault;
struct pubkey;
struct seckey;

/* What keeps a signature made for a game from counting elsewhere. */
#define SSHSIG_NAMESPACE	"postern"

/*
 * Find the first armour in text, from the line that begins it to the line
 * that ends it, the latter's line end included. Say whether there is one.
 * What is between the two lines is not looked at.
 */
bool	 sshsig_find(const char *text, size_t len, size_t *offset,
	    size_t *length);

/*
 * Check that armour (all of it; lines may end in CRLF) is a signature over
 * message in the namespace by one of keys, and set *who to its place there.
 * Compare the key in the armour byte for byte with keys before anything
 * else in it is looked at. Every fault is of kind FAULT_PLAYER and says what
 * was found and what would be right, except where libcrypto itself fails.
 */
int	 sshsig_verify(struct arena *arena, const char *armour, size_t len,
	    const void *message, size_t message_len, const char *name_space,
	    const struct pubkey *const *keys, int n_keys, int *who,
	    struct fault *fault);

/*
 * Append the fingerprint of the key that armour says it was made with. That
 * proves nothing: it only tells whose keys to verify with.
 */
int	 sshsig_claims(struct arena *arena, const char *armour, size_t len,
	    struct buf *fingerprint, struct fault *fault);

/* Is the armour written as sshsig_sign() would, in every byte? */
bool	 sshsig_is_exact(struct arena *arena, const char *armour, size_t len);

/* Append the armour of key's signature over message (with SHA-512). */
int	 sshsig_sign(const struct seckey *key, const char *name_space,
	    const void *message, size_t message_len, struct buf *out,
	    struct fault *fault);

#endif
