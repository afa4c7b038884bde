// SPDX-License-Identifier: GPL-2.0
/*
 * The tracepoints sys_enter and sys_exit: while a probe is connected to one of
 * them, every task takes the slow path of system calls.
 */
#include <linux/lockdep.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/thread_info.h>
#include <linux/tracepoint.h>

#include <trace/syscall.h>

/* Number of the two tracepoints that have a probe, under tracepoint_mutex. */
static int syscall_tracepoints;

/**
 * syscall_regfunc - have all tasks take the slow path of system calls
 *
 * A task that is being forked copies the flag from its parent; see
 * syscall_tracepoint_update().
 *
 * Context: called by kernel/tracepoint.c before the first probe is connected to
 * sys_enter or sys_exit; tracepoint_mutex held.
 * Return: 0.
 */
int syscall_regfunc(void)
{
	struct task_struct *p, *t;

	if (syscall_tracepoints++)
		return 0;

	read_lock(&tasklist_lock);
	for_each_process_thread(p, t)
		set_task_syscall_work(t, SYSCALL_TRACEPOINT);
	read_unlock(&tasklist_lock);
	return 0;
}

/**
 * syscall_unregfunc - have tasks take the short path of system calls again
 *
 * Context: as for syscall_regfunc(), after the last probe of sys_enter or
 * sys_exit was disconnected.
 */
void syscall_unregfunc(void)
{
	struct task_struct *p, *t;

	if (--syscall_tracepoints)
		return;

	read_lock(&tasklist_lock);
	for_each_process_thread(p, t)
		clear_task_syscall_work(t, SYSCALL_TRACEPOINT);
	read_unlock(&tasklist_lock);
}
