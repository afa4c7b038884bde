// SPDX-License-Identifier: GPL-2.0
/*
 * Snapshots: the ring buffer exchanges its contents with the spare ring buffer. The
 * old contents of the spare ring buffer are therefore in the ring buffer afterwards,
 * and the next snapshot exchanges them back.
 *
 * Locking: instance_lock protects the pointer to the spare ring buffer. A snapshot
 * reads it under RCU. User mappings of the ring buffer and users of snapshots
 * exclude each other under instance_snapshot_state.lock. mmap(2) holds mmap_lock and
 * cannot take instance_lock: the holder of instance_lock can wait for a reader of
 * text, and such a reader can wait for mmap_lock (option sym-userobj).
 */
#include <linux/export.h>
#include <linux/init.h>
#include <linux/poll.h>
#include <linux/preempt.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../ring/ring.h"
#include "internal.h"

/**
 * struct instance_cond - the condition of snapshots
 * @update: returns true if a snapshot is to be taken
 * @data: result of tracing_cond_snapshot_data()
 * @rcu: defers freeing the structure
 */
struct instance_cond {
	cond_update_fn_t	update;
	void			*data;
	struct rcu_head		rcu;
};

static struct instance_spare *instance_snapshot_spare(struct trace_array *tr)
{
	return rcu_dereference_protected(tr->snapshot.spare,
					 lockdep_is_held(&instance_lock));
}

static void instance_snapshot_wake(struct irq_work *work)
{
	struct instance_snapshot_state *snapshot =
		container_of(work, struct instance_snapshot_state, work);

	wake_up_all(&snapshot->queue);
}

/**
 * instance_snapshot_init - initialize the snapshot state of a new instance
 * @tr: the instance
 *
 * Context: task.
 */
void instance_snapshot_init(struct trace_array *tr)
{
	init_irq_work(&tr->snapshot.work, instance_snapshot_wake);
	init_waitqueue_head(&tr->snapshot.queue);
	spin_lock_init(&tr->snapshot.lock);
}

/**
 * instance_snapshot_alloc_locked - allocate the spare ring buffer
 * @tr: the instance
 *
 * Does nothing if the instance has one already.
 *
 * Context: task, may sleep; instance_lock held.
 * Return: 0; -EINVAL if the ring buffer is persistent; -ENOMEM.
 */
int instance_snapshot_alloc_locked(struct trace_array *tr)
{
	struct instance_spare *spare;
	int ret;

	lockdep_assert_held(&instance_lock);

	if (instance_snapshot_spare(tr))
		return 0;
	if (tr->persistent)
		return -EINVAL;
	ret = instance_expand(tr);
	if (ret)
		return ret;
	spare = instance_spare_alloc(tr);
	if (!spare)
		return -ENOMEM;
	rcu_assign_pointer(tr->snapshot.spare, spare);
	wake_up_all(&tr->snapshot.queue);
	return 0;
}

/**
 * instance_snapshot_drop - free the spare ring buffer
 * @tr: the instance
 *
 * Does nothing if the instance has none. The memory is freed when snapshots in
 * progress have ended and the last reader has released its reference.
 *
 * Context: task, may sleep; instance_lock held. Waits if many spare ring buffers are
 * not freed yet.
 */
void instance_snapshot_drop(struct trace_array *tr)
{
	struct instance_spare *spare = instance_snapshot_spare(tr);

	lockdep_assert_held(&instance_lock);

	if (!spare)
		return;
	rcu_assign_pointer(tr->snapshot.spare, NULL);
	wake_up_all(&tr->snapshot.queue);
	ring_buffer_wake_waiters(spare->ring, RING_BUFFER_ALL_CPUS);
	instance_spare_drop(spare);
}

/**
 * instance_snapshot_exit - wait for the wakeup of pollers before an instance is freed
 * @tr: the instance, which has neither a spare ring buffer nor open files
 *
 * Context: task, may sleep.
 */
void instance_snapshot_exit(struct trace_array *tr)
{
	irq_work_sync(&tr->snapshot.work);
}

/**
 * instance_snapshot_alloc - allocate the spare ring buffer
 * @tr: the instance
 *
 * Context: task, may sleep; takes instance_lock.
 * Return: as instance_snapshot_alloc_locked().
 */
int instance_snapshot_alloc(struct trace_array *tr)
{
	guard(mutex)(&instance_lock);
	return instance_snapshot_alloc_locked(tr);
}

/* Test whether the tracer or a condition has reserved the spare ring buffer. */
static bool instance_snapshot_is_reserved(struct trace_array *tr)
{
	return READ_ONCE(tr->tracer)->keeps_max ||
	       rcu_access_pointer(tr->snapshot.cond);
}

/**
 * instance_snapshot_free - free the spare ring buffer
 * @tr: the instance
 *
 * Context: task, may sleep; takes instance_lock.
 * Return: 0; -EBUSY if the tracer stores its maximum there or snapshots have a
 * condition.
 */
int instance_snapshot_free(struct trace_array *tr)
{
	guard(mutex)(&instance_lock);
	if (instance_snapshot_is_reserved(tr))
		return -EBUSY;
	instance_snapshot_drop(tr);
	return 0;
}

static bool instance_snapshot_is_mapped(const struct trace_array *tr)
{
	return READ_ONCE(tr->snapshot.mapped);
}

static int instance_snapshot_armed_inc(struct trace_array *tr)
{
	int ret = 0;

	spin_lock(&tr->snapshot.lock);
	if (instance_snapshot_is_mapped(tr))
		ret = -EBUSY;
	else
		WRITE_ONCE(tr->snapshot.armed, tr->snapshot.armed + 1);
	spin_unlock(&tr->snapshot.lock);
	return ret;
}

static void instance_snapshot_disarm_locked(struct trace_array *tr)
{
	lockdep_assert_held(&instance_lock);

	spin_lock(&tr->snapshot.lock);
	if (!WARN_ON_ONCE(!tr->snapshot.armed))
		WRITE_ONCE(tr->snapshot.armed, tr->snapshot.armed - 1);
	spin_unlock(&tr->snapshot.lock);
}

static int instance_snapshot_arm_locked(struct trace_array *tr)
{
	int ret;

	lockdep_assert_held(&instance_lock);

	ret = instance_snapshot_armed_inc(tr);
	if (ret)
		return ret;
	ret = instance_snapshot_alloc_locked(tr);
	if (ret)
		instance_snapshot_disarm_locked(tr);
	return ret;
}

/**
 * instance_snapshot_arm - prepare for snapshots by a trigger or a function command
 * @tr: the instance
 *
 * Allocates the spare ring buffer, which then remains until
 * instance_snapshot_disarm(). Calls nest.
 *
 * Context: task, may sleep; takes instance_lock.
 * Return: 0; -EBUSY if the ring buffer is mapped by user space; -EINVAL if it is
 * persistent; -ENOMEM.
 */
int instance_snapshot_arm(struct trace_array *tr)
{
	guard(mutex)(&instance_lock);
	return instance_snapshot_arm_locked(tr);
}

/**
 * instance_snapshot_disarm - undo one instance_snapshot_arm()
 * @tr: the instance
 *
 * Context: task, may sleep; takes instance_lock.
 */
void instance_snapshot_disarm(struct trace_array *tr)
{
	guard(mutex)(&instance_lock);
	instance_snapshot_disarm_locked(tr);
}

/**
 * instance_snapshot_claim - reserve the spare ring buffer for a latency tracer
 * @tr: the instance
 *
 * The caller must call instance_snapshot_claim_update() once it has changed the
 * tracer or failed to do so.
 *
 * Context: task; instance_lock held.
 * Return: 0; -EBUSY if the ring buffer is mapped by user space.
 */
int instance_snapshot_claim(struct trace_array *tr)
{
	int ret = 0;

	lockdep_assert_held(&instance_lock);

	spin_lock(&tr->snapshot.lock);
	if (instance_snapshot_is_mapped(tr))
		ret = -EBUSY;
	else
		tr->snapshot.claimed = true;
	spin_unlock(&tr->snapshot.lock);
	return ret;
}

/**
 * instance_snapshot_claim_update - reserve or release the spare ring buffer
 * @tr: the instance
 * @tracer: the instance's tracer from now on. The spare ring buffer is reserved if
 *	the tracer has keeps_max
 *
 * Context: task; instance_lock held.
 */
void instance_snapshot_claim_update(struct trace_array *tr, const struct tracer *tracer)
{
	lockdep_assert_held(&instance_lock);

	spin_lock(&tr->snapshot.lock);
	tr->snapshot.claimed = tracer->keeps_max;
	spin_unlock(&tr->snapshot.lock);
}

/**
 * instance_mmap_begin - account for a new user mapping of the ring buffer
 * @tr: the instance
 *
 * No snapshot can be taken until instance_mmap_end().
 *
 * Context: task, mmap_lock held; does not sleep.
 * Return: 0; -EBUSY if snapshots are in use.
 */
int instance_mmap_begin(struct trace_array *tr)
{
	int ret = 0;

	spin_lock(&tr->snapshot.lock);
	/* A condition counts in @armed, too. */
	if (tr->snapshot.armed || tr->snapshot.claimed)
		ret = -EBUSY;
	else
		WRITE_ONCE(tr->snapshot.mapped, tr->snapshot.mapped + 1);
	spin_unlock(&tr->snapshot.lock);
	return ret;
}

/**
 * instance_mmap_dup - account for the duplication of a mapping by fork(2)
 * @tr: the instance
 *
 * Cannot fail, because the existing mapping already excludes snapshots.
 *
 * Context: task, mmap_lock held; does not sleep.
 */
void instance_mmap_dup(struct trace_array *tr)
{
	spin_lock(&tr->snapshot.lock);
	WRITE_ONCE(tr->snapshot.mapped, tr->snapshot.mapped + 1);
	spin_unlock(&tr->snapshot.lock);
}

/**
 * instance_mmap_end - account for the end of a user mapping
 * @tr: the instance
 *
 * Context: task, mmap_lock held; does not sleep.
 */
void instance_mmap_end(struct trace_array *tr)
{
	spin_lock(&tr->snapshot.lock);
	WRITE_ONCE(tr->snapshot.mapped, tr->snapshot.mapped - 1);
	spin_unlock(&tr->snapshot.lock);
}

/* What prevents a snapshot. */
enum instance_snapshot_outcome {
	INSTANCE_SNAPSHOT_POSSIBLE,
	INSTANCE_SNAPSHOT_NMI,		/* the caller runs in an NMI */
	INSTANCE_SNAPSHOT_ABSENT,	/* there is no spare ring buffer */
	INSTANCE_SNAPSHOT_MAX,		/* the tracer stores its maximum there */
	INSTANCE_SNAPSHOT_MAPPED,	/* user space has mapped the ring buffer */
};

/**
 * struct instance_refusal - why no snapshot is taken
 * @err: errno
 * @text: the lines that are written into the trace
 */
struct instance_refusal {
	int		err;
	const char	*text[2];
};

static const struct instance_refusal instance_snapshot_refused[] = {
	[INSTANCE_SNAPSHOT_NMI] = { -EBUSY, {
		"*** SNAPSHOT CALLED FROM NMI CONTEXT ***\n",
		"*** snapshot is being ignored        ***\n" } },
	[INSTANCE_SNAPSHOT_ABSENT] = { -ENODEV, {
		"*** SNAPSHOT NOT ALLOCATED ***\n",
		"*** stopping trace here!   ***\n" } },
	[INSTANCE_SNAPSHOT_MAX] = { -EBUSY, {
		"*** LATENCY TRACER ACTIVE ***\n",
		"*** Can't use snapshot (sorry) ***\n" } },
	[INSTANCE_SNAPSHOT_MAPPED] = { -EBUSY, {
		"*** BUFFER MEMORY MAPPED ***\n",
		"*** Can't use snapshot (sorry) ***\n" } },
};

/* Test whether a snapshot can be taken. Preemption is disabled. */
static enum instance_snapshot_outcome instance_snapshot_check(struct trace_array *tr)
{
	if (in_nmi())
		return INSTANCE_SNAPSHOT_NMI;
	if (!rcu_access_pointer(tr->snapshot.spare))
		return INSTANCE_SNAPSHOT_ABSENT;
	if (READ_ONCE(tr->tracer)->keeps_max)
		return INSTANCE_SNAPSHOT_MAX;
	if (instance_snapshot_is_mapped(tr))
		return INSTANCE_SNAPSHOT_MAPPED;
	return INSTANCE_SNAPSHOT_POSSIBLE;
}

/* Write into the trace why no snapshot is taken. Preemption is disabled. */
static void instance_snapshot_report(struct trace_array *tr, enum instance_snapshot_outcome state)
{
	const char *const *text = instance_snapshot_refused[state].text;

	instance_print(tr, _THIS_IP_, text[0], strlen(text[0]));
	instance_print(tr, _THIS_IP_, text[1], strlen(text[1]));
	if (state == INSTANCE_SNAPSHOT_ABSENT)
		instance_off(tr);
}

/**
 * instance_snapshot_swap - exchange the contents of the ring buffer and the spare one
 * @tr: the instance
 * @cpu: a CPU, or RING_BUFFER_ALL_CPUS
 *
 * The caller has checked that a snapshot can be taken. The CPUs may complete the
 * exchange later, see instance_snapshot().
 *
 * Context: any but NMI, preemption disabled.
 * Return: 0; -ENODEV without a spare ring buffer; -EINVAL if the ring buffer of @cpu
 * or of the running CPU is being resized or does not exist.
 */
int instance_snapshot_swap(struct trace_array *tr, int cpu)
{
	struct instance_spare *spare = rcu_dereference_sched(tr->snapshot.spare);
	int ret = 0, err;

	if (!spare)
		return -ENODEV;
	WRITE_ONCE(spare->time_start, READ_ONCE(tr->time_start));
	if (cpu != RING_BUFFER_ALL_CPUS)
		return ring_pair_swap(spare->pair, cpu);
	for_each_possible_cpu(cpu) {
		err = ring_pair_swap(spare->pair, cpu);
		/* A CPU that was never online has no ring buffer. */
		if (err && cpu == raw_smp_processor_id())
			ret = err;
	}
	return ret;
}

/*
 * Take a snapshot that pollers of the file snapshot wait for. When they open the file, they wait
 * for the CPUs that have not exchanged their contents yet.
 */
static int instance_snapshot_swap_wake(struct trace_array *tr, int cpu)
{
	int ret = instance_snapshot_swap(tr, cpu);

	if (ret)
		return ret;
	WRITE_ONCE(tr->snapshot.taken, READ_ONCE(tr->snapshot.taken) + 1);
	/* wq_has_sleeper() pairs with the barrier in poll_wait(). */
	if (wq_has_sleeper(&tr->snapshot.queue))
		irq_work_queue(&tr->snapshot.work);
	return 0;
}

/* Evaluate the condition, if there is one. */
static bool instance_snapshot_cond_true(struct trace_array *tr, void *cond_data)
{
	struct instance_cond *cond = rcu_dereference_sched(tr->snapshot.cond);

	return !cond || cond->update(tr, cond_data);
}

static int instance_snapshot_cond(struct trace_array *tr, void *cond_data, bool may_be_late)
{
	enum instance_snapshot_outcome state;

	guard(preempt_notrace)();
	state = instance_snapshot_check(tr);
	if (state != INSTANCE_SNAPSHOT_POSSIBLE) {
		if (!may_be_late || READ_ONCE(tr->snapshot.armed))
			instance_snapshot_report(tr, state);
		return instance_snapshot_refused[state].err;
	}
	if (!instance_snapshot_cond_true(tr, cond_data))
		return 0;
	return instance_snapshot_swap_wake(tr, RING_BUFFER_ALL_CPUS);
}

/**
 * instance_snapshot - take a snapshot
 * @tr: the instance
 *
 * Exchanges the contents of the ring buffer and the spare one, in constant time per
 * CPU. The running CPU exchanges them at once, or when the record is committed that
 * it was writing. The other CPUs follow when they receive an interrupt. If no
 * snapshot can be taken, the reason is written into the trace.
 *
 * Context: any; fails in NMI.
 * Return: 0; -EBUSY in NMI, if the tracer stores its maximum in the spare ring
 * buffer, or if user space has mapped the ring buffer; -ENODEV if there is no spare
 * ring buffer, upon which recording is switched off; -EINVAL if the ring buffer is
 * being resized.
 */
int instance_snapshot(struct trace_array *tr)
{
	return instance_snapshot_cond(tr, NULL, false);
}

/**
 * instance_snapshot_fire - take a snapshot for a trigger
 * @tr: the instance; instance_snapshot_arm() was called for the trigger
 *
 * A trigger that was removed may still fire. If no snapshot can be taken any more, this is not
 * reported.
 *
 * Context: any; fails in NMI.
 * Return: as instance_snapshot().
 */
int instance_snapshot_fire(struct trace_array *tr)
{
	return instance_snapshot_cond(tr, NULL, true);
}

/* Wait until the spare ring buffer has the contents of all snapshots taken so far. */
static void instance_snapshot_wait_locked(struct trace_array *tr)
{
	struct instance_spare *spare = instance_snapshot_spare(tr);

	if (spare)
		ring_pair_sync(spare->pair);
}

/**
 * instance_snapshot_take - allocate the spare ring buffer and take a snapshot
 * @tr: the instance
 * @cpu: a CPU, or RING_BUFFER_ALL_CPUS
 *
 * Context: task, may sleep; takes instance_lock.
 * Return: 0; -EBUSY if the spare ring buffer is reserved or user space has mapped
 * the ring buffer; -EINVAL; -ENOMEM.
 */
int instance_snapshot_take(struct trace_array *tr, int cpu)
{
	int ret;

	guard(mutex)(&instance_lock);
	/* If a mapping begins after this check, ring_pair_swap() fails. */
	if (instance_snapshot_is_reserved(tr) || instance_snapshot_is_mapped(tr))
		return -EBUSY;
	ret = instance_snapshot_alloc_locked(tr);
	if (ret)
		return ret;
	scoped_guard(preempt)
		ret = instance_snapshot_swap_wake(tr, cpu);
	instance_snapshot_wait_locked(tr);
	return ret;
}

/**
 * instance_snapshot_taken - count the snapshots that were taken
 * @tr: the instance
 *
 * Context: any.
 * Return: the number, for instance_snapshot_poll().
 */
unsigned int instance_snapshot_taken(struct trace_array *tr)
{
	return READ_ONCE(tr->snapshot.taken);
}

/**
 * instance_snapshot_poll - implement poll(2) of the file snapshot
 * @tr: the instance
 * @file: the open file
 * @table: poll table of the caller
 * @seen: instance_snapshot_taken() when the file was opened
 *
 * Context: task.
 * Return: EPOLL* mask: writable, and readable if a snapshot was taken since @seen.
 */
__poll_t instance_snapshot_poll(struct trace_array *tr, struct file *file,
				struct poll_table_struct *table, unsigned int seen)
{
	__poll_t ready = EPOLLOUT | EPOLLWRNORM;

	poll_wait(file, &tr->snapshot.queue, table);
	if (instance_snapshot_taken(tr) != seen)
		ready |= EPOLLIN | EPOLLRDNORM | EPOLLPRI;
	return ready;
}

/**
 * instance_snapshot_clear - empty the spare ring buffer
 * @tr: the instance
 * @cpu: a CPU, or RING_BUFFER_ALL_CPUS
 *
 * Context: task, may sleep; takes instance_lock.
 * Return: 0; -EBUSY if the spare ring buffer is reserved.
 */
int instance_snapshot_clear(struct trace_array *tr, int cpu)
{
	struct instance_spare *spare;

	guard(mutex)(&instance_lock);
	if (instance_snapshot_is_reserved(tr))
		return -EBUSY;
	spare = instance_snapshot_spare(tr);
	if (!spare)
		return 0;
	instance_snapshot_wait_locked(tr);
	guard(rwsem_write)(&tr->read_rwsem);
	if (cpu == RING_BUFFER_ALL_CPUS)
		ring_buffer_reset(spare->ring);
	else
		ring_buffer_reset_cpu(spare->ring, cpu);
	return 0;
}

/**
 * instance_snapshot_reset - empty the spare ring buffer, even if it is reserved
 * @tr: the instance
 *
 * Context: task, may sleep; takes instance_lock.
 */
void instance_snapshot_reset(struct trace_array *tr)
{
	struct instance_spare *spare;

	guard(mutex)(&instance_lock);
	spare = instance_snapshot_spare(tr);
	if (!spare)
		return;
	instance_snapshot_wait_locked(tr);
	guard(rwsem_write)(&tr->read_rwsem);
	ring_buffer_reset(spare->ring);
}

/**
 * instance_snapshot_wait - wait until all snapshots taken so far are complete
 * @tr: the instance
 *
 * Context: task, may sleep; takes instance_lock.
 */
void instance_snapshot_wait(struct trace_array *tr)
{
	guard(mutex)(&instance_lock);
	instance_snapshot_wait_locked(tr);
}

/**
 * instance_snapshot_clock - give the spare ring buffer the clock of the ring buffer
 * @tr: the instance
 *
 * Empties the spare ring buffer, since timestamps of different clocks cannot be
 * compared.
 *
 * Context: task, may sleep; instance_lock held.
 */
void instance_snapshot_clock(struct trace_array *tr)
{
	struct instance_spare *spare = instance_snapshot_spare(tr);

	if (!spare)
		return;
	instance_snapshot_wait_locked(tr);
	ring_buffer_set_clock(spare->ring, trace_clock_table[tr->clock].fn);
	guard(rwsem_write)(&tr->read_rwsem);
	ring_buffer_reset(spare->ring);
}

/**
 * instance_snapshot_resize - resize the spare ring buffer, before the ring buffer
 * @tr: the instance
 * @bytes: size in bytes per CPU
 * @cpu: a CPU, or RING_BUFFER_ALL_CPUS
 *
 * Context: task, may sleep; instance_lock held.
 * Return: 0, or the error of ring_buffer_resize().
 */
int instance_snapshot_resize(struct trace_array *tr, unsigned long bytes, int cpu)
{
	struct instance_spare *spare = instance_snapshot_spare(tr);

	return spare ? ring_buffer_resize(spare->ring, bytes, cpu) : 0;
}

/**
 * instance_snapshot_order - change the sub-buffer size of the spare ring buffer
 * @tr: the instance
 * @order: binary logarithm of the size in pages
 *
 * Context: task, may sleep; instance_lock held.
 * Return: 0, or the error of ring_buffer_subbuf_order_set().
 */
int instance_snapshot_order(struct trace_array *tr, int order)
{
	struct instance_spare *spare = instance_snapshot_spare(tr);

	return spare ? ring_buffer_subbuf_order_set(spare->ring, order) : 0;
}

/**
 * instance_snapshot_refit - resize the spare ring buffer to the ring buffer's sizes
 * @tr: the instance
 *
 * Used after a resize of the ring buffer has failed or has rounded the size.
 *
 * Context: task, may sleep; instance_lock held.
 */
void instance_snapshot_refit(struct trace_array *tr)
{
	struct instance_spare *spare = instance_snapshot_spare(tr);
	int err = spare ? instance_spare_fit(tr, spare->ring) : 0;

	if (err)
		pr_warn("tracing: failed to resize the spare ring buffer: %d\n", err);
}

/**
 * tracing_snapshot_cond - take a snapshot if the condition is true
 * @tr: the instance
 * @cond_data: second argument of the condition
 *
 * Context: any; fails in NMI.
 */
void tracing_snapshot_cond(struct trace_array *tr, void *cond_data)
{
	instance_snapshot_cond(tr, cond_data, false);
}
EXPORT_SYMBOL_GPL(tracing_snapshot_cond);

/**
 * tracing_cond_snapshot_data - get the data given to tracing_snapshot_cond_enable()
 * @tr: the instance
 *
 * Context: any.
 * Return: the data; NULL if there is no condition.
 */
void *tracing_cond_snapshot_data(struct trace_array *tr)
{
	struct instance_cond *cond;

	guard(rcu)();
	cond = rcu_dereference(tr->snapshot.cond);
	return cond ? cond->data : NULL;
}
EXPORT_SYMBOL_GPL(tracing_cond_snapshot_data);

/**
 * tracing_snapshot_cond_enable - set the condition of snapshots
 * @tr: the instance
 * @cond_data: result of tracing_cond_snapshot_data()
 * @update: the condition: returns true if a snapshot is to be taken. Called in any
 *	context but NMI, with preemption disabled
 *
 * Also allocates the spare ring buffer.
 *
 * Context: task, may sleep; takes instance_lock.
 * Return: 0; -EBUSY if there is a condition already, the tracer stores its maximum
 * in the spare ring buffer, or user space has mapped the ring buffer; -EINVAL if the
 * ring buffer is persistent; -ENOMEM.
 */
int tracing_snapshot_cond_enable(struct trace_array *tr, void *cond_data,
				 cond_update_fn_t update)
{
	struct instance_cond *cond;
	int ret;

	cond = kzalloc(sizeof(*cond), GFP_KERNEL);
	if (!cond)
		return -ENOMEM;
	cond->update = update;
	cond->data = cond_data;

	guard(mutex)(&instance_lock);
	ret = instance_snapshot_is_reserved(tr) ? -EBUSY : instance_snapshot_arm_locked(tr);
	if (ret)
		kfree(cond);
	else
		rcu_assign_pointer(tr->snapshot.cond, cond);
	return ret;
}
EXPORT_SYMBOL_GPL(tracing_snapshot_cond_enable);

/**
 * tracing_snapshot_cond_disable - remove the condition of snapshots
 * @tr: the instance
 *
 * The condition is not called any more on return.
 *
 * Context: task, may sleep; takes instance_lock.
 * Return: 0, or -EINVAL if there is no condition.
 */
int tracing_snapshot_cond_disable(struct trace_array *tr)
{
	struct instance_cond *cond;

	guard(mutex)(&instance_lock);
	cond = rcu_replace_pointer(tr->snapshot.cond, NULL,
				   lockdep_is_held(&instance_lock));
	if (!cond)
		return -EINVAL;
	instance_snapshot_disarm_locked(tr);
	/* The caller may free the condition's data after this. */
	synchronize_rcu();
	kfree(cond);
	return 0;
}
EXPORT_SYMBOL_GPL(tracing_snapshot_cond_disable);
