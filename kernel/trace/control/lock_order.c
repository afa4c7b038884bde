// SPDX-License-Identifier: GPL-2.0
/*
 * Takes the locks of the tracing subsystem once at boot in their documented order,
 * so that lockdep knows the order.
 *
 * Lockdep learns the order of two locks when they are first nested and reports
 * later acquisitions in the other order. Most pairs of locks are nested only if
 * several files are used together. Here the functions that use the locks nest each
 * documented pair at boot, so that lockdep reports the first violation of the
 * order, not the second. "Locks and their order" in
 * Documentation/trace/architecture.rst has the list.
 *
 * This file is built with CONFIG_PROVE_LOCKING only.
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

/* event_mutex > instance_lock > trace_array.read_rwsem > hotplug > ring_owner.lock. */
static void __init lock_order_control(struct trace_array *tr)
{
	int order = ring_buffer_subbuf_order_get(tr->ring);

	guard(mutex)(&event_mutex);
	guard(mutex)(&instance_lock);
	guard(rwsem_write)(&tr->read_rwsem);
	cpus_read_lock();
	cpus_read_unlock();
	/* Takes cpus_read_lock() and ring_owner.lock. The order does not change. */
	ring_buffer_subbuf_order_set(tr->ring, order);
}

/* event_mutex > event_types_sem. */
static void __init lock_order_types(void)
{
	guard(mutex)(&event_mutex);
	event_read_lock();
	event_read_unlock();
}

/* event_types_sem > the lock of an iterator > trace_array.read_rwsem > mmap_lock. */
static void __init lock_order_readers(struct trace_array *tr, struct mm_struct *mm)
{
	struct trace_iterator *iter = output_open(tr, RING_BUFFER_ALL_CPUS, true);

	if (IS_ERR(iter))
		return;
	output_lock_records(iter);
	/* The option sym-userobj takes these, one after the other, while a line is printed. */
	if (INSTANCE_HAS_MAPPINGS) {
		mutex_lock(&instance_mappings_lock);
		mutex_unlock(&instance_mappings_lock);
	}
	mmap_read_lock(mm);
	mmap_read_unlock(mm);
	output_unlock_records(iter);
	output_close(iter);
}

/* mmap_lock > the locks that the callbacks of a mapping take. */
static void __init lock_order_mapping(struct trace_array *tr, struct mm_struct *mm)
{
	struct vm_area_struct vma = { .vm_end = PAGE_SIZE };
	int cpu = cpumask_first(cpu_possible_mask);

	mmap_write_lock(mm);
	if (!instance_mmap_begin(tr)) {
		if (!ring_buffer_map(tr->ring, cpu, &vma))
			ring_buffer_unmap(tr->ring, cpu);
		instance_mmap_end(tr);
	}
	mmap_write_unlock(mm);
}

static int __init lock_order_init(void)
{
	struct mm_struct *mm = mm_alloc();

	if (!mm)
		return -ENOMEM;
	lock_order_control(&instance_global);
	lock_order_types();
	lock_order_readers(&instance_global, mm);
	lock_order_mapping(&instance_global, mm);
	mmput(mm);
	return 0;
}
late_initcall(lock_order_init);
