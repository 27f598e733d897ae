/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The table that a game is played at: what an engine calls.
 *
 * Rules ask where the rulebook asks: table_ask() returns when the answer is
 * there. When it is not, the table leaves the engine (which holds nothing),
 * the turn is closed and the seats are asked; the next turn runs again from
 * the last checkpoint over the answers given since, with the same stream,
 * and goes on where it stopped. So engine code reads top to bottom, and
 * everything between a checkpoint and a question must come out the same.
 *
 * Orders are checked by the same verbs on a masked copy. There, drawing and
 * rolling yield UNKNOWN, nothing is told, and other seats answer nothing:
 * what hangs on their answer is left undone, so that nothing is refused on
 * a guess.
 */

#ifndef POSTERN_TABLE_TABLE_H
#define POSTERN_TABLE_TABLE_H

#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>

#include "data/digest.h"
#include "data/schema.h"
#include "table/engine.h"
#include "table/event.h"
#include "table/script.h"

/* ---- the part of the state that every game has ------------------------- */

struct place {
	int32_t		asked;		/* a decision, or NONE */
	int32_t		offered;	/* an optional one, or NONE */
	int32_t		retired;
	struct script	standing;
};

struct commons {
	int64_t		stream;		/* numbers taken from the stream */
	int32_t		turn;		/* the turn that is open */
	struct roster	seats;
	struct place	place[SEATS_MAX];
};

extern const struct schema commons_schema;

/* Spell orders that a state keeps (a plan), of the engine's own verbs. */
extern const struct codec orders_codec;

/* The row for the first member of an engine's state. */
#define FIELD_TABLE(T)	FIELD_STRUCT(T, table, &commons_schema, .see = SEE_ALL)

/* ---- the table --------------------------------------------------------- */

enum table_mode { TABLE_PLAYS, TABLE_CHECKS, TABLE_KNOWS };

/* What one seat sent for a turn. */
struct answer {
	bool			 given;		/* it has orders */
	bool			 resigned;
	struct script		 orders;
	struct script		 standing;	/* the keys it replaces */
};

/* What came in for one turn. A seat asked that gave nothing was late; what
 * lies past the last seat is not looked at. */
struct turn_in {
	struct answer	answer[SEATS_MAX];
	int32_t		retired[SEATS_MAX];	/* dropped by the host */
};

struct scripted;

struct table {
	const struct engine	*engine;
	const void		*components;
	const void		*options;
	void			*state;

	/* The rest is the table's own. */
	enum table_mode		 mode;
	struct env		 env;
	struct digest		 key;		/* of the random stream */
	struct scripted		*scripted;	/* laid down by a test */
	struct events		*events;
	struct turn_in *const	*turns;		/* since the checkpoint */
	int			 n_turns;
	int			 at;		/* the next one to take in */
	int			 base_at;	/* where the checkpoint lies */
	void			*base;		/* the state there */
	bool			(*is_as_before)(const struct table *t,
				    const void *arg);
	const void		*before;	/* its arg */
	bool			 differs;	/* it came out otherwise */
	const struct answer	*answer[SEATS_MAX];
	int32_t			 owed[SEATS_MAX];	/* NONE, or decision */
	int			 checker;	/* whose file is checked */
	bool			 unsure;	/* something unseen has come */
	bool			 numbered;	/* tests: cards have numbers */
	int32_t			*shown;		/* and who saw each before it
						   was shuffled; or NULL */
	int			 n_cards;
	jmp_buf			*way_out;
};

/* ---- seats ------------------------------------------------------------- */

struct commons	*table_commons(const struct table *t);
int		 table_seats(const struct table *t);
const char	*table_seat_name(const struct table *t, int seat);
void		 table_name_seat(struct table *t, int seat, const char *name);
bool		 table_is_retired(const struct table *t, int seat);

/* ---- asking ------------------------------------------------------------ */

/* Everything up to here is settled: runs begin here from now on. */
void		 table_checkpoint(struct table *t);

/* Ask one seat for a decision, and return when it has been answered. */
void		 table_ask(struct table *t, int seat, int decision);

/*
 * Ask all seats that who() names, together and in secret. who() is given
 * the public's masked copy, so that being asked tells nothing. Return how
 * many were asked.
 */
int		 table_ask_each(struct table *t, int decision,
		    bool (*who)(const struct table *known, int seat));

/*
 * Let seat answer an optional decision in the next turn that opens. Its
 * orders are carried out when that turn closes, before all others.
 */
void		 table_offer(struct table *t, int seat, int decision);

enum walked { WALKED_ALL, WALKED_WAIT, WALKED_LATE };

/*
 * Carry out the orders that seat answered with, one after the other; or the
 * engine's fallback when it was late. Each order that cannot be carried out
 * at its moment gives way to its else, or is skipped and the seat told why.
 */
enum walked	 table_walk(struct table *t, int seat);

/*
 * The seat's orders, to be carried out in another way; NULL: it was late.
 * The next question takes them away from the table, but they last as long
 * as the run: whoever asks on while carrying them out fetches them first.
 */
const struct script	*table_orders(struct table *t, int seat);

/* Do what the rules do for a seat that was late with that decision, and
 * tell everyone of it. */
void		 table_late(struct table *t, int seat, int decision);

enum tried { TRIED_DONE, TRIED_SKIPPED, TRIED_WAIT };

/* Carry out one order, or its else, or skip it and tell the seat why. */
enum tried	 table_try(struct table *t, int seat, const struct order *o);

/* Find a standing order of seat by its place in the engine's table. */
bool		 table_standing(const struct table *t, int seat, int verb,
		    struct order *out);

/* ---- may() ------------------------------------------------------------- */

struct why {
	char	rule[8];
	char	text[400];
};

/* Say why not: the rule's number, and what would be right. */
enum verdict	 never(struct why *why, const char *rule, const char *fmt, ...)
		    __attribute__((format(printf, 3, 4)));
enum verdict	 not_now(struct why *why, const char *rule, const char *fmt,
		    ...) __attribute__((format(printf, 3, 4)));

/* Say that it can be done, and what its sender should know. */
enum verdict	 noted(struct why *why, const char *rule, const char *fmt, ...)
		    __attribute__((format(printf, 3, 4)));

/* Is this value hidden from whoever looks here? */
#define is_unknown(value)	((value) == UNKNOWN)

/* Is this a check? From here on nothing that follows is certain. */
bool		 table_checks(const struct table *t);
void		 table_unsure(struct table *t);

/* ---- chance ------------------------------------------------------------ */

/* Draw a number below n. The label names the draw in scenario files. */
int32_t		 table_random(struct table *t, const char *label, int32_t n);

/* The same by names: a coin, a die. */
int32_t		 table_roll(struct table *t, const char *label,
		    const char *const *names, int32_t n);

/* Draw one of n values, which names name. */
int32_t		 table_choose(struct table *t, const char *label,
		    const char *const *names, const int32_t *from, int32_t n);

/* ---- telling ----------------------------------------------------------- */

enum { EVERYONE = SEEN_ALL };
#define ONLY(seat)	(1 << (seat))
#define ALL_BUT(seat)	(SEEN_ALL & ~(1 << (seat)))

/*
 * Tell an audience of an event: its name and "key=%s key=%d …". Every value
 * told must be in the view of each seat told, before or after.
 */
void		 table_tell(struct table *t, int32_t to, const char *name,
		    const char *fmt, ...)
		    __attribute__((format(printf, 4, 5)));

/* Tell what is in no view, because that rule lets it be seen this once. */
void		 table_reveal(struct table *t, const char *rule, int32_t to,
		    const char *name, const char *fmt, ...)
		    __attribute__((format(printf, 5, 6)));

#endif
