// SPDX-License-Identifier: GPL-2.0
/*
 * Files whose text a reader of view/ prints and that can be read from anywhere:
 * trace, and what is like it.
 *
 * A read takes the text where the last one left off, for as much as it has room.
 * One at any other place has all that is before it printed once more, from the
 * beginning, as a list in a seq_file does.
 *
 * A reader that is told of the end and reads on has what was added since then: so
 * "tail -f" follows a trace. That a read ends is not left to the writer: until the
 * end is told there is no more of it than the ring holds.
 */
#include <linux/sched/signal.h>
#include <linux/uio.h>

#include "../output/output.h"
#include "internal.h"

/**
 * tracing_text_init - begin
 * @text: the state
 * @iter: a reader that does not consume
 *
 * Context: task.
 */
void tracing_text_init(struct tracing_text *text, struct trace_iterator *iter)
{
	text->iter = iter;
	text->pos = 0;
	text->untold = false;
	mutex_init(&text->lock);
}

/* Text that was printed and not taken. */
static size_t text_left(struct tracing_text *text)
{
	struct trace_seq *s = &text->iter->seq;

	return trace_seq_used(s) - s->readpos;
}

/* 1: there is some; 0: it is the end; or an errno. */
static int text_more(struct tracing_text *text)
{
	if (text_left(text))
		return 1;
	if (signal_pending(current))
		return -EINTR;
	cond_resched();
	return output_fill(text->iter, SIZE_MAX) > 0;
}

static void text_take(struct tracing_text *text, size_t bytes)
{
	text->iter->seq.readpos += bytes;
	text->pos += bytes;
}

/* 1: it is at @pos; 0: there is no such place; or an errno. */
static int text_seek(struct tracing_text *text, loff_t pos)
{
	int ret = 1;

	if (pos < text->pos) {
		output_again(text->iter);
		text->pos = 0;
	}
	while (text->pos < pos) {
		ret = text_more(text);
		if (ret <= 0)
			break;
		text_take(text, min_t(loff_t, text_left(text),
				      pos - text->pos));
	}
	return ret;
}

static ssize_t text_read(struct tracing_text *text, struct iov_iter *to)
{
	struct trace_seq *s = &text->iter->seq;
	size_t done, count = 0;
	int ret = 0;

	while (iov_iter_count(to)) {
		ret = text_more(text);
		if (ret <= 0)
			break;
		done = copy_to_iter(s->buffer + s->readpos, text_left(text), to);
		if (!done) {
			ret = -EFAULT;
			break;
		}
		text_take(text, done);
		count += done;
	}
	return count ?: min(ret, 0);
}

/*
 * Only a caller that was told of the end may ask for more than there was. read(2) is
 * told by each read of nothing. sendfile(2) and splice(2) come back until there is
 * nothing and then tell of the bytes that they had, if any; a copy of a file that is
 * written meanwhile would have no end if more were read then.
 */
static void text_told(struct tracing_text *text, ssize_t ret, bool user)
{
	if (!ret && (user || !text->untold))
		output_go_on(text->iter);
	if (ret >= 0)
		text->untold = ret;
}

/**
 * tracing_text_read - the file's read_iter
 * @text: the state
 * @iocb: where in the file
 * @to: where to
 *
 * Context: task, may sleep.
 * Return: bytes; 0 at the end; -EFAULT, -EINTR.
 */
ssize_t tracing_text_read(struct tracing_text *text, struct kiocb *iocb,
			  struct iov_iter *to)
{
	ssize_t ret;

	mutex_lock(&text->lock);
	ret = text_seek(text, iocb->ki_pos);
	if (ret > 0)
		ret = text_read(text, to);
	text_told(text, ret, user_backed_iter(to));
	mutex_unlock(&text->lock);
	if (ret > 0)
		iocb->ki_pos += ret;
	return ret;
}
