/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Private to fgraph/.
 *
 *	fgraph.c	users of function graph, and their callbacks
 *	arch_generic.c	calls and returns, by the interface of other architectures than x86
 *	shadow_stack.c	the shadow stacks of tasks, and lookup of calls there
 *	sleep_time.c	time during which tasks do not run
 *	rethook.c	hooks on the return of functions
 *	fprobe.c	probes on entry and return of functions
 *	fgraph_module.c, fprobe_module.c	what modules leave registered
 */
#ifndef _KERNEL_TRACE_FGRAPH_INTERNAL_H
#define _KERNEL_TRACE_FGRAPH_INTERNAL_H

#include <linux/ftrace.h>
#include <linux/kprobes.h>
#include <linux/objpool.h>
#include <linux/rcupdate.h>
#include <linux/rethook.h>
#include <linux/sched.h>

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

#ifdef CONFIG_RETHOOK
/* rethook_try_get() for the callers in this directory. */
static nokprobe_inline struct rethook_node *fgraph_rethook_get(struct rethook *rh)
{
	/*
	 * Where a grace period would not wait for this CPU, as in the idle loop, an
	 * architecture with noinstr has neither patch sites nor kprobes.
	 */
	if (!IS_ENABLED(CONFIG_ARCH_WANTS_NO_INSTR) && unlikely(!rcu_is_watching()))
		return NULL;
	if (unlikely(!rcu_access_pointer(rh->handler)))
		return NULL;
	return objpool_pop(&rh->pool);
}

/* rethook_hook() for the callers in this directory. */
static nokprobe_inline void fgraph_rethook_hook(struct rethook_node *node,
						struct pt_regs *regs, bool mcount)
{
	arch_rethook_prepare(node, regs, mcount);
	/*
	 * Only this task modifies the list; interrupts remove what they have
	 * added.
	 */
	__llist_add(&node->llist, &current->rethooks);
}
#endif

/* shadow_stack.c */
struct fgraph_task;

int fgraph_stacks_alloc(void);
bool fgraph_stack_assign(struct task_struct *task, unsigned long *stack);
void fgraph_disconnect(struct fgraph_ops *gops);
void fgraph_visit_stacks(void (*fn)(struct fgraph_task *stack, unsigned long data),
			 unsigned long data);

/* fgraph.c; return_to_handler() of x86-64 calls it without anything between. */
#ifdef CONFIG_X86_64
#define fgraph_return	ftrace_return_to_handler
#endif

unsigned long fgraph_return(unsigned long *retp, unsigned long retval);

#if defined(CONFIG_FUNCTION_GRAPH_TRACER) && defined(CONFIG_FTRACE_ARCH_GENERIC)
/*
 * What identifies a frame when the function is called: the frame pointer that the architecture
 * passes, if it passes that of the return, too; else the stack pointer.
 */
static __always_inline unsigned long *fgraph_entry_frame(unsigned long frame_pointer,
							 unsigned long *stack)
{
#ifdef HAVE_FUNCTION_GRAPH_FP_TEST
	return (unsigned long *)frame_pointer;
#else
	return stack;
#endif
}

/*
 * The same when the function returns. An architecture that passes no registers then has only the
 * order of the calls; no frame has the address -1.
 */
static __always_inline unsigned long *fgraph_return_frame(const struct ftrace_ret_stack *top,
							  struct ftrace_regs *fregs)
{
#ifdef CONFIG_HAVE_FUNCTION_GRAPH_FREGS
	return (unsigned long *)ftrace_regs_get_frame_pointer(fregs);
#else
	return top->from ? top->retp : (unsigned long *)-1;
#endif
}

static __always_inline unsigned long fgraph_return_value(struct ftrace_regs *fregs)
{
#ifdef CONFIG_HAVE_FUNCTION_GRAPH_FREGS
	return ftrace_regs_get_return_value(fregs);
#else
	return 0;
#endif
}
#endif

#ifdef CONFIG_S390
/* arch_s390.c */
void ftrace_graph_func(unsigned long ip, unsigned long parent_ip, struct ftrace_ops *ops,
		       struct ftrace_regs *fregs);
/* arch/s390/kernel/ftrace.c */
unsigned long prepare_ftrace_return(unsigned long ra, unsigned long sp, unsigned long ip);
#endif

#ifdef CONFIG_X86_32
/* arch_i386.c; ftrace_32.S refers to it. */
void prepare_ftrace_return(void);
#endif

struct fgraph_ops *fgraph_find_in_module(struct module *mod);

/* fprobe.c */
struct fprobe *fprobe_of_ops(struct ftrace_ops *ops);

#endif /* _KERNEL_TRACE_FGRAPH_INTERNAL_H */
