// SPDX-License-Identifier: GPL-2.0
/*
 * Snapshots: the contents of the ring are exchanged for those of a spare one,
 * which is there for as long as somebody wants it.
 *
 * What is in the spare one comes back into the ring with the next snapshot.
 *
 * Locking: instance_lock for whether there is a spare ring. Who takes a snapshot
 * finds it by RCU. A ring that user space has mapped and one that snapshots are
 * taken of exclude each other: instance_snapshot.lock, since mmap(2) asks with
 * mmap_lock held, where it must not wait for instance_lock. Whoever holds that may
 * wait for a reader of text, and the reader for mmap_lock (sym-userobj).
 */
#include <linux/export.h>
#include <linux/init.h>
#include <linux/preempt.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../ring/ring.h"
#include "internal.h"

/**
 * struct instance_cond - who decides whether a snapshot is to be taken
 * @update: decides
 * @data: its data
 * @rcu: frees this
 */
struct instance_cond {
	cond_update_fn_t	update;
	void			*data;
	struct rcu_head		rcu;
};

static struct instance_spare *snapshot_spare(struct trace_array *tr)
{
	return rcu_dereference_protected(tr->spare,
					 lockdep_is_held(&instance_lock));
}

/*
 * Give @spare the sizes of the ring, CPU by CPU, and those that CPUs which come later
 * will have in both. A CPU that is offline has its ring, too: what it recorded is part
 * of a snapshot.
 */
static int spare_fit(struct trace_array *tr, struct trace_buffer *spare)
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

static struct instance_spare *spare_make(struct trace_array *tr)
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
	/* Nobody writes into it. */
	ring_buffer_record_off(spare->ring);
	ring_buffer_set_clock(spare->ring, trace_clock_table[tr->clock].fn);
	if (spare_fit(tr, spare->ring))
		goto no_pair;
	spare->pair = ring_pair_make(tr->ring, spare->ring);
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
 * instance_spare_get - keep the spare ring while it is read
 * @tr: the instance
 *
 * Context: any.
 * Return: it, or NULL.
 */
struct instance_spare *instance_spare_get(struct trace_array *tr)
{
	struct instance_spare *spare;

	guard(rcu)();
	spare = rcu_dereference(tr->spare);
	return spare && refcount_inc_not_zero(&spare->refs) ? spare : NULL;
}

/**
 * instance_spare_put - it is not read any more
 * @spare: what instance_spare_get() returned
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

static void snapshot_wake(struct irq_work *work)
{
	struct instance_snapshot *snapshot =
		container_of(work, struct instance_snapshot, work);

	wake_up_all(&snapshot->queue);
}

void instance_snapshot_init(struct trace_array *tr)
{
	init_irq_work(&tr->snapshot.work, snapshot_wake);
	init_waitqueue_head(&tr->snapshot.queue);
	spin_lock_init(&tr->snapshot.lock);
}

int instance_snapshot_alloc_locked(struct trace_array *tr)
{
	struct instance_spare *spare;
	int ret;

	lockdep_assert_held(&instance_lock);

	if (snapshot_spare(tr))
		return 0;
	if (tr->persistent)
		return -EINVAL;
	ret = instance_expand(tr);
	if (ret)
		return ret;
	spare = spare_make(tr);
	if (!spare)
		return -ENOMEM;
	rcu_assign_pointer(tr->spare, spare);
	wake_up_all(&tr->snapshot.queue);
	return 0;
}

/* Readers keep the memory, but nobody writes it any more. */
void instance_snapshot_drop(struct trace_array *tr)
{
	struct instance_spare *spare = snapshot_spare(tr);

	lockdep_assert_held(&instance_lock);

	if (!spare)
		return;
	rcu_assign_pointer(tr->spare, NULL);
	/* Whoever takes a snapshot has preemption off. */
	synchronize_rcu();
	ring_pair_free(spare->pair);
	spare->pair = NULL;
	wake_up_all(&tr->snapshot.queue);
	ring_buffer_wake_waiters(spare->ring, RING_BUFFER_ALL_CPUS);
	instance_spare_put(spare);
}

/* The instance goes: nobody takes snapshots or waits for them any more. */
void instance_snapshot_exit(struct trace_array *tr)
{
	instance_snapshot_drop(tr);
	irq_work_sync(&tr->snapshot.work);
}

int instance_snapshot_alloc(struct trace_array *tr)
{
	guard(mutex)(&instance_lock);
	return instance_snapshot_alloc_locked(tr);
}

/* Does the tracer, or a condition, have the spare ring for itself? */
static bool snapshot_is_taken(struct trace_array *tr)
{
	return READ_ONCE(tr->tracer)->keeps_max ||
	       rcu_access_pointer(tr->snapshot.cond);
}

int instance_snapshot_free(struct trace_array *tr)
{
	guard(mutex)(&instance_lock);
	if (snapshot_is_taken(tr))
		return -EBUSY;
	instance_snapshot_drop(tr);
	return 0;
}

static bool snapshot_is_mapped(const struct trace_array *tr)
{
	return READ_ONCE(tr->snapshot.mapped);
}

static int snapshot_count(struct trace_array *tr)
{
	int ret = 0;

	spin_lock(&tr->snapshot.lock);
	if (snapshot_is_mapped(tr))
		ret = -EBUSY;
	else
		tr->snapshot.armed++;
	spin_unlock(&tr->snapshot.lock);
	return ret;
}

static void snapshot_disarm(struct trace_array *tr)
{
	lockdep_assert_held(&instance_lock);

	spin_lock(&tr->snapshot.lock);
	WARN_ON_ONCE(!tr->snapshot.armed--);
	spin_unlock(&tr->snapshot.lock);
}

static int snapshot_arm(struct trace_array *tr)
{
	int ret;

	lockdep_assert_held(&instance_lock);

	ret = snapshot_count(tr);
	if (ret)
		return ret;
	ret = instance_snapshot_alloc_locked(tr);
	if (ret)
		snapshot_disarm(tr);
	return ret;
}

int instance_snapshot_arm(struct trace_array *tr)
{
	guard(mutex)(&instance_lock);
	return snapshot_arm(tr);
}

void instance_snapshot_disarm(struct trace_array *tr)
{
	guard(mutex)(&instance_lock);
	snapshot_disarm(tr);
}

/**
 * instance_snapshot_keep - a tracer is about to keep its maximum in the spare ring
 * @tr: the instance
 *
 * instance_snapshot_keep_by() follows, whatever becomes of the tracer.
 *
 * Context: task; instance_lock held.
 * Return: 0; -EBUSY: the ring is mapped by user space.
 */
int instance_snapshot_keep(struct trace_array *tr)
{
	int ret = 0;

	lockdep_assert_held(&instance_lock);

	spin_lock(&tr->snapshot.lock);
	if (snapshot_is_mapped(tr))
		ret = -EBUSY;
	else
		tr->snapshot.kept = true;
	spin_unlock(&tr->snapshot.lock);
	return ret;
}

/**
 * instance_snapshot_keep_by - the tracer has changed, or not
 * @tr: the instance
 * @tracer: the tracer that it has from here on
 *
 * Context: task; instance_lock held.
 */
void instance_snapshot_keep_by(struct trace_array *tr, const struct tracer *tracer)
{
	lockdep_assert_held(&instance_lock);

	spin_lock(&tr->snapshot.lock);
	tr->snapshot.kept = tracer->keeps_max;
	spin_unlock(&tr->snapshot.lock);
}

int instance_map_get(struct trace_array *tr)
{
	int ret = 0;

	spin_lock(&tr->snapshot.lock);
	/* A condition is armed, too. */
	if (tr->snapshot.armed || tr->snapshot.kept)
		ret = -EBUSY;
	else
		WRITE_ONCE(tr->snapshot.mapped, tr->snapshot.mapped + 1);
	spin_unlock(&tr->snapshot.lock);
	return ret;
}

/* There is a mapping: nobody took snapshots when it began, nor does now. */
void instance_map_dup(struct trace_array *tr)
{
	spin_lock(&tr->snapshot.lock);
	WRITE_ONCE(tr->snapshot.mapped, tr->snapshot.mapped + 1);
	spin_unlock(&tr->snapshot.lock);
}

void instance_map_put(struct trace_array *tr)
{
	spin_lock(&tr->snapshot.lock);
	WRITE_ONCE(tr->snapshot.mapped, tr->snapshot.mapped - 1);
	spin_unlock(&tr->snapshot.lock);
}

static void snapshot_say(struct trace_array *tr, const char *text)
{
	instance_print(tr, _THIS_IP_, text, strlen(text));
}

/* May one be taken? Otherwise the trace tells why. Preemption is off. */
static int snapshot_check(struct trace_array *tr)
{
	if (in_nmi()) {
		snapshot_say(tr, "*** SNAPSHOT CALLED FROM NMI CONTEXT ***\n");
		snapshot_say(tr, "*** snapshot is being ignored        ***\n");
		return -EBUSY;
	}
	if (!rcu_access_pointer(tr->spare)) {
		snapshot_say(tr, "*** SNAPSHOT NOT ALLOCATED ***\n");
		snapshot_say(tr, "*** stopping trace here!   ***\n");
		instance_off(tr);
		return -ENODEV;
	}
	if (READ_ONCE(tr->tracer)->keeps_max) {
		snapshot_say(tr, "*** LATENCY TRACER ACTIVE ***\n");
		snapshot_say(tr, "*** Can't use snapshot (sorry) ***\n");
		return -EBUSY;
	}
	if (snapshot_is_mapped(tr)) {
		snapshot_say(tr, "*** BUFFER MEMORY MAPPED ***\n");
		snapshot_say(tr, "*** Can't use snapshot (sorry) ***\n");
		return -EBUSY;
	}
	return 0;
}

/**
 * instance_snapshot_swap - exchange the contents, without asking whether one may
 * @tr: the instance
 * @cpu: whose ring, or RING_BUFFER_ALL_CPUS
 *
 * Context: any but NMI, preemption off.
 * Return: 0; -ENODEV: no spare ring; -EINVAL: it is being resized, or there is none
 * of this CPU.
 */
int instance_snapshot_swap(struct trace_array *tr, int cpu)
{
	struct instance_spare *spare = rcu_dereference_sched(tr->spare);
	int ret = 0, err;

	if (!spare)
		return -ENODEV;
	WRITE_ONCE(spare->time_start, READ_ONCE(tr->time_start));
	if (cpu != RING_BUFFER_ALL_CPUS)
		return ring_pair_swap(spare->pair, cpu);
	for_each_possible_cpu(cpu) {
		err = ring_pair_swap(spare->pair, cpu);
		/* There may be no such ring. */
		if (err && cpu == raw_smp_processor_id())
			ret = err;
	}
	return ret;
}

/* A condition says no, or there is one and none was given: no snapshot. */
static bool snapshot_wanted(struct trace_array *tr, void *cond_data)
{
	struct instance_cond *cond = rcu_dereference_sched(tr->snapshot.cond);

	return !cond || cond->update(tr, cond_data);
}

static int snapshot_cond(struct trace_array *tr, void *cond_data, int cpu)
{
	int ret;

	guard(preempt_notrace)();
	ret = snapshot_check(tr);
	if (ret)
		return ret;
	if (!snapshot_wanted(tr, cond_data))
		return 0;
	return instance_snapshot_swap(tr, cpu);
}

int instance_snapshot(struct trace_array *tr)
{
	return snapshot_cond(tr, NULL, RING_BUFFER_ALL_CPUS);
}

int instance_snapshot_cpu(struct trace_array *tr, int cpu)
{
	return snapshot_cond(tr, NULL, cpu);
}

static void snapshot_settle(struct trace_array *tr)
{
	struct instance_spare *spare = snapshot_spare(tr);

	if (spare)
		ring_pair_settle(spare->pair);
}

int instance_snapshot_take(struct trace_array *tr, int cpu)
{
	int ret;

	guard(mutex)(&instance_lock);
	/* If a mapping begins after this, then the ring refuses to exchange. */
	if (snapshot_is_taken(tr) || snapshot_is_mapped(tr))
		return -EBUSY;
	ret = instance_snapshot_alloc_locked(tr);
	if (ret)
		return ret;
	scoped_guard(preempt)
		ret = instance_snapshot_swap(tr, cpu);
	snapshot_settle(tr);
	return ret;
}

int instance_snapshot_clear(struct trace_array *tr, int cpu)
{
	struct instance_spare *spare;

	guard(mutex)(&instance_lock);
	if (snapshot_is_taken(tr))
		return -EBUSY;
	spare = snapshot_spare(tr);
	if (!spare)
		return 0;
	snapshot_settle(tr);
	guard(rwsem_write)(&tr->taking);
	if (cpu == RING_BUFFER_ALL_CPUS)
		ring_buffer_reset(spare->ring);
	else
		ring_buffer_reset_cpu(spare->ring, cpu);
	return 0;
}

void instance_snapshot_forget(struct trace_array *tr)
{
	struct instance_spare *spare;

	guard(mutex)(&instance_lock);
	spare = snapshot_spare(tr);
	if (!spare)
		return;
	snapshot_settle(tr);
	guard(rwsem_write)(&tr->taking);
	ring_buffer_reset(spare->ring);
}

void instance_snapshot_settle(struct trace_array *tr)
{
	guard(mutex)(&instance_lock);
	snapshot_settle(tr);
}

/* The ring has another clock: what is in the spare one cannot be compared. */
void instance_snapshot_clock(struct trace_array *tr)
{
	struct instance_spare *spare = snapshot_spare(tr);

	if (!spare)
		return;
	snapshot_settle(tr);
	ring_buffer_set_clock(spare->ring, trace_clock_table[tr->clock].fn);
	guard(rwsem_write)(&tr->taking);
	ring_buffer_reset(spare->ring);
}

/*
 * Before the ring's size changes: the same for the spare one, for if there is
 * no memory then nothing has happened. @cpu may be RING_BUFFER_ALL_CPUS.
 */
int instance_snapshot_resize(struct trace_array *tr, unsigned long bytes, int cpu)
{
	struct instance_spare *spare = snapshot_spare(tr);

	return spare ? ring_buffer_resize(spare->ring, bytes, cpu) : 0;
}

int instance_snapshot_order(struct trace_array *tr, int order)
{
	struct instance_spare *spare = snapshot_spare(tr);

	return spare ? ring_buffer_subbuf_order_set(spare->ring, order) : 0;
}

/* The ring could not follow: let the spare one be as it is again. */
void instance_snapshot_refit(struct trace_array *tr)
{
	struct instance_spare *spare = snapshot_spare(tr);

	if (spare && spare_fit(tr, spare->ring))
		pr_warn("no memory for snapshots of the old size\n");
}

/**
 * tracing_snapshot_cond - take a snapshot if the condition holds
 * @tr: the instance
 * @cond_data: what the condition is asked with
 *
 * Context: as instance_snapshot().
 */
void tracing_snapshot_cond(struct trace_array *tr, void *cond_data)
{
	snapshot_cond(tr, cond_data, RING_BUFFER_ALL_CPUS);
}
EXPORT_SYMBOL_GPL(tracing_snapshot_cond);

/**
 * tracing_cond_snapshot_data - the data of whoever enabled the condition
 * @tr: the instance
 *
 * Context: any.
 * Return: the data, or NULL.
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
 * tracing_snapshot_cond_enable - from now on snapshots have a condition
 * @tr: the instance
 * @cond_data: for tracing_cond_snapshot_data()
 * @update: says whether to take one. Context: as instance_snapshot().
 *
 * Context: task, may sleep; takes instance_lock.
 * Return: 0; -EBUSY: there is a condition, or the tracer keeps its maximum in
 * the snapshot, or user space has mapped the ring; -ENOMEM.
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
	ret = snapshot_is_taken(tr) ? -EBUSY : snapshot_arm(tr);
	if (ret)
		kfree(cond);
	else
		rcu_assign_pointer(tr->snapshot.cond, cond);
	return ret;
}
EXPORT_SYMBOL_GPL(tracing_snapshot_cond_enable);

/**
 * tracing_snapshot_cond_disable - take the condition away
 * @tr: the instance
 *
 * Context: task, may sleep; takes instance_lock.
 * Return: 0, or -EINVAL: there is none.
 */
int tracing_snapshot_cond_disable(struct trace_array *tr)
{
	struct instance_cond *cond;

	guard(mutex)(&instance_lock);
	cond = rcu_replace_pointer(tr->snapshot.cond, NULL,
				   lockdep_is_held(&instance_lock));
	if (!cond)
		return -EINVAL;
	snapshot_disarm(tr);
	/* Nobody asks it when the caller frees its data. */
	synchronize_rcu();
	kfree(cond);
	return 0;
}
EXPORT_SYMBOL_GPL(tracing_snapshot_cond_disable);

/**
 * tracing_snapshot - keep the global buffer as it is now
 *
 * Call tracing_snapshot_alloc() or tracing_alloc_snapshot() before, where that
 * may sleep; without a spare buffer tracing stops, so that nothing is lost.
 *
 * Context: any; in an NMI it is refused.
 */
void tracing_snapshot(void)
{
	if (!IS_ENABLED(CONFIG_TRACER_SNAPSHOT)) {
		WARN_ONCE(1, "Snapshot feature not enabled, but internal snapshot used");
		return;
	}
	instance_snapshot(&instance_global);
}
EXPORT_SYMBOL_GPL(tracing_snapshot);

/**
 * tracing_alloc_snapshot - make sure that tracing_snapshot() has its memory
 *
 * Context: task, may sleep; takes instance_lock.
 * Return: 0, -ENOMEM, or -ENODEV in a kernel without snapshots.
 */
int tracing_alloc_snapshot(void)
{
	if (!IS_ENABLED(CONFIG_TRACER_SNAPSHOT)) {
		WARN_ONCE(1, "Snapshot feature not enabled, but snapshot allocation used");
		return -ENODEV;
	}
	return instance_snapshot_alloc(&instance_global);
}
EXPORT_SYMBOL_GPL(tracing_alloc_snapshot);

/**
 * tracing_snapshot_alloc - keep the global buffer as it is now, with memory for it
 *
 * Context: task, may sleep; takes instance_lock.
 */
void tracing_snapshot_alloc(void)
{
	if (!IS_ENABLED(CONFIG_TRACER_SNAPSHOT) || !tracing_alloc_snapshot())
		tracing_snapshot();
}
EXPORT_SYMBOL_GPL(tracing_snapshot_alloc);
