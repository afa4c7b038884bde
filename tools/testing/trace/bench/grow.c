// SPDX-License-Identifier: GPL-2.0
/*
 * Scaling of costs: lines "NAME@X COST", where X is the number of objects of the kind
 * NAME. scripts/tracing/bench_plot.py draws the plots.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench.h"

static void point(const char *name, long x, double cost)
{
	char full[64];

	snprintf(full, sizeof(full), "%s@%ld", name, x);
	result(full, cost);
}

static void run_on(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		absent("CPU %d: %s", cpu, strerror(errno));
}

/* Read the same number of records, distributed over all CPUs. */
void metric_grow_cpus(void)
{
	long cpus = sysconf(_SC_NPROCESSORS_ONLN), lines = 0;
	int marker = bench_open("trace_marker", O_WRONLY), fd;
	uint64_t start;

	must_put("buffer_size_kb", "1024");
	for (int round = 0; round < 200; round++) {
		run_on(round % cpus);
		for (int i = 0; i < 40; i++)
			if (write(marker, "a record of some length\n", 24) < 0)
				absent("trace_marker: %s", strerror(errno));
	}
	run_on(0);
	must_put("tracing_on", "0");
	fd = bench_open("trace", O_RDONLY);
	start = now();
	drain(fd, (size_t *)&lines);
	if (lines < 8000)
		absent("only %ld lines", lines);
	point("grow-cpus", cpus, (double)(now() - start) / lines);
}

/* Enable the function tracer with an increasing number of functions in the filter. */
void metric_grow_functions(void)
{
	static const char * const globs[] = { "vfs_*", "t*", "s*", "*s", "*e*", "*" };

	must_put("tracing_on", "0");
	for (size_t i = 0; i < sizeof(globs) / sizeof(globs[0]); i++) {
		struct span span;
		size_t lines = 0;
		int fd;

		must_put("set_ftrace_filter", globs[i]);
		fd = bench_open("set_ftrace_filter", O_RDONLY);
		drain(fd, &lines);
		close(fd);
		span_begin(&span);
		must_put("current_tracer", "function");
		point("grow-functions", lines, span_end(&span));
		must_put("current_tracer", "nop");
	}
}

static long subdirectories(const char *path)
{
	DIR *dir = opendir(path);
	struct dirent *entry;
	long count = 0;

	if (!dir)
		return 0;
	while ((entry = readdir(dir)))
		count += entry->d_type == DT_DIR && entry->d_name[0] != '.';
	closedir(dir);
	return count;
}

static long all_events(void)
{
	DIR *dir = opendir(TRACING "events");
	struct dirent *entry;
	char path[512];
	long count = 0;

	while (dir && (entry = readdir(dir))) {
		if (entry->d_type != DT_DIR || entry->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), TRACING "events/%s", entry->d_name);
		count += subdirectories(path);
	}
	if (dir)
		closedir(dir);
	return count;
}

/* Enable one event, systems with an increasing number of events, and all events. */
void metric_grow_events(void)
{
	static const char * const names[] = { "sched/sched_switch/", "task/", "sched/", "ext4/",
					      "" };

	must_put("tracing_on", "0");
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		char path[128];
		struct span span;
		long count;

		snprintf(path, sizeof(path), TRACING "events/%s", names[i]);
		count = !i ? 1 : *names[i] ? subdirectories(path) : all_events();
		if (!count)
			continue;
		snprintf(path, sizeof(path), "events/%senable", names[i]);
		span_begin(&span);
		must_put(path, "1");
		point("grow-events", count, span_end(&span));
		must_put(path, "0");
	}
}

/* Create an instance when others exist; record one event in all instances. */
void metric_grow_instances(void)
{
	static const int steps[] = { 1, 2, 4, 8, 16 };
	double base = per_call(call_getppid, NULL);
	char path[128];
	int have = 0;

	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		struct span span;
		double make = 0;

		while (have < steps[i]) {
			span_begin(&span);
			snprintf(path, sizeof(path), TRACING "instances/grow%d", ++have);
			if (mkdir(path, 0755))
				absent("%s: %s", path, strerror(errno));
			make = span_end(&span);
			snprintf(path, sizeof(path), "instances/grow%d/buffer_size_kb", have);
			must_put(path, "64");
			snprintf(path, sizeof(path),
				 "instances/grow%d/events/raw_syscalls/sys_enter/enable", have);
			must_put(path, "1");
		}
		point("grow-mkdir", have, make);
		point("grow-instances", have, per_call(call_getppid, NULL) - base);
	}
	for (; have; have--) {
		snprintf(path, sizeof(path), TRACING "instances/grow%d", have);
		rmdir(path);
	}
}

/* Read a line, with an increasing number of records in the buffer. */
void metric_grow_records(void)
{
	static const int counts[] = { 1000, 4000, 16000, 64000 };
	int marker = bench_open("trace_marker", O_WRONLY);

	must_put("buffer_size_kb", "8192");
	for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
		size_t lines = 0;
		uint64_t start;
		int fd;

		must_put("trace", " ");
		for (int n = 0; n < counts[i]; n++)
			if (write(marker, "a record of some length\n", 24) < 0)
				absent("trace_marker: %s", strerror(errno));
		fd = bench_open("trace", O_RDONLY);
		start = now();
		drain(fd, &lines);
		point("grow-records", counts[i], (double)(now() - start) / lines);
		close(fd);
	}
}
