// SPDX-License-Identifier: GPL-2.0
/*
 * The ring buffer of an instance: its size, its clock and the CPUs that record. Also
 * the functions with which kernel code stops and starts recording in the global
 * instance.
 */
#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/export.h>
#include <linux/kernel.h>

#include "internal.h"

/**
 * instance_reset - empty the ring buffer
 * @tr: the instance
 * @cpu: a CPU, or RING_BUFFER_ALL_CPUS
 *
 * Waits for readers that are consuming records.
 *
 * Context: task, may sleep; takes trace_array::read_rwsem.
 */
void instance_reset(struct trace_array *tr, int cpu)
{
	guard(rwsem_write)(&tr->read_rwsem);

	instance_record_disable(tr);
	tr->time_start = ring_buffer_time_stamp(tr->ring);
	if (cpu == RING_BUFFER_ALL_CPUS)
		ring_buffer_reset(tr->ring);
	else
		ring_buffer_reset_cpu(tr->ring, cpu);
	instance_record_enable(tr);
}

/**
 * instance_reset_all - empty the ring buffer and the spare ring buffer
 * @tr: the instance
 *
 * Context: task, may sleep; takes instance_lock.
 */
void instance_reset_all(struct trace_array *tr)
{
	instance_reset(tr, RING_BUFFER_ALL_CPUS);
	instance_snapshot_reset(tr);
}

/**
 * instance_buffer_size - get the size of a CPU's ring buffer
 * @tr: the instance
 * @cpu: the CPU
 *
 * An instance whose ring buffer still has its minimal size reports the size that the
 * ring buffer will have when it is expanded.
 *
 * Context: task.
 * Return: size in bytes.
 */
unsigned long instance_buffer_size(struct trace_array *tr, int cpu)
{
	unsigned long size = ring_buffer_size(tr->ring, cpu);
	unsigned long pages = ring_buffer_nr_pages(tr->ring, cpu);

	if (instance_is_global(tr) || READ_ONCE(tr->expanded) || !pages)
		return size;
	return roundup(tr->bytes, size / pages);
}

static int instance_resize_locked(struct trace_array *tr, unsigned long bytes, int cpu)
{
	int ret;

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
 * instance_resize - change the size of the ring buffer
 * @tr: the instance
 * @bytes: size in bytes per CPU; 0 expands the ring buffer to its present full size
 * @cpu: a CPU, or RING_BUFFER_ALL_CPUS
 *
 * The spare ring buffer is resized first, so that nothing has changed if there is no
 * memory for it.
 *
 * Context: task, may sleep; takes instance_lock.
 * Return: 0; -EBUSY if the ring buffer is persistent or in use; -EINVAL; -ENOMEM.
 */
int instance_resize(struct trace_array *tr, unsigned long bytes, int cpu)
{
	int ret;

	guard(mutex)(&instance_lock);
	ret = instance_resize_locked(tr, bytes, cpu);
	if (ret != -ENOMEM)
		return ret;
	/* Ring buffers that were removed just now may still have the memory. */
	trace_defer_flush();
	return instance_resize_locked(tr, bytes, cpu);
}

/**
 * instance_order_set - change the size of the sub-buffers
 * @tr: the instance
 * @order: binary logarithm of the size in pages
 *
 * All records are lost. Waits for readers that are consuming records.
 *
 * Context: task, may sleep; takes instance_lock.
 * Return: 0; -EINVAL; -EBUSY if the ring buffer has readers; -ENOMEM.
 */
int instance_order_set(struct trace_array *tr, int order)
{
	int ret;

	guard(mutex)(&instance_lock);
	guard(rwsem_write)(&tr->read_rwsem);

	instance_record_disable(tr);
	ret = instance_snapshot_order(tr, order);
	if (!ret) {
		ret = ring_buffer_subbuf_order_set(tr->ring, order);
		/* The two ring buffers may have been rounded to different sizes. */
		instance_snapshot_refit(tr);
	}
	instance_record_enable(tr);
	return ret;
}

/**
 * instance_clock_set - select the clock of the timestamps
 * @tr: the instance
 * @name: name of the clock
 *
 * Empties the ring buffer, because timestamps of different clocks cannot be
 * compared. An instance with a persistent ring buffer has the same clock in the next
 * boot.
 *
 * Context: task, may sleep; takes instance_lock.
 * Return: 0, or -EINVAL if there is no such clock.
 */
int instance_clock_set(struct trace_array *tr, const char *name)
{
	int clock = trace_clock_find(name);

	if (clock < 0)
		return clock;

	guard(mutex)(&instance_lock);
	WRITE_ONCE(tr->clock, clock);
	instance_last_boot_save_clock(tr);
	ring_buffer_set_clock(tr->ring, trace_clock_table[clock].fn);
	instance_reset(tr, RING_BUFFER_ALL_CPUS);
	instance_snapshot_clock(tr);
	return 0;
}

/**
 * instance_cpumask_set - select the CPUs that record
 * @tr: the instance
 * @mask: the CPUs
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
 * tracing_on - switch recording into the global instance on
 *
 * Context: any.
 */
void tracing_on(void)
{
	instance_on(&instance_global);
}
EXPORT_SYMBOL_GPL(tracing_on);

/**
 * tracing_off - switch recording into the global instance off
 *
 * The records in the ring buffer remain and can be read.
 *
 * Context: any.
 */
void tracing_off(void)
{
	instance_off(&instance_global);
}
EXPORT_SYMBOL_GPL(tracing_off);

/**
 * tracing_is_on - test whether recording into the global instance is on
 *
 * Context: any.
 * Return: 1 if it is on, else 0.
 */
int tracing_is_on(void)
{
	return instance_is_on(&instance_global);
}
EXPORT_SYMBOL_GPL(tracing_is_on);

/**
 * tracing_stop - prevent recording into the global instance
 *
 * Calls nest, and are independent of tracing_off().
 *
 * Context: any.
 */
void tracing_stop(void)
{
	if (instance_global.ring)
		instance_record_disable(&instance_global);
}

/**
 * tracing_start - undo one tracing_stop()
 *
 * Context: any.
 */
void tracing_start(void)
{
	if (instance_global.ring)
		instance_record_enable(&instance_global);
}
