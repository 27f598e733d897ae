/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Mails are read strictly: headers, parts, codings, charsets, addresses. */

#include "test.h"

#include <time.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "mail/address.h"
#include "mail/message.h"
#include "mail/mime.h"

static struct arena *arena;
static struct message message;
static struct fault fault;

static int
setup(void **state)
{
	(void)state;
	arena = arena_new();
	memset(&message, 0, sizeof(message));
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

static void
reads(const char *text)
{
	if (message_read(arena, text, strlen(text), &message, &fault) == -1)
		fail_msg("%s", fault.text);
}

static void
refuses(const char *text, const char *why)
{
	memset(&fault, 0, sizeof(fault));
	assert_int_equal(message_read(arena, text, strlen(text), &message,
	    &fault), -1);
	assert_int_equal(fault.kind, FAULT_PLAYER);
	if (strstr(fault.text, why) == NULL)
		fail_msg("\"%s\" does not say \"%s\"", fault.text, why);
}

static void
assert_bytes(const char *bytes, size_t len, const char *expected)
{
	assert_int_equal(len, strlen(expected));
	assert_memory_equal(bytes, expected, len);
}

/* HEADERS */

static void
test_headers_are_unfolded_and_found_in_any_case(void **state)
{
	(void)state;
	reads("From: a@example.org\r\nSubject: one\r\n two\r\n\tthree  \r\n"
	    "X-Empty:\r\n\r\nbody\r\n");
	assert_int_equal(message.n_headers, 3);
	assert_string_equal(message_header(&message, "SUBJECT"),
	    "one two\tthree");
	assert_string_equal(message_header(&message, "x-empty"), "");
	assert_null(message_header(&message, "To"));
	assert_bytes(message.part[0].bytes, message.part[0].len, "body\r\n");
}

static void
test_headers_given_twice_are_counted(void **state)
{
	(void)state;
	reads("From: a@x.org\nFROM: b@x.org\nTo: c@x.org\n\n");
	assert_int_equal(message_count(&message, "from"), 2);
	assert_int_equal(message_count(&message, "to"), 1);
	assert_int_equal(message_count(&message, "cc"), 0);
	assert_string_equal(message_header(&message, "from"), "a@x.org");
}

static void
test_the_line_of_an_mbox_is_passed_over(void **state)
{
	(void)state;
	reads("From alice Wed Nov 18 11:29:41 2026\nSubject: x\n\nbody\n");
	assert_int_equal(message.n_headers, 1);
}

static void
test_lines_that_are_no_headers_are_refused(void **state)
{
	(void)state;
	refuses("Subject: x\nno colon here\n\nbody\n", "Name: value");
	refuses(" folded first: x\n\n", "Name: value");
	refuses("Sub ject: x\n\n", "Name: value");
	refuses(": x\n\n", "Name: value");
	refuses("Subject: a\rb\n\n", "control character");
	refuses("Subject: a\033[2Jb\n\n", "control character");
}

static void
test_a_nul_in_a_header_is_refused(void **state)
{
	static const char text[] = "Subject: a\0b\n\n";

	(void)state;
	assert_int_equal(message_read(arena, text, sizeof(text) - 1, &message,
	    &fault), -1);
	assert_non_null(strstr(fault.text, "control character"));
}

static void
test_a_fault_leaves_the_message_untouched(void **state)
{
	struct message before;

	(void)state;
	reads("Subject: x\n\nbody\n");
	before = message;
	refuses("nonsense", "Name: value");
	assert_memory_equal(&before, &message, sizeof(before));
}

/* WORDS AND ADDRESSES */

static void
decodes(const char *value, const char *expected)
{
	struct buf out;

	buf_init(&out, arena);
	mime_words_read(&out, value);
	assert_string_equal(out.data, expected);
}

static void
test_encoded_words_are_decoded(void **state)
{
	(void)state;
	decodes("=?utf-8?Q?caf=C3=A9?=", "café");
	decodes("Re: =?ISO-8859-1?q?caf=E9_noir?= ok", "Re: café noir ok");
	decodes("=?UTF-8?B?w6k=?= =?UTF-8?B?w6g=?=", "éè");
	decodes("=?utf-8*fr?Q?=C3?=  =?utf-8?Q?=A9?=", "é");
	decodes("=?windows-1252?Q?=93x=94?=", "“x”");
	decodes("a =?utf-8?Q?b?= =?iso-8859-1?Q?=E9?= c", "a bé c");
	decodes("plain", "plain");
	decodes("", "");
}

static void
test_words_that_cannot_be_decoded_stay(void **state)
{
	(void)state;
	decodes("=?koi8-r?B?8A==?= x", "=?koi8-r?B?8A==?= x");
	decodes("=?utf-8?Q?a?= =?koi8-r?Q?b?=", "a =?koi8-r?Q?b?=");
	decodes("=?utf-8?Q?a=Z?=", "=?utf-8?Q?a=Z?=");
	decodes("=?utf-8?X?a?=", "=?utf-8?X?a?=");
	decodes("1 =? 2", "1 =? 2");
	decodes("=?utf-8?Q?a", "=?utf-8?Q?a");
}

static void
test_decoded_words_hold_no_control_characters(void **state)
{
	(void)state;
	decodes("=?utf-8?Q?a=0D=0AX-Evil:_1?=", "a  X-Evil: 1");
	decodes("=?utf-8?Q?a=00b=E2=80=A8c=E2=80=AEd?=", "a b c d");
	decodes("=?utf-8?B?/w==?=", "?");
	decodes("raw \xff byte", "raw ? byte");
}

static void
takes_address(const char *value, const char *expected)
{
	char *out = NULL;

	if (address_only(arena, value, &out, &fault) == -1)
		fail_msg("%s: %s", value, fault.text);
	assert_string_equal(out, expected);
}

static void
test_the_address_is_taken_out_of_a_header(void **state)
{
	(void)state;
	takes_address("a@example.org", "a@example.org");
	takes_address("  Alice <a@example.org>  ", "a@example.org");
	takes_address("\"Alice, the <b@c.d> \\\" one\" <a@example.org>",
	    "a@example.org");
	takes_address("(x (y)) a@example.org (z)", "a@example.org");
	takes_address("=?utf-8?Q?Zo=C3=AB?= <z.o+e@sub.example.org>",
	    "z.o+e@sub.example.org");
	takes_address("Zo\xc3\xab <z@example.org>", "z@example.org");
}

static void
test_what_is_not_one_plain_address_is_refused(void **state)
{
	static const char *const bad[] = { "", "a", "@b.c", "a@", "a@b@c",
	    "a b@c.d", "a@b.c, d@e.f", "friends: a@b.c;", "undisclosed:;",
	    "<a@b.c", "a@b.c>", "<a@b.c> <d@e.f>", "<@x:a@b.c>",
	    "\"a b\"@c.d", "a@[127.0.0.1]", ".a@b.c", "a.@b.c", "a..b@c.d",
	    "a@-b.c", "a@b..c", "a@b.c.", "a\r\nb@c.d", "a@b\n.c",
	    "zo\xc3\xab@b.c", "a@b\xc3\xab.c", "(open a@b.c", "\"open a@b.c",
	    "<a@b.c> trailing", "a@b_c.d", NULL };
	char *out;
	int i;

	(void)state;
	for (i = 0; bad[i] != NULL; i++)
		if (address_only(arena, bad[i], &out, &fault) == 0)
			fail_msg("taken: %s", bad[i]);
}

static void
test_addresses_that_are_too_long_are_refused(void **state)
{
	char text[400];

	(void)state;
	memset(text, 'a', sizeof(text));
	strcpy(text + 64, "@example.org");
	assert_true(address_is_valid(text));
	memset(text, 'a', 100);
	strcpy(text + 65, "@example.org");
	assert_false(address_is_valid(text));
	strcpy(text, "a@");
	while (strlen(text) < 250)
		strcat(text, "bbbb.");
	strcat(text, "org");
	assert_int_equal(strlen(text), 255);
	assert_false(address_is_valid(text));
}

static void
test_several_addresses_are_listed(void **state)
{
	char **list;
	size_t n;

	(void)state;
	assert_int_equal(address_list(arena,
	    "A <a@b.c>, \"x, y\" <d@e.f>,g@h.i", &list, &n, &fault), 0);
	assert_int_equal(n, 3);
	assert_string_equal(list[1], "d@e.f");
	assert_string_equal(list[2], "g@h.i");
}

static void
test_the_sender_is_the_one_address_of_the_one_from(void **state)
{
	char *out = NULL;

	(void)state;
	reads("From: =?utf-8?Q?Zo=C3=AB?= <z@example.org>\n\n");
	assert_int_equal(message_address(arena, &message, "from", &out,
	    &fault), 0);
	assert_string_equal(out, "z@example.org");
	assert_string_equal(message_header_text(arena, &message, "From"),
	    "Zoë <z@example.org>");
	reads("From: a@b.c\nFrom: d@e.f\n\n");
	assert_int_equal(message_address(arena, &message, "from", &out,
	    &fault), -1);
	reads("From: a@b.c, d@e.f\n\n");
	assert_int_equal(message_address(arena, &message, "from", &out,
	    &fault), -1);
	reads("To: a@b.c\n\n");
	assert_int_equal(message_address(arena, &message, "from", &out,
	    &fault), -1);
}

static void
test_message_ids_are_taken_only_when_valid(void **state)
{
	(void)state;
	assert_string_equal(message_id_read(arena, "<a+b=c@mail.example>"),
	    "a+b=c@mail.example");
	assert_null(message_id_read(arena, "a@b"));
	assert_null(message_id_read(arena, "<a@b> <c@d>"));
	assert_null(message_id_read(arena, "<a b@c>"));
	assert_null(message_id_read(arena, "<>"));
	assert_null(message_id_read(arena, "<a\r\nBcc: x@y>"));
	assert_null(message_id_read(arena, "<a<b@c>"));
}

/* PARTS */

static void
test_a_mail_without_mime_headers_is_plain_text(void **state)
{
	(void)state;
	reads("Subject: x\n\nhello\n");
	assert_int_equal(message.n_parts, 1);
	assert_string_equal(message.part[0].type, "text/plain");
	assert_string_equal(message.part[0].name, "");
	assert_bytes(message.part[0].text, message.part[0].text_len,
	    "hello\n");
	assert_false(message.part[0].flowed);
}

#define MIXED	"MIME-Version: 1.0\n" \
	"Content-Type: multipart/mixed; boundary=\"b 1\"\n\n"

static void
test_a_multipart_gives_its_parts_in_order(void **state)
{
	(void)state;
	reads(MIXED "preamble\n--b 1\n\nfirst\n\n--b 1  \n"
	    "Content-Type: Application/YAML; name=\"o.yaml\"\n"
	    "Content-Disposition: attachment\n\nsecond\n--b 12\n--b 1--\n"
	    "--b 1\nepilogue\n");
	assert_int_equal(message.n_parts, 2);
	assert_bytes(message.part[0].bytes, message.part[0].len, "first\n");
	assert_string_equal(message.part[1].type, "application/yaml");
	assert_string_equal(message.part[1].name, "o.yaml");
	assert_true(message.part[1].attached);
	assert_bytes(message.part[1].bytes, message.part[1].len,
	    "second\n--b 12");
	assert_null(message.part[1].text);
}

static void
test_the_line_end_before_a_boundary_belongs_to_it(void **state)
{
	(void)state;
	reads("Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\n"
	    "a\r\n--x\r\n\r\n--x\r\n\r\n\r\n--x--");
	assert_int_equal(message.n_parts, 3);
	assert_bytes(message.part[0].bytes, message.part[0].len, "a");
	assert_int_equal(message.part[1].len, 0);
	assert_int_equal(message.part[2].len, 0);
}

static void
test_parts_are_decoded(void **state)
{
	(void)state;
	reads(MIXED "--b 1\nContent-Transfer-Encoding: BASE64\n\n"
	    "Z2FtZTog\nbm9pci03Cg==\n--b 1\n"
	    "Content-Transfer-Encoding: quoted-printable\n\n"
	    "caf=C3=A9 =  \nnoir=20  \nx=3Dy\n--b 1--\n");
	assert_bytes(message.part[0].bytes, message.part[0].len,
	    "game: noir-7\n");
	assert_bytes(message.part[1].bytes, message.part[1].len,
	    "café noir \nx=y");
}

static void
test_text_is_given_as_sent_and_as_utf_8(void **state)
{
	struct message_part *part = message.part;

	(void)state;
	reads("Content-Type: text/plain; charset=ISO-8859-1\n\ncaf\xe9\n");
	part = message.part;
	assert_bytes(part->bytes, part->len, "caf\xe9\n");
	assert_bytes(part->text, part->text_len, "café\n");
	reads("Content-Type: text/plain; charset=\"Windows-1252\"\n\n\x80\n");
	part = message.part;
	assert_bytes(part->text, part->text_len, "€\n");
	reads("Content-Type: text/plain; charset=utf-8\n\n\xff\n");
	assert_null(message.part[0].text);
	reads("Content-Type: text/plain; charset=koi8-r\n\nx\n");
	assert_null(message.part[0].text);
	assert_string_equal(message.part[0].charset, "koi8-r");
	assert_int_equal(message.part[0].len, 2);
}

static void
test_flowed_text_is_marked(void **state)
{
	(void)state;
	reads("Content-Type: text/plain; charset=us-ascii; format=Flowed;\n"
	    " delsp=yes\n\nx\n");
	assert_true(message.part[0].flowed);
	assert_true(message.part[0].delsp);
}

static void
has_name(const char *parameters, const char *expected)
{
	reads(arena_printf(arena, "Content-Type: application/octet-stream\n"
	    "Content-Disposition: attachment; %s\n\n", parameters));
	assert_string_equal(message.part[0].name, expected);
}

static void
test_file_names_are_read_in_every_spelling(void **state)
{
	(void)state;
	has_name("filename=orders.yaml", "orders.yaml");
	has_name("filename=\"my \\\"orders\\\".yaml\"", "my \"orders\".yaml");
	has_name("filename*=utf-8''caf%C3%A9.yaml", "café.yaml");
	has_name("filename*=iso-8859-1'en'caf%E9.yaml", "café.yaml");
	has_name("filename*0=\"ord\"; filename*1=\"ers.yaml\"", "orders.yaml");
	has_name("filename*0*=utf-8''caf%C3; filename*1*=%A9; "
	    "filename*2=.yaml", "café.yaml");
	has_name("filename=\"=?utf-8?Q?caf=C3=A9.yaml?=\"", "café.yaml");
	has_name("filename=x.txt; filename*=utf-8''orders.yaml",
	    "orders.yaml");
}

static void
test_file_names_are_fit_to_be_shown(void **state)
{
	char longest[400];

	(void)state;
	has_name("filename=\"../../etc/passwd\"", "passwd");
	has_name("filename=\"C:\\\\temp\\\\orders.yaml\"", "orders.yaml");
	has_name("filename*=utf-8''a%00b%0Ac%2Fd%E2%80%AEe.yaml", "d e.yaml");
	has_name("filename=\"..\"", "..");
	memset(longest, 'x', sizeof(longest));
	memcpy(longest, "filename=", 9);
	strcpy(longest + 300, ".yaml");
	reads(arena_printf(arena, "Content-Disposition: attachment; %s\n\n",
	    longest));
	assert_int_equal(strlen(message.part[0].name), MESSAGE_NAME);
	assert_non_null(strstr(message.part[0].name, "x.yaml"));
}

static void
test_types_of_no_use_are_listed_but_not_decoded(void **state)
{
	(void)state;
	reads("Content-Type: multipart/related; boundary=r\n\n--r\n"
	    "Content-Type: multipart/alternative; boundary=a\n\n"
	    "--a\n\nplain\n--a\nContent-Type: text/html\n\n<p>\n--a--\n--r\n"
	    "Content-Type: image/png; name=logo.png\n"
	    "Content-Transfer-Encoding: base64\n\n!!!\n--r--\n");
	assert_int_equal(message.n_parts, 3);
	assert_non_null(message.part[0].bytes);
	assert_string_equal(message.part[1].type, "text/html");
	assert_null(message.part[1].bytes);
	assert_null(message.part[2].bytes);
}

static void
test_a_signed_multipart_gives_the_bytes_that_are_signed(void **state)
{
	const struct message_seal *seal;

	(void)state;
	reads("Content-Type: multipart/signed; micalg=sha-256;\r\n"
	    " protocol=\"Application/PKCS7-signature\"; boundary=s\r\n\r\n"
	    "--s\r\nContent-Type: text/plain\r\n\r\ngame: noir-7 \r\n\r\n--s"
	    "\r\nContent-Type: application/pkcs7-signature\r\n\r\nxyz\r\n"
	    "--s--\r\n");
	assert_int_equal(message.n_seals, 1);
	seal = message.seal;
	assert_string_equal(seal->protocol, "application/pkcs7-signature");
	assert_bytes(seal->bytes, seal->len,
	    "Content-Type: text/plain\r\n\r\ngame: noir-7 \r\n");
	assert_int_equal(seal->signature, 1);
	assert_int_equal(message.part[0].seal, 0);
	assert_int_equal(message.part[1].seal, -1);
}

static void
test_a_signed_multipart_has_two_parts(void **state)
{
	(void)state;
	refuses("Content-Type: multipart/signed; boundary=s\n\n--s\n\na\n"
	    "--s--\n", "one part and its signature");
	refuses("Content-Type: multipart/signed; boundary=s\n\n--s\n\na\n"
	    "--s\n\nb\n--s\n\nc\n--s--\n", "one part and its signature");
	refuses("Content-Type: multipart/signed; boundary=s\n\n--s\n\na\n"
	    "--s\nContent-Type: multipart/mixed; boundary=t\n\n--t\n\nb\n"
	    "--t\n\nc\n--t--\n--s--\n", "one part and its signature");
}

/* REFUSALS */

static void
test_ambiguous_mails_are_refused(void **state)
{
	(void)state;
	refuses("Content-Type: text/plain; charset=utf-8; CHARSET=x\n\n",
	    "twice");
	refuses("Content-Type: text/plain\nContent-type: text/html\n\n",
	    "twice");
	refuses("Content-Transfer-Encoding: 7bit\n"
	    "content-transfer-encoding: base64\n\n", "twice");
	refuses("Content-Type: multipart/mixed; boundary=a; boundary=b\n\n",
	    "twice");
	refuses("Content-Type: multipart/mixed; boundary=a\n"
	    "Content-Transfer-Encoding: base64\n\nLS1hCg==\n", "encoded");
	refuses("Content-Type: multipart/mixed; boundary=a\n\n--a\n\nx\n",
	    "not ended");
	refuses("Content-Type: multipart/mixed; boundary=a\n\nx\n",
	    "not ended");
	refuses("Content-Type: multipart/mixed; boundary=a\n\n--a--\n",
	    "not ended");
	refuses("Content-Type: multipart/mixed\n\n--\n\nx\n----\n",
	    "boundary");
	refuses("Content-Type: multipart/mixed; boundary=\"\"\n\n--\n\n",
	    "boundary");
	refuses("Content-Type: multipart/mixed; boundary*0=a\n\n--a\n\n"
	    "--a--\n", "boundary");
	refuses("Content-Type: text/plain; name=\"open\n\n", "open quote");
	refuses("Content-Type: text/plain (open\n\n", "open comment");
	refuses("Content-Type: text/plain; name\n\n", "without a value");
	refuses("Content-Type: text/plain junk\n\n", "cannot be read");
}

static void
test_a_boundary_is_not_used_again_inside(void **state)
{
	(void)state;
	refuses("Content-Type: multipart/mixed; boundary=a\n\n--a\n"
	    "Content-Type: multipart/mixed; boundary=a\n\n--a\n\nx\n--a--\n"
	    "--a--\n", "boundary of one around it");
	refuses("Content-Type: multipart/mixed; boundary=\"a--\"\n\n--a--\n"
	    "Content-Type: multipart/mixed; boundary=a\n\n--a\n\nx\n"
	    "--a----\n", "boundary of one around it");
}

static void
test_codings_that_are_wrong_are_refused(void **state)
{
	(void)state;
	refuses("Content-Transfer-Encoding: base64\n\nab!c\n", "is not");
	refuses("Content-Transfer-Encoding: base64\n\nabc\n", "is not");
	refuses("Content-Transfer-Encoding: quoted-printable\n\na=4\n",
	    "is not");
	refuses("Content-Transfer-Encoding: quoted-printable\n\na=xy\n",
	    "is not");
	refuses("Content-Transfer-Encoding: x-uuencode\n\nx\n", "not known");
}

/* BOMBS */

static double
seconds_to_refuse(const struct buf *bomb, const char *why)
{
	struct timespec start, end;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
	assert_int_equal(message_read(arena, bomb->data, bomb->len, &message,
	    &fault), -1);
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
	if (strstr(fault.text, why) == NULL)
		fail_msg("\"%s\" does not say \"%s\"", fault.text, why);
	return (double)(end.tv_sec - start.tv_sec) +
	    (double)(end.tv_nsec - start.tv_nsec) / 1e9;
}

static void
test_bombs_are_refused_quickly(void **state)
{
	struct buf bomb;
	int i;

	(void)state;
	buf_init(&bomb, arena);
	for (i = 0; i < 10000; i++)
		buf_printf(&bomb, "Content-Type: multipart/mixed; "
		    "boundary=b%d\n\n--b%d\n", i, i);
	assert_true(seconds_to_refuse(&bomb, "not ended") < 0.5);
	buf_cut(&bomb, 0);
	for (i = 0; i < 5; i++)
		buf_printf(&bomb, "Content-Type: multipart/mixed; "
		    "boundary=b%d\n\n--b%d\n", i, i);
	for (i = 4; i >= 0; i--)
		buf_printf(&bomb, "\n--b%d--\n", i);
	assert_true(seconds_to_refuse(&bomb, "deep") < 0.5);
	buf_cut(&bomb, 0);
	buf_puts(&bomb, "Content-Type: multipart/mixed; boundary=b\n\n");
	for (i = 0; i < 200000; i++)
		buf_puts(&bomb, "--b\n\n");
	buf_puts(&bomb, "--b--\n");
	assert_true(seconds_to_refuse(&bomb, "32 parts") < 0.5);
	buf_cut(&bomb, 0);
	for (i = 0; i < 100000; i++)
		buf_puts(&bomb, "A: b\n");
	assert_true(seconds_to_refuse(&bomb, "200 headers") < 0.5);
	buf_cut(&bomb, 0);
	buf_puts(&bomb, "Content-Type: text/plain");
	for (i = 0; i < 100000; i++)
		buf_printf(&bomb, "; p%d=x", i);
	assert_true(seconds_to_refuse(&bomb, "parameter") < 0.5);
	buf_fill(&bomb, 'x', MESSAGE_BYTES);
	assert_true(seconds_to_refuse(&bomb, "longer than") < 0.5);
}

static void
test_long_headers_of_encoded_words_are_read_quickly(void **state)
{
	struct timespec start, end;
	struct buf value, out;
	int i;

	(void)state;
	buf_init(&value, arena);
	buf_init(&out, arena);
	for (i = 0; i < 20000; i++)
		buf_puts(&value, i % 2 == 0 ? "=?koi8-r?Q?a?= " :
		    "=?utf-8?Q?=ZZ?= =?");
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
	mime_words_read(&out, value.data);
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
	assert_true(end.tv_sec - start.tv_sec < 2);
	assert_true(out.len > 100000);
}

int
main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		TEST(test_headers_are_unfolded_and_found_in_any_case),
		TEST(test_headers_given_twice_are_counted),
		TEST(test_the_line_of_an_mbox_is_passed_over),
		TEST(test_lines_that_are_no_headers_are_refused),
		TEST(test_a_nul_in_a_header_is_refused),
		TEST(test_a_fault_leaves_the_message_untouched),
		TEST(test_encoded_words_are_decoded),
		TEST(test_words_that_cannot_be_decoded_stay),
		TEST(test_decoded_words_hold_no_control_characters),
		TEST(test_the_address_is_taken_out_of_a_header),
		TEST(test_what_is_not_one_plain_address_is_refused),
		TEST(test_addresses_that_are_too_long_are_refused),
		TEST(test_several_addresses_are_listed),
		TEST(test_the_sender_is_the_one_address_of_the_one_from),
		TEST(test_message_ids_are_taken_only_when_valid),
		TEST(test_a_mail_without_mime_headers_is_plain_text),
		TEST(test_a_multipart_gives_its_parts_in_order),
		TEST(test_the_line_end_before_a_boundary_belongs_to_it),
		TEST(test_parts_are_decoded),
		TEST(test_text_is_given_as_sent_and_as_utf_8),
		TEST(test_flowed_text_is_marked),
		TEST(test_file_names_are_read_in_every_spelling),
		TEST(test_file_names_are_fit_to_be_shown),
		TEST(test_types_of_no_use_are_listed_but_not_decoded),
		TEST(test_a_signed_multipart_gives_the_bytes_that_are_signed),
		TEST(test_a_signed_multipart_has_two_parts),
		TEST(test_ambiguous_mails_are_refused),
		TEST(test_a_boundary_is_not_used_again_inside),
		TEST(test_codings_that_are_wrong_are_refused),
		TEST(test_bombs_are_refused_quickly),
		TEST(test_long_headers_of_encoded_words_are_read_quickly),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
