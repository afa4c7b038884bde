/* SPDX-License-Identifier: GPL-2.0 */
/*
 * filter/: which records of an event are wanted.
 *
 * Owns:     the language of filters ("prev_pid == 1 && comm ~ "x*""), what it is
 *           compiled to and how that runs; struct event_filter; the contents of
 *           the files filter.
 * Never:    knows of instances, triggers or files: whoever has a filter keeps
 *           the pointer, under RCU or not, and asks filter_match().
 * Floor:    2, may use event, base.
 * Contexts: filter_match() anywhere; all else in task context, may sleep.
 * Locks:    none of its own. trace_event_file::filter is changed with event_mutex
 *           held and read with preemption off.
 */
#ifndef _KERNEL_TRACE_FILTER_H
#define _KERNEL_TRACE_FILTER_H

#include <linux/seq_file.h>
#include <linux/trace_events.h>

#include "../lib/lib.h"

/**
 * filter_create - compile a filter for an event
 * @call: the event whose fields @text names
 * @text: the expression; copied
 * @errors: where a reason is written when it is refused, or NULL
 *
 * Context: task, may sleep; the event stays: event_mutex held or a reference.
 * Return: the filter, to be given to filter_free(); ERR_PTR(-EINVAL): no filter
 * of this event; ERR_PTR(-ENOMEM).
 */
struct event_filter *filter_create(struct trace_event_call *call,
				   const char *text, struct trace_error_log *errors);

/**
 * filter_free - free a filter after a grace period
 * @filter: from filter_create(), or NULL; nobody can find it any more, but who
 *	found it before, with preemption off, may still run it
 *
 * Context: task, does not sleep.
 */
void filter_free(struct event_filter *filter);

/**
 * filter_match - is a record wanted?
 * @filter: the filter
 * @rec: the record, complete, of the event that @filter was made for
 *
 * Context: any, preemption off (or the filter is kept in some other way).
 * Return: true if it is.
 */
bool filter_match(const struct event_filter *filter, void *rec);

/* The expression, as it was written. Valid as long as the filter. */
const char *filter_source_text(const struct event_filter *filter);

/**
 * filter_file_set - the file filter of an event is written
 * @file: the event in an instance
 * @text: the expression; "0" for none
 * @errors: the instance's log
 *
 * A refused expression is kept together with the reason, to be shown, and the
 * event is not filtered any more.
 *
 * Context: task, may sleep; event_mutex held.
 * Return: 0; -EINVAL or -ENOMEM as filter_create(), -EINVAL for an event that
 * takes no filters.
 */
int filter_file_set(struct trace_event_file *file, const char *text,
		    struct trace_error_log *errors);

/* What filter_file_set() kept. Context: event_mutex held. */
void filter_file_show(struct seq_file *m, struct trace_event_file *file);

/* An event goes: so does its filter. Context: event_mutex held. */
void filter_file_clear(struct trace_event_file *file);

/**
 * filter_system_set - the file filter of a system is written
 * @files: struct trace_event_file.in_system of all its events
 * @text: the expression; "0" for none
 * @errors: the instance's log
 *
 * Each event that @text fits gets it. Each other one is left without a filter
 * and says so in its file filter and in @errors.
 *
 * Context: task, may sleep; event_mutex held.
 * Return: 0 or -ENOMEM.
 */
int filter_system_set(struct list_head *files, const char *text,
		      struct trace_error_log *errors);

#endif /* _KERNEL_TRACE_FILTER_H */
