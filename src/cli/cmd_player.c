/* SPDX-License-Identifier: GPL-3.0-or-later */

/* postern player: who may play here, by which keys, at which address. */

#include "config.h"

#include "cli/cli.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/file.h"
#include "base/text.h"
#include "cli/host.h"
#include "data/node.h"
#include "data/yaml.h"
#include "host/home.h"
#include "host/manners.h"
#include "host/player.h"
#include "mail/address.h"
#include "sign/key.h"
#include "sign/smime.h"

enum { OPT_MAIL, OPT_KEY, OPT_CERT, OPT_REPORTS, OPT_ADD, OPT_RETIRE };

static const struct cli_option options[] = {
	[OPT_MAIL] = { "mail", 0, "ADDRESS", "where the player's mail goes" },
	[OPT_KEY] = { "key", 0, "FILE",
	    "a public key of the player (add); more than one is fine" },
	[OPT_CERT] = { "cert", 0, "FILE",
	    "a certificate in PEM that the player's mail program signs with "
	    "(add)" },
	[OPT_REPORTS] = { "reports", 0, "WHEN",
	    "mail reports when asked (asked), every turn (turn), or at most "
	    "once a day (day)" },
	[OPT_ADD] = { "add", 0, "FILE",
	    "enrol another public key or certificate (key)" },
	[OPT_RETIRE] = { "retire", 0, "FINGERPRINT",
	    "let a key count no longer (key)" },
	{ 0 }
};

enum { KEY_BYTES = 1 << 16, GAME_FILE_BYTES = 1 << 20 };

/* ---- what is given --------------------------------------------------- */

static int
set_mail(struct cli *cli, struct player *player, struct fault *fault)
{
	const char	*mail = cli_value(cli, OPT_MAIL);

	if (mail == NULL)
		return 0;
	if (!address_is_valid(mail))
		return fault_set(fault, FAULT_PLAYER,
		    "'%s' is not a mail address", mail);
	player->address = mail;
	return 0;
}

static int
set_reports(struct cli *cli, struct player *player, struct fault *fault)
{
	const char	*reports = cli_value(cli, OPT_REPORTS);
	int		 mailing;

	if (reports == NULL)
		return 0;
	mailing = text_index(mailing_names, reports);
	if (mailing < 0)
		return fault_set(fault, FAULT_PLAYER,
		    "--reports %s: it can be asked, turn or day", reports);
	player->mail = mailing;
	return 0;
}

static int
add_key(struct home *home, struct player *player, const char *path,
    struct fault *fault)
{
	struct buf	text;

	buf_init(&text, home->arena);
	if (file_read(AT_FDCWD, path, KEY_BYTES, &text, fault) != 0)
		return -1;
	if (player_enrol(home, player, text.data, fault) != 0)
		return fault_within(fault, "%s", path);
	return 0;
}

/* ---- showing --------------------------------------------------------- */

static int
print_bounces(struct home *home, const struct player *player,
    struct fault *fault)
{
	int	n;

	if (manners_bounces(home, player->name, player->address, &n,
	    fault) != 0)
		return -1;
	if (n > 0)
		printf("  mail that came back: %d%s\n", n,
		    n >= MANNERS_BOUNCES ? "; mail to it is paused (postern "
		    "player resume)" : "");
	return 0;
}

static int
print_player(struct home *home, const char *name, struct fault *fault)
{
	struct player	player;
	int		i, r;

	if (player_load(home, name, &player, fault) != 0)
		return -1;
	r = player_keys(home, &player, fault);
	if (r == 0)
		printf("%s <%s>, reports: %s\n", player.name, player.address,
		    mailing_names[player.mail]);
	for (i = 0; r == 0 && i < player.n_keys; i++)
		printf("  %s %.*s\n", pubkey_fingerprint(player.pubkeys[i]),
		    (int)strcspn(player.keys[i], " "), player.keys[i]);
	for (i = 0; r == 0 && i < player.n_certs; i++)
		printf("  %s\n", cert_fingerprint(player.x509s[i]));
	return r == 0 ? print_bounces(home, &player, fault) : r;
}

/* ---- the commands ---------------------------------------------------- */

static int
add(struct cli *cli, struct home *home, const char *name, struct fault *fault)
{
	const char	**key = cli_values(cli, OPT_KEY);
	const char	**cert = cli_values(cli, OPT_CERT);
	struct player	 player = { .name = "", .command = "" };

	if (!text_is_name(name))
		return fault_set(fault, FAULT_PLAYER, "'%s' is not a name for "
		    "a player: small letters, digits and hyphens, a letter "
		    "first", name);
	if (cli_value(cli, OPT_MAIL) == NULL ||
	    (*key == NULL && *cert == NULL))
		return fault_set(fault, FAULT_PLAYER, "a player needs an "
		    "address (--mail) and a public key (--key FILE.pub) or a "
		    "certificate (--cert FILE.pem)");
	strcpy(player.name, name);
	if (set_mail(cli, &player, fault) != 0 ||
	    set_reports(cli, &player, fault) != 0)
		return -1;
	for (; *key != NULL; key++)
		if (add_key(home, &player, *key, fault) != 0)
			return -1;
	for (; *cert != NULL; cert++)
		if (add_key(home, &player, *cert, fault) != 0)
			return -1;
	if (player_save(home, &player, 1, fault) != 0)
		return -1;
	return print_player(home, name, fault);
}

static int
set(struct cli *cli, struct home *home, const char *name, struct fault *fault)
{
	struct player	player;

	if (player_load(home, name, &player, fault) != 0 ||
	    set_mail(cli, &player, fault) != 0 ||
	    set_reports(cli, &player, fault) != 0 ||
	    player_save(home, &player, 0, fault) != 0 ||
	    (cli_value(cli, OPT_MAIL) != NULL &&
	    manners_resume(home, name, fault) != 0))
		return -1;
	return print_player(home, name, fault);
}

/* Try an address again whose mails came back. */
static int
resume(struct cli *cli, struct home *home, const char *name,
    struct fault *fault)
{
	struct player	player;

	(void)cli;
	if (player_load(home, name, &player, fault) != 0 ||
	    manners_resume(home, name, fault) != 0)
		return -1;
	return print_player(home, name, fault);
}

/* Add before retiring, so that one key can take the place of another. */
static int
key(struct cli *cli, struct home *home, const char *name, struct fault *fault)
{
	const char	**path = cli_values(cli, OPT_ADD);
	const char	**old = cli_values(cli, OPT_RETIRE);
	struct player	 player;

	if (*path == NULL && *old == NULL)
		return fault_set(fault, FAULT_PLAYER,
		    "which key? (--add FILE.pub or --retire FINGERPRINT)");
	if (player_load(home, name, &player, fault) != 0)
		return -1;
	for (; *path != NULL; path++)
		if (add_key(home, &player, *path, fault) != 0)
			return -1;
	for (; *old != NULL; old++)
		if (player_retire(home, &player, *old, fault) != 0)
			return -1;
	if (player_save(home, &player, 0, fault) != 0)
		return -1;
	return print_player(home, name, fault);
}

/* Does the player sit in that running game? */
static int
refuse_seated(struct home *home, const char *id, const char *name,
    struct fault *fault)
{
	const struct node	*seats, *seat;
	struct node		*tree;
	struct buf		 text;

	buf_init(&text, home->arena);
	if (file_read(home->fd, arena_printf(home->arena,
	    "games/%s/game.yaml", id), GAME_FILE_BYTES, &text, fault) != 0 ||
	    yaml_read(home->arena, text.data, text.len, &yaml_caps_own, &tree,
	    fault) != 0)
		return fault_within(fault, "games/%s", id);
	seats = node_get(tree, "seats");
	NODE_EACH(seat, seats)
		if (strcmp(node_text(seat, "player", ""), name) == 0)
			return fault_set(fault, FAULT_PLAYER, "%s plays in "
			    "%s, which is not over", name, id);
	return 0;
}

static int
leave(struct cli *cli, struct home *home, const char *name,
    struct fault *fault)
{
	char	**ids;
	size_t	 i, n;

	(void)cli;
	if (file_list(home->fd, "games", home->arena, &ids, &n, fault) != 0)
		return -1;
	for (i = 0; i < n; i++)
		if (refuse_seated(home, ids[i], name, fault) != 0)
			return -1;
	if (player_remove(home, name, fault) != 0)
		return -1;
	printf("%s is no player here any more\n", name);
	return 0;
}

static int
show(struct cli *cli, struct home *home, const char *name,
    struct fault *fault)
{
	(void)cli;
	return print_player(home, name, fault);
}

static int
list(struct cli *cli, struct home *home, const char *name,
    struct fault *fault)
{
	char	**names;
	size_t	 i, n;

	(void)cli;
	(void)name;
	if (player_names(home, &names, &n, fault) != 0)
		return -1;
	for (i = 0; i < n; i++)
		if (print_player(home, names[i], fault) != 0)
			return -1;
	return 0;
}

static const struct {
	const char	*name;
	int		(*run)(struct cli *cli, struct home *home,
			    const char *name, struct fault *fault);
	int		 n_words;
	bool		 locked;	/* it changes something */
} actions[] = {
	{ "add", add, 2, true },
	{ "list", list, 1, false },
	{ "show", show, 2, false },
	{ "set", set, 2, true },
	{ "key", key, 2, true },
	{ "resume", resume, 2, true },
	{ "remove", leave, 2, true },
};

enum { N_ACTIONS = sizeof(actions) / sizeof(actions[0]) };

int
cmd_player(struct cli *cli, int argc, char **argv)
{
	struct fault	fault;
	struct home	home;
	int		i;

	if (cli_parse(cli, options, 1, 2, argc, argv) == -1)
		return cli->status;
	for (i = 0; i < N_ACTIONS; i++)
		if (strcmp(actions[i].name, cli->word[0]) == 0)
			break;
	if (i == N_ACTIONS)
		return cli_usage(cli, "player %s: it can be add, list, show, "
		    "set, key, resume or remove", cli->word[0]);
	if (cli->n_words != actions[i].n_words)
		return cli_usage(cli, actions[i].n_words == 2 ?
		    "player %s: which player?" :
		    "player %s takes no name", cli->word[0]);
	if ((actions[i].locked ? host_open_locked(cli, &home) :
	    host_open(cli, &home)) != 0)
		return cli->status;
	if (actions[i].run(cli, &home, cli->word[1], &fault) != 0)
		return host_leave(&home, &fault);
	home_close(&home);
	return CLI_DONE;
}
