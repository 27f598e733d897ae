/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * A game in memory: opened, asked, answered, resolved turn by turn. The host
 * plays real games with it, the simulator and the tests theirs.
 */

#ifndef POSTERN_TABLE_MATCH_H
#define POSTERN_TABLE_MATCH_H

#include <stdbool.h>

#include "table/remarks.h"
#include "table/table.h"

struct fault;

enum { TURNS_MAX = 64 };	/* questions inside one go */

struct match {
	struct arena		*arena;		/* lives as long as the match */
	const struct engine	*engine;
	const void		*components;
	const void		*options;
	struct digest		 key;
	struct scripted		*scripted;	/* tests; else NULL */
	bool			 numbered;	/* tests; else false */
	int32_t			*shown;		/* tests; else NULL */
	void			*state;		/* now: at the question */
	void			*base;		/* at the last checkpoint */
	int			 base_turn;	/* the turn it was made in */
	int			 n_turns;	/* taken in since */
	struct turn_in		*turns[TURNS_MAX];
	struct events		 events;	/* of the turn resolved last */
	bool			 over;

	/* Tell whether a run came to the question as the one before it; NULL:
	 * by comparing with state. */
	bool			(*is_as_before)(const struct table *t,
				    const void *arg);
	const void		*before;
	const char *const	*decisions;	/* their names */
};

/*
 * Make a match of n_seats seats. names gives the seats' names where the
 * engine lets them be chosen, else NULL. components and options are loaded
 * structs that outlive it. A fault says what does not fit.
 */
int	 match_init(struct match *match, struct arena *arena,
	    const struct engine *engine, const void *components,
	    const void *options, const char *const *names, int n_seats,
	    const struct digest *key, struct fault *fault);

/* Lay out the game: setup, without a first question. */
void	 match_setup(struct match *match);

/* Play from the last checkpoint, over the turns recalled, to the question
 * that is open. */
int	 match_open(struct match *match, struct fault *fault);

/* Both. */
int	 match_start(struct match *match, struct fault *fault);

/*
 * Close the open turn with what came in, and play to the next question or
 * the end. match->events then holds what happened in it. A run that does
 * not come out as the one before is a fault; the match is spoilt then.
 */
int	 match_close(struct match *match, const struct turn_in *in,
	    struct fault *fault);

/* What seat owes (or is offered): a decision, or NONE. */
int	 match_asked(const struct match *match, int seat);

/* Fill a table with the state masked for seat (PUBLIC for observers). */
void	 match_know(const struct match *match, int seat, struct table *known);

/* Where the names for files and views come from. */
struct env	 match_env(const struct match *match);

/* The tree of what seat may see; EVERYTHING for the state file. */
struct node	*match_view(const struct match *match, struct arena *arena,
		    int seat);

/* Replace standing orders of seat at the last checkpoint (scenarios). */
void	 match_stand(struct match *match, int seat,
	    const struct script *standing);

/* Ask the built-in player for an answer. */
void	 match_suggest(const struct match *match, int seat,
	    struct chance *chance, struct script *out);

/*
 * Put a match where its files say: the state at its last checkpoint and,
 * unless that is NULL, the state at the question. Without it, match_open()
 * finds the question.
 */
int	 match_load(struct match *match, const struct node *base,
	    int base_turn, const struct node *state, struct fault *fault);

/* Take in a turn played before, since the checkpoint: match_close() will
 * run over it again. */
int	 match_recall(struct match *match, const struct turn_in *in,
	    struct fault *fault);

/* ---- checking ---------------------------------------------------------- */

/* What a file came to. */
struct checked {
	struct answer	 answer;
	bool		 withdrawn;	/* "orders: none" */
	struct remarks	 remarks;	/* problems: it is refused */
	struct node	*words;		/* each order read back, a list */
};

/*
 * Read orders and standing orders of a file that was checked when it came.
 * A fault means that it could not have been accepted.
 */
int	 match_read(const struct match *match, int seat,
	    const struct node *orders, const struct node *standing,
	    struct answer *out, struct fault *fault);

/*
 * Check the orders and standing orders of a file of seat (either may be
 * NULL) against what that seat may know, and nothing else.
 */
void	 match_check(const struct match *match, struct arena *arena, int seat,
	    const struct node *orders, const struct node *standing,
	    struct checked *out);

#endif
