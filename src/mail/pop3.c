/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * A POP3 mailbox as an inbox. Mails are numbered afresh in each session, so
 * they are known by their unique ids, and no number outlives its connection.
 */

#include "config.h"

#include "mail/server.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/text.h"
#include "mail/box.h"
#include "mail/session.h"

enum {
	ANSWER_BYTES = 16 << 20,
	NUMBER_MAX = 1000000,		/* mails in a mailbox */
	ID_MAX = 70,			/* characters, RFC 1939 */
	FAILURES_MAX = 3
};

/* A mail as this session numbers it. */
struct numbered {
	int64_t		 number;
	const char	*id;
	int64_t		 size;
};

struct pop3_inbox {
	struct inbox		 box;
	struct session		 session;
	struct arena		*arena;		/* of the numbers */
	struct numbered		*mail;
	size_t			 n_mails;
	int			 failures;
};

static int
failed(struct pop3_inbox *box, CURLcode code, struct fault *fault)
{
	box->n_mails = 0;
	box->failures = box->session.ready ? box->failures + 1 : FAILURES_MAX;
	return session_blame(&box->session, code, fault);
}

/* One mail failed: is it any use to go on with the others? */
static int
failed_one(const struct pop3_inbox *box, struct fault *fault)
{
	if (box->failures >= FAILURES_MAX)
		fault->kind = FAULT_OPERATOR;
	return -1;
}

/* Give a command; with no out, its answer is one line. */
static int
command(struct pop3_inbox *box, const char *text, struct buf *out,
    struct fault *fault)
{
	CURLcode	code;

	if (session_ready(&box->session, "/", out, ANSWER_BYTES, fault) != 0)
		return -1;
	curl_easy_setopt(box->session.curl, CURLOPT_CUSTOMREQUEST, text);
	if (out == NULL)
		curl_easy_setopt(box->session.curl, CURLOPT_NOBODY, 1L);
	code = session_run(&box->session);
	if (code != CURLE_OK)
		return failed(box, code, fault);
	box->failures = 0;
	return 0;
}

/* ---- numbers --------------------------------------------------------- */

/* Split "12 rest\r\n" off *text. */
static bool
take_line(char **text, int64_t *number, char **rest)
{
	char	*line = *text;
	size_t	 len = strcspn(line, "\r\n");
	char	*blank;

	*text = line + len + (line[len] != '\0');
	line[len] = '\0';
	blank = strchr(line, ' ');
	if (blank == NULL)
		return false;
	*blank = '\0';
	*rest = blank + 1;
	return text_number(line, 1, NUMBER_MAX, number);
}

static bool
is_id(const char *id)
{
	size_t	i;

	for (i = 0; id[i] != '\0'; i++)
		if (id[i] <= ' ' || id[i] > '~')
			return false;
	return i > 0 && i <= ID_MAX;
}

static struct numbered *
by_number(const struct pop3_inbox *box, int64_t number)
{
	size_t	i;

	if (number <= (int64_t)box->n_mails &&
	    box->mail[number - 1].number == number)
		return &box->mail[number - 1];
	for (i = 0; i < box->n_mails; i++)
		if (box->mail[i].number == number)
			return &box->mail[i];
	return NULL;
}

static bool
read_ids(struct pop3_inbox *box, char *text)
{
	struct numbered	*mail;
	char		*rest;

	box->n_mails = 0;
	box->mail = arena_alloc(box->arena,
	    (strlen(text) / 4 + 1) * sizeof(*box->mail));
	while (*(text += strspn(text, "\r\n")) != '\0') {
		mail = &box->mail[box->n_mails];
		if (!take_line(&text, &mail->number, &rest) || !is_id(rest))
			return false;
		mail->id = rest;
		mail->size = -1;
		box->n_mails++;
	}
	return true;
}

static bool
read_sizes(struct pop3_inbox *box, char *text)
{
	struct numbered	*mail;
	int64_t		 number;
	char		*rest;

	while (*(text += strspn(text, "\r\n")) != '\0') {
		if (!take_line(&text, &number, &rest))
			return false;
		rest[strcspn(rest, " ")] = '\0';
		mail = by_number(box, number);
		if (mail != NULL &&
		    !text_number(rest, 0, UINT32_MAX, &mail->size))
			return false;
	}
	return true;
}

/* Ask for the numbers and sizes of all mails, over one new connection. */
static int
number_mails(struct pop3_inbox *box, struct fault *fault)
{
	struct buf	ids, sizes;

	session_drop(&box->session);
	arena_reset(box->arena);
	box->n_mails = 0;
	box->session.wanted = 0;
	buf_init(&ids, box->arena);
	buf_init(&sizes, box->arena);
	if (command(box, "UIDL", &ids, fault) != 0)
		return -1;
	box->session.wanted = box->session.sockets;
	if (command(box, "LIST", &sizes, fault) != 0)
		return -1;
	if (!read_ids(box, ids.data))
		return session_nonsense(&box->session, "UIDL", fault);
	if (!read_sizes(box, sizes.data))
		return session_nonsense(&box->session, "LIST", fault);
	return 0;
}

/* Find a mail by its id, and number the mails if the connection is new. */
static int
find(struct pop3_inbox *box, const char *id, struct numbered **out,
    struct fault *fault)
{
	size_t	i;

	*out = NULL;
	if (box->session.curl == NULL && number_mails(box, fault) != 0)
		return -1;
	for (i = 0; i < box->n_mails && *out == NULL; i++)
		if (strcmp(box->mail[i].id, id) == 0)
			*out = &box->mail[i];
	return 0;
}

/* ---- the box --------------------------------------------------------- */

static int
pop3_list(struct inbox *inbox, struct arena *arena, size_t max,
    struct inbox_item **items, size_t *n_items, struct fault *fault)
{
	struct pop3_inbox	*box = (struct pop3_inbox *)inbox;
	struct inbox_item	*item;
	size_t			 i, n = 0;

	if (number_mails(box, fault) != 0)
		return -1;
	item = arena_alloc(arena, (box->n_mails + 1) * sizeof(*item));
	for (i = 0; i < box->n_mails && n < max; i++) {
		if (box->mail[i].size < 0)
			continue;
		item[n].name = arena_strdup(arena, box->mail[i].id);
		item[n].size = (size_t)box->mail[i].size;
		item[n++].kind = INBOX_MAIL;
	}
	*items = item;
	*n_items = n;
	return 0;
}

static int
pop3_fetch(struct inbox *inbox, const struct inbox_item *item, size_t max,
    struct buf *out, struct fault *fault)
{
	struct pop3_inbox	*box = (struct pop3_inbox *)inbox;
	struct numbered		*mail;
	size_t			 before = out->len;
	CURLcode		 code;

	if (item->size > max)
		return fault_set(fault, FAULT_PLAYER,
		    "the mail is longer than %zu bytes", max);
	if (find(box, item->name, &mail, fault) != 0)
		return failed_one(box, fault);
	if (mail == NULL)
		return fault_set(fault, FAULT_RETRY, "a mail is gone");
	if (session_ready(&box->session, arena_printf(box->arena, "/%lld",
	    (long long)mail->number), out, before + max, fault) != 0)
		return -1;
	code = session_run(&box->session);
	if (code == CURLE_OK) {
		box->failures = 0;
		return 0;
	}
	buf_cut(out, before);
	if (box->session.overflowed)
		return fault_set(fault, FAULT_PLAYER,
		    "the mail is longer than %zu bytes", max);
	failed(box, code, fault);
	return failed_one(box, fault);
}

static int
pop3_move(struct inbox *inbox, const struct inbox_item *item,
    enum inbox_folder folder, struct fault *fault)
{
	struct pop3_inbox	*box = (struct pop3_inbox *)inbox;
	struct numbered		*mail;

	(void)folder;
	if (find(box, item->name, &mail, fault) != 0)
		return failed_one(box, fault);
	if (mail == NULL)
		return 0;
	if (command(box, arena_printf(box->arena, "DELE %lld",
	    (long long)mail->number), NULL, fault) != 0)
		return failed_one(box, fault);
	return 0;
}

static void
pop3_close(struct inbox *inbox)
{
	struct pop3_inbox	*box = (struct pop3_inbox *)inbox;

	session_drop(&box->session);
	arena_free(box->arena);
}

int
pop3_inbox(struct arena *arena, const struct server *server,
    struct inbox **out, struct fault *fault)
{
	struct pop3_inbox	*box = arena_alloc(arena, sizeof(*box));

	if (session_open(&box->session, SESSION_POP3, server, fault) != 0)
		return -1;
	box->box.list = pop3_list;
	box->box.fetch = pop3_fetch;
	box->box.move = pop3_move;
	box->box.close = pop3_close;
	box->arena = arena_new();
	*out = &box->box;
	return 0;
}
