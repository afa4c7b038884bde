/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the files of bridge/ need of architectures and options.
 */
#ifndef _TRACE_BRIDGE_INTERNAL_H
#define _TRACE_BRIDGE_INTERNAL_H

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

struct module;

/* export.c: take away what a module which goes has left. Context: task, may sleep. */
void export_release(struct module *mod);

/* console.c: an event's record is complete. Preemption is off. */
struct trace_event_buffer;
void bridge_console(struct trace_event_buffer *fbuffer);

/*
 * perf.c makes them, perf_record.c fills them: one for each context that may nest
 * in others (task, softirq, irq, NMI; perf core numbers them), per CPU.
 */
#define BRIDGE_PERF_CONTEXTS	4

struct bridge_perf_buf {
	u64 words[PERF_MAX_TRACE_SIZE / sizeof(u64)];
};

extern struct bridge_perf_buf __percpu *bridge_perf_bufs[BRIDGE_PERF_CONTEXTS];

/* perf_function.c */
struct perf_event;

#ifdef CONFIG_FUNCTION_TRACER
int bridge_function_filter(struct perf_event *event, const char *text);
#else
static inline int bridge_function_filter(struct perf_event *event,
					 const char *text)
{
	return -EINVAL;
}
#endif

#endif /* _TRACE_BRIDGE_INTERNAL_H */
