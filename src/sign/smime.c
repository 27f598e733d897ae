/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Certificates, and the signatures of mail programs (CMS). */

#include "config.h"

#include "sign/smime.h"

#include <openssl/bio.h>
#include <openssl/cms.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/objects.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "data/digest.h"

#define LINE_BEGIN	"x509 "
#define PEM_BEGIN	"-----BEGIN CERTIFICATE-----"

struct cert {
	X509		*x509;
	const char	*line;
	const char	*fingerprint;
};

static int
trouble(struct fault *fault, const char *what)
{
	ERR_clear_error();
	return fault_set(fault, FAULT_RETRY,
	    "the cryptographic library failed to %s", what);
}

static int
refuse(struct fault *fault, const char *why)
{
	ERR_clear_error();
	return fault_set(fault, FAULT_PLAYER, "%s", why);
}

/* ---- certificates ---------------------------------------------------- */

bool
cert_is(const char *text)
{
	return strncmp(text, LINE_BEGIN, strlen(LINE_BEGIN)) == 0 ||
	    strstr(text, PEM_BEGIN) != NULL;
}

/* RSA that is strong enough, or the curve that mail programs have. */
static int
check_key(X509 *x509, struct fault *fault)
{
	EVP_PKEY	*key = X509_get0_pubkey(x509);
	char		 group[40] = "";
	size_t		 len;

	if (key == NULL)
		return refuse(fault, "the key in this certificate is damaged");
	if (EVP_PKEY_get_base_id(key) == EVP_PKEY_RSA &&
	    EVP_PKEY_get_bits(key) >= 2048 && EVP_PKEY_get_bits(key) <= 8192)
		return 0;
	if (EVP_PKEY_get_base_id(key) == EVP_PKEY_EC &&
	    EVP_PKEY_get_group_name(key, group, sizeof(group), &len) == 1 &&
	    (strcmp(group, "prime256v1") == 0 || strcmp(group, "P-256") == 0))
		return 0;
	return refuse(fault, "the key of a certificate must be RSA of 2048 to "
	    "8192 bits, or on the curve P-256");
}

/* Make a cert of x509, which it takes over. */
static int
make_cert(struct arena *arena, X509 *x509, struct cert **out,
    struct fault *fault)
{
	struct cert	*cert;
	struct digest	 digest;
	struct buf	 line;
	unsigned char	*der = NULL;
	char		 hex[HEX_SIZE];
	int		 len = -1;

	if (check_key(x509, fault) != 0)
		goto out;
	len = i2d_X509(x509, &der);
	if (len < 0 || len > CERT_BYTES) {
		refuse(fault, "this certificate is too long");
		len = -1;
		goto out;
	}
	digest_of(der, (size_t)len, &digest);
	digest_hex(&digest, hex);
	buf_init(&line, arena);
	buf_puts(&line, LINE_BEGIN);
	base64_write(&line, der, (size_t)len, 0);
	cert = arena_alloc(arena, sizeof(*cert));
	cert->x509 = x509;
	cert->line = line.data;
	cert->fingerprint = arena_printf(arena, "x509:%s", hex);
	*out = cert;
	x509 = NULL;		/* transferred */
out:
	OPENSSL_free(der);
	X509_free(x509);
	return len < 0 ? -1 : 0;
}

static X509 *
read_line(struct arena *arena, const char *text, size_t len)
{
	const unsigned char	*at;
	X509			*x509;
	struct buf		 der;

	buf_init(&der, arena);
	if (!base64_read(text + strlen(LINE_BEGIN), len - strlen(LINE_BEGIN),
	    &der))
		return NULL;
	at = (const unsigned char *)der.data;
	x509 = d2i_X509(NULL, &at, (long)der.len);
	if (x509 != NULL && at != (unsigned char *)der.data + der.len) {
		X509_free(x509);
		return NULL;
	}
	return x509;
}

static X509 *
read_pem(const char *text, size_t len)
{
	BIO	*bio = BIO_new_mem_buf(text, (int)len);
	X509	*x509 = NULL;

	if (bio != NULL)
		x509 = PEM_read_bio_X509(bio, NULL, NULL, NULL);
	BIO_free(bio);
	return x509;
}

int
cert_read(struct arena *arena, const char *text, size_t len,
    struct cert **out, struct fault *fault)
{
	X509	*x509;

	if (len > 4 * CERT_BYTES)
		return refuse(fault, "this certificate is too long");
	if (len >= strlen(LINE_BEGIN) &&
	    memcmp(text, LINE_BEGIN, strlen(LINE_BEGIN)) == 0)
		x509 = read_line(arena, text, len);
	else
		x509 = read_pem(text, len);
	ERR_clear_error();
	if (x509 == NULL)
		return refuse(fault, "this is not a certificate in PEM, from "
		    "a line " PEM_BEGIN " on");
	return make_cert(arena, x509, out, fault);
}

void
cert_free(struct cert *cert)
{
	X509_free(cert->x509);
	cert->x509 = NULL;
}

const char *
cert_line(const struct cert *cert)
{
	return cert->line;
}

const char *
cert_fingerprint(const struct cert *cert)
{
	return cert->fingerprint;
}

/* ---- signatures ------------------------------------------------------ */

/* Read a signature that is only that, by one signer. */
static CMS_ContentInfo *
read_signature(const void *signature, size_t len, CMS_SignerInfo **signer,
    struct fault *fault)
{
	const unsigned char	*at = signature;
	CMS_ContentInfo		*cms = NULL;
	STACK_OF(CMS_SignerInfo)	*signers;

	if (len <= SMIME_BYTES)
		cms = d2i_CMS_ContentInfo(NULL, &at, (long)len);
	if (cms == NULL || at != (const unsigned char *)signature + len ||
	    OBJ_obj2nid(CMS_get0_type(cms)) != NID_pkcs7_signed ||
	    CMS_is_detached(cms) != 1) {
		refuse(fault, "the S/MIME signature of this mail is damaged");
		goto out;
	}
	signers = CMS_get0_SignerInfos(cms);
	if (signers == NULL || sk_CMS_SignerInfo_num(signers) != 1) {
		refuse(fault, "the S/MIME signature must be of one signer");
		goto out;
	}
	*signer = sk_CMS_SignerInfo_value(signers, 0);
	return cms;
out:
	CMS_ContentInfo_free(cms);
	return NULL;
}

/* SHA-1 no longer proves anything; what is signed must be the attributes,
 * so that no other kind of content can pass for them. */
static int
check_method(CMS_SignerInfo *signer, struct fault *fault)
{
	X509_ALGOR		*digest = NULL;
	const ASN1_OBJECT	*object = NULL;
	int			 nid;

	CMS_SignerInfo_get0_algs(signer, NULL, NULL, &digest, NULL);
	if (digest != NULL)
		X509_ALGOR_get0(&object, NULL, NULL, digest);
	nid = object != NULL ? OBJ_obj2nid(object) : NID_undef;
	if (nid != NID_sha256 && nid != NID_sha384 && nid != NID_sha512)
		return refuse(fault, "the S/MIME signature must be made with "
		    "SHA-256, SHA-384 or SHA-512");
	if (CMS_signed_get_attr_count(signer) <= 0)
		return refuse(fault, "the S/MIME signature has no signed "
		    "attributes");
	return 0;
}

int
smime_claims(struct arena *arena, const void *signature, size_t len,
    struct cert **out, struct fault *fault)
{
	CMS_ContentInfo	*cms;
	CMS_SignerInfo	*signer;
	STACK_OF(X509)	*certs = NULL;
	X509		*x509;
	int		 i, r = 0;

	cms = read_signature(signature, len, &signer, fault);
	if (cms == NULL)
		return -1;
	*out = NULL;
	certs = CMS_get1_certs(cms);
	for (i = 0; i < sk_X509_num(certs) && *out == NULL && r == 0; i++) {
		x509 = sk_X509_value(certs, i);
		if (CMS_SignerInfo_cert_cmp(signer, x509) != 0)
			continue;
		X509_up_ref(x509);
		r = make_cert(arena, x509, out, fault);
	}
	sk_X509_pop_free(certs, X509_free);
	CMS_ContentInfo_free(cms);
	ERR_clear_error();
	return r;
}

void
smime_lines(struct buf *out, const char *bytes, size_t len)
{
	size_t	i;

	for (i = 0; i < len; i++) {
		if (bytes[i] == '\n' && (i == 0 || bytes[i - 1] != '\r'))
			buf_putc(out, '\r');
		buf_putc(out, bytes[i]);
	}
}

static int
run_verify(CMS_ContentInfo *cms, const struct cert *cert, BIO *in, BIO *to,
    struct fault *fault)
{
	STACK_OF(X509)	*certs = sk_X509_new_null();
	int		 r = -1;

	if (certs == NULL || sk_X509_push(certs, cert->x509) == 0) {
		trouble(fault, "hold a certificate");
		goto out;
	}
	if (CMS_verify(cms, certs, NULL, in, to, CMS_NOINTERN |
	    CMS_NO_SIGNER_CERT_VERIFY | CMS_BINARY) != 1) {
		refuse(fault, "the S/MIME signature does not belong to this "
		    "mail, or was made with another certificate than the one "
		    "that is enrolled");
		goto out;
	}
	r = 0;
out:
	sk_X509_free(certs);
	return r;
}

int
smime_verify(const struct cert *cert, const void *signature,
    size_t signature_len, const char *bytes, size_t len, struct buf *out,
    struct fault *fault)
{
	CMS_ContentInfo	*cms;
	CMS_SignerInfo	*signer;
	BIO		*in = NULL, *to = NULL;
	char		*data;
	long		 n;
	int		 r = -1;

	cms = read_signature(signature, signature_len, &signer, fault);
	if (cms == NULL)
		return -1;
	in = BIO_new_mem_buf(bytes, (int)len);
	to = BIO_new(BIO_s_mem());
	if (in == NULL || to == NULL) {
		trouble(fault, "hold a mail");
		goto out;
	}
	if (check_method(signer, fault) != 0 ||
	    run_verify(cms, cert, in, to, fault) != 0)
		goto out;
	n = BIO_get_mem_data(to, &data);
	buf_add(out, data, (size_t)n);
	r = 0;
out:
	BIO_free(to);
	BIO_free(in);
	CMS_ContentInfo_free(cms);
	ERR_clear_error();
	return r;
}
