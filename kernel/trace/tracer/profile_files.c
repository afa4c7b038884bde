// SPDX-License-Identifier: GPL-2.0
/*
 * Control files of the function profiler: function_profile_enabled and
 * trace_stat/functionN.
 */
#include <linux/err.h>
#include <linux/init.h>
#include <linux/kallsyms.h>
#include <linux/math64.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>

#include <asm/sections.h>

#include "../output/output.h"
#include "profile.h"
#include "stat.h"
#include "tracer_file.h"

/* Value of an option of the tracer function_graph that the profiler uses as well. */
static bool profile_files_option(const char *name)
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

static int profile_files_enabled_show(struct seq_file *m, void *unused)
{
	seq_printf(m, "%d\n", func_profile_is_on());
	return 0;
}

static int profile_files_enabled_open(struct inode *inode, struct file *file)
{
	return single_open(file, profile_files_enabled_show, NULL);
}

static ssize_t profile_files_enabled_write(struct file *file, const char __user *ubuf,
					   size_t count, loff_t *ppos)
{
	unsigned long val;
	int ret;

	ret = trace_control_file_number(ubuf, count, &val);
	if (!ret)
		ret = func_profile_set(val, !profile_files_option("graph-time"),
				       !profile_files_option("sleep-time"));
	if (ret)
		return ret;
	*ppos += count;
	return count;
}

static const struct file_operations profile_enabled_fops = {
	.open		= profile_files_enabled_open,
	.read_iter	= seq_read_iter,
	.splice_read	= copy_splice_read,
	.write		= profile_files_enabled_write,
	.poll		= tracer_file_poll,
	.llseek		= trace_control_file_seek,
	.release	= single_release,
};

/* Variance of the times of a function in us squared, times a thousand. */
static u64 profile_files_variance(const struct func_profile_row *row)
{
	u64 n = row->hits;

	if (n <= 1)
		return 0;
	return div64_u64(n * row->squares - row->time * row->time,
			 n * (n - 1) * 1000);
}

static void profile_files_put_usecs(struct seq_file *m, u64 ns)
{
	char text[OUTPUT_USECS_MAX + OUTPUT_SLACK];
	char *end = output_put_usecs(text, ns);

	seq_puts(m, "    ");
	seq_write(m, text, end - text);
}

/*
 * Write the name of a function, or with the option prof-text-offset where it is in the kernel
 * image. A function of a module has no place in the image.
 */
static void profile_files_name(char *name, size_t size, unsigned long ip)
{
	if (instance_option(&instance_global, INSTANCE_OPT_PROF_TEXT_OFFSET) &&
	    core_kernel_text(ip))
		snprintf(name, size, "_text+0x%lx", ip - (unsigned long)_text);
	else
		snprintf(name, size, "%ps", (void *)ip);
}

static int profile_files_stat_show(struct seq_file *m, void *v)
{
	const struct func_profile_row *row = v;
	char name[KSYM_SYMBOL_LEN];

	if (v == SEQ_START_TOKEN) {
		seq_puts(m, "  Function                               Hit    Time            Avg             s^2\n"
			    "  --------                               ---    ----            ---             ---\n");
		return 0;
	}
	profile_files_name(name, sizeof(name), row->ip);
	seq_printf(m, "  %-30.30s  %10lu", name, row->hits);
	profile_files_put_usecs(m, row->time);
	profile_files_put_usecs(m, div64_ul(row->time, row->hits));
	profile_files_put_usecs(m, profile_files_variance(row));
	seq_putc(m, '\n');
	return 0;
}

static const struct seq_operations profile_stat_ops = {
	.start	= tracer_stat_start,
	.next	= tracer_stat_next,
	.stop	= tracer_stat_stop,
	.show	= profile_files_stat_show,
};

static int profile_files_stat_open(struct inode *inode, struct file *file)
{
	struct func_profile_row *rows;
	unsigned int count = 0;

	rows = func_profile_rows((long)inode->i_private, &count);
	return tracer_stat_open(inode, file, &profile_stat_ops, rows, sizeof(*rows), count);
}

static const struct file_operations profile_stat_fops = {
	.open		= profile_files_stat_open,
	.read_iter	= seq_read_iter,
	.splice_read	= copy_splice_read,
	.llseek		= seq_lseek,
	.release	= tracer_stat_release,
};

static int __init profile_files_enabled_init(void)
{
	tracefs_create_file("function_profile_enabled", 0640, NULL, NULL,
			    &profile_enabled_fops);
	return 0;
}
fs_initcall(profile_files_enabled_init);

static int __init profile_files_stat_init(void)
{
	struct dentry *dir = tracer_stat_dir();
	char name[24];
	int cpu;

	if (!dir)
		return -ENOMEM;
	for_each_possible_cpu(cpu) {
		snprintf(name, sizeof(name), "function%d", cpu);
		tracefs_create_file(name, 0640, dir, (void *)(long)cpu,
				    &profile_stat_fops);
	}
	return 0;
}
late_initcall(profile_files_stat_init);
