// SPDX-License-Identifier: GPL-2.0
/*
 * Code with markers: opening /proc/marker-example fires them, and fails with -EPERM.
 *
 * The markers are in a function, in an inline function and in a loop. The inline function
 * is called in the loop and after the loop; both calls belong to the same marker.
 */
#include <linux/marker.h>
#include <linux/module.h>
#include <linux/proc_fs.h>
#include <linux/sched.h>

#define EXAMPLE_ROUNDS	3

static inline void example_round(int i)
{
	trace_mark(example_round, "number %d half %hhu", i, (u8)(i / 2));
}

static int example_open(struct inode *inode, struct file *file)
{
	int i;

	trace_mark(example_open, "pid %d comm %s", current->pid, current->comm);
	for (i = 0; i < EXAMPLE_ROUNDS; i++)
		example_round(i);
	example_round(-1);
	trace_mark(example_done, MARK_NOARGS);
	return -EPERM;
}

static const struct proc_ops example_ops = {
	.proc_open = example_open,
};

static int __init example_init(void)
{
	if (!proc_create("marker-example", 0444, NULL, &example_ops))
		return -ENOMEM;
	return 0;
}
module_init(example_init);

static void __exit example_exit(void)
{
	remove_proc_entry("marker-example", NULL);
}
module_exit(example_exit);

MODULE_DESCRIPTION("Sample of kernel markers");
MODULE_LICENSE("GPL");
