/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Stand-ins for sequences of text. A suite that compiles lib/trace_seq.c has others, and
 * defines the symbol of this header so that it is empty.
 */
#ifndef _TOOLS_TRACE_COMMAND_HOST_SEQ_H
#define _TOOLS_TRACE_COMMAND_HOST_SEQ_H

struct seq_buf { char *buffer; size_t size, len; };

struct trace_seq { char buffer[8192]; struct seq_buf seq; size_t readpos; int full; };

void seq_buf_init(struct seq_buf *s, char *buf, unsigned int size);
void seq_buf_printf(struct seq_buf *s, const char *fmt, ...);
#define seq_buf_puts(s, text)	seq_buf_printf(s, "%s", text)
#define seq_buf_putc(s, c)	seq_buf_printf(s, "%c", c)
#define seq_buf_has_overflowed(s) false
static inline const char *seq_buf_str(struct seq_buf *s)
{
	return s->buffer;
}

void trace_seq_printf(struct trace_seq *s, const char *fmt, ...);
void trace_seq_puts(struct trace_seq *s, const char *text);
void trace_seq_putmem(struct trace_seq *s, const void *mem, unsigned int len);
void trace_seq_putc(struct trace_seq *s, char c);
#define trace_seq_init(s)						\
	(seq_buf_init(&(s)->seq, (s)->buffer, sizeof((s)->buffer)), (s)->full = 0)

#endif /* _TOOLS_TRACE_COMMAND_HOST_SEQ_H */
