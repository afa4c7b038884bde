// SPDX-License-Identifier: GPL-2.0
/*
 * What a record of a synthetic event looks like, put together from values.
 *
 * In a record each number has a slot of 64 bits, each string with a size one of
 * SYNTH_STR_MAX bytes, and what is as long as it is a word that says where
 * behind all that it stands: offset, and length << 16.
 */
#include <linux/string.h>

#include "synth.h"

/* Bytes that a value takes behind the fixed part. */
static unsigned int tail_size(const struct event_synth_field *field, u64 val)
{
	const unsigned long *stack;
	const char *text;

	switch (field->kind) {
	case EVENT_SYNTH_DYN_STRING:
		text = (const char *)(unsigned long)val;
		return text ? strnlen(text, SYNTH_STR_MAX - 1) + 1 :
			      sizeof(EVENT_NULL_STR);
	case EVENT_SYNTH_STACK:
		stack = (const unsigned long *)(unsigned long)val;
		return min_t(unsigned long, stack ? *stack : 0,
			     SYNTH_STACK_MAX) * sizeof(*stack);
	default:
		return 0;
	}
}

void synth_store_number(void *at, unsigned int size, u64 val)
{
	switch (size) {
	case 1:
		*(u8 *)at = val;
		break;
	case 2:
		*(u16 *)at = val;
		break;
	case 4:
		*(u32 *)at = val;
		break;
	default:
		*(u64 *)at = val;
	}
}

void synth_store_string(char *at, u64 val)
{
	const char *text = (const char *)(unsigned long)val;

	strscpy(at, text ?: EVENT_NULL_STR, SYNTH_STR_MAX);
}

/*
 * The string may be changing (a task's name): what was measured is what is
 * copied, and it ends there.
 */
static void store_tail(void *rec, void *at, const struct event_synth_field *field,
		       u64 val, unsigned int offset, unsigned int len)
{
	const void *from = (const void *)(unsigned long)val;
	char *to = rec + offset;

	*(u32 *)at = offset | len << 16;
	if (field->kind == EVENT_SYNTH_STACK) {
		if (len)
			memcpy(to, from + sizeof(unsigned long), len);
		return;
	}
	memcpy(to, from ?: EVENT_NULL_STR, len);
	to[len - 1] = '\0';
}

void synth_fill(const struct synth_event *se, void *rec, const u64 *vals,
		const unsigned short *tails)
{
	unsigned int i, offset = se->fixed;

	for (i = 0; i < se->nr; i++) {
		const struct event_synth_field *field = &se->fields[i];
		void *at = rec + se->offsets[i];

		switch (field->kind) {
		case EVENT_SYNTH_NUMBER:
			synth_store_number(at, field->size, vals[i]);
			break;
		case EVENT_SYNTH_STRING:
			synth_store_string(at, vals[i]);
			break;
		default:
			store_tail(rec, at, field, vals[i], offset, tails[i]);
			offset += tails[i];
		}
	}
}

/* How long a record of these values is; @tails: what each takes behind the rest. */
unsigned int synth_size(const struct synth_event *se, const u64 *vals,
			unsigned short *tails)
{
	unsigned int i, size = se->fixed;

	for (i = 0; se->dynamic && i < se->nr; i++) {
		tails[i] = tail_size(&se->fields[i], vals[i]);
		size += tails[i];
	}
	return size;
}
