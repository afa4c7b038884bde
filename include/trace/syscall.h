/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What SYSCALL_DEFINE() leaves behind for the tracing of system calls.
 */
#ifndef _TRACE_SYSCALL_H
#define _TRACE_SYSCALL_H

#include <linux/thread_info.h>
#include <linux/tracepoint.h>
#include <linux/trace_events.h>
#include <linux/unistd.h>

#include <asm/ptrace.h>

/**
 * struct syscall_metadata - a system call as its definition wrote it
 * @name: sys_NAME
 * @syscall_nr: its number, -1 until it was looked up at boot
 * @nb_args: how many arguments
 * @types: their types as text
 * @args: their names
 * @enter_fields: fields of @enter_event
 * @enter_event: the event sys_enter_NAME
 * @exit_event: the event sys_exit_NAME
 */
struct syscall_metadata {
	const char			*name;
	int				syscall_nr;
	int				nb_args;
	const char			**types;
	const char			**args;
	struct list_head		enter_fields;
	struct trace_event_call		*enter_event;
	struct trace_event_call		*exit_event;
};

#if defined(CONFIG_TRACEPOINTS) && defined(CONFIG_HAVE_SYSCALL_TRACEPOINTS)

/*
 * A task that is being made must look as all others do, whether they were made
 * to enter the slow path or not. Context: tasklist_lock held.
 */
static inline void syscall_tracepoint_update(struct task_struct *p)
{
	if (test_syscall_work(SYSCALL_TRACEPOINT))
		set_task_syscall_work(p, SYSCALL_TRACEPOINT);
	else
		clear_task_syscall_work(p, SYSCALL_TRACEPOINT);
}

#else

static inline void syscall_tracepoint_update(struct task_struct *p)
{
}

#endif

#endif /* _TRACE_SYSCALL_H */
