// SPDX-License-Identifier: GPL-2.0
/*
 * The order of the subsystem's locks, taken once at boot so that lockdep knows it.
 *
 * Lockdep learns an order from those who take locks, and complains of whoever takes
 * them the other way round later. Most pairs meet only when users of several files
 * come together: here each documented pair is taken in its order before there are
 * users, by the functions that take them. So the first one to break the order is told
 * of, and not the second. Documentation/trace/architecture.rst, "Locks and their
 * order", has the list.
 *
 * Built with CONFIG_PROVE_LOCKING only.
 */
#include <linux/cpu.h>
#include <linux/err.h>
#include <linux/init.h>
#include <linux/mm.h>
#include <linux/mmap_lock.h>
#include <linux/ring_buffer.h>
#include <linux/sched/mm.h>

#include "../output/output.h"
#include "internal.h"

/* event_mutex > instance_lock > trace_array.taking > CPU hotplug > ring_owner.lock. */
static void __init locks_control(struct trace_array *tr)
{
	int order = ring_buffer_subbuf_order_get(tr->ring);

	guard(mutex)(&event_mutex);
	guard(mutex)(&instance_lock);
	guard(rwsem_write)(&tr->taking);
	cpus_read_lock();
	cpus_read_unlock();
	/* Takes cpus_read_lock() and ring_owner.lock, and changes nothing. */
	ring_buffer_subbuf_order_set(tr->ring, order);
}

/* event_mutex > event_types_sem. */
static void __init locks_types(void)
{
	guard(mutex)(&event_mutex);
	event_read_lock();
	event_read_unlock();
}

/* event_types_sem > a reader's lock > trace_array.taking > mmap_lock. */
static void __init locks_readers(struct trace_array *tr, struct mm_struct *mm)
{
	struct trace_iterator *iter = output_open(tr, RING_BUFFER_ALL_CPUS, true);

	if (IS_ERR(iter))
		return;
	output_begin(iter);
	/* As sym-userobj does. */
	mmap_read_lock(mm);
	mmap_read_unlock(mm);
	output_end(iter);
	output_close(iter);
}

/* mmap_lock > what the callbacks of a mapping take. */
static void __init locks_mapping(struct trace_array *tr, struct mm_struct *mm)
{
	struct vm_area_struct vma = { .vm_end = PAGE_SIZE };
	int cpu = cpumask_first(cpu_possible_mask);

	mmap_write_lock(mm);
	if (!instance_map_get(tr)) {
		if (!ring_buffer_map(tr->ring, cpu, &vma))
			ring_buffer_unmap(tr->ring, cpu);
		instance_map_put(tr);
	}
	mmap_write_unlock(mm);
}

static int __init locks_learn(void)
{
	struct mm_struct *mm = mm_alloc();

	if (!mm)
		return -ENOMEM;
	locks_control(&instance_global);
	locks_types();
	locks_readers(&instance_global, mm);
	locks_mapping(&instance_global, mm);
	mmput(mm);
	return 0;
}
late_initcall(locks_learn);
