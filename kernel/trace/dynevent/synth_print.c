// SPDX-License-Identifier: GPL-2.0
/*
 * Synthetic events as text: a record's line, and the format that tools read.
 */
#include <linux/seq_buf.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/trace_seq.h>

#include "synth.h"

/* Names of gfp_t's bits; this header of mm's is the list of them. */
#include <trace/events/mmflags.h>

static const struct trace_print_flags synth_gfp_names[] = {
	__def_gfpflag_names,
	{ 0, NULL },
};

/* Numbers that are not printed as their width and sign would have it. */
static const char *number_format(const struct event_synth_field *field)
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

static const char *field_format(const struct event_synth_field *field)
{
	return field->kind == EVENT_SYNTH_NUMBER ? number_format(field) : "%s";
}

static void fmt_argument(struct seq_buf *s, const struct event_synth_field *field)
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
 * synth_print_fmt - the text behind "print fmt: "
 * @se: name and fields known
 *
 * Context: task, may sleep.
 * Return: allocated text, or NULL.
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
			       field_format(&se->fields[i]));
	seq_buf_puts(&s, "\"");
	for (i = 0; i < se->nr; i++)
		fmt_argument(&s, &se->fields[i]);
	seq_buf_str(&s);
	return text;
}

/* A number in the record at @at, as wide as the field, made 64 bits wide. */
static u64 number_of(const struct event_synth_field *field, const void *at)
{
	switch (field->size) {
	case 1:
		return field->is_signed ? *(s8 *)at : *(u8 *)at;
	case 2:
		return field->is_signed ? *(s16 *)at : *(u16 *)at;
	case 4:
		return field->is_signed ? *(s32 *)at : *(u32 *)at;
	default:
		return *(u64 *)at;
	}
}

static void print_number(struct trace_seq *s,
			 const struct event_synth_field *field, const void *at)
{
	u64 val = number_of(field, at);

	if (!strcmp(field->type, "gfp_t")) {
		trace_seq_printf(s, "%llx (", val);
		trace_print_flags_seq(s, "|", val, synth_gfp_names);
		/* The NUL behind the names is not for the line. */
		if (s->seq.len && !s->buffer[s->seq.len - 1])
			s->seq.len--;
		trace_seq_putc(s, ')');
	} else if (field->is_signed) {
		trace_seq_printf(s, "%lld", val);
	} else {
		trace_seq_printf(s, "%llu", val);
	}
}

/* The bytes that a __data_loc word points to, if they are in the record. */
static const void *located(struct trace_iterator *iter, const void *at,
			   unsigned int *len)
{
	u32 loc = *(const u32 *)at;
	unsigned int offset = loc & 0xffff;

	*len = loc >> 16;
	if (offset + *len > iter->ent_size)
		return NULL;
	return (const void *)iter->ent + offset;
}

static void print_located_string(struct trace_iterator *iter, const void *at)
{
	unsigned int len;
	const char *text = located(iter, at, &len);

	if (text)
		trace_seq_printf(&iter->seq, "%.*s", (int)len, text);
}

static void print_stack(struct trace_iterator *iter, const void *at)
{
	unsigned int len, i;
	const unsigned long *ips = located(iter, at, &len);

	trace_seq_puts(&iter->seq, "STACK:\n");
	for (i = 0; ips && i < len / sizeof(*ips) && ips[i]; i++)
		trace_seq_printf(&iter->seq, "=> %pS\n", (void *)ips[i]);
}

static void print_field(struct trace_iterator *iter,
			const struct event_synth_field *field, const void *at)
{
	struct trace_seq *s = &iter->seq;

	switch (field->kind) {
	case EVENT_SYNTH_NUMBER:
		print_number(s, field, at);
		break;
	case EVENT_SYNTH_STRING:
		trace_seq_printf(s, "%.*s", SYNTH_STR_MAX, (const char *)at);
		break;
	case EVENT_SYNTH_DYN_STRING:
		print_located_string(iter, at);
		break;
	case EVENT_SYNTH_STACK:
		print_stack(iter, at);
		break;
	}
}

enum print_line_t synth_print(struct trace_iterator *iter, int flags,
			      struct trace_event *event)
{
	struct trace_event_call *call;
	struct synth_event *se;
	unsigned int i;

	call = container_of(event, struct trace_event_call, event);
	se = synth_of_call(call);
	trace_seq_printf(&iter->seq, "%s: ", se->name);
	for (i = 0; i < se->nr; i++) {
		const struct event_synth_field *field = &se->fields[i];

		if (iter->tr && instance_option(iter->tr, INSTANCE_OPT_VERBOSE))
			trace_seq_printf(&iter->seq, "%s ", field_format(field));
		trace_seq_printf(&iter->seq, "%s=", field->name);
		print_field(iter, field, (void *)iter->ent + se->offsets[i]);
		/* A stack ends its last line itself. */
		if (i + 1 < se->nr && field->kind != EVENT_SYNTH_STACK)
			trace_seq_putc(&iter->seq, ' ');
	}
	trace_seq_putc(&iter->seq, '\n');
	return trace_handle_return(&iter->seq);
}
