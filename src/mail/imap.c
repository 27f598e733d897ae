/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * An IMAP mailbox as an inbox.
 *
 * A mail's bytes are only ever fetched by URL, where libcurl counts them: in
 * the answer to a command of our own it takes the lines of a mail for what
 * the server says, so those commands are such that no mail is in the answer.
 */

#include "config.h"

#include "mail/server.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "mail/box.h"
#include "mail/session.h"

enum {
	ANSWER_BYTES = 4 << 20,		/* to a command */
	AT_ONCE = 100,			/* mails in one command */
	FAILURES_MAX = 3		/* then the box is left alone */
};

struct imap_inbox {
	struct inbox	 box;
	struct session	 session;
	struct arena	*scratch;
	const char	*mailbox;	/* escaped for a URL */
	const char	*folder[2];	/* by enum inbox_folder; NULL: not
					   known to be there */
	uint32_t	 validity;	/* of the UIDs; 0: not known */
	int		 failures;	/* one after the other */
	bool		 knows;		/* what the server can do: */
	bool		 has_move;
	bool		 has_expunge;	/* of certain UIDs */
};

static const char *const folder_names[][2] = {
	[INBOX_PROCESSED] = { "Processed", "INBOX.Processed" },
	[INBOX_REJECTED] = { "Rejected", "INBOX.Rejected" }
};

/* ---- reading answers ------------------------------------------------- */

/* Take a number from 1 to 2^32-1, as IMAP writes it, off *at. */
static bool
take_number(const char **at, uint32_t *out)
{
	uint64_t	n = 0;
	const char	*p = *at;

	if (*p < '1' || *p > '9')
		return false;
	for (; *p >= '0' && *p <= '9'; p++) {
		n = n * 10 + (uint64_t)(*p - '0');
		if (n > UINT32_MAX)
			return false;
	}
	*out = (uint32_t)n;
	*at = p;
	return true;
}

static bool
take_word(const char **at, const char *word)
{
	size_t	len = strlen(word);

	if (strncasecmp(*at, word, len) != 0)
		return false;
	*at += len;
	return true;
}

/* Pass over one value: a word, or parentheses with what is in them. */
static bool
skip_value(const char **at)
{
	int	depth = 0;

	do {
		if (**at == '\0' || **at == '"' || **at == '{')
			return false;
		if (**at == '(')
			depth++;
		if (**at == ')' && depth-- == 0)
			return false;
		(*at)++;
	} while (depth > 0 || (**at != ' ' && **at != ')'));
	return true;
}

/* Cut the next line off *text; NULL at the end. */
static char *
next_line(char **text)
{
	char	*line = *text;
	size_t	 len = strcspn(line, "\n");

	if (*line == '\0')
		return NULL;
	*text = line + len + (line[len] == '\n');
	line[len] = '\0';
	if (len > 0 && line[len - 1] == '\r')
		line[len - 1] = '\0';
	return line;
}

static int
compare_uids(const void *a, const void *b)
{
	const uint32_t	*one = a, *other = b;

	return (*one > *other) - (*one < *other);
}

/* "* SEARCH 2 3 6" */
static bool
read_search(struct arena *arena, char *text, uint32_t **out, size_t *n_out)
{
	const char	*at;
	char		*line;
	uint32_t	*uid = arena_alloc(arena, (strlen(text) / 2 + 1) *
			    sizeof(*uid));
	size_t		 n = 0;

	while ((line = next_line(&text)) != NULL) {
		at = line;
		if (!take_word(&at, "* SEARCH"))
			continue;
		while (*at == ' ' && at[1] != '\0') {
			at++;
			if (!take_number(&at, &uid[n++]))
				return false;
		}
		if (*at != '\0' && strcmp(at, " ") != 0)
			return false;
	}
	qsort(uid, n, sizeof(*uid), compare_uids);
	*out = uid;
	*n_out = n;
	return true;
}

/* "* 7 FETCH (UID 12 RFC822.SIZE 4711)"; *uid is 0 for another answer. */
static bool
read_size(const char *at, uint32_t *uid, size_t *size)
{
	uint32_t	number;
	bool		sized = false;

	*uid = 0;
	if (!take_word(&at, "* ") || !take_number(&at, &number) ||
	    !take_word(&at, " FETCH ("))
		return true;
	for (;;) {
		if (take_word(&at, "UID ")) {
			if (!take_number(&at, uid))
				return false;
		} else if (take_word(&at, "RFC822.SIZE ")) {
			sized = true;
			*size = 0;
			if (*at == '0')
				at++;
			else if (take_number(&at, &number))
				*size = number;
			else
				return false;
		} else if (!skip_value(&at)) {
			return false;
		}
		if (*at == ')')
			break;
		if (*at++ != ' ')
			return false;
	}
	if (!sized)
		*uid = 0;
	return at[1] == '\0';
}

/* While the mailbox is opened: "* OK [UIDVALIDITY 1700000000] ..." */
static void
hear_validity(void *arg, const char *line, size_t len)
{
	struct imap_inbox	*box = arg;
	char			 text[64];
	const char		*at = text;
	uint32_t		 number;

	if (len >= sizeof(text))
		len = sizeof(text) - 1;
	memcpy(text, line, len);
	text[len] = '\0';
	if (take_word(&at, "* OK [UIDVALIDITY ") && take_number(&at, &number)
	    && *at == ']')
		box->validity = number;
}

/* ---- commands -------------------------------------------------------- */

static int
failed(struct imap_inbox *box, CURLcode code, struct fault *fault)
{
	const struct session	*session = &box->session;

	if (code == CURLE_LOGIN_DENIED && session->ready)
		fault_set(fault, FAULT_OPERATOR, "the mailbox '%s' cannot be "
		    "opened (%s): check folder", box->mailbox, session->said);
	else if (code == CURLE_REMOTE_FILE_NOT_FOUND)
		fault_set(fault, FAULT_RETRY, "a mail is gone, or its mailbox "
		    "was made anew");
	else
		session_blame(session, code, fault);
	box->failures = session->ready ? box->failures + 1 : FAILURES_MAX;
	return -1;
}

/* One mail failed: is it any use to go on with the others? */
static int
failed_one(const struct imap_inbox *box, struct fault *fault)
{
	if (box->failures >= FAILURES_MAX)
		fault->kind = FAULT_OPERATOR;
	return -1;
}

/* The path of the mailbox, as it was when its mails were listed. */
static const char *
mailbox_path(struct imap_inbox *box)
{
	if (box->validity == 0)
		return arena_printf(box->scratch, "/%s", box->mailbox);
	return arena_printf(box->scratch, "/%s;UIDVALIDITY=%lu", box->mailbox,
	    (unsigned long)box->validity);
}

/*
 * Give a command, in the mailbox, and append what is answered to out. What
 * the server answers with NO or BAD is CURLE_QUOTE_ERROR in *code.
 */
static int
command(struct imap_inbox *box, const char *text, struct buf *out,
    CURLcode *code, struct fault *fault)
{
	if (session_ready(&box->session, mailbox_path(box), out, ANSWER_BYTES,
	    fault) != 0)
		return -1;
	curl_easy_setopt(box->session.curl, CURLOPT_CUSTOMREQUEST, text);
	*code = session_run(&box->session);
	if (*code != CURLE_OK)
		return failed(box, *code, fault);
	box->failures = 0;
	return 0;
}

/* ---- listing --------------------------------------------------------- */

static int
search(struct imap_inbox *box, struct arena *arena, uint32_t **uid,
    size_t *n_uids, struct fault *fault)
{
	CURLcode	code;
	struct buf	answer;
	int		r;

	session_drop(&box->session);
	box->validity = 0;
	box->session.hear = hear_validity;
	box->session.arg = box;
	buf_init(&answer, arena);
	r = command(box, "UID SEARCH UNDELETED", &answer, &code, fault);
	box->session.hear = NULL;
	if (r != 0)
		return -1;
	if (box->validity == 0)
		return session_nonsense(&box->session, "SELECT", fault);
	if (!read_search(arena, answer.data, uid, n_uids))
		return session_nonsense(&box->session, "UID SEARCH", fault);
	return 0;
}

/* Set the sizes of n mails from the server's answer; 0 for none. */
static int
read_sizes(struct imap_inbox *box, char *text, const uint32_t *uid, size_t n,
    size_t *size, bool *found, struct fault *fault)
{
	const uint32_t	*at;
	uint32_t	 which;
	size_t		 bytes = 0;
	char		*line;

	while ((line = next_line(&text)) != NULL) {
		if (!read_size(line, &which, &bytes))
			return session_nonsense(&box->session, "UID FETCH",
			    fault);
		at = which == 0 ? NULL : bsearch(&which, uid, n, sizeof(*uid),
		    compare_uids);
		if (at == NULL)
			continue;
		size[at - uid] = bytes;
		found[at - uid] = true;
	}
	return 0;
}

static int
fetch_sizes(struct imap_inbox *box, struct arena *arena, const uint32_t *uid,
    size_t n, size_t *size, bool *found, struct fault *fault)
{
	CURLcode	code;
	struct buf	text, answer;
	size_t		i;

	buf_init(&text, arena);
	buf_init(&answer, arena);
	buf_puts(&text, "UID FETCH ");
	for (i = 0; i < n; i++)
		buf_printf(&text, "%s%lu", i > 0 ? "," : "",
		    (unsigned long)uid[i]);
	buf_puts(&text, " (UID RFC822.SIZE)");
	if (command(box, text.data, &answer, &code, fault) != 0)
		return -1;
	return read_sizes(box, answer.data, uid, n, size, found, fault);
}

static int
imap_list(struct inbox *inbox, struct arena *arena, size_t max,
    struct inbox_item **items, size_t *n_items, struct fault *fault)
{
	struct imap_inbox	*box = (struct imap_inbox *)inbox;
	struct inbox_item	*item;
	uint32_t		*uid = NULL;
	size_t			*size, n = 0, i, n_found = 0;
	bool			*found;

	if (search(box, arena, &uid, &n, fault) != 0)
		return -1;
	if (n > max)
		n = max;
	size = arena_alloc(arena, (n + 1) * sizeof(*size));
	found = arena_alloc(arena, (n + 1) * sizeof(*found));
	item = arena_alloc(arena, (n + 1) * sizeof(*item));
	for (i = 0; i < n; i += AT_ONCE)
		if (fetch_sizes(box, arena, uid + i,
		    n - i < AT_ONCE ? n - i : AT_ONCE, size + i, found + i,
		    fault) != 0)
			return -1;
	for (i = 0; i < n; i++) {
		if (!found[i])
			continue;
		item[n_found].name = arena_printf(arena, "%lu.%lu",
		    (unsigned long)box->validity, (unsigned long)uid[i]);
		item[n_found].size = size[i];
		item[n_found++].kind = INBOX_MAIL;
	}
	arena_reset(box->scratch);
	*items = item;
	*n_items = n_found;
	return 0;
}

/* ---- one mail -------------------------------------------------------- */

/* The UID in the name that the list gave, if it still means that mail. */
static int
uid_of(const struct imap_inbox *box, const struct inbox_item *item,
    uint32_t *uid, struct fault *fault)
{
	const char	*at = item->name;
	uint32_t	 validity;

	if (!take_number(&at, &validity) || validity != box->validity ||
	    *at++ != '.' || !take_number(&at, uid) || *at != '\0')
		return fault_set(fault, FAULT_RETRY,
		    "the mailbox was made anew; its mails are read in the "
		    "next pass");
	return 0;
}

static int
imap_fetch(struct inbox *inbox, const struct inbox_item *item, size_t max,
    struct buf *out, struct fault *fault)
{
	struct imap_inbox	*box = (struct imap_inbox *)inbox;
	size_t			 before = out->len;
	CURLcode		 code;
	uint32_t		 uid;

	if (uid_of(box, item, &uid, fault) != 0)
		return -1;
	if (item->size > max)
		return fault_set(fault, FAULT_PLAYER,
		    "the mail is longer than %zu bytes", max);
	arena_reset(box->scratch);
	if (session_ready(&box->session, arena_printf(box->scratch,
	    "%s/;UID=%lu", mailbox_path(box), (unsigned long)uid), out,
	    before + max, fault) != 0)
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

/* ---- moving ---------------------------------------------------------- */

static bool
has_word(const char *text, const char *word)
{
	size_t		 len = strlen(word);
	const char	*at = text;

	while ((at = strcasestr(at, word)) != NULL) {
		if (at > text && at[-1] == ' ' &&
		    strchr(" \r\n", at[len]) != NULL)
			return true;
		at += len;
	}
	return false;
}

static int
learn(struct imap_inbox *box, struct fault *fault)
{
	CURLcode	code;
	struct buf	answer;

	if (box->knows)
		return 0;
	buf_init(&answer, box->scratch);
	if (command(box, "CAPABILITY", &answer, &code, fault) != 0)
		return -1;
	box->has_move = has_word(answer.data, "MOVE");
	box->has_expunge = has_word(answer.data, "UIDPLUS");
	box->knows = true;
	return 0;
}

/*
 * Move one mail to a folder. Where the server has no MOVE, and no UIDPLUS
 * either, the mail stays, marked as deleted: it is listed no more.
 */
static int
move_to(struct imap_inbox *box, uint32_t uid, const char *folder,
    CURLcode *code, struct fault *fault)
{
	unsigned long	 n = uid;
	struct arena	*arena = box->scratch;

	if (box->has_move)
		return command(box, arena_printf(arena,
		    "UID MOVE %lu \"%s\"", n, folder), NULL, code, fault);
	if (command(box, arena_printf(arena, "UID COPY %lu \"%s\"", n,
	    folder), NULL, code, fault) != 0 ||
	    command(box, arena_printf(arena,
	    "UID STORE %lu +FLAGS.SILENT (\\Deleted)", n), NULL, code,
	    fault) != 0)
		return -1;
	return box->has_expunge ? command(box, arena_printf(arena,
	    "UID EXPUNGE %lu", n), NULL, code, fault) : 0;
}

/* Move one mail to a folder that is perhaps to be made first. */
static int
move_first(struct imap_inbox *box, uint32_t uid, enum inbox_folder folder,
    struct fault *fault)
{
	const char	*name;
	struct fault	 why;
	CURLcode	 code;
	int		 i;

	for (i = 0; i < 4; i++) {
		name = folder_names[folder][i / 2];
		if (i % 2 == 1 && command(box, arena_printf(box->scratch,
		    "CREATE \"%s\"", name), NULL, &code, &why) != 0 &&
		    code != CURLE_QUOTE_ERROR) {
			*fault = why;
			return -1;
		}
		if (move_to(box, uid, name, &code, fault) == 0) {
			box->folder[folder] = name;
			return 0;
		}
		if (code != CURLE_QUOTE_ERROR)
			return -1;
	}
	return fault_set(fault, FAULT_OPERATOR, "mails cannot be moved to the "
	    "mailbox %s: make it, and check that it may be written to",
	    folder_names[folder][0]);
}

static int
imap_move(struct inbox *inbox, const struct inbox_item *item,
    enum inbox_folder folder, struct fault *fault)
{
	struct imap_inbox	*box = (struct imap_inbox *)inbox;
	CURLcode		 code;
	uint32_t		 uid;

	arena_reset(box->scratch);
	if (uid_of(box, item, &uid, fault) != 0)
		return -1;
	if (learn(box, fault) != 0 || (box->folder[folder] != NULL ?
	    move_to(box, uid, box->folder[folder], &code, fault) :
	    move_first(box, uid, folder, fault)) != 0)
		return failed_one(box, fault);
	return 0;
}

static void
imap_close(struct inbox *inbox)
{
	struct imap_inbox	*box = (struct imap_inbox *)inbox;

	session_drop(&box->session);
	arena_free(box->scratch);
}

/* ---- opening --------------------------------------------------------- */

/* Escape a mailbox's name for a URL, byte by byte but for plain ones. */
static const char *
escaped(struct arena *arena, const char *name)
{
	struct buf	out;

	buf_init(&out, arena);
	for (; *name != '\0'; name++)
		if (strchr("/.-_", *name) != NULL ||
		    (*name >= '0' && *name <= '9') ||
		    (*name >= 'A' && *name <= 'Z') ||
		    (*name >= 'a' && *name <= 'z'))
			buf_putc(&out, *name);
		else
			buf_printf(&out, "%%%02X", (unsigned char)*name);
	return out.data;
}

int
imap_inbox(struct arena *arena, const struct server *server,
    const char *mailbox, struct inbox **out, struct fault *fault)
{
	struct imap_inbox	*box = arena_alloc(arena, sizeof(*box));
	const char		*at;

	for (at = mailbox; *at != '\0'; at++)
		if (*at < ' ' || *at > '~')
			return fault_set(fault, FAULT_OPERATOR, "folder must "
			    "be the name of a mailbox in plain ASCII");
	if (session_open(&box->session, SESSION_IMAP, server, fault) != 0)
		return -1;
	box->box.list = imap_list;
	box->box.fetch = imap_fetch;
	box->box.move = imap_move;
	box->box.close = imap_close;
	box->mailbox = escaped(arena, *mailbox != '\0' ? mailbox : "INBOX");
	box->scratch = arena_new();
	*out = &box->box;
	return 0;
}
