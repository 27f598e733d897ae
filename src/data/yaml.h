/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * YAML in and out.
 *
 * Reading is strict: no anchors, aliases, tags, directives, merge or
 * complex keys, duplicate keys, second document; strict UTF-8; no control
 * or bidirectional characters. Caps bound bytes, depth and nodes while the
 * events come in, because libyaml is quadratic in flow depth.
 *
 * Writing is canonical: one tree has one spelling, and reading it back
 * gives an equal tree.
 */

#ifndef POSTERN_DATA_YAML_H
#define POSTERN_DATA_YAML_H

#include <stddef.h>

struct arena;
struct buf;
struct fault;
struct node;

struct yaml_caps {
	size_t	bytes;
	int	depth;
	int	nodes;
};

extern const struct yaml_caps yaml_caps_order;	/* a stranger's order file */
extern const struct yaml_caps yaml_caps_own;	/* our own files */

/*
 * Read one document. A fault (of kind FAULT_PLAYER) has line and column,
 * what was found and what would be right.
 */
int	 yaml_read(struct arena *arena, const char *text, size_t len,
	    const struct yaml_caps *caps, struct node **out,
	    struct fault *fault);

/*
 * Append the tree: maps as blocks, lists of scalars in brackets (wrapped at
 * 72 columns), other lists as blocks, nodes marked flow on one line. A
 * scalar is quoted where a plain one would not be read back equal.
 */
void	 yaml_write(struct buf *out, const struct node *node);

#endif
