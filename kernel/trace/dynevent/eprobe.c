// SPDX-License-Identifier: GPL-2.0
/*
 * Event probes: "e:[GRP/]EVENT SYSTEM.EVENT [ARGS] [if FILTER]", an event whose
 * fetch arguments are fields of the records of another event.
 *
 * In each instance where an event probe is enabled, an event_watch is set on the
 * other event; while perf counts the event probe, another one in the global instance.
 *
 * Locking: dynevent_lock; event_mutex, nested in it, protects the watches.
 */
#include <linux/init.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../filter/filter.h"
#include "trace_probe.h"

#define EPROBE_SYSTEM	"eprobes"
#define EPROBE_LOG_NAME	"event_probe"

/**
 * struct trace_eprobe - an event probe
 * @tp: what it shares with kprobe events
 * @call: the other event, with a reference
 * @filter: only matching records of the other event fire the event probe; NULL for
 *	all
 * @watches: list of struct eprobe_watch. Lock: event_mutex
 */
struct trace_eprobe {
	struct trace_probe	tp;
	struct trace_event_call	*call;
	struct event_filter	*filter;
	struct list_head	watches;
};

/**
 * struct eprobe_watch - an event probe that is enabled in an instance, or for perf
 * @list: node in trace_eprobe::watches. Lock: event_mutex
 * @watch: callback for the records of the other event
 * @ep: the event probe
 * @file: event file of the event probe; NULL for perf
 * @rcu: for kfree_rcu()
 */
struct eprobe_watch {
	struct list_head	list;
	struct event_watch	watch;
	struct trace_eprobe	*ep;
	struct trace_event_file	*file;
	struct rcu_head		rcu;
};

static struct trace_eprobe *eprobe_of(const struct trace_probe *tp)
{
	return container_of(tp, struct trace_eprobe, tp);
}

/* Enabling and disabling */

static void eprobe_fire(struct event_watch *watch, void *rec)
{
	struct eprobe_watch *w = container_of(watch, struct eprobe_watch, watch);
	struct dynevent_source src = { .rec = rec };

	if (w->ep->filter && !filter_match(w->ep->filter, rec))
		return;
	if (w->file)
		trace_probe_write_in(&w->ep->tp, w->file, NULL, &src);
	else
		trace_probe_write_perf_in(&w->ep->tp, &src);
}

static int eprobe_watch(struct trace_eprobe *ep, struct trace_event_file *file)
{
	struct trace_array *tr = file ? file->tr : &instance_global;
	struct eprobe_watch *w = kzalloc(sizeof(*w), GFP_KERNEL);
	int ret = -ENOENT;

	if (!w)
		return -ENOMEM;
	w->ep = ep;
	w->file = file;
	w->watch.fire = eprobe_fire;
	w->watch.file = instance_file_find(tr, event_system(ep->call),
					   trace_event_name(ep->call));
	if (w->watch.file)
		ret = event_watch_begin(&w->watch);
	if (ret)
		kfree(w);
	else
		list_add(&w->list, &ep->watches);
	return ret;
}

static int eprobe_file_enable(struct trace_probe *tp, struct trace_event_file *file,
			      bool on)
{
	struct trace_eprobe *ep = eprobe_of(tp);
	struct eprobe_watch *w;

	if (on)
		return eprobe_watch(ep, file);
	list_for_each_entry(w, &ep->watches, list) {
		if (w->file != file)
			continue;
		event_watch_end(&w->watch);
		list_del(&w->list);
		kfree_rcu(w, rcu);
		break;
	}
	return 0;
}

static char *eprobe_location(const struct trace_probe *tp)
{
	struct trace_event_call *call = eprobe_of(tp)->call;

	return kasprintf(GFP_KERNEL, "%s.%s", event_system(call),
			 trace_event_name(call));
}

static void eprobe_free(struct trace_probe *tp)
{
	struct trace_eprobe *ep = eprobe_of(tp);

	if (ep->call)
		trace_event_put_ref(ep->call);
	filter_free(ep->filter);
	kfree(ep);
}

static enum print_line_t eprobe_print(struct trace_iterator *iter, int flags,
				      struct trace_event *event)
{
	const struct trace_probe_event *tpe = trace_probe_event_of(event);
	struct trace_eprobe *ep;

	ep = eprobe_of(list_first_entry(&tpe->probes,
					struct trace_probe, sibling));
	trace_seq_puts(&iter->seq, tpe->name);
	trace_seq_puts(&iter->seq, ": (");
	trace_seq_puts(&iter->seq, event_system(ep->call));
	trace_seq_putc(&iter->seq, '.');
	trace_seq_puts(&iter->seq, trace_event_name(ep->call));
	trace_seq_putc(&iter->seq, ')');
	dynevent_args_print(&iter->seq, &tpe->layout, iter->ent, iter->ent_size,
			    tpe->offset);
	trace_seq_putc(&iter->seq, '\n');
	return trace_handle_return(&iter->seq);
}

static struct dynevent_kind eprobe_kind;

static const struct trace_probe_type eprobe_type = {
	.kind		= &eprobe_kind,
	.flags		= TRACE_EVENT_FL_EPROBE,
	.head		= "",
	.print		= eprobe_print,
	.file_enable	= eprobe_file_enable,
	.location	= eprobe_location,
	.free		= eprobe_free,
};

/* Creating an event probe */

/* Split the location into system and name of the other event. */
static int eprobe_read_target(const struct dynevent_head *head, char **system,
			      char **event)
{
	char *slash;

	*system = dynevent_head_location(head);
	if (!*system)
		return -ENOMEM;
	slash = strpbrk(*system, "/.");
	if (!slash || slash == *system || !slash[1])
		return dynevent_error(&head->def, DYNEVENT_NO_EVENT_INFO, head->location);
	*slash = '\0';
	*event = slash + 1;
	return 0;
}

/* Whether an event probe can be set on @call. Context: event_mutex held. */
static bool eprobe_is_target(struct trace_event_call *call)
{
	return call && event_can_enable(call) &&
	       !(call->flags & TRACE_EVENT_FL_EPROBE);
}

static int eprobe_filter(struct trace_eprobe *ep, const struct dynevent_head *head)
{
	const char *text = dynevent_args_end(head->args, DYNEVENT_AT_EVENT);
	struct event_filter *filter;

	if (!*text)
		return 0;
	text = skip_spaces(text + strlen("if"));
	/* The filter would follow one more blank. */
	if (!*text)
		return dynevent_error(&head->def, DYNEVENT_NO_EP_FILTER, text + 1);
	filter = filter_create(ep->call, text, &instance_global.errors);
	if (IS_ERR(filter))
		return PTR_ERR(filter);
	ep->filter = filter;
	return 0;
}

static int eprobe_attach(struct trace_eprobe *ep, const struct dynevent_head *head,
			 const char *system, const char *event)
{
	struct trace_event_call *call;
	int ret;

	guard(mutex)(&event_mutex);
	call = event_call_find(system, event);
	if (!eprobe_is_target(call) || !trace_event_try_get_ref(call)) {
		dynevent_error(&head->def, DYNEVENT_BAD_ATTACH_EVENT, head->location);
		return -ENODEV;
	}
	ep->call = call;
	ret = eprobe_filter(ep, head);
	return ret ?: dynevent_args_parse(&ep->tp.args, &head->def, head->args,
					  DYNEVENT_AT_EVENT, call);
}

static int eprobe_parse(struct trace_probe *tp, struct dynevent_head *head)
{
	char *system = NULL, *event = NULL;
	int ret;

	ret = dynevent_head_names(head, EPROBE_SYSTEM, "");
	if (!ret)
		ret = eprobe_read_target(head, &system, &event);
	if (!ret && !*head->event)
		strscpy(head->event, event);
	if (!ret)
		ret = eprobe_attach(eprobe_of(tp), head, system, event);
	if (!ret)
		ret = dynevent_args_resolve(&tp->args);
	kfree(system);
	return ret;
}

static int eprobe_add(struct dynevent_head *head)
{
	struct trace_eprobe *ep = kzalloc(sizeof(*ep), GFP_KERNEL);

	if (!ep)
		return -ENOMEM;
	ep->tp.type = &eprobe_type;
	INIT_LIST_HEAD(&ep->watches);
	return trace_probe_create(&ep->tp, head, eprobe_parse);
}

static int eprobe_create(const char *command)
{
	return dynevent_head_run(command, "e", EPROBE_LOG_NAME, eprobe_add);
}

static int eprobe_show(struct seq_file *m, struct dynevent *ev)
{
	seq_putc(m, 'e');
	trace_probe_show(m, trace_probe_of(ev));
	return 0;
}

/* Accept a slash between system and name of the other event. */
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
