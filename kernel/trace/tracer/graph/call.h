/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What graph.c tells graph_call.c.
 */
#ifndef _KERNEL_TRACE_TRACER_GRAPH_CALL_H
#define _KERNEL_TRACE_TRACER_GRAPH_CALL_H

#include <linux/ftrace.h>

struct trace_array;

/**
 * struct graph_data - what an instance keeps while it traces calls and returns
 * @gops: takes part in shadow stacks
 * @tr: the instance
 * @special: GRAPH_NO_IRQS: nothing that interrupts do; GRAPH_MORE: what else is to
 *	be recorded of a call
 * @no_sleep: durations without the time that tasks did not run
 * @sleeps: fgraph_sleep_get() was called
 */
struct graph_data {
	struct fgraph_ops	gops;
	struct trace_array	*tr;
	unsigned long		special;
	bool			no_sleep;
	bool			sleeps;
};

/* Beside GRAPH_MORE. */
#define GRAPH_NO_IRQS	BIT(0)

/* The callback of the instance's ops. @ops->private: the instance. */
void graph_call(unsigned long ip, unsigned long parent_ip,
		struct ftrace_ops *ops, struct ftrace_regs *fregs);

/* Its return. Preemption is off for us, once. */
void graph_return(struct ftrace_graph_ret *ret, struct fgraph_ops *gops);

#endif /* _KERNEL_TRACE_TRACER_GRAPH_CALL_H */
