/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The properties on the toy engine, and their teeth: each catches the flaws
 * that it is there for. */

#include "test.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/fault.h"
#include "engine_toy.h"
#include "host/pack.h"
#include "pack_toy.h"
#include "properties.h"

enum { ROUNDS = 3 };

static const char *const standing[] = {
	"{block: [strike, {barter: 2}], auto: no}",
	"{block: {strike: 1, block: 3}, limit: {bid: 1, against: red}}",
	"{auto: yes}", "{limit: {bid: 2}}", "{block: none, auto: none}", NULL
};
static const char *const files[] = {
	"[draw, {play: gold}]", "[{play: strike, on: blue, else: wait}]",
	"[{draw: , then: [{play: strike, on: red}, skip]}]", "[block]",
	"[{give: gold}]", "[{bid: 9}]", "[peek, wait]", "[wait]",
	"[{plan: [{play: barter, on: green}, draw, wait]}]",
	"[{play: strike, on: me}]", "[skip, skip, {say: crook}]", NULL
};

/* The options of the toy, as its schema has them. */
struct terms {
	int32_t	rounds;
	int32_t	reactions;
};

struct bench {
	struct arena	*arena;
	struct engine	 engine;
	struct pack	 pack;
	struct terms	 terms;
	struct trial	 trial;
};

static int
soak(int otherwise)
{
	const char	*games = getenv("POSTERN_SOAK");

	return games != NULL ? atoi(games) : otherwise;
}

static int
setup(void **state)
{
	static const char *const	names[] = { "blue", "red", "green" };
	struct bench			*bench = calloc(1, sizeof(*bench));
	struct fault			 fault;

	bench->arena = arena_new();
	bench->engine = toy_engine;
	bench->terms.rounds = ROUNDS;
	if (pack_of(bench->arena, &toy_engine, &bench->pack, &fault) != 0)
		fail_msg("%s", fault.text);
	bench->trial = (struct trial) {
		.pack = &bench->pack, .engine = &bench->engine,
		.options = &bench->terms, .names = names, .n_seats = 3,
		.standing = standing, .files = files, .games = 30,
		.most_turns = 150, .seed = 7
	};
	toy_flaw = FLAW_NONE;
	*state = bench;
	return 0;
}

static int
teardown(void **state)
{
	struct bench	*bench = *state;

	toy_flaw = FLAW_NONE;
	arena_free(bench->arena);
	free(bench);
	return 0;
}

static void
test_all_properties_hold_on_the_toy(void **state)
{
	struct bench	*bench = *state;
	const char	*wrong;
	int		 i;

	bench->trial.games = soak(60);
	for (i = 0; properties[i] != NULL; i++) {
		bench->terms.reactions = i % 2;
		wrong = property_fails(properties[i], &bench->trial,
		    bench->arena);
		if (wrong != NULL)
			fail_msg("%s", wrong);
		bench->terms.reactions = 1 - i % 2;
		wrong = property_fails(properties[i], &bench->trial,
		    bench->arena);
		if (wrong != NULL)
			fail_msg("%s", wrong);
	}
}

/* ---- what the random games come across --------------------------------- */

static const char *const all_events[] = {
	"bids", "first", "plays", "blocks", "struck", "out", "hands", "looks",
	"saw", "drew", "draws", "says", "late", "resigned", "retired",
	"skipped", NULL
};
static int met[16], deepest;

/* Count the events, and how deep reactions went in one turn of play. */
static bool
note_events(struct play *p)
{
	const struct event	*event;
	int			 i;

	for (event = p->match.events.first; event != NULL;
	    event = event->next)
		for (i = 0; all_events[i] != NULL; i++)
			met[i] += strcmp(all_events[i], event->name) == 0;
	if (p->match.n_turns > deepest)
		deepest = p->match.n_turns;
	return true;
}

static void
test_random_games_come_across_everything(void **state)
{
	static const struct property	notes = {
		.name = "notes", .closed = note_events
	};
	struct bench			*bench = *state;
	int				 i;

	bench->trial.games = 60;
	assert_null(property_fails(&notes, &bench->trial, bench->arena));
	for (i = 0; all_events[i] != NULL; i++)
		if (met[i] == 0)
			fail_msg("no '%s' in 60 games", all_events[i]);
	assert_true(deepest >= 5);
}

/* ---- teeth ------------------------------------------------------------- */

static const struct {
	enum toy_flaw	 flaw;
	const char	*property;
	const char	*says;		/* a part of what is said of it */
} flaws[] = {
	{ FLAW_VIEW, "secret", "a secret shows" },
	{ FLAW_VIEW, "rows", "mask and view of seat" },
	{ FLAW_BRIEF, "secret", "a secret shows" },
	{ FLAW_PICTURE, "secret", "a secret shows" },
	{ FLAW_SUGGEST, "secret", "a secret shows" },
	{ FLAW_CHECK, "secret", "a secret shows" },
	{ FLAW_ASKED, "asking", "learns a secret from who is asked" },
	{ FLAW_AUDIENCE, "told", "'drew' tells seat" },
	{ FLAW_AUDIENCE, "canaries", "which it never saw" },
	{ FLAW_UNREVEALED, "told", "'rumour' tells seat" },
	{ FLAW_CANARY, "canaries", "which it never saw" },
	{ FLAW_PHRASE, "told", "no words for the event 'sneeze'" },
	{ FLAW_COUNTER, "same", "differs" },
	{ FLAW_MEMORY, "same", "" },
	{ FLAW_MEMORY, "kept", "" },
	{ FLAW_STRAY, "kept", "differs" },
	{ FLAW_ARRIVAL, "arrival", "differs" },
	{ FLAW_ENDLESS, "ends", "does not end" },
	{ FLAW_EARLY, "ends", "is asked in a game that is over" },
	{ FLAW_ILLEGAL, "suggested", "coins" },
	{ FLAW_HALF, "suggested", "give a card" },
	{ FLAW_LAX, "carried", "gold cannot be played today" }
};

static void
test_each_flaw_is_caught_by_the_property_meant_for_it(void **state)
{
	struct bench	*bench = *state;
	const char	*wrong;
	size_t		 i;
	int		 missed = 0;

	for (i = 0; i < sizeof(flaws) / sizeof(flaws[0]); i++) {
		toy_flaw = flaws[i].flaw;
		wrong = property_fails(property_named(flaws[i].property),
		    &bench->trial, bench->arena);
		toy_flaw = FLAW_NONE;
		if (wrong != NULL && strstr(wrong, flaws[i].says) != NULL)
			continue;
		print_error("%s on flaw %d: %s\n", flaws[i].property,
		    flaws[i].flaw, wrong != NULL ? wrong : "nothing");
		missed++;
	}
	assert_int_equal(missed, 0);
}

static void
expect_caught(struct bench *bench, const char *property, const char *says)
{
	const char	*wrong = property_fails(property_named(property),
			    &bench->trial, bench->arena);

	assert_non_null(wrong);
	if (strstr(wrong, says) == NULL)
		fail_msg("caught by another: %s", wrong);
}

static void
test_a_forgotten_row_is_caught(void **state)
{
	struct bench	*bench = *state;

	bench->engine.state = &toy_forgetful_schema;
	expect_caught(bench, "rows", "is in no row");
	expect_caught(bench, "kept", "differs");
}

static void
test_a_read_back_that_leaves_out_a_word_is_caught(void **state)
{
	struct bench	*bench = *state;
	struct verb	 verbs[TOY_VERBS];

	memcpy(verbs, toy_engine.verbs, sizeof(verbs));
	verbs[TOY_PLAY].words = "play a card[ on {on}]";
	bench->engine.verbs = verbs;
	expect_caught(bench, "words", "read back as");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
		    test_all_properties_hold_on_the_toy, setup, teardown),
		cmocka_unit_test_setup_teardown(
		    test_random_games_come_across_everything, setup,
		    teardown),
		cmocka_unit_test_setup_teardown(
		    test_each_flaw_is_caught_by_the_property_meant_for_it,
		    setup, teardown),
		cmocka_unit_test_setup_teardown(
		    test_a_forgotten_row_is_caught, setup, teardown),
		cmocka_unit_test_setup_teardown(
		    test_a_read_back_that_leaves_out_a_word_is_caught,
		    setup, teardown)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
