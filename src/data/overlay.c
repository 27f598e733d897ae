/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Laying a part over a struct: cards move, none is made or lost. */

#include "config.h"

#include "data/overlay.h"

#include <assert.h>
#include <string.h>

#include "base/arena.h"
#include "base/fault.h"
#include "data/node.h"
#include "data/schema.h"

enum { HEAPS_MAX = 256 };

/* A pile of the struct, and what becomes of it. */
struct heap {
	const struct field	*field;
	struct pile		*pile;
	const struct node	*node;		/* NULL: it is not named */
	int			 owner;
	bool			 rest_stays;	/* the list ends in ... */
	struct pile		*front;		/* the cards pulled to it */
};

struct laying {
	struct arena		*arena;
	const struct env	*env;
	struct fault		*fault;
	struct heap		 heap[HEAPS_MAX];
	int			 n_heaps;
};

/* ---- finding the piles ----------------------------------------------- */

static void find_struct(struct laying *l, const struct schema *schema,
    const struct node *node, char *self, int owner);

static void
find_element(struct laying *l, const struct field *field,
    const struct node *node, char *at, int owner)
{
	struct heap	*heap;

	if (field->type == TYPE_STRUCT) {
		find_struct(l, field->sub, node, at, owner);
		return;
	}
	assert(l->n_heaps < HEAPS_MAX);
	heap = &l->heap[l->n_heaps++];
	heap->field = field;
	heap->pile = (struct pile *)(void *)at;
	heap->node = node;
	heap->owner = owner;
}

/* The part of node that speaks of element i. */
static const struct node *
part_for(const struct laying *l, const struct field *field,
    const struct node *node, int i)
{
	const struct node	*item;

	if (node == NULL || !field->many)
		return node;
	if (field->by_seat)
		return node_get(node, l->env->roster->name[i]);
	if (schema_is_keyed(field))
		return node_get(node, field->names[i]);
	for (item = node->child; item != NULL && i > 0; item = item->next)
		i--;
	return item;
}

static void
find_struct(struct laying *l, const struct schema *schema,
    const struct node *node, char *self, int owner)
{
	const struct field	*field;
	const struct node	*part;
	int			 i, n;

	for (field = schema->fields; field->key != NULL; field++) {
		if (field->type != TYPE_STRUCT && field->type != TYPE_PILE)
			continue;
		part = node_get(node, field->key);
		n = schema_count(field, self, l->env->roster);
		for (i = 0; i < n; i++)
			find_element(l, field, part_for(l, field, part, i),
			    self + field->offset + (size_t)i * field->stride,
			    field->by_seat ? i : owner);
	}
}

/*
 * What lay in lists that the overlay wrote anew lies nowhere now. It is
 * kept in the old copy, as piles that can be pulled from.
 */
static void
find_lost(struct laying *l, const struct schema *schema, char *old,
    const char *rec)
{
	int	first = l->n_heaps, kept = first, i;

	find_struct(l, schema, NULL, old, NONE);
	for (i = first; i < l->n_heaps; i++) {
		if (memcmp(rec + ((char *)l->heap[i].pile - old),
		    l->heap[i].pile, sizeof(struct pile)) == 0)
			continue;
		l->heap[kept++] = l->heap[i];
	}
	l->n_heaps = kept;
}

/* ---- pulling --------------------------------------------------------- */

static int32_t
usually_seen(const struct heap *heap)
{
	if (heap->field->cards == SEE_ALL)
		return SEEN_ALL;
	if (heap->field->cards == SEE_OWNER && heap->owner >= 0)
		return 1 << heap->owner;
	return 0;
}

static int
find_card(const struct pile *pile, const struct card *card, bool back)
{
	int	i;

	for (i = pile->n_card - 1; i >= 0; i--)
		if (pile->card[i].face == card->face &&
		    (!back || pile->card[i].back == card->back) &&
		    (card->id == 0 || pile->card[i].id == card->id))
			return i;
	return -1;
}

static struct card
take(struct pile *pile, int i)
{
	struct card	card = pile->card[i];

	pile->n_card--;
	memmove(&pile->card[i], &pile->card[i + 1],
	    (size_t)(pile->n_card - i) * sizeof(card));
	memset(&pile->card[pile->n_card], 0, sizeof(card));
	return card;
}

static int
put(struct laying *l, const struct heap *heap, struct pile *pile,
    const struct card *card)
{
	if (pile->n_card == PILE_MAX)
		return fault_set(l->fault, FAULT_PLAYER,
		    "%s: more than %d cards", heap->field->key, PILE_MAX);
	pile->card[pile->n_card++] = *card;
	return 0;
}

/* How gladly is a card for target taken from this heap? */
static int
rank_source(const struct heap *from, const struct heap *target)
{
	if (from == target)
		return 1;
	if (from->node != NULL)
		return 0;
	return strcmp(from->field->key, "deck") == 0 ? 3 : 2;
}

static struct heap *
source_of(struct laying *l, const struct heap *target,
    const struct card *card, bool back)
{
	struct heap	*best = NULL, *from;
	int		 i;

	for (i = 0; i < l->n_heaps; i++) {
		from = &l->heap[i];
		if (from->field->names != target->field->names ||
		    find_card(from->pile, card, back) < 0)
			continue;
		if (best == NULL || rank_source(from, target) >
		    rank_source(best, target))
			best = from;
	}
	return best;
}

static int
pull(struct laying *l, struct heap *heap, const struct node *item)
{
	struct heap	*from;
	struct card	 want, card;
	bool		 back;

	if (item->kind == NODE_SCALAR && strcmp(item->text, "...") == 0)
		return fault_at(l->fault, FAULT_PLAYER, item->line,
		    item->column, "%s: '...' is not last", heap->field->key);
	if (schema_card(heap->field, item, &want, l->env, l->fault) != 0)
		return -1;
	back = strchr(item->text, '.') != NULL;
	from = source_of(l, heap, &want, back);
	if (from == NULL)
		return fault_at(l->fault, FAULT_PLAYER, item->line,
		    item->column, "%s: no '%s' is left to lay here",
		    heap->field->key, item->text);
	card = take(from->pile, find_card(from->pile, &want, back));
	card.seen = strchr(item->text, '/') != NULL ? want.seen :
	    usually_seen(heap);
	return put(l, heap, heap->front, &card);
}

static int
pull_all(struct laying *l, struct heap *heap)
{
	const struct node	*item;

	if (heap->node->kind != NODE_LIST)
		return fault_at(l->fault, FAULT_PLAYER, heap->node->line,
		    heap->node->column, "%s: a list of cards is expected",
		    heap->field->key);
	heap->front = arena_alloc(l->arena, sizeof(*heap->front));
	NODE_EACH(item, heap->node) {
		if (item->next == NULL && item->kind == NODE_SCALAR &&
		    strcmp(item->text, "...") == 0)
			heap->rest_stays = true;
		else if (pull(l, heap, item) != 0)
			return -1;
	}
	return 0;
}

/* ---- putting away ---------------------------------------------------- */

static bool
holds_back(const struct pile *pile, int back)
{
	int	i;

	for (i = 0; i < pile->n_card; i++)
		if (pile->card[i].back == back)
			return true;
	return false;
}

/* How gladly is a card put away to this heap? */
static int
rank_home(const struct heap *to, const struct card *card)
{
	int	rank = to->pile->n_card;

	if (strcmp(to->field->key, "deck") == 0)
		rank += PILE_MAX + 1;
	if (to->field->backs != NULL && holds_back(to->pile, card->back))
		rank += 4 * PILE_MAX;
	return rank;
}

static int
put_away(struct laying *l, const struct heap *heap, struct card *card,
    int n_homes)
{
	struct heap	*best = NULL, *to;
	int		 i;

	for (i = 0; i < n_homes; i++) {
		to = &l->heap[i];
		if (to->field->names != heap->field->names || to->node != NULL)
			continue;
		if (best == NULL || rank_home(to, card) > rank_home(best, card))
			best = to;
	}
	if (best == NULL)
		return fault_set(l->fault, FAULT_PLAYER, "%s: '%s' lies there "
		    "and is not named, and no other pile can take it; end "
		    "the list in ...", heap->field->key,
		    heap->field->names[card->face]);
	card->seen = usually_seen(best);
	return put(l, best, best->pile, card);
}

/* Empty a pile of what is not to be in it. */
static int
clear_away(struct laying *l, struct heap *heap, int n_homes)
{
	struct card	card;

	while (heap->pile->n_card > 0) {
		card = take(heap->pile, 0);
		if (put_away(l, heap, &card, n_homes) != 0)
			return -1;
	}
	return 0;
}

static int
settle(struct laying *l, struct heap *heap)
{
	int	i;

	for (i = 0; i < heap->pile->n_card; i++)
		if (put(l, heap, heap->front, &heap->pile->card[i]) != 0)
			return -1;
	*heap->pile = *heap->front;
	return 0;
}

/* ---- the whole ------------------------------------------------------- */

static int
move_cards(struct laying *l, int n_whole)
{
	struct heap	*heap;
	int		 i;

	for (i = 0; i < n_whole; i++)
		if (l->heap[i].node != NULL && pull_all(l, &l->heap[i]) != 0)
			return -1;
	for (i = 0; i < l->n_heaps; i++) {
		heap = &l->heap[i];
		if ((i >= n_whole || (heap->node != NULL &&
		    !heap->rest_stays)) && clear_away(l, heap, n_whole) != 0)
			return -1;
	}
	for (i = 0; i < n_whole; i++)
		if (l->heap[i].node != NULL && settle(l, &l->heap[i]) != 0)
			return -1;
	return 0;
}

int
schema_overlay(const struct schema *schema, const struct node *node,
    void *rec, const struct env *env, struct fault *fault)
{
	struct arena	*arena = arena_new();
	struct laying	*l = arena_alloc(arena, sizeof(*l));
	char		*fresh = arena_alloc(arena, schema->size);
	char		*old = arena_alloc(arena, schema->size);
	int		 n_whole, r = -1;

	l->arena = arena;
	l->env = env;
	l->fault = fault;
	memcpy(fresh, rec, schema->size);
	memcpy(old, rec, schema->size);
	if (schema_lay(schema, node, fresh, env, fault) != 0)
		goto out;
	find_struct(l, schema, node, fresh, NONE);
	n_whole = l->n_heaps;
	find_lost(l, schema, old, fresh);
	if (move_cards(l, n_whole) != 0)
		goto out;
	memcpy(rec, fresh, schema->size);
	r = 0;
out:
	arena_free(arena);
	return r;
}
