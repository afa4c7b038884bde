// SPDX-License-Identifier: GPL-2.0
/*
 * The pids of tasks in the pid namespace of the task that reads their records.
 *
 * What is kept of a task that ended are its pids in the outermost namespaces, without a
 * reference to these, which would keep them as long as there are records. A namespace may
 * have the address of one that was freed. It is then younger than the task.
 */
#include <linux/pid.h>
#include <linux/pid_namespace.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/timekeeping.h>

#include "lib.h"

static struct pid_namespace *comm_ns_of_reader(void)
{
	return task_active_pid_ns(current) ?: &init_pid_ns;
}

/**
 * trace_comm_ns_save - keep the pids of a task
 * @saved: set to the pids
 * @task: the task
 *
 * Context: any, preemption disabled.
 */
void trace_comm_ns_save(struct trace_comm_ns *saved, struct task_struct *task)
{
	const struct pid *pid = READ_ONCE(task->thread_pid);
	unsigned int i;

	memset(saved, 0, sizeof(*saved));
	saved->time = ktime_get_mono_fast_ns();
	for (i = 0; pid && i < TRACE_COMM_NS && i < pid->level; i++) {
		saved->ns[i] = (unsigned long)pid->numbers[i + 1].ns;
		saved->pid[i] = pid->numbers[i + 1].nr;
	}
}

/* Whether a namespace had its first task at a time. */
static bool comm_ns_existed(const struct pid_namespace *ns, u64 time)
{
	const struct task_struct *reaper;

	guard(rcu)();
	reaper = READ_ONCE(ns->child_reaper);
	return reaper && reaper->group_leader->start_time <= time;
}

/**
 * trace_comm_ns_pid - get the pid that a task had in the namespace of the reader
 * @saved: what was kept of the task, or NULL
 * @pid: pid of the task in the initial namespace
 *
 * Context: any but NMI.
 * Return: the pid; 0 if the task had none there, or if it is not known.
 */
int trace_comm_ns_pid(const struct trace_comm_ns *saved, int pid)
{
	const struct pid_namespace *ns = comm_ns_of_reader();
	unsigned int level = ns->level;

	if (!level)
		return pid;
	if (!saved || level > TRACE_COMM_NS || saved->ns[level - 1] != (unsigned long)ns)
		return 0;
	return comm_ns_existed(ns, saved->time) ? saved->pid[level - 1] : 0;
}

/**
 * trace_comm_ns_alive - get the pid that a task has in the namespace of the reader
 * @task: the task
 *
 * Context: any but NMI.
 * Return: the pid; 0 if the task has none there.
 */
int trace_comm_ns_alive(struct task_struct *task)
{
	return task_pid_nr_ns(task, comm_ns_of_reader());
}
