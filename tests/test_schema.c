/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The five uses of a field table: load, save, view, mask, mutate. */

#include "test.h"

#include <stdio.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "data/node.h"
#include "data/schema.h"
#include "data/yaml.h"
#include "table/chance.h"

/* ---- a struct with a member of every kind ------------------------------ */

enum { SUN, MOON, STAR };
static const char *const face_names[] = { "sun", "moon", "star", NULL };
static const char *const back_names[] = { "dark", "pale", NULL };
static const char *const task_names[] = { "choose", "act", NULL };

struct purse {
	int32_t	gold;
	int32_t	debt;
};
static const struct field purse_fields[] = {
	FIELD(struct purse, gold, .see = SEE_ALL, .min = 0, .max = 99,
	    .preset = 5),
	FIELD(struct purse, debt, .min = 0, .max = 99),
	{ 0 }
};
static const struct schema purse_schema = SCHEMA(struct purse, purse_fields);

struct person {
	struct pile	hand;
	int32_t		secret;
	int32_t		open;
	struct purse	purse;
	struct purse	stash;
};
static const struct field person_fields[] = {
	FIELD_NAMED(struct person, hand, face_names, .backs = back_names,
	    .see = SEE_SEEN, .pool = 1),
	FIELD(struct person, secret, .see = SEE_OWNER, .min = 1, .max = 9),
	FIELD(struct person, open, .see = SEE_ALL),
	FIELD_STRUCT(struct person, purse, &purse_schema, .see = SEE_ALL),
	FIELD_STRUCT(struct person, stash, &purse_schema),
	{ 0 }
};
static const struct schema person_schema =
    SCHEMA(struct person, person_fields);

struct world {
	int64_t		stream;
	struct roster	seats;
	struct person	person[SEATS_MAX];
	struct pile	deck;
	int32_t		mark[4];	/* its length is public */
	int32_t		n_mark;
	int32_t		note[3];	/* even its length is not */
	int32_t		n_note;
	int32_t		total;		/* of all marks */
	int32_t		task;
	int32_t		leader;
	int32_t		spy;		/* seen by the leader */
	char		title[36];
};

static bool
sees_mark(const void *root, const void *self, int index, int seat)
{
	(void)root;
	(void)self;
	return index == seat;
}

static bool
is_leader(const void *root, const void *self, int index, int seat)
{
	const struct world	*world = root;

	(void)self;
	(void)index;
	return seat >= 0 && seat == world->leader;
}

static bool
marks_add_up(const void *self, const struct env *env)
{
	const struct world	*world = self;
	int			 i, sum = 0;

	(void)env;
	for (i = 0; i < world->n_mark; i++)
		sum += world->mark[i];
	return sum == world->total;
}

static const struct field world_fields[] = {
	FIELD(struct world, stream),
	FIELD_STRUCT(struct world, seats, &roster_schema, .see = SEE_ALL),
	FIELD_SEATS(struct world, person, &person_schema, .see = SEE_ALL),
	FIELD_NAMED(struct world, deck, face_names, .backs = back_names,
	    .see = SEE_SEEN, .pool = 1),
	FIELD_LIST(struct world, mark, n_mark, .see = SEE_IF,
	    .see_if = sees_mark, .length = SEE_ALL, .min = 0, .max = 9),
	FIELD_LIST(struct world, note, n_note),
	FIELD(struct world, total, .see = SEE_ALL),
	FIELD(struct world, task, .names_of = NAMES_DECISIONS, .none = true,
	    .see = SEE_ALL),
	FIELD_SEAT(struct world, leader, .see = SEE_ALL),
	FIELD_SEAT(struct world, spy, .see = SEE_IF, .see_if = is_leader),
	FIELD(struct world, title, .see = SEE_ALL),
	FIELD_CHECK("sum of marks", marks_add_up),
	{ 0 }
};
static const struct schema world_schema = SCHEMA(struct world, world_fields);

static struct env
env_of(const struct world *world)
{
	struct env	env = { .roster = &world->seats,
			    .decisions = task_names };

	return env;
}

static void
put(struct pile *pile, int face, int back, int32_t seen)
{
	struct card	card = { face, seen, (int16_t)back, 0 };

	pile->card[pile->n_card++] = card;
}

static void
fill(struct world *world)
{
	struct person	*person = world->person;

	memset(world, 0, sizeof(*world));
	world->stream = 1234567890123;
	world->seats.n_name = 2;
	strcpy(world->seats.name[0], "ann");
	strcpy(world->seats.name[1], "bob");
	put(&person[0].hand, SUN, 0, 1 << 0);
	put(&person[0].hand, MOON, 1, SEEN_ALL);
	put(&person[1].hand, STAR, 0, 1 << 1);
	put(&person[1].hand, MOON, 0, 1 << 0 | 1 << 1);
	put(&world->deck, SUN, 0, 0);
	put(&world->deck, STAR, 0, SEEN_ALL & ~(1 << 1));
	person[0].secret = 3;
	person[1].secret = 8;
	person[0].open = -4;
	person[0].purse = (struct purse) { 7, 70 };
	person[1].stash = (struct purse) { 6, 60 };
	world->mark[0] = 2;
	world->mark[1] = 5;
	world->n_mark = 2;
	world->note[0] = 41;
	world->n_note = 1;
	world->total = 7;
	world->task = NONE;
	world->leader = 1;
	world->spy = 0;
	strcpy(world->title, "The world: at dusk");
}

static const char *
view(struct arena *arena, const struct world *world, int seat)
{
	struct env	env = env_of(world);
	struct buf	text;

	buf_init(&text, arena);
	yaml_write(&text, schema_view(arena, &world_schema, world, seat,
	    &env));
	return text.data;
}

static struct node *
read_yaml(struct arena *arena, const char *text)
{
	struct fault	 fault;
	struct node	*node;

	if (yaml_read(arena, text, strlen(text), &yaml_caps_own, &node,
	    &fault) != 0)
		fail_msg("%s", fault.text);
	return node;
}

static struct node *
seen(struct arena *arena, const struct world *world, int seat)
{
	return read_yaml(arena, view(arena, world, seat));
}

static const struct node *
person_in(const struct node *tree, const char *name)
{
	return node_get(node_get(tree, "person"), name);
}

struct scene {
	struct arena	*arena;
	struct world	 world;
};

static int
setup(void **state)
{
	static struct scene	scene;

	scene.arena = arena_new();
	fill(&scene.world);
	*state = &scene;
	return 0;
}

static int
teardown(void **state)
{
	struct scene	*scene = *state;

	arena_free(scene->arena);
	return 0;
}

/* ---- viewing ----------------------------------------------------------- */

static void
expect_list(const struct node *list, const char *words)
{
	const struct node	*item;
	char			 all[200] = "";

	assert_non_null(list);
	NODE_EACH(item, list) {
		strcat(all, all[0] != '\0' ? " " : "");
		strcat(all, item->text);
	}
	assert_string_equal(all, words);
}

static void
test_view_shows_a_hand_only_to_its_owner(void **state)
{
	struct scene	*s = *state;
	struct node	*ann = seen(s->arena, &s->world, 0);
	struct node	*bob = seen(s->arena, &s->world, 1);

	expect_list(node_get(person_in(ann, "ann"), "hand"),
	    "sun.dark moon.pale");
	expect_list(node_get(person_in(bob, "ann"), "hand"),
	    "?.dark moon.pale");
	assert_string_equal(node_text(person_in(ann, "ann"), "secret", "-"),
	    "3");
	assert_null(node_get(person_in(ann, "bob"), "secret"));
	assert_string_equal(node_text(person_in(bob, "bob"), "secret", "-"),
	    "8");
}

static void
test_view_shows_cards_by_who_has_seen_them(void **state)
{
	struct scene	*s = *state;
	struct node	*ann = seen(s->arena, &s->world, 0);
	struct node	*all = seen(s->arena, &s->world, PUBLIC);

	expect_list(node_get(person_in(ann, "bob"), "hand"),
	    "?.dark moon.dark");
	expect_list(node_get(person_in(all, "bob"), "hand"),
	    "?.dark ?.dark");
	expect_list(node_get(person_in(all, "ann"), "hand"),
	    "?.dark moon.pale");
	expect_list(node_get(ann, "deck"), "?.dark star.dark");
	expect_list(node_get(seen(s->arena, &s->world, 1), "deck"),
	    "?.dark ?.dark");
}

static void
test_silence_hides(void **state)
{
	struct scene	*s = *state;
	int		 seat;

	for (seat = PUBLIC; seat < 2; seat++) {
		assert_null(node_get(seen(s->arena, &s->world, seat),
		    "stream"));
		assert_null(node_get(node_get(person_in(seen(s->arena,
		    &s->world, seat), "ann"), "purse"), "debt"));
	}
}

static void
test_a_hidden_parent_hides_its_children(void **state)
{
	struct scene	*s = *state;
	struct node	*bob = seen(s->arena, &s->world, 1);

	assert_null(node_get(person_in(bob, "bob"), "stash"));
	assert_string_equal(node_text(node_get(person_in(bob, "ann"),
	    "purse"), "gold", "-"), "7");
}

static void
test_a_list_of_public_length_marks_what_is_hidden(void **state)
{
	struct scene	*s = *state;

	expect_list(node_get(seen(s->arena, &s->world, 0), "mark"), "2 ?");
	expect_list(node_get(seen(s->arena, &s->world, 1), "mark"), "? 5");
	expect_list(node_get(seen(s->arena, &s->world, PUBLIC), "mark"),
	    "? ?");
	assert_null(node_get(seen(s->arena, &s->world, 0), "note"));
}

static void
test_a_predicate_decides_who_sees(void **state)
{
	struct scene	*s = *state;

	assert_null(node_get(seen(s->arena, &s->world, 0), "spy"));
	assert_string_equal(node_text(seen(s->arena, &s->world, 1), "spy",
	    "-"), "ann");
	assert_null(node_get(seen(s->arena, &s->world, PUBLIC), "spy"));
}

/* ---- masking ----------------------------------------------------------- */

static void
test_mask_leaves_unknown_what_the_view_hides(void **state)
{
	struct scene	*s = *state;
	struct world	 known;

	schema_mask(&world_schema, &s->world, &known, 0);
	assert_true(known.stream == UNKNOWN);
	assert_int_equal(known.person[0].secret, 3);
	assert_int_equal(known.person[1].secret, UNKNOWN);
	assert_int_equal(known.person[0].purse.gold, 7);
	assert_int_equal(known.person[0].purse.debt, UNKNOWN);
	assert_int_equal(known.person[1].stash.gold, UNKNOWN);
	assert_int_equal(known.person[1].hand.card[0].face, UNKNOWN);
	assert_int_equal(known.person[1].hand.card[0].seen, 0);
	assert_int_equal(known.person[1].hand.card[1].face, MOON);
	assert_int_equal(known.person[1].hand.card[1].seen, 1 << 0);
	assert_int_equal(known.mark[0], 2);
	assert_int_equal(known.mark[1], UNKNOWN);
	assert_int_equal(known.n_mark, 2);
	assert_int_equal(known.note[0], 0);
	assert_int_equal(known.n_note, UNKNOWN);
	assert_int_equal(known.spy, UNKNOWN);
	assert_int_equal(known.leader, 1);
}

static void
test_mask_holds_what_the_view_shows(void **state)
{
	struct scene	*s = *state;
	struct world	 known;
	int		 seat;

	for (seat = PUBLIC; seat < 2; seat++) {
		schema_mask(&world_schema, &s->world, &known, seat);
		assert_string_equal(view(s->arena, &s->world, seat),
		    view(s->arena, &known, seat));
	}
}

/* Worlds that look the same have the same mask: it holds nothing more. */
static void
test_mask_holds_nothing_that_the_view_hides(void **state)
{
	struct scene	*s = *state;
	struct world	 other = s->world, known, again;

	other.stream = 99;
	other.person[1].secret = 4;
	other.person[1].hand.card[0].face = SUN;
	other.person[1].hand.card[0].seen = 0;
	other.person[1].hand.card[0].id = 77;
	other.person[1].hand.card[1].seen |= 1 << 5;
	other.person[1].stash.debt = 1;
	other.mark[1] = 9;
	other.note[0] = other.note[1] = 5;
	other.n_note = 2;
	other.spy = NONE;
	assert_string_equal(view(s->arena, &s->world, 0),
	    view(s->arena, &other, 0));
	schema_mask(&world_schema, &s->world, &known, 0);
	schema_mask(&world_schema, &other, &again, 0);
	assert_memory_equal(&known, &again, sizeof(known));
}

/* ---- saving and loading ------------------------------------------------ */

static int
load(struct scene *s, const char *text, struct world *out, bool partial,
    struct fault *fault)
{
	struct env	env = env_of(out);

	return schema_load(&world_schema, read_yaml(s->arena, text), out,
	    partial, &env, fault);
}

static void
test_what_is_saved_is_loaded_equal(void **state)
{
	struct scene	*s = *state;
	struct world	 again = { .stream = 0 };
	struct fault	 fault;

	if (load(s, view(s->arena, &s->world, EVERYTHING), &again, false,
	    &fault) != 0)
		fail_msg("%s", fault.text);
	assert_memory_equal(&again, &s->world, sizeof(again));
	assert_string_equal(view(s->arena, &again, EVERYTHING),
	    view(s->arena, &s->world, EVERYTHING));
}

static void
expect_fault(struct scene *s, const char *text, bool partial, int line,
    const char *says)
{
	struct world	world = s->world;
	struct fault	fault = { .line = 0 };

	assert_int_equal(load(s, text, &world, partial, &fault), -1);
	if (strstr(fault.text, says) == NULL)
		fail_msg("'%s' is not in: %s", says, fault.text);
	assert_int_equal(fault.line, line);
}

static void
test_an_unknown_key_is_a_fault_with_the_nearest_one(void **state)
{
	expect_fault(*state, "total: 7\ntitel: x\n", true, 2,
	    "unknown key 'titel'; did you mean 'title'?");
	expect_fault(*state, "person:\n  ann:\n    opne: 3\n", true, 3,
	    "unknown key 'opne'; did you mean 'open'?");
	expect_fault(*state, "person:\n  anne: {open: 3}\n", true, 2,
	    "did you mean 'ann'?");
}

static void
test_a_value_that_does_not_fit_is_a_fault_with_its_place(void **state)
{
	expect_fault(*state, "person:\n  bob:\n    secret: 10\n", true, 3,
	    "secret: '10' is not a number from 1 to 9");
	expect_fault(*state, "total: many\n", true, 1,
	    "'many' is not a number");
	expect_fault(*state, "total: [1]\n", true, 1, "a list is not a number");
	expect_fault(*state, "leader: bbo\n", true, 1, "did you mean 'bob'?");
	expect_fault(*state, "task: chose\n", true, 1,
	    "did you mean 'choose'?");
	expect_fault(*state, "deck: [sun, mon]\n", true, 1,
	    "did you mean 'moon'?");
	expect_fault(*state, "deck: [sun.dark/cid]\n", true, 1,
	    "'cid' is not known");
	expect_fault(*state, "mark: [1, 2, 3, 4, 5]\n", true, 1,
	    "5 entries, but there is room for 4");
	expect_fault(*state, "mark: 3\n", true, 1, "'3' is not a list");
	expect_fault(*state, "title: 012345678901234567890123456789012345678\n",
	    true, 1, "is not a text short enough");
}

static void
test_a_missing_key_is_a_fault_unless_a_part_is_enough(void **state)
{
	struct scene	*s = *state;
	struct world	 world = s->world;
	struct fault	 fault;

	expect_fault(s, "stream: 5\n", false, 1, "key 'seats' is missing");
	assert_int_equal(load(s, "stream: 5\nperson: {bob: {open: 9}}\n",
	    &world, true, &fault), 0);
	assert_true(world.stream == 5);
	assert_int_equal(world.person[1].open, 9);
	assert_int_equal(world.person[1].secret, 8);
	assert_int_equal(world.person[0].open, -4);
}

static void
test_loading_runs_the_checks(void **state)
{
	expect_fault(*state, "mark: [1, 2]\n", true, 0,
	    "sum of marks does not hold");
}

static void
test_presets_fill_a_record(void **state)
{
	struct purse	purse = { 1, 1 };

	(void)state;
	schema_preset(&purse_schema, &purse);
	assert_int_equal(purse.gold, 5);
	assert_int_equal(purse.debt, 0);
}

/* ---- mutating ---------------------------------------------------------- */

static int
count_face(const struct world *world, int face)
{
	const struct pile	*piles[] = { &world->person[0].hand,
				    &world->person[1].hand, &world->deck };
	int			 i, j, n = 0;

	for (i = 0; i < 3; i++)
		for (j = 0; j < piles[i]->n_card; j++)
			n += piles[i]->card[j].face == face;
	return n;
}

static void
test_mutation_changes_only_what_the_seat_may_not_see(void **state)
{
	struct scene	*s = *state;
	struct world	 other, known, again;
	struct env	 env = env_of(&other);
	struct dice	 dice;
	int		 i, changed = 0;

	dice_seed(&dice, "mutate", 1);
	for (i = 0; i < 200; i++) {
		other = s->world;
		changed += schema_mutate(&world_schema, &other, 0, &env,
		    &dice.chance) > 0;
		assert_string_equal(view(s->arena, &s->world, 0),
		    view(s->arena, &other, 0));
		schema_mask(&world_schema, &s->world, &known, 0);
		schema_mask(&world_schema, &other, &again, 0);
		assert_memory_equal(&known, &again, sizeof(known));
	}
	assert_true(changed > 190);
}

static void
test_mutation_keeps_the_checks_and_swaps_within_pools(void **state)
{
	struct scene	*s = *state;
	struct world	 other;
	struct env	 env = env_of(&other);
	struct dice	 dice;
	int		 i, face, moved = 0, redrawn = 0;

	dice_seed(&dice, "mutate", 2);
	for (i = 0; i < 200; i++) {
		other = s->world;
		schema_mutate(&world_schema, &other, PUBLIC, &env,
		    &dice.chance);
		assert_true(marks_add_up(&other, &env));
		for (face = SUN; face <= STAR; face++)
			assert_int_equal(count_face(&other, face),
			    count_face(&s->world, face));
		assert_in_range(other.person[1].secret, 1, 9);
		moved += other.deck.card[0].face != SUN;
		redrawn += other.person[1].secret != 8;
		assert_int_equal(other.person[0].hand.card[1].face, MOON);
		assert_int_equal(other.person[1].hand.card[1].seen, 3);
	}
	assert_true(moved > 50);
	assert_true(redrawn > 100);
}

/* ---- holes ------------------------------------------------------------- */

struct forgotten {
	int32_t	kept;
	int32_t	lost;
	int32_t	also;
};
static const struct field forgotten_fields[] = {
	FIELD(struct forgotten, kept), FIELD(struct forgotten, also), { 0 }
};
static const struct schema forgotten_schema =
    SCHEMA(struct forgotten, forgotten_fields);

struct padded {
	int64_t	wide;
	int32_t	small;
};
static const struct field padded_fields[] = {
	FIELD(struct padded, wide), FIELD(struct padded, small), { 0 }
};
static const struct schema padded_schema =
    SCHEMA(struct padded, padded_fields);

struct nested {
	int32_t			n;
	struct forgotten	inner[2];
};
static const struct field nested_fields[] = {
	FIELD_MANY(struct nested, inner, n, &forgotten_schema), { 0 }
};
static const struct schema nested_schema =
    SCHEMA(struct nested, nested_fields);

static void
test_a_byte_in_no_row_is_found(void **state)
{
	(void)state;
	assert_int_equal(schema_hole(&forgotten_schema), 4);
	assert_int_equal(schema_hole(&padded_schema), 12);
	assert_int_equal(schema_hole(&nested_schema), 8);
	assert_int_equal(schema_hole(&world_schema), -1);
	assert_int_equal(schema_hole(&roster_schema), -1);
}

#define TEST(name)	cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_view_shows_a_hand_only_to_its_owner),
		TEST(test_view_shows_cards_by_who_has_seen_them),
		TEST(test_silence_hides),
		TEST(test_a_hidden_parent_hides_its_children),
		TEST(test_a_list_of_public_length_marks_what_is_hidden),
		TEST(test_a_predicate_decides_who_sees),
		TEST(test_mask_leaves_unknown_what_the_view_hides),
		TEST(test_mask_holds_what_the_view_shows),
		TEST(test_mask_holds_nothing_that_the_view_hides),
		TEST(test_what_is_saved_is_loaded_equal),
		TEST(test_an_unknown_key_is_a_fault_with_the_nearest_one),
		TEST(test_a_value_that_does_not_fit_is_a_fault_with_its_place),
		TEST(test_a_missing_key_is_a_fault_unless_a_part_is_enough),
		TEST(test_loading_runs_the_checks),
		TEST(test_presets_fill_a_record),
		TEST(test_mutation_changes_only_what_the_seat_may_not_see),
		TEST(test_mutation_keeps_the_checks_and_swaps_within_pools),
		TEST(test_a_byte_in_no_row_is_found)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
