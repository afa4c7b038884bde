/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Settings and functions that the tracers osnoise and timerlat share.
 */
#ifndef _KERNEL_TRACE_TRACER_OSNOISE_H
#define _KERNEL_TRACE_TRACER_OSNOISE_H

#include <linux/bits.h>
#include <linux/cpumask.h>
#include <linux/math64.h>

#include "workload.h"
#include "interference.h"

/* Options in the file osnoise/options, in the order of the file. */
enum osnoise_option {
	OSNOISE_DEFAULTS,	/* not an option: sets the others to their defaults */
	OSNOISE_WORKLOAD,
	OSNOISE_PANIC_ON_STOP,
	OSNOISE_PREEMPT_DISABLE,
	OSNOISE_IRQ_DISABLE,
	OSNOISE_TIMERLAT_ALIGN,
	OSNOISE_OPTIONS,
};

#define OSNOISE_OPTIONS_DEFAULT	((long)BIT(OSNOISE_WORKLOAD))

/**
 * struct osnoise_settings - settings in the directory osnoise, times in us
 * @period: period of osnoise
 * @runtime: time of each period during which osnoise measures
 * @stop: a single noise of osnoise, or latency of timerlat's interrupt, that stops
 *	tracing; 0 for never
 * @stop_total: noise of a period of osnoise, or latency of timerlat's thread, that
 *	stops tracing; 0 for never
 * @timerlat_period: period of timerlat
 * @timerlat_align: distance between the activations of the threads of two CPUs of timerlat,
 *	if they are aligned
 * @print_stack: latency of timerlat's thread from which on the stack of the
 *	interrupted context is recorded; 0 for never
 * @options: BIT(enum osnoise_option)
 *
 * Written under workload_lock, read without a lock.
 */
struct osnoise_settings {
	u64		period;
	u64		runtime;
	u64		stop;
	u64		stop_total;
	u64		timerlat_period;
	u64		timerlat_align;
	u64		print_stack;
	unsigned long	options;
};

extern struct osnoise_settings osnoise_settings;
extern struct cpumask osnoise_cpus;	/* workload_lock */
extern struct workload osnoise_workload;

/* Test whether an option is set. Context: any. */
static inline bool osnoise_option(enum osnoise_option nr)
{
	return READ_ONCE(osnoise_settings.options) & BIT(nr);
}

/* Callbacks of struct workload for both tracers. */
enum workload_threads osnoise_threads(void);
void osnoise_cpus_get(struct cpumask *mask);

/*
 * Test whether a time in ns has reached a limit in us; 0 is no limit. Context: any.
 */
static inline bool osnoise_exceeds(u64 ns, u64 us)
{
	/* The limit may be too large to be converted to ns. */
	return us && div_u64(ns, NSEC_PER_USEC) >= us;
}

void osnoise_header(struct seq_file *m, struct trace_iterator *iter);
void timerlat_header(struct seq_file *m, struct trace_iterator *iter);

void osnoise_stop(struct workload *wl, unsigned long ip);

struct tracefs_node;

#ifdef CONFIG_TIMERLAT_TRACER
extern struct workload timerlat_workload;
#define OSNOISE_WORKLOADS	{ &osnoise_workload, &timerlat_workload }

int osnoise_timerlat_files(struct tracefs_node *dir);
#else
#define OSNOISE_WORKLOADS	{ &osnoise_workload }

static inline int osnoise_timerlat_files(struct tracefs_node *dir)
{
	return 0;
}
#endif

#endif /* _KERNEL_TRACE_TRACER_OSNOISE_H */
