/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A folder that files are dropped into, as an inbox. */

#include "config.h"

#include "mail/drop.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/file.h"
#include "data/digest.h"
#include "mail/box.h"
#include "mail/maildir.h"

enum { MOST_COPIES = 1000 };

struct drop_inbox {
	struct inbox	 box;
	struct arena	*scratch;
	int		 dir;
};

static const char *const subfolder[] = {
	[INBOX_PROCESSED] = "processed",
	[INBOX_REJECTED] = "rejected"
};

static bool
ends_in(const char *name, const char *end)
{
	size_t	len = strlen(name), n = strlen(end);

	return len > n && strcmp(name + len - n, end) == 0;
}

static bool
is_order(const char *name)
{
	return ends_in(name, ".yaml");
}

static const char *
signature_of(struct arena *arena, const char *name)
{
	return arena_printf(arena, "%s.sig", name);
}

/* ---- listing --------------------------------------------------------- */

static enum inbox_kind
kind_of(mode_t mode)
{
	if (S_ISREG(mode))
		return INBOX_MAIL;
	if (S_ISLNK(mode))
		return INBOX_LINK;
	if (S_ISFIFO(mode))
		return INBOX_FIFO;
	return S_ISDIR(mode) ? INBOX_FOLDER : INBOX_DEVICE;
}

/* Look at a file and its signature, without opening either. */
static bool
look(const struct drop_inbox *box, struct arena *arena,
    struct inbox_item *item)
{
	struct stat	st;

	if (fstatat(box->dir, item->name, &st, AT_SYMLINK_NOFOLLOW) == -1)
		return false;
	item->kind = kind_of(st.st_mode);
	item->size = S_ISREG(st.st_mode) ? (size_t)st.st_size : 0;
	if (!is_order(item->name) || item->kind != INBOX_MAIL)
		return true;
	if (fstatat(box->dir, signature_of(arena, item->name), &st,
	    AT_SYMLINK_NOFOLLOW) == -1)
		return false;
	item->kind = kind_of(st.st_mode);
	if (item->kind == INBOX_MAIL)
		item->size += (size_t)st.st_size;
	return true;
}

static int
drop_list(struct inbox *inbox, struct arena *arena, size_t max,
    struct inbox_item **items, size_t *n_items, struct fault *fault)
{
	struct drop_inbox	*box = (struct drop_inbox *)inbox;
	struct inbox_item	*item;
	char			**names;
	size_t			 n, i, kept = 0;

	if (file_list(box->dir, ".", arena, &names, &n, fault) != 0)
		return -1;
	item = arena_alloc(arena, (n + 1) * sizeof(*item));
	for (i = 0; i < n && kept < max; i++) {
		if (!maildir_is_id(names[i]) || (!is_order(names[i]) &&
		    !ends_in(names[i], ".eml")))
			continue;
		item[kept].name = names[i];
		kept += look(box, arena, &item[kept]);
	}
	*items = item;
	*n_items = kept;
	return 0;
}

/* ---- fetching -------------------------------------------------------- */

static int
read_one(const struct drop_inbox *box, const char *name, size_t max,
    struct buf *out, struct fault *fault)
{
	if (file_read(box->dir, name, max, out, fault) == 0)
		return 0;
	fault->kind = file_exists(box->dir, name) ? FAULT_PLAYER :
	    FAULT_RETRY;
	return -1;
}

static void
add_part(struct buf *out, const char *name, const struct buf *bytes)
{
	buf_printf(out, "--drop\nContent-Type: application/octet-stream\n"
	    "Content-Disposition: attachment; filename=\"%s\"\n"
	    "Content-Transfer-Encoding: base64\n\n", name);
	base64_write(out, bytes->data, bytes->len, 76);
	buf_putc(out, '\n');
}

/* Make the mail that would have brought the file and its signature. */
static int
wrap_order(struct drop_inbox *box, const char *name, size_t max,
    struct buf *out, struct fault *fault)
{
	struct buf	text, signature;

	buf_init(&text, box->scratch);
	buf_init(&signature, box->scratch);
	if (read_one(box, name, max, &text, fault) != 0 ||
	    read_one(box, signature_of(box->scratch, name), max, &signature,
	    fault) != 0)
		return -1;
	buf_puts(out, "MIME-Version: 1.0\n"
	    "Content-Type: multipart/mixed; boundary=drop\n\n");
	add_part(out, "orders.yaml", &text);
	add_part(out, "orders.yaml.sig", &signature);
	buf_puts(out, "--drop--\n");
	return 0;
}

static int
drop_fetch(struct inbox *inbox, const struct inbox_item *item, size_t max,
    struct buf *out, struct fault *fault)
{
	struct drop_inbox	*box = (struct drop_inbox *)inbox;
	int			 r;

	if (item->size > max)
		return fault_set(fault, FAULT_PLAYER,
		    "the file is longer than %zu bytes", max);
	if (!is_order(item->name))
		return read_one(box, item->name, max, out, fault);
	r = wrap_order(box, item->name, max, out, fault);
	arena_reset(box->scratch);
	return r;
}

/* ---- moving ---------------------------------------------------------- */

static int
move_one(struct drop_inbox *box, const char *name, enum inbox_folder folder,
    struct fault *fault)
{
	const char	*to = arena_printf(box->scratch, "%s/%s",
			    subfolder[folder], name);
	bool		 taken = true;
	int		 copy;

	for (copy = 1; taken && copy <= MOST_COPIES; copy++) {
		if (!file_exists(box->dir, name) ||
		    file_rename_new(box->dir, name, box->dir, to, &taken,
		    fault) == 0)
			return 0;
		to = arena_printf(box->scratch, "%s/%s.%d",
		    subfolder[folder], name, copy);
	}
	return -1;
}

static int
drop_move(struct inbox *inbox, const struct inbox_item *item,
    enum inbox_folder folder, struct fault *fault)
{
	struct drop_inbox	*box = (struct drop_inbox *)inbox;
	int			 r;

	r = move_one(box, item->name, folder, fault);
	if (r == 0 && is_order(item->name))
		r = move_one(box, signature_of(box->scratch, item->name),
		    folder, fault);
	arena_reset(box->scratch);
	return r;
}

static void
drop_close(struct inbox *inbox)
{
	struct drop_inbox	*box = (struct drop_inbox *)inbox;

	close(box->dir);
	arena_free(box->scratch);
}

int
drop_inbox(struct arena *arena, int at, const char *path, struct inbox **out,
    struct fault *fault)
{
	struct drop_inbox	*box;
	int			 dir, i;

	if (file_mkdir(at, path, fault) != 0)
		return -1;
	dir = file_open_dir(at, path, fault);
	if (dir == -1)
		return -1;
	for (i = INBOX_PROCESSED; i <= INBOX_REJECTED; i++)
		if (file_mkdir(dir, subfolder[i], fault) != 0) {
			close(dir);
			return -1;
		}
	box = arena_alloc(arena, sizeof(*box));
	box->box.list = drop_list;
	box->box.fetch = drop_fetch;
	box->box.move = drop_move;
	box->box.close = drop_close;
	box->scratch = arena_new();
	box->dir = dir;
	*out = &box->box;
	return 0;
}
