/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Shared by the files of source/.
 */
#ifndef _KERNEL_TRACE_SOURCE_INTERNAL_H
#define _KERNEL_TRACE_SOURCE_INTERNAL_H

#include <linux/ftrace.h>
#include <linux/sched.h>
#include <linux/trace_events.h>
#include <asm/syscall.h>

/*
 * The number by which the table of system calls knows this one. A compat call
 * has numbers of its own and no event: -1.
 */
static inline int syscall_number(struct pt_regs *regs)
{
#ifdef ARCH_TRACE_IGNORE_COMPAT_SYSCALLS
	if (unlikely(arch_trace_is_compat_syscall(regs)))
		return -1;
#endif
	return syscall_get_nr(current, regs);
}

/* The linker's list of struct syscall_metadata. */
extern struct syscall_metadata *__start_syscalls_metadata[];
extern struct syscall_metadata *__stop_syscalls_metadata[];

/* Defined by architectures that need to, else in syscall_control.c. */
unsigned long arch_syscall_addr(int nr);

#endif /* _KERNEL_TRACE_SOURCE_INTERNAL_H */
