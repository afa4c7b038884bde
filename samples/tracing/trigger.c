// SPDX-License-Identifier: GPL-2.0
/*
 * The trigger "note:TEXT[:count][ if FILTER]": write TEXT into the buffer of the
 * instance after each record of the event. An event has at most one note.
 *
 *	# echo 'note:here:3 if prev_pid == 0' > events/sched/sched_switch/trigger
 */
#include <linux/init.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "trigger.h"

static int note_init(struct trigger *trigger, char **words)
{
	trigger->data = kstrdup(words[0], GFP_KERNEL);
	return trigger->data ? 0 : -ENOMEM;
}

static void note_free(struct trigger *trigger)
{
	kfree(trigger->data);
}

/* The filter and the count have been checked. */
static void note_fire(struct trigger *trigger, const struct trigger_record *rec)
{
	const char *text = trigger->data;

	instance_print(trigger->file->tr, rec->ip, text, strlen(text));
}

static void note_show(struct seq_file *m, struct trigger *trigger)
{
	seq_puts(m, "note:");
	trigger_simple_show(m, trigger, trigger->data);
}

static struct trigger_kind note_kind = {
	.entry	= { .name = "note" },
	.flags	= TRIGGER_AFTER,
	.words	= 1,
	.init	= note_init,
	.free	= note_free,
	.fire	= note_fire,
	.show	= note_show,
};

static int __init note_register(void)
{
	return trigger_register(&note_kind);
}
trigger_initcall(note_register);
