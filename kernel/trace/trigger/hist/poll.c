// SPDX-License-Identifier: GPL-2.0
/*
 * Who polls the file hist of an event, and how it is woken up.
 *
 * A poller first enters hist_poll_queue, then sets hist_map.awaited of each
 * histogram of the event, then adds up their hits. A record that is counted tests
 * that word after it has added. So either the poller finds the record's hit, or the
 * record finds the poller. The record clears the word and queues an irq_work, because
 * it may run in an NMI, or in the scheduler with a runqueue locked. Woken up, all
 * pollers count again, and those that go on waiting set the words again. So a hit
 * that the wake-up itself causes finds the word cleared: there is at most one
 * interrupt for each time that somebody polls.
 *
 * There is one queue for all events. A poller stays in it without a reference, until
 * it closes the file or its poll ends: instances, events and histograms may go before.
 *
 * Barriers: HIST(arm:B) orders the store to the word before the loads of the hits;
 * HIST(counted:A) in hist_poll_counted() orders the hit before the load of the word.
 */
#include <linux/init.h>
#include <linux/irq_work.h>
#include <linux/poll.h>
#include <linux/wait.h>

#include "hist.h"

DECLARE_WAIT_QUEUE_HEAD(hist_poll_queue);

/*
 * Only those who wait for hits. Who asked for nothing would else be woken up by a
 * histogram of sched_switch each time that it goes to sleep, for ever.
 */
static void hist_poll_work_fn(struct irq_work *work)
{
	__wake_up(&hist_poll_queue, TASK_NORMAL, 0,
		  poll_to_key(EPOLLIN | EPOLLRDNORM | EPOLLPRI));
}

static struct irq_work hist_poll_work = IRQ_WORK_INIT(hist_poll_work_fn);

/**
 * hist_poll_arm - the next hit in a map wakes up who polls
 * @map: of a histogram
 *
 * A hit that is not counted yet when this returns will do so.
 *
 * Context: task; event_mutex held.
 */
void hist_poll_arm(struct hist_map *map)
{
	/* A poll that does not wait has nobody woken up. */
	if (!wq_has_sleeper(&hist_poll_queue))
		return;
	WRITE_ONCE(map->awaited, HIST_AWAITED);
	smp_mb();	/* HIST(arm:B) pairs with HIST(counted:A) */
}

/**
 * hist_poll_tell - wake up who polls, because of a hit
 * @map: what was counted in
 *
 * Context: any, preemption off.
 */
noinline void hist_poll_tell(struct hist_map *map)
{
	if (xchg(&map->awaited, 0))
		irq_work_queue(&hist_poll_work);
}

/**
 * hist_poll_wake - wake up who polls, because there is something else to be shown
 *
 * Context: task.
 */
void hist_poll_wake(void)
{
	if (wq_has_sleeper(&hist_poll_queue))
		wake_up_all(&hist_poll_queue);
}

/**
 * hist_poll_count - how many records a histogram has counted
 * @h: the histogram
 *
 * Context: task; event_mutex held.
 * Return: the number of hits, without what found no free element.
 */
u64 hist_poll_count(const struct hist *h)
{
	const struct hist_map *map = h->map;
	unsigned int i, nr = min(atomic_read(&map->next), 1 << map->bits);
	u64 hits = 0;

	for (i = 0; i < nr; i++)
		hits += READ_ONCE(hist_map_elt(map, i + 1)->words[h->val_word]);
	return hits;
}

/* Pollers of an event that goes find that out, also if it has no histogram. */
static void hist_poll_file_removed(struct trace_event_file *file)
{
	hist_poll_wake();
}

static struct instance_listener hist_poll_listener = {
	.file_removed = hist_poll_file_removed,
};

static int __init hist_poll_init(void)
{
	return instance_listen(&hist_poll_listener);
}
core_initcall(hist_poll_init);
