/* SPDX-License-Identifier: GPL-2.0 */
/* Measure a call in a loop, with the same number of rounds as per_call() in bench.c. */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include <linux/ktime.h>
#include <linux/limits.h>
#include <linux/moduleparam.h>
#include <linux/sched.h>
#include <linux/sysfs.h>
#include <linux/timex.h>

#define BENCH_CALLS 1000
#define BENCH_ROUNDS 24
#define BENCH_WARM_ROUNDS 8

/* A string of the typical length of recorded strings. */
#define BENCH_TEXT "kworker/0:1"

/*
 * Return instructions under -icount, or ns. The TSC is a nanosecond under -icount; the counters
 * of other architectures have another frequency, and user-mode kernels have none.
 */
static inline u64 bench_now(void)
{
	u64 cycles = IS_ENABLED(CONFIG_X86_64) ? get_cycles() : 0;

	return cycles ? cycles : ktime_get_ns();
}

typedef void (*bench_call_t)(void *arg);

/* Return the ticks of BENCH_CALLS calls, the minimum of many rounds; inlines @call. */
static __always_inline u64 bench_loop(bench_call_t call, void *arg)
{
	u64 best = U64_MAX;

	for (int round = 0; round < BENCH_ROUNDS; round++) {
		u64 start, took;

		/* A pending reschedule changes the flags in records, which costs time. */
		cond_resched();
		start = bench_now();
		for (int i = 0; i < BENCH_CALLS; i++)
			call(arg);
		took = bench_now() - start;
		if (round >= BENCH_WARM_ROUNDS && took < best)
			best = took;
	}
	return best;
}

/* Print the value of a parameter: ticks per call, with three decimals. */
static inline int bench_emit(char *text, u64 ticks)
{
	return sysfs_emit(text, "%llu.%03llu\n", ticks / BENCH_CALLS, ticks % BENCH_CALLS);
}

#endif
