/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Clocks for the timestamps of records. They can be called in any context, NMI
 * included, and are notrace. kernel/trace/clock/clock.c has the kernel-doc.
 */
#ifndef _LINUX_TRACE_CLOCK_H
#define _LINUX_TRACE_CLOCK_H

#include <linux/compiler.h>
#include <linux/types.h>

#include <asm/trace_clock.h>

u64 notrace trace_clock_local(void);	/* ns, monotonic on each CPU; the fastest clock */
u64 notrace trace_clock(void);		/* ns, roughly synchronized between CPUs */
u64 notrace trace_clock_jiffies(void);	/* time since boot in units of 1/USER_HZ s */
u64 notrace trace_clock_global(void);	/* ns, monotonic over all CPUs */
u64 notrace trace_clock_counter(void);	/* number of calls so far, over all CPUs */

#endif /* _LINUX_TRACE_CLOCK_H */
