/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What verify has found. */

#include "config.h"

#include "host/proof.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/file.h"
#include "host/game.h"
#include "sign/sshsig.h"

enum { SIGNATURE_BYTES = 1 << 14 };

int
proof_init(struct proof *proof, struct arena *arena, int fd,
    struct fault *fault)
{
	memset(proof, 0, sizeof(*proof));
	proof->arena = arena;
	proof->fd = fd;
	if (file_tree(fd, ".", arena, &proof->path, &proof->n_paths,
	    fault) != 0)
		return -1;
	proof->known = arena_alloc(arena, proof->n_paths + 1);
	return 0;
}

void
proof_differs(struct proof *proof, const char *fmt, ...)
{
	struct buf	line;
	va_list		ap;

	if (proof->n_differences < DIFFERENCES_MAX) {
		buf_init(&line, proof->arena);
		va_start(ap, fmt);
		buf_vprintf(&line, fmt, ap);
		va_end(ap);
		proof->difference[proof->n_differences] = line.data;
	}
	proof->n_differences++;
}

static int
by_name(const void *key, const void *element)
{
	return strcmp(key, *(char *const *)element);
}

bool
proof_know(struct proof *proof, const char *path)
{
	char	**found = bsearch(path, proof->path, proof->n_paths,
		    sizeof(*proof->path), by_name);

	if (found == NULL)
		return false;
	proof->known[found - proof->path] = true;
	return true;
}

void
proof_know_all(struct proof *proof, const char *prefix)
{
	size_t	i;

	for (i = 0; i < proof->n_paths; i++)
		if (strncmp(proof->path[i], prefix, strlen(prefix)) == 0)
			proof->known[i] = true;
}

bool
proof_read(struct proof *proof, const char *path, struct buf *out)
{
	struct fault	fault;

	if (!proof_know(proof, path)) {
		proof_differs(proof, "%s is missing", path);
		return false;
	}
	if (file_read(proof->fd, path, GAME_BYTES, out, &fault) != 0) {
		proof_differs(proof, "%s cannot be read", path);
		return false;
	}
	return true;
}

bool
proof_equals(struct proof *proof, const char *path, const char *data,
    size_t len)
{
	struct buf	text;
	size_t		i;

	buf_init(&text, proof->arena);
	if (!proof_read(proof, path, &text))
		return false;
	for (i = 0; i < len && i < text.len && text.data[i] == data[i]; i++)
		continue;
	if (i == len && i == text.len)
		return true;
	proof_differs(proof, "%s differs from the replay at byte %zu", path,
	    i + 1);
	return false;
}

bool
proof_signed(struct proof *proof, const char *path, const char *data,
    size_t len, const struct pubkey *key, bool exact)
{
	const char	*sig = arena_printf(proof->arena, "%s.sig", path);
	struct fault	 fault;
	struct buf	 armour;
	int		 who;

	buf_init(&armour, proof->arena);
	if (!proof_read(proof, sig, &armour))
		return false;
	if (armour.len <= SIGNATURE_BYTES &&
	    sshsig_verify(proof->arena, armour.data, armour.len, data, len,
	    SSHSIG_NAMESPACE, &key, 1, &who, &fault) == 0 &&
	    (!exact || sshsig_is_exact(proof->arena, armour.data,
	    armour.len)))
		return true;
	proof_differs(proof, "%s is not the signature over %s that it should "
	    "be", sig, path);
	return false;
}

static bool
is_temporary(const char *path)
{
	return path[0] == '.' || strstr(path, "/.") != NULL;
}

void
proof_rest(struct proof *proof, bool loose)
{
	size_t	i;

	for (i = 0; i < proof->n_paths; i++)
		if (!proof->known[i] &&
		    !(loose && is_temporary(proof->path[i])))
			proof_differs(proof, "%s does not belong here",
			    proof->path[i]);
}
