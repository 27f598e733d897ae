/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Orders that a state keeps: standing orders and plans, and their spelling. */

#include "config.h"

#include <string.h>

#include "base/arena.h"
#include "base/fault.h"
#include "data/node.h"
#include "table/remarks.h"
#include "table/run.h"

static bool
find_step(const struct script *script, const struct verb *standing, int verb,
    struct order *out)
{
	bool	more;

	for (more = script_first(script, standing, out); more;
	    more = order_next(out, out))
		if (out->step->verb == verb)
			return true;
	return false;
}

bool
order_has_args(const struct order *o)
{
	int	i;

	for (i = 0; i < ARGS_MAX; i++)
		if (order_has(o, i))
			return true;
	return false;
}

static void
measure(const struct order *o, int *steps, int *items)
{
	const struct arg	*args = order_verb(o)->args;
	struct order		 inner;
	int			 i, n;
	bool			 more;

	(*steps)++;
	for (i = 0; args[i].kind != ARG_END; i++) {
		if (!order_has(o, i))
			continue;
		if (args[i].kind != ARG_ORDERS) {
			n = args[i].most > 0 ? o->step->count[i] : 0;
			*items += n;
			continue;
		}
		for (more = order_orders(o, i, &inner); more;
		    more = order_next(&inner, &inner))
			measure(&inner, steps, items);
	}
	for (more = order_then(o, &inner); more;
	    more = order_next(&inner, &inner))
		measure(&inner, steps, items);
	if (order_else(o, &inner))
		measure(&inner, steps, items);
}

static bool
has_room(const struct script *script, const struct order *o)
{
	int	steps = script->n_step, items = script->n_item;

	measure(o, &steps, &items);
	return steps <= STEPS_MAX && items <= ITEMS_MAX;
}

bool
script_replace(struct script *kept, const struct script *with,
    const struct verb *standing)
{
	struct script	old = *kept;
	struct order	o;
	bool		all = true;
	int		verb;

	script_clear(kept);
	for (verb = 0; standing[verb].name != NULL; verb++) {
		if (!find_step(with, standing, verb, &o) &&
		    !find_step(&old, standing, verb, &o))
			continue;
		if (!order_has_args(&o))
			continue;
		if (has_room(kept, &o))
			script_append(kept, &o);
		else
			all = false;
	}
	return all;
}

/* ---- in files ---------------------------------------------------------- */

/* Turn the first remark into a fault. */
static int
remarked(const struct remarks *remarks, struct fault *fault)
{
	const struct remark	*first = &remarks->remark[0];

	return fault_at(fault, FAULT_PLAYER, first->line, first->column, "%s",
	    first->text);
}

/* Read orders back, close-packed as they were kept. */
static void
keep(struct script *out, const struct script *read, const struct verb *verbs)
{
	struct order	o;

	script_clear(out);
	if (script_first(read, verbs, &o))
		script_keep(out, &o);
}

static struct node *
save_orders(struct arena *arena, const void *value, const struct env *env)
{
	const struct engine	*engine = env->engine;

	return script_write(arena, value, engine->verbs, env->roster);
}

static int
load_orders(const struct node *node, void *value, const struct env *env,
    struct fault *fault)
{
	const struct engine	*engine = env->engine;
	struct tongue		 tongue = { .roster = env->roster, .me = NONE };
	struct arena		*arena = arena_new();
	struct remarks		 remarks;
	struct script		 script;
	int			 r = -1;

	remarks_init(&remarks, arena);
	if (script_read(node, engine->verbs, &tongue, &script,
	    &remarks) != 0) {
		remarked(&remarks, fault);
		goto out;
	}
	keep(value, &script, engine->verbs);
	r = 0;
out:
	arena_free(arena);
	return r;
}

const struct codec orders_codec = { save_orders, load_orders };

static struct node *
save_standing(struct arena *arena, const void *value, const struct env *env)
{
	const struct engine	*engine = env->engine;

	if (engine->standing == NULL)
		return node_map(arena);
	return script_write_standing(arena, value, engine->standing,
	    env->roster);
}

static int
load_one(const struct node *item, const struct engine *engine,
    const struct tongue *tongue, struct script *kept, struct remarks *remarks)
{
	const struct verb	*standing = engine->standing;
	struct script		 one;
	int			 verb;

	for (verb = 0; standing != NULL && standing[verb].name != NULL; verb++)
		if (strcmp(standing[verb].name, item->key) == 0)
			break;
	if (standing == NULL || standing[verb].name == NULL)
		return remarks_problem(remarks, item->line, item->column,
		    "no standing order '%.60s'", item->key);
	if (script_read_standing(item, standing, verb, tongue, &one,
	    remarks) != 0)
		return -1;
	script_replace(kept, &one, standing);
	return 0;
}

static int
load_standing(const struct node *node, void *value, const struct env *env,
    struct fault *fault)
{
	const struct engine	*engine = env->engine;
	struct tongue		 tongue = { .roster = env->roster, .me = NONE };
	struct script		 kept = { 0 };
	struct arena		*arena = arena_new();
	struct remarks		 remarks;
	struct node		*item;
	int			 r = -1;

	remarks_init(&remarks, arena);
	NODE_EACH(item, node->kind == NODE_MAP ? node : NULL)
		if (load_one(item, engine, &tongue, &kept, &remarks) != 0) {
			remarked(&remarks, fault);
			goto out;
		}
	memcpy(value, &kept, sizeof(kept));
	r = 0;
out:
	arena_free(arena);
	return r;
}

const struct codec standing_codec = { save_standing, load_standing };
