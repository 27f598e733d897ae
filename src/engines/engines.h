/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The games that there are. */

#ifndef POSTERN_ENGINES_ENGINES_H
#define POSTERN_ENGINES_ENGINES_H

struct engine;

/* All engines, in the order in which they are listed; ends in NULL. */
extern const struct engine *const	engines[];

/* Find an engine by its id; NULL when there is none. */
const struct engine	*engine_find(const char *id);

#endif
