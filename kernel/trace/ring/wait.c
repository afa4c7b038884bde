// SPDX-License-Identifier: GPL-2.0
/*
 * Waiting for records. The writer tests one word after a commit; whoever waits
 * sets it, makes sure that the writer's CPU knows, looks for records once more
 * and sleeps. Waking goes through irq_work, for a writer may hold any lock.
 */
#include "internal.h"

static void ring_wake_work(struct irq_work *work)
{
	struct ring_waits *waits = container_of(work, struct ring_waits, work);

	wake_up_all(&waits->queue);
	wake_up_all(&waits->owner->queue);
}

void ring_waits_init(struct ring_owner *owner)
{
	int cpu;

	init_waitqueue_head(&owner->queue);
	for (cpu = 0; cpu < nr_cpu_ids; cpu++) {
		struct ring_waits *waits = &owner->waits[cpu];

		waits->owner = owner;
		init_waitqueue_head(&waits->queue);
		init_irq_work(&waits->work, ring_wake_work);
	}
}

void ring_waits_stop(struct ring_owner *owner)
{
	int cpu;

	for (cpu = 0; cpu < nr_cpu_ids; cpu++)
		irq_work_sync(&owner->waits[cpu].work);
}

/* Are at least @full percent of the ring's pages filled? */
static bool ring_is_full(struct ring_cpu *rc, unsigned int full)
{
	/* The page that the writer is on is never counted; so 100 can be met. */
	size_t pages = ring_dirty_pages(rc) + 1;

	return pages * 100 >= (size_t)full * READ_ONCE(rc->store.nr);
}

/*
 * The outermost writer has committed, and somebody waits: for any record, or,
 * asked at the end of each page, for full ones. Whoever is woken and goes on
 * waiting sets the flag again. Whoever has mapped the ring is told each time.
 *
 * Context: any, NMI included.
 */
noinline void ring_wake(struct ring_writer *rw)
{
	struct ring_cpu *rc = ring_cpu_of(rw);
	struct ring_waits *waits = &rc->owner->waits[rc->cpu];
	bool wake = atomic_read(&rw->wake) & RING_WAKE_ANY;

	if (wake)
		atomic_andnot(RING_WAKE_ANY, &rw->wake);
	if (atomic_read(&rw->wake) & RING_WAKE_MAP)
		ring_map_commit(rc);
	if (atomic_read(&rw->wake) & RING_WAKE_SWAP) {
		struct irq_work *swap = READ_ONCE(waits->swap);

		atomic_andnot(RING_WAKE_SWAP, &rw->wake);
		if (swap)
			irq_work_queue(swap);
	}
	if (atomic_read(&rw->wake_full) &&
	    ring_is_full(rc, READ_ONCE(waits->full))) {
		atomic_set(&rw->wake_full, 0);
		wake = true;
	}
	if (wake)
		irq_work_queue(&waits->work);
}
EXPORT_SYMBOL_GPL(ring_wake);

static void ring_arm_cpu(struct ring_owner *owner, int cpu, int full)
{
	struct ring_cpu *rc = ring_get(owner, cpu);
	atomic_t *wake;

	if (!rc)
		return;
	wake = full ? &rc->w.wake_full : &rc->w.wake;
	if (full) {
		struct ring_waits *waits = &owner->waits[cpu];

		/* Without those who waited for less and left: once too early. */
		if (!atomic_read(wake) || READ_ONCE(waits->full) > full)
			WRITE_ONCE(waits->full, full);
	}
	/* Who set it before has done the rest; RING_WAKE_NONE is always there. */
	if (atomic_fetch_or(RING_WAKE_ANY, wake) & RING_WAKE_ANY)
		return;
	/* RB(arm:A) */
	smp_mb__after_atomic();
	/* RB(arm:B) */
	ring_sync_writer(cpu);
}

/* From now on a commit wakes, until it has. */
static void ring_arm(struct ring_owner *owner, int cpu, int full)
{
	if (cpu != RING_BUFFER_ALL_CPUS) {
		ring_arm_cpu(owner, cpu, full);
		return;
	}
	for_each_cpu(cpu, owner->cpumask)
		ring_arm_cpu(owner, cpu, 0);
}

/* Is there what somebody waits for? */
static bool ring_is_ready(struct ring_owner *owner, int cpu, int full)
{
	struct ring_cpu *rc;

	if (cpu == RING_BUFFER_ALL_CPUS)
		return !ring_buffer_empty(&owner->pub);
	if (ring_buffer_empty_cpu(&owner->pub, cpu))
		return false;
	rc = ring_get(owner, cpu);
	return !full || ring_is_full(rc, full);
}

static wait_queue_head_t *ring_queue(struct ring_owner *owner, int cpu)
{
	return cpu == RING_BUFFER_ALL_CPUS ? &owner->queue :
					     &owner->waits[cpu].queue;
}

/**
 * ring_buffer_wait - sleep until there are records
 * @buffer: the buffer
 * @cpu: whose, or RING_BUFFER_ALL_CPUS
 * @full: percentage of the ring that has to be filled; 0: any record will do.
 *	Ignored for all CPUs.
 * @cond: asked before each sleep, or NULL
 * @data: its argument
 *
 * Context: task, sleeps.
 * Return: 0 when there are, or @cond says so, or (without @cond)
 * ring_buffer_wake_waiters() was called; -EINTR for a signal; -ENODEV without
 * such a ring.
 */
int ring_buffer_wait(struct trace_buffer *buffer, int cpu, int full,
		     ring_buffer_cond_fn cond, void *data)
{
	struct ring_owner *owner = ring_owner_of(buffer);
	/* RB(wait:A) */
	int wakes = atomic_read_acquire(&owner->wakes);
	wait_queue_head_t *queue;
	DEFINE_WAIT(wait);
	int ret = 0;

	if (cpu != RING_BUFFER_ALL_CPUS && !ring_get(owner, cpu))
		return -ENODEV;
	queue = ring_queue(owner, cpu);
	for (;;) {
		prepare_to_wait(queue, &wait, TASK_INTERRUPTIBLE);
		ring_arm(owner, cpu, full);
		if (ring_is_ready(owner, cpu, full))
			break;
		if (cond ? cond(data) : atomic_read(&owner->wakes) != wakes)
			break;
		if (signal_pending(current)) {
			ret = -EINTR;
			break;
		}
		schedule();
	}
	finish_wait(queue, &wait);
	return ret;
}

/**
 * ring_poll_arm - are there records? If not, whoever waits is to be told of them
 * @buffer: the buffer
 * @cpu: whose, or RING_BUFFER_ALL_CPUS
 * @full: as for ring_buffer_wait()
 *
 * For a poll of a buffer that may be freed before the file that is polled, as a
 * spare one is: its queues must have nobody of poll(2) and epoll(7) in them, who
 * stay there without a reference. The caller has queued himself elsewhere, where
 * he is woken by what ring_pair_notify() was given.
 *
 * Context: task, may sleep.
 * Return: EPOLLIN | EPOLLRDNORM, 0, or EPOLLERR without such a ring.
 */
__poll_t ring_poll_arm(struct trace_buffer *buffer, int cpu, int full)
{
	struct ring_owner *owner = ring_owner_of(buffer);

	if (cpu != RING_BUFFER_ALL_CPUS && !ring_get(owner, cpu))
		return EPOLLERR;
	ring_arm(owner, cpu, full);
	return ring_is_ready(owner, cpu, full) ? EPOLLIN | EPOLLRDNORM : 0;
}

/**
 * ring_buffer_poll_wait - poll for records
 * @buffer: the buffer
 * @cpu: whose, or RING_BUFFER_ALL_CPUS
 * @filp: the file that is polled
 * @poll_table: the poll
 * @full: as for ring_buffer_wait()
 *
 * The poller stays in a queue of @buffer until he ends his poll or @filp is closed,
 * so @buffer must not be freed before @filp is released.
 *
 * Context: task, may sleep.
 * Return: EPOLLIN | EPOLLRDNORM, 0, or EPOLLERR without such a ring.
 */
__poll_t ring_buffer_poll_wait(struct trace_buffer *buffer, int cpu,
			       struct file *filp, poll_table *poll_table,
			       int full)
{
	struct ring_owner *owner = ring_owner_of(buffer);

	if (cpu != RING_BUFFER_ALL_CPUS && !ring_get(owner, cpu))
		return EPOLLERR;
	poll_wait(filp, ring_queue(owner, cpu), poll_table);
	return ring_poll_arm(buffer, cpu, full);
}

/**
 * ring_buffer_wake_waiters - let those who wait look again
 * @buffer: the buffer
 * @cpu: for whose records they wait, or RING_BUFFER_ALL_CPUS for all
 *
 * Context: any.
 */
void ring_buffer_wake_waiters(struct trace_buffer *buffer, int cpu)
{
	struct ring_owner *owner = ring_owner_of(buffer);

	/* RB(waiters:A) */
	atomic_inc_return_release(&owner->wakes);
	if (cpu != RING_BUFFER_ALL_CPUS) {
		if (ring_get(owner, cpu))
			irq_work_queue(&owner->waits[cpu].work);
		return;
	}
	for_each_cpu(cpu, owner->cpumask)
		irq_work_queue(&owner->waits[cpu].work);
}
