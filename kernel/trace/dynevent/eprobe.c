// SPDX-License-Identifier: GPL-2.0
/*
 * Event probes: "e:[GRP/]EVENT SYSTEM.EVENT [ARGS] [if FILTER]", an event whose
 * arguments are fields of another one's records.
 *
 * Where such an event is on in an instance, the other one is watched there.
 *
 * Locking: dynevent_lock, and event_mutex inside it for watches.
 */
#include <linux/init.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../filter/filter.h"
#include "trace_probe.h"

#define EPROBE_SYSTEM	"eprobes"
#define EPROBE_WHERE	"event_probe"

/**
 * struct eprobe_point - an event probe
 * @pt: the point
 * @call: the event that it is on, with a reference
 * @filter: NULL, or which records of that are wanted
 * @watches: struct eprobe_watch.list
 */
struct eprobe_point {
	struct trace_probe	pt;
	struct trace_event_call	*call;
	struct event_filter	*filter;
	struct list_head	watches;
};

/**
 * struct eprobe_watch - an event probe that is on in an instance
 * @list: place in eprobe_point.watches, event_mutex
 * @watch: of the other event
 * @ep: the event probe
 * @file: in the instance
 */
struct eprobe_watch {
	struct list_head	list;
	struct event_watch	watch;
	struct eprobe_point	*ep;
	struct trace_event_file	*file;
};

static struct eprobe_point *eprobe_point_of(const struct trace_probe *pt)
{
	return container_of(pt, struct eprobe_point, pt);
}

/* Connecting */

static void eprobe_fire(struct event_watch *watch, void *rec)
{
	struct eprobe_watch *w = container_of(watch, struct eprobe_watch, watch);
	struct dynevent_source src = { .rec = rec };

	if (!w->ep->filter || filter_match(w->ep->filter, rec))
		trace_probe_write_in(&w->ep->pt, w->file, NULL, &src);
}

static int eprobe_watch(struct eprobe_point *ep, struct trace_event_file *file)
{
	struct eprobe_watch *w = kzalloc(sizeof(*w), GFP_KERNEL);
	int ret = -ENOENT;

	if (!w)
		return -ENOMEM;
	w->ep = ep;
	w->file = file;
	w->watch.fire = eprobe_fire;
	w->watch.file = instance_file_find(file->tr, event_system(ep->call),
					   trace_event_name(ep->call));
	if (w->watch.file)
		ret = event_watch(&w->watch);
	if (ret)
		kfree(w);
	else
		list_add(&w->list, &ep->watches);
	return ret;
}

static int eprobe_join(struct trace_probe *pt, struct trace_event_file *file,
		       bool on)
{
	struct eprobe_point *ep = eprobe_point_of(pt);
	struct eprobe_watch *w;

	if (on)
		return eprobe_watch(ep, file);
	list_for_each_entry(w, &ep->watches, list) {
		if (w->file != file)
			continue;
		event_unwatch(&w->watch);
		list_del(&w->list);
		kfree(w);
		break;
	}
	return 0;
}

static char *eprobe_place(const struct trace_probe *pt)
{
	struct trace_event_call *call = eprobe_point_of(pt)->call;

	return kasprintf(GFP_KERNEL, "%s.%s", event_system(call),
			 trace_event_name(call));
}

static void eprobe_free(struct trace_probe *pt)
{
	struct eprobe_point *ep = eprobe_point_of(pt);

	if (ep->call)
		trace_event_put_ref(ep->call);
	filter_free(ep->filter);
	kfree(ep);
}

static enum print_line_t eprobe_print(struct trace_iterator *iter, int flags,
				      struct trace_event *event)
{
	const struct dynevent_multi *multi = dynevent_multi_of(event);
	struct eprobe_point *ep;

	ep = eprobe_point_of(list_first_entry(&multi->points,
					      struct trace_probe, sibling));
	trace_seq_printf(&iter->seq, "%s: (%s.%s)", multi->name,
			 event_system(ep->call), trace_event_name(ep->call));
	dynevent_args_print(&iter->seq, &multi->look, iter->ent, iter->ent_size,
			    multi->offset);
	trace_seq_putc(&iter->seq, '\n');
	return trace_handle_return(&iter->seq);
}

static struct dynevent_kind eprobe_kind;

static const struct trace_probe_type eprobe_type = {
	.kind		= &eprobe_kind,
	.flags		= TRACE_EVENT_FL_EPROBE,
	.head		= "",
	.print		= eprobe_print,
	.join		= eprobe_join,
	.place		= eprobe_place,
	.free		= eprobe_free,
};

/* Making one */

/* The names of the other event, out of the place. */
static int read_target(const struct dynevent_head *head, char **system,
		       char **event)
{
	char *slash;

	*system = dynevent_head_place(head);
	if (!*system)
		return -ENOMEM;
	slash = strpbrk(*system, "/.");
	if (!slash || slash == *system || !slash[1])
		return dynevent_error(&head->cmd, DYNEVENT_NO_EVENT_INFO, head->place);
	*slash = '\0';
	*event = slash + 1;
	return 0;
}

/* Can there be an event on it? Context: event_mutex held. */
static bool is_target(struct trace_event_call *call)
{
	return call && event_can_enable(call) &&
	       !(call->flags & TRACE_EVENT_FL_EPROBE);
}

static int eprobe_filter(struct eprobe_point *ep, const struct dynevent_head *head)
{
	const char *text = dynevent_args_end(head->args, DYNEVENT_AT_EVENT);
	struct event_filter *filter;

	if (!*text)
		return 0;
	text = skip_spaces(text + strlen("if"));
	/* It would stand behind one more blank. */
	if (!*text)
		return dynevent_error(&head->cmd, DYNEVENT_NO_EP_FILTER, text + 1);
	filter = filter_create(ep->call, text, &instance_global.errors);
	if (IS_ERR(filter))
		return PTR_ERR(filter);
	ep->filter = filter;
	return 0;
}

static int eprobe_attach(struct eprobe_point *ep, const struct dynevent_head *head,
			 const char *system, const char *event)
{
	struct trace_event_call *call;
	int ret;

	guard(mutex)(&event_mutex);
	call = event_call_find(system, event);
	if (!is_target(call) || !trace_event_try_get_ref(call)) {
		dynevent_error(&head->cmd, DYNEVENT_BAD_ATTACH_EVENT, head->place);
		return -ENODEV;
	}
	ep->call = call;
	ret = eprobe_filter(ep, head);
	return ret ?: dynevent_args_parse(&ep->pt.args, &head->cmd, head->args,
					  DYNEVENT_AT_EVENT, call);
}

static int eprobe_read(struct eprobe_point *ep, struct dynevent_head *head)
{
	char *system = NULL, *event = NULL;
	int ret;

	ret = dynevent_head_names(head, EPROBE_SYSTEM, "");
	if (!ret)
		ret = read_target(head, &system, &event);
	if (!ret && !*head->event)
		strscpy(head->event, event);
	if (!ret)
		ret = eprobe_attach(ep, head, system, event);
	if (!ret)
		ret = dynevent_args_resolve(&ep->pt.args);
	kfree(system);
	return ret;
}

static int eprobe_make(struct dynevent_head *head)
{
	struct eprobe_point *ep = kzalloc(sizeof(*ep), GFP_KERNEL);
	int ret;

	if (!ep)
		return -ENOMEM;
	ep->pt.type = &eprobe_type;
	INIT_LIST_HEAD(&ep->watches);
	ret = eprobe_read(ep, head);
	if (!ret) {
		mutex_lock(&dynevent_lock);
		ret = trace_probe_add(&ep->pt, head);
		mutex_unlock(&dynevent_lock);
	}
	if (ret) {
		dynevent_args_free(&ep->pt.args);
		eprobe_free(&ep->pt);
	}
	return ret;
}

static int eprobe_create(const char *command)
{
	struct dynevent_head head;
	int ret;

	if (*command != 'e')
		return -ECANCELED;
	ret = dynevent_head_open(&head, EPROBE_WHERE, command);
	if (!ret)
		ret = eprobe_make(&head);
	dynevent_head_close(&head);
	return ret;
}

static int eprobe_show(struct seq_file *m, struct dynevent *ev)
{
	seq_putc(m, 'e');
	return trace_probe_show(m, trace_probe_of(ev));
}

/* Between the names of the other event there may stand a slash, too. */
static bool eprobe_match(struct dynevent *ev, const char *system,
			 const char *event, int argc, const char **argv)
{
	char *slash = argc ? strchr(argv[0], '/') : NULL;

	if (slash)
		*slash = '.';
	return trace_probe_match(ev, system, event, argc, argv);
}

static struct dynevent_kind eprobe_kind = {
	.entry.name	= "eprobe",
	.create		= eprobe_create,
	.show		= eprobe_show,
	.busy		= trace_probe_busy,
	.match		= eprobe_match,
	.remove		= trace_probe_remove,
};

static int __init eprobe_init(void)
{
	return dynevent_kind_register(&eprobe_kind);
}
core_initcall(eprobe_init);
