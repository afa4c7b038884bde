// SPDX-License-Identifier: GPL-2.0
/*
 * enable_event, disable_event: another event, which is connected in soft mode
 * meanwhile, begins or ends to be recorded. Only what changes that is counted.
 *
 * The reading of such commands serves all kinds that act on another event.
 */
#include <linux/init.h>
#include <linux/slab.h>

#include "trigger.h"

/**
 * trigger_target_init - find the event that a trigger acts on
 * @trigger: a trigger whose kind has two words
 * @words: the event's system and its name
 *
 * Context: event_mutex held.
 * Return: 0; -EINVAL: no such event in the instance; -EBUSY: it is about to go;
 * -ENOMEM.
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

/* Connect the event. */
int trigger_target_arm(struct trigger *trigger)
{
	struct trigger_target *target = trigger->data;
	int ret = instance_file_soft(target->file, true);

	target->armed = !ret;
	return ret;
}

/* One trigger of a group may act on an event. */
bool trigger_target_same(struct trigger *trigger, struct trigger *other)
{
	struct trigger_target *one = trigger->data, *two = other->data;

	return one->file == two->file;
}

void trigger_target_exit(struct trigger *trigger)
{
	struct trigger_target *target = trigger->data;

	if (!target)
		return;
	/* When an instance goes, the event may have gone before. */
	if (target->armed && !(target->file->flags & EVENT_FILE_FL_FREED))
		instance_file_soft(target->file, false);
	trace_event_put_ref(target->file->event_call);
	instance_file_put(target->file);
	kfree(target);
}

void trigger_target_show(struct seq_file *m, struct trigger *trigger)
{
	struct trigger_target *target = trigger->data;
	struct trace_event_call *call = target->file->event_call;

	seq_printf(m, "%s:%s:", trigger->kind->entry.name, event_system(call));
	trigger_simple_show(m, trigger, trace_event_name(call));
}

static const char event_group[] = "enable_event";

static bool is_recorded(struct trigger *trigger)
{
	struct trigger_target *target = trigger->data;

	return !(READ_ONCE(target->file->flags) & EVENT_FILE_FL_SOFT_DISABLED);
}

static bool enable_idle(struct trigger *trigger)
{
	return is_recorded(trigger);
}

static void enable_fire(struct trigger *trigger,
			const struct trigger_record *rec)
{
	struct trigger_target *target = trigger->data;

	event_file_flags(target->file, EVENT_FILE_FL_SOFT_DISABLED, 0);
}

static bool disable_idle(struct trigger *trigger)
{
	return !is_recorded(trigger);
}

static void disable_fire(struct trigger *trigger,
			 const struct trigger_record *rec)
{
	struct trigger_target *target = trigger->data;

	event_file_flags(target->file, EVENT_FILE_FL_SOFT_DISABLED,
			 EVENT_FILE_FL_SOFT_DISABLED);
}

static struct trigger_kind enable_kind = {
	.entry.name = "enable_event",
	.group = event_group,
	.words = 2,
	.init = trigger_target_init,
	.arm = trigger_target_arm,
	.same = trigger_target_same,
	.exit = trigger_target_exit,
	.idle = enable_idle,
	.fire = enable_fire,
	.show = trigger_target_show,
};

static struct trigger_kind disable_kind = {
	.entry.name = "disable_event",
	.group = event_group,
	.words = 2,
	.init = trigger_target_init,
	.arm = trigger_target_arm,
	.same = trigger_target_same,
	.exit = trigger_target_exit,
	.idle = disable_idle,
	.fire = disable_fire,
	.show = trigger_target_show,
};

static int __init trigger_event_init(void)
{
	return trigger_register(&disable_kind) ?:
	       trigger_register(&enable_kind);
}
trigger_initcall(trigger_event_init);
