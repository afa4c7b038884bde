/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Notes: what a persistent ring buffer needs besides its records, so that another kernel can
 * read them. See Documentation/trace/crash-trace.rst.
 *
 * The notes are one after another in the memory of ring_buffer_notes(). Each of them has a
 * checksum, so that damage costs the damaged notes only. notes.c stores and finds them,
 * crash.c is what the running kernel stores, last_notes.c is what the last boot stored.
 */
#ifndef _KERNEL_TRACE_INSTANCE_NOTES_H
#define _KERNEL_TRACE_INSTANCE_NOTES_H

#include <linux/types.h>

/* What the text of a note is. The numbers are part of the format of the memory. */
enum instance_note_kind {
	INSTANCE_NOTE_KERNEL = 1,	/* version and build id of the kernel */
	INSTANCE_NOTE_FORMAT,		/* a line "SYSTEM", then the file format of an event */
	INSTANCE_NOTE_SYMBOLS,		/* lines "ADDRESS SIZE NAME[ MODULE]", in hexadecimal */
	INSTANCE_NOTE_TASKS,		/* lines "PID UNTIL NAME", in decimal */
	INSTANCE_NOTE_STRINGS,		/* lines "ADDRESS STRING", the address in hexadecimal */
	INSTANCE_NOTE_KINDS
};

/**
 * struct instance_note - a note in memory
 * @magic: INSTANCE_NOTE_MAGIC
 * @kind: enum instance_note_kind
 * @type: number of the event in records, in an INSTANCE_NOTE_FORMAT; else 0
 * @bytes: length of @text in bytes
 * @sum: checksum of the members above and of @text
 * @text: lines of ASCII, not NUL terminated
 *
 * The next note starts at a multiple of INSTANCE_NOTE_ALIGN bytes.
 */
struct instance_note {
	u32	magic;
	u16	kind;
	u16	type;
	u32	bytes;
	u32	sum;
	char	text[];
};

#define INSTANCE_NOTE_MAGIC	0x65746f6e
#define INSTANCE_NOTE_ALIGN	8

/* The longest text of a note, in bytes. */
#define INSTANCE_NOTE_MAX	(32 * 1024)

/**
 * struct instance_notes - memory for notes
 * @mem: the memory
 * @bytes: its size
 * @used: bytes of the notes in it
 * @at: bytes of the text of the note that is being written, which starts at @used
 * @kind: kind of that note, or 0 if there is none
 */
struct instance_notes {
	void			*mem;
	size_t			bytes;
	size_t			used;
	size_t			at;
	enum instance_note_kind	kind;
};

/* Bytes of a note with @bytes of text. */
static inline size_t instance_note_space(size_t bytes)
{
	return (sizeof(struct instance_note) + bytes + INSTANCE_NOTE_ALIGN - 1) &
	       ~(size_t)(INSTANCE_NOTE_ALIGN - 1);
}

const struct instance_note *instance_note_next(const void *mem, size_t bytes, size_t *at);
bool instance_note_add(struct instance_notes *notes, enum instance_note_kind kind,
		       unsigned int type, const char *text, size_t bytes);
bool instance_note_line(struct instance_notes *notes, enum instance_note_kind kind,
			const char *line, size_t bytes);
void instance_note_end(struct instance_notes *notes);

#endif /* _KERNEL_TRACE_INSTANCE_NOTES_H */
