/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Chance, cards and events, at a table where nothing else happens. */

#include "test.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "data/node.h"
#include "data/yaml.h"
#include "table/cards.h"
#include "table/chance.h"
#include "toy.h"

enum { RED, BLUE, GREEN };

struct scene {
	struct arena	*arena;
	struct toy	 toy;
	struct digest	 key;
	struct events	 events;
};

static int
setup(void **state)
{
	struct scene	*s = calloc(1, sizeof(*s));
	int		 i;

	s->arena = arena_new();
	s->key.byte[0] = 1;
	s->toy.table.seats.n_name = 3;
	for (i = 0; i < 3; i++)
		strcpy(s->toy.table.seats.name[i], toy_seat_names[i]);
	events_init(&s->events, s->arena);
	*state = s;
	return 0;
}

static int
teardown(void **state)
{
	struct scene	*s = *state;

	arena_free(s->arena);
	free(s);
	return 0;
}

/* ---- chance ------------------------------------------------------------ */

/* Pearson's statistic, times 1000. */
static int64_t
spread(const int *count, int n, int draws)
{
	int64_t	sum = 0;
	int	i;

	for (i = 0; i < n; i++)
		sum += (int64_t)count[i] * count[i];
	return 1000 * sum * n / draws - 1000LL * draws;
}

/* What chance goes beyond once in a thousand, for n - 1 degrees. */
static void
test_the_stream_is_even(void **state)
{
	static const struct {
		int	n;
		int	limit;
	} cases[] = {
		{ 2, 10828 }, { 6, 20515 }, { 7, 22458 }, { 100, 148230 }
	};
	struct dice	dice;
	int		count[100], i, j;

	(void)state;
	dice_seed(&dice, "even", 1);
	for (i = 0; i < 4; i++) {
		memset(count, 0, sizeof(count));
		for (j = 0; j < 42000; j++)
			count[dice.chance.below(&dice.chance,
			    (uint32_t)cases[i].n)]++;
		assert_true(spread(count, cases[i].n, 42000) <
		    cases[i].limit);
	}
}

static void
lay(struct scene *s, struct table *t, enum table_mode mode)
{
	memset(t, 0, sizeof(*t));
	t->engine = &toy_engine;
	t->state = &s->toy;
	t->mode = mode;
	t->key = s->key;
	t->events = &s->events;
}

static void
test_the_stream_is_counted_in_the_state(void **state)
{
	struct scene	*s = *state;
	struct table	 t;
	int32_t		 first[20];
	int64_t		 at = s->toy.table.stream;
	int		 i, same = 0;

	lay(s, &t, TABLE_PLAYS);
	for (i = 0; i < 20; i++)
		first[i] = table_random(&t, "x", 1000);
	assert_true(s->toy.table.stream == at + 20);
	s->toy.table.stream = at;
	for (i = 0; i < 20; i++)
		assert_int_equal(table_random(&t, "x", 1000), first[i]);
	s->toy.table.stream = at;
	t.key.byte[31] ^= 1;
	for (i = 0; i < 20; i++)
		same += table_random(&t, "x", 1000) == first[i];
	assert_true(same < 3);
}

static void
test_nothing_is_drawn_in_a_check(void **state)
{
	static const int32_t	from[] = { GOLD, BLOCK };
	struct scene		*s = *state;
	struct table		 t;
	int64_t			 at = s->toy.table.stream;

	lay(s, &t, TABLE_CHECKS);
	assert_int_equal(table_random(&t, "x", 6), UNKNOWN);
	assert_int_equal(table_roll(&t, "x", kind_names, 4), UNKNOWN);
	assert_int_equal(table_choose(&t, "x", kind_names, from, 2), UNKNOWN);
	assert_true(t.unsure);
	assert_true(s->toy.table.stream == at);
}

/* ---- cards ------------------------------------------------------------- */

static void
test_a_card_keeps_who_has_seen_it_until_it_is_shuffled(void **state)
{
	struct scene	*s = *state;
	struct table	 t;
	struct pile	 a = { .n_card = 0 }, b = { .n_card = 0 };
	struct card	 card;

	lay(s, &t, TABLE_PLAYS);
	pile_fill(&t, &a, GOLD, 0, 2);
	pile_fill(&t, &a, BLOCK, 0, 1);
	assert_int_equal(pile_find(&a, BLOCK), 2);
	assert_int_equal(pile_find(&a, STRIKE), NONE);
	assert_int_equal(pile_count(&a, GOLD), 2);
	pile_show(&a, 2, ONLY(BLUE));
	card = pile_move(&t, &a, 2, &b, ONLY(RED));
	assert_int_equal(card.face, BLOCK);
	assert_int_equal(b.card[0].seen, ONLY(RED) | ONLY(BLUE));
	assert_int_equal(a.card[2].seen, 0);
	assert_int_equal(a.card[2].face, 0);
	pile_insert(&a, 1, pile_take(&b, 0));
	assert_int_equal(a.card[1].face, BLOCK);
	pile_show_all(&a, EVERYONE);
	pile_shuffle_part(&t, "x", &a, 0, 2);
	assert_int_equal(a.card[0].seen | a.card[1].seen, 0);
	assert_int_equal(a.card[2].seen, EVERYONE);
	assert_int_equal(pile_count(&a, GOLD), 2);
}

static void
test_shuffled_cards_are_unknown_in_a_check(void **state)
{
	struct scene	*s = *state;
	struct table	 t;
	struct pile	 pile = { .n_card = 0 };

	lay(s, &t, TABLE_CHECKS);
	pile_fill(&t, &pile, GOLD, 0, 3);
	pile_shuffle(&t, "x", &pile);
	assert_true(t.unsure);
	assert_int_equal(pile.card[0].face, UNKNOWN);
	assert_string_equal(card_name(&t, kind_names, &pile.card[0]), "?");
}

static void
test_all_orders_of_a_pile_are_equally_likely(void **state)
{
	struct scene	*s = *state;
	struct table	 t;
	struct pile	 pile;
	int		 count[9] = { 0 }, six[6], i;

	lay(s, &t, TABLE_PLAYS);
	for (i = 0; i < 12000; i++) {
		memset(&pile, 0, sizeof(pile));
		pile_fill(&t, &pile, 0, 0, 1);
		pile_fill(&t, &pile, 1, 0, 1);
		pile_fill(&t, &pile, 2, 0, 1);
		pile_shuffle(&t, "x", &pile);
		count[3 * pile.card[0].face + pile.card[1].face]++;
	}
	six[0] = count[1];
	six[1] = count[2];
	six[2] = count[3];
	six[3] = count[5];
	six[4] = count[6];
	six[5] = count[7];
	assert_true(spread(six, 6, 12000) < 20515);
}

static void
test_cards_are_numbered_in_tests_only(void **state)
{
	struct scene	*s = *state;
	struct table	 t;
	struct pile	 pile = { .n_card = 0 };

	lay(s, &t, TABLE_PLAYS);
	pile_fill(&t, &pile, GOLD, 0, 1);
	t.numbered = true;
	pile_fill(&t, &pile, BLOCK, 0, 2);
	assert_string_equal(pile_names(&t, kind_names, &pile, 0, 3),
	    "gold, block#1, block#2");
}

/* ---- events ------------------------------------------------------------ */

static void
test_events_are_written_and_read_equal(void **state)
{
	struct scene	*s = *state;
	struct events	 again;
	struct node	*list;
	struct table	 t;
	struct fault	 fault;

	lay(s, &t, TABLE_PLAYS);
	events_init(&s->events, s->arena);
	table_tell(&t, EVERYONE, "rain", "mm=%d", 4);
	table_tell(&t, ONLY(RED) | ONLY(GREEN), "saw", "card=%s n=%d", "gold",
	    3);
	table_tell(&t, ALL_BUT(BLUE), "late", "seat=%s", "blue");
	table_reveal(&t, "T3", ONLY(BLUE), "told", "word=%s", "a: 'b'");
	list = events_write(s->arena, &s->events,
	    &s->toy.table.seats);
	events_init(&again, s->arena);
	assert_int_equal(events_read(&again, list, &s->toy.table.seats,
	    &fault), 0);
	assert_true(node_equal(list, events_write(s->arena, &again,
	    &s->toy.table.seats)));
	assert_int_equal(again.n_events, 4);
	assert_string_equal(again.last->rule, "T3");
	assert_true(event_is_for(again.first, PUBLIC));
	assert_false(event_is_for(again.first->next, PUBLIC));
	assert_false(event_is_for(again.first->next, BLUE));
	assert_true(event_is_for(again.first->next, GREEN));
}

static void
expect_words(struct scene *s, const struct event *event, int seat,
    const char *says)
{
	static const char	text[] = "saw: {by: 'You saw {{card}}.', "
				    "else: '{{By}} saw {{card}}.'}";
	struct node		*phrases;
	struct fault		 fault;
	struct buf		 out;

	buf_init(&out, s->arena);
	assert_int_equal(yaml_read(s->arena, text, strlen(text),
	    &yaml_caps_own, &phrases, &fault), 0);
	assert_int_equal(event_words(&out, event, phrases, seat,
	    &s->toy.table.seats, &fault), 0);
	assert_string_equal(out.data, says);
}

static void
test_an_event_is_told_in_words_for_its_reader(void **state)
{
	struct scene	*s = *state;
	struct table	 t;
	struct fault	 fault;
	struct buf	 out;

	lay(s, &t, TABLE_PLAYS);
	events_init(&s->events, s->arena);
	table_tell(&t, EVERYONE, "saw", "by=%s card=%s", "red", "gold");
	expect_words(s, s->events.first, RED, "You saw gold.");
	expect_words(s, s->events.first, BLUE, "Red saw gold.");
	expect_words(s, s->events.first, PUBLIC, "Red saw gold.");
	buf_init(&out, s->arena);
	assert_int_equal(event_words(&out, s->events.first,
	    node_map(s->arena), RED, &s->toy.table.seats, &fault), -1);
	assert_non_null(strstr(fault.text, "no words for the event 'saw'"));
	lay(s, &t, TABLE_CHECKS);
	table_tell(&t, EVERYONE, "saw", "by=%s card=%s", "red", "gold");
	assert_int_equal(s->events.n_events, 1);
}

#define TEST(name)	cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_the_stream_is_even),
		TEST(test_the_stream_is_counted_in_the_state),
		TEST(test_nothing_is_drawn_in_a_check),
		TEST(test_a_card_keeps_who_has_seen_it_until_it_is_shuffled),
		TEST(test_shuffled_cards_are_unknown_in_a_check),
		TEST(test_all_orders_of_a_pile_are_equally_likely),
		TEST(test_cards_are_numbered_in_tests_only),
		TEST(test_events_are_written_and_read_equal),
		TEST(test_an_event_is_told_in_words_for_its_reader)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
