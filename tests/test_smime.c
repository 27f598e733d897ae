/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Signatures of mail programs: certificates, bytes, and wrapped parts. */

#include "test.h"

#include <openssl/bio.h>
#include <openssl/cms.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <stdio.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "data/digest.h"
#include "host/signer.h"
#include "mail/message.h"
#include "sign/smime.h"

enum who { RSA_ONE, P256_ONE, P256_TWO, P384, ED25519, RSA_SHORT, N_WHO };

/* A certificate with its key, as a mail program has them. */
struct person {
	EVP_PKEY	*key;
	X509		*x509;
	const char	*pem;
	struct cert	*cert;
};

static struct arena *arena;
static struct fault fault;
static struct person person[N_WHO];

static const char orders[] =
	"Content-Type: text/plain; charset=utf-8\r\n"
	"\r\n"
	"Dear host,\r\n"
	"\r\n"
	"game: noir-7\r\n"
	"of: 01234567\r\n"
	"turn: 3\r\n"
	"seat: jane\r\n"
	"orders: [listen]\r\n";

/* MAKING CERTIFICATES */

static EVP_PKEY *
make_key(enum who who)
{
	switch (who) {
	case RSA_ONE:
		return EVP_RSA_gen(2048);
	case RSA_SHORT:
		return EVP_RSA_gen(1024);
	case P384:
		return EVP_EC_gen("P-384");
	case ED25519:
		return EVP_PKEY_Q_keygen(NULL, NULL, "ED25519");
	default:
		return EVP_EC_gen("P-256");
	}
}

/* The two on P-256 have the same name and number: only the key differs. */
static void
make_person(enum who who)
{
	struct person *p = &person[who];
	X509_NAME *name;
	char *text;
	BIO *bio;
	long n;

	p->key = make_key(who);
	p->x509 = X509_new();
	assert_non_null(p->key);
	assert_non_null(p->x509);
	X509_set_version(p->x509, 2);
	ASN1_INTEGER_set(X509_get_serialNumber(p->x509), 7);
	X509_gmtime_adj(X509_getm_notBefore(p->x509), -7200);
	X509_gmtime_adj(X509_getm_notAfter(p->x509), -3600);
	name = X509_get_subject_name(p->x509);
	X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
	    (const unsigned char *)"jane", -1, -1, 0);
	X509_set_issuer_name(p->x509, name);
	X509_set_pubkey(p->x509, p->key);
	assert_true(X509_sign(p->x509, p->key, who == ED25519 ? NULL :
	    EVP_sha256()) > 0);
	bio = BIO_new(BIO_s_mem());
	PEM_write_bio_X509(bio, p->x509);
	n = BIO_get_mem_data(bio, &text);
	p->pem = arena_strndup(arena, text, (size_t)n);
	BIO_free(bio);
}

static int
setup(void **state)
{
	enum who who;

	(void)state;
	arena = arena_new();
	for (who = 0; who < N_WHO; who++)
		make_person(who);
	for (who = RSA_ONE; who <= P256_TWO; who++)
		if (cert_read(arena, person[who].pem,
		    strlen(person[who].pem), &person[who].cert, &fault) != 0)
			return -1;
	return 0;
}

static int
teardown(void **state)
{
	enum who who;

	(void)state;
	for (who = 0; who < N_WHO; who++) {
		EVP_PKEY_free(person[who].key);
		X509_free(person[who].x509);
		if (person[who].cert != NULL)
			cert_free(person[who].cert);
	}
	arena_free(arena);
	return 0;
}

/* SIGNING */

/* The signature of a mail program over bytes. */
static struct buf
sign(enum who who, const char *bytes, size_t len, const EVP_MD *hash,
    unsigned flags)
{
	BIO *in = BIO_new_mem_buf(bytes, (int)len), *out;
	CMS_ContentInfo *cms;
	struct buf signature;
	char *data;
	long n;

	cms = CMS_sign(NULL, NULL, NULL, in, CMS_PARTIAL | CMS_BINARY |
	    CMS_DETACHED | flags);
	assert_non_null(cms);
	assert_non_null(CMS_add1_signer(cms, person[who].x509,
	    person[who].key, hash, CMS_BINARY | flags));
	assert_int_equal(CMS_final(cms, in, NULL, CMS_BINARY | CMS_DETACHED |
	    flags), 1);
	out = BIO_new(BIO_s_mem());
	assert_int_equal(i2d_CMS_bio(out, cms), 1);
	n = BIO_get_mem_data(out, &data);
	buf_init(&signature, arena);
	buf_add(&signature, data, (size_t)n);
	BIO_free(in);
	BIO_free(out);
	CMS_ContentInfo_free(cms);
	return signature;
}

static struct buf
sign_orders(enum who who)
{
	return sign(who, orders, strlen(orders), EVP_sha256(), 0);
}

static int
verify(enum who who, const struct buf *signature, const char *bytes,
    struct buf *out)
{
	buf_init(out, arena);
	return smime_verify(person[who].cert, signature->data,
	    signature->len, bytes, strlen(bytes), out, &fault);
}

/* A whole mail around parts that are signed, from headers and lines. */
static const char *
seal(const char *before, const char *inner, const struct buf *signature,
    const char *after)
{
	struct buf out;

	buf_init(&out, arena);
	buf_printf(&out, "From: jane@example.org\r\nContent-Type: "
	    "multipart/mixed; boundary=o\r\n\r\n%s--o\r\nContent-Type: "
	    "multipart/signed; boundary=i;\r\n protocol=\"application/"
	    "pkcs7-signature\"\r\n\r\n--i\r\n%s\r\n--i\r\nContent-Type: "
	    "application/pkcs7-signature; name=smime.p7s\r\n"
	    "Content-Transfer-Encoding: base64\r\n\r\n", before, inner);
	base64_write(&out, signature->data, signature->len, 64);
	buf_printf(&out, "\r\n--i--\r\n%s--o--\r\n", after);
	return out.data;
}

/* What counts of a mail: the file in what its own certificate signed. */
static const char *
file_of(const char *mail)
{
	struct message message, inner;
	const char *key, *text;
	size_t len;
	struct buf lines;

	assert_int_equal(message_read(arena, mail, strlen(mail), &message,
	    &fault), 0);
	if (signer_stranger(arena, &message, &key, &inner) == 0)
		return NULL;
	buf_init(&lines, arena);
	smime_lines(&lines, message.seal[0].bytes, message.seal[0].len);
	if (signer_extract(arena, lines.data, lines.len, &text, &len,
	    &fault) != 0)
		return NULL;
	return arena_strndup(arena, text, len);
}

/* CERTIFICATES */

static void
test_a_certificate_has_one_line_and_one_fingerprint(void **state)
{
	struct cert *again;
	struct digest digest;
	char hex[HEX_SIZE];
	unsigned char *der = NULL;
	enum who who;
	int len;

	(void)state;
	for (who = RSA_ONE; who <= P256_TWO; who++) {
		const char *line = cert_line(person[who].cert);

		assert_int_equal(cert_read(arena, line, strlen(line), &again,
		    &fault), 0);
		assert_string_equal(cert_line(again), line);
		assert_string_equal(cert_fingerprint(again),
		    cert_fingerprint(person[who].cert));
		cert_free(again);
		len = i2d_X509(person[who].x509, &der);
		digest_of(der, (size_t)len, &digest);
		digest_hex(&digest, hex);
		assert_string_equal(cert_fingerprint(person[who].cert),
		    arena_printf(arena, "x509:%s", hex));
		OPENSSL_free(der);
		der = NULL;
	}
	assert_string_not_equal(cert_line(person[P256_ONE].cert),
	    cert_line(person[P256_TWO].cert));
}

static void
test_only_keys_that_can_sign_mail_are_taken(void **state)
{
	static const enum who bad[] = { P384, ED25519, RSA_SHORT };
	struct cert *cert = NULL;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		const char *pem = person[bad[i]].pem;

		assert_int_equal(cert_read(arena, pem, strlen(pem), &cert,
		    &fault), -1);
		assert_int_equal(fault.kind, FAULT_PLAYER);
		assert_non_null(strstr(fault.text, "P-256"));
	}
	assert_null(cert);
}

static void
test_what_is_no_certificate_is_refused(void **state)
{
	const char *line = cert_line(person[P256_ONE].cert);
	const char *bad[] = { "", "x509 ", "x509 AAAA", "ssh-ed25519 AAAA",
	    "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
	    arena_printf(arena, "%sAAAA", line),
	    arena_strndup(arena, line, strlen(line) - 4) };
	struct cert *cert = NULL;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		assert_int_equal(cert_read(arena, bad[i], strlen(bad[i]),
		    &cert, &fault), -1);
		assert_int_equal(fault.kind, FAULT_PLAYER);
	}
	assert_null(cert);
}

/* SIGNATURES */

static void
test_a_signature_verifies_by_its_own_certificate_alone(void **state)
{
	struct buf signature, out;
	enum who who, other;

	(void)state;
	for (who = RSA_ONE; who <= P256_TWO; who++) {
		signature = sign_orders(who);
		for (other = RSA_ONE; other <= P256_TWO; other++) {
			assert_int_equal(verify(other, &signature, orders,
			    &out), other == who ? 0 : -1);
			assert_int_equal(out.len, other == who ?
			    strlen(orders) : 0);
		}
	}
}

static void
test_what_was_verified_is_given_back_byte_for_byte(void **state)
{
	struct buf signature = sign_orders(RSA_ONE), out;

	(void)state;
	assert_int_equal(verify(RSA_ONE, &signature, orders, &out), 0);
	assert_string_equal(out.data, orders);
}

static void
test_each_altered_byte_of_the_mail_is_found(void **state)
{
	struct buf signature = sign_orders(P256_ONE), out;
	char *bytes = arena_strdup(arena, orders);
	size_t i;

	(void)state;
	for (i = 0; i < strlen(orders); i++) {
		bytes[i] ^= 1;
		assert_int_equal(verify(P256_ONE, &signature, bytes, &out),
		    -1);
		assert_int_equal(fault.kind, FAULT_PLAYER);
		bytes[i] ^= 1;
	}
	assert_int_equal(verify(P256_ONE, &signature, arena_printf(arena,
	    "%s\r\n", orders), &out), -1);
	assert_int_equal(verify(P256_ONE, &signature, orders, &out), 0);
}

/* No change to a signature makes other bytes of the mail count. */
static void
test_an_altered_signature_proves_the_same_or_nothing(void **state)
{
	struct buf signature = sign_orders(P256_ONE), out;
	size_t i, refused = 0;

	(void)state;
	for (i = 0; i < signature.len; i++) {
		signature.data[i] ^= 4;
		if (verify(P256_ONE, &signature, orders, &out) != 0)
			refused++;
		else
			assert_string_equal(out.data, orders);
		assert_int_equal(verify(P256_ONE, &signature, "game: other",
		    &out), -1);
		signature.data[i] ^= 4;
	}
	assert_true(refused > signature.len / 4);
	for (i = 0; i < signature.len; i++) {
		struct buf cut = signature;

		cut.len = i;
		assert_int_equal(verify(P256_ONE, &cut, orders, &out), -1);
	}
	buf_putc(&signature, '\0');
	assert_int_equal(verify(P256_ONE, &signature, orders, &out), -1);
}

static void
test_weak_or_attached_or_bare_signatures_are_refused(void **state)
{
	struct buf signature, out;
	BIO *in, *to;
	CMS_ContentInfo *cms;
	char *data;
	long n;

	(void)state;
	signature = sign(RSA_ONE, orders, strlen(orders), EVP_sha1(), 0);
	assert_int_equal(verify(RSA_ONE, &signature, orders, &out), -1);
	assert_non_null(strstr(fault.text, "SHA-256"));
	signature = sign(RSA_ONE, orders, strlen(orders), EVP_sha256(),
	    CMS_NOATTR);
	assert_int_equal(verify(RSA_ONE, &signature, orders, &out), -1);
	assert_non_null(strstr(fault.text, "attributes"));
	in = BIO_new_mem_buf("game: other", -1);
	to = BIO_new(BIO_s_mem());
	cms = CMS_sign(person[RSA_ONE].x509, person[RSA_ONE].key, NULL, in,
	    CMS_BINARY);
	i2d_CMS_bio(to, cms);
	n = BIO_get_mem_data(to, &data);
	buf_init(&signature, arena);
	buf_add(&signature, data, (size_t)n);
	assert_int_equal(verify(RSA_ONE, &signature, orders, &out), -1);
	CMS_ContentInfo_free(cms);
	BIO_free(in);
	BIO_free(to);
}

static void
test_the_certificate_that_came_along_is_found(void **state)
{
	struct buf with = sign_orders(P256_TWO);
	struct buf without = sign(P256_TWO, orders, strlen(orders),
	    EVP_sha256(), CMS_NOCERTS);
	struct cert *cert;

	(void)state;
	assert_int_equal(smime_claims(arena, with.data, with.len, &cert,
	    &fault), 0);
	assert_non_null(cert);
	assert_string_equal(cert_line(cert), cert_line(person[P256_TWO].cert));
	cert_free(cert);
	assert_int_equal(smime_claims(arena, without.data, without.len, &cert,
	    &fault), 0);
	assert_null(cert);
	assert_int_equal(smime_claims(arena, "junk", 4, &cert, &fault), -1);
}

static void
test_line_ends_are_made_those_of_mail(void **state)
{
	struct buf out;

	(void)state;
	buf_init(&out, arena);
	smime_lines(&out, "\na\r\nb\nc\rd", 9);
	assert_string_equal(out.data, "\r\na\r\nb\r\nc\rd");
}

/* WRAPPED PARTS */

static const char file[] = "game: noir-7\nof: 01234567\nturn: 3\n"
    "seat: jane\norders: [listen]\n";

#define OTHER "--o\r\nContent-Type: text/plain\r\n\r\ngame: noir-7\r\n" \
	"of: 01234567\r\nturn: 3\r\nseat: jane\r\norders: [resign]\r\n"

static void
test_only_what_is_under_the_signature_is_read(void **state)
{
	struct buf signature = sign_orders(P256_ONE);

	(void)state;
	assert_string_equal(file_of(seal("", orders, &signature, "")), file);
	assert_string_equal(file_of(seal(OTHER, orders, &signature, "")),
	    file);
	assert_string_equal(file_of(seal("", orders, &signature, OTHER)),
	    file);
	assert_string_equal(file_of(seal("--o\r\n\r\nA list says: read\r\n",
	    orders, &signature, "--o\r\n\r\nA footer\r\n")), file);
}

static void
test_a_mail_with_two_seals_has_none(void **state)
{
	struct buf signature = sign_orders(P256_ONE);
	const char *one = seal("", orders, &signature, "");
	const char *at = strstr(one, "--o\r\n");
	const char *two = arena_printf(arena, "%.*s%.*s%s", (int)(at - one),
	    one, (int)(strstr(at, "--o--") - at), at, at);

	(void)state;
	assert_null(file_of(two));
}

static void
test_a_signature_over_another_part_is_none(void **state)
{
	struct buf signature = sign_orders(P256_ONE);
	const char *changed = "Content-Type: text/plain\r\n\r\ngame: noir-7\r\n"
	    "of: 01234567\r\nturn: 3\r\nseat: jane\r\norders: [resign]\r\n";

	(void)state;
	assert_null(file_of(seal("", changed, &signature, "")));
	assert_null(file_of(seal("", arena_printf(arena, "X: y\r\n%s",
	    orders), &signature, "")));
}

static void
test_two_files_under_one_signature_are_refused(void **state)
{
	const char *both = arena_printf(arena, "%s\r\ngame: noir-7\r\n"
	    "of: 01234567\r\nturn: 3\r\nseat: jane\r\norders: [resign]\r\n",
	    orders);
	struct buf signature = sign(P256_ONE, both, strlen(both),
	    EVP_sha256(), 0);

	(void)state;
	assert_null(file_of(seal("", both, &signature, "")));
	assert_non_null(strstr(fault.text, "more than one"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    test_a_certificate_has_one_line_and_one_fingerprint),
		cmocka_unit_test(test_only_keys_that_can_sign_mail_are_taken),
		cmocka_unit_test(test_what_is_no_certificate_is_refused),
		cmocka_unit_test(
		    test_a_signature_verifies_by_its_own_certificate_alone),
		cmocka_unit_test(
		    test_what_was_verified_is_given_back_byte_for_byte),
		cmocka_unit_test(test_each_altered_byte_of_the_mail_is_found),
		cmocka_unit_test(
		    test_an_altered_signature_proves_the_same_or_nothing),
		cmocka_unit_test(
		    test_weak_or_attached_or_bare_signatures_are_refused),
		cmocka_unit_test(
		    test_the_certificate_that_came_along_is_found),
		cmocka_unit_test(test_line_ends_are_made_those_of_mail),
		cmocka_unit_test(test_only_what_is_under_the_signature_is_read),
		cmocka_unit_test(test_a_mail_with_two_seals_has_none),
		cmocka_unit_test(test_a_signature_over_another_part_is_none),
		cmocka_unit_test(
		    test_two_files_under_one_signature_are_refused),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
