// SPDX-License-Identifier: GPL-2.0
/*
 * enable_event, disable_event: start or stop the recording of another event, which
 * stays enabled in soft mode while the trigger exists. A hit that changes nothing
 * is not counted.
 *
 * The trigger_target operations serve all kinds that act on another event.
 */
#include <linux/init.h>
#include <linux/slab.h>

#include "trigger.h"

/**
 * trigger_target_init - trigger_kind::init: look up the other event
 * @trigger: the trigger; its kind has two words
 * @words: system and name of the event
 *
 * Context: task, may sleep; event_mutex held.
 * Return: 0; -EINVAL if the instance has no such event; -EBUSY if the event is
 * being removed; -ENOMEM.
 */
int trigger_target_init(struct trigger *trigger, char **words)
{
	struct trace_event_file *file;
	struct trigger_target *target;

	file = instance_file_find(trigger->file->tr, words[0], words[1]);
	if (!file || !event_can_enable(file->event_call))
		return -EINVAL;
	target = kzalloc(sizeof(*target), GFP_KERNEL);
	if (!target)
		return -ENOMEM;
	if (!trace_event_try_get_ref(file->event_call)) {
		kfree(target);
		return -EBUSY;
	}
	instance_file_get(file);
	target->file = file;
	trigger->data = target;
	return 0;
}

/**
 * trigger_target_arm - trigger_kind::arm: enable the other event in soft mode
 * @trigger: the trigger
 *
 * Context: task, may sleep; event_mutex held.
 * Return: 0 or an errno of the event.
 */
int trigger_target_arm(struct trigger *trigger)
{
	struct trigger_target *target = trigger->data;
	int ret = instance_file_soft(target->file, true);

	target->soft_enabled = !ret;
	return ret;
}

/**
 * trigger_target_conflicts - trigger_kind::conflicts: compare the other events
 * @trigger: a trigger
 * @other: another trigger of the same group
 *
 * Context: task; event_mutex held.
 * Return: true if both act on the same event.
 */
bool trigger_target_conflicts(struct trigger *trigger, struct trigger *other)
{
	struct trigger_target *one = trigger->data, *two = other->data;

	return one->file == two->file;
}

/**
 * trigger_target_exit - trigger_kind::exit: stop to use the other event
 * @trigger: the trigger, detached
 *
 * Context: task, may sleep; event_mutex held.
 */
void trigger_target_exit(struct trigger *trigger)
{
	struct trigger_target *target = trigger->data;

	if (!target)
		return;
	/*
	 * The removal of an instance may have removed the other event file before.
	 */
	if (target->soft_enabled && !(target->file->flags & EVENT_FILE_FL_FREED))
		instance_file_soft(target->file, false);
	trace_event_put_ref(target->file->event_call);
}

/**
 * trigger_target_free - trigger_kind::free: release the event file of the other event
 * @trigger: the trigger; it no longer fires
 *
 * Context: task, may sleep.
 */
void trigger_target_free(struct trigger *trigger)
{
	struct trigger_target *target = trigger->data;

	if (!target)
		return;
	instance_file_put(target->file);
	kfree(target);
}

/**
 * trigger_target_show - trigger_kind::show: print "KIND:SYSTEM:EVENT:count"
 * @m: the seq_file
 * @trigger: the trigger
 *
 * Context: task; event_mutex held.
 */
void trigger_target_show(struct seq_file *m, struct trigger *trigger)
{
	struct trigger_target *target = trigger->data;
	struct trace_event_call *call = target->file->event_call;

	seq_printf(m, "%s:%s:", trigger->kind->entry.name, event_system(call));
	trigger_simple_show(m, trigger, trace_event_name(call));
}

static const char enable_event_group[] = "enable_event";

static bool trigger_enable_event_is_on(struct trigger *trigger)
{
	struct trigger_target *target = trigger->data;

	return !(READ_ONCE(target->file->flags) & EVENT_FILE_FL_SOFT_DISABLED);
}

static bool trigger_enable_event_idle(struct trigger *trigger)
{
	return trigger_enable_event_is_on(trigger);
}

static void trigger_enable_event_fire(struct trigger *trigger,
				      const struct trigger_record *rec)
{
	struct trigger_target *target = trigger->data;

	event_file_soft_disable(target->file, false);
}

static bool enable_event_disable_idle(struct trigger *trigger)
{
	return !trigger_enable_event_is_on(trigger);
}

static void enable_event_disable_fire(struct trigger *trigger,
				      const struct trigger_record *rec)
{
	struct trigger_target *target = trigger->data;

	event_file_soft_disable(target->file, true);
}

static struct trigger_kind enable_event_kind = {
	.entry.name = "enable_event",
	.group = enable_event_group,
	.words = 2,
	.init = trigger_target_init,
	.arm = trigger_target_arm,
	.conflicts = trigger_target_conflicts,
	.exit = trigger_target_exit,
	.free = trigger_target_free,
	.idle = trigger_enable_event_idle,
	.fire = trigger_enable_event_fire,
	.show = trigger_target_show,
};

static struct trigger_kind disable_event_kind = {
	.entry.name = "disable_event",
	.group = enable_event_group,
	.words = 2,
	.init = trigger_target_init,
	.arm = trigger_target_arm,
	.conflicts = trigger_target_conflicts,
	.exit = trigger_target_exit,
	.free = trigger_target_free,
	.idle = enable_event_disable_idle,
	.fire = enable_event_disable_fire,
	.show = trigger_target_show,
};

static int __init trigger_enable_event_init(void)
{
	return trigger_register(&disable_event_kind) ?:
	       trigger_register(&enable_event_kind);
}
trigger_initcall(trigger_enable_event_init);
