/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Whom not to answer, how often to answer, and mail that comes back. */

#include "config.h"

#include "host/manners.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/fault.h"
#include "base/file.h"
#include "base/text.h"
#include "data/digest.h"
#include "data/node.h"
#include "data/yaml.h"
#include "host/attempt.h"
#include "host/home.h"
#include "host/player.h"
#include "mail/address.h"
#include "mail/message.h"

enum {
	DAY = 24 * 60 * 60,
	ROW = 14 * DAY,			/* a bounce after this begins anew */
	ID_DIGITS = 40,			/* of a mail's id */
	PROOF_BYTES = 8,		/* that it is ours */
	FILE_BYTES = 1 << 24,
	IDS_MAX = 8			/* looked at in one bounce */
};

/* ---- who sent it? ---------------------------------------------------- */

/* Is the value's first word that one, in any case? */
static bool
is_word(const char *value, const char *word)
{
	size_t	n = strlen(word);

	return strncasecmp(value, word, n) == 0 &&
	    (value[n] == '\0' || strchr(" \t;,", value[n]) != NULL);
}

static bool
is_hex(const char *text, size_t len)
{
	size_t	i;

	for (i = 0; i < len; i++)
		if (!isdigit((unsigned char)text[i]) &&
		    (text[i] < 'a' || text[i] > 'f'))
			return false;
	return true;
}

static const char *
our_domain(const struct home *home)
{
	return strchr(home->config.address, '@');
}

/* The bytes of an id before the @ of our domain. */
enum { OWN_SIZE = ID_DIGITS + 1 + 2 * PROOF_BYTES };

static bool
is_own_id(const char *at)
{
	return is_hex(at, ID_DIGITS) && at[ID_DIGITS] == '.' &&
	    is_hex(at + ID_DIGITS + 1, 2 * PROOF_BYTES);
}

static bool
is_own(const struct home *home, const struct message *message)
{
	const char	*id = message_header(message, "Message-ID");
	const char	*domain = our_domain(home);

	if (message_count(message, "X-Postern") > 0)
		return true;
	return id != NULL && strlen(id) == 1 + OWN_SIZE + strlen(domain) + 1 &&
	    is_own_id(id + 1) &&
	    strncasecmp(id + 1 + OWN_SIZE, domain, strlen(domain)) == 0;
}

static bool
is_of_list(const struct message *message)
{
	int	i;

	for (i = 0; i < message->n_headers; i++)
		if (strncasecmp(message->header[i].name, "List-", 5) == 0)
			return true;
	return false;
}

static bool
says_automatic(const struct message *message)
{
	const char	*value = message_header(message, "Auto-Submitted");

	if (value != NULL && !is_word(value, "no"))
		return true;
	value = message_header(message, "X-Auto-Response-Suppress");
	if (value != NULL && !is_word(value, "none"))
		return true;
	value = message_header(message, "Precedence");
	return value != NULL && (is_word(value, "bulk") ||
	    is_word(value, "list") || is_word(value, "junk") ||
	    is_word(value, "auto_reply"));
}

static bool
is_bounce(const struct message *message)
{
	const char	*value = message_header(message, "Return-Path");

	if (value != NULL && strcmp(value, "<>") == 0)
		return true;
	value = message_header(message, "Content-Type");
	return value != NULL && is_word(value, "multipart/report");
}

/* Nobody reads what is sent to these; and our own address would loop. */
static bool
is_nobody(const struct home *home, const struct message *message)
{
	const char	*own = home->config.address, *at;
	const char	*value = message_header(message, "From");

	if (value == NULL || strcasestr(value, "mailer-daemon@") != NULL)
		return true;
	at = strcasestr(value, own);
	return at != NULL && (at == value || strchr(" <", at[-1]) != NULL) &&
	    strchr(" >", at[strlen(own)]) != NULL;
}

enum manner
manners_of(const struct home *home, const struct message *message)
{
	if (is_own(home, message))
		return MANNER_OWN;
	if (is_bounce(message))
		return MANNER_BOUNCE;
	if (says_automatic(message) || is_of_list(message) ||
	    is_nobody(home, message))
		return MANNER_MACHINE;
	return MANNER_PERSON;
}

/* ---- ids ------------------------------------------------------------- */

/* What only we can make of an id and an address. */
static void
proof_of(const struct home *home, const char *id, const char *to,
    char out[2 * PROOF_BYTES + 1])
{
	struct digest_part	part[3] = { { "to", 2 }, { id, ID_DIGITS },
				    { to, strlen(to) } };
	struct digest		digest;
	char			hex[HEX_SIZE];

	digest_hmac(&home->secret, sizeof(home->secret), part, 3, &digest);
	digest_hex(&digest, hex);
	memcpy(out, hex, 2 * PROOF_BYTES);
	out[2 * PROOF_BYTES] = '\0';
}

const char *
manners_message_id(struct home *home, const char *id, const char *to)
{
	char	proof[2 * PROOF_BYTES + 1];

	proof_of(home, id, to, proof);
	return arena_printf(home->arena, "%s.%s%s", id, proof,
	    our_domain(home));
}

/* ---- counting -------------------------------------------------------- */

struct cap {
	const char	*what;		/* "answer" or "token" */
	const char	*address;
	int		 n;
	struct cap	*next;
};

struct caps {
	int64_t		 day;
	struct cap	*first;
	int		 n_tokens;
	bool		 changed;
};

static struct cap *
find_cap(struct home *home, const char *what, const char *address)
{
	struct cap	*cap;

	for (cap = home->caps->first; cap != NULL; cap = cap->next)
		if (strcmp(cap->what, what) == 0 &&
		    strcasecmp(cap->address, address) == 0)
			return cap;
	cap = arena_alloc(home->arena, sizeof(*cap));
	cap->what = what;
	cap->address = arena_strdup(home->arena, address);
	cap->next = home->caps->first;
	home->caps->first = cap;
	return cap;
}

/* A line: "answer 12 alice@example.org". */
static void
read_cap(struct home *home, char *line)
{
	char		*number = strchr(line, ' '), *address;
	const char	*what;
	int64_t		 n;

	if (number == NULL)
		return;
	*number++ = '\0';
	address = strchr(number, ' ');
	if (address == NULL)
		return;
	*address++ = '\0';
	what = strcmp(line, "token") == 0 ? "token" :
	    strcmp(line, "signed") == 0 ? "signed" : "answer";
	if (!text_number(number, 1, INT32_MAX, &n))
		return;
	find_cap(home, what, address)->n = (int)n;
	if (strcmp(what, "token") == 0)
		home->caps->n_tokens += (int)n;
}

/* Counts of another day count no longer. */
static int
read_caps(struct home *home, struct fault *fault)
{
	int64_t		 day = home->now / DAY, written;
	struct buf	 text;
	char		*line, *next;

	if (home->caps != NULL && home->caps->day == day)
		return 0;
	buf_init(&text, home->arena);
	if (home->caps == NULL && file_exists(home->fd, "caps") &&
	    file_read(home->fd, "caps", FILE_BYTES, &text, fault) != 0 &&
	    fault->kind == FAULT_RETRY)
		return -1;
	home->caps = arena_alloc(home->arena, sizeof(*home->caps));
	home->caps->day = day;
	line = strtok_r(text.data, "\n", &next);
	if (line == NULL || strncmp(line, "day ", 4) != 0 ||
	    !text_number(line + 4, 0, INT64_MAX, &written) || written != day)
		return 0;
	while ((line = strtok_r(NULL, "\n", &next)) != NULL)
		read_cap(home, line);
	return 0;
}

int
manners_answer(struct home *home, const char *to, bool is_signed,
    struct fault *fault)
{
	int		 most = home->config.answers > 0 ?
			    home->config.answers : MANNERS_ANSWERS;
	struct cap	*cap;

	if (read_caps(home, fault) != 0)
		return -1;
	cap = find_cap(home, is_signed ? "signed" : "answer", to);
	if (cap->n >= most)
		return 0;
	cap->n++;
	home->caps->changed = true;
	return 1;
}

int
manners_token(struct home *home, const char *to, struct fault *fault)
{
	struct cap	*cap;

	if (read_caps(home, fault) != 0)
		return -1;
	if (home->caps->n_tokens >= MANNERS_TOKENS)
		return 0;
	cap = find_cap(home, "token", to);
	if (cap->n > 0)
		return 0;
	cap->n++;
	home->caps->n_tokens++;
	home->caps->changed = true;
	return 1;
}

int
manners_write(struct home *home, struct fault *fault)
{
	const struct cap	*cap;
	struct buf		 text;

	if (home->caps == NULL || !home->caps->changed)
		return 0;
	buf_init(&text, home->arena);
	buf_printf(&text, "day %lld\n", (long long)home->caps->day);
	for (cap = home->caps->first; cap != NULL; cap = cap->next)
		if (cap->n > 0)
			buf_printf(&text, "%s %d %s\n", cap->what, cap->n,
			    cap->address);
	home->caps->changed = false;
	return file_replace(home->fd, "caps", text.data, text.len, 0600,
	    fault);
}

/* ---- what came back -------------------------------------------------- */

/* The file: for each player the address, when, and which mails. */
static int
read_bounces(struct home *home, struct fault *fault)
{
	struct node	*tree;
	struct buf	 text;

	if (home->bounces != NULL)
		return 0;
	if (!file_exists(home->fd, "bounces")) {
		home->bounces = node_map(home->arena);
		return 0;
	}
	buf_init(&text, home->arena);
	if (file_read(home->fd, "bounces", FILE_BYTES, &text, fault) != 0 &&
	    fault->kind == FAULT_RETRY)
		return -1;
	/* What is damaged only costs a count. */
	if (yaml_read(home->arena, text.data, text.len, &yaml_caps_own, &tree,
	    fault) != 0 || tree->kind != NODE_MAP)
		tree = node_map(home->arena);
	home->bounces = tree;
	return 0;
}

/* Write the file with one player's entry replaced, or taken out. */
static int
write_bounces(struct home *home, const char *name, struct node *entry,
    struct fault *fault)
{
	struct node		*tree = node_map(home->arena);
	const struct node	*old;
	struct buf		 text;

	NODE_EACH(old, home->bounces)
		if (strcmp(old->key, name) != 0)
			node_set(tree, old->key, node_copy(home->arena, old));
	if (entry != NULL)
		node_set(tree, arena_strdup(home->arena, name), entry);
	home->bounces = tree;
	if (tree->n_children == 0)
		return file_remove(home->fd, "bounces", fault);
	buf_init(&text, home->arena);
	yaml_write(&text, tree);
	return file_replace(home->fd, "bounces", text.data, text.len, 0600,
	    fault);
}

static int
n_mails(const struct node *entry)
{
	const struct node	*mails = node_get(entry, "mails");

	return mails != NULL ? mails->n_children : 0;
}

static bool
has_mail(const struct node *entry, const char *id)
{
	const struct node	*mails = node_get(entry, "mails"), *mail;

	NODE_EACH(mail, mails)
		if (mail->kind == NODE_SCALAR && strcmp(mail->text, id) == 0)
			return true;
	return false;
}

static bool
is_paused_at(const struct node *entry, const char *address)
{
	return n_mails(entry) >= MANNERS_BOUNCES &&
	    strcmp(node_text(entry, "address", ""), address) == 0;
}

/* Does the bounce before belong to the same row? */
static bool
is_in_row(const struct home *home, const struct node *entry,
    const char *address)
{
	struct fault	fault;
	int64_t		last;

	return entry != NULL && strcmp(node_text(entry, "address", ""),
	    address) == 0 && clock_parse(node_text(entry, "last", ""), &last,
	    &fault) == 0 && home->now - last <= ROW;
}

static int
tell_paused(struct home *home, const char *name, const char *address,
    struct fault *fault)
{
	return attempt_tell(home, arena_printf(home->arena,
	    "Mail to %s is paused", name), arena_printf(home->arena,
	    "%d mails in a row to %s came back. Mail to that address waits in "
	    "the queue\nuntil it is changed (postern player set %s --mail "
	    "ADDRESS),\nor tried again (postern player resume %s).",
	    MANNERS_BOUNCES, address, name, name), fault);
}

/* One more mail to that player came back. */
static int
count_bounce(struct home *home, const char *name, const char *address,
    const char *id, struct fault *fault)
{
	struct node		*entry = node_map(home->arena);
	struct node		*mails = node_list(home->arena);
	const struct node	*old, *mail;
	struct buf		 now;

	if (read_bounces(home, fault) != 0)
		return -1;
	old = node_get(home->bounces, name);
	if (is_paused_at(old, address))
		return 0;
	if (is_in_row(home, old, address)) {
		if (has_mail(old, id))
			return 0;
		NODE_EACH(mail, node_get(old, "mails"))
			node_add(mails, node_scalar(home->arena, mail->text));
	}
	node_add(mails, node_scalar(home->arena, id));
	buf_init(&now, home->arena);
	clock_iso(&now, home->now);
	node_set(entry, "address", node_scalar(home->arena, address));
	node_set(entry, "last", node_scalar(home->arena, now.data));
	node_set(entry, "mails", mails);
	if (mails->n_children == MANNERS_BOUNCES &&
	    tell_paused(home, name, address, fault) != 0)
		return -1;
	return write_bounces(home, name, entry, fault);
}

/* ---- reading a bounce ------------------------------------------------ */

struct bounce {
	struct home	*home;
	struct arena	*arena;
	const char	*id[IDS_MAX];
	int		 n_ids;
	bool		 delayed;	/* it says that it may still arrive */
	const char	*name;		/* whose mail it was */
	const char	*address;
	const char	*which;
};

/* The words behind a header's name; NULL for another line. */
static const char *
behind(const char *line, const char *name)
{
	size_t	n = strlen(name);

	if (strncasecmp(line, name, n) != 0)
		return NULL;
	return line + n + strspn(line + n, " \t");
}

/* The address in "rfc822; a@b", or in "Name <a@b>". */
static const char *
address_in(struct bounce *b, const char *value)
{
	const char	*semicolon = strchr(value, ';');
	struct fault	 fault;
	char		*address;

	if (semicolon != NULL)
		value = semicolon + 1;
	if (address_only(b->arena, value, &address, &fault) != 0)
		return NULL;
	return address;
}

/* Is one of the ids that of a mail of ours to this address? */
static int
try_address(struct bounce *b, const char *address, struct fault *fault)
{
	char		 proof[2 * PROOF_BYTES + 1];
	const char	*name;
	int		 i;

	if (address == NULL || b->name != NULL)
		return 0;
	for (i = 0; i < b->n_ids; i++) {
		proof_of(b->home, b->id[i], address, proof);
		if (strncmp(b->id[i] + ID_DIGITS + 1, proof,
		    2 * PROOF_BYTES) != 0)
			continue;
		if (player_by_address(b->home, address, &name, fault) != 0)
			return -1;
		b->name = name;
		b->address = address;
		b->which = arena_strndup(b->home->arena, b->id[i], ID_DIGITS);
		return 0;
	}
	return 0;
}

static int
read_line(struct bounce *b, const char *line, struct fault *fault)
{
	static const char *const names[] = { "Final-Recipient:",
	    "Original-Recipient:", "X-Failed-Recipients:", "To:", NULL };
	const char *const	*name;
	const char		*value = behind(line, "Action:");

	if (value != NULL && !is_word(value, "failed"))
		b->delayed = true;
	for (name = names; *name != NULL; name++)
		if ((value = behind(line, *name)) != NULL)
			return try_address(b, address_in(b, value), fault);
	return 0;
}

static void
find_ids(struct bounce *b, const char *bytes, size_t len)
{
	const char	*domain = our_domain(b->home), *at = bytes;
	const char	*end = bytes + len;

	while (b->n_ids < IDS_MAX && (at = memmem(at, (size_t)(end - at),
	    domain, strlen(domain))) != NULL) {
		if (at - bytes >= OWN_SIZE && is_own_id(at - OWN_SIZE))
			b->id[b->n_ids++] = at - OWN_SIZE;
		at++;
	}
}

int
manners_bounce(struct home *home, struct arena *arena, const char *bytes,
    size_t len, struct fault *fault)
{
	struct bounce	 b = { .home = home, .arena = arena };
	char		*text, *line, *next;

	find_ids(&b, bytes, len);
	if (b.n_ids == 0)
		return 0;
	text = arena_strndup(arena, bytes, len);
	for (line = strtok_r(text, "\r\n", &next); line != NULL;
	    line = strtok_r(NULL, "\r\n", &next))
		if (read_line(&b, line, fault) != 0)
			return -1;
	if (b.name == NULL || b.delayed)
		return 0;
	return count_bounce(home, b.name, b.address, b.which, fault);
}

/* ---- what follows from it -------------------------------------------- */

int
manners_bounces(struct home *home, const char *name, const char *address,
    int *out, struct fault *fault)
{
	const struct node	*entry;

	if (read_bounces(home, fault) != 0)
		return -1;
	entry = node_get(home->bounces, name);
	*out = entry != NULL && strcmp(node_text(entry, "address", ""),
	    address) == 0 ? n_mails(entry) : 0;
	return 0;
}

bool
manners_is_paused(struct home *home, const char *address)
{
	const struct node	*entry;
	struct fault		 fault;

	if (read_bounces(home, &fault) != 0)
		return false;
	NODE_EACH(entry, home->bounces)
		if (is_paused_at(entry, address))
			return true;
	return false;
}

int
manners_resume(struct home *home, const char *name, struct fault *fault)
{
	if (read_bounces(home, fault) != 0)
		return -1;
	if (node_get(home->bounces, name) == NULL)
		return 0;
	return write_bounces(home, name, NULL, fault);
}
