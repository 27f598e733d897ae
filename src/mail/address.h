/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Mail addresses and message ids, read strictly: what passes here may stand
 * in a header or in an SMTP command as it is.
 */

#ifndef POSTERN_MAIL_ADDRESS_H
#define POSTERN_MAIL_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct fault;

enum { ADDRESS_SIZE = 255, ADDRESS_LIST = 100, MESSAGE_ID_SIZE = 251 };

/*
 * Is it local@domain: plain ASCII, a dot-atom of at most 64 characters, a
 * domain of letters, digits, hyphens and dots, 254 in all? Quoted local
 * parts and domains in brackets are not taken.
 */
bool	 address_is_valid(const char *text);

/*
 * Take the addresses out of the value of From, To, Cc or Reply-To: "a@b",
 * "Name <a@b>", "\"Name\" <a@b> (comment)", with commas between. Groups, route
 * addresses, control and bare 8-bit characters outside display names, and
 * more than ADDRESS_LIST addresses are a fault.
 */
int	 address_list(struct arena *arena, const char *value, char ***out,
	    size_t *n_out, struct fault *fault);

/* Take the only address out of value; none or several is a fault. */
int	 address_only(struct arena *arena, const char *value, char **out,
	    struct fault *fault);

/* Is it fit to stand between the angle brackets of a Message-ID? */
bool	 message_id_is_valid(const char *text);

/*
 * Take the id out of "<id>", the value of Message-ID or In-Reply-To; NULL
 * where it is not one valid id.
 */
char	*message_id_read(struct arena *arena, const char *value);

#endif
