// SPDX-License-Identifier: GPL-2.0
/*
 * The tracer "function_graph": records every function call and its return.
 *
 * It uses the ftrace_ops of the instance, as the function tracer does, so
 * set_ftrace_filter and set_ftrace_pid apply to both. The callbacks are in call.c.
 */
#include <linux/init.h>
#include <linux/slab.h>

#include "../../fgraph/fgraph.h"
#include "../../instance/instance.h"
#include "../../ftrace/ftrace.h"
#include "graph.h"
#include "call.h"

static const struct tracer_option graph_tracer_options[] = {
	{ "funcgraph-overrun", GRAPH_OVERRUN },
	{ "funcgraph-cpu", GRAPH_CPU },
	{ "funcgraph-overhead", GRAPH_OVERHEAD },
	{ "funcgraph-proc", GRAPH_PROC },
	{ "funcgraph-duration", GRAPH_DURATION },
	{ "funcgraph-abstime", GRAPH_ABS_TIME },
	{ "funcgraph-irqs", GRAPH_IRQS },
	{ "funcgraph-tail", GRAPH_TAIL },
#ifdef CONFIG_FUNCTION_GRAPH_RETVAL
	{ "funcgraph-retval", GRAPH_RETVAL },
	{ "funcgraph-retval-hex", GRAPH_RETVAL_HEX },
#endif
	{ "sleep-time", GRAPH_SLEEP_TIME },
	{ "graph-time", GRAPH_GRAPH_TIME },
	{ "funcgraph-retaddr", GRAPH_RETADDR },
	{ "funcgraph-args", GRAPH_ARGS },
	{ }
};

static int graph_tracer_set_options(struct graph_data *data, u32 options)
{
	int ret;

	if (!(options & GRAPH_SLEEP_TIME) && !data->sleep_time_ref) {
		ret = fgraph_sleep_time_get();
		if (ret)
			return ret;
		data->sleep_time_ref = true;
	}
	WRITE_ONCE(data->checks, (options & GRAPH_EXTRA) |
				  (options & GRAPH_IRQS ? 0 : GRAPH_NO_IRQS) |
				  (options & GRAPH_SLEEP_TIME ? 0 : GRAPH_NO_SLEEP));
	return 0;
}

/* Release what the tracer uses, but for the data, which callbacks may still read. */
static void graph_tracer_release(struct trace_array *tr)
{
	struct graph_data *data = tr->tracer_data;

	if (data->sleep_time_ref)
		fgraph_sleep_time_put();
	trace_comm_put(TRACE_COMM_NAME);
	tr->tracer_data = NULL;
}

static void graph_tracer_free(struct trace_deferred *item)
{
	struct graph_data *data = container_of(item, struct graph_data, deferred);

	fgraph_left(&data->gops);
	kfree(data);
}

/* The callbacks may still run until the data is freed. */
static void graph_tracer_leave(struct trace_array *tr)
{
	struct graph_data *data = tr->tracer_data;

	fgraph_leave(&data->gops);
	graph_tracer_release(tr);
	trace_defer(&data->deferred, graph_tracer_free);
}

static int graph_tracer_start(struct trace_array *tr)
{
	struct graph_data *data;
	int ret;

	if (!tr->ops)
		return -ENODEV;
	data = kzalloc(sizeof(*data), GFP_KERNEL);
	if (!data)
		return -ENOMEM;
	data->tr = tr;
	data->gops.retfunc = graph_return;
	data->direct.ret = graph_return_direct;
	tr->tracer_data = data;
	trace_comm_get(TRACE_COMM_NAME);
	ret = graph_tracer_set_options(data, instance_tracer_options(tr, tr->tracer));
	if (ret)
		goto out_free;
	ret = fgraph_attach_direct(&data->gops, &data->direct);
	if (ret)
		goto out_free;
	WRITE_ONCE(tr->call_data[INSTANCE_CALLS_GRAPH], data);
	ftrace_ops_prepare(tr->ops, graph_call, FTRACE_OPS_FL_SAVE_ARGS);
	ret = register_ftrace_function(tr->ops);
	if (!ret)
		return 0;
	graph_tracer_leave(tr);
	return ret;

out_free:
	graph_tracer_release(tr);
	kfree(data);
	return ret;
}

static void graph_tracer_stop(struct trace_array *tr)
{
	unregister_ftrace_function(tr->ops);
	graph_tracer_leave(tr);
}

static int graph_tracer_option_changed(struct trace_array *tr, u32 bit, bool set)
{
	u32 options = instance_tracer_options(tr, tr->tracer);

	options = set ? options | bit : options & ~bit;
	return graph_tracer_set_options(tr->tracer_data, options);
}

static enum print_line_t graph_tracer_line(struct trace_iterator *iter)
{
	return graph_print_line(iter, instance_tracer_options(iter->tr,
							      iter->trace));
}

static void graph_tracer_header(struct seq_file *m, struct trace_iterator *iter)
{
	graph_print_header(m, iter, instance_tracer_options(iter->tr,
							    iter->trace));
}

static struct tracer graph_tracer = {
	.entry = { .name = "function_graph" },
	.options = graph_tracer_options,
	.defaults = GRAPH_CPU | GRAPH_OVERHEAD | GRAPH_DURATION | GRAPH_IRQS |
		    GRAPH_SLEEP_TIME | GRAPH_GRAPH_TIME,
	.start = graph_tracer_start,
	.stop = graph_tracer_stop,
	.option_changed = graph_tracer_option_changed,
	.print_header = graph_tracer_header,
	.print_line = graph_tracer_line,
	.open = graph_print_open,
	.close = graph_print_close,
	.pipe_open = graph_print_open,
	.pipe_close = graph_print_close,
};

/* Print the records while another tracer is the current one. */
static enum print_line_t graph_tracer_event_line(struct trace_iterator *iter,
						 int flags, struct trace_event *event)
{
	return graph_print_line(iter, instance_tracer_options(iter->tr,
							      &graph_tracer));
}

static struct trace_event_functions graph_tracer_event_funcs = {
	.trace = graph_tracer_event_line,
};

static struct trace_event graph_tracer_events[] = {
	{ .type = TRACE_GRAPH_ENT, .funcs = &graph_tracer_event_funcs },
	{ .type = TRACE_GRAPH_RET, .funcs = &graph_tracer_event_funcs },
};

static int __init graph_tracer_init(void)
{
	for (int i = 0; i < ARRAY_SIZE(graph_tracer_events); i++) {
		if (!register_trace_event(&graph_tracer_events[i]))
			return -EBUSY;
	}
	return instance_tracer_register(&graph_tracer);
}
core_initcall(graph_tracer_init);
