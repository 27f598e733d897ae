/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a scenario expects to be told, asked and won, held against what
 * came. */

#include "config.h"

#include "host/expect.h"

#include <stdarg.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/text.h"
#include "data/node.h"
#include "host/letter.h"
#include "host/pack.h"

/* ---- saying what is wrong -------------------------------------------- */

/* One line; what stands below its first newline is set in. */
static void
add_line(struct play *play, int line, const char *text)
{
	play->n_wrong++;
	if (play->entry > 0)
		buf_printf(play->out, "turn %d", play->entry);
	if (play->entry > 0 && line > 0)
		buf_putc(play->out, ' ');
	if (line > 0)
		buf_printf(play->out, "(line %d)", line);
	if (play->entry > 0 || line > 0)
		buf_puts(play->out, ": ");
	for (; *text != '\0'; text++) {
		buf_putc(play->out, *text);
		if (*text == '\n')
			buf_puts(play->out, "    | ");
	}
	buf_putc(play->out, '\n');
}

void
play_wrong(struct play *play, const struct node *at, const char *fmt, ...)
{
	int		line = at == NULL ? 0 : at->key != NULL ?
			    at->key_line : at->line;
	struct buf	text;
	va_list		ap;

	buf_init(&text, play->arena);
	va_start(ap, fmt);
	buf_vprintf(&text, fmt, ap);
	va_end(ap);
	add_line(play, line, text.data);
}

void
play_fault(struct play *play, const struct fault *fault)
{
	char	line[sizeof(fault->text) + 64];

	add_line(play, 0, fault_line(fault, line, sizeof(line)));
}

void
play_keys(struct play *play, const struct node *map, const char *const *keys)
{
	const struct node	*item;
	const char		*near;
	struct fault		 fault;

	NODE_EACH(item, map) {
		if (text_index(keys, item->key) >= 0)
			continue;
		near = text_nearest(item->key, keys);
		fault_at(&fault, FAULT_PLAYER, item->key_line,
		    item->key_column, near != NULL ?
		    "unknown key '%.60s'; did you mean '%s'?" :
		    "unknown key '%.60s'%s", item->key,
		    near != NULL ? near : "");
		play_fault(play, &fault);
	}
}

const struct node *
play_map(struct play *play, const struct node *entry, const char *key)
{
	const struct node	*map = node_get(entry, key);

	if (map == NULL || map->kind == NODE_MAP)
		return map;
	play_wrong(play, map, "'%s' is a mapping: a value for each seat", key);
	return NULL;
}

int
play_seat(struct play *play, const struct node *at, const char *name,
    bool public)
{
	const struct commons	*commons = play->match.state;
	const char		*names[SEATS_MAX + 2], *near;
	int			 i, n = commons->seats.n_name;

	for (i = 0; i < n; i++)
		names[i] = commons->seats.name[i];
	names[n] = public ? "public" : NULL;
	names[n + 1] = NULL;
	i = text_index(names, name);
	if (i >= 0)
		return i == n ? PUBLIC : i;
	near = text_nearest(name, names);
	play_wrong(play, at, near != NULL ?
	    "there is no seat '%.60s'; did you mean '%s'?" :
	    "there is no seat '%.60s'%s", name, near != NULL ? near : "");
	return SEATS_MAX;
}

/* ---- parts of texts -------------------------------------------------- */

static bool
occurs(const struct node *found, const char *part)
{
	const struct node	*item;

	NODE_EACH(item, found)
		if (strstr(item->text, part) != NULL)
			return true;
	return false;
}

static const char *
all_of(struct play *play, const struct node *found)
{
	const struct node	*item;
	struct buf		 all;

	buf_init(&all, play->arena);
	NODE_EACH(item, found)
		buf_printf(&all, "%s«%s»", all.len > 0 ? " " : "",
		    item->text);
	return all.len > 0 ? all.data : "nothing";
}

static void
expect_part(struct play *play, const struct node *part,
    const struct node *found, bool wanted, const char *what)
{
	if (part->kind != NODE_SCALAR)
		play_wrong(play, part, "a text is expected, or a list of "
		    "texts");
	else if (wanted && !occurs(found, part->text))
		play_wrong(play, part, "«%s» is not in %s: %s", part->text,
		    what, all_of(play, found));
	else if (!wanted && occurs(found, part->text))
		play_wrong(play, part, "«%s» is in %s, and must not be: %s",
		    part->text, what, all_of(play, found));
}

void
expect_parts(struct play *play, const struct node *parts,
    const struct node *found, bool wanted, const char *what)
{
	const struct node	*part;

	if (parts->kind != NODE_LIST)
		expect_part(play, parts, found, wanted, what);
	else
		NODE_EACH(part, parts)
			expect_part(play, part, found, wanted, what);
}

/* ---- told, untold, shows, hides -------------------------------------- */

/* The events told to seat, in words; and their fields, where asked for. */
static struct node *
heard(struct play *play, int seat, bool fields)
{
	const struct commons	*commons = play->match.state;
	struct node		*list = node_list(play->arena), *field;
	const struct event	*event;
	struct fault		 fault;
	struct buf		 words;

	for (event = play->events->first; event != NULL; event = event->next) {
		if (!event_is_for(event, seat))
			continue;
		buf_init(&words, play->arena);
		if (event_words(&words, event, play->pack->phrases, seat,
		    &commons->seats, &fault) != 0)
			play_fault(play, &fault);
		node_add(list, node_scalar(play->arena, words.data));
		NODE_EACH(field, fields ? event->fields : NULL)
			node_add(list, node_printf(play->arena, "%s=%s",
			    field->key, field->text));
	}
	return list;
}

/* The report as it would be mailed. */
static struct node *
report(struct play *play, int seat)
{
	const struct letter_frame	 frame = { .game = "scenario-1",
					    .of = "00000000" };
	const struct commons		*commons = play->match.state;
	struct told			 told = { commons->turn - 1,
					    play->events };
	struct node			*list = node_list(play->arena);
	struct letter			 letter;
	struct fault			 fault;

	if (letter_write(play->arena, &play->match, play->pack, &frame, seat,
	    &told, 1, &letter, &fault) != 0)
		play_fault(play, &fault);
	else
		node_add(list, node_scalar(play->arena, letter.text));
	return list;
}

static void
expect_heard(struct play *play, const struct node *entry, const char *key,
    bool wanted)
{
	const struct node	*item;
	int			 seat;

	NODE_EACH(item, play_map(play, entry, key)) {
		seat = play_seat(play, item, item->key, true);
		if (seat == SEATS_MAX)
			continue;
		expect_parts(play, item, heard(play, seat, !wanted), wanted,
		    arena_printf(play->arena, "what %s was told", item->key));
	}
}

static void
expect_shown(struct play *play, const struct node *entry, const char *key,
    bool wanted)
{
	const struct node	*item;
	int			 seat;

	NODE_EACH(item, play_map(play, entry, key)) {
		seat = play_seat(play, item, item->key, true);
		if (seat == SEATS_MAX)
			continue;
		expect_parts(play, item, report(play, seat), wanted,
		    arena_printf(play->arena, "the letter to %s",
		    item->key));
	}
}

void
expect_told(struct play *play, const struct node *entry)
{
	expect_heard(play, entry, "told", true);
	expect_heard(play, entry, "untold", false);
	expect_shown(play, entry, "shows", true);
	expect_shown(play, entry, "hides", false);
}

/* ---- asked, offered -------------------------------------------------- */

static int
decision_of(const struct play *play, int seat, bool offered)
{
	const struct commons	*commons = play->match.state;

	if (play->match.over)
		return NONE;
	return offered ? commons->place[seat].offered :
	    commons->place[seat].asked;
}

static void
expect_decision(struct play *play, const struct node *map, int seat,
    bool offered)
{
	const struct commons	*commons = play->match.state;
	const char		*name = commons->seats.name[seat];
	const struct node	*item = node_get(map, name);
	int			 decision = decision_of(play, seat, offered);
	const char		*is = decision == NONE ? "nothing" :
				    play->match.decisions[decision];
	const char		*want = item == NULL ? "nothing" :
				    item->kind == NODE_SCALAR ? item->text :
				    "a list";

	if (strcmp(is, want) != 0)
		play_wrong(play, item != NULL ? item : map,
		    "%s is %s %s, not %s", name,
		    offered ? "offered" : "asked for", is, want);
}

static void
expect_decisions(struct play *play, const struct node *entry,
    const char *key, bool offered)
{
	const struct commons	*commons = play->match.state;
	const struct node	*map = play_map(play, entry, key), *item;
	int			 i;

	if (map == NULL)
		return;
	NODE_EACH(item, map)
		play_seat(play, item, item->key, false);
	for (i = 0; i < commons->seats.n_name; i++)
		expect_decision(play, map, i, offered);
}

void
expect_asked(struct play *play, const struct node *entry)
{
	expect_decisions(play, entry, "asked", false);
	expect_decisions(play, entry, "offered", true);
}

/* ---- over, ends ------------------------------------------------------ */

static void
expect_places(struct play *play, const struct node *map,
    const struct ranking *ranking)
{
	const struct node	*item;
	int64_t			 place;
	int			 seat;

	NODE_EACH(item, map) {
		seat = play_seat(play, item, item->key, false);
		if (seat == SEATS_MAX)
			continue;
		if (item->kind != NODE_SCALAR ||
		    !text_number(item->text, 1, SEATS_MAX, &place))
			play_wrong(play, item, "a place from 1 is expected");
		else if (place != ranking->place[seat])
			play_wrong(play, item, "%s has place %d, not %d",
			    item->key, ranking->place[seat], (int)place);
	}
}

void
expect_over(struct play *play, const struct node *entry)
{
	const struct node	*over = node_get(entry, "over");
	const struct node	*ends = node_get(entry, "ends");
	struct ranking		 ranking = { .how = "" };
	bool			 no = over != NULL &&
				    over->kind == NODE_SCALAR &&
				    strcmp(over->text, "no") == 0;
	struct table		 table;

	if (over == NULL && ends == NULL)
		return;
	match_know(&play->match, EVERYTHING, &table);
	play->match.engine->over(&table, &ranking);
	if (over != NULL && !no && over->kind != NODE_MAP)
		play_wrong(play, over, "'over' is 'no', or the places by "
		    "seat");
	else if (no && play->match.over)
		play_wrong(play, over, "the game is over (%s)", ranking.how);
	else if (!no && !play->match.over)
		play_wrong(play, over != NULL ? over : ends,
		    "the game is not over");
	else if (!no)
		expect_places(play, over, &ranking);
	if (ends != NULL && play->match.over &&
	    (ends->kind != NODE_SCALAR ||
	    strcmp(ends->text, ranking.how) != 0))
		play_wrong(play, ends, "the game ended by %s", ranking.how);
}
