// SPDX-License-Identifier: GPL-2.0
/*
 * The option "fields": prints a record field by field instead of with its print
 * format.
 */
#include <linux/ctype.h>
#include <linux/uaccess.h>

#include "internal.h"

/* Maximum length of a string that a field points to; the pointer may be invalid. */
#define FIELDS_STR_MAX	128

/* Data of a dynamic field; NULL if the word points out of the record. */
static void *output_fields_dynamic(struct trace_iterator *iter, const void *at,
				   bool relative, int *len)
{
	u32 word = *(const u32 *)at;
	int offset = word & 0xffff;

	*len = word >> 16;
	if (relative)
		offset += at + sizeof(word) - (void *)iter->ent;
	if (offset + *len > iter->ent_size)
		return NULL;
	return (void *)iter->ent + offset;
}

/* Print a dynamic field as text if it is a string, otherwise as bytes. */
static void output_fields_print_dynamic(struct trace_iterator *iter,
					const struct event_field *field, const void *at,
					bool relative)
{
	struct trace_seq *s = &iter->seq;
	const u8 *data;
	int i, len;

	data = output_fields_dynamic(iter, at, relative, &len);
	if (!data) {
		trace_seq_puts(s, "<OVERFLOW>");
		return;
	}
	if (field->filter == FILTER_DYN_STRING ||
	    field->filter == FILTER_RDYN_STRING) {
		trace_seq_printf(s, "%.*s", len, data);
		return;
	}
	for (i = 0; i < len; i++)
		trace_seq_printf(s, "%s%02x", i ? "," : "", data[i]);
}

static void output_fields_pointer(struct trace_iterator *iter, const void *at)
{
	const char *pointer = *(const char * const *)at;
	char str[FIELDS_STR_MAX];

	trace_seq_printf(&iter->seq, "(0x%0*lx", 2 * (int)sizeof(long),
			 (unsigned long)pointer);
	pointer = output_text_at(iter, pointer);
	if (pointer &&
	    strncpy_from_kernel_nofault(str, pointer, sizeof(str)) >= 0)
		trace_seq_printf(&iter->seq, ":%s", str);
	trace_seq_putc(&iter->seq, ')');
}

static void output_fields_number(struct trace_seq *s, const void *at, int size)
{
	switch (size) {
	case 1:
		if (isprint(*(const char *)at))
			trace_seq_printf(s, "'%c'", *(const char *)at);
		trace_seq_printf(s, "(%u)", *(const u8 *)at);
		break;
	case 2:
		trace_seq_printf(s, "0x%x (%u)", *(const u16 *)at,
				 *(const u16 *)at);
		break;
	case 4:
		trace_seq_printf(s, "0x%x (%d)", *(const u32 *)at,
				 *(const s32 *)at);
		break;
	case 8:
		trace_seq_printf(s, "0x%llx (%lld)", *(const u64 *)at,
				 *(const s64 *)at);
		break;
	default:
		trace_seq_puts(s, "<INVALID-SIZE>");
	}
}

static bool output_fields_is(const struct event_field *field, const char *kind)
{
	return str_has_prefix(field->type, kind);
}

static int output_fields_print(const struct event_field *field, void *data)
{
	struct trace_iterator *iter = data;
	const void *at = (void *)iter->ent + field->offset;
	bool missing = field->offset + field->size > iter->ent_size;

	if (missing && field->late)
		return 0;
	trace_seq_printf(&iter->seq, " %s=", field->name);
	if (missing) {
		trace_seq_puts(&iter->seq, "<OVERFLOW>");
		return 0;
	}

	switch (field->filter) {
	case FILTER_COMM:
	case FILTER_STATIC_STRING:
		trace_seq_printf(&iter->seq, "%.*s", field->size,
				 (const char *)at);
		break;
	case FILTER_PTR_STRING:
		output_fields_pointer(iter, at);
		break;
	default:
		if (output_fields_is(field, "__data_loc cpumask_t"))
			trace_seq_puts(&iter->seq, "<INVALID-TYPE>");
		else if (output_fields_is(field, "__data_loc"))
			output_fields_print_dynamic(iter, field, at, false);
		else if (output_fields_is(field, "__rel_loc"))
			output_fields_print_dynamic(iter, field, at, true);
		else
			output_fields_number(&iter->seq, at, field->size);
	}
	return iter->seq.full;
}

/**
 * output_fields_only - print the fields of the current record without the event name
 * @iter: the reader
 *
 * Context: as output_line().
 */
void output_fields_only(struct trace_iterator *iter)
{
	struct trace_event_call *call = event_call_of(output_reader_of(iter)->found->event);

	if (call)
		event_fields_each(call, output_fields_print, iter);
	trace_seq_putc(&iter->seq, '\n');
}

/**
 * output_fields - print the event name and the fields of the current record
 * @iter: the reader
 * @event: event of the record; built-in entries have no list of fields
 *
 * Context: as output_line().
 * Return: TRACE_TYPE_PARTIAL_LINE if the text does not fit into iter->seq.
 */
enum print_line_t output_fields(struct trace_iterator *iter,
				struct trace_event *event)
{
	struct trace_event_call *call = event_call_of(event);
	struct trace_seq *s = &iter->seq;

	if (!call) {
		trace_seq_printf(s, "UNKNOWN TYPE %d\n", event->type);
		return trace_handle_return(s);
	}
	trace_seq_printf(s, "%s:", trace_event_name(call));
	event_fields_each(call, output_fields_print, iter);
	trace_seq_putc(s, '\n');
	return trace_handle_return(s);
}
