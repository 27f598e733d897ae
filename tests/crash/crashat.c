/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Run a command and let it die, or let the system fail it, at the N-th
 * system call that changes anything on disk:
 *
 *	crashat before N COMMAND...	kill it before the call is made
 *	crashat after N COMMAND...	kill it once the call is made
 *	crashat enospc N COMMAND...	the call fails: no space is left
 *	crashat eio N COMMAND...	the call fails: a fault of the disk
 *
 * Calls are counted over the command and all its children. What was done is
 * said on standard error. Exit 0 when call N came, 3 when there were fewer
 * (then "crashat: COUNT calls" is said), 77 where this cannot work.
 */

#include "config.h"

#include <stdio.h>

#if defined(__linux__) && defined(__x86_64__)

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum { DONE = 0, TROUBLE = 1, USAGE = 2, FEWER = 3, PROCESSES_MAX = 64 };
enum mode { BEFORE, AFTER, ENOSPC_MODE, EIO_MODE };

static const char *const mode_names[] = { "before", "after", "enospc", "eio",
    NULL };

/* Calls that change something whatever their arguments are. */
static const struct call {
	long		 number;
	const char	*name;
} calls[] = {
	{ SYS_write, "write" }, { SYS_pwrite64, "pwrite64" },
	{ SYS_writev, "writev" }, { SYS_pwritev, "pwritev" },
	{ SYS_rename, "rename" }, { SYS_renameat, "renameat" },
	{ SYS_renameat2, "renameat2" }, { SYS_link, "link" },
	{ SYS_linkat, "linkat" }, { SYS_symlink, "symlink" },
	{ SYS_symlinkat, "symlinkat" }, { SYS_unlink, "unlink" },
	{ SYS_unlinkat, "unlinkat" }, { SYS_rmdir, "rmdir" },
	{ SYS_mkdir, "mkdir" }, { SYS_mkdirat, "mkdirat" },
	{ SYS_fsync, "fsync" }, { SYS_fdatasync, "fdatasync" },
	{ SYS_syncfs, "syncfs" }, { SYS_sync, "sync" },
	{ SYS_truncate, "truncate" }, { SYS_ftruncate, "ftruncate" },
	{ SYS_fallocate, "fallocate" }, { SYS_flock, "flock" },
	{ SYS_chmod, "chmod" }, { SYS_fchmod, "fchmod" },
	{ SYS_fchmodat, "fchmodat" }, { SYS_creat, "creat" },
	{ SYS_sendfile, "sendfile" }, { SYS_utimensat, "utimensat" },
	{ SYS_copy_file_range, "copy_file_range" }, { 0, NULL }
};

/* A process of the tree: is it inside a call that was counted? */
struct process {
	pid_t	pid;
	bool	inside;
	bool	chosen;
};

struct tracing {
	enum mode	 mode;
	long		 wanted;
	long		 counted;
	bool		 came;
	struct process	 process[PROCESSES_MAX];
	int		 n_processes;
};

/* The name of the call if it changes anything, else NULL. */
static const char *
changing(const struct user_regs_struct *regs)
{
	const struct call *call;
	long flags = -1;

	if (regs->orig_rax == SYS_openat)
		flags = (long)regs->rdx;
	else if (regs->orig_rax == SYS_open)
		flags = (long)regs->rsi;
	if (flags != -1)
		return (flags & O_ACCMODE) != O_RDONLY ||
		    (flags & (O_CREAT | O_TRUNC)) != 0 ? "open" : NULL;
	for (call = calls; call->name != NULL; call++)
		if ((long)regs->orig_rax == call->number)
			return call->name;
	return NULL;
}

static struct process *
find(struct tracing *t, pid_t pid)
{
	int i;

	for (i = 0; i < t->n_processes; i++)
		if (t->process[i].pid == pid)
			return &t->process[i];
	if (t->n_processes == PROCESSES_MAX)
		return NULL;
	t->process[t->n_processes].pid = pid;
	return &t->process[t->n_processes++];
}

static void
kill_all(struct tracing *t)
{
	int i;

	for (i = 0; i < t->n_processes; i++)
		kill(t->process[i].pid, SIGKILL);
}

/* The call is about to be made. */
static void
enter(struct tracing *t, struct process *process)
{
	struct user_regs_struct regs;
	const char *name;

	if (ptrace(PTRACE_GETREGS, process->pid, NULL, &regs) == -1 ||
	    (name = changing(&regs)) == NULL || ++t->counted != t->wanted)
		return;
	t->came = process->chosen = true;
	fprintf(stderr, "crashat: %s call %ld, %s\n", mode_names[t->mode],
	    t->wanted, name);
	if (t->mode == BEFORE)
		kill_all(t);
	if (t->mode == ENOSPC_MODE || t->mode == EIO_MODE) {
		regs.orig_rax = (unsigned long long)-1;
		ptrace(PTRACE_SETREGS, process->pid, NULL, &regs);
	}
}

/* The call was made, or was not and is to say so. */
static void
leave(struct tracing *t, struct process *process)
{
	struct user_regs_struct regs;

	if (!process->chosen)
		return;
	process->chosen = false;
	if (t->mode == AFTER)
		kill_all(t);
	else if (ptrace(PTRACE_GETREGS, process->pid, NULL, &regs) == 0) {
		regs.rax = (unsigned long long)
		    -(t->mode == EIO_MODE ? EIO : ENOSPC);
		ptrace(PTRACE_SETREGS, process->pid, NULL, &regs);
	}
}

/* See to a process that has stopped; return the signal that it gets. */
static int
stopped(struct tracing *t, struct process *process, int status)
{
	int signal = WSTOPSIG(status);

	if (signal == (SIGTRAP | 0x80)) {
		process->inside = !process->inside;
		if (process->inside)
			enter(t, process);
		else
			leave(t, process);
		return 0;
	}
	/* Stops of ptrace's own: a new child, an exec. */
	return signal == SIGTRAP || signal == SIGSTOP ? 0 : signal;
}

static int
trace(struct tracing *t)
{
	struct process *process;
	int status, signal;
	pid_t pid;

	for (;;) {
		pid = waitpid(-1, &status, __WALL);
		if (pid == -1)
			return errno == ECHILD ? DONE : TROUBLE;
		if (!WIFSTOPPED(status))
			continue;
		process = find(t, pid);
		if (process == NULL)
			return TROUBLE;
		signal = stopped(t, process, status);
		ptrace(PTRACE_SYSCALL, pid, NULL, (void *)(long)signal);
	}
}

static pid_t
start(char **argv)
{
	pid_t pid = fork();

	if (pid != 0)
		return pid;
	if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) == -1)
		_exit(77);
	raise(SIGSTOP);
	execvp(argv[0], argv);
	perror(argv[0]);
	_exit(127);
}

int
main(int argc, char **argv)
{
	struct tracing t = { .wanted = 0 };
	const char *const *name;
	int status;
	pid_t pid;

	if (argc < 4)
		return USAGE;
	for (name = mode_names; *name != NULL; name++)
		if (strcmp(*name, argv[1]) == 0)
			break;
	if (*name == NULL)
		return USAGE;
	t.mode = (enum mode)(name - mode_names);
	t.wanted = atol(argv[2]);
	pid = start(argv + 3);
	if (pid == -1 || waitpid(pid, &status, 0) == -1 ||
	    !WIFSTOPPED(status)) {
		fputs("crashat: nothing can be traced here\n", stderr);
		return 77;
	}
	find(&t, pid);
	if (ptrace(PTRACE_SETOPTIONS, pid, NULL, (void *)(PTRACE_O_EXITKILL |
	    PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
	    PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC)) == -1 ||
	    ptrace(PTRACE_SYSCALL, pid, NULL, NULL) == -1)
		return TROUBLE;
	status = trace(&t);
	if (status != DONE || t.came)
		return status;
	fprintf(stderr, "crashat: %ld calls\n", t.counted);
	return FEWER;
}

#else

int
main(void)
{
	fputs("crashat: not written for this machine\n", stderr);
	return 77;
}

#endif
