// SPDX-License-Identifier: GPL-2.0
/*
 * stacktrace: record a kernel stack trace after the record of the event.
 */
#include <linux/init.h>

#include "trigger.h"

static void stacktrace_fire(struct trigger *trigger,
			    const struct trigger_record *rec)
{
	instance_stack_from(trigger->file->tr, rec->ring,
			    event_context_probe(), rec->ip);
}

static struct trigger_kind stacktrace_kind = {
	.entry.name = "stacktrace",
	.flags = TRIGGER_AFTER,
	.fire = stacktrace_fire,
};

static int __init stacktrace_init(void)
{
	return trigger_register(&stacktrace_kind);
}
trigger_initcall(stacktrace_init);
