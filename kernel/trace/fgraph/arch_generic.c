// SPDX-License-Identifier: GPL-2.0
/*
 * Calls and returns on architectures that implement <linux/ftrace_arch.h>.
 *
 * The callbacks of graph tracers read and replace the return address of a call. Where that is,
 * only the architecture knows. Its function ftrace_graph_func() passes the address to
 * function_graph_enter(), and replaces it if this returns 0. So the callback that a site calls
 * first has fgraph_enter() call ftrace_graph_func(), and function_graph_enter() calls the same
 * callback again, which then does its work. What it writes to fgraph_slot() decides about the
 * result.
 *
 * An interrupt may be between fgraph_enter() and function_graph_enter(), and functions that it
 * calls have entries of their own.
 */

#include <linux/compiler.h>
#include <linux/ftrace.h>
#include <linux/kprobes.h>
#include <linux/sched.h>

#include "internal.h"

/**
 * fgraph_enter - have the architecture call a callback again, with access to the return address
 * @func: the callback, which calls this function
 * @ip: argument of @func
 * @parent_ip: argument of @func
 * @ops: argument of @func
 * @fregs: argument of @func
 *
 * Context: callback at a site, if fgraph_can_trace() has returned true.
 * Return: false if @func was called by function_graph_enter() and is to do its work; true if it
 * was called by the site, and everything is done.
 */
notrace bool fgraph_enter(ftrace_func_t func, unsigned long ip, unsigned long parent_ip,
			  struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	struct fgraph_task *head = fgraph_task(current);
	struct fgraph_entry *outer = READ_ONCE(head->entry);
	struct fgraph_entry entry = {
		.func = func, .parent_ip = parent_ip, .ops = ops, .fregs = fregs,
	};

	if (outer && outer->ops == ops && outer->fregs == fregs)
		return false;
	WRITE_ONCE(head->entry, &entry);
	barrier();
	ftrace_graph_func(ip, parent_ip, ops, fregs);
	barrier();
	WRITE_ONCE(head->entry, outer);
	return true;
}

NOKPROBE_SYMBOL(fgraph_enter);

/**
 * function_graph_enter - handle the call of a function for its graph tracers
 * @ret: the return address
 * @func: address of the site
 * @frame_pointer: what identifies the frame of the caller: the frame pointer that
 *	ftrace_return_to_handler() finds in its registers (HAVE_FUNCTION_GRAPH_FP_TEST)
 * @retp: what identifies the frame on other architectures: the stack pointer of the caller
 *
 * Context: ftrace_graph_func() of the architecture.
 * Return: 0 if the architecture is to replace the return address by that of
 * return_to_handler(); -EBUSY if not.
 */
notrace int function_graph_enter(unsigned long ret, unsigned long func,
				 unsigned long frame_pointer, unsigned long *retp)
{
	struct task_struct *task = current;
	struct fgraph_entry *entry;

	if (!fgraph_can_trace(task))
		return -EBUSY;
	entry = fgraph_task(task)->entry;
	/* A call by a function that does not pass the ops is not supported. */
	if (WARN_ON_ONCE(!entry))
		return -EBUSY;
	entry->ret = ret;
	entry->retp = fgraph_entry_frame(frame_pointer, retp);
	entry->func(func, entry->parent_ip, entry->ops, entry->fregs);
	return entry->ret == (unsigned long)return_to_handler ? 0 : -EBUSY;
}

NOKPROBE_SYMBOL(function_graph_enter);

/**
 * ftrace_return_to_handler - handle the return of a hooked function
 * @fregs: registers with the return value and the frame pointer of the caller, which is what
 *	function_graph_enter() got as @frame_pointer; not valid without HAVE_FUNCTION_GRAPH_FREGS
 *
 * Context: any; called by return_to_handler().
 * Return: the address to return to.
 */
notrace unsigned long ftrace_return_to_handler(struct ftrace_regs *fregs)
{
	return fgraph_return(fgraph_return_frame(fgraph_top(current), fregs),
			     fgraph_return_value(fregs));
}

NOKPROBE_SYMBOL(ftrace_return_to_handler);
