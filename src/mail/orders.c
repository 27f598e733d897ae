/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Finding the order file and its signature in a mail. */

#include "config.h"

#include "mail/orders.h"

#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "base/buf.h"
#include "mail/message.h"
#include "mail/variants.h"

#define ARMOUR_BEGIN	"-----BEGIN SSH SIGNATURE-----"
#define ARMOUR_END	"-----END SSH SIGNATURE-----"

enum { ARMOUR_BYTES = 1 << 14 };

/* What has been found of a mail so far. */
struct found {
	struct arena		*arena;
	const struct message	*message;
	int			 n_files;
	const struct message_part *file;	/* attached; or */
	struct cut		 cut;		/* cut out of a text */
	int			 n_signatures;
	struct buf		 signature;
	int			 n_loose;	/* files in texts, unsigned */
	int			 n_loose_quoted;
	struct cut		 loose;
	struct cut		 loose_quoted;
	bool			 is_cut_off;
	bool			 has_strange_text;
	bool			 has_text;
	bool			 has_html;
};

/* LINES */

static const char *
end_of_line(const char *p, const char *end)
{
	const char *nl = memchr(p, '\n', end - p);

	return nl != NULL ? nl : end;
}

static const char *
next_line(const char *p, const char *end)
{
	p = end_of_line(p, end);
	return p < end ? p + 1 : p;
}

/* The start of the line before the one that starts at p; NULL for none. */
static const char *
previous_line(const char *begin, const char *p)
{
	const char *nl;

	if (p == begin)
		return NULL;
	nl = memrchr(begin, '\n', p - 1 - begin);
	return nl != NULL ? nl + 1 : begin;
}

/* Does the line at p begin with word, and nothing or a blank behind it? */
static bool
begins_with(const char *p, const char *end, const char *word)
{
	size_t n = strlen(word);

	return (size_t)(end - p) >= n && memcmp(p, word, n) == 0 &&
	    (p + n == end || strchr(" \t\r\n", p[n]) != NULL);
}

static bool
begins_with_one(const char *p, const char *end, const char *const *words)
{
	for (; *words != NULL; words++)
		if (begins_with(p, end, *words))
			return true;
	return false;
}

static bool
begins_with_key(const char *p, const char *end)
{
	static const char *const keys[] = { "of:", "turn:", "seat:", "seq:",
	    "orders:", "standing:", "press:", NULL };

	return begins_with_one(p, end, keys);
}

/* Is it the line that a file is known by? */
static bool
begins_file(const char *p, const char *end)
{
	return begins_with(p, end, "game:") || begins_with(p, end, "command:");
}

/* Could it be a line of an order file other than its line "game:"? */
static bool
is_file_line(const char *p, const char *end)
{
	return p < end && (*p == '#' || *p == ' ' ||
	    begins_with(p, end, "-") || begins_with_key(p, end));
}

/* Could it be a line of a command other than its line "command:"? */
static bool
is_command_line(const char *p, const char *end)
{
	static const char *const keys[] = { "host:", "number:", "engine:",
	    "game:", "turn:", "add:", "retire:", "name:", "address:", "key:",
	    "until:", "token:", NULL };

	return p < end && (*p == '#' || *p == ' ' ||
	    begins_with_one(p, end, keys));
}

static bool
is_empty(const char *p, const char *end)
{
	return p == end || *p == '\r' || *p == '\n';
}

/* Read the quote before a line; return where its text begins. */
static const char *
read_quote(struct quote *quote, const char *p, const char *end)
{
	const char *text = p;

	quote->depth = 0;
	quote->blank = false;
	while (p < end && (*p == '>' || (*p == ' ' && quote->depth > 0))) {
		if (*p == ' ' && p[-1] != '>')
			break;
		quote->depth += *p == '>';
		quote->blank = *p == ' ';
		text = ++p;
	}
	return text;
}

/* SIGNATURES */

/*
 * Find the next line that begins an armoured signature. *quote is how it is
 * quoted; blanks before it are passed over.
 */
static const char *
find_armour(const char *p, const char *end, struct quote *quote)
{
	const char *mark, *line, *text;

	while ((mark = memmem(p, end - p, ARMOUR_BEGIN,
	    strlen(ARMOUR_BEGIN))) != NULL) {
		line = memrchr(p, '\n', mark - p);
		line = line != NULL ? line + 1 : p;
		text = read_quote(quote, line, end);
		while (text < mark && *text == ' ')
			text++;
		if (text == mark)
			return line;
		p = end_of_line(mark, end);
	}
	return NULL;
}

/*
 * Copy the armour that begins at line p to out, without quotes, blanks and
 * empty lines. Return what follows it, or NULL where it does not end.
 */
static const char *
copy_armour(struct buf *out, const struct quote *quote, const char *p,
    const char *end)
{
	const char *stop, *text;
	size_t start = out->len;

	while (p < end && out->len - start < ARMOUR_BYTES) {
		stop = end_of_line(p, end);
		text = quote_strip(quote, p, stop);
		p = next_line(p, end);
		if (text == NULL)
			break;
		while (text < stop && strchr(" \t", *text) != NULL)
			text++;
		while (stop > text && strchr(" \t\r", stop[-1]) != NULL)
			stop--;
		if (text == stop)
			continue;
		buf_add(out, text, stop - text);
		buf_putc(out, '\n');
		if (begins_with(text, stop, ARMOUR_END))
			return p;
	}
	buf_cut(out, start);
	return NULL;
}

/* FILES IN A TEXT */

static void
add_start(struct cut *cut, const char *start)
{
	if (cut->n_starts == 0 || cut->start[cut->n_starts - 1] != start)
		cut->start[cut->n_starts++] = start;
}

/* Is the line in a command? Then find where that begins. */
static const char *
find_command(const struct cut *cut, const char *begin, const char *line)
{
	const char *text;

	do {
		text = quote_strip(&cut->quote, line, cut->end);
		if (text == NULL)
			return NULL;
		if (begins_with(text, cut->end, "command:"))
			return line;
		if (!is_command_line(text, cut->end) &&
		    !is_empty(text, cut->end))
			return NULL;
	} while ((line = previous_line(begin, line)) != NULL);
	return NULL;
}

/*
 * From the line "game:" go up over comments and keys that were written
 * before it, and over "---"; or up to the line "command:".
 */
static void
set_starts(struct cut *cut, const char *begin, const char *game)
{
	const char *top = game, *line = game, *text, *dashes = NULL;

	if ((text = find_command(cut, begin, game)) != NULL) {
		add_start(cut, text);
		return;
	}
	while ((line = previous_line(begin, line)) != NULL) {
		text = quote_strip(&cut->quote, line, cut->end);
		if (text == NULL)
			break;
		if (begins_with(text, cut->end, "---")) {
			dashes = line;
			break;
		}
		if (is_file_line(text, cut->end))
			top = line;
		else if (!is_empty(text, cut->end))
			break;
	}
	if (dashes != NULL)
		add_start(cut, dashes);
	add_start(cut, top);
	add_start(cut, game);
}

/*
 * Find the file whose signature begins at the line armour: from the nearest
 * line "game:" or "command:" above it on, or, without one, from the nearest
 * "---".
 */
static bool
cut_above(struct cut *cut, const char *begin, const char *armour)
{
	const char *line = armour, *text, *dashes = NULL;

	cut->end = armour;
	cut->n_starts = 0;
	while ((line = previous_line(begin, line)) != NULL &&
	    armour - line <= ORDERS_BYTES) {
		text = quote_strip(&cut->quote, line,
		    end_of_line(line, armour));
		if (text == NULL)
			break;
		if (begins_file(text, armour)) {
			set_starts(cut, begin, line);
			return true;
		}
		if (dashes == NULL && begins_with(text, armour, "---"))
			dashes = line;
	}
	if (dashes != NULL)
		add_start(cut, dashes);
	return dashes != NULL;
}

/* Find the end of an unsigned file: the first line that cannot be in it. */
static bool
cut_below(struct cut *cut, const char *game, const char *end)
{
	const char *p = next_line(game, end), *text;
	bool has_key, is_command;

	text = quote_strip(&cut->quote, game, end_of_line(game, end));
	is_command = text != NULL && begins_with(text, end, "command:");
	has_key = is_command;
	cut->n_starts = 0;
	cut->end = p;
	for (; p < end; p = next_line(p, end)) {
		text = quote_strip(&cut->quote, p, end_of_line(p, end));
		if (text == NULL || (!is_empty(text, end) && !(is_command ?
		    is_command_line(text, end) : is_file_line(text, end))))
			break;
		has_key |= begins_with(text, end, "turn:") ||
		    begins_with(text, end, "seat:");
		if (!is_empty(text, end))
			cut->end = next_line(p, end);
	}
	return has_key;
}

/* Look for files without a signature. */
static void
find_loose(struct found *found, struct cut *cut, const char *begin,
    const char *end)
{
	const char *p = begin, *text;

	while (p < end) {
		text = read_quote(&cut->quote, p, end);
		if (!begins_file(text, end) ||
		    !cut_below(cut, p, end)) {
			p = next_line(p, end);
			continue;
		}
		set_starts(cut, begin, p);
		if (cut->quote.depth == 0 && found->n_loose++ == 0)
			found->loose = *cut;
		if (cut->quote.depth > 0 && found->n_loose_quoted++ == 0)
			found->loose_quoted = *cut;
		p = cut->end;
	}
}

/*
 * Look through a text for files with their signatures after them; without
 * any, for files whose signature may be elsewhere.
 */
static void
search_text(struct found *found, const struct message_part *part,
    const char *text, size_t len)
{
	struct cut cut = { .flowed = part->flowed, .delsp = part->delsp };
	const char *p = text, *end = text + len, *armour;
	struct buf signature;

	while (found->n_signatures < 2 && !found->is_cut_off &&
	    (armour = find_armour(p, end, &cut.quote)) != NULL) {
		buf_init(&signature, found->arena);
		if (cut_above(&cut, p, armour) && found->n_files++ == 0)
			found->cut = cut;
		p = copy_armour(&signature, &cut.quote, armour, end);
		found->is_cut_off = p == NULL;
		if (found->n_signatures++ == 0)
			found->signature = signature;
	}
	if (p == text)
		find_loose(found, &cut, text, end);
}

/* ATTACHMENTS */

static bool
ends_in(const char *name, const char *ending)
{
	size_t n = strlen(name), m = strlen(ending);

	return n > m && strcasecmp(name + n - m, ending) == 0;
}

/* Does a file have its signature at its end, not somewhere inside? */
static bool
has_armour(const struct message_part *part)
{
	const char *end = part->bytes + part->len, *line;
	struct quote quote;

	line = find_armour(part->bytes, end, &quote);
	return line != NULL && begins_with(line, end, ARMOUR_BEGIN);
}

static bool
is_signature(const struct message_part *part)
{
	size_t blanks = 0, n = strlen(ARMOUR_BEGIN);

	if (ends_in(part->name, ".sig"))
		return true;
	while (blanks < part->len && strchr(" \t\r\n",
	    part->bytes[blanks]) != NULL && part->bytes[blanks] != '\0')
		blanks++;
	return part->name[0] != '\0' && part->len - blanks >= n &&
	    memcmp(part->bytes + blanks, ARMOUR_BEGIN, n) == 0;
}

/* Is there an attachment named like part with .sig behind it? */
static bool
has_signature_beside(const struct found *found,
    const struct message_part *part)
{
	const char *name;
	int i;

	if (part->name[0] == '\0')
		return false;
	name = arena_printf(found->arena, "%s.sig", part->name);
	for (i = 0; i < found->message->n_parts; i++)
		if (strcasecmp(found->message->part[i].name, name) == 0)
			return true;
	return false;
}

static bool
is_file(const struct found *found, const struct message_part *part)
{
	static const char *const types[] = { "application/yaml",
	    "application/x-yaml", "text/yaml", "text/x-yaml", NULL };
	int i;

	if (ends_in(part->name, ".yaml") || ends_in(part->name, ".yml"))
		return true;
	for (i = 0; types[i] != NULL; i++)
		if (strcmp(part->type, types[i]) == 0)
			return true;
	return has_signature_beside(found, part);
}

static void
take_signature(struct found *found, const struct message_part *part)
{
	const char *end = part->bytes + part->len, *p;
	struct quote quote;

	if (found->n_signatures++ > 0)
		return;
	buf_init(&found->signature, found->arena);
	p = find_armour(part->bytes, end, &quote);
	if (p == NULL)
		buf_add(&found->signature, part->bytes, part->len);
	else if (copy_armour(&found->signature, &quote, p, end) == NULL)
		found->is_cut_off = true;
}

static void
look_at(struct found *found, const struct message_part *part)
{
	if (part->bytes == NULL) {
		found->has_html |= strcmp(part->type, "text/html") == 0;
	} else if (is_signature(part)) {
		take_signature(found, part);
	} else if (is_file(found, part)) {
		if (has_armour(part))
			search_text(found, part, part->bytes, part->len);
		else if (found->n_files++ == 0)
			found->file = part;
	} else if (part->text != NULL) {
		found->has_text = true;
		search_text(found, part, part->text, part->text_len);
	} else if (strncmp(part->type, "text/", 5) == 0) {
		found->has_strange_text = true;
	}
}

/* WHAT IT COMES TO */

static void
settle(struct orders *out, enum orders_kind kind, const char *reason)
{
	out->kind = kind;
	out->reason = reason;
}

/*
 * Take an unsigned file in a text for the file, unless there is another. A
 * quoted one counts only when no other is there: it may be the form from
 * the report that is answered.
 */
static void
take_loose(struct found *found)
{
	if (found->n_files > 0 || found->n_loose + found->n_loose_quoted == 0)
		return;
	if (found->n_loose > 0) {
		found->n_files = found->n_loose;
		found->cut = found->loose;
	} else {
		found->n_files = found->n_loose_quoted;
		found->cut = found->loose_quoted;
	}
}

static void
settle_nothing(const struct found *found, struct orders *out)
{
	if (found->has_strange_text)
		settle(out, ORDERS_UNREADABLE,
		    "The text of this mail is in a character set that is not "
		    "read here. Write it in UTF-8, or attach orders.yaml and "
		    "orders.yaml.sig.");
	else if (found->has_html && !found->has_text)
		settle(out, ORDERS_NOTHING,
		    "This mail is in HTML only and has no order file in it. "
		    "Write it as plain text, or attach orders.yaml and "
		    "orders.yaml.sig.");
	else
		settle(out, ORDERS_NOTHING,
		    "There is no order file in this mail. Attach orders.yaml "
		    "and orders.yaml.sig, or put the file and then its "
		    "signature into the text.");
}

static void
add_variants(const struct found *found, struct orders *out)
{
	const struct message_part *file = found->file;
	size_t len;

	len = file != NULL ? file->len :
	    (size_t)(found->cut.end - found->cut.start[0]);
	if (len > ORDERS_BYTES) {
		settle(out, ORDERS_UNREADABLE,
		    "The order file in this mail is too long.");
		return;
	}
	if (file != NULL)
		variants_of_file(found->arena, file->bytes, file->len,
		    file->text, file->text_len, out);
	else
		variants_of_cut(found->arena, &found->cut, out);
}

static void
settle_kind(const struct found *found, struct orders *out)
{
	if (found->is_cut_off)
		settle(out, ORDERS_UNREADABLE,
		    "The signature in this mail is cut off: it has no line "
		    ARMOUR_END ".");
	else if (found->n_files > 1)
		settle(out, ORDERS_TWO,
		    "There is more than one order file in this mail. Send one "
		    "file in one mail.");
	else if (found->n_signatures > 1)
		settle(out, ORDERS_TWO,
		    "There is more than one signature in this mail. Send one "
		    "file with its one signature.");
	else if (found->n_files == 1 && found->n_signatures == 0)
		settle(out, ORDERS_UNSIGNED,
		    "The order file in this mail is not signed. Sign it with "
		    "ssh-keygen -Y sign, and send the signature with it.");
	else if (found->n_files == 0 && found->n_signatures == 1)
		settle(out, ORDERS_NO_FILE,
		    "There is a signature in this mail, but no order file "
		    "that it could belong to.");
	else if (found->n_files == 0)
		settle_nothing(found, out);
	else
		settle(out, ORDERS_SIGNED, "");
}

void
orders_find(struct arena *arena, const struct message *message,
    struct orders *out)
{
	struct found found = { .arena = arena, .message = message };
	int i;

	memset(out, 0, sizeof(*out));
	buf_init(&found.signature, arena);
	for (i = 0; i < message->n_parts; i++)
		look_at(&found, message->part + i);
	take_loose(&found);
	settle_kind(&found, out);
	out->signature = found.signature.data;
	out->signature_len = found.signature.len;
	if (out->kind == ORDERS_SIGNED || out->kind == ORDERS_UNSIGNED)
		add_variants(&found, out);
}
