// SPDX-License-Identifier: GPL-2.0
/*
 * trace_marker and trace_marker_raw: what is written into them stands in the
 * buffer.
 *
 * Text goes straight from the user into the buffer, with page faults off since
 * preemption is. Where the user's page is not there, the record is given back,
 * the page is fetched, and it is tried once more.
 */
#include <linux/instruction_pointer.h>
#include <linux/pagemap.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "copy.h"
#include "internal.h"

/* What stands in the record of somebody whose memory can't be read. */
#define MARK_FAULTED		"<faulted>"
#define MARK_FAULTED_LEN	(sizeof(MARK_FAULTED) - 1)
#define MARK_FAULTED_ID		((unsigned int)-1)

/*
 * The longest record: what a sub-buffer of the usual size holds. Larger ones
 * take no longer ones, for a line must fit into a trace_seq.
 */
#define MARK_RECORD_MAX		4072

/* A line feed, if the text does not end with one, and a NUL. */
#define MARK_TAIL		2

static int mark_open(struct inode *inode, struct file *file)
{
	struct tracing_file_ctx at;
	int ret;

	ret = tracing_file_ctx_get(&at, inode);
	if (ret)
		return ret;
	ret = instance_prepare(at.tr);
	if (ret) {
		tracing_file_ctx_put(&at);
		return ret;
	}
	file->private_data = at.tr;
	return stream_open(inode, file);
}

static int mark_release(struct inode *inode, struct file *file)
{
	instance_unpin(file->private_data);
	return 0;
}

/* That much has room in every sub-buffer, so nobody need ask. */
#define MARK_SURE		1024

/* Copied word by word; what is longer is worth the call of a function. */
#define MARK_SHORT		64

static size_t mark_room(struct trace_array *tr)
{
	return min(ring_buffer_max_event_size(tr->ring), MARK_RECORD_MAX);
}

/* Two words, side by side or not. */
static __always_inline void mark_copy_pair(char *to, const char __user *from,
					   size_t first, size_t second, int *err)
{
	tracing_copy_user(u64, to + first, from + first, err);
	tracing_copy_user(u64, to + second, from + second, err);
}

/*
 * A short text. Page faults are off. What is no multiple of two words ends with
 * bytes that were copied before. 0 or -EFAULT.
 */
static __always_inline int mark_copy_short(char *to, const char __user *from,
					   size_t count)
{
	const size_t word = sizeof(u64);
	size_t at = 0;
	int err = 0;

	if (!user_read_access_begin(from, count))
		return -EFAULT;
	if (count >= 2 * word) {
		for (; at + 2 * word <= count; at += 2 * word)
			mark_copy_pair(to, from, at, at + word, &err);
		if (count % (2 * word))
			mark_copy_pair(to, from, count - 2 * word, count - word,
				       &err);
	} else if (count >= word) {
		mark_copy_pair(to, from, 0, count - word, &err);
	} else {
		for (; at < count; at++)
			tracing_copy_user(u8, to + at, from + at, &err);
	}
	user_read_access_end();
	return err;
}

/* Like copy_from_user(), in a place that can't sleep. 0 or -EFAULT. */
static __always_inline int mark_copy(void *to, const char __user *from,
				     size_t count)
{
	unsigned long left;

	pagefault_disable();
	if (IS_ENABLED(CONFIG_HAVE_EFFICIENT_UNALIGNED_ACCESS) &&
	    count <= MARK_SHORT) {
		left = mark_copy_short(to, from, count);
	} else {
		left = !access_ok(from, count) ||
		       __copy_from_user_inatomic(to, from, count);
	}
	pagefault_enable();
	return left ? -EFAULT : 0;
}

/* The bytes of @rec->buf that are in use from now on. */
static size_t mark_end(struct event_print *rec, size_t count)
{
	if (!count || rec->buf[count - 1] != '\n')
		rec->buf[count++] = '\n';
	rec->buf[count++] = '\0';
	return count;
}

/* The record is complete, but for its end. */
static __always_inline void mark_commit(struct trace_array *tr,
					struct event_print *rec, size_t count)
{
	count = mark_end(rec, count);
	if (static_branch_unlikely(&event_export_markers))
		event_export(rec, struct_size(rec, buf, count),
			     TRACE_EXPORT_MARKER);
	event_emit_end(tr->ring);
}

/* Have records of text triggers in this instance? */
static __always_inline bool mark_has_triggers(struct trace_array *tr)
{
	struct trace_event_file *file = tr->marker;

	/* NULL: the instance has not the events of ftrace/. */
	return file && unlikely(READ_ONCE(file->flags) & EVENT_FILE_FL_TRIGGER_MODE);
}

/* Triggers of ftrace/print see the text as it was written, without a newline. */
static noinline void mark_commit_triggers(struct trace_array *tr,
					  struct event_print *rec,
					  struct ring_buffer_event *event,
					  size_t count)
{
	unsigned long after;

	rec->buf[count] = '\0';
	after = event_triggers(tr->marker, rec, event);
	mark_commit(tr, rec, count);
	if (after)
		event_triggers_after(tr->marker, after, _RET_IP_);
}

static noinline ssize_t tracing_mark_write(struct file *file,
					   const char __user *ubuf,
					   size_t count, loff_t *ppos);

/* Records carry an address, which readers show by the name of this function. */
#define MARK_IP		((unsigned long)tracing_mark_write)

/* One record of text. -EBADF: nothing is recorded now. */
static __always_inline int mark_write(struct trace_array *tr,
				      const char __user *ubuf, size_t count,
				      unsigned int context)
{
	/* @count has been cut. */
	unsigned int len = sizeof(struct event_print) + count + MARK_TAIL;
	struct ring_buffer_event *event;
	struct event_print *rec;
	int ret = -EBADF;

	preempt_disable_notrace();
	rec = event_emit_begin(tr->ring, TRACE_PRINT, len, context, &event);
	if (!rec)
		goto out;
	rec->ip = MARK_IP;
	ret = mark_copy(rec->buf, ubuf, count);
	if (unlikely(ret)) {
		/* This allows preemption again. */
		event_discard(tr->ring, event);
		return ret;
	}
	if (mark_has_triggers(tr))
		mark_commit_triggers(tr, rec, event, count);
	else
		mark_commit(tr, rec, count);
out:
	preempt_enable_notrace();
	return ret;
}

static int mark_write_faulted(struct trace_array *tr)
{
	unsigned int len = struct_size_t(struct event_print, buf,
					 MARK_FAULTED_LEN + MARK_TAIL);
	struct ring_buffer_event *event;
	struct event_print *rec;

	event = event_reserve(tr->ring, TRACE_PRINT, len, event_context());
	if (!event)
		return -EBADF;
	rec = ring_buffer_event_data(event);
	rec->ip = MARK_IP;
	memcpy(rec->buf, MARK_FAULTED, MARK_FAULTED_LEN);
	mark_end(rec, MARK_FAULTED_LEN);
	event_commit(tr->ring, event);
	return -EFAULT;
}

/* A text of any length, wherever it is. */
static noinline ssize_t mark_write_any(struct trace_array *tr,
				       const char __user *ubuf, size_t count)
{
	bool again = false;
	int ret;

	/* What does not fit is for the next write. */
	if (count > MARK_SURE)
		count = min(count, mark_room(tr) - sizeof(struct event_print) -
			    MARK_TAIL);
	for (;;) {
		ret = mark_write(tr, ubuf, count, event_context());
		if (likely(ret != -EFAULT))
			return ret ?: count;
		/* It is not in memory: fetch it, and say so if it can't be had. */
		if (again || fault_in_readable(ubuf, count))
			return mark_write_faulted(tr);
		again = true;
	}
}

static noinline ssize_t tracing_mark_write(struct file *file,
					   const char __user *ubuf,
					   size_t count, loff_t *ppos)
{
	struct trace_array *tr = file->private_data;
	int ret;

	if (unlikely(!instance_option(tr, INSTANCE_OPT_MARKERS)))
		return -EINVAL;
	/*
	 * The compiler knows much of a short text. Interrupts are on: whoever
	 * writes to a file may sleep.
	 */
	if (count - 1 >= MARK_SHORT || !event_context_calm(0))
		return mark_write_any(tr, ubuf, count);
	ret = mark_write(tr, ubuf, count, 0);
	if (unlikely(ret == -EFAULT))
		return mark_write_any(tr, ubuf, count);
	return ret ?: count;
}

const struct file_operations tracing_mark_fops = {
	.open		= mark_open,
	.write		= tracing_mark_write,
	.release	= mark_release,
};

/* trace_marker_raw: a number that tells readers what follows, and that */

static int raw_write(struct trace_array *tr, const char __user *ubuf,
		     size_t count)
{
	unsigned int len = offsetof(struct event_raw_data, id) + count;
	unsigned int context = event_context();
	struct ring_buffer_event *event;
	struct event_raw_data *rec;
	int ret = -EBADF;

	preempt_disable_notrace();
	rec = event_emit_begin(tr->ring, TRACE_RAW_DATA, len, context, &event);
	if (!rec)
		goto out;
	ret = mark_copy(&rec->id, ubuf, count);
	if (ret) {
		event_discard(tr->ring, event);
		return ret;
	}
	event_emit_end(tr->ring);
out:
	preempt_enable_notrace();
	return ret;
}

static int raw_write_faulted(struct trace_array *tr)
{
	unsigned int len = struct_size_t(struct event_raw_data, buf,
					 MARK_FAULTED_LEN);
	struct ring_buffer_event *event;
	struct event_raw_data *rec;

	event = event_reserve(tr->ring, TRACE_RAW_DATA, len, event_context());
	if (!event)
		return -EBADF;
	rec = ring_buffer_event_data(event);
	rec->id = MARK_FAULTED_ID;
	memcpy(rec->buf, MARK_FAULTED, MARK_FAULTED_LEN);
	event_commit(tr->ring, event);
	return -EFAULT;
}

static ssize_t tracing_mark_raw_write(struct file *file,
				      const char __user *ubuf, size_t count,
				      loff_t *ppos)
{
	struct trace_array *tr = file->private_data;
	size_t room;
	int ret;

	if (unlikely(!instance_option(tr, INSTANCE_OPT_MARKERS)))
		return -EINVAL;

	/* Bytes can't be split: nobody could put them together again. */
	room = mark_room(tr) - sizeof(struct event_raw_data);
	if (count < sizeof_field(struct event_raw_data, id) || count > room)
		return -EINVAL;

	ret = raw_write(tr, ubuf, count);
	if (unlikely(ret == -EFAULT)) {
		if (!fault_in_readable(ubuf, count))
			ret = raw_write(tr, ubuf, count);
		if (ret == -EFAULT)
			ret = raw_write_faulted(tr);
	}
	return ret ?: count;
}

const struct file_operations tracing_mark_raw_fops = {
	.open		= mark_open,
	.write		= tracing_mark_raw_write,
	.release	= mark_release,
};
