// SPDX-License-Identifier: GPL-2.0
/*
 * Synthetic events as text: the line of a record, and "print fmt:".
 */
#include <linux/seq_buf.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/trace_seq.h>

#include "../output/output.h"
#include "synth.h"

/* Names of the bits of gfp_t. */
#include <trace/events/mmflags.h>

static const struct trace_print_flags synth_gfp_names[] = {
	__def_gfpflag_names,
	{ 0, NULL },
};

/* Some types have a format that does not follow from size and signedness. */
static const char *synth_print_number_format(const struct event_synth_field *field)
{
	const char *type = field->type;

	if (!strcmp(type, "gfp_t"))
		return "%x";
	if (!strcmp(type, "bool"))
		return "%d";
	if (strstr(type, "long"))
		return field->is_signed ? "%ld" : "%lu";
	if (field->size == sizeof(u64))
		return field->is_signed ? "%lld" : "%llu";
	return field->is_signed ? "%d" : "%u";
}

static const char *synth_print_field_format(const struct event_synth_field *field)
{
	return field->kind == EVENT_SYNTH_NUMBER ? synth_print_number_format(field) : "%s";
}

static void synth_print_fmt_argument(struct seq_buf *s,
				     const struct event_synth_field *field)
{
	switch (field->kind) {
	case EVENT_SYNTH_DYN_STRING:
		seq_buf_printf(s, ", __get_str(%s)", field->name);
		break;
	case EVENT_SYNTH_STACK:
		seq_buf_printf(s, ", __get_stacktrace(%s)", field->name);
		break;
	default:
		seq_buf_printf(s, ", REC->%s", field->name);
	}
}

/**
 * synth_print_fmt - create the text after "print fmt: " in the format file
 * @se: the event; name and fields are set
 *
 * Context: task, may sleep.
 * Return: the text, to be freed by kfree(); NULL if out of memory.
 */
char *synth_print_fmt(const struct synth_event *se)
{
	size_t size = 16;
	struct seq_buf s;
	unsigned int i;
	char *text;

	for (i = 0; i < se->nr; i++)
		size += 2 * strlen(se->fields[i].name) + 32;
	text = kmalloc(size, GFP_KERNEL);
	if (!text)
		return NULL;
	seq_buf_init(&s, text, size);
	seq_buf_puts(&s, "\"");
	for (i = 0; i < se->nr; i++)
		seq_buf_printf(&s, "%s%s=%s", i ? ", " : "",
			       se->fields[i].name,
			       synth_print_field_format(&se->fields[i]));
	seq_buf_puts(&s, "\"");
	for (i = 0; i < se->nr; i++)
		synth_print_fmt_argument(&s, &se->fields[i]);
	seq_buf_str(&s);
	return text;
}

/* Load a number from a record, and extend it to 64 bits. */
static u64 synth_print_load_number(const struct event_synth_field *field, const void *at)
{
	switch (field->size) {
	case 1:
		return field->is_signed ? *(s8 *)at : *(u8 *)at;
	case 2:
		return field->is_signed ? *(s16 *)at : *(u16 *)at;
	case 4:
		/* Without the cast, the type of both operands would be u32. */
		return field->is_signed ? (u64)*(s32 *)at : *(u32 *)at;
	default:
		return *(u64 *)at;
	}
}

static void synth_print_number(struct trace_seq *s,
			       const struct event_synth_field *field,
			       const void *at)
{
	u64 val = synth_print_load_number(field, at);

	if (!strcmp(field->type, "gfp_t")) {
		trace_seq_printf(s, "%llx (", val);
		trace_print_flags_seq(s, "|", val, synth_gfp_names);
		/*
		 * The names are followed by a NUL, which is not part of the line.
		 */
		if (s->seq.len && !s->buffer[s->seq.len - 1])
			s->seq.len--;
		trace_seq_putc(s, ')');
	} else if (field->is_signed) {
		output_seq_s64(s, val);
	} else {
		output_seq_u64(s, val);
	}
}

/* The contents that a __data_loc word locates, or NULL if not within the record. */
static const void *synth_print_data_loc(struct trace_iterator *iter, const void *at,
					unsigned int *len)
{
	u32 loc = *(const u32 *)at;
	unsigned int offset = loc & 0xffff;

	*len = loc >> 16;
	if (offset + *len > iter->ent_size)
		return NULL;
	return (const void *)iter->ent + offset;
}

static void synth_print_dyn_string(struct trace_iterator *iter, const void *at)
{
	unsigned int len;
	const char *text = synth_print_data_loc(iter, at, &len);

	if (text)
		trace_seq_putmem(&iter->seq, text, strnlen(text, len));
}

static void synth_print_stack(struct trace_iterator *iter, const void *at)
{
	unsigned int len, i;
	const unsigned long *ips = synth_print_data_loc(iter, at, &len);

	trace_seq_puts(&iter->seq, "STACK:\n");
	for (i = 0; ips && i < len / sizeof(*ips) && ips[i]; i++)
		trace_seq_printf(&iter->seq, "=> %pS\n", (void *)ips[i]);
}

static void synth_print_field(struct trace_iterator *iter,
			      const struct event_synth_field *field, const void *at)
{
	struct trace_seq *s = &iter->seq;

	switch (field->kind) {
	case EVENT_SYNTH_NUMBER:
		synth_print_number(s, field, at);
		break;
	case EVENT_SYNTH_STRING:
		trace_seq_putmem(s, at, strnlen(at, SYNTH_STR_MAX));
		break;
	case EVENT_SYNTH_DYN_STRING:
		synth_print_dyn_string(iter, at);
		break;
	case EVENT_SYNTH_STACK:
		synth_print_stack(iter, at);
		break;
	}
}

/**
 * synth_print - trace_event_functions::trace of synthetic events
 * @iter: the iterator, at the record
 * @flags: INSTANCE_OPT() bits
 * @event: the record type
 *
 * Context: task.
 * Return: as trace_handle_return().
 */
enum print_line_t synth_print(struct trace_iterator *iter, int flags,
			      struct trace_event *event)
{
	struct trace_event_call *call;
	struct synth_event *se;
	unsigned int i;

	call = container_of(event, struct trace_event_call, event);
	se = synth_of_call(call);
	trace_seq_puts(&iter->seq, se->name);
	trace_seq_puts(&iter->seq, ": ");
	for (i = 0; i < se->nr; i++) {
		const struct event_synth_field *field = &se->fields[i];

		if (iter->tr && instance_option(iter->tr, INSTANCE_OPT_VERBOSE))
			trace_seq_printf(&iter->seq, "%s ", synth_print_field_format(field));
		trace_seq_puts(&iter->seq, field->name);
		trace_seq_putc(&iter->seq, '=');
		synth_print_field(iter, field, (void *)iter->ent + se->offsets[i]);
		/* A stack trace ends with a newline. */
		if (i + 1 < se->nr && field->kind != EVENT_SYNTH_STACK)
			trace_seq_putc(&iter->seq, ' ');
	}
	trace_seq_putc(&iter->seq, '\n');
	return trace_handle_return(&iter->seq);
}
