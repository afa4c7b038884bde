// SPDX-License-Identifier: GPL-2.0
/*
 * mmap(2) of trace_pipe_raw, for reading without system calls: the meta page and
 * all sub-buffers, as described in <linux/trace_mmap.h>.
 *
 * A mapping pins its file, and so the instance. It is read only, shared, of fixed
 * size and not inherited by fork(2).
 *
 * Locking: the callbacks of a mapping run with mmap_lock held. A task that holds
 * one of the locks that they take, instance_snapshot_state.lock and ring_owner.lock,
 * never causes a page fault and never takes mmap_lock: see "Locks and their order"
 * in Documentation/trace/architecture.rst.
 */
#include <linux/mm.h>

#include "../output/output.h"
#include "raw.h"

static void tracing_raw_map_vma_open(struct vm_area_struct *vma)
{
	struct raw_file *rf = vma->vm_file->private_data;

	instance_mmap_dup(rf->ctx.tr);
	ring_buffer_map_dup(rf->ring, rf->ctx.cpu);
}

static void tracing_raw_map_vma_close(struct vm_area_struct *vma)
{
	struct raw_file *rf = vma->vm_file->private_data;

	ring_buffer_unmap(rf->ring, rf->ctx.cpu);
	instance_mmap_end(rf->ctx.tr);
}

static int tracing_raw_map_vma_may_split(struct vm_area_struct *vma, unsigned long addr)
{
	return -EINVAL;
}

static vm_fault_t tracing_raw_map_vma_fault(struct vm_fault *vmf)
{
	struct raw_file *rf = vmf->vma->vm_file->private_data;
	struct page *page = ring_buffer_map_page(rf->ring, rf->ctx.cpu,
						 vmf->pgoff);

	if (!page)
		return VM_FAULT_SIGBUS;
	get_page(page);
	vmf->page = page;
	return 0;
}

static const struct vm_operations_struct raw_vm_ops = {
	.open		= tracing_raw_map_vma_open,
	.close		= tracing_raw_map_vma_close,
	.may_split	= tracing_raw_map_vma_may_split,
	.fault		= tracing_raw_map_vma_fault,
};

/**
 * tracing_raw_get_reader - move the reader of a mapped ring buffer to the next
 * sub-buffer
 * @rf: an open trace_pipe_raw
 * @nonblock: do not wait until buffer_percent of the ring buffer is filled
 *
 * Context: task, may sleep.
 * Return: 0; -ENODEV if the ring buffer is not mapped; -EINTR; -ENOTTY for
 * snapshot_raw.
 */
int tracing_raw_get_reader(struct raw_file *rf, bool nonblock)
{
	struct trace_array *tr = rf->ctx.tr;
	int ret;

	if (rf->snapshot)
		return -ENOTTY;
	if (!nonblock) {
		ret = ring_buffer_wait(tr->ring, rf->ctx.cpu,
				       READ_ONCE(tr->buffer_percent), NULL, NULL);
		if (ret)
			return ret;
	}
	/* Wait until no iterator prints a record of the current reader page. */
	output_lock_pages(tr, rf->ctx.cpu);
	ret = ring_buffer_map_get_reader(tr->ring, rf->ctx.cpu);
	output_unlock_pages(tr, rf->ctx.cpu);
	return ret;
}

/**
 * tracing_raw_mmap - the mmap() of trace_pipe_raw
 * @file: an open trace_pipe_raw or snapshot_raw
 * @vma: the mapping
 *
 * Context: task, may sleep; mmap_lock held.
 * Return: 0; -ENODEV for snapshot_raw, and for a persistent ring buffer at a fixed
 * address; -EPERM if @vma is private, writable or executable; -EBUSY if snapshots
 * are in use; -EINVAL if @vma is larger than the ring buffer; -ENOMEM.
 */
int tracing_raw_mmap(struct file *file, struct vm_area_struct *vma)
{
	struct raw_file *rf = file->private_data;
	int ret;

	if (rf->snapshot)
		return -ENODEV;
	if ((vma->vm_flags & (VM_WRITE | VM_EXEC)) ||
	    !(vma->vm_flags & VM_MAYSHARE))
		return -EPERM;
	ret = instance_mmap_begin(rf->ctx.tr);
	if (ret)
		return ret;
	ret = ring_buffer_map(rf->ring, rf->ctx.cpu, vma);
	if (ret) {
		instance_mmap_end(rf->ctx.tr);
		return ret;
	}
	vm_flags_mod(vma, VM_DONTCOPY | VM_DONTEXPAND | VM_DONTDUMP, VM_MAYWRITE);
	vma->vm_ops = &raw_vm_ops;
	return 0;
}
