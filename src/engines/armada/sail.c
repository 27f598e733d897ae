/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Jigsaw Armada: moving and turning whole ships (A33 to A36). */

#include "config.h"

#include "base/buf.h"
#include "engines/armada/armada.h"

/* ==== MOVE ============================================================== */

/* May the ship end like this, which leaves the board at that spot? */
static enum verdict
may_end(const struct table *t, const struct ship *ship,
    const struct ship *after, int leaves, const char *rule, struct why *why)
{
	struct board	board;
	int		bumps;

	if (leaves != NONE)
		return never(why, rule, "ship %s has no room: %s would leave "
		    "the board", ship_name(ship->letter),
		    piece_name(ship->spot[leaves].piece));
	armada_lay(t, &board);
	bumps = armada_bumps(&board, after);
	if (bumps == NONE)
		return OK;
	return never(why, rule, "ship %s has no room: %s would end on %s, "
	    "taken by ship %s", ship_name(ship->letter),
	    piece_name(after->spot[bumps].piece),
	    square_name(after->spot[bumps].at),
	    ship_name(board.on[after->spot[bumps].at].letter));
}

enum verdict
armada_may_move(struct table *t, int seat, const struct order *o,
    struct why *why)
{
	int		letter = order_arg(o, MOVE_SHIP, 0), leaves;
	struct ship	after;
	enum verdict	verdict = armada_may_act(t, o, why);

	if (verdict != OK)
		return verdict;
	if (owner_of(letter) != seat || !is_afloat(t, letter))
		return never(why, "A33", "you have no ship %s",
		    ship_name(letter));
	leaves = armada_move(t, ship_of(t, letter),
	    order_arg(o, MOVE_DIR, 0) % N_SIDES, &after);
	return may_end(t, ship_of(t, letter), &after, leaves, "A34", why);
}

void
armada_move_ship(struct table *t, int seat, const struct order *o)
{
	int		letter = order_arg(o, MOVE_SHIP, 0);
	int		dir = order_arg(o, MOVE_DIR, 0) % N_SIDES;
	struct ship	after;

	armada_move(t, ship_of(t, letter), dir, &after);
	*ship_of(t, letter) = after;
	table_reveal(t, "A33", EVERYONE, "moved", "by=%s ship=%s dir=%s",
	    name(t, seat), ship_name(letter), side_word(dir));
	armada_acted(t, seat);
}

/* ==== ROTATE ============================================================ */

static bool
is_clockwise(const struct order *o)
{
	return order_arg(o, ROTATE_DIR, 0) == 0;
}

enum verdict
armada_may_rotate(struct table *t, int seat, const struct order *o,
    struct why *why)
{
	int			 hub = order_arg(o, ROTATE_HUB, 0), leaves;
	const struct ship	*ship;
	struct ship		 after;
	struct tenant		 on;
	enum verdict		 verdict = armada_may_act(t, o, why);

	if (verdict != OK)
		return verdict;
	if (!is_kind(t, hub, HUB))
		return never(why, "A35", "%s is no hub; a ship turns around "
		    "one of its hubs", piece_name(hub));
	verdict = armada_may_use(t, seat, hub, &on, why);
	if (verdict != OK)
		return verdict;
	ship = ship_of(t, on.letter);
	leaves = armada_turn(t, ship, ship->spot[on.n].at, is_clockwise(o),
	    &after);
	return may_end(t, ship, &after, leaves, "A36", why);
}

void
armada_rotate_ship(struct table *t, int seat, const struct order *o)
{
	int		 hub = order_arg(o, ROTATE_HUB, 0);
	struct tenant	 on = armada_find(t, seat, hub);
	struct ship	*ship = ship_of(t, on.letter), after;
	int		 at = ship->spot[on.n].at;

	armada_turn(t, ship, at, is_clockwise(o), &after);
	*ship = after;
	table_reveal(t, "A35", EVERYONE, "rotated",
	    "by=%s ship=%s hub=%s at=%s dir=%s", name(t, seat),
	    ship_name(on.letter), piece_name(hub), square_name(at),
	    is_clockwise(o) ? "clockwise" : "counterclockwise");
	armada_acted(t, seat);
}

/* For the read-back: which ship it is. */
void
armada_say_rotate(const struct table *t, int seat, const struct order *o,
    struct buf *out)
{
	struct tenant	on = armada_find(t, seat,
			    order_arg(o, ROTATE_HUB, 0));

	if (table_checks(t) && on.letter != NONE)
		buf_printf(out, " on %s: ship %s",
		    square_name(ship_of(t, on.letter)->spot[on.n].at),
		    ship_name(on.letter));
}
