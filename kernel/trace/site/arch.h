/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What site/ and the architecture agree upon beyond <linux/ftrace.h>, and what
 * rooms above may ask for.
 */
#ifndef _KERNEL_TRACE_SITE_ARCH_H
#define _KERNEL_TRACE_SITE_ARCH_H

#include <linux/bits.h>

/*
 * In ftrace_ops.flags: the callback does not look at its registers, and gets
 * NULL where that is cheaper.
 */
#define SITE_OPS_PLAIN		BIT(31)

struct ftrace_ops;

/* What the sites of an ops with a trampoline of its own are to call. */
unsigned long arch_ftrace_trampoline_entry(struct ftrace_ops *ops);

#endif
