/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Last Island: the end of a round, points, and the end of the game. */

#include "config.h"

#include <string.h>

#include "engines/island/island.h"

/* ==== THE HAND ========================================================== */

enum { DEAR = 10000, OPEN_MAX = 7 };

/* A hand by numbers: how many cards, and the cheapest cost. */
struct tally {
	int	n[NUMBERS];
	int	cheapest[NUMBERS];
	int	known[NUMBERS + 1][OPEN_MAX][OPEN_MAX][OPEN_MAX];
};

/* What is left of a number: one card counts, two or more are a set. */
static int
left_over(const struct tally *tally, int number, int n)
{
	return n == 1 ? tally->cheapest[number] : 0;
}

/*
 * The lowest sum from number on, with so many sequences open that have one
 * card, two, and three or more: the first two kinds must go on.
 */
static int
lowest(struct tally *tally, int number, int one, int two, int more)
{
	int	*known = &tally->known[number][one][two][more];
	int	 best = DEAR, sum, on, fresh, left;

	if (number == NUMBERS)
		return one + two > 0 ? DEAR : 0;
	if (*known > 0)
		return *known - 1;
	for (on = 0; on <= more; on++)
		for (fresh = 0; one + two + on + fresh <= tally->n[number];
		    fresh++) {
			left = tally->n[number] - one - two - on - fresh;
			sum = left_over(tally, number, left) + lowest(tally,
			    number + 1, fresh, one, two + on);
			if (sum < best)
				best = sum;
		}
	*known = best + 1;
	return best;
}

/* L75 */
int
island_hand_points(const struct table *t, const struct pile *hand)
{
	struct tally	tally;
	int		i, number, cost;

	memset(&tally, 0, sizeof(tally));
	for (i = 0; i < hand->n_card; i++) {
		number = kind_of(t, hand->card[i].face)->number;
		cost = island_worth(t, hand->card[i].face);
		if (tally.n[number]++ == 0 || cost < tally.cheapest[number])
			tally.cheapest[number] = cost;
	}
	return lowest(&tally, 0, 0, 0, 0);
}

/* ==== POINTS ============================================================ */

/* The terms of a seat's points (L73 to L76). */
struct terms {
	int	bombs;
	int	explosions;
	int	front;
	int	hand;
	int	aside;
	int	sum;
};

static void
add_up(const struct table *t, int seat, struct terms *out)
{
	const struct castaway	*who = man(t, seat);
	int			 bombs = island_bombs(t, seat);
	int			 limit = island_limit(t, seat), i;

	memset(out, 0, sizeof(*out));
	out->bombs = bombs <= limit ? 3 * bombs :
	    3 * limit + 5 * (bombs - limit);		/* L73 */
	out->explosions = 5 * pile_count(&who->bombs, EXPLOSION);
	for (i = 0; i < who->front.n_card; i++)
		if (kind_of(t, who->front.card[i].face)->number >= 10)
			out->front -= 3;		/* L74 */
	out->hand = island_hand_points(t, &who->hand);
	out->aside = who->paid;				/* L76 */
	out->sum = out->bombs + out->explosions + out->front + out->hand +
	    out->aside;
}

/* L73 to L77: every term is told, and the hand it comes from. */
static void
count_points(struct table *t, int seat)
{
	struct castaway	*who = man(t, seat);
	struct terms	 terms;

	add_up(t, seat, &terms);
	who->points = terms.sum;
	who->total += terms.sum;
	pile_show_all(&who->hand, EVERYONE);
	table_reveal(t, "L77", EVERYONE, "points", "seat=%s bombs=%d "
	    "explosions=%d front=%d hand=%d aside=%d sum=%d total=%d "
	    "cards=%s", name(t, seat), terms.bombs, terms.explosions,
	    terms.front, terms.hand, terms.aside, terms.sum, who->total,
	    pile_names(t, island_kind_names, &who->hand, 0,
	    who->hand.n_card));
}

/* L78: a point to every seat that is still in. */
static void
count_survival(struct table *t, int seat)
{
	struct castaway	*who = man(t, seat);

	who->points = 1;
	who->total++;
	table_tell(t, EVERYONE, "survives", "seat=%s total=%d",
	    name(t, seat), who->total);
}

/* ==== THE END OF A ROUND ================================================ */

int
island_rounds(const struct table *t)
{
	if (opts(t)->rounds != NONE)
		return opts(t)->rounds;
	return is_knockout(t) ? 3 : 1;			/* L80 */
}

/* L81: the winner; of several the first clockwise after the last go. */
static int
next_starter(const struct table *t)
{
	int	best = NONE, n = table_seats(t), i, seat;

	for (i = 1; i <= n; i++) {
		seat = (game(t)->active + i) % n;
		if (!is_in(t, seat))
			continue;
		if (best == NONE || (!is_knockout(t) &&
		    man(t, seat)->points < man(t, best)->points))
			best = seat;
	}
	return best;
}

/* L77, L79, L80 */
static bool
was_last_round(const struct table *t)
{
	int	seat;

	if (opts(t)->goal == NONE)
		return game(t)->round >= island_rounds(t);
	for (seat = 0; seat < table_seats(t); seat++)
		if (!table_is_retired(t, seat) &&
		    man(t, seat)->total >= opts(t)->goal)
			return true;
	return false;
}

void
island_end_round(struct table *t, const char *why)
{
	struct island	*g = game(t);
	int		 seat;

	table_reveal(t, "L70", EVERYONE, "round-ends", "round=%d why=%s",
	    g->round, why);
	for (seat = 0; seat < table_seats(t); seat++) {
		man(t, seat)->points = 0;
		if (!is_in(t, seat))
			continue;
		if (is_knockout(t))
			count_survival(t, seat);
		else
			count_points(t, seat);
	}
	g->starter = next_starter(t);
	g->phase = OPENING;
	if (was_last_round(t))
		island_end_game(t);
}

/* ==== THE END OF THE GAME =============================================== */

static int
n_left(const struct table *t)
{
	int	seat, n = 0;

	for (seat = 0; seat < table_seats(t); seat++)
		n += !table_is_retired(t, seat);
	return n;
}

void
island_end_game(struct table *t)
{
	struct island	*g = game(t);
	struct ranking	 ranking;
	int		 seat;

	g->phase = FINISHED;
	island_over(t, &ranking);
	for (seat = 0; seat < table_seats(t); seat++)
		if (ranking.place[seat] == 1)
			table_tell(t, EVERYONE, "wins", "seat=%s total=%d",
			    name(t, seat), man(t, seat)->total);
}

/* L82: whoever left ranks last. */
static bool
is_before(const struct table *t, int a, int b)
{
	if (table_is_retired(t, a) || table_is_retired(t, b))
		return !table_is_retired(t, a) && table_is_retired(t, b);
	return is_knockout(t) ? man(t, a)->total > man(t, b)->total :
	    man(t, a)->total < man(t, b)->total;
}

bool
island_over(const struct table *t, struct ranking *ranking)
{
	int	a, b;

	if (!is_over(t) || ranking == NULL)
		return is_over(t);
	ranking->how = n_left(t) < 2 ? "last" :
	    is_knockout(t) ? "survival" : "points";
	for (a = 0; a < table_seats(t); a++) {
		ranking->place[a] = 1;
		for (b = 0; b < table_seats(t); b++)
			ranking->place[a] += is_before(t, b, a);
	}
	return true;
}
