// SPDX-License-Identifier: GPL-2.0
/*
 * Strings that a record does not hold but only points to.
 *
 * A reader may come long after the record. What it then follows has to be still
 * there, as it was: in the record itself, among the kernel's constants, or in the
 * module whose event it is, which does not go while its records are printed. An
 * event that points anywhere else is its author's mistake, and is told as one.
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
	struct module *mod = event_module(call);

	return mod && within_module((unsigned long)str, mod);
}

/* Does the event's text have this field of type char * as it is? */
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

struct pointer_test {
	struct trace_iterator	*iter;
	struct trace_event_call	*call;
	const char		*bad;
};

/* The last field of several that are bad is told. */
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

/* True if there was one, and it was told: no more is to be printed. */
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
