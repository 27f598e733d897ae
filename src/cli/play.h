/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What commands share that play games: engines, options, built-in players. */

#ifndef POSTERN_CLI_PLAY_H
#define POSTERN_CLI_PLAY_H

struct cli;
struct dice;
struct engine;
struct fault;
struct match;
struct node;
struct turn_in;

/* Find an engine by its id, or say which there are and set cli->status. */
int	 play_engine(struct cli *cli, const char *id,
	    const struct engine **out);

/* Read "key=value" settings into a map. settings ends in NULL. */
int	 play_settings(struct cli *cli, const char **settings,
	    const struct node **out, struct fault *fault);

/* The same, into the options of an engine. */
int	 play_options(struct cli *cli, const struct engine *engine,
	    const char **settings, const void **out, struct fault *fault);

/* Have built-in players answer for every seat that is asked. */
void	 play_answers(const struct match *match, struct dice *dice,
	    struct turn_in *out);

#endif
