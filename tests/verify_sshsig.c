/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * verify_sshsig SIG MESSAGE PUB...: say which key signed, for run_sshsig.sh.
 * Exit 0 when one did, 1 when none, 2 when a file or key cannot be read.
 */

#include "config.h"

#include "sign/sshsig.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/file.h"
#include "sign/key.h"

static void
must(int r, const char *path, const struct fault *fault)
{
	if (r == 0)
		return;
	fprintf(stderr, "%s: %s\n", path, fault->text);
	exit(2);
}

static struct buf
contents(struct arena *arena, const char *path)
{
	struct fault fault;
	struct buf out;

	buf_init(&out, arena);
	must(file_read(AT_FDCWD, path, 1 << 20, &out, &fault), path, &fault);
	return out;
}

int
main(int argc, char **argv)
{
	struct arena *arena = arena_new();
	struct buf armour, message, line;
	struct pubkey **keys;
	struct fault fault;
	int i, r, who, n_keys = argc - 3;

	if (n_keys < 1)
		return 2;
	armour = contents(arena, argv[1]);
	message = contents(arena, argv[2]);
	keys = arena_alloc(arena, (size_t)n_keys * sizeof *keys);
	for (i = 0; i < n_keys; i++) {
		line = contents(arena, argv[3 + i]);
		must(pubkey_read(arena, line.data, line.len, &keys[i], &fault),
		    argv[3 + i], &fault);
	}
	r = sshsig_verify(arena, armour.data, armour.len, message.data,
	    message.len, SSHSIG_NAMESPACE, (const struct pubkey *const *)keys,
	    n_keys, &who, &fault);
	if (r == 0)
		puts(pubkey_fingerprint(keys[who]));
	else
		fprintf(stderr, "%s\n", fault.text);
	for (i = 0; i < n_keys; i++)
		pubkey_free(keys[i]);
	arena_free(arena);
	return r == 0 ? 0 : 1;
}
