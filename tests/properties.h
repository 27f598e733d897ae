/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * What holds for every game, whatever its rules, tried over random games
 * between built-in players.
 *
 * By convention the field "by" of an event names the seat that acts.
 */

#ifndef POSTERN_TESTS_PROPERTIES_H
#define POSTERN_TESTS_PROPERTIES_H

#include <stdbool.h>
#include <stdint.h>

#include "table/chance.h"
#include "table/match.h"

struct node;
struct pack;

/* What is played. */
struct trial {
	const struct pack	*pack;
	const struct engine	*engine;
	const void		*options;
	const char *const	*names;		/* of the seats, or NULL */
	int			 n_seats;
	const char *const	*standing;	/* YAML any seat may send … */
	const char *const	*files;		/* … as standing and as orders;
						   end in NULL */
	int			 games;
	int			 most_turns;	/* of a game that ends */
	uint64_t		 seed;
	int			*mutations;	/* secrets changed; or NULL */
	struct arena		*arena;		/* of reveals */
	struct node		*reveals;	/* "event rule": every reveal
						   seen; or NULL */
};

struct property;

/* A game under way. */
struct play {
	const struct trial	*trial;
	const struct property	*property;
	struct arena		*arena;		/* lasts as long as the game */
	struct match		 match;
	struct dice		 dice;
	struct turn_in		 in;		/* what the seats answer */
	const char		*file[SEATS_MAX];	/* as they wrote it */
	const char		*standing[SEATS_MAX];
	const struct node	*words[SEATS_MAX];	/* as read back */
	bool			 sure[SEATS_MAX];	/* taken without note */
	void			*before;	/* the state before the close */
	struct match		 twin;		/* another run of the game */
	void			*own;		/* the property's */
	char			 wrong[1000];
};

/* Called in a game; false with wrong filled in when it does not hold. */
struct property {
	const char	*name;
	bool		(*starts)(struct play *p);
	bool		(*asked)(struct play *p);	/* at a question */
	bool		(*answered)(struct play *p);	/* before the close */
	bool		(*closed)(struct play *p);
	bool		 numbered;			/* cards are */
};

/* Ends in NULL. Those of secrets are in secrecy.c. */
extern const struct property *const properties[];
extern const struct property property_secret, property_asking,
    property_canaries, property_told;

const struct property	*property_named(const char *name);

/*
 * Try a property over the games of a trial. Return NULL when it holds, else
 * what does not, in arena.
 */
const char	*property_fails(const struct property *property,
		    const struct trial *trial, struct arena *arena);

/* ---- what properties share ----------------------------------------------- */

/* Say what is wrong; return false. */
bool		 play_wrong(struct play *p, const char *fmt, ...)
		    __attribute__((format(printf, 2, 3)));

/* Make another match of the same game, before its start. */
bool		 play_match(struct play *p, struct match *out);

/* Check orders and standing orders written as YAML; either may be NULL. */
void		 play_check(const struct match *match, struct arena *arena,
		    int seat, const char *orders, const char *standing,
		    struct checked *out);

/* The answer of the built-in player, as YAML. */
const char	*play_suggest(const struct match *match, struct arena *arena,
		    int seat, struct chance *chance);

/* Compare two matches: the states and what was told. */
bool		 play_same(struct play *p, const struct match *a,
		    const struct match *b, const char *what);

const char	*play_yaml(struct arena *arena, const struct node *node);

#endif
