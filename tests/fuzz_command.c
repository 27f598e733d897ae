/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Any bytes as a command: as a file, and as a mail with words in it. What is
 * read must be fit for paths and answers, and read back as it is written.
 */

#include "config.h"

#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/text.h"
#include "host/command.h"
#include "mail/message.h"
#include "mail/orders.h"

int	 LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
check_fault(const struct fault *fault)
{
	assert(fault->kind == FAULT_PLAYER);
	assert(text_is_utf8(fault->text, strlen(fault->text)));
}

static void
check_command(struct arena *arena, const struct command *command)
{
	struct command again;
	struct fault fault;
	struct buf text;

	assert(command->verb >= 0 && command->verb < N_VERBS);
	assert(command->number >= -1 && command->turn >= -1);
	assert(command->game[0] == '\0' || text_is_name(command->game));
	assert(command->name[0] == '\0' || text_is_name(command->name));
	buf_init(&text, arena);
	command_write(&text, command, "A host", 7);
	assert(command_read(arena, text.data, text.len, &again, &fault) ==
	    COMMAND_FOUND);
	assert(again.verb == command->verb && again.turn == command->turn);
	assert(again.number == 7 && strcmp(again.host, "A host") == 0);
	assert(strcmp(again.key, command->key) == 0);
	assert(strcmp(again.address, command->address) == 0);
}

static void
check(struct arena *arena, enum command_found found,
    const struct command *command, const struct fault *fault)
{
	if (found == COMMAND_FOUND)
		check_command(arena, command);
	else if (found == COMMAND_WRONG)
		check_fault(fault);
}

static void
try_mail(struct arena *arena, const char *bytes, size_t len)
{
	struct message message;
	struct command command;
	struct orders orders;
	struct fault fault;
	int i;

	if (message_read(arena, bytes, len, &message, &fault) == -1)
		return;
	check(arena, command_words(arena, &message, &command, &fault),
	    &command, &fault);
	orders_find(arena, &message, &orders);
	for (i = 0; i < orders.n_variants; i++)
		check(arena, command_read(arena, orders.variant[i].bytes,
		    orders.variant[i].len, &command, &fault), &command,
		    &fault);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_new();
	struct command command;
	struct fault fault;

	check(arena, command_read(arena, (const char *)data, size, &command,
	    &fault), &command, &fault);
	try_mail(arena, (const char *)data, size);
	arena_free(arena);
	return 0;
}
