// SPDX-License-Identifier: GPL-2.0
/*
 * Functions that the latency tracers share. A latency tracer measures the longest
 * time of some kind and keeps the trace of what happened during that time.
 *
 * All state belongs to an instance, so each instance can have a latency tracer with
 * its own maximum, threshold and spare ring buffer. A tracer is a set of probes on
 * tracepoints, which are nops while no tracer uses them.
 *
 * A record is written at the begin and at the end of a latency. If it is a new
 * maximum or exceeds the threshold, instance_max_update() exchanges the ring buffer
 * for the spare one, where the file "trace" is read from. Records before the begin
 * are not shown. In between there are events, with the option function-trace
 * function calls, and with display-graph their returns as well.
 */
#include <linux/slab.h>

#include "../../ftrace/ftrace.h"
#include "latency.h"

/**
 * latency_add_record - write the record of a function call at begin or end of a
 * latency
 * @lat: the tracer
 * @ip: address of the function
 * @parent_ip: address of its caller
 * @context: event_context()
 *
 * Context: any, preemption disabled.
 */
void latency_add_record(struct latency *lat, unsigned long ip,
			unsigned long parent_ip, unsigned int context)
{
	if (READ_ONCE(lat->graph))
		latency_graph_record(lat, ip, context);
	else
		event_function_record(ring_this_writer(lat->tr->ring), ip,
				      parent_ip, context);
}

/**
 * latency_call - ftrace_ops.func of latency tracers
 * @ip: address of the patch site
 * @parent_ip: return address
 * @ops: ops of the instance; ops->private is the instance
 * @fregs: registers
 *
 * No recursion guard is needed, for the reasons given at the function tracer.
 *
 * Context: any.
 */
void latency_call(unsigned long ip, unsigned long parent_ip,
		  struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	struct trace_array *tr = ops->private;
	struct latency_cpu __percpu *cpus = (struct latency_cpu __percpu __force *)
		READ_ONCE(tr->call_data[INSTANCE_CALLS_LATENCY]);

	if (!raw_cpu_read(cpus->active))
		return;
	preempt_disable_notrace();
	event_function_record(raw_cpu_read(cpus->writer), ip, parent_ip,
			      event_context_probe());
	preempt_enable_notrace();
}

static int latency_calls_register(struct latency *lat)
{
	WRITE_ONCE(lat->tr->call_data[INSTANCE_CALLS_LATENCY], (void __force *)lat->cpus);
	ftrace_ops_prepare(lat->tr->ops, latency_call, FTRACE_OPS_NO_REGS);
	return register_ftrace_function(lat->tr->ops);
}

static void latency_calls_unregister(struct latency *lat)
{
	unregister_ftrace_function(lat->tr->ops);
}

static int latency_functions_enable(struct latency *lat)
{
	int ret;

	if (!lat->tr->ops || lat->functions)
		return 0;
	ret = lat->graph ? latency_graph_enable(lat) : latency_calls_register(lat);
	lat->functions = !ret;
	return ret;
}

static void latency_functions_disable(struct latency *lat)
{
	if (!lat->functions)
		return;
	if (lat->graph)
		latency_graph_disable(lat);
	else
		latency_calls_unregister(lat);
	lat->functions = false;
}

/* The trace of the former maximum has records of the other style: reset it. */
static int latency_graph_set(struct latency *lat, bool graph)
{
	bool functions = lat->functions;
	int ret = 0;

	if (lat->graph == graph || !IS_ENABLED(CONFIG_FUNCTION_GRAPH_TRACER))
		return 0;
	latency_functions_disable(lat);
	WRITE_ONCE(lat->graph, graph);
	if (functions)
		ret = latency_functions_enable(lat);
	if (ret) {
		WRITE_ONCE(lat->graph, !graph);
		latency_functions_enable(lat);
		return ret;
	}
	instance_max_set(lat->tr, 0);
	return 0;
}

static void latency_free(struct latency *lat)
{
	free_percpu(lat->cpus);
	kfree(lat->state);
	kfree(lat);
}

static void latency_free_deferred(struct trace_deferred *item)
{
	struct latency *lat = container_of(item, struct latency, deferred);

	lat->kind->free(lat);
	latency_free(lat);
}

static struct latency *latency_alloc(struct trace_array *tr)
{
	const struct latency_kind *kind;
	struct latency *lat;
	int cpu;

	kind = container_of_const(tr->tracer, struct latency_kind, tracer);
	lat = kzalloc(sizeof(*lat), GFP_KERNEL);
	if (!lat)
		return NULL;
	lat->tr = tr;
	lat->kind = kind;
	lat->options = tr->options;
	lat->graph = IS_ENABLED(CONFIG_FUNCTION_GRAPH_TRACER) &&
		     instance_option(tr, INSTANCE_OPT_DISPLAY_GRAPH);
	lat->cpus = alloc_percpu(struct latency_cpu);
	lat->state = kzalloc(kind->state_size, GFP_KERNEL);
	if (!lat->cpus || !lat->state) {
		latency_free(lat);
		return NULL;
	}
	for_each_possible_cpu(cpu)
		latency_cpu_set(lat, cpu, false);
	return lat;
}

/* Options that are set while a latency tracer is running. */
#define LATENCY_OPTIONS							\
	(INSTANCE_OPT(LATENCY_FORMAT) | INSTANCE_OPT(OVERWRITE))

/**
 * latency_start - tracer.start of latency tracers
 * @tr: the instance
 *
 * Context: task, may sleep; instance_lock held.
 * Return: 0 or an errno.
 */
int latency_start(struct trace_array *tr)
{
	struct latency *lat = latency_alloc(tr);
	int ret = 0;

	if (!lat)
		return -ENOMEM;
	instance_options_assign(tr, LATENCY_OPTIONS, LATENCY_OPTIONS);
	instance_max_set(tr, 0);
	tr->tracer_data = lat;
	trace_comm_get(TRACE_COMM_NAME);
	if (instance_option(tr, INSTANCE_OPT_FUNCTION))
		ret = latency_functions_enable(lat);
	if (!ret)
		ret = lat->kind->start(lat);
	if (ret)
		latency_stop(tr);
	return ret;
}

/**
 * latency_stop - tracer.stop of latency tracers
 * @tr: the instance
 *
 * Called also after a start that failed halfway.
 *
 * Context: task, may sleep; instance_lock held.
 */
void latency_stop(struct trace_array *tr)
{
	struct latency *lat = tr->tracer_data;

	lat->kind->stop(lat);
	latency_functions_disable(lat);
	/* A probe that still runs could replace the maximum of the next tracer. */
	trace_sync_probes();
	trace_comm_put(TRACE_COMM_NAME);
	instance_options_assign(tr, LATENCY_OPTIONS, lat->options);
	tr->tracer_data = NULL;
	/* A task that was preempted in a callback for functions may still use it. */
	trace_defer(&lat->deferred, latency_free_deferred);
}

/**
 * latency_flag_changed - tracer.flag_changed of latency tracers
 * @tr: the instance
 * @mask: INSTANCE_OPT() bit of the option
 * @set: new value of the option
 *
 * Context: task, may sleep; instance_lock held.
 * Return: 0; -EINVAL to refuse the change; or another errno.
 */
int latency_flag_changed(struct trace_array *tr, u64 mask, bool set)
{
	struct latency *lat = tr->tracer_data;

	if (mask == INSTANCE_OPT(OVERWRITE) && !set)
		return -EINVAL;
	if (mask == INSTANCE_OPT(DISPLAY_GRAPH))
		return latency_graph_set(lat, set);
	if (mask != INSTANCE_OPT(FUNCTION))
		return 0;
	if (set)
		return latency_functions_enable(lat);
	latency_functions_disable(lat);
	return 0;
}
