/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Intruder Escape: rows as a table, the invariants over random games, and
 * identities, which nothing that goes out may hang on.
 */

#include "test.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/file.h"
#include "data/node.h"
#include "data/yaml.h"
#include "engines/engines.h"
#include "engines/intruder/intruder.h"
#include "host/letter.h"
#include "host/pack.h"
#include "table/chance.h"
#include "table/match.h"

enum { GAMES = 50, TWINS = 6, TURNS = 2000, CARDS = 38 };

static struct arena	*kept;
static struct pack	 pack;
static struct options	 plain;

static int
load_pack(void **state)
{
	const char	*root = getenv("POSTERN_DATA");
	struct fault	 fault;
	int		 at;

	(void)state;
	kept = arena_new();
	at = file_open_dir(AT_FDCWD, root != NULL ? root : ".", &fault);
	if (at < 0 || pack_load(kept, at, engine_find("intruder"), &pack,
	    &fault) != 0) {
		print_error("%s\n", fault.text);
		return -1;
	}
	schema_preset(&intruder_options, &plain);
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
init_game(struct match *match, struct arena *arena,
    const struct options *options, int seats, int number)
{
	struct dice	dice;
	struct fault	fault;

	dice_seed(&dice, "test_intruder", (uint64_t)number);
	assert_int_equal(match_init(match, arena, pack.engine,
	    pack.components, options, NULL, seats, &dice.key, &fault), 0);
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
	assert_int_equal(checked.remarks.n_problems, 0);
	*out = checked.answer;
}

static void
answer_all(const struct match *match, struct arena *arena, struct dice *dice,
    struct turn_in *in)
{
	int	seat;

	memset(in, 0, sizeof(*in));
	for (seat = 0; seat < ((struct commons *)match->state)->seats.n_name;
	    seat++)
		if (match_asked(match, seat) != NONE)
			answer(match, arena, seat, dice, &in->answer[seat]);
}

/* Play a game; call after() each time that a turn has been resolved. */
static void
play_game(const struct options *options, int seats, int number,
    void (*after)(const struct match *, void *own), void *own)
{
	struct arena	*arena = arena_new();
	struct match	 match;
	struct turn_in	 in;
	struct dice	 dice;
	struct fault	 fault;
	int		 turns = 0;

	init_game(&match, arena, options, seats, number);
	assert_int_equal(match_start(&match, &fault), 0);
	dice_seed(&dice, "players", (uint64_t)number);
	while (!match.over) {
		assert_true(++turns < TURNS);
		answer_all(&match, arena, &dice, &in);
		assert_int_equal(match_close(&match, &in, &fault), 0);
		after(&match, own);
	}
	arena_free(arena);
}

/* ---- rows ------------------------------------------------------------ */

static const struct {
	const char	*row;
	int		 damage;
	int		 healed;
	const char	*nullified;	/* an x under each */
} chains[] = {
	{ "", 0, 0, "" },
	{ "bat knife", 3, 0, "--" },
	{ "knife bed", 0, 0, "x-" },
	{ "bed knife", 2, 0, "--" },
	{ "barricade knife bat", 1, 0, "-x-" },
	{ "barricade bed knife", 2, 0, "---" },
	{ "knife barricade bed", 2, 0, "---" },
	{ "knife bandage bed", 2, 0, "-x-" },
	{ "knife scratch", 4, 0, "--" },
	{ "knife scratch bed", 2, 0, "-x-" },
	{ "knife bed scratch", 0, 0, "x--" },
	{ "bat syringe knife", 2, 0, "---" },
	{ "knife bandage scratch", 0, 0, "---" },
	{ "knife barricade scratch", 2, 0, "--x" },
	{ "barricade bat scratch knife", 2, 0, "-x--" },
	{ "bat medkit scratch", 2, 1, "---" },
	{ "barricade medkit bat", 1, 0, "-x-" },
	{ "medkit bed", 0, 0, "x-" },
	{ "scratch knife", 2, 0, "--" },
	{ "bat knife bandage scratch", 1, 0, "----" },
	{ "syringe bat", 1, 0, "--" },
	{ "barricade scratch knife bed", 0, 0, "-xx-" },
};

static void
lay_row(const char *words, struct pile *row)
{
	char	word[16];
	int	used;

	memset(row, 0, sizeof(*row));
	while (sscanf(words, "%15s%n", word, &used) == 1) {
		struct card	card = {
			.face = text_index(intruder_faces, word),
			.seen = SEEN_ALL
		};

		assert_in_range(card.face, 0, N_FACES - 1);
		pile_add(row, card);
		words += used;
	}
}

static void
test_a_row_comes_to_what_its_cards_do_from_left_to_right(void **state)
{
	struct table	t = { .components = pack.components };
	struct toll	toll;
	struct pile	row;
	size_t		i;
	int		j;

	(void)state;
	for (i = 0; i < sizeof(chains) / sizeof(chains[0]); i++) {
		lay_row(chains[i].row, &row);
		intruder_assess(&t, &row, &toll);
		print_message("%s\n", chains[i].row);
		assert_int_equal(toll.damage, chains[i].damage);
		assert_int_equal(toll.healed, chains[i].healed);
		assert_int_equal(row.n_card, strlen(chains[i].nullified));
		for (j = 0; j < row.n_card; j++)
			assert_int_equal(toll.nullified[j],
			    chains[i].nullified[j] == 'x');
	}
}

/* ---- the invariants -------------------------------------------------- */

struct track {
	int	seats;
	int	full;		/* lives */
	int	lost;
	int	healed;
	int	rounds;		/* that were finished */
	int	losses;		/* at assessments */
	int	once[N_ONCE];
	int	home[PEOPLE];
	int	medkit[PEOPLE];
	int	endings[INTRUDERS_ESCAPE + 1];
};

static bool
is_called(const struct event *event, const char *name)
{
	return strcmp(event->name, name) == 0;
}

static bool
names(const struct event *event, const char *key, const char *value)
{
	return strcmp(node_text(event->fields, key, ""), value) == 0;
}

static int
seat_in(const struct match *match, const struct event *event)
{
	const struct commons	*commons = match->state;
	int			 i;

	for (i = 0; i < commons->seats.n_name; i++)
		if (names(event, "by", commons->seats.name[i]))
			return i;
	return 0;
}

static void
follow(struct track *track, const struct match *match,
    const struct event *event)
{
	track->lost += is_called(event, "loses");
	track->healed += is_called(event, "healed");
	track->losses += is_called(event, "tie") ||
	    is_called(event, "most-damage") || is_called(event, "nobody-hurt");
	if (is_called(event, "home-used"))
		track->home[seat_in(match, event)]++;
	if (is_called(event, "played") && names(event, "card", "medkit"))
		track->medkit[seat_in(match, event)]++;
	if (is_called(event, "plays")) {
		track->once[0] += names(event, "card", "camera");
		track->once[1] += names(event, "card", "roulette");
		track->once[2] += names(event, "card", "mirror");
	}
}

static void
count_pile(const struct pile *pile, int count[N_FACES])
{
	int	i;

	for (i = 0; i < pile->n_card; i++)
		count[pile->card[i].face]++;
}

/* V1 */
static void
see_that_no_card_is_lost(const struct house *h)
{
	const struct rulebook	*book = pack.components;
	int			 count[N_FACES] = { 0 }, i, all = 0;

	count_pile(&h->deck, count);
	count_pile(&h->discard, count);
	for (i = 0; i < h->table.seats.n_name; i++) {
		count_pile(&h->seat[i].hand, count);
		count_pile(&h->seat[i].row, count);
		count_pile(&h->seat[i].front, count);
	}
	for (i = 0; i < N_FACES; i++) {
		assert_int_equal(count[i], book->cards[i].count);
		all += count[i];
	}
	assert_int_equal(all, CARDS);
}

/* V2, V3 */
static void
see_that_a_seat_is_sound(const struct match *match, int seat)
{
	const struct house	*h = match->state;
	const struct guest	*who = &h->seat[seat];
	int			 i;

	assert_in_range(who->row.n_card, 0, ROW_MAX);
	for (i = 1; i < who->row.n_card; i++)
		assert_int_not_equal(who->row.card[i].face,
		    who->row.card[i - 1].face);
	for (i = 0; i < ROW_MAX; i++)
		assert_true((who->by[i] != NONE) == (i < who->row.n_card));
	if (pile_find(&who->front, HOME) != NONE)
		assert_int_equal(who->row.n_card, 0);
	assert_in_range(who->lives, 0, LIVES_MAX);
	if (who->lives > 0)
		return;
	assert_int_equal(who->hand.n_card + who->row.n_card +
	    who->front.n_card, 0);
	assert_true(match_asked(match, seat) == NONE ||
	    match_asked(match, seat) == ASK_WORDS);
}

/* V5, V6, V8 */
static void
see_that_the_house_is_sound(const struct house *h)
{
	int	i, homes = 0, alive[2] = { 0, 0 };

	for (i = 0; i < h->table.seats.n_name; i++) {
		homes += pile_find(&h->seat[i].front, HOME) != NONE;
		alive[h->seat[i].identity] += h->seat[i].lives > 0;
	}
	assert_in_range(homes, 0, 1);
	if (h->ending == RUNNING)
		assert_true(alive[INNOCENT] > 0 && alive[INTRUDER] > 0);
	if (h->phase == GOES)
		assert_in_range(h->deck.n_card, 10, CARDS);
	if (h->phase == KEEP)
		assert_in_range(h->deck.n_card, CARDS - 4 - 30, CARDS);
	assert_in_range(h->round, 1, 4 * h->table.seats.n_name);
}

static void
follow_turn(const struct match *match, void *own)
{
	const struct house	*h = match->state;
	struct track		*track = own;
	const struct event	*event;
	int			 i, lives = 0;

	for (event = match->events.first; event != NULL; event = event->next)
		follow(track, match, event);
	see_that_no_card_is_lost(h);
	see_that_the_house_is_sound(h);
	for (i = 0; i < track->seats; i++) {
		see_that_a_seat_is_sound(match, i);
		lives += h->seat[i].lives;
		assert_in_range(track->home[i], 0, 1);
		assert_in_range(track->medkit[i], 0, 1);
	}
	for (i = 0; i < N_ONCE; i++)
		assert_in_range(track->once[i], 0, 1);
	/* V4 */
	assert_int_equal(track->lost - track->healed,
	    track->full * track->seats - lives);
	if (!match->over)
		assert_int_equal(track->losses, h->round -
		    (h->phase == KEEP || h->phase == GOES));
	track->endings[h->ending]++;
}

static void
follow_games(struct track *all, const struct options *options, int seats,
    int games)
{
	struct track	track;
	int		i, j;

	for (i = 0; i < games; i++) {
		memset(&track, 0, sizeof(track));
		track.seats = seats;
		track.full = options->lives;
		play_game(options, seats, i, follow_turn, &track);
		for (j = 0; j <= INTRUDERS_ESCAPE; j++)
			all->endings[j] += track.endings[j];
		all->medkit[0] += track.medkit[0];
		all->home[0] += track.home[0];
		all->once[1] += track.once[1];
	}
}

static void
test_what_always_holds_does_and_games_end_in_all_four_ways(void **state)
{
	struct track	all;
	int		seats, i;

	(void)state;
	for (seats = 3; seats <= PEOPLE; seats++) {
		memset(&all, 0, sizeof(all));
		follow_games(&all, &plain, seats, GAMES);
		for (i = INNOCENTS_DEAD; i <= INTRUDERS_ESCAPE; i++)
			assert_true(all.endings[i] > 0);
		assert_true(all.medkit[0] > 0);
		assert_true(all.home[0] > 0);
		assert_true(all.once[1] > 0);
	}
}

static void
test_what_always_holds_does_under_other_options(void **state)
{
	struct options	options = plain;
	struct track	all = { .seats = 0 };

	(void)state;
	options.lives = 2;
	options.deliberation = 2;
	options.reveal = REVEAL_ALWAYS;
	options.absent = ABSENT_ROUND;
	follow_games(&all, &options, 5, GAMES / 3);
	options.intruders = INTRUDERS_2;
	options.reveal = REVEAL_NEVER;
	follow_games(&all, &options, 6, GAMES / 3);
	assert_true(all.endings[RUNNING] > 0);
}

static void
test_no_byte_of_its_structs_is_outside_the_tables(void **state)
{
	(void)state;
	assert_int_equal(schema_hole(&intruder_state), -1);
	assert_int_equal(schema_hole(&intruder_options), -1);
	assert_int_equal(schema_hole(&intruder_components), -1);
}

/* ---- identity -------------------------------------------------------- */

static const char *const files[] = {
	"[home]", "[{keep: [bat, knife, hostage]}, {play: bat, on: alma}]",
	"[{play: bat, on: bob}, {play: knife, on: cleo}]", "[skip, wait]",
	"[{play: snatch, take: latest, from: bob}]", "[reveal]", "[done]",
	"[{play: hostage, then: [{play: it, on: alma}, wait]}]", "[keep]",
	"[{play: medkit, on: me}]", "[{play: keys, on: me}]", NULL
};

static void
put_check(struct buf *out, const struct match *match, int seat,
    const char *text)
{
	struct checked	 checked;
	struct node	*orders;
	struct fault	 fault;
	int		 i;

	assert_int_equal(yaml_read(out->arena, text, strlen(text),
	    &yaml_caps_order, &orders, &fault), 0);
	match_check(match, out->arena, seat, orders, NULL, &checked);
	yaml_write(out, checked.words);
	for (i = 0; i < checked.remarks.n_remarks; i++)
		buf_printf(out, "%s\n", checked.remarks.remark[i].text);
}

/* Everything that goes out to a seat at this question. */
static const char *
mails_to(const struct match *match, struct arena *arena, int seat)
{
	static const struct letter_frame	frame = {
		.game = "game-1", .of = "00000000"
	};
	const struct commons	*commons = match->state;
	struct told		 told = { commons->turn - 1, &match->events };
	struct node		*facts = node_map(arena);
	struct letter		 letter;
	struct table		 known;
	struct fault		 fault;
	struct buf		 out;
	int			 i;

	buf_init(&out, arena);
	assert_int_equal(letter_write(arena, match, &pack, &frame, seat,
	    &told, 1, &letter, &fault), 0);
	buf_printf(&out, "%s\n%s\n%s\n%s", letter.subject, letter.text,
	    letter.view, letter.orders != NULL ? letter.orders : "-");
	match_know(match, seat, &known);
	pack.engine->brief(&known, seat, facts);
	yaml_write(&out, facts);
	pack.engine->picture(&known, seat, &out);
	for (i = 0; i < commons->seats.n_name; i++)
		buf_printf(&out, "%d ", match_asked(match, i));
	for (i = 0; seat >= 0 && files[i] != NULL; i++)
		put_check(&out, match, seat, files[i]);
	return out.data;
}

/* The two games, and who has another identity in the second. */
struct twins {
	struct match	one;
	struct match	other;
	bool		changed[PEOPLE];
	int		compared;
};

/* Let an innocent and an intruder, or an innocent and the seventh card,
 * change places; false when there is nothing to change. */
static bool
swap(struct twins *twins, struct dice *dice)
{
	struct house	*h = twins->other.base;
	int		 n = h->table.seats.n_name, i, j;
	int32_t		 was;

	do {
		i = (int)dice->chance.below(&dice->chance, (uint32_t)n);
		j = (int)dice->chance.below(&dice->chance, (uint32_t)n + 1);
	} while (h->seat[i].identity != INNOCENT || i == j ||
	    (j < n && h->seat[j].identity != INTRUDER));
	if (j == n && h->seventh != INTRUDER)
		return false;
	was = h->seat[i].identity;
	if (j == n) {
		h->seat[i].identity = h->seventh;
		h->seventh = was;
	} else {
		h->seat[i].identity = h->seat[j].identity;
		h->seat[j].identity = was;
		twins->changed[j] = true;
	}
	twins->changed[i] = true;
	return true;
}

/* To all that are innocent in both, and to the public, all is the same. */
static void
see_that_mails_are_the_same(struct twins *twins)
{
	const struct house	*h = twins->one.state;
	struct arena		*arena = arena_new();
	const char		*one, *other;
	int			 seat;

	for (seat = PUBLIC; seat < h->table.seats.n_name; seat++) {
		if (seat >= 0 && (twins->changed[seat] ||
		    h->seat[seat].identity == INTRUDER))
			continue;
		one = mails_to(&twins->one, arena, seat);
		other = mails_to(&twins->other, arena, seat);
		assert_string_equal(one, other);
		twins->compared++;
	}
	arena_free(arena);
}

/* What the dead show of themselves is no secret: they stay silent here. */
static void
silence(struct twins *twins, struct turn_in *in)
{
	int	seat;

	for (seat = 0; seat < PEOPLE; seat++)
		if (twins->changed[seat] &&
		    match_asked(&twins->one, seat) == ASK_WORDS)
			in->answer[seat].given = false;
}

static int
play_twins(int seats, int number)
{
	struct arena	*arena = arena_new();
	struct twins	 twins = { .compared = 0 };
	struct turn_in	 in;
	struct dice	 dice;
	struct fault	 fault;

	dice_seed(&dice, "twins", (uint64_t)number);
	init_game(&twins.one, arena, &plain, seats, number);
	init_game(&twins.other, arena, &plain, seats, number);
	assert_int_equal(match_start(&twins.one, &fault), 0);
	match_setup(&twins.other);
	if (swap(&twins, &dice)) {
		assert_int_equal(match_open(&twins.other, &fault), 0);
		while (!twins.one.over && !twins.other.over) {
			see_that_mails_are_the_same(&twins);
			answer_all(&twins.one, arena, &dice, &in);
			silence(&twins, &in);
			assert_int_equal(match_close(&twins.one, &in, &fault),
			    0);
			assert_int_equal(match_close(&twins.other, &in,
			    &fault), 0);
		}
	}
	arena_free(arena);
	return twins.compared;
}

static void
test_no_mail_to_an_innocent_hangs_on_who_the_others_are(void **state)
{
	int	seats, i, compared;

	(void)state;
	for (seats = 3; seats <= PEOPLE; seats++) {
		for (compared = i = 0; i < TWINS; i++)
			compared += play_twins(seats, i);
		assert_true(compared > 10 * TWINS);
	}
}

static void
test_only_an_intruder_is_told_who_the_others_are(void **state)
{
	struct arena	*arena = arena_new();
	struct match	 match;
	struct fault	 fault;
	struct house	*h;
	const char	*mail;
	int		 seat;

	(void)state;
	init_game(&match, arena, &plain, 4, 7);
	assert_int_equal(match_start(&match, &fault), 0);
	h = match.state;
	for (seat = 0; seat < 4; seat++) {
		mail = mails_to(&match, arena, seat);
		assert_true((strstr(mail, "The other intruders: ") != NULL) ==
		    (h->seat[seat].identity == INTRUDER));
		assert_true((strstr(mail, "With you: ") != NULL) ==
		    (h->seat[seat].identity == INTRUDER));
	}
	arena_free(arena);
}

/* ---- options --------------------------------------------------------- */

static bool
fits(const struct options *options, int seats)
{
	struct arena	*arena = arena_new();
	struct match	 match;
	struct digest	 key = { { 0 } };
	struct fault	 fault;
	bool		 does;

	does = match_init(&match, arena, pack.engine, pack.components,
	    options, NULL, seats, &key, &fault) == 0;
	arena_free(arena);
	return does;
}

static void
test_options_that_do_not_go_together_are_refused(void **state)
{
	struct options	options = plain;

	(void)state;
	assert_true(fits(&options, 3));
	assert_true(fits(&options, 6));
	options.intruders = INTRUDERS_2;
	assert_true(fits(&options, 6));
	assert_true(fits(&options, 4));
	assert_false(fits(&options, 3));
	options.intruders = INTRUDERS_1;
	assert_true(fits(&options, 3));
	assert_false(fits(&options, 6));
	options = plain;
	options.deliberation = 1;
	assert_true(fits(&options, 3));
	options.press = PRESS_NONE;
	assert_false(fits(&options, 3));
	options.deliberation = 0;
	assert_true(fits(&options, 3));
}

static bool
may_write(const struct options *options, int lives, int offered, int32_t to)
{
	struct arena	*arena = arena_new();
	struct match	 match;
	struct table	 known;
	struct fault	 fault;
	struct house	*h;
	struct why	 why;
	bool		 may;

	init_game(&match, arena, options, 3, 0);
	assert_int_equal(match_start(&match, &fault), 0);
	h = match.state;
	h->seat[1].lives = lives;
	h->table.place[1].offered = offered;
	match_know(&match, 1, &known);
	may = pack.engine->may_press(&known, 1, to, &why) == OK;
	arena_free(arena);
	return may;
}

static void
test_press_goes_where_the_options_let_it(void **state)
{
	struct options	options = plain;

	(void)state;
	assert_true(may_write(&options, 3, NONE, SEEN_ALL));
	assert_false(may_write(&options, 3, NONE, ONLY(0)));
	assert_false(may_write(&options, 0, NONE, SEEN_ALL));
	assert_true(may_write(&options, 0, ASK_WORDS, SEEN_ALL));
	options.ghosts = GHOSTS_TALK;
	assert_true(may_write(&options, 0, NONE, SEEN_ALL));
	options.press = PRESS_PRIVATE;
	assert_true(may_write(&options, 3, NONE, ONLY(0)));
	options.press = PRESS_NONE;
	assert_false(may_write(&options, 3, NONE, SEEN_ALL));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    test_no_byte_of_its_structs_is_outside_the_tables),
		cmocka_unit_test(
		    test_a_row_comes_to_what_its_cards_do_from_left_to_right),
		cmocka_unit_test(
		    test_what_always_holds_does_and_games_end_in_all_four_ways),
		cmocka_unit_test(
		    test_what_always_holds_does_under_other_options),
		cmocka_unit_test(
		    test_no_mail_to_an_innocent_hangs_on_who_the_others_are),
		cmocka_unit_test(
		    test_only_an_intruder_is_told_who_the_others_are),
		cmocka_unit_test(
		    test_options_that_do_not_go_together_are_refused),
		cmocka_unit_test(test_press_goes_where_the_options_let_it)
	};

	return cmocka_run_group_tests(tests, load_pack, drop_pack);
}
