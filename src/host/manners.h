/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Manners of a program that answers mail (RFC 3834): whom not to answer, how
 * often to answer at all, and what to make of mail that comes back.
 *
 * Every mail that goes out has a Message-ID which proves, to us alone, that
 * we sent it and to which address. A bounce counts only when it names such
 * an id and that address, so nobody can silence a player by a forged one.
 */

#ifndef POSTERN_HOST_MANNERS_H
#define POSTERN_HOST_MANNERS_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct fault;
struct home;
struct message;

enum {
	MANNERS_ANSWERS = 50,		/* to an address a day, as a rule */
	MANNERS_TOKENS = 100,		/* mails to strangers a day, in all */
	MANNERS_BOUNCES = 3		/* in a row: then mail is paused */
};

enum manner {
	MANNER_PERSON,
	MANNER_MACHINE,		/* take in what is signed, answer nothing */
	MANNER_BOUNCE,		/* the same, and see whose mail came back */
	MANNER_OWN		/* ours, or of another host: leave it alone */
};

/* What sent the mail, by its headers. */
enum manner	 manners_of(const struct home *home,
		    const struct message *message);

/* The Message-ID of a mail to that address, without its brackets. */
const char	*manners_message_id(struct home *home, const char *id,
		    const char *to);

/*
 * May the address get one more answer today? If so it is counted: 1. If it
 * has had its share: 0. What a player signed is counted apart, so that
 * nobody who writes under a player's address uses up its receipts.
 */
int	 manners_answer(struct home *home, const char *to, bool is_signed,
	    struct fault *fault);

/*
 * The same for a mail with a token to an address that is not enrolled: one
 * a day, and no more than MANNERS_TOKENS to all of them.
 */
int	 manners_token(struct home *home, const char *to,
	    struct fault *fault);

/* Write what was counted, if anything was. */
int	 manners_write(struct home *home, struct fault *fault);

/*
 * Count a bounce against the player whose mail came back, if it is one. At
 * MANNERS_BOUNCES in a row mail to the address is paused, and the operator
 * told.
 */
int	 manners_bounce(struct home *home, struct arena *arena,
	    const char *bytes, size_t len, struct fault *fault);

/* How many of the player's mails came back in a row, at this address? */
int	 manners_bounces(struct home *home, const char *name,
	    const char *address, int *out, struct fault *fault);

/* Is mail to the address paused? What cannot be read pauses nothing. */
bool	 manners_is_paused(struct home *home, const char *address);

/* Forget the player's bounces: mail goes out again. */
int	 manners_resume(struct home *home, const char *name,
	    struct fault *fault);

#endif
