// SPDX-License-Identifier: GPL-2.0
/*
 * traceon, traceoff: switch the instance's tracing_on. Only what changes it is
 * counted.
 */
#include <linux/init.h>

#include "trigger.h"

static const char onoff_group[] = "traceon";

static bool traceon_idle(struct trigger *trigger)
{
	return instance_is_on(trigger->file->tr);
}

static void traceon_fire(struct trigger *trigger,
			 const struct trigger_record *rec)
{
	instance_on(trigger->file->tr);
}

static bool traceoff_idle(struct trigger *trigger)
{
	return !instance_is_on(trigger->file->tr);
}

static void traceoff_fire(struct trigger *trigger,
			  const struct trigger_record *rec)
{
	instance_off(trigger->file->tr);
}

static struct trigger_kind traceon_kind = {
	.entry.name = "traceon",
	.group = onoff_group,
	.idle = traceon_idle,
	.fire = traceon_fire,
};

static struct trigger_kind traceoff_kind = {
	.entry.name = "traceoff",
	.group = onoff_group,
	.idle = traceoff_idle,
	.fire = traceoff_fire,
};

static int __init onoff_init(void)
{
	return trigger_register(&traceoff_kind) ?:
	       trigger_register(&traceon_kind);
}
trigger_initcall(onoff_init);
