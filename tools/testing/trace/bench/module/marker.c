// SPDX-License-Identifier: GPL-2.0
/*
 * Markers fired in a loop: disabled, with an empty probe, and enabled as trace events with
 * the same fields as the events in bench_trace.h. The stock kernel has no markers.
 */
#include <linux/marker.h>
#include <linux/module.h>

#include "measure.h"

static __always_inline void fire_mark(void *arg)
{
	trace_mark(bench_mark, "value %lu", (unsigned long)arg);
}

static int get_mark(char *text, const struct kernel_param *param)
{
	return bench_emit(text, bench_loop(fire_mark, (void *)1));
}

static const struct kernel_param_ops mark_ops = { .get = get_mark };
module_param_cb(mark, &mark_ops, NULL, 0444);

static void empty_probe(const struct marker *marker, void *private, const char *format, ...)
{
}

static int get_mark_probe(char *text, const struct kernel_param *param)
{
	int error = marker_probe_register("bench_mark", "value %lu", empty_probe, NULL);
	u64 ticks;

	if (!error)
		error = marker_arm("bench_mark");
	if (error)
		return error;
	ticks = bench_loop(fire_mark, (void *)1);
	marker_probe_unregister("bench_mark", empty_probe, NULL);
	marker_synchronize_unregister();
	return bench_emit(text, ticks);
}

static const struct kernel_param_ops mark_probe_ops = { .get = get_mark_probe };
module_param_cb(mark_probe, &mark_probe_ops, NULL, 0444);

static __always_inline void fire_mark_words(void *arg)
{
	trace_mark(bench_words, "number %d address %lx length %u", -1, (unsigned long)arg, 4096U);
}

static int get_mark_words(char *text, const struct kernel_param *param)
{
	return bench_emit(text, bench_loop(fire_mark_words, (void *)1));
}

static const struct kernel_param_ops mark_words_ops = { .get = get_mark_words };
module_param_cb(mark_words, &mark_words_ops, NULL, 0444);

static __always_inline void fire_mark_text(void *arg)
{
	trace_mark(bench_text, "number %d text %s", -1, (char *)arg);
}

static int get_mark_text(char *text, const struct kernel_param *param)
{
	return bench_emit(text, bench_loop(fire_mark_text, BENCH_TEXT));
}

static const struct kernel_param_ops mark_text_ops = { .get = get_mark_text };
module_param_cb(mark_text, &mark_text_ops, NULL, 0444);
