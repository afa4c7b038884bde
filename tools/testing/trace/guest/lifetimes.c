// SPDX-License-Identifier: GPL-2.0
/*
 * Control files that are open while their object is removed.
 *
 *	lifetimes rmdir DIR		rmdir of an instance while one of its files is open
 *	lifetimes race DIR ROUNDS	opens race with rmdir
 *	lifetimes gone FILE... -- COMMAND	files that stay open during a command
 *	lifetimes opens DIR SECONDS COMMAND	opens race with a repeated command
 *	lifetimes polls			pollers of a spare ring buffer that is removed
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define TOP	"/sys/kernel/tracing/"
#define PAGE	4096UL

static void die(const char *what)
{
	perror(what);
	exit(2);
}

/* The name of errno, or "ok". */
static const char *word(long ret)
{
	return ret < 0 ? strerrorname_np(errno) : "ok";
}

static int put(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY), bad;

	if (fd < 0)
		return -1;
	bad = write(fd, text, strlen(text)) < 0;
	close(fd);
	return bad ? -1 : 0;
}

/* Open for reading and writing, else for reading, else for writing, never truncating. */
static int open_any(const char *path)
{
	int fd = open(path, O_RDWR | O_NONBLOCK);

	/* trace_pipe has only one reader: do not open it again after EBUSY. */
	if (fd < 0 && (errno == EACCES || errno == EPERM || errno == EINVAL))
		fd = open(path, O_RDONLY | O_NONBLOCK);
	if (fd < 0 && errno != EBUSY && errno != ENOENT)
		fd = open(path, O_WRONLY | O_NONBLOCK);
	return fd;
}

/* Files in and below a directory. */
struct names {
	char	*name[4096];
	int	count;
};

/* Select the files of one CPU, one system and one event, which represent all others. */
static bool is_wanted(const char *path)
{
	static const char * const ways[][2] = {
		{ "/per_cpu/", "cpu0" }, { "/events/", "sched" },
		{ "/events/sched/", "sched_switch" },
	};
	unsigned int i;

	for (i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		const char *at = strstr(path, ways[i][0]);
		const char *name = at ? at + strlen(ways[i][0]) : NULL;
		size_t len = name ? strcspn(name, "/") : 0;

		/* Files directly in these directories are selected. */
		if (name && name[len] && (len != strlen(ways[i][1]) ||
					  strncmp(name, ways[i][1], len)))
			return false;
	}
	return true;
}

static void find(struct names *names, const char *dir)
{
	struct dirent **list;
	int i, n = scandir(dir, &list, NULL, alphasort);

	for (i = 0; i < n; i++) {
		bool below = list[i]->d_type == DT_DIR;
		char path[PATH_MAX];

		if (*list[i]->d_name == '.')
			continue;
		/* is_wanted() needs a trailing slash to recognize a directory. */
		snprintf(path, sizeof(path), "%s/%s%s", dir, list[i]->d_name,
			 below ? "/" : "");
		if (is_wanted(path) && below) {
			path[strlen(path) - 1] = '\0';
			find(names, path);
		} else if (is_wanted(path) && names->count < 4096) {
			names->name[names->count++] = strdup(path);
		}
		free(list[i]);
	}
	if (n >= 0)
		free(list);
}

/* All operations on an open file. Print the results if @say. */
static void use(int fd, const char *name, bool say)
{
	char buf[8192];
	struct pollfd pfd = { .fd = fd, .events = POLLIN };
	const char *got, *put_, *sought;
	int pipes[2];
	void *map;

	got = word(read(fd, buf, sizeof(buf)));
	put_ = word(write(fd, "0\n", 2));
	sought = word(lseek(fd, 0, SEEK_SET));
	poll(&pfd, 1, 0);
	ioctl(fd, 0, 0);
	if (!pipe(pipes)) {
		splice(fd, NULL, pipes[1], NULL, PAGE, SPLICE_F_NONBLOCK);
		close(pipes[0]);
		close(pipes[1]);
	}
	map = mmap(NULL, PAGE, PROT_READ, MAP_SHARED, fd, 0);
	if (map != MAP_FAILED) {
		ioctl(fd, _IO('R', 0x20), 0);
		munmap(map, PAGE);
	}
	if (say)
		printf("%s: read %s, write %s, seek %s\n", name, got, put_, sought);
}

/* For each file, print whether the instance can be removed while the file is open. */
static int each_file(const char *dir)
{
	struct names names = {};
	int i, fd, gone;

	mkdir(dir, 0755);
	find(&names, dir);
	for (i = 0; i < names.count; i++) {
		const char *name = names.name[i] + strlen(dir) + 1;

		mkdir(dir, 0755);
		fd = open_any(names.name[i]);
		if (fd < 0) {
			printf("%s: %s\n", name, word(fd));
			continue;
		}
		gone = !rmdir(dir);
		if (!gone && errno != EBUSY)
			die("rmdir");
		printf("%s: %s\n", name, gone ? "goes" : "stays");
		if (gone)
			use(fd, name, true);
		close(fd);
	}
	if (rmdir(dir) && errno != ENOENT)
		die("rmdir at last");
	return 0;
}

/* Opens race with rmdir */

static const char *race_dir;
static volatile bool race_over;

/* Contend for the locks that a removal takes. */
static void *race_switch(void *data)
{
	(void)data;
	while (!race_over) {
		put(TOP "events/syscalls/enable", "1");
		put(TOP "events/syscalls/enable", "0");
	}
	return NULL;
}

struct race {
	const char	*path;
	int		delay;	/* in us */
	int		fd;
	volatile bool	done;
};

static void *race_open(void *data)
{
	struct race *race = data;

	/* Open while the removal is waiting for its locks. */
	usleep(race->delay);
	do {
		race->fd = open_any(race->path);
		if (race->fd >= 0)
			break;
		sched_yield();
	} while (!race->done && (errno == ENODEV || errno == EBUSY || errno == ENXIO));
	return NULL;
}

/* Return true if the file could be opened and the instance was removed. */
static bool race_once(const char *path, int delay)
{
	struct race race = { .path = path, .delay = delay, .fd = -1 };
	pthread_t thread;
	int ret;

	if (mkdir(race_dir, 0755) && errno != EEXIST)
		die("mkdir");
	if (pthread_create(&thread, NULL, race_open, &race))
		die("thread");
	do {
		ret = rmdir(race_dir);
		/* The other thread has the file open. */
		if (ret && errno == EBUSY && race.fd >= 0)
			break;
	} while (ret && errno == EBUSY);
	race.done = true;
	pthread_join(thread, NULL);
	if (race.fd >= 0) {
		use(race.fd, path, false);
		close(race.fd);
	}
	return !ret && race.fd >= 0;
}

/* Most files of an event do not keep the instance; they return ENODEV afterwards. */
static bool keeps_instance(const char *path)
{
	const char *name = strrchr(path, '/') + 1;

	return !strstr(path, "/events/sched/sched_switch/") || !strcmp(name, "enable");
}

static int race(const char *dir, int rounds)
{
	struct names names = {};
	int i, opened = 0, outlived = 0;
	pthread_t thread;

	race_dir = dir;
	mkdir(dir, 0755);
	find(&names, dir);
	if (pthread_create(&thread, NULL, race_switch, NULL))
		die("thread");
	for (i = 0; i < rounds; i++) {
		const char *path = names.name[(i * 37L) % names.count];

		if (race_once(path, i % 8 * 2000) && keeps_instance(path)) {
			outlived++;
			printf("%s outlived its instance\n", path);
		}
		opened++;
	}
	race_over = true;
	pthread_join(thread, NULL);
	rmdir(dir);
	printf("%d rounds, %d outlived\n", opened, outlived);
	return outlived ? 1 : 0;
}

/* Files that stay open during a command */

static int gone(int argc, char **argv)
{
	int i, fds[64], n = 0;

	for (; n < argc && n < 64 && strcmp(argv[n], "--"); n++) {
		fds[n] = open_any(argv[n]);
		if (fds[n] < 0)
			printf("%s: %s\n", argv[n], word(-1));
	}
	if (n + 1 >= argc)
		exit(2);
	printf("command: %d\n", system(argv[n + 1]));
	for (i = 0; i < n; i++) {
		if (fds[i] < 0)
			continue;
		use(fds[i], argv[i], true);
		close(fds[i]);
	}
	return 0;
}

/* Opens race with a repeated command */

static void *opens_loop(void *data)
{
	static const char * const names[] = {
		"enable", "filter", "format", "id", "trigger", "hist", "../enable",
		"../filter",
	};
	unsigned int i = 0;

	while (!race_over) {
		char path[PATH_MAX];
		int fd;

		snprintf(path, sizeof(path), "%s/%s", (char *)data,
			 names[i++ % (sizeof(names) / sizeof(names[0]))]);
		fd = open_any(path);
		if (fd < 0) {
			sched_yield();
			continue;
		}
		use(fd, path, false);
		sched_yield();
		use(fd, path, false);
		close(fd);
	}
	return NULL;
}

static int opens(char *dir, int seconds, const char *command)
{
	time_t end = time(NULL) + seconds;
	pthread_t threads[2];
	int i, status = 0;

	for (i = 0; i < 2; i++) {
		if (pthread_create(&threads[i], NULL, opens_loop, dir))
			die("thread");
	}
	while (!status && time(NULL) < end)
		status = system(command);
	race_over = true;
	for (i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	printf("command: %d\n", status);
	return status ? 1 : 0;
}

/* Pollers of a spare ring buffer that is removed */

#define SPARE	TOP "per_cpu/cpu0/snapshot_raw"

static void spare(const char *command)
{
	if (put(TOP "snapshot", command))
		die("snapshot");
}

/* Allocate a spare ring buffer without records. */
static void spare_new(void)
{
	close(open(TOP "trace", O_WRONLY | O_TRUNC));
	spare("0");
	spare("1");
}

/* Write a record on the CPU of SPARE. */
static void mark(void)
{
	cpu_set_t cpus;

	CPU_ZERO(&cpus);
	CPU_SET(0, &cpus);
	if (sched_setaffinity(0, sizeof(cpus), &cpus))
		die("affinity");
	if (put(TOP "trace_marker", "for the spare ring\n"))
		die("marker");
}

static int tests, failed;

static void told(const char *what, bool ok)
{
	printf("%s %d %s\n", ok ? "ok" : "not ok", ++tests, what);
	fflush(stdout);
	failed += !ok;
}

static int poll_epoll(int fd)
{
	struct epoll_event event = { .events = EPOLLIN };
	int ep = epoll_create1(0);

	if (ep < 0 || epoll_ctl(ep, EPOLL_CTL_ADD, fd, &event))
		die("epoll");
	return ep;
}

static int poll_ready(int ep, int ms)
{
	struct epoll_event event;

	return epoll_wait(ep, &event, 1, ms);
}

/* epoll before the first spare ring buffer, after its removal, and with the next one. */
static void polls_epoll(void)
{
	int fd, ep;

	spare("0");
	fd = open(SPARE, O_RDONLY | O_NONBLOCK);
	ep = poll_epoll(fd);
	poll_ready(ep, 0);
	spare_new();
	poll_ready(ep, 0);
	mark();
	spare("1");
	told("epoll that began without a spare ring buffer reports records",
	     poll_ready(ep, 20000) == 1);
	close(ep);
	close(fd);

	spare_new();
	fd = open(SPARE, O_RDONLY | O_NONBLOCK);
	ep = poll_epoll(fd);
	poll_ready(ep, 0);
	spare("0");
	poll_ready(ep, 0);
	spare_new();
	poll_ready(ep, 0);
	mark();
	spare("1");
	told("epoll reports records in the next spare ring buffer",
	     poll_ready(ep, 20000) == 1);
	/* Closing a duplicate does not end the epoll watch of the file. */
	close(dup(fd));
	spare("0");
	poll_ready(ep, 0);
	close(fd);
	close(ep);
	told("epoll and its file are closed", true);
}

struct waiter {
	pthread_t	thread;
	int		fd;
	int		how;
	volatile int	ret;
	volatile short	revents;
};

enum { WAIT_POLL, WAIT_PPOLL, WAIT_READ, WAIT_HOWS };
static const char * const wait_names[] = { "poll", "ppoll", "read" };

static void *wait_thread(void *data)
{
	struct timespec limit = { .tv_sec = 20 };
	struct waiter *w = data;
	struct pollfd pfd = { .fd = w->fd, .events = POLLIN };
	sigset_t none;
	char buf[PAGE];

	sigemptyset(&none);
	switch (w->how) {
	case WAIT_POLL:
		w->ret = poll(&pfd, 1, 20000);
		break;
	case WAIT_PPOLL:
		w->ret = ppoll(&pfd, 1, &limit, &none);
		break;
	case WAIT_READ:
		w->ret = read(w->fd, buf, sizeof(buf)) == sizeof(buf);
		break;
	}
	w->revents = pfd.revents;
	return NULL;
}

static void got_alarm(int signal)
{
	(void)signal;
}

static void polls_wait(int how, const char *text)
{
	struct sigaction act = { .sa_handler = got_alarm };
	struct waiter w = { .how = how };
	char name[100];

	spare_new();
	w.fd = open(SPARE, O_RDONLY);
	if (pthread_create(&w.thread, NULL, wait_thread, &w))
		die("thread");
	usleep(100000);
	spare("0");
	usleep(100000);
	spare_new();
	usleep(100000);
	mark();
	spare("1");
	/* A read that is not woken up is interrupted by a signal and fails the test. */
	sigaction(SIGUSR1, &act, NULL);
	if (how == WAIT_READ) {
		int i;

		for (i = 0; i < 200 && !w.ret; i++)
			usleep(100000);
		if (!w.ret)
			pthread_kill(w.thread, SIGUSR1);
	}
	pthread_join(w.thread, NULL);
	snprintf(name, sizeof(name), "%s %s", wait_names[how], text);
	told(name, w.ret == 1);
	close(w.fd);
}

/* Three threads use ioctl, read and poll while the spare ring buffer is replaced. */
static void *look_thread(void *data)
{
	struct waiter *w = data;
	char buf[PAGE];

	while (!race_over) {
		struct pollfd pfd = { .fd = w->fd, .events = POLLIN };

		if (w->how == 0)
			ioctl(w->fd, 0, 0);
		else if (w->how == 1)
			read(w->fd, buf, sizeof(buf));
		else
			poll(&pfd, 1, 1);
	}
	return NULL;
}

static void polls_together(void)
{
	struct waiter w[3];
	int i, fd;

	/* It is allocated a hundred times, which is slow if it is large. */
	put(TOP "buffer_size_kb", "16");
	fd = open(SPARE, O_RDONLY | O_NONBLOCK);
	for (i = 0; i < 3; i++) {
		w[i] = (struct waiter) { .fd = fd, .how = i };
		if (pthread_create(&w[i].thread, NULL, look_thread, &w[i]))
			die("thread");
	}
	for (i = 0; i < 100; i++) {
		spare_new();
		mark();
		spare("1");
		usleep(1000);
		spare("0");
	}
	race_over = true;
	for (i = 0; i < 3; i++)
		pthread_join(w[i].thread, NULL);
	close(fd);
	put(TOP "buffer_size_kb", "1408");
	told("three threads and one file while the spare ring buffer is replaced", true);
}

/* All files in one epoll instance while the instance's settings change. */
static void polls_every(void)
{
	static const char * const files[] = {
		"trace_pipe", "per_cpu/cpu0/trace_pipe_raw", "per_cpu/cpu0/snapshot_raw",
		"tracing_max_latency", "snapshot", "trace", "buffer_percent",
	};
	static const char * const changes[][2] = {
		{ "snapshot", "1" }, { "snapshot", "0" }, { "buffer_size_kb", "64" },
		{ "trace_clock", "mono" }, { "buffer_subbuf_size_kb", "8" },
		{ "snapshot", "1" }, { "buffer_subbuf_size_kb", "4" },
		{ "trace_clock", "local" }, { "snapshot", "0" },
	};
	const char *dir = TOP "instances/polled";
	int ep = epoll_create1(0), fds[8];
	unsigned int i, n = 0;
	char path[200];

	mkdir(dir, 0755);
	for (i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		struct epoll_event event = { .events = EPOLLIN | EPOLLPRI };

		snprintf(path, sizeof(path), "%s/%s", dir, files[i]);
		fds[n] = open(path, O_RDONLY | O_NONBLOCK);
		if (fds[n] < 0)
			continue;
		/* Files that cannot be polled are rejected here. */
		epoll_ctl(ep, EPOLL_CTL_ADD, fds[n++], &event);
	}
	for (i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
		struct epoll_event event[8];

		snprintf(path, sizeof(path), "%s/%s", dir, changes[i][0]);
		put(path, changes[i][1]);
		epoll_wait(ep, event, 8, 0);
	}
	told("an instance whose files are polled cannot be removed", rmdir(dir) && errno == EBUSY);
	while (n--)
		close(fds[n]);
	told("the instance can be removed when its files are closed", !rmdir(dir));
	close(ep);
}

static int polls(void)
{
	put(TOP "buffer_percent", "0");
	polls_epoll();
	polls_wait(WAIT_POLL, "reports records of the next spare ring buffer");
	polls_wait(WAIT_PPOLL, "reports records of the next spare ring buffer");
	polls_wait(WAIT_READ, "gets records of the next spare ring buffer");
	polls_every();
	polls_together();
	spare("0");
	put(TOP "buffer_percent", "50");
	return failed ? 1 : 0;
}

int main(int argc, char **argv)
{
	setvbuf(stdout, NULL, _IOLBF, 0);
	if (argc == 3 && !strcmp(argv[1], "rmdir"))
		return each_file(argv[2]);
	if (argc == 4 && !strcmp(argv[1], "race"))
		return race(argv[2], atoi(argv[3]));
	if (argc > 3 && !strcmp(argv[1], "gone"))
		return gone(argc - 2, argv + 2);
	if (argc == 5 && !strcmp(argv[1], "opens"))
		return opens(argv[2], atoi(argv[3]), argv[4]);
	if (argc == 2 && !strcmp(argv[1], "polls"))
		return polls();
	fprintf(stderr, "lifetimes: no such mode\n");
	return 2;
}
