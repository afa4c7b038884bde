// SPDX-License-Identifier: GPL-2.0
/*
 * The contents of the files format, header_page and header_event. Tools parse them,
 * so every blank is ABI.
 */
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "internal.h"

/*
 * An array is shown as a C declaration: "char comm[16]". Tools expect
 * "__data_loc char[] name", but "__rel_loc char name[]".
 */
static void event_format_declaration(struct seq_file *m,
				     const struct event_field *field)
{
	const char *open = NULL, *close;

	if (!strstarts(field->type, "__data_loc"))
		open = strchr(field->type, '[');
	if (!open) {
		seq_printf(m, "%s %s", field->type, field->name);
		return;
	}

	seq_printf(m, "%.*s %s", (int)(open - field->type), field->type,
		   field->name);
	close = strchr(open, ']');
	if (field->len && close)
		seq_printf(m, "[%u]%s", field->len, close + 1);
	else
		seq_puts(m, open);
}

static int event_format_field(const struct event_field *field, void *data)
{
	struct seq_file *m = data;

	seq_puts(m, "\tfield:");
	event_format_declaration(m, field);
	seq_printf(m, ";\toffset:%u;\tsize:%u;\tsigned:%d;\n",
		   field->offset, field->size, field->is_signed);
	return 0;
}

/**
 * event_format_show - show the file format of an event
 * @m: the output
 * @call: the event
 *
 * Context: task; event_mutex held.
 * Return: 0
 */
int event_format_show(struct seq_file *m, struct trace_event_call *call)
{
	const struct event_field *field;

	lockdep_assert_held(&event_mutex);

	seq_printf(m, "name: %s\n", trace_event_name(call));
	seq_printf(m, "ID: %d\n", call->event.type);
	seq_puts(m, "format:\n");
	for (field = event_common_fields; field->type; field++)
		event_format_field(field, m);
	seq_putc(m, '\n');
	event_fields_each(call, event_format_field, m);
	seq_puts(m, "\nprint fmt: ");
	event_evals_print(m, event_system(call), call->print_fmt);
	seq_putc(m, '\n');
	return 0;
}

static int event_format_seq_show(struct seq_file *m, struct trace_seq *s)
{
	int ret = trace_seq_has_overflowed(s) ? -EFBIG : 0;

	if (!ret)
		trace_print_seq(m, s);
	kfree(s);
	return ret;
}

static struct trace_seq *event_format_seq_alloc(void)
{
	struct trace_seq *s = kmalloc(sizeof(*s), GFP_KERNEL);

	if (s)
		trace_seq_init(s);
	return s;
}

/**
 * event_header_page_show - show the file header_page: the layout of a sub-buffer
 * @m: the output
 * @ring: a ring buffer, of whose sub-buffers the size is shown
 *
 * Context: task, may sleep.
 * Return: 0; -ENOMEM; -EFBIG if the text is too long.
 */
int event_header_page_show(struct seq_file *m, struct trace_buffer *ring)
{
	struct trace_seq *s = event_format_seq_alloc();

	if (!s)
		return -ENOMEM;
	ring_buffer_print_page_header(ring, s);
	return event_format_seq_show(m, s);
}

/**
 * event_header_event_show - show the file header_event: the layout of an event header
 * @m: the output
 *
 * Context: task, may sleep.
 * Return: 0; -ENOMEM; -EFBIG if the text is too long.
 */
int event_header_event_show(struct seq_file *m)
{
	struct trace_seq *s = event_format_seq_alloc();

	if (!s)
		return -ENOMEM;
	ring_buffer_print_entry_header(s);
	return event_format_seq_show(m, s);
}
