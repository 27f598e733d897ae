/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Mails are written safely: what is written reads back as what was given,
 * and nothing that is given adds a header.
 */

#include "test.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "mail/address.h"
#include "mail/compose.h"
#include "mail/message.h"
#include "mail/mime.h"

static struct arena *arena;
static struct fault fault;

static const char text[] = "Turn 12\n\nYou hear steps.\n";
static const char orders[] = "game: noir-7\nturn: 12\n";
static const char *const references[] = { "a1@example.net",
    "b2@example.net", NULL };
static const struct compose_file files[] = {
	{ "orders.yaml", "application/yaml", orders, sizeof(orders) - 1 },
	{ "report.txt.sig", "application/octet-stream", "\0\r\n\xff", 4 },
	{ "empty.yaml", "text/x-yaml", "", 0 },
};
static const struct compose_extra extras[] = {
	{ "X-Postern", "host.example.net" },
	{ "X-Postern-Game", "noir-7" },
};

static struct compose_mail
sample(void)
{
	struct compose_mail mail = {
		.from = "host@example.net",
		.from_name = "The Host",
		.to = "jane@example.org",
		.to_name = "Jane",
		.subject = "[noir-7] turn 12",
		.date = 1795001381,
		.id = "0123456789abcdef@example.net",
		.in_reply_to = "x1@example.org",
		.references = references,
		.extra = extras,
		.n_extras = 2,
		.text = text,
		.text_len = sizeof(text) - 1,
		.file = files,
		.n_files = 3,
	};

	return mail;
}

enum { SAMPLE_HEADERS = 12 };

static int
setup(void **state)
{
	(void)state;
	arena = arena_new();
	memset(&fault, 0, sizeof(fault));
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	arena_free(arena);
	return 0;
}

static struct buf
written(const struct compose_mail *mail)
{
	struct buf out;

	buf_init(&out, arena);
	if (compose_mail(&out, mail, &fault) == -1)
		fail_msg("%s", fault.text);
	return out;
}

static struct message
read_back(const struct buf *out)
{
	struct message message;

	if (message_read(arena, out->data, out->len, &message, &fault) == -1)
		fail_msg("%s", fault.text);
	return message;
}

/* The mail as it lies in a Maildir, or comes out of many programs: in LF. */
static struct buf
in_lf(const struct buf *mail)
{
	struct buf out;
	size_t i;

	buf_init(&out, arena);
	for (i = 0; i < mail->len; i++)
		if (mail->data[i] != '\r')
			buf_putc(&out, mail->data[i]);
	return out;
}

/* Every line ends in CRLF, is not too long and has no other CR or LF. */
static void
assert_lines(const struct buf *mail)
{
	const char *p = mail->data, *end = p + mail->len, *nl;

	for (; p < end; p = nl + 1) {
		nl = memchr(p, '\n', end - p);
		assert_non_null(nl);
		assert_int_equal(nl[-1], '\r');
		assert_null(memchr(p, '\r', nl - 1 - p));
		assert_null(memchr(p, '\0', nl - 1 - p));
		assert_true(nl - 1 - p <= 78);
	}
}

static void
assert_part(const struct message_part *part, const void *bytes, size_t len)
{
	assert_int_equal(part->len, len);
	assert_memory_equal(part->bytes, bytes, len);
}

static void
test_a_mail_reads_back_as_it_was_given(void **state)
{
	struct compose_mail mail = sample();
	struct buf out = written(&mail), lf = in_lf(&out);
	struct message message;
	char *address;

	(void)state;
	assert_lines(&out);
	message = read_back(&lf);
	assert_int_equal(message.n_headers, SAMPLE_HEADERS);
	assert_int_equal(message_address(arena, &message, "To", &address,
	    &fault), 0);
	assert_string_equal(address, "jane@example.org");
	assert_string_equal(message_header(&message, "From"),
	    "\"The Host\" <host@example.net>");
	assert_string_equal(message_header(&message, "Subject"),
	    "[noir-7] turn 12");
	assert_string_equal(message_header(&message, "Date"),
	    "Wed, 18 Nov 2026 11:29:41 +0000");
	assert_string_equal(message_id_read(arena,
	    message_header(&message, "Message-ID")),
	    "0123456789abcdef@example.net");
	assert_string_equal(message_header(&message, "In-Reply-To"),
	    "<x1@example.org>");
	assert_string_equal(message_header(&message, "References"),
	    "<a1@example.net> <b2@example.net>");
	assert_string_equal(message_header(&message, "Auto-Submitted"),
	    "auto-generated");
	assert_string_equal(message_header(&message, "X-Postern-Game"),
	    "noir-7");
	assert_int_equal(message.n_parts, 4);
	assert_part(&message.part[0], text, strlen(text));
	assert_part(&message.part[1], orders, strlen(orders));
	assert_string_equal(message.part[1].name, "orders.yaml");
	assert_string_equal(message.part[1].type, "application/yaml");
	assert_part(&message.part[2], "\0\r\n\xff", 4);
	assert_part(&message.part[3], "", 0);
}

static void
test_optional_headers_are_left_out(void **state)
{
	struct compose_mail mail = { .from = "a@b.c", .to = "d@e.f",
	    .subject = "", .id = "x@b.c", .text = "", .is_reply = true };
	struct buf out = written(&mail);
	struct message message = read_back(&out);

	(void)state;
	assert_lines(&out);
	assert_int_equal(message.n_headers, 9);
	assert_string_equal(message_header(&message, "From"), "a@b.c");
	assert_string_equal(message_header(&message, "Auto-Submitted"),
	    "auto-replied");
	assert_null(message_header(&message, "References"));
	assert_int_equal(message.part[0].len, 0);
}

static void
test_the_same_mail_has_the_same_bytes(void **state)
{
	struct compose_mail mail = sample();
	struct buf one = written(&mail), other = written(&mail);

	(void)state;
	assert_int_equal(one.len, other.len);
	assert_memory_equal(one.data, other.data, one.len);
}

static const char *
boundary_of(const struct compose_mail *mail)
{
	struct buf out = written(mail);
	struct message message = read_back(&out);
	struct mime_field field;

	assert_int_equal(mime_field_read(arena, message_header(&message,
	    "Content-Type"), &field, &fault), 0);
	return mime_param(&field, "boundary");
}

static void
test_the_boundary_comes_from_the_content_alone(void **state)
{
	struct compose_mail mail = sample(), other = sample();

	(void)state;
	other.to = "john@example.org";
	other.to_name = NULL;
	other.subject = "x";
	assert_string_equal(boundary_of(&mail), boundary_of(&other));
	other.text_len--;
	assert_string_not_equal(boundary_of(&mail), boundary_of(&other));
}

/* TEXTS */

static void
test_every_text_arrives_with_its_bytes(void **state)
{
	static const char *const texts[] = { "", "\n", "x", "x\n", "x\n\n",
	    "trailing \nblanks\t\n", "From me\nto you\n", ">From me\n",
	    ".\n..\n.x\n", "a\rb\n", "a\r\n", "\r", "caf\xc3\xa9\n",
	    "equals = =3D =\n", "tab\tinside\n", "-- \nsig\n",
	    "--=_0\n--x--\n", " leading\n", "\x7f\x01\n", "x=", "x ", "=\n",
	    "\xe2\x80\xa8\n", NULL };
	struct compose_mail mail = sample();
	struct message message;
	struct buf out, lf;
	int i, n_files, exact;

	(void)state;
	for (i = 0; texts[i] != NULL; i++) {
		for (n_files = 0; n_files < 2; n_files++) {
			for (exact = 0; exact < 2; exact++) {
				mail.text = texts[i];
				mail.text_len = strlen(texts[i]);
				mail.n_files = n_files;
				mail.is_exact = exact;
				out = written(&mail);
				assert_lines(&out);
				lf = in_lf(&out);
				message = read_back(exact ? &out : &lf);
				assert_part(&message.part[0], texts[i],
				    strlen(texts[i]));
			}
		}
	}
}

static void
test_long_lines_and_nul_bytes_arrive(void **state)
{
	struct compose_mail mail = sample();
	struct message message;
	struct buf body, out, lf;
	int i;

	(void)state;
	buf_init(&body, arena);
	for (i = 0; i < 300; i++) {
		buf_fill(&body, i % 3 == 0 ? '.' : ' ', i);
		buf_puts(&body, i % 5 == 0 ? "\n" : "\xc3\xa9x");
		buf_putc(&body, '\0');
	}
	mail.text = body.data;
	mail.text_len = body.len;
	out = written(&mail);
	assert_lines(&out);
	lf = in_lf(&out);
	message = read_back(&lf);
	assert_part(&message.part[0], body.data, body.len);
}

static void
test_plain_text_stays_readable(void **state)
{
	struct compose_mail mail = sample();
	struct buf out;

	(void)state;
	mail.n_files = 0;
	out = written(&mail);
	assert_non_null(strstr(out.data,
	    "\r\n\r\nTurn 12\r\n\r\nYou hear steps.\r\n"));
	assert_non_null(strstr(out.data, "Content-Transfer-Encoding: 7bit"));
	mail.text = "caf\xc3\xa9\n";
	mail.text_len = strlen(mail.text);
	out = written(&mail);
	assert_non_null(strstr(out.data, "\r\n\r\ncaf=C3=A9\r\n"));
}

/* HEADERS */

static void
test_subjects_and_names_read_back(void **state)
{
	static const char *const subjects[] = { "caf\xc3\xa9", "", "a  b",
	    " leading and trailing ", "=?utf-8?Q?x?= stays", "? = _ \" \\ ( <",
	    "\xd0\xbf\xd1\x80\xd0\xb8\xd0\xb2\xd0\xb5\xd1\x82 "
	    "\xd0\xbf\xd1\x80\xd0\xb8\xd0\xb2\xd0\xb5\xd1\x82 "
	    "\xd0\xbf\xd1\x80\xd0\xb8\xd0\xb2\xd0\xb5\xd1\x82",
	    "a subject of very many words that does not fit into one line of "
	    "a mail and is folded twice, because it goes on and on and on and "
	    "then goes on", "a folded line that is as long as the name of its "
	    "header before <a@b.c> (c (d))", "\xf0\x9f\x8e\xb2", NULL };
	struct compose_mail mail = sample();
	struct message message;
	struct buf out;
	char *address;
	int i;

	(void)state;
	for (i = 0; subjects[i] != NULL; i++) {
		mail.subject = subjects[i];
		mail.from_name = subjects[i];
		out = written(&mail);
		assert_lines(&out);
		message = read_back(&out);
		assert_int_equal(message.n_headers, SAMPLE_HEADERS);
		assert_string_equal(message_header_text(arena, &message,
		    "Subject"), subjects[i]);
		assert_int_equal(message_address(arena, &message, "From",
		    &address, &fault), 0);
		assert_string_equal(address, "host@example.net");
	}
}

static void
test_a_word_without_blanks_is_broken_into_encoded_words(void **state)
{
	struct compose_mail mail = sample();
	struct message message;
	struct buf out, subject;

	(void)state;
	buf_init(&subject, arena);
	buf_fill(&subject, 'x', COMPOSE_TEXT);
	mail.subject = subject.data;
	out = written(&mail);
	assert_lines(&out);
	message = read_back(&out);
	assert_string_equal(message_header_text(arena, &message, "Subject"),
	    subject.data);
	buf_putc(&subject, 'x');
	mail.subject = subject.data;
	assert_int_equal(compose_mail(&out, &mail, &fault), -1);
}

/* INJECTION */

enum { N_FIELDS = 13 };

/* Put value into one field of the mail; the arrays are the caller's. */
static void
set_field(struct compose_mail *mail, int field, const char *value,
    struct compose_extra *extra, struct compose_file *file,
    const char **references_out)
{
	const char **place[] = { &mail->from, &mail->from_name,
	    &mail->reply_to, &mail->to, &mail->to_name, &mail->subject,
	    &mail->id, &mail->in_reply_to, &references_out[0], &extra->name,
	    &extra->value, &file->name, &file->type };

	assert_int_equal(sizeof(place) / sizeof(place[0]), N_FIELDS);
	*place[field] = value;
}

static void
test_no_field_adds_a_header(void **state)
{
	static const char *const breaks[] = { "\r", "\n", "\r\n", "\r\n ",
	    "\n\n", "\xe2\x80\xa8", "\xe2\x80\xa9", "\xc2\x85", "\v", "\f",
	    "\x1c", "\t", "\xff", "\x7f", NULL };
	static const char *const around[] = { "a@example.org%sBcc: x@y.z",
	    "%sBcc: x@y.z", "X-Postern%s", "a%sb@example.org", NULL };
	struct compose_mail mail;
	struct compose_extra extra;
	struct compose_file file;
	const char *refs[] = { "a@b", NULL };
	struct buf out, value;
	int field, i, j;

	(void)state;
	for (field = 0; field < N_FIELDS; field++)
		for (i = 0; breaks[i] != NULL; i++)
			for (j = 0; around[j] != NULL; j++) {
				mail = sample();
				extra = extras[0];
				file = files[0];
				refs[0] = "a@b";
				mail.extra = &extra;
				mail.n_extras = 1;
				mail.file = &file;
				mail.n_files = 1;
				mail.references = refs;
				buf_init(&value, arena);
				buf_puts(&value, around[j]);
				buf_cut(&value, strcspn(around[j], "%"));
				buf_puts(&value, breaks[i]);
				buf_puts(&value, strchr(around[j], '%') + 2);
				set_field(&mail, field, value.data, &extra,
				    &file, refs);
				buf_init(&out, arena);
				assert_int_equal(compose_mail(&out, &mail,
				    &fault), -1);
				assert_int_equal(fault.kind, FAULT_OPERATOR);
				assert_int_equal(out.len, 0);
			}
}

static void
test_a_nul_ends_a_field(void **state)
{
	static const char hostile[] = "a@example.org\0\r\nBcc: x@y.z";
	struct compose_mail mail = sample();
	struct message message;
	struct buf out;

	(void)state;
	mail.from = mail.from_name = mail.to = mail.subject = mail.id =
	    mail.in_reply_to = hostile;
	out = written(&mail);
	assert_lines(&out);
	message = read_back(&out);
	assert_int_equal(message.n_headers, SAMPLE_HEADERS);
	assert_null(message_header(&message, "Bcc"));
}

static void
test_a_text_cannot_add_a_part(void **state)
{
	struct compose_mail mail = sample();
	struct message message;
	struct buf out, body;
	int i;

	(void)state;
	buf_init(&body, arena);
	for (i = 0; i < 3; i++) {
		buf_printf(&body, "\n--%s\nContent-Type: text/plain\n\nx\n",
		    boundary_of(&mail));
		mail.text = body.data;
		mail.text_len = body.len;
		out = written(&mail);
		message = read_back(&out);
		assert_int_equal(message.n_parts, 4);
	}
}

static void
test_addresses_and_ids_are_valid_ones(void **state)
{
	struct compose_mail mail = sample();
	struct buf out;

	(void)state;
	buf_init(&out, arena);
	mail.to = "a@b.c, d@e.f";
	assert_int_equal(compose_mail(&out, &mail, &fault), -1);
	mail = sample();
	mail.from = "a@b.c> SIZE=1";
	assert_int_equal(compose_mail(&out, &mail, &fault), -1);
	mail = sample();
	mail.id = "a> <b";
	assert_int_equal(compose_mail(&out, &mail, &fault), -1);
	mail = sample();
	mail.text = "\xff";
	mail.text_len = 1;
	assert_int_equal(compose_mail(&out, &mail, &fault), -1);
}

/* Given a folder, write mails there for another reader to try. */
static int
write_samples(const char *folder)
{
	static const char *const subjects[] = { "[noir-7] turn 12",
	    "caf\xc3\xa9 noir", "a  b =?utf-8?Q?x?= ", "\xf0\x9f\x8e\xb2 "
	    "a longer subject that has to be folded and has \xc3\xa9 and "
	    "\xc3\xa8 in it, more than once, over lines and lines", NULL };
	struct compose_mail mail;
	struct buf out;
	char path[4096];
	FILE *file;
	int i, n = 0, exact;

	arena = arena_new();
	for (i = 0; subjects[i] != NULL; i++)
		for (exact = 0; exact < 2; exact++) {
			mail = sample();
			mail.subject = mail.to_name = subjects[i];
			mail.is_exact = exact;
			buf_init(&out, arena);
			snprintf(path, sizeof(path), "%s/%d", folder, n++);
			file = fopen(path, "w");
			if (file == NULL ||
			    compose_mail(&out, &mail, &fault) == -1)
				return 1;
			fwrite(out.data, 1, out.len, file);
			if (fclose(file) != 0)
				return 1;
		}
	arena_free(arena);
	return 0;
}

int
main(int argc, char **argv)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		TEST(test_a_mail_reads_back_as_it_was_given),
		TEST(test_optional_headers_are_left_out),
		TEST(test_the_same_mail_has_the_same_bytes),
		TEST(test_the_boundary_comes_from_the_content_alone),
		TEST(test_every_text_arrives_with_its_bytes),
		TEST(test_long_lines_and_nul_bytes_arrive),
		TEST(test_plain_text_stays_readable),
		TEST(test_subjects_and_names_read_back),
		TEST(test_a_word_without_blanks_is_broken_into_encoded_words),
		TEST(test_no_field_adds_a_header),
		TEST(test_a_nul_ends_a_field),
		TEST(test_a_text_cannot_add_a_part),
		TEST(test_addresses_and_ids_are_valid_ones),
	};

	if (argc == 2)
		return write_samples(argv[1]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
