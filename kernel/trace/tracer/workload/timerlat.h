/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What timerlat's threads share, the kernel's and those of user space.
 */
#ifndef _KERNEL_TRACE_TRACER_TIMERLAT_H
#define _KERNEL_TRACE_TRACER_TIMERLAT_H

#include <linux/hrtimer.h>
#include <linux/percpu.h>

#include "osnoise.h"

/* Where a latency was measured: struct event_timerlat.context. */
enum timerlat_context {
	TIMERLAT_IRQ,
	TIMERLAT_THREAD,
	TIMERLAT_USER,		/* the task of user space was done */
};

#define TIMERLAT_STACK	64

/**
 * struct timerlat_cpu - a CPU's thread
 * @timer: wakes it
 * @task: it, with a reference; NULL: there is none
 * @file: by which a task of user space became it, or NULL
 * @due: when it was to be woken, CLOCK_MONOTONIC
 * @seq: counts activations
 * @fired: the timer has expired
 * @in_user: the task of user space has gone there since then
 * @depth: of @stack
 * @stack: where the timer's interrupt came
 *
 * A thread of the kernel begins and ends by itself. For one of user space workload_lock
 * is held.
 */
struct timerlat_cpu {
	struct hrtimer		timer;
	struct task_struct	*task;
	struct file		*file;
	u64			due;
	unsigned int		seq;
	bool			fired;
	bool			in_user;
	unsigned int		depth;
	unsigned long		stack[TIMERLAT_STACK];
};

DECLARE_PER_CPU(struct timerlat_cpu, timerlat_cpus);

/* The current task, bound to the CPU of @tc, becomes its thread. */
void timerlat_enter(struct timerlat_cpu *tc);

/* @tc of @cpu has none any more. */
void timerlat_leave(struct timerlat_cpu *tc, int cpu);

/* Sleep until the next activation. False: it was disturbed. */
bool timerlat_wait(struct timerlat_cpu *tc);

/* It has got there: record how late. */
void timerlat_woken(struct timerlat_cpu *tc, enum timerlat_context where);

#endif /* _KERNEL_TRACE_TRACER_TIMERLAT_H */
