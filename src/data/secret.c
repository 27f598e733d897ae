/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Field tables and secrets: masking a copy, mutating it, finding holes. */

#include "config.h"

#include "data/schema.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/fault.h"

/* ---- masking --------------------------------------------------------- */

struct masking {
	const void		*root;		/* the struct before masking */
	char			*out;
	int			 seat;
	const struct roster	*roster;	/* in it; all seats without */
};

static void mask_struct(const struct masking *m, const struct schema *schema,
    const void *self, int owner);

/* The place in the copy of what lies at self in the struct. */
static void *
copy_of(const struct masking *m, const void *self)
{
	return m->out + ((const char *)self - (const char *)m->root);
}

static void
hide_element(const struct field *field, void *at)
{
	const struct field	*inner;
	size_t			 i;

	switch (field->type) {
	case TYPE_INT:
		*(int32_t *)at = UNKNOWN;
		break;
	case TYPE_LONG:
		*(int64_t *)at = UNKNOWN;
		break;
	case TYPE_STRUCT:
		for (inner = field->sub->fields; inner->key != NULL; inner++) {
			for (i = 0; i < inner->size; i += inner->stride)
				hide_element(inner,
				    (char *)at + inner->offset + i);
			if (inner->count_at != 0)
				*(int32_t *)((char *)at + inner->count_at - 1) =
				    UNKNOWN;
		}
		break;
	case TYPE_TEXT:
	case TYPE_NAMES:
	case TYPE_PILE:
	case TYPE_CODEC:
		memset(at, 0, field->stride);
		break;
	case TYPE_CHECK:
		break;
	}
}

/*
 * A card's face goes unless its seen bits let the seat see it. Who else has
 * seen it is a secret too, unless it was shown to all.
 */
static void
mask_pile(struct pile *pile, int seat)
{
	int32_t	 bit = seat < 0 ? SEEN_PUBLIC : 1 << seat;
	struct card	*card;

	for (card = pile->card; card < pile->card + pile->n_card; card++) {
		if ((card->seen & bit) == 0) {
			card->face = UNKNOWN;
			card->id = 0;
			card->seen = 0;
		} else if (card->seen != SEEN_ALL)
			card->seen = bit;
	}
}

static void
mask_element(const struct masking *m, const struct field *field,
    const void *at, int owner)
{
	if (field->type == TYPE_STRUCT)
		mask_struct(m, field->sub, at, owner);
	else if (field->type == TYPE_PILE)
		mask_pile(copy_of(m, at), m->seat);
}

/* A list whose length is secret is empty in the copy, of unknown length. */
static void
hide_length(const struct masking *m, const struct field *field,
    const void *self)
{
	const char	*at = (const char *)self + field->offset;

	memset(copy_of(m, at), 0, field->size);
	at = (const char *)self + field->count_at - 1;
	*(int32_t *)copy_of(m, at) = UNKNOWN;
}

static void
mask_field(const struct masking *m, const struct field *field,
    const void *self, int owner)
{
	const char	*at = (const char *)self + field->offset;
	int		 n = schema_count(field, self, m->roster);
	int		 i;

	for (i = 0; i < n; i++, at += field->stride) {
		if (schema_sees(field, m->root, self, i, owner, m->seat))
			mask_element(m, field, at,
			    field->by_seat ? i : owner);
		else
			hide_element(field, copy_of(m, at));
	}
	if (field->count_at != 0 && field->length != SEE_ALL &&
	    !schema_sees(field, m->root, self, -1, owner, m->seat))
		hide_length(m, field, self);
}

static void
mask_struct(const struct masking *m, const struct schema *schema,
    const void *self, int owner)
{
	const struct field	*field;

	for (field = schema->fields; field->key != NULL; field++)
		if (field->type != TYPE_CHECK)
			mask_field(m, field, self, owner);
}

/* The roster lies in the struct or in one of its structs. */
static const struct roster *
find_roster(const struct schema *schema, const void *self)
{
	const struct roster	*found = NULL;
	const struct field	*field;
	const char		*at;

	for (field = schema->fields; field->key != NULL && found == NULL;
	    field++) {
		if (field->type != TYPE_STRUCT || field->many)
			continue;
		at = (const char *)self + field->offset;
		found = field->sub == &roster_schema ?
		    (const struct roster *)(const void *)at :
		    find_roster(field->sub, at);
	}
	return found;
}

void
schema_mask(const struct schema *schema, const void *rec, void *out, int seat)
{
	static const struct roster	 full = { .n_name = SEATS_MAX };
	const struct roster		*roster = find_roster(schema, rec);
	struct masking			 m = { rec, out, seat,
					    roster != NULL ? roster : &full };

	memcpy(out, rec, schema->size);
	mask_struct(&m, schema, rec, NONE);
}

/* ---- mutating -------------------------------------------------------- */

enum { SLOTS_MAX = 2048 };

/* A value that the seat may not see. */
struct slot {
	const struct field	*field;
	void			*at;	/* for a pile: the card */
};

struct hunt {
	const void		*root;
	const struct env	*env;
	int			 seat;
	int			 n_slots;
	struct slot		 slot[SLOTS_MAX];
};

static void find_struct(struct hunt *h, const struct schema *schema,
    const void *self, int owner, bool hidden);

static void
add_slot(struct hunt *h, const struct field *field, const void *at)
{
	if (field->keep || h->n_slots == SLOTS_MAX)
		return;
	h->slot[h->n_slots].field = field;
	h->slot[h->n_slots].at = (void *)(uintptr_t)at;
	h->n_slots++;
}

static void
find_cards(struct hunt *h, const struct field *field, const struct pile *pile,
    bool hidden)
{
	int32_t	bit = h->seat < 0 ? SEEN_PUBLIC : 1 << h->seat;
	int	i;

	for (i = 0; i < pile->n_card; i++)
		if (hidden || (pile->card[i].seen & bit) == 0)
			add_slot(h, field, &pile->card[i]);
}

static void
find_field(struct hunt *h, const struct field *field, const void *self,
    int owner, bool hidden)
{
	const char	*at = (const char *)self + field->offset;
	int		 n = schema_count(field, self, h->env->roster);
	bool		 here;
	int		 i;

	for (i = 0; i < n; i++, at += field->stride) {
		here = hidden || !schema_sees(field, h->root, self, i, owner,
		    h->seat);
		if (field->type == TYPE_STRUCT)
			find_struct(h, field->sub, at,
			    field->by_seat ? i : owner, here);
		else if (field->type == TYPE_PILE)
			find_cards(h, field, (const void *)at, here);
		else if (here)
			add_slot(h, field, at);
	}
}

static void
find_struct(struct hunt *h, const struct schema *schema, const void *self,
    int owner, bool hidden)
{
	const struct field	*field;

	for (field = schema->fields; field->key != NULL; field++)
		if (field->type != TYPE_CHECK && !field->keep)
			find_field(h, field, self, owner, hidden);
}

static size_t
slot_size(const struct slot *slot)
{
	return slot->field->type == TYPE_PILE ? sizeof(struct card) :
	    slot->field->stride;
}

/* Could the two values lie in each other's place? */
static bool
may_swap(const struct slot *a, const struct slot *b)
{
	const struct card	*x = a->at, *y = b->at;

	if (a->field->pool != b->field->pool || slot_size(a) != slot_size(b))
		return false;
	if ((a->field->type == TYPE_PILE) != (b->field->type == TYPE_PILE))
		return false;
	return a->field->type != TYPE_PILE || x->back == y->back;
}

static int
count_names(const struct field *field, const struct env *env)
{
	const char *const	*names = field->names;
	int			 n = 0;

	if (field->names_of == NAMES_SEATS)
		return env->roster->n_name;
	if (field->names_of == NAMES_DECISIONS)
		names = env->decisions;
	while (names != NULL && names[n] != NULL)
		n++;
	return n;
}

static void
redraw(const struct slot *slot, const struct env *env, struct chance *chance)
{
	const struct field	*field = slot->field;
	int			 names = count_names(field, env);
	int64_t			 low = field->min, high = field->max, value;

	if (field->type != TYPE_INT && field->type != TYPE_LONG) {
		memset(slot->at, 0, slot_size(slot));
		return;
	}
	if (names > 0) {
		low = field->none ? NONE : 0;
		high = names - 1;
	} else if (low == 0 && high == 0)
		high = 1000;
	value = low + (int64_t)chance->below(chance,
	    (uint32_t)(high - low + 1));
	if (field->type == TYPE_INT)
		*(int32_t *)slot->at = (int32_t)value;
	else
		*(int64_t *)slot->at = value;
}

/* Where two cards change places, who has seen a place's card stays. */
static void
swap_slots(const struct slot *a, const struct slot *b)
{
	unsigned char	 keep[512];
	struct card	*x = a->at, *y = b->at, card = *x;
	size_t		 size = slot_size(a);

	assert(size <= sizeof(keep));
	if (a->field->type == TYPE_PILE) {
		x->face = y->face;
		x->id = y->id;
		y->face = card.face;
		y->id = card.id;
		return;
	}
	memcpy(keep, a->at, size);
	memcpy(a->at, b->at, size);
	memcpy(b->at, keep, size);
}

/* Change one slot, or swap two. before has room for the bytes of both. */
static bool
mutate_once(struct hunt *h, const struct schema *schema, void *rec,
    char *before, struct chance *chance)
{
	const struct slot	*a, *b;
	size_t			 size;
	struct fault		 fault;

	a = &h->slot[chance->below(chance, (uint32_t)h->n_slots)];
	b = &h->slot[chance->below(chance, (uint32_t)h->n_slots)];
	size = slot_size(a);
	memcpy(before, a->at, size);
	memcpy(before + size, b->at, slot_size(b));
	if (a->field->pool == 0)
		redraw(a, h->env, chance);
	else if (may_swap(a, b))
		swap_slots(a, b);
	if (memcmp(before, a->at, size) == 0)
		return false;
	if (schema_check(schema, rec, h->env, &fault) == 0)
		return true;
	memcpy(b->at, before + size, slot_size(b));
	memcpy(a->at, before, size);
	return false;
}

int
schema_mutate(const struct schema *schema, void *rec, int seat,
    const struct env *env, struct chance *chance)
{
	struct hunt	*h = calloc(1, sizeof(*h));
	char		*before = malloc(2 * schema->size);
	int		 i, changed = 0;

	assert(h != NULL && before != NULL);
	h->root = rec;
	h->env = env;
	h->seat = seat;
	find_struct(h, schema, rec, NONE, false);
	for (i = 0; i < 2 * h->n_slots; i++)
		changed += mutate_once(h, schema, rec, before, chance);
	free(before);
	free(h);
	return changed;
}

/* ---- holes ----------------------------------------------------------- */

static void
mark_struct(const struct schema *schema, unsigned char *marks)
{
	const struct field	*field;
	size_t			 i;

	for (field = schema->fields; field->key != NULL; field++) {
		if (field->type == TYPE_CHECK)
			continue;
		if (field->count_at != 0)
			memset(marks + field->count_at - 1, 1,
			    sizeof(int32_t));
		if (field->type != TYPE_STRUCT) {
			memset(marks + field->offset, 1, field->size);
			continue;
		}
		if (field->stride != field->sub->size)
			continue;
		for (i = 0; i < field->size; i += field->stride)
			mark_struct(field->sub, marks + field->offset + i);
	}
}

long
schema_hole(const struct schema *schema)
{
	unsigned char	*marks = calloc(1, schema->size);
	long		 hole = -1;
	size_t		 i;

	assert(marks != NULL);
	mark_struct(schema, marks);
	for (i = 0; i < schema->size && hole < 0; i++)
		if (marks[i] == 0)
			hole = (long)i;
	free(marks);
	return hole;
}
