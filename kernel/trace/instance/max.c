// SPDX-License-Identifier: GPL-2.0
/*
 * The longest latency that an instance's tracer found: whose it was, the trace
 * of it in the spare ring, and those who wait for a longer one.
 */
#include <linux/cred.h>
#include <linux/poll.h>
#include <linux/sched.h>

#include "internal.h"

static void max_wake(struct irq_work *work)
{
	wake_up_all(&container_of(work, struct instance_max_wait, work)->queue);
}

void instance_max_init(struct trace_array *tr)
{
	raw_spin_lock_init(&tr->max_wait.lock);
	init_waitqueue_head(&tr->max_wait.queue);
	tr->max_wait.work = IRQ_WORK_INIT_LAZY(max_wake);
}

/* The instance goes: nobody finds maxima or waits for them any more. */
void instance_max_exit(struct trace_array *tr)
{
	irq_work_sync(&tr->max_wait.work);
}

/*
 * May a tracer keep its maximum in the spare ring? Then there is one, and nobody
 * maps the ring until instance_snapshot_keep_by() says so.
 */
int instance_max_allows(struct trace_array *tr)
{
	int ret;

	lockdep_assert_held(&instance_lock);

	if (rcu_access_pointer(tr->snapshot.cond))
		return -EBUSY;
	ret = instance_snapshot_keep(tr);
	if (ret)
		return ret;
	ret = instance_snapshot_alloc_locked(tr);
	if (ret)
		instance_snapshot_keep_by(tr, tr->tracer);
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

bool instance_max_take(struct trace_array *tr, const struct instance_max *max,
		       struct task_struct *task, int cpu)
{
	bool longer;

	lockdep_assert_irqs_disabled();

	raw_spin_lock(&tr->max_wait.lock);
	if (!instance_max_wants(tr, max->latency)) {
		raw_spin_unlock(&tr->max_wait.lock);
		return false;
	}
	longer = max->latency > tr->longest;
	WRITE_ONCE(tr->longest, max->latency);
	tr->max = *max;
	max_describe(&tr->max, task);
	if (READ_ONCE(tr->tracer)->keeps_max &&
	    !instance_snapshot_swap(tr, cpu))
		WRITE_ONCE(rcu_dereference_sched(tr->spare)->time_start,
			   max->start);
	if (longer)
		WRITE_ONCE(tr->max_wait.changes, tr->max_wait.changes + 1);
	raw_spin_unlock(&tr->max_wait.lock);
	/*
	 * Pairs with poll_wait(). The work's interrupt is a section with interrupts
	 * off, too: where all that are over a threshold are taken, one would bring
	 * about the next.
	 */
	if (longer && wq_has_sleeper(&tr->max_wait.queue))
		irq_work_queue(&tr->max_wait.work);
	return true;
}

void instance_max_get(struct trace_array *tr, struct instance_max *max)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&tr->max_wait.lock, flags);
	*max = tr->max;
	raw_spin_unlock_irqrestore(&tr->max_wait.lock, flags);
}

void instance_max_set(struct trace_array *tr, u64 latency)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&tr->max_wait.lock, flags);
	WRITE_ONCE(tr->longest, latency);
	raw_spin_unlock_irqrestore(&tr->max_wait.lock, flags);
}

void instance_thresh_set(struct trace_array *tr, u64 thresh)
{
	guard(mutex)(&instance_lock);
	WRITE_ONCE(tr->thresh, thresh);
}

unsigned int instance_max_seen(struct trace_array *tr)
{
	return READ_ONCE(tr->max_wait.changes);
}

__poll_t instance_max_poll(struct trace_array *tr, struct file *file,
			   struct poll_table_struct *table, unsigned int seen)
{
	poll_wait(file, &tr->max_wait.queue, table);
	if (instance_max_seen(tr) == seen)
		return 0;
	return EPOLLIN | EPOLLRDNORM | EPOLLPRI;
}
