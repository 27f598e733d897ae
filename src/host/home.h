/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * A host's folder: its configuration, keys and players, the lock, and what
 * is to be committed.
 */

#ifndef POSTERN_HOST_HOME_H
#define POSTERN_HOST_HOME_H

#include <stdbool.h>
#include <stdint.h>

#include "data/digest.h"
#include "data/schema.h"

struct arena;
struct caps;
struct engine;
struct fault;
struct node;
struct pack;
struct player;
struct seckey;
struct shelf;

enum in_kind { IN_MAILDIR, IN_IMAP, IN_POP3, IN_DROP };
enum out_kind { OUT_MAILDIR, OUT_SMTP, OUT_SENDMAIL };

enum { PASSWORD_SIZE = 256 };

/* One way that mail takes. What its kind has no use for is left empty. */
struct config_box {
	int32_t	kind;
	int32_t	tls;			/* enum server_tls */
	int32_t	port;			/* 0: the usual one */
	int32_t	connections;		/* at most; 0: as many as is usual */
	char	folder[256];		/* below the home; or a mailbox */
	char	host[256];
	char	user[256];
	char	password_file[256];
	char	ca_file[256];
	char	command[256];
};

struct config {
	char			name[64];	/* as players see it */
	char			address[256];	/* mails come from it */
	char			operator[256];	/* trouble is told to it */
	char			deadline[32];	/* of new games: 48h */
	char			plays[NAME_SIZE];	/* a player, or "" */
	int32_t			signup;		/* may strangers register? */
	int32_t			answers;	/* to an address a day; 0: 50 */
	struct config_box	in;
	struct config_box	out;
};

extern const struct schema config_schema;

/* Renames that wait for the sync before them. */
struct commit {
	const char	**from;		/* below the home */
	const char	**to;
	int		  n_renames;
	int		  size;
};

enum { PACKS_MAX = 64 };

struct home {
	struct arena	*arena;		/* for the whole command */
	const char	*path;
	const char	*data;		/* where games/ and templates/ lie */
	int		 fd;
	int		 lock;		/* -1: not taken */
	int64_t		 now;		/* the clock, read once */
	struct config	 config;
	char		 password_in[PASSWORD_SIZE];	/* once it is read */
	char		 password_out[PASSWORD_SIZE];
	struct seckey	*key;		/* the host signs with it */
	struct digest	 secret;	/* for ids that nobody can guess */
	const char	*index;		/* of keys and addresses */
	const char	*unindexed;	/* a player whose file is damaged */
	struct player	*players;	/* loaded so far */
	struct shelf	*shelf;		/* files read so far */
	struct caps	*caps;		/* answers of today, once read */
	const struct node *bounces;	/* once read */
	struct commit	 commit;
	bool		 unsynced;	/* renamed or queued, not yet durable */
	struct pack	*packs[PACKS_MAX];
	int		 n_packs;
};

/* Make a new host's folder, with its keys. */
int	 home_init(struct arena *arena, const char *path, const char *name,
	    const char *address, struct fault *fault);

/* Open one; data is the folder of the games as installed. */
int	 home_open(struct home *home, struct arena *arena, const char *path,
	    const char *data, struct fault *fault);
void	 home_close(struct home *home);

/* Take the lock: 0, or 1 when another process has it, or -1. */
int	 home_lock(struct home *home, struct fault *fault);

/* Add a rename to those that are to be committed. */
void	 home_will_rename(struct home *home, const char *from, const char *to);

/* Is anything to be renamed to that path? */
bool	 home_will_have(const struct home *home, const char *to);

/*
 * Make durable what was written, then rename. A target that exists already
 * stays, and its temporary is removed.
 */
int	 home_rename(struct home *home, struct fault *fault);

/* The same, and make the renames durable too, with all that was queued. */
int	 home_commit(struct home *home, struct fault *fault);

/*
 * The pack of an engine as games started with that digest use it; with a
 * NULL digest, as it is installed now (then also kept for games to come).
 */
int	 home_pack(struct home *home, const struct engine *engine,
	    const char *digest, const struct pack **out, struct fault *fault);

/* Append the host's signature over text, armoured. */
int	 home_sign(const struct home *home, const void *text, size_t len,
	    struct buf *out, struct fault *fault);

#endif
