/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Scenario files: rules shown at work as data. postern(1) describes the
 * format.
 */

#ifndef POSTERN_HOST_SCENARIO_H
#define POSTERN_HOST_SCENARIO_H

struct arena;
struct buf;
struct node;
struct pack;

/*
 * Play the scenario in tree with the pack of its engine. Append a line for
 * each thing that came out differently, or is wrong in the file, and return
 * how many there are. Lines that begin with a blank belong to the one above.
 */
int	 scenario_run(struct arena *arena, const struct pack *pack,
	    const struct node *tree, struct buf *out);

#endif
