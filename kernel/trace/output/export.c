// SPDX-License-Identifier: GPL-2.0
/*
 * Exports: somebody in the kernel gets the records as they are written, to send
 * them elsewhere (drivers/hwtracing/stm does).
 *
 * As long as nobody wants them, records of functions and markers pay for a jump
 * that is not taken, and those of events for nothing: they know of it by a flag
 * that they look at anyway.
 *
 * An export is called between reserve and commit. So whatever it calls may be
 * traced: the ring refuses a record inside another one of the same context, and
 * what is not recorded is not exported.
 */
#include <linux/export.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/rcupdate.h>
#include <linux/trace.h>
#include <linux/tracepoint.h>

#include "../instance/instance.h"
#include "internal.h"

static DEFINE_MUTEX(export_lock);	/* for the list */
static struct trace_export __rcu *export_list;

/* Give a record to all that want records of this kind. Preemption is off. */
static void export_record(const void *entry, unsigned int size, int what)
{
	struct trace_export *export;

	for (export = rcu_dereference_sched(export_list); export;
	     export = rcu_dereference_sched(export->next)) {
		if (export->flags & what)
			export->write(export, entry, size);
	}
}

/* Records that go to the console and to exports, too. */
static void export_copies(struct trace_event_buffer *fbuffer)
{
	output_console(fbuffer);
	export_record(fbuffer->entry, ring_buffer_event_length(fbuffer->event),
		      TRACE_EXPORT_EVENT);
}

static const struct event_hooks export_hooks __initconst = {
	.copies = export_copies,
};

static void export_key(struct static_key_false *key, bool want)
{
	if (want)
		static_branch_inc(key);
	else
		static_branch_dec(key);
}

/* Begin or cease to ask, where records of these kinds are written. */
static void export_want(int flags, bool want)
{
	if (flags & TRACE_EXPORT_FUNCTION)
		export_key(&event_export_functions, want);
	if (flags & TRACE_EXPORT_MARKER)
		export_key(&event_export_markers, want);
	if (flags & TRACE_EXPORT_EVENT)
		instance_copies_want(want);
}

/* Where in the list it is, or where the list ends. */
static struct trace_export __rcu **export_place(struct trace_export *export)
{
	struct trace_export __rcu **place = &export_list;
	struct trace_export *pos;

	lockdep_assert_held(&export_lock);

	while ((pos = rcu_dereference_protected(*place, true)) && pos != export)
		place = &pos->next;
	return place;
}

/**
 * register_ftrace_export - somebody wants the records, too
 * @export: @write and @flags set; stays until unregister_ftrace_export()
 *
 * Context: task, may sleep.
 * Return: 0; -1, as ever: it can't be written to; -EEXIST: it is registered.
 */
int register_ftrace_export(struct trace_export *export)
{
	struct trace_export __rcu **place;

	if (WARN_ON_ONCE(!export->write))
		return -1;

	guard(mutex)(&export_lock);
	place = export_place(export);
	if (rcu_access_pointer(*place))
		return -EEXIST;
	RCU_INIT_POINTER(export->next, NULL);
	rcu_assign_pointer(*place, export);
	export_want(export->flags, true);
	return 0;
}
EXPORT_SYMBOL_GPL(register_ftrace_export);

/**
 * unregister_ftrace_export - it does not want them any more
 * @export: registered
 *
 * Nobody is inside its @write on return.
 *
 * Context: task, may sleep.
 * Return: 0; -1, as ever: it is not registered.
 */
int unregister_ftrace_export(struct trace_export *export)
{
	struct trace_export __rcu **place;

	guard(mutex)(&export_lock);
	place = export_place(export);
	if (!rcu_access_pointer(*place))
		return -1;
	export_want(export->flags, false);
	rcu_assign_pointer(*place, rcu_dereference_protected(export->next, true));
	/* Those inside it go on to the next one. */
	tracepoint_synchronize_unregister();
	return 0;
}
EXPORT_SYMBOL_GPL(unregister_ftrace_export);

/* One that lies in the module or calls what does. */
static struct trace_export *export_in(struct module *mod)
{
	struct trace_export *export;

	guard(mutex)(&export_lock);
	for (export = rcu_dereference_protected(export_list, true); export;
	     export = rcu_dereference_protected(export->next, true)) {
		if (within_module((unsigned long)export, mod) ||
		    within_module((unsigned long)export->write, mod))
			return export;
	}
	return NULL;
}

void export_release(struct module *mod)
{
	struct trace_export *export;

	while ((export = export_in(mod))) {
		pr_warn("ftrace: export %ps is left registered\n", export->write);
		unregister_ftrace_export(export);
	}
}

static int __init export_init(void)
{
	event_export_set(export_record);
	event_hooks_set(&export_hooks);
	return 0;
}
early_initcall(export_init);
