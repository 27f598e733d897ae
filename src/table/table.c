/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The table: asking, answering, carrying out orders, telling. */

#include "config.h"

#include "table/table.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "table/run.h"

/* ---- the state that every game has ------------------------------------- */

static const struct field place_fields[] = {
	FIELD(struct place, asked, .names_of = NAMES_DECISIONS, .none = true,
	    .see = SEE_ALL),
	FIELD(struct place, offered, .names_of = NAMES_DECISIONS, .none = true,
	    .see = SEE_ALL),
	FIELD_FLAG(struct place, retired, .see = SEE_ALL),
	FIELD_CODEC(struct place, standing, &standing_codec, .see = SEE_OWNER),
	{ 0 }
};
static const struct schema place_schema = SCHEMA(struct place, place_fields);

static const struct field commons_fields[] = {
	FIELD(struct commons, stream),
	FIELD(struct commons, turn, .see = SEE_ALL),
	FIELD_STRUCT(struct commons, seats, &roster_schema, .see = SEE_ALL),
	FIELD_SEATS(struct commons, place, &place_schema, .see = SEE_ALL),
	{ 0 }
};
const struct schema commons_schema = SCHEMA(struct commons, commons_fields);

struct commons *
table_commons(const struct table *t)
{
	return t->state;
}

int
table_seats(const struct table *t)
{
	return table_commons(t)->seats.n_name;
}

const char *
table_seat_name(const struct table *t, int seat)
{
	return seat < 0 ? "nobody" : table_commons(t)->seats.name[seat];
}

void
table_name_seat(struct table *t, int seat, const char *name)
{
	char	*at = table_commons(t)->seats.name[seat];

	assert(strlen(name) < NAME_SIZE);
	memset(at, 0, NAME_SIZE);
	memcpy(at, name, strlen(name));
}

bool
table_is_retired(const struct table *t, int seat)
{
	return table_commons(t)->place[seat].retired == 1;
}

/* ---- leaving the engine ------------------------------------------------ */

static void __attribute__((noreturn))
leave(struct table *t, enum left how)
{
	longjmp(*t->way_out, how);
}

void
table_checkpoint(struct table *t)
{
	int	i;

	if (t->mode != TABLE_PLAYS)
		return;
	for (i = 0; i < SEATS_MAX; i++)
		t->answer[i] = NULL;
	memcpy(t->base, t->state, t->engine->state->size);
	t->base_at = t->at;
	if (t->scripted != NULL)
		memcpy(t->scripted->base, t->scripted->next,
		    sizeof(t->scripted->base));
}

/* ---- taking in a turn -------------------------------------------------- */

void
table_stand(struct table *t, int seat, const struct script *with)
{
	struct script	*kept = &table_commons(t)->place[seat].standing;

	script_replace(kept, with, t->engine->standing);
	if (t->engine->stood != NULL)
		t->engine->stood(t, seat);
}

static void
take_offers(struct table *t, const struct turn_in *in)
{
	struct place	*place = table_commons(t)->place;
	int		 seat;

	for (seat = 0; seat < table_seats(t); seat++) {
		if (place[seat].offered == NONE)
			continue;
		place[seat].offered = NONE;
		if (!in->answer[seat].given || t->owed[seat] != NONE)
			continue;
		t->answer[seat] = &in->answer[seat];
		table_walk(t, seat);
		t->answer[seat] = NULL;
	}
}

static void
take_retirements(struct table *t, const struct turn_in *in)
{
	struct place	*place = table_commons(t)->place;
	int		 seat;

	for (seat = 0; seat < table_seats(t); seat++) {
		if (place[seat].retired != 0 || (!in->answer[seat].resigned &&
		    in->retired[seat] == 0))
			continue;
		place[seat].retired = 1;
		t->answer[seat] = NULL;
		table_tell(t, EVERYONE, in->answer[seat].resigned ?
		    "resigned" : "retired", "seat=%s",
		    table_seat_name(t, seat));
		t->engine->retire(t, seat);
	}
}

/* Take in the next turn: what came in replaces the question. */
static void
take_turn(struct table *t)
{
	const struct turn_in	*in = t->turns[t->at++];
	struct commons		*commons = table_commons(t);
	int			 seat;

	commons->turn++;
	for (seat = 0; seat < table_seats(t); seat++) {
		t->owed[seat] = commons->place[seat].asked;
		t->answer[seat] = NULL;
		commons->place[seat].asked = NONE;
		if (in->answer[seat].standing.n_step > 0)
			table_stand(t, seat, &in->answer[seat].standing);
	}
	take_offers(t, in);
	for (seat = 0; seat < table_seats(t); seat++)
		if (t->owed[seat] != NONE && in->answer[seat].given)
			t->answer[seat] = &in->answer[seat];
	take_retirements(t, in);
	if (t->engine->over(t, NULL))
		leave(t, LEFT_OVER);
}

/*
 * The question is put. Go on with the turn that answers it, if it has been
 * played; what was told up to here was told then, so it is not told again.
 */
static void
put_question(struct table *t)
{
	if (t->at == t->n_turns)
		leave(t, LEFT_ASKING);
	if (t->at == t->n_turns - 1) {
		if (!t->is_as_before(t, t->before)) {
			t->differs = true;
			leave(t, LEFT_ASKING);
		}
		events_init(t->events, t->events->arena);
	}
	take_turn(t);
}

/* ---- asking ------------------------------------------------------------ */

/* In a check nobody else answers, and after one's own question comes nothing
 * that the file could say. */
static void
ask_in_check(struct table *t, bool own)
{
	table_unsure(t);
	if (own)
		leave(t, LEFT_ASKING);
}

void
table_ask(struct table *t, int seat, int decision)
{
	struct place	*place = &table_commons(t)->place[seat];

	if (t->mode == TABLE_CHECKS) {
		ask_in_check(t, seat == t->checker);
		return;
	}
	t->answer[seat] = NULL;
	t->owed[seat] = decision;
	if (place->retired)
		return;
	place->asked = decision;
	put_question(t);
}

static int
ask_those(struct table *t, int decision, const bool asked[SEATS_MAX])
{
	struct place	*place = table_commons(t)->place;
	int		 seat, n = 0, living = 0;

	for (seat = 0; seat < table_seats(t); seat++) {
		t->answer[seat] = NULL;
		t->owed[seat] = asked[seat] ? decision : NONE;
		if (!asked[seat])
			continue;
		n++;
		if (place[seat].retired)
			continue;
		living++;
		place[seat].asked = decision;
	}
	if (living > 0)
		put_question(t);
	return n;
}

int
table_ask_each(struct table *t, int decision,
    bool (*who)(const struct table *known, int seat))
{
	bool		asked[SEATS_MAX] = { false };
	bool		own = false;
	struct table	known;
	char		copy[t->engine->state->size]
			    __attribute__((aligned(8)));
	int		seat, n = 0;

	table_know(t, PUBLIC, copy, &known);
	for (seat = 0; seat < table_seats(t); seat++) {
		asked[seat] = who(&known, seat);
		n += asked[seat];
		own |= asked[seat] && seat == t->checker;
	}
	if (t->mode != TABLE_CHECKS)
		return ask_those(t, decision, asked);
	if (n > 0)
		ask_in_check(t, own);
	return n;
}

void
table_offer(struct table *t, int seat, int decision)
{
	if (t->mode == TABLE_PLAYS && !table_is_retired(t, seat))
		table_commons(t)->place[seat].offered = decision;
}

void
table_know(const struct table *t, int seat, void *copy, struct table *known)
{
	memset(known, 0, sizeof(*known));
	known->engine = t->engine;
	known->components = t->components;
	known->options = t->options;
	known->env = t->env;
	known->mode = TABLE_KNOWS;
	known->checker = seat;
	known->numbered = t->numbered;
	known->events = t->events;
	known->state = copy;
	schema_mask(t->engine->state, t->state, copy, seat);
	known->env.roster = &table_commons(known)->seats;
}

/* ---- carrying out orders ----------------------------------------------- */

const struct script *
table_orders(struct table *t, int seat)
{
	return t->answer[seat] != NULL ? &t->answer[seat]->orders : NULL;
}

/* Tell the seat which of its orders was skipped, and why. */
static void
tell_skipped(struct table *t, int seat, const struct order *o,
    const struct why *why, bool has_else)
{
	struct buf	words;

	buf_init(&words, t->events->arena);
	script_words(t, &table_commons(t)->seats, seat, o, &words);
	table_tell(t, ONLY(seat), "skipped", "order=%s why=%s rule=%s else=%s",
	    words.data, why->text, why->rule, has_else ? "yes" : "no");
}

enum tried
table_try(struct table *t, int seat, const struct order *o)
{
	const struct verb	*verb;
	struct order		 now = *o, other;
	struct why		 why;
	enum verdict		 verdict;
	bool			 more;

	for (;;) {
		memset(&why, 0, sizeof(why));
		verb = order_verb(&now);
		verdict = verb->may == NULL ? OK :
		    verb->may(t, seat, &now, &why);
		if (verdict == OK || verdict == NOTED)
			break;
		more = order_else(&now, &other);
		tell_skipped(t, seat, &now, &why, more);
		if (!more)
			return TRIED_SKIPPED;
		now = other;
	}
	if (verb->wait)
		return TRIED_WAIT;
	verb->carry(t, seat, &now);
	return TRIED_DONE;
}

void
table_late(struct table *t, int seat, int decision)
{
	if (t->mode == TABLE_CHECKS)
		return;
	if (!table_is_retired(t, seat))
		table_tell(t, EVERYONE, "late", "seat=%s",
		    table_seat_name(t, seat));
	t->engine->fallback(t, seat, decision);
}

enum walked
table_walk(struct table *t, int seat)
{
	const struct script	*orders = table_orders(t, seat);
	struct order		 o;
	bool			 more;

	if (t->mode == TABLE_CHECKS)
		return WALKED_ALL;
	if (orders == NULL) {
		table_late(t, seat, t->owed[seat]);
		return WALKED_LATE;
	}
	for (more = script_first(orders, t->engine->verbs, &o);
	    more && !t->engine->over(t, NULL); more = order_next(&o, &o))
		if (table_try(t, seat, &o) == TRIED_WAIT)
			return WALKED_WAIT;
	return WALKED_ALL;
}

bool
table_standing(const struct table *t, int seat, int verb, struct order *out)
{
	const struct script	*kept = &table_commons(t)->place[seat].standing;
	bool			 more;

	for (more = script_first(kept, t->engine->standing, out); more;
	    more = order_next(out, out))
		if (out->step->verb == verb)
			return true;
	return false;
}

/* ---- may() ------------------------------------------------------------- */

static enum verdict
because(struct why *why, enum verdict verdict, const char *rule,
    const char *fmt, va_list ap)
{
	snprintf(why->rule, sizeof(why->rule), "%s", rule);
	vsnprintf(why->text, sizeof(why->text), fmt, ap);
	return verdict;
}

enum verdict
never(struct why *why, const char *rule, const char *fmt, ...)
{
	va_list	ap;

	va_start(ap, fmt);
	because(why, NEVER, rule, fmt, ap);
	va_end(ap);
	return NEVER;
}

enum verdict
not_now(struct why *why, const char *rule, const char *fmt, ...)
{
	va_list	ap;

	va_start(ap, fmt);
	because(why, NOT_NOW, rule, fmt, ap);
	va_end(ap);
	return NOT_NOW;
}

enum verdict
noted(struct why *why, const char *rule, const char *fmt, ...)
{
	va_list	ap;

	va_start(ap, fmt);
	because(why, NOTED, rule, fmt, ap);
	va_end(ap);
	return NOTED;
}

bool
table_checks(const struct table *t)
{
	return t->mode == TABLE_CHECKS;
}

void
table_unsure(struct table *t)
{
	t->unsure = true;
}

/* ---- telling ----------------------------------------------------------- */

void
table_tell(struct table *t, int32_t to, const char *name, const char *fmt, ...)
{
	va_list	ap;

	if (t->mode != TABLE_PLAYS)
		return;
	va_start(ap, fmt);
	events_add(t->events, to, NULL, name, fmt, ap);
	va_end(ap);
}

void
table_reveal(struct table *t, const char *rule, int32_t to, const char *name,
    const char *fmt, ...)
{
	va_list	ap;

	if (t->mode != TABLE_PLAYS)
		return;
	va_start(ap, fmt);
	events_add(t->events, to, rule, name, fmt, ap);
	va_end(ap);
}
