/* SPDX-License-Identifier: GPL-3.0-or-later */

/* postern keygen FILE: make an ed25519 key pair. */

#include "config.h"

#include "cli/cli.h"

#include <openssl/crypto.h>

#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/file.h"
#include "sign/key.h"

enum { OPT_COMMENT };

static const struct cli_option options[] = {
	[OPT_COMMENT] = { "comment", 'c', "TEXT",
	    "put TEXT behind the public key (\"postern\" unless given)" },
	{ 0 }
};

/* Refuse before anything is written when either name is taken. */
static int
refuse_taken(const char *path, struct fault *fault)
{
	if (!file_exists(AT_FDCWD, path))
		return 0;
	return fault_set(fault, FAULT_OPERATOR, "%s is there already, and no "
	    "key is ever written over; give another name", path);
}

static int
write_pair(struct arena *arena, const struct seckey *key, const char *path,
    const char *pub_path, struct fault *fault)
{
	struct fault ignored;
	struct buf text;
	const char *line;
	int r = -1;

	buf_init(&text, arena);
	if (seckey_write(key, &text, fault) == -1)
		goto out;
	line = arena_printf(arena, "%s %s\n", pubkey_line(seckey_pubkey(key)),
	    seckey_comment(key));
	if (file_create(AT_FDCWD, path, text.data, text.len, 0600, fault) == -1)
		goto out;
	if (file_create(AT_FDCWD, pub_path, line, strlen(line), 0644,
	    fault) == -1) {
		file_remove(AT_FDCWD, path, &ignored);
		goto out;
	}
	r = 0;
out:
	OPENSSL_cleanse(text.data, text.size);
	return r;
}

int
cmd_keygen(struct cli *cli, int argc, char **argv)
{
	const char *path, *pub_path, *comment;
	struct seckey *key = NULL;
	struct fault fault;
	int r;

	if (cli_parse(cli, options, 1, 1, argc, argv) == -1)
		return cli->status;
	path = cli->word[0];
	pub_path = arena_printf(cli->arena, "%s.pub", path);
	comment = cli_value(cli, OPT_COMMENT);
	if (refuse_taken(path, &fault) == -1 ||
	    refuse_taken(pub_path, &fault) == -1 ||
	    seckey_generate(cli->arena, comment != NULL ? comment : "postern",
	    &key, &fault) == -1)
		return cli_fault(&fault);
	r = write_pair(cli->arena, key, path, pub_path, &fault);
	if (r == 0)
		printf("%s\n"
		    "The private key is in %s: keep it to yourself.\n"
		    "The public key is in %s: that is the one to send.\n",
		    pubkey_fingerprint(seckey_pubkey(key)), path, pub_path);
	seckey_free(key);
	return r == 0 ? CLI_DONE : cli_fault(&fault);
}
