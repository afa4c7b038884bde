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
 * shown. In between stand events and, with the option function-trace, calls.
 */
#include <linux/slab.h>

#include "../site/site.h"
#include "latency.h"

void latency_record(struct latency *lat, unsigned long ip,
		    unsigned long parent_ip, unsigned int context)
{
	event_function_record(lat->tr->ring, ip, parent_ip, context);
}

static void latency_call(unsigned long ip, unsigned long parent_ip,
			 struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	struct latency *lat = ops->private;
	int bit;

	if (!this_cpu_read(*lat->inside))
		return;
	bit = ftrace_test_recursion_trylock(ip, parent_ip);
	if (bit < 0)
		return;
	latency_record(lat, ip, parent_ip, event_context_probe());
	ftrace_test_recursion_unlock(bit);
}

static int latency_functions_on(struct latency *lat)
{
	struct ftrace_ops *ops = lat->tr->ops;
	int ret;

	if (!ops || lat->functions)
		return 0;
	ops->func = latency_call;
	ops->private = lat;
	ret = register_ftrace_function(ops);
	lat->functions = !ret;
	return ret;
}

static void latency_functions_off(struct latency *lat)
{
	if (!lat->functions)
		return;
	unregister_ftrace_function(lat->tr->ops);
	lat->functions = false;
}

static void latency_free(struct latency *lat)
{
	free_percpu(lat->inside);
	kfree(lat->state);
	kfree(lat);
}

static struct latency *latency_alloc(struct trace_array *tr)
{
	const struct latency_kind *kind;
	struct latency *lat;

	kind = container_of_const(tr->tracer, struct latency_kind, tracer);
	lat = kzalloc(sizeof(*lat), GFP_KERNEL);
	if (!lat)
		return NULL;
	lat->tr = tr;
	lat->kind = kind;
	lat->options = tr->options;
	lat->inside = alloc_percpu(bool);
	lat->state = kzalloc(kind->state_size, GFP_KERNEL);
	if (lat->inside && lat->state)
		return lat;
	latency_free(lat);
	return NULL;
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
	base_comm_get(BASE_COMM_NAME);
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
	base_comm_put(BASE_COMM_NAME);
	instance_options_put(tr, LATENCY_OPTIONS, lat->options);
	tr->tracer_data = NULL;
	latency_free(lat);
}

int latency_flag_changed(struct trace_array *tr, u64 mask, bool set)
{
	struct latency *lat = tr->tracer_data;

	if (mask == INSTANCE_OPT(OVERWRITE) && !set)
		return -EINVAL;
	if (mask != INSTANCE_OPT(FUNCTION))
		return 0;
	if (set)
		return latency_functions_on(lat);
	latency_functions_off(lat);
	return 0;
}
