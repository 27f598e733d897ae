/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Files read, written, renamed, locked and removed, in a scratch folder. */

#include "test.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/file.h"

struct place {
	struct arena	*arena;
	struct fault	 fault;
	char		 path[400];
	int		 dir;
};

static int
setup(void **state)
{
	static struct place place;
	const char *folder;

	memset(&place, 0, sizeof(place));
	folder = getenv("TMPDIR");
	snprintf(place.path, sizeof(place.path), "%s/test_file-XXXXXX",
	    folder != NULL ? folder : P_tmpdir);
	if (mkdtemp(place.path) == NULL)
		return -1;
	place.arena = arena_new();
	place.dir = open(place.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	*state = &place;
	return place.dir < 0 ? -1 : 0;
}

static int
teardown(void **state)
{
	struct place *place = *state;

	close(place->dir);
	if (file_remove(AT_FDCWD, place->path, &place->fault) < 0)
		return -1;
	arena_free(place->arena);
	return 0;
}

static void
make_file(struct place *place, const char *name, const char *text)
{
	assert_int_equal(file_create(place->dir, name, text, strlen(text),
	    0600, &place->fault), 0);
}

static void
assert_holds(struct place *place, const char *name, const char *text)
{
	struct buf buf;

	buf_init(&buf, place->arena);
	assert_int_equal(file_read(place->dir, name, 1000000, &buf,
	    &place->fault), 0);
	assert_string_equal(buf.data, text);
}

static void
assert_unreadable(struct place *place, const char *name, const char *why)
{
	struct buf buf;

	buf_init(&buf, place->arena);
	buf_puts(&buf, "kept");
	assert_int_equal(file_read(place->dir, name, 100, &buf,
	    &place->fault), -1);
	assert_non_null(strstr(place->fault.text, why));
	assert_non_null(strstr(place->fault.text, name));
	assert_string_equal(buf.data, "kept");
}

static void
test_a_file_is_read_as_it_was_written(void **state)
{
	struct place *place = *state;
	char large[100001];

	make_file(place, "small", "hello\n");
	assert_holds(place, "small", "hello\n");
	make_file(place, "empty", "");
	assert_holds(place, "empty", "");
	memset(large, 'x', sizeof(large) - 1);
	large[sizeof(large) - 1] = '\0';
	make_file(place, "large", large);
	assert_holds(place, "large", large);
}

static void
test_only_regular_files_up_to_the_limit_are_read(void **state)
{
	struct place *place = *state;
	char text[102];

	memset(text, 'x', 101);
	text[101] = '\0';
	make_file(place, "101", text);
	assert_unreadable(place, "101", "more than 100 bytes");
	make_file(place, "100", text + 1);
	assert_holds(place, "100", text + 1);
	assert_int_equal(symlinkat("100", place->dir, "link"), 0);
	assert_unreadable(place, "link", "it is a link");
	assert_int_equal(mkfifoat(place->dir, "fifo", 0600), 0);
	assert_unreadable(place, "fifo", "not a regular file");
	assert_unreadable(place, ".", "not a regular file");
	assert_unreadable(place, "absent", "No such file");
	assert_int_equal(place->fault.kind, FAULT_OPERATOR);
}

static void
test_a_name_that_is_taken_is_not_written_over(void **state)
{
	struct place *place = *state;

	make_file(place, "a", "first");
	assert_int_equal(file_create(place->dir, "a", "second", 6, 0600,
	    &place->fault), -1);
	assert_holds(place, "a", "first");
	assert_int_equal(symlinkat("nowhere", place->dir, "link"), 0);
	assert_int_equal(file_create(place->dir, "link", "x", 1, 0600,
	    &place->fault), -1);
	assert_false(file_exists(place->dir, "nowhere"));
}

static void
test_a_file_has_the_mode_that_was_asked_for(void **state)
{
	struct place *place = *state;
	struct stat st;

	make_file(place, "secret", "x");
	assert_int_equal(fstatat(place->dir, "secret", &st, 0), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	assert_int_equal(file_private(place->dir, "secret", &place->fault), 0);
	assert_int_equal(fchmodat(place->dir, "secret", 0640, 0), 0);
	assert_int_equal(file_private(place->dir, "secret", &place->fault),
	    -1);
	assert_non_null(strstr(place->fault.text, "chmod go= secret"));
	assert_int_equal(file_private(place->dir, "absent", &place->fault),
	    -1);
}

static void
test_replacing_leaves_one_file_with_the_new_text(void **state)
{
	struct place *place = *state;
	char **names;
	size_t n;

	assert_int_equal(file_mkdir(place->dir, "d", &place->fault), 0);
	assert_int_equal(file_replace(place->dir, "d/a", "one", 3, 0600,
	    &place->fault), 0);
	assert_holds(place, "d/a", "one");
	assert_int_equal(file_replace(place->dir, "d/a", "two!", 4, 0600,
	    &place->fault), 0);
	assert_holds(place, "d/a", "two!");
	assert_int_equal(file_list(place->dir, "d", place->arena, &names, &n,
	    &place->fault), 0);
	assert_int_equal(n, 1);
	assert_int_equal(unlinkat(place->dir, "d/a", 0), 0);
	assert_int_equal(unlinkat(place->dir, "d", AT_REMOVEDIR), 0);
}

static void
test_replacing_a_link_leaves_its_target_alone(void **state)
{
	struct place *place = *state;

	make_file(place, "target", "old");
	assert_int_equal(symlinkat("target", place->dir, "link"), 0);
	assert_int_equal(file_replace(place->dir, "link", "new", 3, 0600,
	    &place->fault), 0);
	assert_holds(place, "target", "old");
	assert_holds(place, "link", "new");
}

static void
test_replacing_a_folder_fails_and_leaves_nothing_behind(void **state)
{
	struct place *place = *state;

	assert_int_equal(file_mkdir(place->dir, "d", &place->fault), 0);
	assert_int_equal(file_mkdir(place->dir, "d/e", &place->fault), 0);
	assert_int_equal(file_replace(place->dir, "d/e", "x", 1, 0600,
	    &place->fault), -1);
	assert_int_equal(unlinkat(place->dir, "d/e", AT_REMOVEDIR), 0);
	assert_int_equal(unlinkat(place->dir, "d", AT_REMOVEDIR), 0);
}

static void
test_a_folder_is_made_once_and_is_private(void **state)
{
	struct place *place = *state;
	struct stat st;

	assert_int_equal(file_mkdir(place->dir, "d", &place->fault), 0);
	assert_int_equal(file_mkdir(place->dir, "d", &place->fault), 0);
	assert_int_equal(fstatat(place->dir, "d", &st, 0), 0);
	assert_int_equal(st.st_mode & 0777, 0700);
	make_file(place, "f", "");
	assert_int_equal(file_mkdir(place->dir, "f", &place->fault), -1);
	assert_non_null(strstr(place->fault.text, "a file has that name"));
	assert_int_equal(symlinkat("d", place->dir, "l"), 0);
	assert_int_equal(file_mkdir(place->dir, "l", &place->fault), -1);
	assert_int_equal(file_mkdir(place->dir, "no/d", &place->fault), -1);
}

static void
test_a_folder_is_opened_but_not_by_way_of_a_link_inside(void **state)
{
	struct place *place = *state;
	int fd;

	assert_int_equal(file_mkdir(place->dir, "d", &place->fault), 0);
	fd = file_open_dir(place->dir, "d", &place->fault);
	assert_true(fd >= 0);
	assert_int_equal(fcntl(fd, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
	close(fd);
	assert_int_equal(symlinkat("d", place->dir, "l"), 0);
	assert_int_equal(file_open_dir(place->dir, "l", &place->fault), -1);
	make_file(place, "f", "");
	assert_int_equal(file_open_dir(place->dir, "f", &place->fault), -1);
}

static void
test_a_rename_never_goes_over_anything(void **state)
{
	struct place *place = *state;
	bool taken;

	make_file(place, "a", "a");
	make_file(place, "b", "b");
	assert_int_equal(file_rename_new(place->dir, "a", place->dir, "b",
	    &taken, &place->fault), -1);
	assert_true(taken);
	assert_holds(place, "b", "b");
	assert_int_equal(file_mkdir(place->dir, "d", &place->fault), 0);
	assert_int_equal(file_mkdir(place->dir, "e", &place->fault), 0);
	assert_int_equal(file_rename_new(place->dir, "d", place->dir, "e",
	    NULL, &place->fault), -1);
	assert_true(file_exists(place->dir, "d"));
	assert_int_equal(file_rename_new(place->dir, "absent", place->dir, "c",
	    &taken, &place->fault), -1);
	assert_false(taken);
	assert_int_equal(file_rename_new(place->dir, "a", place->dir, "c",
	    &taken, &place->fault), 0);
	assert_holds(place, "c", "a");
	assert_false(file_exists(place->dir, "a"));
}

static void
test_a_folder_is_removed_with_all_that_is_in_it(void **state)
{
	struct place *place = *state;

	assert_int_equal(file_mkdir(place->dir, "d", &place->fault), 0);
	assert_int_equal(file_mkdir(place->dir, "d/e", &place->fault), 0);
	assert_int_equal(file_mkdir(place->dir, "out", &place->fault), 0);
	make_file(place, "d/.hidden", "");
	make_file(place, "d/e/f", "");
	make_file(place, "out/kept", "");
	assert_int_equal(symlinkat("../out", place->dir, "d/link"), 0);
	assert_int_equal(file_remove(place->dir, "d", &place->fault), 0);
	assert_false(file_exists(place->dir, "d"));
	assert_true(file_exists(place->dir, "out/kept"));
	assert_int_equal(file_remove(place->dir, "d", &place->fault), 0);
	assert_int_equal(file_remove(place->dir, "out/kept", &place->fault),
	    0);
	assert_false(file_exists(place->dir, "out/kept"));
}

static void
test_names_are_listed_in_order_without_hidden_ones(void **state)
{
	static const char *const wanted[] = { "10", "9", "B", "a", "b" };
	struct place *place = *state;
	char **names;
	size_t i, n;

	for (i = 5; i > 0; i--)
		make_file(place, wanted[i - 1], "");
	make_file(place, ".hidden", "");
	assert_int_equal(file_list(place->dir, ".", place->arena, &names, &n,
	    &place->fault), 0);
	assert_int_equal(n, 5);
	for (i = 0; i < n; i++)
		assert_string_equal(names[i], wanted[i]);
	assert_null(names[n]);
	assert_int_equal(file_list(place->dir, "absent", place->arena, &names,
	    &n, &place->fault), -1);
	assert_int_equal(n, 5);
}

static void
test_an_empty_folder_has_no_names(void **state)
{
	struct place *place = *state;
	char **names;
	size_t n;

	assert_int_equal(file_list(place->dir, ".", place->arena, &names, &n,
	    &place->fault), 0);
	assert_int_equal(n, 0);
	assert_null(names[0]);
}

static void
test_a_tree_is_listed_with_all_that_is_in_it(void **state)
{
	static const char *const wanted[] = { ".hidden", "a/.b/c", "a/fifo",
	    "a/link", "z" };
	struct place *place = *state;
	char **names;
	size_t i, n;

	assert_int_equal(file_mkdir(place->dir, "a", &place->fault), 0);
	assert_int_equal(file_mkdir(place->dir, "a/.b", &place->fault), 0);
	assert_int_equal(file_mkdir(place->dir, "a/empty", &place->fault), 0);
	make_file(place, "z", "");
	make_file(place, ".hidden", "");
	make_file(place, "a/.b/c", "");
	assert_int_equal(symlinkat("..", place->dir, "a/link"), 0);
	assert_int_equal(mkfifoat(place->dir, "a/fifo", 0600), 0);
	assert_int_equal(file_tree(place->dir, ".", place->arena, &names, &n,
	    &place->fault), 0);
	assert_int_equal(n, 5);
	for (i = 0; i < n; i++)
		assert_string_equal(names[i], wanted[i]);
	assert_null(names[n]);
	assert_int_equal(file_tree(place->dir, "absent", place->arena, &names,
	    &n, &place->fault), -1);
}

static void
test_what_was_written_can_be_made_durable(void **state)
{
	struct place *place = *state;

	make_file(place, "a", "x");
	assert_int_equal(file_sync(place->dir, &place->fault), 0);
	assert_int_equal(file_sync(AT_FDCWD, &place->fault), 0);
	assert_int_equal(file_sync(-1, &place->fault), -1);
}

static int
lock_in_a_child(struct place *place)
{
	int lock, status;
	pid_t pid;

	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0)
		_exit(file_lock(place->dir, "lock", &lock, &place->fault) + 1);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status) - 1;
}

static void
test_a_lock_is_held_by_one_and_goes_with_its_holder(void **state)
{
	struct place *place = *state;
	int lock, other;

	assert_int_equal(file_lock(place->dir, "lock", &lock, &place->fault),
	    0);
	assert_int_equal(fcntl(lock, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
	other = 77;
	assert_int_equal(file_lock(place->dir, "lock", &other, &place->fault),
	    1);
	assert_int_equal(other, 77);
	assert_int_equal(lock_in_a_child(place), 1);
	file_unlock(lock);
	assert_int_equal(lock_in_a_child(place), 0);
	assert_int_equal(file_lock(place->dir, "lock", &lock, &place->fault),
	    0);
	file_unlock(lock);
	assert_int_equal(file_lock(place->dir, "no/lock", &lock,
	    &place->fault), -1);
}

static void
test_random_bytes_differ(void **state)
{
	struct place *place = *state;
	unsigned char one[32] = { 0 }, other[32] = { 0 };

	assert_int_equal(file_random(one, sizeof(one), &place->fault), 0);
	assert_int_equal(file_random(other, sizeof(other), &place->fault), 0);
	assert_memory_not_equal(one, other, sizeof(one));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_a_file_is_read_as_it_was_written),
		TEST(test_only_regular_files_up_to_the_limit_are_read),
		TEST(test_a_name_that_is_taken_is_not_written_over),
		TEST(test_a_file_has_the_mode_that_was_asked_for),
		TEST(test_replacing_leaves_one_file_with_the_new_text),
		TEST(test_replacing_a_link_leaves_its_target_alone),
		TEST(test_replacing_a_folder_fails_and_leaves_nothing_behind),
		TEST(test_a_folder_is_made_once_and_is_private),
		TEST(test_a_folder_is_opened_but_not_by_way_of_a_link_inside),
		TEST(test_a_rename_never_goes_over_anything),
		TEST(test_a_folder_is_removed_with_all_that_is_in_it),
		TEST(test_names_are_listed_in_order_without_hidden_ones),
		TEST(test_an_empty_folder_has_no_names),
		TEST(test_a_tree_is_listed_with_all_that_is_in_it),
		TEST(test_what_was_written_can_be_made_durable),
		TEST(test_a_lock_is_held_by_one_and_goes_with_its_holder),
		TEST(test_random_bytes_differ)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
