// SPDX-License-Identifier: GPL-2.0
/*
 * The trace event of a marker, events/markers/NAME.
 *
 * The event belongs to the module of one of the marker's sites: an open file of the
 * event or a counter of perf pins that module, and the event is removed with it. If
 * the marker has sites elsewhere then, it gets a new event.
 */
#include <linux/module.h>
#include <linux/slab.h>

#include "../event/event.h"
#include "internal.h"

/**
 * marker_text_find - find a string in a record
 * @rec: the record
 * @size: size of the record in bytes
 * @loc: value of the string's field: offset, and length << 16
 *
 * A record of a previous boot may be corrupt, so @loc is checked.
 *
 * Context: any.
 * Return: the string, which has its NUL in the record; "(fault)" if @loc is invalid.
 */
const char *marker_text_find(const void *rec, unsigned int size, u32 loc)
{
	unsigned int from = loc & 0xffff, len = loc >> 16;
	const char *text = rec + from;

	return len && from + len <= size && !text[len - 1] ? text : MARKER_FAULT;
}

static void marker_event_print_arg(struct trace_iterator *iter,
				   const struct marker_arg *arg)
{
	const void *from = (void *)iter->ent + arg->offset;

	trace_seq_puts(&iter->seq, arg->lead);
	if (arg->is_string) {
		trace_event_printf(iter, arg->spec,
				   marker_text_find(iter->ent, iter->ent_size,
						    *(u32 *)from));
		return;
	}
	switch (arg->size) {
	case sizeof(u8):
		trace_event_printf(iter, arg->spec, arg->is_signed ?
				   *(s8 *)from : *(u8 *)from);
		break;
	case sizeof(u16):
		trace_event_printf(iter, arg->spec, arg->is_signed ?
				   *(s16 *)from : *(u16 *)from);
		break;
	case sizeof(u32):
		trace_event_printf(iter, arg->spec, *(u32 *)from);
		break;
	default:
		trace_event_printf(iter, arg->spec, *(u64 *)from);
	}
}

static enum print_line_t marker_event_print(struct trace_iterator *iter, int flags,
					    struct trace_event *event)
{
	struct marker_event *me = container_of(event, struct marker_event,
					       call.event);
	const struct marker_schema *schema = me->call.data;
	int ret, i;

	ret = trace_raw_output_prep(iter, event);
	if (ret != TRACE_TYPE_HANDLED)
		return ret;
	for (i = 0; i < schema->nr; i++)
		marker_event_print_arg(iter, &schema->args[i]);
	trace_seq_puts(&iter->seq, schema->tail);
	trace_seq_putc(&iter->seq, '\n');
	return trace_handle_return(&iter->seq);
}

static struct trace_event_functions marker_print_functions = {
	.trace = marker_event_print,
};

static int marker_event_connect(struct marker_entry *entry,
				marker_probe_func *func, void *data)
{
	guard(mutex)(&marker_lock);
	return marker_probe_add(entry, func, data, true);
}

static int marker_event_disconnect(struct marker_entry *entry,
				   marker_probe_func *func, void *data)
{
	struct marker_probe *probe;

	guard(mutex)(&marker_lock);
	probe = marker_probe_find(entry, func, data);
	if (WARN_ON_ONCE(!probe))
		return -ENOENT;
	marker_probe_del(entry, probe);
	return 0;
}

static int marker_event_reg(struct trace_event_call *call, enum trace_reg type,
			    void *data)
{
	struct marker_event *me = container_of(call, struct marker_event, call);
	marker_probe_func *record = marker_record(call->data);

	switch (type) {
	case TRACE_REG_REGISTER:
		return marker_event_connect(me->entry, record, data);
	case TRACE_REG_UNREGISTER:
		return marker_event_disconnect(me->entry, record, data);
#ifdef CONFIG_PERF_EVENTS
	case TRACE_REG_PERF_REGISTER:
		return marker_event_connect(me->entry, marker_record_perf, call);
	case TRACE_REG_PERF_UNREGISTER:
		return marker_event_disconnect(me->entry, marker_record_perf,
					       call);
#endif
	default:
		return 0;
	}
}

static void marker_event_fields(struct marker_event *me,
				const struct marker_schema *schema)
{
	int i;

	for (i = 0; i < schema->nr; i++) {
		const struct marker_arg *arg = &schema->args[i];

		me->fields[i] = (struct trace_event_fields) {
			.type = arg->type,
			.name = arg->name,
			.size = arg->size,
			.align = arg->size,
			.is_signed = arg->is_signed,
		};
	}
}

/*
 * The site whose module the event will belong to. The events of a module that is
 * being unloaded were removed already, so this event would never be removed.
 */
static struct marker *marker_event_owner(struct marker_entry *entry)
{
	struct marker *site;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry(site, &entry->sites, in_entry) {
		if (!site->going)
			return site;
	}
	return NULL;
}

/**
 * marker_event_add - add the trace event of a marker
 * @entry: the marker
 *
 * No event is added if all modules with sites of the marker are being unloaded.
 *
 * Context: task, may sleep; takes event_mutex. The lock of modules with tracepoints
 * is held, marker_lock is not.
 * Return: 0; -ENOMEM; -ENODEV if no type of records is free.
 */
int marker_event_add(struct marker_entry *entry)
{
	struct marker_event *me;
	struct marker *site;
	int ret = 0;

	me = kzalloc(sizeof(*me), GFP_KERNEL);
	if (!me)
		return -ENOMEM;
	marker_event_fields(me, entry->schema);
	INIT_LIST_HEAD(&me->class.fields);
	me->entry = entry;
	me->class.system = "markers";
	me->class.fields_array = me->fields;
	me->class.raw_init = trace_event_raw_init;
	me->class.reg = marker_event_reg;
	me->call.class = &me->class;
	me->call.name = entry->name;
	me->call.event.funcs = &marker_print_functions;
	me->call.print_fmt = entry->schema->print_fmt;
	me->call.data = entry->schema;

	scoped_guard(mutex, &event_mutex) {
		site = marker_event_owner(entry);
		if (site)
			ret = event_call_add(&me->call, site->mod);
	}
	if (ret || !site)
		kfree(me);
	else
		entry->event = me;
	return ret;
}

/**
 * marker_event_forget - free the trace event of a marker
 * @entry: the marker; its event was removed together with the event's module
 *
 * Context: task; lock of modules with tracepoints and marker_lock held.
 */
void marker_event_forget(struct marker_entry *entry)
{
	kfree(entry->event);
	entry->event = NULL;
}
