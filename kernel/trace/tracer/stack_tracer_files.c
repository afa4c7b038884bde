// SPDX-License-Identifier: GPL-2.0
/*
 * Control files of the stack tracer: stack_trace, stack_max_size and
 * stack_trace_filter.
 */
#include <linux/init.h>
#include <linux/slab.h>

#include "../ftrace/ftrace.h"
#include "../lib/lib.h"
#include "stack_tracer.h"
#include "tracer_file.h"

static const char stack_tracer_disabled_note[] =
	"#\n"
	"#  Stack tracer disabled\n"
	"#\n"
	"# To enable the stack tracer, either add 'stacktrace' to the\n"
	"# kernel command line\n"
	"# or 'echo 1 > /proc/sys/kernel/stack_tracer_enabled'\n"
	"#\n";

static int stack_tracer_files_trace_show(struct seq_file *m, void *unused)
{
	struct stack_trace_max *stack = kmalloc(sizeof(*stack), GFP_KERNEL);

	if (!stack)
		return -ENOMEM;
	stack_tracer_read(stack);
	seq_printf(m, "        Depth    Size   Location    (%u entries)\n"
		   "        -----    ----   --------\n", stack->count);
	if (!stack_tracer_enabled && !stack->size)
		seq_puts(m, stack_tracer_disabled_note);
	for (unsigned int i = 0; i < stack->count; i++) {
		unsigned int depth = stack->row[i].depth, above = 0;

		if (i + 1 < stack->count)
			above = stack->row[i + 1].depth;
		seq_printf(m, "%3u) %8u   %5u   %pS\n", i, depth,
			   depth - above, (void *)stack->row[i].ip);
	}
	kfree(stack);
	return 0;
}

static int stack_tracer_files_trace_open(struct inode *inode, struct file *file)
{
	return single_open(file, stack_tracer_files_trace_show, NULL);
}

static const struct file_operations stack_trace_fops = {
	.open		= stack_tracer_files_trace_open,
	.read_iter	= seq_read_iter,
	.splice_read	= copy_splice_read,
	.poll		= tracer_file_poll,
	.llseek		= seq_lseek,
	.release	= single_release,
};

static int stack_tracer_files_size_show(struct seq_file *m, void *unused)
{
	seq_printf(m, "%lu\n", stack_tracer_size());
	return 0;
}

static int stack_tracer_files_size_open(struct inode *inode, struct file *file)
{
	return single_open(file, stack_tracer_files_size_show, NULL);
}

static ssize_t stack_tracer_files_size_write(struct file *file, const char __user *ubuf,
					     size_t count, loff_t *ppos)
{
	unsigned long val;
	int ret;

	ret = trace_control_file_number(ubuf, count, &val);
	if (ret)
		return ret;
	stack_tracer_size_set(val);
	*ppos += count;
	return count;
}

static const struct file_operations stack_size_fops = {
	.open		= stack_tracer_files_size_open,
	.read_iter	= seq_read_iter,
	.splice_read	= copy_splice_read,
	.write		= stack_tracer_files_size_write,
	.poll		= tracer_file_poll,
	.llseek		= trace_control_file_seek,
	.release	= single_release,
};

static int stack_tracer_files_filter_open(struct inode *inode, struct file *file)
{
	/*
	 * Without an owner the filter accepts no commands: commands need an
	 * instance.
	 */
	return ftrace_filter_file_open(file, &stack_tracer_ops, NULL,
				       FTRACE_LIST_FILTER);
}

static const struct file_operations stack_filter_fops = {
	.open		= stack_tracer_files_filter_open,
	.read_iter	= seq_read_iter,
	.splice_read	= copy_splice_read,
	.write		= ftrace_filter_file_write,
	.llseek		= trace_control_file_seek_reader,
	.release	= ftrace_filter_file_release,
};

static int __init stack_tracer_files_init(void)
{
	tracefs_create_file("stack_trace", 0440, NULL, NULL, &stack_trace_fops);
	tracefs_create_file("stack_max_size", 0640, NULL, NULL, &stack_size_fops);
	tracefs_create_file("stack_trace_filter", 0640, NULL, NULL, &stack_filter_fops);
	return 0;
}
fs_initcall(stack_tracer_files_init);
