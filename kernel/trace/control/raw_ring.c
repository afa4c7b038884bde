// SPDX-License-Identifier: GPL-2.0
/*
 * Which ring an open trace_pipe_raw or snapshot_raw reads, and waiting for it.
 */
#include <linux/gfp.h>
#include <linux/refcount.h>
#include <linux/wait.h>

#include "raw.h"

/* What was taken and not handed over is lost. */
void raw_blocks_free(struct raw_file *rf)
{
	while (rf->rooms)
		free_pages((unsigned long)rf->blocks[--rf->rooms], rf->order);
	rf->taken = 0;
	rf->next = 0;
	rf->used = 0;
}

/**
 * raw_ring - find the ring that there is now
 * @rf: the file, its lock held
 *
 * A spare one comes and goes. What was taken of another is lost with it.
 *
 * Context: task.
 * Return: 0; -EAGAIN: there is none; -EBUSY: a tracer has it.
 */
int raw_ring(struct raw_file *rf)
{
	struct instance_spare *spare;

	lockdep_assert_held(&rf->lock);
	if (!rf->snapshot)
		return 0;
	if (READ_ONCE(rf->at.tr->tracer)->keeps_max)
		return -EBUSY;
	spare = instance_spare_get(rf->at.tr);
	if (spare == rf->spare) {
		instance_spare_put(spare);
		return spare ? 0 : -EAGAIN;
	}
	raw_blocks_free(rf);
	instance_spare_put(rf->spare);
	rf->spare = spare;
	rf->ring = spare ? spare->ring : NULL;
	return spare ? 0 : -EAGAIN;
}

/* Who tells readers to look again counts it: see raw_look_again(). */
struct raw_wait {
	const struct tracing_file_ctx	*at;
	struct instance_spare	*spare;		/* NULL: there was none */
	bool			snapshot;
	unsigned int		wakes;
};

static bool raw_spare_changed(const struct raw_wait *wait)
{
	return wait->snapshot &&
	       rcu_access_pointer(wait->at->tr->spare) != wait->spare;
}

static bool raw_look_again(void *data)
{
	struct raw_wait *wait = data;

	return READ_ONCE(wait->at->dir->wakes) != wait->wakes ||
	       raw_spare_changed(wait);
}

/**
 * raw_wait - wait for data, or for a spare ring
 * @rf: the file, its lock held; it is dropped meanwhile
 * @wakes: what the directory's count was before there was nothing to read
 * @full: percent of the buffer that shall be full; 0: any record will do
 *
 * Context: task, sleeps.
 * Return: 0 or -EINTR.
 */
int raw_wait(struct raw_file *rf, unsigned int wakes, int full)
{
	struct instance_spare *spare = rf->spare;
	struct raw_wait wait = {
		.at = &rf->at,
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
		ret = ring_buffer_wait(ring, rf->at.cpu, full, raw_look_again,
				       &wait);
	else
		ret = wait_event_interruptible(rf->at.tr->snapshot.queue,
					       raw_look_again(&wait)) ? -EINTR : 0;
	mutex_lock(&rf->lock);
	instance_spare_put(spare);
	return ret;
}

/**
 * raw_wake - tell those who wait in raw_wait() to look again
 * @rf: the file; its lock may be held by one of them, or by a reader that faults
 *
 * Those who wait for a spare ring's records may have another one than the file has
 * now: the one that there is at the moment is where they wait, or they have been
 * woken when it went.
 *
 * Context: task, may sleep.
 */
void raw_wake(struct raw_file *rf)
{
	struct trace_array *tr = rf->at.tr;
	struct instance_spare *spare;

	if (!rf->snapshot) {
		ring_buffer_wake_waiters(rf->ring, rf->at.cpu);
		return;
	}
	wake_up_all(&tr->snapshot.queue);
	spare = instance_spare_get(tr);
	if (spare)
		ring_buffer_wake_waiters(spare->ring, rf->at.cpu);
	instance_spare_put(spare);
}
