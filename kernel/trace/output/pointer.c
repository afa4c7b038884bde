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
	struct trace_iterator *iter = test->iter;
	const char *str;

	if (!pointer_is_printed(test->call, field) ||
	    field->offset + sizeof(str) > iter->ent_size)
		return 0;
	str = *(const char **)((void *)iter->ent + field->offset);
	str = output_text_at(iter, str);
	if (!output_in_rodata(str) && !pointer_in_record(iter, str) &&
	    !pointer_in_module(test->call, str))
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

	event_fields_each(call, pointer_test, &test);
	if (!test.bad)
		return false;
	trace_seq_printf(&iter->seq, "EVENT %s: HAS UNSAFE POINTER FIELD '%s'\n",
			 trace_event_name(call), test.bad);
	return true;
}
