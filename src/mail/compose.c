/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Writing mails: headers folded and encoded, a text, attachments. */

#include "config.h"

#include "mail/compose.h"

#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/fault.h"
#include "base/text.h"
#include "data/digest.h"
#include "mail/address.h"
#include "mail/mime.h"

enum {
	FOLD_COLUMN = 78,
	LONGEST_LINE = 998,
	TEXT_LINE = 78,			/* longer ones are encoded */
	BASE64_LINE = 76,
	BOUNDARY_DIGITS = 32,
	FILE_NAME = 64
};

/* CHECKS AT THE ENTRY */

bool
compose_is_header_text(const char *text)
{
	size_t left = strlen(text);
	uint32_t rune;
	int n;

	if (left > COMPOSE_TEXT)
		return false;
	for (; left > 0; left -= n, text += n) {
		n = text_rune(text, left, &rune);
		if (n == 0 || rune == '\n' || rune == '\t' ||
		    text_is_unsafe_rune(rune))
			return false;
	}
	return true;
}

static int
check_text(const char *what, const char *text, struct fault *fault)
{
	if (text != NULL && !compose_is_header_text(text))
		return fault_set(fault, FAULT_OPERATOR,
		    "cannot write a mail: the %s is too long, or has a "
		    "control character in it", what);
	return 0;
}

static int
check_address(const char *what, const char *text, struct fault *fault)
{
	if (text != NULL && !address_is_valid(text))
		return fault_set(fault, FAULT_OPERATOR,
		    "cannot write a mail: the address of the %s is not of "
		    "the form name@domain", what);
	return 0;
}

static int
check_id(const char *id, struct fault *fault)
{
	if (id != NULL && !message_id_is_valid(id))
		return fault_set(fault, FAULT_OPERATOR,
		    "cannot write a mail: a message id is not valid");
	return 0;
}

/* Is it made of letters, digits and the marks given, and not too long? */
static bool
is_made_of(const char *text, const char *marks)
{
	size_t i;

	for (i = 0; text[i] != '\0'; i++)
		if (!(text[i] >= 'a' && text[i] <= 'z') &&
		    !(text[i] >= 'A' && text[i] <= 'Z') &&
		    !(text[i] >= '0' && text[i] <= '9') &&
		    strchr(marks, text[i]) == NULL)
			return false;
	return i > 0 && i <= FILE_NAME;
}

static int
check_extras(const struct compose_mail *mail, struct fault *fault)
{
	static const char ours[] = "X-Postern";
	const char *name;
	int i;

	for (i = 0; i < mail->n_extras; i++) {
		name = mail->extra[i].name;
		if (strncmp(name, ours, strlen(ours)) != 0 ||
		    !is_made_of(name, "-") ||
		    (name[strlen(ours)] != '\0' && name[strlen(ours)] != '-'))
			return fault_set(fault, FAULT_OPERATOR,
			    "cannot write a mail: an extra header's name does "
			    "not begin with X-Postern");
		if (check_text("extra header", mail->extra[i].value,
		    fault) == -1)
			return -1;
	}
	return 0;
}

static int
check_files(const struct compose_mail *mail, struct fault *fault)
{
	int i;

	for (i = 0; i < mail->n_files; i++)
		if (!is_made_of(mail->file[i].name, ".-_") ||
		    !is_made_of(mail->file[i].type, "/.-+"))
			return fault_set(fault, FAULT_OPERATOR,
			    "cannot write a mail: an attachment's name or "
			    "type is not valid");
	return 0;
}

static int
check_mail(const struct compose_mail *mail, struct fault *fault)
{
	const char *const *id;

	if (check_address("sender", mail->from, fault) == -1 ||
	    check_address("recipient", mail->to, fault) == -1 ||
	    check_address("answers", mail->reply_to, fault) == -1 ||
	    check_text("sender's name", mail->from_name, fault) == -1 ||
	    check_text("recipient's name", mail->to_name, fault) == -1 ||
	    check_text("subject", mail->subject, fault) == -1 ||
	    check_id(mail->id, fault) == -1 ||
	    check_id(mail->in_reply_to, fault) == -1 ||
	    check_extras(mail, fault) == -1 ||
	    check_files(mail, fault) == -1)
		return -1;
	for (id = mail->references; id != NULL && *id != NULL; id++)
		if (check_id(*id, fault) == -1)
			return -1;
	if (!text_is_utf8(mail->text, mail->text_len))
		return fault_set(fault, FAULT_OPERATOR,
		    "cannot write a mail: the text is not UTF-8");
	return 0;
}

/* HEADER LINES */

/* A mail being written. */
struct writer {
	struct buf			*out;
	const struct compose_mail	*mail;
	bool				 failed;
};

/*
 * The only place where a header line is written: printable ASCII, folded at
 * blanks. A word is kept together with the blanks before it, so that no
 * line is blank.
 */
static void
put_header(struct writer *w, const char *name, const char *value)
{
	size_t column, blanks, n, i;

	for (i = 0; value[i] != '\0'; i++)
		if (value[i] < ' ' || value[i] > '~')
			w->failed = true;
	if (w->failed)
		return;
	buf_printf(w->out, "%s: ", name);
	column = strlen(name) + 2;
	while (*value != '\0') {
		blanks = strspn(value, " ");
		n = blanks + strcspn(value + blanks, " ");
		if (column + n > FOLD_COLUMN && blanks > 0) {
			buf_puts(w->out, "\r\n");
			column = 0;
		}
		if (column + n > LONGEST_LINE)
			w->failed = true;
		buf_add(w->out, value, n);
		column += n;
		value += n;
	}
	buf_puts(w->out, "\r\n");
}

/* Can text stand as it is, or would a reader take or make something of it? */
static bool
is_plain(const char *text)
{
	size_t n = strlen(text), i, word = 0;

	for (i = 0; i < n; i++) {
		if (text[i] < ' ' || text[i] > '~')
			return false;
		word = text[i] == ' ' ? 0 : word + 1;
		if (word > FOLD_COLUMN - 12)
			return false;
	}
	return strstr(text, "=?") == NULL && (n == 0 ||
	    (text[0] != ' ' && text[n - 1] != ' '));
}

static void
put_text(struct writer *w, const char *name, const char *text)
{
	struct buf value;

	buf_init(&value, w->out->arena);
	if (is_plain(text))
		buf_puts(&value, text);
	else
		mime_words_write(&value, text);
	put_header(w, name, value.data);
}

/* Write "Name" <address>; a name that is long or not ASCII as words. */
static void
put_mailbox(struct writer *w, const char *header, const char *name,
    const char *address)
{
	struct buf value;

	buf_init(&value, w->out->arena);
	if (name == NULL || *name == '\0') {
		buf_puts(&value, address);
	} else if (is_plain(name) && strlen(name) < FOLD_COLUMN / 2) {
		buf_putc(&value, '"');
		for (; *name != '\0'; name++) {
			if (*name == '"' || *name == '\\')
				buf_putc(&value, '\\');
			buf_putc(&value, *name);
		}
		buf_printf(&value, "\" <%s>", address);
	} else {
		mime_words_write(&value, name);
		buf_printf(&value, " <%s>", address);
	}
	put_header(w, header, value.data);
}

static void
put_ids(struct writer *w, const char *header, const char *const *ids)
{
	struct buf value;

	if (ids == NULL || ids[0] == NULL)
		return;
	buf_init(&value, w->out->arena);
	for (; *ids != NULL; ids++)
		buf_printf(&value, "%s<%s>", value.len > 0 ? " " : "", *ids);
	put_header(w, header, value.data);
}

static void
put_envelope(struct writer *w)
{
	const struct compose_mail *mail = w->mail;
	const char *id[] = { mail->id, NULL };
	const char *in_reply_to[] = { mail->in_reply_to, NULL };
	struct buf date;
	int i;

	buf_init(&date, w->out->arena);
	clock_mail(&date, mail->date);
	put_header(w, "Date", date.data);
	put_mailbox(w, "From", mail->from_name, mail->from);
	if (mail->reply_to != NULL)
		put_mailbox(w, "Reply-To", NULL, mail->reply_to);
	put_mailbox(w, "To", mail->to_name, mail->to);
	put_ids(w, "Message-ID", id);
	put_ids(w, "In-Reply-To", in_reply_to);
	put_ids(w, "References", mail->references);
	put_text(w, "Subject", mail->subject);
	put_header(w, "Auto-Submitted",
	    mail->is_reply ? "auto-replied" : "auto-generated");
	for (i = 0; i < mail->n_extras; i++)
		put_text(w, mail->extra[i].name, mail->extra[i].value);
	put_header(w, "MIME-Version", "1.0");
}

/* PARTS */

/* Would the text pass every relay as it is? */
static bool
is_seven_bit(const char *text, size_t len)
{
	size_t i, column = 0;

	for (i = 0; i < len; i++) {
		if (text[i] == '\n') {
			if (column > 0 && (text[i - 1] == ' ' ||
			    text[i - 1] == '\t'))
				return false;
			column = 0;
			continue;
		}
		if ((text[i] < ' ' && text[i] != '\t') || text[i] > '~' ||
		    ++column > TEXT_LINE)
			return false;
		if (column == 1 && (text[i] == '.' ||
		    (len - i >= 5 && memcmp(text + i, "From ", 5) == 0)))
			return false;
	}
	return len == 0 || text[len - 1] == '\n';
}

static bool
is_ascii(const char *text, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (text[i] <= 0)
			return false;
	return true;
}

static void
put_lines(struct buf *out, const char *text, size_t len)
{
	const char *end = text + len, *nl;

	for (; text < end; text = nl + 1) {
		nl = memchr(text, '\n', end - text);
		buf_add(out, text, nl - text);
		buf_puts(out, "\r\n");
	}
}

static void
put_base64(struct buf *out, const void *bytes, size_t len)
{
	struct buf lines;

	buf_init(&lines, out->arena);
	base64_write(&lines, bytes, len, BASE64_LINE);
	if (lines.len > 0 && lines.data[lines.len - 1] != '\n')
		buf_putc(&lines, '\n');
	put_lines(out, lines.data, lines.len);
}

static void
put_text_part(struct writer *w)
{
	const char *text = w->mail->text;
	size_t len = w->mail->text_len;

	put_header(w, "Content-Type", is_ascii(text, len) ?
	    "text/plain; charset=us-ascii" : "text/plain; charset=utf-8");
	if (w->mail->is_exact) {
		put_header(w, "Content-Transfer-Encoding", "base64");
		buf_puts(w->out, "\r\n");
		put_base64(w->out, text, len);
	} else if (is_seven_bit(text, len)) {
		put_header(w, "Content-Transfer-Encoding", "7bit");
		buf_puts(w->out, "\r\n");
		put_lines(w->out, text, len);
	} else {
		put_header(w, "Content-Transfer-Encoding", "quoted-printable");
		buf_puts(w->out, "\r\n");
		mime_qp_write(w->out, text, len);
	}
}

static void
put_file(struct writer *w, const struct compose_file *file)
{
	struct buf value;

	put_header(w, "Content-Type", file->type);
	buf_init(&value, w->out->arena);
	buf_printf(&value, "attachment; filename=\"%s\"", file->name);
	put_header(w, "Content-Disposition", value.data);
	put_header(w, "Content-Transfer-Encoding", "base64");
	buf_puts(w->out, "\r\n");
	put_base64(w->out, file->bytes, file->len);
}

/*
 * Make the boundary from what lies between the boundaries: it cannot stand
 * in there, and the same mail has the same boundary.
 */
static void
make_boundary(const struct compose_mail *mail, struct arena *arena,
    char out[BOUNDARY_DIGITS + 1])
{
	int n = 1 + 3 * mail->n_files, i;
	struct digest_part *part = arena_alloc(arena, n * sizeof(*part));
	struct digest digest;
	char hex[HEX_SIZE];

	part[0].data = mail->text;
	part[0].len = mail->text_len;
	for (i = 0; i < mail->n_files; i++) {
		part[3 * i + 1].data = mail->file[i].name;
		part[3 * i + 1].len = strlen(mail->file[i].name);
		part[3 * i + 2].data = mail->file[i].type;
		part[3 * i + 2].len = strlen(mail->file[i].type);
		part[3 * i + 3].data = mail->file[i].bytes;
		part[3 * i + 3].len = mail->file[i].len;
	}
	digest_of_parts(part, n, &digest);
	digest_hex(&digest, hex);
	memcpy(out, hex, BOUNDARY_DIGITS);
	out[BOUNDARY_DIGITS] = '\0';
}

static void
put_multipart(struct writer *w)
{
	char boundary[BOUNDARY_DIGITS + 1];
	struct buf value;
	int i;

	make_boundary(w->mail, w->out->arena, boundary);
	buf_init(&value, w->out->arena);
	buf_printf(&value, "multipart/mixed; boundary=\"=_%s\"", boundary);
	put_header(w, "Content-Type", value.data);
	buf_printf(w->out, "\r\n--=_%s\r\n", boundary);
	put_text_part(w);
	for (i = 0; i < w->mail->n_files; i++) {
		buf_printf(w->out, "\r\n--=_%s\r\n", boundary);
		put_file(w, w->mail->file + i);
	}
	buf_printf(w->out, "\r\n--=_%s--\r\n", boundary);
}

int
compose_mail(struct buf *out, const struct compose_mail *mail,
    struct fault *fault)
{
	struct writer w = { .out = out, .mail = mail };
	size_t before = out->len;

	if (check_mail(mail, fault) == -1)
		return -1;
	put_envelope(&w);
	if (mail->n_files > 0)
		put_multipart(&w);
	else
		put_text_part(&w);
	if (!w.failed)
		return 0;
	buf_cut(out, before);
	return fault_set(fault, FAULT_OPERATOR,
	    "cannot write a mail: a header line would not be valid");
}
