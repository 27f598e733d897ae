/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Writing a tree as canonical YAML. */

#include "config.h"

#include "data/yaml.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/buf.h"
#include "base/text.h"
#include "data/node.h"

enum { LINE_WIDTH = 72 };

/* What a plain scalar begins with (2), and goes on with (1, 2). */
static const unsigned char plain_bytes[256] = {
	['0' ... '9'] = 2, ['A' ... 'Z'] = 2, ['a' ... 'z'] = 2, ['_'] = 2,
	[' '] = 1, ['.'] = 1, ['/'] = 1, ['@'] = 1, [':'] = 1, ['+'] = 1,
	['-'] = 1
};

/*
 * Would libyaml read the bare text as one scalar, the same, anywhere? Say
 * how long it is, or 0.
 */
static size_t
plain_length(const char *text)
{
	const unsigned char *byte = (const unsigned char *)text;
	size_t i;

	if (plain_bytes[byte[0]] != 2 &&
	    !(byte[0] == '-' && byte[1] >= '0' && byte[1] <= '9'))
		return 0;
	for (i = 1; plain_bytes[byte[i]] != 0; i++)
		if (byte[i] == ':' && (byte[i + 1] == ' ' ||
		    byte[i + 1] == '\0'))
			return 0;
	return byte[i] == '\0' && byte[i - 1] != ' ' ? i : 0;
}

static void
write_escape(struct buf *out, uint32_t rune)
{
	switch (rune) {
	case '"':
	case '\\':
		buf_putc(out, '\\');
		buf_putc(out, (char)rune);
		break;
	case '\n':
		buf_puts(out, "\\n");
		break;
	case '\t':
		buf_puts(out, "\\t");
		break;
	default:
		buf_printf(out, "\\u%04x", (unsigned)rune);
	}
}

/* May the character stand in quotes as it is? */
static bool
is_bare(uint32_t rune)
{
	return rune != '"' && rune != '\\' && rune != '\n' && rune != '\t' &&
	    rune != 0xfeff && rune != 0xfffe && rune != 0xffff &&
	    !text_is_unsafe_rune(rune);
}

static void
write_quoted(struct buf *out, const char *text)
{
	const char *bare, *end;
	uint32_t rune;
	int n;

	end = text + strlen(text);
	buf_putc(out, '"');
	for (bare = text; text < end; text += n) {
		n = text_rune(text, (size_t)(end - text), &rune);
		if (n > 0 && is_bare(rune))
			continue;
		buf_add(out, bare, (size_t)(text - bare));
		write_escape(out, n > 0 ? rune : 0xffff);
		n = n > 0 ? n : 1;
		bare = text + n;
	}
	buf_add(out, bare, (size_t)(text - bare));
	buf_putc(out, '"');
}

/* Write a scalar; return how many columns it takes. */
static int
write_text(struct buf *out, const char *text)
{
	size_t len, start;

	len = plain_length(text);
	if (len > 0) {
		buf_add(out, text, len);
		return (int)len;
	}
	start = out->len;
	write_quoted(out, text);
	return text_width(out->data + start);
}

/* Write a key and what comes behind; return how many columns they take. */
static int
write_key(struct buf *out, const char *key, const char *behind)
{
	int width;

	width = write_text(out, key);
	buf_puts(out, behind);
	return width + (int)strlen(behind);
}

static void
write_flow(struct buf *out, const struct node *node)
{
	const struct node *child;

	if (node->kind == NODE_SCALAR) {
		write_text(out, node->text);
		return;
	}
	buf_putc(out, node->kind == NODE_MAP ? '{' : '[');
	NODE_EACH(child, node) {
		if (child != node->child)
			buf_puts(out, ", ");
		if (node->kind == NODE_MAP)
			write_key(out, child->key, ": ");
		write_flow(out, child);
	}
	buf_putc(out, node->kind == NODE_MAP ? '}' : ']');
}

/* Write a list of scalars from this column on, further lines indented. */
static void
write_words(struct buf *out, const struct node *list, int column, int indent)
{
	const struct node *item;
	size_t start;
	int width;

	buf_putc(out, '[');
	column++;
	NODE_EACH(item, list) {
		start = out->len;
		if (item != list->child)
			buf_putc(out, ' ');
		width = write_text(out, item->text) + 1;
		if (item == list->child)
			column += width;
		else if (column + 1 + width <= LINE_WIDTH)
			column += 1 + width;
		else {
			buf_cut(out, start);
			buf_putc(out, '\n');
			buf_fill(out, ' ', (size_t)indent);
			write_text(out, item->text);
			column = indent + width;
		}
		buf_putc(out, item->next != NULL ? ',' : ']');
	}
	if (list->child == NULL)
		buf_putc(out, ']');
}

static bool
is_list_of_scalars(const struct node *node)
{
	const struct node *item;

	if (node->kind != NODE_LIST)
		return false;
	NODE_EACH(item, node)
		if (item->kind != NODE_SCALAR)
			return false;
	return true;
}

static bool
is_block(const struct node *node)
{
	return node->child != NULL && !node->flow && !is_list_of_scalars(node);
}

static void	 write_block(struct buf *out, const struct node *node,
		    int indent);

/* Write what fits behind a key or dash that ends at column. */
static void
write_inline(struct buf *out, const struct node *node, int column, int indent)
{
	if (is_list_of_scalars(node) && !node->flow)
		write_words(out, node, column, indent);
	else
		write_flow(out, node);
	buf_putc(out, '\n');
}

static void
write_entry(struct buf *out, const struct node *child, int indent)
{
	int width;

	if (is_block(child)) {
		write_key(out, child->key, ":\n");
		buf_fill(out, ' ', (size_t)indent + 2);
		write_block(out, child, indent + 2);
		return;
	}
	width = write_key(out, child->key, ": ");
	write_inline(out, child, indent + width, indent + 2);
}

static void
write_item(struct buf *out, const struct node *child, int indent)
{
	buf_puts(out, "- ");
	if (is_block(child))
		write_block(out, child, indent + 2);
	else
		write_inline(out, child, indent + 2, indent + 2);
}

/* Write a block whose first line is indented already. */
static void
write_block(struct buf *out, const struct node *node, int indent)
{
	const struct node *child;

	NODE_EACH(child, node) {
		if (child != node->child)
			buf_fill(out, ' ', (size_t)indent);
		if (node->kind == NODE_MAP)
			write_entry(out, child, indent);
		else
			write_item(out, child, indent);
	}
}

void
yaml_write(struct buf *out, const struct node *node)
{
	if (is_block(node))
		write_block(out, node, 0);
	else
		write_inline(out, node, 0, 2);
}
