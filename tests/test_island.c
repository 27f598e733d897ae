/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Last Island: what no scenario can say. The points of a hand against brute
 * force, what stays true over random games, and that the suspects of a
 * window are public.
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
#include "engines/island/island.h"
#include "host/pack.h"
#include "properties.h"
#include "table/chance.h"
#include "table/match.h"

enum { GAMES = 24, TURNS = 2000, HANDS = 3000, HAND_MAX = 9 };

static struct arena	*kept;
static struct pack	 pack;

static int
load_pack(void **state)
{
	const char	*root = getenv("POSTERN_DATA");
	struct fault	 fault;
	int		 at;

	(void)state;
	kept = arena_new();
	at = file_open_dir(AT_FDCWD, root != NULL ? root : ".", &fault);
	if (at < 0 || pack_load(kept, at, engine_find("island"), &pack,
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

static const void *
options_of(const char *text)
{
	const void	*options = NULL;
	struct node	*set;
	struct fault	 fault;

	if (yaml_read(kept, text, strlen(text), &yaml_caps_own, &set,
	    &fault) != 0 || pack_options(kept, pack.engine, set, &options,
	    &fault) != 0)
		fail_msg("%s", fault.text);
	return options;
}

/* ---- components ------------------------------------------------------ */

static void
test_no_byte_of_its_structs_is_outside_the_tables(void **state)
{
	(void)state;
	assert_int_equal(schema_hole(&island_state), -1);
	assert_int_equal(schema_hole(&island_options), -1);
	assert_int_equal(schema_hole(&island_components), -1);
}

static void
test_the_cards_add_up_as_the_rulebook_says(void **state)
{
	static const int	by_number[NUMBERS] = {
		5, 2, 2, 2, 6, 4, 6, 4, 5, 3, 3, 3, 3
	};
	const struct supply	*all = pack.components;
	int			 n[NUMBERS] = { 0 }, back[N_BACKS] = { 0 };
	int			 kind, i, cards = 0, cost = 0;

	(void)state;
	for (kind = 0; kind < N_KINDS; kind++)
		for (i = 0; i < N_BACKS; i++) {
			back[i] += all->cards[kind].copies[i];
			cards += all->cards[kind].copies[i];
			cost += all->cards[kind].copies[i] *
			    all->cards[kind].cost;
			n[all->cards[kind].number] +=
			    all->cards[kind].copies[i];
		}
	assert_int_equal(cards, 48);
	assert_int_equal(cost, 142);
	for (i = 0; i < N_BACKS; i++)
		assert_int_equal(back[i], 16);
	for (i = 0; i < NUMBERS; i++)
		assert_int_equal(n[i], by_number[i]);
}

static void
expect_unfit(const char *options, int seats, const char *part)
{
	struct arena	*arena = arena_new();
	struct match	 match;
	struct dice	 dice;
	struct fault	 fault;

	dice_seed(&dice, "unfit", 1);
	assert_int_equal(match_init(&match, arena, pack.engine,
	    pack.components, options_of(options), NULL, seats, &dice.key,
	    &fault), -1);
	if (strstr(fault.text, part) == NULL)
		fail_msg("%s: %s", options, fault.text);
	arena_free(arena);
}

static void
test_options_that_do_not_go_together_are_refused(void **state)
{
	(void)state;
	expect_unfit("{rounds: 2}", 2, "1, 3 or 5");
	expect_unfit("{goal: 3}", 2, "knockout version");
	expect_unfit("{version: knockout, goal: 3, rounds: 3}", 2,
	    "instead of rounds");
	expect_unfit("{secret_bombs: yes, bombs: 10}", 2, "1 to 9 bombs");
	expect_unfit("{secret_bombs: yes, blanks: 55}", 3, "at most 60");
	expect_unfit("{hand: 9}", 5, "at most 42");
	expect_unfit("{starter: purple}", 4, "no seat");
	expect_unfit("{thief_draw: 1}", 2, "0 or 2");
	expect_unfit("{reaction_deadline: 6h}", 2, "window");
	expect_unfit("{reactions: window, reaction_deadline: soon}", 2,
	    "a span");
}

/* ---- L75 against brute force ----------------------------------------- */

struct puzzle {
	int	n;
	int	number[HAND_MAX];
	int	cost[HAND_MAX];
	int	known[1 << HAND_MAX];
};

/* Are the cards of that set a pair, a triplet or a sequence? */
static bool
is_set(const struct puzzle *p, unsigned set)
{
	int	i, n = 0, low = NUMBERS, high = -1;
	unsigned	numbers = 0;

	for (i = 0; i < p->n; i++) {
		if ((set & 1u << i) == 0)
			continue;
		n++;
		numbers |= 1u << p->number[i];
		low = p->number[i] < low ? p->number[i] : low;
		high = p->number[i] > high ? p->number[i] : high;
	}
	if (low == high)
		return n == 2 || n == 3;
	return n >= 3 && high - low + 1 == n &&
	    numbers == ((1u << (high + 1)) - (1u << low));
}

/* The first card counts, or is in a set with others: try all. */
static int
brute(struct puzzle *p, unsigned left)
{
	int		first = 0, best, sum;
	unsigned	rest, part;

	if (left == 0)
		return 0;
	if (p->known[left] > 0)
		return p->known[left] - 1;
	while ((left & 1u << first) == 0)
		first++;
	rest = left & ~(1u << first);
	best = p->cost[first] + brute(p, rest);
	for (part = rest; part != 0; part = (part - 1) & rest) {
		if (!is_set(p, part | 1u << first))
			continue;
		sum = brute(p, rest & ~part);
		best = sum < best ? sum : best;
	}
	p->known[left] = best + 1;
	return best;
}

/* A hand off the full set of cards, so that numbers repeat as they do. */
static void
deal_hand(const struct table *t, struct dice *dice, int n, struct pile *hand)
{
	struct pile	all = { .n_card = 0 };
	int		kind, back, i;

	for (kind = 0; kind < N_KINDS; kind++)
		for (back = 0; back < N_BACKS; back++)
			for (i = 0; i < kind_of(t, kind)->copies[back]; i++)
				pile_add(&all, (struct card){ .face = kind,
				    .back = (int16_t)back });
	memset(hand, 0, sizeof(*hand));
	while (n-- > 0)
		pile_add(hand, pile_take(&all, (int)dice->chance.below(
		    &dice->chance, (uint32_t)all.n_card)));
}

static void
compare_hands(const void *options, struct dice *dice)
{
	struct table	t = { .components = pack.components,
			    .options = options };
	struct puzzle	p;
	struct pile	hand;
	int		i;

	memset(&p, 0, sizeof(p));
	p.n = (int)dice->chance.below(&dice->chance, HAND_MAX + 1);
	deal_hand(&t, dice, p.n, &hand);
	for (i = 0; i < p.n; i++) {
		p.number[i] = kind_of(&t, hand.card[i].face)->number;
		p.cost[i] = island_worth(&t, hand.card[i].face);
	}
	assert_int_equal(island_hand_points(&t, &hand),
	    brute(&p, (1u << p.n) - 1));
}

static void
test_the_points_of_a_hand_are_the_lowest_there_are(void **state)
{
	const void	*printed = options_of("{}");
	const void	*stepped = options_of("{costs: stepped}");
	struct dice	 dice;
	int		 i;

	(void)state;
	dice_seed(&dice, "hands", 1);
	for (i = 0; i < HANDS; i++)
		compare_hands(i % 4 > 0 ? printed : stepped, &dice);
}

/* ---- random games ---------------------------------------------------- */

/* What was seen of a game so far. */
struct watch {
	const struct options	*options;
	int			 round;
	int			 go;
	int			 cards;		/* in hands and piles then */
	int			 outs;
	int			 plays;		/* in this go */
	int			 flips;		/* in this round */
	int			 dodges[PLAYERS];
	int			 met;		/* bits: what came up at all */
};

static struct turn_in
answers(const struct match *match, struct arena *arena, struct dice *dice)
{
	static const char *const	standing[] = {
		"{react: [{with: dodge}, {with: deflect}, {with: refuse}]}",
		"{react: [{with: ward, mine: false}, {with: dodge}]}",
		"{react: [{with: refuse, to: [coin, raid, vest]}]}",
		"{auto: true}", "{auto: false}"
	};
	const struct commons		*commons = match->state;
	struct turn_in			 in;
	struct checked			 checked;
	struct script			 orders;
	struct node			*list;
	int				 seat;

	memset(&in, 0, sizeof(in));
	for (seat = 0; seat < commons->seats.n_name; seat++) {
		list = NULL;
		if (match_asked(match, seat) != NONE &&
		    dice->chance.below(&dice->chance, 30) > 0) {
			match_suggest(match, seat, &dice->chance, &orders);
			list = script_write(arena, &orders,
			    pack.engine->verbs, &commons->seats);
		}
		if (list != NULL)
			match_check(match, arena, seat, list, NULL, &checked);
		else
			play_check(match, arena, seat, NULL, standing[
			    dice->chance.below(&dice->chance, 5)], &checked);
		if (checked.remarks.n_problems > 0)
			fail_msg("%s", checked.remarks.remark[0].text);
		in.answer[seat] = checked.answer;
	}
	return in;
}

static void
play_games(const char *set, int n_seats, int number,
    void (*after)(const struct match *, struct watch *), struct watch *w)
{
	struct arena	*arena = arena_new();
	struct match	 match;
	struct turn_in	 in;
	struct dice	 dice;
	struct fault	 fault;
	int		 turns = 0;

	w->options = options_of(set);
	dice_seed(&dice, "test_island", (uint64_t)number);
	assert_int_equal(match_init(&match, arena, pack.engine,
	    pack.components, w->options, NULL, n_seats, &dice.key, &fault),
	    0);
	dice_seed(&dice, "players", (uint64_t)number);
	assert_int_equal(match_start(&match, &fault), 0);
	while (!match.over) {
		assert_true(++turns < TURNS);
		in = answers(&match, arena, &dice);
		assert_int_equal(match_close(&match, &in, &fault), 0);
		after(&match, w);
	}
	arena_free(arena);
}

static const char *const all_sets[] = {
	"{}", "{version: knockout}", "{version: knockout, reactions: window}",
	"{reactions: window, explosions: 3}", "{secret_bombs: yes}",
	"{all_cards: yes}", "{version: knockout, goal: 2, explosions: 3}",
	"{rounds: 3, blanks: 25, thief_draw: 2}"
};

static void
play_all_sets(void (*after)(const struct match *, struct watch *),
    struct watch *w)
{
	int	i;

	for (i = 0; i < GAMES; i++) {
		w->round = w->go = w->plays = w->flips = 0;
		memset(w->dodges, 0, sizeof(w->dodges));
		play_games(all_sets[i % 8], 2 + i % 4, i, after, w);
	}
}

/* ---- section 10 ------------------------------------------------------ */

static int
cards_left(const struct island *g)
{
	int	i, n = 0;

	for (i = 0; i < N_PILES; i++)
		n += g->piles[i].cards.n_card;
	for (i = 0; i < PLAYERS; i++)
		n += g->seat[i].hand.n_card;
	return n;
}

/* Every card is somewhere once: the checks of the state say so. */
static void
see_that_cards_are_whole(const struct match *match)
{
	struct env	env = match_env(match);
	struct fault	fault;

	if (schema_check(&island_state, match->state, &env, &fault) != 0)
		fail_msg("%s", fault.text);
}

static void
see_that_seats_are_sound(const struct match *match, const struct watch *w)
{
	const struct island	*g = match->state;
	struct table		 t = { .components = match->components,
				    .options = match->options,
				    .state = match->state };
	int			 seat, n = 0;

	for (seat = 0; seat < table_seats(&t); seat++) {
		n += g->seat[seat].out == 0;
		if (g->seat[seat].out && g->phase == GOES) {
			assert_int_equal(g->seat[seat].hand.n_card, 0);
			assert_int_equal(g->seat[seat].front.n_card, 0);
			assert_int_equal(g->seat[seat].bombs.n_card, 0);
		}
		if (g->seat[seat].out || g->phase != GOES)
			continue;
		if (w->options->version == KNOCKOUT)
			assert_true(island_bombs(&t, seat) <
			    island_limit(&t, seat));
		if (g->go <= g->lap)
			assert_true(island_bombs(&t, seat) <= 1);
	}
	assert_true(n > 0);
}

/* Explosions are last after a shuffle: when a round begins, at least. */
static void
see_that_explosions_are_last(const struct island *g)
{
	int	i, met = 0;

	if (g->phase != GOES || g->go != 1 || g->done || g->n_used > 0)
		return;
	for (i = 0; i < g->deck.n_card; i++) {
		if (g->deck.card[i].face == EXPLOSION)
			met = 1;
		else
			assert_int_equal(met, 0);
	}
}

static void
begin_watched_go(struct watch *w)
{
	w->plays = 0;
	memset(w->dodges, 0, sizeof(w->dodges));
}

static void
count_event(const struct match *match, const struct event *event,
    struct watch *w)
{
	const struct island	*g = match->state;
	const char		*by = node_text(event->fields, "by", "");
	int			 seat;

	if (strcmp(event->name, "round") == 0)
		w->flips = 0;
	if (strcmp(event->name, "go") == 0)
		begin_watched_go(w);
	w->flips += strcmp(event->name, "flipped") == 0;
	w->outs += strcmp(event->name, "out") == 0;
	w->plays += strcmp(event->name, "plays") == 0 ||
	    strcmp(event->name, "dumps") == 0 ||
	    strcmp(event->name, "gave-up") == 0;
	if (strcmp(event->name, "reacts") == 0) {
		w->met |= 1;
		for (seat = 0; seat < PLAYERS; seat++)
			w->dodges[seat] += strcmp(by,
			    g->table.seats.name[seat]) == 0 &&
			    strcmp(node_text(event->fields, "with", ""),
			    "dodge") == 0;
	}
	assert_true(w->plays <= 1);
	for (seat = 0; seat < PLAYERS; seat++)
		assert_true(w->dodges[seat] <= 1);
}

/* Hands and piles shrink with every go, unless a seat went out in it. */
static void
see_that_the_round_gets_on(const struct island *g, struct watch *w)
{
	int	cards = cards_left(g);

	if (g->phase != GOES)
		return;
	assert_in_range(g->go, 1, 52);
	if (g->round == w->round && g->go > w->go && w->outs == 0)
		assert_true(cards <= w->cards - (g->go - w->go));
	if (g->round != w->round || g->go != w->go) {
		w->round = g->round;
		w->go = g->go;
		w->cards = cards;
		w->outs = 0;
	}
}

static void
see_all(const struct match *match, struct watch *w)
{
	const struct island	*g = match->state;
	const struct event	*event;

	see_that_cards_are_whole(match);
	see_that_seats_are_sound(match, w);
	see_that_explosions_are_last(g);
	for (event = match->events.first; event != NULL; event = event->next)
		count_event(match, event, w);
	see_that_the_round_gets_on(g, w);
	if (g->phase == GOES)
		assert_int_equal(g->face_up, w->options->flip == FACE_UP &&
		    w->flips % 2 == 1);
	w->met |= (g->face_up << 1) | (g->moment.what == AT_HIT) << 2;
}

static void
test_what_must_stay_true_stays_true(void **state)
{
	struct watch	w = { .round = 0 };

	(void)state;
	play_all_sets(see_all, &w);
	assert_int_equal(w.met, 7);
}

/* ---- suspects -------------------------------------------------------- */

/* Swap all that the public may not see; who is suspected stays. */
static void
see_that_suspects_are_public(const struct match *match, struct watch *w)
{
	const struct island	*g = match->state;
	struct env		 env = match_env(match);
	struct island		*other = malloc(sizeof(*other));
	struct table		 t = { .components = match->components,
				    .options = match->options,
				    .state = match->state };
	struct table		 swapped = t;
	struct dice		 dice;
	int			 seat;

	assert_non_null(other);
	memcpy(other, g, sizeof(*other));
	swapped.state = other;
	dice_seed(&dice, "suspects", (uint64_t)g->table.turn);
	if (g->moment.what != NO_MOMENT &&
	    schema_mutate(&island_state, other, PUBLIC, &env,
	    &dice.chance) > 0)
		for (seat = 0; seat < table_seats(&t); seat++) {
			assert_int_equal(island_is_suspect(&t, seat),
			    island_is_suspect(&swapped, seat));
			assert_int_equal(island_is_suspect(&t, seat),
			    match_asked(match, seat) == ASK_REACT);
			w->met++;
		}
	free(other);
}

static void
test_suspects_do_not_move_when_hidden_cards_are_swapped(void **state)
{
	struct watch	w = { .round = 0 };
	int		i;

	(void)state;
	for (i = 0; i < 8; i++)
		play_games(i % 2 > 0 ? "{reactions: window}" :
		    "{reactions: window, version: knockout}", 2 + i % 4, i,
		    see_that_suspects_are_public, &w);
	assert_true(w.met > 100);
}

/* Window games, knockouts and secret bombs go through the properties too;
 * the presets do so with all other engines. */
static void
test_window_games_have_all_properties(void **state)
{
	static const char *const	sets[] = {
		"{version: knockout, rounds: 1, reactions: window}",
		"{reactions: window, secret_bombs: yes, explosions: 2}"
	};
	const char			*wrong;
	struct trial			 trial = {
		.pack = &pack, .engine = pack.engine, .games = 2,
		.most_turns = TURNS, .seed = 7, .arena = kept,
		.reveals = node_list(kept)
	};
	int				 i, j;

	(void)state;
	for (i = 0; i < 2; i++) {
		trial.options = options_of(sets[i]);
		trial.n_seats = 3 - i;
		for (j = 0; properties[j] != NULL; j++) {
			wrong = property_fails(properties[j], &trial, kept);
			if (wrong != NULL)
				fail_msg("%s", wrong);
		}
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    test_no_byte_of_its_structs_is_outside_the_tables),
		cmocka_unit_test(test_the_cards_add_up_as_the_rulebook_says),
		cmocka_unit_test(
		    test_options_that_do_not_go_together_are_refused),
		cmocka_unit_test(
		    test_the_points_of_a_hand_are_the_lowest_there_are),
		cmocka_unit_test(test_what_must_stay_true_stays_true),
		cmocka_unit_test(
		    test_suspects_do_not_move_when_hidden_cards_are_swapped),
		cmocka_unit_test(test_window_games_have_all_properties)
	};

	return cmocka_run_group_tests(tests, load_pack, drop_pack);
}
