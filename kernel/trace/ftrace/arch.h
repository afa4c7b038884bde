/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What site/ and the architecture agree upon beyond <linux/ftrace.h>, and what
 * rooms above may ask for.
 */
#ifndef _KERNEL_TRACE_FTRACE_ARCH_H
#define _KERNEL_TRACE_FTRACE_ARCH_H

#include <linux/bits.h>
#include <linux/types.h>

/*
 * In ftrace_ops.flags: the callback does not look at its registers, and gets
 * NULL where that is cheaper.
 */
#define FTRACE_OPS_PLAIN		BIT(31)

struct ftrace_ops;

/**
 * struct ftrace_jump - a place in text that is a nop or a jump, and is to change
 * @ip: where
 * @target: where the jump leads
 * @size: bytes, of both
 * @jumps: what it is to be
 */
struct ftrace_jump {
	unsigned long	ip;
	unsigned long	target;
	u8		size;
	bool		jumps;
};

bool arch_ftrace_jump_init(struct ftrace_jump *jump);
void arch_ftrace_jumps_update(struct ftrace_jump *jumps, unsigned int count);

/* What the sites of an ops with a trampoline of its own are to call. */
unsigned long arch_ftrace_trampoline_entry(struct ftrace_ops *ops);

#endif
