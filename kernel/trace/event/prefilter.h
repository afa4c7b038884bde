/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a filter begins with.
 *
 * Most records are refused for the first number that their filter looks at. So
 * that such one needs no call, struct event_filter, which filter/ makes, has as
 * its first member what event/ can ask by itself.
 */
#ifndef _KERNEL_TRACE_EVENT_PREFILTER_H
#define _KERNEL_TRACE_EVENT_PREFILTER_H

#include <linux/types.h>
#include <linux/unaligned.h>

/**
 * struct event_prefilter - is a record refused for one of its numbers?
 * @mask: bits of the eight bytes at @offset that are the number
 * @low: the least number of a range
 * @span: the greatest of it, less @low
 * @offset: in the record, behind its struct trace_entry
 * @inside: refused is what lies inside the range; or else what lies outside
 */
struct event_prefilter {
	u64	mask;
	u64	low;
	u64	span;
	u16	offset;
	bool	inside;
};

/* One that refuses nothing: no number is in its range. */
#define EVENT_PREFILTER_OPEN	((struct event_prefilter){ .low = 1, .inside = true })

/**
 * event_prefilter_refuses - is a record refused?
 * @prefilter: the prefilter
 * @rec: the record, with seven bytes behind it that can be read
 *
 * Context: any.
 * Return: true: it is; false: ask filter_match().
 */
static __always_inline bool event_prefilter_refuses(const struct event_prefilter *prefilter,
						    const void *rec)
{
	u64 number = get_unaligned((const u64 *)(rec + prefilter->offset));

	return ((number & prefilter->mask) - prefilter->low <= prefilter->span) ==
	       prefilter->inside;
}

#endif /* _KERNEL_TRACE_EVENT_PREFILTER_H */
