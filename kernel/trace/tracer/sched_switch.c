// SPDX-License-Identifier: GPL-2.0
/*
 * The tracer sched_switch: which task gives way to which, and which wakes which.
 * It is an old one; its lines are those with which wake-up tracers begin and end.
 *
 *	bash-2613  [000] d..2.   425.078: 2613:120:S ==> [000]  1255:120:R kondemand/0
 *	bash-2613  [000] dN.3.   425.079: 2613:120:R   + [001]     6:  0:R migration/1
 */
#include <linux/init.h>
#include <linux/slab.h>
#include <linux/tracepoint.h>

#include <trace/events/sched.h>

#include "switch.h"

static void switch_from_to(void *data, bool preempt, struct task_struct *prev,
			   struct task_struct *next, unsigned int prev_state)
{
	struct trace_array *tr = data;

	switch_record(tr->ring, TRACE_CTX, prev, next, event_context_probe());
}

static void switch_wakes(void *data, struct task_struct *task)
{
	struct trace_array *tr = data;

	switch_record(tr->ring, TRACE_WAKE, current, task, event_context_probe());
}

/* Called also after a start that failed half-way. */
static void switch_stop(struct trace_array *tr)
{
	unregister_trace_sched_wakeup_new(switch_wakes, tr);
	unregister_trace_sched_wakeup(switch_wakes, tr);
	unregister_trace_sched_switch(switch_from_to, tr);
	tracepoint_synchronize_unregister();
	trace_comm_put(TRACE_COMM_NAME);
}

static int switch_start(struct trace_array *tr)
{
	int ret;

	trace_comm_get(TRACE_COMM_NAME);
	ret = register_trace_sched_switch(switch_from_to, tr);
	ret = ret ?: register_trace_sched_wakeup(switch_wakes, tr);
	ret = ret ?: register_trace_sched_wakeup_new(switch_wakes, tr);
	if (ret)
		switch_stop(tr);
	return ret;
}

static struct tracer switch_tracer = {
	.entry = { .name = "sched_switch" },
	.start = switch_start,
	.stop = switch_stop,
};

static int __init switch_init(void)
{
	return instance_tracer_register(&switch_tracer);
}
core_initcall(switch_init);
