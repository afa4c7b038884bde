// SPDX-License-Identifier: GPL-2.0
/*
 * User events: the bits in user memory that show whether an event is in use.
 *
 * A process registers a bit for an event (struct user_enabler). Each struct mm_struct
 * with such bits has a struct user_event_mm, which the tasks that use the mm share. The
 * bit is set while the event has users, and cleared while it has none.
 *
 * A bit is written while user_mm_lock is held, through a pinned page. If the page is not
 * present, or must be copied first, nothing is written: a work item takes the page fault
 * without locks and tries again. So neither the task that enables an event nor anyone who
 * waits for its locks ever waits for the user memory of another process.
 *
 * Locking: user_mm_lock protects all lists and the members of enablers. A pending work
 * item has a reference to its enabler and to the struct user_event_mm.
 */
#include <linux/mm.h>
#include <linux/highmem.h>
#include <linux/sched.h>
#include <linux/sched/mm.h>
#include <linux/slab.h>

#include "user.h"

static DEFINE_MUTEX(user_mm_lock);	/* protects the enablers */
static LIST_HEAD(user_mms);		/* all struct user_event_mm */
static struct workqueue_struct *user_mm_wq;

/* How often the page of a bit is faulted in for one change of the bit. */
#define USER_MM_FAULTS_MAX	10

/**
 * struct user_enabler - a bit in user memory, for an event
 * @in_mm: node in user_event_mm::enablers
 * @in_event: node in user_event::enablers
 * @mm: the memory that the bit is in
 * @user: the event, with a reference
 * @at: the bit
 * @linked: the enabler is in the lists
 * @faulting: @fault is pending or running, with a reference to the enabler and to @mm
 * @faults: number of runs of @fault since the bit was last to be changed
 * @refs: number of references: by the lists and by @fault
 * @fault: faults in the page, and writes the bit
 */
struct user_enabler {
	struct list_head	in_mm;
	struct list_head	in_event;
	struct user_event_mm	*mm;
	struct user_event	*user;
	struct user_bit		at;
	bool			linked;
	bool			faulting;
	unsigned int		faults;
	refcount_t		refs;
	struct work_struct	fault;
};

static void user_mm_put(struct user_event_mm *mm)
{
	if (!refcount_dec_and_test(&mm->refcnt))
		return;
	mmdrop(mm->mm);
	kfree(mm);
}

static void user_enabler_put(struct user_enabler *enabler)
{
	if (refcount_dec_and_test(&enabler->refs))
		kfree(enabler);
}

/* Writing a bit */

static void user_bit_store(const struct user_bit *at, void *number, bool on)
{
	if (at->size == sizeof(u32)) {
		if (on)
			atomic_or(BIT(at->bit), number);
		else
			atomic_andnot(BIT(at->bit), number);
		return;
	}
	if (on)
		atomic64_or(BIT_ULL(at->bit), number);
	else
		atomic64_andnot(BIT_ULL(at->bit), number);
}

static bool user_bit_load(const struct user_bit *at, const void *number)
{
	if (at->size == sizeof(u32))
		return READ_ONCE(*(const u32 *)number) & BIT(at->bit);
	return READ_ONCE(*(const u64 *)number) & BIT_ULL(at->bit);
}

/*
 * Write a bit, or read it if @old is not NULL.
 * Return: 0; -EFAULT if this needs a page fault.
 */
static int user_bit_access(struct mm_struct *mm, const struct user_bit *at, bool on,
			   bool *old)
{
	unsigned int flags = FOLL_NOFAULT | (old ? 0 : FOLL_WRITE);
	struct page *page;
	void *map;
	long ret;

	mmap_assert_locked(mm);

	ret = pin_user_pages_remote(mm, at->addr, 1, flags, &page, NULL);
	if (ret != 1)
		return -EFAULT;
	map = kmap_local_page(page);
	if (old)
		*old = user_bit_load(at, map + offset_in_page(at->addr));
	else
		user_bit_store(at, map + offset_in_page(at->addr), on);
	kunmap_local(map);
	unpin_user_pages_dirty_lock(&page, 1, !old);
	return 0;
}

/*
 * Write a bit of a process that was just copied. Its page is not copied if the bit is
 * right already.
 */
static int user_bit_write_new(struct mm_struct *mm, const struct user_bit *at, bool on)
{
	struct vm_area_struct *vma = vma_lookup(mm, at->addr);
	bool old;
	int ret;

	/* Shared memory has the bit of the old process. */
	if (!vma || (vma->vm_flags & VM_SHARED))
		return 0;
	ret = user_bit_access(mm, at, on, &old);
	if (!ret && old != on)
		ret = user_bit_access(mm, at, on, NULL);
	return ret;
}

/* Write a bit of memory that may be going away. */
static int user_bit_write(struct mm_struct *mm, const struct user_bit *at, bool on,
			  bool new)
{
	int ret;

	/* If the memory is gone, there is nothing left to be written. */
	if (!mmget_not_zero(mm))
		return 0;
	mmap_read_lock(mm);
	ret = new ? user_bit_write_new(mm, at, on) : user_bit_access(mm, at, on, NULL);
	mmap_read_unlock(mm);
	/* The last reference would free all of the memory here. */
	mmput_async(mm);
	return ret;
}

/* Take the page fault that user_bit_write() has avoided. */
static int user_bit_fault(struct mm_struct *mm, unsigned long addr)
{
	bool unlocked = false;
	int ret;

	if (!mmget_not_zero(mm))
		return -ENOENT;
	mmap_read_lock(mm);
	ret = fixup_user_fault(mm, addr, FAULT_FLAG_WRITE | FAULT_FLAG_REMOTE, &unlocked);
	mmap_read_unlock(mm);
	mmput(mm);
	return ret;
}

/* Write the bit of an enabler, or let its work item do so. */
static void user_enabler_sync(struct user_enabler *enabler, bool new)
{
	bool on = enabler->user->users;

	lockdep_assert_held(&user_mm_lock);

	/* The work item looks for itself at what the bit has to be. */
	if (enabler->faulting)
		return;
	if (!user_bit_write(enabler->mm->mm, &enabler->at, on, new))
		return;
	if (enabler->faults++ == USER_MM_FAULTS_MAX)
		return;
	enabler->faulting = true;
	refcount_inc(&enabler->refs);
	refcount_inc(&enabler->mm->refcnt);
	queue_work(user_mm_wq, &enabler->fault);
}

static void user_enabler_fault(struct work_struct *work)
{
	struct user_enabler *enabler = container_of(work, struct user_enabler, fault);
	struct user_event_mm *mm = enabler->mm;
	int ret;

	ret = user_bit_fault(mm->mm, enabler->at.addr);

	mutex_lock(&user_mm_lock);
	enabler->faulting = false;
	if (!ret && enabler->linked)
		user_enabler_sync(enabler, false);
	mutex_unlock(&user_mm_lock);

	user_enabler_put(enabler);
	user_mm_put(mm);
}

/**
 * user_mm_set_users - note that an event is used, and set or clear its bits
 * @user: the event
 * @by: who uses it: one of USER_EVENT_BY_*
 * @on: the event is used, or not used any more
 *
 * Context: task, may sleep; event_mutex held; takes user_mm_lock.
 */
void user_mm_set_users(struct user_event *user, unsigned int by, bool on)
{
	unsigned int users = on ? user->users | by : user->users & ~by;
	struct user_enabler *enabler;
	bool changed;

	guard(mutex)(&user_mm_lock);

	changed = !users != !user->users;
	/* Writers of records read this word without a lock. */
	WRITE_ONCE(user->users, users);
	if (!changed)
		return;
	list_for_each_entry(enabler, &user->enablers, in_event) {
		enabler->faults = 0;
		user_enabler_sync(enabler, false);
	}
}

/* The enablers of a process */

static struct user_event_mm *user_mm_alloc(struct mm_struct *mm)
{
	struct user_event_mm *new = kzalloc(sizeof(*new), GFP_KERNEL_ACCOUNT);

	if (!new)
		return NULL;
	INIT_LIST_HEAD(&new->mms_link);
	INIT_LIST_HEAD(&new->enablers);
	mmgrab(mm);
	new->mm = mm;
	refcount_set(&new->refcnt, 1);
	refcount_set(&new->tasks, 1);
	return new;
}

static struct user_enabler *user_enabler_alloc(struct user_event *user,
					       struct user_event_mm *mm,
					       const struct user_bit *at)
{
	struct user_enabler *new = kzalloc(sizeof(*new), GFP_KERNEL_ACCOUNT);

	if (!new)
		return NULL;
	new->mm = mm;
	new->user = user;
	new->at = *at;
	refcount_set(&new->refs, 1);
	INIT_WORK(&new->fault, user_enabler_fault);
	return new;
}

static void user_enabler_link(struct user_enabler *enabler)
{
	lockdep_assert_held(&user_mm_lock);

	user_event_get(enabler->user);
	list_add_tail(&enabler->in_mm, &enabler->mm->enablers);
	list_add_tail(&enabler->in_event, &enabler->user->enablers);
	enabler->linked = true;
}

/* Context: a reference of the event is dropped, which may let a work item remove it. */
static void user_enabler_unlink(struct user_enabler *enabler)
{
	lockdep_assert_held(&user_mm_lock);

	enabler->linked = false;
	list_del(&enabler->in_mm);
	list_del(&enabler->in_event);
	user_event_put(enabler->user);
	user_enabler_put(enabler);
}

static struct user_enabler *user_enabler_find(const struct user_event_mm *mm,
					      unsigned long addr, unsigned int bit)
{
	struct user_enabler *enabler;

	list_for_each_entry(enabler, &mm->enablers, in_mm) {
		if (enabler->at.addr == addr && enabler->at.bit == bit)
			return enabler;
	}
	return NULL;
}

/*
 * Get the struct user_event_mm of the current task, which may be the one that another
 * thread has created.
 */
static struct user_event_mm *user_mm_current(void)
{
	struct user_event_mm *mm = current->user_event_mm;

	lockdep_assert_held(&user_mm_lock);

	if (mm)
		return mm;
	list_for_each_entry(mm, &user_mms, mms_link) {
		if (mm->mm != current->mm || !refcount_inc_not_zero(&mm->tasks))
			continue;
		current->user_event_mm = mm;
		return mm;
	}
	return NULL;
}

static struct user_event_mm *user_mm_current_or_new(void)
{
	struct user_event_mm *mm = user_mm_current();

	if (mm)
		return mm;
	mm = user_mm_alloc(current->mm);
	if (!mm)
		return NULL;
	list_add_tail(&mm->mms_link, &user_mms);
	current->user_event_mm = mm;
	return mm;
}

/*
 * Write a bit of the current process where a page fault may be taken.
 * Context: user_mm_lock held, but dropped meanwhile.
 */
static int user_bit_fault_locked(unsigned long addr)
{
	int ret;

	mutex_unlock(&user_mm_lock);
	ret = user_bit_fault(current->mm, addr);
	mutex_lock(&user_mm_lock);
	return ret;
}

static int user_mm_add_locked(struct user_event *user, const struct user_bit *at)
{
	struct user_event_mm *mm = user_mm_current_or_new();
	struct user_enabler *enabler;
	int faults;

	if (!mm)
		return -ENOMEM;
	enabler = user_enabler_alloc(user, mm, at);
	if (!enabler)
		return -ENOMEM;
	/* Other threads can run whenever the lock is dropped for a page fault. */
	for (faults = 0; !user_enabler_find(mm, at->addr, at->bit); faults++) {
		if (!user_bit_write(mm->mm, at, user->users, false)) {
			user_enabler_link(enabler);
			return 0;
		}
		if (faults == USER_MM_FAULTS_MAX || user_bit_fault_locked(at->addr)) {
			user_enabler_put(enabler);
			return -EFAULT;
		}
	}
	user_enabler_put(enabler);
	return -EADDRINUSE;
}

/**
 * user_mm_add - register a bit of the current process
 * @user: the event; the caller has a reference
 * @at: the bit
 *
 * The bit is set if the event is in use, else it is cleared.
 *
 * Context: task, may sleep; takes user_mm_lock.
 * Return: 0; -EADDRINUSE if the bit is registered; -EFAULT if it cannot be written;
 * -ENOMEM.
 */
int user_mm_add(struct user_event *user, const struct user_bit *at)
{
	guard(mutex)(&user_mm_lock);
	return user_mm_add_locked(user, at);
}

/**
 * user_mm_del - unregister a bit of the current process, and clear it
 * @addr: address of the number that has the bit
 * @bit: the bit
 *
 * Context: task, may sleep; takes user_mm_lock.
 * Return: 0; -ENOENT if the bit is not registered; -EFAULT if it cannot be written: it
 * is not registered any more, either.
 */
int user_mm_del(unsigned long addr, unsigned int bit)
{
	struct user_enabler *enabler;
	struct user_event_mm *mm;
	int faults, ret;

	guard(mutex)(&user_mm_lock);

	mm = user_mm_current();
	if (!mm)
		return -ENOENT;
	for (faults = 0; (enabler = user_enabler_find(mm, addr, bit)); faults++) {
		ret = user_bit_write(mm->mm, &enabler->at, false, false);
		if (!ret || faults == USER_MM_FAULTS_MAX) {
			user_enabler_unlink(enabler);
			return ret;
		}
		if (!user_bit_fault_locked(addr))
			continue;
		/* Another thread may have unregistered the bit meanwhile. */
		enabler = user_enabler_find(mm, addr, bit);
		if (enabler)
			user_enabler_unlink(enabler);
		return -EFAULT;
	}
	return faults ? 0 : -ENOENT;
}

/* Tasks: called by fork, exec and exit */

static int user_mm_copy_enablers(struct user_event_mm *mm, const struct user_event_mm *from)
{
	struct user_enabler *old, *new;

	list_for_each_entry(old, &from->enablers, in_mm) {
		new = user_enabler_alloc(old->user, mm, &old->at);
		if (!new)
			return -ENOMEM;
		user_enabler_link(new);
		/* The event may have changed since the memory was copied. */
		user_enabler_sync(new, true);
	}
	return 0;
}

/* The last task does not use the memory any more. */
static void user_mm_remove_enablers(struct user_event_mm *mm)
{
	struct user_enabler *enabler, *next;

	lockdep_assert_held(&user_mm_lock);

	list_for_each_entry_safe(enabler, next, &mm->enablers, in_mm)
		user_enabler_unlink(enabler);
	list_del_init(&mm->mms_link);
}

/**
 * user_event_mm_dup - give the copy of a process the same bits
 * @t: the new task, which does not run yet
 * @old_mm: the bits of the current task
 *
 * Without memory, the new process has none.
 *
 * Context: task, may sleep; takes user_mm_lock.
 */
void user_event_mm_dup(struct task_struct *t, struct user_event_mm *old_mm)
{
	struct user_event_mm *mm = user_mm_alloc(t->mm);

	/* The task was copied with the pointer. */
	t->user_event_mm = NULL;
	if (!mm)
		return;

	mutex_lock(&user_mm_lock);
	list_add_tail(&mm->mms_link, &user_mms);
	if (!user_mm_copy_enablers(mm, old_mm)) {
		t->user_event_mm = mm;
		mm = NULL;
	} else {
		user_mm_remove_enablers(mm);
	}
	mutex_unlock(&user_mm_lock);
	if (mm)
		user_mm_put(mm);
}

/**
 * user_event_mm_remove - a task exits, or executes another program
 * @t: the task, which is the current one
 *
 * Context: task, may sleep; takes user_mm_lock.
 */
void user_event_mm_remove(struct task_struct *t)
{
	struct user_event_mm *mm = t->user_event_mm;

	t->user_event_mm = NULL;
	if (!refcount_dec_and_test(&mm->tasks))
		return;
	mutex_lock(&user_mm_lock);
	user_mm_remove_enablers(mm);
	mutex_unlock(&user_mm_lock);
	user_mm_put(mm);
}

static int __init user_mm_init(void)
{
	/* A page fault can take long, so other work does not wait for it. */
	user_mm_wq = alloc_workqueue("user_events", WQ_UNBOUND, 0);
	return user_mm_wq ? 0 : -ENOMEM;
}
core_initcall(user_mm_init);
