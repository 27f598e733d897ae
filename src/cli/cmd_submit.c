/* SPDX-License-Identifier: GPL-3.0-or-later */

/* postern submit FILE: take in one order file, without mail. */

#include "config.h"

#include "cli/cli.h"

#include <fcntl.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/file.h"
#include "cli/host.h"
#include "host/home.h"
#include "host/intake.h"
#include "host/pass.h"

enum { FILE_BYTES = 1 << 20 };

static const struct cli_option options[] = { { 0 } };

int
cmd_submit(struct cli *cli, int argc, char **argv)
{
	const char	*path, *sig_path;
	struct intake	 intake;
	struct fault	 fault;
	struct home	 home;
	struct buf	 text, sig;

	if (cli_parse(cli, options, 1, 2, argc, argv) == -1)
		return cli->status;
	path = cli->word[0];
	sig_path = cli->n_words == 2 ? cli->word[1] :
	    arena_printf(cli->arena, "%s.sig", path);
	buf_init(&text, cli->arena);
	buf_init(&sig, cli->arena);
	if (file_read(AT_FDCWD, path, FILE_BYTES, &text, &fault) != 0 ||
	    file_read(AT_FDCWD, sig_path, FILE_BYTES, &sig, &fault) != 0)
		return cli_fault(&fault);
	if (host_open_locked(cli, &home) != 0)
		return cli->status;
	if (pass_submit(&home, text.data, text.len, sig.data, sig.len,
	    &intake, &fault) != 0)
		return host_leave(&home, &fault);
	home_close(&home);
	fputs(intake.answer, stdout);
	return intake.accepted ? CLI_DONE : CLI_REFUSED;
}
