// SPDX-License-Identifier: GPL-2.0
/*
 * enable_hist, disable_hist: resume or pause the histograms of another event.
 */
#include <linux/init.h>
#include <linux/string.h>

#include "../trigger.h"

static const char enable_hist_group[] = "enable_hist";

static bool enable_hist_is_hist(const struct trigger *trigger)
{
	return !strcmp(trigger->kind->entry.name, "hist");
}

static void enable_hist_set_paused(struct trigger *trigger, bool paused)
{
	struct trigger_target *target = trigger->data;
	struct trigger *pos;

	list_for_each_entry_rcu(pos, &target->file->triggers, list,
				rcu_read_lock_sched_held()) {
		if (enable_hist_is_hist(pos))
			assign_bit(TRIGGER_PAUSED, &pos->state, paused);
	}
}

static void enable_hist_fire(struct trigger *trigger,
			     const struct trigger_record *rec)
{
	enable_hist_set_paused(trigger, false);
}

static void enable_hist_disable_fire(struct trigger *trigger,
				     const struct trigger_record *rec)
{
	enable_hist_set_paused(trigger, true);
}

#define ENABLE_HIST_KIND(_name, _fire)					\
	{								\
		.entry.name = (_name),					\
		.group = enable_hist_group,				\
		.words = 2,						\
		.init = trigger_target_init,				\
		.arm = trigger_target_arm,				\
		.conflicts = trigger_target_conflicts,			\
		.exit = trigger_target_exit,				\
		.free = trigger_target_free,				\
		.fire = (_fire),					\
		.show = trigger_target_show,				\
	}

static struct trigger_kind enable_hist_kind =
	ENABLE_HIST_KIND("enable_hist", enable_hist_fire);
static struct trigger_kind disable_hist_kind =
	ENABLE_HIST_KIND("disable_hist", enable_hist_disable_fire);

static int __init enable_hist_init(void)
{
	return trigger_register(&disable_hist_kind) ?:
	       trigger_register(&enable_hist_kind);
}
trigger_initcall(enable_hist_init);
