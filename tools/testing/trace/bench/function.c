// SPDX-License-Identifier: GPL-2.0
/* The cost of a traced call, and of enabling and disabling the function tracers. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench.h"

/* The cost of calling one traced function minus that of the untraced call. */
void one_function(const char *tracer)
{
	double base = per_call(call_getppid, NULL);
	size_t lines = 0;
	int fd;

	/* The glob matches one function, whose prefix depends on the architecture. */
	must_put("set_ftrace_filter", "*_sys_getppid");
	fd = bench_open("set_ftrace_filter", O_RDONLY);
	drain(fd, &lines);
	close(fd);
	if (lines != 1)
		absent("%zu functions are called *_sys_getppid", lines);
	must_put("current_tracer", tracer);
	result(NULL, per_call(call_getppid, NULL) - base);
}

void metric_function(void)
{
	one_function("function");
}

void metric_graph(void)
{
	one_function("function_graph");
}

void call_stat(void *arg)
{
	char text[1024];
	struct stat st;
	int fd = open("/proc/self/stat", O_RDONLY);

	(void)arg;
	if (read(fd, text, sizeof(text)) <= 0 || stat("/proc/self/status", &st))
		absent("/proc/self/stat cannot be read");
	close(fd);
}

/* The slowdown factor of common system calls with all functions traced. */
static void all_functions_loop(const char *tracer)
{
	double base = per_call(call_stat, NULL);

	must_put("current_tracer", tracer);
	result(NULL, per_call(call_stat, NULL) / base);
}

void metric_function_loop(void)
{
	all_functions_loop("function");
}

void metric_graph_loop(void)
{
	all_functions_loop("function_graph");
}

/* Enable and disable all functions. The first round, which builds lists, is not counted. */
static void switching(const char *tracer, const char *on, const char *off)
{
	must_exist("available_filter_functions");
	must_put("tracing_on", "0");
	must_put("current_tracer", tracer);
	must_put("current_tracer", "nop");
	result_put(on, "current_tracer", tracer);
	result_put(off, "current_tracer", "nop");
}

void metric_functions(void)
{
	switching("function", "functions-on", "functions-off");
}

void metric_graphs(void)
{
	switching("function_graph", "graphs-on", "graphs-off");
}

void metric_glob(void)
{
	result_put(NULL, "set_ftrace_filter", "*sched*");
}

/* Trace some functions soon after all were traced. */
void metric_refilter(void)
{
	must_put("current_tracer", "function");
	must_put("current_tracer", "nop");
	result_put("refilter", "set_ftrace_filter", "vfs_*");
	result_put("refilter-on", "current_tracer", "function");
	result_put("refilter-off", "current_tracer", "nop");
}

void metric_functions_list(void)
{
	size_t lines = 0;
	uint64_t start;
	int fd = bench_open("available_filter_functions", O_RDONLY);

	start = now();
	drain(fd, &lines);
	if (!lines)
		absent("no line was read");
	result(NULL, (double)(now() - start) / lines);
}
