// SPDX-License-Identifier: GPL-2.0
/*
 * Connects the names of tasks in lib/ to tracepoints: the names of tasks that have
 * written records are saved when the tasks are switched or woken, and kept when
 * they exit or get other names.
 */
#include <linux/init.h>
#include <linux/mm_types.h>
#include <linux/sched.h>
#include <trace/events/sched.h>
#include <trace/events/task.h>

#include "../lib/lib.h"

static void tasks_on_switch(void *data, bool preempt, struct task_struct *prev,
			    struct task_struct *next, unsigned int prev_state)
{
	trace_comm_record_switch(prev, next);
}

/*
 * The probe is on sched_waking, which the waking task itself passes. sched_wakeup may be
 * passed by another CPU later: a task that exits would then have woken its parent before its
 * name is saved, and the parent may switch the events off.
 */
static void tasks_on_wakeup(void *data, struct task_struct *wakee)
{
	trace_comm_record_pair(current, wakee);
}

static int tasks_connect(void)
{
	int ret;

	ret = register_trace_sched_waking(tasks_on_wakeup, NULL);
	if (ret)
		return ret;
	ret = register_trace_sched_wakeup_new(tasks_on_wakeup, NULL);
	if (ret)
		goto out_waking;
	ret = register_trace_sched_switch(tasks_on_switch, NULL);
	if (ret)
		goto out_wakeup_new;
	trace_comm_past_update();
	return 0;

out_wakeup_new:
	unregister_trace_sched_wakeup_new(tasks_on_wakeup, NULL);
out_waking:
	unregister_trace_sched_waking(tasks_on_wakeup, NULL);
	return ret;
}

static void tasks_disconnect(void)
{
	unregister_trace_sched_switch(tasks_on_switch, NULL);
	unregister_trace_sched_wakeup_new(tasks_on_wakeup, NULL);
	unregister_trace_sched_waking(tasks_on_wakeup, NULL);
	trace_comm_past_update();
}

static void tasks_on_exit(void *data, struct task_struct *task)
{
	trace_comm_exit(task);
}

static void tasks_on_free(void *data, struct task_struct *task)
{
	trace_comm_free(task);
}

static void tasks_on_rename(void *data, struct task_struct *task, const char *name)
{
	trace_comm_rename(task, name);
}

static int tasks_connect_ends(void)
{
	int ret;

	ret = register_trace_sched_process_free(tasks_on_free, NULL);
	if (ret)
		return ret;
	ret = register_trace_task_rename(tasks_on_rename, NULL);
	if (ret)
		goto out_free;
	ret = register_trace_sched_process_exit(tasks_on_exit, NULL);
	if (ret)
		goto out_rename;
	return 0;

out_rename:
	unregister_trace_task_rename(tasks_on_rename, NULL);
out_free:
	unregister_trace_sched_process_free(tasks_on_free, NULL);
	return ret;
}

static const struct trace_comm_source tasks_source = {
	.connect	= tasks_connect,
	.disconnect	= tasks_disconnect,
	.connect_ends	= tasks_connect_ends,
};

static int __init tasks_init(void)
{
	trace_comm_set_source(&tasks_source);
	return 0;
}
early_initcall(tasks_init);
