// SPDX-License-Identifier: GPL-2.0
/*
 * How long tasks did not run, for users of function graph who do not want to
 * take that for time that functions need.
 */

#include <linux/cleanup.h>
#include <linux/ftrace.h>
#include <linux/mutex.h>
#include <trace/events/sched.h>

#include "internal.h"

static DEFINE_MUTEX(sleep_lock);
static unsigned int sleep_users;	/* under sleep_lock */

static void sleep_on_switch(void *data, bool preempt, struct task_struct *prev,
			    struct task_struct *next, unsigned int prev_state)
{
	u64 now = trace_clock_local();
	struct fgraph_task *stack;

	if (prev->ret_stack)
		fgraph_task(prev)->left = now;
	if (!next->ret_stack)
		return;
	stack = fgraph_task(next);
	if (stack->left)
		stack->slept += now - stack->left;
	stack->left = 0;
}

static void sleep_forget(struct fgraph_task *stack, unsigned long data)
{
	stack->left = 0;
}

int fgraph_sleep_get(void)
{
	int ret = 0;

	guard(mutex)(&sleep_lock);
	if (!sleep_users) {
		fgraph_for_each(sleep_forget, 0);
		ret = register_trace_sched_switch(sleep_on_switch, NULL);
	}
	if (!ret)
		sleep_users++;
	return ret;
}

void fgraph_sleep_put(void)
{
	guard(mutex)(&sleep_lock);
	if (!--sleep_users)
		unregister_trace_sched_switch(sleep_on_switch, NULL);
}
