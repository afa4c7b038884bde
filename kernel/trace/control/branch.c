// SPDX-License-Identifier: GPL-2.0
/*
 * trace_stat/branch_annotated: how often each likely() and unlikely() was right, those
 * first that were wrong most often. Those of modules are not among them.
 */
#include <linux/compiler.h>
#include <linux/init.h>
#include <linux/math64.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>

#include "internal.h"

/**
 * struct branch_row - a branch, as it was when the file was opened
 * @data: where it stands; its counts go on
 * @right: how often it was right
 * @wrong: how often not
 */
struct branch_row {
	const struct ftrace_branch_data	*data;
	unsigned long			right;
	unsigned long			wrong;
};

/* Of a branch that never ran there is none. */
static int branch_percent(const struct branch_row *row)
{
	if (!row->right && !row->wrong)
		return -1;
	return div64_u64((u64)row->wrong * 100, (u64)row->right + row->wrong);
}

/*
 * The worst first: wrong in most cases, then most often; then those that were right
 * least often. At the end, those that never ran.
 */
static int branch_cmp(const void *a, const void *b)
{
	const struct branch_row *x = a, *y = b;
	int of_x = branch_percent(x), of_y = branch_percent(y);

	if (of_x != of_y)
		return of_x < of_y ? 1 : -1;
	if (x->wrong != y->wrong)
		return x->wrong < y->wrong ? 1 : -1;
	if (x->right != y->right)
		return x->right > y->right ? 1 : -1;
	return 0;
}

static int branch_show(struct seq_file *m, void *v)
{
	const struct branch_row *row = v;
	int percent;

	if (v == SEQ_START_TOKEN) {
		seq_puts(m, " correct incorrect  %        Function                  File              Line\n"
			    " ------- ---------  -        --------                  ----              ----\n");
		return 0;
	}
	seq_printf(m, "%8lu %8lu ", row->right, row->wrong);
	percent = branch_percent(row);
	if (percent >= 0)
		seq_printf(m, "%3d", percent);
	else
		seq_puts(m, "  X");
	seq_printf(m, " %-30.30s %-20.20s %d\n", row->data->func,
		   kbasename(row->data->file), row->data->line);
	return 0;
}

static const struct seq_operations branch_ops = {
	.start	= tracing_stat_start,
	.next	= tracing_stat_next,
	.stop	= tracing_stat_stop,
	.show	= branch_show,
};

static int branch_open(struct inode *inode, struct file *file)
{
	const struct ftrace_likely_data *branch = __start_annotated_branch_profile;
	unsigned int count = __stop_annotated_branch_profile - branch;
	struct branch_row *rows;

	rows = kvmalloc_array(count, sizeof(*rows), GFP_KERNEL);
	if (!rows)
		return -ENOMEM;
	for (unsigned int i = 0; i < count; i++) {
		rows[i].data = &branch[i].data;
		rows[i].right = READ_ONCE(branch[i].data.correct);
		rows[i].wrong = READ_ONCE(branch[i].data.incorrect);
	}
	sort(rows, count, sizeof(*rows), branch_cmp, NULL);
	return tracing_stat_open(inode, file, &branch_ops, rows, sizeof(*rows), count);
}

static const struct file_operations branch_fops = {
	.open		= branch_open,
	.read_iter	= seq_read_iter,
	.splice_read	= copy_splice_read,
	.llseek		= seq_lseek,
	.release	= tracing_stat_release,
};

static int __init branch_init(void)
{
	struct dentry *dir = tracing_stat_dir();

	if (!dir)
		return -ENOMEM;
	tracefs_create_file("branch_annotated", 0640, dir, NULL, &branch_fops);
	return 0;
}
late_initcall(branch_init);
