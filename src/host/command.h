/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Commands that come by mail: reading them.
 *
 * A command is a line of words, the first of a mail's text ("rules noir"),
 * or a YAML file that begins with "command:", in the text or attached. Only
 * a file can be signed, and one that is has the host's name and a number
 * that rises, so that an old one does nothing.
 */

#ifndef POSTERN_HOST_COMMAND_H
#define POSTERN_HOST_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct buf;
struct fault;
struct message;

enum command_verb {
	VERB_HELP,
	VERB_GAMES,
	VERB_RULES,
	VERB_STATUS,
	VERB_REPORT,
	VERB_ORDERS,
	VERB_KEY,
	VERB_ADDRESS,
	VERB_REGISTER,
	N_VERBS
};

extern const char *const verb_names[];	/* ends in NULL */

/* What was given; "" and -1 for what was not. */
struct command {
	int		 verb;
	int64_t		 number;
	int64_t		 turn;
	const char	*host;
	const char	*engine;
	const char	*game;
	const char	*add;		/* a public key, or a certificate */
	const char	*retire;	/* a fingerprint */
	const char	*address;
	const char	*name;
	const char	*key;
	const char	*until;
	const char	*token;
};

enum command_found { COMMAND_NONE, COMMAND_FOUND, COMMAND_WRONG };

/*
 * Read a file. COMMAND_NONE: it is not one that begins with "command:".
 * COMMAND_WRONG: the fault, of kind FAULT_PLAYER, says what is wrong.
 */
enum command_found	 command_read(struct arena *arena, const char *text,
			    size_t len, struct command *out,
			    struct fault *fault);

/*
 * Read the first line of a mail's text as words. To register, the key is
 * taken from wherever it stands in the text, or from an attached .pub.
 */
enum command_found	 command_words(struct arena *arena,
			    const struct message *message,
			    struct command *out, struct fault *fault);

/* Must the command be signed? */
bool	 command_is_secret(const struct command *command);

/* Append the command as a file to sign, for that host and number. */
void	 command_write(struct buf *out, const struct command *command,
	    const char *host, int64_t number);

#endif
