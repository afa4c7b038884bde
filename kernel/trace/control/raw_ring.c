// SPDX-License-Identifier: GPL-2.0
/*
 * The ring buffer that an open trace_pipe_raw or snapshot_raw reads, and waiting
 * for its records.
 */
#include <linux/gfp.h>
#include <linux/refcount.h>
#include <linux/wait.h>

#include "raw.h"

/**
 * tracing_raw_blocks_free - free the sub-buffers of an open file
 * @rf: the file; its lock is held, or it is being released
 *
 * Records that were taken and not copied to the reader are lost.
 *
 * Context: task.
 */
void tracing_raw_blocks_free(struct raw_file *rf)
{
	while (rf->nr_blocks)
		free_pages((unsigned long)rf->blocks[--rf->nr_blocks], rf->order);
	rf->taken = 0;
	rf->next = 0;
	rf->used = 0;
}

/**
 * tracing_raw_ring_update - look up the ring buffer that a file reads
 * @rf: the file, with its lock held
 *
 * The spare ring buffer of an instance can be replaced and freed at any time.
 * Records that were taken out of the former one are dropped.
 *
 * Context: task.
 * Return: 0; -EAGAIN if there is no spare ring buffer; -EBUSY if the current tracer
 * uses it.
 */
int tracing_raw_ring_update(struct raw_file *rf)
{
	struct instance_spare *spare;

	lockdep_assert_held(&rf->lock);
	if (!rf->snapshot)
		return 0;
	if (READ_ONCE(rf->ctx.tr->tracer)->keeps_max)
		return -EBUSY;
	spare = instance_spare_get(rf->ctx.tr);
	if (spare == rf->spare) {
		instance_spare_put(spare);
		return spare ? 0 : -EAGAIN;
	}
	tracing_raw_blocks_free(rf);
	instance_spare_put(rf->spare);
	rf->spare = spare;
	rf->ring = spare ? spare->ring : NULL;
	return spare ? 0 : -EAGAIN;
}

/* Condition of a waiting reader. A wakeup changes tracing_dir.wakes. */
struct raw_wait {
	const struct tracing_file_ctx	*ctx;
	struct instance_spare	*spare;		/* NULL if there was none */
	bool			snapshot;
	unsigned int		wakes;
};

static bool raw_ring_spare_changed(const struct raw_wait *wait)
{
	return wait->snapshot &&
	       rcu_access_pointer(wait->ctx->tr->snapshot.spare) != wait->spare;
}

static bool raw_ring_wait_is_over(void *data)
{
	struct raw_wait *wait = data;

	return READ_ONCE(wait->ctx->dir->wakes) != wait->wakes ||
	       raw_ring_spare_changed(wait);
}

/**
 * tracing_raw_wait - wait for records, or for a spare ring buffer
 * @rf: the file, with its lock held; the lock is dropped while waiting
 * @wakes: tracing_dir.wakes, read before the ring buffer was found empty
 * @full: percentage of the ring buffer that must be filled; 0: any record will do
 *
 * Context: task, sleeps.
 * Return: 0 or -EINTR.
 */
int tracing_raw_wait(struct raw_file *rf, unsigned int wakes, int full)
{
	struct instance_spare *spare = rf->spare;
	struct raw_wait wait = {
		.ctx = &rf->ctx,
		.spare = spare,
		.snapshot = rf->snapshot,
		.wakes = wakes,
	};
	struct trace_buffer *ring = rf->ring;
	int ret;

	if (spare)
		refcount_inc(&spare->refs);
	mutex_unlock(&rf->lock);
	if (ring)
		ret = ring_buffer_wait(ring, rf->ctx.cpu, full, raw_ring_wait_is_over,
				       &wait);
	else
		ret = wait_event_interruptible(rf->ctx.tr->snapshot.queue,
					       raw_ring_wait_is_over(&wait)) ? -EINTR : 0;
	mutex_lock(&rf->lock);
	instance_spare_put(spare);
	return ret;
}

/**
 * tracing_raw_wake - wake up the readers that wait in tracing_raw_wait()
 * @rf: the file; a waiting reader, or one that handles a page fault, may hold its
 *	lock
 *
 * A reader of snapshot_raw may wait for records of another spare ring buffer than
 * that of the file: either of the current one, whose readers are woken up here, or
 * of a former one, whose readers were woken up when it was replaced.
 *
 * Context: task, may sleep.
 */
void tracing_raw_wake(struct raw_file *rf)
{
	struct trace_array *tr = rf->ctx.tr;
	struct instance_spare *spare;

	if (!rf->snapshot) {
		ring_buffer_wake_waiters(rf->ring, rf->ctx.cpu);
		return;
	}
	wake_up_all(&tr->snapshot.queue);
	spare = instance_spare_get(tr);
	if (spare)
		ring_buffer_wake_waiters(spare->ring, rf->ctx.cpu);
	instance_spare_put(spare);
}
