// SPDX-License-Identifier: GPL-2.0
/*
 * Kernel markers in perf: counting, filtering and sampling with fields, by the ID of the
 * trace event of a marker. Opening /proc/marker-example fires the markers. Prints TAP.
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

#define MARKERS "/sys/kernel/tracing/events/markers/"
#define PAGES 4

static void ok(bool good, const char *name, long got)
{
	printf("%s %s\n", good ? "ok" : "not ok", name);
	if (!good)
		printf("# got %ld\n", got);
}

static int event_of(const char *name, bool sample)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT,
		.size = sizeof(attr),
		.sample_period = 1,
		.disabled = 1,
	};
	char path[128];
	long id;

	snprintf(path, sizeof(path), MARKERS "%s/id", name);
	id = number_in(path);
	if (id < 0)
		return -1;
	attr.config = id;
	if (sample)
		attr.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_RAW;
	return syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

/* Open the file while the perf event @fd is enabled; return its count. */
static long fire(int fd)
{
	uint64_t count = 0;
	int file;

	ioctl(fd, PERF_EVENT_IOC_RESET, 0);
	ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
	file = open("/proc/marker-example", O_RDONLY);
	ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	if (file >= 0 || errno != EPERM)
		return -1;
	if (read(fd, &count, sizeof(count)) != sizeof(count))
		return -1;
	return count;
}

struct sample {
	struct perf_event_header header;
	uint32_t pid, tid, size;
	char raw[];
};

static const struct sample *sample_at(char *map, size_t page, uint64_t *at)
{
	struct perf_event_mmap_page *head = (void *)map;
	const struct sample *sample;

	if (*at >= head->data_head)
		return NULL;
	sample = (void *)(map + page + *at % (PAGES * page));
	*at += sample->header.size;
	return sample->header.type == PERF_RECORD_SAMPLE ? sample :
	       sample_at(map, page, at);
}

static void *map_of(int fd, size_t page)
{
	void *map = mmap(NULL, (1 + PAGES) * page, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	return map == MAP_FAILED ? NULL : map;
}

static void take_samples(size_t page)
{
	static const int numbers[] = { 0, 1, 2, -1 };
	int fd = event_of("example_round", true), same = 0;
	const struct sample *sample;
	char *map = map_of(fd, page);
	uint64_t at = 0;

	if (!map) {
		ok(false, "the perf buffer is mapped", errno);
		return;
	}
	ok(fire(fd) == 4, "perf counts the marker while sampling", 0);
	while ((sample = sample_at(map, page, &at))) {
		int number, half = -1;

		memcpy(&number, sample->raw + 8, sizeof(number));
		memcpy(&half, sample->raw + 12, 1);
		same += same < 4 && sample->pid == (uint32_t)getpid() &&
			number == numbers[same] && (half & 0xff) == (number / 2 & 0xff);
	}
	ok(same == 4, "samples contain the integer fields", same);
	close(fd);
}

static void strings(size_t page)
{
	int fd = event_of("example_open", true), pid;
	char *map = map_of(fd, page);
	const struct sample *sample;
	uint64_t at = 0;
	uint32_t loc;

	if (!map) {
		ok(false, "the perf buffer is mapped", errno);
		return;
	}
	fire(fd);
	sample = sample_at(map, page, &at);
	if (!sample) {
		ok(false, "there is a sample of a marker with a string", 0);
		return;
	}
	memcpy(&pid, sample->raw + 8, sizeof(pid));
	memcpy(&loc, sample->raw + 12, sizeof(loc));
	ok(pid == getpid(), "the sample contains the integer field", pid);
	ok((loc & 0xffff) == 16 && loc >> 16 == sizeof("markers_perf") &&
	   !strcmp(sample->raw + 16, "markers_perf"), "the sample contains the string field", loc);
	close(fd);
}

int main(void)
{
	size_t page = sysconf(_SC_PAGESIZE);
	int fd = event_of("example_round", false), status;
	long count;

	ok(fd >= 0, "perf_event_open() of a marker", fd);
	count = fire(fd);
	ok(count == 4, "perf counts the marker", count);
	status = ioctl(fd, PERF_EVENT_IOC_SET_FILTER, "number > 0") ? errno : 0;
	ok(!status, "perf accepts a filter on a marker", status);
	count = fire(fd);
	ok(count == 2, "the filter is applied", count);
	status = syscall(SYS_delete_module, "marker_example", O_NONBLOCK) ? errno : 0;
	ok(status == EWOULDBLOCK, "perf keeps the module of a marker loaded", status);
	close(fd);
	fd = event_of("example_round", false);
	status = ioctl(fd, PERF_EVENT_IOC_SET_FILTER, "nothing == 0") ? errno : 0;
	ok(status == EINVAL, "perf rejects a filter on a nonexistent field", status);
	close(fd);
	take_samples(page);
	strings(page);
	return 0;
}
