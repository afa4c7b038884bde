// SPDX-License-Identifier: GPL-2.0
/*
 * adding and removing events: at boot, of modules, dynamic ones, with tracepoints
 */
#include "world.h"
#include "../command/expect.h"

static enum print_line_t calls_print(struct trace_iterator *iter, int flags,
				     struct trace_event *event)
{
	return TRACE_TYPE_HANDLED;
}

static struct trace_event_functions calls_funcs = { .trace = calls_print };

static struct trace_event_call *calls_find(const char *system, const char *name)
{
	struct trace_event_call *call;

	mutex_lock(&event_mutex);
	call = event_call_find(system, name);
	mutex_unlock(&event_mutex);
	return call;
}

/* The built-in entries come first, and have the types of entries.h. */
static void calls_builtin(void)
{
	static const struct {
		const char *name;
		int type, offset, size;
		const char *field, *type_text;
		bool is_signed;
	} rows[] = {
		{ "function", 1, 16, 8, "parent_ip", "unsigned long", false },
		{ "funcgraph_entry", 11, 16, 4, "depth", "int", true },
		{ "context_switch", 2, 23, 1, "next_state", "unsigned char", false },
		{ "kernel_stack", 4, 16, 64, "caller", "unsigned long[]", false },
		{ "user_stack", 12, 16, 64, "caller", "unsigned long[8]", false },
		{ "bprint", 6, 16, 8, "fmt", "const char *", false },
		{ "print", 5, 16, 0, "buf", "char[]", true },
		{ "branch", 9, 12, 31, "func", "char[31]", true },
		{ "hwlat", 15, 32, 8, "tv_sec", "s64", true },
		{ "timerlat", 17, 16, 8, "timer_latency", "u64", false },
	};
	struct trace_event_call *call;
	struct event_field field;
	unsigned int nr = 0;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		call = calls_find("ftrace", rows[i].name);
		expect(call && call->event.type == rows[i].type);
		expect(call->flags == TRACE_EVENT_FL_IGNORE_ENABLE && !event_can_enable(call));
		expect(event_field_find(call, rows[i].field, &field));
		expect(field.offset == rows[i].offset && field.size == rows[i].size);
		expect(!strcmp(field.type, rows[i].type_text));
		expect(field.is_signed == rows[i].is_signed);
		expect(call->print_fmt && *call->print_fmt == '"');
	}
	list_for_each_entry(call, &event_calls, list) {
		if (strcmp(event_system(call), "ftrace"))
			break;
		nr++;
		expect(!!call->class->reg ==
		       (call->event.type == TRACE_PRINT || call->event.type == TRACE_FN));
	}
	expect(nr == 19 && call == &world_calls[0]);
	expect(list_entry(call->list.next, typeof(*call), list) == &world_calls[1]);
	expect(list_entry(event_calls.prev, typeof(*call), list) == &world_calls[1]);

	call = calls_find("ftrace", "function");
	expect(call->class->reg(call, TRACE_REG_PERF_REGISTER, NULL) == -EOPNOTSUPP);
	expect(!call->class->reg(call, TRACE_REG_REGISTER, NULL));
	expect(!call->class->reg(call, TRACE_REG_PERF_OPEN, NULL));
	call = calls_find("ftrace", "print");
	expect(!call->class->reg(call, TRACE_REG_PERF_REGISTER, NULL));
}

/* The events of the kernel have fixed types; later ones do not. */
static void calls_boot(void)
{
	int first = world_calls[0].event.type, second = world_calls[1].event.type;

	expect(first == TRACE_TYPE_BUILTIN_END && second == first + 1);
	expect(event_type_is_fixed(second) && !event_type_is_fixed(second + 1));
	expect(event_type_find(first) == &world_calls[0].event);
	expect(!world_calls[0].module && !host_message);
}

/* Without memory for the values at boot, the events are there, and a message. */
static void calls_boot_no_memory(void)
{
	long allocs = host_allocs;

	mutex_lock(&event_mutex);
	expect(list_empty(&event_calls));
	host_fail_at(1);
	event_builtin_init();
	host_fail_at(0);
	expect(list_empty(&event_calls) && host_allocs == allocs);
	mutex_unlock(&event_mutex);
	/* Allocations: scratch, the built-in entries, the values. */
	host_fail_at(3);
	event_call_init();
	expect(host_has_failed() && host_message &&
	       strstr(host_message, "no memory for the values"));
	host_message = NULL;
	expect(calls_find("boot", "two") == &world_calls[1] && calls_find("ftrace", "print"));
}

/* Adding an event: its class may refuse it, or not care. */

static int calls_init_result;

static int calls_init(struct trace_event_call *call)
{
	if (calls_init_result < 0)
		return calls_init_result;
	return event_call_register(call) ? calls_init_result : -ENODEV;
}

static int calls_added_result, calls_told;

static int calls_added(struct trace_event_call *call)
{
	calls_told++;
	return calls_added_result;
}

static void calls_removing(struct trace_event_call *call)
{
	calls_told += 100;
}

static struct event_listener calls_listener = { .added = calls_added, .removing = calls_removing };

static void calls_add(void)
{
	struct trace_event_class class = {
		.system = "add", .fields = LIST_HEAD_INIT(class.fields), .raw_init = calls_init,
	};
	struct trace_event_call call = {
		.class = &class, .name = "one", .event.funcs = &calls_funcs,
	};
	long allocs = host_allocs;

	event_listen(&calls_listener);
	calls_init_result = -EILSEQ;
	expect(trace_add_event_call(&call) == -EILSEQ && host_message && !calls_told);
	expect(strstr(host_message, "Could not initialize"));
	host_message = NULL;
	/* A positive value is no error. */
	calls_init_result = 1;
	expect(!trace_add_event_call(&call) && calls_told == 1 && !host_message);
	expect(!trace_define_field(&call, "int", "f", 8, 4, 1, 0));
	call.perf_refcount = 1;
	expect(trace_remove_event_call(&call) == -EBUSY && calls_told == 1);
	call.perf_refcount = 0;
	expect(!trace_remove_event_call(&call) && calls_told == 101);
	expect(!calls_find("add", "one") && !event_type_find(call.event.type));
	expect(host_allocs == allocs);

	/* Without raw_init there is no type to be removed. */
	class.raw_init = NULL;
	call.event.type = world_calls[0].event.type;
	calls_added_result = -ENOSPC;
	expect(trace_add_event_call(&call) == -ENOSPC);
	calls_added_result = 0;
	expect(event_type_find(call.event.type) == &world_calls[0].event);
	call.event.funcs = NULL;
	expect(!trace_add_event_call(&call) && !trace_remove_event_call(&call));
	expect(!host_warnings);

	call.name = NULL;
	expect(trace_add_event_call(&call) == -EINVAL && host_warnings == 1);
	call.name = "one";
	call.class = NULL;
	expect(trace_add_event_call(&call) == -EINVAL && host_warnings == 2);
	expect(trace_define_field(&call, "int", "f", 8, 4, 1, 0) == -EINVAL && host_warnings == 3);
	expect(!register_trace_event(NULL) && host_warnings == 4);
	expect(!register_trace_event(&call.event) && host_warnings == 5);
	host_warnings = 0;
	list_del(&calls_listener.node);
}

static void calls_dynamic(void)
{
	struct trace_event_class class = {
		.system = "dyn", .fields = LIST_HEAD_INIT(class.fields), .raw_init = calls_init,
	};
	struct trace_event_call call = {
		.class = &class, .name = "one", .event.funcs = &calls_funcs,
		.flags = TRACE_EVENT_FL_DYNAMIC, .refcnt = { 77 },
	};
	struct trace_event_call plain = { .class = &class };

	expect(!trace_add_event_call(&call) && !atomic_read(&call.refcnt));
	mutex_lock(&event_mutex);
	expect(trace_event_dyn_try_get_ref(&call) && trace_event_dyn_busy(&call));
	mutex_unlock(&event_mutex);
	expect(trace_remove_event_call(&call) == -EBUSY);
	trace_event_dyn_put_ref(&call);
	expect(!host_warnings);
	trace_event_dyn_put_ref(&call);
	expect(host_warnings == 1 && !atomic_read(&call.refcnt));
	expect(!trace_remove_event_call(&call));
	mutex_lock(&event_mutex);
	expect(!trace_event_dyn_try_get_ref(&call));
	expect(!trace_event_dyn_try_get_ref(&plain) && host_warnings == 2);
	mutex_unlock(&event_mutex);
	plain.refcnt.v = 5;
	trace_event_dyn_put_ref(&plain);
	expect(host_warnings == 3 && plain.refcnt.v == 5 && !trace_event_dyn_busy(&plain));
	host_warnings = 0;
}

/* Modules */

static struct calls_module {
	struct module			mod;
	struct trace_event_class	class;
	struct trace_event_call		calls[3];
	struct trace_event		types[2];
	struct trace_event_functions	funcs;
	struct trace_eval_map		map;
	struct trace_event_call		*call_ptrs[2];
	struct trace_eval_map		*map_ptrs[1];
	u8				end[HOST_MODULE_SIZE];
} module;

static void calls_module_init(void)
{
	struct trace_event_call call = { .class = &module.class, .event.funcs = &calls_funcs };
	int i;

	memset(&module, 0, sizeof(module));
	INIT_LIST_HEAD(&module.class.fields);
	module.class.system = "mod";
	module.class.raw_init = calls_init;
	for (i = 0; i < 3; i++) {
		call.name = ((const char *[]){ "a", "b", "c" })[i];
		module.calls[i] = call;
	}
	module.map = (struct trace_eval_map){ "mod", "NINE", 9 };
	module.mod = (struct module){
		.name = "mod", .trace_events = module.call_ptrs, .trace_evals = module.map_ptrs,
	};
	module.call_ptrs[0] = &module.calls[0];
	module.call_ptrs[1] = &module.calls[1];
	module.map_ptrs[0] = &module.map;
}

static const char *calls_nine(void)
{
	static char text[16];
	struct seq_file m = { .buf = text, .size = sizeof(text) };

	mutex_lock(&event_mutex);
	event_evals_print(&m, "mod", "NINE");
	mutex_unlock(&event_mutex);
	return text;
}

static void calls_modules(void)
{
	struct trace_event outside = { .funcs = &module.funcs }, kept = { .funcs = &calls_funcs };
	long allocs = host_allocs;
	int type;

	calls_module_init();
	expect(host_module(MODULE_STATE_COMING, &module.mod) == (NOTIFY_OK << 8 | NOTIFY_DONE) ||
	       host_module(MODULE_STATE_COMING, &module.mod) == NOTIFY_OK);
	expect(!calls_find("mod", "a") && !strcmp(calls_nine(), "NINE"));
	host_tainted = true;
	module.mod.num_trace_events = 2;
	host_module(MODULE_STATE_COMING, &module.mod);
	expect(!calls_find("mod", "a") && host_message && strstr(host_message, "bad taint"));
	host_tainted = false;
	host_message = NULL;
	/* Values only, and events only. */
	module.mod.num_trace_events = 0;
	module.mod.num_trace_evals = 1;
	host_module(MODULE_STATE_COMING, &module.mod);
	expect(!calls_find("mod", "a") && !strcmp(calls_nine(), "9") && !host_message);
	host_module(MODULE_STATE_GOING, &module.mod);
	expect(!strcmp(calls_nine(), "NINE") && host_allocs == allocs);
	module.mod.num_trace_events = 2;
	host_fail_at(1);
	host_module(MODULE_STATE_COMING, &module.mod);
	expect(host_has_failed() && host_message && strstr(host_message, "no memory"));
	expect(calls_find("mod", "a") == &module.calls[0] && !strcmp(calls_nine(), "NINE"));
	expect(calls_find("mod", "b") == &module.calls[1] && !calls_find("mod", "c"));
	expect(event_list_module(&module.calls[0]) == &module.mod);
	expect(event_list_module(&module.calls[1]) == &module.mod);
	host_message = NULL;

	/* It adds another event itself, and types of records, and leaves them. */
	expect(!trace_add_event_call(&module.calls[2]) && !module.calls[2].module);
	module.types[0].funcs = &calls_funcs;
	expect(register_trace_event(&module.types[0]) && register_trace_event(&outside));
	type = register_trace_event(&kept);
	host_module(MODULE_STATE_GOING, &module.mod);
	expect(host_message && strstr(host_message, "left registered by a module"));
	expect(!calls_find("mod", "a") && !calls_find("mod", "b") && !calls_find("mod", "c"));
	expect(!event_type_find(module.types[0].type) && !event_type_find(outside.type));
	expect(event_type_find(type) == &kept);
	expect(calls_find("boot", "one") && calls_find("boot", "two"));
	expect(!event_type_find(module.calls[0].event.type));
	host_module(99, &module.mod);
	unregister_trace_event(&kept);
	expect(host_allocs == allocs);
	host_message = NULL;
}

/* Probes of tracepoints */

static void calls_reg(void)
{
	static int probe, perf_probe;
	struct tracepoint tp = { .name = "point" };
	struct trace_event_class class = {
		.system = "reg", .probe = &probe, .perf_probe = &perf_probe,
		.reg = trace_event_reg,
	};
	struct trace_event_call call = {
		.class = &class, .tp = &tp, .flags = TRACE_EVENT_FL_TRACEPOINT,
	};
	struct trace_event_file file = { .event_call = &call };

	mutex_lock(&event_mutex);
	expect(!event_file_enable(&file) && world_probe.count == 1);
	expect(world_probe.tp == &tp && world_probe.probe == &probe && world_probe.data == &file);
	expect(!event_file_disable(&file) && !world_probe.count);
	expect(world_probe.tp == &tp && world_probe.probe == &probe && world_probe.data == &file);
	expect(!trace_event_reg(&call, TRACE_REG_PERF_REGISTER, NULL) && world_probe.count == 1);
	expect(world_probe.probe == &perf_probe && world_probe.data == &call);
	expect(!trace_event_reg(&call, TRACE_REG_PERF_UNREGISTER, NULL) && !world_probe.count);
	expect(world_probe.probe == &perf_probe && world_probe.data == &call);
	expect(!trace_event_reg(&call, TRACE_REG_PERF_ADD, NULL) && !world_probe.count);
	world_probe_result = -EEXIST;
	expect(event_file_enable(&file) == -EEXIST && event_file_disable(&file) == -EEXIST);
	expect(trace_event_reg(&call, TRACE_REG_PERF_REGISTER, NULL) == -EEXIST);
	expect(trace_event_reg(&call, TRACE_REG_PERF_UNREGISTER, NULL) == -EEXIST);
	world_probe_result = 0;
	expect(!host_warnings);
	call.flags = 0;
	expect(event_file_enable(&file) == -EINVAL && host_warnings == 1 && !world_probe.count);
	host_warnings = 0;
	mutex_unlock(&event_mutex);
}

/* Readers check pointers of strings: a field is a pointer, and the format has "%s". */
static void calls_raw_init(void)
{
	static const struct {
		const char *types[3], *fmt;
		int flags;
	} rows[] = {
		{ { "const char *", "int" }, "\"%s\", REC->a", TRACE_EVENT_FL_TEST_STR },
		{ { "int", "void *" }, "\"%d %s\", REC->a", TRACE_EVENT_FL_TEST_STR },
		{ { "const char *", "int" }, "\"%p\", REC->a", 0 },
		{ { "int", "char[8]" }, "\"%s\", REC->a", 0 },
		{ { "*int", "" }, "\"%s\", REC->a", 0 },
		{ { "const char *", "int" }, NULL, 0 },
	};
	long allocs = host_allocs;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		struct trace_event_fields fields[] = {
			{ .type = rows[i].types[0], .name = "a" },
			{ .type = rows[i].types[1], .name = "b" }, {}
		};
		struct trace_event_class class = { .system = "raw", .fields_array = fields };
		struct trace_event_call call = {
			.class = &class, .name = "raw", .event.funcs = &calls_funcs,
			.print_fmt = rows[i].fmt,
		};

		expect(!trace_event_raw_init(&call) && call.event.type);
		expect(call.flags == rows[i].flags);
		unregister_trace_event(&call.event);
		call.event.type = 0;
		host_fail_at(1);
		expect(trace_event_raw_init(&call) == -ENODEV && !call.event.type);
		host_fail_at(0);
	}
	expect(host_allocs == allocs);
}

/* Synthetic events are found by their names, and stay while they are in use. */
static void calls_synth(void)
{
	struct trace_event_class class = {
		.system = "synth", .fields = LIST_HEAD_INIT(class.fields), .raw_init = calls_init,
	};
	struct trace_event_call call = {
		.class = &class, .name = "s", .event.funcs = &calls_funcs,
		.flags = TRACE_EVENT_FL_DYNAMIC,
	};
	struct event_synth one = { .name = "s", .call = &call }, two = { .name = "t" };

	expect(!trace_add_event_call(&call));
	mutex_lock(&event_mutex);
	event_synth_add(&two);
	event_synth_add(&one);
	expect(event_synth_get("s") == &one && trace_event_dyn_busy(&call));
	expect(!event_synth_get("x") && !event_synth_get("ss"));
	event_synth_put(&one);
	expect(!trace_event_dyn_busy(&call));
	event_synth_remove(&one);
	expect(!event_synth_get("s"));
	event_synth_remove(&two);
	mutex_unlock(&event_mutex);
	expect(!trace_remove_event_call(&call));
}

int main(void)
{
	static const struct event_instance_ops ops;

	event_instance_ops_register(&ops);
	calls_boot_no_memory();
	calls_builtin();
	calls_boot();
	calls_add();
	calls_dynamic();
	calls_modules();
	calls_reg();
	calls_raw_init();
	calls_synth();
	expect(!host_warnings);
	return host_end(expect_failed);
}
