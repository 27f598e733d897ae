/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The bazaar: a small game that does everything that a game can ask of the
 * table, and the flaws that it can be given, so that the property tests
 * show their teeth.
 */

#ifndef POSTERN_TESTS_ENGINE_TOY_H
#define POSTERN_TESTS_ENGINE_TOY_H

#include "table/engine.h"

enum toy_flaw {
	FLAW_NONE,
	FLAW_VIEW,		/* a row's predicate looks at a secret */
	FLAW_BRIEF,		/* a fact is made from the real state */
	FLAW_PICTURE,		/* so is the picture */
	FLAW_SUGGEST,		/* so is the suggestion */
	FLAW_CHECK,		/* so is the answer to an order file */
	FLAW_ASKED,		/* only who holds a block is asked */
	FLAW_AUDIENCE,		/* an event goes to the wrong seats */
	FLAW_UNREVEALED,	/* a secret is told, not revealed */
	FLAW_CANARY,		/* a card is named that nobody saw */
	FLAW_PHRASE,		/* an event has no words */
	FLAW_COUNTER,		/* a counter outside the state */
	FLAW_MEMORY,		/* a memory that is not saved */
	FLAW_STRAY,		/* a value left past a count */
	FLAW_ARRIVAL,		/* the last file to arrive wins a tie */
	FLAW_ENDLESS,		/* the last round never comes */
	FLAW_EARLY,		/* it is over while seats are asked */
	FLAW_ILLEGAL,		/* the suggestion is refused */
	FLAW_HALF,		/* the suggestion is no whole answer */
	FLAW_LAX		/* the check lets pass what cannot be done */
};

extern enum toy_flaw toy_flaw;
extern const struct engine toy_engine;

/* Its state with a row forgotten: the bids. */
extern const struct schema toy_forgetful_schema;

/* Its verbs, and which of them plays a card. */
enum { TOY_PLAY = 2, TOY_VERBS = 12 };

#endif
