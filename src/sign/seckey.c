/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Private keys: ed25519 in the format openssh-key-v1, without passphrase. */

#include "config.h"

#include "sign/key.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/file.h"
#include "sign/keytype.h"
#include "sign/sshsig.h"
#include "sign/wire.h"

enum {
	FILE_MAX_BYTES = 65536,
	COMMENT_MAX_BYTES = 255,
	BLOCK_SIZE = 8,
	POINT_SIZE = 32,
	PAIR_SIZE = SEED_SIZE + POINT_SIZE,
	SIG_SIZE = 64,
	ARMOUR_WIDTH = 70,
	TEXT_ROOM = 2048		/* for the longest text we write */
};

#define ED25519	"ssh-ed25519"
#define BEGIN	"-----BEGIN OPENSSH PRIVATE KEY-----"
#define END	"-----END OPENSSH PRIVATE KEY-----"

static const char magic[] = "openssh-key-v1";	/* its NUL belongs to it */

/* What to do with a key that is of no use here. */
#define SIGN_YOURSELF \
	"\"ssh-keygen -Y sign -f KEY -n " SSHSIG_NAMESPACE " FILE\" signs " \
	"with it"

struct seckey {
	EVP_PKEY	*pkey;
	struct pubkey	*pub;
	const char	*comment;
};

static const struct {
	const char	*begins;
	const char	*advice;
} mistakes[] = {
	{ "-----BEGIN ENCRYPTED PRIVATE KEY", "this key is in PKCS#8 and has "
	    "a passphrase; " SIGN_YOURSELF ", or make a new key with "
	    "\"postern keygen FILE\"" },
	{ "-----BEGIN PRIVATE KEY", "this key is in PKCS#8, not in OpenSSH's "
	    "own format; " SIGN_YOURSELF ", or make a new key with \"postern "
	    "keygen FILE\"" },
	{ "-----BEGIN RSA PRIVATE KEY", "this is an RSA key in PEM, and only "
	    "ed25519 keys are used here; " SIGN_YOURSELF },
	{ "-----BEGIN EC PRIVATE KEY", "this is an ECDSA key in PEM, and only "
	    "ed25519 keys are used here; " SIGN_YOURSELF },
	{ "PuTTY-User-Key-File", "this is a key of PuTTY; \"puttygen KEY -O "
	    "private-openssh -o NEW\" turns it into one of OpenSSH" },
	{ "ssh-", "this is a public key; the private one is in the file of "
	    "the same name without .pub" },
	{ "ecdsa-", "this is a public key; the private one is in the file of "
	    "the same name without .pub" },
	{ "sk-", "this is a public key; the private one is in the file of "
	    "the same name without .pub" },
};

/* Make an empty buf that will not move, and leave copies, within size. */
static void
init_secret(struct buf *buf, struct arena *arena, size_t size)
{
	buf_init(buf, arena);
	buf_fill(buf, '\0', size);
	buf_cut(buf, 0);
}

static void
wipe(struct buf *buf)
{
	OPENSSL_cleanse(buf->data, buf->size);
	buf->len = 0;
}

static int
damaged(struct fault *fault)
{
	return fault_set(fault, FAULT_OPERATOR, "this private key is damaged; "
	    "take it from a copy, or make a new one with \"postern keygen "
	    "FILE\"");
}

/* MAKING */

static struct pubkey *
public_half(struct arena *arena, const uint8_t point[POINT_SIZE],
    struct fault *fault)
{
	struct pubkey *pub;
	struct buf blob, line;

	buf_init(&blob, arena);
	wire_put_text(&blob, ED25519);
	wire_put_string(&blob, point, POINT_SIZE);
	buf_init(&line, arena);
	buf_puts(&line, ED25519 " ");
	base64_write(&line, blob.data, blob.len, 0);
	if (pubkey_read(arena, line.data, line.len, &pub, fault) == -1)
		return NULL;
	return pub;
}

/* A comment is one line; what else was in it becomes a blank. */
static const char *
plain_comment(struct arena *arena, const char *comment, size_t len)
{
	char *copy;
	size_t i;

	if (len > COMMENT_MAX_BYTES)
		len = COMMENT_MAX_BYTES;
	copy = arena_strndup(arena, comment, len);
	for (i = 0; copy[i] != '\0'; i++)
		if ((unsigned char)copy[i] < ' ' || copy[i] == 0x7f)
			copy[i] = ' ';
	return copy;
}

int
seckey_from_seed(struct arena *arena, const uint8_t seed[SEED_SIZE],
    const char *comment, struct seckey **out, struct fault *fault)
{
	uint8_t point[POINT_SIZE];
	size_t size = sizeof point;
	struct seckey *key;

	key = arena_alloc(arena, sizeof *key);
	key->pkey = EVP_PKEY_new_raw_private_key_ex(NULL, "ED25519", NULL,
	    seed, SEED_SIZE);
	if (key->pkey == NULL ||
	    EVP_PKEY_get_raw_public_key(key->pkey, point, &size) != 1) {
		seckey_free(key);
		return keytype_trouble(fault, "load an ed25519 key");
	}
	key->pub = public_half(arena, point, fault);
	if (key->pub == NULL) {
		seckey_free(key);
		return -1;
	}
	key->comment = plain_comment(arena, comment, strlen(comment));
	*out = key;
	return 0;
}

int
seckey_generate(struct arena *arena, const char *comment, struct seckey **out,
    struct fault *fault)
{
	uint8_t seed[SEED_SIZE];
	int r = -1;

	if (file_random(seed, sizeof seed, fault) == -1)
		goto out;
	r = seckey_from_seed(arena, seed, comment, out, fault);
out:
	OPENSSL_cleanse(seed, sizeof seed);
	return r;
}

void
seckey_free(struct seckey *key)
{
	if (key == NULL)
		return;
	EVP_PKEY_free(key->pkey);
	key->pkey = NULL;
	pubkey_free(key->pub);
	key->pub = NULL;
}

const struct pubkey *
seckey_pubkey(const struct seckey *key)
{
	return key->pub;
}

const char *
seckey_comment(const struct seckey *key)
{
	return key->comment;
}

/* READING */

static int
no_key(const char *text, size_t len, struct fault *fault)
{
	size_t i, n;

	for (i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
		n = strlen(mistakes[i].begins);
		if (len >= n && memcmp(text, mistakes[i].begins, n) == 0)
			return fault_set(fault, FAULT_OPERATOR, "%s",
			    mistakes[i].advice);
	}
	return fault_set(fault, FAULT_OPERATOR, "this is no private key: it "
	    "must begin with \"" BEGIN "\"; \"postern keygen FILE\" makes "
	    "one");
}

/* Decode what is between the first line and the last. */
static int
open_text(const char *text, size_t len, struct buf *blob, struct fault *fault)
{
	const size_t head = strlen(BEGIN), tail = strlen(END);
	size_t i;

	if (len < head || memcmp(text, BEGIN, head) != 0)
		return no_key(text, len, fault);
	while (len > 0 && strchr(" \t\r\n", text[len - 1]) != NULL)
		len--;
	if (len < head + tail || len > FILE_MAX_BYTES ||
	    memcmp(text + len - tail, END, tail) != 0)
		return damaged(fault);
	for (i = head; i < len - tail; i++)
		if (text[i] == '-')
			return damaged(fault);
	if (!base64_read(text + head, len - head - tail, blob))
		return damaged(fault);
	return 0;
}

static int
unknown_type(const struct wire *type, struct fault *fault)
{
	char shown[48];

	wire_show(type, shown, sizeof shown);
	return fault_set(fault, FAULT_OPERATOR, "this key is of type %s, and "
	    "only " ED25519 " is used here; " SIGN_YOURSELF ", or make a new "
	    "key with \"postern keygen FILE\"", shown);
}

/* Read the head; set point to the public half, inner to the private part. */
static int
read_head(struct wire *blob, struct wire *point, struct wire *inner,
    struct fault *fault)
{
	struct wire cipher, kdf, options, pub, type;
	uint32_t n_keys;

	if (!wire_bytes(blob, magic, sizeof magic) ||
	    !wire_string(blob, &cipher) || !wire_string(blob, &kdf) ||
	    !wire_string(blob, &options) || !wire_u32(blob, &n_keys) ||
	    n_keys != 1 || !wire_string(blob, &pub) ||
	    !wire_string(blob, inner) || blob->left != 0)
		return damaged(fault);
	if (!wire_string(&pub, &type))
		return damaged(fault);
	if (!wire_is(&type, ED25519))
		return unknown_type(&type, fault);
	if (!wire_is(&cipher, "none") || !wire_is(&kdf, "none") ||
	    options.left != 0)
		return fault_set(fault, FAULT_OPERATOR, "this key has a "
		    "passphrase; \"ssh-keygen -p -f KEY\" takes it off, or "
		    SIGN_YOURSELF);
	if (!wire_string(&pub, point) || point->left != POINT_SIZE ||
	    pub.left != 0 || inner->left % BLOCK_SIZE != 0)
		return damaged(fault);
	return 0;
}

static bool
is_padding(const struct wire *rest)
{
	size_t i;

	for (i = 0; i < rest->left; i++)
		if (rest->at[i] != i + 1)
			return false;
	return rest->left < BLOCK_SIZE;
}

static int
read_inner(struct arena *arena, struct wire inner, const struct wire *point,
    struct seckey **out, struct fault *fault)
{
	struct wire type, pub, pair, comment;
	uint32_t check, again;
	struct seckey *key;

	if (!wire_u32(&inner, &check) || !wire_u32(&inner, &again) ||
	    check != again || !wire_string(&inner, &type) ||
	    !wire_is(&type, ED25519) || !wire_string(&inner, &pub) ||
	    !wire_equal(&pub, point) || !wire_string(&inner, &pair) ||
	    pair.left != PAIR_SIZE ||
	    memcmp(pair.at + SEED_SIZE, point->at, POINT_SIZE) != 0 ||
	    !wire_string(&inner, &comment) || !is_padding(&inner))
		return damaged(fault);
	if (seckey_from_seed(arena, pair.at, "", &key, fault) == -1)
		return -1;
	pub = pubkey_blob(key->pub);
	if (memcmp(pub.at + pub.left - POINT_SIZE, point->at,
	    POINT_SIZE) != 0) {
		seckey_free(key);
		return damaged(fault);
	}
	key->comment = plain_comment(arena, (const char *)comment.at,
	    comment.left);
	*out = key;
	return 0;
}

int
seckey_read(struct arena *arena, const char *text, size_t len,
    struct seckey **out, struct fault *fault)
{
	struct wire whole, point, inner;
	struct buf blob;
	int r = -1;

	init_secret(&blob, arena, len);
	if (open_text(text, len, &blob, fault) == -1)
		goto out;
	whole.at = (const uint8_t *)blob.data;
	whole.left = blob.len;
	if (read_head(&whole, &point, &inner, fault) == -1)
		goto out;
	r = read_inner(arena, inner, &point, out, fault);
out:
	wipe(&blob);
	return r;
}

/* WRITING */

static int
put_inner(const struct seckey *key, struct buf *out, struct fault *fault)
{
	const struct wire pub = pubkey_blob(key->pub);
	uint8_t pair[PAIR_SIZE];
	size_t size = SEED_SIZE;
	uint32_t check;
	char pad;
	int r = -1;

	if (file_random(&check, sizeof check, fault) == -1)
		goto out;
	if (EVP_PKEY_get_raw_private_key(key->pkey, pair, &size) != 1) {
		keytype_trouble(fault, "give out an ed25519 key");
		goto out;
	}
	memcpy(pair + SEED_SIZE, pub.at + pub.left - POINT_SIZE, POINT_SIZE);
	wire_put_u32(out, check);
	wire_put_u32(out, check);
	buf_add(out, pub.at, pub.left);
	wire_put_string(out, pair, sizeof pair);
	wire_put_text(out, key->comment);
	for (pad = 1; out->len % BLOCK_SIZE != 0; pad++)
		buf_putc(out, pad);
	r = 0;
out:
	OPENSSL_cleanse(pair, sizeof pair);
	return r;
}

int
seckey_write(const struct seckey *key, struct buf *out, struct fault *fault)
{
	const struct wire pub = pubkey_blob(key->pub);
	struct buf inner, blob;
	int r = -1;

	init_secret(&inner, out->arena, TEXT_ROOM);
	init_secret(&blob, out->arena, TEXT_ROOM);
	if (put_inner(key, &inner, fault) == -1)
		goto out;
	buf_add(&blob, magic, sizeof magic);
	wire_put_text(&blob, "none");
	wire_put_text(&blob, "none");
	wire_put_text(&blob, "");
	wire_put_u32(&blob, 1);
	wire_put_string(&blob, pub.at, pub.left);
	wire_put_string(&blob, inner.data, inner.len);
	buf_fill(out, '\0', TEXT_ROOM);
	buf_cut(out, out->len - TEXT_ROOM);
	buf_puts(out, BEGIN "\n");
	base64_write(out, blob.data, blob.len, ARMOUR_WIDTH);
	buf_puts(out, END "\n");
	r = 0;
out:
	wipe(&blob);
	wipe(&inner);
	return r;
}

int
seckey_sign(const struct seckey *key, const void *data, size_t len,
    struct buf *out, struct fault *fault)
{
	uint8_t sig[SIG_SIZE];
	size_t size = sizeof sig;
	EVP_MD_CTX *ctx;
	int r = -1;

	ctx = EVP_MD_CTX_new();
	if (ctx == NULL || EVP_DigestSignInit_ex(ctx, NULL, NULL, NULL, NULL,
	    key->pkey, NULL) != 1 ||
	    EVP_DigestSign(ctx, sig, &size, data, len) != 1) {
		keytype_trouble(fault, "sign");
		goto out;
	}
	wire_put_text(out, ED25519);
	wire_put_string(out, sig, size);
	r = 0;
out:
	EVP_MD_CTX_free(ctx);
	return r;
}
