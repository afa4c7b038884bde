// SPDX-License-Identifier: GPL-2.0
/*
 * soak_perf NAME...: open the trace events SYSTEM/EVENT as perf events on each CPU, with
 * samples in a mapped buffer, count and sample for a moment, and close them; repeat while
 * the file /tmp/run exists. Every second time, the events have a filter. Prints the number
 * of rounds in which events were counted.
 */
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "number.h"

#define TRACEFS	"/sys/kernel/tracing/events/"
#define PAGES	9
#define MOST	64

struct sampled {
	int		fd;
	unsigned char	*map;
};

static long id_of(const char *name)
{
	char path[256];

	snprintf(path, sizeof(path), TRACEFS "%s/id", name);
	return number_in(path);
}

static int sample(struct sampled *s, long id, int cpu, int filter)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT,
		.size = sizeof(attr),
		.config = id,
		.sample_period = 1,
		.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_RAW | PERF_SAMPLE_CALLCHAIN,
		.disabled = 1,
	};

	s->fd = syscall(SYS_perf_event_open, &attr, -1, cpu, -1, PERF_FLAG_FD_CLOEXEC);
	if (s->fd < 0)
		return -1;
	s->map = mmap(NULL, PAGES * sysconf(_SC_PAGESIZE), PROT_READ | PROT_WRITE, MAP_SHARED,
		      s->fd, 0);
	if (filter)
		ioctl(s->fd, PERF_EVENT_IOC_SET_FILTER, "common_pid > 1");
	ioctl(s->fd, PERF_EVENT_IOC_ENABLE, 0);
	return 0;
}

/* Sum up what the mapped buffer contains, and return the count. */
static unsigned long finish(struct sampled *s)
{
	unsigned int sum = 0;
	unsigned long count = 0;

	ioctl(s->fd, PERF_EVENT_IOC_DISABLE, 0);
	if (s->map != MAP_FAILED) {
		size_t page = sysconf(_SC_PAGESIZE);

		for (size_t at = 0; at < PAGES * page; at += 64)
			sum += s->map[at];
		munmap(s->map, PAGES * page);
		/* The compiler must not drop the reads. */
		asm volatile("" : : "r" (sum));
	}
	if (read(s->fd, &count, sizeof(count)) != sizeof(count))
		count = 0;
	close(s->fd);
	return count;
}

int main(int argc, char **argv)
{
	long cpus = sysconf(_SC_NPROCESSORS_CONF), counted = 0, round;

	for (round = 0; !access("/tmp/run", F_OK); round++) {
		struct sampled s[MOST];
		unsigned long count = 0;
		int n = 0;

		for (int i = 1; i < argc; i++) {
			long id = id_of(argv[i]);

			for (int cpu = 0; id > 0 && cpu < cpus && n < MOST; cpu++)
				n += !sample(&s[n], id, cpu, round & 1);
		}
		usleep(50000);
		while (n)
			count += finish(&s[--n]);
		counted += count > 0;
	}
	printf("%ld of %ld rounds counted\n", counted, round);
	return 0;
}
