// SPDX-License-Identifier: GPL-2.0
/*
 * The files enable of events/, events/SYSTEM and events/SYSTEM/EVENT, and the files
 * header_page and header_event of events/.
 */
#include <linux/slab.h>

#include "event_files.h"
#include "files.h"

/* enable */

/**
 * struct enable_file - an open file enable
 * @ctx: instance of the file; the open file holds a reference to it
 * @event: the event of events/SYSTEM/EVENT/enable, with a reference; else NULL
 * @system: the system of events/SYSTEM/enable, with a reference; else NULL
 *
 * With neither @event nor @system the file switches all events.
 */
struct enable_file {
	struct tracing_file_ctx		ctx;
	struct trace_event_file		*event;
	struct instance_system		*system;
};

static int event_enable_show(struct seq_file *m, void *v)
{
	struct enable_file *ef = m->private;
	int ret = 0;

	mutex_lock(&event_mutex);
	if (ef->event) {
		if (tracing_event_gone(ef->event))
			ret = -ENODEV;
		else
			seq_printf(m, "%d%s\n", instance_file_is_on(ef->event),
				   ef->event->flags & EVENT_FILE_FL_SOFT_MODE ?
				   "*" : "");
	} else if (ef->system && !ef->system->count) {
		ret = -ENODEV;
	} else {
		seq_printf(m, "%c\n",
			   instance_events_state(ef->ctx.tr, ef->system ?
						 ef->system->name : NULL));
	}
	mutex_unlock(&event_mutex);
	return ret;
}

static int event_enable_set(struct enable_file *ef, bool on)
{
	int ret = -ENODEV;

	if (!ef->event)
		return instance_events_set(ef->ctx.tr, NULL, ef->system ?
					   ef->system->name : NULL,
					   NULL, NULL, on);
	mutex_lock(&event_mutex);
	if (!tracing_event_gone(ef->event))
		ret = instance_file_set(ef->event, on);
	mutex_unlock(&event_mutex);
	return ret;
}

static ssize_t event_enable_write(struct file *file, const char __user *ubuf,
				  size_t count, loff_t *ppos)
{
	struct seq_file *m = file->private_data;
	unsigned long val;
	int ret;

	ret = trace_control_file_number(ubuf, count, &val);
	if (ret)
		return ret;
	if (val > 1)
		return -EINVAL;
	ret = event_enable_set(m->private, val);
	if (ret)
		return ret;
	*ppos += count;
	return count;
}

static void event_enable_free(struct enable_file *ef)
{
	if (ef->event)
		instance_file_put(ef->event);
	if (ef->system)
		instance_system_put(ef->system);
	if (ef->ctx.tr)
		tracing_file_ctx_put(&ef->ctx);
	kfree(ef);
}

static int event_enable_find(struct enable_file *ef, struct inode *inode,
			     const struct file *file)
{
	int ret = tracing_file_ctx_get(&ef->ctx, inode, file);

	if (ret)
		return ret;
	switch (tracefs_inode_entry(inode)->which) {
	case TRACING_ENABLE_SYSTEM:
		ef->system = tracing_system_of(inode);
		return ef->system ? 0 : -ENODEV;
	case TRACING_ENABLE_EVENT:
		ef->event = tracing_event_of(inode);
		return ef->event ? 0 : -ENODEV;
	}
	return 0;
}

static int event_enable_open(struct inode *inode, struct file *file)
{
	struct enable_file *ef = kzalloc(sizeof(*ef), GFP_KERNEL);
	int ret;

	if (!ef)
		return -ENOMEM;
	ret = event_enable_find(ef, inode, file);
	if (!ret)
		ret = single_open(file, event_enable_show, ef);
	if (ret)
		event_enable_free(ef);
	return ret;
}

static int event_enable_release(struct inode *inode, struct file *file)
{
	struct seq_file *m = file->private_data;

	event_enable_free(m->private);
	return single_release(inode, file);
}

const struct tracing_seq_ops tracing_enable_ops = {
	.open		= event_enable_open,
	.write		= event_enable_write,
	.llseek		= trace_control_file_seek,
	.release	= event_enable_release,
};

/* header_page and header_event */

static int event_enable_header_page_show(struct seq_file *m, const struct tracing_file_ctx *ctx)
{
	return event_header_page_show(m, ctx->tr->ring);
}

static int event_enable_header_event_show(struct seq_file *m, const struct tracing_file_ctx *ctx)
{
	return event_header_event_show(m);
}

const struct tracing_value tracing_header_page_value = {
	.show = event_enable_header_page_show,
};

const struct tracing_value tracing_header_event_value = {
	.show = event_enable_header_event_show,
};
