// SPDX-License-Identifier: GPL-2.0
/*
 * A kind of dynamic events: "i:NAME MS" makes the event intervals/NAME, which a timer
 * records every MS milliseconds while the event is on.
 *
 *	# echo 'i:tenth 100' >> dynamic_events
 *	# echo 1 > events/intervals/tenth/enable
 */
#include <linux/init.h>
#include <linux/jiffies.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/timer.h>

#include "dynevent.h"

#define INTERVAL_SYSTEM		"intervals"
#define INTERVAL_NAME_MAX	64

/**
 * struct interval_event - an event that a timer records
 * @ev: entry in the list of dynamic events
 * @call: the trace event
 * @timer: runs while @call is on in an instance
 * @ms: the period in milliseconds
 * @count: how often the timer has expired; written by the timer only
 * @name: name of the event
 */
struct interval_event {
	struct dynevent		ev;
	struct dynevent_call	call;
	struct timer_list	timer;
	unsigned int		ms;
	u64			count;
	char			name[INTERVAL_NAME_MAX];
};

struct interval_record {
	struct trace_entry	ent;
	u64			count;
};

static const struct event_field interval_fields[] = {
	{ "u64", "count", offsetof(struct interval_record, count), sizeof(u64) },
	{}
};

static struct dynevent_kind interval_kind;

static struct interval_event *interval_of(struct dynevent *ev)
{
	return container_of(ev, struct interval_event, ev);
}

static void interval_expire(struct timer_list *timer)
{
	struct interval_event *ie = from_timer(ie, timer, timer);
	struct trace_event_buffer fbuffer;
	struct interval_record *rec;
	struct dynevent_link *link;

	ie->count++;
	preempt_disable_notrace();
	dynevent_call_for_each(&ie->call, link) {
		rec = trace_event_buffer_reserve(&fbuffer, link->file, sizeof(*rec));
		if (!rec)
			continue;
		rec->count = ie->count;
		trace_event_buffer_commit(&fbuffer);
	}
	preempt_enable_notrace();
	mod_timer(timer, jiffies + msecs_to_jiffies(ie->ms));
}

/* Called when the event is enabled in a first instance and disabled in the last. */
static int interval_connect(struct dynevent_call *call, bool on)
{
	struct interval_event *ie = container_of(call, struct interval_event, call);

	if (on)
		mod_timer(&ie->timer, jiffies + msecs_to_jiffies(ie->ms));
	else
		timer_delete_sync(&ie->timer);
	return 0;
}

static enum print_line_t interval_print(struct trace_iterator *iter, int flags,
					struct trace_event *event)
{
	const struct interval_record *rec = (const struct interval_record *)iter->ent;
	struct interval_event *ie = container_of(event, struct interval_event,
						 call.call.event);

	trace_seq_printf(&iter->seq, "%s: count=%llu\n", ie->name, rec->count);
	return trace_handle_return(&iter->seq);
}

static int interval_create(const char *command)
{
	struct interval_event *ie;
	int ret;

	if (command[0] != 'i' || command[1] != ':')
		return -ECANCELED;
	ie = kzalloc(sizeof(*ie), GFP_KERNEL);
	if (!ie)
		return -ENOMEM;
	ret = -EINVAL;
	if (sscanf(command, "i:%63s %u", ie->name, &ie->ms) != 2 || !ie->ms ||
	    !dynevent_name_valid(ie->name))
		goto err_free;

	timer_setup(&ie->timer, interval_expire, 0);
	ie->call.connect = interval_connect;
	ie->call.funcs.trace = interval_print;
	mutex_lock(&dynevent_lock);
	ret = dynevent_call_add(&ie->call, INTERVAL_SYSTEM, ie->name, interval_fields,
				"\"count=%llu\", REC->count", 0);
	if (!ret)
		dynevent_add(&ie->ev, &interval_kind, ie->name);
	mutex_unlock(&dynevent_lock);
	if (!ret)
		return 0;
err_free:
	kfree(ie);
	return ret;
}

static int interval_show(struct seq_file *m, struct dynevent *ev)
{
	seq_printf(m, "i:%s %u\n", interval_of(ev)->name, interval_of(ev)->ms);
	return 0;
}

static bool interval_busy(struct dynevent *ev)
{
	return dynevent_call_busy(&interval_of(ev)->call);
}

static bool interval_match(struct dynevent *ev, const char *system,
			   const char *event, int argc, const char **argv)
{
	return (!system || !strcmp(system, INTERVAL_SYSTEM)) &&
	       !strcmp(event, interval_of(ev)->name);
}

static int interval_remove(struct dynevent *ev)
{
	int ret = dynevent_call_remove(&interval_of(ev)->call);

	if (ret)
		return ret;
	timer_shutdown_sync(&interval_of(ev)->timer);
	dynevent_del(ev);
	kfree(interval_of(ev));
	return 0;
}

static struct dynevent_kind interval_kind = {
	.entry	= { .name = "interval" },
	.create	= interval_create,
	.show	= interval_show,
	.busy	= interval_busy,
	.match	= interval_match,
	.remove	= interval_remove,
};

static int __init interval_init(void)
{
	return dynevent_kind_register(&interval_kind);
}
core_initcall(interval_init);
