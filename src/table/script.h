/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Orders as plain data: what an order file, a plan or a standing order says,
 * after parsing.
 *
 * A verb is a row: its name, its arguments, may() and carry(), and words for
 * the read-back. The parser, the check, the play and the writer all walk
 * these rows; an engine has no parser of its own.
 */

#ifndef POSTERN_TABLE_SCRIPT_H
#define POSTERN_TABLE_SCRIPT_H

#include <stdbool.h>
#include <stdint.h>

#include "data/schema.h"

struct arena;
struct buf;
struct node;
struct order;
struct remarks;
struct table;
struct verb;
struct why;

enum {
	STEPS_MAX = 32,		/* orders a file, those in else and then too */
	DEPTH_MAX = 4,		/* of else and then */
	LIST_MAX = 64,		/* entries of one list */
	ITEMS_MAX = 128,	/* entries of all lists of a script */
	ARGS_MAX = 18,		/* arguments of a verb */
	ABSENT = INT16_MAX	/* an argument that was not given */
};

/* ---- the rows ---------------------------------------------------------- */

enum arg_kind { ARG_END, ARG_NAME, ARG_NUMBER, ARG_SEAT, ARG_ORDERS };

/*
 * One argument. The first of a verb is its main argument where key is NULL;
 * the others are details under their keys.
 */
struct arg {
	const char		*key;
	enum arg_kind		 kind;
	bool			 optional;
	int			 most;	/* > 0: a list of up to so many; a
					   single value is a list of one */
	const char		*what;	/* "a room": for messages */
	const char *const	*names;	/* ARG_NAME */
	int			 min;	/* ARG_NUMBER */
	int			 max;
	const char *const	*keys;	/* entries may be "key: value" … */
	const char *const	*to;	/* … with these values, or min..max */
	const struct verb	*verbs;	/* ARG_ORDERS; NULL: this verb's own */
};

/* What may() says of an order here and now. One that is noted is as good as
 * any, but its sender should read something about it. */
enum verdict { OK, NEVER, NOT_NOW, NOTED };

struct verb {
	const char	*name;
	unsigned	 decisions;	/* bits 1 << decision it may answer */
	struct arg	 args[ARGS_MAX + 1];
	bool		 record;	/* standing: a mapping of details */
	bool		 wait;		/* this is the order to wait */
	bool		 then;		/* may have then: */
	enum verdict	 (*may)(struct table *t, int seat,
			    const struct order *o, struct why *why);
	void		 (*carry)(struct table *t, int seat,
			    const struct order *o);
	const char	*words;		/* "move to {}": script_words() */
	void		 (*add_words)(const struct table *t, int seat,
			    const struct order *o, struct buf *out);
};

/* ---- the data ---------------------------------------------------------- */

/* One entry of a list; of is what a "key: value" entry gives, or ABSENT. */
struct item {
	int16_t	is;
	int16_t	of;
};

struct step {
	int16_t	verb;
	int16_t	next;		/* the next order, or NONE */
	int16_t	otherwise;	/* else: */
	int16_t	then;		/* then: */
	int16_t	line;		/* where it stood; 0 once it is kept */
	int16_t	column;
	int16_t	arg[ARGS_MAX];	/* a value, or the first item or order */
	uint8_t	count[ARGS_MAX];	/* of a list */
};

struct script {
	int16_t		first;	/* its first order; no meaning when empty */
	int16_t		tail;	/* its last one */
	int16_t		n_step;
	int16_t		n_item;
	struct step	step[STEPS_MAX];
	struct item	item[ITEMS_MAX];
};

/* An order as rules see it. */
struct order {
	const struct verb	*verbs;		/* the table its verb is from */
	const struct script	*script;
	const struct step	*step;
};

/* The row of an order's verb. */
const struct verb	*order_verb(const struct order *o);

/* Was argument i given? */
bool			 order_has(const struct order *o, int i);

/* The value of argument i, or otherwise when it was not given. */
int			 order_arg(const struct order *o, int i, int otherwise);

/* The entries of list argument i; *n is 0 when it was not given. */
const struct item	*order_list(const struct order *o, int i, int *n);

/* The orders of an ARG_ORDERS argument, of then:, of else:, the next one.
 * False when there is none. */
bool			 order_orders(const struct order *o, int i,
			    struct order *out);
bool			 order_then(const struct order *o, struct order *out);
bool			 order_else(const struct order *o, struct order *out);
bool			 order_next(const struct order *o, struct order *out);

/* The first order of a script whose verbs are from that table. */
bool			 script_first(const struct script *script,
			    const struct verb *verbs, struct order *out);
int			 script_length(const struct script *script);

/* ---- building ---------------------------------------------------------- */

void			 script_clear(struct script *script);

/* Take a step that no other leads to yet; return its place. */
int			 script_step(struct script *script, int verb);

/* Append an order with no arguments given yet, to be filled in. */
struct step		*script_add(struct script *script, int verb);

/* Append an entry to list argument i of the step added last. */
void			 script_put(struct script *script, struct step *step,
			    int i, int is, int of);

/* Append a copy of one order, packed and without its place. */
void			 script_append(struct script *out,
			    const struct order *from);

/*
 * Copy the orders from `from` on (all that follow it) to out, closely
 * packed and without their places: the form in which a state keeps them.
 * out must not be where from lies.
 */
void			 script_keep(struct script *out,
			    const struct order *from);

/* Take the first order off a kept script. */
void			 script_drop(struct script *script,
			    const struct verb *verbs);

/* ---- reading and writing ----------------------------------------------- */

/* What names the words of orders stand for. */
struct tongue {
	const struct roster	*roster;
	int			 me;	/* the own seat, or NONE */
	const char		*asked;	/* the decision's name, for messages */
	unsigned		 decisions;	/* verbs that answer these */
};

/*
 * Read orders (a list, or one alone) into out. Every problem goes to
 * remarks with its place and what would be right. Return 0 when there was
 * none.
 */
int			 script_read(const struct node *node,
			    const struct verb *verbs,
			    const struct tongue *tongue, struct script *out,
			    struct remarks *remarks);

/* Read the value of one standing order into out; "none" leaves all its
 * arguments absent. */
int			 script_read_standing(const struct node *node,
			    const struct verb *standing, int verb,
			    const struct tongue *tongue, struct script *out,
			    struct remarks *remarks);

/* Write a script as the YAML that would be read as it. */
struct node		*script_write(struct arena *arena,
			    const struct script *script,
			    const struct verb *verbs,
			    const struct roster *roster);

/* Write standing orders as a map. */
struct node		*script_write_standing(struct arena *arena,
			    const struct script *script,
			    const struct verb *standing,
			    const struct roster *roster);

/*
 * Append the order in words, from its verb's row. In words, {} is the main
 * argument and {key} a detail; a part in [ ] stands only when every
 * argument in it was given; ( | ) chooses its second half when it was not.
 * script_read_back() adds its then and its else.
 */
void			 script_words(const struct table *t,
			    const struct roster *roster, int seat,
			    const struct order *o, struct buf *out);

void			 script_read_back(const struct table *t,
			    const struct roster *roster, int seat,
			    const struct order *o, struct buf *out);

#endif
