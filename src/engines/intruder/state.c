/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Intruder Escape: the field tables of its components and its state. */

#include "config.h"

#include "data/schema.h"
#include "engines/intruder/intruder.h"

/* ==== COMPONENTS ======================================================== */

#define FACES								\
	"keys", "car", "gasoline", "license", "bat", "knife", "bandage", \
	"syringe", "medkit", "bed", "barricade", "scratch", "flashlight", \
	"camera", "roulette", "mirror", "hostage", "snatch", "home"

const char *const intruder_faces[] = { FACES, NULL };
const char *const intruder_plays[] = {
	FACES, "it", "damage", "healing", "item", NULL
};
const char *const intruder_takes[] = { FACES, "latest", NULL };

const char *const intruder_people[] = {
	"alma", "bob", "cleo", "drew", "elsa", "finn", NULL
};

static const char *const kind_names[] = {
	"item", "damage", "healing", "medkit", "special", "table", "home", NULL
};
static const char *const count_names[] = { "3", "4", "5", NULL };

static const struct field action_fields[] = {
	FIELD(struct action, count, .min = 1, .max = 20),
	FIELD_NAMED(struct action, kind, kind_names),
	FIELD(struct action, amount, .max = 5),
	FIELD(struct action, name),
	FIELD(struct action, does),
	{ 0 }
};
static const struct schema action_schema =
    SCHEMA(struct action, action_fields);

static const struct field character_fields[] = {
	FIELD(struct character, name),
	{ 0 }
};
static const struct schema character_schema =
    SCHEMA(struct character, character_fields);

static const struct field side_fields[] = {
	FIELD(struct side, intruders, .min = 1, .max = 6),
	FIELD(struct side, innocents, .min = 1, .max = 6),
	{ 0 }
};
static const struct schema side_schema = SCHEMA(struct side, side_fields);

/* The deck lasts whatever is dealt (I13). */
static bool
cards_are_enough(const void *self, const struct env *env)
{
	const struct rulebook	*book = self;
	int			 i, n = 0;

	(void)env;
	for (i = 0; i < N_FACES; i++)
		n += book->cards[i].count;
	return n == 38 && book->keep < book->deal;
}

/* Each face is of the kind that the rules take it for. */
static bool
kinds_are_sound(const void *self, const struct env *env)
{
	const struct rulebook	*book = self;
	int			 i;

	(void)env;
	for (i = 0; i < N_FACES; i++)
		if (book->cards[i].kind != (is_item(i) ? KIND_ITEM :
		    i <= KNIFE ? KIND_DAMAGE : i <= SYRINGE ? KIND_HEALING :
		    i == MEDKIT ? KIND_MEDKIT : i <= SCRATCH ? KIND_SPECIAL :
		    i < HOME ? KIND_TABLE : KIND_HOME) ||
		    (is_wound(i) && book->cards[i].amount == 0))
			return false;
	return true;
}

/* The identity cards serve every number of seats. */
static bool
sides_are_sound(const void *self, const struct env *env)
{
	const struct rulebook	*book = self;
	const struct side	*all = &book->identities, *side;
	int			 i;

	(void)env;
	for (i = 0; i < 3; i++) {
		side = &book->sides[i];
		if (side->intruders + side->innocents != i + 3 ||
		    side->intruders > all->intruders ||
		    side->innocents > all->innocents)
			return false;
	}
	return all->intruders + all->innocents == PEOPLE + 1;
}

static const struct field rulebook_fields[] = {
	FIELD_KEYED(struct rulebook, cards, &action_schema, intruder_faces),
	FIELD_KEYED(struct rulebook, characters, &character_schema,
	    intruder_people),
	FIELD(struct rulebook, limbs),
	FIELD_STRUCT(struct rulebook, identities, &side_schema),
	FIELD_KEYED(struct rulebook, sides, &side_schema, count_names),
	FIELD(struct rulebook, deal, .min = 3, .max = 5),
	FIELD(struct rulebook, keep, .min = 1, .max = 4),
	FIELD(struct rulebook, goes, .min = 1, .max = 3),
	FIELD(struct rulebook, row_limit, .min = 1, .max = ROW_MAX),
	FIELD_CHECK("there are 38 action cards", cards_are_enough),
	FIELD_CHECK("each card is of its kind", kinds_are_sound),
	FIELD_CHECK("the sides fit the identity cards", sides_are_sound),
	{ 0 }
};
const struct schema intruder_components =
    SCHEMA(struct rulebook, rulebook_fields);

/* ==== OPTIONS =========================================================== */

static const char *const intruders_names[] = { "draw", "1", "2", "3", NULL };
static const char *const press_names[] = { "all", "private", "none", NULL };
static const char *const ghosts_names[] = { "silent", "talk", NULL };
static const char *const reveal_names[] = {
	"choice", "always", "never", NULL
};
static const char *const absent_names[] = { "go", "round", NULL };
static const char *const resigned_names[] = { "retire", "standby", NULL };

static const struct field options_fields[] = {
	FIELD_NAMED(struct options, intruders, intruders_names),
	FIELD(struct options, lives, .min = 2, .max = LIVES_MAX,
	    .preset = LIVES_MAX),
	FIELD(struct options, deliberation, .min = 0, .max = 3),
	FIELD_NAMED(struct options, press, press_names),
	FIELD_NAMED(struct options, ghosts, ghosts_names),
	FIELD_NAMED(struct options, reveal, reveal_names),
	FIELD_NAMED(struct options, absent, absent_names),
	FIELD_NAMED(struct options, resigned, resigned_names),
	{ 0 }
};
const struct schema intruder_options = SCHEMA(struct options, options_fields);

/* ==== STATE ============================================================= */

const char *const intruder_identities[] = { "innocent", "intruder", NULL };

const char *const intruder_endings[] = {
	"running", "innocents-dead", "intruders-dead", "innocents-escape",
	"intruders-escape", NULL
};

static const char *const after_names[] = { "ask", "skip", NULL };
static const char *const phase_names[] = {
	"deal", "keep", "goes", "talk", NULL
};

/*
 * I4, I5, I49: its own, one that was shown, and with four seats or more an
 * intruder knows them all, having been told who its fellows are.
 */
static bool
sees_identity(const void *root, const void *self, int index, int seat)
{
	const struct house	*h = root;
	const struct guest	*who = self;

	(void)index;
	if (h->ending != RUNNING || who->shown)
		return true;
	if (seat < 0)
		return false;
	return who == &h->seat[seat] || (h->table.seats.n_name > 3 &&
	    h->seat[seat].identity == INTRUDER);
}

static bool
sees_seventh(const void *root, const void *self, int index, int seat)
{
	const struct house	*h = root;

	(void)self;
	(void)index;
	(void)seat;
	return h->ending != RUNNING;
}

static bool
plan_is_settled(const void *self, const struct env *env)
{
	const struct guest	*who = self;

	(void)env;
	return who->settled == (who->lives > 0 &&
	    (who->plan.n_step > 0 || who->after == THEN_SKIP));
}

#define PILE(m, how)							\
	FIELD_NAMED(struct guest, m, intruder_faces, .see = SEE_SEEN,	\
	    .cards = how, .pool = 1)

static const struct field guest_fields[] = {
	PILE(hand, SEE_OWNER),
	PILE(row, SEE_ALL),
	PILE(front, SEE_ALL),
	FIELD_CODEC(struct guest, plan, &orders_codec, .see = SEE_OWNER),
	FIELD_NAMED(struct guest, after, after_names, .see = SEE_OWNER),
	FIELD(struct guest, served, .max = 3, .see = SEE_OWNER),
	FIELD_FLAG(struct guest, settled, .see = SEE_ALL),
	FIELD_SEAT(struct guest, by, .see = SEE_ALL),
	FIELD_NAMED(struct guest, identity, intruder_identities,
	    .see = SEE_IF, .see_if = sees_identity, .none = true, .pool = 2),
	FIELD_FLAG(struct guest, shown, .see = SEE_ALL),
	FIELD_FLAG(struct guest, words, .see = SEE_ALL),
	FIELD(struct guest, lives, .max = LIVES_MAX, .see = SEE_ALL),
	FIELD(struct guest, began, .max = LIVES_MAX, .see = SEE_ALL),
	FIELD_FLAG(struct guest, used_home, .see = SEE_ALL),
	FIELD_FLAG(struct guest, used_medkit, .see = SEE_ALL),
	FIELD_FLAG(struct guest, mirror, .see = SEE_ALL),
	FIELD_CHECK("settled is whether a plan is there", plan_is_settled),
	{ 0 }
};
static const struct schema guest_schema = SCHEMA(struct guest, guest_fields);

/* I3, V8: everyone has an identity, and while the game is on both sides
 * have somebody alive. */
static bool
sides_are_there(const void *self, const struct env *env)
{
	const struct house	*h = self;
	bool			 alive[2] = { false, false };
	int			 i;

	for (i = 0; i < env->roster->n_name; i++) {
		if (h->seat[i].identity == NONE)
			return false;
		alive[h->seat[i].identity] |= h->seat[i].lives > 0;
	}
	return h->ending != RUNNING || (alive[INNOCENT] && alive[INTRUDER]);
}

/* I14: Nobody's Home is held only until keep is answered. */
static bool
home_is_not_held(const void *self, const struct env *env)
{
	const struct house	*h = self;
	int			 i;

	for (i = 0; i < env->roster->n_name; i++)
		if (h->phase != KEEP &&
		    pile_find(&h->seat[i].hand, HOME) != NONE)
			return false;
	return true;
}

static const struct field house_fields[] = {
	FIELD_TABLE(struct house),
	FIELD_NAMED(struct house, deck, intruder_faces, .see = SEE_SEEN,
	    .pool = 1),
	FIELD_NAMED(struct house, discard, intruder_faces, .see = SEE_SEEN,
	    .cards = SEE_ALL, .pool = 1),
	FIELD_SEATS(struct house, seat, &guest_schema, .see = SEE_ALL),
	FIELD_NAMED(struct house, seventh, intruder_identities, .none = true,
	    .see = SEE_IF, .see_if = sees_seventh, .pool = 2),
	FIELD(struct house, round, .see = SEE_ALL),
	FIELD_NAMED(struct house, phase, phase_names, .see = SEE_ALL),
	FIELD_SEAT(struct house, first, .see = SEE_ALL),
	FIELD(struct house, step, .max = 3 * PEOPLE, .see = SEE_ALL),
	FIELD(struct house, talks, .max = 3, .see = SEE_ALL),
	FIELD_FLAG(struct house, spent, .see = SEE_ALL),
	FIELD_SEAT(struct house, loot, .see = SEE_ALL),
	FIELD_NAMED(struct house, ending, intruder_endings, .see = SEE_ALL),
	FIELD_CHECK("both sides have somebody alive", sides_are_there),
	FIELD_CHECK("Nobody's Home is in no hand", home_is_not_held),
	{ 0 }
};
const struct schema intruder_state = SCHEMA(struct house, house_fields);
