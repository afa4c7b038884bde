// SPDX-License-Identifier: GPL-2.0
/* The files set_event and available_events. */
#include "files.h"

/* tracing_seq.data of set_event; that of available_events is NULL. */
#define EVENTS_CONNECTED	((void *)1)

/* set_event lists events in soft mode as well: their probes are connected. */
static bool set_event_is_listed(const struct tracing_seq *ts,
				const struct trace_event_file *file)
{
	return ts->data == EVENTS_CONNECTED ?
	       file->flags & EVENT_FILE_FL_ENABLED :
	       event_can_enable(file->event_call);
}

static struct trace_event_file *set_event_listed_from(struct seq_file *m,
						      struct list_head *pos)
{
	struct tracing_seq *ts = m->private;
	struct trace_event_file *file;

	for (; pos != &ts->ctx.tr->files; pos = pos->next) {
		file = list_entry(pos, struct trace_event_file, list);
		if (set_event_is_listed(ts, file))
			return file;
	}
	return NULL;
}

static void *set_event_seq_start(struct seq_file *m, loff_t *pos)
{
	struct tracing_seq *ts = m->private;
	struct trace_event_file *file;
	loff_t skip = *pos;

	mutex_lock(&event_mutex);
	file = set_event_listed_from(m, ts->ctx.tr->files.next);
	while (file && skip--)
		file = set_event_listed_from(m, file->list.next);
	return file;
}

static void *set_event_seq_next(struct seq_file *m, void *v, loff_t *pos)
{
	struct trace_event_file *file = v;

	(*pos)++;
	return set_event_listed_from(m, file->list.next);
}

static void set_event_seq_stop(struct seq_file *m, void *v)
{
	mutex_unlock(&event_mutex);
}

static int set_event_seq_show(struct seq_file *m, void *v)
{
	struct trace_event_file *file = v;
	struct trace_event_call *call = file->event_call;

	seq_printf(m, "%s:%s\n", event_system(call), trace_event_name(call));
	return 0;
}

const struct seq_operations tracing_events_ops = {
	.start	= set_event_seq_start,
	.next	= set_event_seq_next,
	.stop	= set_event_seq_stop,
	.show	= set_event_seq_show,
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
		instance_events_set(ts->ctx.tr, NULL, NULL, NULL, NULL, false);
	}
	return 0;
}

static int set_event_apply(void *tr, char *word)
{
	return instance_events_apply(tr, word);
}

static ssize_t set_event_write(struct file *file, const char __user *ubuf,
			       size_t count, loff_t *ppos)
{
	struct seq_file *m = file->private_data;
	struct tracing_seq *ts = m->private;

	return tracing_word_write(ubuf, count, ppos, TRACING_WORD_MAX,
				  set_event_apply, ts->ctx.tr);
}

const struct tracing_seq_ops tracing_set_event_ops = {
	.open		= set_event_open,
	.write		= set_event_write,
	.release	= tracing_seq_release,
};
