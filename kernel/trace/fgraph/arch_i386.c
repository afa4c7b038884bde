// SPDX-License-Identifier: GPL-2.0
/*
 * The interface of the base's assembly of 32-bit x86 (ftrace_32.S) to the function graph.
 *
 * As on x86-64, the return address is in a slot of the stack, whose address identifies the frame.
 */

#include <linux/bug.h>
#include <linux/ftrace.h>
#include <linux/kprobes.h>
#include <linux/ptrace.h>

#include "internal.h"

/**
 * ftrace_return_to_handler - handle the return of a hooked function
 * @retp: address of the registers that return_to_handler() has saved. They end with the slot from
 *	which the function has taken its return address
 * @retval: unused; the return value is among the registers
 *
 * <linux/ftrace.h> declares the arguments of the assembly of x86-64.
 *
 * Context: any; called by return_to_handler().
 * Return: the address to return to.
 */
notrace unsigned long ftrace_return_to_handler(unsigned long *retp, unsigned long retval)
{
	struct pt_regs *regs = (struct pt_regs *)retp;

	return fgraph_return((unsigned long *)(regs + 1) - 1, regs->ax);
}

NOKPROBE_SYMBOL(ftrace_return_to_handler);

/*
 * ftrace_32.S refers to this function from code behind ftrace_graph_call, which leads there only if
 * it is patched. It is not: callbacks at sites hook returns themselves.
 */
notrace void prepare_ftrace_return(void)
{
	WARN_ON_ONCE(1);
}
