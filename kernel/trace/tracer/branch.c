// SPDX-License-Identifier: GPL-2.0
/*
 * The tracer "branch": records each executed likely() and unlikely(), and whether
 * the prediction was correct. A branch is recorded in all instances that have this
 * tracer.
 */
#include <linux/init.h>
#include <linux/rculist.h>
#include <linux/string.h>

#include "../tracepoint/tracepoint.h"
#include "../instance/instance.h"
#include "../ftrace/ftrace.h"
#include "../output/output.h"

static LIST_HEAD(branch_users);	/* RCU; written under instance_lock */

static void tracer_branch_record(struct trace_buffer *ring,
				 const struct ftrace_likely_data *branch, bool right,
				 unsigned int context)
{
	struct ring_buffer_event *event;
	struct event_branch *rec;

	rec = event_emit_begin(ring, TRACE_BRANCH, sizeof(*rec), context,
			       &event);
	if (!rec)
		return;
	rec->line = branch->data.line;
	strscpy(rec->func, branch->data.func);
	strscpy(rec->file, kbasename(branch->data.file));
	rec->correct = right;
	rec->constant = !!branch->constant;
	event_emit_end(ring);
}

/* Called with preemption disabled once by the caller. */
static void tracer_branch_probe(const struct ftrace_likely_data *branch, bool right)
{
	unsigned int context = event_context_probe();
	struct instance_tracer_user *user;

	list_for_each_entry_rcu(user, &branch_users, node, true)
		tracer_branch_record(user->tr->ring, branch, right, context);
}

static int tracer_branch_start(struct trace_array *tr)
{
	bool first = list_empty(&branch_users);
	int ret = instance_tracer_user_add(&branch_users, tr);

	if (ret)
		return ret;
	trace_comm_get(TRACE_COMM_NAME);
	if (first)
		tracepoint_branch_set_callback(tracer_branch_probe);
	return 0;
}

static void tracer_branch_stop(struct trace_array *tr)
{
	instance_tracer_user_del(tr);
	if (list_empty(&branch_users))
		tracepoint_branch_set_callback(NULL);
	instance_tracer_user_free(tr);
	trace_comm_put(TRACE_COMM_NAME);
}

static void tracer_branch_header(struct seq_file *m, struct trace_iterator *iter)
{
	seq_puts(m, "#           TASK-PID    CPU#    TIMESTAMP  CORRECT  FUNC:FILE:LINE\n"
		    "#              | |       |          |         |       |\n");
}

static enum print_line_t tracer_branch_trace(struct trace_iterator *iter, int flags,
					     struct trace_event *event)
{
	struct event_branch *rec = (void *)iter->ent;

	trace_seq_printf(&iter->seq, "[%s] %s:%s:%d\n",
			 rec->correct ? "  ok  " : " MISS ",
			 rec->func, rec->file, rec->line);
	return trace_handle_return(&iter->seq);
}

static struct trace_event_functions branch_funcs = {
	.trace = tracer_branch_trace,
};

static struct trace_event branch_event = {
	.type = TRACE_BRANCH,
	.funcs = &branch_funcs,
};

static struct tracer branch_tracer = {
	.entry = { .name = "branch" },
	.start = tracer_branch_start,
	.stop = tracer_branch_stop,
	.print_header = tracer_branch_header,
};

static int __init tracer_branch_init(void)
{
	if (!register_trace_event(&branch_event))
		return -EBUSY;
	return instance_tracer_register(&branch_tracer);
}
core_initcall(tracer_branch_init);
