// SPDX-License-Identifier: GPL-2.0
/*
 * The tracer "fork": one record for each new task, with the pids of its parent and
 * of the task itself.
 *
 *	sh-61      [000] .....     4.121340: 61 -> 74
 */
#include <linux/init.h>
#include <linux/tracepoint.h>

#include <trace/events/sched.h>

#include "../instance/instance.h"

struct fork_record {
	struct trace_entry	ent;
	pid_t			parent;
	pid_t			child;
};

static enum print_line_t fork_print(struct trace_iterator *iter, int flags,
				    struct trace_event *event)
{
	const struct fork_record *rec = (const struct fork_record *)iter->ent;

	trace_seq_printf(&iter->seq, "%d -> %d\n", rec->parent, rec->child);
	return trace_handle_return(&iter->seq);
}

static struct trace_event_functions fork_funcs = {
	.trace	= fork_print,
};

/* register_trace_event() assigns the type of the records. */
static struct trace_event fork_event = {
	.funcs	= &fork_funcs,
};

/* The tracepoint calls the probe with preemption disabled. */
static void fork_probe(void *data, struct task_struct *parent,
		       struct task_struct *child)
{
	struct trace_array *tr = data;
	struct ring_buffer_event *event;
	struct fork_record *rec;

	rec = event_emit_begin(tr->ring, fork_event.type, sizeof(*rec),
			       event_context_probe(), &event);
	if (!rec)
		return;
	rec->parent = parent->pid;
	rec->child = child->pid;
	event_emit_end(tr->ring);
}

/* Each instance that has this tracer connects a probe of its own. */
static int fork_start(struct trace_array *tr)
{
	int ret = register_trace_sched_process_fork(fork_probe, tr);

	if (!ret)
		trace_comm_get(TRACE_COMM_NAME);
	return ret;
}

/* No CPU may be in the probe when this function returns. */
static void fork_stop(struct trace_array *tr)
{
	trace_comm_put(TRACE_COMM_NAME);
	unregister_trace_sched_process_fork(fork_probe, tr);
	tracepoint_synchronize_unregister();
}

static struct tracer fork_tracer = {
	.entry	= { .name = "fork" },
	.start	= fork_start,
	.stop	= fork_stop,
};

static int __init fork_tracer_init(void)
{
	if (!register_trace_event(&fork_event))
		return -EBUSY;
	return instance_tracer_register(&fork_tracer);
}
core_initcall(fork_tracer_init);
