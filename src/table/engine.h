/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The engine contract: all that a game is, as one const struct.
 *
 * An engine is pure: state + answers + random stream + components give
 * state + events. Its state is one struct without pointers, padding or
 * floats whose first member is a struct commons called table. It reads no
 * clock, no file, no global, and allocates nothing.
 */

#ifndef POSTERN_TABLE_ENGINE_H
#define POSTERN_TABLE_ENGINE_H

#include <stdbool.h>
#include <stdint.h>

#include "data/schema.h"
#include "table/script.h"

struct buf;
struct node;
struct table;
struct why;

/* What a seat can be asked for. The table ends in a row without name. */
struct decision {
	const char	*name;
	const char	*asks;		/* the question, one sentence */
	bool		 optional;	/* nobody waits for it */

	/* Is a file that has been walked to its end a whole answer? */
	enum verdict	 (*whole)(struct table *t, int seat, struct why *why);
};

/* How seats get their names. */
enum seating {
	SEATS_FIXED,		/* the first n of the list, in its order */
	SEATS_CHOSEN,		/* any of the list, in the order chosen */
	SEATS_DEALT		/* setup() names them: table_name_seat() */
};

/* Places at the end: 1 is the winner's; ties share one. */
struct ranking {
	int32_t		 place[SEATS_MAX];
	const char	*how;		/* a word: "breakthrough" */
};

struct engine {
	const char		*id;
	const char		*title;
	int			 rules;	/* version as implemented */
	int			 min_seats;
	int			 max_seats;
	enum seating		 seating;
	const char *const	*seats;	/* the names; ends in NULL */
	const struct schema	*options;
	const struct schema	*components;
	const struct schema	*state;
	const struct decision	*decisions;
	const struct verb	*verbs;
	const struct verb	*standing;	/* NULL: it has none */

	/* Is the game as set up allowed: options that do not go together?
	 * NULL: always. */
	enum verdict (*fits)(const struct table *t, struct why *why);

	/* Lay out the game. */
	void	(*setup)(struct table *t);

	/*
	 * Play on from a checkpoint to the end. It calls table_checkpoint()
	 * at the start of each go and asks where the rulebook asks.
	 */
	void	(*play)(struct table *t);

	/* Do what the rules do for a seat whose time ran out, or that was
	 * retired while it was asked. */
	void	(*fallback)(struct table *t, int seat, int decision);

	/* Take out a seat that resigned or was dropped. */
	void	(*retire)(struct table *t, int seat);

	/* Take note of standing orders just replaced. NULL: nothing to do. */
	void	(*stood)(struct table *t, int seat);

	/* May seat write a letter to those seats (seen bits; SEEN_ALL)? From
	 * the masked copy. NULL: whenever it likes. */
	enum verdict (*may_press)(const struct table *known, int seat,
		    int32_t to, struct why *why);

	/* Write a legal answer for seat to out, from the masked copy alone. */
	void	(*suggest)(const struct table *known, int seat, int decision,
		    struct chance *chance, struct script *out);

	/* Add facts for the report to a map, from the masked copy. */
	void	(*brief)(const struct table *known, int seat,
		    struct node *facts);

	/* Draw the board, the map, as the masked copy has it. */
	void	(*picture)(const struct table *known, int seat,
		    struct buf *out);

	/* Is it over? Then fill in the ranking, unless that is NULL. It
	 * cannot be while a seat is asked. */
	bool	(*over)(const struct table *t, struct ranking *ranking);
};

#endif
