/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Files that are dropped come in as mails; a command takes mails out. */

#include "test.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/file.h"
#include "mail/box.h"
#include "mail/drop.h"
#include "mail/message.h"
#include "mail/sendmail.h"
#include "mail/server.h"

static struct arena *arena;
static struct fault fault;
static struct inbox *inbox;
static struct outbox *outbox;
static struct inbox_item *items;
static size_t n_items;
static char folder[64];
static int dir;

static int
setup(void **state)
{
	(void)state;
	arena = arena_new();
	memset(&fault, 0, sizeof(fault));
	inbox = NULL;
	outbox = NULL;
	strcpy(folder, "/tmp/postern-test.XXXXXX");
	if (mkdtemp(folder) == NULL)
		return -1;
	dir = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	if (inbox != NULL)
		inbox->close(inbox);
	if (outbox != NULL)
		outbox->close(outbox);
	close(dir);
	arena_free(arena);
	return file_remove(AT_FDCWD, folder, &fault);
}

static void
drop(const char *name, const char *text)
{
	assert_int_equal(file_create(dir, name, text, strlen(text), 0600,
	    &fault), 0);
}

static void
list(void)
{
	assert_int_equal(inbox->list(inbox, arena, 100, &items, &n_items,
	    &fault), 0);
}

static void
open_drop(void)
{
	assert_int_equal(drop_inbox(arena, dir, "box", &inbox, &fault), 0);
}

/* THE DROP FOLDER */

static void
test_an_order_file_comes_with_its_signature_or_not_at_all(void **state)
{
	struct message message;
	struct buf bytes;

	(void)state;
	open_drop();
	drop("box/a.yaml", "game: noir-1\r\n");
	list();
	assert_int_equal(n_items, 0);
	drop("box/a.yaml.sig", "signature\n");
	list();
	assert_int_equal(n_items, 1);
	assert_string_equal(items[0].name, "a.yaml");
	assert_int_equal(items[0].size, 24);
	buf_init(&bytes, arena);
	assert_int_equal(inbox->fetch(inbox, items, 1000, &bytes, &fault), 0);
	assert_int_equal(message_read(arena, bytes.data, bytes.len, &message,
	    &fault), 0);
	assert_int_equal(message.n_parts, 2);
	assert_string_equal(message.part[0].name, "orders.yaml");
	assert_int_equal(message.part[0].len, 14);
	assert_memory_equal(message.part[0].bytes, "game: noir-1\r\n", 14);
	assert_string_equal(message.part[1].name, "orders.yaml.sig");
	assert_memory_equal(message.part[1].bytes, "signature\n", 10);
}

static void
test_a_dropped_mail_comes_as_it_is(void **state)
{
	struct buf bytes;

	(void)state;
	open_drop();
	drop("box/b.eml", "Subject: x\n\ny\n");
	list();
	assert_int_equal(n_items, 1);
	buf_init(&bytes, arena);
	assert_int_equal(inbox->fetch(inbox, items, 1000, &bytes, &fault), 0);
	assert_string_equal(bytes.data, "Subject: x\n\ny\n");
}

static void
test_both_files_are_moved_and_none_is_written_over(void **state)
{
	int i;

	(void)state;
	open_drop();
	for (i = 0; i < 2; i++) {
		drop("box/a.yaml", "x");
		drop("box/a.yaml.sig", "y");
		list();
		assert_int_equal(n_items, 1);
		assert_int_equal(inbox->move(inbox, items, INBOX_PROCESSED,
		    &fault), 0);
		list();
		assert_int_equal(n_items, 0);
	}
	assert_true(file_exists(dir, "box/processed/a.yaml"));
	assert_true(file_exists(dir, "box/processed/a.yaml.sig"));
	assert_true(file_exists(dir, "box/processed/a.yaml.1"));
	assert_true(file_exists(dir, "box/processed/a.yaml.sig.1"));
}

static void
test_links_fifos_and_long_files_are_never_opened(void **state)
{
	struct buf bytes;

	(void)state;
	open_drop();
	drop("secret", "secret\n");
	assert_int_equal(symlinkat("../secret", dir, "box/a.eml"), 0);
	assert_int_equal(mkfifoat(dir, "box/b.eml", 0600), 0);
	drop("box/c.yaml", "x");
	assert_int_equal(symlinkat("../secret", dir, "box/c.yaml.sig"), 0);
	drop("box/d.eml", "0123456789");
	list();
	assert_int_equal(n_items, 4);
	assert_int_equal(items[0].kind, INBOX_LINK);
	assert_int_equal(items[1].kind, INBOX_FIFO);
	assert_int_equal(items[2].kind, INBOX_LINK);
	buf_init(&bytes, arena);
	assert_int_equal(inbox->fetch(inbox, &items[0], 9, &bytes, &fault),
	    -1);
	assert_int_equal(fault.kind, FAULT_PLAYER);
	assert_int_equal(inbox->fetch(inbox, &items[3], 9, &bytes, &fault),
	    -1);
	assert_int_equal(fault.kind, FAULT_PLAYER);
	assert_int_equal(bytes.len, 0);
	assert_int_equal(inbox->move(inbox, &items[1], INBOX_REJECTED,
	    &fault), 0);
	assert_true(file_exists(dir, "box/rejected/b.eml"));
}

/* THE COMMAND */

static struct outbox_mail mail;

static int
send_by(const char *script)
{
	const char *path = arena_printf(arena, "%s/command", folder);

	drop("command", arena_printf(arena, "#!/bin/sh\n%s\n", script));
	assert_int_equal(chmod(path, 0700), 0);
	assert_int_equal(sendmail_outbox(arena, arena_printf(arena,
	    "%s  -i", path), &outbox, &fault), 0);
	memset(&mail, 0, sizeof(mail));
	mail.id = "1";
	mail.from = "host@example.org";
	mail.to = "alice@example.org";
	mail.bytes = "Subject: x\r\n\r\n.\r\ny\r\n";
	mail.len = strlen(mail.bytes);
	return outbox->send(outbox, &mail, 1, NULL, NULL, &fault);
}

static void
test_the_command_gets_the_mail_and_both_addresses(void **state)
{
	struct buf said;

	(void)state;
	assert_int_equal(send_by("cd \"$(dirname \"$0\")\"\n"
	    "{ echo \"$*\"; cat; } >said"), 0);
	assert_int_equal(mail.outcome, OUTBOX_SENT);
	buf_init(&said, arena);
	assert_int_equal(file_read(dir, "said", 1000, &said, &fault), 0);
	assert_string_equal(said.data, "-i -f host@example.org -- "
	    "alice@example.org\nSubject: x\n\n.\ny\n");
}

static void
test_exit_codes_say_never_or_later(void **state)
{
	(void)state;
	assert_int_equal(send_by("exit 67"), 0);
	assert_int_equal(mail.outcome, OUTBOX_NEVER);
	assert_non_null(strstr(mail.answer, "exit code 67"));
	assert_int_equal(file_remove(dir, "command", &fault), 0);
	assert_int_equal(send_by("exit 75"), 0);
	assert_int_equal(mail.outcome, OUTBOX_LATER);
	assert_int_equal(file_remove(dir, "command", &fault), 0);
	assert_int_equal(send_by("kill -9 $$"), 0);
	assert_int_equal(mail.outcome, OUTBOX_LATER);
	assert_int_equal(file_remove(dir, "command", &fault), 0);
	assert_int_equal(send_by("exit 78"), -1);
	assert_int_equal(fault.kind, FAULT_OPERATOR);
	assert_int_equal(mail.outcome, OUTBOX_UNTRIED);
}

static void
test_a_command_that_is_not_there_is_the_hosts_to_mend(void **state)
{
	(void)state;
	assert_int_equal(sendmail_outbox(arena, "sendmail", &outbox, &fault),
	    -1);
	assert_int_equal(fault.kind, FAULT_OPERATOR);
	assert_int_equal(sendmail_outbox(arena, "/no/such/program", &outbox,
	    &fault), 0);
	mail = (struct outbox_mail){ .from = "", .to = "a@example.org",
	    .bytes = "" };
	assert_int_equal(outbox->send(outbox, &mail, 1, NULL, NULL, &fault),
	    -1);
	assert_int_equal(fault.kind, FAULT_OPERATOR);
	assert_int_equal(mail.outcome, OUTBOX_UNTRIED);
}

/* SERVERS */

static void
test_addresses_that_are_none_never_reach_a_server(void **state)
{
	struct server server = { .host = "localhost", .port = 1, .user = "",
	    .password = "", .authorities = "" };

	(void)state;
	assert_int_equal(smtp_outbox(arena, &server, "example.org", 2,
	    &outbox, &fault), 0);
	mail = (struct outbox_mail){ .from = "h@example.org",
	    .to = "a@example.org>\r\nRCPT TO:<b@example.org", .bytes = "" };
	assert_int_equal(outbox->send(outbox, &mail, 1, NULL, NULL, &fault),
	    0);
	assert_int_equal(mail.outcome, OUTBOX_NEVER);
}

static void
test_only_this_machine_is_spoken_to_in_the_clear(void **state)
{
	static const char *const away[] = { "mail.example.org", "128.0.0.1",
	    "127.example.org", "localhost.example.org", NULL };
	struct server server = { .tls = SERVER_PLAIN, .user = "",
	    .password = "", .authorities = "" };
	int i;

	(void)state;
	for (i = 0; away[i] != NULL; i++) {
		server.host = away[i];
		assert_int_equal(imap_inbox(arena, &server, "", &inbox,
		    &fault), -1);
		assert_int_equal(fault.kind, FAULT_OPERATOR);
		assert_non_null(strstr(fault.text, "tls: plain"));
	}
	server.host = "example.org/;UID=1";
	assert_int_equal(imap_inbox(arena, &server, "", &inbox, &fault), -1);
	assert_non_null(strstr(fault.text, "not the name of a mail server"));
	inbox = NULL;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
		TEST(test_an_order_file_comes_with_its_signature_or_not_at_all),
		TEST(test_a_dropped_mail_comes_as_it_is),
		TEST(test_both_files_are_moved_and_none_is_written_over),
		TEST(test_links_fifos_and_long_files_are_never_opened),
		TEST(test_the_command_gets_the_mail_and_both_addresses),
		TEST(test_exit_codes_say_never_or_later),
		TEST(test_a_command_that_is_not_there_is_the_hosts_to_mend),
		TEST(test_addresses_that_are_none_never_reach_a_server),
		TEST(test_only_this_machine_is_spoken_to_in_the_clear)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
