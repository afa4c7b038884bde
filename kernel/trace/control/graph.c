// SPDX-License-Identifier: GPL-2.0
/*
 * set_graph_function, set_graph_notrace and max_graph_depth.
 */
#include "../ftrace/ftrace.h"
#include "files.h"

/* tracefs_entry.which: false for set_graph_function, true for set_graph_notrace. */
static bool tracing_graph_list_is_notrace(const struct file *file)
{
	return tracefs_inode_entry(file_inode(file))->which;
}

static int tracing_graph_list_open(struct inode *inode, struct file *file)
{
	struct tracing_file_ctx ctx;
	int ret;

	/* No reference is needed: the global instance is never removed. */
	ret = tracing_file_ctx_get(&ctx, inode, file);
	if (ret)
		return ret;
	tracing_file_ctx_put(&ctx);

	if (file->f_mode & FMODE_READ)
		ret = ftrace_graph_list_open(file, tracing_graph_list_is_notrace(file));
	if (!ret && tracing_truncates(file))
		ftrace_graph_list_clear(tracing_graph_list_is_notrace(file));
	return ret;
}

static int tracing_graph_list_word(void *file, char *word)
{
	return ftrace_graph_list_edit(word, tracing_graph_list_is_notrace(file));
}

static ssize_t tracing_graph_list_write(struct file *file, const char __user *ubuf,
					size_t count, loff_t *ppos)
{
	return tracing_word_write(ubuf, count, ppos, TRACING_SYMBOL_MAX,
				  tracing_graph_list_word, file);
}

static int tracing_graph_list_release(struct inode *inode, struct file *file)
{
	if (file->f_mode & FMODE_READ)
		return ftrace_func_list_release(inode, file);
	return 0;
}

const struct tracing_seq_ops tracing_graph_list_ops = {
	.open		= tracing_graph_list_open,
	.write		= tracing_graph_list_write,
	.llseek		= trace_control_file_seek_reader,
	.release	= tracing_graph_list_release,
};

static int tracing_graph_depth_show(struct seq_file *m, const struct tracing_file_ctx *ctx)
{
	/* The unsigned limit has always been printed as a signed number. */
	seq_printf(m, "%d\n", (int)READ_ONCE(ftrace_graph_max_depth));
	return 0;
}

static int tracing_graph_depth_store(const struct tracing_file_ctx *ctx, unsigned long val)
{
	if (val > UINT_MAX)
		return -EINVAL;
	ftrace_graph_depth_set(val);
	return 0;
}

const struct tracing_value tracing_graph_depth_value = {
	.show = tracing_graph_depth_show,
	.number = tracing_graph_depth_store,
};
