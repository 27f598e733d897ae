/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Intruder Escape: set-up, deal, keep, Nobody's Home, and the first seat. */

#include "config.h"

#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/text.h"
#include "engines/intruder/intruder.h"

/* ==== SET-UP ============================================================ */

/* I3: the identity cards that are shuffled; with six drawn, all seven. */
static struct side
side_cards(const struct table *t)
{
	struct side	side = book(t)->identities;
	int		wanted = options(t)->intruders;

	if (n_seats(t) < PEOPLE)
		return book(t)->sides[n_seats(t) - 3];
	if (wanted != INTRUDERS_DRAWN) {
		side.intruders = wanted;
		side.innocents = PEOPLE - wanted;
	}
	return side;
}

static void
deal_identities(struct table *t)
{
	struct side	side = side_cards(t);
	int32_t		cards[PEOPLE + 1], card;
	int		n = side.intruders + side.innocents, i, j;

	for (i = 0; i < n; i++)
		cards[i] = i < side.intruders ? INTRUDER : INNOCENT;
	for (i = n - 1; i > 0; i--) {
		j = table_random(t, "identity", i + 1);
		card = cards[i];
		cards[i] = cards[j];
		cards[j] = card;
	}
	for (i = 0; i < n_seats(t); i++)
		guest(t, i)->identity = cards[i];
	house(t)->seventh = n > n_seats(t) ? cards[n - 1] : NONE;
}

/* The other intruders, "bob, cleo". */
static const char *
fellows(const struct table *t, int seat)
{
	struct buf	text;
	int		i;

	buf_init(&text, t->events->arena);
	for (i = 0; i < n_seats(t); i++)
		if (i != seat && guest(t, i)->identity == INTRUDER)
			buf_printf(&text, "%s%s", text.len > 0 ? ", " : "",
			    name(t, i));
	return text.data;
}

/* I4, I5: each its own, and with four or more each intruder the others. */
static void
tell_identities(struct table *t)
{
	struct side	side = side_cards(t);
	int		most = side.intruders, seat;
	int		fewest = n_seats(t) - side.innocents;

	table_tell(t, EVERYONE, "identities", "fewest=%d most=%d draw=%s",
	    fewest, most, yes(fewest < most));
	for (seat = 0; seat < n_seats(t); seat++) {
		table_tell(t, ONLY(seat), "you-are", "identity=%s",
		    intruder_identities[guest(t, seat)->identity]);
		if (n_seats(t) > 3 && guest(t, seat)->identity == INTRUDER)
			table_tell(t, ONLY(seat), "fellows", "seats=%s",
			    fellows(t, seat));
	}
}

void
intruder_setup(struct table *t)
{
	struct house	*h = house(t);
	int		 i, seat;

	deal_identities(t);
	for (seat = 0; seat < n_seats(t); seat++) {
		guest(t, seat)->lives = options(t)->lives;	/* I2 */
		guest(t, seat)->began = options(t)->lives;
		for (i = 0; i < ROW_MAX; i++)
			guest(t, seat)->by[i] = NONE;
	}
	for (i = 0; i < N_ITEMS; i++)
		h->loot[i] = NONE;
	for (i = 0; i < N_FACES; i++)
		pile_fill(t, &h->deck, i, 0, book(t)->cards[i].count);
	pile_shuffle(t, "deck", &h->deck);			/* I6 */
	h->first = NONE;
}

/* ==== DEAL ============================================================== */

/* I10: the living, clockwise from who began the last round. */
static int
in_order(const struct table *t, int seats[PEOPLE])
{
	int	from = house(t)->first == NONE ? 0 : house(t)->first;
	int	i, seat, n = 0;

	for (i = 0; i < n_seats(t); i++) {
		seat = (from + i) % n_seats(t);
		if (is_alive(t, seat))
			seats[n++] = seat;
	}
	return n;
}

/* A card under the deck has been seen by nobody that would know it there. */
static void
lay_under(struct house *h, struct card card)
{
	card.seen = 0;
	pile_add(&h->deck, card);
}

static void
deal_card(struct table *t, int seat)
{
	struct house	*h = house(t);
	struct card	 card = pile_take(&h->deck, 0);

	if ((card.seen & SEEN_PUBLIC) != 0)			/* I32 */
		table_reveal(t, "I32", EVERYONE, "dealt-lit",
		    "seat=%s card=%s", name(t, seat),
		    card_name(t, intruder_faces, &card));
	card.seen = ONLY(seat);
	pile_add(&guest(t, seat)->hand, card);
}

void
intruder_deal(struct table *t)
{
	struct house	*h = house(t);
	int		 seats[PEOPLE], n, i, j;

	if (h->round++ == 0)
		tell_identities(t);
	pile_shuffle(t, "discard", &h->discard);		/* I9 */
	while (h->discard.n_card > 0)
		lay_under(h, pile_take(&h->discard, 0));
	n = in_order(t, seats);
	for (i = 0; i < n; i++) {
		guest(t, seats[i])->began = guest(t, seats[i])->lives;
		intruder_clear_plan(t, seats[i], table_is_retired(t,
		    seats[i]) ? THEN_SKIP : THEN_ASK);
	}
	table_tell(t, EVERYONE, "round", "round=%d each=%d", h->round,
	    book(t)->deal);
	for (j = 0; j < book(t)->deal; j++)
		for (i = 0; i < n; i++)
			deal_card(t, seats[i]);
	for (i = 0; i < n; i++)
		table_reveal(t, "I10", ONLY(seats[i]), "dealt", "cards=%s",
		    pile_names(t, intruder_faces, &guest(t, seats[i])->hand,
		    0, book(t)->deal));
	h->phase = KEEP;
}

/* ==== KEEP ============================================================== */

/* I16 */
static void
let_home_go(struct table *t, int seat, struct pile *dealt)
{
	int		i = pile_find(dealt, HOME);
	struct card	card;

	if (i == NONE)
		return;
	card = pile_move(t, dealt, i, &house(t)->discard, EVERYONE);
	table_reveal(t, "I16", EVERYONE, "home-let-go", "by=%s card=%s",
	    name(t, seat), card_name(t, intruder_faces, &card));
}

/* Move the cards that a list names, one copy each, until to holds most. */
static void
move_listed(struct table *t, const struct item *list, int n,
    struct pile *from, struct pile *to, int most)
{
	int	i, at;

	for (i = 0; i < n && to->n_card < most; i++) {
		at = pile_find(from, list[i].is);
		if (at != NONE)
			pile_move(t, from, at, to, 0);
	}
}

/* I11, I12, I16: keep what the first list names, then as dealt; lay the
 * rest off in the order of the second, then as dealt. */
static void
keep_listed(struct table *t, int seat, const struct item *kept, int n_kept,
    const struct item *under, int n_under)
{
	struct guest	*me = guest(t, seat);
	struct pile	 dealt = me->hand, off = { 0 };
	int		 n, i, most = book(t)->keep;

	memset(&me->hand, 0, sizeof(me->hand));
	let_home_go(t, seat, &dealt);
	move_listed(t, kept, n_kept, &dealt, &me->hand, most);
	while (me->hand.n_card < most)
		pile_move(t, &dealt, 0, &me->hand, 0);
	n = dealt.n_card;
	move_listed(t, under, n_under, &dealt, &off, n);
	pile_move_all(t, &dealt, &off, 0);
	for (i = 0; i < n; i++)
		lay_under(house(t), off.card[i]);
	table_tell(t, EVERYONE, "lays-off", "by=%s n=%d deck=%d",
	    name(t, seat), n, house(t)->deck.n_card);
	table_reveal(t, "I12", ONLY(seat), "kept", "cards=%s under=%s",
	    pile_names(t, intruder_faces, &me->hand, 0, most),
	    pile_names(t, intruder_faces, &off, 0, n));
}

void
intruder_keep(struct table *t, int seat, const struct order *o)
{
	const struct item	*kept, *under;
	int			 n_kept, n_under;

	kept = order_list(o, KEEP_CARDS, &n_kept);
	under = order_list(o, KEEP_UNDER, &n_under);
	if (n_kept > 0)
		keep_listed(t, seat, kept, n_kept, under, n_under);
	if (table_checks(t))
		table_unsure(t);
}

/* I15 */
void
intruder_use_home(struct table *t, int seat, const struct order *o)
{
	struct guest	*me = guest(t, seat);
	int		 n;

	(void)o;
	intruder_put_down(t, seat, pile_find(&me->hand, HOME), &me->front,
	    EVERYONE);
	me->used_home = 1;
	intruder_clear_plan(t, seat, THEN_ASK);
	n = me->hand.n_card;
	table_tell(t, EVERYONE, "home-used", "by=%s n=%d", name(t, seat), n);
	table_reveal(t, "I15", ONLY(seat), "home-discards", "cards=%s",
	    pile_names(t, intruder_faces, &me->hand, 0, n));
	pile_move_all(t, &me->hand, &house(t)->discard, 0);
}

void
intruder_keep_by_default(struct table *t, int seat)
{
	const struct item	*list = NULL;
	struct guest		*me = guest(t, seat);
	struct order		 o;
	int			 n = 0;
	bool			 stands = !table_is_retired(t, seat);

	if (stands && !me->used_home && pile_find(&me->hand, HOME) != NONE &&
	    table_standing(t, seat, STAND_HOME, &o) &&
	    order_arg(&o, 0, HOME_LEAVE) == HOME_USE) {
		intruder_use_home(t, seat, NULL);
		return;
	}
	if (stands && table_standing(t, seat, STAND_KEEP, &o))
		list = order_list(&o, 0, &n);
	keep_listed(t, seat, list, n, NULL, 0);
}

/* The go orders after keep are the plan; none leave it as it was (M5). */
static void
take_answer(struct table *t, int seat)
{
	const struct script	*said = table_orders(t, seat);
	struct order		 o, next;

	if (said == NULL) {
		table_late(t, seat, ASK_KEEP);
		return;
	}
	script_first(said, t->engine->verbs, &o);
	table_try(t, seat, &o);
	if (order_next(&o, &next) && next.step->verb != DO_WAIT)
		intruder_set_plan(t, seat, &next, 0);
}

static bool
keeps(const struct table *known, int seat)
{
	return is_alive(known, seat);
}

void
intruder_keep_step(struct table *t)
{
	struct house	*h = house(t);
	int		 seats[PEOPLE], n = in_order(t, seats), i;

	table_ask_each(t, ASK_KEEP, keeps);
	intruder_hear_words(t);
	for (i = 0; i < n; i++)
		take_answer(t, seats[i]);
	h->first = intruder_throw_for_all(t);			/* I20 */
	h->step = 0;
	h->phase = GOES;
	table_tell(t, EVERYONE, "first", "seat=%s", name(t, h->first));
}
