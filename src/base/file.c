/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Reading, writing, listing, locking and removing files. */

#include "config.h"

#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"

enum {
	READ_CHUNK = 16 * 1024,
	MOST_TEMPORARIES = 100,
	DEEPEST_FOLDER = 32
};

/*
 * A full disk or a fault of the hardware may pass; a wrong name, kind or
 * permission stays until somebody mends it.
 */
static enum fault_kind
kind_of(int error)
{
	switch (error) {
	case ENOENT:
	case ENOTDIR:
	case EISDIR:
	case EEXIST:
	case ENOTEMPTY:
	case ELOOP:
	case EACCES:
	case EPERM:
	case EROFS:
	case EXDEV:
	case EINVAL:
	case ENAMETOOLONG:
	case ENXIO:
		return FAULT_OPERATOR;
	default:
		return FAULT_RETRY;
	}
}

static int
refuse(struct fault *fault, const char *verb, const char *path)
{
	if (errno == ELOOP)
		return fault_set(fault, FAULT_OPERATOR,
		    "cannot %s %s: it is a link", verb, path);
	return fault_errno(fault, kind_of(errno), "cannot %s %s", verb, path);
}

/* openat() that goes on after a signal. */
static int
open_at(int at, const char *path, int flags, int mode)
{
	int fd;

	do
		fd = openat(at, path, flags | O_CLOEXEC, mode);
	while (fd < 0 && errno == EINTR);
	return fd;
}

int
file_open_dir(int at, const char *path, struct fault *fault)
{
	int fd, flags;

	flags = O_RDONLY | O_DIRECTORY;
	if (at != AT_FDCWD)
		flags |= O_NOFOLLOW;
	fd = open_at(at, path, flags, 0);
	if (fd < 0)
		return refuse(fault, "open folder", path);
	return fd;
}

/* === Reading === */

static int
read_some(int fd, char *chunk, size_t size, size_t *n)
{
	ssize_t got;

	do
		got = read(fd, chunk, size);
	while (got < 0 && errno == EINTR);
	if (got < 0)
		return -1;
	*n = (size_t)got;
	return 0;
}

static int
read_all(int fd, const char *path, size_t max, struct buf *out,
    struct fault *fault)
{
	char chunk[READ_CHUNK];
	size_t n, total;

	total = 0;
	do {
		if (read_some(fd, chunk, sizeof(chunk), &n) < 0)
			return refuse(fault, "read", path);
		total += n;
		if (total > max)
			return fault_set(fault, FAULT_OPERATOR, "cannot read "
			    "%s: it has more than %zu bytes", path, max);
		buf_add(out, chunk, n);
	} while (n > 0);
	return 0;
}

int
file_read(int at, const char *path, size_t max, struct buf *out,
    struct fault *fault)
{
	struct stat st;
	size_t start;
	int fd, r = -1;

	start = out->len;
	fd = open_at(at, path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY,
	    0);
	if (fd < 0)
		return refuse(fault, "read", path);
	if (fstat(fd, &st) < 0) {
		refuse(fault, "read", path);
		goto out;
	}
	if (!S_ISREG(st.st_mode)) {
		fault_set(fault, FAULT_OPERATOR,
		    "cannot read %s: it is not a regular file", path);
		goto out;
	}
	r = read_all(fd, path, max, out, fault);
out:
	if (r < 0)
		buf_cut(out, start);
	close(fd);
	return r;
}

bool
file_exists(int at, const char *path)
{
	struct stat st;

	return fstatat(at, path, &st, AT_SYMLINK_NOFOLLOW) == 0;
}

/* === Writing === */

static int
write_all(int fd, const char *data, size_t len)
{
	ssize_t put;

	while (len > 0) {
		put = write(fd, data, len);
		if (put < 0 && errno == EINTR)
			continue;
		if (put < 0)
			return -1;
		data += put;
		len -= (size_t)put;
	}
	return 0;
}

/* Write and close a file just created; leave nothing behind on failure. */
static int
fill_file(int fd, int at, const char *path, const void *data, size_t len)
{
	int error;

	if (write_all(fd, data, len) < 0) {
		error = errno;
		close(fd);
	} else if (close(fd) < 0)
		error = errno;
	else
		return 0;
	unlinkat(at, path, 0);
	errno = error;
	return -1;
}

int
file_create(int at, const char *path, const void *data, size_t len, int mode,
    struct fault *fault)
{
	int fd;

	fd = open_at(at, path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
	if (fd < 0 || fill_file(fd, at, path, data, len) < 0)
		return refuse(fault, "write", path);
	return 0;
}

/* Open a file that did not exist, named after path with a dot before. */
static int
open_temporary(int at, const char *path, int mode, char name[PATH_MAX])
{
	const char *base;
	int fd, i, len;

	base = strrchr(path, '/');
	base = base != NULL ? base + 1 : path;
	fd = -1;
	for (i = 0; i < MOST_TEMPORARIES; i++) {
		len = snprintf(name, PATH_MAX, "%.*s.%s.%ld-%d",
		    (int)(base - path), path, base, (long)getpid(), i);
		if (len >= PATH_MAX) {
			errno = ENAMETOOLONG;
			return -1;
		}
		fd = open_at(at, name,
		    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
		if (fd >= 0 || errno != EEXIST)
			break;
	}
	return fd;
}

int
file_replace(int at, const char *path, const void *data, size_t len, int mode,
    struct fault *fault)
{
	char name[PATH_MAX];
	int fd, error;

	fd = open_temporary(at, path, mode, name);
	if (fd < 0 || fill_file(fd, at, name, data, len) < 0)
		return refuse(fault, "write", path);
	if (renameat(at, name, at, path) < 0) {
		error = errno;
		unlinkat(at, name, 0);
		errno = error;
		return refuse(fault, "write", path);
	}
	return 0;
}

int
file_mkdir(int at, const char *path, struct fault *fault)
{
	struct stat st;

	if (mkdirat(at, path, 0700) == 0)
		return 0;
	if (errno != EEXIST)
		return refuse(fault, "make folder", path);
	if (fstatat(at, path, &st, AT_SYMLINK_NOFOLLOW) < 0)
		return refuse(fault, "make folder", path);
	if (!S_ISDIR(st.st_mode))
		return fault_set(fault, FAULT_OPERATOR,
		    "cannot make folder %s: a file has that name", path);
	return 0;
}

int
file_rename_new(int at, const char *from, int to_at, const char *to,
    bool *taken, struct fault *fault)
{
	bool exists;
	int r;

	r = renameat2(at, from, to_at, to, RENAME_NOREPLACE);
	exists = r < 0 && (errno == EEXIST || errno == ENOTEMPTY);
	if (taken != NULL)
		*taken = exists;
	if (exists)
		return fault_set(fault, FAULT_OPERATOR,
		    "cannot rename %s: %s is there already", from, to);
	if (r < 0)
		return fault_errno(fault, kind_of(errno),
		    "cannot rename %s to %s", from, to);
	return 0;
}

int
file_link(int at, const char *from, int to_at, const char *to,
    struct fault *fault)
{
	if (linkat(at, from, to_at, to, 0) < 0)
		return fault_errno(fault, kind_of(errno),
		    "cannot link %s to %s", from, to);
	return 0;
}

/* === Folders === */

static DIR *
open_folder(int at, const char *path)
{
	DIR *dir;
	int fd, error;

	fd = open_at(at, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, 0);
	if (fd < 0)
		return NULL;
	dir = fdopendir(fd);
	if (dir == NULL) {
		error = errno;
		close(fd);
		errno = error;
	}
	return dir;
}

/* The next name but "." and ".."; NULL with errno 0 at the end. */
static const char *
next_name(DIR *dir)
{
	struct dirent *entry;

	do {
		errno = 0;
		entry = readdir(dir);
		if (entry == NULL)
			return NULL;
	} while (strcmp(entry->d_name, ".") == 0 ||
	    strcmp(entry->d_name, "..") == 0);
	return entry->d_name;
}

static int	 remove_any(int at, const char *path, int depth);

static int
remove_folder(int at, const char *path, int depth)
{
	const char *name;
	DIR *dir;
	int error, r = -1;

	if (depth == DEEPEST_FOLDER) {
		errno = ENOTEMPTY;
		return -1;
	}
	dir = open_folder(at, path);
	if (dir == NULL)
		return -1;
	while ((name = next_name(dir)) != NULL)
		if (remove_any(dirfd(dir), name, depth + 1) < 0)
			goto out;
	if (errno != 0)
		goto out;
	r = unlinkat(at, path, AT_REMOVEDIR);
out:
	error = errno;
	closedir(dir);
	errno = error;
	return r;
}

static int
remove_any(int at, const char *path, int depth)
{
	if (unlinkat(at, path, 0) == 0 || errno == ENOENT)
		return 0;
	if (errno != EISDIR)
		return -1;
	return remove_folder(at, path, depth);
}

int
file_remove(int at, const char *path, struct fault *fault)
{
	if (remove_any(at, path, 0) < 0)
		return refuse(fault, "remove", path);
	return 0;
}

struct names {
	char	**name;
	size_t	  n;
	size_t	  size;
};

static void
add_name(struct arena *arena, struct names *names, const char *name)
{
	char **larger;

	if (names->n == names->size) {
		names->size = 2 * names->size + 16;
		larger = arena_alloc(arena, names->size * sizeof(*larger));
		if (names->n > 0)
			memcpy(larger, names->name,
			    names->n * sizeof(*larger));
		names->name = larger;
	}
	names->name[names->n++] = name != NULL ?
	    arena_strdup(arena, name) : NULL;
}

static int
compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

int
file_list(int at, const char *path, struct arena *arena, char ***names,
    size_t *n_names, struct fault *fault)
{
	struct names found = { 0 };
	const char *name;
	DIR *dir;
	int r = -1;

	dir = open_folder(at, path);
	if (dir == NULL)
		return refuse(fault, "list", path);
	while ((name = next_name(dir)) != NULL)
		if (name[0] != '.')
			add_name(arena, &found, name);
	if (errno != 0) {
		refuse(fault, "list", path);
		goto out;
	}
	add_name(arena, &found, NULL);
	*n_names = found.n - 1;
	*names = found.name;
	qsort(found.name, *n_names, sizeof(*found.name), compare_names);
	r = 0;
out:
	closedir(dir);
	return r;
}

static int
add_tree(int at, const char *path, const char *prefix, struct arena *arena,
    struct names *found, int depth)
{
	const char *name, *below;
	DIR *dir;
	int error, r = -1;

	if (depth == DEEPEST_FOLDER) {
		errno = ELOOP;
		return -1;
	}
	dir = open_folder(at, path);
	if (dir == NULL)
		return -1;
	while ((name = next_name(dir)) != NULL) {
		below = arena_printf(arena, "%s%s", prefix, name);
		if (add_tree(dirfd(dir), name, arena_printf(arena, "%s/",
		    below), arena, found, depth + 1) == 0)
			continue;
		if (errno != ENOTDIR && errno != ELOOP)
			goto out;
		add_name(arena, found, below);
	}
	if (errno == 0)
		r = 0;
out:
	error = errno;
	closedir(dir);
	errno = error;
	return r;
}

int
file_tree(int at, const char *path, struct arena *arena, char ***names,
    size_t *n_names, struct fault *fault)
{
	struct names found = { 0 };

	if (add_tree(at, path, "", arena, &found, 0) < 0)
		return refuse(fault, "list", path);
	add_name(arena, &found, NULL);
	*n_names = found.n - 1;
	*names = found.name;
	qsort(found.name, *n_names, sizeof(*found.name), compare_names);
	return 0;
}

/* === Durability, locks, secrets === */

/*
 * A sync that failed is not tried again: the kernel may have dropped the
 * pages, and a second one would say that all is well.
 */
int
file_sync(int at, struct fault *fault)
{
	int fd, r = -1;

	fd = at == AT_FDCWD ? open_at(at, ".", O_RDONLY | O_DIRECTORY, 0) : at;
	if (fd < 0)
		return refuse(fault, "sync", "the present folder");
	if (syncfs(fd) < 0)
		fault_errno(fault, FAULT_RETRY,
		    "cannot make what was written durable");
	else
		r = 0;
	if (fd != at)
		close(fd);
	return r;
}

int
file_lock(int at, const char *path, int *lock, struct fault *fault)
{
	int fd, r;

	fd = open_at(at, path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK,
	    0600);
	if (fd < 0)
		return refuse(fault, "lock", path);
	do
		r = flock(fd, LOCK_EX | LOCK_NB);
	while (r < 0 && errno == EINTR);
	if (r == 0) {
		*lock = fd;
		return 0;
	}
	r = errno == EWOULDBLOCK ? 1 : refuse(fault, "lock", path);
	close(fd);
	return r;
}

void
file_unlock(int lock)
{
	close(lock);
}

int
file_random(void *out, size_t len, struct fault *fault)
{
	char *byte = out;
	ssize_t got;

	while (len > 0) {
		got = getrandom(byte, len, 0);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return fault_errno(fault, FAULT_RETRY,
			    "cannot draw random bytes");
		byte += got;
		len -= (size_t)got;
	}
	return 0;
}

int
file_private(int at, const char *path, struct fault *fault)
{
	struct stat st;

	if (fstatat(at, path, &st, AT_SYMLINK_NOFOLLOW) < 0)
		return refuse(fault, "look at", path);
	if ((st.st_mode & 077) != 0)
		return fault_set(fault, FAULT_OPERATOR, "%s is open to others "
		    "than its owner; run chmod go= %s", path, path);
	return 0;
}
