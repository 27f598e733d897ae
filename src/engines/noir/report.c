/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Revolver Noir: what a report says of the position, and the map. */

#include "config.h"

#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/text.h"
#include "data/node.h"
#include "engines/noir/noir.h"

/* ==== IN WORDS ========================================================== */

const char *
noir_rooms(const struct table *t, const int32_t *rooms, int n,
    const char *conj)
{
	const char	*names[N_ROOMS + 1];
	struct buf	 text;
	int		 i;

	for (i = 0; i < n; i++)
		names[i] = room_name(rooms[i]);
	names[n] = NULL;
	buf_init(&text, t->events->arena);
	text_join(&text, names, conj);
	return text.data;
}

const char *
noir_path(const struct table *t, int seat)
{
	const struct eye	*who = eye(t, seat);
	struct buf		 text;
	int			 i, turn = NONE;

	buf_init(&text, t->events->arena);
	for (i = 0; i < who->n_stay; i++) {
		if (who->path[i].turn != turn)
			buf_printf(&text, "%s%d ", i > 0 ? "; " : "",
			    who->path[i].turn);
		else
			buf_puts(&text, ", ");
		buf_puts(&text, room_name(who->path[i].room));
		turn = who->path[i].turn;
	}
	return text.data;
}

const char *
noir_traps(const struct table *t, int seat, const char *conj)
{
	const struct eye	*who = eye(t, seat);
	int32_t			 rooms[TRAPS_MAX];
	int			 i;

	for (i = 0; i < who->n_trap; i++)
		rooms[i] = who->traps[i].room;
	return noir_rooms(t, rooms, who->n_trap, conj);
}

/* ==== FACTS ============================================================= */

static void
set_text(const struct table *t, struct node *map, const char *key,
    const char *text)
{
	node_set(map, key, node_scalar(t->events->arena, text));
}

static void
set_number(const struct table *t, struct node *map, const char *key, int n)
{
	node_set(map, key, node_number(t->events->arena, n));
}

static const char *
capital(const struct table *t, int seat)
{
	return arena_printf(t->events->arena, "%c%s",
	    name(t, seat)[0] - 'a' + 'A', name(t, seat) + 1);
}

/* What everybody knows of a seat. */
static struct node *
known_of(const struct table *t, int seat, int reader)
{
	const struct eye	*who = eye(t, seat);
	struct node		*map = node_map(t->events->arena);

	set_text(t, map, "who", seat == reader ? "You" : capital(t, seat));
	set_text(t, map, "own", yes(seat == reader));
	set_number(t, map, "hits", who->hits);
	set_number(t, map, "traps", who->n_trap);
	if (who->shown != NONE) {
		set_text(t, map, "shown", room_name(who->shown));
		set_number(t, map, "shown_turn", who->shown_turn);
	}
	if (who->named != NONE) {
		set_text(t, map, "named", room_name(who->named));
		set_number(t, map, "named_turn", who->named_turn);
	}
	return map;
}

/* What can be done in the room where the seat is. */
static struct node *
choices(const struct table *t, int seat)
{
	const struct eye	*me = eye(t, seat);
	const struct room	*here = card(t, me->room);
	struct node		*map = node_map(t->events->arena);
	int32_t			 ways[N_ROOMS];
	int			 n = ways_out(t, me->room, ways);

	set_text(t, map, "room", room_name(me->room));
	set_text(t, map, "ways", noir_rooms(t, ways, n, "or"));
	set_text(t, map, "targets", noir_rooms(t, here->shoot, here->n_shoot,
	    "or"));
	set_text(t, map, "trapped", yes(trap_in(me, me->room) != NONE));
	set_text(t, map, "full", yes(me->n_trap == TRAPS_MAX));
	if (here->effect != NO_EFFECT) {
		set_text(t, map, "effect", noir_effect_names[here->effect]);
		set_number(t, map, "cost", here->cost);
		set_text(t, map, "does", here->does);
	}
	return map;
}

/* The seat's own traps, one line each. */
static struct node *
traps_of(const struct table *t, int seat)
{
	const struct eye	*who = eye(t, seat);
	struct node		*list = node_list(t->events->arena), *item;
	int			 i;

	for (i = 0; i < who->n_trap; i++) {
		item = node_map(t->events->arena);
		set_text(t, item, "in", room_name(who->traps[i].room));
		set_text(t, item, "by_panel", yes(who->traps[i].panel));
		node_add(list, item);
	}
	return list;
}

static struct node *
standing_of(const struct table *t, int seat)
{
	struct node	*list = node_list(t->events->arena);
	struct order	 o;
	struct buf	 words, wrapped;
	int		 i;

	for (i = LISTENED; i <= FLEE; i++) {
		if (!table_standing(t, seat, i, &o))
			continue;
		buf_init(&words, t->events->arena);
		buf_init(&wrapped, t->events->arena);
		script_words(t, &table_commons(t)->seats, seat, &o, &words);
		text_wrap(&wrapped, words.data, 72, "Standing: ",
		    "  ");
		buf_cut(&wrapped, wrapped.len - 1);
		node_add(list, node_scalar(t->events->arena, wrapped.data));
	}
	return list;
}

/* The floods that last, and when they end. */
static struct node *
floods(const struct table *t, int reader)
{
	struct node	*list = node_list(t->events->arena);
	int		 seat;

	for (seat = 0; seat < 2; seat++)
		if (eye(t, seat)->flood)
			node_add(list, node_printf(t->events->arena, "%s%s",
			    seat == reader ? "your" : capital(t, seat),
			    seat == reader ? "" : "'s"));
	return list;
}

void
noir_brief(const struct table *known, int seat, struct node *facts)
{
	const struct noir	*g = game(known);
	const struct options	*options = known->options;
	struct node		*seats = node_list(known->events->arena);
	int			 i;

	set_number(known, facts, "round", g->round);
	set_number(known, facts, "max_rounds", options->max_rounds);
	if (g->active != NONE && !is_over(known))
		set_text(known, facts, "turn_of", g->active == seat ?
		    "Your" : arena_printf(known->events->arena, "%s's",
		    capital(known, g->active)));
	set_number(known, facts, "points", g->points);
	for (i = 0; i < 2; i++)
		node_add(seats, known_of(known, seat == 1 ? other(i) : i,
		    seat));
	node_set(facts, "seats", seats);
	node_set(facts, "floods", floods(known, seat));
	if (seat < 0)
		return;
	if (eye(known, seat)->room != NONE && !is_over(known))
		node_set(facts, "here", choices(known, seat));
	node_set(facts, "my_traps", traps_of(known, seat));
	node_set(facts, "standing", standing_of(known, seat));
}

/* ==== THE MAP =========================================================== */

/* A digit is where the marks of that room stand, over MARKS columns. */
enum { MARKS = 11 };

static const char *const plan[] = {
	"  +-------------+      +-------------+      +-------------+",
	"  | bedroom     |------| hall        |------| library     |  second",
	"  | 2           |      | 5           |      | 7           |  floor",
	"  +-------------+      +-------------+      +-------------+",
	"         |                    |                    |",
	"         |             +-------------+             |",
	"         |             | balcony     |             |         second",
	"         |             | 0           |             |         floor",
	"         |             +-------------+             |",
	"         |                    |                    |",
	"  +-------------+      +-------------+             |",
	"  | kitchen     |------| foyer       |             |         first",
	"  | 6           |      | 4           |             |         floor",
	"  +-------------+      |             |             |",
	"         |             |             |             |",
	"  +-------------+      |             |             |",
	"  | dining-room |------|             |             |         first",
	"  | 3           |      |             |             |         floor",
	"  +-------------+      +-------------+             |",
	"         |                    |                    |",
	"  +-------------------------------------------------------+",
	"  | basement      1                                       |",
	"  +-------------------------------------------------------+",
	NULL
};

/* Write what seat knows of a room; other seats as they were last known. */
static void
add_marks(const struct table *t, int seat, int room, struct buf *out)
{
	size_t	start = out->len;
	int	i;

	if (seat >= 0 && eye(t, seat)->room == room)
		buf_puts(out, "YOU ");
	if (seat >= 0 && (i = trap_in(eye(t, seat), room)) != NONE)
		buf_puts(out, eye(t, seat)->traps[i].panel ? "P " : "T ");
	for (i = 0; i < 2; i++)
		if (i != seat && eye(t, i)->shown == room)
			buf_printf(out, "%s? ", name(t, i));
	if (is_flooded(game(t), room))
		buf_puts(out, "~~~~");
	if (out->len > start + MARKS)
		buf_cut(out, start + MARKS);
	buf_fill(out, ' ', MARKS - (out->len - start));
}

static void
add_legend(const struct table *t, int seat, struct buf *out)
{
	int	i;

	if (seat >= 0)
		buf_puts(out, "\n  YOU where you are    T your trap    "
		    "P your panel trap    ~ water\n");
	else
		buf_puts(out, "\n  ~ water\n");
	for (i = 0; i < 2; i++)
		if (i != seat && eye(t, i)->shown != NONE)
			buf_printf(out, "  %s? where %s was last known to be, "
			    "in turn %d\n", name(t, i), capital(t, i),
			    eye(t, i)->shown_turn);
}

void
noir_picture(const struct table *known, int seat, struct buf *out)
{
	const char	*c;
	int		 i;

	for (i = 0; plan[i] != NULL; i++) {
		for (c = plan[i]; *c != '\0'; c++) {
			if (*c < '0' || *c > '9') {
				buf_putc(out, *c);
				continue;
			}
			add_marks(known, seat, *c - '0', out);
			c += MARKS - 1;
		}
		buf_putc(out, '\n');
	}
	add_legend(known, seat, out);
}
