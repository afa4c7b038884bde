// SPDX-License-Identifier: GPL-2.0
/* The longest time with interrupts or preemption off: tracing_max_latency of preemptirqsoff. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench.h"

/* What is traced is recorded in an instance, because stock has one tracer in an instance. */
#define LOAD "instances/load/"

static void run_calls(void)
{
	for (int i = 0; i < 300; i++)
		call_stat(NULL);
	usleep(20000);
}

static void run_traced(const char *file, const char *on, const char *off)
{
	must_put(file, on);
	must_put("tracing_max_latency", "0");
	run_calls();
	result(NULL, number_of("tracing_max_latency"));
	must_put(file, off);
}

/* Measure one operation, and what it leaves to others. */
static void run_operation(const char *name, const char *file, const char *text)
{
	char whole[64];

	must_put("tracing_max_latency", "0");
	must_put(file, text);
	usleep(20000);
	snprintf(whole, sizeof(whole), "rt-%s", name);
	result(whole, number_of("tracing_max_latency"));
}

static void begin(void)
{
	must_put("options/function-trace", "0");
	must_put("current_tracer", "preemptirqsoff");
	if (mkdir(TRACING "instances/load", 0755))
		absent("mkdir of an instance: %s", strerror(errno));
	run_calls();
}

static void end(void)
{
	must_put("current_tracer", "nop");
	if (rmdir(TRACING "instances/load"))
		absent("rmdir of an instance: %s", strerror(errno));
}

void metric_rt_calls(void)
{
	begin();
	must_put("tracing_max_latency", "0");
	run_calls();
	result(NULL, number_of("tracing_max_latency"));
	end();
}

void metric_rt_function(void)
{
	begin();
	run_traced(LOAD "current_tracer", "function", "nop");
	end();
}

void metric_rt_events(void)
{
	begin();
	run_traced(LOAD "events/enable", "1", "0");
	end();
}

void metric_rt_control(void)
{
	begin();
	run_operation("functions-on", LOAD "current_tracer", "function");
	run_operation("functions-off", LOAD "current_tracer", "nop");
	run_operation("filter", LOAD "set_ftrace_filter", "*sched*");
	run_operation("events-on", LOAD "events/enable", "1");
	run_operation("events-off", LOAD "events/enable", "0");
	run_operation("grow", LOAD "buffer_size_kb", "8192");
	run_operation("clear", LOAD "trace", "");
	run_operation("shrink", LOAD "buffer_size_kb", "64");
	run_operation("kprobe", "kprobe_events", "p:bench/rt vfs_statx");
	run_operation("kprobe-off", "kprobe_events", "");
	end();
}
