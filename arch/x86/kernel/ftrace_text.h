/* SPDX-License-Identifier: GPL-2.0 */
/* The text of a call or a nop at a patch site, or of the call in a trampoline. */
#ifndef _X86_KERNEL_FTRACE_TEXT_H
#define _X86_KERNEL_FTRACE_TEXT_H

#include <linux/ftrace.h>
#include <linux/unaligned.h>

#include <asm/nops.h>
#include <asm/text-patching.h>

#ifdef CONFIG_DYNAMIC_FTRACE

/*
 * The first byte and the last four bytes of a site that calls @callee, or of a
 * nop if @callee is 0. Inlined, because a change may cover tens of thousands of
 * sites.
 */
static __always_inline u8 x86_ftrace_opcode(unsigned long callee)
{
	return callee ? CALL_INSN_OPCODE : x86_nops[MCOUNT_INSN_SIZE][0];
}

static __always_inline u32 x86_ftrace_tail(unsigned long ip, unsigned long callee)
{
	if (callee)
		return callee - (ip + CALL_INSN_SIZE);
	return get_unaligned((u32 *)(x86_nops[MCOUNT_INSN_SIZE] + 1));
}

static __always_inline bool x86_ftrace_text_is(unsigned long ip, unsigned long callee)
{
	return *(u8 *)ip == x86_ftrace_opcode(callee) &&
	       get_unaligned((u32 *)(ip + 1)) == x86_ftrace_tail(ip, callee);
}

static __always_inline void x86_ftrace_text_make(u8 *to, unsigned long ip, unsigned long callee)
{
	*to = x86_ftrace_opcode(callee);
	put_unaligned(x86_ftrace_tail(ip, callee), (u32 *)(to + 1));
}

#endif /* CONFIG_DYNAMIC_FTRACE */
#endif
