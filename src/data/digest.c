/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Digests by libcrypto, one block of ChaCha20 by hand, hex and base64. */

#include "config.h"

#include "data/digest.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
#include <string.h>

#include "base/buf.h"

enum { HMAC_BLOCK = 64 };

static EVP_MD *sha256;

/* Fetching costs more than a short digest: do it once. */
static void
fetch_sha256(void)
{
	sha256 = EVP_MD_fetch(NULL, "SHA256", NULL);
	if (sha256 == NULL)
		abort();
}

static const EVP_MD *
get_sha256(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, fetch_sha256);
	return sha256;
}

void
digest_of(const void *data, size_t len, struct digest *out)
{
	if (!EVP_Digest(data, len, out->byte, NULL, get_sha256(), NULL))
		abort();
}

static EVP_MD_CTX *
begin(void)
{
	EVP_MD_CTX *ctx;

	ctx = EVP_MD_CTX_new();
	if (ctx == NULL || !EVP_DigestInit_ex(ctx, get_sha256(), NULL))
		abort();
	return ctx;
}

static void
take(EVP_MD_CTX *ctx, const void *data, size_t len)
{
	if (len > 0 && !EVP_DigestUpdate(ctx, data, len))
		abort();
}

static void
take_parts(EVP_MD_CTX *ctx, const struct digest_part *parts, int n_parts)
{
	uint8_t length[8];
	int i, k;

	for (i = 0; i < n_parts; i++) {
		for (k = 0; k < 8; k++)
			length[k] = (uint8_t)((uint64_t)parts[i].len >>
			    (56 - 8 * k));
		take(ctx, length, sizeof(length));
		take(ctx, parts[i].data, parts[i].len);
	}
}

static void
end(EVP_MD_CTX *ctx, struct digest *out)
{
	if (!EVP_DigestFinal_ex(ctx, out->byte, NULL))
		abort();
	EVP_MD_CTX_free(ctx);
}

void
digest_of_parts(const struct digest_part *parts, int n_parts,
    struct digest *out)
{
	EVP_MD_CTX *ctx;

	ctx = begin();
	take_parts(ctx, parts, n_parts);
	end(ctx, out);
}

/* RFC 2104. */
void
digest_hmac(const void *key, size_t key_len, const struct digest_part *parts,
    int n_parts, struct digest *out)
{
	uint8_t inner_key[HMAC_BLOCK], outer_key[HMAC_BLOCK];
	uint8_t block[HMAC_BLOCK] = { 0 };
	struct digest inner;
	EVP_MD_CTX *ctx;
	int i;

	if (key_len > HMAC_BLOCK) {
		digest_of(key, key_len, &inner);
		memcpy(block, inner.byte, DIGEST_SIZE);
	} else if (key_len > 0)
		memcpy(block, key, key_len);
	for (i = 0; i < HMAC_BLOCK; i++) {
		inner_key[i] = block[i] ^ 0x36;
		outer_key[i] = block[i] ^ 0x5c;
	}
	ctx = begin();
	take(ctx, inner_key, sizeof(inner_key));
	take_parts(ctx, parts, n_parts);
	end(ctx, &inner);
	ctx = begin();
	take(ctx, outer_key, sizeof(outer_key));
	take(ctx, inner.byte, DIGEST_SIZE);
	end(ctx, out);
	OPENSSL_cleanse(block, sizeof(block));
	OPENSSL_cleanse(inner_key, sizeof(inner_key));
	OPENSSL_cleanse(outer_key, sizeof(outer_key));
}

/* === Hex === */

static const char hex_digits[] = "0123456789abcdef";

void
digest_hex(const struct digest *digest, char out[HEX_SIZE])
{
	int i;

	for (i = 0; i < DIGEST_SIZE; i++) {
		out[2 * i] = hex_digits[digest->byte[i] >> 4];
		out[2 * i + 1] = hex_digits[digest->byte[i] & 15];
	}
	out[2 * DIGEST_SIZE] = '\0';
}

static int
hex_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return -1;
}

bool
hex_read(const char *text, void *out, size_t size)
{
	uint8_t *byte = out;
	size_t i;

	if (strlen(text) != 2 * size)
		return false;
	for (i = 0; i < 2 * size; i++)
		if (hex_value(text[i]) < 0)
			return false;
	for (i = 0; i < size; i++)
		byte[i] = (uint8_t)(hex_value(text[2 * i]) << 4 |
		    hex_value(text[2 * i + 1]));
	return true;
}

void
hex_write(struct buf *out, const void *data, size_t len)
{
	const uint8_t *byte = data;
	size_t i;

	for (i = 0; i < len; i++) {
		buf_putc(out, hex_digits[byte[i] >> 4]);
		buf_putc(out, hex_digits[byte[i] & 15]);
	}
}

/* === ChaCha20 === */

static uint32_t
turn_left(uint32_t word, int bits)
{
	return word << bits | word >> (32 - bits);
}

static void
quarter_round(uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d)
{
	*a += *b;
	*d = turn_left(*d ^ *a, 16);
	*c += *d;
	*b = turn_left(*b ^ *c, 12);
	*a += *b;
	*d = turn_left(*d ^ *a, 8);
	*c += *d;
	*b = turn_left(*b ^ *c, 7);
}

static void
double_round(uint32_t x[16])
{
	int i;

	for (i = 0; i < 4; i++)
		quarter_round(&x[i], &x[4 + i], &x[8 + i], &x[12 + i]);
	for (i = 0; i < 4; i++)
		quarter_round(&x[i], &x[4 + (i + 1) % 4], &x[8 + (i + 2) % 4],
		    &x[12 + (i + 3) % 4]);
}

/*
 * The high half of a block number beyond 32 bits stands where RFC 8439 has
 * the first word of the nonce.
 */
void
digest_stream(const struct digest *key, uint64_t block, uint8_t out[64])
{
	uint32_t start[16] = {
		0x61707865, 0x3320646e, 0x79622d32, 0x6b206574
	};
	uint32_t x[16];
	int i, k;

	for (i = 0; i < 8; i++)
		for (k = 3; k >= 0; k--)
			start[4 + i] = start[4 + i] << 8 |
			    key->byte[4 * i + k];
	start[12] = (uint32_t)block;
	start[13] = (uint32_t)(block >> 32);
	memcpy(x, start, sizeof(x));
	for (i = 0; i < 10; i++)
		double_round(x);
	for (i = 0; i < 16; i++) {
		x[i] += start[i];
		for (k = 0; k < 4; k++)
			out[4 * i + k] = (uint8_t)(x[i] >> (8 * k));
	}
}

/* === Base64 === */

static const char base64_digits[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Three bytes, or the one or two that are left, as four characters. */
static void
base64_group(const uint8_t *byte, size_t left, char out[4])
{
	uint32_t	bits = (uint32_t)byte[0] << 16;

	bits |= left > 1 ? (uint32_t)byte[1] << 8 : 0;
	bits |= left > 2 ? (uint32_t)byte[2] : 0;
	out[0] = base64_digits[bits >> 18];
	out[1] = base64_digits[bits >> 12 & 63];
	out[2] = left > 1 ? base64_digits[bits >> 6 & 63] : '=';
	out[3] = left > 2 ? base64_digits[bits & 63] : '=';
}

void
base64_write(struct buf *out, const void *data, size_t len, int width)
{
	const uint8_t	*byte = data;
	char		 line[80], group[4];
	size_t		 room = width > 0 ? (size_t)width : sizeof(line);
	size_t		 i, n = 0;
	int		 k;

	assert(room <= sizeof(line));
	for (i = 0; i < len; i += 3) {
		base64_group(byte + i, len - i, group);
		for (k = 0; k < 4; k++) {
			line[n++] = group[k];
			if (n < room && (k < 3 || i + 3 < len))
				continue;
			buf_add(out, line, n);
			if (width > 0)
				buf_putc(out, '\n');
			n = 0;
		}
	}
}

static int
base64_value(char c)
{
	if (c >= 'A' && c <= 'Z')
		return c - 'A';
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 26;
	if (c >= '0' && c <= '9')
		return c - '0' + 52;
	return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/* Take in one character; return whether all is well so far. */
static bool
take_base64(struct buf *out, char c, uint32_t *bits, int *n_digits, int *n_pads)
{
	int value;

	if (c == '=') {
		++*n_pads;
		return *n_digits + *n_pads <= 4 && *n_digits >= 2;
	}
	value = base64_value(c);
	if (value < 0 || *n_pads > 0)
		return false;
	*bits = *bits << 6 | (uint32_t)value;
	if (++*n_digits == 4) {
		buf_putc(out, (char)(*bits >> 16));
		buf_putc(out, (char)(*bits >> 8));
		buf_putc(out, (char)*bits);
		*bits = 0;
		*n_digits = 0;
	}
	return true;
}

/* Take in what stood before the padding. */
static bool
end_base64(struct buf *out, uint32_t bits, int n_digits, int n_pads)
{
	if (n_digits == 0)
		return n_pads == 0;
	if (n_digits + n_pads != 4)
		return false;
	if (n_digits == 2) {
		buf_putc(out, (char)(bits >> 4));
		return (bits & 15) == 0;
	}
	buf_putc(out, (char)(bits >> 10));
	buf_putc(out, (char)(bits >> 2));
	return (bits & 3) == 0;
}

bool
base64_read(const char *text, size_t len, struct buf *out)
{
	uint32_t bits;
	size_t i, start;
	int n_digits, n_pads;
	bool sound;

	start = out->len;
	bits = 0;
	n_digits = n_pads = 0;
	sound = true;
	for (i = 0; sound && i < len; i++)
		if (text[i] != ' ' && text[i] != '\t' && text[i] != '\r' &&
		    text[i] != '\n')
			sound = take_base64(out, text[i], &bits, &n_digits,
			    &n_pads);
	if (sound)
		sound = end_base64(out, bits, n_digits, n_pads);
	if (!sound)
		buf_cut(out, start);
	return sound;
}
