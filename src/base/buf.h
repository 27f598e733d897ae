/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Bytes that grow, in an arena. data[len] is always a NUL. */

#ifndef POSTERN_BASE_BUF_H
#define POSTERN_BASE_BUF_H

#include <stdarg.h>
#include <stddef.h>

struct arena;

struct buf {
	struct arena	*arena;
	char		*data;
	size_t		 len;
	size_t		 size;
};

/* Make buf empty; data is valid (an empty string) from here on. */
void	 buf_init(struct buf *buf, struct arena *arena);

void	 buf_add(struct buf *buf, const void *bytes, size_t len);
void	 buf_putc(struct buf *buf, char c);
void	 buf_puts(struct buf *buf, const char *text);
void	 buf_fill(struct buf *buf, char c, size_t times);
void	 buf_printf(struct buf *buf, const char *fmt, ...)
	    __attribute__((format(printf, 2, 3)));
void	 buf_vprintf(struct buf *buf, const char *fmt, va_list ap)
	    __attribute__((format(printf, 2, 0)));

/* Cut buf to len bytes. len must not exceed buf->len. */
void	 buf_cut(struct buf *buf, size_t len);

#endif
