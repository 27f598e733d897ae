/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Any bytes as a mail: read it, find orders in it, answer it. */

#include "config.h"

#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/text.h"
#include "mail/address.h"
#include "mail/compose.h"
#include "mail/message.h"
#include "mail/orders.h"

int	 LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Text that is fit to be shown: UTF-8 on one line, nothing unsafe. */
static void
check_shown(const char *text)
{
	size_t left = strlen(text);
	uint32_t rune;
	int n;

	for (; left > 0; left -= n, text += n) {
		n = text_rune(text, left, &rune);
		assert(n > 0 && rune != '\n' && rune != '\t');
		assert(!text_is_unsafe_rune(rune));
	}
}

static void
check_parts(const struct message *message)
{
	const struct message_part *part;
	int i;

	assert(message->n_parts >= 1 && message->n_parts <= MESSAGE_PARTS);
	for (i = 0; i < message->n_parts; i++) {
		part = message->part + i;
		check_shown(part->name);
		assert(strlen(part->name) <= MESSAGE_NAME);
		assert(part->text == NULL ||
		    text_is_utf8(part->text, part->text_len));
		assert(part->seal >= -1 && part->seal < message->n_seals);
	}
	for (i = 0; i < message->n_seals; i++)
		assert(message->seal[i].signature > 0 &&
		    message->seal[i].signature < message->n_parts);
}

static void
check_orders(struct arena *arena, const struct message *message)
{
	struct orders orders;
	int i, j;

	orders_find(arena, message, &orders);
	assert((orders.kind == ORDERS_SIGNED) == (orders.reason[0] == '\0'));
	assert((orders.n_variants > 0) == (orders.kind == ORDERS_SIGNED ||
	    orders.kind == ORDERS_UNSIGNED));
	assert(orders.n_variants <= ORDERS_VARIANTS);
	for (i = 0; i < orders.n_variants; i++)
		for (j = 0; j < i; j++)
			assert(orders.variant[i].len != orders.variant[j].len ||
			    memcmp(orders.variant[i].bytes,
			    orders.variant[j].bytes,
			    orders.variant[i].len) != 0);
}

/* Answer with all that the sender chose; it must read back. */
static void
check_answer(struct arena *arena, const struct message *message)
{
	const char *subject = message_header_text(arena, message, "Subject");
	const char *id = message_header(message, "Message-ID");
	struct compose_mail mail = { .from = "host@example.net",
	    .subject = subject, .id = "x@example.net", .text = subject,
	    .text_len = strlen(subject) };
	struct message answer;
	struct fault fault;
	struct buf out;
	char *to;

	check_shown(subject);
	buf_init(&out, arena);
	if (message_address(arena, message, "From", &to, &fault) == -1)
		return;
	mail.to = to;
	mail.in_reply_to = id != NULL ? message_id_read(arena, id) : NULL;
	if (compose_mail(&out, &mail, &fault) == -1) {
		assert(!compose_is_header_text(subject));
		return;
	}
	assert(message_read(arena, out.data, out.len, &answer, &fault) == 0);
	assert(answer.n_headers == (mail.in_reply_to != NULL ? 10 : 9));
	assert(strcmp(message_header_text(arena, &answer, "Subject"),
	    subject) == 0);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_new();
	struct message message;
	struct fault fault;

	if (message_read(arena, (const char *)data, size, &message,
	    &fault) == 0) {
		check_parts(&message);
		check_orders(arena, &message);
		check_answer(arena, &message);
	} else {
		assert(fault.kind == FAULT_PLAYER);
		assert(text_is_utf8(fault.text, strlen(fault.text)));
	}
	arena_free(arena);
	return 0;
}
