// SPDX-License-Identifier: GPL-2.0
/*
 * The buffer of an instance: size, clock, CPUs that record; and the calls by
 * which any code of the kernel stops tracing.
 */
#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/export.h>
#include <linux/kernel.h>

#include "internal.h"

static void instance_restart_time(struct trace_array *tr)
{
	tr->time_start = ring_buffer_time_stamp(tr->ring);
}

/**
 * instance_reset - empty the buffer
 * @tr: the instance
 * @cpu: which CPU's, or RING_BUFFER_ALL_CPUS
 *
 * Waits for who is taking records just now.
 *
 * Context: task, may sleep.
 */
void instance_reset(struct trace_array *tr, int cpu)
{
	guard(rwsem_write)(&tr->taking);

	instance_stop(tr);
	instance_restart_time(tr);
	if (cpu == RING_BUFFER_ALL_CPUS)
		ring_buffer_reset(tr->ring);
	else
		ring_buffer_reset_cpu(tr->ring, cpu);
	instance_start(tr);
}

/* Nothing that was recorded is of use any more; not in a snapshot either. */
void instance_forget(struct trace_array *tr)
{
	instance_reset(tr, RING_BUFFER_ALL_CPUS);
	instance_snapshot_forget(tr);
}

unsigned long instance_size(struct trace_array *tr, int cpu)
{
	unsigned long size = ring_buffer_size(tr->ring, cpu);
	unsigned long pages = ring_buffer_nr_pages(tr->ring, cpu);

	if (instance_is_global(tr) || READ_ONCE(tr->expanded) || !pages)
		return size;
	return roundup(tr->bytes, size / pages);
}

/**
 * instance_resize - change the size of the buffer
 * @tr: the instance
 * @bytes: per CPU; 0 leaves the size, but makes the buffer real
 * @cpu: which CPU's, or RING_BUFFER_ALL_CPUS
 *
 * Context: task, may sleep; takes instance_lock.
 * Return: 0, -EINVAL or -ENOMEM.
 */
int instance_resize(struct trace_array *tr, unsigned long bytes, int cpu)
{
	int ret;

	guard(mutex)(&instance_lock);

	if (tr->persistent)
		return -EBUSY;
	if (!bytes)
		return instance_expand(tr);
	if (cpu != RING_BUFFER_ALL_CPUS) {
		ret = instance_expand(tr);
		if (ret)
			return ret;
	}
	ret = instance_snapshot_resize(tr, bytes, cpu);
	if (ret < 0)
		return ret;
	ret = ring_buffer_resize(tr->ring, bytes, cpu);
	if (ret < 0) {
		instance_snapshot_refit(tr);
		return ret;
	}
	if (cpu == RING_BUFFER_ALL_CPUS)
		tr->bytes = bytes;
	WRITE_ONCE(tr->expanded, true);
	return 0;
}

/**
 * instance_order_set - change the size of the sub-buffers
 * @tr: the instance
 * @order: its logarithm, in pages
 *
 * What was recorded is lost. Waits for who is taking records just now.
 *
 * Context: task, may sleep; takes instance_lock.
 * Return: 0; -EINVAL; -EBUSY while somebody reads; -ENOMEM.
 */
int instance_order_set(struct trace_array *tr, int order)
{
	int ret;

	guard(mutex)(&instance_lock);
	guard(rwsem_write)(&tr->taking);

	instance_stop(tr);
	ret = instance_snapshot_order(tr, order);
	if (!ret) {
		ret = ring_buffer_subbuf_order_set(tr->ring, order);
		/* Rounding may have given the two other sizes. */
		instance_snapshot_refit(tr);
	}
	instance_start(tr);
	return ret;
}

/**
 * instance_clock_set - change the clock that stamps the records
 * @tr: the instance
 * @name: of the clock
 *
 * Stamps of two clocks can't be compared, so the buffer is emptied.
 *
 * Context: task, may sleep; takes instance_lock.
 * Return: 0, or -EINVAL: no such clock.
 */
int instance_clock_set(struct trace_array *tr, const char *name)
{
	int clock = trace_clock_find(name);

	if (clock < 0)
		return clock;

	guard(mutex)(&instance_lock);
	WRITE_ONCE(tr->clock, clock);
	ring_buffer_set_clock(tr->ring, trace_clock_table[clock].fn);
	instance_reset(tr, RING_BUFFER_ALL_CPUS);
	instance_snapshot_clock(tr);
	return 0;
}

/**
 * instance_cpumask_set - say which CPUs record
 * @tr: the instance
 * @mask: those CPUs
 *
 * Context: task, may sleep; takes instance_lock.
 * Return: 0
 */
int instance_cpumask_set(struct trace_array *tr, const struct cpumask *mask)
{
	int cpu;

	guard(mutex)(&instance_lock);

	for_each_possible_cpu(cpu) {
		bool now = cpumask_test_cpu(cpu, tr->cpumask);
		bool then = cpumask_test_cpu(cpu, mask);

		if (now && !then)
			ring_buffer_record_disable_cpu(tr->ring, cpu);
		else if (!now && then)
			ring_buffer_record_enable_cpu(tr->ring, cpu);
	}
	cpumask_copy(tr->cpumask, mask);
	return 0;
}

/**
 * tracing_on - record from now on
 *
 * Context: any.
 */
void tracing_on(void)
{
	instance_on(&instance_global);
}
EXPORT_SYMBOL_GPL(tracing_on);

/**
 * tracing_off - record no more
 *
 * What is in the buffer stays, to be read in peace.
 *
 * Context: any.
 */
void tracing_off(void)
{
	instance_off(&instance_global);
}
EXPORT_SYMBOL_GPL(tracing_off);

/**
 * tracing_is_on - are records written?
 *
 * Context: any.
 * Return: 1 or 0.
 */
int tracing_is_on(void)
{
	return instance_is_on(&instance_global);
}
EXPORT_SYMBOL_GPL(tracing_is_on);

/**
 * tracing_stop - as tracing_off(), but counted, and apart from it
 *
 * Context: any.
 */
void tracing_stop(void)
{
	if (instance_global.ring)
		instance_stop(&instance_global);
}

/**
 * tracing_start - undo one tracing_stop()
 *
 * Context: any.
 */
void tracing_start(void)
{
	if (instance_global.ring)
		instance_start(&instance_global);
}
