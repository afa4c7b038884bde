// SPDX-License-Identifier: GPL-2.0
/*
 * Prints the records of the tracer hwlat.
 */
#include <linux/init.h>

#include "../../output/output.h"

static enum print_line_t hwlat_print_trace(struct trace_iterator *iter, int flags,
					   struct trace_event *event)
{
	struct event_hwlat *rec = (void *)iter->ent;
	struct trace_seq *s = &iter->seq;

	trace_seq_printf(s, "#%-5u inner/outer(us): %4llu/%-5llu ts:%lld.%09ld count:%u",
			 rec->seqnum, rec->duration, rec->outer_duration,
			 rec->tv_sec, rec->tv_nsec, rec->count);
	if (rec->nmi_count)
		trace_seq_printf(s, " nmi-total:%llu nmi-count:%u",
				 rec->nmi_total_ts, rec->nmi_count);
	trace_seq_putc(s, '\n');
	return trace_handle_return(s);
}

static enum print_line_t hwlat_print_raw(struct trace_iterator *iter, int flags,
					 struct trace_event *event)
{
	struct event_hwlat *rec = (void *)iter->ent;

	trace_seq_printf(&iter->seq, "%llu %lld %lld %09ld %u\n", rec->duration,
			 rec->outer_duration, rec->tv_sec, rec->tv_nsec,
			 rec->seqnum);
	return trace_handle_return(&iter->seq);
}

static struct trace_event_functions hwlat_print_funcs = {
	.trace = hwlat_print_trace,
	.raw = hwlat_print_raw,
};

static struct trace_event hwlat_print_event = {
	.type = TRACE_HWLAT,
	.funcs = &hwlat_print_funcs,
};

static int __init hwlat_print_init(void)
{
	return register_trace_event(&hwlat_print_event) ? 0 : -EBUSY;
}
core_initcall(hwlat_print_init);
