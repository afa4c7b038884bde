// SPDX-License-Identifier: GPL-2.0
/*
 * Records in the formats of the options raw, hex, bin and printk-msg-only.
 */
#include "internal.h"

static enum print_line_t raw_format_event(struct trace_iterator *iter,
					  struct trace_event *event,
					  trace_print_func print)
{
	return print(iter, iter->tr->options & OUTPUT_SYM_OPTIONS, event);
}

/**
 * output_raw - print a record as numbers
 * @iter: the reader
 * @event: event of the record, or NULL if it is unknown
 *
 * Context: as output_line().
 * Return: TRACE_TYPE_PARTIAL_LINE if the text does not fit into iter->seq.
 */
enum print_line_t output_raw(struct trace_iterator *iter,
			     struct trace_event *event)
{
	struct trace_entry *ent = iter->ent;

	if (instance_option(iter->tr, INSTANCE_OPT_CONTEXT_INFO))
		trace_seq_printf(&iter->seq, "%d %d %llu ", ent->pid,
				 iter->cpu, iter->ts);
	if (iter->seq.full)
		return TRACE_TYPE_PARTIAL_LINE;
	if (!event) {
		trace_seq_printf(&iter->seq, "%d ?\n", ent->type);
		return trace_handle_return(&iter->seq);
	}
	return raw_format_event(iter, event, event->funcs->raw);
}

/**
 * output_hex - print a record in hexadecimal
 * @iter: the reader
 * @event: event of the record, or NULL if it is unknown
 *
 * Context: as output_line().
 * Return: TRACE_TYPE_PARTIAL_LINE if the text does not fit into iter->seq.
 */
enum print_line_t output_hex(struct trace_iterator *iter,
			     struct trace_event *event)
{
	struct trace_entry *ent = iter->ent;
	struct trace_seq *s = &iter->seq;

	if (instance_option(iter->tr, INSTANCE_OPT_CONTEXT_INFO)) {
		trace_seq_putmem_hex(s, &ent->pid, sizeof(ent->pid));
		trace_seq_putmem_hex(s, &iter->cpu, sizeof(iter->cpu));
		trace_seq_putmem_hex(s, &iter->ts, sizeof(iter->ts));
	}
	if (s->full)
		return TRACE_TYPE_PARTIAL_LINE;
	if (event) {
		enum print_line_t ret = raw_format_event(iter, event,
							 event->funcs->hex);

		if (ret != TRACE_TYPE_HANDLED)
			return ret;
	}
	trace_seq_putc(s, '\n');
	return trace_handle_return(s);
}

/**
 * output_bin - print a record in binary
 * @iter: the reader
 * @event: event of the record, or NULL if it is unknown
 *
 * Context: as output_line().
 * Return: TRACE_TYPE_PARTIAL_LINE if the text does not fit into iter->seq.
 */
enum print_line_t output_bin(struct trace_iterator *iter,
			     struct trace_event *event)
{
	struct trace_entry *ent = iter->ent;
	struct trace_seq *s = &iter->seq;

	if (instance_option(iter->tr, INSTANCE_OPT_CONTEXT_INFO)) {
		trace_seq_putmem(s, &ent->pid, sizeof(ent->pid));
		trace_seq_putmem(s, &iter->cpu, sizeof(iter->cpu));
		trace_seq_putmem(s, &iter->ts, sizeof(iter->ts));
	}
	if (s->full)
		return TRACE_TYPE_PARTIAL_LINE;
	if (!event)
		return TRACE_TYPE_HANDLED;
	return raw_format_event(iter, event, event->funcs->binary);
}

/**
 * output_message - print the message of a marker or trace_printk() record only
 * @iter: the reader
 *
 * Context: as output_line().
 * Return: false if the record has no such message.
 */
bool output_message(struct trace_iterator *iter)
{
	struct trace_seq *s = &iter->seq;

	switch (iter->ent->type) {
	case TRACE_BPUTS:
		output_bputs(iter);
		return true;
	case TRACE_BPRINT:
		output_bprint(iter);
		return true;
	case TRACE_PRINT: {
		struct event_print *rec = (void *)iter->ent;
		int most = iter->ent_size - offsetof(struct event_print, buf);

		trace_seq_printf(s, "%.*s", most, rec->buf);
		return true;
	}
	}
	return false;
}
