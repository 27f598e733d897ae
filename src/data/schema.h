/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * One table per struct. A row names a member once: its YAML key is the
 * member's name, its type comes from the member, and the row says its range,
 * who may see it and what it could be swapped with. The same rows load,
 * save, make a seat's view, mask a copy, and mutate for the secrecy tests.
 *
 * Who sees a member defaults to nobody: silence hides. A hidden parent
 * hides its children; a child can only narrow. In a view a hidden key is
 * absent, but a hidden element of a list whose length is public is "?".
 *
 * A struct described here is plain data: no pointers, no padding, slots
 * past a count zero. Copying is =, equality is memcmp.
 */

#ifndef POSTERN_DATA_SCHEMA_H
#define POSTERN_DATA_SCHEMA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

struct arena;
struct fault;
struct node;

enum {
	UNKNOWN = INT32_MIN,	/* what a masked copy holds for a secret */
	NONE = -1,		/* no name, no seat: written "none" */
	SEATS_MAX = 6,
	PILE_MAX = 128,
	PUBLIC = -1,		/* the seat of observers, status and pages */
	EVERYTHING = -2		/* the seat that sees all: saving */
};

/* The seats' names. It lies in the state, so it is loaded with it. */
struct roster {
	int32_t	n_name;
	char	name[SEATS_MAX][NAME_SIZE];
};

/* What names are written and read by, beyond those in the rows. */
struct env {
	const struct roster	*roster;
	const char *const	*decisions;
	const void		*engine;
	const void		*components;
};

/*
 * A card: its face (an index into the names of its pile's row), its back
 * (what all see of it), who has seen its face, and a number that tells
 * copies apart in tests and is 0 in play.
 */
struct card {
	int32_t	face;
	int32_t	seen;
	int16_t	back;
	int16_t	id;
};

enum { SEEN_PUBLIC = 1 << SEATS_MAX, SEEN_ALL = 2 * SEEN_PUBLIC - 1 };

/* Cards in a row, first to last. Where it is a stack, 0 is the top. */
struct pile {
	int32_t		n_card;
	struct card	card[PILE_MAX];
};

enum see { SEE_NOBODY, SEE_ALL, SEE_OWNER, SEE_SEEN, SEE_IF };

enum field_type {
	TYPE_INT = 1,		/* int32_t, or an array of it */
	TYPE_LONG,		/* int64_t */
	TYPE_TEXT,		/* char [n], ends in a NUL */
	TYPE_NAMES,		/* char [n][NAME_SIZE] */
	TYPE_STRUCT,		/* sub, or an array of it */
	TYPE_PILE,		/* struct pile: each card by its seen bits */
	TYPE_CODEC,		/* a struct with a spelling of its own */
	TYPE_CHECK		/* no member: a condition on the struct */
};

enum names_of { NAMES_ROW, NAMES_SEATS, NAMES_DECISIONS };

/* How a struct is spelled that is not a table of members. */
struct codec {
	struct node	*(*save)(struct arena *arena, const void *value,
			    const struct env *env);
	int		 (*load)(const struct node *node, void *value,
			    const struct env *env, struct fault *fault);
};

struct field {
	const char		*key;
	size_t			 offset;
	size_t			 size;		/* of the whole member */
	size_t			 stride;	/* of one element */
	size_t			 count_at;	/* of the int32_t count, + 1 */
	enum field_type		 type;
	bool			 many;		/* it is an array */
	bool			 by_seat;	/* keyed by the seats' names */
	enum names_of		 names_of;
	enum see		 see;
	enum see		 length;	/* SEE_ALL: hidden ones as ? */
	enum see		 cards;		/* who has seen a pile's as a
						   rule: SEE_ALL, SEE_OWNER,
						   or nobody; overlays */
	const char *const	*names;		/* ends in NULL */
	const char *const	*backs;		/* of a pile's cards */
	const struct schema	*sub;
	const struct codec	*codec;
	bool			(*see_if)(const void *root, const void *self,
				    int index, int seat);
	bool			(*sound)(const void *self,
				    const struct env *env);
	int64_t			 min;
	int64_t			 max;		/* both 0: any value */
	int64_t			 preset;	/* schema_preset() */
	bool			 none;		/* NONE is allowed, "none" */
	bool			 keep;		/* never mutated */
	int			 pool;		/* swapped within; 0: redrawn */
};

struct schema {
	const char		*name;
	size_t			 size;
	const struct field	*fields;	/* ends in a row without key */
};

#define MEMBER(T, m)	(((T *)0)->m)
#define MEMBER_SIZE(T, m)	sizeof(MEMBER(T, m))

/* Any other type of member (a pointer, a double, a bool) does not compile. */
#define MEMBER_TYPE(T, m) _Generic(&MEMBER(T, m),			\
	int32_t *: TYPE_INT,						\
	int32_t (*)[MEMBER_SIZE(T, m) / (sizeof(int32_t))]: TYPE_INT,	\
	int64_t *: TYPE_LONG,						\
	char (*)[MEMBER_SIZE(T, m)]: TYPE_TEXT,				\
	char (*)[MEMBER_SIZE(T, m) / NAME_SIZE][NAME_SIZE]: TYPE_NAMES,	\
	struct pile *: TYPE_PILE,					\
	struct pile (*)[MEMBER_SIZE(T, m) / (sizeof(struct pile))]: TYPE_PILE)

#define MEMBER_MANY(T, m) _Generic(&MEMBER(T, m),			\
	int32_t (*)[MEMBER_SIZE(T, m) / (sizeof(int32_t))]: true,	\
	char (*)[MEMBER_SIZE(T, m) / NAME_SIZE][NAME_SIZE]: true,	\
	struct pile (*)[MEMBER_SIZE(T, m) / (sizeof(struct pile))]: true, \
	default: false)

#define MEMBER_STRIDE(T, m) _Generic(&MEMBER(T, m),			\
	int32_t (*)[MEMBER_SIZE(T, m) / (sizeof(int32_t))]: sizeof(int32_t), \
	char (*)[MEMBER_SIZE(T, m) / NAME_SIZE][NAME_SIZE]: NAME_SIZE,	\
	struct pile (*)[MEMBER_SIZE(T, m) / (sizeof(struct pile))]:	\
	    sizeof(struct pile),					\
	default: MEMBER_SIZE(T, m))

#define FIELD_AT(T, m)							\
	.key = #m, .offset = offsetof(T, m), .size = MEMBER_SIZE(T, m)

/* A member of a plain type: a number, a text, a pile, or a full array. */
#define FIELD(T, m, ...)						\
	{ FIELD_AT(T, m), .type = MEMBER_TYPE(T, m),			\
	  .many = MEMBER_MANY(T, m), .stride = MEMBER_STRIDE(T, m),	\
	  ##__VA_ARGS__ }

/* Numbers that stand for names; a pile whose faces have these names. */
#define FIELD_NAMED(T, m, list, ...)					\
	FIELD(T, m, .names = list, ##__VA_ARGS__)

/* A number that stands for a seat, a flag, a decision. */
#define FIELD_SEAT(T, m, ...)						\
	FIELD(T, m, .names_of = NAMES_SEATS, .none = true, ##__VA_ARGS__)
#define FIELD_FLAG(T, m, ...)	FIELD(T, m, .names = flag_names, ##__VA_ARGS__)

/* An array of which only the first n are in use; n has no row of its own. */
#define FIELD_LIST(T, m, n, ...)					\
	FIELD(T, m, .count_at = offsetof(T, n) + 1, ##__VA_ARGS__)

/* Structs: one; an array with a count; an array with one for each seat. */
#define FIELD_STRUCT(T, m, schema, ...)					\
	{ FIELD_AT(T, m), .type = TYPE_STRUCT, .sub = schema,		\
	  .stride = MEMBER_SIZE(T, m), ##__VA_ARGS__ }
#define FIELD_MANY(T, m, n, schema, ...)				\
	{ FIELD_AT(T, m), .type = TYPE_STRUCT, .sub = schema, .many = true, \
	  .stride = sizeof(MEMBER(T, m)[0]),				\
	  .count_at = offsetof(T, n) + 1, ##__VA_ARGS__ }
#define FIELD_SEATS(T, m, schema, ...)					\
	{ FIELD_AT(T, m), .type = TYPE_STRUCT, .sub = schema, .many = true, \
	  .stride = sizeof(MEMBER(T, m)[0]), .by_seat = true, ##__VA_ARGS__ }

/* A full array of structs, keyed by names: components by their kind. */
#define FIELD_KEYED(T, m, schema, list, ...)				\
	{ FIELD_AT(T, m), .type = TYPE_STRUCT, .sub = schema, .many = true, \
	  .stride = sizeof(MEMBER(T, m)[0]), .names = list, ##__VA_ARGS__ }

#define FIELD_CODEC(T, m, how, ...)					\
	{ FIELD_AT(T, m), .type = TYPE_CODEC, .codec = how,		\
	  .stride = MEMBER_SIZE(T, m), ##__VA_ARGS__ }

/* A condition that must hold after loading, and after each mutation. */
#define FIELD_CHECK(what, holds)					\
	{ .key = what, .type = TYPE_CHECK, .sound = holds }

#define SCHEMA(T, rows)	{ .name = #T, .size = sizeof(T), .fields = rows }

extern const char *const flag_names[];		/* no, yes */
extern const struct schema roster_schema;

/* Set every member to its row's preset, everything else to zero. */
void		 schema_preset(const struct schema *schema, void *rec);

/*
 * Load a map into rec. A key that no row names is a fault with its place
 * and the nearest key. With partial, keys that are absent keep what rec
 * holds; else they are faults too. The checks run at the end.
 */
int		 schema_load(const struct schema *schema,
		    const struct node *node, void *rec, bool partial,
		    const struct env *env, struct fault *fault);

/*
 * Load a part of rec without its piles, and run no checks. The piles in a
 * list of structs that node names come out empty.
 */
int		 schema_lay(const struct schema *schema,
		    const struct node *node, void *rec, const struct env *env,
		    struct fault *fault);

/*
 * Read a card of that row as files spell it: face[.back][#id][/seen], where
 * seen is seats joined by +, or "all", or "all" but seats, each behind a !.
 */
int		 schema_card(const struct field *field, const struct node *node,
		    struct card *out, const struct env *env,
		    struct fault *fault);

/* Is the member a map from names to its elements? */
bool		 schema_is_keyed(const struct field *field);

/* Find the row of a key; NULL when there is none. */
const struct field	*schema_field(const struct schema *schema,
			    const char *key);

/* Say that no row has the key of item, and which is the nearest; -1. */
int		 schema_unknown(const struct schema *schema,
		    const struct node *item, struct fault *fault);

/* Run the checks of rec and of all structs in it. */
int		 schema_check(const struct schema *schema, const void *rec,
		    const struct env *env, struct fault *fault);

/*
 * May seat see the member (or its element index) of self, which belongs to
 * seat owner? root is the whole struct.
 */
bool		 schema_sees(const struct field *field, const void *root,
		    const void *self, int index, int owner, int seat);

/* The number of elements of a member in use. */
int		 schema_count(const struct field *field, const void *self,
		    const struct roster *roster);

/* Make the tree of what seat may see of rec, in the order of the rows. */
struct node	*schema_view(struct arena *arena, const struct schema *schema,
		    const void *rec, int seat, const struct env *env);

/* Copy rec to out with all that seat may not see set to UNKNOWN. */
void		 schema_mask(const struct schema *schema, const void *rec,
		    void *out, int seat);

/* A source of numbers below n, for schema_mutate(). */
struct chance {
	uint32_t	(*below)(struct chance *chance, uint32_t n);
};

/*
 * Change what seat may not see: swap values within their pools, redraw
 * those that have none within their range. What breaks a check is undone.
 * Return how many values are other than before.
 */
int		 schema_mutate(const struct schema *schema, void *rec, int seat,
		    const struct env *env, struct chance *chance);

/* Find the first byte of the struct that is in no row; -1: there is none. */
long		 schema_hole(const struct schema *schema);

#endif
