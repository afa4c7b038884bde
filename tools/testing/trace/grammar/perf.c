// SPDX-License-Identifier: GPL-2.0
/* perf events of tracepoints and of the PMUs of kprobes and uprobes, in the slots of open files. */
#include "grammar.h"

static long perf_number_in(const char *path)
{
	char *text = read_all(path);
	long value = text ? strtol(text + 1, NULL, 10) : -1;

	free(text);
	return value;
}

static long perf_open(int slot, struct perf_event_attr *attr, const char **line)
{
	int pid = number(line), cpu = number(line);
	unsigned long flags = number(line);
	int fd;

	attr->size = sizeof(*attr);
	attr->sample_type = number(line) & 0x1ffffff;
	attr->sample_period = 1 + number(line);
	attr->disabled = flags & 1;
	attr->inherit = flags >> 1 & 1;
	attr->enable_on_exec = flags >> 2 & 1;
	attr->wakeup_events = flags >> 3 & 1;
	attr->exclude_callchain_kernel = flags >> 4 & 1;
	fd = syscall(SYS_perf_event_open, attr, pid, cpu, -1, PERF_FLAG_FD_CLOEXEC);
	if (fd < 0)
		return -errno;
	slot_put(slot, fd);
	free(slot_paths[slot]);
	slot_paths[slot] = NULL;
	return 0;
}

/* perf SLOT EVENT PID CPU FLAGS SAMPLE_TYPE PERIOD */
static long run_perf(const char *line)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_TRACEPOINT };
	int slot = slot_number(&line);
	char path[600];

	snprintf(path, sizeof(path), "events/%s/id", word(&line));
	attr.config = perf_number_in(path);
	return perf_open(slot, &attr, &line);
}

/* perf_kprobe SLOT FUNCTION RETURN PID CPU FLAGS SAMPLE_TYPE PERIOD */
static long run_perf_kprobe(const char *line)
{
	struct perf_event_attr attr = {
		.type = perf_number_in("/sys/bus/event_source/devices/kprobe/type"),
	};
	int slot = slot_number(&line);
	const char *function = word(&line);

	if ((int)attr.type < 0)
		return SKIPPED;
	attr.config = number(&line) & 1;
	attr.kprobe_func = (unsigned long)function;
	return perf_open(slot, &attr, &line);
}

/* perf_uprobe SLOT PATH:OFFSET(COUNTER) RETURN PID CPU FLAGS SAMPLE_TYPE PERIOD */
static long run_perf_uprobe(const char *line)
{
	struct perf_event_attr attr = {
		.type = perf_number_in("/sys/bus/event_source/devices/uprobe/type"),
	};
	int slot = slot_number(&line);
	char place[600], *at;

	snprintf(place, sizeof(place), "%s", word(&line));
	at = strrchr(place, ':');
	if ((int)attr.type < 0 || !at)
		return SKIPPED;
	*at++ = '\0';
	attr.config = number(&line) & 1;
	attr.uprobe_path = (unsigned long)place;
	attr.probe_offset = strtoull(at, &at, 0);
	if (*at == '(')
		attr.config |= strtoull(at + 1, NULL, 0) << 32;
	return perf_open(slot, &attr, &line);
}

/* perf_filter SLOT "FILTER" */
static long perf_filter(int fd, const char *line)
{
	static struct text data;

	if (!text_unquote(&data, &line))
		return SKIPPED;
	return result(ioctl(fd, PERF_EVENT_IOC_SET_FILTER, data.s));
}

static long run_perf_slot(const char *verb, const char *line)
{
	int slot = slot_number(&line), fd = slots[slot];
	void *ring;

	/* A slot without a path is a perf event. */
	if (fd < 0 || slot_paths[slot])
		return SKIPPED;
	if (!strcmp(verb, "perf_filter"))
		return perf_filter(fd, line);
	if (!strcmp(verb, "perf_on"))
		return result(ioctl(fd, PERF_EVENT_IOC_ENABLE, number(&line)));
	if (!strcmp(verb, "perf_off"))
		return result(ioctl(fd, PERF_EVENT_IOC_DISABLE, number(&line)));
	if (!strcmp(verb, "perf_period")) {
		uint64_t period = 1 + number(&line);

		return result(ioctl(fd, PERF_EVENT_IOC_PERIOD, &period));
	}
	/* perf_map: a buffer for samples, which stays mapped for a moment. */
	ring = mmap(NULL, 5 * 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (ring == MAP_FAILED)
		return -errno;
	work_once("files");
	work_once("forks");
	munmap(ring, 5 * 4096);
	return 0;
}
