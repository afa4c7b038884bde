/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Shared by bpf_attach.c and bpf_links.c: results, perf counters of events and probes, and the
 * program that most tests attach.
 */
#ifndef _TOOLS_TRACE_GUEST_BPF_ATTACH_H
#define _TOOLS_TRACE_GUEST_BPF_ATTACH_H

#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/ioctl.h>

#include "bpf_prog.h"
#include "number.h"

#define TRACING		"/sys/kernel/tracing/"
#define CALLS		5

/*
 * The function of getpgid(2), offsets of arguments and of the return value in struct pt_regs, and
 * the registers of the arguments as probe events name them.
 */
#ifdef __aarch64__
#define FUNCTION	"__arm64_sys_getpgid"
#define REGS_RETURN	0
#define REGS_FIRST	0
#define REGS_SECOND	8
#define FIRST_NAME	"x0"
#define SECOND_NAME	"x1"
#else
#define FUNCTION	"__x64_sys_getpgid"
#define REGS_RETURN	80
#define REGS_FIRST	112
#define REGS_SECOND	104
#define FIRST_NAME	"di"
#define SECOND_NAME	"si"
#endif

/* Slots. */
enum { RUNS, FIRST, SECOND, ADDRESS, GIVEN, STACK, FRAMES };

static inline void ok(bool good, const char *group, const char *what, long got)
{
	int error = errno;

	printf("%s %s: %s\n", good ? "ok" : "not ok", group, what);
	if (!good)
		printf("# got %ld (%#lx), errno %s\n", got, got, strerrorname_np(error));
	fflush(stdout);
	errno = 0;
}

/* Check that a slot has a value. */
static inline void seen(unsigned int slot, uint64_t wanted, const char *group, const char *what)
{
	ok(bpf_seen[slot] == wanted, group, what, bpf_seen[slot]);
}

static inline void command(const char *file, const char *text)
{
	char path[128];
	int fd;

	snprintf(path, sizeof(path), TRACING "%s", file);
	fd = open(path, O_WRONLY | O_APPEND);
	if (fd < 0 || write(fd, text, strlen(text)) != (ssize_t)strlen(text))
		printf("# cannot write %s to %s\n", text, file);
	close(fd);
}

static inline void clear_trace(void)
{
	close(open(TRACING "trace", O_WRONLY | O_TRUNC));
}

/* Number of records of the function tracer for a function in the trace. */
static inline long traced(const char *function)
{
	FILE *f = fopen(TRACING "trace", "r");
	char line[512];
	long found = 0;

	while (f && fgets(line, sizeof(line), f))
		found += line[0] != '#' && !!strstr(line, function);
	if (f)
		fclose(f);
	return found;
}

/* Perf counters */

static inline int counter(struct perf_event_attr *attr)
{
	attr->size = sizeof(*attr);
	attr->sample_period = 1;
	return syscall(SYS_perf_event_open, attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

static inline int counter_of(const char *event)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_TRACEPOINT };
	char path[128];

	snprintf(path, sizeof(path), TRACING "events/%s/id", event);
	attr.config = number_in(path);
	return counter(&attr);
}

static inline int probe_counter(const char *pmu, const char *name, unsigned long offset,
				bool returns)
{
	char path[128];
	struct perf_event_attr attr = {
		.kprobe_func = (uintptr_t)name, .probe_offset = offset,
	};

	snprintf(path, sizeof(path), "/sys/bus/event_source/devices/%s/type", pmu);
	attr.type = number_in(path);
	snprintf(path, sizeof(path), "/sys/bus/event_source/devices/%s/format/retprobe", pmu);
	attr.config = (uint64_t)returns << number_after(path, "config:");
	return counter(&attr);
}

static inline long counted(int fd)
{
	uint64_t value = 0;

	return read(fd, &value, sizeof(value)) == sizeof(value) ? (long)value : -1;
}

static inline int attach(int counter_fd, int prog)
{
	return ioctl(counter_fd, PERF_EVENT_IOC_SET_BPF, prog);
}

static inline void call_function(void)
{
	for (int i = 0; i < CALLS; i++)
		syscall(SYS_getpgid, getpid());
}

/* A program of a probe keeps a register, the address of the function, and the cookie. */
static inline int probe_prog(int reg, bool memory, int attach_type)
{
	struct bpf_text text;

	bpf_begin(&text);
	bpf_keep_field(&text, FIRST, BPF_DW, reg);
	bpf_keep_helper(&text, ADDRESS, BPF_FUNC_get_func_ip);
	bpf_keep_helper(&text, GIVEN, BPF_FUNC_get_attach_cookie);
	/* The argument of a system call is the struct pt_regs of the user program. */
	if (memory)
		bpf_keep_memory(&text, SECOND, REGS_FIRST, REGS_FIRST, BPF_FUNC_probe_read_kernel);
	return bpf_end(&text, BPF_PROG_TYPE_KPROBE, attach_type, 1);
}

#endif /* _TOOLS_TRACE_GUEST_BPF_ATTACH_H */
