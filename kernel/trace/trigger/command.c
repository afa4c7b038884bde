// SPDX-License-Identifier: GPL-2.0
/*
 * The file trigger: "[!]KIND[:ARGS][ if FILTER]" is read, triggers are shown.
 *
 * Kinds that take a count and a filter, and perhaps a few words before, are read
 * by trigger_simple_write(). A command is read to its end before it changes
 * anything.
 */
#include <linux/ctype.h>
#include <linux/err.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "trigger.h"

/* What may stand between the name of a kind and its arguments. */
#define SEPARATORS	" \t:"

/* The most words that a kind has before its count. */
#define WORDS_MAX	2

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
 * struct simple - the parts of a simple command
 * @words: what stands before the count
 * @count: the count, or TRIGGER_UNLIMITED
 * @filter: what follows "if", or NULL
 */
struct simple {
	char		*words[WORDS_MAX];
	unsigned long	count;
	char		*filter;
};

/* Take as many words from "WORD:WORD:..." as there have to be. */
static int simple_words(const struct trigger_kind *kind, char **list,
			struct simple *simple)
{
	int i;

	for (i = 0; i < kind->words; i++) {
		simple->words[i] = strsep(list, ":");
		if (!simple->words[i] || !*simple->words[i])
			return -EINVAL;
	}
	return 0;
}

/* What stands in @list is a count, if anything does. */
static int simple_count(char *list, struct simple *simple)
{
	char *count = strsep(&list, ":");

	if (!count || !*count)
		return 0;
	return kstrtoul(count, 0, &simple->count);
}

static int simple_filter(char *rest, struct simple *simple)
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

/* To remove a trigger, only what it acts on need be said. */
static int simple_parse(const struct trigger_kind *kind,
			struct trigger_command *command, struct simple *simple)
{
	char *rest = command->args, *list = NULL;
	int ret;

	*simple = (struct simple){ .count = TRIGGER_UNLIMITED };
	if (rest)
		rest = skip_spaces(rest);
	if (rest && (kind->words || isdigit(*rest)))
		list = strsep(&rest, " \t");
	ret = simple_words(kind, &list, simple);
	if (!ret && !command->remove)
		ret = simple_filter(rest, simple) ?: simple_count(list, simple);
	return ret;
}

/* Would the two be one too many on an event? */
static bool excludes(struct trigger *trigger, struct trigger *other)
{
	const struct trigger_kind *kind = trigger->kind;

	if (kind != other->kind &&
	    (!kind->group || kind->group != other->kind->group))
		return false;
	return !kind->same || kind->same(trigger, other);
}

static struct trigger *find_excluded(struct trigger *trigger)
{
	struct trigger *other;

	trigger_for_each(other, trigger->file) {
		if (excludes(trigger, other))
			return other;
	}
	return NULL;
}

static struct trigger *simple_make(const struct trigger_kind *kind,
				   struct trace_event_file *file,
				   struct simple *simple)
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

static int simple_attach(struct trigger *trigger, const char *filter)
{
	int ret = 0;

	if (filter)
		ret = trigger_filter_set(trigger, filter);
	if (ret)
		return ret;
	if (find_excluded(trigger))
		return -EEXIST;
	if (trigger->kind->arm)
		ret = trigger->kind->arm(trigger);
	return ret ?: trigger_attach(trigger);
}

int trigger_simple_write(const struct trigger_kind *kind,
			 struct trace_event_file *file,
			 struct trigger_command *command)
{
	struct trigger *trigger, *other;
	struct simple simple;
	int ret;

	ret = simple_parse(kind, command, &simple);
	if (ret)
		return ret;
	trigger = simple_make(kind, file, &simple);
	if (IS_ERR(trigger))
		return PTR_ERR(trigger);

	if (command->remove) {
		other = find_excluded(trigger);
		if (other)
			trigger_remove(other);
		trigger_free(trigger);
		return 0;
	}
	ret = simple_attach(trigger, simple.filter);
	if (ret)
		trigger_free(trigger);
	return ret;
}

void trigger_show_filter(struct seq_file *m, struct trigger *trigger)
{
	struct event_filter *filter;

	filter = rcu_dereference_protected(trigger->filter,
					   lockdep_is_held(&event_mutex));
	if (filter)
		seq_printf(m, " if %s", filter_source_text(filter));
}

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

/* The file */

static struct trigger_kind *kind_find(const char *name)
{
	struct trace_registry_entry *entry = trace_registry_find(&trigger_kinds, name);

	return entry ? container_of(entry, struct trigger_kind, entry) : NULL;
}

/**
 * trigger_command_write - obey a command as if it were written to an event's file trigger
 * @file: the event in the instance
 * @text: "[!]KIND[:ARGS][ if FILTER]"
 *
 * Context: task, may sleep; event_mutex held.
 * Return: 0; -EINVAL: there is no such kind; or what the kind says.
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
	len = strcspn(text, SEPARATORS);
	name = kmemdup_nul(text, len, GFP_KERNEL);
	if (!name)
		return -ENOMEM;
	kind = kind_find(name);
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

static int command_write(struct trace_event_file *file, char *text)
{
	return trigger_command_write(file, text);
}

static void command_show_kinds(struct seq_file *m)
{
	struct trigger_kind *kind;

	seq_puts(m, "# Available triggers:\n#");
	mutex_lock(&trigger_kinds.lock);
	list_for_each_entry_reverse(kind, &trigger_kinds.entries, entry.node)
		seq_printf(m, " %s", kind->entry.name);
	mutex_unlock(&trigger_kinds.lock);
	seq_putc(m, '\n');
}

static int command_show(struct seq_file *m, struct trace_event_file *file)
{
	struct trigger *trigger;
	bool any = false;

	trigger_for_each(trigger, file) {
		if (trigger->kind->flags & TRIGGER_UNSEEN)
			continue;
		any = true;
		if (trigger->kind->show)
			trigger->kind->show(m, trigger);
		else
			trigger_simple_show(m, trigger,
					    trigger->kind->entry.name);
		seq_putc(m, '\n');
	}
	if (!any)
		command_show_kinds(m);
	return 0;
}

static void command_truncate(struct trace_event_file *file)
{
	struct trigger_kind *kind;

	mutex_lock(&trigger_kinds.lock);
	trace_registry_for_each(&trigger_kinds, kind, entry) {
		if (kind->truncate)
			kind->truncate(file);
	}
	mutex_unlock(&trigger_kinds.lock);
}

static struct instance_control command_control = {
	.entry.name = "trigger",
	.show = command_show,
	.write = command_write,
	.truncate = command_truncate,
};

static int __init command_init(void)
{
	return trace_registry_add(&instance_controls, &command_control.entry);
}
early_initcall(command_init);
