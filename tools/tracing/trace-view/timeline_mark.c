// SPDX-License-Identifier: GPL-2.0
/*
 * Marks: what programs write to trace_marker, and the kernel with trace_printk(), in the
 * form that Android's tools made common: "B|pid|name", "E|pid", "C|pid|name|value".
 */
#include "timeline_priv.h"
#include "hash.h"

#include <stdlib.h>
#include <string.h>
#include <traceevent/event-parse.h>
#include <traceevent/trace-seq.h>

/* Does a text look like a mark that has a meaning here? */
static bool mark_is(const char *text, unsigned int len)
{
	if (!len)
		return false;
	if (text[0] == 'E')
		return len == 1 || text[1] == '|';
	return (text[0] == 'B' || text[0] == 'C') && len > 1 && text[1] == '|';
}

/* The text behind the pid, or NULL. */
static const char *mark_rest(const char *text, unsigned int *len)
{
	const char *bar = *len > 2 ? memchr(text + 2, '|', *len - 2) : NULL;

	if (!bar)
		return NULL;
	*len -= bar + 1 - text;
	return bar + 1;
}

/* A decimal number that fills all bytes; false if there is none. */
static bool mark_number(const char *text, unsigned int len, int64_t *value)
{
	char copy[24], *end;

	if (!len || len >= sizeof(copy))
		return false;
	memcpy(copy, text, len);
	copy[len] = '\0';
	*value = strtoll(copy, &end, 10);
	return end == copy + len;
}

static bool mark_counter(struct timeline *tl, struct timeline_state *state,
			 const struct view_record *record, const char *text, unsigned int len)
{
	const char *name = mark_rest(text, &len);
	const char *bar = name ? memrchr(name, '|', len) : NULL;
	int64_t value;

	if (!bar || !mark_number(bar + 1, name + len - bar - 1, &value))
		return false;
	if (tl->ops->counter)
		tl->ops->counter(tl->priv, record, &state->task, name, bar - name, value);
	return true;
}

/*
 * A program's mark is recorded within its write(): it begins, and ends, when the program
 * goes on, or else system calls and functions would overlap with it.
 */
static bool mark_by_program(const struct timeline *tl, const struct view_record *record)
{
	const struct view_field *ip = record->event->roles[1];
	const char *name;

	if (record->event->kind != VIEW_KIND_PRINT)
		return false;
	name = ip ? view_symbol(tl->machine->machine, view_field_number(record, ip), NULL) : NULL;
	return !name || strstr(name, "mark");
}

static bool mark_begin(struct timeline *tl, struct timeline_state *state,
		       const struct view_record *record, const char *text, unsigned int len)
{
	struct timeline_frame frame = { .what = TIMELINE_MARK, .buffer = record->buffer->nr };
	const char *name = mark_rest(text, &len);

	if (!name)
		return false;
	if (!mark_by_program(tl, record))
		return timeline_push(tl, state, &frame, name, len, false);
	timeline_wait(tl, state, TIMELINE_WAIT_MARK, 0, frame.buffer, name, len);
	timeline_settle(tl, state);
	return true;
}

static bool mark_end(struct timeline *tl, struct timeline_state *state,
		     const struct view_record *record)
{
	if (!state->stack || state->stack->marks <= 0)
		return false;
	timeline_wait(tl, state, TIMELINE_WAIT_MARK_END, 0, record->buffer->nr, "", 0);
	timeline_settle(tl, state);
	return true;
}

static bool mark_text(struct timeline *tl, struct timeline_state *state,
		      const struct view_record *record, const char *text, unsigned int len)
{
	while (len && (text[len - 1] == '\n' || !text[len - 1]))
		len--;
	if (!mark_is(text, len))
		return false;
	switch (text[0]) {
	case 'B':
		return mark_begin(tl, state, record, text, len);
	case 'C':
		return mark_counter(tl, state, record, text, len);
	default:
		return mark_end(tl, state, record);
	}
}

/* The text of a record whose format is in the kernel: libtraceevent knows it. */
static bool mark_formatted(struct timeline *tl, struct timeline_state *state,
			   const struct view_record *record, struct timeline_format *format)
{
	struct tep_record tep = {
		.ts = record->ts,
		.size = record->size,
		.data = (void *)record->data,
		.cpu = record->cpu,
	};
	const char *text;
	struct trace_seq seq;
	bool taken = false;

	trace_seq_init(&seq);
	tep_print_event(record->event->machine->tep, &seq, &tep, "%s", TEP_PRINT_INFO);
	trace_seq_terminate(&seq);
	if (seq.buffer && seq.state == TRACE_SEQ__GOOD) {
		text = strstr(seq.buffer, ": ");
		text = text ? text + 2 : seq.buffer;
		format->mark = mark_is(text, strlen(text));
		taken = mark_text(tl, state, record, text, strlen(text));
	}
	trace_seq_destroy(&seq);
	return taken;
}

bool timeline_mark(struct timeline *tl, struct timeline_state *state,
		   const struct view_record *record)
{
	unsigned int nr = record->event->machine->nr, len;
	struct timeline_format *format;
	const char *text;
	uint64_t addr;

	if (record->event->kind == VIEW_KIND_PRINT) {
		text = view_field_bytes(record, record->event->roles[0], &len);
		return mark_text(tl, state, record, text, len);
	}
	/* A text is made only of formats whose first text was a mark. */
	addr = view_field_number(record, record->event->roles[0]);
	format = &tl->formats[hash_number(addr) % TIMELINE_FORMATS];
	if (format->known && format->addr == addr && format->machine == nr && !format->mark)
		return false;
	format->known = true;
	format->addr = addr;
	format->machine = nr;
	format->mark = false;
	return mark_formatted(tl, state, record, format);
}
