// SPDX-License-Identifier: GPL-2.0
/*
 * The cost of one hit of an event that users define at run time: of uprobes, fprobes,
 * tracepoints, and user events. Those of kprobes are in event.c.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/uio.h>
#include <unistd.h>

#include "arch.h"
#include "bench.h"

/* Add a dynamic event; the others stay. */
void add_event(const char *file, const char *format, ...)
{
	int fd = bench_open(file, O_WRONLY | O_APPEND);
	char command[256];
	va_list args;
	int length;

	va_start(args, format);
	length = vsnprintf(command, sizeof(command), format, args);
	va_end(args);
	if (write(fd, command, length) < 0)
		absent("'%s' to %s: %s", command, file, strerror(errno));
	close(fd);
}

/* Events at the entry and at the return of a function of the kernel */

/* The function of getppid(2) has several names, of which fprobes know one. */
static const char *getppid_function(void)
{
	static char name[256];
	FILE *file = fopen(TRACING "available_filter_functions", "r");
	char line[512];

	while (file && fgets(line, sizeof(line), file)) {
		if (sscanf(line, "%255s", name) != 1 || !strstr(name, "_sys_getppid"))
			continue;
		fclose(file);
		return name;
	}
	absent("there is no function for getppid");
}

static double call_with(const char *command, const char *location)
{
	double base = per_call(call_getppid, NULL);

	add_event("dynamic_events", command, location);
	must_put("events/bench/hit/enable", "1");
	base = per_call(call_getppid, NULL) - base;
	must_put("events/bench/hit/enable", "0");
	return base;
}

void metric_event_fprobe(void)
{
	result(NULL, call_with("f:bench/hit %s\n", getppid_function()));
}

void metric_event_fprobe_return(void)
{
	result(NULL, call_with("f:bench/hit %s%%return\n", getppid_function()));
}

void metric_event_tprobe(void)
{
	result(NULL, call_with("t:bench/hit %s\n", "sys_enter"));
}

/*
 * Events of uprobes. The trap costs many times what the event does, and is not part of
 * tracing. So the process has one event that is hit, and the figure is what a second event
 * at the same place adds.
 */

static char long_string[120];

/* The first instruction is one that need not be executed out of line. */
__attribute__((noinline)) void probed(const char *a, const char *b)
{
	asm volatile("nop; nop" : : "r" (a), "r" (b) : "memory");
}

static void call_probed(void *arg)
{
	(void)arg;
	probed(long_string, "short");
}

unsigned long offset_in_file(const void *address, char *path, size_t size)
{
	unsigned long start, end, offset, at = (unsigned long)address;
	FILE *maps = fopen("/proc/self/maps", "r");
	char line[512], name[256];

	while (maps && fgets(line, sizeof(line), maps)) {
		if (sscanf(line, "%lx-%lx %*s %lx %*s %*s %255s", &start, &end, &offset,
			   name) != 4 || at < start || at >= end)
			continue;
		fclose(maps);
		snprintf(path, size, "%s", name);
		return at - start + offset;
	}
	absent("the program is in no mapping of a file");
}

static void second_uprobe(char letter, const char *args)
{
	char path[256];
	unsigned long offset = offset_in_file(probed, path, sizeof(path));
	double base;

	memset(long_string, 's', sizeof(long_string) - 1);
	must_exist("uprobe_events");
	add_event("uprobe_events", "%c:bench/first %s:%#lx\n", letter, path, offset);
	add_event("uprobe_events", "%c:bench/hit %s:%#lx%s\n", letter, path, offset, args);
	must_put("events/bench/first/enable", "1");
	base = per_call(call_probed, NULL);
	must_put("events/bench/hit/enable", "1");
	result(NULL, per_call(call_probed, NULL) - base);
	must_put("events/bench/enable", "0");
}

void metric_event_uprobe(void)
{
	second_uprobe('p', "");
}

void metric_event_uprobe_args(void)
{
	second_uprobe('p', " a=" ARCH_REG1 " b=" ARCH_REG2 ":s32 c=+8(" ARCH_REG1 ") d=$stack0");
}

void metric_event_uprobe_string(void)
{
	second_uprobe('p', " a=+0(" ARCH_REG1 "):string b=+0(" ARCH_REG2 "):string");
}

void metric_event_uprobe_return(void)
{
	second_uprobe('r', "");
}

/* User events */

/* struct user_reg of linux/user_events.h since 6.4. */
struct user_reg {
	uint32_t size;
	uint8_t enable_bit, enable_size;
	uint16_t flags;
	uint64_t enable_addr, name_args;
	uint32_t write_index;
} __attribute__((packed));

struct user_message {
	int fd;
	char record[36];
	struct iovec parts[2];
};

static void user_event_open(struct user_message *message)
{
	static uint32_t enabled;
	struct user_reg reg = { .size = sizeof(reg), .enable_bit = 0, .enable_size = 4,
				.enable_addr = (uint64_t)&enabled,
				.name_args = (uint64_t)"bench_user u64 a; u64 b; u64 c; u64 d" };

	memset(message, 0, sizeof(*message));
	message->fd = bench_open("user_events_data", O_RDWR);
	if (ioctl(message->fd, _IOWR('*', 0, struct user_reg *), &reg) < 0)
		absent("user_events: %s", strerror(errno));
	must_put("events/user_events/bench_user/enable", "1");
	memcpy(message->record, &reg.write_index, 4);
	message->parts[0] = (struct iovec){ message->record, 4 };
	message->parts[1] = (struct iovec){ message->record + 4, 32 };
}

static void user_write(void *arg)
{
	struct user_message *message = arg;

	if (write(message->fd, message->record, sizeof(message->record)) < 0)
		absent("user_events: %s", strerror(errno));
}

static void user_writev(void *arg)
{
	struct user_message *message = arg;

	if (writev(message->fd, message->parts, 2) < 0)
		absent("user_events: %s", strerror(errno));
}

static double user_event(body_t body)
{
	struct user_message message;
	double cost;
	int fd;

	user_event_open(&message);
	cost = per_call(body, &message);
	fd = message.fd;
	message.fd = bench_open("/dev/null", O_WRONLY);
	cost -= per_call(body, &message);
	put("events/user_events/bench_user/enable", "0");
	close(fd);
	return cost;
}

void metric_event_user(void)
{
	result(NULL, user_event(user_write));
}

void metric_event_user_writev(void)
{
	result(NULL, user_event(user_writev));
}

void metric_peer_user_events(void)
{
	metric_event_user_writev();
}
