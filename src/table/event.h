/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Events: what happened, as one audience may know it. A name and fields;
 * the words come from a phrase file.
 */

#ifndef POSTERN_TABLE_EVENT_H
#define POSTERN_TABLE_EVENT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

struct arena;
struct buf;
struct fault;
struct node;
struct roster;

struct event {
	struct event	*next;
	const char	*name;
	const char	*rule;		/* of a reveal, else NULL */
	int32_t		 to;		/* seats as seen bits; SEEN_ALL */
	struct node	*fields;	/* a map of scalars */
};

struct events {
	struct arena	*arena;
	struct event	*first;
	struct event	*last;
	int		 n_events;
};

void		 events_init(struct events *events, struct arena *arena);

/*
 * Add an event. fmt is "key=%s key=%d …": each key with the printf
 * conversion of its value.
 */
struct event	*events_add(struct events *events, int32_t to,
		    const char *rule, const char *name, const char *fmt,
		    va_list ap);

/* Is the event told to seat? */
bool		 event_is_for(const struct event *event, int seat);

/* The events as a list for events.yaml, and back. */
struct node	*events_write(struct arena *arena, const struct events *events,
		    const struct roster *roster);
int		 events_read(struct events *events, const struct node *list,
		    const struct roster *roster, struct fault *fault);

/*
 * Append the event in words for seat, by the phrase of its name: a text, or
 * a map from a field whose value is the reader's own seat to the text for
 * it, with "else" for the others. {{field}} is a field, {{Field}} the same
 * with a capital. An event without a phrase is a fault.
 */
int		 event_words(struct buf *out, const struct event *event,
		    const struct node *phrases, int seat,
		    const struct roster *roster, struct fault *fault);

#endif
