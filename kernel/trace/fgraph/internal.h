/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Shared by the files of fgraph/.
 */
#ifndef _KERNEL_TRACE_FGRAPH_INTERNAL_H
#define _KERNEL_TRACE_FGRAPH_INTERNAL_H

#include "fgraph.h"

/* shadow_stack.c */
int fgraph_stacks_need(void);
bool fgraph_stack_give(struct task_struct *task, unsigned long *stack);
void fgraph_forget(struct fgraph_ops *gops);
void fgraph_for_each(void (*fn)(struct fgraph_task *stack,
				unsigned long data), unsigned long data);

#endif /* _KERNEL_TRACE_FGRAPH_INTERNAL_H */
