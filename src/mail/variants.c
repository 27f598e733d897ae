/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The variants of an order file that undo what mail programs do to text. */

#include "config.h"

#include "mail/variants.h"

#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "mail/orders.h"

/* Line ends and the last newline, in the order in which they are tried. */
enum ending {
	END_AS_IS, END_LF, END_CRLF, END_LF_ONE, END_CRLF_ONE, END_LF_NONE,
	N_ENDINGS
};

static const char *
line_end(const char *p, const char *end)
{
	const char *nl = memchr(p, '\n', end - p);

	return nl != NULL ? nl : end;
}

static bool
is_blank(const char *p, const char *end)
{
	for (; p < end; p++)
		if (*p != ' ' && *p != '\t' && *p != '\r')
			return false;
	return true;
}

const char *
quote_strip(const struct quote *quote, const char *p, const char *end)
{
	int i;

	if (quote->depth > 0 && is_blank(p, end))
		return end;
	for (i = 0; i < quote->depth; i++) {
		if (i > 0 && p < end && *p == ' ')
			p++;
		if (p == end || *p != '>')
			return NULL;
		p++;
	}
	if (quote->depth > 0 && quote->blank && p < end && *p == ' ')
		p++;
	return p;
}

/* ONE VARIANT AFTER ANOTHER */

static void
add_variant(struct orders *out, int limit, const struct buf *buf)
{
	int i;

	if (out->n_variants >= limit)
		return;
	for (i = 0; i < out->n_variants; i++)
		if (out->variant[i].len == buf->len &&
		    memcmp(out->variant[i].bytes, buf->data, buf->len) == 0)
			return;
	out->variant[out->n_variants].bytes = buf->data;
	out->variant[out->n_variants++].len = buf->len;
}

static void
without_cr(struct buf *out, const struct buf *in)
{
	size_t i;

	for (i = 0; i < in->len; i++)
		if (in->data[i] != '\r' || in->data[i + 1] != '\n')
			buf_putc(out, in->data[i]);
}

static void
with_cr(struct buf *out)
{
	struct buf copy = *out;
	size_t i;

	buf_init(out, copy.arena);
	for (i = 0; i < copy.len; i++) {
		if (copy.data[i] == '\n')
			buf_putc(out, '\r');
		buf_putc(out, copy.data[i]);
	}
}

static void
add_ending(struct arena *arena, struct orders *out, int limit,
    const struct buf *text, enum ending ending)
{
	struct buf buf;

	if (ending == END_AS_IS) {
		add_variant(out, limit, text);
		return;
	}
	buf_init(&buf, arena);
	without_cr(&buf, text);
	if (ending >= END_LF_ONE)
		while (buf.len > 0 && buf.data[buf.len - 1] == '\n')
			buf_cut(&buf, buf.len - 1);
	if (ending == END_LF_ONE || ending == END_CRLF_ONE)
		buf_putc(&buf, '\n');
	if (ending == END_CRLF || ending == END_CRLF_ONE)
		with_cr(&buf);
	add_variant(out, limit, &buf);
}

/* FORMS OF A TEXT */

/* Copy the lines of a cut without their quotes. */
static void
unquote(struct buf *out, const struct cut *cut, const char *p)
{
	const char *nl, *text;

	while (p < cut->end) {
		nl = line_end(p, cut->end);
		text = quote_strip(&cut->quote, p, nl);
		if (text == NULL)
			text = p;
		if (text == nl && nl > p && nl[-1] == '\r')
			text--;
		buf_add(out, text, nl - text);
		if (nl < cut->end)
			buf_putc(out, '\n');
		p = nl < cut->end ? nl + 1 : nl;
	}
}

/* Undo what format=flowed does: stuffing, and, if it was said, wrapping. */
static void
unflow(struct buf *out, const struct cut *cut, const struct buf *lf)
{
	const char *p = lf->data, *end = p + lf->len, *nl;
	bool soft;

	while (p < end) {
		nl = line_end(p, end);
		if (cut->quote.depth == 0 && *p == ' ')
			p++;
		soft = cut->flowed && nl > p && nl[-1] == ' ' && nl < end &&
		    (nl - p != 3 || memcmp(p, "-- ", 3) != 0);
		buf_add(out, p, nl - p - (soft && cut->delsp));
		if (nl < end && !soft)
			buf_putc(out, '\n');
		p = nl < end ? nl + 1 : nl;
	}
}

/* Is every second line empty, as some programs write paragraphs? */
static bool
is_double_spaced(const struct buf *lf)
{
	const char *p = lf->data, *end = p + lf->len, *nl;
	int n = 0;

	for (; p < end; p = nl < end ? nl + 1 : nl, n++) {
		nl = line_end(p, end);
		if (is_blank(p, nl) != (n % 2 == 1))
			return false;
	}
	return n > 2;
}

/* Undo no-break spaces, blanks at line ends and double spacing. */
static void
tidy(struct buf *out, const struct buf *lf)
{
	const char *p = lf->data, *end = p + lf->len, *nl;
	bool spaced = is_double_spaced(lf), odd = false;

	for (; p < end; odd = !odd) {
		nl = line_end(p, end);
		for (; p < nl; p++) {
			if (nl - p >= 2 && memcmp(p, "\xc2\xa0", 2) == 0) {
				buf_putc(out, ' ');
				p++;
			} else {
				buf_putc(out, *p);
			}
		}
		while (out->len > 0 && out->data[out->len - 1] == ' ')
			buf_cut(out, out->len - 1);
		if (nl < end && !(spaced && odd))
			buf_putc(out, '\n');
		p = nl < end ? nl + 1 : nl;
	}
}

enum { FORM_PLAIN, FORM_UNFLOWED, FORM_TIDY, N_FORMS };

static bool
is_same(const struct buf *a, const struct buf *b)
{
	return a->len == b->len && memcmp(a->data, b->data, a->len) == 0;
}

/* Make the forms of a cut from one of its starts; say which say anew. */
static void
make_forms(struct arena *arena, const struct cut *cut, int start,
    struct buf form[N_FORMS], bool is_new[N_FORMS])
{
	const struct buf *best;
	struct buf lf;
	int i;

	for (i = 0; i < N_FORMS; i++)
		buf_init(&form[i], arena);
	buf_init(&lf, arena);
	unquote(&form[FORM_PLAIN], cut, cut->start[start]);
	without_cr(&lf, &form[FORM_PLAIN]);
	unflow(&form[FORM_UNFLOWED], cut, &lf);
	best = cut->flowed ? &form[FORM_UNFLOWED] : &lf;
	tidy(&form[FORM_TIDY], best);
	is_new[FORM_PLAIN] = true;
	is_new[FORM_UNFLOWED] = !is_same(&form[FORM_UNFLOWED], &lf);
	is_new[FORM_TIDY] = !is_same(&form[FORM_TIDY], best);
}

void
variants_of_cut(struct arena *arena, const struct cut *cut,
    struct orders *out)
{
	struct buf form[CUT_STARTS][N_FORMS];
	bool is_new[N_FORMS] = { false };
	int f, i, left, limit;
	enum ending ending;

	for (i = cut->n_starts - 1; i >= 0; i--)
		make_forms(arena, cut, i, form[i], is_new);
	left = is_new[FORM_PLAIN] + is_new[FORM_UNFLOWED] + is_new[FORM_TIDY];
	for (f = 0; f < N_FORMS; f++) {
		if (!is_new[f])
			continue;
		limit = out->n_variants +
		    (ORDERS_VARIANTS - out->n_variants) / left--;
		for (ending = 0; ending < N_ENDINGS; ending++)
			for (i = 0; i < cut->n_starts; i++)
				add_ending(arena, out, limit,
				    &form[i][f], ending);
	}
}

void
variants_of_file(struct arena *arena, const char *bytes, size_t len,
    const char *text, size_t text_len, struct orders *out)
{
	struct buf buf;
	enum ending ending;

	buf_init(&buf, arena);
	buf_add(&buf, bytes, len);
	for (ending = 0; ending < N_ENDINGS; ending++)
		add_ending(arena, out, ORDERS_VARIANTS, &buf, ending);
	if (text == NULL)
		return;
	buf_init(&buf, arena);
	buf_add(&buf, text, text_len);
	for (ending = 0; ending < N_ENDINGS; ending++)
		add_ending(arena, out, ORDERS_VARIANTS, &buf, ending);
}
