/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Jigsaw Armada: its components, its geometry against brute force, the
 * drawing byte for byte, and what must hold at every moment of any game.
 */

#include "test.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/file.h"
#include "data/node.h"
#include "data/overlay.h"
#include "data/yaml.h"
#include "engines/armada/armada.h"
#include "engines/engines.h"
#include "host/pack.h"
#include "table/chance.h"
#include "table/match.h"

enum { GAMES = 60, TURNS = 1000 };

static struct arena	*kept;
static struct pack	 pack;
static const void	*presets;

static int
load_pack(void **state)
{
	const char	*root = getenv("POSTERN_DATA");
	struct fault	 fault;
	int		 at;

	(void)state;
	kept = arena_new();
	at = file_open_dir(AT_FDCWD, root != NULL ? root : ".", &fault);
	if (at < 0 || pack_load(kept, at, engine_find("armada"), &pack,
	    &fault) != 0 || pack_options(kept, pack.engine, NULL, &presets,
	    &fault) != 0) {
		print_error("%s\n", fault.text);
		return -1;
	}
	return close(at);
}

static int
drop_pack(void **state)
{
	(void)state;
	arena_free(kept);
	return 0;
}

static void
open_game(struct match *match, struct arena *arena, int number)
{
	struct dice	dice;
	struct fault	fault;

	dice_seed(&dice, "test_armada", (uint64_t)number);
	assert_int_equal(match_init(match, arena, pack.engine,
	    pack.components, presets, NULL, 2, &dice.key, &fault), 0);
	match_setup(match);
}

/* Lay ships over the state of a new game. */
static void
lay(struct match *match, struct arena *arena, const char *yaml)
{
	struct env	 env;
	struct node	*tree;
	struct fault	 fault;

	assert_int_equal(yaml_read(arena, yaml, strlen(yaml), &yaml_caps_own,
	    &tree, &fault), 0);
	memcpy(match->state, match->base, sizeof(struct armada));
	env = match_env(match);
	if (schema_overlay(&armada_state, tree, match->base, &env,
	    &fault) != 0)
		fail_msg("%s", fault.text);
	memcpy(match->state, match->base, sizeof(struct armada));
	if (schema_check(&armada_state, match->state, &env, &fault) != 0)
		fail_msg("%s", fault.text);
}

/* ---- components ------------------------------------------------------ */

static void
test_no_byte_of_its_structs_is_outside_the_tables(void **state)
{
	(void)state;
	assert_int_equal(schema_hole(&armada_state), -1);
	assert_int_equal(schema_hole(&armada_options), -1);
	assert_int_equal(schema_hole(&armada_components), -1);
}

static void
test_the_pieces_are_those_of_the_box(void **state)
{
	const struct parts	*box = pack.components;
	const struct options	*o = presets;
	int			 i, kinds[3] = { 0 }, barrel_count = 0;
	int			 open = 0, logos = 0;

	(void)state;
	for (i = 0; i < N_PIECES; i++) {
		kinds[box->pieces[i].kind]++;
		open += __builtin_popcount(printed_open(&box->pieces[i]));
		barrel_count += box->pieces[i].n_barrel;
		logos += box->pieces[i].logo;
	}
	assert_int_equal(kinds[HUB], 5);
	assert_int_equal(kinds[GUN], 6);
	assert_int_equal(kinds[SHIELD], 4);
	assert_int_equal(barrel_count, 9);
	assert_int_equal(logos, 2);
	assert_int_equal(open, 2 * (N_PIECES - 1));
	assert_int_equal(2 * kinds[SHIELD], o->shield_tokens);
	assert_int_equal(2 * (kinds[HUB] * box->hub_energy + N_PIECES - 1),
	    o->energy_cubes);
}

/* 5 hubs of 2 cubes, and 14 for closing it off. */
static void
test_all_pieces_can_be_in_one_closed_ship(void **state)
{
	struct arena	*arena = arena_new();
	struct match	 match;
	struct table	 t;

	(void)state;
	open_game(&match, arena, 0);
	lay(&match, arena,
	    "seat:\n"
	    "  blue:\n"
	    "    ships:\n"
	    "      B 24: hub1@e2/n gun1@e1/n hub2@f1/w gun6@g1/w shield4@g2/n/2"
	    " hub3@f2/n hub5@f3/s shield3@e3/s/2 hub4@d3/e gun2@g3/e gun4@d2/s"
	    " gun5@f4/n shield1@f5/n/2 shield2@d1/s/2 gun3@d4/n\n"
	    "    play: []\n"
	    "    face_down: []\n"
	    "    draw: []\n");
	match_know(&match, EVERYTHING, &t);
	assert_int_equal(ship_of(&t, 0)->n_spot, N_PIECES);
	assert_true(armada_hangs(parts(&t), ship_of(&t, 0)));
	assert_true(armada_is_closed(parts(&t), ship_of(&t, 0)));
	arena_free(arena);
}

/* ---- geometry -------------------------------------------------------- */

static void
test_four_quarter_turns_of_a_mask_are_none(void **state)
{
	unsigned	mask, turned;
	int		i, side;

	(void)state;
	for (mask = 0; mask < 16; mask++) {
		for (i = 0, turned = mask; i < N_SIDES; i++) {
			for (side = NORTH; side < N_SIDES; side++)
				assert_int_equal(has_side(turned, side),
				    has_side(turn_sides(turned, 1),
				    (side + 1) % N_SIDES));
			turned = turn_sides(turned, 1);
		}
		assert_int_equal(turned, mask);
		assert_int_equal(turn_sides(turn_sides(mask, 1), 3), mask);
	}
}

static void
test_facing_west_gun1_is_open_to_west_and_north(void **state)
{
	struct spot	gun = { .piece = 5, .facing = WEST };

	(void)state;
	assert_string_equal(piece_name(gun.piece), "gun1");
	assert_int_equal(open_sides(pack.components, &gun),
	    1 << WEST | 1 << NORTH);
	assert_int_equal(barrels(pack.components, &gun), 1 << EAST);
}

static const char	drawn_ships[] =
	"seat:\n"
	"  blue:\n"
	"    ships:\n"
	"      B 8: hub1@e6/n hub4@e5/n shield1@d5/w/1 gun4@f5/e gun2@g5/e\n"
	"      C 2: hub3@i2/n\n"
	"    play: []\n"
	"    face_down: []\n"
	"    draw: []\n"
	"  red:\n"
	"    ships:\n"
	"      R 4: hub1@d10/n hub5@d9/n gun3@c9/w shield2@d8/s/2 "
	"shield4@e9/n/0\n"
	"      S 2: hub2@g12/n gun6@g13/e\n"
	"    play: []\n"
	"    face_down: []\n"
	"    draw: []\n";

static const char	drawing[] =
	"      a     b     c     d     e     f     g     h     i\n"
	"                                       S-^^-S\n"
	"13    :     :     :     :     :     :  <G6      :     :\n"
	"                                       S    S\n"
	"                                       S    S\n"
	"12    :     :     :     :     :     :  |H2 2|   :     :\n"
	"                                       S    S\n"
	"11    .     .     .     .     .     .     .     .     .\n"
	"                     R----R\n"
	"10    .     .     .  |H1 4|   .     .     .     .     .\n"
	"                     R    R\n"
	"               R-^^-RR    RR----R\n"
	" 9    .     .  |G3    H5 +  S4..|   .     .     .     .\n"
	"               R-vv-RR    RR    R\n"
	"                     R    R\n"
	" 8    .     .     .  |S2##|   .     .     .     .     .\n"
	"                     R----R\n"
	" 7    .     .     .     .     .     .     .     .     .\n"
	"                           B----B\n"
	" 6    .     .     .     .  |H1 8|   .     .     .     .\n"
	"                           B    B\n"
	"                     B----BB    BB----BB----B\n"
	" 5    .     .     .  |S1#.  H4 +  G4    G2  >   .     .\n"
	"                     B----BB----BB-vv-BB----B\n"
	" 4    .     .     .     .     .     .     .     .     .\n"
	" 3    .     .     .     .     .     .     .     .     .\n"
	"                                                   C    C\n"
	" 2    :     :     :     :     :     :     :     :  |H3 2\n"
	"                                                   C----C\n"
	" 1    :     :     :     :     :     :     :     :     :\n"
	"      a     b     c     d     e     f     g     h     i\n";

static void
test_the_board_is_drawn_as_the_rules_draw_it(void **state)
{
	struct arena	*arena = arena_new();
	struct match	 match;
	struct table	 known;
	struct buf	 out;

	(void)state;
	open_game(&match, arena, 0);
	lay(&match, arena, drawn_ships);
	match_know(&match, PUBLIC, &known);
	buf_init(&out, arena);
	armada_picture(&known, PUBLIC, &out);
	assert_string_equal(out.data, drawing);
	assert_true(armada_is_closed(parts(&known), ship_of(&known, 0)));
	assert_false(armada_is_closed(parts(&known), ship_of(&known, 1)));
	arena_free(arena);
}

/* ---- random games ---------------------------------------------------- */

struct watch {
	unsigned	box[2];		/* pieces out so far */
	int		closed, destroyed, turned, letters;
};

static bool
same_shape(const struct ship *a, const struct ship *b)
{
	return a->n_spot == b->n_spot &&
	    memcmp(a->spot, b->spot,
	    (size_t)a->n_spot * sizeof(a->spot[0])) == 0;
}

/* Off the board on the way: then there is nothing to compare. */
static bool
turns_back(const struct table *t, const struct ship *ship, int pivot,
    bool first, bool second, int times)
{
	struct ship	now = *ship, next;
	int		i;

	for (i = 0; i < times; i++) {
		if (armada_turn(t, &now, pivot, i % 2 == 0 ? first : second,
		    &next) != NONE)
			return true;
		now = next;
	}
	return same_shape(ship, &now);
}

static void
see_turns(const struct table *t, const struct ship *ship, struct watch *w)
{
	struct ship	there, back;
	int		i, dir, pivot;

	for (i = 0; i < ship->n_spot; i++) {
		if (!is_kind(t, ship->spot[i].piece, HUB))
			continue;
		pivot = ship->spot[i].at;
		assert_true(turns_back(t, ship, pivot, true, true, 4));
		assert_true(turns_back(t, ship, pivot, false, false, 4));
		assert_true(turns_back(t, ship, pivot, true, false, 2));
		w->turned += armada_turn(t, ship, pivot, true, &there) ==
		    NONE;
	}
	for (dir = NORTH; dir < N_SIDES; dir++) {
		if (armada_move(t, ship, dir, &there) != NONE)
			continue;
		assert_int_equal(armada_move(t, &there, opposite(dir), &back),
		    NONE);
		assert_true(same_shape(ship, &back));
	}
}

/* Is the side of the piece on that square a joint (A14)? */
static bool
is_joint(const struct table *t, const struct board *board, int at, int side)
{
	int			 next = armada_step(t, at, side);
	const struct spot	*here = armada_spot(t, board, at);
	const struct spot	*there = armada_spot(t, board, next);

	return here != NULL && there != NULL &&
	    board->on[at].letter == board->on[next].letter &&
	    has_side(open_sides(parts(t), here), side) &&
	    has_side(open_sides(parts(t), there), opposite(side));
}

/* Count the pieces that hang on the first by open sides, by brute force. */
static int
flood(const struct table *t, const struct board *board, int at, bool *seen)
{
	int	side, n = 1;

	seen[at] = true;
	for (side = NORTH; side < N_SIDES; side++)
		if (is_joint(t, board, at, side) &&
		    !seen[armada_step(t, at, side)])
			n += flood(t, board, armada_step(t, at, side), seen);
	return n;
}

static void
see_ship(const struct table *t, const struct board *board,
    const struct ship *ship, struct watch *w)
{
	bool		seen[SQUARES] = { false };
	int		i, side, next, hubs = 0, loose = 0;

	assert_true(ship->energy >= 1);
	assert_int_equal(flood(t, board, ship->spot[0].at, seen),
	    ship->n_spot);
	assert_true(armada_hangs(parts(t), ship));
	for (i = 0; i < ship->n_spot; i++) {
		hubs += is_kind(t, ship->spot[i].piece, HUB);
		assert_false(is_base_row(t, other(owner_of(ship->letter)),
		    row_of(ship->spot[i].at)));
		for (side = NORTH; side < N_SIDES; side++) {
			next = armada_step(t, ship->spot[i].at, side);
			if (has_side(open_sides(parts(t), &ship->spot[i]),
			    side))
				loose += !is_joint(t, board,
				    ship->spot[i].at, side);
			else if (next != NONE &&
			    board->on[next].letter == ship->letter)
				assert_false(has_side(open_sides(parts(t),
				    armada_spot(t, board, next)),
				    opposite(side)));
		}
	}
	assert_true(hubs >= 1);
	assert_int_equal(armada_is_closed(parts(t), ship),
	    loose == 0);
	w->closed += loose == 0;
	see_turns(t, ship, w);
}

/* Each piece is in one place, and the box only grows. */
static void
see_pieces(const struct table *t, int seat, struct watch *w)
{
	const struct fleet	*f = fleet(t, seat);
	unsigned		 out = 0;
	int			 i, places, total = f->n_play + f->n_draw;

	for (i = 0; i < N_PIECES; i++) {
		places = armada_in_play(t, seat, i) +
		    armada_is_down(t, seat, i) +
		    (armada_find(t, seat, i).letter != NONE);
		assert_in_range(places, 0, 1);
		out |= (unsigned)(places == 0) << i;
		total += armada_find(t, seat, i).letter != NONE;
	}
	assert_int_equal(total + __builtin_popcount(out), N_PIECES);
	assert_int_equal(out & w->box[seat], w->box[seat]);
	w->destroyed += out != w->box[seat];
	w->box[seat] = out;
}

/* A seat's energy comes from hubs and from closing off alone. */
static void
see_energy(const struct table *t, int seat)
{
	int	letter, i, most = 0;

	for (letter = first_letter(seat); letter <= last_letter(t, seat);
	    letter++) {
		if (!is_afloat(t, letter))
			continue;
		for (i = 0; i < ship_of(t, letter)->n_spot; i++)
			most += 2 * is_kind(t,
			    ship_of(t, letter)->spot[i].piece, HUB);
		if (armada_is_closed(parts(t), ship_of(t, letter)))
			most += ship_of(t, letter)->n_spot - 1;
	}
	assert_true(armada_energy(t, seat) <= most);
	assert_true(most <= 24);
}

static void
see_state(const struct match *match, struct watch *w)
{
	const struct armada	*g = match->state;
	struct table		 t;
	struct board		 board;
	int			 letter, seat, pieces = 0, taken = 0, at;

	match_know(match, EVERYTHING, &t);
	armada_lay(&t, &board);
	for (letter = 0; letter < LETTERS; letter++) {
		if (!is_afloat(&t, letter))
			continue;
		pieces += ship_of(&t, letter)->n_spot;
		if (!match->over)
			see_ship(&t, &board, ship_of(&t, letter), w);
	}
	for (at = 0; at < SQUARES; at++)
		taken += board.on[at].letter != NONE;
	assert_int_equal(taken, pieces);
	assert_true(armada_cubes_left(&t) >= 0);
	assert_true(armada_tokens_left(&t) >= 0);
	for (seat = BLUE; seat <= RED; seat++) {
		see_pieces(&t, seat, w);
		see_energy(&t, seat);
		w->letters += last_letter(&t, seat) > first_letter(seat);
	}
	assert_true(g->go <= options(&t)->max_goes);
	assert_true(match->over || g->actions >= 1);
}

/* At most one free draw and two actions a go, so one or two turns. */
static void
see_events(const struct match *match)
{
	const struct event	*event;
	int			 drawn = 0;

	for (event = match->events.first; event != NULL; event = event->next)
		if (strcmp(event->name, "drawn") == 0)
			drawn += strcmp(node_text(event->fields, "free", ""),
			    "yes") == 0;
	assert_in_range(drawn, 0, 1);
}

static void
play_game(int number, struct watch *w)
{
	struct arena	*arena = arena_new();
	struct match	 match;
	struct turn_in	 in;
	struct dice	 dice;
	struct fault	 fault;
	int		 seat, turns = 0;

	memset(w->box, 0, sizeof(w->box));
	open_game(&match, arena, number);
	assert_int_equal(match_open(&match, &fault), 0);
	dice_seed(&dice, "players", (uint64_t)number);
	while (!match.over) {
		assert_true(++turns < TURNS);
		see_state(&match, w);
		memset(&in, 0, sizeof(in));
		for (seat = BLUE; seat <= RED; seat++) {
			if (match_asked(&match, seat) == NONE)
				continue;
			match_suggest(&match, seat, &dice.chance,
			    &in.answer[seat].orders);
			in.answer[seat].given = true;
		}
		assert_int_equal(match_close(&match, &in, &fault), 0);
		see_events(&match);
	}
	see_state(&match, w);
	arena_free(arena);
}

static void
test_what_must_hold_holds_at_every_moment(void **state)
{
	struct watch	w = { .closed = 0 };
	int		i;

	(void)state;
	for (i = 0; i < GAMES; i++)
		play_game(i, &w);
	assert_true(w.closed > 0);	/* all of it came up */
	assert_true(w.destroyed > 0);
	assert_true(w.turned > 0);
	assert_true(w.letters > 0);
}

/* ---- the other side of the board ------------------------------------- */

static int
turn_square(int at)
{
	return (12 - row_of(at)) * COLUMNS_MAX + 8 - column_of(at);
}

/* Turn the board by half, and swap the colours. */
static void
turn_board(const struct armada *from, struct armada *to)
{
	struct ship	*ship;
	int		 seat, i, j;

	*to = *from;
	to->seat[BLUE] = from->seat[RED];
	to->seat[RED] = from->seat[BLUE];
	to->active = from->active < 0 ? NONE : other(from->active);
	for (seat = BLUE; seat <= RED; seat++)
		for (i = 0; i < to->seat[seat].ships.n_ship; i++) {
			ship = &to->seat[seat].ships.ship[i];
			ship->letter = first_letter(seat) + i;
			for (j = 0; j < ship->n_spot; j++) {
				ship->spot[j].at =
				    turn_square(ship->spot[j].at);
				ship->spot[j].facing =
				    opposite(ship->spot[j].facing);
			}
		}
}

/* The same order for the seat on the other side. */
static void
turn_order(struct step *step)
{
	if (step->verb == DO_BASH)
		step->arg[BASH_AGAINST] =
		    (int16_t)turn_square(step->arg[BASH_AGAINST]);
	else if (step->verb == DO_BUILD) {
		step->arg[BUILD_AT] =
		    (int16_t)turn_square(step->arg[BUILD_AT]);
		step->arg[BUILD_FACING] =
		    (int16_t)opposite(step->arg[BUILD_FACING]);
	} else if (step->verb == DO_MOVE) {
		step->arg[MOVE_SHIP] = (int16_t)((step->arg[MOVE_SHIP] +
		    SHIPS_MAX) % LETTERS);
		step->arg[MOVE_DIR] = (int16_t)opposite(step->arg[MOVE_DIR]);
	} else if (step->verb == DO_SHOOT)
		step->arg[SHOOT_DIR] =
		    (int16_t)opposite(step->arg[SHOOT_DIR]);
}

/* Does may() say the same, and carry() do the same, on both sides? */
static int
try_both(struct table *t, struct table *turned, int seat, int verb, int a,
    int b, int c)
{
	const struct verb	*row = &pack.engine->verbs[verb];
	struct armada		 kept_one = *game(t), kept_two = *game(turned);
	struct armada		 result;
	struct script		 one, two;
	struct step		*step;
	struct order		 o, p;
	struct why		 why;
	enum verdict		 verdict;

	script_clear(&one);
	step = script_add(&one, verb);
	step->arg[0] = (int16_t)a;
	step->arg[1] = (int16_t)b;
	if (c != NONE)
		step->arg[2] = (int16_t)c;
	two = one;
	turn_order(&two.step[0]);
	script_first(&one, pack.engine->verbs, &o);
	script_first(&two, pack.engine->verbs, &p);
	verdict = row->may(t, seat, &o, &why);
	assert_int_equal(row->may(turned, other(seat), &p, &why), verdict);
	if (verdict != OK)
		return 0;
	row->carry(t, seat, &o);
	row->carry(turned, other(seat), &p);
	turn_board(game(t), &result);
	assert_memory_equal(result.seat, game(turned)->seat,
	    sizeof(result.seat));
	*game(t) = kept_one;
	*game(turned) = kept_two;
	return 1;
}

static int
any(struct dice *dice, uint32_t n)
{
	return (int)dice->chance.below(&dice->chance, n);
}

static int
any_square(struct dice *dice)
{
	return any(dice, 13) * COLUMNS_MAX + any(dice, 9);
}

static int
try_many(const struct match *match, struct dice *dice)
{
	struct table	t, turned;
	struct armada	copy, mirror;
	int		seat, i, n = 0;

	match_know(match, EVERYTHING, &t);
	copy = *game(&t);
	turn_board(&copy, &mirror);
	t.state = &copy;
	turned = t;
	turned.state = &mirror;
	seat = copy.active;
	for (i = 0; i < 400; i++) {
		n += try_both(&t, &turned, seat, DO_BUILD, any(dice, N_PIECES),
		    any_square(dice), any(dice, N_SIDES));
		n += try_both(&t, &turned, seat, DO_MOVE, any(dice, LETTERS),
		    any(dice, N_SIDES), NONE);
		n += try_both(&t, &turned, seat, DO_ROTATE, any(dice, 5),
		    any(dice, 2), NONE);
		n += try_both(&t, &turned, seat, DO_SHOOT, 5 + any(dice, 6),
		    any(dice, N_SIDES), 1);
		n += try_both(&t, &turned, seat, DO_BASH, any(dice, N_PIECES),
		    any_square(dice), NONE);
	}
	return n;
}

static void
test_both_sides_of_the_board_are_alike(void **state)
{
	struct arena	*arena = arena_new();
	struct match	 match;
	struct turn_in	 in;
	struct dice	 dice;
	struct fault	 fault;
	int		 seat, n = 0;

	(void)state;
	open_game(&match, arena, 7);
	assert_int_equal(match_open(&match, &fault), 0);
	dice_seed(&dice, "mirror", 1);
	while (!match.over) {
		n += try_many(&match, &dice);
		memset(&in, 0, sizeof(in));
		for (seat = BLUE; seat <= RED; seat++)
			if (match_asked(&match, seat) != NONE) {
				match_suggest(&match, seat, &dice.chance,
				    &in.answer[seat].orders);
				in.answer[seat].given = true;
			}
		assert_int_equal(match_close(&match, &in, &fault), 0);
	}
	assert_true(n > 100);
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    test_no_byte_of_its_structs_is_outside_the_tables),
		cmocka_unit_test(test_the_pieces_are_those_of_the_box),
		cmocka_unit_test(test_all_pieces_can_be_in_one_closed_ship),
		cmocka_unit_test(test_four_quarter_turns_of_a_mask_are_none),
		cmocka_unit_test(
		    test_facing_west_gun1_is_open_to_west_and_north),
		cmocka_unit_test(
		    test_the_board_is_drawn_as_the_rules_draw_it),
		cmocka_unit_test(test_what_must_hold_holds_at_every_moment),
		cmocka_unit_test(test_both_sides_of_the_board_are_alike)
	};

	return cmocka_run_group_tests(tests, load_pack, drop_pack);
}
