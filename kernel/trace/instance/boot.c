// SPDX-License-Identifier: GPL-2.0
/*
 * The beginning: early_trace_init() and trace_init(), which init/main.c calls,
 * and what the command line asks for. Its parameters are read before there is
 * an instance; they are kept here until the time has come.
 *
 * The order of things:
 *	ftrace_init()		site/ knows its sites
 *	early_trace_init()	the global instance has a (tiny) buffer
 *	trace_init()		events, and what the command line wants of them
 *	initcalls		tracers, views, files
 */
#include <linux/err.h>
#include <linux/init.h>
#include <linux/string.h>

#include <asm/setup.h>

#include "internal.h"

/* Words that were given, separated by commas, in the order they came. */
struct boot_list {
	char text[COMMAND_LINE_SIZE];
};

static struct boot_list boot_options __initdata;
static struct boot_list boot_events __initdata;
static char boot_clock[32] __initdata;

static bool boot_snapshot_alloc __initdata;
static bool boot_snapshot_top __initdata;
static struct boot_list boot_snapshots __initdata;

/* Each names an instance and its events, so these stay apart by ';'. */
static struct boot_list boot_instances __initdata;

static void __init boot_list_add(struct boot_list *list, const char *text,
				 const char *separator)
{
	if (*list->text)
		strlcat(list->text, separator, sizeof(list->text));
	strlcat(list->text, text, sizeof(list->text));
}

void __init instance_boot_size(unsigned long bytes)
{
	if (bytes)
		instance_default_bytes = bytes;
}

void __init instance_boot_clock(const char *name)
{
	strscpy(boot_clock, name);
}

void __init instance_boot_options(const char *list)
{
	boot_list_add(&boot_options, list, ",");
}

void __init instance_boot_events(const char *list)
{
	boot_list_add(&boot_events, list, ",");
}

void __init instance_boot_instance(const char *text)
{
	boot_list_add(&boot_instances, text, ";");
}

void __init instance_boot_snapshot_alloc(void)
{
	boot_snapshot_alloc = true;
}

void __init instance_boot_snapshot(const char *name)
{
	if (*name)
		boot_list_add(&boot_snapshots, name, ",");
	else
		boot_snapshot_top = true;
}

/* Switch on each event of @list; what can't be done yet is left in it. */
static void __init boot_enable(struct trace_array *tr, struct boot_list *list)
{
	static struct boot_list todo __initdata;
	char word[128], *pos = todo.text, *token;

	strscpy(todo.text, list->text);
	*list->text = '\0';
	while ((token = strsep(&pos, ","))) {
		if (!*token || strscpy(word, token) < 0)
			continue;
		if (instance_events_word(tr, word))
			boot_list_add(list, token, ",");
	}
}

static void __init boot_apply_options(void)
{
	char *pos = boot_options.text, *token;

	while ((token = strsep(&pos, ","))) {
		if (*token && instance_option_word(&instance_global, token))
			instance_tracer_boot_option(token);
	}
}

static void __init boot_flag(struct trace_array *tr, const char *flag)
{
	if (!strcmp(flag, "traceoff"))
		instance_off(tr);
	else if (!strcmp(flag, "traceprintk") || !strcmp(flag, "printk") ||
		 !strcmp(flag, "trace_printk"))
		instance_option_set(tr, INSTANCE_OPT_PRINTK_DEST, true);
	else
		pr_warn("trace_instance: no flag '%s'\n", flag);
}

/* Its memory may outlive the kernel. Such an instance stays for good. */
static struct trace_array *__init boot_create(const char *name, const char *where)
{
	struct instance_map map;
	struct trace_array *tr;

	if (!where)
		return instance_create(name, NULL);
	if (instance_map_find(where, &map)) {
		pr_warn("trace_instance: no memory '%s'\n", where);
		return ERR_PTR(-EINVAL);
	}
	tr = instance_create_mapped(name, &map);
	if (!IS_ERR(tr)) {
		instance_get(tr);
		pr_info("trace_instance: '%s' has %lu records of the last boot\n",
			name, tr->kept);
	}
	return tr;
}

/* NAME[^FLAG]...[@MEMORY][,EVENT]... */
static void __init boot_instance(char *text)
{
	char *where = strsep(&text, ","), *head = strsep(&where, "@");
	char *name = strsep(&head, "^"), *flag;
	static struct boot_list events __initdata;
	struct trace_array *tr;

	tr = boot_create(name, where);
	if (IS_ERR(tr)) {
		pr_warn("trace_instance: could not make '%s'\n", name);
		return;
	}
	while ((flag = strsep(&head, "^")))
		boot_flag(tr, flag);
	if (text) {
		strscpy(events.text, text);
		boot_enable(tr, &events);
		if (*events.text)
			pr_warn("trace_instance: no event '%s'\n", events.text);
	}
	instance_put(tr);
}

static const struct event_hooks boot_hooks __initconst = {
	.ignored = instance_event_ignored,
	.stacks = instance_event_stacks,
};

/* The tiny buffer of the global instance, before anything can be recorded. */
void __init early_trace_init(void)
{
	instance_global.options = instance_options_default();
	if (instance_setup(&instance_global, NULL))
		panic("No memory for tracing\n");
	instance_funcs_create(&instance_global);
	instance_tracer_register(&instance_nop);
}

/* Events, and as many of those that the command line wants as can be on now. */
void __init trace_init(void)
{
	char *pos = boot_instances.text, *text;

	event_hooks_set(&boot_hooks);
	instance_files_init();
	event_init();

	boot_apply_options();
	if (*boot_clock && instance_clock_set(&instance_global, boot_clock))
		pr_warn("trace_clock: no clock '%s'\n", boot_clock);
	boot_enable(&instance_global, &boot_events);
	if (boot_snapshot_alloc && instance_snapshot_alloc(&instance_global))
		pr_warn("alloc_snapshot: no memory\n");
	while ((text = strsep(&pos, ";"))) {
		if (*text)
			boot_instance(text);
	}
}

/* Some events need more of the system than there was in trace_init(). */
static int __init instance_boot_events_again(void)
{
	if (!*boot_events.text)
		return 0;
	boot_enable(&instance_global, &boot_events);
	if (*boot_events.text)
		pr_warn("trace_event: could not enable '%s'\n",
			boot_events.text);
	return 0;
}
early_initcall(instance_boot_events_again);

static void __init boot_snapshot_take(const char *name)
{
	struct trace_array *tr = name ? instance_find(name) :
					instance_get(&instance_global);

	if (!tr || instance_snapshot_take(tr, RING_BUFFER_ALL_CPUS))
		pr_warn("ftrace_boot_snapshot: none of '%s'\n", name ?: "");
	if (tr)
		instance_put(tr);
}

/* Before user space starts and fills the buffer with its own doings. */
static int __init instance_boot_snapshots(void)
{
	char *pos = boot_snapshots.text, *name;

	if (boot_snapshot_top)
		boot_snapshot_take(NULL);
	while ((name = strsep(&pos, ","))) {
		if (*name)
			boot_snapshot_take(name);
	}
	return 0;
}
late_initcall_sync(instance_boot_snapshots);
