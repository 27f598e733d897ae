/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Orders from a tree of data into a script, by the rows of the verbs. */

#include "config.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "base/buf.h"
#include "data/node.h"
#include "table/remarks.h"
#include "table/script.h"

struct reading {
	const struct tongue	*tongue;
	struct script		*script;
	struct remarks		*remarks;
	int			 depth;
};

static int read_orders(struct reading *r, const struct node *node,
    const struct verb *verbs, int *first, int *tail);

/* ---- messages ---------------------------------------------------------- */

static const char *
found(const struct reading *r, const struct node *node)
{
	if (node->kind == NODE_LIST)
		return "a list";
	if (node->kind == NODE_MAP)
		return "a mapping";
	if (node->text[0] == '\0')
		return "nothing";
	return arena_printf(r->remarks->arena, "'%.60s'", node->text);
}

static int
wrong_word(struct reading *r, const struct node *node, const char *what,
    const char *const *names)
{
	const char	*near = NULL;
	struct buf	 all;

	if (node->kind == NODE_SCALAR)
		near = text_nearest(node->text, names);
	if (near != NULL)
		return remarks_problem(r->remarks, node->line, node->column,
		    "%s is not %s; did you mean '%s'?", found(r, node), what,
		    near);
	buf_init(&all, r->remarks->arena);
	text_join(&all, names, "or");
	return remarks_problem(r->remarks, node->line, node->column,
	    "%s is not %s; it can be %.200s%s", found(r, node), what,
	    all.data, all.len > 200 ? " …" : "");
}

static const char *
what_of(const struct arg *arg)
{
	if (arg->what != NULL)
		return arg->what;
	return arg->kind == ARG_SEAT ? "a seat" :
	    arg->kind == ARG_NUMBER ? "a number" :
	    arg->kind == ARG_ORDERS ? "a list of orders" : "a word known here";
}

/* ---- values ------------------------------------------------------------ */

/* Case does not matter where only one name is meant. */
static int
find_name(const char *const *names, const char *word)
{
	int	i, found = text_index(names, word);

	if (found >= 0)
		return found;
	for (i = 0; names[i] != NULL; i++) {
		if (strcasecmp(names[i], word) != 0)
			continue;
		if (found >= 0)
			return NONE;
		found = i;
	}
	return found;
}

static int
read_name(struct reading *r, const struct node *node, const char *what,
    const char *const *names, int *out)
{
	int	i = NONE;

	if (node->kind == NODE_SCALAR)
		i = find_name(names, node->text);
	if (i < 0)
		return wrong_word(r, node, what, names);
	*out = i;
	return 0;
}

static int
read_seat(struct reading *r, const struct node *node, const char *what,
    int *out)
{
	const struct roster	*roster = r->tongue->roster;
	const char		*names[SEATS_MAX + 2];
	int			 i, n = roster->n_name;

	for (i = 0; i < n; i++)
		names[i] = roster->name[i];
	if (r->tongue->me >= 0)
		names[n++] = "me";
	names[n] = NULL;
	if (read_name(r, node, what, names, out) != 0)
		return -1;
	if (*out == roster->n_name)
		*out = r->tongue->me;
	return 0;
}

static int
read_number(struct reading *r, const struct node *node, int min, int max,
    int *out)
{
	int64_t	number;

	if (node->kind != NODE_SCALAR ||
	    !text_number(node->text, min, max, &number))
		return remarks_problem(r->remarks, node->line, node->column,
		    "%s is not a number from %d to %d", found(r, node), min,
		    max);
	*out = (int)number;
	return 0;
}

static int
read_value(struct reading *r, const struct arg *arg, const struct node *node,
    int *out)
{
	if (arg->kind == ARG_SEAT)
		return read_seat(r, node, what_of(arg), out);
	if (arg->kind == ARG_NUMBER)
		return read_number(r, node, arg->min, arg->max, out);
	return read_name(r, node, what_of(arg), arg->names, out);
}

/* ---- lists ------------------------------------------------------------- */

static int
put_item(struct reading *r, const struct node *node, struct step *step, int i,
    int is, int of)
{
	if (r->script->n_item == ITEMS_MAX)
		return remarks_problem(r->remarks, node->line, node->column,
		    "the lists of this file are too long: %d entries at most",
		    ITEMS_MAX);
	script_put(r->script, step, i, is, of);
	return 0;
}

/* An entry "key: value". */
static int
read_pair(struct reading *r, const struct arg *arg, const struct node *pair,
    struct step *step, int i)
{
	struct node	key = { .kind = NODE_SCALAR, .text = pair->key,
			    .line = pair->key_line,
			    .column = pair->key_column };
	int		is, of;

	if (read_name(r, &key, arg->keys == arg->names ? what_of(arg) :
	    "one of its keys", arg->keys, &is) != 0)
		return -1;
	if (arg->to != NULL ?
	    read_name(r, pair, what_of(arg), arg->to, &of) != 0 :
	    read_number(r, pair, arg->min, arg->max, &of) != 0)
		return -1;
	return put_item(r, pair, step, i, is, of);
}

static int
read_entry(struct reading *r, const struct arg *arg, const struct node *node,
    struct step *step, int i)
{
	const struct node	*pair;
	int			 value;

	if (node->kind == NODE_MAP && arg->keys != NULL) {
		NODE_EACH(pair, node)
			if (read_pair(r, arg, pair, step, i) != 0)
				return -1;
		return 0;
	}
	if (read_value(r, arg, node, &value) != 0)
		return -1;
	return put_item(r, node, step, i, value, ABSENT);
}

static int
read_list(struct reading *r, const struct arg *arg, const struct node *node,
    struct step *step, int i)
{
	const struct node	*item;
	int			 most = arg->most;

	step->arg[i] = r->script->n_item;
	if (node->kind != NODE_LIST) {
		if (read_entry(r, arg, node, step, i) != 0)
			return -1;
	} else {
		if (node->n_children > LIST_MAX)
			return remarks_problem(r->remarks, node->line,
			    node->column, "a list of %d entries; %d at most",
			    node->n_children, LIST_MAX);
		NODE_EACH(item, node)
			if (read_entry(r, arg, item, step, i) != 0)
				return -1;
	}
	if (step->count[i] > most && node->kind != NODE_MAP)
		return remarks_problem(r->remarks, node->line, node->column,
		    "%d entries where %d %s", step->count[i], most,
		    most == 1 ? "is wanted" : "are the most");
	return 0;
}

/* ---- orders ------------------------------------------------------------ */

static int
read_inner(struct reading *r, const struct node *node,
    const struct verb *verbs, int16_t *out)
{
	int	first = NONE, result;

	if (r->depth == DEPTH_MAX)
		return remarks_problem(r->remarks, node->line, node->column,
		    "orders inside orders go %d deep at most", DEPTH_MAX);
	r->depth++;
	result = read_orders(r, node, verbs, &first, NULL);
	r->depth--;
	*out = (int16_t)first;
	return result;
}

static int
read_arg(struct reading *r, const struct verb *verbs, struct step *step,
    int i, const struct node *node)
{
	const struct arg	*arg = &verbs[step->verb].args[i];
	int			 value;

	if (arg->kind == ARG_ORDERS)
		return read_inner(r, node,
		    arg->verbs != NULL ? arg->verbs : verbs, &step->arg[i]);
	if (arg->most > 0)
		return read_list(r, arg, node, step, i);
	if (read_value(r, arg, node, &value) != 0)
		return -1;
	step->arg[i] = (int16_t)value;
	return 0;
}

static bool
is_main(const struct arg *arg)
{
	return arg->kind != ARG_END && arg->key == NULL;
}

static int
unknown_detail(struct reading *r, const struct verb *verb,
    const struct node *detail)
{
	const char	*keys[ARGS_MAX + 3];
	const char	*near;
	struct buf	 all;
	int		 i, n = 0;

	for (i = 0; verb->args[i].kind != ARG_END; i++)
		if (verb->args[i].key != NULL)
			keys[n++] = verb->args[i].key;
	if (verb->then)
		keys[n++] = "then";
	keys[n++] = "else";
	keys[n] = NULL;
	near = text_nearest(detail->key, keys);
	buf_init(&all, r->remarks->arena);
	text_join(&all, keys, "and");
	return remarks_problem(r->remarks, detail->key_line,
	    detail->key_column, near != NULL ?
	    "'%s' takes no '%.60s'; did you mean '%s'?" :
	    "'%s' takes no '%.60s', only %s", verb->name, detail->key,
	    near != NULL ? near : all.data);
}

static int
missing(struct reading *r, const struct verb *verb, const struct arg *arg,
    const struct node *node)
{
	if (arg->key == NULL)
		return remarks_problem(r->remarks, node->line, node->column,
		    "'%s' needs %s: write '%s: …'", verb->name, what_of(arg),
		    verb->name);
	return remarks_problem(r->remarks, node->line, node->column,
	    "'%s' needs '%s:', %s", verb->name, arg->key, what_of(arg));
}

static bool
is_detail(const struct verb *verb, const char *key)
{
	int	i;

	if (strcmp(key, "else") == 0)
		return !verb->record;
	if (strcmp(key, "then") == 0)
		return verb->then;
	for (i = 0; verb->args[i].kind != ARG_END; i++)
		if (verb->args[i].key != NULL &&
		    strcmp(verb->args[i].key, key) == 0)
			return true;
	return false;
}

static int
read_else(struct reading *r, const struct node *node,
    const struct verb *verbs, struct step *step)
{
	if (node->kind == NODE_LIST)
		return remarks_problem(r->remarks, node->line, node->column,
		    "'else' is one order, not a list");
	return read_inner(r, node, verbs, &step->otherwise);
}

/*
 * Fill in a step from the mapping that the order is, in the order of the
 * verb's row. main is the value under the verb, or NULL.
 */
static int
read_args(struct reading *r, const struct verb *verbs, int self,
    const struct node *node, const struct node *main)
{
	struct step		*step = &r->script->step[self];
	const struct verb	*verb = &verbs[step->verb];
	const struct arg	*arg;
	const struct node	*value;
	int			 i, result = 0;

	NODE_EACH(value, node->kind == NODE_MAP ? node : NULL)
		if (value != main && !is_detail(verb, value->key))
			result = unknown_detail(r, verb, value);
	if (main != NULL && main->kind == NODE_SCALAR && main->text[0] == '\0')
		main = NULL;
	if (main != NULL && !is_main(&verb->args[0]))
		return remarks_problem(r->remarks, main->line, main->column,
		    "'%s' stands alone; it takes no %s", verb->name,
		    found(r, main));
	for (i = 0; (arg = &verb->args[i])->kind != ARG_END; i++) {
		value = arg->key == NULL ? main :
		    node->kind == NODE_MAP ? node_get(node, arg->key) : NULL;
		if (value == NULL) {
			if (!arg->optional)
				result = missing(r, verb, arg, node);
			continue;
		}
		if (read_arg(r, verbs, step, i, value) != 0)
			result = -1;
	}
	if (node->kind == NODE_MAP && verb->then &&
	    (value = node_get(node, "then")) != NULL)
		result |= read_inner(r, value, verbs, &step->then);
	if (node->kind == NODE_MAP && !verb->record &&
	    (value = node_get(node, "else")) != NULL)
		result |= read_else(r, value, verbs, step);
	return result;
}

static bool
fits_decision(const struct reading *r, const struct verb *verb)
{
	return r->tongue->decisions == 0 || verb->decisions == 0 ||
	    (verb->decisions & r->tongue->decisions) != 0;
}

static int
find_verb(struct reading *r, const struct verb *verbs, const char *name,
    int line, int column)
{
	const char	*names[65], *near;
	struct buf	 all;
	int		 i, n = 0, found = NONE;

	for (i = 0; verbs[i].name != NULL; i++) {
		if (strcmp(verbs[i].name, name) == 0)
			found = i;
		if (fits_decision(r, &verbs[i]) && n < 64)
			names[n++] = verbs[i].name;
	}
	names[n] = NULL;
	if (strcmp(name, "resign") == 0)
		return remarks_problem(r->remarks, line, column,
		    "'resign' stands alone: 'orders: [resign]'");
	if (found != NONE && fits_decision(r, &verbs[found]))
		return found;
	buf_init(&all, r->remarks->arena);
	text_join(&all, names, "or");
	near = text_nearest(name, names);
	if (found != NONE)
		return remarks_problem(r->remarks, line, column,
		    "'%s' answers no question now; you are asked: %s (%s)",
		    name, r->tongue->asked, all.data);
	return remarks_problem(r->remarks, line, column, near != NULL ?
	    "'%.60s' is not an order here; did you mean '%s'?" :
	    "'%.60s' is not an order here; the orders are %.250s", name,
	    near != NULL ? near : all.data);
}

static int
read_order(struct reading *r, const struct node *node,
    const struct verb *verbs)
{
	const struct node	*main = node->kind == NODE_MAP ?
				    node->child : NULL;
	const char		*name;
	int			 verb, line = node->line, column = node->column;
	struct script		*script = r->script;
	int			 self;

	if (node->kind == NODE_LIST || (node->kind == NODE_MAP &&
	    main == NULL))
		return remarks_problem(r->remarks, line, column,
		    "an order is a word or a mapping, not %s",
		    found(r, node));
	name = main != NULL ? main->key : node->text;
	if (main != NULL) {
		line = main->key_line;
		column = main->key_column;
	}
	if (script->n_step == STEPS_MAX)
		return remarks_problem(r->remarks, line, column,
		    "more than %d orders in one file, counting those in "
		    "'else' and 'then'", STEPS_MAX);
	verb = find_verb(r, verbs, name, line, column);
	if (verb < 0)
		return -1;
	self = script_step(script, verb);
	script->step[self].line = (int16_t)(line > 32766 ? 32766 : line);
	script->step[self].column =
	    (int16_t)(column > 32766 ? 32766 : column);
	return read_args(r, verbs, self, node, main) != 0 ? -1 : self;
}

static int
read_orders(struct reading *r, const struct node *node,
    const struct verb *verbs, int *first, int *tail)
{
	const struct node	*item = node->kind == NODE_LIST ?
				    node->child : node;
	int			 last = NONE, self, result = 0;

	for (; item != NULL; item = node->kind == NODE_LIST ?
	    item->next : NULL) {
		self = read_order(r, item, verbs);
		if (self < 0) {
			result = -1;
			if (r->script->n_step == STEPS_MAX)
				break;
			continue;
		}
		if (last == NONE)
			*first = self;
		else
			r->script->step[last].next = (int16_t)self;
		last = self;
	}
	if (tail != NULL)
		*tail = last;
	return result;
}

int
script_read(const struct node *node, const struct verb *verbs,
    const struct tongue *tongue, struct script *out, struct remarks *remarks)
{
	struct script	script = { 0 };
	struct reading	r = { tongue, &script, remarks, 0 };
	int		first = 0, tail = 0;

	if (read_orders(&r, node, verbs, &first, &tail) != 0)
		return -1;
	script.first = (int16_t)(first < 0 ? 0 : first);
	script.tail = (int16_t)(tail < 0 ? 0 : tail);
	*out = script;
	return 0;
}

/* "none" clears a standing order, where it is not a word of its own. */
static bool
is_cleared(const struct node *node, const struct verb *verb)
{
	const char *const	*names = verb->args[0].names;

	return node->kind == NODE_SCALAR && strcmp(node->text, "none") == 0 &&
	    (names == NULL || text_index(names, "none") < 0);
}

int
script_read_standing(const struct node *node, const struct verb *standing,
    int verb, const struct tongue *tongue, struct script *out,
    struct remarks *remarks)
{
	struct script	script = { 0 };
	struct reading	r = { tongue, &script, remarks, 0 };
	struct node	alone = *node;
	struct step	*step = script_add(&script, verb);

	step->line = (int16_t)node->line;
	step->column = (int16_t)node->column;
	if (is_cleared(node, &standing[verb])) {
		*out = script;
		return 0;
	}
	if (standing[verb].record) {
		if (read_args(&r, standing, 0, node, NULL) != 0)
			return -1;
	} else {
		alone.kind = NODE_SCALAR;
		alone.text = "";
		if (read_args(&r, standing, 0, &alone, node) != 0)
			return -1;
	}
	*out = script;
	return 0;
}
