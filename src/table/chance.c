/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The random stream: numbers of 64 bits from ChaCha20 under the game's key,
 * counted in the state. The key is never in the state.
 */

#include "config.h"

#include "table/chance.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "data/node.h"
#include "table/run.h"

static uint64_t
number_at(const struct digest *key, int64_t position)
{
	uint8_t		block[64];
	const uint8_t	*at = block + 8 * (position % 8);
	uint64_t	number = 0;
	int		i;

	digest_stream(key, (uint64_t)(position / 8), block);
	for (i = 7; i >= 0; i--)
		number = number << 8 | at[i];
	return number;
}

/* Every result is as likely as any other: what would tip the scale is
 * thrown away. */
static uint32_t
below(const struct digest *key, int64_t *position, uint32_t n)
{
	uint64_t	limit, number;

	assert(n > 0);
	limit = UINT64_MAX - UINT64_MAX % n;
	do
		number = number_at(key, (*position)++);
	while (number >= limit);
	return (uint32_t)(number % n);
}

/* ---- results laid down ------------------------------------------------- */

static const struct node *
next_scripted(struct table *t, const char *label)
{
	struct scripted		*s = t->scripted;
	const struct node	*now;
	int			 i;

	if (s == NULL)
		return NULL;
	for (i = 0; i < s->n_labels; i++) {
		if (strcmp(s->label[i], label) != 0 || s->next[i] == NULL)
			continue;
		now = s->next[i];
		s->next[i] = now->next;
		return now;
	}
	return NULL;
}

static int32_t
scripted_wrong(struct table *t, const char *label, const struct node *node)
{
	snprintf(t->scripted->wrong, sizeof(t->scripted->wrong),
	    "random: %s: '%s' cannot come up here", label,
	    node->kind == NODE_SCALAR ? node->text : "a list");
	return 0;
}

/* ---- drawing ----------------------------------------------------------- */

static int32_t
draw(struct table *t, int32_t n)
{
	struct commons	*commons = table_commons(t);

	if (t->mode != TABLE_PLAYS) {
		table_unsure(t);
		return UNKNOWN;
	}
	return (int32_t)below(&t->key, &commons->stream, (uint32_t)n);
}

int32_t
table_random(struct table *t, const char *label, int32_t n)
{
	const struct node	*node = t->mode == TABLE_PLAYS ?
				    next_scripted(t, label) : NULL;
	int64_t			 number;

	if (node == NULL)
		return draw(t, n);
	if (node->kind != NODE_SCALAR ||
	    !text_number(node->text, 0, n - 1, &number))
		return scripted_wrong(t, label, node);
	return (int32_t)number;
}

int32_t
table_roll(struct table *t, const char *label, const char *const *names,
    int32_t n)
{
	const struct node	*node = t->mode == TABLE_PLAYS ?
				    next_scripted(t, label) : NULL;
	int			 i = NONE;

	if (node == NULL)
		return draw(t, n);
	if (node->kind == NODE_SCALAR)
		i = text_index(names, node->text);
	return i >= 0 && i < n ? i : scripted_wrong(t, label, node);
}

int32_t
table_choose(struct table *t, const char *label, const char *const *names,
    const int32_t *from, int32_t n)
{
	const struct node	*node = t->mode == TABLE_PLAYS ?
				    next_scripted(t, label) : NULL;
	int32_t			 i;

	assert(n > 0);
	if (node == NULL) {
		i = draw(t, n);
		return i == UNKNOWN ? UNKNOWN : from[i];
	}
	for (i = 0; i < n; i++)
		if (node->kind == NODE_SCALAR &&
		    strcmp(names[from[i]], node->text) == 0)
			return from[i];
	scripted_wrong(t, label, node);
	return from[0];
}

/* ---- chance outside the game ------------------------------------------- */

static uint32_t
dice_below(struct chance *chance, uint32_t n)
{
	struct dice	*dice = (struct dice *)chance;

	return below(&dice->key, &dice->position, n);
}

void
dice_init(struct dice *dice, const struct digest *key)
{
	dice->chance.below = dice_below;
	dice->key = *key;
	dice->position = 0;
}

void
dice_seed(struct dice *dice, const char *text, uint64_t number)
{
	char		seed[128];
	struct digest	key;
	int		len;

	len = snprintf(seed, sizeof(seed), "%s/%llu", text,
	    (unsigned long long)number);
	digest_of(seed, (size_t)len, &key);
	dice_init(dice, &key);
}
