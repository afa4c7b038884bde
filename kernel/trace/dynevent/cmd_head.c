// SPDX-License-Identifier: GPL-2.0
/*
 * Parse the head of a command that defines a kprobe event or an event probe.
 */
#include <linux/ctype.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "cmd_head.h"
#include "dynevent.h"

/*
 * Copy a command with one blank between words, and without leading and trailing
 * ones.
 */
static char *cmd_head_normalize(const char *command)
{
	char *text = kmalloc(strlen(command) + 1, GFP_KERNEL);
	char *to = text;

	if (!text)
		return NULL;
	while (*(command = skip_spaces(command))) {
		if (to != text)
			*to++ = ' ';
		while (*command && !isspace(*command))
			*to++ = *command++;
	}
	*to = '\0';
	return text;
}

static const char *cmd_head_next_word(const char *p)
{
	p = strchrnul(p, ' ');
	return p + (*p == ' ');
}

/**
 * dynevent_head_open - split a command
 * @head: filled in; release it by dynevent_head_close(), even if this fails
 * @log_name: source of errors, as error_log shows it
 * @command: the command
 *
 * Context: task, may sleep.
 * Return: 0; -ECANCELED if there is no location; -ENOMEM.
 */
int dynevent_head_open(struct dynevent_head *head, const char *log_name,
		       const char *command)
{
	head->text = cmd_head_normalize(command);
	if (!head->text)
		return -ENOMEM;
	head->def.log_name = log_name;
	head->def.text = head->text;
	head->location = cmd_head_next_word(head->text);
	if (!*head->location)
		return -ECANCELED;
	head->options = head->text + 1;
	head->args = cmd_head_next_word(head->location);
	return 0;
}

/**
 * dynevent_head_close - release the text of a command
 * @head: from dynevent_head_open()
 *
 * Context: task.
 */
void dynevent_head_close(struct dynevent_head *head)
{
	kfree(head->text);
}

/**
 * dynevent_head_run - execute a command that defines an event of one kind
 * @command: the command
 * @letters: the letters that commands of this kind begin with
 * @log_name: source of errors, as error_log shows it
 * @add: creates the event; the head is released when it returns
 *
 * Context: task, may sleep.
 * Return: 0; -ECANCELED if @command is not of this kind; -ENOMEM; an errno of @add.
 */
int dynevent_head_run(const char *command, const char *letters, const char *log_name,
		      int (*add)(struct dynevent_head *head))
{
	struct dynevent_head head;
	int ret;

	if (!*command || !strchr(letters, *command))
		return -ECANCELED;
	ret = dynevent_head_open(&head, log_name, command);
	if (!ret)
		ret = add(&head);
	dynevent_head_close(&head);
	return ret;
}

/**
 * dynevent_head_location - copy the location
 * @head: the command
 *
 * Context: task, may sleep.
 * Return: the location, to be freed by kfree(); NULL if out of memory.
 */
char *dynevent_head_location(const struct dynevent_head *head)
{
	return kstrndup(head->location, strchrnul(head->location, ' ') - head->location,
			GFP_KERNEL);
}

/**
 * struct cmd_head_name_errors - the errors of a name
 * @missing: the name is empty
 * @too_long: the name is too long
 * @bad: the name is invalid
 * @valid: checks it
 */
struct cmd_head_name_errors {
	enum dynevent_error missing;
	enum dynevent_error too_long;
	enum dynevent_error bad;
	bool (*valid)(const char *name);
};

/* A group may have hyphens in its name, too. */
static bool cmd_head_group_valid(const char *name)
{
	if (!isalpha(*name) && *name != '_')
		return false;
	while (*++name) {
		if (!isalnum(*name) && *name != '_' && *name != '-')
			return false;
	}
	return true;
}

static const struct cmd_head_name_errors cmd_head_group_errors = {
	DYNEVENT_NO_GROUP_NAME, DYNEVENT_GROUP_TOO_LONG, DYNEVENT_BAD_GROUP_NAME,
	cmd_head_group_valid,
};

static const struct cmd_head_name_errors cmd_head_event_errors = {
	DYNEVENT_NO_EVENT_NAME, DYNEVENT_EVENT_TOO_LONG, DYNEVENT_BAD_EVENT_NAME,
	dynevent_name_valid,
};

static int cmd_head_read_name(const struct dynevent_head *head, char *name,
			      const char *from, const char *end,
			      const struct cmd_head_name_errors *errors)
{
	size_t len = end - from;

	if (!len)
		return dynevent_error(&head->def, errors->missing, from);
	if (len >= DYNEVENT_NAME_MAX)
		return dynevent_error(&head->def, errors->too_long, from);
	memcpy(name, from, len);
	name[len] = '\0';
	if (!errors->valid(name))
		return dynevent_error(&head->def, errors->bad, from);
	return 0;
}

/**
 * dynevent_head_names - parse system and name of the event
 * @head: the command
 * @system: system of the event if the command has none
 * @event: name of the event if the command has none
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL if a name is invalid, error_log has the reason.
 */
int dynevent_head_names(struct dynevent_head *head, const char *system,
			const char *event)
{
	const char *end = head->location - 1, *from, *slash;
	int ret;

	strscpy(head->system, system);
	strscpy(head->event, event);
	from = memchr(head->options, ':', end - head->options);
	if (!from)
		return 0;
	from++;
	slash = memchr(from, '/', end - from) ?: memchr(from, '.', end - from);
	if (slash) {
		ret = cmd_head_read_name(head, head->system, from, slash, &cmd_head_group_errors);
		if (ret || slash + 1 == end)
			return ret;
		from = slash + 1;
	}
	return cmd_head_read_name(head, head->event, from, end, &cmd_head_event_errors);
}
