/* SPDX-License-Identifier: GPL-2.0 */
/* The file inject of an event. */
#ifndef _KERNEL_TRACE_CONTROL_INJECT_H
#define _KERNEL_TRACE_CONTROL_INJECT_H

#include <linux/errno.h>

struct trace_event_file;

#ifdef CONFIG_TRACE_EVENT_INJECT
int tracing_inject(struct trace_event_file *file, char *text);
#else
static inline int tracing_inject(struct trace_event_file *file, char *text)
{
	return -EINVAL;
}
#endif

#endif /* _KERNEL_TRACE_CONTROL_INJECT_H */
