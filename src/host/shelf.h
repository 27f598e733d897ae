/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Files read in this pass, as trees: a file that was read when its game's
 * mail came in is not parsed again when its turn is closed. A tree is known
 * by the digest of its bytes, so it can never be out of date.
 */

#ifndef POSTERN_HOST_SHELF_H
#define POSTERN_HOST_SHELF_H

#include <stddef.h>

struct digest;
struct fault;
struct node;
struct shelf;

struct shelf	*shelf_new(void);
void		 shelf_free(struct shelf *shelf);

/* Read YAML of our own, or find it read; the tree lives till the trim. */
int		 shelf_read(struct shelf *shelf, const char *text, size_t len,
		    const struct digest *digest, const struct node **out,
		    struct fault *fault);

/* Between two jobs: forget all when there is too much of it. */
void		 shelf_trim(struct shelf *shelf);

#endif
