/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Mail servers as boxes: IMAP and POP3 to read from, SMTP to send by.
 *
 * Nothing connects before the first list or send. Certificates are always
 * verified, and a login is never sent in the clear, nor left out when there
 * is a user: a server that offers less is a fault. After any error the next
 * command goes over a new connection. Faults say in words what failed and
 * what the host may do about it: FAULT_RETRY for what may pass by itself,
 * FAULT_OPERATOR for what will not.
 *
 * The strings of a struct server must live as long as the box.
 */

#ifndef POSTERN_MAIL_SERVER_H
#define POSTERN_MAIL_SERVER_H

struct arena;
struct fault;
struct inbox;
struct outbox;

enum server_tls {
	SERVER_TLS,		/* from the first byte */
	SERVER_STARTTLS,
	SERVER_PLAIN		/* none: only within this machine */
};

enum { SERVER_CONNECTIONS = 64 };

struct server {
	const char	*host;
	int		 port;		/* 0: the usual one */
	enum server_tls	 tls;
	const char	*user;		/* "": no login */
	const char	*password;
	const char	*authorities;	/* a file of certificates to trust;
					   "": those of the system */
};

/*
 * Read a mailbox by IMAP. What was handled goes to the mailboxes Processed
 * and Rejected, which are made when the first mail goes there.
 */
int	 imap_inbox(struct arena *arena, const struct server *server,
	    const char *mailbox, struct inbox **out, struct fault *fault);

/* Read a mailbox by POP3. What was handled is deleted. */
int	 pop3_inbox(struct arena *arena, const struct server *server,
	    struct inbox **out, struct fault *fault);

/*
 * Send by SMTP over up to that many connections at once, each for many
 * mails. name is how to greet the server.
 */
int	 smtp_outbox(struct arena *arena, const struct server *server,
	    const char *name, int connections, struct outbox **out,
	    struct fault *fault);

#endif
