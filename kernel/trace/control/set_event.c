// SPDX-License-Identifier: GPL-2.0
/*
 * set_event and available_events.
 */
#include "internal.h"

/* In tracing_seq.data of set_event; available_events have NULL there. */
#define EVENTS_CONNECTED	((void *)1)

/* Silent ones are connected, too: their probes are called. */
static bool event_is_listed(const struct tracing_seq *ts,
			    const struct trace_event_file *file)
{
	return ts->data == EVENTS_CONNECTED ?
	       file->flags & EVENT_FILE_FL_ENABLED :
	       event_can_enable(file->event_call);
}

static struct trace_event_file *event_from(struct seq_file *m,
					   struct list_head *at)
{
	struct tracing_seq *ts = m->private;
	struct trace_event_file *file;

	for (; at != &ts->at.tr->files; at = at->next) {
		file = list_entry(at, struct trace_event_file, list);
		if (event_is_listed(ts, file))
			return file;
	}
	return NULL;
}

static void *events_start(struct seq_file *m, loff_t *pos)
{
	struct tracing_seq *ts = m->private;
	struct trace_event_file *file;
	loff_t skip = *pos;

	mutex_lock(&event_mutex);
	file = event_from(m, ts->at.tr->files.next);
	while (file && skip--)
		file = event_from(m, file->list.next);
	return file;
}

static void *events_next(struct seq_file *m, void *v, loff_t *pos)
{
	struct trace_event_file *file = v;

	(*pos)++;
	return event_from(m, file->list.next);
}

static void events_stop(struct seq_file *m, void *v)
{
	mutex_unlock(&event_mutex);
}

static int events_show(struct seq_file *m, void *v)
{
	struct trace_event_file *file = v;
	struct trace_event_call *call = file->event_call;

	seq_printf(m, "%s:%s\n", event_system(call), trace_event_name(call));
	return 0;
}

const struct seq_operations tracing_events_ops = {
	.start	= events_start,
	.next	= events_next,
	.stop	= events_stop,
	.show	= events_show,
};

/* set_event */

static int set_event_open(struct inode *inode, struct file *file)
{
	struct tracing_seq *ts;
	struct seq_file *m;
	int ret;

	ret = tracing_seq_open(inode, file, &tracing_events_ops,
			       EVENTS_CONNECTED);
	if (ret)
		return ret;

	if (tracing_truncates(file)) {
		m = file->private_data;
		ts = m->private;
		instance_events_set(ts->at.tr, NULL, NULL, NULL, NULL, false);
	}
	return 0;
}

static int set_event_word(void *tr, char *word)
{
	return instance_events_word(tr, word);
}

static ssize_t set_event_write(struct file *file, const char __user *ubuf,
			       size_t count, loff_t *ppos)
{
	struct seq_file *m = file->private_data;
	struct tracing_seq *ts = m->private;

	return tracing_word_write(ubuf, count, ppos, TRACING_WORD_MAX,
				  set_event_word, ts->at.tr);
}

const struct tracing_seq_ops tracing_set_event_ops = {
	.open		= set_event_open,
	.write		= set_event_write,
	.release	= tracing_seq_release,
};
