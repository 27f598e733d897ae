/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * SAW: The Jigsaw Trials inside: its components, its state, and the
 * vocabulary that its chapters speak. deck.c moves cards, pick.c chooses
 * them as the rules do, turn.c is a seat's own turn, trial.c what befalls
 * its victim, trials.c the sequence of play; state.c says who sees what.
 */

#ifndef POSTERN_ENGINES_TRIALS_TRIALS_H
#define POSTERN_ENGINES_TRIALS_TRIALS_H

#include <assert.h>

#include "table/cards.h"
#include "table/table.h"

/* ==== COMPONENTS ======================================================== */

enum { N_CHARACTERS = 6, N_TRAITS = 5 };

/* The faces of the cards, in table order; the tools come first. */
enum {
	N_TOOLS = 20, BILLY = N_TOOLS,
	CANDLE, FLASHLIGHT, STRONG_TORCH, BIN, TOOLBOX, ROOM_MAP,
	METAL_DETECTOR,
	TOURNIQUET, ANESTHETIC, THE_PIG, REVERSE_BEAR_TRAP, VIDEO,
	MECHANISMS, OBJECTS = MECHANISMS + 13, ESCAPES = OBJECTS + 13,
	N_FACES = ESCAPES + 13,
	N_SEARCHES = 7, N_SPECIALS = 5, N_PARTS = 13
};

/* A term is a face, or one of these; then a trait (T62). */
enum {
	TERM_TOOL = N_FACES, TERM_SEARCH, TERM_SPECIAL, TERM_PART,
	TERM_MECHANISM, TERM_OBJECT, TERM_ESCAPE,
	TERM_TRAIT, TERM_BEST = TERM_TRAIT + N_TRAITS
};

enum { SOLVE_BEST = N_FACES, SOLVE_NONE };
enum { TAKE_BEST = N_FACES };

enum { LEFT_ARM, RIGHT_ARM, LEFT_LEG, RIGHT_LEG, N_LIMBS };
enum { ARMS, LEGS, BLOOD };		/* limbs 2 * pair and the next */
enum { NO_DAMAGE, MILD, SEVERE, LOST };
enum { FROM_DECK, FROM_DISCARD };
enum { THEN_DISCARD, THEN_KEEP, THEN_GIVE, THEN_PLUS, THEN_STEAL };

extern const char *const	trials_seat_names[];
extern const char *const	trials_trait_names[];
extern const char *const	trials_face_names[];
extern const char *const	trials_term_names[];
extern const char *const	trials_keep_names[];	/* and best */
extern const char *const	trials_take_names[];	/* faces and best */
extern const char *const	trials_solve_names[];	/* and none */
extern const char *const	trials_limb_names[];
extern const char *const	trials_type_names[];
extern const char *const	trials_stage_names[];
extern const char *const	trials_then_names[];

struct character {
	int32_t	values[N_TRAITS];
	char	story[128];
};

struct tool {
	int32_t	copies;
	int32_t	n_trait;
	int32_t	traits[2];
	int32_t	value;
};

struct search {
	int32_t	copies;
	int32_t	draw;
	int32_t	keep;
};

/* The flashlight with the option flashlight: stepped (T18). */
struct stepped {
	int32_t	draw;
	int32_t	keep;
};

struct special {
	int32_t	copies;
	int32_t	cost;
};

struct billy {
	int32_t	copies;
	int32_t	points;
};

struct mechanism {
	int32_t	draw;
	int32_t	n_trait;
	int32_t	traits[2];
	int32_t	value;
	char	story[128];
};

struct object {
	int32_t	from;
	int32_t	n_trait;
	int32_t	traits[2];
	int32_t	value;
	int32_t	n_type;
	int32_t	types[2];
	char	story[128];
};

struct escape {
	int32_t	then;
	int32_t	number;
	int32_t	value;		/* of the sacrifice */
	char	story[128];
};

struct workshop {
	struct character	characters[N_CHARACTERS];
	struct tool		tools[N_TOOLS];
	struct billy		billy;
	struct search		searches[N_SEARCHES];
	struct stepped		stepped;
	struct special		specials[N_SPECIALS];
	struct mechanism	mechanisms[N_PARTS];
	struct object		objects[N_PARTS];
	struct escape		escapes[N_PARTS];
};

/* Characters in seating order; none listed: they are dealt at random. */
struct cast {
	int32_t	n;
	int32_t	who[N_CHARACTERS];
};

enum { FIRST_RANDOM, FIRST_PLACE, FIRST_SEAT = FIRST_PLACE + N_CHARACTERS };
enum { TRIALS_ASKED, TRIALS_STANDING };
enum { FLASHLIGHT_PRINTED, FLASHLIGHT_STEPPED };

struct options {
	struct cast	characters;
	int32_t		first;
	int32_t		trials;
	int32_t		clock;
	int32_t		blood;
	int32_t		stories;
	int32_t		flashlight;
	int32_t		resigned;
};

/* ==== STATE ============================================================= */

enum {
	BENCH_MAX = 3, HAND_MAX = 5, DRAW_STEP = 3, SEARCH_MAX = 2,
	ASKS_MAX = 4, BACKFIRE = 3
};

enum { STEP_DRAW = 1, STEP_USE, STEP_DISCARD, STEP_TRAP };

/* What lies open on the table to be chosen from (looking). */
enum { NO_CHOICE, CHOOSE_KEEP, CHOOSE_STACK, CHOOSE_ROW };

/* How far a trial has come. */
enum { NO_TRIAL, CHOOSING, TRYING, HURTING };

/* A captive: what belongs to one seat. */
struct captive {
	struct pile	hand;
	struct pile	bench;
	int32_t		character;
	int32_t		blood;
	int32_t		limb[N_LIMBS];
	int32_t		tied[N_LIMBS];
	int32_t		place;		/* in the ranking; 0 while alive */
};

struct trials {
	struct commons	table;
	struct captive	seat[SEATS_MAX];
	struct pile	deck;
	struct pile	discard;
	struct pile	looking;	/* cards under an open choice */
	struct pile	played;		/* cards whose effect is under way */
	struct pile	spent;		/* on a challenge */
	struct pile	trap;		/* parts, Billy, special */
	int32_t		first;
	int32_t		round;
	int32_t		active;
	int32_t		step;
	int32_t		done;		/* pass or set was ordered */
	int32_t		fresh;		/* new cards at the hand's end */
	int32_t		token;
	int32_t		choice;
	int32_t		keep;		/* how many of looking are kept */
	int32_t		trial;
	int32_t		victim;
	int32_t		box[2];		/* traits as picked */
	int32_t		type;		/* of the sacrifice, as picked */
	int32_t		clean;		/* it was solved without shortfall */
	int32_t		searches;	/* played in this trial */
	int32_t		asks;		/* of this trial */
	int32_t		due;		/* damage not dealt yet */
	int32_t		traps;		/* set in this game */
	int32_t		winner;
};

extern const struct schema	trials_components;
extern const struct schema	trials_options;
extern const struct schema	trials_state;

enum { ACT, TRIAL };
enum {
	DO_PLAY, DO_BENCH, DO_DISCARD, DO_SET, DO_PASS, DO_TRY, DO_SACRIFICE,
	DO_POLICY, DO_KEEP, DO_STACK, DO_SOLVE, DO_DAMAGE, DO_WAIT
};
enum { WANTS, JUNK, SPLIT, POLICY };	/* standing orders */

/* Arguments of the verbs. */
enum {
	PLAY_CARD, PLAY_KEEP, PLAY_TAKE, PLAY_STACK, PLAY_FIND, PLAY_ON,
	PLAY_PAY, PLAY_WHEN
};
enum { SET_ON, SET_BOX1, SET_BOX2, SET_LIMB, SET_WITH, SET_PAY };
enum { SACRIFICE_WITH, SACRIFICE_PAY };
enum { SOLVE_WITH, SOLVE_HOLD };
enum { POLICY_TRY, POLICY_SEARCH, POLICY_HOLD, POLICY_ANESTHETIC };

/* The words of arguments, and what they stand for. */
enum { SPLIT_LEFT, SPLIT_RIGHT, SPLIT_SPREAD };
enum { WITH_PIG, WITH_BEAR_TRAP };
enum { TRY_NEVER, TRY_ALWAYS, TRY_GAP };	/* TRY_GAP + n: up to n */

/* ==== VOCABULARY ======================================================== */

static inline struct trials *
game(const struct table *t)
{
	return t->state;
}

static inline struct captive *
captive(const struct table *t, int seat)
{
	return &game(t)->seat[seat];
}

static inline const struct workshop *
workshop(const struct table *t)
{
	return t->components;
}

static inline const struct options *
options_of(const struct table *t)
{
	return t->options;
}

static inline const char *
name(const struct table *t, int seat)
{
	return table_seat_name(t, seat);
}

static inline const char *
face_name(int face)
{
	return face < 0 ? "?" : trials_face_names[face];
}

static inline const char *
yes(bool is_so)
{
	return flag_names[is_so];
}

static inline bool
is_over(const struct table *t)
{
	return game(t)->winner != NONE;
}

static inline bool
is_alive(const struct table *t, int seat)
{
	return captive(t, seat)->place == 0;
}

static inline int
n_alive(const struct table *t)
{
	int	seat, n = 0;

	for (seat = 0; seat < table_seats(t); seat++)
		n += is_alive(t, seat);
	return n;
}

/* A face that is not known is of no kind. */
static inline bool
is_tool(int face)
{
	return face >= 0 && face < N_TOOLS;
}

static inline bool
is_search(int face)
{
	return face >= CANDLE && face <= METAL_DETECTOR;
}

static inline bool
is_special(int face)
{
	return face >= TOURNIQUET && face <= VIDEO;
}

static inline bool
is_part(int face, int first)
{
	return face >= first && face < first + N_PARTS;
}

static inline const struct tool *
tool(const struct table *t, int face)
{
	return &workshop(t)->tools[face];
}

static inline bool
shows(const struct table *t, int face, int trait)
{
	const struct tool	*it;

	if (!is_tool(face))
		return false;
	it = tool(t, face);
	return it->traits[0] == trait ||
	    (it->n_trait == 2 && it->traits[1] == trait);
}

static inline int
trait_of(const struct table *t, int seat, int trait)
{
	return workshop(t)->characters[captive(t, seat)->character].
	    values[trait];
}

/* A limb that is severe, lost or tourniqueted is hurt. */
static inline bool
is_hurt(const struct captive *who, int limb)
{
	return who->limb[limb] >= SEVERE;
}

static inline int
n_hurt(const struct captive *who, int pair)
{
	return is_hurt(who, 2 * pair) + is_hurt(who, 2 * pair + 1);
}

/* T9 */
static inline int
hand_limit(const struct captive *who)
{
	return HAND_MAX - n_hurt(who, ARMS);
}

/* T30 */
static inline bool
is_trap(const struct pile *bench)
{
	return bench->n_card == 3 &&
	    is_part(bench->card[0].face, MECHANISMS) &&
	    is_part(bench->card[1].face, OBJECTS) &&
	    is_part(bench->card[2].face, ESCAPES);
}

/* The parts of three cards that are a trap. */
static inline const struct mechanism *
mechanism_of(const struct table *t, const struct pile *parts)
{
	return &workshop(t)->mechanisms[parts->card[0].face - MECHANISMS];
}

static inline const struct object *
object_of(const struct table *t, const struct pile *parts)
{
	return &workshop(t)->objects[parts->card[1].face - OBJECTS];
}

static inline const struct escape *
escape_of(const struct table *t, const struct pile *parts)
{
	return &workshop(t)->escapes[parts->card[2].face - ESCAPES];
}

/* The special card in the trap on the table, or NONE. */
static inline int
trap_special(const struct table *t)
{
	const struct pile	*trap = &game(t)->trap;

	return trap->n_card > 4 ? trap->card[4].face : NONE;
}

/* What the sacrifice costs (T27). */
static inline int
sacrifice_value(const struct table *t)
{
	return escape_of(t, &game(t)->trap)->value +
	    (trap_special(t) == REVERSE_BEAR_TRAP);
}

/* ==== DECK.C: CARDS ON THE MOVE ========================================= */

/* Cards in words: "a, b"; of a pile, those at the places given. */
const char	*trials_cards(const struct table *t, const struct pile *pile);

/* Put a card on top of the discard pile, for all to see (T14). */
void	 trials_discard(struct table *t, struct card card);
void	 trials_discard_from(struct table *t, struct pile *from, int i);
void	 trials_discard_all(struct table *t, struct pile *from);

/* Give a card to a hand: only its owner sees it from now on. */
void	 trials_to_hand(struct table *t, struct card card, int seat);

/* Is there a card on the deck, shuffling if need be (T13)? */
bool	 trials_deck_ready(struct table *t);

/* Draw up to n cards of the deck to a pile, seen by seat; tell of it. */
int	 trials_draw(struct table *t, int seat, int n, struct pile *to);

/* ==== PICK.C: HOW THE ENGINE PICKS ====================================== */

/* A list of terms. */
struct terms {
	const struct item	*item;
	int			 n;
};

/* The entries of argument i, the standing list, or its default. */
struct terms	 trials_terms(const struct order *o, int i);
struct terms	 trials_standing_terms(const struct table *t, int seat,
		    int standing);

bool	 trials_matches(const struct table *t, int term, int face);
int	 trials_value(const struct table *t, int face);

/* Fill out with the places of all cards in the order of a list (T62). */
void	 trials_rank(const struct table *t, const struct pile *pile,
	    struct terms list, int out[PILE_MAX]);
void	 trials_rank_junk(const struct table *t, const struct pile *pile,
	    struct terms list, int out[PILE_MAX]);

/* What a challenge needs: of box 1's trait, and box 2's if it is another. */
struct need {
	int	trait[2];
	int	points[2];
	int	n;
};

struct need	 trials_need(const struct table *t);
struct need	 trials_need_of(const struct table *t,
		    const struct pile *parts, const int32_t box[2],
		    int seat);

/* Which faces are held back. */
struct held {
	bool	face[N_FACES];
};

struct held	 trials_hold(const struct table *t, struct terms list);
struct held	 trials_hold_standing(const struct table *t, int seat);

/* Cards spent: faces, and to which of the traits of the need. */
struct solution {
	int	n;
	int	face[PILE_MAX];
	int	to[PILE_MAX];
	int	missing[2];
};

/* The best solve with the cards of counts (copies by face), T63. */
void	 trials_solve(const struct table *t, const struct need *need,
	    const int counts[N_FACES], struct solution *out);

/* Assign the cards in list order, as far as to is NONE, T63. */
void	 trials_assign(const struct table *t, const struct need *need,
	    struct solution *s);

/* The least shortfall. */
int	 trials_short(const struct table *t, const struct need *need,
	    const int counts[N_FACES]);

/* Count the cards of a hand by face, without those held. */
void	 trials_count(const struct pile *hand, const struct held *held,
	    int counts[N_FACES]);

/* gap and short([]) of a seat in the trial under way. */
int	 trials_gap(const struct table *t, int seat);
int	 trials_short_of(const struct table *t, int seat);

/* The k cards of pile that best keep picks, as a bit for each (T64). */
uint32_t trials_best_keep(const struct table *t, int seat,
	    const struct pile *pile, int k);

/* The place in the discard pile of what best takes (T64). */
int	 trials_best_take(const struct table *t, int seat);

/* ==== TURN.C AND SEARCH.C: A SEAT'S OWN TURN ============================ */

/* Cards chosen of hand and bench: their places, bench places after the
 * hand's; in the order named. */
struct chosen {
	int	n;
	int	at[PILE_MAX];
};

/*
 * Fill the entries of a list with cards of the seat (T23). By newest first
 * where newest, else as junk. False: bad is an entry that nothing fills.
 */
bool	 trials_choose(const struct table *t, int seat, struct terms list,
	    bool newest, bool bench_too, const struct chosen *taken,
	    struct chosen *out, int *bad);

/* Take chosen cards out of hand and bench, in order, to the end of a pile. */
void	 trials_take_chosen(struct table *t, int seat,
	    const struct chosen *chosen, struct pile *to);

/* Say that a card is not held. */
enum verdict	 trials_not_held(struct table *t, int seat, int term,
		    struct why *why);

/* Does this order stand in the file itself, not in an else? */
bool	 trials_is_main(const struct order *o);

/* Decide an open choice as the rules do when the file does not. */
void	 trials_settle(struct table *t, int seat);
void	 trials_keep_by(struct table *t, int seat, struct terms list);
void	 trials_keep_best(struct table *t, int seat);
void	 trials_stack_by(struct table *t, int seat, struct terms list);

/* The verbs that both decisions have. */
enum verdict	 trials_may_play(struct table *t, int seat,
		    const struct order *o, struct why *why);
void		 trials_play(struct table *t, int seat,
		    const struct order *o);
enum verdict	 trials_may_keep(struct table *t, int seat,
		    const struct order *o, struct why *why);
void		 trials_keep(struct table *t, int seat,
		    const struct order *o);
enum verdict	 trials_may_stack(struct table *t, int seat,
		    const struct order *o, struct why *why);
void		 trials_stack(struct table *t, int seat,
		    const struct order *o);
enum verdict	 trials_may_wait(struct table *t, int seat,
		    const struct order *o, struct why *why);

/* May a search card be used now at all, by the rules of its own? */
enum verdict	 trials_may_search(struct table *t, int seat, int face,
		    struct why *why);

/* Play candle, flashlight, strong-torch or bin for best (policy). */
void		 trials_search_best(struct table *t, int seat, int face);

enum verdict	 trials_may_bench(struct table *t, int seat,
		    const struct order *o, struct why *why);
void		 trials_bench(struct table *t, int seat,
		    const struct order *o);
enum verdict	 trials_may_discard(struct table *t, int seat,
		    const struct order *o, struct why *why);
void		 trials_discard_named(struct table *t, int seat,
		    const struct order *o);
enum verdict	 trials_may_pass(struct table *t, int seat,
		    const struct order *o, struct why *why);
void		 trials_pass(struct table *t, int seat,
		    const struct order *o);
enum verdict	 trials_may_set(struct table *t, int seat,
		    const struct order *o, struct why *why);
void		 trials_set(struct table *t, int seat,
		    const struct order *o);

/* Is the file of an act a whole one? It is, but T10 may be worth a note. */
enum verdict	 trials_is_whole(struct table *t, int seat, struct why *why);

/* Bring the hand within that limit, and tell of it (T10). */
void		 trials_tidy(struct table *t, int seat, int limit);

/* The order before this one in the file; false: there is none. */
bool		 trials_before(const struct order *o, struct order *out);

/* ==== TRIAL.C: WHAT BEFALLS THE VICTIM ================================== */

/* Let the standing orders of the victim, or the default, decide the rest of
 * the choice and of the challenge. */
void		 trials_run_standing(struct table *t, int seat);

/* Do what the orders of the victim left undone, and end the trap. */
void		 trials_finish_trial(struct table *t, int seat);
void		 trials_end_trap(struct table *t);

enum verdict	 trials_may_try(struct table *t, int seat,
		    const struct order *o, struct why *why);
void		 trials_try(struct table *t, int seat,
		    const struct order *o);
enum verdict	 trials_may_sacrifice(struct table *t, int seat,
		    const struct order *o, struct why *why);
void		 trials_sacrifice(struct table *t, int seat,
		    const struct order *o);
enum verdict	 trials_may_policy(struct table *t, int seat,
		    const struct order *o, struct why *why);
void		 trials_policy(struct table *t, int seat,
		    const struct order *o);
enum verdict	 trials_may_solve(struct table *t, int seat,
		    const struct order *o, struct why *why);
void		 trials_solve_by(struct table *t, int seat,
		    const struct order *o);
enum verdict	 trials_may_damage(struct table *t, int seat,
		    const struct order *o, struct why *why);
void		 trials_damage_by(struct table *t, int seat,
		    const struct order *o);

/* ==== BODY.C: DAMAGE AND DEATH ========================================== */

/* How much of some damage a pair of limbs cannot take: it is blood. */
int		 trials_blood_loss(const struct table *t, int seat, int type,
		    int points);
bool		 trials_kills(const struct table *t, int seat, int type,
		    int points);

/* How many of the points go to the left limb, by a standing word (T55). */
int		 trials_split(const struct table *t, int seat, int type,
		    int points, int how);
int		 trials_room(const struct captive *who, int limb);

/* Deal the due damage, so many points of it to the left. */
void		 trials_hurt(struct table *t, int seat, int left);
void		 trials_bleed(struct table *t, int seat);
void		 trials_lose_blood(struct table *t, int seat, int points);

/* A seat is out (T57): it lays off its cards. */
void		 trials_die(struct table *t, int seat);

/* See to the Saw token after a trap on victim, or a death (NONE). */
void		 trials_pass_token(struct table *t, int victim);

/* Is it over (T61)? Then tell everything. */
void		 trials_check_end(struct table *t);

/* ==== THE REPORT AND THE BUILT-IN PLAYER ================================ */

void		 trials_brief(const struct table *known, int seat,
		    struct node *facts);
void		 trials_picture(const struct table *known, int seat,
		    struct buf *out);
void		 trials_suggest(const struct table *known, int seat,
		    int decision, struct chance *chance, struct script *out);

#endif
