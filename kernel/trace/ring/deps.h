/* SPDX-License-Identifier: GPL-2.0 */
/*
 * All kernel interfaces that ring/ uses. The host tests define this guard and
 * replace the file: see tools/testing/trace/ring/host.h.
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
#include <linux/jiffies.h>
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

#include "../lib/lib.h"

/* Remember the caller of a function that is refused as recursion. */
#ifdef CONFIG_RING_BUFFER_RECORD_RECURSION
#include <linux/trace_recursion.h>
#define ring_record_recursion()		ftrace_record_recursion(_THIS_IP_, _RET_IP_)
#else
#define ring_record_recursion()		do { } while (0)
#endif

/* The same as trace_clock_local(), for callers with preemption off. */
#define ring_local_clock()	sched_clock()

/* The local clock in terms of the counter: offset + ring_time(factor). */
struct ring_scale {
	u64	factor;
	u64	offset;
};

/* A user-mode kernel has CONFIG_X86_TSC but not the processor's registers. */
#if defined(CONFIG_X86_64) && defined(CONFIG_X86_TSC) && !defined(CONFIG_UML)
#include <asm/timer.h>
#include <asm/tsc.h>

/*
 * Multiply the counter (TSC) by @factor. sched_clock() shifts the product by
 * less than 32 bits, and @factor makes up for the rest of the shift. Written in
 * assembler because a 128-bit variable would make each caller align its stack.
 */
static __always_inline u64 ring_time(u64 factor)
{
	u64 time, upper;

	asm volatile("rdtsc\n\tshlq $32, %1\n\torq %1, %0\n\t"
		     "mulq %2\n\tshrdq $32, %1, %0"
		     : "=&a" (time), "=&d" (upper) : "rm" (factor) : "cc");
	return time;
}

/*
 * Read the factor and the offset of the local clock. Return false if the local
 * clock is not computed from the counter, now or ever. Preemption is off.
 */
static inline bool ring_scale_get(struct ring_scale *scale)
{
	struct cyc2ns_data data;

	if (!using_native_sched_clock())
		return false;
	cyc2ns_read_begin(&data);
	cyc2ns_read_end();
	scale->factor = (u64)data.cyc2ns_mul << (32 - data.cyc2ns_shift);
	scale->offset = data.cyc2ns_offset;
	/* A zero factor means that the counter is not calibrated yet. */
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

/* The context of a writer: preempt_count(), whose top bit may have another use. */
#ifdef CONFIG_X86
#define ring_preempt_count()		raw_cpu_read_4(pcpu_hot.preempt_count)
#else
#define ring_preempt_count()		((u32)preempt_count())
#endif

/* The pointers to the writers, for each possible CPU. */
#define ring_writers_alloc()	((struct ring_writer * __percpu *)trace_slot_alloc())
#define ring_writers_free(writers) trace_slot_free(writers)

/*
 * The writer of this CPU. Preemption is off. Callers that have a copy of
 * trace_buffer.writers save the access to the buffer by ring_writer_here().
 */
#define ring_writer_here(writers) raw_cpu_read(*(writers))
#define ring_this_writer(buffer) ring_writer_here((buffer)->writers)

/*
 * Reads that the compiler may merge into another instruction, which it does not
 * do with READ_ONCE(). Each read is of one word and is between two compiler
 * barriers.
 */
#define ring_peek(x)		/* see above */ data_race(x)
#define ring_peek_atomic(a)	/* see above */ data_race((u32)(a)->counter)
#if defined(CONFIG_64BIT) && !defined(CONFIG_PPC64)
/* see above; the local_t of powerpc contains no atomic */
#define ring_word_peek(l)	data_race((u64)(l)->a.a.counter)
#else
#define ring_word_peek(l)	((u64)local64_read(l))
#endif

/*
 * Change the nesting count by one instruction, so that an interrupt of this CPU
 * sees it either before or after. Both are compiler barriers.
 */
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

/* Call @fn on @cpu with interrupts off; on this CPU if @cpu is offline. */
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

static inline void ring_noop(void *arg)
{
}

/* Order the memory accesses of this CPU and of the writer's CPU by an interrupt. */
static inline void ring_sync_writer(int cpu)
{
	if (cpu_online(cpu))
		smp_call_function_single(cpu, ring_noop, NULL, true);
}

/* Copy records that the writer may overwrite meanwhile. The caller detects that. */
static inline void ring_copy_racy(void *to, const void *from, size_t bytes)
{
	/*
	 * The writer does not wait for the copy, and the caller discards a torn
	 * copy.
	 */
	data_race(memcpy(to, from, bytes));
}

static inline void ring_yield(void)
{
	schedule_timeout_uninterruptible(1);
}

/* Number of pages that can be allocated without forcing others to swap. */
static inline unsigned long ring_mem_available(void)
{
	return max(si_mem_available(), 0L);
}

/*
 * Marks a point between two steps whose order other contexts can observe. The
 * host tests run an interrupt or a reader there; in the kernel it is empty.
 */
#define ring_test_point(point)		((void)RING_POINT_##point)

#endif
