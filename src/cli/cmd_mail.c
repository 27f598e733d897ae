/* SPDX-License-Identifier: GPL-3.0-or-later */

/* postern mail test: try both ways of the mail, and say what fails. */

#include "config.h"

#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/file.h"
#include "base/text.h"
#include "cli/host.h"
#include "data/digest.h"
#include "host/boxes.h"
#include "host/home.h"
#include "mail/address.h"
#include "mail/box.h"
#include "mail/compose.h"
#include "mail/message.h"

enum { MAILS_MAX = 1000 };

static const struct cli_option options[] = { { 0 } };

static const char *const in_words[] = {
	[IN_MAILDIR] = "a Maildir", [IN_IMAP] = "IMAP", [IN_POP3] = "POP3",
	[IN_DROP] = "a drop folder"
};
static const char *const out_words[] = {
	[OUT_MAILDIR] = "a Maildir", [OUT_SMTP] = "SMTP",
	[OUT_SENDMAIL] = "a command"
};

static int
compose_test(struct home *home, const char *id, const char *to,
    struct buf *out, struct fault *fault)
{
	struct compose_mail	mail = { .subject = "a test of the mail" };

	mail.from = home->config.address;
	mail.from_name = home->config.name;
	mail.to = to;
	mail.date = home->now;
	mail.id = arena_printf(home->arena, "%s@%s", id,
	    strchr(home->config.address, '@') + 1);
	mail.text = "This mail was sent by 'postern mail test'. That you read "
	    "it means that mail\ngoes out. There is nothing to answer.\n";
	mail.text_len = strlen(mail.text);
	return compose_mail(out, &mail, fault);
}

/* Hand one mail over, and make its outcome a fault if it is bad. */
static int
hand_over(struct home *home, struct outbox_mail *mail, struct fault *fault)
{
	struct outbox	*outbox;
	int		 r;

	if (boxes_out(home, &outbox, fault) != 0)
		return -1;
	r = outbox->send(outbox, mail, 1, NULL, NULL, fault);
	outbox->close(outbox);
	if (r != 0)
		return -1;
	switch (mail->outcome) {
	case OUTBOX_SENT:
		return 0;
	case OUTBOX_NEVER:
		return fault_set(fault, FAULT_OPERATOR, "the mail to %s is "
		    "refused for good: %s (check the address; and if mail to "
		    "any address is refused, user, password_file and address "
		    "in postern.yaml)", mail->to, mail->answer);
	default:
		return fault_set(fault, FAULT_RETRY, "the mail to %s cannot "
		    "be sent now: %s (Postern would try again by itself)",
		    mail->to, mail->answer);
	}
}

static int
test_out(struct home *home, const char *to, struct fault *fault)
{
	struct outbox_mail	mail = { .to = to };
	unsigned char		bytes[16];
	struct buf		id, text;

	printf("mail out, by %s: ", out_words[home->config.out.kind]);
	fflush(stdout);
	buf_init(&id, home->arena);
	buf_init(&text, home->arena);
	if (file_random(bytes, sizeof(bytes), fault) != 0)
		return -1;
	hex_write(&id, bytes, sizeof(bytes));
	if (compose_test(home, id.data, to, &text, fault) != 0)
		return -1;
	mail.id = id.data;
	mail.from = home->config.address;
	mail.bytes = text.data;
	mail.len = text.len;
	if (hand_over(home, &mail, fault) != 0)
		return -1;
	printf("good. A mail to %s was taken%s%s.\n", to,
	    mail.answer[0] != '\0' ? ": " : "", mail.answer);
	return 0;
}

/* Read the mailbox as a pass does, but leave all as it is. */
static int
test_in(struct home *home, struct fault *fault)
{
	struct inbox		*inbox;
	struct inbox_item	*items;
	struct buf		 bytes;
	size_t			 n;
	int			 r;

	printf("mail in, by %s: ", in_words[home->config.in.kind]);
	fflush(stdout);
	if (boxes_in(home, &inbox, fault) != 0)
		return -1;
	buf_init(&bytes, home->arena);
	r = inbox->list(inbox, home->arena, MAILS_MAX, &items, &n, fault);
	if (r == 0 && n > 0 && items[0].kind == INBOX_MAIL &&
	    inbox->fetch(inbox, &items[0], MESSAGE_BYTES, &bytes,
	    fault) != 0 && fault->kind != FAULT_PLAYER)
		r = -1;
	inbox->close(inbox);
	if (r != 0)
		return -1;
	printf("good. ");
	if (n == 0)
		puts("No mail is there now.");
	else
		printf("%zu mail%s there; the first was read (%zu bytes), and "
		    "stays.\n", n, n == 1 ? " is" : "s are", bytes.len);
	return 0;
}

/* Print the fault where its line began; keep the graver exit code. */
static void
say(const struct fault *fault, int *status)
{
	struct arena	*arena = arena_new();
	struct buf	 text;

	buf_init(&text, arena);
	text_wrap(&text, fault->text, 76, "  ", "  ");
	printf("this fails.\n%s", text.data);
	arena_free(arena);
	if (*status != CLI_REFUSED)
		*status = fault->kind == FAULT_RETRY ? CLI_LATER :
		    CLI_REFUSED;
}

int
cmd_mail(struct cli *cli, int argc, char **argv)
{
	struct fault	fault;
	struct home	home;
	int		status = CLI_DONE;

	if (cli_parse(cli, options, 2, 2, argc, argv) == -1)
		return cli->status;
	if (strcmp(cli->word[0], "test") != 0)
		return cli_usage(cli, "mail: test is all that there is, not "
		    "%s", cli->word[0]);
	if (!address_is_valid(cli->word[1]))
		return cli_usage(cli, "'%s' is not a mail address",
		    cli->word[1]);
	if (host_open(cli, &home) != 0)
		return cli->status;
	if (test_out(&home, cli->word[1], &fault) != 0)
		say(&fault, &status);
	if (test_in(&home, &fault) != 0)
		say(&fault, &status);
	home_close(&home);
	return status;
}
