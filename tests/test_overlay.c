/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Overlays: cards move, none is made or lost. */

#include "test.h"

#include "base/arena.h"
#include "base/fault.h"
#include "data/node.h"
#include "data/overlay.h"
#include "data/schema.h"
#include "data/yaml.h"

enum { RED, BLUE, GREEN };

static const char *const faces[] = { "red", "blue", "green", NULL };
static const char *const backs[] = { "plain", "dark", NULL };

struct chest {
	struct pile	cards;
};
static const struct field chest_fields[] = {
	FIELD_NAMED(struct chest, cards, faces, .backs = backs),
	{ 0 }
};
static const struct schema chest_schema = SCHEMA(struct chest, chest_fields);

struct game {
	struct pile	open;
	struct pile	deck;
	struct pile	hand[SEATS_MAX];
	struct chest	chest[4];
	int32_t		n_chest;
	int32_t		coins;
};
static const struct field game_fields[] = {
	FIELD_NAMED(struct game, open, faces, .backs = backs,
	    .cards = SEE_ALL),
	FIELD_NAMED(struct game, deck, faces, .backs = backs),
	FIELD_NAMED(struct game, hand, faces, .backs = backs, .by_seat = true,
	    .cards = SEE_OWNER),
	FIELD_MANY(struct game, chest, n_chest, &chest_schema),
	FIELD(struct game, coins, .min = 0, .max = 9),
	{ 0 }
};
static const struct schema game_schema = SCHEMA(struct game, game_fields);

static const struct roster roster = { 2, { "ann", "bob" } };
static const struct env env = { .roster = &roster };

static void
add(struct pile *pile, int face, int back)
{
	pile->card[pile->n_card].face = face;
	pile->card[pile->n_card++].back = (int16_t)back;
}

/*
 * The deck: red, blue, green, red (dark). Ann: blue, red. Bob: green. On
 * the table: red. In the chest: blue.
 */
static void
begin(struct game *game)
{
	memset(game, 0, sizeof(*game));
	add(&game->deck, RED, 0);
	add(&game->deck, BLUE, 0);
	add(&game->deck, GREEN, 0);
	add(&game->deck, RED, 1);
	add(&game->hand[0], BLUE, 0);
	add(&game->hand[0], RED, 0);
	add(&game->hand[1], GREEN, 0);
	add(&game->open, RED, 0);
	add(&game->chest[0].cards, BLUE, 0);
	game->n_chest = 1;
}

static void
count(const struct pile *pile, int total[3])
{
	int	i;

	for (i = 0; i < pile->n_card; i++)
		total[pile->card[i].face]++;
}

static void
assert_all_cards_are_there(const struct game *game)
{
	int	total[3] = { 0 }, i;

	count(&game->open, total);
	count(&game->deck, total);
	for (i = 0; i < SEATS_MAX; i++)
		count(&game->hand[i], total);
	for (i = 0; i < 4; i++)
		count(&game->chest[i].cards, total);
	assert_int_equal(total[RED], 4);
	assert_int_equal(total[BLUE], 3);
	assert_int_equal(total[GREEN], 2);
}

static int
lay(struct game *game, const char *yaml, struct fault *fault)
{
	struct arena	*arena = arena_new();
	struct node	*tree;
	int		 r;

	assert_int_equal(yaml_read(arena, yaml, strlen(yaml), &yaml_caps_own,
	    &tree, fault), 0);
	r = schema_overlay(&game_schema, tree, game, &env, fault);
	arena_free(arena);
	return r;
}

static void
assert_lays(struct game *game, const char *yaml)
{
	struct fault	fault;

	if (lay(game, yaml, &fault) != 0)
		fail_msg("%s", fault.text);
	assert_all_cards_are_there(game);
}

static void
assert_refuses(const char *yaml, const char *part)
{
	struct game	game, before;
	struct fault	fault;

	begin(&game);
	before = game;
	assert_int_equal(lay(&game, yaml, &fault), -1);
	if (strstr(fault.text, part) == NULL)
		fail_msg("'%s' is not in '%s'", part, fault.text);
	assert_memory_equal(&game, &before, sizeof(game));
}

/* The faces of a pile, "rbg". */
static void
assert_pile(const struct pile *pile, const char *letters)
{
	char	found[PILE_MAX + 1] = "";
	int	i;

	for (i = 0; i < pile->n_card; i++)
		found[i] = faces[pile->card[i].face][0];
	assert_string_equal(found, letters);
}

static void
test_a_list_that_ends_in_dots_leaves_the_rest_behind_it(void **state)
{
	struct game	game;

	(void)state;
	begin(&game);
	assert_lays(&game, "hand: {ann: [green, ...]}");
	assert_pile(&game.hand[0], "gbr");
	assert_pile(&game.deck, "rbr");
	assert_pile(&game.hand[1], "g");
}

static void
test_a_whole_list_puts_the_rest_at_the_end_of_the_deck(void **state)
{
	struct game	game;

	(void)state;
	begin(&game);
	assert_lays(&game, "hand: {ann: [green]}");
	assert_pile(&game.hand[0], "g");
	assert_pile(&game.deck, "rbrbr");
	assert_lays(&game, "hand: {ann: []}");
	assert_pile(&game.hand[0], "");
	assert_pile(&game.deck, "rbrbrg");
}

static void
test_a_named_deck_sends_the_rest_to_the_largest_pile(void **state)
{
	struct game	game;

	(void)state;
	begin(&game);
	assert_lays(&game, "deck: [red.dark, green]");
	assert_pile(&game.deck, "rg");
	assert_pile(&game.hand[0], "brrbg");
	assert_pile(&game.hand[1], "");
}

static void
test_cards_swap_between_two_named_piles(void **state)
{
	struct game	game;

	(void)state;
	begin(&game);
	assert_lays(&game, "{deck: [green, green, blue, blue, blue, ...], "
	    "hand: {ann: [red, red, red, red], bob: []}, open: []}");
	assert_pile(&game.hand[0], "rrrr");
	assert_pile(&game.deck, "ggbbb");
}

static void
test_named_piles_give_only_what_others_lack(void **state)
{
	struct game	game;

	(void)state;
	begin(&game);
	assert_lays(&game, "hand: {ann: [green], bob: [green]}");
	assert_pile(&game.hand[0], "g");
	assert_pile(&game.hand[1], "g");
}

static void
test_a_card_is_pulled_by_its_back(void **state)
{
	struct game	game;

	(void)state;
	begin(&game);
	assert_lays(&game, "hand: {bob: [red.dark, ...]}");
	assert_int_equal(game.hand[1].card[0].back, 1);
	assert_pile(&game.deck, "rbg");
	assert_refuses("hand: {bob: [green.dark, ...]}",
	    "no 'green.dark' is left");
}

static void
test_cards_are_seen_by_those_that_the_row_says(void **state)
{
	struct game	game;

	(void)state;
	begin(&game);
	game.hand[0].card[0].seen = 1;
	assert_lays(&game, "{open: [green, ...], hand: {bob: [blue, ...]}}");
	assert_int_equal(game.open.card[0].seen, SEEN_ALL);
	assert_int_equal(game.open.card[1].seen, 0);
	assert_int_equal(game.hand[1].card[0].seen, 1 << 1);
	assert_lays(&game, "deck: [blue, ...]");
	assert_int_equal(game.deck.card[0].seen, 0);
}

static void
test_a_card_put_away_is_seen_as_its_new_pile_says(void **state)
{
	struct game	game;

	(void)state;
	begin(&game);
	game.hand[1].card[0].seen = 1 << 1;
	assert_lays(&game, "hand: {bob: []}");
	assert_pile(&game.deck, "rbgrg");
	assert_int_equal(game.deck.card[4].seen, 0);
}

static void
test_a_card_says_itself_who_has_seen_it(void **state)
{
	struct game	game;

	(void)state;
	begin(&game);
	assert_lays(&game, "{open: [green/ann, ...], "
	    "hand: {bob: [blue/ann+bob, red/all, ...]}}");
	assert_int_equal(game.open.card[0].seen, 1);
	assert_int_equal(game.hand[1].card[0].seen, 3);
	assert_int_equal(game.hand[1].card[1].seen, SEEN_ALL);
}

static void
test_cards_in_a_list_written_anew_are_not_lost(void **state)
{
	struct game	game;

	(void)state;
	begin(&game);
	assert_lays(&game, "chest: [{cards: [red]}, {}]");
	assert_int_equal(game.n_chest, 2);
	assert_pile(&game.chest[0].cards, "r");
	assert_pile(&game.chest[1].cards, "");
	assert_pile(&game.deck, "rbgb");
	assert_lays(&game, "chest: []");
	assert_pile(&game.deck, "rbgbr");
}

static void
test_other_members_are_loaded_and_those_not_named_stay(void **state)
{
	struct game	game;

	(void)state;
	begin(&game);
	assert_lays(&game, "coins: 7");
	assert_int_equal(game.coins, 7);
	assert_pile(&game.deck, "rbgr");
	assert_int_equal(game.n_chest, 1);
}

static void
test_what_cannot_be_laid_changes_nothing(void **state)
{
	(void)state;
	assert_refuses("{coins: 3, open: [green, green, green]}",
	    "no 'green' is left to lay here");
	assert_refuses("open: [gren]", "did you mean 'green'?");
	assert_refuses("open: red", "a list of cards is expected");
	assert_refuses("opne: []", "did you mean 'open'?");
	assert_refuses("hand: {bab: []}", "did you mean 'bob'?");
	assert_refuses("open: [..., red]", "'...' is not");
	assert_refuses("{deck: [], open: [], hand: {ann: [], bob: []}, "
	    "chest: [{cards: []}]}", "end the list in ...");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    test_a_list_that_ends_in_dots_leaves_the_rest_behind_it),
		cmocka_unit_test(
		    test_a_whole_list_puts_the_rest_at_the_end_of_the_deck),
		cmocka_unit_test(
		    test_a_named_deck_sends_the_rest_to_the_largest_pile),
		cmocka_unit_test(test_cards_swap_between_two_named_piles),
		cmocka_unit_test(test_named_piles_give_only_what_others_lack),
		cmocka_unit_test(test_a_card_is_pulled_by_its_back),
		cmocka_unit_test(
		    test_cards_are_seen_by_those_that_the_row_says),
		cmocka_unit_test(
		    test_a_card_put_away_is_seen_as_its_new_pile_says),
		cmocka_unit_test(test_a_card_says_itself_who_has_seen_it),
		cmocka_unit_test(
		    test_cards_in_a_list_written_anew_are_not_lost),
		cmocka_unit_test(
		    test_other_members_are_loaded_and_those_not_named_stay),
		cmocka_unit_test(test_what_cannot_be_laid_changes_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
