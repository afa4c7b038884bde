// SPDX-License-Identifier: GPL-2.0
/*
 * Records from before the boot: what their addresses have become.
 *
 * The kernel may stand elsewhere since then. All in a record that leads into its
 * image where it stood is made to lead to the same place in the image of now, in
 * the copy that such a record is printed from: so a raw, hexadecimal or binary
 * line, and the arguments of trace_printk(), tell what a line of text tells. An
 * address that is of a module, or of memory, is of nothing that is there now, and
 * nobody knows of what it was: it stays a number.
 *
 * Nothing in such a record is to be trusted. A text that it points to is followed
 * only among what is never written, a format of trace_printk() only if it is one.
 */
#include "internal.h"

/**
 * output_last_boot_adjust - let a copy of a record have the addresses of now
 * @v: the reader
 * @rec: the copy
 * @size: bytes of it
 *
 * Context: as output_line().
 */
void output_last_boot_adjust(struct view *v, void *rec, unsigned int size)
{
	unsigned int at = sizeof(struct trace_entry);
	unsigned long addr;

	while (at + sizeof(addr) <= size) {
		memcpy(&addr, rec + at, sizeof(addr));
		addr += v->moves;
		if (!output_in_image(addr)) {
			at += sizeof(u32);
			continue;
		}
		memcpy(rec + at, &addr, sizeof(addr));
		at += sizeof(addr);
	}
}

/**
 * output_last_boot_addr - an address from the current record
 * @iter: the reader, at a record from before the boot
 * @addr: the address
 *
 * Context: as output_line().
 * Return: the same place in the kernel as it stands now, or 0.
 */
unsigned long output_last_boot_addr(struct trace_iterator *iter, unsigned long addr)
{
	unsigned long now = addr + output_of(iter)->moved;

	return output_in_image(now) ? now : 0;
}

const char *output_last_boot_text(struct trace_iterator *iter, const char *text)
{
	const char *now = (char *)((unsigned long)text + output_of(iter)->moved);

	return output_in_rodata(now) ? now : NULL;
}

/* Is it of the record, or of who prints it? */
static bool past_holds(struct trace_iterator *iter, const char *str)
{
	int at, last = iter->ent_size - (int)sizeof(str);

	for (at = 0; at <= last; at += sizeof(u32)) {
		if (!memcmp((void *)iter->ent + at, &str, sizeof(str)))
			return true;
	}
	return false;
}

/**
 * output_last_boot_string - a string that the text of the current record asks for
 * @iter: the reader, at a record from before the boot
 * @str: the string
 *
 * Context: as output_line().
 * Return: it, or NULL if it is somewhere else now.
 */
const char *output_last_boot_string(struct trace_iterator *iter, const char *str)
{
	if (!past_holds(iter, str))
		return str;
	return output_last_boot_text(iter, str);
}

/* A text of another boot that is not there: where it was. */
static void past_message_lost(struct trace_iterator *iter, const void *at)
{
	trace_seq_printf(&iter->seq, "(0x%lx)\n", (unsigned long)at);
}

/* Nobody knows where the arguments of a record that was not copied end. */
static const char *past_format(struct trace_iterator *iter, const char *fmt)
{
	if (iter->ent != output_of(iter)->copy.mem)
		return NULL;
	fmt = output_last_boot_text(iter, fmt);
	return fmt && output_formats_know(fmt) ? fmt : NULL;
}

/* What trace_printk() was given. */
void output_bprint(struct trace_iterator *iter)
{
	struct event_bprint *rec = (void *)iter->ent;
	const char *fmt = rec->fmt;

	if (unlikely(output_of(iter)->past))
		fmt = past_format(iter, fmt);
	if (fmt)
		trace_seq_bprintf(&iter->seq, fmt, rec->buf);
	else
		past_message_lost(iter, rec->fmt);
}

/* The same of trace_puts(). */
void output_bputs(struct trace_iterator *iter)
{
	struct event_bputs *rec = (void *)iter->ent;
	const char *str = output_text_at(iter, rec->str);

	if (str)
		trace_seq_puts(&iter->seq, str);
	else
		past_message_lost(iter, rec->str);
}
