// SPDX-License-Identifier: GPL-2.0
/*
 * Polling of the hist file of an event: wake-up of the tasks that poll.
 *
 * A poller first enters hist_poll_queue, then sets hist_map.has_poller of each
 * histogram of the event, then adds up their hits. Counting a record tests that
 * word after the addition. So either the poller sees the hit, or counting the
 * record sees the poller: it clears the word and queues an irq_work, because it may
 * run in an NMI, or in the scheduler with a runqueue locked. All pollers that are
 * woken up count again, and those that continue to wait set the words again. A hit
 * caused by the wake-up itself finds the word cleared: there is at most one
 * interrupt for each call of poll.
 *
 * All events share one queue. A poller stays in it without a reference until it
 * closes the file or its poll ends: instances, events and histograms may be removed
 * before.
 *
 * Barriers: HIST(arm:B) orders the store to the word before the loads of the hits;
 * HIST(counted:A) in hist_poll_counted() orders the hit before the load of the
 * word.
 */
#include <linux/init.h>
#include <linux/irq_work.h>
#include <linux/poll.h>
#include <linux/wait.h>

#include "hist.h"

DECLARE_WAIT_QUEUE_HEAD(hist_poll_queue);

/*
 * Wake up only tasks that wait for input. A task that waits for nothing would
 * otherwise be woken up by a histogram of sched_switch each time it goes to sleep,
 * endlessly.
 */
static void hist_poll_work_fn(struct irq_work *work)
{
	__wake_up(&hist_poll_queue, TASK_NORMAL, 0,
		  poll_to_key(EPOLLIN | EPOLLRDNORM | EPOLLPRI));
}

static struct irq_work hist_poll_work = IRQ_WORK_INIT(hist_poll_work_fn);

/**
 * hist_poll_arm - request a wake-up by the next hit in a map
 * @map: the map of a histogram
 *
 * A hit that is not yet visible when this function returns wakes up the pollers.
 *
 * Context: task; event_mutex held.
 */
void hist_poll_arm(struct hist_map *map)
{
	/* A poll with a timeout of 0 does not sleep and needs no wake-up. */
	if (!wq_has_sleeper(&hist_poll_queue))
		return;
	WRITE_ONCE(map->has_poller, HIST_HAS_POLLER);
	smp_mb();	/* HIST(arm:B) pairs with HIST(counted:A) */
}

/**
 * hist_poll_notify - wake up the pollers because of a hit
 * @map: the map that the hit was counted in
 *
 * Context: any, preemption off.
 */
noinline void hist_poll_notify(struct hist_map *map)
{
	if (xchg(&map->has_poller, 0))
		irq_work_queue(&hist_poll_work);
}

/**
 * hist_poll_wake - wake up the pollers because a hist file has changed
 *
 * Context: task.
 */
void hist_poll_wake(void)
{
	if (wq_has_sleeper(&hist_poll_queue))
		wake_up_all(&hist_poll_queue);
}

/**
 * hist_poll_count - sum up the hits of a histogram
 * @h: the histogram
 *
 * Context: task; event_mutex held.
 * Return: the number of hits, dropped records not included.
 */
u64 hist_poll_count(const struct hist *h)
{
	const struct hist_map *map = h->map;
	unsigned int i, nr = min(atomic_read(&map->next), 1 << map->bits);
	u64 hits = 0;

	for (i = 0; i < nr; i++)
		hits += hist_word_read(&hist_map_elt(map, i + 1)->words[h->val_word]);
	return hits;
}

/* Pollers must notice that the event was removed, even if it has no histogram. */
static void hist_poll_file_removed(struct trace_event_file *file)
{
	hist_poll_wake();
}

static struct instance_listener hist_poll_listener = {
	.file_removed = hist_poll_file_removed,
};

static int __init hist_poll_init(void)
{
	return instance_listener_register(&hist_poll_listener);
}
core_initcall(hist_poll_init);
