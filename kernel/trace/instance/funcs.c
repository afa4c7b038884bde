// SPDX-License-Identifier: GPL-2.0
/*
 * The ftrace_ops of an instance: whose filter set_ftrace_filter edits, and
 * which its function tracer registers. The global instance has site/'s.
 */
#include <linux/slab.h>

#include "internal.h"

int instance_funcs_create(struct trace_array *tr)
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

/* The instance is dead, and nobody sets a command any more: those there are go. */
void instance_funcs_close(struct trace_array *tr)
{
	ftrace_func_probes_gone(tr);
}

void instance_funcs_remove(struct trace_array *tr)
{
	if (!tr->ops || instance_is_global(tr))
		return;
	ftrace_owner_gone(tr, tr->ops);
	kfree(tr->ops);
	tr->ops = NULL;
}
