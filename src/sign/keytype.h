/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The types of public keys: how each is loaded, and how it verifies. */

#ifndef POSTERN_SIGN_KEYTYPE_H
#define POSTERN_SIGN_KEYTYPE_H

#include <openssl/types.h>

#include "data/digest.h"
#include "sign/wire.h"

struct fault;
struct keytype;

struct pubkey {
	const struct keytype	*type;
	EVP_PKEY		*pkey;
	struct wire		 blob;
	const char		*line;
	const char		*fingerprint;
	struct digest		 application;	/* of a security key */
};

struct keytype {
	const char	*name;
	const char	*group;		/* of a curve, for libcrypto */
	const char	*hash;
	size_t		 point;		/* bytes of an uncompressed point */

	/* Set key->pkey (and application) from the fields behind the name. */
	int	 (*load)(struct pubkey *key, struct wire *fields,
		    struct fault *fault);

	/* Check the rest of a signature, behind the name of its method. */
	int	 (*verify)(const struct pubkey *key, const struct wire *method,
		    struct wire *rest, const struct wire *data,
		    struct fault *fault);
};

/* Ends in a row without name. */
extern const struct keytype keytypes[];

/* Find a type by its name; NULL when there is none. */
const struct keytype	*keytype_find(const struct wire *name);

/* Say that libcrypto failed at something; forget its own list of errors. */
int	 keytype_trouble(struct fault *fault, const char *what);

/* Say that what is in a signature is not laid out as it must be. */
int	 keytype_damaged(struct fault *fault);

#endif
