/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Intruder Escape: the engine, round by round. */

#include "config.h"

#include "engines/intruder/intruder.h"

static bool
talks(const struct table *known, int seat)
{
	return is_alive(known, seat);
}

/* I55: a turn for talk, as often as the option says. */
static void
talk(struct table *t)
{
	int	seat;

	table_ask_each(t, ASK_TALK, talks);
	intruder_hear_words(t);
	for (seat = 0; seat < n_seats(t); seat++)
		if (is_alive(t, seat) && table_orders(t, seat) == NULL)
			table_late(t, seat, ASK_TALK);
	if (++house(t)->talks < options(t)->deliberation)
		return;
	house(t)->talks = 0;
	house(t)->phase = DEAL;
}

/* I8 */
static void
play(struct table *t)
{
	while (!is_over(t)) {
		table_checkpoint(t);
		switch ((enum phase)house(t)->phase) {
		case DEAL:
			intruder_deal(t);
			break;
		case KEEP:
			intruder_keep_step(t);
			break;
		case GOES:
			intruder_go(t);
			break;
		case TALK:
			talk(t);
			break;
		}
	}
}

static void
fallback(struct table *t, int seat, int decision)
{
	switch (decision) {
	case ASK_KEEP:
		intruder_keep_by_default(t, seat);
		break;
	case ASK_PLAY:
		intruder_play_by_default(t, seat);
		break;
	case ASK_DRAWN:
		table_tell(t, ONLY(seat), "kept-drawn", "by=%s",
		    name(t, seat));
		break;
	}
}

/* I57: it stays at the table, and skips. */
static void
retire(struct table *t, int seat)
{
	intruder_clear_plan(t, seat, THEN_SKIP);
}

static enum verdict
fits(const struct table *t, struct why *why)
{
	int	n = n_seats(t), wanted = options(t)->intruders;

	if (wanted != INTRUDERS_DRAWN && (n == PEOPLE ?
	    wanted == INTRUDERS_1 :
	    wanted != book(t)->sides[n - 3].intruders))
		return never(why, "I3", "with six seats 'intruders' is draw, "
		    "2 or 3; with fewer it is not set");
	if (options(t)->press == PRESS_NONE && options(t)->deliberation > 0)
		return never(why, "I55", "without press there is nothing to "
		    "deliberate: 'deliberation' is 0 with 'press: none'");
	return OK;
}

/* I49, I55 */
static enum verdict
may_press(const struct table *known, int seat, int32_t to, struct why *why)
{
	const struct place	*place = &table_commons(known)->place[seat];

	if (options(known)->press == PRESS_NONE)
		return never(why, "I55", "there is no press in this game");
	if (!is_alive(known, seat) && place->offered != ASK_WORDS &&
	    options(known)->ghosts == GHOSTS_SILENT)
		return never(why, "I49", "the dead are silent in this game");
	if (options(known)->press == PRESS_ALL && to != EVERYONE)
		return never(why, "I55", "press goes to all seats in this "
		    "game; leave out 'to'");
	return OK;
}

static const struct decision decisions[] = {
	[ASK_KEEP] = { .name = "keep", .asks = "Which three cards do you "
	    "keep, and how do you play?" },
	[ASK_PLAY] = { .name = "play", .asks = "What do you play in this "
	    "go, and in those after it?" },
	[ASK_DRAWN] = { .name = "drawn", .asks = "What do you do with the "
	    "card you have drawn?" },
	[ASK_WORDS] = { .name = "last_words", .asks = "You are dead: do you "
	    "show who you were?", .optional = true },
	[ASK_TALK] = { .name = "talk", .asks = "The round is over: have you "
	    "said what you have to say?" },
	{ .name = NULL }
};

const struct engine intruder_engine = {
	.id = "intruder",
	.title = "Intruder Escape",
	.rules = 1,
	.min_seats = 3,
	.max_seats = PEOPLE,
	.seating = SEATS_CHOSEN,
	.seats = intruder_people,
	.options = &intruder_options,
	.components = &intruder_components,
	.state = &intruder_state,
	.decisions = decisions,
	.verbs = intruder_verbs,
	.standing = intruder_standing,
	.fits = fits,
	.setup = intruder_setup,
	.play = play,
	.fallback = fallback,
	.retire = retire,
	.stood = intruder_stood,
	.may_press = may_press,
	.suggest = intruder_suggest,
	.brief = intruder_brief,
	.picture = intruder_picture,
	.over = intruder_over
};
