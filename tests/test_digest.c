/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Digests and codes against published vectors and against libcrypto. */

#include "test.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/buf.h"
#include "data/digest.h"

static int
setup(void **state)
{
	*state = arena_new();
	return 0;
}

static int
teardown(void **state)
{
	arena_free(*state);
	return 0;
}

static void
assert_digest(const struct digest *digest, const char *wanted)
{
	char hex[HEX_SIZE];

	digest_hex(digest, hex);
	assert_string_equal(hex, wanted);
}

/* FIPS 180-2, appendix B. */
static void
test_sha256_agrees_with_the_standard(void **state)
{
	struct digest digest;

	(void)state;
	digest_of("abc", 3, &digest);
	assert_digest(&digest, "ba7816bf8f01cfea414140de5dae2223"
	    "b00361a396177a9cb410ff61f20015ad");
	digest_of("", 0, &digest);
	assert_digest(&digest, "e3b0c44298fc1c149afbf4c8996fb924"
	    "27ae41e4649b934ca495991b7852b855");
}

static void
test_a_digest_of_parts_is_one_over_lengths_and_parts(void **state)
{
	static const char whole[] = "\0\0\0\0\0\0\0\2ab\0\0\0\0\0\0\0\0"
	    "\0\0\0\0\0\0\0\1c";
	static const struct digest_part parts[] = {
		{ "ab", 2 }, { NULL, 0 }, { "c", 1 }
	};
	struct digest one, other;

	(void)state;
	digest_of_parts(parts, 3, &one);
	digest_of(whole, sizeof(whole) - 1, &other);
	assert_memory_equal(one.byte, other.byte, DIGEST_SIZE);
}

static void
test_parts_cut_elsewhere_give_another_digest(void **state)
{
	static const struct digest_part one_way[] = { { "ab", 2 }, { "c", 1 } };
	static const struct digest_part other_way[] = {
		{ "a", 1 }, { "bc", 2 }
	};
	struct digest one, other;

	(void)state;
	digest_of_parts(one_way, 2, &one);
	digest_of_parts(other_way, 2, &other);
	assert_memory_not_equal(one.byte, other.byte, DIGEST_SIZE);
	digest_hmac("k", 1, one_way, 2, &one);
	digest_hmac("k", 1, other_way, 2, &other);
	assert_memory_not_equal(one.byte, other.byte, DIGEST_SIZE);
}

static void
test_hmac_agrees_with_libcrypto_for_keys_of_any_length(void **state)
{
	static const char whole[] = "\0\0\0\0\0\0\0\4salt\0\0\0\0\0\0\0\1"
	    "7";
	static const struct digest_part parts[] = { { "salt", 4 }, { "7", 1 } };
	unsigned char key[150], wanted[DIGEST_SIZE];
	struct digest digest;
	size_t len;

	(void)state;
	for (len = 0; len < sizeof(key); len++)
		key[len] = (unsigned char)(len * 7 + 1);
	for (len = 1; len <= sizeof(key); len++) {
		digest_hmac(key, len, parts, 2, &digest);
		assert_non_null(HMAC(EVP_sha256(), key, (int)len,
		    (const unsigned char *)whole, sizeof(whole) - 1, wanted,
		    NULL));
		assert_memory_equal(digest.byte, wanted, DIGEST_SIZE);
	}
}

static void
test_hex_is_read_only_when_whole_and_lower_case(void **state)
{
	unsigned char bytes[3] = { 9, 9, 9 };

	(void)state;
	assert_true(hex_read("00ff7a", bytes, 3));
	assert_memory_equal(bytes, "\x00\xff\x7a", 3);
	assert_false(hex_read("00FF7A", bytes, 3));
	assert_false(hex_read("00ff7", bytes, 3));
	assert_false(hex_read("00ff7a0", bytes, 3));
	assert_false(hex_read("11ff7g", bytes, 3));
	assert_false(hex_read("", bytes, 3));
	assert_memory_equal(bytes, "\x00\xff\x7a", 3);
}

static void
test_hex_is_written_as_it_is_read(void **state)
{
	struct buf buf;

	buf_init(&buf, *state);
	hex_write(&buf, "\x00\xff\x7a", 3);
	assert_string_equal(buf.data, "00ff7a");
}

/* RFC 8439, appendix A.1, those with a zero nonce. */
static void
test_the_keystream_agrees_with_the_rfc(void **state)
{
	static const struct {
		int		 at, value;	/* one byte of the key */
		uint64_t	 block;
		const char	*stream;
	} vectors[] = {
		{ 0, 0, 0, "76b8e0ada0f13d90405d6ae55386bd28"
		    "bdd219b8a08ded1aa836efcc8b770dc7"
		    "da41597c5157488d7724e03fb8d84a37"
		    "6a43b8f41518a11cc387b669b2ee6586" },
		{ 0, 0, 1, "9f07e7be5551387a98ba977c732d080d"
		    "cb0f29a048e3656912c6533e32ee7aed"
		    "29b721769ce64e43d57133b074d839d5"
		    "31ed1f28510afb45ace10a1f4b794d6f" },
		{ 31, 1, 1, "3aeb5224ecf849929b9d828db1ced4dd"
		    "832025e8018b8160b82284f3c949aa5a"
		    "8eca00bbb4a73bdad192b5c42f73f2fd"
		    "4e273644c8b36125a64addeb006c13a0" },
		{ 1, 0xff, 2, "72d54dfbf12ec44b362692df94137f32"
		    "8fea8da73990265ec1bbbea1ae9af0ca"
		    "13b25aa26cb4a648cb9b9d1be65b2c09"
		    "24a66c54d545ec1b7374f4872e99f096" }
	};
	unsigned char wanted[64], stream[64];
	struct digest key;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(vectors) / sizeof(vectors[0]); i++) {
		memset(&key, 0, sizeof(key));
		key.byte[vectors[i].at] = (uint8_t)vectors[i].value;
		digest_stream(&key, vectors[i].block, stream);
		assert_true(hex_read(vectors[i].stream, wanted, 64));
		assert_memory_equal(stream, wanted, 64);
	}
}

static void
stream_by_libcrypto(const struct digest *key, uint64_t block, uint8_t out[64])
{
	static const unsigned char zeros[64];
	unsigned char iv[16] = { 0 };
	EVP_CIPHER_CTX *ctx;
	int i, len;

	for (i = 0; i < 8; i++)
		iv[i] = (unsigned char)(block >> (8 * i));
	ctx = EVP_CIPHER_CTX_new();
	assert_non_null(ctx);
	assert_int_equal(EVP_EncryptInit_ex(ctx, EVP_chacha20(), NULL,
	    key->byte, iv), 1);
	assert_int_equal(EVP_EncryptUpdate(ctx, out, &len, zeros, 64), 1);
	EVP_CIPHER_CTX_free(ctx);
}

static void
test_the_keystream_agrees_with_libcrypto(void **state)
{
	static const uint64_t blocks[] = {
		0, 1, 77, 0xffffffff, 0x100000000, 0x123456789abcdef0
	};
	unsigned char stream[64], wanted[64];
	struct digest key;
	size_t i;
	int round;

	(void)state;
	digest_of("key", 3, &key);
	for (round = 0; round < 20; round++) {
		for (i = 0; i < sizeof(blocks) / sizeof(blocks[0]); i++) {
			digest_stream(&key, blocks[i], stream);
			stream_by_libcrypto(&key, blocks[i], wanted);
			assert_memory_equal(stream, wanted, 64);
		}
		digest_of(&key, sizeof(key), &key);
	}
}

/* RFC 4648, section 10. */
static void
test_base64_agrees_with_the_rfc(void **state)
{
	static const char *const codes[] = {
		"", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"
	};
	struct buf code, text;
	size_t len;

	for (len = 0; len <= 6; len++) {
		buf_init(&code, *state);
		buf_init(&text, *state);
		base64_write(&code, "foobar", len, 0);
		assert_string_equal(code.data, codes[len]);
		assert_true(base64_read(codes[len], strlen(codes[len]),
		    &text));
		assert_int_equal(text.len, len);
		assert_memory_equal(text.data, "foobar", len);
	}
}

static void
test_base64_is_written_in_lines_and_read_back(void **state)
{
	unsigned char bytes[256];
	struct buf code, text;
	size_t len;
	int width;

	for (len = 0; len < sizeof(bytes); len++)
		bytes[len] = (unsigned char)(255 - len);
	for (len = 0; len <= sizeof(bytes); len++)
		for (width = 0; width <= 76; width += 38) {
			buf_init(&code, *state);
			buf_init(&text, *state);
			base64_write(&code, bytes, len, width);
			assert_true(base64_read(code.data, code.len, &text));
			assert_int_equal(text.len, len);
			assert_memory_equal(text.data, bytes, len);
		}
	buf_init(&code, *state);
	base64_write(&code, "foobarfoobar", 12, 8);
	assert_string_equal(code.data, "Zm9vYmFy\nZm9vYmFy\n");
}

static void
test_base64_that_is_not_strict_is_refused(void **state)
{
	static const char *const bad[] = {
		"Z", "Zg", "Zg=", "Zg===", "Zm8", "Zh==", "Zm9=", "=", "====",
		"Zg==Zg==", "Zm9v=", "Z=g=", "Zm9v!", "Zm9-", "Zm9_", "Zg=\x80"
	};
	struct buf text;
	size_t i;

	buf_init(&text, *state);
	buf_puts(&text, "kept");
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		assert_false(base64_read(bad[i], strlen(bad[i]), &text));
		assert_string_equal(text.data, "kept");
	}
	assert_true(base64_read(" Zm\r\n9v\tZg = =\n", 15, &text));
	assert_string_equal(text.data, "keptfoof");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_sha256_agrees_with_the_standard),
		TEST(test_a_digest_of_parts_is_one_over_lengths_and_parts),
		TEST(test_parts_cut_elsewhere_give_another_digest),
		TEST(test_hmac_agrees_with_libcrypto_for_keys_of_any_length),
		TEST(test_hex_is_read_only_when_whole_and_lower_case),
		TEST(test_hex_is_written_as_it_is_read),
		TEST(test_the_keystream_agrees_with_the_rfc),
		TEST(test_the_keystream_agrees_with_libcrypto),
		TEST(test_base64_agrees_with_the_rfc),
		TEST(test_base64_is_written_in_lines_and_read_back),
		TEST(test_base64_that_is_not_strict_is_refused)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
