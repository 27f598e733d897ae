/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The Jigsaw Trials: cards that are played. Search cards (T16 to T22), the
 * choices that they leave open, and the special cards of the own turn.
 */

#include "config.h"

#include "engines/trials/trials.h"

/* ==== CHOICES =========================================================== */

/* A card played in the own turn goes down when its effect is done (T15). */
static void
finish_play(struct table *t)
{
	struct trials	*g = game(t);

	if (g->trial == NO_TRIAL)
		trials_discard_all(t, &g->played);
}

static void
close_choice(struct table *t)
{
	struct trials	*g = game(t);
	bool		 row = g->choice == CHOOSE_ROW;

	g->choice = NO_CHOICE;
	g->keep = 0;
	if (!row)
		finish_play(t);
}

/* What was not kept of a row goes to the setter (T38), if it is there. */
static void
give_rest(struct table *t, int seat, struct pile *rest)
{
	int	setter = game(t)->active;
	int32_t	two = ONLY(seat) | ONLY(setter);

	table_tell(t, EVERYONE & ~two, "gives", "seat=%s to=%s n=%d",
	    name(t, seat), name(t, setter), rest->n_card);
	if (!table_checks(t))
		table_reveal(t, "T38", two, "gave", "seat=%s to=%s cards=%s",
		    name(t, seat), name(t, setter), trials_cards(t, rest));
	while (rest->n_card > 0)
		trials_to_hand(t, pile_take(rest, 0), setter);
}

static void
throw_rest(struct table *t, int seat, struct pile *rest, int kept)
{
	if (!table_checks(t) && rest->n_card > 0)
		table_reveal(t, "T14", EVERYONE, "threw",
		    "seat=%s cards=%s kept=%d", name(t, seat),
		    trials_cards(t, rest), kept);
	trials_discard_all(t, rest);
}

/* Keep those cards of looking whose bits are set. */
static void
keep_set(struct table *t, int seat, uint32_t set)
{
	struct trials	*g = game(t);
	struct pile	 kept = { 0 }, rest = { 0 };
	int		 i;

	for (i = 0; g->looking.n_card > 0; i++)
		pile_add(set >> i & 1 ? &kept : &rest,
		    pile_take(&g->looking, 0));
	if (g->choice == CHOOSE_ROW && is_alive(t, g->active) &&
	    escape_of(t, &g->trap)->then == THEN_GIVE)
		give_rest(t, seat, &rest);
	else
		throw_rest(t, seat, &rest, kept.n_card);
	if (!table_checks(t) && kept.n_card > 0)
		table_reveal(t, "T17", ONLY(seat), "kept", "cards=%s",
		    trials_cards(t, &kept));
	while (kept.n_card > 0)
		trials_to_hand(t, pile_take(&kept, 0), seat);
	close_choice(t);
}

void
trials_keep_by(struct table *t, int seat, struct terms list)
{
	struct trials	*g = game(t);
	int		 order[PILE_MAX], i;
	uint32_t	 set = 0;

	trials_rank(t, &g->looking, list, order);
	for (i = 0; i < g->keep; i++)
		set |= (uint32_t)1 << order[i];
	keep_set(t, seat, set);
}

void
trials_keep_best(struct table *t, int seat)
{
	keep_set(t, seat, trials_best_keep(t, seat, &game(t)->looking,
	    game(t)->keep));
}

/* Put the cards back on the deck (T21); nobody sees them there. */
void
trials_stack_by(struct table *t, int seat, struct terms list)
{
	struct trials	*g = game(t);
	struct pile	 stack = { 0 };
	int		 order[PILE_MAX], i;

	trials_rank(t, &g->looking, list, order);
	for (i = 0; i < g->looking.n_card; i++)
		pile_add(&stack, g->looking.card[order[i]]);
	if (!table_checks(t))
		table_reveal(t, "T21", ONLY(seat), "stacked", "cards=%s",
		    trials_cards(t, &stack));
	while (g->looking.n_card > 0)
		pile_take(&g->looking, 0);
	while (stack.n_card > 0) {
		stack.card[stack.n_card - 1].seen = 0;
		pile_insert(&g->deck, 0, pile_take(&stack,
		    stack.n_card - 1));
	}
	close_choice(t);
}

void
trials_settle(struct table *t, int seat)
{
	struct terms	none = { NULL, 0 };

	if (game(t)->choice == NO_CHOICE)
		return;
	if (game(t)->choice == CHOOSE_STACK)
		trials_stack_by(t, seat, none);
	else if (game(t)->trial != NO_TRIAL)
		trials_keep_best(t, seat);
	else
		trials_keep_by(t, seat, trials_standing_terms(t, seat, WANTS));
}

/* Keep as a list says, where best may stand in a trial. */
static void
keep_as_said(struct table *t, int seat, struct terms list)
{
	if (list.n == 1 && list.item[0].is == TERM_BEST)
		trials_keep_best(t, seat);
	else
		trials_keep_by(t, seat, list);
}

static enum verdict
may_say_best(const struct table *t, struct terms list, struct why *why)
{
	int	i;

	for (i = 0; i < list.n; i++) {
		if (list.item[i].is != TERM_BEST)
			continue;
		if (game(t)->trial == NO_TRIAL)
			return never(why, "T64", "'best' is for trials; name "
			    "what to keep");
		if (list.n > 1)
			return never(why, "T64", "'best' stands alone");
	}
	return OK;
}

enum verdict
trials_may_keep(struct table *t, int seat, const struct order *o,
    struct why *why)
{
	const struct trials	*g = game(t);
	struct order		 before;
	bool			 after = trials_before(o, &before);

	(void)seat;
	if (after && (g->trial == NO_TRIAL || before.step->verb != DO_TRY))
		return never(why, "T17", "'keep' answers an open choice at "
		    "the start of a file; else write it into the 'play'");
	if (g->trial == CHOOSING)
		return not_now(why, "T34", "'keep' is no order of a trial "
		    "choice; expected try, sacrifice or policy");
	if (g->choice == CHOOSE_STACK)
		return not_now(why, "T21", "'stack' is asked for here, not "
		    "'keep'");
	if (g->choice == NO_CHOICE && g->trial == TRYING)
		return noted(why, "T37", "the top row leaves nothing to "
		    "choose; 'keep' is ignored");
	if (g->choice == NO_CHOICE)
		return not_now(why, "T17", "no choice is open");
	return may_say_best(t, trials_terms(o, 0), why);
}

void
trials_keep(struct table *t, int seat, const struct order *o)
{
	game(t)->fresh = 0;
	if (game(t)->choice != NO_CHOICE)
		keep_as_said(t, seat, trials_terms(o, 0));
}

enum verdict
trials_may_stack(struct table *t, int seat, const struct order *o,
    struct why *why)
{
	struct order	before;

	(void)seat;
	if (trials_before(o, &before))
		return never(why, "T21", "'stack' answers an open choice at "
		    "the start of a file; else write it into the 'play'");
	if (game(t)->choice == CHOOSE_STACK)
		return OK;
	return not_now(why, "T21", "no room-map is laid out");
}

void
trials_stack(struct table *t, int seat, const struct order *o)
{
	game(t)->fresh = 0;
	trials_stack_by(t, seat, trials_terms(o, 0));
}

/* wait stands behind a play or a try, or as the else of a play or bench. */
enum verdict
trials_may_wait(struct table *t, int seat, const struct order *o,
    struct why *why)
{
	const struct script	*script = o->script;
	int			 self = (int)(o->step - script->step), i;
	int			 verb = NONE;
	struct order		 before;

	(void)seat;
	if (trials_is_main(o)) {
		if (trials_before(o, &before))
			verb = before.step->verb;
		if (verb != DO_PLAY && verb != DO_TRY)
			return never(why, "T34", "'wait' must directly follow "
			    "a play%s", game(t)->trial != NO_TRIAL ?
			    " or a try" : "");
	} else {
		for (i = 0; i < script->n_step; i++)
			if (script->step[i].otherwise == self)
				verb = script->step[i].verb;
		if (verb != DO_PLAY && (verb != DO_BENCH ||
		    game(t)->trial != NO_TRIAL))
			return never(why, "T34", "'wait' can be the 'else' of "
			    "a play%s only", game(t)->trial != NO_TRIAL ? "" :
			    " or a bench");
	}
	if (game(t)->trial != NO_TRIAL && game(t)->asks >= ASKS_MAX)
		return never(why, "T34", "a trial asks %d times at most",
		    ASKS_MAX);
	if (game(t)->step == STEP_DISCARD)
		return not_now(why, "T5", "'wait' after 'discard': step 3 "
		    "has begun");
	return OK;
}

/* ==== SEARCH CARDS ====================================================== */

static const struct search *
search_of(const struct table *t, int face)
{
	return &workshop(t)->searches[face - CANDLE];
}

static int
less_legs(const struct table *t, int seat, int n)
{
	n -= n_hurt(captive(t, seat), LEGS);
	return n > 0 ? n : 0;
}

static bool
is_light(int face)
{
	return face == CANDLE || face == FLASHLIGHT || face == STRONG_TORCH;
}

static void
light(struct table *t, int seat, int face)
{
	struct trials	*g = game(t);
	bool		 stepped = face == FLASHLIGHT &&
			    options_of(t)->flashlight == FLASHLIGHT_STEPPED;
	int		 draw = stepped ? workshop(t)->stepped.draw :
			    search_of(t, face)->draw;
	int		 keep = stepped ? workshop(t)->stepped.keep :
			    search_of(t, face)->keep;
	int		 drawn = trials_draw(t, seat,
			    less_legs(t, seat, draw), &g->looking);

	if (table_checks(t))
		table_unsure(t);
	g->choice = CHOOSE_KEEP;
	g->keep = keep < drawn ? keep : drawn;
	if (g->keep == drawn)
		keep_set(t, seat, ~(uint32_t)0);
}

/* Take the card at place i of the discard pile (T19). */
static void
take_from_pile(struct table *t, int seat, int i)
{
	struct card	card = pile_take(&game(t)->discard, i);

	if (!table_checks(t))
		table_reveal(t, "T19", EVERYONE, "took", "seat=%s card=%s",
		    name(t, seat), card_name(t, trials_face_names, &card));
	trials_to_hand(t, card, seat);
}

static void
open_toolbox(struct table *t, int seat)
{
	struct captive	*who = captive(t, seat);
	struct pile	 cards = { 0 };

	pile_move_all(t, &who->hand, &cards, 0);
	pile_move_all(t, &who->bench, &cards, 0);
	if (!table_checks(t))
		table_reveal(t, "T20", EVERYONE, "emptied",
		    "seat=%s cards=%s", name(t, seat),
		    cards.n_card > 0 ? trials_cards(t, &cards) : "no");
	trials_discard_all(t, &cards);
	if (table_checks(t))
		table_unsure(t);
	trials_draw(t, seat, less_legs(t, seat, search_of(t, TOOLBOX)->draw),
	    &who->hand);
}

static void
look_at_map(struct table *t, int seat)
{
	struct trials	*g = game(t);
	int		 n = less_legs(t, seat, search_of(t, ROOM_MAP)->draw);
	struct card	 card;

	g->choice = CHOOSE_STACK;
	if (table_checks(t) && g->deck.n_card >= n)
		return;
	while (g->looking.n_card < n && trials_deck_ready(t)) {
		card = pile_take(&g->deck, 0);
		card.seen = ONLY(seat);
		pile_add(&g->looking, card);
	}
	if (table_checks(t))
		return;
	table_tell(t, ALL_BUT(seat), "looks", "seat=%s n=%d", name(t, seat),
	    g->looking.n_card);
	table_reveal(t, "T21", ONLY(seat), "looked", "cards=%s",
	    trials_cards(t, &g->looking));
}

/* What cannot be known in a check: where the search ends. */
static void
lose_sight(struct table *t)
{
	struct pile	*pile = &game(t)->discard;
	int		 i;

	for (i = 0; i < pile->n_card; i++)
		pile->card[i].face = UNKNOWN;
	table_unsure(t);
}

/* Turn over cards until one of the kind comes (T22); it is not shown. */
static bool
find_part(struct table *t, int seat, int first, struct pile *turned)
{
	struct trials	*g = game(t);
	bool		 shuffled = false;
	struct card	 card;

	for (;;) {
		if (g->deck.n_card == 0) {
			if (shuffled || !trials_deck_ready(t))
				return false;
			shuffled = true;
		}
		card = pile_take(&g->deck, 0);
		if (is_part(card.face, first)) {
			card.seen = ONLY(seat);
			table_reveal(t, "T22", ONLY(seat), "found", "card=%s",
			    card_name(t, trials_face_names, &card));
			trials_to_hand(t, card, seat);
			return true;
		}
		pile_add(turned, card);
		trials_discard(t, card);
	}
}

static void
detect(struct table *t, int seat, int kind)
{
	static const int	 first[] = { MECHANISMS, OBJECTS, ESCAPES };
	struct pile		*turned = &(struct pile){ 0 };
	bool			 found;

	if (table_checks(t)) {
		lose_sight(t);
		return;
	}
	found = find_part(t, seat, first[kind], turned);
	table_reveal(t, "T22", EVERYONE, "turned",
	    "seat=%s find=%s found=%s cards=%s", name(t, seat),
	    trials_term_names[TERM_MECHANISM + kind], yes(found),
	    turned->n_card > 0 ? trials_cards(t, turned) : "no");
}

enum verdict
trials_may_search(struct table *t, int seat, int face, struct why *why)
{
	if (face != BIN)
		return OK;
	if (n_hurt(captive(t, seat), LEGS) > 0)
		return not_now(why, "T19", "bin: a leg is hurt");
	if (game(t)->discard.n_card == 0)
		return not_now(why, "T19", "bin: the discard pile is empty");
	return OK;
}

/* ==== SPECIAL CARDS OF THE OWN TURN ===================================== */

static void
tie(struct table *t, int seat, int limb)
{
	captive(t, seat)->tied[limb] = 1;			/* T24 */
	table_reveal(t, "T24", EVERYONE, "tied", "seat=%s limb=%s",
	    name(t, seat), trials_limb_names[limb]);
}

/* T28 */
static void
watch_video(struct table *t, int seat)
{
	struct trials	*g = game(t);
	int		 in_deck = pile_find(&g->deck, BILLY), in_pile = NONE;

	if (table_checks(t)) {
		for (in_pile = 0; in_pile < g->discard.n_card; in_pile++)
			if (g->discard.card[in_pile].face == BILLY)
				g->discard.card[in_pile].face = UNKNOWN;
		table_unsure(t);
		return;
	}
	if (in_deck != NONE)
		trials_to_hand(t, pile_take(&g->deck, in_deck), seat);
	pile_shuffle(t, "deck", &g->deck);
	if (in_deck == NONE &&
	    (in_pile = pile_find(&g->discard, BILLY)) != NONE)
		trials_to_hand(t, pile_take(&g->discard, in_pile), seat);
	table_tell(t, EVERYONE, "video", "seat=%s deck=%s pile=%s",
	    name(t, seat), yes(in_deck != NONE), yes(in_pile != NONE));
}

/* ==== PLAYING A CARD ==================================================== */

/* The newest copy, of the hand before the bench. */
static bool
find_card(const struct table *t, int seat, int face, struct chosen *out)
{
	struct item	item = { (int16_t)face, ABSENT };
	struct terms	list = { &item, 1 };
	int		bad;

	return trials_choose(t, seat, list, true,
	    game(t)->trial == NO_TRIAL, NULL, out, &bad);
}

static const char *const detail_names[] = {
	NULL, "keep", "take", "stack", "find", "on", "pay", "when"
};

/* The details that a card takes, as bits; must have those in need. */
static unsigned
details_of(int face, bool trial, unsigned *need)
{
	unsigned	when = trial ? 1u << PLAY_WHEN : 0;

	*need = 0;
	switch (face) {
	case CANDLE:
	case FLASHLIGHT:
	case STRONG_TORCH:
		return 1u << PLAY_KEEP | when;
	case BIN:
		*need = trial ? 0 : 1u << PLAY_TAKE;
		return 1u << PLAY_TAKE | when;
	case ROOM_MAP:
		return 1u << PLAY_STACK | when;
	case METAL_DETECTOR:
		*need = 1u << PLAY_FIND;
		return *need | when;
	case TOURNIQUET:
		*need = 1u << PLAY_ON;
		return *need | 1u << PLAY_PAY;
	case VIDEO:
		return 1u << PLAY_PAY;
	}
	return when;
}

/* Is the order of a form that this card has? */
static enum verdict
is_well_formed(const struct table *t, const struct order *o, int face,
    struct why *why)
{
	bool		trial = game(t)->trial != NO_TRIAL;
	unsigned	need, takes = details_of(face, trial, &need);
	int		i;

	for (i = PLAY_KEEP; i <= PLAY_WHEN; i++) {
		if (order_has(o, i) && (takes & 1u << i) == 0)
			return never(why, "T7", "'%s' takes no '%s' here",
			    face_name(face), detail_names[i]);
		if (!order_has(o, i) && (need & 1u << i) != 0)
			return never(why, "T7", "'%s' needs '%s:'",
			    face_name(face), detail_names[i]);
	}
	if (!trial && order_arg(o, PLAY_TAKE, 0) == TAKE_BEST)
		return never(why, "T64", "'best' is for trials; name the card "
		    "to take");
	return may_say_best(t, trials_terms(o, PLAY_KEEP), why);
}

static enum verdict
is_playable(const struct table *t, int face, struct why *why)
{
	const char	*how;

	if (is_search(face) || (game(t)->trial == NO_TRIAL &&
	    (face == TOURNIQUET || face == VIDEO)))
		return OK;
	if (game(t)->trial != NO_TRIAL)
		return never(why, "T16", "'%s' is no search card; only those "
		    "are played in a trial", face_name(face));
	how = face >= MECHANISMS ? "goes to the bench" :
	    face == ANESTHETIC ? "is played with a sacrifice" :
	    is_special(face) ? "is played with a 'set'" :
	    face == BILLY ? "is used by 'set' and 'solve'" :
	    "is spent by 'solve' in a trial";
	return never(why, "T7", "'%s' is not played; it %s", face_name(face),
	    how);
}

/* When is a play possible at all? */
static enum verdict
is_the_time(struct table *t, int seat, const struct order *o,
    struct why *why)
{
	struct trials	*g = game(t);

	if (g->choice != NO_CHOICE && trials_is_main(o))
		trials_settle(t, seat);
	if (g->trial == CHOOSING)
		return not_now(why, "T34", "'play' is no order of a trial "
		    "choice; expected try, sacrifice or policy");
	if (g->trial == HURTING)
		return not_now(why, "T42", "'play' after the solution");
	if (g->done)
		return not_now(why, "T5", "'play' comes after the end; "
		    "'set', 'pass' and 'policy' stand last");
	if (g->step == STEP_DISCARD)
		return not_now(why, "T5", "'play' after 'discard': step 3 "
		    "has begun");
	if (g->trial == TRYING && g->searches >= SEARCH_MAX)
		return not_now(why, "T16", "third search card in this trial");
	return OK;
}

/* The cost of a special card, and a limb to tie. */
static enum verdict
may_use_special(struct table *t, int seat, const struct order *o, int face,
    const struct chosen *card, struct why *why)
{
	const struct captive	*who = captive(t, seat);
	struct terms		 pay = trials_terms(o, PLAY_PAY);
	int			 limb = order_arg(o, PLAY_ON, NONE), bad;
	int			 cost = workshop(t)->specials[face -
				    TOURNIQUET].cost;
	struct chosen		 paid;

	if (pay.n != cost)
		return never(why, "T23", "'%s' costs exactly %d other cards; "
		    "%d given", face_name(face), cost, pay.n);
	if (face == TOURNIQUET && who->limb[limb] != LOST)
		return never(why, "T24", "%s is not lost",
		    trials_limb_names[limb]);
	if (face == TOURNIQUET && who->tied[limb])
		return not_now(why, "T24", "%s has a tourniquet",
		    trials_limb_names[limb]);
	if (card->n > 0 && !trials_choose(t, seat, pay, false, true, card,
	    &paid, &bad))
		return trials_not_held(t, seat, bad, why);
	return OK;
}

enum verdict
trials_may_play(struct table *t, int seat, const struct order *o,
    struct why *why)
{
	int		face = order_arg(o, PLAY_CARD, NONE), take;
	struct chosen	card = { .n = 0 };
	enum verdict	verdict;

	if ((verdict = is_playable(t, face, why)) != OK ||
	    (verdict = is_well_formed(t, o, face, why)) != OK)
		return verdict;
	if (is_special(face) && (verdict = may_use_special(t, seat, o, face,
	    &card, why)) == NEVER)
		return verdict;
	if ((verdict = is_the_time(t, seat, o, why)) != OK)
		return verdict;
	if (!find_card(t, seat, face, &card))
		return trials_not_held(t, seat, face, why);
	if (is_special(face))
		return may_use_special(t, seat, o, face, &card, why);
	take = order_arg(o, PLAY_TAKE, TAKE_BEST);
	if ((verdict = trials_may_search(t, seat, face, why)) != OK)
		return verdict;
	if (face == BIN && take != TAKE_BEST &&
	    pile_find(&game(t)->discard, take) == NONE)
		return not_now(why, "T19", "'%s' is not in the discard pile",
		    face_name(take));
	return OK;
}

/* Lay the card on the table, pay for it, and tell of it. */
static void
lay_down(struct table *t, int seat, int face, struct terms pay)
{
	struct trials	*g = game(t);
	struct pile	 cost = { 0 };
	struct chosen	 chosen;
	int		 bad, i;

	find_card(t, seat, face, &chosen);
	trials_take_chosen(t, seat, &chosen, &g->played);
	g->played.card[g->played.n_card - 1].seen = SEEN_ALL;
	g->fresh = 0;
	if (g->trial != NO_TRIAL)
		g->searches++;
	trials_choose(t, seat, pay, false, true, NULL, &chosen, &bad);
	trials_take_chosen(t, seat, &chosen, &cost);
	i = g->played.n_card - 1;
	if (!table_checks(t))
		table_reveal(t, "T15", EVERYONE, "plays",
		    "seat=%s card=%s cost=%s", name(t, seat),
		    card_name(t, trials_face_names, &g->played.card[i]),
		    cost.n_card > 0 ? trials_cards(t, &cost) : "no");
	trials_discard_all(t, &cost);
}

static void
use_bin(struct table *t, int seat, int take)
{
	int	i = take == TAKE_BEST ? trials_best_take(t, seat) :
		    pile_find(&game(t)->discard, take);

	take_from_pile(t, seat, i);
}

static void
use_card(struct table *t, int seat, const struct order *o, int face)
{
	switch (face) {
	case BIN:
		use_bin(t, seat, order_arg(o, PLAY_TAKE, TAKE_BEST));
		break;
	case TOOLBOX:
		open_toolbox(t, seat);
		break;
	case ROOM_MAP:
		look_at_map(t, seat);
		break;
	case METAL_DETECTOR:
		detect(t, seat, order_arg(o, PLAY_FIND, 0));
		break;
	case TOURNIQUET:
		tie(t, seat, order_arg(o, PLAY_ON, 0));
		break;
	case VIDEO:
		watch_video(t, seat);
		break;
	default:
		light(t, seat, face);
		if (game(t)->choice != NO_CHOICE && order_has(o, PLAY_KEEP))
			keep_as_said(t, seat, trials_terms(o, PLAY_KEEP));
	}
	if (game(t)->choice == CHOOSE_STACK && order_has(o, PLAY_STACK))
		trials_stack_by(t, seat, trials_terms(o, PLAY_STACK));
}

/* A choice that the order does not make stays open for what comes next. */
void
trials_play(struct table *t, int seat, const struct order *o)
{
	int	face = order_arg(o, PLAY_CARD, NONE);

	if (order_has(o, PLAY_WHEN) && !table_checks(t) &&
	    trials_gap(t, seat) == 0) {
		table_tell(t, ONLY(seat), "spared", "card=%s",
		    face_name(face));
		return;
	}
	lay_down(t, seat, face, trials_terms(o, PLAY_PAY));
	use_card(t, seat, o, face);
	if (game(t)->choice == NO_CHOICE)
		finish_play(t);
}

void
trials_search_best(struct table *t, int seat, int face)
{
	struct terms	none = { NULL, 0 };

	lay_down(t, seat, face, none);
	if (is_light(face))
		light(t, seat, face);
	else
		use_bin(t, seat, TAKE_BEST);
	trials_settle(t, seat);
}
