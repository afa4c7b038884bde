// SPDX-License-Identifier: GPL-2.0
/* The lists of functions, set_ftrace_filter and set_ftrace_notrace. */
#include "../ftrace/ftrace.h"
#include "files.h"

/* Lists that are the same for all readers */

static int functions_open(struct inode *inode, struct file *file)
{
	const struct tracefs_entry *entry = tracefs_inode_entry(inode);
	struct tracing_file_ctx ctx;
	int ret;

	/* No reference is needed: the global instance is never removed. */
	ret = tracing_file_ctx_get(&ctx, inode, file);
	if (ret)
		return ret;
	ret = ftrace_func_list_open(file, entry->which, NULL, NULL);
	tracing_file_ctx_put(&ctx);
	return ret;
}

const struct tracing_seq_ops tracing_functions_ops = {
	.open		= functions_open,
	.release	= ftrace_func_list_release,
};

static int functions_totals_show(struct seq_file *m, const struct tracing_file_ctx *ctx)
{
	struct ftrace_site_totals totals;

	ftrace_get_site_totals(&totals);
	seq_printf(m, "%lu pages:%lu groups: %lu\n", totals.sites,
		   totals.pages, totals.groups);
	return 0;
}

const struct tracing_value tracing_site_totals_value = {
	.show = functions_totals_show,
};

static void functions_failure_print(const struct ftrace_failure *failure, void *data)
{
	struct seq_file *m = data;

	seq_printf(m, "%pS: %s", (void *)failure->ip, failure->reason);
	if (failure->readable)
		seq_printf(m, ": %*ph", (int)sizeof(failure->text),
			   failure->text);
	seq_putc(m, '\n');
}

static int functions_failures_show(struct seq_file *m, const struct tracing_file_ctx *ctx)
{
	unsigned long more = ftrace_failures_each(functions_failure_print, m);

	if (more)
		seq_printf(m, "and %lu more\n", more);
	return 0;
}

const struct tracing_value tracing_failures_value = {
	.show = functions_failures_show,
};

/* set_ftrace_filter and set_ftrace_notrace */

static int functions_filter_open(struct inode *inode, struct file *file)
{
	const struct tracefs_entry *entry = tracefs_inode_entry(inode);
	struct tracing_file_ctx ctx;
	int ret;

	ret = tracing_file_ctx_get(&ctx, inode, file);
	if (ret)
		return ret;
	ret = -ENODEV;
	if (ctx.tr->ops)
		ret = ftrace_filter_file_open(file, ctx.tr->ops, ctx.tr, entry->which);
	if (ret)
		tracing_file_ctx_put(&ctx);
	return ret;
}

static int functions_filter_release(struct inode *inode, struct file *file)
{
	struct tracing_dir *dir = tracefs_inode_node(inode)->data;
	/* The reference of the open file prevents the removal of the instance. */
	struct trace_array *tr = dir->tr;
	int ret = ftrace_filter_file_release(inode, file);

	instance_unpin(tr);
	return ret;
}

const struct tracing_seq_ops tracing_filter_ops = {
	.open		= functions_filter_open,
	.write		= ftrace_filter_file_write,
	.llseek		= trace_control_file_seek_reader,
	.release	= functions_filter_release,
};
