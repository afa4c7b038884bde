// SPDX-License-Identifier: GPL-2.0
/*
 * The trampolines of 32-bit x86, which are those of the base: ftrace_32.S.
 *
 * No ops has a trampoline of its own. All sites call ftrace_caller() or ftrace_regs_caller(),
 * whose calls of ftrace_stub() become calls of the list function at boot.
 */

#include <linux/ftrace.h>
#include <linux/init.h>

#include <asm/text-patching.h>

#include "ftrace_text.h"
#include "ftrace_trampolines.h"
#include "../../../kernel/trace/ftrace/arch.h"

/* What ftrace_32.S passes as the ops. The list function ignores it. */
struct ftrace_ops *function_trace_op __read_mostly;

static void __init x86_ftrace_call_list_func(void (*at)(void))
{
	u8 call[CALL_INSN_SIZE];

	x86_ftrace_text_make(call, (unsigned long)at, (unsigned long)ftrace_ops_list_func);
	text_poke_early(at, call, sizeof(call));
}

/**
 * arch_ftrace_init - have the trampolines call the list function
 *
 * Context: boot; the text is writable.
 */
void __init arch_ftrace_init(void)
{
	function_trace_op = ftrace_list_ops_ptr;
	x86_ftrace_call_list_func(ftrace_call);
	x86_ftrace_call_list_func(ftrace_regs_call);
}
