// SPDX-License-Identifier: GPL-2.0
/*
 * Trigger files: "[!]KIND[:ARGS][ if FILTER]" is parsed, triggers are shown.
 *
 * Commands of kinds that have a count and a filter, and perhaps a few words before
 * them, are parsed by trigger_simple_write(). A command is parsed to its end before
 * it changes anything.
 */
#include <linux/ctype.h>
#include <linux/err.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "trigger.h"

/* Characters that separate the name of a kind and its arguments. */
#define TRIGGER_SEPARATORS	" \t:"

/* Maximum number of words that a kind has before its count. */
#define TRIGGER_WORDS_MAX	2

/**
 * trigger_split_filter - split "... if FILTER"
 * @args: the arguments; cut before the word "if"
 * @filter: set to FILTER, or NULL if there is no "if"
 *
 * Context: any.
 * Return: 0; -EINVAL if nothing follows "if".
 */
int trigger_split_filter(char *args, char **filter)
{
	char *at;

	*filter = NULL;
	for (at = args; (at = strstr(at, "if")); at++) {
		if ((at == args || isspace(at[-1])) &&
		    (!at[2] || isspace(at[2])))
			break;
	}
	if (!at)
		return 0;
	if (!at[2] || !*skip_spaces(at + 2))
		return -EINVAL;
	*at = '\0';
	*filter = at + 3;
	return 0;
}

/**
 * struct trigger_simple - the parts of a simple command
 * @words: the words before the count
 * @count: the count, or TRIGGER_UNLIMITED
 * @filter: the filter after "if", or NULL
 */
struct trigger_simple {
	char		*words[TRIGGER_WORDS_MAX];
	unsigned long	count;
	char		*filter;
};

/* Take as many words from "WORD:WORD:..." as @kind has. */
static int trigger_command_simple_words(const struct trigger_kind *kind, char **list,
					struct trigger_simple *simple)
{
	int i;

	for (i = 0; i < kind->words; i++) {
		simple->words[i] = strsep(list, ":");
		if (!simple->words[i] || !*simple->words[i])
			return -EINVAL;
	}
	return 0;
}

/* Read the count from the rest of the list, if there is one. */
static int trigger_command_simple_count(char *list, struct trigger_simple *simple)
{
	char *count = strsep(&list, ":");

	if (!count || !*count)
		return 0;
	return kstrtoul(count, 0, &simple->count);
}

static int trigger_command_simple_filter(char *rest, struct trigger_simple *simple)
{
	if (!rest)
		return 0;
	rest = skip_spaces(rest);
	if (!*rest)
		return 0;
	if (strncmp(rest, "if", 2) || !isspace(rest[2]))
		return -EINVAL;
	simple->filter = rest + 3;
	return 0;
}

/* Only the words are needed to remove a trigger: count and filter are ignored. */
static int trigger_command_simple_parse(const struct trigger_kind *kind,
					struct trigger_command *command,
					struct trigger_simple *simple)
{
	char *rest = command->args, *list = NULL;
	int ret;

	*simple = (struct trigger_simple){ .count = TRIGGER_UNLIMITED };
	if (rest)
		rest = skip_spaces(rest);
	if (rest && (kind->words || isdigit(*rest)))
		list = strsep(&rest, " \t");
	ret = trigger_command_simple_words(kind, &list, simple);
	if (!ret && !command->remove)
		ret = trigger_command_simple_filter(rest, simple) ?:
		      trigger_command_simple_count(list, simple);
	return ret;
}

/* Whether an event file cannot have both triggers. */
static bool trigger_command_conflicts(struct trigger *trigger, struct trigger *other)
{
	const struct trigger_kind *kind = trigger->kind;

	if (kind != other->kind &&
	    (!kind->group || kind->group != other->kind->group))
		return false;
	return !kind->conflicts || kind->conflicts(trigger, other);
}

static struct trigger *trigger_command_find_conflict(struct trigger *trigger)
{
	struct trigger *other;

	trigger_for_each(other, trigger->file) {
		if (trigger_command_conflicts(trigger, other))
			return other;
	}
	return NULL;
}

static struct trigger *trigger_command_simple_create(const struct trigger_kind *kind,
						     struct trace_event_file *file,
						     struct trigger_simple *simple)
{
	struct trigger *trigger = trigger_alloc(kind, file);
	int ret;

	if (!trigger)
		return ERR_PTR(-ENOMEM);
	trigger->count = simple->count;
	ret = kind->init ? kind->init(trigger, simple->words) : 0;
	if (ret) {
		trigger_free(trigger);
		return ERR_PTR(ret);
	}
	return trigger;
}

static int trigger_command_simple_attach(struct trigger *trigger, const char *filter)
{
	int ret = 0;

	if (filter)
		ret = trigger_filter_set(trigger, filter);
	if (ret)
		return ret;
	if (trigger_command_find_conflict(trigger))
		return -EEXIST;
	if (trigger->kind->arm)
		ret = trigger->kind->arm(trigger);
	return ret ?: trigger_attach(trigger);
}

/**
 * trigger_simple_write - execute "NAME[:WORDS][:COUNT][ if FILTER]"
 * @kind: the trigger kind
 * @file: the event file
 * @command: the command; it removes the trigger if it began with "!"
 *
 * Context: task, may sleep; event_mutex held.
 * Return: 0; -EINVAL if the command is malformed; -EEXIST if the event file has
 * such a trigger; -ENOMEM; or an errno of the kind's init() and arm(), of the
 * filter or of trigger_attach().
 */
int trigger_simple_write(const struct trigger_kind *kind,
			 struct trace_event_file *file,
			 struct trigger_command *command)
{
	struct trigger *trigger, *other;
	struct trigger_simple simple;
	int ret;

	ret = trigger_command_simple_parse(kind, command, &simple);
	if (ret)
		return ret;
	trigger = trigger_command_simple_create(kind, file, &simple);
	if (IS_ERR(trigger))
		return PTR_ERR(trigger);

	if (command->remove) {
		other = trigger_command_find_conflict(trigger);
		if (other)
			trigger_remove(other);
		trigger_free(trigger);
		return 0;
	}
	ret = trigger_command_simple_attach(trigger, simple.filter);
	if (ret)
		trigger_free(trigger);
	return ret;
}

/**
 * trigger_show_filter - print " if FILTER" if a trigger has a filter
 * @m: the seq_file
 * @trigger: the trigger
 *
 * Context: task; event_mutex held.
 */
void trigger_show_filter(struct seq_file *m, struct trigger *trigger)
{
	struct event_filter *filter;

	filter = rcu_dereference_protected(trigger->filter,
					   lockdep_is_held(&event_mutex));
	if (filter)
		seq_printf(m, " if %s", filter_source_text(filter));
}

/**
 * trigger_simple_show - print "NAME:unlimited" or "NAME:count=N", and the filter
 * @m: the seq_file
 * @trigger: the trigger
 * @name: the name to print
 *
 * Context: task; event_mutex held.
 */
void trigger_simple_show(struct seq_file *m, struct trigger *trigger,
			 const char *name)
{
	unsigned long count = READ_ONCE(trigger->count);

	seq_printf(m, "%s:", name);
	if (count == TRIGGER_UNLIMITED)
		seq_puts(m, "unlimited");
	else
		seq_printf(m, "count=%ld", count);
	trigger_show_filter(m, trigger);
}

/* The control file */

static struct trigger_kind *trigger_command_kind_find(const char *name)
{
	struct trace_registry_entry *entry = trace_registry_find(&trigger_kinds, name);

	return entry ? container_of(entry, struct trigger_kind, entry) : NULL;
}

/**
 * trigger_command_write - execute a command as if it were written to a trigger file
 * @file: the event file
 * @text: "[!]KIND[:ARGS][ if FILTER]"
 *
 * Context: task, may sleep; event_mutex held.
 * Return: 0; -EINVAL if there is no such kind; -ENOMEM; or an errno of the kind.
 */
int trigger_command_write(struct trace_event_file *file, const char *text)
{
	struct trigger_command command = { .remove = *text == '!' };
	const struct trigger_kind *kind;
	char *name, *args = NULL;
	size_t len;
	int ret;

	text += command.remove;
	command.whole = text;
	len = strcspn(text, TRIGGER_SEPARATORS);
	name = kmemdup_nul(text, len, GFP_KERNEL);
	if (!name)
		return -ENOMEM;
	kind = trigger_command_kind_find(name);
	kfree(name);
	if (!kind)
		return -EINVAL;

	if (text[len]) {
		args = kstrdup(text + len + 1, GFP_KERNEL);
		if (!args)
			return -ENOMEM;
	}
	command.args = args;
	ret = kind->write ? kind->write(kind, file, &command) :
			    trigger_simple_write(kind, file, &command);
	kfree(args);
	return ret;
}

static int trigger_command_control_write(struct trace_event_file *file, char *text)
{
	return trigger_command_write(file, text);
}

static void trigger_command_control_show_kinds(struct seq_file *m)
{
	struct trigger_kind *kind;

	seq_puts(m, "# Available triggers:\n#");
	mutex_lock(&trigger_kinds.lock);
	list_for_each_entry_reverse(kind, &trigger_kinds.entries, entry.node)
		seq_printf(m, " %s", kind->entry.name);
	mutex_unlock(&trigger_kinds.lock);
	seq_putc(m, '\n');
}

static void trigger_command_show(struct seq_file *m, struct trigger *trigger)
{
	if (trigger->kind->show)
		trigger->kind->show(m, trigger);
	else
		trigger_simple_show(m, trigger, trigger->kind->entry.name);
}

static int trigger_command_control_show(struct seq_file *m, struct trace_event_file *file)
{
	struct trigger *trigger;
	bool any = false;

	trigger_for_each(trigger, file) {
		if (trigger->kind->flags & TRIGGER_HIDDEN)
			continue;
		any = true;
		trigger_command_show(m, trigger);
		seq_putc(m, '\n');
	}
	if (!any)
		trigger_command_control_show_kinds(m);
	return 0;
}

static void trigger_command_control_list(struct seq_file *m, struct trace_event_file *file)
{
	struct trigger *trigger;
	size_t start;

	trigger_for_each(trigger, file) {
		if (trigger->kind->flags & TRIGGER_HIDDEN)
			continue;
		start = instance_event_line_begin(m, file);
		trigger_command_show(m, trigger);
		instance_event_line_end(m, start);
	}
}

static void trigger_command_control_truncate(struct trace_event_file *file)
{
	struct trigger_kind *kind;

	mutex_lock(&trigger_kinds.lock);
	trace_registry_for_each(&trigger_kinds, kind, entry) {
		if (kind->truncate)
			kind->truncate(file);
	}
	mutex_unlock(&trigger_kinds.lock);
}

static struct instance_control trigger_control = {
	.entry.name = "trigger",
	.show = trigger_command_control_show,
	.list = trigger_command_control_list,
	.write = trigger_command_control_write,
	.truncate = trigger_command_control_truncate,
};

static int __init trigger_command_control_init(void)
{
	return trace_registry_add(&instance_controls, &trigger_control.entry);
}
early_initcall(trigger_command_control_init);
