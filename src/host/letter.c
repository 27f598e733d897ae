/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A letter: view and events of one seat, filled into the templates. */

#include "config.h"

#include "host/letter.h"

#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/text.h"
#include "data/digest.h"
#include "data/node.h"
#include "data/template.h"
#include "data/yaml.h"
#include "host/pack.h"
#include "table/chance.h"

enum {
	COLUMNS = 72,
	PRESS_ROOM = 256 * 1024,	/* bytes of press in one report */
	PRESS_HEAD = 128		/* of a letter without its text */
};

struct writing {
	struct arena			*arena;
	const struct match		*match;
	const struct pack		*pack;
	const struct letter_frame	*frame;
	const struct commons		*commons;
	int				 seat;
	struct letter			*out;
};

static const char *
seat_name(const struct writing *w)
{
	return w->seat < 0 ? "public" : w->commons->seats.name[w->seat];
}

static const char *
capital(const struct writing *w, const char *text)
{
	char	*copy = arena_strdup(w->arena, text);

	if (copy[0] >= 'a' && copy[0] <= 'z')
		copy[0] = (char)(copy[0] - 'a' + 'A');
	return copy;
}

/* ---- what happened --------------------------------------------------- */

static bool
is_press(const struct event *event)
{
	return strcmp(event->name, "press") == 0;
}

static int
tell_turn(const struct writing *w, const struct told *told, struct buf *out,
    struct fault *fault)
{
	const struct event	*event;
	struct buf		 words;

	for (event = told->events->first; event != NULL; event = event->next) {
		if (!event_is_for(event, w->seat) || is_press(event))
			continue;
		buf_init(&words, w->arena);
		if (event_words(&words, event, w->pack->phrases, w->seat,
		    &w->commons->seats, fault) != 0)
			return -1;
		if (words.len > 0)
			text_wrap(out, words.data, COLUMNS, "  - ", "    ");
	}
	return 0;
}

static int
tell_all(const struct writing *w, const struct told *told, int n_told,
    struct buf *out, struct fault *fault)
{
	size_t	before;
	int	i;

	for (i = 0; i < n_told; i++) {
		before = out->len;
		if (n_told > 1)
			buf_printf(out, "  Turn %d\n", told[i].turn);
		if (tell_turn(w, &told[i], out, fault) != 0)
			return -1;
		if (n_told > 1 && out->len - before <=
		    strlen("  Turn 1000000\n"))
			buf_cut(out, before);
	}
	if (out->len == 0)
		buf_puts(out, "  Nothing that you could see.\n");
	return 0;
}

/* ---- where you stand ------------------------------------------------- */

static int
position(const struct writing *w, const struct table *known, struct buf *out,
    struct fault *fault)
{
	const struct engine	*engine = w->match->engine;
	struct node		*facts = node_map(w->arena);
	struct buf		 picture;

	buf_init(&picture, w->arena);
	engine->picture(known, w->seat, &picture);
	engine->brief(known, w->seat, facts);
	node_set(facts, "picture", node_scalar(w->arena, picture.data));
	if (template_fill(out, w->pack->position, facts, fault) != 0)
		return fault_within(fault, "games/%s/report.txt", engine->id);
	return 0;
}

/* ---- how to answer --------------------------------------------------- */

/* The form holds an example; its dice are cast by the view itself, so that
 * the same view always makes the same form. */
static void
example(const struct writing *w, const struct table *known, const char *view,
    struct script *out)
{
	struct digest	digest;
	struct dice	dice;

	digest_of(view, strlen(view), &digest);
	dice_init(&dice, &digest);
	script_clear(out);
	known->engine->suggest(known, w->seat, match_asked(w->match, w->seat),
	    &dice.chance, out);
}

/* Orders too long for a line of the form are written over several. */
static void
spread(const struct writing *w, struct node *node, int indent)
{
	struct node	*item;
	struct buf	 line;

	buf_init(&line, w->arena);
	yaml_write(&line, node);
	if (node->kind == NODE_SCALAR || (strchr(line.data, '\n') ==
	    line.data + line.len - 1 &&
	    text_width(line.data) + indent <= COLUMNS))
		return;
	node->flow = false;
	NODE_EACH(item, node)
		spread(w, item, indent + 2 +
		    (item->key != NULL ? text_width(item->key) : 0));
}

static const char *
form(const struct writing *w, const struct table *known, const char *view)
{
	struct node	*map = node_map(w->arena), *list, *item;
	struct script	 orders;
	struct buf	 out;

	example(w, known, view, &orders);
	node_set(map, "game", node_scalar(w->arena, w->frame->game));
	node_set(map, "of", node_scalar(w->arena, w->frame->of));
	node_set(map, "turn", node_number(w->arena, w->commons->turn));
	node_set(map, "seat", node_scalar(w->arena, seat_name(w)));
	node_set(map, "seq", node_number(w->arena, 0));
	list = script_write(w->arena, &orders, w->match->engine->verbs,
	    &w->commons->seats);
	NODE_EACH(item, list)
		spread(w, item, 4);
	node_set(map, "orders", list);
	buf_init(&out, w->arena);
	buf_printf(&out, "# Orders of %s for turn %d of %s.\n"
	    "# Those below are an example that you could send as it is.\n"
	    "# Raise seq to replace a file you sent.\n", seat_name(w),
	    w->commons->turn, w->frame->game);
	yaml_write(&out, map);
	return out.data;
}

/* ---- the whole ------------------------------------------------------- */

/* Templates end their own lines. */
static void
set_text(const struct writing *w, struct node *data, const char *key,
    const char *text)
{
	size_t	len;

	if (text == NULL)
		return;
	len = strlen(text);
	while (len > 0 && text[len - 1] == '\n')
		len--;
	node_set(data, key, node_scalar(w->arena,
	    arena_strndup(w->arena, text, len)));
}

static void
add_press(const struct writing *w, struct node *list, const char *from,
    const char *to, const char *text)
{
	struct node	*item = node_map(w->arena);

	set_text(w, item, "from", from);
	set_text(w, item, "to", to);
	set_text(w, item, "text", text);
	node_add(list, item);
}

/*
 * Press comes as events too, but stands by itself. No rival may write so
 * much that the report cannot be sent.
 */
static struct node *
press(const struct writing *w, const struct told *told, int n_told)
{
	struct node		*list = node_list(w->arena);
	const struct event	*event;
	size_t			 room = PRESS_ROOM;
	struct buf		 text;
	int			 i, left_out = 0;

	for (i = 0; i < n_told; i++)
		for (event = told[i].events->first; event != NULL;
		    event = event->next) {
			if (!is_press(event) || !event_is_for(event, w->seat))
				continue;
			buf_init(&text, w->arena);
			text_wrap(&text, node_text(event->fields, "text", ""),
			    COLUMNS, "    ", "    ");
			if (text.len + PRESS_HEAD > room) {
				left_out++;
				continue;
			}
			room -= text.len + PRESS_HEAD;
			add_press(w, list, capital(w,
			    node_text(event->fields, "from", "")),
			    node_text(event->fields, "to", ""), text.data);
		}
	if (left_out > 0)
		add_press(w, list, "the host", "you", arena_printf(w->arena,
		    "    %d more letters are left out: there is too much "
		    "press.", left_out));
	return list;
}

/* Who is awaited besides, in words. */
static const char *
awaited(const struct writing *w)
{
	const char	*names[SEATS_MAX + 1];
	struct buf	 out;
	int		 i, n = 0;

	for (i = 0; i < w->commons->seats.n_name; i++)
		if (w->commons->place[i].asked != NONE && !w->match->over)
			names[n++] = i == w->seat ? "you" :
			    capital(w, w->commons->seats.name[i]);
	names[n] = NULL;
	if (n == 0)
		return NULL;
	buf_init(&out, w->arena);
	text_join(&out, names, "and");
	return out.data;
}

static struct node *
fill(const struct writing *w, const char *happened, const char *stand,
    struct node *letters)
{
	const struct engine	*engine = w->match->engine;
	int			 asked = w->seat < 0 ? NONE :
				    match_asked(w->match, w->seat);
	struct node		*data = node_map(w->arena);

	set_text(w, data, "game", w->frame->game);
	set_text(w, data, "title", engine->title);
	node_set(data, "turn", node_number(w->arena, w->commons->turn));
	set_text(w, data, "seat", seat_name(w));
	set_text(w, data, "Seat", capital(w, seat_name(w)));
	set_text(w, data, "happened", happened);
	set_text(w, data, "position", stand);
	set_text(w, data, "awaited", awaited(w));
	if (asked != NONE) {
		set_text(w, data, "asked", engine->decisions[asked].asks);
		if (engine->decisions[asked].optional)
			set_text(w, data, "optional", "yes");
		set_text(w, data, "form", w->out->orders);
	}
	set_text(w, data, "deadline", w->frame->deadline);
	set_text(w, data, "head", w->frame->head);
	if (w->match->over)
		set_text(w, data, "over", "yes");
	if (letters->n_children > 0)
		node_set(data, "press", letters);
	set_text(w, data, "seed", w->frame->seed);
	return data;
}

static const char *
subject(const struct writing *w)
{
	int	asked = w->seat < 0 ? NONE : match_asked(w->match, w->seat);

	if (w->match->over)
		return arena_printf(w->arena, "%s: the game is over",
		    w->frame->game);
	return arena_printf(w->arena, "%s turn %d: %s", w->frame->game,
	    w->commons->turn, asked != NONE ? "your orders are asked for" :
	    "report");
}

int
letter_write(struct arena *arena, const struct match *match,
    const struct pack *pack, const struct letter_frame *frame, int seat,
    const struct told *told, int n_told, struct letter *out,
    struct fault *fault)
{
	struct letter	letter = { 0 };
	struct writing	w = { arena, match, pack, frame, match->state, seat,
			    &letter };
	struct buf	happened, stand, view, text;
	struct table	known;
	const char	*frame_text = pack_text(pack, "templates/report.txt");

	if (frame_text == NULL)
		return fault_set(fault, FAULT_OPERATOR,
		    "templates/report.txt is missing");
	buf_init(&happened, arena);
	buf_init(&stand, arena);
	buf_init(&view, arena);
	buf_init(&text, arena);
	match_know(match, seat, &known);
	yaml_write(&view, match_view(match, arena,
	    match->over ? EVERYTHING : seat));
	letter.view = view.data;
	if (seat >= 0 && match_asked(match, seat) != NONE)
		letter.orders = form(&w, &known, view.data);
	if (tell_all(&w, told, n_told, &happened, fault) != 0 ||
	    position(&w, &known, &stand, fault) != 0)
		return -1;
	if (template_fill(&text, frame_text, fill(&w, happened.data,
	    stand.data, press(&w, told, n_told)), fault) != 0)
		return fault_within(fault, "templates/report.txt");
	letter.text = text.data;
	letter.subject = subject(&w);
	*out = letter;
	return 0;
}
