/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Random games, and the properties that are not about secrets. */

#include "config.h"

#include "properties.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "data/node.h"
#include "data/yaml.h"
#include "host/pack.h"

enum { MANY_SHOWN = 1024 };

/* ---- what properties share --------------------------------------------- */

bool
play_wrong(struct play *p, const char *fmt, ...)
{
	const struct commons	*commons = p->match.state;
	va_list			 ap;
	int			 n;

	n = snprintf(p->wrong, sizeof(p->wrong), "turn %d: ",
	    commons != NULL ? commons->turn : 0);
	va_start(ap, fmt);
	vsnprintf(p->wrong + n, sizeof(p->wrong) - (size_t)n, fmt, ap);
	va_end(ap);
	return false;
}

const char *
play_yaml(struct arena *arena, const struct node *node)
{
	struct buf	text;

	buf_init(&text, arena);
	yaml_write(&text, node);
	return text.data;
}

bool
play_match(struct play *p, struct match *out)
{
	const struct trial	*trial = p->trial;
	struct digest		 key = p->match.key;
	struct fault		 fault;

	if (match_init(out, p->arena, trial->engine,
	    trial->pack->components, trial->options, trial->names,
	    trial->n_seats, &key, &fault) != 0)
		return play_wrong(p, "no match: %s", fault.text);
	out->numbered = p->property->numbered;
	return true;
}

static struct node *
read_text(struct arena *arena, const char *text)
{
	struct node	*node;
	struct fault	 fault;

	if (text == NULL || yaml_read(arena, text, strlen(text),
	    &yaml_caps_order, &node, &fault) != 0)
		return NULL;
	return node;
}

void
play_check(const struct match *match, struct arena *arena, int seat,
    const char *orders, const char *standing, struct checked *out)
{
	match_check(match, arena, seat, read_text(arena, orders),
	    read_text(arena, standing), out);
}

static const struct roster *
roster_of(const struct match *match)
{
	return &((const struct commons *)match->state)->seats;
}

static struct node *
write_orders(const struct match *match, struct arena *arena,
    const struct script *script)
{
	return script_write(arena, script, match->engine->verbs,
	    roster_of(match));
}

const char *
play_suggest(const struct match *match, struct arena *arena, int seat,
    struct chance *chance)
{
	struct script	script;

	match_suggest(match, seat, chance, &script);
	return play_yaml(arena, write_orders(match, arena, &script));
}

bool
play_same(struct play *p, const struct match *a, const struct match *b,
    const char *what)
{
	size_t		 size = a->engine->state->size;
	const char	*told, *again;

	if (memcmp(a->state, b->state, size) != 0)
		return play_wrong(p, "%s: the state differs:\n%s\n---\n%s",
		    what, play_yaml(p->arena, match_view(a, p->arena,
		    EVERYTHING)), play_yaml(p->arena, match_view(b, p->arena,
		    EVERYTHING)));
	if (memcmp(a->base, b->base, size) != 0 || a->over != b->over)
		return play_wrong(p, "%s: the checkpoint differs", what);
	told = play_yaml(p->arena, events_write(p->arena, &a->events,
	    roster_of(a)));
	again = play_yaml(p->arena, events_write(p->arena, &b->events,
	    roster_of(b)));
	if (strcmp(told, again) != 0)
		return play_wrong(p, "%s: told otherwise:\n%s\n---\n%s", what,
		    told, again);
	return true;
}

/* ---- a random game ----------------------------------------------------- */

static uint32_t
below(struct play *p, uint32_t n)
{
	return p->dice.chance.below(&p->dice.chance, n);
}

static const char *
any_of(struct play *p, const char *const *texts)
{
	uint32_t	n = 0;

	while (texts != NULL && texts[n] != NULL)
		n++;
	return n > 0 ? texts[below(p, n)] : NULL;
}

/* Take an answer as a host would: from its text, if it is accepted. */
static void
answer(struct play *p, int seat)
{
	struct checked	checked;
	bool		asked = match_asked(&p->match, seat) != NONE;

	p->file[seat] = p->standing[seat] = NULL;
	p->sure[seat] = false;
	if (below(p, 500) == 0) {
		p->file[seat] = "resign";
	} else if (asked && below(p, 24) > 0)
		p->file[seat] = play_suggest(&p->match, p->arena, seat,
		    &p->dice.chance);
	if (below(p, 6) == 0)
		p->standing[seat] = any_of(p, p->trial->standing);
	if (p->file[seat] == NULL && p->standing[seat] == NULL)
		return;
	play_check(&p->match, p->arena, seat, p->file[seat],
	    p->standing[seat], &checked);
	p->words[seat] = checked.words;
	p->sure[seat] = checked.remarks.n_remarks == 0 &&
	    checked.answer.given;
	p->in.answer[seat] = checked.answer;
}

static void
answer_all(struct play *p)
{
	int	seat;

	memset(&p->in, 0, sizeof(p->in));
	for (seat = 0; seat < p->trial->n_seats; seat++) {
		answer(p, seat);
		p->in.retired[seat] = below(p, 800) == 0;
	}
}

static bool
has(struct play *p, bool (*hook)(struct play *))
{
	return hook == NULL || hook(p);
}

static bool
play_turn(struct play *p)
{
	const struct property	*property = p->property;
	const struct commons	*commons = p->match.state;
	struct fault		 fault;

	if (commons->turn > p->trial->most_turns)
		return play_wrong(p, "it does not end");
	if (!has(p, property->asked))
		return false;
	answer_all(p);
	if (!has(p, property->answered))
		return false;
	memcpy(p->before, p->match.state, p->trial->engine->state->size);
	if (match_close(&p->match, &p->in, &fault) != 0)
		return play_wrong(p, "%s", fault.text);
	return has(p, property->closed);
}

static bool
play_game(struct play *p, uint64_t number)
{
	struct fault	fault;

	dice_seed(&p->dice, "game", p->trial->seed + number);
	p->match.key = p->dice.key;
	dice_seed(&p->dice, "players", p->trial->seed + number);
	if (!play_match(p, &p->match))
		return false;
	p->match.shown = arena_alloc(p->arena, MANY_SHOWN * sizeof(int32_t));
	p->before = arena_alloc(p->arena, p->trial->engine->state->size);
	if (match_start(&p->match, &fault) != 0)
		return play_wrong(p, "%s", fault.text);
	if (!has(p, p->property->starts))
		return false;
	while (!p->match.over)
		if (!play_turn(p))
			return false;
	return true;
}

const char *
property_fails(const struct property *property, const struct trial *trial,
    struct arena *arena)
{
	struct arena	*game = arena_new();
	struct play	 p;
	const char	*wrong = NULL;
	int		 i;

	for (i = 0; i < trial->games && wrong == NULL; i++) {
		memset(&p, 0, sizeof(p));
		p.trial = trial;
		p.property = property;
		p.arena = game;
		if (!play_game(&p, (uint64_t)i))
			wrong = arena_printf(arena, "%s: %s: game %d, %s",
			    trial->engine->id, property->name, i, p.wrong);
		arena_reset(game);
	}
	arena_free(game);
	return wrong;
}

/* That it ends at all is seen to by play_turn(). */
static bool
ends_without_questions(struct play *p)
{
	const struct commons	*commons = p->match.state;
	int			 seat;

	for (seat = 0; seat < p->trial->n_seats; seat++)
		if (p->match.over && commons->place[seat].asked != NONE)
			return play_wrong(p, "seat %d is asked in a game "
			    "that is over", seat);
	return true;
}

/* ---- the same again ---------------------------------------------------- */

static bool
start_twin(struct play *p)
{
	struct fault	fault;

	if (!play_match(p, &p->twin))
		return false;
	if (match_start(&p->twin, &fault) != 0)
		return play_wrong(p, "%s", fault.text);
	return play_same(p, &p->match, &p->twin, "started twice");
}

static bool
close_twin(struct play *p)
{
	struct fault	fault;

	if (match_close(&p->twin, &p->in, &fault) != 0)
		return play_wrong(p, "%s", fault.text);
	return play_same(p, &p->match, &p->twin, p->property->name);
}

/* The files arrive again, last seat first, and each one twice. */
static bool
close_reversed(struct play *p)
{
	struct checked	checked, again;
	struct turn_in	in = { .answer = { { .given = false } } };
	int		seat;

	for (seat = p->trial->n_seats - 1; seat >= 0; seat--) {
		in.retired[seat] = p->in.retired[seat];
		if (p->file[seat] == NULL && p->standing[seat] == NULL)
			continue;
		play_check(&p->twin, p->arena, seat, p->file[seat],
		    p->standing[seat], &again);
		play_check(&p->twin, p->arena, seat, p->file[seat],
		    p->standing[seat], &checked);
		in.answer[seat] = checked.answer;
		if (memcmp(&checked.answer, &p->in.answer[seat],
		    sizeof(checked.answer)) != 0)
			return play_wrong(p, "the file of seat %d is read "
			    "otherwise", seat);
	}
	p->in = in;
	return close_twin(p);
}

/* ---- in files, and back ------------------------------------------------ */

static struct node *
through_yaml(struct play *p, const struct node *node)
{
	const char	*text = play_yaml(p->arena, node);
	struct node	*again;
	struct fault	 fault;

	if (yaml_read(p->arena, text, strlen(text), &yaml_caps_own, &again,
	    &fault) != 0) {
		play_wrong(p, "%s", fault.text);
		return NULL;
	}
	return again;
}

static struct node *
saved(struct play *p, const void *state)
{
	struct env	env = match_env(&p->match);

	return through_yaml(p, schema_view(p->arena, p->trial->engine->state,
	    state, EVERYTHING, &env));
}

/* The orders of an answer as a file has them, read again. */
static bool
reread(struct play *p, const struct script *script, struct script *out)
{
	struct tongue	 tongue = { .roster = roster_of(&p->match),
			    .me = NONE };
	struct remarks	 remarks;
	struct node	*list;

	if (script->n_step == 0) {
		script_clear(out);
		return true;
	}
	list = through_yaml(p, write_orders(&p->match, p->arena, script));
	remarks_init(&remarks, p->arena);
	if (list == NULL || script_read(list, p->trial->engine->verbs,
	    &tongue, out, &remarks) != 0)
		return play_wrong(p, "orders cannot be read again: %s",
		    remarks.remark[0].text);
	if (!node_equal(list, write_orders(&p->match, p->arena, out)))
		return play_wrong(p, "orders are read otherwise");
	return true;
}

static bool
recall_all(struct play *p)
{
	struct turn_in	 in;
	struct fault	 fault;
	int		 i, seat;

	for (i = 0; i < p->match.n_turns; i++) {
		in = *p->match.turns[i];
		for (seat = 0; seat < p->trial->n_seats; seat++)
			if (!reread(p, &in.answer[seat].orders,
			    &in.answer[seat].orders))
				return false;
		if (match_recall(&p->twin, &in, &fault) != 0)
			return play_wrong(p, "%s", fault.text);
	}
	return true;
}

static bool
load_twin(struct play *p)
{
	struct node	*base = saved(p, p->match.base);
	struct node	*state = saved(p, p->match.state);
	struct fault	 fault;

	if (base == NULL || state == NULL || !play_match(p, &p->twin))
		return false;
	if (match_load(&p->twin, base, p->match.base_turn, state,
	    &fault) != 0)
		return play_wrong(p, "%s", fault.text);
	p->twin.events = p->match.events;
	return recall_all(p) &&
	    play_same(p, &p->match, &p->twin, "loaded again");
}

/* ---- the rows ---------------------------------------------------------- */

static bool
is_covered(struct play *p)
{
	const struct schema	*all[] = { p->trial->engine->state,
				    p->trial->engine->options,
				    p->trial->engine->components };
	int			 i;

	for (i = 0; i < 3; i++)
		if (schema_hole(all[i]) != -1)
			return play_wrong(p, "byte %ld of %s is in no row",
			    schema_hole(all[i]), all[i]->name);
	return true;
}

/* The masked copy holds what the view shows. */
static bool
masks_as_it_shows(struct play *p)
{
	struct env	 env = match_env(&p->match);
	struct table	 known;
	int		 seat;

	for (seat = PUBLIC; seat < p->trial->n_seats; seat++) {
		match_know(&p->match, seat, &known);
		if (!node_equal(match_view(&p->match, p->arena, seat),
		    schema_view(p->arena, p->trial->engine->state,
		    known.state, seat, &env)))
			return play_wrong(p, "mask and view of seat %d differ",
			    seat);
	}
	return true;
}

/* ---- suggestions ------------------------------------------------------- */

static bool
suggests_well(struct play *p)
{
	struct checked	 checked;
	const char	*file;
	int		 seat, i;

	for (seat = 0; seat < p->trial->n_seats; seat++)
		for (i = 0; i < 4; i++) {
			if (match_asked(&p->match, seat) == NONE)
				continue;
			file = play_suggest(&p->match, p->arena, seat,
			    &p->dice.chance);
			play_check(&p->match, p->arena, seat, file, NULL,
			    &checked);
			if (checked.remarks.n_problems > 0 ||
			    !checked.answer.given)
				return play_wrong(p, "the suggestion is "
				    "refused: %s\n%s",
				    checked.remarks.n_remarks > 0 ?
				    checked.remarks.remark[0].text : "-",
				    file);
		}
	return true;
}

/* ---- accepted, so carried out ------------------------------------------ */

static bool
is_by_another(const struct event *event, const char *name)
{
	const char	*by = node_text(event->fields, "by", name);

	return strcmp(by, name) != 0;
}

/* Does a script hold orders for later? */
static bool
is_plain(const struct match *match, const struct script *script)
{
	const struct arg	*arg;
	int			 i;

	for (i = 0; i < script->n_step; i++)
		for (arg = match->engine->verbs[script->step[i].verb].args;
		    arg->kind != ARG_END; arg++)
			if (arg->kind == ARG_ORDERS)
				return false;
	return true;
}

/* Are the orders of an earlier turn of this go all behind us? Those of the
 * seat itself are when they ended in wait; those of others are in the way. */
static bool
is_done(const struct play *p, const struct answer *answer, bool own)
{
	const struct script	*orders = &answer->orders;

	return !answer->given || (own && p->trial->engine->verbs[
	    orders->step[orders->tail].verb].wait);
}

/* The seat that alone has acted in this go, and knew what comes; or NONE. */
static int
who_is_alone(struct play *p)
{
	const struct commons	*before = p->before;
	int			 seat, i, asked = NONE;

	for (seat = 0; seat < p->trial->n_seats; seat++) {
		if (p->standing[seat] != NULL || p->in.retired[seat] ||
		    p->in.answer[seat].resigned || (asked != NONE &&
		    before->place[seat].asked != NONE))
			return NONE;
		if (before->place[seat].asked != NONE)
			asked = seat;
	}
	for (i = 0; i < p->twin.n_turns; i++)
		for (seat = 0; seat < p->trial->n_seats; seat++)
			if (!is_done(p, &p->twin.turns[i]->answer[seat],
			    seat == asked))
				return NONE;
	return asked != NONE && p->sure[asked] && is_plain(&p->match,
	    &p->in.answer[asked].orders) ? asked : NONE;
}

/* Is it an order of the file, as that was read back? */
static bool
is_of(const struct node *words, const char *order)
{
	const struct node	*item;

	NODE_EACH(item, words)
		if (strncmp(item->text, order, strlen(order)) == 0)
			return true;
	return false;
}

static bool
notes_turns(struct play *p)
{
	p->twin = p->match;
	return true;
}

/* Of such a seat nothing is skipped before others act. */
static bool
is_carried_out(struct play *p)
{
	const struct commons	*before = p->before;
	const struct event	*event;
	int			 asked = who_is_alone(p);

	if (asked == NONE)
		return true;
	for (event = p->match.events.first; event != NULL;
	    event = event->next) {
		if (is_by_another(event, before->seats.name[asked]))
			return true;
		if (strcmp(event->name, "skipped") == 0 &&
		    event_is_for(event, asked) && is_of(p->words[asked],
		    node_text(event->fields, "order", "")))
			return play_wrong(p, "accepted, yet skipped: %s (%s)",
			    node_text(event->fields, "order", "?"),
			    node_text(event->fields, "why", "?"));
	}
	return true;
}

/* ---- one word changed -------------------------------------------------- */

struct words {
	struct node	*node[256];
	int		 n;
};

static void
collect(struct node *node, struct words *words)
{
	struct node	*item;

	if (words->n < 256 && (node->key != NULL ||
	    (node->kind == NODE_SCALAR && node->text[0] != '\0')))
		words->node[words->n++] = node;
	NODE_EACH(item, node)
		collect(item, words);
}

/* Any word of the game's own, or of no game. */
static const char *
other_word(struct play *p)
{
	const struct verb	*verbs = p->trial->engine->verbs;
	const struct arg	*arg;
	uint32_t		 n = 0;

	switch (below(p, 5)) {
	case 0:
		return roster_of(&p->match)->name[below(p,
		    (uint32_t)p->trial->n_seats)];
	case 1:
		return arena_printf(p->arena, "%u", below(p, 12));
	case 2:
		return "me";
	}
	while (verbs[n].name != NULL)
		n++;
	verbs += below(p, n);
	arg = &verbs->args[below(p, 3)];
	if (verbs->args[0].kind == ARG_END || arg->kind != ARG_NAME)
		return verbs->name;
	return any_of(p, arg->names);
}

static const char *
misspelt(struct play *p, const char *word)
{
	char	*text = arena_strdup(p->arena, word);
	size_t	 len = strlen(text), at = below(p, (uint32_t)len);

	if (below(p, 2) == 0)
		memmove(text + at, text + at + 1, len - at);
	else if (text[at] >= 'a' && text[at] <= 'z')
		text[at] = (char)(text[at] - 'a' + 'A');
	return text;
}

static void
change_word(struct play *p, struct node *tree)
{
	struct words	 words = { .n = 0 };
	struct node	*node;
	const char	**word;

	collect(tree, &words);
	if (words.n == 0)
		return;
	node = words.node[below(p, (uint32_t)words.n)];
	word = node->key != NULL && (node->kind != NODE_SCALAR ||
	    node->text[0] == '\0' || below(p, 2) == 0) ? &node->key :
	    &node->text;
	*word = below(p, 3) == 0 ? misspelt(p, *word) : other_word(p);
}

/* A key twice in a mapping: no file that can be read has that. */
static bool
has_twins(const struct node *node)
{
	const struct node	*item, *other;

	NODE_EACH(item, node) {
		if (has_twins(item))
			return true;
		for (other = item->next; other != NULL; other = other->next)
			if (item->key != NULL &&
			    strcmp(item->key, other->key) == 0)
				return true;
	}
	return false;
}

static bool
is_empty(const struct node *node)
{
	return node->kind == NODE_SCALAR && node->text[0] == '\0';
}

/* Are two spellings of orders the same to the reader? */
static bool
means(const struct node *said, const struct node *read, const char *me)
{
	const struct node	*a, *b;

	if (said->kind == NODE_LIST && said->n_children == 1 &&
	    read->kind != NODE_LIST)
		return means(said->child, read, me);
	if (said->kind != NODE_LIST && read->kind == NODE_LIST &&
	    read->n_children == 1)
		return means(said, read->child, me);
	if (said->kind == NODE_MAP && read->kind == NODE_SCALAR)
		return said->n_children == 1 && is_empty(said->child) &&
		    strcmp(said->child->key, read->text) == 0;
	if (said->kind != read->kind || said->n_children != read->n_children)
		return false;
	if (said->kind == NODE_SCALAR)
		return strcasecmp(said->text, read->text) == 0 ||
		    (strcasecmp(said->text, "me") == 0 &&
		    strcmp(read->text, me) == 0);
	for (a = said->child, b = read->child; a != NULL;
	    a = a->next, b = b->next)
		if (!means(a, said->kind == NODE_LIST ? b :
		    node_get(read, a->key) != NULL ?
		    node_get(read, a->key) : read, me))
			return false;
	return said->kind == NODE_LIST ||
	    strcmp(said->child->key, read->child->key) == 0;
}

static bool
is_said(const struct node *said, const char *words, const char *me)
{
	const struct node	*item;

	if (said->kind == NODE_SCALAR)
		return strcasestr(words, strcasecmp(said->text, "me") == 0 ?
		    me : said->text) != NULL;
	NODE_EACH(item, said)
		if (!is_said(item, words, me))
			return false;
	return true;
}

/* Each value under a verb or a detail is in the words of the read-back. */
static bool
are_said(const struct node *order, const char *words, const char *me)
{
	const struct node	*value;

	if (order->kind == NODE_SCALAR)
		return true;
	NODE_EACH(value, order)
		if (order->kind == NODE_LIST || strcmp(value->key, "else") ==
		    0 || strcmp(value->key, "then") == 0 ||
		    value->kind == NODE_LIST ? !are_said(value, words, me) :
		    !is_said(value, words, me))
			return false;
	return true;
}

static bool
reads_back(struct play *p, int seat, const struct node *tree,
    const struct checked *checked)
{
	const char		*me = roster_of(&p->match)->name[seat];
	const struct node	*order = tree, *words;

	if (!means(tree, write_orders(&p->match, p->arena,
	    &checked->answer.orders), me))
		return play_wrong(p, "misread:\n%s",
		    play_yaml(p->arena, tree));
	if (tree->kind == NODE_LIST)
		order = tree->child;
	NODE_EACH(words, checked->words) {
		if (!are_said(order, words->text, me))
			return play_wrong(p, "read back as '%s':\n%s",
			    words->text, play_yaml(p->arena, tree));
		order = order->next;
	}
	return true;
}

static bool
survives_one_word(struct play *p)
{
	struct checked	 checked;
	struct node	*tree;
	const char	*file;
	int		 seat, i;

	for (seat = 0; seat < p->trial->n_seats; seat++) {
		if (match_asked(&p->match, seat) == NONE)
			continue;
		file = play_suggest(&p->match, p->arena, seat,
		    &p->dice.chance);
		for (i = 0; i < 8; i++) {
			tree = read_text(p->arena, file);
			if (i > 0)
				change_word(p, tree);
			if (has_twins(tree))
				continue;
			match_check(&p->match, p->arena, seat, tree, NULL,
			    &checked);
			if (checked.answer.given &&
			    !reads_back(p, seat, tree, &checked))
				return false;
		}
	}
	return true;
}

/* ---- the table --------------------------------------------------------- */

static const struct property property_ends = {
	.name = "ends", .closed = ends_without_questions
};
static const struct property property_same = {
	.name = "same", .starts = start_twin, .closed = close_twin
};
static const struct property property_arrival = {
	.name = "arrival", .starts = start_twin, .closed = close_reversed
};
static const struct property property_kept = {
	.name = "kept", .answered = load_twin, .closed = close_twin
};
static const struct property property_rows = {
	.name = "rows", .starts = is_covered, .asked = masks_as_it_shows
};
static const struct property property_suggested = {
	.name = "suggested", .asked = suggests_well
};
static const struct property property_carried = {
	.name = "carried", .answered = notes_turns, .closed = is_carried_out
};
static const struct property property_words = {
	.name = "words", .asked = survives_one_word
};

const struct property *const properties[] = {
	&property_ends, &property_same, &property_arrival, &property_kept,
	&property_rows, &property_suggested, &property_carried,
	&property_words, &property_secret, &property_asking,
	&property_canaries, &property_told, NULL
};

const struct property *
property_named(const char *name)
{
	int	i;

	for (i = 0; properties[i] != NULL; i++)
		if (strcmp(properties[i]->name, name) == 0)
			return properties[i];
	return NULL;
}
