// SPDX-License-Identifier: GPL-2.0
/*
 * The files that show and set the size of the ring buffer, per_cpu/cpuN/stats, and
 * free_buffer.
 */
#include <linux/log2.h>
#include <linux/slab.h>
#include <linux/time64.h>

#include "../ring/ring.h"
#include "files.h"

/* The largest size of a sub-buffer, in pages. */
#define BUFFER_SUBBUF_PAGES	128

/* buffer_percent */

static int tracing_buffer_percent_show(struct seq_file *m, const struct tracing_file_ctx *ctx)
{
	seq_printf(m, "%u\n", READ_ONCE(ctx->tr->buffer_percent));
	return 0;
}

static int tracing_buffer_percent_store(const struct tracing_file_ctx *ctx, unsigned long val)
{
	if (val > 100)
		return -EINVAL;
	WRITE_ONCE(ctx->tr->buffer_percent, val);
	return 0;
}

const struct tracing_value tracing_percent_value = {
	.show = tracing_buffer_percent_show,
	.number = tracing_buffer_percent_store,
};

/* buffer_size_kb, of one CPU or of all */

static bool tracing_buffer_size_differs(struct trace_array *tr)
{
	unsigned long first = 0, size;
	int cpu;

	for_each_possible_cpu(cpu) {
		size = instance_buffer_size(tr, cpu);
		if (first && size != first)
			return true;
		first = size;
	}
	return false;
}

static void tracing_buffer_size_print(struct seq_file *m, const struct tracing_file_ctx *ctx,
				      unsigned long kb, unsigned long expanded_kb)
{
	if (ctx->tr->expanded || !instance_is_global(ctx->tr))
		seq_printf(m, "%lu\n", kb);
	else
		seq_printf(m, "%lu (expanded: %lu)\n", kb, expanded_kb);
}

static int tracing_buffer_size_show(struct seq_file *m, const struct tracing_file_ctx *ctx)
{
	unsigned long kb;
	int cpu = ctx->cpu;

	if (cpu == RING_BUFFER_ALL_CPUS) {
		if (tracing_buffer_size_differs(ctx->tr)) {
			seq_puts(m, "X\n");
			return 0;
		}
		cpu = cpumask_first(cpu_possible_mask);
	}
	kb = instance_buffer_size(ctx->tr, cpu) >> 10;
	/* Only the file of all CPUs shows the size that the buffer expands to. */
	if (ctx->cpu == RING_BUFFER_ALL_CPUS)
		tracing_buffer_size_print(m, ctx, kb, ctx->tr->bytes >> 10);
	else
		seq_printf(m, "%lu\n", kb);
	return 0;
}

static int tracing_buffer_size_store(const struct tracing_file_ctx *ctx, unsigned long kb)
{
	if (!kb)
		return -EINVAL;
	if (kb > ULONG_MAX >> 10)
		return -ENOMEM;
	return instance_resize(ctx->tr, kb << 10, ctx->cpu);
}

const struct tracing_value tracing_size_value = {
	.show = tracing_buffer_size_show,
	.number = tracing_buffer_size_store,
};

/* buffer_total_size_kb */

static int tracing_buffer_total_size_show(struct seq_file *m, const struct tracing_file_ctx *ctx)
{
	unsigned long kb = 0, expanded_kb = 0;
	int cpu;

	for_each_possible_cpu(cpu) {
		kb += instance_buffer_size(ctx->tr, cpu) >> 10;
		expanded_kb += ctx->tr->bytes >> 10;
	}
	tracing_buffer_size_print(m, ctx, kb, expanded_kb);
	return 0;
}

const struct tracing_value tracing_total_size_value = {
	.show = tracing_buffer_total_size_show,
};

/* buffer_subbuf_size_kb */

static int tracing_buffer_subbuf_show(struct seq_file *m, const struct tracing_file_ctx *ctx)
{
	int order = ring_buffer_subbuf_order_get(ctx->tr->ring);

	seq_printf(m, "%lu\n", (PAGE_SIZE << order) >> 10);
	return 0;
}

static int tracing_buffer_subbuf_store(const struct tracing_file_ctx *ctx, unsigned long kb)
{
	unsigned long pages;
	int order;

	if (!kb || kb > BUFFER_SUBBUF_PAGES * PAGE_SIZE >> 10)
		return -EINVAL;
	pages = DIV_ROUND_UP(kb << 10, PAGE_SIZE);
	order = order_base_2(pages);
	if (order == ring_buffer_subbuf_order_get(ctx->tr->ring))
		return 0;
	return instance_order_set(ctx->tr, order);
}

const struct tracing_value tracing_subbuf_value = {
	.show = tracing_buffer_subbuf_show,
	.number = tracing_buffer_subbuf_store,
};

/* per_cpu/cpuN/stats */

static void tracing_buffer_stats_time(struct seq_file *m, const struct tracing_file_ctx *ctx,
				      const char *what, u64 ts)
{
	u64 usecs = div_u64(ts, NSEC_PER_USEC);
	u32 rest;

	if (!trace_clock_table[READ_ONCE(ctx->tr->clock)].in_ns) {
		seq_printf(m, "%s: %llu\n", what, ts);
		return;
	}
	usecs = div_u64_rem(usecs, USEC_PER_SEC, &rest);
	seq_printf(m, "%s: %5llu.%06u\n", what, usecs, rest);
}

static int tracing_buffer_stats_show(struct seq_file *m, const struct tracing_file_ctx *ctx)
{
	struct trace_buffer *ring = ctx->tr->ring;
	u64 account[RING_ACCOUNTS];
	int cpu = ctx->cpu;

	ring_account_cpu(ring, cpu, account);
	seq_printf(m, "entries: %llu\n", account[RING_HELD]);
	seq_printf(m, "overrun: %llu\n", account[RING_OVERWRITTEN]);
	seq_printf(m, "commit overrun: %llu\n", account[RING_NESTED]);
	seq_printf(m, "bytes: %lu\n", ring_buffer_bytes_cpu(ring, cpu));
	tracing_buffer_stats_time(m, ctx, "oldest event ts",
				  ring_buffer_oldest_event_ts(ring, cpu));
	tracing_buffer_stats_time(m, ctx, "now ts", ring_buffer_time_stamp(ring));
	seq_printf(m, "dropped events: %llu\n", account[RING_NO_SPACE]);
	seq_printf(m, "read events: %llu\n", account[RING_READ]);
	/* These lines are not part of the documented format: print them if needed only. */
	if (account[RING_RECURSION])
		seq_printf(m, "recursed events: %llu\n", account[RING_RECURSION]);
	if (ring_buffer_had_budget(ring))
		seq_printf(m, "withheld events: %llu\n", account[RING_BUDGET]);
	return 0;
}

const struct tracing_value tracing_stats_value = {
	.show = tracing_buffer_stats_show,
};

/* per_cpu/cpuN/buffer_meta: the sub-buffers of a persistent ring buffer that are in use */

static int tracing_buffer_meta_show(struct seq_file *m, const struct tracing_file_ctx *ctx)
{
	struct trace_buffer *ring = ctx->tr->ring;
	size_t nr = ring_buffer_nr_pages(ring, ctx->cpu), n;
	struct ring_subbuf subbuf;
	u64 pos = 0;

	seq_printf(m, "sub-buffers: %zu\n", nr);
	/* The limit keeps this loop from following the writer. */
	for (n = 0; n <= nr && ring_buffer_subbuf(ring, ctx->cpu, &pos, &subbuf); n++, pos++)
		seq_printf(m, "sub-buffer %u: commit: %u entries: %lu%s%s%s\n", subbuf.index,
			   subbuf.bytes, subbuf.entries, subbuf.reader ? " reader" : "",
			   subbuf.writer ? " writer" : "",
			   subbuf.last_boot ? " last-boot" : "");
	return 0;
}

const struct tracing_value tracing_meta_value = {
	.show = tracing_buffer_meta_show,
};

/* free_buffer: the buffer is shrunk when the file is closed */

static int tracing_buffer_free_open(struct inode *inode, struct file *file)
{
	struct tracing_file_ctx *ctx;
	int ret;

	ctx = kmalloc(sizeof(*ctx), GFP_KERNEL);
	if (!ctx)
		return -ENOMEM;
	ret = tracing_file_ctx_get(ctx, inode, file);
	if (ret) {
		kfree(ctx);
		return ret;
	}
	file->private_data = ctx;
	return 0;
}

static ssize_t tracing_buffer_free_write(struct file *file, const char __user *ubuf,
					 size_t count, loff_t *ppos)
{
	/* Writes succeed so that a shell can use the file; close(2) frees. */
	*ppos += count;
	return count;
}

static int tracing_buffer_free_release(struct inode *inode, struct file *file)
{
	struct tracing_file_ctx *ctx = file->private_data;

	if (instance_option(ctx->tr, INSTANCE_OPT_DISABLE_ON_FREE))
		instance_off(ctx->tr);
	/* The ring buffer rounds this up to its smallest size. */
	instance_resize(ctx->tr, 1, RING_BUFFER_ALL_CPUS);
	tracing_file_ctx_put(ctx);
	kfree(ctx);
	return 0;
}

const struct file_operations tracing_free_fops = {
	.open		= tracing_buffer_free_open,
	.write		= tracing_buffer_free_write,
	.release	= tracing_buffer_free_release,
};
