// SPDX-License-Identifier: GPL-2.0
/*
 * The files in the directory of one event, but for enable; and the filter of a
 * system, which is about all of its events.
 *
 * An open file has a reference to the event's memory, and answers ENODEV when
 * the event is gone.
 */
#include <linux/poll.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "../filter/filter.h"
#include "internal.h"

/**
 * tracing_event_of - the event of a file
 * @inode: of the file
 *
 * Context: task; takes event_mutex.
 * Return: the event in the instance, with a reference, or NULL when it is gone.
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
 * tracing_system_of - the system of a file
 * @inode: of the file
 *
 * Context: task; takes event_mutex.
 * Return: the system in the instance, with a reference, or NULL when it is gone.
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

/* What was written, less than a page of it, as a string that kfree() frees. */
static char *event_text(const char __user *ubuf, size_t count)
{
	char *text;

	if (count >= PAGE_SIZE)
		return ERR_PTR(-EINVAL);
	text = memdup_user_nul(ubuf, count);
	/* White space before it is shown again; that behind it isn't. */
	if (!IS_ERR(text))
		strim(text);
	return text;
}

/* What a file of single_open() is about. */
static void *event_file_private(const struct file *file)
{
	const struct seq_file *m = file->private_data;

	return m->private;
}

/* Files of an event */

/**
 * struct event_open - an open file of an event
 * @event: the event in the instance, with a reference
 * @read: instance_control.count() when the file was read last; under event_mutex
 * @polled: the same when it was opened, read or polled last; under event_mutex
 *
 * Only files that can be polled have @read and @polled.
 */
struct event_open {
	struct trace_event_file	*event;
	u64			read;
	u64			polled;
};

static const struct tracing_event_ops *event_ops(const struct file *file)
{
	return (const struct tracing_event_ops *)
		tracefs_inode_entry(file_inode(file))->arg;
}

static int event_seq(struct seq_file *m, void *v)
{
	struct event_open *open = m->private;

	guard(mutex)(&event_mutex);
	if (tracing_event_gone(open->event))
		return -ENODEV;
	return event_ops(m->file)->show(m, open->event);
}

static void event_truncate(struct file *file)
{
	struct event_open *open = event_file_private(file);

	guard(mutex)(&event_mutex);
	if (!tracing_event_gone(open->event))
		event_ops(file)->truncate(file, open->event);
}

static void event_open_free(struct event_open *open)
{
	if (open->event)
		instance_file_put(open->event);
	kfree(open);
}

static int event_open_new(struct inode *inode, struct file *file)
{
	struct event_open *open = kzalloc(sizeof(*open), GFP_KERNEL);
	int ret;

	if (!open)
		return -ENOMEM;
	open->event = tracing_event_of(inode);
	ret = open->event ? single_open(file, event_seq, open) : -ENODEV;
	if (ret)
		event_open_free(open);
	return ret;
}

static int event_open(struct inode *inode, struct file *file)
{
	struct tracing_file_ctx at;
	int ret;

	/* Reading a format keeps no instance alive, but needs one to begin. */
	ret = tracing_file_ctx_get(&at, inode);
	if (ret)
		return ret;
	ret = event_open_new(inode, file);
	tracing_file_ctx_put(&at);
	if (!ret && event_ops(file)->truncate &&
	    tracing_truncates(file))
		event_truncate(file);
	return ret;
}

static int event_set(struct file *file, char *text)
{
	struct event_open *open = event_file_private(file);

	guard(mutex)(&event_mutex);
	if (tracing_event_gone(open->event))
		return -ENODEV;
	return event_ops(file)->set(file, open->event, text);
}

static ssize_t event_write(struct file *file, const char __user *ubuf,
			   size_t count, loff_t *ppos)
{
	char *text;
	int ret;

	if (!event_ops(file)->set)
		return -EINVAL;
	if (!count)
		return 0;
	text = event_text(ubuf, count);
	if (IS_ERR(text))
		return PTR_ERR(text);
	ret = event_set(file, text);
	kfree(text);
	if (ret)
		return ret;
	*ppos += count;
	return count;
}

static loff_t event_seek(struct file *file, loff_t offset, int whence)
{
	const struct tracing_event_ops *ops = event_ops(file);

	if (ops->at_start && ops->at_start(file))
		return tracing_seek_reader(file, offset, whence);
	if (ops->no_end)
		return seq_lseek(file, offset, whence);
	return tracing_seek(file, offset, whence);
}

static int event_release(struct inode *inode, struct file *file)
{
	event_open_free(event_file_private(file));
	return single_release(inode, file);
}

const struct file_operations tracing_event_fops = {
	.open		= event_open,
	.read_iter	= seq_read_iter,
	.splice_read	= copy_splice_read,
	.write		= event_write,
	.llseek		= event_seek,
	.release	= event_release,
};

/* format, id, filter */

static int event_format_seq(struct seq_file *m, struct trace_event_file *event)
{
	return event_format_show(m, event->event_call);
}

const struct tracing_event_ops tracing_event_format_ops = {
	.show = event_format_seq,
	.no_end = true,
};

static int event_id_show(struct seq_file *m, struct trace_event_file *event)
{
	seq_printf(m, "%d\n", event->event_call->event.type);
	return 0;
}

const struct tracing_event_ops tracing_event_id_ops = {
	.show = event_id_show,
};

static int event_filter_show(struct seq_file *m, struct trace_event_file *event)
{
	filter_file_show(m, event);
	return 0;
}

static int event_filter_set(struct file *file, struct trace_event_file *event,
			    char *text)
{
	return filter_file_set(event, text, &event->tr->errors);
}

const struct tracing_event_ops tracing_event_filter_ops = {
	.show = event_filter_show,
	.set = event_filter_set,
};

/* filter of a system */

static int system_filter_seq(struct seq_file *m, void *v)
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

/* The instance stays while the file is open, the system may go. */
static void system_filter_put(struct instance_system *system)
{
	struct trace_array *tr = system->tr;

	instance_system_put(system);
	instance_unpin(tr);
}

static int system_filter_open(struct inode *inode, struct file *file)
{
	struct instance_system *system;
	struct tracing_file_ctx at;
	int ret;

	ret = tracing_file_ctx_get(&at, inode);
	if (ret)
		return ret;
	system = tracing_system_of(inode);
	if (!system) {
		tracing_file_ctx_put(&at);
		return -ENODEV;
	}
	ret = single_open(file, system_filter_seq, system);
	if (ret)
		system_filter_put(system);
	return ret;
}

static int system_filter_release(struct inode *inode, struct file *file)
{
	struct seq_file *m = file->private_data;

	system_filter_put(m->private);
	return single_release(inode, file);
}

static int system_filter_set(struct instance_system *system, char *text)
{
	guard(mutex)(&event_mutex);
	if (!system->count)
		return -ENODEV;
	return filter_system_set(&system->files, text, &system->tr->errors);
}

static ssize_t system_filter_write(struct file *file, const char __user *ubuf,
				   size_t count, loff_t *ppos)
{
	char *text = event_text(ubuf, count);
	int ret;

	if (IS_ERR(text))
		return PTR_ERR(text);
	ret = system_filter_set(event_file_private(file), text);
	kfree(text);
	if (ret)
		return ret;
	*ppos += count;
	return count;
}

const struct tracing_seq_ops tracing_system_filter_ops = {
	.open		= system_filter_open,
	.write		= system_filter_write,
	.llseek		= tracing_seek,
	.release	= system_filter_release,
};

/* Files whose contents another room registered under their name */

static struct instance_control *control_of(const struct file *file)
{
	struct trace_registry_entry *entry;

	entry = trace_registry_find(&instance_controls, file->f_path.dentry->d_name.name);
	return entry ? container_of(entry, struct instance_control, entry) : NULL;
}

static int event_control_show(struct seq_file *m, struct trace_event_file *event)
{
	struct instance_control *control = control_of(m->file);
	struct event_open *open = m->private;

	if (!control)
		return -ENODEV;
	/* What is counted while the rest is printed can be read again. */
	if (control->queue) {
		open->read = control->count(event, false);
		open->polled = open->read;
	}
	return control->show(m, event);
}

static void event_control_truncate(struct file *file,
				   struct trace_event_file *event)
{
	struct instance_control *control = control_of(file);

	if (control && control->truncate)
		control->truncate(event);
}

static bool event_control_is_written(const struct file *file)
{
	struct instance_control *control = control_of(file);

	return control && control->write;
}

static int event_control_set(struct file *file, struct trace_event_file *event,
			     char *text)
{
	struct instance_control *control = control_of(file);

	if (!control || !control->write)
		return -EINVAL;
	return control->write(event, text);
}

const struct tracing_event_ops tracing_event_control_ops = {
	.show = event_control_show,
	.set = event_control_set,
	.truncate = event_control_truncate,
	.at_start = event_control_is_written,
	.no_end = true,
};

/* A control file that can be polled */

/* Who opens it can read what is there, but EPOLLPRI waits for what is new. */
static int event_control_open(struct inode *inode, struct file *file)
{
	struct instance_control *control = control_of(file);
	struct event_open *open;
	int ret = event_open(inode, file);

	if (ret || !control || !control->queue)
		return ret;
	open = event_file_private(file);
	guard(mutex)(&event_mutex);
	if (!tracing_event_gone(open->event))
		open->polled = control->count(open->event, false);
	return 0;
}

/* EPOLLIN until it is read, EPOLLPRI once for each change that a poll finds. */
static __poll_t event_control_poll(struct file *file, poll_table *table)
{
	struct instance_control *control = control_of(file);
	struct event_open *open = event_file_private(file);
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
	.open		= event_control_open,
	.read_iter	= seq_read_iter,
	.splice_read	= copy_splice_read,
	.write		= event_write,
	.poll		= event_control_poll,
	.llseek		= event_seek,
	.release	= event_release,
};
