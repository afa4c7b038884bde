// SPDX-License-Identifier: GPL-2.0
/*
 * The head of a probe event's command.
 */
#include <linux/ctype.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "cmd_head.h"
#include "dynevent.h"

/* A copy with one blank between words, and none before or behind them. */
static char *words_of(const char *command)
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

static const char *next_word(const char *p)
{
	p = strchrnul(p, ' ');
	return p + (*p == ' ');
}

int dynevent_head_open(struct dynevent_head *head, const char *where,
		       const char *command)
{
	head->text = words_of(command);
	if (!head->text)
		return -ENOMEM;
	head->cmd.where = where;
	head->cmd.text = head->text;
	head->place = next_word(head->text);
	if (!*head->place)
		return -ECANCELED;
	head->mark = head->text + 1;
	head->args = next_word(head->place);
	return 0;
}

void dynevent_head_close(struct dynevent_head *head)
{
	kfree(head->text);
}

char *dynevent_head_place(const struct dynevent_head *head)
{
	return kstrndup(head->place, strchrnul(head->place, ' ') - head->place,
			GFP_KERNEL);
}

/**
 * struct name_errors - what may be wrong with a name
 * @missing: it is empty
 * @too_long: it is
 * @bad: it is none
 */
struct name_errors {
	enum dynevent_error missing;
	enum dynevent_error too_long;
	enum dynevent_error bad;
};

static const struct name_errors group_errors = {
	DYNEVENT_NO_GROUP_NAME, DYNEVENT_GROUP_TOO_LONG, DYNEVENT_BAD_GROUP_NAME,
};

static const struct name_errors event_errors = {
	DYNEVENT_NO_EVENT_NAME, DYNEVENT_EVENT_TOO_LONG, DYNEVENT_BAD_EVENT_NAME,
};

static int name_read(const struct dynevent_head *head, char *name, const char *from,
		     const char *end, const struct name_errors *errors)
{
	size_t len = end - from;

	if (!len)
		return dynevent_error(&head->cmd, errors->missing, from);
	if (len >= DYNEVENT_NAME_MAX)
		return dynevent_error(&head->cmd, errors->too_long, from);
	memcpy(name, from, len);
	name[len] = '\0';
	if (!dynevent_name_good(name))
		return dynevent_error(&head->cmd, errors->bad, from);
	return 0;
}

int dynevent_head_names(struct dynevent_head *head, const char *system,
			const char *event)
{
	const char *end = head->place - 1, *from, *slash;
	int ret;

	strscpy(head->system, system);
	strscpy(head->event, event);
	from = memchr(head->mark, ':', end - head->mark);
	if (!from)
		return 0;
	from++;
	slash = memchr(from, '/', end - from) ?: memchr(from, '.', end - from);
	if (slash) {
		ret = name_read(head, head->system, from, slash, &group_errors);
		if (ret || slash + 1 == end)
			return ret;
		from = slash + 1;
	}
	return name_read(head, head->event, from, end, &event_errors);
}
