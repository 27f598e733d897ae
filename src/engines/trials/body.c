/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The Jigsaw Trials: damage, bleeding, death, and the Saw token. */

#include "config.h"

#include "base/arena.h"
#include "base/buf.h"
#include "engines/trials/trials.h"

/* ==== DAMAGE ============================================================ */

int
trials_room(const struct captive *who, int limb)
{
	return LOST - who->limb[limb];
}

static int
room_of_pair(const struct captive *who, int type)
{
	return trials_room(who, 2 * type) + trials_room(who, 2 * type + 1);
}

int
trials_blood_loss(const struct table *t, int seat, int type, int points)
{
	int	room = type == BLOOD ? 0 :
		    room_of_pair(captive(t, seat), type);

	return points > room ? points - room : 0;	/* T53 */
}

bool
trials_kills(const struct table *t, int seat, int type, int points)
{
	return trials_blood_loss(t, seat, type, points) >=
	    captive(t, seat)->blood;
}

/* How bad is a split: limbs lost, then limbs hurt (T55)? */
static int
badness(const struct captive *who, int type, int left, int right)
{
	int	l = who->limb[2 * type] + left;
	int	r = who->limb[2 * type + 1] + right;

	return 8 * ((l == LOST) + (r == LOST)) +
	    (l >= SEVERE) + (r >= SEVERE);
}

int
trials_split(const struct table *t, int seat, int type, int points, int how)
{
	const struct captive	*who = captive(t, seat);
	int			 l, best, room[2], most, least, limbs;

	if (type == BLOOD)
		return 0;
	limbs = points - trials_blood_loss(t, seat, type, points);
	room[0] = trials_room(who, 2 * type);
	room[1] = trials_room(who, 2 * type + 1);
	most = limbs < room[0] ? limbs : room[0];
	least = limbs > room[1] ? limbs - room[1] : 0;
	if (how == SPLIT_LEFT)
		return most;
	if (how == SPLIT_RIGHT)
		return least;
	for (best = l = most; l >= least; l--)
		if (badness(who, type, l, limbs - l) <
		    badness(who, type, best, limbs - best))
			best = l;
	return best;
}

void
trials_lose_blood(struct table *t, int seat, int points)
{
	struct captive	*who = captive(t, seat);

	who->blood = who->blood > points ? who->blood - points : 0;
}

void
trials_hurt(struct table *t, int seat, int left)
{
	struct trials	*g = game(t);
	struct captive	*who = captive(t, seat);
	int		 points = g->due, type = g->type;
	int		 blood = trials_blood_loss(t, seat, type, points);
	int		 before = who->blood;

	g->due = 0;
	if (type != BLOOD) {
		who->limb[2 * type] += left;
		who->limb[2 * type + 1] += points - blood - left;
	}
	trials_lose_blood(t, seat, blood);
	if (type == BLOOD)
		table_tell(t, EVERYONE, "bloodshed",
		    "seat=%s points=%d lost=%d blood=%d", name(t, seat),
		    points, before - who->blood, who->blood);
	else
		table_reveal(t, "T54", EVERYONE, "damage",
		    "seat=%s points=%d type=%s left=%s right=%s lost=%d "
		    "blood=%d", name(t, seat), points,
		    trials_type_names[type],
		    trials_stage_names[who->limb[2 * type]],
		    trials_stage_names[who->limb[2 * type + 1]],
		    before - who->blood, who->blood);
	if (who->blood == 0)
		trials_die(t, seat);			/* T57 */
}

/* T12, T60 */
void
trials_bleed(struct table *t, int seat)
{
	struct captive	*who = captive(t, seat);
	int		 limb, wounds = 0;
	int		 clock = game(t)->round >= options_of(t)->clock;

	for (limb = 0; limb < N_LIMBS; limb++)
		wounds += who->limb[limb] == LOST && !who->tied[limb];
	if (wounds + clock == 0)
		return;
	trials_lose_blood(t, seat, wounds + clock);
	table_tell(t, EVERYONE, "bleeds",
	    "seat=%s wounds=%d clock=%s blood=%d", name(t, seat), wounds,
	    yes(clock), who->blood);
	if (who->blood > 0)
		return;
	trials_die(t, seat);
	trials_pass_token(t, NONE);
	trials_check_end(t);
}

/* ==== DEATH ============================================================= */

void
trials_die(struct table *t, int seat)
{
	struct captive	*who = captive(t, seat);
	struct pile	 cards = { 0 };

	who->place = n_alive(t);
	who->blood = 0;
	pile_move_all(t, &who->hand, &cards, 0);
	pile_move_all(t, &who->bench, &cards, 0);
	table_reveal(t, "T58", EVERYONE, "out", "seat=%s place=%d cards=%s",
	    name(t, seat), who->place,
	    cards.n_card > 0 ? trials_cards(t, &cards) : "no");
	trials_discard_all(t, &cards);
}

void
trials_pass_token(struct table *t, int victim)
{
	struct trials	*g = game(t);
	int		 before = g->token;

	if (n_alive(t) <= 2) {
		g->token = NONE;
		if (n_alive(t) == 2 && (victim == NONE || before != NONE ||
		    !is_alive(t, victim) || !is_alive(t, g->active)))
			table_tell(t, EVERYONE, "token-out", "n=%d",
			    n_alive(t));
		return;
	}
	if (victim != NONE)
		g->token = is_alive(t, victim) ? victim : NONE;
	if (g->token != NONE && !is_alive(t, g->token))
		g->token = NONE;
	if (g->token != before || victim != NONE)
		table_tell(t, EVERYONE, "token", "seat=%s held=%s",
		    name(t, g->token), yes(g->token != NONE));
}

/* ==== THE END =========================================================== */

static void
bare_all(struct table *t)
{
	struct trials	*g = game(t);
	struct captive	*who;
	int		 seat;

	for (seat = 0; seat < table_seats(t); seat++) {
		who = captive(t, seat);
		if (who->hand.n_card + who->bench.n_card == 0)
			continue;
		table_reveal(t, "T61", EVERYONE, "bared",
		    "seat=%s hand=%s bench=%s", name(t, seat),
		    who->hand.n_card > 0 ? trials_cards(t, &who->hand) :
		    "no", who->bench.n_card > 0 ?
		    trials_cards(t, &who->bench) : "no");
	}
	table_reveal(t, "T61", EVERYONE, "deck-bared", "cards=%s",
	    g->deck.n_card > 0 ? trials_cards(t, &g->deck) : "no");
}

/* The places from the first to the last, in words. */
static const char *
ranking_of(struct table *t)
{
	struct buf	out;
	int		place, seat;

	buf_init(&out, t->events->arena);
	for (place = 1; place <= table_seats(t); place++)
		for (seat = 0; seat < table_seats(t); seat++)
			if (captive(t, seat)->place == place)
				buf_printf(&out, "%s%s", place > 1 ? ", " :
				    "", name(t, seat));
	return out.data;
}

void
trials_check_end(struct table *t)
{
	int	seat;

	if (is_over(t) || n_alive(t) > 1)
		return;
	for (seat = 0; !is_alive(t, seat); seat++)
		continue;
	game(t)->winner = seat;
	captive(t, seat)->place = 1;
	table_tell(t, EVERYONE, "wins", "seat=%s ranking=%s", name(t, seat),
	    ranking_of(t));
	bare_all(t);
}
