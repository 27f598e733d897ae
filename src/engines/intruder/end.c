/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Intruder Escape: assessment, death, winning and clean-up. */

#include "config.h"

#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "engines/intruder/intruder.h"

/* ==== THE END OF THE GAME =============================================== */

/* I53, and all that was hidden. */
static void
end_game(struct table *t, enum ending ending)
{
	struct house	*h = house(t);
	int		 seat, lap = h->step / n_seats(t) + 1;

	h->ending = ending;
	table_tell(t, EVERYONE, intruder_endings[ending], "round=%d go=%d",
	    h->round, lap <= book(t)->goes ? lap : 0);
	for (seat = 0; seat < n_seats(t); seat++)
		table_reveal(t, "I53", EVERYONE, "bared",
		    "seat=%s identity=%s hand=%s", name(t, seat),
		    intruder_identities[guest(t, seat)->identity],
		    pile_names(t, intruder_faces, &guest(t, seat)->hand, 0,
		    guest(t, seat)->hand.n_card));
	if (h->seventh != NONE)
		table_reveal(t, "I53", EVERYONE, "bared-seventh",
		    "identity=%s", intruder_identities[h->seventh]);
	table_reveal(t, "I53", EVERYONE, "bared-deck", "cards=%s",
	    pile_names(t, intruder_faces, &h->deck, 0, h->deck.n_card));
}

bool
intruder_over(const struct table *t, struct ranking *ranking)
{
	enum ending	ending = (enum ending)house(t)->ending;
	int		winner = ending == INTRUDERS_DEAD ||
			    ending == INNOCENTS_ESCAPE ? INNOCENT : INTRUDER;
	int		seat;

	if (!is_over(t) || ranking == NULL)
		return is_over(t);
	ranking->how = intruder_endings[ending];
	for (seat = 0; seat < n_seats(t); seat++)
		ranking->place[seat] =
		    guest(t, seat)->identity == winner ? 1 : 2;
	return true;
}

/* I50 */
static void
end_if_a_side_is_dead(struct table *t)
{
	bool	alive[2] = { false, false };
	int	seat;

	for (seat = 0; seat < n_seats(t); seat++)
		if (is_alive(t, seat))
			alive[guest(t, seat)->identity] = true;
	if (!alive[INNOCENT])
		end_game(t, INNOCENTS_DEAD);
	else if (!alive[INTRUDER])
		end_game(t, INTRUDERS_DEAD);
}

static bool
innocents_are_nearly_dead(const struct table *t)
{
	int	seat;

	for (seat = 0; seat < n_seats(t); seat++)
		if (guest(t, seat)->identity == INNOCENT &&
		    guest(t, seat)->lives > 1)
			return false;
	return true;
}

static bool
has_all_items(const struct table *t, int seat)
{
	int	i, n = 0;

	for (i = 0; i < N_ITEMS; i++)
		n += pile_find(&guest(t, seat)->front, i) != NONE;
	return n == N_ITEMS;
}

/* I51, I52 */
static void
end_if_one_escapes(struct table *t)
{
	int	seat;

	for (seat = 0; seat < n_seats(t); seat++) {
		if (!is_alive(t, seat) || !has_all_items(t, seat))
			continue;
		if (guest(t, seat)->identity == INNOCENT)
			end_game(t, INNOCENTS_ESCAPE);
		else if (innocents_are_nearly_dead(t))
			end_game(t, INTRUDERS_ESCAPE);
	}
}

/* ==== DEATH ============================================================= */

void
intruder_show(struct table *t, int seat)
{
	struct guest	*me = guest(t, seat);

	me->shown = 1;
	me->words = 0;
	table_tell(t, EVERYONE, "shows", "by=%s identity=%s", name(t, seat),
	    intruder_identities[me->identity]);
}

/* I49: by option or standing order at once, else in the next turn. */
static void
offer_words(struct table *t, int seat)
{
	int		how = options(t)->reveal;
	struct order	o;

	if (how == REVEAL_CHOICE && !table_is_retired(t, seat) &&
	    !table_standing(t, seat, STAND_REVEAL, &o)) {
		guest(t, seat)->words = 1;
		table_offer(t, seat, ASK_WORDS);
	} else if (how == REVEAL_ALWAYS || (how == REVEAL_CHOICE &&
	    !table_is_retired(t, seat) && order_arg(&o, 0, 0)))
		intruder_show(t, seat);
	else
		table_tell(t, EVERYONE, "silent", "by=%s", name(t, seat));
}

/* Everything before a seat goes open to the discard pile. */
static void
clear_table(struct table *t, int seat)
{
	struct guest	*who = guest(t, seat);
	int		 i;

	pile_move_all(t, &who->row, &house(t)->discard, EVERYONE);
	for (i = 0; i < ROW_MAX; i++)
		who->by[i] = NONE;
}

/* The items that lie before the seat, or that it has stolen and holds. */
static const char *
items_of(const struct table *t, int seat)
{
	const struct guest	*who = guest(t, seat);
	struct buf		 text;
	int			 i, at;

	buf_init(&text, t->events->arena);
	for (i = 0; i < N_ITEMS; i++) {
		at = pile_find(&who->front, i);
		if (at == NONE && house(t)->loot[i] != seat)
			continue;
		buf_printf(&text, "%s%s", text.len > 0 ? ", " : "",
		    at != NONE ? card_name(t, intruder_faces,
		    &who->front.card[at]) : card_name(t, intruder_faces,
		    &who->hand.card[pile_find(&who->hand, i)]));
	}
	return text.data;
}

/* I48 */
static void
die(struct table *t, int seat)
{
	struct house	*h = house(t);
	struct guest	*who = guest(t, seat);
	const char	*items = items_of(t, seat);
	int		 i;

	clear_table(t, seat);
	pile_move_all(t, &who->front, &h->discard, EVERYONE);
	for (i = 0; i < N_ITEMS; i++)
		if (h->loot[i] == seat)
			intruder_put_down(t, seat, pile_find(&who->hand, i),
			    &h->discard, EVERYONE);
	table_reveal(t, "I48", EVERYONE, "dies", "seat=%s items=%s n=%d",
	    name(t, seat), items, who->hand.n_card);
	if (who->hand.n_card > 0)
		table_reveal(t, "I48", ONLY(seat), "leaves", "cards=%s",
		    pile_names(t, intruder_faces, &who->hand, 0,
		    who->hand.n_card));
	pile_move_all(t, &who->hand, &h->discard, 0);
	who->mirror = 0;
	intruder_clear_plan(t, seat, THEN_ASK);
	end_if_a_side_is_dead(t);
	if (!is_over(t))
		offer_words(t, seat);
}

/* I2 */
void
intruder_lose_life(struct table *t, int seat)
{
	struct guest	*who = guest(t, seat);
	int		 limb = LIVES_MAX - who->lives;

	who->lives--;
	table_reveal(t, "I2", EVERYONE, "loses", "seat=%s limb=%s lives=%d",
	    name(t, seat), book(t)->limbs[limb], who->lives);
	if (who->lives == 0)
		die(t, seat);
}

/* ==== ASSESSMENT ======================================================== */

/* A row, left to right, what is nullified in brackets. */
static const char *
row_in_words(const struct table *t, const struct pile *row,
    const struct toll *toll)
{
	struct buf	text;
	int		i;

	buf_init(&text, t->events->arena);
	for (i = 0; i < row->n_card; i++)
		buf_printf(&text, toll->nullified[i] ? "%s(%s)" : "%s%s",
		    i > 0 ? ", " : "",
		    card_name(t, intruder_faces, &row->card[i]));
	return text.data;
}

/* I40, I45: heal, and return the damage. */
static int
assess(struct table *t, int seat)
{
	struct guest	*who = guest(t, seat);
	struct toll	 toll;

	intruder_assess(t, &who->row, &toll);
	if (who->row.n_card == 0)
		return 0;
	table_reveal(t, "I40", EVERYONE, "assessed",
	    "seat=%s row=%s damage=%d", name(t, seat),
	    row_in_words(t, &who->row, &toll), toll.damage);
	if (toll.healed > 0 && who->lives < options(t)->lives) {
		who->lives++;
		table_tell(t, EVERYONE, "healed", "seat=%s lives=%d",
		    name(t, seat), who->lives);
	}
	return toll.damage;
}

/* The seats of a tie, "alma, bob". */
static const char *
names_of(const struct table *t, const bool among[PEOPLE])
{
	struct buf	text;
	int		seat;

	buf_init(&text, t->events->arena);
	for (seat = 0; seat < n_seats(t); seat++)
		if (among[seat])
			buf_printf(&text, "%s%s", text.len > 0 ? ", " : "",
			    name(t, seat));
	return text.data;
}

/* I47 */
static void
lose_one(struct table *t, const int damage[PEOPLE])
{
	bool	among[PEOPLE] = { false };
	int	seat, most = 0, n = 0;

	for (seat = 0; seat < n_seats(t); seat++)
		if (is_eligible(t, seat) && damage[seat] > most)
			most = damage[seat];
	for (seat = 0; seat < n_seats(t); seat++) {
		among[seat] = is_eligible(t, seat) && damage[seat] == most;
		n += among[seat];
	}
	seat = intruder_throw(t, among);
	if (most == 0)
		table_tell(t, EVERYONE, "nobody-hurt", "seat=%s",
		    name(t, seat));
	else if (n > 1)
		table_tell(t, EVERYONE, "tie", "seat=%s damage=%d seats=%s",
		    name(t, seat), most, names_of(t, among));
	else
		table_tell(t, EVERYONE, "most-damage", "seat=%s damage=%d",
		    name(t, seat), most);
	intruder_lose_life(t, seat);
}

/* ==== CLEAN-UP ========================================================== */

static void
discard_hand(struct table *t, int seat)
{
	struct guest	*who = guest(t, seat);
	struct pile	*hand = &who->hand, kept = { 0 };
	int		 i, face;

	for (i = 0; i < hand->n_card;) {
		face = hand->card[i].face;
		if (is_item(face) && house(t)->loot[face] == seat)
			pile_move(t, hand, i, &kept, 0);
		else
			i++;
	}
	if (hand->n_card > 0) {
		table_tell(t, EVERYONE, "discards", "by=%s n=%d",
		    name(t, seat), hand->n_card);
		table_reveal(t, "I54", ONLY(seat), "discarded", "cards=%s",
		    pile_names(t, intruder_faces, hand, 0, hand->n_card));
	}
	pile_move_all(t, hand, &house(t)->discard, 0);
	*hand = kept;
}

/* I39 */
static void
lay_loot_down(struct table *t)
{
	struct guest	*who;
	struct card	 card;
	int		 i, seat;

	for (i = 0; i < N_ITEMS; i++) {
		seat = house(t)->loot[i];
		if (seat == NONE)
			continue;
		who = guest(t, seat);
		card = intruder_put_down(t, seat, pile_find(&who->hand, i),
		    &who->front, EVERYONE);
		table_reveal(t, "I39", EVERYONE, "lays-down",
		    "by=%s card=%s", name(t, seat),
		    card_name(t, intruder_faces, &card));
	}
}

/* I54 */
static void
clean_up(struct table *t)
{
	struct guest	*who;
	int		 seat;

	for (seat = 0; seat < n_seats(t); seat++) {
		who = guest(t, seat);
		clear_table(t, seat);
		if (is_immune(t, seat))
			pile_move(t, &who->front, pile_find(&who->front,
			    HOME), &house(t)->discard, EVERYONE);
	}
	for (seat = 0; seat < n_seats(t); seat++)
		discard_hand(t, seat);
	lay_loot_down(t);
	for (seat = 0; seat < n_seats(t); seat++) {
		guest(t, seat)->mirror = 0;
		intruder_clear_plan(t, seat, table_is_retired(t, seat) ?
		    THEN_SKIP : THEN_ASK);
	}
}

void
intruder_end_round(struct table *t)
{
	int	damage[PEOPLE] = { 0 }, seat;

	for (seat = 0; seat < n_seats(t); seat++)
		if (is_alive(t, seat))
			damage[seat] = assess(t, seat);
	lose_one(t, damage);
	if (!is_over(t))
		end_if_one_escapes(t);
	if (is_over(t))
		return;
	clean_up(t);
	house(t)->step = 0;
	house(t)->talks = 0;
	house(t)->phase = options(t)->deliberation > 0 ? TALK : DEAL;
}
