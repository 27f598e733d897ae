/* SPDX-License-Identifier: GPL-3.0-or-later */

/* SSHSIG: the armour, the envelope in it, and what is signed. */

#include "config.h"

#include "sign/sshsig.h"

#include <openssl/evp.h>

#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "data/digest.h"
#include "sign/key.h"
#include "sign/keytype.h"
#include "sign/wire.h"

enum {
	ARMOUR_MAX_BYTES = 8192,	/* the longest RSA key needs 5.8 K */
	ARMOUR_WIDTH = 70,
	VERSION_1 = 1,
	SHOWN_KEYS = 3
};

#define MAGIC	"SSHSIG"
#define BEGIN	"-----BEGIN SSH SIGNATURE-----"
#define END	"-----END SSH SIGNATURE-----"

/* The command that makes the right thing, for faults. */
#define ASK	"ssh-keygen -Y sign -f KEY -n "

static const char *const hash_names[] = { "sha512", "sha256" };
enum { HASH_SHA512, N_HASHES = 2 };

struct envelope {
	struct wire	key;
	struct wire	name_space;
	struct wire	reserved;
	struct wire	hash;
	struct wire	sig;
};

/* THE ARMOUR */

/* The length of the line end at text: 0, 1 or 2. */
static size_t
line_end(const char *text, size_t len)
{
	if (len >= 1 && text[0] == '\n')
		return 1;
	if (len >= 2 && text[0] == '\r' && text[1] == '\n')
		return 2;
	return 0;
}

/*
 * The length of the line at text if it is exactly what is wanted, with its
 * line end; else 0. At the end of text the line end may be lacking.
 */
static size_t
whole_line(const char *text, size_t len, const char *wanted)
{
	size_t n = strlen(wanted), end;

	if (len < n || memcmp(text, wanted, n) != 0)
		return 0;
	end = line_end(text + n, len - n);
	return end != 0 || len == n ? n + end : 0;
}

/* Find a line that is exactly what is wanted, at or after the line at from. */
static bool
find_line(const char *text, size_t len, size_t from, const char *wanted,
    size_t *at, size_t *size)
{
	const char *newline;
	size_t n;

	while (from < len) {
		n = whole_line(text + from, len - from, wanted);
		if (n != 0) {
			*at = from;
			*size = n;
			return true;
		}
		newline = memchr(text + from, '\n', len - from);
		if (newline == NULL)
			break;
		from = (size_t)(newline - text) + 1;
	}
	return false;
}

bool
sshsig_find(const char *text, size_t len, size_t *offset, size_t *length)
{
	size_t begin, end, size;

	if (!find_line(text, len, 0, BEGIN, &begin, &size) ||
	    !find_line(text, len, begin + size, END, &end, &size))
		return false;
	*offset = begin;
	*length = end + size - begin;
	return true;
}

static int
no_armour(const char *text, size_t len, struct fault *fault)
{
	if (len >= 14 && memcmp(text, "-----BEGIN PGP", 14) == 0)
		return fault_set(fault, FAULT_PLAYER, "this is a PGP "
		    "signature; one made with \"" ASK "NAMESPACE FILE\" is "
		    "wanted");
	return fault_set(fault, FAULT_PLAYER, "this is no signature: it must "
	    "begin with the line \"" BEGIN "\" and end with the line \"" END
	    "\", as ssh-keygen -Y sign writes it");
}

/*
 * See that text is lines of base64 and nothing else. base64_read() passes
 * over blanks; armour has none.
 */
static bool
is_plain_lines(const char *text, size_t len)
{
	size_t at = 0, end, width = 0;

	while (at < len) {
		end = line_end(text + at, len - at);
		if (end != 0 && width == 0)
			return false;
		if (end == 0 && (text[at] <= ' ' || text[at] > '~'))
			return false;
		width = end != 0 ? 0 : width + 1;
		at += end != 0 ? end : 1;
	}
	return width == 0;
}

/* Decode the armour, which must be all that there is, to blob. */
static int
open_armour(const char *text, size_t len, struct buf *blob,
    struct fault *fault)
{
	size_t begin, at, size;

	if (len > ARMOUR_MAX_BYTES)
		return fault_set(fault, FAULT_PLAYER, "the signature has %zu "
		    "bytes; no signature has more than %d", len,
		    ARMOUR_MAX_BYTES);
	begin = whole_line(text, len, BEGIN);
	if (begin == 0 || !find_line(text, len, begin, END, &at, &size))
		return no_armour(text, len, fault);
	if (at + size != len)
		return fault_set(fault, FAULT_PLAYER, "there is something "
		    "behind the last line of the signature; it must end with "
		    "\"" END "\"");
	if (!is_plain_lines(text + begin, at - begin) ||
	    !base64_read(text + begin, at - begin, blob))
		return fault_set(fault, FAULT_PLAYER, "the lines between \""
		    BEGIN "\" and \"" END "\" are not whole base64: blanks, "
		    "other characters, or a part lost on the way; send the "
		    ".sig file as it is, best as an attachment");
	return 0;
}

static void
write_armour(struct buf *out, const struct buf *blob)
{
	buf_puts(out, BEGIN "\n");
	base64_write(out, blob->data, blob->len, ARMOUR_WIDTH);
	buf_puts(out, END "\n");
}

bool
sshsig_is_exact(struct arena *arena, const char *armour, size_t len)
{
	struct fault fault;
	struct buf blob, again;

	buf_init(&blob, arena);
	buf_init(&again, arena);
	if (open_armour(armour, len, &blob, &fault) == -1)
		return false;
	write_armour(&again, &blob);
	return again.len == len && memcmp(again.data, armour, len) == 0;
}

/* THE ENVELOPE */

static int
read_envelope(struct wire blob, struct envelope *out, struct fault *fault)
{
	uint32_t version;

	if (!wire_bytes(&blob, MAGIC, strlen(MAGIC)) ||
	    !wire_u32(&blob, &version))
		return fault_set(fault, FAULT_PLAYER, "what is in the armour "
		    "is no SSH signature; make one with \"" ASK
		    "NAMESPACE FILE\"");
	if (version != VERSION_1)
		return fault_set(fault, FAULT_PLAYER, "the signature is of "
		    "version %u; only version %d is known", version,
		    VERSION_1);
	if (!wire_string(&blob, &out->key) ||
	    !wire_string(&blob, &out->name_space) ||
	    !wire_string(&blob, &out->reserved) ||
	    !wire_string(&blob, &out->hash) ||
	    !wire_string(&blob, &out->sig))
		return fault_set(fault, FAULT_PLAYER, "the signature breaks "
		    "off in the middle; send the .sig file whole");
	if (blob.left != 0)
		return fault_set(fault, FAULT_PLAYER, "there are bytes behind "
		    "the end of the signature; send the .sig file as "
		    "ssh-keygen wrote it");
	return 0;
}

static int
unknown_key(struct arena *arena, const struct envelope *envelope,
    const struct pubkey *const *keys, int n_keys, struct fault *fault)
{
	struct buf text;
	int i;

	buf_init(&text, arena);
	buf_puts(&text, "this was signed with the key ");
	pubkey_fingerprint_of(&text, &envelope->key);
	if (n_keys == 0)
		buf_puts(&text, ", and no key is enrolled to compare it with");
	else
		buf_puts(&text, ", which is not enrolled; sign with ");
	for (i = 0; i < n_keys && i < SHOWN_KEYS; i++)
		buf_printf(&text, "%s%s", i == 0 ? "" : " or ",
		    pubkey_fingerprint(keys[i]));
	if (n_keys > SHOWN_KEYS)
		buf_printf(&text, " (or %d others)", n_keys - SHOWN_KEYS);
	return fault_set(fault, FAULT_PLAYER, "%s", text.data);
}

static int
find_key(struct arena *arena, const struct envelope *envelope,
    const struct pubkey *const *keys, int n_keys, struct fault *fault)
{
	struct wire blob;
	int i;

	for (i = 0; i < n_keys; i++) {
		blob = pubkey_blob(keys[i]);
		if (wire_equal(&envelope->key, &blob))
			return i;
	}
	return unknown_key(arena, envelope, keys, n_keys, fault);
}

static int
check_name_space(const struct envelope *envelope, const char *wanted,
    struct fault *fault)
{
	char shown[64];

	if (envelope->name_space.left == 0)
		return fault_set(fault, FAULT_PLAYER, "the signature has no "
		    "namespace; make it with \"" ASK "%s FILE\"", wanted);
	if (wire_is(&envelope->name_space, wanted))
		return 0;
	wire_show(&envelope->name_space, shown, sizeof shown);
	return fault_set(fault, FAULT_PLAYER, "the signature is for the "
	    "namespace \"%s\", not \"%s\"; make it with \"" ASK "%s FILE\"",
	    shown, wanted, wanted);
}

/* Find the hash, or return -1 where the envelope is not as it must be. */
static int
check_envelope(const struct envelope *envelope, const char *name_space,
    struct fault *fault)
{
	char shown[48];
	int i;

	if (check_name_space(envelope, name_space, fault) == -1)
		return -1;
	if (envelope->reserved.left != 0)
		return fault_set(fault, FAULT_PLAYER, "the signature has "
		    "something in a field that must be empty; make it with "
		    "\"" ASK "%s FILE\"", name_space);
	for (i = 0; i < N_HASHES; i++)
		if (wire_is(&envelope->hash, hash_names[i]))
			return i;
	wire_show(&envelope->hash, shown, sizeof shown);
	return fault_set(fault, FAULT_PLAYER, "the signature is made with the "
	    "hash \"%s\"; it must be sha512 or sha256", shown);
}

/* WHAT IS SIGNED */

static int
signed_bytes(struct buf *out, const char *name_space, int hash,
    const void *message, size_t len, struct fault *fault)
{
	const EVP_MD *md = hash == HASH_SHA512 ? EVP_sha512() : EVP_sha256();
	uint8_t digest[EVP_MAX_MD_SIZE];
	unsigned int n;

	if (EVP_Digest(message, len, digest, &n, md, NULL) != 1)
		return keytype_trouble(fault, "hash a file");
	buf_puts(out, MAGIC);
	wire_put_text(out, name_space);
	wire_put_text(out, "");
	wire_put_text(out, hash_names[hash]);
	wire_put_string(out, digest, n);
	return 0;
}

int
sshsig_verify(struct arena *arena, const char *armour, size_t len,
    const void *message, size_t message_len, const char *name_space,
    const struct pubkey *const *keys, int n_keys, int *who,
    struct fault *fault)
{
	struct envelope envelope;
	struct buf blob, data;
	int hash, place;

	buf_init(&blob, arena);
	buf_init(&data, arena);
	if (open_armour(armour, len, &blob, fault) == -1 ||
	    read_envelope((struct wire){ (const uint8_t *)blob.data, blob.len },
	    &envelope, fault) == -1)
		return -1;
	place = find_key(arena, &envelope, keys, n_keys, fault);
	if (place == -1)
		return -1;
	hash = check_envelope(&envelope, name_space, fault);
	if (hash == -1 || signed_bytes(&data, name_space, hash, message,
	    message_len, fault) == -1)
		return -1;
	if (pubkey_verify(keys[place], data.data, data.len, envelope.sig,
	    fault) == -1)
		return -1;
	*who = place;
	return 0;
}

int
sshsig_claims(struct arena *arena, const char *armour, size_t len,
    struct buf *fingerprint, struct fault *fault)
{
	struct envelope envelope;
	struct buf blob;

	buf_init(&blob, arena);
	if (open_armour(armour, len, &blob, fault) == -1 ||
	    read_envelope((struct wire){ (const uint8_t *)blob.data, blob.len },
	    &envelope, fault) == -1)
		return -1;
	pubkey_fingerprint_of(fingerprint, &envelope.key);
	return 0;
}

int
sshsig_sign(const struct seckey *key, const char *name_space,
    const void *message, size_t message_len, struct buf *out,
    struct fault *fault)
{
	const struct wire pub = pubkey_blob(seckey_pubkey(key));
	struct buf data, sig, blob;

	buf_init(&data, out->arena);
	buf_init(&sig, out->arena);
	if (signed_bytes(&data, name_space, HASH_SHA512, message, message_len,
	    fault) == -1 ||
	    seckey_sign(key, data.data, data.len, &sig, fault) == -1)
		return -1;
	buf_init(&blob, out->arena);
	buf_puts(&blob, MAGIC);
	wire_put_u32(&blob, VERSION_1);
	wire_put_string(&blob, pub.at, pub.left);
	wire_put_text(&blob, name_space);
	wire_put_text(&blob, "");
	wire_put_text(&blob, hash_names[HASH_SHA512]);
	wire_put_string(&blob, sig.data, sig.len);
	write_armour(out, &blob);
	return 0;
}
