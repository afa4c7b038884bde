// SPDX-License-Identifier: GPL-2.0
/*
 * Deferred frees.
 *
 * A callback that was just removed may still run on another CPU, or in a task that
 * was preempted in it. A worker waits for such callbacks before it frees what they
 * use, so that the task which removed them need not wait. One wait is enough for
 * all objects that were handed over before it.
 *
 * There are two queues. That of trace_defer() waits until each task has been
 * scheduled, since a task may have been preempted in a trampoline, before it has
 * reached the callback. This takes seconds where tasks compute without a pause. That
 * of trace_defer_atomic() waits only for code that runs with preemption disabled.
 *
 * The number of objects in a queue is limited. The task that exceeds the limit waits.
 */
#include <linux/atomic.h>
#include <linux/rcupdate.h>
#include <linux/workqueue.h>

#include "lib.h"

/**
 * struct trace_deferred_queue - objects that wait to be freed
 * @list: their trace_deferred.node, the last one first
 * @count: number of objects that are not freed yet
 * @limit: the most objects that wait to be freed
 * @work: waits, and frees the objects
 */
struct trace_deferred_queue {
	struct llist_head	list;
	atomic_t		count;
	int			limit;
	struct work_struct	work;
};

static void trace_deferred_work(struct work_struct *work);
static void trace_deferred_atomic_work(struct work_struct *work);

/* Some of these objects are instances, with their ring buffers. */
static struct trace_deferred_queue trace_deferred_calls = {
	.limit = 64,
	.work = __WORK_INITIALIZER(trace_deferred_calls.work, trace_deferred_work),
};

/* These are small or few, and are freed sooner. */
static struct trace_deferred_queue trace_deferred_atomic = {
	.limit = 1024,
	.work = __WORK_INITIALIZER(trace_deferred_atomic.work, trace_deferred_atomic_work),
};

/* The number of waits of trace_deferred_work() that have begun, and that have ended. */
static unsigned long trace_deferred_begun;
static unsigned long trace_deferred_ended;
static bool trace_deferred_grace;

static struct llist_node *trace_deferred_take(struct trace_deferred_queue *queue)
{
	return llist_reverse_order(llist_del_all(&queue->list));
}

static void trace_deferred_free(struct trace_deferred_queue *queue, struct llist_node *list)
{
	struct trace_deferred *item, *next;

	llist_for_each_entry_safe(item, next, list, node) {
		item->free(item);
		atomic_dec(&queue->count);
	}
}

static void trace_deferred_atomic_work(struct work_struct *work)
{
	struct llist_node *list = trace_deferred_take(&trace_deferred_atomic);

	if (!list)
		return;
	synchronize_rcu();
	trace_sync_atomic();
	trace_deferred_free(&trace_deferred_atomic, list);
}

static void trace_deferred_work(struct work_struct *work)
{
	struct llist_node *list = trace_deferred_take(&trace_deferred_calls);

	if (!xchg(&trace_deferred_grace, false) && !list)
		return;
	WRITE_ONCE(trace_deferred_begun, trace_deferred_begun + 1);
	/* Pairs with the barrier in trace_defer_grace(). */
	smp_mb();
	/* Wait for probes, and for all that runs with preemption disabled. */
	synchronize_rcu();
	trace_sync_atomic();
	trace_sync_calls();
	WRITE_ONCE(trace_deferred_ended, trace_deferred_begun);
	trace_defer_atomic_flush();
	trace_deferred_free(&trace_deferred_calls, list);
}

static void trace_deferred_add(struct trace_deferred_queue *queue, struct trace_deferred *item,
			       void (*free)(struct trace_deferred *item))
{
	bool full = atomic_inc_return(&queue->count) > queue->limit;

	item->free = free;
	llist_add(&item->node, &queue->list);
	queue_work(system_unbound_wq, &queue->work);
	if (full)
		flush_work(&queue->work);
}

/**
 * trace_defer_flush - wait until all objects are freed that were handed over
 *
 * This includes those of trace_defer_atomic().
 *
 * Context: task, may sleep; not called by a function that frees an object.
 */
void trace_defer_flush(void)
{
	trace_defer_atomic_flush();
	flush_work(&trace_deferred_calls.work);
}

/**
 * trace_defer_atomic_flush - wait until the objects of trace_defer_atomic() are freed
 *
 * Context: task, may sleep; not called by a function that frees such an object.
 */
void trace_defer_atomic_flush(void)
{
	flush_work(&trace_deferred_atomic.work);
}

/**
 * trace_defer - free an object when no callback uses it any more
 * @item: member of the object, which no new callback can find
 * @free: frees the object. It may sleep, but takes neither event_mutex nor
 *	instance_lock, under which other tasks wait for it, and does not call
 *	trace_defer() or trace_defer_atomic()
 *
 * Objects are freed in the order of the calls, and after the objects that were
 * handed to trace_defer_atomic() before them.
 *
 * Context: task, may sleep; waits if many objects are not freed yet.
 */
void trace_defer(struct trace_deferred *item, void (*free)(struct trace_deferred *item))
{
	trace_deferred_add(&trace_deferred_calls, item, free);
}

/**
 * trace_defer_atomic - free an object that is used with preemption disabled only
 * @item: member of the object, which nothing can find any more. What has found it
 *	runs in an RCU read-side critical section, or with preemption disabled
 * @free: as for trace_defer()
 *
 * Objects are freed in the order of the calls.
 *
 * Context: task, may sleep; waits if many objects are not freed yet.
 */
void trace_defer_atomic(struct trace_deferred *item, void (*free)(struct trace_deferred *item))
{
	trace_deferred_add(&trace_deferred_atomic, item, free);
}

/**
 * trace_defer_grace - begin to wait for callbacks that run now
 *
 * Context: task; does not sleep.
 * Return: what trace_defer_grace_wait() needs to know whether the wait has ended.
 */
unsigned long trace_defer_grace(void)
{
	unsigned long next;

	/* The wait that is counted next begins after what the caller has changed. */
	smp_mb();
	next = READ_ONCE(trace_deferred_begun) + 1;
	WRITE_ONCE(trace_deferred_grace, true);
	queue_work(system_unbound_wq, &trace_deferred_calls.work);
	return next;
}

/**
 * trace_defer_grace_wait - wait until a wait has ended
 * @grace: the result of trace_defer_grace()
 *
 * Context: task, may sleep; not called by a function that frees an object.
 */
void trace_defer_grace_wait(unsigned long grace)
{
	if ((long)(READ_ONCE(trace_deferred_ended) - grace) < 0)
		trace_defer_flush();
}
