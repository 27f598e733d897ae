/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Mail addresses and message ids, taken out of headers. */

#include "config.h"

#include "mail/address.h"

#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"

static bool
is_alnum(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	    (c >= '0' && c <= '9');
}

static bool
is_local_valid(const char *text, size_t len)
{
	size_t i;

	if (len == 0 || len > 64 || text[0] == '.' || text[len - 1] == '.')
		return false;
	for (i = 0; i < len; i++) {
		if (text[i] == '.' && text[i - 1] == '.')
			return false;
		if (text[i] != '.' && !is_alnum(text[i]) &&
		    (text[i] == '\0' ||
		    strchr("!#$%&'*+-/=?^_`{|}~", text[i]) == NULL))
			return false;
	}
	return true;
}

static bool
is_domain_valid(const char *text)
{
	size_t n;

	do {
		n = strcspn(text, ".");
		if (n == 0 || n > 63 || text[0] == '-' || text[n - 1] == '-')
			return false;
		for (; n > 0; n--, text++)
			if (!is_alnum(*text) && *text != '-')
				return false;
	} while (*text++ == '.');
	return true;
}

bool
address_is_valid(const char *text)
{
	const char *at = strchr(text, '@');

	return at != NULL && strlen(text) < ADDRESS_SIZE &&
	    is_local_valid(text, at - text) && is_domain_valid(at + 1);
}

/* One mailbox as it is being read. */
struct mailbox {
	struct buf	bare;		/* what stands outside of <> */
	struct buf	angle;		/* what stands inside */
	bool		has_angle;
	bool		has_quoted;
};

static void
mailbox_init(struct mailbox *box, struct arena *arena)
{
	memset(box, 0, sizeof(*box));
	buf_init(&box->bare, arena);
	buf_init(&box->angle, arena);
}

/* Pass over the comment at p; NULL where it stays open. */
static const char *
skip_comment(const char *p)
{
	int depth = 0;

	do {
		if (*p == '\\' && p[1] != '\0')
			p++;
		else if (*p == '(')
			depth++;
		else if (*p == ')')
			depth--;
		else if (*p == '\0')
			return NULL;
		p++;
	} while (depth > 0);
	return p;
}

static const char *
skip_quoted(const char *p)
{
	for (p++; *p != '"'; p++) {
		if (*p == '\\' && p[1] != '\0')
			p++;
		else if (*p == '\0')
			return NULL;
	}
	return p + 1;
}

static const char *
read_angle(struct mailbox *box, const char *p)
{
	const char *end = strchr(p, '>');

	if (end == NULL || box->has_angle)
		return NULL;
	box->has_angle = true;
	buf_add(&box->angle, p + 1, end - p - 1);
	return end + 1;
}

/* Read one mailbox up to the comma or the end; NULL where it is ill-formed. */
static const char *
mailbox_read(struct mailbox *box, const char *p)
{
	while (p != NULL && *p != '\0' && *p != ',') {
		if (*p == '(') {
			p = skip_comment(p);
		} else if (*p == '"') {
			box->has_quoted = true;
			p = skip_quoted(p);
		} else if (*p == '<') {
			p = read_angle(box, p);
		} else if (strchr(":;>)[]\\", *p) != NULL ||
		    ((unsigned char)*p < ' ' && *p != '\t') || *p == 0x7f ||
		    (box->has_angle && *p != ' ' && *p != '\t')) {
			return NULL;
		} else {
			buf_putc(&box->bare, *p++);
		}
	}
	return p;
}

/* The address of a mailbox; NULL where there is no valid one. */
static char *
mailbox_address(struct arena *arena, const struct mailbox *box)
{
	const char *text = box->has_angle ? box->angle.data : box->bare.data;
	char *copy;
	size_t n;

	if (!box->has_angle && box->has_quoted)
		return NULL;
	text += strspn(text, " \t");
	n = strlen(text);
	while (n > 0 && (text[n - 1] == ' ' || text[n - 1] == '\t'))
		n--;
	copy = arena_strndup(arena, text, n);
	return address_is_valid(copy) ? copy : NULL;
}

int
address_list(struct arena *arena, const char *value, char ***out,
    size_t *n_out, struct fault *fault)
{
	struct mailbox box;
	char **list = arena_alloc(arena, (ADDRESS_LIST + 1) * sizeof(*list));
	const char *p = value;
	size_t n = 0;

	for (;;) {
		mailbox_init(&box, arena);
		p = mailbox_read(&box, p);
		if (p == NULL)
			return fault_set(fault, FAULT_PLAYER,
			    "an address is not of the form name@domain");
		if (n == ADDRESS_LIST)
			return fault_set(fault, FAULT_PLAYER,
			    "a header has more than %d addresses",
			    ADDRESS_LIST);
		list[n] = mailbox_address(arena, &box);
		if (list[n++] == NULL)
			return fault_set(fault, FAULT_PLAYER,
			    "an address is not of the form name@domain");
		if (*p == '\0')
			break;
		p++;
	}
	*out = list;
	*n_out = n;
	return 0;
}

int
address_only(struct arena *arena, const char *value, char **out,
    struct fault *fault)
{
	char **list;
	size_t n;

	if (address_list(arena, value, &list, &n, fault) == -1)
		return -1;
	if (n != 1)
		return fault_set(fault, FAULT_PLAYER,
		    "there are %zu addresses where one was looked for", n);
	*out = list[0];
	return 0;
}

bool
message_id_is_valid(const char *text)
{
	size_t i;

	for (i = 0; text[i] != '\0'; i++)
		if (text[i] <= ' ' || text[i] > '~' || text[i] == '<' ||
		    text[i] == '>')
			return false;
	return i > 0 && i < MESSAGE_ID_SIZE;
}

char *
message_id_read(struct arena *arena, const char *value)
{
	const char *end = strchr(value, '>');
	char *id;

	if (value[0] != '<' || end == NULL || end[1] != '\0')
		return NULL;
	id = arena_strndup(arena, value + 1, end - value - 1);
	return message_id_is_valid(id) ? id : NULL;
}
