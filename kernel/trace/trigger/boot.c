// SPDX-License-Identifier: GPL-2.0
/*
 * trace_trigger=EVENT.TRIGGER[ if FILTER],...: triggers on the kernel command line.
 *
 * When the event file of a named event is added to the global instance, its
 * triggers are executed like commands written to the trigger file. For built-in
 * events that happens in trace_init(), so that the first record of an event already
 * has its triggers. A trigger that cannot be set so early (its kind needs another
 * event that has no event file yet, or the event's probe cannot be registered yet)
 * is tried again by an initcall.
 */
#include <linux/init.h>
#include <linux/printk.h>
#include <linux/string.h>

#include "trigger.h"

#define TRIGGER_BOOT_MAX	32

/**
 * struct trigger_boot - a trigger on the kernel command line
 * @event: name of the event; points into the kernel's copy of the command line
 * @command: the command for the trigger file; points into the same copy
 * @retry: the command failed before the initcalls. Lock: event_mutex
 * @matched: an event of that name was added. Lock: event_mutex
 */
struct trigger_boot {
	const char	*event;
	const char	*command;
	bool		retry;
	bool		matched;
};

static struct trigger_boot trigger_boots[TRIGGER_BOOT_MAX];
static unsigned int trigger_boots_nr;
static bool trigger_boot_early = true;

static void trigger_boot_refused(const struct trigger_boot *boot,
				 struct trace_event_file *file, int ret)
{
	pr_err("trace_trigger: event %s:%s refuses trigger '%s', errno %d\n",
	       event_system(file->event_call), boot->event, boot->command, -ret);
}

static void trigger_boot_set(struct trigger_boot *boot,
			     struct trace_event_file *file)
{
	int ret;

	if (strcmp(trace_event_name(file->event_call), boot->event))
		return;
	boot->matched = true;
	ret = trigger_command_write(file, boot->command);
	if (ret && trigger_boot_early)
		boot->retry = true;
	else if (ret)
		trigger_boot_refused(boot, file, ret);
}

static int trigger_boot_file_added(struct trace_event_file *file)
{
	unsigned int i;

	if (!instance_is_global(file->tr))
		return 0;
	for (i = 0; i < trigger_boots_nr; i++)
		trigger_boot_set(&trigger_boots[i], file);
	return 0;
}

static struct instance_listener trigger_boot_listener = {
	.file_added = trigger_boot_file_added,
};

/*
 * Several events may have the same name, and some of them may have the trigger
 * already.
 */
static void __init trigger_boot_retry(const struct trigger_boot *boot)
{
	struct trace_event_file *file;
	int ret;

	list_for_each_entry(file, &instance_global.files, list) {
		if (strcmp(trace_event_name(file->event_call), boot->event))
			continue;
		ret = trigger_command_write(file, boot->command);
		if (ret && ret != -EEXIST)
			trigger_boot_refused(boot, file, ret);
	}
}

static int __init trigger_boot_retry_all(void)
{
	unsigned int i;

	guard(mutex)(&event_mutex);
	trigger_boot_early = false;
	for (i = 0; i < trigger_boots_nr; i++) {
		if (trigger_boots[i].retry)
			trigger_boot_retry(&trigger_boots[i]);
	}
	return 0;
}
core_initcall_sync(trigger_boot_retry_all);

/* Warn only: the event may belong to a module that is loaded later. */
static int __init trigger_boot_warn_unmatched(void)
{
	unsigned int i;

	guard(mutex)(&event_mutex);
	for (i = 0; i < trigger_boots_nr; i++) {
		if (!trigger_boots[i].matched)
			pr_warn("trace_trigger: there is no event '%s' yet\n",
				trigger_boots[i].event);
	}
	return 0;
}
late_initcall(trigger_boot_warn_unmatched);

static void __init trigger_boot_add(char *word)
{
	const char *event = strsep(&word, ".");

	if (!*event || !word || !*word)
		pr_err("trace_trigger: '%s' is not EVENT.TRIGGER\n", event);
	else if (trigger_boots_nr == TRIGGER_BOOT_MAX)
		pr_err("trace_trigger: more than %d triggers: '%s' is not set\n",
		       TRIGGER_BOOT_MAX, event);
	else
		trigger_boots[trigger_boots_nr++] = (struct trigger_boot){
			.event = event, .command = word,
		};
}

/* The last handler of the parameter: see trigger_initcall(). */
static int __init trigger_boot_setup(char *str)
{
	char *word;

	trigger_init();
	if (!trigger_boot_listener.node.next)
		instance_listener_register(&trigger_boot_listener);
	while ((word = strsep(&str, ",")))
		trigger_boot_add(word);
	return 1;
}
__setup("trace_trigger=", trigger_boot_setup);
