// SPDX-License-Identifier: GPL-2.0
/*
 * trace_stat/branch_all: how often the condition of each if of the kernel image was false,
 * and how often it was true.
 */
#include <linux/compiler.h>
#include <linux/init.h>

#include "stat.h"

static int branch_all_show(struct seq_file *m, void *v)
{
	return branch_stat_show(m, v,
		"   miss      hit    %        Function                  File              Line\n"
		" ------- ---------  -        --------                  ----              ----\n");
}

static const struct seq_operations branch_all_ops = {
	.start	= tracer_stat_start,
	.next	= tracer_stat_next,
	.stop	= tracer_stat_stop,
	.show	= branch_all_show,
};

static const struct branch_stat_file branch_all_file = {
	.name	= "branch_all",
	.start	= __start_branch_profile,
	.stop	= __stop_branch_profile,
	.size	= sizeof(struct ftrace_branch_data),
	.ops	= &branch_all_ops,
};

static int __init branch_all_init(void)
{
	return branch_stat_add(&branch_all_file);
}
late_initcall(branch_all_init);
