// SPDX-License-Identifier: GPL-2.0
/*
 * Interrupts were switched on or off.
 *
 * local_irq_disable() may nest, and entry code reports what is a fact already,
 * so each CPU remembers what it told last: only changes are told on.
 */

#include <linux/export.h>
#include <linux/ftrace.h>
#include <linux/irqflags.h>
#include <linux/kprobes.h>
#include <linux/percpu.h>

#include <trace/events/preemptirq.h>

static DEFINE_PER_CPU(bool, irq_hooks_off);

static __always_inline void irq_hooks_turn_on(unsigned long ip,
					      unsigned long parent_ip)
{
	if (!this_cpu_read(irq_hooks_off))
		return;
	trace_irq_enable(ip, parent_ip);
	this_cpu_write(irq_hooks_off, false);
}

static __always_inline void irq_hooks_turn_off(unsigned long ip,
					       unsigned long parent_ip)
{
	if (this_cpu_read(irq_hooks_off))
		return;
	this_cpu_write(irq_hooks_off, true);
	trace_irq_disable(ip, parent_ip);
}

/**
 * trace_hardirqs_on_prepare - interrupts are about to be switched on
 *
 * The half of trace_hardirqs_on() that needs RCU to watch; for entry code,
 * which tells lockdep later.
 *
 * Context: any, interrupts off.
 */
void trace_hardirqs_on_prepare(void)
{
	irq_hooks_turn_on(CALLER_ADDR0, CALLER_ADDR1);
}
EXPORT_SYMBOL(trace_hardirqs_on_prepare);

NOKPROBE_SYMBOL(trace_hardirqs_on_prepare);

/**
 * trace_hardirqs_on - interrupts are about to be switched on
 *
 * Context: any, interrupts off.
 */
void trace_hardirqs_on(void)
{
	irq_hooks_turn_on(CALLER_ADDR0, CALLER_ADDR1);
	lockdep_hardirqs_on_prepare();
	lockdep_hardirqs_on(CALLER_ADDR0);
}
EXPORT_SYMBOL(trace_hardirqs_on);

NOKPROBE_SYMBOL(trace_hardirqs_on);

/**
 * trace_hardirqs_off_finish - interrupts have been switched off
 *
 * The half of trace_hardirqs_off() that needs RCU to watch; for entry code,
 * which has told lockdep before.
 *
 * Context: any, interrupts off.
 */
void trace_hardirqs_off_finish(void)
{
	irq_hooks_turn_off(CALLER_ADDR0, CALLER_ADDR1);
}
EXPORT_SYMBOL(trace_hardirqs_off_finish);

NOKPROBE_SYMBOL(trace_hardirqs_off_finish);

/**
 * trace_hardirqs_off - interrupts have been switched off
 *
 * Context: any, interrupts off.
 */
void trace_hardirqs_off(void)
{
	lockdep_hardirqs_off(CALLER_ADDR0);
	irq_hooks_turn_off(CALLER_ADDR0, CALLER_ADDR1);
}
EXPORT_SYMBOL(trace_hardirqs_off);

NOKPROBE_SYMBOL(trace_hardirqs_off);
