// SPDX-License-Identifier: GPL-2.0
/*
 * traceon, traceoff: set tracing_on of the instance. A hit that changes nothing is
 * not counted.
 */
#include <linux/init.h>

#include "trigger.h"

static const char traceon_group[] = "traceon";

static bool trigger_traceon_idle(struct trigger *trigger)
{
	return instance_is_on(trigger->file->tr);
}

static void trigger_traceon_fire(struct trigger *trigger,
				 const struct trigger_record *rec)
{
	instance_on(trigger->file->tr);
}

static bool trigger_traceoff_idle(struct trigger *trigger)
{
	return !instance_is_on(trigger->file->tr);
}

static void trigger_traceoff_fire(struct trigger *trigger,
				  const struct trigger_record *rec)
{
	instance_off(trigger->file->tr);
}

static struct trigger_kind traceon_kind = {
	.entry.name = "traceon",
	.group = traceon_group,
	.idle = trigger_traceon_idle,
	.fire = trigger_traceon_fire,
};

static struct trigger_kind traceoff_kind = {
	.entry.name = "traceoff",
	.group = traceon_group,
	.idle = trigger_traceoff_idle,
	.fire = trigger_traceoff_fire,
};

static int __init trigger_traceon_init(void)
{
	return trigger_register(&traceoff_kind) ?:
	       trigger_register(&traceon_kind);
}
trigger_initcall(trigger_traceon_init);
