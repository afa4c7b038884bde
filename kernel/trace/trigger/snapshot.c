// SPDX-License-Identifier: GPL-2.0
/*
 * snapshot: swap the ring buffer of the instance with its snapshot buffer.
 */
#include <linux/init.h>

#include "trigger.h"

static int trigger_snapshot_arm(struct trigger *trigger)
{
	int ret = instance_snapshot_arm(trigger->file->tr);

	if (!ret)
		trigger->data = trigger->file->tr;
	return ret;
}

static void trigger_snapshot_exit(struct trigger *trigger)
{
	struct trace_array *tr = trigger->data;

	/* A removed instance frees its snapshot buffer itself. */
	if (tr && !tr->dead)
		instance_snapshot_disarm(tr);
}

static void trigger_snapshot_fire(struct trigger *trigger,
				  const struct trigger_record *rec)
{
	instance_snapshot_fire(trigger->file->tr);
}

static struct trigger_kind snapshot_kind = {
	.entry.name = "snapshot",
	.arm = trigger_snapshot_arm,
	.exit = trigger_snapshot_exit,
	.fire = trigger_snapshot_fire,
};

static int __init trigger_snapshot_init(void)
{
	return trigger_register(&snapshot_kind);
}
trigger_initcall(trigger_snapshot_init);
