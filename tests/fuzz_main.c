/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * What runs a fuzz_NAME without libFuzzer: over the files and folders given,
 * or over tests/corpus/NAME when none are.
 */

#include "config.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/file.h"

enum { INPUT_MAX = 1 << 20 };

int	 LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Try one file. The input is a copy of its exact size, so that ASan sees a
 * byte read behind it. */
static int
try_file(struct arena *arena, const char *path, struct fault *fault)
{
	struct buf text;
	uint8_t *input;

	buf_init(&text, arena);
	if (file_read(AT_FDCWD, path, INPUT_MAX, &text, fault) == -1)
		return -1;
	input = malloc(text.len > 0 ? text.len : 1);
	if (input == NULL)
		return fault_errno(fault, FAULT_RETRY, "%s", path);
	memcpy(input, text.data, text.len);
	LLVMFuzzerTestOneInput(input, text.len);
	free(input);
	return 0;
}

/* Try the files of a folder, or path itself where it is none. */
static int
try_path(const char *path, int *n_files, struct fault *fault)
{
	struct arena *arena;
	char **names;
	size_t i, n_names;
	int r = -1;

	arena = arena_new();
	if (file_list(AT_FDCWD, path, arena, &names, &n_names, fault) == -1) {
		r = try_file(arena, path, fault);
		*n_files += 1;
		goto out;
	}
	for (i = 0; i < n_names; i++)
		if (try_file(arena, arena_printf(arena, "%s/%s", path,
		    names[i]), fault) == -1)
			goto out;
	*n_files += n_names;
	r = 0;
out:
	arena_free(arena);
	return r;
}

static int
try_corpus(const char *program, int *n_files, struct fault *fault)
{
	const char *srcdir, *name;
	char path[4096];

	srcdir = getenv("srcdir");
	name = strstr(program, "fuzz_");
	snprintf(path, sizeof(path), "%s/tests/corpus/%s",
	    srcdir != NULL ? srcdir : ".",
	    name != NULL ? name + strlen("fuzz_") : program);
	return try_path(path, n_files, fault);
}

int
main(int argc, char **argv)
{
	struct fault fault;
	int i, n_files = 0, r = 0;

	if (argc == 1)
		r = try_corpus(argv[0], &n_files, &fault);
	for (i = 1; i < argc && r == 0; i++)
		r = try_path(argv[i], &n_files, &fault);
	if (r == -1)
		fprintf(stderr, "%s: %s\n", argv[0], fault.text);
	else
		printf("%s: %d files\n", argv[0], n_files);
	return r == 0 && n_files > 0 ? 0 : 1;
}
