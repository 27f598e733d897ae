/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Commands that come by mail: reading them. */

#include "config.h"

#include "host/command.h"

#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/text.h"
#include "data/node.h"
#include "data/yaml.h"
#include "mail/message.h"

enum {
	WORDS_MAX = 4,
	LINE_BYTES = 200,		/* of a line of words */
	VALUE_BYTES = 1 << 14		/* of a value in a file */
};

const char *const verb_names[] = {
	[VERB_HELP] = "help",
	[VERB_GAMES] = "games",
	[VERB_RULES] = "rules",
	[VERB_STATUS] = "status",
	[VERB_REPORT] = "report",
	[VERB_ORDERS] = "orders",
	[VERB_KEY] = "key",
	[VERB_ADDRESS] = "address",
	[VERB_REGISTER] = "register",
	[N_VERBS] = NULL
};

#define TEXT(m)		offsetof(struct command, m), true
#define NUMBER(m)	offsetof(struct command, m), false

/* The parts of a file, and the verbs that have them. */
static const struct part {
	const char	*key;
	size_t		 at;
	bool		 is_text;
	unsigned	 verbs;
} parts[] = {
	{ "host", TEXT(host), ~0u },
	{ "number", NUMBER(number), ~0u },
	{ "engine", TEXT(engine), 1 << VERB_RULES },
	{ "game", TEXT(game), 1 << VERB_REPORT | 1 << VERB_ORDERS },
	{ "turn", NUMBER(turn), 1 << VERB_REPORT },
	{ "add", TEXT(add), 1 << VERB_KEY },
	{ "retire", TEXT(retire), 1 << VERB_KEY },
	{ "name", TEXT(name), 1 << VERB_REGISTER },
	{ "address", TEXT(address), 1 << VERB_ADDRESS | 1 << VERB_REGISTER },
	{ "key", TEXT(key), 1 << VERB_REGISTER },
	{ "until", TEXT(until), 1 << VERB_ADDRESS | 1 << VERB_REGISTER },
	{ "token", TEXT(token), 1 << VERB_ADDRESS | 1 << VERB_REGISTER },
};

enum { N_PARTS = sizeof(parts) / sizeof(parts[0]) };

/* What the words behind each verb are; the first n_needed must be there. */
static const struct {
	const char	*word[WORDS_MAX - 1];
	int		 n_words;
	int		 n_needed;
	bool		 is_secret;
} forms[N_VERBS] = {
	[VERB_RULES] = { { "engine" }, 1, 1, false },
	[VERB_REPORT] = { { "game", "turn" }, 2, 1, true },
	[VERB_ORDERS] = { { "game" }, 1, 1, true },
	[VERB_KEY] = { { NULL }, 0, 0, true },
	[VERB_ADDRESS] = { { "address" }, 1, 1, true },
	[VERB_REGISTER] = { { "name" }, 1, 1, false },
};

static const struct part *
find_part(const char *key)
{
	int	i;

	for (i = 0; i < N_PARTS; i++)
		if (strcmp(parts[i].key, key) == 0)
			return &parts[i];
	return NULL;
}

static const char **
text_at(struct command *command, const struct part *part)
{
	return (const char **)((char *)command + part->at);
}

static int64_t *
number_at(struct command *command, const struct part *part)
{
	return (int64_t *)((char *)command + part->at);
}

static void
clear(struct command *command, int verb)
{
	int	i;

	for (i = 0; i < N_PARTS; i++)
		if (parts[i].is_text)
			*text_at(command, &parts[i]) = "";
		else
			*number_at(command, &parts[i]) = -1;
	command->verb = verb;
}

static int
set_part(struct command *command, const struct part *part, const char *value,
    struct fault *fault)
{
	if (part->is_text) {
		if (strlen(value) > VALUE_BYTES)
			return fault_set(fault, FAULT_PLAYER,
			    "'%s' is too long", part->key);
		*text_at(command, part) = value;
		return 0;
	}
	if (!text_number(value, 0, INT32_MAX, number_at(command, part)))
		return fault_set(fault, FAULT_PLAYER,
		    "'%s' must be a number from 0 on", part->key);
	return 0;
}

/* ---- what must be there ---------------------------------------------- */

static int
check_needed(const struct command *command, struct fault *fault)
{
	struct command	 copy = *command;
	const char	*word;
	int		 i;

	for (i = 0; i < forms[command->verb].n_needed; i++) {
		word = forms[command->verb].word[i];
		if (*text_at(&copy, find_part(word))[0] == '\0')
			return fault_set(fault, FAULT_PLAYER,
			    "'%s' needs the %s", verb_names[command->verb],
			    word);
	}
	if (command->game[0] != '\0' && !text_is_name(command->game))
		return fault_set(fault, FAULT_PLAYER,
		    "the game must be a name such as noir-7");
	if (command->name[0] != '\0' && !text_is_name(command->name))
		return fault_set(fault, FAULT_PLAYER, "a player's name is of "
		    "small letters, digits and hyphens, a letter first, and "
		    "has at most 32 of them");
	return 0;
}

/* ---- files ----------------------------------------------------------- */

static int
unknown_part(const struct node *item, const struct command *command,
    struct fault *fault)
{
	return fault_at(fault, FAULT_PLAYER, item->key_line, item->key_column,
	    "'%.60s' is not a part of the command '%s'", item->key,
	    verb_names[command->verb]);
}

static int
read_parts(const struct node *tree, struct command *command,
    struct fault *fault)
{
	const struct node	*item;
	const struct part	*part;

	NODE_EACH(item, tree) {
		if (strcmp(item->key, "command") == 0)
			continue;
		part = find_part(item->key);
		if (part == NULL || (part->verbs >> command->verb & 1) == 0)
			return unknown_part(item, command, fault);
		if (item->kind != NODE_SCALAR)
			return fault_at(fault, FAULT_PLAYER, item->line,
			    item->column, "'%s' is one value, not a list or a "
			    "mapping", item->key);
		if (set_part(command, part, item->text, fault) != 0) {
			fault->line = item->line;
			fault->column = item->column;
			return -1;
		}
	}
	return check_needed(command, fault);
}

enum command_found
command_read(struct arena *arena, const char *text, size_t len,
    struct command *out, struct fault *fault)
{
	struct node		*tree;
	const struct node	*verb;
	struct command		 command;
	const char		*near;

	if (yaml_read(arena, text, len, &yaml_caps_order, &tree, fault) != 0 ||
	    tree->kind != NODE_MAP || tree->child == NULL ||
	    strcmp(tree->child->key, "command") != 0)
		return COMMAND_NONE;
	verb = tree->child;
	clear(&command, verb->kind == NODE_SCALAR ?
	    text_index(verb_names, verb->text) : -1);
	if (command.verb < 0) {
		near = verb->kind == NODE_SCALAR ?
		    text_nearest(verb->text, verb_names) : NULL;
		fault_at(fault, FAULT_PLAYER, verb->line, verb->column,
		    near != NULL ? "there is no such command; did you mean "
		    "'%s'?" : "there is no such command; '%s' lists those "
		    "that there are", near != NULL ? near : "help");
		return COMMAND_WRONG;
	}
	if (read_parts(tree, &command, fault) != 0)
		return COMMAND_WRONG;
	*out = command;
	return COMMAND_FOUND;
}

/* ---- words ----------------------------------------------------------- */

/* The text that a person wrote: the first part that is shown. */
static const struct message_part *
find_text(const struct message *message)
{
	int	i;

	for (i = 0; i < message->n_parts; i++)
		if (message->part[i].text != NULL &&
		    !message->part[i].attached &&
		    strcmp(message->part[i].type, "text/plain") == 0)
			return &message->part[i];
	return NULL;
}

/* The first line with anything on it, unless it is a quote. */
static const char *
first_line(struct arena *arena, const struct message_part *part)
{
	const char	*at = part->text, *end = at + part->text_len, *stop;

	while (at < end && strchr(" \t\r\n", *at) != NULL && *at != '\0')
		at++;
	for (stop = at; stop < end && strchr("\r\n", *stop) == NULL; stop++)
		continue;
	if (at == end || *at == '>' || stop - at > LINE_BYTES)
		return NULL;
	return arena_strndup(arena, at, (size_t)(stop - at));
}

static int
split(char *line, char *word[WORDS_MAX])
{
	char	*next, *one;
	int	 n = 0;

	for (one = strtok_r(line, " \t", &next); one != NULL;
	    one = strtok_r(NULL, " \t", &next)) {
		if (n == WORDS_MAX)
			return 0;
		word[n++] = one;
	}
	return n;
}

static int
find_verb(const char *word)
{
	int	i;

	for (i = 0; i < N_VERBS; i++)
		if (strcasecmp(verb_names[i], word) == 0)
			return i;
	return -1;
}

/* The first line of text that begins as public keys do, without its end. */
static const char *
find_key(struct arena *arena, const char *text, size_t len)
{
	static const char *const types[] = { "ssh-ed25519 ", "ssh-rsa ",
	    "ecdsa-sha2-nistp256 ", "ecdsa-sha2-nistp384 ",
	    "ecdsa-sha2-nistp521 ", "sk-ssh-ed25519@openssh.com ", NULL };
	const char *const	*type;
	const char		*at = text, *end = text + len, *stop;

	for (; at < end; at = stop + 1) {
		stop = memchr(at, '\n', (size_t)(end - at));
		if (stop == NULL)
			stop = end;
		for (type = types; *type != NULL; type++)
			if ((size_t)(stop - at) > strlen(*type) &&
			    stop - at < VALUE_BYTES &&
			    memcmp(at, *type, strlen(*type)) == 0)
				return arena_strndup(arena, at, (size_t)(
				    stop - at - (stop[-1] == '\r')));
	}
	return NULL;
}

static void
take_key(struct arena *arena, const struct message *message,
    struct command *command)
{
	const struct message_part	*part;
	const char			*key = NULL;
	int				 i;

	for (i = 0; i < message->n_parts && key == NULL; i++) {
		part = &message->part[i];
		if (part->text != NULL)
			key = find_key(arena, part->text, part->text_len);
		else if (part->bytes != NULL)
			key = find_key(arena, part->bytes, part->len);
	}
	if (key != NULL)
		command->key = key;
}

enum command_found
command_words(struct arena *arena, const struct message *message,
    struct command *out, struct fault *fault)
{
	const struct message_part	*part = find_text(message);
	const char			*line;
	char				*word[WORDS_MAX];
	struct command			 command;
	int				 i, n, verb;

	line = part != NULL ? first_line(arena, part) : NULL;
	if (line == NULL || (n = split(arena_strdup(arena, line),
	    word)) == 0 || (verb = find_verb(word[0])) < 0 ||
	    n - 1 > forms[verb].n_words)
		return COMMAND_NONE;
	clear(&command, verb);
	for (i = 1; i < n; i++)
		if (set_part(&command, find_part(forms[verb].word[i - 1]),
		    word[i], fault) != 0)
			return COMMAND_WRONG;
	if (verb == VERB_REGISTER)
		take_key(arena, message, &command);
	if (check_needed(&command, fault) != 0)
		return COMMAND_WRONG;
	*out = command;
	return COMMAND_FOUND;
}

/* ---- writing --------------------------------------------------------- */

bool
command_is_secret(const struct command *command)
{
	return forms[command->verb].is_secret;
}

void
command_write(struct buf *out, const struct command *given, const char *host,
    int64_t number)
{
	struct command		 command = *given;
	struct node		*map = node_map(out->arena);
	const struct part	*part;

	command.host = host;
	command.number = number;
	node_set(map, "command", node_scalar(out->arena,
	    verb_names[command.verb]));
	for (part = parts; part < parts + N_PARTS; part++)
		if (part->is_text && *text_at(&command, part)[0] != '\0')
			node_set(map, part->key, node_scalar(out->arena,
			    *text_at(&command, part)));
		else if (!part->is_text && *number_at(&command, part) >= 0)
			node_set(map, part->key, node_number(out->arena,
			    *number_at(&command, part)));
	yaml_write(out, map);
}
