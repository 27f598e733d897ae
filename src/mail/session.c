/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A conversation with a mail server by libcurl. */

#include "config.h"

#include "mail/session.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/fault.h"

enum {
	CONNECT_SECONDS = 30,
	COMMAND_SECONDS = 300,
	SILENT_SECONDS = 60,
	BUFFER_BYTES = 512 << 10	/* an answer's longest line */
};

static const struct {
	const char	*name;
	const char	*scheme[2];	/* TLS from the start, or not */
	const char	*allowed;
	int		 port[3];	/* by enum server_tls */
} protocols[] = {
	[SESSION_IMAP] = { "IMAP", { "imaps", "imap" }, "imap,imaps",
	    { 993, 143, 143 } },
	[SESSION_POP3] = { "POP3", { "pop3s", "pop3" }, "pop3,pop3s",
	    { 995, 110, 110 } },
	[SESSION_SMTP] = { "SMTP", { "smtps", "smtp" }, "smtp,smtps",
	    { 465, 587, 25 } }
};

static int
port_of(const struct session *session)
{
	if (session->server.port != 0)
		return session->server.port;
	return protocols[session->protocol].port[session->server.tls];
}

const char *
session_name(const struct session *session, char *out, size_t size)
{
	snprintf(out, size, "%s server %s, port %d",
	    protocols[session->protocol].name, session->server.host,
	    port_of(session));
	return out;
}

static bool
is_host(const char *host)
{
	return host[0] != '\0' && strlen(host) < 256 &&
	    strspn(host, "abcdefghijklmnopqrstuvwxyz"
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-:") == strlen(host);
}

/* Does the name stand for this very machine? */
static bool
is_here(const char *host)
{
	return strcmp(host, "localhost") == 0 || strcmp(host, "::1") == 0 ||
	    (strncmp(host, "127.", 4) == 0 &&
	    strspn(host, "0123456789.") == strlen(host));
}

int
session_open(struct session *session, enum session_protocol protocol,
    const struct server *server, struct fault *fault)
{
	if (!is_host(server->host))
		return fault_set(fault, FAULT_OPERATOR,
		    "'%.80s' is not the name of a mail server (host in "
		    "postern.yaml)", server->host);
	if (server->tls == SERVER_PLAIN && !is_here(server->host))
		return fault_set(fault, FAULT_OPERATOR,
		    "'tls: plain' is for a mail server on this very machine, "
		    "not for %.80s: write 'tls: yes' or 'tls: starttls'",
		    server->host);
	memset(session, 0, sizeof(*session));
	session->protocol = protocol;
	session->server = *server;
	return 0;
}

void
session_drop(struct session *session)
{
	if (session->curl != NULL)
		curl_easy_cleanup(session->curl);
	session->curl = NULL;
}

/* ---- what libcurl calls ---------------------------------------------- */

/* Is it "550 ...", "-ERR ...", "A003 NO ..." or "A003 BAD ..."? */
static bool
is_refusal(enum session_protocol protocol, const char *line, size_t len)
{
	const char	*blank;

	if (len == 0)
		return false;
	if (protocol == SESSION_SMTP)
		return line[0] == '4' || line[0] == '5';
	if (protocol == SESSION_POP3)
		return line[0] == '-';
	blank = memchr(line, ' ', len);
	if (line[0] == '*' || blank == NULL)
		return false;
	len -= (size_t)(blank - line);
	return (len >= 4 && strncasecmp(blank, " NO ", 4) == 0) ||
	    (len >= 5 && strncasecmp(blank, " BAD ", 5) == 0);
}

/* The goodbye that follows a refusal does not matter. */
static void
keep_said(struct session *session, const char *line, size_t len)
{
	bool	refusal = is_refusal(session->protocol, line, len);
	size_t	i;

	if (session->refused && !refusal)
		return;
	session->refused = refusal;
	if (len >= sizeof(session->said))
		len = sizeof(session->said) - 1;
	for (i = 0; i < len; i++)
		session->said[i] = line[i] >= ' ' && line[i] <= '~' ?
		    line[i] : '?';
	session->said[len] = '\0';
}

static size_t
hear(char *line, size_t size, size_t n, void *arg)
{
	struct session	*session = arg;
	size_t		 len = size * n, all = len;

	while (len > 0 && (line[len - 1] == '\n' || line[len - 1] == '\r'))
		len--;
	keep_said(session, line, len);
	if (session->protocol == SESSION_SMTP && len >= 4 &&
	    memcmp(line, "235 ", 4) == 0)
		session->secret_taken = true;
	if (session->hear != NULL)
		session->hear(session->arg, line, len);
	return all;
}

static size_t
take(char *bytes, size_t size, size_t n, void *arg)
{
	struct session	*session = arg;
	size_t		 len = size * n;

	if (session->out == NULL)
		return len;
	if (len > session->most - session->out->len) {
		session->overflowed = true;
		return 0;
	}
	buf_add(session->out, bytes, len);
	return len;
}

static int
count_socket(void *arg, curl_socket_t fd, curlsocktype purpose)
{
	struct session	*session = arg;

	(void)fd;
	(void)purpose;
	session->sockets++;
	session->secret_taken = false;
	return CURL_SOCKOPT_OK;
}

/*
 * Between the login and the command. libcurl goes on without a login where
 * an SMTP server offers none; we do not.
 */
static int
before_command(void *arg, char *ip, char *local_ip, int port, int local_port)
{
	struct session	*session = arg;

	(void)ip;
	(void)local_ip;
	(void)port;
	(void)local_port;
	session->ready = true;
	if (session->protocol == SESSION_SMTP &&
	    session->server.user[0] != '\0' && !session->secret_taken)
		return CURL_PREREQFUNC_ABORT;
	if (session->wanted != 0 && session->sockets != session->wanted) {
		session->is_stale = true;
		return CURL_PREREQFUNC_ABORT;
	}
	return CURL_PREREQFUNC_OK;
}

/* ---- commands -------------------------------------------------------- */

static void
set_transport(struct session *session)
{
	const struct server	*server = &session->server;
	CURL			*curl = session->curl;

	curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR,
	    protocols[session->protocol].allowed);
	curl_easy_setopt(curl, CURLOPT_NOPROXY, "*");
	curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_SECONDS);
	curl_easy_setopt(curl, CURLOPT_TIMEOUT, (long)COMMAND_SECONDS);
	curl_easy_setopt(curl, CURLOPT_SERVER_RESPONSE_TIMEOUT,
	    (long)SILENT_SECONDS);
	curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, 1L);
	curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, (long)SILENT_SECONDS);
	curl_easy_setopt(curl, CURLOPT_BUFFERSIZE, (long)BUFFER_BYTES);
	curl_easy_setopt(curl, CURLOPT_SSLVERSION,
	    (long)CURL_SSLVERSION_TLSv1_2);
	curl_easy_setopt(curl, CURLOPT_USE_SSL, server->tls == SERVER_PLAIN ?
	    (long)CURLUSESSL_NONE : (long)CURLUSESSL_ALL);
	if (server->authorities[0] != '\0')
		curl_easy_setopt(curl, CURLOPT_CAINFO, server->authorities);
	if (server->user[0] != '\0') {
		curl_easy_setopt(curl, CURLOPT_USERNAME, server->user);
		curl_easy_setopt(curl, CURLOPT_PASSWORD, server->password);
	}
}

static void
set_callbacks(struct session *session)
{
	CURL	*curl = session->curl;

	curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, session->error);
	curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, hear);
	curl_easy_setopt(curl, CURLOPT_HEADERDATA, session);
	curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take);
	curl_easy_setopt(curl, CURLOPT_WRITEDATA, session);
	curl_easy_setopt(curl, CURLOPT_SOCKOPTFUNCTION, count_socket);
	curl_easy_setopt(curl, CURLOPT_SOCKOPTDATA, session);
	curl_easy_setopt(curl, CURLOPT_PREREQFUNCTION, before_command);
	curl_easy_setopt(curl, CURLOPT_PREREQDATA, session);
}

int
session_ready(struct session *session, const char *path, struct buf *out,
    size_t most, struct fault *fault)
{
	const struct server	*server = &session->server;
	bool			 six = strchr(server->host, ':') != NULL;
	char			 url[2048];
	int			 n;

	if (session->curl == NULL)
		session->curl = curl_easy_init();
	if (session->curl == NULL)
		return fault_set(fault, FAULT_RETRY, "out of memory");
	n = snprintf(url, sizeof(url), "%s://%s%s%s:%d%s",
	    protocols[session->protocol].scheme[server->tls != SERVER_TLS],
	    six ? "[" : "", server->host, six ? "]" : "", port_of(session),
	    path);
	if (n < 0 || (size_t)n >= sizeof(url))
		return fault_set(fault, FAULT_OPERATOR,
		    "the mailbox has too long a name");
	curl_easy_reset(session->curl);
	set_transport(session);
	set_callbacks(session);
	curl_easy_setopt(session->curl, CURLOPT_URL, url);
	session->out = out;
	session->most = most;
	session->ready = session->overflowed = false;
	session->refused = session->is_stale = false;
	session->error[0] = session->said[0] = '\0';
	return 0;
}

CURLcode
session_run(struct session *session)
{
	CURLcode	code = curl_easy_perform(session->curl);

	if (code != CURLE_OK)
		session_drop(session);
	return code;
}

/* ---- faults ---------------------------------------------------------- */

static int
blame_login(const struct session *session, const char *name,
    struct fault *fault)
{
	if (session->server.user[0] == '\0')
		return fault_set(fault, FAULT_OPERATOR, "%s: it wants a "
		    "login: set user and password_file", name);
	if (session->said[0] == '4')
		return fault_set(fault, FAULT_RETRY, "%s: it cannot check "
		    "logins now: %s", name, session->said);
	return fault_set(fault, FAULT_OPERATOR, "%s: it refuses the login of "
	    "'%s' (%s): check user and what is in password_file; some hosts "
	    "want a password made for mail programs", name,
	    session->server.user, session->said);
}

static int
blame_tls(const struct session *session, CURLcode code, const char *name,
    struct fault *fault)
{
	switch (code) {
	case CURLE_PEER_FAILED_VERIFICATION:
		return fault_set(fault, FAULT_OPERATOR, "%s: its certificate "
		    "is not good (%s): host must be the name that is in the "
		    "certificate; for an authority of your own, name its "
		    "certificate in ca_file", name, session->error);
	case CURLE_USE_SSL_FAILED:
		return fault_set(fault, FAULT_OPERATOR, "%s: it does not "
		    "offer STARTTLS, and nothing is sent in the clear: try "
		    "'tls: yes', or another port", name);
	case CURLE_SSL_CACERT_BADFILE:
		return fault_set(fault, FAULT_OPERATOR, "%s: the certificates "
		    "in ca_file cannot be read", name);
	default:
		return fault_set(fault, FAULT_OPERATOR, "%s: TLS failed (%s): "
		    "%s", name, session->error,
		    session->server.tls == SERVER_TLS ?
		    "try 'tls: starttls', or another port" :
		    "the server's TLS is out of order or out of date");
	}
}

int
session_blame(const struct session *session, CURLcode code,
    struct fault *fault)
{
	char	name[400];

	session_name(session, name, sizeof(name));
	name[160] = '\0';
	switch (code) {
	case CURLE_COULDNT_RESOLVE_HOST:
		return fault_set(fault, FAULT_RETRY, "%s: there is no such "
		    "name, or names cannot be looked up now: check host",
		    name);
	case CURLE_COULDNT_CONNECT:
		return fault_set(fault, FAULT_RETRY, "%s: nobody answers "
		    "there: check host and port, and that no firewall is in "
		    "between", name);
	case CURLE_OPERATION_TIMEDOUT:
		return fault_set(fault, FAULT_RETRY, "%s: it does not answer "
		    "in time: check host, port and tls", name);
	case CURLE_LOGIN_DENIED:
		return blame_login(session, name, fault);
	case CURLE_ABORTED_BY_CALLBACK:
		if (session->is_stale)
			return fault_set(fault, FAULT_RETRY,
			    "%s: the connection was lost", name);
		return fault_set(fault, FAULT_OPERATOR, "%s: it offers no "
		    "login, and nothing is sent without: check port, or leave "
		    "user empty if it wants none", name);
	case CURLE_PEER_FAILED_VERIFICATION:
	case CURLE_USE_SSL_FAILED:
	case CURLE_SSL_CACERT_BADFILE:
	case CURLE_SSL_CONNECT_ERROR:
	case CURLE_SSL_CERTPROBLEM:
	case CURLE_SSL_CIPHER:
		return blame_tls(session, code, name, fault);
	default:
		return fault_set(fault, FAULT_RETRY, "%s: the conversation "
		    "broke off (%s)%s%s", name, curl_easy_strerror(code),
		    session->said[0] != '\0' ? "; the last that it said: " :
		    "", session->said);
	}
}

int
session_nonsense(struct session *session, const char *what,
    struct fault *fault)
{
	char	name[400];

	session_name(session, name, sizeof(name));
	name[160] = '\0';
	session_drop(session);
	return fault_set(fault, FAULT_RETRY, "%s: its answer to %s makes no "
	    "sense", name, what);
}
