/* SPDX-License-Identifier: GPL-2.0 */
/* Trampolines that exist only as copies; see ftrace_64.S. */
#ifndef _X86_KERNEL_FTRACE_TRAMPOLINES_H
#define _X86_KERNEL_FTRACE_TRAMPOLINES_H

#include <asm/ftrace.h>

/* For a callback that looks at no registers: it gets NULL for them. */
void ftrace_plain_caller(void);

extern const struct trampoline_info ftrace_plain_caller_info;

#endif
