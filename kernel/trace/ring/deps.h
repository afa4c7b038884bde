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

/*
 * Marks a point between two steps that others can see. The host tests run an
 * interrupt or a reader's step there; the kernel has real ones.
 */
#define ring_at(point)		do { } while (0)

#endif
