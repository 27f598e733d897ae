/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The order file around its orders. */

#include "config.h"

#include "table/orderfile.h"

#include <string.h>

#include "base/text.h"
#include "data/node.h"
#include "table/remarks.h"

static const char *const keys[] = {
	"game", "of", "turn", "seat", "seq", "orders", "standing", "press", NULL
};

static const char *const press_keys[] = { "to", "text", NULL };

static int
unknown_key(const struct node *item, const char *const *known,
    struct remarks *remarks)
{
	const char	*near = text_nearest(item->key, known);

	return remarks_problem(remarks, item->key_line, item->key_column,
	    near != NULL ?
	    "'%.60s' is not a part of an order file; did you mean '%s'?" :
	    "'%.60s' is not a part of an order file; the parts are game, "
	    "of, turn, seat, seq, orders, standing and press%s",
	    item->key, near != NULL ? near : "");
}

static int
read_name(const struct node *tree, const char *key, const char *example,
    const char **out, struct remarks *remarks)
{
	const struct node	*node = node_get(tree, key);

	if (node == NULL)
		return remarks_problem(remarks, tree->line, tree->column,
		    "'%s:' is missing; write '%s: %s' as on your order form",
		    key, key, example);
	if (node->kind != NODE_SCALAR || !text_is_name(node->text))
		return remarks_problem(remarks, node->line, node->column,
		    "'%s' must be a name such as %s", key, example);
	*out = node->text;
	return 0;
}

static int
read_count(const struct node *tree, const char *key, int64_t max,
    bool needed, int32_t *out, struct remarks *remarks)
{
	const struct node	*node = node_get(tree, key);
	int64_t			 number;

	if (node == NULL && !needed)
		return 0;
	if (node == NULL)
		return remarks_problem(remarks, tree->line, tree->column,
		    "'%s:' is missing; your order form has it", key);
	if (node->kind != NODE_SCALAR ||
	    !text_number(node->text, 0, max, &number))
		return remarks_problem(remarks, node->line, node->column,
		    "'%s' must be a number from 0 to %lld", key,
		    (long long)max);
	*out = (int32_t)number;
	return 0;
}

static int
read_of(const struct node *tree, const char **out, struct remarks *remarks)
{
	const struct node	*node = node_get(tree, "of");

	*out = "";
	if (node == NULL)
		return 0;
	if (node->kind != NODE_SCALAR || strlen(node->text) != 8 ||
	    strspn(node->text, "0123456789abcdef") != 8)
		return remarks_problem(remarks, node->line, node->column,
		    "'of' must be the 8 hex digits on your order form");
	*out = node->text;
	return 0;
}

static int
read_letter(const struct node *letter, struct remarks *remarks)
{
	const struct node	*item, *text = node_get(letter, "text");

	if (letter->kind != NODE_MAP)
		return remarks_problem(remarks, letter->line, letter->column,
		    "a letter of 'press' is a mapping with 'to' and 'text'");
	NODE_EACH(item, letter)
		if (text_index(press_keys, item->key) < 0)
			return remarks_problem(remarks, item->key_line,
			    item->key_column,
			    "'%.60s' is not a part of a letter; the parts "
			    "are to and text", item->key);
	if (text == NULL || text->kind != NODE_SCALAR || text->text[0] == '\0')
		return remarks_problem(remarks, letter->line, letter->column,
		    "this letter has no 'text'");
	if (strlen(text->text) > PRESS_BYTES)
		return remarks_problem(remarks, text->line, text->column,
		    "this letter is too long: %d bytes at most", PRESS_BYTES);
	return 0;
}

static int
read_press(const struct node *tree, const struct node **out,
    struct remarks *remarks)
{
	const struct node	*node = node_get(tree, "press"), *letter;
	int			 result = 0;

	*out = node;
	if (node == NULL)
		return 0;
	if (node->kind != NODE_LIST)
		return remarks_problem(remarks, node->line, node->column,
		    "'press' is a list of letters, each with 'to' and 'text'");
	if (node->n_children > PRESS_MAX)
		return remarks_problem(remarks, node->line, node->column,
		    "%d letters in one file; %d at most", node->n_children,
		    PRESS_MAX);
	NODE_EACH(letter, node)
		result |= read_letter(letter, remarks);
	return result;
}

int
orderfile_read(const struct node *tree, struct orderfile *out,
    struct remarks *remarks)
{
	struct orderfile	 file = { .of = "" };
	const struct node	*item;
	int			 result = 0;

	if (tree->kind != NODE_MAP)
		return remarks_problem(remarks, tree->line, tree->column,
		    "an order file is a mapping that begins with 'game:'");
	NODE_EACH(item, tree)
		if (text_index(keys, item->key) < 0)
			result = unknown_key(item, keys, remarks);
	result |= read_name(tree, "game", "noir-7", &file.game, remarks);
	result |= read_of(tree, &file.of, remarks);
	result |= read_count(tree, "turn", INT32_MAX - 1, true, &file.turn,
	    remarks);
	result |= read_name(tree, "seat", "jane", &file.seat, remarks);
	result |= read_count(tree, "seq", SEQ_MAX, false, &file.seq, remarks);
	result |= read_press(tree, &file.press, remarks);
	file.orders = node_get(tree, "orders");
	file.standing = node_get(tree, "standing");
	if (result == 0)
		*out = file;
	return result;
}
