// SPDX-License-Identifier: GPL-2.0
/*
 * The longest latency that the tracer of an instance has found: the task it was
 * measured for, its trace in the spare ring buffer, and poll(2) for a longer one.
 */
#include <linux/cred.h>
#include <linux/poll.h>
#include <linux/sched.h>

#include "internal.h"

static void max_wake(struct irq_work *work)
{
	wake_up_all(&container_of(work, struct instance_max_state, work)->queue);
}

/**
 * instance_max_init - initialize the latency state of a new instance
 * @tr: the instance
 *
 * Context: task.
 */
void instance_max_init(struct trace_array *tr)
{
	raw_spin_lock_init(&tr->max.lock);
	init_waitqueue_head(&tr->max.queue);
	tr->max.work = IRQ_WORK_INIT_LAZY(max_wake);
}

/**
 * instance_max_exit - wait for the wakeup of pollers before an instance is freed
 * @tr: the instance, which has neither a latency tracer nor open files
 *
 * Context: task, may sleep.
 */
void instance_max_exit(struct trace_array *tr)
{
	irq_work_sync(&tr->max.work);
}

/**
 * instance_max_claim_snapshot - reserve the spare ring buffer for a latency tracer
 * @tr: the instance
 *
 * Allocates the spare ring buffer. Until instance_snapshot_claim_update() the ring
 * buffer cannot be mapped by user space.
 *
 * Context: task, may sleep; instance_lock held.
 * Return: 0; -EBUSY if the ring buffer is mapped or snapshots have a condition;
 * -EINVAL if the ring buffer is persistent; -ENOMEM.
 */
int instance_max_claim_snapshot(struct trace_array *tr)
{
	int ret;

	lockdep_assert_held(&instance_lock);

	if (rcu_access_pointer(tr->snapshot.cond))
		return -EBUSY;
	ret = instance_snapshot_claim(tr);
	if (ret)
		return ret;
	ret = instance_snapshot_alloc_locked(tr);
	if (ret)
		instance_snapshot_claim_update(tr, tr->tracer);
	return ret;
}

static void max_describe(struct instance_max *max, struct task_struct *task)
{
	max->pid = task->pid;
	max->uid = task == current ? current_uid() : task_uid(task);
	max->nice = task_nice(task);
	max->policy = task->policy;
	max->rt_priority = task->rt_priority;
	memcpy(max->comm, task->comm, sizeof(max->comm));
}

/**
 * instance_max_update - record a latency and its trace
 * @tr: the instance. If its tracer has keeps_max, the trace is stored in the spare
 *	ring buffer
 * @max: the latency, without the members that describe the task
 * @task: the task it was measured for
 * @cpu: CPU whose ring buffer is stored, or RING_BUFFER_ALL_CPUS
 *
 * Does nothing unless instance_max_qualifies(). Pollers of tracing_max_latency are
 * woken if the latency is a new maximum.
 *
 * Context: any but NMI, interrupts disabled.
 * Return: true if the latency was recorded.
 */
bool instance_max_update(struct trace_array *tr, const struct instance_max *max,
			 struct task_struct *task, int cpu)
{
	bool longer;

	lockdep_assert_irqs_disabled();

	raw_spin_lock(&tr->max.lock);
	if (!instance_max_qualifies(tr, max->latency)) {
		raw_spin_unlock(&tr->max.lock);
		return false;
	}
	longer = max->latency > tr->max.longest;
	WRITE_ONCE(tr->max.longest, max->latency);
	tr->max.last = *max;
	max_describe(&tr->max.last, task);
	if (READ_ONCE(tr->tracer)->keeps_max &&
	    !instance_snapshot_swap(tr, cpu))
		WRITE_ONCE(rcu_dereference_sched(tr->snapshot.spare)->time_start,
			   max->start);
	if (longer)
		WRITE_ONCE(tr->max.changes, tr->max.changes + 1);
	raw_spin_unlock(&tr->max.lock);
	/*
	 * wq_has_sleeper() pairs with the barrier in poll_wait(). The interrupt of
	 * the irq_work is itself a section with interrupts disabled. If it were
	 * raised for every latency above the threshold, the irqsoff tracer would
	 * record it and raise the next one.
	 */
	if (longer && wq_has_sleeper(&tr->max.queue))
		irq_work_queue(&tr->max.work);
	return true;
}

/**
 * instance_max_get - get a consistent copy of the latency recorded last
 * @tr: the instance
 * @max: filled in; its latency is 0 if none was recorded
 *
 * Context: any but NMI.
 */
void instance_max_get(struct trace_array *tr, struct instance_max *max)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&tr->max.lock, flags);
	*max = tr->max.last;
	raw_spin_unlock_irqrestore(&tr->max.lock, flags);
}

/* Convert a latency in microseconds, as user space writes it, to nanoseconds. */
static int max_us_to_ns(u64 us, u64 *ns)
{
	if (us > U64_MAX / NSEC_PER_USEC)
		return -EINVAL;
	*ns = us * NSEC_PER_USEC;
	return 0;
}

/**
 * instance_max_set - set tracing_max_latency
 * @tr: the instance
 * @us: in microseconds; from now on longer latencies are maxima
 *
 * Context: any but NMI.
 * Return: 0, or -EINVAL if @us is too large.
 */
int instance_max_set(struct trace_array *tr, u64 us)
{
	unsigned long flags;
	u64 latency;
	int ret;

	ret = max_us_to_ns(us, &latency);
	if (ret)
		return ret;
	raw_spin_lock_irqsave(&tr->max.lock, flags);
	WRITE_ONCE(tr->max.longest, latency);
	raw_spin_unlock_irqrestore(&tr->max.lock, flags);
	return 0;
}

/**
 * instance_thresh_set - set tracing_thresh
 * @tr: the instance
 * @us: in microseconds; 0 for no threshold, then only maxima are recorded
 *
 * Context: task, may sleep; takes instance_lock.
 * Return: 0, or -EINVAL if @us is too large.
 */
int instance_thresh_set(struct trace_array *tr, u64 us)
{
	u64 thresh;
	int ret;

	ret = max_us_to_ns(us, &thresh);
	if (ret)
		return ret;

	guard(mutex)(&instance_lock);
	WRITE_ONCE(tr->max.thresh, thresh);
	return 0;
}

/**
 * instance_max_changes - get the number of new maxima so far
 * @tr: the instance
 *
 * Context: any.
 * Return: the number, for instance_max_poll().
 */
unsigned int instance_max_changes(struct trace_array *tr)
{
	return READ_ONCE(tr->max.changes);
}

/**
 * instance_max_poll - implement poll(2) of tracing_max_latency
 * @tr: the instance
 * @file: the open file
 * @table: poll table of the caller
 * @seen: instance_max_changes() when the file was last read
 *
 * Context: task.
 * Return: EPOLL* mask: readable if there was a new maximum since @seen.
 */
__poll_t instance_max_poll(struct trace_array *tr, struct file *file,
			   struct poll_table_struct *table, unsigned int seen)
{
	poll_wait(file, &tr->max.queue, table);
	if (instance_max_changes(tr) == seen)
		return 0;
	return EPOLLIN | EPOLLRDNORM | EPOLLPRI;
}
