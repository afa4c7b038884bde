// SPDX-License-Identifier: GPL-2.0
/*
 * Deferred frees.
 *
 * A callback that was just removed may still run on another CPU, or in a task that
 * was preempted in it. A worker waits for such callbacks before it frees what they
 * use, so that the task which removed them need not wait. One wait is enough for
 * all objects that were handed over before it.
 *
 * The number of objects is limited. The task that exceeds the limit waits.
 */
#include <linux/atomic.h>
#include <linux/rcupdate.h>
#include <linux/workqueue.h>

#include "lib.h"

/* The most objects that wait to be freed. */
#define TRACE_DEFERRED_MAX	64

static void trace_deferred_work(struct work_struct *work);

static LLIST_HEAD(trace_deferred_list);
static atomic_t trace_deferred_count;
static bool trace_deferred_grace;
static DECLARE_WORK(trace_deferred_worker, trace_deferred_work);

static void trace_deferred_work(struct work_struct *work)
{
	struct llist_node *list = llist_reverse_order(llist_del_all(&trace_deferred_list));
	struct trace_deferred *item, *next;

	if (!xchg(&trace_deferred_grace, false) && !list)
		return;
	/* Wait for probes, and for all that runs with preemption disabled. */
	synchronize_rcu();
	trace_deferred_sync_calls();
	llist_for_each_entry_safe(item, next, list, node) {
		item->free(item);
		atomic_dec(&trace_deferred_count);
	}
}

/**
 * trace_defer_flush - wait until all objects are freed that were handed to trace_defer()
 *
 * Context: task, may sleep; not called by a function that frees an object.
 */
void trace_defer_flush(void)
{
	flush_work(&trace_deferred_worker);
}

/**
 * trace_defer - free an object when no callback uses it any more
 * @item: member of the object, which no new callback can find
 * @free: frees the object. It may sleep, but takes neither event_mutex nor
 *	instance_lock, under which other tasks wait for it, and does not call
 *	trace_defer()
 *
 * Objects are freed in the order of the calls.
 *
 * Context: task, may sleep; waits if many objects are not freed yet.
 */
void trace_defer(struct trace_deferred *item, void (*free)(struct trace_deferred *item))
{
	bool full = atomic_inc_return(&trace_deferred_count) > TRACE_DEFERRED_MAX;

	item->free = free;
	llist_add(&item->node, &trace_deferred_list);
	queue_work(system_unbound_wq, &trace_deferred_worker);
	if (full)
		trace_defer_flush();
}

/**
 * trace_defer_grace - make trace_defer_flush() wait for callbacks that run now
 *
 * Context: task; does not sleep.
 */
void trace_defer_grace(void)
{
	WRITE_ONCE(trace_deferred_grace, true);
	queue_work(system_unbound_wq, &trace_deferred_worker);
}
