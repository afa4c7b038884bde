// SPDX-License-Identifier: GPL-2.0
/*
 * User events as text: the definition, and "print fmt:" of the format file.
 */
#include <linux/seq_buf.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "user.h"

/**
 * user_def_show - print a definition
 * @m: the output
 * @def: the definition
 *
 * Context: task, may sleep.
 */
void user_def_show(struct seq_file *m, const struct user_def *def)
{
	const struct event_field *row;

	seq_puts(m, def->name);
	for (row = def->rows; row->type; row++) {
		seq_printf(m, "%s%s %s", row == def->rows ? " " : "; ", row->type, row->name);
		if (strstarts(row->type, "struct "))
			seq_printf(m, " %u", row->size);
	}
}

/* What is neither a number nor an array of char has the format of a number of 64 bits. */
static const char *user_row_format(const struct event_field *row)
{
	const struct user_type *number = user_type_find(row->type);

	if (number)
		return number->format;
	return strstr(row->type, "char[") ? "%s" : "%llu";
}

static const char *user_row_argument(const struct event_field *row)
{
	if (strstarts(row->type, "__data_loc ") && strstr(row->type, "char"))
		return ", __get_str(%s)";
	if (strstarts(row->type, "__rel_loc ") && strstr(row->type, "char"))
		return ", __get_rel_str(%s)";
	return ", REC->%s";
}

/**
 * user_def_print_fmt - create the text after "print fmt: " in the format file
 * @def: the definition
 *
 * Context: task, may sleep.
 * Return: the text, to be freed by kfree(); NULL if out of memory.
 */
char *user_def_print_fmt(const struct user_def *def)
{
	const struct event_field *row;
	struct seq_buf s;
	size_t size = 16;
	char *text;

	for (row = def->rows; row->type; row++)
		size += 2 * strlen(row->name) + 32;
	text = kmalloc(size, GFP_KERNEL_ACCOUNT);
	if (!text)
		return NULL;
	seq_buf_init(&s, text, size);
	seq_buf_puts(&s, "\"");
	for (row = def->rows; row->type; row++)
		seq_buf_printf(&s, "%s%s=%s", row == def->rows ? "" : " ", row->name,
			       user_row_format(row));
	seq_buf_puts(&s, "\"");
	for (row = def->rows; row->type; row++)
		seq_buf_printf(&s, user_row_argument(row), row->name);
	seq_buf_str(&s);
	return text;
}
