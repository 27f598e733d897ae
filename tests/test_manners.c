/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Manners: whom not to answer, how often, and mail that comes back. */

#include "test.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/file.h"
#include "host/home.h"
#include "host/manners.h"
#include "host/pass.h"
#include "host/player.h"
#include "mail/message.h"
#include "sign/key.h"

enum { START = 1800000000, HOUR = 3600, DAY = 24 * HOUR };

/* Two hosts; each has the other for a player. */
struct host {
	struct home	 home;
	char		 folder[64];
	int		 n_mails;	/* delivered to it */
};

static struct arena *arena;
static struct fault fault;
static struct host host[2];

static const char *const address[] = { "one@example.org", "two@example.net" };

static void
works(int r)
{
	if (r != 0)
		fail_msg("%s", fault.text);
}

/* TWO HOSTS */

static void
open_host(int who)
{
	struct host *h = &host[who];
	const char *data = getenv("POSTERN_DATA");

	strcpy(h->folder, "/tmp/postern-test.XXXXXX");
	assert_non_null(mkdtemp(h->folder));
	works(home_init(arena, h->folder, who == 0 ? "One" : "Two",
	    address[who], &fault));
	works(home_open(&h->home, arena, h->folder, data != NULL ? data : ".",
	    &fault));
	h->home.now = START;
	h->home.config.signup = 1;
	strcpy(h->home.config.operator, "boss@example.com");
	h->n_mails = 0;
}

static void
enrol(int who, const char *name, const char *mail)
{
	struct player player = { .address = mail, .command = "" };
	uint8_t seed[SEED_SIZE] = { 0 };
	struct seckey *key;

	seed[0] = (uint8_t)name[0];
	works(seckey_from_seed(arena, seed, "test", &key, &fault));
	strcpy(player.name, name);
	player.keys[player.n_keys++] = arena_strdup(arena,
	    pubkey_line(seckey_pubkey(key)));
	seckey_free(key);
	works(player_save(&host[who].home, &player, 1, &fault));
}

static int
setup(void **state)
{
	(void)state;
	arena = arena_new();
	open_host(0);
	open_host(1);
	enrol(0, "peer", address[1]);
	enrol(1, "peer", address[0]);
	enrol(0, "alice", "alice@example.com");
	return 0;
}

static int
teardown(void **state)
{
	int i;

	(void)state;
	for (i = 0; i < 2; i++) {
		home_close(&host[i].home);
		works(file_remove(AT_FDCWD, host[i].folder, &fault));
	}
	arena_free(arena);
	return 0;
}

/* MAIL */

static void
deliver(int who, const char *bytes, size_t len)
{
	works(file_create(host[who].home.fd, arena_printf(arena,
	    "mail/in/new/%04d", host[who].n_mails++), bytes, len, 0600,
	    &fault));
}

static void
deliver_text(int who, const char *from, const char *headers, const char *text)
{
	const char *mail = arena_printf(arena, "From: %s\nTo: %s\n"
	    "Message-ID: <%d@example.com>\n%s\n%s\n", from, address[who],
	    host[who].n_mails, headers, text);

	deliver(who, mail, strlen(mail));
}

static void
pass(int who)
{
	struct pass result;

	host[who].home.now += 60;
	works(pass_run(&host[who].home, &result, &fault));
}

/* Take the mails that a host has sent out of its outbox; the last one is
 * put into *last. */
static int
collect(int who, void (*each)(const char *bytes, size_t len),
    const char **last)
{
	struct home *home = &host[who].home;
	char **names;
	size_t i, n;

	works(file_list(home->fd, "mail/out/new", arena, &names, &n, &fault));
	for (i = 0; i < n; i++) {
		const char *path = arena_printf(arena, "mail/out/new/%s",
		    names[i]);
		struct buf bytes;

		buf_init(&bytes, arena);
		works(file_read(home->fd, path, 1 << 20, &bytes, &fault));
		works(file_remove(home->fd, path, &fault));
		if (each != NULL)
			each(bytes.data, bytes.len);
		if (last != NULL)
			*last = bytes.data;
	}
	return (int)n;
}

static int
sent(int who)
{
	return collect(who, NULL, NULL);
}

static void
to_one(const char *bytes, size_t len)
{
	deliver(0, bytes, len);
}

static void
to_two(const char *bytes, size_t len)
{
	deliver(1, bytes, len);
}

/* What the host answers to a mail from alice with that header. */
static int
answers_to(const char *header)
{
	deliver_text(0, "alice@example.com", header, "help");
	pass(0);
	return sent(0);
}

/* LOOPS */

/* A mail from one host gets the other going; then all is silent. */
static void
test_two_hosts_that_mail_each_other_stop_after_one_round(void **state)
{
	int round, total = 0;

	(void)state;
	deliver_text(0, address[1], "", "help");
	for (round = 0; round < 5; round++) {
		pass(0);
		total += collect(0, to_two, NULL);
		pass(1);
		total += collect(1, to_one, NULL);
	}
	assert_int_equal(total, 1);
	assert_int_equal(host[1].n_mails, 1);
}

static void
test_the_same_without_our_own_headers(void **state)
{
	const char *reply = NULL;
	char *mail;

	(void)state;
	deliver_text(0, address[1], "", "help");
	pass(0);
	assert_int_equal(collect(0, NULL, &reply), 1);
	mail = arena_strdup(arena, reply);
	memcpy(strstr(mail, "X-Postern"), "X-Strange", 9);
	deliver(1, mail, strlen(mail));
	pass(1);
	assert_int_equal(sent(1), 0);
	memcpy(strstr(mail, "Auto-Submitted"), "Otto-Submitted", 14);
	deliver(0, mail, strlen(mail));
	pass(0);
	assert_int_equal(sent(0), 0);
}

static void
test_what_we_send_says_that_a_machine_sends_it(void **state)
{
	struct message message;
	const char *mail = NULL;

	(void)state;
	deliver_text(0, "alice@example.com", "", "help");
	pass(0);
	assert_int_equal(collect(0, NULL, &mail), 1);
	works(message_read(arena, mail, strlen(mail), &message, &fault));
	assert_string_equal(message_header(&message, "Auto-Submitted"),
	    "auto-replied");
	assert_int_equal(message_count(&message, "X-Postern"), 1);
	assert_int_equal(manners_of(&host[0].home, &message), MANNER_OWN);
	assert_int_equal(manners_of(&host[1].home, &message), MANNER_OWN);
}

/* WHOM NOT TO ANSWER */

static void
test_machines_lists_and_bounces_are_not_answered(void **state)
{
	static const char *const headers[] = {
		"Auto-Submitted: auto-replied",
		"Auto-Submitted: auto-generated; owner=x",
		"auto-submitted: AUTO-NOTIFIED", "Precedence: bulk",
		"Precedence: LIST", "Precedence: junk",
		"Precedence: auto_reply", "Return-Path: <>",
		"List-Id: x <y.z>", "List-Post: <mailto:x@y.z>",
		"List-Unsubscribe: <x>", "X-Auto-Response-Suppress: OOF",
		"X-Postern: 9", "Content-Type: multipart/report; boundary=x",
		NULL };
	int i;

	(void)state;
	for (i = 0; headers[i] != NULL; i++)
		if (answers_to(arena_printf(arena, "%s\n", headers[i])) != 0)
			fail_msg("answered: %s", headers[i]);
}

static void
test_people_are_answered(void **state)
{
	static const char *const headers[] = { "", "Auto-Submitted: no\n",
		"Auto-Submitted: No (really)\n", "Precedence: normal\n",
		"X-Auto-Response-Suppress: None\n",
		"Return-Path: <alice@example.com>\n", "Listen: to me\n",
		NULL };
	int i;

	(void)state;
	for (i = 0; headers[i] != NULL; i++)
		if (answers_to(headers[i]) != 1)
			fail_msg("not answered: %s", headers[i]);
}

static void
test_nobody_who_is_not_enrolled_is_answered(void **state)
{
	static const char *const from[] = { "mallory@example.com",
		"MAILER-DAEMON@example.com", "one@example.org",
		"One <one@example.org>", "a@b.c, alice@example.com", "",
		"<>", NULL };
	int i;

	(void)state;
	for (i = 0; from[i] != NULL; i++) {
		deliver_text(0, from[i], "Reply-To: alice@example.com\n"
		    "Sender: alice@example.com\n", "help");
		deliver_text(0, from[i], "", "game: x\nturn: 1\nseat: y");
		deliver_text(0, from[i], "", "rules noir");
		pass(0);
		if (sent(0) != 0)
			fail_msg("answered: %s", from[i]);
	}
}

/* HOW OFTEN */

static void
test_an_address_gets_so_many_answers_a_day(void **state)
{
	int i;

	(void)state;
	for (i = 0; i < MANNERS_ANSWERS + 10; i++)
		deliver_text(0, "alice@example.com", "", "help");
	deliver_text(0, address[1], "", "help");
	pass(0);
	assert_int_equal(sent(0), MANNERS_ANSWERS + 1);
	assert_int_equal(answers_to(""), 0);
	host[0].home.caps = NULL;
	assert_int_equal(answers_to(""), 0);
	host[0].home.now += DAY;
	assert_int_equal(answers_to(""), 1);
	host[0].home.config.answers = 2;
	assert_int_equal(answers_to(""), 1);
	assert_int_equal(answers_to(""), 0);
}

static void
test_strangers_get_one_token_a_day_and_not_all_of_them(void **state)
{
	int i;

	(void)state;
	for (i = 0; i < 2 * (MANNERS_TOKENS + 10); i++)
		deliver_text(0, arena_printf(arena, "s%d@example.com", i / 2),
		    "", "register carol");
	pass(0);
	assert_int_equal(sent(0), MANNERS_TOKENS);
	host[0].home.caps = NULL;
	deliver_text(0, "late@example.com", "", "register carol");
	pass(0);
	assert_int_equal(sent(0), 0);
}

/* BOUNCES */

/* Have a mail sent to alice; return its id. */
static const char *
sent_id(void)
{
	struct message message;
	const char *mail = NULL, *id;

	deliver_text(0, "alice@example.com", "", "help");
	pass(0);
	assert_int_equal(collect(0, NULL, &mail), 1);
	works(message_read(arena, mail, strlen(mail), &message, &fault));
	id = message_header(&message, "Message-ID");
	assert_non_null(id);
	return id;
}

static void
bounce(const char *recipient, const char *id, const char *action)
{
	deliver_text(0, "MAILER-DAEMON@example.com", "Return-Path: <>\n"
	    "Content-Type: multipart/report; boundary=x;\n"
	    " report-type=delivery-status\n", arena_printf(arena,
	    "--x\n\nSorry.\n--x\nContent-Type: message/delivery-status\n\n"
	    "Reporting-MTA: dns; x\n\nFinal-Recipient: rfc822; %s\n"
	    "Action: %s\n--x\nContent-Type: text/rfc822-headers\n\n"
	    "Message-ID: %s\n--x--\n", recipient, action, id));
	pass(0);
}

static int
bounces(void)
{
	int n;

	works(manners_bounces(&host[0].home, "alice", "alice@example.com", &n,
	    &fault));
	return n;
}

static void
test_three_bounces_pause_mail_until_the_host_resumes_it(void **state)
{
	const char *id[4], *mail = NULL;
	int i;

	(void)state;
	for (i = 0; i < 4; i++)
		id[i] = sent_id();
	for (i = 0; i < 2; i++)
		bounce("alice@example.com", id[i], "failed");
	assert_int_equal(bounces(), 2);
	assert_int_equal(sent(0), 0);
	bounce("alice@example.com", id[2], "failed");
	assert_int_equal(bounces(), 3);
	assert_int_equal(collect(0, NULL, &mail), 1);
	assert_non_null(strstr(mail, "To: boss@example.com"));
	bounce("alice@example.com", id[3], "failed");
	assert_int_equal(sent(0), 0);
	assert_true(manners_is_paused(&host[0].home, "alice@example.com"));
	assert_int_equal(answers_to(""), 0);
	host[0].home.bounces = NULL;
	assert_true(manners_is_paused(&host[0].home, "alice@example.com"));
	works(manners_resume(&host[0].home, "alice", &fault));
	assert_int_equal(bounces(), 0);
	pass(0);
	assert_int_equal(sent(0), 1);
}

static void
test_a_mail_that_comes_back_twice_counts_once(void **state)
{
	const char *id = sent_id();

	(void)state;
	bounce("alice@example.com", id, "failed");
	bounce("alice@example.com", id, "failed");
	assert_int_equal(bounces(), 1);
}

static void
test_a_forged_bounce_counts_for_nobody(void **state)
{
	const char *id = sent_id();
	char *other = arena_strdup(arena, id);

	(void)state;
	other[50] = other[50] == '0' ? '1' : '0';
	bounce("alice@example.com", other, "failed");
	bounce("alice@example.com", "<1@example.org>", "failed");
	bounce(address[1], id, "failed");
	bounce("alice@example.com", id, "delayed");
	assert_int_equal(bounces(), 0);
	assert_false(file_exists(host[0].home.fd, "bounces"));
}

static void
test_bounces_far_apart_are_not_in_a_row(void **state)
{
	const char *id[3];
	int i;

	(void)state;
	for (i = 0; i < 3; i++)
		id[i] = sent_id();
	bounce("alice@example.com", id[0], "failed");
	bounce("alice@example.com", id[1], "failed");
	host[0].home.now += 30 * DAY;
	bounce("alice@example.com", id[2], "failed");
	assert_int_equal(bounces(), 1);
}

static void
test_bounces_are_of_an_address_not_of_a_player(void **state)
{
	int n;

	(void)state;
	bounce("alice@example.com", sent_id(), "failed");
	assert_int_equal(bounces(), 1);
	works(manners_bounces(&host[0].home, "alice", "new@example.com", &n,
	    &fault));
	assert_int_equal(n, 0);
}

#define TEST(f)	cmocka_unit_test_setup_teardown(f, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_two_hosts_that_mail_each_other_stop_after_one_round),
		TEST(test_the_same_without_our_own_headers),
		TEST(test_what_we_send_says_that_a_machine_sends_it),
		TEST(test_machines_lists_and_bounces_are_not_answered),
		TEST(test_people_are_answered),
		TEST(test_nobody_who_is_not_enrolled_is_answered),
		TEST(test_an_address_gets_so_many_answers_a_day),
		TEST(test_strangers_get_one_token_a_day_and_not_all_of_them),
		TEST(test_three_bounces_pause_mail_until_the_host_resumes_it),
		TEST(test_a_mail_that_comes_back_twice_counts_once),
		TEST(test_a_forged_bounce_counts_for_nobody),
		TEST(test_bounces_far_apart_are_not_in_a_row),
		TEST(test_bounces_are_of_an_address_not_of_a_player),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
