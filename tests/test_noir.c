/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Revolver Noir: what no scenario can say, tried over random games. What
 * happened is followed by the events alone and held against the state.
 */

#include "test.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/fault.h"
#include "base/file.h"
#include "data/node.h"
#include "engines/engines.h"
#include "engines/noir/noir.h"
#include "host/pack.h"
#include "table/chance.h"
#include "table/match.h"

enum { GAMES = 150, TURNS = 2000 };

static struct arena	*kept;
static struct pack	 pack;
static const void	*options;

static int
load_pack(void **state)
{
	const char	*root = getenv("POSTERN_DATA");
	struct fault	 fault;
	int		 at;

	(void)state;
	kept = arena_new();
	at = file_open_dir(AT_FDCWD, root != NULL ? root : ".", &fault);
	if (at < 0 || pack_load(kept, at, engine_find("noir"), &pack,
	    &fault) != 0 || pack_options(kept, pack.engine, NULL, &options,
	    &fault) != 0) {
		print_error("%s\n", fault.text);
		return -1;
	}
	return close(at);
}

static int
drop_pack(void **state)
{
	(void)state;
	arena_free(kept);
	return 0;
}

/* ---- random games ---------------------------------------------------- */

static void
open_game(struct match *match, struct arena *arena, int number)
{
	struct dice	dice;
	struct fault	fault;

	dice_seed(&dice, "test_noir", (uint64_t)number);
	assert_int_equal(match_init(match, arena, pack.engine,
	    pack.components, options, NULL, 2, &dice.key, &fault), 0);
	assert_int_equal(match_start(match, &fault), 0);
}

/* Send what the built-in player of seat suggests through the check. */
static void
answer(const struct match *match, struct arena *arena, int seat,
    struct dice *dice, struct answer *out)
{
	const struct commons	*commons = match->state;
	struct checked		 checked;
	struct script		 orders;

	match_suggest(match, seat, &dice->chance, &orders);
	match_check(match, arena, seat, script_write(arena, &orders,
	    pack.engine->verbs, &commons->seats), NULL, &checked);
	if (checked.remarks.n_remarks > 0)
		print_error("%s\n", checked.remarks.remark[0].text);
	assert_int_equal(checked.remarks.n_remarks, 0);
	*out = checked.answer;
}

/* Play a game; call after() each time that a turn has been resolved. */
static void
play_game(int number, void (*after)(const struct match *, void *own),
    void *own)
{
	struct arena	*arena = arena_new();
	struct match	 match;
	struct turn_in	 in;
	struct dice	 dice;
	struct fault	 fault;
	int		 seat, turns = 0;

	open_game(&match, arena, number);
	dice_seed(&dice, "players", (uint64_t)number);
	while (!match.over) {
		assert_true(++turns < TURNS);
		memset(&in, 0, sizeof(in));
		for (seat = 0; seat < 2; seat++)
			if (match_asked(&match, seat) != NONE)
				answer(&match, arena, seat, &dice,
				    &in.answer[seat]);
		assert_int_equal(match_close(&match, &in, &fault), 0);
		after(&match, own);
	}
	arena_free(arena);
}

/* ---- the state ------------------------------------------------------- */

static void
test_no_byte_of_its_structs_is_outside_the_tables(void **state)
{
	(void)state;
	assert_int_equal(schema_hole(&noir_state), -1);
	assert_int_equal(schema_hole(&noir_options), -1);
	assert_int_equal(schema_hole(&noir_components), -1);
}

static void
see_that_numbers_are_in_range(const struct match *match, void *own)
{
	const struct noir	*g = match->state;
	const struct eye	*who;
	int			*seen = own;

	assert_in_range(g->points, 0, 3);
	assert_in_range(g->round, 1, 40);
	for (who = g->seat; who < g->seat + 2; who++) {
		assert_in_range(who->hits, 0, 2);
		assert_in_range(who->n_trap, 0, 2);
		if (who->n_trap == 2)
			assert_int_not_equal(who->traps[0].room,
			    who->traps[1].room);
		assert_false(is_flooded(g, who->room));
		*seen |= who->flood | (who->n_trap == 2) << 1;
	}
}

static void
test_numbers_stay_in_range_and_nobody_is_in_the_water(void **state)
{
	int	i, seen = 0;

	(void)state;
	for (i = 0; i < GAMES; i++)
		play_game(i, see_that_numbers_are_in_range, &seen);
	assert_int_equal(seen, 3);	/* floods and pairs of traps came up */
}

/* ---- the events ------------------------------------------------------ */

struct track {
	int	room[2];
	int	answers;
	int	flights;
};

static const struct room *
card_of(int room)
{
	return &((const struct mansion *)pack.components)->rooms[room];
}

static int
room_in(const struct event *event, const char *key)
{
	return text_index(noir_room_names, node_text(event->fields, key, ""));
}

static int
seat_in(const struct event *event, const char *key)
{
	return strcmp(node_text(event->fields, key, ""), "jane") == 0;
}

static bool
is_called(const struct event *event, const char *name)
{
	return strcmp(event->name, name) == 0;
}

/* N4, N5, N16: a secret move goes along the card, and only its owner reads
 * where. */
static void
follow_move(struct track *track, const struct event *event)
{
	int	seat = event->to == ONLY(1), to = room_in(event, "to");
	int	from = track->room[seat];

	assert_true(event->to == ONLY(0) || event->to == ONLY(1));
	assert_true(has_room(card_of(from)->move, card_of(from)->n_move, to));
	track->room[seat] = to;
}

/* N7, N18: what is named is true at that moment. */
static void
follow_answer(struct track *track, const struct event *event)
{
	int	room = track->room[seat_in(event, "seat")];

	track->answers++;
	if (is_called(event, "gave-away"))
		assert_int_equal(room_in(event, "room"), room);
	else
		assert_true(has_room(card_of(room)->move,
		    card_of(room)->n_move, room_in(event, "room")));
}

static void
follow(struct track *track, const struct event *event)
{
	if (is_called(event, "started"))
		track->room[event->to == ONLY(1)] = room_in(event, "room");
	else if (is_called(event, "moved-to") || is_called(event, "slipped-to"))
		follow_move(track, event);
	else if (is_called(event, "fled-to")) {
		follow_move(track, event);
		track->flights++;
	} else if (is_called(event, "jump")) {		/* N13 */
		assert_int_equal(track->room[seat_in(event, "by")], BALCONY);
		track->room[seat_in(event, "by")] = KITCHEN;
	} else if (is_called(event, "fell")) {		/* N21 */
		assert_int_equal(track->room[seat_in(event, "seat")], KITCHEN);
		track->room[seat_in(event, "seat")] = BASEMENT;
	} else if (is_called(event, "listened") ||
	    is_called(event, "answered") || is_called(event, "gave-away"))
		follow_answer(track, event);
}

static void
follow_turn(const struct match *match, void *own)
{
	const struct noir	*g = match->state;
	struct track		*track = own;
	const struct event	*event;
	int			 seat;

	for (event = match->events.first; event != NULL; event = event->next)
		follow(track, event);
	for (seat = 0; seat < 2; seat++)
		assert_int_equal(track->room[seat], g->seat[seat].room);
}

static void
test_rooms_change_only_by_the_rules_and_answers_are_true(void **state)
{
	struct track	track = { .answers = 0 };
	int		i;

	(void)state;
	for (i = 0; i < GAMES; i++)
		play_game(i, follow_turn, &track);
	assert_true(track.answers > GAMES / 10);
	assert_true(track.flights > 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    test_no_byte_of_its_structs_is_outside_the_tables),
		cmocka_unit_test(
		    test_numbers_stay_in_range_and_nobody_is_in_the_water),
		cmocka_unit_test(
		    test_rooms_change_only_by_the_rules_and_answers_are_true)
	};

	return cmocka_run_group_tests(tests, load_pack, drop_pack);
}
