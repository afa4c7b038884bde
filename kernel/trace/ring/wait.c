// SPDX-License-Identifier: GPL-2.0
/*
 * Waiting for records. A task that waits sets ring_writer.wake, makes sure that
 * the writer's CPU sees it, checks for records once more, and sleeps. The
 * writer tests that word after each commit. Wake-ups use irq_work, since the
 * writer's context may hold any lock.
 */
#include "internal.h"

static void ring_wait_wake_work(struct irq_work *work)
{
	struct ring_waits *waits = container_of(work, struct ring_waits, work);

	wake_up_all(&waits->queue);
	wake_up_all(&waits->owner->queue);
}

/**
 * ring_waits_init - initialize the wait queues of a buffer
 * @owner: the buffer
 *
 * Context: task.
 */
void ring_waits_init(struct ring_owner *owner)
{
	int cpu;

	init_waitqueue_head(&owner->queue);
	for (cpu = 0; cpu < nr_cpu_ids; cpu++) {
		struct ring_waits *waits = &owner->waits[cpu];

		waits->owner = owner;
		init_waitqueue_head(&waits->queue);
		init_irq_work(&waits->work, ring_wait_wake_work);
	}
}

/**
 * ring_waits_stop - wait until no wake-up of a buffer is running
 * @owner: the buffer, which has no writers any more
 *
 * Context: task, may sleep.
 */
void ring_waits_stop(struct ring_owner *owner)
{
	int cpu;

	for (cpu = 0; cpu < nr_cpu_ids; cpu++)
		irq_work_sync(&owner->waits[cpu].work);
}

/* True if at least @full percent of the ring's pages are filled. */
static bool ring_wait_is_full(struct ring_cpu *rc, unsigned int full)
{
	/* Count the page being filled as full, so that 100 percent can be reached. */
	size_t pages = ring_stats_dirty_pages(rc) + 1;

	return pages * 100 >= (size_t)full * READ_ONCE(rc->store.nr);
}

/**
 * ring_wake - wake tasks that wait for records of a CPU
 * @rw: writer of this CPU
 *
 * Called when the outermost writer has committed and a RING_WAKE_* flag is set,
 * or when a page is full and tasks wait for a percentage of full pages. Flags
 * of waiting tasks are cleared; a task that is woken and continues to wait sets
 * its flag again. For a mapped ring the commit word is updated at each call.
 *
 * Context: any, NMI included; preemption off.
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
	    ring_wait_is_full(rc, READ_ONCE(waits->full))) {
		atomic_set(&rw->wake_full, 0);
		wake = true;
	}
	if (wake)
		irq_work_queue(&waits->work);
}

/* True if there are the records that a task waits for. */
static bool ring_wait_is_ready(struct ring_owner *owner, int cpu, int full)
{
	struct ring_cpu *rc;

	if (cpu == RING_BUFFER_ALL_CPUS)
		return !ring_buffer_empty(&owner->pub);
	if (ring_buffer_empty_cpu(&owner->pub, cpu))
		return false;
	rc = ring_get(owner, cpu);
	return !full || ring_wait_is_full(rc, full);
}

static void ring_wait_arm_cpu(struct ring_owner *owner, int cpu, int full)
{
	struct ring_cpu *rc = ring_get(owner, cpu);
	struct ring_waits *waits = &owner->waits[cpu];
	atomic_t *wake;

	if (!rc)
		return;
	wake = full ? &rc->w.wake_full : &rc->w.wake;
	if (full) {
		/*
		 * The smaller percentage may be that of a task that has left;
		 * the wake-up then comes early.
		 */
		if (!atomic_read(wake) || READ_ONCE(waits->full) > full)
			WRITE_ONCE(waits->full, full);
	}
	/* The task that set the flag does the rest. RING_WAKE_NONE stays set. */
	/* RB(arm:A) */
	if (atomic_fetch_or(RING_WAKE_ANY, wake) & RING_WAKE_ANY)
		return;
	/* RB(arm:B) */
	ring_sync_writer(cpu);
	/*
	 * A task that found the flag set may sleep because it could not see the
	 * latest record yet, while the writer could not see the flag.
	 */
	if (ring_wait_is_ready(owner, cpu, full ? READ_ONCE(waits->full) : 0))
		ring_wait_wake_work(&waits->work);
}

/* Request a wake-up at the next commit. */
static void ring_wait_arm(struct ring_owner *owner, int cpu, int full)
{
	if (cpu != RING_BUFFER_ALL_CPUS) {
		ring_wait_arm_cpu(owner, cpu, full);
		return;
	}
	for_each_cpu(cpu, owner->cpumask)
		ring_wait_arm_cpu(owner, cpu, 0);
}

static wait_queue_head_t *ring_wait_queue(struct ring_owner *owner, int cpu)
{
	return cpu == RING_BUFFER_ALL_CPUS ? &owner->queue :
					     &owner->waits[cpu].queue;
}

/**
 * ring_buffer_wait - sleep until there are records
 * @buffer: the buffer
 * @cpu: CPU of the ring, or RING_BUFFER_ALL_CPUS
 * @full: percentage of the ring that has to be filled; 0 to wait for any
 *	record; ignored for RING_BUFFER_ALL_CPUS
 * @cond: called before each sleep, and ends the wait if it returns true; or
 *	NULL
 * @data: argument of @cond
 *
 * Context: task, sleeps.
 * Return: 0 if there are records, if @cond returned true, or, without @cond, if
 * ring_buffer_wake_waiters() was called; -EINTR for a signal; -ENODEV if @cpu
 * has no ring.
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
	queue = ring_wait_queue(owner, cpu);
	for (;;) {
		prepare_to_wait(queue, &wait, TASK_INTERRUPTIBLE);
		ring_wait_arm(owner, cpu, full);
		if (ring_wait_is_ready(owner, cpu, full))
			break;
		/* RB(wait:A) */
		if (cond ? cond(data) : atomic_read_acquire(&owner->wakes) != wakes)
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
 * ring_poll_arm - check for records and request a wake-up if there are none
 * @buffer: the buffer
 * @cpu: CPU of the ring, or RING_BUFFER_ALL_CPUS
 * @full: as for ring_buffer_wait()
 *
 * For polling a buffer that may be freed before the file, such as a spare
 * buffer. poll(2) and epoll(7) remain in wait queues without a reference, so
 * they must not be in those of @buffer. The caller adds the poll to a wait
 * queue of its own, which the work of ring_pair_notify() wakes.
 *
 * Context: task, may sleep.
 * Return: EPOLLIN | EPOLLRDNORM; 0; EPOLLERR if @cpu has no ring.
 */
__poll_t ring_poll_arm(struct trace_buffer *buffer, int cpu, int full)
{
	struct ring_owner *owner = ring_owner_of(buffer);

	if (cpu != RING_BUFFER_ALL_CPUS && !ring_get(owner, cpu))
		return EPOLLERR;
	ring_wait_arm(owner, cpu, full);
	return ring_wait_is_ready(owner, cpu, full) ? EPOLLIN | EPOLLRDNORM : 0;
}

/**
 * ring_buffer_poll_wait - poll for records
 * @buffer: the buffer
 * @cpu: CPU of the ring, or RING_BUFFER_ALL_CPUS
 * @filp: file that is polled
 * @poll_table: poll table
 * @full: as for ring_buffer_wait()
 *
 * The poll remains in a wait queue of @buffer until it ends or @filp is closed,
 * so @buffer must not be freed before @filp is released.
 *
 * Context: task, may sleep.
 * Return: EPOLLIN | EPOLLRDNORM; 0; EPOLLERR if @cpu has no ring.
 */
__poll_t ring_buffer_poll_wait(struct trace_buffer *buffer, int cpu,
			       struct file *filp, poll_table *poll_table,
			       int full)
{
	struct ring_owner *owner = ring_owner_of(buffer);

	if (cpu != RING_BUFFER_ALL_CPUS && !ring_get(owner, cpu))
		return EPOLLERR;
	poll_wait(filp, ring_wait_queue(owner, cpu), poll_table);
	return ring_poll_arm(buffer, cpu, full);
}

/**
 * ring_buffer_wake_waiters - wake waiting tasks
 * @buffer: the buffer
 * @cpu: CPU whose records the tasks wait for, or RING_BUFFER_ALL_CPUS
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
