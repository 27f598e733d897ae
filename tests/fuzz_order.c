/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Read anything as orders, at every question of the toy engine and of the
 * first engine of the project. What is accepted must be written so that it
 * is read back equal.
 */

#include "config.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/fault.h"
#include "data/node.h"
#include "data/yaml.h"
#include "engines/engines.h"
#include "host/pack.h"
#include "pack_toy.h"
#include "table/chance.h"
#include "table/match.h"
#include "toy.h"

enum { MATCHES_MAX = 16 };

static struct arena	*lasting;
static struct match	 matches[MATCHES_MAX];
static int		 n_matches;

int	 LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
give_up(const struct fault *fault)
{
	fprintf(stderr, "%s\n", fault->text);
	abort();
}

static bool
is_asked(const struct match *match, int decision)
{
	const struct commons	*commons = match->state;
	int			 seat;

	for (seat = 0; seat < commons->seats.n_name; seat++)
		if (match_asked(match, seat) == decision)
			return true;
	return false;
}

static void
play_turn(struct match *match, struct dice *dice)
{
	const struct commons	*commons = match->state;
	struct turn_in		 in = { .answer = { { .given = false } } };
	struct fault		 fault;
	int			 seat;

	for (seat = 0; seat < commons->seats.n_name; seat++) {
		if (match_asked(match, seat) == NONE)
			continue;
		match_suggest(match, seat, &dice->chance,
		    &in.answer[seat].orders);
		in.answer[seat].given = true;
	}
	if (match_close(match, &in, &fault) != 0)
		give_up(&fault);
}

/* Play games until one comes to that question. */
static void
add_match(const struct engine *engine, const void *components,
    const void *options, int decision)
{
	struct match	*match = &matches[n_matches++];
	struct fault	 fault;
	struct dice	 dice;
	uint64_t	 game;

	for (game = 0; game < 200; game++) {
		dice_seed(&dice, engine->id, game);
		if (match_init(match, lasting, engine, components, options,
		    NULL, engine->min_seats, &dice.key, &fault) != 0 ||
		    match_start(match, &fault) != 0)
			give_up(&fault);
		while (!match->over) {
			if (is_asked(match, decision))
				return;
			play_turn(match, &dice);
		}
	}
	n_matches--;
}

static void
add_engine(const struct engine *engine)
{
	void		*options = arena_alloc(lasting, engine->options->size);
	struct pack	 pack;
	struct fault	 fault;
	int		 i;

	if (pack_of(lasting, engine, &pack, &fault) != 0)
		give_up(&fault);
	schema_preset(engine->options, options);
	for (i = 0; engine->decisions[i].name != NULL; i++)
		if (n_matches < MATCHES_MAX)
			add_match(engine, pack.components, options, i);
}

/* What was accepted is written, read and written the same. */
static void
expect_lasting(struct arena *arena, const struct match *match,
    const struct script *script)
{
	const struct commons	*commons = match->state;
	struct tongue		 tongue = { .roster = &commons->seats,
				    .me = NONE };
	const struct verb	*verbs = match->engine->verbs;
	struct node		*once;
	struct remarks		 remarks;
	struct script		 again;

	once = script_write(arena, script, verbs, &commons->seats);
	remarks_init(&remarks, arena);
	if (script_read(once, verbs, &tongue, &again, &remarks) != 0 ||
	    !node_equal(once, script_write(arena, &again, verbs,
	    &commons->seats)))
		abort();
}

static void
try_match(struct arena *arena, struct match match, const struct node *tree)
{
	const struct commons	*commons = match.state;
	const struct node	*orders = node_get(tree, "orders");
	const struct node	*standing = node_get(tree, "standing");
	struct checked		 checked;
	int			 seat;

	match.arena = arena;
	if (orders == NULL && standing == NULL)
		orders = tree;
	for (seat = 0; seat < commons->seats.n_name; seat++) {
		match_check(&match, arena, seat, orders, standing, &checked);
		if (checked.answer.given)
			expect_lasting(arena, &match, &checked.answer.orders);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena	*arena = arena_new();
	struct fault	 fault;
	struct node	*tree;
	int		 i;

	if (lasting == NULL) {
		lasting = arena_new();
		add_engine(&toy_engine);
		add_engine(engines[0]);
	}
	if (yaml_read(arena, (const char *)data, size, &yaml_caps_order,
	    &tree, &fault) == 0)
		for (i = 0; i < n_matches; i++)
			try_match(arena, matches[i], tree);
	arena_free(arena);
	return 0;
}
