// SPDX-License-Identifier: GPL-2.0
/*
 * A marker on a tracepoint: the types of the arguments of sched_switch are internal to
 * the kernel; the marker records three integers.
 */
#include <linux/marker.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <trace/events/sched.h>

static void probe_sched_switch(void *data, bool preempt,
			       struct task_struct *prev,
			       struct task_struct *next,
			       unsigned int prev_state);

DEFINE_MARKER_TP(kernel_sched_switch, sched_switch, probe_sched_switch,
		 "prev_pid %d next_pid %d prev_state %ld");

static void notrace probe_sched_switch(void *data, bool preempt,
				       struct task_struct *prev,
				       struct task_struct *next,
				       unsigned int prev_state)
{
	marker_fire(kernel_sched_switch, prev->pid, next->pid, (long)prev_state);
}

static int __init tp_example_init(void)
{
	pr_info("tp-example: %s is registered\n",
		GET_MARKER(kernel_sched_switch).tp.name);
	return 0;
}
module_init(tp_example_init);

/* The marker and its probe are removed when the module is unloaded. */
static void __exit tp_example_exit(void)
{
}
module_exit(tp_example_exit);

MODULE_DESCRIPTION("A marker on a tracepoint");
MODULE_LICENSE("GPL");
