/* SPDX-License-Identifier: GPL-2.0 */
/*
 * All that ring/ takes from the kernel. The host tests define this guard and
 * bring their own, see tools/testing/trace/ring/host.h.
 */
#ifndef _TRACE_RING_DEPS_H
#define _TRACE_RING_DEPS_H

#include <linux/atomic.h>
#include <linux/bitmap.h>
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

/* What the local clock is made of: offset + ring_time(factor). */
struct ring_scale {
	u64	factor;
	u64	offset;
};

/* A user-mode kernel has the processor's symbols, and not its registers. */
#if defined(CONFIG_X86_64) && defined(CONFIG_X86_TSC) && !defined(CONFIG_UML)
#include <asm/timer.h>
#include <asm/tsc.h>

/*
 * The counter of ticks times @factor. sched_clock() shifts by less than 32, and
 * @factor makes up for the rest. In assembler, as a variable of 128 bits would
 * have each caller align its stack.
 */
static __always_inline u64 ring_time(u64 factor)
{
	u64 time, upper;

	asm volatile("rdtsc\n\tshlq $32, %1\n\torq %1, %0\n\t"
		     "mulq %2\n\tshrdq $32, %1, %0"
		     : "=&a" (time), "=&d" (upper) : "rm" (factor) : "cc");
	return time;
}

/* False: the clock is not made that way, now or ever. Preemption is off. */
static inline bool ring_scale_get(struct ring_scale *scale)
{
	struct cyc2ns_data data;

	if (!using_native_sched_clock())
		return false;
	cyc2ns_read_begin(&data);
	cyc2ns_read_end();
	scale->factor = (u64)data.cyc2ns_mul << (32 - data.cyc2ns_shift);
	scale->offset = data.cyc2ns_offset;
	/* No factor: ticks are not counted, at least not yet. */
	return data.cyc2ns_mul && data.cyc2ns_shift < 32;
}
#else
static __always_inline u64 ring_time(u64 factor)
{
	return sched_clock();
}

static inline bool ring_scale_get(struct ring_scale *scale)
{
	*scale = (struct ring_scale) { .factor = 1 };
	return true;
}
#endif

/* The context a writer is in: preempt_count(), and maybe more in the top bit. */
#ifdef CONFIG_X86
#define ring_context()		raw_cpu_read_4(pcpu_hot.preempt_count)
#else
#define ring_context()		((u32)preempt_count())
#endif

/* The own CPU's writer. Preemption is off. */
#define ring_this_writer(buffer) raw_cpu_read(*(buffer)->writers)

/*
 * Reads that the compiler may make part of another instruction, which it does
 * not do with READ_ONCE(). Each stands alone between two compiler barriers, and
 * is of one word.
 */
#define ring_peek(x)		/* as said above */ data_race(x)
#define ring_peek_atomic(a)	/* as said above */ data_race((u32)(a)->counter)
#ifdef CONFIG_64BIT
/* as said above */
#define ring_word_peek(l)	data_race((u64)(l)->a.a.counter)
#else
#define ring_word_peek(l)	((u64)local64_read(l))
#endif

/* Whole for the interrupts of this CPU. Order what the compiler orders. */
#ifdef CONFIG_X86
static __always_inline void ring_nest_inc(u32 *nest)
{
	asm volatile("incl %0" : "+m" (*nest) : : "memory");
}

static __always_inline void ring_nest_dec(u32 *nest)
{
	asm volatile("decl %0" : "+m" (*nest) : : "memory");
}
#else
static __always_inline void ring_nest_inc(u32 *nest)
{
	BUILD_BUG_ON(sizeof(atomic_t) != sizeof(*nest));
	barrier();
	atomic_inc((atomic_t *)nest);
	barrier();
}

static __always_inline void ring_nest_dec(u32 *nest)
{
	barrier();
	atomic_dec((atomic_t *)nest);
	barrier();
}
#endif

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
