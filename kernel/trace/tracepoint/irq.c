// SPDX-License-Identifier: GPL-2.0
/*
 * The hooks on changes of the irq state.
 *
 * local_irq_disable() may nest, and entry code reports states that are not new,
 * so each CPU stores the last reported state, and the tracepoints fire only for
 * changes.
 */

#include <linux/export.h>
#include <linux/ftrace.h>
#include <linux/irqflags.h>
#include <linux/kprobes.h>
#include <linux/percpu.h>

#include <trace/events/preemptirq.h>

static DEFINE_PER_CPU(bool, tracepoint_irqs_disabled);

static __always_inline void tracepoint_irq_enable(unsigned long ip,
						  unsigned long parent_ip)
{
	if (!this_cpu_read(tracepoint_irqs_disabled))
		return;
	trace_irq_enable(ip, parent_ip);
	this_cpu_write(tracepoint_irqs_disabled, false);
}

static __always_inline void tracepoint_irq_disable(unsigned long ip,
						   unsigned long parent_ip)
{
	if (this_cpu_read(tracepoint_irqs_disabled))
		return;
	this_cpu_write(tracepoint_irqs_disabled, true);
	trace_irq_disable(ip, parent_ip);
}

/**
 * trace_hardirqs_on_prepare - fire the tracepoint before interrupts are enabled
 *
 * This is the part of trace_hardirqs_on() that needs RCU to be watching. It is
 * for entry code, which notifies lockdep later.
 *
 * Context: any, interrupts disabled.
 */
void trace_hardirqs_on_prepare(void)
{
	tracepoint_irq_enable(CALLER_ADDR0, CALLER_ADDR1);
}
EXPORT_SYMBOL(trace_hardirqs_on_prepare);

NOKPROBE_SYMBOL(trace_hardirqs_on_prepare);

/**
 * trace_hardirqs_on - fire the tracepoint and notify lockdep before interrupts
 * are enabled
 *
 * Context: any, interrupts disabled.
 */
void trace_hardirqs_on(void)
{
	tracepoint_irq_enable(CALLER_ADDR0, CALLER_ADDR1);
	lockdep_hardirqs_on_prepare();
	lockdep_hardirqs_on(CALLER_ADDR0);
}
EXPORT_SYMBOL(trace_hardirqs_on);

NOKPROBE_SYMBOL(trace_hardirqs_on);

/**
 * trace_hardirqs_off_finish - fire the tracepoint after interrupts were disabled
 *
 * This is the part of trace_hardirqs_off() that needs RCU to be watching. It is
 * for entry code, which has notified lockdep before.
 *
 * Context: any, interrupts disabled.
 */
void trace_hardirqs_off_finish(void)
{
	tracepoint_irq_disable(CALLER_ADDR0, CALLER_ADDR1);
}
EXPORT_SYMBOL(trace_hardirqs_off_finish);

NOKPROBE_SYMBOL(trace_hardirqs_off_finish);

/**
 * trace_hardirqs_off - fire the tracepoint and notify lockdep after interrupts
 * were disabled
 *
 * Context: any, interrupts disabled.
 */
void trace_hardirqs_off(void)
{
	lockdep_hardirqs_off(CALLER_ADDR0);
	tracepoint_irq_disable(CALLER_ADDR0, CALLER_ADDR1);
}
EXPORT_SYMBOL(trace_hardirqs_off);

NOKPROBE_SYMBOL(trace_hardirqs_off);
