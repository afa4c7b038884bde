/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The first test of a filter, inlined where records are committed.
 *
 * Most records that a filter rejects fail the first comparison of a number. To reject
 * those without a call, struct event_filter, which filter/ makes, begins with such a
 * comparison in a form that event/ can evaluate.
 */
#ifndef _KERNEL_TRACE_EVENT_PREFILTER_H
#define _KERNEL_TRACE_EVENT_PREFILTER_H

#include <linux/types.h>
#include <linux/unaligned.h>

/**
 * struct event_prefilter - rejects records by one number, tested against a range
 * @mask: the bits of the eight bytes at @offset that are the number
 * @low: lower end of the range
 * @span: upper end of the range minus @low
 * @offset: offset of the eight bytes in the record, after struct trace_entry
 * @inside: numbers inside the range are rejected; else those outside
 */
struct event_prefilter {
	u64	mask;
	u64	low;
	u64	span;
	u16	offset;
	bool	inside;
};

/* Rejects no record: the number is always 0, which is outside the range. */
#define EVENT_PREFILTER_OPEN	((struct event_prefilter){ .low = 1, .inside = true })

/**
 * event_prefilter_rejects - test a record
 * @prefilter: the prefilter
 * @rec: the record, followed by at least seven readable bytes
 *
 * Context: any.
 * Return: true if the filter rejects the record; if false, the whole filter decides.
 */
static __always_inline bool event_prefilter_rejects(const struct event_prefilter *prefilter,
						    const void *rec)
{
	u64 number = get_unaligned((const u64 *)(rec + prefilter->offset));

	return ((number & prefilter->mask) - prefilter->low <= prefilter->span) ==
	       prefilter->inside;
}

#endif /* _KERNEL_TRACE_EVENT_PREFILTER_H */
