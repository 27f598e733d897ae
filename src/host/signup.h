/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Sign-up by mail, where the configuration allows it.
 *
 * A stranger asks to register, with a name and a key. The answer, one mail
 * a day to the address it came from, has a token; whoever sends that back,
 * signed with the key, has the address and the key, and is a player. Nothing
 * is kept until then: the token is a digest that only we can make.
 */

#ifndef POSTERN_HOST_SIGNUP_H
#define POSTERN_HOST_SIGNUP_H

#include <stdbool.h>

struct response;
struct command;
struct fault;
struct message;
struct orders;

/* What a token vouches for. */
struct vouched {
	const char	*what;		/* "register" or "address" */
	const char	*name;		/* of the player */
	const char	*address;
	const char	*key;		/* "" where none is at stake */
	const char	*until;		/* 2026-11-25T18:00:00Z */
};

/* The token for it; until is set by signup_until(). */
const char	*signup_token(struct response *response,
		    const struct vouched *vouched);

/* When a token that is made now ends. */
const char	*signup_until(struct response *response);

/* Is it the token, and not too old? A fault says what is wrong. */
int	 signup_check(struct response *response, const struct vouched *vouched,
	    const char *token, struct fault *fault);

/*
 * Take in a mail from a stranger that is not signed, or signed with a key
 * that nobody has: 0 when there is a new player, 1 when it was answered
 * otherwise, or with nothing; 2 when it has nothing to do with sign-up; -1.
 */
int	 signup_mail(struct response *response, const struct orders *orders,
	    struct fault *fault);

/* The same for a request to register that was read from such a mail. */
int	 signup_request(struct response *response,
	    const struct command *command, struct fault *fault);

#endif
