/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Templates: read into a row of pieces, which is then walked with the data. */

#include "config.h"

#include "data/template.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "data/node.h"

enum {
	DEEPEST_SECTION = 16,
	MOST_BYTES = 1024 * 1024,
	MOST_STEPS = 1024 * 1024	/* pieces walked, shown or not */
};

enum piece_kind {
	PIECE_TEXT,
	PIECE_VALUE,
	PIECE_IF,
	PIECE_UNLESS,
	PIECE_END
};

struct piece {
	enum piece_kind	 kind;
	const char	*text;		/* len bytes; a name has its NUL */
	size_t		 len;
	int		 line;
	int		 column;
	int		 end;		/* of a section: where its END is */
};

struct script {
	struct arena	*arena;
	struct fault	*fault;
	struct piece	*piece;
	int		 n_pieces;
	int		 size;
	int		 open[DEEPEST_SECTION];	/* sections not yet ended */
	int		 depth;
};

static int
refuse(struct fault *fault, const struct piece *piece, const char *words)
{
	return fault_at(fault, FAULT_OPERATOR, piece->line, piece->column,
	    "{{%s}}: %s", piece->text, words);
}

/* === Reading === */

static void
add_piece(struct script *script, const struct piece *piece)
{
	struct piece *larger;

	if (script->n_pieces == script->size) {
		script->size = 2 * script->size + 16;
		larger = arena_alloc(script->arena,
		    (size_t)script->size * sizeof(*larger));
		if (script->n_pieces > 0)
			memcpy(larger, script->piece,
			    (size_t)script->n_pieces * sizeof(*larger));
		script->piece = larger;
	}
	script->piece[script->n_pieces++] = *piece;
}

static void
add_text(struct script *script, const char *text, size_t len)
{
	struct piece piece = { PIECE_TEXT, text, len, 0, 0, 0 };

	if (len > 0)
		add_piece(script, &piece);
}

static bool
is_name_byte(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	    (c >= '0' && c <= '9') || c == '_' || c == '-';
}

/* Is it "." or names joined by single dots? */
static bool
is_path(const char *name)
{
	size_t i;

	if (strcmp(name, ".") == 0)
		return true;
	for (i = 0; name[i] != '\0'; i++)
		if (!is_name_byte(name[i]) && !(name[i] == '.' && i > 0 &&
		    is_name_byte(name[i - 1]) && is_name_byte(name[i + 1])))
			return false;
	return i > 0;
}

static int
open_section(struct script *script, const struct piece *piece)
{
	if (script->depth == DEEPEST_SECTION)
		return refuse(script->fault, piece,
		    "sections are nested too deeply");
	script->open[script->depth++] = script->n_pieces;
	add_piece(script, piece);
	return 0;
}

static int
close_section(struct script *script, const struct piece *piece)
{
	struct piece *section;

	if (script->depth == 0)
		return refuse(script->fault, piece,
		    "this ends a section that was not begun");
	section = &script->piece[script->open[--script->depth]];
	if (strcmp(section->text, piece->text) != 0)
		return fault_at(script->fault, FAULT_OPERATOR, piece->line,
		    piece->column, "{{/%s}} does not end {{#%s}} of line %d",
		    piece->text, section->text, section->line);
	section->end = script->n_pieces;
	add_piece(script, piece);
	return 0;
}

/* Take in the tag between the braces. */
static int
take_tag(struct script *script, const char *tag, size_t len, int line,
    int column)
{
	struct piece piece = { PIECE_VALUE, NULL, 0, line, column, 0 };

	if (len > 0 && (*tag == '#' || *tag == '^' || *tag == '/')) {
		piece.kind = *tag == '#' ? PIECE_IF :
		    *tag == '^' ? PIECE_UNLESS : PIECE_END;
		tag++;
		len--;
	}
	while (len > 0 && *tag == ' ') {
		tag++;
		len--;
	}
	while (len > 0 && tag[len - 1] == ' ')
		len--;
	piece.text = arena_strndup(script->arena, tag, len);
	piece.len = len;
	if (!is_path(piece.text))
		return refuse(script->fault, &piece, "this is no name");
	if (piece.kind == PIECE_END)
		return close_section(script, &piece);
	if (piece.kind != PIECE_VALUE)
		return open_section(script, &piece);
	add_piece(script, &piece);
	return 0;
}

/* Find the tag that begins in the line; NULL when there is none. */
static const char *
find_tag(const char *at, const char *end)
{
	return memmem(at, (size_t)(end - at), "{{", 2);
}

/* Are there section tags in the line, and else only blanks? */
static bool
is_only_sections(const char *line, const char *end)
{
	const char *at, *close;
	bool any;

	any = false;
	for (at = line; at < end; ) {
		if (*at == ' ' || *at == '\t') {
			at++;
			continue;
		}
		if (end - at < 3 || at[0] != '{' || at[1] != '{' ||
		    (at[2] != '#' && at[2] != '^' && at[2] != '/'))
			return false;
		close = memmem(at, (size_t)(end - at), "}}", 2);
		if (close == NULL)
			return false;
		any = true;
		at = close + 2;
	}
	return any;
}

/* Take in one line, which ends before end; its newline is in after. */
static int
take_line(struct script *script, const char *line, const char *end,
    const char *after, int number)
{
	const char *at, *tag, *close;
	bool bare;

	bare = is_only_sections(line, end);
	at = line;
	while ((tag = find_tag(at, end)) != NULL) {
		if (!bare)
			add_text(script, at, (size_t)(tag - at));
		close = memmem(tag, (size_t)(end - tag), "}}", 2);
		if (close == NULL)
			return fault_at(script->fault, FAULT_OPERATOR, number,
			    (int)(tag - line) + 1,
			    "a tag is not ended by }} on its line");
		if (take_tag(script, tag + 2, (size_t)(close - tag - 2),
		    number, (int)(tag - line) + 1) < 0)
			return -1;
		at = close + 2;
	}
	if (!bare)
		add_text(script, at, (size_t)(after - at));
	return 0;
}

static int
read_script(struct script *script, const char *text)
{
	const struct piece *section;
	const char *end, *after;
	int number;

	for (number = 1; *text != '\0'; number++) {
		end = strchrnul(text, '\n');
		after = *end == '\n' ? end + 1 : end;
		if (take_line(script, text, end, after, number) < 0)
			return -1;
		text = after;
	}
	if (script->depth > 0) {
		section = &script->piece[script->open[script->depth - 1]];
		return refuse(script->fault, section,
		    "this section is not ended");
	}
	return 0;
}

/* === Filling === */

struct filling {
	const struct piece	*piece;
	struct buf		*out;
	size_t			 start;
	int			 n_steps;
	const struct node	*scope[DEEPEST_SECTION + 1];
	int			 n_scopes;
	struct fault		*fault;
};

static const struct node *
child_of(const struct node *node, const char *name, size_t len)
{
	const struct node *child;

	if (node->kind != NODE_MAP)
		return NULL;
	NODE_EACH(child, node)
		if (strncmp(child->key, name, len) == 0 &&
		    child->key[len] == '\0')
			return child;
	return NULL;
}

/* The first name is sought from the innermost section outwards. */
static const struct node *
find(const struct filling *filling, const char *path)
{
	const struct node *node;
	size_t len;
	int i;

	if (strcmp(path, ".") == 0)
		return filling->scope[filling->n_scopes - 1];
	len = strcspn(path, ".");
	node = NULL;
	for (i = filling->n_scopes - 1; i >= 0 && node == NULL; i--)
		node = child_of(filling->scope[i], path, len);
	while (node != NULL && path[len] == '.') {
		path += len + 1;
		len = strcspn(path, ".");
		node = child_of(node, path, len);
	}
	return node;
}

static bool
is_shown(const struct node *node)
{
	if (node == NULL)
		return false;
	if (node->kind == NODE_LIST)
		return node->child != NULL;
	if (node->kind == NODE_MAP)
		return true;
	return node->text[0] != '\0' && strcmp(node->text, "no") != 0 &&
	    strcmp(node->text, "0") != 0;
}

static int
put(struct filling *filling, const char *text, size_t len)
{
	if (len > MOST_BYTES - (filling->out->len - filling->start))
		return fault_set(filling->fault, FAULT_OPERATOR,
		    "the filled template has more than %d bytes", MOST_BYTES);
	buf_add(filling->out, text, len);
	return 0;
}

static int
put_value(struct filling *filling, const struct piece *piece)
{
	const struct node *node;

	node = find(filling, piece->text);
	if (node == NULL)
		return refuse(filling->fault, piece,
		    "there is no such value in the data");
	if (node->kind != NODE_SCALAR)
		return refuse(filling->fault, piece, node->kind == NODE_LIST ?
		    "this is a list; open it as a section" :
		    "this is a map; open it as a section");
	return put(filling, node->text, strlen(node->text));
}

static int	 fill(struct filling *filling, int from, int to);

static int
fill_within(struct filling *filling, const struct node *scope, int from,
    int to)
{
	int r;

	filling->scope[filling->n_scopes++] = scope;
	r = fill(filling, from, to);
	filling->n_scopes--;
	return r;
}

static int
fill_section(struct filling *filling, int at)
{
	const struct piece *piece = &filling->piece[at];
	const struct node *node, *item;

	node = find(filling, piece->text);
	if (is_shown(node) != (piece->kind == PIECE_IF))
		return 0;
	if (piece->kind == PIECE_UNLESS)
		return fill(filling, at + 1, piece->end);
	if (node->kind != NODE_LIST)
		return fill_within(filling, node, at + 1, piece->end);
	NODE_EACH(item, node)
		if (fill_within(filling, item, at + 1, piece->end) < 0)
			return -1;
	return 0;
}

/* Sections nested over long lists may take long without a byte to show. */
static int
count_step(struct filling *filling)
{
	if (++filling->n_steps > MOST_STEPS)
		return fault_set(filling->fault, FAULT_OPERATOR,
		    "the template takes more than %d steps", MOST_STEPS);
	return 0;
}

static int
fill(struct filling *filling, int from, int to)
{
	const struct piece *piece;
	int i, r;

	for (i = from; i < to; i++) {
		piece = &filling->piece[i];
		if (count_step(filling) < 0)
			return -1;
		if (piece->kind == PIECE_TEXT)
			r = put(filling, piece->text, piece->len);
		else if (piece->kind == PIECE_VALUE)
			r = put_value(filling, piece);
		else {
			r = fill_section(filling, i);
			i = piece->end;
		}
		if (r < 0)
			return -1;
	}
	return 0;
}

int
template_fill(struct buf *out, const char *text, const struct node *data,
    struct fault *fault)
{
	struct script script = { .arena = out->arena, .fault = fault };
	struct filling filling = { .out = out, .fault = fault };

	if (read_script(&script, text) < 0)
		return -1;
	filling.piece = script.piece;
	filling.start = out->len;
	if (fill_within(&filling, data, 0, script.n_pieces) < 0) {
		buf_cut(out, filling.start);
		return -1;
	}
	return 0;
}
