// SPDX-License-Identifier: GPL-2.0
/*
 * The process that converts is a child. If libtracecmd dies or hangs there, the conversion
 * is repeated without what follows the last good record of that CPU. Messages and what goes
 * to a pipe are kept until an attempt succeeds, so that none appears twice.
 */
#include "supervise.h"
#include "temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "input.h"

#define SUPERVISE_ATTEMPTS	64
#define SUPERVISE_STUCK		10	/* seconds of CPU time without progress in a library */
#define SUPERVISE_POLL		200	/* ms between two looks */
#define SUPERVISE_STATUS	100	/* is added to the child's exit status */

/* Shared with the child. */
struct supervise_shared {
	struct view_progress progress;
	bool opened;
};

/**
 * struct supervise_state - what is kept between the attempts
 * @what: the conversion
 * @shared: what the child tells
 * @limits: what not to read
 * @nr_limits: of them
 * @errors: file with the messages of the attempt
 * @spool: file for standard output, if that is no file; else -1
 * @begin: offset of standard output, if that is a file
 * @child: process that converts
 * @shown: a line with the progress is on the terminal
 * @stuck: the child was killed as it made no progress
 */
struct supervise_state {
	const struct supervise *what;
	struct supervise_shared *shared;
	struct view_limit limits[SUPERVISE_ATTEMPTS];
	unsigned int nr_limits;
	int errors;
	int spool;
	off_t begin;
	pid_t child;
	bool shown;
	bool stuck;
};

static volatile sig_atomic_t supervise_child;
static volatile sig_atomic_t supervise_signal;

static void supervise_forward(int sig)
{
	supervise_signal = sig;
	if (supervise_child)
		kill(supervise_child, sig);
}

static void supervise_stop(int sig)
{
	source_stop = 1;
}

static void supervise_handle(int sig, void (*handler)(int sig))
{
	struct sigaction action = { .sa_handler = handler };

	sigaction(sig, &action, NULL);
}

static void supervise_limit(int resource, rlim_t max)
{
	struct rlimit limit;

	if (getrlimit(resource, &limit))
		return;
	if (limit.rlim_max < max)
		max = limit.rlim_max;
	limit.rlim_cur = max;
	setrlimit(resource, &limit);
}

static void supervise_run(struct supervise_state *state)
{
	const struct supervise *what = state->what;
	struct supervise_shared *shared = state->shared;
	FILE *null = fopen("/dev/null", "w");
	int status;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	supervise_handle(SIGINT, what->live ? supervise_stop : SIG_DFL);
	supervise_handle(SIGTERM, SIG_DFL);
	supervise_limit(RLIMIT_CORE, 0);
	supervise_limit(RLIMIT_AS, SUPERVISE_MEMORY);
	/* The libraries print to stdout; outputs write to file descriptor 1. */
	if (null)
		stdout = null;
	dup2(state->errors, STDERR_FILENO);
	if (state->spool >= 0)
		dup2(state->spool, STDOUT_FILENO);
	setvbuf(stderr, NULL, _IOLBF, 0);
	status = what->convert(what->arg, state->limits, state->nr_limits, &shared->progress,
			       &shared->opened);
	fflush(stderr);
	/* A sanitizer's exit status is another one. */
	_exit(SUPERVISE_STATUS + status);
}

static void supervise_show(struct supervise_state *state)
{
	const struct view_progress *progress = &state->shared->progress;
	double percent = 100;

	if (state->what->quiet || !isatty(STDERR_FILENO))
		return;
	if (progress->phase < 2 && progress->size)
		percent = 100.0 * progress->done / progress->size;
	fprintf(stderr, "\r%s: %llu records", progress->phase < 2 ? "reading" : "writing",
		(unsigned long long)progress->total);
	if (!state->what->live)
		fprintf(stderr, ", %.0f%%", percent < 100 ? percent : 100);
	fprintf(stderr, "\033[K");
	fflush(stderr);
	state->shown = true;
}

static void supervise_clear(struct supervise_state *state)
{
	if (!state->shown)
		return;
	fprintf(stderr, "\r\033[K");
	fflush(stderr);
	state->shown = false;
}

static bool supervise_in_library(const struct view_progress *progress)
{
	return progress->phase == 0 || (progress->phase == 1 && progress->cpu >= 0);
}

/* Wait for the child; the status as waitpid() has it. */
static int supervise_wait(struct supervise_state *state)
{
	struct view_progress last = state->shared->progress;
	struct timespec now, since = { 0 };
	struct pollfd end = { .events = POLLIN };
	clockid_t clock;
	int status;

	end.fd = syscall(SYS_pidfd_open, state->child, 0);
	for (;;) {
		pid_t got;

		poll(&end, 1, end.fd >= 0 ? SUPERVISE_POLL : 10);
		got = waitpid(state->child, &status, WNOHANG);
		if (got == state->child)
			break;
		if (got < 0 && errno != EINTR) {
			status = 1 << 8;	/* exited with status 1 */
			break;
		}
		supervise_show(state);
		if (clock_getcpuclockid(state->child, &clock) || clock_gettime(clock, &now))
			continue;
		if (memcmp(&last, &state->shared->progress, sizeof(last)) ||
		    state->what->live || !supervise_in_library(&last)) {
			last = state->shared->progress;
			since = now;
		} else if (now.tv_sec - since.tv_sec >= SUPERVISE_STUCK) {
			state->stuck = true;
			kill(state->child, SIGKILL);
		}
	}
	if (end.fd >= 0)
		close(end.fd);
	supervise_clear(state);
	return status;
}

/* Copy a file to standard output; -1 if that fails, which is reported. */
static int supervise_copy(int from)
{
	static char buf[65536];
	off_t at = 0;
	ssize_t got;

	while ((got = pread(from, buf, sizeof(buf), at)) > 0) {
		ssize_t done = 0;

		while (done < got) {
			ssize_t put = write(STDOUT_FILENO, buf + done, got - done);

			if (put < 0 && errno == EINTR)
				continue;
			if (put <= 0) {
				perror("trace-view: standard output");
				return -1;
			}
			done += put;
		}
		at += got;
	}
	return got < 0 ? -1 : 0;
}

/* Print the child's messages; with @ours not what libraries have written. */
static void supervise_errors(struct supervise_state *state, bool ours)
{
	FILE *from = fdopen(dup(state->errors), "r");
	char *line = NULL;
	size_t size = 0;

	if (!from)
		return;
	rewind(from);
	while (getline(&line, &size, from) > 0)
		if (!ours || !strncmp(line, "trace-view: ", 12))
			fputs(line, stderr);
	free(line);
	fclose(from);
}

/* Prepare an attempt: nothing of the previous one remains. */
static int supervise_rewind(struct supervise_state *state)
{
	memset(state->shared, 0, sizeof(*state->shared));
	state->shared->progress.cpu = -1;
	state->stuck = false;
	if (ftruncate(state->errors, 0) || lseek(state->errors, 0, SEEK_SET))
		return -1;
	if (state->what->path)
		return 0;
	if (state->spool >= 0)
		return ftruncate(state->spool, 0) || lseek(state->spool, 0, SEEK_SET) ? -1 : 0;
	if (!state->nr_limits)
		return 0;
	return ftruncate(STDOUT_FILENO, state->begin) ||
	       lseek(STDOUT_FILENO, state->begin, SEEK_SET) < 0 ? -1 : 0;
}

/* Add a limit for the CPU at which the child died; false if that makes no sense. */
static bool supervise_cut(struct supervise_state *state)
{
	const struct view_progress *progress = &state->shared->progress;
	struct view_limit limit = {
		.buffer = progress->buffer,
		.cpu = progress->cpu,
		.records = progress->records,
	};

	if (progress->phase != 1 || progress->cpu < 0 || state->nr_limits == SUPERVISE_ATTEMPTS)
		return false;
	for (unsigned int i = 0; i < state->nr_limits; i++)
		if (state->limits[i].buffer == limit.buffer && state->limits[i].cpu == limit.cpu &&
		    state->limits[i].records <= limit.records)
			return false;
	state->limits[state->nr_limits++] = limit;
	return true;
}

static void supervise_died(struct supervise_state *state, int sig)
{
	const struct view_progress *progress = &state->shared->progress;
	const char *how = state->stuck ? "hangs" : "dies";

	if (progress->phase == 0 && progress->buffer < state->what->nr_inputs)
		fprintf(stderr, "trace-view: %s: libtracecmd %s when it opens the file\n",
			state->what->inputs[progress->buffer].path, how);
	else if (supervise_in_library(progress))
		fprintf(stderr, "trace-view: libtracecmd %s after %llu records, again and again\n",
			how, (unsigned long long)progress->total);
	else
		fprintf(stderr, "trace-view: internal error after %llu records: %s\n",
			(unsigned long long)progress->total, strsignal(sig));
}

/* Remove what was not completed, unless it is a directory or a device. */
static void supervise_remove(const struct supervise_state *state)
{
	struct stat stat;

	if (state->shared->opened && state->what->path &&
	    !lstat(state->what->path, &stat) && S_ISREG(stat.st_mode))
		unlink(state->what->path);
}

static int supervise_attempts(struct supervise_state *state)
{
	for (;;) {
		int status;

		if (supervise_rewind(state)) {
			perror("trace-view: rewind");
			return 1;
		}
		fflush(NULL);
		state->child = fork();
		if (!state->child)
			supervise_run(state);
		if (state->child < 0) {
			perror("trace-view: fork");
			return 1;
		}
		supervise_child = state->child;
		status = supervise_wait(state);
		supervise_child = 0;
		if (WIFEXITED(status)) {
			status = WEXITSTATUS(status) - SUPERVISE_STATUS;
			supervise_errors(state, status >= 0);
			return status;
		}
		if (supervise_signal) {
			supervise_remove(state);
			supervise_handle(supervise_signal, SIG_DFL);
			raise(supervise_signal);
		}
		if (!supervise_cut(state)) {
			supervise_errors(state, supervise_in_library(&state->shared->progress));
			supervise_died(state, WTERMSIG(status));
			return 1;
		}
	}
}

/* Standard output that is a file is written directly. */
static int supervise_stdout(struct supervise_state *state)
{
	struct stat stat;

	state->spool = -1;
	if (state->what->path)
		return 0;
	if (fstat(STDOUT_FILENO, &stat)) {
		perror("trace-view: standard output");
		return -1;
	}
	state->begin = lseek(STDOUT_FILENO, 0, SEEK_CUR);
	if (S_ISREG(stat.st_mode) && state->begin >= 0)
		return 0;
	state->spool = temporary_open();
	if (state->spool < 0)
		perror("trace-view: temporary file");
	return state->spool < 0 ? -1 : 0;
}

int supervise(const struct supervise *what)
{
	struct supervise_state state = { .what = what };
	int status;

	state.shared = mmap(NULL, sizeof(*state.shared), PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	state.errors = memfd_create("trace-view-errors", MFD_CLOEXEC);
	if (state.shared == MAP_FAILED || state.errors < 0) {
		perror("trace-view");
		return 1;
	}
	if (supervise_stdout(&state))
		return 1;
	supervise_handle(SIGINT, supervise_forward);
	supervise_handle(SIGTERM, supervise_forward);
	status = supervise_attempts(&state);
	if (status != 0 && status != 2) {
		status = 1;
		supervise_remove(&state);
	} else if (state.spool >= 0 && supervise_copy(state.spool)) {
		status = 1;
	}
	return status;
}
