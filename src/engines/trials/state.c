/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The Jigsaw Trials: the names and field tables of components and state. */

#include "config.h"

#include <string.h>

#include "base/arena.h"
#include "base/fault.h"
#include "data/node.h"
#include "engines/trials/trials.h"

/* ==== NAMES ============================================================= */

#define TOOLS								\
	"wrench", "tin-snips", "hacksaw", "claw-hammer", "hip-flask",	\
	"skeleton-keys", "screwdriver-set", "magnifier", "crowbar",	\
	"adrenaline-pen", "scissors", "box-cutter", "matches",		\
	"tweezers", "lockpicks", "pliers", "chisel", "pocket-knife",	\
	"lighter", "solvent"
#define SEARCHES							\
	"candle", "flashlight", "strong-torch", "bin", "toolbox",	\
	"room-map", "metal-detector"
#define SPECIALS							\
	"tourniquet", "anesthetic", "the-pig", "reverse-bear-trap", "video"
#define MECHANISM_NAMES							\
	"winch", "iron-lift", "coin-press", "conveyor", "pendulum",	\
	"mirror-carousel", "ratchet-chair", "spring-gate",		\
	"drip-clock", "gas-timer", "slot-machine", "auction-vice",	\
	"lie-detector"
#define OBJECT_NAMES							\
	"glass-tank", "coin-floor", "balance", "wire-maze",		\
	"portrait-wall", "medicine-safe", "bottle-rack",		\
	"sealed-ledger", "witness-stand", "clay-wall", "cage-ring",	\
	"evidence-oven", "wax-faces"
#define ESCAPE_NAMES							\
	"hundred-keys", "brass-lever", "number-lock", "fuse-box",	\
	"valve-wheel", "rope-ladder", "ceiling-hatch", "twin-buttons",	\
	"toll-slot", "pull-cord", "open-door", "shared-cuff",		\
	"two-way-drawer"
#define FACES								\
	TOOLS, "billy", SEARCHES, SPECIALS, MECHANISM_NAMES,		\
	OBJECT_NAMES, ESCAPE_NAMES
#define TRAITS								\
	"corruption", "greed", "obsession", "violence", "addiction"
#define TERMS								\
	FACES, "tool", "search", "special", "part", "mechanism",	\
	"object", "escape", TRAITS

const char *const trials_seat_names[] = {
	"abel", "brigid", "casper", "dora", "enzo", "freya", NULL
};
const char *const trials_trait_names[] = { TRAITS, NULL };
const char *const trials_face_names[] = { FACES, NULL };
const char *const trials_term_names[] = { TERMS, NULL };
const char *const trials_keep_names[] = { TERMS, "best", NULL };
const char *const trials_take_names[] = { FACES, "best", NULL };
const char *const trials_solve_names[] = { FACES, "best", "none", NULL };
const char *const trials_limb_names[] = {
	"left-arm", "right-arm", "left-leg", "right-leg", NULL
};
const char *const trials_type_names[] = { "arms", "legs", "blood", NULL };
const char *const trials_stage_names[] = {
	"none", "mild", "severe", "lost", NULL
};
const char *const trials_then_names[] = {
	"discard", "keep", "give", "plus", "steal", NULL
};

static const char *const tool_names[] = { TOOLS, NULL };
static const char *const search_names[] = { SEARCHES, NULL };
static const char *const special_names[] = { SPECIALS, NULL };
static const char *const mechanism_names[] = { MECHANISM_NAMES, NULL };
static const char *const object_names[] = { OBJECT_NAMES, NULL };
static const char *const escape_names[] = { ESCAPE_NAMES, NULL };
static const char *const from_names[] = { "deck", "discard", NULL };

_Static_assert(sizeof(trials_face_names) / sizeof(char *) == N_FACES + 1,
    "every face has a name");
_Static_assert(sizeof(trials_keep_names) / sizeof(char *) == TERM_BEST + 2,
    "every term has a name");

/* ==== COMPONENTS ======================================================== */

/* The values of a character are 0 to 4, each once. */
static bool
is_a_permutation(const void *self, const struct env *env)
{
	const struct character	*who = self;
	int			 i, seen = 0;

	(void)env;
	for (i = 0; i < N_TRAITS; i++)
		seen |= 1 << who->values[i];
	return seen == 0x1f;
}

static const struct field character_fields[] = {
	FIELD(struct character, values, .max = 4),
	FIELD(struct character, story),
	FIELD_CHECK("each value from 0 to 4 once", is_a_permutation),
	{ 0 }
};
static const struct schema character_schema =
    SCHEMA(struct character, character_fields);

#define TRAITS_OF(T)							\
	FIELD_LIST(T, traits, n_trait, .names = trials_trait_names)

static const struct field tool_fields[] = {
	FIELD(struct tool, copies, .min = 1, .max = 9),
	TRAITS_OF(struct tool),
	FIELD(struct tool, value, .min = 1, .max = 3),
	{ 0 }
};
static const struct schema tool_schema = SCHEMA(struct tool, tool_fields);

static const struct field billy_fields[] = {
	FIELD(struct billy, copies, .min = 1, .max = 40),
	FIELD(struct billy, points, .min = 1, .max = 9),
	{ 0 }
};
static const struct schema billy_schema = SCHEMA(struct billy, billy_fields);

static const struct field search_fields[] = {
	FIELD(struct search, copies, .min = 1, .max = 9),
	FIELD(struct search, draw, .min = 0, .max = 10),
	FIELD(struct search, keep, .min = 0, .max = 10),
	{ 0 }
};
static const struct schema search_schema =
    SCHEMA(struct search, search_fields);

static const struct field stepped_fields[] = {
	FIELD(struct stepped, draw, .min = 1, .max = 10),
	FIELD(struct stepped, keep, .min = 1, .max = 10),
	{ 0 }
};
static const struct schema stepped_schema =
    SCHEMA(struct stepped, stepped_fields);

static const struct field special_fields[] = {
	FIELD(struct special, copies, .min = 1, .max = 9),
	FIELD(struct special, cost, .min = 0, .max = 4),
	{ 0 }
};
static const struct schema special_schema =
    SCHEMA(struct special, special_fields);

static const struct field mechanism_fields[] = {
	FIELD(struct mechanism, draw, .min = 1, .max = 6),
	TRAITS_OF(struct mechanism),
	FIELD(struct mechanism, value, .min = 1, .max = 9),
	FIELD(struct mechanism, story),
	{ 0 }
};
static const struct schema mechanism_schema =
    SCHEMA(struct mechanism, mechanism_fields);

static const struct field object_fields[] = {
	FIELD_NAMED(struct object, from, from_names),
	TRAITS_OF(struct object),
	FIELD(struct object, value, .min = 1, .max = 9),
	FIELD_LIST(struct object, types, n_type, .names = trials_type_names),
	FIELD(struct object, story),
	{ 0 }
};
static const struct schema object_schema =
    SCHEMA(struct object, object_fields);

static const struct field escape_fields[] = {
	FIELD_NAMED(struct escape, then, trials_then_names),
	FIELD(struct escape, number, .min = 1, .max = 4),
	FIELD(struct escape, value, .min = 1, .max = 9),
	FIELD(struct escape, story),
	{ 0 }
};
static const struct schema escape_schema =
    SCHEMA(struct escape, escape_fields);

static bool
traits_are_even(const void *self, const struct env *env)
{
	const struct workshop	*all = self;
	int			 trait, i, sum;

	(void)env;
	for (trait = 0; trait < N_TRAITS; trait++) {
		for (i = sum = 0; i < N_CHARACTERS; i++)
			sum += all->characters[i].values[trait];
		if (sum != 12)
			return false;
		for (i = sum = 0; i < N_TOOLS; i++)
			if (all->tools[i].traits[0] == trait ||
			    (all->tools[i].n_trait == 2 &&
			    all->tools[i].traits[1] == trait))
				sum += all->tools[i].copies *
				    all->tools[i].value;
		if (sum != 15)
			return false;
	}
	return true;
}

static bool
deck_is_whole(const void *self, const struct env *env)
{
	const struct workshop	*all = self;
	int			 i, n = all->billy.copies + 3 * N_PARTS;

	(void)env;
	for (i = 0; i < N_TOOLS; i++)
		n += all->tools[i].copies;
	for (i = 0; i < N_SEARCHES; i++)
		n += all->searches[i].copies;
	for (i = 0; i < N_SPECIALS; i++)
		n += all->specials[i].copies;
	return n == 123;
}

static const struct field workshop_fields[] = {
	FIELD_KEYED(struct workshop, characters, &character_schema,
	    trials_seat_names),
	FIELD_KEYED(struct workshop, tools, &tool_schema, tool_names),
	FIELD_STRUCT(struct workshop, billy, &billy_schema),
	FIELD_KEYED(struct workshop, searches, &search_schema, search_names),
	FIELD_STRUCT(struct workshop, stepped, &stepped_schema),
	FIELD_KEYED(struct workshop, specials, &special_schema,
	    special_names),
	FIELD_KEYED(struct workshop, mechanisms, &mechanism_schema,
	    mechanism_names),
	FIELD_KEYED(struct workshop, objects, &object_schema, object_names),
	FIELD_KEYED(struct workshop, escapes, &escape_schema, escape_names),
	FIELD_CHECK("12 of each trait in the captives, 15 in the tools",
	    traits_are_even),
	FIELD_CHECK("123 cards", deck_is_whole),
	{ 0 }
};
const struct schema trials_components =
    SCHEMA(struct workshop, workshop_fields);

/* ==== OPTIONS =========================================================== */

static struct node *
save_cast(struct arena *arena, const void *value, const struct env *env)
{
	const struct cast	*cast = value;
	struct node		*list;
	int			 i;

	(void)env;
	if (cast->n == 0)
		return node_scalar(arena, "random");
	list = node_list(arena);
	for (i = 0; i < cast->n; i++)
		node_add(list, node_scalar(arena,
		    trials_seat_names[cast->who[i]]));
	return list;
}

static int
add_character(struct cast *cast, const struct node *item, struct fault *fault)
{
	int	i, who = item->kind == NODE_SCALAR ?
		    text_index(trials_seat_names, item->text) : NONE;

	if (who < 0 || cast->n == N_CHARACTERS)
		return fault_at(fault, FAULT_PLAYER, item->line, item->column,
		    "characters: '%s' is not one of the six captives",
		    item->kind == NODE_SCALAR ? item->text : "a list");
	for (i = 0; i < cast->n; i++)
		if (cast->who[i] == who)
			return fault_at(fault, FAULT_PLAYER, item->line,
			    item->column, "characters: '%s' is named twice",
			    item->text);
	cast->who[cast->n++] = who;
	return 0;
}

static int
load_cast(const struct node *node, void *value, const struct env *env,
    struct fault *fault)
{
	struct cast		 cast = { 0 };
	const struct node	*item;

	(void)env;
	if (node->kind == NODE_MAP || (node->kind == NODE_SCALAR &&
	    strcmp(node->text, "random") != 0))
		return fault_at(fault, FAULT_PLAYER, node->line, node->column,
		    "characters: 'random', or a list in seating order");
	NODE_EACH(item, node->kind == NODE_LIST ? node : NULL)
		if (add_character(&cast, item, fault) != 0)
			return -1;
	memcpy(value, &cast, sizeof(cast));
	return 0;
}

static const struct codec cast_codec = { save_cast, load_cast };

static const char *const first_names[] = {
	"random", "1", "2", "3", "4", "5", "6",
	"abel", "brigid", "casper", "dora", "enzo", "freya", NULL
};
static const char *const asking_names[] = { "asked", "standing", NULL };
static const char *const flashlight_names[] = { "printed", "stepped", NULL };
static const char *const resigned_names[] = { "retire", "standby", NULL };

static const struct field options_fields[] = {
	FIELD_CODEC(struct options, characters, &cast_codec),
	FIELD_NAMED(struct options, first, first_names),
	FIELD_NAMED(struct options, trials, asking_names),
	FIELD(struct options, clock, .min = 8, .max = 40, .preset = 20),
	FIELD(struct options, blood, .min = 5, .max = 10, .preset = 10),
	FIELD_FLAG(struct options, stories, .preset = 1),
	FIELD_NAMED(struct options, flashlight, flashlight_names),
	FIELD_NAMED(struct options, resigned, resigned_names),
	{ 0 }
};
const struct schema trials_options = SCHEMA(struct options, options_fields);

/* ==== STATE ============================================================= */

#define PILE(T, m, ...)							\
	FIELD_NAMED(T, m, trials_face_names, .see = SEE_ALL, .pool = 1,	\
	    ##__VA_ARGS__)

static bool
bench_is_sound(const void *self, const struct env *env)
{
	const struct captive	*who = self;
	int			 i;

	(void)env;
	for (i = 0; i < N_LIMBS; i++)
		if (who->tied[i] && who->limb[i] != LOST)
			return false;
	return who->bench.n_card <= BENCH_MAX;
}

static const struct field captive_fields[] = {
	PILE(struct captive, hand, .cards = SEE_OWNER),
	PILE(struct captive, bench, .cards = SEE_OWNER),
	FIELD_NAMED(struct captive, character, trials_seat_names,
	    .see = SEE_ALL),
	FIELD(struct captive, blood, .max = 10, .see = SEE_ALL),
	FIELD_NAMED(struct captive, limb, trials_stage_names, .see = SEE_ALL),
	FIELD_FLAG(struct captive, tied, .see = SEE_ALL),
	FIELD(struct captive, place, .max = SEATS_MAX, .see = SEE_ALL),
	FIELD_CHECK("a bench of 3, and tourniquets on lost limbs",
	    bench_is_sound),
	{ 0 }
};
static const struct schema captive_schema =
    SCHEMA(struct captive, captive_fields);

static const char *const choice_names[] = {
	"none", "keep", "stack", "row", NULL
};
static const char *const trial_names[] = {
	"none", "choosing", "trying", "hurting", NULL
};

static const struct field trials_fields[] = {
	FIELD_TABLE(struct trials),
	FIELD_SEATS(struct trials, seat, &captive_schema, .see = SEE_ALL),
	PILE(struct trials, deck),
	PILE(struct trials, discard, .cards = SEE_ALL),
	PILE(struct trials, looking),
	PILE(struct trials, played, .cards = SEE_ALL),
	PILE(struct trials, spent, .cards = SEE_ALL),
	PILE(struct trials, trap, .cards = SEE_ALL),
	FIELD_SEAT(struct trials, first, .see = SEE_ALL),
	FIELD(struct trials, round, .see = SEE_ALL),
	FIELD_SEAT(struct trials, active, .see = SEE_ALL),
	FIELD(struct trials, step, .min = 1, .max = 5, .see = SEE_ALL),
	FIELD_FLAG(struct trials, done, .see = SEE_ALL),
	FIELD(struct trials, fresh, .max = DRAW_STEP, .see = SEE_ALL),
	FIELD_SEAT(struct trials, token, .see = SEE_ALL),
	FIELD_NAMED(struct trials, choice, choice_names, .see = SEE_ALL),
	FIELD(struct trials, keep, .max = 20, .see = SEE_ALL),
	FIELD_NAMED(struct trials, trial, trial_names, .see = SEE_ALL),
	FIELD_SEAT(struct trials, victim, .see = SEE_ALL),
	FIELD_NAMED(struct trials, box, trials_trait_names, .none = true,
	    .see = SEE_ALL),
	FIELD_NAMED(struct trials, type, trials_type_names, .none = true,
	    .see = SEE_ALL),
	FIELD_FLAG(struct trials, clean, .see = SEE_ALL),
	FIELD(struct trials, searches, .max = SEARCH_MAX, .see = SEE_ALL),
	FIELD(struct trials, asks, .max = ASKS_MAX, .see = SEE_ALL),
	FIELD(struct trials, due, .max = 20, .see = SEE_ALL),
	FIELD(struct trials, traps, .see = SEE_ALL),
	FIELD_SEAT(struct trials, winner, .see = SEE_ALL),
	{ 0 }
};
const struct schema trials_state = SCHEMA(struct trials, trials_fields);
