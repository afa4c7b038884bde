// SPDX-License-Identifier: GPL-2.0
/*
 * The option display-graph of latency tracers: what goes on inside is recorded and
 * printed as function_graph does it, calls and returns. What a latency begins and
 * ends with, the records of a call that a tracer makes up, look like calls that
 * returned at once.
 *
 * A call is told if it began inside, its return if that is inside, too.
 */
#include <linux/slab.h>

#include "../../fgraph/fgraph.h"
#include "../../ftrace/ftrace.h"
#include "../graph/graph.h"
#include "latency.h"

/**
 * struct latency_graph - calls and returns of an instance's latency tracer
 * @gops: takes part in shadow stacks
 * @lat: the tracer
 */
struct latency_graph {
	struct fgraph_ops	gops;
	struct latency		*lat;
};

/* Words kept until a function returns: when it was called. */
#define LATENCY_GRAPH_WORDS	(sizeof(u64) / sizeof(long))

/* Lines are the same whatever function_graph is told to show. */
static u32 latency_graph_flags(const struct trace_iterator *iter)
{
	const struct latency_kind *kind;

	kind = container_of_const(iter->trace, struct latency_kind, tracer);
	return GRAPH_CPU | GRAPH_PROC | GRAPH_REL_TIME | GRAPH_DURATION |
	       GRAPH_IRQS | (kind->marks ? GRAPH_OVERHEAD : 0);
}

static bool latency_graph_listed(const struct ftrace_ret_stack *call)
{
	unsigned int max = READ_ONCE(ftrace_graph_max_depth);

	return (max && call->depth >= max) || ftrace_graph_listed(call->func, true);
}

static bool latency_graph_enter(struct latency *lat,
				const struct ftrace_ret_stack *call, u64 *time)
{
	if (unlikely(READ_ONCE(ftrace_graph_filtered)) && latency_graph_listed(call))
		return false;
	return graph_record_entry(lat->tr->ring, call->func, call->depth,
				  event_context(), time);
}

/* Another user has pushed this call. */
static noinline void latency_graph_join(struct latency_graph *graph,
					struct task_struct *task)
{
	struct ftrace_ret_stack *call = fgraph_top(task);
	int at = READ_ONCE(task->curr_ret_stack);
	int idx = graph->gops.idx;
	unsigned long *time;

	time = fgraph_extend(task, idx, LATENCY_GRAPH_WORDS);
	if (!time)
		return;
	if (latency_graph_enter(graph->lat, call, (u64 *)time))
		fgraph_accept(call, idx);
	else
		WRITE_ONCE(task->curr_ret_stack, at);
}

static void latency_graph_push(struct latency_graph *graph, unsigned long ip,
			       unsigned long parent_ip, unsigned long *retp)
{
	struct task_struct *task = current;
	int idx = graph->gops.idx;
	struct ftrace_ret_stack *call;

	if (unlikely(fgraph_joins(task, idx, ip, parent_ip, retp))) {
		latency_graph_join(graph, task);
		return;
	}
	call = fgraph_push(task, ip, retp, idx, LATENCY_GRAPH_WORDS);
	if (unlikely(!call))
		return;
	if (latency_graph_enter(graph->lat, call, fgraph_saved_data(call)))
		fgraph_accept(call, idx);
	else
		fgraph_pop(task, call);
}

/* As the callback of function_graph, it needs no guard against recursion. */
static void latency_graph_call(unsigned long ip, unsigned long parent_ip,
			       struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	struct latency_graph *graph = ops->private;

	if (!this_cpu_read(graph->lat->cpus->inside) || !fgraph_ready(current))
		return;
	preempt_disable_notrace();
	latency_graph_push(graph, ip, parent_ip,
			   (unsigned long *)ftrace_regs_get_stack_pointer(fregs));
	preempt_enable_notrace();
}

static void latency_graph_return(struct ftrace_graph_ret *ret,
				 struct fgraph_ops *gops)
{
	struct latency_graph *graph =
		container_of(gops, struct latency_graph, gops);
	struct latency *lat = graph->lat;
	int size;
	u64 *time;

	if (!this_cpu_read(lat->cpus->inside))
		return;
	time = fgraph_first_data(fgraph_top(current), gops->idx,
				 LATENCY_GRAPH_WORDS);
	if (unlikely(!time))
		time = fgraph_retrieve_data(gops->idx, &size);
	if (unlikely(!time))
		return;
	ret->calltime = *time;
	ret->rettime = 0;
	graph_record_exit(lat->tr->ring, ret, event_context_probe());
}

void latency_graph_record(struct latency *lat, unsigned long ip,
			  unsigned int context)
{
	struct ftrace_graph_ret ret = { .func = ip };

	preempt_disable_notrace();
	if (graph_record_entry(lat->tr->ring, ip, 0, context, &ret.calltime)) {
		ret.rettime = ret.calltime;
		graph_record_exit(lat->tr->ring, &ret, context);
	}
	preempt_enable_notrace();
}

int latency_graph_on(struct latency *lat)
{
	struct ftrace_ops *ops = lat->tr->ops;
	struct latency_graph *graph;
	int ret;

	graph = kzalloc(sizeof(*graph), GFP_KERNEL);
	if (!graph)
		return -ENOMEM;
	graph->lat = lat;
	graph->gops.retfunc = latency_graph_return;
	ret = fgraph_attach(&graph->gops);
	if (ret)
		goto out_free;
	fgraph_bare(&graph->gops);
	ops->func = latency_graph_call;
	ops->private = graph;
	ret = register_ftrace_function(ops);
	if (ret)
		goto out_detach;
	lat->calls = graph;
	return 0;

out_detach:
	fgraph_detach(&graph->gops);
out_free:
	kfree(graph);
	return ret;
}

void latency_graph_off(struct latency *lat)
{
	struct latency_graph *graph = lat->calls;

	unregister_ftrace_function(lat->tr->ops);
	/* Waits for those who are in either callback. */
	fgraph_detach(&graph->gops);
	lat->calls = NULL;
	kfree(graph);
}

/*
 * Reading.
 */

static bool latency_graph_shown(const struct trace_iterator *iter)
{
	return instance_option(iter->tr, INSTANCE_OPT_DISPLAY_GRAPH);
}

void latency_graph_open(struct trace_iterator *iter)
{
	if (latency_graph_shown(iter))
		graph_open(iter);
}

void latency_graph_close(struct trace_iterator *iter)
{
	graph_close(iter);
}

void latency_graph_header(struct seq_file *m, struct trace_iterator *iter)
{
	if (latency_graph_shown(iter))
		graph_print_header(m, iter, latency_graph_flags(iter));
	else
		output_header_usual(m, iter);
}

enum print_line_t latency_graph_line(struct trace_iterator *iter)
{
	if (!latency_graph_shown(iter))
		return TRACE_TYPE_UNHANDLED;
	return graph_print_line(iter, latency_graph_flags(iter));
}
