/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Who takes a CPU from a thread, and for how long: see noise.c.
 */
#ifndef _KERNEL_TRACE_TRACER_NOISE_H
#define _KERNEL_TRACE_TRACER_NOISE_H

#include <linux/types.h>

struct task_struct;

enum interference_source {
	INTERFERENCE_NMI,
	INTERFERENCE_IRQ,
	INTERFERENCE_SOFTIRQ,
	INTERFERENCE_THREAD,
	INTERFERENCE_SOURCES,
};

/* Whose noise it is. Where there are two, the first's. */
enum interference_victim {
	INTERFERENCE_OSNOISE,
	INTERFERENCE_TIMERLAT,
	INTERFERENCE_VICTIMS,
};

/**
 * struct interference_seen - what has happened to a CPU so far
 * @time: now, by trace_clock_local()
 * @events: how often something else began to run, of whatever source
 */
struct interference_seen {
	u64		time;
	unsigned long	events;
};

/*
 * Look at interrupts, softirqs, NMIs and threads: counted. 0 or an errno. Task,
 * may sleep; instance_lock held.
 */
int interference_get(void);
void interference_put(void);

/*
 * The current thread suffers noise on this CPU, for good; @task, a victim of a CPU
 * before, doesn't any more. NULL instead of @task: whoever it was.
 */
void interference_victim_is(enum interference_victim victim);
void interference_victim_was(enum interference_victim victim, int cpu);

/*
 * The events of osnoise fire on a CPU between these two; counted. The last one
 * makes them fire on all CPUs, with victims or without.
 */
void interference_listen(int cpu);
void interference_ignore(int cpu);
void interference_listen_everywhere(bool on);

/* For a victim: all of one moment. Context: any, preemption may be on. */
struct interference_seen interference_look(void);

/* How often each source began since boot. Context: preemption or migration off. */
void interference_counts(unsigned int counts[INTERFERENCE_SOURCES]);

/*
 * An interrupt has just made a victim ready to run: what the thread that it
 * interrupted did before was no noise. Context: hard interrupt.
 */
void interference_thread_anew(void);

/* The victim found that it did not run: osnoise:sample_threshold. */
void interference_sample(u64 start, u64 duration, u64 events);

#endif /* _KERNEL_TRACE_TRACER_NOISE_H */
