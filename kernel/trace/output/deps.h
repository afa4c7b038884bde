/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the line printers need of the kernel and of the rooms below. The host
 * tests in tools/testing/trace/view put a file of their own in its place.
 */
#ifndef _KERNEL_TRACE_VIEW_DEPS_H
#define _KERNEL_TRACE_VIEW_DEPS_H

#include <linux/blktrace_api.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/string.h>
#include <linux/time64.h>
#include <linux/types.h>

#include "output.h"

#include <asm/sections.h>

/* Does an address lead to the kernel's code or data, without modules? */
static inline bool output_in_image(unsigned long addr)
{
	return addr >= (unsigned long)_stext && addr < (unsigned long)_end;
}

/* The same for what is only read: all of that is there for good. */
static inline bool output_in_rodata(const char *text)
{
	return text >= __start_rodata && text < __end_rodata;
}

/* A record of blktrace.c, and where in it is how many bytes follow. */
#define OUTPUT_BLK_BYTES	sizeof(struct blk_io_trace)
#define OUTPUT_BLK_LEN_AT	offsetof(struct blk_io_trace, pdu_len)

#endif /* _KERNEL_TRACE_VIEW_DEPS_H */
