/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Field tables at work: loading, checking, saving and viewing a struct. */

#include "config.h"

#include "data/schema.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "data/node.h"

const char *const flag_names[] = { "no", "yes", NULL };

static const struct field roster_fields[] = {
	FIELD_LIST(struct roster, name, n_name, .see = SEE_ALL),
	{ 0 }
};
const struct schema roster_schema = SCHEMA(struct roster, roster_fields);

/* ---- what all five uses share ---------------------------------------- */

bool
schema_sees(const struct field *field, const void *root, const void *self,
    int index, int owner, int seat)
{
	if (seat == EVERYTHING)
		return true;
	switch (field->see) {
	case SEE_NOBODY:
		return false;
	case SEE_ALL:
	case SEE_SEEN:
		return true;
	case SEE_OWNER:
		return seat >= 0 && seat == (field->by_seat ? index : owner);
	case SEE_IF:
		return field->see_if(root, self, index, seat);
	}
	return false;
}

int
schema_count(const struct field *field, const void *self,
    const struct roster *roster)
{
	int	room = (int)(field->size / field->stride);
	int32_t	n;

	if (!field->many)
		return 1;
	if (field->by_seat)
		return roster->n_name < room ? roster->n_name : room;
	if (field->count_at == 0)
		return room;
	memcpy(&n, (const char *)self + field->count_at - 1, sizeof(n));
	return n < 0 ? 0 : n > room ? room : n;
}

/* The names that a number of this field stands for; NULL: it is a number. */
static const char *const *
names_for(const struct field *field, const struct env *env,
    const char *seats[SEATS_MAX + 1])
{
	int	i;

	switch (field->names_of) {
	case NAMES_ROW:
		return field->names;
	case NAMES_DECISIONS:
		return env->decisions;
	case NAMES_SEATS:
		for (i = 0; i < env->roster->n_name; i++)
			seats[i] = env->roster->name[i];
		seats[i] = NULL;
		return seats;
	}
	return NULL;
}

/* ---- saving and viewing ---------------------------------------------- */

struct viewing {
	struct arena		*arena;
	const void		*root;
	const struct env	*env;
	int			 seat;
};

static struct node *view_struct(const struct viewing *v,
    const struct schema *schema, const void *self, int owner);

static struct node *
view_number(const struct viewing *v, const struct field *field, int64_t value)
{
	const char		*seats[SEATS_MAX + 1];
	const char *const	*names = names_for(field, v->env, seats);

	if (field->none && value == NONE)
		return node_scalar(v->arena, "none");
	if (names == NULL)
		return node_number(v->arena, value);
	return node_scalar(v->arena, names[value]);
}

/* Who has seen a card: "/red+blue", "/all", or "/all!red": all but red. */
static void
write_seen(struct buf *out, const struct viewing *v, int32_t seen)
{
	bool	open = (seen & SEEN_PUBLIC) != 0;
	char	sep = open ? '!' : '/';
	int	i;

	if (open)
		buf_puts(out, "/all");
	for (i = 0; i < v->env->roster->n_name; i++) {
		if (((seen & 1 << i) != 0) == open)
			continue;
		buf_printf(out, "%c%s", sep, v->env->roster->name[i]);
		sep = open ? '!' : '+';
	}
}

static bool
sees_card(const struct card *card, int seat)
{
	if (seat == EVERYTHING)
		return true;
	return (card->seen & (seat < 0 ? SEEN_PUBLIC : 1 << seat)) != 0;
}

static struct node *
view_card(const struct viewing *v, const struct field *field,
    const struct card *card)
{
	bool		known = sees_card(card, v->seat);
	struct buf	text;

	buf_init(&text, v->arena);
	buf_puts(&text, known ? field->names[card->face] : "?");
	if (field->backs != NULL)
		buf_printf(&text, ".%s", field->backs[card->back]);
	if (known && card->id != 0)
		buf_printf(&text, "#%d", card->id);
	if (v->seat == EVERYTHING)
		write_seen(&text, v, card->seen);
	return node_scalar(v->arena, text.data);
}

static struct node *
view_pile(const struct viewing *v, const struct field *field,
    const struct pile *pile)
{
	struct node	*list = node_list(v->arena);
	int		 i;

	for (i = 0; i < pile->n_card; i++)
		node_add(list, view_card(v, field, &pile->card[i]));
	return list;
}

static struct node *
view_element(const struct viewing *v, const struct field *field,
    const void *at, int owner)
{
	switch (field->type) {
	case TYPE_INT:
		return view_number(v, field, *(const int32_t *)at);
	case TYPE_LONG:
		return view_number(v, field, *(const int64_t *)at);
	case TYPE_TEXT:
	case TYPE_NAMES:
		return node_scalar(v->arena, at);
	case TYPE_STRUCT:
		return view_struct(v, field->sub, at, owner);
	case TYPE_PILE:
		return view_pile(v, field, at);
	case TYPE_CODEC:
		return field->codec->save(v->arena, at, v->env);
	case TYPE_CHECK:
		break;
	}
	return NULL;
}

/* An array keyed by seats, or by the names of components. */
static struct node *
view_keyed(const struct viewing *v, const struct field *field,
    const void *self, int owner)
{
	const char	*at = (const char *)self + field->offset;
	int		 n = schema_count(field, self, v->env->roster);
	struct node	*map = node_map(v->arena);
	const char	*key;
	int		 i, whose;

	for (i = 0; i < n; i++, at += field->stride) {
		if (!schema_sees(field, v->root, self, i, owner, v->seat))
			continue;
		key = field->by_seat ? v->env->roster->name[i] :
		    field->names[i];
		whose = field->by_seat ? i : owner;
		node_set(map, key, view_element(v, field, at, whose));
	}
	return map->n_children > 0 || n == 0 ? map : NULL;
}

static struct node *
view_list(const struct viewing *v, const struct field *field,
    const void *self, int owner)
{
	const char	*at = (const char *)self + field->offset;
	int		 n = schema_count(field, self, v->env->roster);
	struct node	*list;
	int		 i;

	if (field->length != SEE_ALL &&
	    !schema_sees(field, v->root, self, -1, owner, v->seat))
		return NULL;
	list = node_list(v->arena);
	for (i = 0; i < n; i++, at += field->stride) {
		if (schema_sees(field, v->root, self, i, owner, v->seat))
			node_add(list, view_element(v, field, at, owner));
		else
			node_add(list, node_scalar(v->arena, "?"));
	}
	return list;
}

bool
schema_is_keyed(const struct field *field)
{
	return field->by_seat || (field->many && field->type == TYPE_STRUCT &&
	    field->names != NULL);
}

static struct node *
view_field(const struct viewing *v, const struct field *field,
    const void *self, int owner)
{
	if (schema_is_keyed(field))
		return view_keyed(v, field, self, owner);
	if (field->many)
		return view_list(v, field, self, owner);
	if (!schema_sees(field, v->root, self, 0, owner, v->seat))
		return NULL;
	return view_element(v, field, (const char *)self + field->offset,
	    owner);
}

static struct node *
view_struct(const struct viewing *v, const struct schema *schema,
    const void *self, int owner)
{
	struct node		*map = node_map(v->arena), *value;
	const struct field	*field;

	for (field = schema->fields; field->key != NULL; field++) {
		if (field->type == TYPE_CHECK)
			continue;
		value = view_field(v, field, self, owner);
		if (value != NULL)
			node_set(map, field->key, value);
	}
	return map;
}

struct node *
schema_view(struct arena *arena, const struct schema *schema, const void *rec,
    int seat, const struct env *env)
{
	struct viewing	v = { arena, rec, env, seat };

	return view_struct(&v, schema, rec, NONE);
}

/* ---- loading --------------------------------------------------------- */

struct loading {
	const struct env	*env;
	struct fault		*fault;
	bool			 partial;
	bool			 no_piles;
};

static int load_struct(const struct loading *l, const struct schema *schema,
    const struct node *node, void *self);

static int
refuse(const struct loading *l, const struct node *node, const char *key,
    const char *want)
{
	return fault_at(l->fault, FAULT_PLAYER, node->line, node->column,
	    "%s: %s%s%s is not %s", key,
	    node->kind == NODE_SCALAR ? "'" : "",
	    node->kind == NODE_SCALAR ? node->text :
	    node->kind == NODE_LIST ? "a list" : "a mapping",
	    node->kind == NODE_SCALAR ? "'" : "", want);
}

static int
refuse_name(const struct loading *l, const struct node *node, const char *key,
    const char *text, const char *const *names)
{
	const char	*near = text_nearest(text, names);

	if (near != NULL)
		return fault_at(l->fault, FAULT_PLAYER, node->line,
		    node->column, "%s: '%s' is not known; did you mean '%s'?",
		    key, text, near);
	return fault_at(l->fault, FAULT_PLAYER, node->line, node->column,
	    "%s: '%s' is not known", key, text);
}

/* true and false are other words for yes and no. */
static const char *
flag_word(const char *word)
{
	return strcmp(word, "true") == 0 ? "yes" :
	    strcmp(word, "false") == 0 ? "no" : word;
}

static int
load_number(const struct loading *l, const struct field *field,
    const struct node *node, int64_t *out)
{
	const char		*seats[SEATS_MAX + 1];
	const char *const	*names = names_for(field, l->env, seats);
	int64_t			 min = field->min, max = field->max;
	char			 want[80];
	int			 i;

	if (node->kind != NODE_SCALAR)
		return refuse(l, node, field->key,
		    names != NULL ? "a name" : "a number");
	if (field->none && strcmp(node->text, "none") == 0) {
		*out = NONE;
		return 0;
	}
	if (names != NULL) {
		i = text_index(names, names == flag_names ?
		    flag_word(node->text) : node->text);
		if (i < 0)
			return refuse_name(l, node, field->key, node->text,
			    names);
		*out = i;
		return 0;
	}
	if (min == 0 && max == 0) {
		min = field->type == TYPE_INT ? INT32_MIN + 1 : INT64_MIN;
		max = field->type == TYPE_INT ? INT32_MAX : INT64_MAX;
	}
	if (text_number(node->text, min, max, out))
		return 0;
	snprintf(want, sizeof(want), "a number from %lld to %lld",
	    (long long)min, (long long)max);
	return refuse(l, node, field->key, want);
}

static int
load_text(const struct loading *l, const struct field *field,
    const struct node *node, char *at)
{
	if (node->kind != NODE_SCALAR || strlen(node->text) >= field->stride)
		return refuse(l, node, field->key, "a text short enough");
	memset(at, 0, field->stride);
	memcpy(at, node->text, strlen(node->text));
	return 0;
}

static int
load_seen(const struct loading *l, const struct node *node, const char *key,
    char *text, int32_t *out)
{
	const struct field	 by_seats = { .names_of = NAMES_SEATS };
	const char		*seats[SEATS_MAX + 1];
	const char *const	*names = names_for(&by_seats, l->env, seats);
	char			*name, *rest = text;
	int32_t			 seen = 0;
	int			 i;

	if (strncmp(text, "all", 3) == 0 && (text[3] == '\0' ||
	    text[3] == '!')) {
		seen = SEEN_ALL;
		strsep(&rest, "!");
	}
	while ((name = strsep(&rest, "+!")) != NULL) {
		i = text_index(names, name);
		if (i < 0)
			return refuse_name(l, node, key, name, names);
		seen ^= 1 << i;
	}
	*out = seen;
	return 0;
}

/* face[.back][#id][/seen] */
static int
load_card(const struct loading *l, const struct field *field,
    const struct node *node, struct card *out)
{
	char		 text[160], *seen, *id, *back;
	struct card	 card = { 0 };
	int64_t		 number;
	int		 i;

	if (node->kind != NODE_SCALAR || strlen(node->text) >= sizeof(text))
		return refuse(l, node, field->key, "a card");
	strcpy(text, node->text);
	if ((seen = strchr(text, '/')) != NULL)
		*seen++ = '\0';
	if ((id = strchr(text, '#')) != NULL)
		*id++ = '\0';
	if ((back = strchr(text, '.')) != NULL)
		*back++ = '\0';
	if ((card.face = text_index(field->names, text)) < 0)
		return refuse_name(l, node, field->key, text, field->names);
	if (back != NULL && field->backs != NULL) {
		if ((i = text_index(field->backs, back)) < 0)
			return refuse_name(l, node, field->key, back,
			    field->backs);
		card.back = (int16_t)i;
	}
	if (id != NULL) {
		if (!text_number(id, 1, INT16_MAX, &number))
			return refuse(l, node, field->key, "a card");
		card.id = (int16_t)number;
	}
	if (seen != NULL &&
	    load_seen(l, node, field->key, seen, &card.seen) != 0)
		return -1;
	*out = card;
	return 0;
}

static int
load_pile(const struct loading *l, const struct field *field,
    const struct node *node, struct pile *pile)
{
	struct pile	 fresh = { 0 };
	struct node	*item;

	if (node->kind != NODE_LIST || node->n_children > PILE_MAX)
		return refuse(l, node, field->key, "a list of cards");
	NODE_EACH(item, node)
		if (load_card(l, field, item,
		    &fresh.card[fresh.n_card++]) != 0)
			return -1;
	*pile = fresh;
	return 0;
}

static int
load_element(const struct loading *l, const struct field *field,
    const struct node *node, void *at)
{
	int64_t	number;

	switch (field->type) {
	case TYPE_INT:
		if (load_number(l, field, node, &number) != 0)
			return -1;
		*(int32_t *)at = (int32_t)number;
		return 0;
	case TYPE_LONG:
		return load_number(l, field, node, at);
	case TYPE_TEXT:
	case TYPE_NAMES:
		return load_text(l, field, node, at);
	case TYPE_STRUCT:
		return load_struct(l, field->sub, node, at);
	case TYPE_PILE:
		return l->no_piles ? 0 : load_pile(l, field, node, at);
	case TYPE_CODEC:
		return field->codec->load(node, at, l->env, l->fault);
	case TYPE_CHECK:
		break;
	}
	return 0;
}

static int
load_keyed(const struct loading *l, const struct field *field,
    const struct node *node, void *self)
{
	const char		*seats[SEATS_MAX + 1];
	struct field		 keys = *field;
	const char *const	*names;
	struct node		*item;
	int			 i, n, found = 0;

	if (node->kind != NODE_MAP)
		return refuse(l, node, field->key, "a mapping");
	if (field->by_seat)
		keys.names_of = NAMES_SEATS;
	names = names_for(&keys, l->env, seats);
	n = schema_count(field, self, l->env->roster);
	NODE_EACH(item, node) {
		i = text_index(names, item->key);
		if (i < 0 || i >= n)
			return refuse_name(l, item, field->key, item->key,
			    names);
		if (load_element(l, field, item, (char *)self +
		    field->offset + (size_t)i * field->stride) != 0)
			return fault_within(l->fault, "%s.%s", field->key,
			    item->key);
		found++;
	}
	if (!l->partial && found < n)
		return fault_at(l->fault, FAULT_PLAYER, node->line,
		    node->column, "%s: %d of %d entries are missing",
		    field->key, n - found, n);
	return 0;
}

static int
load_list(const struct loading *l, const struct field *field,
    const struct node *node, void *self)
{
	char		*at = (char *)self + field->offset;
	int		 room = (int)(field->size / field->stride);
	int32_t		 n = node->n_children;
	struct node	*item;

	if (node->kind != NODE_LIST)
		return refuse(l, node, field->key, "a list");
	if (n > room || (field->count_at == 0 && n != room))
		return fault_at(l->fault, FAULT_PLAYER, node->line,
		    node->column, "%s: %d entries, but there is room for %d",
		    field->key, n, room);
	if (field->type != TYPE_PILE || !l->no_piles)
		memset(at, 0, field->size);
	if (field->count_at != 0)
		memcpy((char *)self + field->count_at - 1, &n, sizeof(n));
	NODE_EACH(item, node) {
		if (load_element(l, field, item, at) != 0)
			return fault_within(l->fault, "%s", field->key);
		at += field->stride;
	}
	return 0;
}

static int
load_field(const struct loading *l, const struct field *field,
    const struct node *node, void *self)
{
	if (schema_is_keyed(field))
		return load_keyed(l, field, node, self);
	if (field->many)
		return load_list(l, field, node, self);
	return load_element(l, field, node, (char *)self + field->offset);
}

int
schema_unknown(const struct schema *schema, const struct node *item,
    struct fault *fault)
{
	const char		*keys[65];
	const struct field	*field;
	const char		*near;
	int			 n = 0;

	for (field = schema->fields; field->key != NULL && n < 64; field++)
		if (field->type != TYPE_CHECK)
			keys[n++] = field->key;
	keys[n] = NULL;
	near = text_nearest(item->key, keys);
	return fault_at(fault, FAULT_PLAYER, item->key_line,
	    item->key_column, near != NULL ?
	    "unknown key '%s'; did you mean '%s'?" : "unknown key '%s'%s",
	    item->key, near != NULL ? near : "");
}

const struct field *
schema_field(const struct schema *schema, const char *key)
{
	const struct field	*field;

	for (field = schema->fields; field->key != NULL; field++)
		if (field->type != TYPE_CHECK && strcmp(field->key, key) == 0)
			return field;
	return NULL;
}

static int
load_struct(const struct loading *l, const struct schema *schema,
    const struct node *node, void *self)
{
	const struct field	*field;
	struct node		*item;

	if (node->kind != NODE_MAP)
		return refuse(l, node, schema->name, "a mapping");
	NODE_EACH(item, node)
		if (schema_field(schema, item->key) == NULL)
			return schema_unknown(schema, item, l->fault);
	for (field = schema->fields; field->key != NULL; field++) {
		if (field->type == TYPE_CHECK)
			continue;
		item = node_get(node, field->key);
		if (item == NULL && l->partial)
			continue;
		if (item == NULL)
			return fault_at(l->fault, FAULT_PLAYER, node->line,
			    node->column, "key '%s' is missing", field->key);
		if (load_field(l, field, item, self) != 0)
			return -1;
	}
	return 0;
}

int
schema_load(const struct schema *schema, const struct node *node, void *rec,
    bool partial, const struct env *env, struct fault *fault)
{
	struct loading	l = { .env = env, .fault = fault, .partial = partial };

	if (load_struct(&l, schema, node, rec) != 0)
		return -1;
	return schema_check(schema, rec, env, fault);
}

int
schema_lay(const struct schema *schema, const struct node *node, void *rec,
    const struct env *env, struct fault *fault)
{
	struct loading	l = { .env = env, .fault = fault, .partial = true,
			    .no_piles = true };

	return load_struct(&l, schema, node, rec);
}

int
schema_card(const struct field *field, const struct node *node,
    struct card *out, const struct env *env, struct fault *fault)
{
	struct loading	l = { .env = env, .fault = fault };

	return load_card(&l, field, node, out);
}

/* ---- checks and presets ---------------------------------------------- */

int
schema_check(const struct schema *schema, const void *rec,
    const struct env *env, struct fault *fault)
{
	const struct field	*field;
	const char		*at;
	int			 i, n;

	for (field = schema->fields; field->key != NULL; field++) {
		if (field->type == TYPE_CHECK && !field->sound(rec, env))
			return fault_set(fault, FAULT_PLAYER,
			    "%s: %s does not hold", schema->name, field->key);
		if (field->type != TYPE_STRUCT)
			continue;
		at = (const char *)rec + field->offset;
		n = schema_count(field, rec, env->roster);
		for (i = 0; i < n; i++, at += field->stride)
			if (schema_check(field->sub, at, env, fault) != 0)
				return -1;
	}
	return 0;
}

static void
preset_element(const struct field *field, void *at)
{
	if (field->type == TYPE_STRUCT)
		schema_preset(field->sub, at);
	else if (field->type == TYPE_INT)
		*(int32_t *)at = (int32_t)field->preset;
	else if (field->type == TYPE_LONG)
		*(int64_t *)at = field->preset;
}

void
schema_preset(const struct schema *schema, void *rec)
{
	const struct field	*field;
	char			*at;

	memset(rec, 0, schema->size);
	for (field = schema->fields; field->key != NULL; field++) {
		if (field->type == TYPE_CHECK || field->count_at != 0)
			continue;
		for (at = (char *)rec + field->offset;
		    at < (char *)rec + field->offset + field->size;
		    at += field->stride)
			preset_element(field, at);
	}
}
