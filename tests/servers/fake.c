/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * fake PORT LOG <SCRIPT: a mail server that says what the script says, to
 * each connection anew. "> text" sends a line, in which $ stands for the
 * first word of what was read last; ">> text" sends without a line end; "<"
 * reads a line, into LOG; "<." reads a mail up to its dot; "loop" goes back
 * to the line behind "again"; at the end the connection is closed.
 */

#include "config.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { LINES_MAX = 200, LINE_SIZE = 1024 };

static char	script[LINES_MAX][LINE_SIZE];
static char	tag[LINE_SIZE];
static int	n_lines;

static int
listen_at(int port)
{
	struct sockaddr_in	at = { .sin_family = AF_INET };
	int			fd = socket(AF_INET, SOCK_STREAM, 0), yes = 1;

	at.sin_port = htons((unsigned short)port);
	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
	if (bind(fd, (struct sockaddr *)&at, sizeof(at)) == -1 ||
	    listen(fd, 16) == -1) {
		perror("fake");
		exit(1);
	}
	return fd;
}

static void
say(FILE *out, const char *text, const char *end)
{
	for (; *text != '\0'; text++)
		if (*text == '$')
			fputs(tag, out);
		else
			putc(*text, out);
	fputs(end, out);
	fflush(out);
}

/* Read a line into the log; 0 at the end. */
static int
hear(FILE *in, FILE *log, char *line)
{
	if (fgets(line, LINE_SIZE, in) == NULL)
		return 0;
	line[strcspn(line, "\r\n")] = '\0';
	fprintf(log, "%s\n", line);
	fflush(log);
	return 1;
}

/* Take one line of the script; 0 when the connection is over. */
static int
step(const char *line, FILE *in, FILE *out, FILE *log)
{
	char	heard[LINE_SIZE];

	if (strncmp(line, ">> ", 3) == 0)
		say(out, line + 3, "");
	else if (strncmp(line, "> ", 2) == 0)
		say(out, line + 2, "\r\n");
	else if (strcmp(line, "<.") == 0) {
		do
			if (!hear(in, log, heard))
				return 0;
		while (strcmp(heard, ".") != 0);
	} else if (strcmp(line, "<") == 0) {
		if (!hear(in, log, heard))
			return 0;
		heard[strcspn(heard, " ")] = '\0';
		strcpy(tag, heard);
	}
	return 1;
}

static void
serve(int fd, FILE *log)
{
	FILE	*in = fdopen(fd, "r"), *out = fdopen(dup(fd), "w");
	int	 at, again = 0;

	fprintf(log, "-- connection\n");
	for (at = 0; at < n_lines; at++) {
		if (strcmp(script[at], "again") == 0)
			again = at;
		else if (strcmp(script[at], "loop") == 0)
			at = again;
		else if (!step(script[at], in, out, log))
			break;
	}
	fclose(in);
	fclose(out);
	fflush(log);
}

int
main(int argc, char **argv)
{
	FILE	*log;
	int	 fd, client;

	if (argc != 3 || (log = fopen(argv[2], "a")) == NULL)
		return 2;
	while (n_lines < LINES_MAX &&
	    fgets(script[n_lines], LINE_SIZE, stdin) != NULL) {
		script[n_lines][strcspn(script[n_lines], "\n")] = '\0';
		n_lines++;
	}
	signal(SIGPIPE, SIG_IGN);
	fd = listen_at(atoi(argv[1]));
	while ((client = accept(fd, NULL, NULL)) != -1)
		serve(client, log);
	return 1;
}
