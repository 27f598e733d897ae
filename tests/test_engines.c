/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Every engine, through all properties. */

#include "test.h"

#include <ctype.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/fault.h"
#include "data/node.h"
#include "engines/engines.h"
#include "host/pack.h"
#include "pack_toy.h"
#include "properties.h"

/* What players of a game may send besides the suggestions: good and bad. */
static const struct sample {
	const char	*engine;
	const char	*standing[8];
	const char	*files[24];
} samples[] = {
	{ "armada",
	  { NULL },
	  { "[pass, pass]", "[draw, wait]", "[draw, draw]", "[pass]",
	    "[draw, {build: shield2, at: e1, facing: s, else: wait}]",
	    "[draw, {build: hub4, at: e1, facing: n, else: {build: gun2, "
		"at: e1, facing: s, else: {move: B, dir: n}}}]",
	    "[{build: gun1, at: e1, facing: w}, {rotate: hub1, dir: ccw}]",
	    "[{build: gun1, at: e13, facing: e}, {move: R, dir: s}]",
	    "[{build: hub3, at: a1, facing: south}, {move: C, dir: north}]",
	    "[{move: B, dir: n}, {move: R, dir: s, else: pass}]",
	    "[{shoot: gun1}, {shoot: gun6, dir: w, friendly: yes}]",
	    "[{bash: hub1}, {bash: gun2, against: d8}]",
	    "[{rotate: gun1, dir: cw}, wait, pass]", "[pass, pass, pass]" }
	},
	{ "intruder",
	  { "{plan: [{play: bat, on: bob}, wait]}", "{plan: ask}",
	    "{plan: [{play: hostage, then: [{play: item, on: me}, wait]}]}",
	    "{keep: [knife, keys, hostage], home: use}", "{home: leave}",
	    "{plan: [skip, {play: knife, on: cleo, else: wait}]}",
	    "{reveal: yes}" },
	  { "[{keep: [bat, bat, knife]}, wait]", "[home]", "[home, skip]",
	    "[{keep: [bat, knife, hostage], under: [bandage, car]}, skip]",
	    "[{play: bat, on: bob}, {play: bat, on: bob}, wait]",
	    "[{play: knife, on: cleo, else: {play: bat, on: alma}}]",
	    "[{play: hostage, then: [{play: it, on: bob}, wait]}, "
		"{play: syringe, on: me}]",
	    "[{play: snatch, take: latest, from: alma, then: "
		"{play: it, on: cleo}}, {play: knife, on: bob}]",
	    "[{play: snatch, take: medkit, from: bob}]", "[skip, wait]",
	    "[{play: camera, on: bob}]", "[{play: roulette}, {play: mirror}]",
	    "[{play: medkit, on: me}]", "[{play: bandage, on: bob}]",
	    "[{play: keys, on: me}]", "[keep, wait]", "[keep, skip]",
	    "[{play: it, on: cleo}, skip]", "[reveal]", "[silent]", "[done]",
	    "[{play: bat, on: alma, then: keep}]" } },
	{ "island",
	  { "{react: [{with: dodge}, {with: deflect, least: 2}, {with: refuse, "
		"to: [smash, coin], discard: [turnabout]}, {with: ward}]}",
	    "{react: [{with: refuse}, {with: dodge, from: [red]}]}",
	    "{react: none, auto: true}", "{refill: [axe-low, mace-high]}",
	    "{idle: [turnabout, stir], thrift_draw: 4, auto: false}",
	    "{react: [{with: ward, mine: false}, {with: deflect}]}",
	    "{react: [{with: dodge, discard: coin}], thrift_draw: 0}" },
	  { "[{picks: even}]", "[{picks: [sword-low]}, {add: bomb}]",
	    "[{play: coin, on: blue}, {draw: [sword-low, axe-low]}]",
	    "[{play: barter, on: red, take: sword}]", "[{give: coin}]",
	    "[{play: survey}, {use: raid, on: me, hand: coin}]",
	    "[{play: survey, arrange: safe, show: true}, wait]",
	    "[{use: thief, on: blue, take: mace}, wait]",
	    "[{play: smash, on: blue, take: any}, end]",
	    "[{play: guess, guess: bomb, on: blue}, {draw: mace-low}]",
	    "[{dump: dodge, else: {play: coin, on: red}}, {draw: axe-low}]",
	    "[{play: forage, deck: mace, number: 8, prefer: [flip]}, "
		"{use: scout, mode: look}]",
	    "[{play: stir, mode: hand, piles: [axe-low, axe-low], pay: first}]",
	    "[{play: topple, on: red}]", "[{react: dodge}]", "[none]",
	    "[{react: refuse, discard: coin}, {react: dodge}]",
	    "[{arrange: [bomb, blank]}]", "[{arrange: danger}, end]",
	    "[{refill: [axe-low, axe-low]}, wait]", "[{play: vest}, wait]",
	    "[{play: accuse, on: blue, number: 4}]", "[{draw: axe-low}, end]" }
	},
	{ "noir",
	  { "{listened: [foyer, kitchen, hall]}",
	    "{listened: {hall: library, foyer: basement}}",
	    "{flee: [library, dining-room]}", "{flee: none}",
	    "{listened: none, flee: balcony}" },
	  { "[listen, wait]", "[{move: hall}, listen]",
	    "[{move: basement}, {move: library}]", "[trap, trap]",
	    "[{shoot: balcony, slip: {hit: library, miss: bedroom}}]",
	    "[{shoot: foyer, slip: dining-room}]", "[{detonate: foyer}]",
	    "[energized, listen, listen, listen]", "[jump, echoes]",
	    "[flood, {move: hall}]", "[switch]", "[{panel: library}]",
	    "[{trap: hall}]", "[{start: library}]", "[pass]",
	    "[{move: hall, else: {move: foyer, else: wait}}]",
	    "[pass, pass, {move: kitchen}]" } },
	{ "trials",
	  { "{wants: [billy, part], junk: [search, greed, tool]}",
	    "{trial: {try: 4, search: [strong-torch, candle, bin]}}",
	    "{trial: {try: always, hold: [], anesthetic: 2}}",
	    "{damage: right}", "{trial: none, damage: left}",
	    "{trial: {try: never, anesthetic: 1, hold: [billy, violence]}}",
	    "{junk: none, wants: none}" },
	  { "[{play: candle}, wait]", "[{play: candle, keep: [billy]}, wait]",
	    "[{play: bin, take: billy}, {play: bin, take: hacksaw}]",
	    "[{play: strong-torch, keep: [tool, part]}, {bench: "
		"[mechanism, object, escape]}, {set: abel}]",
	    "[{play: metal-detector, find: escape}, {bench: [escape]}, wait]",
	    "[{play: video, pay: [part, tool], else: wait}]",
	    "[{bench: [part, part, part], else: wait}, {discard: [tool]}]",
	    "[{bench: []}, {play: toolbox}, pass]", "[wait]", "[pass]",
	    "[{play: tourniquet, on: left-leg, pay: [search, search]}]",
	    "[{set: brigid, with: the-pig, pay: [tool, search]}]",
	    "[{keep: [tool]}, pass]", "[{stack: [billy, tool]}, pass]",
	    "[try]", "[try, wait]", "[sacrifice, {damage: left}]",
	    "[{sacrifice: anesthetic, pay: [tool, part]}]", "[policy]",
	    "[try, {keep: best}, {play: candle, keep: best, when: short}, "
		"{solve: best, hold: [billy]}, {damage: spread}]",
	    "[{keep: best}, {solve: none}, {damage: {left: 1, right: 2}}]",
	    "[{solve: [wrench, {billy: greed}]}]",
	    "[{discard: [tool, search, part]}, {play: candle}]" } }
};

static const struct sample *
sample_of(const struct engine *engine)
{
	static const struct sample	nothing;
	size_t				i;

	for (i = 0; i < sizeof(samples) / sizeof(samples[0]); i++)
		if (strcmp(samples[i].engine, engine->id) == 0)
			return &samples[i];
	return &nothing;
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED
#endif
#endif

/* How many games of an engine, over all numbers of seats. Sanitizers take
 * ten times as long. */
static int
games(void)
{
	const char	*soak = getenv("POSTERN_SOAK");

#if defined(__SANITIZE_ADDRESS__) || defined(SANITIZED)
	return soak != NULL ? atoi(soak) : 30;
#else
	return soak != NULL ? atoi(soak) : 300;
#endif
}

/* Has this engine been asked for? All are, unless one is named. */
static bool
is_wanted(const struct engine *engine)
{
	const char	*only = getenv("POSTERN_ENGINE");

	return only == NULL || *only == '\0' || strcmp(only, engine->id) == 0;
}

/* A reveal names the rule that allows it: a letter or two and a number. */
static void
expect_rules(const struct node *reveals)
{
	const struct node	*item;
	const char		*rule;

	NODE_EACH(item, reveals) {
		rule = strchr(item->text, ' ') + 1;
		print_message("reveal: %s\n", item->text);
		assert_true(isupper((unsigned char)rule[0]));
		assert_true(isdigit((unsigned char)rule[strlen(rule) - 1]));
	}
}

static void
expect_all_properties(struct arena *arena, struct trial *trial)
{
	const char	*wrong;
	int		 i, failed = 0;

	for (i = 0; properties[i] != NULL; i++) {
		wrong = property_fails(properties[i], trial, arena);
		if (wrong == NULL)
			continue;
		print_error("%s\n", wrong);
		failed++;
	}
	assert_int_equal(failed, 0);
	expect_rules(trial->reveals);
}

static void
try_engine(struct arena *arena, const struct engine *engine)
{
	const struct sample	*sample = sample_of(engine);
	void			*options = arena_alloc(arena,
				    engine->options->size);
	struct pack		 pack;
	struct fault		 fault;
	int			 mutations = 0;
	struct trial		 trial = {
		.pack = &pack, .engine = engine, .options = options,
		.standing = sample->standing, .files = sample->files,
		.games = 1 + games() / (1 + engine->max_seats -
		    engine->min_seats), .most_turns = 2000, .seed = 1,
		.mutations = &mutations, .arena = arena,
		.reveals = node_list(arena)
	};

	schema_preset(engine->options, options);
	if (pack_of(arena, engine, &pack, &fault) != 0)
		fail_msg("%s: %s", engine->id, fault.text);
	for (trial.n_seats = engine->min_seats;
	    trial.n_seats <= engine->max_seats; trial.n_seats++)
		expect_all_properties(arena, &trial);
	print_message("%s: %d secrets changed\n", engine->id, mutations);
	assert_true(mutations > trial.games);
}

static void
test_all_properties_hold_for_every_engine(void **state)
{
	struct arena	*arena = arena_new();
	int		 i, tried = 0;

	(void)state;
	for (i = 0; engines[i] != NULL; i++) {
		if (!is_wanted(engines[i]))
			continue;
		try_engine(arena, engines[i]);
		tried++;
	}
	assert_true(tried > 0);
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_all_properties_hold_for_every_engine)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
