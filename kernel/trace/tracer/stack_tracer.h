/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The stack tracer, which the sysctl kernel.stack_tracer_enabled switches: see
 * stack_tracer.c.
 */
#ifndef _KERNEL_TRACE_TRACER_STACK_TRACER_H
#define _KERNEL_TRACE_TRACER_STACK_TRACER_H

#include <linux/ftrace.h>

#define STACK_TRACER_MAX	256

/**
 * struct stack_trace_max - the deepest stack that was found
 * @size: its size in bytes; only a stack that exceeds @size replaces it
 * @count: number of rows in @row
 * @row: return addresses, newest call first
 * @row.ip: return address
 * @row.depth: bytes of the stack in use at that return address
 */
struct stack_trace_max {
	unsigned long	size;
	unsigned int	count;
	struct {
		unsigned long	ip;
		unsigned int	depth;
	} row[STACK_TRACER_MAX];
};

/*
 * What is counted as the frame of the traced function, which has not begun yet: what the
 * trampoline has put on the stack in its place. On x86 that is the address where the trampoline
 * returns to, on arm64 a frame record like the one that the function itself is about to make.
 */
#ifdef CONFIG_ARM64
#define STACK_TRACER_ENTRY_SIZE	(2 * sizeof(long))
#else
#define STACK_TRACER_ENTRY_SIZE	sizeof(long)
#endif

/**
 * stack_tracer_add - add a row
 * @max: the stack
 * @ip: return address
 * @depth: bytes of the stack in use at that return address
 *
 * Context: any.
 */
static inline void stack_tracer_add(struct stack_trace_max *max, unsigned long ip,
				    unsigned int depth)
{
	if (max->count == STACK_TRACER_MAX)
		return;
	max->row[max->count].ip = ip;
	max->row[max->count++].depth = depth;
}

/* stack_tracer_slots.c or stack_tracer_records.c */
void stack_tracer_add_callers(struct stack_trace_max *max, const unsigned long *ips,
			      unsigned int count, const struct ftrace_regs *fregs,
			      unsigned long *top);

/* The filter of these ops is stack_trace_filter. */
extern struct ftrace_ops stack_tracer_ops;

unsigned long stack_tracer_size(void);
void stack_tracer_size_set(unsigned long size);
void stack_tracer_read(struct stack_trace_max *stack);

#endif /* _KERNEL_TRACE_TRACER_STACK_TRACER_H */
