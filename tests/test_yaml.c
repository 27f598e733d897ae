/* SPDX-License-Identifier: GPL-3.0-or-later */

/* YAML: what is read, what is refused and how, and the round trip. */

#include "test.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/text.h"
#include "data/node.h"
#include "data/yaml.h"

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

static struct node *
read_text(struct arena *arena, const char *text)
{
	struct fault fault;
	struct node *root;
	char line[600];

	if (yaml_read(arena, text, strlen(text), &yaml_caps_order, &root,
	    &fault) < 0)
		fail_msg("%s\n%s", text, fault_line(&fault, line,
		    sizeof(line)));
	return root;
}

static const char *
write_tree(struct arena *arena, const struct node *root)
{
	struct buf out;

	buf_init(&out, arena);
	yaml_write(&out, root);
	return out.data;
}

static void
assert_rewritten(struct arena *arena, const char *text, const char *wanted)
{
	const char *written;

	written = write_tree(arena, read_text(arena, text));
	assert_string_equal(written, wanted);
	assert_string_equal(write_tree(arena, read_text(arena, written)),
	    wanted);
}

static void
refuse(struct arena *arena, const char *text, size_t len,
    const struct yaml_caps *caps, struct fault *fault)
{
	struct node *root, *untouched;

	untouched = root = node_map(arena);
	assert_int_equal(yaml_read(arena, text, len, caps, &root, fault), -1);
	assert_ptr_equal(root, untouched);
	assert_int_equal(fault->kind, FAULT_PLAYER);
	assert_true(fault->line > 0 && fault->column > 0);
}

static void
assert_refused(struct arena *arena, const char *text, int line, int column,
    const char *why)
{
	struct fault fault;

	refuse(arena, text, strlen(text), &yaml_caps_order, &fault);
	if (strstr(fault.text, why) == NULL || fault.line != line ||
	    fault.column != column)
		fail_msg("%s\nline %d, column %d: %s", text, fault.line,
		    fault.column, fault.text);
}

/* === Reading === */

static void
test_an_order_file_is_read_with_its_places(void **state)
{
	struct node *root, *orders, *item;

	root = read_text(*state,
	    "# my orders\n"
	    "turn: 12\n"
	    "orders:\n"
	    "  - listen\n"
	    "  - {play: 'knife', on: bob}\n");
	assert_int_equal(root->kind, NODE_MAP);
	assert_int_equal(root->n_children, 2);
	assert_string_equal(node_text(root, "turn", NULL), "12");
	orders = node_get(root, "orders");
	assert_int_equal(orders->kind, NODE_LIST);
	assert_int_equal(orders->key_line, 3);
	assert_int_equal(orders->key_column, 1);
	assert_string_equal(orders->child->text, "listen");
	assert_null(orders->child->key);
	assert_false(orders->child->quoted);
	assert_int_equal(orders->child->line, 4);
	assert_int_equal(orders->child->column, 5);
	item = node_get(orders->last, "play");
	assert_string_equal(item->text, "knife");
	assert_true(item->quoted);
	assert_int_equal(item->key_column, 6);
	assert_int_equal(item->column, 12);
	assert_null(node_get(root, "standing"));
	assert_null(node_get(NULL, "turn"));
	assert_string_equal(node_text(root, "orders", "no text"), "no text");
}

static void
test_every_scalar_is_text(void **state)
{
	assert_rewritten(*state, "[on, yes, no, 010, 1e3, null, ~, 0x1f, '']",
	    "[on, yes, no, 010, 1e3, null, \"~\", 0x1f, \"\"]\n");
	assert_rewritten(*state, "a:\nb: ''\n", "a: \"\"\nb: \"\"\n");
}

static void
test_columns_count_characters(void **state)
{
	struct node *root;

	root = read_text(*state, "{\xc3\xa9\xe2\x82\xac: x, b: y}");
	assert_int_equal(root->child->column, 6);
	assert_int_equal(root->last->key_column, 9);
	assert_refused(*state, "\xc3\xa9: \xe2\x80\xae", 1, 4, "U+202E");
	assert_refused(*state, "\xc3\xa9: *x", 1, 4, "an alias (*x)");
}

static void
test_line_ends_of_any_system_are_fine(void **state)
{
	assert_rewritten(*state,
	    "\xef\xbb\xbf" "a: 1\r\nb: |\r\n  x\r\n  y\r\n",
	    "a: 1\nb: \"x\\ny\\n\"\n");
	assert_rewritten(*state, "a: 1\n...\n", "a: 1\n");
	assert_rewritten(*state, "---\na: 1\n", "a: 1\n");
}

static void
test_text_of_many_lines_is_read(void **state)
{
	assert_rewritten(*state, "text: |\n  one\n  two\n",
	    "text: \"one\\ntwo\\n\"\n");
	assert_rewritten(*state, "text: one\n  two\n", "text: one two\n");
}

/* === Refusing === */

static void
test_what_yaml_can_and_we_do_not_is_refused(void **state)
{
	static const char tag[] = "a tag (!...) is not allowed; leave it out";

	assert_refused(*state, "a: &x 1", 1, 4,
	    "an anchor (&x) is not allowed; write the value out");
	assert_refused(*state, "a: 1\nb: &y [c]", 2, 4, "an anchor (&y)");
	assert_refused(*state, "&r {a: 1}", 1, 1, "an anchor (&r)");
	assert_refused(*state, "&k a: 1", 1, 1, "an anchor (&k)");
	assert_refused(*state, "a: *x", 1, 4,
	    "an alias (*x) is not allowed; write the value out");
	assert_refused(*state, "*x : 1", 1, 1, "an alias (*x)");
	assert_refused(*state, "a: *", 1, 4, "an alias (*...)");
	assert_refused(*state, "a: &", 1, 4, "an anchor (&...)");
	assert_refused(*state, "a: !x y", 1, 4, tag);
	assert_refused(*state, "a: !!int 7", 1, 4, tag);
	assert_refused(*state, "a: ! y", 1, 4, tag);
	assert_refused(*state, "\na: !x [y]", 2, 4, tag);
	assert_refused(*state, "! {a: b}", 1, 1, tag);
	assert_refused(*state, "a: !y!z b", 1, 4, tag);
	assert_refused(*state, "%YAML 1.1\n---\na: 1", 1, 1, "a directive");
	assert_refused(*state, "%TAG ! x\n---\na: 1", 1, 1, "a directive");
	assert_refused(*state, "%WHAT\n---\na: 1", 1, 1, "a directive");
	assert_refused(*state, "a: 1\n---\nb: 2\n", 2, 1,
	    "a second document begins here; only one is allowed");
	assert_refused(*state, "a: 1\n---\n", 2, 1, "a second document");
	assert_refused(*state, "b: 1\n<<: {a: b}", 2, 1,
	    "a merge key (<<) is not allowed; write the entries out");
	assert_refused(*state, "[a]: 1", 1, 1, "a list cannot be a key");
	assert_refused(*state, "? {a: 1}\n: 1", 1, 3, "a map cannot be a key");
	assert_refused(*state, "{{a: 1}: 1}", 1, 2, "a map cannot be a key");
}

static void
test_keys_that_appear_twice_are_refused(void **state)
{
	assert_refused(*state, "# x\nturn: 1\nseat: a\nturn: 2\n", 4, 1,
	    "key 'turn' appears twice (first on line 2)");
	assert_refused(*state, "a: {b: 1, \"b\": 2}", 1, 11,
	    "key 'b' appears twice (first on line 1)");
	assert_refused(*state, "a: 1\na: 2\na: 3\n", 2, 1, "'a' appears twice");
	assert_rewritten(*state, "{a: {a: 1}, A: 2}", "a:\n  a: 1\nA: 2\n");
}

static void
test_keys_that_appear_twice_among_many_are_refused(void **state)
{
	struct buf text;
	int i;

	buf_init(&text, *state);
	for (i = 0; i < 1000; i++)
		buf_printf(&text, "k%d: x\n", i * 7 % 1000);
	read_text(*state, text.data);
	buf_puts(&text, "k77: x\nk5: x\n");
	assert_refused(*state, text.data, 1001, 1,
	    "key 'k77' appears twice (first on line 12)");
}

static void
test_keys_have_a_limit_and_one_line(void **state)
{
	struct buf text;

	buf_init(&text, *state);
	buf_fill(&text, 'k', 255);
	buf_puts(&text, ": 1\n");
	assert_rewritten(*state, text.data, text.data);
	buf_cut(&text, 255);
	buf_puts(&text, "k: 1\n");
	assert_refused(*state, text.data, 1, 1, "this key has 256 bytes");
	assert_refused(*state, "? |\n  a\n  b\n: 1", 1, 3,
	    "a key cannot hold a tab or a line end");
	assert_refused(*state, "\"a\\tb\": 1", 1, 1, "a key cannot hold");
}

static void
test_indentation_gone_wrong_is_explained(void **state)
{
	static const char tabs[] = "tabs cannot indent YAML; use blanks";

	assert_refused(*state, "a:\n\tb: 1", 2, 1, tabs);
	assert_refused(*state, "\ta: 1", 1, 1, tabs);
	assert_refused(*state, "a: |\n\tb\n", 2, 1, tabs);
	assert_refused(*state, " a: 1\nb: 2", 2, 1, "is the indentation wrong");
	assert_refused(*state, "a: 1\n  b: 2", 2, 4,
	    "a ':' is not allowed here");
	assert_refused(*state, "text: I say: no", 1, 12, "lack its quotes?");
	assert_refused(*state, "- a\nb: 1", 2, 1,
	    "does not fit the list that begins on line 1");
	assert_refused(*state, "x: 1\na: \"x\" y", 2, 8,
	    "does not fit the map that begins on line 1");
	assert_refused(*state, "a: - b", 1, 4, "on a line of its own");
	assert_refused(*state, "a: 1\nfoo\n", 2, 1,
	    "the ':' after this key is missing; write 'key: value'");
	assert_refused(*state, "a: ?\n", 1, 4, "a '?' is not allowed here");
}

static void
test_an_early_end_is_explained(void **state)
{
	assert_refused(*state, "a: [1, 2\n", 2, 1,
	    "the document ends inside a list: is a ] missing? (it begins on "
	    "line 1)");
	assert_refused(*state, "\na: [\n", 3, 1,
	    "the document ends inside a list: is a ] missing? (it begins on "
	    "line 2)");
	assert_refused(*state, "a: [b, c,\n", 2, 1, "inside a list");
	assert_refused(*state, "a: {b: 1\n", 2, 1,
	    "the document ends inside a map: is a } missing?");
	assert_refused(*state, "a: \"x\n", 2, 1, "is a closing quote missing?");
	assert_refused(*state, "a: 'x\n", 2, 1, "is a closing quote missing?");
	assert_refused(*state, "a: \"x\n---\n", 2, 1, "a closing quote");
	assert_refused(*state, "", 1, 1, "the document is empty");
	assert_refused(*state, "# nothing\n", 1, 1, "the document is empty");
}

static void
test_brackets_and_quotes_gone_wrong_are_explained(void **state)
{
	assert_refused(*state, "a: [b\nc: d\n]", 2, 2, "needs a ',' between");
	assert_refused(*state, "a: {b: c]", 1, 9, "a '}' at its end");
	assert_refused(*state, "a: [,]", 1, 5, "a value is missing here");
	assert_refused(*state, "a: ]", 1, 4, "a value is missing here");
	assert_refused(*state, "a: @x", 1, 4,
	    "a text cannot begin with @; put it in quotes");
	assert_refused(*state, "a: `x", 1, 4, "cannot begin with `");
	assert_refused(*state, "a: %x", 1, 4, "cannot begin with %");
	assert_refused(*state, "a: |x\n  b", 1, 5, "may follow | or >");
	assert_refused(*state, "a: \"\\q\"", 1, 5, "this escape is unknown");
	assert_refused(*state, "a: \"\\xg0\"", 1, 7, "hex digits");
	assert_refused(*state, "a: \"\\ud800\"", 1, 7, "names no character");
}

static void
test_bytes_that_are_no_safe_text_are_refused(void **state)
{
	struct fault fault;

	assert_refused(*state, "a: 1\nb: \xff", 2, 4,
	    "the byte 0xff is not UTF-8; save the file as UTF-8");
	assert_refused(*state, "a: \xc3", 1, 4, "0xc3 is not UTF-8");
	assert_refused(*state, "a: \xed\xa0\x80", 1, 4, "0xed is not UTF-8");
	assert_refused(*state, "a: \x1b[1m", 1, 4, "U+001B is not allowed");
	assert_refused(*state, "a: x\x7f", 1, 5, "U+007F");
	assert_refused(*state, "a: \xc2\x85", 1, 4, "U+0085");
	assert_refused(*state, "a: \xe2\x80\xa8", 1, 4, "U+2028");
	assert_refused(*state, "# \xe2\x81\xa6\na: 1", 1, 3, "U+2066");
	assert_refused(*state, "a: \xef\xbf\xbf", 1, 4, "U+FFFF");
	assert_refused(*state, "a: 1\rb: 2", 1, 5, "a carriage return");
	refuse(*state, "a: \0b", 5, &yaml_caps_order, &fault);
	assert_non_null(strstr(fault.text, "U+0000"));
	assert_int_equal(fault.column, 4);
}

static void
test_escapes_that_bring_in_unsafe_text_are_refused(void **state)
{
	assert_refused(*state, "a: \"x\\0y\"", 1, 4, "the escape for U+0000");
	assert_refused(*state, "a: [b, \"\\r\"]", 1, 8, "U+000D");
	assert_refused(*state, "\"\\e\": 1", 1, 1, "U+001B");
	assert_refused(*state, "\"\\x85\": 1", 1, 1, "U+0085");
	assert_refused(*state, "a: \"\\u202e\"", 1, 4, "U+202E");
	assert_refused(*state, "a: \"\\P\"", 1, 4, "U+2029");
	assert_refused(*state, "a: \"\\uffff\"", 1, 4, "U+FFFF");
	assert_rewritten(*state, "a: \"\\n\\t\\xe9\"\n",
	    "a: \"\\n\\t\xc3\xa9\"\n");
}

/* === Caps === */

static char *
repeat(struct arena *arena, const char *piece, size_t times)
{
	struct buf text;

	buf_init(&text, arena);
	while (times-- > 0)
		buf_puts(&text, piece);
	return text.data;
}

/* What is read before the refusal shows in its place and in the arena. */
static void
assert_bomb(const char *piece, size_t times, const struct yaml_caps *caps,
    int column, const char *why)
{
	struct arena *arena, *work;
	struct fault fault;
	char *text;

	arena = arena_new();
	work = arena_new();
	text = repeat(arena, piece, times);
	refuse(work, text, strlen(text), caps, &fault);
	assert_non_null(strstr(fault.text, why));
	assert_int_equal(fault.line, 1);
	assert_int_equal(fault.column, column);
	assert_true(arena_used(work) < 10000);
	arena_free(work);
	arena_free(arena);
}

static void
test_bombs_are_refused_at_the_cap(void **state)
{
	static const char deep[] = "at most 16 levels are allowed";
	static const char own[] = "at most 32 levels are allowed";

	(void)state;
	assert_bomb("[", 40000, &yaml_caps_order, 17, deep);
	assert_bomb("[a,", 20000, &yaml_caps_order, 49, deep);
	assert_bomb("- ", 30000, &yaml_caps_order, 33, deep);
	assert_bomb("{a: ", 16000, &yaml_caps_order, 65, deep);
	assert_bomb("{", 60000, &yaml_caps_order, 2, "a map cannot be a key");
	assert_bomb("? ", 30000, &yaml_caps_order, 3, "a map cannot be a key");
	assert_bomb("[", 40000, &yaml_caps_own, 33, own);
	assert_bomb("[a,", 40000, &yaml_caps_own, 97, own);
	assert_bomb("[a,", 40000, &yaml_caps_order, 1,
	    "the file has 120000 bytes; at most 65536 are allowed");
	assert_bomb("junk: [", 150000, &yaml_caps_order, 1, "1050000 bytes");
	assert_bomb("\xff", 1000000, &yaml_caps_own, 1, "not UTF-8");
}

static void
test_alias_bombs_are_refused_at_the_first_anchor(void **state)
{
	assert_refused(*state,
	    "a: &a [lol, lol]\n"
	    "b: &b [*a, *a, *a, *a, *a, *a]\n"
	    "c: &c [*b, *b, *b, *b, *b, *b]\n", 1, 4, "an anchor (&a)");
}

static void
test_values_beyond_the_cap_are_refused(void **state)
{
	struct buf text;
	struct fault fault;
	int i;

	buf_init(&text, *state);
	for (i = 0; i < 3999; i++)
		buf_puts(&text, "- x\n");
	read_text(*state, text.data);
	buf_puts(&text, "- y\n- z\n");
	refuse(*state, text.data, text.len, &yaml_caps_order, &fault);
	assert_string_equal(fault.text,
	    "there are too many values; at most 4000 are allowed");
	assert_int_equal(fault.line, 4000);
}

static void
test_sixteen_levels_are_fine(void **state)
{
	struct node *node;
	int depth;

	node = read_text(*state, "[[[[[[[[[[[[[[[[x]]]]]]]]]]]]]]]]");
	for (depth = 0; node->kind == NODE_LIST; depth++)
		node = node->child;
	assert_int_equal(depth, 16);
}

/* === Writing === */

static void
test_trees_are_written_as_blocks(void **state)
{
	assert_rewritten(*state,
	    "{a: {b: {c: d}}, l: [{x: 1, y: 2}, [1, 2], [[3], {z: 4}], w]}",
	    "a:\n"
	    "  b:\n"
	    "    c: d\n"
	    "l:\n"
	    "  - x: 1\n"
	    "    y: 2\n"
	    "  - [1, 2]\n"
	    "  - - [3]\n"
	    "    - z: 4\n"
	    "  - w\n");
	assert_rewritten(*state, "{a: {}, b: [], c: ['']}",
	    "a: {}\nb: []\nc: [\"\"]\n");
	assert_rewritten(*state, "[]", "[]\n");
	assert_rewritten(*state, "word", "word\n");
	assert_rewritten(*state, "- {a: [b]}", "- a: [b]\n");
}

static void
test_lists_of_scalars_are_wrapped(void **state)
{
	assert_rewritten(*state,
	    "key: [aaaaaaaaaaaaaaaaaaaa, bbbbbbbbbbbbbbbbbbbb, "
	    "cccccccccccccccccccc, d, e, "
	    "ffffffffffffffffffffffffffffffffffffffffffffffffffffff"
	    "ffffffffffffffffffffff]",
	    "key: [aaaaaaaaaaaaaaaaaaaa, bbbbbbbbbbbbbbbbbbbb, "
	    "cccccccccccccccccccc,\n"
	    "  d, e,\n"
	    "  ffffffffffffffffffffffffffffffffffffffffffffffffffffff"
	    "ffffffffffffffffffffff]\n");
}

static void
test_wrapped_lists_stay_within_72_columns(void **state)
{
	const char *line, *end;
	struct node *map, *list;
	int i, lines;

	map = node_map(*state);
	list = node_list(*state);
	for (i = 0; i < 300; i++)
		node_add(list, node_printf(*state, "%.*s", 1 + i * 7 % 11,
		    "abcdefghijk"));
	node_set(map, "list", list);
	lines = 0;
	for (line = write_tree(*state, map); *line != '\0'; line = end + 1) {
		end = strchr(line, '\n');
		assert_true(end - line <= 72);
		if (end[1] != '\0')
			assert_true(end - line > 72 - 13);
		lines++;
	}
	assert_in_range(lines, 30, 60);
}

static void
test_nodes_marked_flow_stand_on_one_line(void **state)
{
	struct node *root, *order;
	const char *written;

	root = read_text(*state, "orders: [{play: knife, on: [bob, 'a: b']}]");
	order = root->child->child;
	order->flow = true;
	written = write_tree(*state, root);
	assert_string_equal(written,
	    "orders:\n"
	    "  - {play: knife, on: [bob, \"a: b\"]}\n");
	assert_true(node_equal(read_text(*state, written), root));
}

static void
test_scalars_are_quoted_only_where_they_must(void **state)
{
	static const char *const plain[] = {
		"a", "-5", "0", "a b", "a  b", "a:b", "http://x.y/z", "a@b.c",
		"2026-11-18T11:29:41Z", "_x", "yes", "null", "a - b", "x+1"
	};
	static const char *const quoted[] = {
		"", "-", "- a", "-a", "--- a", "a:", "a: b", "a #b", " a", "a ",
		"#a", "@a", ".", "...", "a,b", "[a", "{a", "a]", "!a", "&a",
		"*a", "?", "? a", "|", ">", "'a'", "%a", "`a", "~", "=", "<<",
		"caf\xc3\xa9", ":", "+1"
	};
	struct node *list;
	size_t i;

	for (i = 0; i < sizeof(plain) / sizeof(plain[0]); i++) {
		list = node_list(*state);
		node_add(list, node_scalar(*state, plain[i]));
		assert_int_equal(write_tree(*state, list)[1], plain[i][0]);
		assert_true(node_equal(list, read_text(*state,
		    write_tree(*state, list))));
	}
	for (i = 0; i < sizeof(quoted) / sizeof(quoted[0]); i++) {
		list = node_list(*state);
		node_add(list, node_scalar(*state, quoted[i]));
		assert_int_equal(write_tree(*state, list)[1], '"');
		assert_true(node_equal(list, read_text(*state,
		    write_tree(*state, list))));
	}
}

static void
test_no_control_character_is_ever_written(void **state)
{
	const char *written;

	written = write_tree(*state, node_scalar(*state,
	    "\r\x1b\x7f\xc2\x85\xe2\x80\xae\xff" "a"));
	assert_string_equal(written,
	    "\"\\u000d\\u001b\\u007f\\u0085\\u202e\\uffffa\"\n");
}

/* === Random trees === */

static uint32_t seed;

static int
draw(int n)
{
	seed = seed * 1664525u + 1013904223u;
	return (int)((seed >> 8) % (uint32_t)n);
}

static char *
random_text(struct arena *arena, bool is_key)
{
	static const char *const pieces[] = {
		"a", "Z", "0", "9", "_", " ", " ", ".", "/", "@", ":", "+",
		"-", ": ", " #", "#", "'", "\"", "\\", ",", "[", "]", "{", "}",
		"&", "*", "!", "|", ">", "%", "?", "~", "`", "=", "<",
		"\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\xc2\xa0",
		"\xef\xbb\xbf", "word", "long words in a row", "---", "...",
		"\n", "\t"
	};
	struct buf text;
	int n, n_pieces;

	n_pieces = sizeof(pieces) / sizeof(pieces[0]) - (is_key ? 2 : 0);
	buf_init(&text, arena);
	for (n = draw(6); n > 0; n--)
		buf_puts(&text, pieces[draw(n_pieces)]);
	if (!is_key && draw(50) == 0)
		buf_fill(&text, draw(2) ? 'x' : '"', 1500);
	return text.data;
}

static struct node *
random_tree(struct arena *arena, int depth)
{
	struct node *node;
	char *key;
	int kind, n;

	kind = depth == 0 ? 0 : draw(4);
	if (kind < 2)
		return node_scalar(arena, random_text(arena, false));
	node = kind == 2 ? node_list(arena) : node_map(arena);
	node->flow = draw(4) == 0;
	for (n = draw(6); n > 0; n--) {
		if (kind == 2) {
			node_add(node, random_tree(arena, depth - 1));
			continue;
		}
		key = random_text(arena, true);
		if (node_get(node, key) == NULL)
			node_set(node, key, random_tree(arena, depth - 1));
	}
	return node;
}

static void
test_random_trees_survive_the_round_trip(void **state)
{
	struct arena *arena = *state;
	struct node *tree, *again;
	const char *text;

	for (seed = 1; seed < 4000; seed++) {
		uint32_t kept = seed;

		arena_reset(arena);
		tree = random_tree(arena, 6);
		text = write_tree(arena, tree);
		again = read_text(arena, text);
		if (!node_equal(tree, again))
			fail_msg("seed %u:\n%s", kept, text);
		assert_true(node_equal(tree, node_copy(arena, tree)));
		seed = kept;
	}
}

static void
test_trees_that_differ_are_not_equal(void **state)
{
	static const char *const texts[] = {
		"a", "b", "[]", "{}", "[a]", "[a, b]", "[b, a]", "{a: b}",
		"{a: c}", "{b: b}", "{a: b, c: d}", "{c: d, a: b}", "[[a]]",
		"{a: [b]}"
	};
	size_t i, k, n;

	n = sizeof(texts) / sizeof(texts[0]);
	for (i = 0; i < n; i++)
		for (k = 0; k < n; k++)
			assert_int_equal(node_equal(
			    read_text(*state, texts[i]),
			    read_text(*state, texts[k])), i == k);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_an_order_file_is_read_with_its_places),
		TEST(test_every_scalar_is_text),
		TEST(test_columns_count_characters),
		TEST(test_line_ends_of_any_system_are_fine),
		TEST(test_text_of_many_lines_is_read),
		TEST(test_what_yaml_can_and_we_do_not_is_refused),
		TEST(test_keys_that_appear_twice_are_refused),
		TEST(test_keys_that_appear_twice_among_many_are_refused),
		TEST(test_keys_have_a_limit_and_one_line),
		TEST(test_indentation_gone_wrong_is_explained),
		TEST(test_an_early_end_is_explained),
		TEST(test_brackets_and_quotes_gone_wrong_are_explained),
		TEST(test_bytes_that_are_no_safe_text_are_refused),
		TEST(test_escapes_that_bring_in_unsafe_text_are_refused),
		TEST(test_bombs_are_refused_at_the_cap),
		TEST(test_alias_bombs_are_refused_at_the_first_anchor),
		TEST(test_values_beyond_the_cap_are_refused),
		TEST(test_sixteen_levels_are_fine),
		TEST(test_trees_are_written_as_blocks),
		TEST(test_lists_of_scalars_are_wrapped),
		TEST(test_wrapped_lists_stay_within_72_columns),
		TEST(test_nodes_marked_flow_stand_on_one_line),
		TEST(test_scalars_are_quoted_only_where_they_must),
		TEST(test_no_control_character_is_ever_written),
		TEST(test_random_trees_survive_the_round_trip),
		TEST(test_trees_that_differ_are_not_equal)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
