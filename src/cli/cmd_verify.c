/* SPDX-License-Identifier: GPL-3.0-or-later */

/* postern verify: play a game again, and prove every byte of its folder. */

#include "config.h"

#include "cli/cli.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/fault.h"
#include "base/file.h"
#include "base/text.h"
#include "host/home.h"
#include "host/verify.h"

static const struct cli_option options[] = { { 0 } };

static const char *
plural(int n)
{
	return n == 1 ? "" : "s";
}

static int
say(const struct verified *v)
{
	const struct proof	*proof = &v->proof;
	int			 i, n = proof->n_differences;

	for (i = 0; i < n && i < DIFFERENCES_MAX; i++)
		printf("%s: %s\n", v->id, proof->difference[i]);
	if (n > 0) {
		printf("%s: %d difference%s\n", v->id, n, plural(n));
		return CLI_REFUSED;
	}
	printf("%s: %d turn%s, %d order file%s, %d letter%s", v->id, v->turns,
	    plural(v->turns), v->files, plural(v->files), v->letters,
	    plural(v->letters));
	if (v->keys > 0)
		printf(", %d change%s of keys", v->keys, plural(v->keys));
	printf(": all proven\n%s: signed with the host's key %s\n", v->id,
	    v->host);
	return CLI_DONE;
}

/* A pass at work would change the folder while it is read. */
static int
lock(struct home *home, struct fault *fault)
{
	int	r = home_lock(home, fault);

	if (r == 1)
		return fault_set(fault, FAULT_RETRY, "a pass is at work here; "
		    "try again when it is done");
	return r;
}

static int
verify_at_home(struct cli *cli, struct home *home, const char *word,
    struct verified *out, struct fault *fault)
{
	const char	*path;

	if (lock(home, fault) != 0)
		return -1;
	if (!text_is_name(word))
		return verify_folder(home, cli->arena, AT_FDCWD, word, out,
		    fault);
	path = arena_printf(cli->arena, "games/%s", word);
	if (!file_exists(home->fd, path))
		path = arena_printf(cli->arena, "archive/%s", word);
	if (!file_exists(home->fd, path))
		return fault_set(fault, FAULT_PLAYER,
		    "there is no game '%s' here", word);
	if (verify_folder(home, cli->arena, home->fd, path, out, fault) != 0)
		return -1;
	if (strcmp(out->id, word) != 0 && strcmp(out->id, path) != 0)
		proof_differs(&out->proof, "it lies where %s should", word);
	return 0;
}

int
cmd_verify(struct cli *cli, int argc, char **argv)
{
	struct verified	*v;
	struct fault	 fault;
	struct home	 home;
	int		 r;

	if (cli_parse(cli, options, 1, 1, argc, argv) == -1)
		return cli->status;
	v = arena_alloc(cli->arena, sizeof(*v));
	if (cli->home == NULL)
		r = verify_folder(NULL, cli->arena, AT_FDCWD, cli->word[0], v,
		    &fault);
	else {
		if (home_open(&home, cli->arena, cli->home, cli->data,
		    &fault) != 0)
			return cli_fault(&fault);
		r = verify_at_home(cli, &home, cli->word[0], v, &fault);
		home_close(&home);
	}
	return r != 0 ? cli_fault(&fault) : say(v);
}
