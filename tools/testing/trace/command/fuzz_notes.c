// SPDX-License-Identifier: GPL-2.0
/*
 * Any notes of the last boot: memory of notes, some of them damaged, is read, and everything
 * is looked up.
 *
 * The input consists of notes: a byte for the kind, two for the length of the text, the text.
 * A first byte from 0xf0 on is damage: the next two are the place, the third is the new value.
 */
#include "host.h"

#define jhash_3words(a, b, c, initval)					\
	jhash((const u32[]){ (a), (b), (c) }, 3 * sizeof(u32), initval)

static inline void *kvmalloc(size_t bytes, gfp_t gfp)
{
	return host_alloc(bytes);
}

static inline void *kvmalloc_array(size_t nr, size_t bytes, gfp_t gfp)
{
	return host_alloc(nr * bytes);
}

static inline void sort(void *base, size_t nr, size_t bytes,
			int (*compare)(const void *, const void *), void *swap)
{
	qsort(base, nr, bytes, compare);
}

static int hex_to_bin(unsigned char c)
{
	return isdigit(c) ? c - '0' : isxdigit(c) ? (c | 0x20) - 'a' + 10 : -1;
}

#include "../../../../kernel/trace/instance/notes.c"
#include "../../../../kernel/trace/instance/last_notes.c"

#define NOTES_BYTES	8192

static union {
	u8 bytes[NOTES_BYTES];
	u64 aligned;
} memory;

static u64 notes_seen;	/* makes the compiler read all text */

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

/* Each note that was stored whole is found, whatever the others are. */
static void notes_walk(void)
{
	const struct instance_note *note;
	size_t at = 0, i;

	while ((note = instance_note_next(memory.bytes, NOTES_BYTES, &at))) {
		assert((u8 *)note >= memory.bytes &&
		       (u8 *)note->text + note->bytes <= memory.bytes + NOTES_BYTES);
		assert(note->text[note->bytes - 1] == '\n');
		for (i = 0; i < note->bytes; i++)
			notes_seen += note->text[i];
	}
	assert(at <= NOTES_BYTES + INSTANCE_NOTE_ALIGN);
}

static void notes_line(const struct instance_last_notes *notes, unsigned int kind,
		       unsigned int nr)
{
	const struct instance_last_table *table = &notes->tables[kind];
	const struct instance_last_line *line = &table->lines[nr], *found;
	unsigned int i;

	for (i = 0; i < line->len + (line->module_len ? line->module_len + 1 : 0); i++)
		notes_seen += line->text[i];
	assert(!nr || last_notes_compare(line - 1, line) <= 0);
	found = instance_last_line_at(notes, kind, line->key, line->value);
	assert(found && found->key == line->key && found->value == line->value);
	found = instance_last_line_at(notes, kind, line->key, 0);
	assert(found && found->key == line->key && found->value <= line->value);
	found = instance_last_line_below(notes, kind, line->key);
	assert(found && found->key == line->key);
	found = instance_last_line_below(notes, kind, line->key + 1);
	assert(!line->key || !(line->key + 1) || (found && found->key >= line->key));
	if (line->key && instance_last_line_below(notes, kind, line->key - 1))
		assert(instance_last_line_below(notes, kind, line->key - 1)->key < line->key);
}

static void notes_read(void)
{
	struct instance_last_notes *notes = instance_last_notes_read(memory.bytes, NOTES_BYTES);
	unsigned int kind, i;

	assert(notes);
	for (kind = 0; kind < INSTANCE_NOTE_KINDS; kind++) {
		for (i = 0; i < notes->tables[kind].nr; i++)
			notes_line(notes, kind, i);
	}
	for (i = 0; i < notes->nr_events; i++)
		assert(instance_last_event_find(notes, notes->events[i].note->type) ==
		       &notes->events[i]);
	instance_last_notes_free(notes);
}

/* A whole line of the input, which cannot be text that is longer than the rest. */
static size_t notes_take(struct instance_notes *notes, const u8 *data, size_t size)
{
	unsigned int kind = data[0] & 7;
	size_t bytes = min_t(size_t, data[1] | (data[2] & 3) << 8, size - 3);
	static char line[1100];

	memcpy(line, data + 3, bytes);
	line[bytes] = '\n';
	if (data[2] & 4)
		instance_note_line(notes, kind, line, bytes + 1);
	else if (!notes->at)
		instance_note_add(notes, kind, data[2] >> 3, line, bytes + 1);
	return 3 + bytes;
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct instance_notes notes = { .mem = memory.bytes, .bytes = NOTES_BYTES };
	struct { u16 at; u8 value; } damage[64];
	unsigned int nr = 0;
	size_t used;

	memset(&memory, 0, sizeof(memory));
	for (; size >= 4; data += used, size -= used) {
		used = 4;
		if (data[0] < 0xf0) {
			used = notes_take(&notes, data, size);
			assert(notes.used <= NOTES_BYTES);
		} else if (nr < 64) {
			damage[nr].at = (data[1] | data[2] << 8) % NOTES_BYTES;
			damage[nr++].value = data[3];
		}
	}
	instance_note_end(&notes);
	assert(notes.used <= NOTES_BYTES);
	while (nr--)
		memory.bytes[damage[nr].at] = damage[nr].value;
	notes_walk();
	notes_read();
	return 0;
}
