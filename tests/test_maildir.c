/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Maildirs are delivered to once, and read without being led astray. */

#include "test.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/file.h"
#include "mail/box.h"
#include "mail/maildir.h"

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
	return maildir_make(dir, "box", &fault);
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

/* TOOLS */

static void
works(int r)
{
	if (r == -1)
		fail_msg("%s", fault.text);
}

static void
put(const char *path, const char *bytes)
{
	works(file_create(dir, path, bytes, strlen(bytes), 0600, &fault));
}

static void
assert_file(const char *path, const char *bytes)
{
	struct buf out;

	buf_init(&out, arena);
	works(file_read(dir, path, 1 << 20, &out, &fault));
	assert_string_equal(out.data, bytes);
}

static size_t
count_in(const char *path)
{
	char **names;
	size_t n;

	works(file_list(dir, path, arena, &names, &n, &fault));
	return n;
}

static void
deliver(const char *id, const char *bytes)
{
	works(maildir_deliver(dir, "box", id, bytes, strlen(bytes), &fault));
}

static void
list(void)
{
	if (inbox == NULL)
		works(maildir_inbox(arena, dir, "box", &inbox, &fault));
	works(inbox->list(inbox, arena, 1000, &items, &n_items, &fault));
}

/* DELIVERY */

static void
test_a_mail_is_delivered_under_its_id(void **state)
{
	(void)state;
	deliver("noir-7.12.jane", "Subject: x\n\nhello\n");
	assert_file("box/new/noir-7.12.jane", "Subject: x\n\nhello\n");
	assert_int_equal(count_in("box/tmp"), 0);
}

static void
test_a_mail_delivered_again_is_not_doubled(void **state)
{
	(void)state;
	deliver("id-1", "one\n");
	deliver("id-1", "one\n");
	assert_int_equal(count_in("box/new"), 1);
	works(file_rename_new(dir, "box/new/id-1", dir, "box/cur/id-1:2,RS",
	    NULL, &fault));
	deliver("id-1", "one\n");
	assert_int_equal(count_in("box/new"), 0);
	assert_int_equal(count_in("box/cur"), 1);
	works(file_rename_new(dir, "box/cur/id-1:2,RS", dir, "box/cur/id-1",
	    NULL, &fault));
	deliver("id-1", "one\n");
	assert_int_equal(count_in("box/new"), 0);
}

static void
test_an_id_that_begins_like_another_is_its_own(void **state)
{
	(void)state;
	put("box/cur/id-10:2,S", "ten\n");
	put("box/cur/id-1-x:2,S", "x\n");
	put("box/cur/id-:2,S", "none\n");
	deliver("id-1", "one\n");
	assert_file("box/new/id-1", "one\n");
	put("box/cur/id-2.a:2,", "a\n");
	put("box/cur/id-2:2,", "two\n");
	deliver("id-2", "two\n");
	assert_int_equal(count_in("box/new"), 1);
}

static void
test_what_a_crash_left_in_tmp_is_written_afresh(void **state)
{
	(void)state;
	put("box/tmp/id-1", "hal");
	deliver("id-1", "whole\n");
	assert_file("box/new/id-1", "whole\n");
	assert_int_equal(count_in("box/tmp"), 0);
}

static void
test_ids_that_are_no_names_are_refused(void **state)
{
	static const char *const bad[] = { "", ".", "..", ".x", "a/b",
	    "../x", "a:2,S", "a b", "a\nb", "\xc3\xa9", NULL };
	char longest[MAILDIR_ID + 2];
	int i;

	(void)state;
	for (i = 0; bad[i] != NULL; i++) {
		assert_false(maildir_is_id(bad[i]));
		assert_int_equal(maildir_deliver(dir, "box", bad[i], "x", 1,
		    &fault), -1);
	}
	memset(longest, 'x', sizeof(longest));
	longest[MAILDIR_ID + 1] = '\0';
	assert_false(maildir_is_id(longest));
	longest[MAILDIR_ID] = '\0';
	assert_true(maildir_is_id(longest));
}

static void
test_delivery_into_nothing_is_a_fault(void **state)
{
	(void)state;
	assert_int_equal(maildir_deliver(dir, "nowhere", "x", "x", 1, &fault),
	    -1);
}

/* THE OUTBOX */

static void
note_done(void *arg, struct outbox_mail *mail)
{
	assert_int_equal(mail->outcome, OUTBOX_SENT);
	*(int *)arg += 1;
}

static void
test_the_outbox_writes_lf_and_tells_each_outcome(void **state)
{
	struct outbox_mail mails[] = {
		{ .id = "a", .to = "x@y.z", .bytes = "A: b\r\n\r\nc\r\n",
		  .len = 11 },
		{ .id = "b", .to = "x@y.z", .bytes = "D: e\r\n\r\n", .len = 8 },
	};
	int n_done = 0;

	(void)state;
	works(maildir_outbox(arena, dir, "out", &outbox, &fault));
	works(outbox->send(outbox, mails, 2, note_done, &n_done, &fault));
	assert_int_equal(n_done, 2);
	assert_int_equal(mails[1].outcome, OUTBOX_SENT);
	assert_file("out/new/a", "A: b\n\nc\n");
	assert_file("out/new/b", "D: e\n\n");
	works(outbox->send(outbox, mails, 2, note_done, &n_done, &fault));
	assert_int_equal(n_done, 4);
	assert_int_equal(count_in("out/new"), 2);
	assert_int_equal(count_in("out/tmp"), 0);
}

static void
test_a_failing_outbox_leaves_mails_untried(void **state)
{
	struct outbox_mail mails[] = {
		{ .id = "a", .bytes = "x\r\n", .len = 3 },
		{ .id = "../b", .bytes = "x\r\n", .len = 3 },
	};
	int n_done = 0;

	(void)state;
	works(maildir_outbox(arena, dir, "out", &outbox, &fault));
	assert_int_equal(outbox->send(outbox, mails, 2, note_done, &n_done,
	    &fault), -1);
	assert_int_equal(n_done, 0);
	assert_int_equal(mails[0].outcome, OUTBOX_UNTRIED);
	assert_int_equal(count_in("out/new"), 0);
	works(outbox->send(outbox, mails, 1, note_done, &n_done, &fault));
	assert_int_equal(count_in("out/tmp"), 0);
	assert_file("out/new/a", "x\n");
}

/* THE INBOX */

static void
test_mails_are_listed_by_name_from_new_and_cur(void **state)
{
	(void)state;
	put("box/new/2", "two\n");
	put("box/cur/1:2,S", "one");
	put("box/cur/3:2,", "three\n");
	put("box/new/.hidden", "x");
	put("box/tmp/0", "x");
	list();
	assert_int_equal(n_items, 3);
	assert_string_equal(items[0].name, "cur/1:2,S");
	assert_int_equal(items[0].size, 3);
	assert_int_equal(items[0].kind, INBOX_MAIL);
	assert_string_equal(items[1].name, "new/2");
	assert_string_equal(items[2].name, "cur/3:2,");
	works(inbox->list(inbox, arena, 2, &items, &n_items, &fault));
	assert_int_equal(n_items, 2);
	assert_string_equal(items[1].name, "new/2");
}

static void
test_mails_are_fetched_up_to_a_size(void **state)
{
	struct buf out;

	(void)state;
	put("box/new/a", "12345");
	list();
	buf_init(&out, arena);
	works(inbox->fetch(inbox, &items[0], 5, &out, &fault));
	assert_string_equal(out.data, "12345");
	assert_int_equal(inbox->fetch(inbox, &items[0], 4, &out, &fault), -1);
	assert_int_equal(fault.kind, FAULT_PLAYER);
	assert_int_equal(out.len, 5);
}

static void
test_a_mail_that_is_gone_is_left_to_the_next_pass(void **state)
{
	struct buf out;

	(void)state;
	put("box/new/a", "x");
	list();
	works(file_remove(dir, "box/new/a", &fault));
	buf_init(&out, arena);
	assert_int_equal(inbox->fetch(inbox, &items[0], 5, &out, &fault), -1);
	assert_int_equal(fault.kind, FAULT_RETRY);
	works(inbox->move(inbox, &items[0], INBOX_PROCESSED, &fault));
}

static void
test_handled_mails_are_moved_to_folders(void **state)
{
	(void)state;
	put("box/new/a", "good");
	put("box/cur/b:2,RS", "bad");
	list();
	assert_int_equal(n_items, 2);
	works(inbox->move(inbox, &items[0], INBOX_PROCESSED, &fault));
	works(inbox->move(inbox, &items[1], INBOX_REJECTED, &fault));
	assert_file("box/.Processed/cur/a:2,S", "good");
	assert_file("box/.Rejected/cur/b:2,S", "bad");
	assert_true(file_exists(dir, "box/.Rejected/maildirfolder"));
	list();
	assert_int_equal(n_items, 0);
}

static void
test_a_name_taken_in_a_folder_is_not_written_over(void **state)
{
	int i;

	(void)state;
	for (i = 0; i < 3; i++) {
		put("box/new/a", i == 0 ? "0" : i == 1 ? "1" : "2");
		list();
		works(inbox->move(inbox, &items[0], INBOX_PROCESSED, &fault));
	}
	assert_file("box/.Processed/cur/a:2,S", "0");
	assert_file("box/.Processed/cur/a.1:2,S", "1");
	assert_file("box/.Processed/cur/a.2:2,S", "2");
}

static void
test_names_that_are_long_or_odd_are_replaced(void **state)
{
	char path[300] = "box/new/";

	(void)state;
	memset(path + 8, 'x', 255);
	path[8 + 255] = '\0';
	put(path, "long");
	put("box/new/\xff\n\033[2J", "odd");
	put("box/new/:2,S", "bare");
	list();
	assert_int_equal(n_items, 3);
	works(inbox->move(inbox, &items[0], INBOX_REJECTED, &fault));
	works(inbox->move(inbox, &items[1], INBOX_REJECTED, &fault));
	works(inbox->move(inbox, &items[2], INBOX_REJECTED, &fault));
	assert_int_equal(count_in("box/.Rejected/cur"), 3);
	list();
	assert_int_equal(n_items, 0);
}

static void
make_socket(const char *path)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	snprintf(address.sun_path, sizeof(address.sun_path), "%s/%s", folder,
	    path);
	assert_int_equal(bind(fd, (struct sockaddr *)&address,
	    sizeof(address)), 0);
	close(fd);
}

static void
test_what_is_no_mail_is_told_and_set_aside(void **state)
{
	static const enum inbox_kind kinds[] = { INBOX_FIFO, INBOX_LINK,
	    INBOX_FOLDER, INBOX_DEVICE, INBOX_MAIL };
	struct buf out;
	size_t i;

	(void)state;
	put("secret", "not to be read");
	assert_int_equal(mkfifoat(dir, "box/new/1", 0600), 0);
	assert_int_equal(symlinkat("../../secret", dir, "box/new/2"), 0);
	assert_int_equal(mkdirat(dir, "box/new/3", 0700), 0);
	put("box/new/3/inside", "x");
	make_socket("box/new/4");
	put("box/new/5", "good");
	list();
	assert_int_equal(n_items, 5);
	buf_init(&out, arena);
	for (i = 0; i < 5; i++) {
		assert_int_equal(items[i].kind, kinds[i]);
		if (kinds[i] == INBOX_MAIL) {
			works(inbox->fetch(inbox, &items[i], 100, &out,
			    &fault));
			continue;
		}
		assert_int_equal(inbox->fetch(inbox, &items[i], 100, &out,
		    &fault), -1);
		assert_int_equal(fault.kind, FAULT_PLAYER);
		assert_non_null(strstr(fault.text, inbox_kind_names[kinds[i]]));
		works(inbox->move(inbox, &items[i], INBOX_REJECTED, &fault));
	}
	assert_string_equal(out.data, "good");
	list();
	assert_int_equal(n_items, 1);
	assert_file("secret", "not to be read");
	assert_int_equal(count_in("box/.Rejected/cur"), 4);
}

/* A mail that turns into a link between the list and the fetch. */
static void
test_a_mail_swapped_for_a_link_is_not_followed(void **state)
{
	struct buf out;

	(void)state;
	put("secret", "not to be read");
	put("box/new/a", "good");
	list();
	works(file_remove(dir, "box/new/a", &fault));
	assert_int_equal(symlinkat("../../secret", dir, "box/new/a"), 0);
	buf_init(&out, arena);
	assert_int_equal(inbox->fetch(inbox, &items[0], 100, &out, &fault),
	    -1);
	assert_int_equal(fault.kind, FAULT_PLAYER);
	assert_int_equal(out.len, 0);
}

int
main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		TEST(test_a_mail_is_delivered_under_its_id),
		TEST(test_a_mail_delivered_again_is_not_doubled),
		TEST(test_an_id_that_begins_like_another_is_its_own),
		TEST(test_what_a_crash_left_in_tmp_is_written_afresh),
		TEST(test_ids_that_are_no_names_are_refused),
		TEST(test_delivery_into_nothing_is_a_fault),
		TEST(test_the_outbox_writes_lf_and_tells_each_outcome),
		TEST(test_a_failing_outbox_leaves_mails_untried),
		TEST(test_mails_are_listed_by_name_from_new_and_cur),
		TEST(test_mails_are_fetched_up_to_a_size),
		TEST(test_a_mail_that_is_gone_is_left_to_the_next_pass),
		TEST(test_handled_mails_are_moved_to_folders),
		TEST(test_a_name_taken_in_a_folder_is_not_written_over),
		TEST(test_names_that_are_long_or_odd_are_replaced),
		TEST(test_what_is_no_mail_is_told_and_set_aside),
		TEST(test_a_mail_swapped_for_a_link_is_not_followed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
