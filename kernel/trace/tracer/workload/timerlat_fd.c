// SPDX-License-Identifier: GPL-2.0
/*
 * The files osnoise/per_cpu/cpuN/timerlat_fd: a task of user space is used as
 * timerlat's thread.
 *
 * The task must be bound to the CPU of the file. A read waits for the next
 * activation. The time until the next read is measured as the task's work. The task
 * is killed when the tracer is stopped, when the CPU goes offline, or if the task
 * is moved to another CPU.
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

	if (!workload_is_used(&timerlat_workload) || osnoise_threads() != WORKLOAD_NONE)
		return -EINVAL;
	if (tc->task)
		return -EBUSY;
	migrate_disable();
	if (current->nr_cpus_allowed > 1 || smp_processor_id() != cpu) {
		migrate_enable();
		return -EPERM;
	}
	timerlat_thread_begin(tc);
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
	workload_settings_lock();
	ret = timerlat_fd_enter(file, cpu);
	workload_settings_unlock();
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
		timerlat_thread_woken(tc, TIMERLAT_USER);
	tc->in_user = timerlat_thread_wait(tc);
	if (!tc->in_user)
		return -EINTR;
	timerlat_thread_woken(tc, TIMERLAT_THREAD);
	return 0;
}

static int timerlat_fd_release(struct inode *inode, struct file *file)
{
	int cpu = (long)file->private_data;
	struct timerlat_cpu *tc = per_cpu_ptr(&timerlat_cpus, cpu);

	workload_settings_lock();
	/* Another task may be the thread by now. */
	if (tc->file == file) {
		tc->file = NULL;
		timerlat_thread_end(tc, cpu);
	}
	workload_settings_unlock();
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

/**
 * osnoise_timerlat_files - create the directory per_cpu with the files timerlat_fd
 * @dir: the directory osnoise
 *
 * Context: initcalls.
 * Return: 0 or an errno.
 */
int __init osnoise_timerlat_files(struct tracefs_node *dir)
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
