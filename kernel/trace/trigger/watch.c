// SPDX-License-Identifier: GPL-2.0
/*
 * Watches: triggers that nobody wrote into a file trigger, and nobody sees there.
 * Events on events are made of them.
 */
#include <linux/init.h>

#include "trigger.h"

static void watch_fire(struct trigger *trigger, const struct trigger_record *rec)
{
	struct event_watch *watch = trigger->data;

	watch->fire(watch, rec->rec);
}

static void watch_exit(struct trigger *trigger)
{
	struct event_watch *watch = trigger->data;

	watch->trigger = NULL;
}

/* Not registered: no command names it. */
static const struct trigger_kind watch_kind = {
	.flags	= TRIGGER_RECORD | TRIGGER_UNSEEN,
	.fire	= watch_fire,
	.exit	= watch_exit,
};

static int watch_begin(struct event_watch *watch)
{
	struct trigger *trigger = trigger_alloc(&watch_kind, watch->file);
	int ret;

	if (!trigger)
		return -ENOMEM;
	trigger->data = watch;
	watch->trigger = trigger;
	ret = trigger_attach(trigger);
	if (ret)
		trigger_free(trigger);
	return ret;
}

static void watch_end(struct event_watch *watch)
{
	/* NULL: it went with the event's file. */
	if (watch->trigger)
		trigger_remove(watch->trigger);
}

static const struct event_hooks watch_hooks __initconst = {
	.watch		= watch_begin,
	.unwatch	= watch_end,
};

static int __init watch_init(void)
{
	event_hooks_set(&watch_hooks);
	return 0;
}
early_initcall(watch_init);
