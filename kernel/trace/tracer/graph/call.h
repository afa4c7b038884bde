/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The callbacks of function_graph and their data, shared by graph.c and call.c.
 */
#ifndef _KERNEL_TRACE_TRACER_GRAPH_CALL_H
#define _KERNEL_TRACE_TRACER_GRAPH_CALL_H

#include <linux/ftrace.h>

#include "../../fgraph/fgraph.h"
#include "../../lib/lib.h"

struct trace_array;

/**
 * struct graph_data - data of the tracer function_graph in an instance
 * @gops: user of the shadow stacks
 * @direct: graph_return_direct()
 * @tr: the instance
 * @checks: options that need extra work for each call: GRAPH_NO_IRQS,
 *	GRAPH_NO_SLEEP, and the bits of GRAPH_EXTRA
 * @sleep_time_ref: fgraph_sleep_time_get() was called
 * @deferred: defers freeing the structure
 *
 * @checks is written under instance_lock and read by the callbacks.
 */
struct graph_data {
	struct fgraph_ops	gops;
	struct fgraph_direct	direct;
	struct trace_array	*tr;
	unsigned long		checks;
	bool			sleep_time_ref;
	struct trace_deferred	deferred;
};

/* In graph_data.checks: do not record functions called in interrupts. */
#define GRAPH_NO_IRQS	BIT(0)

/* In graph_data.checks: durations do not include the time while a task did not run. */
#define GRAPH_NO_SLEEP	BIT(1)

void graph_call(unsigned long ip, unsigned long parent_ip,
		struct ftrace_ops *ops, struct ftrace_regs *fregs);

void graph_return(struct ftrace_graph_ret *ret, struct fgraph_ops *gops);

unsigned long graph_return_direct(struct fgraph_direct *direct,
				  struct ftrace_ret_stack *call, unsigned long retval);

#endif /* _KERNEL_TRACE_TRACER_GRAPH_CALL_H */
