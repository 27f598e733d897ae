/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Revolver Noir: the field tables of its components and its state. */

#include "config.h"

#include "data/schema.h"
#include "engines/noir/noir.h"

/* ==== COMPONENTS ======================================================== */

const char *const noir_room_names[] = {
	"balcony", "basement", "bedroom", "dining-room", "foyer", "hall",
	"kitchen", "library", NULL
};

const char *const noir_effect_names[] = {
	"none", "jump", "panel", "flood", "echoes", "energized", "switch", NULL
};

static const struct field room_fields[] = {
	FIELD(struct room, floor, .max = 2),
	FIELD_LIST(struct room, move, n_move, .names = noir_room_names),
	FIELD_LIST(struct room, shoot, n_shoot, .names = noir_room_names),
	FIELD_NAMED(struct room, effect, noir_effect_names),
	FIELD(struct room, cost, .max = 2),
	FIELD(struct room, does),
	{ 0 }
};
static const struct schema room_schema = SCHEMA(struct room, room_fields);

/* move is symmetric, and no room is a dead end (N26). */
static bool
doors_are_sound(const void *self, const struct env *env)
{
	const struct room	*rooms = ((const struct mansion *)self)->rooms;
	const struct room	*next;
	int			 i, j;

	(void)env;
	for (i = 0; i < N_ROOMS; i++) {
		if (rooms[i].n_move < 2)
			return false;
		for (j = 0; j < rooms[i].n_move; j++) {
			next = &rooms[rooms[i].move[j]];
			if (!has_room(next->move, next->n_move, i))
				return false;
		}
	}
	return true;
}

/* Each effect is in one room. */
static bool
effects_are_sound(const void *self, const struct env *env)
{
	const struct room	*rooms = ((const struct mansion *)self)->rooms;
	int			 effect, i, n;

	(void)env;
	for (effect = JUMP; effect <= SWITCH; effect++) {
		for (i = n = 0; i < N_ROOMS; i++)
			n += rooms[i].effect == effect;
		if (n != 1)
			return false;
	}
	return true;
}

static const struct field mansion_fields[] = {
	FIELD_KEYED(struct mansion, rooms, &room_schema, noir_room_names),
	FIELD_CHECK("doors open both ways, two to a room", doors_are_sound),
	FIELD_CHECK("each effect is in one room", effects_are_sound),
	{ 0 }
};
const struct schema noir_components = SCHEMA(struct mansion, mansion_fields);

static const char *const first_names[] = { "coin", "john", "jane", NULL };
static const char *const resigned_names[] = { "retire", "standby", NULL };

static const struct field options_fields[] = {
	FIELD(struct options, max_rounds, .min = 5, .max = 200, .preset = 40),
	FIELD_NAMED(struct options, first, first_names),
	FIELD_NAMED(struct options, resigned, resigned_names),
	{ 0 }
};
const struct schema noir_options = SCHEMA(struct options, options_fields);

/* ==== STATE ============================================================= */

static const struct field trap_fields[] = {
	FIELD_NAMED(struct trap, room, noir_room_names, .see = SEE_OWNER),
	FIELD_FLAG(struct trap, panel, .see = SEE_OWNER),
	{ 0 }
};
static const struct schema trap_schema = SCHEMA(struct trap, trap_fields);

static const struct field stay_fields[] = {
	FIELD(struct stay, turn, .see = SEE_OWNER),
	FIELD_NAMED(struct stay, room, noir_room_names, .see = SEE_OWNER),
	{ 0 }
};
static const struct schema stay_schema = SCHEMA(struct stay, stay_fields);

static bool
traps_are_apart(const void *self, const struct env *env)
{
	const struct eye	*who = self;

	(void)env;
	return who->n_trap < 2 || who->traps[0].room != who->traps[1].room;
}

static const struct field eye_fields[] = {
	FIELD_NAMED(struct eye, room, noir_room_names, .none = true,
	    .see = SEE_OWNER),
	FIELD(struct eye, hits, .max = HITS_MAX, .see = SEE_ALL),
	FIELD_FLAG(struct eye, flood, .see = SEE_ALL),
	FIELD_NAMED(struct eye, shown, noir_room_names, .none = true,
	    .see = SEE_ALL),
	FIELD(struct eye, shown_turn, .see = SEE_ALL),
	FIELD_NAMED(struct eye, named, noir_room_names, .none = true,
	    .see = SEE_ALL),
	FIELD(struct eye, named_turn, .see = SEE_ALL),
	FIELD_MANY(struct eye, traps, n_trap, &trap_schema, .see = SEE_OWNER,
	    .length = SEE_ALL),
	FIELD_MANY(struct eye, path, n_stay, &stay_schema, .see = SEE_OWNER),
	FIELD_CHECK("one trap a room", traps_are_apart),
	{ 0 }
};
static const struct schema eye_schema = SCHEMA(struct eye, eye_fields);

const char *const noir_coin_names[] = { "heads", "tails", NULL };

const char *const noir_ending_names[] = {
	"running", "two-hits", "fewer-hits", "left", "draw", NULL
};

static bool
places_are_sound(const void *self, const struct env *env)
{
	const struct noir	*g = self;
	int			 i;

	(void)env;
	for (i = 0; i < 2; i++)
		if (is_flooded(g, g->seat[i].room) ||
		    (g->first != NONE && g->seat[i].room == NONE))
			return false;
	return true;
}

static const struct field noir_fields[] = {
	FIELD_TABLE(struct noir),
	FIELD_SEATS(struct noir, seat, &eye_schema, .see = SEE_ALL),
	FIELD_NAMED(struct noir, coin, noir_coin_names, .none = true,
	    .see = SEE_ALL),
	FIELD_SEAT(struct noir, first, .see = SEE_ALL),
	FIELD(struct noir, round, .see = SEE_ALL),
	FIELD_SEAT(struct noir, active, .see = SEE_ALL),
	FIELD(struct noir, points, .max = 3, .see = SEE_ALL),
	FIELD_FLAG(struct noir, acted, .see = SEE_ALL),
	FIELD_FLAG(struct noir, echoed, .see = SEE_ALL),
	FIELD_FLAG(struct noir, passed, .see = SEE_ALL),
	FIELD_NAMED(struct noir, ending, noir_ending_names, .see = SEE_ALL),
	FIELD_SEAT(struct noir, winner, .see = SEE_ALL),
	FIELD_CHECK("everybody is in a dry room", places_are_sound),
	{ 0 }
};
const struct schema noir_state = SCHEMA(struct noir, noir_fields);
