/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Building, searching, comparing and copying trees of data. */

#include "config.h"

#include "data/node.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"

static struct node *
new_node(struct arena *arena, enum node_kind kind)
{
	struct node *node;

	node = arena_alloc(arena, sizeof(*node));
	node->kind = kind;
	return node;
}

struct node *
node_map(struct arena *arena)
{
	return new_node(arena, NODE_MAP);
}

struct node *
node_list(struct arena *arena)
{
	return new_node(arena, NODE_LIST);
}

static struct node *
scalar_of(struct arena *arena, const char *text)
{
	struct node *node;

	node = new_node(arena, NODE_SCALAR);
	node->text = text;
	return node;
}

struct node *
node_scalar(struct arena *arena, const char *text)
{
	return scalar_of(arena, arena_strdup(arena, text));
}

struct node *
node_number(struct arena *arena, int64_t number)
{
	return scalar_of(arena, arena_printf(arena, "%" PRId64, number));
}

struct node *
node_printf(struct arena *arena, const char *fmt, ...)
{
	struct buf text;
	va_list ap;

	buf_init(&text, arena);
	va_start(ap, fmt);
	buf_vprintf(&text, fmt, ap);
	va_end(ap);
	return scalar_of(arena, text.data);
}

static void
append(struct node *parent, struct node *child)
{
	assert(child->next == NULL && child != parent->last);
	if (parent->last == NULL)
		parent->child = child;
	else
		parent->last->next = child;
	parent->last = child;
	parent->n_children++;
}

void
node_add(struct node *list, struct node *item)
{
	assert(list->kind == NODE_LIST);
	item->key = NULL;
	append(list, item);
}

void
node_set(struct node *map, const char *key, struct node *value)
{
	assert(map->kind == NODE_MAP);
	value->key = key;
	append(map, value);
}

struct node *
node_get(const struct node *map, const char *key)
{
	struct node *child;

	if (map == NULL || map->kind != NODE_MAP)
		return NULL;
	NODE_EACH(child, map)
		if (strcmp(child->key, key) == 0)
			return child;
	return NULL;
}

const char *
node_text(const struct node *map, const char *key, const char *otherwise)
{
	const struct node *child;

	child = node_get(map, key);
	if (child == NULL || child->kind != NODE_SCALAR)
		return otherwise;
	return child->text;
}

bool
node_equal(const struct node *a, const struct node *b)
{
	const struct node *x, *y;

	if (a->kind != b->kind || a->n_children != b->n_children)
		return false;
	if (a->kind == NODE_SCALAR)
		return strcmp(a->text, b->text) == 0;
	y = b->child;
	NODE_EACH(x, a) {
		if (a->kind == NODE_MAP && strcmp(x->key, y->key) != 0)
			return false;
		if (!node_equal(x, y))
			return false;
		y = y->next;
	}
	return true;
}

struct node *
node_copy(struct arena *arena, const struct node *node)
{
	const struct node *child;
	struct node *copy;

	copy = arena_alloc(arena, sizeof(*copy));
	*copy = *node;
	copy->child = copy->last = copy->next = NULL;
	copy->n_children = 0;
	if (node->key != NULL)
		copy->key = arena_strdup(arena, node->key);
	if (node->text != NULL)
		copy->text = arena_strdup(arena, node->text);
	NODE_EACH(child, node)
		append(copy, node_copy(arena, child));
	return copy;
}
