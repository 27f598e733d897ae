/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The Jigsaw Trials: what a report says of the position. */

#include "config.h"

#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/text.h"
#include "data/node.h"
#include "engines/trials/trials.h"

enum { COLUMNS = 72, TOP = 10 };

/* ==== IN WORDS ========================================================== */

static void
set_text(const struct table *t, struct node *map, const char *key,
    const char *text)
{
	node_set(map, key, node_scalar(t->events->arena, text));
}

static void
set_number(const struct table *t, struct node *map, const char *key, int n)
{
	node_set(map, key, node_number(t->events->arena, n));
}

/* A text wrapped behind its first words. */
static const char *
wrapped(const struct table *t, const char *first, const char *rest,
    const char *text)
{
	struct buf	out;

	buf_init(&out, t->events->arena);
	text_wrap(&out, text, COLUMNS, first, rest);
	buf_cut(&out, out.len - 1);
	return out.data;
}

static const char *
capital(const struct table *t, int seat)
{
	return arena_printf(t->events->arena, "%c%s",
	    name(t, seat)[0] - 'a' + 'A', name(t, seat) + 1);
}

/* The faces of cards, without the numbers that tests give them. */
static const char *
faces(const struct table *t, const struct pile *pile, int first, int n,
    int fresh)
{
	struct buf	out;
	int		i;

	buf_init(&out, t->events->arena);
	for (i = first; i < first + n && i < pile->n_card; i++)
		buf_printf(&out, "%s%s%s", i > first ? ", " : "",
		    face_name(pile->card[i].face),
		    i >= pile->n_card - fresh ? "*" : "");
	return out.len > 0 ? out.data : "nothing";
}

static void
say_need(const struct need *need, struct buf *out)
{
	int	i;

	for (i = 0; i < need->n; i++)
		buf_printf(out, "%s%d %s", i > 0 ? " and " : "",
		    need->points[i], trials_trait_names[need->trait[i]]);
}

/* ==== THE HAND ========================================================== */

/* The tools that show a trait, and what they give together. */
static struct node *
trait_line(const struct table *t, int seat, int trait)
{
	const struct pile	*hand = &captive(t, seat)->hand;
	const struct tool	*it;
	struct buf		 out;
	int			 i, sum = 0, face, n = 0;

	buf_init(&out, t->events->arena);
	for (i = 0; i < hand->n_card; i++) {
		face = hand->card[i].face;
		if (!shows(t, face, trait))
			continue;
		it = tool(t, face);
		buf_printf(&out, "%s%s %d", n++ > 0 ? ", " : "",
		    face_name(face), it->value);
		if (it->n_trait == 2)
			buf_printf(&out, " (or %s)", trials_trait_names[
			    it->traits[it->traits[0] == trait]]);
		sum += it->value;
	}
	return node_scalar(t->events->arena, wrapped(t,
	    arena_printf(t->events->arena, "    %-11s you %d, tools %2d  ",
	    trials_trait_names[trait], trait_of(t, seat, trait), sum),
	    "                                ", n > 0 ? out.data : "-"));
}

static struct node *
traits_of(const struct table *t, int seat)
{
	struct node	*list = node_list(t->events->arena);
	int		 trait;

	for (trait = 0; trait < N_TRAITS; trait++)
		node_add(list, trait_line(t, seat, trait));
	return list;
}

/* ==== THE BENCH ========================================================= */

/* What the trap on the bench would ask of an opponent, picked by T32. */
static struct node *
asks_line(const struct table *t, int seat, int on)
{
	const struct pile	*bench = &captive(t, seat)->bench;
	const struct object	*object = object_of(t, bench);
	const struct mechanism	*mechanism = mechanism_of(t, bench);
	int32_t			 box[2];
	struct need		 need;
	struct buf		 out;

	box[0] = mechanism->traits[mechanism->n_trait == 2 &&
	    trait_of(t, on, mechanism->traits[1]) <
	    trait_of(t, on, mechanism->traits[0])];
	box[1] = object->traits[object->n_trait == 2 &&
	    trait_of(t, on, object->traits[1]) <
	    trait_of(t, on, object->traits[0])];
	need = trials_need_of(t, bench, box, on);
	buf_init(&out, t->events->arena);
	say_need(&need, &out);
	buf_printf(&out, "; or %d %s%s%s", escape_of(t, bench)->value,
	    trials_type_names[object->types[0]],
	    object->n_type == 2 ? " or legs" : "",
	    game(t)->token == on ? " (but it holds the Saw token)" : "");
	return node_printf(t->events->arena, "    %-8s%s", name(t, on),
	    out.data);
}

static struct node *
asks_of_all(const struct table *t, int seat)
{
	struct node	*list = node_list(t->events->arena);
	int		 i, on;

	for (i = 1; i < table_seats(t); i++) {
		on = (seat + i) % table_seats(t);
		if (is_alive(t, on))
			node_add(list, asks_line(t, seat, on));
	}
	return list;
}

/* ==== A TRIAL =========================================================== */

static const char *
row_words(const struct table *t)
{
	const struct pile	*trap = &game(t)->trap;
	const struct escape	*escape = escape_of(t, trap);

	return arena_printf(t->events->arena, "draw %d from the %s, then %s "
	    "%d", mechanism_of(t, trap)->draw,
	    object_of(t, trap)->from == FROM_DECK ? "deck" : "discard pile",
	    trials_then_names[escape->then], escape->number);
}

/* What a sacrifice of so many points does to the victim. */
static const char *
cost_words(const struct table *t, int seat, int points)
{
	const struct captive	*who = captive(t, seat);
	int			 type = game(t)->type;
	int			 blood = trials_blood_loss(t, seat, type,
				    points);
	int			 left = trials_split(t, seat, type, points,
				    SPLIT_SPREAD);
	struct buf		 out;

	buf_init(&out, t->events->arena);
	if (trials_kills(t, seat, type, points))
		buf_puts(&out, "it would kill you");
	else if (type == BLOOD)
		buf_printf(&out, "%d blood would be left",
		    who->blood - blood);
	else {
		buf_printf(&out, "spread, your %s would be %s and %s",
		    trials_type_names[type],
		    trials_stage_names[who->limb[2 * type] + left],
		    trials_stage_names[who->limb[2 * type + 1] + points -
		    blood - left]);
		if (blood > 0)
			buf_printf(&out, ", and %d blood is lost", blood);
	}
	return out.data;
}

static void
add_sacrifice(const struct table *t, int seat, struct node *map)
{
	int	type = game(t)->type, value = sacrifice_value(t);
	int	left = trials_split(t, seat, type, value, SPLIT_SPREAD);

	set_text(t, map, "must", yes(trap_special(t) == THE_PIG));
	set_text(t, map, "costs", cost_words(t, seat, value));
	set_text(t, map, "limbs", yes(type != BLOOD));
	set_number(t, map, "left", left);
	set_number(t, map, "right", value - left -
	    trials_blood_loss(t, seat, type, value));
	set_text(t, map, "numb", yes(value > 1 && pile_find(
	    &captive(t, seat)->hand, ANESTHETIC) != NONE));
}

/* What only the victim may know of its own trial. */
static struct node *
own_trial(const struct table *t, int seat)
{
	struct node	*map = node_map(t->events->arena);
	struct need	 need = trials_need(t);
	int		 counts[N_FACES];
	struct solution	 s;
	struct buf	 out;
	int		 i;

	trials_count(&captive(t, seat)->hand, NULL, counts);
	trials_solve(t, &need, counts, &s);
	buf_init(&out, t->events->arena);
	for (i = 0; i < s.n; i++)
		buf_printf(&out, "%s%s for %s", i > 0 ? ", " : "",
		    face_name(s.face[i]),
		    trials_trait_names[need.trait[s.to[i]]]);
	set_text(t, map, "best", wrapped(t, "    best solve  ",
	    "                ", s.n > 0 ? out.data : "nothing serves"));
	set_number(t, map, "short", trials_short_of(t, seat));
	set_number(t, map, "gap", trials_gap(t, seat));
	set_number(t, map, "searches", SEARCH_MAX - game(t)->searches);
	set_text(t, map, "choosing", yes(game(t)->trial == CHOOSING));
	add_sacrifice(t, seat, map);
	return map;
}

/* What everybody knows of a trial. */
static struct node *
trial(const struct table *t, int seat)
{
	const struct trials	*g = game(t);
	struct arena		*arena = t->events->arena;
	struct node		*map = node_map(arena);
	struct need		 need = trials_need(t);
	int			 special = trap_special(t);
	struct buf		 needs;

	buf_init(&needs, arena);
	say_need(&need, &needs);
	set_text(t, map, "setter", capital(t, g->active));
	set_text(t, map, "victim", seat == g->victim ? "you" :
	    capital(t, g->victim));
	set_text(t, map, "parts", faces(t, &g->trap, 0, 3, 0));
	set_text(t, map, "special", special == NONE ? "no" :
	    face_name(special));
	set_text(t, map, "story", wrapped(t, "    ", "    ",
	    arena_printf(arena, "Hello, %s. Let us play. %s, %s. %s",
	    name(t, g->victim), mechanism_of(t, &g->trap)->story,
	    object_of(t, &g->trap)->story, escape_of(t, &g->trap)->story)));
	set_text(t, map, "needs", needs.data);
	set_text(t, map, "row", row_words(t));
	set_number(t, map, "value", sacrifice_value(t));
	set_text(t, map, "type", trials_type_names[g->type]);
	if (seat == g->victim)
		node_set(map, "yours", own_trial(t, seat));
	return map;
}

/* ==== THE SEAT ITSELF =================================================== */

static struct node *
standing_of(const struct table *t, int seat)
{
	struct node	*list = node_list(t->events->arena);
	struct order	 o;
	struct buf	 words;
	int		 i;

	for (i = WANTS; i <= POLICY; i++) {
		if (!table_standing(t, seat, i, &o))
			continue;
		buf_init(&words, t->events->arena);
		script_words(t, &table_commons(t)->seats, seat, &o, &words);
		node_add(list, node_scalar(t->events->arena,
		    wrapped(t, "  Standing: ", "    ", words.data)));
	}
	return list;
}

/* Cards laid out for the seat to choose from. */
static struct node *
open_choice(const struct table *t)
{
	const struct trials	*g = game(t);
	struct node		*map = node_map(t->events->arena);

	set_text(t, map, "cards", wrapped(t, "    ", "    ",
	    faces(t, &g->looking, 0, g->looking.n_card, 0)));
	set_text(t, map, "verb", g->choice == CHOOSE_STACK ? "stack" :
	    "keep");
	set_text(t, map, "stack", yes(g->choice == CHOOSE_STACK));
	set_number(t, map, "number", g->keep);
	return map;
}

static struct node *
own(const struct table *t, int seat)
{
	const struct trials	*g = game(t);
	const struct captive	*who = captive(t, seat);
	struct arena		*arena = t->events->arena;
	struct node		*map = node_map(arena);
	int			 fresh = seat == g->active ? g->fresh : 0;

	set_text(t, map, "hand", wrapped(t, "    ", "    ",
	    faces(t, &who->hand, 0, who->hand.n_card, fresh)));
	set_number(t, map, "cards", who->hand.n_card);
	set_number(t, map, "limit", hand_limit(who));
	set_text(t, map, "fresh", yes(fresh > 0));
	node_set(map, "traits", traits_of(t, seat));
	set_text(t, map, "bench", faces(t, &who->bench, 0, 3, 0));
	set_text(t, map, "empty", yes(who->bench.n_card == 0));
	set_text(t, map, "is_trap", yes(is_trap(&who->bench)));
	if (is_trap(&who->bench))
		node_set(map, "asks", asks_of_all(t, seat));
	node_set(map, "standing", standing_of(t, seat));
	if (g->choice != NO_CHOICE && seat == (g->trial == NO_TRIAL ?
	    g->active : g->victim))
		node_set(map, "open", open_choice(t));
	return map;
}

void
trials_brief(const struct table *known, int seat, struct node *facts)
{
	const struct trials	*g = game(known);

	set_number(known, facts, "round", g->round);
	set_number(known, facts, "clock", options_of(known)->clock);
	set_text(known, facts, "ticking",
	    yes(g->round >= options_of(known)->clock));
	set_number(known, facts, "deck", g->deck.n_card);
	set_number(known, facts, "pile", g->discard.n_card);
	set_text(known, facts, "top", wrapped(known, "  Top of the pile: ",
	    "    ", faces(known, &g->discard, 0, TOP, 0)));
	set_text(known, facts, "token", g->token == seat && seat >= 0 ?
	    "you" : g->token == NONE ? "nobody" : capital(known, g->token));
	if (!is_over(known))
		set_text(known, facts, "turn_of", g->active == seat ? "Your" :
		    arena_printf(known->events->arena, "%s's",
		    capital(known, g->active)));
	if (g->trial != NO_TRIAL)
		node_set(facts, "trial", trial(known, seat));
	if (seat >= 0 && is_alive(known, seat) && !is_over(known))
		node_set(facts, "own", own(known, seat));
}

/* ==== THE BODIES ======================================================== */

enum { PANEL = 24, ABREAST = 3, LINES = 9 };

static char
mark(const struct captive *who, int limb)
{
	return who->tied[limb] ? 'T' : " .!X"[who->limb[limb]];
}

static void
add_title(const struct table *t, int i, int seat, struct buf *out)
{
	buf_printf(out, "%s%s%s", name(t, i), i == seat ? " (you)" : "",
	    game(t)->token == i ? " SAW" : "");
	if (!is_alive(t, i))
		buf_puts(out, " out");
	else if (game(t)->active == i && !is_over(t))
		buf_puts(out, " acts");
}

static void
add_values(const struct table *t, int i, struct buf *out)
{
	int	trait;

	for (trait = 0; trait < N_TRAITS; trait++)
		buf_printf(out, "%s%c%d", trait > 0 ? " " : "",
		    trials_trait_names[trait][0] - 'a' + 'A',
		    trait_of(t, i, trait));
}

static void
add_blood(const struct captive *who, struct buf *out)
{
	buf_puts(out, "blood ");
	buf_fill(out, '#', (size_t)who->blood);
	buf_printf(out, " %d", who->blood);
}

/* One line of the figure of a seat. */
static void
add_line(const struct table *t, int i, int seat, int line, struct buf *out)
{
	const struct captive	*who = captive(t, i);

	switch (line) {
	case 0:
		add_title(t, i, seat, out);
		break;
	case 1:
		buf_puts(out, "       ( )");
		break;
	case 2:
		buf_printf(out, "  [%c]==| |==[%c]", mark(who, LEFT_ARM),
		    mark(who, RIGHT_ARM));
		break;
	case 3:
		buf_puts(out, "       |_|");
		break;
	case 4:
		buf_printf(out, "     [%c] [%c]", mark(who, LEFT_LEG),
		    mark(who, RIGHT_LEG));
		break;
	case 5:
		add_blood(who, out);
		break;
	case 6:
		buf_printf(out, "hand %d of %d, bench %d", who->hand.n_card,
		    hand_limit(who), who->bench.n_card);
		break;
	case 7:
		add_values(t, i, out);
		break;
	}
}

void
trials_picture(const struct table *known, int seat, struct buf *out)
{
	int	n = table_seats(known), row, line, i;
	size_t	start;

	for (row = 0; row < n; row += ABREAST)
		for (line = 0; line < LINES; line++) {
			for (i = row; i < n && i < row + ABREAST; i++) {
				start = out->len;
				add_line(known, i, seat, line, out);
				if (i + 1 < n && i + 1 < row + ABREAST &&
				    out->len > start)
					buf_fill(out, ' ', PANEL - (out->len -
					    start));
			}
			buf_putc(out, '\n');
		}
	buf_puts(out, "  limbs: [ ] whole  [.] mild  [!] severe  [X] lost  "
	    "[T] tourniquet\n  traits: corruption, greed, obsession, "
	    "violence, addiction\n");
}
