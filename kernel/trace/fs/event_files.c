// SPDX-License-Identifier: GPL-2.0
/*
 * The files in the directory of one event, but for enable; and the filter of a
 * system, which is about all of its events.
 *
 * An open file has a reference to the event's memory, and answers ENODEV when
 * the event is gone.
 */
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

/* format, id */

static int event_format_seq(struct seq_file *m, void *v)
{
	struct trace_event_file *file = m->private;
	int ret = -ENODEV;

	mutex_lock(&event_mutex);
	if (!tracing_event_gone(file))
		ret = event_format_show(m, file->event_call);
	mutex_unlock(&event_mutex);
	return ret;
}

static int event_id_seq(struct seq_file *m, void *v)
{
	struct trace_event_file *file = m->private;
	int ret = -ENODEV;

	mutex_lock(&event_mutex);
	if (!tracing_event_gone(file)) {
		seq_printf(m, "%d\n", file->event_call->event.type);
		ret = 0;
	}
	mutex_unlock(&event_mutex);
	return ret;
}

static int event_seq_open(struct inode *inode, struct file *file,
			  int (*show)(struct seq_file *m, void *v))
{
	struct trace_event_file *event;
	struct tracing_at at;
	int ret;

	/* Reading a format keeps no instance alive, but needs one to begin. */
	ret = tracing_at_get(&at, inode);
	if (ret)
		return ret;
	event = tracing_event_of(inode);
	ret = event ? single_open(file, show, event) : -ENODEV;
	if (ret && event)
		instance_file_put(event);
	tracing_at_put(&at);
	return ret;
}

static int event_seq_release(struct inode *inode, struct file *file)
{
	struct seq_file *m = file->private_data;

	instance_file_put(m->private);
	return single_release(inode, file);
}

static int event_format_open(struct inode *inode, struct file *file)
{
	return event_seq_open(inode, file, event_format_seq);
}

static int event_id_open(struct inode *inode, struct file *file)
{
	return event_seq_open(inode, file, event_id_seq);
}

const struct file_operations tracing_event_format_fops = {
	.open		= event_format_open,
	.read_iter	= seq_read_iter,
	.splice_read	= copy_splice_read,
	.llseek		= seq_lseek,
	.release	= event_seq_release,
};

const struct file_operations tracing_event_id_fops = {
	.open		= event_id_open,
	.read_iter	= seq_read_iter,
	.splice_read	= copy_splice_read,
	.llseek		= tracing_seek,
	.release	= event_seq_release,
};

/* filter */

static int event_filter_seq(struct seq_file *m, void *v)
{
	struct trace_event_file *file = m->private;

	guard(mutex)(&event_mutex);
	if (tracing_event_gone(file))
		return -ENODEV;
	filter_file_show(m, file);
	return 0;
}

static int event_filter_open(struct inode *inode, struct file *file)
{
	return event_seq_open(inode, file, event_filter_seq);
}

/* What was written, less than a page of it, as a string for @set. */
static ssize_t event_text_write(struct file *file, const char __user *ubuf,
				size_t count, loff_t *ppos,
				int (*set)(struct file *file, char *text))
{
	char *text;
	int ret;

	if (count >= PAGE_SIZE)
		return -EINVAL;
	text = memdup_user_nul(ubuf, count);
	if (IS_ERR(text))
		return PTR_ERR(text);
	/* White space before it is shown again; that behind it isn't. */
	strim(text);
	ret = set(file, text);
	kfree(text);
	if (ret)
		return ret;
	*ppos += count;
	return count;
}

/* What a file of single_open() is about. */
static void *event_file_private(const struct file *file)
{
	const struct seq_file *m = file->private_data;

	return m->private;
}

static int event_filter_set(struct file *file, char *text)
{
	struct trace_event_file *event = event_file_private(file);

	guard(mutex)(&event_mutex);
	if (tracing_event_gone(event))
		return -ENODEV;
	return filter_file_set(event, text, &event->tr->errors);
}

static ssize_t event_filter_write(struct file *file, const char __user *ubuf,
				  size_t count, loff_t *ppos)
{
	return event_text_write(file, ubuf, count, ppos, event_filter_set);
}

const struct file_operations tracing_event_filter_fops = {
	.open		= event_filter_open,
	.read_iter	= seq_read_iter,
	.splice_read	= copy_splice_read,
	.write		= event_filter_write,
	.llseek		= tracing_seek,
	.release	= event_seq_release,
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

static int system_filter_open(struct inode *inode, struct file *file)
{
	struct instance_system *system = tracing_system_of(inode);
	int ret;

	if (!system)
		return -ENODEV;
	ret = single_open(file, system_filter_seq, system);
	if (ret)
		instance_system_put(system);
	return ret;
}

static int system_filter_release(struct inode *inode, struct file *file)
{
	struct seq_file *m = file->private_data;

	instance_system_put(m->private);
	return single_release(inode, file);
}

static int system_filter_set(struct file *file, char *text)
{
	struct instance_system *system = event_file_private(file);

	guard(mutex)(&event_mutex);
	if (!system->count)
		return -ENODEV;
	return filter_system_set(&system->files, text, &system->tr->errors);
}

static ssize_t system_filter_write(struct file *file, const char __user *ubuf,
				   size_t count, loff_t *ppos)
{
	return event_text_write(file, ubuf, count, ppos, system_filter_set);
}

const struct file_operations tracing_system_filter_fops = {
	.open		= system_filter_open,
	.read_iter	= seq_read_iter,
	.splice_read	= copy_splice_read,
	.write		= system_filter_write,
	.llseek		= tracing_seek,
	.release	= system_filter_release,
};

/* Files whose contents another room registered under their name */

static struct instance_control *control_of(const struct file *file)
{
	struct base_entry *entry;

	entry = base_find(&instance_controls, file->f_path.dentry->d_name.name);
	return entry ? container_of(entry, struct instance_control, entry) : NULL;
}

static int event_control_seq(struct seq_file *m, void *v)
{
	struct instance_control *control = control_of(m->file);
	struct trace_event_file *file = m->private;

	if (!control)
		return -ENODEV;
	guard(mutex)(&event_mutex);
	return tracing_event_gone(file) ? -ENODEV : control->show(m, file);
}

static void event_control_truncate(struct instance_control *control,
				   struct trace_event_file *file)
{
	guard(mutex)(&event_mutex);
	if (!tracing_event_gone(file))
		control->truncate(file);
}

static int event_control_open(struct inode *inode, struct file *file)
{
	struct instance_control *control = control_of(file);
	struct seq_file *m;
	int ret;

	if (!control)
		return -ENODEV;
	ret = event_seq_open(inode, file, event_control_seq);
	if (ret)
		return ret;
	m = file->private_data;
	if (control->truncate && (file->f_mode & FMODE_WRITE) &&
	    (file->f_flags & O_TRUNC))
		event_control_truncate(control, m->private);
	return 0;
}

static int event_control_set(struct file *file, char *text)
{
	struct instance_control *control = control_of(file);
	struct trace_event_file *event = event_file_private(file);

	if (!control || !control->write)
		return -EINVAL;
	guard(mutex)(&event_mutex);
	return tracing_event_gone(event) ? -ENODEV : control->write(event, text);
}

static ssize_t event_control_write(struct file *file, const char __user *ubuf,
				   size_t count, loff_t *ppos)
{
	if (!count)
		return 0;
	return event_text_write(file, ubuf, count, ppos, event_control_set);
}

const struct file_operations tracing_event_control_fops = {
	.open		= event_control_open,
	.read_iter	= seq_read_iter,
	.splice_read	= copy_splice_read,
	.write		= event_control_write,
	.llseek		= seq_lseek,
	.release	= event_seq_release,
};
