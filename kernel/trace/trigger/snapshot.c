// SPDX-License-Identifier: GPL-2.0
/*
 * snapshot: what was recorded up to now is set aside when the event fires.
 */
#include <linux/init.h>

#include "trigger.h"

static int snapshot_arm(struct trigger *trigger)
{
	int ret = instance_snapshot_arm(trigger->file->tr);

	if (!ret)
		trigger->data = trigger->file->tr;
	return ret;
}

static void snapshot_exit(struct trigger *trigger)
{
	struct trace_array *tr = trigger->data;

	/* An instance that goes takes its spare ring along. */
	if (tr && !tr->dead)
		instance_snapshot_disarm(tr);
}

static void snapshot_fire(struct trigger *trigger,
			  const struct trigger_record *rec)
{
	instance_snapshot(trigger->file->tr);
}

static struct trigger_kind snapshot_kind = {
	.entry.name = "snapshot",
	.arm = snapshot_arm,
	.exit = snapshot_exit,
	.fire = snapshot_fire,
};

static int __init snapshot_init(void)
{
	return trigger_register(&snapshot_kind);
}
trigger_initcall(snapshot_init);
