/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Last Island: what a report says of the position, and the table. */

#include "config.h"

#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/text.h"
#include "data/node.h"
#include "engines/island/island.h"

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
capital(const struct table *t, const char *text)
{
	return arena_printf(t->events->arena, "%c%s", text[0] - 'a' + 'A',
	    text + 1);
}

/* ==== THE TABLE ========================================================= */

/* Cards of a public pile in words, kinds that are there more than once with
 * their number. */
static void
add_kinds(struct buf *out, const struct pile *pile)
{
	size_t	start = out->len;
	int	kind, n;

	for (kind = 0; kind < N_KINDS; kind++) {
		n = pile_count(pile, kind);
		if (n == 0)
			continue;
		buf_printf(out, "%s%s", out->len > start ? ", " : "",
		    island_kind_names[kind]);
		if (n > 1)
			buf_printf(out, " x%d", n);
	}
	if (out->len == start)
		buf_puts(out, "nothing");
}

static void
add_backs(struct buf *out, const struct pile *hand)
{
	int	i, back, n[N_BACKS] = { 0 };

	buf_printf(out, "%d in hand", hand->n_card);
	for (i = 0; i < hand->n_card; i++)
		n[hand->card[i].back]++;
	for (back = i = 0; back < N_BACKS; back++)
		if (n[back] > 0)
			buf_printf(out, "%s%d %s", i++ == 0 ? ": " : ", ",
			    n[back], island_back_names[back]);
}

/* A line of what lies before a seat. */
static void
draw_row(const struct table *t, const struct pile *pile, const char *what,
    struct buf *out)
{
	struct buf	text;

	if (pile->n_card == 0)
		return;
	buf_init(&text, t->events->arena);
	buf_puts(&text, what);
	add_kinds(&text, pile);
	text_wrap(out, text.data, 72, "         ", "           ");
}

static void
draw_seat(const struct table *t, int seat, int reader, struct buf *out)
{
	const struct island	*g = game(t);
	const struct castaway	*who = man(t, seat);
	int			 blasts = pile_count(&who->bombs, EXPLOSION);

	buf_printf(out, "%c %-7s", g->active == seat && g->phase == GOES ?
	    '>' : ' ', name(t, seat));
	if (who->out) {
		buf_printf(out, "out%s\n", table_is_retired(t, seat) ?
		    " of the game" : "");
		return;
	}
	buf_printf(out, "%d of %d bombs, ", island_bombs(t, seat),
	    island_limit(t, seat));
	add_backs(out, &who->hand);
	buf_puts(out, seat == reader ? " (you)\n" : "\n");
	if (blasts > 0)
		buf_printf(out, "         explosions: %d\n", blasts);
	draw_row(t, &who->front, "front: ", out);
	draw_row(t, &who->aside, "aside: ", out);
	if (who->paid > 0)
		buf_printf(out, "         paid for those aside: %d\n",
		    who->paid);
}

/* What the rounds before this one have brought. */
static void
draw_totals(const struct table *t, struct buf *out)
{
	int	seat;

	if (game(t)->round + (game(t)->phase != GOES) < 2)
		return;
	buf_puts(out, is_knockout(t) ? "Survival points:" : "Points so far:");
	for (seat = 0; seat < table_seats(t); seat++)
		buf_printf(out, "%s %s %d", seat > 0 ? "," : "",
		    name(t, seat), man(t, seat)->total);
	buf_puts(out, ".\n");
}

/* What all may reckon of the next card. */
static void
draw_deck(const struct table *t, struct buf *out)
{
	const struct island	*g = game(t);
	int			 n = g->deck.n_card, bombs, blasts;

	buf_printf(out, "Blank deck: %d card%s, face %s", n,
	    n == 1 ? "" : "s", g->face_up ? "up" : "down");
	if (g->face_up && n > 0 && !is_unknown(g->deck.card[0].face))
		buf_printf(out, "; on top a %s",
		    island_blank_names[g->deck.card[0].face]);
	buf_puts(out, ".\n");
	if (opts(t)->secret_bombs) {
		buf_puts(out, "  How many bombs are in it, nobody knows.\n");
		return;
	}
	bombs = island_in_deck(t, BOMB);
	blasts = island_in_deck(t, EXPLOSION);
	buf_printf(out, "  %d bomb%s and %d explosion%s in it", bombs,
	    bombs == 1 ? "" : "s", blasts, blasts == 1 ? "" : "s");
	if (n > blasts)
		buf_printf(out, ": a card is a bomb in %d of 100 cases",
		    (100 * bombs + n / 2) / n);
	buf_puts(out, ".\n");
}

static void
draw_piles(const struct table *t, struct buf *out)
{
	struct buf	text;
	int		i;

	buf_puts(out, "Attack piles:");
	for (i = 0; i < N_PILES; i++)
		buf_printf(out, "%s %s %d", i == 0 ? "" :
		    i == N_BACKS ? ",\n             " : ",",
		    island_pile_names[i], heap(t, i)->n_card);
	buf_puts(out, ".\n");
	buf_init(&text, t->events->arena);
	add_kinds(&text, &game(t)->discard);
	text_wrap(out, text.data, 72, "Discarded: ", "  ");
}

void
island_picture(const struct table *known, int seat, struct buf *out)
{
	int	i;

	for (i = 0; i < table_seats(known); i++)
		draw_seat(known, i, seat, out);
	buf_putc(out, '\n');
	draw_totals(known, out);
	if (game(known)->phase == OPENING)
		return;
	draw_deck(known, out);
	draw_piles(known, out);
}

/* ==== THE OWN HAND ====================================================== */

/* What a reaction could answer, in general or right now. */
static const char *
could_answer(const struct table *t, int seat, int kind)
{
	struct buf	lines;
	struct why	why;
	const char	*text;

	memset(&why, 0, sizeof(why));
	if (game(t)->moment.what == NO_MOMENT)
		text = kind == DEFLECT ? "answers a draw that hits you" :
		    kind == DODGE ? "answers an effect or a hit on you" :
		    kind == REFUSE ? "answers any use by another seat" :
		    "answers any use by another seat, on your own go";
	else if (island_may_react(t, seat, kind, &why) == OK)
		text = "can answer this";
	else
		text = arena_printf(t->events->arena,
		    "cannot answer this: %s", why.text);
	buf_init(&lines, t->events->arena);
	text_wrap(&lines, text, 72, "                             * ",
	    "                               ");
	buf_cut(&lines, lines.len - 1);
	return lines.data;
}

static struct node *
hand_line(const struct table *t, int seat, const struct card *card)
{
	const struct kind	*kind = kind_of(t, card->face);
	struct node		*map = node_map(t->events->arena);

	set_text(t, map, "line", arena_printf(t->events->arena,
	    "%2d %-9s %-5s cost %d  %s", kind->number,
	    card_name(t, island_kind_names, card),
	    island_back_names[card->back], island_cost(t, seat, card->face,
	    false), kind->does));
	if (kind->quick)
		set_text(t, map, "answers", could_answer(t, seat,
		    card->face));
	return map;
}

/* The own hand by number, kind and back. */
static struct node *
hand_of(const struct table *t, int seat)
{
	const struct pile	*hand = &man(t, seat)->hand;
	struct node		*list = node_list(t->events->arena);
	int			 kind, back, i;

	for (kind = 0; kind < N_KINDS; kind++)
		for (back = 0; back < N_BACKS; back++)
			for (i = 0; i < hand->n_card; i++)
				if (hand->card[i].face == kind &&
				    hand->card[i].back == back)
					node_add(list, hand_line(t, seat,
					    &hand->card[i]));
	return list;
}

/* What the own front still offers in this go. */
static struct node *
front_of(const struct table *t, int seat)
{
	const struct pile	*front = &man(t, seat)->front;
	struct node		*list = node_list(t->events->arena), *map;
	int			 i, kind;

	for (i = 0; i < front->n_card; i++) {
		kind = front->card[i].face;
		map = node_map(t->events->arena);
		set_text(t, map, "line", arena_printf(t->events->arena,
		    "%-9s in front      %s", island_kind_names[kind],
		    kind_of(t, kind)->does));
		if (game(t)->active == seat && is_used(t, kind))
			set_text(t, map, "used", "yes");
		if (kind == WARD)
			set_text(t, map, "answers", could_answer(t, seat,
			    WARD));
		node_add(list, map);
	}
	return list;
}

static struct node *
standing_of(const struct table *t, int seat)
{
	struct node	*list = node_list(t->events->arena);
	struct buf	 words, wrapped;
	struct order	 o;
	int		 i;

	for (i = STAND_REACT; i <= STAND_AUTO; i++) {
		if (!table_standing(t, seat, i, &o))
			continue;
		buf_init(&words, t->events->arena);
		buf_init(&wrapped, t->events->arena);
		script_words(t, &table_commons(t)->seats, seat, &o, &words);
		text_wrap(&wrapped, words.data, 72, "Standing: ", "  ");
		buf_cut(&wrapped, wrapped.len - 1);
		node_add(list, node_scalar(t->events->arena, wrapped.data));
	}
	return list;
}

/* ==== FACTS ============================================================= */

/* What may be answered, and what hangs on it. */
static struct node *
moment_of(const struct table *t, int seat)
{
	const struct moment	*now = &game(t)->moment;
	struct node		*map = node_map(t->events->arena);

	set_text(t, map, "user", now->user == seat ? "You" :
	    capital(t, name(t, now->user)));
	set_text(t, map, "card", island_kind_names[now->kind]);
	set_text(t, map, "mine", yes(seat >= 0 &&
	    (now->aims & ONLY(seat)) != 0));
	set_text(t, map, "hit", yes(now->what == AT_HIT));
	set_number(t, map, "draw", now->draw);
	if (now->answers != NONE)
		set_text(t, map, "answers", now->answers == seat ? "you" :
		    capital(t, name(t, now->answers)));
	return map;
}

static struct node *
looked_at(const struct table *t)
{
	const struct island	*g = game(t);

	return node_scalar(t->events->arena, pile_names(t,
	    island_blank_names, &g->deck, 0, g->looked));
}

static void
brief_go(const struct table *t, int seat, struct node *facts)
{
	const struct island	*g = game(t);
	struct node		*mine = node_map(t->events->arena);

	set_text(t, mine, "owes", yes(island_owes_play(t, seat)));
	set_number(t, mine, "refill", g->refill);
	set_text(t, mine, "limited", yes(is_limited(t)));
	if (g->looked > 0)
		node_set(mine, "looked", looked_at(t));
	if (g->giving != NONE)
		set_text(t, mine, "giving", capital(t, name(t, g->giving)));
	node_set(facts, "mine", mine);
}

static void
brief_round(const struct table *t, int seat, struct node *facts)
{
	const struct island	*g = game(t);

	set_number(t, facts, "go", g->go);
	if (is_lap(t))
		set_number(t, facts, "lap", g->lap);
	set_text(t, facts, "go_of", g->active == seat ? "Your" :
	    arena_printf(t->events->arena, "%s's", capital(t, name(t,
	    g->active))));
	set_text(t, facts, "way", g->reversed ? "anticlockwise" :
	    "clockwise");
	if (g->moment.what != NO_MOMENT)
		node_set(facts, "moment", moment_of(t, seat));
	if (g->active == seat)
		brief_go(t, seat, facts);
	if (seat >= 0 && is_in(t, seat)) {
		node_set(facts, "hand", hand_of(t, seat));
		node_set(facts, "front", front_of(t, seat));
	}
}

void
island_brief(const struct table *known, int seat, struct node *facts)
{
	const struct island	*g = game(known);
	const struct options	*o = opts(known);

	set_text(known, facts, "knockout", yes(is_knockout(known)));
	if (o->goal != NONE)
		set_number(known, facts, "goal", o->goal);
	else
		set_number(known, facts, "rounds", island_rounds(known));
	set_number(known, facts, "round", g->round +
	    (g->phase == OPENING));
	if (g->phase == OPENING) {
		node_set(facts, "opening", node_map(known->events->arena));
		set_number(known, facts, "size", island_hand_size(known));
		set_text(known, facts, "picks", yes(o->deal == DEAL_CHOSEN &&
		    !o->all_cards));
		set_text(known, facts, "secret", yes(o->secret_bombs));
	} else if (g->phase == GOES)
		brief_round(known, seat, facts);
	if (seat >= 0)
		node_set(facts, "standing", standing_of(known, seat));
}
