// SPDX-License-Identifier: GPL-2.0
/*
 * Fetch arguments: what the format file shows of them, and the text of a record.
 */
#include <linux/kernel.h>
#include <linux/seq_buf.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/trace_seq.h>

#include "../output/output.h"
#include "args_internal.h"

/**
 * struct args_print_record - a record while its text is printed
 * @data: the record
 * @size: size in bytes
 */
struct args_print_record {
	const void	*data;
	unsigned int	size;
};

/**
 * dynevent_args_rows - fill in the fields for the format file
 * @args: the arguments
 * @rows: array of args->nr fields; the caller terminates it. The texts live as long
 *	as @args.
 * @offset: offset of the fixed part in a record
 *
 * Context: task.
 */
void dynevent_args_rows(const struct dynevent_args *args, struct event_field *rows,
			unsigned int offset)
{
	const struct dynevent_arg *arg = args->arg, *end = arg + args->nr;

	for (; arg < end; arg++, rows++)
		*rows = (struct event_field){
			.type = arg->row_type,
			.name = arg->name,
			.offset = offset + arg->offset,
			.size = arg->bytes,
			.is_signed = arg->type->is_signed,
		};
}

/* A format within a quoted string; tools expect "%Lx" for "%llx". */
static void args_print_fmt_quote(struct seq_buf *s, const char *fmt)
{
	for (; *fmt; fmt++) {
		if (*fmt == '"')
			seq_buf_putc(s, '\\');
		if (strstarts(fmt, "ll"))
			fmt++;
		seq_buf_putc(s, *fmt == 'l' ? 'L' : *fmt);
	}
}

static void args_print_fmt_arg(struct seq_buf *s, const struct dynevent_arg *arg)
{
	unsigned int i;

	seq_buf_printf(s, " %s=", arg->name);
	if (!arg->count) {
		args_print_fmt_quote(s, arg->type->fmt);
		return;
	}
	for (i = 0; i < arg->count; i++) {
		seq_buf_putc(s, i ? ',' : '{');
		args_print_fmt_quote(s, arg->type->fmt);
	}
	seq_buf_putc(s, '}');
}

static void args_print_fmt_value(struct seq_buf *s, const struct dynevent_arg *arg)
{
	bool string = arg->type->string;
	unsigned int i;

	for (i = 0; i < max(arg->count, 1); i++) {
		seq_buf_puts(s, string ? ", __get_str(" : ", REC->");
		seq_buf_puts(s, arg->name);
		if (arg->count)
			seq_buf_printf(s, "[%u]", i);
		if (string)
			seq_buf_putc(s, ')');
	}
}

/* An upper bound of the size of the texts. */
static size_t args_print_fmt_size(const struct dynevent_args *args)
{
	size_t size = 0, name;
	unsigned int i;

	for (i = 0; i < args->nr; i++) {
		name = strlen(args->arg[i].name);
		size += name + sizeof(" ={}") + max(args->arg[i].count, 1) *
			(name + sizeof(",'%c'' , __get_str([00])"));
	}
	return size;
}

/**
 * dynevent_args_print_fmt - create the text after "print fmt: " in the format file
 * @args: the arguments
 * @head: format before the arguments, e.g. "(%lx)"
 * @head_args: arguments of @head, e.g. "REC->__probe_ip"; or NULL
 *
 * Context: task, may sleep.
 * Return: the text, to be freed by kfree(); NULL if out of memory.
 */
char *dynevent_args_print_fmt(const struct dynevent_args *args, const char *head,
			      const char *head_args)
{
	size_t size = args_print_fmt_size(args) + strlen(head) + sizeof("\"\", ") +
		      (head_args ? strlen(head_args) : 0);
	char *text = kzalloc(size, GFP_KERNEL);
	struct seq_buf s;
	unsigned int i;

	if (!text)
		return NULL;
	seq_buf_init(&s, text, size);
	seq_buf_printf(&s, "\"%s", head);
	for (i = 0; i < args->nr; i++)
		args_print_fmt_arg(&s, &args->arg[i]);
	seq_buf_putc(&s, '"');
	if (head_args)
		seq_buf_printf(&s, ", %s", head_args);
	for (i = 0; i < args->nr; i++)
		args_print_fmt_value(&s, &args->arg[i]);
	WARN_ON_ONCE(seq_buf_has_overflowed(&s));
	seq_buf_str(&s);
	return text;
}

/*
 * Print a string of the record, or "(fault)" if it could not be read. A record may
 * come from the memory of an earlier boot: its locations may be anything.
 */
static void args_print_string(struct trace_seq *s, const struct args_print_record *rec,
			      u32 loc)
{
	unsigned int from = loc & 0xffff, len = loc >> 16;

	if (!len || from + len > rec->size ||
	    strnlen(rec->data + from, len) == len) {
		trace_seq_puts(s, "(fault)");
		return;
	}
	trace_seq_putc(s, '"');
	trace_seq_puts(s, rec->data + from);
	trace_seq_putc(s, '"');
}

/* Numbers without vsnprintf(), which takes more time than the rest of the line. */
static void args_print_number(struct trace_seq *s, const struct dynevent_arg_type *type,
			      u64 value)
{
	if (type->base == 16)
		output_seq_hex(s, value);
	else if (type->is_signed)
		output_seq_s64(s, value);
	else
		output_seq_u64(s, value);
}

static void args_print_value(struct trace_seq *s, const struct dynevent_arg *arg,
			     const struct args_print_record *rec, const void *at)
{
	const struct dynevent_arg_type *type = arg->type;
	u64 value = dynevent_arg_load(at, type->size, type->is_signed);

	if (type->string)
		args_print_string(s, rec, value);
	else if (type->base)
		args_print_number(s, type, value);
	else if (type->kernel)
		trace_seq_printf(s, type->fmt, (void *)(unsigned long)value);
	else
		trace_seq_printf(s, type->fmt, (u32)value);
}

static void args_print_name(struct trace_seq *s, const char *name)
{
	unsigned int len = strlen(name);
	char *p = output_reserve(s, len + 2);

	if (!p)
		return;
	*p++ = ' ';
	p = output_put_word(p, name, len);
	*p++ = '=';
	output_reserve_done(s, p);
}

static void args_print_arg(struct trace_seq *s, const struct dynevent_arg *arg,
			   const struct args_print_record *rec, const void *at)
{
	unsigned int i;

	args_print_name(s, arg->name);
	if (!arg->count) {
		args_print_value(s, arg, rec, at);
		return;
	}
	for (i = 0; i < arg->count; i++, at += arg->type->size) {
		trace_seq_putc(s, i ? ',' : '{');
		args_print_value(s, arg, rec, at);
	}
	trace_seq_putc(s, '}');
}

/**
 * dynevent_args_print - print " name=value" for each argument
 * @s: the trace_seq
 * @args: the arguments
 * @data: the record, whose contents are not trusted
 * @size: size of the record in bytes
 * @offset: offset of the fixed part in the record
 *
 * Context: task.
 */
void dynevent_args_print(struct trace_seq *s, const struct dynevent_args *args,
			 const void *data, unsigned int size, unsigned int offset)
{
	const struct dynevent_arg *arg = args->arg, *end = arg + args->nr;
	const struct args_print_record rec = { .data = data, .size = size };

	if (offset + args->fixed > size)
		return;
	for (; arg < end; arg++)
		args_print_arg(s, arg, &rec, data + offset + arg->offset);
}
