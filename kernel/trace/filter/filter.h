/* SPDX-License-Identifier: GPL-2.0 */
/*
 * filter/: filters of trace events.
 *
 * Owns:     the language of filters ("prev_pid == 1 && comm ~ "x*""), compiling and
 *           running them; struct event_filter; the contents of filter files.
 * Never:    depends on instances, triggers or files. The owner of a filter keeps the
 *           pointer, with RCU or a lock of its own, and calls filter_match().
 * Layer:    2, may use event/, lib/.
 * Contexts: filter_match() any; all others task, may sleep.
 * Locks:    no own ones. trace_event_file::filter is changed with event_mutex held and
 *           read with preemption disabled.
 */
#ifndef _KERNEL_TRACE_FILTER_H
#define _KERNEL_TRACE_FILTER_H

#include <linux/seq_file.h>
#include <linux/trace_events.h>

#include "../lib/lib.h"

struct event_filter *filter_create(struct trace_event_call *call,
				   const char *text, struct trace_error_log *errors);
void filter_free(struct event_filter *filter);
bool filter_match(const struct event_filter *filter, void *rec);
const char *filter_source_text(const struct event_filter *filter);

int filter_file_set(struct trace_event_file *file, const char *text,
		    struct trace_error_log *errors);
void filter_file_show(struct seq_file *m, struct trace_event_file *file);
void filter_file_clear(struct trace_event_file *file);
int filter_system_set(struct list_head *files, const char *text,
		      struct trace_error_log *errors);

#endif /* _KERNEL_TRACE_FILTER_H */
