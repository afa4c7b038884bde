/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The interface between ftrace/ and the architecture beyond <linux/ftrace.h>, and
 * flags of ops for other components.
 */
#ifndef _KERNEL_TRACE_FTRACE_ARCH_H
#define _KERNEL_TRACE_FTRACE_ARCH_H

#include <linux/bits.h>
#include <linux/types.h>

/*
 * In ftrace_ops.flags: the callback does not use its registers, and gets NULL for
 * them where that is cheaper.
 */
#define FTRACE_OPS_NO_REGS		BIT(31)

struct ftrace_ops;

/**
 * struct ftrace_jump - a nop or jump in text that is to be changed
 * @ip: address of the instruction
 * @target: address where the jump leads
 * @size: size of the instruction in bytes
 * @jumps: whether it becomes a jump rather than a nop
 */
struct ftrace_jump {
	unsigned long	ip;
	unsigned long	target;
	u8		size;
	bool		jumps;
};

bool arch_ftrace_jump_init(struct ftrace_jump *jump);
void arch_ftrace_jumps_update(struct ftrace_jump *jumps, unsigned int count);

unsigned long arch_ftrace_trampoline_entry(struct ftrace_ops *ops);

#endif
