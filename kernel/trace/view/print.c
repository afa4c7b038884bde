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
static void print_name(struct trace_iterator *iter, struct view_event *found,
		       struct trace_event *event)
{
	struct trace_event_call *call =
		container_of(event, struct trace_event_call, event);
	const char *name;
	size_t len;
	char *p;

	if (found && found->event == event && found->len) {
		p = view_room(&iter->seq, VIEW_EVENT_NAME);
		if (p)
			view_room_done(&iter->seq,
				       view_put_slack(p, found->name,
						      found->len));
		return;
	}
	name = trace_event_name(call);
	len = strlen(name);
	trace_seq_putmem(&iter->seq, name, len);
	trace_seq_puts(&iter->seq, ": ");
	if (!found || found->event != event || len + 2 > VIEW_EVENT_NAME)
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

	view_seq_clear(iter->tmp_seq);
	print_name(iter, view_of(iter)->found, event);
	if (unlikely(call->flags & TRACE_EVENT_FL_TEST_STR) &&
	    view_pointer_bad(iter, call))
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
	if (view_of(iter)->atomic)
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

/* A format with more in it. What of a moved kernel that may lead to is not there. */
static __printf(2, 0)
void print_any(struct trace_iterator *iter, const char *fmt, va_list args)
{
	if (unlikely(view_of(iter)->moved))
		view_fields_bare(iter);
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
	if (!view_vprintf(iter, fmt, args))
		print_any(iter, fmt, args);
	va_end(args);
}
EXPORT_SYMBOL(trace_event_printf);

/* Ends a string in @p that began at @start. */
static const char *print_end(struct trace_seq *p, const char *start)
{
	trace_seq_putc(p, 0);
	return start;
}

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
	return print_end(p, start);
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
	return print_end(p, start);
}
EXPORT_SYMBOL(trace_print_symbols_seq);

/**
 * trace_print_bitmask_seq - __get_bitmask(): a bitmask in hexadecimal
 * @p: where to
 * @bitmask_ptr: the bits
 * @bitmask_size: bytes of them
 *
 * Context: as the print function.
 */
const char *trace_print_bitmask_seq(struct trace_seq *p, void *bitmask_ptr,
				    unsigned int bitmask_size)
{
	const char *start = trace_seq_buffer_ptr(p);

	trace_seq_bitmask(p, bitmask_ptr, bitmask_size * BITS_PER_BYTE);
	return print_end(p, start);
}
EXPORT_SYMBOL_GPL(trace_print_bitmask_seq);

/**
 * trace_print_hex_seq - __print_hex(): bytes in hexadecimal
 * @p: where to
 * @buf: the bytes
 * @buf_len: how many
 * @concatenate: without spaces between them
 *
 * Context: as the print function.
 */
const char *trace_print_hex_seq(struct trace_seq *p, const unsigned char *buf,
				int buf_len, bool concatenate)
{
	const char *start = trace_seq_buffer_ptr(p);
	int i;

	for (i = 0; i < buf_len; i++) {
		if (i && !concatenate)
			trace_seq_putc(p, ' ');
		trace_seq_putc(p, hex_asc_hi(buf[i]));
		trace_seq_putc(p, hex_asc_lo(buf[i]));
	}
	return print_end(p, start);
}
EXPORT_SYMBOL(trace_print_hex_seq);

static void print_element(struct trace_seq *p, const void *at, size_t size)
{
	switch (size) {
	case 1:
		trace_seq_printf(p, "0x%x", *(const u8 *)at);
		break;
	case 2:
		trace_seq_printf(p, "0x%x", *(const u16 *)at);
		break;
	case 4:
		trace_seq_printf(p, "0x%x", *(const u32 *)at);
		break;
	case 8:
		trace_seq_printf(p, "0x%llx", *(const u64 *)at);
		break;
	default:
		trace_seq_printf(p, "BAD SIZE:%zu 0x%x", size,
				 *(const u8 *)at);
	}
}

/**
 * trace_print_array_seq - __print_array(): numbers between braces
 * @p: where to
 * @buf: the numbers
 * @count: how many
 * @el_size: bytes of each
 *
 * Context: as the print function.
 */
const char *trace_print_array_seq(struct trace_seq *p, const void *buf,
				  int count, size_t el_size)
{
	const char *start = trace_seq_buffer_ptr(p);
	size_t step = el_size == 1 || el_size == 2 || el_size == 4 ||
		      el_size == 8 ? el_size : 1;
	int i;

	trace_seq_putc(p, '{');
	for (i = 0; i < count; i++) {
		if (i)
			trace_seq_putc(p, ',');
		print_element(p, buf + i * step, el_size);
	}
	trace_seq_putc(p, '}');
	return print_end(p, start);
}
EXPORT_SYMBOL(trace_print_array_seq);

/**
 * trace_print_hex_dump_seq - __print_hex_dump(): a dump over several lines
 * @p: where to
 * @prefix_str: begins each line
 * @prefix_type: as for print_hex_dump()
 * @rowsize: bytes a line
 * @groupsize: bytes a number
 * @buf: what to dump
 * @len: bytes in @buf
 * @ascii: whether characters stand beside the numbers
 *
 * Context: as the print function.
 */
const char *trace_print_hex_dump_seq(struct trace_seq *p,
				     const char *prefix_str, int prefix_type,
				     int rowsize, int groupsize,
				     const void *buf, size_t len, bool ascii)
{
	const char *start = trace_seq_buffer_ptr(p);

	trace_seq_putc(p, '\n');
	trace_seq_hex_dump(p, prefix_str, prefix_type, rowsize, groupsize, buf,
			   len, ascii);
	return print_end(p, start);
}
EXPORT_SYMBOL(trace_print_hex_dump_seq);
