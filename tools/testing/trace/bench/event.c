// SPDX-License-Identifier: GPL-2.0
/* The cost of one event: a traced system call minus the same system call untraced. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "arch.h"
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

void one_event(const char *file, const char *text)
{
	double base = untraced();

	must_put(file, text);
	result(NULL, per_call(call_getppid, NULL) - base);
}

void metric_event(void)
{
	one_event(SYS_ENTER "enable", "1");
}

void metric_event_stopped(void)
{
	must_put("tracing_on", "0");
	one_event(SYS_ENTER "enable", "1");
}

void metric_event_filtered(void)
{
	must_put(SYS_ENTER "filter", "id == 9999");
	one_event(SYS_ENTER "enable", "1");
	put(SYS_ENTER "filter", "0");
}

void metric_event_syscall(void)
{
	one_event("events/syscalls/sys_enter_getppid/enable", "1");
}

void metric_event_hist(void)
{
	must_exist(SYS_ENTER "hist");
	one_event(SYS_ENTER "trigger", "hist:keys=id");
	put(SYS_ENTER "trigger", "!hist:keys=id");
}

static void kprobe_getppid(const char *args)
{
	double base = untraced();
	char command[256];

	must_exist("kprobe_events");
	snprintf(command, sizeof(command), "p:bench/getppid " ARCH_SYSCALL "getppid%s", args);
	must_put("kprobe_events", command);
	must_put("events/bench/getppid/enable", "1");
	result(NULL, per_call(call_getppid, NULL) - base);
	put("events/bench/getppid/enable", "0");
}

void metric_event_kprobe(void)
{
	kprobe_getppid("");
}

/* Two registers, a word of memory and one of the stack */
void metric_event_kprobe_args(void)
{
	kprobe_getppid(" a=" ARCH_REG1 " b=" ARCH_REG2 ":s32 c=+8(" ARCH_REG1 ") d=$stack0");
}

/* A string of some 120 bytes and a short one */
void metric_event_kprobe_string(void)
{
	kprobe_getppid(" a=@linux_proc_banner:string b=$comm");
}
