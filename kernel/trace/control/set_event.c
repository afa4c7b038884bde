// SPDX-License-Identifier: GPL-2.0
/* Lists of events: set_event, available_events, show_event_filters, show_event_triggers. */
#include "../filter/filter.h"
#include "files.h"

static struct trace_event_file *set_event_seq_from(struct seq_file *m, struct list_head *pos)
{
	const struct tracing_event_list *list;
	struct tracing_seq *ts = m->private;
	struct trace_event_file *file;

	list = container_of(m->op, struct tracing_event_list, seq);
	for (; pos != &ts->ctx.tr->files; pos = pos->next) {
		file = list_entry(pos, struct trace_event_file, list);
		if (list->has(file))
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
	file = set_event_seq_from(m, ts->ctx.tr->files.next);
	while (file && skip--)
		file = set_event_seq_from(m, file->list.next);
	return file;
}

static void *set_event_seq_next(struct seq_file *m, void *v, loff_t *pos)
{
	struct trace_event_file *file = v;

	(*pos)++;
	return set_event_seq_from(m, file->list.next);
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

/* The operations of a list with the events that @_has selects. */
#define SET_EVENT_LIST(_has, _show)					\
	{								\
		.seq = {						\
			.start	= set_event_seq_start,			\
			.next	= set_event_seq_next,			\
			.stop	= set_event_seq_stop,			\
			.show	= (_show),				\
		},							\
		.has = (_has),						\
	}

/* available_events */

static bool set_event_can_enable(const struct trace_event_file *file)
{
	return event_can_enable(file->event_call);
}

const struct tracing_event_list tracing_events_list =
	SET_EVENT_LIST(set_event_can_enable, set_event_seq_show);

/* show_event_filters */

static bool set_event_has_filter(const struct trace_event_file *file)
{
	return file->flags & EVENT_FILE_FL_FILTERED;
}

static int set_event_seq_show_filter(struct seq_file *m, void *v)
{
	size_t start = instance_event_line_begin(m, v);

	filter_file_show(m, v);
	instance_event_line_end(m, start);
	return 0;
}

const struct tracing_event_list tracing_event_filters_list =
	SET_EVENT_LIST(set_event_has_filter, set_event_seq_show_filter);

/* show_event_triggers */

static bool set_event_has_triggers(const struct trace_event_file *file)
{
	return !list_empty(&file->triggers);
}

static int set_event_seq_show_triggers(struct seq_file *m, void *v)
{
	struct instance_control *control = instance_control_find("trigger");

	if (control && control->list)
		control->list(m, v);
	return 0;
}

const struct tracing_event_list tracing_event_triggers_list =
	SET_EVENT_LIST(set_event_has_triggers, set_event_seq_show_triggers);

/* set_event */

/* Events in soft mode are listed as well: their probes are connected. */
static bool set_event_is_enabled(const struct trace_event_file *file)
{
	return file->flags & EVENT_FILE_FL_ENABLED;
}

static const struct tracing_event_list set_event_list =
	SET_EVENT_LIST(set_event_is_enabled, set_event_seq_show);

static int set_event_open(struct inode *inode, struct file *file)
{
	struct tracing_seq *ts;
	struct seq_file *m;
	int ret;

	ret = tracing_seq_open(inode, file, &set_event_list.seq, NULL);
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
