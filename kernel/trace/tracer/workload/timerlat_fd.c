// SPDX-License-Identifier: GPL-2.0
/*
 * The files osnoise/per_cpu/cpuN/timerlat_fd: a task of user space in the place of
 * timerlat's thread.
 *
 * It is bound to the CPU and opens its file; a read waits for the next activation.
 * What it does until it reads again is its work, and measured, too. When tracing
 * ends, or the CPU goes, or it moves to another one, it is killed.
 */
#include <linux/cleanup.h>
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/init.h>
#include <linux/sched/signal.h>
#include <linux/security.h>
#include <linux/tracefs.h>

#include "timerlat.h"

static int timerlat_fd_enter(struct file *file, int cpu)
{
	struct timerlat_cpu *tc = per_cpu_ptr(&timerlat_cpus, cpu);

	lockdep_assert_held(&workload_lock);

	if (!workload_is_used(&timerlat_load) || osnoise_shape() != WORKLOAD_IDLE)
		return -EINVAL;
	if (tc->task)
		return -EBUSY;
	migrate_disable();
	if (current->nr_cpus_allowed > 1 || smp_processor_id() != cpu) {
		migrate_enable();
		return -EPERM;
	}
	timerlat_enter(tc);
	tc->in_user = false;
	tc->file = file;
	migrate_enable();
	return 0;
}

static int timerlat_fd_open(struct inode *inode, struct file *file)
{
	int cpu = (long)tracefs_inode_node(inode)->data;
	int ret;

	ret = security_locked_down(LOCKDOWN_TRACEFS);
	if (ret)
		return ret;
	file->private_data = (void *)(long)cpu;
	workload_hold();
	ret = timerlat_fd_enter(file, cpu);
	workload_let_go();
	return ret;
}

static ssize_t timerlat_fd_read(struct file *file, char __user *ubuf,
				size_t count, loff_t *ppos)
{
	int cpu = (long)file->private_data;
	struct timerlat_cpu *tc = per_cpu_ptr(&timerlat_cpus, cpu);

	if (READ_ONCE(tc->task) != current)
		return -EINVAL;
	if (current->nr_cpus_allowed > 1 || raw_smp_processor_id() != cpu) {
		send_sig(SIGKILL, current, 1);
		return -EINVAL;
	}
	if (tc->in_user)
		timerlat_woken(tc, TIMERLAT_USER);
	tc->in_user = timerlat_wait(tc);
	if (!tc->in_user)
		return -EINTR;
	timerlat_woken(tc, TIMERLAT_THREAD);
	return 0;
}

static int timerlat_fd_release(struct inode *inode, struct file *file)
{
	int cpu = (long)file->private_data;
	struct timerlat_cpu *tc = per_cpu_ptr(&timerlat_cpus, cpu);

	workload_hold();
	/* There may be another one by now. */
	if (tc->file == file) {
		tc->file = NULL;
		timerlat_leave(tc, cpu);
	}
	workload_let_go();
	return 0;
}

static const struct file_operations timerlat_fd_fops = {
	.open		= timerlat_fd_open,
	.read		= timerlat_fd_read,
	.llseek		= generic_file_llseek,
	.release	= timerlat_fd_release,
};

static const struct tracefs_entry timerlat_cpu_files[] = {
	{ .name = "timerlat_fd", .mode = 0440, .fops = &timerlat_fd_fops },
};

static const struct tracefs_kind timerlat_cpu_kind = {
	.entries = timerlat_cpu_files,
	.nr_entries = ARRAY_SIZE(timerlat_cpu_files),
};

static const struct tracefs_kind timerlat_per_cpu_kind;

/* The directory per_cpu of @dir. */
int __init timerlat_files(struct tracefs_node *dir)
{
	struct tracefs_node *per_cpu, *node;
	char name[24];
	long cpu;

	per_cpu = tracefs_node_create("per_cpu", dir, &timerlat_per_cpu_kind, NULL);
	if (IS_ERR(per_cpu))
		return PTR_ERR(per_cpu);
	for_each_possible_cpu(cpu) {
		snprintf(name, sizeof(name), "cpu%ld", cpu);
		node = tracefs_node_create(name, per_cpu, &timerlat_cpu_kind,
					   (void *)cpu);
		if (IS_ERR(node))
			return PTR_ERR(node);
	}
	return 0;
}
