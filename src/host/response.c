/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Answering a mail. */

#include "config.h"

#include "host/response.h"

#include <fcntl.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/file.h"
#include "data/template.h"
#include "host/home.h"
#include "host/manners.h"
#include "host/player.h"
#include "host/queue.h"
#include "mail/address.h"
#include "mail/compose.h"
#include "mail/message.h"

enum { TEMPLATE_BYTES = 1 << 16 };

void
response_init(struct response *response, struct home *home, struct arena *arena,
    const struct message *message, const char *bytes, size_t len)
{
	memset(response, 0, sizeof(*response));
	response->home = home;
	response->arena = arena;
	response->message = message;
	digest_of(bytes, len, &response->mail);
}

static int
put(struct response *response, const char *needs, const char *to,
    struct compose_mail *mail, struct fault *fault)
{
	struct digest_part	 part[3] = { { "answer", 6 },
				    { &response->mail, sizeof(response->mail) },
				    { &response->n_mails,
				    sizeof(response->n_mails) } };
	const char		*id = message_header(response->message,
				    "Message-ID");

	mail->is_reply = true;
	mail->in_reply_to = id != NULL ? message_id_read(response->arena, id) :
	    NULL;
	id = queue_id(response->home, &response->home->secret, part, 3);
	response->n_mails++;
	return queue_put(response->home, id, needs, to, mail, fault);
}

int
response_put(struct response *response, const char *needs, const char *to,
    struct compose_mail *mail, struct fault *fault)
{
	int	r;

	if (response->is_quiet)
		return 0;
	r = manners_answer(response->home, to, response->is_signed, fault);
	return r <= 0 ? r : put(response, needs, to, mail, fault);
}

int
response_token(struct response *response, const char *to,
    struct compose_mail *mail, struct fault *fault)
{
	int	r;

	if (response->is_quiet)
		return 0;
	r = manners_token(response->home, to, fault);
	return r <= 0 ? r : put(response, NULL, to, mail, fault);
}

static int
fill(struct response *response, const struct tell *tell, struct buf *out,
    struct fault *fault)
{
	const char	*path = arena_printf(response->arena,
			    "%s/templates/%s.txt", response->home->data,
			    tell->template);
	struct buf	 text;

	buf_init(&text, response->arena);
	if (file_read(AT_FDCWD, path, TEMPLATE_BYTES, &text, fault) != 0 ||
	    template_fill(out, text.data, tell->data, fault) != 0) {
		if (fault->kind != FAULT_RETRY)
			fault->kind = FAULT_OPERATOR;
		return fault_within(fault, "%s", path);
	}
	return 0;
}

int
response_tell(struct response *response, const struct tell *tell,
    struct fault *fault)
{
	struct compose_file	file = { .name = "command.yaml",
				    .type = "application/yaml",
				    .bytes = tell->file };
	struct compose_mail	mail = { .subject = tell->subject,
				    .file = &file };
	struct buf		text;

	buf_init(&text, response->arena);
	if (fill(response, tell, &text, fault) != 0)
		return -1;
	mail.text = text.data;
	mail.text_len = text.len;
	if (tell->file != NULL) {
		file.len = strlen(tell->file);
		mail.n_files = 1;
	}
	return tell->is_stranger ? response_token(response, tell->to, &mail,
	    fault) : response_put(response, NULL, tell->to, &mail, fault);
}

int
response_from(struct response *response, const char **name, struct fault *fault)
{
	struct fault	 why;
	char		*from;

	*name = NULL;
	if (message_address(response->arena, response->message, "From", &from,
	    &why) != 0)
		return 0;
	return player_by_address(response->home, from, name, fault);
}
