/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Jigsaw Armada: its words, the field tables of its components and its
 * state, and the notation of ships. */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/text.h"
#include "data/node.h"
#include "data/schema.h"
#include "engines/armada/armada.h"

/* ==== WORDS ============================================================= */

const char *const armada_piece_names[] = {
	"hub1", "hub2", "hub3", "hub4", "hub5",
	"gun1", "gun2", "gun3", "gun4", "gun5", "gun6",
	"shield1", "shield2", "shield3", "shield4", NULL
};

#define ROW(n)	"a" n, "b" n, "c" n, "d" n, "e" n, "f" n, "g" n, "h" n,	\
	"i" n, "j" n, "k" n

const char *const armada_square_names[] = {
	ROW("1"), ROW("2"), ROW("3"), ROW("4"), ROW("5"), ROW("6"), ROW("7"),
	ROW("8"), ROW("9"), ROW("10"), ROW("11"), ROW("12"), ROW("13"),
	ROW("14"), ROW("15"), NULL
};

const char *const armada_ship_names[] = {
	"B", "C", "D", "E", "F", "R", "S", "T", "U", "V", NULL
};

const char *const armada_side_names[] = {
	"n", "e", "s", "w", "north", "east", "south", "west", NULL
};

const char *const armada_turn_names[] = { "cw", "ccw", NULL };

const char *const armada_ending_names[] = {
	"running", "breakthrough", "annihilation", "stall", "limit",
	"resigned", NULL
};

static const char *const kind_names[] = { "hub", "gun", "shield", NULL };

/* ==== COMPONENTS ======================================================== */

static bool
sides_are_sound(const void *self, const struct env *env)
{
	const struct piece	*piece = self;

	(void)env;
	return strlen(piece->sides) == N_SIDES &&
	    strspn(piece->sides, "oc") == N_SIDES &&
	    (printed_open(piece) & printed_barrels(piece)) == 0 &&
	    printed_open(piece) != 0;
}

static bool
kind_is_sound(const void *self, const struct env *env)
{
	const struct piece	*piece = self;

	(void)env;
	return (piece->kind == GUN) == (piece->n_barrel > 0) &&
	    (piece->kind == HUB) == (piece->slots > 0);
}

static const struct field piece_fields[] = {
	FIELD_NAMED(struct piece, kind, kind_names),
	FIELD(struct piece, sides),
	FIELD_LIST(struct piece, barrels, n_barrel,
	    .names = armada_side_names),
	FIELD(struct piece, slots, .max = 3),
	FIELD_FLAG(struct piece, logo),
	FIELD_CHECK("four sides, one open, barrels on closed ones",
	    sides_are_sound),
	FIELD_CHECK("guns have barrels, hubs slots", kind_is_sound),
	{ 0 }
};
static const struct schema piece_schema = SCHEMA(struct piece, piece_fields);

static bool
logos_are_sound(const void *self, const struct env *env)
{
	const struct piece	*pieces = ((const struct parts *)self)->pieces;
	int			 i, n = 0, hubs = 0;

	(void)env;
	for (i = 0; i < N_PIECES; i++) {
		n += pieces[i].logo;
		hubs += pieces[i].logo && pieces[i].kind == HUB;
	}
	return n == 2 && hubs == 1;
}

static bool
hubs_are_sound(const void *self, const struct env *env)
{
	const struct piece	*pieces = ((const struct parts *)self)->pieces;
	int			 i, n = 0;

	(void)env;
	for (i = 0; i < N_PIECES; i++)
		n += pieces[i].kind == HUB;
	return n <= SHIPS_MAX;
}

static const struct field parts_fields[] = {
	FIELD(struct parts, base_rows, .min = 1, .max = 4),
	FIELD(struct parts, hub_energy, .min = 1, .max = 9),
	FIELD(struct parts, shield_hits, .min = 1, .max = 2),
	FIELD_KEYED(struct parts, pieces, &piece_schema, armada_piece_names),
	FIELD_CHECK("two logos, one on a hub", logos_are_sound),
	FIELD_CHECK("a letter for every hub", hubs_are_sound),
	{ 0 }
};
const struct schema armada_components = SCHEMA(struct parts, parts_fields);

static const char *const first_names[] = { "random", "blue", "red", NULL };
static const char *const column_names[] = { "7", "9", "11", NULL };
static const char *const resigned_names[] = { "retire", "standby", NULL };

static const struct field options_fields[] = {
	FIELD_NAMED(struct options, first, first_names),
	FIELD_NAMED(struct options, columns, column_names, .preset = 1),
	FIELD(struct options, rows, .min = 9, .max = 15, .preset = 13),
	FIELD(struct options, opening_actions, .min = 1, .max = 2,
	    .preset = 2),
	FIELD(struct options, starter_energy, .min = 2, .max = 3,
	    .preset = 2),
	FIELD(struct options, energy_cubes, .min = 12, .max = 48,
	    .preset = 48),
	FIELD(struct options, shield_tokens, .max = 8, .preset = 8),
	FIELD(struct options, stall_goes, .min = 8, .max = 60, .preset = 24),
	FIELD(struct options, max_goes, .min = 40, .max = 400,
	    .preset = 120),
	FIELD_NAMED(struct options, resigned, resigned_names),
	{ 0 }
};
const struct schema armada_options = SCHEMA(struct options, options_fields);

/* ==== THE NOTATION OF SHIPS ============================================= */

enum { SHIP_TEXT = 512 };

void
armada_spell(struct buf *out, const struct parts *parts,
    const struct ship *ship)
{
	const struct spot	*spot;

	for (spot = ship->spot; spot < ship->spot + ship->n_spot; spot++) {
		buf_printf(out, "%s%s@%s/%s", spot > ship->spot ? " " : "",
		    piece_name(spot->piece), square_name(spot->at),
		    armada_side_names[spot->facing]);
		if (parts->pieces[spot->piece].kind == SHIELD)
			buf_printf(out, "/%d", spot->hits);
	}
}

/* Ships as a map: "B 4: hub1@e2/n shield1@e1/s/2", or "B 0: gone". */
static struct node *
save_navy(struct arena *arena, const void *value, const struct env *env)
{
	const struct navy	*navy = value;
	const struct ship	*ship;
	struct node		*map = node_map(arena);
	struct buf		 text;

	for (ship = navy->ship; ship < navy->ship + navy->n_ship; ship++) {
		buf_init(&text, arena);
		armada_spell(&text, env->components, ship);
		node_set(map, arena_printf(arena, "%s %d",
		    ship_name(ship->letter), ship->energy),
		    node_scalar(arena, ship->n_spot > 0 ? text.data :
		    "gone"));
	}
	return map;
}

static int
load_spot(char *text, const struct parts *parts, struct spot *out)
{
	const char	*piece = strsep(&text, "@"), *at = strsep(&text, "/");
	const char	*facing = strsep(&text, "/");
	int64_t		 hits = 0;

	if (at == NULL || facing == NULL)
		return -1;
	out->piece = text_index(armada_piece_names, piece);
	out->at = text_index(armada_square_names, at);
	out->facing = text_index(armada_side_names, facing);
	if (out->piece < 0 || out->at < 0 || out->facing < 0 ||
	    out->facing >= N_SIDES ||
	    (parts->pieces[out->piece].kind == SHIELD) != (text != NULL))
		return -1;
	if (text != NULL && !text_number(text, 0, parts->shield_hits, &hits))
		return -1;
	out->hits = (int32_t)hits;
	return 0;
}

static int
load_ship(const struct node *item, const struct parts *parts,
    struct ship *out)
{
	char	 text[SHIP_TEXT], *rest = text, *spot;
	char	 letter[2] = { item->key[0], '\0' };
	int64_t	 energy;

	out->letter = text_index(armada_ship_names, letter);
	if (out->letter < 0 || item->key[1] != ' ' ||
	    !text_number(item->key + 2, 0, 99, &energy) ||
	    item->kind != NODE_SCALAR || strlen(item->text) >= sizeof(text))
		return -1;
	out->energy = (int32_t)energy;
	if (strcmp(item->text, "gone") == 0)
		return 0;
	strcpy(text, item->text);
	while ((spot = strsep(&rest, " ")) != NULL)
		if (out->n_spot == N_PIECES ||
		    load_spot(spot, parts, &out->spot[out->n_spot++]) != 0)
			return -1;
	return 0;
}

/* Letters that are left out below one that is named are gone. */
static int
load_navy(const struct node *node, void *value, const struct env *env,
    struct fault *fault)
{
	struct navy	 navy = { 0 };
	struct ship	 ship;
	struct node	*item;
	int		 i;

	NODE_EACH(item, node->kind == NODE_MAP ? node : NULL) {
		memset(&ship, 0, sizeof(ship));
		if (load_ship(item, env->components, &ship) != 0 ||
		    ship.letter % SHIPS_MAX < navy.n_ship)
			return fault_at(fault, FAULT_PLAYER, item->key_line,
			    item->key_column, "'%s' is not a ship such as "
			    "'B 4: hub1@e2/n shield1@e1/s/2'", item->key);
		for (i = navy.n_ship; i < ship.letter % SHIPS_MAX; i++)
			navy.ship[i].letter = ship.letter -
			    ship.letter % SHIPS_MAX + i;
		navy.ship[i] = ship;
		navy.n_ship = i + 1;
	}
	memcpy(value, &navy, sizeof(navy));
	return 0;
}

static const struct codec navy_codec = { save_navy, load_navy };

/* ==== STATE ============================================================= */

static bool
has(const int32_t *list, int n, int piece)
{
	while (n-- > 0)
		if (list[n] == piece)
			return true;
	return false;
}

/* The draw pile holds just the pieces that are known to be face down. */
static bool
draw_is_sound(const void *self, const struct env *env)
{
	const struct fleet	*f = self;
	int			 i;

	(void)env;
	if (f->n_draw != f->n_down)
		return false;
	for (i = 0; i < f->n_down; i++)
		if (!has(f->draw, f->n_draw, f->face_down[i]) ||
		    (i > 0 && f->face_down[i - 1] >= f->face_down[i]))
			return false;
	return true;
}

/* No piece is in two places. */
static bool
pieces_are_sound(const void *self, const struct env *env)
{
	const struct fleet	*f = self;
	unsigned		 seen = 0, bit;
	int			 i, j, n = f->n_play + f->n_down;

	(void)env;
	for (i = 0; i < f->n_play; i++)
		seen |= 1u << f->play[i];
	for (i = 0; i < f->n_down; i++)
		seen |= 1u << f->face_down[i];
	for (i = 0; i < f->ships.n_ship; i++)
		for (j = 0; j < f->ships.ship[i].n_spot; j++, n++) {
			bit = 1u << f->ships.ship[i].spot[j].piece;
			if ((seen & bit) != 0)
				return false;
			seen |= bit;
		}
	return __builtin_popcount(seen) == n;
}

static const struct field fleet_fields[] = {
	FIELD_CODEC(struct fleet, ships, &navy_codec, .see = SEE_ALL),
	FIELD_LIST(struct fleet, play, n_play, .names = armada_piece_names,
	    .see = SEE_ALL),
	FIELD_LIST(struct fleet, face_down, n_down,
	    .names = armada_piece_names, .see = SEE_ALL),
	FIELD_LIST(struct fleet, draw, n_draw, .names = armada_piece_names,
	    .length = SEE_ALL, .pool = 1),
	FIELD_CHECK("the draw pile holds what is face down", draw_is_sound),
	FIELD_CHECK("each piece is in one place", pieces_are_sound),
	{ 0 }
};
static const struct schema fleet_schema = SCHEMA(struct fleet, fleet_fields);

static bool
has_hub(const struct parts *parts, const struct ship *ship)
{
	int	i;

	for (i = 0; i < ship->n_spot; i++)
		if (parts->pieces[ship->spot[i].piece].kind == HUB)
			return true;
	return false;
}

/* A ship has its seat's letter, a hub and a cube, and hangs together. */
static bool
ships_are_sound(const void *self, const struct env *env)
{
	const struct armada	*g = self;
	const struct ship	*ship;
	int			 seat, i;

	for (seat = BLUE; seat <= RED; seat++)
		for (i = 0; i < g->seat[seat].ships.n_ship; i++) {
			ship = &g->seat[seat].ships.ship[i];
			if (ship->letter != first_letter(seat) + i ||
			    (ship->n_spot > 0) != (ship->energy > 0))
				return false;
			if (ship->n_spot > 0 &&
			    (!has_hub(env->components, ship) ||
			    !armada_hangs(env->components, ship)))
				return false;
		}
	return true;
}

static bool
squares_are_sound(const void *self, const struct env *env)
{
	const struct armada	*g = self;
	const struct ship	*ship;
	bool			 taken[SQUARES] = { false };
	int			 seat, i, j;

	(void)env;
	for (seat = BLUE; seat <= RED; seat++)
		for (i = 0; i < g->seat[seat].ships.n_ship; i++) {
			ship = &g->seat[seat].ships.ship[i];
			for (j = 0; j < ship->n_spot; j++) {
				if (taken[ship->spot[j].at])
					return false;
				taken[ship->spot[j].at] = true;
			}
		}
	return true;
}

static const struct field armada_fields[] = {
	FIELD_TABLE(struct armada),
	FIELD_SEATS(struct armada, seat, &fleet_schema, .see = SEE_ALL),
	FIELD_SEAT(struct armada, first, .see = SEE_ALL),
	FIELD_SEAT(struct armada, active, .see = SEE_ALL),
	FIELD(struct armada, go, .max = 400, .see = SEE_ALL),
	FIELD_FLAG(struct armada, begun, .see = SEE_ALL),
	FIELD(struct armada, actions, .max = ACTIONS, .see = SEE_ALL),
	FIELD_FLAG(struct armada, waited, .see = SEE_ALL),
	FIELD_FLAG(struct armada, stirred, .see = SEE_ALL),
	FIELD(struct armada, quiet, .max = 60, .see = SEE_ALL),
	FIELD_NAMED(struct armada, ending, armada_ending_names,
	    .see = SEE_ALL),
	FIELD_SEAT(struct armada, winner, .see = SEE_ALL),
	FIELD_CHECK("ships hang together, with a hub and a cube each",
	    ships_are_sound),
	FIELD_CHECK("no square holds two pieces", squares_are_sound),
	{ 0 }
};
const struct schema armada_state = SCHEMA(struct armada, armada_fields);
