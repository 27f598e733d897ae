/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * What verify has found: every file of a folder, those accounted for, and
 * the differences. They are told by path and place, never by what a file
 * holds, which may be hidden from whoever reads it.
 */

#ifndef POSTERN_HOST_PROOF_H
#define POSTERN_HOST_PROOF_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct buf;
struct fault;
struct pubkey;

enum { DIFFERENCES_MAX = 20 };	/* that are kept; all are counted */

struct proof {
	struct arena	 *arena;
	int		  fd;			/* the folder */
	char		**path;			/* all files in it, sorted */
	bool		 *known;
	size_t		  n_paths;
	const char	 *difference[DIFFERENCES_MAX];
	int		  n_differences;
};

/* List the files of an open folder; none is accounted for yet. */
int	 proof_init(struct proof *proof, struct arena *arena, int fd,
	    struct fault *fault);

/* Note a difference. */
void	 proof_differs(struct proof *proof, const char *fmt, ...)
	    __attribute__((format(printf, 2, 3)));

/* Account for a file; say whether it is there. */
bool	 proof_know(struct proof *proof, const char *path);

/* Account for all files whose path begins so. */
void	 proof_know_all(struct proof *proof, const char *prefix);

/* Account for a file and append its bytes; a difference if that fails. */
bool	 proof_read(struct proof *proof, const char *path, struct buf *out);

/* The file must be there and hold exactly that. */
bool	 proof_equals(struct proof *proof, const char *path, const char *data,
	    size_t len);

/*
 * path.sig must hold key's signature over data. With exact, it must also be
 * written as the host writes it.
 */
bool	 proof_signed(struct proof *proof, const char *path, const char *data,
	    size_t len, const struct pubkey *key, bool exact);

/* Whatever is not accounted for is a difference; with loose, unless its
 * name or a folder above it begins with a dot. */
void	 proof_rest(struct proof *proof, bool loose);

#endif
