/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Data of SYSCALL_DEFINE() for tracing system calls.
 */
#ifndef _TRACE_SYSCALL_H
#define _TRACE_SYSCALL_H

#include <linux/thread_info.h>
#include <linux/tracepoint.h>
#include <linux/trace_events.h>
#include <linux/unistd.h>

#include <asm/ptrace.h>

struct syscall_data_rule;

/**
 * struct syscall_metadata - description of a system call by its definition
 * @name: name of the function, sys_NAME
 * @syscall_nr: number of the system call; -1 until it is looked up at boot
 * @nb_args: number of arguments
 * @types: types of the arguments as text
 * @args: names of the arguments
 * @enter_fields: list of the fields of @enter_event
 * @enter_event: the event sys_enter_NAME
 * @exit_event: the event sys_exit_NAME
 * @data: what @enter_event copies from user memory; NULL if nothing, as long as nothing
 *	was requested to be copied, and always of an event without such arguments
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
	const struct syscall_data_rule	*data;
};

#if defined(CONFIG_TRACEPOINTS) && defined(CONFIG_HAVE_SYSCALL_TRACEPOINTS)

/*
 * Give a new task the same SYSCALL_TRACEPOINT flag as all other tasks, which may have
 * changed since the flags of its parent were copied. Context: tasklist_lock held.
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
