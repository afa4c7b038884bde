/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What osnoise and timerlat share: their settings in the directory osnoise.
 */
#ifndef _KERNEL_TRACE_TRACER_OSNOISE_H
#define _KERNEL_TRACE_TRACER_OSNOISE_H

#include <linux/bits.h>
#include <linux/cpumask.h>
#include <linux/math64.h>

#include "workload.h"
#include "interference.h"

/* Words of the file options, in its order. */
enum osnoise_option {
	OSNOISE_DEFAULTS,	/* no option of its own: resets the others */
	OSNOISE_WORKLOAD,
	OSNOISE_PANIC_ON_STOP,
	OSNOISE_PREEMPT_DISABLE,
	OSNOISE_IRQ_DISABLE,
	OSNOISE_OPTIONS,
};

#define OSNOISE_OPTIONS_DEFAULT	((long)BIT(OSNOISE_WORKLOAD))

/**
 * struct osnoise_settings - the files of the directory osnoise
 * @period: in us, of osnoise
 * @runtime: us of each period in which it looks for noise
 * @stop: a noise, or latency of the timer's interrupt, of so many us stops tracing
 * @stop_total: the same for noise of a period, or latency of the thread
 * @timerlat_period: in us
 * @print_stack: from which latency of the thread on, in us, to print what the
 *	timer's interrupt had interrupted
 * @options: BIT(enum osnoise_option)
 *
 * 0 stops or prints never. Written under workload_lock, read anywhere.
 */
struct osnoise_settings {
	u64		period;
	u64		runtime;
	u64		stop;
	u64		stop_total;
	u64		timerlat_period;
	u64		print_stack;
	unsigned long	options;
};

extern struct osnoise_settings osnoise_settings;
extern struct cpumask osnoise_cpus;	/* workload_lock */
extern struct load osnoise_load;

static inline bool osnoise_option(enum osnoise_option nr)
{
	return READ_ONCE(osnoise_settings.options) & BIT(nr);
}

/* Functions of struct load that both have. */
enum workload_shape osnoise_shape(void);
void osnoise_cpus_get(struct cpumask *mask);

/* Is a time, in ns, more than this setting allows? */
static inline bool osnoise_exceeds(u64 ns, u64 us)
{
	/* A user may have asked for more than can be multiplied. */
	return us && div_u64(ns, NSEC_PER_USEC) >= us;
}

/* What stands above the trace. */
void osnoise_header(struct seq_file *m, struct trace_iterator *iter);
void timerlat_header(struct seq_file *m, struct trace_iterator *iter);

/* Stop tracing of the instances of @load, from this CPU; @ip: who says so. */
void osnoise_stop(struct load *load, unsigned long ip);

struct tracefs_node;

#ifdef CONFIG_TIMERLAT_TRACER
extern struct load timerlat_load;
#define OSNOISE_LOADS	{ &osnoise_load, &timerlat_load }

int timerlat_files(struct tracefs_node *dir);
#else
#define OSNOISE_LOADS	{ &osnoise_load }

static inline int timerlat_files(struct tracefs_node *dir)
{
	return 0;
}
#endif

#endif /* _KERNEL_TRACE_TRACER_OSNOISE_H */
