// SPDX-License-Identifier: GPL-2.0
/*
 * Directories and files of events and instances that are in use while they are removed.
 *
 *	class_eventfs ROUNDS
 *
 * Prints "ok NAME" or "not ok NAME".
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "class.h"

#define TOP	"/sys/kernel/tracing"
#define SYNTH	TOP "/events/synthetic"
#define EVENT	SYNTH "/going"

static int put(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC), ret;

	if (fd < 0)
		return -1;
	ret = write(fd, text, strlen(text)) < 0 ? -1 : 0;
	close(fd);
	return ret;
}

static int event_make(void)
{
	return put(TOP "/synthetic_events", "going u64 a; char name[16]\n");
}

static int event_remove(void)
{
	return put(TOP "/synthetic_events", "!going\n");
}

static void caches_drop(void)
{
	put("/proc/sys/vm/drop_caches", "2");
}

/* Directories */

static int entries(int fd)
{
	DIR *dir = fdopendir(dup(fd));
	int n = 0;

	if (!dir)
		return -1;
	rewinddir(dir);
	while (readdir(dir))
		n++;
	closedir(dir);
	return n;
}

/* Each position of a directory can be returned to, and names are unique. */
static void positions(const char *path)
{
	static char names[4096][64];
	static long at[4096];
	DIR *dir = opendir(path);
	int n = 0, i, j, wrong = 0, twice = 0;
	struct dirent *entry;

	while (dir && n < 4096) {
		at[n] = telldir(dir);
		entry = readdir(dir);
		if (!entry)
			break;
		snprintf(names[n++], 64, "%.63s", entry->d_name);
	}
	for (i = n - 1; i >= 0; i -= 1 + n / 40) {
		seekdir(dir, at[i]);
		entry = readdir(dir);
		wrong += !entry || strcmp(entry->d_name, names[i]);
		for (j = 0; j < i; j++)
			twice += !strcmp(names[i], names[j]);
	}
	closedir(dir);
	told(n > 2 && !wrong && !twice, "each of the entries of %s is found again at its position",
	     path);
}

static void removed_directory(void)
{
	int dir, file, path, n;
	char buf[PATH_MAX], proc[64];
	struct stat st;

	event_make();
	dir = open(EVENT, O_RDONLY | O_DIRECTORY);
	file = open(EVENT "/format", O_RDONLY);
	path = open(EVENT "/enable", O_PATH);
	told(dir >= 0 && file >= 0 && path >= 0 && !chdir(EVENT), "an event's directory is in use");
	/* Read the first entries only. */
	n = syscall(SYS_getdents64, dir, buf, 64);
	told(n > 0, "its first entries are read");
	told(!event_remove(), "an event whose directory is in use can be removed");
	told(access(EVENT, F_OK) && errno == ENOENT, "its name is gone");
	while ((n = syscall(SYS_getdents64, dir, buf, sizeof(buf))) > 0)
		;
	told(true, "reading the removed directory ends");
	told(open("enable", O_RDWR) < 0 && openat(dir, "enable", O_RDWR) < 0,
	     "no file can be opened in a removed directory");
	told(read(file, buf, sizeof(buf)) < 0 && errno == ENODEV,
	     "an open file of a removed event is not readable");
	snprintf(proc, sizeof(proc), "/proc/self/fd/%d", path);
	n = open(proc, O_RDWR);
	told(n < 0, "a path to a removed file cannot be opened");
	told(!fstat(dir, &st) && !fstat(path, &st), "removed files have attributes");
	syscall(SYS_getcwd, buf, sizeof(buf));
	access("..", F_OK);
	caches_drop();
	told(!event_make(), "the event can be created again");
	told(open("enable", O_RDWR) < 0, "the old directory does not show the new event");
	told(open(EVENT "/enable", O_RDWR) >= 0, "the new directory does");
	told(mkdirat(dir, "x", 0755) < 0 && unlinkat(dir, "enable", 0) < 0 &&
	     linkat(dir, "enable", AT_FDCWD, SYNTH "/x", 0) < 0 &&
	     renameat(dir, "enable", AT_FDCWD, SYNTH "/x") < 0 &&
	     symlinkat("x", dir, "y") < 0 && mknodat(dir, "z", 0600, 0) < 0,
	     "a removed directory cannot be changed");
	told(!chdir("/"), "the removed directory is left");
	close(dir);
	close(file);
	close(path);
	event_remove();
	caches_drop();
}

static void try_mounts(void)
{
	int dir;

	event_make();
	mkdir("/tmp/event", 0755);
	told(!mount(EVENT, "/tmp/event", NULL, MS_BIND, NULL), "an event's directory is mounted");
	told(!mount("tmpfs", EVENT, "tmpfs", 0, NULL), "a file system is mounted on it");
	dir = open(EVENT, O_RDONLY | O_DIRECTORY);
	told(!event_remove(), "an event with mounts can be removed");
	told(open("/tmp/event/enable", O_RDWR) < 0, "its files cannot be opened through a mount");
	told(access(EVENT, F_OK), "the mount on it is gone");
	told(entries(dir) >= 0, "the directory mounted on it is kept by an open file");
	close(dir);
	umount2(EVENT, MNT_DETACH);
	told(!umount2("/tmp/event", 0), "the mount of it can be removed");
	rmdir("/tmp/event");
}

static void try_watches(void)
{
	int watch = inotify_init1(IN_NONBLOCK);
	char buf[4096];

	event_make();
	told(inotify_add_watch(watch, EVENT, IN_ALL_EVENTS) >= 0 &&
	     inotify_add_watch(watch, EVENT "/enable", IN_ALL_EVENTS) >= 0,
	     "an event is watched by inotify");
	told(!event_remove(), "a watched event can be removed");
	caches_drop();
	while (read(watch, buf, sizeof(buf)) > 0)
		;
	close(watch);
	told(!event_make() && !event_remove(), "the event comes and goes after the watch");
}

/* The same for an instance: its directory does not hold it, but an open file does. */
static void try_instances(void)
{
	int dir, event;
	char buf[PATH_MAX];

	mkdir(TOP "/instances/going", 0755);
	dir = open(TOP "/instances/going", O_RDONLY | O_DIRECTORY);
	event = open(TOP "/instances/going/events/sched", O_RDONLY | O_DIRECTORY);
	told(dir >= 0 && event >= 0 && !chdir(TOP "/instances/going/events"),
	     "an instance's directories are in use");
	told(syscall(SYS_getdents64, dir, buf, 64) > 0, "the first entries are read");
	told(!rmdir(TOP "/instances/going"), "the instance can be removed");
	told(openat(dir, "trace", O_RDONLY) < 0 && openat(event, "enable", O_RDONLY) < 0 &&
	     open("enable", O_RDONLY) < 0, "no file of it can be opened");
	while (syscall(SYS_getdents64, dir, buf, sizeof(buf)) > 0)
		;
	told(!mkdir(TOP "/instances/going", 0755) && !rmdir(TOP "/instances/going"),
	     "an instance of the same name comes and goes");
	told(!chdir("/"), "the removed instance is left");
	close(dir);
	close(event);
}

/* Walks on all levels while events and instances come and go */

static volatile bool over;
static long seen;

static void walk(const char *path, int depth)
{
	DIR *dir = opendir(path);
	struct dirent *entry;
	struct stat st;

	while (dir && !over && (entry = readdir(dir))) {
		char below[PATH_MAX];
		int fd;

		if (*entry->d_name == '.')
			continue;
		__atomic_add_fetch(&seen, 1, __ATOMIC_RELAXED);
		snprintf(below, sizeof(below), "%s/%s", path, entry->d_name);
		if (entry->d_type == DT_DIR && depth) {
			walk(below, depth - 1);
			continue;
		}
		fstatat(dirfd(dir), entry->d_name, &st, 0);
		if (strstr(below, "trace_pipe"))
			continue;
		fd = openat(dirfd(dir), entry->d_name, O_RDONLY | O_NONBLOCK);
		if (fd >= 0) {
			if (read(fd, below, 64) < 0)
				sched_yield();
			close(fd);
		}
		if (seen % 5 == 0)
			fchownat(dirfd(dir), entry->d_name, 0, seen % 2, 0);
		if (seen % 7 == 0)
			fchmodat(dirfd(dir), entry->d_name, 0640, 0);
	}
	if (dir)
		closedir(dir);
}

static void *walker(void *path)
{
	while (!over) {
		walk(path, 1);
		sched_yield();
	}
	return NULL;
}

static void *dropper(void *arg)
{
	while (!over) {
		caches_drop();
		usleep(20000);
	}
	return arg;
}

static void together(int rounds)
{
	static const char * const paths[] = {
		SYNTH, EVENT, TOP "/instances/raced/options", TOP "/instances/raced/events/sched",
	};
	pthread_t threads[5];
	int i, made = 0, removed = 0;

	for (i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, walker, (void *)paths[i]);
	pthread_create(&threads[4], NULL, dropper, NULL);
	for (i = 0; i < rounds; i++) {
		made += !event_make();
		if (i % 4 == 0 && mkdir(TOP "/instances/raced", 0755) && errno != EEXIST)
			failed++;
		/* An open file of the event or the instance delays the removal. */
		sched_yield();
		while (event_remove() && errno == EBUSY)
			sched_yield();
		removed += access(EVENT, F_OK) != 0;
		if (i % 4 == 3)
			rmdir(TOP "/instances/raced");
	}
	over = true;
	for (i = 0; i < 5; i++)
		pthread_join(threads[i], NULL);
	rmdir(TOP "/instances/raced");
	printf("# %d rounds, %ld entries seen\n", rounds, seen);
	told(made == rounds && removed == rounds, "an event comes and goes under walks");
	told(access(TOP "/instances/raced", F_OK), "an instance comes and goes under walks");
}

int main(int argc, char **argv)
{
	if (argc < 2)
		return 2;
	/* 4 stands for: without messages. */
	put("/proc/sys/vm/drop_caches", "4");
	positions(TOP);
	positions(TOP "/events");
	positions(TOP "/events/sched");
	positions(TOP "/events/sched/sched_switch");
	removed_directory();
	try_mounts();
	try_watches();
	try_instances();
	together(atoi(argv[1]));
	return failed != 0;
}
