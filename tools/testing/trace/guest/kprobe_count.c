// SPDX-License-Identifier: GPL-2.0
/*
 * Kprobe events in perf: named events by the ID of their trace event, and local events of
 * the PMU "kprobe". The probed function is do_sys_openat2(). Prints TAP.
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

#define TRACING "/sys/kernel/tracing/"
#define PLACE "do_sys_openat2"
#define PAGES 4

static void ok(bool good, const char *name, long got)
{
	printf("%s %s\n", good ? "ok" : "not ok", name);
	if (!good)
		printf("# got %ld\n", got);
}

static int counter(struct perf_event_attr *attr)
{
	attr->size = sizeof(*attr);
	attr->disabled = 1;
	return syscall(SYS_perf_event_open, attr, 0, -1, -1, 0);
}

/* Open a file @opens times; return the counted hits, or -errno if there is no counter. */
static long counted(struct perf_event_attr *attr, const char *filter, int opens)
{
	int fd = counter(attr);
	uint64_t count = 0;
	long ret;

	if (fd < 0)
		return -errno;
	if (filter && ioctl(fd, PERF_EVENT_IOC_SET_FILTER, filter)) {
		ret = -errno;
		close(fd);
		return ret;
	}
	ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
	while (opens--)
		close(open("/dev/null", O_RDONLY));
	ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	if (read(fd, &count, sizeof(count)) != sizeof(count))
		count = -1;
	close(fd);
	return count;
}

/* The raw record of a sample: common fields, an address, and the argument flags=%si. */
struct raw {
	struct perf_event_header head;
	uint32_t size;
	uint32_t common[2];
	uint32_t ip[2];
	uint32_t flags;
};

static long sampled_flags(struct perf_event_attr *attr)
{
	struct perf_event_mmap_page *page;
	struct raw *raw;
	long flags = -1;
	int fd;

	attr->sample_period = 1;
	attr->sample_type = PERF_SAMPLE_RAW;
	fd = counter(attr);
	if (fd < 0)
		return -errno;
	page = mmap(NULL, (PAGES + 1) * getpagesize(), PROT_READ | PROT_WRITE,
		    MAP_SHARED, fd, 0);
	if (page == MAP_FAILED)
		return -errno;
	ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
	close(open("/dev/null", O_RDONLY | O_CLOEXEC));
	ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	raw = (void *)page + page->data_offset;
	if (page->data_head && raw->head.type == PERF_RECORD_SAMPLE)
		flags = raw->flags;
	munmap(page, (PAGES + 1) * getpagesize());
	close(fd);
	return flags;
}

int main(void)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_TRACEPOINT };
	long got, pmu = number_in("/sys/bus/event_source/devices/kprobe/type");

	attr.config = number_in(TRACING "events/kprobes/counted/id");
	got = counted(&attr, NULL, 5);
	ok(got == 5, "perf counts a named kprobe event", got);
	got = counted(&attr, "flags == 1", 5);
	ok(got == 0, "a filter that does not match", got);
	got = counted(&attr, "flags >= 0", 5);
	ok(got == 5, "a filter that matches", got);
	got = counted(&attr, "nosuch == 1", 5);
	ok(got == -EINVAL, "a filter on a nonexistent field is rejected", got);
	got = sampled_flags(&attr);
	ok(got == 42, "a sample has the argument", got);

	memset(&attr, 0, sizeof(attr));
	attr.type = pmu;
	attr.kprobe_func = (uintptr_t)PLACE;
	got = counted(&attr, NULL, 7);
	ok(got == 7, "the kprobe PMU counts entries", got);
	attr.config = 1;
	got = counted(&attr, NULL, 7);
	ok(got == 7, "the kprobe PMU counts returns", got);
	attr.probe_offset = 1;
	got = counted(&attr, NULL, 7);
	ok(got < 0, "a return probe that is not at a function entry is rejected", got);
	attr.config = 0;
	attr.probe_offset = 0;
	attr.kprobe_func = (uintptr_t)"no_such_function";
	got = counted(&attr, NULL, 1);
	ok(got < 0, "a nonexistent function is rejected", got);
	attr.kprobe_func = (uintptr_t)"";
	got = counted(&attr, NULL, 1);
	ok(got == -EINVAL, "an empty function name is rejected", got);
	attr.kprobe_func = 0;
	attr.kprobe_addr = strtoul(getenv("ADDRESS"), NULL, 16);
	got = counted(&attr, NULL, 3);
	ok(got == 3, "the kprobe PMU accepts an address", got);
	attr.kprobe_addr = 1;
	got = counted(&attr, NULL, 3);
	ok(got < 0, "an invalid address is rejected", got);
	return 0;
}
