// SPDX-License-Identifier: GPL-2.0
/*
 * Seekable files whose text an iterator of output/ prints: trace and snapshot.
 *
 * A read continues where the last one ended. A read at any other position prints
 * the text before it again from the beginning, as seq_file does.
 *
 * A reader that was returned the end of file and reads on gets the records that
 * were added since then, so that "tail -f" can follow a trace. A writer cannot keep
 * a read from ending: before the end of file, a reader gets no more text than that
 * of one full ring buffer.
 */
#include <linux/sched/signal.h>
#include <linux/uio.h>

#include "../output/output.h"
#include "text_file.h"

/**
 * tracing_text_init - initialize the text of an open file
 * @text: the text
 * @iter: an iterator that does not consume records
 *
 * Context: task.
 */
void tracing_text_init(struct tracing_text *text, struct trace_iterator *iter)
{
	text->iter = iter;
	text->pos = 0;
	text->unreported = false;
	mutex_init(&text->lock);
}

/* The number of bytes that were printed and not read. */
static size_t text_file_unread(struct tracing_text *text)
{
	struct trace_seq *s = &text->iter->seq;

	return trace_seq_used(s) - s->readpos;
}

/* Print text if there is none left. Returns 1, 0 at the end, or an errno. */
static int text_file_fill(struct tracing_text *text)
{
	if (text_file_unread(text))
		return 1;
	if (signal_pending(current))
		return -EINTR;
	cond_resched();
	return output_fill(text->iter, SIZE_MAX) > 0;
}

static void text_file_advance(struct tracing_text *text, size_t bytes)
{
	text->iter->seq.readpos += bytes;
	text->pos += bytes;
}

/* Move to @pos. Returns 1, 0 if the text ends before it, or an errno. */
static int text_file_seek(struct tracing_text *text, loff_t pos)
{
	int ret = 1;

	if (pos < text->pos) {
		output_read_reset(text->iter);
		text->pos = 0;
	}
	while (text->pos < pos) {
		ret = text_file_fill(text);
		if (ret <= 0)
			break;
		text_file_advance(text, min_t(loff_t, text_file_unread(text),
					      pos - text->pos));
	}
	return ret;
}

static ssize_t text_file_copy(struct tracing_text *text, struct iov_iter *to)
{
	struct trace_seq *s = &text->iter->seq;
	size_t done, count = 0;
	int ret = 0;

	while (iov_iter_count(to)) {
		ret = text_file_fill(text);
		if (ret <= 0)
			break;
		done = copy_to_iter(s->buffer + s->readpos, text_file_unread(text), to);
		if (!done) {
			ret = -EFAULT;
			break;
		}
		text_file_advance(text, done);
		count += done;
	}
	return count ?: min(ret, 0);
}

/*
 * Let the iterator go on to newer records once the caller has seen the end of file.
 * read(2) sees it as a read of 0 bytes. sendfile(2) and splice(2) read until they
 * get 0 bytes, and then return the number of bytes they had so far: if they got
 * newer records instead, copying a trace that is written to would never end.
 */
static void text_file_follow(struct tracing_text *text, ssize_t ret, bool user)
{
	if (!ret && (user || !text->unreported))
		output_read_resume(text->iter);
	if (ret >= 0)
		text->unreported = ret;
}

/**
 * tracing_text_read - the read_iter() of a file
 * @text: the text
 * @iocb: position in the file
 * @to: destination
 *
 * Context: task, may sleep.
 * Return: number of bytes; 0 at the end; -EFAULT; -EINTR.
 */
ssize_t tracing_text_read(struct tracing_text *text, struct kiocb *iocb,
			  struct iov_iter *to)
{
	ssize_t ret;

	mutex_lock(&text->lock);
	ret = text_file_seek(text, iocb->ki_pos);
	if (ret > 0)
		ret = text_file_copy(text, to);
	text_file_follow(text, ret, user_backed_iter(to));
	mutex_unlock(&text->lock);
	if (ret > 0)
		iocb->ki_pos += ret;
	return ret;
}
