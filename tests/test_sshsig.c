/* SPDX-License-Identifier: GPL-3.0-or-later */

/* SSHSIG: what ssh-keygen signed is taken, and nothing that differs. */

#include "test.h"

#include "sign/sshsig.h"

#include <openssl/evp.h>
#include <openssl/pem.h>

#include <stdbool.h>

#include "data/digest.h"
#include "sign/key.h"
#include "sign/wire.h"
#include "sshsig_data.h"

#define SK_TYPE	"sk-ssh-ed25519@openssh.com"
#define SK_APPLICATION	"ssh:"

enum { ED25519, ECDSA256, ECDSA384, ECDSA521, RSA_2048, SK, N_KEYS };
enum { N_FLIPS = 3 };

static const char *const key_names[] = {
	"ed25519", "ecdsa256", "ecdsa384", "ecdsa521", "rsa"
};

struct fixture {
	struct arena	*arena;		/* for the whole test */
	struct arena	*job;		/* for one verification */
	struct arena	*draft;		/* for one mutant */
	struct pubkey	*key[N_KEYS];
	struct seckey	*own;		/* the private half of ED25519 */
	struct seckey	*inside;	/* of the security key */
	struct buf	 message;
};

/* A security key made in software: application and point. */
static struct pubkey *
sk_pubkey(struct fixture *f)
{
	struct wire blob = pubkey_blob(seckey_pubkey(f->inside));
	struct pubkey *key = NULL;
	struct buf bytes, line;
	struct fault fault;

	buf_init(&bytes, f->arena);
	wire_put_text(&bytes, SK_TYPE);
	wire_put_string(&bytes, blob.at + blob.left - 32, 32);
	wire_put_text(&bytes, SK_APPLICATION);
	buf_init(&line, f->arena);
	buf_puts(&line, SK_TYPE " ");
	base64_write(&line, bytes.data, bytes.len, 0);
	assert_int_equal(pubkey_read(f->arena, line.data, line.len, &key,
	    &fault), 0);
	return key;
}

static int
setup(void **state)
{
	static struct fixture fixture;
	const uint8_t seed[SEED_SIZE] = "the inside of a security key   ";
	struct fixture *f = &fixture;
	struct fault fault;
	int i;

	f->arena = arena_new();
	f->job = arena_new();
	f->draft = arena_new();
	for (i = 0; i < SK; i++)
		f->key[i] = data_pubkey(f->arena, arena_printf(f->arena,
		    "%s.pub", key_names[i]));
	f->own = data_seckey(f->arena, "ed25519");
	assert_int_equal(seckey_from_seed(f->arena, seed, "sk", &f->inside,
	    &fault), 0);
	f->key[SK] = sk_pubkey(f);
	f->message = data_read(f->arena, "message");
	*state = f;
	return 0;
}

static int
teardown(void **state)
{
	struct fixture *f = *state;
	int i;

	for (i = 0; i < N_KEYS; i++)
		pubkey_free(f->key[i]);
	seckey_free(f->own);
	seckey_free(f->inside);
	arena_free(f->draft);
	arena_free(f->job);
	arena_free(f->arena);
	return 0;
}

/* VERIFYING */

/* Verify against all keys; the place of the signer, or -1 with a fault. */
static int
verify(struct fixture *f, const char *armour, size_t len, const void *message,
    size_t message_len, struct fault *fault)
{
	int who = -2, r;

	arena_reset(f->job);
	fault->kind = FAULT_NONE;
	r = sshsig_verify(f->job, armour, len, message, message_len,
	    SSHSIG_NAMESPACE, (const struct pubkey *const *)f->key, N_KEYS,
	    &who, fault);
	assert_int_equal(r == 0, who >= 0 && who < N_KEYS);
	return r == 0 ? who : -1;
}

static int
verify_buf(struct fixture *f, const struct buf *armour, struct fault *fault)
{
	return verify(f, armour->data, armour->len, f->message.data,
	    f->message.len, fault);
}

static void
refuse(struct fixture *f, const struct buf *armour, const char *part)
{
	struct fault fault;

	assert_int_equal(verify_buf(f, armour, &fault), -1);
	assert_says(&fault, FAULT_PLAYER, part);
}

static void
refuse_text(struct fixture *f, const char *text, const char *part)
{
	struct fault fault;

	assert_int_equal(verify(f, text, strlen(text), f->message.data,
	    f->message.len, &fault), -1);
	assert_says(&fault, FAULT_PLAYER, part);
}

/* FORGING */

/* An envelope with every field at will, and a true signature over it. */
struct forgery {
	uint32_t	 version;
	const char	*name_space;
	const char	*reserved;
	const char	*hash;
};

static const struct forgery honest = { 1, "postern", "", "sha512" };

static void
armour_of(struct buf *out, const struct buf *blob)
{
	buf_puts(out, "-----BEGIN SSH SIGNATURE-----\n");
	base64_write(out, blob->data, blob->len, 70);
	buf_puts(out, "-----END SSH SIGNATURE-----\n");
}

static struct buf
blob_of(struct fixture *f, const char *text)
{
	struct buf blob;

	buf_init(&blob, f->arena);
	assert_true(base64_read(strchr(text, '\n'),
	    (size_t)(strstr(text, "-----END") - strchr(text, '\n')), &blob));
	return blob;
}

/* What is signed, according to forgery. */
static struct buf
signed_part(struct fixture *f, const struct forgery *forgery)
{
	unsigned char digest[EVP_MAX_MD_SIZE];
	unsigned int n;
	struct buf out;

	assert_int_equal(EVP_Digest(f->message.data, f->message.len, digest,
	    &n, EVP_get_digestbyname(forgery->hash), NULL), 1);
	buf_init(&out, f->arena);
	buf_puts(&out, "SSHSIG");
	wire_put_text(&out, forgery->name_space);
	wire_put_text(&out, forgery->reserved);
	wire_put_text(&out, forgery->hash);
	wire_put_string(&out, digest, n);
	return out;
}

static struct buf
envelope(struct fixture *f, const struct forgery *forgery, int signer,
    const struct buf *sig)
{
	struct wire key = pubkey_blob(f->key[signer]);
	struct buf blob, out;

	buf_init(&blob, f->arena);
	buf_puts(&blob, "SSHSIG");
	wire_put_u32(&blob, forgery->version);
	wire_put_string(&blob, key.at, key.left);
	wire_put_text(&blob, forgery->name_space);
	wire_put_text(&blob, forgery->reserved);
	wire_put_text(&blob, forgery->hash);
	wire_put_string(&blob, sig->data, sig->len);
	buf_init(&out, f->arena);
	armour_of(&out, &blob);
	return out;
}

static struct buf
forge(struct fixture *f, const struct forgery *forgery)
{
	struct buf data = signed_part(f, forgery), sig;
	struct fault fault;

	buf_init(&sig, f->arena);
	assert_int_equal(seckey_sign(f->own, data.data, data.len, &sig,
	    &fault), 0);
	return envelope(f, forgery, ED25519, &sig);
}

/* What a security key with these flags makes of data. */
static struct buf
sk_sign(struct fixture *f, const struct forgery *forgery, char flags)
{
	struct buf data = signed_part(f, forgery), seen, inner, sig;
	struct digest application, digest;
	struct fault fault;

	digest_of(SK_APPLICATION, strlen(SK_APPLICATION), &application);
	digest_of(data.data, data.len, &digest);
	buf_init(&seen, f->arena);
	buf_add(&seen, application.byte, DIGEST_SIZE);
	buf_putc(&seen, flags);
	wire_put_u32(&seen, 77);
	buf_add(&seen, digest.byte, DIGEST_SIZE);
	buf_init(&inner, f->arena);
	assert_int_equal(seckey_sign(f->inside, seen.data, seen.len, &inner,
	    &fault), 0);
	buf_init(&sig, f->arena);
	wire_put_text(&sig, SK_TYPE);
	wire_put_string(&sig, inner.data + inner.len - 64, 64);
	buf_putc(&sig, flags);
	wire_put_u32(&sig, 77);
	return envelope(f, forgery, SK, &sig);
}

/* Sign with the RSA key under any method and digest. */
static struct buf
rsa_sign(struct fixture *f, const char *method, const EVP_MD *md, size_t strip)
{
	struct buf pem = data_read(f->arena, "rsa"), sig;
	struct buf data = signed_part(f, &honest);
	unsigned char bytes[256];
	size_t len = sizeof bytes;
	EVP_MD_CTX *ctx = EVP_MD_CTX_new();
	BIO *bio = BIO_new_mem_buf(pem.data, (int)pem.len);
	EVP_PKEY *pkey = PEM_read_bio_PrivateKey(bio, NULL, NULL, NULL);

	assert_non_null(pkey);
	assert_int_equal(EVP_DigestSignInit(ctx, NULL, md, NULL, pkey), 1);
	assert_int_equal(EVP_DigestSign(ctx, bytes, &len,
	    (unsigned char *)data.data, data.len), 1);
	EVP_MD_CTX_free(ctx);
	EVP_PKEY_free(pkey);
	BIO_free(bio);
	buf_init(&sig, f->arena);
	wire_put_text(&sig, method);
	wire_put_string(&sig, bytes + strip, len - strip);
	return envelope(f, &honest, RSA_2048, &sig);
}

/* The signature of every key: those of ssh-keygen, and the security key. */
static struct buf
good(struct fixture *f, int key, const char *hash)
{
	struct forgery forgery = honest;

	forgery.hash = hash;
	if (key == SK)
		return sk_sign(f, &forgery, 1);
	return data_read(f->arena, arena_printf(f->arena, "%s.%s.sig",
	    key_names[key], hash));
}

/* GOOD ONES */

static void
test_every_key_type_of_ssh_keygen_is_verified(void **state)
{
	static const char *const hashes[] = { "sha256", "sha512" };
	struct fixture *f = *state;
	struct fault fault;
	struct buf armour;
	int i, h;

	for (i = 0; i < N_KEYS; i++)
		for (h = 0; h < 2; h++) {
			armour = good(f, i, hashes[h]);
			assert_int_equal(verify_buf(f, &armour, &fault), i);
		}
}

static void
test_our_signature_is_what_ssh_keygen_makes(void **state)
{
	struct fixture *f = *state;
	struct buf theirs = good(f, ED25519, "sha512"), ours;
	struct fault fault;

	buf_init(&ours, f->arena);
	assert_int_equal(sshsig_sign(f->own, SSHSIG_NAMESPACE, f->message.data,
	    f->message.len, &ours, &fault), 0);
	assert_string_equal(ours.data, theirs.data);
}

static void
test_an_empty_message_can_be_signed(void **state)
{
	struct fixture *f = *state;
	struct fault fault;
	struct buf armour;

	buf_init(&armour, f->arena);
	assert_int_equal(sshsig_sign(f->own, SSHSIG_NAMESPACE, "", 0, &armour,
	    &fault), 0);
	assert_int_equal(verify(f, armour.data, armour.len, "", 0, &fault),
	    ED25519);
}

static void
test_armour_with_crlf_or_no_last_line_end_is_verified(void **state)
{
	struct fixture *f = *state;
	struct buf armour = good(f, ED25519, "sha512"), crlf;
	struct fault fault;
	size_t i;

	buf_init(&crlf, f->arena);
	for (i = 0; i < armour.len; i++) {
		if (armour.data[i] == '\n')
			buf_putc(&crlf, '\r');
		buf_putc(&crlf, armour.data[i]);
	}
	assert_int_equal(verify_buf(f, &crlf, &fault), ED25519);
	buf_cut(&crlf, crlf.len - 2);
	assert_int_equal(verify_buf(f, &crlf, &fault), ED25519);
	buf_cut(&armour, armour.len - 1);
	assert_int_equal(verify_buf(f, &armour, &fault), ED25519);
}

/* run_sshsig.sh shows the kept one to ssh-keygen. */
static void
test_the_software_security_key_makes_the_kept_signature(void **state)
{
	struct fixture *f = *state;
	struct buf made = sk_sign(f, &honest, 1);
	struct buf kept = data_read(f->arena, "sk.sha512.sig");
	struct pubkey *key = data_pubkey(f->arena, "sk.pub");

	assert_string_equal(made.data, kept.data);
	assert_string_equal(pubkey_line(key), pubkey_line(f->key[SK]));
	pubkey_free(key);
}

static void
test_a_touched_and_verified_security_key_is_taken(void **state)
{
	struct fixture *f = *state;
	struct buf armour = sk_sign(f, &honest, 5);
	struct fault fault;

	assert_int_equal(verify_buf(f, &armour, &fault), SK);
}

/* THE KEY COMES FIRST */

static void
test_a_key_that_is_not_enrolled_is_named(void **state)
{
	struct fixture *f = *state;
	struct buf armour = good(f, ED25519, "sha512");
	const struct pubkey *others[] = { f->key[ECDSA256], f->key[RSA_2048] };
	struct fault fault;
	int who = -2;

	assert_int_equal(sshsig_verify(f->job, armour.data, armour.len,
	    f->message.data, f->message.len, SSHSIG_NAMESPACE, others, 2, &who,
	    &fault), -1);
	assert_int_equal(who, -2);
	assert_says(&fault, FAULT_PLAYER,
	    pubkey_fingerprint(f->key[ED25519]));
	assert_says(&fault, FAULT_PLAYER,
	    pubkey_fingerprint(f->key[RSA_2048]));
	assert_int_equal(sshsig_verify(f->job, armour.data, armour.len,
	    f->message.data, f->message.len, SSHSIG_NAMESPACE, NULL, 0, &who,
	    &fault), -1);
	assert_says(&fault, FAULT_PLAYER, "no key is enrolled");
}

/* All else is wrong too; only the key may be spoken of. */
static void
test_nothing_else_is_looked_at_before_the_key(void **state)
{
	static const struct forgery wrong = { 1, "file", "x", "sha1" };
	struct fixture *f = *state;
	struct buf armour = forge(f, &wrong);
	const struct pubkey *other[] = { f->key[ECDSA256] };
	struct fault fault;
	int who;

	assert_int_equal(sshsig_verify(f->job, armour.data, armour.len,
	    f->message.data, f->message.len, SSHSIG_NAMESPACE, other, 1, &who,
	    &fault), -1);
	assert_says(&fault, FAULT_PLAYER, "which is not enrolled");
}

/* One player's signature under another's key. */
static void
test_a_signature_under_another_enrolled_key_is_refused(void **state)
{
	struct fixture *f = *state;
	struct buf data = signed_part(f, &honest), sig, armour;
	struct fault fault;

	buf_init(&sig, f->arena);
	assert_int_equal(seckey_sign(f->inside, data.data, data.len, &sig,
	    &fault), 0);
	armour = envelope(f, &honest, ED25519, &sig);
	refuse(f, &armour, "does not belong");
	armour = envelope(f, &honest, ECDSA256, &sig);
	refuse(f, &armour, "method \"ssh-ed25519\"");
	armour = envelope(f, &honest, SK, &sig);
	refuse(f, &armour, "method \"ssh-ed25519\"");
}

/* WRONG ENVELOPES, TRULY SIGNED */

static void
test_forgeries_are_honest_but_for_what_is_tested(void **state)
{
	struct fixture *f = *state;
	struct buf armour = forge(f, &honest);
	struct fault fault;

	assert_int_equal(verify_buf(f, &armour, &fault), ED25519);
}

static void
test_another_namespace_is_named(void **state)
{
	static const struct forgery odd = { 1, "post\033ern", "", "sha512" };
	static const struct forgery longer = { 1, "postern2", "", "sha512" };
	static const struct forgery none = { 1, "", "", "sha512" };
	struct fixture *f = *state;
	struct buf armour = data_read(f->arena, "other-namespace.sig");

	refuse(f, &armour, "namespace \"file\", not \"postern\"");
	refuse(f, &armour, "ssh-keygen -Y sign -f KEY -n postern FILE");
	armour = forge(f, &odd);
	refuse(f, &armour, "namespace \"post?ern\"");
	armour = forge(f, &longer);
	refuse(f, &armour, "namespace \"postern2\"");
	armour = forge(f, &none);
	refuse(f, &armour, "has no namespace");
}

static void
test_an_empty_namespace_is_refused_even_when_wanted(void **state)
{
	static const struct forgery none = { 1, "", "", "sha512" };
	struct fixture *f = *state;
	struct buf armour = forge(f, &none);
	struct fault fault;
	int who;

	assert_int_equal(sshsig_verify(f->job, armour.data, armour.len,
	    f->message.data, f->message.len, "",
	    (const struct pubkey *const *)f->key, N_KEYS, &who, &fault), -1);
	assert_says(&fault, FAULT_PLAYER, "has no namespace");
}

static void
test_other_versions_are_refused(void **state)
{
	static const uint32_t versions[] = { 0, 2, 0x01000000, UINT32_MAX };
	struct forgery forgery = honest;
	struct fixture *f = *state;
	struct buf armour;
	size_t i;

	for (i = 0; i < sizeof versions / sizeof versions[0]; i++) {
		forgery.version = versions[i];
		armour = forge(f, &forgery);
		refuse(f, &armour, arena_printf(f->arena, "of version %u;",
		    versions[i]));
	}
}

static void
test_a_filled_reserved_field_is_refused(void **state)
{
	static const struct forgery filled = { 1, "postern", "x", "sha512" };
	struct fixture *f = *state;
	struct buf armour = forge(f, &filled);

	refuse(f, &armour, "in a field that must be empty");
	armour = data_read(f->arena, "reserved.sig");
	refuse(f, &armour, "in a field that must be empty");
}

static void
test_other_hashes_are_refused(void **state)
{
	static const char *const hashes[] = {
		"sha1", "md5", "sha384", "SHA512"
	};
	struct forgery forgery = honest;
	struct fixture *f = *state;
	struct buf armour;
	size_t i;

	for (i = 0; i < sizeof hashes / sizeof hashes[0]; i++) {
		forgery.hash = hashes[i];
		armour = forge(f, &forgery);
		refuse(f, &armour, arena_printf(f->arena,
		    "hash \"%s\"; it must be sha512 or sha256", hashes[i]));
	}
}

static void
test_rsa_with_sha1_is_refused(void **state)
{
	struct fixture *f = *state;
	struct buf armour = rsa_sign(f, "ssh-rsa", EVP_sha1(), 0);
	struct fault fault;

	refuse(f, &armour, "method \"ssh-rsa\"");
	armour = rsa_sign(f, "rsa-sha2-256", EVP_sha1(), 0);
	refuse(f, &armour, "does not belong");
	armour = rsa_sign(f, "rsa-sha2-512", EVP_sha256(), 0);
	refuse(f, &armour, "does not belong");
	armour = rsa_sign(f, "rsa-sha2-256", EVP_sha256(), 0);
	assert_int_equal(verify_buf(f, &armour, &fault), RSA_2048);
	armour = rsa_sign(f, "rsa-sha2-512", EVP_sha512(), 0);
	assert_int_equal(verify_buf(f, &armour, &fault), RSA_2048);
}

static void
test_an_rsa_signature_of_the_wrong_length_is_refused(void **state)
{
	struct fixture *f = *state;
	struct buf armour = rsa_sign(f, "rsa-sha2-256", EVP_sha256(), 1);

	refuse(f, &armour, "does not belong");
	armour = rsa_sign(f, "rsa-sha2-256", EVP_sha256(), 256);
	refuse(f, &armour, "damaged inside");
}

/* With SHA-512 this key's signature over this message begins with a zero. */
static void
test_an_rsa_signature_without_leading_zero_is_verified(void **state)
{
	struct fixture *f = *state;
	struct buf armour = good(f, RSA_2048, "sha512"), blob;
	struct fault fault;

	blob = blob_of(f, armour.data);
	assert_int_equal(blob.data[blob.len - 256], 0);
	armour = rsa_sign(f, "rsa-sha2-512", EVP_sha512(), 1);
	assert_int_equal(verify_buf(f, &armour, &fault), RSA_2048);
}

static void
test_an_untouched_security_key_is_refused(void **state)
{
	struct fixture *f = *state;
	struct buf armour = sk_sign(f, &honest, 0);

	refuse(f, &armour, "without being touched");
	armour = sk_sign(f, &honest, 4);
	refuse(f, &armour, "without being touched");
}

static void
test_truncated_and_trailing_bytes_are_refused(void **state)
{
	struct fixture *f = *state;
	struct buf armour = data_read(f->arena, "truncated.sig");

	refuse(f, &armour, "breaks off in the middle");
	armour = data_read(f->arena, "trailing-byte.sig");
	refuse(f, &armour, "bytes behind the end");
}

/* MUTANTS */

static bool
blob_is_taken(struct fixture *f, const struct buf *blob)
{
	struct fault fault;
	struct buf armour;
	bool taken;

	arena_reset(f->draft);
	buf_init(&armour, f->draft);
	armour_of(&armour, blob);
	taken = verify_buf(f, &armour, &fault) != -1;
	assert_true(taken || fault.kind == FAULT_PLAYER);
	return taken;
}

/* Flip bits of every byte, one at a time; say how many were taken. */
static int
flips_taken(struct fixture *f, struct buf *blob)
{
	int taken = 0, bit;
	size_t i;

	for (i = 0; i < N_FLIPS * blob->len; i++) {
		bit = 1 << (i / N_FLIPS + 3 * i) % 8;
		blob->data[i / N_FLIPS] ^= (char)bit;
		taken += blob_is_taken(f, blob);
		blob->data[i / N_FLIPS] ^= (char)bit;
	}
	return taken;
}

static void
test_no_bit_of_a_signature_can_be_flipped(void **state)
{
	struct fixture *f = *state;
	struct buf armour, blob;
	int i;

	for (i = 0; i < N_KEYS; i++) {
		armour = good(f, i, i % 2 == 0 ? "sha512" : "sha256");
		blob = blob_of(f, armour.data);
		assert_true(blob_is_taken(f, &blob));
		assert_int_equal(flips_taken(f, &blob), 0);
	}
}

static void
test_no_signature_can_be_cut_or_prolonged(void **state)
{
	struct fixture *f = *state;
	struct buf armour, blob, part;
	size_t len;
	int i;

	for (i = 0; i < N_KEYS; i++) {
		armour = good(f, i, i % 2 == 0 ? "sha256" : "sha512");
		blob = blob_of(f, armour.data);
		part = blob;
		for (len = 0; len < blob.len; len++) {
			part.len = len;
			assert_false(blob_is_taken(f, &part));
		}
		buf_putc(&blob, '\0');
		assert_false(blob_is_taken(f, &blob));
		blob.data[blob.len - 1] = (char)0xff;
		assert_false(blob_is_taken(f, &blob));
	}
}

/* Put every odd byte and every flip in the place of each byte of text. */
static int
text_mutants_taken(struct fixture *f, struct buf *text)
{
	static const char odd[] = " \t\r\n\v=-A/+_\377";
	struct fault fault;
	int taken = 0;
	size_t i, k;
	char kept;

	for (i = 0; i < text->len; i++) {
		kept = text->data[i];
		for (k = 0; k < sizeof odd + 8; k++) {
			text->data[i] = k < sizeof odd ? odd[k] :
			    (char)(kept ^ 1 << (k - sizeof odd));
			if (text->data[i] != kept)
				taken += verify_buf(f, text, &fault) != -1;
		}
		text->data[i] = kept;
	}
	return taken;
}

static void
test_no_byte_of_the_armour_can_be_changed(void **state)
{
	struct fixture *f = *state;
	struct buf armour, crlf;
	size_t i;

	armour = good(f, ED25519, "sha512");
	assert_int_equal(text_mutants_taken(f, &armour), 0);
	buf_init(&crlf, f->arena);
	for (i = 0; i < armour.len; i++) {
		if (armour.data[i] == '\n')
			buf_putc(&crlf, '\r');
		buf_putc(&crlf, armour.data[i]);
	}
	assert_int_equal(text_mutants_taken(f, &crlf), 0);
	armour = good(f, ECDSA256, "sha512");
	assert_int_equal(text_mutants_taken(f, &armour), 0);
}

static void
test_no_armour_can_be_cut(void **state)
{
	struct fixture *f = *state;
	struct buf armour;
	struct fault fault;
	size_t len;
	int i;

	for (i = 0; i < N_KEYS; i++) {
		armour = good(f, i, "sha512");
		for (len = 0; len + 1 < armour.len; len++)
			assert_int_equal(verify(f, armour.data, len,
			    f->message.data, f->message.len, &fault), -1);
	}
}

static void
test_no_byte_of_the_message_can_be_changed(void **state)
{
	struct fixture *f = *state;
	struct buf armour, changed;
	struct fault fault;
	size_t i;
	int k;

	buf_init(&changed, f->arena);
	buf_add(&changed, f->message.data, f->message.len);
	for (k = 0; k < N_KEYS; k++) {
		armour = good(f, k, "sha512");
		for (i = 0; i < changed.len; i++) {
			changed.data[i] ^= (char)(1 << (i + (size_t)k) % 8);
			assert_int_equal(verify(f, armour.data, armour.len,
			    changed.data, changed.len, &fault), -1);
			changed.data[i] ^= (char)(1 << (i + (size_t)k) % 8);
			assert_int_equal(verify(f, armour.data, armour.len,
			    changed.data, i, &fault), -1);
		}
		assert_int_equal(verify(f, armour.data, armour.len,
		    changed.data, changed.len + 1, &fault), -1);
		assert_says(&fault, FAULT_PLAYER, "was changed after");
	}
}

/* THE ARMOUR */

static void
test_what_is_no_armour_is_told_so(void **state)
{
	struct fixture *f = *state;
	struct buf armour = good(f, ED25519, "sha512"), huge;

	refuse_text(f, "", "this is no signature");
	refuse_text(f, "hello\n", "this is no signature");
	refuse_text(f, "-----BEGIN PGP SIGNATURE-----\n", "PGP");
	refuse_text(f, "-----BEGIN SSH SIGNATURE-----\n"
	    "-----END SSH SIGNATURE-----\n", "no SSH signature");
	refuse_text(f, "-----BEGIN SSH SIGNATURE-----\n\n"
	    "-----END SSH SIGNATURE-----\n", "not whole base64");
	refuse_text(f, arena_printf(f->arena, "\n%s", armour.data),
	    "this is no signature");
	refuse_text(f, arena_printf(f->arena, "%s\n", armour.data),
	    "behind the last line");
	refuse_text(f, arena_printf(f->arena, "%s%s", armour.data, armour.data),
	    "behind the last line");
	buf_init(&huge, f->arena);
	buf_fill(&huge, 'A', 100000);
	refuse(f, &huge, "100000 bytes");
}

static void
test_armour_is_found_in_a_text(void **state)
{
	struct fixture *f = *state;
	struct buf armour = good(f, ED25519, "sha512"), text;
	size_t offset = 0, length = 0;
	struct fault fault;

	buf_init(&text, f->arena);
	buf_printf(&text, "orders: [pass]\r\n> -----BEGIN SSH SIGNATURE-----\n"
	    " -----BEGIN SSH SIGNATURE-----\n%s-- \nJane\n", armour.data);
	assert_true(sshsig_find(text.data, text.len, &offset, &length));
	assert_int_equal(length, armour.len);
	assert_memory_equal(text.data + offset, armour.data, armour.len);
	assert_int_equal(verify(f, text.data + offset, length, f->message.data,
	    f->message.len, &fault), ED25519);
}

static void
test_armour_that_is_not_there_is_not_found(void **state)
{
	static const char *const texts[] = {
		"", "\n", "-----BEGIN SSH SIGNATURE-----",
		"-----BEGIN SSH SIGNATURE-----\nAAAA\n",
		"-----BEGIN SSH SIGNATURE-----\n -----END SSH SIGNATURE-----",
		"-----BEGIN SSH SIGNATURE----- \n-----END SSH SIGNATURE-----",
		"-----BEGIN SSH SIGNATURE-----\n-----END SSH SIGNATURE-----x",
		"-----END SSH SIGNATURE-----\n-----BEGIN SSH SIGNATURE-----\n",
	};
	size_t i, offset = 7, length = 7;

	(void)state;
	for (i = 0; i < sizeof texts / sizeof texts[0]; i++)
		assert_false(sshsig_find(texts[i], strlen(texts[i]), &offset,
		    &length));
	assert_int_equal(offset, 7);
	assert_int_equal(length, 7);
}

#define TEST(name)	cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_every_key_type_of_ssh_keygen_is_verified),
		TEST(test_our_signature_is_what_ssh_keygen_makes),
		TEST(test_an_empty_message_can_be_signed),
		TEST(test_armour_with_crlf_or_no_last_line_end_is_verified),
		TEST(test_the_software_security_key_makes_the_kept_signature),
		TEST(test_a_touched_and_verified_security_key_is_taken),
		TEST(test_a_key_that_is_not_enrolled_is_named),
		TEST(test_nothing_else_is_looked_at_before_the_key),
		TEST(test_a_signature_under_another_enrolled_key_is_refused),
		TEST(test_forgeries_are_honest_but_for_what_is_tested),
		TEST(test_another_namespace_is_named),
		TEST(test_an_empty_namespace_is_refused_even_when_wanted),
		TEST(test_other_versions_are_refused),
		TEST(test_a_filled_reserved_field_is_refused),
		TEST(test_other_hashes_are_refused),
		TEST(test_rsa_with_sha1_is_refused),
		TEST(test_an_rsa_signature_of_the_wrong_length_is_refused),
		TEST(test_an_rsa_signature_without_leading_zero_is_verified),
		TEST(test_an_untouched_security_key_is_refused),
		TEST(test_truncated_and_trailing_bytes_are_refused),
		TEST(test_no_bit_of_a_signature_can_be_flipped),
		TEST(test_no_signature_can_be_cut_or_prolonged),
		TEST(test_no_byte_of_the_armour_can_be_changed),
		TEST(test_no_armour_can_be_cut),
		TEST(test_no_byte_of_the_message_can_be_changed),
		TEST(test_what_is_no_armour_is_told_so),
		TEST(test_armour_is_found_in_a_text),
		TEST(test_armour_that_is_not_there_is_not_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
