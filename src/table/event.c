/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Events: made, kept in files, put into words. */

#include "config.h"

#include "table/event.h"

#include <assert.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "data/node.h"
#include "data/schema.h"
#include "data/template.h"

void
events_init(struct events *events, struct arena *arena)
{
	memset(events, 0, sizeof(*events));
	events->arena = arena;
}

static void
append(struct events *events, struct event *event)
{
	if (events->last == NULL)
		events->first = event;
	else
		events->last->next = event;
	events->last = event;
	events->n_events++;
}

/* "key=%s key=%d": each value by its conversion. */
static void
add_fields(struct arena *arena, struct node *fields, const char *fmt,
    va_list ap)
{
	struct node	*value;
	const char	*equals;
	char		*key;

	while (*fmt != '\0') {
		equals = strchr(fmt, '=');
		assert(equals != NULL && equals[1] == '%');
		key = arena_strndup(arena, fmt, (size_t)(equals - fmt));
		if (equals[2] == 's')
			value = node_scalar(arena,
			    arena_strdup(arena, va_arg(ap, const char *)));
		else
			value = node_number(arena, va_arg(ap, int));
		node_set(fields, key, value);
		fmt = equals + 3 + strspn(equals + 3, " ");
	}
}

struct event *
events_add(struct events *events, int32_t to, const char *rule,
    const char *name, const char *fmt, va_list ap)
{
	struct event	*event = arena_alloc(events->arena, sizeof(*event));

	event->name = name;
	event->rule = rule;
	event->to = to;
	event->fields = node_map(events->arena);
	add_fields(events->arena, event->fields, fmt, ap);
	append(events, event);
	return event;
}

bool
event_is_for(const struct event *event, int seat)
{
	return (event->to & (seat < 0 ? SEEN_PUBLIC : 1 << seat)) != 0;
}

/* ---- in files ---------------------------------------------------------- */

static struct node *
write_audience(struct arena *arena, int32_t to, const struct roster *roster)
{
	struct node	*list;
	int		 i;

	if (to == SEEN_ALL)
		return node_scalar(arena, "all");
	list = node_list(arena);
	for (i = 0; i < roster->n_name; i++)
		if ((to & 1 << i) != 0)
			node_add(list, node_scalar(arena, roster->name[i]));
	if ((to & SEEN_PUBLIC) != 0)
		node_add(list, node_scalar(arena, "public"));
	return list;
}

struct node *
events_write(struct arena *arena, const struct events *events,
    const struct roster *roster)
{
	struct node		*list = node_list(arena), *item;
	const struct event	*event;

	for (event = events->first; event != NULL; event = event->next) {
		item = node_map(arena);
		node_set(item, "event", node_scalar(arena, event->name));
		node_set(item, "to", write_audience(arena, event->to, roster));
		if (event->rule != NULL)
			node_set(item, "reveal",
			    node_scalar(arena, event->rule));
		if (event->fields->n_children > 0)
			node_set(item, "with",
			    node_copy(arena, event->fields));
		node_add(list, item);
	}
	return list;
}

static int
read_audience(const struct node *node, const struct roster *roster,
    int32_t *out)
{
	const struct node	*item;
	int			 i;

	if (node == NULL)
		return -1;
	if (node->kind == NODE_SCALAR && strcmp(node->text, "all") == 0) {
		*out = SEEN_ALL;
		return 0;
	}
	*out = 0;
	NODE_EACH(item, node->kind == NODE_LIST ? node : NULL) {
		if (item->kind != NODE_SCALAR)
			return -1;
		if (strcmp(item->text, "public") == 0) {
			*out |= SEEN_PUBLIC;
			continue;
		}
		for (i = 0; i < roster->n_name; i++)
			if (strcmp(roster->name[i], item->text) == 0)
				break;
		if (i == roster->n_name)
			return -1;
		*out |= 1 << i;
	}
	return 0;
}

int
events_read(struct events *events, const struct node *list,
    const struct roster *roster, struct fault *fault)
{
	struct event	*event;
	struct node	*item, *with;
	const char	*rule;

	NODE_EACH(item, list) {
		event = arena_alloc(events->arena, sizeof(*event));
		with = node_get(item, "with");
		rule = node_text(item, "reveal", "");
		event->name = arena_strdup(events->arena,
		    node_text(item, "event", ""));
		event->rule = *rule != '\0' ?
		    arena_strdup(events->arena, rule) : NULL;
		event->fields = with != NULL ?
		    node_copy(events->arena, with) : node_map(events->arena);
		if (*event->name == '\0' || read_audience(
		    node_get(item, "to"), roster, &event->to) != 0)
			return fault_at(fault, FAULT_OPERATOR, item->line,
			    item->column, "this is not an event");
		append(events, event);
	}
	return 0;
}

/* ---- in words ---------------------------------------------------------- */

/* The phrase for this reader: the variant of a field that is its own seat. */
static const char *
phrase_for(const struct event *event, const struct node *phrase, int seat,
    const struct roster *roster)
{
	const struct node	*variant;

	if (phrase->kind == NODE_SCALAR)
		return phrase->text;
	NODE_EACH(variant, phrase)
		if (variant->kind == NODE_SCALAR && seat >= 0 &&
		    strcmp(node_text(event->fields, variant->key, ""),
		    roster->name[seat]) == 0)
			return variant->text;
	return node_text(phrase, "else", NULL);
}

/* The fields, and each again with a capital. */
static struct node *
with_capitals(struct arena *arena, const struct node *fields)
{
	struct node		*data = node_copy(arena, fields);
	const struct node	*field;
	char			*key, *text;

	NODE_EACH(field, fields) {
		key = arena_strdup(arena, field->key);
		text = arena_strdup(arena, field->text);
		if (key[0] < 'a' || key[0] > 'z')
			continue;
		key[0] = (char)(key[0] - 'a' + 'A');
		if (text[0] >= 'a' && text[0] <= 'z')
			text[0] = (char)(text[0] - 'a' + 'A');
		node_set(data, key, node_scalar(arena, text));
	}
	return data;
}

int
event_words(struct buf *out, const struct event *event,
    const struct node *phrases, int seat, const struct roster *roster,
    struct fault *fault)
{
	const struct node	*phrase = node_get(phrases, event->name);
	const char		*text = phrase == NULL ? NULL :
				    phrase_for(event, phrase, seat, roster);

	if (text == NULL)
		return fault_set(fault, FAULT_OPERATOR,
		    "phrases.yaml has no words for the event '%s'",
		    event->name);
	if (template_fill(out, text, with_capitals(out->arena, event->fields),
	    fault) != 0)
		return fault_within(fault, "phrase '%s'", event->name);
	return 0;
}
