/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A text buffer of fixed size that never contains a truncated text.
 *
 * Each function either appends all of its text, or appends nothing and sets
 * trace_seq::full, after which no function appends anything. A caller that writes a
 * whole line and finds the buffer full can therefore drop that line.
 */
#ifndef _LINUX_TRACE_SEQ_H
#define _LINUX_TRACE_SEQ_H

#include <linux/seq_buf.h>

#include <asm/page.h>

/* The whole structure fills two pages exactly. */
#define TRACE_SEQ_BUFFER_SIZE						\
	(PAGE_SIZE * 2 - (sizeof(struct seq_buf) + sizeof(size_t) + sizeof(int)))

/**
 * struct trace_seq - text buffer
 * @seq: size and used length of @buffer, in bytes
 * @readpos: number of bytes that were copied to user space already
 * @full: a text did not fit
 * @buffer: the text. Only @seq.size bytes can be used; ftrace_dump() sets a smaller
 *	size
 */
struct trace_seq {
	struct seq_buf		seq;
	size_t			readpos;
	int			full;
	char			buffer[TRACE_SEQ_BUFFER_SIZE];
};

/**
 * trace_seq_init - initialize a text buffer
 * @s: text buffer
 *
 * Context: any.
 */
static inline void trace_seq_init(struct trace_seq *s)
{
	seq_buf_init(&s->seq, s->buffer, TRACE_SEQ_BUFFER_SIZE);
	s->full = 0;
	s->readpos = 0;
}

/**
 * trace_seq_used - get the length of the text
 * @s: text buffer
 *
 * Context: any.
 * Return: length in bytes.
 */
static inline int trace_seq_used(struct trace_seq *s)
{
	return seq_buf_used(&s->seq);
}

/**
 * trace_seq_buffer_ptr - get the address at which the next text will be appended
 * @s: text buffer
 *
 * A function that returns a string in @s calls this first, then appends the text and
 * terminates it with trace_seq_putc(s, 0).
 *
 * Context: any.
 * Return: the address.
 */
static inline char *trace_seq_buffer_ptr(struct trace_seq *s)
{
	return s->buffer + seq_buf_used(&s->seq);
}

/**
 * trace_seq_has_overflowed - test whether a text did not fit
 * @s: text buffer
 *
 * Context: any.
 * Return: true if a text was not appended.
 */
static inline bool trace_seq_has_overflowed(struct trace_seq *s)
{
	return s->full || seq_buf_has_overflowed(&s->seq);
}

/**
 * trace_seq_pop - remove the last byte
 * @s: text buffer
 *
 * Context: any.
 * Return: the byte, or -1 if the text buffer is empty.
 */
static inline int trace_seq_pop(struct trace_seq *s)
{
	if (!seq_buf_used(&s->seq))
		return -1;
	return (unsigned char)s->buffer[--s->seq.len];
}

#ifdef CONFIG_TRACING

__printf(2, 3)
void trace_seq_printf(struct trace_seq *s, const char *fmt, ...);
__printf(2, 0)
void trace_seq_vprintf(struct trace_seq *s, const char *fmt, va_list args);
__printf(2, 0)
void trace_seq_bprintf(struct trace_seq *s, const char *fmt, const u32 *binary);
int trace_print_seq(struct seq_file *m, struct trace_seq *s);
int trace_seq_to_user(struct trace_seq *s, char __user *ubuf, int cnt);
void trace_seq_puts(struct trace_seq *s, const char *str);
void trace_seq_putc(struct trace_seq *s, unsigned char c);
void trace_seq_putmem(struct trace_seq *s, const void *mem, unsigned int len);
void trace_seq_putmem_hex(struct trace_seq *s, const void *mem,
			  unsigned int len);
int trace_seq_path(struct trace_seq *s, const struct path *path);
void trace_seq_bitmask(struct trace_seq *s, const unsigned long *maskp,
		       int nmaskbits);
void trace_seq_bitmask_list(struct trace_seq *s, const unsigned long *maskp,
			    int nmaskbits);
int trace_seq_hex_dump(struct trace_seq *s, const char *prefix_str,
		       int prefix_type, int rowsize, int groupsize,
		       const void *buf, size_t len, bool ascii);
char *trace_seq_acquire(struct trace_seq *s, unsigned int len);

#else /* !CONFIG_TRACING */

static inline __printf(2, 3)
void trace_seq_printf(struct trace_seq *s, const char *fmt, ...)
{
}

static inline __printf(2, 0)
void trace_seq_vprintf(struct trace_seq *s, const char *fmt, va_list args)
{
}

static inline __printf(2, 0)
void trace_seq_bprintf(struct trace_seq *s, const char *fmt, const u32 *binary)
{
}

static inline int trace_print_seq(struct seq_file *m, struct trace_seq *s)
{
	return 0;
}

static inline int trace_seq_to_user(struct trace_seq *s, char __user *ubuf,
				    int cnt)
{
	return 0;
}

static inline void trace_seq_puts(struct trace_seq *s, const char *str)
{
}

static inline void trace_seq_putc(struct trace_seq *s, unsigned char c)
{
}

static inline void trace_seq_putmem(struct trace_seq *s, const void *mem,
				    unsigned int len)
{
}

static inline void trace_seq_putmem_hex(struct trace_seq *s, const void *mem,
					unsigned int len)
{
}

static inline int trace_seq_path(struct trace_seq *s, const struct path *path)
{
	return 0;
}

static inline void trace_seq_bitmask(struct trace_seq *s,
				     const unsigned long *maskp, int nmaskbits)
{
}

static inline void trace_seq_bitmask_list(struct trace_seq *s,
					  const unsigned long *maskp, int nmaskbits)
{
}

static inline int trace_seq_hex_dump(struct trace_seq *s,
				     const char *prefix_str, int prefix_type,
				     int rowsize, int groupsize,
				     const void *buf, size_t len, bool ascii)
{
	return 0;
}

static inline char *trace_seq_acquire(struct trace_seq *s, unsigned int len)
{
	return NULL;
}

#endif /* CONFIG_TRACING */

#endif /* _LINUX_TRACE_SEQ_H */
