/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Bytes that grow by doubling. */

#include "config.h"

#include "base/buf.h"

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

enum { FIRST_SIZE = 64 };

void
buf_init(struct buf *buf, struct arena *arena)
{
	buf->arena = arena;
	buf->size = FIRST_SIZE;
	buf->data = arena_alloc(arena, buf->size);
	buf->len = 0;
}

/* Make room for len more bytes and the NUL. */
static void
make_room(struct buf *buf, size_t len)
{
	size_t size;
	char *data;

	if (len < buf->size - buf->len)
		return;
	if (len > SIZE_MAX / 4 || buf->len > SIZE_MAX / 4)
		abort();
	size = 2 * buf->size;
	if (size < buf->len + len + 1)
		size = buf->len + len + 1;
	data = arena_room(buf->arena, size);
	memcpy(data, buf->data, buf->len);
	buf->data = data;
	buf->size = size;
}

void
buf_add(struct buf *buf, const void *bytes, size_t len)
{
	if (len == 0)
		return;
	make_room(buf, len);
	memcpy(buf->data + buf->len, bytes, len);
	buf->len += len;
	buf->data[buf->len] = '\0';
}

void
buf_putc(struct buf *buf, char c)
{
	make_room(buf, 1);
	buf->data[buf->len++] = c;
	buf->data[buf->len] = '\0';
}

void
buf_puts(struct buf *buf, const char *text)
{
	buf_add(buf, text, strlen(text));
}

void
buf_fill(struct buf *buf, char c, size_t times)
{
	make_room(buf, times);
	memset(buf->data + buf->len, c, times);
	buf->len += times;
	buf->data[buf->len] = '\0';
}

void
buf_printf(struct buf *buf, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	buf_vprintf(buf, fmt, ap);
	va_end(ap);
}

void
buf_vprintf(struct buf *buf, const char *fmt, va_list ap)
{
	va_list again;
	int len;

	va_copy(again, ap);
	len = vsnprintf(buf->data + buf->len, buf->size - buf->len, fmt, ap);
	if (len < 0)
		abort();
	if ((size_t)len >= buf->size - buf->len) {
		buf->data[buf->len] = '\0';
		make_room(buf, (size_t)len);
		vsnprintf(buf->data + buf->len, (size_t)len + 1, fmt, again);
	}
	va_end(again);
	buf->len += (size_t)len;
}

void
buf_cut(struct buf *buf, size_t len)
{
	assert(len <= buf->len);
	buf->len = len;
	buf->data[len] = '\0';
}
