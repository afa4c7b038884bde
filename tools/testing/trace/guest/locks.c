// SPDX-License-Identifier: GPL-2.0
/*
 * Operations that take the locks of tracing: mappings of a ring buffer, readers of text
 * with the names of user-space objects, clocks, tracers, PID lists, perf and CPU hotplug.
 * Each operation runs alone first, so that lockdep records its lock order, then all run
 * concurrently for SECONDS.
 *
 *	locks SECONDS
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <linux/trace_mmap.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "number.h"

#define TOP	"/sys/kernel/tracing/"
#define DIR	TOP "instances/locks/"
#define CPU1	"/sys/devices/system/cpu/cpu1/online"
#define PAGE	4096UL

static volatile bool over;

static int put(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY), bad;

	if (fd < 0)
		return -1;
	bad = write(fd, text, strlen(text)) < 0;
	close(fd);
	return bad ? -1 : 0;
}

static void need(int bad, const char *what)
{
	if (!bad)
		return;
	perror(what);
	exit(2);
}

/* Each operation returns the number of successful steps; 0 is an error of the test. */

/* Unpopulated memory: the kernel takes mmap_lock when copying to it. */
static void *fresh(size_t bytes)
{
	void *mem = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	need(mem == MAP_FAILED, "mmap");
	return mem;
}

static int map_one(const char *path)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK), did = 0;
	char *map, *moved;
	pid_t pid;

	need(fd < 0, path);
	map = mmap(NULL, 2 * PAGE, PROT_READ, MAP_SHARED, fd, 0);
	if (map != MAP_FAILED) {
		/* The meta page and the first sub-buffer are faulted in. */
		did = ((volatile char *)map)[0] + ((volatile char *)map)[PAGE] != 1;
		ioctl(fd, TRACE_MMAP_IOCTL_GET_READER, 0);
		pid = fork();
		if (!pid)
			_exit(0);
		waitpid(pid, NULL, 0);
		moved = mremap(map, 2 * PAGE, 2 * PAGE, MREMAP_MAYMOVE | MREMAP_FIXED,
			       fresh(2 * PAGE));
		munmap(moved == MAP_FAILED ? map : moved, 2 * PAGE);
	} else if (errno == EBUSY) {
		did = 1;
	}
	close(fd);
	return did;
}

static int maps(void)
{
	return map_one(DIR "per_cpu/cpu0/trace_pipe_raw") +
	       map_one(TOP "per_cpu/cpu0/trace_pipe_raw");
}

static int read_one(const char *path)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK), did = 0;
	void *mem;
	int i;

	if (fd < 0)
		return errno == EBUSY;
	for (i = 0; i < 20 && !over; i++) {
		mem = fresh(4 * PAGE);
		did += read(fd, mem, 4 * PAGE) >= 0 || errno == EAGAIN;
		munmap(mem, 4 * PAGE);
	}
	close(fd);
	return did;
}

/* Read text with user stacks, whole pages and snapshots. */
static int reads(void)
{
	return read_one(DIR "trace_pipe") + read_one(DIR "trace") +
	       read_one(DIR "per_cpu/cpu0/trace_pipe_raw") +
	       read_one(DIR "per_cpu/cpu0/snapshot_raw") +
	       read_one(DIR "snapshot");
}

static int sets(void)
{
	char *text = memcpy(fresh(PAGE), "1 2 3", 6);
	int did = 0;

	did += !put(DIR "trace_clock", "mono");
	did += !put(DIR "trace_clock", "local");
	did += !put(DIR "buffer_size_kb", "128") || errno == EBUSY;
	did += !put(DIR "buffer_size_kb", "64") || errno == EBUSY;
	did += !put(DIR "snapshot", "1") || errno == EBUSY;
	did += !put(DIR "snapshot", "0") || errno == EBUSY;
	did += !put(DIR "set_event_pid", text);
	munmap(text, PAGE);
	close(open(DIR "set_event_pid", O_WRONLY | O_TRUNC));
	close(open(DIR "trace", O_WRONLY | O_TRUNC));
	return did;
}

static int tracers(void)
{
	static const char * const names[] = {
		"function", "nop", "wakeup", "function_graph", "irqsoff", "nop",
	};
	unsigned int i;
	int did = 0;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		/* Some tracers exist in the top instance only; readers cause EBUSY. */
		did += !put(DIR "current_tracer", names[i]);
		did += !put(TOP "current_tracer", names[i]);
	}
	return did;
}

static int switches(void)
{
	int did = 0;

	did += !put(DIR "events/sched/enable", "0");
	did += !put(DIR "events/sched/enable", "1");
	did += !put(TOP "kprobe_events", "p:locks/probe vfs_read");
	did += !put(DIR "events/locks/probe/enable", "1");
	did += !put(DIR "events/locks/probe/enable", "0");
	did += !put(TOP "kprobe_events", "");
	return did;
}

static int number_of(const char *event)
{
	char path[200];
	int number;

	snprintf(path, sizeof(path), TOP "events/%s/id", event);
	number = number_in(path);
	need(number < 0, path);
	return number;
}

static int perf_open(struct perf_event_attr *attr, pid_t pid, int cpu, int group)
{
	return syscall(SYS_perf_event_open, attr, pid, cpu, group, 0);
}

/* perf events on a CPU: read into unpopulated memory, mmap, filter. */
static int perf(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT, .size = sizeof(attr),
		.config = number_of("sched/sched_switch"), .sample_period = 1,
		.sample_type = PERF_SAMPLE_RAW, .read_format = PERF_FORMAT_GROUP,
		.inherit = 0,
	};
	int cpu, fd, did = 0;
	pid_t pid;
	void *mem;

	for (cpu = 0; cpu < 2; cpu++) {
		fd = perf_open(&attr, -1, cpu, -1);
		if (fd < 0)
			continue;
		mem = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
		if (mem != MAP_FAILED)
			munmap(mem, 2 * PAGE);
		mem = fresh(PAGE);
		did += read(fd, mem, PAGE) > 0;
		munmap(mem, PAGE);
		ioctl(fd, PERF_EVENT_IOC_SET_FILTER, "prev_pid != 0");
		ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
		ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
		close(fd);
	}
	/* An inherited event is created under the lock of the child's perf context. */
	attr.inherit = 1;
	attr.read_format = 0;
	attr.config = number_of("sched/sched_wakeup");
	fd = perf_open(&attr, 0, -1, -1);
	if (fd >= 0) {
		pid = fork();
		if (!pid)
			_exit(0);
		waitpid(pid, NULL, 0);
		close(fd);
		did++;
	}
	return did;
}

static int hotplug(void)
{
	if (access(CPU1, W_OK)) {
		usleep(100000);
		return 1;
	}
	/* No other thread takes the CPU offline, but it may be busy for a moment. */
	return !put(CPU1, "0") + !put(CPU1, "1");
}

static const struct {
	const char	*name;
	int		(*run)(void);
} all[] = {
	{ "mappings", maps },
	{ "readers", reads },
	{ "clocks, sizes, snapshots and pids", sets },
	{ "tracers", tracers },
	{ "events", switches },
	{ "perf", perf },
	{ "hotplug", hotplug },
};

#define COUNT	(sizeof(all) / sizeof(all[0]))

static long rounds[COUNT];

static void *again(void *data)
{
	long i = (long)data;

	while (!over) {
		all[i].run();
		rounds[i]++;
	}
	return NULL;
}

static void setup(void)
{
	mkdir(DIR, 0755);
	/* Trace one function only, because the records do not matter. */
	need(put(TOP "set_ftrace_filter", "vfs_read"), "filter");
	need(put(DIR "set_ftrace_filter", "vfs_read"), "filter");
	need(put(TOP "options/function-trace", "0"), "function-trace");
	need(put(DIR "options/userstacktrace", "1"), "userstacktrace");
	need(put(DIR "options/sym-userobj", "1"), "sym-userobj");
	need(put(DIR "events/syscalls/sys_enter_openat/enable", "1"), "openat");
	need(put(DIR "events/sched/enable", "1"), "sched");
}

int main(int argc, char **argv)
{
	int seconds = argc > 1 ? atoi(argv[1]) : 10;
	pthread_t threads[COUNT];
	unsigned long i;
	int failed = 0;

	setvbuf(stdout, NULL, _IOLBF, 0);
	setup();
	for (i = 0; i < COUNT; i++) {
		int did = all[i].run();

		printf("%s: %d\n", all[i].name, did);
		failed |= !did;
	}
	for (i = 0; i < COUNT; i++)
		need(pthread_create(&threads[i], NULL, again, (void *)i), "thread");
	sleep(seconds);
	over = true;
	for (i = 0; i < COUNT; i++) {
		pthread_join(threads[i], NULL);
		printf("%s: %ld rounds\n", all[i].name, rounds[i]);
		failed |= !rounds[i];
	}
	put(CPU1, "1");
	put(TOP "options/function-trace", "1");
	close(open(TOP "set_ftrace_filter", O_WRONLY | O_TRUNC));
	need(rmdir(DIR), "rmdir");
	return failed;
}
