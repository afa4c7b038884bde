// SPDX-License-Identifier: GPL-2.0
/* What one event costs its caller: each beyond the same system call untraced. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bench.h"

#define SYS_ENTER "events/raw_syscalls/sys_enter/"

void call_getppid(void *arg)
{
	(void)arg;
	syscall(SYS_getppid);
}

static double untraced(void)
{
	return per_call(call_getppid, NULL);
}

void metric_event(void)
{
	double base = untraced();

	must_put(SYS_ENTER "enable", "1");
	result(NULL, per_call(call_getppid, NULL) - base);
}

void metric_event_stopped(void)
{
	double base = untraced();

	must_put(SYS_ENTER "enable", "1");
	must_put("tracing_on", "0");
	result(NULL, per_call(call_getppid, NULL) - base);
}

void metric_event_filtered(void)
{
	double base = untraced();

	must_put(SYS_ENTER "filter", "id == 9999");
	must_put(SYS_ENTER "enable", "1");
	result(NULL, per_call(call_getppid, NULL) - base);
	put(SYS_ENTER "filter", "0");
}

void metric_event_syscall(void)
{
	double base = untraced();

	must_put("events/syscalls/sys_enter_getppid/enable", "1");
	result(NULL, per_call(call_getppid, NULL) - base);
}

void metric_event_hist(void)
{
	double base = untraced();

	must_exist(SYS_ENTER "hist");
	must_put(SYS_ENTER "trigger", "hist:keys=id");
	result(NULL, per_call(call_getppid, NULL) - base);
	put(SYS_ENTER "trigger", "!hist:keys=id");
}

void metric_event_kprobe(void)
{
	double base = untraced();

	must_exist("kprobe_events");
	must_put("kprobe_events", "p:bench/getppid __x64_sys_getppid");
	must_put("events/bench/getppid/enable", "1");
	result(NULL, per_call(call_getppid, NULL) - base);
	put("events/bench/getppid/enable", "0");
}
