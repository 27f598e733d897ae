/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The queue of mails to send. */

#include "config.h"

#include "host/queue.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/file.h"
#include "base/text.h"
#include "data/digest.h"
#include "host/boxes.h"
#include "host/home.h"
#include "host/manners.h"
#include "mail/box.h"
#include "mail/compose.h"

enum {
	MAIL_BYTES = 16 << 20,
	BATCH = 1024,			/* mails handed over at once */
	FIRST_WAIT = 300,		/* seconds; doubled at each failure */
	LAST_TRY = 12
};

/* A queued mail: these lines, an empty one, then the bytes of the mail. */
struct entry {
	const char	*id;
	const char	*needs;		/* "-": nothing */
	const char	*to;
	int64_t		 tries;
	int64_t		 next;		/* not before this time */
	const char	*bytes;
	size_t		 len;
};

const char *
queue_id(struct home *home, const void *secret,
    const struct digest_part *parts, int n_parts)
{
	struct digest	digest;
	struct buf	hex;

	digest_hmac(secret, DIGEST_SIZE, parts, n_parts, &digest);
	buf_init(&hex, home->arena);
	hex_write(&hex, digest.byte, 20);
	return hex.data;
}

static const char *
entry_path(struct home *home, const char *id)
{
	return arena_printf(home->arena, "queue/%s", id);
}

static int
write_entry(struct home *home, const struct entry *entry, struct fault *fault)
{
	struct buf	text;

	buf_init(&text, home->arena);
	buf_printf(&text, "needs %s\nto %s\ntries %lld\nnext %lld\n\n",
	    entry->needs, entry->to, (long long)entry->tries,
	    (long long)entry->next);
	buf_add(&text, entry->bytes, entry->len);
	return file_replace(home->fd, entry_path(home, entry->id), text.data,
	    text.len, 0600, fault);
}

int
queue_put(struct home *home, const char *id, const char *needs,
    const char *to, struct compose_mail *mail, struct fault *fault)
{
	static const struct compose_extra ours = { "X-Postern", VERSION };
	struct entry	 entry = { .id = id, .to = to,
			    .needs = needs != NULL ? needs : "-" };
	struct buf	 bytes;

	mail->from = home->config.address;
	mail->from_name = home->config.name;
	mail->to = to;
	mail->date = home->now;
	mail->id = manners_message_id(home, id, to);
	mail->extra = &ours;
	mail->n_extras = 1;
	buf_init(&bytes, home->arena);
	if (compose_mail(&bytes, mail, fault) != 0)
		return -1;
	entry.bytes = bytes.data;
	entry.len = bytes.len;
	home->unsynced = true;
	return write_entry(home, &entry, fault);
}

/* ---- reading it ------------------------------------------------------ */

/* Take "word value\n" off the head of *text. */
static const char *
take_line(struct home *home, char **text, const char *word)
{
	size_t	 len = strlen(word), end;
	char	*at = *text;

	if (strncmp(at, word, len) != 0 || at[len] != ' ')
		return NULL;
	end = strcspn(at, "\n");
	if (at[end] != '\n')
		return NULL;
	*text = at + end + 1;
	return arena_strndup(home->arena, at + len + 1, end - len - 1);
}

static int
read_entry(struct home *home, const char *id, struct entry *out,
    struct fault *fault)
{
	const char	*tries, *next;
	char		*at;
	struct buf	 text;

	buf_init(&text, home->arena);
	if (file_read(home->fd, entry_path(home, id), MAIL_BYTES, &text,
	    fault) != 0)
		return -1;
	at = text.data;
	out->id = id;
	if ((out->needs = take_line(home, &at, "needs")) == NULL ||
	    (out->to = take_line(home, &at, "to")) == NULL ||
	    (tries = take_line(home, &at, "tries")) == NULL ||
	    (next = take_line(home, &at, "next")) == NULL || *at++ != '\n' ||
	    !text_number(tries, 0, 1000, &out->tries) ||
	    !text_number(next, 0, INT64_MAX, &out->next))
		return fault_set(fault, FAULT_OPERATOR,
		    "queue/%s is damaged", id);
	out->bytes = at;
	out->len = text.len - (size_t)(at - text.data);
	return 0;
}

/*
 * Is what the mail tells of committed? It may have moved on: an order from
 * the inbox to its turn, a game to the archive.
 */
static bool
is_committed(struct home *home, const char *needs)
{
	const char	*rest, *slash, *inbox;

	if (strcmp(needs, "-") == 0 || file_exists(home->fd, needs))
		return true;
	if (strncmp(needs, "games/", 6) != 0)
		return false;
	rest = needs + 6;
	if (file_exists(home->fd, arena_printf(home->arena, "archive/%s",
	    rest)))
		return true;
	slash = strchr(rest, '/');
	if (slash == NULL || strncmp(slash, "/inbox/", 7) != 0)
		return false;
	inbox = slash + 7;
	slash = strchr(inbox, '/');
	if (slash == NULL)
		return false;
	rest = arena_printf(home->arena, "%.*s/turns/%.*s/orders%s",
	    (int)(inbox - 7 - rest), rest, (int)(slash - inbox), inbox, slash);
	return file_exists(home->fd, arena_printf(home->arena, "games/%s",
	    rest)) || file_exists(home->fd, arena_printf(home->arena,
	    "archive/%s", rest));
}

int
queue_drop(struct home *home, const char *path, struct fault *fault)
{
	struct entry	entry;
	char		**names;
	size_t		 i, n, len = strlen(path);

	if (file_list(home->fd, "queue", home->arena, &names, &n, fault) != 0)
		return -1;
	for (i = 0; i < n; i++) {
		if (strcmp(names[i], "failed") == 0)
			continue;
		if (read_entry(home, names[i], &entry, fault) != 0) {
			if (fault->kind == FAULT_RETRY)
				return -1;
			continue;
		}
		if (strncmp(entry.needs, path, len) == 0 &&
		    entry.needs[len] == '/' && file_remove(home->fd,
		    entry_path(home, names[i]), fault) != 0)
			return -1;
	}
	return 0;
}

/* ---- sending --------------------------------------------------------- */

struct sending {
	struct home		*home;
	struct queue_result	*result;
	struct outbox		*outbox;
	struct fault		 trouble;	/* with the queue itself */
	int			 n_mails;
	struct entry		 entry[BATCH];
	struct outbox_mail	 mail[BATCH];
};

static int
set_aside(struct home *home, const struct entry *entry, struct fault *fault)
{
	bool	taken = false;

	if (file_mkdir(home->fd, "queue/failed", fault) != 0)
		return -1;
	if (file_rename_new(home->fd, entry_path(home, entry->id), home->fd,
	    arena_printf(home->arena, "queue/failed/%s", entry->id), &taken,
	    fault) != 0 && !taken)
		return -1;
	return taken ? file_remove(home->fd, entry_path(home, entry->id),
	    fault) : 0;
}

/* Set a mail aside that cannot be sent, with the reason beside it. */
static int
give_up(struct sending *s, int i, struct fault *fault)
{
	struct home	*home = s->home;
	const char	*why;

	s->result->failed++;
	if (set_aside(home, &s->entry[i], fault) != 0)
		return -1;
	why = arena_printf(home->arena, "to %s: %s\n", s->entry[i].to,
	    s->mail[i].answer);
	return file_replace(home->fd, arena_printf(home->arena,
	    "queue/failed/%s.why", s->entry[i].id), why, strlen(why), 0600,
	    fault);
}

static int
settle(struct sending *s, int i, struct fault *fault)
{
	struct entry	*entry = &s->entry[i];

	switch (s->mail[i].outcome) {
	case OUTBOX_SENT:
		s->result->sent++;
		return file_remove(s->home->fd, entry_path(s->home,
		    entry->id), fault);
	case OUTBOX_NEVER:
		return give_up(s, i, fault);
	case OUTBOX_LATER:
		if (entry->tries + 1 >= LAST_TRY)
			return give_up(s, i, fault);
		entry->next = s->home->now +
		    ((int64_t)FIRST_WAIT << entry->tries);
		entry->tries++;
		s->result->waiting++;
		return write_entry(s->home, entry, fault);
	case OUTBOX_UNTRIED:
		break;
	}
	return 0;
}

/* A mail is off the queue as soon as it is sent. */
static void
settle_one(void *arg, struct outbox_mail *mail)
{
	struct sending	*s = arg;
	struct fault	 why;

	if (settle(s, (int)(mail - s->mail), &why) != 0 &&
	    s->trouble.kind == FAULT_NONE)
		s->trouble = why;
}

static int
send_batch(struct sending *s, struct fault *fault)
{
	int	i, r;

	if (s->n_mails == 0)
		return 0;
	for (i = 0; i < s->n_mails; i++) {
		memset(&s->mail[i], 0, sizeof(s->mail[i]));
		s->mail[i].id = s->entry[i].id;
		s->mail[i].from = s->home->config.address;
		s->mail[i].to = s->entry[i].to;
		s->mail[i].bytes = s->entry[i].bytes;
		s->mail[i].len = s->entry[i].len;
	}
	r = s->outbox->send(s->outbox, s->mail, (size_t)s->n_mails,
	    settle_one, s, fault);
	for (i = 0; i < s->n_mails; i++)
		s->result->waiting += s->mail[i].outcome == OUTBOX_UNTRIED;
	s->n_mails = 0;
	if (s->trouble.kind == FAULT_NONE)
		return r;
	*fault = s->trouble;
	return -1;
}

static int
consider(struct sending *s, const char *id, struct fault *fault)
{
	struct entry	entry;

	if (strcmp(id, "failed") == 0)
		return 0;
	if (read_entry(s->home, id, &entry, fault) != 0) {
		if (fault->kind == FAULT_RETRY)
			return -1;
		s->result->failed++;
		entry.id = id;
		return set_aside(s->home, &entry, fault);
	}
	if (!is_committed(s->home, entry.needs)) {
		s->result->dropped++;
		return file_remove(s->home->fd, entry_path(s->home, id),
		    fault);
	}
	if (entry.next > s->home->now ||
	    manners_is_paused(s->home, entry.to)) {
		s->result->waiting++;
		return 0;
	}
	s->entry[s->n_mails++] = entry;
	return s->n_mails == BATCH ? send_batch(s, fault) : 0;
}

int
queue_send(struct home *home, struct queue_result *result,
    struct fault *fault)
{
	struct sending	*s = arena_alloc(home->arena, sizeof(*s));
	char		**names;
	size_t		 i, n;
	int		 r = -1;

	memset(result, 0, sizeof(*result));
	if (file_list(home->fd, "queue", home->arena, &names, &n, fault) != 0)
		return -1;
	if (n == 0)
		return 0;
	s->home = home;
	s->result = result;
	if (boxes_out(home, &s->outbox, fault) != 0)
		return -1;
	for (i = 0; i < n; i++)
		if (consider(s, names[i], fault) != 0)
			goto out;
	r = send_batch(s, fault);
out:
	s->outbox->close(s->outbox);
	return r;
}
