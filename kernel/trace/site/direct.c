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
 * site_lock, but with direct_mutex, which keeps direct ops where they are.
 *
 * Locks: direct_mutex > site_lock.
 */

#include <linux/ftrace.h>
#include <linux/rculist.h>

#include "internal.h"

static DEFINE_MUTEX(direct_mutex);

static void notrace site_direct_call(unsigned long ip, unsigned long parent_ip,
				     struct ftrace_ops *op,
				     struct ftrace_regs *fregs)
{
	unsigned long addr = READ_ONCE(op->direct_call);

	if (addr)
		arch_ftrace_set_direct_caller(fregs, addr);
}

static struct site_set *site_direct_sites(struct ftrace_ops *ops)
{
	lockdep_assert_held(&site_lock);
	return site_filter_get(ops, false);
}

/* Does some other kind of ops hold a site that @ops is for? */
static bool site_direct_meets(struct ftrace_ops *ops, unsigned long flag)
{
	struct site_set *set = site_direct_sites(ops);
	struct site_group *group;

	for (unsigned int i = 0; set && i < set->count; i++) {
		struct dyn_ftrace *site = site_find(set->ip[i], &group);

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
	mutex_lock(&site_lock);
	ret = -EINVAL;
	if (!site_direct_sites(ops))
		goto unlock;
	ret = -EBUSY;
	if (site_direct_meets(ops, SITE_DIRECT))
		goto unlock;

	shared = site_direct_meets(ops, SITE_IPMODIFY);
	if (shared && ops->ops_func)
		ret = ops->ops_func(ops, FTRACE_OPS_CMD_ENABLE_SHARE_IPMODIFY_SELF);
	if (shared && ret)
		goto unlock;

	ops->func = site_direct_call;
	ops->flags |= FTRACE_OPS_FL_DIRECT | FTRACE_OPS_FL_SAVE_REGS;
	ops->direct_call = addr;
	ret = site_ops_register(ops);
	if (ret) {
		ops->func = NULL;
		ops->flags &= ~(FTRACE_OPS_FL_DIRECT | FTRACE_OPS_FL_SAVE_REGS);
		ops->direct_call = 0;
	}
unlock:
	mutex_unlock(&site_lock);
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
	mutex_lock(&site_lock);
	if (ops->flags & FTRACE_OPS_FL_DIRECT &&
	    ops->flags & FTRACE_OPS_FL_ENABLED) {
		ret = site_ops_unregister(ops);
		ops->func = NULL;
		ops->flags &= ~(FTRACE_OPS_FL_DIRECT | FTRACE_OPS_FL_SAVE_REGS);
		ops->direct_call = 0;
	}
	mutex_unlock(&site_lock);
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

	mutex_lock(&site_lock);
	if (ops->flags & FTRACE_OPS_FL_DIRECT &&
	    ops->flags & FTRACE_OPS_FL_ENABLED) {
		WRITE_ONCE(ops->direct_call, addr);
		site_dirty_ops(ops);
		site_text_update();
		ret = 0;
	}
	mutex_unlock(&site_lock);
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
	list_for_each_entry_lockless(ops, &site_ops, list) {
		struct site_set *set = rcu_dereference_raw_check(ops->active.filter);

		if (ops->flags & FTRACE_OPS_FL_DIRECT && set &&
		    site_set_has(set, ip)) {
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

static bool site_direct_asks(const struct ftrace_ops *ops)
{
	return (ops->flags & (FTRACE_OPS_FL_IPMODIFY | FTRACE_OPS_FL_DIRECT)) ==
	       FTRACE_OPS_FL_IPMODIFY;
}

static bool site_direct_shares(struct ftrace_ops *direct, struct ftrace_ops *ops)
{
	struct site_set *set = site_direct_sites(direct);
	struct site_want want;

	site_want_now(ops, &want);
	for (unsigned int i = 0; set && i < set->count; i++) {
		if (site_wanted(&want, set->ip[i]))
			return true;
	}
	return false;
}

/* The first direct ops behind @last (NULL for the first of all) that shares. */
static struct ftrace_ops *site_direct_next(struct ftrace_ops *last,
					   struct ftrace_ops *ops)
{
	struct ftrace_ops *direct, *found = NULL;
	bool behind = !last;

	lockdep_assert_held(&direct_mutex);
	mutex_lock(&site_lock);
	site_ops_init(ops);
	list_for_each_entry(direct, &site_ops, list) {
		if (behind && direct->flags & FTRACE_OPS_FL_DIRECT &&
		    site_direct_shares(direct, ops)) {
			found = direct;
			break;
		}
		behind |= direct == last;
	}
	mutex_unlock(&site_lock);
	return found;
}

static int site_direct_tell(struct ftrace_ops *ops, enum ftrace_ops_cmd cmd)
{
	struct ftrace_ops *direct = NULL;
	int ret = 0;

	while (!ret && (direct = site_direct_next(direct, ops))) {
		if (direct->ops_func)
			ret = direct->ops_func(direct, cmd);
		else if (cmd == FTRACE_OPS_CMD_ENABLE_SHARE_IPMODIFY_PEER)
			ret = -EBUSY;
	}
	return ret;
}

/* On success, site_direct_finish() must follow. */
int site_direct_prepare(struct ftrace_ops *ops)
{
	int ret;

	if (!site_direct_asks(ops))
		return 0;
	mutex_lock(&direct_mutex);
	ret = site_direct_tell(ops, FTRACE_OPS_CMD_ENABLE_SHARE_IPMODIFY_PEER);
	if (ret)
		mutex_unlock(&direct_mutex);
	return ret;
}

void site_direct_finish(struct ftrace_ops *ops, int failed)
{
	if (!site_direct_asks(ops))
		return;
	if (failed)
		site_direct_tell(ops, FTRACE_OPS_CMD_DISABLE_SHARE_IPMODIFY_PEER);
	mutex_unlock(&direct_mutex);
}

void site_direct_left(struct ftrace_ops *ops)
{
	if (!site_direct_asks(ops))
		return;
	mutex_lock(&direct_mutex);
	site_direct_tell(ops, FTRACE_OPS_CMD_DISABLE_SHARE_IPMODIFY_PEER);
	mutex_unlock(&direct_mutex);
}
