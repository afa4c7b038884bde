// SPDX-License-Identifier: GPL-2.0
/*
 * The triggers of an event file: attach, fire, detach.
 *
 * Probes walk the list with preemption off; so a trigger that was removed from it
 * is freed after a grace period. Two flags of an event file follow from its list:
 * TRIGGER_MODE is set if there is any trigger, TRIGGER_COND if one of them needs
 * the record.
 */
#include <linux/init.h>
#include <linux/slab.h>
#include <linux/tracepoint.h>

#include "trigger.h"

TRACE_REGISTRY(trigger_kinds);

/**
 * trigger_register - register a trigger kind
 * @kind: the kind; registering it again does nothing
 *
 * Context: task, may sleep. From a function defined by trigger_initcall().
 * Return: 0; -ENOSPC if there are too many kinds; -EEXIST if the name is taken.
 */
int trigger_register(struct trigger_kind *kind)
{
	static atomic_t kinds;

	if (kind->entry.node.next)
		return 0;
	kind->nr = atomic_inc_return(&kinds) - 1;
	if (WARN_ON(kind->nr >= BITS_PER_LONG))
		return -ENOSPC;
	return trace_registry_add(&trigger_kinds, &kind->entry);
}

/* Firing triggers */

static bool trigger_count_down(struct trigger *trigger)
{
	unsigned long count = READ_ONCE(trigger->count);

	do {
		if (count == TRIGGER_UNLIMITED)
			return true;
		if (!count)
			return false;
	} while (!try_cmpxchg(&trigger->count, &count, count - 1));
	return true;
}

static void trigger_fire(struct trigger *trigger, const struct trigger_record *rec)
{
	const struct trigger_kind *kind = trigger->kind;

	if (kind->idle && kind->idle(trigger))
		return;
	if (trigger_count_down(trigger))
		trigger->fire(trigger, rec);
}

static bool trigger_passes(struct trigger *trigger, void *rec)
{
	struct event_filter *filter;

	if (READ_ONCE(trigger->state) & (BIT(TRIGGER_PAUSED) | BIT(TRIGGER_SUSPENDED)))
		return false;
	filter = rcu_dereference_sched(trigger->filter);
	return !filter || (rec && filter_match(filter, rec));
}

/*
 * Fire a trigger if its state, its filter and its count allow it. Return: the bit
 * of the kind, if it fires after the commit.
 */
static noinline unsigned long trigger_fire_checked(struct trigger *trigger,
						   const struct trigger_record *rec)
{
	const struct trigger_kind *kind = trigger->kind;

	if (!trigger_passes(trigger, rec->rec))
		return 0;
	if (kind->flags & TRIGGER_AFTER)
		return BIT(kind->nr);
	if (rec->rec || !(kind->flags & TRIGGER_RECORD))
		trigger_fire(trigger, rec);
	return 0;
}

/* Fire all triggers. Return: bits of the kinds that fire after the commit. */
static __always_inline unsigned long
trigger_fire_all(struct trace_event_file *file, const struct trigger_record *rec)
{
	unsigned long after = 0;
	struct trigger *trigger;

	list_for_each_entry_rcu(trigger, &file->triggers, list,
				rcu_read_lock_sched_held()) {
		if (rec->rec && likely(!READ_ONCE(trigger->state)))
			trigger->fire(trigger, rec);
		else
			after |= trigger_fire_checked(trigger, rec);
	}
	return after;
}

/* event_trigger_ops.before: no trigger of the event needs the record. */
static void trigger_hook_plain(struct trace_event_file *file)
{
	const struct trigger_record rec = { .ring = file->buffer };

	trigger_fire_all(file, &rec);
}

/*
 * event_trigger_ops.record: some trigger of the event needs the record. Return: the
 * kinds that trigger_hook_after() has to fire, one bit each.
 */
static unsigned long trigger_hook_record(struct trace_event_file *file, void *rec,
					 struct ring_buffer_event *event)
{
	const struct trigger_record record = {
		.rec = rec, .event = event, .ring = file->buffer,
		.ip = (unsigned long)__builtin_return_address(0),
	};

	return trigger_fire_all(file, &record);
}

/* event_trigger_ops.after: fire the triggers that trigger_hook_record() has deferred. */
static void trigger_hook_after(struct trace_event_file *file, unsigned long after,
			       unsigned long ip)
{
	const struct trigger_record rec = { .ring = file->buffer, .ip = ip };
	struct trigger *trigger;

	list_for_each_entry_rcu(trigger, &file->triggers, list,
				rcu_read_lock_sched_held()) {
		if (after & BIT(trigger->kind->nr) &&
		    trigger->kind->flags & TRIGGER_AFTER)
			trigger_fire(trigger, &rec);
	}
}

static const struct event_trigger_ops trigger_event_ops __initconst = {
	.before	= trigger_hook_plain,
	.record	= trigger_hook_record,
	.after	= trigger_hook_after,
};

/* Attaching and detaching */

static bool trigger_needs_record(struct trigger *trigger)
{
	return trigger->kind->flags & (TRIGGER_RECORD | TRIGGER_AFTER) ||
	       rcu_access_pointer(trigger->filter);
}

/* Set the flags that follow from the list of triggers. */
static void trigger_file_update(struct trace_event_file *file)
{
	unsigned long flags = 0;
	struct trigger *trigger;

	lockdep_assert_held(&event_mutex);

	trigger_for_each(trigger, file) {
		flags |= EVENT_FILE_FL_TRIGGER_MODE;
		if (trigger_needs_record(trigger))
			flags |= EVENT_FILE_FL_TRIGGER_COND;
	}
	event_file_flags(file, EVENT_FILE_FL_TRIGGER_MODE |
			 EVENT_FILE_FL_TRIGGER_COND, flags);
}

/* The event's probe must be called as long as there are triggers. */
static int trigger_file_soft_mode(struct trace_event_file *file, bool on)
{
	if (!event_can_enable(file->event_call))
		return 0;
	return instance_file_soft(file, on);
}

/**
 * trigger_alloc - allocate a trigger
 * @kind: its kind
 * @file: the event file that it is to be attached to
 *
 * Context: task, may sleep.
 * Return: the trigger, with no filter and an unlimited count; NULL if out of
 * memory.
 */
struct trigger *trigger_alloc(const struct trigger_kind *kind,
			      struct trace_event_file *file)
{
	struct trigger *trigger = kzalloc(sizeof(*trigger), GFP_KERNEL);

	if (!trigger)
		return NULL;
	trigger->kind = kind;
	trigger->file = file;
	trigger->count = TRIGGER_UNLIMITED;
	trigger->fire = kind->fire;
	return trigger;
}

static void trigger_free_deferred(struct trace_deferred *item)
{
	struct trigger *trigger = container_of(item, struct trigger, deferred);

	if (trigger->kind->free)
		trigger->kind->free(trigger);
	filter_free(rcu_dereference_protected(trigger->filter, true));
	kfree(trigger);
}

static void trigger_exit(struct trigger *trigger)
{
	if (trigger->kind->exit)
		trigger->kind->exit(trigger);
}

/**
 * trigger_free - free a trigger that was not attached
 * @trigger: the trigger; the exit() and free() operations of its kind are called
 *
 * Context: task, may sleep; event_mutex held.
 */
void trigger_free(struct trigger *trigger)
{
	trigger_exit(trigger);
	trigger_free_deferred(&trigger->deferred);
}

/**
 * trigger_filter_set - give a trigger a filter
 * @trigger: the trigger, not attached
 * @text: the filter, without "if"
 *
 * Context: task, may sleep; event_mutex held.
 * Return: 0, or the errno of filter_create(), which has written into the error_log
 * of the instance.
 */
int trigger_filter_set(struct trigger *trigger, const char *text)
{
	struct event_filter *filter;

	filter = filter_create(trigger->file->event_call, text,
			       &trigger->file->tr->errors);
	if (IS_ERR(filter))
		return PTR_ERR(filter);
	RCU_INIT_POINTER(trigger->filter, filter);
	return 0;
}

/* Whether anything must be checked before @trigger fires. */
static bool trigger_needs_checks(struct trigger *trigger)
{
	return trigger->kind->idle || trigger->kind->flags & TRIGGER_AFTER ||
	       trigger->count != TRIGGER_UNLIMITED ||
	       rcu_access_pointer(trigger->filter);
}

/**
 * trigger_attach - attach a trigger to its event file
 * @trigger: the trigger, complete; owned by the event file on success
 *
 * The event is enabled in soft mode if it is not enabled.
 *
 * Context: task, may sleep; event_mutex held.
 * Return: 0, or an errno if the event can't be enabled: @trigger is still the
 * caller's.
 */
int trigger_attach(struct trigger *trigger)
{
	struct trace_event_file *file = trigger->file;
	int ret;

	lockdep_assert_held(&event_mutex);

	if (trigger_needs_checks(trigger))
		set_bit(TRIGGER_CHECKS, &trigger->state);
	if (trigger->kind->flags & TRIGGER_LAST)
		list_add_tail_rcu(&trigger->list, &file->triggers);
	else
		list_add_rcu(&trigger->list, &file->triggers);
	atomic_inc(&file->tm_ref);
	trigger_file_update(file);
	ret = trigger_file_soft_mode(file, true);
	if (!ret)
		return 0;

	list_del_rcu(&trigger->list);
	atomic_dec(&file->tm_ref);
	trigger_file_update(file);
	/*
	 * Another user of the event may have enabled its probe, which may run this
	 * trigger.
	 */
	trace_sync_probes();
	return ret;
}

/**
 * trigger_remove - detach a trigger from its event file and free it
 * @trigger: the trigger, attached
 *
 * Other CPUs may still run the trigger when this function returns; its memory is freed
 * after that.
 *
 * Context: task, may sleep; event_mutex held.
 */
void trigger_remove(struct trigger *trigger)
{
	struct trace_event_file *file = trigger->file;

	lockdep_assert_held(&event_mutex);

	list_del_rcu(&trigger->list);
	atomic_dec(&file->tm_ref);
	trigger_file_update(file);
	trigger_file_soft_mode(file, false);
	trigger_exit(trigger);
	trace_defer_atomic(&trigger->deferred, trigger_free_deferred);
}

/* Removed event files */

/*
 * The removal of an instance removes hundreds of event files, most of them without
 * triggers and filter.
 */
static void trigger_file_removed(struct trace_event_file *file)
{
	while (!list_empty(&file->triggers))
		trigger_remove(list_first_entry(&file->triggers, struct trigger, list));
	filter_file_clear(file);
}

static struct instance_listener trigger_listener = {
	.file_removed = trigger_file_removed,
};

/**
 * trigger_init - set the hooks for triggers
 *
 * Called by boot.c before this initcall runs, if the command line has triggers; the
 * second call does nothing.
 *
 * Context: task.
 * Return: 0 or the errno of instance_listener_register().
 */
int __init trigger_init(void)
{
	if (trigger_listener.node.next)
		return 0;
	event_trigger_ops_register(&trigger_event_ops);
	return instance_listener_register(&trigger_listener);
}
early_initcall(trigger_init);
