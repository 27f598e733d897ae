/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The Jigsaw Trials: what no scenario can say. The totals of the
 * components, the solver and the keeper held against brute force, and the
 * invariants of the rules over random games.
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

enum { GAMES = 40, TURNS = 3000, HANDS = 1500, HAND = 7 };

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
test_the_deck_has_as_many_cards_of_each_kind_as_the_rules_say(void **state)
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
test_every_trait_is_worth_the_same_in_captives_and_in_tools(void **state)
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

/* ---- the solver, by brute force (T63) ----------------------------------- */

/* A way to spend cards: all that the rule compares, in its order. */
struct way {
	int	key[4];			/* short, Billys, points, cards */
	int	face[HAND];		/* in table order */
	int	to[HAND];
};

static int
compare_ways(const struct way *a, const struct way *b)
{
	int	i;

	for (i = 0; i < 4; i++)
		if (a->key[i] != b->key[i])
			return a->key[i] - b->key[i];
	for (i = 0; i < a->key[3]; i++)
		if (a->face[i] != b->face[i])
			return a->face[i] - b->face[i];
	for (i = 0; i < a->key[3]; i++)
		if (a->to[i] != b->to[i])
			return a->to[i] - b->to[i];
	return 0;
}

static bool
serves(const struct table *t, const struct need *need, int card, int i)
{
	return i < need->n && (card == BILLY ||
	    shows(t, card, need->trait[i]));
}

/* Try every use of the cards from place i on; cards are in table order. */
static void
try_all(const struct table *t, const struct need *need, const int *cards,
    int n, int i, struct way *now, const int rest[2], struct way *best)
{
	struct way	 way = *now;
	int		 points, to, left[2];

	if (i == n) {
		way.key[0] = (rest[0] > 0 ? rest[0] : 0) +
		    (rest[1] > 0 ? rest[1] : 0);
		if (best->key[0] < 0 || compare_ways(&way, best) < 0)
			*best = way;
		return;
	}
	try_all(t, need, cards, n, i + 1, now, rest, best);
	for (to = 0; to < 2; to++) {
		if (!serves(t, need, cards[i], to))
			continue;
		points = cards[i] == BILLY ? 3 : tool(t, cards[i])->value;
		way = *now;
		way.key[1] += cards[i] == BILLY;
		way.key[2] += points;
		way.face[way.key[3]] = cards[i];
		way.to[way.key[3]++] = to;
		left[0] = rest[0] - (to == 0 ? points : 0);
		left[1] = rest[1] - (to == 1 ? points : 0);
		try_all(t, need, cards, n, i + 1, &way, left, best);
	}
}

static struct way
solve_by_force(const struct table *t, const struct need *need,
    const int counts[N_FACES])
{
	struct way	now = { .key = { 0 } }, best = { .key = { -1 } };
	int		cards[HAND], n = 0, i, k;
	int		rest[2] = { need->points[0],
			    need->n == 2 ? need->points[1] : 0 };

	for (i = 0; i < N_FACES; i++)
		for (k = 0; k < counts[i] && i <= BILLY; k++)
			cards[n++] = i;
	try_all(t, need, cards, n, 0, &now, rest, &best);
	return best;
}

static uint32_t
below(struct dice *dice, uint32_t n)
{
	return dice->chance.below(&dice->chance, n);
}

static struct need
any_need(struct dice *dice)
{
	struct need	need = { .n = 1 + (below(dice, 4) > 0) };

	need.trait[0] = (int)below(dice, N_TRAITS);
	need.trait[1] = (need.trait[0] + 1 + (int)below(dice, 4)) % N_TRAITS;
	need.points[0] = (int)below(dice, need.n == 2 ? 9 : 17);
	need.points[1] = need.n == 2 ? (int)below(dice, 9) : 0;
	if (need.n == 1)
		need.trait[1] = need.trait[0];
	return need;
}

/* A hand of tools and Billys, of the cards that there are. */
static int
any_counts(struct dice *dice, int counts[N_FACES])
{
	int	i, card, n = (int)below(dice, HAND + 1), billys = 0;

	memset(counts, 0, N_FACES * sizeof(*counts));
	for (i = 0; i < n; i++) {
		card = (int)below(dice, N_TOOLS + 4);
		if (card >= N_TOOLS)
			card = BILLY;
		if (card < BILLY && counts[card] == all->tools[card].copies)
			continue;
		counts[card]++;
		billys += card == BILLY;
	}
	return billys;
}

/* A table with nothing on it but the components. */
static struct table
bare_table(struct trials *state)
{
	struct table	t = { .engine = pack.engine, .components = all,
			    .state = state };

	memset(state, 0, sizeof(*state));
	return t;
}

static void
test_the_solver_finds_what_brute_force_finds(void **state)
{
	struct trials	*g = calloc(1, sizeof(*g));
	struct table	 t = bare_table(g);
	struct dice	 dice;
	struct need	 need;
	struct solution	 s;
	struct way	 way;
	int		 i, j, counts[N_FACES], solved = 0, with_billy = 0;

	(void)state;
	dice_seed(&dice, "hands", 1);
	for (i = 0; i < HANDS; i++) {
		need = any_need(&dice);
		with_billy += any_counts(&dice, counts) > 0;
		way = solve_by_force(&t, &need, counts);
		trials_solve(&t, &need, counts, &s);
		assert_int_equal(s.missing[0] + s.missing[1], way.key[0]);
		assert_int_equal(s.n, way.key[3]);
		for (j = 0; j < s.n; j++) {
			assert_int_equal(s.face[j], way.face[j]);
			assert_int_equal(s.to[j], way.to[j]);
		}
		assert_int_equal(trials_short(&t, &need, counts), way.key[0]);
		solved += way.key[0] == 0;
	}
	assert_in_range(solved, HANDS / 10, HANDS * 9 / 10);
	assert_true(with_billy > HANDS / 4);
	free(g);
}

/* ---- best keep, by brute force (T64) ------------------------------------- */

static void
fill(struct pile *pile, struct dice *dice, int n)
{
	pile->n_card = 0;
	while (n-- > 0) {
		memset(&pile->card[pile->n_card], 0, sizeof(struct card));
		pile->card[pile->n_card++].face = (int32_t)below(dice,
		    below(dice, 3) > 0 ? BILLY + 1 : N_FACES);
	}
}

/* Set a trap of any parts on seat 0. */
static void
any_trap(struct trials *g, struct dice *dice)
{
	static const int	first[] = { MECHANISMS, OBJECTS, ESCAPES };
	int			i;

	g->trap.n_card = 4;
	for (i = 0; i < 3; i++)
		g->trap.card[i].face = first[i] + (int)below(dice, N_PARTS);
	g->trap.card[3].face = BILLY;
	g->victim = 0;
	g->trial = TRYING;
	g->box[0] = all->mechanisms[g->trap.card[0].face -
	    MECHANISMS].traits[0];
	g->box[1] = all->objects[g->trap.card[1].face - OBJECTS].traits[0];
	g->seat[0].character = (int)below(dice, N_CHARACTERS);
}

/* Where a card of default wants stands: smaller is wanted more. */
static int
wanted(int card)
{
	return card == BILLY ? 0 : card == STRONG_TORCH ? 1 :
	    card == FLASHLIGHT ? 2 : card == CANDLE ? 3 :
	    card < N_TOOLS ? 4 + 3 - all->tools[card].value :
	    card >= MECHANISMS ? 8 : card <= METAL_DETECTOR ? 9 : 10;
}

/*
 * With the default lists: the worst of the kept cards against what another
 * set keeps, as the rule ranks them. A slug of wants takes one card only,
 * so no two copies of a slug in it are dealt.
 */
static bool
is_wanted_more(const struct pile *pile, uint32_t a, uint32_t b)
{
	int	rank[8], i, j, at;

	for (i = 0; i < pile->n_card; i++)
		for (j = 0, rank[i] = 0; j < pile->n_card; j++)
			rank[i] += wanted(pile->card[j].face) <
			    wanted(pile->card[i].face) ||
			    (wanted(pile->card[j].face) ==
			    wanted(pile->card[i].face) && j < i);
	for (at = 0; at < pile->n_card; at++)
		for (i = 0; i < pile->n_card; i++)
			if (rank[i] == at && ((a >> i) & 1) != ((b >> i) & 1))
				return (a >> i & 1) != 0;
	return false;
}

static int
value_of_keeping(const struct table *t, const struct pile *pile, uint32_t set,
    bool billys)
{
	struct need	need = trials_need(t);
	struct pile	hand = game(t)->seat[0].hand;
	int		counts[N_FACES], i;

	for (i = 0; i < pile->n_card; i++)
		if (set >> i & 1)
			hand.card[hand.n_card++] = pile->card[i];
	trials_count(&hand, NULL, counts);
	if (!billys)
		counts[BILLY] = 0;
	return solve_by_force(t, &need, counts).key[0];
}

static bool
is_better_kept(const struct table *t, const struct pile *pile, uint32_t a,
    uint32_t b)
{
	int	x = value_of_keeping(t, pile, a, true);
	int	y = value_of_keeping(t, pile, b, true);

	if (x != y)
		return x < y;
	x = value_of_keeping(t, pile, a, false);
	y = value_of_keeping(t, pile, b, false);
	return x != y ? x < y : is_wanted_more(pile, a, b);
}

static bool
has_twin_slugs(const struct pile *pile)
{
	int	i, j;

	for (i = 0; i < pile->n_card; i++)
		for (j = 0; j < i; j++)
			if (pile->card[i].face == pile->card[j].face &&
			    wanted(pile->card[i].face) < 4)
				return true;
	return false;
}

static void
test_best_keep_is_the_best_of_all_that_could_be_kept(void **state)
{
	struct trials	*g = calloc(1, sizeof(*g));
	struct table	 t = bare_table(g);
	struct pile	 drawn = { 0 };
	struct dice	 dice;
	uint32_t	 set, best;
	int		 i, k, n, tried = 0;

	(void)state;
	t.env.roster = &g->table.seats;
	dice_seed(&dice, "keeps", 1);
	for (i = 0; i < 200; i++) {
		any_trap(g, &dice);
		fill(&g->seat[0].hand, &dice, (int)below(&dice, 4));
		n = 2 + (int)below(&dice, 3);
		fill(&drawn, &dice, n);
		if (has_twin_slugs(&drawn))
			continue;
		k = 1 + (int)below(&dice, (uint32_t)n - 1);
		best = trials_best_keep(&t, 0, &drawn, k);
		assert_int_equal(__builtin_popcount(best), k);
		for (set = 0; set < 1u << n; set++)
			if (__builtin_popcount(set) == k && set != best) {
				assert_true(is_better_kept(&t, &drawn, best,
				    set));
				tried++;
			}
	}
	assert_true(tried > 300);
	free(g);
}

/* Limbs lost, then limbs hurt, then points not on the left (T55). */
static int
badness(int left, int right, int on_left)
{
	return 100 * ((left == LOST) + (right == LOST)) +
	    10 * ((left >= SEVERE) + (right >= SEVERE)) + 9 - on_left;
}

static int
split_by_force(int left, int right, int points)
{
	int	i, best = NONE;

	for (i = 0; i <= points; i++)
		if (left + i <= LOST && right + points - i <= LOST &&
		    (best == NONE || badness(left + i, right + points - i,
		    i) < badness(left + best, right + points - best, best)))
			best = i;
	return best;
}

static void
test_to_spread_is_the_least_bad_of_all_splits(void **state)
{
	struct trials	*g = calloc(1, sizeof(*g));
	struct table	 t = bare_table(g);
	int		 l, r, points;

	(void)state;
	for (l = 0; l <= LOST; l++)
		for (r = 0; r <= LOST; r++)
			for (points = 0; points <= 6 - l - r; points++) {
				g->seat[0].limb[0] = l;
				g->seat[0].limb[1] = r;
				assert_int_equal(trials_split(&t, 0, ARMS,
				    points, SPLIT_SPREAD),
				    split_by_force(l, r, points));
			}
	free(g);
}

/* ---- random games --------------------------------------------------------- */

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
		"{trial: none, junk: [tool, billy], wants: [part]}"
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
		    test_the_deck_has_as_many_cards_of_each_kind_as_the_rules_say),
		cmocka_unit_test(
		    test_every_trait_is_worth_the_same_in_captives_and_in_tools),
		cmocka_unit_test(test_the_figures_of_the_printed_rules_stand),
		cmocka_unit_test(test_every_part_has_a_story_of_its_own),
		cmocka_unit_test(
		    test_options_that_do_not_go_together_are_refused),
		cmocka_unit_test(
		    test_the_solver_finds_what_brute_force_finds),
		cmocka_unit_test(
		    test_best_keep_is_the_best_of_all_that_could_be_kept),
		cmocka_unit_test(
		    test_to_spread_is_the_least_bad_of_all_splits),
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
