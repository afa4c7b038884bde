// SPDX-License-Identifier: GPL-2.0
/*
 * Probes around the scheduler's events that concern two tasks.
 *
 * An event is recorded if the filter of its instance accepts one of the two tasks. So filters
 * have a probe that runs before all others of the tracepoint, and one that runs after them.
 */
#include <linux/mm_types.h>
#include <trace/events/sched.h>

#include "internal.h"

#define SCHED_PROBES_FIRST	INT_MAX
#define SCHED_PROBES_LAST	0

/**
 * instance_sched_unhook - disconnect the probes of a filter
 * @probes: the probes; those that are not connected are skipped
 * @data: as given to instance_sched_hook()
 *
 * Another CPU may be executing one of them.
 *
 * Context: task, may sleep.
 */
void instance_sched_unhook(const struct instance_sched_probes *probes, void *data)
{
	unregister_trace_sched_switch(probes->switch_before, data);
	unregister_trace_sched_switch(probes->switch_after, data);
	unregister_trace_sched_wakeup(probes->wakeup_before, data);
	unregister_trace_sched_wakeup(probes->wakeup_after, data);
	unregister_trace_sched_wakeup_new(probes->wakeup_before, data);
	unregister_trace_sched_wakeup_new(probes->wakeup_after, data);
	unregister_trace_sched_waking(probes->wakeup_before, data);
	unregister_trace_sched_waking(probes->wakeup_after, data);
}

/**
 * instance_sched_hook - connect the probes of a filter
 * @probes: the probes
 * @data: first argument of the probes
 *
 * The second probes come first, so that none of them is missing while the first ones are
 * connected.
 *
 * Context: task, may sleep.
 * Return: 0; -ENOMEM, and then none of the probes is connected.
 */
int instance_sched_hook(const struct instance_sched_probes *probes, void *data)
{
	int ret;

	ret = register_trace_prio_sched_switch(probes->switch_after, data, SCHED_PROBES_LAST);
	ret = ret ?: register_trace_prio_sched_wakeup(probes->wakeup_after, data,
						      SCHED_PROBES_LAST);
	ret = ret ?: register_trace_prio_sched_wakeup_new(probes->wakeup_after, data,
							  SCHED_PROBES_LAST);
	ret = ret ?: register_trace_prio_sched_waking(probes->wakeup_after, data,
						      SCHED_PROBES_LAST);
	ret = ret ?: register_trace_prio_sched_switch(probes->switch_before, data,
						      SCHED_PROBES_FIRST);
	ret = ret ?: register_trace_prio_sched_wakeup(probes->wakeup_before, data,
						      SCHED_PROBES_FIRST);
	ret = ret ?: register_trace_prio_sched_wakeup_new(probes->wakeup_before, data,
							  SCHED_PROBES_FIRST);
	ret = ret ?: register_trace_prio_sched_waking(probes->wakeup_before, data,
						      SCHED_PROBES_FIRST);
	if (ret)
		instance_sched_unhook(probes, data);
	return ret;
}
