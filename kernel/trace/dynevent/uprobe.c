// SPDX-License-Identifier: GPL-2.0
/*
 * Uprobe events: creation and removal, registration while they are enabled, and the
 * files uprobe_events and uprobe_profile.
 *
 * A command that creates an event only looks the file up. The uprobe is registered
 * when the event gets its first user, an instance or a perf counter.
 *
 * Locking: dynevent_lock; event_mutex, nested in it, where uprobes are registered.
 */
#include <linux/ctype.h>
#include <linux/init.h>
#include <linux/percpu.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "uprobe.h"

/* Registering */

/* Allocate what hits will need. */
static int uprobe_event_reg(struct trace_probe *tp, const struct dynevent_head *head)
{
	return uprobe_hit_needs_buffer(uprobe_event_of(tp)) ? uprobe_hit_get_buffers() : 0;
}

static void uprobe_event_unreg(struct trace_probe *tp)
{
	if (uprobe_hit_needs_buffer(uprobe_event_of(tp)))
		uprobe_hit_put_buffers();
}

static int uprobe_event_enable(struct trace_probe *tp)
{
	struct trace_uprobe *up = uprobe_event_of(tp);
	struct uprobe *uprobe;

	lockdep_assert_held(&event_mutex);
	uprobe = uprobe_register(uprobe_location_inode(up), up->offset, up->ref_ctr,
				 &up->consumer);
	if (IS_ERR(uprobe))
		return PTR_ERR(uprobe);
	up->uprobe = uprobe;
	return 0;
}

static void uprobe_event_disable(struct trace_probe *tp)
{
	struct trace_uprobe *up = uprobe_event_of(tp);

	lockdep_assert_held(&event_mutex);
	uprobe_unregister_nosync(up->uprobe, &up->consumer);
	up->uprobe = NULL;
}

static void uprobe_event_free(struct trace_probe *tp)
{
	struct trace_uprobe *up = uprobe_event_of(tp);

	/* A perf counter's event has no name, and is not in the table. */
	uprobe_location_release(up);
	path_put(&up->path);
	free_percpu(up->hits);
	kfree(up->filename);
	kfree(up);
}

static struct dynevent_kind uprobe_kind;

#define UPROBE_EVENT_TYPE(_print, _head, _head_args, ...) {		\
	.kind		= &uprobe_kind,					\
	.flags		= TRACE_EVENT_FL_UPROBE | TRACE_EVENT_FL_CAP_ANY, \
	.ips		= { __VA_ARGS__ },				\
	.head		= _head,					\
	.head_args	= _head_args,					\
	.print		= _print,					\
	.reg		= uprobe_event_reg,				\
	.unreg		= uprobe_event_unreg,				\
	.enable		= uprobe_event_enable,				\
	.disable	= uprobe_event_disable,				\
	.sync		= uprobe_unregister_sync,			\
	.target		= uprobe_target_change,				\
	.location	= uprobe_location_text,				\
	.same		= uprobe_location_same,				\
	.free		= uprobe_event_free,				\
}

static const struct trace_probe_type uprobe_entry_type =
	UPROBE_EVENT_TYPE(uprobe_print_entry, "(%lx)", "REC->__probe_ip",
			  "__probe_ip");

static const struct trace_probe_type uprobe_return_type =
	UPROBE_EVENT_TYPE(uprobe_print_return, "(%lx <- %lx)",
			  "REC->__probe_func, REC->__probe_ret_ip",
			  "__probe_func", "__probe_ret_ip");

/* Creating a uprobe event */

/**
 * trace_uprobe_alloc - allocate a trace_uprobe
 *
 * Context: task, may sleep.
 * Return: the trace_uprobe, with nothing set but its counter of hits and a type, for
 * trace_probe_discard(); NULL if out of memory.
 */
struct trace_uprobe *trace_uprobe_alloc(void)
{
	struct trace_uprobe *up = kzalloc(sizeof(*up), GFP_KERNEL);

	if (!up)
		return NULL;
	up->hits = alloc_percpu(unsigned long);
	if (!up->hits) {
		kfree(up);
		return NULL;
	}
	up->tp.type = &uprobe_entry_type;
	return up;
}

/**
 * trace_uprobe_set_handlers - set the type of a return, and the handlers
 * @up: the trace_uprobe; its arguments are set
 *
 * Context: any.
 */
void trace_uprobe_set_handlers(struct trace_uprobe *up)
{
	struct uprobe_consumer *consumer = &up->consumer;

	if (up->returns)
		up->tp.type = &uprobe_return_type;
	consumer->handler = up->returns ? uprobe_hit_entry : uprobe_hit;
	consumer->ret_handler = up->returns ? uprobe_hit_return : NULL;
	consumer->filter = uprobe_target_filter;
}

/* Parse the definition; no lock is needed. */
static int uprobe_event_parse(struct trace_uprobe *up, struct dynevent_head *head)
{
	char name[DYNEVENT_NAME_MAX];
	int ret, context;

	context = uprobe_location_parse(up, head);
	if (context < 0)
		return context;
	uprobe_location_event_name(up, name);
	/* A name after anything but the letter is ignored, as in "r10:name". */
	if (*head->options != ':')
		head->options = head->location - 1;
	ret = dynevent_head_names(head, UPROBE_SYSTEM, name);
	if (ret)
		return ret;
	ret = dynevent_args_parse(&up->tp.args, &head->def, head->args, context,
				  NULL);
	if (!ret)
		trace_uprobe_set_handlers(up);
	return ret;
}

static int uprobe_event_add(struct dynevent_head *head)
{
	struct trace_uprobe *up = trace_uprobe_alloc();
	int ret;

	if (!up)
		return -ENOMEM;
	up->returns = dynevent_head_letter(head) == 'r';
	ret = uprobe_event_parse(up, head);
	if (ret)
		goto err;
	mutex_lock(&dynevent_lock);
	ret = uprobe_location_claim(up);
	if (!ret)
		ret = trace_probe_add(&up->tp, head);
	if (ret)
		uprobe_location_release(up);
	mutex_unlock(&dynevent_lock);
	if (!ret)
		return 0;
err:
	trace_probe_discard(&up->tp);
	return ret;
}

static int uprobe_event_create(const char *command)
{
	return dynevent_head_run(skip_spaces(command), "pr", UPROBE_LOG_NAME,
				 uprobe_event_add);
}

static int uprobe_event_show(struct seq_file *m, struct dynevent *ev)
{
	struct trace_uprobe *up = uprobe_event_of(trace_probe_of(ev));

	seq_putc(m, up->returns ? 'r' : 'p');
	trace_probe_show(m, &up->tp);
	return 0;
}

static int uprobe_event_profile(struct seq_file *m, struct dynevent *ev)
{
	struct trace_uprobe *up = uprobe_event_of(trace_probe_of(ev));
	unsigned long hits = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		hits += *per_cpu_ptr(up->hits, cpu);
	seq_printf(m, "  %s %-44s %15lu\n", up->filename, up->tp.tpe->name, hits);
	return 0;
}

static struct dynevent_kind uprobe_kind = {
	.entry.name	= "uprobe",
	.create		= uprobe_event_create,
	.show		= uprobe_event_show,
	.profile	= uprobe_event_profile,
	.busy		= trace_probe_busy,
	.match		= trace_probe_match,
	.remove		= trace_probe_remove,
};

static int __init uprobe_event_init(void)
{
	return dynevent_kind_register(&uprobe_kind);
}
core_initcall(uprobe_event_init);

static int __init uprobe_event_init_files(void)
{
	dynevent_files_create(&uprobe_kind, "uprobe_events", "uprobe_profile");
	return 0;
}
fs_initcall(uprobe_event_init_files);
