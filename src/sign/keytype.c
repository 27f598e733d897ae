/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Loading and verifying with ed25519, ECDSA, RSA and security keys. */

#include "config.h"

#include "sign/keytype.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>

#include <string.h>

#include "base/fault.h"

enum {
	ED25519_KEY = 32,
	ED25519_SIG = 64,
	RSA_MIN_BITS = 2048,
	RSA_MAX_BITS = 16384,
	RSA_MAX_EXPONENT = 8,		/* bytes */
	SK_TOUCHED = 0x01		/* flag: the user was present */
};

int
keytype_trouble(struct fault *fault, const char *what)
{
	ERR_clear_error();
	return fault_set(fault, FAULT_RETRY,
	    "the cryptographic library failed to %s", what);
}

static int
damaged_key(struct fault *fault, const struct pubkey *key)
{
	ERR_clear_error();
	return fault_set(fault, FAULT_PLAYER, "the base64 of this %s key is "
	    "damaged; copy the line from the .pub file again, whole",
	    key->type->name);
}

int
keytype_damaged(struct fault *fault)
{
	return fault_set(fault, FAULT_PLAYER, "the signature is damaged "
	    "inside; sign the file again and send the .sig file as it is");
}

static int
wrong_method(struct fault *fault, const struct pubkey *key,
    const struct wire *method)
{
	char shown[48];

	wire_show(method, shown, sizeof shown);
	return fault_set(fault, FAULT_PLAYER, "the signature was made by the "
	    "method \"%s\", which a %s key must not use", shown,
	    key->type->name);
}

/* Check sig, in the form libcrypto wants, over data. */
static int
verify_bytes(const struct pubkey *key, const char *hash,
    const struct wire *sig, const struct wire *data, struct fault *fault)
{
	EVP_MD_CTX *ctx;
	int r = -1;

	ctx = EVP_MD_CTX_new();
	if (ctx == NULL || EVP_DigestVerifyInit_ex(ctx, NULL, hash, NULL, NULL,
	    key->pkey, NULL) != 1) {
		keytype_trouble(fault, "prepare for a signature");
		goto out;
	}
	if (EVP_DigestVerify(ctx, sig->at, sig->left, data->at,
	    data->left) != 1) {
		ERR_clear_error();
		fault_set(fault, FAULT_PLAYER, "the signature does not belong "
		    "to these bytes: the file was changed after it was "
		    "signed; sign it again as it is now");
		goto out;
	}
	r = 0;
out:
	EVP_MD_CTX_free(ctx);
	return r;
}

/* ED25519 */

static int
load_ed25519(struct pubkey *key, struct wire *fields, struct fault *fault)
{
	struct wire point;

	if (!wire_string(fields, &point) || point.left != ED25519_KEY)
		return damaged_key(fault, key);
	key->pkey = EVP_PKEY_new_raw_public_key_ex(NULL, "ED25519", NULL,
	    point.at, point.left);
	if (key->pkey == NULL)
		return keytype_trouble(fault, "load an ed25519 key");
	return 0;
}

static int
verify_ed25519(const struct pubkey *key, const struct wire *method,
    struct wire *rest, const struct wire *data, struct fault *fault)
{
	struct wire sig;

	if (!wire_is(method, key->type->name))
		return wrong_method(fault, key, method);
	if (!wire_string(rest, &sig) || sig.left != ED25519_SIG ||
	    rest->left != 0)
		return keytype_damaged(fault);
	return verify_bytes(key, NULL, &sig, data, fault);
}

/* SECURITY KEYS */

static int
load_sk_ed25519(struct pubkey *key, struct wire *fields, struct fault *fault)
{
	struct wire rest = *fields, point, application;

	if (!wire_string(&rest, &point) || !wire_string(&rest, &application))
		return damaged_key(fault, key);
	if (load_ed25519(key, fields, fault) == -1)
		return -1;
	digest_of(application.at, application.left, &key->application);
	*fields = rest;
	return 0;
}

/* What the device signs: its application and state around a digest. */
static int
verify_sk_ed25519(const struct pubkey *key, const struct wire *method,
    struct wire *rest, const struct wire *data, struct fault *fault)
{
	uint8_t seen[DIGEST_SIZE + 5 + DIGEST_SIZE];
	const struct wire signed_bytes = { seen, sizeof seen };
	struct digest digest;
	struct wire sig;

	if (!wire_is(method, key->type->name))
		return wrong_method(fault, key, method);
	if (!wire_string(rest, &sig) || sig.left != ED25519_SIG ||
	    rest->left != 5)
		return keytype_damaged(fault);
	if ((rest->at[0] & SK_TOUCHED) == 0)
		return fault_set(fault, FAULT_PLAYER, "the security key signed "
		    "without being touched; sign again, and touch it");
	digest_of(data->at, data->left, &digest);
	memcpy(seen, key->application.byte, DIGEST_SIZE);
	memcpy(seen + DIGEST_SIZE, rest->at, 5);
	memcpy(seen + DIGEST_SIZE + 5, digest.byte, DIGEST_SIZE);
	return verify_bytes(key, NULL, &sig, &signed_bytes, fault);
}

/* ECDSA */

static EVP_PKEY *
pkey_of_params(const char *algorithm, OSSL_PARAM *params)
{
	EVP_PKEY *pkey = NULL;
	EVP_PKEY_CTX *ctx;

	ctx = EVP_PKEY_CTX_new_from_name(NULL, algorithm, NULL);
	if (ctx == NULL || EVP_PKEY_fromdata_init(ctx) != 1 ||
	    EVP_PKEY_fromdata(ctx, &pkey, EVP_PKEY_PUBLIC_KEY, params) != 1)
		pkey = NULL;
	EVP_PKEY_CTX_free(ctx);
	return pkey;
}

static int
load_ecdsa(struct pubkey *key, struct wire *fields, struct fault *fault)
{
	struct wire curve, point;
	OSSL_PARAM params[3];

	if (!wire_string(fields, &curve) ||
	    !wire_is(&curve, strrchr(key->type->name, '-') + 1) ||
	    !wire_string(fields, &point) || point.left != key->type->point ||
	    point.at[0] != POINT_CONVERSION_UNCOMPRESSED)
		return damaged_key(fault, key);
	params[0] = OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME,
	    (char *)key->type->group, 0);
	params[1] = OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY,
	    (void *)point.at, point.left);
	params[2] = OSSL_PARAM_construct_end();
	key->pkey = pkey_of_params("EC", params);
	if (key->pkey == NULL)
		return damaged_key(fault, key);
	return 0;
}

/* Turn two numbers into the DER that libcrypto reads; *der is to be freed. */
static int
ecdsa_der(const struct wire *r_bytes, const struct wire *s_bytes,
    unsigned char **der)
{
	ECDSA_SIG *sig = ECDSA_SIG_new();
	BIGNUM *r, *s;
	int len = -1;

	r = BN_bin2bn(r_bytes->at, (int)r_bytes->left, NULL);
	s = BN_bin2bn(s_bytes->at, (int)s_bytes->left, NULL);
	if (sig == NULL || r == NULL || s == NULL)
		goto out;
	if (ECDSA_SIG_set0(sig, r, s) != 1)
		goto out;
	r = s = NULL;			/* transferred */
	len = i2d_ECDSA_SIG(sig, der);
out:
	BN_free(r);
	BN_free(s);
	ECDSA_SIG_free(sig);
	return len;
}

static int
verify_ecdsa(const struct pubkey *key, const struct wire *method,
    struct wire *rest, const struct wire *data, struct fault *fault)
{
	struct wire pair, r_bytes, s_bytes, sig;
	unsigned char *der = NULL;
	int len, r;

	if (!wire_is(method, key->type->name))
		return wrong_method(fault, key, method);
	if (!wire_string(rest, &pair) || rest->left != 0 ||
	    !wire_mpint(&pair, &r_bytes) || !wire_mpint(&pair, &s_bytes) ||
	    pair.left != 0 || r_bytes.left > key->type->point ||
	    s_bytes.left > key->type->point)
		return keytype_damaged(fault);
	len = ecdsa_der(&r_bytes, &s_bytes, &der);
	if (len < 0)
		return keytype_trouble(fault, "read an ECDSA signature");
	sig.at = der;
	sig.left = (size_t)len;
	r = verify_bytes(key, key->type->hash, &sig, data, fault);
	OPENSSL_free(der);
	return r;
}

/* RSA */

static EVP_PKEY *
rsa_pkey(const struct wire *modulus, const struct wire *exponent)
{
	BIGNUM *n, *e;
	OSSL_PARAM_BLD *build;
	OSSL_PARAM *params = NULL;
	EVP_PKEY *pkey = NULL;

	n = BN_bin2bn(modulus->at, (int)modulus->left, NULL);
	e = BN_bin2bn(exponent->at, (int)exponent->left, NULL);
	build = OSSL_PARAM_BLD_new();
	if (n == NULL || e == NULL || build == NULL ||
	    OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_RSA_N, n) != 1 ||
	    OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_RSA_E, e) != 1)
		goto out;
	params = OSSL_PARAM_BLD_to_param(build);
	if (params != NULL)
		pkey = pkey_of_params("RSA", params);
out:
	OSSL_PARAM_free(params);
	OSSL_PARAM_BLD_free(build);
	BN_free(e);
	BN_free(n);
	return pkey;
}

static bool
is_odd_above_one(const struct wire *number)
{
	return (number->at[number->left - 1] & 1) != 0 &&
	    (number->left > 1 || number->at[0] > 1);
}

static size_t
bits_of(const struct wire *number)
{
	size_t bits = number->left * 8;
	uint8_t top;

	for (top = number->at[0]; (top & 0x80) == 0; top <<= 1)
		bits--;
	return bits;
}

static int
load_rsa(struct pubkey *key, struct wire *fields, struct fault *fault)
{
	struct wire modulus, exponent;
	size_t bits;

	if (!wire_mpint(fields, &exponent) || !wire_mpint(fields, &modulus) ||
	    exponent.left > RSA_MAX_EXPONENT || !is_odd_above_one(&exponent) ||
	    !is_odd_above_one(&modulus))
		return damaged_key(fault, key);
	bits = bits_of(&modulus);
	if (bits < RSA_MIN_BITS || bits > RSA_MAX_BITS)
		return fault_set(fault, FAULT_PLAYER, "this RSA key has %zu "
		    "bits; it must have %d to %d (better: ssh-keygen -t "
		    "ed25519)", bits, RSA_MIN_BITS, RSA_MAX_BITS);
	key->pkey = rsa_pkey(&modulus, &exponent);
	if (key->pkey == NULL)
		return keytype_trouble(fault, "load an RSA key");
	return 0;
}

/* Signers may leave out the zeros in front; libcrypto wants them. */
static int
verify_rsa(const struct pubkey *key, const struct wire *method,
    struct wire *rest, const struct wire *data, struct fault *fault)
{
	uint8_t padded[RSA_MAX_BITS / 8] = { 0 };
	size_t size = (size_t)EVP_PKEY_get_size(key->pkey);
	const struct wire whole = { padded, size };
	const char *hash;
	struct wire sig;

	if (wire_is(method, "rsa-sha2-512"))
		hash = "SHA512";
	else if (wire_is(method, "rsa-sha2-256"))
		hash = "SHA256";
	else
		return wrong_method(fault, key, method);
	if (!wire_string(rest, &sig) || rest->left != 0 || sig.left == 0 ||
	    sig.left > size || size > sizeof padded)
		return keytype_damaged(fault);
	memcpy(padded + size - sig.left, sig.at, sig.left);
	return verify_bytes(key, hash, &whole, data, fault);
}

/* ALL */

const struct keytype keytypes[] = {
	{ .name = "ssh-ed25519",
	  .load = load_ed25519, .verify = verify_ed25519 },
	{ .name = "sk-ssh-ed25519@openssh.com",
	  .load = load_sk_ed25519, .verify = verify_sk_ed25519 },
	{ .name = "ecdsa-sha2-nistp256", .group = "P-256", .hash = "SHA256",
	  .point = 65, .load = load_ecdsa, .verify = verify_ecdsa },
	{ .name = "ecdsa-sha2-nistp384", .group = "P-384", .hash = "SHA384",
	  .point = 97, .load = load_ecdsa, .verify = verify_ecdsa },
	{ .name = "ecdsa-sha2-nistp521", .group = "P-521", .hash = "SHA512",
	  .point = 133, .load = load_ecdsa, .verify = verify_ecdsa },
	{ .name = "ssh-rsa", .load = load_rsa, .verify = verify_rsa },
	{ .name = NULL }
};

const struct keytype *
keytype_find(const struct wire *name)
{
	const struct keytype *type;

	for (type = keytypes; type->name != NULL; type++)
		if (wire_is(name, type->name))
			return type;
	return NULL;
}
