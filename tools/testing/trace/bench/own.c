// SPDX-License-Identifier: GPL-2.0
/* The cost of settings that the stock kernel does not have. */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench.h"

#define ENABLE "events/raw_syscalls/sys_enter/enable"
#define FILTER "events/raw_syscalls/sys_enter/filter"
#define TRIGGER "events/raw_syscalls/sys_enter/trigger"
#define CGROUPS "/bench_cgroups/"

void metric_event_budget(void)
{
	must_put("budget", "1000000000");
	one_event(ENABLE, "1");
}

void metric_event_withheld(void)
{
	must_put("budget", "1");
	one_event(ENABLE, "1");
}

/* Make the cgroup "/in" and, if @join, move this process to it. */
static void use_cgroup(bool join)
{
	char pid[32];

	mkdir(CGROUPS, 0755);
	if (access(CGROUPS "cgroup.procs", F_OK) && mount("none", CGROUPS, "cgroup2", 0, NULL))
		absent("cgroup2 cannot be mounted: %s", strerror(errno));
	mkdir(CGROUPS "in", 0755);
	snprintf(pid, sizeof(pid), "%d", getpid());
	must_put(join ? CGROUPS "in/cgroup.procs" : CGROUPS "cgroup.procs", pid);
}

void metric_event_cgroup(void)
{
	use_cgroup(true);
	must_put("set_event_cgroup", "/in");
	one_event(ENABLE, "1");
}

void metric_event_cgroup_other(void)
{
	use_cgroup(false);
	must_put("set_event_cgroup", "/in");
	one_event(ENABLE, "1");
}

void metric_event_ns_pid(void)
{
	must_put(FILTER, "common_ns_pid == 999999");
	one_event(ENABLE, "1");
	put(FILTER, "0");
}

void metric_event_hist_cgroup(void)
{
	one_event(TRIGGER, "hist:keys=common_cgroup");
	put(TRIGGER, "!hist:keys=common_cgroup");
}

void metric_function_cgroup(void)
{
	use_cgroup(true);
	must_put("set_ftrace_cgroup", "/in");
	one_function("function");
}

/* Map and unmap a page of code. */
static void map_code(void *arg)
{
	void *at = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, *(int *)arg, 0);

	if (at == MAP_FAILED || munmap(at, 4096))
		absent("a page of the program cannot be mapped: %s", strerror(errno));
}

static void map_program(void)
{
	int fd = bench_open("/proc/self/exe", O_RDONLY);

	result(NULL, per_call(map_code, &fd));
}

void metric_mapping(void)
{
	map_program();
}

void metric_mapping_recorded(void)
{
	must_put("options/user-mappings", "1");
	map_program();
	put("options/user-mappings", "0");
}
