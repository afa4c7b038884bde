// SPDX-License-Identifier: GPL-2.0
/*
 * The layout of records of synthetic events, and filling them in from values.
 *
 * Each number has SYNTH_NUMBER_SIZE bytes, each string of fixed size SYNTH_STR_MAX
 * bytes. A field of variable size has a word there, offset | length << 16, that
 * locates its contents after all these.
 */
#include <linux/string.h>

#include "synth.h"

/* Size of a value after the fixed part. */
static unsigned int synth_fill_tail_size(const struct event_synth_field *field, u64 val)
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

/**
 * synth_store_number - store a number
 * @at: where in the record
 * @size: size of the field in bytes
 * @val: the number
 *
 * Context: any.
 */
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

/**
 * synth_store_string - store a string of fixed size
 * @at: where in the record
 * @val: address of the string, or 0
 *
 * Context: any.
 */
void synth_store_string(char *at, u64 val)
{
	const char *text = (const char *)(unsigned long)val;

	strscpy(at, text ?: EVENT_NULL_STR, SYNTH_STR_MAX);
}

/*
 * Store a value of variable size. A string may be changing, like the name of a
 * task: the measured size is copied and terminated.
 */
static void synth_fill_store_tail(void *rec, void *at,
				  const struct event_synth_field *field, u64 val,
				  unsigned int offset, unsigned int len)
{
	const void *from = (const void *)(unsigned long)val;
	char *to = rec + offset;

	/* Readers take a field of 8 bytes for two such words; the second one locates nothing. */
	*(u64 *)at = offset | len << 16;
	if (field->kind == EVENT_SYNTH_STACK) {
		if (len)
			memcpy(to, from + sizeof(unsigned long), len);
		return;
	}
	memcpy(to, from ?: EVENT_NULL_STR, len);
	to[len - 1] = '\0';
}

/**
 * synth_fill - fill in a record after its struct trace_entry
 * @se: the event
 * @rec: the record
 * @vals: a value for each field
 * @tails: from synth_size()
 *
 * Context: any.
 */
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
			synth_fill_store_tail(rec, at, field, vals[i], offset, tails[i]);
			offset += tails[i];
		}
	}
}

/**
 * synth_size - compute the size of a record
 * @se: the event
 * @vals: a value for each field
 * @tails: set to the size of each field after the fixed part
 *
 * Context: any.
 * Return: the size in bytes.
 */
unsigned int synth_size(const struct synth_event *se, const u64 *vals,
			unsigned short *tails)
{
	unsigned int i, size = se->fixed;

	for (i = 0; se->dynamic && i < se->nr; i++) {
		tails[i] = synth_fill_tail_size(&se->fields[i], vals[i]);
		size += tails[i];
	}
	return size;
}
