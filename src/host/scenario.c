/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Scenario files: a game laid out, played turn by turn and looked at. */

#include "config.h"

#include "host/scenario.h"

#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "data/node.h"
#include "data/overlay.h"
#include "host/expect.h"
#include "host/pack.h"
#include "table/chance.h"
#include "table/run.h"

static const char *const top_keys[] = {
	"title", "rule", "engine", "seats", "options", "state", "standing",
	"random", "turns", "asked", "offered", "told", "untold", "shows",
	"hides", NULL
};

static const char *const turn_keys[] = {
	"orders", "standing", "press", "late", "retired", "refused", "noted",
	"words", "state", "asked", "offered", "told", "untold", "shows",
	"hides", "over", "ends", NULL
};

static const struct events silence;

/* ---- laying out ------------------------------------------------------ */

/* How many play, and their names unless the engine gives them; or -1. */
static int
read_seats(const struct node *list, const struct engine *engine,
    const char *names[SEATS_MAX], struct fault *fault)
{
	const struct node	*item;
	int			 n = 0;

	if (list == NULL)
		return engine->min_seats;
	NODE_EACH(item, list->kind == NODE_LIST ? list : NULL) {
		if (item->kind != NODE_SCALAR || n == SEATS_MAX)
			break;
		names[n++] = item->text;
	}
	if (n != list->n_children || list->kind != NODE_LIST)
		return fault_at(fault, FAULT_PLAYER, list->line, list->column,
		    "'seats' is a list of up to %d names", SEATS_MAX);
	return n;
}

/* Seats that are named by the engine must be named as it names them. */
static void
compare_seats(struct play *play, const struct node *tree)
{
	const struct node	*item;

	if (play->pack->engine->seating != SEATS_DEALT)
		NODE_EACH(item, node_get(tree, "seats"))
			play_seat(play, item, item->text, false);
}

static int
lay_out(struct play *play, const struct node *tree, struct fault *fault)
{
	const struct engine	*engine = play->pack->engine;
	const struct node	*state = node_get(tree, "state");
	const char		*names[SEATS_MAX];
	const void		*options;
	struct env		 env;
	struct dice		 dice;
	int			 n = read_seats(node_get(tree, "seats"),
				    engine, names, fault);

	dice_seed(&dice, "scenario", 0);
	if (n == -1 || pack_options(play->arena, engine,
	    node_get(tree, "options"), &options, fault) != 0 ||
	    match_init(&play->match, play->arena, engine,
	    play->pack->components, options,
	    node_get(tree, "seats") != NULL ? names : NULL, n, &dice.key,
	    fault) != 0)
		return -1;
	match_setup(&play->match);
	env = match_env(&play->match);
	if (state != NULL && schema_overlay(engine->state, state,
	    play->match.base, &env, fault) != 0)
		return fault_within(fault, "state");
	env.roster = &((struct commons *)play->match.base)->seats;
	if (schema_check(engine->state, play->match.base, &env, fault) != 0)
		return fault_within(fault, "state");
	memcpy(play->match.state, play->match.base, engine->state->size);
	compare_seats(play, tree);
	return 0;
}

/* ---- chance ---------------------------------------------------------- */

static void
script_chance(struct play *play, const struct node *tree,
    struct scripted *scripted)
{
	const struct node	*random = node_get(tree, "random"), *item;
	int			 n;

	if (random != NULL && random->kind != NODE_MAP)
		play_wrong(play, random, "'random' is a mapping: a list of "
		    "results for each label");
	NODE_EACH(item, random) {
		n = scripted->n_labels;
		if (item->key == NULL || item->kind != NODE_LIST ||
		    n == (int)(sizeof(scripted->label) /
		    sizeof(scripted->label[0]))) {
			play_wrong(play, item, "results are lists, of 16 "
			    "labels at most");
			return;
		}
		scripted->label[n] = item->key;
		scripted->next[n] = item->child;
		scripted->base[n] = item->child;
		scripted->n_labels++;
	}
	play->match.scripted = scripted;
}

static void
expect_no_leftovers(struct play *play, const struct scripted *scripted)
{
	const struct node	*item;
	int			 i;

	play->entry = 0;
	if (scripted->wrong[0] != '\0')
		play_wrong(play, NULL, "%s", scripted->wrong);
	for (i = 0; i < scripted->n_labels; i++)
		NODE_EACH(item, scripted->next[i] == NULL ? NULL :
		    &(struct node){ .child =
		    (struct node *)(uintptr_t)scripted->next[i] })
			play_wrong(play, item, "random: %s: '%s' did not come "
			    "up", scripted->label[i],
			    item->kind == NODE_SCALAR ? item->text : "a list");
}

/* ---- order files ----------------------------------------------------- */

/* What there was to say about a file, problems or notes, as texts. */
static struct node *
remarks_of(struct play *play, const struct remarks *remarks, bool problems)
{
	struct node		*list = node_list(play->arena);
	const struct remark	*remark;
	int			 i;

	for (i = 0; i < remarks->n_remarks; i++) {
		remark = &remarks->remark[i];
		if (remark->problem != problems)
			continue;
		node_add(list, remark->line == 0 ?
		    node_printf(play->arena, "%s", remark->text) :
		    node_printf(play->arena, "line %d, column %d: %s",
		    remark->line, remark->column, remark->text));
	}
	return list;
}

static void
say_refused(struct play *play, const struct node *file, const char *name,
    const struct checked *checked)
{
	struct node	*item;

	NODE_EACH(item, remarks_of(play, &checked->remarks, true))
		play_wrong(play, file, "the file of %s is refused: %s", name,
		    item->text);
}

static void
expect_of_file(struct play *play, const struct node *entry, const char *name,
    const struct checked *checked)
{
	const struct node	*part;

	if ((part = node_get(node_get(entry, "noted"), name)) != NULL)
		expect_parts(play, part, remarks_of(play, &checked->remarks,
		    false), true, arena_printf(play->arena,
		    "the notes to %s", name));
	if ((part = node_get(node_get(entry, "words"), name)) != NULL)
		expect_parts(play, part, checked->words, true,
		    arena_printf(play->arena, "the orders of %s, read back",
		    name));
}

/* A later file replaces what it speaks of: orders, standing orders. */
static void
accept(struct play *play, int seat, const struct checked *checked)
{
	const struct answer	*from = &checked->answer;
	struct answer		*answer = &play->in.answer[seat];

	if (from->given || from->resigned || checked->withdrawn) {
		answer->given = from->given;
		answer->resigned = from->resigned;
		answer->orders = from->orders;
	}
	if (from->standing.n_step > 0)
		answer->standing = from->standing;
}

/* Send the file of one seat. */
static void
send_file(struct play *play, const struct node *entry, int seat)
{
	const struct commons	*commons = play->match.state;
	const char		*name = commons->seats.name[seat];
	const struct node	*orders = node_get(node_get(entry, "orders"),
				    name);
	const struct node	*standing = node_get(node_get(entry,
				    "standing"), name);
	const struct node	*refused = node_get(node_get(entry,
				    "refused"), name);
	const struct node	*file = orders != NULL ? orders : standing;
	struct checked		*checked;

	if (file == NULL)
		return;
	checked = arena_alloc(play->arena, sizeof(*checked));
	match_check(&play->match, play->arena, seat, orders, standing,
	    checked);
	expect_of_file(play, entry, name, checked);
	if (checked->remarks.n_problems == 0) {
		if (refused != NULL)
			play_wrong(play, refused,
			    "the file of %s is not refused", name);
		accept(play, seat, checked);
	} else if (refused == NULL)
		say_refused(play, file, name, checked);
	else
		expect_parts(play, refused, remarks_of(play,
		    &checked->remarks, true), true, arena_printf(play->arena,
		    "the refusal to %s", name));
}

/* Whoever is named under key must have sent a file. */
static void
expect_files(struct play *play, const struct node *entry, const char *key)
{
	const struct node	*item;

	NODE_EACH(item, play_map(play, entry, key)) {
		if (play_seat(play, item, item->key, false) == SEATS_MAX)
			continue;
		if (node_get(node_get(entry, "orders"), item->key) == NULL &&
		    node_get(node_get(entry, "standing"), item->key) == NULL)
			play_wrong(play, item, "%s: %s has sent no file", key,
			    item->key);
	}
}

static void
send_all(struct play *play, const struct node *entry)
{
	const struct commons	*commons = play->match.state;
	int			 i;

	expect_files(play, entry, "orders");
	expect_files(play, entry, "standing");
	expect_files(play, entry, "refused");
	expect_files(play, entry, "noted");
	expect_files(play, entry, "words");
	for (i = 0; i < commons->seats.n_name; i++)
		send_file(play, entry, i);
}

/* ---- closing a turn -------------------------------------------------- */

static void
read_list(struct play *play, const struct node *entry, const char *key,
    bool listed[SEATS_MAX + 1])
{
	const struct node	*list = node_get(entry, key), *item;

	if (list != NULL && list->kind != NODE_LIST)
		play_wrong(play, list, "'%s' is a list of seats", key);
	NODE_EACH(item, list)
		listed[play_seat(play, item, item->kind == NODE_SCALAR ?
		    item->text : "a list", false)] = true;
}

/* Only who is asked and has no orders in can be late. */
static void
expect_lateness(struct play *play, const struct node *entry,
    const bool late[SEATS_MAX + 1])
{
	const struct commons	*commons = play->match.state;
	int			 i;

	for (i = 0; i < commons->seats.n_name; i++)
		if (late[i] && (commons->place[i].asked == NONE ||
		    play->in.answer[i].given))
			play_wrong(play, node_get(entry, "late"),
			    "%s cannot be late: %s", commons->seats.name[i],
			    play->in.answer[i].given ? "its orders are in" :
			    "nothing is asked of it");
}

/* Is the turn closed by this entry? Say who is missing, if it should be. */
static bool
closes(struct play *play, const struct node *entry,
    const bool late[SEATS_MAX + 1])
{
	const struct commons	*commons = play->match.state;
	const struct node	*refused = node_get(entry, "refused");
	const struct answer	*answer;
	bool			 all = true, given = false;
	int			 i;

	for (i = 0; i < commons->seats.n_name; i++) {
		answer = &play->in.answer[i];
		given |= answer->given || answer->resigned || late[i] ||
		    play->in.retired[i] != 0;
		if (commons->place[i].asked == NONE || answer->given ||
		    answer->resigned || late[i] || play->in.retired[i] != 0)
			continue;
		all = false;
		if (refused == NULL)
			play_wrong(play, entry, "%s is asked for %s, and "
			    "neither gives orders that are accepted nor is "
			    "late", commons->seats.name[i],
			    play->match.decisions[commons->place[i].asked]);
	}
	return all && given;
}

static void
close_turn(struct play *play, const struct node *entry)
{
	bool		late[SEATS_MAX + 1] = { false };
	bool		retired[SEATS_MAX + 1] = { false };
	struct fault	fault;
	int		i;

	read_list(play, entry, "late", late);
	read_list(play, entry, "retired", retired);
	for (i = 0; i < SEATS_MAX; i++)
		play->in.retired[i] |= retired[i];
	if (play->match.over) {
		if (node_get(entry, "refused") == NULL)
			play_wrong(play, entry, "the game is over already");
		return;
	}
	expect_lateness(play, entry, late);
	if (!closes(play, entry, late))
		return;
	if (match_close(&play->match, &play->in, &fault) != 0)
		play_fault(play, &fault);
	memset(&play->in, 0, sizeof(play->in));
	play->events = &play->match.events;
}

/* ---- the whole ------------------------------------------------------- */

static void
play_turn(struct play *play, const struct node *entry)
{
	play->events = &silence;
	if (entry->kind != NODE_MAP) {
		play_wrong(play, entry, "a turn is a mapping");
		return;
	}
	play_keys(play, entry, turn_keys);
	send_all(play, entry);
	close_turn(play, entry);
	if (node_get(entry, "state") != NULL)
		expect_state(play, node_get(entry, "state"));
	expect_asked(play, entry);
	expect_told(play, entry);
	expect_over(play, entry);
}

static void
stand_all(struct play *play, const struct node *tree)
{
	const struct node	*item;
	struct checked		*checked;
	int			 seat;

	NODE_EACH(item, play_map(play, tree, "standing")) {
		seat = play_seat(play, item, item->key, false);
		if (seat == SEATS_MAX)
			continue;
		checked = arena_alloc(play->arena, sizeof(*checked));
		match_check(&play->match, play->arena, seat, NULL, item,
		    checked);
		if (checked->remarks.n_problems > 0)
			say_refused(play, item, item->key, checked);
		else
			match_stand(&play->match, seat,
			    &checked->answer.standing);
	}
}

static void
play_turns(struct play *play, const struct node *tree)
{
	const struct node	*turns = node_get(tree, "turns"), *entry;

	expect_asked(play, tree);
	expect_told(play, tree);
	if (turns != NULL && turns->kind != NODE_LIST) {
		play_wrong(play, turns, "'turns' is a list");
		return;
	}
	NODE_EACH(entry, turns) {
		play->entry++;
		play_turn(play, entry);
	}
}

int
scenario_run(struct arena *arena, const struct pack *pack,
    const struct node *tree, struct buf *out)
{
	struct play	*play = arena_alloc(arena, sizeof(*play));
	struct scripted	 scripted = { .n_labels = 0 };
	struct fault	 fault;

	play->arena = arena;
	play->pack = pack;
	play->out = out;
	if (tree->kind != NODE_MAP) {
		play_wrong(play, tree, "a scenario is a mapping");
		return play->n_wrong;
	}
	play_keys(play, tree, top_keys);
	if (lay_out(play, tree, &fault) != 0) {
		play_fault(play, &fault);
		return play->n_wrong;
	}
	stand_all(play, tree);
	script_chance(play, tree, &scripted);
	if (match_open(&play->match, &fault) != 0) {
		play_fault(play, &fault);
		return play->n_wrong;
	}
	play->events = &play->match.events;
	play_turns(play, tree);
	expect_no_leftovers(play, &scripted);
	return play->n_wrong;
}
