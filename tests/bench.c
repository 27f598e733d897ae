/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The pieces of the benchmark: whole games in memory, a pass over a folder
 * made for it, and a bare probe that does only what cannot be left out, on
 * the same bytes. tests/bench.sh runs and compares them.
 */

#include "config.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/fault.h"
#include "base/file.h"
#include "data/node.h"
#include "data/yaml.h"
#include "engines/engines.h"
#include "host/close.h"
#include "host/game.h"
#include "host/home.h"
#include "host/letter.h"
#include "host/pack.h"
#include "host/pass.h"
#include "host/player.h"
#include "mail/box.h"
#include "mail/compose.h"
#include "mail/maildir.h"
#include "mail/message.h"
#include "mail/orders.h"
#include "sign/key.h"
#include "sign/sshsig.h"
#include "table/chance.h"
#include "table/match.h"

enum { NOW = 1800000000, HOUR = 3600 };

static const char *const names[2] = { "alice", "bob" };

static void
die(const struct fault *fault)
{
	fprintf(stderr, "bench: %s\n", fault->text);
	exit(1);
}

static double
cpu_seconds(void)
{
	struct timespec	t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static const char *
data_folder(void)
{
	const char	*data = getenv("POSTERN_DATA");

	return data != NULL ? data : ".";
}

/* ---- whole games in memory ------------------------------------------- */

struct recorded {
	struct turn_in	*in;
	int		 n;
};

static void
answer(const struct match *match, struct dice *dice, struct arena *arena,
    bool check, struct turn_in *in)
{
	const struct commons	*commons = match->state;
	struct checked		 checked;
	int			 i;

	memset(in, 0, sizeof(*in));
	for (i = 0; i < commons->seats.n_name; i++) {
		if (match_asked(match, i) == NONE)
			continue;
		match_suggest(match, i, &dice->chance, &in->answer[i].orders);
		in->answer[i].given = in->answer[i].orders.n_step > 0;
		if (check)
			match_check(match, arena, i, script_write(arena,
			    &in->answer[i].orders, match->engine->verbs,
			    &commons->seats), NULL, &checked);
	}
}

/* Play one game; answer with those recorded, or record them. */
static void
play(const struct pack *pack, const void *options, int seats, uint64_t number,
    struct arena *arena, struct recorded *record, bool again)
{
	struct fault	fault;
	struct match	match;
	struct dice	dice;
	int		turn = 0;

	dice_seed(&dice, "bench", number);
	if (match_init(&match, arena, pack->engine, pack->components, options,
	    NULL, seats, &dice.key, &fault) != 0 ||
	    match_start(&match, &fault) != 0)
		die(&fault);
	for (; !match.over; turn++) {
		if (!again) {
			record->in = realloc(record->in,
			    (size_t)(turn + 1) * sizeof(*record->in));
			answer(&match, &dice, arena, true, &record->in[turn]);
		}
		if (match_close(&match, &record->in[turn], &fault) != 0)
			die(&fault);
	}
	record->n = turn;
}

static void
bench_games(const char *id, int seats, int games)
{
	const struct engine	*engine = engine_find(id);
	struct recorded		 record = { 0 };
	struct arena		*kept = arena_new(), *arena = arena_new();
	struct fault		 fault;
	struct pack		 pack;
	const void		*options;
	double			 whole = 0, alone = 0, before;
	int			 at, i;

	at = file_open_dir(AT_FDCWD, data_folder(), &fault);
	if (engine == NULL || at < 0 || pack_load(kept, at, engine, &pack,
	    &fault) != 0 || pack_options(kept, engine, NULL, &options,
	    &fault) != 0)
		die(&fault);
	close(at);
	for (i = 0; i < games; i++) {
		arena_reset(arena);
		before = cpu_seconds();
		play(&pack, options, seats, (uint64_t)i, arena, &record,
		    false);
		whole += cpu_seconds() - before;
		arena_reset(arena);
		before = cpu_seconds();
		play(&pack, options, seats, (uint64_t)i, arena, &record, true);
		alone += cpu_seconds() - before;
	}
	printf("%-9s %d seats: play alone %.2f ms a game; with suggest, mask "
	    "and check %.2f ms (%.0f games a second)\n", id, seats,
	    alone * 1000 / games, whole * 1000 / games, games / whole);
	free(record.in);
	arena_free(arena);
	arena_free(kept);
}

/* ---- a folder of games that wait for orders -------------------------- */

static struct seckey *
player_key(struct arena *arena, int i)
{
	uint8_t		 seed[SEED_SIZE] = { 1 };
	struct seckey	*key;
	struct fault	 fault;

	seed[0] = (uint8_t)(i + 1);
	if (seckey_from_seed(arena, seed, names[i], &key, &fault) != 0)
		die(&fault);
	return key;
}

static void
enrol(struct home *home)
{
	struct player	 player;
	struct seckey	*key;
	struct fault	 fault;
	int		 i;

	for (i = 0; i < 2; i++) {
		key = player_key(home->arena, i);
		memset(&player, 0, sizeof(player));
		strcpy(player.name, names[i]);
		player.address = arena_printf(home->arena, "%s@example.org",
		    names[i]);
		player.keys[0] = arena_strdup(home->arena,
		    pubkey_line(seckey_pubkey(key)));
		player.n_keys = 1;
		if (player_save(home, &player, 1, &fault) != 0)
			die(&fault);
		seckey_free(key);
	}
}

/* A player's mail program does not say that it is a machine. */
static void
as_a_person(struct buf *bytes)
{
	char	*line = strstr(bytes->data, "Auto-Submitted:");
	char	*next = strchr(line, '\n') + 1;

	memmove(line, next, bytes->len - (size_t)(next - bytes->data) + 1);
	buf_cut(bytes, bytes->len - (size_t)(next - line));
}

/* Mail what the form of each asked seat suggests. */
static void
mail_orders(struct home *home, struct arena *arena, const char *id)
{
	struct compose_file	 file[2] = {
		{ "orders.yaml", "application/yaml", NULL, 0 },
		{ "orders.yaml.sig", "application/octet-stream", NULL, 0 }
	};
	struct compose_mail	 mail = { .subject = "orders", .date = NOW,
				    .text = "Here they are.\n",
				    .text_len = 15, .file = file,
				    .n_files = 2 };
	struct seckey		*key;
	struct fault		 fault;
	struct game		 game;
	struct buf		 text, sig, bytes;
	int			 i;

	if (game_find(home, arena, id, &game, &fault) != 0 ||
	    game_load(&game, &fault) != 0)
		die(&fault);
	for (i = 0; i < game.n_seats; i++) {
		if (match_asked(&game.match, i) == NONE)
			continue;
		buf_init(&text, arena);
		buf_init(&sig, arena);
		buf_init(&bytes, arena);
		if (file_read(game.fd, arena_printf(arena,
		    "turns/%s/letters/%s/orders.yaml",
		    game_turn_name(arena, game.turn - 1), game.seat[i].name),
		    1 << 20, &text, &fault) != 0)
			die(&fault);
		key = player_key(arena, i);
		if (sshsig_sign(key, SSHSIG_NAMESPACE, text.data, text.len,
		    &sig, &fault) != 0)
			die(&fault);
		seckey_free(key);
		file[0].bytes = text.data;
		file[0].len = text.len;
		file[1].bytes = sig.data;
		file[1].len = sig.len;
		mail.from = arena_printf(arena, "%s@example.org", names[i]);
		mail.to = home->config.address;
		mail.id = arena_printf(arena, "%s-%d-%d@example.org", id,
		    game.turn, i);
		if (compose_mail(&bytes, &mail, &fault) != 0)
			die(&fault);
		as_a_person(&bytes);
		if (maildir_deliver(home->fd, "mail/in", arena_printf(arena,
		    "%s-%d-%d", id, game.turn, i), bytes.data, bytes.len,
		    &fault) != 0)
			die(&fault);
	}
	game_close(&game);
}

static void
open_home(struct home *home, struct arena *arena, const char *dir,
    int64_t now)
{
	struct fault	fault;

	clock_set(now);
	if (home_open(home, arena, dir, data_folder(), &fault) != 0)
		die(&fault);
}

static void
start_game(struct home *home, struct arena *arena, const char *id)
{
	struct agreement	 agreement = { .id = id, .n_seats = 2,
				    .engine = engine_find("noir"),
				    .player = { names[0], names[1] } };
	struct fault		 fault;
	struct game		 game;
	struct made		 made;

	if (close_new(home, &agreement, &fault) != 0 ||
	    game_find(home, arena, id, &game, &fault) != 0 ||
	    close_turn(home, &game, NULL, 0, &made, &fault) != 0 ||
	    home_commit(home, &fault) != 0)
		die(&fault);
	game_close(&game);
}

/* Games of noir, played on for some passes, with mails for the next one. */
static void
prepare(const char *dir, int games, int passes)
{
	struct arena	*arena = arena_new(), *job = arena_new();
	struct fault	 fault;
	struct home	 home;
	struct pass	 pass;
	int		 i, j;

	clock_set(NOW);
	if (home_init(arena, dir, "bench", "postern@example.org",
	    &fault) != 0)
		die(&fault);
	for (j = 0; j <= passes; j++) {
		open_home(&home, arena, dir, NOW + j * HOUR);
		if (j == 0)
			enrol(&home);
		for (i = 0; i < games; i++) {
			arena_reset(job);
			if (j == 0)
				start_game(&home, job, arena_printf(arena,
				    "noir-%d", i));
			if (file_exists(home.fd, arena_printf(job,
			    "games/noir-%d", i)))
				mail_orders(&home, job, arena_printf(arena,
				    "noir-%d", i));
		}
		if (j < passes && pass_run(&home, &pass, &fault) != 0)
			die(&fault);
		home_close(&home);
	}
	arena_free(job);
	arena_free(arena);
}

/* ---- a pass and its probe -------------------------------------------- */

/* Callgrind collects inside these two only. */
void	 bench_pass(struct home *home, struct pass *pass);
void	 bench_probe(struct home *home, int *units);

void __attribute__((noinline))
bench_pass(struct home *home, struct pass *pass)
{
	struct fault	fault;

	if (pass_run(home, pass, &fault) != 0)
		die(&fault);
}

static void
run_pass(const char *dir)
{
	struct arena	*arena = arena_new();
	struct home	 home;
	struct pass	 pass;
	double		 before;

	open_home(&home, arena, dir, NOW + 100 * HOUR / 4);
	before = cpu_seconds();
	bench_pass(&home, &pass);
	printf("%d %.6f\n", pass.accepted, cpu_seconds() - before);
	home_close(&home);
	arena_free(arena);
}

/* What one player-turn cannot do without: the bytes are those of the pass. */
struct probe {
	struct home	*home;
	struct arena	*arena;
	struct pubkey	*keys[2];
	struct outbox	*outbox;
};

static void
probe_state(struct probe *p, const char *folder, int number)
{
	const struct engine	*engine = engine_find("noir");
	struct commons		*state = arena_alloc(p->arena,
				    engine->state->size);
	struct env		 env = { .roster = &state->seats,
				    .engine = engine };
	struct fault		 fault;
	struct node		*tree;
	struct buf		 text, out;

	buf_init(&text, p->arena);
	buf_init(&out, p->arena);
	env.decisions = (const char *const []){ "start", "act", NULL };
	if (file_read(p->home->fd, arena_printf(p->arena, "%s/state.yaml",
	    folder), 1 << 24, &text, &fault) != 0 ||
	    yaml_read(p->arena, text.data, text.len, &yaml_caps_own, &tree,
	    &fault) != 0 ||
	    schema_load(engine->state, tree, state, false, &env,
	    &fault) != 0)
		die(&fault);
	yaml_write(&out, schema_view(p->arena, engine->state, state,
	    EVERYTHING, &env));
	if (file_create(p->home->fd, arena_printf(p->arena, "probe/%d",
	    number), out.data, out.len, 0600, &fault) != 0)
		die(&fault);
}

/* One signature, and one mail with the attachments that it has. */
static void
probe_letter(struct probe *p, const char *text, size_t len, const char *form,
    const char *view, const char *name)
{
	struct compose_file	file[3] = { { "report.txt.sig",
				    "application/octet-stream", NULL, 0 } };
	struct compose_mail	mail = { .from = "postern@example.org",
				    .to = "alice@example.org", .id = "a@b.c",
				    .subject = "report", .date = NOW,
				    .text = text, .text_len = len,
				    .is_exact = true, .file = file,
				    .n_files = 1 };
	struct outbox_mail	out = { .from = mail.from, .to = mail.to };
	struct fault		fault;
	struct buf		sig, bytes;

	buf_init(&sig, p->arena);
	buf_init(&bytes, p->arena);
	if (home_sign(p->home, text, len, &sig, &fault) != 0)
		die(&fault);
	file[0].bytes = sig.data;
	file[0].len = sig.len;
	if (form != NULL) {
		file[1] = (struct compose_file){ "orders.yaml",
		    "application/yaml", form, strlen(form) };
		file[2] = (struct compose_file){ "view.yaml",
		    "application/yaml", view, strlen(view) };
		mail.n_files = 3;
	}
	if (name == NULL)
		return;
	out.id = name;
	if (compose_mail(&bytes, &mail, &fault) != 0)
		die(&fault);
	out.bytes = bytes.data;
	out.len = bytes.len;
	if (p->outbox->send(p->outbox, &out, 1, NULL, NULL, &fault) != 0)
		die(&fault);
}

static void
probe_mail(struct probe *p, const char *path, int number)
{
	struct message	 message;
	struct orders	 orders;
	struct fault	 fault;
	struct node	*tree;
	struct buf	 bytes, report, form, view;
	const char	*folder;
	int		 who;

	buf_init(&bytes, p->arena);
	buf_init(&report, p->arena);
	buf_init(&form, p->arena);
	buf_init(&view, p->arena);
	if (file_read(p->home->fd, path, 1 << 20, &bytes, &fault) != 0 ||
	    message_read(p->arena, bytes.data, bytes.len, &message,
	    &fault) != 0)
		die(&fault);
	orders_find(p->arena, &message, &orders);
	if (sshsig_verify(p->arena, orders.signature, orders.signature_len,
	    orders.variant[0].bytes, orders.variant[0].len, SSHSIG_NAMESPACE,
	    (const struct pubkey *const *)p->keys, 2, &who, &fault) != 0 ||
	    yaml_read(p->arena, orders.variant[0].bytes,
	    orders.variant[0].len, &yaml_caps_order, &tree, &fault) != 0)
		die(&fault);
	folder = arena_printf(p->arena, "games/%s/turns/%04d",
	    node_text(tree, "game", ""), atoi(node_text(tree, "turn", "")) -
	    1);
	probe_state(p, folder, number);
	folder = arena_printf(p->arena, "%s/letters/%s", folder,
	    node_text(tree, "seat", ""));
	if (file_read(p->home->fd, arena_printf(p->arena, "%s/report.txt",
	    folder), 1 << 20, &report, &fault) != 0 ||
	    file_read(p->home->fd, arena_printf(p->arena, "%s/orders.yaml",
	    folder), 1 << 20, &form, &fault) != 0 ||
	    file_read(p->home->fd, arena_printf(p->arena, "%s/view.yaml",
	    folder), 1 << 20, &view, &fault) != 0)
		die(&fault);
	probe_letter(p, report.data, report.len, form.data, view.data,
	    arena_printf(p->arena, "report-%d", number));
	probe_letter(p, report.data, 400, NULL, NULL, arena_printf(p->arena,
	    "receipt-%d", number));
	probe_letter(p, report.data, 1200, NULL, NULL, NULL);
}

void __attribute__((noinline))
bench_probe(struct home *home, int *units)
{
	struct probe	 p = { .home = home, .arena = arena_new() };
	struct fault	 fault;
	struct arena	*kept = arena_new();
	char		**mails;
	size_t		 i, n;

	for (i = 0; i < 2; i++) {
		const char *line = pubkey_line(seckey_pubkey(
		    player_key(kept, (int)i)));

		if (pubkey_read(kept, line, strlen(line), &p.keys[i],
		    &fault) != 0)
			die(&fault);
	}
	if (file_mkdir(home->fd, "probe", &fault) != 0 ||
	    maildir_outbox(kept, home->fd, "probe/out", &p.outbox,
	    &fault) != 0 ||
	    file_list(home->fd, "mail/in/new", kept, &mails, &n, &fault) != 0)
		die(&fault);
	for (i = 0; i < n; i++) {
		arena_reset(p.arena);
		probe_mail(&p, arena_printf(kept, "mail/in/new/%s", mails[i]),
		    (int)i);
	}
	if (file_sync(home->fd, &fault) != 0)
		die(&fault);
	p.outbox->close(p.outbox);
	*units = (int)n;
	arena_free(p.arena);
	arena_free(kept);
}

static void
run_probe(const char *dir)
{
	struct arena	*arena = arena_new();
	struct fault	 fault;
	struct home	 home;
	double		 before;
	int		 units;

	open_home(&home, arena, dir, NOW + 100 * HOUR / 4);
	before = cpu_seconds();
	bench_probe(&home, &units);
	printf("%d %.6f\n", units, cpu_seconds() - before);
	file_remove(home.fd, "probe", &fault);
	home_close(&home);
	arena_free(arena);
}

/* ---- many games, none of them due ------------------------------------ */

static void
make_many(const char *dir, int games)
{
	struct arena	*arena = arena_new();
	struct fault	 fault;
	struct buf	 due;
	char		 path[64];
	int		 at, i;

	clock_set(NOW);
	if (home_init(arena, dir, "bench", "postern@example.org",
	    &fault) != 0 ||
	    (at = file_open_dir(AT_FDCWD, dir, &fault)) < 0)
		die(&fault);
	buf_init(&due, arena);
	for (i = 0; i < games; i++) {
		snprintf(path, sizeof(path), "games/noir-%06d", i);
		if (file_mkdir(at, path, &fault) != 0)
			die(&fault);
		buf_printf(&due, "%d %s\n", NOW + 1000 * HOUR, path + 6);
	}
	buf_puts(&due, "end\n");
	if (file_replace(at, "due", due.data, due.len, 0600, &fault) != 0)
		die(&fault);
	close(at);
	arena_free(arena);
}

/* One pass with nothing due: its time, and what it needed. */
static void
run_idle(const char *dir, const char *games)
{
	struct arena	*arena = arena_new();
	struct rusage	 usage;
	struct home	 home;
	struct pass	 pass;
	double		 before;

	open_home(&home, arena, dir, NOW);
	before = cpu_seconds();
	bench_pass(&home, &pass);
	getrusage(RUSAGE_SELF, &usage);
	printf("%6s games: %.0f ms CPU, %d games opened, %ld KB of memory\n",
	    games, (cpu_seconds() - before) * 1000, pass.looked,
	    usage.ru_maxrss);
	home_close(&home);
	arena_free(arena);
}

int
main(int argc, char **argv)
{
	if (argc == 5 && strcmp(argv[1], "games") == 0)
		bench_games(argv[2], atoi(argv[3]), atoi(argv[4]));
	else if (argc == 5 && strcmp(argv[1], "prepare") == 0)
		prepare(argv[2], atoi(argv[3]), atoi(argv[4]));
	else if (argc == 3 && strcmp(argv[1], "pass") == 0)
		run_pass(argv[2]);
	else if (argc == 3 && strcmp(argv[1], "probe") == 0)
		run_probe(argv[2]);
	else if (argc == 4 && strcmp(argv[1], "many") == 0)
		make_many(argv[2], atoi(argv[3]));
	else if (argc == 4 && strcmp(argv[1], "idle") == 0)
		run_idle(argv[2], argv[3]);
	else {
		fprintf(stderr, "usage: bench games ENGINE SEATS N | "
		    "prepare DIR GAMES PASSES | pass DIR | probe DIR | "
		    "many DIR GAMES | idle DIR GAMES\n");
		return 2;
	}
	return 0;
}
