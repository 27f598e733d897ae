/* SPDX-License-Identifier: GPL-3.0-or-later */

/* postern init DIR: make a host's folder. */

#include "config.h"

#include "cli/cli.h"

#include <stdio.h>

#include "base/fault.h"
#include "host/home.h"
#include "mail/compose.h"

enum { OPT_NAME, OPT_MAIL };

static const struct cli_option options[] = {
	[OPT_NAME] = { "name", 0, "NAME",
	    "what the players know the host by (\"Postern\" unless given)" },
	[OPT_MAIL] = { "mail", 0, "ADDRESS",
	    "the address that players write to (postern@localhost)" },
	{ 0 }
};

int
cmd_init(struct cli *cli, int argc, char **argv)
{
	const char	*name, *address, *path;
	struct fault	 fault;

	if (cli_parse(cli, options, 1, 1, argc, argv) == -1)
		return cli->status;
	path = cli->word[0];
	name = cli_value(cli, OPT_NAME);
	address = cli_value(cli, OPT_MAIL);
	if (name == NULL)
		name = "Postern";
	if (name[0] == '\0' || !compose_is_header_text(name))
		return cli_usage(cli, "--name wants a name on one line");
	if (home_init(cli->arena, path, name, address != NULL ? address :
	    "postern@localhost", &fault) != 0)
		return cli_fault(&fault);
	printf("%s is a host's folder now.\n"
	    "Its configuration is in %s/postern.yaml, its public key in "
	    "%s/keys/host.pub.\n"
	    "Next: postern -C %s player add NAME --mail ADDRESS --key "
	    "FILE.pub\n", path, path, path, path);
	return CLI_DONE;
}
