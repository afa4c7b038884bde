// SPDX-License-Identifier: GPL-2.0
/*
 * Latency tracers: how long was it, and what happened meanwhile.
 *
 * All state belongs to an instance, so each may have a tracer of its own, with
 * its own maximum, threshold and spare ring. A tracer is a set of probes on
 * tracepoints; without one the tracepoints are nops.
 *
 * What is measured begins with a record and ends with one. If it was long enough
 * the ring is exchanged for the spare one, where readers of the file trace find
 * it: instance_max_take(). What the ring holds from before the beginning is not
 * shown. In between stand events and, with the option function-trace, calls; with
 * display-graph their returns, too.
 */
#include <linux/slab.h>

#include "../../ftrace/ftrace.h"
#include "latency.h"

static int latency_calls_on(struct latency *lat)
{
	struct ftrace_ops *ops = lat->tr->ops;
	int ret;

	ops->func = latency_call;
	ops->private = (void __force *)lat->cpus;
	ops->flags |= FTRACE_OPS_PLAIN;
	ret = register_ftrace_function(ops);
	if (ret)
		ops->flags &= ~FTRACE_OPS_PLAIN;
	return ret;
}

static void latency_calls_off(struct latency *lat)
{
	struct ftrace_ops *ops = lat->tr->ops;

	unregister_ftrace_function(ops);
	/* Other tracers use the same ops, and look at registers. */
	ops->flags &= ~FTRACE_OPS_PLAIN;
}

static int latency_functions_on(struct latency *lat)
{
	int ret;

	if (!lat->tr->ops || lat->functions)
		return 0;
	ret = lat->graph ? latency_graph_on(lat) : latency_calls_on(lat);
	lat->functions = !ret;
	return ret;
}

static void latency_functions_off(struct latency *lat)
{
	if (!lat->functions)
		return;
	if (lat->graph)
		latency_graph_off(lat);
	else
		latency_calls_off(lat);
	lat->functions = false;
}

/* The maximum so far was told in the other style. */
static int latency_graph_set(struct latency *lat, bool graph)
{
	bool functions = lat->functions;
	int ret = 0;

	if (lat->graph == graph || !IS_ENABLED(CONFIG_FUNCTION_GRAPH_TRACER))
		return 0;
	latency_functions_off(lat);
	WRITE_ONCE(lat->graph, graph);
	if (functions)
		ret = latency_functions_on(lat);
	if (ret) {
		WRITE_ONCE(lat->graph, !graph);
		latency_functions_on(lat);
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

/* While it is on, lines tell what latencies are about; and the newest counts. */
#define LATENCY_OPTIONS							\
	(INSTANCE_OPT(LATENCY_FORMAT) | INSTANCE_OPT(OVERWRITE))

int latency_start(struct trace_array *tr)
{
	struct latency *lat = latency_alloc(tr);
	int ret = 0;

	if (!lat)
		return -ENOMEM;
	instance_options_put(tr, LATENCY_OPTIONS, LATENCY_OPTIONS);
	instance_max_set(tr, 0);
	tr->tracer_data = lat;
	trace_comm_get(TRACE_COMM_NAME);
	if (instance_option(tr, INSTANCE_OPT_FUNCTION))
		ret = latency_functions_on(lat);
	if (!ret)
		ret = lat->kind->start(lat);
	if (ret)
		latency_stop(tr);
	return ret;
}

void latency_stop(struct trace_array *tr)
{
	struct latency *lat = tr->tracer_data;

	lat->kind->stop(lat);
	latency_functions_off(lat);
	tracepoint_synchronize_unregister();
	trace_comm_put(TRACE_COMM_NAME);
	instance_options_put(tr, LATENCY_OPTIONS, lat->options);
	tr->tracer_data = NULL;
	latency_free(lat);
}

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
		return latency_functions_on(lat);
	latency_functions_off(lat);
	return 0;
}
