// SPDX-License-Identifier: GPL-2.0
/*
 * set_graph_function, set_graph_notrace and max_graph_depth.
 */
#include "../ftrace/ftrace.h"
#include "internal.h"

/* tracefs_entry.which tells which of the two it is. */
static bool graph_list_deny(const struct file *file)
{
	return tracefs_inode_entry(file_inode(file))->which;
}

static int graph_list_open(struct inode *inode, struct file *file)
{
	struct tracing_file_ctx at;
	int ret;

	/* The global instance stays: no need to keep it. */
	ret = tracing_file_ctx_get(&at, inode);
	if (ret)
		return ret;
	tracing_file_ctx_put(&at);

	if (file->f_mode & FMODE_READ)
		ret = ftrace_graph_list_open(file, graph_list_deny(file));
	if (!ret && tracing_truncates(file))
		ftrace_graph_list_clear(graph_list_deny(file));
	return ret;
}

static int graph_list_word(void *file, char *word)
{
	return ftrace_graph_list_word(word, graph_list_deny(file));
}

static ssize_t graph_list_write(struct file *file, const char __user *ubuf,
				size_t count, loff_t *ppos)
{
	return tracing_word_write(ubuf, count, ppos, TRACING_SYMBOL_MAX,
				  graph_list_word, file);
}

static int graph_list_release(struct inode *inode, struct file *file)
{
	if (file->f_mode & FMODE_READ)
		return ftrace_show_seq_release(inode, file);
	return 0;
}

const struct tracing_seq_ops tracing_graph_list_ops = {
	.open		= graph_list_open,
	.write		= graph_list_write,
	.llseek		= tracing_seek_reader,
	.release	= graph_list_release,
};

static int depth_show(struct seq_file *m, const struct tracing_file_ctx *at)
{
	/* As a signed number, though it is none: so it has always been. */
	seq_printf(m, "%d\n", (int)READ_ONCE(ftrace_graph_max_depth));
	return 0;
}

static int depth_number(const struct tracing_file_ctx *at, unsigned long val)
{
	if (val > UINT_MAX)
		return -EINVAL;
	ftrace_graph_depth_set(val);
	return 0;
}

const struct tracing_value tracing_graph_depth_value = {
	.show = depth_show,
	.number = depth_number,
};
