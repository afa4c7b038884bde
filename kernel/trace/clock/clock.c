// SPDX-License-Identifier: GPL-2.0
/*
 * The clocks of <linux/trace_clock.h> that the rest of the kernel does not
 * provide, and the table of all clocks by name.
 */
#include <linux/array_size.h>
#include <linux/atomic.h>
#include <linux/cache.h>
#include <linux/errno.h>
#include <linux/export.h>
#include <linux/jiffies.h>
#include <linux/preempt.h>
#include <linux/sched/clock.h>
#include <linux/string.h>
#include <linux/timekeeping.h>
#include <linux/trace_clock.h>

#include "clock.h"

/* The latest time that trace_clock_global() has returned. */
static atomic64_t clock_newest ____cacheline_aligned_in_smp;

static atomic64_t clock_count_up;

/**
 * trace_clock_local - read the clock of this CPU, the fastest one
 *
 * Context: any.
 * Return: nanoseconds of sched_clock(), not synchronized between CPUs.
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
 * The same as local_clock(), which may be traced itself: a clock that calls a
 * traced function is called again for the record of that call, in each attempt
 * to reserve a record, and no attempt succeeds. Therefore everything that a
 * clock in this file calls is notrace.
 */
static __always_inline u64 clock_local_notrace(void)
{
	u64 now;

	preempt_disable_notrace();
	now = local_clock_noinstr();
	preempt_enable_notrace();
	return now;
}

/**
 * trace_clock - read the clock that is nearly synchronized between CPUs
 *
 * Context: any.
 * Return: nanoseconds of local_clock(), which perf uses for its events.
 */
u64 notrace trace_clock(void)
{
	return clock_local_notrace();
}
EXPORT_SYMBOL_GPL(trace_clock);

/*
 * On a 32-bit CPU, get_jiffies_64() waits until no CPU is changing the value, for ever in an NMI
 * of the CPU that does. There, the value is read without that, and is wrong if the lower half was
 * changed and the upper one was not yet, as happens every 2^32 ticks.
 */
static __always_inline u64 clock_jiffies(void)
{
	return IS_ENABLED(CONFIG_64BIT) || !in_nmi() ? get_jiffies_64() : READ_ONCE(jiffies_64);
}

/**
 * trace_clock_jiffies - read the time since boot
 *
 * Context: any.
 * Return: ticks of USER_HZ.
 */
u64 notrace trace_clock_jiffies(void)
{
	return jiffies_64_to_clock_t(clock_jiffies() - INITIAL_JIFFIES);
}
EXPORT_SYMBOL_GPL(trace_clock_jiffies);

/**
 * trace_clock_global - read a clock that does not go back on any CPU
 *
 * A CPU whose clock is late returns the latest time that any CPU has returned.
 * That time is advanced without a lock: losing the race means that another CPU
 * has already advanced it, so a retry finds this CPU's clock late, or ahead by
 * less.
 *
 * Context: any.
 * Return: nanoseconds.
 */
u64 notrace trace_clock_global(void)
{
	s64 newest = atomic64_read(&clock_newest);
	u64 now = clock_local_notrace();

	while ((s64)(now - newest) > 0) {
		if (atomic64_try_cmpxchg(&clock_newest, &newest, now))
			return now;
	}
	return newest;
}
EXPORT_SYMBOL_GPL(trace_clock_global);

/**
 * trace_clock_counter - count the calls of this function
 *
 * Context: any.
 * Return: number of calls on all CPUs.
 */
u64 notrace trace_clock_counter(void)
{
	return atomic64_inc_return(&clock_count_up);
}

const struct clock_def trace_clock_table[] = {
	{ trace_clock_local,		"local",	true },
	{ trace_clock_global,		"global",	true },
	{ trace_clock_counter,		"counter",	false },
	{ trace_clock_jiffies,		"uptime",	false },
	{ trace_clock,			"perf",		true },
	{ ktime_get_mono_fast_ns,	"mono",		true },
	{ ktime_get_raw_fast_ns,	"mono_raw",	true },
	{ ktime_get_boot_fast_ns,	"boot",		true },
	{ ktime_get_tai_fast_ns,	"tai",		true },
	ARCH_TRACE_CLOCKS
};

const unsigned int trace_clock_count = ARRAY_SIZE(trace_clock_table);

/**
 * trace_clock_find - find a clock by name
 * @name: name of the clock
 *
 * Context: any.
 * Return: index into trace_clock_table, or -EINVAL if there is no such clock.
 */
int trace_clock_find(const char *name)
{
	unsigned int i;

	for (i = 0; i < trace_clock_count; i++)
		if (!strcmp(trace_clock_table[i].name, name))
			return i;
	return -EINVAL;
}
