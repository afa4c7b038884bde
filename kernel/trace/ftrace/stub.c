// SPDX-License-Identifier: GPL-2.0
/*
 * The callback and the ops for architectures that do not have their own, which is x86. In a
 * file of their own, as the trampolines refer to them, and what all others refer to refers to
 * the trampolines.
 */
#include "internal.h"

/* A callback that does nothing. */
void ftrace_stub(unsigned long ip, unsigned long parent_ip,
		 struct ftrace_ops *op, struct ftrace_regs *fregs)
{
}

/*
 * The trampolines in ftrace_64.S pass this ops to ftrace_ops_list_func(), which
 * ignores its ops argument.
 */
static struct ftrace_ops ftrace_list_ops = {
	.func	= ftrace_stub,
	.flags	= FTRACE_OPS_FL_STUB,
};

struct ftrace_ops *ftrace_list_ops_ptr = &ftrace_list_ops;
