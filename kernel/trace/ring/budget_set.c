// SPDX-License-Identifier: GPL-2.0
/*
 * Setting the budget of a buffer. Apart from budget.c, which the writer calls, as each ring has
 * to be closed for its writer meanwhile.
 */
#include "internal.h"

static void ring_budget_change(struct ring_cpu *rc, void *arg)
{
	rc->budget.rate = *(u64 *)arg;
	ring_budget_start(rc);
}

/**
 * ring_buffer_budget_set - limit the number of records that are written
 * @buffer: the buffer
 * @rate: records per second and CPU, at most RING_BUDGET_MAX; 0 for no limit
 *
 * Context: task, may sleep; takes cpus_read_lock() and the mutex of the buffer.
 */
void ring_buffer_budget_set(struct trace_buffer *buffer, u64 rate)
{
	struct ring_owner *owner = ring_owner_of(buffer);
	int cpu;

	cpus_read_lock();
	mutex_lock(&owner->lock);
	WRITE_ONCE(owner->budget, rate);
	if (rate)
		WRITE_ONCE(owner->had_budget, true);
	for_each_cpu(cpu, owner->cpumask)
		ring_resize_run_closed(ring_get(owner, cpu), ring_budget_change, &rate);
	mutex_unlock(&owner->lock);
	cpus_read_unlock();
}

/**
 * ring_buffer_budget - get the limit of the number of records
 * @buffer: the buffer
 *
 * Context: any.
 * Return: records per second and CPU, 0 for no limit.
 */
u64 ring_buffer_budget(struct trace_buffer *buffer)
{
	return READ_ONCE(ring_owner_of(buffer)->budget);
}

/**
 * ring_buffer_had_budget - test whether the number of records was ever limited
 * @buffer: the buffer
 *
 * Context: any.
 * Return: true if a limit was set since the buffer was allocated.
 */
bool ring_buffer_had_budget(struct trace_buffer *buffer)
{
	return READ_ONCE(ring_owner_of(buffer)->had_budget);
}
