/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Last Island inside: its components, its state, and the vocabulary that its
 * chapters share. The chapters: island.c (setup, the go, the end), blanks.c
 * (the blank deck, bombs, who is out), play.c (paying and playing),
 * require.c and effects.c (what each card needs and does), react.c,
 * points.c, orders.c; who sees what is in state.c.
 */

#ifndef POSTERN_ENGINES_ISLAND_ISLAND_H
#define POSTERN_ENGINES_ISLAND_ISLAND_H

#include "table/cards.h"
#include "table/table.h"

/* ==== COMPONENTS ======================================================== */

enum {
	DEFLECT, DODGE, TURNABOUT, BARTER, STIR, REFUSE, BURY, SMASH, SURVEY,
	COIN, GUESS, VEST, ACCUSE, FLIP, FORAGE, PLANT, TOPPLE, DEFUSE, THRIFT,
	THIEF, SCOUT, RAID, SAPPER, WARD, MASTERY, BUNKER, TOLL,
	N_KINDS
};
extern const char *const	island_kind_names[];

enum { SWORD, MACE, AXE, N_BACKS, ANY_BACK = N_BACKS };
extern const char *const	island_back_names[];

/* The attack piles in pile order: low (0-6), then high (7-12). */
enum { N_PILES = 2 * N_BACKS, EVEN = N_PILES };
extern const char *const	island_pile_names[];

enum { BLANK, BOMB, EXPLOSION, N_BLANKS };
extern const char *const	island_blank_names[];

enum {
	PLAYERS = 5,		/* seats at most */
	NUMBERS = 13,		/* 0 to 12 */
	PICKS = 24,		/* cards dealt to a hand at most */
	ABILITIES = 6		/* front cards that are used */
};

/* A kind of attack card. */
struct kind {
	int32_t	number;
	int32_t	cost;		/* as printed */
	int32_t	first;		/* F: it may act before it is paid for */
	int32_t	quick;		/* Q: it answers */
	int32_t	stays;		/* P: it goes to the front */
	int32_t	copies[N_BACKS];
	char	does[64];	/* in a line, for the report */
};

/* What depends on the number of seats. */
struct share {
	int32_t	hand;
	int32_t	bombs;
};

struct supply {
	struct kind	cards[N_KINDS];
	struct share	seats[PLAYERS - 1];	/* of 2, 3, 4, 5 */
	int32_t		all_blanks;
	int32_t		all_bombs;
	int32_t		all_explosions;
};

enum { NO_KNOCKOUT, KNOCKOUT };
enum { COSTS_PRINTED, COSTS_STEPPED };
enum { BY_STANDING, BY_WINDOW };
enum { DEAL_CHOSEN, DEAL_RANDOM };
enum { FACE_UP, FACE_DOWN };
enum { STARTER_DRAW, STARTER_RANDOM, STARTER_SEAT };	/* and the others */
enum { LATER_SAME, LATER_THREE };

struct options {
	int32_t	version;
	int32_t	rounds;		/* NONE: by the version */
	int32_t	goal;		/* NONE: rounds are counted */
	int32_t	all_cards;
	int32_t	bombs;		/* NONE: by the seats */
	int32_t	explosions;	/* NONE: by the version */
	int32_t	secret_bombs;
	int32_t	blanks;
	int32_t	hand;		/* NONE: by the seats */
	int32_t	later_hand;
	int32_t	starter;
	int32_t	deal;
	int32_t	reactions;
	int32_t	flip;
	int32_t	looks;		/* private, public */
	int32_t	thief_draw;
	int32_t	costs;
	int32_t	resigned;
	char	reaction_deadline[16];
};

/* ==== STATE ============================================================= */

/* What lies before one seat. */
struct castaway {
	struct pile	hand;
	struct pile	front;
	struct pile	bombs;		/* and explosions */
	struct pile	aside;		/* underpaid cards (L26) */
	int32_t		paid;		/* for those aside */
	int32_t		out;		/* of this round */
	int32_t		dodged;		/* in this go (L62) */
	int32_t		automatic;	/* it is never asked to react */
	int32_t		add;		/* in secret (L5); NONE: nothing yet */
	int32_t		n_pick;
	int32_t		picks[PICKS];	/* piles to be dealt from (L4) */
	int32_t		points;		/* of the last round */
	int32_t		total;
};

struct heap {
	struct pile	cards;
};

enum { NO_MOMENT, AT_USE, AT_HIT };

/* What may be answered now (L65, L66). */
struct moment {
	int32_t	what;
	int32_t	user;
	int32_t	kind;		/* used, or that makes the hit */
	int32_t	aims;		/* seats aimed at or hit, as bits */
	int32_t	draw;		/* at a hit: cards; 0: one is given */
	int32_t	answers;	/* the seat whose effect it answers */
	int32_t	stood;		/* the reaction that stands, or NONE */
};

enum { OPENING, GOES, FINISHED };

struct island {
	struct commons	table;
	struct pile	deck;		/* the blank deck */
	struct pile	spent;		/* the blank discard */
	struct pile	box;
	struct pile	rest;		/* hidden out of play (L5) */
	struct pile	turned;		/* the card that guess turned up */
	struct heap	piles[N_PILES];
	struct pile	discard;
	struct pile	played;		/* the card in play */
	struct castaway	seat[PLAYERS];
	struct moment	moment;
	int32_t		round;
	int32_t		phase;
	int32_t		starter;
	int32_t		lap;		/* goes in the lap (L12) */
	int32_t		go;		/* of this round, from 1 */
	int32_t		active;		/* whose go it is */
	int32_t		reversed;	/* play goes anticlockwise */
	int32_t		face_up;	/* so lies the blank deck */
	int32_t		begun;		/* L7 of this go is done */
	int32_t		refill;		/* attack cards still to take (L7) */
	int32_t		done;		/* the play of this go */
	int32_t		ended;		/* so is the go */
	int32_t		fresh;		/* unknown cards came to the hand */
	int32_t		meant;		/* checks: a play was written */
	int32_t		asked_midway;	/* a decision within the play */
	int32_t		looked;		/* cards of the deck to arrange */
	int32_t		openly;		/* all see how they are left */
	int32_t		giving;		/* the seat that barter pays */
	int32_t		sheltered;	/* by sapper, in this go */
	int32_t		n_used;
	int32_t		used[ABILITIES];	/* front cards, in this go */
};

extern const struct schema	island_components;
extern const struct schema	island_options;
extern const struct schema	island_state;

/* ==== DECISIONS AND ORDERS ============================================== */

enum { ASK_OPENING, ASK_GO, ASK_ARRANGE, ASK_GIVE, ASK_REACT };

enum {
	DO_PICKS, DO_ADD, DO_REFILL, DO_USE, DO_PLAY, DO_DUMP, DO_DRAW, DO_END,
	DO_WAIT, DO_ARRANGE, DO_GIVE, DO_REACT, DO_NONE
};
enum { STAND_REACT, STAND_REFILL, STAND_IDLE, STAND_THRIFT, STAND_AUTO };

/* Arguments of play. */
enum {
	PLAY_KIND, PLAY_ON, PLAY_TAKE, PLAY_GIVE, PLAY_MODE, PLAY_PILES,
	PLAY_PAY, PLAY_HAND, PLAY_FRONT, PLAY_ARRANGE, PLAY_SHOW, PLAY_THRIFT,
	PLAY_GUESS, PLAY_BACK, PLAY_NUMBER, PLAY_PREFER, PLAY_DECK, PLAY_FROM
};
/* Of use, dump, give, react and of a standing rule to react. */
enum { USE_KIND, USE_MODE, USE_ON, USE_TAKE, USE_HAND, USE_BACK };
enum { DUMP_KIND, DUMP_THRIFT, DUMP_BACK };
enum { GIVE_KIND, GIVE_BACK };
enum { REACT_KIND, REACT_DISCARD, REACT_BACK };
enum { WITH_KIND, WITH_TO, WITH_FROM, WITH_MINE, WITH_LEAST, WITH_DISCARD };

enum { MODE_DECK, MODE_HAND, MODE_LOOK, MODE_ASK, MODE_BOMB, MODE_SHELTER };
extern const char *const	island_mode_names[];

enum { SAFE = N_BLANKS, DANGER, KEEP };	/* ways to arrange */
extern const char *const	island_arrange_names[];
extern const char *const	island_reaction_names[];	/* kinds */
extern const char *const	island_truth_names[];

/*
 * What a play or a use is to do, whichever verb said so. What was not said
 * is NONE, or the default.
 */
struct deed {
	int			 kind;
	bool			 ability;
	int			 back;
	int			 on;
	int			 take;
	int			 hand;		/* a kind of one's own */
	int			 front;
	int			 mode;
	int			 arrange;
	int			 guess;
	int			 number;
	int			 deck;
	int			 from[2];
	int			 n_from;
	bool			 show;
	bool			 thrift;
	bool			 pay_first;
	const struct order	*order;		/* for its lists */
};

/* ==== VOCABULARY ======================================================== */

static inline struct island *
game(const struct table *t)
{
	return t->state;
}

static inline const struct options *
opts(const struct table *t)
{
	return t->options;
}

static inline const struct supply *
supply(const struct table *t)
{
	return t->components;
}

static inline const struct kind *
kind_of(const struct table *t, int kind)
{
	return &supply(t)->cards[kind];
}

static inline struct castaway *
man(const struct table *t, int seat)
{
	return &game(t)->seat[seat];
}

static inline const char *
name(const struct table *t, int seat)
{
	return table_seat_name(t, seat);
}

static inline const char *
yes(bool is_so)
{
	return flag_names[is_so];
}

static inline bool
is_in(const struct table *t, int seat)
{
	return man(t, seat)->out == 0;
}

static inline bool
is_over(const struct table *t)
{
	return game(t)->phase == FINISHED;
}

static inline bool
is_knockout(const struct table *t)
{
	return opts(t)->version == KNOCKOUT;
}

/* Are two seats or more in (L29: with one left nothing more is resolved)? */
bool		 island_goes_on(const struct table *t);

/* Is the seat in, in a round that goes on? */
static inline bool
is_live(const struct table *t, int seat)
{
	return island_goes_on(t) && is_in(t, seat);
}

/* The next seat that is in, in play order. */
int		 island_next(const struct table *t, int seat);

/* Do the limits of the lap hold (L13)? Is it the lap at all (L15)? */
static inline bool
is_limited(const struct table *t)
{
	return game(t)->go < game(t)->lap;
}

static inline bool
is_lap(const struct table *t)
{
	return game(t)->go <= game(t)->lap;
}

static inline bool
is_used(const struct table *t, int kind)
{
	int	i;

	for (i = 0; i < game(t)->n_used; i++)
		if (game(t)->used[i] == kind)
			return true;
	return false;
}

static inline bool
has_front(const struct table *t, int seat, int kind)
{
	return pile_find(&man(t, seat)->front, kind) != NONE;
}

/* The place of a card by kind, of copies the first by back; back NONE: any
 * back. NONE when it is not there. */
int		 island_find(const struct pile *pile, int kind, int back);

/* The pile that a kind with that back belongs to; its cards. */
int		 island_home(const struct table *t, int kind, int back);

static inline struct pile *
heap(const struct table *t, int pile)
{
	return &game(t)->piles[pile].cards;
}

int		 island_pile_cards(const struct table *t);

/* The cost of a kind as printed or stepped; for seat now (L22). */
int		 island_worth(const struct table *t, int kind);
int		 island_cost(const struct table *t, int seat, int kind,
		    bool thrift);

/* The place in seat's hand of its cheapest card, leaving out one place. */
int		 island_cheapest(const struct table *t, int seat, int but);

/* ==== THE BLANK DECK: blanks.c ========================================== */

int		 island_bombs(const struct table *t, int seat);
int		 island_limit(const struct table *t, int seat);

/* All bombs and explosions that are not seen to lie outside the deck. */
int		 island_in_deck(const struct table *t, int face);

/* Shuffle the blank deck, explosions last (L30); show what lies on top. */
void		 island_shuffle(struct table *t);
void		 island_show_top(struct table *t);

/*
 * Draw n cards for a kind (L21) and tell of it by that event; for a guess
 * the one that it turned up comes first. Return how many came.
 */
int		 island_draw(struct table *t, int seat, int n,
		    const char *event, int kind);

/* Give the card at place i of from to seat, as if drawn (L15, L28). */
void		 island_give_blank(struct table *t, struct pile *from, int i,
		    int seat);

/* Put a bomb of seat back: at the bottom (L31), on top, or anywhere: then
 * the caller shuffles. */
enum { TO_BOTTOM, TO_TOP, TO_SHUFFLE };
void		 island_return_bomb(struct table *t, int seat, int to);

/* Turn the deck over (L32). */
void		 island_flip(struct table *t);

/* Take a seat out (L29); take out whoever is at its limit (L28). */
void		 island_out(struct table *t, int seat, const char *why);
void		 island_limits(struct table *t);

/* ==== PAYING AND PLAYING: play.c ======================================== */

/* Read an order to play or to use; of the latter the kind is the place in
 * the list of abilities. */
void		 island_deed(const struct order *o, bool ability,
		    struct deed *out);

/* Activate, dump, give up at a deadline, use from the front. */
void		 island_activate(struct table *t, int seat,
		    const struct deed *deed);
void		 island_dump(struct table *t, int seat, int i, bool thrift,
		    const char *event);
void		 island_use(struct table *t, int seat,
		    const struct deed *deed);

/* An ability is used up for this go (L9). */
void		 island_use_up(struct table *t, int kind);

/* Put a card into a hand, seen by its owner alone. */
void		 island_put_in_hand(const struct table *t, int seat,
		    struct card card);

/* Take the top card of a pile, or of the fullest if it is empty (L4), and
 * tell of it or not. The pile that it came from, or NONE. */
int		 island_take_unseen(struct table *t, int seat, int pile);
void		 island_take(struct table *t, int seat, int pile);

/* Lay a card of the hand, or of the front, on the discard pile. */
void		 island_discard(struct table *t, int seat, int i,
		    const char *why);
void		 island_discard_front(struct table *t, int seat, int i,
		    const char *why);

/* ==== EFFECTS: require.c, effects.c ===================================== */

/* May this be done, as far as its targets go? Can the kind be fulfilled by
 * any choice of targets (L25)? */
enum verdict	 island_requires(const struct table *t, int seat,
		    const struct deed *deed, struct why *why);
bool		 island_fulfils(const struct table *t, int seat, int kind);

/* The seats aimed at (L62), as bits. */
int32_t		 island_aims(const struct table *t, int seat,
		    const struct deed *deed);

/* Let it act. */
void		 island_act(struct table *t, int seat,
		    const struct deed *deed);

/* Turn up the top card, guessed or not (L42); true: the card goes back to
 * the hand. */
bool		 island_guess(struct table *t, int seat,
		    const struct deed *deed, int cost);

/* Put the top cards back in that order; give a card of the hand. */
void		 island_arrange(struct table *t, int seat, const int *order,
		    int n);
void		 island_order_cards(const struct table *t, int how, int n,
		    int *order);
void		 island_hand_over(struct table *t, int from, int i, int to,
		    const char *event);

/* The rule that a kind is explained by. */
extern const char *const	island_rules[];

/* The place in a hand of the first kind wished for, but not that one. */
int		 island_wished(const struct pile *hand,
		    const struct item *wishes, int n, int back, int but);

/* ==== REACTIONS: react.c ================================================ */

/* Does that use stand (L65)? */
bool		 island_stands(struct table *t, int user, int kind,
		    int32_t aims);

enum blow { TAKEN, DODGED, DEFLECTED };

/*
 * Hit a seat (L66): it draws so many, or for 0 it is given a card, which is
 * the caller's to do when it is TAKEN.
 */
enum blow	 island_hit(struct table *t, int user, int kind, int seat,
		    int draw);

/* Draw for an effect: an own thrift may reduce it (L49). */
void		 island_suffer(struct table *t, int seat, int n, int kind);

/* May seat react with that kind now, holding what it holds? */
enum verdict	 island_may_react(const struct table *t, int seat, int kind,
		    struct why *why);

/* React, to the end (L67). wishes: what refuse discards; back: which. */
void		 island_react(struct table *t, int seat, int kind,
		    const struct item *wishes, int n, int back);

/* React by the standing list, as often as it takes. */
void		 island_react_by_list(struct table *t, int seat);

/* Is seat to be asked at this moment, as far as all know? */
bool		 island_is_suspect(const struct table *known, int seat);

/* ==== THE END: points.c ================================================= */

/* The points of a hand: what no set covers (L75). */
int		 island_hand_points(const struct table *t,
		    const struct pile *hand);

void		 island_end_round(struct table *t, const char *why);
void		 island_end_game(struct table *t);
int		 island_rounds(const struct table *t);
bool		 island_over(const struct table *t, struct ranking *ranking);

/* ==== ORDERS, THE REPORT, THE BUILT-IN PLAYER =========================== */

extern const struct verb	island_verbs[];
extern const struct verb	island_standing[];

enum verdict	 island_whole_opening(struct table *t, int seat,
		    struct why *why);
enum verdict	 island_whole_go(struct table *t, int seat, struct why *why);
enum verdict	 island_whole_arrange(struct table *t, int seat,
		    struct why *why);
enum verdict	 island_whole_give(struct table *t, int seat,
		    struct why *why);

/* Does the seat still owe its play (L8)? */
bool		 island_owes_play(const struct table *t, int seat);

int		 island_hand_size(const struct table *t);

void		 island_brief(const struct table *known, int seat,
		    struct node *facts);
void		 island_picture(const struct table *known, int seat,
		    struct buf *out);
void		 island_suggest(const struct table *known, int seat,
		    int decision, struct chance *chance, struct script *out);

#endif
