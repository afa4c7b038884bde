// SPDX-License-Identifier: GPL-2.0
/*
 * The functions of kernel/trace/event that need no kernel: kinds and offsets of fields,
 * types of records, adding and removing events and who is told of it. Prints nothing if
 * all is well.
 */
#include "world.h"
#include "expect.h"
#include "../../../../kernel/trace/event/internal.h"

/* Fields */

static struct trace_event_class kinds_class = {
	.system = "kinds", .fields = LIST_HEAD_INIT(kinds_class.fields),
};

static struct trace_event_call kinds_call = { .class = &kinds_class, .name = "kinds" };

/* What a filter does with a field follows from its type, unless the event says it. */
static void events_kinds(void)
{
	static const struct {
		const char *type;
		int declared, want;
	} rows[] = {
		{ "int", FILTER_OTHER, FILTER_OTHER },
		{ "char", FILTER_OTHER, FILTER_OTHER },
		{ "char[8]", FILTER_OTHER, FILTER_STATIC_STRING },
		{ "unsigned char[8]", FILTER_OTHER, FILTER_STATIC_STRING },
		{ "u8[8]", FILTER_OTHER, FILTER_OTHER },
		{ "__data_loc char[]", FILTER_OTHER, FILTER_DYN_STRING },
		{ "__rel_loc char[]", FILTER_OTHER, FILTER_RDYN_STRING },
		{ "__data_loc u8[]", FILTER_OTHER, FILTER_OTHER },
		{ "__rel_loc u8[]", FILTER_OTHER, FILTER_OTHER },
		{ "__data_loc cpumask_t", FILTER_OTHER, FILTER_CPUMASK },
		{ "__rel_loc cpumask_t", FILTER_OTHER, FILTER_CPUMASK },
		{ "cpumask_t", FILTER_OTHER, FILTER_OTHER },
		{ "__data_loc cpu", FILTER_OTHER, FILTER_OTHER },
		{ "char *", FILTER_OTHER, FILTER_PTR_STRING },
		{ "const char *", FILTER_OTHER, FILTER_PTR_STRING },
		{ "void *", FILTER_OTHER, FILTER_OTHER },
		{ "char **", FILTER_OTHER, FILTER_OTHER },
		{ "unsigned char *", FILTER_OTHER, FILTER_OTHER },
		{ "char[8]", FILTER_COMM, FILTER_COMM },
		{ "int", FILTER_CPU, FILTER_CPU },
	};
	static char names[ARRAY_SIZE(rows)][4];
	struct event_field field = {};
	size_t i;

	expect(!trace_event_get_offsets(&kinds_call));
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		sprintf(names[i], "f%zu", i);
		expect(!trace_define_field(&kinds_call, rows[i].type, names[i], 8 + 4 * i, i + 1,
					   i % 2, rows[i].declared));
	}
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		expect(event_field_find(&kinds_call, names[i], &field));
		if (field.filter != rows[i].want)
			printf("%s: %d instead of %d\n", rows[i].type, field.filter, rows[i].want);
		expect(field.filter == rows[i].want && field.type == rows[i].type);
		expect(field.name == names[i] && field.is_signed == i % 2);
		expect(field.offset == 8 + 4 * i && field.size == i + 1);
	}
	expect(trace_event_get_offsets(&kinds_call) == (int)(8 + 4 * (i - 1) + i));
	host_fail_at(1);
	expect(trace_define_field(&kinds_call, "int", "more", 0, 4, 0, 0) == -ENOMEM);
	host_fail_at(0);
	expect(!event_field_find(&kinds_call, "more", &field));
	event_fields_free(&kinds_call);
}

static const struct trace_event_fields rows_fields[] = {
	{ .type = "u8", .name = "b", .size = 1, .align = 1 },
	{ .type = "u32", .name = "w", .size = 4, .align = 4, .is_signed = 1 },
	{ .type = "char[3]", .name = "text", .size = 3, .align = 1, .len = 3 },
	{ .type = "u64", .name = "q", .size = 8, .align = 8 },
	{ .type = "int", .name = "CPU", .size = 2, .align = 0 },
	{}
};

static struct trace_event_class rows_class = {
	.system = "rows", .fields_array = (void *)rows_fields,
	.fields = LIST_HEAD_INIT(rows_class.fields),
};

static struct trace_event_call rows_call = { .class = &rows_class, .name = "rows" };

static int events_third(const struct event_field *field, void *data)
{
	(*(int *)data)++;
	return *(int *)data == 3 ? 77 : 0;
}

/* The offsets of the fields of a table follow from sizes and alignments. */
static void events_rows(void)
{
	static const struct {
		const char *name;
		int offset, filter;
	} rows[] = {
		{ "b", 8, FILTER_OTHER }, { "w", 12, FILTER_OTHER },
		{ "text", 16, FILTER_STATIC_STRING }, { "q", 24, FILTER_OTHER },
		{ "CPU", 32, FILTER_OTHER },	/* its own field, not the generic one */
		{ "cpu", 0, FILTER_CPU }, { "common_cpu", 0, FILTER_CPU },
		{ "COMM", 0, FILTER_COMM }, { "comm", 0, FILTER_COMM },
		{ "stacktrace", 0, FILTER_STACKTRACE }, { "STACKTRACE", 0, FILTER_STACKTRACE },
		{ "common_type", 0, FILTER_OTHER }, { "common_flags", 2, FILTER_OTHER },
		{ "common_preempt_count", 3, FILTER_OTHER }, { "common_pid", 4, FILTER_OTHER },
	};
	struct event_field field = {};
	int seen = 0;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		expect(event_field_find(&rows_call, rows[i].name, &field));
		expect(field.offset == rows[i].offset && field.filter == rows[i].filter);
	}
	expect(!event_field_find(&rows_call, "common", &field));
	expect(event_field_find(&rows_call, "text", &field) && field.len == 3 && field.size == 3);
	expect(event_field_find(&rows_call, "w", &field) && field.is_signed);
	expect(event_field_find(&rows_call, "b", &field) && !field.is_signed);
	expect(trace_event_get_offsets(&rows_call) == 34);
	expect(event_fields_each(&rows_call, events_third, &seen) == 77 && seen == 3);
	/* Fields that are added follow those of the table. */
	expect(!trace_define_field(&rows_call, "int", "added", 40, 4, 0, FILTER_OTHER));
	seen = -4;
	expect(event_fields_each(&rows_call, events_third, &seen) == 0 && seen == 2);
	seen = -3;
	expect(event_fields_each(&rows_call, events_third, &seen) == 77);
	expect(trace_event_get_offsets(&rows_call) == 44);
	event_fields_free(&rows_call);
	INIT_LIST_HEAD(&rows_class.fields);
	/* The list of a class that adds none may be as it was compiled. */
	rows_class.fields.next = NULL;
	event_fields_free(&rows_call);
	expect(event_field_find(&rows_call, "q", &field));
	INIT_LIST_HEAD(&rows_class.fields);
}

/* The hash depends on the names, and on type, name, offset and size of each field. */
static void events_hash(void)
{
	u32 first = event_hash(&rows_call), hashes[6];
	struct trace_event_fields fields[ARRAY_SIZE(rows_fields)];
	struct trace_event_class class = rows_class;
	struct trace_event_call call = { .class = &class, .name = "rows" };
	size_t i, j;

	memcpy(fields, rows_fields, sizeof(fields));
	class.fields_array = fields;
	INIT_LIST_HEAD(&class.fields);
	expect(first && event_hash(&call) == first);
	call.name = "sowr";
	hashes[0] = event_hash(&call);
	call.name = "rows";
	class.system = "other";
	hashes[1] = event_hash(&call);
	class.system = "rows";
	fields[3].type = "s64";
	hashes[2] = event_hash(&call);
	fields[3].type = "u64";
	fields[3].name = "p";
	hashes[3] = event_hash(&call);
	fields[3].name = "q";
	fields[4].align = 64;
	hashes[4] = event_hash(&call);
	fields[4].align = 0;
	fields[4].size = 4;
	hashes[5] = event_hash(&call);
	for (i = 0; i < ARRAY_SIZE(hashes); i++) {
		expect(hashes[i] != first);
		for (j = 0; j < i; j++)
			expect(hashes[i] != hashes[j]);
	}
}

/* Types of records */

static enum print_line_t events_print(struct trace_iterator *iter, int flags,
				      struct trace_event *event)
{
	return TRACE_TYPE_UNHANDLED;
}

static void events_types(void)
{
	struct trace_event_functions some = { .trace = events_print, .hex = events_print };
	struct trace_event_functions others = { .raw = events_print, .binary = events_print };
	struct trace_event event = { .funcs = &some }, given = { .funcs = &others };
	struct trace_entry ent = { .type = 4711 };
	static struct trace_iterator iter;
	unsigned int epoch = event_types_epoch();
	int before, i;
	int edges[] = { TRACE_EVENT_TYPE_MAX, TRACE_TYPE_BUILTIN_END - 1, 1 };

	event_read_lock();
	event_read_unlock();
	before = register_trace_event(&event);
	expect(before >= TRACE_TYPE_BUILTIN_END && before == event.type);
	expect(event_types_epoch() != epoch);
	expect(event_type_find(before) == &event && !event_call_of(&event));
	expect(!event_call_of(NULL));

	/* Functions that are missing print the type only. */
	expect(some.trace == events_print && some.hex == events_print);
	expect(some.raw && some.raw != events_print && some.binary == some.raw);
	iter.ent = &ent;
	trace_seq_init(&iter.seq);
	expect(some.raw(&iter, 0, &event) == TRACE_TYPE_HANDLED);
	expect(!strcmp(iter.seq.buffer, "type: 4711\n"));

	/* A given type: in use, out of range, at the limits. */
	given.type = before;
	expect(!register_trace_event(&given) && event_type_find(before) == &event);
	given.type = TRACE_EVENT_TYPE_MAX + 1;
	expect(!register_trace_event(&given));
	given.type = -1;
	expect(!register_trace_event(&given));
	for (i = 0; i < (int)ARRAY_SIZE(edges); i++) {
		given.type = edges[i];
		epoch = event_types_epoch();
		expect(register_trace_event(&given) == edges[i]);
		expect(event_types_epoch() != epoch && event_type_find(edges[i]) == &given);
		epoch = event_types_epoch();
		expect(!unregister_trace_event(&given));
		expect(event_types_epoch() != epoch && !event_type_find(edges[i]));
	}
	expect(others.raw == events_print && others.binary == events_print);
	expect(others.trace == some.raw && others.hex == some.raw);

	/* A failed registration changes nothing; nor does removing another's type. */
	given.type = 0;
	epoch = event_types_epoch();
	host_fail_at(1);
	expect(!register_trace_event(&given) && !given.type);
	host_fail_at(0);
	expect(event_types_epoch() == epoch);
	given.type = before;
	unregister_trace_event(&given);
	expect(event_type_find(before) == &event);
	unregister_trace_event(&event);
	expect(!event_type_find(before));
}

static void events_types_fixed(void)
{
	struct trace_event_functions funcs = {};
	struct trace_event_call call = { .class = &rows_class, .event.funcs = &funcs };
	struct trace_event later = { .funcs = &funcs };

	expect(!event_type_is_fixed(TRACE_TYPE_BUILTIN_END));
	expect(event_call_register(&call) == call.event.type && call.event.type);
	expect(event_call_of(&call.event) == &call);
	event_types_boot_done();
	expect(register_trace_event(&later) == call.event.type + 1);
	expect(event_type_is_fixed(1) && event_type_is_fixed(call.event.type));
	expect(!event_type_is_fixed(later.type) && !event_type_is_fixed(later.type + 1));
	unregister_trace_event(&later);
	unregister_trace_event(&call.event);
}

/* Listeners */

static char told[64];
static int added_result;
static struct trace_event_call *busy_call;

static int first_added(struct trace_event_call *call)
{
	strcat(told, "+1");
	return added_result;
}

static int second_added(struct trace_event_call *call)
{
	strcat(told, "+2");
	return 0;
}

static void first_removing(struct trace_event_call *call)
{
	strcat(told, "-1");
}

static void second_removing(struct trace_event_call *call)
{
	strcat(told, "-2");
}

static bool second_busy(struct trace_event_call *call)
{
	return call == busy_call;
}

static int init_result;

static int events_raw_init(struct trace_event_call *call)
{
	if (init_result < 0)
		return init_result;
	return event_call_register(call) ? 0 : -ENODEV;
}

static void events_listeners(void)
{
	static struct event_listener first = { .added = first_added, .removing = first_removing };
	static struct event_listener second = {
		.added = second_added, .removing = second_removing, .busy = second_busy,
	};
	static struct trace_event_functions funcs;
	struct trace_event_class class = {
		.system = "told", .raw_init = events_raw_init,
		.fields = LIST_HEAD_INIT(class.fields),
	};
	struct trace_event_call call = { .class = &class, .name = "event", .event.funcs = &funcs };
	struct module mod = { .name = "mod" };

	event_listen(&first);
	event_listen(&second);
	expect(!trace_add_event_call(&call) && !strcmp(told, "+1+2"));
	mutex_lock(&event_mutex);
	expect(event_call_find("told", "event") == &call);
	expect(!event_call_find("told", "even") && !event_call_find("tolds", "event"));
	mutex_unlock(&event_mutex);
	expect(event_type_find(call.event.type) == &call.event && !event_list_module(&call));
	busy_call = &call;
	expect(trace_remove_event_call(&call) == -EBUSY && !strcmp(told, "+1+2"));
	busy_call = NULL;
	/* Later listeners use what earlier ones keep: they are told first. */
	expect(!trace_remove_event_call(&call) && !strcmp(told, "+1+2-2-1"));
	expect(!event_type_find(call.event.type));

	/* One that fails undoes all. */
	*told = '\0';
	added_result = -ENOSPC;
	call.event.type = 0;
	expect(trace_add_event_call(&call) == -ENOSPC && !strcmp(told, "+1-2-1"));
	expect(call.event.type && !event_type_find(call.event.type));
	added_result = 0;
	*told = '\0';
	init_result = -EILSEQ;
	expect(trace_add_event_call(&call) == -EILSEQ && !*told);
	init_result = 0;

	/* The event of a module, and one that is dynamic. */
	call.event.type = 0;
	mutex_lock(&event_mutex);
	expect(!event_call_add(&call, &mod) && event_list_module(&call) == &mod);
	mutex_unlock(&event_mutex);
	expect(!trace_event_dyn_busy(&call));
	expect(!trace_remove_event_call(&call));
	call.event.type = 0;
	call.module = NULL;
	call.flags = TRACE_EVENT_FL_DYNAMIC;
	expect(!trace_add_event_call(&call) && !event_list_module(&call));
	mutex_lock(&event_mutex);
	expect(!trace_event_dyn_busy(&call) && trace_event_dyn_try_get_ref(&call));
	expect(trace_event_dyn_try_get_ref(&call));
	trace_event_dyn_put_ref(&call);
	expect(trace_event_dyn_busy(&call));
	mutex_unlock(&event_mutex);
	expect(trace_remove_event_call(&call) == -EBUSY);
	trace_event_dyn_put_ref(&call);
	expect(!trace_event_dyn_busy(&call) && !trace_remove_event_call(&call));
	mutex_lock(&event_mutex);
	expect(!trace_event_dyn_try_get_ref(&call) && !trace_event_dyn_busy(&call));
	mutex_unlock(&event_mutex);
	list_del(&second.node);
	list_del(&first.node);
}

static int events_reg(struct trace_event_call *call, enum trace_reg type, void *data)
{
	return 0;
}

/* Events that can be enabled have a function for it, and are not built-in entries. */
static void events_enable(void)
{
	struct trace_event_class class = { .system = "enable" };
	struct trace_event_call call = { .class = &class };

	expect(!event_can_enable(&call));
	call.flags = TRACE_EVENT_FL_IGNORE_ENABLE;
	expect(!event_can_enable(&call));
	class.reg = events_reg;
	expect(!event_can_enable(&call));
	call.flags = 0;
	expect(event_can_enable(&call));
}

/* Users of the records of all events, and watches */

static int updates, watches;

static void events_output_update(void)
{
	updates++;
}

static int events_watch_begin(struct event_watch *watch)
{
	watches++;
	return -EXDEV;
}

static void events_watch_end(struct event_watch *watch)
{
	watches += 100;
}

static bool events_wanted(void)
{
	guard(mutex)(&event_mutex);
	return event_output_wanted();
}

static void events_ops(void)
{
	struct event_instance_ops ops = { .output_update = events_output_update };
	struct event_watch_ops watch = {
		.begin = events_watch_begin, .end = events_watch_end,
	};
	struct event_watch one = {};

	event_instance_ops_register(&ops);
	expect(!events_wanted());
	event_output_get();
	expect(events_wanted() && updates == 1);
	event_output_get();
	event_output_put();
	expect(events_wanted() && updates == 3);
	event_output_put();
	expect(!events_wanted() && updates == 4);

	event_watch_ops_register(&watch);
	mutex_lock(&event_mutex);
	expect(event_watch_begin(&one) == -EXDEV && watches == 1);
	event_watch_end(&one);
	expect(watches == 101);
	mutex_unlock(&event_mutex);
	watch = (struct event_watch_ops){};
	event_watch_ops_register(&watch);
	mutex_lock(&event_mutex);
	expect(event_watch_begin(&one) == -EOPNOTSUPP && watches == 101);
	mutex_unlock(&event_mutex);
}

int main(void)
{
	long allocs = host_allocs;

	events_kinds();
	events_rows();
	events_hash();
	events_types_fixed();
	events_types();
	events_listeners();
	events_enable();
	events_ops();
	expect(host_allocs == allocs);
	return expect_failed;
}
