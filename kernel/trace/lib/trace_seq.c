// SPDX-License-Identifier: GPL-2.0
/*
 * trace_seq: a seq_buf that takes a piece whole or not at all.
 *
 * A line that does not fit must not leave half of itself behind: each call
 * that would run over puts the length back and marks the sequence full, and
 * all later calls do nothing until it is initialised again.
 */
#include <linux/export.h>
#include <linux/path.h>
#include <linux/seq_file.h>
#include <linux/trace_seq.h>

#include "lib.h"

/* True when there is nothing more to be done for this sequence. */
static bool seq_refuses(struct trace_seq *s)
{
	/* Callers may have zeroed the whole structure rather than set it up. */
	if (unlikely(!s->seq.size))
		trace_seq_init(s);
	return s->full;
}

/* Ends a piece that began at @start: whole, or taken back. */
static void seq_settle(struct trace_seq *s, size_t start)
{
	if (likely(!seq_buf_has_overflowed(&s->seq)))
		return;
	s->seq.len = start;
	s->full = 1;
}

/* Of a text that does not fit a short sequence has the beginning. */
static void seq_settle_text(struct trace_seq *s, size_t start)
{
	bool is_short = s->seq.size < TRACE_SEQ_BUFFER_SIZE;

	seq_settle(s, is_short ? s->seq.size - 1 : start);
}

/**
 * trace_print_seq - move what a sequence holds into a seq_file
 * @m: the file
 * @s: the sequence; emptied when all of it fitted
 *
 * Context: where @m is written.
 * Return: 0, or -1 when it did not fit.
 */
int trace_print_seq(struct seq_file *m, struct trace_seq *s)
{
	int ret;

	if (unlikely(!s->seq.size))
		trace_seq_init(s);

	ret = seq_write(m, s->buffer, trace_seq_used(s));
	if (!ret)
		trace_seq_init(s);
	return ret;
}

/**
 * trace_seq_to_user - hand the sequence's text to a reader, piece by piece
 * @s: the sequence; remembers how far the reader is
 * @ubuf: where to
 * @cnt: bytes in @ubuf
 *
 * Context: task, may sleep.
 * Return: the bytes copied; -EBUSY when the reader has had all; -EFAULT.
 */
int trace_seq_to_user(struct trace_seq *s, char __user *ubuf, int cnt)
{
	int ret;

	if (unlikely(!s->seq.size))
		trace_seq_init(s);

	ret = seq_buf_to_user(&s->seq, ubuf, s->readpos, cnt);
	if (ret > 0)
		s->readpos += ret;
	return ret;
}
EXPORT_SYMBOL_GPL(trace_seq_to_user);

/**
 * trace_seq_printf - add formatted text
 * @s: the sequence
 * @fmt: as for printf
 *
 * Context: any.
 */
void trace_seq_printf(struct trace_seq *s, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	trace_seq_vprintf(s, fmt, args);
	va_end(args);
}
EXPORT_SYMBOL_GPL(trace_seq_printf);

/**
 * trace_seq_vprintf - add formatted text
 * @s: the sequence
 * @fmt: as for printf
 * @args: what @fmt speaks of
 *
 * Context: any.
 */
void trace_seq_vprintf(struct trace_seq *s, const char *fmt, va_list args)
{
	size_t start = s->seq.len;

	if (seq_refuses(s))
		return;
	seq_buf_vprintf(&s->seq, fmt, args);
	seq_settle_text(s, start);
}
EXPORT_SYMBOL_GPL(trace_seq_vprintf);

/**
 * trace_seq_bprintf - add formatted text whose arguments were kept in binary
 * @s: the sequence
 * @fmt: as for printf
 * @binary: what vbin_printf() stored
 *
 * Context: any.
 */
void trace_seq_bprintf(struct trace_seq *s, const char *fmt, const u32 *binary)
{
	size_t start = s->seq.len;

	if (seq_refuses(s))
		return;
	seq_buf_bprintf(&s->seq, fmt, binary);
	seq_settle_text(s, start);
}
EXPORT_SYMBOL_GPL(trace_seq_bprintf);

/**
 * trace_seq_bitmask - add a bitmask in hexadecimal
 * @s: the sequence
 * @maskp: the bits
 * @nmaskbits: how many
 *
 * Context: any.
 */
void trace_seq_bitmask(struct trace_seq *s, const unsigned long *maskp,
		       int nmaskbits)
{
	trace_seq_printf(s, "%*pb", nmaskbits, maskp);
}
EXPORT_SYMBOL_GPL(trace_seq_bitmask);

/**
 * trace_seq_putmem - add bytes as they are
 * @s: the sequence
 * @mem: the bytes
 * @len: how many
 *
 * Context: any.
 */
void trace_seq_putmem(struct trace_seq *s, const void *mem, unsigned int len)
{
	if (seq_refuses(s))
		return;
	/* One byte stays free, for the NUL of whoever prints it as a string. */
	if (len >= s->seq.size - s->seq.len) {
		s->full = 1;
		return;
	}
	memcpy(s->buffer + s->seq.len, mem, len);
	s->seq.len += len;
}
EXPORT_SYMBOL_GPL(trace_seq_putmem);

/**
 * trace_seq_puts - add a string
 * @s: the sequence
 * @str: NUL terminated
 *
 * Context: any.
 */
void trace_seq_puts(struct trace_seq *s, const char *str)
{
	trace_seq_putmem(s, str, strlen(str));
}
EXPORT_SYMBOL_GPL(trace_seq_puts);

/**
 * trace_seq_putc - add a character
 * @s: the sequence
 * @c: the character
 *
 * Context: any.
 */
void trace_seq_putc(struct trace_seq *s, unsigned char c)
{
	if (seq_refuses(s))
		return;
	if (s->seq.len + 1 >= s->seq.size)
		s->full = 1;
	else
		s->buffer[s->seq.len++] = c;
}
EXPORT_SYMBOL_GPL(trace_seq_putc);

/**
 * trace_seq_putmem_hex - add bytes in hexadecimal, one number of the CPU's
 *	byte order per eight bytes, each followed by a space
 * @s: the sequence
 * @mem: the bytes
 * @len: how many
 *
 * Context: any.
 */
void trace_seq_putmem_hex(struct trace_seq *s, const void *mem,
			  unsigned int len)
{
	size_t start = s->seq.len;

	if (seq_refuses(s))
		return;
	seq_buf_putmem_hex(&s->seq, mem, len);
	seq_settle(s, start);
}
EXPORT_SYMBOL_GPL(trace_seq_putmem_hex);

/**
 * trace_seq_path - add the name of a path
 * @s: the sequence
 * @path: the path
 *
 * Context: task.
 * Return: 1, or 0 when it did not fit.
 */
int trace_seq_path(struct trace_seq *s, const struct path *path)
{
	size_t start = s->seq.len;

	if (seq_refuses(s))
		return 0;
	if (trace_seq_used(s) + 1 >= s->seq.size) {
		s->full = 1;
		return 0;
	}
	seq_buf_path(&s->seq, path, "\n");
	seq_settle(s, start);
	return !s->full;
}
EXPORT_SYMBOL_GPL(trace_seq_path);

/**
 * trace_seq_hex_dump - add a dump as print_hex_dump() writes it
 * @s: the sequence
 * @prefix_str: begins each line
 * @prefix_type: DUMP_PREFIX_NONE, _OFFSET or _ADDRESS
 * @rowsize: bytes a line, 16 or 32
 * @groupsize: bytes a number, 1, 2, 4 or 8
 * @buf: what to dump
 * @len: bytes in @buf
 * @ascii: whether characters stand beside the numbers
 *
 * Context: any.
 * Return: 1, or 0 when it did not fit.
 */
int trace_seq_hex_dump(struct trace_seq *s, const char *prefix_str,
		       int prefix_type, int rowsize, int groupsize,
		       const void *buf, size_t len, bool ascii)
{
	size_t start = s->seq.len;

	if (seq_refuses(s))
		return 0;
	if (trace_seq_used(s) + 1 >= s->seq.size) {
		s->full = 1;
		return 0;
	}
	seq_buf_hex_dump(&s->seq, prefix_str, prefix_type, rowsize, groupsize,
			 buf, len, ascii);
	seq_settle(s, start);
	return !s->full;
}
EXPORT_SYMBOL(trace_seq_hex_dump);

/**
 * trace_seq_acquire - get a part of the sequence that the caller fills
 * @s: the sequence
 * @len: bytes
 *
 * Callers such as TP_printk() with __get_buf() write without looking. Where @len bytes
 * are not left, the sequence is full, and they get the end of its buffer, whose text is
 * lost.
 *
 * Context: any.
 * Return: @len bytes, or NULL if the whole buffer has not that many.
 */
char *trace_seq_acquire(struct trace_seq *s, unsigned int len)
{
	char *part;

	if (!seq_refuses(s) && len <= s->seq.size - seq_buf_used(&s->seq)) {
		part = trace_seq_buffer_ptr(s);
		s->seq.len += len;
		return part;
	}
	s->full = 1;
	return len <= s->seq.size ? s->buffer + s->seq.size - len : NULL;
}
EXPORT_SYMBOL(trace_seq_acquire);
