/* SPDX-License-Identifier: GPL-2.0 */
/* Shared by syscalls.c and syscall_control.c. */
#ifndef _KERNEL_TRACE_SOURCE_SYSCALLS_H
#define _KERNEL_TRACE_SOURCE_SYSCALLS_H

#include <linux/ftrace.h>
#include <linux/list.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/trace_events.h>
#include <asm/syscall.h>

struct syscall_metadata;

/*
 * Records of system calls, as described by the format files. BPF programs know them as well,
 * by these names: libbpf looks for the types that a program was compiled with in the BTF of
 * the kernel, and does not load a program if one is missing.
 */
struct syscall_trace_exit {
	struct trace_entry ent;
	int nr;
	long ret;
};

struct syscall_trace_enter {
	struct trace_entry ent;
	int nr;
	unsigned long args[];
};

/**
 * struct syscall_user - an instance that has enabled the event of a system call
 * @node: entry in syscall_side.users
 * @file: event file of the instance
 * @meta: metadata of the system call
 * @rcu: frees the entry after a grace period
 */
struct syscall_user {
	struct hlist_node node;
	struct trace_event_file *file;
	const struct syscall_metadata *meta;
	struct rcu_head rcu;
};

/**
 * struct syscall_side - entry or exit of system calls; changed under event_mutex
 * @users: lists of struct syscall_user, by number; allocated for the first user
 *	and kept
 * @nr_users: number of entries in all lists of @users
 * @perf: metadata of the system calls that perf uses, by number; allocated for
 *	the first user and kept
 * @nr_perf: number of entries in @perf
 * @connect: connects the probe of the instances to its tracepoint, or
 *	disconnects it
 * @connect_perf: connects the probe of perf to its tracepoint, or disconnects
 *	it
 */
struct syscall_side {
	struct hlist_head *users;
	int nr_users;
	struct syscall_metadata **perf;
	int nr_perf;
	int (*connect)(bool on);
	int (*connect_perf)(bool on);
};

/**
 * syscall_number - get the number of the system call that is running
 * @regs: registers at its entry
 *
 * Context: task; the system call is of the current task.
 * Return: index in the table of system calls; -1 for a compat system call, which
 * has numbers of its own and no event.
 */
static inline int syscall_number(struct pt_regs *regs)
{
#ifdef ARCH_TRACE_IGNORE_COMPAT_SYSCALLS
	if (unlikely(arch_trace_is_compat_syscall(regs)))
		return -1;
#endif
	return syscall_get_nr(current, regs);
}

/* Metadata of all system calls, collected by the linker. */
extern struct syscall_metadata *__start_syscalls_metadata[];
extern struct syscall_metadata *__stop_syscalls_metadata[];

unsigned long arch_syscall_addr(int nr);
int source_syscall_reg(struct syscall_side *side, struct trace_event_call *call,
		       enum trace_reg type, void *data);
int source_syscall_init(struct trace_event_call *call);

#endif /* _KERNEL_TRACE_SOURCE_SYSCALLS_H */
