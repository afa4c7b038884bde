// SPDX-License-Identifier: GPL-2.0
/*
 * Perf events on uprobes: those that perf_event_open(2) itself creates (the PMU uprobe), and
 * uprobe events by their ID. Prints facts: "WHAT: FACT". With the argument "added" it only adds
 * a place to an event that is counted.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "number.h"
#include "uprobe_places.h"

#define TRACING		"/sys/kernel/tracing/"
#define SELF		"/bin/perf_uprobes"
#define CALLS		7
#define PAGES		4
#define PAGE		4096

/* The registers of the arguments of a function. */
#ifdef __aarch64__
#define FIRST_NAME	"x0"
#define SECOND_NAME	"x1"
#else
#define FIRST_NAME	"di"
#define SECOND_NAME	"si"
#endif

UPROBE_SEMAPHORE(semaphore);
static volatile long sum;
static unsigned int pmu;

UPROBE_PLACE long place(long n, const char *text)
{
	return n + text[0];
}

UPROBE_PLACE static void call(int times)
{
	int i;

	for (i = 0; i < times; i++)
		sum += place(i, i % 2 ? "odd" : "even");
}

static void fact(const char *what, const char *format, ...)
{
	va_list args;

	printf("%s: ", what);
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	printf("\n");
	fflush(stdout);
}

static const char *word(long ret)
{
	return ret < 0 ? strerrorname_np(errno) ?: "an unknown error" : "ok";
}

static const char *trapped(bool is)
{
	return is ? "a breakpoint" : "as in the file";
}

/* Another process, which does what a letter says and answers with a number. */
struct helper {
	pid_t	pid;
	int	to, from;
};

static void helper_run(int from, int to)
{
	long answer;
	char what;

	while (read(from, &what, 1) == 1) {
		answer = 0;
		switch (what) {
		case 'c':
			call(CALLS);
			break;
		case 't':
			answer = uprobe_is_trapped(place);
			break;
		case 's':
			answer = semaphore;
			break;
		case 'q':
			_exit(0);
		case 'e':
			/* The next program answers. */
			dup2(from, 0);
			dup2(to, 1);
			execl(SELF, SELF, "helper", NULL);
			_exit(1);
		}
		if (write(to, &answer, sizeof(answer)) != sizeof(answer))
			break;
	}
	_exit(0);
}

static struct helper helper_start(void)
{
	struct helper helper;
	int to[2], from[2];

	if (pipe(to) || pipe(from))
		exit(1);
	helper.pid = fork();
	if (!helper.pid) {
		close(to[1]);
		close(from[0]);
		helper_run(to[0], from[1]);
	}
	close(to[0]);
	close(from[1]);
	helper.to = to[1];
	helper.from = from[0];
	return helper;
}

static long ask(const struct helper *helper, char what)
{
	long answer = -1;

	if (write(helper->to, &what, 1) != 1 ||
	    read(helper->from, &answer, sizeof(answer)) != sizeof(answer))
		return -1;
	return answer;
}

static void helper_stop(struct helper *helper)
{
	/* Other helpers have its pipes open, so it would not see their end. */
	if (write(helper->to, "q", 1) != 1)
		kill(helper->pid, SIGKILL);
	close(helper->to);
	close(helper->from);
	waitpid(helper->pid, NULL, 0);
}

static struct perf_event_attr uprobe_attr(void)
{
	struct perf_event_attr attr = {
		.type = pmu,
		.size = sizeof(attr),
		.sample_period = 1,
		.sample_type = PERF_SAMPLE_RAW,
		.uprobe_path = (uintptr_t)SELF,
		.probe_offset = uprobe_offset_of(place),
	};

	return attr;
}

static int event_open(struct perf_event_attr *attr, pid_t pid, int cpu)
{
	return syscall(SYS_perf_event_open, attr, pid, cpu, -1, PERF_FLAG_FD_CLOEXEC);
}

static long count(int fd)
{
	uint64_t value = 0;

	return read(fd, &value, sizeof(value)) == sizeof(value) ? (long)value : -errno;
}

/* What the samples of an event have, in the order of @sample_type IP, RAW. */
static void show_samples(int fd, const char *name, bool has_ip)
{
	struct perf_event_mmap_page *head;
	unsigned int size = 0, found = 0, ips = 0, fields = 0;
	unsigned long value;
	char *map, *data, what[128];
	size_t at = 0;

	map = mmap(NULL, (1 + PAGES) * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (map == MAP_FAILED) {
		fact(name, "no map: %s", word(-1));
		return;
	}
	head = (void *)map;
	call(CALLS);
	while (at < head->data_head) {
		struct perf_event_header *header = (void *)(map + PAGE + at);

		at += header->size;
		if (header->type != PERF_RECORD_SAMPLE)
			continue;
		found++;
		data = (char *)(header + 1);
		if (has_ip) {
			memcpy(&value, data, sizeof(value));
			ips += value == (unsigned long)place;
			data += sizeof(value);
		}
		memcpy(&size, data, sizeof(size));
		memcpy(&value, data + 4 + 8, sizeof(value));
		fields += value == (unsigned long)place;
	}
	snprintf(what, sizeof(what), "%s: samples", name);
	fact(what, "%u, raw data of %u bytes, %u with the place, %u with its address", found, size,
	     fields, ips);
	munmap(map, (1 + PAGES) * PAGE);
}

static void this_task(bool is_return)
{
	const char *name = is_return ? "returns of this task" : "calls of this task";
	struct perf_event_attr attr = uprobe_attr();
	char what[128];
	int fd;

	attr.config = is_return;
	attr.sample_type |= PERF_SAMPLE_IP;
	attr.disabled = 1;
	fd = event_open(&attr, 0, -1);
	snprintf(what, sizeof(what), "%s: text while disabled", name);
	fact(what, "%s", trapped(uprobe_is_trapped(place)));
	call(CALLS);
	snprintf(what, sizeof(what), "%s: while disabled", name);
	fact(what, "%ld", count(fd));
	ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
	snprintf(what, sizeof(what), "%s: text", name);
	fact(what, "%s", trapped(uprobe_is_trapped(place)));
	call(CALLS);
	fact(name, "%ld", count(fd));
	show_samples(fd, name, true);
	ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	ioctl(fd, PERF_EVENT_IOC_RESET, 0);
	call(CALLS);
	snprintf(what, sizeof(what), "%s: disabled again", name);
	fact(what, "%ld, %s", count(fd), trapped(uprobe_is_trapped(place)));
	close(fd);
	snprintf(what, sizeof(what), "%s: text after close", name);
	fact(what, "%s", trapped(uprobe_is_trapped(place)));
}

static void this_cpu_only(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	sched_setaffinity(0, sizeof(set), &set);
}

/* Events of a CPU count all processes there. */
static void each_cpu(void)
{
	struct perf_event_attr attr = uprobe_attr();
	struct helper helper = helper_start();
	int fds[2], cpu;
	char what[128];

	for (cpu = 0; cpu < 2; cpu++)
		fds[cpu] = event_open(&attr, -1, cpu);
	fact("event of a CPU, another process: text", "%s", trapped(ask(&helper, 't')));
	this_cpu_only(0);
	call(CALLS);
	this_cpu_only(1);
	call(3);
	for (cpu = 0; cpu < 2; cpu++) {
		snprintf(what, sizeof(what), "event of CPU %d", cpu);
		fact(what, "%ld", count(fds[cpu]));
	}
	ask(&helper, 'c');
	fact("events of both CPUs", "%ld", count(fds[0]) + count(fds[1]));
	close(fds[0]);
	fact("one CPU closed, another process: text", "%s", trapped(ask(&helper, 't')));
	close(fds[1]);
	fact("both CPUs closed, another process: text", "%s", trapped(ask(&helper, 't')));
	this_cpu_only(0);
	attr.disabled = 1;
	fds[0] = event_open(&attr, 0, 0);
	fds[1] = event_open(&attr, 0, 1);
	ioctl(fds[0], PERF_EVENT_IOC_ENABLE, 0);
	ioctl(fds[1], PERF_EVENT_IOC_ENABLE, 0);
	call(CALLS);
	fact("events of this task on CPU 0 and CPU 1", "%ld %ld", count(fds[0]), count(fds[1]));
	close(fds[0]);
	close(fds[1]);
	helper_stop(&helper);
}

/* Only the process that an event counts has a breakpoint. */
static void two_processes(void)
{
	struct helper one = helper_start(), two = helper_start();
	struct perf_event_attr attr = uprobe_attr();
	int fd, other;

	fd = event_open(&attr, one.pid, -1);
	fact("an event of one process: text there", "%s", trapped(ask(&one, 't')));
	fact("an event of one process: text of another", "%s", trapped(ask(&two, 't')));
	fact("an event of one process: text here", "%s", trapped(uprobe_is_trapped(place)));
	ask(&one, 'c');
	ask(&two, 'c');
	call(CALLS);
	fact("an event of one process", "%ld", count(fd));
	other = event_open(&attr, two.pid, -1);
	fact("events of two processes: text of the second", "%s", trapped(ask(&two, 't')));
	ask(&two, 'c');
	fact("events of two processes", "%ld %ld", count(fd), count(other));
	close(other);
	fact("the second event is closed: text of the second", "%s", trapped(ask(&two, 't')));
	fact("the second event is closed: text of the first", "%s", trapped(ask(&one, 't')));
	other = event_open(&attr, one.pid, -1);
	ask(&one, 'c');
	fact("two events of one process", "%ld %ld", count(fd), count(other));
	close(fd);
	fact("the first event is closed: text", "%s", trapped(ask(&one, 't')));
	helper_stop(&one);
	fact("the process has ended", "%ld", count(other));
	close(other);
	helper_stop(&two);
}

static void children(bool inherit)
{
	const char *name = inherit ? "an inherited event" : "an event of the parent";
	struct perf_event_attr attr = uprobe_attr();
	struct helper child;
	char what[128];
	int fd;

	attr.inherit = inherit;
	attr.sample_type = 0;
	fd = event_open(&attr, 0, -1);
	if (fd < 0) {
		fact(name, "%s", word(-1));
		return;
	}
	child = helper_start();
	call(CALLS);
	ask(&child, 'c');
	snprintf(what, sizeof(what), "%s: text of the child after calls", name);
	fact(what, "%s", trapped(ask(&child, 't')));
	ask(&child, 'c');
	helper_stop(&child);
	/* perf may exchange the contexts of parent and child, and with them their counts. */
	if (inherit)
		fact(name, "%s", count(fd) >= CALLS ? "counts" : "does not count");
	else
		fact(name, "%ld", count(fd));
	close(fd);
}

/* The next program of a process has the event, too. */
static void executes(void)
{
	struct perf_event_attr attr = uprobe_attr();
	struct helper helper = helper_start();
	int fd, on_exec;

	fd = event_open(&attr, helper.pid, -1);
	attr.disabled = 1;
	attr.enable_on_exec = 1;
	on_exec = event_open(&attr, helper.pid, -1);
	ask(&helper, 'c');
	fact("before exec", "%ld %ld", count(fd), count(on_exec));
	ask(&helper, 'e');
	fact("text after exec", "%s", trapped(ask(&helper, 't')));
	ask(&helper, 'c');
	fact("after exec", "%ld %ld", count(fd), count(on_exec));
	close(fd);
	close(on_exec);
	fact("after exec and close: text", "%s", trapped(ask(&helper, 't')));
	helper_stop(&helper);
}

static void *thread_calls(void *unused)
{
	call(CALLS);
	return unused;
}

static void threads(void)
{
	struct perf_event_attr attr = uprobe_attr();
	pthread_t thread;
	int i, fd;

	for (i = 0; i < 2; i++) {
		attr.inherit = i;
		attr.sample_type = 0;
		fd = event_open(&attr, 0, -1);
		if (pthread_create(&thread, NULL, thread_calls, NULL))
			exit(1);
		pthread_join(thread, NULL);
		call(1);
		if (i)
			fact("a thread of an inherited event", "%s",
			     count(fd) >= CALLS ? "counts" : "does not count");
		else
			fact("a thread without an event", "%ld", count(fd));
		close(fd);
	}
}

static void reference_counter(void)
{
	struct perf_event_attr attr = uprobe_attr();
	struct helper helper = helper_start();
	int fd, other;

	attr.config = (uint64_t)uprobe_offset_of(&semaphore) << 32;
	fd = event_open(&attr, helper.pid, -1);
	fact("reference counter: with an event", "%ld", ask(&helper, 's'));
	fact("reference counter: of another process", "%u", semaphore);
	ask(&helper, 'c');
	fact("reference counter: calls", "%ld", count(fd));
	other = event_open(&attr, helper.pid, -1);
	fact("reference counter: with two events", "%ld", ask(&helper, 's'));
	close(fd);
	fact("reference counter: one is closed", "%ld", ask(&helper, 's'));
	attr.config = (uint64_t)(uprobe_offset_of(&semaphore) + 2) << 32;
	fact("reference counter: another place for it", "%s",
	     word(fd = event_open(&attr, helper.pid, -1)));
	close(fd);
	attr.config = 0;
	fact("reference counter: without it", "%s", word(fd = event_open(&attr, helper.pid, -1)));
	close(fd);
	close(other);
	fact("reference counter: both are closed", "%ld", ask(&helper, 's'));
	attr.config = (uint64_t)(uprobe_offset_of(&semaphore) + 1) << 32;
	fact("reference counter: an odd place", "%s", word(fd = event_open(&attr, 0, -1)));
	close(fd);
	helper_stop(&helper);
}

static void refused_one(const char *what, struct perf_event_attr *attr, pid_t pid, int cpu)
{
	int fd = event_open(attr, pid, cpu);
	char name[128];

	snprintf(name, sizeof(name), "open: %s", what);
	fact(name, "%s", word(fd));
	if (fd >= 0)
		close(fd);
}

#define REFUSED(_what, _member, _value)				\
	do {							\
		struct perf_event_attr attr = uprobe_attr();	\
								\
		attr._member = (_value);			\
		refused_one(_what, &attr, 0, -1);		\
	} while (0)

static void refused(void)
{
	struct perf_event_attr good = uprobe_attr();
	static char longest[5000];
	int status;

	memset(longest, 'x', sizeof(longest) - 1);
	longest[0] = '/';
	REFUSED("nothing wrong", config, 0);
	REFUSED("an unknown path", uprobe_path, (uintptr_t)"/nosuch/file");
	REFUSED("an empty path", uprobe_path, (uintptr_t)"");
	REFUSED("no path", uprobe_path, 0);
	REFUSED("a bad address of a path", uprobe_path, 1);
	REFUSED("a kernel address of a path", uprobe_path, 0xffffffff81000000);
	REFUSED("a path that is too long", uprobe_path, (uintptr_t)longest);
	longest[4094] = '\0';
	REFUSED("a long path", uprobe_path, (uintptr_t)longest);
	longest[300] = '\0';
	REFUSED("a long name", uprobe_path, (uintptr_t)longest);
	REFUSED("a directory", uprobe_path, (uintptr_t)"/bin");
	REFUSED("a device", uprobe_path, (uintptr_t)"/dev/null");
	REFUSED("a file of proc", uprobe_path, (uintptr_t)"/proc/version");
	REFUSED("a relative path", uprobe_path, (uintptr_t)"bin/perf_uprobes");
	REFUSED("a link", uprobe_path, (uintptr_t)"/proc/self/exe");
	REFUSED("an offset beyond the file", probe_offset, 1ULL << 40);
	REFUSED("a negative offset", probe_offset, -1ULL);
	REFUSED("offset 0", probe_offset, 0);
	REFUSED("an unknown flag", config, 2);
	REFUSED("unknown flags", config, 0xfffffffe);
	REFUSED("a return and an unknown flag", config, 3);
	REFUSED("a reference counter beyond the file", config, 0xfffffff0ULL << 32);
	REFUSED("without the kernel", exclude_kernel, 1);
	REFUSED("without user space", exclude_user, 1);
	REFUSED("without a period", sample_period, 0);
	REFUSED("precise samples", precise_ip, 2);
	REFUSED("branches", sample_type, PERF_SAMPLE_BRANCH_STACK);
	REFUSED("an unknown sample type", sample_type, 1ULL << 40);
	REFUSED("config2", config2, 1ULL << 63);
	refused_one("no process and no CPU", &good, -1, -1);
	refused_one("a CPU that does not exist", &good, -1, 4000);
	refused_one("a process that does not exist", &good, 4000000, -1);
	fflush(stdout);
	if (!fork()) {
		if (setgid(65534) || setuid(65534))
			_exit(1);
		refused_one("without permission", &good, 0, -1);
		fflush(stdout);
		_exit(0);
	}
	wait(&status);
	call(CALLS);
	fact("text after errors", "%s", trapped(uprobe_is_trapped(place)));
}

static long put(const char *file, const char *text)
{
	char path[256];
	int fd, flags = O_WRONLY | (strstr(file, "_events") ? O_APPEND : O_TRUNC);
	long ret;

	snprintf(path, sizeof(path), TRACING "%s", file);
	fd = open(path, flags);
	if (fd < 0)
		return -1;
	ret = write(fd, text, strlen(text));
	if (ret < 0)
		ret = -errno;
	close(fd);
	errno = ret < 0 ? -ret : 0;
	return ret < 0 ? -1 : 0;
}

/* Print the data of the samples of an event whose arguments are a number and a string. */
static void event_samples(int fd)
{
	struct perf_event_mmap_page *head;
	size_t at = 0;
	char *map;

	map = mmap(NULL, (1 + PAGES) * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (map == MAP_FAILED) {
		fact("event: map", "%s", word(-1));
		return;
	}
	head = (void *)map;
	call(2);
	fact("event: bytes of samples", "%llu", (unsigned long long)head->data_head);
	while (at < head->data_head) {
		struct perf_event_header *header = (void *)(map + PAGE + at);
		/* After the size of the raw data and the common fields. */
		char *raw = (char *)(header + 1) + 4, *data = raw + 8;
		unsigned int n, location;

		at += header->size;
		if (header->type != PERF_RECORD_SAMPLE)
			continue;
		memcpy(&n, data + 8, sizeof(n));
		memcpy(&location, data + 12, sizeof(location));
		fact(n ? "event: second sample" : "event: first sample",
		     "%d, at %u, %u bytes, '%s'", (int)n, location & 0xffff, location >> 16,
		     raw + (location & 0xffff));
	}
	munmap(map, (1 + PAGES) * PAGE);
}

/* An event of tracefs, with arguments. */
static void trace_event(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT, .size = sizeof(attr), .sample_period = 1,
		.sample_type = PERF_SAMPLE_RAW,
	};
	struct helper helper = helper_start();
	char text[256];
	int fd, other;

	snprintf(text, sizeof(text), "p:perf/call " SELF ":%#lx n=%%" FIRST_NAME
		 ":s32 text=+0(%%" SECOND_NAME "):string\n", uprobe_offset_of(place));
	fact("event: defined", "%s", word(put("uprobe_events", text)));
	attr.config = number_in(TRACING "events/perf/call/id");
	fd = event_open(&attr, 0, -1);
	fact("event: open", "%s", word(fd));
	fact("event: text", "%s", trapped(uprobe_is_trapped(place)));
	fact("event: text of another process", "%s", trapped(ask(&helper, 't')));
	call(CALLS);
	ask(&helper, 'c');
	fact("event: calls", "%ld", count(fd));
	event_samples(fd);
	fact("event: removed while perf uses it", "%s",
	     word(put("uprobe_events", "-:perf/call\n")));
	fact("event: enabled while perf uses it", "%s",
	     word(put("events/perf/call/enable", "1")));
	fact("event: enable of a file", "%ld", number_in(TRACING "events/perf/call/enable"));
	put("events/perf/call/enable", "0");
	call(1);
	other = event_open(&attr, helper.pid, -1);
	fact("event: text of the other process with an event", "%s", trapped(ask(&helper, 't')));
	ask(&helper, 'c');
	fact("event: calls of the other process", "%ld", count(other));
	close(other);
	fact("event: text of the other process after close", "%s", trapped(ask(&helper, 't')));
	ioctl(fd, PERF_EVENT_IOC_RESET, 0);
	fact("event: filter", "%s", word(ioctl(fd, PERF_EVENT_IOC_SET_FILTER, "n < 3")));
	call(CALLS);
	fact("event: calls with a filter", "%ld", count(fd));
	fact("event: filter of a text",
	     "%s", word(ioctl(fd, PERF_EVENT_IOC_SET_FILTER, "text ~ \"o*\"")));
	call(CALLS);
	fact("event: calls with both filters", "%ld", count(fd));
	fact("event: filter of an unknown field",
	     "%s", word(ioctl(fd, PERF_EVENT_IOC_SET_FILTER, "nosuch == 3")));
	close(fd);
	fact("event: enabled in tracefs", "%s", word(put("events/perf/call/enable", "1")));
	fact("event: perf while it is enabled", "%s", word(fd = event_open(&attr, 0, -1)));
	call(CALLS);
	fact("event: calls while it is enabled", "%ld", fd < 0 ? 0 : count(fd));
	close(fd);
	put("events/perf/call/enable", "0");
	fact("event: text at the end", "%s", trapped(uprobe_is_trapped(place)));
	attr.inherit = 1;
	fd = event_open(&attr, -1, 0);
	fact("event: of a CPU, text of another process", "%s", trapped(ask(&helper, 't')));
	close(fd);
	fact("event: closed, text of another process", "%s", trapped(ask(&helper, 't')));
	helper_stop(&helper);
	fact("event: removed", "%s", word(put("uprobe_events", "-:perf/call\n")));
	fact("event: perf of a removed event", "%s", word(event_open(&attr, 0, -1)));
}

/* An event of two places is one event for perf. */
static void two_places(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT, .size = sizeof(attr), .sample_period = 1,
		.sample_type = PERF_SAMPLE_RAW,
	};
	char text[256];
	int fd;

	snprintf(text, sizeof(text), "p:perf/two " SELF ":%#lx\np:perf/two " SELF ":%#lx\n",
		 uprobe_offset_of(place), uprobe_offset_of(call));
	put("uprobe_events", text);
	attr.config = number_in(TRACING "events/perf/two/id");
	fd = event_open(&attr, 0, -1);
	call(CALLS);
	fact("two places", "%ld", count(fd));
	close(fd);
	fact("two places: removed", "%s", word(put("uprobe_events", "-:perf/two\n")));
}

/*
 * A place is added to an event that perf counts. The stock kernel oopses when the event is
 * closed, so this is not compared.
 */
static int added_place(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT, .size = sizeof(attr), .sample_period = 1,
	};
	long before, after;
	char text[256];
	int fd;

	snprintf(text, sizeof(text), "p:perf/two " SELF ":%#lx\n", uprobe_offset_of(place));
	put("uprobe_events", text);
	attr.config = number_in(TRACING "events/perf/two/id");
	fd = event_open(&attr, 0, -1);
	call(CALLS);
	before = count(fd);
	snprintf(text, sizeof(text), "p:perf/two " SELF ":%#lx\n", uprobe_offset_of(call));
	fact("another place while perf counts", "%s", word(put("uprobe_events", text)));
	call(CALLS);
	after = count(fd);
	close(fd);
	fact("counted before and after", "%ld %ld", before, after);
	fact("removed", "%s", word(put("uprobe_events", "-:perf/two\n")));
	return before != CALLS || after < 2 * CALLS || uprobe_is_trapped(place);
}

/* Filters of an event that perf created: it has no fields but the common ones and its own. */
static void pmu_filter(void)
{
	struct perf_event_attr attr = uprobe_attr();
	int fd = event_open(&attr, 0, -1);

	fact("filter of the PMU", "%s",
	     word(ioctl(fd, PERF_EVENT_IOC_SET_FILTER, "__probe_ip == 0")));
	call(CALLS);
	fact("filter of the PMU: calls", "%ld", count(fd));
	close(fd);
}

/* The program of an event is not busy, and the file may be removed. */
static void file_goes(void)
{
	struct perf_event_attr attr = uprobe_attr();
	int fd;

	if (system("cp " SELF " /tmp/copy"))
		exit(1);
	attr.uprobe_path = (uintptr_t)"/tmp/copy";
	fd = event_open(&attr, -1, 0);
	fact("another file: open", "%s", word(fd));
	fact("another file: text here", "%s", trapped(uprobe_is_trapped(place)));
	unlink("/tmp/copy");
	call(CALLS);
	fact("another file: removed", "%ld", count(fd));
	close(fd);
	fact("another file: open again", "%s", word(event_open(&attr, -1, 0)));
}

int main(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "helper")) {
		long answer = 0;

		if (write(1, &answer, sizeof(answer)) == sizeof(answer))
			helper_run(0, 1);
		return 1;
	}
	signal(SIGPIPE, SIG_IGN);
	if (argc == 2 && !strcmp(argv[1], "added"))
		return added_place();
	pmu = number_in("/sys/bus/event_source/devices/uprobe/type");
	fact("the PMU exists", "%s", (int)pmu > 0 ? "yes" : "no");
	this_task(false);
	this_task(true);
	each_cpu();
	two_processes();
	children(false);
	children(true);
	executes();
	threads();
	reference_counter();
	refused();
	pmu_filter();
	file_goes();
	trace_event();
	two_places();
	call(CALLS);
	fact("text at the end", "%s", trapped(uprobe_is_trapped(place)));
	return 0;
}
