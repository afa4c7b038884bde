// SPDX-License-Identifier: GPL-2.0
/*
 * exports: which records they get, registering, unregistering, modules
 */
#include "world.h"
#include "../command/expect.h"

static char calls[64];
static const void *record;
static unsigned int users_changed;

static void export_update(void)
{
	users_changed++;
}

static void export_tell(char name, const void *entry, unsigned int size)
{
	size_t len = strlen(calls);

	expect(entry == record && size == 99);
	calls[len] = name;
	calls[len + 1] = '\0';
}

static void export_a(struct trace_export *export, const void *entry, unsigned int size);
static void export_b(struct trace_export *export, const void *entry, unsigned int size);
static void export_c(struct trace_export *export, const void *entry, unsigned int size);

static struct trace_export a = { .write = export_a, .flags = TRACE_EXPORT_FUNCTION };
static struct trace_export b = {
	.write = export_b, .flags = TRACE_EXPORT_EVENT | TRACE_EXPORT_MARKER,
};

static struct trace_export c = {
	.write = export_c, .flags = TRACE_EXPORT_FUNCTION | TRACE_EXPORT_EVENT,
};

static void export_a(struct trace_export *export, const void *entry, unsigned int size)
{
	expect(export == &a);
	export_tell('a', entry, size);
}

static void export_b(struct trace_export *export, const void *entry, unsigned int size)
{
	expect(export == &b);
	export_tell('b', entry, size);
}

static void export_c(struct trace_export *export, const void *entry, unsigned int size)
{
	expect(export == &c);
	export_tell('c', entry, size);
}

/* The exports that get a record of a kind. */
static const char *export_one(int kind)
{
	*calls = '\0';
	record = host_ring.last;
	preempt_disable_notrace();
	event_export(record, 99, kind);
	preempt_enable_notrace();
	return calls;
}

/* The exports of functions, events and markers, and who is told of that. */
static void export_expect(const char *functions, const char *events, const char *markers)
{
	expect(!strcmp(export_one(TRACE_EXPORT_FUNCTION), functions));
	expect(!strcmp(export_one(TRACE_EXPORT_EVENT), events));
	expect(!strcmp(export_one(TRACE_EXPORT_MARKER), markers));
	expect(event_export_functions.on == (int)strlen(functions));
	expect(event_export_markers.on == (int)strlen(markers));
	mutex_lock(&event_mutex);
	expect(event_output_wanted() == !!*events);
	mutex_unlock(&event_mutex);
}

static void export_lists(void)
{
	struct trace_export none = {};
	unsigned int waits;

	export_expect("", "", "");
	expect(unregister_ftrace_export(&a) == -1);
	expect(!register_ftrace_export(&a));
	export_expect("a", "", "");
	expect(!users_changed);
	expect(register_ftrace_export(&a) == -EEXIST);
	export_expect("a", "", "");
	expect(!register_ftrace_export(&b));
	expect(users_changed == 1);
	export_expect("a", "b", "b");
	expect(!register_ftrace_export(&c));
	expect(users_changed == 2);
	export_expect("ac", "bc", "b");
	expect(register_ftrace_export(&b) == -EEXIST && register_ftrace_export(&c) == -EEXIST);

	/* From the middle, the end, and the start. A writer may still be at the export. */
	waits = host_waits;
	expect(!unregister_ftrace_export(&b) && host_waits == waits + 1);
	expect(b.next == &c);
	export_expect("ac", "c", "");
	expect(unregister_ftrace_export(&b) == -1 && host_waits == waits + 1);
	expect(!register_ftrace_export(&b));
	export_expect("ac", "cb", "b");
	expect(!unregister_ftrace_export(&b));
	export_expect("ac", "c", "");
	expect(!unregister_ftrace_export(&a));
	export_expect("c", "c", "");
	expect(!unregister_ftrace_export(&c));
	export_expect("", "", "");
	expect(users_changed == 6);
	/* One that was registered before is the end of the list again. */
	expect(!b.next);
	a.next = &c;
	expect(!register_ftrace_export(&a));
	export_expect("a", "", "");
	expect(!unregister_ftrace_export(&a));
	expect(!host_warnings);
	expect(register_ftrace_export(&none) == -1 && host_warnings == 1);
	export_expect("", "", "");
}

static struct export_module {
	struct module		mod;
	struct trace_export	inside, more;
	u8			end[HOST_MODULE_SIZE];
} module;

static struct trace_export far = { .flags = TRACE_EXPORT_MARKER };

/* Exports that a module leaves registered, and one that calls a function of it. */
static void export_modules(void)
{
	typeof(a.write) within = (typeof(a.write))((char *)&module + 100);

	module.mod.name = "export";
	module.inside = (struct trace_export){ .write = export_a, .flags = 1 };
	module.more = (struct trace_export){ .write = export_c, .flags = 2 };
	far.write = within;
	expect(!register_ftrace_export(&module.inside) && !register_ftrace_export(&b) &&
	       !register_ftrace_export(&far) && !register_ftrace_export(&module.more));
	expect(event_export_functions.on == 1 && event_export_markers.on == 2);
	host_module(MODULE_STATE_COMING, &module.mod);
	expect(event_export_functions.on == 1 && event_export_markers.on == 2 && !host_message);
	host_module(MODULE_STATE_GOING, &module.mod);
	expect(host_message && strstr(host_message, "left registered"));
	export_expect("", "b", "b");
	expect(unregister_ftrace_export(&module.inside) == -1 &&
	       unregister_ftrace_export(&far) == -1 &&
	       unregister_ftrace_export(&module.more) == -1);
	host_message = NULL;
	host_module(MODULE_STATE_GOING, &module.mod);
	expect(!host_message);
	export_expect("", "b", "b");
	expect(!unregister_ftrace_export(&b));
}

int main(void)
{
	static const struct event_instance_ops ops = { .output_update = export_update };

	event_instance_ops_register(&ops);
	export_lists();
	export_modules();
	expect(host_warnings == 1);
	return host_end(expect_failed);
}
