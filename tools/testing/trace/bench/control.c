// SPDX-License-Identifier: GPL-2.0
/* The cost of enabling all events, of instances, of snapshots and of a walk of tracefs. */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "bench.h"

void metric_events(void)
{
	must_put("tracing_on", "0");
	must_put("events/enable", "1");
	must_put("events/enable", "0");
	result_put("events-on", "events/enable", "1");
	result_put("events-off", "events/enable", "0");
}

void metric_event_one(void)
{
	must_put("events/sched/sched_switch/enable", "1");
	must_put("events/sched/sched_switch/enable", "0");
	result_put("event-on", "events/sched/sched_switch/enable", "1");
	result_put("filter-set", "events/sched/sched_switch/filter", "prev_prio < 3");
	result_put("filter-clear", "events/sched/sched_switch/filter", "0");
	result_put("event-off", "events/sched/sched_switch/enable", "0");
}

void metric_hist_one(void)
{
	must_exist("events/sched/sched_switch/hist");
	result_put("hist-set", "events/sched/sched_switch/trigger", "hist:keys=next_pid");
	result_put("hist-remove", "events/sched/sched_switch/trigger", "!hist:keys=next_pid");
}

void metric_instance(void)
{
	struct span span;
	double make = 0, drop = 0, cost;

	for (int i = 0; i < 3; i++) {
		span_begin(&span);
		if (mkdir(TRACING "instances/bench", 0755))
			absent("mkdir of an instance: %s", strerror(errno));
		cost = span_end(&span);
		make = !i || cost < make ? cost : make;
		span_begin(&span);
		if (rmdir(TRACING "instances/bench"))
			absent("rmdir of an instance: %s", strerror(errno));
		cost = span_end(&span);
		drop = !i || cost < drop ? cost : drop;
	}
	result_span("instance-mkdir", make);
	result_span("instance-rmdir", drop);
}

void metric_snapshot(void)
{
	struct span span;
	double cost, least = 0;

	must_exist("snapshot");
	must_put("snapshot", "1");
	for (int i = 0; i < 3; i++) {
		span_begin(&span);
		must_put("snapshot", "1");
		cost = span_end(&span);
		least = !i || cost < least ? cost : least;
	}
	result_span(NULL, least);
	result_put("snapshot-free", "snapshot", "0");
	result_put("snapshot-again", "snapshot", "1");
}

void metric_command(void)
{
	result_put("command-set", "set_ftrace_filter", "schedule:traceon");
	result_put("command-remove", "set_ftrace_filter", "!schedule:traceon");
}

static long files;

static int count(const char *path, const struct stat *st, int type, struct FTW *at)
{
	(void)path;
	(void)st;
	(void)at;
	files += type == FTW_F || type == FTW_D;
	return 0;
}

/* Walk tracefs: time per file, slab memory used, and slab memory kept after reclaim. */
void metric_walk(void)
{
	struct span span;
	long before, after;
	double cost;

	must_put("/proc/sys/vm/drop_caches", "3");
	before = memory_kb("Slab");
	span_begin(&span);
	if (nftw(TRACING, count, 64, FTW_PHYS) || !files)
		absent("the walk ended early: %s", strerror(errno));
	cost = span_end(&span);
	after = memory_kb("Slab");
	result("walk", cost / files);
	result("walk-slab", after - before);
	for (int i = 0; i < 3; i++) {
		put("/proc/sys/vm/drop_caches", "2");
		usleep(200000);
	}
	after = memory_kb("Slab");
	result("walk-slab-kept", after > before ? after - before : 0);
}
