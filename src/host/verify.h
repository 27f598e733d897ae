/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Proving a game: play it again from its folder alone, and compare every
 * byte with what lies there.
 */

#ifndef POSTERN_HOST_VERIFY_H
#define POSTERN_HOST_VERIFY_H

#include "host/proof.h"

struct home;

struct verified {
	const char	*id;		/* the game's, or its path */
	int		 turns;		/* closed */
	int		 files;		/* accepted, in the open turn too */
	int		 letters;
	int		 keys;		/* turns in which keys changed */
	const char	*host;		/* its key's fingerprint */
	struct proof	 proof;		/* without differences: all is proven */
};

/*
 * Verify the game in the folder path below at. home may be NULL when the
 * data lies in the folder, as it does in archives. -1 only when there is no
 * folder, or it could not be listed.
 */
int	 verify_folder(struct home *home, struct arena *arena, int at,
	    const char *path, struct verified *out, struct fault *fault);

#endif
