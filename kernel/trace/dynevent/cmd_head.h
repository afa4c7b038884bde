/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The head of a command that defines a kprobe event or an event probe:
 * "LETTER[NUMBER][:[GRP/][EVENT]] LOCATION", followed by fetch arguments.
 */
#ifndef _KERNEL_TRACE_DYNEVENT_CMD_HEAD_H
#define _KERNEL_TRACE_DYNEVENT_CMD_HEAD_H

#include "args.h"

/**
 * struct dynevent_head - a command whose head is parsed
 * @def: the words of the command, separated by one blank: the text that error_log
 *	shows and that errors point into
 * @options: text after the letter: a number, a colon, or the blank
 * @location: the second word
 * @args: the third word, or the end of the text
 * @system: system of the event
 * @event: name of the event
 * @text: text of @def, allocated
 */
struct dynevent_head {
	struct dynevent_def	def;
	const char		*options;
	const char		*location;
	const char		*args;
	char			system[DYNEVENT_NAME_MAX];
	char			event[DYNEVENT_NAME_MAX];
	char			*text;
};

int dynevent_head_open(struct dynevent_head *head, const char *log_name,
		       const char *command);
void dynevent_head_close(struct dynevent_head *head);

int dynevent_head_run(const char *command, const char *letters, const char *log_name,
		      int (*add)(struct dynevent_head *head));

/**
 * dynevent_head_letter - get the letter that a command begins with
 * @head: the command
 *
 * Context: any.
 * Return: the letter.
 */
static inline char dynevent_head_letter(const struct dynevent_head *head)
{
	return head->text[0];
}

char *dynevent_head_location(const struct dynevent_head *head);

int dynevent_head_names(struct dynevent_head *head, const char *system,
			const char *event);

#endif /* _KERNEL_TRACE_DYNEVENT_CMD_HEAD_H */
