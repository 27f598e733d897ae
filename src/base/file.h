/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The only reader and writer of files.
 *
 * Paths are taken relative to an open folder (or AT_FDCWD), links are not
 * followed, and only regular files are read. Nothing is durable until
 * file_sync(): write all, sync once, rename all, sync once.
 */

#ifndef POSTERN_BASE_FILE_H
#define POSTERN_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct buf;
struct fault;

/*
 * Open a folder; the descriptor is closed on exec. -1 with a fault. Only
 * where at is AT_FDCWD, the operator's own word, may it be a link.
 */
int	 file_open_dir(int at, const char *path, struct fault *fault);

/*
 * Append the whole file to out. More than max bytes, a link, a FIFO, a
 * device or a folder is a fault.
 */
int	 file_read(int at, const char *path, size_t max, struct buf *out,
	    struct fault *fault);

/* Is there anything under that name? */
bool	 file_exists(int at, const char *path);

/* Write a new file with that mode; a name already taken is a fault. */
int	 file_create(int at, const char *path, const void *data, size_t len,
	    int mode, struct fault *fault);

/* Write path afresh by way of a temporary name beside it and a rename. */
int	 file_replace(int at, const char *path, const void *data, size_t len,
	    int mode, struct fault *fault);

/* Make a folder with mode 0700. An existing one is fine. */
int	 file_mkdir(int at, const char *path, struct fault *fault);

/*
 * Rename; never over anything that exists. *taken (may be NULL) tells that
 * case from other faults.
 */
int	 file_rename_new(int at, const char *from, int to_at, const char *to,
	    bool *taken, struct fault *fault);

/* Give a file a second name; never over anything that exists. */
int	 file_link(int at, const char *from, int to_at, const char *to,
	    struct fault *fault);

/* Remove a file, or a folder with all that is in it. Absent is fine. */
int	 file_remove(int at, const char *path, struct fault *fault);

/*
 * List the names in a folder, sorted by bytes, without those that begin
 * with a dot. *names ends in NULL.
 */
int	 file_list(int at, const char *path, struct arena *arena, char ***names,
	    size_t *n_names, struct fault *fault);

/*
 * List every file below a folder, however deep, by its path from there; not
 * the folders. Names that begin with a dot are among them, and so is what
 * is no regular file.
 */
int	 file_tree(int at, const char *path, struct arena *arena, char ***names,
	    size_t *n_names, struct fault *fault);

/* Make everything written so far to at's file system durable. */
int	 file_sync(int at, struct fault *fault);

/*
 * Take the lock file without waiting: 0 with *lock set, 1 when another
 * process holds it, -1 with a fault. The lock goes with its holder.
 */
int	 file_lock(int at, const char *path, int *lock, struct fault *fault);
void	 file_unlock(int lock);

/* Fill out with random bytes from the system. */
int	 file_random(void *out, size_t len, struct fault *fault);

/* Refuse a file that others than its owner can read. */
int	 file_private(int at, const char *path, struct fault *fault);

#endif
