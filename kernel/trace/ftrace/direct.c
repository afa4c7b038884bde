// SPDX-License-Identifier: GPL-2.0
/*
 * Direct calls: sites that call a function of the user's own instead of a
 * trampoline.
 *
 * Where other ops trace the same site, it calls the trampoline for all, and the
 * callback here has that go on to the user's function.
 *
 * An IPMODIFY ops (a live patch) and a direct ops may share a site only if the
 * latter, asked through its ->ops_func, says that it takes the function to call
 * from the stack. It may want to be modified for that, so it is asked without
 * ftrace_lock, but with direct_mutex, which keeps direct ops where they are.
 *
 * Locks: direct_mutex > ftrace_lock.
 */

#include <linux/ftrace.h>
#include <linux/rculist.h>

#include "internal.h"

static DEFINE_MUTEX(direct_mutex);

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

/* Does some other kind of ops hold a site that @ops is for? */
static bool ftrace_direct_meets(struct ftrace_ops *ops, unsigned long flag)
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

/**
 * register_ftrace_direct - have functions call another one first
 * @ops: with a filter; no ->func
 * @addr: what to call
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL if @ops is not as it should be; -EBUSY if one of its
 * functions has a direct call already; what its ->ops_func returned.
 */
int register_ftrace_direct(struct ftrace_ops *ops, unsigned long addr)
{
	bool shared;
	int ret;

	if (ops->func || ops->flags & FTRACE_OPS_FL_ENABLED ||
	    !(ops->flags & FTRACE_OPS_FL_INITIALIZED))
		return -EINVAL;

	mutex_lock(&direct_mutex);
	mutex_lock(&ftrace_lock);
	ret = -EINVAL;
	if (!ftrace_direct_sites(ops))
		goto unlock;
	ret = -EBUSY;
	if (ftrace_direct_meets(ops, FTRACE_DIRECT))
		goto unlock;

	shared = ftrace_direct_meets(ops, FTRACE_IPMODIFY);
	if (shared && ops->ops_func)
		ret = ops->ops_func(ops, FTRACE_OPS_CMD_ENABLE_SHARE_IPMODIFY_SELF);
	if (shared && ret)
		goto unlock;

	ops->func = ftrace_direct_call;
	ops->flags |= FTRACE_OPS_FL_DIRECT | FTRACE_OPS_FL_SAVE_REGS;
	ops->direct_call = addr;
	ret = ftrace_ops_register(ops);
	if (ret) {
		ops->func = NULL;
		ops->flags &= ~(FTRACE_OPS_FL_DIRECT | FTRACE_OPS_FL_SAVE_REGS);
		ops->direct_call = 0;
	}
unlock:
	mutex_unlock(&ftrace_lock);
	mutex_unlock(&direct_mutex);
	return ret;
}
EXPORT_SYMBOL_GPL(register_ftrace_direct);

/**
 * unregister_ftrace_direct - undo register_ftrace_direct()
 * @ops: what was registered
 * @addr: with what
 * @free_filters: free its filter as well
 *
 * Context: task, may sleep. On return nobody is on the way to @addr.
 * Return: 0 or -EINVAL.
 */
int unregister_ftrace_direct(struct ftrace_ops *ops, unsigned long addr,
			     bool free_filters)
{
	int ret = -EINVAL;

	mutex_lock(&direct_mutex);
	mutex_lock(&ftrace_lock);
	if (ops->flags & FTRACE_OPS_FL_DIRECT &&
	    ops->flags & FTRACE_OPS_FL_ENABLED) {
		ret = ftrace_ops_unregister(ops);
		ops->func = NULL;
		ops->flags &= ~(FTRACE_OPS_FL_DIRECT | FTRACE_OPS_FL_SAVE_REGS);
		ops->direct_call = 0;
	}
	mutex_unlock(&ftrace_lock);
	mutex_unlock(&direct_mutex);
	if (!ret && free_filters)
		ftrace_free_filter(ops);
	return ret;
}
EXPORT_SYMBOL_GPL(unregister_ftrace_direct);

/**
 * modify_ftrace_direct_nolock - have a direct ops call something else
 * @ops: registered
 * @addr: what to call from now on
 *
 * Context: task, may sleep; from an ->ops_func, or as modify_ftrace_direct().
 * Return: 0 or -EINVAL.
 */
int modify_ftrace_direct_nolock(struct ftrace_ops *ops, unsigned long addr)
{
	int ret = -EINVAL;

	mutex_lock(&ftrace_lock);
	if (ops->flags & FTRACE_OPS_FL_DIRECT &&
	    ops->flags & FTRACE_OPS_FL_ENABLED) {
		WRITE_ONCE(ops->direct_call, addr);
		ftrace_dirty_ops(ops);
		ftrace_update_text();
		ret = 0;
	}
	mutex_unlock(&ftrace_lock);
	return ret;
}
EXPORT_SYMBOL_GPL(modify_ftrace_direct_nolock);

/**
 * modify_ftrace_direct - have a direct ops call something else
 * @ops: registered
 * @addr: what to call from now on
 *
 * Context: task, may sleep.
 * Return: 0 or -EINVAL.
 */
int modify_ftrace_direct(struct ftrace_ops *ops, unsigned long addr)
{
	int ret;

	mutex_lock(&direct_mutex);
	ret = modify_ftrace_direct_nolock(ops, addr);
	mutex_unlock(&direct_mutex);
	return ret;
}
EXPORT_SYMBOL_GPL(modify_ftrace_direct);

/**
 * ftrace_find_rec_direct - what is called directly from a site?
 * @ip: the site
 *
 * Context: any.
 * Return: an address, or 0.
 */
unsigned long ftrace_find_rec_direct(unsigned long ip)
{
	unsigned long addr = 0;
	struct ftrace_ops *ops;

	preempt_disable_notrace();
	list_for_each_entry_lockless(ops, &ftrace_ops_registered, list) {
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

/*
 * The other side: an IPMODIFY ops joins or leaves.
 */

static bool ftrace_direct_asks(const struct ftrace_ops *ops)
{
	return (ops->flags & (FTRACE_OPS_FL_IPMODIFY | FTRACE_OPS_FL_DIRECT)) ==
	       FTRACE_OPS_FL_IPMODIFY;
}

static bool ftrace_direct_shares(struct ftrace_ops *direct, struct ftrace_ops *ops)
{
	struct ftrace_ip_set *set = ftrace_direct_sites(direct);
	struct ftrace_want want;

	ftrace_want_now(ops, &want);
	for (unsigned int i = 0; set && i < set->count; i++) {
		if (ftrace_wanted(&want, set->ip[i]))
			return true;
	}
	return false;
}

/* The first direct ops behind @last (NULL for the first of all) that shares. */
static struct ftrace_ops *ftrace_direct_next(struct ftrace_ops *last,
					     struct ftrace_ops *ops)
{
	struct ftrace_ops *direct, *found = NULL;
	bool behind = !last;

	lockdep_assert_held(&direct_mutex);
	mutex_lock(&ftrace_lock);
	ftrace_ops_init(ops);
	list_for_each_entry(direct, &ftrace_ops_registered, list) {
		if (behind && direct->flags & FTRACE_OPS_FL_DIRECT &&
		    ftrace_direct_shares(direct, ops)) {
			found = direct;
			break;
		}
		behind |= direct == last;
	}
	mutex_unlock(&ftrace_lock);
	return found;
}

static int ftrace_direct_tell(struct ftrace_ops *ops, enum ftrace_ops_cmd cmd)
{
	struct ftrace_ops *direct = NULL;
	int ret = 0;

	while (!ret && (direct = ftrace_direct_next(direct, ops))) {
		if (direct->ops_func)
			ret = direct->ops_func(direct, cmd);
		else if (cmd == FTRACE_OPS_CMD_ENABLE_SHARE_IPMODIFY_PEER)
			ret = -EBUSY;
	}
	return ret;
}

/* On success, ftrace_direct_finish() must follow. */
int ftrace_direct_prepare(struct ftrace_ops *ops)
{
	int ret;

	if (!ftrace_direct_asks(ops))
		return 0;
	mutex_lock(&direct_mutex);
	ret = ftrace_direct_tell(ops, FTRACE_OPS_CMD_ENABLE_SHARE_IPMODIFY_PEER);
	if (ret)
		mutex_unlock(&direct_mutex);
	return ret;
}

void ftrace_direct_finish(struct ftrace_ops *ops, int failed)
{
	if (!ftrace_direct_asks(ops))
		return;
	if (failed)
		ftrace_direct_tell(ops, FTRACE_OPS_CMD_DISABLE_SHARE_IPMODIFY_PEER);
	mutex_unlock(&direct_mutex);
}

void ftrace_direct_left(struct ftrace_ops *ops)
{
	if (!ftrace_direct_asks(ops))
		return;
	mutex_lock(&direct_mutex);
	ftrace_direct_tell(ops, FTRACE_OPS_CMD_DISABLE_SHARE_IPMODIFY_PEER);
	mutex_unlock(&direct_mutex);
}
