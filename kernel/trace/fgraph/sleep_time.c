// SPDX-License-Identifier: GPL-2.0
/*
 * Measures the time during which tasks do not run, for users of function graph
 * that do not count it as time of a function.
 */

#include <linux/cleanup.h>
#include <linux/ftrace.h>
#include <linux/mutex.h>
#include <trace/events/sched.h>

#include "internal.h"

static DEFINE_MUTEX(sleep_time_lock);
/* Number of users that need the time. Under sleep_time_lock. */
static unsigned int sleep_time_users;

static void sleep_time_on_switch(void *data, bool preempt, struct task_struct *prev,
				 struct task_struct *next, unsigned int prev_state)
{
	u64 now = trace_clock_local();
	struct fgraph_task *stack;

	if (prev->ret_stack)
		fgraph_task(prev)->switched_out = now;
	if (!next->ret_stack)
		return;
	stack = fgraph_task(next);
	if (stack->switched_out)
		stack->slept += now - stack->switched_out;
	stack->switched_out = 0;
}

static void sleep_time_reset(struct fgraph_task *stack, unsigned long data)
{
	stack->switched_out = 0;
}

/**
 * fgraph_sleep_time_get - keep &fgraph_task.slept up to date
 *
 * Context: task, may sleep; takes sleep_time_lock.
 * Return: 0 or -ENOMEM.
 */
int fgraph_sleep_time_get(void)
{
	int ret = 0;

	guard(mutex)(&sleep_time_lock);
	if (!sleep_time_users) {
		fgraph_visit_stacks(sleep_time_reset, 0);
		ret = register_trace_sched_switch(sleep_time_on_switch, NULL);
	}
	if (!ret)
		sleep_time_users++;
	return ret;
}

/**
 * fgraph_sleep_time_put - undo fgraph_sleep_time_get()
 *
 * Context: task, may sleep; takes sleep_time_lock.
 */
void fgraph_sleep_time_put(void)
{
	guard(mutex)(&sleep_time_lock);
	if (!--sleep_time_users)
		unregister_trace_sched_switch(sleep_time_on_switch, NULL);
}
