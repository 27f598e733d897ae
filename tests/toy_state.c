/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The bazaar: its components, options and state. */

#include "config.h"

#include "table/cards.h"
#include "toy.h"

const char *const kind_names[] = {
	"strike", "block", "barter", "gold", NULL
};
const char *const role_names[] = { "honest", "crook", NULL };
const char *const toy_seat_names[] = {
	"red", "blue", "green", "amber", NULL
};
static const char *const reaction_names[] = { "window", "standing", NULL };

static const struct field kind_fields[] = {
	FIELD(struct kind, copies, .min = 1, .max = 20, .see = SEE_ALL),
	FIELD(struct kind, worth, .min = 0, .max = 5, .see = SEE_ALL),
	{ 0 }
};
static const struct schema kind_schema = SCHEMA(struct kind, kind_fields);

static const struct field wares_fields[] = {
	FIELD_KEYED(struct wares, card, &kind_schema, kind_names,
	    .see = SEE_ALL),
	{ 0 }
};
const struct schema wares_schema = SCHEMA(struct wares, wares_fields);

static const struct field terms_fields[] = {
	FIELD(struct terms, rounds, .min = 1, .max = 9, .preset = 3,
	    .see = SEE_ALL),
	FIELD_NAMED(struct terms, reactions, reaction_names, .see = SEE_ALL),
	{ 0 }
};
const struct schema terms_schema = SCHEMA(struct terms, terms_fields);

/* ---- the state ------------------------------------------------------- */

static bool
sees_role(const void *root, const void *self, int index, int seat)
{
	const struct toy	*s = root;
	const struct stall	*mine = self;

	(void)index;
	if (seat < 0)
		return false;
	return mine == &s->stall[seat] ||
	    (toy_flaw == FLAW_VIEW && pile_find(&mine->hand, BLOCK) != NONE);
}

static bool
plan_is_settled(const void *self, const struct env *env)
{
	const struct stall	*stall = self;

	(void)env;
	return (stall->plan.n_step > 0) == (stall->settled == 1);
}

static bool
one_is_the_crook(const void *self, const struct env *env)
{
	const struct toy	*s = self;
	int			 i, crooks = 0;

	for (i = 0; i < env->roster->n_name; i++)
		crooks += s->stall[i].role == CROOK;
	return crooks == 1;
}

#define STALL_ROWS							\
	FIELD_NAMED(struct stall, hand, kind_names, .see = SEE_SEEN,	\
	    .pool = 1),							\
	FIELD_CODEC(struct stall, plan, &orders_codec, .see = SEE_OWNER), \
	FIELD_NAMED(struct stall, role, role_names, .see = SEE_IF,	\
	    .see_if = sees_role, .pool = 2),				\
	FIELD(struct stall, coins, .see = SEE_ALL),			\
	FIELD_FLAG(struct stall, settled, .see = SEE_ALL),		\
	FIELD_FLAG(struct stall, automatic, .see = SEE_ALL),		\
	FIELD_FLAG(struct stall, out, .see = SEE_ALL),			\
	FIELD_CHECK("plan", plan_is_settled)

#define TOY_ROWS(stalls)						\
	FIELD_TABLE(struct toy),					\
	FIELD_NAMED(struct toy, deck, kind_names, .see = SEE_SEEN,	\
	    .pool = 1),							\
	FIELD_NAMED(struct toy, spent, kind_names, .see = SEE_SEEN,	\
	    .pool = 1),							\
	FIELD_SEATS(struct toy, stall, stalls, .see = SEE_ALL),		\
	FIELD(struct toy, round, .see = SEE_ALL),			\
	FIELD(struct toy, left, .see = SEE_ALL),			\
	FIELD_SEAT(struct toy, go, .see = SEE_ALL),			\
	FIELD(struct toy, acts, .see = SEE_ALL),			\
	FIELD_SEAT(struct toy, user, .see = SEE_ALL),			\
	FIELD_NAMED(struct toy, use, kind_names, .see = SEE_ALL),	\
	FIELD_FLAG(struct toy, stopped, .see = SEE_ALL),		\
	FIELD_FLAG(struct toy, given, .see = SEE_ALL),			\
	FIELD_CHECK("one crook", one_is_the_crook)

static const struct field stall_fields[] = {
	STALL_ROWS,
	FIELD(struct stall, bid, .min = 0, .max = 9, .none = true,
	    .see = SEE_OWNER),
	{ 0 }
};
static const struct schema stall_schema = SCHEMA(struct stall, stall_fields);
static const struct field toy_fields[] = { TOY_ROWS(&stall_schema), { 0 } };
const struct schema toy_schema = SCHEMA(struct toy, toy_fields);

static const struct field forgetful_fields[] = { STALL_ROWS, { 0 } };
static const struct schema forgetful_stall =
    SCHEMA(struct stall, forgetful_fields);
static const struct field forgetful_rows[] = {
	TOY_ROWS(&forgetful_stall), { 0 }
};
const struct schema toy_forgetful_schema = SCHEMA(struct toy, forgetful_rows);
