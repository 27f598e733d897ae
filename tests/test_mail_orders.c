/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The order file is found in mails as mail programs write them, and the
 * bytes that were signed are among its variants.
 */

#include "test.h"

#include <time.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "data/digest.h"
#include "mail/message.h"
#include "mail/mime.h"
#include "mail/orders.h"

#define FILE_TEXT \
	"game: noir-7\n" \
	"of: 3fa9c01e\n" \
	"turn: 12\n" \
	"seat: jane\n" \
	"orders:\n" \
	"  - listen\n" \
	"  - move: hall\n"

#define ARMOUR \
	"-----BEGIN SSH SIGNATURE-----\n" \
	"U1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAgJKxoLBJBivUPNTU\n" \
	"jozKvHarKeN8uYFqgAAAAHcG9zdGVybgAAAAAAAAAGc2hhNTEyAAAAUwAAA\n" \
	"NTUxOQAAAEBhYWFhYWFhYWFhYWFhYWFhYWFhYQ==\n" \
	"-----END SSH SIGNATURE-----\n"

#define HEAD \
	"Return-Path: <jane@example.org>\n" \
	"From: Jane <jane@example.org>\n" \
	"To: host@example.net\n" \
	"Subject: Re: [noir-7] turn 12\n" \
	"Date: Wed, 18 Nov 2026 11:29:41 +0000\n" \
	"Message-ID: <x1@example.org>\n" \
	"MIME-Version: 1.0\n"

static struct arena *arena;
static struct orders orders;

static int
setup(void **state)
{
	(void)state;
	arena = arena_new();
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	arena_free(arena);
	return 0;
}

/* TOOLS */

static const char *
to_crlf(const char *text)
{
	struct buf out;

	buf_init(&out, arena);
	for (; *text != '\0'; text++) {
		if (*text == '\n')
			buf_putc(&out, '\r');
		buf_putc(&out, *text);
	}
	return out.data;
}

static const char *
to_base64(const char *text)
{
	struct buf out;

	buf_init(&out, arena);
	base64_write(&out, text, strlen(text), 76);
	return out.data;
}

static const char *
to_qp(const char *text)
{
	struct buf out;

	buf_init(&out, arena);
	mime_qp_write(&out, text, strlen(text));
	return out.data;
}

/* Put prefix before each line of text. */
static const char *
quoted(const char *prefix, const char *text)
{
	struct buf out;
	bool start = true;

	buf_init(&out, arena);
	for (; *text != '\0'; text++) {
		if (start)
			buf_puts(&out, prefix);
		start = *text == '\n';
		buf_putc(&out, *text);
	}
	return out.data;
}

/* Write lines as format=flowed wants them: stuffed. */
static const char *
stuffed(const char *text)
{
	struct buf out;
	bool start = true;

	buf_init(&out, arena);
	for (; *text != '\0'; text++) {
		if (start && (*text == ' ' || *text == '>'))
			buf_putc(&out, ' ');
		start = *text == '\n';
		buf_putc(&out, *text);
	}
	return out.data;
}

static void
look(const char *mail)
{
	struct message message;
	struct fault fault;

	if (message_read(arena, mail, strlen(mail), &message, &fault) == -1)
		fail_msg("%s", fault.text);
	orders_find(arena, &message, &orders);
	assert_non_null(orders.reason);
	assert_true((orders.kind == ORDERS_SIGNED) ==
	    (orders.reason[0] == '\0'));
}

static int
place_of(const char *file)
{
	int i;

	for (i = 0; i < orders.n_variants; i++)
		if (orders.variant[i].len == strlen(file) &&
		    memcmp(orders.variant[i].bytes, file, strlen(file)) == 0)
			return i;
	return -1;
}

/* The mail has a signed file, and file is among its variants. */
static void
finds(const char *mail, const char *file)
{
	look(mail);
	if (orders.kind != ORDERS_SIGNED)
		fail_msg("%s", orders.reason);
	assert_int_equal(orders.signature_len, strlen(ARMOUR));
	assert_memory_equal(orders.signature, ARMOUR, strlen(ARMOUR));
	if (place_of(file) == -1)
		fail_msg("not among %d variants, the first of which is:\n%s",
		    orders.n_variants, arena_strndup(arena,
		    orders.variant[0].bytes, orders.variant[0].len));
}

static void
finds_both_ways(const char *mail, const char *file)
{
	finds(mail, file);
	finds(to_crlf(mail), file);
}

static void
is_refused(const char *mail, enum orders_kind kind, const char *why)
{
	look(mail);
	assert_int_equal(orders.kind, kind);
	if (strstr(orders.reason, why) == NULL)
		fail_msg("\"%s\" does not say \"%s\"", orders.reason, why);
}

static const char *
plain(const char *body)
{
	return arena_printf(arena, "%sContent-Type: text/plain; "
	    "charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n%s", HEAD,
	    body);
}

static const char *
flowed(const char *body)
{
	return arena_printf(arena, "%sContent-Type: text/plain; "
	    "charset=UTF-8; format=flowed\n"
	    "Content-Transfer-Encoding: 7bit\n\n%s", HEAD, body);
}

static const char *
part(const char *headers, const char *body)
{
	return arena_printf(arena, "--zz\n%s\n%s\n", headers, body);
}

static const char *
attachment(const char *name, const char *body)
{
	return part(arena_printf(arena, "Content-Type: "
	    "application/octet-stream; name=\"%s\"\n"
	    "Content-Disposition: attachment; filename=\"%s\"\n"
	    "Content-Transfer-Encoding: base64\n", name, name),
	    to_base64(body));
}

static const char *
mixed(const char *a, const char *b, const char *c)
{
	return arena_printf(arena, "%sContent-Type: multipart/mixed; "
	    "boundary=zz\n\n%s%s%s--zz--\n", HEAD, a, b, c);
}

/* MAIL PROGRAMS */

static void
test_gmail_sends_attachments_in_base64(void **state)
{
	const char *mail = arena_printf(arena, "%s"
	    "Content-Type: multipart/mixed; boundary=\"00000000aa\"\n\n"
	    "--00000000aa\n"
	    "Content-Type: multipart/alternative; boundary=\"00000000bb\"\n\n"
	    "--00000000bb\nContent-Type: text/plain; charset=\"UTF-8\"\n\n"
	    "Here are my orders.\n\n"
	    "On Wed, Nov 18, 2026 at 11:29 AM Host <host@example.net> wrote:\n"
	    "\n> game: noir-7\n> turn: 12\n> seat: jane\n> orders: none\n\n"
	    "--00000000bb\nContent-Type: text/html; charset=\"UTF-8\"\n"
	    "Content-Transfer-Encoding: quoted-printable\n\n"
	    "<div dir=3D\"ltr\">Here</div>\n\n--00000000bb--\n"
	    "--00000000aa\n"
	    "Content-Type: application/x-yaml; name=\"orders.yaml\"\n"
	    "Content-Disposition: attachment; filename=\"orders.yaml\"\n"
	    "Content-Transfer-Encoding: base64\n"
	    "Content-ID: <f_x0>\nX-Attachment-Id: f_x0\n\n%s\n"
	    "--00000000aa\n"
	    "Content-Type: application/octet-stream; name=\"orders.yaml.sig\"\n"
	    "Content-Disposition: attachment; filename=\"orders.yaml.sig\"\n"
	    "Content-Transfer-Encoding: base64\n\n%s\n--00000000aa--\n",
	    HEAD, to_base64(FILE_TEXT), to_base64(ARMOUR));

	(void)state;
	finds_both_ways(mail, FILE_TEXT);
	assert_int_equal(place_of(FILE_TEXT), 0);
}

static void
test_gmail_text_has_no_break_spaces(void **state)
{
	(void)state;
	finds_both_ways(plain("Hi,\n\ngame: noir-7\nof: 3fa9c01e\nturn: 12\n"
	    "seat: jane\norders:\n\xc2\xa0 - listen\n\xc2\xa0 - move: hall\n\n"
	    ARMOUR "\nOn Wed, Nov 18, 2026 Host wrote:\n> Turn 12\n"),
	    FILE_TEXT);
}

static void
test_thunderbird_stuffs_flowed_lines(void **state)
{
	const char *body = arena_printf(arena, "Hello host,\n\n%s\n%s\n-- \n"
	    "Jane\n", stuffed(FILE_TEXT), ARMOUR);

	(void)state;
	finds_both_ways(flowed(body), FILE_TEXT);
	assert_true(orders.n_variants <= ORDERS_VARIANTS);
}

static void
test_thunderbird_wraps_long_lines_softly(void **state)
{
	static const char file[] = "game: noir-7\nturn: 1\nseat: jane\npress:\n"
	    "  - to: [john]\n    text: I can hear you breathing, and I know "
	    "where the lamp stands that you need.\n";

	(void)state;
	finds_both_ways(flowed("game: noir-7\nturn: 1\nseat: jane\npress:\n"
	    "   - to: [john]\n     text: I can hear you breathing, and I know "
	    "\nwhere the lamp stands that you need.\n" ARMOUR), file);
}

static void
test_apple_mail_wraps_with_delsp(void **state)
{
	const char *mail = arena_printf(arena, "%sContent-Type: text/plain; "
	    "charset=us-ascii; format=flowed; delsp=yes\n\n"
	    "game: noir-7\nturn: 1\nseat: jane\npress:\n"
	    "   - {to: [john], text: good  \nevening}\n%s", HEAD, ARMOUR);

	(void)state;
	finds_both_ways(mail, "game: noir-7\nturn: 1\nseat: jane\npress:\n"
	    "  - {to: [john], text: good evening}\n");
}

static void
test_apple_mail_puts_attachments_into_an_alternative(void **state)
{
	const char *mail = arena_printf(arena, "%s"
	    "Content-Type: multipart/alternative;\n"
	    "\tboundary=\"Apple-Mail=_1\"\n\n--Apple-Mail=_1\n"
	    "Content-Transfer-Encoding: 7bit\nContent-Type: text/plain;\n"
	    "\tcharset=us-ascii\n\n\n\n--Apple-Mail=_1\n"
	    "Content-Type: multipart/mixed;\n\tboundary=\"Apple-Mail=_2\"\n\n"
	    "--Apple-Mail=_2\nContent-Type: text/html\n\n<html>\n"
	    "--Apple-Mail=_2\nContent-Disposition: attachment;\n"
	    "\tfilename=orders.yaml\nContent-Type: application/x-yaml;\n"
	    "\tx-unix-mode=0644;\n\tname=\"orders.yaml\"\n"
	    "Content-Transfer-Encoding: 7bit\n\n%s\n--Apple-Mail=_2\n"
	    "Content-Disposition: attachment;\n\tfilename=orders.yaml.sig\n"
	    "Content-Type: application/pgp-signature;\n"
	    "\tname=\"orders.yaml.sig\"\n\n%s\n--Apple-Mail=_2--\n\n"
	    "--Apple-Mail=_1--\n", HEAD, FILE_TEXT, ARMOUR);

	(void)state;
	finds_both_ways(mail, FILE_TEXT);
}

static void
test_mutt_sends_the_file_in_the_text(void **state)
{
	(void)state;
	finds_both_ways(plain(FILE_TEXT ARMOUR), FILE_TEXT);
	assert_int_equal(place_of(FILE_TEXT), 1);
	finds(plain(FILE_TEXT ARMOUR), FILE_TEXT);
	assert_int_equal(place_of(FILE_TEXT), 0);
	assert_int_equal(place_of(to_crlf(FILE_TEXT)), 1);
}

static void
test_mutt_attaches_text_in_quoted_printable(void **state)
{
	const char *file = part("Content-Type: text/plain; charset=utf-8\n"
	    "Content-Disposition: attachment; filename=\"Orders 12.YML\"\n"
	    "Content-Transfer-Encoding: quoted-printable\n",
	    "game: noir-7\nturn: 1\nseat: jane\npress: caf=C3=A9=20\n");

	(void)state;
	finds_both_ways(mixed(file, attachment("Orders 12.YML.sig", ARMOUR),
	    ""), "game: noir-7\nturn: 1\nseat: jane\npress: café \n");
}

static void
test_outlook_writes_every_line_as_a_paragraph(void **state)
{
	const char *mail = arena_printf(arena, "%s"
	    "Content-Type: multipart/related; boundary=\"_004_X_\";\n"
	    "\ttype=\"multipart/alternative\"\n\n--_004_X_\n"
	    "Content-Type: multipart/alternative; boundary=\"_000_X_\"\n\n"
	    "--_000_X_\nContent-Type: text/plain; charset=\"Windows-1252\"\n"
	    "Content-Transfer-Encoding: quoted-printable\n\n"
	    "Dear host,\n\ngame: noir-7\n\nof: 3fa9c01e\n\nturn: 12\n\n"
	    "seat: jane\n\norders:\n\n=A0 - listen\n\n=A0 - move: hall =20\n\n"
	    "%s\n________________________________\nFrom: Host\n"
	    "--_000_X_\nContent-Type: text/html; charset=\"Windows-1252\"\n\n"
	    "<html>\n--_000_X_--\n--_004_X_\nContent-Type: image/png\n\nx\n"
	    "--_004_X_--\n", HEAD, to_qp(ARMOUR));

	(void)state;
	finds_both_ways(mail, FILE_TEXT);
}

static void
test_outlook_sends_latin_text(void **state)
{
	const char *mail = arena_printf(arena, "%s"
	    "Content-Type: text/plain; charset=iso-8859-1\n"
	    "Content-Transfer-Encoding: 8bit\n\n"
	    "game: noir-7\nturn: 1\nseat: jane\npress: caf\xe9\n%s", HEAD,
	    ARMOUR);

	(void)state;
	finds_both_ways(mail,
	    "game: noir-7\nturn: 1\nseat: jane\npress: café\n");
}

static void
test_a_windows_file_is_found_in_a_mail_with_lf(void **state)
{
	(void)state;
	finds(plain(FILE_TEXT ARMOUR), to_crlf(FILE_TEXT));
	finds(mixed(attachment("orders.yaml", FILE_TEXT),
	    attachment("orders.yaml.sig", to_crlf(ARMOUR)), ""),
	    to_crlf(FILE_TEXT));
}

static void
test_a_list_puts_a_footer_around_the_mail(void **state)
{
	const char *inner = part("Content-Type: multipart/mixed; boundary=in\n",
	    arena_printf(arena, "--in\n\nhi\n--in\nContent-Type: text/x-yaml;"
	    " name=orders.yaml\n\n%s\n--in\nContent-Type: text/plain; "
	    "name=orders.yaml.sig\n\n%s\n--in--\n", FILE_TEXT, ARMOUR));

	(void)state;
	finds_both_ways(mixed(inner, part("", "____\nThe list"), ""),
	    FILE_TEXT);
}

/* THE FILE IN THE TEXT */

static void
test_quoted_files_are_found(void **state)
{
	(void)state;
	finds_both_ways(plain(arena_printf(arena, "See below.\n\n%s\nBye\n",
	    quoted("> ", FILE_TEXT ARMOUR))), FILE_TEXT);
	finds_both_ways(plain(arena_printf(arena, "On Monday I wrote:\n%s",
	    quoted(">", FILE_TEXT ARMOUR))), FILE_TEXT);
	finds_both_ways(plain(quoted(">> ", FILE_TEXT ARMOUR)), FILE_TEXT);
	finds_both_ways(plain(quoted("> > ", FILE_TEXT ARMOUR)), FILE_TEXT);
	finds_both_ways(flowed(quoted("> ", FILE_TEXT ARMOUR)), FILE_TEXT);
}

static void
test_a_quoted_empty_line_may_lose_its_blank(void **state)
{
	(void)state;
	finds_both_ways(plain(arena_printf(arena, "%s>\n\n%s",
	    quoted("> ", "game: noir-7\n"),
	    quoted("> ", "turn: 12\n" ARMOUR))),
	    "game: noir-7\n\n\nturn: 12\n");
}

static void
test_the_number_of_last_newlines_does_not_matter(void **state)
{
	(void)state;
	finds_both_ways(plain(FILE_TEXT "\n\n\n" ARMOUR), FILE_TEXT);
	finds_both_ways(plain(FILE_TEXT "\n\n\n" ARMOUR),
	    FILE_TEXT "\n\n\n");
	finds_both_ways(plain("game: noir-7\nturn: 1\n" ARMOUR),
	    "game: noir-7\nturn: 1");
}

static void
test_a_file_may_begin_with_dashes_or_comments(void **state)
{
	static const char commented[] = "# Orders for turn 12\n\n# by jane\n"
	    FILE_TEXT;

	(void)state;
	finds_both_ways(plain("Hi\n\n---\n" FILE_TEXT ARMOUR),
	    "---\n" FILE_TEXT);
	finds_both_ways(plain("Hi\n\n---\n" FILE_TEXT ARMOUR), FILE_TEXT);
	finds_both_ways(plain(arena_printf(arena, "Hi\n\n%s%s", commented,
	    ARMOUR)), commented);
	finds_both_ways(plain("Hi\n---\nturn: 12\nseat: jane\n" ARMOUR),
	    "---\nturn: 12\nseat: jane\n");
	finds_both_ways(plain("Hi\n\nturn: 12\ngame: noir-7\n" ARMOUR),
	    "turn: 12\ngame: noir-7\n");
}

static void
test_the_form_that_is_answered_is_not_the_file(void **state)
{
	static const char form[] = "> # your orders\n> game: noir-7\n"
	    "> turn: 12\n> seat: jane\n> orders: none\n";

	(void)state;
	finds_both_ways(plain(arena_printf(arena, "%s%s\n%s", FILE_TEXT,
	    ARMOUR, form)), FILE_TEXT);
	finds_both_ways(plain(arena_printf(arena, "%s\n%s%s", form, FILE_TEXT,
	    ARMOUR)), FILE_TEXT);
	finds_both_ways(plain(arena_printf(arena, "game: noir-6\nturn: 1\n\n"
	    "%s%s", FILE_TEXT, ARMOUR)), FILE_TEXT);
}

static void
test_a_signature_may_stand_apart_from_its_file(void **state)
{
	(void)state;
	finds_both_ways(mixed(part("", "see attachment\n\n" ARMOUR),
	    attachment("orders.yaml", FILE_TEXT), ""), FILE_TEXT);
	finds_both_ways(mixed(part("", "Hi\n\n" FILE_TEXT "\nBye, Jane"),
	    attachment("orders.yaml.sig", ARMOUR), ""), FILE_TEXT);
	finds_both_ways(mixed(attachment("orders.yaml.sig", ARMOUR),
	    part("", "Hi\n\n" FILE_TEXT "\nBye, Jane"), ""), FILE_TEXT);
	finds_both_ways(mixed(attachment("both.yaml", FILE_TEXT ARMOUR), "",
	    ""), FILE_TEXT);
	finds_both_ways(mixed(attachment("orders", FILE_TEXT),
	    attachment("orders.sig", ARMOUR), ""), FILE_TEXT);
}

static void
test_a_signature_is_cleaned_of_blanks(void **state)
{
	const char *spaced = arena_printf(arena, "%s  -----BEGIN SSH "
	    "SIGNATURE----- \n\n%s", FILE_TEXT, strchr(ARMOUR, '\n') + 1);

	(void)state;
	finds_both_ways(plain(spaced), FILE_TEXT);
}

/* REFUSALS */

static void
test_a_mail_without_orders_has_nothing(void **state)
{
	(void)state;
	is_refused(plain("Hello, when is the next turn?\n"), ORDERS_NOTHING,
	    "no order file");
	is_refused(plain("The game: it is on!\ngame: tonight\n"),
	    ORDERS_NOTHING, "no order file");
	is_refused(mixed(attachment("photo.jpg", "x"), "", ""),
	    ORDERS_NOTHING, "no order file");
	is_refused(plain(""), ORDERS_NOTHING, "no order file");
	is_refused(HEAD "Content-Type: text/html\n\n<p>game: noir-7\n",
	    ORDERS_NOTHING, "HTML");
	assert_int_equal(orders.n_variants, 0);
}

static void
test_an_unsigned_file_is_told_from_none(void **state)
{
	(void)state;
	is_refused(plain("Hi\n\n" FILE_TEXT "\nBye,\nJane\n"), ORDERS_UNSIGNED,
	    "not signed");
	assert_int_not_equal(place_of(FILE_TEXT), -1);
	is_refused(mixed(attachment("orders.yaml", FILE_TEXT), "", ""),
	    ORDERS_UNSIGNED, "not signed");
	assert_int_equal(place_of(FILE_TEXT), 0);
	is_refused(plain(quoted("> ", FILE_TEXT)), ORDERS_UNSIGNED,
	    "not signed");
	assert_int_not_equal(place_of(FILE_TEXT), -1);
	is_refused(plain(arena_printf(arena, "%s-- \nJane\n%s", FILE_TEXT,
	    quoted("> ", "game: a\nturn: 1\n"))), ORDERS_UNSIGNED,
	    "not signed");
	assert_int_not_equal(place_of(FILE_TEXT), -1);
}

static void
test_a_signature_without_a_file_is_refused(void **state)
{
	(void)state;
	is_refused(plain("Hi\n\n" ARMOUR), ORDERS_NO_FILE, "no order file");
	is_refused(mixed(attachment("orders.yaml.sig", ARMOUR), "", ""),
	    ORDERS_NO_FILE, "no order file");
	is_refused(plain(arena_printf(arena, "%sno quote\n%s", FILE_TEXT,
	    quoted("> ", ARMOUR))), ORDERS_NO_FILE, "no order file");
}

static void
test_two_files_are_refused(void **state)
{
	(void)state;
	is_refused(plain(FILE_TEXT ARMOUR FILE_TEXT ARMOUR), ORDERS_TWO,
	    "more than one");
	is_refused(mixed(attachment("a.yaml", FILE_TEXT),
	    attachment("b.yaml", FILE_TEXT), attachment("a.yaml.sig",
	    ARMOUR)), ORDERS_TWO, "more than one order file");
	is_refused(mixed(part("", FILE_TEXT ARMOUR),
	    attachment("orders.yaml", FILE_TEXT),
	    attachment("orders.yaml.sig", ARMOUR)), ORDERS_TWO,
	    "more than one order file");
	is_refused(mixed(part("", FILE_TEXT ARMOUR),
	    attachment("orders.yaml", FILE_TEXT), ""), ORDERS_TWO,
	    "more than one order file");
	is_refused(plain(FILE_TEXT "\nand\n\n" FILE_TEXT), ORDERS_TWO,
	    "more than one order file");
	is_refused(plain(arena_printf(arena, "%s%s\n%s", FILE_TEXT, ARMOUR,
	    quoted("> ", FILE_TEXT ARMOUR))), ORDERS_TWO, "more than one");
	assert_int_equal(orders.n_variants, 0);
}

static void
test_two_signatures_are_refused(void **state)
{
	(void)state;
	is_refused(mixed(attachment("a.yaml", FILE_TEXT),
	    attachment("a.yaml.sig", ARMOUR), attachment("b.sig", ARMOUR)),
	    ORDERS_TWO, "more than one signature");
	is_refused(mixed(part("", ARMOUR), attachment("a.yaml", FILE_TEXT),
	    attachment("a.yaml.sig", ARMOUR)), ORDERS_TWO,
	    "more than one signature");
}

static void
test_parts_of_an_alternative_do_not_hide_a_second_file(void **state)
{
	const char *mail = arena_printf(arena, "%sContent-Type: "
	    "multipart/alternative; boundary=zz\n\n%s%s--zz--\n", HEAD,
	    part("", FILE_TEXT ARMOUR), part("Content-Type: text/yaml\n",
	    "game: noir-7\nturn: 12\nseat: john\n"));

	(void)state;
	is_refused(mail, ORDERS_TWO, "more than one order file");
}

static void
test_a_file_inside_a_forwarded_mail_does_not_count(void **state)
{
	(void)state;
	is_refused(mixed(part("", "fyi"), part("Content-Type: message/rfc822\n",
	    plain(FILE_TEXT ARMOUR)), ""), ORDERS_NOTHING, "no order file");
}

static int
count(const struct orders_variant *variant, const char *word)
{
	const char *p = variant->bytes, *end = p + variant->len;
	int n = 0;

	while ((p = memmem(p, end - p, word, strlen(word))) != NULL) {
		p += strlen(word);
		n++;
	}
	return n;
}

static void
test_text_around_a_signed_file_makes_no_second_file(void **state)
{
	int i;

	(void)state;
	look(plain("game: noir-7\nturn: 12\nseat: jane\norders: [resign]\n"
	    FILE_TEXT ARMOUR "orders: [resign]\n"));
	assert_int_equal(orders.kind, ORDERS_SIGNED);
	assert_int_not_equal(place_of(FILE_TEXT), -1);
	for (i = 0; i < orders.n_variants; i++) {
		assert_int_equal(count(&orders.variant[i], "game:"), 1);
		assert_int_equal(count(&orders.variant[i], "SIGNATURE"), 0);
	}
}

static void
test_a_signature_that_is_cut_off_is_refused(void **state)
{
	(void)state;
	is_refused(plain(FILE_TEXT "-----BEGIN SSH SIGNATURE-----\nU1NI\n"),
	    ORDERS_UNREADABLE, "cut off");
	is_refused(mixed(attachment("a.yaml", FILE_TEXT),
	    attachment("a.yaml.sig", "-----BEGIN SSH SIGNATURE-----\nU1\n"),
	    ""), ORDERS_UNREADABLE, "cut off");
}

static void
test_a_text_in_an_unknown_charset_is_refused(void **state)
{
	(void)state;
	is_refused(HEAD "Content-Type: text/plain; charset=utf-7\n\nx\n",
	    ORDERS_UNREADABLE, "character set");
}

static void
test_a_file_that_is_too_long_is_refused(void **state)
{
	struct buf file;

	(void)state;
	buf_init(&file, arena);
	buf_puts(&file, FILE_TEXT);
	buf_fill(&file, '#', ORDERS_BYTES);
	is_refused(mixed(attachment("a.yaml", file.data),
	    attachment("a.yaml.sig", ARMOUR), ""), ORDERS_UNREADABLE,
	    "too long");
}

static void
test_hostile_texts_are_searched_quickly(void **state)
{
	static const char *const piece[] = { "game:\n", "> game:\nturn:\n",
	    "game:\nturn:\n", "-----BEGIN SSH SIGNATURE-----\n", "---\n",
	    "x-----BEGIN SSH SIGNATURE-----", "\n", ">", " ", "#\n", "> " };
	struct timespec start, end;
	struct buf body;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(piece) / sizeof(piece[0]); i++) {
		buf_init(&body, arena);
		while (body.len < 900000)
			buf_puts(&body, piece[i]);
		buf_puts(&body, "\n" ARMOUR);
		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
		look(plain(body.data));
		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
		assert_true(end.tv_sec - start.tv_sec < 2);
		assert_true(orders.n_variants <= ORDERS_VARIANTS);
		arena_reset(arena);
	}
}

int
main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		TEST(test_gmail_sends_attachments_in_base64),
		TEST(test_gmail_text_has_no_break_spaces),
		TEST(test_thunderbird_stuffs_flowed_lines),
		TEST(test_thunderbird_wraps_long_lines_softly),
		TEST(test_apple_mail_wraps_with_delsp),
		TEST(test_apple_mail_puts_attachments_into_an_alternative),
		TEST(test_mutt_sends_the_file_in_the_text),
		TEST(test_mutt_attaches_text_in_quoted_printable),
		TEST(test_outlook_writes_every_line_as_a_paragraph),
		TEST(test_outlook_sends_latin_text),
		TEST(test_a_windows_file_is_found_in_a_mail_with_lf),
		TEST(test_a_list_puts_a_footer_around_the_mail),
		TEST(test_quoted_files_are_found),
		TEST(test_a_quoted_empty_line_may_lose_its_blank),
		TEST(test_the_number_of_last_newlines_does_not_matter),
		TEST(test_a_file_may_begin_with_dashes_or_comments),
		TEST(test_the_form_that_is_answered_is_not_the_file),
		TEST(test_a_signature_may_stand_apart_from_its_file),
		TEST(test_a_signature_is_cleaned_of_blanks),
		TEST(test_a_mail_without_orders_has_nothing),
		TEST(test_an_unsigned_file_is_told_from_none),
		TEST(test_a_signature_without_a_file_is_refused),
		TEST(test_two_files_are_refused),
		TEST(test_two_signatures_are_refused),
		TEST(test_parts_of_an_alternative_do_not_hide_a_second_file),
		TEST(test_a_file_inside_a_forwarded_mail_does_not_count),
		TEST(test_text_around_a_signed_file_makes_no_second_file),
		TEST(test_a_signature_that_is_cut_off_is_refused),
		TEST(test_a_text_in_an_unknown_charset_is_refused),
		TEST(test_a_file_that_is_too_long_is_refused),
		TEST(test_hostile_texts_are_searched_quickly),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
