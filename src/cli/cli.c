/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The frame of the commands: their table, their options, their exit codes. */

#include "config.h"

#include "cli/cli.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/text.h"

struct cli_command {
	const char	*name;
	int		(*run)(struct cli *cli, int argc, char **argv);
	const char	*usage;
	const char	*help;
};

struct cli_given {
	int		 option;
	const char	*value;
};

static const struct cli_command commands[] = {
	{ "init", cmd_init, "[--name NAME] [--mail ADDRESS] DIR",
	    "make a host's folder" },
	{ "player", cmd_player,
	    "add|list|show|set|key|remove [NAME] [OPTION...]",
	    "enrol players, show them, change their address, keys, wishes" },
	{ "new", cmd_new, "ENGINE --id ID --seat SEAT=PLAYER... [OPTION...]",
	    "start a game" },
	{ "run", cmd_run, "[OPTION...]",
	    "make a pass: take in mail, resolve what is due, send mail" },
	{ "receive", cmd_receive, "",
	    "put one mail from standard input into the inbox" },
	{ "mail", cmd_mail, "test ADDRESS",
	    "try whether mail goes out and comes in, and say what fails" },
	{ "submit", cmd_submit, "FILE [FILE.sig]",
	    "take in an order file without mail" },
	{ "status", cmd_status, "[-a] [GAME]",
	    "show how the games stand, in public facts" },
	{ "report", cmd_report, "GAME SEAT [TURN] [--reveal]",
	    "show a report as it was sent" },
	{ "verify", cmd_verify, "GAME|FOLDER",
	    "play a game again and prove every byte of its folder" },
	{ "demo", cmd_demo, "[OPTION...] [DIR]",
	    "play games by mail between built-in players, and verify them" },
	{ "keygen", cmd_keygen, "[-c TEXT] FILE",
	    "make a key pair to sign order files with" },
	{ "sign", cmd_sign, "FILE -k KEY",
	    "sign an order file, as ssh-keygen -Y sign does" },
	{ "engines", cmd_engines, "", "list the games that can be played" },
	{ "sim", cmd_sim, "[OPTION...] ENGINE",
	    "let built-in players play whole games" },
	{ "scenario", cmd_scenario, "FILE...",
	    "run rule scenarios and print what differs" },
	{ 0 }
};

enum { OPT_HOME, OPT_VERSION };

static const struct cli_option global_options[] = {
	[OPT_HOME] = { "home", 'C', "DIR",
	    "the host's folder (or set POSTERN_HOME)" },
	[OPT_VERSION] = { "version", 0, NULL, "show the version" },
	{ 0 }
};

static const struct cli_option help_option = {
	"help", 0, NULL, "show this"
};

/* Help */

static void
add_usage(const struct cli *cli, struct buf *out)
{
	if (cli->command == NULL)
		buf_puts(out, "usage: postern [-C DIR] COMMAND "
		    "[OPTION...] [ARGUMENT...]\n");
	else
		buf_printf(out, "usage: postern %s%s%s\n", cli->command->name,
		    cli->command->usage[0] != '\0' ? " " : "",
		    cli->command->usage);
}

/* "-n, --games N", the left column of the help. */
static const char *
spelled(const struct cli *cli, const struct cli_option *option)
{
	struct buf out;

	buf_init(&out, cli->arena);
	if (option->letter != 0)
		buf_printf(&out, "-%c, ", option->letter);
	else
		buf_puts(&out, "    ");
	buf_printf(&out, "--%s", option->name);
	if (option->argument != NULL)
		buf_printf(&out, " %s", option->argument);
	return out.data;
}

static void
add_row(struct buf *out, const char *left, int width, const char *right)
{
	buf_printf(out, "  %-*s  %s\n", width, left, right);
}

static void
add_options(const struct cli *cli, struct buf *out)
{
	const struct cli_option *option;
	int width;

	width = text_width(spelled(cli, &help_option));
	for (option = cli->options; option->name != NULL; option++)
		if (text_width(spelled(cli, option)) > width)
			width = text_width(spelled(cli, option));
	buf_puts(out, "\noptions:\n");
	for (option = cli->options; option->name != NULL; option++)
		add_row(out, spelled(cli, option), width, option->help);
	add_row(out, spelled(cli, &help_option), width, help_option.help);
}

static void
add_commands(struct buf *out)
{
	const struct cli_command *command;

	buf_puts(out, "\ncommands:\n");
	for (command = commands; command->name != NULL; command++)
		add_row(out, command->name, 10, command->help);
}

static void
show_help(const struct cli *cli)
{
	struct buf out;

	buf_init(&out, cli->arena);
	add_usage(cli, &out);
	if (cli->command != NULL)
		text_wrap(&out, cli->command->help, 79, "", "");
	else
		add_commands(&out);
	add_options(cli, &out);
	fputs(out.data, stdout);
}

/* Complaints */

int
cli_usage(struct cli *cli, const char *fmt, ...)
{
	struct buf out;
	va_list ap;

	buf_init(&out, cli->arena);
	buf_puts(&out, "postern: ");
	va_start(ap, fmt);
	buf_vprintf(&out, fmt, ap);
	va_end(ap);
	buf_putc(&out, '\n');
	add_usage(cli, &out);
	fputs(out.data, stderr);
	return cli->status = CLI_USAGE;
}

int
cli_fault(const struct fault *fault)
{
	char line[sizeof(fault->text) + 64];

	fprintf(stderr, "postern: %s\n", fault_line(fault, line, sizeof(line)));
	return fault->kind == FAULT_RETRY ? CLI_LATER : CLI_REFUSED;
}

/* Options */

static void
unknown_option(struct cli *cli, const char *written)
{
	const char **names, *near;
	int i, n;

	for (n = 0; cli->options[n].name != NULL; n++)
		continue;
	names = arena_alloc(cli->arena, (n + 2) * sizeof(*names));
	for (i = 0; i < n; i++)
		names[i] = cli->options[i].name;
	names[n] = help_option.name;
	near = text_nearest(written, names);
	if (near != NULL)
		cli_usage(cli, "unknown option --%s; did you mean --%s?",
		    written, near);
	else
		cli_usage(cli, "unknown option --%s", written);
}

static void
give(struct cli *cli, const struct cli_option *option, const char *value)
{
	cli->given[cli->n_given].option = option - cli->options;
	cli->given[cli->n_given].value = value;
	cli->n_given++;
}

static int
help(struct cli *cli)
{
	show_help(cli);
	cli->status = CLI_DONE;
	return -1;
}

/* Read "--name", "--name=value" or "--name value" at argv[*at]. */
static int
parse_long(struct cli *cli, char **argv, int *at)
{
	const struct cli_option *option;
	const char *written, *value;

	written = argv[*at] + 2;
	value = strchr(written, '=');
	if (value != NULL) {
		written = arena_strndup(cli->arena, written, value - written);
		value++;
	}
	if (strcmp(written, help_option.name) == 0)
		return help(cli);
	for (option = cli->options; option->name != NULL; option++)
		if (strcmp(option->name, written) == 0)
			break;
	if (option->name == NULL) {
		unknown_option(cli, written);
		return -1;
	}
	if (option->argument == NULL && value != NULL) {
		cli_usage(cli, "option --%s takes no value", written);
		return -1;
	}
	if (option->argument != NULL && value == NULL)
		value = argv[*at + 1] != NULL ? argv[++*at] : NULL;
	if (option->argument != NULL && value == NULL) {
		cli_usage(cli, "option --%s needs its %s", written,
		    option->argument);
		return -1;
	}
	give(cli, option, value != NULL ? value : "");
	return 0;
}

/* Read "-x", "-xvalue" or "-x value" at argv[*at]. */
static int
parse_short(struct cli *cli, char **argv, int *at)
{
	const struct cli_option *option;
	const char *letter, *value;

	letter = argv[*at] + 1;
	for (option = cli->options; option->name != NULL; option++)
		if (option->letter == *letter)
			break;
	if (option->name == NULL ||
	    (option->argument == NULL && letter[1] != '\0')) {
		cli_usage(cli, "unknown option -%s", letter);
		return -1;
	}
	value = letter + 1;
	if (option->argument != NULL && *value == '\0')
		value = argv[*at + 1] != NULL ? argv[++*at] : NULL;
	if (value == NULL) {
		cli_usage(cli, "option -%c needs its %s", *letter,
		    option->argument);
		return -1;
	}
	give(cli, option, value);
	return 0;
}

/*
 * Read options and words. With upto_word, leave the first word and all
 * behind it unread as the words.
 */
static int
parse(struct cli *cli, const struct cli_option *options, bool upto_word,
    int argc, char **argv)
{
	bool ended;
	int at;

	cli->options = options;
	cli->given = arena_alloc(cli->arena, argc * sizeof(*cli->given));
	cli->n_given = 0;
	cli->word = arena_alloc(cli->arena, (argc + 1) * sizeof(*cli->word));
	cli->n_words = 0;
	ended = false;
	for (at = 1; at < argc; at++) {
		if (ended || argv[at][0] != '-' || argv[at][1] == '\0') {
			cli->word[cli->n_words++] = argv[at];
			ended = ended || upto_word;
		} else if (strcmp(argv[at], "--") == 0) {
			ended = true;
		} else if (argv[at][1] == '-') {
			if (parse_long(cli, argv, &at) == -1)
				return -1;
		} else if (parse_short(cli, argv, &at) == -1) {
			return -1;
		}
	}
	return 0;
}

int
cli_parse(struct cli *cli, const struct cli_option *options, int min, int max,
    int argc, char **argv)
{
	if (parse(cli, options, false, argc, argv) == -1)
		return -1;
	if (cli->n_words < min) {
		cli_usage(cli, "%s: too few arguments", argv[0]);
		return -1;
	}
	if (max != -1 && cli->n_words > max) {
		cli_usage(cli, "%s: one argument too many: %s", argv[0],
		    cli->word[max]);
		return -1;
	}
	return 0;
}

const char *
cli_value(const struct cli *cli, int option)
{
	int i;

	for (i = cli->n_given - 1; i >= 0; i--)
		if (cli->given[i].option == option)
			return cli->given[i].value;
	return NULL;
}

const char **
cli_values(const struct cli *cli, int option)
{
	const char **values;
	int i, n;

	values = arena_alloc(cli->arena, (cli->n_given + 1) * sizeof(*values));
	n = 0;
	for (i = 0; i < cli->n_given; i++)
		if (cli->given[i].option == option)
			values[n++] = cli->given[i].value;
	return values;
}

int
cli_number(struct cli *cli, int option, int64_t min, int64_t max, int64_t *out)
{
	const char *value;

	value = cli_value(cli, option);
	if (value == NULL || text_number(value, min, max, out))
		return 0;
	cli_usage(cli, "--%s wants a number from %jd to %jd, not \"%s\"",
	    cli->options[option].name, (intmax_t)min, (intmax_t)max, value);
	return -1;
}

/* The program */

static const struct cli_command *
find_command(const char *name)
{
	const struct cli_command *command;

	for (command = commands; command->name != NULL; command++)
		if (strcmp(command->name, name) == 0)
			return command;
	return NULL;
}

static int
unknown_command(struct cli *cli, const char *written)
{
	const char **names, *near;
	int i, n;

	n = sizeof(commands) / sizeof(commands[0]);
	names = arena_alloc(cli->arena, n * sizeof(*names));
	for (i = 0; i < n; i++)
		names[i] = commands[i].name;
	near = text_nearest(written, names);
	if (near != NULL)
		return cli_usage(cli, "unknown command %s; did you mean %s?",
		    written, near);
	return cli_usage(cli, "unknown command %s", written);
}

static int
run(struct cli *cli, int argc, char **argv)
{
	if (parse(cli, global_options, true, argc, argv) == -1)
		return cli->status;
	if (cli_value(cli, OPT_VERSION) != NULL) {
		puts(PACKAGE_STRING);
		return CLI_DONE;
	}
	if (cli_value(cli, OPT_HOME) != NULL)
		cli->home = cli_value(cli, OPT_HOME);
	if (cli->n_words == 0)
		return cli_usage(cli, "which command? (postern --help)");
	cli->command = find_command(cli->word[0]);
	if (cli->command == NULL)
		return unknown_command(cli, cli->word[0]);
	return cli->command->run(cli, cli->n_words, cli->word);
}

int
cli_main(int argc, char **argv)
{
	struct cli cli = { 0 };
	int status;

	cli.arena = arena_new();
	cli.home = getenv("POSTERN_HOME");
	cli.data = getenv("POSTERN_DATA");
	if (cli.data == NULL)
		cli.data = POSTERN_DATADIR;
	status = run(&cli, argc, argv);
	if (fflush(stdout) == EOF || ferror(stdout)) {
		perror("postern: standard output");
		status = CLI_LATER;
	}
	arena_free(cli.arena);
	return status;
}
