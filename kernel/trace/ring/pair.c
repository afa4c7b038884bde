// SPDX-License-Identifier: GPL-2.0
/*
 * A buffer and its spare one, whose contents can be exchanged from any context.
 *
 * Only its own CPU can exchange a ring's contents, and not in the middle of a
 * record. Whoever asks sets the CPU's flag "wanted". The exchange then happens
 * at the first of: at once, on the same CPU; in an interrupt that is sent to
 * the CPU; where that interrupted a record, in one that the outermost writer
 * raises as it commits; for CPUs that are offline, when a task settles it.
 * Asking again before it happened changes nothing.
 *
 * The flag is set only for a CPU that has a ring in both buffers, which it then
 * keeps: nobody could ever clear another's. A CPU that was offline when one of the
 * two was made has none there, unless ring_buffer_add_cpus() gave it one.
 */
#include "internal.h"

/**
 * struct ring_exchange - one CPU of a pair
 * @work:	does it on the CPU
 * @pair:	the pair
 * @wanted:	it was asked for and is not done; the CPU has both rings
 * @cpu:	which
 */
struct ring_exchange {
	struct irq_work		work;
	struct ring_pair	*pair;
	atomic_t		wanted;
	int			cpu;
};

/**
 * struct ring_pair - a buffer and its spare
 * @live:	the buffer
 * @spare:	the spare
 * @told:	queued when somebody waited for @spare and has something now; or NULL
 * @cpus:	by CPU
 */
struct ring_pair {
	struct ring_owner	*live;
	struct ring_owner	*spare;
	struct irq_work		*told;
	struct ring_exchange	cpus[];
};

static bool ring_is_awaited(struct ring_cpu *rc)
{
	return atomic_read(&rc->w.wake) != RING_WAKE_NONE ||
	       atomic_read(&rc->w.wake_full);
}

/* The same, and from now on it isn't: no commit ends the wait for a spare ring. */
static bool ring_was_awaited(struct ring_cpu *rc)
{
	bool any = atomic_xchg(&rc->w.wake, RING_WAKE_NONE) != RING_WAKE_NONE;
	bool full = atomic_xchg(&rc->w.wake_full, 0);

	return any || full;
}

/* Who waits looks again: neither ring has what it had. */
static void ring_exchange_tell(struct ring_exchange *ex, struct ring_cpu *live,
			       struct ring_cpu *spare)
{
	if (ring_is_awaited(live))
		ring_buffer_wake_waiters(&ex->pair->live->pub, ex->cpu);
	if (!ring_is_awaited(spare) || !ring_was_awaited(spare))
		return;
	ring_buffer_wake_waiters(&ex->pair->spare->pub, ex->cpu);
	if (ex->pair->told)
		irq_work_queue(ex->pair->told);
}

/* Both reader locks are held. */
static int ring_exchange(struct ring_exchange *ex, struct ring_cpu *live,
			 struct ring_cpu *spare)
{
	int ret;

	if (!atomic_read(&ex->wanted))
		return 0;
	ret = ring_swap_locked(live, spare);
	if (ret == -EBUSY) {
		atomic_or(RING_WAKE_SWAP, &live->w.wake);
		return ret;
	}
	/* With other sizes there is nothing to wait for. */
	atomic_set(&ex->wanted, 0);
	if (!ret)
		ring_exchange_tell(ex, live, spare);
	return ret;
}

/*
 * Interrupts are off, on the CPU, or it is offline. It was asked for, so the CPU
 * has both rings.
 */
static void ring_exchange_now(struct ring_exchange *ex)
{
	struct ring_cpu *live = ring_get(ex->pair->live, ex->cpu);
	struct ring_cpu *spare = ring_get(ex->pair->spare, ex->cpu);

	raw_spin_lock(&live->reader_lock);
	raw_spin_lock_nested(&spare->reader_lock, SINGLE_DEPTH_NESTING);
	ring_exchange(ex, live, spare);
	raw_spin_unlock(&spare->reader_lock);
	raw_spin_unlock(&live->reader_lock);
}

/*
 * The same, where the caller may have interrupted a holder of one of the locks
 * (lockdep's tracepoints fire inside): then later, in an interrupt.
 */
static int ring_exchange_here(struct ring_exchange *ex)
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
	ret = ring_exchange(ex, live, spare);
	raw_spin_unlock(&spare->reader_lock);
	raw_spin_unlock(&live->reader_lock);
	return ret == -EBUSY ? 0 : ret;
later:
	irq_work_queue(&ex->work);
	return 0;
}

static void ring_exchange_work(struct irq_work *work)
{
	ring_exchange_now(container_of(work, struct ring_exchange, work));
}

static void ring_exchange_call(void *data)
{
	ring_exchange_now(data);
}

/**
 * ring_pair_make - make two buffers a pair
 * @live: the buffer that is written to; part of no other pair as such
 * @spare: the other, of the same sizes and with rings for the same CPUs
 *
 * Context: task, may sleep.
 * Return: the pair, or NULL if there is not enough memory.
 */
struct ring_pair *ring_pair_make(struct trace_buffer *live,
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
		ex->work = IRQ_WORK_INIT_HARD(ring_exchange_work);
		/* RB(pair:A) */
		smp_store_release(&pair->live->waits[cpu].swap, &ex->work);
	}
	return pair;
}

/**
 * ring_pair_notify - say who is to be told of what comes into the spare buffer
 * @pair: the pair, before anybody asks it to exchange
 * @work: queued after an exchange if somebody has called ring_poll_arm() for the
 *	spare buffer since the last one; stays until ring_pair_free() has returned
 *
 * Context: task.
 */
void ring_pair_notify(struct ring_pair *pair, struct irq_work *work)
{
	pair->told = work;
}

/**
 * ring_pair_free - part a pair
 * @pair: the pair; nobody asks it to exchange any more
 *
 * Context: task, may sleep.
 */
void ring_pair_free(struct ring_pair *pair)
{
	int cpu;

	ring_pair_settle(pair);
	for (cpu = 0; cpu < nr_cpu_ids; cpu++)
		WRITE_ONCE(pair->live->waits[cpu].swap, NULL);
	/* A writer may be in ring_wake() since before. */
	synchronize_rcu();
	for (cpu = 0; cpu < nr_cpu_ids; cpu++)
		irq_work_sync(&pair->cpus[cpu].work);
	kfree(pair);
}

/**
 * ring_pair_swap - exchange the contents of a pair's rings of one CPU
 * @pair: the pair
 * @cpu: whose
 *
 * Not always at once: see the head of this file.
 *
 * Context: any but NMI. The caller keeps @pair, by preemption being off.
 * Return: 0, or -EINVAL if they are not of the same size, or one of them has no
 * ring for @cpu.
 */
int ring_pair_swap(struct ring_pair *pair, int cpu)
{
	struct ring_exchange *ex = &pair->cpus[cpu];
	unsigned long flags;
	int ret = 0;

	if (!ring_get(pair->live, cpu) || !ring_get(pair->spare, cpu))
		return -EINVAL;
	local_irq_save(flags);
	atomic_set(&ex->wanted, 1);
	if (cpu == raw_smp_processor_id())
		ret = ring_exchange_here(ex);
	else if (cpu_online(cpu))
		irq_work_queue_on(&ex->work, cpu);
	local_irq_restore(flags);
	return ret;
}

/**
 * ring_pair_settle - wait until all that was asked for is done
 * @pair: the pair
 *
 * Context: task, may sleep; takes cpus_read_lock().
 */
void ring_pair_settle(struct ring_pair *pair)
{
	int cpu;

	cpus_read_lock();
	for_each_cpu(cpu, pair->live->cpumask) {
		struct ring_exchange *ex = &pair->cpus[cpu];

		while (atomic_read(&ex->wanted)) {
			ring_call_on(cpu, ring_exchange_call, ex);
			if (atomic_read(&ex->wanted))
				ring_yield();
		}
	}
	cpus_read_unlock();
}
