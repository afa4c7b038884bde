// SPDX-License-Identifier: GPL-2.0
/*
 * trace_seq: a seq_buf to which text is added completely or not at all.
 *
 * A text that does not fit is not added in part: the call restores the length
 * and marks the sequence as full. All later calls do nothing until the sequence
 * is initialized again.
 */
#include <linux/export.h>
#include <linux/path.h>
#include <linux/seq_file.h>
#include <linux/trace_events.h>
#include <linux/trace_seq.h>

#include "lib.h"

/* True if nothing can be added. Initializes the sequence, if necessary. */
static bool trace_seq_is_full(struct trace_seq *s)
{
	/* Callers may have zeroed the structure instead of initializing it. */
	if (unlikely(!s->seq.size))
		trace_seq_init(s);
	return s->full;
}

/* End a text that began at @start: if it did not fit, remove it. */
static void trace_seq_end_piece(struct trace_seq *s, size_t start)
{
	if (likely(!seq_buf_has_overflowed(&s->seq)))
		return;
	s->seq.len = start;
	s->full = 1;
}

/* The same for formatted text, of which a short sequence keeps the part that fits. */
static void trace_seq_end_text(struct trace_seq *s, size_t start)
{
	bool is_short = s->seq.size < TRACE_SEQ_BUFFER_SIZE;

	trace_seq_end_piece(s, is_short ? s->seq.size - 1 : start);
}

/**
 * trace_print_seq - write the contents of a sequence to a seq_file
 * @m: the seq_file
 * @s: the sequence; emptied if its contents fitted
 *
 * Context: task.
 * Return: 0, or -1 if the contents did not fit.
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
 * trace_seq_to_user - copy the contents of a sequence to user space, part by part
 * @s: the sequence, which stores how much was copied
 * @ubuf: user buffer
 * @cnt: size of @ubuf, in bytes
 *
 * Context: task, may sleep.
 * Return: number of bytes copied; -EBUSY if everything was copied before;
 * -EFAULT.
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
 * @fmt: format as for printf(), followed by its arguments
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
 * @fmt: format as for printf()
 * @args: arguments of @fmt
 *
 * Context: any.
 */
void trace_seq_vprintf(struct trace_seq *s, const char *fmt, va_list args)
{
	size_t start = s->seq.len;

	if (trace_seq_is_full(s))
		return;
	seq_buf_vprintf(&s->seq, fmt, args);
	trace_seq_end_text(s, start);
}
EXPORT_SYMBOL_GPL(trace_seq_vprintf);

/**
 * trace_seq_bprintf - add formatted text whose arguments were stored in binary
 * @s: the sequence
 * @fmt: format as for printf()
 * @binary: arguments of @fmt, as stored by vbin_printf()
 *
 * Context: any.
 */
void trace_seq_bprintf(struct trace_seq *s, const char *fmt, const u32 *binary)
{
	size_t start = s->seq.len;

	if (trace_seq_is_full(s))
		return;
	seq_buf_bprintf(&s->seq, fmt, binary);
	trace_seq_end_text(s, start);
}
EXPORT_SYMBOL_GPL(trace_seq_bprintf);

/**
 * trace_seq_bitmask - add a bitmask in hexadecimal
 * @s: the sequence
 * @maskp: the bitmask
 * @nmaskbits: number of bits
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
 * trace_seq_bitmask_list - add the numbers of the bits that are set, as in "0,2-5,7"
 * @s: the sequence
 * @maskp: the bitmask
 * @nmaskbits: number of bits
 *
 * Context: any.
 */
void trace_seq_bitmask_list(struct trace_seq *s, const unsigned long *maskp,
			    int nmaskbits)
{
	trace_seq_printf(s, "%*pbl", nmaskbits, maskp);
}
EXPORT_SYMBOL_GPL(trace_seq_bitmask_list);

/**
 * trace_seq_putmem - add bytes
 * @s: the sequence
 * @mem: the bytes
 * @len: number of bytes
 *
 * Context: any.
 */
void trace_seq_putmem(struct trace_seq *s, const void *mem, unsigned int len)
{
	if (trace_seq_is_full(s))
		return;
	/* One byte is left for a terminating NUL. */
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
 * @str: string, terminated by NUL
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
	if (trace_seq_is_full(s))
		return;
	if (s->seq.len + 1 >= s->seq.size)
		s->full = 1;
	else
		s->buffer[s->seq.len++] = c;
}
EXPORT_SYMBOL_GPL(trace_seq_putc);

/**
 * trace_seq_putmem_hex - add bytes in hexadecimal
 * @s: the sequence
 * @mem: the bytes
 * @len: number of bytes
 *
 * Each eight bytes are one number in the byte order of the CPU, followed by a
 * space.
 *
 * Context: any.
 */
void trace_seq_putmem_hex(struct trace_seq *s, const void *mem,
			  unsigned int len)
{
	size_t start = s->seq.len;

	if (trace_seq_is_full(s))
		return;
	seq_buf_putmem_hex(&s->seq, mem, len);
	trace_seq_end_piece(s, start);
}
EXPORT_SYMBOL_GPL(trace_seq_putmem_hex);

/**
 * trace_seq_path - add the name of a path
 * @s: the sequence
 * @path: the path
 *
 * Context: task.
 * Return: 1, or 0 if the name did not fit.
 */
int trace_seq_path(struct trace_seq *s, const struct path *path)
{
	size_t start = s->seq.len;

	if (trace_seq_is_full(s))
		return 0;
	if (trace_seq_used(s) + 1 >= s->seq.size) {
		s->full = 1;
		return 0;
	}
	seq_buf_path(&s->seq, path, "\n");
	trace_seq_end_piece(s, start);
	return !s->full;
}
EXPORT_SYMBOL_GPL(trace_seq_path);

/**
 * trace_seq_hex_dump - add a hex dump in the format of print_hex_dump()
 * @s: the sequence
 * @prefix_str: prefix of each line
 * @prefix_type: DUMP_PREFIX_NONE, _OFFSET or _ADDRESS
 * @rowsize: bytes per line, 16 or 32
 * @groupsize: bytes per number, 1, 2, 4 or 8
 * @buf: data to dump
 * @len: size of @buf, in bytes
 * @ascii: true to add the data as characters
 *
 * Context: any.
 * Return: 1, or 0 if the dump did not fit.
 */
int trace_seq_hex_dump(struct trace_seq *s, const char *prefix_str,
		       int prefix_type, int rowsize, int groupsize,
		       const void *buf, size_t len, bool ascii)
{
	size_t start = s->seq.len;

	if (trace_seq_is_full(s))
		return 0;
	if (trace_seq_used(s) + 1 >= s->seq.size) {
		s->full = 1;
		return 0;
	}
	seq_buf_hex_dump(&s->seq, prefix_str, prefix_type, rowsize, groupsize,
			 buf, len, ascii);
	trace_seq_end_piece(s, start);
	return !s->full;
}
EXPORT_SYMBOL(trace_seq_hex_dump);

/**
 * trace_seq_acquire - reserve a part of the sequence for the caller to fill
 * @s: the sequence
 * @len: size of the part, in bytes
 *
 * Callers such as __get_buf() in TP_printk() do not check for NULL. If fewer
 * than @len bytes are left, the sequence becomes full, and the caller gets the
 * end of its buffer, whose text is lost.
 *
 * Context: any.
 * Return: the part, or NULL if @len exceeds the size of the whole buffer.
 */
char *trace_seq_acquire(struct trace_seq *s, unsigned int len)
{
	char *part;

	if (!trace_seq_is_full(s) && len <= s->seq.size - seq_buf_used(&s->seq)) {
		part = trace_seq_buffer_ptr(s);
		s->seq.len += len;
		return part;
	}
	s->full = 1;
	return len <= s->seq.size ? s->buffer + s->seq.size - len : NULL;
}
EXPORT_SYMBOL(trace_seq_acquire);

/**
 * trace_handle_return - translate an overflow of a sequence for a print function
 * @s: the sequence that the print function has written to
 *
 * Context: any.
 * Return: TRACE_TYPE_PARTIAL_LINE if text did not fit into @s, otherwise
 * TRACE_TYPE_HANDLED.
 */
enum print_line_t trace_handle_return(struct trace_seq *s)
{
	return trace_seq_has_overflowed(s) ? TRACE_TYPE_PARTIAL_LINE : TRACE_TYPE_HANDLED;
}
EXPORT_SYMBOL_GPL(trace_handle_return);
