// SPDX-License-Identifier: GPL-2.0
/* Metrics measured by bench_kernel.ko: reading a parameter runs the measurement. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"

double parameter(const char *name)
{
	char path[128], text[64] = "";
	int fd;

	snprintf(path, sizeof(path), PARAMETERS "%s", name);
	fd = bench_open(path, O_RDONLY);
	if (read(fd, text, sizeof(text) - 1) <= 0)
		absent("%s is empty", name);
	close(fd);
	return atof(text);
}

/* A record of 32 bytes in a private ring buffer. The figure includes the loop. */
void metric_ring(void)
{
	result(NULL, parameter("reserve_commit"));
}

void metric_probe(void)
{
	result(NULL, parameter("probe") - parameter("loop"));
}

/* The base's way to a tracepoint of system calls, which an event there can't avoid. */
void metric_probe_syscall(void)
{
	double base = per_call(call_getppid, NULL);

	must_put(PARAMETERS "probe_syscall", "1");
	result(NULL, per_call(call_getppid, NULL) - base);
	put(PARAMETERS "probe_syscall", "0");
}

void metric_ops(void)
{
	result(NULL, parameter("ops") - parameter("loop"));
}

/* A traced call while a task of higher priority waits, with two tracers. */
void metric_section(void)
{
	double base = parameter("section"), function;

	must_put("set_ftrace_filter", "bench_section_call");
	must_put("current_tracer", "function");
	function = parameter("section") - base;
	must_put("current_tracer", "wakeup_rt");
	result("section", parameter("section") - base);
	result("section-function", function);
}

/* An event fired by a loop in the kernel, without system calls. */
static void event_kernel(const char *file, const char *text)
{
	double off = parameter("event");

	must_put("events/bench/record/enable", "1");
	if (file)
		must_put(file, text);
	result(NULL, parameter("event") - off);
	put("events/bench/record/filter", "0");
	put("events/bench/record/enable", "0");
}

void metric_event_kernel(void)
{
	event_kernel(NULL, NULL);
}

void metric_event_kernel_stopped(void)
{
	event_kernel("tracing_on", "0");
}

void metric_event_kernel_filtered(void)
{
	event_kernel("events/bench/record/filter", "a == 9999");
}

/* The cost of recording an event or a marker in the loop. */
static void recorded(const char *name, const char *enable)
{
	double off = parameter(name);

	must_put(enable, "1");
	result(NULL, parameter(name) - off);
	put(enable, "0");
}

/* Markers, and typed tracepoints with the same fields. */
void metric_tracepoint_off(void)
{
	result(NULL, parameter("bare") - parameter("bare_loop"));
}

void metric_tracepoint_words(void)
{
	recorded("words", "events/bench/words/enable");
}

void metric_tracepoint_text(void)
{
	recorded("text", "events/bench/text/enable");
}

static void must_have_markers(void)
{
	if (access(PARAMETERS "mark", F_OK))
		absent("the kernel has no markers");
}

void metric_mark_off(void)
{
	must_have_markers();
	result(NULL, parameter("mark") - parameter("bare_loop"));
}

void metric_mark_probe(void)
{
	must_have_markers();
	result(NULL, parameter("mark_probe") - parameter("loop"));
}

void metric_mark_words(void)
{
	must_have_markers();
	recorded("mark_words", "events/markers/bench_words/enable");
}

void metric_mark_text(void)
{
	must_have_markers();
	recorded("mark_text", "events/markers/bench_text/enable");
}
