/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Last Island: the field tables of its components, options and state. */

#include "config.h"

#include "data/schema.h"
#include "engines/island/island.h"

/* ==== COMPONENTS ======================================================== */

const char *const island_kind_names[] = {
	"deflect", "dodge", "turnabout", "barter", "stir", "refuse", "bury",
	"smash", "survey", "coin", "guess", "vest", "accuse", "flip", "forage",
	"plant", "topple", "defuse", "thrift", "thief", "scout", "raid",
	"sapper", "ward", "mastery", "bunker", "toll", NULL
};

const char *const island_back_names[] = {
	"sword", "mace", "axe", "any", NULL
};
static const char *const backs[] = { "sword", "mace", "axe", NULL };

const char *const island_pile_names[] = {
	"sword-low", "mace-low", "axe-low", "sword-high", "mace-high",
	"axe-high", NULL
};

const char *const island_blank_names[] = {
	"blank", "bomb", "explosion", NULL
};

static const struct field kind_fields[] = {
	FIELD(struct kind, number, .max = 12),
	FIELD(struct kind, cost, .max = 6),
	FIELD_FLAG(struct kind, first),
	FIELD_FLAG(struct kind, quick),
	FIELD_FLAG(struct kind, stays),
	FIELD(struct kind, copies, .max = 3),
	FIELD(struct kind, does),
	{ 0 }
};
static const struct schema kind_schema = SCHEMA(struct kind, kind_fields);

static const struct field share_fields[] = {
	FIELD(struct share, hand, .min = 1, .max = 21),
	FIELD(struct share, bombs, .max = 12),
	{ 0 }
};
static const struct schema share_schema = SCHEMA(struct share, share_fields);

/* Each back has 16 cards, 9 of them low. */
static bool
backs_are_even(const void *self, const struct env *env)
{
	const struct supply	*all = self;
	int			 kind, back, low, high;

	(void)env;
	for (back = 0; back < N_BACKS; back++) {
		low = high = 0;
		for (kind = 0; kind < N_KINDS; kind++)
			if (all->cards[kind].number < 7)
				low += all->cards[kind].copies[back];
			else
				high += all->cards[kind].copies[back];
		if (low != 9 || high != 7)
			return false;
	}
	return true;
}

static const char *const share_names[] = {
	"two", "three", "four", "five", NULL
};

static const struct field supply_fields[] = {
	FIELD_KEYED(struct supply, cards, &kind_schema, island_kind_names),
	FIELD_KEYED(struct supply, seats, &share_schema, share_names),
	FIELD(struct supply, all_blanks, .min = 60, .max = 60),
	FIELD(struct supply, all_bombs, .min = 12, .max = 12),
	FIELD(struct supply, all_explosions, .min = 3, .max = 3),
	FIELD_CHECK("9 low and 7 high cards of each back", backs_are_even),
	{ 0 }
};
const struct schema island_components = SCHEMA(struct supply, supply_fields);

static const char *const version_names[] = {
	"no-knockout", "knockout", NULL
};
static const char *const later_names[] = { "same", "3", NULL };
static const char *const starter_names[] = {
	"draw", "random", "red", "blue", "green", "yellow", "purple", NULL
};
static const char *const deal_names[] = { "chosen", "random", NULL };
static const char *const reactions_names[] = { "standing", "window", NULL };
static const char *const flip_names[] = { "face-up", "face-down", NULL };
static const char *const looks_names[] = { "private", "public", NULL };
static const char *const costs_names[] = { "printed", "stepped", NULL };
static const char *const resigned_names[] = { "retire", "standby", NULL };

static const struct field options_fields[] = {
	FIELD_NAMED(struct options, version, version_names),
	FIELD(struct options, rounds, .min = 1, .max = 5, .none = true,
	    .preset = NONE),
	FIELD(struct options, goal, .min = 1, .max = 10, .none = true,
	    .preset = NONE),
	FIELD_FLAG(struct options, all_cards),
	FIELD(struct options, bombs, .max = 12, .none = true,
	    .preset = NONE),
	FIELD(struct options, explosions, .max = 3, .none = true,
	    .preset = NONE),
	FIELD_FLAG(struct options, secret_bombs),
	FIELD(struct options, blanks, .min = 20, .max = 60, .preset = 50),
	FIELD(struct options, hand, .min = 1, .max = 21, .none = true,
	    .preset = NONE),
	FIELD_NAMED(struct options, later_hand, later_names),
	FIELD_NAMED(struct options, starter, starter_names),
	FIELD_NAMED(struct options, deal, deal_names),
	FIELD_NAMED(struct options, reactions, reactions_names),
	FIELD_NAMED(struct options, flip, flip_names),
	FIELD_NAMED(struct options, looks, looks_names),
	FIELD(struct options, thief_draw, .max = 2),
	FIELD_NAMED(struct options, costs, costs_names),
	FIELD_NAMED(struct options, resigned, resigned_names),
	FIELD(struct options, reaction_deadline),
	{ 0 }
};
const struct schema island_options = SCHEMA(struct options, options_fields);

/* ==== STATE ============================================================= */

/* Attack cards can be swapped with their like, blank cards with theirs. */
#define ATTACKS(T, m, ...)						\
	FIELD_NAMED(T, m, island_kind_names, .see = SEE_SEEN, .pool = 1, \
	    .backs = backs, ##__VA_ARGS__)
#define BLANKS(T, m, ...)						\
	FIELD_NAMED(T, m, island_blank_names, .see = SEE_SEEN, .pool = 2, \
	    ##__VA_ARGS__)

static const struct field castaway_fields[] = {
	ATTACKS(struct castaway, hand, .cards = SEE_OWNER),
	ATTACKS(struct castaway, front, .cards = SEE_ALL),
	BLANKS(struct castaway, bombs, .cards = SEE_ALL),
	ATTACKS(struct castaway, aside, .cards = SEE_ALL),
	FIELD(struct castaway, paid, .see = SEE_ALL),
	FIELD_FLAG(struct castaway, out, .see = SEE_ALL),
	FIELD_FLAG(struct castaway, dodged, .see = SEE_ALL),
	FIELD_FLAG(struct castaway, automatic, .see = SEE_ALL),
	FIELD_NAMED(struct castaway, add, island_blank_names, .none = true,
	    .see = SEE_OWNER),
	FIELD_LIST(struct castaway, picks, n_pick,
	    .names = island_pile_names, .see = SEE_OWNER),
	FIELD(struct castaway, points, .see = SEE_ALL),
	FIELD(struct castaway, total, .see = SEE_ALL),
	{ 0 }
};
static const struct schema castaway_schema =
    SCHEMA(struct castaway, castaway_fields);

static const struct field heap_fields[] = {
	ATTACKS(struct heap, cards),
	{ 0 }
};
static const struct schema heap_schema = SCHEMA(struct heap, heap_fields);

static const char *const moment_names[] = { "none", "use", "hit", NULL };

static const struct field moment_fields[] = {
	FIELD_NAMED(struct moment, what, moment_names, .see = SEE_ALL),
	FIELD_SEAT(struct moment, user, .see = SEE_ALL),
	FIELD_NAMED(struct moment, kind, island_kind_names, .none = true,
	    .see = SEE_ALL),
	FIELD(struct moment, aims, .see = SEE_ALL),
	FIELD(struct moment, draw, .see = SEE_ALL),
	FIELD_SEAT(struct moment, answers, .see = SEE_ALL),
	FIELD_NAMED(struct moment, stood, island_kind_names, .none = true,
	    .see = SEE_ALL),
	{ 0 }
};
static const struct schema moment_schema =
    SCHEMA(struct moment, moment_fields);

static void
count(const struct pile *pile, int n[], int of_back)
{
	int	i;

	for (i = 0; i < pile->n_card; i++)
		if (of_back < 0 || pile->card[i].back == of_back)
			n[pile->card[i].face]++;
}

/* Every attack card is somewhere, once. */
static bool
attacks_are_whole(const void *self, const struct env *env)
{
	const struct island	*g = self;
	const struct supply	*all = env->components;
	int			 back, i, n[N_KINDS];

	for (back = 0; back < N_BACKS; back++) {
		for (i = 0; i < N_KINDS; i++)
			n[i] = 0;
		for (i = 0; i < N_PILES; i++)
			count(&g->piles[i].cards, n, back);
		count(&g->discard, n, back);
		count(&g->played, n, back);
		for (i = 0; i < PLAYERS; i++) {
			count(&g->seat[i].hand, n, back);
			count(&g->seat[i].front, n, back);
			count(&g->seat[i].aside, n, back);
		}
		for (i = 0; i < N_KINDS; i++)
			if (n[i] != all->cards[i].copies[back])
				return false;
	}
	return true;
}

static bool
blanks_are_whole(const void *self, const struct env *env)
{
	const struct island	*g = self;
	const struct supply	*all = env->components;
	int			 i, n[N_BLANKS] = { 0 };

	count(&g->deck, n, NONE);
	count(&g->spent, n, NONE);
	count(&g->box, n, NONE);
	count(&g->rest, n, NONE);
	count(&g->turned, n, NONE);
	for (i = 0; i < PLAYERS; i++)
		count(&g->seat[i].bombs, n, NONE);
	return n[BLANK] == all->all_blanks && n[BOMB] == all->all_bombs &&
	    n[EXPLOSION] == all->all_explosions;
}

static const char *const phase_names[] = {
	"opening", "goes", "finished", NULL
};

static const struct field island_fields[] = {
	FIELD_TABLE(struct island),
	BLANKS(struct island, deck),
	BLANKS(struct island, spent, .cards = SEE_ALL),
	BLANKS(struct island, box, .cards = SEE_ALL),
	BLANKS(struct island, rest),
	BLANKS(struct island, turned, .cards = SEE_ALL),
	FIELD_KEYED(struct island, piles, &heap_schema, island_pile_names,
	    .see = SEE_ALL),
	ATTACKS(struct island, discard, .cards = SEE_ALL),
	ATTACKS(struct island, played, .cards = SEE_ALL),
	FIELD_SEATS(struct island, seat, &castaway_schema, .see = SEE_ALL),
	FIELD_STRUCT(struct island, moment, &moment_schema, .see = SEE_ALL),
	FIELD(struct island, round, .see = SEE_ALL),
	FIELD_NAMED(struct island, phase, phase_names, .see = SEE_ALL),
	FIELD_SEAT(struct island, starter, .see = SEE_ALL),
	FIELD(struct island, lap, .see = SEE_ALL),
	FIELD(struct island, go, .see = SEE_ALL),
	FIELD_SEAT(struct island, active, .see = SEE_ALL),
	FIELD_FLAG(struct island, reversed, .see = SEE_ALL),
	FIELD_FLAG(struct island, face_up, .see = SEE_ALL),
	FIELD_FLAG(struct island, begun, .see = SEE_ALL),
	FIELD(struct island, refill, .see = SEE_ALL),
	FIELD_FLAG(struct island, done, .see = SEE_ALL),
	FIELD_FLAG(struct island, ended, .see = SEE_ALL),
	FIELD_FLAG(struct island, fresh, .see = SEE_ALL),
	FIELD_FLAG(struct island, meant, .see = SEE_ALL),
	FIELD(struct island, asked_midway, .names_of = NAMES_DECISIONS,
	    .none = true, .see = SEE_ALL),
	FIELD(struct island, looked, .see = SEE_ALL),
	FIELD_FLAG(struct island, openly, .see = SEE_ALL),
	FIELD_SEAT(struct island, giving, .see = SEE_ALL),
	FIELD_FLAG(struct island, sheltered, .see = SEE_ALL),
	FIELD_LIST(struct island, used, n_used, .names = island_kind_names,
	    .see = SEE_ALL),
	FIELD_CHECK("all attack cards, each once", attacks_are_whole),
	FIELD_CHECK("60 blanks, 12 bombs, 3 explosions", blanks_are_whole),
	{ 0 }
};
const struct schema island_state = SCHEMA(struct island, island_fields);
