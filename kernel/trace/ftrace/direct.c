// SPDX-License-Identifier: GPL-2.0
/*
 * Direct calls: sites that call a function of the user instead of a trampoline.
 *
 * If other ops trace the same site too, it calls the trampoline for all ops, and
 * the callback in this file makes that trampoline return to the user's function.
 *
 * An IPMODIFY ops (a live patch) and a direct ops may share a site only if the
 * ->ops_func() of the direct ops agrees; see ipmodify.c for the case that the
 * IPMODIFY ops is registered later.
 *
 * Locks: ftrace_direct_mutex > ftrace_lock.
 */

#include <linux/ftrace.h>
#include <linux/rculist.h>

#include "internal.h"

static void notrace ftrace_direct_call(unsigned long ip, unsigned long parent_ip,
				       struct ftrace_ops *op,
				       struct ftrace_regs *fregs)
{
	unsigned long addr = READ_ONCE(op->direct_call);

	if (addr)
		arch_ftrace_set_direct_caller(fregs, addr);
}

static struct ftrace_ip_set *ftrace_direct_sites(struct ftrace_ops *ops)
{
	lockdep_assert_held(&ftrace_lock);
	return ftrace_filter_get(ops, false);
}

/* Check whether a site in the filter of @ops has @flag (FTRACE_SITE_*) set. */
static bool ftrace_direct_conflicts(struct ftrace_ops *ops, unsigned long flag)
{
	struct ftrace_ip_set *set = ftrace_direct_sites(ops);
	struct ftrace_group *group;

	for (unsigned int i = 0; set && i < set->count; i++) {
		struct dyn_ftrace *site = ftrace_table_find(set->ip[i], &group);

		if (site && site->flags & flag)
			return true;
	}
	return false;
}

/* Whether @ops is a registered direct ops. */
static bool ftrace_direct_is_on(const struct ftrace_ops *ops)
{
	return ops->flags & FTRACE_OPS_FL_DIRECT && ops->flags & FTRACE_OPS_FL_ENABLED;
}

/* Ask @ops whether its function can share the sites with IPMODIFY ops that are there. */
static int ftrace_direct_may_share(struct ftrace_ops *ops)
{
	if (!ftrace_direct_conflicts(ops, FTRACE_SITE_IPMODIFY))
		return 0;
	if (!ops->ops_func)
		return -EBUSY;
	return ops->ops_func(ops, FTRACE_OPS_CMD_ENABLE_SHARE_IPMODIFY_SELF);
}

/**
 * register_ftrace_direct - have functions call another function first
 * @ops: an ops with a filter and without ->func
 * @addr: address of the function to call
 *
 * Context: task, may sleep; takes ftrace_lock.
 * Return: 0; -EINVAL if @ops has no filter, has a callback or is registered;
 * -EBUSY if one of its functions has a direct call already; the result of its
 * ->ops_func(); or as for register_ftrace_function().
 */
int register_ftrace_direct(struct ftrace_ops *ops, unsigned long addr)
{
	int ret;

	if (ops->func || ops->flags & FTRACE_OPS_FL_ENABLED ||
	    !(ops->flags & FTRACE_OPS_FL_INITIALIZED))
		return -EINVAL;

	mutex_lock(&ftrace_direct_mutex);
	mutex_lock(&ftrace_lock);
	ret = -EINVAL;
	if (!ftrace_direct_sites(ops))
		goto unlock;
	ret = -EBUSY;
	if (ftrace_direct_conflicts(ops, FTRACE_SITE_DIRECT))
		goto unlock;

	ret = ftrace_direct_may_share(ops);
	if (ret)
		goto unlock;

	ops->func = ftrace_direct_call;
	ops->flags |= FTRACE_OPS_FL_DIRECT | FTRACE_OPS_DIRECT_REGS;
	ops->direct_call = addr;
	ret = ftrace_ops_register(ops);
	if (ret) {
		ops->func = NULL;
		ops->flags &= ~(FTRACE_OPS_FL_DIRECT | FTRACE_OPS_DIRECT_REGS);
		ops->direct_call = 0;
	}
unlock:
	mutex_unlock(&ftrace_lock);
	mutex_unlock(&ftrace_direct_mutex);
	return ret;
}
EXPORT_SYMBOL_GPL(register_ftrace_direct);

/**
 * unregister_ftrace_direct - undo register_ftrace_direct()
 * @ops: the registered ops
 * @addr: unused
 * @free_filters: free the filter of @ops as well
 *
 * No CPU is between a site and the called function on return.
 *
 * Context: task, may sleep; takes ftrace_lock.
 * Return: 0, or -EINVAL if @ops is not registered.
 */
int unregister_ftrace_direct(struct ftrace_ops *ops, unsigned long addr,
			     bool free_filters)
{
	int ret = -EINVAL;

	mutex_lock(&ftrace_direct_mutex);
	mutex_lock(&ftrace_lock);
	if (ftrace_direct_is_on(ops)) {
		ret = ftrace_ops_unregister(ops);
		ops->func = NULL;
		ops->flags &= ~(FTRACE_OPS_FL_DIRECT | FTRACE_OPS_DIRECT_REGS);
		ops->direct_call = 0;
	}
	mutex_unlock(&ftrace_lock);
	mutex_unlock(&ftrace_direct_mutex);
	if (!ret && free_filters)
		ftrace_free_filter(ops);
	return ret;
}
EXPORT_SYMBOL_GPL(unregister_ftrace_direct);

static void ftrace_direct_set(struct ftrace_ops *ops, unsigned long addr)
{
	WRITE_ONCE(ops->direct_call, addr);
	ftrace_mark_dirty_ops(ops);
	ftrace_update_text();
}

/**
 * modify_ftrace_direct_nolock - change the function that a direct ops calls
 * @ops: a registered direct ops
 * @addr: address of the new function
 *
 * Context: task, may sleep; takes ftrace_lock. For callers within ->ops_func(),
 * where the mutex of direct ops is held.
 * Return: 0, or -EINVAL if @ops is not registered.
 */
int modify_ftrace_direct_nolock(struct ftrace_ops *ops, unsigned long addr)
{
	int ret = -EINVAL;

	mutex_lock(&ftrace_lock);
	if (ftrace_direct_is_on(ops)) {
		ftrace_direct_set(ops, addr);
		ret = 0;
	}
	mutex_unlock(&ftrace_lock);
	return ret;
}
EXPORT_SYMBOL_GPL(modify_ftrace_direct_nolock);

/**
 * modify_ftrace_direct - change the function that a direct ops calls
 * @ops: a registered direct ops
 * @addr: address of the new function
 *
 * The new function may differ from the old one in whether it can share a site with
 * an IPMODIFY ops. ->ops_func() is asked as by register_ftrace_direct().
 *
 * Context: task, may sleep; takes ftrace_lock.
 * Return: 0; -EINVAL if @ops is not registered; or the result of its ->ops_func(),
 * and the function is not changed.
 */
int modify_ftrace_direct(struct ftrace_ops *ops, unsigned long addr)
{
	int ret = -EINVAL;

	mutex_lock(&ftrace_direct_mutex);
	mutex_lock(&ftrace_lock);
	if (ftrace_direct_is_on(ops))
		ret = ftrace_direct_may_share(ops);
	if (!ret)
		ftrace_direct_set(ops, addr);
	mutex_unlock(&ftrace_lock);
	mutex_unlock(&ftrace_direct_mutex);
	return ret;
}
EXPORT_SYMBOL_GPL(modify_ftrace_direct);

/**
 * ftrace_find_rec_direct - find the function that a site calls directly
 * @ip: address of the site
 *
 * Context: any.
 * Return: the address of the function, or 0.
 */
unsigned long ftrace_find_rec_direct(unsigned long ip)
{
	unsigned long addr = 0;
	struct ftrace_ops *ops;

	preempt_disable_notrace();
	list_for_each_entry_lockless(ops, &ftrace_ops_list, list) {
		struct ftrace_ip_set *set = rcu_dereference_raw_check(ops->active.filter);

		if (ops->flags & FTRACE_OPS_FL_DIRECT && set &&
		    ftrace_ip_set_has(set, ip)) {
			addr = ops->direct_call;
			break;
		}
	}
	preempt_enable_notrace();
	return addr;
}
