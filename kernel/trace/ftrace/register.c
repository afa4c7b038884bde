// SPDX-License-Identifier: GPL-2.0
/*
 * Registering an ops, for users: it takes two layers, since direct ops that
 * share a site with a new one have a say.
 */

#include <linux/export.h>
#include <linux/ftrace.h>

#include "internal.h"

int register_ftrace_function(struct ftrace_ops *ops)
{
	int ret;

	ret = ftrace_direct_prepare(ops);
	if (ret)
		return ret;
	mutex_lock(&ftrace_lock);
	ret = ftrace_ops_register(ops);
	mutex_unlock(&ftrace_lock);
	ftrace_direct_finish(ops, ret);
	return ret;
}
EXPORT_SYMBOL_GPL(register_ftrace_function);

int unregister_ftrace_function(struct ftrace_ops *ops)
{
	int ret;

	mutex_lock(&ftrace_lock);
	ret = ftrace_ops_unregister(ops);
	mutex_unlock(&ftrace_lock);
	if (!ret)
		ftrace_direct_left(ops);
	return ret;
}
EXPORT_SYMBOL_GPL(unregister_ftrace_function);
