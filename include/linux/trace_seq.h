/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A sequence of text that ends at a line's border when it is full.
 *
 * What does not fit is not there at all: every function writes all it was
 * asked to write, or nothing and sets ->full, after which nothing is written
 * any more. A reader therefore never sees half of a line.
 */
#ifndef _LINUX_TRACE_SEQ_H
#define _LINUX_TRACE_SEQ_H

#include <linux/seq_buf.h>

#include <asm/page.h>

/* The whole structure fills two pages exactly. */
#define TRACE_SEQ_BUFFER_SIZE						\
	(PAGE_SIZE * 2 - (sizeof(struct seq_buf) + sizeof(size_t) + sizeof(int)))

/**
 * struct trace_seq - the sequence
 * @seq: keeps how much of @buffer there is, and how much is used
 * @readpos: how much of it went to user space already
 * @full: something did not fit
 * @buffer: the text. Only @seq.size bytes of it are there: ftrace_dump() has a
 *	shorter one, which cuts texts
 */
struct trace_seq {
	struct seq_buf		seq;
	size_t			readpos;
	int			full;
	char			buffer[TRACE_SEQ_BUFFER_SIZE];
};

static inline void trace_seq_init(struct trace_seq *s)
{
	seq_buf_init(&s->seq, s->buffer, TRACE_SEQ_BUFFER_SIZE);
	s->full = 0;
	s->readpos = 0;
}

/**
 * trace_seq_used - bytes of text in the sequence
 * @s: the sequence
 *
 * Context: any.
 */
static inline int trace_seq_used(struct trace_seq *s)
{
	return seq_buf_used(&s->seq);
}

/**
 * trace_seq_buffer_ptr - where the next text will stand
 * @s: the sequence
 *
 * A function that prints into @s and returns a string takes this before it
 * prints and ends its text by trace_seq_putc(s, 0).
 *
 * Context: any.
 */
static inline char *trace_seq_buffer_ptr(struct trace_seq *s)
{
	return s->buffer + seq_buf_used(&s->seq);
}

/**
 * trace_seq_has_overflowed - did something not fit?
 * @s: the sequence
 *
 * Context: any.
 */
static inline bool trace_seq_has_overflowed(struct trace_seq *s)
{
	return s->full || seq_buf_has_overflowed(&s->seq);
}

/**
 * trace_seq_pop - take back the last byte
 * @s: the sequence
 *
 * Context: any.
 * Return: the byte, or -1 if there is none.
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
