/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Structures and functions for timerlat's threads, of the kernel and of user space.
 */
#ifndef _KERNEL_TRACE_TRACER_TIMERLAT_H
#define _KERNEL_TRACE_TRACER_TIMERLAT_H

#include <linux/hrtimer.h>
#include <linux/percpu.h>

#include "osnoise.h"

/* Contexts in which a latency is measured: event_timerlat.context. */
enum timerlat_context {
	TIMERLAT_IRQ,
	TIMERLAT_THREAD,
	TIMERLAT_USER,		/* the task of user space has finished its work */
};

#define TIMERLAT_STACK	64

/**
 * struct timerlat_cpu - state of a CPU
 * @timer: timer that wakes the thread
 * @task: the thread, with a reference, or NULL
 * @file: open timerlat_fd of a thread of user space, or NULL
 * @due: time at which the timer is to expire, CLOCK_MONOTONIC in ns
 * @seq: number of activations
 * @fired: the timer has expired
 * @in_user: the thread of user space has returned from read() since then
 * @depth: number of entries in @stack
 * @stack: stack that the timer's interrupt has interrupted
 *
 * A kernel thread sets and clears @task itself. For a thread of user space, @task
 * and @file are changed under workload_lock. The other members are written by the
 * thread and by the timer.
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

void timerlat_thread_begin(struct timerlat_cpu *tc);
void timerlat_thread_end(struct timerlat_cpu *tc, int cpu);
bool timerlat_thread_wait(struct timerlat_cpu *tc);
void timerlat_thread_woken(struct timerlat_cpu *tc, enum timerlat_context where);

#endif /* _KERNEL_TRACE_TRACER_TIMERLAT_H */
