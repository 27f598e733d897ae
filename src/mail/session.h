/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * A conversation with a mail server by libcurl, one command after the other
 * over a connection that is kept; for the boxes of server.h.
 */

#ifndef POSTERN_MAIL_SESSION_H
#define POSTERN_MAIL_SESSION_H

#include <curl/curl.h>

#include <stdbool.h>
#include <stddef.h>

#include "mail/server.h"

struct buf;

enum session_protocol { SESSION_IMAP, SESSION_POP3, SESSION_SMTP };

struct session {
	enum session_protocol	 protocol;
	struct server		 server;
	CURL			*curl;		/* NULL: no connection */
	int			 sockets;	/* opened so far */
	bool			 ready;		/* the command under way has
						   got beyond the login */
	bool			 secret_taken;	/* SMTP: the login was done */
	bool			 refused;	/* said is a refusal */
	bool			 is_stale;	/* stop unless the connection
						   is still number wanted */
	int			 wanted;
	struct buf		*out;		/* where an answer goes */
	size_t			 most;		/* bytes of it */
	bool			 overflowed;
	/* Told each line that the server says, without its line end. */
	void			(*hear)(void *arg, const char *line,
				    size_t len);
	void			*arg;
	char			 said[200];	/* the last refusal, or line if
						   there was none; printable */
	char			 error[CURL_ERROR_SIZE];
};

/* Refuse what could not stand in an address of the server. */
int	 session_open(struct session *session, enum session_protocol protocol,
	    const struct server *server, struct fault *fault);

/* End the connection in good order; the next command makes a new one. */
void	 session_drop(struct session *session);

/*
 * Make ready for one command at that path of the server (it begins with a
 * slash). What it answers is appended to out, at most most bytes.
 */
int	 session_ready(struct session *session, const char *path,
	    struct buf *out, size_t most, struct fault *fault);

/* Carry the command out. After an error the connection is dropped. */
CURLcode	 session_run(struct session *session);

/* Say what an error means, and what to do about it; -1. */
int	 session_blame(const struct session *session, CURLcode code,
	    struct fault *fault);

/* Say that the server answers what makes no sense; -1. */
int	 session_nonsense(struct session *session, const char *what,
	    struct fault *fault);

/* "IMAP server mail.example.org, port 993" */
const char	*session_name(const struct session *session, char *out,
		    size_t size);

#endif
