// SPDX-License-Identifier: GPL-2.0
/*
 * Sites that an IPMODIFY ops (a live patch) shares with direct ops.
 *
 * An IPMODIFY ops may be registered on a site of a direct ops only if the direct
 * ops, notified through its ->ops_func(), agrees: its function then takes the
 * address to continue at from the stack. The direct ops may call
 * modify_ftrace_direct_nolock() in response, which takes ftrace_lock. So
 * ->ops_func() is called without ftrace_lock, but with ftrace_direct_mutex, which
 * keeps direct ops from being registered and unregistered.
 *
 * Locks: ftrace_direct_mutex > ftrace_lock.
 */

#include <linux/ftrace.h>

#include "internal.h"

/* Serialises registration of direct ops and notification through ->ops_func(). */
DEFINE_MUTEX(ftrace_direct_mutex);

static bool ftrace_ipmodify_only(const struct ftrace_ops *ops)
{
	return (ops->flags & (FTRACE_OPS_FL_IPMODIFY | FTRACE_OPS_FL_DIRECT)) ==
	       FTRACE_OPS_FL_IPMODIFY;
}

static bool ftrace_ipmodify_overlaps(struct ftrace_ops *direct, struct ftrace_ops *ops)
{
	struct ftrace_selection of_direct, of_ops;

	ftrace_selection_filter(direct, &of_direct);
	ftrace_selection_filter(ops, &of_ops);
	for (unsigned int i = 0; of_direct.filter && i < of_direct.filter->count; i++) {
		if (ftrace_selection_has(&of_ops, of_direct.filter->ip[i]))
			return true;
	}
	return false;
}

/*
 * Find the first direct ops after @last (after the list head if NULL) that shares
 * a site with @ops.
 */
static struct ftrace_ops *ftrace_ipmodify_next_direct(struct ftrace_ops *last,
						      struct ftrace_ops *ops)
{
	struct ftrace_ops *direct, *found = NULL;
	bool after = !last;

	lockdep_assert_held(&ftrace_direct_mutex);
	mutex_lock(&ftrace_lock);
	ftrace_ops_init(ops);
	list_for_each_entry(direct, &ftrace_ops_list, list) {
		if (after && direct->flags & FTRACE_OPS_FL_DIRECT &&
		    ftrace_ipmodify_overlaps(direct, ops)) {
			found = direct;
			break;
		}
		after |= direct == last;
	}
	mutex_unlock(&ftrace_lock);
	return found;
}

static int ftrace_ipmodify_notify(struct ftrace_ops *ops, enum ftrace_ops_cmd cmd)
{
	struct ftrace_ops *direct = NULL;
	int ret = 0;

	while (!ret && (direct = ftrace_ipmodify_next_direct(direct, ops))) {
		if (direct->ops_func)
			ret = direct->ops_func(direct, cmd);
		else if (cmd == FTRACE_OPS_CMD_ENABLE_SHARE_IPMODIFY_PEER)
			ret = -EBUSY;
	}
	return ret;
}

/**
 * ftrace_ipmodify_begin - request direct ops to share their sites with a new ops
 * @ops: an ops that is to be registered
 *
 * On success ftrace_direct_mutex is held if @ops is an IPMODIFY ops, until
 * ftrace_ipmodify_end() is called.
 *
 * Context: task, may sleep; ftrace_lock not held.
 * Return: 0, or the errno of an ->ops_func(); -EBUSY if a direct ops has none.
 */
int ftrace_ipmodify_begin(struct ftrace_ops *ops)
{
	int ret;

	if (!ftrace_ipmodify_only(ops))
		return 0;
	mutex_lock(&ftrace_direct_mutex);
	ret = ftrace_ipmodify_notify(ops, FTRACE_OPS_CMD_ENABLE_SHARE_IPMODIFY_PEER);
	if (ret)
		mutex_unlock(&ftrace_direct_mutex);
	return ret;
}

/**
 * ftrace_ipmodify_end - finish the registration that ftrace_ipmodify_begin() has begun
 * @ops: the ops
 * @failed: not zero if it could not be registered; direct ops are notified
 *
 * Context: task, may sleep; ftrace_lock not held.
 */
void ftrace_ipmodify_end(struct ftrace_ops *ops, int failed)
{
	if (!ftrace_ipmodify_only(ops))
		return;
	if (failed)
		ftrace_ipmodify_notify(ops, FTRACE_OPS_CMD_DISABLE_SHARE_IPMODIFY_PEER);
	mutex_unlock(&ftrace_direct_mutex);
}

/**
 * ftrace_ipmodify_left - notify direct ops that an ops was unregistered
 * @ops: the ops
 *
 * Context: task, may sleep; ftrace_lock not held.
 */
void ftrace_ipmodify_left(struct ftrace_ops *ops)
{
	if (!ftrace_ipmodify_only(ops))
		return;
	mutex_lock(&ftrace_direct_mutex);
	ftrace_ipmodify_notify(ops, FTRACE_OPS_CMD_DISABLE_SHARE_IPMODIFY_PEER);
	mutex_unlock(&ftrace_direct_mutex);
}
