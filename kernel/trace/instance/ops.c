// SPDX-License-Identifier: GPL-2.0
/*
 * The ftrace_ops of an instance: set_ftrace_filter edits its filters and the
 * function tracer registers it. The global instance uses ftrace/'s
 * ftrace_global_ops.
 */
#include <linux/slab.h>

#include "internal.h"

/**
 * instance_ops_create - give an instance its ftrace_ops
 * @tr: the instance
 *
 * Context: task, may sleep.
 * Return: 0 or -ENOMEM.
 */
int instance_ops_create(struct trace_array *tr)
{
	struct ftrace_ops *ops;

	if (instance_is_global(tr)) {
		tr->ops = &ftrace_global_ops;
		tr->ops->private = tr;
		return 0;
	}
	ops = kzalloc(sizeof(*ops), GFP_KERNEL);
	if (!ops)
		return -ENOMEM;
	ops->func = ftrace_stub;
	ops->private = tr;
	ops->flags = FTRACE_OPS_FL_TRACE_ARRAY;
	tr->ops = ops;
	return 0;
}

/**
 * instance_ops_close - remove all function commands of an instance
 * @tr: the instance, which is dead: no command can be added any more
 *
 * Context: task, may sleep; commands take event_mutex and instance_lock when they
 * are removed.
 */
void instance_ops_close(struct trace_array *tr)
{
	ftrace_func_probes_remove_all(tr);
}

/**
 * instance_ops_remove - unregister the ftrace_ops of an instance
 * @tr: the instance
 *
 * Context: task, may sleep.
 */
void instance_ops_remove(struct trace_array *tr)
{
	if (tr->ops)
		ftrace_owner_release(tr, tr->ops);
}

/**
 * instance_ops_free - free the ftrace_ops of an instance
 * @tr: the instance, after instance_ops_remove() and a grace period of callbacks
 *
 * Context: task, may sleep.
 */
void instance_ops_free(struct trace_array *tr)
{
	if (tr->ops)
		ftrace_ops_release(tr->ops);
	kfree(tr->ops);
}

/**
 * instance_ops_set_pids - call the ftrace_ops of an instance for some tasks only
 * @tr: the instance
 * @ignore: per-CPU flag that is true while the running task is filtered out, or NULL
 *	for all tasks
 *
 * Context: task, may sleep.
 */
void instance_ops_set_pids(struct trace_array *tr, bool __percpu *ignore)
{
	if (tr->ops)
		ftrace_ops_set_pid_ignore(tr->ops, ignore);
}

/**
 * instance_ops_ask - ask for each call whether the ftrace_ops of an instance is called
 * @tr: the instance
 *
 * The function of ftrace_ops_set_wants() decides.
 *
 * Context: task, may sleep.
 */
void instance_ops_ask(struct trace_array *tr)
{
	if (tr->ops)
		ftrace_ops_set_pid_ignore(tr->ops, &ftrace_ops_ask);
}
