/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Jigsaw Armada: the drawing of the board, and what a report says of it. */

#include "config.h"

#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/text.h"
#include "data/node.h"
#include "engines/armada/armada.h"

enum { WIDTH = 72 };

/* ==== THE DRAWING ======================================================= */

/* A piece is drawn in three lines of six characters. */
enum { TOP, MIDDLE, BOTTOM, N_LINES };

/* A side at the top or the bottom; mark is its barrel. */
static void
draw_edge(const struct table *t, const struct spot *spot, char corner,
    int side, char mark, struct buf *out)
{
	buf_putc(out, corner);
	if (has_side(open_sides(parts(t), spot), side))
		buf_puts(out, "    ");
	else if (has_side(barrels(parts(t), spot), side))
		buf_printf(out, "-%c%c-", mark, mark);
	else
		buf_puts(out, "----");
	buf_putc(out, corner);
}

static char
wall(const struct table *t, const struct spot *spot, int side, char mark)
{
	if (has_side(open_sides(parts(t), spot), side))
		return ' ';
	return has_side(barrels(parts(t), spot), side) ? mark : '|';
}

/* status is two characters wide. */
static void
draw_piece(const struct table *t, const struct spot *spot, char corner,
    const char *status, int line, struct buf *out)
{
	const char	*id = piece_name(spot->piece);

	if (line == TOP)
		draw_edge(t, spot, corner, NORTH, '^', out);
	else if (line == BOTTOM)
		draw_edge(t, spot, corner, SOUTH, 'v', out);
	else
		buf_printf(out, "%c%c%c%s%c", wall(t, spot, WEST, '<'),
		    "HGS"[parts(t)->pieces[spot->piece].kind],
		    id[strlen(id) - 1],
		    status, wall(t, spot, EAST, '>'));
}

/* Of a ship's hubs, the one built first leads. */
static bool
is_lead(const struct table *t, const struct ship *ship,
    const struct spot *spot)
{
	const struct spot	*lead = ship->spot;

	while (!is_kind(t, lead->piece, HUB))
		lead++;
	return lead == spot;
}

static const char *
status_of(const struct table *t, const struct ship *ship,
    const struct spot *spot)
{
	static const char *const	tokens[] = { "..", "#.", "##" };

	if (is_kind(t, spot->piece, SHIELD))
		return tokens[spot->hits];
	if (is_kind(t, spot->piece, GUN))
		return "  ";
	return is_lead(t, ship, spot) ?
	    arena_printf(t->events->arena, "%2d", ship->energy) : " +";
}

static void
draw_square(const struct table *t, const struct board *board, int at,
    int line, struct buf *out)
{
	const struct spot	*spot = armada_spot(t, board, at);
	const struct ship	*ship;
	bool			 base = is_base_row(t, BLUE, row_of(at)) ||
				    is_base_row(t, RED, row_of(at));

	if (spot == NULL) {
		buf_puts(out, line != MIDDLE ? "      " :
		    base ? "   :  " : "   .  ");
		return;
	}
	ship = ship_of(t, board->on[at].letter);
	draw_piece(t, spot, ship_name(ship->letter)[0],
	    status_of(t, ship, spot), line, out);
}

/* Blanks at line ends are cut. */
static void
end_line(struct buf *out)
{
	size_t	len = out->len;

	while (len > 0 && out->data[len - 1] == ' ')
		len--;
	buf_cut(out, len);
	buf_putc(out, '\n');
}

static void
draw_columns(const struct table *t, struct buf *out)
{
	int	i;

	buf_puts(out, "   ");
	for (i = 0; i < columns(t); i++)
		buf_printf(out, "   %c  ", 'a' + i);
	end_line(out);
}

static void
draw_row(const struct table *t, const struct board *board, int row,
    struct buf *out)
{
	bool	empty = true;
	int	i, line;

	for (i = 0; i < columns(t); i++)
		empty &= board->on[armada_square(t, i, row)].letter == NONE;
	for (line = TOP; line < N_LINES; line++) {
		if (empty && line != MIDDLE)
			continue;
		if (line == MIDDLE)
			buf_printf(out, "%2d ", row + 1);
		else
			buf_puts(out, "   ");
		for (i = 0; i < columns(t); i++)
			draw_square(t, board, armada_square(t, i, row), line,
			    out);
		end_line(out);
	}
}

void
armada_picture(const struct table *known, int seat, struct buf *out)
{
	struct board	board;
	int		row;

	(void)seat;
	armada_lay(known, &board);
	draw_columns(known, out);
	for (row = rows(known) - 1; row >= 0; row--)
		draw_row(known, &board, row, out);
	draw_columns(known, out);
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

/* Add a text to a list, wrapped, each line but the first set in. */
static void
add_wrapped(const struct table *t, struct node *list, const char *first,
    const char *rest, const char *text)
{
	struct buf	out;

	buf_init(&out, t->events->arena);
	text_wrap(&out, text, WIDTH, first, rest);
	buf_cut(&out, out.len - 1);
	node_add(list, node_scalar(t->events->arena, out.data));
}

/* "your", or "red's". */
static const char *
whose(const struct table *t, int seat, int reader)
{
	return seat == reader ? "your" :
	    arena_printf(t->events->arena, "%s's", name(t, seat));
}

/* What a shot from there would hit now. */
static const char *
hits_what(const struct table *t, const struct board *board, int from,
    int dir, int reader)
{
	int	at = armada_ray(t, board, from, dir);

	if (at == NONE)
		return "nothing";
	return arena_printf(t->events->arena, "%s %s on %s",
	    whose(t, owner_of(board->on[at].letter), reader),
	    piece_name(armada_spot(t, board, at)->piece), square_name(at));
}

/* ---- the ships --------------------------------------------------------- */

static void
add_hubs(const struct table *t, const struct ship *ship, struct buf *out)
{
	int	i, n = 0;

	for (i = 0; i < ship->n_spot; i++)
		if (is_kind(t, ship->spot[i].piece, HUB))
			buf_printf(out, "%s%s on %s", n++ > 0 ? ", " :
			    "hubs: ", piece_name(ship->spot[i].piece),
			    square_name(ship->spot[i].at));
}

static void
add_shields(const struct table *t, const struct ship *ship, struct buf *out)
{
	static const char *const	tokens[] = { "gone", "cracked",
					    "whole" };
	int				i, n = 0;

	for (i = 0; i < ship->n_spot; i++)
		if (is_kind(t, ship->spot[i].piece, SHIELD))
			buf_printf(out, "%s%s on %s %s", n++ > 0 ? ", " :
			    "; shields: ", piece_name(ship->spot[i].piece),
			    square_name(ship->spot[i].at),
			    tokens[ship->spot[i].hits]);
}

static void
add_guns(const struct table *t, const struct board *board,
    const struct ship *ship, int reader, struct node *list)
{
	const struct spot	*spot;
	int			 side;

	for (spot = ship->spot; spot < ship->spot + ship->n_spot; spot++)
		for (side = NORTH; side < N_SIDES; side++)
			if (has_side(barrels(parts(t), spot), side))
				add_wrapped(t, list, "    ", "      ",
				    arena_printf(t->events->arena,
				    "%s on %s would hit to the %s: %s",
				    piece_name(spot->piece),
				    square_name(spot->at),
				    armada_side_names[side],
				    hits_what(t, board, spot->at, side,
				    reader)));
}

static void
add_ship(const struct table *t, const struct board *board, int letter,
    int reader, struct node *list)
{
	const struct ship	*ship = ship_of(t, letter);
	struct buf		 text;

	buf_init(&text, t->events->arena);
	buf_printf(&text, "%s %s, energy %d, %s: ", ship_name(letter),
	    name(t, owner_of(letter)), ship->energy,
	    armada_is_closed(parts(t), ship) ? "closed" : "open");
	armada_spell(&text, parts(t), ship);
	add_wrapped(t, list, "  ", "    ", text.data);
	buf_init(&text, t->events->arena);
	add_hubs(t, ship, &text);
	add_shields(t, ship, &text);
	add_wrapped(t, list, "    ", "      ", text.data);
	add_guns(t, board, ship, reader, list);
}

static struct node *
ships(const struct table *t, const struct board *board, int reader)
{
	struct node	*list = node_list(t->events->arena);
	int		 letter;

	for (letter = 0; letter < LETTERS; letter++)
		if (is_afloat(t, letter))
			add_ship(t, board, letter, reader, list);
	return list;
}

/* ---- piles and the box ------------------------------------------------- */

static const char *
names_of(const struct table *t, const int32_t *pieces, int n)
{
	struct buf	out;
	int		i;

	buf_init(&out, t->events->arena);
	for (i = 0; i < n; i++)
		buf_printf(&out, "%s%s", i > 0 ? " " : "",
		    piece_name(pieces[i]));
	return n > 0 ? out.data : "none";
}

static const char *
names_in_box(const struct table *t, int seat)
{
	int32_t	box[N_PIECES];
	int	i, n = 0;

	for (i = 0; i < N_PIECES; i++)
		if (!armada_in_play(t, seat, i) &&
		    !armada_is_down(t, seat, i) &&
		    armada_find(t, seat, i).letter == NONE)
			box[n++] = i;
	return names_of(t, box, n);
}

enum { A_LINE = 9 };	/* pieces */

/* The pieces of a play pile as printed, facing n. */
static const char *
draw_pile(const struct table *t, const struct fleet *f)
{
	struct spot	spot = { .at = 0 };
	struct buf	out;
	int		i, from, line;

	buf_init(&out, t->events->arena);
	for (from = 0; from < f->n_play; from += A_LINE)
		for (line = TOP; line < N_LINES; line++) {
			buf_puts(&out, "    ");
			for (i = from; i < f->n_play && i < from + A_LINE;
			    i++) {
				spot.piece = f->play[i];
				draw_piece(t, &spot, '+', "  ", line, &out);
				buf_putc(&out, ' ');
			}
			end_line(&out);
		}
	buf_cut(&out, out.len - 1);
	return out.data;
}

static struct node *
piles(const struct table *t)
{
	const struct fleet	*f;
	struct node		*list = node_list(t->events->arena), *map;
	struct node		*lines;
	int			 seat;

	for (seat = BLUE; seat <= RED; seat++) {
		f = fleet(t, seat);
		map = node_map(t->events->arena);
		lines = node_list(t->events->arena);
		add_wrapped(t, lines, "", "    ", arena_printf(
		    t->events->arena, "%s, face up to build: %s",
		    name(t, seat), names_of(t, f->play, f->n_play)));
		if (f->n_play > 0)
			set_text(t, map, "drawing", draw_pile(t, f));
		node_set(map, "play", lines);
		lines = node_list(t->events->arena);
		add_wrapped(t, lines, "  ", "    ", arena_printf(
		    t->events->arena, "%d face down: %s", f->n_down,
		    names_of(t, f->face_down, f->n_down)));
		add_wrapped(t, lines, "  ", "    ", arena_printf(
		    t->events->arena, "in the box: %s",
		    names_in_box(t, seat)));
		node_set(map, "rest", lines);
		node_add(list, map);
	}
	return list;
}

/* ---- what can be done now ---------------------------------------------- */

struct offer {
	const struct table	*t;
	const struct board	*board;
	struct node		*list;
	int			 seat;
};

/* Write the sides of a mask: "e, s". */
static void
put_sides(struct buf *out, unsigned mask, const char *sep)
{
	int	side, n = 0;

	for (side = NORTH; side < N_SIDES; side++)
		if (has_side(mask, side))
			buf_printf(out, "%s%s", n++ > 0 ? sep : "",
			    armada_side_names[side]);
}

static int
first_side(unsigned mask)
{
	int	side = NORTH;

	while (!has_side(mask, side))
		side++;
	return side;
}

/* Add an order to copy: the first side of the mask in it, the others and
 * what to know behind it. */
static void
offer_sides(const struct offer *offer, const char *order, unsigned mask,
    const char *note)
{
	unsigned	more = mask & (mask - 1);
	struct buf	out;

	buf_init(&out, offer->t->events->arena);
	buf_printf(&out, "  - {%s: %s}", order,
	    armada_side_names[first_side(mask)]);
	if (more != 0 || note[0] != '\0')
		buf_puts(&out, "  # ");
	if (more != 0) {
		buf_puts(&out, "or ");
		put_sides(&out, more, ", ");
	}
	if (note[0] != '\0')
		buf_printf(&out, "%s%s", more != 0 ? "; " : "", note);
	node_add(offer->list, node_scalar(offer->t->events->arena, out.data));
}

/* The facings in which the piece fits on its square, by how it does. */
static unsigned
facings_that(const struct offer *offer, struct spot spot, enum fit fit,
    int *letter, unsigned *closing)
{
	struct joining	j;
	unsigned	mask = 0;

	*closing = 0;
	for (spot.facing = NORTH; spot.facing < N_SIDES; spot.facing++) {
		j = armada_fit(offer->t, offer->board, offer->seat, &spot);
		if (j.fit != fit)
			continue;
		*letter = j.letter;
		mask |= 1u << spot.facing;
		if (fit == JOINS && armada_closes(offer->t, j.letter, &spot))
			*closing |= 1u << spot.facing;
	}
	return mask;
}

static void
offer_joins(const struct offer *offer, struct spot spot)
{
	struct arena	*arena = offer->t->events->arena;
	unsigned	 closing, mask;
	struct buf	 note;
	int		 letter = NONE;

	mask = facings_that(offer, spot, JOINS, &letter, &closing);
	if (mask == 0)
		return;
	buf_init(&note, arena);
	buf_printf(&note, "joins %s", ship_name(letter));
	if (closing != 0) {
		buf_puts(&note, ", closed off facing ");
		put_sides(&note, closing, ", ");
	}
	offer_sides(offer, arena_printf(arena, "build: %s, at: %s, facing",
	    piece_name(spot.piece), square_name(spot.at)), mask, note.data);
}

/* The squares of the base where a hub founds a ship, in one line. */
static void
offer_founding(const struct offer *offer, int piece)
{
	struct spot	spot = { .piece = piece };
	unsigned	closing, mask;
	struct buf	where;
	int		letter;

	buf_init(&where, offer->t->events->arena);
	for (; spot.at < SQUARES; spot.at++) {
		mask = facings_that(offer, spot, FOUNDS, &letter, &closing);
		if (mask == 0)
			continue;
		buf_printf(&where, " %s", square_name(spot.at));
		if (mask != 15) {
			buf_putc(&where, '/');
			put_sides(&where, mask, "");
		}
	}
	if (where.len > 0)
		add_wrapped(offer->t, offer->list, "  # ", "  #   ",
		    arena_printf(offer->t->events->arena, "%s founds ship %s, "
		    "in any facing or as said, at%s", piece_name(piece),
		    ship_name(last_letter(offer->t, offer->seat) + 1),
		    where.data));
}

static void
offer_builds(const struct offer *offer)
{
	const struct fleet	*f = fleet(offer->t, offer->seat);
	struct spot		 spot = { .at = 0 };
	int			 i;

	for (i = 0; i < f->n_play; i++) {
		spot.piece = f->play[i];
		for (spot.at = 0; spot.at < SQUARES; spot.at++)
			offer_joins(offer, spot);
		if (is_kind(offer->t, spot.piece, HUB))
			offer_founding(offer, spot.piece);
	}
}

static bool
has_room(const struct offer *offer, int leaves, const struct ship *after)
{
	return leaves == NONE && armada_bumps(offer->board, after) == NONE;
}

static void
offer_turns(const struct offer *offer, const struct ship *ship,
    const struct spot *hub)
{
	struct arena	*arena = offer->t->events->arena;
	struct ship	 after;
	bool		 may[2];
	int		 i;

	for (i = 0; i < 2; i++)
		may[i] = has_room(offer, armada_turn(offer->t, ship, hub->at,
		    i == 0, &after), &after);
	if (may[0] || may[1])
		node_add(offer->list, node_printf(arena,
		    "  - {rotate: %s, dir: %s}%s", piece_name(hub->piece),
		    armada_turn_names[!may[0]],
		    may[0] && may[1] ? "  # or ccw" : ""));
}

static void
offer_shots(const struct offer *offer, const struct spot *gun)
{
	const struct table	*t = offer->t;
	int			 side, at;
	bool			 own;

	for (side = NORTH; side < N_SIDES; side++) {
		if (!has_side(barrels(parts(t), gun), side))
			continue;
		at = armada_ray(t, offer->board, gun->at, side);
		own = at != NONE &&
		    owner_of(offer->board->on[at].letter) == offer->seat;
		node_add(offer->list, node_printf(t->events->arena,
		    "  - {shoot: %s, dir: %s%s}  # hits %s",
		    piece_name(gun->piece), armada_side_names[side],
		    own ? ", friendly: yes" : "", hits_what(t, offer->board,
		    gun->at, side, offer->seat)));
	}
}

static void
offer_bashes(const struct offer *offer, const struct spot *spot)
{
	const struct table	*t = offer->t;
	int			 touched[N_SIDES], i, n;

	n = armada_contacts(t, offer->board, spot->at, offer->seat, touched);
	for (i = 0; i < n; i++)
		node_add(offer->list, node_printf(t->events->arena,
		    "  - {bash: %s, against: %s}  # %s of ship %s",
		    piece_name(spot->piece), square_name(touched[i]),
		    piece_name(armada_spot(t, offer->board,
		    touched[i])->piece),
		    ship_name(offer->board->on[touched[i]].letter)));
}

static void
offer_ship(const struct offer *offer, int letter)
{
	const struct table	*t = offer->t;
	const struct ship	*ship = ship_of(t, letter);
	const struct spot	*spot;
	struct ship		 after;
	unsigned		 mask = 0;
	int			 side;

	for (side = NORTH; side < N_SIDES && ship->n_spot > 0; side++)
		if (has_room(offer, armada_move(t, ship, side, &after),
		    &after))
			mask |= 1u << side;
	if (mask != 0)
		offer_sides(offer, arena_printf(t->events->arena,
		    "move: %s, dir", ship_name(letter)), mask, "");
	for (spot = ship->spot; spot < ship->spot + ship->n_spot; spot++) {
		if (is_kind(t, spot->piece, HUB))
			offer_turns(offer, ship, spot);
		offer_shots(offer, spot);
		offer_bashes(offer, spot);
	}
}

/* Every order that could be the first, to copy from. */
static struct node *
choices(const struct table *t, const struct board *board, int seat)
{
	struct offer	offer = { t, board, node_list(t->events->arena),
			    seat };
	int		letter;

	offer_builds(&offer);
	for (letter = first_letter(seat); letter <= last_letter(t, seat);
	    letter++)
		offer_ship(&offer, letter);
	if (fleet(t, seat)->n_draw > 0)
		node_add(offer.list, node_printf(t->events->arena,
		    "  - draw  # %d left", fleet(t, seat)->n_draw));
	node_add(offer.list, node_scalar(t->events->arena, "  - pass"));
	return offer.list;
}

/* ---- the whole --------------------------------------------------------- */

static void
count_ways(const struct table *t, struct node *facts)
{
	set_number(t, facts, "blue_way", armada_way(t, BLUE));
	set_number(t, facts, "red_way", armada_way(t, RED));
	set_number(t, facts, "blue_energy", armada_energy(t, BLUE));
	set_number(t, facts, "red_energy", armada_energy(t, RED));
}

void
armada_brief(const struct table *known, int seat, struct node *facts)
{
	const struct armada	*g = game(known);
	struct board		 board;

	armada_lay(known, &board);
	set_number(known, facts, "go", g->go);
	set_number(known, facts, "max_goes", options(known)->max_goes);
	set_number(known, facts, "quiet", g->quiet);
	set_number(known, facts, "stall_goes", options(known)->stall_goes);
	set_number(known, facts, "cubes", armada_cubes_left(known));
	set_number(known, facts, "tokens", armada_tokens_left(known));
	set_number(known, facts, "actions", g->actions);
	count_ways(known, facts);
	node_set(facts, "ships", ships(known, &board, seat));
	node_set(facts, "piles", piles(known));
	if (is_over(known) || g->active == NONE)
		return;
	set_text(known, facts, "turn_of", whose(known, g->active, seat));
	if (g->active != seat || g->actions == 0)
		return;
	set_text(known, facts, "can", "yes");
	node_set(facts, "choices", choices(known, &board, seat));
}
