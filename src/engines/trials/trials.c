/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * SAW: The Jigsaw Trials: captives in a workshop build traps for each
 * other, and the last one alive wins. The rulebook, with the numbers T1 to
 * T65, is games/trials/rules.md. This is its sequence of play, its orders
 * and its end; the chapters are in the other files of this folder.
 *
 * A checkpoint lies before every question: the state says how far a turn
 * or a trial has come.
 */

#include "config.h"

#include "engines/trials/trials.h"

#include <string.h>

#include "base/buf.h"
#include "base/text.h"
#include "table/engine.h"

/* ==== SETUP ============================================================= */

static enum verdict
fits(const struct table *t, struct why *why)
{
	const struct options	*options = t->options;
	const struct cast	*cast = &options->characters;
	int			 i;

	if (cast->n != 0 && cast->n != table_seats(t))
		return never(why, "T1", "characters: %d are listed for %d "
		    "seats", cast->n, table_seats(t));
	if (options->first >= FIRST_SEAT) {
		for (i = 0; i < cast->n; i++)
			if (cast->who[i] == options->first - FIRST_SEAT)
				return OK;
		return never(why, "T2", "first: %s is not among the listed "
		    "characters",
		    trials_seat_names[options->first - FIRST_SEAT]);
	}
	if (options->first > table_seats(t))
		return never(why, "T2", "first: there is no place %d with %d "
		    "seats", options->first, table_seats(t));
	return OK;
}

/* T1 */
static void
cast_characters(struct table *t)
{
	const struct cast	*cast = &options_of(t)->characters;
	int32_t			 left[N_CHARACTERS];
	int			 i, seat, n = N_CHARACTERS;

	for (i = 0; i < n; i++)
		left[i] = i;
	for (seat = 0; seat < table_seats(t); seat++) {
		captive(t, seat)->character = cast->n > 0 ? cast->who[seat] :
		    table_choose(t, "characters", trials_seat_names, left, n);
		for (i = 0; left[i] != captive(t, seat)->character &&
		    i < n - 1;)
			i++;
		left[i] = left[--n];
		table_name_seat(t, seat,
		    trials_seat_names[captive(t, seat)->character]);
		captive(t, seat)->blood = options_of(t)->blood;
	}
}

/* T2 */
static int
find_first(struct table *t)
{
	int	first = options_of(t)->first, seat;

	if (first == FIRST_RANDOM)
		return table_random(t, "first", table_seats(t));
	if (first < FIRST_SEAT)
		return first - FIRST_PLACE;
	for (seat = 0; captive(t, seat)->character != first - FIRST_SEAT;)
		seat++;
	return seat;
}

static void
fill_deck(struct table *t)
{
	const struct workshop	*all = workshop(t);
	struct pile		*deck = &game(t)->deck;
	int			 face, n;

	for (face = 0; face < N_FACES; face++) {
		n = is_tool(face) ? all->tools[face].copies :
		    face == BILLY ? all->billy.copies :
		    is_search(face) ? all->searches[face - CANDLE].copies :
		    is_special(face) ?
		    all->specials[face - TOURNIQUET].copies : 1;
		pile_fill(t, deck, face, 0, n);
	}
	pile_shuffle(t, "deck", deck);
}

/* T3, T4 */
static void
deal_hands(struct table *t)
{
	static const int	 size[] = { 3, 4, 4, 5, 5, 5 };
	struct trials		*g = game(t);
	int			 i, n, seat;

	for (i = 0; i < table_seats(t); i++) {
		seat = (g->first + i) % table_seats(t);
		for (n = 0; n < size[i]; n++)
			pile_move(t, &g->deck, 0, &captive(t, seat)->hand,
			    ONLY(seat));
		table_reveal(t, "T4", EVERYONE, "captive",
		    "seat=%s n=%d story=%s", name(t, seat), size[i],
		    options_of(t)->stories ? workshop(t)->
		    characters[captive(t, seat)->character].story : "no");
		table_reveal(t, "T3", ONLY(seat), "hand", "cards=%s",
		    trials_cards(t, &captive(t, seat)->hand));
	}
}

static void
setup(struct table *t)
{
	struct trials	*g = game(t);

	g->active = g->token = g->victim = g->winner = NONE;
	g->box[0] = g->box[1] = g->type = NONE;
	g->round = 1;
	g->step = STEP_DRAW;
	cast_characters(t);
	g->active = g->first = find_first(t);
	fill_deck(t);
	table_tell(t, EVERYONE, "begins", "seat=%s", name(t, g->first));
	deal_hands(t);
}

/* ==== SEQUENCE OF PLAY ================================================== */

static const struct decision decisions[] = {
	[ACT] = { .name = "act", .asks = "What do you do in your turn?",
	    .whole = trials_is_whole },
	[TRIAL] = { .name = "trial",
	    .asks = "Do you try the challenge, or take the sacrifice?" },
	{ .name = NULL }
};

static void
draw_step(struct table *t)
{
	struct trials	*g = game(t);

	g->done = 0;
	g->fresh = trials_draw(t, g->active, DRAW_STEP,
	    &captive(t, g->active)->hand);		/* T6 */
	g->step = STEP_USE;
}

/* T5, T12 */
static void
end_turn(struct table *t)
{
	struct trials	*g = game(t);
	int		 n = table_seats(t);

	g->fresh = 0;
	if (is_alive(t, g->active))
		trials_bleed(t, g->active);
	if (is_over(t))
		return;
	do {
		g->active = (g->active + 1) % n;
		if (g->active == g->first)
			g->round++;
	} while (!is_alive(t, g->active));
	g->step = STEP_DRAW;
	g->done = 0;
}

static void
tell_pause(struct table *t, int seat)
{
	table_tell(t, EVERYONE, "pauses", "seat=%s", name(t, seat));
}

static void
use_step(struct table *t)
{
	struct trials	*g = game(t);
	int		 seat = g->active;
	enum walked	 how;

	table_ask(t, seat, ACT);
	how = table_walk(t, seat);
	if (is_alive(t, seat) && how == WALKED_WAIT) {
		tell_pause(t, seat);
		return;
	}
	if (g->trial != NO_TRIAL)
		return;
	if (is_alive(t, seat)) {
		trials_settle(t, seat);
		trials_tidy(t, seat, hand_limit(captive(t, seat)));
	}
	end_turn(t);
}

static void
trap_step(struct table *t)
{
	struct trials	*g = game(t);
	int		 victim = g->victim;

	if (options_of(t)->trials == TRIALS_STANDING) {
		trials_run_standing(t, victim);
	} else {
		g->asks++;
		table_ask(t, victim, TRIAL);
		if (table_walk(t, victim) == WALKED_WAIT) {
			tell_pause(t, victim);
			return;
		}
	}
	if (g->trial != NO_TRIAL)
		trials_finish_trial(t, victim);
	if (!is_over(t))
		end_turn(t);
}

static void
play(struct table *t)
{
	while (!is_over(t)) {
		table_checkpoint(t);
		switch (game(t)->step) {
		case STEP_DRAW:
			draw_step(t);
			break;
		case STEP_TRAP:
			trap_step(t);
			break;
		default:
			use_step(t);
		}
	}
}

/* ==== ORDERS ============================================================ */

static const char *const find_names[] = {
	"mechanism", "object", "escape", NULL
};
static const char *const pair_names[] = { "arms", "legs", NULL };
static const char *const with_names[] = {
	"the-pig", "reverse-bear-trap", NULL
};
static const char *const when_names[] = { "short", NULL };
static const char *const anesthetic_names[] = { "anesthetic", NULL };
static const char *const split_names[] = { "left", "right", "spread", NULL };
static const char *const side_names[] = { "left", "right", NULL };
static const char *const policy_search_names[] = {
	"candle", "flashlight", "strong-torch", "bin", NULL
};
static const char *const try_names[] = {
	"never", "always", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9",
	"10", "11", "12", "13", "14", "15", "16", NULL
};

#define A_NAME(list, is)	.kind = ARG_NAME, .names = list, .what = is
#define A_CARD		A_NAME(trials_face_names, "a card")
#define TERMS		A_NAME(trials_term_names, "a card, kind or trait"), \
			.most = LIST_MAX
#define KEEPS		A_NAME(trials_keep_names, "a card, kind or trait"), \
			.most = LIST_MAX
#define OPTIONAL	.optional = true

/* An empty list is read back as nothing. */
static void
add_nothing(const struct table *t, int seat, const struct order *o,
    struct buf *out);

static const struct verb verbs[] = {
	[DO_PLAY] = { "play", 1 << ACT | 1 << TRIAL,
	    { [PLAY_CARD] = { A_CARD },
	      [PLAY_KEEP] = { "keep", KEEPS, OPTIONAL },
	      [PLAY_TAKE] = { "take", A_NAME(trials_take_names, "a card"),
		OPTIONAL },
	      [PLAY_STACK] = { "stack", TERMS, OPTIONAL },
	      [PLAY_FIND] = { "find", A_NAME(find_names, "a kind of part"),
		OPTIONAL },
	      [PLAY_ON] = { "on", A_NAME(trials_limb_names, "a limb"),
		OPTIONAL },
	      [PLAY_PAY] = { "pay", TERMS, OPTIONAL },
	      [PLAY_WHEN] = { "when", A_NAME(when_names, "a condition"),
		OPTIONAL } },
	    .may = trials_may_play, .carry = trials_play,
	    .words = "play {}[ to take {take}][ to find {find}][ on {on}]"
		"[, keeping {keep}][, on top: {stack}][, paying {pay}]"
		"[, only when {when}]" },
	[DO_BENCH] = { "bench", 1 << ACT, { { TERMS } },
	    .may = trials_may_bench, .carry = trials_bench,
	    .words = "put on the bench: {}", .add_words = add_nothing },
	[DO_DISCARD] = { "discard", 1 << ACT, { { TERMS } },
	    .may = trials_may_discard, .carry = trials_discard_named,
	    .words = "discard {}", .add_words = add_nothing },
	[DO_SET] = { "set", 1 << ACT,
	    { [SET_ON] = { .kind = ARG_SEAT },
	      [SET_BOX1] = { "box1", A_NAME(trials_trait_names, "a trait"),
		OPTIONAL },
	      [SET_BOX2] = { "box2", A_NAME(trials_trait_names, "a trait"),
		OPTIONAL },
	      [SET_LIMB] = { "limb", A_NAME(pair_names, "arms or legs"),
		OPTIONAL },
	      [SET_WITH] = { "with", A_NAME(with_names, "a card"),
		OPTIONAL },
	      [SET_PAY] = { "pay", TERMS, OPTIONAL } },
	    .may = trials_may_set, .carry = trials_set,
	    .words = "set the trap on {}[, box 1 {box1}][, box 2 {box2}]"
		"[, at the {limb}][, with {with}][, paying {pay}]" },
	[DO_PASS] = { "pass", 1 << ACT, .may = trials_may_pass,
	    .carry = trials_pass, .words = "end the turn" },
	[DO_TRY] = { "try", 1 << TRIAL, .may = trials_may_try,
	    .carry = trials_try, .words = "try the challenge" },
	[DO_SACRIFICE] = { "sacrifice", 1 << TRIAL,
	    { [SACRIFICE_WITH] = { A_NAME(anesthetic_names, "an anesthetic"),
		.most = LIST_MAX, OPTIONAL },
	      [SACRIFICE_PAY] = { "pay", TERMS, OPTIONAL } },
	    .may = trials_may_sacrifice, .carry = trials_sacrifice,
	    .words = "take the sacrifice[ with {}][, paying {pay}]" },
	[DO_POLICY] = { "policy", 1 << TRIAL, .may = trials_may_policy,
	    .carry = trials_policy,
	    .words = "let your standing 'trial' decide the rest" },
	[DO_KEEP] = { "keep", 1 << ACT | 1 << TRIAL, { { KEEPS } },
	    .may = trials_may_keep, .carry = trials_keep,
	    .words = "keep {}", .add_words = add_nothing },
	[DO_STACK] = { "stack", 1 << ACT | 1 << TRIAL, { { TERMS } },
	    .may = trials_may_stack, .carry = trials_stack,
	    .words = "put on top of the deck: {}", .add_words = add_nothing },
	[DO_SOLVE] = { "solve", 1 << TRIAL,
	    { [SOLVE_WITH] = { A_NAME(trials_solve_names, "a card"),
		.most = LIST_MAX, .keys = trials_face_names,
		.to = trials_trait_names },
	      [SOLVE_HOLD] = { "hold", TERMS, OPTIONAL } },
	    .may = trials_may_solve, .carry = trials_solve_by,
	    .words = "solve it with: {}[, holding back {hold}]",
	    .add_words = add_nothing },
	[DO_DAMAGE] = { "damage", 1 << TRIAL,
	    { { A_NAME(split_names, "spread, left or right"), .most = 2,
		.keys = side_names, .min = 0, .max = 9 } },
	    .may = trials_may_damage, .carry = trials_damage_by,
	    .words = "take the damage: {}" },
	[DO_WAIT] = { "wait", 1 << ACT | 1 << TRIAL, .wait = true,
	    .may = trials_may_wait,
	    .words = "wait for what you have learned, then go on" },
	{ .name = NULL }
};

static void
add_nothing(const struct table *t, int seat, const struct order *o,
    struct buf *out)
{
	int	n;

	(void)t;
	(void)seat;
	order_list(o, 0, &n);
	if (n == 0)
		buf_puts(out, "nothing");
}

static const struct verb standing[] = {
	[WANTS] = { "wants", .args = { { TERMS } },
	    .words = "what you want most of cards drawn: {}" },
	[JUNK] = { "junk", .args = { { TERMS } },
	    .words = "what you throw away first: {}" },
	[SPLIT] = { "damage",
	    .args = { { A_NAME(split_names, "spread, left or right") } },
	    .words = "take damage: {}" },
	[POLICY] = { "trial", .record = true,
	    .args = {
		[POLICY_TRY] = { "try",
		    A_NAME(try_names, "never, always or a number"),
		    OPTIONAL },
		[POLICY_SEARCH] = { "search",
		    A_NAME(policy_search_names, "a search card"),
		    .most = LIST_MAX, OPTIONAL },
		[POLICY_HOLD] = { "hold", TERMS, OPTIONAL },
		[POLICY_ANESTHETIC] = { "anesthetic", ARG_NUMBER, OPTIONAL,
		    .min = 0, .max = 4 } },
	    .words = "in a trial: try [{try}][, searching with {search}]"
		"[, holding back {hold}][, with {anesthetic} anesthetics]" },
	{ .name = NULL }
};

static void
fallback(struct table *t, int seat, int decision)
{
	if (decision == TRIAL && game(t)->trial != NO_TRIAL)
		trials_run_standing(t, seat);
}

/* ==== LEAVING, AND THE END ============================================== */

/* T65 */
static void
retire(struct table *t, int seat)
{
	struct trials	*g = game(t);

	if (is_over(t) || !is_alive(t, seat))
		return;
	if (g->trial == NO_TRIAL && seat == g->active) {
		trials_discard_all(t, &g->looking);
		trials_discard_all(t, &g->played);
		g->choice = NO_CHOICE;
		g->keep = 0;
	}
	trials_die(t, seat);
	if (g->trial != NO_TRIAL && seat == g->victim)
		trials_end_trap(t);
	else
		trials_pass_token(t, NONE);
	trials_check_end(t);
}

static bool
over(const struct table *t, struct ranking *ranking)
{
	int	seat;

	if (!is_over(t) || ranking == NULL)
		return is_over(t);
	ranking->how = game(t)->round < options_of(t)->clock ? "last-alive" :
	    "the-clock";
	for (seat = 0; seat < table_seats(t); seat++)
		ranking->place[seat] = captive(t, seat)->place;
	return true;
}

const struct engine trials_engine = {
	.id = "trials",
	.title = "SAW: The Jigsaw Trials",
	.rules = 1,
	.min_seats = 2,
	.max_seats = 6,
	.seating = SEATS_DEALT,
	.seats = trials_seat_names,
	.options = &trials_options,
	.components = &trials_components,
	.state = &trials_state,
	.decisions = decisions,
	.verbs = verbs,
	.standing = standing,
	.fits = fits,
	.setup = setup,
	.play = play,
	.fallback = fallback,
	.retire = retire,
	.suggest = trials_suggest,
	.brief = trials_brief,
	.picture = trials_picture,
	.over = over
};
