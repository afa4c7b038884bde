// SPDX-License-Identifier: GPL-2.0
/*
 * Classes: words that depend on the running kernel. The lists are read once, at the start,
 * so that the lines that a seed generates do not depend on what runs meanwhile. What the
 * fuzzer creates itself (instances, dynamic events) has a few fixed names.
 */
#include "grammar.h"

struct list {
	char **names;
	unsigned int count;
};

struct field {
	char name[64];
	bool text;
};

/* The fields of one event; read when they are first needed. */
struct event_fields {
	char *dir;
	struct field *fields;
	unsigned int count;
	struct event_fields *next;
};

static struct list events, hot_events, functions, safe_functions, option_names;
static struct event_fields *known_events, *event_now;

/* Events that occur often, whatever a machine does. */
static const char * const hot_names[] = {
	"sched:sched_switch", "sched:sched_waking", "sched:sched_wakeup",
	"sched:sched_process_fork", "sched:sched_process_exit", "syscalls:sys_enter_write",
	"syscalls:sys_exit_read", "syscalls:sys_enter_openat", "raw_syscalls:sys_enter",
	"raw_syscalls:sys_exit", "irq:irq_handler_entry", "irq:softirq_entry",
	"timer:hrtimer_start", "timer:timer_start", "kmem:kmalloc", "kmem:kfree",
	"kmem:mm_page_alloc", "task:task_newtask", "rcu:rcu_utilization",
	"workqueue:workqueue_execute_start", "signal:signal_generate", "cpuhp:cpuhp_enter",
	"module:module_load", "sched:sched_stat_runtime",
};

/* Events that exist only while something that the fuzzer made or loaded exists. */
static const char * const made_names[] = {
	"kprobes/kp1", "kprobes/kp2", "kprobes/kr1", "uprobes/up1", "uprobes/up2",
	"uprobes/ur1", "synthetic/sy1", "synthetic/sy2",
	"synthetic/sy3", "eprobes/ep1", "eprobes/ep2", "fprobes/fp1",
	"fprobes/fp2", "tracepoints/tp1", "markers/example_open",
	"markers/example_round", "sample-trace/foo_bar", "sample-subsystem/sample_event",
};

static const char * const made_fields[] = {
	"common_pid", "arg1", "arg2", "pid", "lat", "__probe_ip", "comm",
};

/* Kprobes on these functions do no harm: they are neither part of the tracer, nor hot. */
static const char * const safe_prefixes[] = {
	"vfs_", "ksys_", "do_sys_open", "kernel_clone", "proc_", "seq_", "pipe_", "do_filp_open",
	"hrtimer_nanosleep", "schedule_timeout", "mnt_", "getname", "path_", "do_exit", "dput",
	"__x64_sys_",
};

static const char * const instance_names[] = { "a", "b", "c" };

/*
 * kprobe_example is missing: it adds a post_handler to kernel_clone(). If another kprobe is
 * there already, the base disarms the wrong ops, and the kprobe outlives its module.
 */
static const char * const module_names[] = {
	"marker_example", "probe_example", "sink_example", "tp_example", "ftrace_ops",
	"ftrace_direct", "ftrace_direct_multi", "ftrace_direct_modify", "sample_trace_array",
	"trace_events_sample", "trace_custom_sched", "trace_printk",
	"kretprobe_example", "livepatch_sample", "preemptirq_delay_test", "marker_clash",
	"marker_window",
};

static const char * const limit_numbers[] = {
	"0", "1", "-1", "2", "7", "8", "63", "64", "65", "127", "128", "255", "256", "257", "4095",
	"4096", "4097", "32767", "32768", "65535", "65536", "2147483647", "2147483648",
	"4294967295", "4294967296", "9223372036854775807", "9223372036854775808",
	"18446744073709551615", "18446744073709551616", "-2147483648", "-9223372036854775808",
	"0x7fffffff", "0xffffffffffffffff", "010", "1e3", "00000000000000000000000000000001",
};

static const char * const strings[] = {
	"bash", "grammar", "*", "g*", "*r", "*a*", "grammar*", "", "swapper/0", "kworker*", "a b",
	"[a-z]*", "a?b", "ksoftirqd/*",
};

#define PICK(_table)	((_table)[random_below(sizeof(_table) / sizeof((_table)[0]))])

static void list_add(struct list *list, const char *name)
{
	if (!(list->count & (list->count + 1)))
		list->names = realloc(list->names, 2 * (list->count + 1) * sizeof(*list->names));
	list->names[list->count++] = strdup(name);
}

static const char *list_pick(const struct list *list)
{
	return list->count ? list->names[random_below(list->count)] : "none";
}

static void list_read(struct list *list, const char *path)
{
	char *text = read_all(path), *line, *save;

	for (line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		line[strcspn(line, " \t")] = '\0';
		list_add(list, line);
	}
	free(text);
}

static int list_compare(const void *a, const void *b)
{
	return strcmp(*(char **)a, *(char **)b);
}

/* Sorted, because the order of a directory is not the same in each kernel. */
static void list_directory(struct list *list, const char *path)
{
	struct dirent *entry;
	DIR *dir = opendir(path);

	while (dir && (entry = readdir(dir))) {
		if (entry->d_name[0] != '.')
			list_add(list, entry->d_name);
	}
	if (dir)
		closedir(dir);
	qsort(list->names, list->count, sizeof(*list->names), list_compare);
}

static bool function_is_safe(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(safe_prefixes) / sizeof(*safe_prefixes); i++) {
		if (!strncmp(name, safe_prefixes[i], strlen(safe_prefixes[i])))
			return true;
	}
	return false;
}

static void classes_read(void)
{
	unsigned int i, j;

	list_read(&events, "available_events");
	list_read(&functions, "available_filter_functions");
	list_directory(&option_names, "options");
	for (i = 0; i < functions.count; i++) {
		if (function_is_safe(functions.names[i]))
			list_add(&safe_functions, functions.names[i]);
	}
	for (i = 0; i < sizeof(hot_names) / sizeof(*hot_names); i++) {
		for (j = 0; j < events.count; j++) {
			if (!strcmp(events.names[j], hot_names[i]))
				list_add(&hot_events, hot_names[i]);
		}
	}
}

/* The name without an array's size; a dynamic array of char is a text. */
static void event_field_add(struct event_fields *event, const char *line)
{
	const char *end = strchr(line, ';'), *name = end;
	struct field *field;
	size_t len;

	if (!end)
		return;
	while (name > line && name[-1] != ' ')
		name--;
	len = strcspn(name, "[;");
	event->fields = realloc(event->fields, (event->count + 1) * sizeof(*field));
	field = &event->fields[event->count++];
	snprintf(field->name, sizeof(field->name), "%.*s", (int)len, name);
	field->text = memmem(line, name - line, "char", 4) &&
		(name[len] == '[' || memmem(line, name - line, "__data_loc", 10));
}

static struct event_fields *event_fields_of(const char *dir)
{
	struct event_fields *event;
	char path[256], *text, *at;
	size_t i;

	for (event = known_events; event; event = event->next) {
		if (!strcmp(event->dir, dir))
			return event;
	}
	event = allocate(sizeof(*event));
	event->dir = strdup(dir);
	event->next = known_events;
	known_events = event;
	snprintf(path, sizeof(path), "events/%s/format", dir);
	for (i = 0; i < sizeof(made_names) / sizeof(*made_names); i++) {
		if (!strcmp(dir, made_names[i]))
			break;
	}
	text = i < sizeof(made_names) / sizeof(*made_names) ? NULL : read_all(path);
	for (at = text; at && (at = strstr(at, "field:")); at++)
		event_field_add(event, at + 6);
	free(text);
	for (i = 0; !event->count && i < sizeof(made_fields) / sizeof(*made_fields); i++) {
		char line[80];

		snprintf(line, sizeof(line), "int %s;", made_fields[i]);
		event_field_add(event, line);
	}
	return event;
}

/* Choose an event; the fields that follow are its own. */
static const char *event_choose(void)
{
	static char dir[256];
	unsigned int dice = random_below(100);

	if (dice < 12)
		snprintf(dir, sizeof(dir), "%s", PICK(made_names));
	else
		snprintf(dir, sizeof(dir), "%s", list_pick(dice < 75 ? &hot_events : &events));
	if (strchr(dir, ':'))
		*strchr(dir, ':') = '/';
	return dir;
}

static void fill_event(struct text *out)
{
	event_now = event_fields_of(event_choose());
	text_add(out, event_now->dir);
}

/* The name of another event: fields stay those of the current one. */
static void fill_name(struct text *out, char separator)
{
	char name[256];

	snprintf(name, sizeof(name), "%s", event_choose());
	*strchr(name, '/') = separator;
	text_add(out, name);
}

static void fill_event_name(struct text *out)
{
	fill_name(out, ':');
}

static void fill_event_dot(struct text *out)
{
	char name[256];

	snprintf(name, sizeof(name), "%s", event_choose());
	event_now = event_fields_of(name);
	*strchr(name, '/') = '.';
	text_add(out, name);
}

static void fill_system(struct text *out)
{
	const char *dir = event_choose();

	event_now = event_fields_of(dir);
	text_bytes(out, dir, strcspn(dir, "/"));
}

static void fill_field_like(struct text *out, int want_text, const char *other)
{
	unsigned int i, count = 0, chosen = 0;

	if (!event_now)
		event_now = event_fields_of("sched/sched_switch");
	for (i = 0; i < event_now->count; i++) {
		if (want_text >= 0 && event_now->fields[i].text != want_text)
			continue;
		if (!random_below(++count))
			chosen = i;
	}
	text_add(out, count ? event_now->fields[chosen].name : other);
}

static void fill_field(struct text *out)
{
	fill_field_like(out, -1, "common_pid");
}

static void fill_number_field(struct text *out)
{
	fill_field_like(out, false, "common_pid");
}

static void fill_text_field(struct text *out)
{
	fill_field_like(out, true, "COMM");
}

static void fill_function(struct text *out)
{
	text_add(out, list_pick(&safe_functions));
}

static void fill_any_function(struct text *out)
{
	text_add(out, list_pick(&functions));
}

/* A glob that matches some functions, seldom thousands of them. */
static void fill_glob(struct text *out)
{
	const char *name = list_pick(random_chance(60) ? &safe_functions : &functions);
	size_t len = strlen(name), part = 3 + random_below(len);

	if (part > len)
		part = len;
	switch (random_below(4)) {
	case 0:
		text_printf(out, "%.*s*", (int)part, name);
		break;
	case 1:
		text_printf(out, "*%s", name + len - part);
		break;
	case 2:
		text_printf(out, "*%.*s*", (int)part, name);
		break;
	default:
		text_printf(out, "%.2s*%s", name, name + len - part / 2);
	}
}

static void fill_number(struct text *out)
{
	if (random_chance(25))
		text_add(out, PICK(limit_numbers));
	else
		text_printf(out, "%u", random_below(1 << random_below(20)));
}

static void fill_small(struct text *out)
{
	text_printf(out, "%u", random_below(1 << random_below(7)));
}

static void fill_hex(struct text *out)
{
	text_printf(out, "0x%llx", (unsigned long long)random_next() >> random_below(64));
}

static void fill_string(struct text *out)
{
	text_add(out, PICK(strings));
}

/* A process of the fuzzer, of the kernel, or none. */
static void fill_pid(struct text *out)
{
	static const char * const pids[] = { "0", "1", "2", "15", "self", "9999999" };

	if (random_chance(40))
		text_add(out, PICK(pids));
	else
		text_printf(out, "%u", random_below(200));
}

static void fill_cpu(struct text *out)
{
	text_printf(out, "cpu%u", random_below(2));
}

static void fill_instance(struct text *out)
{
	text_add(out, PICK(instance_names));
}

static void fill_module(struct text *out)
{
	text_add(out, PICK(module_names));
}

static void fill_option(struct text *out)
{
	text_add(out, list_pick(&option_names));
}

static void fill_slot(struct text *out)
{
	text_printf(out, "%u", random_below(SLOTS));
}

static void fill_map(struct text *out)
{
	text_printf(out, "%u", random_below(MAPS));
}

static void fill_junk(struct text *out)
{
	unsigned int count = 1 + random_below(24);
	char c;

	while (count--) {
		c = random_next();
		text_bytes(out, &c, 1);
	}
}
