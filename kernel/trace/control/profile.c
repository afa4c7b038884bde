// SPDX-License-Identifier: GPL-2.0
/*
 * The function profiler: function_profile_enabled and trace_stat/functionN.
 */
#include <linux/err.h>
#include <linux/init.h>
#include <linux/kallsyms.h>
#include <linux/math64.h>
#include <linux/mm.h>
#include <linux/slab.h>

#include "../ftrace/ftrace.h"
#include "../output/output.h"
#include "internal.h"

/* An option of function_graph that is meant for the profiler too. */
static bool profile_option(const char *name)
{
	const struct tracer_option *option;
	struct trace_registry_entry *entry;
	struct tracer *tracer;

	entry = trace_registry_find(&instance_tracers, "function_graph");
	if (!entry)
		return true;
	tracer = container_of(entry, struct tracer, entry);
	for (option = tracer->options; option && option->name; option++) {
		if (!strcmp(option->name, name))
			return instance_tracer_options(&instance_global, tracer) &
			       option->bit;
	}
	return true;
}

static int enabled_show(struct seq_file *m, const struct tracing_file_ctx *at)
{
	seq_printf(m, "%d\n", func_profile_is_on());
	return 0;
}

static int enabled_number(const struct tracing_file_ctx *at, unsigned long val)
{
	return func_profile_set(val, !profile_option("graph-time"),
				!profile_option("sleep-time"));
}

const struct tracing_value tracing_profile_value = {
	.show = enabled_show,
	.number = enabled_number,
};

/* Of the times' distribution, in us squared, times a thousand. */
static u64 profile_variance(const struct func_profile_row *row)
{
	u64 n = row->hits;

	if (n <= 1)
		return 0;
	return div64_u64(n * row->squares - row->time * row->time,
			 n * (n - 1) * 1000);
}

static void profile_usecs(struct seq_file *m, u64 ns)
{
	char text[OUTPUT_USECS_MAX + OUTPUT_SLACK];
	char *end = output_put_usecs(text, ns);

	seq_puts(m, "    ");
	seq_write(m, text, end - text);
}

static int profile_show(struct seq_file *m, void *v)
{
	const struct func_profile_row *row = v;
	char name[KSYM_SYMBOL_LEN];

	if (v == SEQ_START_TOKEN) {
		seq_puts(m, "  Function                               Hit    Time            Avg             s^2\n"
			    "  --------                               ---    ----            ---             ---\n");
		return 0;
	}
	snprintf(name, sizeof(name), "%ps", (void *)row->ip);
	seq_printf(m, "  %-30.30s  %10lu", name, row->hits);
	profile_usecs(m, row->time);
	profile_usecs(m, div64_ul(row->time, row->hits));
	profile_usecs(m, profile_variance(row));
	seq_putc(m, '\n');
	return 0;
}

static const struct seq_operations profile_ops = {
	.start	= tracing_stat_start,
	.next	= tracing_stat_next,
	.stop	= tracing_stat_stop,
	.show	= profile_show,
};

static int profile_open(struct inode *inode, struct file *file)
{
	struct func_profile_row *rows;
	unsigned int count = 0;

	rows = func_profile_rows((long)inode->i_private, &count);
	return tracing_stat_open(inode, file, &profile_ops, rows, sizeof(*rows), count);
}

static const struct file_operations profile_fops = {
	.open		= profile_open,
	.read_iter	= seq_read_iter,
	.splice_read	= copy_splice_read,
	.llseek		= seq_lseek,
	.release	= tracing_stat_release,
};

static int __init profile_init(void)
{
	struct dentry *dir = tracing_stat_dir();
	char name[24];
	int cpu;

	if (!dir)
		return -ENOMEM;
	for_each_possible_cpu(cpu) {
		snprintf(name, sizeof(name), "function%d", cpu);
		tracefs_create_file(name, 0640, dir, (void *)(long)cpu,
				    &profile_fops);
	}
	return 0;
}
late_initcall(profile_init);
