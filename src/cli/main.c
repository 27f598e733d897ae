/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The program's entry. */

#include "config.h"

#include "cli/cli.h"

int
main(int argc, char **argv)
{
	return cli_main(argc, argv);
}
