/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Intruder Escape: what a report says of the position, and the table. */

#include "config.h"

#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/text.h"
#include "data/node.h"
#include "engines/intruder/intruder.h"

enum { COLUMNS = 72 };

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

/* A character's name as it is spoken. */
static const char *
called(const struct table *t, int seat)
{
	int	i = text_index(intruder_people, name(t, seat));

	return book(t)->characters[i].name;
}

/* ==== THE TABLE ========================================================= */

/* The lives as cards: those turned down are blank. */
static void
add_lives(const struct table *t, int seat, struct buf *out)
{
	int	lives = guest(t, seat)->lives, i, limb;

	for (i = options(t)->lives; i > 0; i--) {
		limb = LIVES_MAX - i;
		if (i > lives) {
			buf_putc(out, '[');
			buf_fill(out, ' ', strlen(book(t)->limbs[limb]));
			buf_putc(out, ']');
		} else
			buf_printf(out, "[%s]", book(t)->limbs[limb]);
	}
}

/* What all know of the seat's next go (M6). */
static const char *
next_go(const struct table *t, int seat)
{
	const struct guest	*who = guest(t, seat);

	if (house(t)->phase != GOES)
		return "";
	if (goes_left(t, seat) == 0 && !who->mirror)
		return "no go left";
	if (who->mirror)
		return "loses its next go";
	if (who->hand.n_card == 0)
		return "empty-handed";
	return who->settled ? "next go settled" : "next go asked";
}

static void
add_row(const struct table *t, int seat, struct buf *out)
{
	const struct guest	*who = guest(t, seat);
	struct toll		 toll;
	struct buf		 text;
	int			 i;

	intruder_assess(t, &who->row, &toll);
	buf_init(&text, out->arena);
	for (i = 0; i < who->row.n_card; i++) {
		buf_printf(&text, toll.nullified[i] ? "%s(%s)" : "%s%s",
		    i > 0 ? ", " : "",
		    intruder_faces[who->row.card[i].face]);
		if (who->by[i] != NONE)
			buf_printf(&text, " by %s", name(t, who->by[i]));
	}
	if (text.len > 0)
		text_wrap(out, text.data, COLUMNS, "        row:   ",
		    "               ");
}

static void
add_front(const struct table *t, int seat, struct buf *out)
{
	const struct pile	*front = &guest(t, seat)->front;
	int			 i, n = 0;

	for (i = 0; i < front->n_card; i++)
		buf_printf(out, "%s%s", n++ == 0 ? "        front: " : ", ",
		    intruder_faces[front->card[i].face]);
	for (i = 0; i < N_ITEMS; i++)
		if (house(t)->loot[i] == seat)
			buf_printf(out, "%s%s stolen, in hand",
			    n++ == 0 ? "        front: " : ", ",
			    intruder_faces[i]);
	if (n > 0)
		buf_putc(out, '\n');
}

static void
add_seat(const struct table *t, int seat, int reader, struct buf *out)
{
	const struct guest	*who = guest(t, seat);

	buf_printf(out, "%c %-5s ", seat == reader ? '>' : ' ',
	    called(t, seat));
	add_lives(t, seat, out);
	if (who->lives == 0) {
		buf_puts(out, "  dead");
		if (who->shown)
			buf_printf(out, ", was %s",
			    intruder_identities[who->identity]);
		buf_putc(out, '\n');
		return;
	}
	if (is_immune(t, seat))
		buf_puts(out, "  immune, not at home");
	else
		buf_printf(out, "  damage %d  hand %d",
		    intruder_damage(t, seat), who->hand.n_card);
	if (!is_immune(t, seat) && *next_go(t, seat) != '\0')
		buf_printf(out, "  %s", next_go(t, seat));
	buf_puts(out, table_is_retired(t, seat) ? "  (left)\n" : "\n");
	add_row(t, seat, out);
	add_front(t, seat, out);
}

void
intruder_picture(const struct table *known, int seat, struct buf *out)
{
	struct toll	toll;
	bool		nullified = false;
	int		i, j;

	for (i = 0; i < n_seats(known); i++) {
		add_seat(known, i, seat, out);
		intruder_assess(known, &guest(known, i)->row, &toll);
		for (j = 0; j < ROW_MAX; j++)
			nullified |= toll.nullified[j];
	}
	if (nullified)
		buf_puts(out, "\n  (card): nullified as the row lies now\n");
}

/* ==== FACTS ============================================================= */

/* Seats in words, those that is() names. */
static const char *
seats_in_words(const struct table *t, int reader, bool (*is)(
    const struct table *t, int seat, int reader))
{
	const char	*names[PEOPLE + 1];
	struct buf	 text;
	int		 seat, n = 0;

	for (seat = 0; seat < n_seats(t); seat++)
		if (is(t, seat, reader))
			names[n++] = called(t, seat);
	names[n] = NULL;
	buf_init(&text, t->events->arena);
	text_join(&text, names, "and");
	return text.data;
}

static bool
is_fellow(const struct table *t, int seat, int reader)
{
	return seat != reader && guest(t, seat)->identity == INTRUDER;
}

static bool
is_innocent(const struct table *t, int seat, int reader)
{
	(void)reader;
	return guest(t, seat)->identity == INNOCENT;
}

/* Who the reader is, and for intruders who the others are. */
static void
set_identity(const struct table *t, int seat, struct node *facts)
{
	const struct guest	*me = guest(t, seat);

	set_text(t, facts, "identity", intruder_identities[me->identity]);
	if (me->identity != INTRUDER || n_seats(t) < 4)
		return;
	set_text(t, facts, "fellows", seats_in_words(t, seat, is_fellow));
	set_text(t, facts, "innocents", seats_in_words(t, seat, is_innocent));
}

/* The goes to come; of each seat, what is known of its next one. */
static const char *
goes_in_words(const struct table *t)
{
	struct table	 now = *t;
	struct house	 copy = *house(t);
	struct buf	 text, out;
	bool		 said[PEOPLE] = { false };
	int		 seat;

	now.state = &copy;
	buf_init(&text, t->events->arena);
	for (; copy.step < book(t)->goes * n_seats(t); copy.step++) {
		seat = whose_go(&now);
		if (!is_eligible(t, seat))
			continue;
		buf_printf(&text, "%s%s", text.len > 0 ? ", " : "",
		    called(t, seat));
		if (!said[seat])
			buf_printf(&text, " (%s)", guest(t, seat)->mirror ?
			    "lost" : guest(t, seat)->hand.n_card == 0 ?
			    "empty-handed" : guest(t, seat)->settled ?
			    "settled" : "asked");
		said[seat] = true;
	}
	buf_init(&out, t->events->arena);
	text_wrap(&out, text.data, COLUMNS, "Goes to come: ", "  ");
	buf_cut(&out, out.len - 1);
	return out.data;
}

/* The cards of the discard pile that the reader knows. */
static const char *
discards_in_words(const struct table *t)
{
	const struct pile	*pile = &house(t)->discard;
	struct buf		 text, out;
	int			 i;

	buf_init(&text, t->events->arena);
	for (i = 0; i < pile->n_card; i++)
		if (!is_unknown(pile->card[i].face))
			buf_printf(&text, "%s%s", text.len > 0 ? ", " : "",
			    intruder_faces[pile->card[i].face]);
	if (text.len == 0)
		return NULL;
	buf_init(&out, t->events->arena);
	text_wrap(&out, text.data, COLUMNS, "  You know of: ", "  ");
	buf_cut(&out, out.len - 1);
	return out.data;
}

static const char *
spent_in_words(const struct table *t)
{
	const char	*names[N_ONCE + 1];
	struct buf	 text;
	int		 i, n = 0;

	for (i = 0; i < N_ONCE; i++)
		if (house(t)->spent[i])
			names[n++] = intruder_faces[CAMERA + i];
	names[n] = NULL;
	buf_init(&text, t->events->arena);
	text_join(&text, names, "and");
	return n > 0 ? text.data : NULL;
}

static struct node *
hand_of(const struct table *t, int seat)
{
	const struct pile	*hand = &guest(t, seat)->hand;
	struct node		*list = node_list(t->events->arena), *item;
	int			 i, face;

	for (i = 0; i < hand->n_card; i++) {
		face = hand->card[i].face;
		item = node_map(t->events->arena);
		node_set(item, "card", node_printf(t->events->arena, "%-10s",
		    intruder_faces[face]));
		set_text(t, item, "does", is_spent(t, face) ?
		    "a blank: it has been played this game" :
		    book(t)->cards[face].does);
		node_add(list, item);
	}
	return list;
}

static void
add_words(const struct table *t, int seat, const struct order *o,
    const char *before, struct node *list)
{
	struct buf	words, wrapped;

	buf_init(&words, t->events->arena);
	buf_init(&wrapped, t->events->arena);
	script_read_back(t, &table_commons(t)->seats, seat, o, &words);
	text_wrap(&wrapped, words.data, COLUMNS, before, "     ");
	buf_cut(&wrapped, wrapped.len - 1);
	node_add(list, node_scalar(t->events->arena, wrapped.data));
}

/* The seat's plan, an order a line. */
static struct node *
plan_of(const struct table *t, int seat)
{
	struct node	*list = node_list(t->events->arena);
	struct order	 o;
	bool		 more;

	for (more = script_first(&guest(t, seat)->plan, t->engine->verbs, &o);
	    more; more = order_next(&o, &o))
		add_words(t, seat, &o, "  - ", list);
	if (guest(t, seat)->settled && !table_is_retired(t, seat))
		node_add(list, node_scalar(t->events->arena,
		    guest(t, seat)->after == THEN_ASK ?
		    "  - then be asked" : "  - skip what is left"));
	return list;
}

static struct node *
standing_of(const struct table *t, int seat)
{
	struct node	*list = node_list(t->events->arena);
	struct order	 o;
	int		 i;

	for (i = STAND_KEEP; i <= STAND_REVEAL; i++)
		if (table_standing(t, seat, i, &o))
			add_words(t, seat, &o, "Standing: ", list);
	return list;
}

static void
set_own(const struct table *t, int seat, struct node *facts)
{
	const struct guest	*me = guest(t, seat);
	struct node		*own = node_map(t->events->arena);

	set_identity(t, seat, own);
	node_set(facts, "own", own);
	if (me->lives == 0 || is_over(t))
		return;
	own = node_map(t->events->arena);
	node_set(own, "hand", hand_of(t, seat));
	set_number(t, own, "held", me->hand.n_card);
	node_set(own, "plan", plan_of(t, seat));
	set_text(t, own, "planned", yes(me->settled && !table_is_retired(t,
	    seat)));
	node_set(own, "standing", standing_of(t, seat));
	set_text(t, own, "used_home", yes(me->used_home));
	set_text(t, own, "used_medkit", yes(me->used_medkit));
	if (house(t)->phase == GOES && !is_immune(t, seat))
		set_number(t, own, "left", goes_left(t, seat));
	node_set(facts, "alive", own);
}

void
intruder_brief(const struct table *known, int seat, struct node *facts)
{
	const struct house	*h = house(known);
	const char		*discards = discards_in_words(known);
	const char		*spent = spent_in_words(known);

	set_number(known, facts, "round", h->round);
	if (h->phase == GOES && !is_over(known)) {
		set_text(known, facts, "first", called(known, h->first));
		set_text(known, facts, "goes", goes_in_words(known));
	}
	set_number(known, facts, "deck", h->deck.n_card);
	set_number(known, facts, "discard", h->discard.n_card);
	if (h->deck.n_card > 0 &&
	    (h->deck.card[0].seen & SEEN_PUBLIC) != 0)
		set_text(known, facts, "top",
		    intruder_faces[h->deck.card[0].face]);
	if (discards != NULL)
		set_text(known, facts, "discards", discards);
	if (spent != NULL)
		set_text(known, facts, "spent", spent);
	if (seat >= 0)
		set_own(known, seat, facts);
}
