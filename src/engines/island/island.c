/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Last Island: castaways play attack cards and pay for them out of a deck
 * that hides bombs. The rulebook, with the numbers L1 to L82, is
 * games/island/rules.md. Departures: none; rulings are marked there.
 * COMPONENTS, STATE and VOCABULARY come before this, in island.h.
 */

#include "config.h"

#include "engines/island/island.h"

#include <string.h>

#include "base/text.h"
#include "table/engine.h"

/* ==== SEATS ============================================================= */

static int
n_in(const struct table *t)
{
	int	seat, n = 0;

	for (seat = 0; seat < table_seats(t); seat++)
		n += is_in(t, seat);
	return n;
}

bool
island_goes_on(const struct table *t)
{
	return game(t)->phase == GOES && n_in(t) > 1;
}

static int
step_round(const struct table *t, int seat, bool back)
{
	int	n = table_seats(t), i;

	for (i = 0; i < n; i++) {
		seat = (seat + (back ? n - 1 : 1)) % n;
		if (is_in(t, seat))
			break;
	}
	return seat;
}

int
island_next(const struct table *t, int seat)
{
	return step_round(t, seat, game(t)->reversed == 1);
}

static int
clockwise(const struct table *t, int seat)
{
	return step_round(t, seat, false);
}

/* ==== SETUP ============================================================= */

static enum verdict
fits_rounds(const struct options *o, struct why *why)
{
	if (o->rounds == 2 || o->rounds == 4)
		return never(why, "L77", "rounds is 1, 3 or 5");
	if (o->goal != NONE && o->version != KNOCKOUT)
		return never(why, "L79", "goal is for the knockout version");
	if (o->goal != NONE && o->rounds != NONE)
		return never(why, "L79", "goal stands instead of rounds");
	return OK;
}

static int
n_bombs(const struct table *t)
{
	return opts(t)->bombs != NONE ? opts(t)->bombs :
	    supply(t)->seats[table_seats(t) - 2].bombs;
}

/* A whole number and s, m, h or d. */
static bool
is_span(const char *text)
{
	size_t	digits = strspn(text, "0123456789");

	return digits > 0 && digits < 6 && text[digits] != '\0' &&
	    strchr("smhd", text[digits]) != NULL && text[digits + 1] == '\0';
}

static enum verdict
fits_cards(const struct table *t, struct why *why)
{
	const struct options	*o = opts(t);
	int			 n = table_seats(t);

	if (o->secret_bombs && (n_bombs(t) < 1 || n_bombs(t) > 9))
		return never(why, "L5", "secret_bombs needs 1 to 9 bombs");
	if (o->secret_bombs && o->blanks + 3 + n > supply(t)->all_blanks)
		return never(why, "L5", "secret_bombs needs blanks + 3 + "
		    "seats to be at most %d", supply(t)->all_blanks);
	if (o->hand != NONE && o->hand * n > 42)
		return never(why, "L4", "seats times hand is at most 42");
	if (o->starter - STARTER_SEAT >= n)
		return never(why, "L3", "the starter has no seat in this "
		    "game");
	if (o->thief_draw == 1)
		return never(why, "L50", "thief_draw is 0 or 2");
	return OK;
}

static enum verdict
fits(const struct table *t, struct why *why)
{
	const struct options	*o = opts(t);
	enum verdict		 verdict = fits_rounds(o, why);

	if (verdict == OK)
		verdict = fits_cards(t, why);
	if (verdict != OK || o->reaction_deadline[0] == '\0')
		return verdict;
	if (o->reactions != BY_WINDOW)
		return never(why, "L65", "reaction_deadline is for "
		    "reactions: window");
	return is_span(o->reaction_deadline) ? OK : never(why, "L65",
	    "reaction_deadline is a span: 12h, 2d");
}

/* L2: all attack cards in their piles; every blank card in the box. */
static void
setup(struct table *t)
{
	struct island	*g = game(t);
	int		 kind, back, i;

	for (kind = 0; kind < N_KINDS; kind++)
		for (back = 0; back < N_BACKS; back++)
			pile_fill(t, heap(t, island_home(t, kind, back)),
			    kind, back, kind_of(t, kind)->copies[back]);
	for (i = 0; i < N_PILES; i++)
		pile_shuffle(t, "pile", heap(t, i));
	pile_fill(t, &g->deck, BLANK, 0, opts(t)->blanks);
	pile_fill(t, &g->box, BLANK, 0, supply(t)->all_blanks -
	    opts(t)->blanks);
	pile_fill(t, &g->box, BOMB, 0, supply(t)->all_bombs);
	pile_fill(t, &g->box, EXPLOSION, 0, supply(t)->all_explosions);
	pile_show_all(&g->box, opts(t)->secret_bombs ? 0 : EVERYONE);
	for (i = 0; i < table_seats(t); i++)
		g->seat[i].add = NONE;
	g->starter = g->active = g->giving = g->asked_midway = NONE;
	g->moment.user = g->moment.answers = NONE;
	g->moment.kind = g->moment.stood = NONE;
	g->lap = table_seats(t);
	g->go = 1;
}

/* ==== A ROUND BEGINS ==================================================== */

/* Is seat still in the game? */
static bool
is_left(const struct table *t, int seat)
{
	return !table_is_retired(t, seat);
}

static int
hands_dealt(const struct table *t)
{
	int	seat, n = 0;

	for (seat = 0; seat < table_seats(t); seat++)
		n += is_left(t, seat);
	return n;
}

/* L4; the table of hands is read by the seats that play this round. */
int
island_hand_size(const struct table *t)
{
	int	n = hands_dealt(t);

	if (opts(t)->later_hand == LATER_THREE &&
	    game(t)->round + (game(t)->phase == OPENING) > 1)
		return 3;
	return opts(t)->hand != NONE ? opts(t)->hand :
	    supply(t)->seats[n < 2 ? 0 : n - 2].hand;
}

static bool
picks_are_asked(const struct table *t)
{
	return opts(t)->deal == DEAL_CHOSEN && !opts(t)->all_cards;
}

static bool
is_dealt_to(const struct table *known, int seat)
{
	return is_left(known, seat);
}

static void
gather(struct table *t, struct pile *from)
{
	struct card	card;

	while (from->n_card > 0) {
		card = pile_take(from, 0);
		pile_add(heap(t, island_home(t, card.face, card.back)), card);
	}
}

/* Everything goes back to where it was, and everybody left is in. */
static void
clear_away(struct table *t)
{
	struct island	*g = game(t);
	struct castaway	*who;
	int		 seat;

	gather(t, &g->discard);
	gather(t, &g->played);
	pile_move_all(t, &g->deck, &g->box, 0);
	pile_move_all(t, &g->spent, &g->box, 0);
	pile_move_all(t, &g->rest, &g->box, 0);
	for (seat = 0; seat < table_seats(t); seat++) {
		who = man(t, seat);
		gather(t, &who->hand);
		gather(t, &who->front);
		gather(t, &who->aside);
		pile_move_all(t, &who->bombs, &g->box, 0);
		who->paid = who->dodged = 0;
		who->out = !is_left(t, seat);
	}
	g->reversed = g->face_up = 0;			/* L6 */
	g->go = 0;
}

static void
move_blanks(struct table *t, int face, int n, struct pile *to)
{
	struct pile	*box = &game(t)->box;
	int		 i;

	while (n-- > 0 && (i = pile_find(box, face)) != NONE)
		pile_move(t, box, i, to, 0);
}

/* L5: who adds what, seats in random order, as long as bombs last. */
static void
add_in_secret(struct table *t, struct pile *pool)
{
	int32_t	seats[SEATS_MAX], n = 0, i, seat;
	int	face;

	for (seat = 0; seat < table_seats(t); seat++)
		if (is_left(t, seat))
			seats[n++] = seat;
	while (n > 0) {
		i = table_random(t, "add", n);
		seat = seats[i];
		seats[i] = seats[--n];
		face = man(t, seat)->add == BOMB &&
		    pile_find(&game(t)->box, BOMB) != NONE ? BOMB : BLANK;
		move_blanks(t, face, 1, pool);
	}
}

static void
lay_secret_bombs(struct table *t)
{
	struct island	*g = game(t);
	struct pile	 pool = { .n_card = 0 };
	int		 i;

	move_blanks(t, BOMB, n_bombs(t), &pool);
	move_blanks(t, BLANK, 3, &pool);
	add_in_secret(t, &pool);
	pile_shuffle(t, "secret", &pool);
	for (i = 0; i < n_bombs(t); i++)
		pile_move(t, &pool, 0, &g->deck, 0);
	pile_move_all(t, &pool, &g->rest, 0);
}

static int
n_explosions(const struct table *t)
{
	return opts(t)->explosions != NONE ? opts(t)->explosions :
	    is_knockout(t);
}

/* L1: the blank deck, explosions last; the rest is the box. */
static void
lay_deck(struct table *t)
{
	struct island	*g = game(t);
	int		 i;

	move_blanks(t, BLANK, opts(t)->blanks, &g->deck);
	if (opts(t)->secret_bombs)
		lay_secret_bombs(t);
	else
		move_blanks(t, BOMB, n_bombs(t), &g->deck);
	move_blanks(t, EXPLOSION, n_explosions(t), &g->deck);
	for (i = 0; i < g->box.n_card; i++)
		g->box.card[i].seen = opts(t)->secret_bombs ? 0 : EVERYONE;
	for (i = 0; i < N_PILES; i++)			/* L2 */
		pile_shuffle(t, "pile", heap(t, i));
	island_shuffle(t);
}

static int
random_seat(struct table *t)
{
	const char	*names[SEATS_MAX];
	int32_t		 seats[SEATS_MAX], n = 0, seat;

	for (seat = 0; seat < table_seats(t); seat++) {
		names[seat] = name(t, seat);
		if (is_in(t, seat))
			seats[n++] = seat;
	}
	return table_choose(t, "starter", names, seats, n);
}

/* L3: each turns up a card until a bomb comes; then all goes back. */
static int
draw_for_start(struct table *t)
{
	struct island	*g = game(t);
	int		 seat = clockwise(t, table_seats(t) - 1);
	int		 i, n = pile_find(&g->deck, BOMB) + 1;

	table_reveal(t, "L3", EVERYONE, "for-start", "seat=%s cards=%s",
	    name(t, seat), pile_names(t, island_blank_names, &g->deck, 0,
	    n));
	for (i = 1; i < n; i++)
		seat = clockwise(t, seat);
	island_shuffle(t);
	return seat;
}

static void
find_starter(struct table *t)
{
	struct island	*g = game(t);
	int		 how = opts(t)->starter;

	if (g->starter != NONE && is_in(t, g->starter)) {
		table_reveal(t, "L81", EVERYONE, "starts", "seat=%s how=%s",
		    name(t, g->starter), "winner");
		return;
	}
	if (g->starter != NONE)
		g->starter = clockwise(t, g->starter);
	else if (how >= STARTER_SEAT && is_in(t, how - STARTER_SEAT))
		g->starter = how - STARTER_SEAT;
	else if (how == STARTER_DRAW && !opts(t)->secret_bombs &&
	    n_bombs(t) > 0)
		g->starter = draw_for_start(t);
	else
		g->starter = random_seat(t);
	table_reveal(t, "L3", EVERYONE, "starts", "seat=%s how=%s",
	    name(t, g->starter), how == STARTER_DRAW &&
	    !opts(t)->secret_bombs && n_bombs(t) > 0 ? "bomb" :
	    how < STARTER_SEAT ? "chance" : "named");
}

/* A card uniform over all that are left. */
static int
any_pile(struct table *t)
{
	int	i, pick = table_random(t, "deal", island_pile_cards(t));

	for (i = 0; pick >= heap(t, i)->n_card; i++)
		pick -= heap(t, i)->n_card;
	return i;
}

static void
deal_one(struct table *t, int seat, int pass)
{
	struct castaway	*who = man(t, seat);

	if (picks_are_asked(t))
		island_take_unseen(t, seat, pass < who->n_pick ?
		    who->picks[pass] : pass % N_PILES);
	else
		island_take_unseen(t, seat, any_pile(t));
}

static void
tell_hand(struct table *t, int seat)
{
	const struct pile	*hand = &man(t, seat)->hand;
	int			 i, n[N_BACKS] = { 0 };

	for (i = 0; i < hand->n_card; i++)
		n[hand->card[i].back]++;
	table_tell(t, ALL_BUT(seat), "dealt", "seat=%s sword=%d mace=%d "
	    "axe=%d", name(t, seat), n[SWORD], n[MACE], n[AXE]);
	table_reveal(t, "L4", ONLY(seat), "dealt-you", "cards=%s",
	    pile_names(t, island_kind_names, hand, 0, hand->n_card));
}

/* L4, L71: from the starter, clockwise, one card a seat in passes. */
static void
deal(struct table *t)
{
	struct island	*g = game(t);
	int		 size = opts(t)->all_cards ? PICKS :
			    island_hand_size(t);
	int		 pass, i, seat, n = n_in(t);

	for (pass = 0; pass < size; pass++)
		for (i = 0, seat = g->starter; i < n; i++,
		    seat = clockwise(t, seat))
			if (island_pile_cards(t) > 0)
				deal_one(t, seat, pass);
	for (seat = 0; seat < table_seats(t); seat++) {
		memset(man(t, seat)->picks, 0, sizeof(man(t, seat)->picks));
		man(t, seat)->n_pick = 0;
		if (is_in(t, seat))
			tell_hand(t, seat);
	}
}

static void
ask_opening(struct table *t)
{
	int	seat;

	if (!picks_are_asked(t) && !opts(t)->secret_bombs)
		return;
	for (seat = 0; seat < table_seats(t); seat++)
		man(t, seat)->add = NONE;
	table_ask_each(t, ASK_OPENING, is_dealt_to);
	for (seat = 0; seat < table_seats(t); seat++)
		if (is_left(t, seat))
			table_walk(t, seat);
}

/* The setup of a round, in its sequence (L4). */
static void
begin_round(struct table *t)
{
	struct island	*g = game(t);

	ask_opening(t);
	clear_away(t);
	g->round++;
	g->phase = GOES;
	lay_deck(t);
	find_starter(t);
	table_tell(t, EVERYONE, "round", "round=%d n=%d bombs=%d "
	    "explosions=%d secret=%s", g->round, g->deck.n_card, n_bombs(t),
	    n_explosions(t), yes(opts(t)->secret_bombs == 1));
	deal(t);
	g->lap = n_in(t);			/* L12 */
	g->active = g->starter;
	g->go = 1;
}

/* ==== A GO ============================================================== */

bool
island_owes_play(const struct table *t, int seat)
{
	return !game(t)->done && man(t, seat)->hand.n_card > 0;	/* L8 */
}

static void
refill_by_list(struct table *t, int seat)
{
	const struct item	*piles;
	struct order		 o;
	int			 n, i = 0;

	if (!table_standing(t, seat, STAND_REFILL, &o))
		return;
	piles = order_list(&o, 0, &n);
	for (; game(t)->refill > 0; game(t)->refill--, i++)
		island_take(t, seat, i < n ? piles[i].is : NONE);
}

/* L7: a seat with an empty hand draws 3, then takes 2 attack cards. */
static void
begin_go(struct table *t, int seat)
{
	struct island	*g = game(t);
	int		 left = island_pile_cards(t);

	g->begun = 1;
	table_tell(t, EVERYONE, "go", "seat=%s go=%d", name(t, seat), g->go);
	if (man(t, seat)->hand.n_card > 0)
		return;
	island_draw(t, seat, 3, "drew-empty", NONE);
	if (!is_live(t, seat))
		return;
	g->refill = left < 2 ? left : 2;
	refill_by_list(t, seat);
}

/* L70, L71: does the round end with this go? */
static const char *
why_it_ends(const struct table *t)
{
	int	seat;

	if (n_in(t) < 2)
		return "one seat is left";
	if (game(t)->deck.n_card == 0)
		return "the blank deck is empty";
	if (!opts(t)->all_cards)
		return island_pile_cards(t) == 0 ?
		    "the attack piles are empty" : NULL;
	for (seat = 0; seat < table_seats(t); seat++)
		if (is_in(t, seat) && man(t, seat)->hand.n_card == 0)
			return "a hand is empty";
	return NULL;
}

static void
end_go(struct table *t)
{
	struct island	*g = game(t);
	const char	*why = why_it_ends(t);
	int		 seat;

	g->begun = g->refill = g->done = g->ended = g->fresh = 0;
	g->sheltered = g->n_used = 0;
	g->asked_midway = NONE;
	memset(g->used, 0, sizeof(g->used));
	for (seat = 0; seat < table_seats(t); seat++)
		man(t, seat)->dodged = 0;
	if (why != NULL) {
		island_end_round(t, why);
		return;
	}
	g->active = island_next(t, g->active);		/* L6 */
	g->go++;
}

/* Is this order the play of the go? */
static bool
is_play(const struct order *o)
{
	return o->step->verb == DO_PLAY || o->step->verb == DO_DUMP;
}

/*
 * Carry out the file of the seat. True: it ends the go; false: the seat is
 * asked again.
 */
static bool
walk(struct table *t, int seat)
{
	struct island		*g = game(t);
	const struct script	*said = table_orders(t, seat);
	struct order		 o;
	enum tried		 tried;
	bool			 more;

	if (said == NULL) {
		table_late(t, seat, ASK_GO);
		return true;
	}
	for (more = script_first(said, t->engine->verbs, &o);
	    more && is_live(t, seat) && !g->ended;
	    more = order_next(&o, &o)) {
		tried = table_try(t, seat, &o);
		if (tried == TRIED_WAIT)
			return false;
		if (tried == TRIED_SKIPPED && is_play(&o))
			return false;
		if (g->asked_midway == NONE)
			continue;
		/* What was asked midway has its own file, whose first order
		 * is done: it goes on from there. */
		g->asked_midway = NONE;
		said = table_orders(t, seat);
		if (said == NULL || !script_first(said, t->engine->verbs, &o))
			return true;
	}
	return !is_live(t, seat) || g->ended || !island_owes_play(t, seat);
}

static void
take_go(struct table *t)
{
	struct island	*g = game(t);
	int		 seat = g->active;

	if (!g->begun)
		begin_go(t, seat);
	while (is_live(t, seat) && !g->ended) {
		table_checkpoint(t);
		table_ask(t, seat, ASK_GO);
		if (is_live(t, seat) && walk(t, seat))
			break;
	}
	if (!is_over(t))
		end_go(t);
}

static void
play(struct table *t)
{
	while (!is_over(t)) {
		table_checkpoint(t);
		if (game(t)->phase == OPENING)
			begin_round(t);
		else
			take_go(t);
	}
}

/* ==== DEADLINES AND RESIGNATIONS ======================================== */

/* The first of the idle list that is held, else the cheapest card. */
static int
idle_card(const struct table *t, int seat)
{
	const struct item	*idle;
	struct order		 o;
	int			 n, i = NONE;

	if (table_standing(t, seat, STAND_IDLE, &o)) {
		idle = order_list(&o, 0, &n);
		i = island_wished(&man(t, seat)->hand, idle, n, NONE, NONE);
	}
	return i != NONE ? i : island_cheapest(t, seat, NONE);
}

static void
idle(struct table *t, int seat)
{
	for (; game(t)->refill > 0; game(t)->refill--)
		island_take(t, seat, NONE);		/* L7 */
	if (island_owes_play(t, seat))
		island_dump(t, seat, idle_card(t, seat), false, "gave-up");
	game(t)->ended = 1;
}

static void
fallback(struct table *t, int seat, int decision)
{
	struct island	*g = game(t);
	int		 order[5];

	switch (decision) {
	case ASK_OPENING:
		man(t, seat)->add = BLANK;
		break;
	case ASK_GO:
		idle(t, seat);
		break;
	case ASK_ARRANGE:
		island_order_cards(t, KEEP, g->looked, order);
		island_arrange(t, seat, order, g->looked);
		break;
	case ASK_GIVE:
		if (is_in(t, g->giving))
			island_hand_over(t, seat, island_cheapest(t,
			    seat, man(t, seat)->hand.n_card - 1), g->giving,
			    "gave");
		g->giving = NONE;
		break;
	case ASK_REACT:
		island_react_by_list(t, seat);
		break;
	}
}

/* L82: out by L29, and of all later rounds. */
static void
retire(struct table *t, int seat)
{
	if (is_over(t))
		return;
	if (game(t)->phase == GOES)
		island_out(t, seat, "left");
	man(t, seat)->out = 1;
	if (hands_dealt(t) < 2)
		island_end_game(t);
}

static void
stood(struct table *t, int seat)
{
	struct order	o;

	man(t, seat)->automatic = table_standing(t, seat, STAND_AUTO, &o) &&
	    order_arg(&o, 0, 0) == 1;
}

/* ==== THE ENGINE ======================================================== */

static const struct decision decisions[] = {
	[ASK_OPENING] = { .name = "opening",
	    .asks = "Which piles are you dealt from?",
	    .whole = island_whole_opening },
	[ASK_GO] = { .name = "go", .asks = "What do you do in your go?",
	    .whole = island_whole_go },
	[ASK_ARRANGE] = { .name = "arrange",
	    .asks = "In which order do you put the cards back?",
	    .whole = island_whole_arrange },
	[ASK_GIVE] = { .name = "give", .asks = "Which card do you give?",
	    .whole = island_whole_give },
	[ASK_REACT] = { .name = "react", .asks = "Do you react?" },
	{ .name = NULL }
};

static const char *const seats[] = {
	"red", "blue", "green", "yellow", "purple", NULL
};

const struct engine island_engine = {
	.id = "island",
	.title = "Last Island",
	.rules = 1,
	.min_seats = 2,
	.max_seats = PLAYERS,
	.seating = SEATS_FIXED,
	.seats = seats,
	.options = &island_options,
	.components = &island_components,
	.state = &island_state,
	.decisions = decisions,
	.verbs = island_verbs,
	.standing = island_standing,
	.fits = fits,
	.setup = setup,
	.play = play,
	.fallback = fallback,
	.retire = retire,
	.stood = stood,
	.suggest = island_suggest,
	.brief = island_brief,
	.picture = island_picture,
	.over = island_over
};
