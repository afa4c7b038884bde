/* SPDX-License-Identifier: GPL-2.0 */
/* The functions of inline.c, which are global so that the compiler keeps them. */
#ifndef BENCH_INLINE_H
#define BENCH_INLINE_H

/* The stock kernel has no markers. */
#ifdef BENCH_MARKERS
#include <linux/marker.h>
#endif

extern unsigned long bench_inline;

void bench_inline_none(unsigned long value);
void bench_inline_function(unsigned long value);
void bench_inline_event(unsigned long value);
void bench_inline_marker(unsigned long value);

#endif
