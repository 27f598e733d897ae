/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A part of the state, as a scenario expects it, held against the state. */

#include "config.h"

#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "data/node.h"
#include "data/schema.h"
#include "host/expect.h"

/* A scalar, or a tree on one line, for a message. */
static const char *
spell(struct play *play, const struct node *node)
{
	const struct node	*item;
	struct buf		 out;

	if (node->kind == NODE_SCALAR)
		return node->text;
	buf_init(&out, play->arena);
	NODE_EACH(item, node)
		buf_printf(&out, "%s%s%s%s", out.len > 0 ? ", " : "",
		    item->key != NULL ? item->key : "",
		    item->key != NULL ? ": " : "", spell(play, item));
	return arena_printf(play->arena, node->kind == NODE_LIST ? "[%s]" :
	    "{%s}", out.data);
}

static void
differ(struct play *play, const char *path, const struct node *want,
    const struct node *is)
{
	play_wrong(play, want, "%s is %s, not %s", path, spell(play, is),
	    spell(play, want));
}

static const char *
below(struct play *play, const char *path, const char *key)
{
	return *path == '\0' ? key :
	    arena_printf(play->arena, "%s.%s", path, key);
}

/* ---- lists ----------------------------------------------------------- */

static bool
is_rest(const struct node *item)
{
	return item->kind == NODE_SCALAR && item->next == NULL &&
	    strcmp(item->text, "...") == 0;
}

typedef void compare_fn(struct play *play, const char *path,
    const struct field *field, const struct node *want,
    const struct node *is);

/* Element by element; a list that ends in ... may be followed by more. */
static void
compare_list(struct play *play, const char *path, const struct field *field,
    const struct node *want, const struct node *is, compare_fn *compare)
{
	const struct node	*w, *i;
	int			 n = 0;

	if (want->kind != NODE_LIST || is->kind != NODE_LIST) {
		differ(play, path, want, is);
		return;
	}
	i = is->child;
	for (w = want->child; w != NULL && !is_rest(w); w = w->next) {
		if (i == NULL) {
			differ(play, path, want, is);
			return;
		}
		compare(play, arena_printf(play->arena, "%s[%d]", path, ++n),
		    field, w, i);
		i = i->next;
	}
	if (w == NULL && i != NULL)
		differ(play, path, want, is);
}

/* ---- elements -------------------------------------------------------- */

/* face[.back][#id][/seen]: what is not given need not be equal. */
static bool
card_is(struct play *play, const char *is, const char *want)
{
	static const char	 marks[] = "/#.";
	char			*text = arena_strdup(play->arena, is);
	char			*from, *to;
	const char		*mark;

	for (mark = marks; *mark != '\0'; mark++) {
		from = strchr(text, *mark);
		if (from == NULL || strchr(want, *mark) != NULL)
			continue;
		to = from + strcspn(from + 1, marks) + 1;
		memmove(from, to, strlen(to) + 1);
	}
	return strcmp(text, want) == 0;
}

static void
compare_card(struct play *play, const char *path, const struct field *field,
    const struct node *want, const struct node *is)
{
	(void)field;
	if (want->kind != NODE_SCALAR ||
	    !card_is(play, is->text, want->text))
		differ(play, path, want, is);
}

/* What has a spelling of its own: every key that is given must be so. */
static void
compare_plain(struct play *play, const char *path, const struct field *field,
    const struct node *want, const struct node *is)
{
	const struct node	*w, *i;

	if (want->kind == NODE_LIST) {
		compare_list(play, path, field, want, is, compare_plain);
		return;
	}
	if (want->kind != is->kind || (want->kind == NODE_SCALAR &&
	    strcmp(want->text, is->text) != 0)) {
		differ(play, path, want, is);
		return;
	}
	NODE_EACH(w, want) {
		i = node_get(is, w->key);
		if (i == NULL)
			play_wrong(play, w, "%s is not there",
			    below(play, path, w->key));
		else
			compare_plain(play, below(play, path, w->key), field,
			    w, i);
	}
}

static void compare_struct(struct play *play, const char *path,
    const struct schema *schema, const struct node *want,
    const struct node *is);

static void
compare_element(struct play *play, const char *path,
    const struct field *field, const struct node *want,
    const struct node *is)
{
	if (field->type == TYPE_STRUCT)
		compare_struct(play, path, field->sub, want, is);
	else if (field->type == TYPE_PILE)
		compare_list(play, path, field, want, is, compare_card);
	else
		compare_plain(play, path, field, want, is);
}

/* ---- structs --------------------------------------------------------- */

static void
compare_keyed(struct play *play, const char *path, const struct field *field,
    const struct node *want, const struct node *is)
{
	const struct node	*w, *i;

	if (want->kind != NODE_MAP) {
		differ(play, path, want, is);
		return;
	}
	NODE_EACH(w, want) {
		i = node_get(is, w->key);
		if (i != NULL)
			compare_element(play, below(play, path, w->key), field,
			    w, i);
		else if (field->by_seat)
			play_seat(play, w, w->key, false);
		else
			play_wrong(play, w, "%s is not there",
			    below(play, path, w->key));
	}
}

static void
compare_field(struct play *play, const char *path, const struct field *field,
    const struct node *want, const struct node *is)
{
	if (schema_is_keyed(field))
		compare_keyed(play, path, field, want, is);
	else if (field->many)
		compare_list(play, path, field, want, is, compare_element);
	else
		compare_element(play, path, field, want, is);
}

static void
compare_struct(struct play *play, const char *path,
    const struct schema *schema, const struct node *want,
    const struct node *is)
{
	const struct field	*field;
	const struct node	*w;
	struct fault		 fault;

	if (want->kind != NODE_MAP) {
		differ(play, path, want, is);
		return;
	}
	NODE_EACH(w, want) {
		field = schema_field(schema, w->key);
		if (field != NULL) {
			compare_field(play, below(play, path, w->key), field,
			    w, node_get(is, w->key));
			continue;
		}
		schema_unknown(schema, w, &fault);
		play_fault(play, &fault);
	}
}

void
expect_state(struct play *play, const struct node *part)
{
	compare_struct(play, "", play->match.engine->state, part,
	    match_view(&play->match, play->arena, EVERYTHING));
}
