// SPDX-License-Identifier: GPL-2.0
/*
 * Checks a record before it is printed: its size, and that its dynamic fields are
 * inside the record.
 *
 * A print function reads the fields of a record without checks: fixed fields at
 * their offsets, dynamic fields where their __data_loc words point to, strings up
 * to their NUL. This is safe for a record that this kernel wrote for the event that
 * has the type now. It is not safe for a record in memory that is preserved over a
 * reboot, nor for one of an event that was removed and whose type was assigned to
 * another event.
 *
 * So every record is checked before it is printed. The properties to check against
 * are determined once for each event (struct output_layout). Most records need one
 * comparison only.
 *
 * A string may end at the end of the record without a NUL: such a record is printed
 * from a copy that has one. Records of the previous boot are always copied, with
 * more zeros following them: a number of elements in such a record may be wrong. The
 * kernel addresses in the copy are relocated to those of this boot.
 */
#include "internal.h"
#include "entry_bytes.h"

/* Zero bytes that follow a copy of a record, to terminate its last string. */
#define RECORD_PAD	8

/*
 * Zero bytes that follow a copy of a record of the previous boot: more than are
 * read to print the text that fits into a sequence. An element of an array has at
 * most eight bytes and is printed with at least four characters.
 */
#define RECORD_PAD_LAST_BOOT	(4 * TRACE_SEQ_BUFFER_SIZE)

/* Sizes of the fixed parts of the built-in entries. */
#define ENTRY(_name, _type, ...)					\
	[TRACE_##_type] = ENTRY_BYTES(_name),
static const u16 record_min_sizes[TRACE_TYPE_BUILTIN_END] = {
	EVENT_ENTRIES
	[TRACE_BLK] = OUTPUT_BLK_BYTES,
};

#undef ENTRY

static bool record_check_is_word(const struct event_field *field)
{
	return str_has_prefix(field->type, "__data_loc ") ||
	       str_has_prefix(field->type, "__rel_loc ");
}

static bool record_check_is_relative(const struct event_field *field)
{
	return field->type[2] == 'r';
}

static int record_check_layout_field(const struct event_field *field, void *data)
{
	struct output_layout *layout = data;
	unsigned int i;

	if (!field->late)
		layout->min_size = max_t(unsigned int, layout->min_size,
					 field->offset + field->size);
	if (!record_check_is_word(field)) {
		if (strchr(field->type, '[')) {
			layout->inspect = true;
			layout->array = max(layout->array, field->offset);
		}
		return 0;
	}
	layout->inspect = true;
	for (i = 0; i < field->size / sizeof(u32); i++) {
		if (layout->nr == OUTPUT_LAYOUT_WORDS) {
			layout->more_words = true;
			break;
		}
		layout->relative |= record_check_is_relative(field) << layout->nr;
		layout->words[layout->nr++] = field->offset + i * sizeof(u32);
	}
	return 0;
}

/**
 * output_layout_init - determine the properties of a record type
 * @layout: filled in
 * @type: the type
 * @event: event of that type, or NULL if it is unknown
 *
 * Context: as output_line().
 */
void output_layout_init(struct output_layout *layout, unsigned int type,
			struct trace_event *event)
{
	struct trace_event_call *call = event_call_of(event);

	*layout = (struct output_layout){ .min_size = sizeof(struct trace_entry) };
	if (type < TRACE_TYPE_BUILTIN_END) {
		layout->min_size = max(layout->min_size, record_min_sizes[type]);
		layout->inspect = type == TRACE_BLK;
	} else if (call) {
		event_fields_each(call, record_check_layout_field, layout);
		output_pointer_layout(layout, call);
		/* The last array starts before the last byte. */
		layout->fixed = layout->array && !layout->nr && !layout->more_words &&
				layout->array < layout->min_size;
	}
}

/*
 * Check that a __data_loc or __rel_loc word points to bytes of the record. @start is
 * raised to the offset of these bytes.
 */
static bool record_check_word(const struct trace_iterator *iter, unsigned int offset,
			      bool relative, unsigned int *start)
{
	u32 word;
	unsigned int from;

	/* Only a late field can be missing, see output_layout.min_size. */
	if (offset + sizeof(word) > iter->ent_size)
		return true;
	memcpy(&word, (void *)iter->ent + offset, sizeof(word));
	from = word & 0xffff;
	if (relative)
		from += offset + sizeof(word);
	if (from + (word >> 16) > iter->ent_size)
		return false;
	*start = max(*start, from);
	return true;
}

struct record_walk {
	const struct trace_iterator	*iter;
	const char			*bad;
	unsigned int			start;
};

static int record_check_field(const struct event_field *field, void *data)
{
	struct record_walk *walk = data;
	unsigned int i;

	for (i = 0; record_check_is_word(field) && i < field->size / sizeof(u32); i++) {
		if (record_check_word(walk->iter, field->offset + i * sizeof(u32),
				      record_check_is_relative(field), &walk->start))
			continue;
		walk->bad = field->name;
		return 1;
	}
	return 0;
}

/* Check all fields of an event with more words than output_layout.words has. */
static bool record_check_fields(const struct trace_iterator *iter,
				struct trace_event_call *call, struct record_walk *walk)
{
	walk->iter = iter;
	return !event_fields_each(call, record_check_field, walk);
}

static bool record_check_words(const struct trace_iterator *iter,
			       const struct output_event *found, unsigned int *start)
{
	const struct output_layout *layout = &found->layout;
	struct record_walk walk = {};
	unsigned int i;

	for (i = 0; i < layout->nr; i++) {
		if (!record_check_word(iter, layout->words[i],
				       layout->relative >> i & 1, start))
			return false;
	}
	if (likely(!layout->more_words))
		return true;
	if (!record_check_fields(iter, event_call_of(found->event), &walk))
		return false;
	*start = max(*start, walk.start);
	return true;
}

/* Test whether there is a NUL at @start or later; usually the last byte is one. */
static bool record_check_has_nul(const struct trace_iterator *iter, unsigned int start)
{
	const u8 *rec = (void *)iter->ent;
	unsigned int end = iter->ent_size;

	while (end > start && rec[end - 1])
		end--;
	return end > start;
}

/*
 * Copy @size bytes of @rec, followed by @pad zeros. NULL without memory. The former
 * record in the copy had @copy->used bytes; all others are zero.
 */
static void *record_check_copy(struct output_reader *r, struct output_copy *copy, const void *rec,
			       unsigned int size, unsigned int pad)
{
	if (size + pad > copy->size) {
		void *mem = r->atomic ? NULL :
				kvzalloc(roundup(size + pad, 256), GFP_KERNEL);

		if (!mem)
			return NULL;
		kvfree(copy->mem);
		copy->mem = mem;
		copy->size = roundup(size + pad, 256);
		copy->used = 0;
	}
	memcpy(copy->mem, rec, size);
	if (copy->used > size)
		memset(copy->mem + size, 0, copy->used - size);
	copy->used = size;
	return copy->mem;
}

/**
 * output_last_boot_copy - copy a record of the previous boot and relocate its
 * addresses
 * @r: the reader
 * @copy: buffer of the copy
 * @rec: the record
 * @size: size of the record in bytes
 *
 * Context: as output_line().
 * Return: the copied record, or NULL without memory.
 */
void *output_last_boot_copy(struct output_reader *r, struct output_copy *copy, const void *rec,
			    unsigned int size)
{
	void *mem = record_check_copy(r, copy, rec, size, RECORD_PAD_LAST_BOOT);

	if (mem && r->text_delta)
		output_last_boot_adjust(r, mem, size);
	return mem;
}

/*
 * Without memory for the copy, only built-in entries may be printed from the ring
 * buffer: their print functions do not trust the data of the record.
 */
static bool record_check_copy_last_boot(struct trace_iterator *iter)
{
	struct output_reader *r = output_reader_of(iter);
	void *copy;

	if (iter->ent == r->copy.mem)
		return true;
	copy = output_last_boot_copy(r, &r->copy, iter->ent, iter->ent_size);
	if (!copy)
		return iter->ent->type < TRACE_TYPE_BUILTIN_END &&
		       iter->ent->type != TRACE_BLK;
	iter->ent = copy;
	r->rec_delta = 0;
	return true;
}

/*
 * The record of a block request has the number of bytes that follow its fixed part.
 */
static bool record_check_blk(const struct trace_iterator *iter)
{
	u16 len;

	memcpy(&len, (void *)iter->ent + OUTPUT_BLK_LEN_AT, sizeof(len));
	return OUTPUT_BLK_BYTES + len <= iter->ent_size;
}

/**
 * output_record_check - check a record that has at least output_layout.min_size
 * bytes
 * @iter: the reader, at the record; iter->ent may point to a copy afterwards
 * @found: the event of the record
 *
 * Context: as output_line().
 * Return: true if the record may be printed by the event's print functions.
 */
bool output_record_check(struct trace_iterator *iter, const struct output_event *found)
{
	struct output_reader *r = output_reader_of(iter);
	unsigned int start = found->layout.array;
	void *copy;

	if (!record_check_words(iter, found, &start))
		return false;
	if (iter->ent->type == TRACE_BLK && !record_check_blk(iter))
		return false;
	if (unlikely(r->last_boot))
		return record_check_copy_last_boot(iter);
	if (iter->ent->type == TRACE_BLK || record_check_has_nul(iter, start) ||
	    iter->ent == r->copy.mem)
		return true;
	copy = record_check_copy(r, &r->copy, iter->ent, iter->ent_size, RECORD_PAD);
	if (copy)
		iter->ent = copy;
	return copy;
}

/**
 * output_record_print_bad - print the reason why a record is invalid
 * @iter: the reader, at a record that is too short or that output_record_check()
 *	refused
 * @found: the event of the record
 *
 * Context: as output_line().
 */
void output_record_print_bad(struct trace_iterator *iter, const struct output_event *found)
{
	struct trace_event_call *call = event_call_of(found->event);
	struct trace_seq *s = &iter->seq;
	struct record_walk walk = {};

	if (call)
		trace_seq_printf(s, "EVENT %s: ", trace_event_name(call));
	else
		trace_seq_printf(s, "TYPE %d: ", iter->ent->type);
	if (iter->ent_size < found->layout.min_size)
		trace_seq_printf(s, "RECORD TOO SHORT (%d OF %d BYTES)\n",
				 iter->ent_size, found->layout.min_size);
	else if (call && !record_check_fields(iter, call, &walk))
		trace_seq_printf(s, "FIELD '%s' LEADS OUT OF THE RECORD\n",
				 walk.bad);
	else
		trace_seq_puts(s, "RECORD CAN'T BE PRINTED\n");
}
