/* SPDX-License-Identifier: GPL-3.0-or-later */

/* postern sign FILE -k KEY: sign a file, as ssh-keygen -Y sign does. */

#include "config.h"

#include "cli/cli.h"

#include <openssl/crypto.h>

#include <fcntl.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/file.h"
#include "sign/key.h"
#include "sign/sshsig.h"

enum { KEY_MAX_BYTES = 65536, FILE_MAX_BYTES = 1 << 20 };

enum { OPT_KEY };

static const struct cli_option options[] = {
	[OPT_KEY] = { "key", 'k', "KEY", "sign with the private key in KEY" },
	{ 0 }
};

static int
load_key(struct arena *arena, const char *path, struct seckey **out,
    struct fault *fault)
{
	struct buf text;
	int r = -1;

	buf_init(&text, arena);
	/* Room enough at once, so that no copies are left behind. */
	buf_fill(&text, '\0', KEY_MAX_BYTES);
	buf_cut(&text, 0);
	if (file_private(AT_FDCWD, path, fault) == -1 ||
	    file_read(AT_FDCWD, path, KEY_MAX_BYTES, &text, fault) == -1)
		goto out;
	if (seckey_read(arena, text.data, text.len, out, fault) == -1) {
		fault_within(fault, "%s", path);
		goto out;
	}
	r = 0;
out:
	OPENSSL_cleanse(text.data, text.size);
	return r;
}

static int
sign_file(struct cli *cli, const struct seckey *key, const char *path,
    const char *sig_path, struct fault *fault)
{
	struct buf text, sig;

	buf_init(&text, cli->arena);
	buf_init(&sig, cli->arena);
	if (file_read(AT_FDCWD, path, FILE_MAX_BYTES, &text, fault) == -1 ||
	    sshsig_sign(key, SSHSIG_NAMESPACE, text.data, text.len, &sig,
	    fault) == -1)
		return -1;
	return file_replace(AT_FDCWD, sig_path, sig.data, sig.len, 0644, fault);
}

int
cmd_sign(struct cli *cli, int argc, char **argv)
{
	const char *path, *sig_path, *key_path;
	struct seckey *key = NULL;
	struct fault fault;
	int r;

	if (cli_parse(cli, options, 1, 1, argc, argv) == -1)
		return cli->status;
	path = cli->word[0];
	sig_path = arena_printf(cli->arena, "%s.sig", path);
	key_path = cli_value(cli, OPT_KEY);
	if (key_path == NULL)
		return cli_usage(cli, "which key? (-k KEY)");
	if (load_key(cli->arena, key_path, &key, &fault) == -1)
		return cli_fault(&fault);
	r = sign_file(cli, key, path, sig_path, &fault);
	if (r == 0)
		printf("The signature is in %s, by the key %s.\n"
		    "Send both files as attachments of one mail, and change "
		    "neither.\n",
		    sig_path, pubkey_fingerprint(seckey_pubkey(key)));
	seckey_free(key);
	return r == 0 ? CLI_DONE : cli_fault(&fault);
}
