// SPDX-License-Identifier: GPL-2.0
/*
 * The oldest records of all instances, for the names of tasks: the name of a task that has
 * exited is kept as long as there may be a record of it.
 */
#include <linux/init.h>
#include <linux/minmax.h>
#include <linux/timekeeping.h>
#include <linux/trace_clock.h>

#include "../clock/clock.h"
#include "internal.h"

/* A task has one record at least, whose header, fields and part of the page need space. */
#define OLDEST_TASK_BYTES	32

/**
 * instance_comm_clock - get how times of an instance are compared with those of names
 * @tr: the instance
 *
 * Context: any.
 * Return: argument for trace_comm_find_at().
 */
enum trace_comm_clock instance_comm_clock(const struct trace_array *tr)
{
	u64 (*clock)(void) = trace_clock_table[READ_ONCE(tr->clock)].fn;

	if (clock == trace_clock_local)
		return TRACE_COMM_LOCAL;
	if (clock == trace_clock_global || clock == trace_clock)
		return TRACE_COMM_GLOBAL;
	if (clock == ktime_get_mono_fast_ns)
		return TRACE_COMM_MONO;
	return TRACE_COMM_NO_CLOCK;
}

static void oldest_of_ring(struct trace_buffer *ring, enum trace_comm_clock clock,
			   struct trace_comm_oldest *oldest)
{
	unsigned int cpu;
	u64 time;

	for_each_possible_cpu(cpu) {
		oldest->limit += ring_buffer_size(ring, cpu) / OLDEST_TASK_BYTES;
		time = ring_buffer_oldest_event_ts(ring, cpu);
		if (time && clock == TRACE_COMM_NO_CLOCK)
			oldest->unknown = true;
		else if (time)
			oldest->time[clock] = min(oldest->time[clock], time);
	}
}

/**
 * instance_oldest - find the oldest records of all instances
 * @oldest: lowered to the times of those records; the limit is raised by the number of
 *	records that the ring buffers could have
 *
 * Context: task, may sleep; takes instance_lock.
 */
void instance_oldest(struct trace_comm_oldest *oldest)
{
	struct instance_spare *spare;
	struct trace_array *tr;

	guard(mutex)(&instance_lock);
	instance_for_each(tr) {
		oldest_of_ring(tr->ring, instance_comm_clock(tr), oldest);
		spare = rcu_dereference_protected(tr->snapshot.spare,
						  lockdep_is_held(&instance_lock));
		if (spare)
			oldest_of_ring(spare->ring, instance_comm_clock(tr), oldest);
	}
}

static const struct trace_comm_keeper oldest_keeper = {
	.oldest	= instance_oldest,
};

static int __init oldest_init(void)
{
	trace_comm_set_keeper(&oldest_keeper);
	return 0;
}
early_initcall(oldest_init);
