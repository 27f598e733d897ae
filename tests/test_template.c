/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Templates filled from data, and what is wrong with some. */

#include "test.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "data/node.h"
#include "data/template.h"
#include "data/yaml.h"

static const char data_text[] =
    "game: noir-7\n"
    "turn: 12\n"
    "none: \"\"\n"
    "zero: 0\n"
    "refused: no\n"
    "seat: {name: jane, room: {name: bedroom}}\n"
    "hand: [knife, rope]\n"
    "nothing: []\n"
    "void: {}\n"
    "seats:\n"
    "  - {name: john, hits: 2, items: [lamp]}\n"
    "  - {name: jane, hits: 0, items: []}\n"
    "trap: \"{{game}} {{#hand}}\"\n";

static int
setup(void **state)
{
	*state = arena_new();
	return 0;
}

static int
teardown(void **state)
{
	arena_free(*state);
	return 0;
}

static const struct node *
read_data(struct arena *arena)
{
	struct fault fault;
	struct node *data;

	assert_int_equal(yaml_read(arena, data_text, strlen(data_text),
	    &yaml_caps_own, &data, &fault), 0);
	return data;
}

static void
assert_filled(struct arena *arena, const char *text, const char *wanted)
{
	struct fault fault;
	struct buf out;

	buf_init(&out, arena);
	if (template_fill(&out, text, read_data(arena), &fault) < 0)
		fail_msg("%s: %s", text, fault.text);
	assert_string_equal(out.data, wanted);
}

static void
assert_refused(struct arena *arena, const char *text, int line, int column,
    const char *why)
{
	struct fault fault;
	struct buf out;

	buf_init(&out, arena);
	buf_puts(&out, "kept");
	assert_int_equal(template_fill(&out, text, read_data(arena), &fault),
	    -1);
	assert_int_equal(fault.kind, FAULT_OPERATOR);
	if (strstr(fault.text, why) == NULL)
		fail_msg("%s: %s", text, fault.text);
	assert_int_equal(fault.line, line);
	assert_int_equal(fault.column, column);
	assert_string_equal(out.data, "kept");
}

static void
test_values_are_filled_in_by_name_and_path(void **state)
{
	assert_filled(*state, "", "");
	assert_filled(*state, "plain } text {", "plain } text {");
	assert_filled(*state, "{{game}}, turn {{ turn }}.\n",
	    "noir-7, turn 12.\n");
	assert_filled(*state, "{{seat.room.name}}", "bedroom");
	assert_filled(*state, "[{{none}}]", "[]");
	assert_filled(*state, "}}{{game}}}}", "}}noir-7}}");
}

static void
test_a_section_is_repeated_for_each_item(void **state)
{
	assert_filled(*state, "{{#hand}}<{{.}}>{{/hand}}", "<knife><rope>");
	assert_filled(*state, "{{#nothing}}x{{/nothing}}", "");
	assert_filled(*state,
	    "{{#seats}}{{name}}:{{#items}}{{.}}{{/items}} {{/seats}}",
	    "john:lamp jane: ");
}

static void
test_a_section_over_a_map_opens_it(void **state)
{
	assert_filled(*state, "{{#seat}}{{name}} in {{room.name}}{{/seat}}",
	    "jane in bedroom");
	assert_filled(*state, "{{#seat.room}}{{name}}{{/seat.room}}",
	    "bedroom");
	assert_filled(*state, "{{#void}}x{{/void}}", "x");
}

static void
test_a_section_over_a_scalar_asks_whether_it_says_yes(void **state)
{
	assert_filled(*state, "{{#turn}}{{.}}{{/turn}}", "12");
	assert_filled(*state, "{{#none}}x{{/none}}", "");
	assert_filled(*state, "{{#zero}}x{{/zero}}", "");
	assert_filled(*state, "{{#refused}}x{{/refused}}", "");
	assert_filled(*state, "{{#absent}}x{{/absent}}", "");
	assert_filled(*state, "{{#seat.absent}}x{{/seat.absent}}", "");
}

static void
test_an_inverted_section_is_shown_where_the_other_is_not(void **state)
{
	static const char *const names[] = {
		"game", "none", "zero", "refused", "seat", "hand", "nothing",
		"void", "absent", "seat.room", "seat.absent", NULL
	};
	struct fault fault;
	struct buf out;
	char text[200];
	int i;

	for (i = 0; names[i] != NULL; i++) {
		snprintf(text, sizeof(text), "{{#%s}}+{{/%s}}{{^%s}}-{{/%s}}",
		    names[i], names[i], names[i], names[i]);
		buf_init(&out, *state);
		assert_int_equal(template_fill(&out, text, read_data(*state),
		    &fault), 0);
		assert_true(out.len > 0);
		assert_true((strchr(out.data, '+') == NULL) !=
		    (strchr(out.data, '-') == NULL));
	}
	assert_filled(*state, "{{^absent}}{{game}}{{/absent}}", "noir-7");
}

static void
test_names_are_sought_outwards(void **state)
{
	assert_filled(*state, "{{#seats}}{{game}}/{{name}} {{/seats}}",
	    "noir-7/john noir-7/jane ");
	assert_filled(*state, "{{#seats}}{{#hits}}{{name}}{{/hits}}{{/seats}}",
	    "john");
	assert_refused(*state, "{{#seat}}{{room.turn}}{{/seat}}", 1, 10,
	    "no such value");
}

static void
test_a_line_of_section_tags_leaves_no_empty_line(void **state)
{
	assert_filled(*state,
	    "Hand:\n"
	    "{{#hand}}\n"
	    "- {{.}}\n"
	    "{{/hand}}\n"
	    "end\n", "Hand:\n- knife\n- rope\nend\n");
	assert_filled(*state, "a\n  {{#nothing}}{{/nothing}}\t\nb\n", "a\nb\n");
	assert_filled(*state, "{{#turn}}\nx\n{{/turn}}", "x\n");
	assert_filled(*state, "a{{#turn}}\nx\n{{/turn}}\n", "a\nx\n");
	assert_filled(*state, "a\n{{none}}\nb\n", "a\n\nb\n");
	assert_filled(*state, "a\n\nb\n", "a\n\nb\n");
}

static void
test_data_is_never_read_as_a_template(void **state)
{
	assert_filled(*state, "{{trap}}", "{{game}} {{#hand}}");
	assert_filled(*state, "{{#trap}}{{.}}{{/trap}}", "{{game}} {{#hand}}");
}

static void
test_what_is_absent_or_no_text_is_a_fault(void **state)
{
	assert_refused(*state, "a\n  {{absent}}\n", 2, 3, "{{absent}}");
	assert_refused(*state, "{{seat.absent}}", 1, 1, "no such value");
	assert_refused(*state, "{{game.x}}", 1, 1, "no such value");
	assert_refused(*state, "text {{hand}}", 1, 6, "this is a list");
	assert_refused(*state, "{{seat}}", 1, 1, "this is a map");
	assert_refused(*state, "{{.}}", 1, 1, "this is a map");
}

static void
test_tags_that_do_not_match_are_faults(void **state)
{
	assert_refused(*state, "x\n{{#hand}}\n", 2, 1, "not ended");
	assert_refused(*state, "{{/hand}}", 1, 1, "not begun");
	assert_refused(*state, "{{#hand}}\n{{#seat}}\n{{/hand}}{{/seat}}", 3,
	    1, "{{/hand}} does not end {{#seat}} of line 2");
	assert_refused(*state, "{{#hand}}{{/seat}}", 1, 10, "does not end");
	assert_refused(*state, "ab {{game", 1, 4, "not ended by }}");
	assert_refused(*state, "{{game\n}}", 1, 1, "not ended by }}");
}

static void
test_what_is_no_name_is_a_fault(void **state)
{
	static const char *const bad[] = {
		"{{}}", "{{ }}", "{{#}}", "{{a b}}", "{{>part}}", "{{!note}}",
		"{{.a}}", "{{a.}}", "{{a..b}}", "{{&a}}", "{{{a}}}",
		"{{..}}", "{{##a}}"
	};
	size_t i;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_refused(*state, bad[i], 1, 1, "no name");
}

static void
test_an_absent_name_in_a_closed_section_is_no_fault(void **state)
{
	assert_filled(*state, "{{#absent}}{{nowhere}}{{/absent}}", "");
}

static void
test_sections_nest_only_so_deep(void **state)
{
	struct buf text;
	int i;

	buf_init(&text, *state);
	for (i = 0; i < 16; i++)
		buf_puts(&text, "{{#turn}}");
	buf_puts(&text, "x");
	for (i = 0; i < 16; i++)
		buf_puts(&text, "{{/turn}}");
	assert_filled(*state, text.data, "x");
	buf_cut(&text, 0);
	for (i = 0; i < 17; i++)
		buf_puts(&text, "{{#turn}}");
	assert_refused(*state, text.data, 1, 145, "too deeply");
}

/* A list of 40 within a list of 40, and so on: 40^4 rounds. */
static void
test_the_filled_text_and_the_work_have_a_limit(void **state)
{
	struct arena *arena = *state;
	struct node *data, *list;
	struct fault fault;
	struct buf out;
	int i;

	data = node_map(arena);
	list = node_list(arena);
	for (i = 0; i < 40; i++)
		node_add(list, node_scalar(arena, "x"));
	node_set(data, "l", list);
	buf_init(&out, arena);
	assert_int_equal(template_fill(&out, "{{#l}}{{#l}}{{#l}}{{#l}}"
	    "{{/l}}{{/l}}{{/l}}{{/l}}", data, &fault), 0);
	assert_int_equal(template_fill(&out, "{{#l}}{{#l}}{{#l}}{{#l}}{{^l}}"
	    "{{/l}}{{/l}}{{/l}}{{/l}}{{/l}}", data, &fault), -1);
	assert_non_null(strstr(fault.text, "steps"));
	assert_int_equal(template_fill(&out, "{{#l}}{{#l}}{{#l}}"
	    "0123456789012345678{{/l}}{{/l}}{{/l}}", data, &fault), -1);
	assert_non_null(strstr(fault.text, "more than 1048576 bytes"));
	assert_string_equal(out.data, "");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_values_are_filled_in_by_name_and_path),
		TEST(test_a_section_is_repeated_for_each_item),
		TEST(test_a_section_over_a_map_opens_it),
		TEST(test_a_section_over_a_scalar_asks_whether_it_says_yes),
		TEST(test_an_inverted_section_is_shown_where_the_other_is_not),
		TEST(test_names_are_sought_outwards),
		TEST(test_a_line_of_section_tags_leaves_no_empty_line),
		TEST(test_data_is_never_read_as_a_template),
		TEST(test_what_is_absent_or_no_text_is_a_fault),
		TEST(test_tags_that_do_not_match_are_faults),
		TEST(test_what_is_no_name_is_a_fault),
		TEST(test_an_absent_name_in_a_closed_section_is_no_fault),
		TEST(test_sections_nest_only_so_deep),
		TEST(test_the_filled_text_and_the_work_have_a_limit)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
