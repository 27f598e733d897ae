/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What commands share that work on a host's folder. */

#ifndef POSTERN_CLI_HOST_H
#define POSTERN_CLI_HOST_H

#include <stdint.h>

struct agreement;
struct arena;
struct cli;
struct fault;
struct home;

/*
 * Open the folder that -C or POSTERN_HOME names. Return -1 with cli->status
 * set, and say why, when that does not work.
 */
int	 host_open(struct cli *cli, struct home *home);

/* The same, and take the lock; that another process has it is a reason. */
int	 host_open_locked(struct cli *cli, struct home *home);

/* Say the fault and let the home go; return the exit code. */
int	 host_leave(struct home *home, const struct fault *fault);

/*
 * Start a game in a home whose lock is held: make it, have the next pass
 * look at it, and close turn 0 at once unless that asks for "ready".
 */
int	 host_new(struct home *home, const struct agreement *a,
	    struct fault *fault);

/* "2026-11-20 18:00 UTC" */
const char	*host_time(struct arena *arena, int64_t when);

#endif
