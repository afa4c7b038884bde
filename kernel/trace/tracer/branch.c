// SPDX-License-Identifier: GPL-2.0
/*
 * The tracer "branch": each likely() and unlikely() that is executed, and whether it
 * was right. All instances that have it are told of all.
 */
#include <linux/init.h>
#include <linux/rculist.h>
#include <linux/string.h>

#include "../tracepoint/tracepoint.h"
#include "../instance/instance.h"
#include "../ftrace/ftrace.h"
#include "../output/output.h"

static LIST_HEAD(branch_users);	/* RCU; written under instance_lock */

static void branch_record(struct trace_buffer *ring,
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

/* Preemption is off for us, once. */
static void branch_told(const struct ftrace_likely_data *branch, bool right)
{
	unsigned int context = event_context_probe();
	struct instance_user *user;

	list_for_each_entry_rcu(user, &branch_users, node, true)
		branch_record(user->tr->ring, branch, right, context);
}

static int branch_start(struct trace_array *tr)
{
	bool first = list_empty(&branch_users);
	int ret = instance_user_add(&branch_users, tr);

	if (ret)
		return ret;
	trace_comm_get(TRACE_COMM_NAME);
	if (first)
		tracepoint_branch_listen(branch_told);
	return 0;
}

static void branch_stop(struct trace_array *tr)
{
	instance_user_del(tr);
	if (list_empty(&branch_users))
		tracepoint_branch_listen(NULL);
	instance_user_free(tr);
	trace_comm_put(TRACE_COMM_NAME);
}

static void branch_header(struct seq_file *m, struct trace_iterator *iter)
{
	seq_puts(m, "#           TASK-PID    CPU#    TIMESTAMP  CORRECT  FUNC:FILE:LINE\n"
		    "#              | |       |          |         |       |\n");
}

static enum print_line_t branch_trace(struct trace_iterator *iter, int flags,
				      struct trace_event *event)
{
	struct event_branch *rec = (void *)iter->ent;

	trace_seq_printf(&iter->seq, "[%s] %s:%s:%d\n",
			 rec->correct ? "  ok  " : " MISS ",
			 rec->func, rec->file, rec->line);
	return trace_handle_return(&iter->seq);
}

static struct trace_event_functions branch_funcs = {
	.trace = branch_trace,
};

static struct trace_event branch_event = {
	.type = TRACE_BRANCH,
	.funcs = &branch_funcs,
};

static struct tracer branch_tracer = {
	.entry = { .name = "branch" },
	.start = branch_start,
	.stop = branch_stop,
	.print_header = branch_header,
};

static int __init branch_init(void)
{
	if (!register_trace_event(&branch_event))
		return -EBUSY;
	return instance_tracer_register(&branch_tracer);
}
core_initcall(branch_init);
