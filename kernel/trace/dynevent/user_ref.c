// SPDX-License-Identifier: GPL-2.0
/*
 * User events: their references.
 *
 * An event is removed when its last reference is dropped, unless it is persistent. As
 * the locks that this needs cannot be taken wherever a reference is dropped, a work item
 * removes it. Until then the event can be found, and gets a reference again.
 *
 * Locking: user_ref_lock, a spinlock, protects the references; the work item takes
 * dynevent_lock first.
 */
#include <linux/workqueue.h>

#include "user.h"

static DEFINE_SPINLOCK(user_ref_lock);	/* protects the references */
static LIST_HEAD(user_ref_reap_list);	/* events without a reference */
static int (*user_ref_remove)(struct user_event *user);

/* How long to wait until an event that is in use elsewhere is tried again, in jiffies. */
#define USER_REF_RETRY		HZ

static void user_ref_reap(struct work_struct *work);
static DECLARE_DELAYED_WORK(user_ref_work, user_ref_reap);

/**
 * user_event_get - take a reference to an event
 * @user: the event, which is not being removed: the caller has a reference to it, holds
 *	dynevent_lock, or is told that the event is enabled
 *
 * Context: any but interrupts.
 */
void user_event_get(struct user_event *user)
{
	spin_lock(&user_ref_lock);
	if (!user->refs++)
		list_del_init(&user->reap);
	spin_unlock(&user_ref_lock);
}

/**
 * user_event_put - drop a reference to an event
 * @user: the event
 *
 * Context: any but interrupts.
 */
void user_event_put(struct user_event *user)
{
	spin_lock(&user_ref_lock);
	if (!--user->refs && !(user->flags & USER_EVENT_REG_PERSIST)) {
		list_add_tail(&user->reap, &user_ref_reap_list);
		mod_delayed_work(system_wq, &user_ref_work, 0);
	}
	spin_unlock(&user_ref_lock);
}

/**
 * user_event_referenced - test whether there are references to an event
 * @user: the event
 *
 * Context: any but interrupts; dynevent_lock held.
 * Return: true if there are.
 */
bool user_event_referenced(struct user_event *user)
{
	bool referenced;

	spin_lock(&user_ref_lock);
	referenced = user->refs;
	spin_unlock(&user_ref_lock);
	return referenced;
}

/**
 * user_event_forget - leave the removal of an event to the caller
 * @user: the event, without a reference
 *
 * Context: any but interrupts; dynevent_lock held.
 */
void user_event_forget(struct user_event *user)
{
	spin_lock(&user_ref_lock);
	list_del_init(&user->reap);
	spin_unlock(&user_ref_lock);
}

/**
 * user_event_set_reap - set the function that removes events
 * @remove: removes an event that has no references; it returns 0, or -EBUSY if the
 *	event is in use. Context: task, may sleep; dynevent_lock held.
 *
 * Context: task, before the first event is created.
 */
void __init user_event_set_reap(int (*remove)(struct user_event *user))
{
	user_ref_remove = remove;
}

static struct user_event *user_ref_next(void)
{
	struct user_event *user;

	spin_lock(&user_ref_lock);
	user = list_first_entry_or_null(&user_ref_reap_list, struct user_event, reap);
	if (user)
		list_del_init(&user->reap);
	spin_unlock(&user_ref_lock);
	return user;
}

/* Keep an event that could not be removed in the list, if it still has no reference. */
static void user_ref_keep(struct user_event *user, struct list_head *kept)
{
	spin_lock(&user_ref_lock);
	if (!user->refs && list_empty(&user->reap))
		list_add_tail(&user->reap, kept);
	spin_unlock(&user_ref_lock);
}

/* Remove the events without references. What else uses them does not tell its end. */
static void user_ref_reap(struct work_struct *work)
{
	struct user_event *user;
	LIST_HEAD(kept);

	guard(mutex)(&dynevent_lock);

	while ((user = user_ref_next())) {
		if (user_ref_remove(user))
			user_ref_keep(user, &kept);
	}
	spin_lock(&user_ref_lock);
	if (!list_empty(&kept)) {
		list_splice_tail(&kept, &user_ref_reap_list);
		queue_delayed_work(system_wq, &user_ref_work, USER_REF_RETRY);
	}
	spin_unlock(&user_ref_lock);
}
