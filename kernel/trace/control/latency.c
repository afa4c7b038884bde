// SPDX-License-Identifier: GPL-2.0
/*
 * The files of the latency tracers, tracing_max_latency and tracing_thresh. Both
 * hold microseconds, and each instance has its own values.
 *
 * A monitor waits for a longer latency by poll(2) on tracing_max_latency: the file
 * is ready if a longer latency was recorded since the file was last read.
 */
#include <linux/math64.h>

#include "files.h"

static void tracing_latency_print(struct seq_file *m, u64 ns)
{
	seq_printf(m, "%llu\n", div_u64(ns + NSEC_PER_USEC / 2, NSEC_PER_USEC));
}

static int tracing_latency_max_show(struct seq_file *m, const struct tracing_file_ctx *ctx)
{
	tracing_latency_print(m, READ_ONCE(ctx->tr->max.longest));
	return 0;
}

static int tracing_latency_max_store(const struct tracing_file_ctx *ctx, unsigned long val)
{
	return instance_max_set(ctx->tr, val);
}

static unsigned int tracing_latency_max_seen(const struct tracing_file_ctx *ctx)
{
	return instance_max_changes(ctx->tr);
}

static __poll_t tracing_latency_max_poll(const struct tracing_file_ctx *ctx, struct file *file,
					 struct poll_table_struct *table, unsigned int seen)
{
	return instance_max_poll(ctx->tr, file, table, seen);
}

const struct tracing_value tracing_max_latency_value = {
	.show = tracing_latency_max_show,
	.number = tracing_latency_max_store,
	.seen = tracing_latency_max_seen,
	.poll = tracing_latency_max_poll,
};

static int tracing_latency_thresh_show(struct seq_file *m, const struct tracing_file_ctx *ctx)
{
	tracing_latency_print(m, READ_ONCE(ctx->tr->max.thresh));
	return 0;
}

static int tracing_latency_thresh_store(const struct tracing_file_ctx *ctx, unsigned long val)
{
	return instance_thresh_set(ctx->tr, val);
}

const struct tracing_value tracing_thresh_value = {
	.show = tracing_latency_thresh_show,
	.number = tracing_latency_thresh_store,
};
