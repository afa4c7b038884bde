// SPDX-License-Identifier: GPL-2.0
/*
 * What the sites of markers call: see <linux/marker.h> and kernel/tracepoint.c.
 */
#include <linux/export.h>
#include <linux/kprobes.h>
#include <linux/marker.h>

void marker_iterator(const struct marker *marker, void *private,
		     const char *format, ...)
{
}
EXPORT_SYMBOL_GPL(marker_iterator);

struct tracepoint_func marker_nobody = { .func = marker_iterator };
EXPORT_SYMBOL_GPL(marker_nobody);

/**
 * marker_iterate - the probe of a marker that has several: calls all of them
 * @marker: the place
 * @funcs: the probes, ended by one without a function
 * @format: that of the marker; the arguments follow it
 *
 * Each argument is a word, whatever its type is, so they are passed on as such.
 * Words that nobody asked for follow them.
 *
 * Context: that of the marker, preemption off.
 */
notrace void marker_iterate(const struct marker *marker, void *funcs,
			    const char *format, ...)
{
	unsigned long word[MARKER_ARGS_MAX] = {};
	struct tracepoint_func *probe = funcs;
	marker_probe_func *func;
	va_list args;
	int i;

	BUILD_BUG_ON(MARKER_ARGS_MAX != 10);

	va_start(args, format);
	for (i = 0; i < marker->nr; i++)
		word[i] = va_arg(args, unsigned long);
	va_end(args);

	do {
		func = READ_ONCE(probe->func);
		func(marker, probe->data, format, word[0], word[1], word[2],
		     word[3], word[4], word[5], word[6], word[7], word[8],
		     word[9]);
	} while ((++probe)->func);
}

NOKPROBE_SYMBOL(marker_iterate);
