/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * A pack: what is data of a game, as files. games/ENGINE holds the
 * components, phrases.yaml, report.txt and rules.md; templates/ holds the
 * mails that frame them.
 */

#ifndef POSTERN_HOST_PACK_H
#define POSTERN_HOST_PACK_H

#include "data/digest.h"

struct arena;
struct engine;
struct fault;
struct node;

struct pack_file {
	const char	*path;		/* "games/noir/rooms.yaml" */
	const char	*data;
	size_t		 len;
};

struct pack {
	const struct engine	*engine;
	const void		*components;	/* by the engine's schema */
	const struct node	*phrases;	/* the common ones too */
	const char		*position;	/* games/ENGINE/report.txt */
	struct pack_file	*files;		/* all, by path */
	int			 n_files;
	struct digest		 digest;	/* of paths and bytes */
};

/*
 * Load the pack of an engine from the folder root (at is its descriptor).
 * A fault names the file and the place in it.
 */
int	 pack_load(struct arena *arena, int at, const struct engine *engine,
	    struct pack *out, struct fault *fault);

/*
 * Make the options of a game: the engine's presets, with those in set (a
 * map, or NULL) laid over.
 */
int	 pack_options(struct arena *arena, const struct engine *engine,
	    const struct node *set, const void **out, struct fault *fault);

/* Write the pack to a new folder at path, laid out as it was loaded from. */
int	 pack_write(struct arena *arena, int at, const char *path,
	    const struct pack *pack, struct fault *fault);

/* The text of a file of the pack, by its path; NULL when absent. */
const char	*pack_text(const struct pack *pack, const char *path);

#endif
