/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * A tree of data: what YAML is read into and written from, and what
 * templates are filled with. Every scalar is text.
 */

#ifndef POSTERN_DATA_NODE_H
#define POSTERN_DATA_NODE_H

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct buf;

enum node_kind { NODE_SCALAR, NODE_LIST, NODE_MAP };

struct node {
	enum node_kind	 kind;
	int		 n_children;
	const char	*text;		/* of a scalar; never NULL there */
	const char	*key;		/* of a child of a map, else NULL */
	struct node	*child;		/* the first */
	struct node	*last;		/* the last child */
	struct node	*next;		/* the next of the same parent */
	int		 line;		/* where it was read, from 1; or 0 */
	int		 column;
	int		 key_line;
	int		 key_column;
	bool		 flow;		/* write it on one line, in brackets */
	bool		 quoted;	/* a scalar that stood in quotes */
};

struct node	*node_map(struct arena *arena);
struct node	*node_list(struct arena *arena);
struct node	*node_scalar(struct arena *arena, const char *text);
struct node	*node_number(struct arena *arena, int64_t number);
struct node	*node_printf(struct arena *arena, const char *fmt, ...)
		    __attribute__((format(printf, 2, 3)));

/* Append item to a list. */
void		 node_add(struct node *list, struct node *item);

/* Append key: value to a map. key is kept as it is, not copied; it must not
 * be there yet. */
void		 node_set(struct node *map, const char *key,
		    struct node *value);

/* Find a child of a map by its key; NULL when absent, or map is NULL. */
struct node	*node_get(const struct node *map, const char *key);

/* The text of a scalar child, or otherwise when absent or no scalar. */
const char	*node_text(const struct node *map, const char *key,
		    const char *otherwise);

/* Are the two trees equal in kinds, keys, texts and order? */
bool		 node_equal(const struct node *a, const struct node *b);

/* Copy a tree into arena, keys and texts too. */
struct node	*node_copy(struct arena *arena, const struct node *node);

#define NODE_EACH(item, parent) \
	for ((item) = (parent) != NULL ? (parent)->child : NULL; \
	    (item) != NULL; (item) = (item)->next)

#endif
