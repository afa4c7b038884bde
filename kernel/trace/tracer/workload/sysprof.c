// SPDX-License-Identifier: GPL-2.0
/*
 * The tracer sysprof: where tasks are, time and again. A timer on each CPU records
 * the stack of whatever it interrupts.
 *
 * The timer belongs to a thread of the CPU, which does nothing but start it and stop
 * it: so it comes and goes with the CPU.
 */
#include <linux/hrtimer.h>
#include <linux/init.h>
#include <linux/kthread.h>
#include <linux/sched.h>

#include <asm/irq_regs.h>

#include "workload.h"
#include "workload_file.h"

/* In us. Written under workload_lock, read anywhere. */
static u64 sysprof_period = 1000;
static const u64 sysprof_least = 100;
static const u64 sysprof_most = USEC_PER_SEC;

static DEFINE_PER_CPU(struct hrtimer, sysprof_timers);

static struct load sysprof_load;

static enum hrtimer_restart sysprof_sample(struct hrtimer *timer)
{
	u64 period = READ_ONCE(sysprof_period);
	struct pt_regs *regs = get_irq_regs();
	struct workload_user *user;

	workload_for_each(user, &sysprof_load) {
		struct trace_buffer *ring = user->tr->ring;
		unsigned int context = event_context();

		if (regs && !user_mode(regs))
			instance_stack(user->tr, ring, context, 0, regs);
		instance_user_stack(user->tr, ring, context);
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

static enum workload_shape sysprof_shape(void)
{
	return WORKLOAD_PER_CPU;
}

static void sysprof_cpus(struct cpumask *mask)
{
	cpumask_copy(mask, cpu_possible_mask);
}

static struct load sysprof_load = {
	.name = "sysprof",
	.shape = sysprof_shape,
	.cpus = sysprof_cpus,
	.run = sysprof_run,
};

static int sysprof_attach(struct trace_array *tr)
{
	return workload_attach(&sysprof_load, tr);
}

static void sysprof_detach(struct trace_array *tr)
{
	workload_detach(&sysprof_load, tr);
}

static struct tracer sysprof_tracer = {
	.entry = { .name = "sysprof" },
	.start = sysprof_attach,
	.stop = sysprof_detach,
};

static const struct workload_file sysprof_period_file = {
	.number = &sysprof_period,
	.least = &sysprof_least, .most = &sysprof_most,
};

static int __init sysprof_file_init(void)
{
	return workload_file_single("sysprof_sample_period", &sysprof_period_file);
}
late_initcall(sysprof_file_init);

static int __init sysprof_init(void)
{
	int ret = workload_register(&sysprof_load);

	return ret ?: instance_tracer_register(&sysprof_tracer);
}
core_initcall(sysprof_init);
