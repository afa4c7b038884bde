/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Private to fgraph/.
 *
 *	fgraph.c	users of function graph, and their callbacks
 *	shadow_stack.c	the shadow stacks of tasks, and lookup of calls there
 *	sleep_time.c	time during which tasks do not run
 *	rethook.c	hooks on the return of functions
 *	fprobe.c	probes on entry and return of functions
 */
#ifndef _KERNEL_TRACE_FGRAPH_INTERNAL_H
#define _KERNEL_TRACE_FGRAPH_INTERNAL_H

#include <linux/ftrace.h>

#include "fgraph.h"

/*
 * What rethook_hook() needs of the registers at the entry of a function: all of them,
 * unless the architecture knows better.
 */
#ifdef arch_ftrace_rethook_regs
#define FGRAPH_RETHOOK_FLAGS	0
#define fgraph_rethook_regs(_fregs)	arch_ftrace_rethook_regs(_fregs)
#else
#define FGRAPH_RETHOOK_FLAGS	FTRACE_OPS_FL_SAVE_REGS
#define fgraph_rethook_regs(_fregs)	ftrace_get_regs(_fregs)
#endif

/* shadow_stack.c */
int fgraph_stacks_alloc(void);
bool fgraph_stack_assign(struct task_struct *task, unsigned long *stack);
void fgraph_disconnect(struct fgraph_ops *gops);
void fgraph_visit_stacks(void (*fn)(struct fgraph_task *stack, unsigned long data),
			 unsigned long data);

#endif /* _KERNEL_TRACE_FGRAPH_INTERNAL_H */
