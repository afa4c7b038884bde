// SPDX-License-Identifier: GPL-2.0
/*
 * BPF programs: what a call of an attached program costs beyond the untraced call, for each
 * way of attaching it, and what it costs to attach one to many functions and to detach it.
 * The program counts its calls. The functions that it uses are those of the tests.
 */
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

#include "bench.h"
#include "../guest/bpf_prog.h"
#include "../guest/kernel_btf.h"

#define FUNCTION	"__do_sys_getppid"
#define NAMES		10000
#define MAX_NAMES	100000

static int prog_load(int type, int attach_type, unsigned int id)
{
	struct bpf_text text;
	int fd;

	if (bpf_slots_create())
		absent("a map of BPF: %s", strerror(errno));
	bpf_begin(&text);
	fd = bpf_end_for(&text, type, attach_type, id, 0);
	if (fd < 0)
		absent("a BPF program: %s", strerror(errno));
	return fd;
}

/* Measure calls while the program is attached. */
static void measure(double base, int attached)
{
	if (attached < 0)
		absent("the program cannot be attached: %s", strerror(errno));
	bpf_slots_clear();
	base = per_call(call_getppid, NULL) - base;
	if (!bpf_seen[0])
		absent("the program did not run");
	result(NULL, base);
}

void metric_bpf_raw(void)
{
	double base = per_call(call_getppid, NULL);

	measure(base, bpf_raw_open("sys_enter", prog_load(BPF_PROG_TYPE_RAW_TRACEPOINT, 0, 0)));
}

/* A perf counter with the program, or -1. */
static int counter(struct perf_event_attr *attr, int prog)
{
	int fd;

	attr->size = sizeof(*attr);
	attr->sample_period = 1;
	fd = syscall(SYS_perf_event_open, attr, 0, -1, -1, 0);
	return fd < 0 || ioctl(fd, PERF_EVENT_IOC_SET_BPF, prog) ? -1 : fd;
}

static void measure_event(const char *id)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT, .config = number_of(id),
	};
	double base = per_call(call_getppid, NULL);

	measure(base, counter(&attr, prog_load(BPF_PROG_TYPE_TRACEPOINT, 0, 0)));
}

void metric_bpf_tracepoint(void)
{
	measure_event("events/raw_syscalls/sys_enter/id");
}

void metric_bpf_syscall(void)
{
	measure_event("events/syscalls/sys_enter_getppid/id");
}

void metric_bpf_kprobe(void)
{
	struct perf_event_attr attr = {
		.type = number_of("/sys/bus/event_source/devices/kprobe/type"),
		.kprobe_func = (uintptr_t)FUNCTION,
	};
	double base = per_call(call_getppid, NULL);

	measure(base, counter(&attr, prog_load(BPF_PROG_TYPE_KPROBE, 0, 0)));
}

static void measure_multi(unsigned int flags)
{
	static const char * const names[] = { FUNCTION };
	int prog = prog_load(BPF_PROG_TYPE_KPROBE, BPF_TRACE_KPROBE_MULTI, 0);
	double base = per_call(call_getppid, NULL);

	measure(base, bpf_multi_link(prog, flags, names, NULL, NULL, 1));
}

void metric_bpf_multi(void)
{
	measure_multi(0);
}

void metric_bpf_multi_return(void)
{
	measure_multi(BPF_F_KPROBE_MULTI_RETURN);
}

static void measure_function(int attach_type)
{
	double base = per_call(call_getppid, NULL);
	int prog;

	if (btf_read())
		absent("the kernel has no BTF");
	prog = prog_load(BPF_PROG_TYPE_TRACING, attach_type, btf_find(FUNCTION, BTF_KIND_FUNC));
	measure(base, bpf_raw_open(NULL, prog));
}

void metric_bpf_fentry(void)
{
	measure_function(BPF_TRACE_FENTRY);
}

void metric_bpf_fexit(void)
{
	measure_function(BPF_TRACE_FEXIT);
}

static int compare(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Read functions that have their name alone, and are not in a module. Return: their number. */
static unsigned int read_names(const char **names, unsigned int most)
{
	static const char *all[MAX_NAMES];
	FILE *f = fopen(TRACING "available_filter_functions", "r");
	unsigned int nr = 0, kept = 0;
	char line[512];

	while (f && nr < MAX_NAMES && fgets(line, sizeof(line), f)) {
		line[strcspn(line, "\n")] = '\0';
		if (!strchr(line, ' '))
			all[nr++] = strdup(line);
	}
	if (f)
		fclose(f);
	qsort(all, nr, sizeof(*all), compare);
	for (unsigned int i = 0; i < nr && kept < most; i++) {
		if ((!i || strcmp(all[i], all[i - 1])) &&
		    (i + 1 == nr || strcmp(all[i], all[i + 1])))
			names[kept++] = all[i];
	}
	return kept;
}

/* Attach a program to many functions by their names, and detach it. */
void metric_bpf_attach(void)
{
	static const char *names[NAMES];
	unsigned int nr = read_names(names, NAMES);
	int prog = prog_load(BPF_PROG_TYPE_KPROBE, BPF_TRACE_KPROBE_MULTI, 0), link;
	uint64_t start = now(), middle;

	link = bpf_multi_link(prog, 0, names, NULL, NULL, nr);
	middle = now();
	if (nr < NAMES)
		absent("there are %u functions only", nr);
	if (link < 0)
		absent("%u functions cannot be attached to: %s", nr, strerror(errno));
	result("bpf-attach", middle - start);
	start = now();
	close(link);
	result("bpf-detach", now() - start);
}
