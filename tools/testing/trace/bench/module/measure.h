/* SPDX-License-Identifier: GPL-2.0 */
/* A loop around one call, and what it takes: the same rounds as in user space. */
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

/* A string to record, as long as those that there are most of. */
#define BENCH_TEXT "kworker/0:1"

/* Instructions under -icount; ns where there is no cycle counter. */
static inline u64 bench_now(void)
{
	u64 cycles = get_cycles();

	return cycles ? cycles : ktime_get_ns();
}

typedef void (*bench_call_t)(void *arg);

/* Ticks of BENCH_CALLS calls, the least of many rounds. Inlined with its @call. */
static __always_inline u64 bench_loop(bench_call_t call, void *arg)
{
	u64 best = U64_MAX;

	for (int round = 0; round < BENCH_ROUNDS; round++) {
		u64 start, took;

		/* An event that is asked to make way for others says so, which takes longer. */
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

/* Text of a parameter: ticks per call, in thousandths. */
static inline int bench_emit(char *text, u64 ticks)
{
	return sysfs_emit(text, "%llu.%03llu\n", ticks / BENCH_CALLS, ticks % BENCH_CALLS);
}

#endif
