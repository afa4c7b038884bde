/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Kernel headers and lower layers that the line printers use. The host tests in
 * tools/testing/trace/output replace this file.
 */
#ifndef _KERNEL_TRACE_OUTPUT_DEPS_H
#define _KERNEL_TRACE_OUTPUT_DEPS_H

#include <linux/blktrace_api.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/string.h>
#include <linux/time64.h>
#include <linux/types.h>
#include <linux/unaligned.h>

#include "../ring/ring.h"
#include "output.h"

#include <asm/sections.h>

/* Test whether an address is in the code or data of the kernel image. */
static inline bool output_in_image(unsigned long addr)
{
	return addr >= (unsigned long)_stext && addr < (unsigned long)_end;
}

/* Test whether a string is in the read-only data of the kernel image. */
static inline bool output_in_rodata(const char *text)
{
	return text >= __start_rodata && text < __end_rodata;
}

/* A record of blktrace.c, and the offset of its number of bytes that follow. */
#define OUTPUT_BLK_BYTES	sizeof(struct blk_io_trace)
#define OUTPUT_BLK_LEN_AT	offsetof(struct blk_io_trace, pdu_len)

#endif /* _KERNEL_TRACE_OUTPUT_DEPS_H */
