/* SPDX-License-Identifier: GPL-2.0 */
/* Trampolines of which only copies are called; see ftrace_64.S. */
#ifndef _X86_KERNEL_FTRACE_TRAMPOLINES_H
#define _X86_KERNEL_FTRACE_TRAMPOLINES_H

#include <asm/ftrace.h>

/* For a callback that uses no registers, and gets NULL for them. */
void ftrace_noregs_caller(void);

extern const struct trampoline_info ftrace_noregs_caller_info;

#endif
