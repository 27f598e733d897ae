/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The only reader of time. Seconds since 1970, UTC. */

#ifndef POSTERN_BASE_CLOCK_H
#define POSTERN_BASE_CLOCK_H

#include <stdint.h>

struct buf;
struct fault;

/* Read the clock, or what clock_set() fixed it at. */
int64_t	 clock_now(void);

/* Fix the clock for this process (--now, tests). */
void	 clock_set(int64_t now);

/* Append "2026-11-18T11:29:41Z", or "Wed, 18 Nov 2026 11:29:41 +0000". */
void	 clock_iso(struct buf *out, int64_t when);
void	 clock_mail(struct buf *out, int64_t when);

/* Read "2026-11-18T11:29:41Z", or "@seconds". */
int	 clock_parse(const char *text, int64_t *out, struct fault *fault);

/* Read a span: "90s", "30m", "48h", "7d", "2w". */
int	 clock_span(const char *text, int64_t *seconds, struct fault *fault);

#endif
