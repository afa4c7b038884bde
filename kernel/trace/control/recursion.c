// SPDX-License-Identifier: GPL-2.0
/* The file recursed_functions. Opening it with O_TRUNC empties the list. */
#include <linux/kallsyms.h>

#include "files.h"

/* The rows are numbered from 1 in seq_file, as a position of 0 is no object. */
static void *recursion_start(struct seq_file *m, loff_t *pos)
{
	unsigned long ip, parent_ip;

	return trace_recursion_get(*pos, &ip, &parent_ip) ? (void *)(long)(*pos + 1) : NULL;
}

static void *recursion_next(struct seq_file *m, void *v, loff_t *pos)
{
	++*pos;
	return recursion_start(m, pos);
}

static void recursion_stop(struct seq_file *m, void *v)
{
}

static int recursion_show(struct seq_file *m, void *v)
{
	unsigned long ip, parent_ip;

	if (trace_recursion_get((long)v - 1, &ip, &parent_ip))
		seq_printf(m, "%pS:\t%pS\n", (void *)parent_ip, (void *)ip);
	return 0;
}

static const struct seq_operations recursion_seq_ops = {
	.start	= recursion_start,
	.next	= recursion_next,
	.stop	= recursion_stop,
	.show	= recursion_show,
};

static int recursion_open(struct inode *inode, struct file *file)
{
	int ret = tracing_seq_open(inode, file, &recursion_seq_ops, NULL);

	if (!ret && tracing_truncates(file))
		trace_recursion_reset();
	return ret;
}

/* What is written is ignored. */
static ssize_t recursion_write(struct file *file, const char __user *ubuf, size_t count,
			       loff_t *ppos)
{
	return count;
}

const struct tracing_seq_ops tracing_recursion_ops = {
	.open		= recursion_open,
	.write		= recursion_write,
	.release	= tracing_seq_release,
};
