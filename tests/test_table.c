/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The table: scripts, the check, questions and runs, on the toy engine. */

#include "test.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "data/node.h"
#include "data/yaml.h"
#include "table/cards.h"
#include "table/match.h"
#include "toy.h"

enum { RED, BLUE, GREEN };

struct scene {
	struct arena	*arena;
	struct wares	 wares;
	struct terms	 terms;
	struct match	 match;
	struct turn_in	 in;
	struct checked	 checked;
};

static struct toy *
now(struct scene *s)
{
	return s->match.state;
}

static void
deal(struct toy *toy, int seat, const char *kinds)
{
	struct pile	*hand = &toy->stall[seat].hand;

	memset(hand, 0, sizeof(*hand));
	for (; *kinds != '\0'; kinds++)
		pile_add(hand, (struct card) { .face = *kinds == 's' ? STRIKE :
		    *kinds == 'b' ? BLOCK : *kinds == 'x' ? BARTER : GOLD,
		    .seen = ONLY(seat) });
}

/* A game in its first round, at the go of red, or of nobody yet. */
static void
open_match(struct scene *s, bool in_go)
{
	struct digest	 key = { { 1, 2, 3 } };
	struct fault	 fault;
	struct toy	*toy;

	if (match_init(&s->match, s->arena, &toy_engine, &s->wares, &s->terms,
	    NULL, 3, &key, &fault) != 0)
		fail_msg("%s", fault.text);
	match_setup(&s->match);
	toy = s->match.base;
	deal(toy, RED, "sgx");
	deal(toy, BLUE, "bs");
	deal(toy, GREEN, "bg");
	if (in_go) {
		toy->go = RED;
		toy->left = 3;
		toy->round = 1;
	}
	if (match_open(&s->match, &fault) != 0)
		fail_msg("%s", fault.text);
}

static int
setup(void **state)
{
	struct scene	*s = calloc(1, sizeof(*s));
	struct wares	 wares = { { { 8, 0 }, { 7, 0 }, { 5, 0 }, { 4, 2 } } };

	s->arena = arena_new();
	s->wares = wares;
	s->terms.rounds = 3;
	open_match(s, true);
	toy_flaw = FLAW_NONE;
	*state = s;
	return 0;
}

static int
teardown(void **state)
{
	struct scene	*s = *state;

	toy_flaw = FLAW_NONE;
	arena_free(s->arena);
	free(s);
	return 0;
}

static struct node *
tree(struct scene *s, const char *text)
{
	struct node	*node;
	struct fault	 fault;

	if (text == NULL)
		return NULL;
	if (yaml_read(s->arena, text, strlen(text), &yaml_caps_own, &node,
	    &fault) != 0)
		fail_msg("%s: %s", text, fault.text);
	return node;
}

static struct checked *
check(struct scene *s, int seat, const char *orders, const char *standing)
{
	match_check(&s->match, s->arena, seat, tree(s, orders),
	    tree(s, standing), &s->checked);
	return &s->checked;
}

/* Send a file that must be accepted. */
static void
send(struct scene *s, int seat, const char *orders, const char *standing)
{
	check(s, seat, orders, standing);
	if (s->checked.remarks.n_problems > 0)
		fail_msg("%s: %s", orders, s->checked.remarks.remark[0].text);
	s->in.answer[seat] = s->checked.answer;
}

static int
try_close(struct scene *s, struct fault *fault)
{
	int	r = match_close(&s->match, &s->in, fault);

	memset(&s->in, 0, sizeof(s->in));
	return r;
}

static void
close_turn(struct scene *s)
{
	struct fault	fault;

	if (try_close(s, &fault) != 0)
		fail_msg("%s", fault.text);
}

static void
expect_asked(struct scene *s, int red, int blue, int green)
{
	assert_int_equal(match_asked(&s->match, RED), red);
	assert_int_equal(match_asked(&s->match, BLUE), blue);
	assert_int_equal(match_asked(&s->match, GREEN), green);
}

/* Find what was told to seat of that name; NULL: nothing was. */
static const struct event *
told(struct scene *s, int seat, const char *name)
{
	const struct event	*event;

	for (event = s->match.events.first; event != NULL;
	    event = event->next)
		if (strcmp(event->name, name) == 0 && event_is_for(event, seat))
			return event;
	return NULL;
}

static void
expect_told(struct scene *s, int seat, const char *name, const char *key,
    const char *value)
{
	const struct event	*event = told(s, seat, name);

	assert_non_null(event);
	assert_string_equal(node_text(event->fields, key, "-"), value);
}

/* ---- reading orders ---------------------------------------------------- */

static void
expect_problem(struct scene *s, const char *orders, const char *standing,
    int line, int column, const char *says)
{
	const struct remark	*remark;

	check(s, RED, orders, standing);
	remark = &s->checked.remarks.remark[0];
	if (s->checked.remarks.n_problems == 0)
		fail_msg("accepted: %s", orders);
	assert_false(s->checked.answer.given);
	if (strstr(remark->text, says) == NULL || remark->line != line ||
	    remark->column != column)
		fail_msg("%s:\n%d:%d: %s\n%d:%d: %s", orders, line, column,
		    says, remark->line, remark->column, remark->text);
}

static void
test_orders_are_written_as_they_were_read(void **state)
{
	static const char *const	files[] = {
		"[draw]", "[{play: gold}, wait]",
		"[{play: strike, on: blue, else: {play: gold, else: wait}}]",
		"[{draw: '', then: [{play: gold}, skip], else: skip}]",
		"[{plan: [{play: barter, on: green}, draw, wait]}, skip]",
		"[{plan: []}]"
	};
	struct scene	*s = *state;
	struct tongue	 tongue = { .roster = &now(s)->table.seats,
			    .me = RED };
	struct remarks	 remarks;
	struct script	 script, kept;
	struct order	 first;
	size_t		 i;

	remarks_init(&remarks, s->arena);
	for (i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		assert_int_equal(script_read(tree(s, files[i]),
		    toy_engine.verbs, &tongue, &script, &remarks), 0);
		assert_true(node_equal(tree(s, files[i]), script_write(
		    s->arena, &script, toy_engine.verbs, tongue.roster)));
		assert_true(script_first(&script, toy_engine.verbs, &first));
		script_keep(&kept, &first);
		assert_true(node_equal(tree(s, files[i]), script_write(
		    s->arena, &kept, toy_engine.verbs, tongue.roster)));
		assert_int_equal(kept.step[0].line, 0);
	}
}

static void
test_the_own_seat_is_me(void **state)
{
	struct scene	*s = *state;

	expect_problem(s, "[{play: strike, on: me}]", NULL, 1, 3,
	    "not on yourself (T11)");
	expect_problem(s, "[{play: strike, on: red}]", NULL, 1, 3,
	    "not on yourself (T11)");
}

static void
test_every_problem_has_its_place_and_what_would_be_right(void **state)
{
	static const struct {
		const char	*orders;
		int		 line, column;
		const char	*says;
	} bad[] = {
		{ "[frobnicate]", 1, 2, "'frobnicate' is not an order here; "
		  "the orders are draw, play, skip, plan or wait" },
		{ "- drew", 1, 3, "did you mean 'draw'?" },
		{ "- draw\n- {play: gould}", 2, 10, "did you mean 'gold'?" },
		{ "[{play: 7}]", 1, 9, "it can be strike, block, barter or "
		  "gold" },
		{ "[{play: gold, onn: red}]", 1, 15,
		  "'play' takes no 'onn'; did you mean 'on'?" },
		{ "[{play: gold, then: [skip]}]", 1, 15,
		  "'play' takes no 'then'" },
		{ "[{play: [gold, gold]}]", 1, 9, "a list is not a card" },
		{ "[{play: strike, on: bleu}]", 1, 21,
		  "did you mean 'blue'?" },
		{ "[play]", 1, 2, "'play' needs a card: write 'play: …'" },
		{ "[{draw: gold}]", 1, 9, "'draw' stands alone" },
		{ "[{bid: 1}]", 1, 3, "'bid' answers no question now; you "
		  "are asked: act (draw, play, skip, plan or wait)" },
		{ "[{play: gold, else: [skip]}]", 1, 21,
		  "'else' is one order, not a list" },
		{ "[[draw]]", 1, 2, "an order is a word or a mapping, not a "
		  "list" },
		{ "[draw, resign]", 1, 8, "'resign' stands alone" },
		{ "[]", 1, 1, "no order is given" },
		{ "[{play: gold, else: {play: gold, else: {play: gold, else: "
		  "{play: gold, else: {play: gold, else: skip}}}}}]", 1, 97,
		  "4 deep at most" }
	};
	size_t	i;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		expect_problem(*state, bad[i].orders, NULL, bad[i].line,
		    bad[i].column, bad[i].says);
}

static void
test_all_problems_of_a_file_are_named(void **state)
{
	struct scene	*s = *state;

	check(s, RED, "[foo, {play: gould}, {play: gold, onn: 1}]",
	    "{blok: strike}");
	assert_int_equal(s->checked.remarks.n_problems, 4);
	assert_non_null(strstr(s->checked.remarks.remark[0].text,
	    "did you mean 'block'?"));
}

static void
test_limits_of_a_file_are_kept(void **state)
{
	struct buf	text;
	struct scene	*s = *state;
	int		i;

	buf_init(&text, s->arena);
	for (i = 0; i < 33; i++)
		buf_puts(&text, "- skip\n");
	expect_problem(s, text.data, NULL, 33, 3, "more than 32 orders");
	buf_cut(&text, 32 * strlen("- skip\n"));
	assert_int_equal(check(s, RED, text.data, NULL)->remarks.n_problems,
	    0);
	assert_int_equal(script_length(&s->checked.answer.orders), 32);
	buf_init(&text, s->arena);
	buf_puts(&text, "{block: [strike");
	for (i = 0; i < 64; i++)
		buf_puts(&text, ", gold");
	buf_puts(&text, "]}");
	expect_problem(s, NULL, text.data, 1, 9,
	    "a list of 65 entries; 64 at most");
	expect_problem(s, NULL, "{block: [gold, gold, gold, gold, gold, "
	    "gold, gold]}", 1, 9, "7 entries where 6 are the most");
}

static void
test_standing_orders_are_read_by_their_rows(void **state)
{
	struct scene	*s = *state;

	expect_problem(s, NULL, "{autto: yes}", 1, 2, "'autto' is not a "
	    "standing order; did you mean 'auto'?");
	expect_problem(s, NULL, "[auto]", 1, 1, "'standing' is a mapping");
	expect_problem(s, NULL, "{limit: {bid: 10}}", 1, 15,
	    "'10' is not a number from 0 to 9");
	expect_problem(s, NULL, "{limit: {against: blue}}", 1, 9,
	    "'limit' needs 'bid:'");
	expect_problem(s, NULL, "{block: {strike: 12}}", 1, 18,
	    "'12' is not a number from 0 to 9");
	send(s, RED, NULL, "{block: [gold, {strike: 2}], limit: "
	    "{bid: 2, against: me}}");
	send(s, BLUE, NULL, "{auto: yes}");
	close_turn(s);
	assert_true(node_equal(tree(s, "{block: [gold, {strike: 2}], "
	    "limit: {bid: 2, against: red}}"), script_write_standing(s->arena,
	    &now(s)->table.place[RED].standing, toy_engine.standing,
	    &now(s)->table.seats)));
	assert_int_equal(now(s)->stall[BLUE].automatic, 1);
	send(s, RED, NULL, "{block: none, limit: {bid: 1}}");
	assert_string_equal(s->checked.words->child->text,
	    "no standing order 'block' any more");
	send(s, BLUE, NULL, "{auto: none}");
	close_turn(s);
	assert_true(node_equal(tree(s, "{limit: {bid: 1}}"),
	    script_write_standing(s->arena,
	    &now(s)->table.place[RED].standing, toy_engine.standing,
	    &now(s)->table.seats)));
	assert_int_equal(now(s)->stall[BLUE].automatic, 0);
}

/* ---- the check --------------------------------------------------------- */

static void
test_what_can_never_be_is_always_refused(void **state)
{
	struct scene	*s = *state;

	expect_problem(s, "[{play: block}]", NULL, 1, 3, "(T11)");
	expect_problem(s, "[draw, {play: block}]", NULL, 1, 9, "(T11)");
	expect_problem(s, "[{play: gold, else: {play: block}}]", NULL, 1, 22,
	    "(T11)");
	expect_problem(s, "[{draw: , then: [{play: block}]}]", NULL, 1, 19,
	    "(T11)");
	expect_problem(s, "[{plan: [draw, {play: block}]}]", NULL, 1, 17,
	    "(T11)");
	expect_problem(s, "[{plan: [{plan: [draw]}]}]", NULL, 1, 3,
	    "a plan holds draw, play, skip and wait");
}

static void
test_what_cannot_be_now_is_refused_while_all_is_known(void **state)
{
	struct scene	*s = *state;

	deal(now(s), RED, "g");
	expect_problem(s, "[{play: strike, on: blue}]", NULL, 1, 3,
	    "you have no strike (T11)");
	expect_problem(s, "[{play: strike, on: blue, else: skip}]", NULL, 1,
	    3, "you have no strike");
	expect_problem(s, "[skip, {play: strike, on: blue}]", NULL, 1, 9,
	    "you have no strike");
}

static void
test_what_may_be_possible_then_is_taken_with_a_note(void **state)
{
	struct scene	*s = *state;

	deal(now(s), RED, "g");
	check(s, RED, "[draw, {play: strike, on: blue}]", NULL);
	assert_int_equal(s->checked.remarks.n_problems, 0);
	assert_int_equal(s->checked.remarks.n_remarks, 1);
	assert_int_equal(s->checked.remarks.remark[0].column, 9);
	assert_string_equal(s->checked.remarks.remark[0].text,
	    "if it can be done then: you have no strike");
	assert_true(s->checked.answer.given);
	check(s, RED, "[draw, {play: gold}]", NULL);
	assert_int_equal(s->checked.remarks.n_remarks, 0);
}

static void
test_an_order_is_read_back_with_all_that_hangs_on_it(void **state)
{
	struct scene	*s = *state;

	check(s, RED, "[{draw: , then: [{play: strike, on: blue}, skip], "
	    "else: wait}, {plan: [draw, {play: gold, else: skip}]}]", NULL);
	assert_string_equal(s->checked.words->child->text, "draw a card; "
	    "then what fits first of: play strike on blue, do nothing; "
	    "if that cannot be done, wait");
	assert_string_equal(s->checked.words->last->text, "plan: draw a "
	    "card, play gold; if that cannot be done, do nothing");
}

static void
test_wait_stands_last_after_another_order(void **state)
{
	struct scene	*s = *state;

	expect_problem(s, "[wait]", NULL, 1, 2, "needs an order before it");
	expect_problem(s, "[draw, wait, draw]", NULL, 1, 14,
	    "nothing can follow 'wait'");
	send(s, RED, "[skip, wait]", NULL);
}

static void
test_a_seat_may_resign_or_withdraw_at_any_time(void **state)
{
	struct scene	*s = *state;

	assert_true(check(s, RED, "resign", NULL)->answer.resigned);
	assert_true(check(s, GREEN, "[resign]", NULL)->answer.resigned);
	assert_true(check(s, RED, "none", NULL)->withdrawn);
	check(s, BLUE, "[draw]", NULL);
	assert_non_null(strstr(s->checked.remarks.remark[0].text,
	    "you owe no decision now (asked: red)"));
}

static void
test_a_half_answer_is_refused(void **state)
{
	struct scene	*s = *state;

	send(s, RED, "[{play: barter, on: blue}]", NULL);
	close_turn(s);
	send(s, BLUE, "[pass]", NULL);
	send(s, GREEN, "[pass]", NULL);
	close_turn(s);
	expect_asked(s, NONE, GIVE, NONE);
	check(s, BLUE, "[peek]", NULL);
	assert_int_equal(s->checked.remarks.n_problems, 1);
	assert_non_null(strstr(s->checked.remarks.remark[0].text,
	    "give a card, or end with 'wait'"));
	check(s, BLUE, "[peek, wait]", NULL);
	assert_int_equal(s->checked.remarks.n_problems, 0);
}

/* ---- asking ------------------------------------------------------------ */

static void
pass_all(struct scene *s)
{
	int	seat;

	for (seat = 0; seat < 3; seat++)
		if (match_asked(&s->match, seat) == REACT)
			send(s, seat, "[pass]", NULL);
	close_turn(s);
}

/* Red strikes blue, blue blocks, green blocks the block: blue is hit. */
static void
test_reactions_to_reactions_are_asked_in_their_turn(void **state)
{
	struct scene	*s = *state;

	send(s, RED, "[{play: strike, on: blue}]", NULL);
	close_turn(s);
	expect_asked(s, NONE, REACT, REACT);
	send(s, BLUE, "[block]", NULL);
	send(s, GREEN, "[pass]", NULL);
	close_turn(s);
	expect_told(s, RED, "blocks", "by", "blue");
	expect_asked(s, REACT, NONE, REACT);
	send(s, RED, "[pass]", NULL);
	send(s, GREEN, "[block]", NULL);
	close_turn(s);
	expect_told(s, RED, "blocks", "of", "blue");
	expect_asked(s, REACT, REACT, NONE);
	pass_all(s);
	expect_told(s, GREEN, "struck", "seat", "blue");
	assert_int_equal(now(s)->stall[BLUE].coins, 2);
	assert_int_equal(now(s)->spent.n_card, 3);
	expect_asked(s, NONE, ACT, NONE);
}

/* Answers serve for the whole moment: green blocks when blue's is stopped. */
static void
test_answers_of_a_moment_outlast_the_questions_inside_it(void **state)
{
	struct scene	*s = *state;
	struct toy	*base = s->match.base;

	deal(base, RED, "sb");
	deal(now(s), RED, "sb");
	send(s, RED, "[{play: strike, on: blue}]", NULL);
	close_turn(s);
	send(s, BLUE, "[block]", NULL);
	send(s, GREEN, "[block]", NULL);
	close_turn(s);
	send(s, RED, "[block]", NULL);
	send(s, GREEN, "[pass]", NULL);
	close_turn(s);
	expect_asked(s, NONE, REACT, REACT);
	pass_all(s);
	expect_told(s, RED, "blocks", "by", "green");
	expect_asked(s, NONE, REACT, NONE);
	pass_all(s);
	assert_null(told(s, RED, "struck"));
	assert_int_equal(now(s)->stall[BLUE].coins, 3);
}

static void
test_an_open_choice_in_anothers_go_may_wait(void **state)
{
	struct scene	*s = *state;
	const struct pile *hand;
	int		 i, n = 0;

	send(s, RED, "[{play: barter, on: blue}]", NULL);
	close_turn(s);
	pass_all(s);
	send(s, BLUE, "[peek, wait]", NULL);
	close_turn(s);
	expect_asked(s, NONE, GIVE, NONE);
	assert_non_null(told(s, BLUE, "saw"));
	assert_null(told(s, GREEN, "saw"));
	send(s, BLUE, "[{give: strike}]", NULL);
	close_turn(s);
	expect_told(s, RED, "hands", "card", "strike");
	assert_null(told(s, GREEN, "hands"));
	hand = &now(s)->stall[RED].hand;
	for (i = 0; i < hand->n_card; i++)
		n += hand->card[i].seen == (ONLY(RED) | ONLY(BLUE));
	assert_true(n >= 1);
	expect_asked(s, NONE, ACT, NONE);
}

static void
test_a_plan_serves_later_goes_until_it_waits(void **state)
{
	struct scene	*s = *state;

	send(s, RED, "[{plan: [{play: gold}, {play: gold, else: wait}, "
	    "draw]}]", NULL);
	close_turn(s);
	assert_int_equal(now(s)->stall[RED].settled, 1);
	send(s, BLUE, "[skip]", NULL);
	close_turn(s);
	send(s, GREEN, "[skip]", NULL);
	close_turn(s);
	expect_asked(s, BID, BID, BID);
	send(s, RED, "[{bid: 1}]", NULL);
	send(s, BLUE, "[{bid: 0}]", NULL);
	send(s, GREEN, "[{bid: 0}]", NULL);
	close_turn(s);
	expect_told(s, BLUE, "plays", "card", "gold");
	pass_all(s);
	assert_int_equal(now(s)->stall[RED].coins, 4);
	assert_int_equal(script_length(&now(s)->stall[RED].plan), 2);
	send(s, BLUE, "[skip]", NULL);
	close_turn(s);
	send(s, GREEN, "[skip]", NULL);
	close_turn(s);
	send(s, RED, "[{bid: 1}]", NULL);
	close_turn(s);
	expect_told(s, RED, "skipped", "else", "yes");
	expect_asked(s, ACT, NONE, NONE);
	assert_int_equal(now(s)->stall[RED].settled, 0);
}

static void
test_nobody_waits_for_an_offer_but_it_is_heard(void **state)
{
	struct scene	*s = *state;
	struct toy	*base = s->match.base;

	base->stall[BLUE].coins = now(s)->stall[BLUE].coins = 1;
	base->stall[BLUE].role = now(s)->stall[BLUE].role = HONEST;
	send(s, RED, "[{play: strike, on: blue}]", NULL);
	close_turn(s);
	pass_all(s);
	expect_asked(s, NONE, WORDS, ACT);
	assert_int_equal(now(s)->table.place[BLUE].asked, NONE);
	assert_int_equal(now(s)->table.place[BLUE].offered, WORDS);
	send(s, BLUE, "[{say: honest}]", NULL);
	send(s, GREEN, "[skip]", NULL);
	close_turn(s);
	expect_told(s, RED, "says", "role", "honest");
	assert_string_equal(told(s, RED, "says")->rule, "T19");
	assert_int_equal(now(s)->table.place[BLUE].offered, NONE);
}

static void
test_a_late_seat_gets_what_its_standing_orders_say(void **state)
{
	struct scene	*s = *state;

	open_match(s, false);
	expect_asked(s, BID, BID, BID);
	send(s, RED, "[{bid: 1}]", NULL);
	send(s, BLUE, NULL, "{limit: {bid: 2}}");
	close_turn(s);
	expect_told(s, RED, "late", "seat", "blue");
	assert_int_equal(now(s)->stall[RED].bid, 1);
	assert_int_equal(now(s)->stall[BLUE].bid, 2);
	assert_int_equal(now(s)->stall[GREEN].bid, 0);
	assert_int_equal(now(s)->go, BLUE);
	assert_string_equal(told(s, PUBLIC, "bids")->rule, "T16");
}

static void
test_a_retired_seat_is_asked_no_more(void **state)
{
	struct scene	*s = *state;
	struct fault	 fault;

	send(s, RED, "[{play: strike, on: blue}]", NULL);
	close_turn(s);
	s->in.retired[BLUE] = 1;
	send(s, GREEN, "[pass]", NULL);
	close_turn(s);
	expect_told(s, RED, "retired", "seat", "blue");
	assert_null(told(s, RED, "late"));
	expect_asked(s, NONE, NONE, ACT);
	check(s, BLUE, "[pass]", NULL);
	assert_string_equal(s->checked.remarks.remark[0].text,
	    "your seat has left this game");
	send(s, RED, "resign", NULL);
	assert_int_equal(try_close(s, &fault), 0);
	assert_true(s->match.over);
	check(s, GREEN, "[skip]", NULL);
	assert_string_equal(s->checked.remarks.remark[0].text,
	    "this game is over");
}

static void
test_a_run_that_comes_out_otherwise_is_a_fault(void **state)
{
	struct scene	*s = *state;
	struct fault	 fault;

	toy_flaw = FLAW_COUNTER;
	send(s, RED, "[draw, wait]", NULL);
	close_turn(s);
	send(s, RED, "[draw]", NULL);
	assert_int_equal(try_close(s, &fault), -1);
	assert_int_equal(fault.kind, FAULT_OPERATOR);
	assert_non_null(strstr(fault.text, "did not come out as it did"));
}

static void
test_what_was_told_is_not_told_again(void **state)
{
	struct scene	*s = *state;

	send(s, RED, "[draw, wait]", NULL);
	close_turn(s);
	assert_non_null(told(s, BLUE, "draws"));
	send(s, RED, "[skip]", NULL);
	close_turn(s);
	assert_null(told(s, BLUE, "draws"));
	assert_int_equal(now(s)->stall[RED].hand.n_card, 4);
}

/* ---- opening ----------------------------------------------------------- */

static void
expect_no_match(struct scene *s, const char *const *names, int n_seats,
    const char *says)
{
	struct digest	key = { { 0 } };
	struct fault	fault;
	struct match	match;

	assert_int_equal(match_init(&match, s->arena, &toy_engine, &s->wares,
	    &s->terms, names, n_seats, &key, &fault), -1);
	if (strstr(fault.text, says) == NULL)
		fail_msg("%s", fault.text);
}

static void
test_a_match_wants_seats_that_fit(void **state)
{
	static const char *const	twice[] = { "red", "blue", "red" };
	static const char *const	wrong[] = { "red", "blue", "grean" };

	expect_no_match(*state, NULL, 2, "is played by 3 to 3 seats, not 2");
	expect_no_match(*state, twice, 3, "seat 'red' is named twice");
	expect_no_match(*state, wrong, 3, "did you mean 'green'?");
}

#define TEST(name)	cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_orders_are_written_as_they_were_read),
		TEST(test_the_own_seat_is_me),
		TEST(test_every_problem_has_its_place_and_what_would_be_right),
		TEST(test_all_problems_of_a_file_are_named),
		TEST(test_limits_of_a_file_are_kept),
		TEST(test_standing_orders_are_read_by_their_rows),
		TEST(test_what_can_never_be_is_always_refused),
		TEST(test_what_cannot_be_now_is_refused_while_all_is_known),
		TEST(test_what_may_be_possible_then_is_taken_with_a_note),
		TEST(test_an_order_is_read_back_with_all_that_hangs_on_it),
		TEST(test_wait_stands_last_after_another_order),
		TEST(test_a_seat_may_resign_or_withdraw_at_any_time),
		TEST(test_a_half_answer_is_refused),
		TEST(test_reactions_to_reactions_are_asked_in_their_turn),
		TEST(test_answers_of_a_moment_outlast_the_questions_inside_it),
		TEST(test_an_open_choice_in_anothers_go_may_wait),
		TEST(test_a_plan_serves_later_goes_until_it_waits),
		TEST(test_nobody_waits_for_an_offer_but_it_is_heard),
		TEST(test_a_late_seat_gets_what_its_standing_orders_say),
		TEST(test_a_retired_seat_is_asked_no_more),
		TEST(test_a_run_that_comes_out_otherwise_is_a_fault),
		TEST(test_what_was_told_is_not_told_again),
		TEST(test_a_match_wants_seats_that_fit)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
