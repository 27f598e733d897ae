/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * A game's folder: who plays, the turns that were closed, the files that
 * came in for the open one.
 *
 *	game.yaml, game.yaml.sig	what was agreed at the start
 *	seed				secret until the end
 *	welcome/SEAT/			the first letters
 *	inbox/0012/SEAT-0003/		a file accepted for the open turn
 *	turns/0012/			a closed turn
 *	stopped				why it does not go on, if so
 */

#ifndef POSTERN_HOST_GAME_H
#define POSTERN_HOST_GAME_H

#include "table/match.h"
#include "table/orderfile.h"

struct home;
struct pack;

enum {
	GAME_BYTES = 64 << 20,		/* of one file of a game */
	FILED_MAX = 32			/* files of one seat, in one turn */
};

struct game_seat {
	const char	*player;
	char		 name[NAME_SIZE];	/* as the game calls it now */
};

struct game {
	struct home		*home;		/* NULL: a bare folder */
	struct arena		*arena;		/* of this game's job */
	int			 fd;		/* its folder */
	const char		*id;
	const char		*path;		/* below the home */
	const struct node	*tree;		/* game.yaml */
	struct digest		 digest;	/* of its bytes */
	char			 of[9];
	const struct engine	*engine;
	const void		*options;
	const struct pack	*pack;
	struct digest		 seed;
	int64_t			 span;		/* of a turn, in seconds */
	struct game_seat	 seat[SEATS_MAX];
	int			 n_seats;
	int			 turn;		/* the open one */
	const struct node	*record;	/* of the last closed one */
	struct digest		 head;		/* of the chain */
	int64_t			 deadline;	/* of the open turn */
	bool			 over;
	bool			 stopped;
	struct match		 match;		/* by game_load() */
};

/* A file that was accepted. */
struct filed {
	int			 seat;
	int32_t			 seq;
	const char		*name;		/* jane-0003 */
	const char		*path;		/* in the game's folder */
	const char		*text;		/* orders.yaml, as signed */
	size_t			 len;
	const char		*key;		/* that it counts by */
	const char		*seal;		/* the digest of orders.p7s in
						   hex; NULL without one */
	struct digest		 digest;	/* of the text */
	struct orderfile	 file;
};

/* The folder of a turn, "0012"; the text lives in arena. */
const char	*game_turn_name(struct arena *arena, int turn);

/*
 * Open the folder at path (below at) as a game: everything but the match.
 * data is the digest's pack, found by home; home may be NULL when packs
 * lie in the folder itself.
 */
int	 game_open(struct home *home, struct arena *arena, int at,
	    const char *path, struct game *game, struct fault *fault);
void	 game_close(struct game *game);

/* Open a game of the home by its id: a running one, or one archived. */
int	 game_find(struct home *home, struct arena *arena, const char *id,
	    struct game *game, struct fault *fault);

/*
 * Go back to where a turn was open: names, head and record as they were
 * then. The match is not touched.
 */
int	 game_at(struct game *game, int turn, struct fault *fault);

/* Put the match at the question of the open turn, played from the last
 * checkpoint; not for turn 0. */
int	 game_load(struct game *game, struct fault *fault);

/* Put the match at the last checkpoint, with the turns since recalled. */
int	 game_rewind(struct game *game, struct fault *fault);

/* Read a YAML file in the game's folder. */
int	 game_read(struct game *game, const char *path, struct node **out,
	    struct fault *fault);

/*
 * Read the files accepted for a turn from a folder ("inbox/0012", or
 * "turns/0012/orders"), by seat and seq. An absent folder has none.
 */
int	 game_files(struct game *game, const char *folder,
	    struct filed **out, int *n_out, struct fault *fault);

/* Read one of them, whose path in the game's folder is set. */
int	 game_filed(struct game *game, struct filed *filed,
	    struct fault *fault);

/* Does it take back the orders given before ("orders: none")? */
bool	 game_withdraws(const struct filed *filed);

/* Make one turn's input out of its files. */
int	 game_turn_in(const struct game *game, const struct filed *files,
	    int n_files, struct turn_in *out, struct fault *fault);

/* The key of the random stream, from the ready files of turn 0. */
void	 game_stream_key(const struct game *game, const struct filed *files,
	    int n_files, struct digest *out);

/* The seat of that name, or NONE. */
int	 game_seat(const struct game *game, const char *name);

/* What seat is asked for in the open turn ("ready" at turn 0), or NULL. */
const char	*game_awaits(const struct game *game, int seat);

/* Has every awaited seat answered? */
bool	 game_is_answered(const struct game *game, const struct filed *files,
	    int n_files);

/* HMAC(seed, what, turn, more): the secret numbers of a game. */
void	 game_secret(const struct game *game, const char *what, int turn,
	    const char *more, struct digest *out);

#endif
