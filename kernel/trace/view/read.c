// SPDX-License-Identifier: GPL-2.0
/*
 * Records as text, one after the other, for whoever has room for it.
 */
#include <linux/seq_file.h>

#include "internal.h"

/* The record was printed, by somebody who may have taken it himself. */
static void read_done(struct view *v, enum print_line_t ret)
{
	if (ret != TRACE_TYPE_NO_CONSUME) {
		view_leave(v);
		return;
	}
	view_drop(v);
	view_restart(v);
}

/* A line that is longer than a page of text. Its beginning may be there. */
static void read_too_long(struct trace_iterator *iter)
{
	static const char note[] = "[LINE TOO BIG]\n";
	size_t most = TRACE_SEQ_BUFFER_SIZE - sizeof(note);

	iter->seq.full = 0;
	iter->seq.seq.len = min(iter->seq.seq.len, most);
	trace_seq_puts(&iter->seq, note);
}

/**
 * view_show - seq_file's show
 * @m: the file
 * @iter: what view_seek() or view_next() returned
 *
 * Context: task, between view_begin() and view_end().
 * Return: 0.
 */
int view_show(struct seq_file *m, struct trace_iterator *iter)
{
	struct view *v = view_of(iter);

	if (!iter->ent) {
		view_header(m, iter);
		return 0;
	}
	if (!v->leftover) {
		trace_seq_init(&iter->seq);
		view_line(iter);
		if (iter->seq.full)
			read_too_long(iter);
	}
	v->leftover = trace_print_seq(m, &iter->seq);
	return 0;
}

int view_fill(struct trace_iterator *iter, size_t count)
{
	struct view *v = view_of(iter);
	struct trace_seq *s = &iter->seq;

	view_begin(iter);
	trace_seq_init(s);
	view_restart(v);
	count = min_t(size_t, count, TRACE_SEQ_BUFFER_SIZE - 1);

	while (view_take(v)) {
		size_t start = s->seq.len;
		enum print_line_t ret = view_line(iter);

		if (ret == TRACE_TYPE_PARTIAL_LINE || s->full) {
			if (!start) {
				read_too_long(iter);
				view_leave(v);
			} else {
				s->full = 0;
				s->seq.len = start;
				view_keep(v);
			}
			break;
		}
		read_done(v, ret);
		if (trace_seq_used(s) >= count)
			break;
	}
	view_end(iter);
	return trace_seq_used(s);
}

/**
 * view_dump_line - take a record and print it
 * @iter: from view_dump_open()
 *
 * Context: any.
 * Return: false if there was none. iter->seq has the line.
 */
bool view_dump_line(struct trace_iterator *iter)
{
	struct view *v = view_of(iter);

	trace_seq_init(&iter->seq);
	if (!view_take(v))
		return false;
	read_done(v, view_line(iter));
	return true;
}

const char *view_text(struct trace_iterator *iter, struct trace_event *event,
		      void *rec, int size)
{
	struct trace_seq *s = &iter->seq;

	trace_seq_init(s);
	iter->ent = rec;
	iter->ent_size = size;
	event->funcs->trace(iter, 0, event);
	trace_seq_putc(s, '\0');
	if (s->full)
		s->buffer[s->seq.len] = '\0';
	return s->buffer;
}
