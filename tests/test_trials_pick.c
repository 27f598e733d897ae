/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The Jigsaw Trials: how the engine picks, held against brute force. The
 * solver (T63), best keep (T64), and the spread of damage (T55).
 */

#include "test.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/fault.h"
#include "base/file.h"
#include "engines/engines.h"
#include "engines/trials/trials.h"
#include "host/pack.h"
#include "table/chance.h"

enum { HANDS = 1500, HAND = 7 };

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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    test_the_solver_finds_what_brute_force_finds),
		cmocka_unit_test(
		    test_best_keep_is_the_best_of_all_that_could_be_kept),
		cmocka_unit_test(
		    test_to_spread_is_the_least_bad_of_all_splits)
	};

	return cmocka_run_group_tests(tests, load_pack, drop_pack);
}
