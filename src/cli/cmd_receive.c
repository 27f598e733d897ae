/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * postern receive: one mail from standard input into the inbox, for the pipe
 * of a mail server. That takes every code but 0 and 75 for a reason to
 * return the mail to its sender, so no other is ever given.
 */

#include "config.h"

#include "cli/cli.h"

#include <stdio.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/fault.h"
#include "base/file.h"
#include "cli/host.h"
#include "data/digest.h"
#include "host/boxes.h"
#include "host/home.h"
#include "mail/maildir.h"
#include "mail/message.h"

static const struct cli_option options[] = { { 0 } };

/*
 * Read the mail, to its end. Of one that is too long, only so much is kept
 * that the pass will see that.
 */
static int
read_mail(struct buf *out, struct fault *fault)
{
	char	chunk[16384];
	ssize_t	n;

	while ((n = read(STDIN_FILENO, chunk, sizeof(chunk))) > 0)
		if (out->len <= MESSAGE_BYTES)
			buf_add(out, chunk, (size_t)n);
	if (n < 0)
		return fault_errno(fault, FAULT_RETRY, "standard input");
	return 0;
}

/* Names sort by the time of arrival. */
static int
make_id(struct arena *arena, const char **out, struct fault *fault)
{
	unsigned char	bytes[12];
	struct buf	id;

	if (file_random(bytes, sizeof(bytes), fault) != 0)
		return -1;
	buf_init(&id, arena);
	buf_printf(&id, "%lld.", (long long)clock_now());
	hex_write(&id, bytes, sizeof(bytes));
	*out = id.data;
	return 0;
}

static int
deliver(struct home *home, const char *id, const struct buf *mail,
    struct fault *fault)
{
	if (boxes_maildir(home) == NULL)
		return fault_set(fault, FAULT_OPERATOR, "receive needs a "
		    "Maildir: write 'kind: maildir' below 'in' in "
		    "postern.yaml");
	return maildir_deliver(home->fd, boxes_maildir(home), id, mail->data,
	    mail->len, fault);
}

int
cmd_receive(struct cli *cli, int argc, char **argv)
{
	const char	*id;
	struct fault	 fault;
	struct home	 home;
	struct buf	 mail;
	int		 r;

	if (cli_parse(cli, options, 0, 0, argc, argv) == -1)
		return cli->status == CLI_DONE ? CLI_DONE : CLI_LATER;
	if (host_open(cli, &home) != 0)
		return CLI_LATER;
	buf_init(&mail, cli->arena);
	r = read_mail(&mail, &fault) != 0 ||
	    make_id(cli->arena, &id, &fault) != 0 ||
	    deliver(&home, id, &mail, &fault) != 0;
	home_close(&home);
	if (r == 0)
		return CLI_DONE;
	cli_fault(&fault);
	return CLI_LATER;
}
