// SPDX-License-Identifier: GPL-2.0
/*
 * The option "fields": a record by its table of fields, whatever its print
 * format says.
 */
#include <linux/ctype.h>
#include <linux/uaccess.h>

#include "internal.h"

/* A string that a field points to may be gone, or never was the kernel's. */
#define FIELDS_STR_MAX	128

/* Where a dynamic field's word says that its data is. */
static void *field_dynamic(struct trace_iterator *iter, const void *at,
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

/* Text, or whatever else: its bytes. */
static void field_print_dynamic(struct trace_iterator *iter,
				const struct event_field *field, const void *at,
				bool relative)
{
	struct trace_seq *s = &iter->seq;
	const u8 *data;
	int i, len;

	data = field_dynamic(iter, at, relative, &len);
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

static void field_pointer(struct trace_iterator *iter, const void *at)
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

static void field_number(struct trace_seq *s, const void *at, int size)
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

static bool field_is(const struct event_field *field, const char *kind)
{
	return str_has_prefix(field->type, kind);
}

static int field_print(const struct event_field *field, void *data)
{
	struct trace_iterator *iter = data;
	const void *at = (void *)iter->ent + field->offset;

	trace_seq_printf(&iter->seq, " %s=", field->name);
	if (field->offset + field->size > iter->ent_size) {
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
		field_pointer(iter, at);
		break;
	default:
		if (field_is(field, "__data_loc cpumask_t"))
			trace_seq_puts(&iter->seq, "<INVALID-TYPE>");
		else if (field_is(field, "__data_loc"))
			field_print_dynamic(iter, field, at, false);
		else if (field_is(field, "__rel_loc"))
			field_print_dynamic(iter, field, at, true);
		else
			field_number(&iter->seq, at, field->size);
	}
	return iter->seq.full;
}

/* Of the current record, whose name is there already. */
void output_fields_bare(struct trace_iterator *iter)
{
	struct trace_event_call *call = event_call_of(output_of(iter)->found->event);

	if (call)
		event_fields_each(call, field_print, iter);
	trace_seq_putc(&iter->seq, '\n');
}

/* What printers of the built-in entries have is no schema. */
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
	event_fields_each(call, field_print, iter);
	trace_seq_putc(s, '\n');
	return trace_handle_return(s);
}
