/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Intruder Escape: the built-in player. It picks a victim and, for escape
 * items, a collector, from what its seat knows, and finds for each card a
 * play that serves its side.
 */

#include "config.h"

#include "engines/intruder/intruder.h"

struct mind {
	const struct table	*table;
	struct chance		*chance;
	struct script		*out;
	int			 seat;
	int			 victim;
	int			 other;		/* victim, or NONE */
	int			 collector;
};

static int
any(struct mind *m, int n)
{
	return (int)m->chance->below(m->chance, (uint32_t)n);
}

static bool
happens(struct mind *m, int once_in)
{
	return any(m, once_in) == 0;
}

/* ==== WHO IS WHO ======================================================== */

static int
items_before(const struct table *t, int seat)
{
	int	i, n = 0;

	for (i = 0; i < N_ITEMS; i++)
		n += pile_find(&guest(t, seat)->front, i) != NONE;
	return n;
}

static bool
is_friend(const struct mind *m, int seat)
{
	return seat == m->seat || guest(m->table, seat)->identity ==
	    guest(m->table, m->seat)->identity;
}

/* Has the seat hurt the player this round? */
static bool
has_hurt_me(const struct mind *m, int seat)
{
	const struct guest	*me = guest(m->table, m->seat);
	int			 i;

	for (i = 0; i < me->row.n_card; i++)
		if (me->by[i] == seat &&
		    (me->row.card[i].face == BAT ||
		    me->row.card[i].face == KNIFE))
			return true;
	return false;
}

/* How much the player would like to see that seat hurt; 0: not at all. */
static int
dislike(struct mind *m, int seat)
{
	const struct table	*t = m->table;
	const struct guest	*who = guest(t, seat), *me = guest(t, m->seat);
	bool			 sure = !is_unknown(who->identity) ||
				    me->identity == INTRUDER;
	int			 like = 4;

	if (!is_eligible(t, seat) || is_friend(m, seat))
		return 0;
	if (sure)
		like += 10;
	if (has_hurt_me(m, seat))
		like += 4;
	if (items_before(t, seat) == N_ITEMS)
		like += 8;
	like += 2 * intruder_damage(t, seat);
	if (me->identity == INTRUDER)
		like += items_before(t, m->collector) >= 2 ? 2 * who->lives :
		    2 * (LIVES_MAX - who->lives);
	return like + any(m, 8);
}

/* Innocents trust only themselves; intruders gather where most is. */
static int
find_collector(const struct mind *m)
{
	const struct table	*t = m->table;
	int			 seat, best = m->seat;

	if (guest(t, m->seat)->identity == INNOCENT)
		return best;
	for (seat = 0; seat < n_seats(t); seat++)
		if (is_alive(t, seat) && is_friend(m, seat) &&
		    items_before(t, seat) > items_before(t, best))
			best = seat;
	return best;
}

static void
make_up_mind(struct mind *m)
{
	int	seat, like, best = 0, next = 0;

	m->collector = find_collector(m);
	m->victim = m->other = NONE;
	for (seat = 0; seat < n_seats(m->table); seat++) {
		like = dislike(m, seat);
		if (like > best) {
			m->other = m->victim;
			next = best;
			m->victim = seat;
			best = like;
		} else if (like > next) {
			m->other = seat;
			next = like;
		}
	}
}

/* ==== WHAT TO DO WITH A CARD ============================================ */

/* A friend, oneself before others, that a healing card would help. */
static int
find_patient(const struct mind *m, bool of_lives)
{
	const struct table	*t = m->table;
	int			 i, seat;

	for (i = 0; i < n_seats(t); i++) {
		seat = (m->seat + i) % n_seats(t);
		if (is_eligible(t, seat) && is_friend(m, seat) &&
		    (of_lives ? guest(t, seat)->began < options(t)->lives :
		    intruder_damage(t, seat) > 0))
			return seat;
	}
	return of_lives ? NONE : m->seat;
}

/* An item before somebody else than the collector and its friends. */
static bool
find_loot(const struct mind *m, struct move *move)
{
	const struct table	*t = m->table;
	int			 seat, i;

	for (seat = 0; seat < n_seats(t); seat++) {
		if (!is_eligible(t, seat) || seat == m->collector ||
		    seat == m->seat)
			continue;
		for (i = 0; i < N_ITEMS; i++)
			if (pile_find(&guest(t, seat)->front, i) != NONE) {
				move->take = i;
				move->from = seat;
				return true;
			}
	}
	return false;
}

/* Find a seat for the card; false when it is of no use. */
static bool
aim(struct mind *m, int face, struct move *move)
{
	struct move	aimed = { .face = face, .on = NONE, .take = NONE,
			    .from = NONE };

	if (is_item(face))
		aimed.on = m->collector;
	else if (face == BAT || face == KNIFE || face == SCRATCH)
		aimed.on = m->victim;
	else if (face == BANDAGE || face == SYRINGE)
		aimed.on = find_patient(m, false);
	else if (face == MEDKIT)
		aimed.on = find_patient(m, true);
	else if (face == BED || face == BARRICADE)
		aimed.on = m->seat;
	else if (face == SNATCH && !find_loot(m, &aimed)) {
		aimed.take = LATEST;
		aimed.from = m->seat;
	}
	*move = aimed;
	return needs_on(m->table, face) ? aimed.on != NONE : face != HOME;
}

static int
worth(struct mind *m, int face)
{
	static const int	base[N_FACES] = {
		[KEYS] = 20, [CAR] = 20, [GASOLINE] = 20, [LICENSE] = 20,
		[BAT] = 10, [KNIFE] = 15, [BANDAGE] = 6, [SYRINGE] = 8,
		[MEDKIT] = 16, [BED] = 6, [BARRICADE] = 4, [SCRATCH] = 8,
		[FLASHLIGHT] = 2, [CAMERA] = 3, [ROULETTE] = 8, [MIRROR] = 4,
		[HOSTAGE] = 12, [SNATCH] = 9
	};
	struct move	move;

	if (!aim(m, face, &move) || is_spent(m->table, face) ||
	    (face == MEDKIT && guest(m->table, m->seat)->used_medkit))
		return 0;
	if (face == SNATCH && is_item(move.take))
		return 19 + any(m, 6);
	return base[face] + any(m, 6);
}

/* ==== WRITING IT DOWN =================================================== */

static void
fill(struct step *step, int card, const struct move *move)
{
	step->arg[PLAY_CARD] = (int16_t)card;
	if (move->on != NONE)
		step->arg[PLAY_ON] = (int16_t)move->on;
	if (move->take != NONE)
		step->arg[PLAY_TAKE] = (int16_t)move->take;
	if (move->from != NONE)
		step->arg[PLAY_FROM] = (int16_t)move->from;
}

/* Append an entry to the then of a step. */
static int
add_then(struct mind *m, int step, int last, int verb, int card, int on)
{
	struct move	move = { .on = on, .take = NONE, .from = NONE };
	int		i;

	if (verb == DO_PLAY && on == NONE)
		return last;
	i = script_step(m->out, verb);
	if (verb == DO_PLAY)
		fill(&m->out->step[i], card, &move);
	if (last == NONE)
		m->out->step[step].then = (int16_t)i;
	else
		m->out->step[last].next = (int16_t)i;
	return i;
}

static void
add_thens(struct mind *m, int step, const struct move *move)
{
	int	last = NONE;

	if (move->face == SNATCH) {
		add_then(m, step, NONE, DO_PLAY, IT, is_item(move->take) ?
		    m->collector : m->victim);
		return;
	}
	if (move->face != HOSTAGE)
		return;
	if (happens(m, 5)) {
		add_then(m, step, NONE, DO_WAIT, NONE, NONE);
		return;
	}
	last = add_then(m, step, last, DO_PLAY, ANY_ITEM, m->collector);
	last = add_then(m, step, last, DO_PLAY, ANY_DAMAGE, m->victim);
	last = add_then(m, step, last, DO_PLAY, ANY_HEALING, m->seat);
	add_then(m, step, last, DO_KEEP, NONE, NONE);
}

static void
write_play(struct mind *m, const struct move *move)
{
	struct move	 again = *move;
	struct step	*step = script_add(m->out, DO_PLAY);
	int		 at = (int)(step - m->out->step), i;

	fill(step, move->face, move);
	add_thens(m, at, move);
	if (move->on != m->victim || m->other == NONE ||
	    (move->face != BAT && move->face != KNIFE))
		return;
	i = script_step(m->out, DO_PLAY);
	again.on = m->other;
	fill(&m->out->step[i], again.face, &again);
	m->out->step[at].otherwise = (int16_t)i;
}

/* ==== THE QUESTIONS ===================================================== */

/* Put the cards in the order of their worth, best first; how many are of
 * any. */
static int
rank(struct mind *m, const struct pile *hand, int faces[PILE_MAX])
{
	int	score[PILE_MAX], i, j, n = 0, value;

	for (i = 0; i < hand->n_card; i++) {
		value = worth(m, hand->card[i].face);
		if (value == 0)
			continue;
		for (j = n++; j > 0 && score[j - 1] < value; j--) {
			score[j] = score[j - 1];
			faces[j] = faces[j - 1];
		}
		score[j] = value;
		faces[j] = hand->card[i].face;
	}
	return n;
}

/* The same card twice is better spread (I25). */
static void
change_victim(struct mind *m)
{
	int	was = m->victim;

	if (m->other == NONE)
		return;
	m->victim = m->other;
	m->other = was;
}

/* Write go orders for cards that may do for later; return how many. */
static int
write_plan(struct mind *m, const int *faces, int n, int most)
{
	struct move	move;
	struct why	why;
	int		i, written = 0;

	for (i = 0; i < n && written < most; i++) {
		if (i > 0 && faces[i] == faces[i - 1])
			change_victim(m);
		if (aim(m, faces[i], &move) && intruder_may(m->table, m->seat,
		    &move, &why) != NEVER) {
			write_play(m, &move);
			written++;
		}
	}
	return written;
}

static void
suggest_keep(struct mind *m)
{
	const struct guest	*me = guest(m->table, m->seat);
	struct pile		 rest = me->hand;
	struct step		*step;
	int			 faces[PILE_MAX], n, i, keep;

	if (pile_find(&me->hand, HOME) != NONE) {
		if (!me->used_home && (me->lives == 1 || happens(m, 2))) {
			script_add(m->out, DO_HOME);
			return;
		}
		pile_take(&rest, pile_find(&rest, HOME));
	}
	n = rank(m, &rest, faces);
	keep = book(m->table)->keep;
	step = script_add(m->out, DO_KEEP);
	for (i = 0; i < n && i < keep; i++) {
		script_put(m->out, step, KEEP_CARDS, faces[i], ABSENT);
		pile_take(&rest, pile_find(&rest, faces[i]));
	}
	for (; i < keep; i++)
		script_put(m->out, step, KEEP_CARDS,
		    pile_take(&rest, 0).face, ABSENT);
	while (rest.n_card > 0 && (step->count[KEEP_UNDER] > 0 ||
	    happens(m, 4)))
		script_put(m->out, step, KEEP_UNDER,
		    pile_take(&rest, 0).face, ABSENT);
	if (happens(m, 4) || n == 0) {
		script_add(m->out, DO_WAIT);
		return;
	}
	i = write_plan(m, faces, n < keep ? n : keep, keep);
	if (i == 0 || (i < book(m->table)->goes && happens(m, 2)))
		script_add(m->out, DO_WAIT);
}

/* The best card that can be played now, and a plan for the others. */
static void
suggest_play(struct mind *m)
{
	const struct table	*t = m->table;
	const struct guest	*me = guest(t, m->seat);
	int			 faces[PILE_MAX], n = rank(m, &me->hand,
				    faces), i, left = goes_left(t, m->seat);
	struct move		 move;
	struct why		 why;

	for (i = 0; i < n; i++)
		if (aim(m, faces[i], &move) &&
		    intruder_may(t, m->seat, &move, &why) == OK)
			break;
	if (i < n) {
		write_play(m, &move);
		for (n--; i < n; i++)
			faces[i] = faces[i + 1];
	} else
		script_add(m->out, DO_SKIP);
	if (left > 1 && (happens(m, 2) ||
	    write_plan(m, faces, n, left - 1) == 0))
		script_add(m->out, DO_WAIT);
}

static void
suggest_drawn(struct mind *m)
{
	const struct pile	*hand = &guest(m->table, m->seat)->hand;
	int			 face = hand->card[hand->n_card - 1].face;
	struct move		 move;
	struct why		 why;
	int			 at;

	if (!aim(m, face, &move) || happens(m, 6) ||
	    intruder_may(m->table, m->seat, &move, &why) != OK) {
		script_add(m->out, DO_KEEP);
		return;
	}
	at = (int)(script_add(m->out, DO_PLAY) - m->out->step);
	fill(&m->out->step[at], IT, &move);
	add_thens(m, at, &move);
}

void
intruder_suggest(const struct table *known, int seat, int decision,
    struct chance *chance, struct script *out)
{
	struct mind	m = { .table = known, .chance = chance, .out = out,
			    .seat = seat };

	make_up_mind(&m);
	switch (decision) {
	case ASK_KEEP:
		suggest_keep(&m);
		break;
	case ASK_PLAY:
		suggest_play(&m);
		break;
	case ASK_DRAWN:
		suggest_drawn(&m);
		break;
	case ASK_WORDS:
		script_add(out, guest(known, seat)->identity == INNOCENT &&
		    !happens(&m, 4) ? DO_REVEAL : DO_SILENT);
		break;
	case ASK_TALK:
		script_add(out, DO_DONE);
		break;
	}
}
