// SPDX-License-Identifier: GPL-2.0
/*
 * Checks pointers to strings in a record.
 *
 * A record may be read long after it was written. A string that it points to must
 * still exist: in the record itself, in the read-only data of the kernel image, or
 * in the module of the event, which is not unloaded while its records are printed.
 * A pointer to any other memory is a bug of the event, which is reported in the
 * line.
 */
#include <linux/ctype.h>
#include <linux/module.h>

#include "internal.h"

static bool pointer_in_record(const struct trace_iterator *iter, const void *str)
{
	return str >= (void *)iter->ent &&
	       str < (void *)iter->ent + iter->ent_size;
}

static bool pointer_in_module(const struct trace_event_call *call,
			      const void *str)
{
	struct module *mod = event_list_module(call);

	return mod && within_module((unsigned long)str, mod);
}

/* Test whether the print format uses this field of type char * directly. */
static bool pointer_is_printed(const struct trace_event_call *call,
			       const struct event_field *field)
{
	const char *at = call->print_fmt;
	size_t len = strlen(field->name);

	if (field->filter != FILTER_PTR_STRING)
		return false;
	while ((at = strstr(at, "REC->"))) {
		at += strlen("REC->");
		if (!strncmp(at, field->name, len) && at[len] != '_' &&
		    !isalnum(at[len]))
			return true;
	}
	return false;
}

/* Test a pointer at @offset, unless the record is too short to have it. */
static bool pointer_is_good(struct trace_iterator *iter, const struct trace_event_call *call,
			    int offset)
{
	const char *str;

	if (offset + (int)sizeof(str) > iter->ent_size)
		return true;
	str = *(const char **)((void *)iter->ent + offset);
	str = output_text_at(iter, str);
	if (output_is_other(output_reader_of(iter)))
		return str;
	return output_in_rodata(str) || pointer_in_record(iter, str) ||
	       pointer_in_module(call, str);
}

/**
 * struct pointer_layout - arguments of pointer_layout_field()
 * @layout: filled in
 * @call: the event
 */
struct pointer_layout {
	struct output_layout	*layout;
	struct trace_event_call	*call;
};

static int pointer_layout_field(const struct event_field *field, void *data)
{
	struct pointer_layout *find = data;
	struct output_layout *layout = find->layout;

	if (!pointer_is_printed(find->call, field))
		return 0;
	if (layout->nr_pointers < OUTPUT_LAYOUT_POINTERS)
		layout->pointers[layout->nr_pointers] = field->offset;
	return layout->nr_pointers++ == OUTPUT_LAYOUT_POINTERS;
}

/**
 * output_pointer_layout - find the pointers to strings that an event's print format follows
 * @layout: gets their offsets
 * @call: the event
 *
 * Context: as output_line().
 */
void output_pointer_layout(struct output_layout *layout, struct trace_event_call *call)
{
	struct pointer_layout find = { .layout = layout, .call = call };

	if (call->flags & TRACE_EVENT_FL_TEST_STR)
		event_fields_each(call, pointer_layout_field, &find);
}

/* Whether all pointers to strings are known, and those of the current record good. */
static bool pointer_all_good(struct trace_iterator *iter, const struct trace_event_call *call)
{
	const struct output_event *found = output_reader_of(iter)->found;
	unsigned int i;

	if (!found || found->event != &call->event ||
	    found->layout.nr_pointers > OUTPUT_LAYOUT_POINTERS)
		return false;
	for (i = 0; i < found->layout.nr_pointers; i++) {
		if (!pointer_is_good(iter, call, found->layout.pointers[i]))
			return false;
	}
	return true;
}

/**
 * struct pointer_test - arguments and result of pointer_test()
 * @iter: the reader
 * @call: event of the current record
 * @bad: name of the last field with a bad pointer, or NULL
 */
struct pointer_test {
	struct trace_iterator	*iter;
	struct trace_event_call	*call;
	const char		*bad;
};

/* If several fields are bad the last one is reported. */
static int pointer_test(const struct event_field *field, void *data)
{
	struct pointer_test *test = data;

	if (pointer_is_printed(test->call, field) &&
	    !pointer_is_good(test->iter, test->call, field->offset))
		test->bad = field->name;
	return 0;
}

/**
 * output_pointer_bad - check the pointers to strings in the current record
 * @iter: the reader
 * @call: event of the record
 *
 * Context: as output_line().
 * Return: true if a pointer is bad. This was printed, and the record must not be.
 */
bool output_pointer_bad(struct trace_iterator *iter, struct trace_event_call *call)
{
	struct pointer_test test = { .iter = iter, .call = call };

	if (likely(pointer_all_good(iter, call)))
		return false;
	event_fields_each(call, pointer_test, &test);
	if (!test.bad)
		return false;
	trace_seq_printf(&iter->seq, "EVENT %s: HAS UNSAFE POINTER FIELD '%s'\n",
			 trace_event_name(call), test.bad);
	return true;
}
