/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Who signed, and what. */

#include "config.h"

#include "host/signer.h"

#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "host/home.h"
#include "mail/message.h"
#include "mail/orders.h"
#include "sign/key.h"
#include "sign/smime.h"
#include "sign/sshsig.h"

static const char *const ssh_parts[] = { "orders.yaml.sig", NULL };
static const char *const smime_parts[] = { "orders.p7s", "orders.eml", NULL };

const char *const *
signer_parts(const char *key)
{
	return cert_is(key) ? smime_parts : ssh_parts;
}

static void
add_part(struct signer *s, const char *name, const char *bytes, size_t len)
{
	struct signer_part	*part = &s->part[s->n_parts++];

	part->name = name;
	part->bytes = bytes;
	part->len = len;
}

/* Load the player who enrolled what has that fingerprint. */
static int
find_player(struct home *home, const char *fingerprint, const char *what,
    struct signer *out, struct fault *why, struct fault *fault)
{
	const char	*name;

	if (player_by_key(home, fingerprint, &name, fault) != 0)
		return -1;
	if (name == NULL) {
		fault_set(why, FAULT_PLAYER, "it was signed with the %s %s, "
		    "which no player has enrolled here", what, fingerprint);
		return SIGNED_STRANGER;
	}
	if (player_load(home, name, &out->player, fault) != 0 ||
	    player_keys(home, &out->player, fault) != 0)
		return -1;
	return SIGNED_WELL;
}

/* ---- files ----------------------------------------------------------- */

/* A file, or what a file may have been, with its signature. */
struct candidate {
	const char	*text;
	size_t		 len;
};

static int
check_file(struct arena *arena, const struct candidate *file,
    const char *signature, size_t signature_len, struct signer *out,
    struct fault *why)
{
	int	who;

	if (sshsig_verify(arena, signature, signature_len, file->text,
	    file->len, SSHSIG_NAMESPACE,
	    (const struct pubkey *const *)out->player.pubkeys,
	    out->player.n_keys, &who, why) != 0)
		return SIGNED_WRONG;
	out->text = file->text;
	out->len = file->len;
	out->key = pubkey_line(out->player.pubkeys[who]);
	add_part(out, ssh_parts[0], signature, signature_len);
	return SIGNED_WELL;
}

/* The first of the candidates that the signature is for. */
static int
check_files(struct home *home, struct arena *arena,
    const struct candidate *file, int n_files, const char *signature,
    size_t signature_len, struct signer *out, struct fault *why,
    struct fault *fault)
{
	struct buf	fingerprint;
	struct fault	other;
	int		i, r;

	memset(out, 0, sizeof(*out));
	buf_init(&fingerprint, arena);
	if (sshsig_claims(arena, signature, signature_len, &fingerprint,
	    why) != 0)
		return SIGNED_WRONG;
	r = find_player(home, fingerprint.data, "key", out, why, fault);
	if (r != SIGNED_WELL)
		return r;
	for (i = 0; i < n_files; i++)
		if (check_file(arena, &file[i], signature, signature_len, out,
		    i == 0 ? why : &other) == SIGNED_WELL)
			return SIGNED_WELL;
	return SIGNED_WRONG;
}

int
signer_of_file(struct home *home, struct arena *arena, const char *text,
    size_t len, const char *signature, size_t signature_len,
    struct signer *out, struct fault *why, struct fault *fault)
{
	struct candidate	file = { text, len };

	return check_files(home, arena, &file, 1, signature, signature_len,
	    out, why, fault);
}

/* ---- mails ----------------------------------------------------------- */

static bool
is_smime(const struct message_seal *seal)
{
	return strcmp(seal->protocol, "application/pkcs7-signature") == 0 ||
	    strcmp(seal->protocol, "application/x-pkcs7-signature") == 0;
}

/* The only seal of a mail program; NULL for none, or several. */
static const struct message_seal *
find_seal(const struct message *message)
{
	const struct message_seal	*found = NULL;
	int				 i;

	for (i = 0; i < message->n_seals; i++) {
		if (!is_smime(&message->seal[i]))
			continue;
		if (found != NULL)
			return NULL;
		found = &message->seal[i];
	}
	return found;
}

static const struct message_part *
signature_of(const struct message *message, const struct message_seal *seal)
{
	const struct message_part	*part;

	part = &message->part[seal->signature];
	return part->bytes != NULL ? part : NULL;
}

int
signer_extract(struct arena *arena, const char *bytes, size_t len,
    const char **text, size_t *text_len, struct fault *fault)
{
	struct message	message;
	struct orders	orders;
	int		i;

	if (message_read(arena, bytes, len, &message, fault) != 0)
		return -1;
	orders_find(arena, &message, &orders);
	if (orders.kind == ORDERS_SIGNED)
		return fault_set(fault, FAULT_PLAYER, "the file in this mail "
		    "has a signature of its own that is not the mail's");
	if (orders.kind != ORDERS_UNSIGNED)
		return fault_set(fault, FAULT_PLAYER, "%s", orders.reason);
	for (i = 0; i < orders.n_variants; i++)
		if (memchr(orders.variant[i].bytes, '\r',
		    orders.variant[i].len) == NULL)
			break;
	i = i < orders.n_variants ? i : 0;
	*text = orders.variant[i].bytes;
	*text_len = orders.variant[i].len;
	return 0;
}

/* Whose may it be? The certificate says, or else the sender does. */
static int
find_sealer(struct home *home, struct arena *arena,
    const struct message *message, const struct message_part *signature,
    struct signer *out, struct fault *why, struct fault *fault)
{
	struct cert	*cert;
	const char	*name = NULL;
	char		*from;
	int		 r;

	if (smime_claims(arena, signature->bytes, signature->len, &cert,
	    why) != 0)
		return why->kind == FAULT_PLAYER ? SIGNED_WRONG : -1;
	if (cert != NULL) {
		r = find_player(home, cert_fingerprint(cert), "certificate",
		    out, why, fault);
		cert_free(cert);
		return r;
	}
	if (message_address(arena, message, "From", &from, why) == 0 &&
	    player_by_address(home, from, &name, fault) != 0)
		return -1;
	if (name == NULL) {
		fault_set(why, FAULT_PLAYER, "its signature does not say which "
		    "certificate it was made with");
		return SIGNED_WRONG;
	}
	if (player_load(home, name, &out->player, fault) != 0 ||
	    player_keys(home, &out->player, fault) != 0)
		return -1;
	return SIGNED_WELL;
}

static int
check_seal(struct arena *arena, const struct message_seal *seal,
    const struct message_part *signature, struct signer *out,
    struct fault *why)
{
	struct buf	lines, verified;
	int		i;

	buf_init(&lines, arena);
	buf_init(&verified, arena);
	smime_lines(&lines, seal->bytes, seal->len);
	fault_set(why, FAULT_PLAYER, "it is signed by a mail program, and you "
	    "have enrolled no certificate");
	for (i = 0; i < out->player.n_certs; i++)
		if (smime_verify(out->player.x509s[i], signature->bytes,
		    signature->len, lines.data, lines.len, &verified,
		    why) == 0)
			break;
	if (i == out->player.n_certs)
		return SIGNED_WRONG;
	out->key = cert_line(out->player.x509s[i]);
	if (signer_extract(arena, verified.data, verified.len, &out->text,
	    &out->len, why) != 0)
		return SIGNED_NOT;
	add_part(out, smime_parts[0], signature->bytes, signature->len);
	add_part(out, smime_parts[1], lines.data, lines.len);
	return SIGNED_WELL;
}

static int
signer_of_seal(struct home *home, struct arena *arena,
    const struct message *message, const struct message_seal *seal,
    struct signer *out, struct fault *why, struct fault *fault)
{
	const struct message_part	*signature;
	int				 r;

	signature = signature_of(message, seal);
	if (signature == NULL) {
		fault_set(why, FAULT_PLAYER, "its S/MIME signature cannot be "
		    "read");
		return SIGNED_WRONG;
	}
	r = find_sealer(home, arena, message, signature, out, why, fault);
	return r == SIGNED_WELL ? check_seal(arena, seal, signature, out,
	    why) : r;
}

int
signer_of_mail(struct home *home, struct arena *arena,
    const struct message *message, const struct orders *orders,
    struct signer *out, struct fault *why, struct fault *fault)
{
	const struct message_seal	*seal = find_seal(message);
	struct candidate		 file[ORDERS_VARIANTS];
	int				 i;

	memset(out, 0, sizeof(*out));
	if (orders->kind != ORDERS_SIGNED) {
		if (seal != NULL)
			return signer_of_seal(home, arena, message, seal, out,
			    why, fault);
		fault_set(why, FAULT_PLAYER, "%s", orders->reason);
		return SIGNED_NOT;
	}
	for (i = 0; i < orders->n_variants; i++)
		file[i] = (struct candidate){ orders->variant[i].bytes,
		    orders->variant[i].len };
	return check_files(home, arena, file, orders->n_variants,
	    orders->signature, orders->signature_len, out, why, fault);
}

int
signer_stranger(struct arena *arena, const struct message *message,
    const char **key, struct message *inner)
{
	const struct message_seal	*seal = find_seal(message);
	const struct message_part	*signature;
	struct cert			*cert = NULL;
	struct buf			 lines, verified;
	struct fault			 why;
	int				 r = 0;

	if (seal == NULL || (signature = signature_of(message, seal)) ==
	    NULL || smime_claims(arena, signature->bytes, signature->len,
	    &cert, &why) != 0 || cert == NULL)
		return 0;
	buf_init(&lines, arena);
	buf_init(&verified, arena);
	smime_lines(&lines, seal->bytes, seal->len);
	if (smime_verify(cert, signature->bytes, signature->len, lines.data,
	    lines.len, &verified, &why) == 0 &&
	    message_read(arena, verified.data, verified.len, inner,
	    &why) == 0) {
		*key = cert_line(cert);
		r = 1;
	}
	cert_free(cert);
	return r;
}
