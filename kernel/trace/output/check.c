// SPDX-License-Identifier: GPL-2.0
/*
 * Is a record as long as its event says, and does it lead nowhere else?
 *
 * Who prints a record follows its fields without looking: the fixed ones stand
 * where the event has them, words of the kind __data_loc tell where the others
 * are, strings end with a NUL. All of that is true of what this kernel has written
 * for the event that now has the type's number. It need not be true of what is
 * found in memory that outlives the kernel, nor of records of an event that is
 * gone, whose number was given out again.
 *
 * So each record is looked at before anything prints it. What there is to look at
 * is found out once for each event: a shape. Most records are done with after one
 * comparison.
 *
 * A string may end where the record does, with no NUL behind it: such a record is
 * printed from a copy that has one. Records from before the boot always are, with
 * a lot of zeros behind them: their numbers may say that an array has more
 * elements than it has. In the copy the kernel's addresses are those of now.
 */
#include "internal.h"
#include "entry_bytes.h"

/* Behind a copy of a record: one NUL for its last string, and then some. */
#define CHECK_PAD	8

/*
 * The same behind a record from before the boot: more than is read to print as much
 * text as a sequence holds. A long word of an array takes four characters or more.
 */
#define CHECK_PAD_PAST	(4 * TRACE_SEQ_BUFFER_SIZE)

/* Fixed parts of the built-in entries. */
#define ENTRY(_name, _type, ...)					\
	[TRACE_##_type] = ENTRY_BYTES(_name),
static const u16 check_builtin[TRACE_TYPE_BUILTIN_END] = {
	EVENT_ENTRIES
	[TRACE_BLK] = OUTPUT_BLK_BYTES,
};

#undef ENTRY

static bool check_is_word(const struct event_field *field)
{
	return str_has_prefix(field->type, "__data_loc ") ||
	       str_has_prefix(field->type, "__rel_loc ");
}

static bool check_is_relative(const struct event_field *field)
{
	return field->type[2] == 'r';
}

static int check_learn(const struct event_field *field, void *data)
{
	struct output_shape *shape = data;
	unsigned int i;

	shape->least = max_t(unsigned int, shape->least,
			     field->offset + field->size);
	if (!check_is_word(field)) {
		if (strchr(field->type, '[')) {
			shape->look = true;
			shape->array = max(shape->array, field->offset);
		}
		return 0;
	}
	shape->look = true;
	for (i = 0; i < field->size / sizeof(u32); i++) {
		if (shape->nr == OUTPUT_SHAPE_WORDS) {
			shape->more = true;
			break;
		}
		shape->relative |= check_is_relative(field) << shape->nr;
		shape->words[shape->nr++] = field->offset + i * sizeof(u32);
	}
	return 0;
}

/**
 * output_shape_learn - find out what there is to look at in records of a type
 * @shape: where it is put
 * @type: the type
 * @event: who prints them, or NULL
 *
 * Context: as output_line().
 */
void output_shape_learn(struct output_shape *shape, unsigned int type,
			struct trace_event *event)
{
	struct trace_event_call *call = event_call_of(event);

	*shape = (struct output_shape){ .least = sizeof(struct trace_entry) };
	if (type < TRACE_TYPE_BUILTIN_END) {
		shape->least = max(shape->least, check_builtin[type]);
		shape->look = type == TRACE_BLK;
	} else if (call) {
		event_fields_each(call, check_learn, shape);
	}
}

/* Does a word lead to bytes of the record? @start: where the last of them begin. */
static bool check_word(const struct trace_iterator *iter, unsigned int offset,
		       bool relative, unsigned int *start)
{
	u32 word;
	unsigned int from;

	memcpy(&word, (void *)iter->ent + offset, sizeof(word));
	from = word & 0xffff;
	if (relative)
		from += offset + sizeof(word);
	if (from + (word >> 16) > iter->ent_size)
		return false;
	*start = max(*start, from);
	return true;
}

struct check_walk {
	const struct trace_iterator	*iter;
	const char			*bad;
	unsigned int			start;
};

static int check_field(const struct event_field *field, void *data)
{
	struct check_walk *walk = data;
	unsigned int i;

	for (i = 0; check_is_word(field) && i < field->size / sizeof(u32); i++) {
		if (check_word(walk->iter, field->offset + i * sizeof(u32),
			       check_is_relative(field), &walk->start))
			continue;
		walk->bad = field->name;
		return 1;
	}
	return 0;
}

/* The field by field way, of an event with many words. */
static bool check_fields(const struct trace_iterator *iter,
			 struct trace_event_call *call, struct check_walk *walk)
{
	walk->iter = iter;
	return !event_fields_each(call, check_field, walk);
}

static bool check_words(const struct trace_iterator *iter,
			const struct output_event *found, unsigned int *start)
{
	const struct output_shape *shape = &found->shape;
	struct check_walk walk = {};
	unsigned int i;

	for (i = 0; i < shape->nr; i++) {
		if (!check_word(iter, shape->words[i],
				shape->relative >> i & 1, start))
			return false;
	}
	if (likely(!shape->more))
		return true;
	if (!check_fields(iter, event_call_of(found->event), &walk))
		return false;
	*start = max(*start, walk.start);
	return true;
}

/* A NUL at @start or behind it, best as the last byte. */
static bool check_ends(const struct trace_iterator *iter, unsigned int start)
{
	const u8 *rec = (void *)iter->ent;
	unsigned int end = iter->ent_size;

	while (end > start && rec[end - 1])
		end--;
	return end > start;
}

/*
 * Copy @size bytes and @pad zeros behind them; NULL: there is no memory. What
 * stood in the copy before was no longer than @copy->used.
 */
static void *check_copy(struct view *v, struct output_copy *copy, const void *rec,
			unsigned int size, unsigned int pad)
{
	if (size + pad > copy->size) {
		void *mem = v->atomic ? NULL :
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
 * output_last_boot_copy - a record from before the boot, to be read as one of now
 * @v: the reader
 * @copy: where to
 * @rec: the record
 * @size: bytes of it
 *
 * Context: as output_line().
 * Return: the copy, or NULL without memory.
 */
void *output_last_boot_copy(struct view *v, struct output_copy *copy, const void *rec,
			    unsigned int size)
{
	void *mem = check_copy(v, copy, rec, size, CHECK_PAD_PAST);

	if (mem && v->moves)
		output_last_boot_adjust(v, mem, size);
	return mem;
}

/* False: it stays where it is, and is not to be read by who believes it. */
static bool check_past(struct trace_iterator *iter)
{
	struct view *v = output_of(iter);
	void *copy;

	if (iter->ent == v->copy.mem)
		return true;
	copy = output_last_boot_copy(v, &v->copy, iter->ent, iter->ent_size);
	if (!copy)
		return iter->ent->type < TRACE_TYPE_BUILTIN_END &&
		       iter->ent->type != TRACE_BLK;
	iter->ent = copy;
	v->moved = 0;
	return true;
}

/* What blktrace.c prints of a request is as long as the record says. */
static bool check_blk(const struct trace_iterator *iter)
{
	u16 len;

	memcpy(&len, (void *)iter->ent + OUTPUT_BLK_LEN_AT, sizeof(len));
	return OUTPUT_BLK_BYTES + len <= iter->ent_size;
}

/**
 * output_check - may a record be printed that has its fixed part?
 * @iter: the reader, at the record; iter->ent may be a copy of it afterwards
 * @found: its event
 *
 * Context: as output_line().
 * Return: false if not.
 */
bool output_check(struct trace_iterator *iter, const struct output_event *found)
{
	struct view *v = output_of(iter);
	unsigned int start = found->shape.array;
	void *copy;

	if (!check_words(iter, found, &start))
		return false;
	if (iter->ent->type == TRACE_BLK && !check_blk(iter))
		return false;
	if (unlikely(v->past))
		return check_past(iter);
	if (iter->ent->type == TRACE_BLK || check_ends(iter, start) ||
	    iter->ent == v->copy.mem)
		return true;
	copy = check_copy(v, &v->copy, iter->ent, iter->ent_size, CHECK_PAD);
	if (copy)
		iter->ent = copy;
	return copy;
}

/**
 * output_bad - say what is wrong with a record
 * @iter: the reader, at a record that is too short or that output_check() refused
 * @found: its event
 *
 * Context: as output_line().
 */
void output_bad(struct trace_iterator *iter, const struct output_event *found)
{
	struct trace_event_call *call = event_call_of(found->event);
	struct trace_seq *s = &iter->seq;
	struct check_walk walk = {};

	if (call)
		trace_seq_printf(s, "EVENT %s: ", trace_event_name(call));
	else
		trace_seq_printf(s, "TYPE %d: ", iter->ent->type);
	if (iter->ent_size < found->shape.least)
		trace_seq_printf(s, "RECORD TOO SHORT (%d OF %d BYTES)\n",
				 iter->ent_size, found->shape.least);
	else if (call && !check_fields(iter, call, &walk))
		trace_seq_printf(s, "FIELD '%s' LEADS OUT OF THE RECORD\n",
				 walk.bad);
	else
		trace_seq_puts(s, "RECORD CAN'T BE PRINTED\n");
}
