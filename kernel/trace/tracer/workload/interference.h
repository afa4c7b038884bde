/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Measures how long other contexts and threads interrupt the thread of a workload:
 * see interference.c.
 */
#ifndef _KERNEL_TRACE_TRACER_INTERFERENCE_H
#define _KERNEL_TRACE_TRACER_INTERFERENCE_H

#include <linux/types.h>

struct task_struct;

enum interference_source {
	INTERFERENCE_NMI,
	INTERFERENCE_IRQ,
	INTERFERENCE_SOFTIRQ,
	INTERFERENCE_THREAD,
	INTERFERENCE_SOURCES,
};

/* Workloads whose thread is measured. If a CPU has both, osnoise has precedence. */
enum interference_target {
	INTERFERENCE_OSNOISE,
	INTERFERENCE_TIMERLAT,
	INTERFERENCE_TARGETS,
};

/**
 * struct interference_snapshot - a consistent reading of a CPU's time and counter
 * @time: current time of trace_clock_local()
 * @events: number of times that a source of any kind began to run
 */
struct interference_snapshot {
	u64		time;
	unsigned long	events;
};

int interference_get(void);
void interference_put(void);

void interference_target_set(enum interference_target target);
void interference_target_clear(enum interference_target target, int cpu);

/* Events of osnoise, enabled by CPU or on all CPUs */
void interference_events_get(int cpu);
void interference_events_put(int cpu);
void interference_events_set_all(bool on);

struct interference_snapshot interference_read(void);
void interference_counts(unsigned int counts[INTERFERENCE_SOURCES]);
void interference_thread_restart(void);
void interference_sample_event(u64 start, u64 duration, u64 events);

#endif /* _KERNEL_TRACE_TRACER_INTERFERENCE_H */
