// SPDX-License-Identifier: GPL-2.0
/*
 * Hidden triggers that implement struct event_watch: a callback for the records of
 * an event in an instance. Event probes are built on it. No command creates these
 * triggers, and the trigger file does not list them.
 */
#include <linux/init.h>

#include "trigger.h"

static void event_watch_fire(struct trigger *trigger,
			     const struct trigger_record *rec)
{
	struct event_watch *watch = trigger->data;

	watch->fire(watch, rec->rec);
}

static void event_watch_exit(struct trigger *trigger)
{
	struct event_watch *watch = trigger->data;

	watch->trigger = NULL;
}

/* Not registered, so that no command can name it. */
static const struct trigger_kind trigger_watch_kind = {
	.flags	= TRIGGER_RECORD | TRIGGER_HIDDEN,
	.fire	= event_watch_fire,
	.exit	= event_watch_exit,
};

static int event_watch_start(struct event_watch *watch)
{
	struct trigger *trigger = trigger_alloc(&trigger_watch_kind, watch->file);
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

static void event_watch_stop(struct event_watch *watch)
{
	/* The trigger is removed together with its event file. */
	if (watch->trigger)
		trigger_remove(watch->trigger);
}

static const struct event_watch_ops trigger_watch_ops __initconst = {
	.begin	= event_watch_start,
	.end	= event_watch_stop,
};

static int __init event_watch_init(void)
{
	event_watch_ops_register(&trigger_watch_ops);
	return 0;
}
early_initcall(event_watch_init);
