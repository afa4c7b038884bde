// SPDX-License-Identifier: GPL-2.0
/*
 * All clocks by name.
 */
#include <linux/array_size.h>
#include <linux/errno.h>
#include <linux/string.h>
#include <linux/timekeeping.h>
#include <linux/trace_clock.h>

#include "clock.h"

const struct clock_def trace_clock_table[] = {
	{ trace_clock_local,		"local",	true },
	{ trace_clock_global,		"global",	true },
	{ trace_clock_counter,		"counter",	false },
	{ trace_clock_jiffies,		"uptime",	false },
	{ trace_clock,			"perf",		true },
	{ ktime_get_mono_fast_ns,	"mono",		true },
	{ ktime_get_raw_fast_ns,	"mono_raw",	true },
	{ ktime_get_boot_fast_ns,	"boot",		true },
	{ ktime_get_tai_fast_ns,	"tai",		true },
	ARCH_TRACE_CLOCKS
};

const unsigned int trace_clock_count = ARRAY_SIZE(trace_clock_table);

/**
 * trace_clock_find - look up a clock
 * @name: its name
 *
 * Context: any.
 * Return: its index in trace_clock_table, or -EINVAL.
 */
int trace_clock_find(const char *name)
{
	unsigned int i;

	for (i = 0; i < trace_clock_count; i++)
		if (!strcmp(trace_clock_table[i].name, name))
			return i;
	return -EINVAL;
}
