// SPDX-License-Identifier: GPL-2.0
/*
 * The file inject of an event: a write records the event as if it had happened, also if it
 * is disabled. It serves to test what depends on events: filters, triggers, histograms, and
 * tools.
 *
 *	FIELD=VALUE [FIELD=VALUE]...
 *
 * A value is a number, or a string in single or double quotes. All other fields are 0, or
 * an empty string.
 */
#include <linux/ctype.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../event/event.h"
#include "inject.h"

/* What a record has in place of the address of a string, which users cannot provide. */
static const char inject_pointer_text[] = "STATIC STRING CAN NOT BE MODIFIED";

/**
 * struct inject - a record that is put together
 * @call: the event
 * @rec: the record
 * @size: space for it in bytes
 * @used: bytes in use; strings of variable length are appended
 */
struct inject {
	struct trace_event_call	*call;
	void			*rec;
	unsigned int		size;
	unsigned int		used;
};

/* Append a string, which the field refers to by its offset and length. */
static int inject_append(struct inject *in, const struct event_field *field, const char *text)
{
	unsigned int at = in->used, len = strlen(text) + 1;
	u32 *loc = in->rec + field->offset;

	if (len > in->size - at)
		return -E2BIG;
	memcpy(in->rec + at, text, len);
	in->used += len;
	if (field->filter == FILTER_RDYN_STRING)
		at -= field->offset + field->size;
	*loc = len << 16 | at;
	return 0;
}

static int inject_string(struct inject *in, const struct event_field *field, const char *text)
{
	switch (field->filter) {
	case FILTER_DYN_STRING:
	case FILTER_RDYN_STRING:
		return inject_append(in, field, text);
	case FILTER_STATIC_STRING:
		strscpy(in->rec + field->offset, text, field->size);
		return 0;
	case FILTER_PTR_STRING:
		return 0;
	}
	return -EINVAL;
}

static int inject_number(struct inject *in, const struct event_field *field, u64 number)
{
	void *at = in->rec + field->offset;

	/* A number would be taken for the offset of other data of the record. */
	if (strstarts(field->type, "__data_loc ") || strstarts(field->type, "__rel_loc "))
		return -EINVAL;
	switch (field->size) {
	case sizeof(u8):
		*(u8 *)at = number;
		return 0;
	case sizeof(u16):
		*(u16 *)at = number;
		return 0;
	case sizeof(u32):
		*(u32 *)at = number;
		return 0;
	case sizeof(u64):
		*(u64 *)at = number;
		return 0;
	}
	return -EINVAL;
}

/*
 * Cut a string in quotes out of *@text, which is advanced; NULL if it has no end. A quote
 * after a backslash is a part of the string, and so is the backslash.
 */
static char *inject_cut_string(char **text)
{
	char quote = **text, *start = *text + 1, *end;

	for (end = start; *end && *end != quote; end++) {
		if (*end == '\\' && end[1])
			end++;
	}
	if (!*end)
		return NULL;
	*end = '\0';
	*text = end + 1;
	return start;
}

static int inject_value(struct inject *in, const struct event_field *field, char **text)
{
	char *word;
	u64 number;
	int ret;

	if (**text == '"' || **text == '\'') {
		word = inject_cut_string(text);
		return word ? inject_string(in, field, word) : -EINVAL;
	}
	word = *text;
	*text += strcspn(word, " \t\n");
	if (**text)
		*(*text)++ = '\0';
	if (field->is_signed)
		ret = kstrtoll(word, 0, (s64 *)&number);
	else
		ret = kstrtoull(word, 0, &number);
	return ret ?: inject_number(in, field, number);
}

/* Execute one FIELD=VALUE. The common fields are those of the writer in any case. */
static int inject_assign(struct inject *in, char **text)
{
	char *name = *text, *end = name, *value;
	struct event_field field;
	bool is_assigned;

	while (isalnum(*end) || *end == '_')
		end++;
	value = skip_spaces(end);
	is_assigned = *value == '=';
	if (end == name)
		return -EINVAL;
	*text = skip_spaces(value + is_assigned);
	*end = '\0';
	if (!event_field_find(in->call, name, &field))
		return -ENOENT;
	if (!is_assigned)
		return -EINVAL;
	/* Generic fields, such as COMM, are not in the record. */
	return field.size ? inject_value(in, &field, text) : -EINVAL;
}

static int inject_field_end(const struct event_field *field, void *data)
{
	struct inject *in = data;

	in->used = max_t(unsigned int, in->used, field->offset + field->size);
	return 0;
}

/* Strings must not refer to what is no string. */
static int inject_field_default(const struct event_field *field, void *data)
{
	struct inject *in = data;

	switch (field->filter) {
	case FILTER_DYN_STRING:
	case FILTER_RDYN_STRING:
		return inject_append(in, field, "");
	case FILTER_PTR_STRING:
		*(const char **)(in->rec + field->offset) = inject_pointer_text;
		break;
	}
	return 0;
}

static int inject_fill(struct inject *in, char *text)
{
	int ret;

	in->used = sizeof(struct trace_entry);
	event_fields_each(in->call, inject_field_end, in);
	ret = event_fields_each(in->call, inject_field_default, in);
	while (!ret && *(text = skip_spaces(text)))
		ret = inject_assign(in, &text);
	return ret;
}

static int inject_write(struct trace_event_file *file, const struct inject *in)
{
	const unsigned int head = sizeof(struct trace_entry);
	struct trace_event_buffer fbuffer;
	void *rec;

	rec = trace_event_buffer_reserve(&fbuffer, file, in->used);
	if (rec) {
		memcpy(rec + head, in->rec + head, in->used - head);
		trace_event_buffer_commit(&fbuffer);
	}
	return 0;
}

/**
 * tracing_inject - record an event with given fields
 * @file: the event file
 * @text: the fields; modified
 *
 * Context: task, may sleep; event_mutex held.
 * Return: 0, also if nothing is recorded because recording is off or a filter rejects the
 * record; -EINVAL if @text is invalid; -ENOENT if there is no such field; -E2BIG if the
 * record is too long; -ERANGE if a number is too large; -ENOMEM.
 */
int tracing_inject(struct trace_event_file *file, char *text)
{
	struct inject in = { .call = file->event_call, .size = PAGE_SIZE / 2 };
	int ret;

	in.rec = kzalloc(in.size, GFP_KERNEL);
	if (!in.rec)
		return -ENOMEM;
	ret = inject_fill(&in, text);
	if (!ret)
		ret = inject_write(file, &in);
	kfree(in.rec);
	return ret;
}
