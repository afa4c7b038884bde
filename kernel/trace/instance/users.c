// SPDX-License-Identifier: GPL-2.0
/*
 * Which instances have a tracer whose records come from one place for all of them:
 * a list that is walked wherever such a record may arise.
 */
#include <linux/rculist.h>
#include <linux/slab.h>

#include "internal.h"

/**
 * instance_user_add - an instance begins to use a tracer
 * @users: the tracer's list
 * @tr: the instance; its tracer_data is the user from here on
 *
 * Context: struct tracer.start.
 * Return: 0 or -ENOMEM.
 */
int instance_user_add(struct list_head *users, struct trace_array *tr)
{
	struct instance_user *user = kzalloc(sizeof(*user), GFP_KERNEL);

	lockdep_assert_held(&instance_lock);
	if (!user)
		return -ENOMEM;
	user->tr = tr;
	tr->tracer_data = user;
	list_add_tail_rcu(&user->node, users);
	return 0;
}

/**
 * instance_user_del - it uses the tracer no more
 * @tr: the instance
 *
 * Those who walk the list may still have it: instance_user_free() follows.
 *
 * Context: struct tracer.stop.
 */
void instance_user_del(struct trace_array *tr)
{
	struct instance_user *user = tr->tracer_data;

	lockdep_assert_held(&instance_lock);
	list_del_rcu(&user->node);
}

/**
 * instance_user_free - wait until nobody has the user, and free it
 * @tr: the instance
 *
 * Context: struct tracer.stop, after instance_user_del(); sleeps.
 * Return: records that it had no room for: instance_user::lost.
 */
int instance_user_free(struct trace_array *tr)
{
	struct instance_user *user = tr->tracer_data;
	int lost;

	synchronize_rcu();
	tr->tracer_data = NULL;
	lost = atomic_read(&user->lost);
	kfree(user);
	return lost;
}
