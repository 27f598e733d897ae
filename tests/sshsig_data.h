/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Reading the keys and signatures in tests/data/sshsig. */

#ifndef POSTERN_TESTS_SSHSIG_DATA_H
#define POSTERN_TESTS_SSHSIG_DATA_H

#include "test.h"

#include <fcntl.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/file.h"
#include "sign/key.h"

static inline struct buf
data_read(struct arena *arena, const char *name)
{
	const char *srcdir = getenv("srcdir");
	struct fault fault = { .text = "" };
	struct buf out;
	int r;

	buf_init(&out, arena);
	r = file_read(AT_FDCWD, arena_printf(arena, "%s/tests/data/sshsig/%s",
	    srcdir != NULL ? srcdir : ".", name), 65536, &out, &fault);
	if (r == -1)
		print_error("%s\n", fault.text);
	assert_int_equal(r, 0);
	return out;
}

static inline struct pubkey *
data_pubkey(struct arena *arena, const char *name)
{
	struct buf line = data_read(arena, name);
	struct fault fault = { .text = "" };
	struct pubkey *key = NULL;

	if (pubkey_read(arena, line.data, line.len, &key, &fault) == -1)
		print_error("%s: %s\n", name, fault.text);
	assert_non_null(key);
	return key;
}

static inline struct seckey *
data_seckey(struct arena *arena, const char *name)
{
	struct buf text = data_read(arena, name);
	struct fault fault = { .text = "" };
	struct seckey *key = NULL;

	if (seckey_read(arena, text.data, text.len, &key, &fault) == -1)
		print_error("%s: %s\n", name, fault.text);
	assert_non_null(key);
	return key;
}

/* See that the fault is of that kind and says something with that part. */
static inline void
assert_says(const struct fault *fault, enum fault_kind kind, const char *part)
{
	if (strstr(fault->text, part) == NULL)
		print_error("\"%s\" does not say \"%s\"\n", fault->text, part);
	assert_non_null(strstr(fault->text, part));
	assert_int_equal(fault->kind, kind);
}

#endif
