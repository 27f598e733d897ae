/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The Jigsaw Trials: what no scenario can say. The totals of the
 * components, the options, and the invariants of the rules over random
 * games.
 */

#include "test.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/fault.h"
#include "base/file.h"
#include "data/node.h"
#include "data/yaml.h"
#include "engines/engines.h"
#include "engines/trials/trials.h"
#include "host/pack.h"
#include "table/chance.h"
#include "table/match.h"

enum { GAMES = 40, TURNS = 3000 };

static struct arena		*kept;
static struct pack		 pack;
static const struct workshop	*all;

static int
load_pack(void **state)
{
	const char	*root = getenv("POSTERN_DATA");
	struct fault	 fault;
	int		 at;

	(void)state;
	kept = arena_new();
	at = file_open_dir(AT_FDCWD, root != NULL ? root : ".", &fault);
	if (at < 0 || pack_load(kept, at, engine_find("trials"), &pack,
	    &fault) != 0) {
		print_error("%s\n", fault.text);
		return -1;
	}
	all = pack.components;
	return close(at);
}

static int
drop_pack(void **state)
{
	(void)state;
	arena_free(kept);
	return 0;
}

static int
face(const char *slug)
{
	int	i = text_index(trials_face_names, slug);

	assert_true(i >= 0);
	return i;
}

/* ---- the components ---------------------------------------------------- */

static void
test_no_byte_of_its_structs_is_outside_the_tables(void **state)
{
	(void)state;
	assert_int_equal(schema_hole(&trials_state), -1);
	assert_int_equal(schema_hole(&trials_options), -1);
	assert_int_equal(schema_hole(&trials_components), -1);
}

static void
test_the_deck_has_the_cards_that_the_rules_say(void **state)
{
	int	i, tools = 0, searches = 0, specials = 0;

	(void)state;
	for (i = 0; i < N_TOOLS; i++)
		tools += all->tools[i].copies;
	for (i = 0; i < N_SEARCHES; i++)
		searches += all->searches[i].copies;
	for (i = 0; i < N_SPECIALS; i++)
		specials += all->specials[i].copies;
	assert_int_equal(tools, 30);
	assert_int_equal(searches, 25);
	assert_int_equal(specials, 15);
	assert_int_equal(all->billy.copies, 14);
	assert_int_equal(N_PARTS, 13);
	assert_int_equal(tools + searches + specials + 14 + 3 * 13, 123);
}

static void
test_every_trait_is_worth_the_same_all_over(void **state)
{
	int	trait, i, captives, tools;

	(void)state;
	for (trait = 0; trait < N_TRAITS; trait++) {
		for (i = captives = 0; i < N_CHARACTERS; i++)
			captives += all->characters[i].values[trait];
		for (i = tools = 0; i < N_TOOLS; i++)
			if (all->tools[i].traits[0] == trait ||
			    (all->tools[i].n_trait == 2 &&
			    all->tools[i].traits[1] == trait))
				tools += all->tools[i].copies *
				    all->tools[i].value;
		assert_int_equal(captives, 12);
		assert_int_equal(tools, 15);
	}
}

static void
test_the_figures_of_the_printed_rules_stand(void **state)
{
	const struct tool	*hacksaw = &all->tools[face("hacksaw")];
	const struct tool	*scissors = &all->tools[face("scissors")];
	int			 i;

	(void)state;
	assert_int_equal(hacksaw->value, 2);
	assert_string_equal(trials_trait_names[hacksaw->traits[0]],
	    "obsession");
	assert_int_equal(scissors->value, 1);
	assert_int_equal(scissors->n_trait, 2);
	assert_int_equal(all->billy.points, 3);
	assert_int_equal(all->searches[0].draw, 3);
	assert_int_equal(all->searches[0].keep, 1);
	assert_int_equal(all->searches[STRONG_TORCH - CANDLE].draw, 5);
	assert_int_equal(all->searches[STRONG_TORCH - CANDLE].keep, 3);
	assert_int_equal(all->searches[TOOLBOX - CANDLE].draw, 5);
	assert_int_equal(all->searches[ROOM_MAP - CANDLE].draw, 10);
	assert_int_equal(all->stepped.draw - all->stepped.keep, 2);
	for (i = 0; i < N_SPECIALS; i++)
		assert_int_equal(all->specials[i].cost, 2);
}

static void
test_every_part_has_a_story_of_its_own(void **state)
{
	int	i, j;

	(void)state;
	for (i = 0; i < N_PARTS; i++) {
		assert_true(strlen(all->mechanisms[i].story) > 20);
		assert_memory_equal(all->objects[i].story, "while ", 6);
		assert_int_equal(all->escapes[i].story[strlen(
		    all->escapes[i].story) - 1], '.');
		for (j = 0; j < i; j++) {
			assert_string_not_equal(all->mechanisms[i].story,
			    all->mechanisms[j].story);
			assert_string_not_equal(all->objects[i].story,
			    all->objects[j].story);
			assert_string_not_equal(all->escapes[i].story,
			    all->escapes[j].story);
		}
	}
}

/* ---- options ----------------------------------------------------------- */

static const void *
options_from(struct arena *arena, const char *text, struct fault *fault)
{
	struct node	*tree;
	const void	*options;

	assert_int_equal(yaml_read(arena, text, strlen(text),
	    &yaml_caps_order, &tree, fault), 0);
	return pack_options(arena, pack.engine, tree, &options,
	    fault) == 0 ? options : NULL;
}

/* Do options and number of seats make a game? */
static bool
makes_a_game(const char *text, int seats)
{
	struct arena	*arena = arena_new();
	struct match	*match = arena_alloc(arena, sizeof(*match));
	struct dice	 dice;
	struct fault	 fault;
	const void	*options = options_from(arena, text, &fault);
	bool		 made;

	dice_seed(&dice, "options", 1);
	made = options != NULL && match_init(match, arena, pack.engine,
	    pack.components, options, NULL, seats, &dice.key, &fault) == 0;
	arena_free(arena);
	return made;
}

static void
test_options_that_do_not_go_together_are_refused(void **state)
{
	(void)state;
	assert_true(makes_a_game("{}", 2));
	assert_true(makes_a_game("{}", 6));
	assert_false(makes_a_game("{}", 7));
	assert_true(makes_a_game("{characters: random, first: 4}", 4));
	assert_false(makes_a_game("{first: 5}", 4));
	assert_false(makes_a_game("{first: abel}", 4));
	assert_true(makes_a_game("{characters: [abel, dora], first: dora}",
	    2));
	assert_false(makes_a_game("{characters: [abel, dora], first: enzo}",
	    2));
	assert_false(makes_a_game("{characters: [abel, dora]}", 3));
	assert_false(makes_a_game("{characters: [abel, abel]}", 2));
	assert_false(makes_a_game("{characters: [abel, sauron]}", 2));
	assert_false(makes_a_game("{clock: 7}", 2));
	assert_false(makes_a_game("{blood: 11}", 2));
	assert_false(makes_a_game("{blood: 4}", 2));
	assert_true(makes_a_game("{trials: standing, flashlight: stepped, "
	    "stories: false, resigned: standby, clock: 40, blood: 5}", 6));
}

/* ---- random games ----------------------------------------------------- */

static uint32_t
below(struct dice *dice, uint32_t n)
{
	return dice->chance.below(&dice->chance, n);
}

struct course {
	struct match	 match;
	struct trials	 before;
	int		 start_blood;
	int		 clock;
	int		 n_seats;
	int		 rounds;
	int		 damages;
	int		 tries;
};

static void
answer(const struct match *match, struct arena *arena, int seat,
    struct dice *dice, struct answer *out)
{
	static const char *const	policies[] = {
		"{trial: {try: 4, search: [strong-torch, candle, bin]}}",
		"{trial: {try: always, hold: [], anesthetic: 2}}",
		"{trial: {try: never, anesthetic: 3}, damage: right}",
		"{junk: [tool, billy], wants: [part], damage: left}"
	};
	const struct commons	*commons = match->state;
	struct node		*standing = NULL, *orders = NULL;
	struct checked		*checked = arena_alloc(arena,
				    sizeof(*checked));
	const char		*policy = policies[below(dice, 4)];
	struct script		 script;
	struct fault		 fault;

	if (below(dice, 8) == 0)
		assert_int_equal(yaml_read(arena, policy, strlen(policy),
		    &yaml_caps_order, &standing, &fault), 0);
	if (match_asked(match, seat) != NONE && below(dice, 12) > 0) {
		match_suggest(match, seat, &dice->chance, &script);
		orders = script_write(arena, &script, pack.engine->verbs,
		    &commons->seats);
	}
	if (orders == NULL && standing == NULL)
		return;
	match_check(match, arena, seat, orders, standing, checked);
	if (checked->remarks.n_problems > 0)
		print_error("%s\n", checked->remarks.remark[0].text);
	assert_int_equal(checked->remarks.n_problems, 0);
	*out = checked->answer;
}

/* Play a game; call after() each time that a turn has been resolved. */
static void
play_game(int number, const char *options, int seats,
    void (*after)(struct course *), struct course *course)
{
	struct arena	*arena = arena_new();
	const void	*set;
	struct turn_in	*in = arena_alloc(arena, sizeof(*in));
	struct dice	 dice;
	struct fault	 fault;
	int		 seat, turns = 0;

	set = options_from(arena, options, &fault);
	assert_non_null(set);
	course->clock = ((const struct options *)set)->clock;
	course->start_blood = ((const struct options *)set)->blood;
	course->n_seats = seats;
	dice_seed(&dice, "test_trials", (uint64_t)number);
	assert_int_equal(match_init(&course->match, arena, pack.engine, all,
	    set, NULL, seats, &dice.key, &fault), 0);
	assert_int_equal(match_start(&course->match, &fault), 0);
	dice_seed(&dice, "players", (uint64_t)number);
	while (!course->match.over) {
		assert_true(++turns < TURNS);
		memset(in, 0, sizeof(*in));
		for (seat = 0; seat < seats; seat++)
			answer(&course->match, arena, seat, &dice,
			    &in->answer[seat]);
		memcpy(&course->before, course->match.state,
		    sizeof(course->before));
		assert_int_equal(match_close(&course->match, in, &fault), 0);
		after(course);
	}
	arena_free(arena);
}

/* Play games of all sizes in both ways of asking. */
static void
play_games(void (*after)(struct course *), struct course *course)
{
	int	i;

	for (i = 0; i < GAMES; i++)
		play_game(i, i % 2 == 0 ? "{}" : i % 4 == 1 ?
		    "{trials: standing, flashlight: stepped}" :
		    "{blood: 6, clock: 9}", 2 + i % 5, after, course);
}

static void
count_pile(const struct pile *pile, int counts[N_FACES])
{
	int	i;

	for (i = 0; i < pile->n_card; i++)
		counts[pile->card[i].face]++;
}

static int
copies_of(int card)
{
	return card < N_TOOLS ? all->tools[card].copies :
	    card == BILLY ? all->billy.copies :
	    is_search(card) ? all->searches[card - CANDLE].copies :
	    is_special(card) ? all->specials[card - TOURNIQUET].copies : 1;
}

static void
see_that_no_card_is_lost(struct course *c)
{
	const struct trials	*g = c->match.state;
	int			 counts[N_FACES] = { 0 }, i;

	for (i = 0; i < c->n_seats; i++) {
		count_pile(&g->seat[i].hand, counts);
		count_pile(&g->seat[i].bench, counts);
	}
	count_pile(&g->deck, counts);
	count_pile(&g->discard, counts);
	count_pile(&g->looking, counts);
	count_pile(&g->played, counts);
	count_pile(&g->spent, counts);
	count_pile(&g->trap, counts);
	for (i = 0; i < N_FACES; i++)
		assert_int_equal(counts[i], copies_of(i));
	if (g->trial != NO_TRIAL || g->choice != NO_CHOICE)
		return;
	assert_int_equal(g->looking.n_card + g->played.n_card +
	    g->spent.n_card + g->trap.n_card, 0);
}

static void
test_every_card_is_somewhere_and_the_table_is_cleared(void **state)
{
	struct course	*c = calloc(1, sizeof(*c));

	(void)state;
	play_games(see_that_no_card_is_lost, c);
	free(c);
}

static void
see_that_nothing_heals(struct course *c)
{
	const struct trials	*g = c->match.state;
	const struct captive	*now, *then;
	int			 i, limb;

	for (i = 0; i < c->n_seats; i++) {
		now = &g->seat[i];
		then = &c->before.seat[i];
		assert_in_range(now->blood, 0, then->blood);
		assert_true(then->blood <= c->start_blood);
		assert_true((now->blood == 0) == (now->place > 1));
		for (limb = 0; limb < N_LIMBS; limb++) {
			assert_in_range(now->limb[limb], then->limb[limb],
			    LOST);
			assert_true(now->tied[limb] >= then->tied[limb]);
			assert_true(!now->tied[limb] ||
			    now->limb[limb] == LOST);
		}
		assert_in_range(now->bench.n_card, 0, BENCH_MAX);
	}
}

static void
test_blood_and_limbs_never_improve(void **state)
{
	struct course	*c = calloc(1, sizeof(*c));

	(void)state;
	play_games(see_that_nothing_heals, c);
	free(c);
}

/* Step 3 was just done when the turn passed on without a trap, or when the
 * victim is asked for the first time. */
static void
see_that_limits_hold(struct course *c)
{
	const struct trials	*g = c->match.state;
	const struct captive	*who = &g->seat[c->before.active];

	if (g->trial == CHOOSING && g->asks == 1 &&
	    c->before.trial == NO_TRIAL) {
		assert_true(who->hand.n_card <= hand_limit(who));
		c->tries++;
	} else if (g->active != c->before.active &&
	    g->traps == c->before.traps && c->before.trial == NO_TRIAL)
		assert_true(who->hand.n_card <= hand_limit(who));
}

static void
test_the_hand_is_within_its_limit_after_step_3(void **state)
{
	struct course	*c = calloc(1, sizeof(*c));

	(void)state;
	play_games(see_that_limits_hold, c);
	assert_true(c->tries > GAMES);
	free(c);
}

static void
see_who_is_asked(struct course *c)
{
	const struct trials	*g = c->match.state;
	int			 i, n = 0;

	for (i = 0; i < c->n_seats; i++) {
		if (match_asked(&c->match, i) == NONE)
			continue;
		n++;
		assert_int_equal(g->seat[i].place, 0);
		assert_int_equal(i, g->trial == NO_TRIAL ? g->active :
		    g->victim);
	}
	assert_int_equal(n, c->match.over ? 0 : 1);
	assert_true(g->round <= c->clock + 9);
	assert_in_range(g->searches, 0, SEARCH_MAX);
	assert_in_range(g->asks, 0, ASKS_MAX);
	assert_true(g->traps - c->before.traps <= 1);
	if (g->round == 1)
		assert_int_equal(g->traps, 0);
}

static void
test_one_living_seat_is_asked_and_the_clock_ends_it(void **state)
{
	struct course	*c = calloc(1, sizeof(*c));

	(void)state;
	play_games(see_who_is_asked, c);
	free(c);
}

static int
living(const struct trials *g, int n)
{
	int	i, alive = 0;

	for (i = 0; i < n; i++)
		alive += g->seat[i].place == 0;
	return alive;
}

static void
see_the_token(struct course *c)
{
	const struct trials	*g = c->match.state;

	if (g->token != NONE) {
		assert_int_equal(g->seat[g->token].place, 0);
		assert_true(g->round > 1);
		assert_true(living(g, c->n_seats) > 2);
		c->tries++;
	}
	if (g->trial != NO_TRIAL)
		assert_int_not_equal(g->victim, g->token);
}

static void
test_the_token_has_one_living_holder_among_three_or_more(void **state)
{
	struct course	*c = calloc(1, sizeof(*c));

	(void)state;
	play_games(see_the_token, c);
	assert_true(c->tries > GAMES);
	free(c);
}

static int
number_in(const struct event *event, const char *key)
{
	return atoi(node_text(event->fields, key, "-1"));
}

static int
seat_in(const struct course *c, const struct event *event)
{
	const struct commons	*commons = c->match.state;
	int			 i;

	for (i = 0; i < c->n_seats; i++)
		if (strcmp(commons->seats.name[i],
		    node_text(event->fields, "seat", "")) == 0)
			return i;
	return NONE;
}

/* Damage is limb points and blood; a backfire needs a clean try. */
static void
see_the_damage(struct course *c)
{
	const struct trials	*g = c->match.state;
	const struct event	*event;
	int			 seat, limb, points, shortfall = NONE;

	for (event = c->match.events.first; event != NULL;
	    event = event->next) {
		if (strcmp(event->name, "solves") == 0)
			shortfall = number_in(event, "short");
		if (strcmp(event->name, "backfires") == 0)
			assert_int_equal(shortfall, 0);
		if (strcmp(event->name, "damage") != 0)
			continue;
		seat = seat_in(c, event);
		points = number_in(event, "lost");
		for (limb = 0; limb < N_LIMBS; limb++)
			points += g->seat[seat].limb[limb] -
			    c->before.seat[seat].limb[limb];
		if (g->seat[seat].blood > 0)
			assert_int_equal(points, number_in(event, "points"));
		c->damages++;
	}
}

static void
test_damage_is_points_on_limbs_and_blood_lost(void **state)
{
	struct course	*c = calloc(1, sizeof(*c));

	(void)state;
	play_games(see_the_damage, c);
	assert_true(c->damages > 2 * GAMES);
	free(c);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    test_no_byte_of_its_structs_is_outside_the_tables),
		cmocka_unit_test(
		    test_the_deck_has_the_cards_that_the_rules_say),
		cmocka_unit_test(
		    test_every_trait_is_worth_the_same_all_over),
		cmocka_unit_test(test_the_figures_of_the_printed_rules_stand),
		cmocka_unit_test(test_every_part_has_a_story_of_its_own),
		cmocka_unit_test(
		    test_options_that_do_not_go_together_are_refused),
		cmocka_unit_test(
		    test_every_card_is_somewhere_and_the_table_is_cleared),
		cmocka_unit_test(test_blood_and_limbs_never_improve),
		cmocka_unit_test(
		    test_the_hand_is_within_its_limit_after_step_3),
		cmocka_unit_test(
		    test_one_living_seat_is_asked_and_the_clock_ends_it),
		cmocka_unit_test(
		    test_the_token_has_one_living_holder_among_three_or_more),
		cmocka_unit_test(
		    test_damage_is_points_on_limbs_and_blood_lost)
	};

	return cmocka_run_group_tests(tests, load_pack, drop_pack);
}
