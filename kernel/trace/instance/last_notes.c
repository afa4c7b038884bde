// SPDX-License-Identifier: GPL-2.0
/*
 * Reading the notes of the last boot, which are not trusted: a line that makes no sense is
 * left out.
 */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>

#include "last_notes.h"

/* A name is not longer. */
#define LAST_NOTES_TEXT_MAX	511

/* Parse a number and the space that follows it; false if there is none, or it is too large. */
static bool last_notes_number(const char **p, const char *end, unsigned int base, u64 *number)
{
	const char *from = *p;

	*number = 0;
	for (; *p < end && **p != ' '; (*p)++) {
		int digit = hex_to_bin(**p);

		if (digit < 0 || digit >= base || *number > div_u64(U64_MAX - digit, base))
			return false;
		*number = *number * base + digit;
	}
	return *p > from && *p < end && *(*p)++ == ' ';
}

/* Parse the line of @kind that is between @p and @end. */
static bool last_notes_line(struct instance_last_line *line, enum instance_note_kind kind,
			    const char *p, const char *end)
{
	unsigned int base = kind == INSTANCE_NOTE_TASKS ? 10 : 16;
	const char *space = NULL;

	*line = (struct instance_last_line) {};
	if (!last_notes_number(&p, end, base, &line->key) ||
	    (kind != INSTANCE_NOTE_STRINGS && !last_notes_number(&p, end, base, &line->value)) ||
	    p == end || end - p > LAST_NOTES_TEXT_MAX)
		return false;
	if (kind == INSTANCE_NOTE_SYMBOLS)
		space = memchr(p, ' ', end - p);
	line->text = p;
	line->len = (space ?: end) - p;
	line->module_len = space ? end - space - 1 : 0;
	return true;
}

/* Parse all lines of @kind; only count them if @lines is NULL. */
static unsigned int last_notes_lines(const struct instance_last_notes *notes,
				     enum instance_note_kind kind,
				     struct instance_last_line *lines)
{
	const struct instance_note *note;
	struct instance_last_line line;
	unsigned int nr = 0;
	size_t at = 0;

	while ((note = instance_note_next(notes->mem, notes->bytes, &at))) {
		const char *p = note->text, *stop = p + note->bytes, *end;

		if (note->kind != kind)
			continue;
		for (; p < stop; p = end + 1) {
			/* The last character is a newline. */
			end = memchr(p, '\n', stop - p);
			if (!last_notes_line(&line, kind, p, end))
				continue;
			if (lines)
				lines[nr] = line;
			nr++;
		}
	}
	return nr;
}

static int last_notes_compare(const void *a, const void *b)
{
	const struct instance_last_line *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return x->value < y->value ? -1 : x->value > y->value;
}

static int last_notes_table(struct instance_last_notes *notes, enum instance_note_kind kind)
{
	struct instance_last_table *table = &notes->tables[kind];
	unsigned int nr = last_notes_lines(notes, kind, NULL);

	if (!nr)
		return 0;
	table->lines = kvmalloc_array(nr, sizeof(*table->lines), GFP_KERNEL);
	if (!table->lines)
		return -ENOMEM;
	table->nr = last_notes_lines(notes, kind, table->lines);
	sort(table->lines, nr, sizeof(*table->lines), last_notes_compare, NULL);
	return 0;
}

/* Undo what crash_string_line() escaped; return the end of the copy, which is not longer. */
static char *last_notes_unescape(char *to, const struct instance_last_line *line)
{
	const char *p = line->text, *end = p + line->len;

	while (p < end) {
		if (*p == '\\' && p + 1 < end) {
			p++;
			*to++ = *p == 'n' ? '\n' : *p == 't' ? '\t' : *p;
			p++;
		} else {
			*to++ = *p++;
		}
	}
	*to = '\0';
	return to;
}

static int last_notes_strings(struct instance_last_notes *notes)
{
	struct instance_last_table *table = &notes->tables[INSTANCE_NOTE_STRINGS];
	unsigned int i;
	char *to;

	if (!table->nr)
		return 0;
	/* The address, a space and the newline make up for the NUL. */
	notes->strings = kvmalloc(notes->bytes, GFP_KERNEL);
	if (!notes->strings)
		return -ENOMEM;
	to = notes->strings;
	for (i = 0; i < table->nr; i++) {
		struct instance_last_line *line = &table->lines[i];
		char *end = last_notes_unescape(to, line);

		line->text = to;
		line->len = end - to;
		to = end + 1;
	}
	return 0;
}

/* The last note of an event is the one that counts. */
static void last_notes_event_add(struct instance_last_notes *notes,
				 const struct instance_note *note)
{
	struct instance_last_event *event;

	for (event = notes->events; event < notes->events + notes->nr_events; event++) {
		if (event->note->type != note->type)
			continue;
		event->note = note;
		return;
	}
	event->note = note;
	event->now = 0;
	notes->nr_events++;
}

static int last_notes_events(struct instance_last_notes *notes)
{
	const struct instance_note *note;
	unsigned int nr = 0;
	size_t at = 0;

	while ((note = instance_note_next(notes->mem, notes->bytes, &at)))
		nr += note->kind == INSTANCE_NOTE_FORMAT;
	if (!nr)
		return 0;
	notes->events = kvmalloc_array(nr, sizeof(*notes->events), GFP_KERNEL);
	if (!notes->events)
		return -ENOMEM;
	at = 0;
	while ((note = instance_note_next(notes->mem, notes->bytes, &at))) {
		if (note->kind == INSTANCE_NOTE_FORMAT)
			last_notes_event_add(notes, note);
	}
	return 0;
}

/**
 * instance_last_notes_read - read the notes of the last boot
 * @mem: memory with the notes, which is copied
 * @bytes: size of the memory
 *
 * Context: task, may sleep.
 * Return: the notes, or NULL if there is not enough memory.
 */
struct instance_last_notes *instance_last_notes_read(const void *mem, size_t bytes)
{
	struct instance_last_notes *notes = kzalloc(sizeof(*notes), GFP_KERNEL);

	if (!notes)
		return NULL;
	notes->bytes = bytes;
	notes->mem = kvmalloc(bytes, GFP_KERNEL);
	if (!notes->mem)
		goto fail;
	memcpy(notes->mem, mem, bytes);
	if (last_notes_events(notes) ||
	    last_notes_table(notes, INSTANCE_NOTE_SYMBOLS) ||
	    last_notes_table(notes, INSTANCE_NOTE_TASKS) ||
	    last_notes_table(notes, INSTANCE_NOTE_STRINGS) || last_notes_strings(notes))
		goto fail;
	return notes;
fail:
	instance_last_notes_free(notes);
	return NULL;
}

/**
 * instance_last_notes_free - free what instance_last_notes_read() returned
 * @notes: the notes, or NULL
 *
 * Context: task, may sleep.
 */
void instance_last_notes_free(struct instance_last_notes *notes)
{
	unsigned int i;

	if (!notes)
		return;
	for (i = 0; i < INSTANCE_NOTE_KINDS; i++)
		kvfree(notes->tables[i].lines);
	kvfree(notes->strings);
	kvfree(notes->events);
	kvfree(notes->mem);
	kfree(notes);
}

/* The number of lines that are before a key and a value. */
static unsigned int last_notes_before(const struct instance_last_table *table, u64 key,
				      u64 value)
{
	const struct instance_last_line wanted = { .key = key, .value = value };
	unsigned int low = 0, high = table->nr;

	while (low < high) {
		unsigned int middle = low + (high - low) / 2;

		if (last_notes_compare(&table->lines[middle], &wanted) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/**
 * instance_last_line_at - find the line of a key with the least value that is not smaller
 * @notes: the notes
 * @kind: kind of the lines
 * @key: the key
 * @value: the value
 *
 * Context: any.
 * Return: the line, or NULL.
 */
const struct instance_last_line *
instance_last_line_at(const struct instance_last_notes *notes, enum instance_note_kind kind,
		      u64 key, u64 value)
{
	const struct instance_last_table *table = &notes->tables[kind];
	unsigned int i = last_notes_before(table, key, value);

	return i < table->nr && table->lines[i].key == key ? &table->lines[i] : NULL;
}

/**
 * instance_last_line_below - find the line with the greatest key that is not greater
 * @notes: the notes
 * @kind: kind of the lines
 * @key: the key
 *
 * Context: any.
 * Return: the line, or NULL.
 */
const struct instance_last_line *
instance_last_line_below(const struct instance_last_notes *notes,
			 enum instance_note_kind kind, u64 key)
{
	const struct instance_last_table *table = &notes->tables[kind];
	unsigned int i = last_notes_before(table, key, U64_MAX);

	if (i < table->nr && table->lines[i].key == key)
		return &table->lines[i];
	return i ? &table->lines[i - 1] : NULL;
}

/**
 * instance_last_event_find - find the format of an event
 * @notes: the notes
 * @type: number of the event in records of the last boot
 *
 * Context: any.
 * Return: the event, or NULL if its format was not stored.
 */
struct instance_last_event *
instance_last_event_find(const struct instance_last_notes *notes, unsigned int type)
{
	unsigned int i;

	for (i = 0; i < notes->nr_events; i++) {
		if (notes->events[i].note->type == type)
			return &notes->events[i];
	}
	return NULL;
}
