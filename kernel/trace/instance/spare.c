// SPDX-License-Identifier: GPL-2.0
/*
 * The spare ring buffer of an instance: allocation, sizes and references.
 */
#include <linux/atomic.h>
#include <linux/slab.h>

#include "../ring/ring.h"
#include "internal.h"

/* The most dropped spare ring buffers of all instances that wait to be freed. */
#define INSTANCE_SPARE_DROPPED	8

/* The number of dropped spare ring buffers that wait to be freed. */
static atomic_t instance_spare_dropped;

/**
 * instance_spare_fit - resize a spare ring buffer to the sizes of the ring buffer
 * @tr: the instance
 * @spare: the spare ring buffer
 *
 * The sizes can differ between CPUs and include the size for CPUs that are added
 * later. Offline CPUs are included: their records are part of a snapshot.
 *
 * Context: task, may sleep; instance_lock held.
 * Return: 0, or the error of the ring buffer.
 */
int instance_spare_fit(struct trace_array *tr, struct trace_buffer *spare)
{
	int cpu, ret;

	ret = ring_buffer_subbuf_order_set(spare,
					   ring_buffer_subbuf_order_get(tr->ring));
	if (!ret)
		ret = ring_buffer_add_cpus(spare, tr->ring);
	for_each_possible_cpu(cpu) {
		if (ret < 0)
			return ret;
		ret = ring_buffer_resize(spare, ring_buffer_size(tr->ring, cpu),
					 cpu);
	}
	return ret < 0 ? ret : 0;
}

static struct instance_spare *instance_spare_try_alloc(struct trace_array *tr)
{
	unsigned int flags = 0;
	struct instance_spare *spare;

	if (instance_option(tr, INSTANCE_OPT_OVERWRITE))
		flags = RB_FL_OVERWRITE;
	spare = kzalloc(sizeof(*spare), GFP_KERNEL);
	if (!spare)
		return NULL;
	refcount_set(&spare->refs, 1);
	spare->ring = ring_buffer_alloc(1, flags);
	if (!spare->ring)
		goto no_ring;
	/* Records only get into the spare ring buffer by an exchange. */
	ring_buffer_record_off(spare->ring);
	ring_buffer_set_clock(spare->ring, trace_clock_table[tr->clock].fn);
	if (instance_spare_fit(tr, spare->ring))
		goto no_pair;
	spare->pair = ring_pair_alloc(tr->ring, spare->ring);
	if (!spare->pair)
		goto no_pair;
	ring_pair_notify(spare->pair, &tr->snapshot.work);
	spare->time_start = ring_buffer_time_stamp(tr->ring);
	return spare;

no_pair:
	ring_buffer_free(spare->ring);
no_ring:
	kfree(spare);
	return NULL;
}

/**
 * instance_spare_alloc - allocate a spare ring buffer
 * @tr: the instance
 *
 * Context: task, may sleep; instance_lock held.
 * Return: the spare ring buffer with one reference, or NULL if there is no memory.
 */
struct instance_spare *instance_spare_alloc(struct trace_array *tr)
{
	struct instance_spare *spare = instance_spare_try_alloc(tr);

	/* Spare ring buffers that were dropped just now may still have the memory. */
	if (!spare && atomic_read(&instance_spare_dropped)) {
		trace_defer_atomic_flush();
		spare = instance_spare_try_alloc(tr);
	}
	return spare;
}

static void instance_spare_unpair(struct trace_deferred *item)
{
	struct instance_spare *spare = container_of(item, struct instance_spare, deferred);

	ring_pair_free(spare->pair);
	spare->pair = NULL;
	instance_spare_put(spare);
	atomic_dec(&instance_spare_dropped);
}

/**
 * instance_spare_drop - free a spare ring buffer when snapshots in progress have ended
 * @spare: the spare ring buffer, which no snapshot can find any more
 *
 * The pair exchanges nothing any more when the function returns. The memory is freed
 * later, when the last reader has released its reference.
 *
 * Context: task, may sleep. Waits if many spare ring buffers are not freed yet.
 */
void instance_spare_drop(struct instance_spare *spare)
{
	ring_pair_retire(spare->pair);
	atomic_inc(&instance_spare_dropped);
	trace_defer_atomic(&spare->deferred, instance_spare_unpair);
	if (atomic_read(&instance_spare_dropped) > INSTANCE_SPARE_DROPPED)
		trace_defer_atomic_flush();
}

/**
 * instance_spare_get - take a reference to the spare ring buffer, to read it
 * @tr: the instance
 *
 * Context: any.
 * Return: the spare ring buffer, to be released with instance_spare_put(); NULL if
 * it is not allocated.
 */
struct instance_spare *instance_spare_get(struct trace_array *tr)
{
	struct instance_spare *spare;

	guard(rcu)();
	spare = rcu_dereference(tr->snapshot.spare);
	return spare && refcount_inc_not_zero(&spare->refs) ? spare : NULL;
}

/**
 * instance_spare_put - release the reference of instance_spare_get()
 * @spare: the spare ring buffer, or NULL
 *
 * Context: task, may sleep.
 */
void instance_spare_put(struct instance_spare *spare)
{
	if (!spare || !refcount_dec_and_test(&spare->refs))
		return;
	ring_buffer_free(spare->ring);
	kfree_rcu(spare, rcu);
}
