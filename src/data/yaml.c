/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Reading YAML by libyaml's events into a tree. */

#include "config.h"

#include "data/yaml.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "base/arena.h"
#include "base/fault.h"
#include "base/text.h"
#include "data/node.h"

enum {
	LONGEST_KEY = 255,	/* so that no spelling passes libyaml's 1024 */
	FEW_KEYS = 16		/* compared one with another, not sorted */
};

const struct yaml_caps yaml_caps_order = { 64 * 1024, 16, 4000 };
const struct yaml_caps yaml_caps_own = { 64 * 1024 * 1024, 32, 2000000 };

struct reader {
	yaml_parser_t		 parser;
	struct arena		*arena;
	const struct yaml_caps	*caps;
	const char		*text;
	size_t			 len;
	struct node		**open;		/* not yet ended */
	int			 depth;
	int			 n_nodes;
	int			 n_documents;
	struct node		*root;
	const char		*key;		/* read, its value not yet */
	int			 key_line;
	int			 key_column;
	struct fault		*fault;
};

/* === Before parsing === */

static bool
is_refused(uint32_t rune)
{
	return text_is_unsafe_rune(rune) || rune == 0xfffe || rune == 0xffff;
}

static int
refuse_rune(uint32_t rune, int line, int column, struct fault *fault)
{
	if (rune == '\r')
		return fault_at(fault, FAULT_PLAYER, line, column,
		    "a carriage return stands alone; end lines with a newline");
	return fault_at(fault, FAULT_PLAYER, line, column,
	    "the character U+%04X is not allowed; leave it out",
	    (unsigned)rune);
}

/* Want strict UTF-8 without unsafe characters; CR LF is a line end. */
static int
check_text(const char *text, size_t len, struct fault *fault)
{
	uint32_t rune;
	size_t i;
	int line, column, n;

	line = column = 1;
	for (i = 0; i < len; i += (size_t)n) {
		n = 1;
		if (text[i] >= ' ' && text[i] <= '~') {
			column++;
			continue;
		}
		n = text_rune(text + i, len - i, &rune);
		if (n == 0)
			return fault_at(fault, FAULT_PLAYER, line, column,
			    "the byte 0x%02x is not UTF-8; save the file as "
			    "UTF-8", (unsigned char)text[i]);
		if (rune == '\n') {
			line++;
			column = 1;
			continue;
		}
		if (rune == '\r' && i + 1 < len && text[i + 1] == '\n')
			continue;
		if (is_refused(rune))
			return refuse_rune(rune, line, column, fault);
		column++;
	}
	return 0;
}

/* === Places === */

/* The byte at the place, which libyaml counts in characters; NUL at the end. */
static char
byte_at(const struct reader *reader, const yaml_mark_t *mark)
{
	size_t i, left;

	left = mark->index;
	for (i = 0; i < reader->len; i++)
		if ((reader->text[i] & 0xc0) != 0x80 && left-- == 0)
			return reader->text[i];
	return '\0';
}

static int
line_of(const yaml_mark_t *mark)
{
	return (int)mark->line + 1;
}

static int
column_of(const yaml_mark_t *mark)
{
	return (int)mark->column + 1;
}

/* === What libyaml complains of, in plain words === */

static const struct {
	const char	*problem;
	const char	*words;		/* {L}: the line where it began */
} explanations[] = {
	{ "mapping values are not allowed in this context",
	    "a ':' is not allowed here: is the indentation wrong, or does a "
	    "text that holds ': ' lack its quotes?" },
	{ "did not find expected key",
	    "this does not fit the map that begins on line {L}: is the "
	    "indentation wrong, or a quote or bracket missing above?" },
	{ "did not find expected '-' indicator",
	    "this does not fit the list that begins on line {L}: start each "
	    "item with '- ', all at the same indentation" },
	{ "block sequence entries are not allowed in this context",
	    "a list item ('- ') is not allowed here: put it on a line of its "
	    "own, indented" },
	{ "mapping keys are not allowed in this context",
	    "a '?' is not allowed here; put the text in quotes" },
	{ "found a tab character that violates indentation",
	    "tabs cannot indent YAML; use blanks" },
	{ "found a tab character where an indentation space is expected",
	    "tabs cannot indent YAML; use blanks" },
	{ "found unexpected document indicator",
	    "'---' or '...' stands inside the quoted text that begins on "
	    "line {L}: is a closing quote missing?" },
	{ "found unknown escape character",
	    "this escape is unknown; write a backslash as \\\\, or use "
	    "single quotes" },
	{ "did not find expected hexdecimal number",
	    "\\x, \\u and \\U need two, four and eight hex digits" },
	{ "found invalid Unicode character escape code",
	    "this escape names no character; write the character itself" },
	{ "did not find expected ',' or ']'",
	    "the list that begins on line {L} needs a ',' between items and "
	    "a ']' at its end" },
	{ "did not find expected ',' or '}'",
	    "the map that begins on line {L} needs a ',' between entries and "
	    "a '}' at its end" },
	{ "did not find expected node content",
	    "a value is missing here; write \"\" for an empty text" },
	{ "did not find expected <document start>",
	    "this stands behind the end of the document: is the indentation "
	    "wrong, or a quote missing?" },
	{ "found unexpected ':'",
	    "a ':' is not allowed here; put the text in quotes" },
	{ "did not find expected comment or line break",
	    "only a comment may follow | or >; begin the text on the next "
	    "line" },
	{ "found an indentation indicator equal to 0",
	    "the number after | or > must be 1 to 9; leave it out" },
	{ "found undefined tag handle",
	    "a tag (!...) is not allowed; leave it out" }
};

/* What is refused anyway, whatever is wrong with it. */
static const struct {
	const char	*context;	/* a part of it */
	const char	*words;
} refused_contexts[] = {
	{ "directive", "a directive (%...) is not allowed; leave the line "
	    "out" },
	{ "anchor", "an anchor (&...) is not allowed; write the value out" },
	{ "alias", "an alias (*...) is not allowed; write the value out, or "
	    "put the text in quotes" },
	{ "tag", "a tag (!...) is not allowed; leave it out, or put the text "
	    "in quotes" }
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static int
refuse_at(struct reader *reader, const yaml_mark_t *mark, const char *words)
{
	return fault_at(reader->fault, FAULT_PLAYER, line_of(mark),
	    column_of(mark), "%s", words);
}

static int
refuse_start(struct reader *reader, const yaml_mark_t *mark)
{
	char c;

	c = byte_at(reader, mark);
	if (c == '\t')
		return refuse_at(reader, mark,
		    "tabs cannot indent YAML; use blanks");
	return fault_at(reader->fault, FAULT_PLAYER, line_of(mark),
	    column_of(mark), "a text cannot begin with %c; put it in quotes",
	    c);
}

/* The document ends too early; return 0 where that is not what is wrong. */
static int
refuse_end(struct reader *reader, const char *context)
{
	const yaml_parser_t *parser = &reader->parser;
	const yaml_mark_t *mark = &parser->problem_mark;
	const struct node *inner;
	bool is_list;

	if (strcmp(context, "while scanning a quoted scalar") == 0)
		return fault_at(reader->fault, FAULT_PLAYER, line_of(mark),
		    column_of(mark), "the document ends inside a quoted text: "
		    "is a closing quote missing? (it begins on line %d)",
		    line_of(&parser->context_mark));
	if (strncmp(context, "while parsing a flow", 20) != 0 ||
	    reader->depth == 0)
		return 0;
	inner = reader->open[reader->depth - 1];
	is_list = inner->kind == NODE_LIST;
	return fault_at(reader->fault, FAULT_PLAYER, line_of(mark),
	    column_of(mark), "the document ends inside a %s: is a %c missing? "
	    "(it begins on line %d)", is_list ? "list" : "map",
	    is_list ? ']' : '}', inner->line);
}

/* Use the words found for the problem, with the line in its place. */
static int
refuse_explained(struct reader *reader, const yaml_mark_t *mark,
    const char *words)
{
	const char *place;

	place = strstr(words, "{L}");
	if (place == NULL)
		return refuse_at(reader, mark, words);
	return fault_at(reader->fault, FAULT_PLAYER, line_of(mark),
	    column_of(mark), "%.*s%d%s", (int)(place - words), words,
	    line_of(&reader->parser.context_mark), place + strlen("{L}"));
}

static int
refuse_problem(struct reader *reader)
{
	const yaml_parser_t *parser = &reader->parser;
	const yaml_mark_t *mark = &parser->problem_mark;
	const char *problem, *context;
	size_t i;

	if (parser->error == YAML_MEMORY_ERROR)
		abort();
	problem = parser->problem != NULL ? parser->problem : "unknown";
	context = parser->context != NULL ? parser->context : "";
	if (strcmp(problem, "found character that cannot start any token") == 0)
		return refuse_start(reader, mark);
	if (byte_at(reader, mark) == '\0' && refuse_end(reader, context) < 0)
		return -1;
	for (i = 0; i < COUNT(refused_contexts); i++)
		if (strstr(context, refused_contexts[i].context) != NULL)
			return refuse_at(reader, &parser->context_mark,
			    refused_contexts[i].words);
	if (strcmp(problem, "could not find expected ':'") == 0)
		return refuse_at(reader, &parser->context_mark,
		    "the ':' after this key is missing; write 'key: value'");
	for (i = 0; i < COUNT(explanations); i++)
		if (strcmp(problem, explanations[i].problem) == 0)
			return refuse_explained(reader, mark,
			    explanations[i].words);
	return fault_at(reader->fault, FAULT_PLAYER, line_of(mark),
	    column_of(mark), "this is not well-formed YAML: %s", problem);
}

/* === Events into nodes === */

static int
refuse_anchor(struct reader *reader, const yaml_event_t *event, char sign,
    const yaml_char_t *name)
{
	return fault_at(reader->fault, FAULT_PLAYER,
	    line_of(&event->start_mark), column_of(&event->start_mark),
	    "%s (%c%.40s) is not allowed; write the value out",
	    sign == '&' ? "an anchor" : "an alias", sign, (const char *)name);
}

static int
check_marks(struct reader *reader, const yaml_event_t *event,
    const yaml_char_t *anchor, const yaml_char_t *tag)
{
	if (anchor != NULL)
		return refuse_anchor(reader, event, '&', anchor);
	if (tag != NULL)
		return refuse_at(reader, &event->start_mark,
		    "a tag (!...) is not allowed; leave it out");
	return 0;
}

/* Escapes can bring in what the bytes of the file did not hold. */
static int
check_scalar(struct reader *reader, const yaml_event_t *event)
{
	const char *text = (const char *)event->data.scalar.value;
	size_t len = event->data.scalar.length;
	const yaml_mark_t *mark = &event->start_mark;
	uint32_t rune;
	size_t i;
	int n;

	if (event->data.scalar.style != YAML_DOUBLE_QUOTED_SCALAR_STYLE)
		return 0;
	for (i = 0; i < len; i += (size_t)n) {
		n = text_rune(text + i, len - i, &rune);
		if (n == 0 || is_refused(rune))
			return fault_at(reader->fault, FAULT_PLAYER,
			    line_of(mark), column_of(mark),
			    "the escape for U+%04X is not allowed; leave it "
			    "out", n == 0 ? 0xfffdu : (unsigned)rune);
	}
	return 0;
}

static struct node *
parent_of(struct reader *reader)
{
	return reader->depth > 0 ? reader->open[reader->depth - 1] : NULL;
}

static bool
wants_key(struct reader *reader)
{
	struct node *parent;

	parent = parent_of(reader);
	return parent != NULL && parent->kind == NODE_MAP &&
	    reader->key == NULL;
}

static int
take_key(struct reader *reader, const yaml_event_t *event)
{
	const char *text = (const char *)event->data.scalar.value;
	const yaml_mark_t *mark = &event->start_mark;
	bool plain;

	plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
	if (plain && strcmp(text, "<<") == 0)
		return refuse_at(reader, mark,
		    "a merge key (<<) is not allowed; write the entries out");
	if (event->data.scalar.length > LONGEST_KEY)
		return fault_at(reader->fault, FAULT_PLAYER, line_of(mark),
		    column_of(mark), "this key has %zu bytes; at most %d are "
		    "allowed", event->data.scalar.length, LONGEST_KEY);
	if (strpbrk(text, "\n\t") != NULL)
		return refuse_at(reader, mark,
		    "a key cannot hold a tab or a line end");
	reader->key = arena_strdup(reader->arena, text);
	reader->key_line = line_of(mark);
	reader->key_column = column_of(mark);
	return 0;
}

static int
add_node(struct reader *reader, struct node *node, const yaml_mark_t *mark)
{
	struct node *parent;

	if (++reader->n_nodes > reader->caps->nodes)
		return fault_at(reader->fault, FAULT_PLAYER, line_of(mark),
		    column_of(mark), "there are too many values; at most %d "
		    "are allowed", reader->caps->nodes);
	node->line = line_of(mark);
	node->column = column_of(mark);
	parent = parent_of(reader);
	if (parent == NULL)
		reader->root = node;
	else if (parent->kind == NODE_LIST)
		node_add(parent, node);
	else {
		node->key_line = reader->key_line;
		node->key_column = reader->key_column;
		node_set(parent, reader->key, node);
		reader->key = NULL;
	}
	return 0;
}

static int
take_scalar(struct reader *reader, const yaml_event_t *event)
{
	struct node *node;

	if (check_marks(reader, event, event->data.scalar.anchor,
	    event->data.scalar.tag) < 0 || check_scalar(reader, event) < 0)
		return -1;
	if (wants_key(reader))
		return take_key(reader, event);
	node = node_scalar(reader->arena,
	    (const char *)event->data.scalar.value);
	node->quoted = event->data.scalar.style ==
	    YAML_SINGLE_QUOTED_SCALAR_STYLE ||
	    event->data.scalar.style == YAML_DOUBLE_QUOTED_SCALAR_STYLE;
	return add_node(reader, node, &event->start_mark);
}

static int
take_start(struct reader *reader, const yaml_event_t *event,
    struct node *node, const yaml_char_t *anchor, const yaml_char_t *tag)
{
	const yaml_mark_t *mark = &event->start_mark;

	if (check_marks(reader, event, anchor, tag) < 0)
		return -1;
	if (wants_key(reader))
		return refuse_at(reader, mark, node->kind == NODE_LIST ?
		    "a list cannot be a key; write a word" :
		    "a map cannot be a key; write a word");
	if (reader->depth == reader->caps->depth)
		return fault_at(reader->fault, FAULT_PLAYER, line_of(mark),
		    column_of(mark), "this is nested too deeply; at most %d "
		    "levels are allowed", reader->caps->depth);
	if (add_node(reader, node, mark) < 0)
		return -1;
	reader->open[reader->depth++] = node;
	return 0;
}

/* === Keys that appear twice === */

static int
refuse_twice(struct reader *reader, const struct node *first,
    const struct node *again)
{
	return fault_at(reader->fault, FAULT_PLAYER, again->key_line,
	    again->key_column, "key '%s' appears twice (first on line %d)",
	    again->key, first->key_line);
}

static bool
is_before(const struct node *a, const struct node *b)
{
	return a->key_line != b->key_line ? a->key_line < b->key_line :
	    a->key_column < b->key_column;
}

static int
compare_keys(const void *a, const void *b)
{
	const struct node *x = *(const struct node *const *)a;
	const struct node *y = *(const struct node *const *)b;
	int order;

	order = strcmp(x->key, y->key);
	if (order != 0)
		return order;
	return is_before(x, y) ? -1 : is_before(y, x);
}

static int
check_many_keys(struct reader *reader, const struct node *map)
{
	const struct node **sorted, *first, *again;
	struct node *child;
	int i, n;

	sorted = arena_alloc(reader->arena,
	    (size_t)map->n_children * sizeof(struct node *));
	n = 0;
	NODE_EACH(child, map)
		sorted[n++] = child;
	qsort(sorted, (size_t)n, sizeof(struct node *), compare_keys);
	first = again = NULL;
	for (i = 1; i < n; i++)
		if (strcmp(sorted[i - 1]->key, sorted[i]->key) == 0 &&
		    (again == NULL || is_before(sorted[i], again))) {
			first = sorted[i - 1];
			again = sorted[i];
		}
	return again == NULL ? 0 : refuse_twice(reader, first, again);
}

static int
check_keys(struct reader *reader, const struct node *map)
{
	const struct node *first, *again;

	if (map->n_children > FEW_KEYS)
		return check_many_keys(reader, map);
	NODE_EACH(again, map)
		for (first = map->child; first != again; first = first->next)
			if (strcmp(first->key, again->key) == 0)
				return refuse_twice(reader, first, again);
	return 0;
}

/* === The document === */

static int
take_document(struct reader *reader, const yaml_event_t *event)
{
	if (event->data.document_start.version_directive != NULL ||
	    event->data.document_start.tag_directives.start !=
	    event->data.document_start.tag_directives.end)
		return refuse_at(reader, &event->start_mark,
		    "a directive (%...) is not allowed; leave the line out");
	if (reader->n_documents++ > 0)
		return refuse_at(reader, &event->start_mark,
		    "a second document begins here; only one is allowed");
	return 0;
}

static int
take_event(struct reader *reader, const yaml_event_t *event)
{
	switch (event->type) {
	case YAML_DOCUMENT_START_EVENT:
		return take_document(reader, event);
	case YAML_ALIAS_EVENT:
		return refuse_anchor(reader, event, '*',
		    event->data.alias.anchor);
	case YAML_SCALAR_EVENT:
		return take_scalar(reader, event);
	case YAML_SEQUENCE_START_EVENT:
		return take_start(reader, event, node_list(reader->arena),
		    event->data.sequence_start.anchor,
		    event->data.sequence_start.tag);
	case YAML_MAPPING_START_EVENT:
		return take_start(reader, event, node_map(reader->arena),
		    event->data.mapping_start.anchor,
		    event->data.mapping_start.tag);
	case YAML_SEQUENCE_END_EVENT:
		reader->depth--;
		return 0;
	case YAML_MAPPING_END_EVENT:
		return check_keys(reader, reader->open[--reader->depth]);
	default:
		return 0;
	}
}

static int
read_events(struct reader *reader)
{
	yaml_event_t event;
	bool ended;
	int r;

	do {
		if (!yaml_parser_parse(&reader->parser, &event))
			return refuse_problem(reader);
		ended = event.type == YAML_STREAM_END_EVENT;
		r = take_event(reader, &event);
		yaml_event_delete(&event);
		if (r < 0)
			return -1;
	} while (!ended);
	if (reader->root == NULL)
		return fault_at(reader->fault, FAULT_PLAYER, 1, 1,
		    "the document is empty; write 'key: value' lines");
	return 0;
}

int
yaml_read(struct arena *arena, const char *text, size_t len,
    const struct yaml_caps *caps, struct node **out, struct fault *fault)
{
	static const char byte_order_mark[] = "\xef\xbb\xbf";
	struct reader reader;
	int r;

	if (len > caps->bytes)
		return fault_at(fault, FAULT_PLAYER, 1, 1,
		    "the file has %zu bytes; at most %zu are allowed", len,
		    caps->bytes);
	if (len >= 3 && memcmp(text, byte_order_mark, 3) == 0) {
		text += 3;
		len -= 3;
	}
	if (check_text(text, len, fault) < 0)
		return -1;
	memset(&reader, 0, sizeof(reader));
	if (!yaml_parser_initialize(&reader.parser))
		abort();
	reader.arena = arena;
	reader.caps = caps;
	reader.text = text;
	reader.len = len;
	reader.fault = fault;
	reader.open = arena_alloc(arena,
	    (size_t)caps->depth * sizeof(struct node *));
	yaml_parser_set_encoding(&reader.parser, YAML_UTF8_ENCODING);
	yaml_parser_set_input_string(&reader.parser,
	    (const unsigned char *)text, len);
	r = read_events(&reader);
	if (r == 0)
		*out = reader.root;
	yaml_parser_delete(&reader.parser);
	return r;
}
