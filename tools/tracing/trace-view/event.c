// SPDX-License-Identifier: GPL-2.0
/*
 * Events, their fields and symbols: libtraceevent describes them, tables made from its
 * descriptions once per event read the records.
 */
#include "event.h"
#include "hash.h"
#include "user_maps.h"

#include <stdlib.h>
#include <string.h>
#include <traceevent/event-parse.h>

#include "sizes.h"

#define EVENT_PARTS	256	/* common_type has 16 bits: */
#define EVENT_PART	256	/* so many parts of so many events */
#define EVENT_BYTES	65536	/* no record is as long as that */

/* libtraceevent knows where functions begin only: what is farther away is no function. */
#define EVENT_FUNCTION_SIZE	(1024 * 1024)

/**
 * struct event_symbol - what view_symbol() answered for an address
 * @addr: address that was asked for
 * @start: of the function
 * @name: NULL if no function covers the address
 */
struct event_symbol {
	uint64_t addr;
	uint64_t start;
	const char *name;
};

/**
 * struct event_table - what the events of one machine need; view_machine.priv
 * @events: by number, in parts that are made when they are needed; NULL if not looked up yet
 * @symbols: direct mapped cache
 * @type: common_type
 * @flags: common_flags
 * @preempt: common_preempt_count
 * @pid: common_pid
 */
struct event_table {
	struct view_event **events[EVENT_PARTS];
	struct event_symbol *symbols;
	struct view_field type;
	struct view_field flags;
	struct view_field preempt;
	struct view_field pid;
};

/* Stands in the table for events that libtraceevent does not know. */
static struct view_event event_unknown;

/**
 * struct event_kind - an event that timeline.c interprets
 * @system: as in tracefs
 * @name: as in tracefs; one that ends in "*" stands for all that begin with it
 * @kind: what the event is
 * @roles: view_event.roles, in this order. An event without one of them is plain, but
 *	roles[] of one whose name begins with "?" may be NULL
 */
struct event_kind {
	const char *system;
	const char *name;
	enum view_kind kind;
	const char *roles[8];
};

static const struct event_kind event_kinds[] = {
	{ "ftrace", "function", VIEW_KIND_FUNCTION, { "ip", "parent_ip" } },
	{ "ftrace", "funcgraph_entry", VIEW_KIND_GRAPH_ENTRY, { "func", "depth" } },
	/* The times tell only when a function began whose entry is missing. */
	{ "ftrace", "funcgraph_exit", VIEW_KIND_GRAPH_EXIT,
	  { "func", "depth", "?calltime", "?rettime", "?overrun", "?retval" } },
	/* caller is VIEW_TYPE_TAIL: more than the 8 frames of the format; size counts them. */
	{ "ftrace", "kernel_stack", VIEW_KIND_KERNEL_STACK, { "caller", "?size" } },
	/* caller is an array of 8, ended by a frame that is 0. */
	{ "ftrace", "user_stack", VIEW_KIND_USER_STACK, { "caller", "?tgid" } },
	{ "ftrace", "user_mapping", VIEW_KIND_USER_MAPPING,
	  { "tgid", "parent", "start", "size", "offset", "build_id_size", "build_id", "path" } },
	{ "ftrace", "print", VIEW_KIND_PRINT, { "buf", "?ip" } },
	{ "ftrace", "bprint", VIEW_KIND_BPRINT, { "fmt", "buf", "?ip" } },
	{ "ftrace", "bputs", VIEW_KIND_BPUTS, { "str", "?ip" } },
	{ "ftrace", "raw_data", VIEW_KIND_RAW_DATA, { "id", "buf" } },
	{ "sched", "sched_switch", VIEW_KIND_SWITCH,
	  { "prev_pid", "next_pid", "prev_comm", "next_comm", "prev_state", "prev_prio",
	    "next_prio" } },
	{ "sched", "sched_waking", VIEW_KIND_WAKING,
	  { "pid", "comm", "?prio", "?target_cpu" } },
	{ "sched", "sched_wakeup", VIEW_KIND_WAKEUP,
	  { "pid", "comm", "?prio", "?target_cpu" } },
	{ "sched", "sched_wakeup_new", VIEW_KIND_WAKEUP,
	  { "pid", "comm", "?prio", "?target_cpu" } },
	{ "sched", "sched_process_fork", VIEW_KIND_FORK,
	  { "parent_pid", "child_pid", "parent_comm", "child_comm" } },
	{ "sched", "sched_process_exec", VIEW_KIND_EXEC, { "pid", "filename", "?old_pid" } },
	{ "sched", "sched_process_exit", VIEW_KIND_EXIT, { "pid", "comm" } },
	/* Without pid, common_pid is the task that is renamed. */
	{ "task", "task_rename", VIEW_KIND_RENAME, { "newcomm", "?pid", "?oldcomm" } },
	{ "irq", "irq_handler_entry", VIEW_KIND_IRQ_ENTRY, { "irq", "name" } },
	{ "irq", "irq_handler_exit", VIEW_KIND_IRQ_EXIT, { "irq", "?ret" } },
	{ "irq", "softirq_entry", VIEW_KIND_SOFTIRQ_ENTRY, { "vec" } },
	{ "irq", "softirq_exit", VIEW_KIND_SOFTIRQ_EXIT, { "vec" } },
	{ "power", "cpu_idle", VIEW_KIND_CPU_IDLE, { "state", "cpu_id" } },
	{ "power", "cpu_frequency", VIEW_KIND_CPU_FREQUENCY, { "state", "cpu_id" } },
	{ "ftrace", "osnoise", VIEW_KIND_OSNOISE,
	  { "noise", "runtime", "max_sample", "?hw_count", "?nmi_count", "?irq_count",
	    "?softirq_count", "?thread_count" } },
	{ "ftrace", "timerlat", VIEW_KIND_TIMERLAT, { "seqnum", "context", "timer_latency" } },
	/* The call's name is that of the event behind "sys_enter_" or "sys_exit_". */
	{ "syscalls", "sys_enter_*", VIEW_KIND_SYSCALL_ENTER, { "?__syscall_nr" } },
	{ "syscalls", "sys_exit_*", VIEW_KIND_SYSCALL_EXIT, { "ret", "?__syscall_nr" } },
};

/* Integers that hold an address of code, in the kernel's own events. */
static const char *const event_addresses[] = {
	"ip", "parent_ip", "func", "caller", "call_site", "function", "retaddr",
};

static uint16_t event_read_16(const void *from, bool swap)
{
	uint16_t value;

	memcpy(&value, from, sizeof(value));
	return swap ? __builtin_bswap16(value) : value;
}

static uint32_t event_read_32(const void *from, bool swap)
{
	uint32_t value;

	memcpy(&value, from, sizeof(value));
	return swap ? __builtin_bswap32(value) : value;
}

static uint64_t event_read_64(const void *from, bool swap)
{
	uint64_t value;

	memcpy(&value, from, sizeof(value));
	return swap ? __builtin_bswap64(value) : value;
}

static uint64_t event_read(const void *from, unsigned int size, bool is_signed, bool swap)
{
	uint32_t word;
	uint16_t half;

	switch (size) {
	case 1:
		return is_signed ? (uint64_t)*(const int8_t *)from : *(const uint8_t *)from;
	case 2:
		half = event_read_16(from, swap);
		return is_signed ? (uint64_t)(int16_t)half : half;
	case 4:
		word = event_read_32(from, swap);
		return is_signed ? (uint64_t)(int32_t)word : word;
	case 8:
		return event_read_64(from, swap);
	}
	return 0;
}

static bool event_has(const struct view_record *record, const struct view_field *field)
{
	return field->offset <= record->size && field->size <= record->size - field->offset;
}

uint64_t view_field_number(const struct view_record *record, const struct view_field *field)
{
	if (field->type > VIEW_TYPE_POINTER || !event_has(record, field))
		return 0;
	return event_read((const char *)record->data + field->offset, field->size,
			  field->is_signed, record->event->machine->swap);
}

/* The bytes of a __data_loc or __rel_loc field; false if its word is not in the record. */
static bool event_dynamic(const struct view_record *record, const struct view_field *field,
			  unsigned int *offset, unsigned int *len)
{
	uint32_t word;

	if (field->size != sizeof(word) || !event_has(record, field))
		return false;
	word = event_read_32((const char *)record->data + field->offset,
			     record->event->machine->swap);
	*offset = (word & 0xffff) + (field->relative ? field->offset + sizeof(word) : 0);
	*len = word >> 16;
	return true;
}

const void *view_field_bytes(const struct view_record *record, const struct view_field *field,
			     unsigned int *len)
{
	const char *data = record->data;
	unsigned int offset = field->offset, want = field->size;

	*len = 0;
	if (field->type == VIEW_TYPE_DYN_STRING || field->type == VIEW_TYPE_DYN_ARRAY) {
		if (!event_dynamic(record, field, &offset, &want))
			return "";
	} else if (field->type == VIEW_TYPE_TAIL || !want) {
		want = EVENT_BYTES;
	}
	if (offset >= record->size)
		return "";
	if (want > record->size - offset)
		want = record->size - offset;
	if (field->type == VIEW_TYPE_STRING || field->type == VIEW_TYPE_DYN_STRING)
		want = strnlen(data + offset, want);
	else if (field->element)
		want -= want % field->element;
	*len = want;
	return data + offset;
}

const struct view_field *view_event_field(const struct view_event *event, const char *name)
{
	for (unsigned int i = 0; i < event->nr_fields; i++)
		if (!strcmp(event->fields[i].name, name))
			return &event->fields[i];
	return NULL;
}

const char *view_symbol(struct view_machine *machine, uint64_t addr, uint64_t *start)
{
	struct event_table *table = machine->priv;
	struct event_symbol *symbol;

	symbol = &table->symbols[hash_number(addr) & (sizes.symbols - 1)];
	if (symbol->addr != addr) {
		symbol->addr = addr;
		symbol->name = tep_find_function(machine->tep, addr);
		symbol->start = 0;
		if (symbol->name)
			symbol->start = tep_find_function_address(machine->tep, addr);
		if (symbol->start > addr || addr - symbol->start >= EVENT_FUNCTION_SIZE)
			symbol->name = NULL;
	}
	if (start)
		*start = symbol->start;
	return symbol->name;
}

/* Bytes of one element, from the text of its type: for arrays of which no length is known. */
static unsigned int event_element(const struct view_machine *machine, const char *type)
{
	static const struct {
		const char *text;
		unsigned int size;
	} sizes[] = {
		{ "char", 1 }, { "u8", 1 }, { "s8", 1 }, { "int8", 1 }, { "bool", 1 },
		{ "short", 2 }, { "u16", 2 }, { "s16", 2 }, { "int16", 2 },
		{ "long long", 8 }, { "u64", 8 }, { "s64", 8 }, { "int64", 8 },
		{ "u32", 4 }, { "s32", 4 }, { "int", 4 },
	};

	/* Behind "long long", before "int": "long int" is a long. */
	if (strstr(type, "*") || (strstr(type, "long") && !strstr(type, "long long")))
		return machine->long_size;
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
		if (strstr(type, sizes[i].text))
			return sizes[i].size;
	return 1;
}

/* An array of characters; libtraceevent takes one of u8 for a string, too. */
static bool event_is_text(const struct tep_format_field *tep)
{
	return strstr(tep->type, "char") && !strstr(tep->type, "unsigned");
}

static bool event_is_address(const struct view_machine *machine, const struct view_field *field)
{
	if (field->size != 4 && field->size != 8)
		return false;
	if (field->tep->flags & TEP_FIELD_IS_POINTER)
		return true;
	if (field->size != machine->long_size)
		return false;
	for (size_t i = 0; i < sizeof(event_addresses) / sizeof(event_addresses[0]); i++)
		if (!strcmp(field->name, event_addresses[i]))
			return true;
	return false;
}

/* The type of a field that has all but @type and @element. */
static void event_field_type(const struct view_machine *machine, struct view_field *field)
{
	const struct tep_format_field *tep = field->tep;
	bool text = event_is_text(tep);

	field->element = tep->elementsize;
	if (tep->flags & TEP_FIELD_IS_DYNAMIC) {
		field->type = text ? VIEW_TYPE_DYN_STRING : VIEW_TYPE_DYN_ARRAY;
		field->element = text ? 1 : event_element(machine, tep->type);
	} else if (tep->flags & TEP_FIELD_IS_ARRAY && !field->size) {
		/* print's text; that of raw_data, whose id precedes it, is no text. */
		text = text && strcmp(tep->event->name, "raw_data");
		field->type = text ? VIEW_TYPE_STRING : VIEW_TYPE_TAIL;
		field->element = event_element(machine, tep->type);
	} else if (tep->flags & TEP_FIELD_IS_ARRAY) {
		field->type = text ? VIEW_TYPE_STRING : VIEW_TYPE_ARRAY;
		if (!field->element || field->element > field->size)
			field->element = event_element(machine, tep->type);
	} else {
		field->element = field->size;
		field->type = field->is_signed ? VIEW_TYPE_SIGNED : VIEW_TYPE_UNSIGNED;
		if (event_is_address(machine, field))
			field->type = VIEW_TYPE_POINTER;
	}
}

/* Append the fields of a list; those that reach beyond any record are left out. */
static void event_fields(struct view_event *event, const struct tep_format_field *tep,
			 bool common)
{
	for (; tep; tep = tep->next) {
		struct view_field *field = &event->fields[event->nr_fields];

		if (tep->offset < 0 || tep->offset >= EVENT_BYTES || tep->size < 0 ||
		    tep->size > EVENT_BYTES - tep->offset || !tep->name || !tep->type)
			continue;
		field->name = tep->name;
		field->offset = tep->offset;
		field->size = tep->size;
		field->is_signed = tep->flags & TEP_FIELD_IS_SIGNED;
		field->relative = tep->flags & TEP_FIELD_IS_RELATIVE;
		field->common = common;
		field->tep = tep;
		event_field_type(event->machine, field);
		event->nr_fields++;
	}
}

static bool event_named(const struct view_event *event, const struct event_kind *kind)
{
	size_t len = strlen(kind->name);

	if (strcmp(event->system, kind->system))
		return false;
	if (kind->name[len - 1] == '*')
		return !strncmp(event->name, kind->name, len - 1);
	return !strcmp(event->name, kind->name);
}

/* Look the roles of a kind up; true if none is missing. */
static bool event_roles(struct view_event *event, const struct event_kind *kind)
{
	for (unsigned int i = 0; i < 8 && kind->roles[i]; i++) {
		bool optional = kind->roles[i][0] == '?';

		event->roles[i] = view_event_field(event, kind->roles[i] + optional);
		if (!event->roles[i] && !optional)
			return false;
	}
	return true;
}

static void event_set_kind(struct view_event *event)
{
	for (size_t i = 0; i < sizeof(event_kinds) / sizeof(event_kinds[0]); i++) {
		if (!event_named(event, &event_kinds[i]))
			continue;
		if (event_roles(event, &event_kinds[i]))
			event->kind = event_kinds[i].kind;
		else
			memset(event->roles, 0, sizeof(event->roles));
		break;
	}
	if (event->kind == VIEW_KIND_KERNEL_STACK) {
		struct view_field *caller = &event->fields[event->roles[0] - event->fields];

		caller->type = VIEW_TYPE_TAIL;
		caller->size = 0;
	}
}

static struct view_event *event_build(struct view_machine *machine, struct tep_event *tep)
{
	struct view_event *event = calloc(1, sizeof(*event));
	unsigned int nr = 0;

	if (!event)
		return NULL;
	for (struct tep_format_field *field = tep->format.fields; field; field = field->next)
		nr++;
	for (struct tep_format_field *field = tep->format.common_fields; field;
	     field = field->next)
		nr++;
	event->fields = calloc(nr + 1, sizeof(*event->fields));
	if (!event->fields) {
		free(event);
		return NULL;
	}
	event->id = tep->id;
	event->system = tep->system ? tep->system : "";
	event->name = tep->name ? tep->name : "";
	event->tep = tep;
	event->machine = machine;
	event_fields(event, tep->format.fields, false);
	event->nr_own = event->nr_fields;
	event_fields(event, tep->format.common_fields, true);
	event_set_kind(event);
	return event;
}

static struct view_event *event_lookup(struct view_machine *machine, unsigned int id)
{
	struct event_table *table = machine->priv;
	struct view_event ***part = &table->events[id / EVENT_PART];
	struct view_event **event;
	struct tep_event *tep;

	if (!*part)
		*part = calloc(EVENT_PART, sizeof(**part));
	if (!*part)
		return &event_unknown;
	event = &(*part)[id % EVENT_PART];
	if (*event)
		return *event;
	tep = tep_find_event(machine->tep, id);
	if (tep)
		*event = event_build(machine, tep);
	if (!*event)
		*event = &event_unknown;
	return *event;
}

bool event_decode(struct view_machine *machine, struct view_record *record)
{
	struct event_table *table = machine->priv;
	const char *data = record->data;
	struct view_event **part, *event;
	unsigned int id;

	if (!event_has(record, &table->type) || !event_has(record, &table->pid) ||
	    !event_has(record, &table->flags) || !event_has(record, &table->preempt))
		return false;
	id = event_read_16(data + table->type.offset, machine->swap);
	part = table->events[id / EVENT_PART];
	event = part ? part[id % EVENT_PART] : NULL;
	if (!event)
		event = event_lookup(machine, id);
	if (event == &event_unknown)
		return false;
	record->event = event;
	record->pid = event_read_32(data + table->pid.offset, machine->swap);
	record->flags = data[table->flags.offset];
	record->preempt = data[table->preempt.offset];
	return true;
}

/* Use the place that a format names for a common field, if it has the size that is read. */
static void event_common(struct event_table *table, const struct tep_format_field *tep)
{
	struct view_field *const fields[] = {
		&table->type, &table->flags, &table->preempt, &table->pid,
	};

	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
		if (strcmp(fields[i]->name, tep->name))
			continue;
		if (tep->offset >= 0 && tep->offset < EVENT_BYTES &&
		    tep->size == (int)fields[i]->size)
			fields[i]->offset = tep->offset;
	}
}

int event_machine_open(struct view_machine *machine)
{
	struct event_table *table = calloc(1, sizeof(*table));
	struct tep_event *first;

	machine->priv = table;
	if (!table)
		return -1;
	table->symbols = calloc(sizes.symbols, sizeof(*table->symbols));
	if (!table->symbols)
		return -1;
	table->type = (struct view_field){ .name = "common_type", .offset = 0, .size = 2 };
	table->flags = (struct view_field){ .name = "common_flags", .offset = 2, .size = 1 };
	table->preempt = (struct view_field){
		.name = "common_preempt_count", .offset = 3, .size = 1,
	};
	table->pid = (struct view_field){ .name = "common_pid", .offset = 4, .size = 4 };
	first = tep_get_first_event(machine->tep);
	if (!first)
		return 0;
	for (struct tep_format_field *tep = first->format.common_fields; tep; tep = tep->next)
		event_common(table, tep);
	return 0;
}

static void event_free_part(struct view_event **part)
{
	if (!part)
		return;
	for (unsigned int i = 0; i < EVENT_PART; i++) {
		if (!part[i] || part[i] == &event_unknown)
			continue;
		free(part[i]->fields);
		free(part[i]);
	}
	free(part);
}

void event_machine_close(struct view_machine *machine)
{
	struct event_table *table = machine->priv;

	user_maps_close(machine);
	if (!table)
		return;
	for (unsigned int i = 0; i < EVENT_PARTS; i++)
		event_free_part(table->events[i]);
	free(table->symbols);
	free(table);
	machine->priv = NULL;
}
