/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Any bytes as armour, as what is in armour, as a key, as a private key. */

#include "config.h"

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "data/digest.h"
#include "sign/key.h"
#include "sign/sshsig.h"
#include "sign/wire.h"

int	 LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* That over which the signatures in the corpus were made. */
static const char message[] =
    "game: noir-7\nseat: jane\nturn: 12\nseq: 3\norders:\n"
    "  - move: library\n  - shift: [row, 2, left]\n";

/* Enrol the very key that the signature carries, so that it gets far. */
static struct pubkey *
key_within(struct arena *arena, const struct buf *blob)
{
	struct wire rest = { (const uint8_t *)blob->data, blob->len };
	struct pubkey *key = NULL;
	struct wire bytes, type;
	struct fault fault;
	struct buf line;
	uint32_t version;

	if (!wire_bytes(&rest, "SSHSIG", 6) || !wire_u32(&rest, &version) ||
	    !wire_string(&rest, &bytes))
		return NULL;
	rest = bytes;
	if (!wire_string(&rest, &type))
		return NULL;
	buf_init(&line, arena);
	buf_add(&line, type.at, type.left);
	buf_putc(&line, ' ');
	base64_write(&line, bytes.at, bytes.left, 0);
	if (pubkey_read(arena, line.data, line.len, &key, &fault) == -1)
		return NULL;
	return key;
}

static bool
is_taken(struct arena *arena, const struct buf *armour, size_t len,
    const char *name_space, const struct pubkey *key)
{
	struct fault fault;
	int who = -1, r;

	r = sshsig_verify(arena, armour->data, armour->len, message, len,
	    name_space, &key, key != NULL, &who, &fault);
	assert(r == 0 ? who == 0 : who == -1 && fault.text[0] != '\0');
	return r == 0;
}

/* What is taken for one message and namespace is taken for no other. */
static void
try_signature(struct arena *arena, const struct buf *armour,
    const struct buf *blob)
{
	struct pubkey *key = key_within(arena, blob);
	const size_t len = sizeof message - 1;

	if (is_taken(arena, armour, len, SSHSIG_NAMESPACE, key)) {
		assert(!is_taken(arena, armour, len - 1, SSHSIG_NAMESPACE,
		    key));
		assert(!is_taken(arena, armour, len, "other", key));
		assert(!is_taken(arena, armour, len, SSHSIG_NAMESPACE, NULL));
	}
	pubkey_free(key);
}

#define BEGIN	"-----BEGIN SSH SIGNATURE-----"
#define END	"-----END SSH SIGNATURE-----"

/* Try all that is found as armour, and the whole text as armour too. */
static void
try_armour(struct arena *arena, const struct buf *text)
{
	size_t offset, length, end = 0;
	struct buf found, blob;
	const char *last;

	buf_init(&blob, arena);
	try_signature(arena, text, &blob);
	while (sshsig_find(text->data + end, text->len - end, &offset,
	    &length)) {
		assert(offset + length <= text->len - end);
		buf_init(&found, arena);
		buf_add(&found, text->data + end + offset, length);
		last = memmem(found.data, found.len, END, strlen(END));
		assert(last != NULL && memcmp(found.data, BEGIN,
		    strlen(BEGIN)) == 0);
		buf_cut(&blob, 0);
		base64_read(found.data + strlen(BEGIN),
		    (size_t)(last - found.data) - strlen(BEGIN), &blob);
		try_signature(arena, &found, &blob);
		end += offset + length;
	}
}

static void
try_blob(struct arena *arena, const struct buf *blob)
{
	struct buf armour;

	buf_init(&armour, arena);
	buf_puts(&armour, BEGIN "\n");
	base64_write(&armour, blob->data, blob->len, 70);
	buf_puts(&armour, END "\n");
	try_signature(arena, &armour, blob);
}

static void
try_key(struct arena *arena, const struct buf *text)
{
	struct pubkey *pub = NULL, *again = NULL;
	struct seckey *sec = NULL;
	struct fault fault;

	if (pubkey_read(arena, text->data, text->len, &pub, &fault) == 0) {
		assert(pubkey_read(arena, pubkey_line(pub),
		    strlen(pubkey_line(pub)), &again, &fault) == 0);
		assert(strcmp(pubkey_line(pub), pubkey_line(again)) == 0);
	}
	if (seckey_read(arena, text->data, text->len, &sec, &fault) == -1)
		assert(sec == NULL);
	pubkey_free(again);
	pubkey_free(pub);
	seckey_free(sec);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_new();
	struct buf text;

	buf_init(&text, arena);
	buf_add(&text, data, size);
	try_armour(arena, &text);
	try_blob(arena, &text);
	try_key(arena, &text);
	arena_free(arena);
	return 0;
}
