/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The properties about secrets: what a seat may not see changes nothing
 * that it gets to read. */

#include "config.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "data/node.h"
#include "host/letter.h"
#include "host/pack.h"
#include "properties.h"

static const struct roster *
roster_of(const struct match *match)
{
	return &((const struct commons *)match->state)->seats;
}

static int
any_seat(struct play *p)
{
	return (int)p->dice.chance.below(&p->dice.chance,
	    (uint32_t)p->trial->n_seats + 1) - 1;
}

/* ---- all that a seat gets to read -------------------------------------- */

static void
put_check(struct buf *out, const struct match *match, int seat,
    const char *orders, const char *standing)
{
	const struct remark	*remark;
	struct checked		 checked;
	int			 i;

	play_check(match, out->arena, seat, orders, standing, &checked);
	buf_puts(out, play_yaml(out->arena, checked.words));
	for (i = 0; i < checked.remarks.n_remarks; i++) {
		remark = &checked.remarks.remark[i];
		buf_printf(out, "%d:%d: %s%s\n", remark->line, remark->column,
		    remark->problem ? "" : "note: ", remark->text);
	}
	buf_puts(out, play_yaml(out->arena, script_write(out->arena,
	    &checked.answer.orders, match->engine->verbs,
	    roster_of(match))));
}

static void
put_checks(struct buf *out, const struct play *p, int seat, uint64_t number)
{
	static const char *const	bad[] = {
		"[frobnicate]", "[]", "none", "resign", "{wait: }", NULL
	};
	const char *const		*files;
	struct dice			 dice;

	for (files = bad; *files != NULL; files++)
		put_check(out, &p->match, seat, *files, NULL);
	for (files = p->trial->files; files != NULL && *files != NULL; files++)
		put_check(out, &p->match, seat, *files, NULL);
	for (files = p->trial->standing; files != NULL && *files != NULL;
	    files++)
		put_check(out, &p->match, seat, NULL, *files);
	dice_seed(&dice, "impression", number);
	if (match_asked(&p->match, seat) == NONE)
		return;
	put_check(out, &p->match, seat, play_suggest(&p->match, out->arena,
	    seat, &dice.chance), NULL);
	buf_puts(out, play_suggest(&p->match, out->arena, seat,
	    &dice.chance));
}

static void
put_asked(struct buf *out, const struct match *match)
{
	int	seat;

	for (seat = 0; seat < roster_of(match)->n_name; seat++)
		buf_printf(out, "%d: asked %d\n", seat,
		    match_asked(match, seat));
}

static int
put_letter(struct buf *out, const struct play *p, int seat,
    struct fault *fault)
{
	static const struct letter_frame	frame = {
		.game = "game-1", .of = "00000000"
	};
	const struct commons	*commons = p->match.state;
	struct told		 told = { commons->turn - 1,
				    &p->match.events };
	struct letter		 letter;

	if (letter_write(out->arena, &p->match, p->trial->pack, &frame, seat,
	    &told, 1, &letter, fault) != 0)
		return -1;
	buf_printf(out, "%s\n%s\n%s\n%s", letter.subject, letter.text,
	    letter.view, letter.orders != NULL ? letter.orders : "-");
	return 0;
}

static int
put_position(struct buf *out, const struct play *p, int seat,
    struct fault *fault)
{
	struct node	*facts = node_map(out->arena);
	struct table	 known;

	buf_puts(out, play_yaml(out->arena, match_view(&p->match, out->arena,
	    seat)));
	match_know(&p->match, seat, &known);
	p->trial->engine->brief(&known, seat, facts);
	buf_puts(out, play_yaml(out->arena, facts));
	p->trial->engine->picture(&known, seat, out);
	put_asked(out, &p->match);
	return put_letter(out, p, seat, fault);
}

/* ---- non-interference -------------------------------------------------- */

/* Say where two texts part. */
static bool
parts(struct play *p, int seat, const char *a, const char *b)
{
	const char	*line = a;

	while (*a == *b) {
		if (*a == '\n')
			line = a + 1;
		a++;
		b++;
	}
	return play_wrong(p, "a secret shows to seat %d: '%.*s', then "
	    "'%.60s'", seat, (int)strcspn(line, "\n"), line, b);
}

static const char *
impression(struct play *p, int seat)
{
	const struct commons	*commons = p->match.state;
	struct fault		 fault;
	struct buf		 text;

	buf_init(&text, p->arena);
	if (put_position(&text, p, seat, &fault) != 0) {
		play_wrong(p, "%s", fault.text);
		return NULL;
	}
	if (seat >= 0)
		put_checks(&text, p, seat, (uint64_t)commons->turn);
	return text.data;
}

/*
 * Change in place what the seat may not see, so that whoever reads the
 * state past the mask is caught, and put it back.
 */
static bool
keeps_secrets(struct play *p)
{
	size_t		 size = p->trial->engine->state->size;
	struct env	 env = match_env(&p->match);
	void		*kept = arena_alloc(p->arena, size);
	int		 seat = any_seat(p), n;
	const char	*before = impression(p, seat), *after;

	if (before == NULL)
		return false;
	memcpy(kept, p->match.state, size);
	n = schema_mutate(p->trial->engine->state, p->match.state, seat, &env,
	    &p->dice.chance);
	if (p->trial->mutations != NULL)
		*p->trial->mutations += n;
	after = impression(p, seat);
	memcpy(p->match.state, kept, size);
	if (after == NULL)
		return false;
	return strcmp(before, after) == 0 || parts(p, seat, before, after);
}

/* ---- who is asked ------------------------------------------------------ */

/* What each seat could know at each question since the checkpoint. */
struct trace {
	const char	*knows[TURNS_MAX][SEATS_MAX + 1];
	const char	*asked[TURNS_MAX];
};

/* Cover up who is asked in a view. */
static void
cover(struct node *view)
{
	struct node	*place, *asked;

	NODE_EACH(place, node_get(node_get(view, "table"), "place"))
		NODE_EACH(asked, place)
			if (strcmp(asked->key, "asked") == 0 ||
			    strcmp(asked->key, "offered") == 0)
				asked->text = "-";
}

static const char *
knowledge(struct play *p, const struct match *match, int seat)
{
	struct node		*view = match_view(match, p->arena, seat);
	const struct event	*event;
	struct buf		 out;

	cover(view);
	buf_init(&out, p->arena);
	buf_puts(&out, play_yaml(p->arena, view));
	for (event = match->events.first; event != NULL; event = event->next)
		if (event_is_for(event, seat))
			buf_printf(&out, "%s: %s", event->name,
			    play_yaml(p->arena, event->fields));
	return out.data;
}

static const char *
asked_now(struct play *p, const struct match *match)
{
	struct buf	out;

	buf_init(&out, p->arena);
	put_asked(&out, match);
	return out.data;
}

/* A match at the same checkpoint, but with other secrets. */
static bool
other_secrets(struct play *p, int seat, struct match *out)
{
	const struct commons	*commons = p->match.base;
	struct commons		*mutated;
	struct env		 env = match_env(&p->match);

	if (!play_match(p, out))
		return false;
	memcpy(out->base, p->match.base, p->trial->engine->state->size);
	env.roster = &commons->seats;
	schema_mutate(p->trial->engine->state, out->base, seat, &env,
	    &p->dice.chance);
	mutated = out->base;
	mutated->stream = commons->stream;
	events_init(&out->events, p->arena);
	return true;
}

/*
 * As long as the seat could not tell the two games apart, the same seats
 * are asked in both.
 */
static bool
asks_alike(struct play *p, struct trace *trace, int seat)
{
	struct match	other;
	struct fault	fault;
	int		i, now = p->match.n_turns;

	if (!other_secrets(p, seat, &other))
		return false;
	if (match_open(&other, &fault) != 0)
		return play_wrong(p, "%s", fault.text);
	for (i = 0; !other.over; i++) {
		if (strcmp(trace->knows[i][seat + 1],
		    knowledge(p, &other, seat)) != 0)
			return true;
		if (strcmp(trace->asked[i], asked_now(p, &other)) != 0)
			return play_wrong(p, "seat %d learns a secret from "
			    "who is asked:\n%s---\n%s", seat,
			    trace->asked[i], asked_now(p, &other));
		if (i == now)
			return true;
		if (match_close(&other, p->match.turns[i], &fault) != 0)
			return play_wrong(p, "%s", fault.text);
	}
	return true;
}

static bool
asks_in_public(struct play *p)
{
	struct trace	*trace;
	int		 i = p->match.n_turns, seat;

	if (p->own == NULL)
		p->own = arena_alloc(p->arena, sizeof(*trace));
	trace = p->own;
	for (seat = PUBLIC; seat < p->trial->n_seats; seat++)
		trace->knows[i][seat + 1] = knowledge(p, &p->match, seat);
	trace->asked[i] = asked_now(p, &p->match);
	for (seat = PUBLIC; seat < p->trial->n_seats; seat++)
		if (!asks_alike(p, trace, seat))
			return false;
	return true;
}

/* ---- canaries ---------------------------------------------------------- */

static void
note_pile(int32_t *shown, const struct pile *pile)
{
	int	i;

	for (i = 0; i < pile->n_card; i++)
		shown[pile->card[i].id] |= pile->card[i].seen;
}

static void
note_cards(int32_t *shown, const struct schema *schema, const void *self,
    const struct roster *roster)
{
	const struct field	*field;
	const char		*at;
	int			 i, n;

	for (field = schema->fields; field->key != NULL; field++) {
		if (field->type != TYPE_PILE && field->type != TYPE_STRUCT)
			continue;
		at = (const char *)self + field->offset;
		n = schema_count(field, self, roster);
		for (i = 0; i < n; i++, at += field->stride)
			if (field->type == TYPE_PILE)
				note_pile(shown, (const void *)at);
			else
				note_cards(shown, field->sub, at, roster);
	}
}

/* The number right behind the next '#' that has one, or 0. */
static int
next_number(const char **text)
{
	const char	*mark;
	int		 number = 0;

	while (number == 0 && (mark = strchr(*text, '#')) != NULL) {
		if (isdigit((unsigned char)mark[1]))
			number = atoi(mark + 1);
		*text = mark + 1;
	}
	return number;
}

static void
note_reveals(const struct match *match)
{
	const struct event	*event;
	const struct node	*field;
	const char		*text;
	int			 number;

	for (event = match->events.first; event != NULL; event = event->next)
		NODE_EACH(field, event->rule != NULL ? event->fields : NULL) {
			text = field->text;
			while ((number = next_number(&text)) > 0)
				match->shown[number] |= event->to;
		}
}

/* When a game is over, all is shown. */
static bool
names_only_cards_seen(struct play *p)
{
	const int32_t	*shown = p->match.shown;
	const char	*at;
	struct fault	 fault;
	struct buf	 text;
	int		 seat, number;
	int32_t		 bit;

	if (p->match.over)
		return true;
	note_cards(p->match.shown, p->trial->engine->state, p->match.state,
	    roster_of(&p->match));
	note_reveals(&p->match);
	for (seat = PUBLIC; seat < p->trial->n_seats; seat++) {
		bit = seat < 0 ? SEEN_PUBLIC : 1 << seat;
		buf_init(&text, p->arena);
		if (put_position(&text, p, seat, &fault) != 0)
			return play_wrong(p, "%s", fault.text);
		at = text.data;
		while ((number = next_number(&at)) > 0)
			if ((shown[number] & bit) == 0)
				return play_wrong(p, "seat %d reads of card "
				    "%d, which it never saw", seat, number);
	}
	return true;
}

/* ---- what is told ------------------------------------------------------ */

/* Is word a value in the tree? Cards are written face.back there. */
static bool
is_shown(const struct node *view, const char *word, size_t len)
{
	const struct node	*item;

	if (view->kind == NODE_SCALAR)
		return strncmp(view->text, word, len) == 0 &&
		    (view->text[len] == '\0' || view->text[len] == '.');
	NODE_EACH(item, view)
		if (is_shown(item, word, len))
			return true;
	return false;
}

/* Numbers, seats and yes or no are always free to be told. */
static bool
is_free(const struct roster *roster, const char *word, size_t len)
{
	static const char *const	always[] = {
		"yes", "no", "none", "nobody", NULL
	};
	int				i;

	if (len == 0 || strspn(word, "-0123456789") >= len)
		return true;
	for (i = 0; always[i] != NULL; i++)
		if (strlen(always[i]) == len &&
		    strncmp(always[i], word, len) == 0)
			return true;
	for (i = 0; i < roster->n_name; i++)
		if (strlen(roster->name[i]) == len &&
		    strncmp(roster->name[i], word, len) == 0)
			return true;
	return false;
}

struct views {
	const struct node	*before[SEATS_MAX + 1];
	const struct node	*after[SEATS_MAX + 1];
};

static bool
value_is_seen(struct play *p, const struct views *views, int seat,
    const char *text)
{
	size_t	len;

	for (; *text != '\0'; text += len + strspn(text + len, ", ")) {
		len = strcspn(text, ",");
		if (!is_free(roster_of(&p->match), text, len) &&
		    !is_shown(views->before[seat + 1], text, len) &&
		    !is_shown(views->after[seat + 1], text, len))
			return false;
	}
	return true;
}

/* "skipped" quotes the seat's own order, and tells nobody else. */
static bool
may_be_told(struct play *p, const struct views *views,
    const struct event *event, int seat)
{
	const struct node	*field;
	struct fault		 fault;
	struct buf		 words;

	buf_init(&words, p->arena);
	if (event_words(&words, event, p->trial->pack->phrases, seat,
	    roster_of(&p->match), &fault) != 0)
		return play_wrong(p, "%s", fault.text);
	if (event->rule != NULL || (strcmp(event->name, "skipped") == 0 &&
	    event->to == ONLY(seat)))
		return true;
	NODE_EACH(field, event->fields)
		if (!value_is_seen(p, views, seat, field->text))
			return play_wrong(p, "'%s' tells seat %d: %s=%s",
			    event->name, seat, field->key, field->text);
	return true;
}

static void
note_reveal(struct play *p, const struct event *event)
{
	struct node		*all = p->trial->reveals;
	const struct node	*item;
	char			 text[120];

	if (all == NULL || event->rule == NULL)
		return;
	snprintf(text, sizeof(text), "%s %s", event->name, event->rule);
	NODE_EACH(item, all)
		if (strcmp(item->text, text) == 0)
			return;
	node_add(all, node_printf(p->trial->arena, "%s", text));
}

static bool
tells_what_is_seen(struct play *p)
{
	struct env		 env = match_env(&p->match);
	const struct event	*event;
	struct views		 views;
	int			 seat;

	for (seat = PUBLIC; seat < p->trial->n_seats; seat++) {
		views.before[seat + 1] = schema_view(p->arena,
		    p->trial->engine->state, p->before, seat, &env);
		views.after[seat + 1] = match_view(&p->match, p->arena, seat);
	}
	for (event = p->match.events.first; event != NULL;
	    event = event->next) {
		note_reveal(p, event);
		for (seat = PUBLIC; seat < p->trial->n_seats; seat++)
			if (event_is_for(event, seat) &&
			    !may_be_told(p, &views, event, seat))
				return false;
	}
	return true;
}

const struct property property_secret = {
	.name = "secret", .asked = keeps_secrets
};
const struct property property_asking = {
	.name = "asking", .asked = asks_in_public
};
const struct property property_canaries = {
	.name = "canaries", .starts = names_only_cards_seen,
	.closed = names_only_cards_seen, .numbered = true
};
const struct property property_told = {
	.name = "told", .closed = tells_what_is_seen
};
