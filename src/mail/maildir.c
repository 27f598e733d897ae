/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Maildirs: delivery, reading, and both behind the structs of box.h. */

#include "config.h"

#include "mail/maildir.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/file.h"
#include "data/digest.h"
#include "mail/box.h"

enum {
	NAME_KEPT = 200,	/* longer file names are replaced */
	MOST_COPIES = 1000	/* of one name in a folder */
};

const char *const inbox_kind_names[] = {
	[INBOX_MAIL] = "a mail",
	[INBOX_LINK] = "a link",
	[INBOX_FIFO] = "a FIFO",
	[INBOX_FOLDER] = "a folder",
	[INBOX_DEVICE] = "a device or a socket",
	[N_INBOX_KINDS] = NULL
};

static const char *const subfolder[] = {
	[INBOX_PROCESSED] = ".Processed",
	[INBOX_REJECTED] = ".Rejected"
};

/* The length of a mail's name without the flags behind the colon. */
static size_t
base_len(const char *name)
{
	return strcspn(name, ":");
}

/* FOLDERS */

int
maildir_make(int at, const char *path, struct fault *fault)
{
	int dir, r = -1;

	if (file_mkdir(at, path, fault) == -1)
		return -1;
	dir = file_open_dir(at, path, fault);
	if (dir == -1)
		return -1;
	if (file_mkdir(dir, "tmp", fault) == 0 &&
	    file_mkdir(dir, "new", fault) == 0 &&
	    file_mkdir(dir, "cur", fault) == 0)
		r = 0;
	close(dir);
	return r;
}

/* Make a folder inside a Maildir, marked as one for mail programs. */
static int
make_subfolder(int dir, const char *name, struct arena *arena,
    struct fault *fault)
{
	const char *mark = arena_printf(arena, "%s/maildirfolder", name);

	if (maildir_make(dir, name, fault) == -1)
		return -1;
	if (file_exists(dir, mark))
		return 0;
	return file_create(dir, mark, "", 0, 0600, fault);
}

/* DELIVERY */

bool
maildir_is_id(const char *id)
{
	size_t i;

	for (i = 0; id[i] != '\0'; i++)
		if (!(id[i] >= 'a' && id[i] <= 'z') &&
		    !(id[i] >= 'A' && id[i] <= 'Z') &&
		    !(id[i] >= '0' && id[i] <= '9') &&
		    strchr("._-", id[i]) == NULL)
			return false;
	return i > 0 && i <= MAILDIR_ID && id[0] != '.';
}

/* What a delivery needs to know of a Maildir. */
struct target {
	struct arena	 *arena;
	int		  dir;
	char		**cur;		/* names in cur/, sorted */
	size_t		  n_cur;
};

/* Is there a mail of that id in cur/, with whatever flags behind it? */
static bool
is_in_cur(const struct target *target, const char *id)
{
	size_t low = 0, high = target->n_cur, mid, n = strlen(id);

	while (low < high) {
		mid = (low + high) / 2;
		if (strcmp(target->cur[mid], id) < 0)
			low = mid + 1;
		else
			high = mid;
	}
	for (; low < target->n_cur &&
	    strncmp(target->cur[low], id, n) == 0; low++)
		if (base_len(target->cur[low]) == n)
			return true;
	return false;
}

static int
target_open(struct target *target, int at, const char *path,
    struct arena *arena, struct fault *fault)
{
	target->arena = arena;
	target->dir = file_open_dir(at, path, fault);
	if (target->dir == -1)
		return -1;
	if (file_list(target->dir, "cur", arena, &target->cur, &target->n_cur,
	    fault) == 0)
		return 0;
	close(target->dir);
	return -1;
}

static int
check_id(const char *id, struct fault *fault)
{
	if (!maildir_is_id(id))
		return fault_set(fault, FAULT_OPERATOR,
		    "a mail's id is not fit for a file name");
	return 0;
}

static bool
is_delivered(const struct target *target, const char *id)
{
	return file_exists(target->dir,
	    arena_printf(target->arena, "new/%s", id)) ||
	    is_in_cur(target, id);
}

/* Write a mail to tmp/, over what a crash may have left there. */
static int
stage(const struct target *target, const char *id, const char *bytes,
    size_t len, struct fault *fault)
{
	const char *tmp = arena_printf(target->arena, "tmp/%s", id);

	if (file_remove(target->dir, tmp, fault) == -1)
		return -1;
	return file_create(target->dir, tmp, bytes, len, 0600, fault);
}

/* Rename a mail from tmp/ to new/. */
static int
publish(const struct target *target, const char *id, struct fault *fault)
{
	const char *tmp = arena_printf(target->arena, "tmp/%s", id);
	bool taken;

	if (file_rename_new(target->dir, tmp, target->dir,
	    arena_printf(target->arena, "new/%s", id), &taken, fault) == 0)
		return 0;
	return taken ? file_remove(target->dir, tmp, fault) : -1;
}

int
maildir_deliver(int at, const char *path, const char *id, const char *bytes,
    size_t len, struct fault *fault)
{
	struct arena *arena = arena_new();
	struct target target;
	int r = -1;

	if (check_id(id, fault) == -1 ||
	    target_open(&target, at, path, arena, fault) == -1)
		goto out;
	if (is_delivered(&target, id) ||
	    (stage(&target, id, bytes, len, fault) == 0 &&
	    file_sync(target.dir, fault) == 0 &&
	    publish(&target, id, fault) == 0 &&
	    file_sync(target.dir, fault) == 0))
		r = 0;
	close(target.dir);
out:
	arena_free(arena);
	return r;
}

/* THE OUTBOX */

struct maildir_outbox {
	struct outbox	 box;
	struct arena	*scratch;
	int		 dir;
};

static void
without_cr(struct buf *out, const char *bytes, size_t len)
{
	const char *cr, *end = bytes + len;

	while ((cr = memchr(bytes, '\r', (size_t)(end - bytes))) != NULL) {
		buf_add(out, bytes, (size_t)(cr - bytes));
		if (cr + 1 == end || cr[1] != '\n')
			buf_putc(out, '\r');
		bytes = cr + 1;
	}
	buf_add(out, bytes, (size_t)(end - bytes));
}

static int
stage_all(const struct target *target, struct outbox_mail *mails,
    size_t n_mails, bool *staged, struct fault *fault)
{
	struct buf lines;
	size_t i;

	buf_init(&lines, target->arena);
	for (i = 0; i < n_mails; i++) {
		mails[i].outcome = OUTBOX_UNTRIED;
		mails[i].answer[0] = '\0';
		staged[i] = false;
	}
	for (i = 0; i < n_mails; i++) {
		if (check_id(mails[i].id, fault) == -1)
			return -1;
		if (is_delivered(target, mails[i].id))
			continue;
		buf_cut(&lines, 0);
		without_cr(&lines, mails[i].bytes, mails[i].len);
		if (stage(target, mails[i].id, lines.data, lines.len,
		    fault) == -1)
			return -1;
		staged[i] = true;
	}
	return file_sync(target->dir, fault);
}

static int
outbox_send(struct outbox *outbox, struct outbox_mail *mails, size_t n_mails,
    void (*done)(void *arg, struct outbox_mail *mail), void *arg,
    struct fault *fault)
{
	struct maildir_outbox *box = (struct maildir_outbox *)outbox;
	struct target target;
	bool *staged;
	size_t i;
	int r = -1;

	if (n_mails == 0)
		return 0;
	if (target_open(&target, box->dir, ".", box->scratch, fault) == -1)
		return -1;
	staged = arena_alloc(box->scratch, n_mails * sizeof(*staged));
	if (stage_all(&target, mails, n_mails, staged, fault) == -1)
		goto out;
	for (i = 0; i < n_mails; i++)
		if (staged[i] && publish(&target, mails[i].id, fault) == -1)
			goto out;
	if (file_sync(target.dir, fault) == -1)
		goto out;
	for (i = 0; i < n_mails; i++) {
		mails[i].outcome = OUTBOX_SENT;
		if (done != NULL)
			done(arg, &mails[i]);
	}
	r = 0;
out:
	close(target.dir);
	arena_reset(box->scratch);
	return r;
}

static void
outbox_close(struct outbox *outbox)
{
	struct maildir_outbox *box = (struct maildir_outbox *)outbox;

	close(box->dir);
	arena_free(box->scratch);
}

int
maildir_outbox(struct arena *arena, int at, const char *path,
    struct outbox **out, struct fault *fault)
{
	struct maildir_outbox *box;
	int dir;

	if (maildir_make(at, path, fault) == -1)
		return -1;
	dir = file_open_dir(at, path, fault);
	if (dir == -1)
		return -1;
	box = arena_alloc(arena, sizeof(*box));
	box->box.send = outbox_send;
	box->box.close = outbox_close;
	box->scratch = arena_new();
	box->dir = dir;
	*out = &box->box;
	return 0;
}

/* THE INBOX */

struct maildir_inbox {
	struct inbox	 box;
	struct arena	*scratch;
	int		 dir;
};

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

/* Look at what stands under a name, without following or opening it. */
static bool
look(int dir, struct inbox_item *item)
{
	struct stat st;

	if (fstatat(dir, item->name, &st, AT_SYMLINK_NOFOLLOW) == -1)
		return false;
	item->kind = kind_of(st.st_mode);
	item->size = S_ISREG(st.st_mode) ? (size_t)st.st_size : 0;
	return true;
}

/* By the name in the folder, whichever folder it is: new/ or cur/. */
static int
compare_items(const void *a, const void *b)
{
	const struct inbox_item *one = a, *other = b;
	int order = strcmp(one->name + 4, other->name + 4);

	return order != 0 ? order : strcmp(one->name, other->name);
}

static int
inbox_list(struct inbox *inbox, struct arena *arena, size_t max,
    struct inbox_item **items, size_t *n_items, struct fault *fault)
{
	static const char *const folder[] = { "new", "cur" };
	struct maildir_inbox *box = (struct maildir_inbox *)inbox;
	struct inbox_item *list;
	char **names[2];
	size_t n_names[2], n = 0, kept = 0, i;
	int f;

	for (f = 0; f < 2; f++)
		if (file_list(box->dir, folder[f], arena, &names[f],
		    &n_names[f], fault) == -1)
			return -1;
	list = arena_alloc(arena,
	    (n_names[0] + n_names[1] + 1) * sizeof(*list));
	for (f = 0; f < 2; f++)
		for (i = 0; i < n_names[f]; i++)
			list[n++].name = arena_printf(arena, "%s/%s",
			    folder[f], names[f][i]);
	qsort(list, n, sizeof(*list), compare_items);
	for (i = 0; i < n && kept < max; i++)
		if (look(box->dir, &list[i]))
			list[kept++] = list[i];
	*items = list;
	*n_items = kept;
	return 0;
}

/*
 * Say what a read that failed means. A mail that its reader has moved
 * meanwhile is found at its new place in the next pass; one that may not be
 * read will not be readable then either.
 */
static int
blame(const struct maildir_inbox *box, const struct inbox_item *item,
    struct fault *fault)
{
	fault->kind = FAULT_RETRY;
	if (file_exists(box->dir, item->name) &&
	    faccessat(box->dir, item->name, R_OK, AT_EACCESS) == -1 &&
	    errno == EACCES)
		fault->kind = FAULT_PLAYER;
	return -1;
}

static int
inbox_fetch(struct inbox *inbox, const struct inbox_item *item, size_t max,
    struct buf *out, struct fault *fault)
{
	struct maildir_inbox *box = (struct maildir_inbox *)inbox;
	struct inbox_item now = *item;

	if (!look(box->dir, &now))
		return fault_set(fault, FAULT_RETRY, "a mail is gone");
	if (now.kind != INBOX_MAIL)
		return fault_set(fault, FAULT_PLAYER,
		    "there is %s where a mail should be",
		    inbox_kind_names[now.kind]);
	if (now.size > max)
		return fault_set(fault, FAULT_PLAYER,
		    "the mail is longer than %zu bytes", max);
	if (file_read(box->dir, item->name, max, out, fault) == -1)
		return blame(box, item, fault);
	return 0;
}

/* The name that a mail gets in a folder: its own, if that is a usual one. */
static const char *
name_in_folder(struct arena *arena, const char *name)
{
	size_t n = base_len(name), i;
	struct digest digest;
	char hex[HEX_SIZE];

	for (i = 0; i < n; i++)
		if (name[i] <= ' ' || name[i] > '~')
			break;
	if (i == n && n > 0 && n <= NAME_KEPT)
		return arena_strndup(arena, name, n);
	digest_of(name, strlen(name), &digest);
	digest_hex(&digest, hex);
	return arena_strdup(arena, hex);
}

static int
inbox_move(struct inbox *inbox, const struct inbox_item *item,
    enum inbox_folder folder, struct fault *fault)
{
	struct maildir_inbox *box = (struct maildir_inbox *)inbox;
	const char *name, *to;
	bool taken = true;
	int copy, r = -1;

	name = name_in_folder(box->scratch, item->name + 4);
	to = arena_printf(box->scratch, "%s/cur/%s:2,S", subfolder[folder],
	    name);
	for (copy = 1; taken && copy <= MOST_COPIES; copy++) {
		if (!file_exists(box->dir, item->name)) {
			r = 0;
			break;
		}
		r = file_rename_new(box->dir, item->name, box->dir, to, &taken,
		    fault);
		if (r == 0)
			break;
		to = arena_printf(box->scratch, "%s/cur/%s.%d:2,S",
		    subfolder[folder], name, copy);
	}
	arena_reset(box->scratch);
	return r;
}

static void
inbox_close(struct inbox *inbox)
{
	struct maildir_inbox *box = (struct maildir_inbox *)inbox;

	close(box->dir);
	arena_free(box->scratch);
}

int
maildir_inbox(struct arena *arena, int at, const char *path,
    struct inbox **out, struct fault *fault)
{
	struct maildir_inbox *box;
	int dir, i;

	if (maildir_make(at, path, fault) == -1)
		return -1;
	dir = file_open_dir(at, path, fault);
	if (dir == -1)
		return -1;
	for (i = INBOX_PROCESSED; i <= INBOX_REJECTED; i++)
		if (make_subfolder(dir, subfolder[i], arena, fault) == -1) {
			close(dir);
			return -1;
		}
	box = arena_alloc(arena, sizeof(*box));
	box->box.list = inbox_list;
	box->box.fetch = inbox_fetch;
	box->box.move = inbox_move;
	box->box.close = inbox_close;
	box->scratch = arena_new();
	box->dir = dir;
	*out = &box->box;
	return 0;
}
