/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The frame of the commands: their table, their options, their exit codes.
 *
 * A command is one file with one function cmd_NAME() and a table of
 * options. It calls cli_parse() first, and leaves with cli->status when
 * that says -1:
 *
 *	enum { OPT_GAMES, OPT_SET };
 *	static const struct cli_option options[] = {
 *		[OPT_GAMES] = { "games", 'n', "N", "play N games" },
 *		[OPT_SET] = { "set", 0, "KEY=VALUE", "set a game option" },
 *		{ 0 }
 *	};
 *
 *	if (cli_parse(cli, options, 1, 1, argc, argv) == -1 ||
 *	    cli_number(cli, OPT_GAMES, 1, 100000, &games) == -1)
 *		return cli->status;
 */

#ifndef POSTERN_CLI_CLI_H
#define POSTERN_CLI_CLI_H

#include <stdint.h>

struct arena;
struct cli_command;
struct cli_given;
struct fault;

enum cli_exit {
	CLI_DONE = 0,
	CLI_REFUSED = 1,	/* refused, or differs */
	CLI_USAGE = 2,
	CLI_LATER = 75		/* try again later */
};

/* --help need not be in a table: every command has it. */
struct cli_option {
	const char	*name;		/* without the dashes */
	char		 letter;	/* or 0 */
	const char	*argument;	/* as the help calls it; NULL: a flag */
	const char	*help;
};

struct cli {
	struct arena	 *arena;	/* for the whole command */
	const char	 *home;		/* -C or POSTERN_HOME, or NULL */
	const char	 *data;		/* where games/ and templates/ lie */
	char		**word;		/* the arguments that are no options */
	int		  n_words;	/* word[n_words] is NULL */
	enum cli_exit	  status;

	const struct cli_command	*command;
	const struct cli_option		*options;
	struct cli_given		*given;	/* the options as they came */
	int				 n_given;
};

/* Run the command that argv names, as main() would; return the exit code. */
int	 cli_main(int argc, char **argv);

/*
 * Read the arguments after argv[0]. Options may stand before, between and
 * behind the words; "--" ends them. There must be min to max words (max -1:
 * any number). Return 0; or -1 with cli->status set, when help was asked
 * for and given, or something was wrong and has been said.
 */
int	 cli_parse(struct cli *cli, const struct cli_option *options, int min,
	    int max, int argc, char **argv);

/* The value last given for an option: "" for a flag, NULL when not given. */
const char	*cli_value(const struct cli *cli, int option);

/* All values given for an option, in order. The list ends in NULL. */
const char	**cli_values(const struct cli *cli, int option);

/*
 * Read an option's value as a number within min..max. Leave *out alone when
 * it was not given. Return -1 with cli->status set, and say so, when it is
 * no such number.
 */
int	 cli_number(struct cli *cli, int option, int64_t min, int64_t max,
	    int64_t *out);

/* Say on stderr what is wrong with the arguments; return CLI_USAGE. */
int	 cli_usage(struct cli *cli, const char *fmt, ...)
	    __attribute__((format(printf, 2, 3)));

/* Say the fault on stderr as "postern: ..."; return the exit code. */
int	 cli_fault(const struct fault *fault);

/* The commands. argv[0] is the command's name. */
int	 cmd_demo(struct cli *cli, int argc, char **argv);
int	 cmd_engines(struct cli *cli, int argc, char **argv);
int	 cmd_init(struct cli *cli, int argc, char **argv);
int	 cmd_keygen(struct cli *cli, int argc, char **argv);
int	 cmd_mail(struct cli *cli, int argc, char **argv);
int	 cmd_new(struct cli *cli, int argc, char **argv);
int	 cmd_player(struct cli *cli, int argc, char **argv);
int	 cmd_receive(struct cli *cli, int argc, char **argv);
int	 cmd_report(struct cli *cli, int argc, char **argv);
int	 cmd_run(struct cli *cli, int argc, char **argv);
int	 cmd_scenario(struct cli *cli, int argc, char **argv);
int	 cmd_sign(struct cli *cli, int argc, char **argv);
int	 cmd_sim(struct cli *cli, int argc, char **argv);
int	 cmd_status(struct cli *cli, int argc, char **argv);
int	 cmd_submit(struct cli *cli, int argc, char **argv);
int	 cmd_verify(struct cli *cli, int argc, char **argv);

#endif
