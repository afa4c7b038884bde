/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The function profiler: see profile.c.
 */
#ifndef _KERNEL_TRACE_TRACER_PROFILE_H
#define _KERNEL_TRACE_TRACER_PROFILE_H

#include <linux/types.h>

/**
 * struct func_profile_row - counts of a function on a CPU
 * @ip: address of the function's patch site
 * @hits: number of calls
 * @time: sum of the times of all calls in ns
 * @squares: sum of the squares of these times
 */
struct func_profile_row {
	unsigned long	ip;
	unsigned long	hits;
	u64		time;
	u64		squares;
};

int func_profile_set(bool on, bool own_time, bool run_time);
bool func_profile_is_on(void);
struct func_profile_row *func_profile_rows(int cpu, unsigned int *count);

#endif /* _KERNEL_TRACE_TRACER_PROFILE_H */
