// SPDX-License-Identifier: GPL-2.0
/*
 * threads ROUNDS STEP...: change the text of the kernel while every CPU executes it. A
 * STEP is the name of a tracer, "filter=FUNCTIONS", or "pids=NUMBER": set and clear the
 * filter of pids that often, which changes the call of the trampoline. After each change of
 * the tracer, the tracer must be the current one; after each change of text, the load of each
 * CPU must make progress. Prints the number of changes.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_CPUS	64
/* Rounds of the load between two changes */
#define ENOUGH		8

static unsigned long rounds_of[MOST_CPUS];

/* Enter functions of several parts of the kernel, on one CPU. */
static void *load(void *arg)
{
	long cpu = (long)arg;
	char text[512];
	cpu_set_t set;
	int p[2], fd;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set) || pipe(p))
		return NULL;
	for (;;) {
		void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
				  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		fd = open("/proc/self/stat", O_RDONLY);
		if (page == MAP_FAILED || fd < 0 || read(fd, page, 512) <= 0)
			return NULL;
		close(fd);
		if (write(p[1], page, sizeof(text)) != read(p[0], text, sizeof(text)))
			return NULL;
		munmap(page, 4096);
		usleep(1);
		__atomic_add_fetch(&rounds_of[cpu], 1, __ATOMIC_RELAXED);
	}
}

static int put(const char *file, const char *text)
{
	int fd = open(file, O_WRONLY | O_TRUNC), good;

	good = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
	if (!good)
		printf("%s > %s: %s\n", text, file, strerror(errno));
	close(fd);
	return good;
}

static int is_current(const char *tracer)
{
	char text[64] = "";
	int fd = open("current_tracer", O_RDONLY);
	ssize_t len = read(fd, text, sizeof(text) - 1);

	close(fd);
	if (len > 0)
		text[len - 1] = '\0';
	if (!strcmp(text, tracer))
		return 1;
	printf("the tracer is %s, not %s\n", text, tracer);
	return 0;
}

/* Wait until the load of each CPU has made progress. The guest is killed if it never does. */
static void wait_for_load(int cpus)
{
	unsigned long before[MOST_CPUS];

	memcpy(before, rounds_of, sizeof(before));
	for (int cpu = 0; cpu < cpus; cpu++)
		while (__atomic_load_n(&rounds_of[cpu], __ATOMIC_RELAXED) - before[cpu] < ENOUGH)
			usleep(1000);
}

static int change_pids(int times, int cpus)
{
	for (int i = 0; i < 2 * times; i++) {
		if (!put("set_ftrace_pid", i % 2 ? "\n" : "1"))
			return 0;
		wait_for_load(cpus);
	}
	return 1;
}

int main(int argc, char **argv)
{
	int cpus = sysconf(_SC_NPROCESSORS_ONLN), changes = 0;
	pthread_t thread;

	if (argc < 3 || cpus > MOST_CPUS || chdir("/sys/kernel/tracing"))
		return 2;
	for (long cpu = 0; cpu < cpus; cpu++)
		pthread_create(&thread, NULL, load, (void *)cpu);
	for (int round = atoi(argv[1]); round; round--) {
		for (int i = 2; i < argc; i++) {
			if (!strncmp(argv[i], "filter=", 7)) {
				if (!put("set_ftrace_filter", *(argv[i] + 7) ? argv[i] + 7 : "\n"))
					return 1;
				continue;
			}
			if (!strncmp(argv[i], "pids=", 5)) {
				if (!change_pids(atoi(argv[i] + 5), cpus))
					return 1;
				changes += 2 * atoi(argv[i] + 5);
				continue;
			}
			if (!put("current_tracer", argv[i]) || !is_current(argv[i]))
				return 1;
			changes++;
			wait_for_load(cpus);
		}
	}
	printf("%d changes\n", changes);
	return 0;
}
