/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Quoted-printable, charsets, encoded-words and parameters. */

#include "config.h"

#include "mail/mime.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/text.h"
#include "data/digest.h"

enum {
	QP_LINE = 75,		/* and one more for the soft line break */
	WORD_TEXT = 60,		/* encoded characters in one encoded-word */
	SECTIONS = 10		/* of a parameter in the way of RFC 2231 */
};

/* Windows-1252 from 0x80 to 0x9f; 0 where it has no character. */
static const uint16_t windows_1252[32] = {
	0x20ac, 0, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021,
	0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017d, 0,
	0, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
	0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0, 0x017e, 0x0178
};

static int
hex_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return -1;
}

/* Read two hex digits of the left bytes at p; -1 where there are none. */
static int
hex_byte(const char *p, size_t left)
{
	if (left < 2 || hex_value(p[0]) < 0 || hex_value(p[1]) < 0)
		return -1;
	return hex_value(p[0]) * 16 + hex_value(p[1]);
}

/* QUOTED-PRINTABLE */

/* Append one line without its end; *soft says that it goes on. */
static bool
qp_read_line(struct buf *out, const char *p, const char *end, bool *soft)
{
	int byte;

	*soft = false;
	while (end > p && (end[-1] == ' ' || end[-1] == '\t'))
		end--;
	for (; p < end; p++) {
		if (*p != '=') {
			buf_putc(out, *p);
			continue;
		}
		if (p + 1 == end) {
			*soft = true;
			return true;
		}
		byte = hex_byte(p + 1, end - p - 1);
		if (byte < 0)
			return false;
		buf_putc(out, (char)byte);
		p += 2;
	}
	return true;
}

bool
mime_qp_read(struct buf *out, const char *text, size_t len)
{
	const char *end = text + len, *nl, *stop;
	bool soft;

	while (text < end) {
		nl = memchr(text, '\n', end - text);
		stop = nl != NULL ? nl : end;
		if (nl != NULL && stop > text && stop[-1] == '\r')
			stop--;
		if (!qp_read_line(out, text, stop, &soft))
			return false;
		if (nl == NULL)
			return true;
		if (!soft)
			buf_add(out, stop, nl + 1 - stop);
		text = nl + 1;
	}
	return true;
}

/*
 * Must the byte at i of a line be encoded? column is where it would stand;
 * "From " and a dot at the start of a line are rewritten by some relays,
 * blanks at its end are lost.
 */
static bool
qp_must_encode(const char *line, size_t i, size_t len, int column)
{
	char c = line[i];

	if (c == ' ' || c == '\t')
		return i + 1 == len;
	if (column == 0 && (c == '.' ||
	    (len - i >= 5 && memcmp(line + i, "From ", 5) == 0)))
		return true;
	return c < 0x21 || c > 0x7e || c == '=';
}

static void
qp_write_line(struct buf *out, const char *line, size_t len)
{
	bool encode;
	int column = 0, need;
	size_t i;

	for (i = 0; i < len; i++) {
		encode = qp_must_encode(line, i, len, column);
		need = encode ? 3 : 1;
		if (column + need > QP_LINE) {
			buf_puts(out, "=\r\n");
			column = 0;
			encode = qp_must_encode(line, i, len, column);
			need = encode ? 3 : 1;
		}
		if (encode)
			buf_printf(out, "=%02X", (unsigned char)line[i]);
		else
			buf_putc(out, line[i]);
		column += need;
	}
}

void
mime_qp_write(struct buf *out, const char *bytes, size_t len)
{
	const char *end = bytes + len, *nl;

	while (bytes < end) {
		nl = memchr(bytes, '\n', end - bytes);
		qp_write_line(out, bytes, (nl != NULL ? nl : end) - bytes);
		buf_puts(out, nl != NULL ? "\r\n" : "=\r\n");
		bytes = nl != NULL ? nl + 1 : end;
	}
}

/* CHARSETS */

static void
put_rune(struct buf *out, uint32_t rune)
{
	if (rune < 0x80) {
		buf_putc(out, (char)rune);
	} else if (rune < 0x800) {
		buf_putc(out, (char)(0xc0 | rune >> 6));
		buf_putc(out, (char)(0x80 | (rune & 0x3f)));
	} else {
		buf_putc(out, (char)(0xe0 | rune >> 12));
		buf_putc(out, (char)(0x80 | (rune >> 6 & 0x3f)));
		buf_putc(out, (char)(0x80 | (rune & 0x3f)));
	}
}

/*
 * iso-8859-1 is read as windows-1252, of which it is a part: what mail
 * programs send under the first name is often the second.
 */
static bool
latin_to_utf8(struct buf *out, const char *bytes, size_t len)
{
	uint32_t rune;
	size_t i;

	for (i = 0; i < len; i++) {
		rune = (unsigned char)bytes[i];
		if (rune >= 0x80 && rune < 0xa0)
			rune = windows_1252[rune - 0x80];
		if (rune == 0 && bytes[i] != '\0')
			return false;
		put_rune(out, rune);
	}
	return true;
}

bool
mime_to_utf8(struct buf *out, const char *charset, const char *bytes,
    size_t len)
{
	static const char *const utf8[] = { "", "utf-8", "utf8", "us-ascii",
	    "ascii", NULL };
	static const char *const latin[] = { "iso-8859-1", "windows-1252",
	    "cp1252", "latin1", NULL };
	size_t before = out->len;
	int i;

	for (i = 0; utf8[i] != NULL; i++)
		if (strcasecmp(charset, utf8[i]) == 0) {
			if (!text_is_utf8(bytes, len))
				return false;
			buf_add(out, bytes, len);
			return true;
		}
	for (i = 0; latin[i] != NULL; i++)
		if (strcasecmp(charset, latin[i]) == 0) {
			if (latin_to_utf8(out, bytes, len))
				return true;
			buf_cut(out, before);
			return false;
		}
	return false;
}

/* ENCODED-WORDS */

/* Append bytes, which may be anything, as one line of strict UTF-8. */
static void
add_shown(struct buf *out, const char *bytes, size_t len)
{
	uint32_t rune;
	int n;

	while (len > 0) {
		n = text_rune(bytes, len, &rune);
		if (n == 0) {
			buf_putc(out, '?');
			n = 1;
		} else if (rune == '\n' || rune == '\t' ||
		    text_is_unsafe_rune(rune)) {
			buf_putc(out, ' ');
		} else {
			buf_add(out, bytes, n);
		}
		bytes += n;
		len -= n;
	}
}

/* An encoded-word as it stands in a header: =?charset?B?text?= */
struct word {
	char		 charset[32];
	char		 coding;	/* 'B' or 'Q' */
	const char	*text;
	size_t		 text_len;
	size_t		 len;		/* of the whole */
};

static bool
word_scan(const char *p, struct word *word)
{
	const char *mark, *text, *end;
	size_t n;

	if (p[0] != '=' || p[1] != '?')
		return false;
	mark = strchr(p + 2, '?');
	if (mark == NULL || mark[1] == '\0' || mark[2] != '?')
		return false;
	n = strcspn(p + 2, "*?");
	if (n == 0 || n >= sizeof(word->charset))
		return false;
	text = mark + 3;
	end = text + strcspn(text, "? \t");
	if (end[0] != '?' || end[1] != '=')
		return false;
	memcpy(word->charset, p + 2, n);
	word->charset[n] = '\0';
	word->coding = mark[1] & ~0x20;
	word->text = text;
	word->text_len = end - text;
	word->len = end + 2 - p;
	return word->coding == 'B' || word->coding == 'Q';
}

static bool
word_bytes(struct buf *out, const struct word *word)
{
	size_t before = out->len, i;
	int byte;

	if (word->coding == 'B') {
		if (base64_read(word->text, word->text_len, out))
			return true;
		buf_cut(out, before);
		return false;
	}
	for (i = 0; i < word->text_len; i++) {
		if (word->text[i] == '=') {
			byte = hex_byte(word->text + i + 1,
			    word->text_len - i - 1);
			if (byte < 0) {
				buf_cut(out, before);
				return false;
			}
			buf_putc(out, (char)byte);
			i += 2;
		} else {
			buf_putc(out, word->text[i] == '_' ? ' ' :
			    word->text[i]);
		}
	}
	return true;
}

/*
 * Append the run of encoded-words at p and return what follows it; p itself
 * where there is none that can be read. Words of one charset are decoded
 * together, because some programs cut a character in two.
 */
static const char *
run_read(struct buf *out, const char *p)
{
	struct buf raw, text;
	struct word word;
	char charset[32];
	const char *next = p;

	buf_init(&raw, out->arena);
	buf_init(&text, out->arena);
	if (!word_scan(next, &word) ||
	    !mime_to_utf8(&text, word.charset, "", 0))
		return p;
	strcpy(charset, word.charset);
	do {
		if (strcasecmp(word.charset, charset) != 0 ||
		    !word_bytes(&raw, &word))
			break;
		p = next + word.len;
		next = p + strspn(p, " \t");
	} while (next > p && word_scan(next, &word));
	if (!mime_to_utf8(&text, charset, raw.data, raw.len))
		buf_add(&text, raw.data, raw.len);
	add_shown(out, text.data, text.len);
	return p;
}

void
mime_words_read(struct buf *out, const char *value)
{
	const char *p = value, *next, *blank;
	struct word word;
	bool after_word = false;

	while (*p != '\0') {
		blank = p + strspn(p, " \t");
		if (*blank == '=' && word_scan(blank, &word)) {
			if (!after_word)
				add_shown(out, p, blank - p);
			next = run_read(out, blank);
			if (next > blank) {
				after_word = true;
				p = next;
				continue;
			}
			if (after_word)
				add_shown(out, p, blank - p);
			add_shown(out, blank, word.len);
			p = blank + word.len;
		} else {
			next = blank + (*blank != '\0');
			next += strcspn(next, " \t=");
			add_shown(out, p, next - p);
			p = next;
		}
		after_word = false;
	}
}

static bool
is_word_plain(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	    (c >= '0' && c <= '9') || c == '-' || c == '!' || c == '*' ||
	    c == '+' || c == '/';
}

void
mime_words_write(struct buf *out, const char *text)
{
	size_t left = strlen(text), start = 0;
	uint32_t rune;
	int i, n;

	while (left > 0) {
		n = text_rune(text, left, &rune);
		if (n == 0)
			n = 1;
		if (start == 0 || out->len - start > WORD_TEXT - 12) {
			buf_puts(out, start == 0 ? "=?utf-8?Q?" :
			    "?= =?utf-8?Q?");
			start = out->len;
		}
		for (i = 0; i < n; i++) {
			if (text[i] == ' ')
				buf_putc(out, '_');
			else if (is_word_plain(text[i]))
				buf_putc(out, text[i]);
			else
				buf_printf(out, "=%02X",
				    (unsigned char)text[i]);
		}
		text += n;
		left -= n;
	}
	if (start != 0)
		buf_puts(out, "?=");
}

/* PARAMETERS */

/* Pass over blanks and comments; NULL where a comment stays open. */
static const char *
skip_blanks(const char *p)
{
	int depth = 0;

	for (; *p != '\0'; p++) {
		if (depth > 0 && *p == '\\' && p[1] != '\0')
			p++;
		else if (*p == '(')
			depth++;
		else if (*p == ')' && depth > 0)
			depth--;
		else if (depth == 0 && *p != ' ' && *p != '\t')
			return p;
	}
	return depth == 0 ? p : NULL;
}

static char *
lower(struct arena *arena, const char *text, size_t len)
{
	char *copy = arena_strndup(arena, text, len), *p;

	for (p = copy; *p != '\0'; p++)
		if (*p >= 'A' && *p <= 'Z')
			*p += 'a' - 'A';
	return copy;
}

static const char *
read_quoted(struct buf *out, const char *p)
{
	for (p++; *p != '\0' && *p != '"'; p++) {
		if (*p == '\\' && p[1] != '\0')
			p++;
		buf_putc(out, *p);
	}
	return *p == '"' ? p + 1 : NULL;
}

/* Read name=value at p into the next free place; return what follows it. */
static const char *
read_param(struct arena *arena, const char *p, struct mime_field *out,
    struct fault *fault)
{
	struct buf value;
	const char *name;
	size_t n = strcspn(p, " \t()=;\"");

	if (n == 0 || p[n] != '=') {
		fault_set(fault, FAULT_PLAYER,
		    "a header has a parameter without a value");
		return NULL;
	}
	name = lower(arena, p, n);
	if (mime_param(out, name) != NULL) {
		fault_set(fault, FAULT_PLAYER,
		    "a header gives a parameter twice");
		return NULL;
	}
	if (out->n_params == MIME_PARAMS) {
		fault_set(fault, FAULT_PLAYER,
		    "a header has more than %d parameters", MIME_PARAMS);
		return NULL;
	}
	buf_init(&value, arena);
	p += n + 1;
	if (*p == '"') {
		p = read_quoted(&value, p);
	} else {
		n = strcspn(p, " \t();\"");
		buf_add(&value, p, n);
		p += n;
	}
	if (p == NULL) {
		fault_set(fault, FAULT_PLAYER, "a header has an open quote");
		return NULL;
	}
	out->param[out->n_params].name = name;
	out->param[out->n_params++].value = value.data;
	return p;
}

int
mime_field_read(struct arena *arena, const char *header,
    struct mime_field *out, struct fault *fault)
{
	struct mime_field field = { .n_params = 0 };
	const char *p = skip_blanks(header);
	size_t n;

	if (p != NULL) {
		n = strcspn(p, " \t();\"");
		field.value = lower(arena, p, n);
		p = skip_blanks(p + n);
	}
	while (p != NULL && *p == ';') {
		p = skip_blanks(p + 1);
		if (p == NULL || *p == ';' || *p == '\0')
			continue;
		p = read_param(arena, p, &field, fault);
		if (p == NULL)
			return -1;
		p = skip_blanks(p);
	}
	if (p == NULL)
		return fault_set(fault, FAULT_PLAYER,
		    "a header has an open comment");
	if (*p != '\0')
		return fault_set(fault, FAULT_PLAYER,
		    "a header has parameters that cannot be read");
	*out = field;
	return 0;
}

const char *
mime_param(const struct mime_field *field, const char *name)
{
	int i;

	for (i = 0; i < field->n_params; i++)
		if (strcmp(field->param[i].name, name) == 0)
			return field->param[i].value;
	return NULL;
}

static void
add_percent(struct buf *out, const char *text)
{
	int byte;

	for (; *text != '\0'; text++) {
		byte = *text == '%' ? hex_byte(text + 1, strlen(text + 1)) : -1;
		if (byte >= 0) {
			buf_putc(out, (char)byte);
			text += 2;
		} else {
			buf_putc(out, *text);
		}
	}
}

/* Append an extended value; the first of its sections names the charset. */
static void
add_extended(struct buf *out, const char *text, bool first, char charset[32])
{
	const char *quote = first ? strchr(text, '\'') : NULL;
	const char *second = quote != NULL ? strchr(quote + 1, '\'') : NULL;

	if (second != NULL && quote - text < 32) {
		memcpy(charset, text, quote - text);
		charset[quote - text] = '\0';
		text = second + 1;
	}
	add_percent(out, text);
}

/* Gather name*, or name*0, name*1, … with or without a star behind. */
static bool
gather_sections(struct arena *arena, const struct mime_field *field,
    const char *name, struct buf *raw, char charset[32])
{
	const char *value;
	int i;

	value = mime_param(field, arena_printf(arena, "%s*", name));
	if (value != NULL) {
		add_extended(raw, value, true, charset);
		return true;
	}
	for (i = 0; i < SECTIONS; i++) {
		value = mime_param(field,
		    arena_printf(arena, "%s*%d*", name, i));
		if (value != NULL) {
			add_extended(raw, value, i == 0, charset);
			continue;
		}
		value = mime_param(field,
		    arena_printf(arena, "%s*%d", name, i));
		if (value == NULL)
			break;
		buf_puts(raw, value);
	}
	return i > 0;
}

const char *
mime_param_text(struct arena *arena, const struct mime_field *field,
    const char *name)
{
	struct buf raw, text, shown;
	char charset[32] = "";
	const char *value;

	buf_init(&raw, arena);
	buf_init(&text, arena);
	buf_init(&shown, arena);
	if (gather_sections(arena, field, name, &raw, charset)) {
		if (!mime_to_utf8(&text, charset, raw.data, raw.len))
			buf_add(&text, raw.data, raw.len);
		add_shown(&shown, text.data, text.len);
		return shown.data;
	}
	value = mime_param(field, name);
	if (value == NULL)
		return NULL;
	mime_words_read(&shown, value);
	return shown.data;
}
