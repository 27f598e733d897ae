/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Jigsaw Armada: squares, sides, joints, rays, and ships moved and turned. */

#include "config.h"

#include <string.h>

#include "engines/armada/armada.h"

static const int	east[N_SIDES] = { 0, 1, 0, -1 };
static const int	north[N_SIDES] = { 1, 0, -1, 0 };

int
armada_square(const struct table *t, int column, int row)
{
	if (column < 0 || column >= columns(t) || row < 0 || row >= rows(t))
		return NONE;
	return row * COLUMNS_MAX + column;
}

int
armada_step(const struct table *t, int at, int dir)
{
	return armada_square(t, column_of(at) + east[dir],
	    row_of(at) + north[dir]);
}

void
armada_lay(const struct table *t, struct board *out)
{
	const struct navy	*navy;
	const struct ship	*ship;
	int			 seat, i;

	memset(out, NONE, sizeof(*out));
	for (seat = BLUE; seat <= RED; seat++) {
		navy = &fleet(t, seat)->ships;
		for (ship = navy->ship; ship < navy->ship + navy->n_ship;
		    ship++)
			for (i = 0; i < ship->n_spot; i++) {
				out->on[ship->spot[i].at].letter =
				    (int8_t)ship->letter;
				out->on[ship->spot[i].at].n = (int8_t)i;
			}
	}
}

const struct spot *
armada_spot(const struct table *t, const struct board *board, int at)
{
	struct tenant	on;

	if (at < 0)
		return NULL;
	on = board->on[at];
	return on.letter < 0 ? NULL : &ship_of(t, on.letter)->spot[on.n];
}

struct tenant
armada_find(const struct table *t, int seat, int piece)
{
	const struct navy	*navy = &fleet(t, seat)->ships;
	const struct ship	*ship;
	int			 i;

	for (ship = navy->ship; ship < navy->ship + navy->n_ship; ship++)
		for (i = 0; i < ship->n_spot; i++)
			if (ship->spot[i].piece == piece)
				return (struct tenant){ (int8_t)ship->letter,
				    (int8_t)i };
	return (struct tenant){ NONE, NONE };
}

/* The side of a on which b lies, or NONE. */
static int
side_towards(const struct spot *a, const struct spot *b)
{
	int	side;

	for (side = NORTH; side < N_SIDES; side++)
		if (column_of(a->at) + east[side] == column_of(b->at) &&
		    row_of(a->at) + north[side] == row_of(b->at))
			return side;
	return NONE;
}

bool
armada_is_closed(const struct parts *parts, const struct ship *ship)
{
	unsigned	loose;
	int		i, j, side;

	for (i = 0; i < ship->n_spot; i++) {
		loose = open_sides(parts, &ship->spot[i]);
		for (j = 0; j < ship->n_spot && loose != 0; j++) {
			side = side_towards(&ship->spot[i], &ship->spot[j]);
			if (side != NONE && has_side(open_sides(parts,
			    &ship->spot[j]), opposite(side)))
				loose &= ~(1u << side);
		}
		if (loose != 0)
			return false;
	}
	return true;
}

bool
armada_hangs(const struct parts *parts, const struct ship *ship)
{
	unsigned	reached = 1, before;
	bool		mine, theirs;
	int		i, j, side;

	do {
		before = reached;
		for (i = 0; i < ship->n_spot; i++)
			for (j = 0; j < ship->n_spot; j++) {
				side = side_towards(&ship->spot[i],
				    &ship->spot[j]);
				if (side == NONE)
					continue;
				mine = has_side(open_sides(parts,
				    &ship->spot[i]), side);
				theirs = has_side(open_sides(parts,
				    &ship->spot[j]), opposite(side));
				if (mine != theirs)
					return false;
				if (mine && (reached >> i & 1) != 0)
					reached |= 1u << j;
			}
	} while (reached != before);
	return reached == (1u << ship->n_spot) - 1;
}

int
armada_ray(const struct table *t, const struct board *board, int at, int dir)
{
	do
		at = armada_step(t, at, dir);
	while (at != NONE && board->on[at].letter == NONE);
	return at;
}

int
armada_move(const struct table *t, const struct ship *ship, int dir,
    struct ship *out)
{
	int	i;

	*out = *ship;
	for (i = 0; i < ship->n_spot; i++) {
		out->spot[i].at = armada_step(t, ship->spot[i].at, dir);
		if (out->spot[i].at == NONE)
			return i;
	}
	return NONE;
}

int
armada_turn(const struct table *t, const struct ship *ship, int pivot,
    bool clockwise, struct ship *out)
{
	int	i, sign = clockwise ? 1 : -1, right, up;

	*out = *ship;
	for (i = 0; i < ship->n_spot; i++) {
		right = column_of(ship->spot[i].at) - column_of(pivot);
		up = row_of(ship->spot[i].at) - row_of(pivot);
		out->spot[i].at = armada_square(t,
		    column_of(pivot) + sign * up,
		    row_of(pivot) - sign * right);
		out->spot[i].facing = (ship->spot[i].facing + N_SIDES +
		    sign) % N_SIDES;
		if (out->spot[i].at == NONE)
			return i;
	}
	return NONE;
}

int
armada_bumps(const struct board *board, const struct ship *ship)
{
	int	i, letter;

	for (i = 0; i < ship->n_spot; i++) {
		letter = board->on[ship->spot[i].at].letter;
		if (letter != NONE && letter != ship->letter)
			return i;
	}
	return NONE;
}
