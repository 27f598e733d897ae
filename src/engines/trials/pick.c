/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The Jigsaw Trials: how the engine picks cards by lists (T62), solves a
 * challenge (T63) and keeps what serves it best (T64).
 */

#include "config.h"

#include <limits.h>
#include <string.h>

#include "engines/trials/trials.h"

/* ==== LISTS OF TERMS ==================================================== */

static const struct item default_wants[] = {
	{ BILLY, ABSENT }, { STRONG_TORCH, ABSENT }, { FLASHLIGHT, ABSENT },
	{ CANDLE, ABSENT }, { TERM_TOOL, ABSENT }, { TERM_PART, ABSENT },
	{ TERM_SEARCH, ABSENT }, { TERM_SPECIAL, ABSENT }
};
static const struct item default_junk[] = {
	{ TERM_PART, ABSENT }, { TERM_SPECIAL, ABSENT },
	{ TERM_TOOL, ABSENT }, { TERM_SEARCH, ABSENT }, { BILLY, ABSENT }
};
static const struct item default_hold[] = { { BILLY, ABSENT } };

struct terms
trials_terms(const struct order *o, int i)
{
	struct terms	list;

	list.item = order_list(o, i, &list.n);
	return list;
}

struct terms
trials_standing_terms(const struct table *t, int seat, int standing)
{
	struct terms	wants = { default_wants, 8 };
	struct terms	junk = { default_junk, 5 };
	struct order	o;

	if (table_standing(t, seat, standing, &o))
		return trials_terms(&o, 0);
	return standing == WANTS ? wants : junk;
}

bool
trials_matches(const struct table *t, int term, int face)
{
	if (face < 0)
		return false;
	if (term < N_FACES)
		return term == face;
	if (term >= TERM_TRAIT)
		return shows(t, face, term - TERM_TRAIT);
	switch (term) {
	case TERM_TOOL:
		return is_tool(face);
	case TERM_SEARCH:
		return is_search(face);
	case TERM_SPECIAL:
		return is_special(face);
	case TERM_PART:
		return face >= MECHANISMS;
	case TERM_MECHANISM:
		return is_part(face, MECHANISMS);
	case TERM_OBJECT:
		return is_part(face, OBJECTS);
	}
	return is_part(face, ESCAPES);
}

int
trials_value(const struct table *t, int face)
{
	return is_tool(face) ? tool(t, face)->value : 0;
}

/* Picking from a pile: what is left, and what was taken so far. */
struct picking {
	const struct table	*t;
	const struct pile	*pile;
	bool			 junk;
	bool			 taken[PILE_MAX];
	int			*out;
	int			 n;
};

/* Does card i come before card j among those that a term matches? */
static bool
comes_first(const struct picking *p, int i, int j)
{
	int	a = trials_value(p->t, p->pile->card[i].face);
	int	b = trials_value(p->t, p->pile->card[j].face);

	if (a != b)
		return p->junk ? a < b : a > b;
	return p->junk ? i > j : i < j;
}

/* The next card for a term, or of the rest (term NONE); or NONE. */
static int
next_for(const struct picking *p, int term)
{
	int	i, best = NONE;

	for (i = 0; i < p->pile->n_card; i++) {
		if (p->taken[i] || (term != NONE &&
		    !trials_matches(p->t, term, p->pile->card[i].face)))
			continue;
		if (best == NONE || (term == NONE && !p->junk ? i < best :
		    comes_first(p, i, best)))
			best = i;
	}
	return best;
}

static void
take_for(struct picking *p, int term)
{
	int	i;

	while ((i = next_for(p, term)) != NONE) {
		p->taken[i] = true;
		p->out[p->n++] = i;
		if (term != NONE && term < N_FACES)	/* a slug takes one */
			break;
	}
}

static void
rank(const struct table *t, const struct pile *pile, struct terms list,
    bool junk, int out[PILE_MAX])
{
	struct picking	p = { .t = t, .pile = pile, .junk = junk,
			    .out = out };
	int		i;

	for (i = 0; i < list.n; i++)
		take_for(&p, list.item[i].is);
	take_for(&p, NONE);
}

void
trials_rank(const struct table *t, const struct pile *pile,
    struct terms list, int out[PILE_MAX])
{
	rank(t, pile, list, false, out);
}

void
trials_rank_junk(const struct table *t, const struct pile *pile,
    struct terms list, int out[PILE_MAX])
{
	rank(t, pile, list, true, out);
}

/* ==== WHAT IS NEEDED, WHAT IS HELD ====================================== */

struct need
trials_need_of(const struct table *t, const struct pile *parts,
    const int32_t box[2], int seat)
{
	struct need	need = { .n = box[0] == box[1] ? 1 : 2 };
	int		i;

	need.trait[0] = box[0];
	need.trait[1] = box[1];
	need.points[0] = mechanism_of(t, parts)->value;
	need.points[need.n - 1] += object_of(t, parts)->value;	/* T41 */
	for (i = 0; i < need.n; i++) {
		need.points[i] -= trait_of(t, seat, need.trait[i]);
		if (need.points[i] < 0)
			need.points[i] = 0;
	}
	return need;
}

struct need
trials_need(const struct table *t)
{
	const struct trials	*g = game(t);

	return trials_need_of(t, &g->trap, g->box, g->victim);
}

struct held
trials_hold(const struct table *t, struct terms list)
{
	struct held	held = { .face = { false } };
	int		i, face;

	for (i = 0; i < list.n; i++)
		for (face = 0; face < N_FACES; face++)
			if (trials_matches(t, list.item[i].is, face))
				held.face[face] = true;
	return held;
}

struct held
trials_hold_standing(const struct table *t, int seat)
{
	struct terms	list = { default_hold, 1 };
	struct order	o;

	if (table_standing(t, seat, POLICY, &o) && order_has(&o, POLICY_HOLD))
		list = trials_terms(&o, POLICY_HOLD);
	return trials_hold(t, list);
}

void
trials_count(const struct pile *hand, const struct held *held,
    int counts[N_FACES])
{
	int	i, face;

	memset(counts, 0, N_FACES * sizeof(*counts));
	for (i = 0; i < hand->n_card; i++) {
		face = hand->card[i].face;
		if (face >= 0 && (held == NULL || !held->face[face]))
			counts[face]++;
	}
}

/* ==== SOLVING (T63) ===================================================== */

enum { POINTS_MAX = 18, SPENDABLE = BILLY + 1 };

/* Of 8 bits each, the first counting most: shortfall, Billys, points,
 * cards. Sums of these compare as the rule compares them. */
typedef int32_t cost;

#define COST(missing, billys, points, cards)				\
	((cost)(missing) << 23 | (cost)(billys) << 18 |			\
	 (cost)(points) << 10 | (cost)(cards))

/* The least cost from face i on, when so much is needed still. */
struct search_space {
	const struct table	*t;
	const struct need	*need;
	int			 n;		/* faces that serve */
	int			 face[SPENDABLE];
	int			 count[SPENDABLE];
	cost			 best[SPENDABLE + 1][POINTS_MAX][POINTS_MAX];
};

/* May a card of this face be spent on trait i of the need? */
static bool
serves(const struct table *t, const struct need *need, int face, int i)
{
	return i < need->n && (face == BILLY ||
	    shows(t, face, need->trait[i]));
}

static int
points_of(const struct table *t, int face)
{
	return face == BILLY ? workshop(t)->billy.points :
	    tool(t, face)->value;
}

static int
less(int need, int points)
{
	return need > points ? need - points : 0;
}

/* The cost of spending k cards of entry i, a of them on the first trait,
 * and the best of what remains. */
static cost
cost_of(const struct search_space *s, int i, int k, int a, int r0, int r1)
{
	int	points = points_of(s->t, s->face[i]);

	return COST(0, s->face[i] == BILLY ? k : 0, k * points, k) +
	    s->best[i + 1][less(r0, a * points)][less(r1, (k - a) * points)];
}

/* Can k cards of entry i be split so, a on the first trait? */
static bool
splits(const struct search_space *s, int i, int k, int a)
{
	return (a == 0 || serves(s->t, s->need, s->face[i], 0)) &&
	    (a == k || serves(s->t, s->need, s->face[i], 1));
}

static cost
best_at(const struct search_space *s, int i, int r0, int r1)
{
	cost	best = INT32_MAX, it;
	int	k, a;

	for (k = 0; k <= s->count[i]; k++)
		for (a = 0; a <= k; a++) {
			if (!splits(s, i, k, a))
				continue;
			it = cost_of(s, i, k, a, r0, r1);
			if (it < best)
				best = it;
		}
	return best;
}

static void
explore(struct search_space *s)
{
	int	i, r0, r1, n1 = s->need->n == 2 ? s->need->points[1] : 0;

	for (i = s->n; i >= 0; i--)
		for (r0 = 0; r0 <= s->need->points[0]; r0++)
			for (r1 = 0; r1 <= n1; r1++)
				s->best[i][r0][r1] = i == s->n ?
				    COST(r0 + r1, 0, 0, 0) :
				    best_at(s, i, r0, r1);
}

static void
open_space(struct search_space *s, const struct table *t,
    const struct need *need, const int counts[N_FACES])
{
	int	face;

	s->t = t;
	s->need = need;
	s->n = 0;
	for (face = 0; face < SPENDABLE; face++) {
		if (counts[face] == 0 || (!serves(t, need, face, 0) &&
		    !serves(t, need, face, 1)))
			continue;
		s->face[s->n] = face;
		s->count[s->n++] = counts[face];
	}
	explore(s);
}

/* Which needs can remain after the faces decided on so far? */
struct frontier {
	bool	can[POINTS_MAX][POINTS_MAX];
};

/*
 * From all of the frontier, spend exactly k cards of entry i wherever that
 * is best; report whether it can be.
 */
static bool
advance(const struct search_space *s, int i, int k,
    const struct frontier *from, struct frontier *to)
{
	int	points = points_of(s->t, s->face[i]), r0, r1, a;
	bool	any = false;

	memset(to, 0, sizeof(*to));
	for (r0 = 0; r0 < POINTS_MAX; r0++)
		for (r1 = 0; r1 < POINTS_MAX; r1++)
			for (a = 0; from->can[r0][r1] && a <= k; a++) {
				if (!splits(s, i, k, a) ||
				    cost_of(s, i, k, a, r0, r1) !=
				    s->best[i][r0][r1])
					continue;
				to->can[less(r0, a * points)]
				    [less(r1, (k - a) * points)] = true;
				any = true;
			}
	return any;
}

/*
 * All best lists have as many cards. The first in table order has as many
 * as can be of the first face, then of the next.
 */
void
trials_solve(const struct table *t, const struct need *need,
    const int counts[N_FACES], struct solution *out)
{
	struct search_space	s;
	struct frontier		now, next;
	int			i, k;

	open_space(&s, t, need, counts);
	memset(&now, 0, sizeof(now));
	now.can[need->points[0]][need->n == 2 ? need->points[1] : 0] = true;
	out->n = 0;
	for (i = 0; i < s.n; i++) {
		for (k = s.count[i]; !advance(&s, i, k, &now, &next); k--)
			continue;
		now = next;
		while (k-- > 0) {
			out->face[out->n] = s.face[i];
			out->to[out->n++] = NONE;
		}
	}
	trials_assign(t, need, out);
}

int
trials_short(const struct table *t, const struct need *need,
    const int counts[N_FACES])
{
	bool	can[POINTS_MAX][POINTS_MAX] = { { false } };
	int	n0 = need->points[0], n1 = need->n == 2 ? need->points[1] : 0;
	int	face, k, r0, r1, points, best = n0 + n1;

	can[n0][n1] = true;
	for (face = 0; face < SPENDABLE; face++)
		for (k = 0; k < counts[face]; k++) {
			points = points_of(t, face);
			/* Upwards, so that no card is spent twice. */
			for (r0 = 0; r0 <= n0; r0++)
				for (r1 = 0; r1 <= n1; r1++) {
					if (!can[r0][r1])
						continue;
					if (serves(t, need, face, 0))
						can[less(r0, points)][r1] =
						    true;
					if (serves(t, need, face, 1))
						can[r0][less(r1, points)] =
						    true;
				}
		}
	for (r0 = 0; r0 <= n0; r0++)
		for (r1 = 0; r1 <= n1; r1++)
			if (can[r0][r1] && r0 + r1 < best)
				best = r0 + r1;
	return best;
}

/* ---- assigning ------------------------------------------------------- */

/* The least shortfall with the cards from place i of order on. */
static int
least(const struct table *t, const struct need *need,
    const struct solution *s, const int *order, int i, int r0, int r1)
{
	int	face, points, first = INT_MAX, second = INT_MAX;

	if (r0 == 0 && r1 == 0)
		return 0;
	if (i == s->n)
		return r0 + r1;
	face = s->face[order[i]];
	points = points_of(t, face);
	if (s->to[order[i]] != 1 && serves(t, need, face, 0))
		first = least(t, need, s, order, i + 1, less(r0, points), r1);
	if (s->to[order[i]] != 0 && serves(t, need, face, 1) && first > 0)
		second = least(t, need, s, order, i + 1, r0,
		    less(r1, points));
	return first < second ? first : second;
}

/* Places of the cards of s in table order. */
static void
in_table_order(const struct solution *s, int order[PILE_MAX])
{
	int	i, j;

	for (i = 0; i < s->n; i++) {
		for (j = i; j > 0 && s->face[order[j - 1]] > s->face[i]; j--)
			order[j] = order[j - 1];
		order[j] = i;
	}
}

void
trials_assign(const struct table *t, const struct need *need,
    struct solution *s)
{
	int	order[PILE_MAX], i, to, points, rest[2];

	in_table_order(s, order);
	rest[0] = need->points[0];
	rest[1] = need->n == 2 ? need->points[1] : 0;
	for (i = 0; i < s->n; i++) {
		points = points_of(t, s->face[order[i]]);
		to = s->to[order[i]];
		if (to == NONE)
			to = !serves(t, need, s->face[order[i]], 0) ||
			    (serves(t, need, s->face[order[i]], 1) &&
			    least(t, need, s, order, i + 1,
			    less(rest[0], points), rest[1]) >
			    least(t, need, s, order, i, rest[0], rest[1]));
		s->to[order[i]] = to;
		rest[to] = less(rest[to], points);
	}
	s->missing[0] = rest[0];
	s->missing[1] = rest[1];
}

/* ==== GAP, BEST KEEP, BEST TAKE (T64) =================================== */

static int
short_with(const struct table *t, int seat, const struct held *held)
{
	struct need	need = trials_need(t);
	int		counts[N_FACES];

	trials_count(&captive(t, seat)->hand, held, counts);
	return trials_short(t, &need, counts);
}

int
trials_gap(const struct table *t, int seat)
{
	struct held	held = trials_hold_standing(t, seat);

	return short_with(t, seat, &held);
}

int
trials_short_of(const struct table *t, int seat)
{
	return short_with(t, seat, NULL);
}

/* What a hand and some more cards come to: short([]), then gap. */
struct worth {
	struct need	need;
	struct held	held;
	int		open[N_FACES];
	int		kept[N_FACES];
};

static void
weigh(const struct table *t, int seat, struct worth *w)
{
	w->need = trials_need(t);
	w->held = trials_hold_standing(t, seat);
	trials_count(&captive(t, seat)->hand, NULL, w->open);
	trials_count(&captive(t, seat)->hand, &w->held, w->kept);
}

static void
change(struct worth *w, int face, int by)
{
	if (face < 0)
		return;
	w->open[face] += by;
	if (!w->held.face[face])
		w->kept[face] += by;
}

static int
score(const struct table *t, const struct worth *w)
{
	return 64 * trials_short(t, &w->need, w->open) +
	    trials_short(t, &w->need, w->kept);
}

/* Does the set a hold the better ranked cards, best first? */
static bool
ranks_before(uint32_t a, uint32_t b, const int *order, int n)
{
	int	i;

	for (i = 0; i < n; i++)
		if ((a >> order[i] & 1) != (b >> order[i] & 1))
			return (a >> order[i] & 1) != 0;
	return false;
}

uint32_t
trials_best_keep(const struct table *t, int seat, const struct pile *pile,
    int k)
{
	struct worth	w;
	int		order[PILE_MAX], i, it, least = INT_MAX;
	uint32_t	set, best = 0, all = (uint32_t)1 << pile->n_card;

	assert(pile->n_card < 16);
	weigh(t, seat, &w);
	trials_rank(t, pile, trials_standing_terms(t, seat, WANTS), order);
	for (set = 0; set < all; set++) {
		if (__builtin_popcount(set) != k)
			continue;
		for (i = 0; i < pile->n_card; i++)
			if (set >> i & 1)
				change(&w, pile->card[i].face, 1);
		it = score(t, &w);
		if (it < least || (it == least && ranks_before(set, best,
		    order, pile->n_card))) {
			least = it;
			best = set;
		}
		for (i = 0; i < pile->n_card; i++)
			if (set >> i & 1)
				change(&w, pile->card[i].face, -1);
	}
	return best;
}

int
trials_best_take(const struct table *t, int seat)
{
	const struct pile	*pile = &game(t)->discard;
	struct worth		 w;
	bool			 seen[N_FACES] = { false };
	int			 i, it, face, least = INT_MAX, best = 0;

	weigh(t, seat, &w);
	for (i = 0; i < pile->n_card; i++) {
		face = pile->card[i].face;
		if (face < 0 || seen[face])
			continue;
		seen[face] = true;
		change(&w, face, 1);
		it = score(t, &w);
		change(&w, face, -1);
		if (it < least) {
			least = it;
			best = i;
		}
	}
	return best;
}
