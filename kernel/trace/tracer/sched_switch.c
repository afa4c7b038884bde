// SPDX-License-Identifier: GPL-2.0
/*
 * The tracer sched_switch: records context switches and wakeups. The wakeup tracers
 * record the same entries at the begin and end of a latency.
 *
 *	bash-2613  [000] d..2.   425.078: 2613:120:S ==> [000]  1255:120:R kondemand/0
 *	bash-2613  [000] dN.3.   425.079: 2613:120:R   + [001]     6:  0:R migration/1
 */
#include <linux/init.h>
#include <linux/slab.h>
#include <linux/tracepoint.h>

#include <trace/events/sched.h>

#include "sched_switch.h"

static void sched_switch_probe_switch(void *data, bool preempt, struct task_struct *prev,
				      struct task_struct *next, unsigned int prev_state)
{
	struct trace_array *tr = data;

	sched_switch_record(tr->ring, TRACE_CTX, prev, next, event_context_probe());
}

static void sched_switch_probe_wakeup(void *data, struct task_struct *task)
{
	struct trace_array *tr = data;

	sched_switch_record(tr->ring, TRACE_WAKE, current, task, event_context_probe());
}

/* Called also after a start that failed halfway. */
static void sched_switch_stop(struct trace_array *tr)
{
	unregister_trace_sched_wakeup_new(sched_switch_probe_wakeup, tr);
	unregister_trace_sched_wakeup(sched_switch_probe_wakeup, tr);
	unregister_trace_sched_switch(sched_switch_probe_switch, tr);
	trace_sync_probes();
	trace_comm_put(TRACE_COMM_NAME);
}

static int sched_switch_start(struct trace_array *tr)
{
	int ret;

	trace_comm_get(TRACE_COMM_NAME);
	ret = register_trace_sched_switch(sched_switch_probe_switch, tr);
	ret = ret ?: register_trace_sched_wakeup(sched_switch_probe_wakeup, tr);
	ret = ret ?: register_trace_sched_wakeup_new(sched_switch_probe_wakeup, tr);
	if (ret)
		sched_switch_stop(tr);
	return ret;
}

static struct tracer sched_switch_tracer = {
	.entry = { .name = "sched_switch" },
	.start = sched_switch_start,
	.stop = sched_switch_stop,
};

static int __init sched_switch_init(void)
{
	return instance_tracer_register(&sched_switch_tracer);
}
core_initcall(sched_switch_init);
