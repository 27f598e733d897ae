/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Last Island: reactions, L60 to L69.
 *
 * To follow a chain with a finger: island_stands() is the use moment of L65
 * and island_hit() the hit moment of L66. Both call go_through(), which asks
 * the seats in the order of L67. A seat that reacts gets to island_react():
 * it shows, discards, pays, and then its reaction has a use moment of its
 * own, which is island_stands() again, one level deeper. When that returns,
 * the reaction stands or does not, and we are back in the moment it answers.
 */

#include "config.h"

#include "engines/island/island.h"

/* ==== WHAT A SEAT MAY ANSWER ============================================ */

static bool
is_aimed_at(const struct moment *now, int seat)
{
	return (now->aims & ONLY(seat)) != 0;
}

static enum verdict
must_hold(const struct table *t, int seat, int kind, struct why *why)
{
	if (island_find(&man(t, seat)->hand, kind, NONE) == NONE)
		return not_now(why, "L68", "you hold no '%s'",
		    island_kind_names[kind]);
	if (game(t)->deck.n_card < island_cost(t, seat, kind, false))
		return not_now(why, "L68", "'%s' costs %d, and the blank deck "
		    "holds %d", island_kind_names[kind],
		    island_cost(t, seat, kind, false), game(t)->deck.n_card);
	return OK;
}

/* L61: a hit on oneself that is a draw. */
static enum verdict
may_deflect(const struct table *t, int seat, struct why *why)
{
	const struct moment	*now = &game(t)->moment;

	if (now->what != AT_HIT || now->draw == 0)
		return never(why, "L61", "'deflect' answers draws; '%s' makes "
		    "none here", island_kind_names[now->kind]);
	return must_hold(t, seat, DEFLECT, why);
}

/* L62: what is aimed at oneself, or hits oneself; once a go. */
static enum verdict
may_dodge(const struct table *t, int seat, struct why *why)
{
	if (!is_aimed_at(&game(t)->moment, seat))
		return never(why, "L62", "'dodge' answers what is aimed at "
		    "you; this is not");
	if (man(t, seat)->dodged)
		return never(why, "L62", "you have dodged in this go; once "
		    "is all");
	return must_hold(t, seat, DODGE, why);
}

/* L63: any use of another seat, for a further card. */
static enum verdict
may_refuse(const struct table *t, int seat, struct why *why)
{
	if (game(t)->moment.what != AT_USE)
		return never(why, "L66", "a hit is answered by 'dodge' or "
		    "'deflect'");
	if (man(t, seat)->hand.n_card < 2)
		return not_now(why, "L68", "'refuse' needs another card of "
		    "your hand to discard");
	return must_hold(t, seat, REFUSE, why);
}

/* L64: on one's own go, from the front. */
static enum verdict
may_ward(const struct table *t, int seat, struct why *why)
{
	if (game(t)->moment.what != AT_USE || game(t)->active != seat)
		return never(why, "L64", "'ward' answers a use, on your own "
		    "go");
	if (!has_front(t, seat, WARD))
		return not_now(why, "L64", "'ward' is not in your front");
	return !is_used(t, WARD) ? OK : not_now(why, "L64",
	    "'ward' was used in this go");
}

enum verdict
island_may_react(const struct table *t, int seat, int kind, struct why *why)
{
	const struct moment	*now = &game(t)->moment;

	if (now->what == NO_MOMENT || now->user == seat)
		return never(why, "L65", "there is nothing for you to "
		    "answer");
	if (now->what == AT_HIT && !is_aimed_at(now, seat))
		return never(why, "L66", "only the seat that is hit may "
		    "answer");
	switch (kind) {
	case DEFLECT:
		return may_deflect(t, seat, why);
	case DODGE:
		return may_dodge(t, seat, why);
	case REFUSE:
		return may_refuse(t, seat, why);
	}
	return may_ward(t, seat, why);
}

/* ==== SUSPECTS ========================================================== */

/* How many of a kind lie open? */
static int
open_cards(const struct table *t, int kind)
{
	const struct island	*g = game(t);
	int			 seat, n;

	n = pile_count(&g->discard, kind) + pile_count(&g->played, kind);
	for (seat = 0; seat < table_seats(t); seat++)
		n += pile_count(&man(t, seat)->aside, kind);
	return n;
}

static int
all_copies(const struct table *t, int kind)
{
	const int32_t	*copies = kind_of(t, kind)->copies;

	return copies[SWORD] + copies[MACE] + copies[AXE];
}

static bool
may_be_held(const struct table *t, int kind)
{
	return open_cards(t, kind) < all_copies(t, kind);
}

/* Everything here is public. */
static bool
could_answer(const struct table *t, int seat)
{
	const struct island	*g = game(t);
	const struct moment	*now = &g->moment;
	int			 cards = man(t, seat)->hand.n_card;

	if (is_aimed_at(now, seat) && cards > 0 &&
	    ((!man(t, seat)->dodged && may_be_held(t, DODGE)) ||
	    (now->what == AT_HIT && now->draw > 0 &&
	    may_be_held(t, DEFLECT))))
		return true;
	if (now->what != AT_USE)
		return false;
	if (cards > 1 && may_be_held(t, REFUSE) &&
	    g->deck.n_card >= island_cost(t, seat, REFUSE, false))
		return true;
	return seat == g->active && has_front(t, seat, WARD) &&
	    !is_used(t, WARD);
}

bool
island_is_suspect(const struct table *known, int seat)
{
	return is_in(known, seat) && seat != game(known)->moment.user &&
	    !man(known, seat)->automatic && could_answer(known, seat);
}

/* ==== A MOMENT ========================================================== */

/* One seat's chance at the present moment; several tries, if it takes them
 * (L67). */
static void
try_seat(struct table *t, int seat, bool asked, const struct script *said)
{
	const struct moment	*now = &game(t)->moment;
	struct order		 o;
	bool			 more;

	if (opts(t)->reactions == BY_STANDING || man(t, seat)->automatic) {
		island_react_by_list(t, seat);
		return;
	}
	if (!asked)
		return;
	if (said == NULL) {
		table_late(t, seat, ASK_REACT);
		return;
	}
	for (more = script_first(said, t->engine->verbs, &o);
	    more && now->stood == NONE && is_live(t, seat);
	    more = order_next(&o, &o))
		table_try(t, seat, &o);
}

/* The seats aimed at, or the rest, in play order after the user. */
static void
try_seats(struct table *t, bool aimed, const bool asked[],
    const struct script *const said[])
{
	const struct moment	*now = &game(t)->moment;
	int			 n = table_seats(t), i, seat = now->user;

	for (i = 1; i < n; i++) {
		seat = (seat + (game(t)->reversed ? n - 1 : 1)) % n;
		if (is_aimed_at(now, seat) == aimed && is_live(t, seat) &&
		    now->stood == NONE)
			try_seat(t, seat, asked[seat], said[seat]);
	}
}

/* L67: go through a moment; return the reaction that stands, or NONE. */
static int
go_through(struct table *t, struct moment now)
{
	struct island		*g = game(t);
	struct moment		 outer = g->moment;
	const struct script	*said[SEATS_MAX] = { NULL };
	bool			 asked[SEATS_MAX] = { false };
	int			 seat;

	if (table_checks(t)) {
		table_unsure(t);
		return NONE;
	}
	now.stood = NONE;
	g->moment = now;
	if (opts(t)->reactions == BY_WINDOW) {
		for (seat = 0; seat < table_seats(t); seat++)
			asked[seat] = island_is_suspect(t, seat);
		table_ask_each(t, ASK_REACT, island_is_suspect);
		for (seat = 0; seat < table_seats(t); seat++)
			said[seat] = table_orders(t, seat);
	}
	try_seats(t, true, asked, said);
	if (now.what == AT_USE)				/* L66: else alone */
		try_seats(t, false, asked, said);
	now.stood = g->moment.stood;
	g->moment = outer;
	return now.stood;
}

/* L65, L69. answers: the seat whose effect this one answers, or NONE. */
static bool
use_stands(struct table *t, int user, int kind, int32_t aims, int answers)
{
	struct moment	now = { .what = AT_USE, .user = user, .kind = kind,
			    .aims = aims, .answers = answers };
	int		with = go_through(t, now);

	if (with != NONE)
		table_reveal(t, "L69", EVERYONE, "negated", "seat=%s card=%s "
		    "with=%s", name(t, user), island_kind_names[kind],
		    island_kind_names[with]);
	return with == NONE && is_live(t, user);
}

bool
island_stands(struct table *t, int user, int kind, int32_t aims)
{
	return use_stands(t, user, kind, aims, NONE);
}

/* ==== REACTING ========================================================== */

/* The card is shown; refuse's discard is made; the cost is paid. */
static void
show_and_pay(struct table *t, int seat, int kind, int discard_at)
{
	struct island	*g = game(t);
	struct pile	*hand = &man(t, seat)->hand;
	int		 at = island_find(hand, kind, NONE);
	int		 cost = island_cost(t, seat, kind, false);

	if (kind == WARD) {
		island_use_up(t, WARD);
		return;
	}
	if (kind == DODGE)
		man(t, seat)->dodged = 1;
	pile_move(t, hand, at, &g->discard, EVERYONE);
	if (kind == REFUSE)
		island_discard(t, seat, discard_at - (discard_at > at),
		    "discarded");
	island_draw(t, seat, cost, "paid", kind);
}

/* L63: what refuse discards: a wish, else the cheapest other card. */
static int
refuse_with(const struct table *t, int seat, const struct item *wishes,
    int n, int back)
{
	const struct pile	*hand = &man(t, seat)->hand;
	int			 refuse = island_find(hand, REFUSE, NONE);
	int			 i = island_wished(hand, wishes, n, back,
				    refuse);

	return i != NONE ? i : island_cheapest(t, seat, refuse);
}

/* L67: if the reaction stands, the moment it answers is over. */
void
island_react(struct table *t, int seat, int kind, const struct item *wishes,
    int n, int back)
{
	struct moment	*now = &game(t)->moment;
	int		 user = now->user;
	int32_t		 aims = kind == DEFLECT ? 0 : ONLY(user);
	int		 at = kind == REFUSE ? refuse_with(t, seat, wishes, n,
			    back) : NONE;

	table_reveal(t, "L67", EVERYONE, "reacts", "by=%s with=%s card=%s "
	    "of=%s", name(t, seat), island_kind_names[kind],
	    island_kind_names[now->kind], name(t, user));
	show_and_pay(t, seat, kind, at);
	if (table_checks(t) || !is_live(t, seat))
		return;
	if (use_stands(t, seat, kind, aims, user))
		now->stood = kind;
}

/* ==== BY THE STANDING LIST ============================================== */

static bool
lists(const struct order *o, int i, int value)
{
	const struct item	*items;
	int			 j, n;

	items = order_list(o, i, &n);
	for (j = 0; j < n; j++)
		if (items[j].is == value)
			return true;
	return n == 0;
}

static int
reaction_kind(int word)
{
	static const int	kinds[] = { DODGE, DEFLECT, REFUSE, WARD };

	return kinds[word];
}

/* Does the rule fit this moment, and can it be carried out? */
static bool
fits(const struct table *t, int seat, const struct order *o)
{
	const struct moment	*now = &game(t)->moment;
	int			 kind = reaction_kind(order_arg(o, WITH_KIND,
				    0));
	bool			 mine = order_arg(o, WITH_MINE,
				    kind != REFUSE) == 1;
	struct why		 why;

	if (mine && !is_aimed_at(now, seat) && now->answers != seat)
		return false;
	if (now->what == AT_HIT && now->draw > 0 &&
	    now->draw < order_arg(o, WITH_LEAST, 1))
		return false;
	return lists(o, WITH_TO, now->kind) &&
	    lists(o, WITH_FROM, now->user) &&
	    island_may_react(t, seat, kind, &why) == OK;
}

static bool
find_rule(const struct table *t, int seat, struct order *out)
{
	struct order	list;
	bool		more;

	if (!table_standing(t, seat, STAND_REACT, &list))
		return false;
	for (more = order_orders(&list, 0, out); more;
	    more = order_next(out, out))
		if (fits(t, seat, out))
			return true;
	return false;
}

void
island_react_by_list(struct table *t, int seat)
{
	const struct item	*wishes;
	struct order		 rule;
	int			 n;

	while (is_live(t, seat) && game(t)->moment.stood == NONE &&
	    find_rule(t, seat, &rule)) {
		wishes = order_list(&rule, WITH_DISCARD, &n);
		island_react(t, seat, reaction_kind(order_arg(&rule,
		    WITH_KIND, 0)), wishes, n, NONE);
	}
}

/* ==== HITS ============================================================== */

/* L49: on one's own go, an effect's draw of more than 2 becomes 2. */
void
island_suffer(struct table *t, int seat, int n, int kind)
{
	struct order	o;
	int		least = table_standing(t, seat, STAND_THRIFT, &o) ?
			    order_arg(&o, 0, 3) : 3;

	if (seat == game(t)->active && has_front(t, seat, THRIFT) &&
	    !is_used(t, THRIFT) && n > 2 && least > 0 && n >= least) {
		island_use_up(t, THRIFT);
		table_tell(t, EVERYONE, "thrifty", "by=%s n=%d",
		    name(t, seat), n);
		n = 2;
	}
	island_draw(t, seat, n, "drew", kind);
}

enum blow
island_hit(struct table *t, int user, int kind, int seat, int draw)
{
	struct moment	now = { .what = AT_HIT, .user = user, .kind = kind,
			    .aims = ONLY(seat), .draw = draw,
			    .answers = NONE };

	if (!is_live(t, seat)) {			/* L69 */
		table_tell(t, EVERYONE, "gone", "seat=%s", name(t, seat));
		return TAKEN;
	}
	table_reveal(t, "L66", EVERYONE, "hit", "seat=%s card=%s n=%d",
	    name(t, seat), island_kind_names[kind], draw);
	switch (go_through(t, now)) {
	case DODGE:
		table_reveal(t, "L62", EVERYONE, "dodged", "seat=%s card=%s",
		    name(t, seat), island_kind_names[kind]);
		return DODGED;
	case DEFLECT:					/* L61 */
		if (island_goes_on(t))
			island_hit(t, seat, DEFLECT, island_next(t, seat),
			    draw + 1);
		return DEFLECTED;
	}
	if (draw > 0 && is_live(t, seat))
		island_suffer(t, seat, draw, kind);
	return TAKEN;
}
