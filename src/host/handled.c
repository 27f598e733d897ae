/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The mails that were dealt with. */

#include "config.h"

#include "host/handled.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/file.h"
#include "base/text.h"
#include "host/home.h"

enum {
	KEPT_SECONDS = 30 * 86400,
	FILES_MAX = 32,			/* more are made one */
	BYTES_MAX = 64 << 20,
	HEX_AT = 2			/* behind "p " or "r " */
};

static const char	temporary[] = "handled/.tmp-new";

static int
compare(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct digest));
}

/* Read "p HEX SECONDS". */
static bool
read_line(const char *line, struct handled_mail *out)
{
	const size_t	 hex = HEX_SIZE - 1;
	char		 digits[HEX_SIZE];

	if (strlen(line) < HEX_AT + hex + 2 || line[1] != ' ' ||
	    (line[0] != 'p' && line[0] != 'r') || line[HEX_AT + hex] != ' ')
		return false;
	memcpy(digits, line + HEX_AT, hex);
	digits[hex] = '\0';
	out->folder = line[0] == 'p' ? INBOX_PROCESSED : INBOX_REJECTED;
	return hex_read(digits, &out->digest, sizeof(out->digest)) &&
	    text_number(line + HEX_AT + hex + 1, 0, INT64_MAX, &out->when);
}

static void
write_line(struct buf *out, const struct handled_mail *mail)
{
	char	hex[HEX_SIZE];

	digest_hex(&mail->digest, hex);
	buf_printf(out, "%c %s %lld\n",
	    mail->folder == INBOX_PROCESSED ? 'p' : 'r', hex,
	    (long long)mail->when);
}

/* Take the lines of text that are not too old. */
static void
read_lines(struct handled *h, char *text)
{
	struct handled_mail	mail;
	size_t			len;

	for (; *text != '\0'; text += len) {
		len = strcspn(text, "\n");
		if (text[len] == '\n')
			text[len++] = '\0';
		if (read_line(text, &mail) &&
		    mail.when > h->home->now - KEPT_SECONDS)
			h->mail[h->n_mails++] = mail;
	}
}

int
handled_read(struct handled *h, struct home *home, struct fault *fault)
{
	struct buf	text;
	size_t		i;

	memset(h, 0, sizeof(*h));
	h->home = home;
	if (file_mkdir(home->fd, "handled", fault) != 0 ||
	    file_list(home->fd, "handled", home->arena, &h->files,
	    &h->n_files, fault) != 0)
		return -1;
	buf_init(&text, home->arena);
	for (i = 0; i < h->n_files; i++)
		if (file_read(home->fd, arena_printf(home->arena,
		    "handled/%s", h->files[i]), BYTES_MAX, &text,
		    fault) != 0 && fault->kind == FAULT_RETRY)
			return -1;
	h->mail = arena_alloc(home->arena, (text.len / HEX_SIZE + 1) *
	    sizeof(*h->mail));
	read_lines(h, text.data);
	qsort(h->mail, h->n_mails, sizeof(*h->mail), compare);
	return 0;
}

bool
handled_find(const struct handled *h, const struct digest *digest,
    enum inbox_folder *folder)
{
	const struct handled_mail	*mail = NULL;
	size_t				 i;

	if (h->n_mails > 0)
		mail = bsearch(digest, h->mail, h->n_mails, sizeof(*h->mail),
		    compare);
	for (i = 0; i < h->n_added && mail == NULL; i++)
		if (compare(digest, &h->added[i]) == 0)
			mail = &h->added[i];
	if (mail == NULL)
		return false;
	*folder = mail->folder;
	return true;
}

void
handled_add(struct handled *h, const struct digest *digest,
    enum inbox_folder folder)
{
	struct handled_mail	*more;

	if (h->n_added == h->size) {
		h->size = 2 * h->size + 64;
		more = arena_alloc(h->home->arena, h->size * sizeof(*more));
		if (h->n_added > 0)
			memcpy(more, h->added, h->n_added * sizeof(*more));
		h->added = more;
	}
	h->added[h->n_added].digest = *digest;
	h->added[h->n_added].when = h->home->now;
	h->added[h->n_added++].folder = folder;
}

/* A name for the next file: none was there under it. */
static const char *
new_name(struct home *home)
{
	const char	*name;
	int		 n = 0;

	do
		name = arena_printf(home->arena, "handled/%lld-%d",
		    (long long)home->now, n++);
	while (file_exists(home->fd, name));
	return name;
}

int
handled_write(struct handled *h, struct fault *fault)
{
	struct home	*home = h->home;
	struct buf	 text;
	size_t		 i;

	if (h->n_added == 0)
		return 0;
	h->whole = h->n_files >= FILES_MAX;
	buf_init(&text, home->arena);
	for (i = 0; h->whole && i < h->n_mails; i++)
		write_line(&text, &h->mail[i]);
	for (i = 0; i < h->n_added; i++)
		write_line(&text, &h->added[i]);
	if (file_remove(home->fd, temporary, fault) != 0 ||
	    file_create(home->fd, temporary, text.data, text.len, 0600,
	    fault) != 0)
		return -1;
	home_will_rename(home, temporary, new_name(home));
	return 0;
}

int
handled_tidy(struct handled *h, struct fault *fault)
{
	size_t	i;

	for (i = 0; h->whole && i < h->n_files; i++)
		if (file_remove(h->home->fd, arena_printf(h->home->arena,
		    "handled/%s", h->files[i]), fault) != 0)
			return -1;
	return 0;
}
