/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the notes of the last boot say, and looking it up. The text stays where it is: tables
 * of lines point to it.
 */
#ifndef _KERNEL_TRACE_INSTANCE_LAST_NOTES_H
#define _KERNEL_TRACE_INSTANCE_LAST_NOTES_H

#include <linux/types.h>

#include "notes.h"

/**
 * struct instance_last_line - a line of a note with a number by which it is found
 * @key: address of a symbol or of a string; pid of a task
 * @value: size of the symbol in bytes; time until which the task had the name
 * @text: name of the symbol or of the task; the string
 * @len: length of @text in bytes
 * @module_len: length of the name of the module that follows @text and a space; or 0
 */
struct instance_last_line {
	u64		key;
	u64		value;
	const char	*text;
	u16		len;
	u16		module_len;
};

/**
 * struct instance_last_table - the lines of one kind
 * @lines: sorted by @key, then by @value; NULL if there are none
 * @nr: number of lines
 */
struct instance_last_table {
	struct instance_last_line	*lines;
	unsigned int			nr;
};

/**
 * struct instance_last_event - the format of an event
 * @note: the note with the format
 * @now: number of the event in records of this boot if this kernel has an event of the same
 *	name and format; else 0. Written under event_mutex
 */
struct instance_last_event {
	const struct instance_note	*note;
	unsigned int			now;
};

/**
 * struct instance_last_notes - the notes of the last boot
 * @mem: copy of the memory
 * @bytes: its size
 * @tables: lines by kind: symbols, tasks and strings
 * @events: the events
 * @nr_events: number of @events
 * @strings: the strings without escapes, NUL terminated; the lines of strings point to it
 */
struct instance_last_notes {
	void				*mem;
	size_t				bytes;
	struct instance_last_table	tables[INSTANCE_NOTE_KINDS];
	struct instance_last_event	*events;
	unsigned int			nr_events;
	char				*strings;
};

struct instance_last_notes *instance_last_notes_read(const void *mem, size_t bytes);
void instance_last_notes_free(struct instance_last_notes *notes);
const struct instance_last_line *
instance_last_line_at(const struct instance_last_notes *notes, enum instance_note_kind kind,
		      u64 key, u64 value);
const struct instance_last_line *
instance_last_line_below(const struct instance_last_notes *notes,
			 enum instance_note_kind kind, u64 key);
struct instance_last_event *
instance_last_event_find(const struct instance_last_notes *notes, unsigned int type);

#endif /* _KERNEL_TRACE_INSTANCE_LAST_NOTES_H */
