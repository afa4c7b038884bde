// SPDX-License-Identifier: GPL-2.0
/*
 * The tracer sysprof: samples the stacks of tasks. A timer on each CPU periodically
 * records the stack of the interrupted context.
 *
 * A thread on each CPU starts the timer and stops it when the thread is stopped, so
 * the timers follow CPU hotplug.
 */
#include <linux/hrtimer.h>
#include <linux/init.h>
#include <linux/kthread.h>
#include <linux/sched.h>

#include <asm/irq_regs.h>

#include "workload.h"
#include "workload_file.h"

/* Period in us. Written under workload_lock, read without a lock. */
static u64 sysprof_period = 1000;
static const u64 sysprof_period_min = 100;
static const u64 sysprof_period_max = USEC_PER_SEC;

static DEFINE_PER_CPU(struct hrtimer, sysprof_timers);

static struct workload sysprof_workload;

static enum hrtimer_restart sysprof_sample(struct hrtimer *timer)
{
	u64 period = READ_ONCE(sysprof_period);
	struct pt_regs *regs = get_irq_regs();
	struct workload_user *user;

	workload_for_each(user, &sysprof_workload) {
		struct trace_buffer *ring = user->tr->ring;
		unsigned int context = event_context();

		if (regs && !user_mode(regs))
			instance_stack(user->tr, ring, context, 0, regs);
		instance_stack_user(user->tr, ring, context);
	}
	hrtimer_forward_now(timer, ns_to_ktime(period * NSEC_PER_USEC));
	return HRTIMER_RESTART;
}

static int sysprof_run(void *unused)
{
	struct hrtimer *timer;

	migrate_disable();
	timer = this_cpu_ptr(&sysprof_timers);
	hrtimer_init(timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED_HARD);
	timer->function = sysprof_sample;
	hrtimer_start(timer, ns_to_ktime(READ_ONCE(sysprof_period) * NSEC_PER_USEC),
		      HRTIMER_MODE_REL_PINNED_HARD);
	for (;;) {
		set_current_state(TASK_INTERRUPTIBLE);
		if (kthread_should_stop())
			break;
		schedule();
	}
	__set_current_state(TASK_RUNNING);
	hrtimer_cancel(timer);
	migrate_enable();
	return 0;
}

static enum workload_threads sysprof_threads(void)
{
	return WORKLOAD_PER_CPU;
}

static void sysprof_cpus(struct cpumask *mask)
{
	cpumask_copy(mask, cpu_possible_mask);
}

static struct workload sysprof_workload = {
	.name = "sysprof",
	.threads = sysprof_threads,
	.cpus = sysprof_cpus,
	.run = sysprof_run,
};

static int sysprof_attach(struct trace_array *tr)
{
	return workload_attach(&sysprof_workload, tr);
}

static void sysprof_detach(struct trace_array *tr)
{
	workload_detach(&sysprof_workload, tr);
}

static struct tracer sysprof_tracer = {
	.entry = { .name = "sysprof" },
	.start = sysprof_attach,
	.stop = sysprof_detach,
};

static const struct workload_file sysprof_period_file = {
	.number = &sysprof_period,
	.min = &sysprof_period_min, .max = &sysprof_period_max,
};

static int __init sysprof_file_init(void)
{
	return workload_file_single("sysprof_sample_period", &sysprof_period_file);
}
late_initcall(sysprof_file_init);

static int __init sysprof_init(void)
{
	int ret = workload_register(&sysprof_workload);

	return ret ?: instance_tracer_register(&sysprof_tracer);
}
core_initcall(sysprof_init);
