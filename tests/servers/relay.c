/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * relay MILLISECONDS: a mail server behind a line with that round trip. It
 * prints its port, takes every mail, and at the end of its input prints how
 * many connections, mails and SMTP commands there were.
 */

#include "config.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t	mutex = PTHREAD_MUTEX_INITIALIZER;
static long		delay;		/* nanoseconds */
static int		connections, mails, commands;

static void
count(int *what)
{
	pthread_mutex_lock(&mutex);
	(*what)++;
	pthread_mutex_unlock(&mutex);
}

/* What is answered comes back after the round trip. */
static void
answer(FILE *out, const char *text)
{
	struct timespec	wait = { .tv_nsec = delay };

	nanosleep(&wait, NULL);
	fprintf(out, "%s\r\n", text);
	fflush(out);
}

static void
take_mail(FILE *in, FILE *out)
{
	char	line[4096];

	answer(out, "354 go on");
	while (fgets(line, sizeof(line), in) != NULL)
		if (strcmp(line, ".\r\n") == 0)
			break;
	count(&mails);
	answer(out, "250 taken");
}

static void *
serve(void *arg)
{
	int	 fd = (int)(long)arg, yes = 1;
	FILE	*in = fdopen(fd, "r"), *out = fdopen(dup(fd), "w");
	char	 line[4096];

	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
	count(&connections);
	answer(out, "220 relay");
	while (fgets(line, sizeof(line), in) != NULL) {
		count(&commands);
		if (strncmp(line, "DATA", 4) == 0)
			take_mail(in, out);
		else if (strncmp(line, "QUIT", 4) == 0)
			break;
		else
			answer(out, "250 fine");
	}
	fclose(in);
	fclose(out);
	return NULL;
}

static void *
accept_all(void *arg)
{
	int		fd = (int)(long)arg, client;
	pthread_t	thread;

	while ((client = accept(fd, NULL, NULL)) != -1)
		if (pthread_create(&thread, NULL, serve,
		    (void *)(long)client) == 0)
			pthread_detach(thread);
	return NULL;
}

int
main(int argc, char **argv)
{
	struct sockaddr_in	at = { .sin_family = AF_INET };
	socklen_t		size = sizeof(at);
	pthread_t		thread;
	int			fd = socket(AF_INET, SOCK_STREAM, 0);

	if (argc != 2)
		return 2;
	signal(SIGPIPE, SIG_IGN);
	delay = atol(argv[1]) * 1000000;
	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (bind(fd, (struct sockaddr *)&at, size) == -1 ||
	    listen(fd, 128) == -1 ||
	    getsockname(fd, (struct sockaddr *)&at, &size) == -1 ||
	    pthread_create(&thread, NULL, accept_all, (void *)(long)fd) != 0)
		return 1;
	printf("%d\n", ntohs(at.sin_port));
	fflush(stdout);
	while (getchar() != EOF)
		continue;
	printf("%d %d %d\n", connections, mails, commands);
	return 0;
}
