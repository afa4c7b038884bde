// SPDX-License-Identifier: GPL-2.0
/*
 * The triggers of an event: attached, run, detached.
 *
 * Probes walk an event's list with preemption off; so a trigger that was taken
 * out of it is freed after a grace period. Which flags an event has follows from
 * its list: TRIGGER_MODE if there is any trigger, TRIGGER_COND if one of them
 * can't do without the record.
 */
#include <linux/init.h>
#include <linux/slab.h>
#include <linux/tracepoint.h>

#include "trigger.h"

TRACE_REGISTRY(trigger_kinds);

int trigger_register(struct trigger_kind *kind)
{
	static atomic_t kinds;

	/* The command line's triggers have had it registered before its initcall. */
	if (kind->entry.node.next)
		return 0;
	kind->nr = atomic_inc_return(&kinds) - 1;
	if (WARN_ON(kind->nr >= BITS_PER_LONG))
		return -ENOSPC;
	return trace_registry_add(&trigger_kinds, &kind->entry);
}

/* Firing */

static bool count_down(struct trigger *trigger)
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

static void fire(struct trigger *trigger, const struct trigger_record *rec)
{
	const struct trigger_kind *kind = trigger->kind;

	if (kind->idle && kind->idle(trigger))
		return;
	if (count_down(trigger))
		trigger->fire(trigger, rec);
}

static bool passes(struct trigger *trigger, void *rec)
{
	struct event_filter *filter;

	if (READ_ONCE(trigger->state) & (BIT(TRIGGER_PAUSED) | BIT(TRIGGER_HELD)))
		return false;
	filter = rcu_dereference_sched(trigger->filter);
	return !filter || (rec && filter_match(filter, rec));
}

/* Of a trigger that has to be asked. Return: its bit, if it comes after the commit. */
static noinline unsigned long fire_asked(struct trigger *trigger,
					 const struct trigger_record *rec)
{
	const struct trigger_kind *kind = trigger->kind;

	if (!passes(trigger, rec->rec))
		return 0;
	if (kind->flags & TRIGGER_AFTER)
		return BIT(kind->nr);
	if (rec->rec || !(kind->flags & TRIGGER_RECORD))
		fire(trigger, rec);
	return 0;
}

/* Run all whose time has come; bits of kinds that come after the commit. */
static __always_inline unsigned long
fire_all(struct trace_event_file *file, const struct trigger_record *rec)
{
	unsigned long after = 0;
	struct trigger *trigger;

	list_for_each_entry_rcu(trigger, &file->triggers, list,
				rcu_read_lock_sched_held()) {
		if (rec->rec && likely(!READ_ONCE(trigger->state)))
			trigger->fire(trigger, rec);
		else
			after |= fire_asked(trigger, rec);
	}
	return after;
}

/* The hook for events whose triggers want no record. */
static void triggers_plain(struct trace_event_file *file)
{
	const struct trigger_record rec = { .ring = file->buffer };

	fire_all(file, &rec);
}

/* Apart from the hook, so that filters alone need not save what this uses. */
static noinline unsigned long fire_record(struct trace_event_file *file,
					  void *rec,
					  struct ring_buffer_event *event,
					  unsigned long ip)
{
	const struct trigger_record record = {
		.rec = rec, .event = event, .ring = file->buffer, .ip = ip,
	};

	return fire_all(file, &record);
}

/* The hook for events with a filter, or with triggers that want the record. */
static bool triggers_refused(struct trace_event_file *file, void *rec,
			     struct ring_buffer_event *event,
			     unsigned long *after)
{
	unsigned long flags = READ_ONCE(file->flags);
	struct event_filter *filter;

	if (unlikely(flags & EVENT_FILE_FL_TRIGGER_COND))
		*after = fire_record(file, rec, event,
				     (unsigned long)__builtin_return_address(0));
	if (!(flags & EVENT_FILE_FL_FILTERED))
		return false;
	filter = rcu_dereference_sched(file->filter);
	return filter && !filter_match(filter, rec);
}

/* The hook for what triggers_refused() put off. */
static void triggers_after(struct trace_event_file *file, unsigned long after,
			   unsigned long ip)
{
	const struct trigger_record rec = { .ring = file->buffer, .ip = ip };
	struct trigger *trigger;

	list_for_each_entry_rcu(trigger, &file->triggers, list,
				rcu_read_lock_sched_held()) {
		if (after & BIT(trigger->kind->nr) &&
		    trigger->kind->flags & TRIGGER_AFTER)
			fire(trigger, &rec);
	}
}

static const struct event_hooks trigger_hooks __initconst = {
	.triggers = triggers_plain,
	.refused = triggers_refused,
	.triggers_after = triggers_after,
};

/* Attaching */

static bool wants_record(struct trigger *trigger)
{
	return trigger->kind->flags & (TRIGGER_RECORD | TRIGGER_AFTER) ||
	       rcu_access_pointer(trigger->filter);
}

/* The flags that follow from a file's list. */
static void file_update(struct trace_event_file *file)
{
	unsigned long flags = 0;
	struct trigger *trigger;

	lockdep_assert_held(&event_mutex);

	trigger_for_each(trigger, file) {
		flags |= EVENT_FILE_FL_TRIGGER_MODE;
		if (wants_record(trigger))
			flags |= EVENT_FILE_FL_TRIGGER_COND;
	}
	event_file_flags(file, EVENT_FILE_FL_TRIGGER_MODE |
			 EVENT_FILE_FL_TRIGGER_COND, flags);
}

/* The probe is to be called as long as there are triggers. */
static int file_soft(struct trace_event_file *file, bool on)
{
	if (!event_can_enable(file->event_call))
		return 0;
	return instance_file_soft(file, on);
}

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

void trigger_free(struct trigger *trigger)
{
	if (trigger->kind->exit)
		trigger->kind->exit(trigger);
	filter_free(rcu_dereference_protected(trigger->filter, true));
	kfree(trigger);
}

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

/* Is there anything to be asked before it fires? */
static bool asks(struct trigger *trigger)
{
	return trigger->kind->idle || trigger->kind->flags & TRIGGER_AFTER ||
	       trigger->count != TRIGGER_UNLIMITED ||
	       rcu_access_pointer(trigger->filter);
}

int trigger_attach(struct trigger *trigger)
{
	struct trace_event_file *file = trigger->file;
	int ret;

	lockdep_assert_held(&event_mutex);

	if (asks(trigger))
		set_bit(TRIGGER_ASKS, &trigger->state);
	if (trigger->kind->flags & TRIGGER_LAST)
		list_add_tail_rcu(&trigger->list, &file->triggers);
	else
		list_add_rcu(&trigger->list, &file->triggers);
	atomic_inc(&file->tm_ref);
	file_update(file);
	ret = file_soft(file, true);
	if (!ret)
		return 0;

	list_del_rcu(&trigger->list);
	atomic_dec(&file->tm_ref);
	file_update(file);
	/* Another user of the event may have made its probe run already. */
	tracepoint_synchronize_unregister();
	return ret;
}

void trigger_detach(struct trigger *trigger, struct list_head *gone)
{
	struct trace_event_file *file = trigger->file;

	lockdep_assert_held(&event_mutex);

	list_del_rcu(&trigger->list);
	atomic_dec(&file->tm_ref);
	file_update(file);
	file_soft(file, false);
	list_add_tail(&trigger->gone, gone);
}

void trigger_release(struct list_head *gone)
{
	struct trigger *trigger, *next;

	if (list_empty(gone))
		return;
	tracepoint_synchronize_unregister();
	list_for_each_entry_safe(trigger, next, gone, gone) {
		list_del(&trigger->gone);
		trigger_free(trigger);
	}
}

void trigger_remove(struct trigger *trigger)
{
	LIST_HEAD(gone);

	trigger_detach(trigger, &gone);
	trigger_release(&gone);
}

struct trigger *trigger_find(struct trace_event_file *file,
			     const struct trigger_kind *kind)
{
	struct trigger *trigger;

	trigger_for_each(trigger, file) {
		if (trigger->kind == kind)
			return trigger;
	}
	return NULL;
}

/* Events that go */

static noinline void file_triggers_remove(struct trace_event_file *file)
{
	struct trigger *trigger, *next;
	LIST_HEAD(gone);

	list_for_each_entry_safe(trigger, next, &file->triggers, list)
		trigger_detach(trigger, &gone);
	trigger_release(&gone);
}

/* Hundreds of them when an instance goes, most without either. */
static void file_removed(struct trace_event_file *file)
{
	if (!list_empty(&file->triggers))
		file_triggers_remove(file);
	filter_file_clear(file);
}

static struct instance_listener trigger_listener = {
	.file_removed = file_removed,
};

int __init trigger_init(void)
{
	if (trigger_listener.node.next)
		return 0;
	event_hooks_set(&trigger_hooks);
	return instance_listen(&trigger_listener);
}
early_initcall(trigger_init);
