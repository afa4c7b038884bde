// SPDX-License-Identifier: GPL-2.0
/*
 * trace_stat/branch_annotated: how often each likely() and unlikely() of the kernel
 * image predicted correctly, the worst predictions first. Branches of modules are
 * not counted. branch_all.c has a similar file.
 */
#include <linux/compiler.h>
#include <linux/init.h>
#include <linux/math64.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>

#include "stat.h"

/**
 * struct branch_stat_row - counts of a branch when the file was opened
 * @data: location of the branch; the counts in @data change while the file is read
 * @right: number of correct predictions, or how often the condition was false
 * @wrong: number of incorrect predictions, or how often the condition was true
 */
struct branch_stat_row {
	const struct ftrace_branch_data	*data;
	unsigned long			right;
	unsigned long			wrong;
};

/* Share of incorrect predictions; -1 if the branch was never executed. */
static int branch_stat_percent(const struct branch_stat_row *row)
{
	if (!row->right && !row->wrong)
		return -1;
	return div64_u64((u64)row->wrong * 100, (u64)row->right + row->wrong);
}

/*
 * Sort by share of incorrect predictions, then by their number, both descending,
 * then by number of correct ones ascending. Branches that were never executed are
 * last.
 */
static int branch_stat_cmp(const void *a, const void *b)
{
	const struct branch_stat_row *x = a, *y = b;
	int percent_x = branch_stat_percent(x), percent_y = branch_stat_percent(y);

	if (percent_x != percent_y)
		return percent_x < percent_y ? 1 : -1;
	if (x->wrong != y->wrong)
		return x->wrong < y->wrong ? 1 : -1;
	if (x->right != y->right)
		return x->right > y->right ? 1 : -1;
	return 0;
}

/**
 * branch_stat_show - print a line of a file with counts of branches
 * @m: the output
 * @v: SEQ_START_TOKEN for the headers, or a row of the table that branch_stat_open() made
 * @headers: the headers
 *
 * Context: task.
 * Return: 0.
 */
int branch_stat_show(struct seq_file *m, void *v, const char *headers)
{
	const struct branch_stat_row *row = v;
	int percent;

	if (v == SEQ_START_TOKEN) {
		seq_puts(m, headers);
		return 0;
	}
	percent = branch_stat_percent(row);
	seq_printf(m, "%8lu %8lu ", row->right, row->wrong);
	if (percent >= 0)
		seq_printf(m, "%3d", percent);
	else
		seq_puts(m, "  X");
	seq_printf(m, " %-30.30s %-20.20s %d\n", row->data->func,
		   kbasename(row->data->file), row->data->line);
	return 0;
}

static int branch_stat_annotated_show(struct seq_file *m, void *v)
{
	return branch_stat_show(m, v,
		" correct incorrect  %        Function                  File              Line\n"
		" ------- ---------  -        --------                  ----              ----\n");
}

static const struct seq_operations branch_stat_annotated_ops = {
	.start	= tracer_stat_start,
	.next	= tracer_stat_next,
	.stop	= tracer_stat_stop,
	.show	= branch_stat_annotated_show,
};

static const struct branch_stat_file branch_stat_annotated = {
	.name	= "branch_annotated",
	.start	= __start_annotated_branch_profile,
	.stop	= __stop_annotated_branch_profile,
	.size	= sizeof(struct ftrace_likely_data),
	.ops	= &branch_stat_annotated_ops,
};

static int branch_stat_open(struct inode *inode, struct file *file)
{
	const struct branch_stat_file *bf = inode->i_private;
	size_t i, count = (bf->stop - bf->start) / bf->size;
	const struct ftrace_branch_data *data;
	struct branch_stat_row *rows;

	rows = kvmalloc_array(count, sizeof(*rows), GFP_KERNEL);
	if (!rows)
		return -ENOMEM;
	for (i = 0; i < count; i++) {
		data = bf->start + i * bf->size;
		rows[i].data = data;
		rows[i].right = READ_ONCE(data->correct);
		rows[i].wrong = READ_ONCE(data->incorrect);
	}
	sort(rows, count, sizeof(*rows), branch_stat_cmp, NULL);
	return tracer_stat_open(inode, file, bf->ops, rows, sizeof(*rows), count);
}

static const struct file_operations branch_stat_fops = {
	.open		= branch_stat_open,
	.read_iter	= seq_read_iter,
	.splice_read	= copy_splice_read,
	.llseek		= seq_lseek,
	.release	= tracer_stat_release,
};

/**
 * branch_stat_add - create a file with counts of branches
 * @bf: the file; not copied
 *
 * Context: boot, from late_initcall() on.
 * Return: 0 or -ENOMEM.
 */
int __init branch_stat_add(const struct branch_stat_file *bf)
{
	struct dentry *dir = tracer_stat_dir();

	if (!dir)
		return -ENOMEM;
	tracefs_create_file(bf->name, 0640, dir, (void *)bf, &branch_stat_fops);
	return 0;
}

static int __init branch_stat_init(void)
{
	return branch_stat_add(&branch_stat_annotated);
}
late_initcall(branch_stat_init);
