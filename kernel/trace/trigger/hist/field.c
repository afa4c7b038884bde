// SPDX-License-Identifier: GPL-2.0
/*
 * Fields of events as values: how they are loaded from a record.
 */
#include <linux/slab.h>
#include <linux/string.h>

#include "hist.h"

/**
 * hist_value_alloc - allocate a value
 * @op: how the value is computed
 * @name: name of its column
 * @type: C type
 * @size: size in bytes
 *
 * Context: task, may sleep.
 * Return: the value; NULL if out of memory.
 */
struct hist_value *hist_value_alloc(enum hist_op op, const char *name,
				    const char *type, unsigned int size)
{
	struct hist_value *value = kzalloc(sizeof(*value), GFP_KERNEL);

	if (!value)
		return NULL;
	value->op = op;
	value->size = size;
	value->name = kstrdup(name, GFP_KERNEL);
	value->type = kstrdup(type, GFP_KERNEL);
	if (value->name && value->type)
		return value;
	hist_value_free(value);
	return NULL;
}

/**
 * hist_value_free - free a value and its operands
 * @value: the value, NULL or an error pointer
 *
 * Context: task.
 */
void hist_value_free(struct hist_value *value)
{
	if (IS_ERR_OR_NULL(value))
		return;
	hist_value_free(value->a);
	hist_value_free(value->b);
	kfree(value->type);
	kfree(value->name);
	kfree(value->text);
	kfree(value);
}

/**
 * hist_value_has_var - test whether a value depends on variables
 * @value: the value, or NULL
 *
 * A variable is stored in an element, and an element is found by its key; so a key
 * cannot depend on variables.
 *
 * Context: any.
 * Return: true if @value or one of its operands is a variable.
 */
bool hist_value_has_var(const struct hist_value *value)
{
	if (!value)
		return false;
	return value->op == HIST_REF || value->op == HIST_SELF ||
	       hist_value_has_var(value->a) || hist_value_has_var(value->b);
}

static bool hist_field_number_op(struct hist_value *value,
				 const struct event_field *field)
{
	switch (field->size) {
	case 8:
		value->op = HIST_U64;
		return true;
	case 4:
		value->op = field->is_signed ? HIST_S32 : HIST_U32;
		return true;
	case 2:
		value->op = field->is_signed ? HIST_S16 : HIST_U16;
		return true;
	case 1:
		value->op = field->is_signed ? HIST_S8 : HIST_U8;
		return true;
	default:
		return false;
	}
}

/* Set how a field is loaded. Return: false if it cannot be a value. */
static bool hist_field_op(struct hist_value *value, const struct event_field *field)
{
	if (!field->size && field->filter != FILTER_STACKTRACE)
		return false;
	value->offset = field->offset;
	switch (field->filter) {
	case FILTER_STATIC_STRING:
		value->op = HIST_STRING;
		break;
	case FILTER_DYN_STRING:
		value->op = HIST_DYN_STRING;
		break;
	case FILTER_RDYN_STRING:
		value->op = HIST_REL_STRING;
		break;
	case FILTER_STACKTRACE:
		value->op = HIST_DYN_STACK;
		value->show = HIST_SHOW_STACK;
		return true;
	default:
		return hist_field_number_op(value, field);
	}
	value->show = HIST_SHOW_STRING;
	return true;
}

/* Values that are not fields of the record. */
static const struct hist_field_special {
	const char	*name, *type;
	unsigned int	size;
	enum hist_op	op;
	enum hist_show	show;
	bool		timed;
} hist_field_specials[] = {
	{ "hitcount", "u64", sizeof(u64), HIST_COUNT },
	{ "common_timestamp", "u64", sizeof(u64), HIST_TIME, .timed = true },
	{ "common_stacktrace", "unsigned long[]", sizeof(u64), HIST_STACKTRACE,
	  HIST_SHOW_STACK },
	{ "common_comm", "char[16]", TASK_COMM_LEN, HIST_COMM, HIST_SHOW_STRING },
};

/* Return: the value; ERR_PTR(-ENOENT) if @name is none of them; ERR_PTR(-ENOMEM). */
static struct hist_value *hist_field_special(const char *name)
{
	const struct hist_field_special *special;
	struct hist_value *value;
	int i;

	for (i = 0; i < ARRAY_SIZE(hist_field_specials); i++) {
		special = &hist_field_specials[i];
		if (strcmp(name, special->name))
			continue;
		value = hist_value_alloc(special->op, name, special->type, special->size);
		if (!value)
			return ERR_PTR(-ENOMEM);
		value->show = special->show;
		value->timed = special->timed;
		return value;
	}
	return ERR_PTR(-ENOENT);
}

/* A number of the current task. It has one name, whatever name it was found by. */
static struct hist_value *hist_field_task(const struct event_field *field)
{
	struct hist_value *value;

	if (field->filter == EVENT_TASK_CGROUP) {
		value = hist_value_alloc(HIST_CGROUP, "common_cgroup", "u64", sizeof(u64));
		return value ?: ERR_PTR(-ENOMEM);
	}
	value = hist_value_alloc(HIST_NS_PID, "common_ns_pid", "int", sizeof(int));
	if (!value)
		return ERR_PTR(-ENOMEM);
	value->is_signed = true;
	return value;
}

/**
 * hist_field_value - create a value for a field of an event
 * @file: the event file
 * @name: name of the field
 *
 * Context: task, may sleep; event_mutex held.
 * Return: the value; ERR_PTR(-ENOENT) if there is no such field, or if it cannot be
 * a value; ERR_PTR(-ENOMEM).
 */
struct hist_value *hist_field_value(struct trace_event_file *file, const char *name)
{
	struct event_field field;
	struct hist_value *value;

	value = hist_field_special(name);
	if (PTR_ERR_OR_ZERO(value) != -ENOENT)
		return value;
	if (!event_field_find(file->event_call, name, &field))
		return ERR_PTR(-ENOENT);
	if (field.filter == FILTER_CPU && !field.size) {
		value = hist_value_alloc(HIST_CPU, name, "unsigned int",
					 sizeof(unsigned int));
		return value ?: ERR_PTR(-ENOMEM);
	}
	if (field.filter == EVENT_TASK_CGROUP || field.filter == EVENT_TASK_NS_PID)
		return hist_field_task(&field);
	if (field.filter == FILTER_STACKTRACE && !field.size)
		return hist_field_special("common_stacktrace");
	value = hist_value_alloc(HIST_U64, name, field.type, field.size);
	if (!value)
		return ERR_PTR(-ENOMEM);
	value->is_signed = field.is_signed;
	if (hist_field_op(value, &field))
		return value;
	hist_value_free(value);
	return ERR_PTR(-ENOENT);
}
