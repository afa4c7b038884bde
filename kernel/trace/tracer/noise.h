/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Who takes a CPU from a thread, and for how long: see noise.c.
 */
#ifndef _KERNEL_TRACE_TRACER_NOISE_H
#define _KERNEL_TRACE_TRACER_NOISE_H

#include <linux/types.h>

struct task_struct;

enum noise_source {
	NOISE_NMI,
	NOISE_IRQ,
	NOISE_SOFTIRQ,
	NOISE_THREAD,
	NOISE_SOURCES,
};

/* Whose noise it is. Where there are two, the first's. */
enum noise_victim {
	NOISE_OSNOISE,
	NOISE_TIMERLAT,
	NOISE_VICTIMS,
};

/**
 * struct noise_seen - what has happened to a CPU so far
 * @time: now, by trace_clock_local()
 * @events: how often something else began to run, of whatever source
 */
struct noise_seen {
	u64		time;
	unsigned long	events;
};

/*
 * Look at interrupts, softirqs, NMIs and threads: counted. 0 or an errno. Task,
 * may sleep; instance_lock held.
 */
int noise_get(void);
void noise_put(void);

/*
 * The current thread suffers noise on this CPU, for good; @task, a victim of a CPU
 * before, doesn't any more. NULL instead of @task: whoever it was.
 */
void noise_victim_is(enum noise_victim victim);
void noise_victim_was(enum noise_victim victim, int cpu);

/*
 * The events of osnoise fire on a CPU between these two; counted. The last one
 * makes them fire on all CPUs, with victims or without.
 */
void noise_listen(int cpu);
void noise_ignore(int cpu);
void noise_listen_everywhere(bool on);

/* For a victim: all of one moment. Context: any, preemption may be on. */
struct noise_seen noise_look(void);

/* How often each source began since boot. Context: preemption or migration off. */
void noise_counts(unsigned int counts[NOISE_SOURCES]);

/*
 * An interrupt has just made a victim ready to run: what the thread that it
 * interrupted did before was no noise. Context: hard interrupt.
 */
void noise_thread_anew(void);

/* The victim found that it did not run: osnoise:sample_threshold. */
void noise_sample(u64 start, u64 duration, u64 events);

#endif /* _KERNEL_TRACE_TRACER_NOISE_H */
