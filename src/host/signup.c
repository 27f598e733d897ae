/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Sign-up by mail. */

#include "config.h"

#include "host/signup.h"

#include <openssl/crypto.h>

#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/fault.h"
#include "base/file.h"
#include "base/text.h"
#include "data/node.h"
#include "host/response.h"
#include "host/command.h"
#include "host/home.h"
#include "host/player.h"
#include "host/signer.h"
#include "mail/address.h"
#include "mail/message.h"
#include "mail/orders.h"
#include "sign/key.h"
#include "sign/smime.h"
#include "sign/sshsig.h"

enum {
	TOKEN_DIGITS = 32,
	TOKEN_LIFE = 7 * 24 * 60 * 60,
	NAMES_MAX = 99			/* tried when a name is taken */
};

/* Somebody who wants to be a player. */
struct applicant {
	struct response	*response;
	struct home	*home;
	struct arena	*arena;
	struct command	 command;
	const char	*line;		/* of the key or certificate */
	const char	*shown;		/* the line, or a fingerprint */
	bool		 is_cert;
};

/* ---- tokens ---------------------------------------------------------- */

const char *
signup_until(struct response *response)
{
	struct buf	until;

	buf_init(&until, response->arena);
	clock_iso(&until, response->home->now + TOKEN_LIFE);
	return until.data;
}

const char *
signup_token(struct response *response, const struct vouched *v)
{
	struct digest_part	part[6] = { { "token", 5 },
				    { v->what, strlen(v->what) },
				    { v->name, strlen(v->name) },
				    { v->address, strlen(v->address) },
				    { v->key, strlen(v->key) },
				    { v->until, strlen(v->until) } };
	struct digest		digest;
	struct buf		hex;

	digest_hmac(&response->home->secret, DIGEST_SIZE, part, 6, &digest);
	buf_init(&hex, response->arena);
	hex_write(&hex, &digest, TOKEN_DIGITS / 2);
	return hex.data;
}

int
signup_check(struct response *response, const struct vouched *v,
    const char *token, struct fault *fault)
{
	const char	*right = signup_token(response, v);
	int64_t		 until;

	if (strlen(token) != TOKEN_DIGITS ||
	    CRYPTO_memcmp(token, right, TOKEN_DIGITS) != 0)
		return fault_set(fault, FAULT_PLAYER, "the token does not "
		    "belong to what stands beside it; send the file back as "
		    "it came");
	if (clock_parse(v->until, &until, fault) != 0)
		return -1;
	if (response->home->now > until)
		return fault_set(fault, FAULT_PLAYER, "the token was good "
		    "until %s; ask for another one", v->until);
	return 0;
}

/* ---- words ----------------------------------------------------------- */

static int
tell(struct applicant *a, const char *to, bool is_stranger,
    const char *subject, const char *template, const char *text,
    const char *file, struct fault *fault)
{
	struct node	*map = node_map(a->arena);
	struct tell	 words = { .to = to, .is_stranger = is_stranger,
			    .subject = subject, .template = template,
			    .data = map, .file = file };

	node_set(map, "host", node_scalar(a->arena, a->home->config.name));
	node_set(map, "name", node_scalar(a->arena, a->command.name));
	node_set(map, "cert", node_scalar(a->arena, a->is_cert ? "yes" :
	    "no"));
	node_set(map, "key", node_scalar(a->arena,
	    pubkey_line(seckey_pubkey(a->home->key))));
	node_set(map, "text", node_scalar(a->arena, text));
	node_set(map, "file", node_scalar(a->arena, file != NULL ? file :
	    ""));
	return response_tell(a->response, &words, fault);
}

/* Say no to a stranger; that is the one mail of today. */
static int
decline(struct applicant *a, const char *to, const struct fault *why,
    struct fault *fault)
{
	struct buf	text;

	buf_init(&text, a->arena);
	text_wrap(&text, why->text, 72, "  - ", "    ");
	return tell(a, to, true, "You are not registered", "declined",
	    text.data, NULL, fault) != 0 ? -1 : 1;
}

/* ---- asking ---------------------------------------------------------- */

/* The name asked for, or the next one that is free. */
static const char *
free_name(struct applicant *a)
{
	const char	*name = a->command.name;
	int		 i;

	for (i = 2; file_exists(a->home->fd, arena_printf(a->arena,
	    "players/%s.yaml", name)) && i <= NAMES_MAX; i++)
		name = arena_printf(a->arena, "%.29s-%d", a->command.name, i);
	return name;
}

static int
read_key(struct applicant *a, struct fault *fault)
{
	struct player	nobody = { .name = "" };

	if (a->line == NULL && a->command.key[0] == '\0')
		return fault_set(fault, FAULT_PLAYER, "there is no public key "
		    "in this mail: paste the line of your .pub file into it, "
		    "or attach the file");
	if (player_enrol(a->home, &nobody, a->line != NULL ? a->line :
	    a->command.key, fault) != 0)
		return -1;
	a->is_cert = nobody.n_certs > 0;
	a->line = a->is_cert ? nobody.certs[0] : nobody.keys[0];
	return 0;
}

/* A line that is too long for a mail's text is known by its fingerprint. */
static int
show_key(struct applicant *a, struct fault *fault)
{
	struct cert	*cert;

	a->shown = a->line;
	if (!a->is_cert)
		return 0;
	if (cert_read(a->arena, a->line, strlen(a->line), &cert, fault) != 0)
		return -1;
	a->shown = cert_fingerprint(cert);
	cert_free(cert);
	return 0;
}

static int
send_token(struct applicant *a, const char *to, struct fault *fault)
{
	struct vouched	v = { .what = "register", .address = to };
	struct buf	file;

	a->command.name = free_name(a);
	if (!text_is_name(a->command.name))
		return 1;
	a->command.address = to;
	a->command.key = a->shown;
	a->command.until = signup_until(a->response);
	v.name = a->command.name;
	v.key = a->shown;
	v.until = a->command.until;
	a->command.token = signup_token(a->response, &v);
	buf_init(&file, a->arena);
	command_write(&file, &a->command, a->home->config.name, -1);
	return tell(a, to, true, "Your registration", "register", "",
	    file.data, fault) != 0 ? -1 : 1;
}

/* Somebody who is a player already is told so. */
static int
tell_player(struct applicant *a, const char *name, struct fault *fault)
{
	struct player	player;

	if (player_load(a->home, name, &player, fault) != 0)
		return -1;
	a->command.name = arena_strdup(a->arena, name);
	return tell(a, player.address, false, "You are a player here",
	    "enrolled", "", NULL, fault) != 0 ? -1 : 1;
}

static int
ask(struct applicant *a, struct fault *fault)
{
	struct fault	 why;
	const char	*name;
	char		*from;

	if (message_address(a->arena, a->response->message, "From", &from,
	    &why) != 0)
		return 1;
	if (player_by_address(a->home, from, &name, fault) != 0)
		return -1;
	if (name != NULL)
		return tell_player(a, name, fault);
	if (read_key(a, &why) != 0 || show_key(a, &why) != 0) {
		if (why.kind == FAULT_PLAYER)
			return decline(a, from, &why, fault);
		*fault = why;
		return -1;
	}
	return send_token(a, from, fault);
}

/* ---- the token comes back -------------------------------------------- */

static int
make_player(struct applicant *a, struct fault *fault)
{
	struct player	player = { .address = a->command.address,
			    .command = "" };

	strcpy(player.name, a->command.name);
	if (player_enrol(a->home, &player, a->line, fault) != 0)
		return -1;
	return player_save(a->home, &player, 1, fault);
}

/* Has the address found another player while the token was on its way? */
static int
check_address(struct applicant *a, struct fault *fault)
{
	const char	*name;

	if (player_by_address(a->home, a->command.address, &name, fault) != 0)
		return -1;
	return name == NULL ? 0 : fault_set(fault, FAULT_PLAYER,
	    "%s is the address of a player already", a->command.address);
}

/* The mail is signed with the key at a->line. */
static int
confirm(struct applicant *a, struct fault *fault)
{
	struct vouched	v = { .what = "register", .name = a->command.name,
			    .address = a->command.address,
			    .key = a->shown, .until = a->command.until };
	struct fault	why;

	if (strcmp(a->command.host, a->home->config.name) != 0 ||
	    !address_is_valid(v.address) ||
	    signup_check(a->response, &v, a->command.token, &why) != 0)
		return 1;
	if (check_address(a, &why) != 0 || make_player(a, &why) != 0) {
		if (why.kind == FAULT_PLAYER)
			return decline(a, v.address, &why, fault);
		*fault = why;
		return -1;
	}
	return tell(a, v.address, false, "You are a player here", "enrolled",
	    "", NULL, fault);
}

/* ---- what a mail has ------------------------------------------------- */

/* Does the file name the key that it is signed with? */
static bool
is_signed_by(struct applicant *a, const struct orders *orders,
    const struct orders_variant *file)
{
	struct pubkey	*key;
	struct fault	 why;
	int		 who, r;

	if (pubkey_read(a->arena, a->command.key, strlen(a->command.key),
	    &key, &why) != 0)
		return false;
	r = sshsig_verify(a->arena, orders->signature, orders->signature_len,
	    file->bytes, file->len, SSHSIG_NAMESPACE,
	    (const struct pubkey *const *)&key, 1, &who, &why);
	if (r == 0) {
		a->line = arena_strdup(a->arena, pubkey_line(key));
		a->shown = a->line;
	}
	pubkey_free(key);
	return r == 0;
}

static bool
find_file(struct applicant *a, const struct orders *orders)
{
	struct fault	why;
	int		i;

	for (i = 0; i < orders->n_variants; i++)
		if (command_read(a->arena, orders->variant[i].bytes,
		    orders->variant[i].len, &a->command, &why) ==
		    COMMAND_FOUND && a->command.verb == VERB_REGISTER &&
		    is_signed_by(a, orders, &orders->variant[i]))
			return true;
	return false;
}

/* The same for a mail program's signature. */
static bool
find_sealed(struct applicant *a)
{
	struct message	inner;
	struct orders	orders;
	struct fault	why;

	if (signer_stranger(a->arena, a->response->message, &a->line,
	    &inner) == 0)
		return false;
	a->is_cert = true;
	if (show_key(a, &why) != 0)
		return false;
	orders_find(a->arena, &inner, &orders);
	if (orders.kind == ORDERS_UNSIGNED && command_read(a->arena,
	    orders.variant[0].bytes, orders.variant[0].len, &a->command,
	    &why) == COMMAND_FOUND)
		return a->command.verb == VERB_REGISTER;
	return command_words(a->arena, &inner, &a->command, &why) ==
	    COMMAND_FOUND && a->command.verb == VERB_REGISTER;
}

static void
begin(struct applicant *a, struct response *response)
{
	memset(a, 0, sizeof(*a));
	a->response = response;
	a->home = response->home;
	a->arena = response->arena;
}

int
signup_mail(struct response *response, const struct orders *orders,
    struct fault *fault)
{
	struct applicant	a;

	begin(&a, response);
	if (orders->kind == ORDERS_SIGNED ? !find_file(&a, orders) :
	    !find_sealed(&a))
		return 2;
	if (!response->home->config.signup)
		return 1;
	return a.command.token[0] != '\0' ? confirm(&a, fault) :
	    ask(&a, fault);
}

int
signup_request(struct response *response, const struct command *command,
    struct fault *fault)
{
	struct applicant	a;

	if (!response->home->config.signup)
		return 1;
	begin(&a, response);
	a.command = *command;
	return ask(&a, fault);
}
