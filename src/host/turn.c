/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Closing a turn. */

#include "config.h"

#include "host/turn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/fault.h"
#include "base/text.h"
#include "data/node.h"
#include "data/template.h"
#include "data/yaml.h"
#include "host/home.h"
#include "host/pack.h"

struct making {
	struct game		*game;
	struct arena		*arena;
	const struct filed	*files;
	int			 n_files;
	const struct turn_terms	*terms;
	const struct commons	*commons;	/* at the new question */
	int			 base;		/* whose base.yaml counts */
	bool			 asked[SEATS_MAX];	/* in the turn closed */
	bool			 answered[SEATS_MAX];
	struct made		*out;
};

static struct node *
scalar(struct making *m, const char *text)
{
	return node_scalar(m->arena, text);
}

static void
add_file(struct making *m, const char *path, const char *data)
{
	struct made_file	*file = &m->out->file[m->out->n_files++];

	file->path = path;
	file->data = data;
	file->len = strlen(data);
}

static void
add_yaml(struct making *m, const char *path, const struct node *tree)
{
	struct buf	text;

	buf_init(&text, m->arena);
	yaml_write(&text, tree);
	add_file(m, path, text.data);
}

static const char *
hex_of(struct making *m, const void *data, size_t len)
{
	struct digest	digest;
	char		hex[HEX_SIZE];

	digest_of(data, len, &digest);
	digest_hex(&digest, hex);
	return arena_strdup(m->arena, hex);
}

static const char *
hex_text(struct making *m, const struct digest *digest)
{
	char	hex[HEX_SIZE];

	digest_hex(digest, hex);
	return arena_strdup(m->arena, hex);
}

static const char *
iso(struct arena *arena, int64_t when)
{
	struct buf	text;

	buf_init(&text, arena);
	clock_iso(&text, when);
	return text.data;
}

/* "2026-11-20 18:00 UTC" */
static const char *
deadline_words(struct arena *arena, int64_t when)
{
	char	*text = arena_strdup(arena, iso(arena, when));

	text[10] = ' ';
	return arena_printf(arena, "%.16s UTC", text);
}

/* ---- the rules ------------------------------------------------------- */

/* Note who was asked, and who answered. */
static void
note_asked(struct making *m)
{
	int	i;

	for (i = 0; i < m->game->n_seats; i++)
		m->asked[i] = game_awaits(m->game, i) != NULL;
	for (i = 0; i < m->n_files; i++)
		if (m->files[i].file.orders != NULL)
			m->answered[m->files[i].seat] =
			    !game_withdraws(&m->files[i]);
}

static int
start(struct making *m, struct fault *fault)
{
	struct game	*game = m->game;
	const char	*names[SEATS_MAX];
	struct digest	 key;
	int		 i;

	note_asked(m);
	for (i = 0; i < game->n_seats; i++)
		names[i] = game->seat[i].name;
	game_stream_key(game, m->files, m->n_files, &key);
	if (match_init(&game->match, game->arena, game->engine,
	    game->pack->components, game->options, names, game->n_seats, &key,
	    fault) != 0)
		return -1;
	add_file(m, "stream", arena_printf(m->arena, "%s\n",
	    hex_text(m, &key)));
	return match_start(&game->match, fault);
}

static int
resolve(struct making *m, struct fault *fault)
{
	struct turn_in	in;

	if (game_rewind(m->game, fault) != 0)
		return -1;
	note_asked(m);
	if (game_turn_in(m->game, m->files, m->n_files, &in, fault) != 0)
		return -1;
	return match_close(&m->game->match, &in, fault);
}

/* ---- what the host adds to the events -------------------------------- */

static void
tell(struct making *m, int32_t to, const char *name, const char *fmt, ...)
{
	va_list	ap;

	va_start(ap, fmt);
	events_add(&m->game->match.events, to, NULL, name, fmt, ap);
	va_end(ap);
}

/* Whom a letter is for, and that in words. No "to": all. */
static int32_t
addressees(struct making *m, const struct node *letter, int from,
    struct buf *words)
{
	const struct node	*to = node_get(letter, "to"), *item;
	int32_t			 seats = 0;
	int			 seat;

	if (to == NULL || (to->kind == NODE_SCALAR &&
	    strcmp(to->text, "all") == 0)) {
		buf_puts(words, "all");
		return SEEN_ALL;
	}
	for (item = to->kind == NODE_LIST ? to->child : to; item != NULL;
	    item = to->kind == NODE_LIST ? item->next : NULL) {
		seat = item->kind != NODE_SCALAR ? NONE :
		    strcmp(item->text, "me") == 0 ? from :
		    game_seat(m->game, item->text);
		if (seat == NONE || (seats & 1 << seat) != 0)
			continue;
		seats |= 1 << seat;
		buf_printf(words, "%s%s", words->len > 0 ? ", " : "",
		    m->game->seat[seat].name);
	}
	return seats != 0 ? seats | 1 << from : 0;
}

static void
deliver_press(struct making *m)
{
	const struct node	*letter;
	struct buf		 to;
	int32_t			 seats;
	int			 i;

	for (i = 0; i < m->n_files; i++)
		NODE_EACH(letter, m->files[i].file.press) {
			buf_init(&to, m->arena);
			seats = addressees(m, letter, m->files[i].seat, &to);
			if (seats != 0)
				tell(m, seats, "press", "from=%s to=%s text=%s",
				    m->game->seat[m->files[i].seat].name,
				    to.data, node_text(letter, "text", ""));
		}
}

static void
tell_actions(struct making *m)
{
	const struct node	*action;

	NODE_EACH(action, m->terms->actions)
		tell(m, SEEN_ALL, "host-looked", "seat=%s turn=%s",
		    node_text(action, "seat", "?"),
		    node_text(action, "turn", "?"));
}

/* ---- letters --------------------------------------------------------- */

/* The last turn whose events a seat was told of; -1: none. */
static int
last_told(const struct game *game, int seat)
{
	const struct node	*told = game->record != NULL ?
				    node_get(game->record, "told") : NULL;

	return told == NULL ? -1 :
	    atoi(node_text(told, game->seat[seat].name, "-1"));
}

static int
told_since(struct making *m, int seat, struct told **out, int *n_out,
    struct fault *fault)
{
	struct game	*game = m->game;
	int		 from = last_told(game, seat) + 1, turn;
	struct told	*told = arena_alloc(m->arena,
			    (size_t)(game->turn - from + 1) * sizeof(*told));
	struct events	*events;
	struct node	*tree;

	*n_out = 0;
	for (turn = from; turn < game->turn; turn++) {
		events = arena_alloc(m->arena, sizeof(*events));
		events_init(events, m->arena);
		if (game_read(game, arena_printf(m->arena,
		    "turns/%s/events.yaml", game_turn_name(m->arena, turn)),
		    &tree, fault) != 0 ||
		    events_read(events, tree, &m->commons->seats, fault) != 0)
			return -1;
		told[*n_out].turn = turn;
		told[(*n_out)++].events = events;
	}
	told[*n_out].turn = game->turn;
	told[(*n_out)++].events = &game->match.events;
	*out = told;
	return 0;
}

static int
write_letter(struct making *m, int seat, struct fault *fault)
{
	struct game		*game = m->game;
	struct letter_frame	 frame = { .game = game->id, .of = game->of };
	struct letter		*letter = &m->out->letter[seat];
	const char		*name = m->commons->seats.name[seat];
	char			 hex[HEX_SIZE];
	struct told		*told;
	struct buf		 seed;
	int			 n;

	digest_hex(&game->head, hex);
	frame.head = hex;
	if (game->match.over) {
		buf_init(&seed, m->arena);
		hex_write(&seed, &game->seed, sizeof(game->seed));
		frame.seed = seed.data;
	} else
		frame.deadline = deadline_words(m->arena, m->out->deadline);
	if (told_since(m, seat, &told, &n, fault) != 0 ||
	    letter_write(m->arena, &game->match, game->pack, &frame, seat,
	    told, n, letter, fault) != 0)
		return -1;
	add_file(m, arena_printf(m->arena, "letters/%s/report.txt", name),
	    letter->text);
	if (letter->orders != NULL)
		add_file(m, arena_printf(m->arena, "letters/%s/orders.yaml",
		    name), letter->orders);
	add_file(m, arena_printf(m->arena, "letters/%s/view.yaml", name),
	    letter->view);
	return 0;
}

static int
write_letters(struct making *m, struct fault *fault)
{
	int	i;

	for (i = 0; i < m->game->n_seats; i++) {
		m->out->told[i] = m->game->match.over || m->terms->told[i] ||
		    match_asked(&m->game->match, i) != NONE;
		if (m->out->told[i] && write_letter(m, i, fault) != 0)
			return -1;
	}
	return 0;
}

/* ---- the record ------------------------------------------------------ */

static struct node *
record_asked(struct making *m)
{
	struct node	*map = node_map(m->arena);
	int		 i;

	for (i = 0; i < m->game->n_seats; i++)
		if (m->asked[i])
			node_set(map, m->game->seat[i].name,
			    scalar(m, game_awaits(m->game, i)));
	return map;
}

/* Who is asked for what in the turn that opens. */
static struct node *
record_awaits(struct making *m)
{
	struct node	*map = node_map(m->arena);
	int		 i, asked;

	for (i = 0; i < m->game->n_seats && !m->out->over; i++) {
		asked = m->commons->place[i].asked;
		if (asked != NONE)
			node_set(map, m->commons->seats.name[i], scalar(m,
			    m->game->match.decisions[asked]));
	}
	return map;
}

static struct node *
record_late(struct making *m)
{
	struct node	*list = node_list(m->arena);
	int		 i;

	for (i = 0; i < m->game->n_seats; i++)
		if (m->asked[i] && !m->answered[i])
			node_add(list, scalar(m, m->game->seat[i].name));
	return list;
}

static struct node *
record_orders(struct making *m)
{
	struct node	*list = node_list(m->arena), *item;
	char		 hex[HEX_SIZE];
	int		 i;

	for (i = 0; i < m->n_files; i++) {
		item = node_map(m->arena);
		digest_hex(&m->files[i].digest, hex);
		node_set(item, "file", scalar(m, m->files[i].name));
		node_set(item, "sha256", scalar(m,
		    arena_strdup(m->arena, hex)));
		node_set(item, "key", scalar(m, m->files[i].key));
		if (m->files[i].seal != NULL)
			node_set(item, "seal", scalar(m, m->files[i].seal));
		node_add(list, item);
	}
	return list;
}

static struct node *
record_told(struct making *m)
{
	struct node	*map = node_map(m->arena);
	int		 i;

	for (i = 0; i < m->game->n_seats; i++)
		node_set(map, m->commons->seats.name[i],
		    node_number(m->arena, m->out->told[i] ? m->game->turn :
		    last_told(m->game, i)));
	return map;
}

static struct node *
record_files(struct making *m)
{
	struct node	*map = node_map(m->arena);
	int		 i;

	for (i = 0; i < m->out->n_files; i++)
		node_set(map, m->out->file[i].path, scalar(m, hex_of(m,
		    m->out->file[i].data, m->out->file[i].len)));
	return map;
}

static struct node *
record_seats(struct making *m)
{
	struct node	*list = node_list(m->arena);
	int		 i;

	for (i = 0; i < m->game->n_seats; i++)
		node_add(list, scalar(m, m->commons->seats.name[i]));
	return list;
}

/* The turn whose record holds the keys that count now; -1: game.yaml. */
static int
keys_at(const struct game *game)
{
	return game->record == NULL ? -1 :
	    atoi(node_text(game->record, "keys_at", "-1"));
}

static void
write_record(struct making *m)
{
	struct game	*game = m->game;
	struct node	*map = node_map(m->arena);
	struct digest	 salt;

	game_secret(game, "salt", game->turn, "", &salt);
	node_set(map, "game", scalar(m, game->id));
	node_set(map, "turn", node_number(m->arena, game->turn));
	node_set(map, "previous", scalar(m, hex_text(m, &game->head)));
	node_set(map, "salt", scalar(m, hex_text(m, &salt)));
	node_set(map, "rules", node_number(m->arena, game->engine->rules));
	node_set(map, "data", scalar(m, node_text(game->tree, "data", "")));
	node_set(map, "closed", scalar(m, iso(m->arena, m->terms->closed)));
	node_set(map, "deadline", scalar(m, iso(m->arena, m->out->deadline)));
	node_set(map, "over", scalar(m, m->out->over ? "yes" : "no"));
	node_set(map, "base", node_number(m->arena, m->base));
	node_set(map, "seats", record_seats(m));
	node_set(map, "asked", record_asked(m));
	node_set(map, "late", record_late(m));
	node_set(map, "awaits", record_awaits(m));
	node_set(map, "told", record_told(m));
	node_set(map, "orders", record_orders(m));
	node_set(map, "keys_at", node_number(m->arena,
	    m->terms->keys != NULL ? game->turn : keys_at(game)));
	if (m->terms->keys != NULL)
		node_set(map, "keys", node_copy(m->arena, m->terms->keys));
	if (m->terms->actions != NULL)
		node_set(map, "actions",
		    node_copy(m->arena, m->terms->actions));
	node_set(map, "files", record_files(m));
	add_yaml(m, "turn.yaml", map);
}

/* ---- the whole ------------------------------------------------------- */

static struct node *
base_view(struct making *m)
{
	const struct match	*match = &m->game->match;
	const struct commons	*commons = match->base;
	struct env		 env = match_env(match);

	env.roster = &commons->seats;
	return schema_view(m->arena, match->engine->state, match->base,
	    EVERYTHING, &env);
}

int
turn_make(struct game *game, const struct filed *files, int n_files,
    const struct turn_terms *terms, struct made *out, struct fault *fault)
{
	struct making	m = { .game = game, .arena = game->arena,
			    .files = files, .n_files = n_files,
			    .terms = terms, .out = out };

	memset(out, 0, sizeof(*out));
	if ((game->turn == 0 ? start(&m, fault) : resolve(&m, fault)) != 0)
		return -1;
	m.commons = game->match.state;
	out->over = game->match.over;
	out->deadline = terms->closed + game->span;
	deliver_press(&m);
	tell_actions(&m);
	add_yaml(&m, "state.yaml", match_view(&game->match, m.arena,
	    EVERYTHING));
	m.base = game->match.n_turns == 0 ? game->turn :
	    atoi(node_text(game->record, "base", "0"));
	if (m.base == game->turn)
		add_yaml(&m, "base.yaml", base_view(&m));
	add_yaml(&m, "events.yaml", events_write(m.arena,
	    &game->match.events, &m.commons->seats));
	if (write_letters(&m, fault) != 0)
		return -1;
	write_record(&m);
	return 0;
}

/* ---- the start ------------------------------------------------------- */

static struct node *
welcome_facts(struct game *game, int seat, const char *form)
{
	struct node	*data = node_map(game->arena);
	struct node	*seats = node_list(game->arena);
	struct buf	 options;
	int		 i;

	for (i = 0; i < game->n_seats; i++)
		node_add(seats, node_scalar(game->arena,
		    game->seat[i].name));
	buf_init(&options, game->arena);
	yaml_write(&options, node_get(game->tree, "options"));
	node_set(data, "game", node_scalar(game->arena, game->id));
	node_set(data, "title", node_scalar(game->arena, game->engine->title));
	node_set(data, "engine", node_scalar(game->arena, game->engine->id));
	node_set(data, "seat", node_scalar(game->arena,
	    game->seat[seat].name));
	node_set(data, "seats", seats);
	node_set(data, "options", node_scalar(game->arena, options.data));
	node_set(data, "host", node_scalar(game->arena,
	    node_text(game->tree, "host", "")));
	node_set(data, "key", node_scalar(game->arena,
	    node_text(game->tree, "key", "")));
	node_set(data, "commitment", node_scalar(game->arena,
	    node_text(game->tree, "seed_sha256", "")));
	node_set(data, "deadline", node_scalar(game->arena,
	    deadline_words(game->arena, game->deadline)));
	if (form != NULL)
		node_set(data, "form", node_scalar(game->arena, form));
	return data;
}

int
turn_welcome(struct game *game, int seat, struct letter *out,
    struct fault *fault)
{
	const char	*text = pack_text(game->pack, "templates/welcome.txt");
	bool		 ready = strcmp(node_text(game->tree, "ready", "yes"),
			    "yes") == 0;
	struct buf	 filled;

	if (text == NULL)
		return fault_set(fault, FAULT_OPERATOR,
		    "templates/welcome.txt is missing");
	memset(out, 0, sizeof(*out));
	if (ready)
		out->orders = arena_printf(game->arena, "game: %s\nof: %s\n"
		    "turn: 0\nseat: %s\nseq: 0\norders:\n  - ready\n",
		    game->id, game->of, game->seat[seat].name);
	buf_init(&filled, game->arena);
	if (template_fill(&filled, text, welcome_facts(game, seat,
	    out->orders), fault) != 0)
		return fault_within(fault, "templates/welcome.txt");
	out->text = filled.data;
	out->subject = arena_printf(game->arena, "%s: %s", game->id, ready ?
	    "are you ready?" : "the game begins");
	return 0;
}

/* ---- keys ------------------------------------------------------------ */

/* The keys as agreed at the start: a list for each seat, in their order. */
static struct node *
agreed_keys(struct game *game)
{
	const struct node	*seats = node_get(game->tree, "seats"), *item;
	struct node		*all = node_list(game->arena), *keys;

	NODE_EACH(item, seats) {
		keys = node_get(item, "keys");
		node_add(all, keys != NULL ? node_copy(game->arena, keys) :
		    node_list(game->arena));
	}
	return all;
}

int
turn_keys(struct game *game, const struct node **out, struct fault *fault)
{
	int		 at = keys_at(game);
	struct node	*record;

	if (at < 0) {
		*out = agreed_keys(game);
		return 0;
	}
	if (game_read(game, arena_printf(game->arena, "turns/%s/turn.yaml",
	    game_turn_name(game->arena, at)), &record, fault) != 0)
		return -1;
	*out = node_get(record, "keys");
	if (*out == NULL)
		return fault_set(fault, FAULT_OPERATOR,
		    "turn %d should hold keys and does not", at);
	return 0;
}
