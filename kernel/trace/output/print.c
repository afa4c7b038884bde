// SPDX-License-Identifier: GPL-2.0
/*
 * What the print function of an event calls: the one that TRACE_EVENT()
 * generates from TP_printk().
 */
#include <linux/ctype.h>
#include <linux/export.h>
#include <linux/slab.h>

#include "internal.h"

/**
 * trace_handle_return - what a print function returns
 * @s: where it printed to
 *
 * Context: any.
 * Return: TRACE_TYPE_PARTIAL_LINE if something did not fit.
 */
enum print_line_t trace_handle_return(struct trace_seq *s)
{
	return trace_seq_has_overflowed(s) ? TRACE_TYPE_PARTIAL_LINE :
					     TRACE_TYPE_HANDLED;
}
EXPORT_SYMBOL_GPL(trace_handle_return);

/* "name: " */
static void print_name(struct trace_iterator *iter, struct output_event *found,
		       struct trace_event *event)
{
	struct trace_event_call *call =
		container_of(event, struct trace_event_call, event);
	const char *name;
	size_t len;
	char *p;

	if (found && found->event == event && found->len) {
		p = output_reserve(&iter->seq, OUTPUT_EVENT_NAME);
		if (p)
			output_reserve_done(&iter->seq,
					    output_put_slack(p, found->name,
							     found->len));
		return;
	}
	name = trace_event_name(call);
	len = strlen(name);
	trace_seq_putmem(&iter->seq, name, len);
	trace_seq_puts(&iter->seq, ": ");
	if (!found || found->event != event || len + 2 > OUTPUT_EVENT_NAME)
		return;
	memcpy(found->name, name, len);
	memcpy(found->name + len, ": ", 2);
	found->len = len + 2;
}

/**
 * trace_raw_output_prep - print the event's name in front of its text
 * @iter: the reader
 * @event: who prints
 *
 * Context: as the print function.
 * Return: TRACE_TYPE_HANDLED; anything else is for the caller to return.
 */
int trace_raw_output_prep(struct trace_iterator *iter,
			  struct trace_event *event)
{
	struct trace_event_call *call =
		container_of(event, struct trace_event_call, event);

	if (WARN_ON_ONCE(iter->ent->type != event->type))
		return TRACE_TYPE_UNHANDLED;

	output_seq_clear(iter->tmp_seq);
	print_name(iter, output_of(iter)->found, event);
	if (unlikely(call->flags & TRACE_EVENT_FL_TEST_STR) &&
	    output_pointer_bad(iter, call))
		return TRACE_TYPE_UNHANDLED;
	return trace_handle_return(&iter->seq);
}
EXPORT_SYMBOL(trace_raw_output_prep);

/* Bytes that @fmt takes when each %p in it becomes %px. */
static size_t print_unhashed_size(const char *fmt)
{
	size_t size = strlen(fmt) + 1;

	for (; (fmt = strchr(fmt, '%')); fmt++) {
		if (*++fmt == '\0')
			break;
		if (*fmt == 'p')
			size++;
	}
	return size;
}

static bool print_fmt_room(struct trace_iterator *iter, size_t size)
{
	char *room;

	if (size <= iter->fmt_size)
		return true;
	if (output_of(iter)->atomic)
		return false;
	size = roundup(size, 128);
	room = krealloc(iter->fmt, size, GFP_KERNEL);
	if (!room)
		return false;
	iter->fmt = room;
	iter->fmt_size = size;
	return true;
}

/* nohash-ptr: a bare %p shows the address itself. */
static const char *print_unhashed(struct trace_iterator *iter, const char *fmt)
{
	const char *from = fmt;
	char *to;

	if (instance_option(iter->tr, INSTANCE_OPT_HASH_PTR) ||
	    !strstr(fmt, "%p") ||
	    !print_fmt_room(iter, print_unhashed_size(fmt)))
		return fmt;

	to = iter->fmt;
	while (*from) {
		*to++ = *from;
		if (*from++ != '%' || !*from)
			continue;
		*to++ = *from;
		if (*from++ == 'p' && !isalnum(*from))
			*to++ = 'x';
	}
	*to = '\0';
	return iter->fmt;
}

/* Does the text ask for a string, or for as much as another argument says? */
static bool print_leads_out(struct trace_iterator *iter, const char *fmt)
{
	if (output_of(iter)->moves || strchr(fmt, '*'))
		return true;
	while ((fmt = strchr(fmt, '%'))) {
		fmt += 1 + strspn(fmt + 1, "-+ #0123456789.");
		if (*fmt == 's')
			return true;
		fmt += *fmt == '%';
	}
	return false;
}

/*
 * A format with more in it. What that may lead to of another boot is not there, and
 * nobody knows whether a length that stands in a record is right.
 */
static __printf(2, 0)
void print_any(struct trace_iterator *iter, const char *fmt, va_list args)
{
	if (unlikely(output_of(iter)->past) && print_leads_out(iter, fmt))
		output_fields_bare(iter);
	else
		trace_seq_vprintf(&iter->seq, print_unhashed(iter, fmt), args);
}

/**
 * trace_event_printf - print the text of an event
 * @iter: the reader
 * @fmt: the format, a literal: it is known by its address afterwards
 *
 * Context: as the print function.
 */
void trace_event_printf(struct trace_iterator *iter, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	if (!output_vprintf(iter, fmt, args))
		print_any(iter, fmt, args);
	va_end(args);
}
EXPORT_SYMBOL(trace_event_printf);

/**
 * trace_output_call - print a name and the text of an event
 * @iter: the reader
 * @name: what is printed before the text
 * @fmt: the format
 *
 * Context: as the print function.
 * Return: TRACE_TYPE_HANDLED, or TRACE_TYPE_PARTIAL_LINE if it did not fit.
 */
int trace_output_call(struct trace_iterator *iter, char *name, char *fmt, ...)
{
	va_list args;

	trace_seq_puts(&iter->seq, name);
	trace_seq_puts(&iter->seq, ": ");
	va_start(args, fmt);
	print_any(iter, fmt, args);
	va_end(args);
	return trace_handle_return(&iter->seq);
}
EXPORT_SYMBOL_GPL(trace_output_call);

static void print_delim(struct trace_seq *p, const char *start,
			const char *delim)
{
	if (delim && trace_seq_buffer_ptr(p) != start)
		trace_seq_puts(p, delim);
}

/**
 * trace_print_flags_seq - __print_flags(): names of bits
 * @p: where to
 * @delim: between two names, or NULL
 * @flags: the bits
 * @flag_array: names of masks, ended by one without
 *
 * Bits without a name are shown as one number at the end.
 *
 * Context: as the print function.
 */
const char *trace_print_flags_seq(struct trace_seq *p, const char *delim,
				  unsigned long flags,
				  const struct trace_print_flags *flag_array)
{
	const char *start = trace_seq_buffer_ptr(p);

	for (; flag_array->name && flags; flag_array++) {
		if ((flags & flag_array->mask) != flag_array->mask)
			continue;
		print_delim(p, start, delim);
		trace_seq_puts(p, flag_array->name);
		flags &= ~flag_array->mask;
	}
	if (flags) {
		print_delim(p, start, delim);
		trace_seq_printf(p, "0x%lx", flags);
	}
	return output_seq_end(p, start);
}
EXPORT_SYMBOL(trace_print_flags_seq);

/**
 * trace_print_symbols_seq - __print_symbolic(): the name of a value
 * @p: where to
 * @val: the value
 * @symbols: names of values, ended by one without
 *
 * Context: as the print function.
 */
const char *trace_print_symbols_seq(struct trace_seq *p, unsigned long val,
				    const struct trace_print_flags *symbols)
{
	const char *start = trace_seq_buffer_ptr(p);

	while (symbols->name && symbols->mask != val)
		symbols++;
	if (symbols->name)
		trace_seq_puts(p, symbols->name);
	else
		trace_seq_printf(p, "0x%lx", val);
	return output_seq_end(p, start);
}
EXPORT_SYMBOL(trace_print_symbols_seq);
