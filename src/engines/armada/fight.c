/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Jigsaw Armada: shots, bashes and damage (A37 to A48). */

#include "config.h"

#include <string.h>

#include "base/buf.h"
#include "engines/armada/armada.h"

/* ==== DAMAGE ============================================================ */

static bool
has_token(const struct spot *spot)
{
	return spot->hits > 0;
}

/* A token takes a hit; the last one sends it back to the supply (A46). */
static void
hit_token(struct table *t, struct tenant on)
{
	struct spot	*spot = &ship_of(t, on.letter)->spot[on.n];

	spot->hits--;
	game(t)->stirred = 1;				/* A54 */
	table_reveal(t, "A46", EVERYONE, "token",
	    "seat=%s piece=%s at=%s left=%d", name(t, owner_of(on.letter)),
	    piece_name(spot->piece), square_name(spot->at), spot->hits);
}

/* A cube goes back to the supply (A47). */
static void
drain(struct table *t, int letter)
{
	struct ship	*ship = ship_of(t, letter);

	ship->energy--;
	game(t)->stirred = 1;				/* A54 */
	table_reveal(t, "A47", EVERYONE, "drained", "ship=%s energy=%d",
	    ship_name(letter), ship->energy);
}

/* All pieces of a ship without energy go to the box (A48). */
static void
sink_if_drained(struct table *t, int letter)
{
	struct ship	*ship = ship_of(t, letter);
	const char	*names[N_PIECES + 1];
	struct buf	 pieces;
	int		 i, tokens = 0;

	if (ship->energy > 0)
		return;
	for (i = 0; i < ship->n_spot; i++) {
		names[i] = piece_name(ship->spot[i].piece);
		tokens += has_token(&ship->spot[i]);
	}
	names[i] = NULL;
	buf_init(&pieces, t->events->arena);
	text_join(&pieces, names, "and");
	table_reveal(t, "A48", EVERYONE, "destroyed",
	    "ship=%s pieces=%s one=%s tokens=%d", ship_name(letter),
	    pieces.data, yes(ship->n_spot == 1), tokens);
	memset(ship->spot, 0, sizeof(ship->spot));
	ship->n_spot = 0;
}

/* ==== SHOOT ============================================================= */

/* Name the barrels of a gun as it lies: "s and w". */
static void
name_barrels(struct buf *out, unsigned mask)
{
	const char	*names[N_SIDES + 1];
	int		 side, n = 0;

	for (side = NORTH; side < N_SIDES; side++)
		if (has_side(mask, side))
			names[n++] = armada_side_names[side];
	names[n] = NULL;
	text_join(out, names, "and");
}

/* Where the order fires to; NONE when it does not say and must. */
static int
fires_to(const struct order *o, unsigned mask)
{
	int	side;

	if (order_has(o, SHOOT_DIR))
		return order_arg(o, SHOOT_DIR, 0) % N_SIDES;
	for (side = NORTH; side < N_SIDES; side++)
		if (mask == 1u << side)
			return side;
	return NONE;
}

static bool
is_friendly(const struct order *o)
{
	return order_arg(o, SHOOT_FRIENDLY, 0) % 2 == 1;
}

static enum verdict
may_fire(const struct table *t, const struct order *o,
    const struct spot *gun, struct why *why)
{
	unsigned	mask = barrels(parts(t), gun);
	int		dir = fires_to(o, mask);
	struct buf	names;

	if (dir != NONE && has_side(mask, dir))
		return OK;
	buf_init(&names, t->events->arena);
	name_barrels(&names, mask);
	if (dir == NONE)
		return never(why, "A37", "%s has barrels %s: say which with "
		    "'dir:'", piece_name(gun->piece), names.data);
	return never(why, "A37", "%s has no barrel to the %s; it has %s",
	    piece_name(gun->piece), armada_side_names[dir], names.data);
}

/* The square that the order's shot hits, or NONE. */
static int
target(const struct table *t, const struct board *board,
    const struct order *o, const struct spot *gun)
{
	return armada_ray(t, board, gun->at,
	    fires_to(o, barrels(parts(t), gun)));
}

enum verdict
armada_may_shoot(struct table *t, int seat, const struct order *o,
    struct why *why)
{
	int			 piece = order_arg(o, SHOOT_GUN, 0), at;
	const struct spot	*gun;
	struct board		 board;
	struct tenant		 on;
	enum verdict		 verdict = armada_may_act(t, o, why);

	if (verdict != OK)
		return verdict;
	if (!is_kind(t, piece, GUN))
		return never(why, "A37", "%s is no gun", piece_name(piece));
	verdict = armada_may_use(t, seat, piece, &on, why);
	if (verdict != OK)
		return verdict;
	gun = &ship_of(t, on.letter)->spot[on.n];
	verdict = may_fire(t, o, gun, why);
	if (verdict != OK)
		return verdict;
	armada_lay(t, &board);
	at = target(t, &board, o, gun);
	if (at == NONE || is_friendly(o) ||
	    owner_of(board.on[at].letter) != seat)
		return OK;				/* A39 */
	return never(why, "A38", "this shot hits your own %s on %s; if you "
	    "mean it, add 'friendly: yes'",
	    piece_name(armada_spot(t, &board, at)->piece), square_name(at));
}

void
armada_shoot(struct table *t, int seat, const struct order *o)
{
	struct tenant		 on = armada_find(t, seat,
				    order_arg(o, SHOOT_GUN, 0));
	const struct spot	*gun = &ship_of(t, on.letter)->spot[on.n];
	const struct spot	*hit;
	struct board		 board;
	int			 at, letter;

	armada_lay(t, &board);
	at = target(t, &board, o, gun);
	hit = armada_spot(t, &board, at);
	letter = hit != NULL ? board.on[at].letter : NONE;
	table_reveal(t, "A37", EVERYONE, "shot",
	    "by=%s gun=%s from=%s dir=%s hit=%s seat=%s piece=%s ship=%s",
	    name(t, seat), piece_name(gun->piece), square_name(gun->at),
	    side_word(fires_to(o, barrels(parts(t), gun))),
	    hit != NULL ? square_name(at) : "no",
	    hit != NULL ? name(t, owner_of(letter)) : "nobody",
	    hit != NULL ? piece_name(hit->piece) : "none", ship_name(letter));
	if (hit != NULL && has_token(hit))
		hit_token(t, board.on[at]);		/* A45 */
	else if (hit != NULL) {
		drain(t, letter);
		sink_if_drained(t, letter);
	}
	armada_acted(t, seat);
}

/* For the read-back: what the shot hits as things are. */
void
armada_say_shot(const struct table *t, int seat, const struct order *o,
    struct buf *out)
{
	struct tenant		 on = armada_find(t, seat,
				    order_arg(o, SHOOT_GUN, 0));
	const struct spot	*gun, *hit;
	struct board		 board;
	int			 at;

	if (!table_checks(t) || on.letter == NONE)
		return;
	gun = &ship_of(t, on.letter)->spot[on.n];
	if (fires_to(o, barrels(parts(t), gun)) == NONE)
		return;
	armada_lay(t, &board);
	at = target(t, &board, o, gun);
	hit = armada_spot(t, &board, at);
	if (hit == NULL)
		buf_puts(out, "; it hits nothing");
	else
		buf_printf(out, "; it hits %s's %s on %s",
		    name(t, owner_of(board.on[at].letter)),
		    piece_name(hit->piece), square_name(at));
}

/* ==== BASH ============================================================== */

int
armada_contacts(const struct table *t, const struct board *board, int at,
    int seat, int out[N_SIDES])
{
	int	side, next, n = 0;

	for (side = NORTH; side < N_SIDES; side++) {
		next = armada_step(t, at, side);
		if (next != NONE && board->on[next].letter != NONE &&
		    owner_of(board->on[next].letter) != seat)
			out[n++] = next;
	}
	return n;
}

/* The square struck: the one named, or the only one touched; else NONE. */
static int
struck(const struct order *o, const int *touched, int n)
{
	int	i;

	if (!order_has(o, BASH_AGAINST))
		return n == 1 ? touched[0] : NONE;
	for (i = 0; i < n; i++)
		if (touched[i] == order_arg(o, BASH_AGAINST, NONE))
			return touched[i];
	return NONE;
}

static enum verdict
may_strike(const struct table *t, const struct order *o,
    const char *section, const int *touched, int n, struct why *why)
{
	const char	*names[N_SIDES + 1];
	struct buf	 all;
	int		 i;

	if (struck(o, touched, n) != NONE)
		return OK;
	if (n == 0)
		return never(why, "A41", "%s touches no enemy piece",
		    section);
	if (order_has(o, BASH_AGAINST))
		return never(why, "A41", "%s does not touch an enemy piece "
		    "on %s", section,
		    square_name(order_arg(o, BASH_AGAINST, NONE)));
	for (i = 0; i < n; i++)
		names[i] = square_name(touched[i]);
	names[n] = NULL;
	buf_init(&all, t->events->arena);
	text_join(&all, names, "and");
	return never(why, "A41", "%s touches %s: say 'against:'", section,
	    all.data);
}

enum verdict
armada_may_bash(struct table *t, int seat, const struct order *o,
    struct why *why)
{
	int		section = order_arg(o, BASH_SECTION, 0);
	int		touched[N_SIDES], n;
	struct board	board;
	struct tenant	on;
	enum verdict	verdict = armada_may_act(t, o, why);

	if (verdict == OK)
		verdict = armada_may_use(t, seat, section, &on, why);
	if (verdict != OK)
		return verdict;
	armada_lay(t, &board);
	n = armada_contacts(t, &board,
	    ship_of(t, on.letter)->spot[on.n].at, seat, touched);
	return may_strike(t, o, piece_name(section), touched, n, why);
}

/* Does the piece touch that ship? */
static bool
touches(const struct table *t, const struct board *board, int at, int letter)
{
	int	side, next;

	for (side = NORTH; side < N_SIDES; side++) {
		next = armada_step(t, at, side);
		if (next != NONE && board->on[next].letter == letter)
			return true;
	}
	return false;
}

/* Is every piece of the bashed ship that touches the other one a shield
 * with a token (A43)? */
static bool
is_shielded(const struct table *t, const struct board *board, int bashed,
    int by)
{
	const struct ship	*ship = ship_of(t, bashed);
	int			 i;

	for (i = 0; i < ship->n_spot; i++)
		if (touches(t, board, ship->spot[i].at, by) &&
		    !has_token(&ship->spot[i]))
			return false;
	return true;
}

static struct tenant
find_struck(const struct table *t, const struct board *board, int seat,
    const struct order *o, struct tenant section)
{
	int	touched[N_SIDES], n, at;

	n = armada_contacts(t, board,
	    ship_of(t, section.letter)->spot[section.n].at, seat, touched);
	at = struck(o, touched, n);
	return at == NONE ? (struct tenant){ NONE, NONE } : board->on[at];
}

static void
damage(struct table *t, struct tenant on, bool token)
{
	if (token)
		hit_token(t, on);
	else
		drain(t, on.letter);
}

/* Both damages are worked out first, then applied (A44). */
void
armada_bash(struct table *t, int seat, const struct order *o)
{
	struct tenant		 own = armada_find(t, seat,
				    order_arg(o, BASH_SECTION, 0)), them;
	const struct spot	*section, *hit;
	struct board		 board;
	bool			 our_token, their_token;

	armada_lay(t, &board);
	them = find_struck(t, &board, seat, o, own);
	section = &ship_of(t, own.letter)->spot[own.n];
	hit = &ship_of(t, them.letter)->spot[them.n];
	our_token = has_token(section);			/* A42 */
	their_token = is_shielded(t, &board, them.letter, own.letter);
	table_reveal(t, "A41", EVERYONE, "bashed",
	    "by=%s ship=%s section=%s from=%s other=%s piece=%s at=%s",
	    name(t, seat), ship_name(own.letter), piece_name(section->piece),
	    square_name(section->at), ship_name(them.letter),
	    piece_name(hit->piece), square_name(hit->at));
	damage(t, own, our_token);
	damage(t, them, their_token);
	sink_if_drained(t, own.letter);
	sink_if_drained(t, them.letter);
	armada_acted(t, seat);
}

/* For the read-back: what is struck as things are. */
void
armada_say_bash(const struct table *t, int seat, const struct order *o,
    struct buf *out)
{
	struct tenant		 own = armada_find(t, seat,
				    order_arg(o, BASH_SECTION, 0)), them;
	const struct spot	*hit;
	struct board		 board;

	if (!table_checks(t) || own.letter == NONE)
		return;
	armada_lay(t, &board);
	them = find_struck(t, &board, seat, o, own);
	if (them.letter == NONE)
		return;
	hit = &ship_of(t, them.letter)->spot[them.n];
	buf_printf(out, "; ship %s bashes ship %s, %s on %s",
	    ship_name(own.letter), ship_name(them.letter),
	    piece_name(hit->piece), square_name(hit->at));
}
