/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Last Island: the orders, what may be ordered when, and what is refused. */

#include "config.h"

#include "base/buf.h"
#include "engines/island/island.h"

const char *const island_mode_names[] = {
	"deck", "hand", "look", "ask", "bomb", "shelter", NULL
};
const char *const island_arrange_names[] = {
	"blank", "bomb", "explosion", "safe", "danger", "keep", NULL
};
const char *const island_reaction_names[] = {
	"dodge", "deflect", "refuse", "ward", NULL
};
static const int reaction_kinds[] = { DODGE, DEFLECT, REFUSE, WARD };

const char *const island_truth_names[] = { "false", "true", NULL };

static const char *const pick_names[] = {
	"sword-low", "mace-low", "axe-low", "sword-high", "mace-high",
	"axe-high", "even", NULL
};
static const char *const back_names[] = { "sword", "mace", "axe", NULL };
static const char *const pay_names[] = { "last", "first", NULL };
static const char *const add_names[] = { "blank", "bomb", NULL };
static const char *const ability_names[] = {
	"thief", "scout", "raid", "sapper", NULL
};
static const int ability_kinds[] = { THIEF, SCOUT, RAID, SAPPER };

/* ==== THE OPENING ======================================================= */

static bool
are_picks_asked(const struct table *t)
{
	return opts(t)->deal == DEAL_CHOSEN && !opts(t)->all_cards;
}

static enum verdict
may_pick(struct table *t, int seat, const struct order *o, struct why *why)
{
	const struct item	*picks;
	int			 n, i, size = island_hand_size(t);

	picks = order_list(o, 0, &n);
	if (!are_picks_asked(t))
		return never(why, "L4", "the cards are dealt at random");
	if (man(t, seat)->n_pick > 0)
		return never(why, "L4", "'picks' is written once");
	for (i = 0; i < n; i++)
		if (picks[i].is == EVEN && n > 1)
			return never(why, "L4", "'even' stands alone");
	if (n != size && (n != 1 || picks[0].is != EVEN))
		return never(why, "L4", "'picks': %d are needed, %d given",
		    size, n);
	return OK;
}

static void
pick(struct table *t, int seat, const struct order *o)
{
	struct castaway		*who = man(t, seat);
	const struct item	*picks;
	int			 n, i;

	picks = order_list(o, 0, &n);
	who->n_pick = island_hand_size(t);
	for (i = 0; i < who->n_pick; i++)
		who->picks[i] = picks[0].is == EVEN ? i % N_PILES :
		    picks[i].is;
}

static enum verdict
may_add(struct table *t, int seat, const struct order *o, struct why *why)
{
	(void)o;
	if (!opts(t)->secret_bombs)
		return never(why, "L5", "'add' is for games with secret "
		    "bombs");
	return man(t, seat)->add == NONE ? OK : never(why, "L5",
	    "one card is added");
}

static void
add(struct table *t, int seat, const struct order *o)
{
	man(t, seat)->add = order_arg(o, 0, BLANK);
	table_reveal(t, "L5", ONLY(seat), "added", "card=%s",
	    island_blank_names[order_arg(o, 0, BLANK)]);
}

enum verdict
island_whole_opening(struct table *t, int seat, struct why *why)
{
	if (are_picks_asked(t) && man(t, seat)->n_pick == 0)
		return never(why, "L4", "'picks' is missing: %d piles, or "
		    "even", island_hand_size(t));
	if (opts(t)->secret_bombs && man(t, seat)->add == NONE)
		return never(why, "L5", "'add' is missing: bomb or blank");
	return OK;
}

/* ==== IN A GO =========================================================== */

/* What comes before everything else, or after the end. */
static enum verdict
may_act(struct table *t, int seat, struct why *why)
{
	const struct island	*g = game(t);

	if (!is_in(t, seat)) {
		table_unsure(t);
		return not_now(why, "L29", "you will be out by then");
	}
	if (g->ended)
		return never(why, "L10", "the go is over: 'draw' and 'end' "
		    "must be last");
	if (g->refill > 0)
		return never(why, "L7", "'refill' first: your hand is empty");
	if (g->looked > 0)
		return never(why, "L40", "'arrange' first: %d cards lie "
		    "before you", g->looked);
	if (g->giving != NONE)
		return never(why, "L36", "'give' first: a card to %s",
		    name(t, g->giving));
	return OK;
}

/* What is not held is never held, unless unknown cards have come. */
static enum verdict
lacks(const struct table *t, struct why *why, const char *rule,
    const char *fmt, int kind)
{
	enum verdict	verdict = not_now(why, rule, fmt,
			    island_kind_names[kind]);

	return table_checks(t) && !game(t)->fresh ? NEVER : verdict;
}

static enum verdict
must_hold(const struct table *t, int seat, int kind, int back,
    struct why *why)
{
	const struct pile	*hand = &man(t, seat)->hand;

	if (island_find(hand, kind, back) != NONE)
		return OK;
	if (island_find(hand, kind, NONE) != NONE)
		return not_now(why, "L8", "your '%s' has another back",
		    island_kind_names[kind]);
	return lacks(t, why, "L8", "you hold no '%s'", kind);
}

static enum verdict
may_thrift(const struct table *t, int seat, int kind, struct why *why)
{
	if (kind_of(t, kind)->number >= 10)
		return never(why, "L49", "'thrift' does not reduce '%s' "
		    "(10-12)", island_kind_names[kind]);
	if (is_used(t, THRIFT))
		return never(why, "L49", "'thrift' was used in this go");
	return has_front(t, seat, THRIFT) ? OK : not_now(why, "L49",
	    "'thrift' is not in your front");
}

/* ---- refill -------------------------------------------------------------- */

static enum verdict
may_refill(struct table *t, int seat, const struct order *o, struct why *why)
{
	(void)seat;
	(void)o;
	return game(t)->refill > 0 ? OK : never(why, "L7", "'refill' is for "
	    "a go begun with an empty hand");
}

static void
refill(struct table *t, int seat, const struct order *o)
{
	const struct item	*piles;
	int			 n, i;

	piles = order_list(o, 0, &n);
	for (i = 0; game(t)->refill > 0; game(t)->refill--, i++)
		island_take(t, seat, i < n ? piles[i].is : NONE);
}

/* ---- play ---------------------------------------------------------------- */

#define BIT(i)	(1u << (i))

/* The details that each kind takes; back and thrift all do. */
static const unsigned takes[N_KINDS] = {
	[BARTER] = BIT(PLAY_ON) | BIT(PLAY_TAKE) | BIT(PLAY_GIVE),
	[STIR] = BIT(PLAY_MODE) | BIT(PLAY_PILES) | BIT(PLAY_PAY),
	[BURY] = BIT(PLAY_PAY),
	[SMASH] = BIT(PLAY_ON) | BIT(PLAY_TAKE) | BIT(PLAY_HAND) |
	    BIT(PLAY_FRONT),
	[SURVEY] = BIT(PLAY_ARRANGE) | BIT(PLAY_SHOW) | BIT(PLAY_PAY),
	[COIN] = BIT(PLAY_ON),
	[GUESS] = BIT(PLAY_GUESS) | BIT(PLAY_ON),
	[VEST] = BIT(PLAY_PAY),
	[ACCUSE] = BIT(PLAY_ON) | BIT(PLAY_NUMBER) | BIT(PLAY_PREFER),
	[FORAGE] = BIT(PLAY_DECK) | BIT(PLAY_NUMBER) | BIT(PLAY_PREFER),
	[PLANT] = BIT(PLAY_FROM),
	[TOPPLE] = BIT(PLAY_ON) | BIT(PLAY_FRONT),
	[DEFUSE] = BIT(PLAY_FROM) | BIT(PLAY_PAY)
};

static enum verdict
fits_details(const struct order *o, int kind, struct why *why)
{
	const struct arg	*args = order_verb(o)->args;
	unsigned		 may = takes[kind] | BIT(PLAY_KIND) |
				    BIT(PLAY_BACK) | BIT(PLAY_THRIFT);
	const struct item	*ways;
	int			 i, n;

	for (i = 0; args[i].kind != ARG_END; i++)
		if (order_has(o, i) && (may & BIT(i)) == 0)
			return never(why, island_rules[kind],
			    "'%s' takes no '%s'", island_kind_names[kind],
			    args[i].key);
	ways = order_list(o, PLAY_ARRANGE, &n);
	if (n > 1 || (n == 1 && ways[0].is < SAFE))
		return never(why, "L40", "in 'play', 'arrange' is safe, "
		    "danger or keep; leave it out to be asked");
	return OK;
}

static enum verdict
may_activate(struct table *t, int seat, const struct deed *d,
    struct why *why)
{
	const struct kind	*card = kind_of(t, d->kind);
	bool			 own = d->kind == SMASH || d->kind == BARTER;
	enum verdict		 verdict;

	if (card->quick)
		return never(why, "L25", "'%s' answers other cards; on your "
		    "own go you may 'dump' it", island_kind_names[d->kind]);
	if (is_limited(t) && card->number >= 10)
		return never(why, "L13", "go %d of %d of the lap: no card "
		    "10-12 can be activated; you may 'dump: %s'", game(t)->go,
		    game(t)->lap, island_kind_names[d->kind]);
	verdict = must_hold(t, seat, d->kind, own ? NONE : d->back, why);
	if (verdict == OK && d->thrift)
		verdict = may_thrift(t, seat, d->kind, why);
	return verdict != OK ? verdict : island_requires(t, seat, d, why);
}

static enum verdict
may_play_one(struct table *t, int seat, struct why *why)
{
	enum verdict	verdict = may_act(t, seat, why);

	game(t)->meant |= table_checks(t);
	if (verdict != OK || !game(t)->done)
		return verdict;
	return never(why, "L8", "only one card is played in a go");
}

static enum verdict
may_play(struct table *t, int seat, const struct order *o, struct why *why)
{
	enum verdict	verdict = may_play_one(t, seat, why);
	struct deed	d;

	island_deed(o, false, &d);
	if (verdict == OK)
		verdict = fits_details(o, d.kind, why);
	return verdict != OK ? verdict : may_activate(t, seat, &d, why);
}

static void
play_card(struct table *t, int seat, const struct order *o)
{
	struct deed	d;

	island_deed(o, false, &d);
	island_activate(t, seat, &d);
}

/* L26: say beforehand what will be underpaid. */
static void
add_cost(const struct table *t, int seat, const struct order *o,
    struct buf *out)
{
	int	kind = order_arg(o, 0, NONE);
	bool	play = o->step->verb == DO_PLAY;
	int	cost = island_cost(t, seat, kind, order_arg(o, play ?
		    PLAY_THRIFT : DUMP_THRIFT, 0) == 1);
	int	deck = game(t)->deck.n_card;

	buf_printf(out, ", cost %d", cost);
	if (deck < cost && !(play && kind == GUESS))
		buf_printf(out, ": underpaid, as the blank deck holds %d; it "
		    "is laid aside without effect", deck);
}

/* ---- dump ---------------------------------------------------------------- */

static enum verdict
may_dump(struct table *t, int seat, const struct order *o, struct why *why)
{
	int		kind = order_arg(o, DUMP_KIND, NONE);
	enum verdict	verdict = may_play_one(t, seat, why);

	if (verdict == OK)
		verdict = must_hold(t, seat, kind, order_arg(o, DUMP_BACK,
		    NONE), why);
	if (verdict == OK && order_arg(o, DUMP_THRIFT, 0) == 1)
		verdict = may_thrift(t, seat, kind, why);
	if (verdict == OK && island_fulfils(t, seat, kind))
		return not_now(why, "L25", "'%s' can take effect, so it "
		    "cannot be dumped", island_kind_names[kind]);
	return verdict;
}

static void
dump(struct table *t, int seat, const struct order *o)
{
	island_dump(t, seat, island_find(&man(t, seat)->hand, order_arg(o,
	    DUMP_KIND, NONE), order_arg(o, DUMP_BACK, NONE)), order_arg(o,
	    DUMP_THRIFT, 0) == 1, "dumps");
}

/* ---- use ----------------------------------------------------------------- */

static const unsigned use_takes[] = {
	[THIEF] = BIT(USE_ON) | BIT(USE_TAKE),
	[SCOUT] = BIT(USE_MODE) | BIT(USE_ON),
	[RAID] = BIT(USE_ON) | BIT(USE_TAKE) | BIT(USE_HAND) | BIT(USE_BACK),
	[SAPPER] = BIT(USE_MODE)
};

static enum verdict
may_use_front(const struct table *t, int seat, int kind, struct why *why)
{
	if (is_used(t, kind))
		return never(why, "L9", "'%s' was used in this go",
		    island_kind_names[kind]);
	if (!has_front(t, seat, kind)) {
		if (pile_find(&man(t, seat)->hand, kind) != NONE)
			return not_now(why, "L9", "'%s' is in your hand, not "
			    "in your front", island_kind_names[kind]);
		return lacks(t, why, "L9", "'%s' is not in your front", kind);
	}
	if (kind == THIEF && game(t)->deck.n_card < opts(t)->thief_draw)
		return not_now(why, "L50", "'thief' draws %d first, and the "
		    "blank deck holds %d", opts(t)->thief_draw,
		    game(t)->deck.n_card);
	return OK;
}

static void
read_use(const struct order *o, struct deed *out)
{
	island_deed(o, true, out);
	out->kind = ability_kinds[out->kind];
}

static enum verdict
may_use(struct table *t, int seat, const struct order *o, struct why *why)
{
	const struct arg	*args = order_verb(o)->args;
	enum verdict		 verdict = may_act(t, seat, why);
	struct deed		 d;
	int			 i;

	read_use(o, &d);
	for (i = 1; args[i].kind != ARG_END; i++)
		if (order_has(o, i) && (use_takes[d.kind] & BIT(i)) == 0)
			return never(why, island_rules[d.kind],
			    "'%s' takes no '%s'", island_kind_names[d.kind],
			    args[i].key);
	if (d.kind == SCOUT && d.mode == MODE_LOOK && d.on != NONE)
		return never(why, "L51", "'mode: look' takes no 'on'");
	if (verdict == OK)
		verdict = may_use_front(t, seat, d.kind, why);
	return verdict != OK ? verdict : island_requires(t, seat, &d, why);
}

static void
use(struct table *t, int seat, const struct order *o)
{
	struct deed	d;

	read_use(o, &d);
	island_use(t, seat, &d);
}

/* ---- draw, end, wait ----------------------------------------------------- */

static enum verdict
may_end(struct table *t, int seat, const struct order *o, struct why *why)
{
	enum verdict	verdict = may_act(t, seat, why);

	(void)o;
	if (verdict != OK || !island_owes_play(t, seat))
		return verdict;
	return not_now(why, "L8", "no card is played yet; one must be");
}

/* The first of the piles named that is not empty, or NONE. */
static int
pile_to_draw(const struct table *t, const struct order *o)
{
	const struct item	*piles;
	int			 n, i, least = 1;

	if (table_checks(t) && game(t)->fresh)
		least = 2;	/* one card of it may have been taken */
	piles = order_list(o, 0, &n);
	for (i = 0; i < n; i++)
		if (heap(t, piles[i].is)->n_card >= least)
			return piles[i].is;
	return NONE;
}

static enum verdict
may_draw(struct table *t, int seat, const struct order *o, struct why *why)
{
	enum verdict	verdict = may_end(t, seat, o, why);

	if (is_limited(t))
		return never(why, "L13", "go %d of %d of the lap: no attack "
		    "card is drawn", game(t)->go, game(t)->lap);
	if (verdict != OK || pile_to_draw(t, o) != NONE)
		return verdict;
	return not_now(why, "L10", "no card is left there");
}

static void
draw(struct table *t, int seat, const struct order *o)
{
	island_take(t, seat, pile_to_draw(t, o));
	game(t)->ended = 1;
}

static void
end(struct table *t, int seat, const struct order *o)
{
	(void)seat;
	(void)o;
	game(t)->ended = 1;
}

static enum verdict
may_wait(struct table *t, int seat, const struct order *o, struct why *why)
{
	(void)o;
	return may_act(t, seat, why);
}

enum verdict
island_whole_go(struct table *t, int seat, struct why *why)
{
	if (!island_owes_play(t, seat) || game(t)->meant || game(t)->ended)
		return OK;
	return never(why, "L8", "no card is played; add 'play', 'dump' or "
	    "'wait'");
}

/* ==== MIDWAY ============================================================ */

static const char *
plural(int n)
{
	return n == 1 ? "" : "s";
}

static enum verdict
may_arrange(struct table *t, int seat, const struct order *o,
    struct why *why)
{
	const struct island	*g = game(t);
	const struct item	*way;
	int			 n, i, said[N_BLANKS] = { 0 };
	int			 saw[N_BLANKS] = { 0 };

	(void)seat;
	way = order_list(o, 0, &n);
	if (g->looked == 0)
		return never(why, "L40", "there is nothing to arrange");
	if (n == 1 && way[0].is >= SAFE)
		return OK;
	for (i = 0; i < g->looked; i++)
		saw[g->deck.card[i].face]++;
	for (i = 0; i < n; i++) {
		if (way[i].is >= SAFE)
			return never(why, "L40", "'%s' stands alone",
			    island_arrange_names[way[i].is]);
		said[way[i].is]++;
	}
	for (i = 0; i < N_BLANKS; i++)
		if (said[i] != saw[i])
			return never(why, "L40", "'arrange': you saw %d "
			    "bomb%s, %d blank%s, %d explosion%s", saw[BOMB],
			    plural(saw[BOMB]), saw[BLANK], plural(saw[BLANK]),
			    saw[EXPLOSION], plural(saw[EXPLOSION]));
	return OK;
}

static void
arrange(struct table *t, int seat, const struct order *o)
{
	const struct item	*way;
	int			 order[5], n, i;

	way = order_list(o, 0, &n);
	if (way[0].is >= SAFE)
		island_order_cards(t, way[0].is, game(t)->looked, order);
	else
		for (i = 0; i < n; i++)
			order[i] = way[i].is;
	table_unsure(t);		/* it is still to be paid for */
	island_arrange(t, seat, order, game(t)->looked);
}

enum verdict
island_whole_arrange(struct table *t, int seat, struct why *why)
{
	(void)seat;
	return game(t)->looked == 0 ? OK : never(why, "L40",
	    "begin with 'arrange'");
}

static enum verdict
may_give(struct table *t, int seat, const struct order *o, struct why *why)
{
	const struct pile	*hand = &man(t, seat)->hand;
	struct item		 wish = { (int16_t)order_arg(o, GIVE_KIND,
				    NONE), ABSENT };

	if (game(t)->giving == NONE)
		return never(why, "L36", "there is nobody to give a card");
	if (island_wished(hand, &wish, 1, order_arg(o, GIVE_BACK, NONE),
	    hand->n_card - 1) == NONE)
		return never(why, "L36", "beside the card just taken you hold "
		    "no '%s'", island_kind_names[wish.is]);
	return OK;
}

static void
give(struct table *t, int seat, const struct order *o)
{
	const struct pile	*hand = &man(t, seat)->hand;
	struct item		 wish = { (int16_t)order_arg(o, GIVE_KIND,
				    NONE), ABSENT };
	int			 to = game(t)->giving;

	if (is_in(t, to))
		island_hand_over(t, seat, island_wished(hand, &wish, 1,
		    order_arg(o, GIVE_BACK, NONE), hand->n_card - 1), to,
		    "gave");
	game(t)->giving = NONE;
}

enum verdict
island_whole_give(struct table *t, int seat, struct why *why)
{
	(void)seat;
	return game(t)->giving == NONE ? OK : never(why, "L36",
	    "begin with 'give'");
}

/* ==== REACTING ========================================================== */

static enum verdict
may_react(struct table *t, int seat, const struct order *o, struct why *why)
{
	const struct pile	*hand = &man(t, seat)->hand;
	const struct item	*wish;
	int			 n, kind = reaction_kinds[order_arg(o,
				    REACT_KIND, 0)];
	enum verdict		 verdict;

	wish = order_list(o, REACT_DISCARD, &n);
	if (kind != REFUSE && (n > 0 || order_has(o, REACT_BACK)))
		return never(why, "L63", "'discard' is for 'refuse'");
	verdict = island_may_react(t, seat, kind, why);
	if (verdict != OK || n == 0)
		return verdict;
	return island_wished(hand, wish, n, NONE, island_find(hand, REFUSE,
	    NONE)) != NONE ? OK : not_now(why, "L63", "you hold no other "
	    "'%s' to discard", island_kind_names[wish[0].is]);
}

static void
react(struct table *t, int seat, const struct order *o)
{
	const struct item	*wish;
	int			 n;

	wish = order_list(o, REACT_DISCARD, &n);
	island_react(t, seat, reaction_kinds[order_arg(o, REACT_KIND, 0)],
	    wish, n, order_arg(o, REACT_BACK, NONE));
}

static void
let_be(struct table *t, int seat, const struct order *o)
{
	(void)t;
	(void)seat;
	(void)o;
}

static enum verdict
may_stand(struct table *t, int seat, const struct order *o, struct why *why)
{
	struct order	rule;
	bool		more;

	(void)t;
	(void)seat;
	for (more = order_orders(o, 0, &rule); more;
	    more = order_next(&rule, &rule))
		if (reaction_kinds[order_arg(&rule, WITH_KIND, 0)] != REFUSE &&
		    order_has(&rule, WITH_DISCARD))
			return never(why, "L63", "'discard' is for 'refuse'");
	return OK;
}

/* ==== THE TABLES ======================================================== */

#define A_KIND		.kind = ARG_NAME, .what = "a kind of card",	\
			.names = island_kind_names
#define A_PILE		.kind = ARG_NAME, .what = "a pile",		\
			.names = island_pile_names
#define A_BACK		.kind = ARG_NAME, .what = "a back", .names = back_names
#define TRUTH		.kind = ARG_NAME, .what = "true or false",	\
			.names = island_truth_names
#define MAYBE		.optional = true
#define IN_GO		(BIT(ASK_GO) | BIT(ASK_ARRANGE) | BIT(ASK_GIVE))

const struct verb island_verbs[] = {
	[DO_PICKS] = { "picks", BIT(ASK_OPENING),
	    { { .kind = ARG_NAME, .what = "a pile", .names = pick_names,
		.most = PICKS } },
	    .may = may_pick, .carry = pick, .words = "be dealt from {}" },
	[DO_ADD] = { "add", BIT(ASK_OPENING),
	    { { .kind = ARG_NAME, .what = "blank or bomb",
		.names = add_names } },
	    .may = may_add, .carry = add, .words = "add in secret: {}" },
	[DO_REFILL] = { "refill", BIT(ASK_GO), { { A_PILE, .most = 2 } },
	    .may = may_refill, .carry = refill,
	    .words = "take your new cards from {}" },
	[DO_USE] = { "use", IN_GO,
	    { [USE_KIND] = { .kind = ARG_NAME, .what = "an ability",
		.names = ability_names },
	      [USE_MODE] = { "mode", .kind = ARG_NAME, .what = "a mode",
		.names = island_mode_names, MAYBE },
	      [USE_ON] = { "on", .kind = ARG_SEAT, MAYBE },
	      [USE_TAKE] = { "take", .kind = ARG_NAME,
		.what = "a back, or any", .names = island_back_names, MAYBE },
	      [USE_HAND] = { "hand", A_KIND, MAYBE },
	      [USE_BACK] = { "back", A_BACK, MAYBE } },
	    .may = may_use, .carry = use,
	    .words = "use {}[ to {mode}][ on {on}][, taking {take}]"
		"[, your own {hand}][ with the back {back}]" },
	[DO_PLAY] = { "play", IN_GO,
	    { [PLAY_KIND] = { A_KIND },
	      [PLAY_ON] = { "on", .kind = ARG_SEAT, MAYBE },
	      [PLAY_TAKE] = { "take", .kind = ARG_NAME,
		.what = "a back, or any", .names = island_back_names, MAYBE },
	      [PLAY_GIVE] = { "give", A_KIND, MAYBE, .most = 12 },
	      [PLAY_MODE] = { "mode", .kind = ARG_NAME, .what = "a mode",
		.names = island_mode_names, MAYBE },
	      [PLAY_PILES] = { "piles", A_PILE, MAYBE, .most = 48 },
	      [PLAY_PAY] = { "pay", .kind = ARG_NAME,
		.what = "first or last", .names = pay_names, MAYBE },
	      [PLAY_HAND] = { "hand", A_KIND, MAYBE },
	      [PLAY_FRONT] = { "front", A_KIND, MAYBE },
	      [PLAY_ARRANGE] = { "arrange", .kind = ARG_NAME,
		.what = "safe, danger or keep",
		.names = island_arrange_names, MAYBE, .most = 5 },
	      [PLAY_SHOW] = { "show", TRUTH, MAYBE },
	      [PLAY_THRIFT] = { "thrift", TRUTH, MAYBE },
	      [PLAY_GUESS] = { "guess", .kind = ARG_NAME,
		.what = "a guess", .names = island_blank_names, MAYBE },
	      [PLAY_BACK] = { "back", A_BACK, MAYBE },
	      [PLAY_NUMBER] = { "number", .kind = ARG_NUMBER, .max = 12,
		MAYBE },
	      [PLAY_PREFER] = { "prefer", A_KIND, MAYBE, .most = 6 },
	      [PLAY_DECK] = { "deck", A_BACK, MAYBE },
	      [PLAY_FROM] = { "from", .kind = ARG_SEAT, MAYBE, .most = 2 } },
	    .may = may_play, .carry = play_card, .add_words = add_cost,
	    .words = "play {}[ (back: {back})][ on {on}][, mode {mode}]"
		"[, guessing {guess}][, taking {take}][, giving {give}]"
		"[, your own {hand}][, of the front {front}]"
		"[, number {number}][ in the {deck} piles]"
		"[, preferring {prefer}][, from {from}][, piles {piles}]"
		"[, arranged: {arrange}][, shown to all: {show}]"
		"[, paying {pay}][, thrift: {thrift}]" },
	[DO_DUMP] = { "dump", IN_GO,
	    { [DUMP_KIND] = { A_KIND },
	      [DUMP_THRIFT] = { "thrift", TRUTH, MAYBE },
	      [DUMP_BACK] = { "back", A_BACK, MAYBE } },
	    .may = may_dump, .carry = dump, .add_words = add_cost,
	    .words = "dump {}[ (back: {back})][, thrift: {thrift}]" },
	[DO_DRAW] = { "draw", IN_GO, { { A_PILE, .most = N_PILES } },
	    .may = may_draw, .carry = draw,
	    .words = "draw a card from {}, and end the go" },
	[DO_END] = { "end", IN_GO, .may = may_end, .carry = end,
	    .words = "end the go" },
	[DO_WAIT] = { "wait", IN_GO, .wait = true, .may = may_wait,
	    .words = "wait for what you have learned, then go on" },
	[DO_ARRANGE] = { "arrange", BIT(ASK_ARRANGE),
	    { { .kind = ARG_NAME, .what = "a card, or safe, danger or keep",
		.names = island_arrange_names, .most = 5 } },
	    .may = may_arrange, .carry = arrange,
	    .words = "put the cards back, from the top: {}" },
	[DO_GIVE] = { "give", BIT(ASK_GIVE),
	    { [GIVE_KIND] = { A_KIND },
	      [GIVE_BACK] = { "back", A_BACK, MAYBE } },
	    .may = may_give, .carry = give,
	    .words = "give {}[ (back: {back})]" },
	[DO_REACT] = { "react", BIT(ASK_REACT),
	    { [REACT_KIND] = { .kind = ARG_NAME, .what = "a reaction",
		.names = island_reaction_names },
	      [REACT_DISCARD] = { "discard", A_KIND, MAYBE, .most = 12 },
	      [REACT_BACK] = { "back", A_BACK, MAYBE } },
	    .may = may_react, .carry = react,
	    .words = "react with {}[, discarding {discard}]"
		"[ (back: {back})]" },
	[DO_NONE] = { "none", BIT(ASK_REACT), .carry = let_be,
	    .words = "let it be" },
	{ .name = NULL }
};

/* A rule of the standing list to react by. */
static const struct verb rules[] = {
	{ "with", .args = {
	    [WITH_KIND] = { .kind = ARG_NAME, .what = "a reaction",
		.names = island_reaction_names },
	    [WITH_TO] = { "to", A_KIND, MAYBE, .most = N_KINDS },
	    [WITH_FROM] = { "from", .kind = ARG_SEAT, MAYBE,
		.most = PLAYERS },
	    [WITH_MINE] = { "mine", TRUTH, MAYBE },
	    [WITH_LEAST] = { "least", .kind = ARG_NUMBER, .min = 1,
		.max = 60, MAYBE },
	    [WITH_DISCARD] = { "discard", A_KIND, MAYBE, .most = 12 } },
	  .words = "{}[ to {to}][ from {from}][, only if mine: {mine}]"
	      "[, from {least} cards on][, discarding {discard}]" },
	{ .name = NULL }
};

const struct verb island_standing[] = {
	[STAND_REACT] = { "react",
	    .args = { { .kind = ARG_ORDERS, .verbs = rules } },
	    .may = may_stand,
	    .words = "react by the first that fits: {}" },
	[STAND_REFILL] = { "refill", .args = { { A_PILE, .most = 2 } },
	    .words = "with an empty hand, take from {}" },
	[STAND_IDLE] = { "idle", .args = { { A_KIND, .most = N_KINDS } },
	    .words = "when late, give up the first held of {}" },
	[STAND_THRIFT] = { "thrift_draw",
	    .args = { { .kind = ARG_NUMBER, .max = 60 } },
	    .words = "use thrift on an effect's draw of {} or more; 0 is "
		"never" },
	[STAND_AUTO] = { "auto", .args = { { TRUTH } },
	    .words = "in window games react by the list, unasked: {}" },
	{ .name = NULL }
};
