// SPDX-License-Identifier: GPL-2.0
/*
 * The notes of the last boot: what its records refer to.
 *
 * If that boot was of another kernel, numbers of events and addresses in its records have
 * nothing to do with those of this one. An event is taken for one of this kernel if it has
 * the same name, and the same format but for the number: then its records have the same
 * text. A symbol or a string has a name only if the notes have it.
 *
 * In the same kernel only events that are created at run time may have another number.
 */
#include <linux/slab.h>
#include <linux/string.h>

#include "../ring/ring.h"
#include "internal.h"
#include "last_notes.h"

static struct instance_last_notes *last_other_notes(const struct trace_array *tr)
{
	return tr->last_boot ? tr->last_boot->notes : NULL;
}

/**
 * instance_last_boot_notes - read the notes of the last boot
 * @tr: the instance, of which instance_last_boot_create() was called
 * @ring: its ring buffer
 *
 * Context: boot, may sleep.
 * Return: 0 or -ENOMEM.
 */
int instance_last_boot_notes(struct trace_array *tr, struct trace_buffer *ring)
{
	struct instance_last_boot *last = tr->last_boot;
	size_t bytes;
	void *mem = ring_buffer_notes(ring, &bytes);

	if (mem && ring_buffer_has_last_boot(ring)) {
		last->notes = instance_last_notes_read(mem, bytes);
		if (!last->notes)
			return -ENOMEM;
	}
	return 0;
}

/* Find the line of a format that has the number of the event. */
static const char *last_other_id(const char *text, size_t bytes)
{
	return strnstr(text, "\nID: ", bytes);
}

/* Test whether two texts of formats are the same but for the number of the event. */
static bool last_other_is_same(const char *a, size_t a_bytes, const char *b, size_t b_bytes)
{
	const char *a_id = last_other_id(a, a_bytes), *a_rest;
	const char *b_id = last_other_id(b, b_bytes), *b_rest;

	if (!a_id || !b_id || a_id - a != b_id - b || memcmp(a, b, a_id - a))
		return false;
	a_rest = memchr(a_id + 1, '\n', a + a_bytes - a_id - 1);
	b_rest = memchr(b_id + 1, '\n', b + b_bytes - b_id - 1);
	if (!a_rest || !b_rest)
		return false;
	a_bytes -= a_rest - a;
	b_bytes -= b_rest - b;
	return a_bytes == b_bytes && !memcmp(a_rest, b_rest, a_bytes);
}

/* Note which event of the last boot is the same as an event of this kernel. */
static void last_other_match(struct instance_last_notes *notes, struct trace_event_call *call,
			     const char *text, size_t bytes)
{
	unsigned int i;

	for (i = 0; i < notes->nr_events; i++) {
		struct instance_last_event *event = &notes->events[i];

		if (last_other_is_same(event->note->text, event->note->bytes, text, bytes))
			WRITE_ONCE(event->now, call->event.type);
	}
}

/* Test whether there is a format of an event of this name. */
static bool last_other_is_named(const struct instance_last_notes *notes,
				const struct trace_event_call *call)
{
	char start[160];
	unsigned int i;
	size_t len;

	len = scnprintf(start, sizeof(start), "%s\nname: %s\n", event_system(call),
			trace_event_name((struct trace_event_call *)call));
	for (i = 0; i < notes->nr_events; i++) {
		const struct instance_note *note = notes->events[i].note;

		if (note->bytes > len && !memcmp(note->text, start, len))
			return true;
	}
	return false;
}

static void last_other_event_added(struct trace_array *tr, struct trace_event_call *call)
{
	struct instance_last_notes *notes = last_other_notes(tr);
	char *text;

	if (!notes || !last_other_is_named(notes, call))
		return;
	text = kvmalloc(INSTANCE_NOTE_MAX, GFP_KERNEL);
	if (text)
		last_other_match(notes, call, text, instance_format_text(call, text));
	kvfree(text);
}

static int last_other_added(struct trace_event_call *call)
{
	struct trace_array *tr;

	instance_for_each(tr)
		last_other_event_added(tr, call);
	return 0;
}

static void last_other_removing(struct trace_event_call *call)
{
	struct instance_last_notes *notes;
	struct trace_array *tr;
	unsigned int i;

	instance_for_each(tr) {
		notes = last_other_notes(tr);
		for (i = 0; notes && i < notes->nr_events; i++) {
			if (notes->events[i].now == call->event.type)
				WRITE_ONCE(notes->events[i].now, 0);
		}
	}
}

static struct event_listener last_other_listener = {
	.added = last_other_added,
	.removing = last_other_removing,
};

/* The static events were added before. */
static int __init last_other_init(void)
{
	struct trace_event_call *call;

	event_listen(&last_other_listener);
	mutex_lock(&event_mutex);
	list_for_each_entry(call, &event_calls, list)
		last_other_added(call);
	mutex_unlock(&event_mutex);
	return 0;
}
fs_initcall(last_other_init);

/**
 * instance_last_boot_is_other - test whether the last boot was of another kernel
 * @tr: the instance
 *
 * Context: any.
 * Return: true if records of the last boot were written by another build of the kernel.
 */
bool instance_last_boot_is_other(const struct trace_array *tr)
{
	return tr->last_boot && tr->last_boot->other;
}

/**
 * instance_last_boot_type - get the number that an event of the last boot has in this one
 * @tr: the instance
 * @type: number in a record of the last boot
 *
 * If the format of a built-in entry was not stored, it is taken for the same.
 *
 * Context: any.
 * Return: the number, or -1 if there is no such event now, or it has another format.
 */
int instance_last_boot_type(const struct trace_array *tr, unsigned int type)
{
	const struct instance_last_notes *notes = last_other_notes(tr);
	const struct instance_last_event *event;
	unsigned int now;

	event = notes ? instance_last_event_find(notes, type) : NULL;
	if (!event)
		return type < TRACE_TYPE_BUILTIN_END ? type : -1;
	now = READ_ONCE(event->now);
	/* The print functions of built-in entries depend on the number. */
	if ((type < TRACE_TYPE_BUILTIN_END || now < TRACE_TYPE_BUILTIN_END) && now != type)
		return -1;
	return now;
}

/**
 * instance_last_boot_symbol - find the symbol of an address in another kernel
 * @tr: the instance
 * @addr: the address in a record of the last boot
 *
 * Context: any.
 * Return: the symbol whose range has @addr, or NULL if the notes have none.
 */
const struct instance_last_line *instance_last_boot_symbol(const struct trace_array *tr,
							   unsigned long addr)
{
	const struct instance_last_notes *notes = last_other_notes(tr);
	const struct instance_last_line *line;

	line = notes ? instance_last_line_below(notes, INSTANCE_NOTE_SYMBOLS, addr) : NULL;
	return line && addr - line->key < max_t(u64, line->value, 1) ? line : NULL;
}

/**
 * instance_last_boot_string - find a constant string of another kernel
 * @tr: the instance
 * @addr: its address in a record of the last boot
 *
 * Context: any.
 * Return: the string, or NULL if the notes do not have it.
 */
const char *instance_last_boot_string(const struct trace_array *tr, unsigned long addr)
{
	const struct instance_last_notes *notes = last_other_notes(tr);
	const struct instance_last_line *line;

	line = notes ? instance_last_line_at(notes, INSTANCE_NOTE_STRINGS, addr, 0) : NULL;
	return line ? line->text : NULL;
}

/**
 * instance_last_boot_task - find the name of a task of the last boot
 * @tr: the instance
 * @pid: its pid
 * @time: time of a record of it
 * @comm: set to its name at that time
 *
 * Context: any.
 * Return: true; false if the notes do not have it.
 */
bool instance_last_boot_task(const struct trace_array *tr, int pid, u64 time,
			     char comm[TASK_COMM_LEN])
{
	const struct instance_last_notes *notes = last_other_notes(tr);
	const struct instance_last_line *line;
	unsigned int len;

	line = notes && pid > 0 ?
	       instance_last_line_at(notes, INSTANCE_NOTE_TASKS, pid, time) : NULL;
	if (!line)
		return false;
	len = min_t(unsigned int, line->len, TASK_COMM_LEN - 1);
	memset(comm, 0, TASK_COMM_LEN);
	memcpy(comm, line->text, len);
	return true;
}

/**
 * instance_last_boot_note - get the notes of the last boot one after the other
 * @tr: the instance
 * @at: position, 0 for the first note; set to that of the next one
 *
 * Context: any.
 * Return: the note, or NULL if there is no other.
 */
const struct instance_note *instance_last_boot_note(const struct trace_array *tr, size_t *at)
{
	const struct instance_last_notes *notes = last_other_notes(tr);

	return notes ? instance_note_next(notes->mem, notes->bytes, at) : NULL;
}
