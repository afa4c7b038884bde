// SPDX-License-Identifier: GPL-2.0
/*
 * The directory trace_stat, for whoever has counted something, and what its files
 * have in common: rows below a header, as they were when the file was opened.
 */
#include <linux/err.h>
#include <linux/init.h>
#include <linux/mm.h>

#include "internal.h"

/**
 * struct stat_file - an open file of trace_stat
 * @rows: the file's own
 * @size: of a row
 * @count: how many
 */
struct stat_file {
	const void	*rows;
	size_t		size;
	unsigned int	count;
};

/* NULL: it could not be made. Context: initcalls. */
struct dentry * __init tracing_stat_dir(void)
{
	static struct dentry *dir __initdata;

	if (!dir)
		dir = tracefs_create_dir("trace_stat", NULL);
	return IS_ERR(dir) ? NULL : dir;
}

/* Position 0 is the header. */
void *tracing_stat_start(struct seq_file *m, loff_t *pos)
{
	struct stat_file *sf = m->private;

	if (!*pos)
		return SEQ_START_TOKEN;
	return *pos <= sf->count ? (void *)sf->rows + (*pos - 1) * sf->size : NULL;
}

void *tracing_stat_next(struct seq_file *m, void *v, loff_t *pos)
{
	++*pos;
	return tracing_stat_start(m, pos);
}

void tracing_stat_stop(struct seq_file *m, void *v)
{
}

int tracing_stat_open(struct inode *inode, struct file *file,
		      const struct seq_operations *ops, const void *rows,
		      size_t size, unsigned int count)
{
	struct stat_file *sf;

	if (IS_ERR(rows))
		return PTR_ERR(rows);
	sf = __seq_open_private(file, ops, sizeof(*sf));
	if (!sf) {
		kvfree(rows);
		return -ENOMEM;
	}
	*sf = (struct stat_file){ .rows = rows, .size = size, .count = count };
	return 0;
}

int tracing_stat_release(struct inode *inode, struct file *file)
{
	struct seq_file *m = file->private_data;
	struct stat_file *sf = m->private;

	kvfree(sf->rows);
	return seq_release_private(inode, file);
}
