// SPDX-License-Identifier: GPL-2.0
/*
 * Fills the sequence of a reader with lines of text.
 */
#include <linux/sched.h>
#include <linux/seq_file.h>

#include "../ring/ring.h"
#include "internal.h"

/*
 * The record was printed; TRACE_TYPE_NO_CONSUME: the printer has advanced already.
 */
static void output_read_done(struct output_reader *r, enum print_line_t ret)
{
	if (ret != TRACE_TYPE_NO_CONSUME) {
		output_record_pass(r);
		return;
	}
	output_record_drop(r);
	output_restart(r);
}

/*
 * A line does not fit into an empty sequence, which may have the start of the line.
 */
static void output_read_too_long(struct trace_iterator *iter)
{
	static const char note[] = "[LINE TOO BIG]\n";
	size_t most = iter->seq.seq.size - sizeof(note);

	iter->seq.full = 0;
	iter->seq.seq.len = min(iter->seq.seq.len, most);
	trace_seq_puts(&iter->seq, note);
}

/* The header is printed by functions that write to a seq_file. */
static void output_read_header(struct trace_iterator *iter)
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

/* Print another line. False if it did not fit. */
static bool output_read_line(struct output_reader *r)
{
	struct trace_iterator *iter = &r->iter;
	struct trace_seq *s = &iter->seq;
	size_t start = s->seq.len;
	enum print_line_t ret = output_line(iter);

	if (ret != TRACE_TYPE_PARTIAL_LINE && !s->full) {
		output_read_done(r, ret);
		return true;
	}
	if (start) {
		s->full = 0;
		s->seq.len = start;
		output_record_keep(r);
		return false;
	}
	output_read_too_long(iter);
	output_record_pass(r);
	return false;
}

/**
 * output_fill - fill iter->seq with lines
 * @iter: the reader
 * @count: number of bytes the caller can copy: no line is printed that would start
 *	after them
 *
 * iter->seq is emptied first. A reader that consumes has consumed the records of the
 * lines. The function takes the lock of output_lock_records().
 *
 * A reader that does not consume could follow a fast writer forever. When the
 * writer overtakes it, or when it has read as much as the buffer holds, its end is
 * set to the position of the writer. It remains at that end until output_read_reset() or
 * output_read_resume().
 *
 * Context: task, may sleep.
 * Return: number of bytes of text; 0 if there is nothing to read at the moment.
 */
int output_fill(struct trace_iterator *iter, size_t count)
{
	struct output_reader *r = output_reader_of(iter);
	struct trace_seq *s = &iter->seq;

	output_lock_records(iter);
	output_seq_clear(s);
	if (r->consume) {
		output_restart(r);
	} else if (!iter->pos) {
		output_rewind(r);
		output_read_header(iter);
	}
	while (trace_seq_used(s) < count && output_record_take(r) && output_read_line(r)) {
		/* Some records print no line. */
		if (iter->idx % 1024 == 0)
			cond_resched();
	}
	output_unlock_records(iter);
	return trace_seq_used(s);
}

/**
 * output_read_reset - restart a reader that does not consume from the header on
 * @iter: the reader
 *
 * Context: task.
 */
void output_read_reset(struct trace_iterator *iter)
{
	iter->pos = 0;
	output_seq_clear(&iter->seq);
}

/**
 * output_read_resume - let a reader continue with records that were added since its end
 * @iter: a reader that does not consume and is at its end
 *
 * Context: task.
 */
void output_read_resume(struct trace_iterator *iter)
{
	struct output_reader *r = output_reader_of(iter);
	int i;

	for (i = 0; i < r->ncpus; i++)
		ring_buffer_iter_continue(r->cpus[i].ring_iter);
}

/**
 * output_dump_line - consume the next record and print it to iter->seq
 * @iter: the iterator of output_dump_open()
 *
 * Context: any.
 * Return: false if there is no record.
 */
bool output_dump_line(struct trace_iterator *iter)
{
	struct output_reader *r = output_reader_of(iter);

	output_seq_clear(&iter->seq);
	if (!output_record_take(r))
		return false;
	output_read_done(r, output_line(iter));
	return true;
}

/**
 * output_text - print the text of a record, without the context of a line
 * @iter: an iterator of output_text_open()
 * @event: event of the record
 * @rec: the record
 * @size: size of @rec in bytes
 *
 * Context: any; the caller serialises the use of @iter.
 * Return: the text, NUL terminated, valid until the next call.
 */
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
