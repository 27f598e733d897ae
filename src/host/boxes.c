/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The ways that mail takes, opened as the configuration says. */

#include "config.h"

#include "host/boxes.h"

#include <openssl/crypto.h>

#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/file.h"
#include "host/home.h"
#include "mail/drop.h"
#include "mail/maildir.h"
#include "mail/sendmail.h"
#include "mail/server.h"

enum { CONNECTIONS = 4 };	/* to a server, unless it is told */

static const char *
or_else(const char *text, const char *otherwise)
{
	return text[0] != '\0' ? text : otherwise;
}

/* Read a password: the one line of a file of its own. */
static int
read_password(struct home *home, const char *path, char *out,
    struct fault *fault)
{
	struct buf	text;
	int		r = -1;

	buf_init(&text, home->arena);
	if (file_private(home->fd, path, fault) != 0 ||
	    file_read(home->fd, path, PASSWORD_SIZE, &text, fault) != 0) {
		fault->kind = FAULT_OPERATOR;
		goto out;
	}
	if (text.len > 0 && text.data[text.len - 1] == '\n')
		buf_cut(&text, text.len - 1);
	if (text.len == 0 || text.len >= PASSWORD_SIZE ||
	    strcspn(text.data, "\r\n") != text.len) {
		fault_set(fault, FAULT_OPERATOR, "%s must hold the password, "
		    "on one line", path);
		goto out;
	}
	memcpy(out, text.data, text.len + 1);
	r = 0;
out:
	OPENSSL_cleanse(text.data, text.size);
	return r;
}

static int
fill_server(struct home *home, const struct config_box *box, char *password,
    struct server *out, struct fault *fault)
{
	if (box->host[0] == '\0')
		return fault_set(fault, FAULT_OPERATOR,
		    "host is missing: which server?");
	if ((box->user[0] == '\0') != (box->password_file[0] == '\0'))
		return fault_set(fault, FAULT_OPERATOR,
		    "user and password_file belong together");
	if (box->user[0] != '\0' &&
	    read_password(home, box->password_file, password, fault) != 0)
		return -1;
	out->host = box->host;
	out->port = box->port;
	out->tls = (enum server_tls)box->tls;
	out->user = box->user;
	out->password = password;
	out->authorities = box->ca_file[0] == '\0' || box->ca_file[0] == '/' ?
	    box->ca_file : arena_printf(home->arena, "%s/%s", home->path,
	    box->ca_file);
	return 0;
}

const char *
boxes_maildir(const struct home *home)
{
	return home->config.in.kind != IN_MAILDIR ? NULL :
	    or_else(home->config.in.folder, "mail/in");
}

static int
open_in(struct home *home, struct inbox **out, struct fault *fault)
{
	const struct config_box	*box = &home->config.in;
	struct server		 server;

	switch (box->kind) {
	case IN_MAILDIR:
		return maildir_inbox(home->arena, home->fd,
		    boxes_maildir(home), out, fault);
	case IN_DROP:
		return drop_inbox(home->arena, home->fd,
		    or_else(box->folder, "drop"), out, fault);
	}
	if (fill_server(home, box, home->password_in, &server, fault) != 0)
		return -1;
	if (box->kind == IN_POP3)
		return pop3_inbox(home->arena, &server, out, fault);
	return imap_inbox(home->arena, &server, box->folder, out, fault);
}

static int
open_out(struct home *home, struct outbox **out, struct fault *fault)
{
	const struct config_box	*box = &home->config.out;
	struct server		 server;

	switch (box->kind) {
	case OUT_MAILDIR:
		return maildir_outbox(home->arena, home->fd,
		    or_else(box->folder, "mail/out"), out, fault);
	case OUT_SENDMAIL:
		return sendmail_outbox(home->arena,
		    or_else(box->command, "/usr/sbin/sendmail -i"), out,
		    fault);
	}
	if (fill_server(home, box, home->password_out, &server, fault) != 0)
		return -1;
	return smtp_outbox(home->arena, &server,
	    strchr(home->config.address, '@') + 1,
	    box->connections != 0 ? box->connections : CONNECTIONS, out,
	    fault);
}

int
boxes_in(struct home *home, struct inbox **out, struct fault *fault)
{
	if (open_in(home, out, fault) != 0)
		return fault_within(fault, "mail in");
	return 0;
}

int
boxes_out(struct home *home, struct outbox **out, struct fault *fault)
{
	if (open_out(home, out, fault) != 0)
		return fault_within(fault, "mail out");
	return 0;
}
