// SPDX-License-Identifier: GPL-2.0
/*
 * Function graph on s390: what other architectures define as ftrace_graph_func().
 *
 * The trampolines of s390 have a call of prepare_ftrace_return(), after that of the callback, that
 * ftrace_enable_ftrace_graph_caller() enables for all sites. It is never enabled: as the
 * trampolines take the return address from the registers of the callback, it can be replaced
 * there, for the sites with a graph tracer.
 */

#include <linux/ftrace.h>
#include <linux/kprobes.h>

#include "internal.h"

/**
 * ftrace_graph_func - call function_graph_enter(), and replace the return address
 * @ip: address of the site
 * @parent_ip: the return address
 * @ops: the ops; unused
 * @fregs: the registers of the callback
 *
 * Context: from fgraph_enter().
 */
notrace void ftrace_graph_func(unsigned long ip, unsigned long parent_ip, struct ftrace_ops *ops,
			       struct ftrace_regs *fregs)
{
	struct pt_regs *regs = &arch_ftrace_regs(fregs)->regs;

	regs->gprs[14] = prepare_ftrace_return(regs->gprs[14], regs->gprs[15],
					       ip + MCOUNT_INSN_SIZE);
}

NOKPROBE_SYMBOL(ftrace_graph_func);
