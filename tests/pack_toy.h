/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Packs for the tests, from the source tree. */

#ifndef POSTERN_TESTS_PACK_TOY_H
#define POSTERN_TESTS_PACK_TOY_H

struct arena;
struct engine;
struct fault;
struct pack;

/*
 * Load the pack of an engine of the project, or of the toy engine, whose
 * files are in tests/data/toy and whose templates are the project's.
 */
int	 pack_of(struct arena *arena, const struct engine *engine,
	    struct pack *out, struct fault *fault);

#endif
