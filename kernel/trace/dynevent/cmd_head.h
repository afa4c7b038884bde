/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The head of a probe event's command: "LETTER[NUMBER][:[GRP/][EVENT]] PLACE", and
 * what follows it.
 */
#ifndef _KERNEL_TRACE_PROBE_HEAD_H
#define _KERNEL_TRACE_PROBE_HEAD_H

#include "args.h"

/**
 * struct dynevent_head - a command, its head read
 * @cmd: its words, one blank between them: what error_log shows and points into
 * @mark: behind the letter: a number, a colon, or anything else
 * @place: the second word
 * @args: the third, or the end
 * @system: where the event belongs
 * @event: its name
 * @text: of @cmd, allocated
 */
struct dynevent_head {
	struct dynevent_command	cmd;
	const char		*mark;
	const char		*place;
	const char		*args;
	char			system[DYNEVENT_NAME_MAX];
	char			event[DYNEVENT_NAME_MAX];
	char			*text;
};

/*
 * Split @command. 0; -ECANCELED: there is no place in it; -ENOMEM. Close it in any
 * case.
 */
int dynevent_head_open(struct dynevent_head *head, const char *where,
		       const char *command);
void dynevent_head_close(struct dynevent_head *head);

static inline char dynevent_head_letter(const struct dynevent_head *head)
{
	return head->text[0];
}

/* The place as a string of its own, allocated; NULL: no memory. */
char *dynevent_head_place(const struct dynevent_head *head);

/*
 * Read the names, where "GRP/" or all may be missing: @system is the group then,
 * and @event the name. 0, or -EINVAL: error_log says why.
 */
int dynevent_head_names(struct dynevent_head *head, const char *system,
			const char *event);

#endif /* _KERNEL_TRACE_PROBE_HEAD_H */
