/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The parser of arguments, and what a fault means to a shell. */

#include "test.h"

#include "base/arena.h"
#include "base/fault.h"
#include "cli/cli.h"

enum { OPT_GAMES, OPT_QUICK };

static const struct cli_option options[] = {
	[OPT_GAMES] = { "games", 'n', "N", "play N games" },
	[OPT_QUICK] = { "quick", 'q', NULL, "be quick" },
	{ 0 }
};

#define PARSE(cli, min, max, ...) \
	parse(cli, min, max, (char *[]){ "sim", __VA_ARGS__, NULL })

static int
parse(struct cli *cli, int min, int max, char **argv)
{
	int argc;

	for (argc = 0; argv[argc] != NULL; argc++)
		continue;
	return cli_parse(cli, options, min, max, argc, argv);
}

static int
setup(void **state)
{
	static struct cli cli;

	memset(&cli, 0, sizeof(cli));
	cli.arena = arena_new();
	*state = &cli;
	return 0;
}

static int
teardown(void **state)
{
	struct cli *cli = *state;

	arena_free(cli->arena);
	return 0;
}

static void
test_options_and_words_may_come_in_any_order(void **state)
{
	struct cli *cli = *state;

	assert_int_equal(PARSE(cli, 0, -1, "a", "-n", "3", "b", "--quick"), 0);
	assert_int_equal(cli->n_words, 2);
	assert_string_equal(cli->word[0], "a");
	assert_string_equal(cli->word[1], "b");
	assert_null(cli->word[2]);
	assert_string_equal(cli_value(cli, OPT_GAMES), "3");
	assert_string_equal(cli_value(cli, OPT_QUICK), "");
}

static void
test_a_value_may_be_joined_to_its_option(void **state)
{
	struct cli *cli = *state;

	assert_int_equal(PARSE(cli, 0, 0, "-n3"), 0);
	assert_string_equal(cli_value(cli, OPT_GAMES), "3");
	assert_int_equal(PARSE(cli, 0, 0, "--games=4"), 0);
	assert_string_equal(cli_value(cli, OPT_GAMES), "4");
	assert_int_equal(PARSE(cli, 0, 0, "--games="), 0);
	assert_string_equal(cli_value(cli, OPT_GAMES), "");
}

static void
test_an_option_not_given_has_no_value(void **state)
{
	struct cli *cli = *state;
	int64_t number = 7;

	assert_int_equal(PARSE(cli, 0, 0, "-q"), 0);
	assert_null(cli_value(cli, OPT_GAMES));
	assert_null(cli_values(cli, OPT_GAMES)[0]);
	assert_int_equal(cli_number(cli, OPT_GAMES, 1, 9, &number), 0);
	assert_int_equal(number, 7);
}

static void
test_an_option_given_twice_keeps_both_values_in_order(void **state)
{
	struct cli *cli = *state;
	const char **values;

	assert_int_equal(PARSE(cli, 0, 0, "-n", "1", "-q", "-n", "2"), 0);
	values = cli_values(cli, OPT_GAMES);
	assert_string_equal(values[0], "1");
	assert_string_equal(values[1], "2");
	assert_null(values[2]);
	assert_string_equal(cli_value(cli, OPT_GAMES), "2");
}

static void
test_two_dashes_end_the_options(void **state)
{
	struct cli *cli = *state;

	assert_int_equal(PARSE(cli, 0, -1, "--", "--games", "-"), 0);
	assert_int_equal(cli->n_words, 2);
	assert_string_equal(cli->word[0], "--games");
	assert_null(cli_value(cli, OPT_GAMES));
}

static void
test_a_dash_alone_is_a_word(void **state)
{
	struct cli *cli = *state;

	assert_int_equal(PARSE(cli, 1, 1, "-"), 0);
	assert_string_equal(cli->word[0], "-");
}

static void
test_wrong_arguments_are_a_matter_of_usage(void **state)
{
	static char *const wrong[][3] = {
		{ "--gmaes", "3" }, { "-x" }, { "-qq" }, { "--games" },
		{ "-n" }, { "--quick=3" }, { "a", "b" }, { NULL },
	};
	struct cli *cli = *state;
	size_t i;

	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		cli->status = CLI_DONE;
		assert_int_equal(PARSE(cli, 1, 1, wrong[i][0], wrong[i][1]),
		    -1);
		assert_int_equal(cli->status, CLI_USAGE);
	}
}

static void
test_a_number_must_be_whole_and_within_its_range(void **state)
{
	struct cli *cli = *state;
	int64_t number = 7;

	assert_int_equal(PARSE(cli, 0, 0, "-n", "9"), 0);
	assert_int_equal(cli_number(cli, OPT_GAMES, 1, 9, &number), 0);
	assert_int_equal(number, 9);
	assert_int_equal(cli_number(cli, OPT_GAMES, 1, 8, &number), -1);
	assert_int_equal(cli->status, CLI_USAGE);
	assert_int_equal(PARSE(cli, 0, 0, "-n", "9x"), 0);
	assert_int_equal(cli_number(cli, OPT_GAMES, 1, 99, &number), -1);
	assert_int_equal(number, 9);
}

static void
test_help_is_shown_and_done(void **state)
{
	struct cli *cli = *state;

	cli->status = CLI_REFUSED;
	assert_int_equal(PARSE(cli, 1, 1, "--help"), -1);
	assert_int_equal(cli->status, CLI_DONE);
}

static void
test_a_fault_to_retry_exits_with_75_and_others_with_1(void **state)
{
	struct fault fault;

	(void)state;
	fault_set(&fault, FAULT_RETRY, "the disk is full");
	assert_int_equal(cli_fault(&fault), CLI_LATER);
	fault_set(&fault, FAULT_PLAYER, "no such card");
	assert_int_equal(cli_fault(&fault), CLI_REFUSED);
	fault_set(&fault, FAULT_OPERATOR, "no such game");
	assert_int_equal(cli_fault(&fault), CLI_REFUSED);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_options_and_words_may_come_in_any_order),
		TEST(test_a_value_may_be_joined_to_its_option),
		TEST(test_an_option_not_given_has_no_value),
		TEST(test_an_option_given_twice_keeps_both_values_in_order),
		TEST(test_two_dashes_end_the_options),
		TEST(test_a_dash_alone_is_a_word),
		TEST(test_wrong_arguments_are_a_matter_of_usage),
		TEST(test_a_number_must_be_whole_and_within_its_range),
		TEST(test_help_is_shown_and_done),
		TEST(test_a_fault_to_retry_exits_with_75_and_others_with_1),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
