// SPDX-License-Identifier: GPL-2.0
/*
 * mmap(2) of trace_pipe_raw, for reading without system calls: the page of
 * figures and all sub-buffers, as <linux/trace_mmap.h> tells.
 *
 * A mapping keeps its file open, and so the instance. It is read only, shared,
 * of fixed size and not inherited by children.
 *
 * Locking: the callbacks of a mapping run with mmap_lock held. The locks that they
 * take, instance_snapshot.lock and ring_owner.lock, are never held by anybody who
 * may fault or take mmap_lock: see "Locks and their order" in
 * Documentation/trace/architecture.rst.
 */
#include <linux/mm.h>

#include "../output/output.h"
#include "raw.h"

static void raw_vma_open(struct vm_area_struct *vma)
{
	struct raw_file *rf = vma->vm_file->private_data;

	instance_map_dup(rf->at.tr);
	ring_buffer_map_dup(rf->ring, rf->at.cpu);
}

static void raw_vma_close(struct vm_area_struct *vma)
{
	struct raw_file *rf = vma->vm_file->private_data;

	ring_buffer_unmap(rf->ring, rf->at.cpu);
	instance_map_put(rf->at.tr);
}

static int raw_vma_may_split(struct vm_area_struct *vma, unsigned long addr)
{
	return -EINVAL;
}

static vm_fault_t raw_vma_fault(struct vm_fault *vmf)
{
	struct raw_file *rf = vmf->vma->vm_file->private_data;
	struct page *page = ring_buffer_map_page(rf->ring, rf->at.cpu,
						 vmf->pgoff);

	if (!page)
		return VM_FAULT_SIGBUS;
	get_page(page);
	vmf->page = page;
	return 0;
}

static const struct vm_operations_struct raw_vm_ops = {
	.open		= raw_vma_open,
	.close		= raw_vma_close,
	.may_split	= raw_vma_may_split,
	.fault		= raw_vma_fault,
};

/**
 * raw_map_get_reader - the next sub-buffer, please
 * @rf: an open trace_pipe_raw
 * @nonblock: don't wait until there are enough records for the reader
 *
 * Context: task, may sleep.
 * Return: 0; -ENODEV: it is not mapped; -EINTR; -ENOTTY: it is snapshot_raw.
 */
int raw_map_get_reader(struct raw_file *rf, bool nonblock)
{
	struct trace_array *tr = rf->at.tr;
	int ret;

	if (rf->snapshot)
		return -ENOTTY;
	if (!nonblock) {
		ret = ring_buffer_wait(tr->ring, rf->at.cpu,
				       READ_ONCE(tr->buffer_percent), NULL, NULL);
		if (ret)
			return ret;
	}
	/* Who prints a record of the page in hand is waited for. */
	output_lock(tr, rf->at.cpu);
	ret = ring_buffer_map_get_reader(tr->ring, rf->at.cpu);
	output_unlock(tr, rf->at.cpu);
	return ret;
}

/**
 * raw_mmap - map a CPU's ring
 * @file: an open trace_pipe_raw or snapshot_raw
 * @vma: the mapping
 *
 * Context: task, may sleep; mmap_lock held.
 * Return: 0; -ENODEV: it is snapshot_raw; -EPERM: private, writable or
 * executable; -EBUSY: somebody takes snapshots; -EINVAL: there are not so many
 * pages; -ENOMEM.
 */
int raw_mmap(struct file *file, struct vm_area_struct *vma)
{
	struct raw_file *rf = file->private_data;
	int ret;

	if (rf->snapshot)
		return -ENODEV;
	if ((vma->vm_flags & (VM_WRITE | VM_EXEC)) ||
	    !(vma->vm_flags & VM_MAYSHARE))
		return -EPERM;
	ret = instance_map_get(rf->at.tr);
	if (ret)
		return ret;
	ret = ring_buffer_map(rf->ring, rf->at.cpu, vma);
	if (ret) {
		instance_map_put(rf->at.tr);
		return ret;
	}
	vm_flags_mod(vma, VM_DONTCOPY | VM_DONTEXPAND | VM_DONTDUMP, VM_MAYWRITE);
	vma->vm_ops = &raw_vm_ops;
	return 0;
}
