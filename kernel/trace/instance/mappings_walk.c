// SPDX-License-Identifier: GPL-2.0
/*
 * Finds the executable mappings of processes, and what identifies the mapped files.
 *
 * Files are read only after mmap_lock is released, as file systems take locks of their own
 * before mmap_lock.
 */
#include <linux/buildid.h>
#include <linux/dcache.h>
#include <linux/err.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/kdev_t.h>
#include <linux/mm.h>
#include <linux/pid.h>
#include <linux/pid_namespace.h>
#include <linux/sched/mm.h>
#include <linux/sched/signal.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "internal.h"

static_assert(EVENT_BUILD_ID == BUILD_ID_SIZE_MAX);

static int mappings_walk_take(struct vm_area_struct *vma, struct list_head *found)
{
	struct instance_found *f;

	if (!(vma->vm_flags & VM_EXEC))
		return 0;
	f = kzalloc(sizeof(*f), GFP_KERNEL);
	if (!f)
		return -ENOMEM;
	f->start = vma->vm_start;
	f->end = vma->vm_end;
	if (vma->vm_file) {
		f->offset = (u64)vma->vm_pgoff << PAGE_SHIFT;
		f->file = get_file(vma->vm_file);
	}
	list_add_tail(&f->list, found);
	return 0;
}

static int mappings_walk_all(struct mm_struct *mm, struct list_head *found)
{
	VMA_ITERATOR(vmi, mm, 0);
	struct vm_area_struct *vma;
	int ret = 0;

	for_each_vma(vmi, vma) {
		ret = mappings_walk_take(vma, found);
		if (ret)
			break;
	}
	return ret;
}

/* The path is written to @buf of PATH_MAX bytes. Returns its length. */
static size_t mappings_walk_path(const struct file *file, char *buf)
{
	char *path = d_path(&file->f_path, buf, PATH_MAX), *end = NULL;

	/* As trace_seq_path() does, which prints the paths of mappings that exist. */
	if (!IS_ERR(path))
		end = mangle_path(buf, path, "\n");
	return end ? end - buf : 0;
}

static void mappings_walk_build_id(struct file *file, struct instance_object *object)
{
	u32 size = 0;

	/* What has no read_iter(), such as a device, would be reported in the kernel log. */
	if (!S_ISREG(file_inode(file)->i_mode) || !file->f_op->read_iter || file->f_op->read ||
	    !(file->f_mode & FMODE_READ))
		return;
	if (!build_id_parse_file(file, object->build_id, &size))
		object->build_id_size = size;
	else
		memset(object->build_id, 0, sizeof(object->build_id));
}

static struct instance_object *mappings_walk_object(struct file *file)
{
	const struct inode *inode = file_inode(file);
	struct instance_object *object = NULL;
	char *buf = kmalloc(PATH_MAX, GFP_KERNEL);
	size_t len;

	if (!buf)
		return NULL;
	len = mappings_walk_path(file, buf);
	object = kzalloc(struct_size(object, path, len + 1), GFP_KERNEL);
	if (object) {
		object->major = MAJOR(inode->i_sb->s_dev);
		object->minor = MINOR(inode->i_sb->s_dev);
		object->ino = inode->i_ino;
		object->len = len;
		memcpy(object->path, buf, len);
		mappings_walk_build_id(file, object);
	}
	kfree(buf);
	return object;
}

/**
 * instance_walk - find the executable mappings of an address space
 * @mm: the address space, with a reference
 * @addr: address in the only mapping to look at, or 0 for all of them
 * @found: list to which they are added, in the order of their addresses
 *
 * Context: task, may sleep and read files; takes mmap_lock.
 * Return: 0; -ENOMEM if some are missing; -EINTR if the task was killed.
 */
int instance_walk(struct mm_struct *mm, unsigned long addr, struct list_head *found)
{
	struct vm_area_struct *vma;
	struct instance_found *f;
	int ret = 0;

	if (mmap_read_lock_killable(mm))
		return -EINTR;
	if (addr) {
		vma = vma_lookup(mm, addr);
		if (vma)
			ret = mappings_walk_take(vma, found);
	} else {
		ret = mappings_walk_all(mm, found);
	}
	mmap_read_unlock(mm);

	list_for_each_entry(f, found, list) {
		f->object = f->file ? mappings_walk_object(f->file) : NULL;
		if (f->file && !f->object)
			ret = -ENOMEM;
	}
	return ret;
}

/**
 * instance_walk_free - free what instance_walk() found
 * @found: the list
 *
 * Context: task, may sleep.
 */
void instance_walk_free(struct list_head *found)
{
	struct instance_found *f, *next;

	list_for_each_entry_safe(f, next, found, list) {
		if (f->file)
			fput(f->file);
		kfree(f->object);
		kfree(f);
	}
	INIT_LIST_HEAD(found);
}

/* The address space of a process, with a reference. NULL for kernel threads and zombies. */
static struct mm_struct *mappings_walk_mm(struct task_struct *leader)
{
	struct mm_struct *mm = NULL;
	struct task_struct *task;

	if (!leader)
		return NULL;
	/* The first thread may have ended before the others. */
	for_each_thread(leader, task) {
		mm = get_task_mm(task);
		if (mm)
			break;
	}
	return mm;
}

/**
 * instance_walk_processes - call a function for each process
 * @fn: called with the process and its address space
 *
 * Context: task, may sleep.
 */
void instance_walk_processes(void (*fn)(int tgid, struct mm_struct *mm))
{
	struct mm_struct *mm;
	struct pid *pid;
	int nr = 1;

	for (;;) {
		rcu_read_lock();
		pid = find_ge_pid(nr, &init_pid_ns);
		if (!pid)
			break;
		nr = pid_nr(pid);
		mm = mappings_walk_mm(pid_task(pid, PIDTYPE_TGID));
		rcu_read_unlock();
		if (mm) {
			fn(nr, mm);
			mmput(mm);
		}
		nr++;
		cond_resched();
	}
	rcu_read_unlock();
}
