// SPDX-License-Identifier: GPL-2.0
/*
 * Definitions of what host_seq.h declares.
 */
#include "host.h"

void trace_seq_printf(struct trace_seq *s, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	host_print(s->buffer, sizeof(s->buffer), &s->seq.len, fmt, args);
	va_end(args);
}

void trace_seq_puts(struct trace_seq *s, const char *text)
{
	host_put(s->buffer, sizeof(s->buffer), &s->seq.len, text, strlen(text));
}

void trace_seq_putmem(struct trace_seq *s, const void *mem, unsigned int len)
{
	host_put(s->buffer, sizeof(s->buffer), &s->seq.len, mem, len);
}

void trace_seq_putc(struct trace_seq *s, char c)
{
	host_put(s->buffer, sizeof(s->buffer), &s->seq.len, &c, 1);
}

void output_seq_u64(struct trace_seq *s, u64 value)
{
	trace_seq_printf(s, "%llu", value);
}

void output_seq_s64(struct trace_seq *s, s64 value)
{
	trace_seq_printf(s, "%lld", value);
}

void output_seq_hex(struct trace_seq *s, u64 value)
{
	trace_seq_printf(s, "0x%llx", value);
}

void seq_buf_init(struct seq_buf *s, char *buf, unsigned int size)
{
	*s = (struct seq_buf){ .buffer = buf, .size = size };
}

/* Text that does not fit, and is truncated in the kernel, is an error here. */
void seq_buf_printf(struct seq_buf *s, const char *fmt, ...)
{
	va_list args;
	int n;

	va_start(args, fmt);
	n = vsnprintf(s->buffer + s->len, s->size - s->len, fmt, args);
	va_end(args);
	assert(n >= 0 && s->len + n < s->size);
	s->len += n;
}
