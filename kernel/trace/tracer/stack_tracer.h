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

/* The filter of these ops is stack_trace_filter. */
extern struct ftrace_ops stack_tracer_ops;

unsigned long stack_tracer_size(void);
void stack_tracer_size_set(unsigned long size);
void stack_tracer_read(struct stack_trace_max *stack);

#endif /* _KERNEL_TRACE_TRACER_STACK_TRACER_H */
