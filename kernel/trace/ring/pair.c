// SPDX-License-Identifier: GPL-2.0
/*
 * A live and a spare buffer, whose contents can be exchanged from any context.
 * The snapshot of an instance is such a spare buffer.
 *
 * The contents of a ring can be exchanged on its own CPU only, and not while a
 * record is being written. A request sets the flag ring_exchange.pending of the
 * CPU. The exchange runs at the first of: immediately, on the same CPU; in an
 * interrupt that is sent to the CPU; if that interrupt came while a record was
 * being written, in another interrupt that the outermost writer raises when it
 * commits; and in ring_pair_sync(), for CPUs that are offline. Further requests
 * before the exchange have no effect.
 *
 * The flag is set only for a CPU that has a ring in both buffers, and these
 * rings exist until the buffers are freed. For another CPU the flag could never
 * be cleared. A CPU that was offline when one of the buffers was allocated has
 * no ring there, unless ring_buffer_add_cpus() added one.
 *
 * A pair that was retired runs no exchange. Its live buffer can therefore be half of
 * another pair before the grace period ends, after which the old pair is freed.
 */
#include "internal.h"

/**
 * struct ring_exchange - exchange request of one CPU
 * @work: runs the exchange on the CPU
 * @pair: the pair
 * @pending: the exchange was requested and has not run; the CPU has both rings
 * @cpu: the CPU
 */
struct ring_exchange {
	struct irq_work		work;
	struct ring_pair	*pair;
	atomic_t		pending;
	int			cpu;
};

/**
 * struct ring_pair - a buffer and its spare
 * @live: buffer that records are written to
 * @spare: spare buffer
 * @notify: queued after an exchange if tasks waited for records of @spare; or
 *	NULL
 * @cpus: exchange requests by CPU
 */
struct ring_pair {
	struct ring_owner	*live;
	struct ring_owner	*spare;
	struct irq_work		*notify;
	struct ring_exchange	cpus[];
};

static bool ring_pair_has_waiters(struct ring_cpu *rc)
{
	return atomic_read(&rc->w.wake) != RING_WAKE_NONE ||
	       atomic_read(&rc->w.wake_full);
}

/*
 * Clear the waiters of a spare ring, as no commit wakes them. True if there
 * were any.
 */
static bool ring_pair_clear_waiters(struct ring_cpu *rc)
{
	bool any, full;

	/* RB(clear:A) */
	any = atomic_xchg(&rc->w.wake, RING_WAKE_NONE) != RING_WAKE_NONE;
	/* RB(clear:A) */
	full = atomic_xchg(&rc->w.wake_full, 0);
	return any || full;
}

/* Both rings have other records now, so all waiters check again. */
static void ring_pair_exchange_notify(struct ring_exchange *ex, struct ring_cpu *live,
				      struct ring_cpu *spare)
{
	if (ring_pair_has_waiters(live))
		ring_buffer_wake_waiters(&ex->pair->live->pub, ex->cpu);
	if (!ring_pair_has_waiters(spare) || !ring_pair_clear_waiters(spare))
		return;
	ring_buffer_wake_waiters(&ex->pair->spare->pub, ex->cpu);
	if (ex->pair->notify)
		irq_work_queue(ex->pair->notify);
}

/* Run a pending exchange. Both reader locks are held. */
static int ring_pair_exchange(struct ring_exchange *ex, struct ring_cpu *live,
			      struct ring_cpu *spare)
{
	int ret;

	/* The pair was retired. */
	if (READ_ONCE(ex->pair->live->waits[ex->cpu].swap) != &ex->work)
		atomic_set(&ex->pending, 0);
	if (!atomic_read(&ex->pending))
		return 0;
	ret = ring_swap_locked(live, spare);
	if (ret == -EBUSY) {
		atomic_or(RING_WAKE_SWAP, &live->w.wake);
		return ret;
	}
	/* Rings of different sizes cannot be exchanged later, either. */
	atomic_set(&ex->pending, 0);
	if (!ret)
		ring_pair_exchange_notify(ex, live, spare);
	return ret;
}

/*
 * Run a pending exchange. Interrupts are off, on the CPU or while it is
 * offline. The exchange was requested, so the CPU has both rings.
 */
static void ring_pair_exchange_now(struct ring_exchange *ex)
{
	struct ring_cpu *live = ring_get(ex->pair->live, ex->cpu);
	struct ring_cpu *spare = ring_get(ex->pair->spare, ex->cpu);

	raw_spin_lock(&live->reader_lock);
	raw_spin_lock_nested(&spare->reader_lock, SINGLE_DEPTH_NESTING);
	ring_pair_exchange(ex, live, spare);
	raw_spin_unlock(&spare->reader_lock);
	raw_spin_unlock(&live->reader_lock);
}

/*
 * The same where the caller may have interrupted a holder of one of the locks,
 * as in the tracepoints of lockdep. If a lock is held, the exchange runs in an
 * interrupt later.
 */
static int ring_pair_exchange_here(struct ring_exchange *ex)
{
	struct ring_cpu *live = ring_get(ex->pair->live, ex->cpu);
	struct ring_cpu *spare = ring_get(ex->pair->spare, ex->cpu);
	int ret = 0;

	if (!raw_spin_trylock(&live->reader_lock))
		goto later;
	if (!raw_spin_trylock(&spare->reader_lock)) {
		raw_spin_unlock(&live->reader_lock);
		goto later;
	}
	ret = ring_pair_exchange(ex, live, spare);
	raw_spin_unlock(&spare->reader_lock);
	raw_spin_unlock(&live->reader_lock);
	return ret == -EBUSY ? 0 : ret;
later:
	irq_work_queue(&ex->work);
	return 0;
}

static void ring_pair_exchange_work(struct irq_work *work)
{
	ring_pair_exchange_now(container_of(work, struct ring_exchange, work));
}

static void ring_pair_exchange_call(void *data)
{
	ring_pair_exchange_now(data);
}

/**
 * ring_pair_alloc - pair two buffers
 * @live: buffer that records are written to; not the live buffer of another
 *	pair, unless that was retired
 * @spare: spare buffer, of the same sizes and with rings for the same CPUs
 *
 * Context: task, may sleep.
 * Return: the pair, or NULL if there is not enough memory.
 */
struct ring_pair *ring_pair_alloc(struct trace_buffer *live,
				  struct trace_buffer *spare)
{
	struct ring_pair *pair;
	int cpu;

	pair = kzalloc(struct_size(pair, cpus, nr_cpu_ids), GFP_KERNEL);
	if (!pair)
		return NULL;
	pair->live = ring_owner_of(live);
	pair->spare = ring_owner_of(spare);
	for (cpu = 0; cpu < nr_cpu_ids; cpu++) {
		struct ring_exchange *ex = &pair->cpus[cpu];

		ex->pair = pair;
		ex->cpu = cpu;
		ex->work = IRQ_WORK_INIT_HARD(ring_pair_exchange_work);
		/* RB(pair:A) */
		smp_store_release(&pair->live->waits[cpu].swap, &ex->work);
	}
	return pair;
}

/**
 * ring_pair_notify - set the work to queue when the spare buffer gets records
 * @pair: the pair, before the first exchange is requested
 * @work: queued after an exchange if ring_poll_arm() was called for the spare
 *	buffer since the last one; valid until ring_pair_free() has returned
 *
 * Context: task.
 */
void ring_pair_notify(struct ring_pair *pair, struct irq_work *work)
{
	pair->notify = work;
}

/**
 * ring_pair_retire - end the exchanges of a pair
 * @pair: the pair
 *
 * Exchanges that were requested and have not run do not run any more, nor do those
 * that are requested from now on. The live buffer can be half of another pair.
 *
 * Context: task.
 */
void ring_pair_retire(struct ring_pair *pair)
{
	unsigned long flags;
	int cpu;

	for (cpu = 0; cpu < nr_cpu_ids; cpu++) {
		struct ring_cpu *live = ring_get(pair->live, cpu);

		if (!live) {
			WRITE_ONCE(pair->live->waits[cpu].swap, NULL);
			continue;
		}
		local_irq_save(flags);
		/* An exchange that has begun ends before. */
		raw_spin_lock(&live->reader_lock);
		WRITE_ONCE(pair->live->waits[cpu].swap, NULL);
		raw_spin_unlock(&live->reader_lock);
		local_irq_restore(flags);
	}
}

/**
 * ring_pair_free - free a pair
 * @pair: the pair, which was retired. An RCU grace period has ended since then: a
 *	writer may have entered ring_wake() before, or a task ring_pair_swap()
 *
 * Context: task, may sleep.
 */
void ring_pair_free(struct ring_pair *pair)
{
	int cpu;

	for (cpu = 0; cpu < nr_cpu_ids; cpu++)
		irq_work_sync(&pair->cpus[cpu].work);
	kfree(pair);
}

/**
 * ring_pair_swap - request to exchange the contents of a pair's rings of one CPU
 * @pair: the pair
 * @cpu: CPU of the rings
 *
 * The exchange may run later: see the head of this file.
 *
 * Context: any but NMI. The caller disables preemption, which keeps @pair
 * allocated.
 * Return: 0; -EINVAL if the rings differ in size, or @cpu lacks one of the two.
 */
int ring_pair_swap(struct ring_pair *pair, int cpu)
{
	struct ring_exchange *ex = &pair->cpus[cpu];
	unsigned long flags;
	int ret = 0;

	if (!ring_get(pair->live, cpu) || !ring_get(pair->spare, cpu))
		return -EINVAL;
	local_irq_save(flags);
	atomic_set(&ex->pending, 1);
	if (cpu == raw_smp_processor_id())
		ret = ring_pair_exchange_here(ex);
	else if (cpu_online(cpu))
		irq_work_queue_on(&ex->work, cpu);
	local_irq_restore(flags);
	return ret;
}

/**
 * ring_pair_sync - wait until all requested exchanges have run
 * @pair: the pair
 *
 * Context: task, may sleep; takes cpus_read_lock().
 */
void ring_pair_sync(struct ring_pair *pair)
{
	int cpu;

	cpus_read_lock();
	for_each_cpu(cpu, pair->live->cpumask) {
		struct ring_exchange *ex = &pair->cpus[cpu];

		while (atomic_read(&ex->pending)) {
			ring_call_on(cpu, ring_pair_exchange_call, ex);
			if (atomic_read(&ex->pending))
				ring_yield();
		}
	}
	cpus_read_unlock();
}
