/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Jigsaw Armada: the built-in player. It tries every action on a copy of
 * what its seat knows, by the rules themselves, weighs what comes of it,
 * looks at what could follow the best of them, and takes the best pair. It
 * fears nothing so much as the enemy in its base.
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
	DRAW_WORTH = 15,	/* with nothing to build */
	DRAW_LESS = 3,		/* for each piece that could be built */
	PASS_WORTH = -25,
	WHIM = 9,
	TRIES = 256,		/* actions weighed at once */
	LOOKED_INTO = 8		/* of them, for what could follow */
};

struct action {
	int	verb;
	int	arg[3];		/* NONE: not given */
	int	value;
};

struct mind {
	struct table	 table;		/* its copy of the game */
	struct chance	*chance;
	int		 seat;
	int		 n_actions;
	struct action	 action[TRIES];
};

/* What an action can change. */
struct keep {
	struct fleet	seat[2];
	int32_t		actions;
	int32_t		stirred;
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

static void
write_action(const struct action *action, struct script *out)
{
	struct step	*step = script_add(out, action->verb);
	int		 i;

	for (i = 0; i < 3; i++)
		if (action->arg[i] != NONE)
			step->arg[i] = (int16_t)action->arg[i];
}

/* Carry an action out on the copy, if it can be. */
static bool
carry(struct mind *m, const struct action *action)
{
	const struct verb	*verb;
	struct script		 one;
	struct order		 o;
	struct why		 why;

	script_clear(&one);
	write_action(action, &one);
	script_first(&one, m->table.engine->verbs, &o);
	verb = order_verb(&o);
	if (verb->may(&m->table, m->seat, &o, &why) != OK)
		return false;
	verb->carry(&m->table, m->seat, &o);
	return true;
}

static void
keep(const struct mind *m, struct keep *out)
{
	const struct armada	*g = game(&m->table);

	memcpy(out->seat, g->seat, sizeof(out->seat));
	out->actions = g->actions;
	out->stirred = g->stirred;
}

static void
put_back(struct mind *m, const struct keep *kept)
{
	struct armada	*g = game(&m->table);

	memcpy(g->seat, kept->seat, sizeof(kept->seat));
	g->actions = kept->actions;
	g->stirred = kept->stirred;
	g->ending = RUNNING;
	g->winner = NONE;
}

/* What an action is worth beyond the position that it leads to. */
static int
worth_of(const struct mind *m, int verb)
{
	if (verb == DO_PASS)
		return PASS_WORTH;
	return verb == DO_DRAW ? DRAW_WORTH - DRAW_LESS *
	    fleet(&m->table, m->seat)->n_play : 0;
}

/* Weigh an action, and put everything back. */
static void
try(struct mind *m, int verb, int first, int second, int third)
{
	struct action	action = { verb, { first, second, third }, 0 };
	struct keep	kept;

	if (m->n_actions == TRIES)
		return;
	keep(m, &kept);
	action.value = worth_of(m, verb) + any(m, WHIM);
	if (!carry(m, &action))
		return;
	action.value += worth(&m->table, m->seat);
	put_back(m, &kept);
	m->action[m->n_actions++] = action;
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

static void
try_all(struct mind *m)
{
	struct board	board;

	m->n_actions = 0;
	armada_lay(&m->table, &board);
	try(m, DO_PASS, NONE, NONE, NONE);
	if (fleet(&m->table, m->seat)->n_draw > 0)
		try(m, DO_DRAW, NONE, NONE, NONE);
	try_ships(m, &board);
	try_builds(m, &board);
}

/* Take the best action out of those tried. */
static struct action
take_best(struct mind *m)
{
	struct action	best;
	int		i, at = 0;

	for (i = 1; i < m->n_actions; i++)
		if (m->action[i].value > m->action[at].value)
			at = i;
	best = m->action[at];
	m->action[at] = m->action[--m->n_actions];
	return best;
}

/* What the action is worth with the best that can follow it. */
static int
look_into(struct mind *m, const struct action *action)
{
	struct keep	kept;
	int		value = worth_of(m, action->verb);

	keep(m, &kept);
	carry(m, action);
	if (is_over(&m->table))
		value = action->value;
	else {
		try_all(m);
		value += take_best(m).value;
	}
	put_back(m, &kept);
	return value;
}

/* Choose an action: by itself if it is the last, else by what follows. */
static struct action
choose(struct mind *m)
{
	struct action	some[LOOKED_INTO], best;
	int		i, n, value, most = -2 * WON;

	try_all(m);
	for (n = 0; n < LOOKED_INTO && m->n_actions > 0; n++)
		some[n] = take_best(m);
	best = some[0];
	for (i = 0; i < n && game(&m->table)->actions > 1; i++) {
		value = look_into(m, &some[i]);
		if (value > most) {
			most = value;
			best = some[i];
		}
	}
	return best;
}

void
armada_suggest(const struct table *known, int seat, int decision,
    struct chance *chance, struct script *out)
{
	struct armada	copy = *game(known);
	struct mind	m = { .table = *known, .chance = chance,
			    .seat = seat };
	struct action	action;

	(void)decision;
	m.table.state = &copy;
	while (copy.actions > 0 && !is_over(&m.table)) {
		action = choose(&m);
		carry(&m, &action);
		write_action(&action, out);
		if (action.verb == DO_DRAW && copy.actions == 1 &&
		    armada_asked_for(&m.table) == ACTIONS) {
			script_add(out, DO_WAIT);
			return;
		}
	}
}
