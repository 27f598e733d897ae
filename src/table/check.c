/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Checking an order file: its verbs walked on a copy of the state that holds
 * only what the sender may see.
 */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "data/node.h"
#include "table/match.h"
#include "table/run.h"

struct checking {
	struct table	 table;
	struct checked	*out;
	struct arena	*arena;
	int		 seat;
	int		 done;		/* orders walked */
	bool		 waited;
};

static void
problem(struct checking *c, const struct step *step, const struct why *why)
{
	remarks_problem(&c->out->remarks, step->line, step->column,
	    why->rule[0] != '\0' ? "%s (%s)" : "%s%s", why->text, why->rule);
}

static void
note(struct checking *c, const struct step *step, const struct why *why)
{
	remarks_note(&c->out->remarks, step->line, step->column,
	    "if it can be done then: %s", why->text);
}

static void
note_plainly(struct checking *c, const struct step *step,
    const struct why *why)
{
	remarks_note(&c->out->remarks, step->line, step->column, "%s (%s)",
	    why->text, why->rule);
}

static enum verdict
verdict_on(struct checking *c, const struct order *o, struct why *why)
{
	const struct verb	*verb = order_verb(o);

	memset(why, 0, sizeof(*why));
	return verb->may == NULL ? OK :
	    verb->may(&c->table, c->seat, o, why);
}

static void
read_back(struct checking *c, const struct order *o)
{
	struct buf	words;

	buf_init(&words, c->arena);
	script_read_back(&c->table, c->table.env.roster, c->seat, o, &words);
	node_add(c->out->words, node_scalar(c->arena, words.data));
}

static void check_inner(struct checking *c, const struct order *o);

static void
check_for_ever(struct checking *c, const struct order *first)
{
	struct order	o = *first;
	struct why	why;

	do {
		if (verdict_on(c, &o, &why) == NEVER)
			problem(c, o.step, &why);
		check_inner(c, &o);
	} while (order_next(&o, &o));
}

/*
 * An else, a then and a plan meet another table than this one; only what can
 * never be is wrong in them.
 */
static void
check_inner(struct checking *c, const struct order *o)
{
	const struct arg	*args = order_verb(o)->args;
	struct order		 inner;
	int			 i;

	for (i = 0; args[i].kind != ARG_END; i++)
		if (args[i].kind == ARG_ORDERS && order_orders(o, i, &inner))
			check_for_ever(c, &inner);
	if (order_then(o, &inner))
		check_for_ever(c, &inner);
	if (order_else(o, &inner))
		check_for_ever(c, &inner);
}

static void
check_order(struct checking *c, const struct order *o)
{
	const struct verb	*verb = order_verb(o);
	struct why		 why;
	enum verdict		 verdict = verdict_on(c, o, &why);

	check_inner(c, o);
	if (verdict == NEVER || (verdict == NOT_NOW && !c->table.unsure)) {
		problem(c, o->step, &why);
		return;
	}
	if (verdict == NOT_NOW)
		note(c, o->step, &why);
	else if (verdict == NOTED)
		note_plainly(c, o->step, &why);
	read_back(c, o);
	if (verdict != NOT_NOW && !verb->wait)
		verb->carry(&c->table, c->seat, o);
}

/* wait stands last, after at least one order. */
static bool
wait_is_misplaced(struct checking *c, const struct order *o)
{
	struct order	after;

	if (!order_verb(o)->wait)
		return false;
	c->waited = true;
	if (c->done == 0)
		remarks_problem(&c->out->remarks, o->step->line,
		    o->step->column,
		    "'wait' alone does nothing; it needs an order before it");
	else if (order_next(o, &after))
		remarks_problem(&c->out->remarks, after.step->line,
		    after.step->column,
		    "nothing can follow 'wait'; it ends the orders");
	else
		return false;
	return true;
}

static void
walk(struct checking *c, const struct script *script)
{
	const struct engine	*engine = c->table.engine;
	struct order		 o;
	bool			 more;

	for (more = script_first(script, engine->verbs, &o);
	    more && !engine->over(&c->table, NULL); more = order_next(&o, &o)) {
		if (wait_is_misplaced(c, &o))
			return;
		check_order(c, &o);
		c->done++;
	}
}

static void
check_whole(struct checking *c, const struct node *orders, int decision)
{
	const struct engine	*engine = c->table.engine;
	const struct decision	*row = &engine->decisions[decision];
	struct step		 place = { .line = (int16_t)orders->line,
				    .column = (int16_t)orders->column };
	struct why		 why = { .rule = "" };
	enum verdict		 verdict;

	if (row->whole == NULL || c->waited ||
	    c->out->remarks.n_problems > 0 ||
	    engine->over(&c->table, NULL))
		return;
	verdict = row->whole(&c->table, c->seat, &why);
	if (verdict == NEVER || (verdict == NOT_NOW && !c->table.unsure))
		problem(c, &place, &why);
	else if (verdict == NOT_NOW)
		note(c, &place, &why);
	else if (verdict == NOTED)
		note_plainly(c, &place, &why);
}

static void
check_script(struct checking *c, const struct node *orders, int decision)
{
	jmp_buf	way_out;

	c->table.mode = TABLE_CHECKS;
	c->table.way_out = &way_out;
	if (setjmp(way_out) == LEFT_NOT) {
		walk(c, &c->out->answer.orders);
		check_whole(c, orders, decision);
	}
}

/* ---- the file ---------------------------------------------------------- */

/* The seats that are asked, for a message. */
static const char *
who_is_asked(const struct match *match, struct arena *arena)
{
	const struct commons	*commons = match->state;
	const char		*names[SEATS_MAX + 1];
	struct buf		 all;
	int			 i, n = 0;

	for (i = 0; i < commons->seats.n_name; i++)
		if (commons->place[i].asked != NONE)
			names[n++] = commons->seats.name[i];
	names[n] = NULL;
	buf_init(&all, arena);
	text_join(&all, names, "and");
	return n > 0 ? all.data : "nobody";
}

static bool
is_word(const struct node *node, const char *word)
{
	if (node->kind == NODE_LIST && node->n_children == 1)
		node = node->child;
	return node->kind == NODE_SCALAR && strcmp(node->text, word) == 0;
}

/* "orders: none"; in a list it would be a verb. */
static bool
is_withdrawal(const struct node *orders)
{
	return orders->kind == NODE_SCALAR &&
	    strcmp(orders->text, "none") == 0;
}

static void
check_orders(struct checking *c, const struct match *match,
    const struct node *orders)
{
	int		decision = match_asked(match, c->seat);
	struct tongue	tongue = { .roster = c->table.env.roster,
			    .me = c->seat };

	if (is_word(orders, "resign")) {
		c->out->answer.resigned = true;
		node_add(c->out->words, node_scalar(c->arena,
		    "leave the game for good"));
		return;
	}
	if (is_withdrawal(orders)) {
		c->out->withdrawn = true;
		return;
	}
	if (decision == NONE) {
		remarks_problem(&c->out->remarks, orders->line, orders->column,
		    "you owe no decision now (asked: %s); only standing "
		    "orders and press are taken from you",
		    who_is_asked(match, c->arena));
		return;
	}
	if (orders->kind == NODE_LIST && orders->n_children == 0) {
		remarks_problem(&c->out->remarks, orders->line, orders->column,
		    "no order is given; write 'orders: none' to withdraw "
		    "what you sent");
		return;
	}
	tongue.asked = match->decisions[decision];
	tongue.decisions = 1u << decision;
	if (script_read(orders, match->engine->verbs, &tongue,
	    &c->out->answer.orders, &c->out->remarks) != 0)
		return;
	c->out->answer.given = true;
	check_script(c, orders, decision);
}

static int
find_standing(struct checking *c, const struct verb *standing,
    const struct node *item)
{
	const char	*names[65], *near;
	struct buf	 all;
	int		 i;

	for (i = 0; i < 64 && standing[i].name != NULL; i++) {
		names[i] = standing[i].name;
		if (strcmp(standing[i].name, item->key) == 0)
			return i;
	}
	names[i] = NULL;
	near = text_nearest(item->key, names);
	buf_init(&all, c->arena);
	text_join(&all, names, "and");
	return remarks_problem(&c->out->remarks, item->key_line,
	    item->key_column, near != NULL ?
	    "'%.60s' is not a standing order; did you mean '%s'?" :
	    "'%.60s' is not a standing order; there are %s", item->key,
	    near != NULL ? near : all.data);
}

static void
check_standing_one(struct checking *c, const struct verb *standing,
    const struct node *item)
{
	struct tongue	 tongue = { .roster = c->table.env.roster,
			    .me = c->seat };
	struct script	 kept =
			    table_commons(&c->table)->place[c->seat].standing;
	struct script	 one;
	struct order	 o;
	struct why	 why;
	enum verdict	 verdict;
	int		 verb = find_standing(c, standing, item);

	if (verb < 0 || script_read_standing(item, standing, verb, &tongue,
	    &one, &c->out->remarks) != 0)
		return;
	script_first(&one, standing, &o);
	verdict = order_has_args(&o) ? verdict_on(c, &o, &why) : OK;
	if (verdict == NEVER || verdict == NOT_NOW) {
		problem(c, o.step, &why);
		return;
	}
	if (verdict == NOTED)
		note_plainly(c, o.step, &why);
	if (!script_replace(&kept, &one, standing)) {
		remarks_problem(&c->out->remarks, item->line, item->column,
		    "these standing orders are too long together");
		return;
	}
	table_commons(&c->table)->place[c->seat].standing = kept;
	script_append(&c->out->answer.standing, &o);
	if (order_has_args(&o))
		read_back(c, &o);
	else
		node_add(c->out->words, node_printf(c->arena,
		    "no standing order '%s' any more", standing[verb].name));
}

static void
check_standing(struct checking *c, const struct match *match,
    const struct node *map)
{
	const struct node	*item;

	if (match->engine->standing == NULL)
		remarks_problem(&c->out->remarks, map->line, map->column,
		    "this game has no standing orders");
	else if (map->kind != NODE_MAP)
		remarks_problem(&c->out->remarks, map->line, map->column,
		    "'standing' is a mapping: each standing order under "
		    "its name");
	else
		NODE_EACH(item, map)
			check_standing_one(c, match->engine->standing, item);
}

/* Lay one file's standing orders over those of earlier files of the turn. */
static int
read_standing(struct checking *c, const struct verb *standing,
    const struct node *map, struct script *out)
{
	const struct node	*item;
	struct tongue		 tongue = { .roster = c->table.env.roster,
				    .me = c->seat };
	struct script		 one;
	int			 verb;

	NODE_EACH(item, map) {
		verb = standing == NULL ? NONE :
		    find_standing(c, standing, item);
		if (verb < 0 || script_read_standing(item, standing, verb,
		    &tongue, &one, &c->out->remarks) != 0)
			return -1;
		script_replace(out, &one, standing);
	}
	return 0;
}

int
match_read(const struct match *match, int seat, const struct node *orders,
    const struct node *standing, struct answer *out, struct fault *fault)
{
	struct arena	*arena = arena_new();
	struct checked	 checked = { .withdrawn = false };
	struct checking	 c = { .out = &checked, .arena = arena,
			    .seat = seat };
	struct tongue	 tongue = { .me = seat };
	int		 r = -1;

	remarks_init(&checked.remarks, arena);
	c.table.env = match_env(match);
	tongue.roster = c.table.env.roster;
	if (standing != NULL && read_standing(&c, match->engine->standing,
	    standing, &out->standing) != 0)
		goto out;
	if (orders != NULL)
		out->given = out->resigned = false;
	if (orders != NULL && is_word(orders, "resign"))
		out->resigned = true;
	else if (orders != NULL && !is_withdrawal(orders)) {
		if (script_read(orders, match->engine->verbs, &tongue,
		    &out->orders, &checked.remarks) != 0)
			goto out;
		out->given = true;
	}
	r = 0;
out:
	if (r != 0)
		fault_at(fault, FAULT_OPERATOR,
		    checked.remarks.remark[0].line,
		    checked.remarks.remark[0].column,
		    "an order file that was accepted cannot be read");
	arena_free(arena);
	return r;
}

void
match_check(const struct match *match, struct arena *arena, int seat,
    const struct node *orders, const struct node *standing,
    struct checked *out)
{
	struct checking	c = { .out = out, .arena = arena, .seat = seat };

	memset(out, 0, sizeof(*out));
	remarks_init(&out->remarks, arena);
	out->words = node_list(arena);
	match_know(match, seat, &c.table);
	if (match->over)
		remarks_problem(&out->remarks, 0, 0, "this game is over");
	else if (table_is_retired(&c.table, seat))
		remarks_problem(&out->remarks, 0, 0,
		    "your seat has left this game");
	else {
		if (standing != NULL)
			check_standing(&c, match, standing);
		if (orders != NULL)
			check_orders(&c, match, orders);
	}
	if (out->remarks.n_problems > 0)
		memset(&out->answer, 0, sizeof(out->answer));
}
