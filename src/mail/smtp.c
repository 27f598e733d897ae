/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Sending by SMTP: threads with one kept connection each, since libcurl's
 * way to run several at once waits for each answer to a mail in turn.
 */

#include "config.h"

#include "mail/server.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/fault.h"
#include "mail/address.h"
#include "mail/box.h"
#include "mail/session.h"

enum { MAILS_A_LINE = 8 };	/* as many are worth another connection */

/* What the server answers to first, and then. */
enum { STEP_SENDER, STEP_RECIPIENT };

/* One connection, and the mail that is on it. */
struct line {
	struct smtp_outbox		*box;
	struct session			 session;
	const struct outbox_mail	*mail;
	size_t				 given;		/* bytes of it */
	int				 n_answers;
	int				 code;		/* of the last */
	struct fault			 fault;		/* it ended by this */
};

struct smtp_outbox {
	struct outbox		 box;
	char			 path[ADDRESS_SIZE + 2];
	int			 n_lines;
	struct line		 line[SERVER_CONNECTIONS];

	/* of one send, under the mutex */
	pthread_mutex_t		 mutex;
	struct outbox_mail	*mails;
	size_t			 n_mails;
	size_t			 next;
	bool			 stopped;	/* no use to try the others */
	void			(*done)(void *arg, struct outbox_mail *mail);
	void			*arg;
};

/* ---- one mail -------------------------------------------------------- */

/*
 * Count the answers since the login, up to a refusal; only the last line of
 * each counts.
 */
static void
hear_answer(void *arg, const char *text, size_t len)
{
	struct line	*line = arg;

	if (!line->session.ready || line->code >= 400 || len < 3 ||
	    (len > 3 && text[3] == '-') || text[0] < '2' || text[0] > '5')
		return;
	line->n_answers++;
	line->code = (text[0] - '0') * 100 + (text[1] - '0') * 10 +
	    (text[2] - '0');
}

static size_t
give(char *out, size_t size, size_t n, void *arg)
{
	struct line	*line = arg;
	size_t		 len = line->mail->len - line->given;

	if (len > size * n)
		len = size * n;
	memcpy(out, line->mail->bytes + line->given, len);
	line->given += len;
	return len;
}

static CURLcode
transfer(struct line *line, struct curl_slist *to, struct fault *fault)
{
	CURL	*curl;

	if (session_ready(&line->session, line->box->path, NULL, 0,
	    fault) != 0)
		return CURLE_OUT_OF_MEMORY;
	curl = line->session.curl;
	curl_easy_setopt(curl, CURLOPT_MAIL_FROM, line->mail->from);
	curl_easy_setopt(curl, CURLOPT_MAIL_RCPT, to);
	curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
	curl_easy_setopt(curl, CURLOPT_READFUNCTION, give);
	curl_easy_setopt(curl, CURLOPT_READDATA, line);
	curl_easy_setopt(curl, CURLOPT_INFILESIZE_LARGE,
	    (curl_off_t)line->mail->len);
	line->given = 0;
	line->n_answers = line->code = 0;
	return session_run(&line->session);
}

static void
set_outcome(struct outbox_mail *mail, enum outbox_outcome outcome,
    const char *answer)
{
	mail->outcome = outcome;
	snprintf(mail->answer, sizeof(mail->answer), "%.239s", answer);
}

/*
 * Is it the sender that is refused for good? Many servers hold that back
 * until the recipient is named.
 */
static bool
is_sender_refused(const struct line *line)
{
	const char	*said = line->session.said;

	if (line->code < 500 || line->code == 552)
		return false;
	if (line->n_answers - 1 == STEP_SENDER)
		return true;
	return line->n_answers - 1 == STEP_RECIPIENT &&
	    (strstr(said, " 5.1.7 ") != NULL || strstr(said, " 5.1.8 ") !=
	    NULL || strcasestr(said, "sender address") != NULL);
}

/*
 * Judge a mail that did not go through. 1: the fault is not the mail's, and
 * the others would not fare better.
 */
static int
judge(struct line *line, struct outbox_mail *mail, CURLcode code,
    struct fault *fault)
{
	const struct session	*session = &line->session;
	char			 name[400];

	if (!session->ready || code == CURLE_ABORTED_BY_CALLBACK ||
	    code == CURLE_LOGIN_DENIED) {
		session_blame(session, code, fault);
		return 1;
	}
	if (is_sender_refused(line)) {
		session_name(session, name, sizeof(name));
		fault_set(fault, FAULT_OPERATOR, "%.160s: it refuses the "
		    "sender %s (%s): address in postern.yaml must be one that "
		    "the user may send from", name, mail->from,
		    session->said);
		return 1;
	}
	if (line->code >= 400) {
		set_outcome(mail, line->code >= 500 ? OUTBOX_NEVER :
		    OUTBOX_LATER, session->said);
		return 0;
	}
	session_blame(session, code, fault);
	set_outcome(mail, OUTBOX_LATER, fault->text);
	return 0;
}

/* Send one mail, and set its outcome; 1 as above. */
static int
send_mail(struct line *line, struct outbox_mail *mail, struct fault *fault)
{
	struct curl_slist	*to;
	CURLcode		 code;

	if (!address_is_valid(mail->to) ||
	    (mail->from[0] != '\0' && !address_is_valid(mail->from))) {
		set_outcome(mail, OUTBOX_NEVER, "this is no mail address");
		return 0;
	}
	line->mail = mail;
	to = curl_slist_append(NULL, mail->to);
	code = to != NULL ? transfer(line, to, fault) : CURLE_OUT_OF_MEMORY;
	curl_slist_free_all(to);
	line->mail = NULL;
	if (code != CURLE_OK)
		return judge(line, mail, code, fault);
	set_outcome(mail, OUTBOX_SENT, line->session.said);
	return 0;
}

/* ---- many ------------------------------------------------------------ */

static struct outbox_mail *
take_next(struct smtp_outbox *box)
{
	struct outbox_mail	*mail = NULL;

	pthread_mutex_lock(&box->mutex);
	while (box->next < box->n_mails &&
	    box->mails[box->next].outcome != OUTBOX_UNTRIED)
		box->next++;
	if (!box->stopped && box->next < box->n_mails)
		mail = &box->mails[box->next++];
	pthread_mutex_unlock(&box->mutex);
	return mail;
}

/* Send what is next; false when there is none, or the line is no good. */
static bool
run_once(struct line *line)
{
	struct smtp_outbox	*box = line->box;
	struct outbox_mail	*mail = take_next(box);
	int			 r;

	if (mail == NULL)
		return false;
	r = send_mail(line, mail, &line->fault);
	pthread_mutex_lock(&box->mutex);
	if (r != 0 && line == &box->line[0])
		box->stopped = true;
	if (r == 0 && box->done != NULL)
		box->done(box->arg, mail);
	pthread_mutex_unlock(&box->mutex);
	if (r == 0)
		line->fault.kind = FAULT_NONE;
	return r == 0;
}

static void *
run_line(void *arg)
{
	while (run_once(arg))
		continue;
	return NULL;
}

/*
 * Try the first line alone, so that a wrong password is given once. A line
 * that fails later leaves its mail to be sent by the first in the end: some
 * servers take only so many connections.
 */
static void
run_lines(struct smtp_outbox *box, int n)
{
	pthread_t	thread[SERVER_CONNECTIONS];
	bool		runs[SERVER_CONNECTIONS] = { false };
	int		i;

	if (box->line[0].session.curl == NULL && !run_once(&box->line[0]))
		return;
	for (i = 1; i < n; i++)
		runs[i] = pthread_create(&thread[i], NULL, run_line,
		    &box->line[i]) == 0;
	run_line(&box->line[0]);
	for (i = 1; i < n; i++)
		if (runs[i])
			pthread_join(thread[i], NULL);
	box->next = 0;
	run_line(&box->line[0]);
}

/* Has any mail been left, that a line gave up with or that none began? */
static bool
is_any_left(const struct smtp_outbox *box)
{
	size_t	i;

	for (i = 0; i < box->n_mails; i++)
		if (box->mails[i].outcome == OUTBOX_UNTRIED)
			return true;
	return false;
}

static int
smtp_send(struct outbox *outbox, struct outbox_mail *mails, size_t n_mails,
    void (*done)(void *arg, struct outbox_mail *mail), void *arg,
    struct fault *fault)
{
	struct smtp_outbox	*box = (struct smtp_outbox *)outbox;
	size_t			 worth = (n_mails + MAILS_A_LINE - 1) /
				    MAILS_A_LINE;
	int			 n = box->n_lines, i;

	if (n_mails == 0)
		return 0;
	box->mails = mails;
	box->n_mails = n_mails;
	box->next = 0;
	box->stopped = false;
	box->done = done;
	box->arg = arg;
	if (worth < (size_t)n)
		n = (int)worth;
	for (i = 0; i < n; i++)
		memset(&box->line[i].fault, 0, sizeof(box->line[i].fault));
	run_lines(box, n);
	if (!is_any_left(box))
		return 0;
	for (i = 0; i < n; i++)
		if (box->line[i].fault.kind != FAULT_NONE) {
			*fault = box->line[i].fault;
			break;
		}
	return -1;
}

static void
smtp_close(struct outbox *outbox)
{
	struct smtp_outbox	*box = (struct smtp_outbox *)outbox;
	int			 i;

	for (i = 0; i < box->n_lines; i++)
		session_drop(&box->line[i].session);
	pthread_mutex_destroy(&box->mutex);
}

int
smtp_outbox(struct arena *arena, const struct server *server,
    const char *name, int connections, struct outbox **out,
    struct fault *fault)
{
	struct smtp_outbox	*box = arena_alloc(arena, sizeof(*box));
	int			 i;

	box->box.send = smtp_send;
	box->box.close = smtp_close;
	box->n_lines = connections < 1 ? 1 :
	    connections > SERVER_CONNECTIONS ? SERVER_CONNECTIONS :
	    connections;
	snprintf(box->path, sizeof(box->path), "/%s", name);
	for (i = 0; i < box->n_lines; i++) {
		if (session_open(&box->line[i].session, SESSION_SMTP, server,
		    fault) != 0)
			return -1;
		box->line[i].session.hear = hear_answer;
		box->line[i].session.arg = &box->line[i];
		box->line[i].box = box;
	}
	pthread_mutex_init(&box->mutex, NULL);
	*out = &box->box;
	return 0;
}
