// SPDX-License-Identifier: GPL-2.0
/*
 * Records as text, one after the other, for whoever has room for it.
 */
#include <linux/sched.h>
#include <linux/seq_file.h>

#include "../ring/ring.h"
#include "internal.h"

/* The record was printed, by somebody who may have taken it himself. */
static void read_done(struct view *v, enum print_line_t ret)
{
	if (ret != TRACE_TYPE_NO_CONSUME) {
		output_leave(v);
		return;
	}
	output_drop(v);
	output_restart(v);
}

/* A line that is longer than a page of text. Its beginning may be there. */
static void read_too_long(struct trace_iterator *iter)
{
	static const char note[] = "[LINE TOO BIG]\n";
	size_t most = iter->seq.seq.size - sizeof(note);

	iter->seq.full = 0;
	iter->seq.seq.len = min(iter->seq.seq.len, most);
	trace_seq_puts(&iter->seq, note);
}

/* What stands above all lines. Those who print it know of seq_files only. */
static void read_header(struct trace_iterator *iter)
{
	struct trace_seq *s = &iter->seq;
	struct seq_file m = {
		.buf = s->buffer,
		.size = s->seq.size,
	};

	output_header(&m, iter);
	s->seq.len = min(m.count, s->seq.size - 1);
	iter->pos = 1;
}

/* One more line, if there is room for it. */
static bool read_line(struct view *v)
{
	struct trace_iterator *iter = &v->iter;
	struct trace_seq *s = &iter->seq;
	size_t start = s->seq.len;
	enum print_line_t ret = output_line(iter);

	if (ret != TRACE_TYPE_PARTIAL_LINE && !s->full) {
		read_done(v, ret);
		return true;
	}
	if (start) {
		s->full = 0;
		s->seq.len = start;
		output_keep(v);
		return false;
	}
	read_too_long(iter);
	output_leave(v);
	return false;
}

int output_fill(struct trace_iterator *iter, size_t count)
{
	struct view *v = output_of(iter);
	struct trace_seq *s = &iter->seq;

	output_begin(iter);
	output_seq_clear(s);
	if (v->consume) {
		output_restart(v);
	} else if (!iter->pos) {
		output_rewind(v);
		read_header(iter);
	}
	while (trace_seq_used(s) < count && output_take(v) && read_line(v)) {
		/* There are records without a line. */
		if (iter->idx % 1024 == 0)
			cond_resched();
	}
	output_end(iter);
	return trace_seq_used(s);
}

void output_again(struct trace_iterator *iter)
{
	iter->pos = 0;
	output_seq_clear(&iter->seq);
}

void output_go_on(struct trace_iterator *iter)
{
	struct view *v = output_of(iter);
	int i;

	for (i = 0; i < v->ncpus; i++)
		ring_buffer_iter_go_on(v->cpus[i].ring_iter);
}

/**
 * output_dump_line - take a record and print it
 * @iter: from output_dump_open()
 *
 * Context: any.
 * Return: false if there was none. iter->seq has the line.
 */
bool output_dump_line(struct trace_iterator *iter)
{
	struct view *v = output_of(iter);

	output_seq_clear(&iter->seq);
	if (!output_take(v))
		return false;
	read_done(v, output_line(iter));
	return true;
}

const char *output_text(struct trace_iterator *iter, struct trace_event *event,
			void *rec, int size)
{
	struct trace_seq *s = &iter->seq;

	output_seq_clear(s);
	iter->ent = rec;
	iter->ent_size = size;
	event->funcs->trace(iter, 0, event);
	trace_seq_putc(s, '\0');
	if (s->full)
		s->buffer[s->seq.len] = '\0';
	return s->buffer;
}
