/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Scenario files: each expectation holds when it should, and fails when it
 * should. */

#include "test.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "data/node.h"
#include "data/yaml.h"
#include "host/pack.h"
#include "host/scenario.h"
#include "table/cards.h"
#include "table/engine.h"

/* ---- a game of two doors ------------------------------------------------ */

/* In turn each draws cards, tosses a coin, or opens the door and wins. */

enum { ACT, CHEER };

static const char *const faces[] = { "red", "blue", "green", NULL };
static const char *const backs[] = { "plain", "dark", NULL };
static const char *const sides[] = { "heads", "tails", NULL };
static const char *const seats[] = { "ann", "bob", "cleo", NULL };

struct doors {
	struct commons	table;
	struct pile	deck;
	struct pile	hand[SEATS_MAX];
	int32_t		heads[3];
	int32_t		go;
	int32_t		locked;
	int32_t		done;		/* the winner */
};
static const struct field doors_fields[] = {
	FIELD_TABLE(struct doors),
	FIELD_NAMED(struct doors, deck, faces, .backs = backs,
	    .see = SEE_SEEN),
	FIELD_NAMED(struct doors, hand, faces, .backs = backs,
	    .by_seat = true, .see = SEE_SEEN, .cards = SEE_OWNER),
	FIELD(struct doors, heads, .see = SEE_ALL),
	FIELD_SEAT(struct doors, go, .see = SEE_ALL),
	FIELD_FLAG(struct doors, locked),
	FIELD_SEAT(struct doors, done, .see = SEE_ALL),
	{ 0 }
};
static const struct schema doors_schema = SCHEMA(struct doors, doors_fields);

struct rules {
	int32_t	cards;
};
static const struct field rules_fields[] = {
	FIELD(struct rules, cards, .min = 1, .max = 9, .preset = 2),
	{ 0 }
};
static const struct schema rules_schema = SCHEMA(struct rules, rules_fields);

static void
setup(struct table *t)
{
	const struct rules	*rules = t->options;
	struct doors		*s = t->state;

	pile_fill(t, &s->deck, 0, 0, rules->cards);
	pile_fill(t, &s->deck, 1, 0, 2);
	pile_fill(t, &s->deck, 2, 1, 1);
	pile_shuffle(t, "deck", &s->deck);
	s->done = NONE;
	table_tell(t, EVERYONE, "begins", "cards=%d", s->deck.n_card);
}

static bool
over(const struct table *t, struct ranking *ranking)
{
	const struct doors	*s = t->state;
	int			 i;

	if (s->done == NONE)
		return false;
	if (ranking == NULL)
		return true;
	ranking->how = "door";
	for (i = 0; i < table_seats(t); i++)
		ranking->place[i] = i == s->done ? 1 : 2;
	return true;
}

static void
play(struct table *t)
{
	struct doors	*s = t->state;

	while (s->done == NONE) {
		table_checkpoint(t);
		do
			table_ask(t, s->go, ACT);
		while (table_walk(t, s->go) == WALKED_WAIT);
		s->go = (s->go + 1) % table_seats(t);
	}
}

static enum verdict
may_draw(struct table *t, int seat, const struct order *o, struct why *why)
{
	const struct doors	*s = t->state;

	(void)o;
	if (s->hand[seat].n_card >= 2)
		return never(why, "D1", "your hand is full");
	return OK;
}

static void
draw(struct table *t, int seat, const struct order *o)
{
	struct doors	*s = t->state;
	struct card	 card = pile_move(t, &s->deck, 0, &s->hand[seat],
			    ONLY(seat));

	(void)o;
	table_tell(t, ALL_BUT(seat), "draws", "seat=%s",
	    table_seat_name(t, seat));
	table_tell(t, ONLY(seat), "drew", "card=%s",
	    card_name(t, faces, &card));
}

static void
toss(struct table *t, int seat, const struct order *o)
{
	struct doors	*s = t->state;
	int32_t		 side = table_roll(t, "coin", sides, 2);

	(void)o;
	if (is_unknown(side))
		return;
	s->heads[seat] += side == 0;
	table_tell(t, EVERYONE, "tossed", "side=%s", sides[side]);
	table_offer(t, (seat + table_seats(t) - 1) % table_seats(t), CHEER);
}

static enum verdict
may_open(struct table *t, int seat, const struct order *o, struct why *why)
{
	const struct doors	*s = t->state;

	(void)o;
	if (s->heads[seat] == 0)
		return not_now(why, "D2", "no heads have come up");
	return OK;
}

static void
open_door(struct table *t, int seat, const struct order *o)
{
	struct doors	*s = t->state;

	(void)o;
	s->done = seat;
}

static void
cheer(struct table *t, int seat, const struct order *o)
{
	(void)o;
	table_tell(t, EVERYONE, "cheers", "seat=%s", table_seat_name(t, seat));
}

static void
retire(struct table *t, int seat)
{
	struct doors	*s = t->state;

	s->done = (seat + 1) % table_seats(t);
}

static void
fallback(struct table *t, int seat, int decision)
{
	(void)t;
	(void)seat;
	(void)decision;
}

static void
suggest(const struct table *known, int seat, int decision,
    struct chance *chance, struct script *out)
{
	(void)known;
	(void)seat;
	(void)chance;
	script_add(out, decision == ACT ? 1 : 4);
}

static void
brief(const struct table *known, int seat, struct node *facts)
{
	const struct doors	*s = known->state;

	node_set(facts, "cards", node_number(known->events->arena,
	    seat < 0 ? 0 : s->hand[seat].n_card));
}

static void
picture(const struct table *known, int seat, struct buf *out)
{
	(void)known;
	(void)seat;
	buf_puts(out, "[] []\n");
}

static const struct decision decisions[] = {
	{ "act", "What do you do?", false, NULL },
	{ "cheer", "Do you cheer?", true, NULL },
	{ 0 }
};
static const struct verb verbs[] = {
	{ "draw", 1 << ACT, { { 0 } }, .may = may_draw, .carry = draw,
	  .words = "draw a card" },
	{ "toss", 1 << ACT, { { 0 } }, .carry = toss,
	  .words = "toss the coin" },
	{ "open", 1 << ACT, { { 0 } }, .may = may_open, .carry = open_door,
	  .words = "open the door" },
	{ "wait", 1 << ACT, { { 0 } }, .wait = true, .words = "wait" },
	{ "cheer", 1 << CHEER, { { 0 } }, .carry = cheer, .words = "cheer" },
	{ 0 }
};
static const struct verb standing[] = {
	{ "hope", 0, { { .kind = ARG_NAME, .names = sides } },
	  .words = "hope for {}" },
	{ 0 }
};
static const struct engine doors_engine = {
	.id = "doors", .title = "Doors", .rules = 1,
	.min_seats = 2, .max_seats = 3,
	.seating = SEATS_CHOSEN, .seats = seats,
	.options = &rules_schema, .components = &rules_schema,
	.state = &doors_schema, .decisions = decisions, .verbs = verbs,
	.standing = standing, .setup = setup, .play = play,
	.fallback = fallback, .retire = retire, .suggest = suggest,
	.brief = brief, .picture = picture, .over = over
};

/* ---- running scenarios ------------------------------------------------ */

static const char phrases[] =
    "begins: The game begins.\n"
    "draws: '{{Seat}} draws.'\n"
    "drew: You draw {{card}}.\n"
    "tossed: The coin shows {{side}}.\n"
    "cheers: {seat: You cheer., else: '{{Seat}} cheers.'}\n"
    "late: '{{Seat}} is late.'\n"
    "skipped: '{{order}} is left out: {{why}}'\n"
    "resigned: '{{Seat}} resigns.'\n"
    "retired: '{{Seat}} is dropped.'\n";

static struct pack_file report = {
	.path = "templates/report.txt", .data = "{{happened}}\n{{position}}\n"
};

static struct node *
read_yaml(struct arena *arena, const char *yaml)
{
	struct fault	 fault;
	struct node	*tree;

	if (yaml_read(arena, yaml, strlen(yaml), &yaml_caps_own, &tree,
	    &fault) != 0)
		fail_msg("line %d: %s", fault.line, fault.text);
	return tree;
}

/* Run the turns of a scenario that begins as most of them do. */
static int
run(struct arena *arena, const char *rest, struct buf *out)
{
	const struct rules	rules = { 0 };
	struct pack		pack = { .engine = &doors_engine,
				    .components = &rules,
				    .phrases = read_yaml(arena, phrases),
				    .position = "You have {{cards}} cards.\n",
				    .files = &report, .n_files = 1 };
	struct buf		yaml;

	buf_init(&yaml, arena);
	buf_init(out, arena);
	buf_puts(&yaml, "{rule: D1, engine: doors, ");
	buf_puts(&yaml, rest);
	buf_puts(&yaml, "}\n");
	return scenario_run(arena, &pack, read_yaml(arena, yaml.data), out);
}

static void
holds(const char *rest)
{
	struct arena	*arena = arena_new();
	struct buf	 out;

	if (run(arena, rest, &out) != 0)
		fail_msg("%s\n%s", rest, out.data);
	assert_string_equal(out.data, "");
	arena_free(arena);
}

/* It comes out differently in one thing, and the line says so. */
static void
differs(const char *rest, const char *part)
{
	struct arena	*arena = arena_new();
	struct buf	 out;
	int		 n = run(arena, rest, &out);

	if (n != 1 || strstr(out.data, part) == NULL)
		fail_msg("%s\n%d times wrong, or no '%s' in:\n%s", rest, n,
		    part, out.data);
	arena_free(arena);
}

#define ANN		"seats: [ann, bob], "
#define TOP		ANN "state: {deck: [red, blue, ...]}, "
#define ANN_DRAWS	TOP "turns: [{orders: {ann: [draw]}, "
#define ANN_TOSSES	ANN "random: {coin: [heads]}, " \
			"turns: [{orders: {ann: [toss]}, "

/* ---- the tests ------------------------------------------------ */

static void
test_the_state_is_held_against_a_part_of_it(void **state)
{
	(void)state;
	holds(ANN_DRAWS "state: {hand: {ann: [red], bob: []}, "
	    "deck: [blue, ...], locked: no, heads: [0, ...], go: bob}}]");
	differs(ANN_DRAWS "state: {go: ann}}]", "turn 1 (line 1): go is bob, "
	    "not ann");
	differs(ANN_DRAWS "state: {hand: {ann: [blue]}}}]",
	    "hand.ann[1] is red.plain/ann, not blue");
	differs(ANN_DRAWS "state: {hand: {ann: []}}}]",
	    "hand.ann is [red.plain/ann], not []");
	differs(ANN_DRAWS "state: {hand: {bob: [red]}}}]",
	    "hand.bob is [], not [red]");
	differs(ANN_DRAWS "state: {deck: [blue]}}]", "not [blue]");
	differs(ANN_DRAWS "state: {hand: {ann: [red, red, ...]}}}]",
	    "not [red, red, ...]");
	differs(ANN_DRAWS "state: {heads: 0}}]", "heads is [0, 0, 0], not 0");
}

static void
test_cards_are_compared_as_far_as_they_are_spelled(void **state)
{
	(void)state;
	holds(ANN_DRAWS "state: {hand: {ann: [red/ann]}}}]");
	holds(ANN_DRAWS "state: {hand: {ann: [red.plain]}}}]");
	differs(ANN_DRAWS "state: {hand: {ann: [red/all]}}}]", "not red/all");
	differs(ANN_DRAWS "state: {hand: {ann: [red.dark]}}}]",
	    "not red.dark");
}

static void
test_unknown_keys_are_named_with_their_place(void **state)
{
	(void)state;
	differs(TOP "trns: []", "column 79: unknown key 'trns'; did you mean "
	    "'turns'?");
	differs(ANN_DRAWS "tolled: {}}]", "did you mean 'told'?");
	differs(ANN_DRAWS "state: {hnd: {}}}]", "did you mean 'hand'?");
	differs(ANN_DRAWS "state: {hand: {anne: []}}}]",
	    "no seat 'anne'; did you mean 'ann'?");
	differs(ANN_DRAWS "told: {bub: [x]}}]", "did you mean 'bob'?");
	differs(ANN "state: {dekc: []}", "did you mean 'deck'?");
	differs("seats: [ann, bib]", "did you mean 'bob'?");
	differs(ANN "options: {crads: 3}", "did you mean 'cards'?");
	differs(ANN "turns: [{late: [ann, anna]}]", "did you mean 'ann'?");
}

static void
test_told_is_what_a_seat_reads_in_this_turn(void **state)
{
	(void)state;
	holds(ANN_DRAWS "told: {ann: [You draw red], bob: Ann draws, "
	    "public: [Ann]}}]");
	differs(ANN_DRAWS "told: {bob: [red]}}]",
	    "«red» is not in what bob was told: «Ann draws.»");
	differs(ANN_DRAWS "told: {ann: [begins]}}]", "«begins» is not in");
	holds(TOP "told: {public: begins}");
	differs(TOP "told: {ann: {begins: }}", "a text is expected");
	differs(TOP "told: [begins]", "'told' is a mapping");
	differs(TOP "told: {ann: [ends]}",
	    "«ends» is not in what ann was told");
}

static void
test_untold_looks_at_words_and_fields(void **state)
{
	(void)state;
	holds(ANN_DRAWS "untold: {bob: [red, You], public: red}}]");
	differs(ANN_DRAWS "untold: {ann: [red]}}]",
	    "«red» is in what ann was told, and must not be: «You draw");
	differs(ANN_DRAWS "untold: {bob: ['seat=ann']}}]", "«seat=ann»");
}

static void
test_shows_and_hides_look_at_the_letter(void **state)
{
	(void)state;
	holds(ANN_DRAWS "shows: {ann: [1 cards, red], bob: 0 cards}, "
	    "hides: {bob: [red]}}]");
	differs(ANN_DRAWS "shows: {bob: [1 cards]}}]",
	    "«1 cards» is not in the letter to bob");
	differs(ANN_DRAWS "hides: {ann: [red]}}]",
	    "«red» is in the letter to ann, and must not be");
}

static void
test_asked_and_offered_name_all_seats_and_no_others(void **state)
{
	(void)state;
	holds(ANN_DRAWS "asked: {bob: act}, offered: {}}]");
	holds(ANN_TOSSES "asked: {bob: act}, offered: {bob: cheer}}]");
	differs(ANN_TOSSES "offered: {}}]",
	    "bob is offered cheer, not nothing");
	differs(ANN_DRAWS "asked: {}}]", "bob is asked for act, not nothing");
	differs(ANN_DRAWS "asked: {bob: act, ann: act}}]",
	    "ann is asked for nothing, not act");
	differs(TOP "asked: {ann: cheer}", "ann is asked for act, not cheer");
}

static void
test_a_refusal_must_come_and_say_why(void **state)
{
	(void)state;
	holds(ANN "turns: [{orders: {ann: [open]}, refused: {ann: D2}, "
	    "asked: {ann: act}, told: {}}, {late: [ann]}]");
	holds(ANN "turns: [{orders: {bob: [toss]}, refused: {bob: "
	    "you owe no decision}}]");
	differs(ANN "turns: [{orders: {ann: [open]}, refused: {ann: D7}}]",
	    "«D7» is not in the refusal to ann: «line 1, column 70: no "
	    "heads have come up (D2)»");
	differs(ANN "turns: [{orders: {ann: [toss]}, refused: {ann: D2}}]",
	    "the file of ann is not refused");
	differs(ANN "turns: [{refused: {ann: D2}}]", "ann has sent no file");
	differs(ANN "turns: [{orders: {ann: [open]}, late: [ann]}]",
	    "the file of ann is refused: line 1, column 70: no heads have");
}

static void
test_a_refused_file_leaves_the_turn_open_unless_all_have_answered(void **state)
{
	(void)state;
	holds(ANN "turns: [{orders: {ann: [draw], bob: [draw]}, "
	    "refused: {bob: owe no}, asked: {bob: act}}]");
	holds(ANN "turns: [{orders: {ann: [open]}, refused: {ann: D2}, "
	    "late: [ann], asked: {bob: act}}]");
	holds("seats: [ann, bob, cleo], random: {coin: [tails]}, turns: ["
	    "{orders: {ann: [toss]}, offered: {cleo: cheer}}, "
	    "{orders: {bob: [open], cleo: [cheer]}, refused: {bob: D2}, "
	    "asked: {bob: act}, untold: {ann: [cheers]}}, "
	    "{late: [bob], told: {ann: [Cleo cheers], cleo: [You cheer]}}]");
}

static void
test_whoever_is_asked_must_answer_or_be_late(void **state)
{
	(void)state;
	differs(ANN "turns: [{told: {}}]", "turn 1 (line 1): ann is asked for "
	    "act, and neither gives orders that are accepted nor is late");
	differs(ANN "turns: [{standing: {bob: {hope: tails}}}]",
	    "ann is asked for act");
	holds(ANN "turns: [{late: [ann], asked: {bob: act}}]");
	differs(ANN "turns: [{late: [ann, bob]}]",
	    "bob cannot be late: nothing is asked of it");
	differs(ANN "turns: [{orders: {ann: [draw]}, late: [ann]}]",
	    "ann cannot be late: its orders are in");
}

static void
test_notes_and_words_are_those_of_the_file(void **state)
{
	(void)state;
	holds(ANN "random: {coin: [heads]}, turns: [{orders: "
	    "{ann: [toss, open]}, noted: {ann: no heads}, "
	    "words: {ann: [toss the coin, door]}, "
	    "over: {ann: 1, bob: 2}, ends: door}]");
	differs(ANN_DRAWS "words: {ann: [toss]}}]",
	    "«toss» is not in the orders of ann, read back: «draw a card»");
	differs(ANN_DRAWS "noted: {ann: [then]}}]",
	    "«then» is not in the notes to ann: nothing");
	differs(ANN_DRAWS "noted: {bob: [then]}}]", "bob has sent no file");
}

static void
test_results_of_chance_come_in_order_and_are_all_used(void **state)
{
	(void)state;
	holds(ANN "random: {coin: [tails, heads]}, turns: [{orders: {ann: "
	    "[toss, wait]}, told: {bob: tails}, state: {heads: [0, ...]}}, "
	    "{orders: {ann: [toss]}, told: {bob: heads}, "
	    "untold: {bob: tails}, state: {heads: [1, ...]}}]");
	differs(ANN "random: {coin: [heads, tails]}, "
	    "turns: [{orders: {ann: [toss]}}]",
	    "random: coin: 'tails' did not come up");
	differs(ANN "random: {coin: [edge]}, turns: [{orders: {ann: [toss]}}]",
	    "'edge' cannot come up here");
	differs(ANN "random: {coin: heads}", "results are lists");
}

static void
test_the_end_has_places_and_a_way(void **state)
{
	(void)state;
	holds(ANN_DRAWS "over: no}]");
	differs(ANN_DRAWS "over: {ann: 1}}]", "the game is not over");
	differs(ANN_DRAWS "ends: door}]", "the game is not over");
	holds(ANN "turns: [{orders: {ann: [resign]}, over: {bob: 1}, "
	    "told: {bob: Ann resigns}}]");
	holds(ANN "turns: [{retired: [ann], over: {bob: 1}, ends: door}]");
	differs(ANN "turns: [{retired: [ann], over: no}]",
	    "the game is over (door)");
	differs(ANN "turns: [{retired: [ann], over: {ann: 1}}]",
	    "ann has place 2, not 1");
	differs(ANN "turns: [{retired: [ann], ends: window}]",
	    "the game ended by door");
	differs(ANN "turns: [{retired: [ann]}, {late: [bob]}]",
	    "turn 2 (line 1): the game is over already");
}

static void
test_standing_orders_stand_from_the_start_or_come_with_a_file(void **state)
{
	(void)state;
	holds(ANN "standing: {bob: {hope: heads}}, turns: [{late: [ann], "
	    "state: {table: {place: {bob: {standing: {hope: heads}}}}}}]");
	holds(ANN "turns: [{orders: {ann: [draw]}, standing: {bob: {hope: "
	    "tails}}, state: {table: {place: {bob: {standing: "
	    "{hope: tails}}}}}}]");
	differs(ANN "turns: [{late: [ann], state: {table: {place: {bob: "
	    "{standing: {hope: tails}}}}}}]", "hope is not there");
	differs(ANN "standing: {bob: {hop: heads}}",
	    "the file of bob is refused: line 1, column 63: 'hop' is not");
}

static void
test_options_and_seats_are_as_the_file_says(void **state)
{
	(void)state;
	holds("seats: [cleo, ann, bob], asked: {cleo: act}");
	holds(ANN "options: {cards: 4}, "
	    "state: {hand: {bob: [red, red, red, red]}}");
	differs(ANN "state: {hand: {bob: [red, red, red, red]}}",
	    "no 'red' is left to lay here");
	differs("seats: ann", "'seats' is a list");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_state_is_held_against_a_part_of_it),
		cmocka_unit_test(
		    test_cards_are_compared_as_far_as_they_are_spelled),
		cmocka_unit_test(test_unknown_keys_are_named_with_their_place),
		cmocka_unit_test(test_told_is_what_a_seat_reads_in_this_turn),
		cmocka_unit_test(test_untold_looks_at_words_and_fields),
		cmocka_unit_test(test_shows_and_hides_look_at_the_letter),
		cmocka_unit_test(
		    test_asked_and_offered_name_all_seats_and_no_others),
		cmocka_unit_test(test_a_refusal_must_come_and_say_why),
		cmocka_unit_test(
	    test_a_refused_file_leaves_the_turn_open_unless_all_have_answered),
		cmocka_unit_test(test_whoever_is_asked_must_answer_or_be_late),
		cmocka_unit_test(test_notes_and_words_are_those_of_the_file),
		cmocka_unit_test(
		    test_results_of_chance_come_in_order_and_are_all_used),
		cmocka_unit_test(test_the_end_has_places_and_a_way),
		cmocka_unit_test(
		test_standing_orders_stand_from_the_start_or_come_with_a_file),
		cmocka_unit_test(test_options_and_seats_are_as_the_file_says),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
