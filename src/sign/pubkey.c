/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Public keys: reading the line of a .pub file, and what is known of it. */

#include "config.h"

#include "sign/key.h"

#include <openssl/evp.h>

#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "sign/keytype.h"

enum { LINE_MAX_BYTES = 8192 };

/* What people send instead of the line that was asked for. */
static const struct {
	const char	*begins;
	const char	*advice;
} mistakes[] = {
	{ "-----BEGIN PUBLIC", "this is a public key in PEM; "
	    "\"ssh-keygen -i -m PKCS8 -f FILE\" prints the line wanted here" },
	{ "-----BEGIN RSA PUBLIC", "this is a public key in PEM; "
	    "\"ssh-keygen -i -m PEM -f FILE\" prints the line wanted here" },
	{ "---- BEGIN SSH2 PUBLIC", "this is a public key in the format of "
	    "RFC 4716; \"ssh-keygen -i -f FILE\" prints the line wanted here" },
	{ "-----BEGIN", "this is not a public key but perhaps a private one, "
	    "which is for nobody but you; what is wanted is the line in the "
	    "file that ends in .pub" },
	{ "PuTTY-User-Key-File", "this is a private key of PuTTY, which is "
	    "for nobody but you; what is wanted is the line that PuTTYgen "
	    "shows as \"public key for pasting\"" },
	{ "ssh-dss", "DSA keys are too weak; make a new key with "
	    "\"ssh-keygen -t ed25519\"" },
};

static bool
is_blank(uint8_t c)
{
	return c == ' ' || c == '\t';
}

static bool
is_line_end(uint8_t c)
{
	return c == '\n' || c == '\r';
}

/* Take the next word of the line; it is empty at the end. */
static struct wire
next_word(struct wire *line)
{
	struct wire word;

	while (line->left > 0 && is_blank(line->at[0])) {
		line->at++;
		line->left--;
	}
	word = *line;
	while (line->left > 0 && !is_blank(line->at[0])) {
		line->at++;
		line->left--;
	}
	word.left -= line->left;
	return word;
}

static void
trim_end(struct wire *line)
{
	while (line->left > 0 && (is_line_end(line->at[line->left - 1]) ||
	    is_blank(line->at[line->left - 1])))
		line->left--;
}

/* Cut the line end off, and see that it was the only one. */
static int
one_line(struct wire *line, struct fault *fault)
{
	size_t i;

	if (line->left > LINE_MAX_BYTES)
		return fault_set(fault, FAULT_PLAYER, "this is too long for a "
		    "public key; what is wanted is the line in the file that "
		    "ends in .pub");
	trim_end(line);
	for (i = 0; i < line->left; i++)
		if (is_line_end(line->at[i]))
			return fault_set(fault, FAULT_PLAYER, "there is more "
			    "than one line here; a public key is one line, "
			    "\"ssh-ed25519 AAAA... comment\"");
	return 0;
}

static int
known_mistake(const struct wire *line, struct fault *fault)
{
	size_t i, len;

	for (i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
		len = strlen(mistakes[i].begins);
		if (line->left >= len &&
		    memcmp(line->at, mistakes[i].begins, len) == 0)
			return fault_set(fault, FAULT_PLAYER, "%s",
			    mistakes[i].advice);
	}
	return 0;
}

static int
unknown_type(struct arena *arena, const struct wire *name, struct fault *fault)
{
	const struct keytype *type;
	struct buf known;
	char shown[48];

	buf_init(&known, arena);
	for (type = keytypes; type->name != NULL; type++)
		buf_printf(&known, "%s%s", known.len > 0 ? ", " : "",
		    type->name);
	wire_show(name, shown, sizeof shown);
	return fault_set(fault, FAULT_PLAYER, "\"%s\" is no type of key that "
	    "is known here; a public key is one line that begins with one of "
	    "%s", shown, known.data);
}

/* Load the key from its bytes, which name the type once more. */
static int
load(struct pubkey *key, struct fault *fault)
{
	struct wire fields = key->blob, name;

	if (!wire_string(&fields, &name) || !wire_is(&name, key->type->name))
		return fault_set(fault, FAULT_PLAYER, "the line says %s, its "
		    "base64 does not; copy the line from the .pub file again",
		    key->type->name);
	if (key->type->load(key, &fields, fault) == -1)
		return -1;
	if (fields.left != 0) {
		pubkey_free(key);
		return fault_set(fault, FAULT_PLAYER, "there are bytes behind "
		    "the end of this %s key; copy the line from the .pub file "
		    "again", key->type->name);
	}
	return 0;
}

static void
describe(struct arena *arena, struct pubkey *key)
{
	struct buf text;

	buf_init(&text, arena);
	buf_printf(&text, "%s ", key->type->name);
	base64_write(&text, key->blob.at, key->blob.left, 0);
	key->line = text.data;
	buf_init(&text, arena);
	pubkey_fingerprint_of(&text, &key->blob);
	key->fingerprint = text.data;
}

int
pubkey_read(struct arena *arena, const char *line, size_t len,
    struct pubkey **out, struct fault *fault)
{
	struct wire rest = { (const uint8_t *)line, len }, name, text;
	struct pubkey *key;
	struct buf blob;

	if (known_mistake(&rest, fault) == -1 || one_line(&rest, fault) == -1)
		return -1;
	key = arena_alloc(arena, sizeof *key);
	name = next_word(&rest);
	key->type = keytype_find(&name);
	if (key->type == NULL)
		return unknown_type(arena, &name, fault);
	text = next_word(&rest);
	buf_init(&blob, arena);
	if (text.left == 0 ||
	    !base64_read((const char *)text.at, text.left, &blob))
		return fault_set(fault, FAULT_PLAYER, "what follows %s is not "
		    "whole base64; copy the line from the .pub file again",
		    key->type->name);
	key->blob.at = (const uint8_t *)blob.data;
	key->blob.left = blob.len;
	if (load(key, fault) == -1)
		return -1;
	describe(arena, key);
	*out = key;
	return 0;
}

void
pubkey_free(struct pubkey *key)
{
	if (key == NULL)
		return;
	EVP_PKEY_free(key->pkey);
	key->pkey = NULL;
}

const char *
pubkey_line(const struct pubkey *key)
{
	return key->line;
}

const char *
pubkey_fingerprint(const struct pubkey *key)
{
	return key->fingerprint;
}

void
pubkey_fingerprint_of(struct buf *out, const struct wire *blob)
{
	struct digest digest;

	digest_of(blob->at, blob->left, &digest);
	buf_puts(out, "SHA256:");
	base64_write(out, digest.byte, sizeof digest.byte, 0);
	while (out->data[out->len - 1] == '=')
		buf_cut(out, out->len - 1);
}

struct wire
pubkey_blob(const struct pubkey *key)
{
	return key->blob;
}

int
pubkey_verify(const struct pubkey *key, const void *data, size_t len,
    struct wire sig, struct fault *fault)
{
	const struct wire bytes = { data, len };
	struct wire method;

	if (!wire_string(&sig, &method))
		return keytype_damaged(fault);
	return key->type->verify(key, &method, &sig, &bytes, fault);
}
