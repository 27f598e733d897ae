/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Intruder Escape: what the cards do, and when they may be played. */

#include "config.h"

#include <string.h>

#include "engines/intruder/intruder.h"

/* ==== ROWS ============================================================== */

/* I41: Barricade the card to its right, Under the Bed the one to its left;
 * neither the other. */
static bool
is_nullified(const struct pile *row, int i)
{
	int	left = i > 0 ? row->card[i - 1].face : NONE;
	int	right = i + 1 < row->n_card ? row->card[i + 1].face : NONE;

	return (left == BARRICADE && row->card[i].face != BED) ||
	    (right == BED && row->card[i].face != BARRICADE);
}

static void
apply(const struct table *t, int face, struct toll *toll)
{
	int	amount = book(t)->cards[face].amount;

	if (kind_of(t, face) == KIND_HEALING)		/* I43 */
		amount = -amount;
	toll->damage += amount;
	if (toll->damage < 0)				/* I40 */
		toll->damage = 0;
}

/* The nearest damage or healing card left of place i, or NONE. */
static int
wound_before(const struct pile *row, int i)
{
	while (--i >= 0)
		if (is_wound(row->card[i].face))
			return i;
	return NONE;
}

void
intruder_assess(const struct table *t, const struct pile *row,
    struct toll *out)
{
	int	i, face, doubled;

	memset(out, 0, sizeof(*out));
	for (i = 0; i < row->n_card; i++) {
		out->nullified[i] = is_nullified(row, i);
		if (out->nullified[i])			/* I42 */
			continue;
		face = row->card[i].face;
		doubled = face == SCRATCH ? wound_before(row, i) : NONE;
		if (is_wound(face))
			apply(t, face, out);
		else if (doubled != NONE && !out->nullified[doubled])
			apply(t, row->card[doubled].face, out);	/* I44 */
		out->healed += face == MEDKIT;
	}
}

int
intruder_damage(const struct table *t, int seat)
{
	struct toll	toll;

	intruder_assess(t, &guest(t, seat)->row, &toll);	/* I26 */
	return toll.damage;
}

int
intruder_latest(const struct pile *row)
{
	return wound_before(row, row->n_card);
}

/* ==== THE DIE =========================================================== */

int
intruder_throw(struct table *t, const bool among[PEOPLE])
{
	int	seat, face, n = 0, only = NONE;

	for (seat = 0; seat < n_seats(t); seat++)
		if (among[seat]) {
			only = seat;
			n++;
		}
	while (n > 1) {
		face = table_roll(t, "die", intruder_people, PEOPLE);
		for (seat = 0; seat < n_seats(t); seat++)
			if (among[seat] &&
			    strcmp(name(t, seat), intruder_people[face]) == 0)
				return seat;
	}
	return only;
}

int
intruder_throw_for_all(struct table *t)
{
	bool	among[PEOPLE] = { false };
	int	seat;

	for (seat = 0; seat < n_seats(t); seat++)
		among[seat] = is_eligible(t, seat);
	return intruder_throw(t, among);
}

/* ==== MAY IT BE PLAYED? ================================================= */

struct move
intruder_move(const struct order *o)
{
	struct move	m = {
		.face = order_arg(o, PLAY_CARD, NONE),
		.on = order_arg(o, PLAY_ON, NONE),
		.take = order_arg(o, PLAY_TAKE, NONE),
		.from = order_arg(o, PLAY_FROM, NONE),
		.order = o
	};

	return m;
}

/* The details that the card needs, and no others. */
static enum verdict
has_details(const struct table *t, const struct move *m, struct why *why)
{
	const char	*card = intruder_faces[m->face];

	if (m->face == HOME)
		return never(why, "I14", "home is not played in a go; it is "
		    "used or let go in the answer to keep");
	if (needs_on(t, m->face) && m->on == NONE)
		return never(why, "I23", "%s needs 'on:', the seat to play it "
		    "on", card);
	if (!needs_on(t, m->face) && m->on != NONE)
		return never(why, "I23", m->face >= CAMERA &&
		    m->face <= MIRROR ? "%s takes no 'on'; the die picks the "
		    "seat" : "%s takes no 'on'; it goes to the discard pile",
		    card);
	if (m->face == SNATCH && (m->take == NONE || m->from == NONE))
		return never(why, "I37", "snatch needs 'take:', an item, a "
		    "card or latest, and 'from:', a seat");
	if (m->face != SNATCH && (m->take != NONE || m->from != NONE))
		return never(why, "I37", "%s takes no '%s'; only snatch does",
		    card, m->take != NONE ? "take" : "from");
	return OK;
}

/* A seat that cards may be played on, or stolen from. */
static enum verdict
is_target(const struct table *t, int seat, bool item, struct why *why)
{
	if (!is_alive(t, seat))
		return never(why, "I48", "%s is dead", name(t, seat));
	if (!item && is_immune(t, seat))
		return never(why, "I19", "%s is immune this round; only items "
		    "may be laid there", name(t, seat));
	return OK;
}

static enum verdict
may_steal(const struct table *t, const struct move *m, struct why *why)
{
	const struct guest	*from = guest(t, m->from);
	int			 i = intruder_latest(&from->row);

	if (m->take != LATEST && !is_item(m->take) && !is_wound(m->take))
		return never(why, "I37", "%s cannot be stolen, only an item, "
		    "or a bat, knife, bandage or syringe",
		    intruder_takes[m->take]);
	if (is_target(t, m->from, false, why) != OK)
		return NEVER;
	if (is_item(m->take))
		return pile_find(&from->front, m->take) != NONE ? OK :
		    not_now(why, "I37", "%s has no %s in front",
		    name(t, m->from), intruder_faces[m->take]);
	if (i == NONE)
		return not_now(why, "I37", "no damage or healing card lies "
		    "before %s", name(t, m->from));
	if (m->take != LATEST && from->row.card[i].face != m->take)
		return not_now(why, "I37", "the latest such card before %s is "
		    "a %s, not a %s", name(t, m->from),
		    intruder_faces[from->row.card[i].face],
		    intruder_takes[m->take]);
	return OK;
}

/* I45 */
static enum verdict
may_mend(const struct table *t, int seat, const struct move *m,
    struct why *why)
{
	if (guest(t, seat)->used_medkit)
		return never(why, "I45", "you have played the medkit before; "
		    "each seat may once a game");
	if (guest(t, m->on)->began >= options(t)->lives)
		return never(why, "I45", "%s began this round unhurt",
		    name(t, m->on));
	return OK;
}

static enum verdict
fits_row(const struct table *t, const struct move *m, struct why *why)
{
	const struct pile	*row = &guest(t, m->on)->row;
	const char		*card = intruder_faces[m->face];
	const char		*on = name(t, m->on);

	if (row->n_card >= book(t)->row_limit)
		return not_now(why, "I24", "the row of %s is full: %d cards",
		    on, row->n_card);
	if (row->n_card > 0 && row->card[row->n_card - 1].face == m->face)
		return not_now(why, "I25", "the row of %s ends in a %s; the "
		    "same card cannot follow", on, card);
	if (kind_of(t, m->face) == KIND_HEALING &&
	    intruder_damage(t, m->on) == 0)
		return not_now(why, "I27", "%s has no damage now; a %s cannot "
		    "be banked", on, card);
	return OK;
}

enum verdict
intruder_may(const struct table *t, int seat, const struct move *m,
    struct why *why)
{
	enum verdict	verdict = has_details(t, m, why);

	if (verdict != OK)
		return verdict;
	if (is_spent(t, m->face))
		return never(why, "I30", "%s has been played; it may be once "
		    "a game", intruder_faces[m->face]);
	if (m->face == SNATCH)
		return may_steal(t, m, why);
	if ((m->face == HOSTAGE || m->face == FLASHLIGHT) &&
	    house(t)->deck.n_card == 0)
		return not_now(why, "I13", "the centre deck is empty");
	if (!needs_on(t, m->face))
		return OK;
	verdict = is_target(t, m->on, is_item(m->face), why);
	if (verdict == OK && m->face == MEDKIT)
		verdict = may_mend(t, seat, m, why);
	if (verdict == OK && !is_item(m->face))
		verdict = fits_row(t, m, why);
	return verdict;
}

/* ==== PLAYING IT ======================================================== */

struct card
intruder_put_down(struct table *t, int seat, int i, struct pile *on,
    int32_t seen)
{
	struct card	card = pile_move(t, &guest(t, seat)->hand, i, on,
			    seen);

	if (is_item(card.face) && house(t)->loot[card.face] == seat)
		house(t)->loot[card.face] = NONE;
	return card;
}

/* I28 */
static void
lay_item(struct table *t, int seat, int i, const struct move *m)
{
	struct card	card = intruder_put_down(t, seat, i,
			    &guest(t, m->on)->front, EVERYONE);

	table_reveal(t, "I28", EVERYONE, "laid", "by=%s card=%s on=%s self=%s",
	    name(t, seat), card_name(t, intruder_faces, &card),
	    name(t, m->on), yes(m->on == seat));
}

/* I23 */
static void
lay_in_row(struct table *t, int seat, int i, const struct move *m)
{
	struct guest	*on = guest(t, m->on);
	struct card	 card = intruder_put_down(t, seat, i, &on->row,
			    EVERYONE);

	on->by[on->row.n_card - 1] = seat;
	if (m->face == MEDKIT && !table_checks(t))
		guest(t, seat)->used_medkit = 1;	/* I45 */
	table_reveal(t, "I23", EVERYONE, "played",
	    "by=%s card=%s on=%s self=%s damage=%d", name(t, seat),
	    card_name(t, intruder_faces, &card), name(t, m->on),
	    yes(m->on == seat), intruder_damage(t, m->on));
}

/* I32 */
static void
shine(struct table *t, int seat)
{
	struct pile	*deck = &house(t)->deck;

	if ((deck->card[0].seen & SEEN_PUBLIC) != 0) {
		table_tell(t, EVERYONE, "lit-already", "by=%s",
		    name(t, seat));
		return;
	}
	pile_show(deck, 0, EVERYONE);
	table_reveal(t, "I32", EVERYONE, "lit", "by=%s card=%s",
	    name(t, seat), card_name(t, intruder_faces, &deck->card[0]));
}

/* I33 */
static void
film(struct table *t, int seat)
{
	int			 whom = intruder_throw_for_all(t);
	const struct pile	*hand = &guest(t, whom)->hand;

	table_reveal(t, "I33", EVERYONE, "camera", "by=%s seat=%s cards=%s",
	    name(t, seat), name(t, whom),
	    pile_names(t, intruder_faces, hand, 0, hand->n_card));
}

/* I34 */
static void
spin(struct table *t, int seat)
{
	int	whom = intruder_throw_for_all(t);

	table_tell(t, EVERYONE, "roulette", "by=%s seat=%s", name(t, seat),
	    name(t, whom));
	intruder_lose_life(t, whom);
}

/* I35: the go that is on is not the next one. */
static void
break_mirror(struct table *t, int seat)
{
	int	whom = intruder_throw_for_all(t);

	if (goes_left(t, whom) - (whom == seat) > 0) {
		guest(t, whom)->mirror = 1;
		table_tell(t, EVERYONE, "mirror", "by=%s seat=%s",
		    name(t, seat), name(t, whom));
	} else
		table_tell(t, EVERYONE, "mirror-nulled", "by=%s seat=%s",
		    name(t, seat), name(t, whom));
}

/* ---- a card just got ------------------------------------------------- */

static bool
means(const struct table *t, int word, int face)
{
	return word == face || word == IT ||
	    (word == ANY_ITEM && is_item(face)) ||
	    (word == ANY_DAMAGE && kind_of(t, face) == KIND_DAMAGE) ||
	    (word == ANY_HEALING && kind_of(t, face) == KIND_HEALING);
}

/* I36, I38: the first entry that fits the card got, which lies last in the
 * hand. Return its verb; keep when none fits. */
static int
find_entry(const struct table *t, int seat, const struct order *got_by,
    struct order *entry, struct move *m)
{
	const struct pile	*hand = &guest(t, seat)->hand;
	int			 face = hand->card[hand->n_card - 1].face;
	struct why		 why;
	bool			 more;

	for (more = order_then(got_by, entry); more;
	    more = order_next(entry, entry)) {
		if (entry->step->verb != DO_PLAY)
			return entry->step->verb;
		*m = intruder_move(entry);
		if (!means(t, m->face, face))
			continue;
		m->face = face;
		if (intruder_may(t, seat, m, &why) == OK)
			return DO_PLAY;
	}
	return DO_KEEP;
}

/* Do with the card got what then says. */
static void
use_got(struct table *t, int seat, const struct order *got_by)
{
	struct guest	*me = guest(t, seat);
	struct order	 entry;
	struct move	 m;

	switch (find_entry(t, seat, got_by, &entry, &m)) {
	case DO_PLAY:
		table_tell(t, ONLY(seat), "then-serves", "by=%s",
		    name(t, seat));
		intruder_play(t, seat, me->hand.n_card - 1, &m);
		break;
	case DO_WAIT:
		intruder_ask_drawn(t, seat);
		break;
	default:
		table_tell(t, ONLY(seat), "kept-drawn", "by=%s",
		    name(t, seat));
		break;
	}
}

/* I17, I36 */
static void
trade(struct table *t, int seat, const struct move *m)
{
	struct house	*h = house(t);
	bool		 up = (h->deck.card[0].seen & SEEN_PUBLIC) != 0;
	struct card	 card = h->deck.card[0];

	if (card.face == HOME) {
		pile_move(t, &h->deck, 0, &h->discard, EVERYONE);
		table_reveal(t, "I17", EVERYONE, "home-drawn", "by=%s card=%s",
		    name(t, seat), card_name(t, intruder_faces, &card));
		return;
	}
	pile_move(t, &h->deck, 0, &guest(t, seat)->hand, ONLY(seat));
	table_reveal(t, "I36", up ? EVERYONE : ONLY(seat), "drew",
	    "by=%s card=%s", name(t, seat),
	    card_name(t, intruder_faces, &card));
	if (!up)
		table_tell(t, ALL_BUT(seat), "takes-top", "by=%s",
		    name(t, seat));
	use_got(t, seat, m->order);
}

/* The row closes up (I37). */
static void
take_out(struct guest *from, int i)
{
	for (; i + 1 < ROW_MAX; i++)
		from->by[i] = from->by[i + 1];
	from->by[ROW_MAX - 1] = NONE;
}

static struct card
steal(struct table *t, int seat, const struct move *m)
{
	struct guest	*from = guest(t, m->from);
	struct pile	*hand = &guest(t, seat)->hand;
	int		 i = intruder_latest(&from->row);

	if (is_item(m->take))
		return pile_move(t, &from->front,
		    pile_find(&from->front, m->take), hand, EVERYONE);
	take_out(from, i);
	return pile_move(t, &from->row, i, hand, EVERYONE);
}

/* I38: everyone knows what is kept; of an item, as long as it is held. */
static void
keep_stolen(struct table *t, int seat)
{
	struct pile	*hand = &guest(t, seat)->hand;
	struct card	*card = &hand->card[hand->n_card - 1];

	table_reveal(t, "I38", EVERYONE, "keeps", "by=%s card=%s",
	    name(t, seat), card_name(t, intruder_faces, card));
	if (is_item(card->face))
		house(t)->loot[card->face] = seat;	/* I39 */
	else
		card->seen = ONLY(seat);
}

static void
snatch(struct table *t, int seat, const struct move *m)
{
	struct card	card = steal(t, seat, m);
	struct order	entry;
	struct move	next;

	table_reveal(t, "I37", EVERYONE, "snatched",
	    "by=%s card=%s seat=%s self=%s damage=%d", name(t, seat),
	    card_name(t, intruder_faces, &card), name(t, m->from),
	    yes(m->from == seat), intruder_damage(t, m->from));
	if (table_checks(t) || find_entry(t, seat, m->order, &entry, &next) !=
	    DO_PLAY) {
		keep_stolen(t, seat);
		return;
	}
	table_tell(t, ONLY(seat), "then-serves", "by=%s", name(t, seat));
	intruder_play(t, seat, guest(t, seat)->hand.n_card - 1, &next);
}

/* ---- cards for the discard pile -------------------------------------- */

/* In a check only what Snatch takes out of a row is followed up. */
static void
discard(struct table *t, int seat, int i, const struct move *m)
{
	struct card	card;

	if (table_checks(t) && m->face != SNATCH)
		return;
	card = intruder_put_down(t, seat, i, &house(t)->discard, EVERYONE);
	table_reveal(t, "I22", EVERYONE, "plays", "by=%s card=%s",
	    name(t, seat), card_name(t, intruder_faces, &card));
	if (m->face >= CAMERA && m->face <= MIRROR)
		house(t)->spent[m->face - CAMERA] = 1;	/* I30 */
	switch (m->face) {
	case FLASHLIGHT:
		shine(t, seat);
		break;
	case CAMERA:
		film(t, seat);
		break;
	case ROULETTE:
		spin(t, seat);
		break;
	case MIRROR:
		break_mirror(t, seat);
		break;
	case HOSTAGE:
		trade(t, seat, m);
		break;
	case SNATCH:
		snatch(t, seat, m);
		break;
	}
}

void
intruder_play(struct table *t, int seat, int i, const struct move *m)
{
	if (is_item(m->face))
		lay_item(t, seat, i, m);
	else if (goes_in_a_row(t, m->face))
		lay_in_row(t, seat, i, m);
	else
		discard(t, seat, i, m);
}
