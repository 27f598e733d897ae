/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A strict reader of mails: headers, the tree of parts, their codings. */

#include "config.h"

#include "mail/message.h"

#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "data/digest.h"
#include "mail/address.h"
#include "mail/mime.h"

enum { BOUNDARY_LEN = 70 };

struct span {
	const char	*p;
	const char	*end;
};

/* What is known while the tree is walked. */
struct walk {
	struct arena	*arena;
	struct fault	*fault;
	struct message	*message;
	int		 n_headers;	/* read so far, of all parts */
	int		 depth;
	int		 seal;		/* the seal around this place, or -1 */
	const char	*boundary[MESSAGE_DEPTH];
};

/* A part's own headers, and what they say of its body. */
struct entity {
	struct message_header	*header;
	int			 n_headers;
	struct span		 body;
	struct mime_field	 type;
	struct mime_field	 disposition;
	const char		*coding;
};

/* LINES */

/* Cut the next line off span, without its end; *next is what follows it. */
static struct span
next_line(struct span span, const char **next)
{
	const char *nl = memchr(span.p, '\n', span.end - span.p);
	struct span line = { span.p, nl != NULL ? nl : span.end };

	*next = nl != NULL ? nl + 1 : span.end;
	if (nl != NULL && line.end > line.p && line.end[-1] == '\r')
		line.end--;
	return line;
}

static size_t
span_len(struct span span)
{
	return span.end - span.p;
}

/* HEADERS */

static bool
is_header_name(const char *p, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (p[i] <= ' ' || p[i] > '~')
			return false;
	return len > 0;
}

static bool
has_control(struct span line)
{
	const char *p;

	for (p = line.p; p < line.end; p++)
		if (((unsigned char)*p < ' ' && *p != '\t') || *p == 0x7f)
			return true;
	return false;
}

/* Take over what was gathered of a header's value, trimmed. */
static void
finish_header(struct entity *entity, struct buf *value)
{
	const char *text = value->data;
	size_t n = value->len;

	if (entity->n_headers == 0)
		return;
	while (n > 0 && (text[n - 1] == ' ' || text[n - 1] == '\t'))
		n--;
	buf_cut(value, n);
	entity->header[entity->n_headers - 1].value = value->data +
	    strspn(value->data, " \t");
}

static int
start_header(struct walk *walk, struct entity *entity, struct span line,
    struct buf *value)
{
	const char *colon = memchr(line.p, ':', span_len(line));
	struct message_header *header;

	if (colon == NULL || !is_header_name(line.p, colon - line.p))
		return fault_set(walk->fault, FAULT_PLAYER,
		    "a header line is not of the form Name: value");
	if (walk->n_headers == MESSAGE_HEADERS)
		return fault_set(walk->fault, FAULT_PLAYER,
		    "the mail has more than %d headers", MESSAGE_HEADERS);
	finish_header(entity, value);
	header = entity->header + entity->n_headers++;
	walk->n_headers++;
	header->name = arena_strndup(walk->arena, line.p, colon - line.p);
	buf_init(value, walk->arena);
	buf_add(value, colon + 1, line.end - colon - 1);
	return 0;
}

static int
read_headers(struct walk *walk, struct span span, struct entity *entity)
{
	struct buf value;
	struct span line;
	const char *next;

	entity->header = walk->message->header + walk->n_headers;
	entity->n_headers = 0;
	buf_init(&value, walk->arena);
	for (; span.p < span.end; span.p = next) {
		line = next_line(span, &next);
		if (span_len(line) == 0) {
			span.p = next;
			break;
		}
		if (has_control(line))
			return fault_set(walk->fault, FAULT_PLAYER,
			    "a header has a control character in it");
		if ((*line.p == ' ' || *line.p == '\t') &&
		    entity->n_headers > 0)
			buf_add(&value, line.p, span_len(line));
		else if (start_header(walk, entity, line, &value) == -1)
			return -1;
	}
	finish_header(entity, &value);
	entity->body = span;
	return 0;
}

/* Find a header that may be there once; *value is NULL when it is not. */
static int
only_header(struct walk *walk, const struct entity *entity, const char *name,
    const char **value)
{
	int i;

	*value = NULL;
	for (i = 0; i < entity->n_headers; i++) {
		if (strcasecmp(entity->header[i].name, name) != 0)
			continue;
		if (*value != NULL)
			return fault_set(walk->fault, FAULT_PLAYER,
			    "the header %s is there twice", name);
		*value = entity->header[i].value;
	}
	return 0;
}

static int
read_field(struct walk *walk, const struct entity *entity, const char *name,
    const char *otherwise, struct mime_field *out)
{
	const char *value;

	if (only_header(walk, entity, name, &value) == -1)
		return -1;
	if (value == NULL || *value == '\0')
		value = otherwise;
	if (mime_field_read(walk->arena, value, out, walk->fault) == -1)
		return fault_within(walk->fault, "%s", name);
	return 0;
}

static int
read_content_headers(struct walk *walk, struct entity *entity,
    const char *default_type)
{
	struct mime_field coding;

	if (read_field(walk, entity, "Content-Type", default_type,
	    &entity->type) == -1 ||
	    read_field(walk, entity, "Content-Disposition", "inline",
	    &entity->disposition) == -1 ||
	    read_field(walk, entity, "Content-Transfer-Encoding", "7bit",
	    &coding) == -1)
		return -1;
	entity->coding = coding.value;
	return 0;
}

/* LEAVES */

static bool
is_identity(const char *coding)
{
	return strcmp(coding, "7bit") == 0 || strcmp(coding, "8bit") == 0 ||
	    strcmp(coding, "binary") == 0;
}

static bool
is_passed_over(const char *type)
{
	return strcmp(type, "text/html") == 0 ||
	    (strncmp(type, "text/", 5) != 0 &&
	    strncmp(type, "application/", 12) != 0);
}

static int
decode_body(struct walk *walk, const struct entity *entity,
    struct message_part *part)
{
	struct span body = entity->body;
	struct buf out;
	bool good;

	if (is_identity(entity->coding)) {
		part->bytes = body.p;
		part->len = span_len(body);
		return 0;
	}
	buf_init(&out, walk->arena);
	if (strcmp(entity->coding, "base64") == 0)
		good = base64_read(body.p, span_len(body), &out);
	else if (strcmp(entity->coding, "quoted-printable") == 0)
		good = mime_qp_read(&out, body.p, span_len(body));
	else
		return fault_set(walk->fault, FAULT_PLAYER,
		    "a part has an encoding that is not known here");
	if (!good)
		return fault_set(walk->fault, FAULT_PLAYER,
		    "a part is said to be %s and is not", entity->coding);
	part->bytes = out.data;
	part->len = out.len;
	return 0;
}

static void
convert_text(struct walk *walk, struct message_part *part)
{
	struct buf out;

	if (strncmp(part->type, "text/", 5) != 0)
		return;
	buf_init(&out, walk->arena);
	if (mime_to_utf8(&out, part->charset, part->bytes, part->len)) {
		part->text = out.data;
		part->text_len = out.len;
	}
}

/* Make a file name fit to be shown: the last of a path, the end if long. */
static const char *
safe_name(const char *name)
{
	const char *p;
	size_t n;

	for (p = name; *p != '\0'; p++)
		if (*p == '/' || *p == '\\')
			name = p + 1;
	n = strlen(name);
	if (n > MESSAGE_NAME)
		name += n - MESSAGE_NAME;
	while ((*name & 0xc0) == 0x80 || *name == ' ')
		name++;
	return name;
}

static const char *
part_name(struct walk *walk, const struct entity *entity)
{
	const char *name;

	name = mime_param_text(walk->arena, &entity->disposition, "filename");
	if (name == NULL)
		name = mime_param_text(walk->arena, &entity->type, "name");
	return name != NULL ? safe_name(name) : "";
}

static bool
has_param(const struct mime_field *field, const char *name, const char *value)
{
	const char *found = mime_param(field, name);

	return found != NULL && strcasecmp(found, value) == 0;
}

static const char *
lower_param(struct walk *walk, const struct mime_field *field,
    const char *name)
{
	const char *found = mime_param(field, name);
	char *copy = arena_strdup(walk->arena, found != NULL ? found : "");
	char *p;

	for (p = copy; *p != '\0'; p++)
		if (*p >= 'A' && *p <= 'Z')
			*p += 'a' - 'A';
	return copy;
}

static int
read_leaf(struct walk *walk, const struct entity *entity)
{
	struct message *message = walk->message;
	struct message_part *part;

	if (message->n_parts == MESSAGE_PARTS)
		return fault_set(walk->fault, FAULT_PLAYER,
		    "the mail has more than %d parts", MESSAGE_PARTS);
	part = message->part + message->n_parts++;
	part->type = entity->type.value;
	part->name = part_name(walk, entity);
	part->charset = lower_param(walk, &entity->type, "charset");
	part->attached = strcmp(entity->disposition.value, "attachment") == 0;
	part->flowed = has_param(&entity->type, "format", "flowed");
	part->delsp = has_param(&entity->type, "delsp", "yes");
	part->seal = walk->seal;
	if (is_passed_over(part->type))
		return 0;
	if (decode_body(walk, entity, part) == -1)
		return -1;
	convert_text(walk, part);
	return 0;
}

/* MULTIPARTS */

static int	 read_entity(struct walk *, struct span, const char *);

enum delimiter { NO_DELIMITER, NEXT_PART, LAST_PART };

static enum delimiter
delimiter_at(struct span line, const char *boundary)
{
	size_t n = strlen(boundary);
	enum delimiter kind = NEXT_PART;

	if (span_len(line) < n + 2 || line.p[0] != '-' || line.p[1] != '-' ||
	    memcmp(line.p + 2, boundary, n) != 0)
		return NO_DELIMITER;
	line.p += n + 2;
	if (span_len(line) >= 2 && line.p[0] == '-' && line.p[1] == '-') {
		kind = LAST_PART;
		line.p += 2;
	}
	while (line.p < line.end && (*line.p == ' ' || *line.p == '\t'))
		line.p++;
	return line.p == line.end ? kind : NO_DELIMITER;
}

/*
 * Find the next delimiter in *rest. *before is what precedes it, without
 * the line end that belongs to it; *rest is what follows it.
 */
static enum delimiter
find_delimiter(struct span *rest, const char *boundary, struct span *before)
{
	struct span span = *rest, line;
	enum delimiter kind = NO_DELIMITER;
	const char *next;

	for (; span.p < span.end; span.p = next) {
		line = next_line(span, &next);
		kind = delimiter_at(line, boundary);
		if (kind != NO_DELIMITER)
			break;
	}
	if (kind == NO_DELIMITER)
		return kind;
	before->p = rest->p;
	before->end = span.p;
	if (before->end > before->p)
		before->end--;
	if (before->end > before->p && before->end[-1] == '\r')
		before->end--;
	rest->p = next;
	return kind;
}

static bool
is_boundary(const char *text)
{
	size_t i;

	for (i = 0; text[i] != '\0'; i++)
		if (text[i] < ' ' || text[i] > '~')
			return false;
	return i > 0 && i <= BOUNDARY_LEN && text[i - 1] != ' ';
}

/* Does a delimiter of one read as a delimiter of the other? */
static bool
boundaries_clash(const char *outer, const char *inner)
{
	size_t n = strlen(outer);

	return strncmp(outer, inner, n) == 0 &&
	    (inner[n] == '\0' || strcmp(inner + n, "--") == 0);
}

static int
take_boundary(struct walk *walk, const struct entity *entity)
{
	const char *boundary = mime_param(&entity->type, "boundary");
	int i;

	if (!is_identity(entity->coding))
		return fault_set(walk->fault, FAULT_PLAYER,
		    "a multipart is encoded, which it must not be");
	if (walk->depth == MESSAGE_DEPTH)
		return fault_set(walk->fault, FAULT_PLAYER,
		    "multiparts lie more than %d deep", MESSAGE_DEPTH);
	if (boundary == NULL || !is_boundary(boundary))
		return fault_set(walk->fault, FAULT_PLAYER,
		    "a multipart has no proper boundary");
	for (i = 0; i < walk->depth; i++)
		if (boundaries_clash(walk->boundary[i], boundary) ||
		    boundaries_clash(boundary, walk->boundary[i]))
			return fault_set(walk->fault, FAULT_PLAYER,
			    "a multipart has the boundary of one around it");
	walk->boundary[walk->depth++] = boundary;
	return 0;
}

/* Read the nth part (from 0) of a multipart/signed. */
static int
read_sealed(struct walk *walk, struct message_seal *seal, struct span part,
    int nth)
{
	struct message *message = walk->message;
	int around = walk->seal, before = message->n_parts, r;

	if (nth == 0) {
		seal->bytes = part.p;
		seal->len = span_len(part);
		walk->seal = (int)(seal - message->seal);
		r = read_entity(walk, part, "text/plain");
		walk->seal = around;
		return r;
	}
	seal->signature = before;
	if (read_entity(walk, part, "text/plain") == -1)
		return -1;
	if (nth > 1 || message->n_parts != before + 1)
		return fault_set(walk->fault, FAULT_PLAYER,
		    "a multipart/signed has not one part and its signature");
	return 0;
}

static struct message_seal *
new_seal(struct walk *walk, const struct entity *entity)
{
	struct message *message = walk->message;
	struct message_seal *seal = message->seal + message->n_seals++;

	seal->protocol = lower_param(walk, &entity->type, "protocol");
	seal->signature = -1;
	return seal;
}

static int
read_multipart(struct walk *walk, const struct entity *entity)
{
	const char *default_type = "text/plain", *boundary;
	struct message_seal *seal = NULL;
	struct span rest = entity->body, part;
	enum delimiter kind;
	int n, r;

	if (take_boundary(walk, entity) == -1)
		return -1;
	boundary = walk->boundary[walk->depth - 1];
	if (strcmp(entity->type.value, "multipart/digest") == 0)
		default_type = "message/rfc822";
	if (strcmp(entity->type.value, "multipart/signed") == 0) {
		if (walk->message->n_seals == MESSAGE_PARTS)
			return fault_set(walk->fault, FAULT_PLAYER,
			    "the mail has more than %d parts", MESSAGE_PARTS);
		seal = new_seal(walk, entity);
	}
	kind = find_delimiter(&rest, boundary, &part);
	for (n = 0; kind == NEXT_PART; n++) {
		kind = find_delimiter(&rest, boundary, &part);
		if (kind == NO_DELIMITER)
			break;
		r = seal != NULL ? read_sealed(walk, seal, part, n) :
		    read_entity(walk, part, default_type);
		if (r == -1)
			return -1;
	}
	if (kind == NO_DELIMITER || n == 0)
		return fault_set(walk->fault, FAULT_PLAYER,
		    "a multipart is not ended: the mail may be cut off");
	if (seal != NULL && n != 2)
		return fault_set(walk->fault, FAULT_PLAYER,
		    "a multipart/signed has not one part and its signature");
	walk->depth--;
	return 0;
}

static int
read_entity(struct walk *walk, struct span span, const char *default_type)
{
	struct entity entity;

	if (read_headers(walk, span, &entity) == -1 ||
	    read_content_headers(walk, &entity, default_type) == -1)
		return -1;
	if (walk->depth == 0)
		walk->message->n_headers = entity.n_headers;
	if (strncmp(entity.type.value, "multipart/", 10) == 0)
		return read_multipart(walk, &entity);
	return read_leaf(walk, &entity);
}

/* THE MAIL */

/* Pass over the line that an mbox, or a pipe, puts before a mail. */
static struct span
without_from_line(struct span span)
{
	const char *next;

	if (span_len(span) > 5 && memcmp(span.p, "From ", 5) == 0) {
		next_line(span, &next);
		span.p = next;
	}
	return span;
}

int
message_read(struct arena *arena, const char *bytes, size_t len,
    struct message *out, struct fault *fault)
{
	struct message message = { .n_parts = 0 };
	struct walk walk = { .arena = arena, .fault = fault,
	    .message = &message, .seal = -1 };
	struct span span = { bytes, bytes + len };

	if (len > MESSAGE_BYTES)
		return fault_set(fault, FAULT_PLAYER,
		    "the mail is longer than %d bytes", MESSAGE_BYTES);
	message.header = arena_alloc(arena,
	    MESSAGE_HEADERS * sizeof(*message.header));
	message.part = arena_alloc(arena,
	    MESSAGE_PARTS * sizeof(*message.part));
	message.seal = arena_alloc(arena,
	    MESSAGE_PARTS * sizeof(*message.seal));
	if (read_entity(&walk, without_from_line(span), "text/plain") == -1)
		return -1;
	*out = message;
	return 0;
}

int
message_count(const struct message *message, const char *name)
{
	int i, n = 0;

	for (i = 0; i < message->n_headers; i++)
		n += strcasecmp(message->header[i].name, name) == 0;
	return n;
}

const char *
message_header(const struct message *message, const char *name)
{
	int i;

	for (i = 0; i < message->n_headers; i++)
		if (strcasecmp(message->header[i].name, name) == 0)
			return message->header[i].value;
	return NULL;
}

const char *
message_header_text(struct arena *arena, const struct message *message,
    const char *name)
{
	const char *value = message_header(message, name);
	struct buf out;

	if (value == NULL)
		return "";
	buf_init(&out, arena);
	mime_words_read(&out, value);
	return out.data;
}

int
message_address(struct arena *arena, const struct message *message,
    const char *name, char **out, struct fault *fault)
{
	int n = message_count(message, name);

	if (n != 1)
		return fault_set(fault, FAULT_PLAYER,
		    "the mail has %s %s", n == 0 ? "no header" :
		    "more than one header", name);
	if (address_only(arena, message_header(message, name), out,
	    fault) == -1)
		return fault_within(fault, "%s", name);
	return 0;
}
