/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A game in memory: opened, asked, answered, resolved turn by turn. */

#include "config.h"

#include "table/match.h"

#include <assert.h>
#include <string.h>

#include "base/arena.h"
#include "base/fault.h"
#include "data/node.h"
#include "table/run.h"

/* ---- opening ----------------------------------------------------------- */

static const char *const *
decision_names(struct arena *arena, const struct engine *engine)
{
	const char	**names;
	int		 i, n = 0;

	while (engine->decisions[n].name != NULL)
		n++;
	names = arena_alloc(arena, (size_t)(n + 1) * sizeof(*names));
	for (i = 0; i < n; i++)
		names[i] = engine->decisions[i].name;
	return names;
}

static int
name_is_fit(const struct engine *engine, const char *const *names, int i,
    struct fault *fault)
{
	const char	*near = text_nearest(names[i], engine->seats);
	int		 j;

	if (text_index(engine->seats, names[i]) < 0)
		return fault_set(fault, FAULT_PLAYER, near != NULL ?
		    "%s has no seat '%s'; did you mean '%s'?" :
		    "%s has no seat '%s'%s", engine->id, names[i],
		    near != NULL ? near : "");
	for (j = 0; j < i; j++)
		if (strcmp(names[j], names[i]) == 0)
			return fault_set(fault, FAULT_PLAYER,
			    "seat '%s' is named twice", names[i]);
	return 0;
}

static int
name_seats(struct table *t, const char *const *names, int n_seats,
    struct fault *fault)
{
	const struct engine	*engine = t->engine;
	char			 dealt[NAME_SIZE] = "seat-1";
	int			 i;

	if (n_seats < engine->min_seats || n_seats > engine->max_seats)
		return fault_set(fault, FAULT_PLAYER,
		    "%s is played by %d to %d seats, not %d", engine->id,
		    engine->min_seats, engine->max_seats, n_seats);
	table_commons(t)->seats.n_name = n_seats;
	for (i = 0; i < n_seats; i++) {
		dealt[5] = (char)('1' + i);
		if (engine->seating == SEATS_DEALT) {
			table_name_seat(t, i, dealt);
			continue;
		}
		if (engine->seating == SEATS_FIXED || names == NULL) {
			table_name_seat(t, i, engine->seats[i]);
			continue;
		}
		if (name_is_fit(engine, names, i, fault) != 0)
			return -1;
		table_name_seat(t, i, names[i]);
	}
	return 0;
}

struct env
match_env(const struct match *match)
{
	const struct commons	*commons = match->state;
	struct env		 env = {
		.roster = &commons->seats,
		.decisions = match->decisions,
		.engine = match->engine,
		.components = match->components
	};

	return env;
}

static void
lay_table(struct match *match, struct table *t, void *state)
{
	memset(t, 0, sizeof(*t));
	t->engine = match->engine;
	t->components = match->components;
	t->options = match->options;
	t->state = state;
	t->mode = TABLE_PLAYS;
	t->key = match->key;
	t->scripted = match->scripted;
	t->numbered = match->numbered;
	t->shown = match->shown;
	t->events = &match->events;
	t->checker = NONE;
	t->env = match_env(match);
	t->env.roster = &table_commons(t)->seats;
}

int
match_init(struct match *match, struct arena *arena,
    const struct engine *engine, const void *components,
    const void *options, const char *const *names, int n_seats,
    const struct digest *key, struct fault *fault)
{
	struct table	t;
	struct why	why;
	int		i;

	memset(match, 0, sizeof(*match));
	match->arena = arena;
	match->engine = engine;
	match->components = components;
	match->options = options;
	match->key = *key;
	match->state = arena_alloc(arena, engine->state->size);
	match->base = arena_alloc(arena, engine->state->size);
	match->decisions = decision_names(arena, engine);
	events_init(&match->events, arena);
	lay_table(match, &t, match->state);
	if (name_seats(&t, names, n_seats, fault) != 0)
		return -1;
	for (i = 0; i < n_seats; i++) {
		table_commons(&t)->place[i].asked = NONE;
		table_commons(&t)->place[i].offered = NONE;
	}
	if (engine->fits != NULL && engine->fits(&t, &why) != OK)
		return fault_set(fault, FAULT_PLAYER, "%s (%s)", why.text,
		    why.rule);
	return 0;
}

/* ---- running ----------------------------------------------------------- */

/* Drop the turns that lie before the new checkpoint. */
static void
settle(struct match *match, const struct table *t)
{
	int	i;

	if (t->base_at == 0)
		return;
	for (i = t->base_at; i < match->n_turns; i++)
		match->turns[i - t->base_at] = match->turns[i];
	match->n_turns -= t->base_at;
	match->base_turn = table_commons(t)->turn - match->n_turns;
}

static int
run(struct match *match, struct table *t, struct fault *fault)
{
	jmp_buf	way_out;

	t->turns = match->turns;
	t->n_turns = match->n_turns;
	t->base = match->base;
	t->way_out = &way_out;
	if (setjmp(way_out) == LEFT_NOT)
		match->engine->play(t);
	if (t->differs)
		return fault_set(fault, FAULT_OPERATOR,
		    "turn %d did not come out as it did before",
		    table_commons(t)->turn);
	match->over = match->engine->over(t, NULL);
	assert(match->over || t->at == t->n_turns);
	settle(match, t);
	return 0;
}

void
match_setup(struct match *match)
{
	struct table	t;

	events_init(&match->events, match->arena);
	lay_table(match, &t, match->state);
	table_commons(&t)->turn = 1;
	match->engine->setup(&t);
	memcpy(match->base, match->state, match->engine->state->size);
	match->base_turn = 1;
}

/* There is nothing to compare with. */
static bool
is_taken_as_it_is(const struct table *t, const void *before)
{
	(void)t;
	(void)before;
	return true;
}

int
match_open(struct match *match, struct fault *fault)
{
	struct table	t;

	memcpy(match->state, match->base, match->engine->state->size);
	lay_table(match, &t, match->state);
	t.is_as_before = is_taken_as_it_is;
	return run(match, &t, fault);
}

int
match_start(struct match *match, struct fault *fault)
{
	match_setup(match);
	return match_open(match, fault);
}

void
match_stand(struct match *match, int seat, const struct script *standing)
{
	struct table	t;

	lay_table(match, &t, match->base);
	table_stand(&t, seat, standing);
}

int
match_recall(struct match *match, const struct turn_in *in,
    struct fault *fault)
{
	if (match->n_turns == TURNS_MAX)
		return fault_set(fault, FAULT_OPERATOR,
		    "more than %d turns in one go", TURNS_MAX);
	match->turns[match->n_turns++] =
	    arena_copy(match->arena, in, sizeof(*in));
	return 0;
}

static bool
is_same_state(const struct table *t, const void *before)
{
	return memcmp(t->state, before, t->engine->state->size) == 0;
}

int
match_close(struct match *match, const struct turn_in *in,
    struct fault *fault)
{
	size_t		 size = match->engine->state->size;
	const void	*halted = match->before;
	struct table	 t;

	if (match_recall(match, in, fault) != 0)
		return -1;
	if (match->is_as_before == NULL)
		halted = arena_copy(match->arena, match->state, size);
	memcpy(match->state, match->base, size);
	events_init(&match->events, match->arena);
	if (match->scripted != NULL)
		memcpy(match->scripted->next, match->scripted->base,
		    sizeof(match->scripted->next));
	lay_table(match, &t, match->state);
	t.is_as_before = match->is_as_before != NULL ?
	    match->is_as_before : is_same_state;
	t.before = halted;
	return run(match, &t, fault);
}

int
match_load(struct match *match, const struct node *base, int base_turn,
    const struct node *state, struct fault *fault)
{
	struct env	env = match_env(match);

	env.roster = &((struct commons *)match->base)->seats;
	if (schema_load(match->engine->state, base, match->base, false, &env,
	    fault) != 0)
		return fault_within(fault, "the state at turn %d", base_turn);
	memcpy(match->state, match->base, match->engine->state->size);
	env = match_env(match);
	if (state != NULL && schema_load(match->engine->state, state,
	    match->state, false, &env, fault) != 0)
		return -1;
	match->base_turn = base_turn;
	match->n_turns = 0;
	return 0;
}

/* ---- looking ----------------------------------------------------------- */

int
match_asked(const struct match *match, int seat)
{
	const struct place	*place =
	    &((const struct commons *)match->state)->place[seat];

	if (match->over)
		return NONE;
	return place->asked != NONE ? place->asked : place->offered;
}

void
match_know(const struct match *match, int seat, struct table *known)
{
	struct table	t;

	lay_table((struct match *)(uintptr_t)match, &t, match->state);
	table_know(&t, seat, arena_room(match->arena,
	    match->engine->state->size), known);
}

struct node *
match_view(const struct match *match, struct arena *arena, int seat)
{
	struct env	env = match_env(match);

	return schema_view(arena, match->engine->state, match->state, seat,
	    &env);
}

void
match_suggest(const struct match *match, int seat, struct chance *chance,
    struct script *out)
{
	struct table	known;

	match_know(match, seat, &known);
	script_clear(out);
	match->engine->suggest(&known, seat, match_asked(match, seat), chance,
	    out);
}
