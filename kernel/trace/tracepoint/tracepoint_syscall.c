// SPDX-License-Identifier: GPL-2.0
/*
 * The tracepoints sys_enter and sys_exit: while one of them is on, every task
 * goes through the slow path of system calls.
 */
#include <linux/lockdep.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/thread_info.h>
#include <linux/tracepoint.h>

#include <trace/syscall.h>

/* Of the two, how many are on. Changed by one writer at a time, see below. */
static int syscall_tracepoints;

/**
 * syscall_regfunc - send all tasks through the slow path
 *
 * Context: called by the core of tracepoints, under its mutex, before the first
 * probe of sys_enter or sys_exit is connected. Tasks that are forked meanwhile
 * copy the state: see syscall_tracepoint_update().
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
 * syscall_unregfunc - let tasks take the short path again
 *
 * Context: as syscall_regfunc(), after the last probe of sys_enter or sys_exit
 * is gone.
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
