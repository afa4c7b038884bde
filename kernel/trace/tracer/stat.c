// SPDX-License-Identifier: GPL-2.0
/*
 * The directory trace_stat and what its files have in common: a header followed by
 * rows, which are a copy of the statistics made when the file is opened.
 */
#include <linux/err.h>
#include <linux/init.h>
#include <linux/mm.h>

#include "stat.h"

/**
 * struct stat_file - an open file of trace_stat
 * @rows: array of rows, owned by the file
 * @size: size of a row in bytes
 * @count: number of rows
 */
struct stat_file {
	const void	*rows;
	size_t		size;
	unsigned int	count;
};

/**
 * tracer_stat_dir - get the directory trace_stat, creating it at the first call
 *
 * Context: initcalls.
 * Return: the directory, or NULL if it could not be created.
 */
struct dentry * __init tracer_stat_dir(void)
{
	static struct dentry *dir __initdata;

	if (!dir)
		dir = tracefs_create_dir("trace_stat", NULL);
	return IS_ERR(dir) ? NULL : dir;
}

/**
 * tracer_stat_start - seq_operations.start of a file of trace_stat
 * @m: the file
 * @pos: 0 for the header, or a row number counted from 1
 *
 * Context: task, may sleep.
 * Return: SEQ_START_TOKEN for the header, the row, or NULL at the end.
 */
void *tracer_stat_start(struct seq_file *m, loff_t *pos)
{
	struct stat_file *sf = m->private;

	if (!*pos)
		return SEQ_START_TOKEN;
	return *pos <= sf->count ? (void *)sf->rows + (*pos - 1) * sf->size : NULL;
}

/**
 * tracer_stat_next - seq_operations.next of a file of trace_stat
 * @m: the file
 * @v: current row, unused
 * @pos: position, which is incremented
 *
 * Context: task, may sleep.
 * Return: as tracer_stat_start().
 */
void *tracer_stat_next(struct seq_file *m, void *v, loff_t *pos)
{
	++*pos;
	return tracer_stat_start(m, pos);
}

/**
 * tracer_stat_stop - seq_operations.stop of a file of trace_stat
 * @m: the file
 * @v: current row, unused
 *
 * Context: task, may sleep.
 */
void tracer_stat_stop(struct seq_file *m, void *v)
{
}

/**
 * tracer_stat_open - open a file of trace_stat
 * @inode: inode of the file
 * @file: the file
 * @ops: of the rows; show() is called with SEQ_START_TOKEN for the header
 * @rows: array of rows, freed with kvfree() when the file is released; or an
 *	ERR_PTR(), which is the error of this function
 * @size: size of a row in bytes
 * @count: number of rows
 *
 * Context: task, may sleep.
 * Return: 0, -ENOMEM, or the error in @rows.
 */
int tracer_stat_open(struct inode *inode, struct file *file,
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

/**
 * tracer_stat_release - release a file that tracer_stat_open() opened
 * @inode: inode of the file
 * @file: the file
 *
 * Context: task, may sleep.
 * Return: 0.
 */
int tracer_stat_release(struct inode *inode, struct file *file)
{
	struct seq_file *m = file->private_data;
	struct stat_file *sf = m->private;

	kvfree(sf->rows);
	return seq_release_private(inode, file);
}
