/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Shared by the files of perf/.
 */
#ifndef _KERNEL_TRACE_PERF_INTERNAL_H
#define _KERNEL_TRACE_PERF_INTERNAL_H

#include <linux/errno.h>

struct perf_event;

/* function.c */
#ifdef CONFIG_FUNCTION_TRACER
int perf_function_filter(struct perf_event *event, const char *text);
#else
static inline int perf_function_filter(struct perf_event *event,
				       const char *text)
{
	return -EINVAL;
}
#endif

#endif /* _KERNEL_TRACE_PERF_INTERNAL_H */
