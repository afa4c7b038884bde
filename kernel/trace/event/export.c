// SPDX-License-Identifier: GPL-2.0
/*
 * Exports: other parts of the kernel get records as they are written, to send them
 * elsewhere (drivers/hwtracing/stm does).
 *
 * While no export is registered, records of functions and markers pay for a jump
 * that is not taken, and records of events pay nothing: OUTPUT in the flags of an
 * event file covers exports.
 *
 * An export is called between reserve and commit. Functions that it calls may be
 * traced: the ring buffer refuses a record inside another one of the same context,
 * and what is not recorded is not exported.
 *
 * Locking: event_export_lock > event_mutex.
 */
#include <linux/export.h>
#include <linux/init.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/notifier.h>
#include <linux/rcupdate.h>
#include <linux/trace.h>
#include <linux/tracepoint.h>

#include "internal.h"

DEFINE_STATIC_KEY_FALSE(event_export_functions);
DEFINE_STATIC_KEY_FALSE(event_export_markers);

static DEFINE_MUTEX(event_export_lock);	/* serialises changes of the list */
static struct trace_export __rcu *event_exports;

/**
 * event_export - pass a record to the exports of its kind
 * @entry: the record, complete but not committed
 * @size: size of the record in bytes
 * @kind: one of TRACE_EXPORT_*
 *
 * Context: any, preemption disabled.
 */
void event_export(const void *entry, unsigned int size, int kind)
{
	struct trace_export *export;

	for (export = rcu_dereference_sched(event_exports); export;
	     export = rcu_dereference_sched(export->next)) {
		if (export->flags & kind)
			export->write(export, entry, size);
	}
}

static void event_export_key(struct static_key_false *key, bool enable)
{
	if (enable)
		static_branch_inc(key);
	else
		static_branch_dec(key);
}

/* Make the writers of records of these kinds call event_export(), or stop that. */
static void event_export_enable(int kinds, bool enable)
{
	if (kinds & TRACE_EXPORT_FUNCTION)
		event_export_key(&event_export_functions, enable);
	if (kinds & TRACE_EXPORT_MARKER)
		event_export_key(&event_export_markers, enable);
	if (!(kinds & TRACE_EXPORT_EVENT))
		return;
	if (enable)
		event_output_get();
	else
		event_output_put();
}

/* The pointer to @export in the list, or the pointer at the end of the list. */
static struct trace_export __rcu **event_export_find(struct trace_export *export)
{
	struct trace_export __rcu **place = &event_exports;
	struct trace_export *pos;

	lockdep_assert_held(&event_export_lock);

	while ((pos = rcu_dereference_protected(*place, true)) && pos != export)
		place = &pos->next;
	return place;
}

/**
 * register_ftrace_export - begin to export records
 * @export: the export, with @write and @flags (TRACE_EXPORT_*) set; must stay until
 *	unregister_ftrace_export()
 *
 * Context: task, may sleep.
 * Return: 0; -1 if @export has no @write; -EEXIST if it is registered already.
 */
int register_ftrace_export(struct trace_export *export)
{
	struct trace_export __rcu **place;

	if (WARN_ON_ONCE(!export->write))
		return -1;

	guard(mutex)(&event_export_lock);
	place = event_export_find(export);
	if (rcu_access_pointer(*place))
		return -EEXIST;
	RCU_INIT_POINTER(export->next, NULL);
	rcu_assign_pointer(*place, export);
	event_export_enable(export->flags, true);
	return 0;
}
EXPORT_SYMBOL_GPL(register_ftrace_export);

/**
 * unregister_ftrace_export - end the export of records
 * @export: the export; its @write is not running any more on return
 *
 * Context: task, may sleep.
 * Return: 0; -1 if @export is not registered.
 */
int unregister_ftrace_export(struct trace_export *export)
{
	struct trace_export __rcu **place;

	guard(mutex)(&event_export_lock);
	place = event_export_find(export);
	if (!rcu_access_pointer(*place))
		return -1;
	event_export_enable(export->flags, false);
	rcu_assign_pointer(*place, rcu_dereference_protected(export->next, true));
	/* A writer that is at @export still follows its next pointer. */
	tracepoint_synchronize_unregister();
	return 0;
}
EXPORT_SYMBOL_GPL(unregister_ftrace_export);

#ifdef CONFIG_MODULES
/* An export that is part of @mod or calls a function of it. */
static struct trace_export *event_export_of_module(struct module *mod)
{
	struct trace_export *export;

	guard(mutex)(&event_export_lock);
	for (export = rcu_dereference_protected(event_exports, true); export;
	     export = rcu_dereference_protected(export->next, true)) {
		if (within_module((unsigned long)export, mod) ||
		    within_module((unsigned long)export->write, mod))
			return export;
	}
	return NULL;
}

/* A module may be unloaded, or its init function may fail, with exports registered. */
static int event_export_module_notify(struct notifier_block *nb,
				      unsigned long state, void *mod)
{
	struct trace_export *export;

	if (state != MODULE_STATE_GOING)
		return NOTIFY_DONE;
	while ((export = event_export_of_module(mod))) {
		pr_warn("ftrace: export %ps is left registered\n", export->write);
		unregister_ftrace_export(export);
	}
	return NOTIFY_DONE;
}

static struct notifier_block event_export_module_nb = {
	.notifier_call = event_export_module_notify,
};

static int __init event_export_init(void)
{
	return register_module_notifier(&event_export_module_nb);
}
core_initcall(event_export_init);
#endif /* CONFIG_MODULES */
