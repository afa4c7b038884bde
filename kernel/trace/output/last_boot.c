// SPDX-License-Identifier: GPL-2.0
/*
 * Addresses in records of the previous boot.
 *
 * With KASLR the kernel image may be at another address since then. Each word of
 * such a record that points into the former location of the image is relocated, in
 * the copy that the record is printed from. So raw, hexadecimal and binary lines
 * and the arguments of trace_printk() are correct as well. An address in a module is
 * translated only where its symbol is printed, if the module is loaded now. Any other
 * address has no meaning in this boot and is printed as a number.
 *
 * If the records are of another kernel, its symbols and strings are those that it has
 * stored: see instance/last_other.c.
 *
 * The data in such a record is not trusted. A pointer to a string is followed only
 * if it points to read-only data of the image, and a format of trace_printk() is
 * used only if it is in the table of formats.
 */
#include "internal.h"

/**
 * output_last_boot_adjust - relocate the kernel addresses in a copy of a record
 * @r: the reader
 * @rec: the copy
 * @size: size of @rec in bytes
 *
 * Context: as output_line().
 */
void output_last_boot_adjust(struct output_reader *r, void *rec, unsigned int size)
{
	unsigned int at = sizeof(struct trace_entry);
	unsigned long addr;

	while (at + sizeof(addr) <= size) {
		memcpy(&addr, rec + at, sizeof(addr));
		addr += r->text_delta;
		if (!output_in_image(addr)) {
			at += sizeof(u32);
			continue;
		}
		memcpy(rec + at, &addr, sizeof(addr));
		at += sizeof(addr);
	}
}

/**
 * output_last_boot_addr - relocate an address in the current record
 * @iter: the reader, at a record of the previous boot
 * @addr: the address
 *
 * Context: as output_line().
 * Return: the corresponding address in this boot, or 0 if it is neither in the image
 * nor in a module that is loaded now.
 */
unsigned long output_last_boot_addr(struct trace_iterator *iter, unsigned long addr)
{
	unsigned long now = addr + output_reader_of(iter)->rec_delta;

	if (output_in_image(now))
		return now;
	return instance_last_boot_addr(iter->tr, addr);
}

/**
 * output_last_boot_text - relocate a pointer to a constant string
 * @iter: the reader, at a record of the previous boot
 * @text: the pointer in the record
 *
 * Context: as output_line().
 * Return: the string; NULL if the pointer is not in read-only data of the image, or the
 * notes of another kernel do not have it.
 */
const char *output_last_boot_text(struct trace_iterator *iter, const char *text)
{
	const char *now;

	if (output_reader_of(iter)->other)
		return instance_last_boot_string(iter->tr, (unsigned long)text);
	now = (char *)((unsigned long)text + output_reader_of(iter)->rec_delta);

	return output_in_rodata(now) ? now : NULL;
}

/* Test whether the pointer is part of the record, or else of its print function. */
static bool last_boot_in_record(struct trace_iterator *iter, const char *str)
{
	int at, last = iter->ent_size - (int)sizeof(str);

	for (at = 0; at <= last; at += sizeof(u32)) {
		if (!memcmp((void *)iter->ent + at, &str, sizeof(str)))
			return true;
	}
	return false;
}

/**
 * output_last_boot_string - translate a string argument of the current record's
 * format
 * @iter: the reader, at a record of the previous boot
 * @str: the argument
 *
 * Context: as output_line().
 * Return: the string, or NULL if @str is a pointer of the record that cannot be
 * relocated.
 */
const char *output_last_boot_string(struct trace_iterator *iter, const char *str)
{
	if (!last_boot_in_record(iter, str))
		return str;
	return output_last_boot_text(iter, str);
}

/*
 * Print the address of a string of the previous boot that does not exist any more.
 */
static void last_boot_print_address(struct trace_iterator *iter, const void *at)
{
	trace_seq_printf(&iter->seq, "(0x%lx)\n", (unsigned long)at);
}

/*
 * Arguments that are not terminated are read beyond the record: only a copy is
 * followed by enough zeros.
 */
static const char *last_boot_format(struct trace_iterator *iter, const char *fmt)
{
	if (iter->ent != output_reader_of(iter)->copy.mem)
		return NULL;
	fmt = output_last_boot_text(iter, fmt);
	return fmt && output_formats_contains(fmt) ? fmt : NULL;
}

/**
 * output_bprint - print the text of a trace_printk() record
 * @iter: the reader, at a record of type TRACE_BPRINT
 *
 * Context: as output_line().
 */
void output_bprint(struct trace_iterator *iter)
{
	struct event_bprint *rec = (void *)iter->ent;
	const char *fmt = rec->fmt;

	if (unlikely(output_reader_of(iter)->last_boot))
		fmt = last_boot_format(iter, fmt);
	if (fmt)
		trace_seq_bprintf(&iter->seq, fmt, rec->buf);
	else
		last_boot_print_address(iter, rec->fmt);
}

/**
 * output_bputs - print the text of a trace_puts() record
 * @iter: the reader, at a record of type TRACE_BPUTS
 *
 * Context: as output_line().
 */
void output_bputs(struct trace_iterator *iter)
{
	struct event_bputs *rec = (void *)iter->ent;
	const char *str = output_text_at(iter, rec->str);

	if (str)
		trace_seq_puts(&iter->seq, str);
	else
		last_boot_print_address(iter, rec->str);
}
