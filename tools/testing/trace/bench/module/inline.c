// SPDX-License-Identifier: GPL-2.0
/*
 * These functions are never called. Their sizes show the cost in code of a disabled
 * tracepoint, marker or patch site: scripts/tracing/bench_size.py compares them.
 */
#include <linux/module.h>
#include <linux/tracepoint.h>

#include "bench_trace.h"
#include "inline.h"

unsigned long bench_inline;

void notrace bench_inline_none(unsigned long value)
{
	WRITE_ONCE(bench_inline, value);
	WRITE_ONCE(bench_inline, value + 1);
}

void bench_inline_function(unsigned long value)
{
	WRITE_ONCE(bench_inline, value);
	WRITE_ONCE(bench_inline, value + 1);
}

void notrace bench_inline_event(unsigned long value)
{
	WRITE_ONCE(bench_inline, value);
	trace_record(value);
	WRITE_ONCE(bench_inline, value + 1);
}

#if defined(BENCH_MARKERS) && defined(CONFIG_MARKERS)
void notrace bench_inline_marker(unsigned long value)
{
	WRITE_ONCE(bench_inline, value);
	trace_mark(bench_inline, "value %lu", value);
	WRITE_ONCE(bench_inline, value + 1);
}
#endif
