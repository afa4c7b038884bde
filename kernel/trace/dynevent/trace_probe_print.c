// SPDX-License-Identifier: GPL-2.0
/*
 * Text of the records of kprobe events, fprobe events and tracepoint probes, which
 * begin with kernel addresses.
 */
#include <linux/trace_seq.h>

#include "../output/output.h"
#include "trace_probe.h"

/**
 * struct trace_probe_record - the start of a record
 * @ent: fields that all events have
 * @ips: addresses, as trace_probe_type::ips names them
 */
struct trace_probe_record {
	struct trace_entry	ent;
	unsigned long		ips[];
};

static void trace_probe_print_name(struct trace_iterator *iter,
				   struct trace_event *event)
{
	trace_seq_puts(&iter->seq, trace_probe_event_of(event)->name);
	trace_seq_puts(&iter->seq, ": (");
}

static enum print_line_t trace_probe_print_args(struct trace_iterator *iter,
						struct trace_event *event)
{
	const struct trace_probe_event *tpe = trace_probe_event_of(event);

	trace_seq_putc(&iter->seq, ')');
	dynevent_args_print(&iter->seq, &tpe->layout, iter->ent, iter->ent_size,
			    tpe->offset);
	trace_seq_putc(&iter->seq, '\n');
	return trace_handle_return(&iter->seq);
}

/**
 * trace_probe_print_entry - trace_event_functions::trace of events at an instruction
 * @iter: the iterator, at the record
 * @flags: INSTANCE_OPT() bits
 * @event: the record type
 *
 * Context: task.
 * Return: as trace_handle_return().
 */
enum print_line_t trace_probe_print_entry(struct trace_iterator *iter, int flags,
					  struct trace_event *event)
{
	struct trace_probe_record *rec = (struct trace_probe_record *)iter->ent;
	u64 address = flags & INSTANCE_OPT(SYM_ADDR);

	trace_probe_print_name(iter, event);
	output_ip(iter, rec->ips[0], address | INSTANCE_OPT(SYM_OFFSET));
	return trace_probe_print_args(iter, event);
}

/**
 * trace_probe_print_return - trace_event_functions::trace of events at a return
 * @iter: the iterator, at the record
 * @flags: INSTANCE_OPT() bits
 * @event: the record type
 *
 * Context: task.
 * Return: as trace_handle_return().
 */
enum print_line_t trace_probe_print_return(struct trace_iterator *iter, int flags,
					   struct trace_event *event)
{
	struct trace_probe_record *rec = (struct trace_probe_record *)iter->ent;
	u64 address = flags & INSTANCE_OPT(SYM_ADDR);

	trace_probe_print_name(iter, event);
	output_ip(iter, rec->ips[1], address | INSTANCE_OPT(SYM_OFFSET));
	trace_seq_puts(&iter->seq, " <- ");
	output_ip(iter, rec->ips[0], address);
	return trace_probe_print_args(iter, event);
}
