/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Sending by a command. */

#include "config.h"

#include "mail/sendmail.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <sysexits.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/fault.h"
#include "mail/address.h"
#include "mail/box.h"

extern char	**environ;

enum { WORDS_MAX = 32, SPAWN_FAILED = 127 };

struct sendmail_outbox {
	struct outbox	 box;
	const char	*word[WORDS_MAX + 5];
	int		 n_words;
};

/* The mail in a file of no name, with LF line ends; -1 with errno. */
static int
spool(const struct outbox_mail *mail)
{
	FILE	*file;
	size_t	 i;
	int	 fd = memfd_create("mail", MFD_CLOEXEC), copy = -1;

	if (fd == -1)
		return -1;
	file = fdopen(fd, "w");
	if (file == NULL) {
		close(fd);
		return -1;
	}
	for (i = 0; i < mail->len; i++)
		if (mail->bytes[i] != '\r')
			putc(mail->bytes[i], file);
	if (fflush(file) == 0 && lseek(fd, 0, SEEK_SET) == 0)
		copy = fcntl(fd, F_DUPFD_CLOEXEC, 3);
	fclose(file);
	return copy;
}

/* Run the command to its end; -1 with errno when it cannot be started. */
static int
run(struct sendmail_outbox *box, int input, int *status)
{
	posix_spawn_file_actions_t	actions;
	pid_t				pid;
	int				error;

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
	posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null",
	    O_WRONLY, 0);
	error = posix_spawn(&pid, box->word[0], &actions, NULL,
	    (char *const *)box->word, environ);
	posix_spawn_file_actions_destroy(&actions);
	if (error != 0) {
		errno = error;
		return -1;
	}
	while (waitpid(pid, status, 0) == -1)
		if (errno != EINTR)
			return -1;
	return 0;
}

/* 1: it is not the mail's fault, and the others would not fare better. */
static int
judge(const struct sendmail_outbox *box, struct outbox_mail *mail, int status,
    struct fault *fault)
{
	int	code = WIFEXITED(status) ? WEXITSTATUS(status) : EX_TEMPFAIL;

	switch (code) {
	case EX_OK:
		mail->outcome = OUTBOX_SENT;
		return 0;
	case EX_DATAERR:
	case EX_NOUSER:
	case EX_NOHOST:
	case EX_NOPERM:
		mail->outcome = OUTBOX_NEVER;
		break;
	case EX_USAGE:
	case EX_CONFIG:
	case SPAWN_FAILED:
		fault_set(fault, FAULT_OPERATOR, "%s exits with %d: check "
		    "command in postern.yaml, and its own configuration",
		    box->word[0], code);
		return 1;
	default:
		mail->outcome = OUTBOX_LATER;
		break;
	}
	snprintf(mail->answer, sizeof(mail->answer), "%.200s: %s %d",
	    box->word[0], WIFEXITED(status) ? "exit code" : "signal",
	    WIFEXITED(status) ? code : WTERMSIG(status));
	return 0;
}

static int
send_one(struct sendmail_outbox *box, struct outbox_mail *mail,
    struct fault *fault)
{
	int	input, status, r, n = box->n_words;

	if (!address_is_valid(mail->to) ||
	    (mail->from[0] != '\0' && !address_is_valid(mail->from))) {
		mail->outcome = OUTBOX_NEVER;
		strcpy(mail->answer, "this is no mail address");
		return 0;
	}
	box->word[n++] = "-f";
	box->word[n++] = mail->from[0] != '\0' ? mail->from : "<>";
	box->word[n++] = "--";
	box->word[n++] = mail->to;
	box->word[n] = NULL;
	input = spool(mail);
	if (input == -1)
		return fault_errno(fault, FAULT_RETRY, "a mail for %s",
		    box->word[0]);
	r = run(box, input, &status);
	if (r == -1)
		fault_errno(fault, errno == EAGAIN || errno == ENOMEM ?
		    FAULT_RETRY : FAULT_OPERATOR, "%s", box->word[0]);
	close(input);
	return r == -1 ? -1 : judge(box, mail, status, fault);
}

static int
sendmail_send(struct outbox *outbox, struct outbox_mail *mails,
    size_t n_mails, void (*done)(void *arg, struct outbox_mail *mail),
    void *arg, struct fault *fault)
{
	struct sendmail_outbox	*box = (struct sendmail_outbox *)outbox;
	size_t			 i;

	for (i = 0; i < n_mails; i++) {
		if (send_one(box, &mails[i], fault) != 0)
			return -1;
		if (done != NULL)
			done(arg, &mails[i]);
	}
	return 0;
}

static void
sendmail_close(struct outbox *outbox)
{
	(void)outbox;
}

int
sendmail_outbox(struct arena *arena, const char *command, struct outbox **out,
    struct fault *fault)
{
	struct sendmail_outbox	*box = arena_alloc(arena, sizeof(*box));
	char			*text = arena_strdup(arena, command), *word;

	while ((word = strsep(&text, " ")) != NULL) {
		if (*word == '\0')
			continue;
		if (box->n_words == WORDS_MAX)
			return fault_set(fault, FAULT_OPERATOR,
			    "command has more than %d words", WORDS_MAX);
		box->word[box->n_words++] = word;
	}
	if (box->n_words == 0 || box->word[0][0] != '/')
		return fault_set(fault, FAULT_OPERATOR, "command must begin "
		    "with the whole path of a program, say "
		    "/usr/sbin/sendmail -i");
	box->box.send = sendmail_send;
	box->box.close = sendmail_close;
	*out = &box->box;
	return 0;
}
