// SPDX-License-Identifier: GPL-2.0
/*
 * The hooks on changes of the preemption state.
 */

#include <linux/ftrace.h>
#include <linux/kprobes.h>

#include <trace/events/preemptirq.h>

/**
 * trace_preempt_on - fire the tracepoint before preemption is enabled
 * @a0: address of the code that enables preemption
 * @a1: its return address
 *
 * Context: any, preemption disabled.
 */
void trace_preempt_on(unsigned long a0, unsigned long a1)
{
	trace_preempt_enable(a0, a1);
}

NOKPROBE_SYMBOL(trace_preempt_on);

/**
 * trace_preempt_off - fire the tracepoint after preemption was disabled
 * @a0: address of the code that has disabled preemption
 * @a1: its return address
 *
 * Context: any, preemption disabled.
 */
void trace_preempt_off(unsigned long a0, unsigned long a1)
{
	trace_preempt_disable(a0, a1);
}

NOKPROBE_SYMBOL(trace_preempt_off);
