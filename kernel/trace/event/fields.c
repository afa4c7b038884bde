// SPDX-License-Identifier: GPL-2.0
/*
 * Fields of trace events.
 *
 * Most events have a const table of fields, made by TRACE_EVENT(), which is read in
 * place. Events whose fields are known only at run time add them one by one with
 * trace_define_field(), to a list that follows the table.
 */
#include <linux/export.h>
#include <linux/jhash.h>
#include <linux/list.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "internal.h"

/* A field that trace_define_field() added. */
struct event_field_node {
	struct list_head node;
	struct event_field field;
};

const struct event_field event_common_fields[] = {
	{
		.type = "unsigned short", .name = "common_type",
		.offset = offsetof(struct trace_entry, type),
		.size = sizeof(unsigned short), .is_signed = false,
	},
	{
		.type = "unsigned char", .name = "common_flags",
		.offset = offsetof(struct trace_entry, flags),
		.size = sizeof(unsigned char), .is_signed = false,
	},
	{
		.type = "unsigned char", .name = "common_preempt_count",
		.offset = offsetof(struct trace_entry, preempt_count),
		.size = sizeof(unsigned char), .is_signed = false,
	},
	{
		.type = "int", .name = "common_pid",
		.offset = offsetof(struct trace_entry, pid),
		.size = sizeof(int), .is_signed = true,
	},
	{}
};

#define GENERIC(_type, _name, _filter) {				\
	.type = _type, .name = _name, .filter = _filter,		\
}

const struct event_field event_generic_fields[] = {
	GENERIC("int", "CPU", FILTER_CPU),
	GENERIC("int", "cpu", FILTER_CPU),
	GENERIC("int", "common_cpu", FILTER_CPU),
	GENERIC("char *", "COMM", FILTER_COMM),
	GENERIC("char *", "comm", FILTER_COMM),
	GENERIC("char *", "stacktrace", FILTER_STACKTRACE),
	GENERIC("char *", "STACKTRACE", FILTER_STACKTRACE),
	GENERIC("u64", "cgroup", EVENT_TASK_CGROUP),
	GENERIC("u64", "common_cgroup", EVENT_TASK_CGROUP),
	GENERIC("int", "ns_pid", EVENT_TASK_NS_PID),
	GENERIC("int", "common_ns_pid", EVENT_TASK_NS_PID),
	{}
};

static bool event_field_type_is_string(const char *type)
{
	return strstr(type, "char");
}

/* The FILTER_* kind of a field: as the event declares it, or derived from the type. */
static int event_field_filter(const char *type, int declared)
{
	if (declared != FILTER_OTHER)
		return declared;
	if (strstarts(type, "__data_loc") && event_field_type_is_string(type))
		return FILTER_DYN_STRING;
	if (strstarts(type, "__rel_loc") && event_field_type_is_string(type))
		return FILTER_RDYN_STRING;
	if (strstr(type, "_loc ") && strstr(type, "cpumask_t"))
		return FILTER_CPUMASK;
	if (strchr(type, '[') && event_field_type_is_string(type))
		return FILTER_STATIC_STRING;
	if (!strcmp(type, "char *") || !strcmp(type, "const char *"))
		return FILTER_PTR_STRING;
	return FILTER_OTHER;
}

static struct event_field_node *event_field_new(const char *type, const char *name,
						int offset, int size, int filter_type)
{
	struct event_field_node *new = kzalloc(sizeof(*new), GFP_KERNEL);

	if (!new)
		return NULL;
	new->field.type = type;
	new->field.name = name;
	new->field.offset = offset;
	new->field.size = size;
	new->field.filter = event_field_filter(type, filter_type);
	return new;
}

/**
 * trace_define_field - add a field to an event
 * @call: the event
 * @type: text of the C type; not copied
 * @name: name of the field; not copied
 * @offset: offset in the record, in bytes
 * @size: size in bytes
 * @is_signed: the type is signed
 * @filter_type: one of FILTER_*; FILTER_OTHER to derive it from @type
 *
 * Context: task, may sleep; before the event is added.
 * Return: 0; -EINVAL if the event has no class; -ENOMEM.
 */
int trace_define_field(struct trace_event_call *call, const char *type,
		       const char *name, int offset, int size, int is_signed,
		       int filter_type)
{
	struct event_field_node *new;

	if (WARN_ON(!call->class))
		return -EINVAL;

	new = event_field_new(type, name, offset, size, filter_type);
	if (!new)
		return -ENOMEM;
	new->field.is_signed = is_signed;
	list_add_tail(&new->node, trace_get_fields(call));
	return 0;
}
EXPORT_SYMBOL_GPL(trace_define_field);

/**
 * event_field_append - add a dynamic field to an event that may be in use
 * @call: the event, whose other fields were added by trace_define_field()
 * @type: text of the C type, which begins with "__data_loc"; not copied
 * @name: name of the field; not copied
 * @offset: offset of the 32-bit word in the record, in bytes, behind all other fields
 *
 * All records that are written after the call must have the field, as filters and
 * histograms may use it. Records that are in ring buffers already, or that were found
 * there at boot, may end before it: readers print these without the field.
 *
 * Context: task, may sleep; event_mutex held. Takes event_types_sem.
 * Return: 0 or -ENOMEM.
 */
int event_field_append(struct trace_event_call *call, const char *type, const char *name,
		       int offset)
{
	struct event_field_node *new;

	lockdep_assert_held(&event_mutex);

	new = event_field_new(type, name, offset, sizeof(u32), FILTER_OTHER);
	if (!new)
		return -ENOMEM;
	new->field.late = true;
	event_types_change_begin();
	/* A dump in a crash walks the list without a lock. */
	list_add_tail_rcu(&new->node, trace_get_fields(call));
	event_types_change_end();
	return 0;
}

/**
 * event_print_fmt_replace - give an event that may be in use another print format
 * @call: the event
 * @print_fmt: the text; not copied. The former text has to stay for a grace period
 *
 * Context: task, may sleep; event_mutex held. Takes event_types_sem.
 */
void event_print_fmt_replace(struct trace_event_call *call, const char *print_fmt)
{
	lockdep_assert_held(&event_mutex);

	event_types_change_begin();
	WRITE_ONCE(call->print_fmt, print_fmt);
	event_types_change_end();
}

/**
 * event_fields_free - free the fields that trace_define_field() added
 * @call: the event, which was removed
 *
 * Context: task.
 */
void event_fields_free(struct trace_event_call *call)
{
	struct list_head *head = trace_get_fields(call);
	struct event_field_node *pos, *next;

	/* The list of a class without trace_define_field() may be uninitialized. */
	if (!head->next)
		return;
	list_for_each_entry_safe(pos, next, head, node) {
		list_del(&pos->node);
		kfree(pos);
	}
}

/* Turn @field, the field of the row before @row, into the field of @row. */
static void event_field_from_row(struct event_field *field,
				 const struct trace_event_fields *row)
{
	unsigned int end = field->offset + field->size;

	field->type = row->type;
	field->name = row->name;
	field->offset = row->align ? ALIGN(end, row->align) : end;
	field->size = row->size;
	field->len = row->len;
	field->is_signed = row->is_signed;
	field->filter = event_field_filter(row->type, row->filter_type);
}

static int event_field_rows_each(const struct trace_event_fields *row, event_field_fn fn,
				 void *data)
{
	struct event_field field = { .size = sizeof(struct trace_entry) };
	int ret = 0;

	for (; row->type && !ret; row++) {
		event_field_from_row(&field, row);
		ret = fn(&field, data);
	}
	return ret;
}

/**
 * event_fields_each - call a function for each field of an event
 * @call: the event
 * @fn: the function; a return value other than 0 ends the iteration
 * @data: passed to @fn
 *
 * Fields are passed in the order of definition, without the common ones.
 *
 * Context: any that @fn accepts; the event must stay.
 * Return: 0, or the value other than 0 that @fn returned.
 */
int event_fields_each(struct trace_event_call *call, event_field_fn fn,
		      void *data)
{
	struct list_head *head = trace_get_fields(call);
	struct event_field_node *pos;
	int ret = 0;

	if (call->class->fields_array)
		ret = event_field_rows_each(call->class->fields_array, fn, data);
	if (ret || !head->next)
		return ret;
	list_for_each_entry(pos, head, node) {
		ret = fn(&pos->field, data);
		if (ret)
			break;
	}
	return ret;
}

struct event_field_search {
	const char *name;
	struct event_field *found;
};

static int event_field_matches(const struct event_field *field, void *data)
{
	struct event_field_search *search = data;

	if (strcmp(field->name, search->name))
		return 0;
	*search->found = *field;
	return 1;
}

static bool event_field_find_in(const struct event_field *table,
				struct event_field_search *search)
{
	for (; table->type; table++) {
		if (event_field_matches(table, search))
			return true;
	}
	return false;
}

/* Whether this kernel has the value of a generic field. */
static bool event_field_is_built(const struct event_field *field)
{
	switch (field->filter) {
	case EVENT_TASK_CGROUP:
		return IS_ENABLED(CONFIG_CGROUPS);
	case EVENT_TASK_NS_PID:
		return IS_ENABLED(CONFIG_PID_NS);
	}
	return true;
}

/**
 * event_field_find - find a field by name
 * @call: the event
 * @name: name of the field
 * @field: set to the field
 *
 * The event's own fields are searched first, then generic and common ones.
 *
 * Context: any; the event must stay.
 * Return: true if there is such a field.
 */
bool event_field_find(struct trace_event_call *call, const char *name,
		      struct event_field *field)
{
	struct event_field_search search = { .name = name, .found = field };

	return event_fields_each(call, event_field_matches, &search) ||
	       (event_field_find_in(event_generic_fields, &search) &&
		event_field_is_built(field)) ||
	       event_field_find_in(event_common_fields, &search);
}

static int event_field_hash(const struct event_field *field, void *data)
{
	u32 *hash = data;

	/* The layout of older records does not change with such a field. */
	if (field->late)
		return 0;
	*hash = jhash(field->type, strlen(field->type), *hash);
	*hash = jhash(field->name, strlen(field->name), *hash);
	*hash = jhash_2words(field->offset, field->size, *hash);
	return 0;
}

/**
 * event_hash - compute a hash of the name and the fields of an event
 * @call: the event
 *
 * Identifies an event in a ring buffer that survives a reboot, where its type may
 * belong to another event.
 *
 * Context: any; the event must stay.
 * Return: the hash, never 0.
 */
u32 event_hash(struct trace_event_call *call)
{
	const char *name = trace_event_name(call);
	u32 hash = jhash(name, strlen(name), 0);

	hash = jhash(event_system(call), strlen(event_system(call)), hash);
	event_fields_each(call, event_field_hash, &hash);
	return hash ?: 1;
}

static int event_field_end(const struct event_field *field, void *data)
{
	int *end = data;

	*end = max(*end, field->offset + field->size);
	return 0;
}

/**
 * trace_event_get_offsets - get the size of the fixed part of a record
 * @call: the event
 *
 * Context: task.
 * Return: the offset of the end of the last field, in bytes.
 */
int trace_event_get_offsets(struct trace_event_call *call)
{
	int end = 0;

	event_fields_each(call, event_field_end, &end);
	return end;
}
