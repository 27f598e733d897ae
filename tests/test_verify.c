/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Verify proves a game as it was played, and finds whatever was changed. */

#include "test.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/file.h"
#include "data/node.h"
#include "data/yaml.h"
#include "engines/engines.h"
#include "host/close.h"
#include "host/home.h"
#include "host/intake.h"
#include "host/pass.h"
#include "host/player.h"
#include "host/verify.h"
#include "sign/key.h"
#include "sign/sshsig.h"

enum {
	START = 1800000000,
	HOUR = 3600,
	WHOLE = 160,		/* files up to this size: every byte */
	SAMPLES = 35		/* of larger ones: so many at least */
};

static struct arena *arena;
static struct fault fault;
static struct home home;
static struct seckey *key[3];	/* alice, bob, and a stranger */
static char folder[64];
static bool new_key;		/* bob signs with the stranger's */

static const char *const player_name[] = { "alice", "bob" };
static const char *const seat_name[] = { "john", "jane" };

/* A GAME IS PLAYED */

static void
works(int r)
{
	if (r != 0)
		fail_msg("%s", fault.text);
}

static void
enrol(int who)
{
	struct player player = { .n_keys = 1 };
	uint8_t seed[SEED_SIZE] = { 0 };

	seed[0] = (uint8_t)(who + 1);
	works(seckey_from_seed(arena, seed, "test", &key[who], &fault));
	if (who == 2)
		return;
	strcpy(player.name, player_name[who]);
	player.address = arena_printf(arena, "%s@example.org", player.name);
	player.keys[0] = pubkey_line(seckey_pubkey(key[who]));
	works(player_save(&home, &player, 1, &fault));
}

static const char *
sign_with(const struct seckey *by, const char *text, size_t len)
{
	struct buf armour;

	buf_init(&armour, arena);
	works(sshsig_sign(by, SSHSIG_NAMESPACE, text, len, &armour, &fault));
	return armour.data;
}

static void
submit(int seat, const char *text)
{
	const char *armour = sign_with(key[seat + (seat == 1 && new_key)],
	    text, strlen(text));
	struct intake intake;

	works(pass_submit(&home, text, strlen(text), armour, strlen(armour),
	    &intake, &fault));
	if (!intake.accepted)
		fail_msg("%s", intake.answer);
}

static void
pass(void)
{
	struct pass result;

	home.now += HOUR;
	works(pass_run(&home, &result, &fault));
	assert_int_equal(result.stopped, 0);
}

static const char *
slurp(const char *path)
{
	struct buf text;

	buf_init(&text, arena);
	works(file_read(home.fd, path, 1 << 20, &text, &fault));
	return text.data;
}

static void
replace(const char *path, const char *text)
{
	works(file_replace(home.fd, path, text, strlen(text), 0600, &fault));
}

static void
get_ready(const char *id)
{
	struct game game;
	int i;

	works(game_find(&home, arena, id, &game, &fault));
	for (i = 0; i < 2; i++)
		submit(i, arena_printf(arena, "game: %s\nof: %s\nturn: 0\n"
		    "seat: %s\norders: [ready]\n", id, game.of,
		    seat_name[i]));
	game_close(&game);
	pass();
}

static const char *
form_path(const char *id, int turn, int seat)
{
	return arena_printf(arena, "games/%s/turns/%04d/letters/%s/"
	    "orders.yaml", id, turn - 1, seat_name[seat]);
}

/* Send the form of every seat that is asked as it came, and more with it. */
static void
answer(const char *id, int turn, const char *more)
{
	int i;

	for (i = 0; i < 2; i++)
		if (file_exists(home.fd, form_path(id, turn, i)))
			submit(i, arena_printf(arena, "%s%s",
			    slurp(form_path(id, turn, i)), more));
}

/* The first seat that is asked gives up. */
static void
resign(const char *id, int turn)
{
	const char *form;
	int i;

	for (i = 0; i < 2; i++) {
		if (!file_exists(home.fd, form_path(id, turn, i)))
			continue;
		form = slurp(form_path(id, turn, i));
		submit(i, arena_printf(arena, "%.*s\norders: [resign]\n",
		    (int)(strstr(form, "\norders:") - form), form));
		return;
	}
	fail_msg("nobody is asked in turn %d", turn);
}

static void
agree(const char *id)
{
	struct agreement a = { .id = id, .engine = engine_find("noir"),
	    .n_seats = 2, .ready = true };
	int i;

	for (i = 0; i < 2; i++) {
		a.seat[i] = seat_name[i];
		a.player[i] = player_name[i];
	}
	works(close_new(&home, &a, &fault));
	works(file_remove(home.fd, "due", &fault));
}

/* One game that is over, one that waits with a file in its inbox. */
static int
setup(void **state)
{
	const char *data = getenv("POSTERN_DATA");
	int i;

	(void)state;
	arena = arena_new();
	strcpy(folder, "/tmp/postern-test.XXXXXX");
	if (mkdtemp(folder) == NULL)
		return -1;
	works(home_init(arena, folder, "Test", "host@example.org", &fault));
	works(home_open(&home, arena, folder, data != NULL ? data : ".",
	    &fault));
	home.now = START;
	for (i = 0; i < 3; i++)
		enrol(i);
	agree("ended");
	get_ready("ended");
	answer("ended", 1, "press: [{text: Good luck.}]\n");
	pass();
	home.now += 100 * HOUR;
	pass();
	resign("ended", 3);
	pass();
	agree("open");
	get_ready("open");
	answer("open", 1, "");
	works(file_mkdir(home.fd, "games/open/actions", &fault));
	replace("games/open/actions/0001.yaml",
	    "seat: jane\nturn: 1\nin: 1\n");
	pass();
	answer("open", 2, "");
	return 0;
}

static int
teardown(void **state)
{
	int i;

	(void)state;
	for (i = 0; i < 3; i++)
		seckey_free(key[i]);
	home_close(&home);
	arena_free(arena);
	return file_remove(AT_FDCWD, folder, &fault);
}

/* VERIFYING IT */

/* Verify; return how many differences there are, and the first. */
static int
differences(const char *path, const char **first)
{
	struct arena *job = arena_new();
	struct verified verified;
	static char line[256];
	int n;

	works(verify_folder(path[0] == 'g' ? &home : NULL, job, home.fd, path,
	    &verified, &fault));
	n = verified.proof.n_differences;
	if (n > 0 && first != NULL) {
		snprintf(line, sizeof(line), "%s",
		    verified.proof.difference[0]);
		*first = line;
	}
	arena_free(job);
	return n;
}

static void
assert_proven(const char *path)
{
	const char *first = NULL;

	if (differences(path, &first) != 0)
		fail_msg("%s: %s", path, first);
}

static void
assert_found(const char *path, const char *wanted)
{
	const char *first = NULL;

	if (differences(path, &first) == 0)
		fail_msg("not found: %s", wanted);
	if (strstr(first, wanted) == NULL)
		fail_msg("found \"%s\", not \"%s\"", first, wanted);
}

static int
count(char **names, const char *end)
{
	size_t len;
	int n = 0;

	for (; *names != NULL; names++) {
		len = strlen(*names);
		n += len > strlen(end) &&
		    strcmp(*names + len - strlen(end), end) == 0;
	}
	return n;
}

static void
assert_counted(const char *path, int turns)
{
	struct verified verified;
	char **names;
	size_t n;

	works(verify_folder(&home, arena, home.fd, path, &verified, &fault));
	works(file_tree(home.fd, path, arena, &names, &n, &fault));
	assert_int_equal(verified.proof.n_differences, 0);
	assert_int_equal(verified.turns, turns);
	assert_int_equal(verified.turns, count(names, "/turn.yaml"));
	assert_int_equal(verified.files, count(names, "/receipt.txt"));
	assert_int_equal(verified.letters, count(names, "/report.txt.sig"));
	assert_string_equal(verified.host,
	    pubkey_fingerprint(seckey_pubkey(home.key)));
}

static void
test_games_are_proven_as_they_were_played(void **state)
{
	(void)state;
	assert_counted("archive/ended", 4);
	assert_counted("games/open", 2);
	assert_proven("archive/ended");
}

/* BYTES */

static void
flip(int fd, off_t at, char mask)
{
	char byte;

	assert_int_equal(pread(fd, &byte, 1, at), 1);
	byte = (char)(byte ^ mask);
	assert_int_equal(pwrite(fd, &byte, 1, at), 1);
}

/*
 * Flip bytes of one file, one at a time; return how many. All of those that
 * lie at the top are tried, for there verify is fast.
 */
static int
flip_file(const char *game, const char *name, int first)
{
	static const char masks[] = { 0x01, 0x20, 0x04, 0x10, (char)0x80 };
	int fd = openat(home.fd, arena_printf(arena, "%s/%s", game, name),
	    O_RDWR | O_CLOEXEC);
	off_t size = lseek(fd, 0, SEEK_END), at;
	off_t stride = size <= WHOLE || strchr(name, '/') == NULL ? 1 :
	    (size + SAMPLES - 1) / SAMPLES;
	int n = 0;

	assert_true(fd >= 0);
	for (at = first % stride; at < size; at += stride, n++) {
		flip(fd, at, masks[n % 5]);
		if (differences(game, NULL) == 0)
			fail_msg("%s/%s: byte %ld ^ %02x is not found", game,
			    name, (long)at, masks[n % 5] & 0xff);
		flip(fd, at, masks[n % 5]);
	}
	close(fd);
	return n;
}

static void
flip_all(const char *game)
{
	char **names;
	size_t i, n;
	int flips = 0;

	works(file_tree(home.fd, game, arena, &names, &n, &fault));
	assert_true(n > 40);
	for (i = 0; i < n; i++)
		flips += flip_file(game, names[i], (int)i);
	print_message("%d flips in %zu files\n", flips, n);
	assert_true(flips > 1000);
	assert_proven(game);
}

static void
test_each_flipped_byte_of_an_archive_is_found(void **state)
{
	(void)state;
	flip_all("archive/ended");
}

static void
test_each_flipped_byte_of_a_running_game_is_found(void **state)
{
	(void)state;
	flip_all("games/open");
}

static void
test_a_difference_is_told_by_its_place_alone(void **state)
{
	const char *path = "games/open/turns/0001/state.yaml";
	int fd = openat(home.fd, path, O_RDWR | O_CLOEXEC);

	(void)state;
	flip(fd, 99, 1);
	assert_found("games/open",
	    "turns/0001/state.yaml differs from the replay at byte 100");
	flip(fd, 99, 1);
	close(fd);
	assert_proven("games/open");
}

/* FILES */

static void
test_each_removed_file_is_found(void **state)
{
	const char *path;
	char **names;
	size_t i, n;

	(void)state;
	works(file_tree(home.fd, "archive/ended", arena, &names, &n, &fault));
	for (i = 0; i < n; i++) {
		path = arena_printf(arena, "archive/ended/%s", names[i]);
		works(file_rename_new(home.fd, path, home.fd, "aside", NULL,
		    &fault));
		if (differences("archive/ended", NULL) == 0)
			fail_msg("%s is not missed", path);
		works(file_rename_new(home.fd, "aside", home.fd, path, NULL,
		    &fault));
	}
	assert_proven("archive/ended");
}

static void
test_an_added_file_is_found(void **state)
{
	static const char *const places[] = { "notes", ".hidden",
	    "turns/0001/letters/extra", "turns/0002/orders.txt",
	    "welcome/mary/report.txt", "data/games/noir/more.yaml",
	    "data/games/other.yaml", "inbox/0009/john-0000/key", NULL };
	const char *path;
	int i;

	(void)state;
	works(file_mkdir(home.fd, "archive/ended/inbox", &fault));
	works(file_mkdir(home.fd, "archive/ended/inbox/0009", &fault));
	works(file_mkdir(home.fd, "archive/ended/inbox/0009/john-0000",
	    &fault));
	works(file_mkdir(home.fd, "archive/ended/welcome/mary", &fault));
	for (i = 0; places[i] != NULL; i++) {
		path = arena_printf(arena, "archive/ended/%s", places[i]);
		works(file_create(home.fd, path, "a: b\n", 5, 0600, &fault));
		if (differences("archive/ended", NULL) == 0)
			fail_msg("%s is not found", path);
		works(file_remove(home.fd, path, &fault));
	}
	assert_proven("archive/ended");
}

static void
swap(const char *one, const char *other)
{
	works(file_rename_new(home.fd, one, home.fd, "aside", NULL, &fault));
	works(file_rename_new(home.fd, other, home.fd, one, NULL, &fault));
	works(file_rename_new(home.fd, "aside", home.fd, other, NULL, &fault));
}

static void
test_turns_in_another_order_are_found(void **state)
{
	const char *one = "archive/ended/turns/0001";
	const char *other = "archive/ended/turns/0002";

	(void)state;
	swap(one, other);
	assert_found("archive/ended", "turns/0001");
	swap(one, other);
	assert_proven("archive/ended");
}

static void
test_orders_of_another_turn_are_found(void **state)
{
	const char *one = "archive/ended/turns/0000/orders";
	const char *other = "archive/ended/turns/0001/orders";

	(void)state;
	swap(one, other);
	assert_found("archive/ended", "is not for this game, turn or seq");
	swap(one, other);
	assert_proven("archive/ended");
}

/* FORGERIES */

static void
test_another_seed_is_found(void **state)
{
	const char *seed = slurp("archive/ended/seed");
	const char *other = slurp("games/open/seed");

	(void)state;
	replace("archive/ended/seed", other);
	assert_found("archive/ended", "the seed is not the one");
	replace("archive/ended/seed", seed);
	assert_proven("archive/ended");
}

static void
test_a_signature_of_another_host_is_found(void **state)
{
	const char *path = "archive/ended/game.yaml";
	const char *text = slurp(path);
	const char *sig = slurp("archive/ended/game.yaml.sig");

	(void)state;
	replace("archive/ended/game.yaml.sig",
	    sign_with(key[2], text, strlen(text)));
	assert_found("archive/ended", "game.yaml.sig is not the signature");
	replace("archive/ended/game.yaml.sig", sig);
	assert_proven("archive/ended");
}

/* A host who puts his own key in place of the one that was agreed. */
static void
test_a_game_taken_over_by_another_host_is_found(void **state)
{
	const char *path = "archive/ended/game.yaml";
	const char *text = slurp(path);
	const char *sig = slurp("archive/ended/game.yaml.sig");
	const char *old = pubkey_line(seckey_pubkey(home.key));
	const char *at = strstr(text, old), *forged;

	(void)state;
	assert_non_null(at);
	forged = arena_printf(arena, "%.*s%s%s", (int)(at - text), text,
	    pubkey_line(seckey_pubkey(key[2])), at + strlen(old));
	replace(path, forged);
	replace("archive/ended/game.yaml.sig",
	    sign_with(key[2], forged, strlen(forged)));
	assert_found("archive/ended", "welcome/");
	replace(path, text);
	replace("archive/ended/game.yaml.sig", sig);
	assert_proven("archive/ended");
}

/* Orders that a stranger signed, with the stranger's key beside them. */
static void
test_orders_by_a_strangers_key_are_found(void **state)
{
	const char *at = "archive/ended/turns/0001/orders";
	const char *text, *line, *sig, *filed;
	char **names;
	size_t n;

	(void)state;
	works(file_list(home.fd, at, arena, &names, &n, &fault));
	assert_true(n > 0);
	filed = arena_printf(arena, "%s/%s", at, names[0]);
	text = slurp(arena_printf(arena, "%s/orders.yaml", filed));
	sig = slurp(arena_printf(arena, "%s/orders.yaml.sig", filed));
	line = slurp(arena_printf(arena, "%s/key", filed));
	replace(arena_printf(arena, "%s/orders.yaml.sig", filed),
	    sign_with(key[2], text, strlen(text)));
	replace(arena_printf(arena, "%s/key", filed), arena_printf(arena,
	    "%s\n", pubkey_line(seckey_pubkey(key[2]))));
	assert_found("archive/ended", "is not a key of that seat");
	replace(arena_printf(arena, "%s/orders.yaml.sig", filed), sig);
	replace(arena_printf(arena, "%s/key", filed), line);
	assert_proven("archive/ended");
}

/* A host who signs for what is not so is found out by the replay. */
static void
test_a_record_that_the_host_forged_is_found(void **state)
{
	const char *path = "archive/ended/turns/0003/turn.yaml";
	const char *text = slurp(path);
	const char *sig = slurp("archive/ended/turns/0003/turn.yaml.sig");
	char *forged = arena_strdup(arena, text), *late;

	(void)state;
	late = strstr(forged, "closed:");
	assert_non_null(late);
	late[strlen("closed: 2")] ^= 1;
	replace(path, forged);
	replace("archive/ended/turns/0003/turn.yaml.sig",
	    sign_with(home.key, forged, strlen(forged)));
	assert_found("archive/ended", "turns/0003");
	replace(path, text);
	replace("archive/ended/turns/0003/turn.yaml.sig", sig);
	assert_proven("archive/ended");
}

static void
test_a_turn_closed_before_its_deadline_is_found(void **state)
{
	struct game game;
	struct made made;

	(void)state;
	agree("hasty");
	get_ready("hasty");
	works(game_find(&home, arena, "hasty", &game, &fault));
	works(close_turn(&home, &game, NULL, 0, &made, &fault));
	works(home_commit(&home, &fault));
	game_close(&game);
	assert_found("games/hasty", "turns/0001 was closed before");
}

/* A key counts from the file on that it signed, and the record says so. */
static void
test_a_key_enrolled_on_the_way_is_proven(void **state)
{
	struct player player = { .n_keys = 2, .name = "bob",
	    .address = "bob@example.org" };
	struct verified verified;

	(void)state;
	agree("rekeyed");
	get_ready("rekeyed");
	player.keys[0] = pubkey_line(seckey_pubkey(key[1]));
	player.keys[1] = pubkey_line(seckey_pubkey(key[2]));
	works(player_save(&home, &player, 0, &fault));
	new_key = true;
	answer("rekeyed", 1, "");
	new_key = false;
	assert_proven("games/rekeyed");
	pass();
	works(verify_folder(&home, arena, home.fd, "games/rekeyed", &verified,
	    &fault));
	assert_int_equal(verified.proof.n_differences, 0);
	assert_int_equal(verified.keys, 1);
	player.n_keys = 1;
	works(player_save(&home, &player, 0, &fault));
	assert_proven("games/rekeyed");
}

static void
test_a_running_game_needs_its_host(void **state)
{
	struct verified verified;

	(void)state;
	works(verify_folder(NULL, arena, home.fd, "games/open", &verified,
	    &fault));
	assert_int_equal(verified.proof.n_differences, 1);
	assert_non_null(strstr(verified.proof.difference[0], "no data/"));
	assert_int_equal(verify_folder(NULL, arena, home.fd, "games/none",
	    &verified, &fault), -1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_games_are_proven_as_they_were_played),
		cmocka_unit_test(
		    test_each_flipped_byte_of_an_archive_is_found),
		cmocka_unit_test(
		    test_each_flipped_byte_of_a_running_game_is_found),
		cmocka_unit_test(test_a_difference_is_told_by_its_place_alone),
		cmocka_unit_test(test_each_removed_file_is_found),
		cmocka_unit_test(test_an_added_file_is_found),
		cmocka_unit_test(test_turns_in_another_order_are_found),
		cmocka_unit_test(test_orders_of_another_turn_are_found),
		cmocka_unit_test(test_another_seed_is_found),
		cmocka_unit_test(test_a_signature_of_another_host_is_found),
		cmocka_unit_test(
		    test_a_game_taken_over_by_another_host_is_found),
		cmocka_unit_test(test_orders_by_a_strangers_key_are_found),
		cmocka_unit_test(test_a_record_that_the_host_forged_is_found),
		cmocka_unit_test(
		    test_a_turn_closed_before_its_deadline_is_found),
		cmocka_unit_test(test_a_key_enrolled_on_the_way_is_proven),
		cmocka_unit_test(test_a_running_game_needs_its_host),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
