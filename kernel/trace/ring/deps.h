/* SPDX-License-Identifier: GPL-2.0 */
/*
 * All that ring/ takes from the kernel. The host tests define this guard and
 * bring their own, see tools/testing/trace/ring/host.h.
 */
#ifndef _TRACE_RING_DEPS_H
#define _TRACE_RING_DEPS_H

#include <linux/atomic.h>
#include <linux/bug.h>
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/cpumask.h>
#include <linux/export.h>
#include <linux/gfp.h>
#include <linux/irq_work.h>
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/log2.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/preempt.h>
#include <linux/ring_buffer.h>
#include <linux/sched/clock.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/spinlock.h>
#include <linux/trace_clock.h>
#include <linux/trace_seq.h>
#include <linux/wait.h>

#include <asm/local.h>
#include <asm/local64.h>

/* What trace_clock_local() returns, for callers with preemption off. */
#define ring_local_clock()	sched_clock()

/* Run on @cpu, with interrupts off; here if it is offline. */
static inline void ring_call_on(int cpu, void (*fn)(void *arg), void *arg)
{
	unsigned long flags;
	int this_cpu = get_cpu();

	if (cpu == this_cpu || !cpu_online(cpu)) {
		local_irq_save(flags);
		fn(arg);
		local_irq_restore(flags);
	} else {
		smp_call_function_single(cpu, fn, arg, true);
	}
	put_cpu();
}

static inline void ring_nothing(void *arg)
{
}

/* Make the writer's CPU see what this one has written, and the reverse. */
static inline void ring_sync_writer(int cpu)
{
	if (cpu_online(cpu))
		smp_call_function_single(cpu, ring_nothing, NULL, true);
}

/* Copy what the writer may overwrite meanwhile; the caller finds out. */
static inline void ring_copy_racy(void *to, const void *from, size_t bytes)
{
	/* The writer's CPU does not wait, and a torn copy is thrown away. */
	data_race(memcpy(to, from, bytes));
}

static inline void ring_yield(void)
{
	schedule_timeout_uninterruptible(1);
}

/* Pages that could be allocated without harm to others. */
static inline unsigned long ring_mem_available(void)
{
	return max(si_mem_available(), 0L);
}

/*
 * Marks a point between two steps that others can see. The host tests run an
 * interrupt or a reader's step there; the kernel has real ones.
 */
#define ring_at(point)		((void)RING_AT_##point)

#endif
