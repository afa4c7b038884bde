// SPDX-License-Identifier: GPL-2.0
/*
 * The files format, id, filter, inject, trigger and hist in the directory of an event, and
 * the file filter of a system, which applies to all events of the system.
 *
 * An open file of an event holds a reference to the memory of the event file and
 * answers ENODEV once the event was removed.
 */
#include <linux/poll.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "../filter/filter.h"
#include "event_files.h"
#include "files.h"
#include "inject.h"

/**
 * tracing_event_of - get the event that a file refers to
 * @inode: inode of a file in the directory of an event
 *
 * Context: task, may sleep; takes event_mutex.
 * Return: the event file, with a reference for the caller, or NULL if the event was
 * removed.
 */
struct trace_event_file *tracing_event_of(struct inode *inode)
{
	struct trace_event_file *file;
	struct eventfs_inode *ei;

	ei = container_of(tracefs_inode_node(inode), struct eventfs_inode, node);
	mutex_lock(&event_mutex);
	file = ei->file;
	if (file)
		instance_file_get(file);
	mutex_unlock(&event_mutex);
	return file;
}

/**
 * tracing_system_of - get the system that a file refers to
 * @inode: inode of a file in the directory of a system
 *
 * Context: task, may sleep; takes event_mutex.
 * Return: the system, with a reference for the caller, or NULL if it was removed.
 */
struct instance_system *tracing_system_of(struct inode *inode)
{
	struct instance_system *system;
	struct tracing_system *sys;

	sys = container_of(tracefs_inode_node(inode), struct tracing_system, node);
	mutex_lock(&event_mutex);
	system = sys->system;
	if (system)
		instance_system_get(system);
	mutex_unlock(&event_mutex);
	return system;
}

/* Copy text of less than a page from user space, to be freed with kfree(). */
static char *event_file_text(const char __user *ubuf, size_t count)
{
	char *text;

	if (count >= PAGE_SIZE)
		return ERR_PTR(-EINVAL);
	text = memdup_user_nul(ubuf, count);
	/* Leading white space is part of what the file shows, trailing is not. */
	if (!IS_ERR(text))
		strim(text);
	return text;
}

/* The private data of a file that single_open() opened. */
static void *event_file_private(const struct file *file)
{
	const struct seq_file *m = file->private_data;

	return m->private;
}

/**
 * struct event_open - an open file of an event
 * @event: the event file, to which the open file holds a reference
 * @ops: operations of the file, from its row of the table
 * @control: contents that another component registered under the name of the file;
 *	NULL for files of other contents, and if nothing is registered
 * @read: instance_control.count() when the file was last read; protected by
 *	event_mutex
 * @polled: instance_control.count() when the file was last opened, read or polled;
 *	protected by event_mutex
 *
 * @read and @polled are used by files that can be polled only.
 */
struct event_open {
	struct trace_event_file		*event;
	const struct tracing_event_ops	*ops;
	struct instance_control		*control;
	u64				read;
	u64				polled;
};

/**
 * struct tracing_event_ops - operations of a file in the directory of an event
 * @show: prints the contents
 * @set: takes the written text, NUL terminated; NULL: write(2) fails with EINVAL
 * @truncate: called if the file is opened with O_TRUNC; may be NULL
 * @at_start: returns true if a file that was opened for writing only stays at
 *	position 0; may be NULL
 * @no_end: lseek(2) with SEEK_END fails
 * @registered: the contents are registered in instance_controls under the file's
 *	name
 *
 * @show and @set return 0 or a negative errno.
 *
 * Context: task, may sleep. @show, @set and @truncate: event_mutex held, and the
 * event was not removed.
 */
struct tracing_event_ops {
	int (*show)(struct seq_file *m, struct event_open *open);
	int (*set)(struct event_open *open, char *text);
	void (*truncate)(struct event_open *open);
	bool (*at_start)(const struct event_open *open);
	bool no_end;
	bool registered;
};

static int event_file_seq_show(struct seq_file *m, void *v)
{
	struct event_open *open = m->private;

	guard(mutex)(&event_mutex);
	if (tracing_event_gone(open->event))
		return -ENODEV;
	return open->ops->show(m, open);
}

static void event_file_truncate(struct event_open *open)
{
	guard(mutex)(&event_mutex);
	if (!tracing_event_gone(open->event))
		open->ops->truncate(open);
}

/* A file that can be polled reports changes from its open(2) on. */
static void event_file_poll_start(struct event_open *open)
{
	guard(mutex)(&event_mutex);
	if (!tracing_event_gone(open->event))
		open->polled = open->control->count(open->event, false);
}

static void event_file_free(struct event_open *open)
{
	if (open->event)
		instance_file_put(open->event);
	kfree(open);
}

static int event_file_open_new(struct inode *inode, struct file *file)
{
	struct event_open *open = kzalloc(sizeof(*open), GFP_KERNEL);
	int ret;

	if (!open)
		return -ENOMEM;
	open->ops = (const struct tracing_event_ops *)tracefs_inode_entry(inode)->arg;
	if (open->ops->registered)
		open->control = instance_control_find(file->f_path.dentry->d_name.name);
	open->event = tracing_event_of(inode);
	ret = open->event ? single_open(file, event_file_seq_show, open) : -ENODEV;
	if (ret)
		event_file_free(open);
	return ret;
}

static int event_file_open(struct inode *inode, struct file *file)
{
	struct tracing_file_ctx ctx;
	struct event_open *open;
	int ret;

	/*
	 * The instance must exist when the file is opened. The open file holds a
	 * reference to the event file only, so that it does not prevent rmdir(2).
	 */
	ret = tracing_file_ctx_get(&ctx, inode, file);
	if (ret)
		return ret;
	ret = event_file_open_new(inode, file);
	tracing_file_ctx_put(&ctx);
	if (ret)
		return ret;
	open = event_file_private(file);
	if (open->ops->truncate && tracing_truncates(file))
		event_file_truncate(open);
	if (open->control && open->control->queue)
		event_file_poll_start(open);
	return 0;
}

static int event_file_set(struct event_open *open, char *text)
{
	guard(mutex)(&event_mutex);
	if (tracing_event_gone(open->event))
		return -ENODEV;
	return open->ops->set(open, text);
}

static ssize_t event_file_write(struct file *file, const char __user *ubuf,
				size_t count, loff_t *ppos)
{
	struct event_open *open = event_file_private(file);
	char *text;
	int ret;

	if (!open->ops->set)
		return -EINVAL;
	if (!count)
		return 0;
	text = event_file_text(ubuf, count);
	if (IS_ERR(text))
		return PTR_ERR(text);
	ret = event_file_set(open, text);
	kfree(text);
	if (ret)
		return ret;
	*ppos += count;
	return count;
}

static loff_t event_file_seek(struct file *file, loff_t offset, int whence)
{
	const struct event_open *open = event_file_private(file);

	if (open->ops->at_start && open->ops->at_start(open))
		return trace_control_file_seek_reader(file, offset, whence);
	if (open->ops->no_end)
		return seq_lseek(file, offset, whence);
	return trace_control_file_seek(file, offset, whence);
}

static int event_file_release(struct inode *inode, struct file *file)
{
	event_file_free(event_file_private(file));
	return single_release(inode, file);
}

const struct file_operations tracing_event_fops = {
	.open		= event_file_open,
	.read_iter	= seq_read_iter,
	.splice_read	= copy_splice_read,
	.write		= event_file_write,
	.llseek		= event_file_seek,
	.release	= event_file_release,
};

/* format, id, filter and inject of an event */

static int event_file_format_show(struct seq_file *m, struct event_open *open)
{
	return event_format_show(m, open->event->event_call);
}

const struct tracing_event_ops tracing_event_format_ops = {
	.show = event_file_format_show,
	.no_end = true,
};

static int event_file_id_show(struct seq_file *m, struct event_open *open)
{
	seq_printf(m, "%d\n", open->event->event_call->event.type);
	return 0;
}

const struct tracing_event_ops tracing_event_id_ops = {
	.show = event_file_id_show,
};

static int event_file_filter_show(struct seq_file *m, struct event_open *open)
{
	filter_file_show(m, open->event);
	return 0;
}

static int event_file_filter_set(struct event_open *open, char *text)
{
	struct trace_event_file *event = open->event;

	return filter_file_set(event, text, &event->tr->errors);
}

const struct tracing_event_ops tracing_event_filter_ops = {
	.show = event_file_filter_show,
	.set = event_file_filter_set,
};

static ssize_t event_file_inject_read(struct file *file, char __user *ubuf, size_t count,
				      loff_t *ppos)
{
	return -EPERM;
}

static int event_file_inject_set(struct event_open *open, char *text)
{
	return tracing_inject(open->event, text);
}

const struct tracing_event_ops tracing_event_inject_ops = {
	.set = event_file_inject_set,
};

/* Without lseek(2). */
const struct file_operations tracing_event_inject_fops = {
	.open		= event_file_open,
	.read		= event_file_inject_read,
	.write		= event_file_write,
	.release	= event_file_release,
};

/* trigger and hist of an event: another component registered their contents */

static int event_file_control_show(struct seq_file *m, struct event_open *open)
{
	struct instance_control *control = open->control;

	if (!control)
		return -ENODEV;
	/*
	 * The count is taken before the contents are printed: a change during
	 * printing makes the file readable again.
	 */
	if (control->queue) {
		open->read = control->count(open->event, false);
		open->polled = open->read;
	}
	return control->show(m, open->event);
}

static void event_file_control_truncate(struct event_open *open)
{
	if (open->control && open->control->truncate)
		open->control->truncate(open->event);
}

static bool event_file_control_at_start(const struct event_open *open)
{
	return open->control && open->control->write;
}

static int event_file_control_set(struct event_open *open, char *text)
{
	if (!open->control || !open->control->write)
		return -EINVAL;
	return open->control->write(open->event, text);
}

const struct tracing_event_ops tracing_event_control_ops = {
	.show = event_file_control_show,
	.set = event_file_control_set,
	.truncate = event_file_control_truncate,
	.at_start = event_file_control_at_start,
	.no_end = true,
	.registered = true,
};

/* EPOLLIN until the file is read, EPOLLPRI once for each change that is found. */
static __poll_t event_file_poll(struct file *file, poll_table *table)
{
	struct event_open *open = event_file_private(file);
	struct instance_control *control = open->control;
	__poll_t ret = 0;
	u64 count;

	if (!control || !control->queue)
		return DEFAULT_POLLMASK;
	poll_wait(file, control->queue, table);
	guard(mutex)(&event_mutex);
	if (tracing_event_gone(open->event))
		return EPOLLERR;
	count = control->count(open->event, true);
	if (count != open->read)
		ret |= EPOLLIN | EPOLLRDNORM;
	if (count != open->polled)
		ret |= EPOLLPRI;
	open->polled = count;
	return ret;
}

const struct file_operations tracing_event_poll_fops = {
	.open		= event_file_open,
	.read_iter	= seq_read_iter,
	.splice_read	= copy_splice_read,
	.write		= event_file_write,
	.poll		= event_file_poll,
	.llseek		= event_file_seek,
	.release	= event_file_release,
};

/* filter of a system */

static int event_file_system_show(struct seq_file *m, void *v)
{
	struct instance_system *system = m->private;

	guard(mutex)(&event_mutex);
	if (!system->count)
		return -ENODEV;
	seq_puts(m,
		 "### global filter ###\n"
		 "# Use this to set filters for multiple events.\n"
		 "# Only events with the given fields will be affected.\n"
		 "# If no events are modified, an error message will be displayed here\n");
	return 0;
}

/* The open file holds a reference to the instance, but the system can be removed. */
static void event_file_system_put(struct instance_system *system)
{
	struct trace_array *tr = system->tr;

	instance_system_put(system);
	instance_unpin(tr);
}

static int event_file_system_open(struct inode *inode, struct file *file)
{
	struct instance_system *system;
	struct tracing_file_ctx ctx;
	int ret;

	ret = tracing_file_ctx_get(&ctx, inode, file);
	if (ret)
		return ret;
	system = tracing_system_of(inode);
	if (!system) {
		tracing_file_ctx_put(&ctx);
		return -ENODEV;
	}
	ret = single_open(file, event_file_system_show, system);
	if (ret)
		event_file_system_put(system);
	return ret;
}

static int event_file_system_release(struct inode *inode, struct file *file)
{
	struct seq_file *m = file->private_data;

	event_file_system_put(m->private);
	return single_release(inode, file);
}

static int event_file_system_set(struct instance_system *system, char *text)
{
	guard(mutex)(&event_mutex);
	if (!system->count)
		return -ENODEV;
	return filter_system_set(&system->files, text, &system->tr->errors);
}

static ssize_t event_file_system_write(struct file *file, const char __user *ubuf,
				       size_t count, loff_t *ppos)
{
	char *text = event_file_text(ubuf, count);
	int ret;

	if (IS_ERR(text))
		return PTR_ERR(text);
	ret = event_file_system_set(event_file_private(file), text);
	kfree(text);
	if (ret)
		return ret;
	*ppos += count;
	return count;
}

const struct tracing_seq_ops tracing_system_filter_ops = {
	.open		= event_file_system_open,
	.write		= event_file_system_write,
	.llseek		= trace_control_file_seek,
	.release	= event_file_system_release,
};
