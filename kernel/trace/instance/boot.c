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

#include "internal.h"

static struct instance_given boot_events __initdata;
static char boot_clock[32] __initdata;
static u64 boot_thresh __initdata;

static bool boot_snapshot_alloc __initdata;
static bool boot_snapshot_top __initdata;
static struct instance_given boot_snapshots __initdata;
static struct instance_given boot_instances __initdata;

void __init instance_boot_size(unsigned long bytes)
{
	if (bytes)
		instance_default_bytes = bytes;
}

void __init instance_boot_clock(const char *name)
{
	strscpy(boot_clock, name);
}

void __init instance_boot_thresh(u64 ns)
{
	boot_thresh = ns;
}

void __init instance_boot_options(char *list)
{
	instance_cmdline_add(&instance_cmdline_options, list);
}

void __init instance_boot_events(char *list)
{
	instance_cmdline_add(&boot_events, list);
}

void __init instance_boot_instance(char *text)
{
	instance_cmdline_add(&boot_instances, text);
}

void __init instance_boot_snapshot_alloc(void)
{
	boot_snapshot_alloc = true;
}

void __init instance_boot_snapshot(char *name)
{
	if (*name)
		instance_cmdline_add(&boot_snapshots, name);
	else
		boot_snapshot_top = true;
}

static int __init boot_enable(struct trace_array *tr, const char *events)
{
	char word[128];

	if (strscpy(word, events) < 0)
		return -E2BIG;
	return instance_events_word(tr, word);
}

/* Events that must be there now. */
static int __init boot_enable_last(struct trace_array *tr, const char *events)
{
	if (boot_enable(tr, events))
		pr_warn("%s: could not enable event '%s'\n", tr->name ?: "trace_event",
			events);
	return 0;
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
		return instance_add(name, NULL);
	if (instance_map_find(where, &map)) {
		pr_warn("trace_instance: no memory '%s'\n", where);
		return ERR_PTR(-EINVAL);
	}
	tr = instance_add_mapped(name, &map);
	if (!IS_ERR(tr)) {
		instance_pin(tr);
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
	struct trace_array *tr;

	tr = boot_create(name, where);
	if (IS_ERR(tr)) {
		pr_warn("trace_instance: could not make '%s'\n", name);
		return;
	}
	while ((flag = strsep(&head, "^")))
		boot_flag(tr, flag);
	if (text)
		instance_cmdline_words(text, boot_enable_last, tr);
	instance_unpin(tr);
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
	unsigned int i;

	event_hooks_set(&boot_hooks);
	instance_files_init();
	event_call_init();

	instance_thresh_set(&instance_global, boot_thresh);
	instance_cmdline_take(&instance_cmdline_options, instance_option_word, &instance_global);
	if (*boot_clock && instance_clock_set(&instance_global, boot_clock))
		pr_warn("trace_clock: no clock '%s'\n", boot_clock);
	instance_cmdline_take(&boot_events, boot_enable, &instance_global);
	if (boot_snapshot_alloc && instance_snapshot_alloc(&instance_global))
		pr_warn("alloc_snapshot: no memory\n");
	for (i = 0; i < boot_instances.count; i++)
		boot_instance(boot_instances.text[i]);
}

/* Some events need more of the system than there was in trace_init(). */
static int __init instance_boot_events_again(void)
{
	instance_cmdline_take(&boot_events, boot_enable_last, &instance_global);
	return 0;
}
early_initcall(instance_boot_events_again);

static void __init boot_snapshot(struct trace_array *tr, const char *name)
{
	if (!tr || instance_snapshot_take(tr, RING_BUFFER_ALL_CPUS))
		pr_warn("ftrace_boot_snapshot: none of '%s'\n", name);
	if (tr)
		instance_unpin(tr);
}

static int __init boot_snapshot_named(struct trace_array *tr, const char *name)
{
	boot_snapshot(instance_find(name), name);
	return 0;
}

/* Before user space starts and fills the buffer with its own doings. */
static int __init instance_boot_snapshots(void)
{
	if (boot_snapshot_top)
		boot_snapshot(instance_pin(&instance_global), "");
	instance_cmdline_take(&boot_snapshots, boot_snapshot_named, NULL);
	return 0;
}
late_initcall_sync(instance_boot_snapshots);
