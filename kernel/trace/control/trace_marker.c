// SPDX-License-Identifier: GPL-2.0
/*
 * The files trace_marker and trace_marker_raw: text or bytes that are written into
 * them are recorded in the ring buffer.
 *
 * Text is copied from user space directly into the reserved record. Preemption is
 * disabled there, so page faults are disabled as well. If the user's page is not
 * present, the record is discarded, the page is faulted in, and the write is
 * repeated.
 *
 * If other instances want what is written into the files of the global instance (option
 * copy_trace_marker), it is copied once from user space, and from there into a record of
 * each of these instances.
 */
#include <linux/instruction_pointer.h>
#include <linux/pagemap.h>
#include <linux/rculist.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "files.h"
#include "user_copy.h"

/* The record of text that cannot be read from user space. */
#define MARK_FAULTED		"<faulted>"
#define MARK_FAULTED_LEN	(sizeof(MARK_FAULTED) - 1)
#define MARK_FAULTED_ID		((unsigned int)-1)

/*
 * The longest record: that of a sub-buffer of the default size. The limit is the
 * same for larger sub-buffers, because a line of output must fit into a trace_seq.
 */
#define MARK_RECORD_MAX		4072

/* Space for a newline, if the text does not end with one, and a NUL. */
#define MARK_TAIL		2

static int trace_marker_open(struct inode *inode, struct file *file)
{
	struct tracing_file_ctx ctx;
	int ret;

	ret = tracing_file_ctx_get(&ctx, inode, file);
	if (ret)
		return ret;
	ret = instance_print_prepare(ctx.tr);
	if (ret) {
		tracing_file_ctx_put(&ctx);
		return ret;
	}
	trace_comm_keep();
	file->private_data = ctx.tr;
	return stream_open(inode, file);
}

static int trace_marker_release(struct inode *inode, struct file *file)
{
	instance_unpin(file->private_data);
	return 0;
}

/* The length of a text that fits into every sub-buffer. */
#define MARK_FITS_ALWAYS	1024

/* The longest text that is copied word by word, without calling a function. */
#define MARK_SHORT		64

static size_t trace_marker_max_size(struct trace_array *tr)
{
	return min(ring_buffer_max_event_size(tr->ring), MARK_RECORD_MAX);
}

/* Copy two words, which may overlap. */
static __always_inline void trace_marker_copy_pair(char *to, const char __user *from,
						   size_t first, size_t second, int *err)
{
	tracing_copy_user(u64, to + first, from + first, err);
	tracing_copy_user(u64, to + second, from + second, err);
}

/*
 * Copy a short text with page faults disabled. If its length is not a multiple of
 * two words, the last words overlap those before. Returns 0 or -EFAULT.
 */
static __always_inline int trace_marker_copy_short(char *to, const char __user *from,
						   size_t count)
{
	const size_t word = sizeof(u64);
	size_t pos = 0;
	int err = 0;

	if (!user_read_access_begin(from, count))
		return -EFAULT;
	if (count >= 2 * word) {
		for (; pos + 2 * word <= count; pos += 2 * word)
			trace_marker_copy_pair(to, from, pos, pos + word, &err);
		if (count % (2 * word))
			trace_marker_copy_pair(to, from, count - 2 * word, count - word,
					       &err);
	} else if (count >= word) {
		trace_marker_copy_pair(to, from, 0, count - word, &err);
	} else {
		for (; pos < count; pos++)
			tracing_copy_user(u8, to + pos, from + pos, &err);
	}
	user_read_access_end();
	return err;
}

/* Like copy_from_user(), with preemption disabled. Returns 0 or -EFAULT. */
static __always_inline int trace_marker_copy(void *to, const char __user *from,
					     size_t count)
{
	unsigned long left;

	pagefault_disable();
	if (IS_ENABLED(CONFIG_HAVE_EFFICIENT_UNALIGNED_ACCESS) &&
	    count <= MARK_SHORT) {
		left = trace_marker_copy_short(to, from, count);
	} else {
		left = !access_ok(from, count) ||
		       __copy_from_user_inatomic(to, from, count);
	}
	pagefault_enable();
	return left ? -EFAULT : 0;
}

/* Terminate the text; returns the number of bytes of @rec->buf that are used. */
static size_t trace_marker_end(struct event_print *rec, size_t count)
{
	if (!count || rec->buf[count - 1] != '\n')
		rec->buf[count++] = '\n';
	rec->buf[count++] = '\0';
	return count;
}

/* Commit a record whose text was copied. @export: exporters of events get it. */
static __always_inline void trace_marker_commit(struct trace_array *tr,
						struct event_print *rec, size_t count,
						bool export)
{
	count = trace_marker_end(rec, count);
	if (static_branch_unlikely(&event_export_markers) && export)
		event_export(rec, struct_size(rec, buf, count),
			     TRACE_EXPORT_MARKER);
	event_emit_end_in(ring_writer_here(tr->writers));
}

/* Check whether the event of the records has triggers in this instance. */
static __always_inline bool trace_marker_has_triggers(struct trace_array *tr)
{
	struct trace_event_file *file = tr->print_file;

	/* NULL if the instance was created without the events of ftrace/. */
	return file && unlikely(READ_ONCE(file->flags) & EVENT_FILE_FL_TRIGGER_MODE);
}

/* Triggers of ftrace/print get the text as it was written, without a newline. */
static noinline void trace_marker_commit_triggers(struct trace_array *tr,
						  struct event_print *rec,
						  struct ring_buffer_event *event,
						  size_t count, bool export)
{
	unsigned long after;

	rec->buf[count] = '\0';
	after = event_triggers(tr->print_file, rec, event);
	trace_marker_commit(tr, rec, count, export);
	if (after)
		event_triggers_after(tr->print_file, after, _RET_IP_);
}

static noinline ssize_t tracing_mark_write(struct file *file,
					   const char __user *ubuf,
					   size_t count, loff_t *ppos);

/* Each record has this address, which is printed as the name of the function. */
#define MARK_IP		((unsigned long)tracing_mark_write)

/*
 * Record one text, from user space, or @text if it is not NULL. An exporter gets a text once,
 * although several instances record it. Returns -EBADF if recording is disabled, or -EFAULT.
 */
static __always_inline int trace_marker_record(struct trace_array *tr,
					       const char __user *ubuf, const char *text,
					       size_t count, unsigned int context)
{
	bool export = !text || instance_is_global(tr);
	/* The caller has limited @count. */
	unsigned int len = sizeof(struct event_print) + count + MARK_TAIL;
	struct ring_buffer_event *event;
	struct event_print *rec;
	int ret = -EBADF;

	preempt_disable_notrace();
	rec = event_emit_begin_in(ring_writer_here(tr->writers), TRACE_PRINT, len, context,
				  &event);
	if (!rec)
		goto out;
	rec->ip = MARK_IP;
	ret = text ? 0 : trace_marker_copy(rec->buf, ubuf, count);
	if (unlikely(ret)) {
		/* event_discard() enables preemption. */
		event_discard(tr->ring, event);
		return ret;
	}
	if (text)
		memcpy(rec->buf, text, count);
	if (trace_marker_has_triggers(tr))
		trace_marker_commit_triggers(tr, rec, event, count, export);
	else
		trace_marker_commit(tr, rec, count, export);
out:
	preempt_enable_notrace();
	return ret;
}

static int trace_marker_record_faulted(struct trace_array *tr)
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
	trace_marker_end(rec, MARK_FAULTED_LEN);
	event_commit(tr->ring, event);
	return -EFAULT;
}

/* How much of a text a record holds; the rest is left for the next write(2). */
static size_t trace_marker_fitting(struct trace_array *tr, size_t count)
{
	if (count <= MARK_FITS_ALWAYS)
		return count;
	return min(count, trace_marker_max_size(tr) - sizeof(struct event_print) - MARK_TAIL);
}

/* Record a text of any length, in any context. */
static noinline ssize_t trace_marker_write_any(struct trace_array *tr,
					       const char __user *ubuf, size_t count)
{
	bool again = false;
	int ret;

	count = trace_marker_fitting(tr, count);
	for (;;) {
		ret = trace_marker_record(tr, ubuf, NULL, count, event_context());
		if (likely(ret != -EFAULT))
			return ret ?: count;
		/* Fault the page in, and record "<faulted>" if that fails. */
		if (again || fault_in_readable(ubuf, count))
			return trace_marker_record_faulted(tr);
		again = true;
	}
}

/* Record a text in kernel memory, with what fits into a record of the instance. */
static int trace_marker_record_copy(struct trace_array *tr, const void *text, size_t count)
{
	return trace_marker_record(tr, NULL, text, trace_marker_fitting(tr, count),
				   event_context());
}

/* Test whether what is written is recorded in this instance and in no other one. */
static __always_inline bool trace_marker_is_direct(struct trace_array *tr)
{
	return instance_option(tr, INSTANCE_OPT_MARKS_DIRECT);
}

/*
 * Call @record for all instances that want what is written into the files of the global
 * instance. Returns 0 if at least one recorded it, -ENODEV if there is no such instance,
 * else the error of one of them.
 */
static int trace_marker_record_copies(const void *bytes, size_t count,
				      int (*record)(struct trace_array *tr,
						    const void *bytes, size_t count))
{
	struct trace_array *tr;
	int ret = -ENODEV;

	guard(rcu)();
	list_for_each_entry_rcu(tr, &instance_mark_list, mark_node) {
		int err;

		if (!instance_copies_marks(tr))
			continue;
		err = record(tr, bytes, count);
		if (ret)
			ret = err;
	}
	return ret;
}

/* Write what trace_marker_is_direct() is false for. */
static noinline ssize_t trace_marker_write_copies(struct trace_array *tr,
						  const char __user *ubuf, size_t count)
{
	char *text;
	int ret;

	if (!instance_is_global(tr) || !instance_option(tr, INSTANCE_OPT_MARKERS))
		return -EINVAL;
	count = trace_marker_fitting(tr, count);
	text = memdup_user(ubuf, count);
	if (text == ERR_PTR(-EFAULT))
		trace_marker_record_copies(MARK_FAULTED, MARK_FAULTED_LEN,
					   trace_marker_record_copy);
	if (IS_ERR(text))
		return PTR_ERR(text);
	ret = trace_marker_record_copies(text, count, trace_marker_record_copy);
	kfree(text);
	return ret ?: count;
}

static noinline ssize_t tracing_mark_write(struct file *file,
					   const char __user *ubuf,
					   size_t count, loff_t *ppos)
{
	struct trace_array *tr = file->private_data;
	int ret;

	trace_comm_mark_current();
	if (unlikely(!trace_marker_is_direct(tr)))
		return trace_marker_write_copies(tr, ubuf, count);
	/*
	 * Inlining for a short text lets the compiler shorten the copy. Interrupts
	 * are enabled, because the write of a file may sleep.
	 */
	if (count - 1 >= MARK_SHORT || !event_context_is_plain(0))
		return trace_marker_write_any(tr, ubuf, count);
	ret = trace_marker_record(tr, ubuf, NULL, count, 0);
	if (unlikely(ret == -EFAULT))
		return trace_marker_write_any(tr, ubuf, count);
	return ret ?: count;
}

const struct file_operations tracing_mark_fops = {
	.open		= trace_marker_open,
	.write		= tracing_mark_write,
	.release	= trace_marker_release,
};

/* trace_marker_raw: an int that identifies the format of the bytes that follow it */

/* Record bytes from user space, or @bytes if they are not NULL. */
static int trace_marker_raw_record(struct trace_array *tr, const char __user *ubuf,
				   const void *bytes, size_t count)
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
	ret = bytes ? 0 : trace_marker_copy(&rec->id, ubuf, count);
	if (ret) {
		event_discard(tr->ring, event);
		return ret;
	}
	if (bytes)
		memcpy(&rec->id, bytes, count);
	event_emit_end(tr->ring);
out:
	preempt_enable_notrace();
	return ret;
}

static int trace_marker_raw_record_faulted(struct trace_array *tr)
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

static int trace_marker_raw_record_copy(struct trace_array *tr, const void *bytes,
					size_t count)
{
	return trace_marker_raw_record(tr, NULL, bytes, count);
}

static int trace_marker_raw_faulted_copy(struct trace_array *tr, const void *bytes,
					 size_t count)
{
	return trace_marker_raw_record_faulted(tr);
}

static noinline ssize_t trace_marker_raw_write_copies(const char __user *ubuf, size_t count)
{
	void *bytes = memdup_user(ubuf, count);
	int ret;

	if (bytes == ERR_PTR(-EFAULT))
		trace_marker_record_copies(NULL, 0, trace_marker_raw_faulted_copy);
	if (IS_ERR(bytes))
		return PTR_ERR(bytes);
	ret = trace_marker_record_copies(bytes, count, trace_marker_raw_record_copy);
	kfree(bytes);
	return ret ?: count;
}

static ssize_t tracing_mark_raw_write(struct file *file,
				      const char __user *ubuf, size_t count,
				      loff_t *ppos)
{
	struct trace_array *tr = file->private_data;
	bool direct = trace_marker_is_direct(tr);
	size_t max_size;
	int ret;

	if (!direct && (!instance_is_global(tr) || !instance_option(tr, INSTANCE_OPT_MARKERS)))
		return -EINVAL;

	/* Binary data is not split: no reader could put it together again. */
	max_size = trace_marker_max_size(tr) - sizeof(struct event_raw_data);
	if (count < sizeof_field(struct event_raw_data, id) || count > max_size)
		return -EINVAL;

	trace_comm_mark_current();
	if (unlikely(!direct))
		return trace_marker_raw_write_copies(ubuf, count);

	ret = trace_marker_raw_record(tr, ubuf, NULL, count);
	if (unlikely(ret == -EFAULT)) {
		if (!fault_in_readable(ubuf, count))
			ret = trace_marker_raw_record(tr, ubuf, NULL, count);
		if (ret == -EFAULT)
			ret = trace_marker_raw_record_faulted(tr);
	}
	return ret ?: count;
}

const struct file_operations tracing_mark_raw_fops = {
	.open		= trace_marker_open,
	.write		= tracing_mark_raw_write,
	.release	= trace_marker_release,
};
