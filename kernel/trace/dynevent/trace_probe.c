// SPDX-License-Identifier: GPL-2.0
/*
 * Trace probes and their events: creation and removal, enabling and disabling.
 */
#include <linux/atomic.h>
#include <linux/llist.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/workqueue.h>

#include "perf.h"
#include "trace_probe.h"

/* Enabling and disabling */

static const struct trace_probe_type *
trace_probe_event_type(const struct trace_probe_event *tpe)
{
	return list_first_entry(&tpe->probes, struct trace_probe, sibling)->type;
}

/* Wait for the handlers of disabled trace_probes, unless unreg() does. */
static void trace_probe_event_sync(const struct trace_probe_event *tpe)
{
	if (trace_probe_event_type(tpe)->sync)
		trace_probe_event_type(tpe)->sync();
}

static void trace_probe_event_disable(struct trace_probe_event *tpe,
				      const struct trace_probe *end)
{
	struct trace_probe *tp;

	list_for_each_entry(tp, &tpe->probes, sibling) {
		if (tp == end)
			break;
		tp->type->disable(tp);
	}
	trace_probe_event_sync(tpe);
}

static int trace_probe_event_enable(struct trace_probe_event *tpe)
{
	struct trace_probe *tp;
	int ret;

	list_for_each_entry(tp, &tpe->probes, sibling) {
		ret = tp->type->enable(tp);
		if (ret) {
			trace_probe_event_disable(tpe, tp);
			return ret;
		}
	}
	return 0;
}

static int trace_probe_event_use(struct trace_probe_event *tpe, bool on)
{
	int ret = 0;

	lockdep_assert_held(&event_mutex);

	if (!on) {
		if (!--tpe->users)
			trace_probe_event_disable(tpe, NULL);
		return 0;
	}
	if (!tpe->users)
		ret = trace_probe_event_enable(tpe);
	if (!ret)
		tpe->users++;
	return ret;
}

/* Add or remove a user that wants hits in some tasks: see trace_probe_type::target. */
static int trace_probe_event_use_in(struct trace_probe_event *tpe,
				    struct perf_event *counter, bool on)
{
	const struct trace_probe_type *type = trace_probe_event_type(tpe);
	int ret;

	if (!on) {
		trace_probe_event_use(tpe, false);
		type->target(tpe, counter, false);
		return 0;
	}
	ret = type->target(tpe, counter, true);
	if (ret)
		return ret;
	ret = trace_probe_event_use(tpe, true);
	if (ret)
		type->target(tpe, counter, false);
	return ret;
}

static int trace_probe_event_connect(struct dynevent_call *dcall, bool on)
{
	struct trace_probe_event *tpe = trace_probe_event_of(&dcall->call.event);

	if (trace_probe_event_type(tpe)->target)
		return trace_probe_event_use_in(tpe, NULL, on);
	return trace_probe_event_use(tpe, on);
}

static int trace_probe_event_file_enable(struct dynevent_call *dcall,
					 struct trace_event_file *file, bool on)
{
	struct trace_probe_event *tpe = trace_probe_event_of(&dcall->call.event);
	struct trace_probe *tp;

	tp = list_first_entry(&tpe->probes, struct trace_probe, sibling);
	return tp->type->file_enable(tp, file, on);
}

static int trace_probe_event_perf_use(struct trace_probe_event *tpe, bool on)
{
	if (tpe->dcall.file_enable)
		return trace_probe_event_file_enable(&tpe->dcall, NULL, on);
	/* Each counter is a user of its own. */
	if (trace_probe_event_type(tpe)->target)
		return 0;
	return trace_probe_event_use(tpe, on);
}

static int trace_probe_event_perf(struct dynevent_call *dcall, enum trace_reg type,
				  void *data)
{
	struct trace_probe_event *tpe = trace_probe_event_of(&dcall->call.event);
	int change = dynevent_perf_change(type), ret = 0;
	int counter = dynevent_perf_counter(type);

	if (counter && trace_probe_event_type(tpe)->target)
		return trace_probe_event_use_in(tpe, data, counter > 0);
	if (change > 0) {
		ret = trace_probe_event_perf_use(tpe, true);
		if (!ret)
			WRITE_ONCE(tpe->perf_enabled, true);
	} else if (change < 0) {
		WRITE_ONCE(tpe->perf_enabled, false);
		trace_probe_event_perf_use(tpe, false);
	}
	return ret;
}

/**
 * trace_probe_reg_error - write an error of trace_probe_type::reg() into error_log
 * @head: the command; NULL for an event without a name, whose errors are not written
 * @ret: the errno: -ENOENT if a symbol of the command does not exist; -ENOMEM has nothing
 *	to do with the command and is not written
 *
 * Context: task, may sleep.
 * Return: @ret.
 */
int trace_probe_reg_error(const struct dynevent_head *head, int ret)
{
	if (head && ret != -ENOMEM)
		dynevent_error(&head->def, ret == -ENOENT ? DYNEVENT_BAD_PROBE_ADDR :
			       DYNEVENT_FAIL_REG_PROBE, head->location);
	return ret;
}

/* A type without reg() and unreg() has nothing to register. */
static int trace_probe_reg(struct trace_probe *tp, const struct dynevent_head *head)
{
	return tp->type->reg ? tp->type->reg(tp, head) : 0;
}

static void trace_probe_unreg(struct trace_probe *tp)
{
	if (tp->type->unreg)
		tp->type->unreg(tp);
}

/* Events */

/* Flags of the trace events that trace_probes write. */
#define TRACE_PROBE_FLAGS	(TRACE_EVENT_FL_KPROBE | TRACE_EVENT_FL_UPROBE |	\
				 TRACE_EVENT_FL_FPROBE | TRACE_EVENT_FL_EPROBE)

/*
 * Find an event that trace_probes of a type, or of one with the same flags, write, by its
 * name. It does not take them if the types differ.
 */
static struct trace_probe_event *
trace_probe_event_find(const struct trace_probe_type *type, const char *system,
		       const char *name)
{
	struct trace_event_call *call;
	struct trace_probe_event *tpe;
	struct trace_probe *tp;

	guard(mutex)(&event_mutex);
	call = event_call_find(system, name);
	if (!call || !(call->flags & TRACE_PROBE_FLAGS))
		return NULL;
	tpe = trace_probe_event_of(&call->event);
	tp = list_first_entry(&tpe->probes, struct trace_probe, sibling);
	return tp->type->flags == type->flags ? tpe : NULL;
}

static void trace_probe_event_free(struct trace_probe_event *tpe)
{
	dynevent_args_free(&tpe->layout);
	kfree(tpe->print_fmt);
	kfree(tpe);
}

/* Allocate the event of a first trace_probe. */
static struct trace_probe_event *trace_probe_event_alloc(struct trace_probe *tp)
{
	const struct trace_probe_type *type = tp->type;
	struct event_field *row;
	struct trace_probe_event *tpe;
	unsigned int i;

	tpe = kzalloc(struct_size(tpe, rows, ARRAY_SIZE(type->ips) +
				  tp->args.nr), GFP_KERNEL);
	if (!tpe)
		return NULL;
	tpe->print_fmt = dynevent_args_print_fmt(&tp->args, type->head,
						 type->head_args);
	if (!tpe->print_fmt) {
		kfree(tpe);
		return NULL;
	}
	INIT_LIST_HEAD(&tpe->probes);
	rwlock_init(&tpe->tasks.lock);
	INIT_LIST_HEAD(&tpe->tasks.counters);
	tpe->offset = sizeof(struct trace_entry);
	row = tpe->rows;
	for (i = 0; type->ips[i]; i++, row++) {
		row->type = "unsigned long";
		row->name = type->ips[i];
		row->offset = tpe->offset;
		row->size = sizeof(long);
		tpe->offset += sizeof(long);
	}
	dynevent_args_rows(&tp->args, row, tpe->offset);
	tpe->dcall.funcs.trace = type->print;
	if (type->file_enable)
		tpe->dcall.file_enable = trace_probe_event_file_enable;
	else
		tpe->dcall.connect = trace_probe_event_connect;
	if (IS_ENABLED(CONFIG_PERF_EVENTS))
		tpe->dcall.perf = trace_probe_event_perf;
	return tpe;
}

/*
 * Enable a registered trace_probe if its event has users, and add it to the event. Whoever
 * enables or disables the event sees it in the list only with the state of the others.
 */
static int trace_probe_link(struct trace_probe *tp)
{
	int ret = 0;

	guard(mutex)(&event_mutex);
	if (tp->tpe->users)
		ret = tp->type->enable(tp);
	if (!ret)
		list_add_tail(&tp->sibling, &tp->tpe->probes);
	return ret;
}

/* Register a trace_probe, and add it to its event. */
static int trace_probe_join(struct trace_probe *tp, const struct dynevent_head *head,
			    struct trace_probe_event *tpe)
{
	int ret;

	tp->tpe = tpe;
	tp->size = tpe->offset + tp->args.fixed;
	ret = trace_probe_reg(tp, head);
	if (!ret) {
		ret = trace_probe_link(tp);
		if (ret)
			trace_probe_unreg(tp);
	}
	if (ret)
		tp->tpe = NULL;
	return ret;
}

static bool trace_probe_is_duplicate(const struct trace_probe *tp,
				     const struct trace_probe_event *tpe)
{
	struct trace_probe *pos;

	list_for_each_entry(pos, &tpe->probes, sibling) {
		if (tp->type->same(tp, pos) &&
		    dynevent_args_equal(&tp->args, &pos->args))
			return true;
	}
	return false;
}

/* Add a trace_probe to an event that has one already. */
static int trace_probe_append(struct trace_probe *tp,
			      const struct dynevent_head *head,
			      struct trace_probe_event *tpe)
{
	const struct dynevent_def *def = &head->def;
	struct trace_probe *first;
	int differs;

	first = list_first_entry(&tpe->probes, struct trace_probe, sibling);
	if (first->type != tp->type) {
		dynevent_error(def, DYNEVENT_DIFF_PROBE_TYPE, def->text);
		return -EEXIST;
	}
	differs = dynevent_args_find_difference(&tp->args, &tpe->layout);
	if (differs >= 0) {
		dynevent_error(def, DYNEVENT_DIFF_ARG_TYPE,
			       dynevent_args_find(head->args, differs));
		return -EEXIST;
	}
	if (trace_probe_is_duplicate(tp, tpe)) {
		dynevent_error(def, DYNEVENT_SAME_PROBE, def->text);
		return -EEXIST;
	}

	return trace_probe_join(tp, head, tpe);
}

static bool trace_probe_event_exists(const struct dynevent_head *head)
{
	guard(mutex)(&event_mutex);
	return event_call_find(head->system, head->event);
}

/* Create the trace event. @named: false if it is for a perf counter only. */
static int trace_probe_event_publish(struct trace_probe_event *tpe, bool named)
{
	struct trace_probe *tp;

	tp = list_first_entry(&tpe->probes, struct trace_probe, sibling);
	if (named)
		return dynevent_call_add(&tpe->dcall, tpe->system, tpe->name,
					 tpe->rows, tpe->print_fmt,
					 tp->type->flags);
	return dynevent_call_add_anonymous(&tpe->dcall, tp->type->kind->entry.name,
					   tpe->rows, tpe->print_fmt,
					   tp->type->flags);
}

/* Add the first trace_probe of an event. @head: NULL if the event has no name. */
static int trace_probe_add_first(struct trace_probe *tp,
				 const struct dynevent_head *head)
{
	struct trace_probe_event *tpe = trace_probe_event_alloc(tp);
	int ret;

	if (!tpe)
		return -ENOMEM;
	if (head) {
		strscpy(tpe->system, head->system);
		strscpy(tpe->name, head->event);
	}
	ret = trace_probe_join(tp, head, tpe);
	if (ret)
		goto err;
	ret = trace_probe_event_publish(tpe, head);
	if (ret) {
		trace_probe_unreg(tp);
		tp->tpe = NULL;
		goto err;
	}
	/* The event owns the arguments now; the trace_probe shares them. */
	tpe->layout = tp->args;
	return 0;
err:
	trace_probe_event_free(tpe);
	return ret;
}

static int trace_probe_add_named(struct trace_probe *tp,
				 const struct dynevent_head *head)
{
	if (trace_probe_event_exists(head)) {
		dynevent_error(&head->def, DYNEVENT_EVENT_EXIST, head->def.text);
		return -EEXIST;
	}
	return trace_probe_add_first(tp, head);
}

/**
 * trace_probe_add - add a trace_probe to a new event or to an existing one
 * @tp: the trace_probe; its type and arguments are set
 * @head: the command, its names parsed
 *
 * Context: task, may sleep; dynevent_lock held; takes event_mutex.
 * Return: 0; -EINVAL, -EEXIST, -ENOMEM, or an errno of trace_probe_type::reg() or of
 * dynevent_call_add(): error_log has the reason unless it is -ENOMEM. On error, the
 * trace_probe is still the caller's.
 */
int trace_probe_add(struct trace_probe *tp, const struct dynevent_head *head)
{
	struct dynevent_kind *kind = tp->type->kind;
	struct trace_probe_event *tpe = NULL;
	int ret;

	lockdep_assert_held(&dynevent_lock);

	tp->location = tp->type->location(tp);
	if (!tp->location)
		return -ENOMEM;
	if (tp->type->same)
		tpe = trace_probe_event_find(tp->type, head->system, head->event);
	ret = tpe ? trace_probe_append(tp, head, tpe) : trace_probe_add_named(tp, head);
	if (ret) {
		kfree(tp->location);
		tp->location = NULL;
		return ret;
	}
	dynevent_add(&tp->ev, kind, tp->tpe->name);
	return 0;
}

/**
 * trace_probe_discard - free a trace_probe that was not added
 * @tp: the trace_probe; its type is set
 *
 * Context: task, may sleep.
 */
void trace_probe_discard(struct trace_probe *tp)
{
	dynevent_args_free(&tp->args);
	tp->type->free(tp);
}

/**
 * trace_probe_create - parse the definition of a trace_probe, and add it
 * @tp: the trace_probe, which is freed on error; its type is set, so that it can be
 * @head: the command
 * @parse: parses the command, names included; it may set another type. No lock is held.
 *
 * Context: task, may sleep; takes dynevent_lock and event_mutex.
 * Return: 0; an errno of @parse or trace_probe_add().
 */
int trace_probe_create(struct trace_probe *tp, struct dynevent_head *head,
		       int (*parse)(struct trace_probe *tp, struct dynevent_head *head))
{
	int ret = parse(tp, head);

	if (!ret) {
		mutex_lock(&dynevent_lock);
		ret = trace_probe_add(tp, head);
		mutex_unlock(&dynevent_lock);
	}
	if (ret)
		trace_probe_discard(tp);
	return ret;
}

static void trace_probe_free(struct trace_probe *tp)
{
	if (tp->args.arg != tp->tpe->layout.arg)
		dynevent_args_free(&tp->args);
	kfree(tp->location);
	tp->type->free(tp);
}

/*
 * Trace_probes that were removed, whose type has unreg_many(). A worker unregisters them, since
 * that waits. One that was the last one of its event is still in the list of the event.
 */
static LLIST_HEAD(trace_probe_removed);
static atomic_t trace_probe_nr_removed;

/* The task that removes more of them at a time than this waits for the worker. */
#define TRACE_PROBE_REMOVED_MAX	16384

static void trace_probe_free_removed(struct trace_probe *tp)
{
	struct trace_probe_event *tpe = tp->tpe;
	bool last = !list_empty(&tp->sibling);

	trace_probe_free(tp);
	if (last)
		trace_probe_event_free(tpe);
}

static void trace_probe_work(struct work_struct *work)
{
	struct llist_node *removed = llist_reverse_order(llist_del_all(&trace_probe_removed));
	struct trace_probe *tp, *next;
	LIST_HEAD(probes);

	if (!removed)
		return;
	llist_for_each_entry_safe(tp, next, removed, removed)
		list_add_tail(&tp->ev.list, &probes);
	tp = list_first_entry(&probes, struct trace_probe, ev.list);
	tp->type->unreg_many(&probes);
	list_for_each_entry_safe(tp, next, &probes, ev.list) {
		trace_probe_free_removed(tp);
		atomic_dec(&trace_probe_nr_removed);
	}
}

static DECLARE_WORK(trace_probe_worker, trace_probe_work);

/**
 * trace_probe_flush - dynevent_kind::flush of kinds with trace_probe_type::unreg_many
 *
 * A worker unregisters and frees the removed trace_probes.
 *
 * Context: task, may sleep; dynevent_lock held.
 */
void trace_probe_flush(void)
{
	if (llist_empty(&trace_probe_removed))
		return;
	queue_work(system_unbound_wq, &trace_probe_worker);
	if (atomic_read(&trace_probe_nr_removed) > TRACE_PROBE_REMOVED_MAX)
		trace_probe_wait_removed();
}

/**
 * trace_probe_wait_removed - wait until removed trace_probes are unregistered
 *
 * Context: task, may sleep.
 */
void trace_probe_wait_removed(void)
{
	flush_work(&trace_probe_worker);
}

static void trace_probe_release(struct trace_deferred *item)
{
	struct trace_probe *tp = container_of(item, struct trace_probe, deferred);

	tp->type->release(tp);
	trace_probe_free_removed(tp);
}

/* Unregister a trace_probe that was removed, and free it, now or later. */
static void trace_probe_finish_remove(struct trace_probe *tp)
{
	dynevent_del(&tp->ev);
	if (tp->type->unreg_many) {
		atomic_inc(&trace_probe_nr_removed);
		llist_add(&tp->removed, &trace_probe_removed);
		return;
	}
	trace_probe_unreg(tp);
	if (tp->type->release)
		trace_defer(&tp->deferred, trace_probe_release);
	else
		trace_probe_free_removed(tp);
}

/* Remove a trace_probe from an event that has others. */
static void trace_probe_unlink(struct trace_probe *tp)
{
	mutex_lock(&event_mutex);
	if (tp->tpe->users)
		tp->type->disable(tp);
	list_del_init(&tp->sibling);
	if (tp->tpe->users)
		trace_probe_event_sync(tp->tpe);
	mutex_unlock(&event_mutex);
}

/**
 * trace_probe_remove - remove a trace_probe, and its event with the last one
 * @ev: the dynamic event
 *
 * A trace_probe of a type with unreg_many() is freed after trace_probe_flush(), one of a
 * type with release() by trace_defer().
 *
 * Context: task, may sleep; dynevent_lock held; takes event_mutex.
 * Return: 0; -EBUSY if the event is in use.
 */
int trace_probe_remove(struct dynevent *ev)
{
	struct trace_probe *tp = trace_probe_of(ev);
	int ret = 0;

	if (list_is_singular(&tp->tpe->probes))
		ret = dynevent_call_remove(&tp->tpe->dcall);
	else
		trace_probe_unlink(tp);
	if (!ret)
		trace_probe_finish_remove(tp);
	return ret;
}

/**
 * trace_probe_busy - test whether a dynamic event is in use
 * @ev: the dynamic event
 *
 * Context: task; dynevent_lock held.
 * Return: true if it cannot be removed.
 */
bool trace_probe_busy(struct dynevent *ev)
{
	return dynevent_call_busy(&trace_probe_of(ev)->tpe->dcall);
}

/**
 * trace_probe_match - test whether a command refers to a dynamic event
 * @ev: the dynamic event
 * @system: system in the command, or NULL
 * @event: name in the command, or ""
 * @argc: number of words that follow
 * @argv: location, then arguments "name=fetch:type"
 *
 * Context: task; dynevent_lock held.
 * Return: true if all that is given matches.
 */
bool trace_probe_match(struct dynevent *ev, const char *system,
		       const char *event, int argc, const char **argv)
{
	struct trace_probe *tp = trace_probe_of(ev);

	if ((*event && strcmp(tp->tpe->name, event)) ||
	    (system && strcmp(tp->tpe->system, system)))
		return false;
	if (!argc)
		return true;
	return !strcmp(tp->location, argv[0]) &&
	       dynevent_args_match(&tp->args, argc - 1, argv + 1);
}

/**
 * trace_probe_show - print ":SYSTEM/EVENT LOCATION ARGS"
 * @m: the seq_file
 * @tp: the trace_probe
 *
 * Context: task; dynevent_lock held.
 */
void trace_probe_show(struct seq_file *m, const struct trace_probe *tp)
{
	seq_printf(m, ":%s/%s %s", tp->tpe->system, tp->tpe->name, tp->location);
	dynevent_args_show(m, &tp->args);
	seq_putc(m, '\n');
}

/* Events without a name */

/**
 * trace_probe_add_anonymous - add a trace_probe with an event that has no name
 * @tp: the trace_probe; its type and arguments are set
 *
 * The event is for one perf counter and is in no list of events.
 *
 * Context: task, may sleep; takes event_mutex.
 * Return: 0, or an errno of trace_probe_type::reg() or of
 * dynevent_call_add_anonymous().
 */
int trace_probe_add_anonymous(struct trace_probe *tp)
{
	return trace_probe_add_first(tp, NULL);
}

/**
 * trace_probe_remove_anonymous - remove an event that has no name
 * @tp: from trace_probe_add_anonymous()
 *
 * Context: task, may sleep.
 */
void trace_probe_remove_anonymous(struct trace_probe *tp)
{
	struct trace_probe_event *tpe = tp->tpe;

	trace_probe_unreg(tp);
	dynevent_call_remove_anonymous(&tpe->dcall);
	trace_probe_free(tp);
	trace_probe_event_free(tpe);
}
