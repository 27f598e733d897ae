/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The bazaar, a game for three. Its rules, T1 to T19, stand at the lines
 * that enact them; what it asks of the table is what the big games ask.
 */

#include "config.h"

#include "engine_toy.h"

#include <string.h>

#include "table/cards.h"
#include "toy.h"

enum toy_flaw toy_flaw = FLAW_NONE;

/* What a pure engine does not have, and its flawed variants do. */
const struct toy *toy_real;
static int n_draws, last_file = NONE;

/* ==== VOCABULARY ======================================================= */

static const struct wares *
wares(const struct table *t)
{
	return t->components;
}

static const struct terms *
terms(const struct table *t)
{
	return t->options;
}

bool
toy_is_in(const struct table *t, int seat)
{
	const struct toy	*s = t->state;

	return s->stall[seat].out == 0;
}

static int
n_in(const struct table *t)
{
	int	seat, n = 0;

	for (seat = 0; seat < table_seats(t); seat++)
		n += toy_is_in(t, seat);
	return n;
}

static int
next_in(const struct table *t, int seat)
{
	do
		seat = (seat + 1) % table_seats(t);
	while (!toy_is_in(t, seat));
	return seat;
}

/* ==== THE END ========================================================== */

/* T1: one seat is left, or the rounds are over. The crook has 2 more. */
static bool
over(const struct table *t, struct ranking *ranking)
{
	const struct toy	*s = t->state;
	int			 score[SEATS_MAX], i, j;

	if (n_in(t) > 1 && (s->left > 0 || s->round < terms(t)->rounds ||
	    toy_flaw == FLAW_ENDLESS))
		return false;
	if (ranking == NULL)
		return true;
	ranking->how = n_in(t) > 1 ? "riches" : "last";
	for (i = 0; i < table_seats(t); i++)
		score[i] = s->stall[i].out ? -1 : s->stall[i].coins +
		    2 * (s->stall[i].role == CROOK);
	for (i = 0; i < table_seats(t); i++) {
		ranking->place[i] = 1;
		for (j = 0; j < table_seats(t); j++)
			ranking->place[i] += score[j] > score[i];
	}
	return true;
}

/* T2: whoever is out lays its cards down openly, and may speak once. */
static void
go_out(struct table *t, int seat)
{
	struct toy	*s = t->state;

	s->stall[seat].out = 1;
	s->stall[seat].settled = 0;
	script_clear(&s->stall[seat].plan);
	pile_move_all(t, &s->stall[seat].hand, &s->spent, EVERYONE);
	table_tell(t, EVERYONE, "out", "seat=%s", table_seat_name(t, seat));
	table_offer(t, seat, WORDS);
}

static void
retire(struct table *t, int seat)
{
	go_out(t, seat);
}

/* ==== SETUP ============================================================ */

/* T3: a hand of three and 3 coins each; one is the crook. */
static void
setup(struct table *t)
{
	struct toy	*s = t->state;
	int		 seat, i;

	for (i = 0; i < KINDS; i++)
		pile_fill(t, &s->deck, i, 0, wares(t)->card[i].copies);
	pile_shuffle(t, "deck", &s->deck);
	for (seat = 0; seat < table_seats(t); seat++) {
		for (i = 0; i < 3; i++)
			pile_move(t, &s->deck, 0, &s->stall[seat].hand,
			    ONLY(seat));
		s->stall[seat].coins = 3;
		s->stall[seat].bid = NONE;
	}
	s->stall[table_random(t, "crook", table_seats(t))].role = CROOK;
	s->user = s->go = NONE;
}

/* ==== ANSWERING A CARD ================================================= */

/* T4: a seat may answer another's card while it has cards of its own. */
static bool
may_answer(const struct toy *s, int seat)
{
	return seat != s->user && s->stall[seat].out == 0 &&
	    s->stall[seat].hand.n_card > 0;
}

static bool
is_suspect(const struct table *known, int seat)
{
	const struct toy	*s = known->state;

	if (toy_flaw == FLAW_ASKED &&
	    pile_find(&toy_real->stall[seat].hand, BLOCK) == NONE)
		return false;
	return may_answer(s, seat) && s->stall[seat].automatic == 0;
}

static void	 answer_by_standing(struct table *, int);

/* T5: of several answers the one nearest after the user counts; when it is
 * stopped in its turn, the seat may try again, then the next one may. */
static void
answer_with(struct table *t, int seat, const struct script *said)
{
	struct toy	*s = t->state;
	struct order	 o;
	bool		 more;

	if (s->stall[seat].automatic || terms(t)->reactions == STANDING)
		answer_by_standing(t, seat);
	else if (said == NULL)
		table_late(t, seat, REACT);
	else
		for (more = script_first(said, t->engine->verbs, &o);
		    more && !s->stopped; more = order_next(&o, &o))
			table_try(t, seat, &o);
}

/* T6: a card that is used may be answered, and the answer too. */
static bool
stands(struct table *t, int user, int use)
{
	const struct script	*said[SEATS_MAX];
	struct toy		*s = t->state;
	int			 seat, n = table_seats(t);

	s->user = user;
	s->use = use;
	s->stopped = 0;
	if (terms(t)->reactions == WINDOW)
		table_ask_each(t, REACT, is_suspect);
	for (seat = 0; seat < n; seat++)
		said[seat] = table_orders(t, seat);
	for (seat = (user + 1) % n; seat != user && !table_checks(t) &&
	    !s->stopped; seat = (seat + 1) % n)
		if (may_answer(s, seat))
			answer_with(t, seat, said[seat]);
	s->user = NONE;
	return !s->stopped;
}

static enum verdict
may_block(struct table *t, int seat, const struct order *o, struct why *why)
{
	const struct toy	*s = t->state;

	(void)o;
	if (pile_find(&s->stall[seat].hand, BLOCK) == NONE)
		return not_now(why, "T7", "you have no block; write 'pass'");
	return OK;
}

/* T7: a block stops what it answers, unless it is stopped. */
static void
block(struct table *t, int seat, const struct order *o)
{
	struct toy	*s = t->state;
	struct pile	*hand = &s->stall[seat].hand;
	int		 user = s->user, use = s->use;

	(void)o;
	pile_move(t, hand, pile_find(hand, BLOCK), &s->spent, EVERYONE);
	table_tell(t, EVERYONE, "blocks", "by=%s what=%s of=%s",
	    table_seat_name(t, seat), kind_names[use],
	    table_seat_name(t, user));
	s->stopped = stands(t, seat, BLOCK);
	s->user = user;
	s->use = use;
}

/* ==== THE CARDS ======================================================== */

/* T8: a strike costs its target a coin; without one it is out. */
static void
strike(struct table *t, int seat, int on)
{
	struct toy	*s = t->state;

	table_tell(t, EVERYONE, "struck", "seat=%s by=%s",
	    table_seat_name(t, on), table_seat_name(t, seat));
	if (s->stall[on].coins > 0 && toy_flaw != FLAW_ENDLESS)
		s->stall[on].coins--;
	if (s->stall[on].coins == 0)
		go_out(t, on);
}

static void
hand_over(struct table *t, int from, int i, int to)
{
	struct toy	*s = t->state;
	struct card	 card = pile_move(t, &s->stall[from].hand, i,
			    &s->stall[to].hand, ONLY(from) | ONLY(to));

	table_tell(t, ONLY(from) | ONLY(to), "hands", "by=%s to=%s card=%s",
	    table_seat_name(t, from), table_seat_name(t, to),
	    card_name(t, kind_names, &card));
}

/*
 * T9: a barter makes its target give a card of its choice and take one at
 * random. It may first pay for a look, and think again.
 */
static void
barter(struct table *t, int seat, int on)
{
	struct toy	*s = t->state;
	int32_t		 i;

	s->given = 0;
	while (!s->given && toy_is_in(t, on) && s->stall[on].hand.n_card > 0) {
		table_ask(t, on, GIVE);
		table_walk(t, on);
	}
	if (!s->given || !toy_is_in(t, seat) || s->stall[seat].hand.n_card < 2)
		return;
	i = table_random(t, "take", s->stall[seat].hand.n_card - 1);
	hand_over(t, seat, i, on);
}

static enum verdict
may_peek(struct table *t, int seat, const struct order *o, struct why *why)
{
	const struct toy	*s = t->state;

	(void)o;
	if (s->stall[seat].coins < 2)
		return not_now(why, "T9", "a look costs a coin, and one must "
		    "be left; you have %d", s->stall[seat].coins);
	if (s->stall[s->go].hand.n_card == 0)
		return not_now(why, "T9", "%s has no card to look at",
		    table_seat_name(t, s->go));
	return OK;
}

static void
peek(struct table *t, int seat, const struct order *o)
{
	struct toy	*s = t->state;
	struct pile	*hand = &s->stall[s->go].hand;
	int32_t		 i = table_random(t, "look", hand->n_card);

	(void)o;
	s->stall[seat].coins--;
	table_tell(t, EVERYONE, "looks", "by=%s at=%s",
	    table_seat_name(t, seat), table_seat_name(t, s->go));
	if (is_unknown(i))
		return;
	pile_show(hand, i, ONLY(seat));
	table_tell(t, ONLY(seat), "saw", "card=%s of=%s",
	    card_name(t, kind_names, &hand->card[i]),
	    table_seat_name(t, s->go));
}

static enum verdict
may_give(struct table *t, int seat, const struct order *o, struct why *why)
{
	const struct toy	*s = t->state;
	int			 kind = order_arg(o, 0, NONE);

	if (s->given)
		return never(why, "T9", "one card is given");
	if (pile_find(&s->stall[seat].hand, kind) == NONE)
		return not_now(why, "T9", "you have no %s", kind_names[kind]);
	return OK;
}

static void
give(struct table *t, int seat, const struct order *o)
{
	struct toy	*s = t->state;

	hand_over(t, seat, pile_find(&s->stall[seat].hand,
	    order_arg(o, 0, NONE)), s->go);
	s->given = 1;
}

static enum verdict
has_given(struct table *t, int seat, struct why *why)
{
	const struct toy	*s = t->state;

	(void)seat;
	return s->given ? OK : never(why, "T9", "give a card, or end with "
	    "'wait' to be asked again");
}

/* ==== A GO ============================================================= */

/* T10: two actions, each a draw or a card played. */
static enum verdict
has_acts(const struct toy *s, int seat, struct why *why)
{
	if (s->go == seat && s->acts == 0)
		return not_now(why, "T10", "both actions are used");
	return OK;
}

static enum verdict
may_play(struct table *t, int seat, const struct order *o, struct why *why)
{
	const struct toy	*s = t->state;
	int			 kind = order_arg(o, 0, NONE);
	int			 on = order_arg(o, 1, NONE);
	bool			 aims = kind == STRIKE || kind == BARTER;

	if (kind == BLOCK)
		return never(why, "T11", "a block answers another's card");
	if (aims != order_has(o, 1))
		return never(why, "T11", "%s %s", kind_names[kind],
		    aims ? "needs 'on:', another seat" : "takes no 'on'");
	if (aims && on == seat)
		return never(why, "T11", "not on yourself");
	if (aims && !toy_is_in(t, on))
		return never(why, "T11", "%s is out", table_seat_name(t, on));
	if (toy_flaw == FLAW_CHECK && table_checks(t) && aims &&
	    pile_find(&toy_real->stall[on].hand, BLOCK) != NONE)
		return not_now(why, "T11", "this would be blocked");
	if (toy_flaw == FLAW_LAX && t->mode == TABLE_PLAYS && kind == GOLD)
		return not_now(why, "T11", "gold cannot be played today");
	if (pile_find(&s->stall[seat].hand, kind) == NONE)
		return not_now(why, "T11", "you have no %s", kind_names[kind]);
	return has_acts(s, seat, why);
}

/* T11: the card is shown, may be answered, and acts. */
static void
play_card(struct table *t, int seat, const struct order *o)
{
	struct toy	*s = t->state;
	struct pile	*hand = &s->stall[seat].hand;
	int		 kind = order_arg(o, 0, NONE);
	int		 on = order_arg(o, 1, NONE);

	s->acts--;
	pile_move(t, hand, pile_find(hand, kind), &s->spent, EVERYONE);
	table_tell(t, EVERYONE, "plays", "by=%s card=%s on=%s",
	    table_seat_name(t, seat), kind_names[kind],
	    table_seat_name(t, on));
	if (!stands(t, seat, kind) || !toy_is_in(t, seat) || table_checks(t))
		return;
	if (kind == GOLD)
		s->stall[seat].coins += wares(t)->card[GOLD].worth;
	else if (!toy_is_in(t, on))
		return;
	else if (kind == STRIKE)
		strike(t, seat, on);
	else
		barter(t, seat, on);
}

static enum verdict
may_draw(struct table *t, int seat, const struct order *o, struct why *why)
{
	const struct toy	*s = t->state;

	(void)o;
	if (s->deck.n_card + s->spent.n_card == 0)
		return not_now(why, "T12", "no card is left to draw");
	return has_acts(s, seat, why);
}

/* T13: of the orders under then, the first that fits the card drawn is
 * carried out. */
static void
use_drawn(struct table *t, int seat, const struct order *o, int face)
{
	const struct toy	*s = t->state;
	struct order		 now;
	bool			 more;

	for (more = order_then(o, &now); more; more = order_next(&now, &now))
		if (now.step->verb != TOY_PLAY ||
		    order_arg(&now, 0, NONE) == face) {
			if (s->acts > 0)
				table_try(t, seat, &now);
			return;
		}
}

/* T12: when the deck is used up, the cards spent are shuffled. */
static void
draw(struct table *t, int seat, const struct order *o)
{
	struct toy	*s = t->state;
	struct card	 card;

	s->acts--;
	if (s->deck.n_card == 0) {
		pile_move_all(t, &s->spent, &s->deck, 0);
		pile_shuffle(t, "deck", &s->deck);
	}
	card = pile_move(t, &s->deck, toy_flaw == FLAW_COUNTER ?
	    n_draws++ % s->deck.n_card : 0, &s->stall[seat].hand, ONLY(seat));
	table_tell(t, toy_flaw == FLAW_AUDIENCE ? EVERYONE : ONLY(seat),
	    "drew", "card=%s", card_name(t, kind_names, &card));
	table_tell(t, ALL_BUT(seat), "draws", "by=%s",
	    table_seat_name(t, seat));
	if (toy_flaw == FLAW_CANARY && s->deck.n_card > 0)
		table_tell(t, EVERYONE, "omen", "card=%s",
		    card_name(t, kind_names, &s->deck.card[0]));
	if (toy_flaw == FLAW_PHRASE)
		table_tell(t, EVERYONE, "sneeze", "by=%s",
		    table_seat_name(t, seat));
	if (toy_flaw == FLAW_STRAY)
		s->deck.card[s->deck.n_card].face = card.face + 1;
	if (!table_checks(t))
		use_drawn(t, seat, o, card.face);
}

static void
skip(struct table *t, int seat, const struct order *o)
{
	(void)t;
	(void)seat;
	(void)o;
}

/* T14: a plan serves the goes to come, an order each. */
static enum verdict
may_plan(struct table *t, int seat, const struct order *o, struct why *why)
{
	struct order	inner;
	bool		more;

	(void)t;
	(void)seat;
	for (more = order_orders(o, 0, &inner); more;
	    more = order_next(&inner, &inner))
		if ((order_verb(&inner)->decisions & 1u << ACT) == 0 ||
		    order_verb(&inner)->carry == order_verb(o)->carry)
			return never(why, "T14", "a plan holds draw, play, "
			    "skip and wait");
	return OK;
}

static void
plan(struct table *t, int seat, const struct order *o)
{
	struct toy	*s = t->state;
	struct order	 inner;

	script_clear(&s->stall[seat].plan);
	if (order_orders(o, 0, &inner))
		script_keep(&s->stall[seat].plan, &inner);
	s->stall[seat].settled = s->stall[seat].plan.n_step > 0;
}

/* T15: carry out the next order of the plan; wait ends it. */
static bool
follow_plan(struct table *t, int seat)
{
	struct toy	*s = t->state;
	struct stall	*stall = &s->stall[seat];
	struct script	 now = stall->plan;
	struct order	 o;

	if (!script_first(&now, t->engine->verbs, &o))
		return false;
	script_drop(&stall->plan, t->engine->verbs);
	if (table_try(t, seat, &o) != TRIED_WAIT) {
		stall->settled = stall->plan.n_step > 0;
		return true;
	}
	script_clear(&stall->plan);
	stall->settled = 0;
	return false;
}

static void
take_go(struct table *t)
{
	struct toy	*s = t->state;
	int		 seat = s->go;

	s->acts = 2;
	if (follow_plan(t, seat))
		s->acts = 0;
	while (s->acts > 0 && toy_is_in(t, seat)) {
		table_ask(t, seat, ACT);
		if (table_walk(t, seat) != WALKED_WAIT)
			s->acts = 0;
	}
	s->acts = 0;
	s->left--;
	if (n_in(t) > 0)
		s->go = next_in(t, seat);
}

static enum verdict
may_wait(struct table *t, int seat, const struct order *o, struct why *why)
{
	const struct toy	*s = t->state;

	(void)o;
	if (s->go != seat)
		return s->given ? never(why, "T9", "one card is given") : OK;
	return has_acts(s, seat, why);
}

/* ==== A ROUND ========================================================== */

static enum verdict
may_bid(struct table *t, int seat, const struct order *o, struct why *why)
{
	const struct toy	*s = t->state;

	if (table_checks(t))
		last_file = seat;
	if (s->stall[seat].bid != NONE)
		return never(why, "T16", "one bid is made");
	if (order_arg(o, 0, 0) > s->stall[seat].coins)
		return not_now(why, "T16", "you have %d coins",
		    s->stall[seat].coins);
	return OK;
}

static void
bid(struct table *t, int seat, const struct order *o)
{
	struct toy	*s = t->state;

	s->stall[seat].bid = order_arg(o, 0, 0);
}

/* T17: the highest bid goes first and pays; chance decides between equals. */
static int
find_first(struct table *t)
{
	const struct toy	*s = t->state;
	const char		*names[SEATS_MAX];
	int32_t			 best[SEATS_MAX];
	int			 seat, high = 0, n = 0;

	for (seat = 0; seat < table_seats(t); seat++)
		if (toy_is_in(t, seat) && s->stall[seat].bid > high)
			high = s->stall[seat].bid;
	for (seat = 0; seat < table_seats(t); seat++) {
		names[seat] = table_seat_name(t, seat);
		if (toy_is_in(t, seat) && s->stall[seat].bid == high)
			best[n++] = seat;
	}
	if (toy_flaw == FLAW_ARRIVAL && n > 1 && last_file >= 0)
		return last_file;
	return n == 1 ? best[0] : table_choose(t, "tie", names, best, n);
}

static void
begin_round(struct table *t)
{
	struct toy	*s = t->state;
	int		 seat, n = table_seats(t);

	s->round += toy_flaw == FLAW_EARLY;
	for (seat = 0; seat < n; seat++)
		s->stall[seat].bid = NONE;
	table_ask_each(t, BID, toy_is_in);
	for (seat = 0; seat < n; seat++)
		if (toy_is_in(t, seat))
			table_walk(t, seat);
	for (seat = 0; seat < n; seat++)
		if (toy_is_in(t, seat))
			table_reveal(t, "T16", EVERYONE, "bids",
			    "by=%s coins=%d", table_seat_name(t, seat),
			    s->stall[seat].bid);
	s->go = find_first(t);
	s->stall[s->go].coins -= s->stall[s->go].bid;
	s->left = n_in(t);
	s->round += toy_flaw != FLAW_EARLY;
	table_tell(t, EVERYONE, "first", "seat=%s round=%d",
	    table_seat_name(t, s->go), s->round);
	if (toy_flaw == FLAW_UNREVEALED)
		table_tell(t, EVERYONE, "rumour", "role=%s",
		    role_names[s->stall[0].role]);
	if (s->stall[s->go].coins == 0)
		go_out(t, s->go);
	if (n_in(t) > 0 && !toy_is_in(t, s->go))
		s->go = next_in(t, s->go);
	s->left = n_in(t);
}

static void
play(struct table *t)
{
	struct toy	*s = t->state;

	toy_real = s;
	while (!over(t, NULL)) {
		table_checkpoint(t);
		if (toy_flaw == FLAW_MEMORY)
			s->stall[0].coins += n_draws++ % 7 == 0;
		if (s->left == 0)
			begin_round(t);
		else
			take_go(t);
	}
}

/* ==== STANDING ORDERS, DEADLINES, LAST WORDS =========================== */

enum { STAND_BLOCK, STAND_AUTO, STAND_LIMIT };

/* T18: block a listed kind; "kind: n" only when its user has n coins. */
static void
answer_by_standing(struct table *t, int seat)
{
	const struct toy	*s = t->state;
	const struct item	*items;
	struct order		 o;
	int			 i, n;

	if (!table_standing(t, seat, STAND_BLOCK, &o) ||
	    pile_find(&s->stall[seat].hand, BLOCK) == NONE)
		return;
	items = order_list(&o, 0, &n);
	for (i = 0; i < n; i++)
		if (items[i].is == s->use && (items[i].of == ABSENT ||
		    s->stall[s->user].coins >= items[i].of)) {
			block(t, seat, NULL);
			return;
		}
}

static void
stood(struct table *t, int seat)
{
	struct toy	*s = t->state;
	struct order	 o;

	s->stall[seat].automatic =
	    table_standing(t, seat, STAND_AUTO, &o) && order_arg(&o, 0, 0);
}

static void
fallback(struct table *t, int seat, int decision)
{
	struct toy	*s = t->state;
	struct order	 o;
	int		 most = 0;

	switch (decision) {
	case BID:
		if (table_standing(t, seat, STAND_LIMIT, &o) &&
		    (!order_has(&o, 1) || toy_is_in(t, order_arg(&o, 1, 0))))
			most = order_arg(&o, 0, 0);
		s->stall[seat].bid = most < s->stall[seat].coins ? most :
		    s->stall[seat].coins - 1;
		break;
	case REACT:
		answer_by_standing(t, seat);
		break;
	case GIVE:
		if (!toy_is_in(t, seat))
			break;
		hand_over(t, seat, 0, s->go);
		s->given = 1;
		break;
	}
}

/* T19: whoever is out may say what it was, truly. */
static enum verdict
may_say(struct table *t, int seat, const struct order *o, struct why *why)
{
	const struct toy	*s = t->state;

	if (order_arg(o, 0, 0) != s->stall[seat].role)
		return never(why, "T19", "you are %s",
		    role_names[s->stall[seat].role]);
	return OK;
}

static void
say(struct table *t, int seat, const struct order *o)
{
	table_reveal(t, "T19", EVERYONE, "says", "by=%s role=%s",
	    table_seat_name(t, seat), role_names[order_arg(o, 0, 0)]);
}

/* ==== ORDERS =========================================================== */

#define DECIDES(what)	(1u << (what))
#define A_KIND(...)	{ .kind = ARG_NAME, .names = kind_names,	\
			  .what = "a card", ##__VA_ARGS__ }

static const struct verb verbs[] = {
	{ "bid", DECIDES(BID), { { .kind = ARG_NUMBER, .max = 9 } },
	  .may = may_bid, .carry = bid, .words = "bid {}" },
	{ "draw", DECIDES(ACT), { { 0 } }, .then = true,
	  .may = may_draw, .carry = draw, .words = "draw a card" },
	{ "play", DECIDES(ACT), { A_KIND(),
	    { .key = "on", .kind = ARG_SEAT, .optional = true } },
	  .may = may_play, .carry = play_card, .words = "play {}[ on {on}]" },
	{ "skip", DECIDES(ACT), { { 0 } }, .carry = skip,
	  .words = "do nothing" },
	{ "plan", DECIDES(ACT), { { .kind = ARG_ORDERS } },
	  .may = may_plan, .carry = plan, .words = "plan: {}" },
	{ "block", DECIDES(REACT), { { 0 } },
	  .may = may_block, .carry = block, .words = "block it" },
	{ "pass", DECIDES(REACT), { { 0 } }, .carry = skip,
	  .words = "let it pass" },
	{ "peek", DECIDES(GIVE), { { 0 } },
	  .may = may_peek, .carry = peek, .words = "pay for a look" },
	{ "give", DECIDES(GIVE), { A_KIND() },
	  .may = may_give, .carry = give, .words = "give {}" },
	{ "say", DECIDES(WORDS), { { .kind = ARG_NAME, .names = role_names,
	    .what = "a role" } },
	  .may = may_say, .carry = say, .words = "say: {}" },
	{ "wait", DECIDES(ACT) | DECIDES(GIVE), { { 0 } }, .wait = true,
	  .may = may_wait, .words = "wait" },
	{ 0 }
};
_Static_assert(sizeof(verbs) / sizeof(verbs[0]) == TOY_VERBS, "TOY_VERBS");

static const struct verb standing[] = {
	{ "block", 0, { A_KIND(.most = 6, .keys = kind_names, .max = 9) },
	  .words = "block by yourself: {}" },
	{ "auto", 0, { { .kind = ARG_NAME, .names = flag_names } },
	  .words = "never be asked to react: {}" },
	{ "limit", 0, { { .key = "bid", .kind = ARG_NUMBER, .max = 9 },
	    { .key = "against", .kind = ARG_SEAT, .optional = true } },
	  .record = true, .words = "bid {bid} when late[ against {against}]" },
	{ 0 }
};

static const struct decision decisions[] = {
	{ "bid", "What do you bid for the first go?", false, NULL },
	{ "act", "What do you do in your go?", false, NULL },
	{ "react", "Do you answer it?", false, NULL },
	{ "give", "Which card do you give?", false, has_given },
	{ "words", "Your last words?", true, NULL },
	{ 0 }
};

const struct engine toy_engine = {
	.id = "toy",
	.title = "The Bazaar",
	.rules = 1,
	.min_seats = 3,
	.max_seats = 3,
	.seating = SEATS_CHOSEN,
	.seats = toy_seat_names,
	.options = &terms_schema,
	.components = &wares_schema,
	.state = &toy_schema,
	.decisions = decisions,
	.verbs = verbs,
	.standing = standing,
	.setup = setup,
	.play = play,
	.fallback = fallback,
	.retire = retire,
	.stood = stood,
	.suggest = toy_suggest,
	.brief = toy_brief,
	.picture = toy_picture,
	.over = over
};
