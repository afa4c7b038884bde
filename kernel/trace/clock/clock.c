// SPDX-License-Identifier: GPL-2.0
/*
 * The clocks of <linux/trace_clock.h> that the kernel has no function for.
 */
#include <linux/atomic.h>
#include <linux/cache.h>
#include <linux/export.h>
#include <linux/jiffies.h>
#include <linux/preempt.h>
#include <linux/sched/clock.h>
#include <linux/trace_clock.h>

#include "clock.h"

/* The newest time that trace_clock_global() has returned. */
static atomic64_t clock_newest ____cacheline_aligned_in_smp;

static atomic64_t clock_count_up;

/**
 * trace_clock_local - nanoseconds, the fastest clock there is
 *
 * Context: any.
 * Return: sched_clock() of this CPU.
 */
u64 notrace trace_clock_local(void)
{
	u64 now;

	preempt_disable_notrace();
	now = sched_clock();
	preempt_enable_notrace();
	return now;
}
EXPORT_SYMBOL_GPL(trace_clock_local);

/*
 * local_clock(), which is itself a function that may be traced: a clock that calls
 * it is called again for the record of that call, in each attempt to reserve, and
 * no attempt ever succeeds. Everything that a clock here calls is notrace.
 */
static __always_inline u64 clock_near(void)
{
	u64 now;

	preempt_disable_notrace();
	now = local_clock_noinstr();
	preempt_enable_notrace();
	return now;
}

/**
 * trace_clock - nanoseconds, near those of other CPUs
 *
 * Context: any.
 * Return: what perf stamps its events with.
 */
u64 notrace trace_clock(void)
{
	return clock_near();
}
EXPORT_SYMBOL_GPL(trace_clock);

/**
 * trace_clock_jiffies - time since boot
 *
 * Context: any.
 * Return: ticks of USER_HZ.
 */
u64 notrace trace_clock_jiffies(void)
{
	return jiffies_64_to_clock_t(get_jiffies_64() - INITIAL_JIFFIES);
}
EXPORT_SYMBOL_GPL(trace_clock_jiffies);

/**
 * trace_clock_global - nanoseconds that never go back, over all CPUs
 *
 * A CPU that is behind takes the newest time that any CPU has seen. It is
 * advanced without a lock: losing the race means that another CPU has already
 * advanced it, so whoever tries again is either behind now, or ahead by less.
 *
 * Context: any.
 * Return: this CPU's time or the newest of all.
 */
u64 notrace trace_clock_global(void)
{
	s64 newest = atomic64_read(&clock_newest);
	u64 now = clock_near();

	while ((s64)(now - newest) > 0) {
		if (atomic64_try_cmpxchg(&clock_newest, &newest, now))
			return now;
	}
	return newest;
}
EXPORT_SYMBOL_GPL(trace_clock_global);

/**
 * trace_clock_counter - one more at each call
 *
 * Context: any.
 * Return: how often it was called, on all CPUs.
 */
u64 notrace trace_clock_counter(void)
{
	return atomic64_inc_return(&clock_count_up);
}
