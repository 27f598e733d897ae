/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Players: address, public keys and certificates, preferences; found by name
 * or by key.
 */

#ifndef POSTERN_HOST_PLAYER_H
#define POSTERN_HOST_PLAYER_H

#include <stdint.h>

#include "base/text.h"

struct buf;
struct cert;
struct fault;
struct home;
struct pubkey;

enum { KEYS_MAX = 8, LINES_MAX = 2 * KEYS_MAX };

/* When a player is mailed besides when asked and at the end. */
enum mailing { MAIL_ASKED, MAIL_TURN, MAIL_DAY };

extern const char *const mailing_names[];

struct player {
	char		 name[NAME_SIZE];
	const char	*address;
	int		 mail;			/* enum mailing */
	const char	*keys[KEYS_MAX];	/* lines, as enrolled */
	struct pubkey	*pubkeys[KEYS_MAX];	/* parsed; by player_keys() */
	int		 n_keys;
	const char	*certs[KEYS_MAX];	/* likewise, of S/MIME */
	struct cert	*x509s[KEYS_MAX];
	int		 n_certs;
	int64_t		 number;		/* of the last command */
	const char	*command;		/* its digest in hex, or "" */
	struct player	*next;			/* loaded before it */
};

/* Load a player; one that does not exist is a fault that names the nearest. */
int	 player_load(struct home *home, const char *name, struct player *out,
	    struct fault *fault);

/* Parse the keys and certificates of a loaded player; the home keeps them,
 * parsed once. */
int	 player_keys(struct home *home, struct player *player,
	    struct fault *fault);

/* The lines of all keys and certificates, as a game's chain has them; say
 * how many. */
int	 player_lines(const struct player *player,
	    const char *lines[LINES_MAX]);

/*
 * Add a key or a certificate, given as a .pub line, a line of ours, or PEM.
 * One that somebody has already is a fault, which names the owner unless the
 * player has no name yet.
 */
int	 player_enrol(struct home *home, struct player *player,
	    const char *text, struct fault *fault);

/* The fingerprint of a line, be it a key's or a certificate's. */
int	 player_fingerprint(struct home *home, const char *line,
	    const char **out, struct fault *fault);

/* Take away the one with that fingerprint; the last one stays. */
int	 player_retire(struct home *home, struct player *player,
	    const char *fingerprint, struct fault *fault);

/* Forget the players that were loaded, and let go of their keys. */
void	 player_forget(struct home *home);

/* Write a player's file, and forget the index of keys and addresses. With
 * fresh, a name that is taken is a fault. */
int	 player_save(struct home *home, const struct player *player,
	    int fresh, struct fault *fault);

/* Write that a command of the player's was carried out; nothing else of the
 * player has changed. */
int	 player_note(struct home *home, const struct player *player,
	    struct fault *fault);
int	 player_remove(struct home *home, const char *name,
	    struct fault *fault);

/*
 * Find the player who enrolled a key or a certificate (by its fingerprint)
 * or an address:
 * *name is NULL when there is none.
 */
int	 player_by_key(struct home *home, const char *fingerprint,
	    const char **name, struct fault *fault);
int	 player_by_address(struct home *home, const char *address,
	    const char **name, struct fault *fault);

/* The names of all players, sorted; ends in NULL. */
int	 player_names(struct home *home, char ***names, size_t *n_names,
	    struct fault *fault);

#endif
