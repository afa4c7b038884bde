// SPDX-License-Identifier: GPL-2.0
/* The field common_ns_pid of filters and histograms. */
#include <linux/pid.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>

#include "internal.h"

/**
 * event_task_ns_pid - get the pid that the current task has in its own pid namespace
 *
 * Context: any, preemption disabled and RCU watching.
 * Return: the pid; 0 for an idle task, and for a task that was reaped, which may still run
 * until its last switch.
 */
int event_task_ns_pid(void)
{
	const struct pid *pid = READ_ONCE(current->thread_pid);

	return pid ? pid->numbers[pid->level].nr : 0;
}
