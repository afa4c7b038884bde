// SPDX-License-Identifier: GPL-2.0
/*
 * Storing notes in memory, and finding them in memory that is not trusted.
 *
 * A note becomes valid when its header is written, after its text. A machine that stops in
 * between leaves bytes that are no note, and instance_note_next() passes over them.
 */
#include <linux/jhash.h>
#include <linux/minmax.h>
#include <linux/string.h>

#include "notes.h"

/* Lines are gathered in notes of this size, so that damage costs few of them. */
#define NOTES_LINES_BYTES	2048

static u32 notes_sum(const struct instance_note *note)
{
	u32 sum = jhash_3words(note->kind, note->type, note->bytes, INSTANCE_NOTE_MAGIC);

	return jhash(note->text, note->bytes, sum);
}

/* Other tools print the text, and each line of it has to be one. */
static bool notes_text_is_valid(const struct instance_note *note)
{
	u32 i;

	for (i = 0; i < note->bytes; i++) {
		unsigned char c = note->text[i];

		if ((c < ' ' && c != '\n' && c != '\t') || c > '~')
			return false;
	}
	return note->bytes && note->text[note->bytes - 1] == '\n';
}

/**
 * instance_note_next - find the next valid note
 * @mem: the memory, aligned to INSTANCE_NOTE_ALIGN; it does not change meanwhile
 * @bytes: size of the memory
 * @at: where to look, 0 at first; set to what follows the note
 *
 * Context: any.
 * Return: the note, or NULL if there is no other.
 */
const struct instance_note *instance_note_next(const void *mem, size_t bytes, size_t *at)
{
	while (*at + sizeof(struct instance_note) <= bytes) {
		const struct instance_note *note = mem + *at;

		if (note->magic == INSTANCE_NOTE_MAGIC && note->bytes <= INSTANCE_NOTE_MAX &&
		    note->bytes <= bytes - *at - sizeof(*note) &&
		    note->kind && note->kind < INSTANCE_NOTE_KINDS &&
		    note->sum == notes_sum(note) && notes_text_is_valid(note)) {
			*at += instance_note_space(note->bytes);
			return note;
		}
		*at += INSTANCE_NOTE_ALIGN;
	}
	return NULL;
}

/* Write the header of the note after the last one, whose text is there. */
static void notes_seal(struct instance_notes *notes, enum instance_note_kind kind,
		       unsigned int type, size_t bytes)
{
	struct instance_note *note = notes->mem + notes->used;

	note->kind = kind;
	note->type = type;
	note->bytes = bytes;
	note->sum = notes_sum(note);
	barrier();
	note->magic = INSTANCE_NOTE_MAGIC;
	notes->used += instance_note_space(bytes);
}

/**
 * instance_note_add - store a note
 * @notes: the memory
 * @kind: what the text is
 * @type: number of the event, or 0
 * @text: the text
 * @bytes: its length, at most INSTANCE_NOTE_MAX
 *
 * Context: any; calls for @notes are serialized by the caller.
 * Return: true; false if there is no space.
 */
bool instance_note_add(struct instance_notes *notes, enum instance_note_kind kind,
		       unsigned int type, const char *text, size_t bytes)
{
	struct instance_note *note = notes->mem + notes->used;

	if (bytes > INSTANCE_NOTE_MAX || notes->used > notes->bytes ||
	    instance_note_space(bytes) > notes->bytes - notes->used)
		return false;
	memcpy(note->text, text, bytes);
	notes_seal(notes, kind, type, bytes);
	return true;
}

/**
 * instance_note_end - end the note to which instance_note_line() adds
 * @notes: the memory
 *
 * Context: as instance_note_add().
 */
void instance_note_end(struct instance_notes *notes)
{
	if (notes->at)
		notes_seal(notes, notes->kind, 0, notes->at);
	notes->at = 0;
}

/**
 * instance_note_line - store a line
 * @notes: the memory
 * @kind: what the line is
 * @line: the line, which ends with a newline
 * @bytes: its length, less than NOTES_LINES_BYTES
 *
 * The line is valid after instance_note_end(), at the latest.
 *
 * Context: as instance_note_add().
 * Return: true; false if there is no space.
 */
bool instance_note_line(struct instance_notes *notes, enum instance_note_kind kind,
			const char *line, size_t bytes)
{
	struct instance_note *note;

	if (notes->at && (notes->kind != kind || notes->at + bytes > NOTES_LINES_BYTES))
		instance_note_end(notes);
	if (notes->used > notes->bytes ||
	    instance_note_space(notes->at + bytes) > notes->bytes - notes->used)
		return false;
	note = notes->mem + notes->used;
	/* What was there does not become the header of a text that it does not belong to. */
	note->magic = 0;
	memcpy(note->text + notes->at, line, bytes);
	notes->at += bytes;
	notes->kind = kind;
	return true;
}
