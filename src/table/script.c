/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Orders as plain data: looking at them, building, copying, writing. */

#include "config.h"

#include "table/script.h"

#include <assert.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "data/node.h"

/* ---- looking ----------------------------------------------------------- */

const struct verb *
order_verb(const struct order *o)
{
	return &o->verbs[o->step->verb];
}

bool
order_has(const struct order *o, int i)
{
	return o->step->arg[i] != ABSENT;
}

int
order_arg(const struct order *o, int i, int otherwise)
{
	return order_has(o, i) ? o->step->arg[i] : otherwise;
}

const struct item *
order_list(const struct order *o, int i, int *n)
{
	*n = order_has(o, i) ? o->step->count[i] : 0;
	return *n > 0 ? &o->script->item[o->step->arg[i]] : NULL;
}

static bool
order_at(const struct order *o, const struct verb *verbs, int step,
    struct order *out)
{
	const struct script	*script = o->script;

	if (step < 0 || step >= script->n_step)
		return false;
	out->verbs = verbs;
	out->script = script;
	out->step = &script->step[step];
	return true;
}

/* The table that the orders in argument i are from. */
static const struct verb *
verbs_of(const struct order *o, int i)
{
	const struct arg	*arg = &order_verb(o)->args[i];

	return arg->verbs != NULL ? arg->verbs : o->verbs;
}

bool
order_orders(const struct order *o, int i, struct order *out)
{
	return order_has(o, i) &&
	    order_at(o, verbs_of(o, i), o->step->arg[i], out);
}

bool
order_then(const struct order *o, struct order *out)
{
	return order_at(o, o->verbs, o->step->then, out);
}

bool
order_else(const struct order *o, struct order *out)
{
	return order_at(o, o->verbs, o->step->otherwise, out);
}

bool
order_next(const struct order *o, struct order *out)
{
	return order_at(o, o->verbs, o->step->next, out);
}

bool
script_first(const struct script *script, const struct verb *verbs,
    struct order *out)
{
	if (script->n_step == 0)
		return false;
	out->verbs = verbs;
	out->script = script;
	out->step = &script->step[script->first];
	return true;
}

int
script_length(const struct script *script)
{
	int	i, n = 0;

	if (script->n_step == 0)
		return 0;
	for (i = script->first; i != NONE; i = script->step[i].next)
		n++;
	return n;
}

/* ---- building ---------------------------------------------------------- */

void
script_clear(struct script *script)
{
	memset(script, 0, sizeof(*script));
}

int
script_step(struct script *script, int verb)
{
	struct step	*step = &script->step[script->n_step];
	int		 i;

	assert(script->n_step < STEPS_MAX);
	step->verb = (int16_t)verb;
	step->next = step->otherwise = step->then = NONE;
	for (i = 0; i < ARGS_MAX; i++)
		step->arg[i] = ABSENT;
	return script->n_step++;
}

struct step *
script_add(struct script *script, int verb)
{
	bool	empty = script->n_step == 0;
	int	i = script_step(script, verb);

	if (empty)
		script->first = (int16_t)i;
	else
		script->step[script->tail].next = (int16_t)i;
	script->tail = (int16_t)i;
	return &script->step[i];
}

void
script_put(struct script *script, struct step *step, int i, int is, int of)
{
	struct item	*item = &script->item[script->n_item];

	assert(script->n_item < ITEMS_MAX);
	if (step->arg[i] == ABSENT) {
		step->arg[i] = script->n_item;
		step->count[i] = 0;
	}
	assert(step->arg[i] + step->count[i] == script->n_item);
	item->is = (int16_t)is;
	item->of = (int16_t)of;
	step->count[i]++;
	script->n_item++;
}

static int copy_chain(struct script *out, const struct order *from);
static int copy_order(struct script *out, const struct order *from);

/* Copy argument i of an order into a step that has none yet. */
static void
copy_arg(struct script *out, struct step *step, const struct order *from,
    int i)
{
	const struct arg	*arg = &order_verb(from)->args[i];
	const struct item	*items;
	struct order		 inner;
	int			 j, n;

	if (arg->kind == ARG_ORDERS) {
		step->arg[i] = order_orders(from, i, &inner) ?
		    (int16_t)copy_chain(out, &inner) : NONE;
		return;
	}
	step->arg[i] = from->step->arg[i];
	if (arg->most == 0)
		return;
	step->arg[i] = out->n_item;
	items = order_list(from, i, &n);
	for (j = 0; j < n; j++)
		script_put(out, step, i, items[j].is, items[j].of);
}

/*
 * Copy one order with all that hangs on it, in the order in which the
 * reader would have met it: arguments, then, else.
 */
static int
copy_order(struct script *out, const struct order *from)
{
	const struct arg	*args = order_verb(from)->args;
	int			 self = script_step(out, from->step->verb);
	struct step		*step = &out->step[self];
	struct order		 inner;
	int			 i;

	for (i = 0; args[i].kind != ARG_END; i++)
		if (order_has(from, i))
			copy_arg(out, step, from, i);
	if (order_then(from, &inner))
		step->then = (int16_t)copy_chain(out, &inner);
	if (order_else(from, &inner))
		step->otherwise = (int16_t)copy_order(out, &inner);
	return self;
}

static int
copy_chain(struct script *out, const struct order *from)
{
	struct order	at = *from;
	int		first = NONE, last = NONE, i;

	do {
		i = copy_order(out, &at);
		if (last == NONE)
			first = i;
		else
			out->step[last].next = (int16_t)i;
		last = i;
	} while (order_next(&at, &at));
	return first;
}

void
script_append(struct script *out, const struct order *from)
{
	bool	empty = out->n_step == 0;
	int	i = copy_order(out, from);

	if (empty)
		out->first = (int16_t)i;
	else
		out->step[out->tail].next = (int16_t)i;
	out->tail = (int16_t)i;
}

void
script_keep(struct script *out, const struct order *from)
{
	struct order	at = *from;

	script_clear(out);
	do
		script_append(out, &at);
	while (order_next(&at, &at));
}

void
script_drop(struct script *script, const struct verb *verbs)
{
	struct script	old = *script;
	struct order	o;

	script_clear(script);
	if (script_first(&old, verbs, &o) && order_next(&o, &o))
		script_keep(script, &o);
}

/* ---- writing ----------------------------------------------------------- */

struct writing {
	struct arena		*arena;
	const struct roster	*roster;
	const struct table	*table;		/* for words */
	int			 seat;
};

static struct node *write_chain(const struct writing *w,
    const struct order *from, bool all);

static struct node *
write_value(const struct writing *w, const struct arg *arg, int value)
{
	if (arg->kind == ARG_NAME)
		return node_scalar(w->arena, arg->names[value]);
	if (arg->kind == ARG_SEAT)
		return node_scalar(w->arena, w->roster->name[value]);
	return node_number(w->arena, value);
}

static struct node *
write_given(const struct writing *w, const struct arg *arg, int of)
{
	if (arg->to != NULL)
		return node_scalar(w->arena, arg->to[of]);
	return node_number(w->arena, of);
}

/* Are all entries "key: value", each key once? Then it is one mapping. */
static bool
is_mapping(const struct item *items, int n)
{
	int	i, j;

	for (i = 0; i < n; i++) {
		if (items[i].of == ABSENT)
			return false;
		for (j = 0; j < i; j++)
			if (items[j].is == items[i].is)
				return false;
	}
	return n > 0;
}

static struct node *
write_list(const struct writing *w, const struct arg *arg,
    const struct item *items, int n)
{
	bool		 mapping = is_mapping(items, n);
	struct node	*all = mapping ? node_map(w->arena) :
			    node_list(w->arena);
	struct node	*pair, *value;
	int		 i;

	for (i = 0; i < n; i++) {
		if (items[i].of == ABSENT) {
			node_add(all, write_value(w, arg, items[i].is));
			continue;
		}
		value = write_given(w, arg, items[i].of);
		pair = mapping ? all : node_map(w->arena);
		node_set(pair, arg->keys[items[i].is], value);
		if (!mapping)
			node_add(all, pair);
	}
	all->flow = true;
	return n == 1 && !mapping && items[0].of == ABSENT ?
	    all->child : all;
}

static struct node *
write_arg(const struct writing *w, const struct order *o, int i)
{
	const struct arg	*arg = &order_verb(o)->args[i];
	const struct item	*items;
	struct order		 inner;
	int			 n;

	if (arg->kind == ARG_ORDERS)
		return order_orders(o, i, &inner) ?
		    write_chain(w, &inner, true) : node_list(w->arena);
	if (arg->most == 0)
		return write_value(w, arg, o->step->arg[i]);
	items = order_list(o, i, &n);
	return write_list(w, arg, items, n);
}

/* The details of an order, added to the mapping that is the order. */
static void
write_details(const struct writing *w, const struct order *o,
    struct node *map)
{
	const struct arg	*args = order_verb(o)->args;
	struct order		 inner;
	int			 i;

	for (i = 0; args[i].kind != ARG_END; i++)
		if (args[i].key != NULL && order_has(o, i))
			node_set(map, args[i].key, write_arg(w, o, i));
	if (order_then(o, &inner))
		node_set(map, "then", write_chain(w, &inner, true));
	if (order_else(o, &inner))
		node_set(map, "else", write_chain(w, &inner, false)->child);
}

static struct node *
write_order(const struct writing *w, const struct order *o)
{
	const struct verb	*verb = order_verb(o);
	struct node		*map = node_map(w->arena);

	if (verb->args[0].kind != ARG_END && verb->args[0].key == NULL &&
	    order_has(o, 0))
		node_set(map, verb->name, write_arg(w, o, 0));
	else
		node_set(map, verb->name, node_scalar(w->arena, ""));
	write_details(w, o, map);
	map->flow = map->n_children > 1;
	if (map->n_children == 1 && map->child->kind == NODE_SCALAR &&
	    map->child->text[0] == '\0')
		return node_scalar(w->arena, verb->name);
	return map;
}

static struct node *
write_chain(const struct writing *w, const struct order *from, bool all)
{
	struct node	*list = node_list(w->arena);
	struct order	 o = *from;

	do
		node_add(list, write_order(w, &o));
	while (all && order_next(&o, &o));
	return list;
}

struct node *
script_write(struct arena *arena, const struct script *script,
    const struct verb *verbs, const struct roster *roster)
{
	struct writing	w = { .arena = arena, .roster = roster };
	struct order	o;

	if (!script_first(script, verbs, &o))
		return node_list(arena);
	return write_chain(&w, &o, true);
}

struct node *
script_write_standing(struct arena *arena, const struct script *script,
    const struct verb *standing, const struct roster *roster)
{
	struct writing	 w = { .arena = arena, .roster = roster };
	struct node	*map = node_map(arena), *record;
	struct order	 o;
	bool		 more;

	for (more = script_first(script, standing, &o); more;
	    more = order_next(&o, &o)) {
		if (!order_verb(&o)->record) {
			node_set(map, order_verb(&o)->name,
			    write_arg(&w, &o, 0));
			continue;
		}
		record = node_map(arena);
		record->flow = true;
		write_details(&w, &o, record);
		node_set(map, order_verb(&o)->name, record);
	}
	return map;
}

/* ---- in words ---------------------------------------------------------- */

static int
arg_named(const struct verb *verb, const char *key, size_t len)
{
	int	i;

	for (i = 0; verb->args[i].kind != ARG_END; i++) {
		const char *name = verb->args[i].key;

		if (name == NULL ? len == 0 : strlen(name) == len &&
		    memcmp(name, key, len) == 0)
			return i;
	}
	assert(!"words name an argument that the verb has");
	return 0;
}

static void
say_tree(struct buf *out, const struct node *node)
{
	const struct node	*item;

	if (node->kind == NODE_SCALAR) {
		buf_puts(out, node->text);
		return;
	}
	NODE_EACH(item, node) {
		if (item->key != NULL)
			buf_printf(out, "%s ", item->key);
		say_tree(out, item);
		if (item->next != NULL)
			buf_puts(out, ", ");
	}
}

/* An argument: orders by their own words, all else as it is written. */
static void
say_arg(const struct writing *w, const struct order *o, int i,
    struct buf *out)
{
	struct order	inner;
	bool		more;

	if (order_verb(o)->args[i].kind != ARG_ORDERS) {
		say_tree(out, write_arg(w, o, i));
		return;
	}
	for (more = order_orders(o, i, &inner); more;) {
		script_read_back(w->table, w->roster, w->seat, &inner, out);
		more = order_next(&inner, &inner);
		buf_puts(out, more ? ", " : "");
	}
}

/* Fill one stretch of words; report whether all its arguments were given. */
static bool
say_stretch(const struct writing *w, const struct order *o, const char *words,
    size_t len, struct buf *out)
{
	const char	*end = words + len, *close;
	bool		 given = true;
	int		 i;

	while (words < end) {
		if (*words != '{') {
			buf_putc(out, *words++);
			continue;
		}
		close = memchr(words, '}', (size_t)(end - words));
		i = arg_named(order_verb(o), words + 1,
		    (size_t)(close - words - 1));
		if (order_has(o, i))
			say_arg(w, o, i, out);
		else
			given = false;
		words = close + 1;
	}
	return given;
}

/* "[part]" and "(part|other)": the part, if its arguments were given. */
static const char *
say_choice(const struct writing *w, const struct order *o, const char *words,
    struct buf *out)
{
	const char	*close = strchr(words, *words == '[' ? ']' : ')');
	const char	*bar = *words == '(' ?
			    memchr(words, '|', (size_t)(close - words)) : close;
	size_t		 before = out->len;

	if (say_stretch(w, o, words + 1, (size_t)(bar - words - 1), out))
		return close + 1;
	buf_cut(out, before);
	if (bar < close)
		say_stretch(w, o, bar + 1, (size_t)(close - bar - 1), out);
	return close + 1;
}

void
script_words(const struct table *t, const struct roster *roster, int seat,
    const struct order *o, struct buf *out)
{
	struct writing		 w = { out->arena, roster, t, seat };
	const struct verb	*verb = order_verb(o);
	const char		*words = verb->words;
	size_t			 len;

	while (words != NULL && *words != '\0') {
		len = strcspn(words, "[(");
		say_stretch(&w, o, words, len, out);
		words += len;
		if (*words != '\0')
			words = say_choice(&w, o, words, out);
	}
	if (verb->add_words != NULL)
		verb->add_words(t, seat, o, out);
}

void
script_read_back(const struct table *t, const struct roster *roster, int seat,
    const struct order *o, struct buf *out)
{
	struct order	inner;
	bool		more;

	script_words(t, roster, seat, o, out);
	if (order_then(o, &inner)) {
		buf_puts(out, "; then what fits first of: ");
		for (more = true; more; buf_puts(out, more ? ", " : "")) {
			script_read_back(t, roster, seat, &inner, out);
			more = order_next(&inner, &inner);
		}
	}
	if (order_else(o, &inner)) {
		buf_puts(out, "; if that cannot be done, ");
		script_read_back(t, roster, seat, &inner, out);
	}
}
