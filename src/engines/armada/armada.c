/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Jigsaw Armada: two fleets are built, piece by piece, while they fight.
 * The rulebook, with the numbers A1 to A56, is games/armada/rules.md.
 * Departures: none; rulings are marked there. Here are the setup, the go,
 * drawing, the orders and the end; building is in build.c, moving and
 * turning in sail.c, shots and bashes in fight.c.
 *
 * All is open but the order of the draw piles. So a check is exact: what it
 * finds impossible is so for ever. Only a piece that is drawn in the file
 * itself is UNKNOWN to it.
 */

#include "config.h"

#include "engines/armada/armada.h"

#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "table/engine.h"

/* ==== SETUP ============================================================= */

static void
shuffle(struct table *t, int seat)
{
	struct fleet	*f = fleet(t, seat);
	int32_t		 piece;
	int		 i, j;

	for (i = f->n_draw - 1; i > 0; i--) {
		j = table_random(t, name(t, seat), i + 1);
		piece = f->draw[i];
		f->draw[i] = f->draw[j];
		f->draw[j] = piece;
	}
}

static void
lay_out(struct table *t, int seat)
{
	struct fleet	*f = fleet(t, seat);
	int		 i;

	for (i = 0; i < N_PIECES; i++)
		if (!parts(t)->pieces[i].logo)
			f->face_down[f->n_down++] = f->draw[f->n_draw++] = i;
		else if (is_kind(t, i, HUB))
			armada_launch(t, seat, i);	/* A4 */
		else
			f->play[f->n_play++] = i;	/* A5 */
}

static void
setup(struct table *t)
{
	struct armada	*g = game(t);
	int		 seat;

	for (seat = BLUE; seat <= RED; seat++) {
		lay_out(t, seat);
		shuffle(t, seat);			/* A3, A7 */
	}
	g->first = g->active = g->winner = NONE;
}

/* ==== WHAT THERE IS ===================================================== */

int
armada_energy(const struct table *t, int seat)
{
	const struct navy	*navy = &fleet(t, seat)->ships;
	int			 i, sum = 0;

	for (i = 0; i < navy->n_ship; i++)
		sum += navy->ship[i].energy;
	return sum;
}

int
armada_cubes_left(const struct table *t)
{
	return options(t)->energy_cubes - armada_energy(t, BLUE) -
	    armada_energy(t, RED);
}

int
armada_tokens_left(const struct table *t)
{
	const struct ship	*ship;
	int			 letter, i, n = options(t)->shield_tokens;

	for (letter = 0; letter < LETTERS; letter++) {
		ship = ship_of(t, letter);
		for (i = 0; i < ship->n_spot; i++)
			n -= ship->spot[i].hits > 0;
	}
	return n;
}

static bool
has(const int32_t *list, int n, int piece)
{
	while (n-- > 0)
		if (list[n] == piece)
			return true;
	return false;
}

void
armada_take(int32_t *list, int32_t *n, int32_t piece)
{
	int	i = 0;

	while (list[i] != piece)
		i++;
	(*n)--;
	memmove(&list[i], &list[i + 1], (size_t)(*n - i) * sizeof(list[0]));
	list[*n] = 0;
}

bool
armada_in_play(const struct table *t, int seat, int piece)
{
	return has(fleet(t, seat)->play, fleet(t, seat)->n_play, piece);
}

bool
armada_is_down(const struct table *t, int seat, int piece)
{
	return has(fleet(t, seat)->face_down, fleet(t, seat)->n_down, piece);
}

enum verdict
armada_may_use(const struct table *t, int seat, int piece,
    struct tenant *out, struct why *why)
{
	*out = armada_find(t, seat, piece);
	if (out->letter != NONE)
		return OK;
	if (armada_in_play(t, seat, piece))
		return never(why, "A12", "%s is in your play pile, not on "
		    "the board", piece_name(piece));
	if (armada_is_down(t, seat, piece))
		return never(why, "A3", "%s is still face down",
		    piece_name(piece));
	return never(why, "A48", "%s went to the box with its ship and is "
	    "out", piece_name(piece));
}

/* ==== THE GO ============================================================ */

static enum verdict	is_whole(struct table *t, int seat, struct why *why);
static void		draw(struct table *t, int seat, bool is_free);
static void		pass(struct table *t, int seat, bool late);
static void		count_quiet_goes(struct table *t);

static const char *const seats[] = { "blue", "red", NULL };

static const struct decision decisions[] = {
	[ACT] = { .name = "act", .asks = "What do you do with your actions?",
	    .whole = is_whole },
	{ .name = NULL }
};

static void
decide_who_begins(struct table *t)
{
	struct armada	*g = game(t);
	bool		 by_lot = options(t)->first == FIRST_BY_LOT;

	g->first = g->active = by_lot ?
	    table_roll(t, "first", seats, 2) :		/* A7 */
	    options(t)->first - FIRST_BLUE;
	table_tell(t, EVERYONE, "begins", "seat=%s lot=%s",
	    name(t, g->first), yes(by_lot));
}

static int
actions_of_this_go(const struct table *t)
{
	return game(t)->go <= 1 ? options(t)->opening_actions : ACTIONS;
}

static void
begin_go(struct table *t, int seat)
{
	struct armada	*g = game(t);

	g->go++;
	g->actions = actions_of_this_go(t);
	g->waited = g->stirred = 0;
	g->begun = 1;
	if (fleet(t, seat)->n_draw > 0)
		draw(t, seat, true);			/* A9 */
}

static void
take_go(struct table *t, int seat)
{
	struct armada	*g = game(t);

	if (!g->begun)
		begin_go(t, seat);
	for (;;) {
		table_ask(t, seat, ACT);
		if (table_walk(t, seat) != WALKED_WAIT)
			break;
		g->waited = 1;
		table_tell(t, EVERYONE, "waits", "by=%s", name(t, seat));
	}
	while (!is_over(t) && g->actions > 0)
		pass(t, seat, false);			/* A11 */
	g->begun = g->actions = 0;
	g->active = other(seat);			/* A8 */
	if (!is_over(t))
		count_quiet_goes(t);			/* A54 */
}

static void
play(struct table *t)
{
	struct armada	*g = game(t);

	if (g->first == NONE)
		decide_who_begins(t);
	while (!is_over(t)) {
		table_checkpoint(t);
		take_go(t, g->active);
	}
}

/* ==== ACTIONS =========================================================== */

int
armada_asked_for(const struct table *t)
{
	return game(t)->waited ? 1 : actions_of_this_go(t);
}

/* How many orders stand before this one, or the one whose else it is? */
static int
orders_before(const struct order *o)
{
	struct order	at, inner;
	int		n = 0;
	bool		more, is_here = false;

	for (more = script_first(o->script, o->verbs, &at); more;
	    more = order_next(&at, &at), n++) {
		inner = at;
		do
			is_here = inner.step == o->step;
		while (!is_here && order_else(&inner, &inner));
		if (is_here)
			break;
	}
	return n;
}

enum verdict
armada_may_act(const struct table *t, const struct order *o, struct why *why)
{
	int	before = orders_before(o), most = armada_asked_for(t);

	if (before < most)
		return OK;
	return never(why, "A10", "order %d, but %s left", before + 1,
	    most == 1 ? "one action is" : "two actions are");
}

/* A file holds an order for each action left. */
static enum verdict
is_whole(struct table *t, int seat, struct why *why)
{
	(void)seat;
	if (game(t)->actions == 0)
		return OK;
	return never(why, "A10", "two actions are left, one order given: add "
	    "an order, 'pass' or 'wait'");
}

static enum verdict
may_wait(struct table *t, int seat, const struct order *o, struct why *why)
{
	(void)seat;
	if (armada_asked_for(t) == ACTIONS && orders_before(o) == 1)
		return OK;
	return never(why, "A10", "'wait' needs one order before it and an "
	    "action after it");
}

/* ---- pass ------------------------------------------------------------ */

static void
pass(struct table *t, int seat, bool late)
{
	table_tell(t, EVERYONE, "passed", "by=%s late=%s", name(t, seat),
	    yes(late));
	armada_acted(t, seat);
}

static void
carry_pass(struct table *t, int seat, const struct order *o)
{
	(void)o;
	pass(t, seat, false);
}

static enum verdict
may_pass(struct table *t, int seat, const struct order *o, struct why *why)
{
	(void)seat;
	return armada_may_act(t, o, why);
}

static void
fallback(struct table *t, int seat, int decision)
{
	(void)decision;
	while (game(t)->actions > 0)
		pass(t, seat, true);
}

/* ---- draw ------------------------------------------------------------ */

/* Turn up the top piece. Whoever does not know the order of the pile does
 * not know either which one is face down no more. */
static void
draw(struct table *t, int seat, bool is_free)
{
	struct fleet	*f = fleet(t, seat);
	int32_t		 piece = f->draw[0];

	armada_take(f->draw, &f->n_draw, piece);
	f->play[f->n_play++] = piece;
	if (is_unknown(piece))
		return;
	armada_take(f->face_down, &f->n_down, piece);
	game(t)->stirred = 1;				/* A54 */
	table_reveal(t, is_free ? "A9" : "A49", EVERYONE, "drawn",
	    "by=%s piece=%s left=%d free=%s", name(t, seat),
	    piece_name(piece), f->n_draw, yes(is_free));
}

static enum verdict
may_draw(struct table *t, int seat, const struct order *o, struct why *why)
{
	enum verdict	verdict = armada_may_act(t, o, why);

	if (verdict != OK || fleet(t, seat)->n_draw > 0)
		return verdict;
	return never(why, "A49", "your draw pile is empty");
}

static void
carry_draw(struct table *t, int seat, const struct order *o)
{
	(void)o;
	draw(t, seat, false);
	armada_acted(t, seat);
}

/* ==== ORDERS ============================================================ */

static const char *const	friendly_names[] = {
	"no", "yes", "false", "true", NULL
};

#define A_PIECE(is)	.kind = ARG_NAME, .what = is,			\
	.names = armada_piece_names
#define A_SQUARE	.kind = ARG_NAME, .what = "a square",		\
	.names = armada_square_names
#define A_SIDE		.kind = ARG_NAME, .what = "n, e, s or w",	\
	.names = armada_side_names

static const struct verb verbs[] = {
	[DO_BUILD] = { "build", 1 << ACT,
	    { [BUILD_PIECE] = { A_PIECE("a piece") },
	      [BUILD_AT] = { "at", A_SQUARE },
	      [BUILD_FACING] = { "facing", A_SIDE } },
	    .may = armada_may_build, .carry = armada_build,
	    .words = "build {} at {at} facing {facing}",
	    .add_words = armada_say_build },
	[DO_MOVE] = { "move", 1 << ACT,
	    { [MOVE_SHIP] = { .kind = ARG_NAME, .what = "a ship's letter",
		.names = armada_ship_names },
	      [MOVE_DIR] = { "dir", A_SIDE } },
	    .may = armada_may_move, .carry = armada_move_ship,
	    .words = "move ship {} to the {dir}" },
	[DO_ROTATE] = { "rotate", 1 << ACT,
	    { [ROTATE_HUB] = { A_PIECE("a hub") },
	      [ROTATE_DIR] = { "dir", .kind = ARG_NAME, .what = "cw or ccw",
		.names = armada_turn_names } },
	    .may = armada_may_rotate, .carry = armada_rotate_ship,
	    .words = "turn {dir} around {}",
	    .add_words = armada_say_rotate },
	[DO_SHOOT] = { "shoot", 1 << ACT,
	    { [SHOOT_GUN] = { A_PIECE("a gun") },
	      [SHOOT_DIR] = { "dir", A_SIDE, .optional = true },
	      [SHOOT_FRIENDLY] = { "friendly", .kind = ARG_NAME,
		.what = "yes or no", .names = friendly_names,
		.optional = true } },
	    .may = armada_may_shoot, .carry = armada_shoot,
	    .words = "fire {}[ to the {dir}][ (friendly: {friendly})]",
	    .add_words = armada_say_shot },
	[DO_BASH] = { "bash", 1 << ACT,
	    { [BASH_SECTION] = { A_PIECE("a piece") },
	      [BASH_AGAINST] = { "against", A_SQUARE, .optional = true } },
	    .may = armada_may_bash, .carry = armada_bash,
	    .words = "bash with {}[ against {against}]",
	    .add_words = armada_say_bash },
	[DO_DRAW] = { "draw", 1 << ACT, .may = may_draw, .carry = carry_draw,
	    .words = "draw a piece" },
	[DO_PASS] = { "pass", 1 << ACT, .may = may_pass, .carry = carry_pass,
	    .words = "pass" },
	[DO_WAIT] = { "wait", 1 << ACT, .wait = true, .may = may_wait,
	    .words = "keep the last action and be asked again" },
	{ .name = NULL }
};

/* ==== THE END =========================================================== */

/* When it is over, the draw piles are shown. */
static void
bare(struct table *t, const char *rule)
{
	const char	*names[N_PIECES + 1];
	struct buf	 list;
	int		 seat, i;

	for (seat = BLUE; seat <= RED; seat++) {
		for (i = 0; i < fleet(t, seat)->n_draw; i++)
			names[i] = piece_name(fleet(t, seat)->draw[i]);
		names[i] = NULL;
		if (i == 0)
			continue;
		buf_init(&list, t->events->arena);
		text_join(&list, names, "and");
		table_reveal(t, rule, EVERYONE, "bared",
		    "seat=%s pieces=%s", name(t, seat), list.data);
	}
}

static void
end_game(struct table *t, enum ending ending, int winner, const char *rule)
{
	game(t)->ending = ending;
	game(t)->winner = winner;
	game(t)->actions = 0;
	bare(t, rule);
}

/* A piece of the seat that stands in the enemy base, or NULL. */
static const struct spot *
find_in_enemy_base(const struct table *t, int seat)
{
	const struct ship	*ship;
	int			 letter, i;

	for (letter = first_letter(seat); letter <= last_letter(t, seat);
	    letter++) {
		ship = ship_of(t, letter);
		for (i = 0; i < ship->n_spot; i++)
			if (is_base_row(t, other(seat),
			    row_of(ship->spot[i].at)))
				return &ship->spot[i];
	}
	return NULL;
}

/* Can the seat never have a ship again (A51)? */
static bool
is_annihilated(const struct table *t, int seat)
{
	const struct fleet	*f = fleet(t, seat);
	int			 i;

	for (i = 0; i < f->ships.n_ship; i++)
		if (f->ships.ship[i].n_spot > 0)
			return false;
	for (i = 0; i < N_PIECES; i++)
		if (is_kind(t, i, HUB) && (armada_in_play(t, seat, i) ||
		    armada_is_down(t, seat, i)))
			return false;			/* A53 */
	return true;
}

static void
break_through(struct table *t, int seat, const struct spot *spot)
{
	table_reveal(t, "A50", EVERYONE, "ended",
	    "why=%s winner=%s piece=%s at=%s base=%s",
	    armada_ending_names[BREAKTHROUGH], name(t, seat),
	    piece_name(spot->piece), square_name(spot->at),
	    name(t, other(seat)));
	end_game(t, BREAKTHROUGH, seat, "A50");
}

static void
annihilate(struct table *t, bool blue, bool red)
{
	int	winner = blue && red ? NONE : blue ? RED : BLUE;

	table_reveal(t, "A51", EVERYONE, "ended",
	    "why=%s winner=%s drawn=%s lost=%s",
	    armada_ending_names[ANNIHILATION], name(t, winner),
	    yes(winner == NONE), winner == NONE ? "nobody" :
	    name(t, other(winner)));
	end_game(t, ANNIHILATION, winner, "A51");	/* A52 */
}

void
armada_acted(struct table *t, int seat)
{
	const struct spot	*spot = find_in_enemy_base(t, seat);
	bool			 blue, red;

	game(t)->actions--;
	if (spot != NULL) {
		break_through(t, seat, spot);
		return;
	}
	blue = is_annihilated(t, BLUE);
	red = is_annihilated(t, RED);
	if (blue || red)
		annihilate(t, blue, red);
}

int
armada_way(const struct table *t, int seat)
{
	const struct ship	*ship;
	int			 letter, i, row, way, least = rows(t);

	for (letter = first_letter(seat); letter <= last_letter(t, seat);
	    letter++) {
		ship = ship_of(t, letter);
		for (i = 0; i < ship->n_spot; i++) {
			row = row_of(ship->spot[i].at);
			way = seat == BLUE ?
			    rows(t) - parts(t)->base_rows - row :
			    row - parts(t)->base_rows + 1;
			least = way < least ? way : least;
		}
	}
	return least;
}

/* The shorter way wins, then the greater energy (A55). */
static void
end_by_count(struct table *t, enum ending ending)
{
	int	blue = armada_way(t, BLUE), red = armada_way(t, RED);
	int	ahead = red - blue, winner;

	if (ahead == 0)
		ahead = armada_energy(t, BLUE) - armada_energy(t, RED);
	winner = ahead == 0 ? NONE : ahead > 0 ? BLUE : RED;
	table_reveal(t, "A55", EVERYONE, "ended", "why=%s winner=%s "
	    "drawn=%s stall=%s quiet=%d goes=%d blue_way=%d red_way=%d "
	    "blue_energy=%d red_energy=%d", armada_ending_names[ending],
	    name(t, winner), yes(winner == NONE), yes(ending == STALL),
	    game(t)->quiet, game(t)->go, blue, red, armada_energy(t, BLUE),
	    armada_energy(t, RED));
	end_game(t, ending, winner, "A55");
}

static void
count_quiet_goes(struct table *t)
{
	struct armada	*g = game(t);
	int		 most = options(t)->stall_goes;

	g->quiet = g->stirred ? 0 : g->quiet + 1;
	if (g->quiet >= most)
		end_by_count(t, STALL);
	else if (g->go >= options(t)->max_goes)
		end_by_count(t, LIMIT);
	else if (2 * g->quiet >= most)
		table_tell(t, EVERYONE, "quiet", "row=%d of=%d", g->quiet,
		    most);
}

static void
retire(struct table *t, int seat)
{
	if (is_over(t))
		return;
	table_reveal(t, "A56", EVERYONE, "ended", "why=%s winner=%s lost=%s",
	    armada_ending_names[RESIGNED], name(t, other(seat)),
	    name(t, seat));
	end_game(t, RESIGNED, other(seat), "A56");
}

static bool
over(const struct table *t, struct ranking *ranking)
{
	int	seat;

	if (!is_over(t) || ranking == NULL)
		return is_over(t);
	ranking->how = armada_ending_names[game(t)->ending];
	for (seat = BLUE; seat <= RED; seat++)
		ranking->place[seat] = game(t)->winner == other(seat) ? 2 : 1;
	return true;
}

const struct engine armada_engine = {
	.id = "armada",
	.title = "Jigsaw Armada",
	.rules = 1,
	.min_seats = 2,
	.max_seats = 2,
	.seating = SEATS_FIXED,
	.seats = seats,
	.options = &armada_options,
	.components = &armada_components,
	.state = &armada_state,
	.decisions = decisions,
	.verbs = verbs,
	.setup = setup,
	.play = play,
	.fallback = fallback,
	.retire = retire,
	.suggest = armada_suggest,
	.brief = armada_brief,
	.picture = armada_picture,
	.over = over
};
