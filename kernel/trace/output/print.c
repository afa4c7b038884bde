// SPDX-License-Identifier: GPL-2.0
/*
 * Functions for the print functions of events, which TRACE_EVENT() generates from
 * TP_printk().
 */
#include <linux/ctype.h>
#include <linux/export.h>
#include <linux/slab.h>

#include "internal.h"

/* "name: ", which is cached if it is the event of the current line. */
static noinline void output_print_event_name(struct trace_iterator *iter,
					     struct output_event *found,
					     struct trace_event *event)
{
	const char *name = trace_event_name(container_of(event, struct trace_event_call, event));
	size_t len = strlen(name);

	trace_seq_putmem(&iter->seq, name, len);
	trace_seq_puts(&iter->seq, ": ");
	if (!found || found->event != event || len + 2 > OUTPUT_EVENT_NAME)
		return;
	memcpy(found->name, name, len);
	memcpy(found->name + len, ": ", 2);
	found->len = len + 2;
}

/**
 * trace_raw_output_prep - print the name of an event at the start of its text
 * @iter: the reader
 * @event: the event
 *
 * Context: as the print function.
 * Return: TRACE_TYPE_HANDLED; the caller must return any other value immediately.
 */
int trace_raw_output_prep(struct trace_iterator *iter,
			  struct trace_event *event)
{
	struct trace_event_call *call =
		container_of(event, struct trace_event_call, event);
	const struct output_reader *r = output_reader_of(iter);
	struct output_event *found = r->found;
	char *p;

	/* In the last boot, the event may have had another number. */
	if (WARN_ON_ONCE(iter->ent->type != event->type && !r->last_boot))
		return TRACE_TYPE_UNHANDLED;

	output_seq_clear(iter->tmp_seq);
	if (likely(found && found->event == event && found->len)) {
		p = output_reserve(&iter->seq, OUTPUT_EVENT_NAME);
		if (p)
			output_reserve_done(&iter->seq,
					    output_put_slack(p, found->name, found->len));
	} else {
		output_print_event_name(iter, found, event);
	}
	if (unlikely(call->flags & TRACE_EVENT_FL_TEST_STR) &&
	    output_pointer_bad(iter, call))
		return TRACE_TYPE_UNHANDLED;
	return trace_seq_has_overflowed(&iter->seq) ? TRACE_TYPE_PARTIAL_LINE :
						      TRACE_TYPE_HANDLED;
}
EXPORT_SYMBOL(trace_raw_output_prep);

/* Size of @fmt in bytes after each %p in it is replaced by %px. */
static size_t output_print_unhashed_size(const char *fmt)
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

static bool output_print_alloc_fmt(struct trace_iterator *iter, size_t size)
{
	char *mem;

	if (size <= iter->fmt_size)
		return true;
	if (output_reader_of(iter)->atomic)
		return false;
	size = roundup(size, 128);
	mem = krealloc(iter->fmt, size, GFP_KERNEL);
	if (!mem)
		return false;
	iter->fmt = mem;
	iter->fmt_size = size;
	return true;
}

/* With the option nohash-ptr, %p without letters prints the address: make it %px. */
static const char *output_print_unhashed(struct trace_iterator *iter, const char *fmt)
{
	const char *from = fmt;
	char *to;

	if (instance_option(iter->tr, INSTANCE_OPT_HASH_PTR) ||
	    !strstr(fmt, "%p") ||
	    !output_print_alloc_fmt(iter, output_print_unhashed_size(fmt)))
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

/* Test whether the format has a string or a length that is another argument. */
static bool output_print_has_reference(struct trace_iterator *iter, const char *fmt)
{
	const struct output_reader *r = output_reader_of(iter);

	if (r->text_delta || r->other || strchr(fmt, '*'))
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
 * Print a format that output_vprintf() does not support. In a record of the
 * previous boot its strings may not exist and its lengths are not trusted: the
 * fields of such a record are printed instead.
 */
static __printf(2, 0)
void print_vsnprintf(struct trace_iterator *iter, const char *fmt, va_list args)
{
	if (unlikely(output_reader_of(iter)->last_boot) && output_print_has_reference(iter, fmt))
		output_fields_only(iter);
	else
		trace_seq_vprintf(&iter->seq, output_print_unhashed(iter, fmt), args);
}

/**
 * trace_event_printf - print the text of an event
 * @iter: the reader
 * @fmt: the format, a string literal: its compiled form is cached by its address
 *
 * Context: as the print function.
 */
void trace_event_printf(struct trace_iterator *iter, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	if (!output_vprintf(iter, fmt, args))
		print_vsnprintf(iter, fmt, args);
	va_end(args);
}
EXPORT_SYMBOL(trace_event_printf);

/**
 * trace_output_call - print a name and the text of an event
 * @iter: the reader
 * @name: name that is printed before the text
 * @fmt: the format
 *
 * Context: as the print function.
 * Return: TRACE_TYPE_HANDLED, or TRACE_TYPE_PARTIAL_LINE if the text does not fit.
 */
int trace_output_call(struct trace_iterator *iter, char *name, char *fmt, ...)
{
	va_list args;

	trace_seq_puts(&iter->seq, name);
	trace_seq_puts(&iter->seq, ": ");
	va_start(args, fmt);
	print_vsnprintf(iter, fmt, args);
	va_end(args);
	return trace_handle_return(&iter->seq);
}
EXPORT_SYMBOL_GPL(trace_output_call);

static void output_print_delim(struct trace_seq *p, const char *start,
			       const char *delim)
{
	if (delim && trace_seq_buffer_ptr(p) != start)
		trace_seq_puts(p, delim);
}

/**
 * trace_print_flags_seq - __print_flags(): print the names of bits
 * @p: the sequence
 * @delim: delimiter between two names, or NULL
 * @flags: the bits
 * @flag_array: names of masks, terminated by an entry without a name
 *
 * Bits without a name are printed as one hexadecimal number after the names.
 *
 * Context: as the print function.
 * Return: the string in @p.
 */
const char *trace_print_flags_seq(struct trace_seq *p, const char *delim,
				  unsigned long flags,
				  const struct trace_print_flags *flag_array)
{
	const char *start = trace_seq_buffer_ptr(p);

	for (; flag_array->name && flags; flag_array++) {
		if ((flags & flag_array->mask) != flag_array->mask)
			continue;
		output_print_delim(p, start, delim);
		trace_seq_puts(p, flag_array->name);
		flags &= ~flag_array->mask;
	}
	if (flags) {
		output_print_delim(p, start, delim);
		trace_seq_printf(p, "0x%lx", flags);
	}
	return output_seq_end(p, start);
}
EXPORT_SYMBOL(trace_print_flags_seq);

/**
 * trace_print_symbols_seq - __print_symbolic(): print the name of a value
 * @p: the sequence
 * @val: the value
 * @symbols: names of values, terminated by an entry without a name
 *
 * Context: as the print function.
 * Return: the string in @p.
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
