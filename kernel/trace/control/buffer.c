// SPDX-License-Identifier: GPL-2.0
/*
 * The files about the size of the buffer.
 */
#include <linux/log2.h>
#include <linux/slab.h>

#include "internal.h"

/* The largest sub-buffer, in pages. */
#define BUFFER_SUBBUF_PAGES	128

/* buffer_percent */

static int percent_show(struct seq_file *m, const struct tracing_file_ctx *at)
{
	seq_printf(m, "%u\n", READ_ONCE(at->tr->buffer_percent));
	return 0;
}

static int percent_store(const struct tracing_file_ctx *at, unsigned long val)
{
	if (val > 100)
		return -EINVAL;
	WRITE_ONCE(at->tr->buffer_percent, val);
	return 0;
}

const struct tracing_value tracing_percent_value = {
	.show = percent_show,
	.number = percent_store,
};

/* buffer_size_kb, for one CPU or all */

static bool size_differs(struct trace_array *tr)
{
	unsigned long first = 0, size;
	int cpu;

	for_each_possible_cpu(cpu) {
		size = instance_size(tr, cpu);
		if (first && size != first)
			return true;
		first = size;
	}
	return false;
}

static void size_line(struct seq_file *m, const struct tracing_file_ctx *at,
		      unsigned long kb, unsigned long expanded_kb)
{
	if (at->tr->expanded || !instance_is_global(at->tr))
		seq_printf(m, "%lu\n", kb);
	else
		seq_printf(m, "%lu (expanded: %lu)\n", kb, expanded_kb);
}

static int size_show(struct seq_file *m, const struct tracing_file_ctx *at)
{
	unsigned long kb;
	int cpu = at->cpu;

	if (cpu == RING_BUFFER_ALL_CPUS) {
		if (size_differs(at->tr)) {
			seq_puts(m, "X\n");
			return 0;
		}
		cpu = cpumask_first(cpu_possible_mask);
	}
	kb = instance_size(at->tr, cpu) >> 10;
	/* Only the file of all CPUs tells the size that the buffer is to have. */
	if (at->cpu == RING_BUFFER_ALL_CPUS)
		size_line(m, at, kb, at->tr->bytes >> 10);
	else
		seq_printf(m, "%lu\n", kb);
	return 0;
}

static int size_store(const struct tracing_file_ctx *at, unsigned long kb)
{
	if (!kb)
		return -EINVAL;
	if (kb > ULONG_MAX >> 10)
		return -ENOMEM;
	return instance_resize(at->tr, kb << 10, at->cpu);
}

const struct tracing_value tracing_size_value = {
	.show = size_show,
	.number = size_store,
};

/* buffer_total_size_kb */

static int total_size_show(struct seq_file *m, const struct tracing_file_ctx *at)
{
	unsigned long kb = 0, expanded_kb = 0;
	int cpu;

	for_each_possible_cpu(cpu) {
		kb += instance_size(at->tr, cpu) >> 10;
		expanded_kb += at->tr->bytes >> 10;
	}
	size_line(m, at, kb, expanded_kb);
	return 0;
}

const struct tracing_value tracing_total_size_value = {
	.show = total_size_show,
};

/* buffer_subbuf_size_kb */

static int subbuf_show(struct seq_file *m, const struct tracing_file_ctx *at)
{
	int order = ring_buffer_subbuf_order_get(at->tr->ring);

	seq_printf(m, "%lu\n", (PAGE_SIZE << order) >> 10);
	return 0;
}

static int subbuf_store(const struct tracing_file_ctx *at, unsigned long kb)
{
	unsigned long pages;
	int order;

	if (!kb || kb > BUFFER_SUBBUF_PAGES * PAGE_SIZE >> 10)
		return -EINVAL;
	pages = DIV_ROUND_UP(kb << 10, PAGE_SIZE);
	order = order_base_2(pages);
	if (order == ring_buffer_subbuf_order_get(at->tr->ring))
		return 0;
	return instance_order_set(at->tr, order);
}

const struct tracing_value tracing_subbuf_value = {
	.show = subbuf_show,
	.number = subbuf_store,
};

/* free_buffer: the buffer shrinks when it is closed */

static int free_open(struct inode *inode, struct file *file)
{
	struct tracing_file_ctx *at;
	int ret;

	at = kmalloc(sizeof(*at), GFP_KERNEL);
	if (!at)
		return -ENOMEM;
	ret = tracing_file_ctx_get(at, inode);
	if (ret) {
		kfree(at);
		return ret;
	}
	file->private_data = at;
	return 0;
}

static ssize_t free_write(struct file *file, const char __user *ubuf,
			  size_t count, loff_t *ppos)
{
	/* So that a shell can write into it; what matters is the close. */
	*ppos += count;
	return count;
}

static int free_release(struct inode *inode, struct file *file)
{
	struct tracing_file_ctx *at = file->private_data;

	if (instance_option(at->tr, INSTANCE_OPT_DISABLE_ON_FREE))
		instance_off(at->tr);
	/* The least that a buffer can be. */
	instance_resize(at->tr, 1, RING_BUFFER_ALL_CPUS);
	tracing_file_ctx_put(at);
	kfree(at);
	return 0;
}

const struct file_operations tracing_free_fops = {
	.open		= free_open,
	.write		= free_write,
	.release	= free_release,
};
