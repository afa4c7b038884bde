// SPDX-License-Identifier: GPL-2.0
/*
 * The files of latency tracers: tracing_max_latency, tracing_thresh. Both hold
 * microseconds. An instance has its own.
 *
 * A monitor waits for a longer latency by poll(2) on tracing_max_latency: it is
 * ready when there was one since the file was last read.
 */
#include <linux/math64.h>

#include "internal.h"

static void latency_print(struct seq_file *m, u64 ns)
{
	seq_printf(m, "%llu\n", div_u64(ns + NSEC_PER_USEC / 2, NSEC_PER_USEC));
}

static int max_show(struct seq_file *m, const struct tracing_file_ctx *at)
{
	latency_print(m, READ_ONCE(at->tr->longest));
	return 0;
}

/* The largest number of microseconds that can be told in nanoseconds. */
#define LATENCY_MAX	(U64_MAX / NSEC_PER_USEC)

static int max_store(const struct tracing_file_ctx *at, unsigned long val)
{
	if (val > LATENCY_MAX)
		return -EINVAL;
	instance_max_set(at->tr, (u64)val * NSEC_PER_USEC);
	return 0;
}

static unsigned int max_seen(const struct tracing_file_ctx *at)
{
	return instance_max_seen(at->tr);
}

static __poll_t max_poll(const struct tracing_file_ctx *at, struct file *file,
			 struct poll_table_struct *table, unsigned int seen)
{
	return instance_max_poll(at->tr, file, table, seen);
}

const struct tracing_value tracing_max_latency_value = {
	.show = max_show,
	.number = max_store,
	.seen = max_seen,
	.poll = max_poll,
};

static int thresh_show(struct seq_file *m, const struct tracing_file_ctx *at)
{
	latency_print(m, READ_ONCE(at->tr->thresh));
	return 0;
}

static int thresh_store(const struct tracing_file_ctx *at, unsigned long val)
{
	if (val > LATENCY_MAX)
		return -EINVAL;
	instance_thresh_set(at->tr, (u64)val * NSEC_PER_USEC);
	return 0;
}

const struct tracing_value tracing_thresh_value = {
	.show = thresh_show,
	.number = thresh_store,
};
