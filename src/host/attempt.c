/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is being worked on, and the strikes against it. */

#include "config.h"

#include "host/attempt.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/file.h"
#include "data/node.h"
#include "data/yaml.h"
#include "host/home.h"
#include "host/queue.h"
#include "mail/compose.h"

enum { STRIKES = 2, BYTES_MAX = 1 << 20 };

static int
read_strikes(struct attempt *a, struct fault *fault)
{
	struct fault	why;
	struct buf	text;

	a->strikes = node_map(a->home->arena);
	if (!file_exists(a->home->fd, "strikes"))
		return 0;
	buf_init(&text, a->home->arena);
	if (file_read(a->home->fd, "strikes", BYTES_MAX, &text, fault) != 0)
		return fault->kind == FAULT_RETRY ? -1 : 0;
	if (yaml_read(a->home->arena, text.data, text.len, &yaml_caps_own,
	    &a->strikes, &why) != 0 || a->strikes->kind != NODE_MAP)
		a->strikes = node_map(a->home->arena);
	return 0;
}

static int
write_strikes(struct attempt *a, struct fault *fault)
{
	const struct node	*strike;
	struct node		*left = node_map(a->home->arena);
	struct buf		 text;

	a->changed = false;
	NODE_EACH(strike, a->strikes)
		if (strcmp(strike->text, "0") != 0)
			node_set(left, strike->key,
			    node_scalar(a->home->arena, strike->text));
	if (left->n_children == 0)
		return file_remove(a->home->fd, "strikes", fault);
	buf_init(&text, a->home->arena);
	yaml_write(&text, left);
	return file_replace(a->home->fd, "strikes", text.data, text.len, 0600,
	    fault);
}

void
attempt_forget(struct attempt *a, const char *what)
{
	struct node	*strike = node_get(a->strikes, what);

	if (strike == NULL)
		return;
	strike->text = "0";
	a->changed = true;
}

static int
count_strike(struct attempt *a, const char *what, struct fault *fault)
{
	struct node	*strike = node_get(a->strikes, what);
	int		 n = strike == NULL ? 0 : atoi(strike->text);

	if (strike == NULL) {
		strike = node_scalar(a->home->arena, "0");
		node_set(a->strikes, what, strike);
	}
	strike->text = arena_printf(a->home->arena, "%d", n + 1);
	if (n + 1 == STRIKES && attempt_tell(a->home, arena_printf(
	    a->home->arena, "Postern broke down over %s", what),
	    "It is set aside; everything else goes on.", fault) != 0)
		return -1;
	return write_strikes(a, fault);
}

int
attempt_open(struct attempt *a, struct home *home, struct fault *fault)
{
	struct buf	text;

	a->home = home;
	if (read_strikes(a, fault) != 0)
		return -1;
	if (!file_exists(home->fd, "attempt"))
		return 0;
	buf_init(&text, home->arena);
	if (file_read(home->fd, "attempt", BYTES_MAX, &text, fault) != 0)
		return fault->kind == FAULT_RETRY ? -1 :
		    file_remove(home->fd, "attempt", fault);
	buf_cut(&text, strcspn(text.data, "\n"));
	text.data[text.len] = '\0';
	if (text.len > 0 && count_strike(a, text.data, fault) != 0)
		return -1;
	return file_remove(home->fd, "attempt", fault);
}

int
attempt_begin(struct attempt *a, const char *what, struct fault *fault)
{
	const char	*line = arena_printf(a->home->arena, "%s\n", what);

	if (a->current != NULL)
		attempt_forget(a, a->current);
	a->current = what;
	return file_replace(a->home->fd, "attempt", line, strlen(line), 0600,
	    fault);
}

int
attempt_end(struct attempt *a, struct fault *fault)
{
	if (a->current != NULL)
		attempt_forget(a, a->current);
	a->current = NULL;
	if (a->changed && write_strikes(a, fault) != 0)
		return -1;
	return file_remove(a->home->fd, "attempt", fault);
}

void
attempt_leave(struct attempt *a)
{
	struct fault	fault;

	if (a->current != NULL)
		file_remove(a->home->fd, "attempt", &fault);
	a->current = NULL;
}

bool
attempt_is_struck(const struct attempt *a, const char *what)
{
	return atoi(node_text(a->strikes, what, "0")) >= STRIKES;
}

int
attempt_tell(struct home *home, const char *subject, const char *text,
    struct fault *fault)
{
	struct compose_mail	mail = { .subject = subject, .text = text };
	struct digest_part	part[3] = { { "trouble", 7 },
				    { subject, strlen(subject) },
				    { text, strlen(text) } };

	mail.text = arena_printf(home->arena, "%s\n", text);
	mail.text_len = strlen(mail.text);
	return queue_put(home, queue_id(home, &home->secret, part, 3), NULL,
	    home->config.operator, &mail, fault);
}
