// SPDX-License-Identifier: GPL-2.0
/*
 * Preemption was switched on or off.
 */

#include <linux/ftrace.h>
#include <linux/kprobes.h>

#include <trace/events/preemptirq.h>

/**
 * trace_preempt_on - preemption is about to be switched on
 * @a0: where
 * @a1: called from where
 *
 * Context: any, preemption off.
 */
void trace_preempt_on(unsigned long a0, unsigned long a1)
{
	trace_preempt_enable(a0, a1);
}

NOKPROBE_SYMBOL(trace_preempt_on);

/**
 * trace_preempt_off - preemption has been switched off
 * @a0: where
 * @a1: called from where
 *
 * Context: any, preemption off.
 */
void trace_preempt_off(unsigned long a0, unsigned long a1)
{
	trace_preempt_disable(a0, a1);
}

NOKPROBE_SYMBOL(trace_preempt_off);
