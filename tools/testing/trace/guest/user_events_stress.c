// SPDX-License-Identifier: GPL-2.0
/*
 * User events while processes fork, exec, exit and unmap the memory that their bits are in,
 * while threads register, unregister and write, and while the events are enabled, counted by
 * perf and deleted:
 *
 *	user_events_stress SECONDS [fail]
 *
 * With "fail", allocations of all these fail as /sys/kernel/debug/failslab says. Exit status:
 * 0, or 1 if no event was registered, written or recorded, or if an event is left.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <linux/perf_event.h>
#include <linux/user_events.h>

#define TRACING		"/sys/kernel/tracing/"
#define NR_EVENTS	4

/* What the processes count together. */
struct counts {
	unsigned long	registered;
	unsigned long	written;
	unsigned long	recorded;
};

static time_t end;
static bool failing;
static struct counts *counts;
static const char * const fields[NR_EVENTS] = {
	"", " u32 a", " u64 a; __rel_loc char[] b", " struct x a 300",
};

static bool running(void)
{
	return time(NULL) < end;
}

static void count(unsigned long *what)
{
	__atomic_add_fetch(what, 1, __ATOMIC_RELAXED);
}

static void definition(char *text, size_t size, int nr)
{
	snprintf(text, size, "st%d%s", nr, fields[nr]);
}

static int reg(int fd, int nr, void *addr, int bit, int flags, uint32_t *index)
{
	char text[64];
	struct user_reg r = {
		.size = sizeof(r), .enable_bit = bit, .enable_size = 4, .flags = flags,
		.enable_addr = (uintptr_t)addr, .name_args = (uintptr_t)text,
	};
	int ret;

	definition(text, sizeof(text), nr);
	ret = ioctl(fd, DIAG_IOCSREG, &r);
	*index = r.write_index;
	return ret;
}

static void unreg(int fd, void *addr, int bit)
{
	struct user_unreg u = {
		.size = sizeof(u), .disable_bit = bit, .disable_addr = (uintptr_t)addr,
	};

	ioctl(fd, DIAG_IOCSUNREG, &u);
}

static void put(const char *file, const char *text, int flags)
{
	int fd = open(file, O_WRONLY | flags);

	if (fd < 0)
		return;
	if (write(fd, text, strlen(text)) < 0)
		errno = 0;
	close(fd);
}

static void event_put(int nr, const char *file, const char *text)
{
	char path[128];

	snprintf(path, sizeof(path), TRACING "events/user_events/st%d/%s", nr, file);
	put(path, text, 0);
}

/* Allocations of this thread, and of what it forks, may fail from now on. */
static void fail_allocations(void)
{
	if (failing)
		put("/proc/thread-self/make-it-fail", "1", 0);
}

/* Registers, writes and unregisters in memory that is mapped anew now and then. */
static void *worker(void *arg)
{
	unsigned int seed = (uintptr_t)arg;
	char payload[400] = {};
	uint32_t index;
	struct iovec io[2] = { { &index, 4 }, { payload, 0 } };
	char *map;
	int fd, i;

	while (running()) {
		map = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (map == MAP_FAILED)
			continue;
		fd = open(TRACING "user_events_data", O_RDWR);
		for (i = 0; i < 20; i++) {
			int nr = rand_r(&seed) % NR_EVENTS, bit = rand_r(&seed) % 4;
			char *at = map + 4 * (rand_r(&seed) % 3) + 4096 * (rand_r(&seed) % 2);

			if (rand_r(&seed) % 3 == 0)
				unreg(fd, at, bit);
			if (reg(fd, nr, at, bit, rand_r(&seed) % 10 == 0 ? 2 : 0, &index))
				continue;
			count(&counts->registered);
			*(uint32_t *)(payload + 8) = DYN_LOC(0, 5);
			io[1].iov_len = rand_r(&seed) % sizeof(payload);
			if (writev(fd, io, 2) > 0)
				count(&counts->written);
			if (rand_r(&seed) % 4 == 0)
				madvise(map, 8192, MADV_DONTNEED);
		}
		munmap(map + 4096, 4096);
		if (rand_r(&seed) % 2)
			munmap(map, 4096);
		close(fd);
	}
	return NULL;
}

static void *forker(void *arg)
{
	unsigned int seed = (uintptr_t)arg;
	pid_t pid;
	int status;

	while (running()) {
		pid = rand_r(&seed) % 3 ? fork() : vfork();
		if (!pid) {
			if (rand_r(&seed) % 2)
				execl("/bin/true", "true", NULL);
			_exit(0);
		}
		if (pid > 0)
			waitpid(pid, &status, 0);
	}
	return NULL;
}

static int perf_open(int nr)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT, .size = sizeof(attr), .sample_period = 1,
	};
	char path[128];
	FILE *f;

	snprintf(path, sizeof(path), TRACING "events/user_events/st%d/id", nr);
	f = fopen(path, "r");
	if (!f)
		return -1;
	if (fscanf(f, "%llu", &attr.config) != 1)
		attr.config = 0;
	fclose(f);
	return syscall(__NR_perf_event_open, &attr, 0, -1, -1, 0);
}

static void *toggler(void *arg)
{
	unsigned int seed = (uintptr_t)arg;
	char name[16];
	int fd, nr;

	fail_allocations();
	while (running()) {
		nr = rand_r(&seed) % NR_EVENTS;
		event_put(nr, "enable", rand_r(&seed) % 2 ? "1" : "0");
		if (rand_r(&seed) % 8 == 0)
			event_put(nr, "filter", rand_r(&seed) % 2 ? "a == 3" : "0");
		if (rand_r(&seed) % 8 == 0) {
			fd = perf_open(nr);
			close(fd);
		}
		if (rand_r(&seed) % 16 == 0) {
			snprintf(name, sizeof(name), "st%d", nr);
			fd = open(TRACING "user_events_data", O_RDWR);
			ioctl(fd, DIAG_IOCSDEL, name);
			close(fd);
		}
		usleep(1000);
	}
	return NULL;
}

/* Processes that are killed while they do all this. */
static void group(unsigned int seed)
{
	static void *(*const run[])(void *) = { worker, worker, forker };
	pthread_t threads[3];
	int i;

	fail_allocations();
	for (i = 0; i < 3; i++)
		if (pthread_create(&threads[i], NULL, run[i], (void *)(uintptr_t)(seed * 10 + i)))
			_exit(1);
	for (i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	_exit(0);
}

/* Counts records at once, since the removal of an event clears the buffer. */
static void *reader(void *arg)
{
	int fd = open(TRACING "trace_pipe", O_RDONLY | O_NONBLOCK);
	char text[4096];
	ssize_t got, i;

	while (running()) {
		got = read(fd, text, sizeof(text));
		for (i = 0; i < got; i++)
			counts->recorded += text[i] == '\n';
		if (got <= 0)
			usleep(1000);
	}
	close(fd);
	return arg;
}

static void run(void)
{
	unsigned int seed = 1;
	pthread_t threads[2];
	pid_t pid[2];
	int i;

	if (pthread_create(&threads[0], NULL, toggler, (void *)1) ||
	    pthread_create(&threads[1], NULL, reader, NULL))
		exit(1);
	while (running()) {
		for (i = 0; i < 2; i++) {
			pid[i] = fork();
			if (!pid[i])
				group(seed * 2 + i);
		}
		usleep(rand_r(&seed) % 2000000);
		for (i = 0; i < 2; i++) {
			if (pid[i] < 0)
				continue;
			kill(pid[i], SIGKILL);
			waitpid(pid[i], NULL, 0);
		}
	}
	for (i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
}

/* The events are deleted after the last process that registered them is gone. */
static bool all_deleted(void)
{
	struct stat st;
	int i;

	for (i = 0; i < NR_EVENTS; i++)
		event_put(i, "enable", "0");
	for (i = 0; i < 5000; i++) {
		if (stat(TRACING "events/user_events", &st))
			return true;
		usleep(1000);
	}
	return false;
}

int main(int argc, char **argv)
{
	bool deleted, counted = false;
	int i;

	if (argc < 2)
		return 2;
	failing = argc > 2;
	counts = mmap(NULL, sizeof(*counts), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		      -1, 0);
	if (counts == MAP_FAILED)
		return 2;
	/* On a slow machine, what must happen once can take longer. */
	for (i = 0; i < 10 && !counted; i++) {
		end = time(NULL) + atoi(argv[1]);
		run();
		counted = counts->registered && counts->written && counts->recorded;
	}
	deleted = all_deleted();
	if (!deleted)
		printf("events are left\n");
	printf("%lu registrations, %lu writes, %lu records\n", counts->registered,
	       counts->written, counts->recorded);
	return !deleted || !counted;
}
