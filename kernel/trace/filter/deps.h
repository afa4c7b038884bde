/* SPDX-License-Identifier: GPL-2.0 */
/*
 * All kernel headers that compiling and running filters need. The host tests in
 * tools/testing/trace/filter define this guard and have replacements.
 */
#ifndef _KERNEL_TRACE_FILTER_DEPS_H
#define _KERNEL_TRACE_FILTER_DEPS_H

#include <linux/bug.h>
#include <linux/cpumask.h>
#include <linux/ctype.h>
#include <linux/err.h>
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/unaligned.h>

#include "../event/event.h"

/* This CPU; name, cgroup and pid of the current task. */
#define filter_cpu()	raw_smp_processor_id()
#define filter_comm()	current->comm
#define filter_cgroup()	event_task_cgroup()
#define filter_ns_pid()	event_task_ns_pid()

#endif /* _KERNEL_TRACE_FILTER_DEPS_H */
