/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the files of the bazaar share. */

#ifndef POSTERN_TESTS_TOY_H
#define POSTERN_TESTS_TOY_H

#include "engine_toy.h"
#include "table/table.h"

enum { STRIKE, BLOCK, BARTER, GOLD, KINDS };
enum { HONEST, CROOK };
enum { WINDOW, STANDING };
enum { BID, ACT, REACT, GIVE, WORDS };

struct kind {
	int32_t	copies;
	int32_t	worth;
};

struct wares {
	struct kind	card[KINDS];
};

struct terms {
	int32_t	rounds;
	int32_t	reactions;
};

struct stall {
	struct pile	hand;
	struct script	plan;
	int32_t		role;
	int32_t		coins;
	int32_t		bid;
	int32_t		settled;	/* its next go is planned */
	int32_t		automatic;	/* it is never asked to react */
	int32_t		out;
};

struct toy {
	struct commons	table;
	struct pile	deck;
	struct pile	spent;
	struct stall	stall[SEATS_MAX];
	int32_t		round;
	int32_t		left;		/* goes left in this round */
	int32_t		go;		/* whose go it is */
	int32_t		acts;		/* what is left of it */
	int32_t		user;		/* whose card may be answered */
	int32_t		use;		/* which */
	int32_t		stopped;	/* it was */
	int32_t		given;		/* the partner has given */
};

/* The verbs, by their places in the table. */
enum { DO_BID, DO_DRAW, DO_PLAY, DO_SKIP, DO_PLAN, DO_BLOCK, DO_PASS,
       DO_PEEK, DO_GIVE, DO_SAY, DO_WAIT };

extern const char *const kind_names[], *const role_names[];
extern const char *const toy_seat_names[];
extern const struct schema wares_schema, terms_schema, toy_schema;

/* The state as it is, past every mask: what only the flawed look at. */
extern const struct toy *toy_real;

/* Is the seat still in the game? */
bool	 toy_is_in(const struct table *t, int seat);

void	 toy_suggest(const struct table *known, int seat, int decision,
	    struct chance *chance, struct script *out);
void	 toy_brief(const struct table *known, int seat, struct node *facts);
void	 toy_picture(const struct table *known, int seat, struct buf *out);

#endif
