// SPDX-License-Identifier: GPL-2.0
/*
 * Calls of a function while a task of higher priority waits to run, which is the section
 * that wakeup_rt traces. The reader of the parameter sets the tracer.
 */
#include <linux/err.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/preempt.h>
#include <linux/sched.h>

#include "measure.h"

/* With so few calls the records fit in one sub-buffer in some rounds. */
#define SECTION_CALLS 100

static noinline void bench_section_call(void)
{
	barrier();
}

static int sleeper(void *unused)
{
	for (;;) {
		set_current_state(TASK_INTERRUPTIBLE);
		if (kthread_should_stop())
			break;
		schedule();
	}
	__set_current_state(TASK_RUNNING);
	return 0;
}

/* One round: wake up the task, which runs after the calls. */
static u64 section(struct task_struct *task)
{
	u64 start, took;

	preempt_disable();
	wake_up_process(task);
	start = bench_now();
	for (int i = 0; i < SECTION_CALLS; i++)
		bench_section_call();
	took = bench_now() - start;
	preempt_enable();
	cond_resched();
	return took;
}

static int get_section(char *text, const struct kernel_param *param)
{
	struct task_struct *task = kthread_create(sleeper, NULL, "bench_section");
	u64 best = U64_MAX;

	if (IS_ERR(task))
		return PTR_ERR(task);
	sched_set_fifo(task);
	kthread_bind(task, raw_smp_processor_id());
	for (int round = 0; round < BENCH_ROUNDS; round++) {
		u64 took = section(task);

		if (round >= BENCH_WARM_ROUNDS && took < best)
			best = took;
	}
	kthread_stop(task);
	return bench_emit(text, best * (BENCH_CALLS / SECTION_CALLS));
}

static const struct kernel_param_ops section_ops = { .get = get_section };
module_param_cb(section, &section_ops, NULL, 0444);
