/* SPDX-License-Identifier: GPL-2.0 */
/* What other files do not refer to in the assembly of the trampolines. */
#ifndef _X86_KERNEL_FTRACE_TRAMPOLINES_H
#define _X86_KERNEL_FTRACE_TRAMPOLINES_H

#include <asm/ftrace.h>

/*
 * ftrace_64.S: the trampoline for a callback that uses no registers, and gets NULL for them.
 * Only copies of it are called.
 */
void ftrace_noregs_caller(void);

extern const struct trampoline_info ftrace_noregs_caller_info;

/* ftrace_32.S: the instructions that call ftrace_stub(), which are patched at boot. */
void ftrace_call(void);
void ftrace_regs_call(void);

#endif
