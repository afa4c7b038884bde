// SPDX-License-Identifier: GPL-2.0
/*
 * Records from before the boot, when the kernel stands elsewhere since then: what
 * their addresses have become. Nothing in such a record is to be trusted, so an
 * address counts only if it leads into the kernel's image, that of a text only if
 * it is among what is never written. Modules are elsewhere too, and nobody knows
 * where.
 */
#include "internal.h"

/**
 * view_past_addr - an address from the current record
 * @iter: the reader, at a record with an address of another place
 * @addr: the address
 *
 * Context: as view_line().
 * Return: the same place in the kernel as it stands now, or 0.
 */
unsigned long view_past_addr(struct trace_iterator *iter, unsigned long addr)
{
	unsigned long now = addr + view_of(iter)->moved;

	return view_in_image(now) ? now : 0;
}

const char *view_past_text(struct trace_iterator *iter, const char *text)
{
	const char *now = (char *)((unsigned long)text + view_of(iter)->moved);

	return view_in_rodata(now) ? now : NULL;
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
 * view_past_string - a string that the text of the current record asks for
 * @iter: the reader, at a record with addresses of another place
 * @str: the string
 *
 * Context: as view_line().
 * Return: it, or NULL if it is somewhere else now.
 */
const char *view_past_string(struct trace_iterator *iter, const char *str)
{
	if (!past_holds(iter, str))
		return str;
	return view_past_text(iter, str);
}

/* A text of another boot that is not there: where it was. */
static void past_message_lost(struct trace_iterator *iter, const void *at)
{
	trace_seq_printf(&iter->seq, "(0x%lx)\n", (unsigned long)at);
}

/* What trace_printk() was given. */
void view_bprint(struct trace_iterator *iter)
{
	struct event_bprint *rec = (void *)iter->ent;
	const char *fmt = view_text_at(iter, rec->fmt);

	if (fmt)
		trace_seq_bprintf(&iter->seq, fmt, rec->buf);
	else
		past_message_lost(iter, rec->fmt);
}

/* The same of trace_puts(). */
void view_bputs(struct trace_iterator *iter)
{
	struct event_bputs *rec = (void *)iter->ent;
	const char *str = view_text_at(iter, rec->str);

	if (str)
		trace_seq_puts(&iter->seq, str);
	else
		past_message_lost(iter, rec->str);
}
