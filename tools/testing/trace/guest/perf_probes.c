// SPDX-License-Identifier: GPL-2.0
/*
 * Perf counters of probes: kprobes and kretprobes that perf_event_open(2) itself creates
 * (the PMUs kprobe), and trace events of other kinds by their ID. Prints TAP.
 *
 * perf_probes kprobes FUNCTION       FUNCTION is that of getppid(2)
 * perf_probes event GROUP/EVENT      an event that occurs once per getppid(2)
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "number.h"

#define CALLS 7
#define PAGES 4

static void ok(bool good, const char *what, const char *name, long got)
{
	printf("%s %s: %s\n", good ? "ok" : "not ok", name, what);
	if (!good)
		printf("# got %ld\n", got);
}

static int counter(struct perf_event_attr *attr)
{
	attr->size = sizeof(*attr);
	attr->sample_period = 1;
	attr->disabled = 1;
	attr->sample_type = PERF_SAMPLE_RAW;
	return syscall(SYS_perf_event_open, attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

static long count(int fd)
{
	uint64_t sum = 0;

	ioctl(fd, PERF_EVENT_IOC_RESET, 0);
	ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
	for (int i = 0; i < CALLS; i++)
		syscall(SYS_getppid);
	ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	return read(fd, &sum, sizeof(sum)) == sizeof(sum) ? (long)sum : -1;
}

/* The number of samples whose first field after the common ones is @field, or all. */
static long samples(int fd, unsigned long field)
{
	size_t page = sysconf(_SC_PAGESIZE), at = 0;
	struct perf_event_mmap_page *head;
	long found = 0;
	char *map;

	map = mmap(NULL, (1 + PAGES) * page, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (map == MAP_FAILED)
		return -errno;
	head = (void *)map;
	count(fd);
	while (at < head->data_head) {
		struct perf_event_header *header = (void *)(map + page + at);
		unsigned long value;

		memcpy(&value, (char *)(header + 1) + 4 + 8, sizeof(value));
		found += header->type == PERF_RECORD_SAMPLE && (!field || value == field);
		at += header->size;
	}
	munmap(map, (1 + PAGES) * page);
	return found;
}

static void refused(struct perf_event_attr attr, uint64_t function, int error, const char *what)
{
	int fd;

	attr.kprobe_func = function;
	fd = counter(&attr);
	ok(fd < 0 && errno == error, what, "kprobe", fd < 0 ? errno : 0);
}

static void kprobes(const char *function)
{
	static char longest[4096];
	unsigned long address = address_of(function);
	struct perf_event_attr attr = {
		.type = number_in("/sys/bus/event_source/devices/kprobe/type"),
		.kprobe_func = (uintptr_t)function,
	};
	long returns = number_after("/sys/bus/event_source/devices/kprobe/format/retprobe",
				    "config:");
	int fd = counter(&attr);

	ok(count(fd) == CALLS, "calls of a function are counted", "kprobe", count(fd));
	ok(samples(fd, address) == CALLS, "samples have its address", "kprobe",
	   samples(fd, address));
	close(fd);
	attr.config = 1 << returns;
	fd = counter(&attr);
	ok(count(fd) == CALLS, "returns are counted", "kprobe", count(fd));
	ok(samples(fd, address) == CALLS, "samples of returns have the function", "kprobe",
	   samples(fd, address));
	close(fd);
	attr.config = 0;
	attr.kprobe_func = 0;
	attr.kprobe_addr = address;
	fd = counter(&attr);
	ok(count(fd) == CALLS, "an address is counted", "kprobe", count(fd));
	close(fd);
	attr.kprobe_addr = 0;
	memset(longest, 'x', sizeof(longest) - 1);
	refused(attr, (uintptr_t)"no_such_function_of_ours", ENOENT, "an unknown name");
	refused(attr, (uintptr_t)"", EINVAL, "an empty name");
	refused(attr, (uintptr_t)longest, E2BIG, "a name that is too long");
	refused(attr, 1, EFAULT, "a bad address of a name");
}

static void trace_event(const char *name)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_TRACEPOINT };
	char path[256];
	int fd;

	snprintf(path, sizeof(path), "/sys/kernel/tracing/events/%s/id", name);
	attr.config = number_in(path);
	fd = counter(&attr);
	ok(count(fd) == CALLS, "the event is counted", name, count(fd));
	ok(samples(fd, 0) == CALLS, "the event is sampled", name, samples(fd, 0));
	close(fd);
}

int main(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "kprobes"))
		kprobes(argv[2]);
	else if (argc == 3 && !strcmp(argv[1], "event"))
		trace_event(argv[2]);
	else
		return 1;
	return 0;
}
