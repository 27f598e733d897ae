/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Jigsaw Armada: how pieces fit, building, and the energy that it brings
 * (A19 to A32). */

#include "config.h"

#include "base/buf.h"
#include "engines/armada/armada.h"

/* ==== WHAT FITS ========================================================= */

/* The sides of the spot that would make a joint with a ship of its seat. */
static bool
would_join(const struct table *t, const struct board *board, int seat,
    const struct spot *spot, int side)
{
	int			 next = armada_step(t, spot->at, side);
	const struct spot	*there = armada_spot(t, board, next);

	return there != NULL && owner_of(board->on[next].letter) == seat &&
	    has_side(open_sides(parts(t), spot), side) &&
	    has_side(open_sides(parts(t), there), opposite(side));
}

/* Does the side lie against an unlike side of that ship (A24)? */
static bool
would_clash(const struct table *t, const struct board *board, int letter,
    const struct spot *spot, int side)
{
	int			 next = armada_step(t, spot->at, side);
	const struct spot	*there = armada_spot(t, board, next);

	return there != NULL && board->on[next].letter == letter &&
	    has_side(open_sides(parts(t), spot), side) !=
	    has_side(open_sides(parts(t), there), opposite(side));
}

static enum fit
fit_alone(const struct table *t, int seat, const struct spot *spot)
{
	if (!is_kind(t, spot->piece, HUB))
		return JOINS_NOTHING;			/* A20 */
	if (!is_base_row(t, seat, row_of(spot->at)))
		return NOT_IN_BASE;			/* A21 */
	return armada_cubes_left(t) == 0 ? NO_CUBE : FOUNDS;	/* A32 */
}

struct joining
armada_fit(const struct table *t, const struct board *board, int seat,
    const struct spot *spot)
{
	struct joining	j = { .letter = NONE, .side = NONE, .second = NONE };
	int		side, letter;

	if (armada_square(t, column_of(spot->at), row_of(spot->at)) == NONE ||
	    board->on[spot->at].letter != NONE) {
		j.letter = board->on[spot->at].letter;
		j.fit = j.letter == NONE ? OFF_BOARD : TAKEN;
		return j;
	}
	for (side = NORTH; side < N_SIDES; side++) {
		if (!would_join(t, board, seat, spot, side))
			continue;
		letter = board->on[armada_step(t, spot->at, side)].letter;
		if (j.letter == NONE)
			j.letter = letter;		/* A20, A22 */
		else if (j.letter != letter)
			j.second = letter;		/* A23 */
	}
	if (j.letter == NONE) {
		j.fit = fit_alone(t, seat, spot);
		return j;
	}
	for (side = NORTH; side < N_SIDES && j.side == NONE; side++)
		if (would_clash(t, board, j.letter, spot, side))
			j.side = side;			/* A24 */
	j.fit = j.second != NONE ? TWO_SHIPS : j.side != NONE ? CLASHES :
	    JOINS;
	return j;
}

static void
put(struct ship *ship, const struct spot *spot)
{
	ship->spot[ship->n_spot++] = *spot;
}

bool
armada_closes(const struct table *t, int letter, const struct spot *spot)
{
	struct ship	ship = *ship_of(t, letter);

	put(&ship, spot);
	return armada_is_closed(parts(t), &ship);
}

/* ==== MAY IT BE BUILT? ================================================== */

static struct spot
ordered(const struct order *o)
{
	return (struct spot){
		.piece = order_arg(o, BUILD_PIECE, 0),
		.at = order_arg(o, BUILD_AT, 0),
		.facing = order_arg(o, BUILD_FACING, 0) % N_SIDES
	};
}

/* In a check, a piece was drawn that could be any that is face down. */
static bool
may_have_come(const struct table *t, int seat, int piece)
{
	const struct fleet	*f = fleet(t, seat);

	return armada_is_down(t, seat, piece) && f->n_play > 0 &&
	    is_unknown(f->play[f->n_play - 1]);
}

/* The piece comes from the own play pile (A19). */
static enum verdict
may_take(const struct table *t, int seat, int piece, struct why *why)
{
	struct tenant	on;

	if (armada_in_play(t, seat, piece) || may_have_come(t, seat, piece))
		return OK;
	if (armada_is_down(t, seat, piece))
		return never(why, "A19", "%s is still face down",
		    piece_name(piece));
	on = armada_find(t, seat, piece);
	if (on.letter != NONE)
		return never(why, "A19", "%s is already on the board (%s)",
		    piece_name(piece),
		    square_name(ship_of(t, on.letter)->spot[on.n].at));
	return never(why, "A48", "%s went to the box with its ship and is "
	    "out", piece_name(piece));
}

static enum verdict
clash(const struct table *t, const struct board *board,
    const struct spot *spot, int side, struct why *why)
{
	int			 next = armada_step(t, spot->at, side);
	const struct spot	*there = armada_spot(t, board, next);
	bool			 open = has_side(open_sides(parts(t), spot),
				    side);

	return never(why, "A24", "at %s the %s %s side of %s would lie "
	    "against the %s %s side of %s", square_name(spot->at),
	    open ? "open" : "closed", armada_side_names[side],
	    piece_name(spot->piece), open ? "closed" : "open",
	    armada_side_names[opposite(side)], piece_name(there->piece));
}

static enum verdict
may_lie(const struct table *t, int seat, const struct spot *spot,
    struct why *why)
{
	struct board	board;
	struct joining	j;
	const char	*piece = piece_name(spot->piece);
	const char	*at = square_name(spot->at);

	armada_lay(t, &board);
	j = armada_fit(t, &board, seat, spot);
	switch (j.fit) {
	case JOINS:
	case FOUNDS:
		return OK;
	case OFF_BOARD:
		return never(why, "A19", "%s is not on the board", at);
	case TAKEN:
		return never(why, "A19", "%s is taken by ship %s", at,
		    ship_name(j.letter));
	case JOINS_NOTHING:
		return never(why, "A20", "no open side of %s facing %s meets "
		    "an open side of yours at %s", piece,
		    armada_side_names[spot->facing], at);
	case NOT_IN_BASE:
		return never(why, "A21", "no open side of %s meets an open "
		    "side of yours at %s, and a new ship can be founded only "
		    "in your base", piece, at);
	case TWO_SHIPS:
		return never(why, "A23", "on %s %s would combine ships %s "
		    "and %s", at, piece, ship_name(j.letter),
		    ship_name(j.second));
	case CLASHES:
		return clash(t, &board, spot, j.side, why);
	case NO_CUBE:
		return never(why, "A32", "no cube is left to found a ship "
		    "with");
	}
	return OK;
}

enum verdict
armada_may_build(struct table *t, int seat, const struct order *o,
    struct why *why)
{
	struct spot	spot = ordered(o);
	enum verdict	verdict = armada_may_act(t, o, why);

	if (verdict == OK)
		verdict = may_take(t, seat, spot.piece, why);
	if (verdict == OK)
		verdict = may_lie(t, seat, &spot, why);
	if (verdict != OK || armada_in_play(t, seat, spot.piece))
		return verdict;
	return noted(why, "A49", "%s is built if you have it then; it is one "
	    "of %d pieces that may come", piece_name(spot.piece),
	    fleet(t, seat)->n_down);
}

/* ==== BUILDING ========================================================== */

/* Cubes come from the supply as long as it has some (A32). */
static void
charge(struct table *t, int letter, bool closed, int due)
{
	struct ship	*ship = ship_of(t, letter);
	int		 left = armada_cubes_left(t);
	int		 got = due < left ? due : left;

	ship->energy += got;
	table_reveal(t, closed ? "A30" : "A28", EVERYONE, "charged",
	    "ship=%s closed=%s pieces=%d due=%d one=%s got=%d short=%s "
	    "energy=%d", ship_name(letter), yes(closed), ship->n_spot, due,
	    yes(due == 1), got, yes(got < due), ship->energy);
}

/* In a check, the piece may be the one that was drawn unseen. */
static void
take_from_play(struct table *t, int seat, int piece)
{
	struct fleet	*f = fleet(t, seat);

	if (armada_in_play(t, seat, piece)) {
		armada_take(f->play, &f->n_play, piece);
		return;
	}
	armada_take(f->play, &f->n_play, UNKNOWN);
	armada_take(f->face_down, &f->n_down, piece);
}

/* A new ship takes the next letter of its seat (A18). */
static int
found(struct table *t, int seat)
{
	struct navy	*navy = &fleet(t, seat)->ships;
	int		 letter = first_letter(seat) + navy->n_ship;

	navy->ship[navy->n_ship++].letter = letter;
	return letter;
}

static void
give_token(struct table *t, struct spot *spot)
{
	if (!is_kind(t, spot->piece, SHIELD))
		return;
	if (armada_tokens_left(t) > 0)
		spot->hits = parts(t)->shield_hits;	/* A29 */
	else
		table_reveal(t, "A32", EVERYONE, "shielded", "piece=%s",
		    piece_name(spot->piece));
}

void
armada_build(struct table *t, int seat, const struct order *o)
{
	struct spot	spot = ordered(o);
	struct board	board;
	struct joining	j;
	int		letter;

	armada_lay(t, &board);
	j = armada_fit(t, &board, seat, &spot);
	letter = j.fit == FOUNDS ? found(t, seat) : j.letter;
	take_from_play(t, seat, spot.piece);
	table_reveal(t, "A19", EVERYONE, "built",
	    "by=%s piece=%s at=%s facing=%s ship=%s new=%s", name(t, seat),
	    piece_name(spot.piece), square_name(spot.at),
	    armada_side_names[spot.facing], ship_name(letter),
	    yes(j.fit == FOUNDS));
	give_token(t, &spot);
	put(ship_of(t, letter), &spot);
	game(t)->stirred = 1;				/* A54 */
	if (is_kind(t, spot.piece, HUB))
		charge(t, letter, false, parts(t)->hub_energy);
	if (armada_is_closed(parts(t), ship_of(t, letter)))
		charge(t, letter, true, ship_of(t, letter)->n_spot - 1);
	armada_acted(t, seat);
}

void
armada_launch(struct table *t, int seat, int hub)
{
	struct spot	spot = { .piece = hub };
	int		letter = found(t, seat);
	int		second = seat == BLUE ? parts(t)->base_rows - 1 :
			    rows(t) - parts(t)->base_rows;

	spot.at = armada_square(t, columns(t) / 2, second);
	spot.facing = seat == BLUE ? NORTH : SOUTH;
	put(ship_of(t, letter), &spot);
	ship_of(t, letter)->energy = options(t)->starter_energy;
}

/* For the read-back: what comes of the build as things are. */
void
armada_say_build(const struct table *t, int seat, const struct order *o,
    struct buf *out)
{
	struct spot	spot = ordered(o);
	struct board	board;
	struct joining	j;
	int		n;

	if (!table_checks(t))
		return;
	armada_lay(t, &board);
	j = armada_fit(t, &board, seat, &spot);
	if (may_have_come(t, seat, spot.piece))
		buf_puts(out, ", if you have it then");
	if (j.fit == FOUNDS)
		buf_printf(out, "; it founds ship %s",
		    ship_name(last_letter(t, seat) + 1));
	if (j.fit != JOINS)
		return;
	n = ship_of(t, j.letter)->n_spot;
	buf_printf(out, "; it joins ship %s", ship_name(j.letter));
	if (armada_closes(t, j.letter, &spot))
		buf_printf(out, " and closes it off: %d pieces, %d cube%s",
		    n + 1, n, n == 1 ? "" : "s");
}
