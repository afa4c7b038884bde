// SPDX-License-Identifier: GPL-2.0
/*
 * The option display-graph of latency tracers: function calls and returns during a
 * latency are recorded and printed as by function_graph. The records at the begin
 * and the end of a latency, which are not those of traced calls, are printed as
 * calls that return immediately.
 *
 * A call is recorded if it begins during a latency, and its return if that happens
 * during the latency as well.
 */
#include <linux/slab.h>

#include "../../fgraph/fgraph.h"
#include "../../ftrace/ftrace.h"
#include "../graph/graph.h"
#include "latency.h"

/**
 * struct latency_graph - data of the option display-graph for an instance
 * @gops: user of the shadow stacks
 * @lat: the tracer
 * @deferred: defers freeing the structure
 */
struct latency_graph {
	struct fgraph_ops	gops;
	struct latency		*lat;
	struct trace_deferred	deferred;
};

/* Data of a call on the shadow stack, in words: the time of the call. */
#define LATENCY_GRAPH_WORDS	(sizeof(u64) / sizeof(long))

/* The columns do not depend on the options of function_graph. */
static u32 latency_graph_flags(const struct trace_iterator *iter)
{
	const struct latency_kind *kind;

	kind = container_of_const(iter->trace, struct latency_kind, tracer);
	return GRAPH_CPU | GRAPH_PROC | GRAPH_REL_TIME | GRAPH_DURATION |
	       GRAPH_IRQS | (kind->delay_marks ? GRAPH_OVERHEAD : 0);
}

static bool latency_graph_excluded(const struct ftrace_ret_stack *call)
{
	unsigned int max = READ_ONCE(ftrace_graph_max_depth);

	return (max && fgraph_depth(call) >= max) || ftrace_graph_listed(call->func, true);
}

static bool latency_graph_entry(struct latency *lat,
				const struct ftrace_ret_stack *call, u64 *time)
{
	if (unlikely(READ_ONCE(ftrace_graph_filtered)) && latency_graph_excluded(call))
		return false;
	return graph_record_entry(lat->tr->ring, call->func, fgraph_depth(call),
				  event_context(), time);
}

/* Another user of the shadow stack has already pushed a frame for this call. */
static noinline void latency_graph_extend(struct latency_graph *graph,
					  struct task_struct *task)
{
	struct ftrace_ret_stack *call = fgraph_top(task);
	unsigned int frame = READ_ONCE(task->curr_ret_stack);
	int idx = graph->gops.idx;
	unsigned long *time;

	time = fgraph_reserve_words(task, idx, LATENCY_GRAPH_WORDS);
	if (!time)
		return;
	if (latency_graph_entry(graph->lat, call, (u64 *)time))
		fgraph_hook_return(call, idx);
	else
		WRITE_ONCE(task->curr_ret_stack, frame);
}

static void latency_graph_push(struct latency_graph *graph, unsigned long ip,
			       unsigned long parent_ip, unsigned long *retp)
{
	struct task_struct *task = current;
	int idx = graph->gops.idx;
	struct ftrace_ret_stack *call;

	if (unlikely(fgraph_top_matches(task, idx, ip, parent_ip, retp))) {
		latency_graph_extend(graph, task);
		return;
	}
	call = fgraph_push(task, ip, retp, idx, LATENCY_GRAPH_WORDS);
	if (unlikely(!call))
		return;
	if (latency_graph_entry(graph->lat, call, fgraph_saved_data(call)))
		fgraph_hook_return(call, idx);
	else
		fgraph_pop(task, call);
}

/* No recursion guard is needed, for the reasons given at graph_call(). */
static void latency_graph_call(unsigned long ip, unsigned long parent_ip,
			       struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	struct trace_array *tr = ops->private;
	struct latency_graph *graph = READ_ONCE(tr->call_data[INSTANCE_CALLS_LATENCY_GRAPH]);

	if (!this_cpu_read(graph->lat->cpus->active) || !fgraph_can_trace(current) ||
	    fgraph_enter(latency_graph_call, ip, parent_ip, ops, fregs))
		return;
	preempt_disable_notrace();
	latency_graph_push(graph, ip, parent_ip, fgraph_entry_retp(fregs));
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

	if (!this_cpu_read(lat->cpus->active))
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

/**
 * latency_graph_record - record a call that returns immediately
 * @lat: the tracer
 * @ip: address of the function
 * @context: event_context()
 *
 * Context: any.
 */
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

static void latency_graph_free(struct trace_deferred *item)
{
	struct latency_graph *graph = container_of(item, struct latency_graph, deferred);

	fgraph_left(&graph->gops);
	kfree(graph);
}

/* The callbacks may still run until the data is freed. */
static void latency_graph_leave(struct latency *lat)
{
	struct latency_graph *graph = lat->graph_data;

	fgraph_leave(&graph->gops);
	lat->graph_data = NULL;
	trace_defer(&graph->deferred, latency_graph_free);
}

/**
 * latency_graph_enable - start to record calls and returns during latencies
 * @lat: the tracer
 *
 * Context: task, may sleep; instance_lock held.
 * Return: 0 or an errno.
 */
int latency_graph_enable(struct latency *lat)
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
	fgraph_set_unguarded(&graph->gops);
	WRITE_ONCE(lat->tr->call_data[INSTANCE_CALLS_LATENCY_GRAPH], graph);
	ftrace_ops_prepare(ops, latency_graph_call, FTRACE_OPS_FL_SAVE_ARGS);
	lat->graph_data = graph;
	ret = register_ftrace_function(ops);
	if (ret)
		latency_graph_leave(lat);
	return ret;

out_free:
	kfree(graph);
	return ret;
}

/**
 * latency_graph_disable - stop to record calls and returns
 * @lat: the tracer
 *
 * Context: task, may sleep; instance_lock held.
 */
void latency_graph_disable(struct latency *lat)
{
	unregister_ftrace_function(lat->tr->ops);
	latency_graph_leave(lat);
}

/*
 * Reading
 */

static bool latency_graph_shown(const struct trace_iterator *iter)
{
	return instance_option(iter->tr, INSTANCE_OPT_DISPLAY_GRAPH);
}

/**
 * latency_graph_open - tracer.open and .pipe_open of latency tracers
 * @iter: the reader
 *
 * Context: task, may sleep.
 */
void latency_graph_open(struct trace_iterator *iter)
{
	if (latency_graph_shown(iter))
		graph_print_open(iter);
}

/**
 * latency_graph_close - tracer.close and .pipe_close of latency tracers
 * @iter: the reader
 *
 * Context: task, may sleep.
 */
void latency_graph_close(struct trace_iterator *iter)
{
	graph_print_close(iter);
}

/**
 * latency_graph_header - tracer.print_header of latency tracers
 * @m: the file
 * @iter: the reader
 *
 * Context: task, may sleep.
 */
void latency_graph_header(struct seq_file *m, struct trace_iterator *iter)
{
	if (latency_graph_shown(iter))
		graph_print_header(m, iter, latency_graph_flags(iter));
	else
		output_header_default(m, iter);
}

/**
 * latency_graph_line - tracer.print_line of latency tracers
 * @iter: the reader
 *
 * Context: as output_line().
 * Return: TRACE_TYPE_UNHANDLED without the option display-graph, otherwise as
 * graph_print_line().
 */
enum print_line_t latency_graph_line(struct trace_iterator *iter)
{
	if (!latency_graph_shown(iter))
		return TRACE_TYPE_UNHANDLED;
	return graph_print_line(iter, latency_graph_flags(iter));
}
