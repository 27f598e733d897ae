/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Filling in faults. */

#include "config.h"

#include "base/fault.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Take back the bytes of a character that was cut off at the end. */
static void
drop_half_character(char *text)
{
	size_t len, start;
	unsigned char lead;
	size_t wanted;

	len = start = strlen(text);
	while (start > 0 && ((unsigned char)text[start - 1] & 0xc0) == 0x80)
		start--;
	if (start == 0)
		return;
	lead = (unsigned char)text[--start];
	wanted = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
	if (len - start < wanted)
		text[start] = '\0';
}

/* The arguments may point into the fault's own text: copy last. */
static void
set_text(struct fault *fault, const char *fmt, va_list ap)
{
	char text[sizeof(fault->text)];
	int len;

	len = vsnprintf(text, sizeof(text), fmt, ap);
	if (len < 0)
		text[0] = '\0';
	else if ((size_t)len >= sizeof(text))
		drop_half_character(text);
	memcpy(fault->text, text, strlen(text) + 1);
}

/* Put "before: text" or "text: after" together within the room there is. */
static void
join_text(struct fault *fault, const char *a, const char *b)
{
	char text[2 * sizeof(fault->text) + 2];

	snprintf(text, sizeof(text), "%s: %s", a, b);
	if (strlen(text) >= sizeof(fault->text)) {
		text[sizeof(fault->text) - 1] = '\0';
		drop_half_character(text);
	}
	memcpy(fault->text, text, strlen(text) + 1);
}

int
fault_set(struct fault *fault, enum fault_kind kind, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	set_text(fault, fmt, ap);
	va_end(ap);
	fault->kind = kind;
	fault->line = fault->column = 0;
	return -1;
}

int
fault_at(struct fault *fault, enum fault_kind kind, int line, int column,
    const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	set_text(fault, fmt, ap);
	va_end(ap);
	fault->kind = kind;
	fault->line = line;
	fault->column = column;
	return -1;
}

int
fault_errno(struct fault *fault, enum fault_kind kind, const char *fmt, ...)
{
	va_list ap;
	const char *why;

	why = strerror(errno);
	va_start(ap, fmt);
	set_text(fault, fmt, ap);
	va_end(ap);
	join_text(fault, fault->text, why);
	fault->kind = kind;
	fault->line = fault->column = 0;
	return -1;
}

int
fault_within(struct fault *fault, const char *fmt, ...)
{
	struct fault context;
	va_list ap;

	va_start(ap, fmt);
	set_text(&context, fmt, ap);
	va_end(ap);
	join_text(fault, context.text, fault->text);
	return -1;
}

const char *
fault_line(const struct fault *fault, char *out, int size)
{
	int len;

	if (fault->line > 0 && fault->column > 0)
		len = snprintf(out, (size_t)size, "line %d, column %d: %s",
		    fault->line, fault->column, fault->text);
	else if (fault->line > 0)
		len = snprintf(out, (size_t)size, "line %d: %s", fault->line,
		    fault->text);
	else
		len = snprintf(out, (size_t)size, "%s", fault->text);
	if (len >= size)
		drop_half_character(out);
	return out;
}
