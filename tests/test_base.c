/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Arenas, buffers, faults, text and the clock. */

#include "test.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/fault.h"
#include "base/text.h"

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

/* === Arenas === */

static void
test_an_arena_gives_zeroed_memory_even_after_a_reset(void **state)
{
	struct arena *arena = *state;
	unsigned char *bytes;
	size_t size, i;
	int round;

	for (round = 0; round < 2; round++) {
		for (size = 1; size < 5000; size += 37) {
			bytes = arena_alloc(arena, size);
			assert_int_equal((uintptr_t)bytes %
			    _Alignof(max_align_t), 0);
			for (i = 0; i < size; i++)
				assert_int_equal(bytes[i], 0);
			memset(bytes, 0xa5, size);
		}
		arena_reset(arena);
	}
}

static void
test_an_arena_counts_what_it_hands_out_and_forgets_it(void **state)
{
	struct arena *arena = *state;

	assert_int_equal(arena_used(arena), 0);
	arena_alloc(arena, 100);
	assert_in_range(arena_used(arena), 100, 128);
	arena_alloc(arena, 3000000);
	assert_in_range(arena_used(arena), 3000100, 3000200);
	arena_reset(arena);
	assert_int_equal(arena_used(arena), 0);
}

static void
test_an_arena_keeps_pieces_apart(void **state)
{
	struct arena *arena = *state;
	char *piece[200];
	int i;

	for (i = 0; i < 200; i++)
		piece[i] = arena_printf(arena, "%d-%0*d", i, 1 + i * 3, 7);
	for (i = 0; i < 200; i++) {
		assert_int_equal(atoi(piece[i]), i);
		assert_int_equal(piece[i][strlen(piece[i]) - 1], '7');
	}
}

static void
test_an_arena_uses_its_memory_again_after_a_reset(void **state)
{
	struct arena *arena = *state;
	char *first, *again;

	first = arena_alloc(arena, 64);
	arena_alloc(arena, 100000);
	arena_reset(arena);
	again = arena_alloc(arena, 64);
	assert_ptr_equal(first, again);
}

static void
test_copies_of_text_end_where_they_should(void **state)
{
	struct arena *arena = *state;

	assert_string_equal(arena_strdup(arena, "whole"), "whole");
	assert_string_equal(arena_strndup(arena, "half a word", 4), "half");
	assert_string_equal(arena_strndup(arena, "short", 99), "short");
	assert_string_equal(arena_strdup(arena, ""), "");
}

/* === Buffers === */

static void
test_a_buffer_grows_and_stays_a_string(void **state)
{
	struct buf buf;
	int i;

	buf_init(&buf, *state);
	assert_string_equal(buf.data, "");
	for (i = 0; i < 1000; i++) {
		buf_putc(&buf, (char)('a' + i % 26));
		assert_int_equal(buf.data[buf.len], '\0');
	}
	assert_int_equal(buf.len, 1000);
	for (i = 0; i < 1000; i++)
		assert_int_equal(buf.data[i], 'a' + i % 26);
}

static void
test_a_buffer_takes_all_kinds_of_pieces(void **state)
{
	struct buf buf;

	buf_init(&buf, *state);
	buf_puts(&buf, "one ");
	buf_add(&buf, "two three", 3);
	buf_fill(&buf, '.', 3);
	buf_printf(&buf, "%d%s", 4, "!");
	buf_add(&buf, NULL, 0);
	assert_string_equal(buf.data, "one two...4!");
	buf_cut(&buf, 3);
	assert_string_equal(buf.data, "one");
	assert_int_equal(buf.len, 3);
}

static void
test_a_buffer_prints_at_every_fill(void **state)
{
	struct buf buf;
	size_t before;

	for (before = 0; before < 130; before++) {
		buf_init(&buf, *state);
		buf_fill(&buf, 'x', before);
		buf_printf(&buf, "%s", "0123456789");
		assert_int_equal(buf.len, before + 10);
		assert_string_equal(buf.data + before, "0123456789");
	}
}

/* === Faults === */

static void
test_a_fault_says_its_place_and_text(void **state)
{
	struct fault fault;
	char line[200];

	(void)state;
	assert_int_equal(fault_at(&fault, FAULT_PLAYER, 3, 5, "no %s", "room"),
	    -1);
	assert_int_equal(fault.kind, FAULT_PLAYER);
	assert_string_equal(fault_line(&fault, line, sizeof(line)),
	    "line 3, column 5: no room");
	assert_int_equal(fault_set(&fault, FAULT_OPERATOR, "stop"), -1);
	assert_int_equal(fault.line, 0);
	assert_string_equal(fault_line(&fault, line, sizeof(line)), "stop");
}

static void
test_a_fault_takes_context_and_keeps_its_place(void **state)
{
	struct fault fault;

	(void)state;
	fault_at(&fault, FAULT_PLAYER, 7, 2, "unknown word");
	assert_int_equal(fault_within(&fault, "orders[%d]", 2), -1);
	assert_string_equal(fault.text, "orders[2]: unknown word");
	assert_int_equal(fault.line, 7);
	assert_int_equal(fault.kind, FAULT_PLAYER);
}

static void
test_a_fault_may_be_made_from_its_own_text(void **state)
{
	struct fault fault;

	(void)state;
	fault_set(&fault, FAULT_PLAYER, "inner");
	fault_set(&fault, FAULT_OPERATOR, "outer (%s)", fault.text);
	assert_string_equal(fault.text, "outer (inner)");
}

static void
test_a_fault_tells_errno_in_words(void **state)
{
	struct fault fault;

	(void)state;
	errno = ENOSPC;
	assert_int_equal(fault_errno(&fault, FAULT_RETRY, "cannot write %s",
	    "x"), -1);
	assert_string_equal(fault.text,
	    "cannot write x: No space left on device");
	assert_int_equal(fault.kind, FAULT_RETRY);
}

static void
test_a_fault_is_cut_between_characters(void **state)
{
	struct fault fault;
	char text[1000], line[11];
	int shift;

	(void)state;
	for (shift = 0; shift < 4; shift++) {
		memset(text, 'x', (size_t)shift);
		text[shift] = '\0';
		while (strlen(text) < 900)
			strcat(text, "\xe2\x82\xac");
		fault_set(&fault, FAULT_PLAYER, "%s", text);
		assert_true(text_is_utf8(fault.text, strlen(fault.text)));
		assert_in_range(strlen(fault.text), 476, 479);
		fault_within(&fault, "%s", text);
		assert_true(text_is_utf8(fault.text, strlen(fault.text)));
		fault_line(&fault, line, sizeof(line));
		assert_true(text_is_utf8(line, strlen(line)));
		assert_in_range(strlen(line), 8, 10);
	}
}

/* === Text === */

static void
test_a_name_is_fit_for_a_path(void **state)
{
	(void)state;
	assert_true(text_is_name("a"));
	assert_true(text_is_name("noir-7"));
	assert_true(text_is_name("abcdefghijklmnopqrstuvwxyz012345"));
	assert_false(text_is_name("abcdefghijklmnopqrstuvwxyz0123456"));
	assert_false(text_is_name(""));
	assert_false(text_is_name("7noir"));
	assert_false(text_is_name("-a"));
	assert_false(text_is_name("Noir"));
	assert_false(text_is_name("a/b"));
	assert_false(text_is_name(".."));
	assert_false(text_is_name("a b"));
	assert_false(text_is_name("caf\xc3\xa9"));
}

static void
test_characters_of_all_lengths_are_read(void **state)
{
	uint32_t rune;

	(void)state;
	assert_int_equal(text_rune("a", 1, &rune), 1);
	assert_int_equal(rune, 'a');
	assert_int_equal(text_rune("\xc3\xa9", 2, &rune), 2);
	assert_int_equal(rune, 0xe9);
	assert_int_equal(text_rune("\xe2\x82\xac", 3, &rune), 3);
	assert_int_equal(rune, 0x20ac);
	assert_int_equal(text_rune("\xf4\x8f\xbf\xbf", 4, &rune), 4);
	assert_int_equal(rune, 0x10ffff);
}

static void
test_what_is_not_strict_utf8_is_refused(void **state)
{
	static const char *const bad[] = {
		"\x80", "\xbf", "\xc0\xaf", "\xc1\xbf", "\xe0\x9f\xbf",
		"\xed\xa0\x80", "\xed\xbf\xbf", "\xf0\x8f\xbf\xbf",
		"\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "\xc3",
		"\xe2\x82", "\xf0\x9f\x98", "\xc3(", "a\xe2(\xa1"
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_false(text_is_utf8(bad[i], strlen(bad[i])));
	assert_true(text_is_utf8("caf\xc3\xa9 \xf0\x9f\x98\x80", 10));
	assert_true(text_is_utf8("", 0));
}

static void
test_unsafe_characters_are_known(void **state)
{
	static const uint32_t unsafe[] = {
		0, 7, 0x0b, '\r', 0x1b, 0x1f, 0x7f, 0x80, 0x85, 0x9f, 0x2028,
		0x2029, 0x202a, 0x202e, 0x2066, 0x2069
	};
	static const uint32_t safe[] = {
		'\t', '\n', ' ', '~', 0xa0, 0xe9, 0x2027, 0x202f, 0x2065,
		0x206a, 0x1f600
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(unsafe) / sizeof(unsafe[0]); i++)
		assert_true(text_is_unsafe_rune(unsafe[i]));
	for (i = 0; i < sizeof(safe) / sizeof(safe[0]); i++)
		assert_false(text_is_unsafe_rune(safe[i]));
}

static void
test_width_counts_columns_not_bytes(void **state)
{
	(void)state;
	assert_int_equal(text_width(""), 0);
	assert_int_equal(text_width("plain"), 5);
	assert_int_equal(text_width("caf\xc3\xa9"), 4);
	assert_int_equal(text_width("cafe\xcc\x81"), 4);
	assert_int_equal(text_width("\xe6\xbc\xa2\xe5\xad\x97"), 4);
	assert_int_equal(text_width("\xf0\x9f\x98\x80"), 2);
	assert_int_equal(text_width("\xff\xff"), 2);
}

static void
test_numbers_are_whole_and_within_bounds(void **state)
{
	int64_t n;

	(void)state;
	assert_true(text_number("42", 0, 100, &n));
	assert_int_equal(n, 42);
	assert_true(text_number("-7", -10, 10, &n));
	assert_int_equal(n, -7);
	assert_true(text_number("9223372036854775807", INT64_MIN, INT64_MAX,
	    &n));
	assert_true(n == INT64_MAX);
	assert_true(text_number("-9223372036854775808", INT64_MIN, INT64_MAX,
	    &n));
	assert_true(n == INT64_MIN);
	n = 5;
	assert_false(text_number("9223372036854775808", INT64_MIN, INT64_MAX,
	    &n));
	assert_false(text_number("99999999999999999999999", 0, INT64_MAX, &n));
	assert_false(text_number("101", 0, 100, &n));
	assert_false(text_number("-1", 0, 100, &n));
	assert_false(text_number("", 0, 100, &n));
	assert_false(text_number("-", -100, 100, &n));
	assert_false(text_number("+1", 0, 100, &n));
	assert_false(text_number(" 1", 0, 100, &n));
	assert_false(text_number("1 ", 0, 100, &n));
	assert_false(text_number("0x1", 0, 100, &n));
	assert_false(text_number("1.0", 0, 100, &n));
	assert_int_equal(n, 5);
}

static void
test_the_nearest_word_is_found(void **state)
{
	static const char *const verbs[] = {
		"move", "listen", "flood", "stab", "wait", NULL
	};
	static const char *const twins[] = { "bat", "cat", NULL };

	(void)state;
	assert_string_equal(text_nearest("listne", verbs), "listen");
	assert_string_equal(text_nearest("moev", verbs), "move");
	assert_string_equal(text_nearest("MOVE", verbs), "move");
	assert_string_equal(text_nearest("flod", verbs), "flood");
	assert_string_equal(text_nearest("lissen", verbs), "listen");
	assert_string_equal(text_nearest("waitt", verbs), "wait");
	assert_string_equal(text_nearest("hat", twins), "bat");
	assert_string_equal(text_nearest("cat", twins), "cat");
	assert_null(text_nearest("dance", verbs));
	assert_null(text_nearest("mxyz", verbs));
	assert_null(text_nearest("", verbs));
}

static void
test_the_nearest_word_to_a_very_long_one_is_none(void **state)
{
	static const char *const names[] = { "move", NULL };
	char text[2000];

	(void)state;
	memset(text, 'm', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	assert_null(text_nearest(text, names));
}

static void
test_words_have_their_place(void **state)
{
	static const char *const names[] = { "a", "b", NULL };

	(void)state;
	assert_int_equal(text_index(names, "b"), 1);
	assert_int_equal(text_index(names, "B"), -1);
}

static void
test_names_are_joined_as_in_speech(void **state)
{
	static const char *const names[] = { "a", "b", "c", NULL };
	struct buf buf;

	buf_init(&buf, *state);
	text_join(&buf, names, "or");
	assert_string_equal(buf.data, "a, b or c");
	buf_cut(&buf, 0);
	text_join(&buf, names + 1, "and");
	assert_string_equal(buf.data, "b and c");
	buf_cut(&buf, 0);
	text_join(&buf, names + 2, "and");
	assert_string_equal(buf.data, "c");
	buf_cut(&buf, 0);
	text_join(&buf, names + 3, "and");
	assert_string_equal(buf.data, "");
}

static void
assert_wrapped(struct arena *arena, const char *text, int width,
    const char *first, const char *rest, const char *wanted)
{
	struct buf buf;

	buf_init(&buf, arena);
	text_wrap(&buf, text, width, first, rest);
	assert_string_equal(buf.data, wanted);
}

static void
test_text_is_wrapped_between_words(void **state)
{
	assert_wrapped(*state, "one two three four", 9, "", "",
	    "one two\nthree\nfour\n");
	assert_wrapped(*state, "one two three", 10, "* ", "  ",
	    "* one two\n  three\n");
	assert_wrapped(*state, "12345 12345", 11, "", "", "12345 12345\n");
	assert_wrapped(*state, "12345 123456", 11, "", "", "12345\n123456\n");
	assert_wrapped(*state, "a  wide   gap ", 72, "", "", "a wide gap\n");
}

static void
test_wrapping_keeps_newlines_and_long_words(void **state)
{
	assert_wrapped(*state, "one\n\ntwo", 72, "> ", "> ",
	    "> one\n>\n> two\n");
	assert_wrapped(*state, "one\n", 72, "", "", "one\n");
	assert_wrapped(*state, "", 72, "", "", "\n");
	assert_wrapped(*state, "a verylongwordindeed b", 8, "", "",
	    "a\nverylongwordindeed\nb\n");
	assert_wrapped(*state, "\xc3\xa9\xc3\xa9 \xc3\xa9\xc3\xa9", 5, "", "",
	    "\xc3\xa9\xc3\xa9 \xc3\xa9\xc3\xa9\n");
}

/* === The clock === */

static void
test_the_clock_stands_where_it_is_set(void **state)
{
	(void)state;
	assert_true(clock_now() > 1700000000);
	clock_set(1234);
	assert_int_equal(clock_now(), 1234);
	assert_int_equal(clock_now(), 1234);
}

static void
test_times_are_written_in_both_ways(void **state)
{
	struct buf buf;

	buf_init(&buf, *state);
	clock_iso(&buf, 1795001381);
	assert_string_equal(buf.data, "2026-11-18T11:29:41Z");
	buf_cut(&buf, 0);
	clock_mail(&buf, 1795001381);
	assert_string_equal(buf.data, "Wed, 18 Nov 2026 11:29:41 +0000");
	buf_cut(&buf, 0);
	clock_mail(&buf, 0);
	assert_string_equal(buf.data, "Thu, 01 Jan 1970 00:00:00 +0000");
}

static void
test_times_are_read_back(void **state)
{
	struct fault fault;
	struct buf buf;
	int64_t when, again;

	for (when = 0; when < 253402300799; when += 86399 * INT64_C(4799)) {
		buf_init(&buf, *state);
		clock_iso(&buf, when);
		assert_int_equal(clock_parse(buf.data, &again, &fault), 0);
		assert_true(again == when);
	}
	assert_int_equal(clock_parse("@86400", &again, &fault), 0);
	assert_int_equal(again, 86400);
	assert_int_equal(clock_parse("2024-02-29T00:00:00Z", &again, &fault),
	    0);
	assert_int_equal(again, 1709164800);
}

static void
test_what_is_no_time_is_refused(void **state)
{
	static const char *const bad[] = {
		"", "@", "@-1", "@1x", "now", "2026-11-18", "2026-11-18T11:29Z",
		"2026-11-18T11:29:41", "2026-11-18 11:29:41Z",
		"2026-11-18T11:29:41z", "2026-02-29T00:00:00Z",
		"2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z",
		"2026-01-32T00:00:00Z", "2026-01-01T24:00:00Z",
		"2026-01-01T00:60:00Z", "2026-01-01T00:00:60Z",
		"1969-12-31T23:59:59Z", "2026-11-18T11:29:41Zx"
	};
	struct fault fault;
	int64_t when;
	size_t i;

	(void)state;
	when = 77;
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		assert_int_equal(clock_parse(bad[i], &when, &fault), -1);
		assert_non_null(strstr(fault.text, "is no time"));
		assert_int_equal(when, 77);
	}
}

static void
test_spans_are_read_with_their_units(void **state)
{
	static const struct {
		const char	*text;
		int64_t		 seconds;
	} good[] = {
		{ "90s", 90 }, { "30m", 1800 }, { "48h", 172800 },
		{ "7d", 604800 }, { "2w", 1209600 }, { "0s", 0 },
		{ "3650d", 315360000 }
	};
	static const char *const bad[] = {
		"", "s", "7", "-1d", "7 d", "7days", "1.5h", "3651d", "d7",
		"99999999999999w", "999999999999999999999999w", "7D"
	};
	struct fault fault;
	int64_t seconds;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		assert_int_equal(clock_span(good[i].text, &seconds, &fault),
		    0);
		assert_int_equal(seconds, good[i].seconds);
	}
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		assert_int_equal(clock_span(bad[i], &seconds, &fault), -1);
		assert_non_null(strstr(fault.text, "48h"));
	}
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_an_arena_gives_zeroed_memory_even_after_a_reset),
		TEST(test_an_arena_counts_what_it_hands_out_and_forgets_it),
		TEST(test_an_arena_keeps_pieces_apart),
		TEST(test_an_arena_uses_its_memory_again_after_a_reset),
		TEST(test_copies_of_text_end_where_they_should),
		TEST(test_a_buffer_grows_and_stays_a_string),
		TEST(test_a_buffer_takes_all_kinds_of_pieces),
		TEST(test_a_buffer_prints_at_every_fill),
		TEST(test_a_fault_says_its_place_and_text),
		TEST(test_a_fault_takes_context_and_keeps_its_place),
		TEST(test_a_fault_may_be_made_from_its_own_text),
		TEST(test_a_fault_tells_errno_in_words),
		TEST(test_a_fault_is_cut_between_characters),
		TEST(test_a_name_is_fit_for_a_path),
		TEST(test_characters_of_all_lengths_are_read),
		TEST(test_what_is_not_strict_utf8_is_refused),
		TEST(test_unsafe_characters_are_known),
		TEST(test_width_counts_columns_not_bytes),
		TEST(test_numbers_are_whole_and_within_bounds),
		TEST(test_the_nearest_word_is_found),
		TEST(test_the_nearest_word_to_a_very_long_one_is_none),
		TEST(test_words_have_their_place),
		TEST(test_names_are_joined_as_in_speech),
		TEST(test_text_is_wrapped_between_words),
		TEST(test_wrapping_keeps_newlines_and_long_words),
		TEST(test_the_clock_stands_where_it_is_set),
		TEST(test_times_are_written_in_both_ways),
		TEST(test_times_are_read_back),
		TEST(test_what_is_no_time_is_refused),
		TEST(test_spans_are_read_with_their_units)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
