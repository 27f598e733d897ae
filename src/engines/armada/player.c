/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Jigsaw Armada: the built-in player. It tries every action on a copy of
 * what its seat knows, by the rules themselves, weighs what comes of it,
 * and takes the best; it fears nothing so much as the enemy in its base.
 */

#include "config.h"

#include <string.h>

#include "engines/armada/armada.h"
#include "table/engine.h"

enum {
	WON = 1000000,
	THREAT = 4000,		/* they could break through in a go */
	CHANCE = 150,		/* we could */
	WAY = 26,		/* a row of our way */
	THEIR_WAY = 14,
	CUBE = 12,
	THEIR_CUBE = 17,
	PIECE = 3,
	AIM = 7,		/* a barrel that points at the enemy */
	DRAW_WORTH = 9,
	PASS_WORTH = -25,
	WHIM = 9
};

struct mind {
	struct table	 table;		/* its copy of the game */
	struct chance	*chance;
	int		 seat;
	struct fleet	 kept[2];	/* the copy before an action */
	int		 best;
	struct script	 choice;	/* the best action so far */
};

static int
any(struct mind *m, int n)
{
	return (int)m->chance->below(m->chance, (uint32_t)n);
}

/* ==== WHAT A POSITION IS WORTH ========================================== */

static bool
is_through(const struct table *t, const struct ship *ship)
{
	int	i, enemy = other(owner_of(ship->letter));

	for (i = 0; i < ship->n_spot; i++)
		if (is_base_row(t, enemy, row_of(ship->spot[i].at)))
			return true;
	return false;
}

/* Could the ship get into the enemy base in so many actions? */
static bool
can_reach(const struct table *t, const struct board *board,
    const struct ship *ship, int actions)
{
	int		ahead = owner_of(ship->letter) == BLUE ? NORTH : SOUTH;
	struct ship	after;
	int		i, turn;

	if (is_through(t, ship) || actions == 0)
		return is_through(t, ship);
	if (armada_move(t, ship, ahead, &after) == NONE &&
	    armada_bumps(board, &after) == NONE &&
	    can_reach(t, board, &after, actions - 1))
		return true;
	for (i = 0; i < ship->n_spot && ship->n_spot > 1; i++)
		for (turn = 0; turn < 2 &&
		    is_kind(t, ship->spot[i].piece, HUB); turn++)
			if (armada_turn(t, ship, ship->spot[i].at, turn == 0,
			    &after) == NONE &&
			    armada_bumps(board, &after) == NONE &&
			    can_reach(t, board, &after, actions - 1))
				return true;
	return false;
}

/* Could the seat break through in a go? Ships that are too far off for
 * their length are not tried. */
static bool
is_near(const struct table *t, const struct board *board, int seat)
{
	const struct ship	*ship;
	int			 letter, i, row;
	bool			 near;

	for (letter = first_letter(seat); letter <= last_letter(t, seat);
	    letter++) {
		ship = ship_of(t, letter);
		for (i = 0, near = false; i < ship->n_spot; i++) {
			row = row_of(ship->spot[i].at);
			if (seat == RED)
				row = rows(t) - 1 - row;
			near |= row + 3 + 2 * ship->n_spot >= rows(t);
		}
		if (near && can_reach(t, board, ship, ACTIONS))
			return true;
	}
	return false;
}

/* Barrels of the seat that point at the enemy, without a token to spare. */
static int
aims(const struct table *t, const struct board *board, int seat)
{
	const struct ship	*ship;
	const struct spot	*spot;
	int			 letter, side, at, n = 0;
	unsigned		 mask;

	for (letter = first_letter(seat); letter <= last_letter(t, seat);
	    letter++) {
		ship = ship_of(t, letter);
		for (spot = ship->spot; spot < ship->spot + ship->n_spot;
		    spot++) {
			mask = barrels(parts(t), spot);
			for (side = NORTH; side < N_SIDES; side++) {
				if (!has_side(mask, side))
					continue;
				at = armada_ray(t, board, spot->at, side);
				n += at != NONE &&
				    owner_of(board->on[at].letter) != seat;
			}
		}
	}
	return n;
}

static int
pieces(const struct table *t, int seat)
{
	int	letter, n = 0;

	for (letter = first_letter(seat); letter <= last_letter(t, seat);
	    letter++)
		n += ship_of(t, letter)->n_spot;
	return n;
}

static int
worth(const struct table *t, int seat)
{
	const struct armada	*g = game(t);
	struct board		 board;
	int			 sum = 0;

	if (is_over(t))
		return g->winner == seat ? WON : g->winner == NONE ? 0 : -WON;
	armada_lay(t, &board);
	if (is_near(t, &board, other(seat)))
		sum -= THREAT;
	if (is_near(t, &board, seat))
		sum += CHANCE;
	sum -= WAY * armada_way(t, seat);
	sum += THEIR_WAY * armada_way(t, other(seat));
	sum += CUBE * armada_energy(t, seat);
	sum -= THEIR_CUBE * armada_energy(t, other(seat));
	sum += PIECE * pieces(t, seat);
	sum += AIM * (aims(t, &board, seat) - aims(t, &board, other(seat)));
	return sum;
}

/* ==== TRYING ============================================================ */

/* Carry out the order of a script if it can be. */
static bool
carry(struct mind *m, const struct script *script)
{
	const struct verb	*verb;
	struct order		 o;
	struct why		 why;

	script_first(script, m->table.engine->verbs, &o);
	verb = order_verb(&o);
	if (verb->may(&m->table, m->seat, &o, &why) != OK)
		return false;
	verb->carry(&m->table, m->seat, &o);
	return true;
}

/* Weigh an action, and put everything back. */
static void
try(struct mind *m, int verb, int first, int second, int third)
{
	struct armada	*g = game(&m->table);
	int32_t		 actions = g->actions, stirred = g->stirred;
	int		 args[] = { first, second, third }, i, value;
	struct script	 one;
	struct step	*step;

	script_clear(&one);
	step = script_add(&one, verb);
	for (i = 0; i < 3; i++)
		if (args[i] != NONE)
			step->arg[i] = (int16_t)args[i];
	memcpy(m->kept, g->seat, sizeof(m->kept));
	if (!carry(m, &one))
		return;
	value = verb == DO_DRAW ? DRAW_WORTH : verb == DO_PASS ? PASS_WORTH :
	    0;
	value += worth(&m->table, m->seat) + any(m, WHIM);
	memcpy(g->seat, m->kept, sizeof(m->kept));
	g->actions = actions;
	g->stirred = stirred;
	g->ending = RUNNING;
	g->winner = NONE;
	if (m->choice.n_step > 0 && value <= m->best)
		return;
	m->best = value;
	m->choice = one;
}

/* Mark the squares at which something could join a ship of the seat. */
static void
mark_open_squares(const struct table *t, const struct board *board, int seat,
    bool marks[SQUARES])
{
	const struct ship	*ship;
	const struct spot	*spot;
	int			 letter, side, at;

	for (letter = first_letter(seat); letter <= last_letter(t, seat);
	    letter++) {
		ship = ship_of(t, letter);
		for (spot = ship->spot; spot < ship->spot + ship->n_spot;
		    spot++)
			for (side = NORTH; side < N_SIDES; side++) {
				at = armada_step(t, spot->at, side);
				if (at != NONE && has_side(open_sides(
				    parts(t), spot), side) &&
				    board->on[at].letter == NONE)
					marks[at] = true;
			}
	}
}

static void
try_piece(struct mind *m, const struct board *board,
    const bool marks[SQUARES], int piece)
{
	const struct table	*t = &m->table;
	struct spot		 spot = { .piece = piece };
	struct joining		 j;

	for (spot.at = 0; spot.at < SQUARES; spot.at++) {
		if (!marks[spot.at])
			continue;
		for (spot.facing = 0; spot.facing < N_SIDES; spot.facing++) {
			j = armada_fit(t, board, m->seat, &spot);
			if (j.fit == JOINS)
				try(m, DO_BUILD, piece, spot.at, spot.facing);
		}
	}
	if (!is_kind(t, piece, HUB))
		return;
	spot.at = armada_square(t, any(m, columns(t)), m->seat == BLUE ?
	    any(m, parts(t)->base_rows) :
	    rows(t) - 1 - any(m, parts(t)->base_rows));
	spot.facing = any(m, N_SIDES);
	if (armada_fit(t, board, m->seat, &spot).fit == FOUNDS)
		try(m, DO_BUILD, piece, spot.at, spot.facing);
}

static void
try_builds(struct mind *m, const struct board *board)
{
	const struct fleet	*f = fleet(&m->table, m->seat);
	bool			 marks[SQUARES] = { false };
	int			 i;

	mark_open_squares(&m->table, board, m->seat, marks);
	for (i = 0; i < f->n_play; i++)
		if (!is_unknown(f->play[i]))
			try_piece(m, board, marks, f->play[i]);
}

/* Turn around the piece, fire it, bash with it: whatever it can. */
static void
try_spot(struct mind *m, const struct board *board, const struct spot *spot)
{
	int	touched[N_SIDES], i, n, piece = spot->piece;

	n = armada_contacts(&m->table, board, spot->at, m->seat, touched);
	for (i = 0; i < n; i++)
		try(m, DO_BASH, piece, touched[i], NONE);
	for (i = 0; i < 2 && is_kind(&m->table, piece, HUB); i++)
		try(m, DO_ROTATE, piece, i, NONE);
	for (i = 0; i < N_SIDES; i++)
		if (has_side(barrels(parts(&m->table), spot), i))
			try(m, DO_SHOOT, piece, i, NONE);
}

static void
try_ships(struct mind *m, const struct board *board)
{
	const struct table	*t = &m->table;
	struct ship		 ship;
	int			 letter, i;

	for (letter = first_letter(m->seat);
	    letter <= last_letter(t, m->seat); letter++) {
		ship = *ship_of(t, letter);
		for (i = 0; i < N_SIDES && ship.n_spot > 0; i++)
			try(m, DO_MOVE, letter, i, NONE);
		for (i = 0; i < ship.n_spot; i++)
			try_spot(m, board, &ship.spot[i]);
	}
}

/* Choose an action, carry it out on the copy, and append it to out. */
static int
act(struct mind *m, struct script *out)
{
	struct board	board;
	struct order	o;

	script_clear(&m->choice);
	armada_lay(&m->table, &board);
	try(m, DO_PASS, NONE, NONE, NONE);
	try_ships(m, &board);
	try_builds(m, &board);
	if (fleet(&m->table, m->seat)->n_draw > 0)
		try(m, DO_DRAW, NONE, NONE, NONE);
	carry(m, &m->choice);
	script_first(&m->choice, m->table.engine->verbs, &o);
	script_append(out, &o);
	return o.step->verb;
}

void
armada_suggest(const struct table *known, int seat, int decision,
    struct chance *chance, struct script *out)
{
	struct armada	copy = *game(known);
	struct mind	m = { .table = *known, .chance = chance,
			    .seat = seat };

	(void)decision;
	m.table.state = &copy;
	while (copy.actions > 0 && !is_over(&m.table))
		if (act(&m, out) == DO_DRAW && copy.actions == 1 &&
		    armada_asked_for(&m.table) == ACTIONS) {
			script_add(out, DO_WAIT);
			return;
		}
}
