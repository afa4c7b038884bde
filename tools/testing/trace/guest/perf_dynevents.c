// SPDX-License-Identifier: GPL-2.0
/*
 * Perf counters of trace events, opened by their ID: what is counted, and what the samples
 * contain. Prints TAP.
 *
 * perf_dynevents GROUP/EVENT FIELD=VALUE...
 *
 * The event must occur once per getpgid(2). VALUE is a number, a text, or PID: the argument
 * of the call. Field and value of PID come first.
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
#define PAGES 8

static const char *event;
static bool failed;

static void ok(bool good, const char *what, long got)
{
	printf("%s %s: %s\n", good ? "ok" : "not ok", event, what);
	if (!good)
		printf("# got %ld\n", got);
	failed |= !good;
}

/* No two calls have the same argument, in no two processes: histograms tell them apart. */
static int pid;

static void calls(void)
{
	for (int i = 0; i < CALLS; i++)
		syscall(SYS_getpgid, pid++);
}

static int counter(int task, int cpu)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT, .size = sizeof(attr), .sample_period = 1,
		.disabled = 1, .sample_type = PERF_SAMPLE_RAW,
	};
	char path[256];

	snprintf(path, sizeof(path), "/sys/kernel/tracing/events/%s/id", event);
	attr.config = number_in(path);
	return syscall(SYS_perf_event_open, &attr, task, cpu, -1, PERF_FLAG_FD_CLOEXEC);
}

static long count(int fd)
{
	uint64_t sum = 0;

	ioctl(fd, PERF_EVENT_IOC_RESET, 0);
	ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
	calls();
	ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	return read(fd, &sum, sizeof(sum)) == sizeof(sum) ? (long)sum : -1;
}

/* struct field - a field as the format file describes it */
struct field {
	unsigned int offset, size;
	bool located;	/* the field is a word that locates the contents */
};

static bool field_find(const char *name, struct field *field)
{
	char path[256], line[512], wanted[80], array[80];
	FILE *file;

	snprintf(path, sizeof(path), "/sys/kernel/tracing/events/%s/format", event);
	snprintf(wanted, sizeof(wanted), " %s;", name);
	snprintf(array, sizeof(array), " %s[", name);
	file = fopen(path, "r");
	while (file && fgets(line, sizeof(line), file)) {
		char *at = strstr(line, "\toffset:");

		if (!at || (!strstr(line, wanted) && !strstr(line, array)))
			continue;
		field->located = strstr(line, "__data_loc");
		fclose(file);
		return sscanf(at, "\toffset:%u; size:%u", &field->offset, &field->size) == 2;
	}
	if (file)
		fclose(file);
	return false;
}

/* Whether a field of the record @data has the value of @text, "FIELD=VALUE". */
static bool field_is(const char *data, unsigned int size, const char *text, int argument)
{
	const char *value = strchr(text, '=') + 1;
	struct field field;
	int64_t number = 0;
	uint32_t location;
	char name[64], *end;
	long wanted;

	snprintf(name, sizeof(name), "%.*s", (int)(value - 1 - text), text);
	if (!field_find(name, &field) || field.offset + field.size > size)
		return false;
	wanted = strcmp(value, "PID") ? strtol(value, &end, 0) : argument;
	if (!strcmp(value, "PID") || !*end) {
		/* The numbers are positive, and the machine is little-endian. */
		memcpy(&number, data + field.offset, field.size);
		return number == wanted;
	}
	if (!field.located)
		return !strncmp(data + field.offset, value, field.size);
	memcpy(&location, data + field.offset, sizeof(location));
	field.offset = location & 0xffff;
	field.size = location >> 16;
	return field.size == strlen(value) + 1 && field.offset + field.size <= size &&
	       !memcmp(data + field.offset, value, field.size);
}

/* Return: the number of samples; those up to the first with other contents than @fields. */
static long samples(int fd, char **fields, bool *same)
{
	size_t page = sysconf(_SC_PAGESIZE), at = 0;
	struct perf_event_mmap_page *head;
	int argument = pid;
	long found = 0;
	char *map;

	*same = false;
	map = mmap(NULL, (1 + PAGES) * page, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (map == MAP_FAILED)
		return -errno;
	head = (void *)map;
	count(fd);
	*same = true;
	while (at < head->data_head) {
		struct perf_event_header *header = (void *)(map + page + at);
		uint32_t *size = (void *)(header + 1);

		at += header->size;
		if (header->type != PERF_RECORD_SAMPLE)
			continue;
		for (char **field = fields; *field && *same; field++) {
			*same = field_is((char *)(size + 1), *size, *field, argument + found);
			if (!*same)
				printf("# sample %ld: not %s\n", found, *field);
		}
		found++;
	}
	munmap(map, (1 + PAGES) * page);
	return found;
}

static void contents(int fd, char **fields)
{
	bool same;
	long found = samples(fd, fields, &same);

	ok(found == CALLS, "each occurrence is sampled", found);
	ok(found == CALLS && same, "the samples have the fields", same);
}

static void filtered(int fd, const char *pid_field)
{
	char text[128];
	long found;

	snprintf(text, sizeof(text), "%.*s >= %d", (int)(strchr(pid_field, '=') - pid_field),
		 pid_field, pid + 2);
	if (ioctl(fd, PERF_EVENT_IOC_SET_FILTER, text)) {
		ok(false, "a filter is applied", errno);
		return;
	}
	found = count(fd);
	ok(found == CALLS - 2, "a filter is applied", found);
}

static void wrong_filter(int fd)
{
	int error = ioctl(fd, PERF_EVENT_IOC_SET_FILTER, "nothing_like_it == 1") ? errno : 0;

	ok(error == EINVAL, "a filter of an unknown field is refused", error);
}

int main(int argc, char **argv)
{
	int fd, all;
	long found;
	bool same;

	if (argc < 3)
		return 1;
	event = argv[1];
	pid = 100000 + 100 * getpid();
	fd = counter(0, -1);
	ok(fd >= 0, "a counter of a task can be opened", errno);
	found = count(fd);
	ok(found == CALLS, "each occurrence is counted", found);
	contents(fd, argv + 2);
	all = counter(-1, 0);
	found = count(all);
	ok(found == CALLS, "a counter of a CPU counts as well", found);
	close(all);
	found = samples(fd, argv + argc, &same);
	ok(found == CALLS, "the first counter goes on", found);
	wrong_filter(fd);
	filtered(fd, argv[2]);
	close(fd);
	return failed;
}
