/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Text helpers that do not ask the locale. */

#include "config.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

struct range {
	uint32_t	first;
	uint32_t	last;
};

/* Marks and joiners that take no column of their own. */
static const struct range no_width[] = {
	{ 0x0300, 0x036f }, { 0x0483, 0x0489 }, { 0x0591, 0x05bd },
	{ 0x05bf, 0x05bf }, { 0x05c1, 0x05c2 }, { 0x05c4, 0x05c5 },
	{ 0x0610, 0x061a }, { 0x064b, 0x065f }, { 0x0670, 0x0670 },
	{ 0x06d6, 0x06dc }, { 0x06df, 0x06e4 }, { 0x06e7, 0x06e8 },
	{ 0x06ea, 0x06ed }, { 0x0900, 0x0902 }, { 0x093c, 0x093c },
	{ 0x0941, 0x0948 }, { 0x094d, 0x094d }, { 0x0e31, 0x0e31 },
	{ 0x0e34, 0x0e3a }, { 0x0e47, 0x0e4e }, { 0x1ab0, 0x1aff },
	{ 0x1dc0, 0x1dff }, { 0x200b, 0x200f }, { 0x2060, 0x2064 },
	{ 0x20d0, 0x20f0 }, { 0x302a, 0x302d }, { 0x3099, 0x309a },
	{ 0xfe00, 0xfe0f }, { 0xfe20, 0xfe2f }, { 0xfeff, 0xfeff },
	{ 0x1f3fb, 0x1f3ff }, { 0xe0100, 0xe01ef }
};

static const struct range two_wide[] = {
	{ 0x1100, 0x115f }, { 0x231a, 0x231b }, { 0x2329, 0x232a },
	{ 0x23e9, 0x23ec }, { 0x25fd, 0x25fe }, { 0x2614, 0x2615 },
	{ 0x2648, 0x2653 }, { 0x26aa, 0x26ab }, { 0x26bd, 0x26be },
	{ 0x2705, 0x2705 }, { 0x2728, 0x2728 }, { 0x274c, 0x274c },
	{ 0x2753, 0x2755 }, { 0x2795, 0x2797 }, { 0x2b1b, 0x2b1c },
	{ 0x2b50, 0x2b50 }, { 0x2e80, 0x303e }, { 0x3041, 0x33ff },
	{ 0x3400, 0x4dbf }, { 0x4e00, 0x9fff }, { 0xa000, 0xa4cf },
	{ 0xa960, 0xa97f }, { 0xac00, 0xd7a3 }, { 0xf900, 0xfaff },
	{ 0xfe30, 0xfe6f }, { 0xff00, 0xff60 }, { 0xffe0, 0xffe6 },
	{ 0x1f300, 0x1f64f }, { 0x1f680, 0x1f6ff }, { 0x1f900, 0x1f9ff },
	{ 0x1fa70, 0x1faff }, { 0x20000, 0x3fffd }
};

enum { LONGEST_NAME = 32 };

bool
text_is_name(const char *text)
{
	int i;

	if (text[0] < 'a' || text[0] > 'z')
		return false;
	for (i = 1; text[i] != '\0'; i++) {
		if (i == LONGEST_NAME)
			return false;
		if (!(text[i] >= 'a' && text[i] <= 'z') &&
		    !(text[i] >= '0' && text[i] <= '9') && text[i] != '-')
			return false;
	}
	return true;
}

int
text_rune(const char *text, size_t len, uint32_t *rune)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	const unsigned char *byte = (const unsigned char *)text;
	uint32_t value;
	int i, n;

	if (len == 0)
		return 0;
	if (byte[0] < 0x80) {
		*rune = byte[0];
		return 1;
	}
	if (byte[0] < 0xc2 || byte[0] > 0xf4)
		return 0;
	n = byte[0] >= 0xf0 ? 4 : byte[0] >= 0xe0 ? 3 : 2;
	if (len < (size_t)n)
		return 0;
	value = byte[0] & (0x7fu >> n);
	for (i = 1; i < n; i++) {
		if ((byte[i] & 0xc0) != 0x80)
			return 0;
		value = value << 6 | (byte[i] & 0x3fu);
	}
	if (value < least[n] || value > 0x10ffff ||
	    (value >= 0xd800 && value <= 0xdfff))
		return 0;
	*rune = value;
	return n;
}

bool
text_is_utf8(const char *text, size_t len)
{
	uint32_t rune;
	size_t i;
	int n;

	for (i = 0; i < len; i += (size_t)n) {
		n = text_rune(text + i, len - i, &rune);
		if (n == 0)
			return false;
	}
	return true;
}

bool
text_is_unsafe_rune(uint32_t rune)
{
	if (rune < 0x20)
		return rune != '\t' && rune != '\n';
	return (rune >= 0x7f && rune <= 0x9f) ||
	    rune == 0x2028 || rune == 0x2029 ||
	    (rune >= 0x202a && rune <= 0x202e) ||
	    (rune >= 0x2066 && rune <= 0x2069);
}

static int
compare_range(const void *key, const void *element)
{
	const struct range *range = element;
	uint32_t rune = *(const uint32_t *)key;

	return rune < range->first ? -1 : rune > range->last ? 1 : 0;
}

static bool
is_in(uint32_t rune, const struct range *ranges, size_t n)
{
	return bsearch(&rune, ranges, n, sizeof(*ranges), compare_range) !=
	    NULL;
}

static int
rune_width(uint32_t rune)
{
	if (rune < 0x300)
		return 1;
	if (is_in(rune, no_width, sizeof(no_width) / sizeof(no_width[0])))
		return 0;
	if (is_in(rune, two_wide, sizeof(two_wide) / sizeof(two_wide[0])))
		return 2;
	return 1;
}

static int
width_of(const char *text, size_t len)
{
	uint32_t rune;
	size_t i;
	int n, width;

	width = 0;
	for (i = 0; i < len; i += (size_t)n) {
		n = text_rune(text + i, len - i, &rune);
		if (n == 0) {
			n = 1;
			rune = '?';
		}
		width += rune_width(rune);
	}
	return width;
}

int
text_width(const char *text)
{
	return width_of(text, strlen(text));
}

bool
text_number(const char *text, int64_t min, int64_t max, int64_t *out)
{
	int64_t value;
	bool minus;
	int digit;

	minus = *text == '-';
	if (minus)
		text++;
	if (*text == '\0')
		return false;
	value = 0;
	for (; *text != '\0'; text++) {
		if (*text < '0' || *text > '9')
			return false;
		digit = minus ? -(*text - '0') : *text - '0';
		if (__builtin_mul_overflow(value, 10, &value) ||
		    __builtin_add_overflow(value, digit, &value))
			return false;
	}
	if (value < min || value > max)
		return false;
	*out = value;
	return true;
}

enum { LONGEST_WORD = 64 };

static int
lower(char c)
{
	return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

static bool
is_same(char a, char b)
{
	return lower(a) == lower(b);
}

static int
least_of(int a, int b)
{
	return a < b ? a : b;
}

/*
 * Count the letters left out, put in, changed or swapped with a neighbour
 * between two words of at most LONGEST_WORD bytes.
 */
static int
distance(const char *a, int a_len, const char *b, int b_len)
{
	int row[3][LONGEST_WORD + 1];
	int *before, *above, *here, *swap;
	int i, j, best;

	before = row[0];
	above = row[1];
	here = row[2];
	for (j = 0; j <= b_len; j++) {
		before[j] = 0;
		above[j] = j;
	}
	for (i = 1; i <= a_len; i++) {
		here[0] = i;
		for (j = 1; j <= b_len; j++) {
			best = above[j - 1] + !is_same(a[i - 1], b[j - 1]);
			best = least_of(best, above[j] + 1);
			best = least_of(best, here[j - 1] + 1);
			if (i > 1 && j > 1 && is_same(a[i - 1], b[j - 2]) &&
			    is_same(a[i - 2], b[j - 1]))
				best = least_of(best, before[j - 2] + 1);
			here[j] = best;
		}
		swap = before;
		before = above;
		above = here;
		here = swap;
	}
	return above[b_len];
}

const char *
text_nearest(const char *written, const char *const *names)
{
	const char *nearest;
	size_t len, name_len;
	int limit, away;

	len = strlen(written);
	if (len == 0 || len > LONGEST_WORD)
		return NULL;
	limit = len / 3 > 1 ? (int)(len / 3) : 1;
	nearest = NULL;
	for (; *names != NULL; names++) {
		name_len = strlen(*names);
		if (name_len == 0 || name_len > LONGEST_WORD)
			continue;
		away = distance(written, (int)len, *names, (int)name_len);
		if (away <= limit) {
			nearest = *names;
			limit = away - 1;	/* ties go to the first */
		}
	}
	return nearest;
}

int
text_index(const char *const *names, const char *word)
{
	int i;

	for (i = 0; names[i] != NULL; i++)
		if (strcmp(names[i], word) == 0)
			return i;
	return -1;
}

void
text_join(struct buf *out, const char *const *names, const char *conj)
{
	int i;

	for (i = 0; names[i] != NULL; i++) {
		if (i > 0 && names[i + 1] == NULL)
			buf_printf(out, " %s ", conj);
		else if (i > 0)
			buf_puts(out, ", ");
		buf_puts(out, names[i]);
	}
}

static void
end_line(struct buf *out, size_t start)
{
	size_t len;

	len = out->len;
	while (len > start && out->data[len - 1] == ' ')
		len--;
	buf_cut(out, len);
	buf_putc(out, '\n');
}

/* Wrap one line of text; return where the next begins, or the final NUL. */
static const char *
wrap_line(struct buf *out, const char *text, int width, const char *first,
    const char *rest)
{
	size_t start, len;
	int column, word;
	bool empty;

	start = out->len;
	buf_puts(out, first);
	column = text_width(first);
	empty = true;
	for (;;) {
		text += strspn(text, " ");
		len = strcspn(text, " \n");
		if (len == 0)
			break;
		word = width_of(text, len);
		if (!empty && column + 1 + word > width) {
			end_line(out, start);
			start = out->len;
			buf_puts(out, rest);
			column = text_width(rest);
			empty = true;
		}
		if (!empty) {
			buf_putc(out, ' ');
			column++;
		}
		buf_add(out, text, len);
		column += word;
		empty = false;
		text += len;
	}
	end_line(out, start);
	return *text == '\n' ? text + 1 : text;
}

void
text_wrap(struct buf *out, const char *text, int width, const char *first,
    const char *rest)
{
	text = wrap_line(out, text, width, first, rest);
	while (*text != '\0')
		text = wrap_line(out, text, width, rest, rest);
}
