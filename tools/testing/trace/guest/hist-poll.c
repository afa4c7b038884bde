// SPDX-License-Identifier: GPL-2.0
/*
 * hist-poll STEP...: test poll(2) and epoll_wait(2) on the file hist of an event. The
 * steps are executed in order, and each poll prints the returned events:
 *
 *   open=N:FILE write=N:FILE close=N  file number N, for reading or for writing
 *   read=N          read from the start to the end
 *   byte=N          read one byte from the start
 *   rest=N          read from the file position to the end
 *   poll=N:EVENTS   poll without waiting; EVENTS are letters: i (POLLIN), p (POLLPRI),
 *                   o (POLLOUT), n (POLLRDNORM), or "-" for none
 *   wait=N:EVENTS   poll until an event is found; SIGALRM ends the program after one minute
 *                   (a poll with timeout would find an event without a wake-up, because
 *                   the file is checked again after the timeout)
 *   short=N:EVENTS  poll for at most half a second
 *   level=N:EVENTS edge=N:EVENTS  add the file to the epoll instance
 *   again=N:EVENTS  add the file with EPOLLONESHOT; renew=N:EVENTS arms the file again
 *   epoll           epoll_wait() without waiting; epwait and epshort as wait and short
 *   hit=COUNT[:FD]  lseek() on descriptor FD, which is not open (default 1000)
 *   keys=FROM:TO    lseek() on each descriptor of the range
 *   echo=FILE:TEXT  append TEXT to a file; print the error, if any
 *   mkdir=DIR rmdir=DIR
 *   soon{ STEP... }  a child executes the steps after 0.2 seconds and prints nothing
 *   join            wait for the child
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define LONG_MS		-1
#define LIMIT_S		300
#define SHORT_MS	500

static int files[8], ep = -1;
static int quiet;

static void say(const char *step, const char *what)
{
	if (!quiet)
		printf("%s: %s\n", step, what);
}

static void say_error(const char *step)
{
	say(step, strerrorname_np(errno));
}

static int file_of(const char *arg)
{
	return files[atoi(arg) % 8];
}

static unsigned int events_of(const char *arg)
{
	unsigned int events = 0;
	const char *c = strchr(arg, ':');

	for (; c && *c; c++)
		events |= *c == 'i' ? POLLIN : *c == 'p' ? POLLPRI :
			  *c == 'o' ? POLLOUT : *c == 'n' ? POLLRDNORM : 0;
	return events;
}

static void do_open(const char *step, const char *arg, int flags)
{
	int *file = &files[atoi(arg) % 8];

	*file = open(strchr(arg, ':') + 1, flags);
	if (*file < 0)
		say_error(step);
}

static void do_read(const char *step, const char *arg, int rewind, size_t most)
{
	char buf[4096];
	ssize_t got;

	if (rewind)
		lseek(file_of(arg), 0, SEEK_SET);
	do {
		got = read(file_of(arg), buf, most < sizeof(buf) ? most : sizeof(buf));
	} while (got > 0 && most > 1);
	if (got < 0)
		say_error(step);
}

/* Whether the child has ended, or there is none. It stays for "join". */
static int child_ended(void)
{
	siginfo_t info = {};

	return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) || info.si_pid;
}

/* Whether a wait of @ms is the last one: what a child does is waited for until it ends. */
static int last_wait(int ms)
{
	return ms != SHORT_MS || child_ended();
}

static void do_poll(const char *step, const char *arg, int ms)
{
	struct pollfd pfd = { .fd = file_of(arg), .events = events_of(arg) };
	int found, last;
	char text[32];

	do {
		last = last_wait(ms);
		found = poll(&pfd, 1, ms);
	} while (!found && !last);
	if (found < 0) {
		say_error(step);
		return;
	}
	snprintf(text, sizeof(text), "%#x", pfd.revents);
	say(step, text);
}

static void do_add(const char *step, const char *arg, unsigned int flags, int op)
{
	struct epoll_event event = { .events = events_of(arg) | flags };

	if (ep < 0)
		ep = epoll_create1(0);
	if (epoll_ctl(ep, op, file_of(arg), &event))
		say_error(step);
}

static void do_epoll(const char *step, int ms)
{
	struct epoll_event event = {};
	int found, last;
	char text[32];

	do {
		last = last_wait(ms);
		found = epoll_wait(ep, &event, 1, ms);
	} while (!found && !last);
	snprintf(text, sizeof(text), "%d %#x", found, event.events);
	say(step, text);
}

static void hit(int count, int fd)
{
	while (count--)
		syscall(SYS_lseek, fd, 0, 0);
}

static void do_echo(const char *step, const char *arg)
{
	const char *text = strchr(arg, ':');
	char name[256];
	int fd;

	snprintf(name, sizeof(name), "%.*s", (int)(text - arg), arg);
	fd = open(name, O_WRONLY | O_APPEND);
	if (fd < 0 || write(fd, text + 1, strlen(text + 1)) < 0)
		say_error(step);
	close(fd);
}

static void do_dir(const char *step, const char *arg, int make)
{
	if (make ? mkdir(arg, 0755) : rmdir(arg))
		say_error(step);
}

/* True if @step has this name. */
static int is(const char *step, const char *name)
{
	size_t len = strlen(name);

	return !strncmp(step, name, len) && (!step[len] || step[len] == '=');
}

static void do_step(char *step)
{
	const char *arg = strchr(step, '=') ? strchr(step, '=') + 1 : NULL;
	const char *colon = arg ? strchr(arg, ':') : NULL;
	int i;

	if (is(step, "open"))
		do_open(step, arg, O_RDONLY);
	else if (is(step, "write"))
		do_open(step, arg, O_WRONLY);
	else if (is(step, "close"))
		close(file_of(arg));
	else if (is(step, "read"))
		do_read(step, arg, 1, SIZE_MAX);
	else if (is(step, "byte"))
		do_read(step, arg, 1, 1);
	else if (is(step, "rest"))
		do_read(step, arg, 0, SIZE_MAX);
	else if (is(step, "poll"))
		do_poll(step, arg, 0);
	else if (is(step, "wait"))
		do_poll(step, arg, LONG_MS);
	else if (is(step, "short"))
		do_poll(step, arg, SHORT_MS);
	else if (is(step, "level"))
		do_add(step, arg, 0, EPOLL_CTL_ADD);
	else if (is(step, "edge"))
		do_add(step, arg, EPOLLET, EPOLL_CTL_ADD);
	else if (is(step, "again"))
		do_add(step, arg, EPOLLONESHOT, EPOLL_CTL_ADD);
	else if (is(step, "renew"))
		do_add(step, arg, EPOLLONESHOT, EPOLL_CTL_MOD);
	else if (is(step, "epoll"))
		do_epoll(step, 0);
	else if (is(step, "epwait"))
		do_epoll(step, LONG_MS);
	else if (is(step, "epshort"))
		do_epoll(step, SHORT_MS);
	else if (is(step, "hit"))
		hit(atoi(arg), colon ? atoi(colon + 1) : 1000);
	else if (is(step, "keys"))
		for (i = atoi(arg); i < atoi(colon + 1); i++)
			hit(1, i);
	else if (is(step, "echo"))
		do_echo(step, arg);
	else if (is(step, "mkdir") || is(step, "rmdir"))
		do_dir(step, arg, is(step, "mkdir"));
	else if (is(step, "join"))
		wait(NULL);
	else
		say(step, "what?");
}

int main(int argc, char **argv)
{
	int i, in_child = 0;

	setvbuf(stdout, NULL, _IOLBF, 0);
	alarm(LIMIT_S);
	for (i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "soon{")) {
			if (!fork()) {
				quiet = 1;
				in_child = 1;
				usleep(200000);
				continue;
			}
			while (i < argc && strcmp(argv[i], "}"))
				i++;
		} else if (!strcmp(argv[i], "}") && in_child) {
			_exit(0);
		} else {
			do_step(argv[i]);
		}
	}
	return 0;
}
