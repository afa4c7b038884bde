/* SPDX-License-Identifier: GPL-2.0 */
/* The functions of inline.c: not static, so that they are compiled. */
#ifndef BENCH_INLINE_H
#define BENCH_INLINE_H

/* Markers are new: the stock kernel has none. */
#ifdef BENCH_MARKERS
#include <linux/marker.h>
#endif

extern unsigned long bench_inline;

void bench_inline_none(unsigned long value);
void bench_inline_function(unsigned long value);
void bench_inline_event(unsigned long value);
void bench_inline_marker(unsigned long value);

#endif
