/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Keys of OpenSSH: reading, writing, and what is said about wrong ones. */

#include "test.h"

#include "sign/key.h"

#include "data/digest.h"
#include "sign/wire.h"
#include "sshsig_data.h"

static const char *const all_keys[] = {
	"ed25519.pub", "ecdsa256.pub", "ecdsa384.pub", "ecdsa521.pub",
	"rsa.pub", "sk.pub"
};
enum { N_KEYS = sizeof all_keys / sizeof all_keys[0] };

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

/* PUBLIC KEYS */

static void
refuse_line(struct arena *arena, const char *line, const char *part)
{
	struct fault fault = { .kind = FAULT_NONE };
	struct pubkey *key = NULL;

	assert_int_equal(pubkey_read(arena, line, strlen(line), &key, &fault),
	    -1);
	assert_null(key);
	assert_says(&fault, FAULT_PLAYER, part);
}

/* A line of that type around these bytes. */
static const char *
line_of(struct arena *arena, const char *type, const struct buf *blob)
{
	struct buf line;

	buf_init(&line, arena);
	buf_printf(&line, "%s ", type);
	base64_write(&line, blob->data, blob->len, 0);
	return line.data;
}

static void
test_fingerprints_are_those_of_ssh_keygen(void **state)
{
	struct buf wanted = data_read(*state, "fingerprints");
	struct pubkey *key;
	char *line;
	int i;

	for (i = 0; i < N_KEYS; i++) {
		key = data_pubkey(*state, all_keys[i]);
		line = arena_printf(*state, "%.*s %s\n",
		    (int)strlen(all_keys[i]) - 4, all_keys[i],
		    pubkey_fingerprint(key));
		assert_non_null(strstr(wanted.data, line));
		pubkey_free(key);
	}
}

static void
test_a_key_has_one_line_without_its_comment(void **state)
{
	struct buf text;
	struct pubkey *key;
	int i;

	for (i = 0; i < N_KEYS; i++) {
		text = data_read(*state, all_keys[i]);
		key = data_pubkey(*state, all_keys[i]);
		buf_cut(&text, (size_t)(strrchr(text.data, ' ') - text.data));
		assert_string_equal(pubkey_line(key), text.data);
		pubkey_free(key);
	}
}

static void
test_a_line_may_end_in_crlf_and_have_blanks_between(void **state)
{
	struct pubkey *plain = data_pubkey(*state, "ed25519.pub"), *key = NULL;
	struct fault fault;
	char *line, *spaced;

	line = arena_strdup(*state, pubkey_line(plain));
	spaced = arena_printf(*state, "%.11s \t %s  a comment  of words \r\n",
	    line, line + 12);
	assert_int_equal(pubkey_read(*state, spaced, strlen(spaced), &key,
	    &fault), 0);
	assert_string_equal(pubkey_line(key), line);
	pubkey_free(key);
	pubkey_free(plain);
}

static void
test_a_damaged_line_is_refused(void **state)
{
	struct buf text;
	struct fault fault;
	struct pubkey *key;
	size_t len, end;
	int i;

	for (i = 0; i < N_KEYS; i++) {
		text = data_read(*state, all_keys[i]);
		end = (size_t)(strrchr(text.data, ' ') - text.data);
		for (len = 0; len < end; len++) {
			key = NULL;
			fault.kind = FAULT_NONE;
			assert_int_equal(pubkey_read(*state, text.data, len,
			    &key, &fault), -1);
			assert_null(key);
			assert_int_equal(fault.kind, FAULT_PLAYER);
		}
	}
}

static void
test_bytes_behind_a_key_are_refused(void **state)
{
	struct pubkey *key;
	struct wire blob;
	struct buf more;
	const char *type;
	int i;

	for (i = 0; i < N_KEYS; i++) {
		key = data_pubkey(*state, all_keys[i]);
		blob = pubkey_blob(key);
		type = arena_strndup(*state, pubkey_line(key),
		    strcspn(pubkey_line(key), " "));
		buf_init(&more, *state);
		buf_add(&more, blob.at, blob.left);
		buf_putc(&more, '\0');
		refuse_line(*state, line_of(*state, type, &more),
		    "bytes behind the end");
		pubkey_free(key);
	}
}

static void
test_a_line_that_misnames_its_type_is_refused(void **state)
{
	struct pubkey *key = data_pubkey(*state, "ecdsa256.pub");
	struct wire blob = pubkey_blob(key);
	struct buf same;

	buf_init(&same, *state);
	buf_add(&same, blob.at, blob.left);
	refuse_line(*state, line_of(*state, "ecdsa-sha2-nistp384", &same),
	    "the line says ecdsa-sha2-nistp384");
	pubkey_free(key);
}

static void
test_a_point_off_its_curve_is_refused(void **state)
{
	struct pubkey *key = data_pubkey(*state, "ecdsa256.pub");
	struct wire blob = pubkey_blob(key);
	struct buf off;

	buf_init(&off, *state);
	buf_add(&off, blob.at, blob.left);
	off.data[off.len - 1] ^= 1;
	refuse_line(*state, line_of(*state, "ecdsa-sha2-nistp256", &off),
	    "damaged");
	pubkey_free(key);
}

/* An RSA key out of a modulus of that many bits and an exponent. */
static const char *
rsa_line(struct arena *arena, size_t bits, const char *exponent, size_t len)
{
	struct buf blob;

	buf_init(&blob, arena);
	wire_put_text(&blob, "ssh-rsa");
	wire_put_string(&blob, exponent, len);
	wire_put_u32(&blob, (uint32_t)(bits / 8 + 1));
	buf_putc(&blob, (char)(bits % 8 == 0 ? 0 : 0xff >> (8 - bits % 8)));
	buf_fill(&blob, (char)0xff, bits / 8);
	return line_of(arena, "ssh-rsa", &blob);
}

static void
test_rsa_keys_have_2048_to_16384_bits(void **state)
{
	static const size_t fine[] = { 2048, 3071, 16384 };
	struct pubkey *key;
	struct fault fault;
	const char *line;
	size_t i;

	for (i = 0; i < 3; i++) {
		line = rsa_line(*state, fine[i], "\1\0\1", 3);
		key = NULL;
		assert_int_equal(pubkey_read(*state, line, strlen(line), &key,
		    &fault), 0);
		pubkey_free(key);
	}
	refuse_line(*state, data_read(*state, "rsa1024.pub").data,
	    "this RSA key has 1024 bits");
	refuse_line(*state, rsa_line(*state, 2047, "\1\0\1", 3), "2047 bits");
	refuse_line(*state, rsa_line(*state, 16392, "\1\0\1", 3), "16392 bits");
}

static void
test_an_rsa_exponent_is_odd_short_and_above_one(void **state)
{
	refuse_line(*state, rsa_line(*state, 2048, "\1", 1), "damaged");
	refuse_line(*state, rsa_line(*state, 2048, "\1\0\2", 3), "damaged");
	refuse_line(*state, rsa_line(*state, 2048, "\1\0\0\0\0\0\0\0\1", 9),
	    "damaged");
	refuse_line(*state, rsa_line(*state, 2048, "\0\1\0\1", 4), "damaged");
	refuse_line(*state, rsa_line(*state, 2048, "", 0), "damaged");
	refuse_line(*state, rsa_line(*state, 2048, "\x81", 1), "damaged");
}

static void
test_what_is_no_public_key_is_told_what_it_is(void **state)
{
	struct arena *arena = *state;

	refuse_line(arena, "", "is no type of key");
	refuse_line(arena, "hello world", "begins with one of ssh-ed25519, ");
	refuse_line(arena, "ssh-ed25519", "not whole base64");
	refuse_line(arena, "ssh-ed25519 AAAA*", "not whole base64");
	refuse_line(arena, "ssh-dss AAAAB3NzaC1kc3M= x", "too weak");
	refuse_line(arena, "\033[2Jssh-rsa x", "\"?[2Jssh-rsa\"");
	refuse_line(arena, data_read(arena, "ed25519").data,
	    "for nobody but you");
	refuse_line(arena, "-----BEGIN PUBLIC KEY-----\n", "-m PKCS8");
	refuse_line(arena, "---- BEGIN SSH2 PUBLIC KEY ----\n", "RFC 4716");
	refuse_line(arena, arena_printf(arena, "%s%s",
	    data_read(arena, "ed25519.pub").data,
	    data_read(arena, "rsa.pub").data), "more than one line");
}

/* PRIVATE KEYS */

static void
refuse_text(struct arena *arena, const char *text, size_t len,
    const char *part)
{
	struct fault fault = { .kind = FAULT_NONE };
	struct seckey *key = NULL;

	assert_int_equal(seckey_read(arena, text, len, &key, &fault), -1);
	assert_null(key);
	assert_says(&fault, FAULT_OPERATOR, part);
}

static void
refuse_file(struct arena *arena, const char *name, const char *part)
{
	struct buf text = data_read(arena, name);

	refuse_text(arena, text.data, text.len, part);
}

static void
test_a_private_key_of_ssh_keygen_is_read(void **state)
{
	struct seckey *key = data_seckey(*state, "ed25519");
	struct pubkey *pub = data_pubkey(*state, "ed25519.pub");

	assert_string_equal(pubkey_line(seckey_pubkey(key)), pubkey_line(pub));
	assert_string_equal(seckey_comment(key), "jane@example.org");
	pubkey_free(pub);
	seckey_free(key);
}

static void
test_a_private_key_with_crlf_is_read(void **state)
{
	struct buf text = data_read(*state, "ed25519"), crlf;
	struct seckey *key = NULL;
	struct fault fault;
	size_t i;

	buf_init(&crlf, *state);
	for (i = 0; i < text.len; i++)
		if (text.data[i] == '\n')
			buf_puts(&crlf, "\r\n");
		else
			buf_putc(&crlf, text.data[i]);
	assert_int_equal(seckey_read(*state, crlf.data, crlf.len, &key,
	    &fault), 0);
	seckey_free(key);
}

static void
test_a_key_with_a_passphrase_names_the_ways_out(void **state)
{
	refuse_file(*state, "locked", "ssh-keygen -p -f KEY");
	refuse_file(*state, "locked",
	    "ssh-keygen -Y sign -f KEY -n postern FILE");
}

static void
test_private_keys_of_other_kinds_are_told_what_they_are(void **state)
{
	static const char pkcs8[] = "-----BEGIN PRIVATE KEY-----\nMC4=\n";
	static const char locked[] = "-----BEGIN ENCRYPTED PRIVATE KEY-----\n";

	refuse_file(*state, "rsa", "an RSA key in PEM");
	refuse_file(*state, "ecdsa256", "of type ecdsa-sha2-nistp256");
	refuse_file(*state, "ecdsa256",
	    "ssh-keygen -Y sign -f KEY -n postern FILE");
	refuse_file(*state, "ed25519.pub", "without .pub");
	refuse_file(*state, "message", "this is no private key");
	refuse_text(*state, pkcs8, strlen(pkcs8), "PKCS#8");
	refuse_text(*state, locked, strlen(locked), "PKCS#8");
	refuse_text(*state, "", 0, "this is no private key");
}

static void
test_a_truncated_private_key_is_refused(void **state)
{
	struct buf text = data_read(*state, "ed25519");
	struct seckey *key = NULL;
	struct fault fault;
	size_t len;

	for (len = 0; len + 1 < text.len; len++) {
		fault.kind = FAULT_NONE;
		assert_int_equal(seckey_read(*state, text.data, len, &key,
		    &fault), -1);
		assert_int_equal(fault.kind, FAULT_OPERATOR);
	}
	assert_null(key);
}

/* Wrap bytes as the text of a private key. */
static void
private_text(struct buf *out, const struct buf *blob)
{
	buf_puts(out, "-----BEGIN OPENSSH PRIVATE KEY-----\n");
	base64_write(out, blob->data, blob->len, 70);
	buf_puts(out, "-----END OPENSSH PRIVATE KEY-----\n");
}

/* The comment is the only part where a change makes no other key. */
static void
test_a_changed_private_key_is_refused_or_the_same(void **state)
{
	struct buf text = data_read(*state, "ed25519"), blob, mutant;
	struct pubkey *pub = data_pubkey(*state, "ed25519.pub");
	struct seckey *key;
	struct fault fault;
	size_t i, accepted = 0;

	buf_init(&blob, *state);
	assert_true(base64_read(strchr(text.data, '\n'),
	    (size_t)(strstr(text.data, "-----END") - strchr(text.data, '\n')),
	    &blob));
	for (i = 0; i < 8 * blob.len; i++) {
		blob.data[i / 8] ^= (char)(1 << i % 8);
		buf_init(&mutant, *state);
		private_text(&mutant, &blob);
		blob.data[i / 8] ^= (char)(1 << i % 8);
		key = NULL;
		if (seckey_read(*state, mutant.data, mutant.len, &key,
		    &fault) == -1)
			continue;
		accepted++;
		assert_string_equal(pubkey_line(seckey_pubkey(key)),
		    pubkey_line(pub));
		seckey_free(key);
	}
	assert_int_equal(accepted, 8 * strlen("jane@example.org"));
	pubkey_free(pub);
}

/* RFC 8032, section 7.1, test 1. */
static void
test_a_seed_gives_the_key_of_rfc_8032(void **state)
{
	static const char seed_hex[] = "9d61b19deffd5a60ba844af492ec2cc4"
	    "4449c5697b326919703bac031cae7f60";
	static const char point_hex[] = "d75a980182b10ab7d54bfed3c964073a"
	    "0ee172f3daa62325af021a68f707511a";
	uint8_t seed[SEED_SIZE], point[32];
	struct seckey *key = NULL;
	struct fault fault;
	struct wire blob;

	assert_true(hex_read(seed_hex, seed, sizeof seed));
	assert_true(hex_read(point_hex, point, sizeof point));
	assert_int_equal(seckey_from_seed(*state, seed, "rfc", &key, &fault),
	    0);
	blob = pubkey_blob(seckey_pubkey(key));
	assert_memory_equal(blob.at + blob.left - 32, point, 32);
	seckey_free(key);
}

static void
test_a_written_key_reads_back(void **state)
{
	struct seckey *key = NULL, *again;
	struct fault fault;
	struct buf text;
	char comment[32];
	int len;

	for (len = 0; len < 24; len++) {
		memset(comment, 'c', sizeof comment);
		comment[len] = '\0';
		assert_int_equal(seckey_generate(*state, comment, &key,
		    &fault), 0);
		buf_init(&text, *state);
		assert_int_equal(seckey_write(key, &text, &fault), 0);
		again = NULL;
		assert_int_equal(seckey_read(*state, text.data, text.len,
		    &again, &fault), 0);
		assert_string_equal(seckey_comment(again), comment);
		assert_string_equal(pubkey_line(seckey_pubkey(again)),
		    pubkey_line(seckey_pubkey(key)));
		seckey_free(again);
		seckey_free(key);
	}
}

static void
test_generated_keys_differ(void **state)
{
	struct seckey *a = NULL, *b = NULL;
	struct fault fault;

	assert_int_equal(seckey_generate(*state, "a", &a, &fault), 0);
	assert_int_equal(seckey_generate(*state, "b", &b, &fault), 0);
	assert_string_not_equal(pubkey_line(seckey_pubkey(a)),
	    pubkey_line(seckey_pubkey(b)));
	seckey_free(a);
	seckey_free(b);
}

static void
test_a_comment_is_kept_to_one_line(void **state)
{
	uint8_t seed[SEED_SIZE] = { 1 };
	struct seckey *key = NULL;
	struct fault fault;

	assert_int_equal(seckey_from_seed(*state, seed, "two\r\nlines", &key,
	    &fault), 0);
	assert_string_equal(seckey_comment(key), "two  lines");
	seckey_free(key);
}

/*
 * The bytes that an arena handed out between two calls lie in one block as
 * long as they are few.
 */
static void
assert_no_seed(const char *from, const char *to, const uint8_t *seed)
{
	assert_true(to > from && to - from < 8192);
	assert_null(memmem(from, (size_t)(to - from), seed, SEED_SIZE));
}

static void
test_reading_and_writing_leave_no_seed_in_memory(void **state)
{
	struct arena *writing = arena_new(), *reading = arena_new();
	uint8_t seed[SEED_SIZE] = "a seed that is easily found here";
	struct seckey *key = NULL, *again = NULL;
	const char *from;
	struct fault fault;
	struct buf text;

	assert_int_equal(seckey_from_seed(*state, seed, "x", &key, &fault), 0);
	from = arena_alloc(writing, 1);
	buf_init(&text, writing);
	assert_int_equal(seckey_write(key, &text, &fault), 0);
	assert_no_seed(from, arena_alloc(writing, 1), seed);
	from = arena_alloc(reading, 1);
	assert_int_equal(seckey_read(reading, text.data, text.len, &again,
	    &fault), 0);
	assert_no_seed(from, arena_alloc(reading, 1), seed);
	seckey_free(again);
	seckey_free(key);
	arena_free(reading);
	arena_free(writing);
}

/* WIRE */

static void
test_numbers_must_be_positive_and_shortest(void **state)
{
	static const struct {
		const char	*bytes;
		size_t		 len, magnitude;
	} row[] = {
		{ "\0\0\0\1\177", 5, 1 },
		{ "\0\0\0\2\0\200", 6, 1 },
		{ "\0\0\0\1\200", 5, 0 },
		{ "\0\0\0\2\0\177", 6, 0 },
		{ "\0\0\0\1\0", 5, 0 },
		{ "\0\0\0\0", 4, 0 },
		{ "\0\0\0\2\1", 5, 0 },
		{ "\377\377\377\377\1", 5, 0 },
	};
	struct wire wire, out;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof row / sizeof row[0]; i++) {
		wire.at = (const uint8_t *)row[i].bytes;
		wire.left = row[i].len;
		assert_int_equal(wire_mpint(&wire, &out), row[i].magnitude > 0);
		assert_int_equal(wire.left,
		    row[i].magnitude > 0 ? 0 : row[i].len);
		if (row[i].magnitude > 0)
			assert_int_equal(out.left, row[i].magnitude);
	}
}

static void
test_strange_bytes_are_shown_tamely(void **state)
{
	const struct wire odd = { (const uint8_t *)"a\033[31m\n\377z", 9 };
	char out[16], tight[6];

	(void)state;
	wire_show(&odd, out, sizeof out);
	assert_string_equal(out, "a?[31m??z");
	wire_show(&odd, tight, sizeof tight);
	assert_string_equal(tight, "a?...");
}

#define TEST(name)	cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_fingerprints_are_those_of_ssh_keygen),
		TEST(test_a_key_has_one_line_without_its_comment),
		TEST(test_a_line_may_end_in_crlf_and_have_blanks_between),
		TEST(test_a_damaged_line_is_refused),
		TEST(test_bytes_behind_a_key_are_refused),
		TEST(test_a_line_that_misnames_its_type_is_refused),
		TEST(test_a_point_off_its_curve_is_refused),
		TEST(test_rsa_keys_have_2048_to_16384_bits),
		TEST(test_an_rsa_exponent_is_odd_short_and_above_one),
		TEST(test_what_is_no_public_key_is_told_what_it_is),
		TEST(test_a_private_key_of_ssh_keygen_is_read),
		TEST(test_a_private_key_with_crlf_is_read),
		TEST(test_a_key_with_a_passphrase_names_the_ways_out),
		TEST(test_private_keys_of_other_kinds_are_told_what_they_are),
		TEST(test_a_truncated_private_key_is_refused),
		TEST(test_a_changed_private_key_is_refused_or_the_same),
		TEST(test_a_seed_gives_the_key_of_rfc_8032),
		TEST(test_a_written_key_reads_back),
		TEST(test_generated_keys_differ),
		TEST(test_a_comment_is_kept_to_one_line),
		TEST(test_reading_and_writing_leave_no_seed_in_memory),
		TEST(test_numbers_must_be_positive_and_shortest),
		TEST(test_strange_bytes_are_shown_tamely),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
